"""Pages from a column of slabs: where to break, so that no page looks broken.

A *slab* is something that lies across the text area and is never cut: a line, a row of a table, a figure. The space
before a slab vanishes at the head of a page and stretches a little elsewhere, so that pages end on the same line.
Footnotes stand at the foot of the page of their marks. All breaks are chosen together, at the least sum of costs. A
figure may become a little smaller to fit, and may stand later than it was written, so that text fills the page before.

Source of the idea: M. F. Plass, "Optimal pagination techniques for automatic typesetting systems", 1981.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.press.booklet.document import Heading
    from generator.press.booklet.painting import Painter

NEVER = 1e7
"""Cost of a break that is only made where nothing else is left."""
SLACK = 0.01
MOST_STRETCH = 3.0
"""A page that is short by up to so many times what its spaces can give has them stretched; one that is shorter still is
better left short, its spaces nearly as they are on other pages."""
SHORT_PAGE = 24.0
"""A page with this much room left is worth filling by moving a figure."""
FLOAT_COST = 12.0
"""What must be won by moving a figure away from its text."""
MOST_MOVES = 6
TOGETHER = 100.0
"""Slabs with a higher cost of a break between them belong together: a list to the words that announce it."""
SECTION_LEVEL = 2
STRAY_COST = 450.0
"""Cost of a figure that begins a page and ends its section: it seems to belong to the section that follows."""
RAGGED_COST = 60.0
"""Cost of a page that cannot be filled by stretching, besides the part that stays empty."""


@dataclass(frozen=True, slots=True)
class Slab:
    """Something that is never cut.

    Attributes:
        height: in pt.
        paint: draws it with its top left corner at (x, y), y down from the page's top.
        before: space above it.
        stretch: by how much that space may grow.
        notes: the footnotes marked in it.
        break_cost: of a page break above it; NEVER forbids one, below 0 invites it.
        heading: the heading that it is, or None.
        line: of the text, for messages.
        shrink: by how much it may become lower.
        shrunk: the slab with a share (0 to 1) of that taken, or None.
        floats: whether it may stand later, past text that follows it.
        continues: whether it goes on with what stands above: a line of a paragraph, an item of a list.
    """

    height: float
    paint: Callable[[Painter, float, float], None]
    before: float = 0.0
    stretch: float = 0.0
    notes: tuple[str, ...] = ()
    break_cost: float = 0.0
    heading: Heading | None = None
    line: int = 0
    shrink: float = 0.0
    shrunk: Callable[[float], Slab] | None = None
    floats: bool = False
    continues: bool = False


@dataclass(frozen=True, slots=True)
class PageText:
    """The slabs of a page with the y of their tops from the top of the text area, and the page's footnotes."""

    slabs: tuple[tuple[float, Slab], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """Running sums over the slabs, so that any page's measures are differences."""

    slabs: Sequence[Slab]
    height: float
    note_heights: dict[str, float]
    note_gap: float
    page_cost: float = 0.0
    heights: list[float] = field(default_factory=list)
    stretches: list[float] = field(default_factory=list)
    shrinks: list[float] = field(default_factory=list)
    notes: list[float] = field(default_factory=list)

    def measured(self) -> _Column:
        """Fill the sums."""
        self.heights.extend(accumulate((slab.height + slab.before for slab in self.slabs), initial=0.0))
        self.stretches.extend(accumulate((slab.stretch for slab in self.slabs), initial=0.0))
        self.shrinks.extend(accumulate((slab.shrink for slab in self.slabs), initial=0.0))
        self.notes.extend(
            accumulate((sum(self.note_heights[name] for name in slab.notes) for slab in self.slabs), initial=0.0)
        )
        return self

    def room(self, start: int, end: int) -> float:
        """What is left of a page with the slabs from `start` to before `end`."""
        first = self.slabs[start]
        notes = self.notes[end] - self.notes[start]
        used = self.heights[end] - self.heights[start] - first.before + notes + (self.note_gap if notes else 0.0)
        return self.height - used

    def give(self, start: int, end: int) -> float:
        """By how much the spaces of such a page may grow."""
        return self.stretches[end] - self.stretches[start] - self.slabs[start].stretch

    def break_cost(self, place: int) -> float:
        """Of a page break above the slab of that index, besides what the page's measures cost."""
        if place >= len(self.slabs):
            return 0.0
        slab = self.slabs[place]
        after = self.slabs[place + 1].heading if place + 1 < len(self.slabs) else None
        strays = slab.floats and after is not None and after.level <= SECTION_LEVEL
        return slab.break_cost + (STRAY_COST if strays else 0.0)

    def take(self, start: int, end: int) -> float:
        """By how much the figures of such a page may become lower."""
        return self.shrinks[end] - self.shrinks[start]


def break_pages(
    slabs: Sequence[Slab], height: float, note_heights: dict[str, float], note_gap: float, page_cost: float = 0.0
) -> tuple[list[PageText], list[Slab]]:
    """The pages, and the slabs that are too high for a page together with their footnotes.

    Args:
        slabs: the column.
        height: of a page.
        note_heights: of each footnote, by its name.
        note_gap: between text and footnotes.
        page_cost: what a page costs; with some cost there are as few as can be.
    """
    column = _Column(slabs, height, note_heights, note_gap, page_cost).measured()
    too_high = [
        slab for index, slab in enumerate(slabs) if column.room(index, index + 1) + column.take(index, index + 1) < 0
    ]
    if too_high or not slabs:
        return [], too_high
    column, starts = _floated(column)
    bounds = _bounds(starts)
    return [_page(column, start, end) for start, end in bounds], []


def _bounds(starts: Sequence[int]) -> list[tuple[int, int]]:
    """First slab of each page, and the one after its last."""
    bounds = []
    end = len(starts) - 1
    while end > 0:
        bounds.append((starts[end], end))
        end = starts[end]
    return bounds[::-1]


def _floated(column: _Column) -> tuple[_Column, list[int]]:
    """The column with its figures moved down where that fills pages, and the best starts of its pages."""
    starts, cost = _best_starts(column)
    for _ in range(sum(slab.floats for slab in column.slabs)):
        tried = [(other, *_best_starts(other)) for other in _moves(column, _bounds(starts))]
        best = min(tried, key=lambda found: found[2], default=None)
        if best is None or best[2] >= cost - FLOAT_COST:
            break
        column, starts, cost = best
    return column, starts


def _moves(column: _Column, bounds: list[tuple[int, int]]) -> Iterator[_Column]:
    """Columns in which a figure that left the page before it short stands after some of the text that follows."""
    slabs = column.slabs
    for (start, end), (_, next_end) in pairwise(bounds):
        room = column.room(start, end)
        figure = next((index for index in range(end, next_end) if slabs[index].floats or slabs[index].heading), None)
        if room < SHORT_PAGE or figure is None or not slabs[figure].floats:
            continue
        room -= column.heights[figure] - column.heights[end]
        for place in _places(slabs, figure, room)[-MOST_MOVES:]:
            moved = [*slabs[:figure], *slabs[figure + 1 : place], slabs[figure], *slabs[place:]]
            yield replace(column, slabs=moved, heights=[], stretches=[], shrinks=[], notes=[]).measured()


def _places(slabs: Sequence[Slab], figure: int, room: float) -> list[int]:
    """Where a figure may stand after some of the text that follows it, as far as that text has room before it: between
    paragraphs of its own section, and not where they belong together.
    """
    places: list[int] = []
    for place in range(figure + 1, len(slabs)):
        if place > figure + 1 and not slabs[place].continues and slabs[place].break_cost < TOGETHER:
            places.append(place)
        room -= slabs[place].height + slabs[place].before
        if slabs[place].heading or slabs[place].floats or room < -SHORT_PAGE:
            break
    return places


def _best_starts(column: _Column) -> tuple[list[int], float]:
    """For each end of a page, where that page begins if all before it cost least; and what the whole costs."""
    count = len(column.slabs)
    costs = [0.0] + [float("inf")] * count
    starts = [0] * (count + 1)
    for end in range(1, count + 1):
        for start in range(end - 1, -1, -1):
            room = column.room(start, end)
            if room < 0 and room + column.take(start, end) < -SLACK:
                if room + column.take(0, count) < 0:
                    break
                continue
            cost = (
                costs[start]
                + column.page_cost
                + (0.0 if end == count and room >= 0 else _cost(column, room, start, end))
            )
            if cost < costs[end]:
                costs[end], starts[end] = cost, start
    return starts, costs[count]


def _cost(column: _Column, room: float, start: int, end: int) -> float:
    following = column.break_cost(end)
    if room < 0:
        return following + 4 + 26 * (room / column.take(start, end)) ** 2 if room < -SLACK else following
    give = column.give(start, end)
    if room <= give:
        return following + 30 * (room / give if give else 0.0) ** 2
    return following + RAGGED_COST + (room - give) ** 2 / 40


def _page(column: _Column, start: int, end: int) -> PageText:
    room, give, take = column.room(start, end), column.give(start, end), column.take(start, end)
    last = end == len(column.slabs)
    share = 0.0 if last or not give else min(1.0, room / give) if room <= give * MOST_STRETCH else 0.25
    share = max(0.0, share)
    placed: list[tuple[float, Slab]] = []
    y = 0.0
    for index in range(start, end):
        slab = column.slabs[index]
        if room < 0 and take and slab.shrunk:
            slab = slab.shrunk(min(1.0, -room / take))
        if index > start:
            y += slab.before + share * slab.stretch
        placed.append((y, slab))
        y += slab.height
    return PageText(tuple(placed), tuple(name for _, slab in placed for name in slab.notes))
