"""What is said of the rules besides their text: words of the language and of the text's head, placeholders filled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from generator.catalogue.strict_yaml import Document
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake
from generator.rulebook.text.document import RulesText
from generator.rulebook.text.placeholders import filled, used

Check: TypeAlias = Callable[[str, Callable[[str], None], Mapping[str, str]], None]
"""Tells what of a text cannot be shown: the text, who is told of it, and its placeholders' values."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a language, and of the head of a text in it.

    Attributes:
        text: the rules.
        words: of the language.
        table: values of placeholders.
        report: told of each mistake, in the place where it stands.
        check: whether the fonts can print what is said; None where nothing is printed.
    """

    text: RulesText
    words: LoadedWords
    table: Mapping[str, str]
    report: Callable[[Mistake], None]
    check: Check | None = None

    def word(self, key: str) -> str:
        """A word of the language."""
        return self._filled(self.words.word(key), self.words.document, "words", key)

    def front(self, key: str) -> str:
        """What the head of the text says; nothing if it says nothing."""
        document = self.text.front.document
        return self._filled(self.text.front.word(key), document, key) if document else ""

    def _filled(self, raw: str, document: Document, *location: str) -> str:
        def report(message: str, _: int = 0) -> None:
            self.report(Mistake(document.value_place(location), message))

        text = filled(raw, self.table, report)
        if self.check:
            self.check(text, report, used(raw, self.table))
        return text
