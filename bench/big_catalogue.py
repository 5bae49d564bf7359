"""Catalogues with many tiles: the shipped designs again and again, under new numbers."""

from __future__ import annotations

import re
from pathlib import Path

COLOURS = 4


def catalogue_of(tiles: int, model: Path) -> str:
    """Return the text of a catalogue with about so many tiles, a multiple of the model's designs times colours."""
    head, designs = model.read_text(encoding="utf-8").split("\ndesigns:\n")
    body, rest = designs.split("\nexpect:\n")
    credits_ = rest[rest.index("\ncredits:") :]
    count = len(re.findall(r"^    number:", body, re.MULTILINE))
    copies = max(1, tiles // (COLOURS * count))
    return head + "\ndesigns:\n" + "".join(_again(body, index, count) for index in range(copies)) + credits_


def _again(body: str, index: int, count: int) -> str:
    renamed = re.sub(r"^  ([a-z][a-z-]*):$", rf"  \1-{index}:", body, flags=re.MULTILINE)
    return re.sub(r"number: (\d+)", lambda found: f"number: {int(found[1]) + index * count}", renamed) + "\n"
