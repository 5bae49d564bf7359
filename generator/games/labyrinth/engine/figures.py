"""The proof of figures: each panel is laid on the engine's table, and what it shows is compared with what it finds.

The rules are those of the catalogue whose deck is shown.

A panel shows more than tiles. Counters say who is impaled; a tick or a cross says whether a ply is legal; a tile
marked ``new`` was just placed; tiles marked ``acted`` in two panels were rotated, swapped or moved between them; a
thread says what is connected; and `claims` say the outcome in numbers. All of this the engine must confirm.

Panels without the minotaur are excerpts: nothing about them can be claimed.

Figures that follow one another are a *course*: their turns are played as one game, and each panel is held against its
table. The first figure of a course names the seats, and follows a figure whose last panel shows the table before the
game. The panels show which tile was in hand, see :mod:`.panels`; the engine finds whether such a game can be
played. The panels of any other figure are proved by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.catalogue.strict_yaml import Document, Location
from generator.errors import Mistake, refuse
from generator.games.claims import Fault, check_figures, telling
from generator.games.labyrinth.catalogue.position_records import Figure, LoadedFigures, Panel
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import GameSet, cell_at
from generator.games.labyrinth.engine.legality import placement_fault
from generator.games.labyrinth.engine.panels import (
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
from generator.games.labyrinth.engine.plies import Ply, hand_of, spell_ply
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import IllegalError, MalformedError, PlayError, Rules, rules_of

TABLE = ("tiles", "impaled")
"""The parts of a panel that describe the table, from which the figure that follows goes on."""


def prove_figures(loaded: LoadedFigures, deck: Deck) -> None:
    """Check every figure by the rules; those that ask are proved by :func:`.questions.find_answer`.

    Raises:
        InputError: every claim that the engine does not confirm: what is shown, and what the engine finds.
    """
    figures = telling(loaded.figures.figures)
    if not deck.has_minotaur:
        refuse(_excerpt_mistakes(loaded.document, figures))
        return
    box, rules = GameSet.of(deck), rules_of(deck.catalogue)
    astray: set[str] = set()

    def faults_of(figure_id: str, figure: Figure) -> Iterator[Fault]:
        if figure.follows in astray:
            astray.add(figure_id)  # of what goes on from there nothing more can be said
            return
        proof = course_faults(box, rules, figures, figure_id) if figure.follows else _panel_faults(box, rules, figure)
        for number, (where, message) in list(proof) or sum_faults(figure):
            yield ("panels", number, *where), message
            if where[0] in TABLE:
                astray.add(figure_id)

    check_figures(loaded.document, figures, faults_of)


def _excerpt_mistakes(document: Document, figures: Mapping[str, Figure]) -> Iterator[Mistake]:
    """Yield what figures of a labyrinth without a minotaur claim, which the engine can say nothing about."""
    why = "of which the rules of Asterion say nothing without a minotaur; leave it out"
    for figure_id, figure in figures.items():
        at: Location = ("figures", figure_id)
        if figure.follows is not None:
            yield Mistake(document.key_place((*at, "follows")), f"figure {figure_id!r} tells turns, {why}")
        for number, panel in enumerate(figure.panels):
            for what in ("claims", "impaled", "verdict"):
                if getattr(panel, what):
                    place = document.key_place((*at, "panels", number, what))
                    yield Mistake(place, f"figure {figure_id!r} has {what!r}, {why}")


# Figures that follow no other


def _panel_faults(box: GameSet, rules: Rules, figure: Figure) -> Iterator[tuple[int, Fault]]:
    for number, panel in enumerate(figure.panels):
        if shows_minotaur(panel):
            for fault in _PanelProof(box, rules, figure, number, panel).faults():
                yield number, fault
        elif panel.claims or panel.impaled or panel.verdict:
            yield number, (("tiles",), "claims something, but shows no minotaur; add his tile")


@dataclass(frozen=True, slots=True)
class _PanelProof:
    """The proof of one panel by itself; `number` is its number in the figure."""

    box: GameSet
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
                dead = impaled_paths(self._table(panel, counters=False))
                yield from _impaled_faults(panel, dead, "is connected to the minotaur", "it apart from the minotaur")
            yield from thread_faults(panel, table.labyrinth)
            turn = None
            if action := self._action():
                position, ply = action
                if panel.verdict == "wrong":
                    yield from _wrong_faults(position, ply)
                else:
                    position.check(ply)
                    turn = position.push(ply)
                    yield from lie_faults(panel, position.labyrinth)
            elif new := self._placement():
                position, ply = new
                turn = position.push(ply)
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

    def _placement(self) -> tuple[Position, Ply] | None:
        """Return the first placement that the marks record, if it is shown as legal, and the position before it."""
        new = placements_of(self.panel)
        if not new or self.panel.verdict == "wrong":
            return None
        return self._table(self.panel, counters=False, without=new[0].tile, hand=new[0].tile), new[0]

    def _action(self) -> tuple[Position, Ply] | None:
        """Return the action that leads from the panel before to this one, and the position before it.

        Raises:
            PlayError: a tile was acted on that did not lie there.
        """
        if not self.number or not marked(self.panel, "acted"):
            return None
        before = self.figure.panels[self.number - 1]
        discard = self.panel.discards
        if not discard:  # the figure names none: any tile will do that does not lie
            lying = {placed.tile for placed in (*self.panel.tiles, *before.tiles)}
            colour = self.box.piece(marked(self.panel, "acted")[0].tile).tile.colour
            discard = next(piece.id for piece in self.box.of_colour(colour) if piece.id not in lying)
        ply = action_of(self.panel, before, discard)
        return self._table(before, hand=hand_of(ply)), ply


def _wrong_faults(position: Position, ply: Ply) -> Iterator[Fault]:
    """Yield a fault if a ply that is shown as wrong is legal.

    Raises:
        MalformedError: it is no ply of this game.
    """
    try:
        position.check(ply)
    except IllegalError:
        return
    yield ("verdict",), f"{spell_ply(ply)} is shown as wrong; the engine finds it legal"


def impaled_paths(position: Position) -> set[tuple[str, int]]:
    """Return the tiles and paths, from 0, whose prisoners have been impaled."""
    masks = position.labyrinth.impaled()
    return {(tile, path) for tile, mask in masks.items() for path in range(mask.bit_length()) if mask >> path & 1}


def _impaled_faults(panel: Panel, found: set[tuple[str, int]], missing: str, strange: str) -> Iterator[Fault]:
    """Check that the counters lie on all whom the engine finds impaled, and on nobody else.

    Args:
        panel: has the counters.
        found: the tiles and paths, from 0, that the engine finds.
        missing: words about those that show no counter.
        strange: words about those that show one and should not.
    """
    shown = set(impaled_of(panel))
    for tile, path in sorted(found - shown):
        yield ("tiles",), f"path {path + 1} of {tile} {missing}; list it under 'impaled'"
    for tile, path in sorted(shown - found):
        yield ("impaled",), f"path {path + 1} of {tile} is shown impaled; the engine finds {strange}"


# Figures that follow one another


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A panel of a course, with the plies that lead to it; `trouble` says why it cannot be played."""

    figure: str
    number: int
    panel: Panel
    plies: tuple[Ply, ...] = ()
    trouble: str = ""


