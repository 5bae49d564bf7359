"""Drawings of the page, each drawn once: what did not change since the last page is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing
from generator.games.labyrinth.art.components import draw, draw_symbol, symbol_names
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck


class Easel:
    """Draws for one page after another.

    Attributes:
        fresh: ids of what had to be drawn for the present page.
    """

    def __init__(self) -> None:
        self.fresh: list[str] = []
        self._last: dict[object, Drawing] = {}
        self._now: dict[object, Drawing] = {}
        self._theme: Theme | None = None

    def begin(self, theme: Theme) -> None:
        """Begin a page; only what the last one showed is kept, and nothing if the inks are others."""
        self._last = self._now if theme == self._theme else {}
        self._now, self._theme, self.fresh = {}, theme, []

    def components(self, deck: Deck) -> dict[str, Drawing]:
        """The tiles of a deck and the minotaur's, by their ids.

        Raises:
            LayoutError: a tile's symbols do not fit on it.
        """
        return {name: self._drawn(name, key, draw, deck) for name, key in _tile_keys(deck)}

    def pictures(self, deck: Deck) -> dict[str, Drawing]:
        """The small pictures of a deck's booklet, by their names."""
        look = deck.catalogue.colours.items()
        key = (tuple(look), deck.catalogue.counters)
        return {name: self._drawn(name, (name, key), draw_symbol, deck) for name in symbol_names(deck)}

    def _drawn(self, name: str, key: object, draw: Callable[[str, Deck, Theme], Drawing], deck: Deck) -> Drawing:
        found = self._now.get(key) or self._last.get(key)
        if found is None:
            assert self._theme is not None, "a page is begun first"
            found = draw(name, deck, self._theme)
            self.fresh.append(name)
        self._now[key] = found
        return found


def _tile_keys(deck: Deck) -> Iterator[tuple[str, object]]:
    """Every tile with all that its drawing depends on, the theme apart."""
    size = deck.catalogue.tile_mm
    for tile in deck.tiles:
        yield tile.id, (tile.id, tile.paths, deck.catalogue.colours[tile.colour], size)
    yield MINOTAUR_ID, (MINOTAUR_ID, deck.minotaur.paths, size)
