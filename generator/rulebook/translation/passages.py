"""The passages of a rules text, with the lines that they stand in, so that one can be exchanged and no other changes.

They are found by the parser that reads rules texts. A passage's text is on one line: what was wrapped in the file is
unwrapped.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Literal, TypeAlias

from markdown_it import MarkdownIt

from generator.rulebook.text.document import FENCE
from generator.rulebook.text.markdown import CONDITION, derive_ids, new_parser

Kind: TypeAlias = Literal["head", "heading", "paragraph", "item", "row", "quote", "figure", "note", "condition", "word"]

HEAD = "HEAD"
"""The section before the first heading; ids of headings have small letters."""
HEAD_LINE = re.compile(r"(\w+:[ ]+)(\S.*)")
HEADING_ID = re.compile(r"(.*?)(?<! )[ ]*\{#([^{}]*)\}")
FIGURE = re.compile(r"!\[.*\]\(figure:([^()\s]*)(?:\s+\"(?:[^\"\\]|\\.)*\")?\)")
MARKUP = re.compile(r"\{\{[^{}:\n]*(?=:|\}\})|\]\([^()\s]*|\b[A-Z]\d*\b")
"""Parts of a passage that are not translated: placeholders, targets of links, letters of panels and ids of tiles."""
WORDS = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")
REVISION = re.compile(r"revision:[ ]+([0-9]{1,9})[ ]*(?:#.*)?")
PLAIN = re.compile(r"[^\W_][^:#{}\[\],&*?|>!%@`'\"]*(?<!\s)")
"""A scalar of YAML that needs no quotes; others may need none, but are given them."""
RESERVED = frozenset({"true", "false", "yes", "no", "on", "off", "null"})


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage.

    Attributes:
        section: id of the heading above it.
        kind: of block.
        name: within its section, such as ``item-2``.
        text: on one line, without what makes the block.
        first, last: its lines, from 1; the last is included.
        prefix: the rest of its first line before the text: hashes, a bullet, the name of a note.
        suffix: the rest behind the text: a heading's id.
    """

    section: str
    kind: Kind
    name: str
    text: str
    first: int
    last: int
    prefix: str = ""
    suffix: str = ""

    @property
    def key(self) -> str:
        """Return the passage's name in the whole text, such as ``setup/item-2``."""
        return f"{self.section}/{self.name}"

    @property
    def column(self) -> int:
        """Return where the text begins in its first line, from 1."""
        return len(self.prefix) + 1

    @property
    def has_words(self) -> bool:
        """Return whether the passage has text to translate."""
        return has_words(self.text)


def has_words(text: str) -> bool:
    """Return whether a text has more than placeholders, numbers, letters of panels and ids."""
    return bool(WORDS.search(MARKUP.sub(" ", text)))


def split_passages(text: str, model_ids: Sequence[str] = ()) -> list[Passage]:
    """Return all passages of a rules text, in its order.

    Args:
        text: as it is written.
        model_ids: ids of the headings of the text that it is a translation of.
    """
    lines = text.split("\n")
    passages, begins = _front_passages(lines)
    section, counts = HEAD, Counter[str]()
    parser_lines = "\n".join([""] * begins + lines[begins:]).replace("\r", " ")  # as many lines as the text has
    tokens = _parser().parse(parser_lines)
    contents = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    marked = ((HEADING_ID.fullmatch(reduce(join_lines, raw.split("\n"))), raw) for raw in contents)
    sections = iter(derive_ids([(one[1], one[2]) if one else (raw, "") for one, raw in marked], model_ids))
    quotes = 0
    for index, token in enumerate(tokens):
        quotes += (token.type == "blockquote_open") - (token.type == "blockquote_close")
        if token.map is None or token.type not in {"heading_open", "paragraph_open", "tr_open"}:
            continue
        first, last = token.map
        line, before = lines[first], tokens[max(0, index - 1)]
        content = line.strip() if token.type == "tr_open" else tokens[index + 1].content
        prefix = line[: max(0, line.find(content.partition("\n")[0]))]
        content, suffix, name = reduce(join_lines, content.split("\n")), "", ""
        kind: Kind
        if token.type == "tr_open":
            kind, last = "row", first + 1
        elif token.type == "heading_open":
            kind, name = "heading", "heading"
            counts.clear()
            section = next(sections)
            if found := HEADING_ID.fullmatch(content):
                content = found[1]
            suffix = line[len(prefix) + len(content) :]
            prefix = prefix or f"{'#' * int(token.tag[1:])} "  # of one that is underlined
        elif before.type == "footnote_reference_open":
            kind, name = "note", f"note-{before.meta['label']}"
        elif before.type == "list_item_open":
            kind = "item"
        elif quotes:
            kind = "quote"
        else:
            kind, name = _paragraph_kind(content)
        counts[kind] += 1
        name = name or f"{kind}-{counts[kind]}"
        counts[f"/{name}"] += 1
        if (number := counts[f"/{name}"]) > 1:  # a figure that a section shows again
            name = f"{name}-{number}"
        passages.append(Passage(section, kind, name, content, first + 1, last, prefix, suffix))
    return passages


