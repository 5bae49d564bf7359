"""Marks of a sheet: where to cut, where to fold, and whether the sides align. Each kind lies on a layer of its own.

::

    (+)  |  |      |  |  (+)        crop marks point along each cut, outside of the bleed;
      --+-----------------+--       rings with crosses stand at the corners of the block
        |  components     |
      - | - - - - - - - - | -       the fold goes through the middle
        |                 |
      --+-----------------+--       lines to cut along lie on the trim itself
    (+)  |  |      |  |  (+)

Lengths in mm from the top left corner of the page. A viewer lists layers by name and can switch them off.

Source: ISO 32000-1, 8.11 (optional content), 14.6 (marked content), table 100 (what the catalog says of it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from generator.catalogue.layouts import MARK_LAYERS, N_UP, Mark, Marks
from generator.drawing.display_list import PathData, Pen, number
from generator.layout.fixed_positions import Places
from generator.layout.grid import Grid
from generator.layout.sheets import Face, Page
from generator.pdf.forms import dash_text, ink_text, path_text
from generator.pdf.reportlab_adapter import (
    Canvas,
    LayeredPage,
    PDFObject,
    add_entries,
    document_of,
    pdfdoc,
    write_operators,
)

LAYERED = (1, 5)
"""The first version of PDF that knows layers."""
DASH_MM = (3.0, 1.5)
"""Dashes of a fold line. Own choice, as in paper models."""


class _Layer(PDFObject):
    """An optional-content group that is visible and printed until it is switched off.

    It says nothing of its usage: pdfium would follow that, whatever is switched.
    """

    __RefOnly__ = 1

    def __init__(self, name: str) -> None:
        self.name = name

    def format(self, document: object) -> bytes:
        entries = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(self.name)}
        text: bytes = pdfdoc.PDFDictionary(entries).format(document)
        return text


class LayeredCanvas(Canvas):
    """A canvas whose pages may use layers.

    Args:
        layers: the names that viewers show, by a key of letters.
    """

    def __init__(self, *args: object, layers: Mapping[str, str], **more: object) -> None:
        more["pdfVersion"] = LAYERED if layers else None
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self._layers: dict[str, object] = {}
        if not layers:
            return
        document = document_of(self)
        self._layers = {f"L{key}": document.Reference(_Layer(name)) for key, name in layers.items()}
        references = pdfdoc.PDFArray(list(self._layers.values()))
        default = pdfdoc.PDFDictionary({"Name": pdfdoc.PDFString("Marks"), "Order": references, "ON": references})
        add_entries(document.Catalog, OCProperties=pdfdoc.PDFDictionary({"OCGs": references, "D": default}))

    def _setXObjects(self, thing: object) -> None:
        """Give a page its layers; ReportLab calls this between a page's content and its resources."""
        super()._setXObjects(thing)  # type: ignore[misc]
        if self._layers and isinstance(thing, pdfdoc.PDFPage):
            page: Any = thing
            page.__class__ = LayeredPage
            page.layers = self._layers


@contextmanager
def on_layer(canvas: Canvas, key: str) -> Iterator[None]:
    """Put on a layer what is written inside."""
    write_operators(canvas, f"/OC /L{key} BDC")
    yield
    write_operators(canvas, "EMC")


def marks_on(page: Page, marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the kinds of marks on a page, and the operators of each in a space of mm, y down."""
    for kind in MARK_LAYERS:
        mark: Mark = getattr(marks, kind)
        sides = {Face.FRONT: "fronts", Face.BACK: "backs", Face.FOLDED: mark.sides}
        data: PathData = ()
        if mark.sides == "none" or mark.sides not in {"both", sides[page.face]}:
            continue
        if kind == "crop" and page.marked and page.placements:
            data = crop_marks(page, mark)
        elif kind == "registration":
            data = registration_marks(page.grid, mark)
        elif kind == "fold" and page.face is Face.FOLDED:
            data = fold_line(page)
        elif kind == "cut" and page.marked:
            data = cutting_lines(page)
        if data:
            dash = f"{dash_text(DASH_MM)} " if kind == "fold" else ""
            ink = "0 G" if mark.colour == "#000000" else f"{ink_text(mark.colour)} RG"
            yield kind, f"{ink} {number(mark.width_mm)} w 0 J {dash}{path_text(data)} S"


def layers_of(pages: tuple[Page, ...], marks: Marks) -> dict[str, str]:
    """Return the layers that some pages need, with their names."""
    needed = {kind for page in pages for kind, _ in marks_on(page, marks)}
    return {kind: name for kind, name in MARK_LAYERS.items() if kind in needed}


def crop_marks(page: Page, mark: Mark = N_UP.marks.crop) -> PathData:
    """Return short lines outside of the block that point along each cut of the components on the page."""
    xs, ys = page.grid.cut_lines((one.x, one.y) for one in page.placements)
    return _marks_at(page.grid, xs, ys, mark.gap_mm, mark.gap_mm + mark.length_mm)


@cache
def _marks_at(grid: Grid | Places, xs: tuple[float, ...], ys: tuple[float, ...], near: float, far: float) -> PathData:
    left, top, right, bottom = grid.left, grid.top, grid.right, grid.bottom
    pen = Pen()
    for x in xs:
        pen.move(x, top - far).line(x, top - near)
        pen.move(x, bottom + near).line(x, bottom + far)
    for y in ys:
        pen.move(left - far, y).line(left - near, y)
        pen.move(right + near, y).line(right + far, y)
    return pen.data


def registration_marks(grid: Grid | Places, mark: Mark) -> PathData:
    """Return a ring and a cross outside of each corner of the block."""
    away, half = mark.gap_mm + mark.length_mm / 2, mark.length_mm / 2
    pen = Pen()
    for y in (grid.top - away, grid.bottom + away):
        for x in (grid.left - away, grid.right + away):
            pen.move(x - half, y).line(x + half, y).move(x, y - half).line(x, y + half)
            pen.circle(x, y, half / 2)
    return pen.data


def fold_line(page: Page) -> PathData:
    """Return the line through the middle, from one end of the crop marks to the other."""
    grid = page.grid
    x, y = grid.paper.width_mm / 2, grid.paper.height_mm / 2
    if grid.fold == "level":
        return Pen().move(grid.left - grid.reach, y).line(grid.right + grid.reach, y).data
    return Pen().move(x, grid.top - grid.reach).line(x, grid.bottom + grid.reach).data


def cutting_lines(page: Page) -> PathData:
    """Return the trims of all components on the page; an edge that neighbours share is drawn once."""
    grid = page.grid
    pen = Pen()
    seen: set[tuple[float, ...]] = set()
    for one in page.placements:
        x, y, right, bottom = one.x, one.y, one.x + grid.trim, one.y + grid.height
        if isinstance(grid, Places) and grid.round:
            pen.circle(x + grid.trim / 2, y + grid.height / 2, grid.trim / 2)
            continue
        for edge in ((x, y, right, y), (right, y, right, bottom), (x, bottom, right, bottom), (x, y, x, bottom)):
            key = tuple(round(value, 3) for value in edge)
            if key not in seen:
                seen.add(key)
                pen.move(*edge[:2]).line(*edge[2:])
    return pen.data
