"""A table as a model: the labyrinth stands on a slab of rock, its walls upright, the minotaur's bust in the middle.

The view is axonometric: the plane of the floors is shown through one affine map, in which tiles, symbols and shades lie
as on the table. What stands is drawn in that plane, too, where it is seen (:mod:`.standing_walls`). Order of painting:

::

    ground -> sides of the slab -> floors, each with what lies in the shade, and symbols -> counters
           -> faces of walls and bridges, tile by tile from the farthest -> tops of walls -> the bust
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.bull_head import MIRRORED, Viewpoint, body, bull_head, faces_seen
from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    Part,
    Patch,
    PathData,
    Pen,
    Point,
    Shape,
    Shown,
    Transform,
)
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, keyed_by_inks, mix_inks, palette, reink
from asterion_press.drawing.solid import Solid, Vector, dot, minus, plus, times, unit
from asterion_press.games.labyrinth.art.chambers import MIDDLE, TILE, quarter_turned
from asterion_press.games.labyrinth.art.standing_walls import (
    AROUND_DEG,
    HEIGHT,
    SHADE_LONG,
    UP_DEG,
    BuiltTile,
    build_tile,
    clockwise,
    slant,
)
from asterion_press.games.labyrinth.art.tile import court, deck
from asterion_press.games.labyrinth.art.tile_plan import PlannedChamber, TilePlan, plan_tile
from asterion_press.games.labyrinth.catalogue.position_records import Panel
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams.placed import COUNTER_SHARE, Cell, TableTile, TileDrawings, space
from asterion_press.games.labyrinth.diagrams.table import CUT
from asterion_press.games.labyrinth.engine.figures import cell_of, impaled_of
from asterion_press.geometry import Side, turned_point
from asterion_press.rulebook.text.figures import ScenePanel

STANDING = frozenset({"walls", "arch", "head"})
"""Groups of a tile's drawing that the model has standing instead."""
DETAILS = frozenset({"motif", "cracks"})
"""Groups that are not seen in the shade."""
SLAB = 8.0
"""Thickness of the slab."""
CARD = 1.5
"""Of that, the tile's own."""
COUNTER_HIGH = 1.3
ROUND_TILE = 8.0
"""Room around a tile for what stands at its sides."""
SHADE_INK = "#1c1226"
SHADE_SHARE, LINE_ART_SHARE = 0.42, 0.16
"""Shares of that ink in the shade, and in the shade of line art."""
BUST = 0.27
"""Scale of the bust, of which a tile has 50 units."""
BUST_AROUND_DEG = -24.0
"""Where the viewer stands, seen from the bust: the minotaur looks a little past him."""
BUST_UP_DEG = 30.0
"""Lower than for the walls, or his face would be hidden below his brow."""
BUST_LIGHT = unit((0.62, 0.42, 0.66))
"""As for the walls, from the viewer's left: in the bust's own space."""
BUST_SHADE = 0.28
"""Length of the bust's shade on the floor as a part of its height: so short that it stays in the court."""
EYE_SEEN = 0.55
"""An eye that looks farther away from the viewer is not drawn. Own choice."""
VIEW = slant(0)


class ModelTile(Struct, frozen=True):
    """A tile of the model.

    Attributes:
        laid: where it lies.
        built: its walls.
        lies: where its own space lies in the picture.
    """

    laid: TableTile
    built: BuiltTile
    lies: Transform


def floor_plane() -> Transform:
    """Return where the plane of the floors is seen, in units of which a tile has 50."""
    around, up = math.radians(AROUND_DEG), math.sin(math.radians(UP_DEG))
    return Transform(math.cos(around), math.sin(around) * up, -math.sin(around), math.cos(around) * up)


