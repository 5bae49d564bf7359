"""Composed pages held against a rules text and its game: they name its headings, in its order, and its symbols.

Sections that only the page for the browser has are left out of what is printed. So nothing that is printed may need
them: no link leads there, and neither a footnote nor the number of a figure counts what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.catalogue.spreads import LoadedSpreads
from generator.catalogue.strict_yaml import Location
from generator.errors import Mistake
from generator.rulebook.text.document import (
    Block,
    FigureBlock,
    Heading,
    NoteMark,
    RulesText,
    StyledText,
    contents_of,
)
from generator.rulebook.typeset.page_breaks import SECTION_LEVEL
from generator.wording import suggestion


def printed_part(text: RulesText, spreads: LoadedSpreads) -> RulesText:
    """Return a text without the sections that only the page for the browser has."""
    return replace(text, blocks=tuple(block for block, section in _by_section(text, spreads) if not section))


def _by_section(text: RulesText, spreads: LoadedSpreads) -> Iterator[tuple[Block, str]]:
    """Yield the blocks of a text, each with the id of the section for the browser that it stands in, or nothing."""
    apart, section = {section.heading for section in spreads.spreads.web}, ""
    for block in text.blocks:
        if isinstance(block, Heading) and block.level == SECTION_LEVEL:
            section = block.id if block.id in apart else ""
        yield block, section


def spread_mistakes(spreads: LoadedSpreads, text: RulesText) -> list[Mistake]:
    """Return what of composed pages does not fit a text: signs and headings that it lacks, or has in another order.

    Pages that no text uses are not held against the game: one's own game may lack what the shipped pages show.
    """
    headings = [block.id for block in text.blocks if isinstance(block, Heading)]
    signs: list[tuple[Location, str]] = [
        *((("pages", number, "sign"), page.sign) for number, page in enumerate(spreads.spreads.pages)),
        *((("web", number, "sign"), section.sign) for number, section in enumerate(spreads.spreads.web)),
    ]
    found = [
        Mistake(spreads.document.value_place(at), f"unknown symbol {sign!r}; {suggestion(sign, spreads.symbols)}")
        for at, sign in signs
        if sign and sign not in spreads.symbols
    ]
    found += _web_mistakes(spreads, text)
    summary = spreads.spreads.summary
    if summary is not None and summary not in headings:
        place = spreads.document.value_place(("summary",))
        found.append(Mistake(place, f"no heading {summary!r} in {text.file}; {suggestion(summary, headings)}"))
    shown = [block.figure for block in text.blocks if isinstance(block, FigureBlock)]
    card = spreads.spreads.card
    if card is not None and summary is None:
        place = spreads.document.value_place(("card",))
        found.append(Mistake(place, "cards hold the summary, and the file names none; add summary"))
    for number, name in enumerate(card.figures if card else ()):
        if name not in shown:
            place = spreads.document.value_place(("card", "figures", number))
            found.append(Mistake(place, f"no figure {name!r} in {text.file}; {suggestion(name, shown)}"))
    last = -1
    for name, location in spreads.places().items():
        place = spreads.document.value_place(location)
        if name not in headings:
            found.append(Mistake(place, f"no heading {name!r} in {text.file}; {suggestion(name, headings)}"))
            continue
        index = headings.index(name)
        if index < last:
            message = f"heading {name!r} stands before {headings[last]!r} in {text.file}; name them in that order"
            found.append(Mistake(place, message))
        last = max(last, index)
    first = next((block for block in printed_part(text, spreads).blocks if isinstance(block, Heading)), None)
    if not found and first and first.id != spreads.named()[0]:
        message = f"{spreads.document.file} has no place for the section {first.id!r}, with which the text begins"
        found.append(Mistake(text.source.place(first.line), message))
    return found


def _web_mistakes(spreads: LoadedSpreads, text: RulesText) -> Iterator[Mistake]:
    """Yield sections for the browser that the text lacks or the pages show, and what is printed and needs one."""
    sections = [block.id for block in text.blocks if isinstance(block, Heading) and block.level == SECTION_LEVEL]
    for number, section in enumerate(spreads.spreads.web):
        if section.heading not in sections:
            place = spreads.document.value_place(("web", number, "heading"))
            remedy = suggestion(section.heading, sections)
            yield Mistake(place, f"no section {section.heading!r} in {text.file}; {remedy}")
    apart = {block.id for block, section in _by_section(text, spreads) if isinstance(block, Heading) and section}
    places, figures = spreads.places(), 0
    for block, section_id in _by_section(text, spreads):
        parts = [part for content in contents_of(block) for part in content]
        if section_id:
            figures += isinstance(block, FigureBlock)
            if isinstance(block, Heading) and block.id in places:
                message = f"{block.id!r} stands in the section {section_id!r}, which `web` leaves out of the pages"
                yield Mistake(spreads.document.value_place(places[block.id]), message)
            if any(isinstance(part, NoteMark) for part in parts):
                message = f"a footnote in the section {section_id!r}, which is not printed; write it into the text"
                yield Mistake(text.source.place(block.line), message)
            continue
        if isinstance(block, FigureBlock) and figures and text.refers_to(block.figure):
            message = "its number counts figures that are not printed; let the sections of `web` stand behind it"
            yield Mistake(text.source.place(block.line), message)
        for part in parts:
            if isinstance(part, StyledText) and part.link in apart:
                message = f"leads to {part.link!r}, which is not printed; leave out the link"
                yield Mistake(text.source.place(part.line), message)
