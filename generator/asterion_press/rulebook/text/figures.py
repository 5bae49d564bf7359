"""Figures of a rules text of any game, and the game itself as its rules show it.

A figure has panels. All panels share a scale, the largest at which they fit side by side, or else one below the other;
they are lettered A, B, C …, and may bear a tick or a cross. What a game shows in them is a scene of its own units, of
which `cell` are one piece on its table. A page of rules ends with a quiz: questions about positions,
whose answers the engine of the game has found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import fsum
from typing import ClassVar, Literal, Protocol, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from asterion_press.catalogue.headers import Head
from asterion_press.catalogue.library import ENGLISH
from asterion_press.catalogue.spreads import LoadedSpreads
from asterion_press.catalogue.themes import Inks
from asterion_press.catalogue.words import LoadedWords, QuizText
from asterion_press.drawing.display_list import Drawing, Part, Patch, Pen, Shape, Transform
from asterion_press.errors import Mistake, Place, suggestion
from asterion_press.geometry import Point, pt
from asterion_press.pdf.borders import Border
from asterion_press.pdf.forms import FormCache
from asterion_press.pdf.pictures import Picture
from asterion_press.rulebook.text.document import FigureBlock, RulesText, plain_text
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.rulebook.typeset.line_breaks import Line

Verdict: TypeAlias = Literal["right", "wrong"]
CELLS_MM = range(24, 11, -1)
"""Sizes of a cell that are tried, largest first; below 12 mm the signs on a piece cannot be distinguished."""
GAP_CELLS = 0.3
"""Space between panels, in cells."""
LABEL_HEIGHT = 15.0
MOST_HEIGHT = pt(148)
ROW_GAP = 8.0
SINGLE_ROW_MM = 17.0
"""Panels stand in one row only if their cells are at least as large as this; else in rows, with larger ones."""
RIGHT, WRONG, PAPER = "#2f6b3a", "#a3201d", "#ffffff"
SEAL_RADIUS = 7.0
"""Of the disc with a tick or a cross, in pt."""


class PanelPlace(Struct, frozen=True):
    """The place of a panel: its corner and size in pt, relative to the figure; `line` counts the rows of panels."""

    x: float
    y: float
    width: float
    height: float
    line: int


class FigurePlan(Struct, frozen=True):
    """The arrangement of a figure at its scale; `cell` in pt."""

    places: tuple[PanelPlace, ...]
    cell: float
    height: float
    width: float
    labelled: bool

    def smaller(self, factor: float) -> FigurePlan:
        """Return the same figure with smaller cells."""
        middle = self.width / 2
        fixed = (LABEL_HEIGHT if self.labelled else 0.0) + ROW_GAP
        places = tuple(
            replace(
                place,
                x=middle + (place.x - middle) * factor,
                y=(place.y - place.line * fixed) * factor + place.line * fixed,
                width=place.width * factor,
                height=place.height * factor,
            )
            for place in self.places
        )
        kept = (1 + max(place.line for place in places)) * fixed - ROW_GAP
        return replace(self, places=places, cell=self.cell * factor, height=(self.height - kept) * factor + kept)


class FigureWords(Struct, frozen=True):
    """The words in a figure.

    Attributes:
        letters: of the panels.
        names: of pieces that the text speaks of, by their ids.
        labels: set words, by what the figure calls them.
    """

    letters: tuple[Line, ...]
    names: Mapping[str, Line]
    labels: Mapping[str, Line] = {}


class FigurePainter(Protocol):
    """A painter of figures: a :class:`~asterion_press.rulebook.typeset.painting.Painter`, or one that writes SVG.

    Lengths are in points, y down.
    """

    def parts(self, parts: Iterable[Part], x: float, y: float, unit: float) -> None:
        """Paint parts of a scene whose origin lies at (x, y), its unit `unit` pt long."""

    def line(self, line: Line, x: float, baseline: float) -> None:
        """Paint a set line with its left end at x."""


class Illustration(Protocol):
    """A figure of a rules text of any game."""

    @property
    def names(self) -> frozenset[str]:
        """Return the ids that are written upon the figure if the text near it names them."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the bound words that are written upon the figure."""

    def alt_text(self, words: AltTextWords) -> str:
        """Return the alternative text; empty if the caption is the only text."""

    def plan(self, measure: float, most: float | None = None, *, one_row: bool = False) -> FigurePlan | None:
        """Return the largest arrangement within the measure, in pt, or None if there is none.

        Args:
            measure: width of the text.
            most: the largest height, in pt; None: what fits a page of the booklet.
            one_row: whether the panels stand in one row if that fits at any size.
        """

    def paint(self, painter: FigurePainter, plan: FigurePlan, words: FigureWords, x: float, y: float) -> None:
        """Draw the figure with its top left corner at (x, y), as planned."""


