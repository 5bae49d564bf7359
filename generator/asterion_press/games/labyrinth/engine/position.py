"""A position, a game between two plies: what is legal in it, and what a ply does.

All of chance lies in the order of the piles, which is part of the position. As every ply uses up exactly one tile, the
piles and the seats settle which seat plays when, and with which tile in hand: `turns_of_play`. A seat whose pile is
empty is passed over (with piles of equal size that never happens).

`check` judges a ply, and changes nothing; `push` plays one, and trusts that it is legal.

An action (rotate, swap, move) is paid for with the tile in hand. The player's own tile with a living prisoner and a
free side may be acted on (A15). While a tile is lifted nothing counts (A20); what counts is the table afterwards: it
must look different (A18), be connected (A17), and leave the minotaur a path to the outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import NamedTuple, assert_never

from asterion_press.games.labyrinth.engine.box import GameSet, PhysicalTile, cell_at, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, check_place, hand_of
from asterion_press.games.labyrinth.engine.rules import (
    FREE_SIDES_TO_ACT,
    POINTS_IMPALED,
    POINTS_OWN,
    IllegalError,
    MalformedError,
    Rules,
)


class Turn(NamedTuple):
    """A ply that was played, with its outcome.

    Attributes:
        seat: the colour that played.
        ply: what it did.
        impaled: prisoners impaled by it, by colour, without zeros.
        points: what the player got for it; negative if it cost.
    """

    seat: str
    ply: Ply
    impaled: dict[str, int]
    points: int


class Position:
    """A game between two plies.

    Attributes:
        box: the tiles of the game.
        rules: the rules of the game.
        seats: the colours in order of play.
        labyrinth: what lies on the table.
        turns_of_play: for each ply of the game, played or to come, the number of its seat and the tile in its hand.
        ply: how many plies have been played.
        kills: points from impaling, by seat.
        captured: prisoners impaled so far, of all colours.
    """

    __slots__ = ("box", "captured", "kills", "labyrinth", "ply", "rules", "seats", "turns_of_play")

    def __init__(
        self, box: GameSet, rules: Rules, seats: Sequence[str], piles: Mapping[str, Sequence[str]], labyrinth: Labyrinth
    ) -> None:
        self.box, self.rules, self.seats, self.labyrinth = box, rules, tuple(seats), labyrinth
        self.turns_of_play = _turns_of_play(box, self.seats, piles)
        self.ply = 0
        self.kills = [0] * len(self.seats)
        self.captured = 0

    @classmethod
    def start(cls, box: GameSet, rules: Rules, piles: Mapping[str, Sequence[str]]) -> Position:
        """Return the beginning of a game.

        Args:
            box: the tiles of the game.
            rules: the rules of the game.
            piles: for each seat, in order of play, its tiles in the order in which it will draw them.

        Raises:
            MalformedError: a seat, a colour or a tile that cannot be.
        """
        return cls(box, rules, tuple(piles), piles, Labyrinth(box, rules.outside))

    @classmethod
    def shuffled(cls, box: GameSet, rules: Rules, seats: Sequence[str], rng: Random) -> Position:
        """Return the beginning of a game with every pile shuffled."""
        piles = {seat: [piece.id for piece in box.of_colour(seat)] for seat in _check_seats(box, seats)}
        return cls.start(box, rules, {seat: sorted(pile, key=lambda _: rng.random()) for seat, pile in piles.items()})

    @classmethod
    def arranged(
        cls,
        box: GameSet,
        rules: Rules,
        seats: Sequence[str],
        laid: Mapping[tuple[int, int], tuple[str, int]],
        *,
        impaled: Iterable[tuple[str, int]] = (),
        piles: Mapping[str, Sequence[str]] | None = None,
        kills: Mapping[str, int] | None = None,
    ) -> Position:
        """Return a position as it is described: a figure, or the end of a game on the table.

        Args:
            box: the tiles of the game.
            rules: the rules of the game.
            seats: the colours in order of play, the one to play first.
            laid: by cell (x, y) the tile and its turns.
            impaled: paths, as tile and number of the path, that were impaled earlier; those connected to the
                minotaur are impaled anyway.
            piles: what each seat has yet to play.
            kills: points from impaling so far, by seat.

        Raises:
            MalformedError: tiles that are unknown, twice there, or on the minotaur.
        """
        piles = piles or {}
        labyrinth = Labyrinth.of(box, laid, impaled, rules.outside)
        if twice := [tile for pile in piles.values() for tile in pile if tile in labyrinth.where]:
            raise MalformedError(f"tile {twice[0]!r} lies on the table and is still to be played")
        position = cls(box, rules, seats, piles, labyrinth)
        position.kills = [(kills or {}).get(seat, 0) for seat in position.seats]
        position.captured = sum(labyrinth.dead_by_colour().values())
        return position

    def copy(self) -> Position:
        """Return another position that is the same."""
        twin = Position.__new__(Position)
        twin.box, twin.rules, twin.seats, twin.turns_of_play = self.box, self.rules, self.seats, self.turns_of_play
        twin.labyrinth = self.labyrinth.copy()
        twin.ply, twin.kills, twin.captured = self.ply, self.kills.copy(), self.captured
        return twin

    @property
    def is_over(self) -> bool:
        """Return whether the last tile has been played."""
        return self.ply == len(self.turns_of_play)

    @property
    def seat(self) -> str | None:
        """Return the colour to play, None at the end."""
        return None if self.is_over else self.seats[self.turns_of_play[self.ply][0]]

    @property
    def hand(self) -> PhysicalTile | None:
        """Return the tile in the hand of the player to play, None at the end."""
        return None if self.is_over else self.turns_of_play[self.ply][1]

    def __str__(self) -> str:
        """Return the position in words."""
        lies = f"{len(self.labyrinth.laid)} tiles lie"
        if self.is_over:
            return f"the game is over, {lies}"
        hand = self.turns_of_play[self.ply][1].id
        return f"ply {self.ply + 1} of {len(self.turns_of_play)}, {self.seat} to play with {hand} in hand, {lies}"

    def check(self, ply: Ply) -> None:
        """Judge a ply.

        Raises:
            MalformedError: it is no ply of this game.
            IllegalError: a rule forbids it here.
        """
        self._check_form(ply)
        if fault := self._turn_fault(ply) or self._table_fault(ply):
            raise IllegalError(fault.rule, fault.reason, str(self))

    def _check_form(self, ply: Ply) -> None:
        """Check that a ply names tiles of the game, a cell, and turns."""
        tiles = ply.tiles if isinstance(ply, Swap) else (ply.tile,)
        for tile in (hand_of(ply), *tiles):
            self.box.piece(tile)
        if isinstance(ply, Lay | Move):
            check_place(ply.x, ply.y, ply.turns)
        elif isinstance(ply, Rotate):
            check_place(0, 0, ply.turns)
        elif len(set(tiles)) != 2:
            raise MalformedError(f"a swap takes two tiles, not {', '.join(tiles)}")

    def _turn_fault(self, ply: Ply) -> PlyFault | None:
        """Return why the player may not do such a thing, whatever the table."""
        hand = self.hand
        if hand is None:
            return PlyFault("over", "the last tile has been played")
        if hand_of(ply) != hand.id:
            return PlyFault("hand", f"the tile in hand is {hand.id}, not {hand_of(ply)}")
        if not isinstance(ply, Lay) and not self.rules.acts:
            why = "agreed" if self.rules.actions is False else f"{self.rules.edition} edition"
            return PlyFault("edition", f"there are no actions in this game ({why})")
        return None

    def _table_fault(self, ply: Ply) -> PlyFault | None:
        """Return why the table does not allow a ply."""
        labyrinth, pieces = self.labyrinth, self.box.pieces
        if isinstance(ply, Lay):
            return placement_fault(labyrinth, pieces[ply.tile], ply.turns, cell_at(ply.x, ply.y))
        acted_on = [pieces[tile] for tile in (ply.tiles if isinstance(ply, Swap) else (ply.tile,))]
        for piece in acted_on:
            if fault := actor_fault(labyrinth, pieces[ply.discard].colour, piece):
                return fault
        match ply:
            case Rotate():
                return rotation_fault(labyrinth, labyrinth.without((ply.tile,)), acted_on[0], ply.turns)
            case Swap():
                return swap_fault(labyrinth, acted_on[0], acted_on[1])
            case Move():
                return Lifted(labyrinth, acted_on[0]).fault(ply.turns, cell_at(ply.x, ply.y))
            case _:
                assert_never(ply)

    def push(self, ply: Ply) -> Turn:
        """Play a ply that is known to be legal."""
        if isinstance(ply, Lay):
            return self.place(ply.turns, cell_at(ply.x, ply.y))
        self.labyrinth = apply_action(self.labyrinth, ply)
        return self._completed(ply)

    def place(self, turns: int, cell: int) -> Turn:
        """Lay the tile in hand; the placement is known to be legal."""
        piece = self.turns_of_play[self.ply][1]
        self.labyrinth.lay(piece, turns, cell)
        return self._completed(Lay(piece.id, *xy_of(cell), turns))

    def _completed(self, ply: Ply) -> Turn:
        """Impale, count the points of the acting player (rule 3, A10 to A12), and let the next one play."""
        living = self.labyrinth.impale()
        number = self.turns_of_play[self.ply][0]
        seat = self.seats[number]
        self.ply += 1
        if not living:
            return Turn(seat, ply, {}, 0)
        impaled = self.box.by_colour(living)
        count = sum(impaled.values())
        own = impaled.get(seat, 0)
        points = (count - own) * POINTS_IMPALED + own * POINTS_OWN if self.rules.scores_impaled else 0
        self.captured += count
        self.kills[number] += points
        return Turn(seat, ply, impaled, points)


def _check_seats(box: GameSet, seats: Sequence[str]) -> Sequence[str]:
    if unknown := [seat for seat in seats if seat not in box.colours]:
        raise MalformedError(f"unknown seat {unknown[0]!r}; one of {', '.join(box.colours)}")
    if len(set(seats)) != len(seats):
        raise MalformedError(f"a colour sits twice at the table: {', '.join(seats)}")
    return seats


def _turns_of_play(
    box: GameSet, seats: Sequence[str], piles: Mapping[str, Sequence[str]]
) -> tuple[tuple[int, PhysicalTile], ...]:
    """Return for each ply, from the first to the last, the number of its seat and the tile in hand."""
    _check_seats(box, [*seats, *(seat for seat in piles if seat not in seats)])
    drawn = [[(number, box.piece(tile)) for tile in piles.get(seat, ())] for number, seat in enumerate(seats)]
    order = tuple(turn for round_ in zip_longest(*drawn) for turn in round_ if turn is not None)
    for number, piece in order:
        if piece.tile.colour != seats[number]:
            raise MalformedError(f"tile {piece.id!r} is {piece.tile.colour}, not {seats[number]}")
    if len({piece.id for _, piece in order}) != len(order):
        raise MalformedError("a tile is in the piles twice")
    return order


# What the table allows


class PlyFault(NamedTuple):
    """A reason why a ply is illegal: the rule's id, and words."""

    rule: str
    reason: str


