"""Every component that a deck prints, by its id, and the small pictures of the rules booklet by their names."""

from __future__ import annotations

from generator.catalogue.themes import Theme
from generator.drawing.bull import bull_head
from generator.drawing.display_list import Drawing, Group
from generator.drawing.emblems import emblem_badge
from generator.drawing.inks import Palette, palette
from generator.drawing.transforms import placed
from generator.games.labyrinth.art.backs import back_drawing
from generator.games.labyrinth.art.counter import counter_drawing
from generator.games.labyrinth.art.minotaur import minotaur_drawing
from generator.games.labyrinth.art.symbols import coin, prisoner, wing
from generator.games.labyrinth.art.tile import tile_drawing
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck

COUNTER_ID = "counter"
BACK = "back-"
SYMBOL_MM = 12.0


def component_ids(deck: Deck) -> tuple[str, ...]:
    """Ids of all components: the tiles, the minotaur, the backs of those that there are, the counter if any."""
    tiles = [tile for tile in (*deck.tiles, deck.minotaur) if tile.copies]
    backs = dict.fromkeys(BACK + (tile.colour or MINOTAUR_ID) for tile in tiles)
    counters = (COUNTER_ID,) if deck.catalogue.counters.count else ()
    return (*(tile.id for tile in tiles), *backs, *counters)


def draw(component_id: str, deck: Deck, theme: Theme) -> Drawing:
    """The drawing of a component.

    Raises:
        KeyError: the deck has no such component.
        LayoutError: a tile's symbols do not fit on it.
    """
    catalogue = deck.catalogue
    if component_id == COUNTER_ID:
        return counter_drawing(catalogue.counters.diameter_mm, _night(theme))
    if component_id.startswith(BACK):
        return _back(component_id, deck, theme)
    if component_id == MINOTAUR_ID:
        return minotaur_drawing(deck.minotaur, _night(theme), catalogue.tile_mm)
    tile = deck.tile(component_id)
    if tile is None:
        raise KeyError(component_id)
    colour = catalogue.colours[tile.colour]
    return tile_drawing(tile, colour, palette(theme, colour.ink), catalogue.tile_mm)


def _night(theme: Theme) -> Palette:
    return palette(theme, theme.inks.night)


def _back(component_id: str, deck: Deck, theme: Theme) -> Drawing:
    name, size = component_id.removeprefix(BACK), deck.catalogue.tile_mm
    if name == MINOTAUR_ID:
        return back_drawing(component_id, "Back of the minotaur's tile", None, _night(theme), size)
    colour = deck.catalogue.colours[name]
    return back_drawing(component_id, f"Back of the {name} tiles", colour.symbol, palette(theme, colour.ink), size)


def symbol_names(deck: Deck) -> tuple[str, ...]:
    """Names of the small pictures of the rules booklet."""
    colours = deck.catalogue.colour_ids
    prisoners = (f"prisoner-{name}" for name in colours)
    emblems = (f"emblem-{name}" for name in colours)
    return (*prisoners, "coin", "wing", *emblems, COUNTER_ID, "minotaur-head")


def draw_symbol(name: str, deck: Deck, theme: Theme) -> Drawing:
    """A small picture that stands alone, 12 x 12 mm without bleed.

    Raises:
        KeyError: there is no picture of that name.
    """
    group = _symbol(name, deck, theme)
    return Drawing(f"symbol-{name}", name.replace("-", " ").capitalize(), SYMBOL_MM, SYMBOL_MM, 0.0, (group,))


def _symbol(name: str, deck: Deck, theme: Theme) -> Group:
    middle, night = SYMBOL_MM / 2, _night(theme)
    kind, _, colour_id = name.partition("-")
    match kind:
        case "prisoner" | "emblem":
            colour = deck.catalogue.colours[colour_id]
            inks = palette(theme, colour.ink)
            figure = prisoner(colour.symbol, inks) if kind == "prisoner" else emblem_badge(colour.symbol, inks)
            return placed(figure, middle, middle, 1.12)
        case "coin":
            return placed(coin(night), middle, middle, 1.12)
        case "wing":
            return placed(wing(night), middle, middle, 1.14)
        case "counter":
            return _counter(deck, night)
        case "minotaur" if colour_id == "head":
            return placed(bull_head(night), middle, middle - 0.15, 0.43)
    raise KeyError(name)


def _counter(deck: Deck, night: Palette) -> Group:
    """The counter at its true look, its bleed cut away."""
    drawing = counter_drawing(deck.catalogue.counters.diameter_mm, night, bleed=0.0)
    scale = (SYMBOL_MM - 0.4) / drawing.width
    return placed(Group("counter", drawing.groups), 0.2, 0.2, scale)
