"""Booklets for folding: the pages of a printed booklet, two on each side of a sheet.

A page becomes a form that is placed as it is, so lines stay lines, letters stay letters, and each font is in the file
once. Links and outlines are dropped, as paper has none.

Marks: short dashes on the fold at the head and the foot of each back, which is the inside when it is folded; two lines
on the fold of the outermost front, where the staples go; and crop marks, if the sheet is larger than the booklet.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from asterion_press import __version__
from asterion_press.catalogue.equipment import Paper
from asterion_press.drawing.display_list import PathData, Pen
from asterion_press.geometry import PT_PER_MM, pt
from asterion_press.layout.saddle_stitch import (
    PAGE_MM,
    Fold,
    Leaf,
    SheetSide,
    Spread,
    creep,
    margin_on_side,
    sheets_for,
    sides_for,
    spread_on,
)
from asterion_press.layout.sheet_setup import Flip
from asterion_press.layout.sheets import Face
from asterion_press.pdf.document import DUPLEX, write_xmp
from asterion_press.pdf.forms import path_text
from asterion_press.pdf.sheets import marks_at_cuts

LEAF = Leaf(*PAGE_MM, 9.2)
"""A page of the booklet. What lies nearest to its edge is the frame of the title: 27 pt, in strokes of 1.1 pt."""
MARK_WIDTH_MM = 0.2
"""Source: 0.15 to 0.25 mm is what print shops ask for; a thinner mark vanished in one."""
MARK_INK = 0.45
"""Grey, as marks of a fold stay in sight. Own choice: dark enough for a thin line."""
FOLD_MARK_MM = 8.0
"""Length of the dashed mark at head and foot. Own choice."""
STAPLE_MM = 12.0
"""Source: the crown of the staples 24/6 and 26/6 that offices use is 12 to 13 mm wide."""
STAPLES = (0.25, 0.75)
"""Places of the staples, as parts of the booklet's height. Own choice, as usual for two staples."""
CROP_MM = 5.0
AIR_MM = 1.0
"""Distance from a trimmed edge to its mark."""


