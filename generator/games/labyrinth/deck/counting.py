"""How many designs there are, counted by formula: not one of them is listed here, ``space.py`` does that.

Designs that become equal by a turn are one, so they are orbits of the group of turns, and Burnside's lemma counts
orbits: the mean, over the group's elements, of how many labelled designs each element leaves as they are::

    designs = 1/4 (fixed by no turn + by a quarter turn + by a half turn + by three quarter turns)

What an element g leaves as it is follows from its cycles on the four sides. A cycle of sides is closed as a whole, or
open as a whole. The open cycles fall into groups that share their paths; in a group of j cycles g passes d paths round
(d divides the length of every cycle, each path takes every d-th side of each), which can be laid in d^(j-1) ways, and
all d paths hold the same. What is held is counted by the exponents of a polynomial, so that limits of whole tiles can
be applied at the end::

    fixed(g) = sum over closed cycles, sum over groupings of the others, product over groups of
               sum over d of d^(j-1) h(x^d),        h = sum over what a path may hold of x^content

Source: W. Burnside, "Theory of Groups of Finite Order", 1897, section 118 (the lemma is older; P. Neumann, "A lemma
that is not Burnside's", 1979); for the fixed set partitions F. Bergeron, G. Labelle, P. Leroux, "Combinatorial Species
and Tree-like Structures", 1998, section 2.2. Partitions of subsets of n sides, labelled, are the Bell numbers B(n+1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import TypeAlias

from generator.games.labyrinth.deck.limits import Content, Limits
from generator.geometry import QUARTER_TURNS, SIDES

Polynomial: TypeAlias = Counter[Content]
"""How many labelled designs there are for each content."""
Permutation: TypeAlias = tuple[int, ...]
"""For each side the side that it becomes."""

NOTHING: Content = (0, 0, 0)
TURNS: tuple[Permutation, ...] = tuple(tuple(side.turned(n) for side in SIDES) for n in range(QUARTER_TURNS))
"""The four turns of a square."""
MIRRORS: tuple[Permutation, ...] = tuple(tuple(turn[-side % QUARTER_TURNS] for side in SIDES) for turn in TURNS)
"""Its four mirror images: east and west exchanged, then turned."""


def count_designs(limits: Limits) -> int:
    """How many designs there are up to turning."""
    return _orbits(limits, TURNS)


def count_up_to_mirrors(limits: Limits) -> int:
    """How many there are if mirror images, too, are one."""
    return _orbits(limits, TURNS + MIRRORS)


def count_labelled(limits: Limits) -> int:
    """How many there are if every turn is another design."""
    return _total(fixed_by(TURNS[0], limits), limits)


def _orbits(limits: Limits, group: Sequence[Permutation]) -> int:
    """The mean of the fixed ones over the group, a whole number by Burnside's lemma."""
    return sum(_total(fixed_by(element, limits), limits) for element in group) // len(group)


def _total(polynomial: Polynomial, limits: Limits) -> int:
    return sum(count for content, count in polynomial.items() if limits.allows(content))


def fixed_by(element: Permutation, limits: Limits) -> Polynomial:
    """How many labelled designs an element leaves as they are, by content; limits of whole tiles are not applied."""
    cycles = cycle_lengths(element)
    one_path = Counter(dict.fromkeys(limits.of_a_path(), 1))
    found: Polynomial = Counter()
    for count in range(len(cycles) + 1):
        for closed in combinations(range(len(cycles)), count):
            opened = [length for place, length in enumerate(cycles) if place not in closed]
            if limits.opens(sum(opened)):
                for grouping in groupings(opened):
                    found.update(_laid(grouping, one_path))
    return found


def cycle_lengths(element: Permutation) -> list[int]:
    """The lengths of a permutation's cycles."""
    lengths, seen = [], set[int]()
    for start in range(len(element)):
        length, place = 0, start
        while place not in seen:
            seen.add(place)
            length, place = length + 1, element[place]
        if length:
            lengths.append(length)
    return lengths


def groupings(cycles: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to put cycles, each different from the others, into groups."""
    if not cycles:
        yield []
        return
    first, *others = cycles
    for rest in groupings(others):
        yield [[first], *rest]
        for place, group in enumerate(rest):
            yield [*rest[:place], [first, *group], *rest[place + 1 :]]


def _laid(grouping: list[list[int]], one_path: Polynomial) -> Polynomial:
    """The product over the groups."""
    product: Polynomial = Counter({NOTHING: 1})
    for group in grouping:
        ways: Polynomial = Counter()
        for paths in _divisors(gcd(*group)):
            for (prisoners, coins, wings), count in one_path.items():
                ways[paths * prisoners, paths * coins, paths * wings] += count * paths ** (len(group) - 1)
        product = _multiplied(product, ways)
    return product


def _divisors(number: int) -> Iterator[int]:
    return (d for d in range(1, number + 1) if number % d == 0)


def _multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    product: Polynomial = Counter()
    for (p, c, w), count in one.items():
        for (p2, c2, w2), count2 in other.items():
            product[p + p2, c + c2, w + w2] += count * count2
    return product
