"""The options of a picture, and its file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator.catalogue import library
from generator.catalogue.equipment import Paper, load_paper
from generator.catalogue.headers import Head
from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import Theme
from generator.cli.options import DEFAULT_THEME, F, confirm, say, together
from generator.cli.values import PAPER, THEME
from generator.drawing.art import load_look
from generator.drawing.display_list import Scene, Transform, moved
from generator.drawing.svg import png_bytes, scene_text
from generator.pdf.drawing_pages import print_pictures
from generator.publish.atomic_file import is_there, publish_file

DEFAULT_PAPER = "a4"
DPI = 150
"""The default resolution of a PNG, in pixels per inch."""
FEWEST_DPI, MOST_DPI = 20, 2400


class PictureFormat(StrEnum):
    """The format of a picture, by the ending of its file's name."""

    SVG = ".svg"
    PNG = ".png"
    PDF = ".pdf"


class PictureFile(click.Path):
    """A file whose ending says what kind of picture it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if path.suffix.lower() not in set(PictureFormat):
            self.fail(f"{str(value)!r} is no picture; end its name in .svg, .png or .pdf", param, ctx)
        return path


class Wish(NamedTuple):
    """A request for a picture."""

    file: Path
    theme: ShelfFile
    paper: ShelfFile
    dpi: int
    force: bool

    @property
    def kind(self) -> PictureFormat:
        """Return the format that the file's ending names."""
        return PictureFormat(self.file.suffix.lower())


PAPER_OPTION = click.option(
    "--paper",
    hidden=True,
    type=PAPER,
    help=f"Paper that the picture fits, upright or lying. Default: {DEFAULT_PAPER}.",
)


def picture_options_for(what: str, *more: Any) -> Callable[[F], F]:
    """Return the options of a picture, with more options before `--dpi`."""
    return together(
        click.option("--draw", type=PictureFile(), metavar="FILE", help=f"Draw {what}: a .svg, .png or .pdf file."),
        click.option("--theme", type=THEME, hidden=True, help=f"How the tiles look. Default: {DEFAULT_THEME}."),
        *more,
        click.option(
            "--dpi",
            type=click.IntRange(FEWEST_DPI, MOST_DPI),
            hidden=True,
            help=f"Pixels an inch of a .png. Default: {DPI}.",
        ),
        click.option("--force", is_flag=True, help="Replace the picture's file, without asking."),
    )


def wish_of(draw: Path | None, **others: Any) -> Wish | None:
    """Return the picture that the options ask for.

    Args:
        draw: its file, or None.
        others: the other options by name, and any further ones that need a picture.

    Raises:
        click.UsageError: an option is for a picture that was not requested, or for another format.
    """
    given = [name for name, value in others.items() if value is not None and value is not False]
    if draw is None:
        if given:
            raise click.UsageError(f"--{given[0]} is about a picture; add --draw FILE")
        return None
    if others["dpi"] is not None and draw.suffix.lower() != PictureFormat.PNG:
        raise click.UsageError(f"--dpi is for .png; {draw.suffix} is sharp at every size")
    theme = others["theme"] or library.theme_file(DEFAULT_THEME)
    paper = others["paper"] or library.paper_file(DEFAULT_PAPER)
    return Wish(draw, theme, paper, others["dpi"] or DPI, others["force"])


def look_of(wish: Wish) -> tuple[Theme, Paper]:
    """Return the theme and the paper of a picture.

    Raises:
        InputError: mistakes in their files.
    """
    return load_look(wish.theme), load_paper(wish.paper.path, wish.paper.name)


def write_picture(wish: Wish, data: bytes, title: str, *, quiet: bool = False) -> None:
    """Write a picture, and report it unless `quiet`.

    Raises:
        PublishError: it cannot be written.
    """
    unchanged = is_there(wish.file, data)
    if not unchanged:
        publish_file(wish.file, data, force=wish.force or may_replace(wish.file))
    if not quiet:
        told = f"{wish.file}: {title}"
        say(f"{told}, unchanged\n" if unchanged else f"{told}\n")


def may_replace(file: Path) -> bool:
    """Ask whether an existing file may be replaced; return False if there is no terminal."""
    if not (file.exists() and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    return confirm(f"replace {file}?")


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
