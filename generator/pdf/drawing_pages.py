"""Drawings on PDF pages of their own: pictures of scenes, plates for rendering, pieces for print services.

A page for a print service has trim and bleed boxes, and cuts and folds on layers::

    +-- media box = bleed box --+     art        device RGB, clipped at the bleed
    |  +---- trim box ------+   |     CutContour a separation, or CMYK, that overprints; on the layer "Cut lines"
    |  |                    |   |     Crease     the same for folds; on the layer "Fold lines"
    |  +--------------------+   |

Source: ISO 32000-1, 8.6.6.4 (separations), 8.11 (optional content), 14.11.2 (boxes), 14.11.5 (output intents).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from generator.catalogue.headers import Head
from generator.drawing.display_list import Drawing, PathData, Scene, number
from generator.pdf.document_info import output_intent
from generator.pdf.forms import define_form, path_text, place_form, placing_matrix
from generator.pdf.reportlab_adapter import (
    Canvas,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
    add_entries,
    add_object,
    document_of,
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
    head: Head, pages: Sequence[PiecePage], lines: LineInks, intent: Intent | None, short_hash: str, version: str
) -> bytes:
    """Return the bytes of a PDF with a page for each side."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, lang="en", pdfVersion=(1, 6))
    canvas.setTitle(head.full_title)
    canvas.setAuthor(head.credits.design)
    canvas.setSubject(f"{head.full_title}, {head.edition}, {short_hash}")
    canvas.setCreator(f"asterion-press {version}")
    layers = _layers(canvas, pages, lines)
    if intent is not None:
        pdfx = output_intent(canvas, "GTS_PDFX", "Custom", intent.description, intent.profile, intent.channels)
        add_entries(document_of(canvas).Catalog, OutputIntents=PDFArray([pdfx]))
    forms: dict[tuple[str, float], str] = {}
    for index, page in enumerate(pages):
        what = page.drawing.id, page.drawing.bleed
        if what not in forms:
            forms[what] = f"C{len(forms)}"
            define_form(canvas, forms[what], page.drawing)
        _print_piece(canvas, page, index, forms[what], layers, lines)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _layers(canvas: Canvas, pages: Sequence[PiecePage], lines: LineInks) -> dict[str, object]:
    """Return the layers that any page has something on, by name."""
    used = [name for name, key in ((CUT, "cuts"), (FOLD, "folds")) if any(getattr(page, key) for page in pages)]
    if lines.ink == "none" or not used:
        return {}
    document = document_of(canvas)
    groups = {
        name: document.Reference(PDFDictionary({"Type": PDFName("OCG"), "Name": PDFString(name)}), f"layer-{at}")
        for at, name in enumerate(used)
    }
    listed = PDFArray(list(groups.values()))
    shown = PDFDictionary({"Order": listed, "ON": listed, "Name": PDFString("All layers")})
    add_entries(document.Catalog, OCProperties=PDFDictionary({"OCGs": listed, "D": shown}))
    return groups


def _print_piece(
    canvas: Canvas, page: PiecePage, index: int, art: str, layers: dict[str, object], lines: LineInks
) -> None:
    drawing = page.drawing
    bleed, width, height = drawing.bleed, drawing.width, drawing.height
    wide, tall = width + 2 * bleed, height + 2 * bleed
    canvas.setPageSize((pt(wide), pt(tall)))
    canvas.setBleedBox((0, 0, pt(wide), pt(tall)))
    canvas.setTrimBox((pt(bleed), pt(bleed), pt(bleed + width), pt(bleed + height)))
    canvas.bookmarkPage(f"p{index}")
    canvas.addOutlineEntry(drawing.title, f"p{index}", 0)
    place_form(canvas, art, bleed, bleed, tall)
    for name, paths in ((CUT, page.cuts), (FOLD, page.folds)):
        if paths and name in layers:
            form = f"{'K' if name == CUT else 'F'}{index}"
            add_object(canvas, xObjectName(form), _line_form(drawing, paths, name, layers[name], lines))
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


def print_pictures(
    scenes: Sequence[Scene], page: tuple[float, float], title: str, subject: str, author: str, version: str
) -> bytes:
    """Return the bytes of a PDF with a page for each scene, which stands in the middle of its page.

    Args:
        scenes: to print; the first one's title is the file's.
        page: width and height, in mm.
        title: of the game.
        subject: the game and its edition.
        author: of the game.
        version: of this program.
    """
    buffer = io.BytesIO()
    width, height = page
    canvas = Canvas(buffer, pagesize=(pt(width), pt(height)), invariant=1, lang="en")
    canvas.setTitle(f"{title}: {scenes[0].title}")
    canvas.setSubject(subject)
    canvas.setAuthor(author)
    canvas.setCreator(f"asterion-press {version}")
    brush = ScenePainter(canvas, pt(height))
    for scene in scenes:
        left, top = (width - scene.width) / 2, (height - scene.height) / 2
        brush.parts(scene.parts, pt(left), pt(top), PT_PER_MM)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


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
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(width, height), invariant=1)
    for index, one in enumerate(laid):
        define_form(canvas, f"C{index}", one.drawing)
        x, y, tall = mm_from_pt(one.x), mm_from_pt(one.y), mm_from_pt(height)
        place_form(canvas, f"C{index}", x, y, tall, scale=one.scale / PT_PER_MM)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()
