"""A picture of what differs between two decks: each design that looks otherwise, old beside new, as SVG, PNG or PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator import __version__
from generator.errors import AsterionError
from generator.games.labyrinth.commands.table_picture import DPI, Kind
from generator.games.labyrinth.deck.differences import Change, Difference

if TYPE_CHECKING:
    from generator.catalogue.papers import Paper
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing
    from generator.games.labyrinth.catalogue.records import Design
    from generator.games.labyrinth.deck.tiles import Deck
    from generator.games.labyrinth.diagrams.comparison import Pair

SHOWN = {Change.ADDED, Change.REMOVED, Change.CHANGED, Change.RENUMBERED, Change.TURNED}
"""What can be seen of a design."""


def picture_of(
    found: Difference, names: tuple[str, str], theme: Theme, paper: Paper, kind: Kind, dpi: int = DPI
) -> bytes:
    """The file.

    Args:
        found: what differs.
        names: of the decks, for the title: their hashes.
        theme: in which inks.
        paper: size of the pages; SVG and PNG are one page of that width, as high as it needs to be.
        kind: of the file.
        dpi: pixels an inch of a PNG.

    Raises:
        AsterionError: no design looks otherwise, one cannot be drawn, or what draws pixels is not installed.
    """
    from generator.games.labyrinth.diagrams.comparison import columns_on, comparison, height_of, rows_on

    pairs = list(_pairs(found, theme))
    if not pairs:
        raise AsterionError("there is nothing to draw: every design looks the same in both decks")
    margins = paper.margin_mm
    margin = max(margins.left, margins.right, margins.top, margins.bottom)
    width, height = paper.width_mm, paper.height_mm
    title = f"old {names[0]} / new {names[1]}"
    if kind is Kind.PDF:
        from generator.pdf.drawing_pages import print_pictures

        most = columns_on(width - 2 * margin) * rows_on(height - 2 * margin)
        groups = [pairs[first : first + most] for first in range(0, len(pairs), most)]
        scenes = [comparison(group, title, (width, height), margin) for group in groups]
        catalogue = found.new.catalogue
        about = f"{catalogue.full_title}, {catalogue.edition} edition"
        return print_pictures(scenes, (width, height), catalogue.title, about, catalogue.credits.design, __version__)
    from generator.drawing.svg import scene_text

    high = height_of(len(pairs), width - 2 * margin) + 2 * margin
    text = scene_text(comparison(pairs, title, (width, high), margin))
    if kind is Kind.PNG:
        from generator.drawing.png import png_bytes

        return png_bytes(text, width, high, dpi)
    return text.encode()


def _pairs(found: Difference, theme: Theme) -> Iterator[Pair]:
    """Every design that looks otherwise, in the first colour that has it, and the back of every colour that does."""
    from generator.games.labyrinth.diagrams.comparison import Pair

    def tile(deck: Deck, design: str) -> Drawing | None:
        return _drawn(deck, next((tile.id for tile in deck.tiles if tile.design == design), ""), theme)

    for pair in found.designs:
        if SHOWN.isdisjoint(pair.changes):
            continue
        both = (_name(pair.old_id, pair.old), _name(pair.new_id, pair.new))
        name = " / ".join(dict.fromkeys(filter(None, both)))
        yield Pair(tile(found.old, pair.old_id), tile(found.new, pair.new_id), name, ", ".join(pair.changes))
    old, new = found.old.catalogue.colours, found.new.catalogue.colours
    for colour in (name for name in new if name in old and old[name] != new[name]):
        back = f"back-{colour}"
        yield Pair(_drawn(found.old, back, theme), _drawn(found.new, back, theme), colour, Change.CHANGED)


def _drawn(deck: Deck, component: str, theme: Theme) -> Drawing | None:
    from generator.games.labyrinth.art.components import draw

    return draw(component, deck, theme) if component else None


def _name(design_id: str, design: Design | None) -> str:
    return f"{design.number} {design_id}" if design else ""
