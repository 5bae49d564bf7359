"""Finds the four-player closing example: ``python tools/closing_example.py [--seed N] [--steps N]``.

A maintainer's tool. It lays all tiles of the deck on a fixed shape round the minotaur and swaps and turns them by
simulated annealing until the count at the end has exactly the numbers of `WANTED`. Then it goes on, as the temperature
falls, to make the two chambers of treasure short, compact, and well apart. The figure is printed as YAML, in the format
of ``templates/figures/asterion.yaml``, with the computed facts as comments; progress goes to stderr. The same seed and
the same steps give the same figure; ``--seconds`` only stops a search that takes too long, and then says so. The
shipped figure is that of the defaults, but for the tiles that its comment names.

If the minotaur has a way out at the end of a game of placements, he had one all along: before the tiles on that way lay
there, it ended outside all the sooner. ``--order FILE`` writes such a game as a record, each of its plies judged.

The doors of the shape are numbered; a door between two cells is one. A path joins doors, so chambers are the classes of
a union-find over doors, and what a chamber holds is one integer, a *tally*, in fields of 16 bits::

    ... | sum of squares | sum of y | sum of x | paths | prisoners, four colours | wings | coins | open exits

Source: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, NamedTuple, TypeAlias

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, deck_of
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side

Cell: TypeAlias = tuple[int, int]
Lie: TypeAlias = tuple[int, int]
"""A tile, by its number in the deck, and its turns."""

SHAPES = {
    "round": (5, 7, 7, 9, 9, 9, 7, 7, 5),
    "tall": (3, 5, 7, 7, 7, 7, 7, 7, 7, 5, 3),
    "broad": (5, 7, 9, 9, 9, 9, 9, 7, 5),
}
"""The lengths of the rows, each centred, the minotaur in the middle; 65 cells, `broad` 69 for the original edition."""
CENTRE: Cell = (0, 0)

FIELD = 16
MASK = (1 << FIELD) - 1
COLOURS = 3
"""Field of the first colour's prisoners."""
PATHS = 7
"""Field of the number of paths; the sums of their x, y and squares follow."""


class Wanted(NamedTuple):
    """The count that the end of the game shall have.

    Attributes:
        impaled: prisoners connected to the minotaur.
        gate: prisoners by colour in the chamber that is connected to the outside.
        winged: prisoners by colour in the chamber that is not, but has wings.
        coins: in each of the two.
        wings: in the latter.
        lead: by how many escaped prisoners the first colour shall win the tie against the last one; as many of both
            escape with a coin, so that it does not matter whether those are counted.
    """

    impaled: int = 22
    gate: tuple[int, ...] = (1, 1, 4, 5)
    winged: tuple[int, ...] = (4, 3, 0, 0)
    coins: int = 2
    wings: int = 2
    lead: int = 4


WANTED = Wanted()


def field(tally: int, number: int) -> int:
    """Return one field of a tally."""
    return tally >> FIELD * number & MASK


def prisoners(tally: int) -> tuple[int, ...]:
    """Return prisoners by colour."""
    return tuple(field(tally, number) for number in range(COLOURS, PATHS))


def escapes(tally: int) -> bool:
    """Return whether a chamber without the minotaur is connected to the outside or to two wings."""
    return bool(tally & MASK) or tally >> 2 * FIELD & MASK >= 2


