"""Sheets of a box: the lid and the tray, each with its art, its folds and cuts, a ruler, and how the box is made.

A legend at the foot explains the lines: in a language, or without words by small pictures of scissors, a fold, a drop.

The art of a box is the nets' ground and the hatching of what is glued, and what each panel shows. Each panel is painted
in a space of its own, in mm, its upper left corner as it is seen on the standing box at the origin. The lid's top and
the tray's bottom are read from the side `side-2`.

The drawing of how it is made shows a net cut out, its walls folded up, and the lid above the tray, seen at a slant from
above: the panels of the box, folded by the angles of each step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from asterion_press.drawing.display_list import (
    Drawing,
    Part,
    Patch,
    PathData,
    Pen,
    Scene,
    Shape,
    Shown,
    Transform,
    moved,
)
from asterion_press.drawing.emblems import draw_goods
from asterion_press.drawing.inks import Palette, mix_inks
from asterion_press.geometry import PT_PER_MM, Point, Rect, bounding_box, pt
from asterion_press.layout.box import BLEED_MM, Box, BoxPanel, Net, folded, point_on_sheet
from asterion_press.layout.grid import RULER_MM
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.borders import Border, border_band, border_frame
from asterion_press.pdf.document import Document
from asterion_press.pdf.drawing_pages import TextLine, write_line
from asterion_press.pdf.fonts import Run, Style, load_typeface, runs_advance, trace_runs
from asterion_press.pdf.forms import FormCache, ScenePainter
from asterion_press.pdf.reportlab_adapter import Canvas
from asterion_press.pdf.sheets import ruler_from

LINE_MM = 0.2
DASH_MM = (2.0, 1.2)
TITLE_PT = 8.0
ABOVE_RULER_MM = 4.5
RULER_ABOVE_MM = 2.5
"""Distance from the bottom margin of the paper up to the ruler."""
STEPS_ABOVE_MM = 9.0
"""Distance from the ruler up to the drawing of how the box is made."""
LEGEND_MM = 50.0
"""Width of the legend without words."""
LINE_INK = "#8d7b68"
"""Ink of folds and cuts, visible on the dark field and on white."""
HATCH_MM = 2.2
"""Distance of the lines that hatch glued panels."""
INSET_MM = 4.0
"""Distance from the edge of a panel to its frame: a fold may miss by 1 mm."""
FRAME_MM = 6.0
"""Width of the border around the lid's top and the tray's bottom."""
WALL_BAND_MM = 0.28
"""Height of the border around the lid, as a part of the wall's."""
FOOT_MM = 3.4
"""Height of the border around the tray, which the lid leaves free."""
RIM_MM = 1.6
"""Distance of the border around the box from the edge of its wall."""
RULE_MM = 0.4
"""Width of the lines on either side of single ornaments."""
AIR_MM = 3.0
CELL_MM = 13.0
"""Width of a piece of the labyrinth, about."""
STEP = 0.618
"""Own choice: pieces are taken in strides of the golden section, so that neighbours differ whatever their order."""
ROW_STEP = 0.29
"""A stride more for each row, so that no stripes run down."""
GOODS_MM, MOST_GOODS = 24.0, 4
"""Side of the pictures of what is in the box, and how many of them stand in one row. Own choice."""
INK, CARD, GLUE = "#000000", "#ffffff", "#d9d2c8"
STEP_LINE_MM = 0.25
"""Not the width of the box's lines, by which the proof knows them."""
HALF_DEG = 70.0
"""How far walls and tabs are folded in the second step."""
AROUND, UP = math.cos(math.radians(30)), math.sin(math.radians(30))
LIFT = 0.5
"""Height of the lid above the tray, as a part of the tray's width."""
MOST_MM = 40.0
"""Height of the drawing at most."""
STEP_AIR_MM, ARROW_MM = 10.0, 5.0


class BoxWords(Struct, frozen=True):
    """The words on a sheet in a language: names of the parts, and of the lines."""

    language: str
    decimal: str
    part: str
    inside: str
    cut: str
    fold: str
    glue: str


