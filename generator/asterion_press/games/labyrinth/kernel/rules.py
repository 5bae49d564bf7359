"""The rules in compiled code: a box as arrays of integers, chance, the labyrinth, plies, turns, and what is counted.

**A box** is made into arrays once for the seats and rules of a game. A chamber's *tally* is one 64-bit word, so that
joining two chambers is one addition and counting one exit another::

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

**Chance** is that of Python's ``random.Random(seed).random()``, number for number, so a game of the kernel and one of
the readable engine that begin with the same seed are the same game. Its state is one array of `STATE` numbers: the
words of 32 bits, each in an int64, and the place of the next word.

**The labyrinth** follows ``engine/labyrinth.py``, on arrays: every path is a node, a chamber is a tree of nodes whose
root has the chamber's tally and the smallest number, so that the minotaur is the root of his own. Laying only joins; to
take a tile up, the rest is laid anew on another labyrinth (A20).

**A ply** is a row of `PLY` integers, and the tile in hand is known from the piles; one that was played has two more:
the living part of the tally of those whom it impaled, and its points::

    kind     tile       other      cell        turns
    PLACE    the hand   -1         where       how
    ROTATE   acted on   -1         -1          how
    SWAP     one        another    -1          -1       the lower number first
    MOVE     acted on   -1         where to    how

**What came of a game** is a row of integers, an *outcome*: for each seat its score, points from impaling, treasure,
prisoners escaped and prisoners that break a tie, then how many were captured, then the winners, one bit a seat, and how
many plies were actions; the coins that pay for an escape by the outside, and those that pay only enclosed prisoners who
escape by wings; the prisoners who escape so and so; at last those of them who have a coin::

    | score 0..3 | kills 0..3 | treasure 0..3 | escaped 0..3 | tie 0..3 | captured | winners | actions |
      0            4            8               12             16         20         21        22

    | coins  | by gate, by wings | rich |
      23, 24   25, 26              27

Sources: M. Matsumoto, T. Nishimura, "Mersenne Twister", ACM Transactions on Modeling and Computer Simulation 8 (1998),
and its program mt19937ar.c, whose init_by_array and genrand_res53 Python's random uses; R. E. Tarjan, "Efficiency of a
good but not linear set union algorithm", Journal of the ACM 22 (1975); halving of paths after Tarjan and van Leeuwen,
Journal of the ACM 31 (1984).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.engine.box import GameSet, PhysicalTile
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules, TieBreak
from asterion_press.games.labyrinth.kernel.numba_adapter import compiled
from asterion_press.geometry import QUARTER_TURNS, SIDES

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

OUTCOME = 5 * MOST_SEATS + 8
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
        ("scores", np.int64),  # whether impaling scores
        ("unbounded", np.int64),  # whether outside is only where the table's edge is reached (A7)
        ("tie_break", np.int64),  # number of the tie-break among its choices (A1)
        ("owner", np.int64, MOST_TILES),  # by tile its seat
        ("first", np.int64, MOST_TILES + 1),  # by tile its first node; one more entry for the end
        ("contents", np.int64, MOST_NODES),  # by node its tally without exits
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


def tables_of(box: GameSet, rules: Rules, seats: Sequence[str], order: Sequence[int] | None = None) -> Tables:
    """Return the arrays of a game.

    Args:
        box: what is played with.
        rules: what is played by.
        seats: the colours.
        order: for each ply of the game the number of the seat that plays; None means round after round, in which seats
            whose pile is empty are passed over.

    Raises:
        AsterionError: the game does not fit the kernel's integers, or the order is none of these piles.
    """
    pieces, sizes = pieces_in_play(box, seats), [len(box.of_colour(seat)) for seat in seats]
    _check_room(box, pieces)
    if order is None:
        order = [seat for number in range(max(sizes)) for seat, size in enumerate(sizes) if number < size]
    if Counter(order) != +Counter(dict(enumerate(sizes))):
        raise MalformedError("the order of play does not give each seat as many plies as it has tiles")
    piles = [sum(sizes[:seat]) for seat in range(len(seats) + 1)]
    gates = {int(side) for path in box.deck.minotaur.paths for side in path.exits}
    tables, node, looks = np.zeros(1, TABLES)[0], MINOTAUR + 1, dict[object, int]()
    for tile, piece in enumerate(pieces):
        seat = seats.index(box.colours[piece.colour])
        tables["first"][tile], tables["owner"][tile] = node, seat
        for path in piece.tile.paths:
            there = path.holds
            living = there["prisoner"] << LIVING_SHIFT + SEAT_BITS * seat
            tables["contents"][node] = (there["coin"] << COIN_SHIFT) + (there["wing"] << WING_SHIFT) + living
            node += 1
        for turns in range(QUARTER_TURNS):
            _fill_face(tables, piece, QUARTER_TURNS * tile + turns, turns, looks)
    values: dict[str, Any] = {
        "seats": len(seats),
        "tiles": len(pieces),
        "nodes": node,
        "gates": sum(1 << side for side in gates),
        "scores": rules.scores_impaled,
        "unbounded": rules.outside == "unbounded",
        "tie_break": get_args(TieBreak).index(rules.breaks_tie),
    }
    for name, value in values.items():
        tables[name] = value
    tables["first"][len(pieces)] = node
    tables["turn_at"][: len(pieces)] = [piles[seat] + order[:ply].count(seat) for ply, seat in enumerate(order)]
    tables["piles"][: len(piles)] = piles
    unshuffled = [pieces.index(piece) for seat in seats for piece in box.of_colour(seat)]
    tables["unshuffled"][: len(pieces)] = unshuffled
    return tables


def _fill_face(tables: Tables, piece: PhysicalTile, face: int, turns: int, looks: dict[object, int]) -> None:
    """Fill in what is known of a tile as it lies in one turn.

    Args:
        tables: of the game, with the tile's nodes.
        piece: the tile.
        face: number of the tile, times 4, plus its turn.
        turns: its turn.
        looks: numbers of looks: two tiles of one colour with the same number look alike as they lie (A18).
    """
    paths, first = piece.tile.paths, tables["first"][face // QUARTER_TURNS]
    masks = [sum(1 << side.turned(turns) for side in path.exits) for path in paths]
    # The order in which the readable engine goes round a tile: both note border cells alike.
    sides = [side for corridor in piece.faces[turns].corridors for side in corridor.sides]
    tables["order"][face] = [*sides, *(side for side in map(int, SIDES) if side not in sides)]
    tables["exits"][face], tables["faces"][face] = sum(masks), WALL
    joined = (any(mask >> a & mask >> b & 1 for mask in masks) << bit for bit, (a, b) in enumerate(PAIRS))
    tables["parts"][face] = PARTITION_OF[sum(joined)]
    for node, (path, mask) in enumerate(zip(paths, masks, strict=True), first):
        for side in path.exits:
            tables["faces"][face, side.turned(turns)] = node
        for block in range(BLOCKS_OF_SIDES):
            if mask and block & mask == mask:
                tables["loads"][face, block] += tables["contents"][node]
    for dead in range(1 << len(paths)):
        if not dead & ~piece.prisoners:
            tables["look"][face, dead] = looks.setdefault(piece.look(turns, dead), len(looks))


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


WORDS, SHIFTED = 624, 397
NEXT_WORD, STATE = WORDS, WORDS + 1
WORD = (1 << 32) - 1
UPPER, LOWER = 1 << 31, (1 << 31) - 1
TWIST = 0x9908B0DF


def _seeded(seed: int) -> Ints:
    """Return the state before a key is stirred in: init_genrand of mt19937ar.c."""
    words = [seed]
    for place in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + place) & WORD)
    return np.array([*words, WORDS], np.int64)  # behind the words the place of the next: all are used up


BEFORE = _seeded(19650218)


@compiled
def seed_chance(state: Ints, seed: int) -> None:
    """Begin like ``Random(seed)``, for seeds below 2 ** 63: init_by_array with the seed's words of 32 bits.

    Source of the two factors: M. Matsumoto, T. Nishimura, ``mt19937ar.c``, 2002.
    """
    state[:] = BEFORE
    keys = 1 if seed <= WORD else 2
    place, key, last = 1, 0, state[0]
    for _ in range(WORDS):
        stirred = (state[place] ^ (last ^ last >> 30) * 1664525 & WORD) + (seed >> 32 * key & WORD) + key
        last = state[place] = stirred & WORD
        place, key = place + 1, (key + 1) % keys
        if place == WORDS:
            state[0] = last
            place = 1
    for _ in range(WORDS - 1):
        last = state[place] = (state[place] ^ (last ^ last >> 30) * 1566083941 & WORD) - place & WORD
        place += 1
        if place == WORDS:
            state[0] = last
            place = 1
    state[0] = UPPER
    state[NEXT_WORD] = WORDS


@compiled
def _renew(state: Ints) -> None:
    """Make the next words, all at once; in parts, so that several words are made in one step of the machine."""
    for place in range(WORDS - SHIFTED):
        word = state[place] & UPPER | state[place + 1] & LOWER
        state[place] = state[place + SHIFTED] ^ word >> 1 ^ (word & 1) * TWIST
    for place in range(WORDS - SHIFTED, WORDS - 1):
        word = state[place] & UPPER | state[place + 1] & LOWER
        state[place] = state[place + SHIFTED - WORDS] ^ word >> 1 ^ (word & 1) * TWIST
    word = state[WORDS - 1] & UPPER | state[0] & LOWER
    state[WORDS - 1] = state[SHIFTED - 1] ^ word >> 1 ^ (word & 1) * TWIST
    state[NEXT_WORD] = 0


@compiled
def _next_word(state: Ints) -> int:
    """Return the next word of 32 bits, tempered. Source of the numbers: MT19937, Matsumoto and Nishimura, 1998."""
    if state[NEXT_WORD] == WORDS:
        _renew(state)
    word = state[state[NEXT_WORD]]
    state[NEXT_WORD] += 1
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return int(word ^ word >> 18)


@compiled
def draw(state: Ints) -> float:
    """Return a number from 0 up to but not 1: genrand_res53."""
    upper = _next_word(state) >> 5
    return (upper * 67108864.0 + (_next_word(state) >> 6)) / 9007199254740992.0


@compiled
def choose(state: Ints, count: int) -> int:
    """Return one of `count` numbers from 0, as ``int(draw() * count)``."""
    return int(draw(state) * count)


Labyrinth: TypeAlias = Any
"""A record of the type `LABYRINTH`, as compiled code sees it; all zeros until it is cleared for the first time."""

LABYRINTH = np.dtype(
    [
        ("border_size", np.int64),  # how many cells of `border` are in use
        ("laid_size", np.int64),  # how many tiles of `laid` are in use
        ("border", np.int64, 2 * MOST_TILES + 8),  # the uncovered cells beside a tile, in no order that means anything
        ("laid", np.int64, MOST_TILES),  # the tiles in the order in which they were laid
        ("cell", np.int64, MOST_TILES),  # by tile where it lies; 0 if it does not
        ("turns", np.int64, MOST_TILES),  # by tile how it lies
        ("parent", np.int64, MOST_NODES),  # by node its parent, a root's is itself
        ("tally", np.int64, MOST_NODES),  # by root its chamber's tally
        ("dead", np.int8, MOST_NODES),  # by node whether its prisoners were impaled when the dead were last noted
        ("near", np.int64, 4),  # room for what lies across the four sides of a cell
        ("sums", np.int64, 16),  # room for the tallies of what lies across each block of sides; that of none is 0
        (
            "ground",
            np.int16,
            ROW * ROW,
        ),  # by cell 0 far from all tiles, -1 - i number i of the border, 1 the minotaur's
        (
            "door",
            np.int16,
            2 * ROW * ROW,
        ),  # by door FREE, WALL or the node that opens there; between two tiles it means nothing
    ],
    align=True,
)
"""The table. `ground` is 2 + tile where a tile lies."""


# Laying


@compiled
def root_of(parent: Ints, node: int) -> int:
    """Return the root of a node's chamber."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@compiled
