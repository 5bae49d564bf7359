"""The search for sets of designs that play as a file of targets asks."""

from __future__ import annotations

from pathlib import Path

import click

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.cli.options import command, game_options
from generator.cli.values import IdOrFile
from generator.errors import from_extra
from generator.games.labyrinth.commands.rules_options import workers_option
from generator.processes import cores


@command()
@click.argument("target", type=IdOrFile("target", "targets", library.targets))
@game_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the games played and the sets found. Default: output/GAME-design.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same sets.")
@workers_option
@click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking.")
@click.option("-q", "--quiet", is_flag=True, help="Print only mistakes.")
@from_extra("search")
def search(
    target: ShelfFile,
    out: Path | None,
    seed: int,
    jobs: int | str,
    *,
    force: bool,
    quiet: bool,
) -> None:
    """Search for sets of designs that play as a file of targets asks, and write a catalogue for each of the best.

    TARGET is that file, or the id of one in `targets/`; `asterion list schemas targets` describes it.

    A search that was stopped goes on by the same command, and ends as if it had not been. The same seed gives the same
    sets for any number of jobs, and for any cluster.

    Examples:
        asterion play search targets.yaml
        asterion play search targets.yaml --seed 7 --out output/bolder
        asterion build output/asterion-design/set-1.yaml --only sheets --out output/set-1
    """
    from generator.games.labyrinth.commands.search_run import run_search  # needs the extra

    run_search(target, out, seed, jobs or cores(), force=force, quiet=quiet)
