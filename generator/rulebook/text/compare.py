"""Compare a rules text with its English model: sections, figures, tables, placeholders, and then passage by passage.

No paragraph, item, row, ruling or footnote of the rules can be lost or added in translation, and no number, symbol or
link can move into another passage.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import asdict

from generator.errors import Mistake, Place
from generator.rulebook.text.document import FigureBlock, Heading, LoadedFront, RulesText, Table, walk
from generator.rulebook.text.markdown import id_mark
from generator.rulebook.translation.passages import Passage, split_passages


def compare_with_model(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    """Where `text` differs in its bones from `model`, the English text; passages are compared if the rest is alike."""
    mistakes = [
        *compare_front(text.front, text.file, model.front, model.file),
        *_headings(text, model),
        *_figures(text, model),
        *_tables(text, model),
        *_placeholders(text, model),
    ]
    yield from mistakes or compare_passages(text, model)


def compare_front(front: LoadedFront, file: str, model: LoadedFront, model_file: str) -> Iterator[Mistake]:
    """Keys that the head of a language's text lacks or has beyond those of `model`, the head of the English one."""
    for key, wanted in asdict(model.front).items():
        have = getattr(front.front, key)
        if (wanted is None) != (have is None):
            place = front.document.key_place((key,)) if front.document else Place(file, 1, 1)
            message = f"is not in {model_file}" if have else f"is missing in the head of the text; {model_file} has it"
            yield Mistake(place, f"key {key!r} {message}")