def _reach(lab: Labyrinth, cell: int) -> None:
    """Note an uncovered cell beside a tile."""
    if lab.ground[cell] == 0:
        count = lab.border_size
        lab.border[count] = cell
        lab.ground[cell] = -1 - count
        lab.border_size = count + 1


@compiled
def _cover(lab: Labyrinth, cell: int, by: int) -> None:
    """Strike a cell off the border; the last one takes its place."""
    number = -1 - int(lab.ground[cell])
    if number >= 0:
        count = lab.border_size - 1
        last = lab.border[count]
        lab.border[number] = last
        lab.ground[last] = -1 - number
        lab.border_size = count
    lab.ground[cell] = by


@compiled
def clear(tables: Tables, lab: Labyrinth) -> None:
    """Take everything off the table but the minotaur's tile (A8: all its exits are one chamber)."""
    for number in range(lab.border_size):
        lab.ground[lab.border[number]] = 0
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for side in range(4):
            lab.door[2 * lab.cell[tile] + DOORS[side]] = FREE
        lab.ground[lab.cell[tile]] = lab.cell[tile] = 0
    lab.border_size = 0
    lab.laid_size = 0
    lab.ground[HOME] = 1
    for side in range(4):
        lab.door[2 * HOME + DOORS[side]] = MINOTAUR if tables.gates >> side & 1 else WALL
        _reach(lab, HOME + STEPS[side])
    lab.parent[MINOTAUR] = MINOTAUR
    lab.tally[MINOTAUR] = OPEN * BITS[tables.gates]


