"""The board in panels for small papers: glue strips, marks that meet at a joint, and a small map.

::

    +-------------------+--+     a panel, its joint (dashed), and right of it the strip
    |                   :##|     on which the next panel is glued, edge on the dashed line
    +-------------------+--+

Half a diamond stands at each end of a joint on either panel; glued right, they are whole diamonds. The strip bears the
letter of the panel that lies upon it, and a map of all panels with its own filled.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.drawing.inks import Palette
from generator.drawing.lettering import lettered
from generator.games.asterismo.board_art import FRAME_MM, board_art
from generator.games.asterismo.clipping import Box
from generator.games.asterismo.layout import PANELS, STRIP_MM, Layout, Panel, Point
from generator.games.asterismo.tokens import CUT_MM

UNDERLAP_MM = 1.0
"""How far the art goes on below the next panel, so that no white shows where it is glued a little off."""
DIAMOND_MM = 1.6
HATCH_MM = 6.0
LINE_MM = 0.2
DASH_MM, GAP_MM = 2.0, 1.5
MAP_MM = (2.2, 4.2)
"""Width and height of a panel on the map."""


def panel_drawing(component: str, title: str, layout: Layout, panel: Panel, palette: Palette) -> Drawing:
    """One panel, with its strip at the right."""
    last = panel.is_last
    right = panel.right + (0.0 if last else UNDERLAP_MM)
    box = Box(panel.left, 0.0, right, layout.height)
    there = Transform.placing(-panel.left, 0)
    groups = [Group("board", board_art(layout, palette, box), there)]
    groups.append(Group("joint", _diamonds(layout, panel, palette), there))
    ink = palette.inks.outline
    width = panel.right - panel.left
    if not last:
        groups.append(Group("glue", _strip(layout, width, palette)))
        groups.append(Group("joint", (Shape(_dashes(width, layout.height), stroke=ink, width=LINE_MM, cap="butt"),)))
    groups.append(
        Group("map", _map(layout, panel, palette), Transform.placing(width + STRIP_MM / 2, layout.height / 2))
    )
    # of a line along the trim, the outer half is cut off by the form's box
    edge = Pen().rectangle(0, 0, width if last else width + STRIP_MM, layout.height).data
    groups.append(Group("cut", (Shape(edge, stroke=ink, width=2 * CUT_MM, join="miter"),)))
    return Drawing(component, title, layout.panel_width, layout.height, 0.0, tuple(groups))


def _dashes(x: float, height: float) -> PathData:
    """An upright line of dashes, each a line of its own."""
    pen, y = Pen(), 0.0
    while y < height:
        pen.move(x, y).line(x, min(y + DASH_MM, height))
        y += DASH_MM + GAP_MM
    return pen.data


def _diamonds(layout: Layout, panel: Panel, palette: Palette) -> tuple[Shape, ...]:
    """The halves of diamonds that belong to this panel, at both ends of its joints."""
    pen = Pen()
    for half in half_diamonds(layout, panel):
        pen.polygon(*half)
    return (Shape(pen.data, fill=palette.inks.outline),)


def half_diamonds(layout: Layout, panel: Panel) -> Iterator[tuple[Point, ...]]:
    """The corners of the halves of diamonds on a panel, in the frame's coordinates."""
    half = DIAMOND_MM
    for y in (FRAME_MM + 0.55, layout.height - FRAME_MM - 0.55):
        if panel.number:
            yield (panel.left, y - half), (panel.left + half, y), (panel.left, y + half)
        if not panel.is_last:
            yield (panel.right, y - half), (panel.right, y + half), (panel.right - half, y)


def promised_outlines(layout: Layout, panel: Panel) -> tuple[tuple[Point, ...], ...]:
    """What must be found on a panel in its place: the line to cut along, half diamonds, all hexagons that are whole.

    In mm from the panel's left edge, which is its joint with the panel before: so panels that keep to this join up.
    """
    right, low = panel.right - panel.left + (0.0 if panel.is_last else STRIP_MM), layout.height
    edge = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))
    halves = (tuple((x - panel.left, y) for x, y in half) for half in half_diamonds(layout, panel))
    return edge, *halves, *layout.whole_within(panel.left, panel.right)


def _strip(layout: Layout, left: float, palette: Palette) -> tuple[Shape, ...]:
    """Hatching from edge to edge, except about the map."""
    pen, first, last = Pen(), left + UNDERLAP_MM + 0.6, left + STRIP_MM - 0.6
    y, middle = HATCH_MM, layout.height / 2
    while y + (last - first) < layout.height - 1:
        if abs(y + (last - first) / 2 - middle) > 24:
            pen.move(first, y + (last - first)).line(last, y)
        y += HATCH_MM
    return (Shape(pen.data, stroke=palette.inks.mortar, width=LINE_MM),)


def _map(layout: Layout, panel: Panel, palette: Palette) -> tuple[Shape, ...]:
    """The panels side by side with this one filled, the letter of this one above and of the next one below."""
    ink, (wide, high) = palette.inks.outline, MAP_MM
    others, own = Pen(), Pen()
    for number in range(PANELS):
        pen = own if number == panel.number else others
        pen.rectangle((number - PANELS / 2) * wide, -high / 2, wide, high)
    shapes = [
        Shape(others.data, stroke=ink, width=LINE_MM, join="miter"),
        Shape(own.data, fill=ink, stroke=ink, width=LINE_MM, join="miter"),
        Shape(lettered(panel.letter, 5.0, middle=-8.0), stroke=ink, width=0.5),
    ]
    if not panel.is_last:
        following = layout.panels[panel.number + 1].letter
        shapes.append(Shape(lettered(following, 5.0, middle=11.0), stroke=ink, width=0.5))
        arrow = Pen().move(-2.6, 5.8).line(2.2, 5.8).move(0.9, 4.6).line(2.2, 5.8).line(0.9, 7.0)
        shapes.append(Shape(arrow.data, stroke=ink, width=0.4))
    return tuple(shapes)
