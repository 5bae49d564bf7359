"""The search for sets of designs that play as a file of targets asks."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import stopping
from generator.cli_options import catalogue_option, examples, loaded_deck, say
from generator.errors import AsterionError

if TYPE_CHECKING:
    from generator.catalogue.loading import LoadedCatalogue
    from generator.catalogue.records import Paths
    from generator.catalogue.targets import LoadedTargets
    from generator.deck.tiles import Deck
    from generator.study.evaluation import Conditions
    from generator.study.search.found import Told
    from generator.study.search.players import Players

REPORT, DATA = "report.txt", "report.json"


@click.command(
    epilog=examples(
        "asterion design --target targets.yaml",
        "asterion design --target targets.yaml --seed 7 --out output/bolder",
        "asterion build --catalogue output/asterion-design/set-1.yaml",
    )
)
@click.option(
    "--target",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="How games shall go: a file of targets; `asterion schema targets` describes it.",
)
@catalogue_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the games played and the sets found. Default: output/GAME-design.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same sets.")
@click.option("--jobs", type=click.IntRange(0, 512), default=0, help="Processes that play. Default: one a core.")
@click.option(
    "--scheduler",
    metavar="tcp://HOST:PORT",
    help="Play on the workers of this Dask scheduler, instead of processes here. Needs the extra 'cluster'.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but mistakes.")
def design(
    target: Path, catalogue: Path | None, out: Path | None, seed: int, jobs: int, scheduler: str | None, quiet: bool
) -> None:
    """Search for sets of designs that play as a file of targets asks, and write a catalogue for each of the best.

    A search that was stopped goes on by the same command, and ends as if it had not been. The same seed gives the same
    sets for any number of jobs, and for any cluster.
    """
    if scheduler and jobs:
        raise click.UsageError("--jobs counts processes here; with --scheduler the workers play")
    from generator.catalogue.targets import load_targets

    targets = load_targets(target, str(target))
    loaded, deck = loaded_deck(catalogue)
    folder = out or Path("output") / f"{loaded.catalogue.game}-design"
    told = _searched(targets, loaded, deck, folder, seed, scheduler or jobs or _cores(), quiet=quiet)
    sets = _write(told, folder)
    if not quiet:
        say(told.text())
        say("".join(f"{path}\n" for path in sets))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _players(conditions: Conditions, where: int | str) -> Iterator[Players]:
    """Who plays: so many processes here, or the workers of the scheduler at that address."""
    from generator.study.search.players import Afar, players

    if isinstance(where, int):
        with players(conditions, where, partial(click.echo, err=True)) as crew:
            yield crew
        return
    from generator.study.cluster import cluster

    with cluster(where) as workers:
        yield Afar(conditions, workers)


def _searched(
    targets: LoadedTargets,
    loaded: LoadedCatalogue,
    deck: Deck,
    folder: Path,
    seed: int,
    where: int | str,
    *,
    quiet: bool,
) -> Told:
    from generator.play.kernel import prepare
    from generator.study.search.found import Told
    from generator.study.search.ledger import opened
    from generator.study.search.pool import Pool
    from generator.study.search.racing import Search
    from generator.study.search.sets import check_possible

    pool = Pool(deck, targets, partial(_drawable, deck.catalogue.tile_mm))
    check_possible(pool, deck, targets)
    prepare(partial(click.echo, err=True))
    conditions = _conditions(targets, loaded, seed)
    bar = _bar(quiet)
    with opened(folder, _about(conditions, loaded)) as ledger, _players(conditions, where) as crew:
        search = Search(deck, targets.targets, pool, ledger, crew, seed, bar.step if bar else lambda _, __: None)
        if bar:
            bar.begin(search.effort())
        try:
            outcome = search.run()
        except stopping.Stopped as stop:
            stop.told = "stopped; the same command goes on where it was"
            raise
        finally:
            if bar:
                bar.end()
    return Told(outcome, deck, loaded, pool, targets.targets.play, targets.targets.targets)


def _drawable(size: float, paths: Paths) -> bool:
    from generator.deck.tiles import Tile
    from generator.drawing.undrawable import design_faults

    return not any(design_faults(Tile("", "", "", paths), size))


def _conditions(targets: LoadedTargets, loaded: LoadedCatalogue, seed: int) -> Conditions:
    """Who plays, by which rules: the edition is the catalogue's unless the targets name another."""
    from generator.play.rules import Rules
    from generator.study.evaluation import Conditions

    play: Any = targets.targets.play
    edition: Any = play.edition or loaded.catalogue.edition
    rules = Rules(edition, play.score_impaled, play.tie_break, play.outside)
    return Conditions(rules, play.players, play.bot, play.actions, seed)


def _about(conditions: Conditions, loaded: LoadedCatalogue) -> dict[str, object]:
    """What a ledger's games depend on beside the set and their numbers."""
    from dataclasses import asdict

    from generator.play.kernel_numba import source_digest

    told = hashlib.sha256(repr(sorted(asdict(conditions).items())).encode()).hexdigest()
    return {"catalogue": loaded.document.sha256, "conditions": told, "kernel": source_digest()}


def _bar(quiet: bool) -> Any:
    if quiet or not sys.stderr.isatty():
        return None
    from generator.cli_progress import Bar

    return Bar(eta=True)


def _write(told: Told, folder: Path) -> list[Path]:
    """Write the report and a catalogue for each set, and see that each is sound; sets of an earlier search go."""
    from generator.deck.report import json_text
    from generator.publishing.single import publish_file

    texts = {f"set-{number}.yaml": text for number, text in enumerate(told.catalogues(), 1)}
    for old in folder.glob("set-*.yaml"):
        if old.name not in texts:
            old.unlink()
    for name, text in {**texts, REPORT: told.text(), DATA: json_text(told.data())}.items():
        publish_file(folder / name, text.encode(), force=True)
    paths = [folder / name for name in texts]
    for path in paths:
        _check(path)
    return paths


def _check(path: Path) -> None:
    """See that a catalogue that was written is what `check` calls sound."""
    from generator.deck.findings import Level
    from generator.games.labyrinth.findings import all_findings

    loaded, deck = loaded_deck(path)
    faults = [finding for finding in all_findings(deck, loaded) if finding.level is Level.ERROR]
    if faults:
        raise AsterionError("\n".join(map(str, faults)))
