"""Paragraphs of boxes, glue and penalties, and their breaks into lines, chosen so that spaces are even.

Lengths are points. A box is printed and never broken. Glue is space that stretches and shrinks, and disappears where a
line breaks. A penalty is a place where a line may break at a cost, and what is printed if it does, such as a hyphen;
its width may be negative, so that a full stop hangs into the margin.

A booklet has some ten thousand items. They form no reference cycles, so the garbage collector does not track them.

All lines of a paragraph are chosen together, with demerits as in TeX. They have the same measure (an indent is an empty
box), so one best way to each break is all that must be kept.

Source of the model: D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines", Software: Practice and Experience
11, 1981.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import fsum
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.pdf.fonts import Font

NEVER = 10_000.0
"""A penalty that forbids a break; its negative forces one."""

NOTE_TARGET, MARK_TARGET = "note-", "mark-"
"""Names of destinations, each followed by a number: a footnote, and the place of its mark."""
Align: TypeAlias = Literal["justify", "left", "center", "right"]
LINE_COST = 10.0
DOUBLE_HYPHEN_COST = 6000.0
HYPHENS_IN_A_ROW, ROW_COST = 2, 3e12
"""Most lines in a row that end within a word, and the demerits of one more, which stays if nothing else is left."""
LAST_HYPHEN_COST = 4e6
"""Demerits of a word that is broken before the last line: more than spaces have that are twice as wide as they should
be, so that it stays only where nothing else is left. TeX calls them final hyphen demerits."""
SHORT_END_COST = (60_000.0, 1_200_000.0)
"""Demerits of a last line that is a little too short, and what an empty one has besides; between them in proportion."""
FILL = 1e6
"""Stretch of the glue that ends a paragraph."""
TOLERANCE = (3.0, 1e9)
"""Largest multiple of its stretch by which glue is stretched: first try, second try."""
LOOSEST = 4.0
"""Largest multiple by which a line is stretched that is justified; a looser one stays short."""
WORST_RATIO = 20.0
"""Lines that are stretched more than this are all equally bad."""
EMERGENCY = 0.04
"""Part of the measure by which each line of the second try may be stretched besides."""
RAGGED = 0.28
"""Part of the measure by which a line that is not justified may be short at little cost."""
OVERFULL_COST = 1e14
SLACK = 0.01


class Glyphs(Struct, frozen=True, gc=False):
    """Characters of one font that are printed together.

    Attributes:
        advances: from the origin of each character to that of the next.
        rise: height above the line's baseline.
        link: name of the destination of a click, or empty.
    """

    text: str
    font: Font
    size: float
    ink: str
    advances: tuple[float, ...]
    rise: float = 0.0
    link: str = ""


class Picture(Struct, frozen=True, gc=False):
    """A symbol in the line; `drop` is its depth below the baseline."""

    name: str
    spoken: str
    width: float
    height: float
    drop: float


Piece: TypeAlias = "Glyphs | Picture"
PlacedPiece: TypeAlias = tuple[float, Piece]
"""A piece with the x of its origin from the line's left end."""


class Box(Struct, frozen=True, gc=False):
    """A printed item; `shift` moves its ink to the right of its place; `note` is a footnote's name."""

    width: float
    piece: Piece | None
    shift: float = 0.0
    note: str = ""


class Glue(Struct, frozen=True, gc=False):
    """Space; `piece` is the space character, for text that is copied."""

    width: float
    stretch: float
    shrink: float
    piece: Glyphs | None = None


class Penalty(Struct, frozen=True, gc=False):
    """A place to break at; `flagged` ones should not follow each other."""

    width: float
    cost: float
    flagged: bool = False
    piece: Glyphs | None = None


Item: TypeAlias = "Box | Glue | Penalty"


class Line(Struct, frozen=True, gc=False):
    """A line that is set.

    Attributes:
        pieces: where they stand in the line.
        width: from the left end to the end of the last piece.
        notes: names of the footnotes that are marked in the line.
        hyphenated: whether a word is broken at its end.
        overfull: excess over its measure, 0 if it fits.
    """

    pieces: tuple[PlacedPiece, ...]
    width: float
    notes: tuple[str, ...] = ()
    hyphenated: bool = False
    overfull: float = 0.0