def alt_text_of(figure: Illustration, block: FigureBlock, alt_words: AltTextWords) -> str:
    """Return the alternative text of a figure: the author's words, or the figure's own, or its caption."""
    return plain_text(block.alt) or figure.alt_text(alt_words) or plain_text(block.caption)


def arrange_panels(
    sizes: Sequence[tuple[float, float]],
    cells_mm: Sequence[float],
    measure: float,
    *,
    labelled: bool,
    single_mm: float | None = None,
    most: float | None = None,
    one_row: bool = False,
) -> FigurePlan | None:
    """Return the panels at the largest size at which they fit, or None if there is none.

    Args:
        sizes: columns and rows of cells of each panel.
        cells_mm: sizes of a cell that are tried, largest first.
        measure: width of the text, in pt.
        labelled: whether there is something to write below the panels.
        single_mm: a larger size, for panels in one row alone.
        most: the largest height, in pt; None: what fits a page of the booklet.
        one_row: whether they stand in one row if that fits at any size.
    """
    least = 0.0 if one_row else SINGLE_ROW_MM
    most = MOST_HEIGHT if most is None else most
    in_one_row = (single_mm, *cells_mm) if single_mm else cells_mm
    tried = [*((one, False) for one in in_one_row if one >= least), *((one, True) for one in cells_mm)]
    plans = (_rows(sizes, pt(cell_mm), measure, labelled, most, rows=rows) for cell_mm, rows in tried)
    return next(filter(None, plans), None)


def _rows(
    sizes: Sequence[tuple[float, float]], cell: float, measure: float, labelled: bool, most: float, *, rows: bool
) -> FigurePlan | None:
    """Return the panels in rows that are as full as they can be; with `rows` false, in one row, or None."""
    lines: list[list[int]] = [[]]
    for index, (columns, _) in enumerate(sizes):
        taken = fsum(sizes[other][0] + GAP_CELLS for other in lines[-1]) + columns
        if taken * cell > measure + 0.01:
            if not rows or not lines[-1] or columns * cell > measure:
                return None
            lines.append([])
        lines[-1].append(index)
    label = LABEL_HEIGHT if labelled else 0.0
    places: list[PanelPlace] = []
    y = 0.0
    for row, line in enumerate(lines):
        tall = max(sizes[index][1] for index in line) * cell
        x = (measure - fsum(sizes[index][0] + GAP_CELLS for index in line) * cell + GAP_CELLS * cell) / 2
        for index in line:
            columns, high = sizes[index]
            places.append(PanelPlace(x, y + tall - high * cell, columns * cell, high * cell, row))
            x += (columns + GAP_CELLS) * cell
        y += tall + label + ROW_GAP
    height = y - ROW_GAP
    return FigurePlan(tuple(places), cell, height, measure, labelled) if height <= most else None


