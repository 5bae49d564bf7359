"""The revision of a rules text: a whole number in its head, which grows when English is written anew.

A language whose text says a lower revision than English is outdated as a whole. It is not compared with English, and
printed as it is, until somebody carries it over. English stands here for the source language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ShelfFile
from generator.errors import Place
from generator.rulebook.text.document import FENCE

FIRST = 1
"""The revision of a text that says none."""
REVISION = re.compile(r"(revision:[ ]+)([0-9]{1,9})[ ]*(?:#.*)?")


def revision_of(text: str) -> int:
    """Return the revision that the head of a text says; the first if it says none, or no number."""
    return _find_revision(text)[0]


def place_of_revision(text: str, name: str) -> Place:
    """Return where a text called `name` in messages says its revision; its beginning if it says none."""
    _, line, column = _find_revision(text)
    return Place(name, line, column)


def _find_revision(text: str) -> tuple[int, int, int]:
    """Return the revision of a text, and its line and column."""
    first, *others = text.splitlines() or [""]
    for line, written in enumerate(others if first.rstrip() == FENCE else [], 2):
        if written.rstrip() == FENCE:
            break
        if found := REVISION.fullmatch(written):
            return int(found[2]), line, found.end(1) + 1
    return FIRST, 1, 1


def outdated_languages(game: str, languages: Iterable[str]) -> list[str]:
    """Return those languages whose text of a game is outdated as a whole."""
    model, there = library.model_language(game), library.languages(game)
    if not (languages := [one for one in languages if one != model]):
        return []
    wanted = revision_of(read_raw(there[model])) if model in there else FIRST
    if wanted == FIRST:
        return []
    return [one for one in languages if one in there and revision_of(read_raw(there[one])) < wanted]


def read_raw(file: ShelfFile) -> str:
    """Return the text of a file; what is not UTF-8 in it is told by whoever reads it as rules."""
    return read_bytes(file.path, file.name).decode("utf-8", "replace")
