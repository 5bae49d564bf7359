"""The command that studies a deck: bots play thousands of games, and every figure has its interval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.cli.options import command, format_option, game_options
from generator.cli.values import DeckName, FileEnding
from generator.errors import from_extra
from generator.games.labyrinth.commands.rules_options import (
    GAMES,
    SEARCHED_GAMES,
    BotOption,
    rules_option,
    workers_option,
)

MOST_GAMES = 1_000_000
"""Most games of a study; their results fit into a gigabyte of memory."""


@command()
@game_options
@click.option(
    "--against",
    type=DeckName(),
    metavar="DECK",
    help="Another deck, compared with on the same random numbers: a catalogue, a game, a variant, a built folder.",
)
@click.option(
    "--players", type=click.IntRange(2, 4), multiple=True, help="How many. Default: 4; of --seats: 2, 3 and 4."
)
@click.option(
    "--bot",
    "bots",
    type=BotOption(),
    multiple=True,
    help="Who plays all seats. Default: greedy; of --seats: random, greedy and search.",
)
@click.option("--seats", is_flag=True, help="Measure rules that would level the seats, instead of everything else.")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    help=f"Games of each party. Default: {GAMES}, with searching bots {SEARCHED_GAMES}.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@rules_option
@workers_option
@click.option(
    "--report",
    type=FileEnding("report", ".html", ".pdf"),
    metavar="FILE",
    help="Write tables and plots there too: a .html or .pdf file.",
)
@click.option("--force", is_flag=True, help="Replace the report's file, without asking.")
@format_option()
@from_extra("study")
def study(
    against: str | None, form: str, report: Path | None, force: bool, rules: tuple[Any, ...], **wishes: Any
) -> None:
    """Find out how a deck plays: bots play thousands of games, and every figure has its interval.

    --players and --bot may be given several times; each bot plays with each number of players. The same seed gives the
    same figures, for any number of jobs. Needs the extra 'study'.

    Examples:
        asterion play study
        asterion play study --players 2 --players 4 --bot greedy --bot search --report study.html
        asterion play study --seats
        asterion play study mine.yaml --against tiles.yaml --format json
        asterion play study --variant original --against asterion
    """
    wishes |= dict(rules)
    from generator.games.labyrinth.commands.study_run import run_study  # needs the extra

    run_study(against, form, report, wishes, force=force)
