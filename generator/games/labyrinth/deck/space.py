"""The space of designs: its limits, every design within them in its canonical orientation, and how many there are.

::

    pattern   the paths alone, such as NS | E | W          patterns()   17, of which 7 are open on all sides
    design    a pattern whose paths hold something         designs()    143 with one prisoner and at most one extra

Designs are listed by enumeration and counted by formula; a test holds the two together
(`test_the_listing_has_as_many_as_the_formula_says`). They are listed in the order of their spellings, so those with the
same paths come together.

Designs that become equal by a turn are one, so they are orbits of the group of turns, and Burnside's lemma counts
orbits: the mean, over the group's elements, of how many labelled designs each element leaves as they are::

    designs = 1/4 (fixed by no turn + by a quarter turn + by a half turn + by three quarter turns)

What an element g leaves as it is follows from its cycles on the four sides. A cycle of sides is closed as a whole, or
open as a whole. The open cycles fall into groups that share their paths; in a group of j cycles g passes d paths round
(d divides the length of every cycle, each path takes every d-th side of each), which can be laid in d^(j-1) ways, and
all d paths hold the same. What is held is counted by the exponents of a polynomial, so that limits of whole tiles can
be applied at the end::

    fixed(g) = sum over closed cycles, sum over groupings of the others, product over groups of
               sum over d of d^(j-1) h(x^d),        h = sum over what a path may hold of x^content

Source: W. Burnside, "Theory of Groups of Finite Order", 1897, section 118 (the lemma is older; P. Neumann, "A lemma
that is not Burnside's", 1979); for the fixed set partitions F. Bergeron, G. Labelle, P. Leroux, "Combinatorial Species
and Tree-like Structures", 1998, section 2.2. Partitions of subsets of n sides, labelled, are the Bell numbers B(n+1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress, product
from math import gcd
from operator import add, attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.errors import AsterionError
from generator.games.labyrinth.catalogue.records import Exits, Path, Paths, canonical_paths, spelling_rank, with_symbols
from generator.games.labyrinth.catalogue.symbol_table import EXTRAS, PLURALS, SYMBOLS
from generator.games.labyrinth.deck.tiles import Deck
from generator.geometry import QUARTER_TURNS, SIDES, Side
from generator.wording import plural

Span: TypeAlias = tuple[int, int]
"""The least and the most, both allowed."""
Content: TypeAlias = tuple[int, ...]
"""Number of symbols of each kind, in the order of their table."""
MANY = 999
"""More than there are of anything: no limit."""
IS_EXTRA = tuple(kind.is_extra for kind in SYMBOLS.values())


@with_symbols(Span, (0, 0))
class _Spans(Struct, frozen=True):
    """Ranges of the open sides of a tile, and of the symbols of each kind on it."""

    open_sides: Span = (1, len(SIDES))


@with_symbols(int, MANY, prefix="path_")
class Limits(_Spans, frozen=True):
    """The limits of a space of designs.

    Every path has an exit: what no exit reaches is no part of the labyrinth. As at least one side is open, the blank
    tile is left out.

    Attributes:
        open_sides: sides of a tile where a path leaves it.
        prisoners, coins, ...: what a tile holds of each kind of symbol; see :attr:`spans`.
        extras: extras of a tile taken together.
        path_prisoners, path_coins, ...: the most that one path holds of each; see :attr:`most_on_path`.
    """

    extras: Span = (0, MANY)
    if TYPE_CHECKING:

        def __init__(self, open_sides: Span = ..., *spans: Any, **named: Any) -> None: ...

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the least and the most that a tile holds of each kind of symbol."""
        return _SPANS(self)

    @property
    def most_on_path(self) -> tuple[int, ...]:
        """Return the most that one path holds of each kind of symbol."""
        return _MOST_ON_PATH(self)

    def allows(self, content: Content) -> bool:
        """Return whether a whole tile may hold that."""
        return all(map(_within, content, self.spans)) and _within(extras_in(content), self.extras)

    def opens(self, sides: int) -> bool:
        """Return whether a tile may be open on so many sides."""
        return sides > 0 and _within(sides, self.open_sides)

    def of_a_path(self) -> tuple[Content, ...]:
        """Return what one path may hold, the empty path first."""
        extras = (self.extras[1] if is_extra else MANY for is_extra in IS_EXTRA)
        tile = (span[1] for span in self.spans)
        ranges = (range(min(most) + 1) for most in zip(tile, self.most_on_path, extras, strict=True))
        return tuple(held for held in product(*ranges) if extras_in(held) <= self.extras[1])

    def keeps(self, paths: Paths) -> bool:
        """Return whether a design belongs to the space."""
        within = all(held <= most for path in paths for held, most in zip(path.counts, self.most_on_path, strict=True))
        return within and all(p.exits for p in paths) and self.opens(open_sides(paths)) and self.allows(content(paths))

    def __str__(self) -> str:
        """Return the limits in words, such as ``4 open sides, 1 prisoner, 0 or 1 coins, 0 or 1 wing``."""
        told = [_told(self.open_sides, "open side")]
        told += [_told(span, what) for span, what in zip(self.spans, SYMBOLS, strict=True)]
        least, most = (extras_in([span[end] for span in self.spans]) for end in (0, 1))
        if self.extras[1] < most or self.extras[0] > least:
            names = " or ".join(compress(SYMBOLS, IS_EXTRA))
            told.append(f"{_told(self.extras, 'extra')} ({names})")
        for what, on_path, span in zip(SYMBOLS, self.most_on_path, self.spans, strict=True):
            if on_path < span[1]:
                told.append(f"at most {plural(on_path, what)} a path")
        return ", ".join(told)


