"""Cut files, one a sheet, and their printed sheets; formats differ only in how a cut is written.

The sheets bear marks that the machine finds, and keep room around them::

    i = inset        +------------------------+      The block of pieces is centred. It lies between the upper and the
    c = kept clear   |  i  c          c   i   |      lower marks, or between the left and the right ones, whichever
                     |  ##  - title -   --+   |      holds more; where a machine has no marks, on its whole area.
                     |  ##  +-------+     |   |
                     |      | block |         |      ``plain`` has the very pages of `asterion build`.
                     |  |   +-------+         |
                     |  +--  |ruler|    (--+) |
                     +------------------------+
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Cutter, Margins, Paper, RegistrationMarks, load_cutter, load_paper
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, transform_path
from asterion_press.drawing.freehand import straightened
from asterion_press.errors import LayoutError, from_extra
from asterion_press.exports.pictures import render_png
from asterion_press.exports.pieces import Outline, cut_once, outline_of, without_cuts
from asterion_press.exports.target import ExportContext, Option, OptionValues, Target
from asterion_press.games.game import Game
from asterion_press.geometry import MM_PER_INCH, Size
from asterion_press.layout.grid import BAND_MM, SIDE_MM, Grid
from asterion_press.layout.sheets import Lot, Page, Placement, impose, lot_grid, lot_pages
from asterion_press.making.artefacts import Artefact

PAPER = Option("paper", "Paper of the sheets.", "paper", "a4")
CUTTER = Option("cutter", "Machine, which says what marks and what room it needs.", "cutter", "silhouette")
RADIUS = Option("corner-radius", "Radius of the corners of square pieces, in mm.", "number", 0.0, (), 0, 100)
PICTURE_DPI = 300
SHEETS_EFFORT, PICTURE_EFFORT = 40, 20
MARKS = "registration-marks"
"""Id of the component that is placed on every front."""
INK = "#000000"


class CutLayout(Struct, frozen=True):
    """All sheets of a game for one machine and paper.

    Attributes:
        paper: the sheet; the machine's area, if it has one.
        pages: fronts and backs in turn.
        left_out: lots that do not fit, with the reason.
        marks: the drawing of the registration marks, as large as the paper; None if there are none.
    """

    paper: Paper
    pages: tuple[Page, ...]
    left_out: tuple[str, ...]
    marks: Drawing | None


class Cut(Struct, frozen=True):
    """A piece to be cut out: its outline, and where the top left corner of its trim lies, in mm."""

    outline: Outline
    x: float
    y: float


class CutSheet(Struct, frozen=True):
    """One sheet for the knife.

    Attributes:
        number: as in the sheet's title.
        width, height: of the paper, in mm.
        cuts: in the order of the pieces on the front.
        layout: for the registration marks.
        shared: what is cut of edges that pieces have in common, each once, in the space of the sheet; their outlines
            lack it.
    """

    number: int
    width: float
    height: float
    cuts: tuple[Cut, ...]
    layout: CutLayout
    shared: tuple[PathData, ...]


CutWriter: TypeAlias = Callable[[CutSheet, str], bytes]
"""Writes one sheet, with a title, in the format of a target."""


def _target(name: str, about: str, write: CutWriter) -> Target:
    """Return the target of cut files of one format."""
    return Target(name, about, (PAPER, CUTTER, RADIUS), partial(_files, name, write), _notes)


def _files(kind: str, write: CutWriter, context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield the files for a cutter, each with its key."""
    layout, cutter = _layout_and_cutter(context, values)
    if cutter.pictures:
        for page in layout.pages:
            if page.placements:
                name = f"{page.face}-{page.sheet:02d}.png"
                key = context.key(page, components=tuple(one.component for one in page.placements))
                yield Artefact(name, key, partial(_render_page, context, layout, page), PICTURE_EFFORT)
    else:
        key = context.key((layout, sorted(values.items())))
        yield Artefact(f"sheets-{values['paper']}.pdf", key, partial(_print_sheets, context, layout), SHEETS_EFFORT)
    title = context.game.head.full_title
    for sheet in _cut_sheets(context, layout, float(values["corner-radius"])):
        name = f"cut-{sheet.number:02d}.{kind}"
        yield Artefact(name, context.key(kind, sheet, title), partial(write, sheet, title))


def _notes(context: ExportContext, values: OptionValues) -> Iterator[str]:
    yield from _layout_and_cutter(context, values)[0].left_out


