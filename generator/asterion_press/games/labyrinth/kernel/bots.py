"""The bots in compiled code, the exact end of a game, and whole games.

**`random` and `greedy`** play as those of ``engine/bots.py``, and `search` as a readable one in the tests: from the
same seed the same numbers are drawn in the same order, so the games are the same, ply by ply. Where a bot chooses among
equal plies, it chooses from the same list: tiles by their ids, cells from north to south and west to east, then turns;
swaps come last. What looks further tries plies out in workspaces of its own, so that nothing of the game is touched.

**The exact end.** Which tile is the last of a pile is known to all: tiles that were laid or discarded lie face up. So
in the last round nothing is hidden, and the rest of the game is a tree in which each player takes what is best for
itself.

**`tree`** is information-set Monte-Carlo tree search. The bot imagines many games. Each begins with a new deal of the
tiles that it has not seen. Down to the edge of the tree every player takes the ply that upper confidence bounds
recommend among a few candidates; then all play on greedily, acting too if they may, for `ROUNDS_AHEAD` rounds in all.
What the table is worth to each player then is noted along the way. The bot plays the ply that was tried most, and the
last ply of a game, and its last round where it can be solved, exactly.

A *choice* of the tree is a position on the table together with the tile in the hand of the player to move. It is made
when the ply that leads to it was tried `TRIES_BEFORE` times. The bot's own choice has the `TREE_PLACEMENTS` and
`TREE_ACTIONS` that give the greatest lead at once; those of later plies have fewer, as the bot `search` finds them.

A table is worth points from impaling, and treasure as if the game ended then, taken at a weight that grows to 1, since
what is in sight may still be lost: in games of this bot, the best linear forecast of the final lead gives treasure in
sight the weight 0.3 to 0.6 in the first third of the game, 0.6 to 0.8 in the second and 0.85 near the end, and points
from impaling always 1. At the end of the game a victory is worth `VICTORY_POINTS` more.

Sources: C. A. Luckhardt, K. B. Irani, "An algorithmic solution of n-person games", AAAI 1986; P. I. Cowling, E. J.
Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI
in Games 4 (2012); P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
Machine Learning 47 (2002). The numbers of `tree` are our own choice, made by matches.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from asterion_press.games.labyrinth.kernel.numba_adapter import compiled, entry
from asterion_press.games.labyrinth.kernel.rules import (
    BITS,
    BLOCKS,
    BY_SEAT,
    CELL,
    COIN_SHIFT,
    FIELD_MASK,
    GAIN,
    IMPALED,
    JOINED,
    KILLS,
    KIND,
    LIVING_SHIFT,
    MINOTAUR,
    MOST_SEATS,
    MOST_TILES,
    MOVE,
    NO_LIVING,
    OPEN,
    OTHER,
    OUTCOME,
    PLACE,
    PLY,
    ROTATE,
    ROW,
    STEPS,
    SWAP,
    TIE,
    TILE,
    TREASURE,
    TURNS,
    WALL,
    WATCHED,
    WING_SHIFT,
    WINGS_TO_FLY,
    WINNERS,
    Ints,
    Labyrinth,
    Tables,
    Workspace,
    can_be_acted_on,
    can_lie_at,
    can_rotate,
    can_swap,
    chamber_if,
    choose,
    count_chamber,
    count_escapes,
    dead_load,
    dead_paths,
    draw,
    finish,
    impale,
    is_trapped_inside,
    joins_all,
    lay,
    lift,
    living_of,
    look_around,
    look_of,
    looks_like_an_earlier_turn,
    note,
    note_dead,
    parts_of,
    points_of,
    root_of,
    seed_chance,
    start,
    sum_around,
    traps,
    turn,
    watch_end,
    watch_turn,
    way_out,
    write,
)

WORTH_A_TILE = 2
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
POINT = 1 << 32
"""A point in units of potential: more than all potential of a table."""
ALL_TURNS = 4


@compiled
def _is_chamber(lab: Labyrinth, side: int) -> bool:
    """Return whether a chamber opens onto this side of the cell last looked around, and onto none before it.

    The minotaur's is none: who is in it is dead.
    """
    found = lab.near[side] > MINOTAUR
    for earlier in range(side):
        found &= lab.near[earlier] != lab.near[side]
    return bool(found)


@compiled
def _list_actors(tables: Tables, work: Workspace, seat: int) -> int:
    """Note in `actors` the tiles that a player may act on; how many."""
    count = 0
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if can_be_acted_on(tables, work.table, tile):
            work.actors[count] = tile
            count += 1
    return count


# Placing


@compiled
def _potential(tables: Tables, tally: int, seat: int) -> int:
    """Return what a chamber would bring a player over the opponents, if the game ended now."""
    coins = tally >> COIN_SHIFT & FIELD_MASK
    if coins == 0 or (tally & FIELD_MASK == 0 and tally >> WING_SHIFT & FIELD_MASK < WINGS_TO_FLY):
        return 0
    living = tally >> LIVING_SHIFT
    value = living_of(living, seat) * tables.seats
    for whose in range(tables.seats):
        value -= living_of(living, whose)
    return int(coins * value)


@compiled
def potential_around(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the potential of the chambers around the cell last looked around; the minotaur's has none."""
    value = 0
    for side in range(4):
        if _is_chamber(lab, side):
            value += _potential(tables, lab.tally[lab.near[side]], seat)
    return value


