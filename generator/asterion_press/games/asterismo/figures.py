"""The figures of a rules text: positions read, each of their claims held against the engine, and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue.strict_yaml import Document, Location
from asterion_press.catalogue.themes import Theme
from asterion_press.errors import InputError, Mistake, refuse, suggestion
from asterion_press.games.asterismo import rules
from asterion_press.games.asterismo.board import bit, hexagons, names, read_hexagon, set_of, written
from asterion_press.games.asterismo.game import HexGame
from asterion_press.games.asterismo.piece_art import PositionPainter, ShownPosition
from asterion_press.games.asterismo.records import Figure, Figures, Panel
from asterion_press.games.asterismo.rules import Harvest, HexPosition, Tree
from asterion_press.games.asterismo.setup import Cleared, clear, pour
from asterion_press.games.asterismo.solver import Budget, LimitError, most_takes, solve
from asterion_press.games.game import Answer, Claimed, Fault, compare
from asterion_press.rulebook.text.figures import SceneFigure, ScenePanel

CELLS_MM = [tenths / 10 for tenths in range(180, 49, -5)]
"""Sizes of a hexagon in the booklet, largest first. Own choice: at 5 mm signs can still be distinguished."""
STEPS = 200_000
"""Steps that proving one claim may take; a position that needs more is too hard for a figure."""


class HexClaims(Claimed):
    """Figures that are positions on the board."""

    model = Figures
    game: HexGame

    def case(self, panel: Panel, at: Location = ()) -> Case:
        """Return the position of a panel, which stands there in the file.

        Raises:
            InputError: hexagons, colours or tokens that cannot be.
        """
        return PanelReader(self.document, at, tuple(self.game.catalogue.colours)).case(panel)

    def faults(self, name: str, figure: Figure) -> Iterator[Fault]:
        mistakes: list[Mistake] = []
        for number, panel in enumerate(figure.panels):
            try:
                case = self.case(panel, ("figures", name, "panels", number))
            except InputError as error:
                mistakes += error.mistakes
                continue
            for key, claimed in asdict(panel.claims).items():
                if claimed is None:
                    continue
                at = ("panels", number, "claims", key)
                try:
                    yield from compare(at, claimed, find_claim(case, key, claimed))
                except LimitError:
                    yield at, f"{key}: the engine cannot tell in {STEPS} steps; show an easier position"
                except ValueError as error:
                    yield at, f"{key}: {error}"
        refuse(mistakes)

    def claims_of(self, figure: Figure) -> Iterator[tuple[int | None, str, str]]:
        """Yield the numbers that panels claim; of a list its length, and as ``….words`` what is in it.

        What a panel shows is there, too: ``tokens.<colour>``, ``take``, ``ringed`` and ``harvests.<player>``.
        """
        for index, panel in enumerate(figure.panels):
            number = index if len(figure.panels) > 1 else None
            for key, value in asdict(panel.claims).items():
                if isinstance(value, tuple):
                    yield number, key, str(len(value))
                    yield number, f"{key}.words", ", ".join(value).upper()
                elif isinstance(value, int) and not isinstance(value, bool):
                    yield number, key, str(value)
            yield from ((number, key, value) for key, value in _shown(panel))

    def find_answer(self, name: str) -> Answer:
        figure = self.figures[name]
        return ASKED[figure.ask.find](self.case(figure.panels[0], ("figures", name, "panels", 0)))

    def painter(self, theme: Theme) -> Callable[[Figure], SceneFigure]:
        painter = PositionPainter(self.game.catalogue, theme)

        def paint(figure: Figure) -> SceneFigure:
            panels = []
            for panel in figure.panels:
                view, verdict = self.case(panel).view(panel), panel.verdict
                if figure.ask:  # which tokens fall would answer
                    view, verdict = replace(view, crossed=0), None
                panels.append(ScenePanel(*painter.parts(view), verdict))
            return SceneFigure(tuple(panels), painter.layout.hexagon, CELLS_MM)

        return paint


class PanelReader(Struct, frozen=True):
    """A reader of one panel, which reads hexagons into sets."""

    document: Document
    at: Location
    colours: tuple[str, ...]

    def case(self, panel: Panel) -> Case:
        """Return the position of a panel.

        Raises:
            InputError: hexagons, colours or tokens that cannot be.
        """
        if panel.poured is not None and panel.tokens:
            raise self._error(("tokens",), "a panel shows either tokens or what was poured from a seed, not both")
        if panel.poured is None and not panel.tokens and not panel.harvests:
            raise self._error((), "the panel is empty; give it tokens, poured or harvests")
        tree = self._tree(panel) if panel.poured is None else pour(panel.poured)
        take = self._lying(panel.take, ("take",), tree) if panel.take is not None else 0
        ringed = {self._lying(word, ("ringed", number), tree) for number, word in enumerate(panel.ringed)}
        return Case(tree, take, sum(ringed), panel.harvests, (panel.turn or 1) - 1)

    def _tree(self, panel: Panel) -> Tree:
        """Return the tokens of a panel, no two of which lie on one hexagon."""
        sets = [0] * rules.COLOURS
        for colour, words in panel.tokens.items():
            if colour not in self.colours:
                raise self._error(("tokens", colour), f"unknown colour {colour!r}; {suggestion(colour, self.colours)}")
            for number, word in enumerate(words):
                token = self._bit(word, ("tokens", colour, number))
                if rules.cells_of(tuple(sets)) & token:
                    raise self._error(("tokens", colour, number), f"a token lies on {word} already")
                sets[self.colours.index(colour)] |= token
        return tuple(sets)

    def _lying(self, word: str, at: Location, tree: Tree) -> int:
        token = self._bit(word, at)
        if not rules.cells_of(tree) & token:
            raise self._error(at, f"no token lies on {word}")
        return token

    def _bit(self, word: str, at: Location) -> int:
        try:
            return bit(read_hexagon(word))
        except ValueError as error:
            raise self._error(at, str(error)) from None

    def _error(self, at: Location, message: str) -> InputError:
        return InputError.at(self.document.value_place((*self.at, *at)), message)


def _shown(panel: Panel) -> Iterator[tuple[str, str]]:
    """Yield what a panel shows, for descriptions in words."""
    for colour, words in panel.tokens.items():
        yield f"tokens.{colour}", ", ".join(words).upper()
    for player, harvest in enumerate(panel.harvests, 1):
        yield f"harvests.{player}", ", ".join(map(str, harvest))
    if panel.take:
        yield "take", panel.take.upper()
    if panel.ringed:
        yield "ringed", ", ".join(panel.ringed).upper()


# -- claims ------------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A position of a figure.

    Attributes:
        tree: the tokens; all that were poured, if it is a pour.
        take: the token that is taken, as a set; empty if none is.
        ringed: the tokens that are marked with a ring, as a set.
        harvests: of each player; none if they do not matter.
        turn: whose turn it is, from 0.
    """

    tree: Tree
    take: int
    ringed: int
    harvests: tuple[Harvest, ...]
    turn: int

    def view(self, panel: Panel) -> ShownPosition:
        """Return what the panel of this position shows."""
        tree, take = self.tree, self.take
        gone = self.cleared.removed if panel.poured is not None else take
        return ShownPosition(
            rules.without(tree, gone),
            self.ringed,
            tuple(colour & gone for colour in tree),
            rules.fallen_by(tree, take) if take else 0,
            panel.harvests,
            None if panel.turn is None else self.turn,
            labelled=panel.labelled,
            bare=panel.bare,
        )

    @property
    def after(self) -> Tree:
        """Return the tree when the take has been made."""
        return rules.without(self.tree, self.take)

    @property
    def cleared(self) -> Cleared:
        """Return what remains of a pour."""
        return clear(self.tree)

    @property
    def position(self) -> HexPosition:
        """Return the position, without its take."""
        return HexPosition(self.tree, self.harvests, self.turn)

    @property
    def most(self) -> int:
        """Return the number of tokens that can still be taken at most."""
        return most_takes(self.after, Budget(STEPS))