@compiled
def _join(lab: Labyrinth, mine: int, other: int) -> None:
    """Join two chambers whose open ends meet; neither end is open any more."""
    lab.tally[other] -= OPEN
    if mine == WALL:
        return
    mine = root_of(lab.parent, mine)
    if mine < other:
        lab.parent[other] = mine
        lab.tally[mine] += lab.tally[other]
    elif other < mine:
        lab.parent[mine] = other
        lab.tally[other] += lab.tally[mine]


@compiled
def lay(tables: Tables, lab: Labyrinth, tile: int, turns: int, cell: int) -> None:
    """Lay a tile on an uncovered cell and join what meets (A6: an exit that meets a wall is a dead end)."""
    _cover(lab, cell, tile + 2)  # `ground` has 1 for the minotaur's tile, and the others from 2 on
    lab.cell[tile] = cell
    lab.turns[tile] = turns
    lab.laid[lab.laid_size] = tile
    lab.laid_size += 1
    for node in range(tables.first[tile], tables.first[tile + 1]):
        lab.parent[node] = node
        lab.tally[node] = tables.contents[node] & NO_LIVING if lab.dead[node] else tables.contents[node]
    face = 4 * tile + turns  # as in the tables
    for side in tables.order[face]:
        door = 2 * cell + DOORS[side]
        other = int(lab.door[door])
        mine = tables.faces[face, side]
        if other == FREE:
            lab.door[door] = mine
            _reach(lab, cell + STEPS[side])
            if mine != WALL:
                lab.tally[root_of(lab.parent, mine)] += OPEN
        elif other != WALL:
            _join(lab, mine, root_of(lab.parent, other))


