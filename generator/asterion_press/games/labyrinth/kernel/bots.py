"""The bots in compiled code, the exact end of a game, and whole games.

**`random` and `greedy`** play as those of ``engine/bots.py``, and `search` as a readable one in the tests: from the
same seed the same numbers are drawn in the same order, so the games are the same, ply by ply. Where a bot chooses among
equal plies, it chooses from the same list: tiles by their ids, cells from north to south and west to east, then turns;
swaps come last. `search` tries plies out in a second workspace, `imagined`, so that nothing of the game is touched.

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
    SCORES,
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
)

WORTH_A_TILE = 2
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
ALL_TURNS = 4


@compiled
def write(ply: Ints, kind: int, tile: int, other: int, cell: int, turns: int) -> None:
    """Write a ply as a row."""
    ply[KIND], ply[TILE], ply[OTHER], ply[CELL], ply[TURNS] = kind, tile, other, cell, turns


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
        if can_be_acted_on(tables, work.table, seat, tile):
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
def _best_placements(tables: Tables, work: Workspace, seat: int, hand: int) -> tuple[int, int]:
    """Note in `keys` the placements with most points, then most potential; the points, and how many."""
    lab = work.table
    best_points, best_value, count = -(1 << 30), 0, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = potential_around(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, value, legal = value_placement(tables, lab, seat, 4 * hand + turns, around)
            value -= before
            if not legal or points < best_points or (points == best_points and value < best_value):
                continue
            if tables.unbounded and traps(tables, lab, work.trial, hand, turns, cell):
                continue
            if points > best_points or value > best_value:
                best_points, best_value, count = points, value, 0
            work.keys[count] = cell * ALL_TURNS + turns
            count += 1
    return best_points, count


@compiled
def key_of(work: Workspace, ply: Ints) -> int:
    """Return an action as a number: by tile, cell and turns (of a rotation the tile's own cell), swaps last."""
    if ply[KIND] == SWAP:
        return int(((ROW + ply[TILE]) * ROW * ROW + ply[OTHER]) * ALL_TURNS)
    cell = work.table.cell[ply[TILE]] if ply[KIND] == ROTATE else ply[CELL]
    return int((ply[TILE] * ROW * ROW + cell) * ALL_TURNS + ply[TURNS])


@compiled
def write_action(work: Workspace, key: int, ply: Ints) -> None:
    """Write the ply of a key."""
    turns, rest = key % ALL_TURNS, key // ALL_TURNS
    tile, place = rest // (ROW * ROW), rest % (ROW * ROW)
    if tile >= ROW:
        write(ply, SWAP, tile - ROW, place, -1, -1)
    elif place == work.table.cell[tile]:
        write(ply, ROTATE, tile, -1, -1, turns)
    else:
        write(ply, MOVE, tile, -1, place, turns)


# Acting


@compiled
def _opposing(tables: Tables, tally: int, seat: int) -> int:
    """Return the living prisoners of the opponents in a chamber."""
    count = 0
    for whose in range(tables.seats):
        if whose != seat:
            count += living_of(tally >> LIVING_SHIFT, whose)
    return count


@compiled
def _near_at_stake(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the opposing prisoners who live in the chambers of `near`; those in the minotaur's are dead."""
    stake = 0
    for side in range(4):
        if _is_chamber(lab, side):
            stake += _opposing(tables, lab.tally[lab.near[side]], seat)
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
        if name > 1:
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
            if tally & FIELD_MASK == 0 or points_of(tables, tally >> LIVING_SHIFT, seat) < least:
                continue
            if tables.unbounded and traps(tables, rest, work.trial, tile, turns, cell):
                continue
            if cell != home:
                count = note(work, count, MOVE, tile, -1, cell, turns, tally)
            elif look_of(tables, table, tile, turns) != now:
                count = note(work, count, ROTATE, tile, -1, -1, turns, tally)
    return count


@compiled
def _gainful_swap(tables: Tables, work: Workspace, seat: int, one: int, other: int, least: int, count: int) -> int:
    """Note the swap of two tiles; how many plies are noted then."""
    table, rest, row = work.table, work.rest, work.plies[count]
    write(row, SWAP, one, other, -1, -1)
    if can_swap(tables, work, seat, row):
        around = look_around(rest, table.cell[one])
        sum_around(rest)
        tally = chamber_if(tables, rest, 4 * other + table.turns[other], around)
        if points_of(tables, tally >> LIVING_SHIFT, seat) >= least:
            return note(work, count, SWAP, one, other, -1, -1, tally)
    return count


@compiled
def gainful_actions(tables: Tables, work: Workspace, seat: int, least: int, acts: int) -> int:
    """Note in `work.plies` every legal action of these kinds that brings at least so many points; how many there are.

    Taking tiles up to see what comes of it costs most, so it is not done where nothing can come of it: a tile impales
    only beside a mouth of the minotaur's chamber, and only those who live in the chambers that open there. What is
    taken up only ever parts chambers, so they hold no more than they hold now.
    """
    table = work.table
    note_dead(tables, table)
    actors = _list_actors(tables, work, seat)
    for one in range(actors):
        work.mouth[one], work.stake[one] = _at_stake_under(tables, table, seat, work.actors[one])
    anyway = least <= 0 or (tables.scores and _at_stake(tables, table, seat) >= least)
    count = 0
    for one in range(actors):
        if anyway or (work.mouth[one] and work.stake[one] >= least):
            lift(tables, table, work.rest, work.actors[one], -1)
            count = _gainful_here(tables, work, seat, work.actors[one], least, acts, count)
        for other in range(one + 1, actors if acts >> SWAP & 1 else 0):
            mouth, stake = work.mouth[one] or work.mouth[other], work.stake[one] + work.stake[other]
            if least <= 0 or (mouth and stake >= least):
                count = _gainful_swap(tables, work, seat, work.actors[one], work.actors[other], least, count)
    return count


@compiled
def _best_actions(tables: Tables, work: Workspace, seat: int, found: int) -> int:
    """Note in `keys` those of the first noted plies that have most points; how many."""
    best, count = -(1 << 30), 0
    for number in range(found):
        points = points_of(tables, work.living[number], seat)
        if points > best:
            best, count = points, 0
        if points == best:
            work.keys[count] = key_of(work, work.plies[number])
            count += 1
    return count


# Choosing


@compiled
def drawn_key(work: Workspace, count: int, chance: Ints) -> int:
    """Return one of the noted keys, chosen by its rank."""
    rank = choose(chance, count)
    return int(np.partition(work.keys[:count], rank)[rank])


@compiled
def play_greedily(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `greedy`."""
    points, count = _best_placements(tables, work, seat, hand)
    found = gainful_actions(tables, work, seat, points + WORTH_A_TILE, acts) if acts else 0
    if found:
        write_action(work, drawn_key(work, _best_actions(tables, work, seat, found), chance), ply)
        return
    key = drawn_key(work, count, chance)
    write(ply, PLACE, hand, -1, key // ALL_TURNS, key % ALL_TURNS)


TRIES_ACTION, ATTEMPTS = 0.25, 4
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
SEARCH_PLACEMENTS, SEARCH_ACTIONS, LEAST_GAIN = 16, 8, 1
"""As in the judge of the tests."""

SETTINGS = 4
BOT_KIND, ROUNDS, DEALS, NODES = range(SETTINGS)
"""A bot as a row of integers: its number in `BOT_NAMES`, and its budget; see ``engine/bot_names.py``."""


@compiled
def shuffle(tables: Tables, work: Workspace) -> None:
    """Shuffle every pile, and note for each ply the tile in hand: a pile is sorted by a drawn number for each tile."""
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
def _random_action(tables: Tables, work: Workspace, seat: int, acts: int, chance: Ints, ply: Ints) -> bool:
    """Draw an action; whether one was found."""
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
            found = can_swap(tables, work, seat, ply)
        else:
            lift(tables, work.table, work.rest, tile, -1)
            cell = work.rest.border[choose(chance, work.rest.border_size)]
            turns = choose(chance, ALL_TURNS)
            write(ply, MOVE, tile, -1, cell, turns)
            found = can_lie_at(tables, work, tile, turns, cell)
    return found


@compiled
def play_randomly(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `random`."""
    if acts and draw(chance) < TRIES_ACTION and _random_action(tables, work, seat, acts, chance, ply):
        return
    table = work.table
    while True:
        cell = table.border[choose(chance, table.border_size)]
        turns = choose(chance, ALL_TURNS)
        if not traps(tables, table, work.trial, hand, turns, cell):
            write(ply, PLACE, hand, -1, cell, turns)
            return


# search


@compiled
def _list_placements(tables: Tables, work: Workspace, seat: int, hand: int) -> int:
    """Note in `keys` every placement that looks different, and in `living` the lead that it gives at once."""
    lab, count = work.table, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = potential_around(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, potential, legal = value_placement(tables, lab, seat, ALL_TURNS * hand + turns, around)
            if not legal or looks_like_an_earlier_turn(tables, hand, turns, 0):
                continue
            if tables.unbounded and traps(tables, lab, work.trial, hand, turns, cell):
                continue
            work.keys[count] = cell * ALL_TURNS + turns
            work.living[count] = points * (tables.seats - 1) + potential - before
            count += 1
    return count


@compiled
def _first_ranks(work: Workspace, count: int, most: int, chance: Ints) -> Ints:
    """Return the numbers of the noted plies with the greatest values, equal ones in drawn order.

    Args:
        work: holds for each ply its key, and its value in `living`.
        count: how many plies are noted.
        most: how many are wanted.
        chance: draws one number for each ply, in the order of the keys.
    """
    drawn = np.empty(count)
    for number in np.argsort(work.keys[:count]):
        drawn[number] = draw(chance)
    wanted = min(most, count)
    chosen = np.empty(wanted, np.int64)
    for rank in range(wanted):
        best = -1
        for number in range(count):
            better = best < 0 or work.living[number] > work.living[best]
            if better or (work.living[number] == work.living[best] and drawn[number] < drawn[best]):
                best = number
        chosen[rank] = best
        drawn[best], work.living[best] = 2.0, -(1 << 40)  # not again
    return chosen


@compiled
def candidates(
    tables: Tables, work: Workspace, seat: int, hand: int, acts: int, placements: int, actions: int, chance: Ints
) -> Ints:
    """Return the plies to consider, best first: at most so many placements, then at most so many actions that gain."""
    count = _list_placements(tables, work, seat, hand)
    placed = work.keys[_first_ranks(work, count, placements, chance)]
    found = gainful_actions(tables, work, seat, LEAST_GAIN, acts) if acts else 0
    for number in range(found):
        work.keys[number] = key_of(work, work.plies[number])
        work.living[number] = points_of(tables, work.living[number], seat)
    acting = _first_ranks(work, found, actions, chance)
    plies = np.empty((len(placed) + len(acting), PLY), np.int64)
    for rank in range(len(placed)):
        write(plies[rank], PLACE, hand, -1, placed[rank] // ALL_TURNS, placed[rank] % ALL_TURNS)
    for rank in range(len(acting)):
        plies[len(placed) + rank, :] = work.plies[acting[rank]]
    return plies


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
def _lead_after(
    tables: Tables, work: Workspace, imagined: Workspace, seat: int, ply: Ints, hands: Ints, chance: Ints
) -> int:
    """Return the lead over all opponents together after a ply and their greedy answers, if the game ended then."""
    lift(tables, work.table, imagined.table, -1, -1)
    imagined.outcome[:] = work.outcome
    turn(tables, imagined, seat, ply, imagined.outcome)
    for hand in hands:
        play_greedily(tables, imagined, tables.owner[hand], hand, 0, chance, imagined.ply)
        turn(tables, imagined, tables.owner[hand], imagined.ply, imagined.outcome)
    finish(tables, imagined.table, imagined.outcome)
    lead = imagined.outcome[SCORES + seat] * tables.seats
    for whose in range(tables.seats):
        lead -= imagined.outcome[SCORES + whose]
    return int(lead)


@compiled
def play_with_foresight(
    tables: Tables,
    work: Workspace,
    imagined: Workspace,
    number: int,
    settings: Ints,
    acts: int,
    chance: Ints,
    ply: Ints,
) -> None:
    """Write the ply of the bot `search`; `number` is the ply's."""
    hand = work.order[number]
    seat = tables.owner[hand]
    plies = candidates(tables, work, seat, hand, acts, SEARCH_PLACEMENTS, SEARCH_ACTIONS, chance)
    leads = np.zeros(len(plies), np.int64)
    order = work.order.copy()
    hide(tables, order, number + 1)
    end = rounds_later(tables, order, number, settings[ROUNDS])
    note_dead(tables, work.table)
    for _ in range(settings[DEALS] if len(plies) > 1 else 0):
        imagine(tables, order, number + 1, end, chance)
        for rank in range(len(plies)):
            leads[rank] += _lead_after(tables, work, imagined, seat, plies[rank], order[number + 1 : end], chance)
    ply[:] = plies[np.argmax(leads)]


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
        if _is_chamber(lab, side):
            _add_chamber(tables, lab.tally[lab.near[side]], -1, row)
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
def _first_plies(work: Workspace, first: int, stop: int, most: int, chance: Ints) -> Ints:
    """Return the noted plies with the greatest values, equal ones in drawn order."""
    worse = np.empty(stop - first)
    for number in range(first, stop):
        worse[number - first] = draw(chance) - work.living[number]
    chosen = np.empty((min(most, stop - first), PLY), np.int64)
    for rank in range(len(chosen)):
        best = np.argmin(worse)
        chosen[rank, :] = work.plies[first + best]
        worse[best] = np.inf
    return chosen


@compiled
def _own_candidates(tables: Tables, work: Workspace, number: int, acts: int, chance: Ints) -> Ints:
    """Return the plies to consider: those that give the greatest lead at once."""
    hand = work.order[number]
    placed, count = list_plies(tables, work, tables.owner[hand], hand, acts, False)
    placements = _first_plies(work, 0, placed, TREE_PLACEMENTS, chance)
    return np.concatenate((placements, _first_plies(work, placed, count, TREE_ACTIONS, chance)))


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
def _play_on(
    tables: Tables, room: Workspace, order: Ints, place: int, end: int, acts: int, chance: Ints, worth: Floats
) -> None:
    """Play on greedily, and fill in by seat what the table is worth."""
    for number in range(place, end):
        hand = order[number]
        play_greedily(tables, room, tables.owner[hand], hand, acts, chance, room.ply)
        turn(tables, room, tables.owner[hand], room.ply, room.outcome)
    finish(tables, room.table, room.outcome)
    _value_table(tables, room.outcome, tables.tiles - end, worth)


@compiled
def _search_tree(
    tables: Tables, work: Workspace, room: Workspace, root: Ints, number: int, nodes: int, acts: int, chance: Ints
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
        chance: deals, and breaks ties of values.
    """
    order = work.order.copy()
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
    note_dead(tables, work.table)
    for _ in range(games):
        imagine(tables, order, number + 1, end, chance)
        lift(tables, work.table, room.table, -1, -1)
        room.outcome[:] = work.outcome
        choice, place = 0, number
        while choice >= 0:
            child = _best_bound(first[choice], first[choice] + size[choice], tries, sums, visits[choice], width)
            visits[choice] += 1
            turn(tables, room, tables.owner[order[place]], plies[child], room.outcome)
            way[place] = child
            place += 1
            choice = -1
            if place < end and tries[child] >= TRIES_BEFORE:
                choice = leads_to[child]
                while choice >= 0 and tile[choice] != order[place]:
                    choice = another[choice]
                if choice < 0 and choices < most:
                    hand, seat = order[place], tables.owner[order[place]]
                    found = candidates(tables, room, seat, hand, acts, LATER_PLACEMENTS, LATER_ACTIONS, chance)
                    choice, choices = choices, choices + 1
                    tile[choice], another[choice], leads_to[child] = hand, leads_to[child], choice
                    first[choice], size[choice] = used, len(found)
                    plies[used : used + len(found)] = found
                    used += len(found)
        _play_on(tables, room, order, place, end, acts, chance, worth)
        for played in range(number, place):
            tries[way[played]] += 1
            sums[way[played]] += worth[tables.owner[order[played]]]
    return _most_tried(tries, sums, len(root))


@compiled
def play_by_tree(
    tables: Tables, work: Workspace, rooms: Workspace, number: int, settings: Ints, acts: int, chance: Ints, ply: Ints
) -> None:
    """Write the ply of the bot `tree`.

    Args:
        tables: the game.
        work: the position.
        rooms: other workspaces, in which plies are tried out; see `ROOMS`.
        number: of the ply.
        settings: the bot with its budget.
        acts: the actions that the players take, one bit for each kind.
        chance: deals what nobody has seen, and decides between equal plies.
        ply: filled.
    """
    if play_exactly(tables, work, rooms, number, acts, ply):
        return
    root = _own_candidates(tables, work, number, acts, chance)
    best = _search_tree(tables, work, rooms[0], root, number, settings[NODES], acts, chance) if len(root) > 1 else 0
    ply[:] = root[best]


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
    seat = tables.owner[hand]
    kind = bots[seat, BOT_KIND]
    if kind == RANDOM:
        play_randomly(tables, work, seat, hand, acts, work.chance, work.ply)
    elif kind == GREEDY:
        play_greedily(tables, work, seat, hand, acts, work.chance, work.ply)
    elif kind == SEARCH:
        play_with_foresight(tables, work, rooms[0], number, bots[seat], acts, work.chance, work.ply)
    else:
        play_by_tree(tables, work, rooms, number, bots[seat], acts, work.chance, work.ply)


@compiled
def play_game(
    tables: Tables,
    work: Workspace,
    rooms: Workspace,
    seed: int,
    bots: Ints,
    acts: Ints,
    deal: Ints,
    begun: Ints,
    plies: Ints,
    row: Ints,
) -> None:
    """Play a whole game from its seed; `work.order` and `work.outcome` tell what came of it.

    Args:
        tables: the game.
        work: where the games are played.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        seed: the game's own seed.
        bots: by seat the settings of its bot.
        acts: by seat the actions that the bot takes, one bit for each kind.
        deal: for each ply of the game the tile in hand; shuffled from the seed if empty.
        begun: plies that were played already, legal ones.
        plies: filled with the plies, unless it has no rows.
        row: filled with what is watched, unless it is empty; see ``rules.py``.
    """
    seed_chance(work.chance, seed)
    if len(deal):
        work.order[: len(deal)] = deal
    else:
        shuffle(tables, work)
    start(tables, work)
    row[:] = 0
    for number in range(tables.tiles):
        seat = tables.owner[work.order[number]]
        if number < len(begun):
            work.ply[:] = begun[number]
        else:
            think(tables, work, rooms, number, bots, acts[seat])
        if len(plies):
            plies[number, :] = work.ply
        before = work.outcome[KILLS + seat]
        living = turn(tables, work, seat, work.ply, work.outcome)
        if len(row):
            watch_turn(tables, work, number, seat, living, work.outcome[KILLS + seat] - before, row)
    finish(tables, work.table, work.outcome)
    if len(row):
        watch_end(tables, work.table, row)


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
        begun: plies that were played already, legal ones.
        outcomes: by game what came of it.
        plies: by game and number the plies.
        rows: by game what was watched.
        orders: by game and ply the tile in hand.
    """
    unwanted = np.zeros((0, PLY), np.int64)
    row = np.zeros(WATCHED if len(rows) else 0, np.int64)
    for game in range(len(seeds)):
        kept = plies[game] if len(plies) else unwanted
        play_game(tables, work, rooms, seeds[game], bots, acts, deal, begun, kept, row)
        if len(outcomes):
            outcomes[game, :] = work.outcome
        if len(rows):
            rows[game, :] = row
        if len(orders):
            for number in range(tables.tiles):
                orders[game, number] = work.order[number]
