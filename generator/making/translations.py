"""Findings about translations: which English passages have changed since, and which are not translated.

A passage that is not translated is printed in English. English stands here for the source language.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.catalogue import library
from generator.catalogue.library import WORDS
from generator.errors import InputError, Mistake
from generator.games.report import Finding, Level
from generator.rulebook.translation.composed import Gap, compose_text, list_gaps
from generator.rulebook.translation.language import load_language, load_source, pair_passages
from generator.rulebook.translation.update import forbidden_words, load_glossary
from generator.wording import enumerated

SENTENCES = {
    "outdated": "{} has changed since it was translated into {}",
    "unaccepted": "{} is marked as fuzzy in {}",
    "missing": "{} is not translated into {}, and is printed as it is",
    "untranslated": "{} is not translated into {}, and is printed as it is",
}
"""By the state of a passage, what is said of it and of its languages."""


def translation_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each English passage of a game that is outdated or missing in some of the languages.

    Raises:
        InputError: mistakes in the words or the catalogues of a language.
    """
    languages = [one for one in languages if one != library.ENGLISH]
    found: dict[Gap, list[str]] = {}
    mistakes: list[Mistake] = []
    for language in languages:
        try:
            for gap in (*compose_text(language, game).gaps, *_gaps_in_words(language)):
                found.setdefault(gap, []).append(language)
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise InputError(mistakes)
    return [
        Finding(f"{gap.state}-passage", Level.WARNING, SENTENCES[gap.state].format(gap.shown, told), gap.place)
        for gap, told in ((gap, enumerated(found[gap])) for gap in sorted(found))
    ]


def term_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each word of a game's texts that the glossary of its language forbids.

    Raises:
        InputError: mistakes in a glossary or in words.
    """
    found = []
    for language in languages:
        text = compose_text(language, game)
        wrong = text.move(forbidden_words(text.text, text.name, load_glossary(language), game))
        found += [Finding("other-term", Level.WARNING, one.message, one.place) for one in wrong]
    return sorted(found, key=lambda finding: finding.place)


def refuse_outdated(game: str, languages: Iterable[str]) -> None:
    """Refuse languages in which passages of a game are outdated or missing.

    Raises:
        InputError: there are such passages, or mistakes in the words or the catalogues of a language.
    """
    if found := translation_findings(game, languages):
        raise InputError([Mistake(one.place, f"{one.message} [{one.code}]") for one in found])


def _gaps_in_words(language: str) -> tuple[Gap, ...]:
    """Return the words of a language that are outdated or missing."""
    words, source = load_language(language, ()).catalogues.get(WORDS), load_source(language, ()).texts.get(WORDS)
    return list_gaps(pair_passages(source, words), source) if words and source else ()
