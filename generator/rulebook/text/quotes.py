"""Quotation marks: straight ones become those of a language, and those of another language are mistakes.

``"`` opens after a space, a bracket or a dash and closes elsewhere; within other quotes it becomes the language's inner
marks. ``'`` is an apostrophe unless it opens before a word and closes behind one later. Behind a digit, where nothing
is open, they are primes: 5'6" is 5′6″. A ``"`` without its partner stays, and is a mistake of a rules text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.catalogue.words import LoadedWords, Typography
from generator.errors import Mistake, Place
from generator.pdf.cjk_breaks import is_wide
from generator.rulebook.text.document import Content, LineBreak, RulesText, StyledText

QUOTES = frozenset("\"'“”„‟‘‚‛«»‹›「」『』《》〈〉")
"""Quotation marks of all languages; the apostrophe ’ belongs to words and is left alone."""
MARKS = re.compile(f"[{''.join(sorted(QUOTES))}’′″]")
STRAIGHT = re.compile("[\"']")
ENGLISH_QUOTES = ("“”", "‘’")
"""The marks of a language that names none of its own."""
BEFORE_OPENING = frozenset("([{-–—/")
CLOSING_SINGLE = re.compile(r"(?<=\S)'(?!\w)")
ELIDED = re.compile(r"'(?:[0-9][0-9]s|tis|twas)\b(?!')", re.IGNORECASE)
"""An apostrophe that begins a word, whatever follows: ’90s."""
SYMBOL = "x"
"""Stands for a symbol or a footnote's mark, beside which quotes behave as beside a letter."""


def quotes_of(typography: Typography) -> tuple[str, str]:
    """Return the pairs of marks of a language: for quotes, and for quotes within them."""
    pairs = typography.quotes or ENGLISH_QUOTES
    return pairs[0], pairs[min(1, len(pairs) - 1)]


def turn_quotes(text: str, pairs: Sequence[str]) -> str:
    """Return a text of the same length with straight quotes turned into the marks of a language.

    Args:
        text: with what stands before and behind the quotes.
        pairs: of marks, from :func:`quotes_of`; a text stays as it is if there are none.
    """
    if not pairs or not STRAIGHT.search(text):
        return text
    opening = BEFORE_OPENING.union(pair[0] for pair in pairs)
    shown, opened, closing, counts = list(text), list[int](), set[int](), Counter[str]()
    last_single = max((found.start() for found in CLOSING_SINGLE.finditer(text)), default=-1)
    for found in STRAIGHT.finditer(text):
        at, sign = found.start(), found[0]
        before, after = shown[at - 1] if at else " ", text[at + 1 : at + 2] or " "
        elided = before == "’" and at - 1 not in closing
        begins = before.isspace() or before in opening or (not opened and (elided or is_wide(before)))
        begins = begins and not after.isspace()
        if sign == "'" and before.isalnum() and after.isalnum() and not is_wide(before):
            shown[at] = "′" if before.isdigit() and after.isdigit() else "’"
        elif begins and (sign == '"' or (last_single > at and not ELIDED.match(text, at))):
            opened.append(at)
            counts[sign] += 1
        elif counts[sign]:
            while text[start := opened.pop()] != sign:
                shown[start] = "’"  # an apostrophe before a word
                counts[text[start]] -= 1
            counts[sign] -= 1
            pair = pairs[1] if sign == "'" else pairs[len(opened) % 2]
            shown[start], shown[at] = pair[0], pair[1]
            closing.add(at)
        elif sign == "'":
            shown[at] = "′" if before.isdigit() else "’"
        elif before.isdigit():
            shown[at] = "″"
    for start in opened:
        shown[start] = "’" if text[start] == "'" else text[start]
    return "".join(shown)


def turn_content_quotes(content: Content, pairs: Sequence[str]) -> Content:
    """Return inline content with its straight quotes turned, whatever emphasis, links and symbols are between them."""
    if not any(isinstance(part, StyledText) and STRAIGHT.search(part.text) for part in content):
        return content
    signs = ("\n" if isinstance(part, LineBreak) else SYMBOL for part in content)
    written = [part.text if isinstance(part, StyledText) else sign for part, sign in zip(content, signs, strict=True)]
    turned, at = turn_quotes("".join(written), pairs), 0
    found = []
    for part, text in zip(content, written, strict=True):
        own = turned[at : at + len(text)]
        found.append(replace(part, text=own) if isinstance(part, StyledText) else part)
        at += len(text)
    return tuple(found)


def localise_quotes(text: str, typography: Typography) -> str:
    """Return a name with the quotation marks of a language in place of all others."""
    pairs = quotes_of(typography)
    foreign = QUOTES - frozenset("".join(typography.quotes or pairs[:1])) - {"'"}
    straight = "".join('"' if one in foreign else one for one in text)
    return turn_quotes(straight, pairs).replace('"', pairs[0][1])


def quote_mistakes(text: RulesText, words: LoadedWords) -> Iterator[Mistake]:
    """Yield a mistake for each quotation mark that the language does not use, and for each without its partner."""
    pairs = words.words.typography.quotes or ()
    wrong = QUOTES - frozenset("".join(pairs)) if pairs else frozenset('"')
    right = " or ".join(f"{pair[0]}…{pair[1]}" for pair in pairs or ENGLISH_QUOTES)
    for part in (part for content in text.contents() for part in content if isinstance(part, StyledText)):
        for number, found in enumerate(MARKS.finditer(part.text)):
            if found[0] in wrong:
                there = [one.start() for one in MARKS.finditer(text.source.written(part.line), part.column - 1)]
                column = there[number] + 1 if number < len(there) else part.column
                foreign = f"is no quotation mark of {words.words.language}; write {right}"
                told = f"has no partner; write {right}, or ″ for inches" if found[0] == '"' else foreign
                yield Mistake(Place(text.file, part.line, column), f"{found[0]} {told}")