@compiled
def value_placement(
    tables: Tables, lab: Labyrinth, seat: int, face: int, around: tuple[int, int, int]
) -> tuple[int, int, bool]:
    """Return points and potential of a tile on the cell last summed around, and whether the minotaur has a way out."""
    his, free, part = around
    killed, gained, exits = 0, 0, lab.tally[MINOTAUR] & FIELD_MASK
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block == 0:
            break
        tally = lab.sums[block] + tables.loads[face, block] + OPEN * BITS[block & free & tables.exits[face]]
        if block & his:
            killed, exits = tally >> LIVING_SHIFT, tally & FIELD_MASK
        else:
            gained += _potential(tables, tally, seat)
    return points_of(tables, killed, seat) if killed else 0, gained, exits > 0


@compiled
def list_placements(tables: Tables, work: Workspace, hand: int, weight: int, distinct: bool) -> int:
    """Note every legal placement, of equal value for a point as for so much potential; how many there are.

    Args:
        tables: the game.
        work: the position.
        hand: the tile.
        weight: what a point is worth.
        distinct: whether of turns that look alike only one is noted.
    """
    lab, seat, count = work.table, tables.owner[hand], 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = potential_around(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, potential, legal = value_placement(tables, lab, seat, ALL_TURNS * hand + turns, around)
            if not legal or (distinct and looks_like_an_earlier_turn(tables, hand, turns, 0)):
                continue
            if tables.unbounded and traps(tables, lab, work.trial, hand, turns, cell):
                continue
            count = note(work, count, PLACE, hand, -1, cell, turns, points * weight + potential - before)
    return count


@compiled
def by_key(work: Workspace, first: int, stop: int) -> Ints:
    """Return the ranks of some noted plies: by tile, cell and turns (of a rotation the tile's own cell), swaps last."""
    for number in range(first, stop):
        ply = work.plies[number]
        cell = work.table.cell[ply[TILE]] if ply[KIND] == ROTATE else ply[CELL]
        if ply[KIND] == SWAP:
            work.keys[number] = (ROW + ply[TILE]) * ROW * ROW * ALL_TURNS + ply[OTHER]
        else:
            work.keys[number] = (ply[TILE] * ROW * ROW + cell) * ALL_TURNS + ply[TURNS]
    return np.argsort(work.keys[first:stop])


# Acting


@compiled
def _near_at_stake(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the opposing prisoners who live in the chambers of `near`; those in the minotaur's are dead."""
    stake = 0
    for side in range(4):
        if _is_chamber(lab, side):
            for whose in range(tables.seats):
                stake += living_of(lab.tally[lab.near[side]] >> LIVING_SHIFT, whose) * (whose != seat)
    return stake


@compiled
def _at_stake(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the most opposing prisoners whom one tile on an uncovered cell could impale."""
    most = 0
    for number in range(lab.border_size):
        if look_around(lab, lab.border[number])[0]:
            most = max(most, _near_at_stake(tables, lab, seat))
    return most


@compiled
def _at_stake_under(tables: Tables, lab: Labyrinth, seat: int, tile: int) -> tuple[bool, int]:
    """Return whether the minotaur's chamber opens beside a tile, and the opposing prisoners in the other chambers."""
    mouth = False
    for side in range(4):
        name = int(lab.ground[lab.cell[tile] + STEPS[side]])
        node = WALL
        if name > 1:  # a tile, not the minotaur's; its face opens to the opposite side
            node = tables.faces[4 * (name - 2) + lab.turns[name - 2], (side + 2) % 4]
        lab.near[side] = node if node == WALL else root_of(lab.parent, node)
        mouth |= name == 1 or lab.near[side] == MINOTAUR
    return mouth, _near_at_stake(tables, lab, seat)


@compiled
def _gainful_here(tables: Tables, work: Workspace, seat: int, tile: int, least: int, acts: int, count: int) -> int:
    """Note the rotations and moves of the tile that was lifted; how many plies are noted then."""
    rest, table = work.rest, work.table
    home = table.cell[tile]
    now = look_of(tables, table, tile, table.turns[tile])
    parts = parts_of(rest)
    for number in range(rest.border_size):
        cell = rest.border[number]
        if not acts >> (ROTATE if cell == home else MOVE) & 1:
            continue
        around = look_around(rest, cell)
        if (least > 0 and around[0] == 0) or (cell != home and not joins_all(rest, parts, cell)):
            continue
        sum_around(rest)
        for turns in range(ALL_TURNS):
            tally = chamber_if(tables, rest, 4 * tile + turns, around)
            points = points_of(tables, tally >> LIVING_SHIFT, seat)
            if tally & FIELD_MASK == 0 or points < least:
                continue
            if tables.unbounded and traps(tables, rest, work.trial, tile, turns, cell):
                continue
            if cell != home:
                count = note(work, count, MOVE, tile, -1, cell, turns, points)
            elif look_of(tables, table, tile, turns) != now:
                count = note(work, count, ROTATE, tile, -1, -1, turns, points)
    return count


@compiled
def _gainful_swap(tables: Tables, work: Workspace, seat: int, one: int, other: int, least: int, count: int) -> int:
    """Note the swap of two tiles; how many plies are noted then."""
    table, rest, row = work.table, work.rest, work.plies[count]
    write(row, SWAP, one, other, -1, -1)
    if can_swap(tables, work, row):
        around = look_around(rest, table.cell[one])
        sum_around(rest)
        tally = chamber_if(tables, rest, 4 * other + table.turns[other], around)
        points = points_of(tables, tally >> LIVING_SHIFT, seat)
        if points >= least:
            return note(work, count, SWAP, one, other, -1, -1, points)
    return count


@compiled
def gainful_actions(tables: Tables, work: Workspace, seat: int, least: int, acts: int, count: int) -> int:
    """Note, behind `count` plies, every legal action of these kinds that brings at least so many points.

    Taking tiles up to see what comes of it costs most, so it is not done where nothing can come of it: a tile impales
    only beside a mouth of the minotaur's chamber, and only those who live in the chambers that open there. What is
    taken up only ever parts chambers, so they hold no more than they hold now.

    Returns:
        how many plies are noted then.
    """
    if not acts:
        return count
    table = work.table
    note_dead(tables, table)
    actors = _list_actors(tables, work, seat)
    for one in range(actors):
        work.mouth[one], work.stake[one] = _at_stake_under(tables, table, seat, work.actors[one])
    anyway = least <= 0 or (tables.scores and _at_stake(tables, table, seat) >= least)
    for one in range(actors):
        if anyway or (work.mouth[one] and work.stake[one] >= least):
            lift(tables, table, work.rest, work.actors[one], -1)
            count = _gainful_here(tables, work, seat, work.actors[one], least, acts, count)
        for other in range(one + 1, actors if acts >> SWAP & 1 else 0):
            mouth, stake = work.mouth[one] or work.mouth[other], work.stake[one] + work.stake[other]
            if least <= 0 or (mouth and stake >= least):
                count = _gainful_swap(tables, work, seat, work.actors[one], work.actors[other], least, count)
    return count


# Choosing


@compiled
def keep_best(work: Workspace, first: int, stop: int) -> int:
    """Keep those of some noted plies that have the greatest value; return where they end."""
    kept = first
    for number in range(first, stop):
        if work.values[number] > work.values[first]:
            kept = first
        if kept == first or work.values[number] == work.values[first]:
            work.plies[kept, :] = work.plies[number]
            work.values[kept] = work.values[number]
            kept += 1
    return kept


@compiled
def play_greedily(tables: Tables, work: Workspace, hand: int, acts: int, chance: Ints) -> None:
    """Write the ply of the bot `greedy` to `work.ply`."""
    first, stop = 0, keep_best(work, 0, list_placements(tables, work, hand, POINT, False))
    points = (work.values[0] + POINT // 2) // POINT
    count = gainful_actions(tables, work, tables.owner[hand], points + WORTH_A_TILE, acts, stop)
    if count > stop:
        first, stop = stop, keep_best(work, stop, count)
    work.ply[:] = work.plies[first + by_key(work, first, stop)[choose(chance, stop - first)]]


TRIES_ACTION, ATTEMPTS = 0.25, 4
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
SEARCH_PLACEMENTS, SEARCH_ACTIONS, LEAST_GAIN = 16, 8, 1
"""As in the judge of the tests."""

SETTINGS = 4
BOT_KIND, ROUNDS, DEALS, NODES = range(SETTINGS)
"""A bot as a row of integers: its number in `BOT_NAMES`, and its budget; see ``engine/bot_names.py``."""


@compiled
def deal_tiles(tables: Tables, work: Workspace, deal: Ints) -> None:
    """Note for each ply the tile in hand: as a deal says, or if it is empty from piles that are shuffled here.

    A pile is shuffled by sorting its tiles by a number drawn for each, so that the readable engine, which draws in the
    same order, has the same piles.
    """
    if len(deal):
        work.order[: len(deal)] = deal
        return
    tiles, drawn = tables.unshuffled.copy(), np.empty(MOST_TILES)
    for place in range(tables.tiles):
        drawn[place] = draw(work.chance)
    for seat in range(tables.seats):
        first = tables.piles[seat]
        for place in range(first + 1, tables.piles[seat + 1]):
            tile, number, hole = tiles[place], drawn[place], place
            while hole > first and drawn[hole - 1] > number:
                tiles[hole], drawn[hole] = tiles[hole - 1], drawn[hole - 1]
                hole -= 1
            tiles[hole], drawn[hole] = tile, number
    for number in range(tables.tiles):
        work.order[number] = tiles[tables.turn_at[number]]


# random


@compiled
def _random_action(tables: Tables, work: Workspace, seat: int, acts: int) -> bool:
    """Draw an action; whether one was found."""
    chance, ply = work.chance, work.ply
    note_dead(tables, work.table)
    count = _list_actors(tables, work, seat)
    kind, found, attempts = ROTATE + choose(chance, 3), False, 0
    while not found and attempts < (ATTEMPTS if count and acts >> kind & 1 else 0):
        attempts += 1
        tile = work.actors[choose(chance, count)]
        if kind == ROTATE:
            write(ply, ROTATE, tile, -1, -1, choose(chance, ALL_TURNS))
            found = can_rotate(tables, work, ply)
        elif kind == SWAP:
            other = work.actors[choose(chance, count)]
            write(ply, SWAP, min(tile, other), max(tile, other), -1, -1)
            found = can_swap(tables, work, ply)
        else:
            lift(tables, work.table, work.rest, tile, -1)
            cell = work.rest.border[choose(chance, work.rest.border_size)]
            turns = choose(chance, ALL_TURNS)
            write(ply, MOVE, tile, -1, cell, turns)
            found = can_lie_at(tables, work, tile, turns, cell)
    return found


@compiled
def play_randomly(tables: Tables, work: Workspace, hand: int, acts: int) -> None:
    """Write the ply of the bot `random` to `work.ply`."""
    table, chance = work.table, work.chance
    if acts and draw(chance) < TRIES_ACTION and _random_action(tables, work, tables.owner[hand], acts):
        return
    while True:
        cell = table.border[choose(chance, table.border_size)]
        turns = choose(chance, ALL_TURNS)
        if not traps(tables, table, work.trial, hand, turns, cell):
            write(work.ply, PLACE, hand, -1, cell, turns)
            return


# search


@compiled
def first_ranks(work: Workspace, first: int, most: int, order: Ints, chance: Ints) -> Ints:
    """Return those of some noted plies that have the greatest values, equal ones in drawn order.

    Args:
        work: holds the plies and their values.
        first: the first of the plies.
        most: how many are wanted.
        order: in which order a number is drawn for each of them.
        chance: draws.
    """
    drawn = np.empty(len(order))
    for number in order:
        drawn[number] = draw(chance)
    chosen: Ints = work.plies[first + np.argsort(drawn - work.values[first : first + len(order)])[:most]]
    return chosen


@compiled
def candidates(
    tables: Tables, work: Workspace, hand: int, acts: int, placements: int, actions: int, chance: Ints
) -> Ints:
    """Return the plies to consider, best first: at most so many placements, then at most so many actions that gain."""
    count = list_placements(tables, work, hand, tables.seats - 1, True)
    placed = first_ranks(work, 0, placements, by_key(work, 0, count), chance)
    found = gainful_actions(tables, work, tables.owner[hand], LEAST_GAIN, acts, count)
    return np.concatenate((placed, first_ranks(work, count, actions, by_key(work, count, found), chance)))


@compiled
def _next_turn(tables: Tables, order: Ints, number: int) -> int:
    """Return the number of the player's next ply after that one; one more than the last if there is none."""
    seat = tables.owner[order[number]]
    following = number + 1
    while following < tables.tiles and tables.owner[order[following]] != seat:
        following += 1
    return following


@compiled
def rounds_later(tables: Tables, order: Ints, number: int, rounds: int) -> int:
    """Return the number of the player's ply so many rounds after that one; one more than the last if there is none."""
    for _ in range(rounds):
        if number < tables.tiles:
            number = _next_turn(tables, order, number)
    return number


@compiled
def hide(tables: Tables, order: Ints, first: int) -> None:
    """Sort the tiles that are drawn from ply `first` on, each player's among themselves: nobody has seen them yet."""
    for place in range(first, tables.tiles):
        for other in range(place + 1, tables.tiles):
            if order[other] < order[place] and tables.owner[order[other]] == tables.owner[order[place]]:
                order[place], order[other] = order[other], order[place]


@compiled
def imagine(tables: Tables, order: Ints, first: int, end: int, chance: Ints) -> None:
    """Deal the tiles anew that nobody has seen yet, as far as they are drawn before `end`."""
    for place in range(first, end):
        seat, left = tables.owner[order[place]], 0
        for other in range(place, tables.tiles):
            left += tables.owner[order[other]] == seat
        skipped, other = choose(chance, left), place
        while skipped or tables.owner[order[other]] != seat:
            skipped -= tables.owner[order[other]] == seat
            other += 1
        order[place], order[other] = order[other], order[place]


@compiled
def _copy_game(tables: Tables, work: Workspace, room: Workspace) -> None:
    """Set up another workspace as a game lies."""
    note_dead(tables, work.table)
    lift(tables, work.table, room.table, -1, -1)
    room.outcome[:] = work.outcome


@compiled
def _play_on(tables: Tables, room: Workspace, hands: Ints, acts: int, chance: Ints) -> None:
    """Play greedily with these tiles, one after the other, and count what the game comes to if it ends then."""
    for hand in hands:
        play_greedily(tables, room, hand, acts, chance)
        turn(tables, room, tables.owner[hand], room.ply)
    finish(tables, room.table, room.outcome)


@compiled
def play_with_foresight(tables: Tables, work: Workspace, room: Workspace, number: int, bot: Ints, acts: int) -> None:
    """Write the ply of the bot `search` to `work.ply`; `number` is the ply's, `room` to imagine games in."""
    hand, chance = work.order[number], work.chance
    seat = tables.owner[hand]
    plies = candidates(tables, work, hand, acts, SEARCH_PLACEMENTS, SEARCH_ACTIONS, chance)
    leads = np.zeros(len(plies), np.int64)
    order = work.order.copy()
    hide(tables, order, number + 1)
    end = rounds_later(tables, order, number, bot[ROUNDS])
    for _ in range(bot[DEALS] if len(plies) > 1 else 0):
        imagine(tables, order, number + 1, end, chance)
        for rank in range(len(plies)):
            _copy_game(tables, work, room)
            turn(tables, room, seat, plies[rank])
            _play_on(tables, room, order[number + 1 : end], 0, chance)
            leads[rank] += value_outcome(tables, room.outcome, seat, False)
    work.ply[:] = plies[np.argmax(leads)]


ROOMS = MOST_SEATS + 1
"""Workspaces that the exact end needs beside the game's own: one for each ply of the last round, one for the end."""
MOST_LINES = 1_000_000
"""Lines of play, at most, of a last round that is solved; a quarter of a second."""
VICTORY_TWELFTH = 1 << 20
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
            _add_chamber(tables, tables.contents[node] & NO_LIVING if lab.dead[node] else tables.contents[node], 1, row)


@compiled
def _fill_row_if_laid(
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
    for side in range(4):  # the chambers around become parts of new ones
        if _is_chamber(lab, side):
            _add_chamber(tables, lab.tally[lab.near[side]], -1, row)
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block == 0:
            break
        load = tables.loads[face, block] - dead_load(tables, lab, face, block)
        new_exits = BITS[block & free & tables.exits[face]]  # where the tile's paths end at cells without a tile
        tally = int(lab.sums[block] + load + OPEN * new_exits)
        if block & his:  # one block at most is the minotaur's
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
    """Do as `_fill_row_if_laid` by laying the tile: where enclosed cells are not outside (A7), no sum tells."""
    lift(tables, lab, work.trial, -1, -1)
    lay(tables, work.trial, tile, turns, cell)
    row[:] = work.outcome
    row[KILLS + seat] += points_of(tables, impale(work.trial), seat)
    finish(tables, work.trial, row)
    return not is_trapped_inside(work.trial)


@compiled
def value_outcome(tables: Tables, row: Ints, seat: int, last: bool) -> int:
    """Return how good an outcome is for a player: its lead over all others together, and who wins if the game is over.

    Args:
        tables: the game.
        row: the outcome; of its numbers points from impaling, treasure and tie-breaks are read.
        seat: the player's.
        last: whether the game is over; then a victory, divided among those who share it, outweighs any lead.
    """
    lead, mine, ahead, level = 0, row[KILLS + seat] + row[TREASURE + seat], 0, 0
    for whose in range(tables.seats):
        score = row[KILLS + whose] + row[TREASURE + whose]
        lead += mine - score
        tie = seat - whose if tables.tie_break == BY_SEAT else row[TIE + whose] - row[TIE + seat]
        ahead += score > mine or (score == mine and tie > 0)
        level += score == mine and tie == 0
    if last and not ahead:
        lead += 12 // level * VICTORY_TWELFTH
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
        last: whether it is the last ply; see `value_outcome`.
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
                legal = _fill_row_if_laid(tables, lab, seat, face, around, before, row)
            if legal:
                value = value_outcome(tables, row, seat, last)
                count = note(work, count, kind, tile, -1, -1 if home else cell, turns, value)
    return count


@compiled
def _list_swap(tables: Tables, work: Workspace, seat: int, one: int, other: int, last: bool, count: int) -> int:
    """Note the swap of two tiles if it is legal; how many plies are noted."""
    table, rest, ply = work.table, work.rest, work.plies[count]
    write(ply, SWAP, one, other, -1, -1)
    if not can_swap(tables, work, ply):
        return count
    before, row = work.outcome.copy(), np.empty(OUTCOME, np.int64)
    if tables.unbounded:
        _end_by_laying(tables, work, rest, seat, other, table.turns[other], table.cell[one], row)
    else:
        count_escapes(tables, rest, before)
        around = look_around(rest, table.cell[one])
        sum_around(rest)
        _fill_row_if_laid(tables, rest, seat, ALL_TURNS * other + table.turns[other], around, before, row)
    return note(work, count, SWAP, one, other, -1, -1, value_outcome(tables, row, seat, last))


@compiled
def list_plies(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, last: bool) -> tuple[int, int]:
    """Note in `plies` every legal placement and action of these kinds, and in `values` its value (see `value_outcome`).

    Of turns that look alike only one is noted.

    Returns:
        how many placements there are, which come first, and how many plies.
    """
    table = work.table
    placed = count = _list_turns(tables, work, table, seat, hand, 0, last, 0)
    if not acts:
        return placed, count
    note_dead(tables, table)
    actors = _list_actors(tables, work, seat)
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
    while number < tables.tiles and _next_turn(tables, order, number) == tables.tiles:
        number += 1
    return bool(number == tables.tiles)


@compiled
def _play_last(
    tables: Tables, work: Workspace, beyond: Workspace, seat: int, hand: int, acts: int, found: Ints
) -> None:
    """Write the best last ply of a game to `work.ply`, and fill in by seat what it comes to."""
    _, count = list_plies(tables, work, seat, hand, acts, True)
    work.ply[:] = work.plies[np.argmax(work.values[:count])]
    _copy_game(tables, work, beyond)
    turn(tables, beyond, seat, work.ply)
    finish(tables, beyond.table, beyond.outcome)
    for whose in range(tables.seats):
        found[whose] = value_outcome(tables, beyond.outcome, whose, True)


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
            turn(tables, rooms[depth + 1], seat, work.plies[tried[depth]])
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
def play_exactly(tables: Tables, work: Workspace, rooms: Workspace, number: int, acts: int) -> bool:
    """Write the best ply of the last round to `work.ply`; return whether it was solved: in `MOST_LINES` at most.

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
    work.ply[:] = rooms[0].ply
    return True


TREE_PLACEMENTS, TREE_ACTIONS = 24, 12
"""Candidates of the bot's own choice."""
LATER_PLACEMENTS, LATER_ACTIONS = 6, 2
"""Candidates of a later choice."""
ROUNDS_AHEAD = 2
TRIES_BEFORE = 8
EXPLORING = 3.0
"""Weight of what is not known yet, in points for each opponent."""
TREASURE_AT_FIRST = 0.3
VICTORY_POINTS = 4.0

Floats: TypeAlias = Any
"""An array of floating-point numbers."""


@compiled
def _own_candidates(tables: Tables, work: Workspace, number: int, acts: int) -> Ints:
    """Return the plies to consider: those that give the greatest lead at once."""
    hand = work.order[number]
    placed, count = list_plies(tables, work, tables.owner[hand], hand, acts, False)
    placements = first_ranks(work, 0, TREE_PLACEMENTS, np.arange(placed), work.chance)
    return np.concatenate((placements, first_ranks(work, placed, TREE_ACTIONS, np.arange(count - placed), work.chance)))


@compiled
def _value_table(tables: Tables, outcome: Ints, left: int, worth: Floats) -> None:
    """Fill in by seat the lead, over all opponents together, that the table is worth.

    Args:
        tables: the game.
        outcome: what the game would come to if it ended now.
        left: how many plies are left.
        worth: filled.
    """
    weight = 1.0 - (1.0 - TREASURE_AT_FIRST) * left / tables.tiles
    total, winners = 0.0, 0
    for seat in range(tables.seats):
        winners += outcome[WINNERS] >> seat & 1
    for seat in range(tables.seats):
        worth[seat] = outcome[KILLS + seat] + weight * outcome[TREASURE + seat]
        if left == 0 and outcome[WINNERS] >> seat & 1:
            worth[seat] += VICTORY_POINTS / winners
        total += worth[seat]
    for seat in range(tables.seats):
        worth[seat] = worth[seat] * tables.seats - total


@compiled
def _best_bound(first: int, stop: int, tries: Ints, sums: Floats, visits: int, width: float) -> int:
    """Return the ply with the greatest upper confidence bound, or the first that was not tried."""
    best, top = first, -1e300
    log = np.log(visits + 1.0)
    for child in range(first, stop):
        if tries[child] == 0:
            return child
        bound = sums[child] / tries[child] + width * np.sqrt(log / tries[child])
        if bound > top:
            best, top = child, bound
    return best


@compiled
def _most_tried(tries: Ints, sums: Floats, count: int) -> int:
    """Return which of the first plies was tried most; of equal ones the best."""
    best = 0
    for child in range(count):
        if tries[child] > tries[best] or (tries[child] == tries[best] and sums[child] > sums[best]):
            best = child
    return best


@compiled
def _search_tree(
    tables: Tables, work: Workspace, room: Workspace, root: Ints, number: int, nodes: int, acts: int
) -> int:
    """Return which of the plies is best.

    Args:
        tables: the game.
        work: the position.
        room: a workspace to imagine games in.
        root: the candidates.
        number: of the ply.
        nodes: how many plies are imagined.
        acts: the actions that the players take, one bit for each kind.
    """
    order, chance = work.order.copy(), work.chance
    hide(tables, order, number + 1)
    end = rounds_later(tables, order, number, ROUNDS_AHEAD)
    games = max(len(root), nodes // (end - number))
    # Choices by number: their plies stand in a block; those after one ply are a list, by the tile in hand.
    most = games // TRIES_BEFORE + 1
    first, size, visits = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    tile, another = np.zeros(most, np.int64), np.full(most, -1)
    space = len(root) + most * (LATER_PLACEMENTS + LATER_ACTIONS)
    plies, leads_to = np.empty((space, PLY), np.int64), np.full(space, -1)
    tries, sums = np.zeros(space, np.int64), np.zeros(space)
    plies[: len(root)], size[0] = root, len(root)
    choices, used = 1, len(root)
    way, worth = np.empty(MOST_TILES, np.int64), np.empty(MOST_SEATS)
    width = EXPLORING * (tables.seats - 1)
    for _ in range(games):
        imagine(tables, order, number + 1, end, chance)
        _copy_game(tables, work, room)
        choice, place = 0, number
        while choice >= 0:
            child = _best_bound(first[choice], first[choice] + size[choice], tries, sums, visits[choice], width)
            visits[choice] += 1
            turn(tables, room, tables.owner[order[place]], plies[child])
            way[place] = child
            place += 1
            choice = -1
            if place < end and tries[child] >= TRIES_BEFORE:
                choice = leads_to[child]
                while choice >= 0 and tile[choice] != order[place]:
                    choice = another[choice]
                if choice < 0 and choices < most:
                    found = candidates(tables, room, order[place], acts, LATER_PLACEMENTS, LATER_ACTIONS, chance)
                    choice, choices = choices, choices + 1
                    tile[choice], another[choice], leads_to[child] = order[place], leads_to[child], choice
                    first[choice], size[choice] = used, len(found)
                    plies[used : used + len(found)] = found
                    used += len(found)
        _play_on(tables, room, order[place:end], acts, chance)
        _value_table(tables, room.outcome, tables.tiles - end, worth)
        for played in range(number, place):
            tries[way[played]] += 1
            sums[way[played]] += worth[tables.owner[order[played]]]
    return _most_tried(tries, sums, len(root))


@compiled
def play_by_tree(tables: Tables, work: Workspace, rooms: Workspace, number: int, settings: Ints, acts: int) -> None:
    """Write the ply of the bot `tree` to `work.ply`.

    Args:
        tables: the game.
        work: the position.
        rooms: other workspaces, in which plies are tried out; see `ROOMS`.
        number: of the ply.
        settings: the bot with its budget.
        acts: the actions that the players take, one bit for each kind.
    """
    if play_exactly(tables, work, rooms, number, acts):
        return
    root = _own_candidates(tables, work, number, acts)
    best = _search_tree(tables, work, rooms[0], root, number, settings[NODES], acts) if len(root) > 1 else 0
    work.ply[:] = root[best]


RANDOM, GREEDY, SEARCH, TREE = range(4)
"""Numbers of the bots, in the order of ``BOT_NAMES``; a test holds them together
(`test_bots_are_numbered_in_the_order_of_their_names`)."""


@compiled
def think(tables: Tables, work: Workspace, rooms: Workspace, number: int, bots: Ints, acts: int) -> None:
    """Write the ply of a bot to `work.ply`.

    Args:
        tables: the game.
        work: the position.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        number: the number of the ply, from 0.
        bots: by seat the settings of its bot.
        acts: the actions that this one takes, one bit for each kind.
    """
    hand = work.order[number]
    bot = bots[tables.owner[hand]]
    if bot[BOT_KIND] == RANDOM:
        play_randomly(tables, work, hand, acts)
    elif bot[BOT_KIND] == GREEDY:
        play_greedily(tables, work, hand, acts, work.chance)
    elif bot[BOT_KIND] == SEARCH:
        play_with_foresight(tables, work, rooms[0], number, bot, acts)
    else:
        play_by_tree(tables, work, rooms, number, bot, acts)


@entry
def play_games(
    tables: Tables,
    work: Workspace,
    rooms: Workspace,
    seeds: Ints,
    bots: Ints,
    acts: Ints,
    deal: Ints,
    begun: Ints,
    outcomes: Ints,
    plies: Ints,
    rows: Ints,
    orders: Ints,
) -> None:
    """Play a whole game from each seed; each of the last four is filled in for each game, unless it is empty.

    There is this one entry, since every entry is compiled with all bots in it.

    Args:
        tables: the game.
        work: where the games are played.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        seeds: the games' own seeds.
        bots: by seat the settings of its bot.
        acts: by seat the actions that the bot takes, one bit for each kind.
        deal: for each ply of the game the tile in hand; shuffled from the seed if empty.
        begun: rows of plies that were played already, legal ones.
        outcomes: by game what came of it.
        plies: by game and number the plies.
        rows: by game what was watched.
        orders: by game and ply the tile in hand.
    """
    row = np.zeros(WATCHED, np.int64)
    for game in range(len(seeds)):
        seed_chance(work.chance, seeds[game])
        deal_tiles(tables, work, deal)
        start(tables, work)
        row[:] = 0
        for number in range(tables.tiles):
            seat = tables.owner[work.order[number]]
            if number < len(begun):
                work.ply[:] = begun[number, :PLY]
            else:
                think(tables, work, rooms, number, bots, acts[seat])
            before = work.outcome[KILLS + seat]
            living = turn(tables, work, seat, work.ply)
            gain = work.outcome[KILLS + seat] - before
            if len(plies):
                plies[game, number, :PLY] = work.ply
                plies[game, number, IMPALED], plies[game, number, GAIN] = living, gain
            if len(rows):
                watch_turn(tables, work, number, seat, living, gain, row)
        finish(tables, work.table, work.outcome)
        if len(outcomes):
            outcomes[game, :] = work.outcome
        if len(rows):
            watch_end(work.table, row)
            rows[game, :] = row
        if len(orders):
            for number in range(tables.tiles):
                orders[game, number] = work.order[number]
