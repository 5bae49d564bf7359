"""The door to matplotlib: how plots look, and how they become SVG and PDF, always the same bytes.

A plot is a function that draws on axes; ``panels.py`` has them. Here are paper, inks and letters, which are those of
the game, and the two printers.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D

PAPER, INK, FAINT, RULE = "#fdf9ef", "#2b1b14", "#7d6a57", "#e4d8bf"
CLAY, GOLD, SEA, STONE, LEAF = "#b5532b", "#d79a1e", "#1f4a73", "#cdb98f", "#6f9f80"
"""Inks of the plots, after those of the tiles (templates/themes/knossos.yaml)."""

PAGE_IN = (8.27, 11.69)
"""A4 upright, in inches. Source: ISO 216."""

STYLE: dict[str, Any] = {
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.facecolor": PAPER,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": FAINT,
    "axes.labelsize": 9,
    "axes.linewidth": 0.6,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": PAPER,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.6,
    "lines.solid_capstyle": "butt",
    "pdf.fonttype": 42,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
    "text.parse_math": False,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
}

Draw = Callable[[Axes], None]
Rows: TypeAlias = Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot.

    Attributes:
        name: unique in a report; names inside the SVG are made from it.
        title: what it is about.
        said: what it shows, in a sentence, for those who cannot see it.
        draw: draws it.
        height: in inches.
        wide: whether it takes the whole width of a page, or half of it.
        inset, outset: inches to the left and to the right of the axes, for what is written there.
    """

    name: str
    title: str
    said: str
    draw: Draw
    height: float = 2.9
    wide: bool = False
    inset: float = 0.42
    outset: float = 0.17


@contextmanager
def style(fonts: Path) -> Iterator[None]:
    """Paper, inks and letters of the plots, whatever the user has set up for matplotlib.

    Args:
        fonts: the folder with the project's fonts.
    """
    family = "sans-serif"
    for name in ("Alegreya-Regular.ttf", "Alegreya-Bold.ttf", "Alegreya-Italic.ttf"):
        if (fonts / name).is_file():
            fontManager.addfont(fonts / name)
            family = FontProperties(fname=fonts / name).get_name()
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update({**STYLE, "font.family": family})  # type: ignore[dict-item]
        yield


WIDTH_IN, GUTTER_IN, MARGIN_IN = 6.87, 0.5, 0.7
"""Width of a wide panel, between two panels, and beside them on a page: together the width of A4."""
HEAD_IN, FOOT_IN = 0.62, 0.52
"""Above the axes for the title and what is said, below them for the scale."""


def _place(figure: Figure, panel: Panel, left: float, top: float) -> None:
    """Draw a panel; its upper left corner is so many inches from that of the figure."""
    across, down = figure.get_size_inches()
    width = _width(panel)
    axes = figure.add_axes(
        (
            (left + panel.inset) / across,
            1 - (top + panel.height - FOOT_IN) / down,
            (width - panel.inset - panel.outset) / across,
            (panel.height - HEAD_IN - FOOT_IN) / down,
        )
    )
    panel.draw(axes)
    figure.text(left / across, 1 - (top + 0.2) / down, panel.title, fontsize=12.5, weight="bold")
    figure.text(left / across, 1 - (top + 0.4) / down, panel.said, fontsize=9, color=FAINT)


def _width(panel: Panel) -> float:
    return WIDTH_IN if panel.wide else (WIDTH_IN - GUTTER_IN) / 2


def svg_of(panel: Panel) -> str:
    """A panel as an SVG element, to stand in a page of HTML."""
    figure = Figure(figsize=(_width(panel), panel.height))
    _place(figure, panel, 0, 0)
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": panel.name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _element(buffer.getvalue(), panel)


