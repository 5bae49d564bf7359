"""What is wrong with all that a build of a game reads: found by the build's own readers, and by making its files."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from generator.catalogue import library
from generator.errors import InputError
from generator.games.game import Game
from generator.games.report import Finding, Level
from generator.making.fingerprints import request_key
from generator.making.lettering import letter_findings
from generator.making.project import load_project
from generator.making.request import IN_LANGUAGES, BuildRequest, Part, classify
from generator.making.rules import rules_findings
from generator.making.targets import artefacts


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
        context, _ = load_project(request)
        for artefact in artefacts(context):
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
