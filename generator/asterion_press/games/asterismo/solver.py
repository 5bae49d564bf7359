"""The solver: whether all players together can win a position, and which trees takes can reach.

A position is first looked at as sets: is there any tree to be reached by which enough tokens have been taken, of every
colour and in all? If not, it is lost. If there is, the takes that lead there are put into an order in which each player
gets what he needs, and that is the line that wins. If no order does, the next such tree is tried. So `won` comes with a
line that the rules confirm take by take, `lost` means that everything has been looked at, and where the steps ran out
before, the verdict is `undecided`.

Read backwards, a legal take is a token that is *put on* a tree and is alive there: those that lie there already cannot
fall by getting a neighbour. So what may be put on never stops being so, the order hardly matters, and

    a part of a tree can be reached from it by legal takes if and only if it is alive, in one piece, and *grows* back:
    putting on tokens that are alive there, again and again, brings back the whole tree.

The search decides of one token after another whether it is taken or stays. `able` is what may stay, `kept` is what
must, and what follows is worked out after each decision: tokens that are dead or cut off from `kept` are taken, tokens
that hold `kept` up or together stay, and what may stay must grow back. At the end both are the same set.

Source of the structure: what can be put on in this way is an antimatroid, see B. Korte, L. Lovász, R. Schrader,
"Greedoids" (1991), chapter III. The search is depth first with bounds (branch and bound).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Literal, NamedTuple, TypeAlias

from asterion_press.games.asterismo.board import flooded, names, singles, touching
from asterion_press.games.asterismo.rules import (
    COLOURS,
    Goal,
    Harvest,
    HexPosition,
    Tree,
    alive,
    cells_of,
    colour_at,
    goal_met,
    goals,
    holding,
    leaning,
    legal_takes,
    neighbour_counts,
    possible_cuts,
    size_of,
    stuck,
    take_token,
    without,
)

Verdict: TypeAlias = Literal["won", "lost", "undecided"]
STEPS = 20_000
"""Steps of a search by default: some seconds. Own choice."""
ORDER_STEPS = 2_000
"""Steps that are spent on putting one set of takes into order before another set is tried. Own choice."""


class LimitError(Exception):
    """The search has taken as many steps as it may."""


class Budget:
    """Steps that a search may still take.

    Attributes:
        left: how many.
        used: how many it has taken.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.used = 0

    def step(self) -> None:
        """Take one.

        Raises:
            LimitError: none is left.
        """
        if not self.left:
            raise LimitError
        self.left -= 1
        self.used += 1


class Quota(NamedTuple):
    """The tokens that must be taken: in all, and of each colour."""

    takes: int
    colours: tuple[int, ...] = (0, 0, 0)


def grown(part: int, tree: Tree) -> int:
    """Return a part of a tree after all tokens that are alive there have been put on it, again and again."""
    while True:
        new = neighbour_counts(part).three & cells_of(tree)
        for colour in tree:
            new |= neighbour_counts(part & colour).two & colour
        if not new & ~part:
            return part
        part |= new


def parts(tree: Tree, quota: Quota, budget: Budget) -> Iterator[int]:
    """Yield the trees that can be reached from a tree that is alive and in one piece, and by which enough was taken.

    Raises:
        LimitError: the budget is used up; there may be more.
    """
    search = _Search(tree, quota, budget)
    waiting = [(tree, stuck(tree))]
    while waiting:
        decided = search.probe(*waiting.pop())
        if decided is None:
            continue
        able, kept = decided
        open_cells = cells_of(able) & ~kept
        if not open_cells:
            yield kept
            continue
        token = _most_bound(open_cells, kept)
        waiting.append((able, kept | token))
        waiting.append((without(able, token), kept))


def most_takes(tree: Tree, budget: Budget) -> int:
    """Return how many tokens can be taken at most from a tree that is alive and in one piece.

    Raises:
        LimitError: the budget is used up before that is known.
    """
    most = 0
    while (part := next(parts(tree, Quota(most + 1), budget), None)) is not None:
        most = size_of(tree) - part.bit_count()
    return most


