"""The figures of a labyrinth's rules: positions on the table, proved by the engine, drawn with the deck's own tiles.

A figure has panels, a panel has cells of one size. All panels of a figure share a scale, the largest at which they fit
side by side, or else one below the other. Lengths are points; within a tile, units of which a tile has 50.

The id in the art is less than a millimetre high in a figure, and stands on its head as often as not. So every tile that
is named near its figure bears its id once more, upright, as real text on a light plate. The plate stands in a bed of
the tile, off its paths.

In words a panel is told row by row from above, each row from the left, with the id and the quarter turns of each tile;
then what is marked on it: the thread, the impaled, the arrows. A figure that asks tells the paths of each tile instead
of its turns, as they lie, since the answer is found by them. The words are in the languages' ``words.yaml``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from string import ascii_lowercase
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import LoadedWords
from asterion_press.drawing.display_list import Patch, Pen, Shape, Shown, Transform
from asterion_press.drawing.lettering import letter_path
from asterion_press.errors import MINUS, Mistake, refuse, sum_of
from asterion_press.games.game import Answer, Claimed, Wrong, telling
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.components import BACK, COUNTER_ID, PERSON, people_of
from asterion_press.games.labyrinth.catalogue.position_records import (
    Cell,
    Claims,
    Figure,
    LoadedFigures,
    NamedPath,
    Panel,
    PlacedTile,
    find_unknown,
    load_figures,
    moves_to,
    shown_part,
)
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from asterion_press.games.labyrinth.diagrams.model_view import model_panel
from asterion_press.games.labyrinth.diagrams.panels import PanelScene
from asterion_press.games.labyrinth.diagrams.placed import CASING, TileDrawings
from asterion_press.games.labyrinth.diagrams.player_cards import CardMaker
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.figures import facts_of, find_answer, find_wrong_figures, turn_figures
from asterion_press.games.labyrinth.engine.rules import rules_of
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.labyrinth.names_in_texts import TextNames, names_others, names_pieces
from asterion_press.geometry import pt
from asterion_press.rulebook.text.document import RulesText
from asterion_press.rulebook.text.figures import (
    CELLS_MM,
    FigurePainter,
    FigurePlan,
    FigureWords,
    Illustration,
    PanelPlace,
    PlayerCard,
    ScenePanel,
    arrange_panels,
    paint_label,
)
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.rulebook.typeset.line_breaks import Glyphs, Line
from asterion_press.rulebook.typeset.styles import INK

FIGURES_REMEDY = (
    "the figures of the rules do not fit this deck; change what they show and claim, "
    "or leave the rules out, in a folder that holds none: --only svg --only sheets --only check"
)


PEOPLE = "people"
"""Id of the figure of the prisoners, which no file describes."""
COVER = "cover"
"""Id of the figure whose table the title page shows as a model."""


class Positions(Claimed):
    """Figures that are positions on the table."""

    game: LabyrinthGame
    remedy = FIGURES_REMEDY

    def __init__(self, game: LabyrinthGame, loaded: LoadedFigures) -> None:
        super().__init__(game, loaded.document, loaded.figures.figures)
        self.loaded, self.deck, self.rulings = loaded, game.deck, loaded.figures.rulings
        self.needs, self.lists = loaded.figures.needs, loaded.figures.lists
        self._art: TileDrawings | None = None

    @classmethod
    def read(cls, game: LabyrinthGame, file: ShelfFile) -> Self:
        return cls(game, load_figures(file))

    def find_wrong(self) -> dict[str, list[Wrong]]:
        told, unknown = telling(self.figures), dict[str, list[Wrong]]()
        for name, mistake in find_unknown(with_figures(self.loaded, told), *_pieces_of(self.deck)):
            unknown.setdefault(name, []).append(Wrong(mistake))
        lost, known = set(unknown), dict[str, Figure]()
        for name, figure in told.items():
            if figure.follows in lost:
                lost.add(name)
            if name not in lost:
                known[name] = figure
        return unknown | find_wrong_figures(with_figures(self.loaded, known), self.deck)

    def complete(self) -> None:
        begins: dict[str, str] = {}  # of the games that are told turn by turn, which are told whole, or not at all
        for name, figure in self.figures.items():
            if figure.follows in self.left_out:  # the engine says nothing of it
                self.left_out.setdefault(name, self.left_out[figure.follows])
            begin = name if figure.turns else begins.get(figure.follows or "")
            begins |= {name: begin} if begin else {}
        astray = {begin: self.left_out[name] for name, begin in begins.items() if name in self.left_out}
        self.left_out |= {name: astray[begin] for name, begin in begins.items() if begin in astray}
        self.left_out |= {str(self.figures[begin].turns): why for begin, why in astray.items()}
        told = {name: figure for name, figure in self.figures.items() if name not in self.left_out}
        self.figures |= add_turns(with_figures(self.loaded, told), self.deck).figures.figures

    def claims_of(self, figure: Figure) -> Iterator[tuple[int | None, str, str]]:
        """Yield the numbers that a figure claims and the engine has confirmed, and what it shows in words.

        Numbers by colour have the colour's id behind a point; what is claimed of a chamber stands under ``count`` and
        the chamber's name, its payments to a colour as a sum, ``1 + 1``, and together as its points.
        """
        claimed = (
            (number, name, text)
            for number, panel in enumerate(figure.panels)
            for name, text in (_claimed(panel.claims) if panel.claims else ())
        )
        followed = self.figures.get(figure.follows or "")
        for number, name, text in (*claimed, *facts_of(figure, self.deck, followed)):
            yield number if len(figure.panels) > 1 else None, name, text

    @property
    def ids(self) -> tuple[str, ...]:
        parts = (name for figure in self.shown for name in self._panels_of(figure))
        return (*self.shown, *parts, *((PEOPLE,) if people_of(self.deck) else ()))

    def _panels_of(self, figure: str) -> tuple[str, ...]:
        """Return the ids of the panels of a figure that has several, each to be shown alone: ``impaling.b``."""
        count = len(self.figures[figure].panels)
        return tuple(f"{figure}.{letter}" for letter in ascii_lowercase[:count]) if count > 1 else ()

    def painter(self, theme: Theme) -> Callable[[Figure], PositionFigure]:
        art = self._drawings(theme)
        box = GameSet.of(self.deck) if self.deck.has_minotaur else None
        return lambda figure: PositionFigure.of(figure, art, box)

    def illustrations(self, theme: Theme) -> Mapping[str, Illustration]:
        paint = self.painter(theme)
        shown: dict[str, Illustration] = {}
        for name, figure in self.shown.items():
            shown[name] = whole = paint(figure)
            shown.update(zip(self._panels_of(name), whole.parts(), strict=False))  # a single panel has no id
        if people := people_of(self.deck):
            shown[PEOPLE] = PeopleFigure(self._drawings(theme), people)
        return shown

    def find_answer(self, name: str) -> Answer:
        check_figure_tiles(with_figures(self.loaded, {name: self.figures[name]}), self.deck)
        return find_answer(self.figures[name], self.deck)

    def cover(self, theme: Theme) -> ScenePanel | None:
        figure = None if COVER in self.left_out else self.figures.get(COVER)
        return model_panel(figure.panels[0], self._drawings(theme)) if figure else None

    def text_mistakes(self, text: RulesText, words: LoadedWords) -> Iterator[Mistake]:
        return TextNames(self.figures, self.deck, self.claims).mistakes(text, words)

    def is_foreign(self, text: str, words: LoadedWords) -> bool:
        return bool(self.needs) and names_others(text, self.deck, words)

    def tells(self, text: str, words: LoadedWords) -> bool:
        return names_pieces(text, words)

    def player_cards(self, theme: Theme) -> tuple[PlayerCard, ...]:
        maker = CardMaker(self.shown, self._drawings(theme), partial(describe_figure, arrows=False))
        return tuple(maker.cards())

    def _drawings(self, theme: Theme) -> TileDrawings:
        """Return the drawings of a theme, the same for figures and cards: their forms are kept by drawing."""
        if self._art is None or self._art.theme is not theme:
            self._art = TileDrawings(self.deck, theme)
        return self._art


def with_figures(loaded: LoadedFigures, figures: dict[str, Figure]) -> LoadedFigures:
    """Return other figures as those of the same file."""
    return replace(loaded, figures=replace(loaded.figures, figures=figures))


def check_figure_tiles(figures: LoadedFigures, deck: Deck) -> None:
    """Hold the figures against the deck.

    Raises:
        InputError: every tile or path that the deck does not have.
    """
    refuse(mistake for _, mistake in find_unknown(figures, *_pieces_of(deck)))


def _pieces_of(deck: Deck) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return how many paths each tile of a deck has, and what may lie beside tiles."""
    backs = (BACK + colour for colour in deck.catalogue.colours)
    return {tile.id: len(tile.paths) for tile in deck.all_tiles}, (COUNTER_ID, *backs)


