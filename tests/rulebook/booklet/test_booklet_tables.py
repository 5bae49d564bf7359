"""Tables: rows that go on with the row above."""

from __future__ import annotations

from collections.abc import Callable

from generator.pdf.tags import Element
from generator.rulebook.text.document import RulesText, TableBlock
from generator.rulebook.typeset.blocks import Slab, table_slabs
from generator.rulebook.typeset.shaper import Typesetter
from generator.rulebook.typeset.styles import MEASURE, latin_styles


class Rules:
    """Stands in for a painter, and counts the rules between rows."""

    def __init__(self) -> None:
        self.count = 0

    def rule(self, *_: object) -> None:
        self.count += 1

    def line(self, *_: object) -> None:
        """Words are of no interest here."""

    def mark(self, *_: object) -> None:
        """Nor is whose they are."""


def rules_below(slab: Slab) -> int:
    painter = Rules()
    slab.paint(painter, 0.0, 0.0)  # type: ignore[arg-type]
    return painter.count


def slabs_of(read: Callable[[str], RulesText], setter: Typesetter, *firsts: str) -> list[Slab]:
    """A table with these first cells."""
    rows = "".join(f"| {first} | words |\n" for first in firsts)
    [table] = read(f"| A | B |\n|---|---|\n{rows}").blocks
    assert isinstance(table, TableBlock)
    return table_slabs(table, setter, latin_styles(), MEASURE, Element("Table"))


def test_rows_of_one_group_are_parted_by_no_rule_and_no_page(
    read: Callable[[str], RulesText], latin_setter: Typesetter
) -> None:
    slabs = slabs_of(read, latin_setter, "one", "", "", "two", "")
    assert [rules_below(slab) for slab in slabs] == [1, 0, 0, 1, 0, 1]
    assert [slab.kept for slab in slabs] == [True, True, True, True, False, True]


def test_rows_that_each_say_what_they_are_of_are_parted(
    read: Callable[[str], RulesText], latin_setter: Typesetter
) -> None:
    slabs = slabs_of(read, latin_setter, "one", "two", "three", "four")
    assert [rules_below(slab) for slab in slabs] == [1] * 5
    assert [slab.kept for slab in slabs] == [True, True, False, False, True]
    grouped = slabs_of(read, latin_setter, "one", "", "three", "")
    assert sum(slab.height for slab in grouped) < sum(slab.height for slab in slabs)
