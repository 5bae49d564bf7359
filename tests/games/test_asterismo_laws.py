"""The engine of asterismo against a second, plain writing of the rules, and what must hold of any tree."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asterion_press.games.asterismo import board, rules, setup, solver
from tests.support.asterismo_by_hand import (
    all_reached,
    can_be_won,
    cleared_by_hand,
    everywhere,
    hangs_together,
    is_won,
    lives,
    may_be_taken,
    steps,
    tokens_of,
    tree_of,
)

Tree = tuple[int, ...]
THOROUGH = int(os.environ.get("THOROUGH", "1"))


@st.composite
def tokens(draw: st.DrawFn, width: int = 11, most: int = 63) -> Tree:
    """Any tokens on a part of the board that touches its right edge, where a careless shift would wrap around."""
    cells = [(x, y) for x, y in everywhere() if x >= 11 - width and y < width]
    lying = draw(st.lists(st.sampled_from(cells), unique=True, max_size=most))
    return tree_of(frozenset((cell, draw(st.integers(0, 2))) for cell in lying))


def small_tree(chance: Random, width: int, bag: int) -> Tree:
    """What the setup's rulings leave of tokens that are poured on a corner of the board."""
    cells = [(x, y) for x in range(width) for y in range(width)]
    chance.shuffle(cells)
    poured = frozenset((cell, chance.randrange(3)) for cell in cells[:bag])
    return setup.clear(tree_of(poured)).tree


def small_trees(seed: int, count: int, least: int = 5, most: int = 13) -> list[Tree]:
    chance, found = Random(seed), list[Tree]()
    while len(found) < count:
        some = small_tree(chance, chance.choice((3, 4, 5)), chance.randrange(least, most + 6))
        if least <= rules.size_of(some) <= most:
            found.append(some)
    return found


def test_the_board_has_121_hexagons_and_320_shared_sides() -> None:
    assert board.BOARD.bit_count() == 121
    assert sum(len(board.neighbours(hexagon)) for hexagon in board.HEXAGONS) == 2 * 320
    assert [len(board.neighbours(corner)) for corner in ((0, 0), (10, 0), (0, 10), (10, 10))] == [2, 3, 3, 2]


def test_every_hexagon_is_read_as_it_is_written() -> None:
    names = [board.written(hexagon) for hexagon in board.HEXAGONS]
    assert (names[0], names[60], names[-1]) == ("a1", "f6", "k11")
    assert [board.read_hexagon(name) for name in names] == list(board.HEXAGONS)


@pytest.mark.parametrize("text", ["", "a", "a0", "a12", "l1", "A1", "a01", "a-1", "a1 ", "1a", "a²"])
def test_what_is_no_hexagon_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no hexagon of the board; they are a1 to k11"):
        board.read_hexagon(text)


@given(st.sampled_from(board.HEXAGONS), st.sampled_from(board.HEXAGONS))
def test_neighbours_are_those_at_distance_one(one: board.Hexagon, other: board.Hexagon) -> None:
    assert (board.distance(one, other) == 1) == (other in board.neighbours(one))
    assert board.distance(one, board.CENTRE) == steps(one)
    assert bool(board.touching(board.bit(one)) & board.bit(other)) == (other in board.neighbours(one))


@given(tokens())
def test_alive_means_what_the_rules_say(some: Tree) -> None:
    living = {hexagon for hexagon, _ in tokens_of(some) if lives(tokens_of(some), hexagon)}
    assert set(board.hexagons(rules.alive(some))) == living


@given(tokens(width=6, most=30))
def test_the_setup_leaves_what_the_rulings_say(some: Tree) -> None:
    result = setup.clear(some)
    assert tokens_of(result.tree) == cleared_by_hand(tokens_of(some))
    assert rules.cells_of(result.tree) ^ result.removed == rules.cells_of(some)
    assert setup.clear(result.tree) == (result.tree, (), 0)


@given(tokens(width=6, most=30))
def test_a_tree_can_be_taken_from_as_the_rules_say(some: Tree) -> None:
    left = setup.clear(some).tree
    legal = {hexagon for hexagon, _ in may_be_taken(tokens_of(left))}
    assert set(board.hexagons(rules.legal_takes(left))) == legal
    for hexagon, _ in tokens_of(left):
        assert (rules.refusal(left, board.bit(hexagon)) == "") == (hexagon in legal)


