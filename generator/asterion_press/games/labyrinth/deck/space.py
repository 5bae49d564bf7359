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

A survey sees the space from a deck. The *distance* of two designs is the least number of steps that lead from one to
the other, over all turns, where a step moves a symbol from one path to another, adds one, or takes one away. Designs
whose paths differ have no distance: no step changes paths. It is our own; between designs of one pattern it is a
metric, symbols of one kind being alike. A design *nearly repeats* another if it is its mirror image, or if it has the
same paths and one symbol moved: at the table they pass for one another. One symbol more or less is no repeat, as the
tile is worth something else.

Source: W. Burnside, "Theory of Groups of Finite Order", 1897, section 118 (the lemma is older; P. Neumann, "A lemma
that is not Burnside's", 1979); for the fixed set partitions F. Bergeron, G. Labelle, P. Leroux, "Combinatorial Species
and Tree-like Structures", 1998, section 2.2. Partitions of subsets of n sides, labelled, are the Bell numbers B(n+1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress, product
from math import gcd
from operator import add, attrgetter, sub
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.errors import AsterionError, plural
from asterion_press.games.labyrinth.catalogue.records import (
    Exits,
    Path,
    Paths,
    canonical_paths,
    spell_paths,
    spelling_rank,
    turn_paths,
    with_symbols,
)
from asterion_press.games.labyrinth.catalogue.symbol_table import EXTRAS, PLURALS, SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.report import table
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side

T = TypeVar("T")
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
        return tuple(symbols for symbols in product(*ranges) if extras_in(symbols) <= self.extras[1])

    def keeps(self, paths: Paths) -> bool:
        """Return whether a design belongs to the space."""
        within = all(n <= most for path in paths for n, most in zip(path.counts, self.most_on_path, strict=True))
        return within and all(p.exits for p in paths) and self.opens(open_sides(paths)) and self.allows(content(paths))

    def __str__(self) -> str:
        """Return the limits in words, such as ``4 open sides, 1 prisoner, 0 or 1 coins, 0 or 1 wing``."""
        parts = [_span_words(self.open_sides, "open side")]
        parts += [_span_words(span, what) for span, what in zip(self.spans, SYMBOLS, strict=True)]
        least, most = (extras_in([span[end] for span in self.spans]) for end in (0, 1))
        if self.extras[1] < most or self.extras[0] > least:
            names = " or ".join(compress(SYMBOLS, IS_EXTRA))
            parts.append(f"{_span_words(self.extras, 'extra')} ({names})")
        for what, on_path, span in zip(SYMBOLS, self.most_on_path, self.spans, strict=True):
            if on_path < span[1]:
                parts.append(f"at most {plural(on_path, what)} a path")
        return ", ".join(parts)


_SPANS: Callable[[Limits], tuple[Span, ...]] = attrgetter(*PLURALS)
_MOST_ON_PATH: Callable[[Limits], tuple[int, ...]] = attrgetter(*(f"path_{plural}" for plural in PLURALS))


def extras_in(content: Sequence[int]) -> int:
    """Return how many extras there are among symbols of each kind."""
    return sum(compress(content, IS_EXTRA))


def _within(value: int, span: Span) -> bool:
    return span[0] <= value <= span[1]


def _span_words(span: Span, what: str) -> str:
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
    extras = [extras_in(symbols) for symbols in contents]
    sides = [open_sides(design) for design in designs]
    spans = [(min(symbols), max(symbols)) for symbols in zip(*contents, strict=True)]
    most_on_path = [max(symbols) for symbols in zip(*(path.counts for path in paths), strict=True)]
    return Limits((max(1, min(sides)), max(sides)), *spans, (min(extras), max(extras)), *most_on_path)


def change_limits(own: Limits, named: Mapping[str, Any]) -> Limits:
    """Return limits of a deck with some of them replaced, by name.

    Limits that follow from others give way, unless they are given: more coins on a tile mean that a path may hold them,
    and that there may be more extras.
    """
    loose: dict[str, Any] = {
        f"path_{what}": max(getattr(own, f"path_{what}"), named[what][1]) for what in PLURALS if what in named
    }
    if any(what in named for what in EXTRAS):
        loose["extras"] = Limits().extras
    return replace(own, **(loose | dict(named)))


Polynomial: TypeAlias = Counter[Content]
"""Number of labelled designs for each content."""
Permutation: TypeAlias = tuple[int, ...]
"""For each side the side that it becomes."""

NOTHING: Content = (0,) * len(SYMBOLS)
TURNS: tuple[Permutation, ...] = tuple(tuple(side.turned(n) for side in SIDES) for n in range(QUARTER_TURNS))
"""The four turns of a square."""
MIRRORS: tuple[Permutation, ...] = tuple(tuple(turn[-side % QUARTER_TURNS] for side in SIDES) for turn in TURNS)
"""Its four mirror images: east and west exchanged, then turned."""


def count_designs(limits: Limits, group: Sequence[Permutation] = TURNS) -> int:
    """Count the designs up to turning; with `TURNS + MIRRORS` up to mirror images, too.

    That is the mean of the fixed designs over the group, a whole number by Burnside's lemma.
    """
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


def groupings(things: Sequence[T]) -> Iterator[list[list[T]]]:
    """Yield every way to put things, each different from the others, into groups: cycles, or sides into paths."""
    if not things:
        yield []
        return
    first, *others = things
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
                ways[tuple(paths * symbols for symbols in content)] += count * paths ** (len(group) - 1)
        product: Polynomial = Counter()
        for content, count in found.items():
            for more, choices in ways.items():
                product[tuple(map(add, content, more))] += count * choices
        found = product
    return found


MOST_DESIGNS = 20_000
"""Designs that are listed at most; own choice: some seconds of work. The formula counts more."""
MIRROR = {Side.N: Side.N, Side.E: Side.W, Side.S: Side.S, Side.W: Side.E}


EVERY_PATTERN = Limits()


def patterns(limits: Limits = EVERY_PATTERN) -> tuple[Paths, ...]:
    """Return every pattern of paths: the partitions of sets of sides, up to turning."""
    found = {
        canonical_paths(tuple(Path(exits=Exits(sorted(block))) for block in blocks))
        for count in range(1, len(SIDES) + 1)
        if limits.opens(count)
        for sides in combinations(SIDES, count)
        for blocks in groupings(sides)
    }
    return tuple(sorted(found, key=spelling_rank))


def designs(limits: Limits) -> tuple[Paths, ...]:
    """Return every design within the limits.

    Raises:
        AsterionError: there are more than anybody wants to see listed.
    """
    if (count := count_designs(limits)) > MOST_DESIGNS:
        raise AsterionError(f"{count} designs have {limits}; at most {MOST_DESIGNS} are listed, so narrow the limits")
    of_a_path = limits.of_a_path()
    found = {
        canonical_paths(tuple(Path(path.exits, *symbols) for path, symbols in zip(pattern, holdings, strict=True)))
        for pattern in patterns(limits)
        for holdings in _holdings(len(pattern), of_a_path, limits)
    }
    return tuple(sorted(found, key=spelling_rank))


def _holdings(paths: int, choices: Sequence[Content], limits: Limits) -> Iterator[tuple[Content, ...]]:
    """Yield each way to fill so many paths that the limits allow; sums that are too large already are not filled up."""
    most = [span[1] for span in limits.spans]

    def further(symbols: tuple[Content, ...], total: Content) -> Iterator[tuple[Content, ...]]:
        if len(symbols) == paths:
            if limits.allows(total):
                yield symbols
            return
        for choice in choices:
            sums = tuple(map(add, total, choice))
            if all(value <= bound for value, bound in zip(sums, most, strict=True)):
                yield from further((*symbols, choice), sums)

    return further((), NOTHING)


def mirror_paths(paths: Paths) -> Paths:
    """Return the mirror image of a design, in its canonical orientation."""
    return canonical_paths(
        tuple(replace(path, exits=Exits(sorted(MIRROR[side] for side in path.exits))) for path in paths)
    )


def pattern_of(paths: Paths) -> Paths:
    """Return the paths of a design alone, in their canonical orientation."""
    return canonical_paths(tuple(Path(exits=path.exits) for path in paths))


MIRROR_IMAGE = "mirror image"


def _steps(one: Paths, other: Paths) -> list[int] | None:
    """Return the fewest steps from one design to another for each kind of symbol; None if their paths differ.

    Symbols too many on one path go where some are missing, the rest comes or goes.
    """
    exits, found = [path.exits for path in one], []
    for turns in range(QUARTER_TURNS):
        turned = turn_paths(other, turns)
        if [path.exits for path in turned] == exits:
            more = [list(map(sub, b.counts, a.counts)) for a, b in zip(one, turned, strict=True)]
            kinds = zip(*more, strict=True)
            found.append([max(sum(d for d in kind if d > 0), -sum(d for d in kind if d < 0)) for kind in kinds])
    return min(found, key=sum, default=None)


def distance(one: Paths, other: Paths) -> int | None:
    """Return the steps from one design to another; None if their paths differ."""
    steps = _steps(one, other)
    return None if steps is None else sum(steps)


def likeness(one: Paths, other: Paths) -> str | None:
    """Return in what way one design nearly repeats another; None if it does not, or if they are equal."""
    if one == other:
        return None
    if mirror_paths(one) == other:
        return MIRROR_IMAGE
    steps = _steps(one, other)
    if steps is None or sum(steps) != 1 or content(one) != content(other):
        return None
    return f"{list(SYMBOLS)[steps.index(1)]} moved"


class Repeat(Struct, frozen=True):
    """A design of the deck that another nearly repeats.

    Attributes:
        design: id of the deck's design.
        how: ``mirror image``, or what was moved, as in ``wing moved``.
    """

    design: str
    how: str


class SpaceDesign(Struct, frozen=True):
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
        """Return whether it holds no extras, neither coins nor wings."""
        return not extras_in(content(self.paths))


class Survey(Struct, frozen=True):
    """A space of designs as a deck makes use of it.

    Attributes:
        limits: of the space.
        sights: every design of the space.
        outside: ids of the deck's designs that are not in the space.
        repeats: pairs of the deck's own designs that nearly repeat one another, and how.
    """

    limits: Limits
    sights: tuple[SpaceDesign, ...]
    outside: tuple[str, ...]
    repeats: tuple[tuple[str, str, str], ...]

    @property
    def used(self) -> tuple[SpaceDesign, ...]:
        """Return the designs that the deck has."""
        return tuple(sight for sight in self.sights if sight.designs)

    @property
    def lacking(self) -> tuple[SpaceDesign, ...]:
        """Return the plain designs that the deck lacks."""
        return tuple(sight for sight in self.sights if sight.plain and not sight.designs)


def survey(deck: Deck, limits: Limits) -> Survey:
    """Return what a deck uses, nearly repeats and lacks of the designs within limits."""
    numbers = deck.catalogue.designs
    printed = sorted(deck.tiles, key=lambda tile: numbers[tile.design].number)
    own = {tile.design: tile.paths for tile in printed}
    by_design = {name: pattern_of(paths) for name, paths in own.items()}
    sights = []
    for paths in designs(limits):
        pattern = pattern_of(paths)
        patterns = {pattern, mirror_paths(pattern)}
        close = {name: likeness(paths, mine) for name, mine in own.items() if by_design[name] in patterns}
        near = tuple(Repeat(name, how) for name, how in close.items() if how)
        sights.append(SpaceDesign(paths, tuple(name for name, mine in own.items() if mine == paths), near))
    outside = tuple(name for name, paths in own.items() if not limits.keeps(paths))
    return Survey(limits, tuple(sights), outside, near_repeats(own))


def near_repeats(own: Mapping[str, Paths]) -> tuple[tuple[str, str, str], ...]:
    """Return the pairs of designs that nearly repeat one another, and how."""
    pairs = ((name, other, likeness(own[name], own[other])) for name, other in combinations(own, 2))
    return tuple((name, other, how) for name, other, how in pairs if how)


def number_of(deck: Deck, design: str) -> str:
    """Return a design's number as it stands in the ids of tiles, such as ``05``."""
    return f"{deck.catalogue.designs[design].number:02d}"


def named(deck: Deck, design: str) -> str:
    """Return a design's number and id, such as ``05 winged-bridge``."""
    return f"{number_of(deck, design)} {design}"


def by_pattern(survey: Survey) -> dict[Paths, tuple[SpaceDesign, ...]]:
    """Return the designs of the space by their pattern of paths."""
    found: dict[Paths, list[SpaceDesign]] = {}
    for sight in survey.sights:
        found.setdefault(pattern_of(sight.paths), []).append(sight)
    return {pattern: tuple(sights) for pattern, sights in found.items()}


def _counts(survey: Survey, deck: Deck) -> dict[str, tuple[int, int, int]]:
    """Count designs up to turning, up to mirror images as well, and in the deck, by what is counted."""
    of_deck = {pattern_of(tile.paths) for tile in deck.tiles}
    open_ones = replace(EVERY_PATTERN, open_sides=survey.limits.open_sides)
    within = sum(open_ones.keeps(pattern) for pattern in of_deck)
    spaces = {
        "patterns": (EVERY_PATTERN, len(of_deck)),
        "patterns_within": (open_ones, within),
        "designs": (survey.limits, len(survey.used)),
    }
    return {
        what: (count_designs(limits), count_designs(limits, TURNS + MIRRORS), used)
        for what, (limits, used) in spaces.items()
    }


def space_data(survey: Survey, deck: Deck) -> dict[str, Any]:
    """Return the whole survey as plain data."""
    columns = ("up_to_turning", "up_to_mirrors", "in_the_deck")
    return {
        "game": deck.catalogue.game,
        "edition": deck.catalogue.edition,
        "limits": asdict(survey.limits),
        "counts": {what: dict(zip(columns, counts, strict=True)) for what, counts in _counts(survey, deck).items()},
        "designs": [
            {
                "paths": spell_paths(sight.paths),
                "plain": sight.plain,
                "in_the_deck": list(sight.designs),
                "nearly_repeats": [asdict(repeat) for repeat in sight.near],
            }
            for sight in survey.sights
        ],
        "repeats_in_the_deck": [{"designs": [one, other], "how": how} for one, other, how in survey.repeats],
        "plain_ones_lacking": [spell_paths(sight.paths) for sight in survey.lacking],
        "outside": list(survey.outside),
    }


def space_text(survey: Survey, deck: Deck) -> str:
    """Return the survey as tables: the counts, each pattern, each design, and remarks on the deck."""
    titles = {
        "patterns": "patterns of paths",
        "patterns_within": f"patterns with {str(survey.limits).partition(',')[0]}",
        "designs": "designs within the limits",
    }
    counts = [(titles[what], *row) for what, row in _counts(survey, deck).items()]
    by_paths = [
        (spell_paths(pattern), len(sights), sum(bool(sight.designs) for sight in sights))
        for pattern, sights in by_pattern(survey).items()
    ]
    rows = []
    for sight in survey.sights:
        near = ", ".join(f"{number_of(deck, repeat.design)} ({repeat.how})" for repeat in sight.near)
        rows.append((spell_paths(sight.paths), ", ".join(named(deck, name) for name in sight.designs), near))
    heading = f"{deck.catalogue.title}, {deck.catalogue.edition} edition: the space of its designs"
    tables = (
        table(counts, ["", "up to turning", "and mirrors", "in the deck"]),
        table(by_paths, ["paths", "designs", "in the deck"]),
        table(rows, ["design", "in the deck", "nearly repeats"]),
    )
    return "\n\n".join([f"{heading}\nlimits of a tile: {survey.limits}", *tables, _remarks(survey, deck)])


def _remarks(survey: Survey, deck: Deck) -> str:
    """Return the lines below the table: designs that nearly repeat each other, lack, or break the limits."""
    lines = [
        f"{named(deck, one)} and {named(deck, other)} nearly repeat each other: {how}"
        for one, other, how in survey.repeats
    ] or ["no two designs of the deck nearly repeat each other"]
    if survey.lacking:
        spelled = "; ".join(spell_paths(sight.paths) for sight in survey.lacking)
        lines.append(f"{plural(len(survey.lacking), 'plain design')} that the deck lacks: {spelled}")
    if survey.outside:
        lines.append(f"outside of the limits: {', '.join(named(deck, name) for name in survey.outside)}")
    return "".join(f"{line}\n" for line in lines)
