"""Numbers and names that a rules text takes from the deck: ``{{deck.tiles}}``, looked up in a fixed table.

Nothing is computed or formatted at the text's request; a name that is not in the table is a mistake.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from string import ascii_lowercase
from typing import Any

from msgspec.structs import asdict

from generator import __version__
from generator.catalogue.figures import Claims, Figures
from generator.catalogue.loading import LoadedCatalogue
from generator.deck.tiles import Deck
from generator.wording import suggestion, sum_of

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
BRACES = re.compile(r"\{\{|\}\}")
FIGURE = re.compile(r"\]\(figure:([a-z0-9-]+)\)")
MINUS = "\u2212"
MOST_NAMES = 24
"""So many names a message lists at most."""


def placeholder_table(loaded: LoadedCatalogue, deck: Deck, version: str = __version__) -> dict[str, str]:
    """What each placeholder stands for."""
    catalogue = deck.catalogue
    tiles = list(deck.copies())
    colours = len(catalogue.colours)
    table: dict[str, int | float | str] = {
        "deck.tiles": len(tiles),
        "deck.designs": len(catalogue.designs),
        "deck.colours": colours,
        "deck.counters": catalogue.counters.count,
        "deck.tile_mm": catalogue.tile_mm,
        "credits.design": catalogue.credits.design,
        "credits.publisher": catalogue.credits.publisher,
        "catalogue.hash": loaded.short_hash,
        "version": version,
    }
    for what in ("prisoners", "coins", "wings"):
        table[f"deck.{what}"] = sum(getattr(path, what) for tile in tiles for path in tile.paths)
    for what in ("tiles", "prisoners", "coins", "wings"):
        table[f"deck.{what}_per_colour"] = int(table[f"deck.{what}"]) // colours
    table["deck.tiles_for_two"] = int(table["deck.tiles_per_colour"]) * 2
    table["deck.tiles_for_three"] = int(table["deck.tiles_per_colour"]) * 3
    return {name: f"{value:g}" if isinstance(value, int | float) else value for name, value in table.items()}


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


def figure_numbers(text: str, known: Iterable[str]) -> dict[str, str]:
    """The number under which a rules text first shows each known figure: ``{{figure.impaling.number}}``."""
    shown = FIGURE.findall(text)
    return {f"figure.{figure}.number": str(shown.index(figure) + 1) for figure in known if figure in shown}


def _near(name: str, table: dict[str, str]) -> list[str]:
    """The names that could have been meant: those that begin like it, or where these are many, the most alike."""
    parts = name.split(".")
    heads = [".".join(parts[:length]) + "." for length in range(len(parts) - 1, 0, -1)]
    alike = next((found for head in heads if (found := [key for key in table if key.startswith(head)])), list(table))
    if len(alike) <= MOST_NAMES:
        return alike
    return difflib.get_close_matches(name, alike, n=MOST_NAMES // 4) or alike[:MOST_NAMES]


def used(text: str, table: dict[str, str]) -> dict[str, str]:
    """The placeholders of a text that are known, with their values."""
    names = dict.fromkeys(found[1].strip() for found in PLACEHOLDER.finditer(text))
    return {name: table[name] for name in names if name in table}


def filled(text: str, table: dict[str, str], report: Callable[[str, int], None]) -> str:
    """The text with its placeholders replaced; `report` is told of each that cannot be: a sentence, and where it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        if name not in table:
            report(f"unknown placeholder {{{{{name}}}}}; {suggestion(name, _near(name, table))}", found.start())
        return table.get(name, "")

    if left := BRACES.search(PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)):
        report("a placeholder that does not end on its line; write {{name}}", left.start())
    return PLACEHOLDER.sub(lambda found: value(found).replace("{", "(").replace("}", ")"), text)
