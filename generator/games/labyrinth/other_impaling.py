"""Parts of the engine as other rules of chambers and of impaling would have them; see :mod:`.other_rules`."""

# ruff: noqa: SLF001 - another rule reaches into the engine, as the engine's own would

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from generator.games.labyrinth.engine.box import (
    DOORS,
    FIELD,
    LIVING_SHIFT,
    NO_LIVING,
    Corridor,
    PhysicalTile,
    TurnedTile,
)
from generator.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth, Laid
from generator.games.labyrinth.engine.plies import Lay, Ply
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.scoring import Escape
from generator.games.labyrinth.other_rules import Part


def paths_joined(lay: Part) -> Part:
    """Connect all paths of a tile."""

    def changed(self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> None:
        lay(self, piece, turns, cell)
        roots = sorted({self.root(cell, number) for number in range(len(piece.tile.paths))})
        for root in roots[1:]:
            self._parent[root] = roots[0]
            self._tally[roots[0]] += self._tally[root]

    return changed


def gates_of_half(of: Any) -> Any:
    """Open the minotaur's tile to the north and south alone."""

    def changed(cls: Any, deck: Any) -> Any:
        box = of.__func__(cls, deck)
        return cls(box.deck, box.colours, box.pieces, (DOORS[0], DOORS[2]))

    return classmethod(changed)


class Victims(Struct):
    """The prisoners of the minotaur's chamber who are impaled by another rule; the engine asks for the turn's player.

    Attributes:
        is_victim: whether the prisoners of a path of a laid tile are impaled, when it is this seat's turn.
        most: how many paths in one turn.
        seat: whose turn it is; empty while a table is laid as it is described.
    """

    is_victim: Callable[[Labyrinth, int, Laid, str], bool]
    most: int = 10**6
    seat: str = ""

    def changes(self) -> dict[str, Any]:
        """Return the changes by which only these are impaled."""
        return {
            "Labyrinth.impale": lambda _: self._impale,
            "Labyrinth._impaled_paths": lambda _: lambda labyrinth, laid: labyrinth._impaled.get(laid.piece.id, 0),
            "Position._completed": self._completed,
        }

    def _completed(self, completed: Part) -> Part:
        def changed(position: Position, ply: Ply) -> Turn:
            self.seat = position.seats[position.turns_of_play[position.ply][0]]
            turn: Turn = completed(position, ply)
            self.seat = ""
            return turn

        return changed

    @property
    def _impale(self) -> Part:
        def changed(labyrinth: Labyrinth) -> int:
            living = found = 0
            for cell, laid in labyrinth.laid.items():
                for number, path in enumerate(laid.piece.tile.paths):
                    dead = labyrinth._impaled.get(laid.piece.id, 0)
                    hit = path.holds["prisoner"] and labyrinth.root(cell, number) == MINOTAUR
                    if not hit or dead >> number & 1 or found == self.most:
                        continue
                    if self.is_victim(labyrinth, cell, laid, self.seat):
                        labyrinth._impaled[laid.piece.id] = dead | 1 << number
                        living += path.holds["prisoner"] << FIELD * laid.piece.colour
                        found += 1
            labyrinth._tally[MINOTAUR] -= living << LIVING_SHIFT
            return living

        return changed


def others_only() -> dict[str, Any]:
    """Return the changes by which the prisoners of the player whose turn it is are spared."""
    return Victims(lambda _, __, laid, seat: laid.piece.tile.colour != seat).changes()


def beside_only() -> dict[str, Any]:
    """Return the changes by which only prisoners on tiles beside the minotaur's are impaled."""
    near = {2 * door for door in DOORS}
    return Victims(lambda _, cell, __, ___: cell in near).changes()


def one_a_turn() -> dict[str, Any]:
    """Return the changes by which one prisoner is impaled in a turn, on the tile that has lain there longest."""
    return Victims(lambda *_: True, most=1).changes()


def spared_by_actions(completed: Part) -> Part:
    """Have actions impale nobody."""

    def changed(self: Position, ply: Ply) -> Turn:
        tally = self.labyrinth.tally(MINOTAUR)
        if not isinstance(ply, Lay):
            self.labyrinth._tally[MINOTAUR] &= NO_LIVING
        turn: Turn = completed(self, ply)
        self.labyrinth._tally[MINOTAUR] = max(tally & ~NO_LIVING, self.labyrinth.tally(MINOTAUR))
        return turn

    return changed


def unpaid_actions(completed: Part) -> Part:
    """Have what actions impale bring no points."""

    def changed(self: Position, ply: Ply) -> Turn:
        kills = self.kills.copy()
        turn: Turn = completed(self, ply)
        if isinstance(ply, Lay):
            return turn
        self.kills = kills
        return turn._replace(points=0)

    return changed


def owners_lose(completed: Part) -> Part:
    """Have every player lose a point for each of their prisoners whom another one impales."""

    def changed(self: Position, ply: Ply) -> Turn:
        turn: Turn = completed(self, ply)
        for colour, count in turn.impaled.items():
            if colour != turn.seat and colour in self.seats:
                self.kills[self.seats.index(colour)] -= count
        return turn

    return changed


def never_negative(completed: Part) -> Part:
    """Have no score fall below zero."""

    def changed(self: Position, ply: Ply) -> Turn:
        turn: Turn = completed(self, ply)
        self.kills = [max(0, points) for points in self.kills]
        return turn

    return changed


def relaid(labyrinth: Labyrinth, *, impaled: bool) -> Labyrinth:
    """Return a labyrinth laid anew, tile by tile, with all that are impaled or with nobody impaled."""
    twin = Labyrinth(labyrinth.box, labyrinth.outside)
    twin._impaled = labyrinth.impaled() if impaled else {}
    for cell, laid in labyrinth.laid.items():
        twin.lay(laid.piece, laid.turns, cell)
    return twin


def saved_when_cut_off(without: Part) -> Part:
    """Have those live again who are connected to the minotaur no more."""

    def changed(self: Labyrinth, tiles: Sequence[str]) -> Labyrinth:
        rest: Labyrinth = without(self, tiles)
        rest._impaled = {}
        rest = relaid(rest, impaled=False)
        rest.impale()
        return rest

    return changed


def impaled_score(escapes: Part) -> Part:
    """Count the impaled like the living, wherever they lie."""

    def changed(position: Position) -> dict[str, Escape]:
        twin = position.copy()
        twin.labyrinth = relaid(position.labyrinth, impaled=False)
        found: dict[str, Escape] = escapes(twin)
        return found

    return changed


def emptied(corridors: Part) -> Part:
    """Take coins and wings from the paths of the impaled."""

    def changed(self: Labyrinth, piece: PhysicalTile, face: TurnedTile) -> tuple[Corridor, ...]:
        dead = self._impaled.get(piece.id, 0)
        found: tuple[Corridor, ...] = corridors(self, piece, face)
        return tuple(path._replace(held=0) if dead >> n & 1 else path for n, path in enumerate(found))

    return changed


def blocked(lay: Part) -> Part:
    """Close the paths of the impaled at every exit."""

    def changed(self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> None:
        dead = self._impaled.get(piece.id, 0)
        if not dead:
            lay(self, piece, turns, cell)
            return
        faces = []
        for face in piece.faces:
            walls, left = list(face.walls), []
            for number, path in enumerate(face.corridors):
                is_dead = dead >> number & 1
                walls += path.doors if is_dead else ()
                left.append(path._replace(doors=(), sides=()) if is_dead else path)
            faces.append(TurnedTile(tuple(left), tuple(walls)))
        lay(self, PhysicalTile(piece.id, piece.colour, piece.tile, tuple(faces), piece.prisoners), turns, cell)

    return changed


def laid_anew(completed: Part) -> Part:
    """Lay the table anew after every ply, so that what another rule does to the impaled takes effect."""

    def changed(self: Position, ply: Ply) -> Turn:
        turn: Turn = completed(self, ply)
        self.labyrinth = relaid(self.labyrinth, impaled=True)
        return turn

    return changed
