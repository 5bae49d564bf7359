"""Figures that are proved: each panel is laid on the engine's table, and what it shows is held against what it finds.

A panel shows more than tiles. Counters say who is impaled; a tick or a cross says whether a placement is legal; a tile
marked ``new`` was just placed; tiles marked ``acted`` in two panels were rotated, swapped or moved between them; a
thread says what is connected; and `claims` say what came of it in numbers. All of this the engine must confirm.

Panels without the minotaur are excerpts: nothing about them can be claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalogue.figures import Figure, LoadedFigures, Panel, PlacedTile
from generator.catalogue.strict_yaml import Location
from generator.deck.tiles import MINOTAUR_ID, Deck
from generator.errors import InputError, Mistake
from generator.play.box import Box, cell_at
from generator.play.chambers import chambers
from generator.play.errors import PlayError
from generator.play.legality import placement_fault
from generator.play.plies import Move, Place, Ply, Rotate, swap_of
from generator.play.position import Position, Turn
from generator.play.rules import Rules
from generator.play.scoring import final
from generator.wording import plural


def prove_figures(loaded: LoadedFigures, deck: Deck) -> None:
    """Hold every figure against the rules.

    Raises:
        InputError: every claim that the engine does not confirm: what is shown, and what the engine finds.
    """
    box = Box.of(deck)
    mistakes = [
        mistake
        for figure_id, figure in loaded.figures.figures.items()
        for mistake in _Proof(box, loaded, figure_id, figure).mistakes()
    ]
    if mistakes:
        raise InputError(mistakes)


@dataclass(frozen=True, slots=True)
class _Proof:
    """The proof of one figure."""

    box: Box
    loaded: LoadedFigures
    figure_id: str
    figure: Figure

    def mistakes(self) -> Iterator[Mistake]:
        for number, panel in enumerate(self.figure.panels):
            if any(placed.tile == MINOTAUR_ID for placed in panel.tiles):
                for what, message in self._faults(number, panel):
                    yield self._mistake(number, what, message)
            elif panel.claims or panel.impaled or panel.verdict:
                yield self._mistake(number, "tiles", "claims something, but shows no minotaur; add his tile")

    def _mistake(self, number: int, what: str, message: str) -> Mistake:
        at: Location = ("figures", self.figure_id, "panels", number)
        letter = f" {'ABCDEFGH'[number]}" if len(self.figure.panels) > 1 else ""
        place = self.loaded.document.value_place((*at, what))
        return Mistake(place, f"figure {self.figure_id!r}{letter}: {message}")

    def _faults(self, number: int, panel: Panel) -> Iterator[tuple[str, str]]:
        """What of a panel the engine does not confirm, with the key under which the panel says it."""
        try:
            table = self._table(panel)
            yield from self._new_tile(panel)
            if panel.verdict != "wrong":
                yield from _impaled(panel, self._table(panel, counters=False))
            yield from _thread(panel, table)
            yield from self._claims(number, panel, table)
        except PlayError as error:
            yield "tiles", str(error)

    def _table(self, panel: Panel, *, counters: bool = True, without: str = "", hand: str = "") -> Position:
        """The panel as a position of all colours; with a tile in `hand` its colour is to play it."""
        [(left, top)] = [placed.at for placed in panel.tiles if placed.tile == MINOTAUR_ID]
        laid = {
            (placed.at[0] - left, placed.at[1] - top): (placed.tile, placed.turns)
            for placed in panel.tiles
            if placed.tile not in {MINOTAUR_ID, without}
        }
        impaled = [(path.tile, path.path - 1) for path in panel.impaled if path.tile != without] if counters else []
        colours = self.box.colours
        own = self.box.piece(hand).tile.colour if hand else colours[0]
        seats = sorted(colours, key=lambda colour: colour != own)
        piles = {own: [hand]} if hand else {}
        return Position.arranged(self.box, Rules(), seats, laid, impaled=impaled, piles=piles)

    def _new_tile(self, panel: Panel) -> Iterator[tuple[str, str]]:
        """Whether what was just placed could be placed, as the verdict says."""
        for placed in panel.tiles:
            if placed.mark != "new":
                continue
            before = self._table(panel, counters=False, without=placed.tile)
            x, y = self._cell(panel, placed)
            fault = placement_fault(before.labyrinth, self.box.piece(placed.tile), placed.turns, cell_at(x, y))
            if fault and panel.verdict != "wrong":
                yield "tiles", f"{placed.tile} is shown as placed, but {fault.reason} [{fault.rule}]"
            if not fault and panel.verdict == "wrong":
                yield "verdict", f"the placement of {placed.tile} is shown as wrong; the engine finds it legal"

    def _cell(self, panel: Panel, placed: PlacedTile) -> tuple[int, int]:
        [(left, top)] = [other.at for other in panel.tiles if other.tile == MINOTAUR_ID]
        return placed.at[0] - left, placed.at[1] - top

    def _claims(self, number: int, panel: Panel, table: Position) -> Iterator[tuple[str, str]]:
        """The numbers that a panel claims, and the action that led to it."""
        turn = self._turn_before(number, panel)
        claims = panel.claims
        if claims is None:
            return
        counted = final(table)
        found: dict[str, object] = {
            "captured": table.captured,
            "treasure": counted.treasure,
            "escaped": counted.escaped,
            "impales": turn.impaled if turn else None,
            "points": turn.points if turn else None,
        }
        for what, engine in found.items():
            claimed = getattr(claims, what)
            if isinstance(claimed, dict) and isinstance(engine, dict) and what != "impales":
                engine = {colour: engine[colour] for colour in claimed if colour in engine}  # noqa: PLW2901
            if claimed is not None and claimed != engine:
                said = "no ply leads to this panel" if engine is None else f"the engine finds {_told(engine)}"
                yield "claims", f"{what} {_told(claimed)} is claimed; {said}"

    def _turn_before(self, number: int, panel: Panel) -> Turn | None:
        """The ply that leads from the panel before to this one, played on the engine's table.

        Raises:
            PlayError: it is not legal.
        """
        acted = [placed for placed in panel.tiles if placed.mark == "acted"]
        new = [placed for placed in panel.tiles if placed.mark == "new"]
        if number and acted:
            return self._played(self.figure.panels[number - 1], self._action(number, panel, acted))
        if new and panel.verdict != "wrong":
            x, y = self._cell(panel, new[0])
            tile = new[0].tile
            position = self._table(panel, counters=False, without=tile, hand=tile)
            return position.push(Place(tile, x, y, new[0].turns))
        return None

    def _played(self, before: Panel, ply: Ply) -> Turn:
        assert not isinstance(ply, Place)
        position = self._table(before, hand=ply.discard)
        position.check(ply)
        return position.push(ply)

    def _action(self, number: int, panel: Panel, acted: list[PlacedTile]) -> Ply:
        """The action that the marks of two panels tell."""
        before = {placed.tile: placed for placed in self.figure.panels[number - 1].tiles}
        lying = {placed.tile for placed in (*panel.tiles, *before.values())}
        colour = self.box.piece(acted[0].tile).tile.colour
        discard = next(piece.id for piece in self.box.of_colour(colour) if piece.id not in lying)
        if len(acted) > 1:
            return swap_of(discard, acted[0].tile, acted[1].tile)
        tile, (x, y) = acted[0], self._cell(panel, acted[0])
        if before[tile.tile].at == tile.at:
            return Rotate(discard, tile.tile, tile.turns)
        return Move(discard, tile.tile, x, y, tile.turns)


def _impaled(panel: Panel, table: Position) -> Iterator[tuple[str, str]]:
    """Whether the counters lie on those whom the engine finds connected to the minotaur, and on nobody else."""
    [his] = [chamber for chamber in chambers(table.labyrinth) if chamber.minotaur]
    connected = {(spot.tile, spot.path + 1) for spot in his.spots if spot.prisoners}
    shown = {(path.tile, path.path) for path in panel.impaled}
    for tile, path in sorted(connected - shown):
        yield "tiles", f"path {path} of {tile} is connected to the minotaur; list it under 'impaled'"
    for tile, path in sorted(shown - connected):
        yield "impaled", f"path {path} of {tile} is shown impaled; the engine finds it apart from the minotaur"


def _thread(panel: Panel, table: Position) -> Iterator[tuple[str, str]]:
    """Whether the thread follows as many chambers as it should."""
    number_of = {
        (spot.tile, spot.path + 1): number
        for number, chamber in enumerate(chambers(table.labyrinth))
        for spot in chamber.spots
    }
    threaded = {number_of.get((path.tile, path.path), 0) for path in panel.thread}  # the minotaur's chamber is first
    wanted = panel.claims.chambers if panel.claims and panel.claims.chambers is not None else 1
    if panel.thread and len(threaded) != wanted:
        follows = f"the thread should follow {plural(wanted, 'chamber')}"
        yield "thread", f"{follows}; the engine finds that it runs through {len(threaded)}"


def _told(value: object) -> str:
    """A number, or numbers by colour, in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    return str(value)
