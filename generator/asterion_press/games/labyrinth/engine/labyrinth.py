"""The labyrinth: the tiles on the table, and which paths are connected.

Every path of a laid tile is a *node*; the nodes of one chamber form a tree whose root is the oldest of them, so node
0, the minotaur's tile (A8), is always the root of his chamber. A root has the chamber's tally. Laying a tile only ever
joins chambers; to take a tile up, the rest is laid anew (A20: nothing counts while it is lifted).

Every side between a laid tile and an uncovered cell is a key of `_edge`, with the node that opens there or `WALL`. A
door that is no key any more lies between two tiles: what meets there has met. An exit that meets a wall is a dead end
(A6).

Prisoners of the minotaur's chamber are impaled (rule 3); all prisoners of a path are impaled together. The dead stay
dead (A14), and their path still connects (A13).

Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the ACM 22 (1975).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from asterion_press.games.labyrinth.engine.box import (
    DOORS,
    FIELD_MASK,
    LIVING_SHIFT,
    NO_LIVING,
    OPEN,
    Corridor,
    GameSet,
    PhysicalTile,
    TurnedTile,
    cell_at,
    point_at,
    xy_of,
)
from asterion_press.games.labyrinth.engine.plies import check_place
from asterion_press.games.labyrinth.engine.rules import MalformedError, Outside
from asterion_press.geometry import Side

MINOTAUR = 0
"""The minotaur's cell, his node, and so the root of his chamber."""
WALL = -1
UNCOVERED = -2
MOST_CLOSED = len(DOORS)
"""No tile closes more exits than it has sides."""
_COPIED = ("laid", "where", "border", "_border_index", "_edge", "_parent", "_tally", "_impaled")
"""The attributes that change when a tile is laid."""


class Laid(NamedTuple):
    """A tile on the table; `node` is the node of its first path."""

    piece: PhysicalTile
    turns: int
    node: int


