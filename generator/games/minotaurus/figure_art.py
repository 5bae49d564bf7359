"""The figures of the rules as scenes: pairs, challenges before and after, the table, the head as it grows.

Lengths of the scenes are millimetres of the pieces; the booklet prints them smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum

from generator.catalogue.themes import Theme
from generator.drawing.bull_head import bull_head
from generator.drawing.display_list import Drawing, Group, Part, Patch, Pen, Shape, Shown, Transform, moved
from generator.drawing.inks import Palette, palette
from generator.drawing.lettering import letter_path
from generator.drawing.solid import SolidFace, bounding_box, mean, sides
from generator.drawing.solid_view import Viewpoint
from generator.games.minotaurus.figures import parts_by_letter, position_after, position_before
from generator.games.minotaurus.game import CARD, RING
from generator.games.minotaurus.model_art import draw_view
from generator.games.minotaurus.piece_art import BACK
from generator.games.minotaurus.records import Contest, Figure, Hands, HornsCatalogue, Layout, Stage
from generator.games.minotaurus.rules import HornPiece, HornsPosition
from generator.rulebook.text.figures import SceneFigure, ScenePanel

INK, CASING, RED = "#1d1714", "#fffaf0", "#c8102e"
PAIR_CELLS_MM = (19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0)
HANDS_CELLS_MM = (16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
TABLE_CELLS_MM = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
MODEL_MM = 45.0
"""Millimetres of the bull's head that count as one cell."""
MODEL_CELLS_MM = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
NAME_MM = 13.0
"""Room left of a pair for its player's letter."""
GAP_MM = 6.0
RING_MM = 11.0
ARROW_MM = 24.0
"""Between before and after."""
COUNTED_IN_ROW = 3
"""Pairs in a row, where pairs are counted."""
STEP_GAP_MM, STEP_MM = 28.0, 130.0
"""Between the pieces on the table and what stands beside them, and its width."""
CARD_SHOWN_MM, RING_SHOWN_MM = 78.0, 74.0
"""Sizes of the layout card and of the ring there; the head fills what is left of the height."""