@compiled
def impale(lab: Labyrinth) -> int:
    """Impale all who are connected to the minotaur, at once (rule 3, A12); return the living part of their tally."""
    tally = lab.tally[MINOTAUR]
    lab.tally[MINOTAUR] = tally & NO_LIVING
    return int(tally >> LIVING_SHIFT)


# Taking up


@compiled
def note_dead(tables: Tables, lab: Labyrinth) -> None:
    """Note the dead, before chambers come apart (A14: the dead stay dead)."""
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            if tables.contents[node] > NO_LIVING and root_of(lab.parent, node) == MINOTAUR:
                lab.dead[node] = 1


@compiled
def lift(tables: Tables, lab: Labyrinth, rest: Labyrinth, one: int, other: int) -> None:
    """Lay on `rest` all that lies on `lab` except one or two tiles; -1 for none. The dead have to be noted before."""
    clear(tables, rest)
    for node in range(tables.nodes):
        rest.dead[node] = lab.dead[node]
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        if tile != one and tile != other:  # noqa: PLR1714 - numba compares integers faster than tuples
            lay(tables, rest, tile, lab.turns[tile], lab.cell[tile])


# What would be


@compiled
def look_around(lab: Labyrinth, cell: int) -> tuple[int, int, int]:
    """Note in `near` what lies across each side of a cell: a root, WALL or FREE.

    Returns:
        the sides at which the minotaur's chamber opens, the sides of uncovered cells, one bit a side, and the number of
        the partition into which the chambers around join the sides.
    """
    his, free = 0, 0
    for side in range(4):
        other = int(lab.door[2 * cell + DOORS[side]])
        if other > WALL:
            other = root_of(lab.parent, other)
        his |= (other == MINOTAUR) << side
        free |= (other == FREE) << side
        lab.near[side] = other
    north, east, south, west = lab.near[0], lab.near[1], lab.near[2], lab.near[3]
    pairs = (north > WALL) & (north == east)
    pairs |= ((north > WALL) & (north == south)) << 1 | ((north > WALL) & (north == west)) << 2
    pairs |= ((east > WALL) & (east == south)) << 3 | ((east > WALL) & (east == west)) << 4
    pairs |= ((south > WALL) & (south == west)) << 5
    return his, free, PARTITION_OF[pairs]


@compiled
def sum_around(lab: Labyrinth) -> None:
    """Note in `sums`, for each block of sides of the cell last looked around, the tally of what opens there.

    Their exits at the cell are closed. A chamber counts at the first side where it opens.
    """
    for side in range(4):
        other = lab.near[side]
        tally = 0
        if other > WALL:
            tally = lab.tally[other] - OPEN
            for earlier in range(side):
                if lab.near[earlier] == other:
                    tally = -OPEN
        bit = 1 << side
        for block in range(bit):
            lab.sums[bit + block] = lab.sums[block] + tally


@compiled
def dead_load(tables: Tables, lab: Labyrinth, face: int, block: int) -> int:
    """Return what a block's load counts too much: the prisoners of the tile's paths that are dead already."""
    tally = 0
    for node in range(tables.first[face >> 2], tables.first[(face >> 2) + 1]):
        meets = False
        for side in range(4):
            meets |= block >> side & 1 == 1 and tables.faces[face, side] == node
        if meets and lab.dead[node]:
            tally += tables.contents[node] & ~NO_LIVING
    return tally


