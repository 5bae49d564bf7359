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


def check_project(game: Game, request: BuildRequest, *, every: bool = False) -> list[Finding]:
    """Return what is wrong with a game, and what a build would say of all its files; nothing is written.

    Args:
        game: that the request is about.
        request: the build, of unsound decks too.
        every: whether files are made in all languages, not in the first one alone. Texts of a project are read in all.
    """
    own, letters = game.findings(), list(letter_findings(game))
    found = [*letters, *(rules_findings(game) if library.own_rules(game.head.game) else ())]
    if letters:
        return [*own, *found]  # letters stop every file that has a title
    model, spoken = library.model_language(request.game), request.languages
    first = (model if model in spoken else next(iter(spoken), ""),)
    errors = {(one.place, one.message) for one in (*found, *own) if one.level is Level.ERROR}
    made = _unmakable(request, library.languages(request.game) if every else first, texts=not errors)
    stops = [one for one in made if (one.place, one.message) not in errors]
    worse = {(one.place, one.message) for one in stops}
    return [*own, *dict.fromkeys([*stops, *(one for one in found if (one.place, one.message) not in worse)])]


def _unmakable(request: BuildRequest, languages: Collection[str], *, texts: bool) -> Iterator[Finding]:
    """Yield what stops a build of each file, as far as texts may be made at all."""
    try:
        request_key(request)  # of all inputs
        project = load_project(request)
        if texts and request.languages_wanted() and not project.mismatch:
            yield from project.rules.omissions()
        for artefact in artefacts(project):
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
    head = game.head
    texts: dict[Location, str] = {
        ("title",): head.title,
        ("variant",): "".join(letter for letter in head.full_title if letter not in head.title),
        ("credits", "design"): head.credits.design,
        ("credits", "publisher"): head.credits.publisher,
    }
    odd = [(where, letter) for where, text in texts.items() for letter in dict.fromkeys(text) if not letter.isascii()]
    if not odd:
        return

    face = load_typeface(library.fonts_folder(), library.TITLE_FACE.partition("-")[0])
    for where, letter in odd:
        if face.font_for(letter, "regular") is None:
            name = unicodedata.name(letter, "a character without a name").lower()
            message = f"no font has {letter!r} (U+{ord(letter):04X}, {name}); write it otherwise"
            yield Finding("unprintable-letter", Level.ERROR, message, game.place(*where))