class _Search(NamedTuple):
    """A search: its tree, its aim and its budget."""

    tree: Tree
    quota: Quota
    budget: Budget

    def decide(self, able: Tree, kept: int) -> tuple[Tree, int] | None:
        """Return what follows from decisions; None if they contradict each other, or leave too little to take."""
        self.budget.step()
        decided = _consequences(able, kept, self.tree)
        if decided is None:
            return None
        free = cells_of(self.tree) & ~decided[1]
        spare = free.bit_count() - _needed_besides(*decided) if _has_enough(self.tree, free, self.quota) else -1
        return decided if spare >= self.quota.takes else None

    def probe(self, able: Tree, kept: int) -> tuple[Tree, int] | None:
        """Return the same, and what follows from trying each open token both ways: if it cannot be taken, it stays.

        Source: "failed literal detection" of solvers for propositional logic, as in J. W. Freeman's thesis, 1995. It
        costs as many steps as there are open tokens, and here it saves a hundred times as many.
        """
        found = self.decide(able, kept)
        for token in singles(cells_of(found[0]) & ~found[1] if found else 0):
            if found is None:
                break
            able, kept = found
            if not token & cells_of(able) & ~kept:
                continue
            if self.decide(without(able, token), kept) is None:
                found = self.decide(able, kept | token)
            elif self.decide(able, kept | token) is None:
                found = self.decide(without(able, token), kept)
        return found


def _consequences(able: Tree, kept: int, tree: Tree) -> tuple[Tree, int] | None:
    """Return what follows from decisions; None if they contradict each other."""
    while True:
        cells = cells_of(able)
        lost = cells & ~alive(able)
        if kept and not lost:
            lost = cells & ~flooded(kept & -kept, cells)
        if lost & kept or kept & ~cells or not cells:
            return None
        if lost:
            able = without(able, lost)
            continue
        own, other = leaning(able)
        new = holding(able, own & kept, other & kept) & ~kept
        if not new:
            new = _joints(cells, kept)
        if not new:
            return (able, kept) if grown(cells, tree) == cells_of(tree) else None
        kept |= new


def _joints(cells: int, kept: int) -> int:
    """Return the open tokens without which the kept ones are no longer connected."""
    if not kept:
        return 0
    lost = (token for token in singles(possible_cuts(cells) & ~kept) if kept & ~flooded(kept & -kept, cells ^ token))
    return reduce(or_, lost, 0)


def _needed_besides(able: Tree, kept: int) -> int:
    """Return the least number of other tokens that must stay to keep the kept ones alive.

    Each kept token lacks some neighbours; where the open neighbours of several do not overlap, the needs add up.
    """
    open_cells = cells_of(able) & ~kept
    needs = []
    own = tuple(neighbour_counts(colour & kept).two & colour for colour in able)
    for token in singles(kept & ~(neighbour_counts(kept).three | cells_of(own))):
        near, colour = touching(token), able[colour_at(able, token)]
        missing = min(2 - (near & kept & colour).bit_count(), 3 - (near & kept).bit_count())
        helpers = near & open_cells
        needs.append((helpers.bit_count() / missing, missing, helpers))
    counted = total = 0
    for _, missing, helpers in sorted(needs):
        if not helpers & counted:
            counted |= helpers
            total += missing
    return total


def _most_bound(open_cells: int, kept: int) -> int:
    """Return the open token to decide next: one that touches as many kept ones as possible."""
    counts = neighbour_counts(kept)
    for near in (counts.four, counts.three, counts.two, touching(kept)):
        if near & open_cells:
            open_cells &= near
            break
    return open_cells & -open_cells


# -- winning -----------------------------------------------------------------------------------------------------------


class Solution(NamedTuple):
    """The outcome of a search.

    Attributes:
        verdict: whether the position can be won.
        line: if so, the takes that win it, in order.
        steps: how many steps the search took.
    """

    verdict: Verdict
    line: tuple[str, ...]
    steps: int


