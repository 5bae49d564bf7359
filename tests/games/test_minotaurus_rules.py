"""The rules of Minotaurus: laws over random games, and the rulebook's worked examples."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.games.minotaurus.rules import (
    Challenge,
    Horn,
    HornPair,
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    Pass,
    Turn,
    challenges,
    exchange_horn,
    exchanged,
    is_pair,
    pieces_of,
    play,
    points,
    position_of,
    shares_value,
    winners,
)

COLOURS = ("yellow", "blue", "red", "green", "white")
VALUES = {3: (1, 3, 5), 4: (1, 2, 3, 4), 5: (1, 2, 3, 4, 5)}
A, B, C = range(3)


def pairs_of(*values: tuple[int, int]) -> list[list[HornPair]]:
    return [[HornPair("blue", left, right)] for left, right in values]


def dealt(colours: Iterable[str], values: Iterable[int], seats: int, seed: int, *, simplified: bool) -> HornsPosition:
    """A game before its first turn, the pieces mixed by the seed."""
    table = list(pieces_of(colours, values))
    random.Random(seed).shuffle(table)
    return HornsPosition(tuple(table), tuple({} for _ in range(seats)), simplified=simplified)


def pieces_in(position: HornsPosition) -> list[HornPiece]:
    """Every piece in play, on the table and in front of the players."""
    pairs = [pair for held in position.pairs for pair in held.values()]
    return [*(piece for piece in position.table if piece), *(piece for pair in pairs for piece in pair.pieces)]


def replies(position: HornsPosition, rival: int, colour: str) -> list[int]:
    """The values that a challenged player who alone succeeded may take from the challenger instead."""
    own, held = position.pairs[position.seat][colour], position.pairs[rival][colour]
    values = dict.fromkeys((own.left, own.right))
    return [value for value in values if exchange_horn(held, own, value, simplified=position.simplified)]


def legal_turns(position: HornsPosition) -> list[Turn]:
    """Every turn, with every outcome of its tosses and every answer; none after the end."""
    if position.is_over:
        return []
    found: list[Turn] = []
    for first, second in combinations(position.lying, 2):
        found.append(Match(first, second))
        one, other = position.table[first], position.table[second]
        if one and other and is_pair(one, other) and one.colour not in position.pairs[position.seat]:
            found.append(Match(first, second, take=True))
    for rival, colour, value in challenges(position):
        found += [Challenge(rival, colour, value, (own, other)) for own in (True, False) for other in (True, False)]
        found += [Challenge(rival, colour, value, (False, True), answer) for answer in replies(position, rival, colour)]
    return found or [Pass()]


def some_game(players: int, colours: int, seed: int, *, simplified: bool, turns: int) -> list[HornsPosition]:
    """The positions of a game of players who take what they can, pass what they must and toss at random."""
    chance = random.Random(seed)
    position = dealt(COLOURS[:colours], VALUES[players], players, seed, simplified=simplified)
    passed = [position]
    for _ in range(turns):
        options = legal_turns(position)
        if not options:
            break
        takes = [turn for turn in options if isinstance(turn, Match) and turn.take]
        fights = [turn for turn in options if isinstance(turn, Challenge)]
        kind = chance.choice([kind for kind in (takes, fights, options) if kind])
        position = play(position, chance.choice(kind))
        passed.append(position)
    return passed


games = st.builds(
    some_game,
    st.sampled_from((3, 4, 5)),
    st.integers(1, 3),
    st.integers(0, 10_000),
    simplified=st.booleans(),
    turns=st.just(60),
)


@given(games)
def test_no_piece_is_ever_lost_or_made(game: list[HornsPosition]) -> None:
    first = Counter(map(repr, pieces_in(game[0])))
    assert max(first.values()) == 1
    assert all(Counter(map(repr, pieces_in(position))) == first for position in game)


@given(games)
def test_what_is_resolved_never_changes(game: list[HornsPosition]) -> None:
    for before, after in pairwise(game):
        for held, later in zip(before.pairs, after.pairs, strict=True):
            for colour, pair in held.items():
                assert not pair.resolved or later[colour] == pair


@given(games)
def test_who_may_challenge_holds_one_of_two_pieces_of_a_value_and_wants_another(game: list[HornsPosition]) -> None:
    for position in game:
        for rival, colour, value in challenges(position):
            own, held = position.pairs[position.seat][colour], position.pairs[rival][colour]
            assert not own.resolved
            assert not held.resolved
            assert (
                HornPiece(colour, value, Horn.LEFT) in held.pieces
                or HornPiece(colour, value, Horn.RIGHT) in held.pieces
            )


@given(games)
def test_a_challenged_player_can_always_answer_in_kind(game: list[HornsPosition]) -> None:
    for position in game:
        for rival, colour, _ in challenges(position):
            assert replies(position, rival, colour)


@given(games)
def test_the_two_of_a_challenge_could_change_places(game: list[HornsPosition]) -> None:
    for position in game:
        for rival, colour, _ in challenges(position):
            own, held = position.pairs[position.seat][colour], position.pairs[rival][colour]
            assert shares_value(own, held) == shares_value(held, own)
            for horn in Horn:
                assert exchanged(*exchanged(own, held, horn), horn) == (own, held)


@given(games)
def test_every_turn_that_is_listed_can_be_played_and_the_next_player_follows(game: list[HornsPosition]) -> None:
    position = game[-1]
    for turn in legal_turns(position):
        assert play(position, turn).seat == position.next_seat


@given(games)
def test_the_game_ends_exactly_when_no_turn_is_left(game: list[HornsPosition]) -> None:
    for position in game:
        assert position.is_over == (not legal_turns(position))


@given(games)
def test_simplified_challenges_resolve_a_pair(game: list[HornsPosition]) -> None:
    for position in game:
        if position.simplified:
            for rival, colour, value in challenges(position):
                won = play(position, Challenge(rival, colour, value, (True, False)))
                assert won.pairs[position.seat][colour] == HornPair(colour, value, value)


@given(games)
def test_points_are_the_values_of_resolved_pairs(game: list[HornsPosition]) -> None:
    """Once the table is empty and all is resolved, the totals are all values in play, each once a colour."""
    position = game[-1]
    pieces = pieces_in(position)
    colours, values = {piece.colour for piece in pieces}, {piece.value for piece in pieces}
    most = len(colours) * sum(values)
    assert 0 <= sum(points(position)) <= most
    assert not position.is_over or sum(points(position)) == most


@pytest.mark.parametrize("values", VALUES.values())
def test_whatever_pairs_are_left_somebody_can_challenge_until_all_are_resolved(values: tuple[int, ...]) -> None:
    """All ways to match left with right horns of a colour: no player is stuck with an open pair, in either game."""
    for rights in permutations(values):
        position = position_of(pairs_of(*zip(values, rights, strict=True)))
        for seat, held in enumerate(position.pairs):
            turn = HornsPosition(position.table, position.pairs, seat, simplified=True)
            assert any(challenges(turn)) != held["blue"].resolved


TABLE = tuple(HornPiece("blue", value, horn) for value, horn in [(1, Horn.LEFT), (2, Horn.LEFT), (3, Horn.RIGHT)])


@pytest.mark.parametrize(
    ("position", "turn", "rule"),
    [
        (position_of(pairs_of((1, 1), (2, 2))), Match(0, 1), "over"),
        (HornsPosition(TABLE, ({}, {})), Match(0, 0), "place"),
        (HornsPosition(TABLE, ({}, {})), Match(0, 3), "place"),
        (HornsPosition(TABLE, ({}, {})), Match(0, 1, take=True), "pair"),
        (HornsPosition(TABLE, ({"blue": HornPair("blue", 4, 4)}, {})), Match(0, 2, take=True), "colour"),
        (HornsPosition(TABLE, ({}, {})), Pass(), "pass"),
        (position_of(pairs_of((1, 2), (2, 1))), Challenge(A, "blue", 2, (True, False)), "rival"),
        (position_of(pairs_of((1, 2), (2, 1))), Challenge(B, "red", 2, (True, False)), "colour"),
        (position_of(pairs_of((1, 2), (3, 4))), Challenge(B, "blue", 3, (True, False)), "shared"),
        (position_of(pairs_of((1, 2), (2, 1))), Challenge(B, "blue", 5, (True, False)), "value"),
        (position_of(pairs_of((1, 2), (2, 3)), simplified=True), Challenge(B, "blue", 3, (True, False)), "simplified"),
        (position_of(pairs_of((1, 2), (2, 3))), Challenge(B, "blue", 3, (True, True), reply=1), "reply"),
        (position_of(pairs_of((1, 2), (2, 3))), Challenge(B, "blue", 3, (False, True), reply=3), "reply"),
    ],
)
def test_a_rule_that_is_broken_is_named(position: HornsPosition, turn: Match | Challenge | Pass, rule: str) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        play(position, turn)
    assert caught.value.rule == rule


def test_who_can_do_nothing_passes() -> None:
    position = HornsPosition((), position_of(pairs_of((1, 1), (2, 3), (3, 2))).pairs)
    assert legal_turns(position) == [Pass()]
    assert play(position, Pass()).seat == B


def test_ties_are_settled_by_three_tosses_or_shared() -> None:
    assert winners((7, 9, 9)) == (1, 2)
    assert winners((7, 9, 9), {1: (True, False, True), 2: (True, False, False)}) == (1,)
    assert winners((7, 9, 9), {1: (True, False, True), 2: (True, True, False)}) == (1, 2)
    assert winners((7, 10, 9), {}) == (1,)
    with pytest.raises(ValueError, match="tie"):
        winners((9, 9), {0: (True, True, True)})
