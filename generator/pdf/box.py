"""Sheets of a tuck box: one for each part of it, with its art, its folds and cuts, and a ruler.

The art is a labyrinth laid of the game's own pieces, its title, and its picture in a frame of keys. Each panel is
painted in a space of its own, in mm, its upper left corner as it is seen on the standing box at the origin. The lid is
seen from the front, so it lies the other way round on the net.

A legend at the foot explains the lines: in a language, or without words by small pictures of scissors, a fold, a drop.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, Part, Patch, PathData, Pen, Shape, Shown, Transform, moved
from generator.drawing.inks import Palette, mix_inks
from generator.layout.grid import RULER_MM
from generator.layout.sheet_setup import Flip
from generator.layout.tuck_box import BLEED_MM, BoxPanel, Net, Point, TuckBox, notch_radius, point_on_sheet
from generator.pdf.captions import ruler_from
from generator.pdf.contact_sheet import TextLine, write_line
from generator.pdf.document_info import mark_as_pdfa, set_print_settings
from generator.pdf.fonts import Font, Style, load_typeface, runs_advance, trace_runs
from generator.pdf.reportlab_adapter import Canvas
from generator.pdf.scene_painter import ScenePainter
from generator.units import PT_PER_MM, pt

LINE_INK = "#8d7b68"
"""Ink of folds and cuts, visible on the dark field and on white."""
LINE_MM = 0.2
HATCH_MM = 2.2
"""Distance of the lines that hatch glued panels."""
INSET_MM = 2.6
"""Distance from the edge of a panel to its picture: a fold may miss by 1 mm."""
KEY_MM = 3.2
"""Side of a key of the frame, about."""
CELL_MM = 13.0
"""Width of a piece of the labyrinth, about."""
STEP = 0.618
"""Own choice: pieces are taken in strides of the golden section, so that neighbours differ whatever their order."""
TIMES = "×"
"""Sign after the number of pieces on a box without words; a picture of a piece follows."""
GOODS_SIDE = 1.7
"""Side of that piece, in heights of the letters beside it."""
ROW_STEP = 0.29
"""A stride more for each row, so that no stripes run down."""
DASH_MM = (2.0, 1.2)
TITLE_PT = 8.0
RULER_ABOVE_MM = 2.5
"""Distance from the bottom margin of the paper up to the ruler."""
ICON_MM = 3.6
"""Width of a picture in the legend."""
SAMPLE_MM = 9.0
"""Length of the line beside it."""
ICON_AIR_MM, SAMPLE_AIR_MM = 1.2, 4.0
"""Space between the picture and its line, and before the next picture."""
LEGEND_MM = 0.25
"""Width of the legend's lines: not that of the box's lines, by which the proof knows them."""


class BoxArt(Struct, frozen=True):
    """The art of a box.

    Attributes:
        title: of the game.
        goods: number of pieces, such as ``Tiles: 65``; without words ``65 ×``, and a piece follows.
        imprint: further lines for the bottom.
        palette: of its inks.
        picture: of the game, square or nearly so.
        pieces: of the labyrinth.
        fonts: the folder of the fonts.
        family: of the letters of its words.
    """

    title: str
    goods: str
    imprint: tuple[str, ...]
    palette: Palette
    picture: Drawing
    pieces: Sequence[Drawing]
    fonts: Path
    family: str = "Alegreya"

    @property
    def accent(self) -> str:
        """Return the ink of letters and frames."""
        inks = self.palette.inks
        return inks.outline if self.palette.line_art else inks.gold


def paint_net(net: Net, art: BoxArt) -> Iterator[Part]:
    """Yield all of a net in its own coordinates but its lines."""
    yield Patch("ground", tuple(_grounds(net, art)), Transform())
    for panel in net.panels:
        left, top, right, bottom = panel.box
        size = right - left, bottom - top
        if panel.name == "lid":
            upside_down = Transform(-1, 0, 0, -1, right, bottom)
            yield from (moved(part, upside_down) for part in _lid(*size, art))
        elif maker := PANELS.get(panel.name):
            clip = Pen().polygon(*((x - left, y - top) for x, y in panel.outline)).data
            for part in (moved(part, Transform(e=left, f=top)) for part in maker(*size, art)):
                framed = isinstance(part, Patch) and part.name == "frame"
                yield replace(part, clip=clip) if framed else part


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


def _front(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the picture above the title, in a frame of keys; a high front has rows of the labyrinth at both ends."""
    yield _frame(width, height, art)
    inner = INSET_MM + KEY_MM + 2.2
    top = max(inner, notch_radius(width, height) + 1.0)
    wide, high = width - 2 * inner, height - top - inner
    lettered = min(high * 0.2, wide / 6, 9.0)
    side = min(wide, high - 1.5 * lettered)
    if side < 8:
        side, lettered = min(wide, high), 0.0
    free = (high - (side + 1.5 * lettered)) / 2
    columns = max(1, round(wide / CELL_MM))
    cell = wide / columns
    tall = cell * art.pieces[0].height / art.pieces[0].width
    if rows := int((free - 2.0) / tall):
        yield from _labyrinth(inner, top, columns, rows, cell, art)
        yield from _labyrinth(inner, top + high - rows * tall, columns, rows, cell, art, first=columns * rows)
    top += free
    yield _shown(art.picture, (width - side) / 2, top, side, side)
    if lettered:
        yield _text(art.title, art, width / 2, top + side + 1.5 * lettered, wide - 3.0, lettered)


