"""Figures that are proved: each panel is laid on the engine's table, and what it shows is held against what it finds.

The rules are those of the catalogue whose deck is shown.

A panel shows more than tiles. Counters say who is impaled; a tick or a cross says whether a placement is legal; a tile
marked ``new`` was just placed; tiles marked ``acted`` in two panels were rotated, swapped or moved between them; a
thread says what is connected; and `claims` say what came of it in numbers. All of this the engine must confirm.

Panels without the minotaur are excerpts: nothing about them can be claimed.

Figures that follow one another are a *course*: their turns are played as one game, and each panel is held against its
table. The first figure of a course names the seats, and follows a figure whose last panel shows the table before the
game. Which tile was in hand is what the panels tell, see :mod:`.panels`; the engine finds whether such a game can be
played. The panels of any other figure are proved by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.errors import InputError, Mistake
from generator.games.labyrinth.catalogue.position_records import Figure, LoadedFigures, Panel
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import Box, cell_at
from generator.games.labyrinth.engine.chambers import chambers
from generator.games.labyrinth.engine.errors import MalformedError, PlayError
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.legality import placement_fault
from generator.games.labyrinth.engine.panels import (
    Fault,
    Found,
    action_of,
    claim_faults,
    impaled_of,
    laid_of,
    lie_faults,
    marked,
    placements_of,
    shows_minotaur,
    sum_faults,
    thread_faults,
)
from generator.games.labyrinth.engine.plies import Ply, hand_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import Rules, rules_of

TABLE = ("tiles", "impaled")
"""What a panel says of the table, from which the figure that follows goes on."""


def prove_figures(loaded: LoadedFigures, deck: Deck) -> None:
    """Check every figure by the rules.

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
    """Yield what the engine does not confirm of a figure, with the number of the panel."""
    figure = figures[figure_id]
    found = course_faults(box, rules, figures, figure_id) if figure.follows else _panel_faults(box, rules, figure)
    faults = list(found)
    yield from faults or sum_faults(figure)


