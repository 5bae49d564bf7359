"""The typography of a language in its text: quotation marks, and spaces.

Straight quotation marks become those of a language, and those of another language are mistakes. ``"`` opens after a
space, a bracket or a dash and closes elsewhere; within other quotes it becomes the language's inner marks. ``'`` is an
apostrophe unless it opens before a word and closes behind one later. Behind a digit, where nothing is open, they are
primes: 5'6" is 5′6″. A ``"`` without its partner stays, and is a mistake of a rules text.

Spaces are French ones before marks, ties after short words and beside numbers. A translator may write a plain space,
the right one, or none; here they become the right ones. A no-break space is as elastic as others; a narrow one has a
width of its own. In every language a number stays on one line with what it counts, the word, symbol or unit after it;
one that counts nothing, as in "tile 4.", with the word before it; and the letter of a panel, as in "A: the bridge",
with what is told of it.

Source: Imprimerie nationale, "Lexique des règles typographiques", on the spaces of French; all narrow here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from asterion_press.catalogue.words import LoadedWords, Typography
from asterion_press.errors import Mistake, Place
from asterion_press.pdf.cjk_breaks import is_wide
from asterion_press.rulebook.text.document import Content, Inline, LineBreak, NoteMark, RulesText, StyledText, Symbol

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
    return tuple(_rewritten(content, lambda text: dict(enumerate(turn_quotes(text, pairs))), SYMBOL, SYMBOL))


def _rewritten(
    content: Iterable[Inline], rewrite: Callable[[str], Mapping[int, str]], picture: str, note: str
) -> Iterator[Inline]:
    """Yield content with some characters replaced: by their places in all of its text, in which signs stand for others.

    Args:
        content: to rewrite.
        rewrite: returns what stands in the place of characters.
        picture: stands for a symbol.
        note: stands for a footnote's mark.
    """
    parts = list(content)
    signs = {Symbol: picture, NoteMark: note, LineBreak: NEW_LINE}
    texts = [part.text if isinstance(part, StyledText) else signs[type(part)] for part in parts]
    changed, at = rewrite("".join(texts)), 0
    for part, text in zip(parts, texts, strict=True):
        if not isinstance(part, StyledText):
            yield part
        elif new := "".join(changed.get(place, one) for place, one in enumerate(text, at)):
            yield replace(part, text=new)
        at += len(text)


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
                advice = f"has no partner; write {right}, or ″ for inches" if found[0] == '"' else foreign
                yield Mistake(Place(text.file, part.line, column), f"{found[0]} {advice}")


NO_BREAK, NARROW = "\u00a0", "\u202f"
SPACES = frozenset(" \u00a0\u202f\u2009")
NARROW_EM = 0.14
"""Width of a narrow no-break space: an eighth of an em is usual, a little more is seen in small sizes."""
NO_SPACE_AFTER = frozenset("([{¡¿")
TOGETHER = frozenset("!?")
"""Marks that stand side by side, as in ``?!``."""
SPACE_RUN = re.compile(r"[ \t\n]+")
WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]+) ")
"""A word with the space behind it. It begins with its first letter alone, so that long ones are read but once."""

PICTURE, NEW_LINE = "\ufffc", "\v"
"""Stand for a symbol or a footnote's mark, and for the end of a line that an author breaks."""
NUMBER = r"[+±−-]?\d+(?:[.,:/–-]\d+|\u202f\d{3})*"
COUNTED = rf"[^\W\d_]|[%‰°×{PICTURE}]"
TIES = re.compile(
    rf"""(?<![\w.,:/–\u202f-]) {NUMBER} (?P<counts>[ ]) (?={COUNTED})
    | (?<=[^\W\d_]) (?P<named>[ ]) (?={NUMBER}(?![/.,:–\u202f-]?\w|[ ](?:{COUNTED})))
    | (?<!\w) [^\W\d_] [\u202f\xa0]?: (?P<panel>[ ]) (?=\S)""",
    re.VERBOSE,
)
"""Spaces at which no line breaks, each in a group: after a number, before one that counts nothing, after a panel."""


def apply_spacing(content: Iterable[Inline], typography: Typography, *, cjk: bool) -> Iterator[Inline]:
    """Return content as it is printed: its spaces tidied and made those of its language.

    Args:
        content: as it was read.
        typography: of the language.
        cjk: whether the language is written without spaces.
    """
    tidied = _rewritten(content, lambda text: _tidied(text, cjk=cjk), PICTURE, PICTURE)
    spaced = _rewritten(tidied, lambda text: _custom_spaces(text, typography), PICTURE, PICTURE)
    return _rewritten(spaced, _ties, PICTURE, "")


def _tidied(text: str, *, cjk: bool) -> dict[int, str]:
    """Return one space between words, none at the ends, none within Japanese where a line ended."""
    changed: dict[int, str] = {}
    for found in SPACE_RUN.finditer(text):
        start, end = found.span()
        before = text[start - 1 : start] or NEW_LINE
        changed |= dict.fromkeys(range(start, end), "")
        if before != NEW_LINE and end < len(text) and not (cjk and found[0] == "\n" and is_wide(before)):
            changed[start] = " "
    return changed


def _custom_spaces(text: str, typography: Typography) -> dict[int, str]:
    """Return the spaces around marks and behind short words."""
    openings, closings, tied = typography.space_after, typography.space_before, typography.tied_marks
    words = (found for found in WORD.finditer(text) if found[1].lower() in typography.tied_words)
    changed = {found.end() - 1: NO_BREAK for found in words}
    marks = re.finditer(f"[{re.escape(openings + closings + tied)}]", text) if openings or closings or tied else ()
    for at, sign in ((found.start(), found[0]) for found in marks):
        before, after = text[max(0, at - 1) : at].strip(NEW_LINE), text[at + 1 : at + 2]
        if sign in openings and after:
            changed[at + 1] = NARROW if after in SPACES else NARROW + after
        if before and before in openings:
            continue
        if sign in closings:  # unless it begins the text or stands in a number, as in 12:30
            if before in SPACES:
                changed[at - 1] = NARROW
            elif before and before not in NO_SPACE_AFTER and not (before.isdigit() and after.isdigit()):
                changed[at] = sign if before in TOGETHER and sign in TOGETHER else NARROW + sign
        elif sign in tied and changed.get(at - 1, before) == " ":
            changed[at - 1] = NO_BREAK
    return changed


def _ties(text: str) -> dict[int, str]:
    """Return no-break spaces beside numbers."""
    found = TIES.finditer(text)
    return {one.end() - 1 if one["named"] is None else one.start(): NO_BREAK for one in found}
