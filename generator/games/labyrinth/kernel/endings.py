"""Every legal ply with what the game comes to if it ends then, and the exact end of a game, in compiled code.

Which tile is the last of a pile is known to all: tiles that were laid or discarded lie face up. So in the last round
nothing is hidden, and the rest of the game is a tree in which each player takes what is best for itself.

Source: C. A. Luckhardt, K. B. Irani, "An algorithmic solution of n-person games", AAAI 1986.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import (
    MOVE,
    PLACE,
    ROTATE,
    SWAP,
    Workspace,
    can_be_acted_on,
    can_swap,
    dead_paths,
    joins_all,
    looks_like_an_earlier_turn,
    note,
    parts_of,
)
from generator.games.labyrinth.kernel.game import (
    BY_SEAT,
    KILLS,
    TIE,
    TREASURE,
    count_chamber,
    count_escapes,
    finish,
    points_of,
    turn,
    way_out,
)
from generator.games.labyrinth.kernel.greedy import ALL_TURNS, write
from generator.games.labyrinth.kernel.labyrinth import (
    Labyrinth,
    dead_load,
    impale,
    is_trapped_inside,
    lay,
    lift,
    look_around,
    note_dead,
    sum_around,
)
from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import (
    BITS,
    BLOCKS,
    FIELD_MASK,
    JOINED,
    LIVING_SHIFT,
    MINOTAUR,
    MOST_SEATS,
    NO_LIVING,
    OPEN,
    OUTCOME,
    Ints,
    Tables,
)

ROOMS = MOST_SEATS + 1
"""Workspaces that the exact end needs beside the game's own: one for each ply of the last round, one for the end."""
MOST_LINES = 1_000_000
"""Lines of play, at most, of a last round that is solved; a quarter of a second."""
VICTORY = 1 << 20
"""A twelfth of a victory, in points: more than any lead."""


# What a game comes to


@compiled
def _add_chamber(tables: Tables, tally: int, sign: int, row: Ints) -> None:
    """Count a chamber, or take it off (see `count_chamber`), if its prisoners escape."""
    if tally > NO_LIVING and way_out(tally):
        count_chamber(tables, tally, sign, row)


@compiled
def _count_enclosed(tables: Tables, lab: Labyrinth, face: int, row: Ints) -> None:
    """Count the paths of a tile that open on no side."""
    for node in range(tables.first[face >> 2], tables.first[(face >> 2) + 1]):
        opens = False
        for side in range(4):
            opens |= tables.faces[face, side] == node
        if not opens:
            _add_chamber(tables, tables.held[node] & NO_LIVING if lab.dead[node] else tables.held[node], 1, row)


@compiled
def _end_if(
    tables: Tables, lab: Labyrinth, seat: int, face: int, around: tuple[int, int, int], before: Ints, row: Ints
) -> bool:
    """Fill a row with what the game comes to if a tile lies on the cell last summed around; return whether it may.

    Args:
        tables: the game.
        lab: the table.
        seat: the player who lays it.
        face: the tile, times 4, plus its turn.
        around: what `look_around` returned.
        before: what the game comes to without the tile.
        row: filled.
    """
    his, free, part = around
    row[:] = before
    exits = lab.tally[MINOTAUR] & FIELD_MASK
    for side in range(4):
        root = lab.near[side]
        known = root <= MINOTAUR
        for earlier in range(side):
            known |= lab.near[earlier] == root
        if not known:
            _add_chamber(tables, lab.tally[root], -1, row)
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block == 0:
            break
        load = tables.loads[face, block] - dead_load(tables, lab, face, block)
        tally = int(lab.sums[block] + load + OPEN * BITS[block & free & tables.exits[face]])
        if block & his:
            row[KILLS + seat] += points_of(tables, tally >> LIVING_SHIFT, seat)
            exits = tally & FIELD_MASK
        else:
            _add_chamber(tables, tally, 1, row)
    _count_enclosed(tables, lab, face, row)
    return bool(exits > 0)


@compiled
def _end_by_laying(
    tables: Tables, work: Workspace, lab: Labyrinth, seat: int, tile: int, turns: int, cell: int, row: Ints
) -> bool:
    """Do the same as `_end_if` by laying the tile: where enclosed cells are not outside (A7), no sum tells."""
    lift(tables, lab, work.trial, -1, -1)
    lay(tables, work.trial, tile, turns, cell)
    row[:] = work.outcome
    row[KILLS + seat] += points_of(tables, impale(work.trial), seat)
    finish(tables, work.trial, row)
    return not is_trapped_inside(work.trial)


