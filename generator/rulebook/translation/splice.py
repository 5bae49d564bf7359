"""Passages exchanged in a text: what is exchanged is written anew, every other byte stays, and the text is read again.

A translation may change what a passage says, and nothing else: a mark such as ``#`` or ``---`` that makes a passage
another kind of passage, or two, is a mistake of that translation.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.words import check_words
from generator.characters import forbidden_in_line, refusal_of, shows_something
from generator.errors import InputError, Mistake, Place
from generator.rulebook.translation.language import Text
from generator.rulebook.translation.passages import Passage, has_wide, split_passages, write_scalar
from generator.rulebook.translation.sources import WORD_PARTS, WORDS

WIDTH = 120
"""Length of lines in texts. Source: the shipped texts."""
NOTE_INDENT = "    "
IN_BRACES = re.compile(r"\{\{[^{}\n]*\}\}")
TIED = "\ue000"
"""Stands for a space where no line may end: a placeholder with its plural forms ends on its line."""
BARS = re.compile(r"(?<!\\)\|")
BLOCK_BEGINS = re.compile(r"#{1,6} |>|\[\^[^\]\s]+\]: +\S|\||[-*+] +\S|\d+[.)] ")
"""The beginnings of headings, block quotes, footnotes, rows and items."""
ONE_LINE = frozenset({"word", "head", "heading", "row"})
"""Kinds of passages that always stand on one line."""


def exchange_passages(text: Text, changes: Mapping[str, str]) -> str:
    """Return the text of a file with the passages of these keys changed."""
    lines = text.text.split("\n")
    for passage in reversed(text.passages):
        new = changes.get(passage.key, passage.text)
        if new == passage.text:
            continue
        if passage.kind == "word":
            lines[passage.first - 1] = _exchange_value(lines[passage.first - 1], passage, new)
        else:
            lines[passage.first - 1 : passage.last] = write_passage(passage, new)
    return "\n".join(lines)


def write_passage(passage: Passage, text: str) -> list[str]:
    """Return the lines of a passage that says `text`.

    Japanese and Chinese are not wrapped, and no wrapped line begins a block of its own.
    """
    if passage.kind in {"heading", "row"}:
        return [passage.prefix + text.replace("\n", " ") + passage.suffix]
    if passage.kind == "head":
        return [passage.prefix + write_scalar(text)]
    indents = {"note": NOTE_INDENT, "quote": passage.prefix}
    indent = indents.get(passage.kind, " " * len(passage.prefix))
    lines: list[str] = []
    for number, part in enumerate(text.split("\n")):  # separated by breaks made by hand
        first = passage.prefix if number == 0 else indent
        if has_wide(part):
            lines.append(first + part)
            continue
        whole = IN_BRACES.sub(lambda found: found[0].replace(" ", TIED), part)
        wrapped = textwrap.wrap(
            whole, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for place, line in enumerate(wrapped):
            if place and BLOCK_BEGINS.match(own := line.removeprefix(indent).strip()):
                lines[-1] += f" {own}"
            else:
                lines.append(line)
    return [line.replace(TIED, " ") for line in lines]


def _exchange_value(line: str, passage: Passage, new: str) -> str:
    """Return a line of words.yaml with the value that begins in the passage's column exchanged."""
    start = passage.column - 1
    return line[:start] + write_scalar(new) + line[_end_of_value(line, start) :]


def _end_of_value(line: str, start: int) -> int:
    """Return where the value ends that begins at an index of a line of words.yaml."""
    rest = line[start:]
    if rest[:1] in {"'", '"'}:
        value = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", rest)
        return start + (value.end() if value else len(rest))
    end = re.search(r"(?<!\s)(?:\s*[,}]|\s+#)" if "{" in line[:start] else r"(?<!\s)\s+#", rest)
    return start + (end.start() if end else len(rest.rstrip()))


def insert_word(text: str, before: Passage, key: str, word: str) -> str:
    """Return the text of words.yaml with a word of this key behind another one of its part."""
    lines = text.split("\n")
    line, start = lines[before.first - 1], before.column - 1
    entry = f"{key}: {write_scalar(word)}"
    if "{" in line[:start]:
        end = _end_of_value(line, start)
        lines[before.first - 1] = f"{line[:end]}, {entry}{line[end:]}"
    else:
        indent = line[: len(line) - len(line.lstrip())]
        lines.insert(before.first, indent + entry)
    return "\n".join(lines)


