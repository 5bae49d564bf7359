"""Short random games of two players as figures, from which examples of rules are chosen.

Each begins with the minotaur alone on the table. Its last ply is any that a player could think of; where the engine
finds it illegal, the figure shows it as wrong. Tiles crowd together, so that chambers close soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.games.labyrinth.catalogue.position_records import Claims, Figure, NamedPath, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from generator.games.labyrinth.engine import figures
from generator.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from generator.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth
from generator.games.labyrinth.engine.legality import apply_action, placements
from generator.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, swap_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import IllegalError, Rules, rules_of
from generator.games.labyrinth.engine.scoring import final
from generator.geometry import QUARTER_TURNS

LONGEST = 9
"""Plies of the longest games. Own choice: more tiles make no small figure."""
EACH = 300
"""Games of each length. Own choice: all of them are played in a few seconds."""
CROWDING = 5
"""How much likelier a place is for each tile beside it but the first. Own choice."""
START = Figure((Panel((PlacedTile(MINOTAUR_ID, (0, 0)),)),))


def short_games(deck: Deck) -> Iterator[Figure]:
    """Yield short games, the shortest first, the same whenever it is asked."""
    box, rules = GameSet.of(deck), rules_of(deck.catalogue)
    chance = Random("short games")  # noqa: S311 - examples, no secrets
    for length in range(1, LONGEST + 1):
        for _ in range(EACH):
            figure = _Course(box, rules, chance, length).figure
            if not _is_untrue(figure, box, rules):  # who moves a tile to where it was seems to have turned it
                yield figure


def first_untrue(proposed: Sequence[Struct], deck: Deck) -> Struct | None:
    """Return the first of these games that the engine, as it plays now, does not confirm, or None."""
    box, rules = GameSet.of(deck), rules_of(deck.catalogue)
    return next((one for one in proposed if isinstance(one, Figure) and _is_untrue(one, box, rules)), None)


def _is_untrue(figure: Figure, box: GameSet, rules: Rules) -> bool:
    return any(True for _ in figures.course_faults(box, rules, {"setup": START, "game": figure}, "game"))


class _Course:
    """A random game of a given length, written down panel by panel."""

    def __init__(self, box: GameSet, rules: Rules, chance: Random, length: int) -> None:
        self.chance, self.acts = chance, rules.acts
        seats = box.colours[:2]
        piles = {
            seat: [piece.id for piece in chance.sample(box.of_colour(seat), (length + 1 - number) // 2)]
            for number, seat in enumerate(seats)
        }
        self.position = Position.start(box, rules, piles)
        self.panels: list[Panel] = []
        for _ in range(length - 1):
            self._play(self._legal())
        self._play(self._any() if chance.random() < 0.5 else self._legal())
        self.figure = Figure(tuple(self.panels), follows="setup", seats=tuple(seats))

    def _play(self, ply: Ply) -> None:
        turn, is_right = None, is_legal(self.position, ply)
        if is_right:
            turn = self.position.push(ply)
        else:
            self.position.labyrinth = _as_wished(self.position.labyrinth, ply, self.position)
        played = set(ply.tiles) if isinstance(ply, Swap) else {ply.tile}
        mark: Literal["new", "acted"] = "new" if isinstance(ply, Lay) else "acted"
        last = self.panels[-1] if self.panels else None
        if last and mark == "new" and is_right and all(placed.mark != "acted" for placed in last.tiles):
            played |= {placed.tile for placed in last.tiles if placed.mark}  # placements after placements are one panel
            self.panels.pop()
        laid = self.position.labyrinth.laid.items()
        tiles = [
            PlacedTile(one.piece.id, xy_of(cell), one.turns, mark if one.piece.id in played else None)
            for cell, one in laid
        ]
        self.panels = [replace(panel, claims=None) for panel in self.panels]
        self.panels.append(
            Panel(
                (*START.panels[0].tiles, *tiles),
                verdict=None if is_right else "wrong",
                impaled=tuple(_impaled(self.position.labyrinth)) if is_right else (),
                discards=None if isinstance(ply, Lay) else ply.discard,
                claims=self._claims(turn) if is_right else None,
            )
        )

    def _claims(self, turn: Turn | None) -> Claims:
        counted = final(self.position)
        return Claims(
            impales=turn.impaled if turn else None,
            points=turn.points if turn else None,
            treasure=counted.treasure,
            winners=counted.winners,
            kills=counted.kills,
            scores=counted.scores,
            over=self.position.is_over,
        )

    def _legal(self) -> Ply:
        """Return an action if one of a few is legal, now and then, or else a placement."""
        position, chance = self.position, self.chance
        if self.acts and position.labyrinth.where and chance.random() < 0.5:
            for ply in (self._any() for _ in range(6)):
                if not isinstance(ply, Lay) and is_legal(position, ply):
                    return ply
        lays = list(placements(position.labyrinth, position.hand)) if position.hand else []
        return lays[self._crowded([(ply.x, ply.y) for ply in lays])]

    def _crowded(self, cells: Sequence[tuple[int, int]]) -> int:
        """Return the number of one of these cells, most likely of one among many tiles."""
        near = {xy_of(cell) for cell in (MINOTAUR, *self.position.labyrinth.laid)}
        beside = (((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) for x, y in cells)
        weights = [CROWDING ** sum(cell in near for cell in four) for four in beside]
        return self.chance.choices(range(len(cells)), weights)[0]

    def _any(self) -> Ply:
        """Return any ply of the tile in hand that a player could think of."""
        labyrinth, chance = self.position.labyrinth, self.chance
        hand = self.position.hand
        assert hand is not None
        lying, turns = list(labyrinth.where), chance.randrange(QUARTER_TURNS)
        covered = {xy_of(cell) for cell in (MINOTAUR, *labyrinth.laid)}
        free = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) not in covered]
        cell = free[self._crowded(free)]
        kind = chance.choice((Lay, Rotate, Swap, Move)) if lying else Lay
        if kind is Lay:
            return Lay(hand.id, *cell, turns)
        tile = chance.choice(lying)
        if kind is Rotate:
            return Rotate(hand.id, tile, turns)
        if kind is Move or len(lying) < 2:
            home = xy_of(labyrinth.where[tile])
            return Move(hand.id, tile, *(home if chance.random() < 0.2 else cell), turns)
        return swap_of(hand.id, *chance.sample(lying, 2))


def is_legal(position: Position, ply: Ply) -> bool:
    """Return whether a ply is legal."""
    try:
        position.check(ply)
    except IllegalError:
        return False
    return True


def _impaled(labyrinth: Labyrinth) -> Iterator[NamedPath]:
    for tile, mask in labyrinth.impaled().items():
        yield from (NamedPath(tile, path + 1) for path in range(mask.bit_length()) if mask >> path & 1)


def _as_wished(before: Labyrinth, ply: Ply, position: Position) -> Labyrinth:
    """Return the table as an illegal ply would leave it."""
    if not isinstance(ply, Lay):
        return apply_action(before, ply)
    before.lay(position.box.pieces[ply.tile], ply.turns, cell_at(ply.x, ply.y))
    return before
