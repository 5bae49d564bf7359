"""Words of a language and of a text's head, their placeholders such as ``{{deck.tiles}}`` filled; numbers and names.

Placeholders are looked up in a fixed table; a name that is not there is a mistake. The alternative texts of figures are
made of such words, so that they are as true as what is drawn.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from string import ascii_uppercase
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.words import BOUND, LoadedWords, Typography, around_number
from asterion_press.errors import Mistake, suggestion
from asterion_press.rulebook.text.document import NO_COUNTS, Counts, Known, RulesText
from asterion_press.rulebook.text.typography import localise_quotes, quotes_of, turn_quotes

PLACEHOLDER = re.compile(r"(?<!\{)\{\{(\{*[^{}\n]*)\}\}")
BRACES = re.compile(r"\{\{|\}\}")
FIGURE = re.compile(r"\]\(figure:([a-z0-9.-]+)[\s)]")
MOST_NAMES = 24
"""Largest number of names in a message."""
PEOPLE = "credits."
"""Placeholders that begin so are names of people and firms; of a language are only the quotation marks in them."""
NUMBER = re.compile(r"([-−]?)(\d+)(\.\d+)?")
NO_NUMBERS = ("catalogue.", "credits.", "version")
"""Placeholders that begin so are printed as they are, even if they look like numbers, as a version does."""
GROUP = 5
"""Digits from which on a number is written in groups of three. Source: ISO 80000-1, 7.3.1, allows four to stand."""
Check: TypeAlias = Callable[[str, Callable[[str], None], Mapping[str, str]], None]
"""Reports what of a text cannot be shown: gets the text, the function that reports, the values of its placeholders."""


def figure_numbers(text: str, known: Iterable[str]) -> dict[str, str]:
    """Return the number under which a text first shows each known figure: ``{{figure.impaling.number}}``."""
    shown = FIGURE.findall(text)
    return {f"figure.{figure}.number": str(shown.index(figure) + 1) for figure in known if figure in shown}


def _near(name: str, table: Mapping[str, str]) -> list[str]:
    """Return the names that could have been meant: those with the same beginning, or of many the most similar."""
    parts = name.split(".")
    heads = [".".join(parts[:length]) + "." for length in range(len(parts) - 1, 0, -1)]
    alike = next((found for head in heads if (found := [key for key in table if key.startswith(head)])), list(table))
    if len(alike) <= MOST_NAMES:
        return alike
    return difflib.get_close_matches(name, alike, n=MOST_NAMES // 4) or alike[:MOST_NAMES]


def placeholder_name(found: re.Match[str]) -> str:
    """Return the name of a placeholder, without its plural forms."""
    return found[1].partition(":")[0].strip()


def fill_placeholders(
    text: str, table: Mapping[str, str], report: Callable[[str, int], None], counts: Counts = NO_COUNTS
) -> str:
    """Return a text with its placeholders replaced.

    Args:
        text: with placeholders.
        table: their values.
        report: is called with the message and place of each mistake.
        counts: numbers that may have plural forms.
    """

    def value(found: re.Match[str]) -> str:
        name = placeholder_name(found)
        if name not in table:
            report(f"unknown placeholder {{{{{name}}}}}; {suggestion(name, _near(name, table))}", found.start())
        elif ":" in found[1]:
            form, wrong = counts.form(name, found[1].partition(":")[2], table[name])
            if wrong:
                report(wrong, found.start())
            return form
        return table.get(name, "")

    if left := BRACES.search(PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)):
        report("a placeholder that does not end on its line; write {{name}}", left.start())
    return PLACEHOLDER.sub(lambda found: value(found).replace("{", "(").replace("}", ")"), text)


class AltTextWords(Struct, frozen=True):
    """The words of a language, for alternative texts of figures among others.

    Attributes:
        words: of the language.
        report: is called with each word that asks for what is not there.
        table: values of placeholders.
        check: reports what the fonts cannot print; None where nothing is printed.
    """

    words: LoadedWords
    report: Callable[[Mistake], None]
    table: Mapping[str, str] = {}
    check: Check | None = None

    @property
    def cjk(self) -> bool:
        """Return whether the language is written without spaces."""
        return self.words.words.cjk

    @property
    def letters(self) -> str:
        """Return the letters of the panels of a figure, as the language counts; Latin ones where it has too few."""
        own = self.words.words.typography.panels
        return own + ascii_uppercase[len(own) :]

    def word(self, key: str, **values: object) -> str:
        """Return the word with that key, its placeholders filled with `values` and those of the table."""
        return self._of_words(key, self.words.word(key), {name: str(value) for name, value in values.items()})

    def around_number(self, key: str) -> tuple[str, str]:
        """Return what stands before the number of a word and behind it."""
        before, behind = around_number(self.words.word(key))
        return self._of_words(key, before, {}), self._of_words(key, behind, {})

    def colour(self, colour: str) -> str:
        """Return the name of one of the deck's colours."""
        return self.words.words.colours.get(colour, colour)

    def player(self, colour: str) -> str:
        """Return what texts call the player of one of the deck's colours."""
        return self.words.forms(colour)[0] if f"bound_{colour}" in self.words.words.words else self.colour(colour)

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts of a sentence joined as a list."""
        return self.words.words.listed(parts)

    def sentences(self, parts: Iterable[str]) -> str:
        """Return sentences, each with its full stop; empty ones are left out."""
        ended = [f"{part}{'。' if self.cjk else '.'}" for part in parts if part]
        return ("" if self.cjk else " ").join(ended)

    def front(self, text: RulesText, key: str) -> str:
        """Return the facts in the head of a text, which may be empty."""
        document = text.front.document
        if document is None:
            return ""
        fact = self._filled(text.front.word(key), self.table, document, key)
        return turn_quotes(fact, quotes_of(self.words.words.typography))

    def _of_words(self, key: str, raw: str, values: Mapping[str, str]) -> str:
        return self._filled(raw, {**self.table, **values}, self.words.document, "words", key)

    def _filled(self, raw: str, table: Mapping[str, str], document: Document, *location: str) -> str:
        """Return a text of the words with its placeholders filled, and have the values in it checked."""

        def report(message: str, _: int = 0) -> None:
            self.report(Mistake(document.value_place(location), message))

        text = fill_placeholders(raw, table, report, counts_of(table, self.words))
        if self.check:
            names = dict.fromkeys(placeholder_name(found) for found in PLACEHOLDER.finditer(raw))
            self.check(text, report, {name: table[name] for name in names if name in table})
        return text


def localise_known(known: Known, words: LoadedWords) -> Known:
    """Return what a text may name, written as in its language, and the names of the fonts."""
    families = words.words.listed(words.words.fonts.names())
    typography = words.words.typography
    bound = {name: words.forms(value[1:]) for name, value in known.placeholders.items() if value.startswith(BOUND)}
    spoken = known.placeholders | {name: forms[0] for name, forms in bound.items()}
    table = localise_names(localise_numbers(spoken, typography), typography)
    return replace(
        known,
        placeholders=table | {"fonts.families": families},
        quotes=quotes_of(typography),
        counts=counts_of(known.placeholders, words)._replace(words=bound),
    )


def counts_of(table: Mapping[str, str], words: LoadedWords) -> Counts:
    """Return the numbers of a table, as digits, which the language of `words` counts."""
    return Counts(words.tag, {name: value for name, value in table.items() if NUMBER.fullmatch(value)})


def localise_numbers(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """Return a table of placeholders with its numbers as the language writes them: 52.5 as ``52,5``."""
    return {
        name: value if name.startswith(NO_NUMBERS) else localise_number(value, typography)
        for name, value in table.items()
    }


def localise_number(value: str, typography: Typography) -> str:
    """Return a number as the language writes it, and any other text as it is."""
    found = NUMBER.fullmatch(value)
    if found is None:
        return value
    sign, whole, fraction = found.groups(default="")
    if len(whole) >= GROUP:
        whole = f"{int(whole):,}".replace(",", typography.thousands.replace(" ", "\u202f"))
    return sign.replace("-", "−") + whole + fraction.replace(".", typography.decimal)


def localise_names(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """Return a table of placeholders, with the quotation marks of the language in the names of people and firms."""
    return {
        name: localise_quotes(value, typography) if name.startswith(PEOPLE) else value for name, value in table.items()
    }