@compiled
def value_end(tables: Tables, row: Ints, seat: int, last: bool) -> int:
    """Return how good an outcome is for a player: its lead over all others together.

    Args:
        tables: the game.
        row: the outcome; of its numbers points from impaling, treasure and tie-breaks are read.
        seat: the player's.
        last: whether the game is over, so that the victory counts first, in twelfths of `VICTORY`.
    """
    lead, mine, ahead, level = 0, row[KILLS + seat] + row[TREASURE + seat], 0, 0
    for whose in range(tables.seats):
        score = row[KILLS + whose] + row[TREASURE + whose]
        lead += mine - score
        tie = seat - whose if tables.tie_break == BY_SEAT else row[TIE + whose] - row[TIE + seat]
        ahead += score > mine or (score == mine and tie > 0)
        level += score == mine and tie == 0
    if last and not ahead:
        lead += 12 // level * VICTORY
    return int(lead)


# Every legal ply


@compiled
def _list_turns(
    tables: Tables, work: Workspace, lab: Labyrinth, seat: int, tile: int, acts: int, last: bool, count: int
) -> int:
    """Note every way to lay a tile; how many plies are noted.

    Args:
        tables: the game.
        work: the position.
        lab: the table, without the tile.
        seat: the player.
        tile: the tile in hand, or one that is taken up from the table.
        acts: the actions that are listed, one bit for each kind; 0 for the tile in hand.
        last: whether it is the last ply; see `value_end`.
        count: how many plies are noted already.
    """
    before, row = work.outcome.copy(), np.empty(OUTCOME, np.int64)
    if not tables.unbounded:
        count_escapes(tables, lab, before)
    table, parts = work.table, parts_of(lab)
    dead = dead_paths(tables, table, tile) if acts else 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        home = acts and cell == table.cell[tile]
        kind = ROTATE if home else MOVE if acts else PLACE
        if acts and (not acts >> kind & 1 or (kind == MOVE and not joins_all(lab, parts, cell))):
            continue
        around = look_around(lab, cell)
        sum_around(lab)
        for turns in range(ALL_TURNS):
            face = ALL_TURNS * tile + turns
            if looks_like_an_earlier_turn(tables, tile, turns, dead):
                continue
            if home and tables.look[face, dead] == tables.look[ALL_TURNS * tile + table.turns[tile], dead]:  # A18
                continue
            if tables.unbounded:
                legal = _end_by_laying(tables, work, lab, seat, tile, turns, cell, row)
            else:
                legal = _end_if(tables, lab, seat, face, around, before, row)
            if legal:
                count = note(work, count, kind, tile, -1, -1 if home else cell, turns, 0)
                work.living[count - 1] = value_end(tables, row, seat, last)
    return count


@compiled
def _list_swap(tables: Tables, work: Workspace, seat: int, one: int, other: int, last: bool, count: int) -> int:
    """Note the swap of two tiles if it is legal; how many plies are noted."""
    table, rest = work.table, work.rest
    write(work.plies[count], SWAP, one, other, -1, -1)
    if not can_swap(tables, work, seat, work.plies[count]):
        return count
    before, row = work.outcome.copy(), np.empty(OUTCOME, np.int64)
    if tables.unbounded:
        _end_by_laying(tables, work, rest, seat, other, table.turns[other], table.cell[one], row)
    else:
        count_escapes(tables, rest, before)
        around = look_around(rest, table.cell[one])
        sum_around(rest)
        _end_if(tables, rest, seat, ALL_TURNS * other + table.turns[other], around, before, row)
    work.living[count] = value_end(tables, row, seat, last)
    return count + 1


@compiled
def list_plies(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, last: bool) -> tuple[int, int]:
    """Note in `plies` every legal placement and action of these kinds, and in `living` its value (see `value_end`).

    Of turns that look alike only one is noted.

    Returns:
        how many placements there are, which come first, and how many plies.
    """
    table, actors = work.table, 0
    placed = count = _list_turns(tables, work, table, seat, hand, 0, last, 0)
    if not acts:
        return placed, count
    note_dead(tables, table)
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if can_be_acted_on(tables, table, seat, tile):
            work.actors[actors] = tile
            actors += 1
    for one in range(actors):
        lift(tables, table, work.rest, work.actors[one], -1)
        count = _list_turns(tables, work, work.rest, seat, work.actors[one], acts, last, count)
        for other in range(one + 1, actors if acts >> SWAP & 1 else 0):
            count = _list_swap(tables, work, seat, work.actors[one], work.actors[other], last, count)
    return placed, count


