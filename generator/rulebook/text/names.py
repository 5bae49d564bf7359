"""Names of tiles and pieces in a text: which of them a figure's caption and surroundings speak of."""

from __future__ import annotations

import re

from generator.rulebook.text.document import FigureBlock, Heading, RulesText, contents_of, plain_text

WORD = re.compile(r"[A-Za-z0-9]+")
"""Ids are words of these letters, also between Japanese ones."""


def named_tiles(text: RulesText) -> list[frozenset[str]]:
    """For each figure of a text the words of its caption, and of what stands around it up to a figure or a heading."""
    gap: set[str] = set()
    last: set[str] | None = None
    found: list[set[str]] = []
    for block in text.blocks:
        words = {word for content in contents_of(block) for word in WORD.findall(plain_text(content))}
        if isinstance(block, Heading):
            gap, last = set(), None
        elif isinstance(block, FigureBlock):
            last = gap | words
            found.append(last)
            gap = set()
        else:
            gap |= words
            if last is not None:
                last |= words
    return [frozenset(words) for words in found]