def extent(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a model on the picture, in units of which a tile has 50."""
    plane, (ux, uy) = floor_plane(), VIEW.up
    corners = product(cells, (0, 1), (0, 1), (HEIGHT, -SLAB))
    points = [plane.apply((x + i) * TILE + z * ux, (y + j) * TILE + z * uy) for (x, y), i, j, z in corners]
    bust = plane.apply(MIDDLE + ux * 184 * BUST, MIDDLE + uy * 184 * BUST)  # the tips of its horns
    xs, ys = [x for x, _ in points], [y for _, y in (*points, bust)]
    return min(xs), min(ys), max(xs), max(ys)


def model_parts(
    table: Mapping[Cell, TableTile], impaled: Collection[tuple[str, int]], art: TileDrawings, onto: Transform
) -> Iterator[Part]:
    """Yield the model of a table.

    Args:
        table: the tiles by their cells.
        impaled: the paths whose prisoners are impaled, as tile and number of the path.
        art: the deck's.
        onto: where the plane of the floors lies in the picture.
    """
    inks = palette(art.theme, art.theme.inks.night)
    yield from _slab(table, inks, onto)
    tiles = []
    for laid in sorted(table.values(), key=lambda laid: (VIEW.depth(*laid.at), laid.at)):
        built = build_tile(_plan(art, laid.tile), laid.turns, inks, laid.tile)
        tiles.append(ModelTile(laid, built, onto @ space(laid)))
    by_cell = {tile.laid.at: tile for tile in tiles}
    for tile in tiles:
        whole = art.drawing(f"tile:{tile.laid.tile}")
        floor = _without(whole, "floor", STANDING | {"bridge", *SYMBOLS})
        yield Patch("floor", (Shown(floor, 0, 0, TILE),), tile.lies, CUT, title=floor.title)
        dark = _shaded(_without(floor, "dark", DETAILS), inks)
        yield Patch("shade", (Shown(dark, 0, 0, TILE),), tile.lies, CUT, through=_fallen(tile, by_cell))
        symbols = replace(whole, id=f"symbols-{whole.id}", groups=tuple(_named(whole.groups, SYMBOLS)))
        if symbols.groups:
            yield Patch("symbols", (Shown(symbols, 0, 0, TILE),), tile.lies)
    for tile in tiles:
        yield from _counters(tile, impaled, art, onto, raised=False)
    for tile in tiles:
        yield _standing("faces", "far", tile, tile.built.far)
        if tile.built.ways:
            yield from _ways(tile, art, inks)
            yield from _counters(tile, impaled, art, onto, raised=True)
            yield _standing("faces", "near", tile, tile.built.near)
    for tile in tiles:
        for number, (shapes, clip) in enumerate(tile.built.tops):
            tops = _standing("tops", f"tops-{number}", tile, shapes)
            ux, uy = slant(tile.laid.turns).up
            yield replace(tops, transform=tile.lies @ Transform(e=ux * HEIGHT, f=uy * HEIGHT), clip=clip)
    yield _bust(inks, onto)


def _standing(name: str, layer: str, tile: ModelTile, shapes: tuple[Shape, ...]) -> Patch:
    """Return what stands on a tile as a part; it is a drawing by itself, which is larger than the tile."""
    side = TILE + 2 * ROUND_TILE
    drawn = Group(name, shapes, Transform(e=ROUND_TILE, f=ROUND_TILE))
    drawing = Drawing(f"{layer}-{tile.laid.tile}-{tile.laid.turns}", "", side, side, 0.0, (drawn,))
    return Patch(name, (Shown(drawing, -ROUND_TILE, -ROUND_TILE, side),), tile.lies)


def model_panel(panel: Panel, art: TileDrawings) -> ScenePanel:
    """Return the model of the table in a panel of a figure."""
    lying = (TableTile(placed.tile, cell_of(panel, placed), placed.turns) for placed in panel.tiles)
    return model_of({laid.at: laid for laid in lying}, impaled_of(panel), art)


def model_of(table: Mapping[Cell, TableTile], impaled: Collection[tuple[str, int]], art: TileDrawings) -> ScenePanel:
    """Return the model of a table as a panel of its own size; see :func:`model_parts`."""
    left, top, right, bottom = extent(table)
    onto = Transform(e=-left, f=-top) @ floor_plane()
    return ScenePanel(tuple(model_parts(table, impaled, art, onto)), right - left, bottom - top)


# -- floors ------------------------------------------------------------------------------------------------------------


def _plan(art: TileDrawings, tile: str) -> TilePlan:
    """Return the plan of a tile; the minotaur's is his court."""
    if tile != MINOTAUR_ID:
        return plan_tile(art.tile(tile))
    return _court_plan(tuple(sorted({side for path in art.tile(tile).paths for side in path.exits})))


@cache
def _court_plan(exits: tuple[Side, ...]) -> TilePlan:
    return TilePlan((PlannedChamber(0, exits, court(exits), ()),), None)


def _without(drawing: Drawing, name: str, left_out: Collection[str], bridge: tuple[Shape, ...] = ()) -> Drawing:
    """Return a drawing without some of its groups and with another bridge, if one is given, under an id of its own."""

    def kept(items: Sequence[Shape | Group]) -> Iterator[Shape | Group]:
        for item in items:
            if isinstance(item, Shape):
                yield item
            elif item.name not in left_out:
                is_other = bridge and item.name == "bridge"
                yield replace(item, items=bridge if is_other else tuple(kept(item.items)))

    groups = tuple(group for group in kept(drawing.groups) if isinstance(group, Group))
    return replace(drawing, id=f"{name}-{drawing.id}", groups=groups)


def _named(groups: Iterable[Shape | Group], names: Collection[str]) -> Iterator[Group]:
    """Yield the groups of some names, wherever they are, as they lie."""
    for group in groups:
        if isinstance(group, Group):
            if group.name in names:
                yield group
            elif inner := tuple(_named(group.items, names)):
                yield replace(group, items=inner)


def _shaded(drawing: Drawing, inks: Palette) -> Drawing:
    """Return a drawing as it looks in the shade, under an id of its own."""
    share = LINE_ART_SHARE if inks.line_art else SHADE_SHARE
    return reink(drawing, "shaded", lambda ink: mix_inks(ink, SHADE_INK, share))


def _fallen(tile: ModelTile, tiles: Mapping[Cell, ModelTile]) -> PathData:
    """Return what of a tile lies in the shade of its walls and of its neighbours'."""
    pen, (x, y) = Pen(), tile.laid.at
    for piece in (*tile.built.shade, *(_bust_shade() if tile.laid.tile == MINOTAUR_ID else ())):
        pen.polygon(*piece)
    for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy):
        if (other := tiles.get((x + dx, y + dy))) is not None:
            turned = quarter_turned(-tile.laid.turns)
            onto = turned @ Transform(e=dx * TILE, f=dy * TILE) @ quarter_turned(other.laid.turns)
            for piece in other.built.spilt:
                fallen = [onto.apply(*point) for point in piece]
                if any(0 < x < TILE for x, _ in fallen) and any(0 < y < TILE for _, y in fallen):
                    pen.polygon(*fallen)
    return pen.data