def _headings(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have = {heading.id: heading for heading in _all_headings(text)}
    wanted = {heading.id: heading for heading in _all_headings(model)}
    last = text.title
    for heading_id, heading in wanted.items():
        if heading_id in have:
            last = have[heading_id]
            if last.level != heading.level:
                yield Mistake(
                    text.source.place(last.line),
                    f"section {heading_id!r} is of level {last.level}; {heading.level} in {_at(model, heading.line)}",
                )
        else:
            yield Mistake(
                text.source.place(last.line),
                f"section {heading_id!r} is missing after {last.id!r}; it stands in {_at(model, heading.line)}",
            )
    for heading_id, heading in have.items():
        if heading_id not in wanted:
            yield Mistake(_id_place(text, heading), f"section {heading_id!r} is not in {model.file}")
    yield from _order(text, [h for h in have.values() if h.id in wanted], [i for i in wanted if i in have])


def _order(text: RulesText, have: list[Heading], wanted: list[str]) -> Iterator[Mistake]:
    for heading, heading_id in zip(have, wanted, strict=True):
        if heading.id != heading_id:
            yield Mistake(_id_place(text, heading), f"section {heading.id!r} stands where {heading_id!r} should stand")
            return


def _id_place(text: RulesText, heading: Heading) -> Place:
    return text.source.place(heading.line, id_mark(heading.id))


def _at(model: RulesText, line: int) -> str:
    return f"{model.file}:{line}"


def _all_headings(text: RulesText) -> Iterator[Heading]:
    yield text.title
    for block in text.blocks:
        if isinstance(block, Heading):
            yield block


def _by_section(text: RulesText) -> Iterator[tuple[str, FigureBlock]]:
    section = text.title.id
    for block in walk(text.blocks):
        if isinstance(block, Heading):
            section = block.id
        elif isinstance(block, FigureBlock):
            yield section, block


def _figures(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have = list(_by_section(text))
    wanted = list(_by_section(model))
    yield from _told(text, model, have, wanted)
    counts = Counter(block.figure for _, block in have)
    for section, block in wanted:
        if not counts[block.figure]:
            line = next((h.line for h in _all_headings(text) if h.id == section), text.title.line)
            yield Mistake(
                text.source.place(line),
                f"figure {block.figure!r} is missing in section {section!r}; it stands in {_at(model, block.line)}",
            )
        counts[block.figure] -= 1
    spare = Counter(block.figure for _, block in wanted)
    for section, block in have:
        spare[block.figure] -= 1
        if spare[block.figure] < 0:
            yield Mistake(
                text.source.place(block.line, f"figure:{block.figure}"),
                f"figure {block.figure!r} stands in section {section!r}, but not so in {model.file}",
            )


def _told(
    text: RulesText, model: RulesText, have: list[tuple[str, FigureBlock]], wanted: list[tuple[str, FigureBlock]]
) -> Iterator[Mistake]:
    """Figures that one of the two tells to those who do not see them, and the other does not."""
    others = {block.figure: block for _, block in wanted}
    for _, block in have:
        other = others.get(block.figure)
        if other and bool(block.told) != bool(other.told):
            place = text.source.place(block.line, f"figure:{block.figure}")
            there = f"{_at(model, other.line)} has {'them' if other.told else 'none'}"
            what = f"{'lacks' if other.told else 'has'} words for those who do not see it; {there}"
            yield Mistake(place, f"figure {block.figure!r} {what}")


def _tables(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, wanted = ([block for block in source.blocks if isinstance(block, Table)] for source in (text, model))
    if len(have) != len(wanted):
        line = have[-1].line if have else text.title.line
        yield Mistake(text.source.place(line), f"{len(have)} tables; {model.file} has {len(wanted)}")
    for table, other in zip(have, wanted, strict=False):
        shape, right = ((len(t.header.cells), len(t.rows)) for t in (table, other))
        if shape != right:
            there = f"{right[0]} and {right[1]} in {_at(model, other.line)}"
            yield Mistake(text.source.place(table.line), f"a table of {shape[0]} columns and {shape[1]} rows; {there}")


def _placeholders(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    for name, spot in model.placeholders.items():
        if name not in text.placeholders:
            message = f"placeholder {{{{{name}}}}} is missing; it stands in {_at(model, spot.line)}"
            yield Mistake(text.source.place(text.title.line), message)
    for name, spot in text.placeholders.items():
        if name not in model.placeholders:
            yield Mistake(Place(text.file, *spot), f"placeholder {{{{{name}}}}} is not in {model.file}")


NAMED = re.compile(r"\{\{\s*(?P<placeholder>.*?)\s*\}\}|\(symbol:(?P<symbol>[^()\s]*)\)|\]\(#(?P<link>[^()\s]*)\)")


def compare_passages(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    """Where passages of a text are not those of `model`, the English text; the same sections are taken for granted."""
    own, english = (list(split_passages("\n".join(source.source.lines))) for source in (text, model))
    for other, wanted in zip_longest(own, english):
        if other is not None and wanted is not None and other.key == wanted.key:
            yield from _naming_mistakes(other, wanted, text, model)
            continue
        first = min((one for one in (other, wanted) if one is not None), key=lambda one: one is other)
        yield _misfit(own, english, first.section, text, model)
        return


def _misfit(own: list[Passage], english: list[Passage], section: str, text: RulesText, model: RulesText) -> Mistake:
    """The first passage of a section that is another one than in English."""
    have, wanted = ([one for one in passages if one.section == section] for passages in (own, english))
    last = have[0] if have else own[0]
    for other, right in zip_longest(have, wanted):
        if right is None and other is not None:
            there = f"section {section!r} has ended in {model.file}"
            return Mistake(_place(text, other), f"a passage too many, {other.name}; {there}")
        if other is None and right is not None:
            message = (
                f"{right.name} is missing after this in section {section!r}; it stands in {_at(model, right.first)}"
            )
            return Mistake(_place(text, last), message)
        if other is not None and right is not None:
            if other.name != right.name:
                message = f"{other.name} stands where {right.name} should stand, as in {_at(model, right.first)}"
                return Mistake(_place(text, other), message)
            last = other
    return Mistake(_place(text, last), f"section {section!r} is not that of {model.file}")


def _naming_mistakes(other: Passage, wanted: Passage, text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, right = _named(other), _named(wanted)
    for shown in right.keys() - have.keys():
        yield Mistake(
            _place(text, other), f"{shown} is missing in this passage; it stands in {_at(model, wanted.first)}"
        )
    for shown in have.keys() - right.keys():
        place = _written_at(text, other, have[shown])
        yield Mistake(place, f"{shown} does not stand in this passage in {_at(model, wanted.first)}")


def _named(passage: Passage) -> dict[str, str]:
    """What a passage names, in the words of messages, and as it is written."""
    found = NAMED.finditer(passage.text)
    return {f"{match.lastgroup} {match[str(match.lastgroup)]!r}": match[0] for match in found}


def _written_at(text: RulesText, passage: Passage, what: str) -> Place:
    for line in range(passage.first, passage.last + 1):
        if what in text.source.written(line):
            return text.source.place(line, what)
    return _place(text, passage)


def _place(text: RulesText, passage: Passage) -> Place:
    return Place(text.file, passage.first, passage.column)
