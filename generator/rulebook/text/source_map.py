"""Where a text stands in its file: lines and columns are counted from 1, columns in characters.

The Markdown parser knows the lines of a block, and nothing of the columns within. What it hands on as the content of a
paragraph, heading or cell is text of those lines, less what makes the block: bullets, hashes, pipes. So each character
of a content is given its :class:`Spot` first, and a :class:`Trail` then finds the tokens in it, one after the other::

    - see [the *end*](#end)         a line of the file
      see [the *end*](#end)         the content: its characters stand in columns 3 to 23
           ^    ^       ^           link, em, destination: each sought after the one before
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.errors import Place

LINE_BREAK = re.compile("\r\n?|\n")
"""What ends a line. Source: CommonMark 0.31.2, 2.1; other characters that Python counts as such do not."""
HASHES = re.compile(r" {0,3}#{1,6}")
"""Source: CommonMark 0.31.2, 4.2, ATX headings."""
DESTINATION = re.compile(r"\]\(\s*<?")
"""From the end of a link's words to where it leads."""


class Spot(NamedTuple):
    """A line of a text, and a column in it."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file, as its author sees it.

    Attributes:
        file: its name in messages.
        lines: the text; none where a place is known without looking.
    """

    file: str
    lines: tuple[str, ...] = ()

    @classmethod
    def of(cls, file: str, text: str) -> Source:
        """The lines of a text."""
        return cls(file, tuple(LINE_BREAK.split(text)))

    def written(self, line: int) -> str:
        """What stands in a line."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    def place(self, line: int, what: str = "", column: int = 1) -> Place:
        """The place of `what`, sought from a column on; where it is not, that column, but no space before the text."""
        written = self.written(line)
        found = written.find(what, column - 1) if what else -1
        indent = len(written) - len(written.lstrip())
        return Place(self.file, line, found + 1 if found >= 0 else max(column, indent + 1))

    def spots(self, content: str, line: int) -> list[Spot]:
        """Where each character of a paragraph or heading stands that begins in a line, and where it ends."""
        spots: list[Spot] = []
        for number, part in enumerate(content.split("\n"), line):
            written = self.written(number)
            if written.rstrip().endswith(part.strip()):
                shift = len(written.rstrip()) - len(part.rstrip())
            else:  # a heading that ends in hashes, too
                hashes = HASHES.match(written)
                shift = max(0, written.find(part.strip(), hashes.end() if hashes else 0))
            spots += [Spot(number, max(0, shift + index) + 1) for index in range(len(part) + 1)]
        return spots

    def cells(self, line: int) -> Iterator[list[Spot]]:
        """Where each character of a table's cells stands, and where it ends; a pipe with a backslash is text.

        Source: GitHub Flavored Markdown 0.29, 4.10, as markdown-it reads it.
        """
        written = self.written(line)
        cells: list[list[int]] = [[]]
        for index, character in enumerate(written):
            if character != "|":
                cells[-1].append(index)
            elif index and written[index - 1] == "\\":
                cells[-1][-1] = index
            else:
                cells.append([])
        if not "".join(written[index] for index in cells[0]).strip():
            del cells[0]  # what stands before the first pipe
        for cell in cells:
            while cell and written[cell[0]].isspace():
                del cell[0]
            yield [Spot(line, index + 1) for index in [*cell, cell[-1] + 1 if cell else 0]]


class Trail:
    """Follows the tokens of a content through its text: each is sought after the one before."""

    def __init__(self, raw: str, spots: Sequence[Spot]) -> None:
        self._raw = raw
        self._spots = spots
        self._at = 0

    def spot(self, index: int | None = None) -> Spot:
        """Where a character stands, by default the one that the trail has come to."""
        index = self._at if index is None else index
        return self._spots[min(index, len(self._spots) - 1)]

    def past(self, sign: str) -> int:
        """Go past the next `sign`; its index, or where the trail stands if there is none."""
        found = self._raw.find(sign, self._at)
        if found < 0:
            return self._at
        self._at = found + len(sign)
        return found

    def past_destination(self) -> Spot:
        """Go past what ends a link or picture; where that says what it leads to."""
        end = max(self._at, self._raw.find("]", self._at))
        opening = DESTINATION.match(self._raw, end)
        start = opening.end() if opening else end
        self._at = start
        self.past(")" if opening else "]")
        return self.spot(start)
