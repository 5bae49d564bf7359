"""Lines for a whole paragraph at once, so that its spaces are as even as they can be.

Source: D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines", 1981; demerits as in TeX. All lines of a
paragraph have the same measure (an indent is an empty box), so one best way to each break is all that must be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

from generator.press.booklet.items import NEVER, Box, Glue, Item, Line, Penalty, Piece

Align: TypeAlias = Literal["justify", "left", "center", "right"]

LINE_COST = 10.0
DOUBLE_HYPHEN_COST = 6000.0
SHORT_END_COST = 8000.0
FILL = 1e6
"""Stretch of the glue that ends a paragraph."""
TOLERANCE = (3.0, 12.0)
"""How many times its stretch glue may be stretched: first try, second try."""
EMERGENCY = 0.04
"""Part of the measure by which each line of the second try may be stretched besides."""
RAGGED = 0.28
"""Part of the measure that a line which is not justified may be short without much ado."""
SLACK = 0.01
ENDING: tuple[Item, ...] = (Penalty(0, NEVER), Glue(0, FILL, 0), Penalty(0, -NEVER))
"""What ends a paragraph, or a line that is broken by hand."""


@dataclass(slots=True)
class _Node:
    """A break that the paragraph may have: the best way to reach it."""

    at: int
    resume: int
    demerits: float
    flagged: bool
    before: _Node | None
    overfull: float = 0.0


@dataclass(frozen=True, slots=True)
class _Sums:
    """Widths, stretches and shrinks of all items before each place."""

    width: list[float]
    stretch: list[float]
    shrink: list[float]
    resume: list[int]


def set_lines(items: Sequence[Item], measure: float, align: Align = "justify", short_end: float = 0.0) -> list[Line]:
    """Break a paragraph, which must end with :data:`ENDING`, into lines.

    Args:
        items: the paragraph.
        measure: the length of its lines.
        align: how lines stand in the measure.
        short_end: last lines shorter than this are avoided.
    """
    sums = _sums(items)
    extra = 0.0 if align == "justify" else measure * RAGGED
    node = _best(items, sums, measure, TOLERANCE[0], extra, short_end)
    if node is None or node.overfull:
        node = _best(items, sums, measure, TOLERANCE[1], extra + measure * EMERGENCY, short_end) or node
    assert node is not None
    breaks: list[_Node] = []
    while node is not None:
        breaks.append(node)
        node = node.before
    breaks.reverse()
    return [_line(items, one.resume, other, measure, align) for one, other in pairwise(breaks)]


def _sums(items: Sequence[Item]) -> _Sums:
    glue = [item if isinstance(item, Glue) else None for item in items]
    widths = [0.0 if isinstance(item, Penalty) else item.width for item in items]
    return _Sums(
        list(accumulate(widths, initial=0.0)),
        list(accumulate((item.stretch if item else 0.0 for item in glue), initial=0.0)),
        list(accumulate((item.shrink if item else 0.0 for item in glue), initial=0.0)),
        _resumes(items),
    )


def _resumes(items: Sequence[Item]) -> list[int]:
    """For each item, where a line begins that follows a break at it: glue and penalties vanish after a break."""
    resumes = [len(items)] * (len(items) + 1)
    following = len(items)
    for index in range(len(items) - 1, -1, -1):
        item = items[index]
        resumes[index] = following
        if isinstance(item, Box) or (isinstance(item, Penalty) and item.cost <= -NEVER):
            following = index
    for index, item in enumerate(items):
        if isinstance(item, Penalty) and item.cost <= -NEVER:
            resumes[index] = _first_box(items, index + 1)
    return resumes


def _first_box(items: Sequence[Item], start: int) -> int:
    while start < len(items) and not isinstance(items[start], Box):
        start += 1
    return start


def _best(
    items: Sequence[Item], sums: _Sums, measure: float, tolerance: float, extra: float, short_end: float
) -> _Node | None:
    """The break at the end of the paragraph, reached at the least demerits."""
    active = [_Node(-1, 0, 0.0, flagged=False, before=None)]
    for index, item in enumerate(items):
        if isinstance(item, Glue):
            if index == 0 or not isinstance(items[index - 1], Box):
                continue
            added, cost, flagged = 0.0, 0.0, False
        elif isinstance(item, Penalty) and item.cost < NEVER:
            added, cost, flagged = item.width, item.cost, item.flagged
        else:
            continue
        active = _reach(index, active, sums, (measure, tolerance, extra, short_end), (added, cost, flagged))
    return min(active, key=lambda node: node.demerits, default=None)


def _reach(
    index: int,
    active: list[_Node],
    sums: _Sums,
    limits: tuple[float, float, float, float],
    how: tuple[float, float, bool],
) -> list[_Node]:
    """The active breaks after a break at `index` was tried from each of them."""
    measure, tolerance, extra, short_end = limits
    added, cost, flagged = how
    width, stretch, shrink = sums.width[index], sums.stretch[index], sums.shrink[index]
    forced = cost <= -NEVER
    base = 0.0 if forced else cost * abs(cost)
    best: _Node | None = None
    least = 0.0
    kept: list[_Node] = []
    closest: _Node | None = None
    for node in active:
        start = node.resume
        length = width - sums.width[start] + added
        short = measure - length
        if short >= 0:
            give = stretch - sums.stretch[start] + extra
            ratio = short / give if give > 0 else (0.0 if short < SLACK else tolerance + 1)
        else:
            give = shrink - sums.shrink[start]
            ratio = short / give if give > 0 else -2.0
            if short > -SLACK:
                ratio = max(ratio, -1.0)
        if ratio < -1:
            closest = node if closest is None or node.at > closest.at else closest
            continue
        if not forced:
            kept.append(node)
        if ratio > tolerance and not forced:
            continue
        demerits = node.demerits + (LINE_COST + 100 * abs(ratio) ** 3) ** 2 + base
        if flagged and node.flagged:
            demerits += DOUBLE_HYPHEN_COST
        if forced and length < short_end and node.at >= 0:
            demerits += SHORT_END_COST
        if best is None or demerits < least:
            best, least = node, demerits
    if best is not None:
        kept.append(_Node(index, sums.resume[index], least, flagged, best))
    elif not kept and closest is not None:
        least_width = width - sums.width[closest.resume] + added - (shrink - sums.shrink[closest.resume])
        kept.append(
            _Node(index, sums.resume[index], closest.demerits + 1e12, flagged, closest, max(0.0, least_width - measure))
        )
    return kept


def _line(items: Sequence[Item], start: int, node: _Node, measure: float, align: Align) -> Line:
    """The line from item `start` to the break at `node`."""
    end = items[node.at]
    inside = items[start : node.at]
    extra = end.width if isinstance(end, Penalty) else 0.0
    natural = sum(item.width for item in inside if not isinstance(item, Penalty)) + extra
    ratio = _ratio(inside, measure - natural, align)
    pieces: list[tuple[float, Piece]] = []
    notes: list[str] = []
    x = 0.0
    for item in inside:
        if isinstance(item, Box):
            if item.piece is not None:
                pieces.append((x + item.shift, item.piece))
            if item.note:
                notes.append(item.note)
            x += item.width
        elif isinstance(item, Glue):
            if item.piece is not None:
                pieces.append((x, item.piece))
            x += item.width + ratio * (item.stretch if ratio > 0 else item.shrink)
    hyphen = end.piece if isinstance(end, Penalty) else None
    if hyphen is not None:
        pieces.append((x, hyphen))
    shift = {"center": (measure - x - extra) / 2, "right": measure - x - extra}.get(align, 0.0)
    moved = tuple((place + shift, piece) for place, piece in pieces) if shift else tuple(pieces)
    return Line(moved, x + extra + shift, tuple(notes), hyphen is not None, node.overfull)


def _ratio(inside: Sequence[Item], short: float, align: Align) -> float:
    glue = [item for item in inside if isinstance(item, Glue)]
    if short < 0:
        shrink = sum(item.shrink for item in glue)
        return max(-1.0, short / shrink) if shrink else 0.0
    stretch = sum(item.stretch for item in glue)
    return short / stretch if stretch and align == "justify" else 0.0
