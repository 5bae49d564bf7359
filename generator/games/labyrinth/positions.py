"""Figures: positions on the table, drawn with the deck's own tiles.

A figure has panels, a panel has cells of one size. All panels of a figure share a scale, the largest at which they fit
side by side, or else one below the other. Lengths are points; within a tile, units of which a tile has 50.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.drawing.display_list import Pen
from generator.drawing.scene import Part
from generator.games.labyrinth.catalogue.figure_records import Figure, NamedPath, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.diagrams import placed as lying
from generator.games.labyrinth.diagrams.placed import ARIADNE, CASING
from generator.games.labyrinth.diagrams.tile_cache import UNITS, Artwork
from generator.games.labyrinth.diagrams.tile_labels import Plate, name_place, plate_of
from generator.geometry import Side
from generator.rulebook.text.figures import CELLS_MM, FigurePainter, FigureWords, Plan, arranged, paint_label
from generator.rulebook.typeset.line_breaks import Line
from generator.rulebook.typeset.styles import INK

SINGLE_MM = 30.0
"""The size of a tile that stands alone."""


def plan_figure(figure: Figure, measure: float, most: float | None = None) -> Plan | None:
    """The largest arrangement of a figure within the measure and no higher than `most`, or None if there is none."""
    sizes = [_extent(panel)[2:] for panel in figure.panels]
    labelled = len(figure.panels) > 1 or figure.panels[0].verdict is not None
    single = max(width * height for width, height in sizes) == 1
    return arranged(sizes, CELLS_MM, measure, labelled=labelled, single_mm=SINGLE_MM if single else None, most=most)


def _extent(panel: Panel) -> tuple[int, int, int, int]:
    """Leftmost column, topmost row, columns and rows of a panel."""
    cells = [placed.at for placed in panel.tiles]
    cells += [cell for arrow in panel.arrows for cell in (arrow.from_, arrow.to)]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return left, top, max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1


def paint_figure(
    painter: FigurePainter, figure: Figure, plan: Plan, art: Artwork, words: FigureWords, x: float, y: float
) -> None:
    """Draw a figure with its top left corner at (x, y)."""
    for panel, place, letter in zip(figure.panels, plan.places, words.letters, strict=True):
        _PanelPainter(painter, art, panel, plan.cell, x + place.x, y + place.y, words.names).paint()
        if plan.labelled:
            paint_label(painter, place, letter, panel.verdict, x, y)


@dataclass(frozen=True, slots=True)
class _PanelPainter:
    """Draws one panel; (x, y) is its top left corner on the page."""

    painter: FigurePainter
    art: Artwork
    panel: Panel
    cell: float
    x: float
    y: float
    names: Mapping[str, Line]

    def paint(self) -> None:
        left, top = self._corner((0, 0))
        self.painter.parts(self._parts(), left, top, self.cell / UNITS)
        for placed in self.panel.tiles:
            if placed.tile in self.names:
                self._name(placed, plate_of(self.names[placed.tile]))

    def _parts(self) -> Iterator[Part]:
        """The panel as a scene."""
        panel = self.panel
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
        column, row, _, _ = _extent(self.panel)
        return self.x + (at[0] - column) * self.cell, self.y + (at[1] - row) * self.cell

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
            numbers = {named.path for named in self.panel.thread if named.tile == other.tile}
            if any(number <= len(paths) and entered in paths[number - 1].exits for number in numbers):
                found.append(side)
        return found

    def _name(self, placed: PlacedTile, plate: Plate) -> None:
        """The tile's id on a light plate, upright however the tile lies."""
        unit = self.cell / UNITS
        left, top = self._corner(placed.at)
        u, v = name_place(placed, self.panel, self.art, plate.width / unit, plate.height / unit)
        x, y = left + u * unit, top + v * unit
        self.painter.enter(x, y, 1)
        frame = Pen().rectangle(0, 0, plate.width, plate.height).data
        self.painter.fill(frame, CASING)
        self.painter.stroke(frame, INK, 0.4)
        self.painter.leave()
        self.painter.line(plate.line, x + plate.side, y + plate.baseline)