def _element(document: str, panel: Panel) -> str:
    """The SVG element of a document, with a title, and with names that no other panel has."""
    from html import escape

    element = document[document.index("<svg") :]
    element = re.sub(r"\s*<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="', f'id="{panel.name}-', element)
    element = re.sub(r'(href="|url\()#', rf"\1#{panel.name}-", element)
    label = escape(f"{panel.title}: {panel.said}", quote=True)
    return element.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).strip()


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a PDF: a heading, and panels or tables.

    Attributes:
        title, subtitle: the heading.
        panels: what is drawn, in rows.
        tables: used if there are no panels; of each its rows, headings first. See :func:`paged`.
    """

    title: str
    subtitle: str
    panels: tuple[Panel, ...] = ()
    tables: tuple[Rows, ...] = ()


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """Pages as a PDF."""
    buffer = io.BytesIO()
    about = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None, "ModDate": None}
    with PdfPages(buffer, metadata=about) as printer:
        for number, page in enumerate(pages, 1):
            figure = Figure(figsize=PAGE_IN)
            _head(figure, page, f"{number} / {len(pages)}")
            if page.panels:
                _lay_panels(figure, page.panels)
            else:
                _lay_tables(figure, page.tables)
            printer.savefig(figure)
    return buffer.getvalue()


def _head(figure: Figure, page: Page, foot: str) -> None:
    figure.text(0.085, 0.955, page.title, fontsize=17, weight="bold", va="top")
    figure.text(0.085, 0.927, page.subtitle, fontsize=10, color=FAINT, va="top")
    figure.text(0.915, 0.025, foot, fontsize=8.5, color=FAINT, ha="right")


def _rows_of(panels: Sequence[Panel]) -> list[list[Panel]]:
    """Panels in rows of two, a wide one alone."""
    rows: list[list[Panel]] = []
    for panel in panels:
        if rows and not panel.wide and len(rows[-1]) == 1 and not rows[-1][0].wide:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def _lay_panels(figure: Figure, panels: Sequence[Panel]) -> None:
    rows = _rows_of(panels)
    top, spare = 1.25, PAGE_IN[1] - 1.25 - 0.6 - sum(max(panel.height for panel in row) for row in rows)
    for row in rows:
        for place, panel in enumerate(row):
            _place(figure, panel, MARGIN_IN + place * (_width(panel) + GUTTER_IN), top)
        top += max(panel.height for panel in row) + max(0.0, min(0.35, spare / len(rows)))


LINE_IN, LINES = 0.172, 56
"""Height of a line of a table, and lines on a page."""


def paged(tables: Iterable[Rows]) -> list[tuple[Rows, ...]]:
    """Tables shared out among pages; what does not fit on one goes on overleaf, under its headings again."""
    pages: list[list[Rows]] = [[]]
    for table in tables:
        head, rest = table[0], list(table[1:])
        while rest:
            room = LINES - sum(len(other) + 2 for other in pages[-1]) - 1
            if room < min(len(rest), LINES // 3):
                pages.append([])
                continue
            pages[-1].append([head, *rest[:room]])
            rest = rest[room:]
    return [tuple(page) for page in pages if page]


def _lay_tables(figure: Figure, tables: Sequence[Rows]) -> None:
    down = 1.35
    for table in tables:
        for number, row in enumerate(table):
            _lay_row(figure, row, down, heading=number == 0)
            down += LINE_IN
        down += 2 * LINE_IN


def _lay_row(figure: Figure, row: tuple[str, ...], down: float, *, heading: bool) -> None:
    """One line: the first column to the left, the others to the right."""
    across, height = figure.get_size_inches()
    step = min(1.9, 4.9 / max(1, len(row) - 1))
    for column, text in enumerate(row):
        place = MARGIN_IN if column == 0 else MARGIN_IN + WIDTH_IN - (len(row) - 1 - column) * step
        figure.text(
            place / across,
            1 - down / height,
            text,
            fontsize=9.2 if len(row) < 6 else 8.2,
            va="center",
            ha="right" if column else "left",
            weight="bold" if heading else "normal",
        )
    below = 1 - (down + LINE_IN / 2) / height
    edges = [MARGIN_IN / across, 1 - MARGIN_IN / across]
    figure.add_artist(
        Line2D(edges, [below, below], color=FAINT if heading else RULE, linewidth=0.6 if heading else 0.4)
    )