def _ways(tile: ModelTile, art: TileDrawings, inks: Palette) -> Iterator[Patch]:
    """Yield ramps and deck of a bridge, and what of them lies in the shade."""
    whole = art.drawing(f"tile:{tile.laid.tile}")
    planks = deck(inks, tile.built.ways[0].bridge % 2)
    floor = _without(whole, "deck", STANDING | DETAILS | {"own", "ground"}, planks)
    shaded = _shaded(floor, inks)
    for way in tile.built.ways:
        yield Patch("way", (Shown(floor, 0, 0, TILE),), tile.lies @ way.onto, way.clip)
        yield Patch("shade", (Shown(shaded, 0, 0, TILE),), tile.lies @ way.onto, way.clip, through=way.shade)


def _counters(
    tile: ModelTile, impaled: Collection[tuple[str, int]], art: TileDrawings, onto: Transform, *, raised: bool
) -> Iterator[Patch]:
    """Yield a counter, thick as a token, on each prisoner of impaled paths, on the bridge or below."""
    drawing, inks, laid = art.drawing("symbol:counter"), art.theme.inks, tile.laid
    edge = _one_ink(drawing, mix_inks(inks.counter, inks.counter_mark, 0.4))
    for path in sorted(path for name, path in impaled if name == laid.tile):
        if art.is_bridge(laid.tile, path) != raised:
            continue
        for place in art.prisoners(laid.tile, path):
            (x, y), size = (place.x, place.y), place.size * COUNTER_SHARE
            if raised:
                x, y = next(way.onto.apply(x, y) for way in tile.built.ways if way.start <= way.along(x, y) <= way.end)
            x, y = turned_point(x, y, laid.turns, TILE)
            x, y = laid.at[0] * TILE + x - size / 2, laid.at[1] * TILE + y - size / 2
            shown = [Shown(edge, *VIEW.raised(x, y, COUNTER_HIGH * step / 4), size) for step in range(4)]
            yield Patch("counter", (*shown, Shown(drawing, *VIEW.raised(x, y, COUNTER_HIGH), size)), onto)


