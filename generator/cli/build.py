"""The commands that make files of a game: build, draw, sheets, rules, booklet and box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from generator.build.request import (
    DEFAULT_BOX,
    DEFAULT_FOLD,
    DEFAULT_PARTS,
    Part,
)
from generator.catalogue import library
from generator.cli.making import make, make_update
from generator.cli.options import (
    DeckName,
    F,
    FromShelf,
    Number,
    catalogue_option,
    examples,
    game_argument,
    jobs_option,
    language_option,
    making_options,
    out_option,
    paper_option,
    texts_options,
    theme_option,
)
from generator.cli.sheet_options import laying_options, tiles_option

THICKEST_SHEET_MM = 0.5
"""As :data:`generator.layout.saddle_stitch.THICKEST_MM` has it, which is not loaded for a command's help."""
THINNEST_PIECE_MM, THICKEST_PIECE_MM = 0.1, 4.0
"""As :mod:`generator.layout.tuck_box` has them, which is not loaded for a command's help."""
RULES_FORMATS = {
    "pdf": frozenset({Part.RULES}),
    "html": frozenset({Part.WEB}),
    "all": frozenset({Part.RULES, Part.WEB}),
}
"""What the rules are made as, and the parts of a build that each is."""


@click.command(
    epilog=examples(
        "asterion build",
        "asterion build --paper a3 --paper tabloid --language es",
        "asterion build --catalogue mine.yaml --out ~/prints/mine --theme ink-saver",
        "asterion build --tiles Y03,R11               two tiles anew, into output/asterion-reprint",
    )
)
@game_argument
@catalogue_option
@out_option
@paper_option
@language_option
@theme_option
@laying_options
@tiles_option
@click.option(
    "--only", "parts", type=click.Choice([part.value for part in Part]), multiple=True, help="Make only these kinds."
)
@click.option("--box", is_flag=True, help="Print a tuck box and a setup card, too; `asterion box` tells how thick.")
@click.option(
    "--only-changed",
    metavar="SINCE",
    type=DeckName(),
    help="Print only what a deck that you have lacks: a folder that was built, a catalogue, a game or a variant.",
)
@jobs_option
@making_options
def build(game: str | None, parts: tuple[str, ...], box: bool, only_changed: str | None, **options: Any) -> None:
    """Make the whole game: pictures, sheets, rules and check report, read back and published as one set.

    With --only-changed, print the sheets that make the deck SINCE the new one, and say which old tiles to take out.
    """
    if only_changed is None and not options["tiles"]:
        wanted = frozenset(map(Part, parts)) or DEFAULT_PARTS
        make(game, wanted | {Part.BOX} if box else wanted, **options)
        return
    if box:
        raise click.UsageError("a box is printed for a whole deck; leave out --box")
    if only_changed and options["tiles"]:
        raise click.UsageError("--only-changed finds out itself what is printed; leave out --tiles")
    if parts or options["languages"]:
        what = "--tiles" if options["tiles"] else "--only-changed"
        raise click.UsageError(f"{what} prints sheets of tiles alone; leave out --only and --language")
    if only_changed is None:
        make(game, frozenset({Part.SHEETS}), **options)
        return
    options.pop("tiles")
    make_update(game, only_changed, **options)


def titles_option(about: str) -> Callable[[F], F]:
    """Return the option of the language of titles and names, for commands that print no rules."""
    return click.option("--language", "titles", type=FromShelf("language", library.all_languages), help=about)


@click.command(epilog=examples("asterion draw", "asterion draw --theme ink-saver --out drawings"))
@game_argument
@catalogue_option
@out_option
@titles_option("Language of the names in the pictures. Default: as in the folder, else English.")
@theme_option
@making_options
def draw(game: str | None, **options: Any) -> None:
    """Draw every tile, back and counter as SVG.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, frozenset({Part.SVG}), **options)


@click.command(epilog=examples("asterion sheets --language de", "asterion sheets --layout tight --flip short-edge"))
@game_argument
@catalogue_option
@out_option
@paper_option
@titles_option("Language of the sheets' titles. Default: none; titles are a number and a letter.")
@theme_option
@laying_options
@tiles_option
@making_options
def sheets(game: str | None, **options: Any) -> None:
    """Print the sheets of tiles, backs and counters as PDF.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, frozenset({Part.SHEETS}), **options)


@click.command(epilog=examples("asterion rules", "asterion rules --language ja --format html"))
@texts_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(RULES_FORMATS)),
    default="all",
    show_default=True,
    help="Booklets as PDF, pages for the browser as HTML, or both.",
)
@making_options
def rules(game: str | None, form: str, **options: Any) -> None:
    """Print the rules: booklets as PDF, and pages of HTML for the telephone at the table.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, RULES_FORMATS[form], **options)


@click.command(
    epilog=examples(
        "asterion booklet",
        "asterion booklet --paper letter --language en",
        "asterion booklet --thickness 0.14 --flip long-edge",
    )
)
@texts_options
@click.option(
    "--paper",
    type=FromShelf("paper", library.papers),
    help=f"Paper that is folded. Default: as in the folder, else {DEFAULT_FOLD[0]}.",
)
@click.option(
    "--flip",
    type=click.Choice(["short-edge", "long-edge"]),
    help=f"How the printer turns a sheet over. Default: as in the folder, else {DEFAULT_FOLD[1]}.",
)
@click.option(
    "--thickness",
    type=Number(0, THICKEST_SHEET_MM),
    metavar="MM",
    help=f"Of one sheet; 0 leaves the creep alone. Default: as in the folder, else {DEFAULT_FOLD[2]}.",
)
@making_options
def booklet(game: str | None, paper: str | None, flip: str | None, thickness: float | None, **options: Any) -> None:
    """Print the rules to be folded: two pages on each side of a sheet, in the order of a stapled booklet.

    Print on both sides at 100 %, lay the sheets upon one another as they come, staple through the marks on the first
    sheet, fold. The rules themselves are made with it. What else lies in the folder stays as it is, and is renewed only
    after a change of the catalogue or the look.
    """
    fold = paper, flip, None if thickness is None else f"{thickness:g}"
    make(game, frozenset({Part.BOOKLET}), fold=fold, **options)


@click.command(
    epilog=examples(
        "asterion box --thickness 0.5",
        "asterion box --thickness 2 --paper letter --theme ink-saver",
    )
)
@texts_options
@click.option(
    "--paper",
    type=FromShelf("paper", library.papers),
    help=f"Paper of the box. Default: as in the folder, else {DEFAULT_BOX[0]}.",
)
@click.option(
    "--thickness",
    type=Number(THINNEST_PIECE_MM, THICKEST_PIECE_MM),
    metavar="MM",
    help=f"Of one piece, card and paper together. Default: as in the folder, else {DEFAULT_BOX[1]}.",
)
@making_options
def box(game: str | None, paper: str | None, thickness: float | None, **options: Any) -> None:
    """Print a tuck box that holds the pieces of the deck, and a setup card that goes in with them.

    The box is cut out of thin card, folded and glued. Measure a pile of ten pieces and divide by ten. Thick pieces lie
    in several stacks side by side, and a box that is too large for a sheet is made of two parts. The card says in each
    language what the symbols mean and how the game is set up; print it on both sides, flipped on the long edge. What
    else lies in the folder stays as it is, and is renewed only after a change of the catalogue or the look.
    """
    make(game, frozenset({Part.BOX}), box=(paper, None if thickness is None else f"{thickness:g}"), **options)
