"""Every component that a deck prints, by its id, and the small pictures of the rules booklet by their names.

The back of a tile is a labyrinth all over, with the title in a ring and the colour's sign twice. It has no border and
runs over the bleed, and the ring lies 7 mm from the trim: fronts and backs that are 3 mm apart do not show. Whatever is
drawn is there a second time, turned by 180 degrees, so that it is all the same how a sheet was flipped. Millimetres on
a tile of 50 mm; own choice.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed, transform_path
from asterion_press.drawing.emblems import bull_head, emblem_badge, painted
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks, palette
from asterion_press.drawing.lettering import can_letter, letter_path, width_of
from asterion_press.games.labyrinth.art.chambers import BEYOND, BLEED_MM, MIDDLE, TILE, over_bleed
from asterion_press.games.labyrinth.art.ground import deal_motifs
from asterion_press.games.labyrinth.art.symbols import member, prisoners_of, symbol_figure
from asterion_press.games.labyrinth.art.tile import centre_drawing, scaled, tile_drawing
from asterion_press.games.labyrinth.catalogue.records import NO_COUNTERS, CounterShape
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS, SymbolKind
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile

COUNTER_ID = "counter"
BACK = "back-"
HEAD = "minotaur-head"
PERSON = "person-"
SYMBOL_MM = 12.0


def component_ids(deck: Deck) -> tuple[str, ...]:
    """Return the ids of all components: the tiles, what lies in the middle, their backs, the counter if any."""
    tiles = [tile for tile in deck.all_tiles if tile.copies]
    backs = dict.fromkeys(BACK + (tile.colour or tile.id) for tile in tiles)
    counters = (COUNTER_ID,) if deck.catalogue.counters.count else ()
    return (*(tile.id for tile in tiles), *backs, *counters)


def draw(component_id: str, deck: Deck, theme: Theme) -> Drawing:
    """Draw a component.

    Raises:
        KeyError: the deck has no such component.
        LayoutError: a tile's symbols do not fit on it.
    """
    catalogue = deck.catalogue
    if component_id == COUNTER_ID:
        return counter_drawing(deck, _night(theme))
    if component_id.startswith(BACK):
        name = component_id.removeprefix(BACK)
        if deck.centre is not None and name == deck.centre.id:
            title = "Back of the minotaur's tile" if deck.has_minotaur else f"Back of {name}"
            symbol, inks = _centre_symbol(deck), _night(theme)
        else:
            title, colour = f"Back of the {name} tiles", catalogue.colours[name]
            symbol, inks = colour.symbol, palette(theme, colour.ink)
        return back_drawing(component_id, title, catalogue.title, symbol, inks, catalogue.tile_mm)
    tile = deck.tile(component_id)
    if tile is None:
        raise KeyError(component_id)
    if tile is deck.centre:
        return centre_drawing(tile, _centre_symbol(deck), _night(theme), catalogue.tile_mm)
    colour = catalogue.colours[tile.colour]
    inks = palette(theme, colour.ink)
    return tile_drawing(tile, colour, inks, catalogue.tile_mm, _motifs_of(tile, inks))


def _motifs_of(tile: Tile, inks: Palette) -> tuple[str, ...]:
    """Return the two motifs of a tile, by its number: tiles of a colour share none, of sixteen numbers in a row."""
    dealt = deal_motifs(tile.colour, inks.art)
    return tuple(dealt[(2 * tile.number + step) % len(dealt)] for step in (-2, -1))


def _centre_symbol(deck: Deck) -> Symbol | None:
    """Return the sign of the piece in the middle of the table; None for the minotaur."""
    return deck.catalogue.centre.symbol if deck.catalogue.centre else None


def _night(theme: Theme) -> Palette:
    return palette(theme, theme.inks.night)


def symbol_names(deck: Deck) -> tuple[str, ...]:
    """Return the names of the small pictures of the rules booklet."""
    colours = deck.catalogue.colour_ids
    kinds = (picture for kind in SYMBOLS.values() for picture in picture_names(kind, colours))
    counter = (COUNTER_ID,) if deck.catalogue.counters != NO_COUNTERS else ()
    head = (HEAD,) if deck.has_minotaur else ()
    return (*kinds, *(f"emblem-{name}" for name in colours), *counter, *head)


def picture_names(kind: SymbolKind, colours: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the small pictures of a kind of symbol: one for each colour, or one for all."""
    return tuple(f"{kind.name}-{colour}" for colour in colours) if kind.by_colour else (kind.name,)


def people_of(deck: Deck) -> tuple[tuple[int, str], ...]:
    """Return the number of each design with prisoners, and the key of the name of the first of them."""
    tiles = ((tile.number, prisoners_of(tile)) for tile in deck.of_first_colour)
    return tuple((number, people[0].key) for number, people in tiles if people)


