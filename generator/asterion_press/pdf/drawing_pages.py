"""Drawings on PDF pages of their own: pictures, plates, pieces for print services, pads, and contact sheets.

A contact sheet has many small tiles with captions in a grid on a paper, as a PDF of pages or as one SVG a page::

    title block, first page only
    heading of section A          heading of section B       each cell: a line for a heading above the tile,
    [tile] [tile] [tile]          [tile] [tile]              the tile, two lines for captions below
    caption caption caption       caption caption
    [tile] [tile]  ...                                       a section goes on in the next row
    legend

The tiles are as large as they can be for everything to lie on one page, at most of true size; if that would make them
smaller than `LEAST_MM`, they go on over several pages. A page is one drawing, which both formats print, and lines of
text: in the PDF as text, in embedded fonts; in the SVG as outlines, so that it looks the same wherever it is opened.

A page for a print service has trim and bleed boxes, and cuts and folds on layers::

    +-- media box = bleed box --+     art        device RGB, clipped at the bleed
    |  +---- trim box ------+   |     CutContour a separation, or CMYK, that overprints; on the layer "Cut lines"
    |  |                    |   |     Crease     the same for folds; on the layer "Fold lines"
    |  +--------------------+   |

Source: ISO 32000-1, 8.6.6.4 (separations), 8.11 (optional content), 14.11.2 (boxes), 14.11.5 (output intents).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import fsum
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.headers import Head
from asterion_press.drawing.display_list import Drawing, Group, PathData, Scene, Shape, number
from asterion_press.errors import LayoutError
from asterion_press.geometry import PT_PER_MM, Size, mm_from_pt, pt
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf import reportlab_adapter as rl
from asterion_press.pdf.document import Document
from asterion_press.pdf.fonts import Run, Style, load_typeface, runs_advance, text_operators, trace_runs
from asterion_press.pdf.forms import (
    FormCache,
    ScenePainter,
    colour_operator,
    define_form,
    path_text,
    place_form,
    placing_matrix,
    show_form,
)

LineInk: TypeAlias = Literal["spot", "cmyk", "none"]
CUT, FOLD = "Cut lines", "Fold lines"
CMYK = {CUT: "0 1 0 0", FOLD: "1 0 0 0"}
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
    """The printing condition that the file is made for, as its user says.

    Attributes:
        profile: as ICC has it.
        channels: of the profile.
        description: as the profile calls itself.
        condition: its name in the registry of characterisations, if the profile gives it; else the description.
    """

    profile: bytes
    channels: int
    description: str
    condition: str


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
        registry = "http://www.color.org" if intent.condition != intent.description else ""
        about = intent.condition, intent.description, intent.profile, intent.channels, registry
        canvas.add_intent("GTS_PDFX", *about)
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
    """Print a piece with its lines on a page of its own."""
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
            rl.add_object(canvas, rl.xObjectName(form), _line_form(drawing, paths, name, layer, lines))
            show_form(canvas, form, f"{placing_matrix((width, height), bleed, bleed, tall)} cm")


def _line_form(drawing: Drawing, paths: Sequence[PathData], name: str, layer: object, lines: LineInks) -> rl.PDFStream:
    """Return lines as a form of their own, with its inks as resources, that belongs to a layer."""
    overprint = rl.PDFDictionary({"Type": "/ExtGState", "OP": "true", "op": "true", "OPM": 1})
    resources = {"ExtGState": rl.PDFDictionary({"Over": overprint})}  # lines leave the art below them as it is
    ink = f"{CMYK[name]} K"
    if lines.ink == "spot":
        ink = "/Line CS 1 SCN"
        spot = rl.PDFName(lines.spot if name == CUT else CREASE)
        ends = {"C0": "[ 0 0 0 0 ]", "C1": f"[ {CMYK[name]} ]"}
        tint = rl.PDFDictionary({"FunctionType": 2, "Domain": "[ 0 1 ]", **ends, "N": 1})
        separation = rl.PDFArray(["/Separation", spot, "/DeviceCMYK", tint])
        resources["ColorSpace"] = rl.PDFDictionary({"Line": separation})
    out = drawing.bleed
    entries = {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": rl.PDFArray([-out, -out, drawing.width + out, drawing.height + out]),
        "Resources": rl.PDFDictionary(resources),
        "OC": layer,
    }
    drawn = " ".join(map(path_text, paths))
    content = f"/Over gs {ink} {number(LINE_MM)} w 1 j {drawn} S"
    return rl.PDFStream(rl.PDFDictionary(entries), content.encode("ascii"), [rl.PDFZCompress])


def print_pictures(scenes: Sequence[Scene], page: Size, title: str, subject: str, author: str) -> bytes:
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
    brush = ScenePainter(canvas, pt(height), FormCache())
    for scene in scenes:
        left, top = (width - scene.width) / 2, (height - scene.height) / 2
        brush.parts(scene.parts, pt(left), pt(top), PT_PER_MM)
        canvas.showPage()
    return canvas.finish(archived=False)


def print_plate(width: int, height: int, placed: Iterable[tuple[Drawing, float, float]], scale: float) -> bytes:
    """Return the bytes of a PDF with one page of so many pixels that shows some drawings; a point is a pixel.

    Args:
        width: in pixels.
        height: in pixels.
        placed: drawings, cut at their bleed, each with the top left corner of its trim in pixels from the plate's.
        scale: pixels a millimetre.
    """
    canvas, tall = Document((mm_from_pt(width), mm_from_pt(height)), ""), mm_from_pt(height)
    for index, (drawing, x, y) in enumerate(placed):
        define_form(canvas, f"C{index}", drawing)
        place_form(canvas, f"C{index}", mm_from_pt(x), mm_from_pt(y), tall, scale=scale / PT_PER_MM)
    return canvas.finish(archived=False)


def print_score_sheet(head: Head, sheet: Drawing, paper: Paper) -> bytes:
    """Return a drawing in the middle of a page, in its own size, as the bytes of a PDF.

    Args:
        head: of the game.
        sheet: the drawing.
        paper: to print on.
    """
    title = f"{head.full_title}: {sheet.title}"
    canvas = Document(paper.size, title, "zxx", author=head.credits.design)
    define_form(canvas, "C0", sheet)
    left, top = (paper.width_mm - sheet.width) / 2, (paper.height_mm - sheet.height) / 2
    place_form(canvas, "C0", left, top, paper.height_mm)
    canvas.showPage()
    return canvas.finish(Flip.NONE)


Anchor: TypeAlias = Literal["start", "middle", "end"]
FAMILY = "Alegreya"
"""Of the type, one of ``templates/fonts``."""
LEAST_MM = 16.0
"""Smallest tile that shows what it holds: its symbols are 3 mm. Own choice, looked at on paper."""
GAP = 0.17
"""Between neighbouring tiles, as a part of a tile's side: more than the art goes beyond the trim."""
ABOVE, BELOW = 0.19, 0.27
"""Room for a heading and for captions, as parts of a tile's side. Own choice."""
AIRY = 1.12
"""By how much rows may move apart to fill a page. Own choice."""
TITLE_MM = 19.0
LEGEND_MM = 8.0


