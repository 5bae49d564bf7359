"""Coverage of a language: counts of its translated passages, and the texts that a build leaves out."""

from __future__ import annotations

from generator.catalogue.translation_sources import UNTRANSLATED, may_be_incomplete
from generator.rulebook.translation.language import (
    WORDS,
    Language,
    PassagePair,
    load_language,
    load_model,
    outdated_texts,
    pair_texts,
)


def coverage_of(language: Language, english: Language) -> dict[str, list[int]]:
    """Return by text how many passages are translated and up to date, and how many are to be translated."""
    if language.tag == english.tag:
        counts = {name: sum(passage.has_words for passage in text.passages) for name, text in language.texts.items()}
        return {name: [count, count] for name, count in counts.items()}
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
    """Return whether a text, or its language's words, have passages that are still those they were begun with.

    Raises:
        InputError: mistakes in words or sources, or a text that is not UTF-8.
    """
    if not may_be_incomplete(tag, game):
        return False
    language = load_language(tag)
    pairs = pair_texts(language, load_model(tag))
    if game in pairs:
        begun = any(pair.state == "untranslated" for pair in pairs[game])
    else:  # outdated as a whole: what stands as it was begun tells it
        as_begun = {f"{UNTRANSLATED}-{passage.hash}" for passage in language.texts[game].passages}
        recorded = language.sources.texts.get(game, {})
        begun = any(source in as_begun for hashes in recorded.values() for source in hashes)
    return begun or any(pair.state == "untranslated" for pair in pairs.get(WORDS, ()))