def print_folded_booklet(booklet: bytes, paper: Paper, fold: Fold) -> bytes:
    """Return the booklet for folding as the bytes of a PDF.

    Args:
        booklet: the PDF of its pages, all of one size.
        paper: of the sheets.
        fold: the way in which it is folded.

    Raises:
        LayoutError: the pages do not go on the paper.
    """
    with Pdf.open(io.BytesIO(booklet)) as source, Pdf.new() as target:
        count = len(source.pages)
        spread = spread_on(paper, LEAF, sheets_for(count), fold)
        forms = {number: target.copy_foreign(_form(source, number)) for number in range(1, count + 1)}
        sides = sides_for(count)
        for side in sides:
            page = target.add_blank_page(page_size=(pt(spread.width), pt(spread.height)))
            left, top, right, bottom = spread.trim
            box = [round(pt(value), 4) for value in (left, spread.height - bottom, right, spread.height - top)]
            page.obj.TrimBox = page.obj.BleedBox = Array(box)
            shown = {f"/P{number}": forms[number] for number in (side.left, side.right) if number}
            page.obj.Resources = Dictionary(XObject=Dictionary(shown))
            page.obj.Contents = target.make_stream("\n".join(_operators(side, spread, fold, paper)).encode("ascii"))
        _describe(target, source, sides, paper, fold)
        buffer = io.BytesIO()
        target.save(
            buffer,
            force_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return buffer.getvalue()


def _form(source: Pdf, number: int) -> pikepdf.Stream:
    """Return a page as a form of its own, its origin at the lower left corner of the page."""
    page = source.pages[number - 1].obj
    parts = page.Contents if isinstance(page.Contents, Array) else [page.Contents]
    form = source.make_stream(b"\n".join(part.read_bytes() for part in parts))
    form.Type, form.Subtype, form.FormType = Name.XObject, Name.Form, 1
    form.BBox, form.Resources = page.MediaBox, page.Resources
    if "/Group" in page:
        form.Group = page.Group
    return form


def _operators(side: SheetSide, spread: Spread, fold: Fold, paper: Paper) -> Iterator[str]:
    """Yield the content of a side; in points from the lower left corner, turned over where the flip asks for that."""
    turned = side.face is Face.BACK and fold.flip is Flip.LONG_EDGE
    yield f"q {'-1 0 0 -1 ' + _points(spread.width, spread.height) if turned else '1 0 0 1 0 0'} cm"
    shift = creep(side.sheet, fold)
    for number, right in ((side.left, False), (side.right, True)):
        if number is not None:
            x, y = spread.page_corner(right=right, shift=shift)
            half = _points(spread.fold if right else 0, 0, spread.fold, spread.height)
            at = _points(x, spread.height - y - spread.page[1])
            yield f"q {half} re W n {spread.scale:g} 0 0 {spread.scale:g} {at} cm /P{number} Do Q"
    yield f"q {PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {_points(spread.height)} cm {MARK_INK} G {MARK_WIDTH_MM} w 0 J"
    if side.face is Face.BACK:
        yield "[2 1] 0 d"
    yield f"{path_text(_marks(side, spread, paper))} S"
    yield "Q Q"


def _marks(side: SheetSide, spread: Spread, paper: Paper) -> PathData:
    """Return the marks of a side, in mm from the top left corner of the sheet on its side.

    Crop marks stand beyond the booklet where the sheet is larger that way, too, else at the edges of the sheet.
    """
    left, top, right, bottom = spread.trim
    beside, above = margin_on_side(paper)
    pen = Pen()
    if side.face is Face.BACK:
        head, foot = max(top, above), min(bottom, spread.height - above)
        for y in (head, foot - FOLD_MARK_MM):
            pen.move(spread.fold, y).line(spread.fold, y + FOLD_MARK_MM)
        return pen.data
    if side.sheet == 1:
        for part in STAPLES:
            middle = top + part * (bottom - top)
            pen.move(spread.fold, middle - STAPLE_MM / 2).line(spread.fold, middle + STAPLE_MM / 2)
    far = AIR_MM + CROP_MM
    across = (left, right) if left > 0 else (beside + far, right - beside - far)
    down = (top, bottom) if top > 0 else (above + far, bottom - above - far)
    upright, level = across if left > 0 else (), down if top > 0 else ()
    return (*pen.data, *marks_at_cuts((across[0], down[0], across[1], down[1]), upright, level, AIR_MM, far))


def _points(*lengths: float) -> str:
    return " ".join(f"{pt(length):z.4f}" for length in lengths)


def _describe(target: Pdf, source: Pdf, sides: tuple[SheetSide, ...], paper: Paper, fold: Fold) -> None:
    """Set title, language, labels and print settings; mark the file as PDF/A-2u, untagged, as it is for printing."""
    target.docinfo = target.make_indirect(Dictionary())
    for key, value in source.docinfo.items():
        target.docinfo[key] = (
            f"{value}, {paper.title}" if key == "/Title" else str(value) if isinstance(value, String) else value
        )
    target.docinfo.Producer = f"asterion-press {__version__}"
    info = {key: str(value) for key, value in target.docinfo.items()}
    digits = re.sub(r"\D", "", info["/CreationDate"])[:14]
    made = (int(digits[:4]), *(int(digits[at : at + 2]) for at in range(4, 14, 2)))
    packet = write_xmp(info, made, str(source.Root.Lang), tagged=False)
    target.Root.Metadata = target.make_stream(packet.encode("utf-8"), Type=Name.Metadata, Subtype=Name.XML)
    intents = source.make_indirect(source.Root.OutputIntents)
    target.Root.OutputIntents = target.copy_foreign(intents)
    target.Root.Lang = source.Root.get("/Lang", String("en"))
    target.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True,
        PrintScaling=Name("/None"),
        Duplex=Name(f"/{DUPLEX[fold.flip]}"),
        PickTrayByPDFSize=True,
    )
    names = [f"{side.sheet} {'A' if side.face is Face.FRONT else 'B'}" for side in sides]
    labels = [item for at, name in enumerate(names) for item in (at, Dictionary(P=name))]
    target.Root.PageLabels = Dictionary(Nums=Array(labels))
