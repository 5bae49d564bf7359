"""What commands that draw have in common: the wish for a picture, and the file that it becomes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.catalogue import library
from generator.cli.messages import said
from generator.cli.options import DEFAULT_THEME, F, FromShelf, confirm, say, together
from generator.games.labyrinth.commands.pictures import DPI, PictureFormat

if TYPE_CHECKING:
    from generator.catalogue.papers import Paper
    from generator.catalogue.themes import Theme
    from generator.games.labyrinth.deck.tiles import Deck
    from generator.games.labyrinth.diagrams.table import View

DEFAULT_PAPER = "a4"
FEWEST_DPI, MOST_DPI = 20, 2400
LEGEND = (
    "in the picture: numbers are the chambers above, gold threads pay, dark numbers are enclosed, arrows lead outside, "
    "the beaded thread is the minotaur's chamber\n"
)


class PictureFile(click.Path):
    """A file whose ending says what kind of picture it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if path.suffix.lower() not in set(PictureFormat):
            self.fail(f"{str(value)!r} is no picture; end its name in .svg, .png or .pdf", param, ctx)
        return path


class Wish(NamedTuple):
    """A picture that is wished for."""

    file: Path
    theme: str
    paper: str
    dpi: int
    force: bool

    @property
    def kind(self) -> PictureFormat:
        """What the file's ending says."""
        return PictureFormat(self.file.suffix.lower())


PAPER_OPTION = click.option(
    "--paper",
    type=FromShelf("paper", library.papers),
    help=f"Paper that the picture fits, upright or lying. Default: {DEFAULT_PAPER}.",
)


def picture_options_for(what: str, *more: Any) -> Callable[[F], F]:
    """The options of a picture of something, with more options among them."""
    return together(
        click.option("--draw", type=PictureFile(), metavar="FILE", help=f"Draw {what}: a .svg, .png or .pdf file."),
        click.option(
            "--theme", type=FromShelf("theme", library.themes), help=f"How the tiles look. Default: {DEFAULT_THEME}."
        ),
        *more,
        click.option(
            "--dpi", type=click.IntRange(FEWEST_DPI, MOST_DPI), help=f"Pixels an inch of a .png. Default: {DPI}."
        ),
        click.option("--force", is_flag=True, help="Replace the picture's file, without asking."),
    )


picture_options = picture_options_for("the table", PAPER_OPTION)


def wish_of(draw: Path | None, **others: Any) -> Wish | None:
    """What the options of a picture wish for.

    Args:
        draw: its file, or None.
        others: the other options, by their names; any further ones that only speak of a picture, too.

    Raises:
        click.UsageError: an option speaks of a picture that is not wished for, or of another kind.
    """
    given = [name for name, value in others.items() if value is not None and value is not False]
    if draw is None:
        if given:
            raise click.UsageError(f"--{given[0]} is about a picture; add --draw FILE")
        return None
    if others["dpi"] is not None and draw.suffix.lower() != PictureFormat.PNG:
        raise click.UsageError(f"--dpi is for .png; {draw.suffix} is sharp at every size")
    theme, paper, dpi = others["theme"] or DEFAULT_THEME, others["paper"] or DEFAULT_PAPER, others["dpi"] or DPI
    return Wish(draw, theme, paper, dpi, others["force"])


def draw_picture(wish: Wish, view: View, deck: Deck, *, quiet: bool = False) -> None:
    """Draw what is to be seen, write it, and say so unless `quiet`.

    Raises:
        AsterionError: it cannot be drawn, or not be written.
    """
    from generator.games.labyrinth.commands.pictures import table_picture

    data = table_picture(view, deck, *look_of(wish), wish.kind, wish.dpi)
    write_picture(wish, data, view.title, quiet=quiet)


def look_of(wish: Wish) -> tuple[Theme, Paper]:
    """The theme and the paper of a picture.

    Raises:
        InputError: mistakes in their files.
    """
    from generator.catalogue.papers import load_paper
    from generator.catalogue.themes import load_theme

    theme, paper = library.theme_file(wish.theme), library.paper_file(wish.paper)
    return load_theme(theme.path, theme.name), load_paper(paper.path, paper.name)


def write_picture(wish: Wish, data: bytes, title: str, *, quiet: bool = False) -> None:
    """Write a picture, and say so unless `quiet`.

    Raises:
        PublishError: it cannot be written.
    """
    from generator.publish.atomic_file import is_there, publish_file

    unchanged = is_there(wish.file, data)
    if not unchanged:
        publish_file(wish.file, data, force=wish.force or may_replace(wish.file))
    if not quiet:
        told = f"{wish.file}: {title}"
        say(f"{said('unchanged', what=told) if unchanged else told}\n")


def may_replace(file: Path) -> bool:
    """Ask whether a file that is there may go, where somebody can answer."""
    if not (file.exists() and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    return confirm(said("replace_file", file=file))
