"""The faces of tiles, painted from the ground up.

A labyrinth tile has its ground, the owner's sign with the id, motifs, chambers from the lowest to the highest, and
symbols; where one corridor passes over another, there are arch mouths below and a deck with parapets above. The
minotaur's tile has one round court with a mosaic floor, and in its middle the head. Everything is drawn on a tile of
50 mm and scaled as a whole if the catalogue's tiles are of another size.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec.structs import replace

from asterion_press.catalogue.headers import Symbol
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed
from asterion_press.drawing.emblems import bull_head, emblem, key_ring, motif, painted, tesserae
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, keyed_by_inks
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.chambers import (
    BLEED_MM,
    FLOOR,
    MIDDLE,
    TILE,
    WALL,
    ChamberShape,
    at,
    circle,
    line_spine,
    turn_path,
)
from asterion_press.games.labyrinth.art.ground import SIGN_RADIUS, free_spots, ground, sign
from asterion_press.games.labyrinth.art.masonry import HEAPS, cracks, floor, rubble, walls
from asterion_press.games.labyrinth.art.symbols import member, prisoners_of, symbol_figure
from asterion_press.games.labyrinth.art.tile_plan import (
    PlannedChamber,
    TilePlan,
    court_fault,
    plan_tile,
    size_fault,
    symbol_places,
)
from asterion_press.games.labyrinth.catalogue.records import Colour
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Tile
from asterion_press.geometry import Side

FULL = 10.0
"""Units of a symbol's drawing."""
FILLED = 0.77
"""Share of a spot that a motif is as wide as: its corners lie in the disc, too."""


@lru_cache(maxsize=128)  # sheets, their start page, figures and SVG show the same tiles; a drawing takes about 0.1 MB
def tile_drawing(tile: Tile, colour: Colour, palette: Palette, size: float, motifs: tuple[str, ...] = ()) -> Drawing:
    """Draw a labyrinth tile, with motifs in the corners that neither sign nor chamber takes.

    Raises:
        LayoutError: its symbols do not fit at their least size.
    """
    plan = plan_tile(tile)
    if fault := size_fault(plan, size):
        raise LayoutError(f"tile {tile.id}: {fault}")
    groups = [ground(plan.shapes, plan.exits, palette, tile.id)]
    spots = free_spots(plan.shapes)
    own = sign(colour.symbol, tile.id, palette)
    groups += [
        placed(own, spot.x, spot.y, spot.radius / SIGN_RADIUS, 180 if spot.y > MIDDLE else 0) for spot in spots.signs
    ]
    for spot, name in zip(spots.motifs, motifs, strict=False):
        groups.append(placed(motif(name, palette), spot.x, spot.y, 2 * spot.radius / FULL * FILLED))
    chance = SeededRandom(tile.id)
    for chamber in plan.chambers:
        groups += _chamber(chamber, plan, palette, chance)
    count = Counter[str]()
    for place in symbol_places(tile):
        figure = symbol_figure(place.kind, colour.symbol, palette, member(tile.number, count[place.kind]))
        groups.append(placed(figure, place.x, place.y, place.size / FULL))
        count[place.kind] += 1
    named = ", ".join((tile.id, *(person.name for person in prisoners_of(tile))))
    title = f"Tile {named}: {' | '.join(map(str, tile.paths))}"
    return Drawing(tile.id, title, size, size, BLEED_MM, scaled(tuple(groups), size))


def scaled(groups: tuple[Group, ...], size: float) -> tuple[Group, ...]:
    """Return groups drawn on a tile of 50 mm, for a tile of `size`."""
    if size == TILE:
        return groups
    return (Group("art", groups, Transform.placing(0, 0, scale=size / TILE)),)


def _chamber(chamber: PlannedChamber, plan: TilePlan, palette: Palette, chance: SeededRandom) -> Iterator[Group]:
    """Yield the walls, the floor and the cracks of a chamber, with the bridge that it runs over, if there is one."""
    turns = plan.bridge % 2 if plan.bridge is not None and chamber is plan.upper else None
    if turns is not None:
        yield arch_mouths(palette, turns)
    yield walls(chamber.shape, palette, chance)
    yield floor(chamber.shape, chamber.exits, palette)
    if lines := cracks(chamber.shape, chance):
        yield Group("cracks", (Shape(lines, stroke=palette.inks.floor_joint, width=0.18),))
    if turns is not None:
        yield bridge(palette, turns)
    if len(chamber.exits) < 2 and not chamber.places:
        yield _rubble(chamber, palette, chance)


