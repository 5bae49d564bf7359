"""A page to look at a deck, written as one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.catalogue import shelf
from generator.catalogue.shelf import ShelfFile
from generator.cli_options import DEFAULT_THEME, FromShelf, catalogue_file, catalogue_option, examples, say, together
from generator.errors import PublishError

if TYPE_CHECKING:
    from generator.production.exhibition import Exhibition

look_options = together(
    catalogue_option,
    click.option(
        "--against",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        multiple=True,
        help="Another catalogue to compare with; may be given several times.",
    ),
    click.option(
        "--theme",
        type=FromShelf("theme", shelf.themes),
        default=DEFAULT_THEME,
        show_default=True,
        help="How the tiles look.",
    ),
)


class PageFile(click.Path):
    """A file whose ending says that it is a page."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(str(value))
        if path.suffix.lower() not in {".html", ".htm"}:
            self.fail(f"{str(value)!r} is no page; end its name in .html", param, ctx)
        return path


@click.command(
    epilog=examples(
        "asterion gallery",
        "asterion gallery --catalogue mine.yaml --out mine.html",
        "asterion gallery --against old.yaml        old beside new, for every design that differs",
    )
)
@look_options
@click.option("--out", type=PageFile(), metavar="FILE", help="The page. Default: output/GAME-gallery.html.")
@click.option("--force", is_flag=True, help="Replace a file that is no gallery, without asking.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but mistakes.")
def gallery(
    catalogue: Path | None, against: tuple[Path, ...], theme: str, out: Path | None, force: bool, quiet: bool
) -> None:
    """Write one HTML file that shows the deck: tiles, filters, charts, a comparison, and a table to try positions on.

    The page holds all that it needs, asks nothing of any network, and may be sent or put on any shelf.
    """
    from generator.publishing.single import is_there, publish_file

    exhibition = _exhibition(catalogue, against, theme)
    html = exhibition.page().html.encode()
    if out is None:
        out = Path("output") / f"{catalogue_file(catalogue).id}-gallery.html"
        _make_folder(out.parent)
    unchanged = is_there(out, html)
    if not unchanged:
        publish_file(out, html, force=force or _is_ours(out))
    if not quiet:
        say(f"{out}: {len(html) / 1024:.0f} KiB{', unchanged' if unchanged else ''}\n")


def _exhibition(catalogue: Path | None, against: tuple[Path, ...], theme: str) -> Exhibition:
    from generator.production.exhibition import Exhibition

    files = (_named(catalogue), *map(_named, against))
    return Exhibition(files[0], shelf.theme_file(theme), files[1:])


def _named(catalogue: Path | None) -> ShelfFile:
    """A catalogue that need not be readable yet: mistakes are told when its page is made."""
    here = Path("tiles.yaml")
    path = here if catalogue is None and os.path.lexists(here) else catalogue
    return shelf.game_file() if path is None else ShelfFile("", path, str(path))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PublishError(f"{folder} cannot be made: {(error.strerror or str(error)).lower()}") from None


def _is_ours(file: Path) -> bool:
    """Whether a gallery lies there, which may be renewed."""
    from generator.gallery.page import MARK

    try:
        with file.open("rb") as there:
            return MARK.encode() in there.read(4096)
    except OSError:
        return False
