"""Titles of sheets in a language; without one they are the number of the sheet and its side, A or B."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.catalogue.words import LoadedWords, words_of
from generator.layout.sheets import Face, Page
from generator.pdf.fonts import font_file

SIDES = {Face.FRONT: "front", Face.BACK: "back"}
"""Keys of the words for the sides of a sheet."""


def titled(pages: Iterable[Page], language: str) -> tuple[Page, ...]:
    """Pages whose titles speak a language: which sheet, which side, what is on it.

    Raises:
        InputError: mistakes in the words of the language.
    """
    words = words_of(language)
    face = title_face(words).id
    return tuple(replace(page, title=_title(page, words), title_face=face) for page in pages)


def title_face(words: LoadedWords) -> ShelfFile:
    """The font of a language's titles."""
    path = font_file(library.fonts_folder(), words.words.fonts.text)
    return ShelfFile(path.stem, path, path.name)


def _title(page: Page, words: LoadedWords) -> str:
    side = ", ".join(filter(None, (f"{words.word('sheet')} {page.sheet}", words.word(SIDES[page.face]))))
    names = [words.words.colours.get(label) or words.word(key_of_kind(label)) for label in page.colours]
    what = ", ".join(filter(None, names)) or words.word(key_of_kind(page.kind))
    return "  ·  ".join(filter(None, (side, what)))


def key_of_kind(kind: str) -> str:
    """The key of the word for what lies on a sheet: ``layout_cards`` for layout cards."""
    return re.sub(r"[^a-z0-9]+", "_", kind.lower().replace("'", ""))
