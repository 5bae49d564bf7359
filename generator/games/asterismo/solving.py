"""Whether a position can be won, if all play together without a mistake.

A position is first looked at as sets (`reaching.py`): is there any tree to be reached by which enough tokens have been
taken, of every colour and in all? If not, it is lost. If there is, the takes that lead there are put into an order in
which each player gets what he needs, and that is the line that wins. If no order does, the next such tree is tried.

So `won` comes with a line that the rules confirm take by take, `lost` means that everything has been looked at, and
where the steps ran out before, the verdict is `undecided`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from generator.games.asterismo.board import hexagon_of, written
from generator.games.asterismo.reachable import Budget, LimitError, Quota, grown, parts
from generator.games.asterismo.rules import Goal, Harvest, Position, goal_met, goals, harvest_of, taken
from generator.games.asterismo.tree import COLOURS, Tree, cells_of, colour_at, legal_takes, stuck, without

Verdict: TypeAlias = Literal["won", "lost", "undecided"]
STEPS = 20_000
"""Steps of a search if nobody says otherwise: some seconds. Own choice."""
ORDER_STEPS = 2_000
"""Steps that are spent on putting one set of takes into order before another set is tried. Own choice."""


class Solution(NamedTuple):
    """What became of a search.

    Attributes:
        verdict: whether the position can be won.
        line: if so, the takes that win it, in order.
        steps: how many steps the search took.
    """

    verdict: Verdict
    line: tuple[str, ...]
    steps: int


def solved(position: Position, steps: int = STEPS) -> Solution:
    """Whether a position can be won, and how.

    Args:
        position: its tree is alive and in one piece, or empty.
        steps: after how many steps the search gives up.
    """
    if goal_met(position.harvests):
        return Solution("won", (), 0)
    budget, sure = Budget(steps), True
    try:
        for goal in _promising(position):
            line, complete = _won(position, _missing(position, goal), budget)
            if line is not None:
                return Solution("won", _as_far_as_needed(position, line), budget.used)
            sure = sure and complete
    except LimitError:
        sure = False
    return Solution("lost" if sure else "undecided", (), budget.used)


def _as_far_as_needed(position: Position, line: list[int]) -> tuple[str, ...]:
    """A line in writing, up to the take that wins: another goal than the one it was found for may be met earlier."""
    said = []
    for token in line:
        if goal_met(position.harvests):
            break
        position = taken(position, token)
        said.append(written(hexagon_of(token.bit_length() - 1)))
    return tuple(said)


def _missing(position: Position, goal: Goal) -> Goal:
    """What each player still needs for a goal."""
    return tuple(
        harvest_of(max(0, need - have) for need, have in zip(needs, has, strict=True))
        for needs, has in zip(goal, position.harvests, strict=True)
    )


def _promising(position: Position) -> list[Goal]:
    """The ways to win, those first for which the fewest takes are missing."""
    return sorted(goals(position.players), key=lambda goal: quota_of(_missing(position, goal), position.turn))


def quota_of(missing: Goal, turn: int) -> Quota:
    """What must be taken in all: of each colour what all players miss, and until the last one has had turns enough."""
    players = len(missing)
    last = max((sum(needs) - 1) * players + (player - turn) % players + 1 for player, needs in enumerate(missing))
    return Quota(max(0, last), harvest_of(map(sum, zip(*missing, strict=True))))


def _won(position: Position, missing: Goal, budget: Budget) -> tuple[list[int] | None, bool]:
    """A line that wins, or None, and then whether it is certain that there is none.

    Raises:
        LimitError: the budget is used up.
    """
    sure = True
    quota = quota_of(missing, position.turn)
    if not _has(position.tree, quota):
        return None, True
    for part in parts(position.tree, quota, budget):
        order = _Order(part, Budget(min(ORDER_STEPS, budget.left)))
        try:
            line = order.found(position.tree, missing, position.turn)
        except LimitError:
            line, sure = None, False
        budget.left -= order.budget.used
        budget.used += order.budget.used
        if line is not None:
            return line, True
    return None, sure


def _has(tree: Tree, quota: Quota) -> bool:
    """Whether there are tokens enough, as far as counting those that are stuck tells."""
    free = cells_of(tree) & ~stuck(tree)
    enough = all((free & tree[colour]).bit_count() >= quota.colours[colour] for colour in range(COLOURS))
    return enough and free.bit_count() >= quota.takes


class _Order:
    """The search for an order of takes that leads from a tree to a part of it and gives each player what is missing.

    Attributes:
        part: where the takes lead; nothing of it is taken.
        budget: steps that the search may take.
    """

    def __init__(self, part: int, budget: Budget) -> None:
        self.part = part
        self.budget = budget
        self._hopeless: set[tuple[Tree, Goal]] = set()

    def found(self, tree: Tree, missing: Goal, turn: int) -> list[int] | None:
        """The takes that give each player what is missing; None if there are none.

        Raises:
            LimitError: the budget is used up.
        """
        if not any(map(any, missing)):
            return []
        if (tree, missing) in self._hopeless or not self._enough(tree, missing, turn):
            return None
        self.budget.step()
        for token, colour in self._takes(tree, missing[turn]):
            rest = without(tree, token)
            if grown(self.part, rest) != cells_of(rest):
                continue
            line = self.found(rest, _with(missing, turn, colour), (turn + 1) % len(missing))
            if line is not None:
                return [token, *line]
        self._hopeless.add((tree, missing))
        return None

    def _enough(self, tree: Tree, missing: Goal, turn: int) -> bool:
        quota, free = quota_of(missing, turn), cells_of(tree) & ~self.part
        return free.bit_count() >= quota.takes and all(
            (free & tree[colour]).bit_count() >= quota.colours[colour] for colour in range(COLOURS)
        )

    def _takes(self, tree: Tree, needs: Harvest) -> list[tuple[int, int]]:
        """Legal takes and their colours: what the player needs first, and of that the colour with most to be had."""
        free = cells_of(tree) & ~self.part
        waiting, takes = legal_takes(tree) & free, []
        while waiting:
            token = waiting & -waiting
            waiting ^= token
            takes.append((token, colour_at(tree, token)))
        takes.sort(key=lambda take: (not needs[take[1]], -(free & tree[take[1]]).bit_count()))
        return takes


def _with(missing: Goal, turn: int, colour: int) -> Goal:
    """What is missing when a player has taken a token of a colour."""
    needs = list(missing[turn])
    needs[colour] = max(0, needs[colour] - 1)
    return (*missing[:turn], harvest_of(needs), *missing[turn + 1 :])
