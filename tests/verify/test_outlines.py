"""Shapes that a piece promises are looked for among the lines of its form."""

from __future__ import annotations

import pikepdf
import pytest

from asterion_press.layout.sheets import Outline
from asterion_press.verify.forms import missing_outlines

SQUARE = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))


def missed(content: str, *outlines: Outline) -> list[Outline]:
    pdf = pikepdf.Pdf.new()
    stream = pdf.make_stream(content.encode())
    stream["/Type"], stream["/Subtype"] = pikepdf.Name("/XObject"), pikepdf.Name("/Form")
    stream["/Resources"] = pikepdf.Dictionary()
    return missing_outlines(stream, outlines)


@pytest.mark.parametrize(
    "content",
    [
        "5 5 m 15 5 l 15 15 l 5 15 l h f",
        "5 15 m 15 15 l 15 5 l 5 5 l h S",  # the other way round
        "q 1 0 0 1 2 0 cm 3 5 m 13 5 l 13 15 l 3 15 l h f Q",
        "q 0 1 -1 0 20 0 cm 5 5 m 15 5 l 15 15 l 5 15 l h f Q",  # turned about
        "0 0 m 9 9 l S 5.004 5 m 15 5 l 15 15 l 5 15 l h f",
        "5 5 m 15 5 l S 15 5 m 15 15 l S 15 15 m 5 15 l S 5 15 m 5 5 l S",  # side by side
    ],
)
def test_an_outline_is_found_however_it_is_drawn(content: str) -> None:
    assert missed(content, SQUARE) == []


@pytest.mark.parametrize(
    "content",
    [
        "5.02 5 m 15.02 5 l 15.02 15 l 5.02 15 l h f",
        "5 5 m 15 5 l 15 15 l 5 15 l S",  # one side is missing
        "5 5 m 15 5 l 15 15 l 5 15 l h n",  # nothing is painted
        "q 1.005 0 0 1 0 0 cm 5 5 m 15 5 l 15 15 l 5 15 l h f Q",
        "",
    ],
)
def test_an_outline_that_is_off_is_missed(content: str) -> None:
    other = tuple((x + 20, y) for x, y in SQUARE)
    there = " 25 5 m 35 5 l 35 15 l 25 15 l h f"
    assert missed(content + there, SQUARE, other) == [SQUARE]
