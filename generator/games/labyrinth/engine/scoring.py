"""The end of the game: treasure, the tie-break, the winners.

Source: rule 4 and the rulings A1, A3, A11, A29 and A30.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.labyrinth.engine.box import LIVING_SHIFT, coins_of, living_of, wings_of
from generator.games.labyrinth.engine.chambers import WINGS_TO_FLY
from generator.games.labyrinth.engine.position import Position


@dataclass(frozen=True, slots=True)
class Final:
    """What is counted at the end; every map has every seat.

    Attributes:
        scores: points from impaling and from treasure.
        kills: points from impaling.
        treasure: points from treasure.
        escaped: prisoners who escaped, with coins or without, whatever the tie-break option.
        captured: prisoners impaled in the whole game.
        winners: in order of play; several share the victory.
    """

    scores: dict[str, int]
    kills: dict[str, int]
    treasure: dict[str, int]
    escaped: dict[str, int]
    captured: int
    winners: tuple[str, ...]


@dataclass(slots=True)
class Escape:
    """What one colour has at the end."""

    treasure: int = 0
    with_coins: int = 0
    without_coins: int = 0


def escapes(position: Position) -> dict[str, Escape]:
    """For each seat its treasure and its escaping prisoners.

    A living prisoner escapes by the outside or by two wings, and then has one point for every coin that it is connected
    to, once (A29), however many share the coin (A30).
    """
    labyrinth, colours = position.labyrinth, position.box.colours
    found = {seat: Escape() for seat in position.seats}
    outside = labyrinth.escapable()
    for root in labyrinth.roots():
        tally = labyrinth.tally(root)
        if tally >> LIVING_SHIFT and (root in outside or wings_of(tally) >= WINGS_TO_FLY):
            coins = coins_of(tally)
            for seat, escape in found.items():
                living = living_of(tally, colours.index(seat))
                escape.treasure += living * coins
                if coins:
                    escape.with_coins += living
                else:
                    escape.without_coins += living
    return found


def tie_break(position: Position, seat: str, escape: Escape) -> int:
    """The number that decides between equal scores (A1); the greater one wins."""
    counts = {
        "all": escape.with_coins + escape.without_coins,
        "coinless": escape.without_coins,
        "coin_only": escape.with_coins,
        "seat": -position.seats.index(seat),
    }
    return counts[position.rules.tie_break]


def final(position: Position) -> Final:
    """The count of the game as the table lies now."""
    found = escapes(position)
    kills = dict(zip(position.seats, position.kills, strict=True))
    scores = {seat: kills[seat] + escape.treasure for seat, escape in found.items()}
    ranks = {seat: (scores[seat], tie_break(position, seat, escape)) for seat, escape in found.items()}
    best = max(ranks.values())
    return Final(
        scores,
        kills,
        {seat: escape.treasure for seat, escape in found.items()},
        {seat: escape.with_coins + escape.without_coins for seat, escape in found.items()},
        position.captured,
        tuple(seat for seat in position.seats if ranks[seat] == best),
    )