def print_box(box: Box, art: BoxArt, short_hash: str, words: BoxWords | None = None) -> bytes:
    """Return the sheets of a box as the bytes of a PDF; the lid, then the tray.

    Args:
        box: to print; it fits its paper.
        art: printed on it.
        short_hash: of the catalogue.
        words: of the titles; None for sheets without words.

    Raises:
        TypesettingError: no face has the letters of the title.
    """
    paper = box.paper
    language = words.language if words else "en"
    subject = f"{art.goods[0].count_text} {box.stack.thickness:g} mm, {short_hash}"
    canvas = Document(paper.size, f"{art.title}, {paper.title}", language, subject=subject)
    brush = ScenePainter(canvas, pt(paper.height_mm), FormCache())
    ruler = Patch("ruler", (Shape(ruler_from(*_foot(box)), stroke="#000000", width=LINE_MM, cap="butt"),))
    for part, net in enumerate(box.nets, 1):
        legend = () if words else (_legend(box, art),)
        brush.parts((*_sheet(box, net, art), ruler, _making(box, net), *legend), 0, 0, PT_PER_MM)
        _titles(canvas, box, _sheet_title(box, art, part, words), short_hash, art, words)
        canvas.showPage()
    return canvas.finish(Flip.NONE)


def _sheet(box: Box, net: Net, art: BoxArt) -> tuple[Part, ...]:
    """Return a net where it lies on its sheet, with its art and its lines."""
    at = Transform.placing(*point_on_sheet(box, net, (0, 0)))
    cuts, folds = Pen(), Pen()
    for pen, segments in ((cuts, net.cuts()), (folds, net.folds())):
        for segment in segments:
            pen.lines(*(point_on_sheet(box, net, end) for end in segment))
    lines = (
        Shape(cuts.data, stroke=LINE_INK, width=LINE_MM, cap="round"),
        Shape(folds.data, stroke=LINE_INK, width=LINE_MM, cap="butt", dash=DASH_MM),
    )
    return (*(moved(part, at) for part in paint_net(net, art)), Patch("lines", lines))


def _foot(box: Box) -> Point:
    """Return the left end and the height of the ruler."""
    paper = box.paper
    return paper.margin_mm.left, paper.height_mm - paper.margin_mm.bottom - RULER_ABOVE_MM


def _making(box: Box, net: Net) -> Patch:
    """Return the drawing of how the box is made, between the net and the foot of the sheet."""
    margin = box.paper.margin_mm
    above, below = point_on_sheet(box, net, (0, net.box[3]))[1], _foot(box)[1] - STEPS_ABOVE_MM
    room = margin.left, above + 3, box.paper.width_mm - margin.right, below
    return draw_steps(box, room)


def _sheet_title(box: Box, art: BoxArt, part: int, words: BoxWords | None) -> str:
    """Return the title of a sheet: what lies in stacks, the number of the part, the size inside."""
    size = f"{box.width:g} × {box.depth:g} × {box.height:g} mm"
    thick, goods = f"{box.stack.thickness:g} mm", art.goods[0].count_text
    number = f"{part} / {len(box.nets)}"
    if words is None:
        return "  ·  ".join((art.title, f"{goods} {thick}", number, size))
    text = "  ·  ".join((goods, thick, f"{words.part} {number}", f"{words.inside}: {size}"))
    return f"{art.title}  ·  {text.replace('.', words.decimal)}"


def _legend(box: Box, art: BoxArt) -> Patch:
    """Return the legend without words: scissors and a cut, a fold and its dashes, a drop of glue and its hatching."""
    right, y = box.paper.width_mm - box.paper.margin_mm.right, _foot(box)[1] - 1.2
    return fit_drawing(draw_goods("legend", art.palette), right - LEGEND_MM, y - LEGEND_MM / 2, LEGEND_MM, LEGEND_MM)


