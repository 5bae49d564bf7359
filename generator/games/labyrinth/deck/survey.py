"""A survey of a space of designs: those that a deck uses, nearly repeats or lacks, as tables and as data.

The *distance* of two designs is the least number of steps that lead from one to the other, over all turns, where a step
moves a symbol from one path to another, adds one, or takes one away. Designs whose paths differ have no distance: no
step changes paths. It is our own; between designs of one pattern it is a metric, symbols of one kind being alike.

A design *nearly repeats* another if it is its mirror image, or if it has the same paths and one symbol moved: at the
table they pass for one another. One symbol more or less is no repeat, as the tile is worth something else.
"""

from __future__ import annotations

from operator import sub
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from generator.games.labyrinth.catalogue.records import Paths, spell_paths, turn_paths
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS
from generator.games.labyrinth.deck.space import (
    Limits,
    content,
    count_designs,
    count_up_to_mirrors,
    designs,
    extras_in,
    mirror_paths,
    pattern_of,
)
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.report import table
from generator.geometry import QUARTER_TURNS
from generator.wording import plural

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
    names = list(own)
    repeats = tuple(
        (name, other, how)
        for place, name in enumerate(names)
        for other in names[place + 1 :]
        if (how := likeness(own[name], own[other]))
    )
    return Survey(limits, tuple(sights), outside, repeats)


EVERY_PATTERN = Limits()


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
    return {
        "patterns": (count_designs(EVERY_PATTERN), count_up_to_mirrors(EVERY_PATTERN), len(of_deck)),
        "patterns_within": (count_designs(open_ones), count_up_to_mirrors(open_ones), within),
        "designs": (count_designs(survey.limits), count_up_to_mirrors(survey.limits), len(survey.used)),
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
    counts: list[list[object]] = [[titles[what], *row] for what, row in _counts(survey, deck).items()]
    pattern_rows: list[list[object]] = [
        [spell_paths(pattern), len(sights), sum(bool(sight.designs) for sight in sights)]
        for pattern, sights in by_pattern(survey).items()
    ]
    rows: list[list[object]] = []
    for sight in survey.sights:
        near = ", ".join(f"{number_of(deck, repeat.design)} ({repeat.how})" for repeat in sight.near)
        rows.append([spell_paths(sight.paths), ", ".join(named(deck, name) for name in sight.designs), near])
    heading = f"{deck.catalogue.title}, {deck.catalogue.edition} edition: the space of its designs"
    return "\n".join(
        [
            heading,
            f"limits of a tile: {survey.limits}",
            "",
            table(counts, ["", "up to turning", "and mirrors", "in the deck"]),
            "",
            table(pattern_rows, ["paths", "designs", "in the deck"]),
            "",
            table(rows, ["design", "in the deck", "nearly repeats"]),
            "",
            *_remarks(survey, deck),
            "",
        ]
    )


def _remarks(survey: Survey, deck: Deck) -> list[str]:
    lines = [
        f"{named(deck, one)} and {named(deck, other)} nearly repeat each other: {how}"
        for one, other, how in survey.repeats
    ]
    if not lines:
        lines = ["no two designs of the deck nearly repeat each other"]
    if survey.lacking:
        spelled = "; ".join(spell_paths(sight.paths) for sight in survey.lacking)
        lines.append(f"{plural(len(survey.lacking), 'plain design')} that the deck lacks: {spelled}")
    if survey.outside:
        lines.append(f"outside of the limits: {', '.join(named(deck, name) for name in survey.outside)}")
    return lines
