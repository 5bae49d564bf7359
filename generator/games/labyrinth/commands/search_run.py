"""The work of `asterion design`, which needs the extra `search`."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from generator import __version__, stopping
from generator.build.build import REMEDY, is_search, kind_of
from generator.cli.making import announce_waiting, may_replace_changes
from generator.cli.options import say
from generator.cli.progress import Bar
from generator.errors import AsterionError, PublishError
from generator.games.labyrinth.art.tile_plan import design_faults
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.catalogue.records import Paths
from generator.games.labyrinth.catalogue.target_records import LoadedTargets, load_targets
from generator.games.labyrinth.commands.deck_names import loaded_deck
from generator.games.labyrinth.deck.tiles import Deck, Tile
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.game import findings
from generator.games.labyrinth.kernel.api import prepare
from generator.games.labyrinth.kernel.numba_adapter import source_digest
from generator.games.labyrinth.simulation.executors import processes
from generator.games.labyrinth.simulation.games import Conditions
from generator.games.labyrinth.simulation.portions import GamesExecutor, play_games
from generator.games.labyrinth.simulation.search.ledger import JOURNAL, NAME, open_ledger
from generator.games.labyrinth.simulation.search.outcome_report import OutcomeReport
from generator.games.labyrinth.simulation.search.sets import Pool, check_possible
from generator.games.labyrinth.simulation.search.successive_halving import Search
from generator.games.report import Level, json_text
from generator.publish import Manifest, OutputFolder
from generator.publish.file_operations import digest_of
from generator.publish.location import check_place
from generator.publish.manifest import Settings

REPORT, DATA = "report.txt", "report.json"


def run_search(
    target: Path, catalogue: Path | None, out: Path | None, seed: int, where: int | str, *, force: bool, quiet: bool
) -> None:
    """Search for sets of designs, publish those that were found, and print them.

    Args:
        target: the file of targets.
        catalogue: that was named.
        out: folder for the games played and the sets found.
        seed: same seed, same sets.
        where: how many processes play, or the address of a scheduler.
        force: whether files that were changed by hand are replaced unasked.
        quiet: whether nothing but mistakes is printed.
    """
    targets = load_targets(target, str(target))
    loaded, deck = loaded_deck(catalogue)
    folder = _folder(out or Path("output") / f"{loaded.catalogue.game}-design", loaded.catalogue.game)
    force = force or may_replace_changes(folder)
    folder.check_ours(force=force)
    publish = partial(_publish, folder=folder, loaded=loaded, force=force)
    told = _searched(targets, loaded, deck, folder, seed, where, publish, quiet=quiet)
    if not quiet:
        say(told.text())
        say("".join(f"{Path(folder.name) / name}\n" for name in told.catalogues()))


def _folder(path: Path, game: str) -> OutputFolder:
    """Return the folder of a search, which may hold the games that were played for one that was stopped.

    Raises:
        PublishError: something else was published there, or it can never be.
    """
    folder = OutputFolder(path, spared=(NAME, JOURNAL))
    check_place(folder.path, folder.name)
    if (previous := folder.previous) is not None and (previous.game != game or not is_search(previous)):
        raise PublishError(f"{folder.name} holds {kind_of(previous)}; {REMEDY}")
    return folder


def _executor(where: int | str) -> AbstractContextManager[GamesExecutor]:
    """Return so many processes here, or the workers of the scheduler at that address."""
    if isinstance(where, int):
        return processes(play_games, where, partial(click.echo, err=True), "the same command goes on where it was")
    from generator.games.labyrinth.simulation.cluster import cluster

    return cluster(where, play_games, together=1)


def _searched(
    targets: LoadedTargets,
    loaded: LoadedCatalogue,
    deck: Deck,
    folder: OutputFolder,
    seed: int,
    where: int | str,
    publish: Callable[[OutcomeReport], None],
    *,
    quiet: bool,
) -> OutcomeReport:
    """Search, and publish what was found while nobody else can search in that folder."""
    pool = Pool(deck, targets, partial(_drawable, deck.catalogue.tile_mm))
    check_possible(pool, deck, targets)
    prepare(partial(click.echo, err=True))
    conditions = _conditions(targets, loaded, seed)
    bar = _bar(quiet)
    tell = partial(click.secho, fg="yellow", err=True)
    about = _about(conditions, loaded)
    with (
        open_ledger(folder.path, about, conditions.players, tell) as ledger,
        _executor(where) as executor,
    ):
        on_progress = bar.step if bar else lambda _, __: None
        search = Search(deck, targets.targets, pool, ledger, conditions, executor, on_progress)
        if bar:
            bar.begin(search.most_games())
        try:
            outcome = search.run()
        except stopping.Stopped as stop:
            stop.told = "stopped; the same command goes on where it was"
            raise
        finally:
            if bar:
                bar.end()
        told = OutcomeReport(outcome, deck, loaded, pool, targets.targets.play, targets.targets.targets)
        publish(told)
    return told


def _drawable(size: float, paths: Paths) -> bool:
    return not any(design_faults(Tile("", "", "", paths), size))


def _conditions(targets: LoadedTargets, loaded: LoadedCatalogue, seed: int) -> Conditions:
    """Return who plays, by which rules: the edition is the catalogue's unless the targets name another."""
    play: Any = targets.targets.play
    edition: Any = play.edition or loaded.catalogue.edition
    rules = Rules(edition, play.score_impaled, play.tie_break, play.outside)
    return Conditions(rules, play.players, play.bot, play.actions, seed)


def _about(conditions: Conditions, loaded: LoadedCatalogue) -> dict[str, object]:
    """Return what a ledger's games depend on beside the set and their numbers."""
    told = hashlib.sha256(repr(sorted(asdict(conditions).items())).encode()).hexdigest()
    return {"catalogue": loaded.document.sha256, "conditions": told, "kernel": source_digest()}


def _bar(quiet: bool) -> Any:
    if quiet or not sys.stderr.isatty():
        return None

    return Bar(eta=True)


def _publish(told: OutcomeReport, *, folder: OutputFolder, loaded: LoadedCatalogue, force: bool) -> None:
    """Publish the report and a catalogue for each set, each of which is sound; sets of an earlier search go."""
    catalogues = told.catalogues()
    texts = {**catalogues, REPORT: told.text(), DATA: json_text(told.data())}
    files = {name: text.encode() for name, text in texts.items()}
    if set(folder.remaining()) == set(files) and all(folder.holds(name, digest_of(files[name])) for name in files):
        folder.clear_leftovers()
        return
    folder.waiting = announce_waiting(folder.name)
    with folder.stage(force=force) as stage:
        for name, data in files.items():
            stage.write(name, data, digest_of(data))
        for name in catalogues:
            _check(stage.path / name)
        game, digest = loaded.catalogue.game, loaded.document.sha256
        settings: Settings = {"search": "sets"}
        stage.publish(
            Manifest(version=__version__, game=game, catalogue_sha256=digest, settings=settings, files=stage.entries)
        )


def _check(path: Path) -> None:
    """See that a catalogue that was written is what `check` calls sound."""
    loaded, deck = loaded_deck(path)
    faults = [finding for finding in findings(deck, loaded) if finding.level is Level.ERROR]
    if faults:
        raise AsterionError("\n".join(map(str, faults)))
