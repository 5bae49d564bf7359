"""The command that lays the rules for folding."""

from __future__ import annotations

from typing import Any

import click

from generator.build.order import USUAL_FOLD, Part
from generator.catalogue import library
from generator.cli.build import make
from generator.cli.options import FromShelf, Number, examples, making_options, texts_options

THICKEST_MM = 0.5
"""As :data:`generator.layout.saddle_stitch.THICKEST_MM` has it, which is not loaded for a command's help."""


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
    help=f"Paper that is folded. Default: as in the folder, else {USUAL_FOLD[0]}.",
)
@click.option(
    "--flip",
    type=click.Choice(["short-edge", "long-edge"]),
    help=f"How the printer turns a sheet over. Default: as in the folder, else {USUAL_FOLD[1]}.",
)
@click.option(
    "--thickness",
    type=Number(0, THICKEST_MM),
    metavar="MM",
    help=f"Of one sheet; 0 leaves the creep alone. Default: as in the folder, else {USUAL_FOLD[2]}.",
)
@making_options
def booklet(game: str | None, paper: str | None, flip: str | None, thickness: float | None, **options: Any) -> None:
    """Print the rules to be folded: two pages on each side of a sheet, in the order of a stapled booklet.

    Print on both sides at 100 %, lay the sheets upon one another as they come, staple through the marks on the first
    sheet, fold. The rules themselves are made with it. What else lies in the folder stays as it is, and is renewed only
    after a change of the catalogue or the look.
    """
    fold = {"paper": paper, "flip": flip, "thickness": None if thickness is None else f"{thickness:g}"}
    make(game, frozenset({Part.BOOKLET}), fold=fold, **options)
