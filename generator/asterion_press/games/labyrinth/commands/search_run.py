"""The work of `asterion play search`, which needs the extra `search`."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any

import click

from asterion_press import __version__, stopping
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.build import announce_waiting, may_replace_changes
from asterion_press.cli.options import base_folder
from asterion_press.cli.terminal import say
from asterion_press.errors import AsterionError, InputError, PublishError
from asterion_press.games.labyrinth.art.tile_plan import design_faults
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Paths
from asterion_press.games.labyrinth.catalogue.target_records import LoadedTargets, load_targets
from asterion_press.games.labyrinth.commands.deck_names import loaded_deck
from asterion_press.games.labyrinth.commands.play_options import bar_of, executor_of
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, deck_of
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.labyrinth.kernel.numba_adapter import source_digest
from asterion_press.games.labyrinth.simulation.games import Party
from asterion_press.games.labyrinth.simulation.ledger import JOURNAL, NAME, open_ledger
from asterion_press.games.labyrinth.simulation.search import OutcomeReport, Search, most_games
from asterion_press.games.labyrinth.simulation.sets import Pool, check_possible
from asterion_press.games.report import Level, json_text
from asterion_press.publish import Manifest, OutputFolder
from asterion_press.publish.file_operations import digest_of
from asterion_press.publish.location import check_place
from asterion_press.publish.manifest import REMEDY, describe_set

REPORT, DATA = "report.txt", "report.json"
GOES_ON = "the same command goes on where it was"


def run_search(target: ShelfFile, out: Path | None, seed: int, jobs: int | str, *, force: bool, quiet: bool) -> None:
    """Search for sets of designs, publish those that were found, and print them.

    Args:
        target: the file of targets.
        out: folder for the games played and the sets found.
        seed: same seed, same sets.
        jobs: how many threads play, 0: one a core; or the address of a scheduler whose workers play.
        force: whether files that were changed by hand are replaced unasked.
        quiet: whether nothing but mistakes is printed.
    """
    targets = load_targets(target)
    loaded, deck = loaded_deck()
    folder = _folder(out or base_folder() / "output" / f"{loaded.catalogue.game}-design", loaded.catalogue.game)
    force = force or may_replace_changes(folder)
    folder.check_ours(force=force)

    def drawable(paths: Paths) -> bool:
        return not any(design_faults(Tile("", "", "", paths), deck.catalogue.tile_mm))

    pool = Pool(deck, targets, drawable)
    check_possible(pool, deck, targets)
    party, aims = _party(targets, loaded, deck), targets.targets
    # what a ledger's games depend on beside the set and their numbers
    conditions = hashlib.sha256(repr((party.rules, party.bots, party.acts, seed)).encode()).hexdigest()
    about = {"catalogue": loaded.document.sha256, "conditions": conditions, "kernel": source_digest()}
    with (
        open_ledger(folder.path, about, partial(click.secho, fg="yellow", err=True)) as ledger,
        executor_of(jobs) as executor,
        bar_of(most_games(aims.search)) as step,
    ):
        on_progress = (lambda _, __: None) if quiet else step
        try:
            outcome = Search(deck, aims, pool, ledger, party, seed, executor, on_progress).run()
        except stopping.Stopped as stop:
            stop.message = f"stopped; {GOES_ON}"
            raise
        report = OutcomeReport(outcome, loaded, pool, aims)
        _publish(report, folder, loaded, force=force)  # while nobody else can search in that folder
    if not quiet:
        say(report.text())
        say("".join(f"{Path(folder.name) / name}\n" for name in report.catalogues()))


def _party(targets: LoadedTargets, loaded: LoadedCatalogue, deck: Deck) -> Party:
    """Return the bots that play, by the rules of the targets.

    Raises:
        InputError: the bots cannot act in this game.
    """
    play: Any = targets.targets.play
    edition: Any = play.edition or loaded.catalogue.edition  # the catalogue's unless the targets name another
    rules = Rules(edition, play.score_impaled, play.tie_break, play.outside)
    if play.actions and not rules.acts:
        message = f"there are no actions in this game ({rules.edition} edition); write false"
        raise InputError.at(targets.document.value_place(("play", "actions")), message)
    return Party.of(GameSet.of(deck), rules, play.players, play.bot, acts=play.actions is not False)


def _folder(path: Path, game: str) -> OutputFolder:
    """Return the folder of a search, which may hold the games that were played for one that was stopped.

    Raises:
        PublishError: something else was published there, or it can never be.
    """
    folder = OutputFolder(path, spared=(NAME, JOURNAL))
    check_place(folder.path, folder.name)
    if (previous := folder.previous) is not None and (previous.game != game or "search" not in previous.settings):
        raise PublishError(f"{folder.name} holds {describe_set(previous)}; {REMEDY}")
    return folder


def _publish(report: OutcomeReport, folder: OutputFolder, loaded: LoadedCatalogue, *, force: bool) -> None:
    """Publish the report and a catalogue for each set, each of which is sound; sets of an earlier search go."""
    catalogues = report.catalogues()
    texts = {**catalogues, REPORT: report.text(), DATA: json_text(report.data())}
    files = {name: text.encode() for name, text in texts.items()}
    if set(folder.remaining()) == set(files) and all(folder.holds(name, digest_of(files[name])) for name in files):
        folder.clear_leftovers()
        return
    folder.waiting = announce_waiting(folder.name)
    with folder.stage(force=force) as stage:
        for name, data in files.items():
            stage.write(name, data, digest_of(data))
        for name in catalogues:
            written = load_catalogue(ShelfFile("", stage.path / name, name))
            deck = deck_of(written.catalogue)
            if faults := [finding for finding in findings(deck, written) if finding.level is Level.ERROR]:
                raise AsterionError("\n".join(map(str, faults)))
        game, digest, entries = loaded.catalogue.game, loaded.document.sha256, stage.entries
        manifest = Manifest(
            version=__version__, game=game, catalogue_sha256=digest, settings={"search": "sets"}, files=entries
        )
        stage.publish(manifest)