@compiled
def chamber_if(tables: Tables, lab: Labyrinth, face: int, around: tuple[int, int, int]) -> int:
    """Return the tally of the minotaur's chamber if a tile lay on the cell last summed around, before impaling.

    Args:
        tables: the game.
        lab: the table.
        face: the tile, times 4, plus its turn.
        around: what `look_around` returned.
    """
    his, free, part = around
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block & his:
            load = tables.loads[face, block] - dead_load(tables, lab, face, block)
            return int(lab.sums[block] + load + OPEN * BITS[block & free & tables.exits[face]])
    return int(lab.tally[MINOTAUR])


@compiled
def traps(tables: Tables, lab: Labyrinth, trial: Labyrinth, tile: int, turns: int, cell: int) -> bool:
    """Return whether a tile laid there would trap the minotaur; `trial` is another labyrinth to try it on."""
    if tables.unbounded:
        lift(tables, lab, trial, -1, -1)
        lay(tables, trial, tile, turns, cell)
        return is_trapped_inside(trial)
    if lab.tally[MINOTAUR] & FIELD_MASK > 4:  # a tile has no more sides to close
        return False
    around = look_around(lab, cell)
    sum_around(lab)
    return chamber_if(tables, lab, 4 * tile + turns, around) & FIELD_MASK == 0


# The outside as only what is not enclosed (A7, option `unbounded`)


@compiled
def flood(lab: Labyrinth) -> Ints:
    """Return for each cell near the tiles 1 if uncovered cells connect it to the table's edge (int8)."""
    low, high = lab.border[0], lab.border[0]
    west, east = low % ROW, low % ROW
    for number in range(lab.border_size):
        cell = lab.border[number]
        low, high = min(low, cell), max(high, cell)
        west, east = min(west, cell % ROW), max(east, cell % ROW)
    reached = np.zeros(ROW * ROW, np.int8)
    waiting = np.empty(4 * ROW * ROW, np.int64)
    waiting[0] = low
    count = 1
    while count:
        count -= 1
        cell = waiting[count]
        inside = low // ROW <= cell // ROW <= high // ROW and west <= cell % ROW <= east
        if inside and not reached[cell] and lab.ground[cell] <= 0:
            reached[cell] = 1
            for side in range(4):
                waiting[count] = cell + STEPS[side]
                count += 1
    return reached


@compiled
def opens_to(lab: Labyrinth, root: int, reached: Ints) -> bool:
    """Return whether a chamber opens onto one of the reached cells."""
    for number in range(lab.border_size):
        cell = lab.border[number]
        if reached[cell]:
            for side in range(4):
                other = int(lab.door[2 * cell + DOORS[side]])
                if other > WALL and root_of(lab.parent, other) == root:
                    return True
    return False


@compiled
def is_trapped_inside(lab: Labyrinth) -> bool:
    """Return whether no path of the minotaur leads to a cell from which the table's edge is reached."""
    return not opens_to(lab, MINOTAUR, flood(lab))


PLY, PLAYED = 5, 7
KIND, TILE, OTHER, CELL, TURNS, IMPALED, GAIN = range(PLAYED)
PLACE, ROTATE, SWAP, MOVE = range(4)


MOST_PLIES = 4 * (2 * MOST_TILES + 4) * (MOST_TILES + 1) + 4 * MOST_TILES + MOST_TILES * MOST_TILES
"""More than there can be in any position: placements and moves, rotations, swaps."""

Workspace: TypeAlias = Any
"""A record of the type `WORKSPACE`, as compiled code sees it."""

WORKSPACE = np.dtype(
    [
        ("table", LABYRINTH),  # the labyrinth as it lies
        ("rest", LABYRINTH),  # the labyrinth with tiles taken up
        ("trial", LABYRINTH),  # a labyrinth to try something on
        ("ply", np.int64, PLY),  # the ply that is being played
        ("outcome", np.int64, OUTCOME),  # what has come of the game so far
        ("chance", np.int64, STATE),  # the state of the random numbers
        ("order", np.int64, MOST_TILES),  # for each ply of the game the tile in hand
        ("actors", np.int64, MOST_TILES),  # room for the tiles that a player may act on
        ("mouth", np.int64, MOST_TILES),  # by actor whether the minotaur's chamber opens beside it
        ("stake", np.int64, MOST_TILES),  # by actor the opposing prisoners in the other chambers beside it
        ("plies", np.int64, (MOST_PLIES, PLY)),  # room for plies of a position that are worth noting
        ("values", np.int64, MOST_PLIES),  # for each of them how good it is
        ("keys", np.int64, MOST_PLIES),  # for each of them its number in the order of the readable engine
    ],
    align=True,
)
"""A table and the arrays in which plies are tried out."""