def _paragraph_kind(content: str) -> tuple[Kind, str]:
    """Return the kind of a paragraph that stands alone, and its name if that is not its number."""
    if found := FIGURE.fullmatch(content):
        return "figure", f"figure-{found[1]}"
    return "condition" if CONDITION.fullmatch(content) else "paragraph", ""


@cache
def _parser() -> MarkdownIt:
    """Return a parser of blocks alone, which leaves footnotes where they stand."""
    parser = new_parser()
    parser.core.ruler.disable(["inline", "footnote_tail", "text_join"])
    return parser


def _front_passages(lines: Sequence[str]) -> tuple[list[Passage], int]:
    """Return the passages of the text's head, and the index of the first line after it."""
    if lines[0].rstrip() != FENCE or FENCE not in map(str.rstrip, lines[1:]):
        return [], 0
    passages = []
    for number, line in enumerate(map(str.rstrip, lines[1:]), 2):
        if line == FENCE:
            break
        if (found := HEAD_LINE.fullmatch(line)) and not REVISION.fullmatch(line):
            key, value = found[1].rstrip(": "), plain_scalar(found[2])
            passages.append(Passage(HEAD, "head", key, value, number, number, found[1]))
    return passages, number


def revision_of(text: str) -> int:
    """Return the revision that the head of a text says; the first if it says none, or no number."""
    first, *others = text.splitlines() or [""]
    for written in others if first.rstrip() == FENCE else []:
        if written.rstrip() == FENCE:
            break
        if found := REVISION.fullmatch(written):
            return int(found[1])
    return 1


def plain_scalar(raw: str) -> str:
    """Return the value of a scalar of YAML on one line, in quotes or without."""
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw[1:-1] if len(raw) > 1 and raw[0] == raw[-1] == '"' and "\\" not in raw else raw


def write_scalar(text: str) -> str:
    """Return a text as a scalar of YAML on one line."""
    if PLAIN.fullmatch(text) and text.lower() not in RESERVED:
        return text
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def join_lines(text: str, line: str) -> str:
    """Return a text and the line that continues it as one line; a break made by hand is kept."""
    if text.endswith(("\\", "  ")):
        return f"{text.rstrip(' ')}\n{line.strip()}" if text.endswith("\\") else f"{text.rstrip()}\\\n{line.strip()}"
    line = line.strip()
    return f"{text.rstrip()}{'' if _wide(text.rstrip()[-1:]) and _wide(line[:1]) else ' '}{line}"


def has_wide(text: str) -> bool:
    """Return whether a text has Japanese or Chinese letters, which no spaces part."""
    return any(map(_wide, text))


def _wide(character: str) -> bool:
    return (
        bool(character)
        and not "\uac00" <= character <= "\ud7a3"
        and unicodedata.east_asian_width(character) in {"W", "F"}
    )
