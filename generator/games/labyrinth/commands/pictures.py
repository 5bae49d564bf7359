"""Pictures as the bytes of a file, SVG, PNG or PDF: of tables, of scenes, and of what differs between two decks.

What draws is imported where a picture is drawn, as every command that can draw imports this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from generator import __version__
from generator.errors import AsterionError

if TYPE_CHECKING:
    from generator.catalogue.headers import Head
    from generator.catalogue.papers import Paper
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing, Scene
    from generator.games.labyrinth.deck.differences import Difference
    from generator.games.labyrinth.deck.tiles import Deck
    from generator.games.labyrinth.diagrams.comparison import Pair
    from generator.games.labyrinth.diagrams.table import View
    from generator.games.labyrinth.engine.position import Position
    from generator.games.labyrinth.engine.record import Moment
    from generator.games.labyrinth.engine.scoring import Explanation


class PictureFormat(StrEnum):
    """The format of a picture, by the ending of its file's name."""

    SVG = ".svg"
    PNG = ".png"
    PDF = ".pdf"


def view_of(moment: Moment) -> View:
    """Return the view of a moment of a recorded game, with its count if the game is over."""
    from generator.games.labyrinth.diagrams.table import View
    from generator.games.labyrinth.engine.plies import spelled
    from generator.games.labyrinth.engine.scoring import explain_final

    count = explain_final(moment.position) if moment.ended else None
    if moment.turn is None:
        return View("the beginning of a game", moment.position, None, moment)
    last = f"after ply {moment.number} of {moment.plies}, {spelled(moment.turn.ply)}"
    return View(f"the end of a game, {last}" if count else f"a game {last}", moment.position, count, moment)


def view_of_end(position: Position, count: Explanation) -> View:
    """Return the view of an end of game by itself, with its count."""
    from generator.games.labyrinth.diagrams.table import View

    return View("the end of a game", position, count)


DPI = 150
"""Pixels an inch of a PNG, unless told otherwise."""


def table_picture(view: View, deck: Deck, theme: Theme, paper: Paper, kind: PictureFormat, dpi: int = DPI) -> bytes:
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
    from generator.games.labyrinth.diagrams.placed import Artwork
    from generator.games.labyrinth.diagrams.table import best_plan, table_scene

    art = Artwork(deck, theme)
    margins, (wide, high) = paper.margin_mm, (paper.width_mm, paper.height_mm)
    room = wide - margins.left - margins.right, high - margins.top - margins.bottom
    lying, plan = best_plan(view, art, (room, room[::-1]))
    return _file(table_scene(view, art, plan), deck.catalogue.head, (high, wide) if lying else (wide, high), kind, dpi)


def scene_picture(scene: Scene, head: Head, paper: Paper, kind: PictureFormat, dpi: int = DPI) -> bytes:
    """Draw a scene in mm, smaller if the paper asks for it, and never larger.

    Args:
        scene: what is drawn.
        head: of the game.
        paper: upright or lying, whichever takes it larger.
        kind: the file's format.
        dpi: pixels an inch of a PNG.

    Raises:
        LayoutError: the picture has too many pixels.
        AsterionError: what draws pixels is not installed.
    """
    from generator.drawing.display_list import Scene, Transform, moved

    margins, page = paper.margin_mm, (paper.width_mm, paper.height_mm)
    room = page[0] - margins.left - margins.right, page[1] - margins.top - margins.bottom
    upright, lying = (min(wide / scene.width, high / scene.height, 1) for wide, high in (room, room[::-1]))
    scale = max(upright, lying)
    parts = tuple(moved(part, Transform.placing(0, 0, scale=scale)) for part in scene.parts)
    smaller = Scene(scene.id, scene.title, scene.description, scene.width * scale, scene.height * scale, parts)
    return _file(smaller, head, page[::-1] if lying > upright else page, kind, dpi)


def _file(scene: Scene, head: Head, page: tuple[float, float], kind: PictureFormat, dpi: int) -> bytes:
    from generator.drawing.svg import scene_text

    if kind is PictureFormat.PDF:
        from generator.pdf.drawing_pages import print_picture

        about = f"{head.title}, {head.edition} edition"
        return print_picture(scene, page, head.title, about, head.credits.design, __version__)
    text = scene_text(scene)
    if kind is PictureFormat.PNG:
        from generator.drawing.png import png_bytes

        return png_bytes(text, scene.width, scene.height, dpi)
    return text.encode()


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
    from generator.games.labyrinth.diagrams.comparison import columns_on, comparison, height_of, rows_on

    pairs = list(_pairs(found, theme))
    if not pairs:
        raise AsterionError("there is nothing to draw: every design looks the same in both decks")
    margins = paper.margin_mm
    margin = max(margins.left, margins.right, margins.top, margins.bottom)
    width, height = paper.width_mm, paper.height_mm
    title = f"old {names[0]} / new {names[1]}"
    if kind is PictureFormat.PDF:
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
    if kind is PictureFormat.PNG:
        from generator.drawing.png import png_bytes

        return png_bytes(text, width, high, dpi)
    return text.encode()


def _pairs(found: Difference, theme: Theme) -> Iterator[Pair]:
    """Yield every design that looks otherwise, in the first colour that has it, and every back that does."""
    from generator.games.labyrinth.art.components import draw
    from generator.games.labyrinth.deck.differences import Change
    from generator.games.labyrinth.diagrams.comparison import Pair

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
        yield Pair(tile(found.old, pair.old_id), tile(found.new, pair.new_id), name, ", ".join(pair.changes))
    old, new = found.old.catalogue.colours, found.new.catalogue.colours
    for colour in (name for name in new if name in old and old[name] != new[name]):
        back = f"back-{colour}"
        yield Pair(draw(back, found.old, theme), draw(back, found.new, theme), colour, Change.CHANGED)
