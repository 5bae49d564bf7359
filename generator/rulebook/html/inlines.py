"""Inline content as HTML: words with emphasis and links, symbols, marks of footnotes; every character escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from generator.catalogue.words import Words as LanguageWords
from generator.rulebook.html.markup import Html, element, joined
from generator.rulebook.html.svg import PREFIX
from generator.rulebook.text.document import Content, Inline, LineBreak, NoteMark, Symbol, Words
from generator.rulebook.typeset.spacing import written

HYPHENATED = re.compile(r"(\S*\w-\w\S*)")
"""A word with a hyphen that is written."""


def note_id(number: int) -> str:
    """The id of a footnote."""
    return f"{PREFIX}note{number}"


def mark_id(number: int) -> str:
    """The id of the place that a footnote belongs to."""
    return f"{PREFIX}mark{number}"


@dataclass(frozen=True, slots=True)
class InlineWriter:
    """Writes inline content of one language.

    Attributes:
        words: of the language.
        symbol: the markup of a symbol, by its name and what is read aloud.
    """

    words: LanguageWords
    symbol: Callable[[str, str], Html]

    @property
    def cjk(self) -> bool:
        """Whether the language is written without spaces."""
        return self.words.cjk

    def html(self, content: Content) -> Html:
        """Content as HTML."""
        parts = written(content, self.words.typography, cjk=self.cjk)
        return joined(self._run(link, list(run)) for link, run in groupby(parts, _link))

    def _run(self, link: str, run: list[Inline]) -> Html:
        """What leads to the same place, or nowhere."""
        inner = joined(self._parts(run))
        return element("a", inner, href=f"#{link}") if link else inner

    def _parts(self, run: list[Inline]) -> Iterator[Html]:
        for look, parts in groupby(run, _look):
            if look is not None:
                yield self._words(_joined(parts))
                continue
            for part in parts:
                match part:
                    case Symbol():
                        yield self.symbol(part.name, part.spoken)
                    case NoteMark():
                        yield _mark(part)
                    case LineBreak():
                        yield Html("<br>")

    def _words(self, words: Words) -> Html:
        text = self._text(words.text)
        text = element("em", text) if words.italic else text
        return element("strong", text) if words.bold else text

    def _text(self, text: str) -> Html:
        """Text, in which a hyphenated word is kept on a line where the language does not break at hyphens."""
        if self.words.typography.hyphen_breaks:
            return Html(escape(text, quote=False))
        parts = enumerate(HYPHENATED.split(text))
        return joined(element("span", part, class_="whole") if odd % 2 else part for odd, part in parts)


def _link(part: Inline) -> str:
    """Where words lead to, or nothing."""
    return part.link if isinstance(part, Words) else ""


def _look(part: Inline) -> tuple[bool, bool] | None:
    return (part.bold, part.italic) if isinstance(part, Words) else None


def _joined(parts: Iterable[Inline]) -> Words:
    """Words of one look as one."""
    words = [part for part in parts if isinstance(part, Words)]
    first = words[0]
    return Words("".join(part.text for part in words), first.line, first.bold, first.italic, first.link)


def _mark(mark: NoteMark) -> Html:
    """The number of a footnote, which leads to it."""
    link = element("a", mark.number, href=f"#{note_id(mark.number)}", id=mark_id(mark.number), role="doc-noteref")
    return element("sup", link)