class HornsFigurePainter:
    """A painter of figures.

    Attributes:
        catalogue: of the game.
        pieces: of the game, by id.
        draw_component: what draws a piece.
        theme: of the booklet.
    """

    def __init__(
        self,
        catalogue: HornsCatalogue,
        pieces: Mapping[str, HornPiece],
        draw_component: Callable[[str], Drawing],
        theme: Theme,
    ) -> None:
        self.catalogue, self.pieces, self.draw_component, self.theme = catalogue, pieces, draw_component, theme
        self._size = catalogue.piece_mm

    def draw(self, figure: Figure) -> SceneFigure:
        """Draw a figure as the booklet prints it."""
        if figure.hands is not None:
            return self._asked(figure.hands)
        if figure.points is not None:
            return SceneFigure((self._counted_panel(figure),), self._size, PAIR_CELLS_MM)
        if figure.pairs:
            panels = []
            for shown in figure.pairs:
                pieces = tuple(self._piece(name, number * self._size, 0) for number, name in enumerate(shown.pieces))
                panels.append(
                    ScenePanel(pieces, 2 * self._size, self._size, "wrong" if shown.found == "none" else "right")
                )
            return SceneFigure(tuple(panels), self._size, PAIR_CELLS_MM)
        if figure.contest is not None:
            return SceneFigure((self._contest_panel(figure.contest),), self._size, PAIR_CELLS_MM)
        if figure.layout is not None:
            return SceneFigure((self._table_panel(figure.layout),), self._size, TABLE_CELLS_MM)
        inks = palette(self.theme, self.theme.inks.night)
        head = _beside([_stage_panel(stage, inks) for stage in figure.model], 14.0)
        return SceneFigure((head,), MODEL_MM, MODEL_CELLS_MM)

    def _asked(self, hands: Hands) -> SceneFigure:
        """Draw the pairs of players, a row for each, and below them two pieces that are turned up."""
        parts: list[Part] = []
        pitch, high = 2 * self._size + GAP_MM, self._size + GAP_MM
        for row, (name, pairs) in enumerate(hands.holds.items()):
            letter = Shape(letter_path(name, 9.0), stroke=INK, width=1.6)
            place = Transform(e=NAME_MM / 2 - 1, f=row * high + self._size / 2)
            parts.append(Patch("player", (letter,), place, title=f"player {name}"))
            for column, pair in enumerate(pairs):
                left = NAME_MM + column * pitch
                parts += [self._piece(piece, left + horn * self._size, row * high) for horn, piece in enumerate(pair)]
        rows, columns = len(hands.holds), max([1, *map(len, hands.holds.values())])
        for number, piece in enumerate(hands.up):
            parts.append(self._piece(piece, NAME_MM + number * (self._size + GAP_MM), rows * high + GAP_MM))
        height = (rows + bool(hands.up)) * high + (GAP_MM if hands.up else 0) - GAP_MM
        panel = ScenePanel(tuple(parts), NAME_MM + columns * pitch - GAP_MM, height)
        return SceneFigure((panel,), self._size, HANDS_CELLS_MM)

    def _counted_panel(self, figure: Figure) -> ScenePanel:
        """Draw pairs in rows of three, as they lie before a player."""
        parts: list[Part] = []
        for number, shown in enumerate(figure.pairs):
            row, column = divmod(number, COUNTED_IN_ROW)
            x, y = column * (2 * self._size + GAP_MM), row * (self._size + GAP_MM)
            parts += [self._piece(name, x + horn * self._size, y) for horn, name in enumerate(shown.pieces)]
        columns, rows = min(len(figure.pairs), COUNTED_IN_ROW), -(-len(figure.pairs) // COUNTED_IN_ROW)
        width = columns * (2 * self._size + GAP_MM) - GAP_MM
        return ScenePanel(tuple(parts), width, rows * (self._size + GAP_MM) - GAP_MM)

    def _piece(self, name: str, x: float, y: float) -> Patch:
        """Draw a piece, cut along its trim."""
        trim = Pen().rectangle(0, 0, self._size, self._size).data
        drawing = self.draw_component(name)
        edge = Shape(trim, stroke=INK, width=0.5)
        return Patch("piece", (Shown(drawing, 0, 0, self._size), edge), Transform(e=x, f=y), trim, title=drawing.title)

    def _contest_panel(self, contest: Contest) -> ScenePanel:
        """Draw what was before, with the tosses; an arrow; and what is after. What changes hands is framed."""
        before, after = position_before(contest, self.pieces), position_after(contest, self.pieces)
        names = list(contest.holds)
        moved = {
            (seat, horn)
            for seat, (old, new) in enumerate(zip(before.pairs, after.pairs, strict=True))
            for colour in old
            for horn, changed in (
                (0, old[colour].left != new[colour].left),
                (1, old[colour].right != new[colour].right),
            )
            if changed
        }
        old, new = (
            self._hands(position, names, moved, tosses) for position, tosses in ((before, contest), (after, None))
        )
        panel = _beside((old, new), ARROW_MM)
        arrow = Pen().polygon((0, -2.5), (7, -2.5), (7, -6.5), (15, 0), (7, 6.5), (7, 2.5), (0, 2.5)).data
        place = Transform(e=old.width + (ARROW_MM - 15) / 2, f=old.height / 2)
        return ScenePanel(
            (*panel.parts, Patch("arrow", (Shape(arrow, fill=INK),), place, title="then")), panel.width, panel.height
        )

    def _hands(
        self,
        position: HornsPosition,
        names: list[str],
        moved: set[tuple[int, int]],
        tosses: Contest | None,
    ) -> ScenePanel:
        ids = {piece: name for name, piece in self.pieces.items()}
        parts: list[Part] = []
        for seat, name in enumerate(names):
            y = seat * (self._size + GAP_MM)
            pair = next(iter(position.pairs[seat].values()))
            letter = Shape(letter_path(name, 9.0), stroke=INK, width=1.6)
            place = Transform(e=NAME_MM / 2 - 1, f=y + self._size / 2 - (7 if tosses else 0))
            parts.append(Patch("player", (letter,), place, title=f"player {name}"))
            if tosses and name in {tosses.duel.challenger, tosses.duel.challenged}:
                parts.append(_toss(NAME_MM / 2 - 1, y + self._size / 2 + 8, landed=name in tosses.duel.succeeds))
            for horn, piece in enumerate(pair.pieces):
                x = NAME_MM + horn * self._size
                parts.append(self._piece(ids[piece], x, y))
                if (seat, horn) in moved:
                    line = Pen().rectangle(1.5, 1.5, self._size - 3, self._size - 3).data
                    frame = Shape(line, stroke=CASING, width=3.4), Shape(line, stroke=RED, width=1.9)
                    parts.append(Patch("frame", frame, Transform(e=x, f=y)))
        height = len(names) * (self._size + GAP_MM) - GAP_MM
        return ScenePanel(tuple(parts), NAME_MM + 2 * self._size, height)

    def _table_panel(self, layout: Layout) -> ScenePanel:
        table = next(table for table in self.catalogue.tables if table.players == layout.players)
        pitch = self._size + 5.0
        parts: list[Part] = []
        for place in range(table.columns * table.rows):
            row, column = divmod(place, table.columns)
            name = layout.up.get(str(place + 1), BACK)
            parts.append(self._piece(name, column * pitch, row * pitch))
        width, height = table.columns * pitch - 5.0, table.rows * pitch - 5.0
        if layout.steps:
            parts += [*self._beside_table(layout, width + STEP_GAP_MM, height), _number("2", 0, 0)]
            width += STEP_GAP_MM + STEP_MM
        return ScenePanel(tuple(parts), width, height)

    def _beside_table(self, layout: Layout, left: float, height: float) -> list[Part]:
        """Draw layout card, bull's head and ring one below the other, with the numbers of the steps of the setup."""
        card, ring = (self.draw_component(name) for name in (f"{CARD}{layout.players}", RING))
        head = _stage_panel(Stage(around=-28, above=14), palette(self.theme, self.theme.inks.night))
        unit = (height - CARD_SHOWN_MM - STEP_GAP_MM) / head.height
        top, x = height - head.height * unit, left + STEP_MM - head.width * unit
        lying = Transform(d=0.55, e=left - 6, f=height - 0.55 * RING_SHOWN_MM)
        trim = Pen().rectangle(0, 0, CARD_SHOWN_MM, CARD_SHOWN_MM).data
        edge = Shape(trim, stroke=INK, width=0.5)
        middle = left + (STEP_MM - CARD_SHOWN_MM) / 2
        shown = (Shown(card, 0, 0, CARD_SHOWN_MM), edge)
        return [
            Patch("card", shown, Transform(e=middle), trim, title=card.title),
            *(moved(part, Transform(a=unit, d=unit, e=x, f=top)) for part in head.parts),
            Patch("ring", (Shown(ring, 0, 0, RING_SHOWN_MM),), lying, title=ring.title),
            _number("1", middle, 0),
            _number("3", left + 6, top + 14),
        ]


def _beside(panels: Sequence[ScenePanel], gap: float) -> ScenePanel:
    """Return panels side by side as one, so that they bear no letters; their feet on one line."""
    height = max(panel.height for panel in panels)
    parts: list[Part] = []
    x = 0.0
    for panel in panels:
        parts += [moved(part, Transform(e=x, f=height - panel.height)) for part in panel.parts]
        x += panel.width + gap
    return ScenePanel(tuple(parts), x - gap, height)


def _number(text: str, x: float, y: float) -> Patch:
    """Draw the number of a step on a disc about (x, y)."""
    disc = Shape(Pen().circle(0, 0, 11).data, fill=CASING, stroke=INK, width=1.4)
    return Patch(
        "number", (disc, Shape(letter_path(text, 11.0), stroke=INK, width=2.0)), Transform(e=x, f=y), title=text
    )


def _toss(x: float, y: float, *, landed: bool) -> Patch:
    """Draw the ring: gold if it landed over a horn, an empty one with a stroke through if it did not."""
    ring = Pen().circle(0, 0, RING_MM / 2 - 1.2).data
    shapes = [Shape(ring, stroke=INK, width=2.6), Shape(ring, stroke="#e3a722" if landed else CASING, width=1.6)]
    if landed:
        shapes.insert(
            0, Shape(Pen().polygon((-2.0, 6.2), (0.0, -8.4), (2.0, 6.2)).data, fill="#f3e4bf", stroke=INK, width=0.6)
        )
    else:
        shapes.append(Shape(Pen().move(-5, 5).line(5, -5).data, stroke=RED, width=1.4))
    return Patch("toss", tuple(shapes), Transform(e=x, f=y), title="the toss lands" if landed else "the toss fails")


# -- the bull's head ---------------------------------------------------------------------------------------------------


def _stage_panel(stage: Stage, inks: Palette) -> ScenePanel:
    solid, view = bull_head(), Viewpoint(stage.around, stage.above)
    parts_of = parts_by_letter()
    there = {parts_of[letter] for letter in stage.parts or parts_of}
    added = {parts_of[letter] for letter in stage.added} if stage.added else there
    points = [
        view.seen(solid.vertices[corner]) for face in solid.faces if face.part in there for corner in face.corners
    ]
    left, top, right, bottom = bounding_box(points)
    air = 3.0
    place = Transform(e=air - left, f=air - top)
    group = draw_view(solid, view, inks, there, added)
    items: tuple[Group | Shape | Shown, ...] = (group,)
    marks = [_part_letter(letter, parts_of[letter], view, place) for letter in stage.added]
    return ScenePanel((Patch("head", items, place), *marks), right - left + 2 * air, bottom - top + 2 * air)


def _part_letter(letter: str, part: str, view: Viewpoint, place: Transform) -> Patch:
    """Draw the letter of a net upon its part, on the face that appears largest."""
    solid = bull_head()

    def shown_area(face: SolidFace) -> float:  # negative if it looks away
        points = [view.seen(corner) for corner in solid.polygon(face)]
        return -fsum(a[0] * b[1] - b[0] * a[1] for a, b in sides(points)) / 2

    face = max((face for face in solid.faces if face.part == part), key=shown_area)
    x, y = view.seen(mean(solid.polygon(face)))
    disc = Shape(Pen().circle(0, 0, 6.5).data, fill=CASING, stroke=INK, width=0.8)
    sign = Shape(letter_path(letter, 7.0), stroke=INK, width=1.2)
    return Patch("letter", (disc, sign), Transform(e=x + place.e, f=y + place.f), title=f"part {letter}")
