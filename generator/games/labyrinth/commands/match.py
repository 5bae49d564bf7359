"""The command that lets bots play against each other."""

from __future__ import annotations

from typing import Any

import click

from generator.cli.options import command, format_option, variant_option
from generator.errors import from_extra
from generator.games.labyrinth.commands.rules_options import BotOption, rules_option


@command()
@click.argument("bots", metavar="BOT BOT...", type=BotOption(), nargs=-1, required=True)
@variant_option
@click.option("--players", type=click.IntRange(2, 4), multiple=True, help="How many play. Default: 2, 3 and 4.")
@click.option(
    "--games",
    type=click.IntRange(2, 1_000_000),
    default=120,
    show_default=True,
    help="Games of each pair of bots, at least.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@rules_option
@click.option(
    "--jobs", type=click.IntRange(0, 512), default=0, hidden=True, help="Threads that play. Default: one a core."
)
@format_option()
@from_extra("study")
def match(bots: tuple[str, ...], form: str, rules: tuple[Any, ...], **wishes: Any) -> None:
    """Let bots play against each other, and tell how often each one wins.

    Each bot sits alone among others of each bot named before it, once in each seat with the same deal. Its victories
    have 95 % intervals, and all together give ratings (Elo; 400 points more are ten times the chance to win). Bots:
    random, greedy, search:rounds=1,deals=2 and tree:nodes=20000, with other numbers too. Needs the extra 'study'.

    Examples:
        asterion play match search tree
        asterion play match greedy search:rounds=2,deals=8 tree:nodes=5000 --players 2 --games 400
    """
    if len(set(bots)) < max(2, len(bots)):
        raise click.UsageError("name two bots or more, each once, the weakest first")
    from generator.games.labyrinth.commands.match_run import run_match  # needs the extra

    run_match(bots, form, wishes | dict(rules))