def add_turns(figures: LoadedFigures, deck: Deck) -> LoadedFigures:
    """Return figures together with those of the turns of the games that they tell; they are proved already."""
    if not deck.has_minotaur:
        return figures
    shown = figures.figures.figures
    return with_figures(figures, shown | turn_figures(GameSet.of(deck), rules_of(deck.catalogue), shown))


def _claimed(claims: Claims) -> Iterator[tuple[str, str]]:
    """Yield the numbers of claims, by name."""
    for what, value in asdict(claims).items():
        if what not in {"count", "winners", "over"}:
            yield from _numbers(what, value)
    for name, chamber in (claims.count or {}).items():
        for what, value in asdict(chamber).items():
            if what != "of":
                yield from _numbers(f"count.{name}.{what}", value)
        points = {colour: sum(payments) for colour, payments in (chamber.payments or {}).items()}
        yield from _numbers(f"count.{name}.points", points)


def _numbers(name: str, value: dict[str, Any] | tuple[int, ...] | int | None) -> Iterator[tuple[str, str]]:
    """Yield names and texts of a number, of numbers by colour, or of the addends of a sum."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(f"{name}.{key}", inner)
    elif value is not None:
        yield name, sum_of(value) if isinstance(value, tuple) else str(value).replace("-", MINUS)


# -- drawing -----------------------------------------------------------------------------------------------------------

WHOLE_GAME_MM = (11.5, 11.0)
"""Sizes of a tile that are tried for a whole game, too."""
SINGLE_MM = 30.0
"""The size of a tile that stands alone."""


class PositionFigure(Struct, frozen=True):
    """A figure with the scenes of its panels."""

    figure: Figure
    scenes: tuple[PanelScene, ...]
    art: TileDrawings | None = None

    @classmethod
    def of(cls, figure: Figure, art: TileDrawings, box: GameSet | None = None) -> PositionFigure:
        """Return a figure that is drawn with the tiles of a deck; with the box, its scores are shown."""
        scenes = []
        for panel, before in zip(figure.panels, (None, *figure.panels[:-1]), strict=True):
            scenes.append(PanelScene.of(panel, before, art, box))
        return cls(figure, tuple(scenes), art)

    def parts(self) -> Iterator[PositionFigure]:
        """Yield each panel as a figure by itself."""
        for panel, scene in zip(self.figure.panels, self.scenes, strict=True):
            yield PositionFigure(replace(self.figure, panels=(panel,)), (scene,))

    @property
    def names(self) -> frozenset[str]:
        """Return the ids of the tiles."""
        return frozenset(placed.tile for panel in self.figure.panels for placed in panel.tiles) - {MINOTAUR_ID}

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the words below pieces."""
        return tuple(
            dict.fromkeys(piece.label for panel in self.figure.panels for piece in panel.pieces if piece.label)
        )

    def alt_text(self, words: AltTextWords) -> str:
        """Describe the figure for those who do not see it."""
        return describe_figure(self.figure, words, self.art if self.figure.ask else None)

    def plan(self, measure: float, most: float | None = None, *, one_row: bool = False) -> FigurePlan | None:
        """Return the largest arrangement within the measure and no higher than `most`; None if none fits."""
        panels = self.figure.panels
        boxes = [scene.box for scene in self.scenes]
        sizes = [((box.right - box.left) / TILE, (box.bottom - box.top) / TILE) for box in boxes]
        labelled = len(panels) > 1 or panels[0].verdict is not None
        single = SINGLE_MM if max(len(panel.tiles) + len(panel.pieces) for panel in panels) == 1 else None
        small = self.scenes[0].is_whole_game or panels[0].pieces
        cells = (*CELLS_MM, *WHOLE_GAME_MM) if small else CELLS_MM
        return arrange_panels(sizes, cells, measure, labelled=labelled, single_mm=single, most=most, one_row=one_row)

    def paint(self, painter: FigurePainter, plan: FigurePlan, words: FigureWords, x: float, y: float) -> None:
        """Draw the figure with its top left corner at (x, y)."""
        unit = plan.cell / TILE
        for scene, place, letter in zip(self.scenes, plan.places, words.letters, strict=True):
            left, top = x + place.x - scene.box.left * unit, y + place.y - scene.box.top * unit
            painter.parts(scene.parts(), left, top, unit)
            for placed in scene.panel.tiles:
                if placed.tile in words.names:
                    _paint_name(painter, scene, placed, words.names[placed.tile], (left, top, unit))
            for piece in scene.panel.pieces:
                if piece.label in words.labels:
                    low = top + (piece.at[1] + 0.5) * plan.cell
                    _paint_label(painter, words.labels[piece.label], left + piece.at[0] * plan.cell, low - LABEL_UP)
            if plan.labelled:
                at = scene.seal_at
                seal = (left + at[0] * unit, top + at[1] * unit) if at else None
                paint_label(painter, place, letter, scene.panel.verdict, (x, y), seal)