class Shape:
    """The cells of the table that shall be covered, the minotaur's first, and their doors."""

    def __init__(self, rows: Sequence[int]) -> None:
        cells = [(x - row // 2, y - len(rows) // 2) for y, row in enumerate(rows) for x in range(row)]
        self.cells = tuple(sorted(cells, key=lambda cell: cell != CENTRE))
        self._numbers: dict[tuple[Cell, Side], int] = {}
        for cell in self.cells:
            for side in SIDES:
                number = self._numbers.get((self.beyond(cell, side), side.opposite), len(set(self._numbers.values())))
                self._numbers[cell, side] = number
        self.doors = len(set(self._numbers.values()))

    @staticmethod
    def beyond(cell: Cell, side: Side) -> Cell:
        """Return the neighbouring cell."""
        return cell[0] + side.step[0], cell[1] + side.step[1]

    def door(self, cell: Cell, side: Side) -> int:
        """Return the number of a door."""
        return self._numbers[cell, side]

    def is_outer(self, cell: Cell, side: Side) -> bool:
        """Return whether the door leads to the outside."""
        return self.beyond(cell, side) not in self.cells


class Fit(NamedTuple):
    """A tile in one turn on one cell.

    Attributes:
        joins: pairs of doors that it joins.
        held: for each path one of its doors, and its tally.
    """

    joins: tuple[tuple[int, int], ...]
    contents: tuple[tuple[int, int], ...]


class Board:
    """Everything that is fixed: the deck's tiles, the shape, and how each tile fits each cell in each turn."""

    def __init__(self, deck: Deck, shape: Shape) -> None:
        self.shape = shape
        self.tiles: tuple[Tile, ...] = (deck.minotaur, *deck.copies())
        self.colours = deck.catalogue.colour_ids
        if len(self.tiles) != len(shape.cells):
            raise SystemExit(f"the deck has {len(self.tiles)} tiles, the shape {len(shape.cells)} cells")
        self.fits = [
            [[self._fit(tile, turns, cell) for turns in range(QUARTER_TURNS)] for tile in self.tiles]
            for cell in shape.cells
        ]

    def _fit(self, tile: Tile, turns: int, cell: Cell) -> Fit:
        joins: list[tuple[int, int]] = []
        contents: list[tuple[int, int]] = []
        for path in tile.paths:
            sides = [side.turned(turns) for side in path.exits]
            doors = [self.shape.door(cell, side) for side in sides]
            x, y = cell[0] + 8, cell[1] + 8
            counts = [sum(self.shape.is_outer(cell, side) for side in sides), path.holds["coin"], path.holds["wing"]]
            counts += [path.holds["prisoner"] if colour == tile.colour else 0 for colour in self.colours]
            counts += [1, x, y, x * x + y * y]
            contents.append((doors[0], sum(count << FIELD * number for number, count in enumerate(counts))))
            joins += [(doors[0], door) for door in doors[1:]]
        return Fit(tuple(joins), tuple(contents))


def classes(doors: int, fits: Sequence[Fit]) -> list[int]:
    """For each door a door that stands for its chamber."""
    parent = list(range(doors))
    for joins, _ in fits:
        for pair in joins:
            one, other = pair
            while parent[one] != one:
                parent[one] = one = parent[parent[one]]
            while parent[other] != other:
                parent[other] = other = parent[parent[other]]
            parent[one] = other
    for door in range(doors):
        root = door
        while parent[root] != root:
            root = parent[root]
        parent[door] = root
    return parent


def tallies(fits: Sequence[Fit], roots: Sequence[int]) -> list[int]:
    """Return the contents of the chambers, by the doors that stand for them."""
    tally = [0] * len(roots)
    for _, contents in fits:
        for door, what in contents:
            tally[roots[door]] += what
    return tally


class Treasure(NamedTuple):
    """Doors that stand for the two chambers of treasure, and how far they are from what is wanted."""

    cost: float
    gate: int
    winged: int


class Verdict(NamedTuple):
    """The worth of a layout.

    Attributes:
        wrong: how far its numbers are from those that are wanted; zero if none is.
        tangle: how hard its chambers of treasure are to follow.
        treasure: those chambers.
    """

    wrong: float
    tangle: float
    treasure: Treasure

    @property
    def energy(self) -> float:
        """Return the number that the annealing makes small."""
        return self.wrong + self.tangle


NOTHING = Treasure(60.0, -1, -1)
"""No two chambers have coins, apart from the minotaur's."""
MOST_TANGLED = 6.0


def apart(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the number of prisoners that are too many or too few."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def gate_cost(tally: int) -> float:
    """Return the distance of a chamber from the wanted one at the gate."""
    shut = 0 if tally & MASK else 4
    return 4 * abs(field(tally, 1) - WANTED.coins) + shut + apart(prisoners(tally), WANTED.gate)


def winged_cost(tally: int) -> float:
    """Return the distance of a chamber from the wanted one with wings."""
    wings = 2 * abs(field(tally, 2) - WANTED.wings)
    return (
        4 * abs(field(tally, 1) - WANTED.coins) + 3 * field(tally, 0) + wings + apart(prisoners(tally), WANTED.winged)
    )


def treasure_of(chambers: dict[int, int]) -> Treasure:
    """Return the two chambers nearest to those that are wanted; no other coin may lie where one can escape."""
    coined = {door: contents for door, contents in chambers.items() if contents >> FIELD & MASK}
    stray = {door: 3.0 * field(contents, 1) if escapes(contents) else 0.0 for door, contents in coined.items()}
    gate = {door: gate_cost(contents) - stray[door] for door, contents in coined.items()}
    winged = {door: winged_cost(contents) - stray[door] for door, contents in coined.items()}
    total = sum(stray.values())
    pairs = [(total + gate[a] + winged[b], a, b) for a in coined for b in coined if a != b]
    return Treasure(*min(pairs)) if pairs else NOTHING


def lead_of(chambers: dict[int, int]) -> int:
    """By how many escaped prisoners, with coins or without, the first colour is ahead of the last."""
    escaped = sum(contents for contents in chambers.values() if contents & MASK or contents >> 2 * FIELD & MASK >= 2)
    return field(escaped, COLOURS) - field(escaped, PATHS - 1)


def spread(tally: int) -> float:
    """Return the mean square distance of a chamber's paths from their middle, in cells."""
    paths, x, y, squares = (field(tally, number) for number in range(PATHS, PATHS + 4))
    return squares / paths - (x * x + y * y) / paths**2


def distance(one: int, other: int) -> float:
    """Return the distance between the middles of two chambers, in cells."""
    middles = [
        [field(tally, number) / field(tally, PATHS) for number in (PATHS + 1, PATHS + 2)] for tally in (one, other)
    ]
    return math.dist(*middles)


def tangle_of(gate: int, winged: int) -> float:
    """Return a cost for chambers that are hard to follow: long, sprawling, close, with needless exits or wings."""
    length = 0.08 * (field(gate, PATHS) + field(winged, PATHS))
    sprawl = 0.35 * (spread(gate) + spread(winged))
    idle = 0.3 * max(0, field(gate, 2) - 1) + 0.15 * max(0, field(gate, 0) - 1)
    return length + sprawl + idle - 0.5 * distance(gate, winged)


def shared_tiles(fits: Sequence[Fit], roots: Sequence[int], one: int, other: int) -> int:
    """Return the number of tiles that have paths of both chambers."""
    on_tile = [{roots[door] for door, _ in contents} for _, contents in fits]
    return sum(one in chambers and other in chambers for chambers in on_tile)


def verdict(doors: int, fits: Sequence[Fit]) -> Verdict:
    """Judge a layout."""
    roots = classes(doors, fits)
    minotaur = roots[fits[0].contents[0][0]]
    tally = tallies(fits, roots)
    victims = tally[minotaur]
    chambers = {door: contents for door, contents in enumerate(tally) if contents and door != minotaur}
    treasure = treasure_of(chambers)
    wrong = treasure.cost + abs(sum(prisoners(victims)) - WANTED.impaled)
    wrong += 0 if victims & MASK else 5
    wrong += 0.5 * max(0, WANTED.lead - lead_of(chambers))
    if treasure is NOTHING:
        return Verdict(wrong, MOST_TANGLED, treasure)
    tangle = tangle_of(chambers[treasure.gate], chambers[treasure.winged])
    if not wrong:
        tangle += 0.2 * shared_tiles(fits, roots, treasure.gate, treasure.winged)
    return Verdict(wrong, tangle, treasure)


# The search


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of the search: steps, the first and the last temperature, and a limit in seconds."""

    steps: int
    hot: float = 2.0
    cold: float = 0.12
    seconds: float = math.inf


class Annealing:
    """One search.

    Attributes:
        board: what is fixed.
        lies: for each cell of the shape its tile and turns now, the minotaur first.
        best: the lies of the least tangled layout so far that is right in all numbers and can come about in play.
        order: an order in which its cells are filled.
        tangle: how tangled it is.
        ended: why the search stopped early; empty if it did not.
    """

    def __init__(self, board: Board, seed: int) -> None:
        self.board, self._rng = board, random.Random(seed)
        tiles = list(range(1, len(board.tiles)))
        self._rng.shuffle(tiles)
        self.lies: list[Lie] = [(0, 0), *((tile, self._rng.randrange(QUARTER_TURNS)) for tile in tiles)]
        self._fits = fits_of(board, self.lies)
        self._now = verdict(board.shape.doors, self._fits)
        self.best: list[Lie] = []
        self.order: list[int] = []
        self.tangle = math.inf
        self.ended = ""

    def run(self, plan: Plan) -> None:
        """Search."""
        start = time.monotonic()
        for step in range(plan.steps):
            heat = plan.hot * (plan.cold / plan.hot) ** (step / plan.steps)
            self._step(heat)
            if step % 20_000 == 0:
                self._report(step, heat, time.monotonic() - start)
                if time.monotonic() - start > plan.seconds:
                    self.ended = f"stopped by the clock after {step} of {plan.steps} steps"
                    return

    def _step(self, heat: float) -> None:
        """Turn a tile or swap two, each turned at random, and keep that or not."""
        before = {cell: (self.lies[cell], self._fits[cell]) for cell in self._cells()}
        moved = [lie for lie, _ in reversed(before.values())]
        for cell, (tile, _) in zip(before, moved, strict=True):
            turns = int(self._rng.random() * QUARTER_TURNS)
            self.lies[cell], self._fits[cell] = (tile, turns), self.board.fits[cell][tile][turns]
        then = verdict(self.board.shape.doors, self._fits)
        loss = then.energy - self._now.energy
        if loss > 0 and self._rng.random() >= math.exp(-loss / heat):
            for cell, (lie, fit) in before.items():
                self.lies[cell], self._fits[cell] = lie, fit
            return
        self._now = then
        if not then.wrong and then.tangle < self.tangle - 1e-9 and (order := order_of_play(self.board, self.lies)):
            self.best, self.order, self.tangle = self.lies.copy(), order, then.tangle

    def _cells(self) -> tuple[int, ...]:
        """Return one cell or two, not the minotaur's."""
        one, other = (1 + int(self._rng.random() * (len(self.lies) - 1)) for _ in range(2))
        return (one, other) if self._rng.random() < 0.5 and one != other else (one,)

    def _report(self, step: int, heat: float, seconds: float) -> None:
        best = f"best {self.tangle:.2f}" if self.best else "none found yet"
        now = f"wrong {self._now.wrong:5.1f}, tangle {self._now.tangle:5.2f}"
        print(f"{seconds:6.1f} s, step {step:8}, heat {heat:.2f}: {now}; {best}", file=sys.stderr)


def fits_of(board: Board, lies: Sequence[Lie]) -> list[Fit]:
    """Return the tiles as they lie on their cells."""
    return [fits[tile][turns] for fits, (tile, turns) in zip(board.fits, lies, strict=True)]


# The count


@dataclass(frozen=True)
class Count:
    """The count at the end of a layout, path by path.

    Attributes:
        board: what is fixed.
        lies: the layout.
        roots: for each door a door that stands for its chamber.
        chambers: the tallies of all chambers by such doors, the minotaur's too.
        minotaur: the door that stands for his.
        treasure: the two chambers of treasure.
    """

    board: Board
    lies: list[Lie]
    roots: list[int]
    chambers: dict[int, int]
    minotaur: int
    treasure: Treasure

    @classmethod
    def of(cls, board: Board, lies: list[Lie]) -> Count:
        """Count a layout."""
        fits = fits_of(board, lies)
        roots = classes(board.shape.doors, fits)
        tally = tallies(fits, roots)
        chambers = {door: contents for door, contents in enumerate(tally) if contents}
        treasure = verdict(board.shape.doors, fits).treasure
        return cls(board, lies, roots, chambers, roots[fits[0].contents[0][0]], treasure)

    def paths(self, door: int) -> Iterator[tuple[Tile, int]]:
        """Return the paths of a chamber: tile, and number of the path in the catalogue's order, from 1."""
        for (tile, _), (_, contents) in zip(self.lies, fits_of(self.board, self.lies), strict=True):
            for number, (path_door, _) in enumerate(contents, 1):
                if self.roots[path_door] == door:
                    yield self.board.tiles[tile], number

    def by_colour(self, counts: Sequence[int]) -> dict[str, int]:
        """Return numbers under the colours' names."""
        return dict(zip(self.board.colours, counts, strict=True))

    def escaping(self) -> list[int]:
        """Return the chambers from which prisoners escape, with coins or without."""
        return [door for door, contents in self.chambers.items() if door != self.minotaur and escapes(contents)]

    def escaped(self) -> dict[str, int]:
        """Return prisoners who escape, by colour."""
        return self.by_colour(prisoners(sum(self.chambers[door] for door in self.escaping())))

    def coinless(self) -> dict[str, int]:
        """Return prisoners who escape without a coin, by colour."""
        poor = [contents for contents in map(self.chambers.__getitem__, self.escaping()) if not field(contents, 1)]
        return self.by_colour(prisoners(sum(poor)))

    def addends(self) -> dict[str, list[int]]:
        """For each colour what each coin is worth, smallest first; coins worth nothing are left out."""
        worth: dict[str, list[int]] = {colour: [] for colour in self.board.colours}
        for door in self.escaping():
            for colour, count in self.by_colour(prisoners(self.chambers[door])).items():
                worth[colour] += [count] * (field(self.chambers[door], 1) if count else 0)
        return {colour: sorted(coins) for colour, coins in worth.items()}

    def winner(self) -> str:
        """Return the winner by treasure, then by prisoners escaped without a coin; impaling is left out."""
        coinless = self.coinless()
        return max(self.board.colours, key=lambda colour: (sum(self.addends()[colour]), coinless[colour]))


# The order of play


def order_of_play(board: Board, lies: Sequence[Lie], attempts: int = 50) -> list[int]:
    """Return an order of the layout's cells in which the colours play in turn and each tile touches an earlier one.

    The cells near the middle come first. Empty if none was found; if no tile beside the minotaur is the first player's,
    there is none.
    """
    colours = [board.tiles[tile].colour for tile, _ in lies]
    near = [[board.shape.cells.index(cell) for cell in _neighbours(board.shape, one)] for one in board.shape.cells]
    if not any(colours[cell] == board.colours[0] for cell in near[0]):
        return []
    for attempt in range(attempts):
        rng = random.Random(attempt)
        far = [math.hypot(*cell) + 2 * rng.random() for cell in board.shape.cells]
        order = [0]
        while len(order) < len(lies):
            reach = {beside for cell in order for beside in near[cell]}.difference(order)
            colour = board.colours[(len(order) - 1) % len(board.colours)]
            ready = [cell for cell in reach if colours[cell] == colour]
            if not ready:
                break
            order.append(min(ready, key=far.__getitem__))
        else:
            return order[1:]
    return []


def _neighbours(shape: Shape, cell: Cell) -> list[Cell]:
    return [beyond for side in SIDES if (beyond := shape.beyond(cell, side)) in shape.cells]


def plies_of(board: Board, lies: Sequence[Lie], order: Sequence[int]) -> list[dict[str, Any]]:
    """Return the plies that are played in that order, as a record tells them; each is held against the rules.

    Raises:
        SystemExit: a ply is illegal.
    """
    plies: list[dict[str, Any]] = []
    laid, dead = {CENTRE: lies[0]}, [0] * len(board.colours)
    for index, cell in enumerate(order):
        at, (tile, turns) = board.shape.cells[cell], lies[cell]
        seat = board.colours[index % len(board.colours)]
        if board.tiles[tile].colour != seat or at in laid or not any(near in laid for near in _around(at)):
            raise SystemExit(f"ply {index + 1} is illegal: {board.tiles[tile].id} at {at}")
        laid[at] = (tile, turns)
        ways_out, now = minotaur_of(board, laid)
        if not ways_out:
            raise SystemExit(f"ply {index + 1} traps the minotaur: {board.tiles[tile].id} at {at}")
        impaled = {c: new - old for c, new, old in zip(board.colours, now, dead, strict=True) if new != old}
        points = sum(count if colour != seat else -count for colour, count in impaled.items())
        ply: dict[str, Any] = {"seat": seat, "do": "place", "tile": board.tiles[tile].id}
        plies.append(ply | {"x": at[0], "y": at[1], "turns": turns, "impaled": impaled, "points": points})
        dead = now
    return plies


def final_of(count: Count, plies: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the count at the end, as a record tells it, with the points from impaling."""
    kills = {seat: sum(ply["points"] for ply in plies if ply["seat"] == seat) for seat in count.board.colours}
    treasure = {seat: sum(coins) for seat, coins in count.addends().items()}
    scores = {seat: kills[seat] + treasure[seat] for seat in kills}
    coinless = count.coinless()
    best = max((scores[seat], coinless[seat]) for seat in scores)
    winners = [seat for seat in scores if (scores[seat], coinless[seat]) == best]
    captured = sum(prisoners(count.chambers[count.minotaur]))
    reported = {"scores": scores, "kills": kills, "treasure": treasure, "escaped": count.escaped()}
    return {**reported, "captured": captured, "winners": winners}


def _around(cell: Cell) -> list[Cell]:
    return [Shape.beyond(cell, side) for side in SIDES]


def minotaur_of(board: Board, laid: dict[Cell, Lie]) -> tuple[int, list[int]]:
    """Return the minotaur's ways out and the prisoners connected to him, by colour.

    Walks from path to path and knows nothing of doors and tallies, so that it checks them.
    """
    waiting, reached = [(CENTRE, 0)], {(CENTRE, 0)}
    ways_out, dead = 0, [0] * len(board.colours)
    while waiting:
        cell, number = waiting.pop()
        tile, turns = board.tiles[laid[cell][0]], laid[cell][1]
        if tile.colour:
            dead[board.colours.index(tile.colour)] += tile.paths[number].holds["prisoner"]
        for side in (side.turned(turns) for side in tile.paths[number].exits):
            beyond = Shape.beyond(cell, side)
            ways_out += beyond not in laid
            for met in _met(board, laid, beyond, side.opposite):
                if (beyond, met) not in reached:
                    reached.add((beyond, met))
                    waiting.append((beyond, met))
    return ways_out, dead


def _met(board: Board, laid: dict[Cell, Lie], cell: Cell, side: Side) -> list[int]:
    """Return the path that opens on that side of the tile on that cell, if any."""
    if cell not in laid:
        return []
    tile, turns = laid[cell]
    paths = enumerate(board.tiles[tile].paths)
    return [number for number, path in paths if side in {own.turned(turns) for own in path.exits}]


# What is printed


def facts(count: Count) -> Iterator[str]:
    """Yield the facts of the layout's count, a line each."""
    his = count.chambers[count.minotaur]
    impaled = ", ".join(f"{colour} {n}" for colour, n in count.by_colour(prisoners(his)).items())
    yield f"impaled {sum(prisoners(his))}: {impaled}; the minotaur has {field(his, 0)} ways out"
    for name, door in (("gate", count.treasure.gate), ("winged", count.treasure.winged)):
        contents = count.chambers[door]
        people = ", ".join(f"{colour} {n}" for colour, n in count.by_colour(prisoners(contents)).items())
        tiles = len({tile.id for tile, _ in count.paths(door)})
        yield f"{name} chamber: {tiles} tiles, {field(contents, PATHS)} paths; {people}"
        yield f"  coins {field(contents, 1)}, wings {field(contents, 2)}, exits {field(contents, 0)}"
    for door, contents in count.chambers.items():
        if field(contents, 1) and door not in {count.treasure.gate, count.treasure.winged}:
            whose = "with the minotaur" if door == count.minotaur else "enclosed, nobody escapes"
            yield f"other coins: {field(contents, 1)} {whose} (wings {field(contents, 2)}, exits {field(contents, 0)})"
    for colour, coins in count.addends().items():
        total = f"{' + '.join(map(str, coins))} = {sum(coins)}"
        reported = f"{count.escaped()[colour]} escaped, {count.coinless()[colour]} of them without a coin"
        yield f"treasure of {colour}: {total}; {reported}"
    yield f"without the points from impaling {count.winner()} wins"


def figure_yaml(count: Count) -> Iterator[str]:
    """Return the figure, in the format of ``templates/figures/asterion.yaml``."""
    yield "  # The end of a game of four players. The thread marks the two chambers from which treasure is carried out."
    yield "  four-players:"
    yield "    panels:"
    yield "      - tiles:"
    lies = zip(count.board.shape.cells, count.lies, strict=True)
    for (x, y), (tile, turns) in sorted(lies, key=lambda lie: (lie[0] != CENTRE, lie[0][::-1])):
        turned = f", turns: {turns}" if turns else ""
        yield f"          - {{tile: {count.board.tiles[tile].id}, at: [{x}, {y}]{turned}}}"
    yield "        impaled:"
    contents = (named for named in count.paths(count.minotaur) if named[0].paths[named[1] - 1].holds["prisoner"])
    yield from _named(contents)
    yield "        thread:"
    yield from _named(count.paths(count.treasure.gate))
    yield from _named(count.paths(count.treasure.winged))


def _named(paths: Iterator[tuple[Tile, int]]) -> Iterator[str]:
    for tile, number in sorted(paths, key=lambda named: (named[0].id, named[1])):
        yield f"          - {{tile: {tile.id}, path: {number}}}"


def main() -> None:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(description="Find the four-player closing example.")
    parser.add_argument("--seed", type=int, default=3, help="(default: %(default)s)")
    parser.add_argument("--steps", type=int, default=700_000, help="length of the search (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop a search that takes longer")
    parser.add_argument("--shape", choices=SHAPES, default="round", help="of the table (default: %(default)s)")
    parser.add_argument("--game", choices=library.games(), default="asterion", help="whose deck (default: %(default)s)")
    parser.add_argument("--order", type=FilePath, help="write a game that ends so, as JSON, to this file")
    wanted = parser.parse_args()
    file = library.game_file(wanted.game)
    loaded = load_catalogue(file)
    board = Board(deck_of(loaded.catalogue), Shape(SHAPES[wanted.shape]))
    search = Annealing(board, wanted.seed)
    search.run(Plan(wanted.steps, seconds=wanted.seconds))
    print(search.ended or "all steps done", file=sys.stderr)
    if not search.best:
        raise SystemExit("no layout has exactly these numbers yet; try another seed or more steps")
    plies = plies_of(board, search.best, search.order)
    count = Count.of(board, search.best)
    how = f"--seed {wanted.seed} --steps {wanted.steps} --shape {wanted.shape}"
    how += f" --game {wanted.game}" if wanted.game != "asterion" else ""
    print(f"  # Found by tools/closing_example.py {how}{f' ({search.ended})' if search.ended else ''}")
    print(*(f"  # {line}" for line in facts(count)), *figure_yaml(count), sep="\n")
    if wanted.order:
        catalogue = loaded.catalogue
        head = {"format": 3, "game": catalogue.game, "edition": catalogue.edition, "deck": loaded.document.sha256}
        head["rules"] = {"tie_break": "coinless"}
        record = {**head, "seed": wanted.seed, "seats": board.colours, "plies": plies, "final": final_of(count, plies)}
        wanted.order.write_text(json.dumps(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
