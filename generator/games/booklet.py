"""A game as its booklet sees it: what a rules text may name, and what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator import __version__
from generator.rulebook.text.document import Known
from generator.rulebook.text.figures import Subject

if TYPE_CHECKING:
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing
    from generator.games.game import Claimed, Game

SYMBOL = "symbol:"


def placeholders(game: Game, version: str = __version__) -> dict[str, str]:
    """Return what each placeholder of a rules text stands for, those of figures aside."""
    whose = game.head.credits
    table: dict[str, int | float | str] = {
        **game.numbers(),
        "credits.design": whose.design,
        "credits.publisher": whose.publisher,
        "catalogue.hash": game.short_hash,
        "version": version,
    }
    return {name: f"{value:g}" if isinstance(value, int | float) else value for name, value in table.items()}


def known_names(game: Game, claimed: Claimed, version: str = __version__) -> Known:
    """Return the names that a rules text of this game may use."""
    table = placeholders(game, version) | dict(claimed.claims)
    return Known(table, claimed.ids, game.symbol_names())


def subject_of(game: Game, claimed: Claimed, theme: Theme, version: str = __version__) -> Subject:
    """Return what a booklet of this game shows and prints of it."""
    drawn: dict[str, Drawing] = {}

    def drawing(name: str) -> Drawing:
        if name not in drawn:
            symbol = name.startswith(SYMBOL)
            drawn[name] = game.draw_symbol(name.removeprefix(SYMBOL), theme) if symbol else game.draw(name, theme)
        return drawn[name]

    illustrations = claimed.illustrations(theme)
    places = {f"credits.{key}": game.place("credits", key) for key in ("design", "publisher")}
    table = placeholders(game, version)
    return Subject(game.head, table, illustrations, drawing, game.title_picture, places)