LABEL_UP = 8.0
"""From the lower side of a piece up to the top of the word upon it."""


def _paint_label(painter: FigurePainter, line: Line, x: float, y: float) -> None:
    """Paint a word on a light plate, its middle at x, its top at y."""
    side, high = 3.0, 9.5
    frame = Pen().rounded_rectangle(-side, 0, line.width + 2 * side, high, 2).data
    plate = Shape(frame, fill=CASING, stroke=INK, width=0.4)
    painter.parts([Patch("plate", (plate,), Transform())], x - line.width / 2, y, 1)
    painter.line(line, x - line.width / 2, y + 0.72 * high)


MOST_IN_ROW = 9
NUMBER = 4.4
PLATE = Shape(Pen().circle(0, 0, 1.15 * NUMBER).data, fill=CASING, stroke=INK, width=0.4)
"""Height of the number of a tile, and what it stands on, at the upper left of a face."""
NAME_HIGH, FACE_MM = 16.5, (13.0, 12.0, 11.0, 10.0, 9.0)
"""The height of a name below a face, and sizes of a face that are tried."""


class PeopleFigure(Struct, frozen=True):
    """The prisoners of a deck, each with the number of the tile and the name."""

    art: TileDrawings
    people: tuple[tuple[int, str], ...]
    names: ClassVar[frozenset[str]] = frozenset()

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the names."""
        return tuple(f"word:{key}" for _, key in self.people)

    @property
    def _rows(self) -> int:
        return math.ceil(len(self.people) / MOST_IN_ROW)

    @property
    def _columns(self) -> int:
        """Return how many stand in a row: rows are about equally long."""
        return math.ceil(len(self.people) / self._rows)

    def alt_text(self, words: AltTextWords) -> str:
        """Return the numbers and the names."""
        return words.sentences([words.listed(f"{number} {words.word(key)}" for number, key in self.people)])

    def plan(self, measure: float, most: float | None = None, *, one_row: bool = False) -> FigurePlan | None:  # noqa: ARG002 - as every figure has it
        """Return the arrangement with the largest faces, spread over the measure; None if none fits."""
        for cell in map(pt, FACE_MM):
            high = self._rows * (cell + NAME_HIGH)
            if self._columns * cell <= measure and (most is None or high <= most):
                return FigurePlan((PanelPlace(0, 0, measure, high, 0),), cell, high, measure, labelled=False)
        return None

    def paint(self, painter: FigurePainter, plan: FigurePlan, words: FigureWords, x: float, y: float) -> None:
        """Draw the figure with its top left corner at (x, y)."""
        step = plan.width / self._columns  # as wide as names allow
        for place, ((number, _), label) in enumerate(zip(self.people, self.labels, strict=True)):
            row, column = divmod(place, self._columns)
            middle, top = x + (column + 0.5) * step, y + row * plan.height / self._rows
            face = Shown(self.art.drawing(f"symbol:{PERSON}{number}"), -plan.cell / 2, 0, plan.cell)
            digits = Shape(letter_path(str(number), NUMBER), stroke=INK, width=0.16 * NUMBER)
            at = Transform(e=-plan.cell / 2 + NUMBER / 2, f=1.3 * NUMBER)
            painter.parts([Patch("face", (face,)), Patch("number", (PLATE, digits), at)], middle, top, 1)
            if line := words.labels.get(label):
                painter.line(line, middle - line.width / 2, top + plan.cell + 7)


SIDE_ROOM, HEAD_ROOM = 0.28, 0.26
"""Light around a name, in em of its size."""


def _paint_name(
    painter: FigurePainter, scene: PanelScene, placed: PlacedTile, line: Line, origin: tuple[float, float, float]
) -> None:
    """Paint the id of a tile on a light plate, upright however the tile lies."""
    left, top, unit = origin
    glyphs = next(piece for _, piece in line.pieces if isinstance(piece, Glyphs))
    side, head = SIDE_ROOM * glyphs.size, HEAD_ROOM * glyphs.size
    capitals = glyphs.font.cap_height * glyphs.size / 1000
    width, height = line.width + 2 * side, capitals + 2 * head
    box = scene.name_box(placed, width / unit, height / unit)
    x, y = left + box.left * unit, top + box.top * unit
    frame = Pen().rectangle(0, 0, width, height).data
    plate = Shape(frame, fill=CASING), Shape(frame, stroke=INK, width=0.4)
    painter.parts([Patch("plate", plate, Transform())], x, y, 1)
    painter.line(line, x + side, y + (capitals + head))


# -- words -------------------------------------------------------------------------------------------------------------


def describe_figure(
    figure: Figure, telling: AltTextWords, art: TileDrawings | None = None, *, arrows: bool = True
) -> str:
    """Describe all panels of a figure, lettered if there are several; with drawings also the paths of their tiles."""
    figure = replace(figure, panels=tuple(map(shown_part, figure.panels)))
    count = len(figure.panels)
    has_table = any(len(panel.tiles) != 1 for panel in figure.panels)
    parts = [telling.sentences([telling.word("told_table")])] if has_table else []
    if art:
        shown = [art.tile(placed.tile) for panel in figure.panels for placed in panel.tiles]
        owners = dict.fromkeys(_pair(tile.id[0], telling.player(tile.colour), telling) for tile in shown if tile.colour)
        parts = [telling.sentences([telling.word("told_paths"), telling.listed(owners)])]
    letters: dict[frozenset[tuple[str, Cell, int]], str] = {}
    for letter, panel, before in zip(telling.letters, figure.panels, (None, *figure.panels), strict=False):
        lying = frozenset((placed.tile, placed.at, placed.turns) for placed in panel.tiles)
        described = describe_panel(panel, before if arrows else None, telling, letters.get(lying, ""), art)
        letters.setdefault(lying, letter)
        verdict = _aside(telling.word(f"told_{panel.verdict}"), telling) if panel.verdict else ""
        parts.append(_pair(f"{letter}{verdict}", described, telling) if count > 1 else described)
    return ("" if telling.cjk else " ").join(parts)


def _pair(head: str, text: str, telling: AltTextWords) -> str:
    return f"{head}{'：' if telling.cjk else ': '}{text}"


def _aside(text: str, telling: AltTextWords) -> str:
    return f"（{text}）" if telling.cjk else f" ({text})"


def describe_panel(
    panel: Panel, before: Panel | None, telling: AltTextWords, same: str = "", art: TileDrawings | None = None
) -> str:
    """Describe what lies on the table, or name the earlier panel in which the same lies, and what is marked on it."""
    if same:
        rows = [telling.word("told_same", panel=same)]
    elif len(panel.tiles) == 1:
        rows = [_tile(panel.tiles[0], telling, art)]
    else:
        rows = [
            telling.word("told_row", row=number, tiles=row) for number, row in enumerate(_rows(panel, telling, art), 1)
        ]
    return telling.sentences([*rows, *_marks(panel, before, telling)])


def _rows(panel: Panel, telling: AltTextWords, art: TileDrawings | None) -> Iterator[str]:
    """Describe the rows of the table from the topmost to the lowest, also those in which nothing lies."""
    by_cell = {placed.at: placed for placed in panel.tiles}
    left, top, right = min(x for x, _ in by_cell), min(y for _, y in by_cell), max(x for x, _ in by_cell)
    for y in range(top, max(y for _, y in by_cell) + 1):
        ends = max((x for x, row in by_cell if row == y), default=right)
        words: list[str] = []
        for empty, places in groupby((by_cell.get((x, y)) for x in range(left, ends + 1)), lambda placed: not placed):
            found = list(places)
            described = [_tile(placed, telling, art) for placed in found if placed]
            words += [telling.word("told_empty", count=len(found))] if empty else described
        yield telling.listed(words)


def _tile(placed: PlacedTile, telling: AltTextWords, art: TileDrawings | None) -> str:
    """Describe a tile by its name, its frame, and how it is turned or, with drawings, its paths."""
    turned = f" {90 * placed.turns}°" if placed.turns and not art else ""
    told = [telling.word(f"told_{placed.mark}")] if placed.mark else []
    sides = telling.word("told_sides").split(" | ")
    for path in art.tile(placed.tile).paths if art else ():
        led = "–".join(sides[side] for side in path.turned(placed.turns).exits)
        held = telling.listed(telling.word(kind) for kind, count in path.holds.items() for _ in range(count))
        told.append(_pair(led, held, telling) if held else led)
    return f"{_name(placed.tile, telling)}{turned}{''.join(_aside(one, telling) for one in told)}"


def _name(tile: str, telling: AltTextWords) -> str:
    return telling.word("minotaur") if tile == MINOTAUR_ID else tile


def _marks(panel: Panel, before: Panel | None, telling: AltTextWords) -> Iterator[str]:
    """Describe the thread, the impaled and the arrows."""

    def place(cell: Cell) -> str:  # what lies in a cell, or which empty one it is
        if (tile := next((placed.tile for placed in panel.tiles if placed.at == cell), None)) is not None:
            return _name(tile, telling)
        left, top = min(placed.at[0] for placed in panel.tiles), min(placed.at[1] for placed in panel.tiles)
        return telling.word("told_place", row=cell[1] - top + 1, column=cell[0] - left + 1)

    if panel.thread:
        yield telling.word("told_thread", tiles=_tiles_of(panel.thread, telling))
    if panel.impaled:
        yield telling.word("told_impaled", tiles=_tiles_of(panel.impaled, telling))
    for begin, end in moves_to(panel, before):
        yield telling.word("told_arrow", begin=place(begin), end=place(end))


def _tiles_of(paths: Iterable[NamedPath], telling: AltTextWords) -> str:
    return telling.listed(dict.fromkeys(_name(path.tile, telling) for path in paths))
