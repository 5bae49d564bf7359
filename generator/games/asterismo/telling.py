"""A position in words and as plain data: the board as letters, harvests, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.games.asterismo.board import COLUMNS, SIZE, bit, hexagons, written
from generator.games.asterismo.rules import Harvest, Position, outcome
from generator.games.asterismo.tree import Tree, legal_takes
from generator.wording import plural

EMPTY = "."


def board_text(tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    """The board, each row half a hexagon further right than the one above; tokens that are gone in small letters."""
    head = " " * 4 + " ".join(COLUMNS[column] for column in range(SIZE))
    return "\n".join([head, *(_row(row, tree, gone, letters) for row in range(SIZE))])


def _row(row: int, tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    cells = [_cell(bit((column, row)), tree, gone, letters) for column in range(SIZE)]
    return f"{' ' * row}{row + 1:>3} {' '.join(cells)}"


def _cell(cell: int, tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    for letter, here, away in zip(letters, tree, gone, strict=True):
        if cell & here:
            return letter
        if cell & away:
            return letter.lower()
    return EMPTY


def tokens_text(tree: Tree, colours: Sequence[str]) -> str:
    """Every token by its hexagon, a line for each colour."""
    width = max(map(len, colours))
    return "\n".join(
        f"{colour:<{width}}  {cells.bit_count():>2}  {' '.join(map(written, hexagons(cells)))}"
        for colour, cells in zip(colours, tree, strict=True)
    )


def harvests_text(position: Position, colours: Sequence[str]) -> str:
    """What each player has, and whose turn it is."""
    lines = [
        f"player {number}: {plural(sum(harvest), 'token')} ({_counted(harvest, colours)})"
        for number, harvest in enumerate(position.harvests, 1)
    ]
    end = outcome(position)
    if end:
        return "\n".join([*lines, f"the game is {end}"])
    takes = legal_takes(position.tree).bit_count()
    return "\n".join([*lines, f"player {position.turn + 1} is to take one of {plural(takes, 'token')}"])


def _counted(harvest: Harvest, colours: Sequence[str]) -> str:
    return ", ".join(f"{count} {colour}" for count, colour in zip(harvest, colours, strict=True))


def tokens_data(tree: Tree, colours: Sequence[str]) -> dict[str, list[str]]:
    """Hexagons by colour."""
    return {colour: list(map(written, hexagons(cells))) for colour, cells in zip(colours, tree, strict=True)}


def position_data(position: Position, colours: Sequence[str]) -> dict[str, Any]:
    """A position as plain data."""
    return {
        "tokens": tokens_data(position.tree, colours),
        "harvests": [dict(zip(colours, harvest, strict=True)) for harvest in position.harvests],
        "turn": position.turn + 1,
        "takes": list(map(written, hexagons(legal_takes(position.tree)))),
        "outcome": outcome(position),
    }
