"""Findings about the letters of a game's title and credits: those that the fonts of its prints lack."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from generator.catalogue import shelf
from generator.catalogue.strict_yaml import Location
from generator.catalogue.words import words_of
from generator.deck.findings import Finding, Level
from generator.games.game import Game
from generator.wording import enumerated


def letter_findings(game: Game) -> Iterator[Finding]:
    """Yield an error for each letter of the title, or of the names in the booklets, that cannot be printed."""
    if _beyond_ascii(game.head.full_title):
        yield from _title_findings(game)
    for key in ("design", "publisher"):
        if _beyond_ascii(getattr(game.head.credits, key)):
            yield from _name_findings(game, key)


def _title_findings(game: Game) -> Iterator[Finding]:
    from generator.press.fonts import load_typeface

    family, _, _ = shelf.TITLE_FACE.partition("-")
    font = load_typeface(shelf.fonts_folder(), family).font("regular")
    for letter in _beyond_ascii(game.head.full_title):
        if not font.covers(letter):
            where = ("title",) if letter in game.head.title else ("variant",)
            yield _finding(game, where, f"{shelf.TITLE_FACE}, the face of titles, has no", letter)


def _name_findings(game: Game, key: str) -> Iterator[Finding]:
    from generator.press.booklet.facts import quoted
    from generator.press.fonts import load_typeface

    lacking: dict[str, list[str]] = {}
    for language in shelf.languages(game.head.game):
        words = words_of(language).words
        face = load_typeface(shelf.fonts_folder(), words.fonts.text, words.fonts.fallback)
        for letter in _beyond_ascii(quoted(getattr(game.head.credits, key), words.typography)):
            if face.font_for(letter, "regular") is None:
                lacking.setdefault(letter, []).append(language)
    for letter, languages in lacking.items():
        yield _finding(game, ("credits", key), f"no font of the rules in {enumerated(languages)} has", letter)


def _beyond_ascii(text: str) -> list[str]:
    """Return the letters of a text that not every font has, each once."""
    return [letter for letter in dict.fromkeys(text) if not letter.isascii()]


def _finding(game: Game, where: Location, lacking: str, letter: str) -> Finding:
    name = unicodedata.name(letter, "a character without a name").lower()
    message = f"{lacking} {letter!r} (U+{ord(letter):04X}, {name}); write it otherwise"
    return Finding("unprintable-letter", Level.ERROR, message, game.place(*where))
