"""The beginning of a language: its words and its glossary."""

from __future__ import annotations

import re

from generator.rulebook.translation.passages import write_scalar

GLOSSARY = """\
# Terms of the rules in this language, by their English: one term for each thing, in every text.
# `asterion check` finds the words under `not` in the texts, as in  tile: {{term: Plättchen, gender: n, not: [Kachel*]}}
terms:
{rows}
games: {{}}
style: []      # sentences, for the next translator
remarks: []    # on the English text, for its editor: {{where: asterion setup, remark: ...}}
"""
TRANSLATED = re.compile(r"^(?:colours|words):.*\n(?:[ \t].*\n|\n)*", re.MULTILINE)
"""The parts of a file of words that are translated in a catalogue."""
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


def new_words(tag: str, name: str, model: str, *, own: bool = True, translated: bool = True) -> str:
    """Return the file of words of another language: its name, and how it is written.

    Args:
        tag: of the language.
        name: of it.
        model: the file of words of the language that it is begun from.
        translated: whether its words are those of a catalogue, not of this file.
        own: whether it has its own quotation marks, and hyphens if pyphen has a dictionary.
    """
    import pyphen

    text = TRANSLATED.sub("", model) if translated else model
    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", text, flags=re.MULTILINE)
    if not own:
        return text
    if quotes := QUOTES.get(tag.partition("-")[0]):
        text = re.sub(r"quotes: \[[^]]*\]", f"quotes: [{quotes}]", text)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)
