"""The rules of asterismo, each with the ways in which it could be otherwise.

The engine works out what may be taken by shortcuts that hold for these rules alone. By another rule every token is
tried, and what the solver finds, which prunes by the same shortcuts, counts for nothing.

Source: rules/asterismo.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from generator.games.asterismo import rules
from generator.games.asterismo.board import bit, hexagons, touching
from generator.games.asterismo.figures import first_untrue
from generator.games.asterismo.proposed_figures import small_figures
from generator.games.asterismo.records import Catalogue
from generator.games.asterismo.rules import Harvest, HexPosition, Tree, cells_of, fallen_by, is_connected, without
from generator.games.asterismo.setup import Cleared
from generator.games.asterismo.solver import Solution
from generator.games.teaching import Otherwise, Rule, RulesOfPlay

Part: TypeAlias = Callable[..., Any]
"""A function of the engine."""

BY_SOLVER = ("most", "gets", "verdict", "wins")


def _unsolved(find_claim: Part) -> Part:
    """Believe what is claimed of the solver's findings."""
    return lambda case, claim, claimed: claimed if claim in BY_SOLVER else find_claim(case, claim, claimed)


def _tried(_: Part) -> Part:
    """Try for every token whether it may be taken."""
    return lambda tree: sum(bit(there) for there in hexagons(cells_of(tree)) if not rules.refusal(tree, bit(there)))


def _living(keeps: Callable[[int, int, int], bool]) -> dict[str, Part]:
    """Return the changes by which tokens are alive whose numbers of neighbours say so.

    Args:
        keeps: is given how many neighbours a token has of its colour, of all, and of the commonest.
    """

    def changed(tree: Tree) -> int:
        alive = 0
        for colour, cells in enumerate(tree):
            for token in map(bit, hexagons(cells)):
                near = [(touching(token) & others).bit_count() for others in tree]
                alive |= token if keeps(near[colour], sum(near), max(near)) else 0
        return alive

    return {"alive": lambda _: changed, "legal_takes": _tried, "find_claim": _unsolved}


def _taking(refuses: Callable[[Tree, int], bool]) -> dict[str, Part]:
    """Return the changes by which a token may be taken unless this refuses it."""
    changed = {"refusal": lambda _: lambda tree, token: "refused" if refuses(tree, token) else ""}
    return {**changed, "legal_takes": _tried, "find_claim": _unsolved}


def _falls_for_long(tree: Tree, token: int) -> bool:
    """Return whether a token falls that the next player could not take."""
    fallen, rest = fallen_by(tree, token), without(tree, token)
    return bool(fallen) and (fallen.bit_count() > 1 or bool(fallen_by(rest, fallen)))


def _winning(met: Callable[[list[Harvest]], bool], players: int) -> dict[str, Part]:
    """Return the changes by which so many players have won when their harvests say so."""

    def change(goal_met: Part) -> Part:
        return lambda harvests: met(list(harvests)) if len(harvests) == players else goal_met(harvests)

    return {"goal_met": change, "find_claim": _unsolved}


def _largest_of_each(harvests: list[Harvest]) -> bool:
    """Return whether three players have ten tokens of a colour each, no two of them of the same colour."""
    enough = [{colour for colour, count in enumerate(harvest) if count >= 10} for harvest in harvests]
    return any(len({a, b, c}) == 3 for a in enough[0] for b in enough[1] for c in enough[2])


def _cleared_once(clear: Part) -> Part:
    """Take away what is not alive a single time."""

    def changed(poured: Tree) -> Cleared:
        dead = cells_of(poured) & ~rules.alive(poured)
        found: Cleared = clear(poured)
        tree = without(poured, dead | found.apart)
        return Cleared(tree, (dead,), found.apart)

    return changed


def _groups_stay(clear: Part) -> Part:
    """Leave all groups on the board."""

    def changed(poured: Tree) -> Cleared:
        found: Cleared = clear(poured)
        return Cleared(without(poured, sum(found.rounds)), found.rounds, 0)

    return changed


def _rows_only(shifted: Part) -> Part:
    """Have each hexagon touch four others: those of its row, and one above and below."""
    return lambda cells: (*shifted(cells)[:2], 0, *shifted(cells)[3:5], 0)


def _stuck_wins(solve: Part) -> Part:
    """Have players won who can take no token."""

    def changed(position: HexPosition, steps: int) -> Solution:
        found: Solution = solve(position, steps)
        return found if rules.legal_takes(position.tree) else found._replace(verdict="won")

    return changed


