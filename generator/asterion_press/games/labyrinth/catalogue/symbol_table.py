"""The symbols that lie on paths: one table, from which files, counts, drawings and options take them.

A further symbol takes a row here, a drawing in ``art/symbols.py``, a word in each language's ``words.yaml``, and rules
if it has any; without rules it is printed and counted, and has no part in a game. A test adds two
(`test_further_symbols_take_nothing_but_rows_of_the_table`).
"""

from __future__ import annotations

from typing import NamedTuple


class SymbolKind(NamedTuple):
    """A kind of symbol.

    Attributes:
        name: in the singular, and its key in ``words.yaml``; one that takes an s in the plural, which its fields in
            files are called by.
        letter: that spells it on one line, as in ``NS:pc``.
        drawing: name of the function of ``art/symbols.py`` that draws it.
        by_colour: whether it looks different in each colour.
        is_extra: whether it is one of the extras of a tile, which the search for designs limits together.
        picture_scale: of its small picture in the rules booklet.
    """

    name: str
    letter: str
    drawing: str
    by_colour: bool = False
    is_extra: bool = True
    picture_scale: float = 1.12

    @property
    def plural(self) -> str:
        """Return the name in the plural."""
        return f"{self.name}s"


SYMBOLS: dict[str, SymbolKind] = {
    kind.name: kind
    for kind in (
        SymbolKind("prisoner", "p", "prisoner", by_colour=True, is_extra=False),
        SymbolKind("coin", "c", "coin"),
        SymbolKind("wing", "w", "wing", picture_scale=1.14),
    )
}
"""Every kind by its name, in the order in which they are written, counted and compared."""
PLURALS = tuple(kind.plural for kind in SYMBOLS.values())
EXTRAS = tuple(kind.plural for kind in SYMBOLS.values() if kind.is_extra)
MOST_ON_PATH = 4
"""Symbols of one kind on one path at most."""
