"""What the compiled code has watched is what the readable engine tells of the same games."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

pytest.importorskip("numba")

import numpy as np
from msgspec.structs import replace

from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, BOTS, game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap, hand_of
from asterion_press.games.labyrinth.engine.position import Position, Turn
from asterion_press.games.labyrinth.engine.record import GameRecord, replay
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import chambers, final
from asterion_press.games.labyrinth.kernel import rules as kernel_rules
from asterion_press.games.labyrinth.kernel.api import Kernel
from asterion_press.games.labyrinth.kernel.rules import GATE_COINS, WING_COINS
from asterion_press.games.labyrinth.simulation.executors import threads
from asterion_press.games.labyrinth.simulation.games import Order, Party, portions_of, study_games, watch_games
from asterion_press.games.labyrinth.simulation.measures import KINDS
from tests.support.played import played_by
from tests.support.search_bot import register_search

SEED = 3


class Watcher:
    """The same counts, from what the readable engine tells ply by ply."""

    def __init__(self, record: GameRecord, box: GameSet) -> None:
        self.leaders: list[str | None] = []
        self.turns: list[Turn] = []
        self.end = replay(record, box, each=self.see)

    def see(self, position: Position, turn: Turn) -> None:
        scores = final(position).scores
        best = [seat for seat, score in scores.items() if score == max(scores.values())]
        self.leaders.append(best[0] if len(best) == 1 else None)
        self.turns.append(turn)

    def took_the_lead(self) -> list[int]:
        """The numbers of the plies, from 1, after which somebody else led than before."""
        found, leader = [], None
        for number, now in enumerate(self.leaders, 1):
            if now is not None and now != leader:
                found.append(number)
                leader = now
        return found

    def escapes(self) -> tuple[int, int, int, int]:
        """Prisoners by gate and by wings, coins by gate and by wings."""
        found = [0, 0, 0, 0]
        for chamber in chambers(self.end.labyrinth):
            if chamber.living and chamber.escapes:
                found[chamber.exits == 0] += sum(chamber.living.values())
                found[2 + (chamber.exits == 0)] += chamber.coins
        return (found[0], found[1], found[2], found[3])


@pytest.mark.parametrize(
    ("players", "bot", "rules"),
    [
        (4, "random", Rules()),
        (3, "greedy", Rules()),
        (2, "search", Rules()),
        (4, "random", Rules(edition="original", outside="unbounded")),
    ],
)
def test_everything_watched_is_what_the_readable_engine_tells(
    box: GameSet, players: int, bot: BotName, rules: Rules
) -> None:
    register_search()
    party = Party.of(box, rules, players, bot)
    count = 1 if bot == "search" else 6
    games = played_by(party, count, SEED)
    drawn = games.drawn_at()
    ids = [piece.id for seat in party.seats for piece in sorted(box.of_colour(seat), key=lambda piece: piece.id)]
    for game in range(count):
        record = random_game(box, rules, players, game_seed(SEED, game), bot=bot)
        seen, row = Watcher(record, box), games.rows[game]
        assert record.final is not None
        assert games.scores[game].tolist() == list(record.final.scores.values())
        assert games.captured[game] == record.final.captured
        assert {party.seats[seat] for seat in np.flatnonzero(games.winners[game])} == {*record.final.winners}
        lead = seen.took_the_lead()
        assert row[kernel_rules.CHANGES] == max(0, len(lead) - 1)
        assert row[kernel_rules.SETTLED] == max(lead, default=0)
        assert row[kernel_rules.OWN] == sum(turn.impaled.get(turn.seat, 0) for turn in seen.turns)
        assert tuple(row[[kernel_rules.GATE, kernel_rules.FLY, GATE_COINS, WING_COINS]]) == seen.escapes()
        cells = [(0, 0), *map(xy_of, seen.end.labyrinth.laid)]
        assert row[kernel_rules.LAID] == len(cells) - 1
        for column, along in ((kernel_rules.WIDTH, 0), (kernel_rules.HEIGHT, 1)):
            places = [cell[along] for cell in cells]
            assert row[column] == max(places) - min(places) + 1
        for number, kind in enumerate((Lay, Rotate, Swap, Move)):
            for seat, colour in enumerate(party.seats):
                plies = [turn for turn in seen.turns if isinstance(turn.ply, kind) and turn.seat == colour]
                assert games.of_kinds(kernel_rules.USES)[game, number, seat] == len(plies)
                assert games.of_kinds(kernel_rules.GAINS)[game, number, seat] == sum(turn.points for turn in plies)
        for number, turn in enumerate(seen.turns):
            assert drawn[game, ids.index(hand_of(turn.ply))] == number // players


def test_the_kinds_of_plies_are_those_of_the_kernel() -> None:
    assert len(KINDS) == kernel_rules.KINDS


def fewer(deck: Deck, *sizes: int) -> GameSet:
    """A box of which each colour has so many tiles only."""
    of_colours = zip(deck.catalogue.colour_ids, sizes, strict=False)
    return GameSet.of(
        replace(deck, tiles=tuple(tile for colour, n in of_colours for tile in deck.of_colour(colour)[:n]))
    )


@pytest.mark.parametrize(
    ("order", "expected"), [("round", "012 02 0 0"), ("rotating", "012 20 0 0"), ("snake", "012 20 0 0")]
)
def test_seats_whose_pile_is_empty_are_passed_over(deck: Deck, order: Order, expected: str) -> None:
    party = replace(Party.of(fewer(deck, 4, 1, 2), Rules(), 3, "random"), order=order)
    assert party.turns() == [int(seat) for seat in expected.replace(" ", "")]


def test_orders_of_play(box: GameSet) -> None:
    party = Party.of(box, Rules(), 3, "random")
    begun = {order: replace(party, order=order).turns()[:12] for order in get_args(Order)}
    assert begun["round"] == [0, 1, 2] * 4
    assert begun["rotating"] == [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2]
    assert begun["snake"] == [0, 1, 2, 2, 1, 0] * 2


@pytest.mark.parametrize("order", ["rotating", "snake"])
def test_other_orders_are_played_as_the_readable_engine_plays_them(box: GameSet, order: Order) -> None:
    party = replace(Party.of(box, Rules(), 3, "greedy"), order=order)
    games, turns = played_by(party, 4, SEED), party.turns()
    for game in range(4):
        rng = Random(game_seed(SEED, game))
        position = Position.shuffled(box, party.rules, party.seats, rng)
        piles = {seat: iter([turn for turn in position.turns_of_play if turn[0] == seat]) for seat in range(3)}
        position.turns_of_play = tuple(next(piles[seat]) for seat in turns)
        while not position.is_over:
            BOTS["greedy"](position, ALL_ACTS, rng.random)
        assert games.scores[game].tolist() == list(final(position).scores.values())


def test_an_order_gives_each_seat_all_of_its_tiles(box: GameSet) -> None:
    with pytest.raises(MalformedError, match="order of play"):
        Kernel(box, Rules(), box.colours[:2], [0, 1] * 15 + [0, 0])


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_any_number_of_jobs_gives_the_same_games(box: GameSet, jobs: int) -> None:
    party = Party.of(box, Rules(), 3, "greedy")
    reported: list[int] = []
    with threads(watch_games, jobs) as executor:
        games = study_games(party, SEED, 230, executor, reported.append)
    expected = played_by(party, 230, SEED)
    assert games.rows.tobytes() == expected.rows.tobytes()
    assert games.orders.tobytes() == expected.orders.tobytes()
    assert sum(reported) == 230
    assert len(reported) == len(portions_of(party, range(230))) > 1


def test_victories_are_shared_in_equal_parts(box: GameSet) -> None:
    games = played_by(Party.of(box, Rules(edition="original"), 4, "random"), 300, SEED)
    shared = games.winners.sum(axis=1) > 1
    assert shared.any()
    assert np.allclose(games.victory.sum(axis=1), 1)
    assert set(games.victory[shared].ravel()) <= {0, 1 / 2, 1 / 3, 1 / 4}


def test_parties_that_cannot_play_are_refused(box: GameSet) -> None:
    with pytest.raises(MalformedError, match="5 players"):
        Party.of(box, Rules(), 5, "greedy")
    with pytest.raises(MalformedError, match="2 bots for 3 seats"):
        Party.of(box, Rules(), 3, ("greedy", "random"))
    with pytest.raises(MalformedError, match="unknown bot 'clever'"):
        Party.of(box, Rules(), 2, ("greedy", "clever"))