def check_translation(passage: Passage, text: str) -> Iterator[str]:
    """Yield the reasons why a translation cannot replace a passage in any text.

    Args:
        passage: that it replaces.
        text: the translation.
    """
    if character := forbidden_in_line(text.replace("\n", "")):
        yield refusal_of(character)
    if not shows_something(text):
        yield "blank; leave it empty where nothing is translated yet"
    elif text != text.strip():
        yield "begins or ends with a space or a line break; take that out"
    elif passage.kind in ONE_LINE and "\n" in text:
        yield f"a line break in a {passage.kind}; write it on one line"
    elif passage.kind not in {"word", "head"}:
        found = reread_passage(passage, text)
        alone = "figure" if passage.kind == "figure" else "paragraph"  # what it is without a mark before it
        begins = [one.kind for one in split_passages(text)] == [alone] and not text.startswith("|")
        if not (begins or passage.kind == "row") or [(one.kind, _single_spaced(one.text)) for one in found] != [
            (passage.kind, _single_spaced(text))
        ]:
            marks = "such as #, -, 1., |, --- or a line break"
            yield f"would not be read as one {passage.kind}; take out what begins another passage, {marks}"


def reread_passage(passage: Passage, text: str) -> list[Passage]:
    """Return what is read in the place of a passage that says `text`."""
    lines = write_passage(passage, text)
    if passage.kind == "row":  # one is read as a row in a table only
        lines.append(f"{passage.prefix}{'|---' * (len(BARS.findall(passage.text)) - 1)}|")
    return split_passages(textwrap.dedent("\n".join(lines)))


def check_text(name: str, text: str, before: Text, changes: Mapping[str, str], tag: str) -> list[Mistake]:
    """Return the mistakes of a whole text that was changed, each at its place in that text.

    Args:
        name: of the text: a game, or ``words``.
        text: as it shall be.
        before: as it was.
        changes: new texts of passages, by their keys.
        tag: of the language.
    """
    if name != WORDS:
        return _changed_structure(before, split_passages(text, before.model_ids), changes)
    try:
        document = parse_document(text.encode(), before.file)
        check_words(document, tag)
    except InputError as error:
        return list(error.mistakes)
    parts = {part: document.data.get(part) for part in WORD_PARTS}
    values = {
        f"{part}/{key}": word for part, read in parts.items() if isinstance(read, dict) for key, word in read.items()
    }
    wanted = {passage.key: changes.get(passage.key, passage.text) for passage in before.passages}
    wrong = [key for key, value in wanted.items() if values.get(key) != value]
    return [Mistake(Place(before.file), f"{key} would not be read as it is written") for key in wrong]


def _changed_structure(before: Text, after: Sequence[Passage], changes: Mapping[str, str]) -> list[Mistake]:
    """Return a mistake where the passages are not those of before, with what was changed."""
    wanted = [(one.key, one.kind, _single_spaced(changes.get(one.key, one.text))) for one in before.passages]
    found = [(one.key, one.kind, _single_spaced(one.text)) for one in after]
    for (key, kind, _), other, passage in zip(wanted, found, after, strict=False):
        if (key, kind, _) != other:
            message = f"the {kind} {key!r} would not be read as it is written; take out what begins another passage"
            return [Mistake(Place(before.file, passage.first, 1), message)]
    if len(found) != len(wanted):
        return [Mistake(Place(before.file), f"{len(found)} passages would be read, not {len(wanted)}")]
    return []


def move_to_translations(
    mistakes: Sequence[Mistake], passages: Sequence[Passage], places: Mapping[str, Place], known: Sequence[Mistake] = ()
) -> list[Mistake]:
    """Return mistakes of a text at the translations that brought them.

    Args:
        mistakes: at their places in the text.
        passages: of the text as it would be, with their lines.
        places: of the translations that changed a passage, by its key.
        known: mistakes that the text had before; those are left out, unless they stand in what was changed.
    """
    old = Counter(mistake.message for mistake in known)
    found = []
    for mistake in mistakes:
        keys = (one.key for one in passages if one.first <= mistake.place.line <= one.last and one.key in places)
        if (key := next(keys, None)) is not None:
            found.append(Mistake(places[key], mistake.message))
        elif old[mistake.message]:
            old[mistake.message] -= 1
        else:
            found.append(mistake)
    return found


def _single_spaced(text: str) -> str:
    """Return a text with single spaces, as wrapping leaves it."""
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n"))
