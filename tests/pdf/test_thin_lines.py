"""No line of a printed file is thinner than a press prints, however small the drawing is shown that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.geometry import PT_PER_MM
from asterion_press.pdf.forms import stream_text, stretches
from tests.support.printed import ASTERION, ASTERISMO, Printed

LEAST_MM = 0.0995
"""0.1 mm, less what is lost in rounding."""
MINOTAURUS = ("build minotaurus --box --paper a4 --language en", "build --only booklet minotaurus --language en")
ORIGINAL = ("build asterion-original --only rules --only start --only cards --paper a4 --language en",)


def widths(content: Any, space: Transform, width: float = 1.0) -> Iterator[float]:
    """Yield the width in mm of each line of a page or a form, where it is thinnest, as it is printed."""
    saved: list[tuple[Transform, float]] = []
    forms = content.get("/Resources", {}).get("/XObject", {})
    for instruction in pikepdf.parse_content_stream(content):
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "q":
            saved.append((space, width))
        elif operator == "Q":
            space, width = saved.pop()
        elif operator == "cm":
            space = space @ Transform(*(float(number) for number in operands))
        elif operator == "w":
            width = float(operands[0])
        elif operator in {"S", "s", "B", "B*", "b", "b*"}:
            yield width * stretches(space)[0]
        elif operator == "Do" and (form := forms[str(operands[0])]).get("/Subtype") == "/Form":
            yield from widths(form, space, width)


def thin_lines(file: Path) -> list[float]:
    with pikepdf.open(file) as pdf:
        mm = Transform(1 / PT_PER_MM, 0, 0, 1 / PT_PER_MM)
        return [width for page in pdf.pages for width in widths(page.obj, mm) if width < LEAST_MM]


@pytest.mark.parametrize("orders", [ASTERION, MINOTAURUS, ASTERISMO, ORIGINAL], ids=lambda orders: orders[0].split()[1])
def test_no_line_of_any_printed_file_is_under_a_tenth_of_a_millimetre(
    orders: tuple[str, ...], printed: Printed
) -> None:
    files = sorted(printed(*orders).glob("*.pdf"))
    assert files
    assert {file.name: len(found) for file in files if (found := thin_lines(file))} == {}


LINE = Pen().move(0, 0).line(30, 30).data


def test_lines_within_scaled_groups_are_wide_enough() -> None:
    inner = Group("inner", (Shape(LINE, stroke="#123456", width=0.3),), Transform.placing(0, 0, scale=0.5))
    outer = Shape(LINE, stroke="#123456", width=0.3)
    drawing = Drawing("made-up", "", 50, 50, 0, (Group("all", (outer, inner)),))
    pens = [float(line[:-2]) for line in stream_text(drawing, 0.5).splitlines() if line.endswith(" w")]
    assert pens == [0.3, 0.448]


def test_what_is_shown_small_has_no_thin_lines_no_motifs_and_keeps_its_dots() -> None:
    thick, thin = Shape(LINE, stroke="#123456", width=1), Shape(LINE, stroke="#123456", width=0.1)
    outlined = Shape(Pen().rectangle(0, 0.04, 9, 9).data, fill="#ffffff", stroke="#123456", width=0.1)
    dot = Shape(Pen().dot(5, 5).data, stroke="#123456", width=4)
    groups = Group("all", (thin, thick, outlined, dot)), Group("motif", (thick,))
    lines = stream_text(Drawing("made-up", "", 50, 50, 0, groups), 0.29, small=True).splitlines()
    assert [line for line in lines if line[-1] in "SBf"] == ["S", "f", "S"]
    assert "0 0 m 9 0 l 9 9 l 0 9 l h" in lines
    assert "5 5 m 5.01 5 l" in lines
