"""The space of designs: which designs there are within limits, and what a deck makes of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.catalogue import shelf
from generator.cli_options import DEFAULT_THEME, FromShelf, catalogue_option, examples, loaded_deck, say

if TYPE_CHECKING:
    from generator.deck.limits import Limits, Span
    from generator.deck.nearness import Survey
    from generator.deck.tiles import Deck

F = TypeVar("F", bound=Callable[..., Any])
LINE_ART = "ink-saver"
"""The theme of designs that the deck lacks."""
MOST = 16
"""Largest number that a limit takes: a path holds at most four of each, a tile has at most four paths."""


class SpanType(click.ParamType[Any]):
    """A number, or two with a hyphen: ``1`` or ``0-2``."""

    name = "span"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Span:
        if isinstance(value, tuple):
            return value
        if not re.fullmatch(r"[0-9]{1,2}(-[0-9]{1,2})?", value):
            self.fail(f"{value!r} is no number and no range; write 1 or 0-2", param, ctx)
        least, _, most = value.partition("-")
        span = int(least), int(most or least)
        if not span[0] <= span[1] <= MOST:
            self.fail(f"{value!r} is no range from a smaller to a larger number up to {MOST}", param, ctx)
        return span


def _limit(option: str, told: str, kind: click.ParamType[Any] | None = None) -> Callable[[F], F]:
    return click.option(option, type=kind or SpanType(), help=told, metavar=None if kind else "N or N-M")


@click.command(
    epilog=examples(
        "asterion designs",
        "asterion designs --draw space.pdf",
        "asterion designs --open-sides 1-4 --prisoners 1 --format json",
    )
)
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--draw", type=click.Path(path_type=Path, dir_okay=False), help="Draw the space: FILE.pdf or FILE.svg.")
@click.option("--paper", type=FromShelf("paper", shelf.papers), default="a4", show_default=True, help="For --draw.")
@click.option(
    "--theme",
    type=FromShelf("theme", shelf.themes),
    default=DEFAULT_THEME,
    show_default=True,
    help="For --draw: how the designs of the deck look.",
)
@click.option("--force", is_flag=True, help="For --draw: replace files that are there.")
@_limit("--open-sides", "Open sides of a tile. All limits default to what the deck itself keeps.")
@_limit("--prisoners", "Prisoners on a tile.")
@_limit("--coins", "Coins on a tile.")
@_limit("--wings", "Wings on a tile.")
@_limit("--extras", "Coins and wings on a tile, together.")
@_limit("--path-prisoners", "Most prisoners on a path.", click.IntRange(0, 4))
@_limit("--path-coins", "Most coins on a path.", click.IntRange(0, 4))
@_limit("--path-wings", "Most wings on a path.", click.IntRange(0, 4))
def designs(
    catalogue: Path | None, form: str, draw: Path | None, paper: str, theme: str, force: bool, **wishes: Any
) -> None:
    """Count and list every design within limits: which the deck uses, nearly repeats, or lacks."""
    from generator.deck.nearness import survey
    from generator.deck.report import json_text
    from generator.deck.space_report import space_data, space_text

    if draw is not None and draw.suffix.lower() not in {".pdf", ".svg"}:
        raise click.BadParameter(f"{draw.name!r} ends in neither .pdf nor .svg", param_hint="--draw")
    _, deck = loaded_deck(catalogue)
    found = survey(deck, _limits(deck, wishes))
    if draw is not None:
        for file in _drawn(found, deck, draw, paper, theme, force=force):
            say(f"{file}\n")
    else:
        say(json_text(space_data(found, deck)) if form == "json" else space_text(found, deck))


def _limits(deck: Deck, wishes: dict[str, Any]) -> Limits:
    """The deck's own limits, and instead of some of them those that were asked for.

    Limits that follow from others give way: more coins on a tile mean that a path may hold them and extras be more.
    """
    from msgspec.structs import replace

    from generator.deck.limits import Limits, limits_of

    own, told = limits_of(deck), {name: value for name, value in wishes.items() if value is not None}
    loose = {
        f"path_{what}": max(getattr(own, f"path_{what}"), told[what][1])
        for what in ("prisoners", "coins", "wings")
        if what in told
    }
    if "coins" in told or "wings" in told:
        loose["extras"] = Limits().extras
    return replace(own, **(loose | told))


def _drawn(found: Survey, deck: Deck, file: Path, paper: str, theme: str, *, force: bool) -> list[Path]:
    """Write the contact sheet; the files that were written."""
    from generator import __version__
    from generator.catalogue.papers import load_paper
    from generator.catalogue.themes import load_theme
    from generator.press.contact_sheet import contact_pdf, contact_svg
    from generator.press.space_sheet import space_pages
    from generator.publishing.single import publish_file

    sheet, own, line_art = shelf.paper_file(paper), shelf.theme_file(theme), shelf.theme_file(LINE_ART)
    themes = (load_theme(own.path, own.name), load_theme(line_art.path, line_art.name))
    fonts = shelf.fonts_folder()
    pages = space_pages(found, deck, load_paper(sheet.path, sheet.name), themes, fonts)
    if file.suffix.lower() == ".pdf":
        title = f"{deck.catalogue.title}: the space of designs"
        publish_file(file, contact_pdf(pages, title, __version__, fonts), force=force)
        return [file]
    names = [file] if len(pages) == 1 else [file.with_stem(f"{file.stem}-{n}") for n in range(1, len(pages) + 1)]
    for name, page in zip(names, pages, strict=True):
        publish_file(name, contact_svg(page, fonts).encode(), force=force)
    return names