def draw_symbol(name: str, deck: Deck, theme: Theme) -> Drawing:
    """Draw a small picture that stands alone, 12 x 12 mm without bleed.

    Raises:
        KeyError: there is no picture of that name.
    """
    middle, night = SYMBOL_MM / 2, _night(theme)
    kind, _, colour_id = name.partition("-")
    match kind:
        case _ if kind in SYMBOLS and bool(colour_id) == SYMBOLS[kind].by_colour:
            colour = deck.catalogue.colours[colour_id] if colour_id else None
            sign, inks = (colour.symbol, palette(theme, colour.ink)) if colour else (None, night)
            group = placed(symbol_figure(kind, sign, inks), middle, middle, SYMBOLS[kind].picture_scale)
        case "emblem":
            colour = deck.catalogue.colours[colour_id]
            group = placed(emblem_badge(colour.symbol, palette(theme, colour.ink)), middle, middle, 1.12)
        case "person":  # of the first colour
            colour = next(iter(deck.catalogue.colours.values()))
            inks, who = palette(theme, colour.ink), member(int(colour_id), 0)
            group = placed(symbol_figure("prisoner", colour.symbol, inks, who), middle, middle, 1.16)
        case "counter":  # as it looks once it is cut out
            drawing = counter_drawing(deck, night, bleed=0.0)
            group = placed(Group("counter", drawing.groups), 0.2, 0.2, (SYMBOL_MM - 0.4) / drawing.width)
        case "minotaur" if colour_id == "head":
            group = placed(bull_head(night), middle, middle - 0.15, 0.43)
        case _:
            raise KeyError(name)
    return Drawing(f"symbol-{name}", name.replace("-", " ").capitalize(), SYMBOL_MM, SYMBOL_MM, 0.0, (group,))


BLEED = 3.0
CUT_MM = 0.2
"""Width of the line to cut along. Source: rules for printing, 0.15 mm or more; wider, as black ink runs into it."""
OCTAGON = math.sqrt(2) - 1
"""The side of a regular octagon, as a part of its width."""


def counter_drawing(deck: Deck, palette: Palette, bleed: float = BLEED) -> Drawing:
    """Draw the counter; its bleed is all black. Without bleed it is drawn as it looks when it is cut out."""
    counters = deck.catalogue.counters
    size, inks, art = counters.diameter_mm, palette.inks, palette.line_art
    edge = inks.outline if art else None
    dots = Pen()
    for step in range(24):
        angle = math.tau * step / 24
        dots.dot(4.95 * math.cos(angle), 4.95 * math.sin(angle))
    if counters.shape == "square":
        for x, y in ((4.75, 4.75), (-4.75, 4.75), (-4.75, -4.75), (4.75, -4.75)):
            dots.dot(x, y)
    ring_of_dots = Shape(dots.data, stroke=inks.outline if art else inks.counter_mark, width=0.34)
    name, title, sign = "sign", "Counter", tuple[Shape | Group, ...]()
    if counters.symbol is not None:
        drawn = painted(counters.symbol, palette, inks.counter_mark, inks.counter, edge)
        sign = (Group("emblem", drawn, Transform.placing(0, 0, scale=0.72)),)
    elif deck.has_minotaur:
        name, title = "horns", "Counter for an impaled prisoner"
        sign = painted("horns", palette, inks.counter_mark, inks.counter, edge)
    whole = Pen().rectangle(-bleed, -bleed, size + 2 * bleed, size + 2 * bleed).data
    covered = whole if bleed and counters.shape != "round" else _counter_outline(counters.shape, size, -bleed)
    ground = Shape(covered, fill=inks.counter)
    rim = (Shape(_counter_outline(counters.shape, size, 0.2), stroke=inks.outline, width=0.3, join="miter"),)
    face = Group(name, (ring_of_dots, *sign), Transform.placing(size / 2, size / 2, scale=size / 12))
    ink = inks.outline if art else mix_inks(inks.counter, inks.counter_mark, 0.6)
    cut = Shape(_counter_outline(counters.shape, size), stroke=ink, width=CUT_MM, join="miter")
    groups = (Group("ground", (ground, *(rim if art and not bleed else ()))), face)
    return Drawing("counter", title, size, size, bleed, (*groups, *((Group("cut", (cut,)),) if bleed else ())))


def _counter_outline(shape: CounterShape, size: float, inset: float = 0.0) -> PathData:
    """Return the edge of a counter, or a line within it."""
    half, far = size / 2, size / 2 - inset
    if shape == "round":
        return Pen().circle(half, half, far).data
    near = far * OCTAGON if shape == "octagon" else far
    right = [(near, -far), (far, -near), (far, near), (near, far)]
    corners = [*right, *((-x, -y) for x, y in right)]
    return Pen().polygon(*dict.fromkeys((half + x, half + y) for x, y in corners)).data  # four of a square are doubled


# -- the backs of tiles ------------------------------------------------------------------------------------------------

CELL = 3.6
"""Width of the labyrinth's lanes."""
REACH = math.ceil((TILE / 2 + BEYOND) / CELL)
"""Half of the number of lanes, from side to side of the bleed and beyond."""
RING, DISC = 18.0, 13.4
"""Radii of the ring of letters."""
LETTER_MM = 2.5
WIDEST_DEG = 150.0
"""Each of the two titles takes at most so much of the ring."""

