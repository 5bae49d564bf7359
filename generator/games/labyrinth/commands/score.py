"""Counting an end of game that players wrote down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.cli.options import catalogue_option, examples, say
from generator.cli.picture import picture_options, wish_of
from generator.errors import InputError
from generator.games.labyrinth.catalogue.position_records import load_table
from generator.games.labyrinth.commands.deck_names import loaded_deck
from generator.games.labyrinth.commands.pictures import LEGEND, draw_picture
from generator.games.labyrinth.diagrams.table import TableView
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.described_tables import arranged_table
from generator.games.labyrinth.engine.rules import rules_of
from generator.games.labyrinth.engine.scoring import explain_final, explanation_text


@click.command(
    epilog=examples(
        "asterion score position.yaml",
        "asterion score position.yaml --draw position.pdf",
        "asterion score position.yaml --catalogue mine.yaml --draw position.png --dpi 300",
    )
)
@click.argument("position", type=click.Path(path_type=Path, dir_okay=False))
@catalogue_option
@picture_options
def score(position: Path, catalogue: Path | None, draw: Path | None, **look: Any) -> None:
    """Count the end of a game from a position file, and explain each chamber, prisoner by prisoner.

    A table that no game can bring about is refused, with every reason at its place in the file. A picture of it bears
    the same numbers of chambers, and the same coordinates along its edges.
    """
    wish = wish_of(draw, **look)
    whole, deck = loaded_deck(catalogue)
    loaded = load_table(position, str(position))
    table = loaded.table
    rules = rules_of(whole.catalogue, **table.agreed)
    if table.game != (game := whole.catalogue.game):
        message = f"a position of the game {table.game!r}, counted as one of {game!r}; write {game!r} here, "
        place = loaded.document.value_place(("game",))
        raise InputError.at(place, message + "or give its catalogue with --catalogue")
    arranged = arranged_table(loaded, GameSet.of(deck), rules)
    if any(table.kills.values()) and not rules.scores_impaled:
        place = loaded.document.key_place(("kills",))
        click.secho(f"{place}: left out; impaling brings no points in this game", fg="yellow", err=True)
    count = explain_final(arranged)
    say(explanation_text(count))
    if wish is not None:
        say(f"\n{LEGEND}")
        draw_picture(wish, TableView("the end of a game", arranged, count), deck)
