"""Values of a YAML file exchanged where they stand; comments, order and layout of the file stay as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping

from asterion_press.errors import Place

VALUE = re.compile(r"""\[[^\[\]]*\]|\{[^{}\n]*\}|"[^"\n]*"|'[^'\n]*'|[^\s,{}\[\]]+""")
"""A value that stands on its line: a list or mapping of scalars in braces, or a scalar."""


def edited(text: str, edits: Mapping[Place, str]) -> tuple[str, list[str]]:
    """Return a text with other values at some places, and a line about each that was exchanged, in their order."""
    lines, told = text.split("\n"), list[str]()
    for place in sorted(edits, reverse=True):  # so that those before keep their columns
        line, value = lines[place.line - 1], edits[place]
        if (was := VALUE.match(line, place.column - 1)) and was[0] != value:
            lines[place.line - 1] = f"{line[: was.start()]}{value}{line[was.end() :]}"
            told.insert(0, f"{place}: {was[0]} becomes {value}")
    return "\n".join(lines), told
