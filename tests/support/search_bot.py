"""The bot `search` as it can be read: the judge of the compiled one, which plays the same games.

It looks one round ahead, or as many as its budget says. It considers a few plies only, the *candidates*: of the
legal placements, turns that look alike taken once, the `PLACEMENTS` best by the lead that they give at once (points
from impaling and treasure potential, both as a lead over all opponents together); with actions also the `ACTIONS` best
by points of those that bring at least `LEAST_GAIN`. Equal ones come in an order that is drawn.

It does not know what the others hold. So it imagines as many deals of the unseen tiles as its budget says, usually two,
and in each of them tries every candidate: all play on greedily, by placing, until the rounds are over and it is the
player's own turn again, or the game is over. It plays the candidate after which the lead over all opponents together
would be greatest if the game ended then, all deals together; of equal ones the first.

Source: determinization, as in M. L. Ginsberg, "GIB: Imperfect Information in a Computationally Challenging
Game", Journal of Artificial Intelligence Research 14 (2001). The numbers are our own choice: four players, one of them
searching, 400 games each; 8 + 4 candidates in 4 deals won 46 %, 16 + 8 in 2 deals 50 % at the same cost, 24 + 8 in 8
deals 54 % at five times the cost. Games played to their end at random or greedily were worth less than one round.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from asterion_press.games.labyrinth.engine import bots
from asterion_press.games.labyrinth.engine.bots import Acts, Draw, play_greedily, value_actions, value_placements
from asterion_press.games.labyrinth.engine.box import Look, PhysicalTile
from asterion_press.games.labyrinth.engine.plies import Ply
from asterion_press.games.labyrinth.engine.position import Position, Turn
from asterion_press.games.labyrinth.engine.scoring import final

PLACEMENTS, ACTIONS, LEAST_GAIN = 16, 8, 1


def register_search(rounds: int = 1, deals: int = 2) -> None:
    """Let the readable engine play `search`, too, in this process."""
    bots.BOTS["search"] = partial(play_with_foresight, rounds=rounds, deals=deals)


def play_with_foresight(position: Position, acts: Acts, draw: Draw, rounds: int = 1, deals: int = 2) -> Turn:
    """Play a ply as the bot `search` does."""
    plies = _candidates(position, acts, draw)
    leads = [0] * len(plies)
    order = _hidden(position)
    seat = order[position.ply][0]
    later = [number for number in range(position.ply + 1, len(order)) if order[number][0] == seat]
    end = [*later, *[len(order)] * rounds][rounds - 1]  # the player's own ply after the last round
    for _ in range(deals if len(plies) > 1 else 0):
        _imagine(order, range(position.ply + 1, end), draw)
        for rank, ply in enumerate(plies):
            leads[rank] += _lead_after(position, ply, order, end, draw)
    return position.push(plies[leads.index(max(leads))])


def _candidates(position: Position, acts: Acts, draw: Draw) -> list[Ply]:
    """Return the plies to consider, best first: placements, then actions."""
    opponents = len(position.seats) - 1
    hand = position.turns_of_play[position.ply][1]
    looks: dict[Look, int] = {}
    for turns in range(len(hand.faces)):
        looks.setdefault(hand.look(turns), turns)
    first_turns = set(looks.values())
    placing = [
        (points * opponents + potential, place)
        for (points, potential), place in value_placements(position)
        if place.turns in first_turns
    ]
    chosen: list[Ply] = _first_ranks(placing, PLACEMENTS, draw)
    return chosen + _first_ranks(list(value_actions(position, LEAST_GAIN, acts)) if acts else [], ACTIONS, draw)


def _first_ranks(valued: Sequence[tuple[int, Ply]], most: int, draw: Draw) -> list[Ply]:
    """Return the plies with the greatest values, equal ones in drawn order."""
    drawn = [(-value, draw(), number) for number, (value, _) in enumerate(valued)]
    return [valued[number][1] for _, _, number in sorted(drawn)[:most]]


def _hidden(position: Position) -> list[tuple[int, PhysicalTile]]:
    """Return who plays when with which tile, tiles that nobody has seen yet sorted among each player's."""
    order, first = list(position.turns_of_play), position.ply + 1
    unseen = {seat: sorted(piece.id for other, piece in order[first:] if other == seat) for seat, _ in order[first:]}
    order[first:] = [(seat, position.box.pieces[unseen[seat].pop(0)]) for seat, _ in order[first:]]
    return order


def _imagine(order: list[tuple[int, PhysicalTile]], places: range, draw: Draw) -> None:
    """Deal the unseen tiles anew, as far as they are drawn at these plies."""
    for place in places:
        unseen = [other for other in range(place, len(order)) if order[other][0] == order[place][0]]
        other = unseen[int(draw() * len(unseen))]
        order[place], order[other] = order[other], order[place]


def _lead_after(position: Position, ply: Ply, order: list[tuple[int, PhysicalTile]], end: int, draw: Draw) -> int:
    """Return the lead over all opponents together after a ply and their greedy answers, if the game ended then."""
    imagined = position.copy()
    imagined.turns_of_play = tuple(order)
    seat = position.seats[position.turns_of_play[position.ply][0]]
    imagined.push(ply)
    while imagined.ply < end:
        play_greedily(imagined, (), draw)
    scores = final(imagined).scores
    return scores[seat] * len(scores) - sum(scores.values())