def _rubble(chamber: PlannedChamber, palette: Palette, chance: SeededRandom) -> Group:
    """Draw loose stones on the floor of a chamber."""
    heap = rubble(palette, int(chance.unit() * HEAPS))
    room = chamber.shape.rooms[0]
    if not chamber.exits:
        return placed(heap, room.x1, room.y1)
    side = chamber.exits[0]
    depth = max(abs(room.x1 - at(side, 0, 0)[0]), abs(room.y1 - at(side, 0, 0)[1]))
    return placed(heap, *at(side, 0, depth + room.radius - 4.1), angle_deg=90 * side + 180)


FACE = FLOOR + WALL
"""From the bridge's middle to its outer face."""
SPAN = 10.2
"""Half of the bridge's length."""
POST = 3.5
ARCH = 3.3
RING = 1.25


@keyed_by_inks
def arch_mouths(palette: Palette, turns: int) -> Group:
    """Draw the two openings through which the lower corridor passes."""
    inks = palette.inks
    ring, joints, mouth, shade = Pen(), Pen(), Pen(), Pen()
    for hand in (1, -1):
        x = MIDDLE + hand * FACE
        _half_ellipse(shade, x, hand, ARCH + 1.3, FLOOR)
        _half_ellipse(ring, x, hand, ARCH, FLOOR)
        _half_ellipse(mouth, x, hand, ARCH - RING, FLOOR - RING)
        for step in range(1, 10):
            angle = math.pi * step / 10
            sin, cos = math.sin(angle) * hand, math.cos(angle)
            joints.move(x + (ARCH - RING) * sin, MIDDLE + (FLOOR - RING) * cos)
            joints.line(x + ARCH * sin, MIDDLE + FLOOR * cos)
    shapes = (
        Shape(shade.data, fill=inks.floor_shade),
        Shape(ring.data, fill=inks.stones[0], stroke=inks.outline, width=palette.line),
        Shape(joints.data, stroke=inks.outline, width=0.2, cap="butt"),
        Shape(mouth.data, fill=inks.depth, stroke=inks.outline, width=palette.line * 0.6),
    )
    return Group("arch", _turned(shapes, turns))


def _half_ellipse(pen: Pen, x: float, hand: int, depth: float, half: float) -> None:
    reach = x + hand * depth * 4 / 3
    pen.move(x, MIDDLE - half).curve(reach, MIDDLE - half, reach, MIDDLE + half, x, MIDDLE + half).close()


@keyed_by_inks
def bridge(palette: Palette, turns: int) -> Group:
    """Draw deck, parapets and posts of the upper corridor."""
    inks = palette.inks
    walls, joints, posts, caps = Pen(), Pen(), Pen(), Pen()
    for hand in (1, -1):
        x = MIDDLE + hand * (FLOOR + WALL / 2)
        walls.rectangle(x - WALL / 2, MIDDLE - SPAN, WALL, 2 * SPAN)
        joints.move(x - hand * 0.45, MIDDLE - SPAN).line(x - hand * 0.45, MIDDLE + SPAN)
        for joint in (-1.5, -0.5, 0.5, 1.5):
            y = MIDDLE + joint * SPAN / 2.4
            joints.move(x - WALL / 2, y).line(x + WALL / 2, y)
        for y in (MIDDLE - SPAN, MIDDLE + SPAN):
            posts.rectangle(x - POST / 2, y - POST / 2, POST, POST)
            caps.rectangle(x - POST / 2 + 0.75, y - POST / 2 + 0.75, POST - 1.5, POST - 1.5)
    shapes = (
        Shape(walls.data, fill=inks.stones[0], stroke=inks.outline, width=palette.line, join="miter"),
        Shape(joints.data, stroke=inks.mortar, width=0.22, cap="butt"),
        Shape(posts.data, fill=inks.stones[1], stroke=inks.outline, width=palette.line, join="miter"),
        Shape(caps.data, fill=inks.stones[0], stroke=inks.mortar, width=0.22, join="miter"),
    )
    return Group("bridge", (*deck(palette, turns), *_turned(shapes, turns)))