def course_faults(
    box: GameSet, rules: Rules, figures: Mapping[str, Figure], figure_id: str
) -> Iterator[tuple[int, Fault]]:
    """Yield what the engine does not confirm of a figure that follows another, each with the number of its panel.

    The figures before it have been proved; if one of them shows a table that does not come of its turns, nothing can be
    said of this one.
    """
    try:
        position, steps = begin_course(box, rules, figures, figure_id)
    except PlayError as error:
        yield 0, (("tiles",), f"the game cannot begin: {error}")
        return
    for step in steps:
        try:
            if step.trouble:
                raise MalformedError(step.trouble)
            if step.panel.verdict == "wrong" and step.plies:
                _play(position, step.plies[:-1])
                yield from ((step.number, fault) for fault in _wrong_faults(position, step.plies[-1]))
                return  # with an illegal ply the game goes no further
            turn = _play(position, step.plies)
        except PlayError as error:
            yield step.number, (("tiles",), str(error))
            return
        if step.figure == figure_id:
            for fault in _step_faults(step.panel, Found(position, turn, course=True)):
                yield step.number, fault


def begin_course(
    box: GameSet, rules: Rules, figures: Mapping[str, Figure], figure_id: str
) -> tuple[Position, list[CourseStep]]:
    """Return the table before the game that a figure goes on with, and the steps from there to that figure.

    Raises:
        PlayError: the game cannot begin on that table.
    """
    names = [figure_id]
    while not figures[names[0]].seats:  # from the figure that names the seats to this one
        names.insert(0, figures[names[0]].follows or "")
    seats = figures[names[0]].seats
    before = figures[figures[names[0]].follows or ""].panels[-1]
    steps = list(_steps(figures, names, before))
    hands = [hand_of(ply) for step in steps for ply in step.plies]
    piles = {seat: [hand for hand in hands if box.piece(hand).tile.colour == seat] for seat in seats}
    laid = laid_of(before) if shows_minotaur(before) else {}
    return Position.arranged(box, rules, seats, laid, impaled=impaled_of(before), piles=piles), steps


