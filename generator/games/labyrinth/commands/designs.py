"""The space of designs: which designs there are within limits, and what a deck makes of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from generator.catalogue import library
from generator.catalogue.equipment import load_paper
from generator.cli.options import DEFAULT_THEME, command, examples, format_option, game_options, say
from generator.cli.picture import DEFAULT_PAPER, DPI, FEWEST_DPI, MOST_DPI, PictureFile, PictureFormat, Wish, wish_of
from generator.cli.values import PAPER, THEME, NamedValue
from generator.drawing.art import load_look
from generator.drawing.svg import png_bytes
from generator.games.labyrinth.catalogue.symbol_table import MOST_ON_PATH, PLURALS
from generator.games.labyrinth.commands.deck_names import loaded_deck
from generator.games.labyrinth.deck.space import Span, Survey, change_limits, limits_of, space_data, space_text, survey
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.diagrams.space_sheet import space_pages
from generator.games.report import json_text
from generator.pdf.drawing_pages import draw_contact_sheet, print_contact_sheet
from generator.publish.atomic_file import publish_file

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


LIMITS: dict[str, click.ParamType[Any]] = {
    **dict.fromkeys(("open-sides", *PLURALS, "extras"), SpanType()),
    **dict.fromkeys((f"path-{what}" for what in PLURALS), click.IntRange(0, MOST_ON_PATH)),
}
"""Limits and their values: open sides, symbols of each kind on a tile, extras together, the most of each on a path."""


@command(
    epilog=examples(
        "asterion play designs",
        "asterion play designs --draw space.pdf",
        "asterion play designs --limit open-sides=1-4 --limit prisoners=1 --format json",
    )
)
@game_options
@format_option()
@click.option("--draw", type=PictureFile(), metavar="FILE", help="Draw the space: a .svg, .png or .pdf file.")
@click.option(
    "--theme",
    hidden=True,
    type=THEME,
    help=f"How the designs of the deck look. Default: {DEFAULT_THEME}.",
)
@click.option("--paper", type=PAPER, hidden=True, help=f"Paper. Default: {DEFAULT_PAPER}.")
@click.option(
    "--dpi", type=click.IntRange(FEWEST_DPI, MOST_DPI), hidden=True, help=f"Pixels an inch of a .png. Default: {DPI}."
)
@click.option("--force", is_flag=True, hidden=True, help="Replace the picture's files, without asking.")
@click.option(
    "--limit",
    "limits",
    type=NamedValue("limit", LIMITS),
    multiple=True,
    metavar="NAME=N or N-M",
    help="A limit that is not as the deck itself keeps it, as in prisoners=0-2; may be given several times. "
    f"Limits: {', '.join(LIMITS)}.",
)
def designs(form: str, limits: tuple[tuple[str, Any], ...], **options: Any) -> None:
    """Count and list every design within limits: which the deck uses, nearly repeats, or lacks.

    A picture that takes several pages is one .pdf, or several files with numbers behind their names.
    """
    wish = wish_of(**options)
    _, deck = loaded_deck()
    found = survey(deck, change_limits(limits_of(deck), dict(limits)))
    if wish is not None:
        for file in _drawn(found, deck, wish):
            say(f"{file}\n")
    else:
        say(json_text(space_data(found, deck)) if form == "json" else space_text(found, deck))


def _drawn(found: Survey, deck: Deck, wish: Wish) -> list[Path]:
    """Write the contact sheet, and return the files that were written."""
    sheet = wish.paper
    themes = (load_look(wish.theme), load_look(library.theme_file(LINE_ART)))
    fonts = library.fonts_folder()
    pages = space_pages(found, deck, load_paper(sheet.path, sheet.name), themes, fonts)
    file, title = wish.file, f"{deck.catalogue.title}: the space of designs"
    names = [file]
    if file.suffix.lower() == PictureFormat.PDF:
        printed = [print_contact_sheet(pages, title, fonts)]
    else:
        printed = []
        for page in pages:
            text = draw_contact_sheet(page, fonts)
            png = file.suffix.lower() == PictureFormat.PNG
            printed.append(png_bytes(text, page.art.width, page.art.height, wish.dpi) if png else text.encode())
        if len(pages) > 1:
            names = [file.with_stem(f"{file.stem}-{number}") for number in range(1, len(pages) + 1)]
    for name, data in zip(names, printed, strict=True):
        publish_file(name, data, force=wish.force)
    return names