def placement_fault(labyrinth: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> PlyFault | None:
    """Return why a tile may not be laid on a cell (rule 2a), or None."""
    x, y = xy_of(cell)
    if labyrinth.covered(cell):
        return PlyFault("covered", f"a tile lies at {x},{y}")
    if not labyrinth.touches(cell):
        return PlyFault("touch", f"the cell {x},{y} shares no side with a tile")
    if labyrinth.traps(piece, turns, cell):
        return PlyFault("trap", f"{piece.id} at {x},{y} turned {turns} traps the minotaur")
    return None


def apply_action(labyrinth: Labyrinth, ply: Rotate | Swap | Move) -> Labyrinth:
    """Return the table after a legal action, before anybody is impaled (A12)."""
    if isinstance(ply, Swap):
        (one, to), (other, fro) = ((labyrinth.laid[labyrinth.where[tile]], labyrinth.where[tile]) for tile in ply.tiles)
        after = labyrinth.without(ply.tiles)
        after.lay(one.piece, one.turns, fro)
        after.lay(other.piece, other.turns, to)
        return after
    cell = labyrinth.where[ply.tile] if isinstance(ply, Rotate) else cell_at(ply.x, ply.y)
    after = labyrinth.without((ply.tile,))
    after.lay(labyrinth.box.pieces[ply.tile], ply.turns, cell)
    return after


def actor_fault(labyrinth: Labyrinth, colour: int, piece: PhysicalTile) -> PlyFault | None:
    """Return why a player may not act on a tile (A15), or None."""
    if piece.id not in labyrinth.where:
        return PlyFault("A15", f"{piece.id} does not lie on the table")
    if piece.colour != colour:
        return PlyFault("A15", f"{piece.id} shows no prisoner of the player's colour")
    if not piece.prisoners & ~labyrinth.impaled_paths(piece.id):
        return PlyFault("A15", f"{_lying(labyrinth, piece)} shows no living prisoner")
    if labyrinth.free_sides(labyrinth.where[piece.id]) < FREE_SIDES_TO_ACT:
        return PlyFault("A15", f"{_lying(labyrinth, piece)} has no free side")
    return None


def _at(cell: int) -> str:
    """Return the coordinates of a cell as messages name them."""
    x, y = xy_of(cell)
    return f"{x},{y}"


def _lying(labyrinth: Labyrinth, *pieces: PhysicalTile) -> str:
    """Return laid tiles with their cells, as messages name them."""
    return " and ".join(f"{piece.id} at {_at(labyrinth.where[piece.id])}" for piece in pieces)


def actors(labyrinth: Labyrinth, colour: int) -> list[PhysicalTile]:
    """Return the tiles that a player may act on, in the order of the deck."""
    pieces = (labyrinth.box.pieces[tile] for tile in sorted(labyrinth.where))
    return [piece for piece in pieces if actor_fault(labyrinth, colour, piece) is None]


def rotation_fault(labyrinth: Labyrinth, rest: Labyrinth, piece: PhysicalTile, turns: int) -> PlyFault | None:
    """Return why a tile may not be turned, or None; `rest` is the table without it."""
    cell = labyrinth.where[piece.id]
    dead, now = labyrinth.impaled_paths(piece.id), labyrinth.laid[cell].turns
    if piece.look(turns, dead) == piece.look(now, dead):
        return PlyFault("A18", f"turning {_lying(labyrinth, piece)} from {now} to {turns} changes nothing")
    if rest.traps(piece, turns, cell):
        return PlyFault("trap", f"turning {_lying(labyrinth, piece)} to {turns} traps the minotaur")
    return None


def swap_fault(labyrinth: Labyrinth, one: PhysicalTile, other: PhysicalTile) -> PlyFault | None:
    """Return why two tiles that may be acted on may not change places, or None."""
    here, there = labyrinth.where[one.id], labyrinth.where[other.id]
    mine, yours = labyrinth.laid[here], labyrinth.laid[there]
    look = one.look(mine.turns, labyrinth.impaled_paths(one.id))
    if look == other.look(yours.turns, labyrinth.impaled_paths(other.id)):
        return PlyFault("A18", f"{_lying(labyrinth, one, other)} look alike as they lie, swapping them changes nothing")
    rest = labyrinth.without((one.id, other.id))
    rest.lay(one, mine.turns, there)
    if rest.traps(other, yours.turns, here):
        return PlyFault("trap", f"swapping {_lying(labyrinth, one, other)} traps the minotaur")
    return None


class Lifted:
    """A table with one tile taken up, and where that tile may be laid again.

    Attributes:
        piece: the tile.
        home: where it lay.
        rest: the table without it.
    """

    def __init__(self, labyrinth: Labyrinth, piece: PhysicalTile) -> None:
        self.piece, self.home = piece, labyrinth.where[piece.id]
        self.rest = labyrinth.without((piece.id,))
        self._apart = self.rest.pieces_apart()
        self._parts = set(self._apart.values())

    def cell_fault(self, cell: int) -> PlyFault | None:
        """Return why the tile may not be laid on a cell, whatever its turns (A17), or None."""
        if cell == self.home:
            return PlyFault("A17", f"{self.piece.id} lies at {_at(cell)} already and would not move at all")
        if self.rest.covered(cell):
            return PlyFault("covered", f"a tile lies at {_at(cell)}")
        if not self.rest.touches(cell):
            return PlyFault("touch", f"the cell {_at(cell)} shares no side with a tile")
        if {self._apart[neighbour] for neighbour in self.rest.neighbours(cell)} != self._parts:
            return PlyFault("A17", f"with {self.piece.id} at {_at(cell)} the labyrinth falls apart")
        return None

    def fault(self, turns: int, cell: int) -> PlyFault | None:
        """Return why the tile may not be laid on a cell in a turn, or None."""
        if fault := self.cell_fault(cell):
            return fault
        if self.rest.traps(self.piece, turns, cell):
            return PlyFault("trap", f"moving {self.piece.id} to {_at(cell)} turned {turns} traps the minotaur")
        return None