def _steps(figures: Mapping[str, Figure], names: Sequence[str], before: Panel) -> Iterator[CourseStep]:
    """Yield the panels of a course up to the first that cannot be played."""
    used = {placed.tile for placed in before.tiles}
    for name in names:
        for number, panel in enumerate(figures[name].panels):
            trouble, plies = "", tuple[Ply, ...]()
            try:
                plies = tuple(_plies(number, panel, before))
            except MalformedError as error:
                trouble = str(error)
            for hand in map(hand_of, plies):
                if hand in used and not trouble:
                    trouble = f"{hand} has been played before; every turn uses up another tile"
                used.add(hand)
            yield CourseStep(name, number, panel, () if trouble else plies, trouble)
            if trouble:
                return
            before = panel


def _plies(number: int, panel: Panel, before: Panel) -> Iterator[Ply]:
    """Yield the plies that the marks of a panel record; the first panel may mark the target of an action."""
    if not shows_minotaur(panel) or not shows_minotaur(before):
        raise MalformedError("turns are told, but no minotaur is shown; add his tile")
    yield from placements_of(panel)
    if number and marked(panel, "acted"):
        if panel.discards is None:
            raise MalformedError("an action is told, but not what it was paid with; add it, as in `discards: Y05`")
        yield action_of(panel, before, panel.discards)


def _play(position: Position, plies: Sequence[Ply]) -> Turn | None:
    """Play plies on the table and return the last turn.

    Raises:
        PlayError: it is another player's turn, or a rule forbids a ply.
    """
    turn = None
    for ply in plies:
        colour, whose = position.box.piece(hand_of(ply)).tile.colour, position.seats[position.ply % len(position.seats)]
        if colour != whose:
            raise MalformedError(f"{hand_of(ply)} is {colour}'s, but it is {whose}'s turn")
        position.check(ply)
        turn = position.push(ply)
    return turn


def _step_faults(panel: Panel, found: Found) -> Iterator[Fault]:
    labyrinth = found.position.labyrinth
    yield from lie_faults(panel, labyrinth)
    yield from _impaled_faults(
        panel, impaled_paths(found.position), "has been impaled by now", "that nobody there has been"
    )
    yield from thread_faults(panel, labyrinth)
    yield from claim_faults(panel, found)
