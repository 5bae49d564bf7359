"""Composed pages held against a rules text and its game: they name its headings, in its order, and its symbols."""

from __future__ import annotations

from generator.catalogue.spreads import LoadedSpreads
from generator.errors import Mistake
from generator.rulebook.text.document import FigureBlock, Heading, RulesText
from generator.wording import suggestion


def spread_mistakes(spreads: LoadedSpreads, text: RulesText) -> list[Mistake]:
    """Return what of composed pages does not fit a text: signs and headings that it lacks, or has in another order.

    Pages that no text uses are not held against the game: one's own game may lack what the shipped pages show.
    """
    headings = [block.id for block in text.blocks if isinstance(block, Heading)]
    found = [
        Mistake(
            spreads.document.value_place(("pages", number, "sign")),
            f"unknown symbol {page.sign!r}; {suggestion(page.sign, spreads.symbols)}",
        )
        for number, page in enumerate(spreads.spreads.pages)
        if page.sign and page.sign not in spreads.symbols
    ]
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
    if not found and headings and headings[0] != spreads.named()[0]:
        line = next(block.line for block in text.blocks if isinstance(block, Heading))
        message = f"{spreads.document.file} has no place for the section {headings[0]!r}, with which the text begins"
        found.append(Mistake(text.source.place(line), message))
    return found