def _layout_and_cutter(context: ExportContext, values: OptionValues) -> tuple[CutLayout, Cutter]:
    paper, file = library.paper_file(str(values["paper"])), library.cutters()[str(values["cutter"])]
    cutter = load_cutter(file)
    return lay_out_for_cutter(context.game, load_paper(paper), cutter), cutter


def _cut_sheets(context: ExportContext, layout: CutLayout, radius: float) -> Iterator[CutSheet]:
    """Yield what is to be cut of each front.

    Raises:
        LayoutError: the radius does not fit a piece.
    """
    outlines: dict[str, Outline] = {}
    for page in layout.pages[::2]:
        cuts = []
        for one in page.placements:
            if one.component == MARKS:
                continue
            if one.component not in outlines:
                outlines[one.component] = outline_of(context.game, context.drawing(one.component), radius)
            cuts.append(Cut(outlines[one.component], one.x, one.y))
        own, shared = _split_shared(cuts)
        yield CutSheet(page.sheet, layout.paper.width_mm, layout.paper.height_mm, own, layout, shared)


def _split_shared(cuts: Sequence[Cut]) -> tuple[tuple[Cut, ...], tuple[PathData, ...]]:
    """Return the cuts without those of their paths that share an edge with another, and what is cut instead."""
    own = list(cuts)
    paths = [(number, path) for number, cut in enumerate(cuts) for path in cut.outline.paths]
    on_sheet = [transform_path(path, Transform.placing(cuts[number].x, cuts[number].y)) for number, path in paths]
    sharing, shared = cut_once(on_sheet)
    for number in {paths[index][0] for index in sharing}:
        kept = tuple(path for index, (of, path) in enumerate(paths) if of == number and index not in sharing)
        # without one of its edges an outline is no rectangle or circle any more
        own[number] = replace(own[number], outline=replace(own[number].outline, form="path", paths=kept))
    return tuple(own), tuple(shared)


def _print_sheets(context: ExportContext, layout: CutLayout) -> bytes:
    """Print the sheets as PDF, with the marks on their fronts."""
    from asterion_press.making.naming import titled
    from asterion_press.making.sheet_laying import placed_titles
    from asterion_press.pdf.forms import make_form
    from asterion_press.pdf.sheets import print_sheets  # ReportLab, which the options of targets do without

    game = context.game
    shown = {one.component for page in layout.pages for one in page.placements}
    inks = {one: make_form(context.drawing(one)) for one in game.component_ids() if one in shown}
    if layout.marks is not None:
        inks[MARKS] = make_form(layout.marks)
    language = library.model_language(game.head.game)
    pages = titled(layout.pages, language)
    with placed_titles(game):
        fonts = library.fonts_folder()
        return print_sheets(game.head, pages, inks, game.short_hash, fonts, language=language)


def _render_page(context: ExportContext, layout: CutLayout, page: Page) -> bytes:
    """Draw one side of a sheet as a picture as large as the machine's area."""
    scale = PICTURE_DPI / MM_PER_INCH
    drawings = {one.component: without_cuts(context.drawing(one.component)) for one in page.placements}
    placed = [(drawings[one.component], one.x * scale, one.y * scale) for one in page.placements]
    width, height = round(layout.paper.width_mm * scale), round(layout.paper.height_mm * scale)
    return render_png(width, height, placed, scale)


# -- sheets with room for marks ----------------------------------------------------------------------------------------


