"""Page breaks in a column of slabs, chosen so that pages look well.

A *slab* lies across the text area and is never cut: a line, a row of a table, a figure. The space
before a slab vanishes at the head of a page and stretches a little elsewhere, so that pages end on the same line.
Footnotes stand at the foot of the page of their marks. All breaks are chosen together, at the least sum of costs. A
figure may become a little smaller to fit, and may stand later than it was written, so that text fills the page before.

Source of the idea: M. F. Plass, "Optimal pagination techniques for automatic typesetting systems", 1981.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from math import fsum
from typing import TypeAlias

from generator.rulebook.text.document import Heading
from generator.rulebook.typeset.painting import Painter

NEVER = 1e7
"""Cost of a break that is only made where nothing else is left."""
NEVER_REACHED = float("inf")
SLACK = 0.01
MOST_STRETCH = 3.0
"""A page that is short by up to so many times the stretch of its spaces has them stretched; one that is shorter still
is left short, its spaces nearly as they are on other pages."""
SHORT_PAGE = 24.0
"""A page with this much room left is worth filling by moving a figure."""
FLOAT_COST = 12.0
"""Least gain for which a figure is moved away from its text."""
MOST_MOVES = 6
TOGETHER = 100.0
"""Slabs with a higher cost of a break between them belong together, as a list and the words that introduce it."""
SECTION_LEVEL = 2
STRAY_COST = 450.0
"""Cost of a figure that begins a page and ends its section, as it seems to belong to the section that follows."""
PARTED_COST = 300.0
"""Cost of a figure behind the page on which its heading stands, if between them there are but a few words."""
FACING_COST = 40.0
"""The same, if the figure stands on the page that faces its heading."""
FEW_WORDS = 170.0
"""Largest height of a heading with the words between it and its figure; beyond that, they need not share a page."""
RAGGED_COST = 60.0
"""Cost of a page that cannot be filled by stretching, besides the part that stays empty."""


@dataclass(frozen=True, slots=True)
class Slab:
    """A part of the column that is never cut.

    Attributes:
        height: in pt.
        paint: draws it with its top left corner at (x, y), y down from the page's top.
        before: space above it.
        stretch: largest growth of that space.
        notes: the footnotes marked in it.
        break_cost: of a page break above it; NEVER forbids one, below 0 invites it.
        heading: the heading, if the slab is one.
        line: of the text, for messages.
        shrink: largest reduction of its height.
        shrunk: returns the slab with a share (0 to 1) of that reduction; or None.
        floats: whether it may be moved behind text that follows it.
        continues: whether it continues the slab above: a line of a paragraph, an item of a list.
        again: the header of its table, which is repeated above it where it begins a page.
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
    again: Slab | None = None


_Bound: TypeAlias = tuple[int, int]
"""First slab of a page, and the one after its last."""


