"""The symbols that lie on paths: one table, from which files, counts, drawings and options take them.

A further symbol takes a row here, a drawing in ``art/symbols.py``, a word in each language's ``words.yaml``, and rules
if it has any; without rules it is printed and counted, and has no part in a game. A test adds two
(`test_further_symbols_take_nothing_but_rows_of_the_table`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import NODEFAULT, Struct, defstruct

S = TypeVar("S", bound=Struct)


class SymbolKind(Struct, frozen=True):
    """A kind of symbol.

    Attributes:
        name: in the singular, and its key in ``words.yaml``; its fields in files have it in the plural.
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


def with_symbols(field: Any, default: object = NODEFAULT, prefix: str = "") -> Callable[[type[S]], type[S]]:
    """Return a decorator that adds a field for each kind of symbol to a record, behind its own fields.

    Args:
        field: the type of each.
        default: of each; none if they have to be given.
        prefix: of their names, which are plurals: ``path_`` makes ``path_prisoners``.
    """

    def extended(record: type[S]) -> type[S]:
        fields = [
            (prefix + plural, field) if default is NODEFAULT else (prefix + plural, field, default)
            for plural in PLURALS
        ]
        namespace = {"__doc__": record.__doc__}
        made: Any = defstruct(record.__name__, fields, bases=(record,), module=record.__module__, namespace=namespace)
        return made  # type: ignore[no-any-return]

    return extended
