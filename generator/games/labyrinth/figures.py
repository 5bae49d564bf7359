"""The figures of a labyrinth's rules: positions on the table, proved by the engine, drawn with the deck's tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.errors import InputError
from generator.games.game import Claimed
from generator.games.labyrinth.catalogue.figure_records import Figure, LoadedFigures, check_figures, load_figures
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from generator.games.labyrinth.numbers import claim_table

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.themes import Theme
    from generator.games.labyrinth.diagrams.tile_cache import Artwork
    from generator.rulebook.text.figures import FigurePainter, FigureWords, Illustration, Plan
    from generator.rulebook.text.strings import Telling

FIGURES_REMEDY = (
    "the figures of the rules do not fit this deck; change what they show and claim, "
    "or leave the rules out, in a folder that holds none: --only svg --only sheets --only check"
)


class Positions(Claimed):
    """Figures that are positions on the table.

    Attributes:
        loaded: the figures.
        deck: whose tiles they show.
    """

    def __init__(self, loaded: LoadedFigures, deck: Deck) -> None:
        self.loaded, self.deck = loaded, deck
        self.claims = claim_table(loaded.figures)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self.loaded.figures.figures)

    def illustrations(self, theme: Theme) -> Mapping[str, Illustration]:
        from generator.games.labyrinth.diagrams.tile_cache import Artwork

        art = Artwork(self.deck, theme)
        return {name: _Drawn(figure, art) for name, figure in self.loaded.figures.figures.items()}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A figure with the drawings of its tiles."""

    figure: Figure
    art: Artwork

    @property
    def names(self) -> frozenset[str]:
        return frozenset(placed.tile for panel in self.figure.panels for placed in panel.tiles) - {MINOTAUR_ID}

    def told(self, telling: Telling) -> str:
        from generator.games.labyrinth.diagrams.alt_text import told_figure

        return told_figure(self.figure, telling)

    def plan(self, measure: float, most: float | None = None) -> Plan | None:
        from generator.games.labyrinth.positions import plan_figure

        return plan_figure(self.figure, measure, most)

    def paint(self, painter: FigurePainter, plan: Plan, words: FigureWords, x: float, y: float) -> None:
        from generator.games.labyrinth.positions import paint_figure

        paint_figure(painter, self.figure, plan, self.art, words, x, y)


def check_figure_tiles(figures: LoadedFigures, deck: Deck) -> None:
    """Hold the figures against the deck.

    Raises:
        InputError: every tile or path that the deck does not have.
    """
    check_figures(figures, {tile.id: len(tile.paths) for tile in (*deck.tiles, deck.minotaur)})


def proved_figures(file: ShelfFile, deck: Deck) -> Positions:
    """The figures of the rules, all of them true of the deck.

    Raises:
        InputError: they are not.
    """
    from generator.games.labyrinth.engine.figures import prove_figures

    figures = load_figures(file.path, file.name)
    try:
        check_figure_tiles(figures, deck)
        prove_figures(figures, deck)
    except InputError as error:
        raise InputError(error.mistakes, FIGURES_REMEDY) from None
    return Positions(figures, deck)
