"""Drawings on PDF pages of their own: pictures of scenes, plates for rendering, pieces for print services, pads.

A page for a print service has trim and bleed boxes, and cuts and folds on layers::

    +-- media box = bleed box --+     art        device RGB, clipped at the bleed
    |  +---- trim box ------+   |     CutContour a separation, or CMYK, that overprints; on the layer "Cut lines"
    |  |                    |   |     Crease     the same for folds; on the layer "Fold lines"
    |  +--------------------+   |

Source: ISO 32000-1, 8.6.6.4 (separations), 8.11 (optional content), 14.11.2 (boxes), 14.11.5 (output intents).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from generator.catalogue.equipment import Paper
from generator.catalogue.headers import Head
from generator.drawing.display_list import Drawing, PathData, Scene, number
from generator.layout.sheet_setup import Flip
from generator.pdf.document import Document
from generator.pdf.forms import define_form, path_text, place_form, placing_matrix
from generator.pdf.reportlab_adapter import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFZCompress,
    add_object,
    write_operators,
    xObjectName,
)
from generator.pdf.scene_painter import ScenePainter
from generator.units import PT_PER_MM, mm_from_pt, pt

LineInk: TypeAlias = Literal["spot", "cmyk", "none"]
CUT, FOLD = "Cut lines", "Fold lines"
CMYK = {CUT: (0, 1, 0, 0), FOLD: (1, 0, 0, 0)}
"""Inks of the lines, and of separations on a screen. Own choice: magenta cuts, as is usual."""
CREASE = "Crease"
LINE_MM = 0.1


class PiecePage(Struct, frozen=True):
    """One side of a piece.

    Attributes:
        drawing: without its cut lines; its bleed is the page's.
        cuts, folds: in mm from the top left corner of the trim; empty on backs.
    """

    drawing: Drawing
    cuts: tuple[PathData, ...] = ()
    folds: tuple[PathData, ...] = ()


class LineInks(Struct, frozen=True):
    """The inks of lines.

    Attributes:
        ink: a separation, CMYK, or not at all.
        spot: name of the cuts' separation.
    """

    ink: LineInk
    spot: str


class Intent(Struct, frozen=True):
    """The printing condition that the file is made for, as its user says."""

    profile: bytes
    channels: int
    description: str


def print_pieces(
    head: Head, pages: Sequence[PiecePage], lines: LineInks, intent: Intent | None, short_hash: str
) -> bytes:
    """Return the bytes of a PDF with a page for each side."""
    keys = {"cuts": CUT, "folds": FOLD} if lines.ink != "none" else {}
    canvas = Document(
        (1, 1),
        head.full_title,
        author=head.credits.design,
        subject=f"{head.full_title}, {head.edition}, {short_hash}",
        layers={key: name for key, name in keys.items() if any(getattr(page, key) for page in pages)},
    )
    if intent is not None:
        canvas.add_intent("GTS_PDFX", "Custom", intent.description, intent.profile, intent.channels)
    forms: dict[tuple[str, float], str] = {}
    for index, page in enumerate(pages):
        what = page.drawing.id, page.drawing.bleed
        if what not in forms:
            forms[what] = f"C{len(forms)}"
            define_form(canvas, forms[what], page.drawing)
        _print_piece(canvas, page, index, forms[what], lines)
        canvas.showPage()
    return canvas.finish(archived=False)


def _print_piece(canvas: Document, page: PiecePage, index: int, art: str, lines: LineInks) -> None:
    drawing = page.drawing
    bleed, width, height = drawing.bleed, drawing.width, drawing.height
    wide, tall = width + 2 * bleed, height + 2 * bleed
    canvas.setPageSize((pt(wide), pt(tall)))
    canvas.set_boxes((bleed, bleed, bleed + width, bleed + height), (0, 0, wide, tall))
    canvas.bookmarkPage(f"p{index}")
    canvas.addOutlineEntry(drawing.title, f"p{index}", 0)
    place_form(canvas, art, bleed, bleed, tall)
    for name, key in ((CUT, "cuts"), (FOLD, "folds")):
        if (paths := getattr(page, key)) and (layer := canvas.layers.get(f"L{key}")):
            form = f"{'K' if name == CUT else 'F'}{index}"
            add_object(canvas, xObjectName(form), _line_form(drawing, paths, name, layer, lines))
            write_operators(canvas, f"q {placing_matrix((width, height), bleed, bleed, tall)} cm")
            canvas.doForm(form)
            write_operators(canvas, "Q")


def _line_form(drawing: Drawing, paths: Sequence[PathData], name: str, layer: object, lines: LineInks) -> PDFStream:
    """Return lines as a form of their own, with its inks as resources, that belongs to a layer."""
    overprint = PDFDictionary({"Type": PDFName("ExtGState"), "OP": "true", "op": "true", "OPM": 1})
    resources = {"ExtGState": PDFDictionary({"Over": overprint})}  # lines leave the art below them as it is
    ink = f"{' '.join(map(str, CMYK[name]))} K"
    if lines.ink == "spot":
        ink = "/Line CS 1 SCN"
        spot = PDFName(lines.spot if name == CUT else CREASE)
        ends = {"C0": PDFArray([0, 0, 0, 0]), "C1": PDFArray(list(CMYK[name]))}
        tint = PDFDictionary({"FunctionType": 2, "Domain": PDFArray([0, 1]), **ends, "N": 1})
        separation = PDFArray([PDFName("Separation"), spot, PDFName("DeviceCMYK"), tint])
        resources["ColorSpace"] = PDFDictionary({"Line": separation})
    out = drawing.bleed
    form = PDFStream(
        PDFDictionary(
            {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([float(side) for side in (-out, -out, drawing.width + out, drawing.height + out)]),
                "Resources": PDFDictionary(resources),
                "OC": layer,
            }
        )
    )
    drawn = " ".join(map(path_text, paths))
    form.content, form.filters = f"/Over gs {ink} {number(LINE_MM)} w 1 j {drawn} S".encode("ascii"), [PDFZCompress]
    return form


def print_pictures(scenes: Sequence[Scene], page: tuple[float, float], title: str, subject: str, author: str) -> bytes:
    """Return the bytes of a PDF with a page for each scene, which stands in the middle of its page.

    Args:
        scenes: to print; the first one's title is the file's.
        page: width and height, in mm.
        title: of the game.
        subject: the game and its edition.
        author: of the game.
    """
    width, height = page
    canvas = Document(page, f"{title}: {scenes[0].title}", author=author, subject=subject)
    brush = ScenePainter(canvas, pt(height))
    for scene in scenes:
        left, top = (width - scene.width) / 2, (height - scene.height) / 2
        brush.parts(scene.parts, pt(left), pt(top), PT_PER_MM)
        canvas.showPage()
    return canvas.finish(archived=False)


class PlateDrawing(Struct, frozen=True):
    """A drawing on a plate.

    Attributes:
        drawing: cut at its bleed.
        x, y: top left corner of its trim, in pixels from the plate's.
        scale: pixels a millimetre.
    """

    drawing: Drawing
    x: float
    y: float
    scale: float


def print_plate(width: int, height: int, laid: Iterable[PlateDrawing]) -> bytes:
    """Return the bytes of a PDF with one page of so many pixels that shows some drawings; a point is a pixel."""
    canvas = Document((mm_from_pt(width), mm_from_pt(height)), "")
    for index, one in enumerate(laid):
        define_form(canvas, f"C{index}", one.drawing)
        x, y, tall = mm_from_pt(one.x), mm_from_pt(one.y), mm_from_pt(height)
        place_form(canvas, f"C{index}", x, y, tall, scale=one.scale / PT_PER_MM)
    return canvas.finish(archived=False)


def print_score_sheet(head: Head, sheet: Drawing, paper: Paper) -> bytes:
    """Return a drawing in the middle of a page, in its own size, as the bytes of a PDF.

    Args:
        head: of the game.
        sheet: the drawing.
        paper: to print on.
    """
    size, title = (paper.width_mm, paper.height_mm), f"{head.full_title}: {sheet.title}"
    canvas = Document(size, title, "zxx", author=head.credits.design)
    define_form(canvas, "C0", sheet)
    left, top = (paper.width_mm - sheet.width) / 2, (paper.height_mm - sheet.height) / 2
    place_form(canvas, "C0", left, top, paper.height_mm)
    canvas.showPage()
    return canvas.finish(Flip.NONE)