def _titles(canvas: Canvas, box: Box, title: str, short_hash: str, art: BoxArt, words: BoxWords | None) -> None:
    """Write the title and the hash above the ruler, its length beside it, and in words what the lines mean."""
    left, y = _foot(box)
    right, height = box.paper.width_mm - box.paper.margin_mm.right, box.paper.height_mm
    lines = [
        TextLine(title, left, y - ABOVE_RULER_MM, TITLE_PT, family=art.family),
        TextLine(short_hash, right, y - ABOVE_RULER_MM, TITLE_PT, anchor="end"),
        TextLine(f"{RULER_MM:g} mm", left + RULER_MM + 2, y, TITLE_PT),
    ]
    if words is not None:
        legend = f"{words.cut} ———   {words.fold} – – –   {words.glue} /////"
        lines.append(TextLine(legend, right, y, TITLE_PT, anchor="end", family=art.family))
    for line in lines:
        write_line(canvas, line, height, art.fonts)


class Goods(Struct, frozen=True):
    """Pieces of a game, or something else that belongs to it.

    Attributes:
        count_text: their name and number, such as ``Tiles: 64``; without words ``64 ×``.
        picture: of one of them.
        glued: ids of the components that they are glued from; none if they are not.
        beside: a box, which stands beside what does not go into it.
    """

    count_text: str
    picture: Drawing
    glued: tuple[str, ...] = ()
    beside: Drawing | None = None


class BoxArt(Struct, frozen=True):
    """The art of a box.

    Attributes:
        title: of the game.
        goods: what belongs to the game; what lies in stacks first, what does not go into the box last.
        imprint: further lines for the bottom.
        palette: of its inks.
        scene: on the lid, under the title.
        pieces: of the labyrinth that is laid around a scene that is narrower than the lid.
        fonts: the folder of the fonts.
        family: of the letters of its words.
        border: the ornament around lid and tray.
    """

    title: str
    goods: tuple[Goods, ...]
    imprint: tuple[str, ...]
    palette: Palette
    scene: Scene
    pieces: Sequence[Drawing]
    fonts: Path
    family: str = "Alegreya"
    border: Border = "meander"

    @property
    def accent(self) -> str:
        """Return the ink of letters and frames."""
        inks = self.palette.inks
        return inks.outline if self.palette.line_art else inks.gold


def paint_net(net: Net, art: BoxArt) -> Iterator[Part]:
    """Yield all of a net in its own coordinates but its lines."""
    yield Patch("ground", tuple(_grounds(net, art)))
    base, *others = net.panels
    left, top, right, bottom = base.box
    width, depth = right - left, bottom - top
    lid = base.name == "top"
    yield from _placed((_top if lid else _bottom)(depth, width, art), Transform(0, -1, 1, 0, 0, depth))
    hung = {
        "front": Transform(e=0, f=depth),
        "back": Transform(-1, 0, 0, -1, width, 0),
        "side-1": Transform(0, 1, -1, 0, 0, 0),
        "side-2": Transform(0, -1, 1, 0, width, depth),
    }
    for panel in others:
        if at := hung.get(panel.name):
            left, top, right, bottom = panel.box
            length, high = right - left, bottom - top
            if panel.name.startswith("side"):
                length, high = high, length
            upright = at if lid else at @ Transform(-1, 0, 0, -1, length, high)  # a tray stands on its base
            yield from _placed((_lid_wall if lid else _tray_wall)(length, high, art), upright)


def _placed(parts: Iterator[Part], at: Transform) -> Iterator[Part]:
    """Yield parts where they lie, turned or not."""
    for part in parts:
        yield Patch("piece", (part,), at) if isinstance(part, Shown) else moved(part, at)


def _grounds(net: Net, art: BoxArt) -> Iterator[Shape]:
    """Yield the field, a little beyond the edges of what is visible; upon that, white with lines for the glue."""
    for panel in net.panels:
        if not panel.glue:
            ground = Pen().polygon(*panel.outline).data
            yield Shape(ground, fill=art.palette.field, stroke=art.palette.field, width=2 * BLEED_MM)
    for panel in net.panels:
        if panel.glue:
            yield Shape(Pen().polygon(*_inset(panel)).data, fill="#ffffff")
            yield Shape(_hatch(panel), stroke=mix_inks(LINE_INK, "#ffffff", 0.4), width=0.15)


