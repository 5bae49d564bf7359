"""The art of a box: the nets' ground and the hatching of what is glued, and what each panel shows.

Each panel is painted in a space of its own, in mm, its upper left corner as it is seen on the standing box at the
origin. The lid's top and the tray's bottom are read from the side `side-2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from generator.drawing.display_list import Drawing, Part, Patch, PathData, Pen, Scene, Shape, Shown, Transform, moved
from generator.drawing.inks import Palette, mix_inks
from generator.layout.box import BLEED_MM, BoxPanel, Net, Point
from generator.pdf.borders import Border, border_band, border_frame
from generator.pdf.fonts import Font, Style, load_typeface, runs_advance, trace_runs

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
GOODS_MM = 24.0
"""Side of the pictures of what is in the box."""


class Goods(Struct, frozen=True):
    """Pieces in the box.

    Attributes:
        told: their name and number, such as ``Tiles: 64``; without words ``64 ×``.
        picture: of one of them; None for the rules.
    """

    told: str
    picture: Drawing | None = None


class BoxArt(Struct, frozen=True):
    """The art of a box.

    Attributes:
        title: of the game.
        goods: what is in the box; what lies in stacks first.
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
    yield Patch("ground", tuple(_grounds(net, art)), Transform())
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
            length = width if panel.name in ("front", "back") else depth
            sides = panel.box[2] - panel.box[0], panel.box[3] - panel.box[1]
            high = sides[0] if panel.name.startswith("side") else sides[1]
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
    """Return the outline of a glued panel, its fold moved out by the bleed, as no white may show at the corner."""
    (x0, y0), (x1, y1) = panel.hinge
    left, top, right, bottom = panel.box
    if x0 == x1:
        dx, dy = (-BLEED_MM if (left + right) / 2 < x0 else BLEED_MM), 0.0
    else:
        dx, dy = 0.0, (-BLEED_MM if (top + bottom) / 2 < y0 else BLEED_MM)
    ends = {(x0, y0), (x1, y1)}
    return tuple((x + dx, y + dy) if (x, y) in ends else (x, y) for x, y in panel.outline)


def _hatch(panel: BoxPanel) -> PathData:
    """Return slanting lines over a glued panel, as far as its middle is from its edges."""
    points = _inset(panel)
    pen = Pen()
    low = min(x + y for x, y in points)
    high = max(x + y for x, y in points)
    level = low + HATCH_MM
    while level < high - HATCH_MM / 2:
        ends = sorted(_crossings(points, level))
        if len(ends) >= 2 and ends[-1][0] - ends[0][0] > 1.0:
            (ax, ay), (bx, by) = ends[0], ends[-1]
            pen.move(ax + 0.4, ay - 0.4).line(bx - 0.4, by + 0.4)
        level += HATCH_MM
    return pen.data


def _crossings(points: Sequence[Point], level: float) -> Iterator[Point]:
    """Yield the points where the line x + y = level crosses the edges of a polygon."""
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
    column = wide / len(art.goods)
    side = min(GOODS_MM, column * 0.8, high * 0.36)
    top, size = height / 2 - side / 2 - AIR_MM, min(3.0, side / 6)
    for number, goods in enumerate(art.goods):
        middle = inner + (number + 0.5) * column
        if goods.picture:
            yield _shown(goods.picture, middle - side / 2, top, side, side)
        else:
            yield _booklet(middle, top, side, art)
        yield _text(goods.told, art, middle, top + side + 2.2 * size, column - AIR_MM, size, plain=True)
    small = size * 0.75
    for number, line in enumerate(reversed(art.imprint)):
        yield _text(line, art, width / 2, height - inner - AIR_MM - number * small * 1.9, wide, small, plain=True)


def _booklet(middle: float, top: float, side: float, art: BoxArt) -> Patch:
    """Return the rules, a folded sheet with its title and lines."""
    width = side / 2**0.5
    left, right, bottom = middle - width / 2, middle + width / 2, top + side
    inks = art.palette.inks
    pages = Pen().polygon((left, top), (right, top + 0.06 * side), (right, bottom), (left, bottom))
    cover = Pen().rectangle(left, top, width * 0.94, side)
    lines = Pen()
    for share in (0.2, 0.45, 0.55, 0.65, 0.75):
        lines.move(left + 0.14 * width, top + share * side).line(left + 0.8 * width, top + share * side)
    shapes = (
        Shape(pages.data, fill=inks.paper, stroke=art.accent, width=0.3, join="miter"),
        Shape(cover.data, fill=inks.paper, stroke=art.accent, width=0.5, join="miter"),
        Shape(lines.data, stroke=inks.clay_dark, width=0.5, cap="butt"),
    )
    return Patch("booklet", shapes, Transform())


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
        yield _shown(piece, left + column * cell, top + row * tall, cell, tall)
    edge = Pen().rectangle(left, top, columns * cell, rows * tall).data
    yield Patch("edge", (Shape(edge, stroke=art.accent, width=0.5, join="miter"),), Transform())


def _shown(drawing: Drawing, x: float, y: float, width: float, height: float) -> Patch:
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
    return Patch("title", (Shape(data, fill=art.accent),), Transform())


def _runs_of(text: str, art: BoxArt, *, plain: bool) -> list[tuple[Font, str]]:
    """Return a line in the first face that has all its letters, or in runs if none has.

    Raises:
        TypesettingError: there is a letter that no face has.
    """
    style: Style = "regular" if plain else "bold"
    families = ("Alegreya", art.family) if plain else ("Cinzel", "Alegreya", art.family)
    typeface = load_typeface(art.fonts, families[0], families[1:])
    whole = typeface.font_for(text, style)
    return [(whole, text)] if whole else typeface.printable_runs(text, style, "title")