def paint_label(
    painter: FigurePainter,
    place: PanelPlace,
    label: Line,
    verdict: Verdict | None,
    corner: Point,
    seal: Point | None = None,
) -> None:
    """Paint a panel's letter below it, and its tick or cross.

    Args:
        painter: of the page.
        place: of the panel in its figure.
        label: the letter.
        verdict: whether there is a tick or a cross.
        corner: the figure's on the page.
        seal: where it is about; None for beside the letter.
    """
    left, top = corner[0] + place.x, corner[1] + place.y
    painter.line(label, left + (place.width - label.width) / 2, top + place.height + 11.5)
    if verdict:
        beside = left + (place.width + label.width) / 2 + SEAL_RADIUS + 3, top + place.height + 8
        paint_seal(painter, verdict, *(seal or beside))


def paint_seal(painter: FigurePainter, verdict: Verdict, x: float, y: float) -> None:
    """Paint a disc with a tick or a cross about (x, y)."""
    disc, sign, ink = Pen().circle(0, 0, SEAL_RADIUS).data, Pen(), RIGHT if verdict == "right" else WRONG
    if verdict == "right":
        sign.lines((-3.4, 0.4), (-1.0, 3.0), (3.6, -2.8))
    else:
        sign.lines((-2.8, -2.8), (2.8, 2.8)).lines((2.8, -2.8), (-2.8, 2.8))
    shapes = Shape(disc, stroke=PAPER, width=2.4), Shape(disc, fill=ink), Shape(sign.data, stroke=PAPER, width=1.7)
    painter.parts([Patch("seal", shapes, Transform())], x, y, 1)


class ScenePanel(Struct, frozen=True):
    """One panel: its parts, and its width and height in units of the scene, from its top left corner."""

    parts: tuple[Part, ...]
    width: float
    height: float
    verdict: Verdict | None = None


class CardRow(Struct, frozen=True):
    """A row of a card: pictures, and words of the rules that stand beside them or above them.

    Attributes:
        pictures: from the left.
        cell: size of a piece in them, in units of their scenes.
        words: ids of sections, and which part of each: one for each item of its list, with what stands before it; if
            negative, all but its heading.
        told: returns the alternative text of the pictures; None if the words tell it.
        beside: whether the words stand beside the pictures.
    """

    pictures: tuple[ScenePanel, ...] = ()
    cell: float = 1.0
    words: tuple[tuple[str, int], ...] = ()
    told: Callable[[AltTextWords], str] | None = None
    beside: bool = False


class PlayerCard(Struct, frozen=True):
    """A card of one player.

    Attributes:
        colour: the player's.
        ink: of the card's head.
        edge: ink of the line around the card.
        ground: ink of what is between the pictures.
        letters: ink of what is written in the head.
        sides: the rows of its front, from above, and of its back, if that has any.
    """

    colour: str
    ink: str
    edge: str
    ground: str
    letters: str
    sides: tuple[tuple[CardRow, ...], ...]


class SceneFigure(Struct, frozen=True):
    """A figure made of scenes.

    Attributes:
        panels: from the left.
        cell: size of a piece on the table, in units of the scenes.
        cells_mm: sizes of such a piece in the booklet that are tried, largest first.
    """

    panels: tuple[ScenePanel, ...]
    cell: float
    cells_mm: Sequence[float] = CELLS_MM

    @property
    def names(self) -> frozenset[str]:
        """Return no ids: scenes contain their own words."""
        return frozenset()

    labels: ClassVar[tuple[str, ...]] = ()

    def alt_text(self, words: AltTextWords) -> str:  # noqa: ARG002 - as every figure has it
        """Return nothing: a scene does not know what its parts mean, so the rules text describes it."""
        return ""

    def plan(self, measure: float, most: float | None = None, *, one_row: bool = False) -> FigurePlan | None:
        """Return the largest arrangement within the measure and no higher than `most`, or None if there is none."""
        sizes = [(panel.width / self.cell, panel.height / self.cell) for panel in self.panels]
        labelled = len(self.panels) > 1 or self.panels[0].verdict is not None
        return arrange_panels(sizes, self.cells_mm, measure, labelled=labelled, most=most, one_row=one_row)

    def paint(self, painter: FigurePainter, plan: FigurePlan, words: FigureWords, x: float, y: float) -> None:
        """Draw the figure with its top left corner at (x, y), as planned."""
        for panel, place, letter in zip(self.panels, plan.places, words.letters, strict=True):
            painter.parts(panel.parts, x + place.x, y + place.y, plan.cell / self.cell)
            if plan.labelled:
                paint_label(painter, place, letter, panel.verdict, (x, y))


