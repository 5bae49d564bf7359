"""Every component that a deck prints, by its id, and the small pictures of the rules booklet by their names."""

from __future__ import annotations

import math
from collections.abc import Iterable

from generator.catalogue.headers import Symbol
from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed
from generator.drawing.emblems import bull_head, emblem_badge, painted
from generator.drawing.inks import Palette, mix_inks, palette
from generator.games.labyrinth.art.backs import back_drawing
from generator.games.labyrinth.art.motifs import deal_motifs
from generator.games.labyrinth.art.symbols import symbol_figure
from generator.games.labyrinth.art.tile import centre_drawing, tile_drawing
from generator.games.labyrinth.catalogue.records import NO_COUNTERS, CounterShape
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS, SymbolKind
from generator.games.labyrinth.deck.tiles import Deck, Tile

COUNTER_ID = "counter"
BACK = "back-"
HEAD = "minotaur-head"
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
            symbol = _centre_symbol(deck)
            return back_drawing(component_id, title, catalogue.title, symbol, _night(theme), catalogue.tile_mm)
        colour = catalogue.colours[name]
        inks, title = palette(theme, colour.ink), f"Back of the {name} tiles"
        return back_drawing(component_id, title, catalogue.title, colour.symbol, inks, catalogue.tile_mm)
    tile = deck.tile(component_id)
    if tile is None:
        raise KeyError(component_id)
    if tile is deck.centre:
        return centre_drawing(tile, _centre_symbol(deck), _night(theme), catalogue.tile_mm)
    colour = catalogue.colours[tile.colour]
    inks = palette(theme, colour.ink)
    return tile_drawing(tile, colour, inks, catalogue.tile_mm, _motifs_of(tile, deck, inks))


def _motifs_of(tile: Tile, deck: Deck, inks: Palette) -> tuple[str, ...]:
    """Return the two motifs of a tile: of the first sixteen tiles of a colour, no two share one."""
    number = deck.of_colour(tile.colour).index(tile)
    dealt = deal_motifs(tile.colour, inks.art)
    return tuple(dealt[(2 * number + step) % len(dealt)] for step in (0, 1))


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
    ground = Shape(_counter_ground(counters.shape, size, bleed), fill=inks.counter)
    rim = (Shape(_counter_outline(counters.shape, size, 0.2), stroke=inks.outline, width=0.3, join="miter"),)
    face = Group(name, (ring_of_dots, *sign), Transform.placing(size / 2, size / 2, scale=size / 12))
    ink = inks.outline if art else mix_inks(inks.counter, inks.counter_mark, 0.6)
    cut = Shape(_counter_outline(counters.shape, size), stroke=ink, width=CUT_MM, join="miter")
    groups = (Group("ground", (ground, *(rim if art and not bleed else ()))), face)
    return Drawing("counter", title, size, size, bleed, (*groups, *((Group("cut", (cut,)),) if bleed else ())))


def _counter_ground(shape: CounterShape, size: float, bleed: float) -> PathData:
    if shape == "round":
        return Pen().circle(size / 2, size / 2, size / 2 + bleed).data
    if bleed:
        return Pen().rectangle(-bleed, -bleed, size + 2 * bleed, size + 2 * bleed).data
    return _counter_outline(shape, size)


def _counter_outline(shape: CounterShape, size: float, inset: float = 0.0) -> PathData:
    """Return the edge of a counter, or a line within it."""
    half, far = size / 2, size / 2 - inset
    if shape == "round":
        return Pen().circle(half, half, far).data
    near = far * OCTAGON if shape == "octagon" else far
    right = [(near, -far), (far, -near), (far, near), (near, far)]
    corners = [*right, *((-x, -y) for x, y in right)]
    return Pen().polygon(*dict.fromkeys((half + x, half + y) for x, y in corners)).data  # four of a square are doubled
