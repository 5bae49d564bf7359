"""A labyrinth as the press sees it, and the sheets it is laid on.

The tiles and the minotaur have backs behind them; the counters are the same on both faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalogue.library import ShelfFile
from generator.catalogue.papers import Paper
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing
from generator.errors import LayoutError, Mistake
from generator.games.game import Claimed, Game
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue, load_kept_catalogue
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS
from generator.games.labyrinth.catalogue.variants import OverlayDocument
from generator.games.labyrinth.deck.differences import reprint, update_of
from generator.games.labyrinth.deck.report import (
    check_data,
    check_text,
    tiles_data,
    tiles_headers,
    tiles_rows,
    update_text,
)
from generator.games.labyrinth.deck.space import content
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile, deck_of
from generator.games.labyrinth.findings import findings
from generator.games.report import Finding
from generator.layout.batches import Lot, Piece, lot_grid
from generator.wording import enumerated

KEPT = "the deck that is kept"
"""What messages call the lines of a manifest."""


class LabyrinthGame(Game):
    """A deck of tiles with paths.

    Attributes:
        loaded: the catalogue, with its variant laid upon it.
        deck: what is printed: the catalogue's deck, or the update of one that is there already.
    """

    kind = "labyrinth"

    def __init__(self, loaded: LoadedCatalogue, deck: Deck) -> None:
        self.loaded, self.deck = loaded, deck
        self.document, self.variant = loaded.document, loaded.variant
        self.head = deck.catalogue.head

    # -- what is printed --

    def component_ids(self) -> tuple[str, ...]:
        from generator.games.labyrinth.art.components import component_ids

        return component_ids(self.deck)

    def subject(self, component: str) -> object:
        tile = self.deck.tile(component)
        catalogue = self.deck.catalogue
        colour = catalogue.colours.get(tile.colour if tile else component.removeprefix("back-"))
        return catalogue.tile_mm, (tile.paths, colour) if tile else (colour, catalogue.counters.diameter_mm)

    def draw(self, component: str, theme: Theme) -> Drawing:
        from generator.games.labyrinth.art.components import draw

        return draw(component, self.deck, theme)

    def is_round(self, component: str) -> bool:
        return component == COUNTER

    def shows(self, component: str) -> Mapping[str, int]:
        tile = self.deck.tile(component)
        held = content(tile.paths) if tile else ()
        return {name: count for name, count in zip(SYMBOLS, held, strict=bool(tile)) if count}

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        return lots_of(self.deck)

    def fitting_mistakes(self, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
        return fitting_mistakes(self.deck, self.loaded, papers)

    # -- what is said of it --

    def findings(self) -> tuple[Finding, ...]:
        return findings(self.deck, self.loaded)

    def headers(self) -> list[str]:
        return tiles_headers(self.loaded)

    def rows(self) -> list[list[object]]:
        return tiles_rows(self.deck, self.loaded)

    def data(self) -> dict[str, Any]:
        return tiles_data(self.deck, self.loaded)

    def summary(self) -> str:
        counts = {"labyrinth tiles": sum(tile.copies for tile in self.deck.tiles), "minotaur": 1}
        counters = self.deck.catalogue.counters.count
        told = [f"{count} {what}" for what, count in counts.items()] + ([f"{counters} counters"] if counters else [])
        return ", ".join(told)

    def check_text(self, found: Sequence[Finding]) -> str:
        return check_text(self.deck, self.loaded, found)

    def check_data(self, found: Sequence[Finding]) -> dict[str, Any]:
        return check_data(self.deck, self.loaded, found)

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        from generator.games.labyrinth.figures import deck_numbers

        return deck_numbers(self.deck)

    def facts(self) -> tuple[object, ...]:
        catalogue = self.deck.catalogue
        return catalogue.tile_mm, catalogue.colours, catalogue.counters, tuple(self.numbers().items())

    @property
    def title_picture(self) -> str:
        return MINOTAUR_ID

    def symbol_names(self) -> tuple[str, ...]:
        from generator.games.labyrinth.art.components import symbol_names

        return symbol_names(self.deck)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        from generator.games.labyrinth.art.components import draw_symbol

        return draw_symbol(name, self.deck, theme)

    def figures(self, file: ShelfFile) -> Claimed:
        from generator.games.labyrinth.figures import load_proved_figures

        return load_proved_figures(file, self.deck)

    # -- variants and updates --

    def misfits(self) -> list[Mistake]:
        return list(self._misfits())

    def _misfits(self) -> Iterator[Mistake]:
        """Yield what a text says falsely that is written for another edition, other options, or other colours."""
        loaded = self.loaded
        base, here = loaded.base.catalogue if loaded.base else loaded.catalogue, loaded.catalogue
        whose = f"the rules of {here.game!r}"
        if here.edition != base.edition:
            message = f"{whose} are those of the {base.edition} edition, not of the {here.edition} edition"
            yield Mistake(loaded.place("edition"), message)
        for name in here.rules.__struct_fields__:
            if getattr(here.rules, name) != getattr(base.rules, name):
                yield Mistake(loaded.place("rules", name), f"{whose} do not tell this option, {name}")
        if set(here.colours) != set(base.colours):
            said, there = (enumerated(catalogue.colour_ids) for catalogue in (base, here))
            document = loaded.document.over if isinstance(loaded.document, OverlayDocument) else loaded.document
            yield Mistake(document.key_place(("colours",)), f"{whose} speak of {said}; this deck has {there}")

    def update(self, since: Sequence[str]) -> LabyrinthGame:
        return LabyrinthGame(self.loaded, update_of(_kept_deck(since), deck_of(self.loaded.catalogue)))

    def update_text(self, since: Sequence[str]) -> str:
        new = deck_of(self.loaded.catalogue)
        return update_text(reprint(_kept_deck(since), new), new)


def _kept_deck(lines: Sequence[str]) -> Deck:
    """Return the deck that a manifest has kept.

    Raises:
        InputError: it has kept none that this program can read.
    """
    return deck_of(load_kept_catalogue(lines, KEPT).catalogue)


BLEED_MM = 3.0
"""Source: the usual 1/8 inch of print services, rounded; home cutters miss by up to 2 mm."""

COUNTER = "counter"


def lots_of(deck: Deck) -> tuple[Lot, ...]:
    """Return what of a deck is laid on sheets, if there is any of it."""
    return tuple(lot for lot in (tiles_lot(deck), counters_lot(deck)) if lot.count)


def tiles_lot(deck: Deck) -> Lot:
    """Return every tile and the minotaur."""
    size = deck.catalogue.tile_mm
    pieces = []
    for tile in (tile for tile in (*deck.tiles, deck.minotaur) if tile.copies):
        name = "the minotaur" if tile.id == MINOTAUR_ID else f"tile {tile.id}"
        owner = tile.colour or tile.id
        pieces.append(Piece(tile.id, name, tile.copies, back_of(tile), owner, f"back {owner!r}"))
    return Lot("tiles", size, size, BLEED_MM, tuple(pieces))


def counters_lot(deck: Deck) -> Lot:
    """Return the counters."""
    counters = deck.catalogue.counters
    size, piece = counters.diameter_mm, Piece(COUNTER, "the counter", counters.count, COUNTER, "", "the counter")
    return Lot("counters", size, size, BLEED_MM, (piece,) if counters.count else (), gathered=True)


def back_of(tile: Tile) -> str:
    """Return the component on a tile's back: one for all tiles of a colour."""
    return f"back-{tile.colour or tile.id}"


def fitting_mistakes(deck: Deck, loaded: LoadedCatalogue, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
    """Yield what is too large for each paper, at the line of the paper's file, with the place of the piece's size."""
    tile, counter = loaded.place("tile_mm"), loaded.place("counters", "diameter_mm")
    for file, paper in papers.items():
        for lot, what in ((tiles_lot(deck), f"tile, see {tile}"), (counters_lot(deck), f"counter, see {counter}")):
            try:
                lot_grid(lot, paper, what)
            except LayoutError as error:
                yield Mistake(read_document(file.path, file.name).value_place(error.location), str(error))
