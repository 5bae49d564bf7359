"""What the engine finds in a position, by the names of the claims of a figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from generator.games.asterismo.board import bit, hexagons, read_hexagon, set_of, written
from generator.games.asterismo.clearing import Cleared, cleared
from generator.games.asterismo.reachable import Budget, LimitError, most_takes
from generator.games.asterismo.rules import Harvest, Position, goal_met, refusal, replayed, taken, tokens_needed
from generator.games.asterismo.solving import solved
from generator.games.asterismo.tree import Tree, alive, cells_of, fallen_by, groups, legal_takes, without

STEPS = 200_000
"""Steps that proving one claim may take; a position that needs more is too hard for a figure."""


class Case(NamedTuple):
    """A position of a figure.

    Attributes:
        tree: the tokens; all that were poured, if it is a pour.
        take: the token that is taken, as a set; empty if none is.
        harvests: of each player; none if they are not spoken of.
        turn: whose turn it is, from 0.
        is_pour: whether the tokens have not been cleared.
    """

    tree: Tree
    take: int
    harvests: tuple[Harvest, ...]
    turn: int
    is_pour: bool = False

    @property
    def after(self) -> Tree:
        """The tree when the take has been made."""
        return without(self.tree, self.take)

    @property
    def cleared(self) -> Cleared:
        """What remains of a pour."""
        return cleared(self.tree)

    @property
    def position(self) -> Position:
        """The position, without its take."""
        return Position(self.tree, self.harvests, self.turn)

    @property
    def most(self) -> int:
        """How many tokens can still be taken at most."""
        return most_takes(self.after, Budget(STEPS))


def proved(case: Case, claim: str, said: object) -> object:
    """What the engine finds; it equals `said` if and only if the claim is true.

    Raises:
        LimitError: the position is too hard for a figure.
    """
    if isinstance(said, tuple) and claim in {"alive", "dead"}:
        living = alive(case.tree)
        those = living if claim == "alive" else cells_of(case.tree) & ~living
        return tuple(word for word in said if set_of([read_hexagon(word)]) & those)
    if isinstance(said, tuple) and claim == "line":
        return said if _wins(case.position, said) else ()
    return _FINDERS[claim](case)


def _wins(position: Position, line: Sequence[str]) -> bool:
    """Whether these takes are legal and win."""
    try:
        return goal_met(replayed(position, line).harvests)
    except ValueError:
        return False


def _winning_takes(case: Case) -> tuple[str, ...]:
    """The takes after which the position can still be won."""
    takes = list(hexagons(legal_takes(case.tree)))
    left = {take: solved(taken(case.position, bit(take)), STEPS).verdict for take in takes}
    if "undecided" in left.values():
        raise LimitError
    return tuple(written(take) for take in takes if left[take] == "won")


def _least_got(case: Case) -> int:
    """What the player with fewer tokens has when all that can be taken has been, one after the other."""
    had, players = [sum(harvest) for harvest in case.harvests], len(case.harvests)
    for number in range(case.most):
        had[(case.turn + number) % players] += 1
    return min(had)


_FINDERS: dict[str, Callable[[Case], object]] = {
    "legal": lambda case: not refusal(case.tree, case.take),
    "falls": lambda case: tuple(map(written, hexagons(fallen_by(case.tree, case.take)))),
    "pieces": lambda case: len(groups(cells_of(case.after))),
    "takes": lambda case: legal_takes(case.after).bit_count(),
    "rounds": lambda case: len(case.cleared.rounds),
    "removed": lambda case: case.cleared.removed.bit_count(),
    "apart": lambda case: case.cleared.apart.bit_count(),
    "left": lambda case: cells_of(case.cleared.tree).bit_count(),
    "won": lambda case: goal_met(case.harvests),
    "needs": lambda case: tokens_needed(len(case.harvests)),
    "most": lambda case: case.most,
    "gets": _least_got,
    "verdict": lambda case: solved(case.position, STEPS).verdict,
    "wins": _winning_takes,
}
