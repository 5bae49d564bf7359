"""Questions about tables, each answered by the engine.

A figure that asks shows a table as players see it before they judge the last turn. A tile that is marked ``new`` was
just placed, legally or not, and nobody was impaled by it yet; two panels show a table before and after an action. The
counters must lie where the engine finds them before that turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.games.claims import Answer
from generator.games.labyrinth.catalogue.position_records import Figure, NamedPath, TableAsk, Wish
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.figures import (
    action_of,
    holds,
    impaled_of,
    impaled_paths,
    laid_of,
    marked,
    placements_of,
)
from generator.games.labyrinth.engine.legality import actors
from generator.games.labyrinth.engine.plies import Ply, hand_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import IllegalError, MalformedError, Rules, rules_of
from generator.games.labyrinth.engine.scoring import Chamber, chambers, final


class Case(NamedTuple):
    """A question with the table that it is about."""

    box: GameSet
    rules: Rules
    figure: Figure
    ask: TableAsk

    def ply(self) -> Ply | None:
        """Return the last turn that the figure shows, or None."""
        last = self.figure.panels[-1]
        if len(self.figure.panels) > 1:
            return action_of(last, self.figure.panels[0], last.discards or "")
        return next(iter(placements_of(last)), None)

    def before(self) -> Position:
        """Return the table before the last turn, that player to play."""
        panel, ply, ask = self.figure.panels[0], self.ply(), self.ask
        laid = laid_of(panel, *(placed.tile for placed in marked(panel, "new")))
        hand = hand_of(ply) if ply else ""
        own = self.box.piece(hand).tile.colour if hand else ask.player or self.box.colours[0]
        lying = {self.box.piece(tile).tile.colour for tile, _ in laid.values()} | {own}
        seats = ask.seats or [colour for colour in self.box.colours if colour in lying]
        first = sorted(seats, key=lambda colour: colour != own) if hand else seats
        piles = {own: [hand]} if hand else {}
        dead = impaled_of(panel)
        return Position.arranged(self.box, self.rules, first, laid, impaled=dead, piles=piles, kills=ask.kills)

    def after(self) -> tuple[Position, Turn | None]:
        """Return the table after the last turn, and what it brought.

        Raises:
            PlayError: a rule forbids it.
        """
        position, ply = self.before(), self.ply()
        if ply is None:
            return position, None
        position.check(ply)
        return position, position.push(ply)

    def turn(self) -> Turn:
        """Return the last turn.

        Raises:
            PlayError: there is none, or a rule forbids it.
        """
        turn = self.after()[1]
        if turn is None:
            raise MalformedError("the figure shows no turn; mark a tile as new, or show an action")
        return turn

    def chamber(self, path: NamedPath | None) -> Chamber:
        """Return the chamber of a path.

        Raises:
            MalformedError: the question names no path that lies there.
        """
        if path is not None:
            for chamber in chambers(self.after()[0].labyrinth):
                if holds(chamber, path.tile, path.path):
                    return chamber
        raise MalformedError(f"no path {path} in the figure; name one, as in `path: {{tile: Y04, path: 1}}`")

    @property
    def player(self) -> str:
        """Return the player that the question is about.

        Raises:
            MalformedError: it names none.
        """
        if self.ask.player not in self.box.colours:
            raise MalformedError(f"no player {self.ask.player!r}; one of {', '.join(self.box.colours)}")
        return self.ask.player


def _legal(case: Case) -> bool:
    try:
        case.turn()
    except IllegalError:
        return False
    return True


def _points(case: Case) -> int:
    turn = case.turn()
    return turn.points if case.player == turn.seat else 0


def _impaled(case: Case) -> list[str]:
    before, (after, _) = case.before().labyrinth.impaled(), case.after()
    return [tile for tile, mask in after.labyrinth.impaled().items() if mask & ~before.get(tile, 0)]


def _acts(case: Case) -> list[str]:
    labyrinth = case.before().labyrinth
    return [piece.id for piece in actors(labyrinth, case.box.colours.index(case.player))]


def _escapes(case: Case) -> bool:
    chamber, path = case.chamber(case.ask.path), case.ask.path
    living = {(spot.tile, spot.path + 1) for spot in chamber.spots if spot.prisoners and not spot.impaled}
    return chamber.escapes and path is not None and (path.tile, path.path) in living


def _escaping(case: Case) -> Iterator[str]:
    for chamber in chambers(case.after()[0].labyrinth):
        for spot in chamber.spots if chamber.escapes else ():
            if spot.prisoners and not spot.impaled and spot.colour == case.player:
                yield spot.tile


def _winner(case: Case) -> str:
    winners = final(case.after()[0]).winners
    return winners[0] if len(winners) == 1 else "tie"


FINDERS: dict[Wish, Callable[[Case], Answer]] = {
    "acts": _acts,
    "connected": lambda case: case.chamber(case.ask.path) == case.chamber(case.ask.to),
    "escapes": _escapes,
    "escaping": _escaping,
    "impaled": _impaled,
    "legal": _legal,
    "points": _points,
    "winner": _winner,
}


def find_answer(figure: Figure, deck: Deck) -> Answer:
    """Return the answer that the engine finds to a figure that asks.

    Raises:
        PlayError: the question makes no sense, or the figure shows more or less than players see.
    """
    if not deck.has_minotaur or figure.ask is None:
        raise MalformedError("nothing can be asked of a labyrinth without a minotaur")
    case = Case(GameSet.of(deck), rules_of(deck.catalogue), figure, figure.ask)
    found = impaled_paths(case.before())
    for panel in figure.panels:
        if panel.claims or panel.verdict or panel.thread:
            raise MalformedError("a figure that asks shows no claims, verdicts or threads")
        if set(impaled_of(panel)) != found:
            told = ", ".join(f"path {path + 1} of {tile}" for tile, path in sorted(found))
            where = "counters lie elsewhere than the engine finds them before this turn"
            raise MalformedError(f"{where}: {told or 'nowhere'}")
    return FINDERS[figure.ask.find](case)
