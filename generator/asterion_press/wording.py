"""Characters by name, and the phrases that messages share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

MARKS_ON_A_LETTER = 4
"""Combining marks that a letter may bear: no language that is printed needs more than three, and each is painted."""
CHOICES = 24
"""Choices that a message lists."""
COMPARED = 100
"""Choices that are compared with a mistyped word to find the one that was meant."""
MINUS = "\u2212"
"""The sign before a number below zero in print."""

BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reorder the text around them and so can hide what a file says. Source: UAX #9, CVE-2021-42574."""

_MARK = "[\u0300-\u036f]"
_ONE_TOO_MANY = rf"{_MARK}(?<={_MARK}{{{MARKS_ON_A_LETTER + 1}}})(?<!{_MARK}{{{MARKS_ON_A_LETTER + 2}}})"
FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff{''.join(sorted(BIDI_CONTROLS))}]|{_ONE_TOO_MANY}"
)
"""Characters that no file may hold, not even in comments.

Source: YAML 1.1, 5.1 "Character Set", and the above; that line and paragraph separators and a byte order mark within
the file are among them is our own choice."""

_CONTROLS = (
    *("NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE"),
    *("BELL", "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN"),
    *("SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE"),
    *("DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL"),
    *("END OF MEDIUM", "SUBSTITUTE", "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE"),
    *("INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE"),
)
"""Names of U+0000 to U+001F, which Python does not know. Source: Unicode Character Database, NameAliases.txt."""
_NAMELESS = {"Cc": "CONTROL", "Cs": "SURROGATE", "Co": "PRIVATE USE", "Cn": "NO CHARACTER"}

_SHAPES = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅαγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‑‒–—−“”„‘’",
    'abekmhopctyxijsdhlqwABEKMHOPCTYXIJSayikvopuxABEZHIKMNOPTYX------"""\'\'',
)
"""Letters of other scripts, dashes and quotes that are drawn like a character of ASCII. Own choice after UTS #39."""
_LONGEST_WORD = 200
"""Characters of a word that are searched for look-alikes."""

_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a symbol that are drawn as nothing. Source: the Unicode charts of Hangul and Braille."""

MARKUP = re.compile(r"\{\{[^{}:\n]*(?=:|\}\})|\]\([^()\s]*|\b[A-Z]\d*\b")
"""Parts of a passage that are not translated: placeholders, targets of links, letters of panels and ids of tiles."""
LETTERED = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")


def named(character: str) -> str:
    """Return the number and the name of a character, such as ``U+0007 BELL``."""
    number = ord(character)
    known = _CONTROLS[number] if number < len(_CONTROLS) else unicodedata.name(character, "")
    return f"U+{number:04X} {known or _NAMELESS.get(unicodedata.category(character), 'WITHOUT A NAME')}"


def refusal_of(character: str) -> str:
    """Return the message for a character that is not allowed."""
    if character in "\n\r\x85\u2028\u2029":
        return f"a line break ({named(character)}) within the text; write it on one line"
    if character == "\t":
        return f"a tab ({named(character)}) within the text; write a space"
    if unicodedata.combining(character):
        return f"more than {MARKS_ON_A_LETTER} marks on one letter; delete some"
    return f"forbidden character {named(character)}; delete it"


def forbidden_in_line(text: str) -> str:
    """Return the first character that may not stand in a text of one line; an empty text if there is none."""
    return next((text[at] for at in forbidden_places(text)), "")


def forbidden_places(text: str) -> Iterator[int]:
    """Yield the places, from 0, of characters that may not stand in a text of one line."""
    if not text.isprintable():
        wrong = {character for character in set(text) if _is_forbidden(character)}
        yield from (at for at, character in enumerate(text) if character in wrong)
    if not text.isascii():  # most texts are, and each value of a file comes by here
        yield from (found.start() for found in re.finditer(_ONE_TOO_MANY, text))


def _is_forbidden(character: str) -> bool:
    if character in BIDI_CONTROLS or character == "\ufeff":
        return True
    return unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def shows_something(text: str) -> bool:
    """Return whether some character of a text can be seen by itself: no space, joiner or lone accent."""
    return any(unicodedata.category(one)[0] not in "ZCM" and one not in _UNSEEN for one in text)


def look_alike(word: str) -> str:
    """Return the end of a message about a word of ASCII that names its first character of another kind, if any."""
    for character in word[:_LONGEST_WORD]:
        if character.isascii():
            continue
        meant = unicodedata.normalize("NFKC", character).translate(_SHAPES)
        if meant.isascii() and meant.isprintable():
            return f"; it holds {named(character)}, which looks like {meant!r}"
        return f"; it holds {named(character)}"
    return ""


def has_words(text: str) -> bool:
    """Return whether a text has more than placeholders, numbers, letters of panels and ids."""
    return bool(LETTERED.search(MARKUP.sub(" ", text)))


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Return the remedy of a message: the closest match, if any, and the list of choices."""
    import difflib

    there = list(choices)
    shown = there if len(there) <= CHOICES else [*there[:CHOICES], f"{len(there) - CHOICES} more"]
    listed = f"one of {', '.join(shown)}" if there else "nothing may stand here"
    folded = {choice.casefold(): choice for choice in there[:COMPARED]}
    close = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    odd = look_alike(word)
    return f"did you mean {folded[close[0]]!r}? {listed}{odd}" if close else f"{listed}{odd}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun, such as ``1 tile`` and ``2 tiles``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def sum_of(addends: Iterable[int]) -> str:
    """Return a sum as players write it down, such as ``1 + 1 + 4 + 4``; ``0`` without addends (A3)."""
    return " + ".join(map(str, addends)) or "0"


def enumerated(words: Iterable[str]) -> str:
    """Return words as a sentence lists them, such as ``yellow, blue and red``; ``nothing`` if there are none."""
    listed = list(words)
    others, last = listed[:-1], listed[-1] if listed else "nothing"
    return f"{', '.join(others)} and {last}" if others else last
