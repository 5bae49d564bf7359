"""Numbers and names that a rules text takes from its game: ``{{deck.tiles}}``, looked up in a fixed table.

Nothing is computed or formatted at the text's request; a name that is not in the table is a mistake.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping

from generator.wording import suggestion

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
BRACES = re.compile(r"\{\{|\}\}")
FIGURE = re.compile(r"\]\(figure:([a-z0-9-]+)[\s)]")
MOST_NAMES = 24
"""So many names a message lists at most."""


def figure_numbers(text: str, known: Iterable[str]) -> dict[str, str]:
    """The number under which a rules text first shows each known figure: ``{{figure.impaling.number}}``."""
    shown = FIGURE.findall(text)
    return {f"figure.{figure}.number": str(shown.index(figure) + 1) for figure in known if figure in shown}


def _near(name: str, table: Mapping[str, str]) -> list[str]:
    """The names that could have been meant: those that begin like it, or where these are many, the most alike."""
    parts = name.split(".")
    heads = [".".join(parts[:length]) + "." for length in range(len(parts) - 1, 0, -1)]
    alike = next((found for head in heads if (found := [key for key in table if key.startswith(head)])), list(table))
    if len(alike) <= MOST_NAMES:
        return alike
    return difflib.get_close_matches(name, alike, n=MOST_NAMES // 4) or alike[:MOST_NAMES]


def used(text: str, table: Mapping[str, str]) -> dict[str, str]:
    """The placeholders of a text that are known, with their values."""
    names = dict.fromkeys(found[1].strip() for found in PLACEHOLDER.finditer(text))
    return {name: table[name] for name in names if name in table}


def filled(text: str, table: Mapping[str, str], report: Callable[[str, int], None]) -> str:
    """The text with its placeholders replaced; `report` is told of each that cannot be: a sentence, and where it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        if name not in table:
            report(f"unknown placeholder {{{{{name}}}}}; {suggestion(name, _near(name, table))}", found.start())
        return table.get(name, "")

    if left := BRACES.search(PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)):
        report("a placeholder that does not end on its line; write {{name}}", left.start())
    return PLACEHOLDER.sub(lambda found: value(found).replace("{", "(").replace("}", ")"), text)