def _inset(panel: BoxPanel) -> tuple[Point, ...]:
    """Return the outline of a tab, its level fold moved out by the bleed, as no white may show at the corner."""
    (_, fold), _ = panel.hinge
    _, top, _, bottom = panel.box
    outwards = math.copysign(BLEED_MM, (top + bottom) / 2 - fold)
    return tuple((x, y + outwards) if (x, y) in panel.hinge else (x, y) for x, y in panel.outline)


def _hatch(panel: BoxPanel) -> PathData:
    """Return slanting lines over a glued panel, as far as its middle is from its edges."""
    points = _inset(panel)
    pen = Pen()
    low = min(x + y for x, y in points)
    high = max(x + y for x, y in points)
    level = low + HATCH_MM
    while level < high - HATCH_MM / 2:
        (ax, ay), (bx, by) = sorted(_crossings(points, level))
        if bx - ax > 1.0:
            pen.move(ax + 0.4, ay - 0.4).line(bx - 0.4, by + 0.4)
        level += HATCH_MM
    return pen.data


def _crossings(points: Sequence[Point], level: float) -> Iterator[Point]:
    """Yield the points where the line x + y = level crosses a polygon: two, if no corner points inwards."""
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        a, b = x0 + y0 - level, x1 + y1 - level
        if (a < 0) != (b < 0):
            share = a / (a - b)
            yield x0 + share * (x1 - x0), y0 + share * (y1 - y0)


