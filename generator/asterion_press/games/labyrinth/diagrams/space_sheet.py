"""The space of designs as a contact sheet: every design small, those of the deck in colour and with their numbers.

Each tile is drawn by the deck's own renderer; what the deck lacks is drawn in line art. Below a design stands its
number and id, or its spelling, and which designs of the deck it nearly repeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.drawing.inks import palette
from asterion_press.errors import LayoutError, plural
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.art.tile import tile_drawing
from asterion_press.games.labyrinth.art.tile_plan import design_faults
from asterion_press.games.labyrinth.catalogue.records import spell_exits, spell_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.space import SpaceDesign, Survey, by_pattern, named, number_of
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.pdf.drawing_pages import (
    ABOVE,
    BELOW,
    Cell,
    ContactSheet,
    SheetPage,
    TextLine,
    contact_sheet,
    text_width,
)
from asterion_press.pdf.fonts import Style

MOST_DRAWN = 1000
"""Own choice: about a dozen sheets of A4."""
PAPER_WHITE = "#ffffff"
DARK, GREY, ACCENT = "#2b1b14", "#8a7a6c", "#a03a1c"
"""Own choice: the theme's outline, a grey of stone, the red of the game's own flames."""
CAPTION_PT_A_MM = 0.34
"""Type of captions, in points for each mm of a tile's side: 6.5 pt under a tile of 19 mm. Own choice."""


def space_pages(
    survey: Survey, deck: Deck, paper: Paper, themes: tuple[Theme, Theme], fonts: Path
) -> tuple[SheetPage, ...]:
    """Return the pages of the contact sheet.

    Args:
        survey: the space, and what the deck makes of it.
        deck: whose tiles are shown in colour.
        paper: the sheet.
        themes: for designs of the deck, and for those that it lacks.
        fonts: folder of the fonts.

    Raises:
        LayoutError: the paper is too small for one tile, or there are more designs than anybody looks at.
    """
    if len(survey.sights) > MOST_DRAWN:
        raise LayoutError(f"{len(survey.sights)} designs; at most {MOST_DRAWN} are drawn, so narrow the limits")
    sections = by_pattern(survey)
    sheet = contact_sheet(paper, [len(sights) for sights in sections.values()], deck.catalogue.tile_mm)
    headings = [
        f"{' | '.join(spell_exits(path.exits) for path in pattern)}  ·  {len(sights)}"
        for pattern, sights in sections.items()
    ]
    sights = [sight for section in sections.values() for sight in section]
    printer = _Printer(deck, sheet, themes, fonts, headings, sights)
    pages = []
    for number, cells in enumerate(sheet.pages):
        words = [*_title(survey, deck, sheet)] if number == 0 else []
        words += [line for cell in cells for line in printer.captions(cell)]
        words += _legend(sheet, number)
        tiles = [printer.tile(cell) for cell in cells]
        groups = (*tiles, _mat(sheet, cells), *(printer.frame(cell) for cell in cells))
        art = Drawing(f"space-{number + 1}", "The space of designs", paper.width_mm, paper.height_mm, 0.0, groups)
        pages.append(SheetPage(art, tuple(words)))
    return tuple(pages)


