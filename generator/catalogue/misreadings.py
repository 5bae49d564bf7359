"""What is wrong with a text that is no YAML, in words that neither a parser nor a programmer would need."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from generator.characters import named

LOOK = "check indentation, quotes and brackets here and just above"

_MERGE_MARK = re.compile(r"^(<{7}|>{7}|\|{7})( .*)?$|^={7}$", re.MULTILINE)
"""A line that Git leaves in a file where two changes collide. Source: git-merge(1), "How conflicts are presented"."""
_POINTER = "version https://git-lfs.github.com/spec/"
"""Source: the specification of Git LFS, docs/spec.md."""
_PAGE = re.compile(r"\s*<(!doctype|html|head|\?xml|!--)", re.IGNORECASE)

_SIGNS = frozenset(":,[]{}#-")
"""Signs of YAML that keyboards of other scripts write as other characters."""

_PROBLEMS = (
    ("mapping values are not allowed", f"a colon that begins no value; put text that holds ': ' in quotes, or {LOOK}"),
    ("could not find expected ':'", f"a key without a colon; write ': ' after it, or {LOOK}"),
    ("or ']'", "a list that is not closed; write ',' between its entries and ']' at its end"),
    ("or '}'", "braces that are not closed; write ',' between their keys and '}' at their end"),
    (
        "unexpected end of stream",
        "quotes that are not closed; end them with the mark that they begin with",
    ),
    ("cannot start any token", "a sign that begins no value; put the value in quotes"),
    ("sequence entries are not allowed", "an entry of a list ('- ') where none may stand; begin a new line for it"),
    ("'-' indicator", f"a line among the entries of a list that does not begin with '- '; {LOOK}"),
    ("escape", "a backslash that begins no escape; put the text in single quotes"),
    ("hexdecimal number", "a backslash that begins no escape; put the text in single quotes"),
    ("document start", f"what does not go on from the lines above; {LOOK}"),
    ("document indicator", "a line of '---' or '...' within quotes or brackets; close them before it"),
    ("directive", "a line that begins with '%'; put the value in quotes"),
    ("expected key", f"a line that is indented otherwise than the lines that it belongs to; {LOOK}"),
    ("block end", f"a line that is indented otherwise than the lines that it belongs to; {LOOK}"),
)
"""Parts of what libyaml and PyYAML say, and what is told instead."""


_UNCLOSED = ("or ']'", "or '}'", "unexpected end of stream")


def is_unclosed(problem: str) -> bool:
    """Return whether a parser says that quotes or brackets are open still; then where they begin is to be told."""
    return any(part in problem for part in _UNCLOSED)


def foreign(text: str) -> str:
    """Return what a text is that was never YAML, with the remedy; an empty text if nothing tells."""
    if text.startswith(_POINTER):
        return "a pointer of Git LFS, not the file itself; run `git lfs pull`"
    if _PAGE.match(text):
        return "a page of HTML or XML, not the file itself; download the file as it is (raw)"
    return ""


def looks_like_utf16(raw: bytes) -> bool:
    """Return whether bytes are text in UTF-16: each second one of the beginning is zero."""
    head = raw[:200]
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff") or head.count(0) * 3 > len(head)


def merge_marks(text: str) -> Iterator[tuple[int, str]]:
    """Yield where each mark of an unfinished merge begins in a text, and what is told of it."""
    if "<<<<<<<" in text or ">>>>>>>" in text:
        for found in _MERGE_MARK.finditer(text):
            yield found.start(), f"a mark of an unfinished merge, {found[0][:7]!r}; keep one side and delete the marks"


def explained(problem: str, lines: list[str], line: int, column: int) -> tuple[int, int, str]:
    """Return where a text stops being YAML, and why.

    Args:
        problem: what the parser says.
        lines: of the text.
        line: where it says so, counted from 0.
        column: likewise.
    """
    for number in (line, line - 1):
        text = lines[number] if 0 <= number < len(lines) else ""
        blank = len(text) - len(text.lstrip())
        at = column if number == line and text[column : column + 1] == "\t" else text.find("\t", 0, blank)
        if at >= 0:
            return number, at, "a tab (U+0009 CHARACTER TABULATION); indent with spaces"
        for at, character in enumerate(text):
            if not character.isascii() and (meant := unicodedata.normalize("NFKC", character)) in _SIGNS:
                return number, at, f"{named(character)} is no {meant!r}; write {meant!r}, or put the text in quotes"
    told = next((told for part, told in _PROBLEMS if part in problem), f"no YAML; {LOOK}")
    return line, column, told