def new_workspace() -> Workspace:
    """Return a workspace of zeros, nearly all of which never becomes memory; it has to be started before use."""
    return np.zeros(1, WORKSPACE)[0]


@compiled
def start(tables: Tables, work: Workspace) -> None:
    """Put the table back to the beginning of a game."""
    work.outcome[:] = 0
    work.table.dead[:] = 0
    clear(tables, work.table)


# Which tiles may be acted on, and what they look like


@compiled
def dead_paths(tables: Tables, lab: Labyrinth, tile: int) -> int:
    """Return the paths of a laid tile whose prisoners are impaled, one bit a path."""
    mask = 0
    first = tables.first[tile]
    for node in range(first, tables.first[tile + 1]):
        if tables.contents[node] > NO_LIVING and (lab.dead[node] or root_of(lab.parent, node) == MINOTAUR):
            mask |= 1 << (node - first)
    return mask


@compiled
def can_be_acted_on(tables: Tables, lab: Labyrinth, tile: int) -> bool:
    """Return whether its player may act on a tile: it lies, shows a living prisoner, and has a free side (A15)."""
    if lab.cell[tile] == 0:
        return False
    lives = free = False
    for node in range(tables.first[tile], tables.first[tile + 1]):
        lives |= tables.contents[node] > NO_LIVING and not lab.dead[node] and root_of(lab.parent, node) != MINOTAUR
    for side in range(4):
        free |= lab.ground[lab.cell[tile] + STEPS[side]] <= 0
    return lives and free


@compiled
def look_of(tables: Tables, lab: Labyrinth, tile: int, turns: int) -> int:
    """Return the number of how a laid tile looks, or would look in other turns (A18)."""
    return int(tables.look[4 * tile + turns, dead_paths(tables, lab, tile)])


@compiled
def looks_like_an_earlier_turn(tables: Tables, tile: int, turns: int, dead: int) -> bool:
    """Return whether a tile looks the same in an earlier turn; `dead` are its impaled paths, one bit a path."""
    same = False
    for earlier in range(turns):
        same |= tables.look[4 * tile + earlier, dead] == tables.look[4 * tile + turns, dead]
    return same


# The labyrinth must be connected side by side (A17)


@compiled
def parts_of(rest: Labyrinth) -> tuple[Ints, int]:
    """Find the parts of the labyrinth that are connected side by side.

    Returns:
        for each value of `ground` above 0 a bit that its part has for itself, and all those bits together; at most
        four, as only one tile is taken up.
    """
    part = np.zeros(MOST_TILES + 2, np.int64)
    waiting = np.empty(4 * len(part) + 4, np.int64)
    everything, bit = 0, 1
    for number in range(-1, rest.laid_size):
        start_cell = HOME if number < 0 else rest.cell[rest.laid[number]]
        if part[rest.ground[start_cell]]:
            continue
        everything |= bit
        waiting[0] = start_cell
        count = 1
        while count:
            count -= 1
            cell = waiting[count]
            name = rest.ground[cell]
            if name > 0 and not part[name]:
                part[name] = bit
                for side in range(4):
                    waiting[count] = cell + STEPS[side]
                    count += 1
        bit <<= 1
    return part, everything


@compiled
def joins_all(rest: Labyrinth, parts: tuple[Ints, int], cell: int) -> bool:
    """Return whether a tile on that cell connects all parts of the labyrinth."""
    part, everything = parts
    found = 0
    for side in range(4):
        name = rest.ground[cell + STEPS[side]]
        if name > 0:
            found |= part[name]
    return found == everything


# Whether a tile may lie otherwise


@compiled
def can_rotate(tables: Tables, work: Workspace, ply: Ints) -> bool:
    """Return whether a tile that may be acted on may be turned so; the dead have to be noted before."""
    table, tile, turns = work.table, ply[TILE], ply[TURNS]
    if look_of(tables, table, tile, turns) == look_of(tables, table, tile, table.turns[tile]):
        return False
    lift(tables, table, work.rest, tile, -1)
    return not traps(tables, work.rest, work.trial, tile, turns, table.cell[tile])


