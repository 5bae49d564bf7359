"""A picture of a table from a view to the bytes of a file: SVG, PNG or PDF, all of one scene."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from generator import __version__

if TYPE_CHECKING:
    from generator.catalogue.headers import Head
    from generator.catalogue.papers import Paper
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Scene
    from generator.games.labyrinth.deck.tiles import Deck
    from generator.games.labyrinth.diagrams.table import View
    from generator.games.labyrinth.engine.position import Position
    from generator.games.labyrinth.engine.record import Moment
    from generator.games.labyrinth.engine.scoring import Explanation


class Kind(StrEnum):
    """What a picture is, by the ending of its file's name."""

    SVG = ".svg"
    PNG = ".png"
    PDF = ".pdf"


def view_of(moment: Moment) -> View:
    """A moment of a recorded game, with its count if the game is over."""
    from generator.games.labyrinth.diagrams.table import View
    from generator.games.labyrinth.engine.plies import spelled
    from generator.games.labyrinth.engine.scoring import explain_final

    count = explain_final(moment.position) if moment.ended else None
    if moment.turn is None:
        return View("the beginning of a game", moment.position, None, moment)
    last = f"after ply {moment.number} of {moment.plies}, {spelled(moment.turn.ply)}"
    return View(f"the end of a game, {last}" if count else f"a game {last}", moment.position, count, moment)


def view_of_end(position: Position, count: Explanation) -> View:
    """An end of game by itself, with its count."""
    from generator.games.labyrinth.diagrams.table import View

    return View("the end of a game", position, count)


DPI = 150
"""Pixels an inch of a PNG, unless told otherwise."""


def picture(view: View, deck: Deck, theme: Theme, paper: Paper, kind: Kind, dpi: int = DPI) -> bytes:
    """The file.

    Args:
        view: what is to be seen.
        deck: whose tiles are drawn.
        theme: in which inks.
        paper: upright or lying, whichever gives larger tiles; SVG and PNG are as large as the picture on it.
        kind: of the file.
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


def scene_picture(scene: Scene, head: Head, paper: Paper, kind: Kind, dpi: int = DPI) -> bytes:
    """The file of a scene in mm, smaller if the paper asks for it, and never larger.

    Args:
        scene: what is to be seen.
        head: of the game.
        paper: upright or lying, whichever takes it larger.
        kind: of the file.
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


def _file(scene: Scene, head: Head, page: tuple[float, float], kind: Kind, dpi: int) -> bytes:
    from generator.drawing.svg import scene_text

    if kind is Kind.PDF:
        from generator.pdf.drawing_pages import print_picture

        about = f"{head.title}, {head.edition} edition"
        return print_picture(scene, page, head.title, about, head.credits.design, __version__)
    text = scene_text(scene)
    if kind is Kind.PNG:
        from generator.drawing.png import png_bytes

        return png_bytes(text, scene.width, scene.height, dpi)
    return text.encode()
