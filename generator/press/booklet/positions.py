"""Figures: positions on the table, drawn with the deck's own tiles.

A figure has panels, a panel has cells of one size. All panels of a figure share a scale, the largest at which they fit
side by side, or else one below the other. Lengths are points; within a tile, units of which a tile has 50.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.catalogue.figures import Figure, NamedPath, Panel, PlacedTile
from generator.deck.tiles import MINOTAUR_ID
from generator.drawing import lying
from generator.drawing.artwork import UNITS, Artwork
from generator.drawing.display import Pen
from generator.drawing.lying import ARIADNE, CASING
from generator.drawing.scene import Part
from generator.geometry import Side
from generator.press.booklet.items import Line
from generator.press.booklet.painting import Painter
from generator.press.booklet.styles import INK
from generator.press.booklet.tile_names import Plate, name_place, plate_of
from generator.units import pt

CELLS_MM = (24.0, 23.0, 22.0, 21.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0)
"""Sizes of a cell that are tried, largest first; below 12 mm prisoners cannot be told apart."""
SINGLE_MM = 30.0
"""The size of a tile that stands alone."""
GAP_CELLS = 0.55
"""Space between panels, in cells."""
LABEL_HEIGHT = 15.0
MOST_HEIGHT = pt(110)
ROW_GAP = 8.0
SINGLE_ROW_MM = 13.0
"""Panels stand in one row if their cells are at least as large as this."""

RIGHT, WRONG = "#2f6b3a", "#a3201d"


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """A panel in its place: top left corner and size in pt, relative to the figure; `column` and `row` of its first
    cell; `line` counts the rows of panels.
    """

    panel: Panel
    x: float
    y: float
    width: float
    height: float
    column: int
    row: int
    line: int


@dataclass(frozen=True, slots=True)
class FigurePlan:
    """A figure with its scale; `cell` in pt."""

    panels: tuple[PanelPlan, ...]
    cell: float
    width: float
    height: float
    labelled: bool

    def smaller(self, factor: float) -> FigurePlan:
        """The same figure with smaller cells."""
        middle = self.width / 2
        fixed = (LABEL_HEIGHT if self.labelled else 0.0) + ROW_GAP
        panels = tuple(
            replace(
                panel,
                x=middle + (panel.x - middle) * factor,
                y=(panel.y - panel.line * fixed) * factor + panel.line * fixed,
                width=panel.width * factor,
                height=panel.height * factor,
            )
            for panel in self.panels
        )
        kept = (1 + max(panel.line for panel in panels)) * fixed - ROW_GAP
        return replace(self, panels=panels, cell=self.cell * factor, height=(self.height - kept) * factor + kept)


def plan_figure(figure: Figure, measure: float) -> FigurePlan | None:
    """The largest arrangement of a figure within the measure, or None if there is none."""
    sizes = [_extent(panel) for panel in figure.panels]
    labelled = len(figure.panels) > 1 or figure.panels[0].verdict is not None
    single = max(width * height for _, _, width, height in sizes) == 1
    for cell_mm in (SINGLE_MM, *CELLS_MM) if single else CELLS_MM:
        if cell_mm >= SINGLE_ROW_MM and (plan := _arranged(figure, sizes, pt(cell_mm), measure, labelled, rows=False)):
            return plan
    for cell_mm in CELLS_MM:
        if plan := _arranged(figure, sizes, pt(cell_mm), measure, labelled, rows=True):
            return plan
    return None


def _extent(panel: Panel) -> tuple[int, int, int, int]:
    """Leftmost column, topmost row, columns and rows of a panel."""
    cells = [placed.at for placed in panel.tiles]
    cells += [cell for arrow in panel.arrows for cell in (arrow.from_, arrow.to)]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return left, top, max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1


def _arranged(
    figure: Figure, sizes: list[tuple[int, int, int, int]], cell: float, measure: float, labelled: bool, *, rows: bool
) -> FigurePlan | None:
    """The panels in rows that are as full as they can be; with `rows` false, in one row, or None."""
    lines: list[list[int]] = [[]]
    for index, (_, _, columns, _) in enumerate(sizes):
        taken = sum(sizes[other][2] + GAP_CELLS for other in lines[-1]) + columns
        if taken * cell > measure + 0.01:
            if not rows or not lines[-1] or columns * cell > measure:
                return None
            lines.append([])
        lines[-1].append(index)
    label = LABEL_HEIGHT if labelled else 0.0
    panels: list[PanelPlan] = []
    y = 0.0
    for row, line in enumerate(lines):
        tall = max(sizes[index][3] for index in line) * cell
        x = (measure - sum(sizes[index][2] + GAP_CELLS for index in line) * cell + GAP_CELLS * cell) / 2
        for index in line:
            left, top, columns, high = sizes[index]
            panels.append(
                PanelPlan(figure.panels[index], x, y + tall - high * cell, columns * cell, high * cell, left, top, row)
            )
            x += (columns + GAP_CELLS) * cell
        y += tall + label + ROW_GAP
    height = y - ROW_GAP
    return FigurePlan(tuple(panels), cell, measure, height, labelled) if height <= MOST_HEIGHT else None


@dataclass(frozen=True, slots=True)
class FigureWords:
    """The words in a figure: the panels' letters, and the names of the tiles that the text speaks of, by their ids."""

    letters: tuple[Line, ...]
    names: Mapping[str, Line]


