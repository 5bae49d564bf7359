"""The passages of a rules text that do not hold for a deck, which is printed without them.

A passage takes what it says from figures, or names tiles, prisoners, colours and symbols. Where a figure does not hold
for the deck, those passages go that take something from it, and beside them those that name a tile or a prisoner: they
tell what it shows. So does a passage that names what the deck does not have. A heading that takes something from such a
figure takes its section along; one below which nothing is left goes, too, and so does the head of a table without rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from asterion_press.rulebook.text.markdown import CONDITION
from asterion_press.rulebook.translation.language import Passage, split_passages

TAKEN = re.compile(r"(?:\]\(figure:|\{\{\s*figure\.)([\w-]+)")


def find_omissions(
    passages: Sequence[Passage],
    is_lost: Callable[[str], bool],
    is_foreign: Callable[[str], bool],
    tells: Callable[[str], bool],
) -> set[str]:
    """Return the keys of the passages that are left out.

    Args:
        passages: of the text.
        is_lost: whether the figure with an id does not hold for the deck.
        is_foreign: whether a text names what the deck does not have.
        tells: whether it names a tile or a prisoner.
    """
    gone = set(_lost_conditions(passages, is_lost))
    for _, of_section in groupby(_printed(passages), lambda one: one.section):
        section = list(of_section)
        lost = {one.key for one in section if any(map(is_lost, TAKEN.findall(one.text)))}
        if section[0].key in lost or (section[0].kind == "heading" and is_foreign(section[0].text)):
            gone |= {one.key for one in section}
            continue
        gone |= lost | {one.key for one in section if is_foreign(one.text) or (lost and tells(one.text))}
        for head, *rows in _tables(section):
            if head.key in gone or (rows and all(row.key in gone for row in rows)):
                gone |= {head.key, *(row.key for row in rows)}
    return with_empty_headings(passages, gone)


def _lost_conditions(passages: Iterable[Passage], is_lost: Callable[[str], bool]) -> Iterator[str]:
    """Yield the passages between conditions that ask such a figure, and those conditions."""
    lost = False
    for passage in passages:
        found = CONDITION.fullmatch(passage.text) if passage.kind == "condition" else None
        if found and found[1] == "if":
            lost = any(map(is_lost, TAKEN.findall(f"{{{{{found[2].strip()}")))
        if lost:
            yield passage.key
        lost = lost and not (found and found[1] == "end")


def _printed(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield the passages that are printed below the title."""
    return (one for one in passages if one.kind not in {"head", "condition"} and one.prefix != "# ")


def _tables(section: Iterable[Passage]) -> Iterator[list[Passage]]:
    """Yield the rows of each table of a section, its head first."""
    table: list[Passage] = []
    for row in (one for one in section if one.kind == "row"):
        if table and row.first > table[-1].last + 2:
            yield table
            table = []
        table.append(row)
    if table:
        yield table


def with_empty_headings(passages: Sequence[Passage], gone: Collection[str]) -> set[str]:
    """Return keys of passages together with those of the headings below which they leave nothing."""
    return {*gone, *(_empty_headings(passages, gone) - _empty_headings(passages, ()))}


def _empty_headings(passages: Sequence[Passage], gone: Collection[str]) -> set[str]:
    """Return the keys of the headings below which nothing is printed."""
    empty, filled = set[str](), list[int]()  # the levels of what is printed below, from the end of the text
    for passage in reversed([*_printed(passages)]):
        if passage.kind != "heading":
            filled += [] if passage.key in gone else [9]
            continue
        level = passage.prefix.count("#")
        if not any(other > level for other in filled):
            empty.add(passage.key)
        else:
            filled = [*(other for other in filled if other <= level), level]
    return empty


def without_passages(text: str, gone: Collection[str], model_ids: Sequence[str] = ()) -> str:
    """Return a text with empty lines for the passages with some keys.

    Args:
        text: as it is written.
        gone: keys of passages.
        model_ids: ids of the headings of the text that it is a translation of.
    """
    lines, passages = text.split("\n"), split_passages(text, model_ids) if gone else ()
    for passage in passages:
        if passage.key in gone:
            lines[passage.first - 1 : passage.last] = [""] * (passage.last - passage.first + 1)
    for _, section in groupby(passages, lambda one: one.section):
        for head, *rows in _tables(section):
            if head.key in gone:
                lines[head.last] = ""  # what stands below it
            end = rows[-1].last if rows else head.last
            for row in (one for one in reversed(rows) if one.key in gone):
                lines.insert(end, "")  # the rows that are left follow one another
                del lines[row.first - 1]
    for at in (*range(len(lines)), *reversed(range(len(lines)))) if gone else ():  # what parted paragraphs of a quote
        if lines[at].strip() == ">" and not (lines[at - 1].startswith(">") and lines[at + 1].startswith(">")):
            lines[at] = ""
    return "\n".join(lines)