@dataclass(frozen=True, slots=True)
class PageText:
    """The slabs of a page with the y of their tops from the top of the text area, and the page's footnotes."""

    slabs: tuple[tuple[float, Slab], ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Column:
    """A column with running sums over its slabs, so that the measures of any page are differences.

    Attributes:
        parted: for each slab the heading that a break above it would separate from its figure, -1 if none.
        costs: of the best pages up to each slab: of an even number of pages, and of an odd one; as far as known.
        starts: the first slab of the last of these pages.
    """

    slabs: Sequence[Slab]
    height: float
    note_heights: dict[str, float]
    note_gap: float
    page_cost: float = 0.0
    first: int = 1
    costs: list[tuple[float, float]] = field(default_factory=lambda: [(0.0, NEVER_REACHED)])
    starts: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    heights: list[float] = field(init=False)
    stretches: list[float] = field(init=False)
    shrinks: list[float] = field(init=False)
    notes: list[float] = field(init=False)
    parted: list[int] = field(init=False)

    def __post_init__(self) -> None:
        notes = (fsum(self.note_heights[name] for name in slab.notes) for slab in self.slabs)
        self.heights = list(accumulate((slab.height + slab.before for slab in self.slabs), initial=0.0))
        self.stretches = list(accumulate((slab.stretch for slab in self.slabs), initial=0.0))
        self.shrinks = list(accumulate((slab.shrink for slab in self.slabs), initial=0.0))
        self.notes = list(accumulate(notes, initial=0.0))
        self.parted = [-1] * len(self.slabs)
        heading = last = -1
        for index, slab in enumerate(self.slabs):
            if slab.heading:
                heading = last = index
            elif slab.floats:
                if heading >= 0 and self.heights[index] - self.heights[heading] <= FEW_WORDS:
                    self.parted[last + 1 : index + 1] = [heading] * (index - last)
                last = index

    def room(self, start: int, end: int) -> float:
        """Return the height that is left of a page with the slabs from `start` to before `end`."""
        first = self.slabs[start]
        notes = self.notes[end] - self.notes[start]
        used = self.heights[end] - self.heights[start] - first.before + notes + (self.note_gap if notes else 0.0)
        return self.height - used - (first.again.height if first.again else 0.0)

    def give(self, start: int, end: int) -> float:
        """Return the largest growth of the spaces of such a page."""
        return self.stretches[end] - self.stretches[start] - self.slabs[start].stretch

    def break_cost(self, place: int) -> float:
        """Return the cost of a page break above the slab of that index, besides that of the page's measures."""
        if place >= len(self.slabs):
            return 0.0
        slab = self.slabs[place]
        if self.slabs[place - 1].heading:
            return NEVER
        after = self.slabs[place + 1].heading if place + 1 < len(self.slabs) else None
        strays = slab.floats and after is not None and after.level <= SECTION_LEVEL
        return slab.break_cost + (STRAY_COST if strays else 0.0)

    def parts(self, start: int, place: int) -> bool:
        """Return whether a break above that slab separates a figure from its heading on the page from `start`."""
        return place < len(self.parted) and self.parted[place] >= start

    def take(self, start: int, end: int) -> float:
        """Return the largest reduction of the figures of such a page."""
        return self.shrinks[end] - self.shrinks[start]

    def best_bounds(self) -> tuple[list[_Bound], float]:
        """Return the pages with the least cost, and that cost; left and right pages are distinguished."""
        count, costs, starts = len(self.slabs), self.costs, self.starts
        parting = (PARTED_COST, FACING_COST) if self.first % 2 else (FACING_COST, PARTED_COST)
        too_full = -SLACK - max((slab.again.height for slab in self.slabs if slab.again), default=0.0)
        for end in range(len(costs), count + 1):
            even = odd = NEVER_REACHED
            even_start = odd_start = 0
            below = self.break_cost(end)
            for start in range(end - 1, -1, -1):
                room = self.room(start, end)
                if room < 0 and (lack := room + self.take(start, end)) < -SLACK:
                    if lack < too_full:
                        break  # a page that begins still earlier is fuller, but for a header that it need not repeat
                    continue
                ends = end == count and room >= 0
                own = self.page_cost + (0.0 if ends else below + self.cost_of_page(room, start, end))
                after_even, after_odd = parting if self.parts(start, end) else (0.0, 0.0)
                if (cost := costs[start][0] + own + after_even) < odd:
                    odd, odd_start = cost, start
                if (cost := costs[start][1] + own + after_odd) < even:
                    even, even_start = cost, start
            costs.append((even, odd))
            starts.append((even_start, odd_start))
        bounds: list[_Bound] = []
        end, odd_pages = count, 0 if costs[count][0] <= costs[count][1] else 1
        while end > 0:
            bounds.append((starts[end][odd_pages], end))
            end, odd_pages = starts[end][odd_pages], 1 - odd_pages
        return bounds[::-1], min(costs[count])

    def moves(self, bounds: list[_Bound]) -> Iterator[_Column]:
        """Yield columns in which a figure that left the page before it short stands after some following text."""
        slabs = self.slabs
        for (start, end), (_, next_end) in pairwise(bounds):
            room = self.room(start, end)
            stops = (at for at in range(end, next_end) if slabs[at].floats or slabs[at].heading)
            figure = next(stops, None)
            if room < SHORT_PAGE or figure is None or not slabs[figure].floats:
                continue
            room -= self.heights[figure] - self.heights[end]
            for place in _places(slabs, figure, room)[-MOST_MOVES:]:
                moved = [*slabs[:figure], *slabs[figure + 1 : place], slabs[figure], *slabs[place:]]
                same = max(1, max((at for at in range(figure) if slabs[at].floats or slabs[at].heading), default=1))
                yield replace(self, slabs=moved, costs=self.costs[:same], starts=self.starts[:same])

    def cost_of_page(self, room: float, start: int, end: int) -> float:
        """Return the cost of such a page, which leaves so much room, without that of the break below it."""
        if room < 0:
            return 4 + 26 * (room / self.take(start, end)) ** 2 if room < -SLACK else 0.0
        give = self.give(start, end)
        if room <= give:
            return 30 * (room / give if give else 0.0) ** 2
        return RAGGED_COST + (room - give) ** 2 / 40

    def page(self, start: int, end: int) -> PageText:
        """Return such a page with its spaces stretched, or its figures reduced, to fill it."""
        room, give, take = self.room(start, end), self.give(start, end), self.take(start, end)
        last = end == len(self.slabs)
        share = 0.0 if last or not give else min(1.0, room / give) if room <= give * MOST_STRETCH else 0.25
        share = max(0.0, share)
        again = self.slabs[start].again
        placed: list[tuple[float, Slab]] = [(0.0, again)] if again else []
        y = again.height if again else 0.0
        for index in range(start, end):
            slab = self.slabs[index]
            if room < 0 and take and slab.shrunk:
                slab = slab.shrunk(min(1.0, -room / take))
            if index > start:
                y += slab.before + share * slab.stretch
            placed.append((y, slab))
            y += slab.height
        return PageText(tuple(placed), tuple(name for _, slab in placed for name in slab.notes))


def break_pages(
    slabs: Sequence[Slab],
    height: float,
    note_heights: dict[str, float],
    note_gap: float,
    page_cost: float = 0.0,
    first: int = 1,
) -> tuple[list[PageText], list[Slab]]:
    """Return the pages, and the slabs that are too high for a page together with their footnotes.

    Args:
        slabs: the column.
        height: of a page.
        note_heights: of each footnote, by its name.
        note_gap: between text and footnotes.
        page_cost: cost of a page; with some cost there are as few as possible.
        first: number of the first page; even pages face the odd ones that follow them.
    """
    column = _Column(slabs, height, note_heights, note_gap, page_cost, first)
    too_high = [
        slab for index, slab in enumerate(slabs) if column.room(index, index + 1) + column.take(index, index + 1) < 0
    ]
    if too_high or not slabs:
        return [], too_high
    bounds, cost = column.best_bounds()
    for _ in range(sum(slab.floats for slab in slabs)):  # figures are moved down where that fills pages
        tried = [(other, *other.best_bounds()) for other in column.moves(bounds)]
        best = min(tried, key=lambda found: found[2], default=None)
        if best is None or best[2] >= cost - FLOAT_COST:
            break
        column, bounds, cost = best
    return [column.page(start, end) for start, end in bounds], []


def bad_breaks(pages: Sequence[PageText]) -> Iterator[tuple[int, Slab, str]]:
    """Yield page (from 0), slab and message of each bad break that could not be avoided."""
    for number, (page, following) in enumerate(pairwise(pages)):
        last, first = page.slabs[-1][1], following.slabs[0][1]
        if last.heading:
            yield number, last, "a heading stands at the foot of a page"
        elif first.continues and first.break_cost >= NEVER:
            yield number, first, "a line of a paragraph stands alone on a page"


def _places(slabs: Sequence[Slab], figure: int, room: float) -> list[int]:
    """Return the places after some of the text that follows a figure, as far as that text has room before it.

    They lie between paragraphs of its own section that do not belong together.
    """
    places: list[int] = []
    for place in range(figure + 1, len(slabs)):
        if place > figure + 1 and not slabs[place].continues and slabs[place].break_cost < TOGETHER:
            places.append(place)
        room -= slabs[place].height + slabs[place].before
        if slabs[place].heading or slabs[place].floats or room < -SHORT_PAGE:
            break
    return places
