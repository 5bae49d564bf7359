"""Whether a deck fits its papers, told where it is written what does not fit: before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from generator.catalogue.loading import LoadedCatalogue
from generator.catalogue.papers import Paper
from generator.catalogue.shelf import ShelfFile
from generator.catalogue.strict_yaml import read_document
from generator.deck.tiles import Deck
from generator.errors import InputError, LayoutError, Mistake, TypesettingError


def fitting_mistakes(deck: Deck, loaded: LoadedCatalogue, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
    """What is too small of each paper, at the line of its file that says so; the other size is named by its place."""
    from generator.imposition.sheets import counter_grid, tile_grid

    tile, counter = loaded.place("tile_mm"), loaded.place("counters", "diameter_mm")
    for file, paper in papers.items():
        for grid, what in ((tile_grid, f"tile, see {tile}"), (counter_grid, f"counter, see {counter}")):
            try:
                grid(deck, paper, what)
            except LayoutError as error:
                yield Mistake(read_document(file.path, file.name).value_place(error.location), str(error))


@contextmanager
def placed_titles(loaded: LoadedCatalogue) -> Iterator[None]:
    """Tell what cannot be printed of the sheets' titles at the catalogue's title, from which they are made.

    Raises:
        InputError: a title is too long, or its face lacks a letter of it.
    """
    place = loaded.place("title")
    try:
        yield
    except LayoutError as error:
        raise InputError.at(place, str(error)) from None
    except TypesettingError as error:
        raise TypesettingError(Mistake(place, mistake.message) for mistake in error.mistakes) from None