_SPANS: Callable[[Limits], tuple[Span, ...]] = attrgetter(*PLURALS)
_MOST_ON_PATH: Callable[[Limits], tuple[int, ...]] = attrgetter(*(f"path_{plural}" for plural in PLURALS))


def extras_in(content: Sequence[int]) -> int:
    """Return how many extras there are among symbols of each kind."""
    return sum(compress(content, IS_EXTRA))


def _within(value: int, span: Span) -> bool:
    return span[0] <= value <= span[1]


def _told(span: Span, what: str) -> str:
    least, most = span
    if least == most:
        return plural(least, what)
    return f"{least} {'or' if most == least + 1 else 'to'} {plural(most, what)}"


def content(paths: Iterable[Path]) -> Content:
    """Return how many symbols of each kind a design holds."""
    return tuple(map(sum, zip(*(path.counts for path in paths), strict=True)))


def open_sides(paths: Paths) -> int:
    """Return how many sides of a design are open."""
    return sum(len(path.exits) for path in paths)


def limits_of(deck: Deck) -> Limits:
    """Return the narrowest limits that every tile of a deck keeps."""
    designs = list({tile.paths: None for tile in deck.tiles})
    paths: list[Path] = [path for design in designs for path in design]
    contents = [content(design) for design in designs]
    extras = [extras_in(held) for held in contents]
    sides = [open_sides(design) for design in designs]
    spans = [(min(held), max(held)) for held in zip(*contents, strict=True)]
    most_on_path = [max(held) for held in zip(*(path.counts for path in paths), strict=True)]
    return Limits((max(1, min(sides)), max(sides)), *spans, (min(extras), max(extras)), *most_on_path)


def change_limits(own: Limits, told: Mapping[str, Any]) -> Limits:
    """Return limits of a deck with some of them replaced, by name.

    Limits that follow from others give way, unless they are given: more coins on a tile mean that a path may hold them,
    and that there may be more extras.
    """
    loose: dict[str, Any] = {
        f"path_{what}": max(getattr(own, f"path_{what}"), told[what][1]) for what in PLURALS if what in told
    }
    if any(what in told for what in EXTRAS):
        loose["extras"] = Limits().extras
    return replace(own, **(loose | dict(told)))


Polynomial: TypeAlias = Counter[Content]
"""Number of labelled designs for each content."""
Permutation: TypeAlias = tuple[int, ...]
"""For each side the side that it becomes."""

NOTHING: Content = (0,) * len(SYMBOLS)
TURNS: tuple[Permutation, ...] = tuple(tuple(side.turned(n) for side in SIDES) for n in range(QUARTER_TURNS))
"""The four turns of a square."""
MIRRORS: tuple[Permutation, ...] = tuple(tuple(turn[-side % QUARTER_TURNS] for side in SIDES) for turn in TURNS)
"""Its four mirror images: east and west exchanged, then turned."""


def count_designs(limits: Limits) -> int:
    """Count the designs up to turning."""
    return _orbits(limits, TURNS)


def count_up_to_mirrors(limits: Limits) -> int:
    """Count the designs up to turning, mirror images being one, too."""
    return _orbits(limits, TURNS + MIRRORS)


def _orbits(limits: Limits, group: Sequence[Permutation]) -> int:
    """Return the mean of the fixed designs over the group, a whole number by Burnside's lemma."""
    fixed = (item for element in group for item in fixed_by(element, limits).items())
    return sum(count for content, count in fixed if limits.allows(content)) // len(group)