def _back(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the labyrinth."""
    inset = INSET_MM if min(width, height) > 4 * INSET_MM else min(width, height) / 8
    wide, high = width - 2 * inset, height - 2 * inset
    aspect = art.pieces[0].height / art.pieces[0].width
    columns = max(1, round(wide / CELL_MM))
    rows = max(1, round(high / (wide / columns * aspect)))
    cell = min(wide / columns, high / rows / aspect)
    columns, rows = int(wide / cell + 1e-9), int(high / (cell * aspect) + 1e-9)
    yield from _labyrinth((width - columns * cell) / 2, (height - rows * cell * aspect) / 2, columns, rows, cell, art)


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


def _side(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the title, read from below, between two lines of keys; a narrow side has the title alone."""
    band = KEY_MM if width >= 4 * KEY_MM else 0.0
    if band:
        keys = [_keys(height - 2 * INSET_MM, band)]
        for x, turn in ((INSET_MM, 90), (width - INSET_MM, -90)):
            at = Transform.placing(x, INSET_MM if turn > 0 else height - INSET_MM, angle_deg=turn)
            flip = Transform(1, 0, 0, -1, 0, 0)
            yield Patch("keys", (Group("keys", (_stroke(keys[0], art),), flip),), at)
    room = width - 2 * (INSET_MM + band) - 3
    size = max(1.6, min(room, 8.0))
    title = _text(art.title, art, height / 2, width / 2 + size / 2, height - 6 * INSET_MM, size)
    yield moved(title, Transform(0, -1, 1, 0, 0, height))


def _lid(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the title between two lines of keys."""
    size = max(1.6, min(height * 0.3, width / 6, 8.0))
    yield _text(art.title, art, width / 2, height / 2 + size / 2, width - 4 * INSET_MM, size)
    if height > 3 * size + 2 * INSET_MM + 2 * KEY_MM:
        band = _keys(width - 2 * INSET_MM, KEY_MM)
        yield Patch("keys", (_stroke(band, art),), Transform(e=INSET_MM, f=INSET_MM))
        yield Patch("keys", (_stroke(band, art),), Transform(1, 0, 0, -1, INSET_MM, height - INSET_MM))


def _bottom(width: float, height: float, art: BoxArt) -> Iterator[Part]:
    """Yield the number of pieces in the box, and the imprint."""
    lines = (art.goods, *art.imprint)
    size = max(1.2, min(2.6, height / (2 * len(lines) + 1)))
    first = height / 2 - (len(lines) - 1) * size * 0.9 + size / 2
    for number, line in enumerate(lines):
        middle, y = width / 2, first + number * size * 1.8
        if number == 0 and line.endswith(TIMES):
            side, runs = size * GOODS_SIDE, _runs_of(line, art, plain=True)
            middle -= side / 2
            half = runs_advance(runs) * size / runs[0][0].cap_height / 2
            yield _shown(art.pieces[0], middle + half + size / 2, y - (size + side) / 2, side, side)
        yield _text(line, art, middle, y, width - 2 * INSET_MM, size, plain=True)


PANELS = {"front": _front, "back": _back, "side-1": _side, "side-2": _side, "bottom": _bottom}


def _frame(width: float, height: float, art: BoxArt) -> Patch:
    """Return keys around a panel, between two lines."""
    a, b = INSET_MM, INSET_MM + KEY_MM + 1.2
    wide, high = width - 2 * a, height - 2 * a
    items: list[Shape | Group] = [
        _stroke(Pen().rectangle(i, i, width - 2 * i, height - 2 * i).data, art) for i in (a, b)
    ]
    inset = 0.6
    sides = (
        (wide, Transform(e=a, f=a)),
        (high, Transform(0, 1, -1, 0, a + wide, a)),
        (wide, Transform(-1, 0, 0, -1, a + wide, a + high)),
        (high, Transform(0, -1, 1, 0, a, a + high)),
    )
    for length, at in sides:
        run = length - 2 * (KEY_MM + 2 * inset)
        items.append(Group("keys", (_stroke(_keys(run, KEY_MM), art),), at @ Transform(e=KEY_MM + 2 * inset, f=inset)))
        corner = Pen().rectangle(0.2, 0.2, KEY_MM - 0.4, KEY_MM - 0.4).rectangle(1.2, 1.2, KEY_MM - 2.4, KEY_MM - 2.4)
        items.append(Group("corner", (_stroke(corner.data, art),), at @ Transform(e=inset, f=inset)))
    return Patch("frame", tuple(items), Transform())


def _keys(length: float, height: float) -> PathData:
    """Return a line of keys, as the border of a Greek mosaic has them, from x = 0 on between y = 0 and its height."""
    count = max(1, round(length / (height * 1.15)))
    step, pen = length / count, Pen()
    pen.move(0, height)
    for key in range(count):
        for u, v in ((0, 0), (0.8, 0), (0.8, 0.68), (0.42, 0.68), (0.42, 0.34)):
            pen.line((key + u) * step, v * height)
        pen.move(key * step, height).line((key + 1) * step, height)
    return pen.data


def _stroke(data: PathData, art: BoxArt) -> Shape:
    return Shape(data, stroke=art.accent, width=0.3 if art.palette.line_art else 0.4, cap="butt", join="miter")


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


class BoxWords(Struct, frozen=True):
    """The words on a sheet in a language: names of the parts, and of the lines."""

    language: str
    decimal: str
    box: str
    part: str
    inside: str
    cut: str
    fold: str
    glue: str


def print_box(box: TuckBox, art: BoxArt, short_hash: str, version: str, words: BoxWords | None = None) -> bytes:
    """Return the sheets of a box as the bytes of a PDF; one after the other for each of several boxes.

    Args:
        box: to print; it fits its paper.
        art: printed on it.
        short_hash: of the catalogue.
        version: of this program.
        words: of the titles; None for sheets without words.

    Raises:
        TypesettingError: no face has the letters of the title.
    """
    buffer = io.BytesIO()
    paper = box.paper
    language = words.language if words else "en"
    canvas = Canvas(buffer, pagesize=(pt(paper.width_mm), pt(paper.height_mm)), invariant=1, lang=language)
    canvas.setTitle(f"{art.title}, {paper.title}")
    canvas.setSubject(f"{art.goods} {box.stack.thickness:g} mm, {short_hash}")
    canvas.setCreator(f"asterion-press {version}")
    brush = ScenePainter(canvas, pt(paper.height_mm))
    ruler = Patch("ruler", (Shape(ruler_from(*_foot(box)), stroke="#000000", width=LINE_MM, cap="butt"),), Transform())
    pages = [(number, net) for number in range(1, box.boxes + 1) for net in enumerate(box.nets, 1)]
    for number, (part, net) in pages:
        brush.parts((*_sheet(box, net, art), ruler), 0, 0, PT_PER_MM)
        if words is None:
            brush.parts((_legend(box),), 0, 0, PT_PER_MM)
        _titles(canvas, box, _sheet_title(box, art, number, part, words), short_hash, art, words)
        canvas.showPage()
    mark_as_pdfa(canvas, language)
    set_print_settings(canvas, Flip.NONE)
    canvas.save()
    return buffer.getvalue()


def _sheet(box: TuckBox, net: Net, art: BoxArt) -> tuple[Part, ...]:
    """Return a net where it lies on its sheet, with its art and its lines."""
    (e, f), (x, y) = point_on_sheet(box, net, (0, 0)), point_on_sheet(box, net, (1, 0))
    at = Transform(x - e, y - f, f - y, x - e, e, f)
    cuts, folds = Pen(), Pen()
    for pen, segments in ((cuts, net.cuts()), (folds, net.folds())):
        for begin, end in segments:
            pen.move(*point_on_sheet(box, net, begin)).line(*point_on_sheet(box, net, end))
    lines = (
        Shape(cuts.data, stroke=LINE_INK, width=LINE_MM, cap="round"),
        Shape(folds.data, stroke=LINE_INK, width=LINE_MM, cap="butt", dash=DASH_MM),
    )
    return (*(moved(part, at) for part in paint_net(net, art)), Patch("lines", lines, Transform()))


def _foot(box: TuckBox) -> tuple[float, float]:
    """Return the left end and the height of the ruler."""
    paper = box.paper
    return paper.margin_mm.left, paper.height_mm - paper.margin_mm.bottom - RULER_ABOVE_MM


def _sheet_title(box: TuckBox, art: BoxArt, number: int, part: int, words: BoxWords | None) -> str:
    """Return the title of a sheet: what goes in, the numbers of box and part, the size inside."""
    size = f"{box.width:g} × {box.depth:g} × {box.height:g} mm"
    thick = f"{box.stack.thickness:g} mm"
    goods = f"{art.goods}  ·  {thick}" if words else f"{art.goods} {thick}"
    told = [f"{number} / {box.boxes}"] if box.boxes > 1 else []
    parts = [f"{part} / {len(box.nets)}"] if len(box.nets) > 1 else []
    if words is None:
        return "  ·  ".join((art.title, goods, *told, *parts, size))
    named = [*(f"{words.box} {one}" for one in told), *(f"{words.part} {one}" for one in parts)]
    text = "  ·  ".join((goods, *named, f"{words.inside}: {size}"))
    return f"{art.title}  ·  {text.replace('.', words.decimal)}"


def _legend(box: TuckBox) -> Patch:
    """Return the legend without words: scissors and a cut, a fold and its dashes, a drop of glue and its hatching."""
    right, y = box.paper.width_mm - box.paper.margin_mm.right, _foot(box)[1] - 1.2
    step = ICON_MM + ICON_AIR_MM + SAMPLE_MM + SAMPLE_AIR_MM
    behind_icon = ICON_MM + ICON_AIR_MM
    icons, lines, dashes, hatch = Pen(), Pen(), Pen(), Pen()
    cut, fold, glue = (right - number * step + SAMPLE_AIR_MM for number in (3, 2, 1))
    for side in (-1, 1):  # scissors, open to the right, about the line that they cut
        icons.circle(cut + 0.7, y + side * 0.85, 0.6).move(cut + 1.2, y + side * 0.5)
        icons.line(cut + ICON_MM, y - side * 0.75)
    # card folded backwards, seen from its edge
    icons.move(fold, y + 1.1).line(fold + ICON_MM / 2, y - 0.9).line(fold + ICON_MM, y + 1.1)
    middle = glue + ICON_MM / 2  # a drop
    icons.move(middle, y - 1.5).curve(middle + 0.3, y - 0.7, middle + 1, y - 0.2, middle + 1, y + 0.5)
    icons.curve(middle + 1, y + 1.8, middle - 1, y + 1.8, middle - 1, y + 0.5)
    icons.curve(middle - 1, y - 0.2, middle - 0.3, y - 0.7, middle, y - 1.5).close()
    for pen, x in ((lines, cut), (dashes, fold)):
        pen.move(x + behind_icon, y).line(x + behind_icon + SAMPLE_MM, y)
    for line in range(5):
        start = glue + behind_icon + line * (SAMPLE_MM - 2) / 4
        hatch.move(start, y + 1).line(start + 2, y - 1)
    shapes = (
        Shape(icons.data, stroke="#000000", width=LEGEND_MM),
        Shape(lines.data, stroke="#000000", width=LEGEND_MM, cap="butt"),
        Shape(dashes.data, stroke="#000000", width=LEGEND_MM, cap="butt", dash=DASH_MM),
        Shape(hatch.data, stroke="#000000", width=LEGEND_MM, cap="butt"),
    )
    return Patch("legend", shapes, Transform())


def _titles(canvas: Canvas, box: TuckBox, told: str, short_hash: str, art: BoxArt, words: BoxWords | None) -> None:
    left, y = _foot(box)
    right, height = box.paper.width_mm - box.paper.margin_mm.right, box.paper.height_mm
    lines = [
        TextLine(told, left, y - 4.5, TITLE_PT, family=art.family),
        TextLine(short_hash, right, y - 4.5, TITLE_PT, anchor="end"),
        TextLine(f"{RULER_MM:g} mm", left + RULER_MM + 2, y, TITLE_PT),
    ]
    if words is not None:
        meant = f"{words.cut} ———   {words.fold} – – –   {words.glue} /////"
        lines.append(TextLine(meant, right, y, TITLE_PT, anchor="end", family=art.family))
    for line in lines:
        write_line(canvas, line, height, art.fonts)
