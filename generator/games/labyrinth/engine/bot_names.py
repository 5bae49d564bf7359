"""The bots and their budgets, as they are named: ``greedy``, ``search:rounds=2,deals=8``, ``tree:nodes=20000``.

A budget is counted in what a bot looks at, never in time, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from generator.games.labyrinth.engine.rules import MalformedError

BotName: TypeAlias = str
"""A bot, and its budget where it is not the usual one."""

BOT_NAMES: tuple[str, ...] = ("random", "greedy", "search", "tree")
"""From the weakest to the strongest. ``bots.py`` says how the first three play, ``kernel/tree.py`` how `tree` plays."""
BUDGETS: dict[str, tuple[str, ...]] = {"search": ("rounds", "deals"), "tree": ("nodes",)}
"""By bot what its budget is counted in."""
LARGEST_BUDGET = 10_000_000
SMALLEST_PART = 16
"""The smallest part of a budget with which a study plays, to see which figures move."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """A bot with its budget.

    Attributes:
        kind: one of `BOT_NAMES`.
        rounds: how many rounds `search` looks ahead.
        deals: in how many imagined deals `search` tries each ply.
        nodes: how many plies `tree` imagines before it plays one.
    """

    kind: str
    rounds: int = 1
    deals: int = 2
    nodes: int = 20_000


def bot_settings(name: BotName) -> BotSettings:
    """Return the bot that a name tells.

    Raises:
        MalformedError: there is no such bot, or it has no such budget.
    """
    kind, _, budget = name.partition(":")
    if kind not in BOT_NAMES:
        raise MalformedError(f"unknown bot {kind!r}; one of {', '.join(BOT_NAMES)}")
    known = BUDGETS.get(kind, ())
    found: dict[str, Any] = {}
    for part in budget.split(",") if ":" in name else ():
        what, _, count = part.partition("=")
        if what not in known or what in found:
            has = f"its budget is {', '.join(f'{one}=NUMBER' for one in known)}" if known else "it has no budget"
            raise MalformedError(f"{part!r} is no budget of the bot {kind!r}; {has}")
        if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= LARGEST_BUDGET:
            raise MalformedError(f"{count!r} is no number of {what}; from 1 to {LARGEST_BUDGET}")
        found[what] = int(count)
    return BotSettings(kind, **found)


def smaller_budgets(name: BotName) -> tuple[BotName, ...]:
    """Return the bot with a sixteenth and a quarter of its nodes; nothing for a bot that counts none, or too few."""
    settings = bot_settings(name)
    if settings.kind != "tree" or settings.nodes < SMALLEST_PART:
        return ()
    return tuple(f"tree:nodes={settings.nodes // part}" for part in (SMALLEST_PART, 4))
