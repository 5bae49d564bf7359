"""The pool: the designs that a set may be made of: within the limits of the targets, and such that can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from msgspec.structs import replace

from generator.errors import InputError
from generator.games.labyrinth.catalogue.records import Paths
from generator.games.labyrinth.catalogue.target_records import Allowed, LoadedTargets, Sums, span_of
from generator.games.labyrinth.deck.space import Content, Limits, Span, content, designs, limits_of
from generator.games.labyrinth.deck.survey import distance
from generator.games.labyrinth.deck.tiles import Deck

FAR = 8
"""Steps between designs whose paths differ, where a number is needed. Own choice: more than symbols have ways."""
Loads: TypeAlias = tuple[Span, Span, Span]
"""The least and the most prisoners, coins and wings of a colour."""
LIMITS = ("open_sides", "prisoners", "coins", "wings", "extras", "path_prisoners", "path_coins", "path_wings")


class Pool:
    """What sets are made of.

    Attributes:
        designs: in the order of their spellings; a set names them by their numbers here.
        limits: that they keep.
        per_colour: tiles of a colour.
        alike: the most tiles of a colour with the same design.
        loads: what the tiles of a colour hold together.
    """

    def __init__(self, deck: Deck, loaded: LoadedTargets, drawable: Callable[[Paths], bool]) -> None:
        """Choose the designs.

        Args:
            deck: its limits hold where the targets name none.
            loaded: the targets.
            drawable: whether a design can be drawn; who draws is asked, as nothing here knows.

        Raises:
            InputError: there are none, or too few for a set.
        """
        allowed = loaded.targets.designs
        self.limits = limits_within(limits_of(deck), allowed)
        self.designs = tuple(filter(drawable, designs(self.limits)))
        first = next(iter(deck.catalogue.colours))
        self.per_colour = allowed.per_colour or sum(tile.copies for tile in deck.of_colour(first))
        self.alike = allowed.alike
        self.loads = _loads(loaded.targets.totals, self.per_colour)
        if len(self.designs) * self.alike < self.per_colour:
            place = loaded.document.value_place(("designs",))
            raise InputError.at(
                place,
                f"{len(self.designs)} designs have {self.limits}; too few for {self.per_colour} tiles of at most "
                f"{self.alike} alike; widen the limits or raise 'alike'",
            )

    @cached_property
    def contents(self) -> tuple[Content, ...]:
        """What each design holds."""
        return tuple(content(design) for design in self.designs)

    @cached_property
    def _numbers(self) -> dict[Paths, int]:
        return {design: number for number, design in enumerate(self.designs)}

    def number(self, design: Paths) -> int | None:
        """A design's number; None if it is not in the pool."""
        return self._numbers.get(design)

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """For each design all others, the nearest first."""
        count = range(len(self.designs))
        return tuple(tuple(sorted(count, key=lambda other: self._away(one, other))) for one in count)

    def _away(self, one: int, other: int) -> tuple[int, int]:
        steps = distance(self.designs[one], self.designs[other])
        return FAR if steps is None else steps, other


def limits_within(own: Limits, allowed: Allowed) -> Limits:
    """The deck's own limits, with those instead that the targets name.

    Limits that follow from others give way, unless they are named: more coins on a tile mean that a path may hold them.
    """
    told = {name: getattr(allowed, name) for name in LIMITS if getattr(allowed, name) is not None}
    spans = {name: value if name.startswith("path_") else span_of(value) for name, value in told.items()}
    loose: dict[str, object] = {
        f"path_{what}": max(getattr(own, f"path_{what}"), spans[what][1])
        for what in ("prisoners", "coins", "wings")
        if what in spans
    }
    if "coins" in spans or "wings" in spans:
        loose["extras"] = Limits().extras
    return replace(own, **(loose | spans))


def _loads(totals: Sums, tiles: int) -> Loads:
    most = 99 * tiles
    spans = (span_of(getattr(totals, what) or (0, most)) for what in ("prisoners", "coins", "wings"))
    prisoners, coins, wings = spans
    return prisoners, coins, wings