# The exact end


@compiled
def _is_last_round(tables: Tables, order: Ints, number: int) -> bool:
    """Return whether each player has at most one more tile to play."""
    played = 0
    for place in range(number, tables.tiles):
        bit = 1 << tables.owner[order[place]]
        if played & bit:
            return False
        played |= bit
    return True


@compiled
def _copy_game(tables: Tables, work: Workspace, room: Workspace) -> None:
    """Set up another workspace as a game lies."""
    note_dead(tables, work.table)
    lift(tables, work.table, room.table, -1, -1)
    room.outcome[:] = work.outcome


@compiled
def _play_last(
    tables: Tables, work: Workspace, beyond: Workspace, seat: int, hand: int, acts: int, found: Ints
) -> None:
    """Write the best last ply of a game to `work.ply`, and fill in by seat what it comes to."""
    _, count = list_plies(tables, work, seat, hand, acts, True)
    work.ply[:] = work.plies[np.argmax(work.living[:count])]
    _copy_game(tables, work, beyond)
    turn(tables, beyond, seat, work.ply, beyond.outcome)
    finish(tables, beyond.table, beyond.outcome)
    for whose in range(tables.seats):
        found[whose] = value_end(tables, beyond.outcome, whose, True)


@compiled
def _solve(tables: Tables, rooms: Workspace, number: int, order: Ints, acts: int) -> None:
    """Play the last round out, in which each takes what is best for itself; leave the first ply in `rooms[0].ply`.

    There is one workspace for each ply under way, and no recursion: numba cannot keep the machine code of functions
    that call themselves (a process that takes it from the cache crashes).

    Args:
        tables: the game.
        rooms: workspaces; the first one holds the position.
        number: of the ply to play.
        order: for each ply of the game the tile in hand.
        acts: whether the players act.
    """
    deepest = tables.tiles - 1 - number
    counts, tried = np.full(ROOMS, -1), np.zeros(ROOMS, np.int64)
    best, found = np.zeros((ROOMS, MOST_SEATS), np.int64), np.zeros(MOST_SEATS, np.int64)
    depth = 0
    while depth >= 0:
        work, hand = rooms[depth], order[number + depth]
        seat = tables.owner[hand]
        if depth == deepest:
            _play_last(tables, work, rooms[depth + 1], seat, hand, acts, found)
        elif counts[depth] < 0:
            counts[depth] = list_plies(tables, work, seat, hand, acts, False)[1]
            tried[depth], best[depth, seat] = 0, -(1 << 60)
        if depth < deepest and tried[depth] < counts[depth]:
            _copy_game(tables, work, rooms[depth + 1])
            turn(tables, rooms[depth + 1], seat, work.plies[tried[depth]], rooms[depth + 1].outcome)
            depth += 1
            counts[depth] = -1
            continue
        if depth < deepest:
            found[:] = best[depth]
        depth -= 1
        if depth >= 0:
            above = rooms[depth]
            whose = tables.owner[order[number + depth]]
            if found[whose] > best[depth, whose]:
                best[depth, :] = found
                above.ply[:] = above.plies[tried[depth]]
            tried[depth] += 1


@compiled
def play_exactly(tables: Tables, work: Workspace, rooms: Workspace, number: int, acts: int, ply: Ints) -> bool:
    """Write the best ply of the last round; return whether it was solved, having `MOST_LINES` at most.

    Lines are estimated from the plies that each player would have as the table lies now; the last ply of a game is
    solved always.
    """
    if not _is_last_round(tables, work.order, number):
        return False
    lines = 1
    for place in range(number, tables.tiles if number + 1 < tables.tiles else number):
        hand = work.order[place]
        lines *= list_plies(tables, work, tables.owner[hand], hand, acts, False)[1]
        if lines > MOST_LINES:
            return False
    _copy_game(tables, work, rooms[0])
    _solve(tables, rooms, number, work.order, acts)
    ply[:] = rooms[0].ply
    return True