@keyed_by_inks
def _one_ink(drawing: Drawing, ink: str) -> Drawing:
    """Return the outline of a drawing, filled, under an id of its own."""
    return reink(drawing, "edge", lambda _: ink)


# -- the slab, its shade, and the bust ---------------------------------------------------------------------------------


def _slab(table: Mapping[Cell, TableTile], inks: Palette, onto: Transform) -> Iterator[Patch]:
    """Yield the two sides of the slab that are seen, and a line around all of its upper side."""
    ink = mix_inks(inks.inks.paper, inks.inks.outline, 0.25) if inks.line_art else inks.inks.night
    rim = Pen()
    for x, y in sorted(table, key=lambda cell: (VIEW.depth(*cell), cell)):
        for side in Side:
            dx, dy = side.step
            if (x + dx, y + dy) in table:
                continue
            ends = [(x * TILE + px, y * TILE + py) for px, py in (turned_point(px, 0, side, TILE) for px in (0, TILE))]
            rim.move(*ends[0]).line(*ends[1])
            if side in {Side.S, Side.E}:
                rock = mix_inks(ink, "#000000", 0.3 if side is Side.E else 0)
                yield Patch("slab", tuple(_rock(ends[0], ends[1], rock, inks)), onto)
    floor = Pen()  # below the tiles, so that no light shines through between them
    for x, y in sorted(table):
        floor.rectangle(x * TILE, y * TILE, TILE, TILE)
    under = Shape(floor.data, fill=inks.inks.rock, stroke=inks.inks.rock, width=0.2)
    yield Patch("rim", (under, Shape(rim.data, stroke=inks.inks.outline, width=0.8)), onto)


def _rock(start: Point, end: Point, ink: str, inks: Palette) -> Iterator[Shape]:
    """Draw a side of the slab between two corners of its floor: the tile's edge, and rock below it."""
    (ax, ay), (bx, by) = start, end
    chance = SeededRandom(f"rock {ax:g} {ay:g} {bx:g} {by:g}")

    def point(share: float, depth: float) -> Point:
        return VIEW.raised(ax + (bx - ax) * share, ay + (by - ay) * share, -depth)

    card = mix_inks(inks.inks.stones[2], ink, 0.35)
    for deep, paint, width in ((SLAB, ink, 0.2), (CARD, card, 0.1)):
        rock = Pen().polygon(point(0, 0), point(1, 0), point(1, deep), point(0, deep))
        yield Shape(rock.data, fill=paint, stroke=paint, width=width)
    strata = Pen()
    for _ in range(9):
        share, depth, long = chance.between(0, 0.9), chance.between(CARD + 0.8, SLAB - 0.8), chance.between(0.04, 0.2)
        strata.move(*point(share, depth)).line(*point(min(1.0, share + long), depth + chance.between(-0.3, 0.3)))
    yield Shape(strata.data, stroke=mix_inks(ink, inks.inks.stones[0], 0.16), width=0.35)


