"""The options of the rules that games of bots are played by, and the rules that they ask for."""

from __future__ import annotations

from typing import Any, get_args

import click

from generator.cli.values import FromShelf, NamedValue
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.engine.bot_names import BOT_NAMES, bot_settings
from generator.games.labyrinth.engine.rules import OPTIONS, Edition, MalformedError, Outside, Rules, TieBreak, rules_of


class BotOption(FromShelf):
    """A bot with its budget."""

    def __init__(self) -> None:
        super().__init__("bot", lambda: BOT_NAMES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            bot_settings(value)
        except MalformedError as error:
            self.fail(str(error), param, ctx)
        return value


class YesOrNo(FromShelf):
    """Yes or no."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(value, param, ctx) == "yes"


RULES: dict[str, click.ParamType[Any]] = {
    "edition": FromShelf("edition", lambda: get_args(Edition)),
    "score-impaled": YesOrNo("answer", lambda: ("yes", "no")),
    "tie-break": FromShelf("tie-break", lambda: get_args(TieBreak)),
    "outside": FromShelf("outside", lambda: get_args(Outside)),
    "actions": YesOrNo("answer", lambda: ("yes", "no")),
}
"""Rules that may be chosen, and their values.

Whose rules they are; whether impaling scores; which escaped prisoners break a tie, ``seat`` for none, where the earlier
seat wins; which uncovered cells are outside; whether the bots act, or only place.
"""
GAMES, SEARCHED_GAMES = 10_000, 1_000
"""Games of a party by default; fewer where a bot searches, which takes fifty times as long."""


rules_option = click.option(
    "--rule",
    "rules",
    type=NamedValue("rule", RULES),
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule that is not as the catalogue says, as in tie-break=coinless; may be given several times. "
    f"Rules: {', '.join(RULES)}.",
)


class Workers(click.IntRange):
    """A number of processes or threads here, 0 for one a core, or the address of a Dask scheduler."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if "://" in str(value) else super().convert(value, param, ctx)


workers_option = click.option(
    "--jobs",
    type=Workers(0, 512),
    default=0,
    hidden=True,
    metavar="N|tcp://HOST:PORT",
    help="How many play at a time, one a core by default; or the Dask scheduler whose workers play, which needs the "
    "extra 'cluster'.",
)


def asked_rules(loaded: LoadedCatalogue, **wishes: Any) -> Rules:
    """Return the rules of the catalogue, except for what the options ask for."""
    return rules_of(loaded.catalogue, **{name: wishes.get(name) for name in ("edition", *OPTIONS)})
