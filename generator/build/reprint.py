"""Reprints: sheets of a few pieces, of those that were lost or spoilt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.errors import InputError, Place
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.catalogue.papers import Paper
    from generator.games.game import Game
    from generator.layout.batches import Lot


def wanted_lots(game: Game, tiles: Sequence[str]) -> Callable[[Paper], tuple[Lot, ...]]:
    """What of a game is laid on sheets of a paper, if only these pieces are wanted; all of it, if none is named."""
    if not tiles:
        return game.lots

    def lots(paper: Paper) -> tuple[Lot, ...]:
        from generator.layout.batches import chosen

        try:
            return chosen(game.lots(paper), tiles)
        except LookupError as error:
            name, there = error.args
            message = f"{game.head.game!r} has no piece {name!r}; {suggestion(name, there)}"
            raise InputError.at(Place("--tiles"), message) from None

    return lots