RULES = (
    Rule(
        "alive.own",
        "two neighbours of its own colour keep a token alive",
        (
            Otherwise("one is enough", _living(lambda own, total, _: own >= 1 or total >= 3)),
            Otherwise("three are needed", _living(lambda own, total, _: own >= 3 or total >= 3)),
            Otherwise("two of any one colour do (1)", _living(lambda _, total, most: most >= 2 or total >= 3)),
        ),
    ),
    Rule(
        "alive.any",
        "three neighbours of any colours keep a token alive, too",
        (
            Otherwise("two are enough", _living(lambda _, total, __: total >= 2)),
            Otherwise("four are needed", _living(lambda own, total, _: own >= 2 or total >= 4)),
            Otherwise("both are needed", _living(lambda own, total, _: own >= 2 and total >= 3)),
        ),
    ),
    Rule(
        "alive.six",
        "a token has six neighbours at most, one at each side of its hexagon",
        (Otherwise("four", {"shifted": _rows_only, "legal_takes": _tried, "find_claim": _unsolved}),),
    ),
    Rule(
        "take.falls",
        "no token may fall by a take",
        (
            Otherwise("tokens may fall", _taking(lambda tree, token: not is_connected(cells_of(without(tree, token))))),
            Otherwise(
                "one may that the next player can take",
                _taking(
                    lambda tree, token: _falls_for_long(tree, token) or not is_connected(cells_of(without(tree, token)))
                ),
            ),
        ),
    ),
    Rule(
        "take.apart",
        "the tree may not fall apart",
        (Otherwise("it may", _taking(lambda tree, token: bool(fallen_by(tree, token)))),),
    ),
    Rule(
        "setup.repeat",
        "at the setup the dead are taken away until all that remain are alive (2)",
        (Otherwise("once", {"clear": _cleared_once}),),
    ),
    Rule(
        "setup.group",
        "only the largest group stays on the board (3)",
        (Otherwise("all groups stay", {"clear": _groups_stay}),),
    ),
    Rule(
        "goal.two",
        "two players need five tokens of every colour each, or more",
        (
            Otherwise("four are enough", {"EACH_COLOUR_FOR_TWO": 4}),
            Otherwise("six", {"EACH_COLOUR_FOR_TWO": 6}),
            Otherwise("fifteen of any colours", _winning(lambda harvests: min(map(sum, harvests)) >= 15, 2)),
            Otherwise(
                "five of every colour and no more",
                _winning(lambda harvests: all(count == 5 for harvest in harvests for count in harvest), 2),
            ),
            Otherwise("it is enough that one of them has", _winning(lambda harvests: max(map(min, harvests)) >= 5, 2)),
        ),
    ),
    Rule(
        "goal.three",
        "three players need ten tokens of one colour each",
        (
            Otherwise("nine are enough", {"ONE_COLOUR_FOR_THREE": 9}),
            Otherwise("eleven", {"ONE_COLOUR_FOR_THREE": 11}),
            Otherwise("no two may collect the same colour", _winning(_largest_of_each, 3)),
            Otherwise(
                "all collect the same colour",
                _winning(lambda harvests: any(min(own) >= 10 for own in zip(*harvests, strict=True)), 3),
            ),
            Otherwise(
                "it is enough that two of them have", _winning(lambda harvests: sorted(map(max, harvests))[1] >= 10, 3)
            ),
        ),
    ),
    Rule(
        "end.lost",
        "players who can take no token and have not met the goal have lost",
        (Otherwise("they have won", {"solve": _stuck_wins}),),
    ),
    Rule(
        "setup.tie",
        "of groups of equal size the one nearest the centre stays (3)",
        reason="a pour with two largest groups is too rare to be shown",
    ),
    Rule("setup.share", "what was taken away is shared out", reason="the harvests of a figure are data"),
    Rule("turn.must", "a player must take a token", reason="the engine knows no turn without a take"),
    Rule("silent", "in the silent game nobody speaks about moves", reason="the engine hears nobody"),
)


def rules_of_play(catalogue: Catalogue) -> RulesOfPlay:
    """Return the rules of the game."""
    proposed = partial(small_figures, tuple(catalogue.colours))
    return RulesOfPlay(RULES, proposed, partial(first_untrue, catalogue=catalogue))
