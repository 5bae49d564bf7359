"""Coverage of a language: counts of its translated passages, and the texts that a build leaves out."""

from __future__ import annotations

from generator.catalogue.translation_sources import UNTRANSLATED, may_be_incomplete
from generator.rulebook.translation.completion import begun_passages
from generator.rulebook.translation.language import (
    Language,
    PassagePair,
    load_language,
    load_model,
    outdated_texts,
    pair_texts,
)

MOST_BEGUN = 0.1
"""A language is printed unasked if no more of it than this share is still to be translated. Own choice."""


def coverage_of(language: Language, english: Language) -> dict[str, list[int]]:
    """Return by text how many passages are translated and up to date, and how many are to be translated."""
    if language.tag == english.tag:
        counts = {name: sum(passage.has_words for passage in text.passages) for name, text in language.texts.items()}
        begun = {name: len(begun_passages(text, language.tag)) for name, text in language.texts.items()}
        return {name: [count - begun[name], count] for name, count in counts.items()}
    counted = {name: list(count_translated(pairs)) for name, pairs in pair_texts(language, english).items()}
    whole = {
        name: [0, sum(passage.has_words for passage in english.texts[name].passages)]
        for name in outdated_texts(language, english)
    }
    return {**counted, **whole}


def count_translated(pairs: list[PassagePair]) -> tuple[int, int]:
    """Return how many passages of a text are translated and up to date, and how many are to be translated."""
    wanted = [pair for pair in pairs if pair.english is not None and pair.english.has_words]
    return sum(pair.state == "translated" for pair in wanted), len(wanted)


def is_incomplete(tag: str, game: str) -> bool:
    """Return whether more than a tenth of a text, or of its language's words, is still what it was begun with.

    Raises:
        InputError: mistakes in words or sources, or a text that is not UTF-8.
    """
    if not may_be_incomplete(tag, game):
        return False
    language = load_language(tag, (game,))
    pairs = pair_texts(language, load_model(tag, (game,)))
    begun = {name: [pair.state == "untranslated" for pair in found] for name, found in pairs.items()}
    if game not in pairs:  # outdated as a whole: what stands as it was begun tells it
        as_begun = {f"{UNTRANSLATED}-{passage.hash}" for passage in language.texts[game].passages}
        recorded = language.sources.texts.get(game, {})
        begun[game] = [source in as_begun for hashes in recorded.values() for source in hashes]
    return any(sum(one) > MOST_BEGUN * len(one) for one in begun.values())
