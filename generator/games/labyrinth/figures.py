"""The figures of a labyrinth's rules: positions on the table, proved by the engine, drawn with the deck's tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import Any

from msgspec.structs import asdict

from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import Theme
from generator.errors import InputError
from generator.games.game import Claimed
from generator.games.labyrinth.catalogue.position_records import (
    Claims,
    Figures,
    LoadedFigures,
    check_figures,
    load_figures,
)
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.diagrams.figure_panels import PositionFigure
from generator.games.labyrinth.diagrams.placed import TileDrawings
from generator.games.labyrinth.engine.figures import prove_figures
from generator.rulebook.text.figures import Illustration
from generator.wording import sum_of

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
        art = TileDrawings(self.deck, theme)
        return {name: PositionFigure(figure, art) for name, figure in self.loaded.figures.figures.items()}


def check_figure_tiles(figures: LoadedFigures, deck: Deck) -> None:
    """Hold the figures against the deck.

    Raises:
        InputError: every tile or path that the deck does not have.
    """
    check_figures(figures, {tile.id: len(tile.paths) for tile in (*deck.tiles, deck.minotaur)})


def load_proved_figures(file: ShelfFile, deck: Deck) -> Positions:
    """Return the figures of the rules, all of them true of the deck.

    Raises:
        InputError: they are not.
    """
    figures = load_figures(file.path, file.name)
    try:
        check_figure_tiles(figures, deck)
        prove_figures(figures, deck)
    except InputError as error:
        raise InputError(error.mistakes, FIGURES_REMEDY) from None
    return Positions(figures, deck)


MINUS = "\u2212"


def claim_table(figures: Figures) -> dict[str, str]:
    """Return the numbers that figures claim and the engine has confirmed: ``{{figure.impaling.points}}``.

    Numbers by colour have the colour's id behind a point; what is claimed of a chamber stands under ``count`` and the
    chamber's name, its payments to a colour as a sum, ``1 + 1``, and together as its points. Where two panels claim the
    same, the later one counts; what one of several panels claims has its letter, too: ``{{figure.impaling.b.points}}``.
    """
    table: dict[str, str] = {}
    for figure_id, figure in figures.figures.items():
        for number, panel in enumerate(figure.panels):
            for name, text in _claimed(panel.claims) if panel.claims else ():
                table[f"figure.{figure_id}.{name}"] = text
                if len(figure.panels) > 1:
                    table[f"figure.{figure_id}.{ascii_lowercase[number]}.{name}"] = text
    return table


def _claimed(claims: Claims) -> Iterator[tuple[str, str]]:
    for what, value in asdict(claims).items():
        if what not in {"count", "winners"}:
            yield from _numbers(what, value)
    for name, chamber in (claims.count or {}).items():
        for what, value in asdict(chamber).items():
            if what != "of":
                yield from _numbers(f"count.{name}.{what}", value)
        points = {colour: sum(payments) for colour, payments in (chamber.payments or {}).items()}
        yield from _numbers(f"count.{name}.points", points)


def _numbers(name: str, value: dict[str, Any] | tuple[int, ...] | int | None) -> Iterator[tuple[str, str]]:
    """Yield names and texts of a number, of numbers by colour, or of the addends of a sum."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(f"{name}.{key}", inner)
    elif value is not None:
        yield name, sum_of(value) if isinstance(value, tuple) else str(value).replace("-", MINUS)
