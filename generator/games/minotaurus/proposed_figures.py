"""Small figures of Minotaurus, from which examples of rules are chosen: pairs, challenges and moves of few values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from msgspec.structs import replace

from generator.games.minotaurus.figures import position_after, values_to_take
from generator.games.minotaurus.records import Contest, Duel, Figure, Holding, Move, ShownPair
from generator.games.minotaurus.rules import HornPiece, IllegalTurnError, is_pair, pair_of

VALUES = (1, 2, 3)
"""Values of the pieces. Own choice: enough for two pairs that share one value, both, or none."""


def small_figures(pieces: Mapping[str, HornPiece]) -> Iterator[Figure]:
    """Yield pairs, challenges of two players and moves."""
    few = {name: piece for name, piece in pieces.items() if piece.value in VALUES}
    first = next(iter(few))[0]
    for one, other in combinations([name for name in few if few[name].value < 3], 2):
        found = "none"
        if is_pair(few[one], few[other]):
            found = "resolved" if pair_of(few[one], few[other]).resolved else "unresolved"
        yield Figure(pairs=(ShownPair((one, other), found),))  # type: ignore[arg-type]
    yield from _moves(first)
    yield from _contests(first, pieces)


def _contests(colour: str, pieces: Mapping[str, HornPiece]) -> Iterator[Figure]:
    for a, b, c, d in product(VALUES, repeat=4):
        held = {"A": (f"{colour}{a}L", f"{colour}{b}R"), "B": (f"{colour}{c}L", f"{colour}{d}R")}
        for succeeds, simplified in product(((), ("A",), ("B",), ("A", "B")), (False, True)):
            for value, takes in product(VALUES, (None, *VALUES) if succeeds == ("B",) else (None,)):
                duel = Duel("A", "B", value, succeeds, {}, takes)
                contest = Contest(held, duel, simplified)
                if a != c and b != d and (told := _told(contest, pieces)):
                    yield told


def _told(contest: Contest, pieces: Mapping[str, HornPiece]) -> Figure | None:
    """Return a challenge with what comes of it; None if it is not allowed."""
    try:
        after = position_after(contest, pieces)
    except IllegalTurnError:
        return None
    ids = {piece: name for name, piece in pieces.items()}
    then = {}
    for player, held in zip(contest.holds, after.pairs, strict=True):
        [pair] = held.values()
        one, other = pair.pieces
        then[player] = Holding((ids[one], ids[other]), pair.resolved, pair.points)
    may_take = tuple(values_to_take(contest, pieces))
    return Figure(contest=replace(contest, duel=replace(contest.duel, then=then, may_take=may_take)))


def _moves(colour: str) -> Iterator[Figure]:
    own, next_to = (f"{colour}1L", f"{colour}2R"), (f"{colour}2L", f"{colour}1R")
    whole = (f"{colour}3L", f"{colour}3R")
    yield Figure(moves=(Move({"A": (own,), "B": ()}, "A", "take", legal=False, table=next_to),))
    yield Figure(moves=(Move({"A": (), "B": ()}, "A", "take", legal=True, table=next_to),))
    yield Figure(moves=(Move({"A": (), "B": ()}, "A", "pass", legal=False, table=next_to),))
    yield Figure(moves=(Move({"A": (own,), "B": (next_to,)}, "A", "pass", legal=False),))
    yield Figure(moves=(Move({"A": (whole,), "B": (own,), "C": (next_to,)}, "A", "pass", legal=True),))
    yield Figure(moves=(Move({"A": (whole,), "B": ()}, "A", "pass", legal=False, over=True),))
