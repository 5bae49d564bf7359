"""Small figures of asterismo, from which examples of rules are chosen: harvests near the goal, small random trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

from generator.games.asterismo.board import CENTRE, Hexagon, bit, hexagons, neighbours, set_of, written
from generator.games.asterismo.figures import Case, find_claim
from generator.games.asterismo.records import Claims, Figure, Panel
from generator.games.asterismo.rules import (
    COLOURS,
    EACH_COLOUR_FOR_TWO,
    ONE_COLOUR_FOR_THREE,
    TOKENS_PER_COLOUR,
    Harvest,
    Tree,
    cells_of,
    harvest_of,
)

LARGEST = 9
"""Tokens of the largest trees. Own choice: more make no small figure."""
EACH = 60
"""Trees of each size. Own choice."""


def small_figures(colours: Sequence[str]) -> Iterator[Figure]:
    """Yield harvests of two and three players, then trees from which a token is taken; the same at each call."""
    enough, ten = EACH_COLOUR_FOR_TWO, ONE_COLOUR_FOR_THREE
    twos = [harvest_of(one) for one in ((enough,) * 3, (enough, enough - 1, enough + 1), (enough, enough, enough + 1))]
    threes: list[Harvest] = [(count, 0, 0) for count in (ten, ten - 1, ten + 1)] + [(0, ten, 0), (0, 0, ten)]
    for players, some in ((2, twos), (3, threes)):
        for harvests in combinations_with_replacement(some, players):
            if max(map(sum, zip(*harvests, strict=True))) > TOKENS_PER_COLOUR:
                continue
            yield _claimed(Panel(harvests=harvests), ("won",), Case((0, 0, 0), 0, harvests, 0))
    chance = Random("small trees")  # noqa: S311 - examples, no secrets
    for size in range(2, LARGEST + 1):
        for _ in range(EACH):
            tree = _tree(size, chance)
            take = chance.choice(list(hexagons(cells_of(tree))))
            tokens = {
                colour: tuple(map(written, hexagons(cells)))
                for colour, cells in zip(colours, tree, strict=True)
                if cells
            }
            panel = Panel(tokens=tokens, take=written(take))
            yield _claimed(panel, ("legal", "falls", "pieces"), Case(tree, bit(take), (), 0))


def _claimed(panel: Panel, about: tuple[str, ...], case: Case) -> Figure:
    """Return a panel as a figure that claims what the engine finds."""
    found = {claim: find_claim(case, claim, None) for claim in about}
    return Figure((Panel(panel.tokens, None, panel.take, (), panel.harvests, claims=Claims(**found)),))  # type: ignore[arg-type]


def _tree(size: int, chance: Random) -> Tree:
    """Return a tree in one piece about the centre."""
    found: list[Hexagon] = [CENTRE]
    while len(found) < size:
        near = [there for one in found for there in neighbours(one) if there not in found]
        found.append(chance.choice(near))  # one beside many is there as often, and so more likely
    sets = [0] * COLOURS
    for there in found:
        sets[chance.randrange(COLOURS)] |= set_of([there])
    return sets[0], sets[1], sets[2]