class _Printer(Struct, frozen=True, eq=False):
    """A painter of the cells of one sheet."""

    deck: Deck
    sheet: ContactSheet
    themes: tuple[Theme, Theme]
    fonts: Path
    headings: Sequence[str]
    sights: Sequence[SpaceDesign]

    def tile(self, cell: Cell) -> Group:
        """Draw the tile of a cell, with what goes beyond its trim."""
        drawing = self._drawn(self.sights[cell.item])
        lies = Transform.placing(cell.x, cell.y, scale=self.sheet.tile / self.deck.catalogue.tile_mm)
        return Group("design", drawing.groups if drawing else (), lies)

    @cache  # noqa: B019 - a printer lives as long as its sheet
    def _drawn(self, sight: SpaceDesign) -> Drawing | None:
        """Return the drawing of a design; None if it cannot be drawn."""
        own, foreign = self.themes
        if sight.designs:
            tile = next(tile for tile in self.deck.tiles if tile.design == sight.designs[0])
            return draw(tile.id, self.deck, own)
        tile = Tile("", "", "", sight.paths)
        if any(design_faults(tile, self.deck.catalogue.tile_mm)):
            return None
        colour = next(iter(self.deck.catalogue.colours.values()))
        return tile_drawing(tile, colour, palette(foreign, colour.ink), self.deck.catalogue.tile_mm)

    def frame(self, cell: Cell) -> Group:
        """Draw the line around a tile: strong if the deck has it."""
        used, tile = bool(self.sights[cell.item].designs), self.sheet.tile
        width = tile * (0.02 if used else 0.007)
        side = tile + width
        border = Pen().rectangle(cell.x - width / 2, cell.y - width / 2, side, side)
        shape = Shape(border.data, stroke=DARK if used else GREY, width=width, join="miter")
        return Group("frame", (shape,))

    def captions(self, cell: Cell) -> Iterator[TextLine]:
        """Yield the heading of a section that begins here, and the lines below the tile."""
        sight, tile = self.sights[cell.item], self.sheet.tile
        middle, below, step = cell.x + tile / 2, cell.y + tile * 1.02, tile * BELOW / 2.3
        if cell.begins:
            heading, y = self.headings[cell.section], cell.y - tile * ABOVE * 0.3
            size = self._fitting(heading, "bold", 1.12, cell.room)
            yield TextLine(heading, cell.x, y, size, "bold", ink=DARK)
        used = bool(sight.designs)
        name = ", ".join(named(self.deck, each) for each in sight.designs) or spell_paths(sight.paths)
        lines: tuple[tuple[str, Style, str], ...] = (
            (name, "bold" if used else "regular", DARK if used else GREY),
            (self._near(sight), "italic", ACCENT),
        )
        for place, (text, kind, colour) in enumerate(lines):
            if text:
                size = self._fitting(text, kind)
                yield TextLine(text, middle, below + step * (place + 0.85), size, kind, ink=colour, anchor="middle")

    def _near(self, sight: SpaceDesign) -> str:
        """Return the caption of a design: the designs of the deck that it nearly repeats."""
        if self._drawn(sight) is None:
            return "cannot be drawn"
        numbers = [number_of(self.deck, repeat.design) for repeat in sight.near]
        hows = {repeat.how for repeat in sight.near}
        if not numbers:
            return ""
        return f"near {', '.join(numbers)}" + (f": {hows.pop()}" if len(hows) == 1 else "")

    def _fitting(self, text: str, style: Style, enlarged: float = 1.0, cells: int = 1) -> float:
        """Return the size of type at which a line is no wider than so many cells."""
        size, room = self.sheet.tile * CAPTION_PT_A_MM * enlarged, self.sheet.pitch * cells - 0.8
        return size * min(1.0, room / text_width(text, size, style, self.fonts))


def _mat(sheet: ContactSheet, cells: Sequence[Cell]) -> Group:
    """Draw white over the whole page, with a window for each tile: it covers what goes beyond the trims."""
    pen = Pen().rectangle(0, 0, sheet.paper.width_mm, sheet.paper.height_mm)
    for cell in cells:
        pen.rectangle(cell.x, cell.y, sheet.tile, sheet.tile)
    return Group("mat", (Shape(pen.data, fill=PAPER_WHITE, even_odd=True),))


def _title(survey: Survey, deck: Deck, sheet: ContactSheet) -> Iterator[TextLine]:
    """Yield the lines at the head of a sheet."""
    margins, catalogue = sheet.paper.margin_mm, deck.catalogue
    middle, top = sheet.paper.width_mm / 2, margins.top
    yield TextLine(
        f"The space of {catalogue.title}", middle, top + 6.5, 20, "bold", "Cinzel", ink=DARK, anchor="middle"
    )
    used = len(survey.used)
    words = (
        f"{plural(len(survey.sights), 'design')} up to turning have {survey.limits}. "
        f"The {catalogue.edition} deck uses {used}."
    )
    yield TextLine(words, middle, top + 12.0, 9, "italic", ink=DARK, anchor="middle")


def _legend(sheet: ContactSheet, number: int) -> Iterator[TextLine]:
    """Yield the lines at the foot of a sheet."""
    margins, paper = sheet.paper.margin_mm, sheet.paper
    y = paper.height_mm - margins.bottom - 0.5
    letters = ", ".join(f"{kind.letter} {kind.name}" for kind in SYMBOLS.values())
    words = (
        f"framed, with number and name: in the deck  ·  in line, with its paths: not in the deck ({letters})  ·  "
        "near 05: nearly repeats design 05"
    )
    yield TextLine(words, margins.left + 1, y, 7, "italic", ink=GREY)
    if len(sheet.pages) > 1:
        count = f"{number + 1} / {len(sheet.pages)}"
        yield TextLine(count, paper.width_mm - margins.right - 1, y, 7, ink=GREY, anchor="end")
