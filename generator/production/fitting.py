"""Whether the pieces and the sheets' titles fit their papers, told before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from generator.catalogue.papers import Paper
from generator.catalogue.shelf import ShelfFile
from generator.errors import InputError, LayoutError, Mistake, Place, TypesettingError
from generator.games.game import Game
from generator.imposition.laying import PLAIN, Laying
from generator.imposition.sheets import impose


def layout_mistakes(game: Game, papers: Mapping[ShelfFile, Paper], laying: Laying) -> Iterator[Mistake]:
    """What of a game cannot be laid so on its papers."""
    plain = list(game.fitting_mistakes(papers))
    yield from plain
    if plain or laying == PLAIN:
        return
    for file, paper in papers.items():
        try:
            impose(game.lots(paper), paper, laying)
        except LayoutError as error:
            yield Mistake(Place(file.name), str(error))


@contextmanager
def placed_titles(game: Game) -> Iterator[None]:
    """Tell what cannot be printed of the sheets' titles at the catalogue's title, from which they are made.

    Raises:
        InputError: a title is too long, or its face lacks a letter of it.
    """
    place = game.place("title")
    try:
        yield
    except LayoutError as error:
        raise InputError.at(place, str(error)) from None
    except TypesettingError as error:
        raise TypesettingError(Mistake(place, mistake.message) for mistake in error.mistakes) from None
