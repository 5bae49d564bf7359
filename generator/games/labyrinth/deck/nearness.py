"""How near two designs are: the distance between designs, and what a deck uses, nearly repeats and lacks of a space.

The *distance* of two designs is the least number of steps that lead from one to the other, over all turns, where a step
moves a symbol from one path to another, adds one, or takes one away. Designs whose paths differ have no distance: no
step changes paths. It is our own; between designs of one pattern it is a metric, symbols of one kind being alike.

A design *nearly repeats* another if it is its mirror image, or if it has the same paths and one symbol moved: at the
table they pass for one another. One symbol more or less is no repeat, as the tile is worth something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generator.games.labyrinth.catalogue.records import Paths, turned_paths
from generator.games.labyrinth.deck.limits import Limits, content
from generator.games.labyrinth.deck.space import designs, mirrored, pattern_of
from generator.games.labyrinth.deck.tiles import Deck
from generator.geometry import QUARTER_TURNS

MIRROR_IMAGE = "mirror image"
SYMBOLS = ("prisoner", "coin", "wing")


def distance(one: Paths, other: Paths) -> int | None:
    """Steps from one design to another; None if their paths differ."""
    exits = [path.exits for path in one]
    found = []
    for turns in range(QUARTER_TURNS):
        turned = turned_paths(other, turns)
        if [path.exits for path in turned] == exits:
            found.append(sum(_steps(one, turned, kind) for kind in range(len(SYMBOLS))))
    return min(found, default=None)


def _steps(one: Paths, other: Paths, kind: int) -> int:
    """Steps for one kind of symbol: those too many somewhere go where some are missing, the rest comes or goes."""
    more = [b.holds[kind] - a.holds[kind] for a, b in zip(one, other, strict=True)]
    return max(sum(d for d in more if d > 0), sum(-d for d in more if d < 0))


def likeness(one: Paths, other: Paths) -> str | None:
    """In what way one design nearly repeats another; None if it does not, or if they are equal."""
    if one == other:
        return None
    if mirrored(one) == other:
        return MIRROR_IMAGE
    if distance(one, other) != 1 or content(one) != content(other):
        return None
    return f"{_moved(one, other)} moved"


def _moved(one: Paths, other: Paths) -> str:
    """The kind of the only symbol that lies elsewhere."""
    exits = [path.exits for path in one]
    for turns in range(QUARTER_TURNS):
        turned = turned_paths(other, turns)
        if [path.exits for path in turned] == exits:
            steps = [_steps(one, turned, kind) for kind in range(len(SYMBOLS))]
            if sum(steps) == 1:
                return SYMBOLS[steps.index(1)]
    raise ValueError("the designs are not one step apart")


class Repeat(Struct, frozen=True):
    """A design of the deck that another nearly repeats.

    Attributes:
        design: id of the deck's design.
        how: ``mirror image``, or what was moved, as in ``wing moved``.
    """

    design: str
    how: str


class Sight(Struct, frozen=True):
    """A design of the space, seen from a deck.

    Attributes:
        paths: the design.
        designs: ids of the deck's designs that are equal to it; empty if the deck lacks it.
        near: designs of the deck that it nearly repeats.
    """

    paths: Paths
    designs: tuple[str, ...]
    near: tuple[Repeat, ...]

    @property
    def plain(self) -> bool:
        """Whether it holds neither coins nor wings."""
        return not any(content(self.paths)[1:])


class Survey(Struct, frozen=True):
    """A space of designs as a deck makes use of it.

    Attributes:
        limits: of the space.
        sights: every design of the space.
        outside: ids of the deck's designs that are not in the space.
        repeats: pairs of the deck's own designs that nearly repeat one another, and how.
    """

    limits: Limits
    sights: tuple[Sight, ...]
    outside: tuple[str, ...]
    repeats: tuple[tuple[str, str, str], ...]

    @property
    def used(self) -> tuple[Sight, ...]:
        """Designs that the deck has."""
        return tuple(sight for sight in self.sights if sight.designs)

    @property
    def lacking(self) -> tuple[Sight, ...]:
        """Plain designs that the deck has not."""
        return tuple(sight for sight in self.sights if sight.plain and not sight.designs)


def printed_designs(deck: Deck) -> dict[str, Paths]:
    """The designs that a deck prints, by id, in the order of their numbers."""
    return {tile.design: tile.paths for tile in sorted(deck.tiles, key=lambda tile: _number(deck, tile.design))}


def _number(deck: Deck, design: str) -> int:
    return deck.catalogue.designs[design].number


def survey(deck: Deck, limits: Limits) -> Survey:
    """What a deck uses, nearly repeats and lacks of the designs within limits."""
    own = printed_designs(deck)
    space = designs(limits)
    sights = tuple(
        Sight(paths, tuple(name for name, mine in own.items() if mine == paths), tuple(_near(paths, own)))
        for paths in space
    )
    outside = tuple(name for name, paths in own.items() if not limits.keeps(paths))
    names = list(own)
    repeats = tuple(
        (name, other, how)
        for place, name in enumerate(names)
        for other in names[place + 1 :]
        if (how := likeness(own[name], own[other]))
    )
    return Survey(limits, sights, outside, repeats)


def _near(paths: Paths, own: dict[str, Paths]) -> Iterator[Repeat]:
    pattern = pattern_of(paths)
    patterns = {pattern, mirrored(pattern)}
    for name, mine in own.items():
        if pattern_of(mine) in patterns and (how := likeness(paths, mine)):
            yield Repeat(name, how)
