"""The command that makes the files of a game."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from generator.cli.making import make, make_update
from generator.cli.options import (
    command,
    examples,
    game_options,
    jobs_option,
    language_option,
    making_options,
    out_option,
    paper_option,
    strict_option,
    theme_option,
)
from generator.cli.print_run import decimal, print_run_options
from generator.cli.sheet_options import laying_options, tiles_option
from generator.cli.values import DeckName, Number
from generator.making.request import DEFAULT_BOX, DEFAULT_FOLD, DEFAULT_PARTS, Part
from generator.units import THICKEST_PIECE_MM, THICKEST_SHEET_MM, THINNEST_PIECE_MM


@command(
    epilog=examples(
        "asterion build",
        "asterion build --paper a3 --paper tabloid --language es",
        "asterion build mine.yaml --out ~/prints/mine --theme ink-saver",
        "asterion build --only sheets --layout tight --flip short-edge",
        "asterion build --only booklet --paper letter     the rules to fold and staple",
        "asterion build --only box --thickness 0.5        a box for tiles of 0.5 mm card",
        "asterion build --tiles Y03,R11                   two tiles anew, into output/asterion-reprint",
    )
)
@game_options
@out_option
@paper_option
@language_option
@theme_option
@laying_options
@tiles_option
@click.option(
    "--only", "parts", type=click.Choice([part.value for part in Part]), multiple=True, help="Make only these kinds."
)
@click.option(
    "--box", is_flag=True, help="Print a box, too, a lid and a tray; a setup card where no player cards show the rules."
)
@click.option(
    "--thickness",
    type=Number(0, THICKEST_PIECE_MM),
    metavar="MM",
    help="Of a piece in its box, or of a sheet of a booklet; with one of them alone.",
)
@click.option(
    "--only-changed",
    metavar="SINCE",
    type=DeckName(),
    help="Print only what a deck that you have lacks: a folder that was built, a catalogue, a game or a variant.",
)
@strict_option
@jobs_option
@making_options
def build(parts: tuple[str, ...], only_changed: str | None, **options: Any) -> None:
    """Make the whole game: pictures, sheets, rules and check report, read back and published as one set.

    With --only, make a part of it: what else lies in the folder stays as it is, in its own languages; after a change of
    the catalogue or the look it is renewed, so that a folder never shows two decks. With --only-changed, print the
    sheets that make the deck SINCE the new one, and say which old tiles to take out.

    A booklet is printed on both sides and folded: lay the sheets upon one another as they come, staple through the
    marks on the first one, fold. A box is cut out of thin card, folded and glued; for its --thickness measure a pile of
    ten pieces and divide by ten.
    """
    box, thickness, tiles = options.pop("box"), options.pop("thickness"), options["tiles"]
    wanted = frozenset(map(Part, parts))
    options |= print_run_options(click.get_current_context())
    if only_changed is None and not tiles:
        wanted = (wanted or DEFAULT_PARTS) | ({Part.BOX} if box else frozenset())
        _fold_and_box(wanted, thickness, options)
        make(wanted, **options)
        return
    if box or thickness is not None:
        raise click.UsageError(f"a box is printed for a whole deck; leave out --{'box' if box else 'thickness'}")
    if only_changed and tiles:
        raise click.UsageError("--only-changed finds out itself what is printed; leave out --tiles")
    if wanted - {Part.SHEETS} or len(options["languages"]) > 1:
        what = "--tiles" if tiles else "--only-changed"
        raise click.UsageError(f"{what} prints sheets of tiles alone; leave out --only and all languages but one")
    if only_changed is None:
        make(frozenset({Part.SHEETS}), **options)
        return
    options.pop("tiles")
    make_update(only_changed, **options)


def _fold_and_box(parts: frozenset[Part], thickness: float | None, options: dict[str, Any]) -> None:
    """Give the paper of the command to the booklet and the box, and its turn and thickness to the one made alone.

    What `print.yaml` says of the paper of booklets and boxes counts more, unless one of them is made alone.

    Raises:
        click.UsageError: a thickness without a booklet or a box, or one out of range.
    """
    context = click.get_current_context()
    paper = options["papers"][0].id if context.get_parameter_source("papers") is ParameterSource.COMMANDLINE else None
    alone = parts in ({Part.BOOKLET}, {Part.BOX})
    if thickness is not None:
        _require_thickness(thickness, parts)
    for part, key, usual in ((Part.BOOKLET, "fold", DEFAULT_FOLD), (Part.BOX, "box", DEFAULT_BOX)):
        if part in parts:
            first, *others, thick = options.get(key, (None,) * len(usual))
            options[key] = ((paper or first) if alone else (first or paper), *others, decimal(thickness) or thick)
    if parts == {Part.BOOKLET}:
        flip = options["flip"] if context.get_parameter_source("flip") is ParameterSource.COMMANDLINE else None
        if flip == "none":
            raise click.UsageError("--flip: a booklet is printed on both sides; give short-edge or long-edge")
        first, edge, thick = options["fold"]
        options |= {"flip": None, "fold": (first, flip or edge, thick)}


def _require_thickness(thickness: float, parts: frozenset[Part]) -> None:
    """Refuse a thickness that no piece of the box, or no sheet of the booklet, has.

    Raises:
        click.UsageError: it is out of range, or neither a box nor a booklet alone is made.
    """
    if parts == {Part.BOOKLET}:
        if thickness > THICKEST_SHEET_MM:
            raise click.UsageError(f"--thickness: a sheet that is folded is at most {THICKEST_SHEET_MM:g} mm thick")
    elif Part.BOX not in parts or Part.BOOKLET in parts:
        raise click.UsageError("--thickness is that of a piece with a box, or of a sheet with --only booklet")
    elif thickness < THINNEST_PIECE_MM:
        raise click.UsageError(f"--thickness: a piece is {THINNEST_PIECE_MM:g} to {THICKEST_PIECE_MM:g} mm thick")
