"""The beginning of a language: its words, its glossary, and the marks of passages that are still to be translated."""

from __future__ import annotations

import re

from generator.catalogue.translation_sources import UNTRANSLATED
from generator.rulebook.translation.language import WORDS, Language, Sources, record_sources, write_sources
from generator.rulebook.translation.passages import write_scalar

GLOSSARY = """\
# Glossary

One term per thing, in every text. Notes on style below.

| English | {name} | remark |
|---|---|---|
{rows}
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


def new_glossary(name: str) -> str:
    """Return the glossary of a new language, which calls itself `name`."""
    return GLOSSARY.format(name=name, rows="\n".join(f"| {term} | | |" for term in TERMS))


def new_words(tag: str, name: str, english: str) -> str:
    """Return the words of English with the language's name and quotes, and with hyphens if pyphen has a dictionary."""
    import pyphen

    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", english, flags=re.MULTILINE)
    if quotes := QUOTES.get(tag.partition("-")[0]):
        text = re.sub(r"quotes: \[[^]]*\]", f"quotes: [{quotes}]", text)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)


def new_sources(sources: Sources, english: Language, games: list[str], *, words: bool) -> str:
    """Return the file of sources with the new texts, all of them untranslated.

    Words are always to be looked at; passages of a rules text that have no words stay as they are in English.
    """
    entries = {
        name: [
            (passage, f"{UNTRANSLATED}-{passage.hash}" if passage.has_words or passage.kind == "word" else passage.hash)
            for passage in english.texts[name].passages
        ]
        for name in (*games, *([WORDS] if words else ()))
    }
    return write_sources(record_sources(sources, entries, english.texts))
