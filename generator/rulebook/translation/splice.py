"""Passages exchanged in a file: what is exchanged is written anew, every other byte stays as it is."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

from generator.rulebook.translation.passages import HEADING, INTERRUPTING_ITEM, NOTE, ROW, Passage, has_wide
from generator.rulebook.translation.status import Text

WIDTH = 120
"""Lines of texts are wrapped here. Source: the other texts."""
NOTE_INDENT = "    "
PLAIN = re.compile(r"[^\W_][^:#{}\[\],&*?|>!%@`'\"]*(?<!\s)")
"""A scalar of YAML that needs no quotes; others may need none, but are given them."""
RESERVED = frozenset({"true", "false", "yes", "no", "on", "off", "null"})


def exchanged(text: Text, changes: Mapping[str, str]) -> str:
    """The text of a file with the passages of these keys changed."""
    lines = text.text.split("\n")
    for passage in reversed(text.passages):
        new = changes.get(passage.key, passage.text)
        if new == passage.text:
            continue
        if passage.kind == "word":
            lines[passage.first - 1] = _with_value(lines[passage.first - 1], passage, new)
        else:
            lines[passage.first - 1 : passage.last] = written(passage, new)
    return "\n".join(lines)


def written(passage: Passage, text: str) -> list[str]:
    """The lines of a passage that says `text`."""
    match passage.kind:
        case "heading" | "row":
            return [passage.prefix + text.replace("\n", " ") + passage.suffix]
        case "head":
            return [passage.prefix + scalar(text)]
        case "note":
            indent = NOTE_INDENT
        case _:
            indent = " " * len(passage.prefix)
    lines: list[str] = []
    for number, part in enumerate(text.split("\n")):  # parts are parted by breaks made by hand
        lines += _wrapped(part, passage.prefix if number == 0 else indent, indent)
    return lines


def _wrapped(text: str, first: str, indent: str) -> list[str]:
    """One paragraph wrapped; Japanese and Chinese on one line, and no line that would begin a block of its own."""
    if has_wide(text):
        return [first + text]
    lines: list[str] = []
    for line in textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    ):
        if lines and _begins_block(line.strip()):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return lines


def _begins_block(line: str) -> bool:
    whole = any(form.fullmatch(line) for form in (HEADING, NOTE, ROW))
    return whole or bool(INTERRUPTING_ITEM.match(line) or re.match(r"\d+[.)] ", line))


def scalar(text: str) -> str:
    """A text as a scalar of YAML on one line."""
    if PLAIN.fullmatch(text) and text.lower() not in RESERVED:
        return text
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _with_value(line: str, passage: Passage, new: str) -> str:
    """A line of words.yaml with the value that begins in the passage's column exchanged."""
    start = passage.column - 1
    end = start + _scalar_length(line[start:], flow="{" in line[:start])
    return line[:start] + scalar(new) + line[end:]


def _scalar_length(rest: str, *, flow: bool) -> int:
    """How long the scalar is that a text begins with."""
    if rest[:1] in {"'", '"'}:
        quoted = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", rest)
        return quoted.end() if quoted else len(rest)
    end = re.search(r"\s*[,}]|\s+#" if flow else r"\s+#", rest)
    return end.start() if end else len(rest.rstrip())
