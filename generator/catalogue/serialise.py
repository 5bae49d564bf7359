"""A catalogue as lines of text that can be kept, in a manifest, and read again by the same strict reader.

The lines are YAML, one for each design and each colour, their values in JSON, which YAML takes as it is. A variant is
laid upon its catalogue already; comments, places and the spelling of the file are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.catalogue.strict_yaml import Document

ENTRIES = ("colours", "designs")
"""What is written with a line for each entry."""


def kept_lines(document: Document) -> list[str]:
    """The lines that say the same as a catalogue's document."""
    return list(_lines(document.data))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key in ENTRIES:
            yield f"{key}:"
            yield from (f"  {name}: {_json(entry)}" for name, entry in value.items())
        else:
            yield f"{key}: {_json(value)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
