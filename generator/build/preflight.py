"""Whether the pieces and the sheets' titles fit their papers, told before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from generator.build.order import Order
from generator.build.reprint import wanted_lots
from generator.catalogue.layouts import N_UP
from generator.catalogue.library import ShelfFile
from generator.catalogue.papers import Paper
from generator.errors import InputError, LayoutError, Mistake, Place, TypesettingError
from generator.games.game import Game
from generator.layout.fixed_positions import PatternError
from generator.layout.sheet_setup import PLAIN, Laying
from generator.layout.sheets import SkipError, impose
from generator.wording import enumerated


def layout_mistakes(game: Game, papers: Mapping[ShelfFile, Paper], laying: Laying, order: Order) -> Iterator[Mistake]:
    """What of a game cannot be laid so on its papers, told before anything is drawn."""
    layout, make_ready = laying.layout, order.make_ready
    lots = wanted_lots(game, order.tiles)
    if layout == N_UP and not order.tiles:
        plain = list(game.fitting_mistakes(papers))
        yield from plain
        if plain or laying == PLAIN:
            return
    for file, paper in papers.items():
        if layout.papers and file.id not in layout.papers:
            told = f"it is for {enumerated(layout.papers)}, not for {file.id}; name the paper, and another --out FOLDER"
            yield Mistake(make_ready.place(("papers",)), told)
            continue
        try:
            impose(lots(paper), paper, laying)
        except PatternError as error:
            yield Mistake(make_ready.place(error.at), str(error))
        except SkipError as error:
            yield Mistake(Place("--skip"), str(error))
        except LayoutError as error:
            yield Mistake(Place(file.name) if layout == N_UP else make_ready.place(()), str(error))


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
