"""The small pictures of the rules text: the signs of the colours, a bull, and how the lines of the sheets look."""

from __future__ import annotations

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Group, Pen, Shape, placed
from generator.drawing.emblems import bull_head, emblem_badge
from generator.drawing.inks import palette
from generator.games.minotaurus.model_pages import MOUNTAIN, VALLEY
from generator.games.minotaurus.records import HornsCatalogue

SIDE_MM = 12.0
LINE_INK = "#1d1714"


def symbol_drawing(name: str, catalogue: HornsCatalogue, theme: Theme) -> Drawing:
    """A small picture that stands alone, 12 x 12 mm without bleed.

    Raises:
        KeyError: there is no picture of that name.
    """
    group = _symbol(name, catalogue, theme)
    return Drawing(f"symbol-{name}", name.replace("-", " ").capitalize(), SIDE_MM, SIDE_MM, 0.0, (group,))


def _symbol(name: str, catalogue: HornsCatalogue, theme: Theme) -> Group:
    middle = SIDE_MM / 2
    kind, _, what = name.partition("-")
    match kind:
        case "emblem":
            colour = catalogue.colours[what]
            return placed(emblem_badge(colour.symbol, palette(theme, colour.ink)), middle, middle, 1.12)
        case "bull":
            return placed(bull_head(palette(theme, theme.inks.night)), middle, middle - 0.15, 0.43)
        case "cut":
            return _line(())
        case "fold":
            return _line({"mountain": MOUNTAIN, "valley": VALLEY}[what])
    raise KeyError(name)


def _line(dash: tuple[float, ...]) -> Group:
    """A line across, twice as large as on the sheets."""
    shape = Shape(
        Pen().move(0.4, SIDE_MM / 2).line(SIDE_MM - 0.4, SIDE_MM / 2).data,
        stroke=LINE_INK,
        width=0.8,
        dash=tuple(1.4 * part for part in dash),
        cap="butt",
    )
    return Group("line", (shape,))