def _panel_faults(box: Box, rules: Rules, figure: Figure) -> Iterator[tuple[int, Fault]]:
    """Yield what the engine does not confirm of a figure that follows no other."""
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
        """Yield what the engine does not confirm of the panel."""
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
        """Return a panel as a position of all colours; with a tile in `hand` its colour is to play it."""
        impaled = [path for path in impaled_of(panel) if path[0] != without] if counters else []
        colours = self.box.colours
        own = self.box.piece(hand).tile.colour if hand else colours[0]
        seats = sorted(colours, key=lambda colour: colour != own)
        piles = {own: [hand]} if hand else {}
        return Position.arranged(self.box, self.rules, seats, laid_of(panel, without), impaled=impaled, piles=piles)

    def _new_tile(self) -> Iterator[Fault]:
        """Check that what was just placed could be placed, as the verdict says."""
        for ply in placements_of(self.panel):
            before = self._table(self.panel, counters=False, without=ply.tile)
            fault = placement_fault(before.labyrinth, self.box.piece(ply.tile), ply.turns, cell_at(ply.x, ply.y))
            if fault and self.panel.verdict != "wrong":
                yield ("tiles",), f"{ply.tile} is shown as placed, but {fault.reason} [{fault.rule}]"
            if not fault and self.panel.verdict == "wrong":
                yield ("verdict",), f"the placement of {ply.tile} is shown as wrong; the engine finds it legal"

    def _turn_before(self) -> tuple[Turn | None, Position | None]:
        """Play the ply that leads from the panel before to this one; return it and the engine's table after it.

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
        """Return a tile that could have been discarded, where the figure names none."""
        lying = {placed.tile for placed in (*self.panel.tiles, *before.tiles)}
        colour = self.box.piece(marked(self.panel, "acted")[0].tile).tile.colour
        return next(piece.id for piece in self.box.of_colour(colour) if piece.id not in lying)


def _impaled(panel: Panel, table: Position) -> Iterator[Fault]:
    """Check that the counters lie on those whom the engine finds connected to the minotaur, and on nobody else."""
    [his] = [chamber for chamber in chambers(table.labyrinth) if chamber.minotaur]
    connected = {(spot.tile, spot.path + 1) for spot in his.spots if spot.prisoners}
    shown = {(path.tile, path.path) for path in panel.impaled}
    for tile, path in sorted(connected - shown):
        yield ("tiles",), f"path {path} of {tile} is connected to the minotaur; list it under 'impaled'"
    for tile, path in sorted(shown - connected):
        yield ("impaled",), f"path {path} of {tile} is shown impaled; the engine finds it apart from the minotaur"


@dataclass(frozen=True, slots=True)
class _Step:
    """A panel of a course, with the plies that lead to it; `trouble` tells why it cannot be played."""

    figure: str
    number: int
    panel: Panel
    plies: tuple[Ply, ...] = ()
    trouble: str = ""


def course_faults(box: Box, rules: Rules, figures: Mapping[str, Figure], figure_id: str) -> Iterator[tuple[int, Fault]]:
    """Yield what the engine does not confirm of a figure that follows another, each with the number of its panel.

    The figures before it have been proved; if one of them shows a table that does not come of its turns, nothing can be
    said of this one.
    """
    names = _course(figures, figure_id)
    before = figures[figures[names[0]].follows or ""].panels[-1]
    steps = list(_steps(figures, names, before))
    try:
        position = _beginning(box, rules, figures[names[0]].seats, before, steps)
    except PlayError as error:
        yield 0, (("tiles",), f"the game cannot begin: {error}")
        return
    for step in steps:
        try:
            turn = _played(position, step)
        except PlayError as error:
            yield step.number, (("tiles",), str(error))
            return
        if step.figure == figure_id:
            for fault in _faults(step.panel, Found(position, turn, course=True)):
                yield step.number, fault


def _course(figures: Mapping[str, Figure], figure_id: str) -> list[str]:
    """Return the figures of a course, from the one that names the seats to this one."""
    names = [figure_id]
    while not figures[names[0]].seats:
        names.insert(0, figures[names[0]].follows or "")
    return names


def _steps(figures: Mapping[str, Figure], names: Sequence[str], before: Panel) -> Iterator[_Step]:
    """Yield the panels of a course up to the first that cannot be played."""
    used = {placed.tile for placed in before.tiles}
    for name in names:
        for number, panel in enumerate(figures[name].panels):
            try:
                plies = tuple(_plies(number, panel, before))
                _use_up(plies, used)
            except MalformedError as error:
                yield _Step(name, number, panel, trouble=str(error))
                return
            yield _Step(name, number, panel, plies)
            before = panel


def _plies(number: int, panel: Panel, before: Panel) -> Iterator[Ply]:
    """Yield the plies that the marks of a panel tell; the first panel of a figure may mark what will be acted on."""
    if not shows_minotaur(panel) or not shows_minotaur(before):
        raise MalformedError("turns are told, but no minotaur is shown; add his tile")
    yield from placements_of(panel)
    if number and marked(panel, "acted"):
        if panel.discards is None:
            raise MalformedError("an action is told, but not what it was paid with; add it, as in `discards: Y05`")
        yield action_of(panel, before, panel.discards)


def _use_up(plies: Sequence[Ply], used: set[str]) -> None:
    """Add the tiles that plies use up to those that are.

    Raises:
        MalformedError: a tile is used up a second time.
    """
    for hand in map(hand_of, plies):
        if hand in used:
            raise MalformedError(f"{hand} has been played before; every turn uses up another tile")
        used.add(hand)


def _beginning(box: Box, rules: Rules, seats: Sequence[str], before: Panel, steps: Sequence[_Step]) -> Position:
    """Return the table before the game, with the tiles that the plies use up in their players' piles."""
    hands = [hand_of(ply) for step in steps for ply in step.plies]
    piles = {seat: [hand for hand in hands if box.piece(hand).tile.colour == seat] for seat in seats}
    laid = laid_of(before) if shows_minotaur(before) else {}
    return Position.arranged(box, rules, seats, laid, impaled=impaled_of(before), piles=piles)


def _played(position: Position, step: _Step) -> Turn | None:
    """Play a step on the table and return its last turn.

    Raises:
        PlayError: it is another player's turn, or a rule forbids the ply.
    """
    if step.trouble:
        raise MalformedError(step.trouble)
    turn = None
    for ply in step.plies:
        colour, whose = position.box.piece(hand_of(ply)).tile.colour, position.seats[position.ply % len(position.seats)]
        if colour != whose:
            raise MalformedError(f"{hand_of(ply)} is {colour}'s, but it is {whose}'s turn")
        position.check(ply)
        turn = position.push(ply)
    return turn


def _faults(panel: Panel, found: Found) -> Iterator[Fault]:
    labyrinth = found.position.labyrinth
    yield from lie_faults(panel, labyrinth)
    yield from _impaled_faults(panel, labyrinth)
    yield from thread_faults(panel, labyrinth)
    yield from claim_faults(panel, found)


def _impaled_faults(panel: Panel, labyrinth: Labyrinth) -> Iterator[Fault]:
    """Check that the counters lie on all who were impaled in the course of play, and on nobody else."""
    dead = labyrinth.impaled()
    found = {(tile, path) for tile in dead for path in range(dead[tile].bit_length()) if dead[tile] >> path & 1}
    shown = set(impaled_of(panel))
    for tile, path in sorted(found - shown):
        yield ("tiles",), f"path {path + 1} of {tile} has been impaled by now; list it under 'impaled'"
    for tile, path in sorted(shown - found):
        yield ("impaled",), f"path {path + 1} of {tile} is shown impaled; the engine finds that nobody there has been"
