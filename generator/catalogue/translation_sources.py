"""The files that tell from which text a translation was made, as far as a build asks them, which reads no YAML."""

from __future__ import annotations

import re

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ShelfFile


def translators_file(name: str, in_project: str, shipped: str) -> ShelfFile:
    """Return a file that the commands for translators keep, called `name`; it need not exist.

    Args:
        name: its id.
        in_project: its name in the rules of a project, if one is at hand.
        shipped: its path among the shipped languages.
    """
    if (own := library.project()) is not None and library.own_game() is not None:
        path = own / "rules" / in_project
        return ShelfFile(name, path, str(path))
    path = library.root() / "templates" / "locales" / shipped
    return ShelfFile(name, path, path.relative_to(library.root()).as_posix())


def sources_file(language: str) -> ShelfFile:
    """Return the file that tells from which text each passage of a language was made; it need not exist."""
    return translators_file(language, f"{language}.sources.yaml", f"{language}/sources.yaml")


UNTRANSLATED = "untranslated"
"""Stands in a language's sources before the hash of the passage with which the language was begun."""


def may_be_incomplete(language: str, game: str) -> bool:
    """Return whether a text, or its language's words, were begun from another language, without reading YAML."""
    file = sources_file(language)
    if not file.path.is_file():
        return False
    words, _, texts = read_bytes(file.path, file.name).decode("utf-8", "replace").partition("\ntexts:")
    parts = re.split(r"^  ([\w-]+):$", texts, flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    return any(UNTRANSLATED in part for part in (words, told.get(game, "")))