def joined_at(middle: board.Hexagon) -> Tree | None:
    """Two living groups that a token joins; None where a group has no room for its third token, as at the edge."""
    around = board.neighbours(middle)
    one = around[0]
    pair = next(cell for cell in around if cell in board.neighbours(one))
    beyond = tuple(set(around) - {one, pair, *board.neighbours(one), *board.neighbours(pair)})
    lying = {(middle, 2)}
    for colour, (a, b) in enumerate(((one, pair), beyond)):
        tips = set(board.neighbours(a)) & set(board.neighbours(b)) - {middle}
        if not tips:
            return None
        lying |= {(cell, colour) for cell in (a, b, *tips)}
    return tree_of(frozenset(lying))


def test_a_token_that_alone_joins_two_living_groups_may_not_be_taken() -> None:
    inner = [cell for cell in everywhere() if len(board.neighbours(cell)) == 6]
    joined = {middle: tree for middle in inner if (tree := joined_at(middle))}
    assert joined
    reported = {
        board.written(middle): (setup.clear(tree).tree == tree, rules.refusal(tree, board.bit(middle)))
        for middle, tree in joined.items()
    }
    assert {name: found for name, found in reported.items() if found != (True, "the tree would fall apart")} == {}


@given(tokens(width=5, most=20))
def test_tokens_without_which_the_tree_falls_apart_are_found(some: Tree) -> None:
    for group in rules.groups(rules.cells_of(some)):
        found = {
            hexagon
            for hexagon in board.hexagons(group)
            if not hangs_together(frozenset((other, 0) for other in board.hexagons(group) if other != hexagon))
        }
        assert set(board.hexagons(rules.cuts(group))) == found


@given(tokens(width=5, most=24), st.integers(0, 2), st.integers(0, 2))
def test_nothing_changes_when_the_board_turns_or_colours_are_exchanged(some: Tree, one: int, other: int) -> None:
    """Half a turn is the rhombus' own; exchanging column and row mirrors it."""
    swap = {one: other, other: one}
    exchanged = tree_of(frozenset((at, swap.get(colour, colour)) for at, colour in tokens_of(some)))
    turned = tree_of(frozenset(((10 - x, 10 - y), colour) for (x, y), colour in tokens_of(some)))
    mirrored = tree_of(frozenset(((y, x), colour) for (x, y), colour in tokens_of(some)))
    living = set(board.hexagons(rules.alive(some)))
    assert set(board.hexagons(rules.alive(exchanged))) == living
    assert {(10 - x, 10 - y) for x, y in board.hexagons(rules.alive(turned))} == living
    assert {(y, x) for x, y in board.hexagons(rules.alive(mirrored))} == living


def test_what_can_be_reached_and_what_is_stuck_is_known_without_playing() -> None:
    for some in small_trees(1, 25 * THOROUGH):
        reached = {rules.cells_of(tree_of(tokens)) for tokens in all_reached(tokens_of(some))}
        everything = {rules.cells_of(some) & ~pick for pick in _subsets(rules.cells_of(some))}
        claimed = {part for part in everything if part and is_reachable(_part(some, part), some)}
        assert claimed == reached, some
        assert set(solver.parts(some, solver.Quota(0), solver.Budget(10**6))) == reached, some
        most = max(rules.size_of(some) - part.bit_count() for part in reached)
        assert solver.most_takes(some, solver.Budget(10**6)) == most, some
        always = rules.cells_of(some)
        for part in reached:
            always &= part
        assert not rules.stuck(some) & ~always, some


@pytest.mark.parametrize("seed", range(2 * THOROUGH))
def test_a_search_for_enough_takes_finds_all_trees_that_leave_enough(seed: int) -> None:
    """Bounds may only cut off what is not asked for."""
    chance = Random(seed)
    for some in small_trees(100 + seed, 25, least=8, most=16):
        reached = {rules.cells_of(tree_of(tokens)) for tokens in all_reached(tokens_of(some))}
        for _ in range(4):
            colour = chance.randrange(3)
            asked = [0, 0, 0]
            asked[colour] = chance.randrange(4)
            quota = solver.Quota(chance.randrange(7), tuple(asked))
            wanted = {
                part
                for part in reached
                if rules.size_of(some) - part.bit_count() >= quota.takes
                and (some[colour] & ~part).bit_count() >= asked[colour]
            }
            assert set(solver.parts(some, quota, solver.Budget(10**6))) == wanted


def is_reachable(part: Tree, tree: Tree) -> bool:
    """Tell whether a part of a tree can be reached from it by legal takes: alive, in one piece, and it grows back."""
    cells = rules.cells_of(part)
    return (
        rules.alive(part) == cells and rules.is_connected(cells) and solver.grown(cells, tree) == rules.cells_of(tree)
    )


