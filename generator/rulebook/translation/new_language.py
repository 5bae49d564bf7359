"""A language begun from English: its folder, every passage marked untranslated, for a translator to go through."""

from __future__ import annotations

import re

from generator.catalogue.library import UNTRANSLATED
from generator.rulebook.translation.passages import Passage
from generator.rulebook.translation.sources import MESSAGES, WORD_PARTS, WORDS, Sources, record_sources, write_sources
from generator.rulebook.translation.splice import write_scalar
from generator.rulebook.translation.status import Language

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
    """Whether a language is written from right to left, by its tag: ``he`` and ``pa-Arab`` are, ``ug-Latn`` is not."""
    language, *others = tag.lower().split("-")
    script = next((part for part in others if len(part) == SCRIPT_LETTERS), "")
    return script in FROM_RIGHT_SCRIPTS if script else language in FROM_RIGHT_LANGUAGES


def new_files(tag: str, name: str, english: Language, games: list[str], *, words: bool) -> dict[str, str]:
    """The files of a language that begins, by their names in its folder.

    Args:
        tag: of the language.
        name: what it calls itself.
        english: what it is made from.
        games: whose texts are begun.
        words: whether its words and messages are begun, too; else they are there already.
    """
    files = {f"{game}.md": english.texts[game].text for game in games}
    if words:
        files["messages.yaml"] = english.texts[MESSAGES].text
        files["words.yaml"] = _words(tag, name, english.texts[WORDS].text)
        files["glossary.md"] = GLOSSARY.format(name=name, rows="\n".join(f"| {term} | | |" for term in TERMS))
    return files


def _words(tag: str, name: str, english: str) -> str:
    """The words of English, with the language's own name, and hyphens if there is a dictionary of them."""
    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", english, flags=re.MULTILINE)
    hyphens = _dictionary(tag)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {hyphens}\n" if hyphens else "", text, flags=re.MULTILINE)


def _dictionary(tag: str) -> str | None:
    """The dictionary of hyphens that pyphen has for a language."""
    import pyphen

    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    return found or next((there for there in sorted(pyphen.LANGUAGES) if there.partition("_")[0] == tag), None)


def new_sources(sources: Sources, english: Language, games: list[str], *, words: bool) -> str:
    """The file of sources with the texts that begin, all of them untranslated."""
    names = [*games, *(WORD_PARTS if words else ())]
    entries = {name: [(passage, _mark(passage)) for passage in english.texts[name].passages] for name in names}
    return write_sources(record_sources(sources, entries))


def _mark(passage: Passage) -> str:
    """A word is always to be looked at; of a rules text what has none is as it is in English."""
    return UNTRANSLATED if passage.has_words or passage.kind == "word" else passage.hash
