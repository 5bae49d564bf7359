"""Findings about the letters of a game's title and credits: those that no font of its prints has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from generator.catalogue import library
from generator.catalogue.strict_yaml import Location
from generator.games.game import Game
from generator.games.report import Finding, Level


def letter_findings(game: Game) -> Iterator[Finding]:
    """Yield an error for each letter of the title, or of the names in the booklets, that cannot be printed.

    A letter that a language's own fonts lack is taken from other fonts, so one check is valid for all languages.
    """
    whose = game.head.credits
    told: list[tuple[Location, str]] = [
        *((("title",) if one in game.head.title else ("variant",), one) for one in _beyond_ascii(game.head.full_title)),
        (("credits", "design"), whose.design),
        (("credits", "publisher"), whose.publisher),
    ]
    if all(text.isascii() for _, text in told):
        return

    from generator.pdf.fonts import load_typeface  # ReportLab, which few titles need

    face = load_typeface(library.fonts_folder(), library.TITLE_FACE.partition("-")[0])
    for where, text in told:
        for letter in _beyond_ascii(text):
            if face.font_for(letter, "regular") is None:
                yield _finding(game, where, letter)


def _beyond_ascii(text: str) -> list[str]:
    """Return the letters of a text that are not of ASCII, each once."""
    return [letter for letter in dict.fromkeys(text) if not letter.isascii()]


def _finding(game: Game, where: Location, letter: str) -> Finding:
    name = unicodedata.name(letter, "a character without a name").lower()
    message = f"no font has {letter!r} (U+{ord(letter):04X}, {name}); write it otherwise"
    return Finding("unprintable-letter", Level.ERROR, message, game.place(*where))