class Cell(Struct, frozen=True):
    """A place for a tile.

    Attributes:
        item: number of what lies there, counted over all sections.
        section: number of its section.
        begins: whether it is the section's first.
        x, y: top left corner of the tile, in mm.
        room: tiles of the section from here to the end of its row, itself among them.
    """

    item: int
    section: int
    begins: bool
    x: float
    y: float
    room: int


class ContactSheet(Struct, frozen=True):
    """Pages of cells.

    Attributes:
        paper: the sheet.
        tile: side of a tile, in mm.
        pitch: from one tile to the next in a row, in mm.
        leading: from one row to the next, in mm.
        pages: the cells of each page.
    """

    paper: Paper
    tile: float
    pitch: float
    leading: float
    pages: tuple[tuple[Cell, ...], ...]


def contact_sheet(paper: Paper, sections: Sequence[int], largest: float) -> ContactSheet:
    """Lay out so many tiles in each section.

    Args:
        paper: the sheet.
        sections: how many tiles each section has.
        largest: true size of a tile, in mm.

    Raises:
        LayoutError: not even one tile fits.
    """
    margins = paper.margin_mm
    width = paper.width_mm - margins.left - margins.right
    height = paper.height_mm - margins.top - margins.bottom - LEGEND_MM

    def side(columns: int) -> float:
        return min(width / columns / (1 + GAP), largest)

    def rows_in(height: float, columns: int) -> int:
        return math.floor(height / (side(columns) * (1 + ABOVE + BELOW)) + 1e-9)

    owners = [section for section, size in enumerate(sections) for _ in range(size)]
    count = len(owners)
    fitting = [columns for columns in range(1, 100) if width / columns / (1 + GAP) >= min(LEAST_MM, largest)]
    if not fitting or rows_in(height - TITLE_MM, fitting[-1]) < 1:
        raise LayoutError(
            f"a tile of {LEAST_MM:g} mm with its captions does not fit {paper.title}: {width:g} x {height:g} mm are "
            "free; choose a larger paper"
        )
    columns = next((n for n in fitting if n * rows_in(height - TITLE_MM, n) >= count), fitting[-1])
    tile, pitch = side(columns), width / columns
    others = columns * rows_in(height / AIRY, columns)
    starts = [0, *range(columns * rows_in(height - TITLE_MM, columns), count, max(others, columns))]
    rows = math.ceil((starts[1] if len(starts) > 1 else max(1, count)) / columns)
    leading = tile * (1 + ABOVE + BELOW)
    leading = max(leading, min(leading * AIRY, (height - TITLE_MM) / rows))
    left = margins.left + (pitch - tile) / 2
    pages = []
    for page, (first, last) in enumerate(zip(starts, [*starts[1:], count], strict=True)):
        top = margins.top + tile * ABOVE + (0 if page else TITLE_MM)
        corners = [(left + at % columns * pitch, top + at // columns * leading) for at in range(last - first)]
        cells = []
        for at, (x, y) in enumerate(corners):
            item, section = first + at, owners[first + at]
            rest = owners[item : item + columns - at % columns]
            begins = item == 0 or owners[item - 1] != section
            cells.append(Cell(item, section, begins, x, y, rest.count(section)))
        pages.append(tuple(cells))
    return ContactSheet(paper, tile, pitch, leading, tuple(pages))


class TextLine(Struct, frozen=True):
    """A line of text.

    Attributes:
        text: of the line.
        x, y: of its base line where it is anchored, in mm from the page's top left corner.
        size_pt: of the type.
        style: of the type.
        family: of the type.
        ink: as ``#rrggbb``.
        anchor: the end of the line, or its middle, that lies at x.
    """

    text: str
    x: float
    y: float
    size_pt: float
    style: Style = "regular"
    family: str = FAMILY
    ink: str = "#000000"
    anchor: Anchor = "start"


class SheetPage(Struct, frozen=True):
    """One page: a drawing, and lines of text on it."""

    art: Drawing
    lines: tuple[TextLine, ...]


def text_width(text: str, size_pt: float, style: Style, fonts: Path) -> float:
    """Return the width of a line, in mm."""
    return mm_from_pt(runs_advance(load_typeface(fonts, FAMILY).printable_runs(text, style)) * size_pt / 1000)


def print_contact_sheet(pages: Sequence[SheetPage], title: str, fonts: Path) -> bytes:
    """Return all pages as one PDF."""
    first = pages[0].art
    canvas = Document((first.width, first.height), title)
    for index, page in enumerate(pages):
        define_form(canvas, f"S{index}", page.art)
        place_form(canvas, f"S{index}", 0, 0, page.art.height)
        for line in page.lines:
            write_line(canvas, line, page.art.height, fonts)
        canvas.showPage()
    return canvas.finish(archived=False)


def write_line(canvas: rl.Canvas, line: TextLine, height: float, fonts: Path) -> None:
    """Write a line on a page of that height, in mm."""
    runs, x = _runs_and_start(line, fonts)
    rl.write_operators(canvas, colour_operator(line.ink, "rg"))
    for font, text in runs:
        advances = [advance * line.size_pt / 1000 for advance in font.advances(text)]
        begins = list(accumulate(advances, initial=0.0))[: len(text)]
        shown = text_operators(canvas, font, line.size_pt, text, begins)
        rl.write_operators(canvas, f"BT 1 0 0 1 {pt(x):z.3f} {pt(height - line.y):z.3f} Tm", *shown, "ET")
        x += mm_from_pt(fsum(advances))


def draw_contact_sheet(page: SheetPage, fonts: Path) -> str:
    """Return one page as SVG."""
    from asterion_press.drawing.svg import svg_text  # svgwrite, which sheets alone do without

    words = []
    for line in page.lines:
        runs, x = _runs_and_start(line, fonts)
        words.append(Shape(trace_runs(runs, x, line.y, mm_from_pt(line.size_pt)), fill=line.ink))
    return svg_text(replace(page.art, groups=(*page.art.groups, Group("words", tuple(words)))))


def _runs_and_start(line: TextLine, fonts: Path) -> tuple[list[Run], float]:
    runs = load_typeface(fonts, line.family).printable_runs(line.text, line.style)
    width = mm_from_pt(runs_advance(runs) * line.size_pt / 1000)
    return runs, line.x - {"start": 0.0, "middle": width / 2, "end": width}[line.anchor]
