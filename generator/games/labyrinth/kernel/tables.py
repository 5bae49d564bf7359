"""A box as arrays of integers, made once for the seats and rules of a game.

A chamber's *tally* is one 64-bit word, so that joining two chambers is one addition and counting one exit another::

    bit 63 62 61     54 53     46 45     38 37     30 29       20 19       10 9         0
       +-----+---------+---------+---------+---------+-----------+-----------+-----------+
       |  0  | seat 3  | seat 2  | seat 1  | seat 0  |   wings   |   coins   |   exits   |
       +-----+---------+---------+---------+---------+-----------+-----------+-----------+
              living prisoners, 8 bits a seat           symbols     that open on a free cell

Cells lie in rows of `ROW` in one array; every cell owns the doors in its northern and its western side::

    door 2c = N        N of cell c: 2c                    E of c: the W of its eastern neighbour, 2c + 3
         +--^--+       W of cell c: 2c + 1                S of c: the N of its southern neighbour, 2c + 2 ROW
    W =  < c   |
    2c+1 +-----+       a door holds `FREE`, `WALL`, or the node (a path of a laid tile) that opens there

Nodes are numbered once for all: the minotaur's tile is node 2, below all others (`FREE` and `WALL` are 0 and 1), then
come the paths of all tiles in order. Seats are numbered in order of play; colours without a seat stay in the box.

Which of the four sides of an uncovered cell are connected is looked up, so that nothing has to be searched. What lies
around a cell joins some of its sides (by chambers that open at several of them), what a tile would lay on it joins some
(by its paths), and a table of 15 times 15 entries says what both together join. For each block of sides, one bit a
side, the chamber's tally is then a sum of three known numbers::

         A                   the chambers around join N and S (both open into A): NS | E | W
      +--^--+                the tile, NE | SW:                                   NE | SW
    B <  ?  |  wall          both together:                                       NESW
      +--v--+                tally of the block: A + B, less one exit for each side where they open,
         A                   + what the tile's paths in the block hold, + one exit for each path's side on a free cell

There are as many ways to join four sides as a set of four has partitions, 15 (source: OEIS A000110, Bell numbers).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product, zip_longest
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from generator.errors import AsterionError
from generator.games.labyrinth.engine.box import GameSet, PhysicalTile
from generator.games.labyrinth.engine.rules import Rules, TieBreak
from generator.geometry import QUARTER_TURNS, SIDES

Ints: TypeAlias = NDArray[Any]
"""An array of integers of 64 bits."""

OPEN = 1
COIN_SHIFT, WING_SHIFT, LIVING_SHIFT = 10, 20, 30
FIELD_MASK = (1 << 10) - 1
SEAT_BITS = 8
SEAT_MASK = (1 << SEAT_BITS) - 1
NO_LIVING = (1 << LIVING_SHIFT) - 1
MOST_SEATS = 4
"""Seats that a tally has fields for. Source: rules/asterion.md, players 2 to 4."""

OUTCOME = 5 * MOST_SEATS + 5
"""Numbers of an outcome; ``rules.py`` has the picture."""

FREE, WALL, MINOTAUR = 0, 1, 2

ROW = 256
"""Cells in a row; a power of two, so that a row and a column are a shift and a mask."""
HOME = ROW // 2 * ROW + ROW // 2
"""The minotaur's cell, in the middle."""
MOST_TILES = 120
"""Tiles that cannot reach the rim of the array however they lie, and whose exits fit their field (2 n + 4)."""

STEPS = (-ROW, 1, ROW, -1)
"""From a cell to its neighbours in the north, east, south and west."""
DOORS = (0, 3, 2 * ROW, 1)
"""From twice a cell to its doors in the north, east, south and west."""

# The sides of a cell

PAIRS = tuple(combinations(range(len(SIDES)), 2))
"""The pairs of sides, in the order of the bits by which a partition is known."""