@compiled
def can_swap(tables: Tables, work: Workspace, ply: Ints) -> bool:
    """Return whether two tiles that may be acted on may be swapped; the dead have to be noted before."""
    table, one, other = work.table, ply[TILE], ply[OTHER]
    if look_of(tables, table, one, table.turns[one]) == look_of(tables, table, other, table.turns[other]):
        return False  # one tile looks like itself, too
    lift(tables, table, work.rest, one, other)
    lay(tables, work.rest, one, table.turns[one], table.cell[other])
    return not traps(tables, work.rest, work.trial, other, table.turns[other], table.cell[one])


@compiled
def can_lie_at(tables: Tables, work: Workspace, tile: int, turns: int, cell: int) -> bool:
    """Return whether a tile that has been taken up from `rest` may be laid on another cell."""
    if cell == work.table.cell[tile] or work.rest.ground[cell] >= 0:
        return False
    if not joins_all(work.rest, parts_of(work.rest), cell):
        return False
    return not traps(tables, work.rest, work.trial, tile, turns, cell)


# Noting plies


@compiled
def write(ply: Ints, kind: int, tile: int, other: int, cell: int, turns: int) -> None:
    """Write a ply as a row."""
    ply[KIND], ply[TILE], ply[OTHER], ply[CELL], ply[TURNS] = kind, tile, other, cell, turns


@compiled
def note(work: Workspace, count: int, kind: int, tile: int, other: int, cell: int, turns: int, value: int) -> int:
    """Note a ply behind the first `count` ones, and its value; how many are noted then."""
    write(work.plies[count], kind, tile, other, cell, turns)
    work.values[count] = value
    return count + 1


# Playing


@compiled
def play(tables: Tables, work: Workspace, ply: Ints) -> None:
    """Do to the table what a legal ply does, before anybody is impaled (A12)."""
    kind, tile, table, rest = ply[KIND], ply[TILE], work.table, work.rest
    if kind == PLACE:
        lay(tables, table, tile, ply[TURNS], ply[CELL])
        return
    note_dead(tables, table)
    other = ply[OTHER] if kind == SWAP else -1
    lift(tables, table, rest, tile, other)
    if kind == SWAP:
        lay(tables, rest, tile, table.turns[tile], table.cell[other])
        lay(tables, rest, other, table.turns[other], table.cell[tile])
    elif kind == ROTATE:
        lay(tables, rest, tile, ply[TURNS], table.cell[tile])
    else:
        lay(tables, rest, tile, ply[TURNS], ply[CELL])
    lift(tables, rest, table, -1, -1)


SCORES, KILLS, TREASURE, ESCAPED, TIE, CAPTURED = range(0, 6 * MOST_SEATS, MOST_SEATS)
WINNERS, ACTIONS, GATE_COINS, WING_COINS, GATE, FLY, RICH = range(CAPTURED + 1, OUTCOME)

WINGS_TO_FLY = 2
"""Wings that a chamber needs. Source: rules/asterion.md, course of the game, 4."""
COIN_ONLY, BY_SEAT = 2, 3
"""Numbers of tie-breaks other than `all` and `coinless`. Source: rules/asterion.md, A1."""


@compiled
def living_of(living: int, seat: int) -> int:
    """Return the prisoners of one seat in the living part of a tally."""
    return living >> SEAT_BITS * seat & SEAT_MASK


@compiled
def points_of(tables: Tables, living: int, seat: int) -> int:
    """Return a player's points for impaling these: one an opposing prisoner, minus one an own one (rule 3, A11)."""
    points = 0
    if tables.scores:
        for whose in range(tables.seats):
            points += -living_of(living, whose) if whose == seat else living_of(living, whose)
    return points


@compiled
def turn(tables: Tables, work: Workspace, seat: int, ply: Ints) -> int:
    """Play a legal ply; return the living part of what was impaled by it."""
    play(tables, work, ply)
    work.outcome[ACTIONS] += ply[KIND] != PLACE
    living = impale(work.table)
    work.outcome[KILLS + seat] += points_of(tables, living, seat)
    for whose in range(tables.seats):
        work.outcome[CAPTURED] += living_of(living, whose)
    return living


# The end


@compiled
def count_chamber(tables: Tables, tally: int, sign: int, outcome: Ints) -> None:
    """Add the points, escapes and tie-breaks of a chamber whose prisoners escape (rule 4, A1, A29), or take them off.

    Args:
        tables: the game.
        tally: the chamber's.
        sign: 1 to add, -1 to take off.
        outcome: is changed.
    """
    coins = tally >> COIN_SHIFT & FIELD_MASK
    breaks_tie = tables.tie_break == 0 or (tables.tie_break == COIN_ONLY) == (coins > 0)
    for seat in range(tables.seats):
        living = sign * living_of(tally >> LIVING_SHIFT, seat)
        outcome[TREASURE + seat] += coins * living
        outcome[ESCAPED + seat] += living
        if breaks_tie:
            outcome[TIE + seat] += living


