"""A second writing of asterismo's rules, slow and plain: tokens are a dictionary from hexagons to colours.

It shares nothing with generator/asterion_press/games/hexes but the way in which sets are handed over.
"""

from __future__ import annotations

from functools import cache

Hexagon = tuple[int, int]
Tokens = frozenset[tuple[Hexagon, int]]
Counts = tuple[tuple[int, ...], ...]

ROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def tokens_of(tree: tuple[int, ...]) -> Tokens:
    """The bits of a tree as tokens: twelve bits a row."""
    return frozenset(
        ((place % 12, place // 12), colour)
        for colour, cells in enumerate(tree)
        for place in range(cells.bit_length())
        if cells >> place & 1
    )


def tree_of(tokens: Tokens) -> tuple[int, int, int]:
    """Tokens as the bits of a tree."""
    sets = [0, 0, 0]
    for (x, y), colour in tokens:
        sets[colour] |= 1 << 12 * y + x
    return sets[0], sets[1], sets[2]


def lives(tokens: Tokens, hexagon: Hexagon) -> bool:
    """At least two neighbours of its own colour, or three of any."""
    there = dict(tokens)
    near = [there[x, y] for dx, dy in ROUND if (x := hexagon[0] + dx, y := hexagon[1] + dy) in there]
    return len(near) >= 3 or near.count(there[hexagon]) >= 2


def hangs_together(tokens: Tokens) -> bool:
    cells = set(dict(tokens))
    waiting = [min(cells)] if cells else []
    while waiting:
        x, y = waiting.pop()
        if (x, y) in cells:
            cells.discard((x, y))
            waiting += [(x + dx, y + dy) for dx, dy in ROUND]
    return not cells


def may_be_taken(tokens: Tokens) -> set[tuple[Hexagon, int]]:
    found = set()
    for token in tokens:
        rest = tokens - {token}
        if all(lives(rest, hexagon) for hexagon, _ in rest) and hangs_together(rest):
            found.add(token)
    return found


def all_reached(tokens: Tokens) -> set[Tokens]:
    """Every tree that can come of this one."""
    reached, waiting = {tokens}, [tokens]
    while waiting:
        tree = waiting.pop()
        for token in may_be_taken(tree):
            rest = tree - {token}
            if rest not in reached:
                reached.add(rest)
                waiting.append(rest)
    return reached


def is_won(harvests: Counts) -> bool:
    if len(harvests) == 2:
        return all(count >= 5 for harvest in harvests for count in harvest)
    return all(any(count >= 10 for count in harvest) for harvest in harvests)


def can_be_won(tokens: Tokens, harvests: Counts, turn: int) -> bool:
    """Every order of takes is tried."""

    @cache
    def won(tree: Tokens, have: Counts, whose: int) -> bool:
        if is_won(have):
            return True
        for token in may_be_taken(tree):
            more = [list(harvest) for harvest in have]
            more[whose][token[1]] += 1
            if won(tree - {token}, tuple(map(tuple, more)), (whose + 1) % len(have)):
                return True
        return False

    return won(tokens, harvests, turn)


def largest_group(tokens: Tokens) -> Tokens:
    """Of groups of equal size the one nearest the centre, f6."""
    left, best = dict(tokens), None
    while left:
        start = min(left)
        group, waiting = set(), [start]
        while waiting:
            x, y = waiting.pop()
            if (x, y) in left:
                group.add(((x, y), left.pop((x, y))))
                waiting += [(x + dx, y + dy) for dx, dy in ROUND]
        nearness = sorted(steps(hexagon) for hexagon, _ in group)
        key = (-len(group), nearness, min((y, x) for (x, y), _ in group))
        if best is None or key < best[0]:
            best = (key, frozenset(group))
    return best[1] if best else frozenset()


def steps(hexagon: Hexagon) -> int:
    """How far it is to the centre: the fewest of the six steps, tried out."""
    dx, dy = hexagon[0] - 5, hexagon[1] - 5
    return min(abs(dx - k) + abs(dy + k) + abs(k) for k in range(-11, 12))


def cleared_by_hand(tokens: Tokens) -> Tokens:
    while dead := {token for token in tokens if not lives(tokens, token[0])}:
        tokens -= dead
    return largest_group(tokens)


def everywhere() -> list[Hexagon]:
    return [(x, y) for x in range(11) for y in range(11)]
