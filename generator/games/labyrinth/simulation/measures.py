"""What is counted in a game: one number a game and measure, so that means have intervals and decks can be paired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from generator.games.labyrinth.kernel import game as kernel_game
from generator.games.labyrinth.kernel.game import GATE_COINS, WING_COINS
from generator.games.labyrinth.simulation.games import Floats, Games
from generator.games.labyrinth.simulation.intervals import Estimate, mean_of, ratio_parts, share_of

Form: TypeAlias = Literal["number", "share", "part"]
"""Shares and parts are told in per cent; a share is mostly 0 or 1 in each game, a part anything between."""

KINDS = ("place", "rotate", "swap", "move")
"""Kinds of plies, in the order of the kernel's numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """One thing that is counted.

    Attributes:
        key: its name in the data, such as ``seats.1.wins``.
        title: its name for people.
        form: how it is told.
        values: one number a game.
    """

    key: str
    title: str
    form: Form
    values: Floats

    def estimate(self) -> Estimate:
        """Its mean, with an interval."""
        return share_of(self.values) if self.form == "share" else mean_of(self.values)


def course_measures(games: Games) -> Iterator[Measure]:
    """The course and the end of a game, all seats together."""
    column = games.rows.astype(np.float64)
    yield _number("impaled", "prisoners impaled", games.captured)
    yield _number("impaled_own", "of these by their own player", column[:, kernel_game.OWN])
    yield _number("escaped", "prisoners escaped", games.escaped.sum(axis=1))
    yield _number("escaped_gate", "by the gate", column[:, kernel_game.GATE])
    yield _number("escaped_wings", "by wings", column[:, kernel_game.FLY])
    yield _number("coins_gate", "coins escaping by the gate", column[:, GATE_COINS])
    yield _number("coins_wings", "coins escaping by wings", column[:, WING_COINS])
    yield _number("score", "points of a player", games.scores.mean(axis=1))
    yield _number("treasure", "from treasure", games.treasure.mean(axis=1))
    yield _number("impaling", "from impaling", games.kills.mean(axis=1))
    yield _number("best", "points of the winner", games.scores.max(axis=1))
    yield _number("margin", "margin of the winner", margins(games))
    yield _share("ties", "ties before the tie-break", margins(games) == 0)
    yield _share("shared", "shared victories", games.winners.sum(axis=1) > 1)
    yield _number("lead_changes", "changes of the lead", column[:, kernel_game.CHANGES])
    settled = column[:, kernel_game.SETTLED] / games.orders.shape[1]
    yield Measure("settled", "of the game until the lead settles", "part", settled)
    yield _number("plies", "plies", np.full(len(games), games.orders.shape[1]))
    yield _number("laid", "tiles laid at the end", column[:, kernel_game.LAID])
    yield _number("longer_side", "longer side of the labyrinth, cells", extents(games).max(axis=1))
    yield _number("shorter_side", "shorter side", extents(games).min(axis=1))


def _number(key: str, title: str, values: Floats) -> Measure:
    return Measure(key, title, "number", np.asarray(values, np.float64))


def _share(key: str, title: str, values: Floats | np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Measure:
    return Measure(key, title, "share", np.asarray(values, np.float64))


def margins(games: Games) -> Floats:
    """By game the points between the best seat and the next one, 0 for a tie."""
    ranked = np.sort(games.scores, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2], np.float64)


def extents(games: Games) -> Floats:
    """By game the labyrinth's width and height in cells."""
    return games.rows[:, [kernel_game.WIDTH, kernel_game.HEIGHT]].astype(np.float64)


def seat_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """For each seat, by its number from 1, its share of victories and what it scores."""
    for number in range(len(games.party.seats)):
        name = str(number + 1)
        yield name, _share(f"seats.{name}.wins", f"victories of seat {name}", games.victory[:, number])
        yield name, _number(f"seats.{name}.score", f"points of seat {name}", games.scores[:, number])
        yield name, _number(f"seats.{name}.treasure", f"treasure of seat {name}", games.treasure[:, number])
        yield name, _number(f"seats.{name}.impaling", f"impaling of seat {name}", games.kills[:, number])
        yield name, _number(f"seats.{name}.escaped", f"escaped of seat {name}", games.escaped[:, number])


def action_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """For each kind of ply how often a player uses it in a game, in how many games it occurs, and what it brings."""
    uses, gains = games.of_kinds(kernel_game.USES).sum(axis=2), games.of_kinds(kernel_game.GAINS).sum(axis=2)
    for number, kind in enumerate(KINDS):
        used, gained = uses[:, number].astype(np.float64), gains[:, number].astype(np.float64)
        yield kind, _number(f"actions.{kind}.uses", f"{kind}: uses by a player", used / len(games.party.seats))
        yield kind, _share(f"actions.{kind}.games", f"{kind}: games with it", used > 0)
        yield kind, _number(f"actions.{kind}.points", f"{kind}: points a use", ratio_parts(gained, used))
