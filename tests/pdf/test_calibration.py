"""The calibration sheet is read as a person reads it: printed by a printer with known faults, it tells just these."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf
import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.cli.printer import calibration_words
from asterion_press.geometry import mm_from_pt
from asterion_press.layout.sheet_setup import Correction, Flip
from asterion_press.pdf.cjk_breaks import JAPANESE
from asterion_press.pdf.printer_pages import SMALL_PT, TOOTH_MM, TOOTH_OF_LENGTH_MM, break_lines, print_calibration
from asterion_press.rulebook.translation.language import is_incomplete
from asterion_press.verify.pdf import Interpreter, PageContent, Stroke, TextRun, page_matrix, read_font, times
from tests.support.workshop import paper

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
UNIT: Matrix = (1, 0, 0, 1, 0, 0)
CASES = [
    ("a4", Flip.LONG_EDGE, (1.3, -0.7), (0.9975, 0.9981)),
    ("letter", Flip.LONG_EDGE, (-3.2, 4.1), (1.0, 1.0)),
    ("a4", Flip.SHORT_EDGE, (0.4, 2.6), (1.003, 0.998)),
    ("letter", Flip.SHORT_EDGE, (-0.1, 0.0), (0.999, 1.001)),
]

PRINTED = calibration_words("en")


def printed(raw: bytes, on: Paper, flip: Flip, needed: Point, scale: Point) -> tuple[PageContent, PageContent]:
    """Both sides as seen from the front, printed with faults that moving backs by `needed` would mend."""
    a, d = scale
    x, y = on.width_mm / 2, on.height_mm / 2
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        sides: list[PageContent] = []
        for page, (across, down) in zip(pdf.pages, ((0.0, 0.0), needed), strict=True):
            comes_out: Matrix = (a, 0, 0, d, x - a * x - across, y - d * y - down)
            mirror: Matrix = (-1, 0, 0, 1, 2 * x, 0) if flip is Flip.LONG_EDGE else (1, 0, 0, -1, 0, 2 * y)
            fonts = {name: read_font(font) for name, font in page.Resources.Font.items()}
            box = tuple(float(value) for value in page.MediaBox)
            matrix = times(page_matrix(box), comes_out)  # type: ignore[arg-type]
            sides.append(Interpreter(times(matrix, mirror if sides else UNIT), fonts).run(page))
        return sides[0], sides[1]


def middle(run: TextRun, *, across: bool) -> float:
    """Along a scale: numbers stand beside their lines, so their base lines are a little below."""
    return (run.x0 + run.x1) / 2 if across else run.y0 - mm_from_pt(SMALL_PT) / 3


def ticks(seen: PageContent, *, across: bool) -> Iterator[tuple[float, float]]:
    """Where the lines across a scale stand along it, and where beside it they are."""
    for stroke in seen.strokes:
        along = (stroke.x0, stroke.x1) if across else (stroke.y0, stroke.y1)
        beside = (stroke.y0, stroke.y1) if across else (stroke.x0, stroke.x1)
        if abs(along[0] - along[1]) < 0.001 < abs(beside[0] - beside[1]):
            yield sum(along) / 2, sum(beside) / 2


def numbered(seen: PageContent, line: float, at: float, *, across: bool) -> dict[str, float]:
    """Where numbers stand along a scale that lies at `at` beside it; the scale X lies above `line`, Y below."""
    found = {}
    for run in seen.runs:
        beside = run.y0 if across else (run.x0 + run.x1) / 2
        if (run.y0 < line) is across and abs(beside - at) < 20 and re.fullmatch(r"[+-]?\d+", run.text):
            found[run.text] = middle(run, across=across)
    return found


def reading(front: PageContent, back: PageContent, *, across: bool) -> float:
    """What a person reads: the whole number nearest to the arrow, and the tooth that meets a line."""
    line = next(run.y0 for run in front.runs if run.text == "Y")
    arrow = next(run for run in back.runs if run.text == "0" and (run.y0 < line) is across)
    at = arrow.y0 if across else (arrow.x0 + arrow.x1) / 2
    wholes, tenths = (numbered(side, line, at, across=across) for side in (front, back))
    assert len(tenths) == 11
    per_mm = (wholes["+25"] - wholes["-25"]) / 50
    nearest = round((middle(arrow, across=across) - wholes["0"]) / per_mm)
    lines = [along for along, beside in ticks(front, across=across) if abs(beside - at) < 16]
    off = {tooth: min(abs(along - line) for line in lines) for tooth, along in tenths.items()}
    return nearest + int(min(off, key=lambda tooth: off[tooth])) / 10


@pytest.mark.parametrize(("paper_id", "flip", "needed", "scale"), CASES)
def test_what_a_person_reads_is_what_the_printer_does(paper_id: str, flip: Flip, needed: Point, scale: Point) -> None:
    on = paper(paper_id)
    raw = print_calibration(on, flip, Correction(), library.fonts_folder(), PRINTED)
    front, back = printed(raw, on, flip, needed, scale)
    read = tuple(reading(front, back, across=across) for across in (True, False))
    assert read == pytest.approx(needed, abs=0.06)


@pytest.mark.parametrize(("paper_id", "flip", "needed", "scale"), CASES)
def test_a_sheet_that_is_made_up_for_reads_zero(paper_id: str, flip: Flip, needed: Point, scale: Point) -> None:
    on = paper(paper_id)
    correction = Correction("mine", *scale, *needed)
    raw = print_calibration(on, flip, correction, library.fonts_folder(), PRINTED)
    front, back = printed(raw, on, flip, needed, scale)
    assert [reading(front, back, across=across) for across in (True, False)] == [0, 0]
    level = max(abs(stroke.x1 - stroke.x0) for stroke in front.strokes)
    assert level == pytest.approx(160 + 10 * TOOTH_OF_LENGTH_MM, abs=0.01)


def test_teeth_of_the_combs_are_a_tenth_short_of_whole_millimetres() -> None:
    assert pytest.approx((0.9, 0.9)) == (TOOTH_MM % 1, TOOTH_OF_LENGTH_MM % 1)


@pytest.mark.parametrize(("paper_id", "flip", "needed", "scale"), CASES)
def test_a_ruler_meets_the_tooth_that_bears_the_length(paper_id: str, flip: Flip, needed: Point, scale: Point) -> None:
    on = paper(paper_id)
    raw = print_calibration(on, flip, Correction(), library.fonts_folder(), PRINTED)
    front, _ = printed(raw, on, flip, needed, scale)
    for across, length in ((True, 160.0), (False, 220.0)):
        zeros = [run for run in front.runs if run.text == "0"]
        zero = min(zeros, key=lambda run: run.x0 if across else -run.x0)
        start = middle(zero, across=across)
        at = zero.y0 if across else (zero.x0 + zero.x1) / 2
        beyond = sorted(along - start for along, beside in ticks(front, across=across)
                        if abs(beside - at) < 16 and abs(along - start - length) < 12)  # fmt: skip
        assert len(beyond) == 21
        short = beyond[10] < length
        looked_at = beyond[:11] if short else beyond[10:]
        off = [abs(tooth - round(tooth)) for tooth in looked_at]
        read = length + (off.index(min(off)) - (10 if short else 0)) / 10
        assert read == pytest.approx(length * scale[0 if across else 1], abs=0.06)


def test_no_line_of_the_sheet_leaves_what_printers_reach() -> None:
    for paper_id in ("a4", "letter", "legal", "a3", "tabloid"):
        on = paper(paper_id)
        raw = print_calibration(on, Flip.LONG_EDGE, Correction(), library.fonts_folder(), PRINTED)
        margins = on.margin_mm
        for seen in printed(raw, on, Flip.LONG_EDGE, (0, 0), (1, 1)):
            things: list[Stroke | TextRun] = [*seen.strokes, *seen.runs]
            for thing in things:
                assert margins.left <= min(thing.x0, thing.x1) <= max(thing.x0, thing.x1) <= on.width_mm - margins.right
                assert (
                    margins.top <= min(thing.y0, thing.y1) <= max(thing.y0, thing.y1) <= on.height_mm - margins.bottom
                )


def faults_in(language: str) -> Iterator[str]:
    """Yield what is wrong with the sheet in a language."""
    on, output, flip = paper("letter"), calibration_words(language), Flip.LONG_EDGE
    if language != "en" and not is_incomplete(language, "asterion"):
        yield from set(output.texts.values()) & set(PRINTED.texts.values())
    raw = print_calibration(on, flip, Correction(), library.fonts_folder(), output)
    front, back = printed(raw, on, flip, (0, 0), (1, 1))
    reported = [run for run in front.runs if len(run.text) > 3]
    shown = re.sub(r"\s", "", "".join(run.text for run in reported))
    keys = ("long_edge", "light", "ruler", "askew")
    yield from (f"no {key}" for key in keys if re.sub(r"\s", "", output.texts[key]) not in shown)
    if output.text("back", paper=on.title) not in [run.text for run in back.runs]:
        yield "no word on the back"
    scale = min(run.y0 for run in front.runs if run.text == "X") - 8
    yield from (f"on the scale: {run.text}" for run in reported if scale <= run.y0 < on.height_mm / 2)
    yield from (f"too wide: {run.text}" for run in reported if run.x1 >= on.width_mm / 2 + 75)


def test_the_sheet_speaks_every_language_and_stays_clear_of_what_is_measured() -> None:
    faults = [f"{language}: {fault}" for language in library.all_languages() for fault in faults_in(language)]
    assert not faults, "\n".join(faults)


def test_lines_break_between_words_or_around_marks() -> None:
    assert list(break_lines("one two three", 7, len, rules=None)) == ["one two", "three"]
    assert list(break_lines("unbreakable x", 3, len, rules=None)) == ["unbreakable", "x"]
    broken = list(break_lines("一二三、四（五六）12.5 mm七", 4, len, rules=JAPANESE))
    assert broken == ["一二三、", "四（五", "六）", "12.5", "mm七"]