def _partitions() -> list[tuple[int, ...]]:
    """Return every partition: for each side the number of its block, blocks numbered as they come."""
    growing = product(*(range(side + 1) for side in range(len(SIDES))))
    return [names for names in growing if all(name <= max((-1, *names[:i])) + 1 for i, name in enumerate(names))]


PARTITIONS = _partitions()


def pair_bits(names: tuple[int, ...]) -> int:
    """Return one bit for each pair of sides that are in one block."""
    return sum((names[one] == names[other]) << bit for bit, (one, other) in enumerate(PAIRS))


def _joined(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return the number of the finest partition that joins all that one of the two joins."""
    names = list(range(len(SIDES)))
    for _ in SIDES:
        for a, b in PAIRS:
            if one[a] == one[b] or other[a] == other[b]:
                names[a] = names[b] = min(names[a], names[b])
    order = sorted(set(names))
    return PARTITIONS.index(tuple(order.index(name) for name in names))


def _blocks(names: tuple[int, ...]) -> list[int]:
    blocks = [sum(1 << side for side, name in enumerate(names) if name == block) for block in range(len(SIDES))]
    return sorted(blocks, reverse=True)


PARTITION_OF = np.zeros(1 << len(PAIRS), np.int64)
"""By the bits of the pairs the number of the partition; 0 for bits that no partition has."""
for _number, _names in enumerate(PARTITIONS):
    PARTITION_OF[pair_bits(_names)] = _number

JOINED = np.array([[_joined(one, other) for other in PARTITIONS] for one in PARTITIONS], np.int64)
"""By the numbers of two partitions the number of both together."""

BLOCKS = np.array([_blocks(names) for names in PARTITIONS], np.int64)
"""By the number of a partition its blocks, one bit a side; no more blocks: zeros."""

BITS = np.array([mask.bit_count() for mask in range(1 << QUARTER_TURNS)], np.int64)
"""Number of sides of each block."""

# A game

MOST_PATHS = 8
"""Paths of a tile. Source: the catalogue's own limit, ``Design.paths``."""
MOST_NODES = MINOTAUR + 1 + MOST_TILES * MOST_PATHS
FACES = MOST_TILES * QUARTER_TURNS
BLOCKS_OF_SIDES = 1 << len(SIDES)

Tables: TypeAlias = Any
"""A record of the type `TABLES`, as compiled code sees it."""

TABLES = np.dtype(
    [
        ("seats", np.int64),  # number of players
        ("tiles", np.int64),  # number of tiles in play
        ("nodes", np.int64),  # one more than the last node
        ("gates", np.int64),  # the sides of the minotaur's tile that open, one bit a side
        ("acts", np.int64),  # whether a tile may pay for an action
        ("scores", np.int64),  # whether impaling scores
        ("unbounded", np.int64),  # whether outside is only where the table's edge is reached (A7)
        ("tie_break", np.int64),  # number of the tie-break among its choices (A1)
        ("owner", np.int64, MOST_TILES),  # by tile its seat
        ("first", np.int64, MOST_TILES + 1),  # by tile its first node; one more entry for the end
        ("held", np.int64, MOST_NODES),  # by node its tally without exits
        (
            "faces",
            np.int64,
            (FACES, len(SIDES)),
        ),  # by face (4 tile + turns) and side the node that opens there, or WALL
        ("order", np.int64, (FACES, len(SIDES))),  # by face the sides as its paths go, then those without an exit
        ("exits", np.int64, FACES),  # by face the sides that open, one bit a side
        ("parts", np.int64, FACES),  # by face the number of the partition into which its paths join its sides
        ("loads", np.int64, (FACES, BLOCKS_OF_SIDES)),  # by face and block of sides the tally of paths in that block
        ("look", np.int64, (FACES, 1 << MOST_PATHS)),  # by face and paths with counters a number; equal: looks equal
        ("turn_at", np.int64, MOST_TILES),  # by ply the place of the tile in hand in the piles laid end to end
        ("piles", np.int64, MOST_SEATS + 1),  # by seat where its pile begins; one more entry for the end
        ("unshuffled", np.int64, MOST_TILES),  # the tiles of all piles laid end to end, in the order of the deck
    ],
    align=True,
)
"""Everything that stays the same during a game. Records go to compiled functions as one pointer, which is what makes
them fast: dozens of separate arrays would be handed over at each call."""


def pieces_in_play(box: GameSet, seats: Sequence[str]) -> list[PhysicalTile]:
    """Return the tiles of a game in the order in which the kernel numbers them: by seat, then by id."""
    if len(set(seats)) != len(seats) or not 0 < len(seats) <= MOST_SEATS or not set(seats) <= set(box.colours):
        raise AsterionError(f"seats {', '.join(seats)}: one to {MOST_SEATS} different ones of {', '.join(box.colours)}")
    return [piece for seat in seats for piece in sorted(box.of_colour(seat), key=lambda piece: piece.id)]


def tables_of(box: GameSet, rules: Rules, seats: Sequence[str]) -> Tables:
    """Return the arrays of a game.

    Raises:
        AsterionError: the game does not fit the kernel's integers.
    """
    pieces = pieces_in_play(box, seats)
    _check_room(box, pieces)
    counts = [len(piece.tile.paths) for piece in pieces]
    first = np.cumsum([MINOTAUR + 1, *counts])
    held = _held(pieces, [box.colours[piece.colour] for piece in pieces], seats)
    sizes = [len(box.of_colour(seat)) for seat in seats]
    piles = np.cumsum([0, *sizes])
    gates = {int(side) for path in box.deck.minotaur.paths for side in path.exits}
    tables = np.zeros(1, TABLES)[0]
    values: dict[str, Any] = {
        "seats": len(seats),
        "tiles": len(pieces),
        "nodes": len(held),
        "gates": sum(1 << side for side in gates),
        "acts": rules.acts,
        "scores": rules.scores_impaled,
        "unbounded": rules.outside == "unbounded",
        "tie_break": get_args(TieBreak).index(rules.breaks_tie),
        "owner": np.repeat(np.arange(len(seats)), sizes),
        "first": first,
        "held": held,
        "faces": _faces(pieces, first),
        "order": _order(pieces),
        "exits": [sum(masks) for masks in _lying(pieces)],
        "parts": _parts(pieces),
        "loads": _loads(pieces, held, first),
        "look": _looks(pieces),
        "turn_at": _turn_at(sizes, piles),
        "piles": piles,
        "unshuffled": [pieces.index(piece) for seat in seats for piece in box.of_colour(seat)],
    }
    for name, value in values.items():
        if np.ndim(value):
            tables[name][: len(value)] = value
        else:
            tables[name] = value
    return tables


def _check_room(box: GameSet, pieces: Sequence[PhysicalTile]) -> None:
    """Refuse what would not fit."""
    if not any(path.exits for path in box.deck.minotaur.paths):
        raise AsterionError("the minotaur's tile has no exit, so he is trapped from the beginning")
    if len(pieces) > MOST_TILES:
        raise AsterionError(f"{len(pieces)} tiles in play; the kernel has room for {MOST_TILES}")
    prisoners: dict[int, int] = {}
    for piece in pieces:
        here = sum(path.holds["prisoner"] for path in piece.tile.paths)
        prisoners[piece.colour] = prisoners.get(piece.colour, 0) + here
    most = max(prisoners.values(), default=0)
    if most > SEAT_MASK:
        raise AsterionError(f"{most} prisoners of one colour; the kernel counts up to {SEAT_MASK}")
    for what in ("coin", "wing"):
        count = sum(path.holds[what] for piece in pieces for path in piece.tile.paths)
        if count > FIELD_MASK:
            raise AsterionError(f"{count} {what}s in play; the kernel counts up to {FIELD_MASK}")


def _held(pieces: Sequence[PhysicalTile], colours: Sequence[str], seats: Sequence[str]) -> Ints:
    held = [0] * (MINOTAUR + 1)
    for piece, colour in zip(pieces, colours, strict=True):
        shift = LIVING_SHIFT + SEAT_BITS * seats.index(colour)
        held += [
            (there["coin"] << COIN_SHIFT) + (there["wing"] << WING_SHIFT) + (there["prisoner"] << shift)
            for there in (path.holds for path in piece.tile.paths)
        ]
    return np.array(held, np.int64)


def _faces(pieces: Sequence[PhysicalTile], first: Ints) -> Ints:
    faces = np.full((QUARTER_TURNS * len(pieces), len(SIDES)), WALL, np.int64)
    for tile, piece in enumerate(pieces):
        for number, path in enumerate(piece.tile.paths):
            for turns in range(QUARTER_TURNS):
                for side in path.exits:
                    faces[QUARTER_TURNS * tile + turns, side.turned(turns)] = first[tile] + number
    return faces


def _order(pieces: Sequence[PhysicalTile]) -> Ints:
    """Return the order of sides in which the readable engine goes round a tile: both note border cells alike."""
    order = []
    for piece in pieces:
        for face in piece.faces:
            sides = [side for corridor in face.corridors for side in corridor.sides]
            order.append([*sides, *(side for side in map(int, SIDES) if side not in sides)])
    return np.array(order, np.int64).reshape(-1, len(SIDES))


def _lying(pieces: Sequence[PhysicalTile]) -> Iterator[list[int]]:
    """Yield for each tile and each of its turns the sides of its paths, one bit a side."""
    for piece in pieces:
        for turns in range(QUARTER_TURNS):
            yield [sum(1 << side.turned(turns) for side in path.exits) for path in piece.tile.paths]


def _parts(pieces: Sequence[PhysicalTile]) -> Ints:
    """Return the partitions of the sides; a side without an exit is a block of its own."""
    joined = [
        sum(any(mask >> a & mask >> b & 1 for mask in masks) << bit for bit, (a, b) in enumerate(PAIRS))
        for masks in _lying(pieces)
    ]
    return np.array([PARTITION_OF[bits] for bits in joined], np.int64)


def _loads(pieces: Sequence[PhysicalTile], held: Ints, first: Ints) -> Ints:
    loads = np.zeros((QUARTER_TURNS * len(pieces), BLOCKS_OF_SIDES), np.int64)
    for face, masks in enumerate(_lying(pieces)):
        for number, mask in enumerate(masks):
            for block in range(BLOCKS_OF_SIDES):
                if mask and block & mask == mask:
                    loads[face, block] += held[first[face // QUARTER_TURNS] + number]
    return loads


def _looks(pieces: Sequence[PhysicalTile]) -> Ints:
    """Return numbers for looks: two tiles of one colour with the same number look alike as they lie (A18)."""
    known: dict[object, int] = {}
    looks = np.zeros((QUARTER_TURNS * len(pieces), 1 << MOST_PATHS), np.int64)
    for tile, piece in enumerate(pieces):
        for turns in range(QUARTER_TURNS):
            for dead in range(1 << len(piece.tile.paths)):
                if not dead & ~piece.prisoners:
                    look = piece.look(turns, dead)
                    looks[QUARTER_TURNS * tile + turns, dead] = known.setdefault(look, len(known))
    return looks


def _turn_at(sizes: Sequence[int], piles: Ints) -> Ints:
    """Return who plays when: round after round, seats whose pile is empty are passed over."""
    drawn = [range(int(piles[seat]), int(piles[seat]) + size) for seat, size in enumerate(sizes)]
    return np.array([place for round_ in zip_longest(*drawn) for place in round_ if place is not None], np.int64)
