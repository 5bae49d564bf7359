"""Counting an end of game that players wrote down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli_options import catalogue_option, examples, loaded_deck, say
from generator.cli_picture import LEGEND, draw_picture, picture_options, wish_of
from generator.errors import InputError, Mistake
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.catalogue.positions import LoadedTable
    from generator.catalogue.strict_yaml import Location
    from generator.play.box import Box


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

    A picture of it bears the same numbers of chambers, and the same coordinates along its edges.
    """
    wish = wish_of(draw, **look)
    from generator.catalogue.positions import load_table
    from generator.play.box import Box
    from generator.play.errors import MalformedError
    from generator.play.explain import explain_final, explained
    from generator.play.position import Position
    from generator.play.rules import rules_of

    whole, deck = loaded_deck(catalogue)
    loaded = load_table(position, str(position))
    table = loaded.table
    rules = rules_of(whole.catalogue, **table.agreed)
    box = Box.of(deck)
    wanted = whole.catalogue.game
    if mistakes := [*_game_mistakes(loaded, wanted), *_tile_mistakes(loaded, box), *_player_mistakes(loaded, box)]:
        raise InputError(mistakes)
    impaled = [(path.tile, path.path - 1) for path in table.impaled]
    try:
        arranged = Position.arranged(box, rules, table.seats, _laid(loaded), impaled=impaled, kills=table.kills)
    except MalformedError as error:
        raise InputError.at(loaded.document.value_place(("tiles",)), str(error)) from None
    count = explain_final(arranged)
    say(explained(count))
    if wish is not None:
        from generator.production.picture import view_of_end

        say(f"\n{LEGEND}")
        draw_picture(wish, view_of_end(arranged, count), deck)


def _game_mistakes(loaded: LoadedTable, game: str) -> Iterator[Mistake]:
    """Yield the mistake that a position is of another game than the catalogue."""
    if loaded.table.game != game:
        message = f"a position of the game {loaded.table.game!r}, counted as one of {game!r}; write {game!r} here, "
        yield Mistake(loaded.document.value_place(("game",)), message + "or give its catalogue with --catalogue")


def _tile_mistakes(loaded: LoadedTable, box: Box) -> Iterator[Mistake]:
    """Tiles that can lie on no table, each where it is written."""
    from generator.deck.tiles import MINOTAUR_ID

    table, place = loaded.table, loaded.document.value_place
    cells: dict[tuple[int, int], str] = {}
    for number, laid in enumerate(table.tiles):
        at: Location = ("tiles", number)
        if laid.tile != MINOTAUR_ID and laid.tile not in box.pieces:
            message = f"unknown tile {laid.tile!r}; `asterion tiles` lists the deck"
            yield Mistake(place((*at, "tile")), message)
        if laid.tile in cells.values():
            yield Mistake(place((*at, "tile")), f"tile {laid.tile!r} lies on the table already")
        if laid.at in cells:
            yield Mistake(place((*at, "at")), f"cell {list(laid.at)} is taken by tile {cells[laid.at]!r} already")
        cells.setdefault(laid.at, laid.tile)
    if MINOTAUR_ID not in (laid.tile for laid in table.tiles):
        message = f"no tile {MINOTAUR_ID!r}; write where he lies, as in {{tile: minotaur, at: [0, 0]}}"
        yield Mistake(place(("tiles",)), message)


def _player_mistakes(loaded: LoadedTable, box: Box) -> Iterator[Mistake]:
    """Seats that there are none of, and prisoners who can lie impaled nowhere."""
    table, place = loaded.table, loaded.document.value_place
    pieces = {laid.tile: box.pieces[laid.tile] for laid in table.tiles if laid.tile in box.pieces}
    for number, seat in enumerate(table.seats):
        if seat not in box.colours:
            yield Mistake(place(("seats", number)), f"unknown colour {seat!r}; {suggestion(seat, box.colours)}")
        elif seat in table.seats[:number]:
            yield Mistake(place(("seats", number)), f"{seat} sits at the table already")
    for seat in table.kills:
        if seat not in table.seats:
            message = f"points for {seat!r}, who has no seat; {suggestion(seat, table.seats)}"
            yield Mistake(loaded.document.key_place(("kills", seat)), message)
    for number, path in enumerate(table.impaled):
        if path in table.impaled[:number]:
            message = f"the prisoner on path {path.path} of tile {path.tile!r} is impaled already"
            yield Mistake(place(("impaled", number)), message)
        if path.tile not in pieces:
            yield Mistake(place(("impaled", number, "tile")), f"tile {path.tile!r} does not lie on the table")
        elif not pieces[path.tile].prisoners >> path.path - 1 & 1:
            message = f"path {path.path} of tile {path.tile!r} holds no prisoner who could be impaled"
            yield Mistake(place(("impaled", number, "path")), message)


def _laid(loaded: LoadedTable) -> dict[tuple[int, int], tuple[str, int]]:
    """What lies in which cell, counted from the minotaur's."""
    from generator.deck.tiles import MINOTAUR_ID

    tiles = {tile.at: (tile.tile, tile.turns) for tile in loaded.table.tiles}
    [(left, top)] = [cell for cell, (tile, _) in tiles.items() if tile == MINOTAUR_ID]
    return {(x - left, y - top): what for (x, y), what in tiles.items() if (x, y) != (left, top)}