def solve(position: HexPosition, steps: int = STEPS) -> Solution:
    """Find out whether a position can be won, and how.

    Args:
        position: its tree is alive and in one piece, or empty.
        steps: after how many steps the search gives up.
    """
    if goal_met(position.harvests):
        return Solution("won", (), 0)
    budget, sure = Budget(steps), True
    ways: list[Goal] = [  # what each player still needs; those first for which the fewest takes are missing
        tuple(
            tuple(max(0, need - have) for need, have in zip(needs, has, strict=True))
            for needs, has in zip(goal, position.harvests, strict=True)
        )
        for goal in goals(position.players)
    ]
    try:
        for missing in sorted(ways, key=lambda way: quota_of(way, position.turn)):
            line, complete = _winning_line(position, missing, budget)
            if line is not None:
                return Solution("won", _until_won(position, line), budget.used)
            sure = sure and complete
    except LimitError:
        sure = False
    return Solution("lost" if sure else "undecided", (), budget.used)


def _until_won(position: HexPosition, line: list[int]) -> tuple[str, ...]:
    """Return a line in writing, up to the take that wins: another goal than its own may be met earlier."""
    takes: list[str] = []
    for token in line:
        if goal_met(position.harvests):
            break
        position = take_token(position, token)
        takes += names(token)
    return tuple(takes)


def quota_of(missing: Goal, turn: int) -> Quota:
    """Return what must be taken in all: of each colour what all players miss, and turns enough for the last one."""
    players = len(missing)
    last = max((sum(needs) - 1) * players + (player - turn) % players + 1 for player, needs in enumerate(missing))
    return Quota(max(0, last), tuple(map(sum, zip(*missing, strict=True))))


def _winning_line(position: HexPosition, missing: Goal, budget: Budget) -> tuple[list[int] | None, bool]:
    """Return a line that wins, or None, and then whether it is certain that there is none.

    Raises:
        LimitError: the budget is used up.
    """
    sure = True
    quota = quota_of(missing, position.turn)
    if not _has_enough(position.tree, cells_of(position.tree) & ~stuck(position.tree), quota):
        return None, True
    for part in parts(position.tree, quota, budget):
        order = _OrderSearch(part, Budget(min(ORDER_STEPS, budget.left)))
        try:
            line = order.find(position.tree, missing, position.turn)
        except LimitError:
            line, sure = None, False
        budget.left -= order.budget.used
        budget.used += order.budget.used
        if line is not None:
            return line, True
    return None, sure


def _has_enough(tree: Tree, free: int, quota: Quota) -> bool:
    """Check, by counting only, whether the free tokens are enough."""
    enough = all((free & tree[colour]).bit_count() >= quota.colours[colour] for colour in range(COLOURS))
    return enough and free.bit_count() >= quota.takes


class _OrderSearch:
    """The search for an order of takes that gives each player what is missing and takes nothing of a part of the tree.

    Attributes:
        part: of which nothing is taken, and which all that is left always hangs together with.
        budget: steps that the search may take.
    """

    def __init__(self, part: int, budget: Budget) -> None:
        self.part = part
        self.budget = budget
        self._hopeless: set[tuple[Tree, Goal]] = set()

    def find(self, tree: Tree, missing: Goal, turn: int) -> list[int] | None:
        """Return takes, in turn from `turn` on, that give each player what is missing; None if no order does.

        Raises:
            LimitError: the budget is used up.
        """
        if not any(map(any, missing)):
            return []
        # The turn follows from the size of the tree, so that what is remembered does without it.
        if (tree, missing) in self._hopeless or not _has_enough(
            tree, cells_of(tree) & ~self.part, quota_of(missing, turn)
        ):
            return None
        self.budget.step()
        for token, colour in self._takes(tree, missing[turn]):
            rest = without(tree, token)
            if grown(self.part, rest) != cells_of(rest):
                continue  # the tree would fall apart, and the part could no longer be reached from all of it
            needs = tuple(max(0, need - (number == colour)) for number, need in enumerate(missing[turn]))
            line = self.find(rest, (*missing[:turn], needs, *missing[turn + 1 :]), (turn + 1) % len(missing))
            if line is not None:
                return [token, *line]
        self._hopeless.add((tree, missing))
        return None

    def _takes(self, tree: Tree, needs: Harvest) -> list[tuple[int, int]]:
        """Return legal takes and their colours: what the player needs first, of that the colour with most to be had."""
        free = cells_of(tree) & ~self.part
        takes = ((token, colour_at(tree, token)) for token in singles(legal_takes(tree) & free))
        return sorted(takes, key=lambda take: (not needs[take[1]], -(free & tree[take[1]]).bit_count()))
