"""What is wrong with all that a build of a game reads: found by the build's own readers, and by making its files."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import Location
from asterion_press.errors import InputError
from asterion_press.games.game import Game
from asterion_press.games.report import Finding, Level
from asterion_press.making.fingerprints import request_key
from asterion_press.making.project import load_project
from asterion_press.making.request import IN_LANGUAGES, BuildRequest, Part, classify
from asterion_press.making.rules import rules_findings
from asterion_press.making.targets import artefacts
from asterion_press.pdf.fonts import load_typeface


def check_project(game: Game, request: BuildRequest, languages: Collection[str]) -> tuple[Finding, ...]:
    """Return what a build would say of a game and of all its files; nothing is written.

    Args:
        game: whose own findings are not among them.
        request: the build, of unsound decks too.
        languages: in which files are made. Texts of a project are read in all of its languages.
    """
    letters = tuple(letter_findings(game))
    found = [*letters, *(rules_findings(game) if library.own_rules(game.head.game) else ())]
    if letters:
        return tuple(found)  # which stop every file that has a title
    errors = {(one.place, one.message) for one in (*found, *game.findings()) if one.level is Level.ERROR}
    stops = [one for one in _unmakable(request, languages, texts=not errors) if (one.place, one.message) not in errors]
    worse = {(one.place, one.message) for one in stops}
    return tuple(dict.fromkeys([*stops, *(one for one in found if (one.place, one.message) not in worse)]))


def _unmakable(request: BuildRequest, languages: Collection[str], *, texts: bool) -> Iterator[Finding]:
    """Yield what stops a build of each file, as far as texts may be made at all."""
    try:
        request_key(request)  # of all inputs
        for artefact in artefacts(load_project(request)):
            part, language = classify(artefact.name)
            is_text = part in IN_LANGUAGES and bool(language)
            if part is not Part.SVG and (not is_text or (texts and language in languages)):
                try:
                    artefact.make()
                except InputError as error:
                    yield from _findings(error)
    except InputError as error:
        yield from _findings(error)


def _findings(error: InputError) -> list[Finding]:
    return [Finding("unprintable", Level.ERROR, one.message, one.place) for one in error.mistakes]


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
