"""Numbers and names that a rules text takes from the deck: ``{{deck.tiles}}``, looked up in a fixed table.

Nothing is computed or formatted at the text's request; a name that is not in the table is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import asdict

from generator import __version__
from generator.catalogue.figures import Figures
from generator.catalogue.loading import LoadedCatalogue
from generator.deck.tiles import Deck
from generator.wording import suggestion

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
BRACES = re.compile(r"\{\{|\}\}")


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

    Numbers by colour have the colour's id behind a point. Where two panels claim the same, the later one counts.
    """
    table: dict[str, str] = {}
    for figure_id, figure in figures.figures.items():
        for panel in figure.panels:
            for what, claimed in asdict(panel.claims).items() if panel.claims else ():
                if claimed is None:
                    continue
                name = f"figure.{figure_id}.{what}"
                numbers = (
                    {f"{name}.{key}": n for key, n in claimed.items()} if isinstance(claimed, dict) else {name: claimed}
                )
                table |= {key: str(number) for key, number in numbers.items()}
    return table


def used(text: str, table: dict[str, str]) -> dict[str, str]:
    """The placeholders of a text that are known, with their values."""
    names = dict.fromkeys(found[1].strip() for found in PLACEHOLDER.finditer(text))
    return {name: table[name] for name in names if name in table}


def filled(text: str, table: dict[str, str], report: Callable[[str, int], None]) -> str:
    """The text with its placeholders replaced; `report` is told of each that cannot be: a sentence, and where it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        if name not in table:
            report(f"unknown placeholder {{{{{name}}}}}; {suggestion(name, table)}", found.start())
        return table.get(name, "")

    if left := BRACES.search(PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)):
        report("a placeholder that does not end on its line; write {{name}}", left.start())
    return PLACEHOLDER.sub(lambda found: value(found).replace("{", "(").replace("}", ")"), text)
