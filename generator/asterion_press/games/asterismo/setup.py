"""The setup: tokens poured from a seed, cleared and shared out; its report, and how often setups can be won.

The rulebook asks for a shaken bag, poured out and spread from the centre. How tokens tumble is our own model: they
leave the bag in random order; each lands about the centre, its two distances from there normal with `SPREAD` hexagons;
a token that lands on another slides outwards, one hexagon at a time and each time to one that lies further from the
centre, until it lies alone. Where the board ends before that, it comes to lie on the nearest free hexagon.

The same seed gives the same tokens on every machine: only `random()` of Python's Mersenne Twister is used, the one
method whose numbers Python promises to keep.

Then the dead are taken away, one connected tree remains, and what was removed is shared out. Source:
rules/asterismo.md, rulings 2 and 3. The rulebook's "share these out" leaves open who gets which. Our own reading: one
at a time, round the table, beginning with the first player, and by colours as :func:`share_out` says; then the turns go
on with the player who comes next.

A setup that the solver leaves undecided may be either, so there are two shares of setups: of those that can be won for
certain, and of those that cannot be lost for certain. The interval is Wilson's, from the lower end of the first to the
upper end of the second, at `CONFIDENCE`. Source: E. B. Wilson, "Probable inference, the law of succession, and
statistical inference", Journal of the American Statistical Association 22 (1927).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Scene
from asterion_press.errors import plural
from asterion_press.games.asterismo import rules
from asterion_press.games.asterismo.board import (
    BOARD,
    CENTRE,
    COLUMNS,
    SIZE,
    Hexagon,
    bit,
    distance,
    hexagons,
    is_on_board,
    names,
    neighbours,
)
from asterion_press.games.asterismo.piece_art import PositionPainter, ShownPosition
from asterion_press.games.asterismo.records import Catalogue
from asterion_press.games.asterismo.rules import Harvest, HexPosition, Tree
from asterion_press.games.asterismo.solver import Solution

SPREAD = 2.0
"""Standard deviation of the places where tokens land, along each of two axes, in hexagons."""
ROW_HEIGHT = math.sqrt(3) / 2
"""From one row of hexagons to the next, in hexagons."""
CONFIDENCE = 0.95


def pour(seed: int, spread: float = SPREAD) -> Tree:
    """Return all tokens of the bag on the board, each on a hexagon of its own."""
    chance = Random(f"asterismo {seed}")  # noqa: S311 - tumbling tokens, no secrets
    bag = [colour for colour in range(rules.COLOURS) for _ in range(rules.TOKENS_PER_COLOUR)]
    for last in range(len(bag) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        bag[last], bag[other] = bag[other], bag[last]
    trees = [0] * rules.COLOURS
    for colour in bag:
        taken = trees[0] | trees[1] | trees[2]
        trees[colour] |= bit(_slide(_land(chance, spread), taken, chance))
    return tuple(trees)


def _land(chance: Random, spread: float) -> Hexagon:
    """Return a random hexagon about the centre. Source of the normal numbers: Box and Muller, 1958."""
    while True:
        radius = spread * math.sqrt(-2 * math.log(1 - chance.random()))
        angle = math.tau * chance.random()
        there = _nearest(radius * math.cos(angle), radius * math.sin(angle))
        if is_on_board(there):
            return there


def _nearest(x: float, y: float) -> Hexagon:
    """Return the hexagon that covers a point, in hexagons from the middle of the centre. Source: cube rounding."""
    row = y / ROW_HEIGHT
    column = x - row / 2
    parts = column, row, -column - row
    whole = [round(part) for part in parts]
    off = [abs(a - b) for a, b in zip(whole, parts, strict=True)]
    worst = off.index(max(off))
    whole[worst] = -whole[worst - 1] - whole[worst - 2]  # all three are 0 together
    return CENTRE[0] + whole[0], CENTRE[1] + whole[1]


def _slide(there: Hexagon, taken: int, chance: Random) -> Hexagon:
    """Return where a token comes to lie alone."""
    while bit(there) & taken:
        outwards = [near for near in neighbours(there) if distance(near, CENTRE) > distance(there, CENTRE)]
        if not outwards:
            return min(hexagons(BOARD & ~taken), key=lambda free: (distance(free, there), bit(free)))
        there = outwards[int(chance.random() * len(outwards))]
    return there


class Cleared(NamedTuple):
    """The poured tokens that remain, and those that are taken away.

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
        """Return everything that is shared out, as a set of hexagons."""
        return sum(self.rounds) | self.apart


