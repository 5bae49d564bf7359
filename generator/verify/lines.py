"""Lines to fold and to cut along; and marks of both sides, which must lie upon each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from generator.verify.backs import Over
from generator.verify.content_stream import Stroke
from generator.verify.documents import PageSeen, PdfProof
from generator.verify.placement import LIMIT, TOLERANCE, Placed

ROUNDED = 0.0051
"""Marks are written to 0.01 mm, so they may be off by half of that."""
OFF = LIMIT + ROUNDED


def judge_fold(proof: PdfProof, page: PageSeen, lines: list[Stroke], fold: str) -> None:
    """The one line along which a page is folded goes through its middle."""
    width, height = page.size
    if len(lines) != 1:
        proof.fault("fold-line", f"has {len(lines)} lines to fold along; it must have one", page.number)
        return
    (line,) = lines
    ends, middle = ((line.y0, line.y1), height / 2) if fold == "level" else ((line.x0, line.x1), width / 2)
    off = max(abs(end - middle) for end in ends)
    if off > OFF:
        message = f"the line to fold along is {off:.2f} mm off the middle, {middle:.2f} ± {TOLERANCE} mm"
        proof.fault("fold-line", message, page.number)


def judge_cuts(proof: PdfProof, page: PageSeen, placed: list[Placed], lines: list[Stroke]) -> None:
    """A line to cut along lies on each edge of each trim, and none lies anywhere else."""
    upright: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    level: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    straight = 0
    for line in lines:
        if abs(line.x0 - line.x1) < ROUNDED:
            upright[round(line.x0 * 10)].append((line.x0, min(line.y0, line.y1), max(line.y0, line.y1)))
            straight += 1
        elif abs(line.y0 - line.y1) < ROUNDED:
            level[round(line.y0 * 10)].append((line.y0, min(line.x0, line.x1), max(line.x0, line.x1)))
            straight += 1
    if straight < len(lines):
        _judge_rings(proof, page, placed, lines)
        return
    for one in placed:
        edges = [(upright, x, one.y, one.bottom) for x in (one.x, one.right)]
        edges += [(level, y, one.x, one.right) for y in (one.y, one.bottom)]
        if missing := [at for found, at, near, far in edges if not _there(found, at, near, far)]:
            proof.fault("cut-lines", f"{one.part.name} lacks the line to cut along at {missing[0]:.2f} mm", page.number)
            return
    edges_x = [at for one in placed for at in (one.x, one.right)]
    edges_y = [at for one in placed for at in (one.y, one.bottom)]
    for found, there in ((upright, edges_x), (level, edges_y)):
        for at, _, _ in (line for lines_here in found.values() for line in lines_here):
            if not _on(there, at):
                message = f"a line to cut along lies at {at:.2f} mm, where nothing is to be cut"
                proof.fault("cut-lines", message, page.number)
                return


def _there(found: dict[int, list[tuple[float, float, float]]], at: float, near: float, far: float) -> bool:
    key = round(at * 10)
    return any(
        abs(here - at) <= OFF and begin <= near + OFF and end >= far - OFF
        for where in (key - 1, key, key + 1)
        for here, begin, end in found.get(where, ())
    )


def _judge_rings(proof: PdfProof, page: PageSeen, placed: list[Placed], lines: list[Stroke]) -> None:
    """Each round place has a ring that touches its four sides; the handles of a curve lie within."""
    for one in placed:
        inside = [
            stroke
            for stroke in lines
            if one.x - OFF <= min(stroke.x0, stroke.x1) <= max(stroke.x0, stroke.x1) <= one.right + OFF
            and one.y - OFF <= min(stroke.y0, stroke.y1) <= max(stroke.y0, stroke.y1) <= one.bottom + OFF
        ]
        xs, ys = [s.x0 for s in inside], [s.y0 for s in inside]
        sides = ((xs, one.x), (xs, one.right), (ys, one.y), (ys, one.bottom))
        if not all(_on(values, side) for values, side in sides):
            proof.fault("cut-lines", f"{one.part.name} lacks the ring to cut along", page.number)
            return


def _on(values: list[float], side: float) -> bool:
    return any(abs(value - side) <= OFF for value in values)


def judge_registration(proof: PdfProof, page: PageSeen, front: PageSeen, over: Over, layer: str) -> None:
    """If both sides have registration marks, they lie upon each other."""
    sides = [sorted(_crosses(one, layer)) for one in (page, front)]
    if not all(sides):
        return
    width, height = page.size
    mirrored = sorted(
        (width - x if over is Over.ACROSS else x, height - y if over is Over.DOWN else y) for x, y in sides[1]
    )
    pairs = zip(sides[0], mirrored, strict=False)
    off = max((max(abs(x - u), abs(y - v)) for (x, y), (u, v) in pairs), default=0.0)
    if len(sides[0]) != len(mirrored) or off > OFF + LIMIT:
        message = f"the registration marks of front and back are {off:.2f} mm apart; they must lie upon each other"
        proof.fault("registration", message, page.number)


def _crosses(page: PageSeen, layer: str) -> Iterable[tuple[float, float]]:
    """The middles of the level lines of crosses."""
    for stroke in page.seen.strokes:
        if stroke.layer == layer and abs(stroke.y0 - stroke.y1) < ROUNDED and abs(stroke.x0 - stroke.x1) > 0.5:
            yield round((stroke.x0 + stroke.x1) / 2, 2), round(stroke.y0, 2)
