"""Limits of a space of designs: how many sides are open, and what a tile and each of its paths may hold."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from generator.games.labyrinth.catalogue.records import Path, Paths
from generator.games.labyrinth.deck.tiles import Deck
from generator.geometry import SIDES
from generator.wording import plural

Span: TypeAlias = tuple[int, int]
"""The least and the most, both allowed."""
Content: TypeAlias = tuple[int, int, int]
"""Prisoners, coins and wings."""


class Limits(Struct, frozen=True):
    """Which designs belong to a space.

    Every path has an exit: what no exit reaches is no part of the labyrinth. As at least one side is open, the blank
    tile is left out.

    Attributes:
        open_sides: sides of a tile where a path leaves it.
        prisoners, coins, wings: what a tile holds of each.
        extras: coins and wings of a tile taken together.
        path_prisoners, path_coins, path_wings: the most that one path holds of each.
    """

    open_sides: Span = (1, len(SIDES))
    prisoners: Span = (0, 0)
    coins: Span = (0, 0)
    wings: Span = (0, 0)
    extras: Span = (0, 999)
    path_prisoners: int = 999
    path_coins: int = 999
    path_wings: int = 999

    def allows(self, content: Content) -> bool:
        """Whether a whole tile may hold that."""
        prisoners, coins, wings = content
        return (
            _within(prisoners, self.prisoners)
            and _within(coins, self.coins)
            and _within(wings, self.wings)
            and _within(coins + wings, self.extras)
        )

    def opens(self, sides: int) -> bool:
        """Whether a tile may be open on so many sides."""
        return sides > 0 and _within(sides, self.open_sides)

    def of_a_path(self) -> tuple[Content, ...]:
        """What one path may hold, the empty path first."""
        most_extras = self.extras[1]
        return tuple(
            (prisoners, coins, wings)
            for prisoners in range(min(self.path_prisoners, self.prisoners[1]) + 1)
            for coins in range(min(self.path_coins, self.coins[1], most_extras) + 1)
            for wings in range(min(self.path_wings, self.wings[1], most_extras - coins) + 1)
        )

    def keeps(self, paths: Paths) -> bool:
        """Whether a design belongs to the space."""
        within = all(
            held <= most
            for path in paths
            for held, most in zip(path.holds, (self.path_prisoners, self.path_coins, self.path_wings), strict=True)
        )
        return within and all(p.exits for p in paths) and self.opens(open_sides(paths)) and self.allows(content(paths))

    def __str__(self) -> str:
        """In words, such as ``4 open sides, 1 prisoner, 0 or 1 coins, 0 or 1 wing``."""
        told = [_told(self.open_sides, "open side")]
        told += [_told(getattr(self, f"{what}s"), what) for what in ("prisoner", "coin", "wing")]
        if self.extras[1] < self.coins[1] + self.wings[1] or self.extras[0] > self.coins[0] + self.wings[0]:
            told.append(f"{_told(self.extras, 'extra')} (coin or wing)")
        for what in ("prisoner", "coin", "wing"):
            most: int = getattr(self, f"path_{what}s")
            if most < getattr(self, f"{what}s")[1]:
                told.append(f"at most {plural(most, what)} a path")
        return ", ".join(told)


def _within(value: int, span: Span) -> bool:
    return span[0] <= value <= span[1]


def _told(span: Span, what: str) -> str:
    least, most = span
    if least == most:
        return plural(least, what)
    return f"{least} {'or' if most == least + 1 else 'to'} {plural(most, what)}"


def content(paths: Paths) -> Content:
    """What a design holds."""
    return sum(p.prisoners for p in paths), sum(p.coins for p in paths), sum(p.wings for p in paths)


def open_sides(paths: Paths) -> int:
    """How many sides of a design are open."""
    return sum(len(path.exits) for path in paths)


def limits_of(deck: Deck) -> Limits:
    """The narrowest limits that every tile of a deck keeps."""
    designs = list({tile.paths: None for tile in deck.tiles})
    paths: list[Path] = [path for design in designs for path in design]
    prisoners, coins, wings = zip(*(content(design) for design in designs), strict=True)
    extras = [c + w for c, w in zip(coins, wings, strict=True)]
    sides = [open_sides(design) for design in designs]
    return Limits(
        open_sides=(max(1, min(sides)), max(sides)),
        prisoners=(min(prisoners), max(prisoners)),
        coins=(min(coins), max(coins)),
        wings=(min(wings), max(wings)),
        extras=(min(extras), max(extras)),
        path_prisoners=max(path.prisoners for path in paths),
        path_coins=max(path.coins for path in paths),
        path_wings=max(path.wings for path in paths),
    )
