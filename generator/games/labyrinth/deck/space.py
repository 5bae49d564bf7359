"""The space of designs: every design within limits, once, in its canonical orientation.

::

    pattern   the paths alone, such as NS | E | W          patterns()   17, of which 7 are open on all sides
    design    a pattern whose paths hold something         designs()    143 with one prisoner and at most one extra

The enumeration lists, ``counting.py`` counts by formula; a test holds the two together
(`test_the_listing_has_as_many_as_the_formula_says`). Designs come in the order of their spellings, so those with the
same paths come together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.errors import AsterionError
from generator.games.labyrinth.catalogue.records import Exits, Path, Paths, canonical_paths, spelling_rank
from generator.games.labyrinth.deck.counting import count_designs
from generator.games.labyrinth.deck.limits import Content, Limits
from generator.geometry import SIDES, Side

MOST_DESIGNS = 20_000
"""Designs that are listed at most; own choice: some seconds of work. The formula counts more."""
MIRROR = {Side.N: Side.N, Side.E: Side.W, Side.S: Side.S, Side.W: Side.E}


def patterns(limits: Limits | None = None) -> tuple[Paths, ...]:
    """Every pattern of paths: the partitions of sets of sides, up to turning."""
    opens = (limits or Limits()).opens
    found = {
        canonical_paths(tuple(Path(exits=Exits(sorted(block))) for block in blocks))
        for count in range(1, len(SIDES) + 1)
        if opens(count)
        for sides in combinations(SIDES, count)
        for blocks in partitions(sides)
    }
    return tuple(sorted(found, key=spelling_rank))


def partitions(sides: Sequence[Side]) -> Iterator[list[list[Side]]]:
    """Every way to join sides into paths."""
    if not sides:
        yield []
        return
    first, *others = sides
    for rest in partitions(others):
        yield [[first], *rest]
        for place, block in enumerate(rest):
            yield [*rest[:place], [first, *block], *rest[place + 1 :]]


def designs(limits: Limits) -> tuple[Paths, ...]:
    """Every design within the limits.

    Raises:
        AsterionError: there are more than anybody wants to see listed.
    """
    if (count := count_designs(limits)) > MOST_DESIGNS:
        raise AsterionError(f"{count} designs have {limits}; at most {MOST_DESIGNS} are listed, so narrow the limits")
    found = {canonical_paths(design) for pattern in patterns(limits) for design in _furnished(pattern, limits)}
    return tuple(sorted(found, key=spelling_rank))


def _furnished(pattern: Paths, limits: Limits) -> Iterator[Paths]:
    """The pattern with everything that its paths may hold."""
    for holdings in _holdings(len(pattern), limits.of_a_path(), limits):
        yield tuple(
            Path(exits=path.exits, prisoners=prisoners, coins=coins, wings=wings)
            for path, (prisoners, coins, wings) in zip(pattern, holdings, strict=True)
        )


def _holdings(paths: int, choices: Sequence[Content], limits: Limits) -> Iterator[tuple[Content, ...]]:
    """What so many paths may hold, one after another; what is too much already is not gone on with."""
    most = (limits.prisoners[1], limits.coins[1], limits.wings[1])

    def further(held: tuple[Content, ...], total: Content) -> Iterator[tuple[Content, ...]]:
        if len(held) == paths:
            if limits.allows(total):
                yield held
            return
        for choice in choices:
            sums = (total[0] + choice[0], total[1] + choice[1], total[2] + choice[2])
            if all(value <= bound for value, bound in zip(sums, most, strict=True)):
                yield from further((*held, choice), sums)

    return further((), (0, 0, 0))


def mirrored(paths: Paths) -> Paths:
    """The mirror image of a design, in its canonical orientation."""
    return canonical_paths(
        tuple(
            Path(
                exits=Exits(sorted(MIRROR[side] for side in path.exits)),
                prisoners=path.prisoners,
                coins=path.coins,
                wings=path.wings,
            )
            for path in paths
        )
    )


def pattern_of(paths: Paths) -> Paths:
    """The paths of a design alone, in their canonical orientation."""
    return canonical_paths(tuple(Path(exits=path.exits) for path in paths))