def clear(poured: Tree) -> Cleared:
    """Take away what is not alive, again and again, and then all groups but the largest.

    No group needs another to be alive, so that clearing once more would change nothing. Of groups of equal size the one
    that holds the hexagon nearest the centre remains (ruling 3); if that does not decide, the second nearest does, and
    so on, and in the end the first hexagon row by row (our own choice).
    """
    tree, rounds = poured, []
    while dead := rules.cells_of(tree) & ~rules.alive(tree):
        rounds.append(dead)
        tree = rules.without(tree, dead)
    pieces = rules.groups(rules.cells_of(tree))

    def precedence(group: int) -> tuple[int, list[int], int]:
        return -group.bit_count(), sorted(distance(token, CENTRE) for token in hexagons(group)), group & -group

    largest = min(pieces, key=precedence, default=0)
    apart = rules.cells_of(tree) & ~largest
    return Cleared(rules.without(tree, apart), tuple(rounds), apart)


def share_out(pool: Harvest, players: int) -> tuple[Harvest, ...]:
    """Return what each player gets of the removed tokens, one at a time round the table.

    Two players need every colour: the tokens go round colour by colour, so that both get alike. Three need one colour
    each: the first takes of the colour that there is most of, the next of the second, the third of the third, each as
    long as there are any, and then of what is left over.
    """
    left = list(pool)
    harvests = [[0] * rules.COLOURS for _ in range(players)]
    ranked = sorted(range(rules.COLOURS), key=lambda colour: (-pool[colour], colour))
    for number in range(sum(pool)):
        player = number % players
        if players == 2:
            colour = next(colour for colour in range(rules.COLOURS) if left[colour])
        else:
            own = ranked[player]
            colour = own if left[own] else max(range(rules.COLOURS), key=lambda colour: (left[colour], -colour))
        left[colour] -= 1
        harvests[player][colour] += 1
    return tuple(map(tuple, harvests))


def starting_position(poured: Tree, players: int) -> HexPosition:
    """Return the position in which the turns begin."""
    result = clear(poured)
    pool = tuple((colour & result.removed).bit_count() for colour in poured)
    return HexPosition(result.tree, share_out(pool, players), sum(pool) % players)


# -- the report --------------------------------------------------------------------------------------------------------


