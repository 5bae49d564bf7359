"""Conditions of a rules text: passages that are printed for some decks only, as a number of the deck says.

::

    {{if deck.walls}}

    A path that meets a wall ends there.

    {{else}}

    Every side of every tile has an exit.

    {{end}}

The passages after ``{{if}}`` are printed if the number is not 0, those after ``{{else}}``, which may be left out, if it
is. Source: our own choice, after the templates of many programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.errors import Mistake, Place, TypesettingError
from generator.rulebook.text.document import Source
from generator.rulebook.text.strings import fill_placeholders

CONDITION = re.compile(r"\{\{\s*(if(?=[\s}])|(?:else|end)(?=\s*\}))([^{}]*)\}\}")
AFTER = {"if": ("end",), "else": ("if",), "end": ("if", "else")}
"""The words that each word may follow; a text begins as if after ``end``."""
MISPLACED = {
    "if": "a condition within another; write {{end}} before it",
    "else": "{{else}} without an {{if …}} of its own; write that before it, or take it out",
    "end": "{{end}} without an {{if …}} of its own; write that before it, or take it out",
}


def blank_unprinted(source: Source, table: Mapping[str, str]) -> str:
    """Return a text with empty lines for those that are not printed and for those of conditions.

    Args:
        source: the text.
        table: values of placeholders.

    Raises:
        TypesettingError: every mistake in the conditions.
    """
    lines, mistakes = list(source.lines), list[Mistake]()
    word, begin, printed = "end", Place(source.file), True
    place = begin

    def report(message: str, _: int = 0) -> None:
        mistakes.append(Mistake(place, message))

    for index, line in enumerate(source.lines):
        found = CONDITION.search(line)
        if found or not printed:
            lines[index] = ""
        if found is None:
            continue
        last, (word, name) = word, found.groups("")
        place = Place(source.file, index + 1, found.start() + 1)
        if (source.written(index) + source.written(index + 2)).strip() or found[0] != line.rstrip():
            report(f"{found[0]} beside other words; write it in a line of its own, between empty lines")
        if last not in AFTER[word]:
            report(MISPLACED[word])
        if word == "if":
            begin, printed = place, fill_placeholders(f"{{{{{name.strip()}}}}}", table, report) not in {"", "0"}
        else:
            printed = word == "end" or not printed
    if word != "end":
        mistakes.append(Mistake(begin, "a condition without an end; write {{end}} after its last passage"))
    if mistakes:
        raise TypesettingError(mistakes)
    return "\n".join(lines)
