"""Which trees can be reached from a tree by legal takes, searched as sets and not turn by turn.

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
from typing import NamedTuple

from generator.games.asterismo.board import flooded, touching
from generator.games.asterismo.tree import (
    COLOURS,
    Tree,
    alive,
    cells_of,
    holding,
    is_connected,
    leaning,
    maybe_cuts,
    neighbour_counts,
    size_of,
    stuck,
    without,
)


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
    """How much must be taken: tokens in all, and of each colour."""

    takes: int
    colours: tuple[int, int, int] = (0, 0, 0)


def grown(part: int, tree: Tree) -> int:
    """What comes of a part of a tree when all tokens are put on that are alive there, again and again."""
    while True:
        new = neighbour_counts(part).three & cells_of(tree)
        for colour in tree:
            new |= neighbour_counts(part & colour).two & colour
        if not new & ~part:
            return part
        part |= new


def is_reachable(part: Tree, tree: Tree) -> bool:
    """Whether a part of a tree can be reached from it by legal takes."""
    cells = cells_of(part)
    return alive(part) == cells and is_connected(cells) and grown(cells, tree) == cells_of(tree)


def parts(tree: Tree, quota: Quota, budget: Budget) -> Iterator[int]:
    """The trees that can be reached from a tree that is alive and in one piece, and by which enough has been taken.

    Raises:
        LimitError: the budget is used up; there may be more.
    """
    search = _Search(tree, quota, budget)
    waiting = [(tree, stuck(tree))]
    while waiting:
        decided = search.probed(*waiting.pop())
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
    """How many tokens can be taken at most from a tree that is alive and in one piece.

    Raises:
        LimitError: the budget is used up before that is known.
    """
    most = 0
    while (part := next(parts(tree, Quota(most + 1), budget), None)) is not None:
        most = size_of(tree) - part.bit_count()
    return most


class _Search(NamedTuple):
    """What a search is for, and how much it may cost."""

    tree: Tree
    quota: Quota
    budget: Budget

    def decided(self, able: Tree, kept: int) -> tuple[Tree, int] | None:
        """What follows from decisions; None if they contradict each other, or leave too little to take."""
        self.budget.step()
        decided = _followed(able, kept, self.tree)
        return decided if decided and _may_fill(self.tree, *decided, self.quota) else None

    def probed(self, able: Tree, kept: int) -> tuple[Tree, int] | None:
        """The same, and what follows from that each open token is taken or stays: if one cannot be, it is the other.

        Source: "failed literal detection" of solvers for propositional logic, as in J. W. Freeman's thesis, 1995. It
        costs as many steps as there are open tokens, and here it saves a hundred times as many.
        """
        found = self.decided(able, kept)
        waiting = cells_of(found[0]) & ~found[1] if found else 0
        while found and waiting:
            able, kept = found
            token = waiting & -waiting
            waiting ^= token
            if not token & cells_of(able) & ~kept:
                continue
            if self.decided(without(able, token), kept) is None:
                found = self.decided(able, kept | token)
            elif self.decided(able, kept | token) is None:
                found = self.decided(without(able, token), kept)
        return found


def _followed(able: Tree, kept: int, tree: Tree) -> tuple[Tree, int] | None:
    """What follows from decisions; None if they contradict each other."""
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
    """The open tokens without which the kept ones no longer hang together."""
    if not kept:
        return 0
    found, waiting = 0, maybe_cuts(cells) & ~kept
    first = kept & -kept
    while waiting:
        token = waiting & -waiting
        waiting ^= token
        if kept & ~flooded(first, cells ^ token):
            found |= token
    return found


def _may_fill(tree: Tree, able: Tree, kept: int, quota: Quota) -> bool:
    """Whether enough can still be taken, as far as counting tells."""
    for colour in range(COLOURS):
        if (tree[colour] & ~kept).bit_count() < quota.colours[colour]:
            return False
    return size_of(tree) - kept.bit_count() - _needed_besides(able, kept) >= quota.takes


def _needed_besides(able: Tree, kept: int) -> int:
    """Tokens beside the kept ones that must stay to keep those alive, at least.

    A kept token needs so many more neighbours; where the open neighbours of several do not overlap, the needs add up.
    """
    open_cells = cells_of(able) & ~kept
    needs = []
    own = [neighbour_counts(colour & kept).two & colour for colour in able]
    waiting = kept & ~(neighbour_counts(kept).three | own[0] | own[1] | own[2])
    while waiting:
        token = waiting & -waiting
        waiting ^= token
        near = touching(token)
        colour = next(colour for colour in able if colour & token)
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
    """The open token to decide next: one that touches as many kept ones as possible."""
    counts = neighbour_counts(kept)
    for near in (counts.four, counts.three, counts.two, touching(kept)):
        if near & open_cells:
            open_cells &= near
            break
    return open_cells & -open_cells
