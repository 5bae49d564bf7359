"""The engine against the same rules written differently, in whole games and ply by ply."""

from __future__ import annotations

import random
from typing import Any

import pytest

from asterion_press.games.labyrinth.deck.report import tiles_data
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, play_greedily, play_randomly, random_game
from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import escapes, final
from tests.support.asterion_by_hand import (
    Dead,
    Table,
    actions,
    beginning,
    count,
    flood,
    impale,
    outside_cells,
    placements,
    trapped,
)
from tests.support.decks_for_play import box_with, deck_with


def perft(position: Position, plies: int) -> int:
    """Count lines of play: sequences of legal plies; turns that look alike are different plies.

    Source: chessprogramming.org, "Perft".
    """
    if plies == 0:
        return 1
    return sum(perft(position.after(ply), plies - 1) for ply in position.legal_plies())


def look_of(labyrinth: Labyrinth) -> frozenset[object]:
    """What lies on the table, as far as eyes can tell."""
    return frozenset(
        (xy_of(cell), laid.piece.colour, laid.piece.look(laid.turns, labyrinth.impaled_paths(laid.piece.id)))
        for cell, laid in labyrinth.laid.items()
    )


def looks(position: Position, plies: int) -> int:
    """Count labyrinths that look different after that many plies, whoever laid what when.

    Of one design that is open on all sides, laid n - 1 times round the minotaur, there are n times the fixed
    polyominoes of n cells. Source: OEIS A001168.
    """
    reached = {look_of(position.labyrinth): position}
    for _ in range(plies):
        following = [before.after(ply) for before in reached.values() for ply in before.legal_plies()]
        reached = {look_of(after.labyrinth): after for after in following}
    return len(reached)


MIXED = ("NS:p | EW", "N:p | ESW:c", "NE:pw", "N:ppc | S:w", "NESW:p", "E:p", "NS:cw", "NEW:p")
"""Walls, dead ends, bridges, and paths that hold several things."""


class ByHand:
    """A table kept by hand beside the engine's."""

    def __init__(self, deck: Deck) -> None:
        self.tiles, self.table = beginning(tiles_data(deck))
        self.dead: Dead = frozenset()

    def legal(self, hand: str, seat: str, rules: Rules) -> set[tuple[Any, ...]]:
        tile = self.tiles[hand]
        found: set[tuple[Any, ...]] = {("place", *where) for where in placements(self.table, tile, rules.outside)}
        if rules.acts:
            found |= set(actions(self.table, self.dead, seat, rules.outside))
        return found

    def play(self, ply: Ply, seat: str) -> dict[str, int]:
        match ply:
            case Lay(tile, x, y, turns):
                self.table = {**self.table, (x, y): (self.tiles[tile], turns)}
            case _:
                self.table = actions(self.table, self.dead, seat, "any")[plain(ply)]
        self.dead, counts = impale(self.table, self.dead)
        return counts


def plain(ply: Ply) -> tuple[Any, ...]:
    match ply:
        case Lay(_, x, y, turns):
            return "place", x, y, turns
        case Rotate(_, tile, turns):
            return "rotate", tile, turns
        case Swap(_, tiles):
            return "swap", *sorted(tiles)
        case Move(_, tile, x, y, turns):
            return "move", tile, x, y, turns


@pytest.mark.parametrize("outside", ["any", "unbounded"])
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_ply_is_found_and_no_other(seed: int, outside: Any) -> None:
    deck = deck_with(MIXED, colours=2)
    box, rng = GameSet.of(deck), random.Random(seed)
    rules = Rules(outside=outside)
    position, hand = Position.shuffled(box, rules, box.colours, rng), ByHand(deck)
    while not position.is_over:
        assert position.seat is not None
        assert position.hand is not None
        generated = list(position.legal_plies())
        assert len(set(generated)) == len(generated)
        assert {plain(ply) for ply in generated} == hand.legal(position.hand.id, position.seat, rules)
        acting = [ply for ply in generated if not isinstance(ply, Lay)]
        ply = rng.choice(acting if acting and rng.random() < 0.4 else generated)
        seat = position.seat
        position = position.after(ply)
        counts = hand.play(ply, seat)
        assert hand.dead == {
            (tile, n) for tile, dead in position.labyrinth.impaled().items() for n in range(4) if dead >> n & 1
        }
        assert sum(counts.values()) <= position.captured
        assert not trapped(hand.table, outside)
        assert not position.labyrinth.is_trapped()


