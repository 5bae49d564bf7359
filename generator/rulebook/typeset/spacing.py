"""The spaces of a language in its text: French ones before marks, ties after short words and beside numbers.

A translator may write a plain space, the right one, or none; here they become the right ones. A no-break space is as
elastic as others; a narrow one has a width of its own. In every language a number stays on one line with what it
counts, the word, symbol or unit after it; one that counts nothing, as in "tile 4.", with the word before it; and the
letter of a panel, as in "A: the bridge", with what is told of it.

Source: Imprimerie nationale, "Lexique des règles typographiques", on the spaces of French; all narrow here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from generator.catalogue.words import Typography
from generator.pdf.cjk_breaks import is_wide
from generator.rulebook.text.document import Inline, LineBreak, StyledText, Symbol

NO_BREAK, NARROW = "\u00a0", "\u202f"
SPACES = frozenset(" \u00a0\u202f\u2009")
NARROW_EM = 0.14
"""Width of a narrow no-break space: an eighth of an em is usual, a little more is seen in small sizes."""
NO_SPACE_AFTER = frozenset("([{¡¿")
TOGETHER = frozenset("!?")
"""Marks that stand side by side, as in ``?!``."""
RUNS = re.compile(r"[^\W\d_]+|.", re.DOTALL)
"""Letters one after the other, or one other character."""

PICTURE, NEW_LINE = "\ufffc", "\n"
"""Stand for a symbol and for the end of a line in the search for numbers."""
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
    return _tie_numbers(apply_custom_spaces(_tidied(content, cjk=cjk), typography))


def apply_custom_spaces(content: Iterable[Inline], typography: Typography) -> Iterator[Inline]:
    """Return tidied content with the spaces of its language."""
    custom = typography.space_before or typography.space_after or typography.tied_words or typography.tied_marks
    return iter(_Spacer(typography).take(content)) if custom else iter(content)


@dataclass(slots=True)
class _Spacer:
    """A walk through content from mark to mark.

    Attributes:
        parts: content so far; the text of words as a list of characters.
        word: the letters since the last space.
        marks: with special spaces around them.
    """

    typography: Typography
    parts: list[tuple[Inline, list[str]]] = field(default_factory=list)
    word: str = ""
    marks: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        custom = self.typography
        self.marks = frozenset(custom.space_before + custom.space_after + custom.tied_marks)

    def take(self, content: Iterable[Inline]) -> Iterator[Inline]:
        for part in content:
            self.parts.append((part, []))
            if isinstance(part, StyledText):
                for start, end in (found.span() for found in RUNS.finditer(part.text)):
                    self._take(part.text[start], part.text[start + 1 : start + 2])
                    rest = part.text[start + 1 : end]
                    # of letters that are no marks only the first can get a space before it
                    if rest.isalpha() and not self.marks.intersection(part.text[start:end]):
                        self.parts[-1][1].extend(rest)
                        self.word += rest
                        continue
                    for index in range(start + 1, end):
                        self._take(part.text[index], part.text[index + 1 : index + 2])
            else:
                self.word = ""
        for part, characters in self.parts:
            yield replace(part, text="".join(characters)) if isinstance(part, StyledText) else part

    def _take(self, character: str, following: str) -> None:
        before, put = self._before(), self.parts[-1][1].append
        if before and before in self.typography.space_after:
            if character not in SPACES:
                put(NARROW)
            else:
                character = NARROW
        elif character in self.typography.space_before:  # unless it begins the text or stands in a number, as in 12:30
            if before in SPACES:
                self._change(NARROW)
            elif (
                before
                and not (before in TOGETHER and character in TOGETHER)
                and before not in NO_SPACE_AFTER
                and not (before.isdigit() and following.isdigit())
            ):
                put(NARROW)
        elif character in self.typography.tied_marks and before == " ":
            self._change(NO_BREAK)
        elif character == " " and self.word.lower() in self.typography.tied_words:
            character = NO_BREAK
        put(character)
        self.word = self.word + character if character.isalpha() else ""

    def _before(self) -> str:
        """Return the last character, a letter for a symbol or a note's mark, nothing at the beginning of a line."""
        for part, characters in reversed(self.parts):
            if characters:
                return characters[-1]
            if not isinstance(part, StyledText):
                return "" if isinstance(part, LineBreak) else "x"
        return ""

    def _change(self, space: str) -> None:
        """Replace the last character, a space."""
        next(characters for _, characters in reversed(self.parts) if characters)[-1] = space


def _tie_numbers(content: Iterable[Inline]) -> Iterator[Inline]:
    """Yield content with no-break spaces beside its numbers."""
    parts = list(content)
    texts = [_searched(part) for part in parts]
    whole = "".join(texts)
    tied = {found.end() - 1 if found["named"] is None else found.start() for found in TIES.finditer(whole)}
    at = 0
    for part, text in zip(parts, texts, strict=True):
        here = {place - at for place in tied if at <= place < at + len(text)}
        at += len(text)
        if isinstance(part, StyledText) and here:
            written = enumerate(part.text)
            yield replace(part, text="".join(NO_BREAK if place in here else one for place, one in written))
        else:
            yield part


def _searched(part: Inline) -> str:
    """Return what stands for a part of content in the search for numbers; a footnote's mark is nothing."""
    match part:
        case StyledText():
            return part.text
        case LineBreak():
            return NEW_LINE
        case Symbol():
            return PICTURE
        case _:
            return ""


def _tidied(content: Iterable[Inline], *, cjk: bool) -> Iterator[Inline]:
    """Yield content with one space between words, none at the ends, none within Japanese where a line ended."""
    before = " "
    last: StyledText | None = None
    for part in content:
        if not isinstance(part, StyledText):
            if last is not None:
                yield last
                last = None
            yield part
            before = " " if isinstance(part, LineBreak) else "x"
            continue
        if last is not None:
            yield last
        text = part.text
        if cjk and text == "\n" and is_wide(before):
            last = None
            continue
        text = re.sub(r"[ \t\n]+", " ", text)
        text = text.removeprefix(" ") if before == " " else text
        last = replace(part, text=text) if text else None
        before = text[-1] if text else before
    if last is not None:
        yield replace(last, text=last.text.rstrip(" "))