class Setup(NamedTuple):
    """A setup from a seed, with the takes that followed.

    Attributes:
        catalogue: of the game.
        seed: of the pour.
        poured: all tokens.
        takes: what has been taken since.
        position: the position after that.
    """

    catalogue: Catalogue
    seed: int
    poured: Tree
    takes: tuple[str, ...]
    position: HexPosition

    @classmethod
    def of(cls, catalogue: Catalogue, seed: int, players: int, takes: Sequence[str]) -> Setup:
        """Return the setup of a seed, and the game played on.

        Raises:
            ValueError: a take that is not legal, or no hexagon.
        """
        tokens = pour(seed)
        return cls(catalogue, seed, tokens, tuple(takes), rules.replay(starting_position(tokens, players), takes))

    @property
    def gone(self) -> Tree:
        """Return the tokens that are no longer on the board."""
        return rules.without(self.poured, rules.cells_of(self.position.tree))

    @property
    def title(self) -> str:
        """Return a description in a few words."""
        after = f", after {plural(len(self.takes), 'take')}" if self.takes else ""
        return f"the setup of seed {self.seed} for {self.position.players} players{after}"

    def text(self) -> str:
        """Return all of it in words."""
        cleared, tree, colours = clear(self.poured), self.position.tree, list(self.catalogue.colours)
        width = max(map(len, colours))
        dead, rounds = sum(cleared.rounds).bit_count(), plural(len(cleared.rounds), "round")
        shared = (
            f"{plural(cleared.removed.bit_count(), 'token')} shared out: {dead} not alive, in {rounds}, and "
            f"{cleared.apart.bit_count()} apart from the tree; small letters show what is gone"
        )
        letters = [colour.letter for colour in self.catalogue.colours.values()]
        lines = [self.title, "", board_text(tree, self.gone, letters), ""]
        for colour, cells in zip(colours, tree, strict=True):
            lines.append(f"{colour:<{width}}  {cells.bit_count():>2}  {' '.join(names(cells))}")
        return "\n".join([*lines, "", shared, harvests_text(self.position, colours), ""])

    def data(self, solution: Solution | None) -> dict[str, Any]:
        """Return all of it as plain data."""
        cleared, position, colours = clear(self.poured), self.position, list(self.catalogue.colours)
        found = {} if solution is None else {"solution": {**solution._asdict(), "line": list(solution.line)}}
        return {
            "seed": self.seed,
            "players": position.players,
            "removed": {"rounds": [[*names(dead)] for dead in cleared.rounds], "apart": [*names(cleared.apart)]},
            "played": list(self.takes),
            "tokens": {colour: [*names(cells)] for colour, cells in zip(colours, position.tree, strict=True)},
            "harvests": [dict(zip(colours, harvest, strict=True)) for harvest in position.harvests],
            "turn": position.turn + 1,
            "takes": [*names(rules.legal_takes(position.tree))],
            "outcome": rules.outcome(position),
            **found,
        }

    def scene(self, theme: Theme) -> Scene:
        """Return the picture: the whole board with its letters and numbers, and the harvests."""
        shown = ShownPosition(
            self.position.tree, gone=self.gone, harvests=self.position.harvests, turn=self.position.turn, whole=True
        )
        parts, width, height = PositionPainter(self.catalogue, theme).parts(shown)
        return Scene("setup", self.title, self.text(), width, height, parts)


def board_text(tree: Tree, gone: Tree, letters: Sequence[str]) -> str:
    """Return the board, each row half a hexagon further right than the one above; gone tokens in small letters."""
    signs: dict[Hexagon, str] = {}
    for letter, here, away in zip(letters, tree, gone, strict=True):
        signs |= dict.fromkeys(hexagons(here), letter) | dict.fromkeys(hexagons(away), letter.lower())
    lines = [" " * 4 + " ".join(COLUMNS[:SIZE])]
    for row in range(SIZE):
        cells = (signs.get((column, row), ".") for column in range(SIZE))
        lines.append(f"{' ' * row}{row + 1:>3} {' '.join(cells)}")
    return "\n".join(lines)


def harvests_text(position: HexPosition, colours: Sequence[str]) -> str:
    """Return what each player has, and whose turn it is."""
    lines = []
    for number, harvest in enumerate(position.harvests, 1):
        counted = ", ".join(f"{count} {colour}" for count, colour in zip(harvest, colours, strict=True))
        lines.append(f"player {number}: {plural(sum(harvest), 'token')} ({counted})")
    if end := rules.outcome(position):
        return "\n".join([*lines, f"the game is {end}"])
    takes = rules.legal_takes(position.tree).bit_count()
    return "\n".join([*lines, f"player {position.turn + 1} is to take one of {plural(takes, 'token')}"])


# -- odds --------------------------------------------------------------------------------------------------------------


class Odds(NamedTuple):
    """The numbers of setups that can be won, that cannot, and that are undecided."""

    won: int
    lost: int
    undecided: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the share that can be won; undecided setups count as lost, then as won."""
        return wilson(self.won, sum(self))[0], wilson(self.won + self.undecided, sum(self))[1]


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Return Wilson's interval of a share; all of 0 to 1 if nothing has been tried."""
    if not trials:
        return 0.0, 1.0
    z2 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    share = hits / trials
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = (z2 * (share * (1 - share) / trials + z2 / (4 * trials * trials))) ** 0.5 / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