class QuizQuestion(Struct, frozen=True):
    """A question of a quiz.

    Attributes:
        name: id of the figure that asks.
        rule: id of the heading under which the answer is found.
        text: the question, and its figure in words.
        answer: what the engine finds: a number, `yes`, `no`, colours, or names of pieces with commas between them.
        figure: the position, or None.
    """

    name: str
    rule: str
    text: QuizText
    answer: str
    figure: Illustration | None


class Subject(Struct, frozen=True):
    """A game as its booklet shows it.

    Attributes:
        head: title, edition, credits.
        table: placeholders of the words, with their values.
        figures: by id.
        drawing: draws a component by its id, and a symbol by ``symbol:`` and its name.
        title_picture: the component on the title page, where there is no cover.
        places: of the values of some placeholders in the catalogue.
        pictures: of the project, by their files.
        cover: the scene on the title page, or None.
        inks: of the title page, which is dark; None in line art, where it is white.
        frame: the ornament around the title page.
        forms: of drawings that other booklets of the game have shown already.
        quiz: the questions at the end of its pages for the browser.
        unasked: ids of questions that are left out, as they do not hold for the deck.
        spreads: the composed pages, for texts of the revision that they are made for; None if there are none.
    """

    head: Head
    table: Mapping[str, str]
    figures: Mapping[str, Illustration]
    drawing: Callable[[str], Drawing]
    title_picture: str
    places: Mapping[str, Place] = {}
    pictures: Mapping[str, Picture] = {}
    cover: ScenePanel | None = None
    inks: Inks | None = None
    frame: Border = "meander"
    forms: FormCache = field(default_factory=FormCache)
    spreads: LoadedSpreads | None = None
    unasked: Collection[str] = ()
    quiz: tuple[QuizQuestion, ...] = ()

    def spreads_for(self, text: RulesText) -> LoadedSpreads | None:
        """Return the composed pages, if they are made for this text."""
        spreads = self.spreads
        return spreads if spreads and spreads.spreads.revision == text.front.front.revision else None

    def summary_of(self, text: RulesText) -> str | None:
        """Return the id of the summary's heading, if the pages of this text are composed and name one."""
        spreads = self.spreads_for(text)
        return spreads.spreads.summary if spreads else None

    def aspect(self, symbol: str) -> float:
        """Return the width of a symbol as a part of its height."""
        drawing = self.drawing(f"symbol:{symbol}")
        return drawing.width / drawing.height


def quiz_questions(subject: Subject, words: LoadedWords, report: Callable[[Mistake], None]) -> tuple[QuizQuestion, ...]:
    """Return the questions of a game in the words of a language; none if the language lacks one of them.

    Args:
        subject: the game.
        words: of the language.
        report: is called with each question of the language that the game does not ask.
    """
    if words.words.quiz is None:
        return ()
    game, asked = subject.head.game, {question.name: question for question in subject.quiz}
    own = words.words.quiz.questions.get(game, {})
    for name in own:
        if name not in asked and name not in subject.unasked:
            place = words.document.key_place(("quiz", "questions", game, name))
            report(Mistake(place, f"no question {name!r} in the quiz of {game}; {suggestion(name, list(asked))}"))
    if words.tag == ENGLISH:
        return subject.quiz
    asked_here = [replace(question, text=own[name]) for name, question in asked.items() if name in own]
    return tuple(asked_here) if len(asked_here) == len(asked) else ()
