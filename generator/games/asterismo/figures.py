"""The figures of a rules text, `templates/figures/<game>.yaml`: positions, and what the engine must find in them.

::

    Figures -- figures  id -> Figure -- panels -- Panel -- tokens    colour -> hexagons, as players write them
                                                        |- poured    or the seed of a pour, of which all tokens show
                                                        |- take      the token that is taken here; shown as an outline
                                                        |- ringed    tokens that the caption speaks of
                                                        |- harvests  of each player, in the order of colours
                                                        |- turn      whose turn it is, from 1
                                                        |- labelled  whether letters and numbers stand around
                                                        |- verdict   right or wrong, printed beside the letter
                                                        `- claims    see Claims

A poured panel shows the dead of all rounds, and what lies apart, as tokens that are taken away. What falls by a take is
crossed out. A claim that the engine does not confirm stops the build.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import Identifier, Record, validated
from generator.errors import InputError, Mistake
from generator.games.asterismo.board import bit, read_hexagon
from generator.games.asterismo.clearing import cleared
from generator.games.asterismo.proving import Case, proved
from generator.games.asterismo.rules import Harvest
from generator.games.asterismo.setup_deal import poured
from generator.games.asterismo.table import Table, View
from generator.games.asterismo.tree import COLOURS, Tree, cells_of, fallen_by, without
from generator.games.game import Claimed
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.themes import Theme
    from generator.games.asterismo.game import HexGame
    from generator.rulebook.text.figures import Illustration

Count = Annotated[int, Meta(ge=0, le=999)]
Hexagons = tuple[str, ...]
CELLS_MM = tuple(float(tenths) / 10 for tenths in range(180, 59, -5))
"""Sizes of a hexagon in the booklet that are tried, largest first. Own choice: at 6 mm signs are told apart still."""


class Claims(Record, frozen=True):
    """What a panel claims; the engine must find the same, or nothing is printed.

    Attributes:
        alive: hexagons whose tokens are alive.
        dead: hexagons whose tokens are not.
        legal: whether the take is legal.
        falls: the tokens that fall by it, all of them.
        pieces: how many pieces the tree is in, after the take if there is one.
        takes: how many tokens may be taken, after the take if there is one.
        rounds: how many times dead tokens are taken away from a pour.
        removed: how many tokens of a pour are shared out in all.
        apart: how many of them are alive, but not in the largest group.
        left: how many tokens of a pour remain.
        won: whether the goal is met.
        needs: how many tokens a player needs at least.
        most: how many tokens can still be taken at most, whatever the players do.
        gets: how many tokens the player with fewer of them then has at most.
        verdict: whether the position can be won.
        line: takes that win it, one after the other.
        wins: the takes after which it can still be won, all of them.
    """

    alive: Hexagons | None = None
    dead: Hexagons | None = None
    legal: bool | None = None
    falls: Hexagons | None = None
    pieces: Count | None = None
    takes: Count | None = None
    rounds: Count | None = None
    removed: Count | None = None
    apart: Count | None = None
    left: Count | None = None
    won: bool | None = None
    needs: Count | None = None
    most: Count | None = None
    gets: Count | None = None
    verdict: Literal["won", "lost"] | None = None
    line: Hexagons | None = None
    wins: Hexagons | None = None


class Panel(Record, frozen=True):
    """A position and what is said of it."""

    tokens: dict[Identifier, Hexagons] = field(default_factory=dict)
    poured: Annotated[int, Meta(ge=0)] | None = None
    take: str | None = None
    ringed: Hexagons = ()
    harvests: tuple[tuple[Count, Count, Count], ...] = ()
    turn: Annotated[int, Meta(ge=1, le=3)] | None = None
    labelled: bool = False
    verdict: Literal["right", "wrong"] | None = None
    claims: Claims = Claims()


class Figure(Record, frozen=True):
    """One or more panels."""

    panels: Annotated[tuple[Panel, ...], Meta(min_length=1, max_length=6)]


class Figures(Record, frozen=True):
    """All figures of a rules text."""

    game: Identifier
    figures: dict[Identifier, Figure]


class Shown(Struct, frozen=True):
    """A panel that has been proved: what it shows, and the tick or cross beside it."""

    view: View
    verdict: Literal["right", "wrong"] | None


class Positions(Claimed):
    """Figures that are positions on the board, all of them proved."""

    def __init__(self, figures: Figures, shown: Mapping[str, tuple[Shown, ...]], game: HexGame) -> None:
        self.shown, self.game = shown, game
        self.claims = dict(_placeholders(figures))

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self.shown)

    def illustrations(self, theme: Theme) -> Mapping[str, Illustration]:
        from generator.rulebook.text.figures import SceneFigure, ScenePanel

        table = Table(self.game.catalogue, theme)
        return {
            name: SceneFigure(
                tuple(ScenePanel(*table.parts(panel.view), panel.verdict) for panel in panels),
                table.layout.hexagon,
                CELLS_MM,
            )
            for name, panels in self.shown.items()
        }


def proved_figures(file: ShelfFile, game: HexGame) -> Positions:
    """The figures of a rules text, all of them true.

    Raises:
        InputError: every mistake of form; or every hexagon, colour and claim that does not hold.
    """
    document = read_document(file.path, file.name)
    figures = validated(document, Figures)
    mistakes, shown = list[Mistake](), dict[str, tuple[Shown, ...]]()
    for name, figure in figures.figures.items():
        panels = []
        for number, panel in enumerate(figure.panels):
            reader = _Reader(document, ("figures", name, "panels", number), tuple(game.catalogue.colours))
            try:
                panels.append(reader.shown(panel))
            except InputError as error:
                mistakes += error.mistakes
        shown[name] = tuple(panels)
    if mistakes:
        raise InputError(mistakes)
    return Positions(figures, shown, game)


class _Reader(Struct, frozen=True):
    """Reads one panel: hexagons into sets, and holds its claims against the engine."""

    document: Document
    at: Location
    colours: tuple[str, ...]

    def shown(self, panel: Panel) -> Shown:
        """The panel, proved.

        Raises:
            InputError: every mistake.
        """
        if panel.poured is not None and panel.tokens:
            raise self._error(("tokens",), "a panel shows either tokens or what was poured from a seed, not both")
        if panel.poured is None and not panel.tokens and not panel.harvests:
            raise self._error((), "the panel is empty; give it tokens, poured or harvests")
        tree = self._tree(panel) if panel.poured is None else poured(panel.poured)
        ringed, take = self._set(panel.ringed, ("ringed",), tree), 0
        if panel.take is not None:
            take = self._set((panel.take,), ("take",), tree)
        harvests: tuple[Harvest, ...] = panel.harvests
        case = Case(tree, take, harvests, (panel.turn or 1) - 1, is_pour=panel.poured is not None)
        said = {key: value for key, value in asdict(panel.claims).items() if value is not None}
        wrong = [
            Mistake(self._place(("claims", key)), f"the rules engine finds {_told(found)}, not {_told(value)}")
            for key, value in said.items()
            if (found := proved(case, key, value)) != value
        ]
        if wrong:
            raise InputError(wrong)
        return Shown(self._view(panel, tree, take, ringed), panel.verdict)

    def _view(self, panel: Panel, tree: Tree, take: int, ringed: int) -> View:
        turn = None if panel.turn is None else panel.turn - 1
        gone = cleared(tree).removed if panel.poured is not None else take
        crossed = fallen_by(tree, take) if take else 0
        outlines = (tree[0] & gone, tree[1] & gone, tree[2] & gone)
        return View(without(tree, gone), ringed, outlines, crossed, panel.harvests, turn, labelled=panel.labelled)

    def _tree(self, panel: Panel) -> Tree:
        sets = [0] * COLOURS
        for colour, words in panel.tokens.items():
            if colour not in self.colours:
                raise self._error(("tokens", colour), f"unknown colour {colour!r}; {suggestion(colour, self.colours)}")
            for number, word in enumerate(words):
                token = self._bit(word, ("tokens", colour, number))
                if (sets[0] | sets[1] | sets[2]) & token:
                    raise self._error(("tokens", colour, number), f"a token lies on {word} already")
                sets[self.colours.index(colour)] |= token
        return sets[0], sets[1], sets[2]

    def _set(self, words: Hexagons, at: Location, tree: Tree) -> int:
        cells = 0
        for number, word in enumerate(words):
            where = (*at, number) if len(at) == 1 and at != ("take",) else at
            token = self._bit(word, where)
            if not cells_of(tree) & token:
                raise self._error(where, f"no token lies on {word}")
            cells |= token
        return cells

    def _bit(self, word: str, at: Location) -> int:
        try:
            return bit(read_hexagon(word))
        except ValueError as error:
            raise self._error(at, str(error)) from None

    def _place(self, at: Location) -> Any:
        return self.document.value_place((*self.at, *at))

    def _error(self, at: Location, message: str) -> InputError:
        return InputError.at(self._place(at), message)


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)


def _placeholders(figures: Figures) -> Iterator[tuple[str, str]]:
    """Numbers as ``figure.<id>.<claim>``, and of several panels ``figure.<id>.<letter>.<claim>``.

    Of a list its length, and as ``….words`` what is in it. What a panel shows is there, too: ``….tokens.<colour>``,
    ``….take``, ``….ringed`` and ``….harvests.<player>``.
    """
    for name, figure in figures.figures.items():
        for number, panel in enumerate(figure.panels):
            letter = f"{chr(ord('a') + number)}." if len(figure.panels) > 1 else ""
            for key, value in asdict(panel.claims).items():
                if isinstance(value, tuple):
                    yield f"figure.{name}.{letter}{key}", str(len(value))
                    yield f"figure.{name}.{letter}{key}.words", " – ".join(value).upper()
                elif isinstance(value, int) and not isinstance(value, bool):
                    yield f"figure.{name}.{letter}{key}", str(value)
            yield from ((f"figure.{name}.{letter}{key}", value) for key, value in _shown(panel))


def _shown(panel: Panel) -> Iterator[tuple[str, str]]:
    """What a panel shows, for those to whom it is told."""
    for colour, hexagons in panel.tokens.items():
        yield f"tokens.{colour}", ", ".join(hexagons).upper()
    for player, harvest in enumerate(panel.harvests, 1):
        yield f"harvests.{player}", ", ".join(map(str, harvest))
    if panel.take:
        yield "take", panel.take.upper()
    if panel.ringed:
        yield "ringed", ", ".join(panel.ringed).upper()