def lay_out_for_cutter(game: Game, paper: Paper, cutter: Cutter) -> CutLayout:
    """Lay out the sheets of a game for a machine.

    Raises:
        LayoutError: no lot fits; where the machine needs neither marks nor an area, any lot does not fit.
    """
    if cutter.marks is None and cutter.area_mm is None:
        return CutLayout(paper, impose(game.lots(paper), paper), (), None)
    sheet, rooms = _sheet_and_rooms(paper, cutter)
    pages: list[Page] = []
    left_out = []
    for lot in (replace(one, marked=False, shared=False) for one in game.lots(paper)):  # it cuts around each piece
        if grid := _best_grid(lot, sheet, rooms):
            pages += lot_pages(lot, grid, len(pages) // 2 + 1)
        else:
            size = f"{lot.width:g} x {lot.height:g} mm"
            left_out.append(f"{lot.kind} of {size} do not fit {cutter.title!r} on {paper.title}; cut them by hand")
    if not pages:
        raise LayoutError(f"nothing of {game.head.game!r} fits {cutter.title!r} on {paper.title}; try another --paper")
    if cutter.marks is None:
        return CutLayout(sheet, tuple(pages), tuple(left_out), None)
    for index in range(0, len(pages), 2):  # marks on every front, and on no back: the machine sees one side
        pages[index] = replace(
            pages[index], placements=(*pages[index].placements, Placement(MARKS, 0.0, 0.0, marked=False))
        )
    return CutLayout(sheet, tuple(pages), tuple(left_out), marks_drawing(cutter.marks, sheet))


def _sheet_and_rooms(paper: Paper, cutter: Cutter) -> tuple[Paper, list[Size]]:
    """Return the sheet, its margins so that titles stay off the marks, and the areas of which a block may fill one."""
    if cutter.marks is None:
        area = cutter.area_mm
        assert area is not None
        sheet = replace(
            paper, title=cutter.title, width_mm=area.width, height_mm=area.height, margin_mm=Margins(0, 0, 0, 0)
        )
        return sheet, [(area.width, area.height)]
    near, far = cutter.marks.inset_mm, cutter.marks.inset_mm + cutter.marks.clear_mm
    width, height = paper.width_mm, paper.height_mm
    sides = max(0.0, far - SIDE_MM)
    sheet = replace(paper, margin_mm=replace(paper.margin_mm, left=sides, right=sides))
    band = max(near, BAND_MM + min(paper.margin_mm.top, paper.margin_mm.bottom))
    return sheet, [(width - 2 * near, height - 2 * far), (width - 2 * far, height - 2 * band)]


def _best_grid(lot: Lot, sheet: Paper, rooms: list[Size]) -> Grid | None:
    """Return the places of a lot in the area that holds most of it; None if it fits none."""
    grids = []
    for room in rooms:
        with suppress(LayoutError):
            grids.append(lot_grid(lot, sheet, room=room))
    return max(grids, key=lambda one: one.places, default=None)


def marks_drawing(marks: RegistrationMarks, paper: Paper) -> Drawing:
    """Draw the marks on a sheet of that size."""
    right, bottom = paper.width_mm - marks.inset_mm, paper.height_mm - marks.inset_mm
    left = top = marks.inset_mm
    corners = [(right, top, -1, 1), (left, bottom, 1, -1)]
    shapes = []
    if marks.style == "four-corners":
        corners += [(left, top, 1, 1), (right, bottom, -1, -1)]
    else:
        shapes.append(Shape(Pen().rectangle(left, top, marks.square_mm, marks.square_mm).data, fill=INK))
    for x, y, inward_x, inward_y in corners:  # two lines from the outer corner (x, y) inwards, as one filled area
        arm_x, arm_y = marks.arm_mm * inward_x, marks.arm_mm * inward_y
        line_x, line_y = marks.line_mm * inward_x, marks.line_mm * inward_y
        pen = Pen().polygon(
            (x, y),
            (x + arm_x, y),
            (x + arm_x, y + line_y),
            (x + line_x, y + line_y),
            (x + line_x, y + arm_y),
            (x, y + arm_y),
        )
        shapes.append(Shape(pen.data, fill=INK))
    return Drawing(MARKS, "Registration marks", paper.width_mm, paper.height_mm, 0.0, (Group("marks", tuple(shapes)),))


# -- as SVG ------------------------------------------------------------------------------------------------------------

CUT_INK, FOLD_INK, SHEET_INK = "#ff0000", "#00a000", "#0000ff"
LINE_MM = 0.1


def svg_file(sheet: CutSheet, title: str) -> bytes:
    """Return a sheet in millimetres, as large as the paper: what is to be cut, the marks, and the edge of the sheet."""
    from asterion_press.drawing.svg import svg_text  # svgwrite, which the options of targets do without

    edge = Shape(Pen().rectangle(0, 0, sheet.width, sheet.height).data, stroke=SHEET_INK, width=LINE_MM)
    groups = [Group("sheet", (edge,)), *(sheet.layout.marks.groups if sheet.layout.marks else ())]
    for name, ink in (("fold", FOLD_INK), ("cut", CUT_INK)):
        paths = [
            transform_path(path, Transform.placing(cut.x, cut.y))
            for cut in sheet.cuts
            for path in (cut.outline.folds if name == "fold" else cut.outline.paths)
        ]
        paths += sheet.shared if name == "cut" else ()
        lines = tuple(Shape(path, stroke=ink, width=LINE_MM) for path in paths)
        if lines or name == "cut":
            groups.append(Group(name, lines))
    number = f"{sheet.number:02d}"
    drawing = Drawing(f"cut-{number}", f"{title}, {sheet.number}", sheet.width, sheet.height, 0.0, tuple(groups))
    return svg_text(drawing).encode()


SVG = _target(
    "svg", "cut files as SVG for cutting machines, and the sheets with registration marks that they belong to", svg_file
)


# -- as DXF ------------------------------------------------------------------------------------------------------------

RED, GREEN, BLUE, BLACK = 1, 3, 5, 7
"""Colour numbers. Source: the AutoCAD colour index."""
MILLIMETRES = 4
"""Value of $INSUNITS. Source: DXF reference, header variables."""
VERSION = "R2000"
"""The oldest version with polylines of arcs and with units; cutting programs read it. Source: DXF reference."""
QUARTER_BULGE = math.tan(math.radians(90) / 4)
"""Bulge of a quarter circle: the tangent of a quarter of its angle. Source: DXF reference, LWPOLYLINE."""


def ezdxf() -> Any:
    """Return the writer of DXF files, which is in the optional extra `export`; its files bear no time and no lot.

    Raises:
        MissingExtraError: it is not installed.
    """
    with from_extra("export", "export svg"):
        import ezdxf as imported
    library: Any = imported  # it does not export its options by name
    library.options.write_fixed_meta_data_for_testing = True
    return library


def dxf_file(sheet: CutSheet, title: str) -> bytes:  # noqa: ARG001 - the format has no room for it
    """Return a sheet in millimetres, y up: circles and round corners as arcs, everything else as short lines.

    Layers: CUT for the knife; FOLD to be scored; MARKS, what is printed for the machine's eye; SHEET, the edge of the
    paper, to lay it by.
    """
    document = ezdxf().new(VERSION, units=MILLIMETRES)
    for name, colour in (("CUT", RED), ("FOLD", GREEN), ("MARKS", BLACK), ("SHEET", BLUE)):
        document.layers.add(name, color=colour)
    space = document.modelspace()
    # ezdxf leaves the extents of an empty drawing and the limits of an A3 sheet in the header; programs that scale
    # to the extents then lose the cuts. Source: DXF reference, header variables.
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0.0, 0.0, 0.0), (sheet.width, sheet.height, 0.0)
    space.reset_extents((0.0, 0.0, 0.0), (sheet.width, sheet.height, 0.0))
    space.reset_limits((0.0, 0.0), (sheet.width, sheet.height))  # ezdxf writes these into the header itself
    edge = [(0.0, 0.0), (sheet.width, 0.0), (sheet.width, sheet.height), (0.0, sheet.height)]
    space.add_lwpolyline(edge, close=True, dxfattribs={"layer": "SHEET"})
    for cut in sheet.cuts:
        _add_cut(space, cut, sheet.height)
    for path in sheet.shared:
        _add_lines(space, path, Transform(), sheet.height, "CUT")
    for group in sheet.layout.marks.groups if sheet.layout.marks else ():
        for shape in group.items:
            _add_lines(space, shape.data, Transform(), sheet.height, "MARKS")  # type: ignore[union-attr]
    text = io.StringIO()
    document.write(text)
    return text.getvalue().encode()