def paint_figure(painter: Painter, plan: FigurePlan, art: Artwork, words: FigureWords, x: float, y: float) -> None:
    """Draw a figure with its top left corner at (x, y)."""
    labels = words.letters
    for number, panel in enumerate(plan.panels):
        _PanelPainter(painter, art, panel, plan.cell, x + panel.x, y + panel.y, words.names).paint()
        if plan.labelled:
            label = labels[number]
            verdict = panel.panel.verdict
            width = label.width + (14.0 if verdict else 0.0)
            left = x + panel.x + (panel.width - width) / 2
            baseline = y + panel.y + panel.height + 11.5
            painter.line(label, left, baseline)
            if verdict:
                _paint_verdict(painter, verdict, left + label.width + 5, baseline)


def _paint_verdict(painter: Painter, verdict: str, x: float, baseline: float) -> None:
    """A tick or a cross, 8 pt high."""
    painter.enter(x, baseline - 8, 1)
    if verdict == "right":
        painter.stroke(Pen().move(0.6, 4.6).line(3.2, 7.6).line(8.4, 0.4).data, RIGHT, 1.7)
    else:
        painter.stroke(Pen().move(0.8, 0.8).line(7.4, 7.4).move(7.4, 0.8).line(0.8, 7.4).data, WRONG, 1.7)
    painter.leave()


@dataclass(frozen=True, slots=True)
class _PanelPainter:
    """Draws one panel; (x, y) is its top left corner on the page."""

    painter: Painter
    art: Artwork
    plan: PanelPlan
    cell: float
    x: float
    y: float
    names: Mapping[str, Line]

    def paint(self) -> None:
        left, top = self._corner((0, 0))
        self.painter.parts(self._parts(), left, top, self.cell / UNITS)
        for placed in self.plan.panel.tiles:
            if placed.tile in self.names:
                self._name(placed, plate_of(self.names[placed.tile]))

    def _parts(self) -> Iterator[Part]:
        """The panel as a scene."""
        panel = self.plan.panel
        tiles = {placed.tile: placed for placed in panel.tiles}
        for placed in panel.tiles:
            yield lying.tile(placed, self.art, pale=panel.pale)
        for named in panel.thread if panel.pale else ():
            yield lying.path(tiles[named.tile], named.path - 1, self.art)
        for named in panel.thread:
            yield self._thread(tiles[named.tile], named, tiles)
        for placed in panel.tiles:
            if placed.mark:
                yield lying.frame(placed, placed.mark)
        for named in panel.impaled:
            yield from lying.counters(tiles[named.tile], named.path - 1, self.art)
        for arrow in panel.arrows:
            yield lying.arrow(arrow.from_, arrow.to)

    def _thread(self, placed: PlacedTile, named: NamedPath, tiles: dict[str, PlacedTile]) -> Part:
        if placed.tile == MINOTAUR_ID and len(self.art.centre_lines(placed.tile, named.path - 1)) == len(Side):
            sides = self._followed(placed, tiles)
            return lying.gates_thread(placed, sides, ARIADNE, spares_head=len(sides) == len(Side))
        return lying.thread(placed, named.path - 1, ARIADNE, self.art)

    def _corner(self, at: tuple[int, int]) -> tuple[float, float]:
        return self.x + (at[0] - self.plan.column) * self.cell, self.y + (at[1] - self.plan.row) * self.cell

    def _followed(self, placed: PlacedTile, tiles: dict[str, PlacedTile]) -> list[Side]:
        """The sides, in the tile's own orientation, behind which the thread goes on."""
        found: list[Side] = []
        by_cell = {other.at: other for other in tiles.values()}
        for side in Side:
            step = side.turned(placed.turns).step
            other = by_cell.get((placed.at[0] + step[0], placed.at[1] + step[1]))
            if other is None:
                continue
            paths = self.art.tile(other.tile).paths
            entered = side.turned(placed.turns).opposite.turned(-other.turns)
            numbers = {named.path for named in self.plan.panel.thread if named.tile == other.tile}
            if any(number <= len(paths) and entered in paths[number - 1].exits for number in numbers):
                found.append(side)
        return found

    def _name(self, placed: PlacedTile, plate: Plate) -> None:
        """The tile's id on a light plate, upright however the tile lies."""
        unit = self.cell / UNITS
        left, top = self._corner(placed.at)
        u, v = name_place(placed, self.plan.panel, self.art, plate.width / unit, plate.height / unit)
        x, y = left + u * unit, top + v * unit
        self.painter.enter(x, y, 1)
        frame = Pen().rectangle(0, 0, plate.width, plate.height).data
        self.painter.fill(frame, CASING)
        self.painter.stroke(frame, INK, 0.4)
        self.painter.leave()
        self.painter.line(plate.line, x + plate.side, y + plate.baseline)