def _subsets(cells: int) -> list[int]:
    tokens = [board.bit(hexagon) for hexagon in board.hexagons(cells)]
    return [sum(token for k, token in enumerate(tokens) if pick >> k & 1) for pick in range(2 ** len(tokens))]


def _part(some: Tree, cells: int) -> Tree:
    return some[0] & cells, some[1] & cells, some[2] & cells


@pytest.mark.parametrize("players", [2, 3])
def test_the_solver_agrees_with_trying_everything(players: int) -> None:
    chance, verdicts = Random(players), set()
    for some in small_trees(7 * players, 60 * THOROUGH, least=6, most=12):
        takes = chance.randrange(1, 7)
        harvests = _nearly_enough(chance, players, takes)
        position = rules.HexPosition(some, harvests, chance.randrange(players))
        solution = solver.solve(position)
        assert solution.verdict == ("won" if can_be_won(tokens_of(some), harvests, position.turn) else "lost")
        if solution.verdict == "won":
            assert is_won(rules.replay(position, solution.line).harvests)
        verdicts.add((solution.verdict, bool(solution.line)))
    assert verdicts >= {("won", True), ("lost", False)}


@pytest.mark.parametrize(
    "position",
    [
        # all three need the same colour, of which no game has so many
        rules.HexPosition((844631138893824, 0, 0), ((9, 9, 8), (9, 9, 9), (9, 8, 9)), 1),
        # while one goal is aimed at, another is met
        rules.HexPosition((206158438406, 0, 117493768), ((9, 9, 9), (9, 10, 9), (9, 10, 9)), 2),
    ],
)
def test_positions_that_the_solver_once_got_wrong(position: rules.HexPosition) -> None:
    solution = solver.solve(position)
    assert solution.verdict == "won"
    assert rules.outcome(rules.replay(position, solution.line)) == "won"


def _nearly_enough(chance: Random, players: int, takes: int) -> tuple[rules.Harvest, ...]:
    """Harvests that lack about so many tokens of a goal."""
    goal = [[5, 5, 5], [5, 5, 5]] if players == 2 else [[10, 9, 9], [9, 10, 9], [9, 10, 9]]
    for _ in range(takes):
        goal[chance.randrange(players)][chance.randrange(3)] -= 1
    return tuple((blue, yellow, red) for blue, yellow, red in goal)


@settings(max_examples=15 * THOROUGH)
@given(st.integers(0, 2**40), st.sampled_from([2, 3]))
def test_a_setup_holds_all_tokens_and_shares_the_removed_ones_evenly(seed: int, players: int) -> None:
    poured = setup.pour(seed)
    assert [colour.bit_count() for colour in poured] == [21, 21, 21]
    assert rules.cells_of(poured) & ~board.BOARD == 0
    assert rules.cells_of(poured).bit_count() == 63
    position = setup.starting_position(poured, players)
    had = [sum(harvest) for harvest in position.harvests]
    assert max(had) - min(had) <= 1
    assert had == sorted(had, reverse=True)
    assert had[position.turn] == min(had)
    for colour in range(3):
        held = sum(harvest[colour] for harvest in position.harvests)
        assert held + position.tree[colour].bit_count() == 21


def test_the_same_seed_pours_the_same_tokens_and_another_one_does_not() -> None:
    assert setup.pour(7) == setup.pour(7)
    assert len({setup.pour(seed) for seed in range(50)}) == 50


def test_tokens_poured_widely_still_lie_on_the_board_each_alone() -> None:
    poured = setup.pour(3, spread=9.0)
    assert rules.cells_of(poured) & ~board.BOARD == 0
    assert [colour.bit_count() for colour in poured] == [21, 21, 21]


@settings(max_examples=15 * THOROUGH)
@given(st.integers(0, 2**40), st.randoms(use_true_random=False))
def test_what_is_stuck_stays_so_to_the_end_of_any_game(seed: int, chance: Random) -> None:
    position = setup.starting_position(setup.pour(seed), 2)
    stuck = rules.stuck(position.tree)
    while legal := [board.bit(hexagon) for hexagon in board.hexagons(rules.legal_takes(position.tree))]:
        position = rules.take_token(position, chance.choice(legal))
        now = rules.stuck(position.tree, stuck)
        assert not stuck & ~now
        stuck = now
    assert stuck == rules.cells_of(position.tree)
