"""The composed pages of a rules text: which passages stand where on a page, as data.

::

    Spreads -- pages -- Page -- rows -- Box     templates/spreads/<game>.yaml

A box holds the passages from one heading of the text to the next heading that the file names. So the file names
headings in the order of the text, and the first one is the first of the text. What a box needs in height depends on the
language; a page that is too full is a mistake in the text.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct

from asterion_press.catalogue.strict_yaml import Document, Source, read_document
from asterion_press.catalogue.validation import Identifier, Record, Rgb, validated

Share = Annotated[float, Meta(ge=0.1, le=10)]


class Box(Record, frozen=True):
    """A part of a page.

    Attributes:
        heading: id of the heading whose passages stand in it.
        share: its width, beside the other boxes of its row.
        ground: whether it stands on a ground of its own.
        figure: the side on which its figures stand, beside the words; left out, they stand where the text has them.
        figure_share: width of the figures at a side, as a part of the box.
        columns: of its words.
        part: what of the passages stands in it, if another box has the rest.
        one_row: whether the panels of its figures stand in one row, however small.
    """

    heading: Identifier
    share: Share = 1
    ground: bool = False
    figure: Literal["left", "right"] | None = None
    figure_share: Annotated[float, Meta(ge=0.1, le=0.8)] = 0.4
    columns: Annotated[int, Meta(ge=1, le=3)] = 1
    part: Literal["words", "figures"] | None = None
    one_row: bool = False


BoxRow = Annotated[tuple[Box, ...], Meta(min_length=1, max_length=4)]


class Page(Record, frozen=True):
    """A page.

    Attributes:
        band: id of the heading that stands in the band at its head.
        ink: of the band, of headings and of notes.
        sign: a symbol in the band.
        rows: of boxes, from above.
        smallest_mm: the least size of a piece on the table in its figures.
    """

    band: Identifier
    ink: Rgb
    rows: Annotated[tuple[BoxRow, ...], Meta(min_length=1, max_length=12)]
    sign: str = ""
    smallest_mm: Annotated[float, Meta(ge=5, le=30)] = 20


class SummaryCard(Record, frozen=True):
    """The player cards of a game whose figures are not made for cards: the words of the summary, and pictures.

    Attributes:
        rows: of cards on a page, two in each; all cards are alike.
        figures: ids of the figures below the words; `card-pairs` shows what the text's `pairs` shows.
        back: whether the figures stand on the back.
    """

    rows: Annotated[int, Meta(ge=1, le=4)] = 2
    figures: Annotated[tuple[Identifier, ...], Meta(max_length=4)] = ()
    back: bool = False


class WebSection(Record, frozen=True):
    """A section of the text that stands on the page for the browser and on no page of the booklet.

    Its parts are folded on that page, and one of them is open at a time.

    Attributes:
        heading: id of the heading of the section, which goes on to the next section of the text.
        ink: of its band, of headings and of notes.
        sign: a symbol in the band.
    """

    heading: Identifier
    ink: Rgb
    sign: str = ""


class Spreads(Record, frozen=True):
    """All pages behind the title page.

    Attributes:
        game: whose rules text.
        revision: of the texts that these pages are made for; texts of another one are set in the ordinary way.
        pages: in their order.
        summary: id of the heading of the summary, with which a page for the browser begins.
        card: how the summary becomes player cards; left out, there are none, unless figures are made for them.
        web: sections that only that page has.
    """

    game: Identifier
    revision: Annotated[int, Meta(ge=1, le=999)]
    pages: Annotated[tuple[Page, ...], Meta(min_length=1, max_length=40)]
    summary: Identifier | None = None
    card: SummaryCard | None = None
    web: Annotated[tuple[WebSection, ...], Meta(max_length=40)] = ()


class ChapterBand(Struct, frozen=True):
    """The ink and the sign of a chapter; an empty sign is none."""

    ink: str
    sign: str = ""


class LoadedSpreads(Struct, frozen=True):
    """Composed pages, the file they were read from, and the symbols of the game, which bands may show."""

    spreads: Spreads
    document: Document
    symbols: Collection[str]

    def bands(self) -> dict[str, ChapterBand]:
        """Return the bands of the headings that the file names: the ink of their page, and at its head its sign."""
        found = {page.band: ChapterBand(page.ink, page.sign) for page in self.spreads.pages}
        found |= {section.heading: ChapterBand(section.ink, section.sign) for section in self.spreads.web}
        for page in self.spreads.pages:
            for box in chain.from_iterable(page.rows):
                found.setdefault(box.heading, ChapterBand(page.ink))
        return found

    def places(self) -> dict[str, tuple[str | int, ...]]:
        """Return the ids of the headings that the pages name, in their order, each with its place in the file."""
        found: dict[str, tuple[str | int, ...]] = {}
        for number, page in enumerate(self.spreads.pages):
            found.setdefault(page.band, ("pages", number, "band"))
            for row, boxes in enumerate(page.rows):
                for column, box in enumerate(boxes):
                    found.setdefault(box.heading, ("pages", number, "rows", row, column, "heading"))
        return found


def load_spreads(file: Source, symbols: Collection[str]) -> LoadedSpreads:
    """Read the composed pages of a game.

    Args:
        file: to be read.
        symbols: of the game, which bands may show.

    Raises:
        InputError: every mistake of the file.
    """
    document = read_document(file)
    return LoadedSpreads(validated(document, Spreads), document, symbols)
