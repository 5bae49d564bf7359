"""Marks lie on layers that a viewer lists by name and can switch off; what is left is the art alone."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

from asterion_press.catalogue.layouts import MARK_LAYERS, N_UP, Mark, Marks
from asterion_press.layout.sheet_setup import SheetSetup
from asterion_press.layout.sheets import Lot, Piece
from tests.support.workshop import SHEETS, changed, laid_folder, paper

LOTS = (Lot("tiles", 50, 50, 3, (Piece("a", "tile a", 4, "b", "", "its back"),)),)
RED, BLUE, GREEN, GREY = "#ff0000", "#0000ff", "#00ff00", "#808080"
EVERY = Marks(
    crop=Mark("both", 0.5, colour=RED),
    registration=Mark("fronts", 0.4, 5, 2, GREEN),
    fold=Mark("both", 0.6, colour=BLUE),
    cut=Mark("backs", 0.3),
)
FOLDED = SheetSetup(layout=replace(N_UP, fold="level", marks=EVERY))
PLAIN = SheetSetup(layout=replace(N_UP, marks=EVERY))


def sheets(tmp_path: Path, laying: SheetSetup) -> bytes:
    return laid_folder(tmp_path / "out", LOTS, paper(), laying).files[SHEETS]


def layers(pdf: pikepdf.Pdf) -> dict[str, Any]:
    root: Any = pdf.Root
    return {str(layer.Name): layer for layer in root.OCProperties.OCGs} if "/OCProperties" in root else {}


def switched_off(raw: bytes, name: str) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        default: Any = pdf.Root["/OCProperties"]["/D"]
        default["/OFF"] = pikepdf.Array([layers(pdf)[name]])
        default["/ON"] = pikepdf.Array([layer for other, layer in layers(pdf).items() if other != name])

    return changed(raw, change)


def colours(raw: bytes, page: int = 0) -> set[tuple[int, int, int]]:
    """The colours of a page at 150 dpi."""
    document = pypdfium2.PdfDocument(raw)
    picture = document[page].render(scale=150 / 72).to_pil().convert("RGB")
    return {colour for _, colour in picture.getcolors(1 << 24)}


def test_each_kind_of_marks_has_a_layer_by_name(tmp_path: Path) -> None:
    assert tuple(MARK_LAYERS) == Marks.__struct_fields__
    with pikepdf.open(io.BytesIO(sheets(tmp_path, FOLDED))) as pdf:
        assert list(layers(pdf)) == list(MARK_LAYERS.values())
        default: Any = pdf.Root["/OCProperties"]["/D"]
        assert list(default.ON) == list(default.Order) == list(layers(pdf).values())


def test_a_sheet_without_marks_has_no_layers(tmp_path: Path) -> None:
    none = Mark()
    bare = SheetSetup(layout=replace(N_UP, marks=Marks(**dict.fromkeys(MARK_LAYERS, none))))
    raw = sheets(tmp_path, bare)
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        assert layers(pdf) == {}
    assert b"/OCProperties" not in raw


@pytest.mark.parametrize(("kind", "ink"), [("crop", (255, 0, 0)), ("registration", (0, 255, 0)), ("fold", (0, 0, 255))])
def test_a_layer_that_is_switched_off_vanishes_and_nothing_else_does(
    kind: str, ink: tuple[int, int, int], tmp_path: Path
) -> None:
    raw = sheets(tmp_path, FOLDED)
    others = {(255, 0, 0), (0, 255, 0), (0, 0, 255)} - {ink}
    assert {ink, *others} <= colours(raw)
    less = colours(switched_off(raw, MARK_LAYERS[kind]))
    assert ink not in less
    assert others <= less


def test_marks_lie_on_fronts_on_backs_or_on_both(tmp_path: Path) -> None:
    with pikepdf.open(io.BytesIO(sheets(tmp_path, PLAIN))) as pdf:
        contents = [page.Contents.read_bytes() for page in pdf.pages]
    assert [b"/Lcrop BDC" in text for text in contents] == [True, True]
    assert [b"/Lregistration BDC" in text for text in contents] == [True, False]
    assert [b"/Lcut BDC" in text for text in contents] == [False, True]
    assert [b"/Lfold BDC" in text for text in contents] == [False, False]
