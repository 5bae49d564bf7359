"""Rules of asterismo bent on purpose.

The engine works out what may be taken by shortcuts that hold for its rules alone. By another rule every token is
tried, and what the solver finds, which prunes by the same shortcuts, counts for nothing.

Source: rules/asterismo.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asterion_press.games.asterismo import rules
from asterion_press.games.asterismo.board import bit, hexagons, touching
from asterion_press.games.asterismo.rules import Harvest, HexPosition, Tree, cells_of, fallen_by, is_connected, without
from asterion_press.games.asterismo.setup import Cleared
from tests.rules.bending import Bend, Part, other

BY_SOLVER = ("most", "gets", "verdict", "wins")


def tried(_: Part, tree: Tree) -> int:
    """Try for every token whether it may be taken."""
    return sum(bit(there) for there in hexagons(cells_of(tree)) if not rules.refusal(tree, bit(there)))


UNSOLVED = (
    "find_claim",
    other(lambda find, case, claim, claimed: claimed if claim in BY_SOLVER else find(case, claim, claimed)),
)
SLOWLY = (("legal_takes", other(tried)), UNSOLVED)


def living(keeps: Callable[[int, int, int], bool]) -> Bend:
    """Return the bend by which tokens are alive whose numbers of neighbours say so.

    Args:
        keeps: is given how many neighbours a token has of its colour, of all, and of the commonest.
    """

    def alive(_: Part, tree: Tree) -> int:
        found = 0
        for colour, cells in enumerate(tree):
            for token in map(bit, hexagons(cells)):
                near = [(touching(token) & others).bit_count() for others in tree]
                found |= token if keeps(near[colour], sum(near), max(near)) else 0
        return found

    return (("alive", other(alive)), *SLOWLY)


def taking(refuses: Callable[[Tree, int], bool]) -> Bend:
    """Return the bend by which a token may be taken unless this refuses it."""
    return (("refusal", other(lambda _, tree, token: "refused" if refuses(tree, token) else "")), *SLOWLY)


def parts(tree: Tree, token: int) -> bool:
    """Return whether the tree falls apart by a take."""
    return not is_connected(cells_of(without(tree, token)))


def falls_for_long(tree: Tree, token: int) -> bool:
    """Return whether a token falls that the next player could not take."""
    fallen, rest = fallen_by(tree, token), without(tree, token)
    return bool(fallen) and (fallen.bit_count() > 1 or bool(fallen_by(rest, fallen)))


def winning(players: int, met: Callable[[list[Harvest]], bool]) -> Bend:
    """Return the bend by which so many players have won when their harvests say so."""
    goal_met = other(lambda own, harvests: met(list(harvests)) if len(harvests) == players else own(harvests))
    return (("goal_met", goal_met), UNSOLVED)


def largest_of_each(harvests: list[Harvest]) -> bool:
    """Return whether three players have ten tokens of a colour each, no two of them of the same colour."""
    enough = [{colour for colour, count in enumerate(harvest) if count >= 10} for harvest in harvests]
    return any(len({a, b, c}) == 3 for a in enough[0] for b in enough[1] for c in enough[2])


def cleared_once(clear: Part, poured: Tree) -> Cleared:
    """Take away what is not alive a single time."""
    dead = cells_of(poured) & ~rules.alive(poured)
    apart = clear(poured).apart
    return Cleared(without(poured, dead | apart), (dead,), apart)


def groups_stay(clear: Part, poured: Tree) -> Cleared:
    """Leave all groups on the board."""
    rounds = clear(poured).rounds
    return Cleared(without(poured, sum(rounds)), rounds, 0)


def stuck_wins(solve: Part, position: HexPosition, steps: int) -> Any:
    """Have players won who can take no token."""
    found = solve(position, steps)
    return found if rules.legal_takes(position.tree) else found._replace(verdict="won")


BENDS: dict[str, Bend] = {
    "one neighbour of its own colour keeps a token alive": living(lambda own, total, _: own >= 1 or total >= 3),
    "three neighbours of its own colour are needed": living(lambda own, total, _: own >= 3 or total >= 3),
    "two neighbours of any one colour are enough": living(lambda _, total, most: most >= 2 or total >= 3),
    "two neighbours of any colours are enough": living(lambda _, total, __: total >= 2),
    "four neighbours of any colours are needed": living(lambda own, total, _: own >= 2 or total >= 4),
    "two of its own colour and three of any are needed": living(lambda own, total, _: own >= 2 and total >= 3),
    "a token has four neighbours at most": (
        ("shifted", other(lambda own, cells: (*own(cells)[:2], 0, *own(cells)[3:5], 0))),
        *SLOWLY,
    ),
    "tokens may fall": taking(parts),
    "one token may fall that the next player can take": taking(
        lambda tree, token: falls_for_long(tree, token) or parts(tree, token)
    ),
    "the tree may fall apart": taking(lambda tree, token: bool(fallen_by(tree, token))),
    "the dead are taken away once": (("clear", other(cleared_once)),),
    "all groups stay on the board": (("clear", other(groups_stay)),),
    "two players need four of every colour": (("EACH_COLOUR_FOR_TWO", 4),),
    "two players need six of every colour": (("EACH_COLOUR_FOR_TWO", 6),),
    "two players need fifteen of any colours": winning(2, lambda harvests: min(map(sum, harvests)) >= 15),
    "two players need five of every colour and no more": winning(
        2, lambda harvests: all(count == 5 for harvest in harvests for count in harvest)
    ),
    "one of two players needs five of every colour": winning(2, lambda harvests: max(map(min, harvests)) >= 5),
    "three players need nine of one colour": (("ONE_COLOUR_FOR_THREE", 9),),
    "three players need eleven of one colour": (("ONE_COLOUR_FOR_THREE", 11),),
    "three players need different colours": winning(3, largest_of_each),
    "three players need the same colour": winning(
        3, lambda harvests: any(min(own) >= 10 for own in zip(*harvests, strict=True))
    ),
    "two of three players need ten of one colour": winning(3, lambda harvests: sorted(map(max, harvests))[1] >= 10),
    "players who can take no token have won": (("solve", other(stuck_wins)),),
}
