"""Figures that follow one another: their turns are played as one game, and each panel is held against its table.

The first figure of a course names the seats, and follows a figure whose last panel shows the table before the game.
Which tile was in hand is what the panels tell, see :mod:`.panels`; the engine finds whether such a game can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.games.labyrinth.catalogue.position_records import Figure, Panel
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.claims import Found, claim_faults
from generator.games.labyrinth.engine.errors import MalformedError, PlayError
from generator.games.labyrinth.engine.labyrinth import Labyrinth
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
from generator.games.labyrinth.engine.plies import Ply, hand_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class _Step:
    """A panel of a course, with the plies that lead to it; `trouble` tells why it cannot be played."""

    figure: str
    number: int
    panel: Panel
    plies: tuple[Ply, ...] = ()
    trouble: str = ""


def course_faults(box: Box, rules: Rules, figures: Mapping[str, Figure], figure_id: str) -> Iterator[tuple[int, Fault]]:
    """What the engine does not confirm of a figure that follows another, each with the number of its panel.

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
    """The figures of a course, from the one that names the seats to this one."""
    names = [figure_id]
    while not figures[names[0]].seats:
        names.insert(0, figures[names[0]].follows or "")
    return names


def _steps(figures: Mapping[str, Figure], names: Sequence[str], before: Panel) -> Iterator[_Step]:
    """The panels of a course up to the first that cannot be played."""
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
    """What the marks of a panel tell; the first panel of a figure may mark what is about to be acted on."""
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
    """The table before the game, with the tiles that the plies use up in their players' piles."""
    hands = [hand_of(ply) for step in steps for ply in step.plies]
    piles = {seat: [hand for hand in hands if box.piece(hand).tile.colour == seat] for seat in seats}
    laid = laid_of(before) if shows_minotaur(before) else {}
    return Position.arranged(box, rules, seats, laid, impaled=impaled_of(before), piles=piles)


def _played(position: Position, step: _Step) -> Turn | None:
    """The last turn of a step, played on the table.

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
    """Whether the counters lie on all who were impaled in the course of play, and on nobody else."""
    dead = labyrinth.impaled()
    found = {(tile, path) for tile in dead for path in range(dead[tile].bit_length()) if dead[tile] >> path & 1}
    shown = set(impaled_of(panel))
    for tile, path in sorted(found - shown):
        yield ("tiles",), f"path {path + 1} of {tile} has been impaled by now; list it under 'impaled'"
    for tile, path in sorted(shown - found):
        yield ("impaled",), f"path {path + 1} of {tile} is shown impaled; the engine finds that nobody there has been"
