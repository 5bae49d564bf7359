"""The bots as they are named: ``greedy``, ``search:rounds=2,deals=8``, ``tree:nodes=20000,without=rotate``.

A budget is counted in what a bot looks at, so that the same seed gives the same game on every machine. ``tree:ms=250``
asks for as many nodes as fit into that time here; games are played and recorded with the nodes.
Any bot can be told to do without some actions; it imagines others who do without them, too.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from asterion_press.games.labyrinth.engine.rules import MalformedError

BotName: TypeAlias = str
"""A bot, and its budget where it is not the usual one."""

BOT_NAMES: tuple[str, ...] = ("random", "greedy", "search", "tree")
"""From the weakest to the strongest. ``bots.py`` says how the first three play, ``kernel/bots.py`` how `tree` plays."""
BUDGETS: dict[str, tuple[str, ...]] = {"search": ("rounds", "deals"), "tree": ("nodes", "ms")}
"""By bot what its budget is counted in."""
ACTION_NAMES: tuple[str, ...] = ("rotate", "swap", "move")
"""Actions that a bot can do without."""
WITHOUT = "without"
LARGEST_BUDGET = 10_000_000
SMALLEST_PART = 16
"""The smallest part of a budget with which a study plays, to see which figures move."""


class BotSettings(Struct, frozen=True):
    """A bot with its budget.

    Attributes:
        kind: one of `BOT_NAMES`.
        rounds: how many rounds `search` looks ahead.
        deals: in how many imagined deals `search` tries each ply.
        nodes: how many plies `tree` imagines before it plays one.
        ms: milliseconds a ply that `nodes` has to be made of; 0 if it stands.
        without: actions that the bot never takes.
    """

    kind: str
    rounds: int = 1
    deals: int = 2
    nodes: int = 20_000
    ms: int = 0
    without: tuple[str, ...] = ()


def bot_settings(name: BotName) -> BotSettings:
    """Return the bot that a name tells.

    Raises:
        MalformedError: there is no such bot, it has no such budget, or there is no such action.
    """
    kind, _, budget = name.partition(":")
    if kind not in BOT_NAMES:
        raise MalformedError(f"unknown bot {kind!r}; one of {', '.join(BOT_NAMES)}")
    known = BUDGETS.get(kind, ())
    found: dict[str, Any] = {}
    for part in budget.split(",") if ":" in name else ():
        what, _, count = part.partition("=")
        if what in found:
            raise MalformedError(f"{what} stands twice in {name!r}")
        if what == WITHOUT:
            found[what] = tuple(count.split("+"))
            if unknown := [action for action in found[what] if action not in ACTION_NAMES]:
                raise MalformedError(f"unknown action {unknown[0]!r}; one of {', '.join(ACTION_NAMES)}, joined by +")
            continue
        if what not in known:
            takes = ", ".join([*(f"{one}=NUMBER" for one in known), f"{WITHOUT}=ACTION"])
            raise MalformedError(f"the bot {kind!r} takes no {part!r}; it takes {takes}")
        if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= LARGEST_BUDGET:
            raise MalformedError(f"{count!r} is no number of {what}; from 1 to {LARGEST_BUDGET}")
        found[what] = int(count)
    if {"nodes", "ms"} <= set(found):
        raise MalformedError("a budget is counted in nodes or in ms, not in both")
    return BotSettings(kind, **found)


def smaller_budgets(name: BotName) -> tuple[BotName, ...]:
    """Return the bot with a sixteenth and a quarter of its nodes; nothing for a bot that counts none, or too few."""
    settings = bot_settings(name)
    if settings.kind != "tree" or settings.nodes < SMALLEST_PART:
        return ()
    return tuple(tree_name(settings, settings.nodes // part) for part in (SMALLEST_PART, 4))


def tree_name(settings: BotSettings, nodes: int) -> BotName:
    """Return the name of a bot `tree` with another number of nodes."""
    without = f",{WITHOUT}={'+'.join(settings.without)}" if settings.without else ""
    return f"tree:nodes={nodes}{without}"