class Labyrinth:
    """The tiles on the table.

    Attributes:
        box: the tiles of the game.
        outside: which uncovered cells are outside (A7).
        laid: the tiles by cell, in the order in which they were laid, without the minotaur's.
        where: the cell of each laid tile, by id.
        border: uncovered cells that share a side with a tile, in no order that means anything.
    """

    __slots__ = ("box", "outside", *_COPIED)

    laid: dict[int, Laid]
    where: dict[str, int]
    border: list[int]
    _border_index: dict[int, int]
    _edge: dict[int, int]
    _parent: list[int]
    _tally: list[int]
    _impaled: dict[str, int]

    def __init__(self, box: GameSet, outside: Outside = "any") -> None:
        self.box, self.outside = box, outside
        self.laid = {}
        self.where = {}
        self.border = [door + door for door in DOORS]
        self._border_index = {cell: index for index, cell in enumerate(self.border)}
        self._edge = {door: MINOTAUR if door in box.gates else WALL for door in DOORS}
        self._parent = [MINOTAUR]
        self._tally = [len(box.gates) * OPEN]
        self._impaled = {}

    @classmethod
    def of(
        cls,
        box: GameSet,
        laid: Mapping[tuple[int, int], tuple[str, int]],
        impaled: Iterable[tuple[str, int]] = (),
        outside: Outside = "any",
    ) -> Labyrinth:
        """Return a table as it is described, even one that could not have come about.

        Args:
            box: the tiles of the game.
            laid: by cell (x, y) the tile and its turns.
            impaled: paths, as tile and number of the path, that were impaled earlier; those connected to the
                minotaur are impaled anyway.
            outside: which uncovered cells are outside.

        Raises:
            MalformedError: a tile, a turn or a path that does not exist, a tile that lies twice or on the minotaur.
        """
        labyrinth = cls(box, outside)
        labyrinth._impaled = _impaled_masks(box, impaled)
        for (x, y), (tile, turns) in laid.items():
            piece = box.piece(tile)
            check_place(x, y, turns)
            if tile in labyrinth.where or labyrinth.covered(cell_at(x, y)):
                raise MalformedError(f"tile {tile!r} at {x},{y} lies there twice, or on the minotaur")
            labyrinth.lay(piece, turns, cell_at(x, y))
        if unknown := [tile for tile in labyrinth._impaled if tile not in labyrinth.where]:
            raise MalformedError(f"impaled prisoners on {unknown[0]!r}, which does not lie on the table")
        labyrinth.impale()
        return labyrinth

    def copy(self) -> Labyrinth:
        """Return another labyrinth that looks the same."""
        twin = Labyrinth.__new__(Labyrinth)
        twin.box, twin.outside = self.box, self.outside
        for name in _COPIED:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def without(self, tiles: Collection[str]) -> Labyrinth:
        """Return the labyrinth with some tiles taken up; what is impaled stays impaled."""
        rest = Labyrinth(self.box, self.outside)
        rest._impaled = self.impaled()
        for cell, laid in self.laid.items():
            if laid.piece.id not in tiles:
                rest.lay(laid.piece, laid.turns, cell)
        rest.impale()
        return rest

    # Laying

    def lay(self, piece: PhysicalTile, turns: int, cell: int) -> None:
        """Lay a tile on an uncovered cell and join what meets; :meth:`impale` comes next.

        Any uncovered cell will do: what is allowed is for the position to say.
        """
        parent, tally, edge = self._parent, self._tally, self._edge
        face = piece.faces[turns]
        self.where[piece.id] = cell
        self.laid[cell] = Laid(piece, turns, len(parent))
        self._cover(cell)
        for contents, doors, _ in self._corridors(piece, face) if self._impaled else face.corridors:
            node = root = len(parent)
            parent.append(node)
            total = contents
            tally.append(total)
            for offset in doors:
                door = cell + offset
                other = edge.pop(door, UNCOVERED)
                if other == UNCOVERED:
                    edge[door] = node
                    total += OPEN
                    self._reach(door + offset)
                elif other != WALL:
                    while parent[other] != other:
                        parent[other] = other = parent[parent[other]]
                    total -= OPEN
                    if other < root:
                        total += tally[other]
                        parent[root] = root = other
                    elif other > root:
                        total += tally[other]
                        parent[other] = root
            tally[root] = total
        if face.walls:
            self._wall(cell, face.walls)

    def _wall(self, cell: int, walls: tuple[int, ...]) -> None:
        """Close doors: what opened there has become a dead end (A6)."""
        for offset in walls:
            door = cell + offset
            other = self._edge.pop(door, UNCOVERED)
            if other == UNCOVERED:
                self._edge[door] = WALL
                self._reach(door + offset)
            elif other != WALL:
                self._tally[self._root(other)] -= OPEN

    def _reach(self, cell: int) -> None:
        """Note an uncovered cell beside a tile."""
        if cell not in self._border_index:
            self._border_index[cell] = len(self.border)
            self.border.append(cell)

    def _cover(self, cell: int) -> None:
        """Strike a cell off the border; the last one takes its place in the list."""
        index = self._border_index.pop(cell, None)
        if index is not None:
            last = self.border.pop()
            if last != cell:
                self.border[index] = last
                self._border_index[last] = index

    def _corridors(self, piece: PhysicalTile, face: TurnedTile) -> tuple[Corridor, ...]:
        """Return a tile's paths, without the prisoners that are impaled already."""
        dead = self._impaled.get(piece.id, 0)
        if not dead:
            return face.corridors
        return tuple(
            path._replace(contents=path.contents & NO_LIVING) if dead >> number & 1 else path
            for number, path in enumerate(face.corridors)
        )

    def impale(self) -> int:
        """Impale all who are connected to the minotaur, at once (A12); return the living part of their tally."""
        tally = self._tally[MINOTAUR]
        living = tally >> LIVING_SHIFT
        if living:
            self._tally[MINOTAUR] = tally & NO_LIVING
        return living

    # Asking

    def _root(self, node: int) -> int:
        parent = self._parent
        while parent[node] != node:
            node = parent[node]
        return node

    def root(self, cell: int, path: int) -> int:
        """Return the chamber of a laid tile's path, as a number that its paths share."""
        return self._root(self.laid[cell].node + path)

    def tally(self, root: int) -> int:
        """Return what a chamber holds."""
        return self._tally[root]

    def roots(self) -> Iterator[int]:
        """Yield every chamber, the minotaur's first."""
        return (node for node, parent in enumerate(self._parent) if node == parent)

    def impaled(self) -> dict[str, int]:
        """Return by tile id the paths whose prisoners are impaled, one bit for each; tiles without any are left out."""
        found = dict(self._impaled)
        for laid in self.laid.values():
            dead = self._impaled_paths(laid)
            if dead:
                found[laid.piece.id] = dead
        return found

    def _impaled_paths(self, laid: Laid) -> int:
        dead = self._impaled.get(laid.piece.id, 0)
        for number in range(len(laid.piece.tile.paths)):
            if laid.piece.prisoners >> number & 1 and self._root(laid.node + number) == MINOTAUR:
                dead |= 1 << number
        return dead

    def dead_by_colour(self) -> dict[str, int]:
        """Return impaled prisoners by colour; colours without any are left out."""
        counts = dict.fromkeys(self.box.colours, 0)
        for tile, dead in self.impaled().items():
            paths = self.box.pieces[tile].tile.paths
            dead_here = sum(path.holds["prisoner"] for number, path in enumerate(paths) if dead >> number & 1)
            counts[self.box.pieces[tile].tile.colour] += dead_here
        return {colour: count for colour, count in counts.items() if count}

    def impaled_paths(self, tile: str) -> int:
        """Return the impaled of one laid tile: a bit for each of its paths."""
        return self._impaled_paths(self.laid[self.where[tile]])

    def covered(self, cell: int) -> bool:
        """Return whether a tile lies there, the minotaur's too."""
        return cell in self.laid or cell == MINOTAUR

    def touches(self, cell: int) -> bool:
        """Return whether an uncovered cell shares a side with a tile."""
        return cell in self._border_index

    def neighbours(self, cell: int) -> list[int]:
        """Return the covered ones of the four neighbouring cells; the minotaur counts."""
        return [cell + door + door for door in DOORS if self.covered(cell + door + door)]

    def free_sides(self, cell: int) -> int:
        """Return how many of the four neighbouring cells are uncovered (A15)."""
        return len(DOORS) - len(self.neighbours(cell))

    def pieces_apart(self) -> dict[int, int]:
        """Return for each covered cell the number of the part of the table that it belongs to, side by side."""
        apart: dict[int, int] = {}
        for start in (MINOTAUR, *self.laid):
            waiting = [] if start in apart else [start]
            while waiting:
                cell = waiting.pop()
                if cell not in apart:
                    apart[cell] = start
                    waiting.extend(self.neighbours(cell))
        return apart

    # The outside

    def ways_out(self) -> list[tuple[int, int]]:
        """Return every door that leads outside (A7): the chamber that opens there, and the uncovered cell."""
        doors, beyond = [], self.unbounded() if self.outside == "unbounded" else None
        for door, node in self._edge.items():
            if node != WALL:
                # an odd column is an upright side: the cells lie west and east of it, else north and south
                across = DOORS[Side.E] if point_at(door)[0] % 2 else DOORS[Side.S]
                cell = door - across if self.covered(door + across) else door + across
                if beyond is None or cell in beyond:
                    doors.append((self._root(node), cell))
        return doors

    def unbounded(self) -> set[int]:
        """Return the cells of the border that uncovered cells connect to the edge of the table (A7)."""
        reached: set[int] = set()
        waiting = [min(self.border)]  # in the northernmost row, above all tiles
        xs, ys = zip(*map(xy_of, self.border), strict=True)
        west, east, north, south = min(xs), max(xs), min(ys), max(ys)
        while waiting:
            cell = waiting.pop()
            x, y = xy_of(cell)
            inside = west <= x <= east and north <= y <= south
            if inside and cell not in reached and not self.covered(cell):
                reached.add(cell)
                waiting.extend(cell + door + door for door in DOORS)  # a door is half a step away
        return reached

    def is_trapped(self) -> bool:
        """Return whether the minotaur has no path to the outside."""
        if self.outside == "any":
            return not self._tally[MINOTAUR] & FIELD_MASK
        return all(root != MINOTAUR for root, _ in self.ways_out())

    # Without laying

    def traps(self, piece: PhysicalTile, turns: int, cell: int) -> bool:
        """Return whether a tile laid there would trap the minotaur (rule 2a)."""
        if self.outside == "any":
            ways_out = self._tally[MINOTAUR] & FIELD_MASK
            if ways_out > MOST_CLOSED or ways_out > self.around(cell).count(MINOTAUR):
                return False
            chambers = self.chambers_if(piece, turns, cell)
            return not any(MINOTAUR in roots and tally & FIELD_MASK for roots, tally in chambers)
        twin = self.copy()
        twin.lay(piece, turns, cell)
        return twin.is_trapped()

    def around(self, cell: int) -> list[int]:
        """Return what lies across each side, N, E, S, W: the chamber that opens there, WALL, or UNCOVERED."""
        near = [self._edge.get(cell + door, UNCOVERED) for door in DOORS]
        return [self._root(node) if node > MINOTAUR else node for node in near]

    def chambers_if(self, piece: PhysicalTile, turns: int, cell: int) -> list[tuple[set[int], int]]:
        """Work out the chambers beside and on a tile that would lie on an uncovered cell, before anybody is impaled.

        Returns:
            For each of them the present chambers that it would consist of, and the tally that it would have.
        """
        near = self.around(cell)
        chambers = [({root}, self._tally[root] - near.count(root) * OPEN) for root in set(near) if root >= MINOTAUR]
        for contents, _, sides in self._corridors(piece, piece.faces[turns]):
            across = [near[side] for side in sides]
            met = [chamber for chamber in chambers if not chamber[0].isdisjoint(across)]
            tally = contents + across.count(UNCOVERED) * OPEN + sum(other for _, other in met)
            chambers = [chamber for chamber in chambers if chamber not in met]
            chambers.append((set().union(*(roots for roots, _ in met)), tally))
        return chambers


def _impaled_masks(box: GameSet, impaled: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return for each tile a bit for each of its paths that is impaled."""
    dead: dict[str, int] = {}
    for tile, path in impaled:
        if not (0 <= path < len(box.piece(tile).tile.paths) and box.piece(tile).prisoners >> path & 1):
            raise MalformedError(f"path {path!r} of tile {tile!r} holds no prisoner who could be impaled")
        dead[tile] = dead.get(tile, 0) | 1 << path
    return dead
