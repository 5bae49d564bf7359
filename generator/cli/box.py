"""The command that makes a tuck box."""

from __future__ import annotations

from typing import Any

import click

from generator.build.order import USUAL_BOX, Part
from generator.catalogue import library
from generator.cli.build import make
from generator.cli.options import FromShelf, Number, examples, making_options, texts_options

THINNEST_MM, THICKEST_MM = 0.1, 4.0
"""As :mod:`generator.layout.tuck_box` has them, which is not loaded for a command's help."""


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
    help=f"Paper of the box. Default: as in the folder, else {USUAL_BOX[0]}.",
)
@click.option(
    "--thickness",
    type=Number(THINNEST_MM, THICKEST_MM),
    metavar="MM",
    help=f"Of one piece, card and paper together. Default: as in the folder, else {USUAL_BOX[1]}.",
)
@making_options
def box(game: str | None, paper: str | None, thickness: float | None, **options: Any) -> None:
    """Print a tuck box that holds the pieces of the deck, and a setup card that goes in with them.

    The box is cut out of thin card, folded and glued. Measure a pile of ten pieces and divide by ten. Thick pieces lie
    in several stacks side by side, and a box that is too large for a sheet is made of two parts. The card says in each
    language what the symbols mean and how the game is set up; print it on both sides, flipped on the long edge. What
    else lies in the folder stays as it is, and is renewed only after a change of the catalogue or the look.
    """
    wishes = {"paper": paper, "thickness": None if thickness is None else f"{thickness:g}"}
    make(game, frozenset({Part.BOX}), box=wishes, **options)