def move_line(line: Line, right: float) -> Line:
    """Return the line with its pieces further to the right."""
    return replace(line, pieces=tuple((x + right, piece) for x, piece in line.pieces), width=line.width + right)


NO_SPACE = Glue(0, 0, 0)
AT_GLUE = Penalty(0, 0)
"""The penalty of a break at glue."""
ENDING: tuple[Item, ...] = (Penalty(0, NEVER), Glue(0, FILL, 0), Penalty(0, -NEVER))
"""The items at the end of a paragraph, or of a line that is broken by hand."""


class _Break(Struct):
    """A possible break of the paragraph, with the best way to reach it.

    Attributes:
        row: how many lines in a row end within a word, this one the last.
    """

    at: int
    resume: int
    demerits: float
    row: int
    before: _Break | None
    overfull: float = 0.0

    def chain(self) -> list[_Break]:
        """Return all breaks from the paragraph's beginning to this one."""
        nodes = [self]
        while (before := nodes[-1].before) is not None:
            nodes.append(before)
        return nodes[::-1]


class Unbroken:
    """A paragraph to be broken at one measure or several; what these share is computed once.

    Args:
        items: the paragraph, which must end with :data:`ENDING`.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        glue = [item if isinstance(item, Glue) else NO_SPACE for item in items]
        widths = (0.0 if isinstance(item, Penalty) else item.width for item in items)
        self.items = items
        # of all items before each place
        self.width = list(accumulate(widths, initial=0.0))
        self.stretch = list(accumulate((item.stretch for item in glue), initial=0.0))
        self.shrink = list(accumulate((item.shrink for item in glue), initial=0.0))
        # the item that begins the line after a break at each place: glue and penalties vanish after a break
        self.resume = [len(items)] * (len(items) + 1)
        following = box = len(items)
        for index in range(len(items) - 1, -1, -1):
            item = items[index]
            forced = isinstance(item, Penalty) and item.cost <= -NEVER
            self.resume[index] = box if forced else following
            if isinstance(item, Box):
                following = box = index
            elif forced:
                following = index

    @cached_property
    def places(self) -> list[tuple[int, Penalty]]:
        """Return where a line may break: the index of an item, and the cost of a break there."""
        return [
            (index, item if isinstance(item, Penalty) else AT_GLUE)
            for index, item in enumerate(self.items)
            if (isinstance(item, Penalty) and item.cost < NEVER)
            or (isinstance(item, Glue) and index and isinstance(self.items[index - 1], Box))
        ]

    def lines(self, measure: float, align: Align = "justify", short_end: float = 0.0) -> list[Line]:
        """Return the paragraph in lines.

        Args:
            measure: the length of its lines.
            align: how lines stand in the measure.
            short_end: last lines shorter than this are avoided.
        """
        extra = 0.0 if align == "justify" else measure * RAGGED
        breaks = _Breaker(self, measure, TOLERANCE[0], extra, short_end).best().chain()
        if any(node.overfull or node.row > HYPHENS_IN_A_ROW for node in breaks):
            breaks = _Breaker(self, measure, TOLERANCE[1], extra + measure * EMERGENCY, short_end).best().chain()
        return [_line(self.items, one.resume, other, measure, align) for one, other in pairwise(breaks)]


class _Breaker(Struct, frozen=True):
    """A search for the best breaks of one paragraph.

    Attributes:
        tolerance: the largest ratio by which a line is stretched.
        extra: stretch of every line besides that of its glue.
    """

    sums: Unbroken
    measure: float
    tolerance: float
    extra: float
    short_end: float

    def best(self) -> _Break:
        """Return the break at the end of the paragraph, reached at the least demerits."""
        active = [_Break(-1, 0, 0.0, row=0, before=None)]
        for index, how in self.sums.places:
            active = self._reach(index, how, active)
        return min(active, key=lambda node: node.demerits)

    def _reach(self, index: int, how: Penalty, active: list[_Break]) -> list[_Break]:
        """Return the active breaks after a break at `index` was tried from each of them."""
        forced, most = how.cost <= -NEVER, HYPHENS_IN_A_ROW
        best: dict[int, tuple[float, _Break]] = {}  # by how many lines in a row are broken within a word
        kept: list[_Break] = []
        width, stretch, shrink = self.sums.width, self.sums.stretch, self.sums.shrink
        for node in active:
            start = node.resume
            short = self.measure - (width[index] - width[start] + how.width)
            if short >= 0:  # how much the glue must stretch
                give = stretch[index] - stretch[start] + self.extra
                ratio = short / give if give > 0 else 0.0 if short < SLACK else self.tolerance + 1
            elif short > -SLACK:
                ratio = 0.0
            else:  # or, below 0, shrink
                give = shrink[index] - shrink[start]
                if give <= 0 or (ratio := short / give) < -1:
                    continue
            if not forced:
                kept.append(node)
            if ratio <= self.tolerance or forced:
                demerits = self._demerits(node, index, ratio, how, forced=forced)
                row = min(node.row, most) + 1 if how.flagged else 0
                if row not in best or demerits < best[row][0]:
                    best[row] = demerits, node
        for row, (demerits, node) in best.items():
            kept.append(_Break(index, self.sums.resume[index], demerits, row, node))
        return kept or [self._overfull(index, how, active)]

    def _demerits(self, node: _Break, index: int, ratio: float, how: Penalty, *, forced: bool) -> float:
        worst = min(abs(ratio), WORST_RATIO)
        line = LINE_COST + 100 * worst * worst * worst
        demerits = node.demerits + line * line
        if how.flagged and node.row:
            demerits += ROW_COST if node.row >= HYPHENS_IN_A_ROW else DOUBLE_HYPHEN_COST
        if not forced:
            return demerits + how.cost * abs(how.cost)
        if node.before is None:
            return demerits
        missing = 1 - (self.sums.width[index] - self.sums.width[node.resume]) / (self.short_end or 1.0)
        least, most = SHORT_END_COST
        short = least + most * missing if missing > 0 and self.short_end else 0.0
        return demerits + (short + (LAST_HYPHEN_COST if node.row else 0.0))

    def _overfull(self, index: int, how: Penalty, active: list[_Break]) -> _Break:
        """Return the break that is made where every line is too long: the end of the shortest of those lines."""
        node = max(active, key=lambda node: node.at)
        sums, start = self.sums, node.resume
        shortest = sums.width[index] - sums.width[start] + how.width - (sums.shrink[index] - sums.shrink[start])
        overfull = max(0.0, shortest - self.measure)
        return _Break(index, sums.resume[index], node.demerits + OVERFULL_COST, int(how.flagged), node, overfull)


def _line(items: Sequence[Item], start: int, node: _Break, measure: float, align: Align) -> Line:
    """Return the line from item `start` to the break at `node`."""
    end = items[node.at]
    inside = items[start : node.at]
    extra = end.width if isinstance(end, Penalty) else 0.0
    natural = fsum(item.width for item in inside if not isinstance(item, Penalty)) + extra
    glue = [item for item in inside if isinstance(item, Glue)]
    if (short := measure - natural) < 0:
        shrink = fsum(item.shrink for item in glue)
        ratio = max(-1.0, short / shrink) if shrink else 0.0
    else:
        stretch = fsum(item.stretch for item in glue)
        ratio = min(LOOSEST, short / stretch) if stretch and align == "justify" else 0.0
    pieces: list[PlacedPiece] = []
    notes: list[str] = []
    x = inked = 0.0
    for item in inside:
        if isinstance(item, Box):
            if item.piece is not None:
                pieces.append((x + item.shift, item.piece))
            if item.note:
                notes.append(item.note)
            x += item.width
            inked = x
        elif isinstance(item, Glue):
            if item.piece is not None:
                pieces.append((x, item.piece))
            x += item.width + ratio * (item.stretch if ratio > 0 else item.shrink)
    hyphen = end.piece if isinstance(end, Penalty) else None
    if hyphen is not None:
        pieces.append((x, hyphen))
    else:  # the space that vanishes here, or behind a mark that hangs: without it two words would be copied as one
        following = items[node.at + 1] if node.at + 1 < len(items) else None
        glue_here = following if isinstance(end, Penalty) and end.cost > -NEVER else end
        if isinstance(glue_here, Glue) and glue_here.piece is not None:
            pieces.append((x, glue_here.piece))
    short = measure - inked - extra
    shift = {"center": short / 2, "right": short}.get(align, 0.0)
    moved = tuple((place + shift, piece) for place, piece in pieces) if shift else tuple(pieces)
    return Line(moved, inked + extra + shift, tuple(notes), hyphen is not None, node.overfull)
