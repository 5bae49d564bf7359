"""The beginning of a language: its words, its glossary, and the marks of passages that are still to be translated."""

from __future__ import annotations

import re

from generator.catalogue.translation_sources import UNTRANSLATED
from generator.rulebook.translation.language import Language, pair_texts, raw_texts
from generator.rulebook.translation.passages import Passage, write_scalar
from generator.rulebook.translation.sources import Sources, record_sources

GLOSSARY = """\
# Terms of the rules in this language, by their English: one term for each thing, in every text.
# `asterion check` finds the words under `not` in the texts, as in  tile: {{term: Plättchen, gender: n, not: [Kachel*]}}
terms:
{rows}
games: {{}}
style: []      # sentences, for the next translator
remarks: []    # on the English text, for its editor: {{where: asterion setup, remark: ...}}
"""
TERMS = (
    "tile", "labyrinth tile", "minotaur tile", "counter", "deck", "hand", "prisoner", "coin, treasure", "wing",
    "emblem", "path", "exit", "dead end", "bridge", "chamber", "connected to", "outside", "living, impaled",
    "to impale", "turn (of a player)", "quarter turn", "direction of a tile", "to draw", "to discard", "to place",
    "to act, action", "to rotate, to swap, to move", "free side", "side by side", "gap", "to trap the minotaur",
    "to escape", "points, to score", "tie", "sample game", "variant", "crop marks",
)  # fmt: skip
"""Terms of the shipped rules that want one word each."""
QUOTES = {
    **dict.fromkeys(("bg", "cs", "et", "hr", "is", "lt", "mk", "sk", "sl", "sr"), "„“, ‚‘"),
    **dict.fromkeys(("fi", "sv"), "””, ’’"),
    **dict.fromkeys(("nb", "nn", "no"), "«», ‘’"),
    **dict.fromkeys(("be", "uk"), "«», „“"),
    "hu": "„”, »«",
    "ro": "„”, «»",
    "zh": "「」, 『』",
}
"""Quotation marks of languages that do not have those of English. Source: Unicode CLDR, delimiters."""
SCRIPT_LETTERS = 4
"""A part of a tag with so many letters names a script. Source: BCP 47, 2.2.3."""
FROM_RIGHT_LANGUAGES = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
FROM_RIGHT_SCRIPTS = frozenset(["adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"])
"""Languages, and scripts named in a tag, that are written from right to left. Source: Unicode CLDR, scriptMetadata."""


def is_right_to_left(tag: str) -> bool:
    """Return whether a tag is of a language written from right to left, as ``he`` and ``pa-Arab`` are."""
    language, *others = tag.lower().split("-")
    script = next((part for part in others if len(part) == SCRIPT_LETTERS), "")
    return script in FROM_RIGHT_SCRIPTS if script else language in FROM_RIGHT_LANGUAGES


def new_glossary() -> str:
    """Return the glossary of a new language, with the terms of English."""
    return GLOSSARY.format(rows="\n".join(f"  {write_scalar(term)}: {{term: {write_scalar(term)}}}" for term in TERMS))


def new_words(tag: str, name: str, model: str, *, own: bool = True) -> str:
    """Return the words of another language with the language's name.

    Args:
        tag: of the language.
        name: of it.
        model: the words of the language that it is begun from.
        own: whether it has its own quotation marks, and hyphens if pyphen has a dictionary.
    """
    import pyphen

    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", model, flags=re.MULTILINE)
    if not own:
        return text
    if quotes := QUOTES.get(tag.partition("-")[0]):
        text = re.sub(r"quotes: \[[^]]*\]", f"quotes: [{quotes}]", text)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)


def new_sources(sources: Sources, english: Language, model: Language, names: list[str]) -> Sources:
    """Return the sources with new texts, all of them untranslated.

    Words are always to be looked at; passages of a rules text that have no words stay as they are in English.

    Args:
        sources: of the language as they are.
        english: from which languages are made.
        model: the language whose texts it is begun with, which may be English.
        names: of the texts, or `words`.
    """
    entries = {}
    for name in names:
        begun = model.texts[name].passages
        if model.tag == english.tag:
            known = {passage.key: passage for passage in begun}
        else:
            pairs = pair_texts(model, english).get(name, ())
            known = {pair.other.key: pair.english for pair in pairs if pair.other and pair.english}
        entries[name] = [(passage, _mark(passage, known.get(passage.key))) for passage in begun]
    return record_sources(sources, entries, raw_texts(model.texts))


def _mark(passage: Passage, english: Passage | None) -> str:
    """Return what the sources say of a passage that a language is begun with."""
    if english is None:
        return UNTRANSLATED
    if not english.has_words and english.kind != "word":
        return english.hash
    taken = f"-{passage.hash}" if passage.hash != english.hash else ""
    return f"{UNTRANSLATED}-{english.hash}{taken}"
