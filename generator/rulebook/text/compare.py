"""Compare a rules text with its English model: sections, figures, tables, and then passage by passage.

No paragraph, item, row, ruling or footnote of the rules can be lost or added in translation, and no number, symbol or
link can move into another passage.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from generator.errors import Mistake, Place
from generator.rulebook.text.document import FigureBlock, Heading, RulesText, TableBlock, walk
from generator.rulebook.text.markdown import id_mark
from generator.rulebook.translation.passages import Passage, section_ids, split_passages

NAMED = re.compile(
    r"\{\{(?P<placeholder>[^{}:\n]*)(?::[^{}\n]*)?\}\}|\(symbol:(?P<symbol>[^()\s]*)\)|\]\(#(?P<link>[^()\s]*)\)"
)


_split_model = lru_cache(maxsize=1)(split_passages)
"""English is compared with one language after the other."""


def compare_with_model(text: RulesText, model: RulesText, told: Sequence[Mistake] = ()) -> list[Mistake]:
    """Return where a text differs from its model, in its structure and passage by passage.

    Args:
        text: of a language.
        model: the text that it is held against, mostly the English one.
        told: mistakes of the text itself. What follows from one of them, or from another structure, is not told again:
            passages with such a mistake are not compared, and none are if it is not clear which section is which.

    Returns:
        The mistakes; none if the text is of an earlier revision, as such a text is printed as it is.
    """
    have, wanted = text.front.front.revision, model.front.front.revision
    if have < wanted:
        return []
    if have > wanted and text.front.document:
        message = f"revision {have}; {model.file} has {wanted}, and no translation is ahead of it"
        return [Mistake(text.front.document.value_place(("revision",)), message)]
    structure = [
        *_compare_front(text, model),
        *_compare_headings(text, model),
        *_compare_figures(text, model),
        *_compare_tables(text, model),
    ]
    lines = frozenset(mistake.place.line for mistake in (*told, *structure))
    ids, model_ids = text.ids(), model.ids()
    common = [one for one in ids if one in model_ids]
    if common != [one for one in model_ids if one in ids] or (ids != model_ids and _has_derived_ids(text)):
        return structure
    return [*structure, *compare_passages(text, model, lines)]


def _compare_front(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    there = text.front.front.texts()
    for key, wanted in model.front.front.texts().items():
        have = there[key]
        if (wanted is None) != (have is None):
            document = text.front.document
            place = document.key_place((key,)) if document else Place(text.file, 1, 1)
            message = f"is not in {model.file}" if have else f"is missing in the head of the text; {model.file} has it"
            yield Mistake(place, f"key {key!r} {message}")


def _compare_headings(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, wanted = ({one.id: one for one in _headings(source)} for source in (text, model))
    if len(have) != len(wanted) and _has_derived_ids(text):
        message = f"{len(have)} headings; {model.file} has {len(wanted)}, and those without an id are matched in order"
        yield Mistake(text.source.place(text.title.line), message)
        return
    last = text.title
    for heading_id, heading in wanted.items():
        there = f"{model.file}:{heading.line}"
        if heading_id not in have:
            message = f"section {heading_id!r} is missing after {last.id!r}; it stands in {there}"
            yield Mistake(text.source.place(last.line), message)
            continue
        last = have[heading_id]
        if last.level != heading.level:
            message = f"section {heading_id!r} is of level {last.level}; {heading.level} in {there}"
            yield Mistake(text.source.place(last.line), message)
    for heading_id, heading in have.items():
        if heading_id not in wanted:
            place = text.source.place(heading.line, id_mark(heading_id))
            yield Mistake(place, f"section {heading_id!r} is not in {model.file}")
    common = [heading for heading in have.values() if heading.id in wanted]
    for heading, right in zip(common, [heading_id for heading_id in wanted if heading_id in have], strict=True):
        if heading.id != right:
            place = text.source.place(heading.line, id_mark(heading.id))
            yield Mistake(place, f"section {heading.id!r} stands where {right!r} should stand")
            return


def _has_derived_ids(text: RulesText) -> bool:
    """Return whether some heading of a text gives no id."""
    return any(id_mark(one.id) not in text.source.written(one.line) for one in _headings(text))


def _headings(text: RulesText) -> Iterator[Heading]:
    yield text.title
    yield from (block for block in text.blocks if isinstance(block, Heading))


def _compare_figures(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, wanted = (list(_figures_by_section(source)) for source in (text, model))
    others = {block.figure: block for _, block in wanted}
    for _, block in have:
        other = others.get(block.figure)
        if other and bool(block.alt) != bool(other.alt):
            place = text.source.place(block.line, f"figure:{block.figure}")
            there = f"{model.file}:{other.line} has {'them' if other.alt else 'none'}"
            what = f"{'lacks' if other.alt else 'has'} words for those who do not see it; {there}"
            yield Mistake(place, f"figure {block.figure!r} {what}")
    counts = Counter(block.figure for _, block in have)
    for section, block in wanted:
        if not counts[block.figure]:
            line = next((heading.line for heading in _headings(text) if heading.id == section), text.title.line)
            there = f"it stands in {model.file}:{block.line}"
            message = f"figure {block.figure!r} is missing in section {section!r}; {there}"
            yield Mistake(text.source.place(line), message)
        counts[block.figure] -= 1
    spare = Counter(block.figure for _, block in wanted)
    for section, block in have:
        spare[block.figure] -= 1
        if spare[block.figure] < 0:
            message = f"figure {block.figure!r} stands in section {section!r}, but not so in {model.file}"
            yield Mistake(text.source.place(block.line, f"figure:{block.figure}"), message)


def _figures_by_section(text: RulesText) -> Iterator[tuple[str, FigureBlock]]:
    section = text.title.id
    for block in walk(text.blocks):
        if isinstance(block, Heading):
            section = block.id
        elif isinstance(block, FigureBlock):
            yield section, block


def _compare_tables(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, wanted = ([block for block in source.blocks if isinstance(block, TableBlock)] for source in (text, model))
    if len(have) != len(wanted):
        line = have[-1].line if have else text.title.line
        yield Mistake(text.source.place(line), f"{len(have)} tables; {model.file} has {len(wanted)}")
    for table, other in zip(have, wanted, strict=False):
        shape, right = ((len(one.header.cells), len(one.rows)) for one in (table, other))
        if shape != right:
            there = f"{right[0]} and {right[1]} in {model.file}:{other.line}"
            yield Mistake(text.source.place(table.line), f"a table of {shape[0]} columns and {shape[1]} rows; {there}")


def compare_passages(text: RulesText, model: RulesText, told: frozenset[int] = frozenset()) -> Iterator[Mistake]:
    """Yield where the passages of a text are not those of its model, section by section.

    Args:
        text: of a language.
        model: the text that it is held against. Sections that only one of them has are left out.
        told: lines with mistakes that are told already.
    """
    raw = "\n".join(model.source.lines)  # with what is printed for other decks
    own, english = split_passages("\n".join(text.source.lines), section_ids(raw)), _split_model(raw)
    for section in dict.fromkeys(passage.section for passage in english):
        have, wanted = ([one for one in passages if one.section == section] for passages in (own, english))
        if not have:
            continue
        if [one.name for one in have] == [one.name for one in wanted]:
            for other, right in zip(have, wanted, strict=True):
                if told.isdisjoint(range(other.first, other.last + 1)):
                    yield from _compare_names(other, right, text, model)
        elif told.isdisjoint(range(have[0].first, have[-1].last + 1)):
            yield _first_difference(have, wanted, section, text, model)


def _first_difference(
    have: list[Passage], wanted: list[Passage], section: str, text: RulesText, model: RulesText
) -> Mistake:
    """Return the mistake about the first passage of a section that is not as in English."""
    last = have[0]
    for other, right in zip_longest(have, wanted):
        if right is None:
            message = f"a passage too many, {other.name}; section {section!r} has ended in {model.file}"
        elif other is None:
            there = f"it stands in {model.file}:{right.first}"
            message = f"{right.name} is missing after this in section {section!r}; {there}"
        elif other.name != right.name:
            message = f"{other.name} stands where {right.name} should stand, as in {model.file}:{right.first}"
        else:
            last = other
            continue
        return Mistake(_place(text, other or last), message)
    return Mistake(_place(text, last), f"section {section!r} is not that of {model.file}")


def _compare_names(other: Passage, wanted: Passage, text: RulesText, model: RulesText) -> Iterator[Mistake]:
    """Yield placeholders, symbols and links that a passage lacks, or has beyond those of the English one."""
    have, right = (
        {
            f"{found.lastgroup} {found[str(found.lastgroup)].strip()!r}": found[0]
            for found in NAMED.finditer(passage.text)
        }
        for passage in (other, wanted)
    )
    there = f"{model.file}:{wanted.first}"
    for shown in right.keys() - have.keys():
        yield Mistake(_place(text, other), f"{shown} is missing in this passage; it stands in {there}")
    for shown in have.keys() - right.keys():
        lines = range(other.first, other.last + 1)
        places = (text.source.place(line, have[shown]) for line in lines if have[shown] in text.source.written(line))
        place = next(places, _place(text, other))
        yield Mistake(place, f"{shown} does not stand in this passage in {there}")


def _place(text: RulesText, passage: Passage) -> Place:
    return Place(text.file, passage.first, passage.column)