def fixed_by(element: Permutation, limits: Limits) -> Polynomial:
    """Count labelled designs that an element leaves as they are, by content; limits of tiles are not applied."""
    cycles = cycle_lengths(element)
    one_path = Counter(dict.fromkeys(limits.of_a_path(), 1))
    found: Polynomial = Counter()
    for count in range(len(cycles) + 1):
        for closed in combinations(range(len(cycles)), count):
            opened = [length for place, length in enumerate(cycles) if place not in closed]
            if limits.opens(sum(opened)):
                for grouping in groupings(opened):
                    found.update(_laid(grouping, one_path))
    return found


def cycle_lengths(element: Permutation) -> list[int]:
    """Return the lengths of a permutation's cycles."""
    lengths, seen = [], set[int]()
    for start in range(len(element)):
        length, place = 0, start
        while place not in seen:
            seen.add(place)
            length, place = length + 1, element[place]
        if length:
            lengths.append(length)
    return lengths


def groupings(cycles: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to put cycles, each different from the others, into groups."""
    if not cycles:
        yield []
        return
    first, *others = cycles
    for rest in groupings(others):
        yield [[first], *rest]
        for place, group in enumerate(rest):
            yield [*rest[:place], [first, *group], *rest[place + 1 :]]


def _laid(grouping: list[list[int]], one_path: Polynomial) -> Polynomial:
    """Return the product over the groups."""
    found: Polynomial = Counter({NOTHING: 1})
    for group in grouping:
        ways: Polynomial = Counter()
        for paths in (d for d in range(1, min(group) + 1) if gcd(*group) % d == 0):
            for content, count in one_path.items():
                ways[tuple(paths * held for held in content)] += count * paths ** (len(group) - 1)
        product: Polynomial = Counter()
        for content, count in found.items():
            for more, choices in ways.items():
                product[tuple(map(add, content, more))] += count * choices
        found = product
    return found


MOST_DESIGNS = 20_000
"""Designs that are listed at most; own choice: some seconds of work. The formula counts more."""
MIRROR = {Side.N: Side.N, Side.E: Side.W, Side.S: Side.S, Side.W: Side.E}


def patterns(limits: Limits | None = None) -> tuple[Paths, ...]:
    """Return every pattern of paths: the partitions of sets of sides, up to turning."""
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
    """Yield every way to join sides into paths."""
    if not sides:
        yield []
        return
    first, *others = sides
    for rest in partitions(others):
        yield [[first], *rest]
        for place, block in enumerate(rest):
            yield [*rest[:place], [first, *block], *rest[place + 1 :]]


def designs(limits: Limits) -> tuple[Paths, ...]:
    """Return every design within the limits.

    Raises:
        AsterionError: there are more than anybody wants to see listed.
    """
    if (count := count_designs(limits)) > MOST_DESIGNS:
        raise AsterionError(f"{count} designs have {limits}; at most {MOST_DESIGNS} are listed, so narrow the limits")
    of_a_path = limits.of_a_path()
    found = {
        canonical_paths(tuple(Path(path.exits, *held) for path, held in zip(pattern, holdings, strict=True)))
        for pattern in patterns(limits)
        for holdings in _holdings(len(pattern), of_a_path, limits)
    }
    return tuple(sorted(found, key=spelling_rank))


def _holdings(paths: int, choices: Sequence[Content], limits: Limits) -> Iterator[tuple[Content, ...]]:
    """Yield what so many paths may hold, one after another; sums that are too large already are given up."""
    most = [span[1] for span in limits.spans]

    def further(held: tuple[Content, ...], total: Content) -> Iterator[tuple[Content, ...]]:
        if len(held) == paths:
            if limits.allows(total):
                yield held
            return
        for choice in choices:
            sums = tuple(map(add, total, choice))
            if all(value <= bound for value, bound in zip(sums, most, strict=True)):
                yield from further((*held, choice), sums)

    return further((), NOTHING)


def mirror_paths(paths: Paths) -> Paths:
    """Return the mirror image of a design, in its canonical orientation."""
    return canonical_paths(
        tuple(replace(path, exits=Exits(sorted(MIRROR[side] for side in path.exits))) for path in paths)
    )


def pattern_of(paths: Paths) -> Paths:
    """Return the paths of a design alone, in their canonical orientation."""
    return canonical_paths(tuple(Path(exits=path.exits) for path in paths))
