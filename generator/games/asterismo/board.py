"""The board: 11 x 11 hexagons in a rhombus, and sets of hexagons as the bits of one number.

::

    a1  b1  c1  d1            rows grow down, each begins half a hexagon further right than the one above;
      a2  b2  c2  d2          a hexagon's neighbours: two in its row, two above, two below
        a3  b3  c3  d3

A hexagon is (column, row), both from 0; it is written with a letter and a number, `a1` to `k11`. Its bit is
`row * STRIDE + column`. A row has one bit more than hexagons, which is never set: so a whole set moves one step in a
direction by one shift, and what leaves the board falls on bits that belong to no hexagon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SIZE = 11
"""Hexagons in a row, and rows. Source: rules/asterismo.md."""
STRIDE = SIZE + 1
COLUMNS = "abcdefghijklmnopqrstuvwxyz"

Hexagon = tuple[int, int]
"""Column and row, from 0."""

DIRECTIONS: tuple[Hexagon, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the neighbours, once round, clockwise from the east."""


def bit(hexagon: Hexagon) -> int:
    """Return the set that holds one hexagon."""
    column, row = hexagon
    return 1 << row * STRIDE + column


def hexagon_of(index: int) -> Hexagon:
    """Return the hexagon whose bit has this index."""
    row, column = divmod(index, STRIDE)
    return column, row


HEXAGONS: tuple[Hexagon, ...] = tuple((column, row) for row in range(SIZE) for column in range(SIZE))
BOARD = sum(map(bit, HEXAGONS))
CENTRE: Hexagon = (SIZE // 2, SIZE // 2)


def hexagons(cells: int) -> Iterator[Hexagon]:
    """Yield the hexagons of a set, row by row."""
    while cells:
        low = cells & -cells
        yield hexagon_of(low.bit_length() - 1)
        cells ^= low


def set_of(those: Iterable[Hexagon]) -> int:
    """Return the set that holds these hexagons."""
    cells = 0
    for hexagon in those:
        cells |= bit(hexagon)
    return cells


def is_on_board(hexagon: Hexagon) -> bool:
    """Check whether there is such a hexagon."""
    return 0 <= hexagon[0] < SIZE and 0 <= hexagon[1] < SIZE


def neighbours(hexagon: Hexagon) -> tuple[Hexagon, ...]:
    """Return the hexagons that touch this one, clockwise from the east."""
    column, row = hexagon
    return tuple(there for dx, dy in DIRECTIONS if is_on_board(there := (column + dx, row + dy)))


def distance(one: Hexagon, other: Hexagon) -> int:
    """Return the steps from one hexagon to another. Source: cube coordinates, whose third is -column - row."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def shifted(cells: int) -> tuple[int, int, int, int, int, int]:
    """Return, for each of `DIRECTIONS`, the hexagons that have a member of `cells` as their neighbour there.

    Bits that are no hexagons may be set.
    """
    return cells >> 1, cells >> STRIDE, cells >> STRIDE - 1, cells << 1, cells << STRIDE, cells << STRIDE - 1


def touching(cells: int) -> int:
    """Return the hexagons that touch a member of the set, members among them. Bits outside the board may be set."""
    east, south_east, south_west, west, north_west, north_east = shifted(cells)
    return east | south_east | south_west | west | north_west | north_east


def flooded(seed: int, cells: int) -> int:
    """Return what of `cells` hangs together with `seed`, which is a part of it."""
    reached, edge = seed, seed
    while edge:
        edge = touching(edge) & cells & ~reached
        reached |= edge
    return reached


def written(hexagon: Hexagon) -> str:
    """Return how players write a hexagon, such as `f6`."""
    return f"{COLUMNS[hexagon[0]]}{hexagon[1] + 1}"


def read_hexagon(text: str) -> Hexagon:
    """Read a hexagon as players write it.

    Raises:
        ValueError: there is none.
    """
    column, row = COLUMNS.find(text[:1]) if text else -1, text[1:]
    if not (row.isascii() and row.isdigit() and not row.startswith("0")) or not is_on_board((column, int(row) - 1)):
        raise ValueError(f"{text!r} is no hexagon of the board; they are a1 to {written((SIZE - 1, SIZE - 1))}")
    return column, int(row) - 1
