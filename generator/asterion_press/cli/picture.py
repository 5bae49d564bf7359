"""The options of a picture, and its file."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import click

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import Head
from asterion_press.catalogue.themes import Theme
from asterion_press.cli.options import DEFAULT_THEME, F, together
from asterion_press.cli.terminal import may_replace, say
from asterion_press.cli.values import PAPER, THEME, FileEnding
from asterion_press.drawing.art import load_look
from asterion_press.drawing.display_list import Scene, Transform, moved
from asterion_press.drawing.svg import png_bytes, scene_text
from asterion_press.pdf.drawing_pages import print_pictures
from asterion_press.publish.atomic_file import is_there, publish_file

DEFAULT_PAPER = "a4"
DPI = 150
"""The resolution of a PNG, in pixels per inch."""


class PictureFormat(StrEnum):
    """The format of a picture, by the ending of its file's name."""

    SVG = ".svg"
    PNG = ".png"
    PDF = ".pdf"


class PictureRequest(NamedTuple):
    """A request for a picture."""

    file: Path
    theme: ShelfFile
    paper: ShelfFile
    force: bool

    @property
    def kind(self) -> PictureFormat:
        """Return the format that the file's ending names."""
        return PictureFormat(self.file.suffix.lower())


PAPER_OPTION = click.option(
    "--paper", hidden=True, type=PAPER, help=f"Paper that the picture fits, upright or lying. Default: {DEFAULT_PAPER}."
)


def picture_options_for(what: str, *more: Any) -> Callable[[F], F]:
    """Return the options of a picture, with more options before `--force`."""
    file = FileEnding("picture", *PictureFormat)
    return together(
        click.option("--draw", type=file, metavar="FILE", help=f"Draw {what}: a .svg, .png or .pdf file."),
        click.option("--theme", type=THEME, hidden=True, help=f"How the tiles look. Default: {DEFAULT_THEME}."),
        *more,
        click.option("--force", is_flag=True, help="Replace the picture's file, without asking."),
    )


def picture_request(draw: Path | None, **others: Any) -> PictureRequest | None:
    """Return the picture that the options ask for.

    Args:
        draw: its file, or None.
        others: the other options by name, and any further ones that need a picture.

    Raises:
        click.UsageError: an option is for a picture that was not requested.
    """
    given = [name for name, value in others.items() if value is not None and value is not False]
    if draw is None:
        if given:
            raise click.UsageError(f"--{given[0]} is about a picture; add --draw FILE")
        return None
    theme = others["theme"] or library.theme_file(DEFAULT_THEME)
    paper = others["paper"] or library.paper_file(DEFAULT_PAPER)
    return PictureRequest(draw, theme, paper, others["force"])


def look_of(request: PictureRequest) -> tuple[Theme, Paper]:
    """Return the theme and the paper of a picture.

    Raises:
        InputError: mistakes in their files.
    """
    return load_look(request.theme), load_paper(request.paper)


def write_picture(request: PictureRequest, data: bytes, title: str, *, quiet: bool) -> None:
    """Write a picture, and report it unless `quiet`.

    Raises:
        PublishError: it cannot be written.
    """
    unchanged = is_there(request.file, data)
    if not unchanged:
        publish_file(request.file, data, force=request.force or may_replace(request.file))
    if not quiet:
        line = f"{request.file}: {title}"
        say(f"{line}, unchanged\n" if unchanged else f"{line}\n")


def scene_picture(scene: Scene, head: Head, paper: Paper, kind: PictureFormat, dpi: int = DPI) -> bytes:
    """Return the file of a scene in mm, reduced if the paper is too small.

    Args:
        scene: what is to be seen.
        head: of the game.
        paper: used upright or on its side, whichever needs less reduction.
        kind: of the file.
        dpi: pixels an inch of a PNG.

    Raises:
        LayoutError: the picture has too many pixels.
        AsterionError: what draws pixels is not installed.
    """
    margins, page = paper.margin_mm, (paper.width_mm, paper.height_mm)
    room = page[0] - margins.left - margins.right, page[1] - margins.top - margins.bottom
    upright, lying = (min(wide / scene.width, high / scene.height, 1) for wide, high in (room, room[::-1]))
    scale = max(upright, lying)
    parts = tuple(moved(part, Transform.placing(0, 0, scale=scale)) for part in scene.parts)
    smaller = Scene(scene.id, scene.title, scene.description, scene.width * scale, scene.height * scale, parts)
    return picture_file(smaller, head, page[::-1] if lying > upright else page, kind, dpi)


def picture_file(scene: Scene, head: Head, page: tuple[float, float], kind: PictureFormat, dpi: int) -> bytes:
    """Return the file of a scene; a PDF has a page of that width and height in mm.

    Raises:
        LayoutError: the picture has too many pixels.
        AsterionError: what draws pixels is not installed.
    """
    if kind is PictureFormat.PDF:
        about = f"{head.title}, {head.edition} edition"
        return print_pictures([scene], page, head.title, about, head.credits.design)
    text = scene_text(scene)
    if kind is PictureFormat.PNG:
        return png_bytes(text, scene.width, scene.height, dpi)
    return text.encode()