def slab_shade(table: Mapping[Cell, TableTile], onto: Transform, ink: str) -> Patch:
    """Draw the shade of the slab on the ground."""
    lx, ly = (-length * SHADE_LONG / HEIGHT * (SLAB + 2) for length in VIEW.light)
    pen = Pen()
    for x, y in table:
        corners = [VIEW.raised((x + i) * TILE, (y + j) * TILE, -SLAB) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
        pen.polygon(*((px + lx, py + ly) for px, py in corners))
        for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
            pen.polygon(*clockwise([(px, py), (qx, qy), (qx + lx, qy + ly), (px + lx, py + ly)]))
    return Patch("slab-shade", (Shape(pen.data, fill=ink),), onto)


def _bust(inks: Palette, onto: Transform) -> Patch:
    """Draw the minotaur's bust in the middle of his court: head and horns, brighter than in black where light falls."""
    solid, view = bull_head(), Viewpoint(BUST_AROUND_DEG, BUST_UP_DEG)
    shapes: list[Shape] = []
    for face, _ in faces_seen(solid, view, {face.part for face in solid.faces}):
        lit = max(0.0, dot(solid.normal(face), BUST_LIGHT))
        ink = mix_inks(body(face, inks), inks.inks.outline, 0.5 * (1 - lit))
        ink = mix_inks(ink, inks.inks.clay_light, 0.4 * lit * lit)
        corners = (view.seen(corner) for corner in solid.polygon(face))
        shapes.append(
            Shape(Pen().polygon(*corners).data, fill=ink, stroke=mix_inks(ink, inks.inks.outline, 0.4), width=0.8)
        )
    for mirrored in ("", MIRRORED):
        shapes += _eye(solid, view, mirrored, inks)
    scale = BUST * math.hypot(onto.a, onto.b / math.sin(math.radians(UP_DEG)))
    return Patch("bust", tuple(shapes), Transform.placing(*onto.apply(MIDDLE, MIDDLE), scale=scale))


@cache
def _bust_shade() -> tuple[tuple[Point, ...], ...]:
    """Return what of the minotaur's tile lies in the shade of his bust, in pieces."""
    solid, around, (tx, ty) = bull_head(), math.radians(BUST_AROUND_DEG), VIEW.towards
    front = tx * math.cos(around) + ty * math.sin(around), ty * math.cos(around) - tx * math.sin(around)

    def fallen(corner: Vector) -> Point:
        x, y, z = times(corner, BUST)
        away = z * BUST_SHADE
        return (
            MIDDLE + front[0] * y - front[1] * x - VIEW.light[0] * away,
            MIDDLE + front[1] * y + front[0] * x - VIEW.light[1] * away,
        )

    return tuple(tuple(clockwise([fallen(corner) for corner in solid.polygon(face)])) for face in solid.faces)


def _eye(solid: Solid, view: Viewpoint, mirrored: str, inks: Palette) -> Iterator[Shape]:
    """Draw an eye along the fold between brow and cheekbone, if it is seen."""
    brow, cheek, eye, forehead = (solid.vertices[name + mirrored] for name in ("brow", "cheekbone", "eye", "forehead"))
    looks = next(solid.normal(face) for face in solid.faces if face.name == "socket" + mirrored)
    if dot(looks, view.towards) < EYE_SEEN:
        return

    def point(along: float, aside: float) -> Point:
        start = plus(times(brow, 1 - along), times(cheek, along))
        return view.seen(plus(start, times(minus(forehead if aside > 0 else eye, start), abs(aside))))

    white = ((0.08, 0.05), (0.3, 0.36), (0.62, 0.26), (0.85, 0.0), (0.5, -0.42), (0.2, -0.2))
    yield Shape(
        Pen().polygon(*(point(*at) for at in white)).data,
        fill=inks.inks.gold_light,
        stroke=inks.inks.outline,
        width=1.2,
    )
    yield Shape(Pen().circle(*point(0.45, 0.05), 4).data, fill=inks.inks.outline)