@keyed_by_inks
def deck(palette: Palette, turns: int) -> tuple[Shape, ...]:
    """Draw the deck of a bridge with its planks."""
    floor, planks = Pen().rectangle(MIDDLE - FLOOR + 0.3, MIDDLE - SPAN, 2 * FLOOR - 0.6, 2 * SPAN), Pen()
    for step in range(11):
        y = MIDDLE - SPAN + step * SPAN / 5
        planks.move(MIDDLE - FLOOR + 0.3, y).line(MIDDLE + FLOOR - 0.3, y)
    inks = palette.inks
    planked = Shape(planks.data, stroke=inks.plank, width=0.3, cap="butt")
    return _turned((Shape(floor.data, fill=inks.floor_worn), planked), turns)


def _turned(shapes: tuple[Shape, ...], turns: int) -> tuple[Shape, ...]:
    return tuple(replace(shape, data=turn_path(shape.data, turns)) for shape in shapes)


COURT = 18.6
AXES_AT = ((6.9, 6.9), (43.1, 6.9), (43.1, 43.1), (6.9, 43.1))
HEAD_MM = 0.97
"""Scale of the head on the tile."""
SIGN_MM = 2.1
"""Scale of a sign in its place."""


def centre_drawing(tile: Tile, symbol: Symbol | None, palette: Palette, size: float) -> Drawing:
    """Draw the tile in the middle of the table: with a sign, or with the minotaur's head if there is none.

    Raises:
        LayoutError: it is more than one chamber, or holds symbols: its court has room for the sign alone.
    """
    if fault := court_fault(tile):
        raise LayoutError(fault)
    exits = tuple(sorted({side for path in tile.paths for side in path.exits}))
    shape = court(exits)
    groups = [ground((shape,), exits, palette, tile.id)]
    outline = palette.inks.outline if palette.line_art else None
    if symbol is None:
        ink = palette.inks.paper if outline else palette.inks.gold
        axe = Group("emblem", painted("labrys", palette, ink, ink, outline))
        groups += [placed(axe, x, y) for x, y in AXES_AT]
    else:
        groups += [placed(emblem(symbol, palette), x, y, 0.6) for x, y in AXES_AT]
    groups += [walls(shape, palette, SeededRandom(tile.id)), floor(shape, exits, palette), mosaic(palette)]
    if symbol is None:
        groups.append(placed(bull_head(palette), MIDDLE, MIDDLE + 0.4, HEAD_MM))
    else:
        drawn = painted(symbol, palette, palette.inks.horn, palette.inks.clay_dark, palette.inks.outline)
        groups.append(placed(Group("emblem", drawn), MIDDLE, MIDDLE, SIGN_MM))
    called = "The minotaur" if tile.id == MINOTAUR_ID else tile.id.capitalize()
    title = f"{called}: {' | '.join(map(str, tile.paths))}"
    return Drawing(tile.id, title, size, size, BLEED_MM, scaled(tuple(groups), size))


@cache
def court(exits: tuple[Side, ...]) -> ChamberShape:
    """Return the round court with its exits."""
    return ChamberShape(
        tuple(line_spine(side, (MIDDLE, MIDDLE)) for side in exits), (circle(MIDDLE, MIDDLE, COURT),), ()
    )


def _rays(x: float, inner: float, outer: float, count: int) -> PathData:
    """Draw rays about (x, x) that widen outwards."""
    pen = Pen()
    for ray in range(count):
        angle, half = math.tau * (ray + 0.5) / count, math.pi / count * 0.55
        tips = ((x + outer * math.cos(angle + turn), x + outer * math.sin(angle + turn)) for turn in (-half, half))
        pen.polygon((x + inner * math.cos(angle), x + inner * math.sin(angle)), *tips)
    return pen.data


@keyed_by_inks
def mosaic(palette: Palette) -> Group:
    """Draw the floor of the court: a meander between rings of small stones around a disc of clay."""
    inks, x = palette.inks, MIDDLE
    edge = inks.outline
    return Group(
        "mosaic",
        (
            Shape(Pen().circle(x, x, 17.5).data, fill=inks.floor_worn, stroke=edge, width=0.25),
            Shape(tesserae(x, x, 17.2, 0.9, 44), fill=inks.clay),
            Shape(Pen().circle(x, x, 16).data, stroke=edge, width=0.25),
            Shape(key_ring(x, x, 13.6, 15.5, 32), stroke=edge, width=0.42, cap="butt", join="miter"),
            Shape(Pen().circle(x, x, 13).data, fill=inks.clay, stroke=edge, width=0.3),
            Shape(_rays(x, 6, 12.0, 32), fill=inks.clay_dark),
            Shape(Pen().circle(x, x, 12.4).data, stroke=inks.clay_light, width=0.22),
        ),
    )