def _top(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the title above the scene, in its border; the labyrinth lies beside a scene that is narrow."""
    yield _frame(width, height, art)
    inner = INSET_MM + FRAME_MM + AIR_MM
    wide, high = width - 2 * inner, height - 2 * inner
    lettered = min(high * 0.16, wide / 7)
    yield _text(art.title, art, width / 2, inner + lettered, wide, lettered)
    top = inner + lettered + AIR_MM
    room = height - inner - top
    scale = min(wide / art.scene.width, room / art.scene.height)
    shown, tall = art.scene.width * scale, art.scene.height * scale
    free = (wide - shown) / 2 - AIR_MM
    if free > CELL_MM:
        columns = round(free / CELL_MM) or 1
        cell = free / columns
        rows = int(room / (cell * art.pieces[0].height / art.pieces[0].width) + 1e-9)
        deep = rows * cell * art.pieces[0].height / art.pieces[0].width
        for number, left in enumerate((inner, width - inner - free)):
            first = number * columns * rows
            yield from _labyrinth(left, top + (room - deep) / 2, columns, rows, cell, art, first=first)
    at = Transform.placing((width - shown) / 2, top + (room - tall) / 2, scale=scale)
    yield from _placed(iter(art.scene.parts), at)


def _bottom(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the title, what is in the box, and the imprint, in its border."""
    yield _frame(width, height, art)
    inner = INSET_MM + FRAME_MM + AIR_MM
    wide, high = width - 2 * inner, height - 2 * inner
    lettered = min(high * 0.11, wide / 9)
    yield _text(art.title, art, width / 2, inner + AIR_MM + lettered, wide, lettered)
    top, foot = inner + lettered + 3 * AIR_MM, height - inner
    rows = 1 + (len(art.goods) > MOST_GOODS)
    column = wide / math.ceil(len(art.goods) / rows)
    pitch = (foot - 2 * AIR_MM - top) / rows
    side = min(GOODS_MM, column * 0.8, pitch * 0.68)
    widest = max(_width_of(goods.count_text, art) for goods in art.goods)
    size = min(3.0, side / 8, (column - AIR_MM) / widest)
    for goods, middle, upper in goods_in_rows(art.goods, (inner, top, width - inner, foot - 2 * AIR_MM), rows):
        yield from picture_goods(goods, middle, upper, side)
        yield _text(goods.count_text, art, middle, upper + side + 2.2 * size, column, size, plain=True)
    if imprint := "  ·  ".join(art.imprint):
        yield _text(imprint, art, width / 2, foot, wide, 1.8, plain=True)


def goods_in_rows(goods: Sequence[Goods], room: Rect, rows: int) -> Iterator[tuple[Goods, float, float]]:
    """Yield goods in rows, each with the middle and the top of its picture."""
    left, top, right, bottom = room
    columns = math.ceil(len(goods) / rows)
    for row in range(rows):
        shown = goods[row * columns : (row + 1) * columns]
        for number, one in enumerate(shown):
            middle = (left + right) / 2 + (number - (len(shown) - 1) / 2) * (right - left) / columns
            yield one, middle, top + row * (bottom - top) / rows


def picture_goods(goods: Goods, middle: float, top: float, side: float) -> Iterator[Patch]:
    """Yield the picture of goods, and the box beside what it does not hold."""
    left = middle - side / 2
    if goods.beside:
        yield fit_drawing(goods.beside, left - side * 0.3, top + side * 0.17, side * 0.66, side * 0.66)
        left += side * 0.4
    yield fit_drawing(goods.picture, left, top, side, side)


def _lid_wall(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the title above a border, which goes on around the edges of the lid."""
    band = height * WALL_BAND_MM
    yield _band(width, height, band, art)
    room = height - RIM_MM - band
    size = room * 0.4
    yield _text(art.title, art, width / 2, (room + size) / 2, width - 4 * INSET_MM, size)


def _tray_wall(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield a border at the foot, which goes on around the edges of the tray."""
    yield _band(width, height, FOOT_MM, art)


def _frame(width: float, height: float, art: BoxArt) -> Patch:
    wide, high = width - 2 * INSET_MM, height - 2 * INSET_MM
    shapes = [border_frame(art.border, wide, high, FRAME_MM, art.accent)]
    if art.border != "meander":  # which has lines of its own
        rules = Pen().rectangle(0, 0, wide, high)
        rules.rectangle(FRAME_MM, FRAME_MM, wide - 2 * FRAME_MM, high - 2 * FRAME_MM)
        shapes.append(Shape(rules.data, stroke=art.accent, width=RULE_MM, join="miter"))
    return Patch("frame", tuple(shapes), Transform(e=INSET_MM, f=INSET_MM))


def _band(width: float, height: float, band: float, art: BoxArt) -> Patch:
    """Return the border along the lower edge of a wall."""
    shape = border_band(art.border, width, band, art.accent)
    return Patch("border", (shape,), Transform(f=height - RIM_MM - band))


def _labyrinth(
    left: float, top: float, columns: int, rows: int, cell: float, art: BoxArt, *, first: int = 0
) -> Iterator[Part]:
    """Yield pieces in rows and columns, `cell` mm wide, with a line around them."""
    tall = cell * art.pieces[0].height / art.pieces[0].width
    count = len(art.pieces)
    for place in range(columns * rows):
        row, column = divmod(place, columns)
        piece = art.pieces[int(((first + place) * STEP + row * ROW_STEP) % 1 * count)]
        yield fit_drawing(piece, left + column * cell, top + row * tall, cell, tall)
    edge = Pen().rectangle(left, top, columns * cell, rows * tall).data
    yield Patch("edge", (Shape(edge, stroke=art.accent, width=0.5, join="miter"),))


def fit_drawing(drawing: Drawing, x: float, y: float, width: float, height: float) -> Patch:
    """Return a drawing without its bleed, as large as fits."""
    scale = min(width / drawing.width, height / drawing.height)
    left, top = x + (width - drawing.width * scale) / 2, y + (height - drawing.height * scale) / 2
    clip = Pen().rectangle(0, 0, drawing.width, drawing.height).data
    return Patch("piece", (Shown(drawing, 0, 0, drawing.height),), Transform.placing(left, top, scale=scale), clip)


def _text(text: str, art: BoxArt, middle: float, y: float, room: float, high: float, *, plain: bool = False) -> Patch:
    """Return letters of that height, or less if the line is too long, about `middle`, on the base line y."""
    runs = _runs_of(text, art, plain=plain)
    size = high * 1000 / runs[0][0].cap_height
    width = runs_advance(runs) * size / 1000
    scale = min(1.0, room / width)
    data = trace_runs(runs, middle - width * scale / 2, y - high * (1 - scale) / 2, size * scale)
    return Patch("title", (Shape(data, fill=art.accent),))


def _width_of(text: str, art: BoxArt) -> float:
    """Return the width of a plain line whose letters are 1 mm high."""
    runs = _runs_of(text, art, plain=True)
    return runs_advance(runs) / runs[0][0].cap_height


def _runs_of(text: str, art: BoxArt, *, plain: bool) -> list[Run]:
    """Return a line in the first face that has all its letters, or in runs if none has.

    Raises:
        TypesettingError: there is a letter that no face has.
    """
    style: Style = "regular" if plain else "bold"
    families = ("Alegreya", art.family) if plain else ("Cinzel", "Alegreya", art.family)
    typeface = load_typeface(art.fonts, families[0], families[1:])
    whole = typeface.font_for(text, style)
    return [(whole, text)] if whole else typeface.printable_runs(text, style, "title")


class Face(Struct, frozen=True):
    """A panel as it is seen: its corners, and whether it is glued."""

    corners: list[Point]
    glued: bool


def draw_steps(box: Box, room: Rect) -> Patch:
    """Return the three steps side by side in the middle of a rectangle: left, top, right, bottom."""
    left, top, right, bottom = room
    lid, tray = box.nets
    lifted = box.height + LIFT * box.width
    steps = [
        list(_faces(tray, 0)),
        list(_faces(tray, HALF_DEG)),
        [*_faces(tray, 90), *_faces(lid, -90, lifted)],
    ]
    spans = [bounding_box(corner for face in step for corner in face.corners) for step in steps]
    wide, high = math.fsum(x1 - x0 for x0, _, x1, _ in spans), max(y1 - y0 for _, y0, _, y1 in spans)
    scale = min(min(MOST_MM, bottom - top) / high, (right - left - 2 * STEP_AIR_MM) / wide)
    x, middle = (left + right - wide * scale) / 2 - STEP_AIR_MM, (top + bottom) / 2
    shapes: list[Shape] = []
    arrows = Pen()
    for number, (step, (x0, y0, x1, y1)) in enumerate(zip(steps, spans, strict=True)):
        if number:
            _arrow(arrows, x - STEP_AIR_MM / 2 - ARROW_MM / 2, middle, ARROW_MM, 0)
        at = Transform.placing(x - x0 * scale, middle - (y0 + y1) / 2 * scale, scale=scale)
        for face in step:
            outline = Pen().polygon(*(at.apply(*corner) for corner in face.corners)).data
            shapes.append(Shape(outline, fill=GLUE if face.glued else CARD, stroke=INK, width=STEP_LINE_MM))
        x += (x1 - x0) * scale + STEP_AIR_MM
    _arrow(arrows, x - STEP_AIR_MM + ARROW_MM, middle - ARROW_MM / 2, 0, ARROW_MM)
    return Patch("steps", (*shapes, Shape(arrows.data, stroke=INK, width=2 * STEP_LINE_MM)))


def _arrow(pen: Pen, x: float, y: float, dx: float, dy: float) -> None:
    """Draw an arrow to the right or downwards."""
    tip, back = (x + dx, y + dy), 0.35
    pen.lines((x, y), tip)
    x, y = x + dx * (1 - back), y + dy * (1 - back)
    pen.lines((x - dy * back, y - dx * back), tip, (x + dy * back, y + dx * back))


def _faces(net: Net, degrees: float, height: float = 0.0) -> Iterator[Face]:
    """Yield the panels of a net, folded by an angle, far ones first; its base lies at that height about the origin."""
    _, _, width, depth = net.panels[0].box
    solid = folded(net, degrees, (-width / 2, -depth / 2, height))
    near = {name: math.fsum(x + y for x, y, _ in corners) / len(corners) for name, corners in solid.items()}
    for panel in net.panels:
        if panel.glue and degrees:  # upon the wall behind it, or behind the wall before it
            near[panel.name] = near[panel.glue] + math.copysign(0.01, -near[panel.glue])
    for panel in sorted(net.panels, key=lambda panel: near[panel.name]):
        corners = [((x - y) * AROUND, (x + y) * UP - z * AROUND) for x, y, z in solid[panel.name]]
        yield Face(corners, bool(panel.glue))
