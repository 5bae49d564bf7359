"""The end of the setup: the dead are taken away, one connected tree remains, and what was removed is shared out.

Source: rules/asterismo.md, rulings 2 and 3. The rulebook's "share these out" leaves open who gets which. Our own
reading: one at a time, round the table, beginning with the first player, and by colours as :func:`shared` says; then
the turns go on with the player who comes next.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.games.asterismo.board import CENTRE, distance, hexagons
from generator.games.asterismo.rules import Harvest, Position, harvest_of
from generator.games.asterismo.tree import COLOURS, Tree, alive, cells_of, groups, without


class Cleared(NamedTuple):
    """What remains of the poured tokens, and what is taken away.

    Attributes:
        tree: alive and in one piece; empty if nothing lives.
        rounds: what was dead, round by round, each as a set of hexagons.
        apart: what lived in other groups than the largest.
    """

    tree: Tree
    rounds: tuple[int, ...]
    apart: int

    @property
    def removed(self) -> int:
        """Everything that is shared out, as a set of hexagons."""
        return sum(self.rounds) | self.apart


def cleared(poured: Tree) -> Cleared:
    """Take away what is not alive, again and again, and then all groups but the largest.

    No group needs another to be alive, so that clearing once more would change nothing. Of groups of equal size the one
    that holds the hexagon nearest the centre remains (ruling 3); if that does not decide, the second nearest does, and
    so on, and in the end the first hexagon row by row (our own choice).
    """
    tree, rounds = poured, []
    while dead := cells_of(tree) & ~alive(tree):
        rounds.append(dead)
        tree = without(tree, dead)
    pieces = groups(cells_of(tree))
    largest = min(pieces, key=_precedence, default=0)
    apart = cells_of(tree) & ~largest
    return Cleared(without(tree, apart), tuple(rounds), apart)


def _precedence(group: int) -> tuple[int, list[int], int]:
    """What groups are compared by; the smallest remains."""
    return -group.bit_count(), sorted(distance(token, CENTRE) for token in hexagons(group)), group & -group


def removed_harvest(poured: Tree, result: Cleared) -> Harvest:
    """How many tokens of each colour are shared out."""
    return harvest_of((colour & result.removed).bit_count() for colour in poured)


def shared(pool: Harvest, players: int) -> tuple[Harvest, ...]:
    """What each player gets of the removed tokens, one at a time round the table.

    Two players need every colour: the tokens go round colour by colour, so that both get alike. Three need one colour
    each: the first takes of the colour that there is most of, the next of the second, the third of the third, each as
    long as there are any, and then of what is left over.
    """
    left = list(pool)
    harvests = [[0] * COLOURS for _ in range(players)]
    ranked = sorted(range(COLOURS), key=lambda colour: (-pool[colour], colour))
    for number in range(sum(pool)):
        player = number % players
        if players == 2:
            colour = next(colour for colour in range(COLOURS) if left[colour])
        else:
            own = ranked[player]
            colour = own if left[own] else max(range(COLOURS), key=lambda colour: (left[colour], -colour))
        left[colour] -= 1
        harvests[player][colour] += 1
    return tuple(map(harvest_of, harvests))


def starting_position(poured: Tree, players: int) -> Position:
    """The position in which the turns begin."""
    result = cleared(poured)
    pool = removed_harvest(poured, result)
    return Position(result.tree, shared(pool, players), sum(pool) % players)
