"""A position that players write down to have it counted, in a file of its own; the minotaur lies at (0, 0).

::

    game: asterion
    seats: [yellow, blue]               in order of play
    tiles:
      - {tile: minotaur, at: [0, 0]}
      - {tile: Y07, at: [0, -1], turns: 1}
    impaled:                            only who was impaled earlier and is not connected to the minotaur now
      - {tile: B03, path: 1}
    kills: {yellow: 3, blue: -1}        points from impaling so far
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from generator.catalogue.strict_yaml import Document, read_document
from generator.catalogue.validation import Identifier, Record, validated
from generator.games.labyrinth.catalogue.position_records import Cell, NamedPath
from generator.games.labyrinth.catalogue.records import Outside, TieBreak

AGREED = ("edition", "score_impaled", "tie_break", "outside", "actions")
"""Keys of what players agree on, each an option of the rules."""


class LaidTile(Record, frozen=True):
    """A tile on the table; `turns` are clockwise quarter turns from the canonical orientation.

    Attributes:
        tile: its id, as in `asterion list tiles`.
        at: its cell as [x, y], counted from the minotaur: x to the east, y to the south.
        turns: clockwise quarter turns.
    """

    tile: str
    at: Cell
    turns: Annotated[int, Meta(ge=0, le=3)] = 0


class Table(Record, frozen=True, kw_only=True):
    """The tiles on the table and the options of the rules; a key that is left out is as in the catalogue.

    Attributes:
        game: id of the game.
        edition: whose rules; else as the catalogue says.
        score_impaled: whether impaling scores.
        tie_break: which escaped prisoners break a tie.
        outside: which uncovered cells are outside.
        actions: whether players may act.
        seats: colours of the players, in order of play.
        tiles: what lies on the table, the minotaur included.
        impaled: paths whose prisoners were impaled.
        kills: points from impaling so far, by colour.
    """

    game: Identifier
    edition: Literal["revised", "original"] | None = None
    score_impaled: bool | None = None
    tie_break: TieBreak | None = None
    outside: Outside | None = None
    actions: bool | None = None
    seats: Annotated[tuple[Identifier, ...], Meta(min_length=2, max_length=4)]
    tiles: Annotated[tuple[LaidTile, ...], Meta(min_length=1, max_length=500)]
    impaled: tuple[NamedPath, ...] = ()
    kills: dict[Identifier, Annotated[int, Meta(ge=-999, le=999)]] = field(default_factory=dict)

    @property
    def agreed(self) -> dict[str, str | bool | None]:
        """Return the options of the rules; None where nothing is said."""
        return {name: getattr(self, name) for name in AGREED}


class LoadedTable(Struct, frozen=True):
    """A position, and the file it was read from."""

    table: Table
    document: Document


def load_table(path: Path, name: str | None = None) -> LoadedTable:
    """Read a position.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(path, name)
    return LoadedTable(validated(document, Table), document)
