"""A labyrinth tile, painted from the ground up: field, emblems, chambers from the lowest to the highest, symbols, id.

Everything is drawn on a tile of 50 mm and scaled as a whole if the catalogue's tiles are of another size.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.display_list import Drawing, Group, Shape, Transform
from generator.drawing.inks import Palette
from generator.drawing.lettering import lettered
from generator.drawing.seeded import Chance
from generator.drawing.transforms import TILE, placed
from generator.errors import LayoutError
from generator.games.labyrinth.art.bridge import arch_mouths, bridge
from generator.games.labyrinth.art.chambers import BLEED_MM, at
from generator.games.labyrinth.art.corridors import floor, rubble, walls
from generator.games.labyrinth.art.field import corner, corner_emblem, field
from generator.games.labyrinth.art.masonry import cracks
from generator.games.labyrinth.art.symbols import coin, prisoner, wing
from generator.games.labyrinth.art.tile_plan import Chamber, Plan, SymbolPlace, plan_of
from generator.games.labyrinth.art.undrawable import size_fault
from generator.games.labyrinth.catalogue.records import Colour
from generator.games.labyrinth.deck.tiles import Tile

ID_MM = 2.3
ID_CORNER = 3
"""South-west: the corner whose emblem gives way to the id."""
FULL = 10.0
"""Units of a symbol's drawing."""


def tile_drawing(tile: Tile, colour: Colour, palette: Palette, size: float) -> Drawing:
    """A labyrinth tile.

    Raises:
        LayoutError: its symbols do not fit at their least size.
    """
    plan = plan_of(tile)
    if fault := size_fault(plan, size):
        raise LayoutError(f"tile {tile.id}: {fault}")
    numbered = id_corner(plan)
    groups = [field(colour.symbol, palette, plan.marks)]
    groups += [corner_emblem(colour.symbol, palette, number) for number in plan.corners if number != numbered]
    chance = Chance(tile.id)
    for chamber in plan.chambers:
        groups += _chamber(chamber, plan, palette, chance)
    groups.append(_id(tile.id, numbered, palette))
    groups += [_symbol(place, colour, palette) for chamber in plan.chambers for place in chamber.places]
    title = f"Tile {tile.id}: {' | '.join(map(str, tile.paths))}"
    return Drawing(tile.id, title, size, size, BLEED_MM, scaled(tuple(groups), size))


def scaled(groups: tuple[Group, ...], size: float) -> tuple[Group, ...]:
    """Groups drawn on a tile of 50 mm, for a tile of `size`."""
    if size == TILE:
        return groups
    return (Group("art", groups, Transform.placing(0, 0, scale=size / TILE)),)


def id_corner(plan: Plan) -> int:
    """The corner that has the id instead of an emblem, 0 to 3 clockwise from the north-west."""
    return ID_CORNER if ID_CORNER in plan.corners or not plan.corners else plan.corners[-1]


def _id(tile_id: str, number: int, palette: Palette) -> Group:
    ink, line = (palette.inks.outline, 0.3) if palette.line_art else (palette.emblem, 0.42)
    return placed(Group("id", (Shape(lettered(tile_id, ID_MM), stroke=ink, width=line),)), *corner(number, 6.6))


def _chamber(chamber: Chamber, plan: Plan, palette: Palette, chance: Chance) -> Iterator[Group]:
    upper = plan.bridge is not None and chamber is plan.chambers[-1]
    if upper and plan.bridge is not None:
        yield arch_mouths(palette, plan.bridge % 2)
    yield walls(chamber.shape, chamber.exits, palette, chance)
    yield floor(chamber.shape, chamber.exits, palette)
    if lines := cracks(chamber.shape, chance):
        yield Group("cracks", (Shape(lines, stroke=palette.inks.floor_joint, width=0.18),))
    if upper and plan.bridge is not None:
        yield bridge(palette, plan.bridge % 2)
    if chamber.shape.blind:
        yield _rubble(chamber, palette, chance)


def _rubble(chamber: Chamber, palette: Palette, chance: Chance) -> Group:
    heap = rubble(palette, int(chance.unit() * 4))
    room = chamber.shape.rooms[0]
    if not chamber.exits:
        return placed(heap, room.x1, room.y1)
    side = chamber.exits[0]
    depth = max(abs(room.x1 - at(side, 0, 0)[0]), abs(room.y1 - at(side, 0, 0)[1]))
    return placed(heap, *at(side, 0, depth + room.radius - 4.1), angle_deg=90 * side + 180)


def _symbol(place: SymbolPlace, colour: Colour, palette: Palette) -> Group:
    match place.kind:
        case "prisoner":
            figure = prisoner(colour.symbol, palette)
        case "coin":
            figure = coin(palette)
        case "wing":
            figure = wing(palette)
    return placed(figure, place.x, place.y, place.size / FULL)
