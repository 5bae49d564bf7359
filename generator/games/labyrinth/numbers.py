"""Numbers that a rules text takes from a labyrinth's deck, and from the claims of its figures."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

from msgspec.structs import asdict

from generator.games.labyrinth.catalogue.figure_records import Claims, Figures
from generator.games.labyrinth.deck.tiles import Deck
from generator.wording import sum_of

MINUS = "\u2212"


def deck_numbers(deck: Deck) -> dict[str, int | float | str]:
    """What each placeholder of the deck stands for."""
    catalogue = deck.catalogue
    tiles = list(deck.copies())
    colours = len(catalogue.colours)
    table: dict[str, int | float | str] = {
        "deck.tiles": len(tiles),
        "deck.designs": len(catalogue.designs),
        "deck.colours": colours,
        "deck.counters": catalogue.counters.count,
        "deck.tile_mm": catalogue.tile_mm,
    }
    for what in ("prisoners", "coins", "wings"):
        table[f"deck.{what}"] = sum(getattr(path, what) for tile in tiles for path in tile.paths)
    for what in ("tiles", "prisoners", "coins", "wings"):
        table[f"deck.{what}_per_colour"] = int(table[f"deck.{what}"]) // colours
    table["deck.tiles_for_two"] = int(table["deck.tiles_per_colour"]) * 2
    table["deck.tiles_for_three"] = int(table["deck.tiles_per_colour"]) * 3
    return table


def claim_table(figures: Figures) -> dict[str, str]:
    """The numbers that figures claim, which the rules engine has confirmed: ``{{figure.impaling.points}}``.

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
    """Names and texts of a number, of numbers by colour, or of the addends of a sum."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(f"{name}.{key}", inner)
    elif value is not None:
        yield name, sum_of(value) if isinstance(value, tuple) else str(value).replace("-", MINUS)
