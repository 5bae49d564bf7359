"""Whether the sheets' titles fit their papers, told where the title is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from generator.errors import InputError, LayoutError, Mistake, TypesettingError
from generator.games.game import Game


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
