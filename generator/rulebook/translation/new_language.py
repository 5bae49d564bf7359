"""The files of a new language: copies of English in which every passage is marked untranslated."""

from __future__ import annotations

import re

from generator.catalogue.library import UNTRANSLATED
from generator.rulebook.translation.language import (
    MESSAGES,
    WORD_PARTS,
    WORDS,
    Language,
    Sources,
    record_sources,
    write_sources,
)
from generator.rulebook.translation.splice import write_scalar

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


def new_files(tag: str, name: str, english: Language, games: list[str], *, words: bool) -> dict[str, str]:
    """Return the files of a new language, by their names in its folder.

    Args:
        tag: of the language.
        name: of the language, in itself.
        english: from which it is made.
        games: with texts to begin.
        words: whether its words and messages are begun, too; else they are there already.
    """
    files = {f"{game}.md": english.texts[game].text for game in games}
    if words:
        files["messages.yaml"] = english.texts[MESSAGES].text
        files["words.yaml"] = _new_words(tag, name, english.texts[WORDS].text)
        files["glossary.md"] = GLOSSARY.format(name=name, rows="\n".join(f"| {term} | | |" for term in TERMS))
    return files


def _new_words(tag: str, name: str, english: str) -> str:
    """Return the words of English with the language's name, and with hyphenation if pyphen has a dictionary."""
    import pyphen

    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", english, flags=re.MULTILINE)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)


def new_sources(sources: Sources, english: Language, games: list[str], *, words: bool) -> str:
    """Return the file of sources with the new texts, all of them untranslated.

    Words are always to be looked at; passages of a rules text that have no words stay as they are in English.
    """
    entries = {
        name: [
            (passage, UNTRANSLATED if passage.has_words or passage.kind == "word" else passage.hash)
            for passage in english.texts[name].passages
        ]
        for name in (*games, *(WORD_PARTS if words else ()))
    }
    return write_sources(record_sources(sources, entries))
