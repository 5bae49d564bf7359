"""Words of a language and of a text's head, with placeholders such as ``{{deck.tiles}}`` filled from a fixed table.

Nothing is computed or formatted at the text's request; a name that is not in the table is a mistake. The alternative
texts of figures are made of such words, so that they are as true as what is drawn; they are not printed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from generator.catalogue.strict_yaml import Document
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake
from generator.rulebook.text.document import FigureBlock, RulesText, plain_text
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
BRACES = re.compile(r"\{\{|\}\}")
FIGURE = re.compile(r"\]\(figure:([a-z0-9-]+)[\s)]")
MOST_NAMES = 24
"""So many names a message lists at most."""


def figure_numbers(text: str, known: Iterable[str]) -> dict[str, str]:
    """The number under which a rules text first shows each known figure: ``{{figure.impaling.number}}``."""
    shown = FIGURE.findall(text)
    return {f"figure.{figure}.number": str(shown.index(figure) + 1) for figure in known if figure in shown}


def _near(name: str, table: Mapping[str, str]) -> list[str]:
    """The names that could have been meant: those that begin like it, or where these are many, the most alike."""
    parts = name.split(".")
    heads = [".".join(parts[:length]) + "." for length in range(len(parts) - 1, 0, -1)]
    alike = next((found for head in heads if (found := [key for key in table if key.startswith(head)])), list(table))
    if len(alike) <= MOST_NAMES:
        return alike
    return difflib.get_close_matches(name, alike, n=MOST_NAMES // 4) or alike[:MOST_NAMES]


def used_placeholders(text: str, table: Mapping[str, str]) -> dict[str, str]:
    """The placeholders of a text that are known, with their values."""
    names = dict.fromkeys(found[1].strip() for found in PLACEHOLDER.finditer(text))
    return {name: table[name] for name in names if name in table}


def fill_placeholders(text: str, table: Mapping[str, str], report: Callable[[str, int], None]) -> str:
    """The text with its placeholders replaced; `report` is told of each that cannot be: a sentence, and where it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        if name not in table:
            report(f"unknown placeholder {{{{{name}}}}}; {suggestion(name, _near(name, table))}", found.start())
        return table.get(name, "")

    if left := BRACES.search(PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)):
        report("a placeholder that does not end on its line; write {{name}}", left.start())
    return PLACEHOLDER.sub(lambda found: value(found).replace("{", "(").replace("}", ")"), text)


Check: TypeAlias = Callable[[str, Callable[[str], None], Mapping[str, str]], None]
"""Tells what of a text cannot be shown: the text, who is told of it, and its placeholders' values."""


@dataclass(frozen=True, slots=True)
class RulesStrings:
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

        text = fill_placeholders(raw, self.table, report)
        if self.check:
            self.check(text, report, used_placeholders(raw, self.table))
        return text


@dataclass(frozen=True, slots=True)
class AltTextWords:
    """The words of a language for what figures show.

    Attributes:
        words: of the language.
        report: told of each word that asks for what is not there.
    """

    words: LoadedWords
    report: Callable[[Mistake], None]

    @property
    def cjk(self) -> bool:
        """Whether the language is written without spaces."""
        return self.words.words.cjk

    def word(self, key: str, **values: object) -> str:
        """The word with that key, its placeholders filled with `values`."""
        place = self.words.document.value_place(("words", key))
        table = {name: str(value) for name, value in values.items()}
        return fill_placeholders(self.words.word(key), table, lambda message, _: self.report(Mistake(place, message)))

    def colour(self, colour: str) -> str:
        """The name of one of the deck's colours."""
        return self.words.words.colours.get(colour, colour)

    def listed(self, parts: Iterable[str]) -> str:
        """Parts of a sentence, one after the other."""
        return self.words.words.listed(parts)

    def sentences(self, parts: Iterable[str]) -> str:
        """Sentences, each with its full stop; what is empty is left out."""
        ended = [f"{part}{'。' if self.cjk else '.'}" for part in parts if part]
        return ("" if self.cjk else " ").join(ended)


def alt_text_of(figure: Illustration, block: FigureBlock, telling: AltTextWords) -> str:
    """What is read to those who do not see a figure: the author's words, or the figure's own, or its caption."""
    return plain_text(block.told) or figure.alt_text(telling) or plain_text(block.caption)
