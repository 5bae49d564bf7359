"""Findings about translations: which English passages have changed since, and which are not translated.

A text of an earlier revision is printed as it is; a passage that is missing is printed in English. English stands here
for the source language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.catalogue import library
from generator.errors import InputError, Mistake
from generator.games.report import Finding, Level
from generator.rulebook.text.revisions import outdated_languages, place_of_revision, read_raw, revision_of
from generator.rulebook.translation.completion import Gap, complete_text, list_gaps
from generator.rulebook.translation.glossary import forbidden_words, load_glossary
from generator.rulebook.translation.language import Language, load_language, load_model, pair_texts
from generator.rulebook.translation.sources import WORDS
from generator.wording import enumerated

SENTENCES = {
    "outdated": "{} has changed since it was translated into {}",
    "missing": "{} is not translated into {}, and is printed as it is",
    "untranslated": "{} is not translated into {}, and is printed as it is",
}
"""By the state of a passage, what is said of it and of its languages."""


def translation_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each English passage of a game that is outdated or missing in some of the languages.

    Raises:
        InputError: mistakes in the words or the sources of a language.
    """
    languages = [one for one in languages if one != library.ENGLISH]
    shipped = load_model(library.ENGLISH, ()) if languages and library.own_game() is None else None
    found: dict[Gap, list[str]] = {}
    for language in languages:
        words = _gaps_in_words(language, shipped or load_model(language, ()))
        for gap in (*complete_text(language, game).gaps, *words):
            found.setdefault(gap, []).append(language)
    return [
        *_of_earlier_revisions(game, languages),
        *(
            Finding(f"{gap.state}-passage", Level.WARNING, SENTENCES[gap.state].format(gap.shown, told), gap.place)
            for gap, told in ((gap, enumerated(found[gap])) for gap in sorted(found))
        ),
    ]


def term_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each word of a game's texts that the glossary of its language forbids.

    Raises:
        InputError: mistakes in a glossary or in words.
    """
    found = []
    for language in languages:
        file = library.rules_file(language, game)
        wrong = forbidden_words(read_raw(file), file.name, load_glossary(language), game)
        found += [Finding("other-term", Level.WARNING, one.message, one.place) for one in wrong]
    return sorted(found, key=lambda finding: finding.place)


def refuse_outdated(game: str, languages: Iterable[str]) -> None:
    """Refuse languages in which passages of a game are outdated or missing.

    Raises:
        InputError: there are such passages, or mistakes in the words or the sources of a language.
    """
    if found := translation_findings(game, languages):
        raise InputError([Mistake(one.place, f"{one.message} [{one.code}]") for one in found])


def _gaps_in_words(language: str, model: Language) -> tuple[Gap, ...]:
    """Return the words of a language that are outdated or missing."""
    own = load_language(language, ())
    pairs = pair_texts(own, model).get(WORDS, [])
    gaps = list_gaps(pairs, model.texts[WORDS]) if pairs else ()
    return tuple(gap for gap in gaps if own.sources.words or gap.state == "missing")  # of words never accepted


def _of_earlier_revisions(game: str, languages: Iterable[str]) -> Iterator[Finding]:
    """Yield one finding that names all languages whose text of a game is outdated as a whole, if there are any."""
    if found := outdated_languages(game, languages):
        file = library.languages(game)[library.model_language(game)]
        text = read_raw(file)
        whose = f"the rules in {enumerated(found)} follow an earlier text, and are printed as they are"
        message = f"this is revision {revision_of(text)}; {whose}"
        yield Finding("outdated-text", Level.WARNING, message, place_of_revision(text, file.name))