def find_claim(case: Case, claim: str, claimed: object) -> object:
    """Return what the engine finds; it equals `claimed` if and only if the claim is true.

    Raises:
        LimitError: the position is too hard for a figure.
    """
    if isinstance(claimed, tuple) and claim in {"alive", "dead"}:
        living = rules.alive(case.tree)
        those = living if claim == "alive" else rules.cells_of(case.tree) & ~living
        return tuple(word for word in claimed if set_of([read_hexagon(word)]) & those)
    if isinstance(claimed, tuple) and claim == "line":
        try:
            won = rules.goal_met(rules.replay(case.position, claimed).harvests)
        except ValueError:
            won = False
        return claimed if won else ()
    return FINDERS[claim](case)


def _winning_takes(case: Case) -> tuple[str, ...]:
    """Return the takes after which the position can still be won."""
    takes = list(hexagons(rules.legal_takes(case.tree)))
    left = {take: solve(rules.take_token(case.position, bit(take)), STEPS).verdict for take in takes}
    if "undecided" in left.values():
        raise LimitError
    return tuple(written(take) for take in takes if left[take] == "won")


def _least_got(case: Case) -> int:
    """Return what the player with fewer tokens has when all that can be taken has been, one after the other."""
    had, players = [sum(harvest) for harvest in case.harvests], len(case.harvests)
    for number in range(case.most):
        had[(case.turn + number) % players] += 1
    return min(had)


FINDERS: dict[str, Callable[[Case], object]] = {
    "legal": lambda case: not rules.refusal(case.tree, case.take),
    "falls": lambda case: names(rules.fallen_by(case.tree, case.take)),
    "pieces": lambda case: len(rules.groups(rules.cells_of(case.after))),
    "takes": lambda case: rules.legal_takes(case.after).bit_count(),
    "rounds": lambda case: len(case.cleared.rounds),
    "removed": lambda case: case.cleared.removed.bit_count(),
    "apart": lambda case: case.cleared.apart.bit_count(),
    "left": lambda case: rules.cells_of(case.cleared.tree).bit_count(),
    "won": lambda case: rules.goal_met(case.harvests),
    "needs": lambda case: rules.tokens_needed(len(case.harvests)),
    "most": lambda case: case.most,
    "gets": _least_got,
    "verdict": lambda case: solve(case.position, STEPS).verdict,
    "wins": _winning_takes,
}


ASKED: dict[str, Callable[[Case], Answer]] = {
    "alive": lambda case: not case.ringed & ~rules.alive(case.tree),
    "dead": lambda case: map(str.upper, names(rules.cells_of(case.tree) & ~rules.alive(case.tree))),
    "legal": lambda case: not rules.refusal(case.tree, case.take),
    "taken": lambda case: map(str.upper, names(case.cleared.removed)),
    "won": lambda case: rules.goal_met(case.harvests),
}
"""What the engine finds for a question."""
