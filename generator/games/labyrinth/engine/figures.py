"""Figures that are proved: each panel is laid on the engine's table, and what it shows is held against what it finds.

The rules are those of the catalogue whose deck is shown.

A panel shows more than tiles. Counters say who is impaled; a tick or a cross says whether a placement is legal; a tile
marked ``new`` was just placed; tiles marked ``acted`` in two panels were rotated, swapped or moved between them; a
thread says what is connected; and `claims` say what came of it in numbers. All of this the engine must confirm.

A figure that follows another is part of a game, see :mod:`.courses`; the panels of any other are proved by themselves.
Panels without the minotaur are excerpts: nothing about them can be claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.errors import InputError, Mistake
from generator.games.labyrinth.catalogue.position_records import Figure, LoadedFigures, Panel
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import Box, cell_at
from generator.games.labyrinth.engine.chambers import chambers
from generator.games.labyrinth.engine.claims import Found, claim_faults, sum_faults
from generator.games.labyrinth.engine.courses import course_faults
from generator.games.labyrinth.engine.errors import PlayError
from generator.games.labyrinth.engine.legality import placement_fault
from generator.games.labyrinth.engine.panels import (
    Fault,
    action_of,
    impaled_of,
    laid_of,
    lie_faults,
    marked,
    placements_of,
    shows_minotaur,
    thread_faults,
)
from generator.games.labyrinth.engine.plies import hand_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import Rules, rules_of

TABLE = ("tiles", "impaled")
"""What a panel says of the table, from which the figure that follows goes on."""


def prove_figures(loaded: LoadedFigures, deck: Deck) -> None:
    """Hold every figure against the rules.

    Raises:
        InputError: every claim that the engine does not confirm: what is shown, and what the engine finds.
    """
    box, rules = Box.of(deck), rules_of(deck.catalogue)
    figures = loaded.figures.figures
    mistakes: list[Mistake] = []
    astray: set[str] = set()
    for figure_id, figure in figures.items():
        faults = [] if figure.follows in astray else list(_figure_faults(box, rules, figures, figure_id))
        mistakes += [_mistake(loaded, figure_id, number, fault) for number, fault in faults]
        if figure.follows in astray or any(where[0] in TABLE for _, (where, _) in faults):
            astray.add(figure_id)  # of what goes on from there nothing more can be said
    if mistakes:
        raise InputError(mistakes)


def _mistake(loaded: LoadedFigures, figure_id: str, number: int, fault: Fault) -> Mistake:
    where, message = fault
    letter = f" {'ABCDEFGH'[number]}" if len(loaded.figures.figures[figure_id].panels) > 1 else ""
    place = loaded.document.value_place(("figures", figure_id, "panels", number, *where))
    return Mistake(place, f"figure {figure_id!r}{letter}: {message}")


def _figure_faults(
    box: Box, rules: Rules, figures: Mapping[str, Figure], figure_id: str
) -> Iterator[tuple[int, Fault]]:
    """What of a figure the engine does not confirm, with the number of the panel."""
    figure = figures[figure_id]
    found = course_faults(box, rules, figures, figure_id) if figure.follows else _panel_faults(box, rules, figure)
    faults = list(found)
    yield from faults or sum_faults(figure)


def _panel_faults(box: Box, rules: Rules, figure: Figure) -> Iterator[tuple[int, Fault]]:
    """What of a figure that follows no other the engine does not confirm."""
    for number, panel in enumerate(figure.panels):
        if shows_minotaur(panel):
            for fault in _Proof(box, rules, figure, number, panel).faults():
                yield number, fault
        elif panel.claims or panel.impaled or panel.verdict:
            yield number, (("tiles",), "claims something, but shows no minotaur; add his tile")


@dataclass(frozen=True, slots=True)
class _Proof:
    """The proof of one panel by itself; `number` is its number in the figure."""

    box: Box
    rules: Rules
    figure: Figure
    number: int
    panel: Panel

    def faults(self) -> Iterator[Fault]:
        """What of the panel the engine does not confirm."""
        panel = self.panel
        try:
            table = self._table(panel)
            yield from self._new_tile()
            if panel.verdict != "wrong":
                yield from _impaled(panel, self._table(panel, counters=False))
            yield from thread_faults(panel, table.labyrinth)
            turn, after = self._turn_before()
            if after:
                yield from lie_faults(panel, after.labyrinth)
            yield from claim_faults(panel, Found(table, turn))
        except PlayError as error:
            yield ("tiles",), str(error)

    def _table(self, panel: Panel, *, counters: bool = True, without: str = "", hand: str = "") -> Position:
        """A panel as a position of all colours; with a tile in `hand` its colour is to play it."""
        impaled = [path for path in impaled_of(panel) if path[0] != without] if counters else []
        colours = self.box.colours
        own = self.box.piece(hand).tile.colour if hand else colours[0]
        seats = sorted(colours, key=lambda colour: colour != own)
        piles = {own: [hand]} if hand else {}
        return Position.arranged(self.box, self.rules, seats, laid_of(panel, without), impaled=impaled, piles=piles)

    def _new_tile(self) -> Iterator[Fault]:
        """Whether what was just placed could be placed, as the verdict says."""
        for ply in placements_of(self.panel):
            before = self._table(self.panel, counters=False, without=ply.tile)
            fault = placement_fault(before.labyrinth, self.box.piece(ply.tile), ply.turns, cell_at(ply.x, ply.y))
            if fault and self.panel.verdict != "wrong":
                yield ("tiles",), f"{ply.tile} is shown as placed, but {fault.reason} [{fault.rule}]"
            if not fault and self.panel.verdict == "wrong":
                yield ("verdict",), f"the placement of {ply.tile} is shown as wrong; the engine finds it legal"

    def _turn_before(self) -> tuple[Turn | None, Position | None]:
        """The ply that leads from the panel before to this one, played on the engine's table, and that table after it.

        Raises:
            PlayError: it is not legal.
        """
        new = placements_of(self.panel)
        if self.number and marked(self.panel, "acted"):
            before = self.figure.panels[self.number - 1]
            ply = action_of(self.panel, before, self.panel.discards or self._spare(before))
            position = self._table(before, hand=hand_of(ply))
            position.check(ply)
            return position.push(ply), position
        if new and self.panel.verdict != "wrong":
            position = self._table(self.panel, counters=False, without=new[0].tile, hand=new[0].tile)
            return position.push(new[0]), None
        return None, None

    def _spare(self, before: Panel) -> str:
        """A tile that could have been discarded, where the figure names none."""
        lying = {placed.tile for placed in (*self.panel.tiles, *before.tiles)}
        colour = self.box.piece(marked(self.panel, "acted")[0].tile).tile.colour
        return next(piece.id for piece in self.box.of_colour(colour) if piece.id not in lying)


def _impaled(panel: Panel, table: Position) -> Iterator[Fault]:
    """Whether the counters lie on those whom the engine finds connected to the minotaur, and on nobody else."""
    [his] = [chamber for chamber in chambers(table.labyrinth) if chamber.minotaur]
    connected = {(spot.tile, spot.path + 1) for spot in his.spots if spot.prisoners}
    shown = {(path.tile, path.path) for path in panel.impaled}
    for tile, path in sorted(connected - shown):
        yield ("tiles",), f"path {path} of {tile} is connected to the minotaur; list it under 'impaled'"
    for tile, path in sorted(shown - connected):
        yield ("impaled",), f"path {path} of {tile} is shown impaled; the engine finds it apart from the minotaur"
