"""Pictures as the bytes of a file, SVG, PNG or PDF: of tables, and of what differs between two decks."""

from __future__ import annotations

from collections.abc import Iterator

from generator import __version__
from generator.catalogue.papers import Paper
from generator.catalogue.themes import Theme
from generator.cli.picture import DPI, PictureFormat, Wish, look_of, picture_file, write_picture
from generator.drawing.display_list import Drawing
from generator.drawing.svg import png_bytes, scene_text
from generator.errors import AsterionError
from generator.games.labyrinth.art.components import draw
from generator.games.labyrinth.deck.differences import Change, Difference
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.diagrams.comparison import PicturePair, columns_on, comparison, height_of, rows_on
from generator.games.labyrinth.diagrams.placed import TileDrawings
from generator.games.labyrinth.diagrams.table import TableView, best_plan, table_scene
from generator.games.labyrinth.engine.plies import spell_ply
from generator.games.labyrinth.engine.record import Moment
from generator.games.labyrinth.engine.scoring import explain_final
from generator.pdf.drawing_pages import print_pictures

LEGEND = (
    "in the picture: numbers are the chambers above, gold threads pay, dark numbers are enclosed, arrows lead outside, "
    "the beaded thread is the minotaur's chamber\n"
)


def view_of(moment: Moment) -> TableView:
    """Return the view of a moment of a recorded game, with its count if the game is over."""
    count = explain_final(moment.position) if moment.ended else None
    if moment.turn is None:
        return TableView("the beginning of a game", moment.position, None, moment)
    last = f"after ply {moment.number} of {moment.plies}, {spell_ply(moment.turn.ply)}"
    return TableView(f"the end of a game, {last}" if count else f"a game {last}", moment.position, count, moment)


def table_picture(
    view: TableView, deck: Deck, theme: Theme, paper: Paper, kind: PictureFormat, dpi: int = DPI
) -> bytes:
    """Draw a table.

    Args:
        view: what is drawn.
        deck: its tiles are drawn.
        theme: the inks.
        paper: upright or lying, whichever gives larger tiles; SVG and PNG are as large as the picture on it.
        kind: the file's format.
        dpi: pixels an inch of a PNG.

    Raises:
        LayoutError: the table is too large for the paper, or the picture has too many pixels.
        AsterionError: what draws pixels is not installed.
    """
    art = TileDrawings(deck, theme)
    margins, (wide, high) = paper.margin_mm, (paper.width_mm, paper.height_mm)
    room = wide - margins.left - margins.right, high - margins.top - margins.bottom
    lying, plan = best_plan(view, art, (room, room[::-1]))
    return picture_file(
        table_scene(view, art, plan), deck.catalogue.head, (high, wide) if lying else (wide, high), kind, dpi
    )


def draw_picture(wish: Wish, view: TableView, deck: Deck, *, quiet: bool = False) -> None:
    """Draw a table, write the picture, and say so unless `quiet`.

    Raises:
        AsterionError: it cannot be drawn, or not be written.
    """
    data = table_picture(view, deck, *look_of(wish), wish.kind, wish.dpi)
    write_picture(wish, data, view.title, quiet=quiet)


# Two decks


def diff_picture(
    found: Difference, names: tuple[str, str], theme: Theme, paper: Paper, kind: PictureFormat, dpi: int = DPI
) -> bytes:
    """Draw what differs between two decks: each design that looks otherwise, old beside new.

    Args:
        found: the differences.
        names: of the decks, for the title: their hashes.
        theme: the inks.
        paper: size of the pages; SVG and PNG are one page of that width, as high as it needs to be.
        kind: the file's format.
        dpi: pixels an inch of a PNG.

    Raises:
        AsterionError: no design looks otherwise, one cannot be drawn, or what draws pixels is not installed.
    """
    pairs = list(_pairs(found, theme))
    if not pairs:
        raise AsterionError("there is nothing to draw: every design looks the same in both decks")
    margins = paper.margin_mm
    margin = max(margins.left, margins.right, margins.top, margins.bottom)
    width, height = paper.width_mm, paper.height_mm
    title = f"old {names[0]} / new {names[1]}"
    if kind is PictureFormat.PDF:
        most = columns_on(width - 2 * margin) * rows_on(height - 2 * margin)
        groups = [pairs[first : first + most] for first in range(0, len(pairs), most)]
        scenes = [comparison(group, title, (width, height), margin) for group in groups]
        catalogue = found.new.catalogue
        about = f"{catalogue.full_title}, {catalogue.edition} edition"
        return print_pictures(scenes, (width, height), catalogue.title, about, catalogue.credits.design, __version__)

    high = height_of(len(pairs), width - 2 * margin) + 2 * margin
    text = scene_text(comparison(pairs, title, (width, high), margin))
    if kind is PictureFormat.PNG:
        return png_bytes(text, width, high, dpi)
    return text.encode()


def _pairs(found: Difference, theme: Theme) -> Iterator[PicturePair]:
    """Yield every design that looks otherwise, in the first colour that has it, and every back that does."""
    visible = {Change.ADDED, Change.REMOVED, Change.CHANGED, Change.RENUMBERED, Change.TURNED}

    def tile(deck: Deck, design: str) -> Drawing | None:
        first = next((tile.id for tile in deck.tiles if tile.design == design), "")
        return draw(first, deck, theme) if first else None

    for pair in found.designs:
        if visible.isdisjoint(pair.changes):
            continue
        ends = ((pair.old_id, pair.old), (pair.new_id, pair.new))
        both = (f"{design.number} {name}" for name, design in ends if design)
        name = " / ".join(dict.fromkeys(both))
        yield PicturePair(tile(found.old, pair.old_id), tile(found.new, pair.new_id), name, ", ".join(pair.changes))
    old, new = found.old.catalogue.colours, found.new.catalogue.colours
    for colour in (name for name in new if name in old and old[name] != new[name]):
        back = f"back-{colour}"
        yield PicturePair(draw(back, found.old, theme), draw(back, found.new, theme), colour, Change.CHANGED)