@compiled
def way_out(tally: int) -> int:
    """Return the column in which a chamber's coins count: of the outside, or else of two wings; 0 if nobody escapes."""
    if tally & FIELD_MASK:
        return GATE_COINS
    return WING_COINS if tally >> WING_SHIFT & FIELD_MASK >= WINGS_TO_FLY else 0


@compiled
def count_escapes(tables: Tables, lab: Labyrinth, outcome: Ints) -> None:
    """Count all chambers whose prisoners escape, by which way, and the coins that pay for it.

    Exits onto enclosed cells are none where these are not outside (A7).
    """
    reached = flood(lab) if tables.unbounded else np.zeros(0, np.int8)
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            tally = lab.tally[node]
            if lab.parent[node] != node or tally <= NO_LIVING:
                continue
            if tables.unbounded and tally & FIELD_MASK and not opens_to(lab, node, reached):
                tally &= ~FIELD_MASK
            way, coins = way_out(tally), tally >> COIN_SHIFT & FIELD_MASK
            if way:
                count_chamber(tables, tally, 1, outcome)
                outcome[way] += coins
                for seat in range(tables.seats):
                    living = living_of(tally >> LIVING_SHIFT, seat)
                    outcome[GATE + way - GATE_COINS] += living
                    outcome[RICH] += living * (coins > 0)


@compiled
def finish(tables: Tables, lab: Labyrinth, outcome: Ints) -> None:
    """Count the end of the game."""
    count_escapes(tables, lab, outcome)
    if tables.tie_break == BY_SEAT:
        for seat in range(tables.seats):
            outcome[TIE + seat] = -seat
    _find_winners(tables, outcome)


@compiled
def _find_winners(tables: Tables, outcome: Ints) -> None:
    """Note scores and winners: most points win, the tie-break decides a tie, and a tie still is shared."""
    best, most = -(1 << 30), 0
    for seat in range(tables.seats):
        score = outcome[KILLS + seat] + outcome[TREASURE + seat]
        outcome[SCORES + seat] = score
        if score > best:
            best, most = score, outcome[TIE + seat]
        elif score == best:
            most = max(most, outcome[TIE + seat])
    for seat in range(tables.seats):
        if outcome[SCORES + seat] == best and outcome[TIE + seat] == most:
            outcome[WINNERS] |= 1 << seat


# Watched games

KINDS = 4
USES, GAINS = OUTCOME, OUTCOME + KINDS * MOST_SEATS
OWN = OUTCOME + 2 * KINDS * MOST_SEATS
LEADER, CHANGES, SETTLED, LAID, WIDTH, HEIGHT = range(OWN + 1, OWN + 7)
WATCHED = HEIGHT + 1
"""Numbers of a watched game."""

NOBODY = -1


@compiled
def _leader(tables: Tables, row: Ints) -> int:
    """Return the seat that has most points alone, or `NOBODY`."""
    leader, best = NOBODY, -(1 << 30)
    for seat in range(tables.seats):
        score = row[SCORES + seat]
        if score > best:
            leader, best = seat, score
        elif score == best:
            leader = NOBODY
    return leader


@compiled
def watch_turn(tables: Tables, work: Workspace, number: int, seat: int, living: int, gain: int, row: Ints) -> None:
    """Note a ply that was just played.

    Args:
        tables: the game.
        work: the position after it.
        number: the ply's number, from 0.
        seat: the player's.
        living: the living part of what was impaled.
        gain: the points that it brought.
        row: filled; its outcome is what the game would come to if it ended now.
    """
    row[USES + work.ply[KIND] * MOST_SEATS + seat] += 1
    row[GAINS + work.ply[KIND] * MOST_SEATS + seat] += gain
    row[OWN] += living_of(living, seat)
    row[:OUTCOME] = work.outcome
    finish(tables, work.table, row[:OUTCOME])
    now = _leader(tables, row)
    before = row[LEADER] - 1
    if now not in (before, NOBODY):
        row[CHANGES] += before != NOBODY
        row[SETTLED] = number + 1
        row[LEADER] = now + 1


@compiled
def watch_end(lab: Labyrinth, row: Ints) -> None:
    """Measure the labyrinth at the end of a game."""
    west = east = HOME % ROW
    north = south = HOME // ROW
    for number in range(lab.laid_size):
        cell = lab.cell[lab.laid[number]]
        west, east = min(west, cell % ROW), max(east, cell % ROW)
        north, south = min(north, cell // ROW), max(south, cell // ROW)
    row[LAID], row[WIDTH], row[HEIGHT] = lab.laid_size, east - west + 1, south - north + 1
