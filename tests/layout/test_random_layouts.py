"""Three hundred random layouts, each judged by plain geometry that knows nothing of how they are reckoned."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import given, reject, settings

from asterion_press.drawing.display_list import PathData, steps_of
from asterion_press.errors import LayoutError
from asterion_press.layout.sheet_setup import Flip
from asterion_press.layout.sheets import Face, Lot, Page, Placement, impose
from asterion_press.pdf.sheets import crop_marks, cutting_lines, fold_line, registration_marks
from tests.support.random_layouts import Job, jobs

CLOSE = 1e-6
ROUNDED = 0.0051
"""Marks are written to 0.01 mm."""
Box = tuple[float, float, float, float]
Segment = tuple[float, float, float, float]


def box_of(one: Placement, lot: Lot) -> Box:
    return one.x, one.y, one.x + lot.width, one.y + lot.height


def art_of(one: Placement, lot: Lot) -> Box:
    left, above, right, below = one.kept or (lot.bleed,) * 4
    x0, y0, x1, y1 = box_of(one, lot)
    assert min(left, above, right, below) >= 0
    return x0 - left, y0 - above, x1 + right, y1 + below


def overlap(a: Box, b: Box, slack: float = CLOSE) -> bool:
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def within(inner: Box, outer: Box, slack: float = CLOSE) -> bool:
    beyond = (outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
    return max(beyond) <= slack


def segments(data: PathData) -> Iterator[Segment]:
    """The straight lines of a path, and the hulls of its curves."""
    pen = start = (0.0, 0.0)
    for command, own in steps_of(data):
        if command == "M":
            pen = start = own[0]
            continue
        for point in own or [start]:
            yield (*pen, *point)
            pen = point


def hull(segment: Segment) -> Box:
    x0, y0, x1, y1 = segment
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def through(box: Box, job: Job, page: Page) -> Box:
    """Where something lies after the sheet was turned over, or folded."""
    (x0, y0, x1, y1), (width, height) = box, (job.paper.width_mm, job.paper.height_mm)
    if page.face is Face.FOLDED:
        across = job.laying.layout.fold == "upright"
    elif job.laying.flip is Flip.NONE:
        return box
    else:
        across = (job.laying.flip is Flip.LONG_EDGE) == (height >= width)
    return (width - x1, y0, width - x0, y1) if across else (x0, height - y1, x1, height - y0)


def judge_page(page: Page, lots: dict[str, Lot], job: Job) -> None:
    margins, paper = job.paper.margin_mm, job.paper
    reach = margins.left, margins.top, paper.width_mm - margins.right, paper.height_mm - margins.bottom
    arts = [art_of(one, lots[one.component]) for one in page.placements]
    trims = [box_of(one, lots[one.component]) for one in page.placements]
    marked = [trim for one, trim in zip(page.placements, trims, strict=True) if one.marked]
    assert all(within(art, reach) for art in arts)
    for (art, trim), (other_art, other_trim) in combinations(zip(arts, trims, strict=True), 2):
        assert not overlap(art, other_trim)
        assert not overlap(other_art, trim)
    marks, standing = job.laying.layout.marks, []
    if marks.crop.sides != "none" and marked:
        standing += list(segments(crop_marks(page, marks.crop)))
        judge_crop(standing, marked)
    if marks.registration.sides != "none":
        standing += list(segments(registration_marks(page.grid, marks.registration)))
    for segment in standing:
        assert within(hull(segment), reach, ROUNDED)
        assert not any(overlap(hull(segment), art, ROUNDED) for art in arts)
    if page.face is Face.FOLDED:
        (line,) = segments(fold_line(page))
        assert not any(overlap(hull(line), trim, ROUNDED) for trim in trims)
        assert within(hull(line), reach, ROUNDED)
    cuts = list(segments(cutting_lines(page)))
    assert all(any(on_edge(cut, trim) for trim in marked) for cut in cuts)
    assert sum(abs(x1 - x0) + abs(y1 - y0) for x0, y0, x1, y1 in cuts) > 0 or not marked


def on_edge(cut: Segment, trim: Box) -> bool:
    x0, y0, x1, y1 = hull(cut)
    upright = abs(x0 - x1) < ROUNDED and min(abs(x0 - trim[0]), abs(x0 - trim[2])) < ROUNDED
    level = abs(y0 - y1) < ROUNDED and min(abs(y0 - trim[1]), abs(y0 - trim[3])) < ROUNDED
    return (upright or level) and within((x0, y0, x1, y1), trim, ROUNDED)


def judge_crop(standing: list[Segment], trims: list[Box]) -> None:
    """Each edge has a mark that points along it on both sides."""
    for trim, (along, beside) in product(trims, ((0, 1), (1, 0))):
        for edge in (trim[along], trim[along + 2]):
            level = (hull(one) for one in standing if abs(one[along] - one[along + 2]) < CLOSE)
            marks = [mark for mark in level if abs(mark[along] - edge) < ROUNDED]
            assert any(mark[beside + 2] < trim[beside] for mark in marks)
            assert any(mark[beside] > trim[beside + 2] for mark in marks)


def fronts_on(page: Page) -> tuple[Placement, ...]:
    """Return what of a page is not folded up from below."""
    return page.placements[: len(page.placements) // 2] if page.face is Face.FOLDED else page.placements


def judge_backs(front: Page, back: Page, lots: dict[str, Lot], job: Job) -> None:
    """Behind each front lies its back and nothing else; what is folded up from below lies upside down."""
    wanted = {piece.id: piece.back for lot in job.lots for piece in lot.pieces}
    fronts = fronts_on(front)
    if front.face is Face.FOLDED:
        backs = front.placements[len(fronts) :]
        assert {one.turns for one in backs} == {2 if job.laying.layout.fold == "level" else 0}
    else:
        backs = back.placements
        assert {one.turns for one in backs} <= {0}
    assert {one.turns for one in fronts} == {0}
    lying: dict[tuple[float, ...], str] = {
        tuple(round(value, 5) for value in box_of(one, lots[one.component])): one.component for one in backs
    }
    assert len(lying) == len(backs)
    expected: dict[tuple[float, ...], str] = {
        tuple(round(value, 5) for value in through(box_of(one, lots[one.component]), job, front)): wanted[one.component]
        for one in fronts
        if wanted[one.component]
    }
    assert lying == expected


def fronts_of(pages: tuple[Page, ...], lot: Lot) -> Counter[str]:
    found = Counter(one.component for page in pages if page.face is not Face.BACK for one in fronts_on(page))
    return Counter({piece.id: found[piece.id] for piece in lot.pieces})


def judge_correction(pages: tuple[Page, ...], lots: dict[str, Lot], job: Job) -> None:
    """What is sent to the printer stays in its reach, and comes out where it should."""
    correction, margins, paper = job.laying.correction, job.paper.margin_mm, job.paper
    reach = margins.left, margins.top, paper.width_mm - margins.right, paper.height_mm - margins.bottom
    for page in pages:
        back = page.face is Face.BACK
        for one in page.placements:
            x0, y0, x1, y1 = art_of(one, lots[one.component])
            sent = (*correction.to_file(x0, y0, paper, back=back), *correction.to_file(x1, y1, paper, back=back))
            assert within(sent, reach)
            assert abs((sent[2] - sent[0]) * correction.width - (x1 - x0)) < CLOSE
            drift = (correction.across, correction.down) if back else (0.0, 0.0)
            middle = paper.width_mm / 2, paper.height_mm / 2
            scale = correction.width, correction.height
            out = [m + (at - m) * s - d for m, at, s, d in zip(middle, sent[:2], scale, drift, strict=True)]
            assert max(abs(out[0] - x0), abs(out[1] - y0)) < CLOSE


@settings(max_examples=300 * int(os.environ.get("THOROUGH", "1")))
@given(jobs())
def test_no_random_layout_is_wrong(job: Job) -> None:
    try:
        pages = impose(job.lots, job.paper, job.laying)
    except LayoutError:
        reject()
    lots = {name: lot for lot in job.lots for piece in lot.pieces for name in (piece.id, piece.back)}
    for lot in job.lots:
        assert fronts_of(pages, lot) == Counter({piece.id: piece.copies for piece in lot.pieces})
    for page in pages:
        judge_page(page, lots, job)
        if page.face is Face.FOLDED:
            judge_backs(page, page, lots, job)
    faces = [page for page in pages if not job.laying.is_folded]
    if job.laying.is_folded:
        assert all(page.face is not Face.BACK for page in pages)
    for front, back in zip(faces[::2], faces[1::2], strict=True):
        assert (front.face, back.face, front.sheet) == (Face.FRONT, Face.BACK, back.sheet)
        judge_backs(front, back, lots, job)
    assert [page.sheet for page in pages] == sorted(page.sheet for page in pages)
    skipped = {place for _, place in job.laying.skip}
    first = pages[0]
    corners = [first.grid.trim_corner(index) for index in range(first.grid.places) if index + 1 in skipped]
    assert not {(one.x, one.y) for one in first.placements} & set(corners)
    judge_correction(pages, lots, job)