@pytest.mark.parametrize(("edition", "acts"), [("revised", True), ("revised", False), ("original", False)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_of_the_shipped_deck_agree(deck: Deck, players: int, edition: Any, acts: bool) -> None:
    rules = Rules(edition=edition)
    box, rng = GameSet.of(deck), random.Random(players)
    position, hand = Position.shuffled(box, rules, box.colours[:players], rng), ByHand(deck)
    kills = dict.fromkeys(position.seats, 0)
    for _ in position.turns_of_play:
        turn = play_randomly(position, ALL_ACTS if acts else (), rng.random)
        counts = hand.play(turn.ply, turn.seat)
        assert turn.impaled == counts
        if edition == "revised":
            kills[turn.seat] += sum(counts.values()) - 2 * counts.get(turn.seat, 0)
    treasure, escaped = count(hand.table, hand.dead, "any")
    counted = final(position)
    assert counted.kills == kills
    assert counted.treasure == {seat: treasure.get(seat, 0) for seat in position.seats}
    found = {seat: [escape.with_coins, escape.without_coins] for seat, escape in escapes(position).items()}
    assert found == {seat: escaped.get(seat, [0, 0]) for seat in position.seats}
    ranks = {seat: (counted.scores[seat], counted.escaped[seat]) for seat in position.seats}
    assert set(counted.winners) == {seat for seat in ranks if ranks[seat] == max(ranks.values())}


def test_random_and_greedy_games_only_play_what_is_legal_by_hand() -> None:
    deck = deck_with(MIXED, colours=2)
    box = GameSet.of(deck)
    for bot in ("random", "greedy"):
        for seed in range(3):
            game = random_game(box, Rules(), 2, seed, bot=bot)
            hand = ByHand(deck)
            for turn in game.turns:
                used = turn.ply.tile if isinstance(turn.ply, Lay) else turn.ply.discard
                assert plain(turn.ply) in hand.legal(used, turn.seat, Rules())
                assert hand.play(turn.ply, turn.seat) == turn.impaled


def test_greedy_acts_only_if_it_gains_two_points_more_than_any_placement() -> None:
    acted_at_all = 0
    for seed in range(12):
        box = box_with(MIXED, colours=2)
        position, rng = Position.shuffled(box, Rules(), box.colours, random.Random(seed)), random.Random(seed)
        while not position.is_over:
            worth = {ply: position.copy().push(ply).points for ply in position.legal_plies()}
            placing = max(points for ply, points in worth.items() if isinstance(ply, Lay))
            acting = max((points for ply, points in worth.items() if not isinstance(ply, Lay)), default=-99)
            turn = play_greedily(position, ALL_ACTS, rng.random)
            assert turn.points == (acting if acting >= placing + 2 else placing)
            assert isinstance(turn.ply, Lay) == (acting < placing + 2)
            acted_at_all += not isinstance(turn.ply, Lay)
    assert acted_at_all


# Perft


def lines_by_hand(hand: ByHand, order: list[tuple[str, str]], rules: Rules) -> int:
    """Lines of play, counted by trying everything."""
    if not order:
        return 1
    (seat, tile), later = order[0], order[1:]
    total = 0
    before = hand.table, hand.dead
    for where in placements(hand.table, hand.tiles[tile], rules.outside):
        hand.play(Lay(tile, *where), seat)
        total += lines_by_hand(hand, later, rules)
        hand.table, hand.dead = before
    if rules.acts:
        for after in actions(hand.table, hand.dead, seat, rules.outside).values():
            hand.table, hand.dead = after, impale(after, hand.dead)[0]
            total += lines_by_hand(hand, later, rules)
            hand.table, hand.dead = before
    return total


@pytest.mark.parametrize(
    ("designs", "minotaur", "expected"),
    [
        (("NS:p | EW", "N:p", "NE:p"), "NESW", (16, 384, 13824)),
        (("NS:p", "N:p | S", "NES:p | W"), "NESW", (16, 384, 13824)),
        (("N:p", "NS:p", "NE:p | S"), "N", (12, 240, 9072)),
        (("N:p | S:p", "NE:p"), "NS", (16, 352, 14032)),
    ],
)
def test_perft_of_two_and_more_designs_is_the_brute_force_count(
    designs: tuple[str, ...], minotaur: str, expected: tuple[int, ...]
) -> None:
    deck = deck_with(designs, minotaur=minotaur, colours=2)
    box, rules = GameSet.of(deck), Rules()
    piles = {seat: [piece.id for piece in box.of_colour(seat)] for seat in box.colours}
    position = Position.start(box, rules, piles)
    order = [(position.seats[seat], piece.id) for seat, piece in position.turns_of_play]
    for depth, lines in enumerate(expected, 1):
        assert perft(position, depth) == lines == lines_by_hand(ByHand(deck), order[:depth], rules)


@pytest.mark.parametrize(("cells", "polyominoes"), list(enumerate((1, 2, 6, 19, 63, 216), 1)))
def test_open_tiles_lie_in_n_times_the_fixed_polyominoes(cells: int, polyominoes: int) -> None:
    """OEIS A001168: 1, 2, 6, 19, 63, 216; every one of the n cells may be the minotaur's."""
    box = box_with(["NESW"], copies=3, colours=2)
    names = [[piece.id for piece in box.of_colour(colour)] for colour in box.colours]
    position = Position.start(box, Rules(actions=False), dict(zip(box.colours, names, strict=True)))
    if cells <= 4:
        seen = {frozenset(cells_of(after)) for after in reached(position, cells - 1)}
        assert len(seen) == cells * polyominoes
    one = box_with(["NESW"], copies=cells, colours=2)
    alone = Position.start(one, Rules(actions=False), {"yellow": [piece.id for piece in one.of_colour("yellow")]})
    assert looks(alone, cells - 1) == cells * polyominoes


def reached(position: Position, plies: int) -> list[Position]:
    if plies == 0:
        return [position]
    return [last for ply in position.legal_plies() for last in reached(position.after(ply), plies - 1)]


def cells_of(position: Position) -> list[int]:
    return list(position.labyrinth.laid)


def test_the_outside_by_hand_sees_a_hole_only_by_the_option() -> None:
    """The independent count itself can tell a hole from the table."""
    tile = {"paths": [{"exits": "NESW"}]}
    ring = [(x, y) for x in (-1, 0, 1) for y in (-2, -1, 0) if (x, y) != (0, -1)]
    table: Table = dict.fromkeys(ring, (tile, 0))
    _, out = flood(table, ((0, 0), 0))
    assert (0, -1) in outside_cells(table, out, "any")
    assert (0, -1) not in outside_cells(table, out, "unbounded")
