"""The words of a language, `templates/locales/<tag>/words.yaml`: what the press itself prints, and in which fonts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from generator.catalogue.strict_yaml import Document, read_document
from generator.catalogue.validation import Identifier, Record, validated
from generator.errors import InputError, Mistake
from generator.wording import suggestion

FAMILY_PATTERN = r"^[A-Za-z0-9]+$"
"""Families name files of ``templates/fonts``, so letters and digits only."""

NEEDED_WORDS = ("contents", "figure")
"""What every booklet prints, whatever its text says."""

Family = Annotated[str, Meta(pattern=FAMILY_PATTERN, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]


class FontChoice(Record, frozen=True):
    """Families in ``templates/fonts``.

    Attributes:
        text: for everything that is read.
        heading: for titles and headings.
        fallback: families that fill in for characters which those lack.
    """

    text: Family
    heading: Family
    fallback: tuple[Family, ...] = ()


class Words(Record, frozen=True, kw_only=True):
    """The words of one language.

    Attributes:
        language: the language's own name for itself.
        hyphenation: a dictionary of pyphen, or None where words are not hyphenated.
        line_breaking: between words, or between any two characters with the rules of Japanese and Chinese.
        colours: the names of the deck's colours, by id.
        words: the words by key.
    """

    language: Text
    fonts: FontChoice
    hyphenation: Annotated[str, Meta(pattern=r"^[a-z]{2,3}(_[A-Za-z]{2,4})?$")] | None = None
    line_breaking: Literal["words", "cjk"] = "words"
    colours: dict[Identifier, Text]
    words: dict[str, Text]


class LoadedWords(Struct, frozen=True):
    """A language's words, its tag, and the file they were read from."""

    tag: str
    words: Words
    document: Document

    def word(self, key: str, default: str = "") -> str:
        """The word with that key."""
        return self.words.words.get(key, default)


def load_words(path: Path, tag: str | None = None, name: str | None = None) -> LoadedWords:
    """Read the words of the language `tag`, by default the name of the file's folder.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(path, name)
    words = validated(document, Words)
    mistakes = [
        Mistake(document.key_place(("words",)), f"word {key!r} is missing")
        for key in NEEDED_WORDS
        if key not in words.words
    ]
    if mistakes:
        raise InputError(mistakes)
    return LoadedWords(tag or path.parent.name, words, document)


def word_mistakes(words: LoadedWords, model: LoadedWords) -> Iterator[Mistake]:
    """Keys that `words` lacks or has beyond those of `model`, which is English."""
    for part in ("words", "colours"):
        have, wanted = list(getattr(words.words, part)), list(getattr(model.words, part))
        for key in wanted:
            if key not in have:
                place = words.document.key_place((part,))
                yield Mistake(place, f"key {key!r} of {part!r} is missing; {model.tag} has it")
        for key in have:
            if key not in wanted:
                place = words.document.key_place((part, key))
                yield Mistake(place, f"unknown key {key!r} of {part!r}; {suggestion(key, wanted)}")