Wall: TypeAlias = tuple[int, int, int, int]
"""A wall from one crossing of the grid to the next, right or down; crossings are counted from the tile's middle."""


def back_drawing(back_id: str, title: str, name: str, symbol: Symbol | None, palette: Palette, size: float) -> Drawing:
    """Draw a back.

    Args:
        back_id: of the drawing.
        title: what it is, for those who cannot see it.
        name: of the game, which is written on it as far as there are letters for it.
        symbol: the colour's sign; None for the double axe of the minotaur's tile.
        palette: of the colour.
        size: of the tile, in mm.
    """
    groups = (
        Group("ground", (Shape(over_bleed(), fill=palette.field),)),
        _twice(
            "labyrinth", (Shape(_labyrinth(), stroke=palette.motif, width=palette.line if palette.line_art else 0.95),)
        ),
        Group("ring", _ring(palette)),
        _twice("title", _letters(name, palette)),
        _twice("emblem", _sign(symbol, palette)),
    )
    return Drawing(back_id, title, size, size, BLEED_MM, scaled(groups, size))


def _twice(name: str, half: tuple[Shape | Group, ...]) -> Group:
    """Draw a half about the tile's middle, and the same half upside down."""
    turned = (Group("half", half, Transform.placing(MIDDLE, MIDDLE, angle_deg=angle)) for angle in (0.0, 180.0))
    return Group(name, tuple(turned))


@cache
def _labyrinth() -> PathData:
    """Draw half of the walls of a labyrinth about the origin whose other half is the same upside down."""
    pen = Pen()
    for ax, ay, bx, by in sorted(_standing_walls()):
        if (ax, ay, bx, by) <= (-bx, -by, -ax, -ay) and math.hypot(ax + bx, ay + by) * CELL / 2 > RING - CELL:
            pen.move(ax * CELL, ay * CELL).line(bx * CELL, by * CELL)
    return pen.data


def _standing_walls() -> set[Wall]:
    """Return all walls but those that are taken down, two and two, until no lane is cut off from the others."""
    span = range(-REACH, REACH)
    lanes = {lane: lane for lane in itertools.product(span, span)}
    upright = [(x, y, x, y + 1) for x, y in itertools.product(range(-REACH + 1, REACH), span)]
    walls = {*upright, *((y, x, y + 1, x) for x, y, _, _ in upright)}

    def root(lane: tuple[int, int]) -> tuple[int, int]:
        while lanes[lane] != lane:
            lane = lanes[lane]
        return lane

    chance = SeededRandom("back")
    for wall in sorted(sorted(walls), key=lambda wall: (chance.unit(), wall)):
        x, y, _, end = wall
        beside = (x - 1, y) if end > y else (x, y - 1)
        one, other = root((x, y)), root(beside)
        if one != other:
            lanes[one] = other
            mirrored = root((-x - 1, -y - 1)), root((-beside[0] - 1, -beside[1] - 1))
            lanes[mirrored[0]] = mirrored[1]
            walls -= {wall, (-wall[2], -wall[3], -x, -y)}
    return walls


def _ring(palette: Palette) -> tuple[Shape, ...]:
    line, rings = max(0.3, palette.line), ((RING, palette.deep), (DISC, palette.field))
    discs = ((Pen().circle(MIDDLE, MIDDLE, radius).data, fill) for radius, fill in rings)
    return tuple(Shape(disc, fill=fill, stroke=palette.letters, width=line) for disc, fill in discs)


def _letters(name: str, palette: Palette) -> tuple[Shape, ...]:
    """Draw the game's name along the upper half of the ring; a dot at its left end parts it from the other."""
    radius = (RING + DISC) / 2
    drawn = Pen().dot(-radius, 0).data
    if can_letter(name):
        height = min(LETTER_MM, LETTER_MM * math.radians(WIDEST_DEG) * radius / width_of(name, LETTER_MM))
        step = math.degrees((width_of("OO", height) - width_of("O", height)) * 1.18 / radius)
        for place, letter in enumerate(name):
            angle = (place - (len(name) - 1) / 2) * step
            turned = Transform.placing(0, 0, angle_deg=angle) @ Transform.placing(0, -radius)
            drawn += transform_path(letter_path(letter, height), turned)
    return (Shape(drawn, stroke=palette.letters, width=0.42),)


def _sign(symbol: Symbol | None, palette: Palette) -> tuple[Group, ...]:
    if symbol is None:
        gold, outline = palette.inks.gold, palette.inks.outline if palette.line_art else None
        return (Group("sign", painted("labrys", palette, gold, gold, outline), Transform.placing(0, 0, scale=2.2)),)
    parts = painted(symbol, palette, palette.emblem, palette.field, palette.trim if palette.line_art else None)
    return (Group("sign", parts, Transform.placing(0, -6.2, scale=1.12)),)