def _add_cut(space: Any, cut: Cut, height: float) -> None:
    """Add an outline to a drawing for DXF, in which y points up."""
    outline, x, y = cut.outline, cut.x, cut.y
    if outline.form == "circle":
        middle = x + outline.width / 2, height - y - outline.height / 2
        space.add_circle(middle, outline.width / 2, dxfattribs={"layer": "CUT"})
    elif outline.form == "rectangle":
        radius, left, right = outline.radius, x, x + outline.width
        low, high = height - y - outline.height, height - y
        # counter-clockwise from the lower left corner, so that the bulges of round corners turn outwards
        if radius:
            points = [
                (left + radius, low, 0.0), (right - radius, low, QUARTER_BULGE),
                (right, low + radius, 0.0), (right, high - radius, QUARTER_BULGE),
                (right - radius, high, 0.0), (left + radius, high, QUARTER_BULGE),
                (left, high - radius, 0.0), (left, low + radius, QUARTER_BULGE),
            ]  # fmt: skip
        else:
            points = [(left, low, 0.0), (right, low, 0.0), (right, high, 0.0), (left, high, 0.0)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    else:
        for path in outline.paths:
            _add_lines(space, path, Transform.placing(x, y), height, "CUT")
    for path in outline.folds:
        _add_lines(space, path, Transform.placing(x, y), height, "FOLD")


def _add_lines(space: Any, data: Any, transform: Transform, height: float, layer: str) -> None:
    for points, closed in straightened(data, transform):
        space.add_lwpolyline([(x, height - y) for x, y in points], close=closed, dxfattribs={"layer": layer})


DXF = _target(
    "dxf", "cut files as DXF for cutting machines, and the sheets with registration marks that they belong to", dxf_file
)
