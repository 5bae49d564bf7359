"""What a design is worth to who draws it early.

A pile is shuffled, so the place at which a tile is drawn is chance and has no other cause in common with the victory:
the difference between the victories of those who drew it in the first half of their pile and of those who drew it in
the second half is what drawing it early brings, instead of any other tile. Each seat is compared with itself, as seats
differ anyhow.

For each game one number: the mean, over all tiles of the design, of (victory - the seat's mean) / p if drawn early and
- (victory - the seat's mean) / (1 - p) if drawn late, with p the chance to be drawn early. Its mean over games is the
difference, its spread over games gives the interval, however seats of one game hang together.

Source: D. G. Horvitz, D. J. Thompson, "A generalization of sampling without replacement from a finite universe",
Journal of the American Statistical Association 47 (1952).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from generator.games.labyrinth.simulation.games import Floats, Games
from generator.games.labyrinth.simulation.measures import Measure


def worth_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """For each design, in the order of the deck, what drawing it early brings: share of victories, and points."""
    drawn, tiles, sizes = games.drawn_at(), games.tiles(), games.party.pile_sizes()
    for design in dict.fromkeys(design for _, design in tiles):
        mine = [(tile, seat) for tile, (seat, whose) in enumerate(tiles) if whose == design and sizes[seat] > 1]
        if mine:
            signs = [(seat, _signs(drawn[:, tile], sizes[seat])) for tile, seat in mine]
            wins, points = _mean(games.victory, signs), _mean(games.scores, signs)
            yield design, Measure(f"designs.{design}.wins", f"{design} early: victories", "part", wins)
            yield design, Measure(f"designs.{design}.points", f"{design} early: points", "number", points)


def _signs(places: Floats, size: int) -> Floats:
    """By game 1 / p if the tile was drawn early, - 1 / (1 - p) if late."""
    early = size // 2
    return np.where(places < early, size / early, -size / (size - early))


def _mean(results: Floats, signs: list[tuple[int, Floats]]) -> Floats:
    """By game the mean over tiles."""
    centred = results - results.mean(axis=0)
    whole: Floats = sum((centred[:, seat] * sign for seat, sign in signs), np.zeros(len(results)))
    return whole / len(signs)
