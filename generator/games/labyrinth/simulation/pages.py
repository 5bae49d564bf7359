"""Reports of studies: tables and charts as one page of HTML that needs nothing else, or as a PDF.

A chart is a function that draws on axes; ``charts.py`` has them. Here is how they look, in the paper, inks and letters
of the game, and how they become SVG and PDF by matplotlib, always the same bytes. What comes from a catalogue is
escaped; there is no script, no link and no clock in it.
"""

from __future__ import annotations

import io
import re
import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D

from generator.games.labyrinth.simulation.charts import charts_of, differences_chart, overview
from generator.games.labyrinth.simulation.intervals import CONFIDENCE
from generator.games.labyrinth.simulation.measures import Account, MeasureDifference
from generator.games.labyrinth.simulation.report_tables import (
    ACTION_HEADS,
    SEAT_HEADS,
    course_rows,
    design_rows,
    difference_rows,
    group_rows,
)

PAPER, INK, FAINT, RULE = "#fdf9ef", "#2b1b14", "#7d6a57", "#e4d8bf"
CLAY, GOLD, SEA, STONE, LEAF = "#b5532b", "#d79a1e", "#1f4a73", "#cdb98f", "#6f9f80"
"""Inks of the plots, after those of the tiles (templates/themes/knossos.yaml)."""

PAGE_IN = (8.27, 11.69)
"""A4 upright, in inches. Source: ISO 216."""

WIDTH_IN, GUTTER_IN, MARGIN_IN = 6.87, 0.5, 0.7
"""Width of a wide chart, between two charts, and beside them on a page: together the width of A4."""
HEAD_IN, FOOT_IN = 0.62, 0.52
"""Above the axes for the title and what is said, below them for the scale."""

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
class Chart:
    """One plot.

    Attributes:
        name: unique in a report; names inside the SVG are made from it.
        title: what it is about.
        said: what it shows, in a sentence, also for people who cannot see it.
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

    @property
    def width(self) -> float:
        """Return the width in inches."""
        return WIDTH_IN if self.wide else (WIDTH_IN - GUTTER_IN) / 2


@contextmanager
def style(fonts: Path) -> Iterator[None]:
    """Set paper, inks and fonts of the plots, whatever the user has set up for matplotlib.

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
        mpl.rcParams.update({**STYLE, "font.family": family})
        yield


def _place(figure: Figure, chart: Chart, left: float, top: float) -> None:
    """Draw a chart; its upper left corner is so many inches from that of the figure."""
    across, down = figure.get_size_inches()
    axes = figure.add_axes(
        (
            (left + chart.inset) / across,
            1 - (top + chart.height - FOOT_IN) / down,
            (chart.width - chart.inset - chart.outset) / across,
            (chart.height - HEAD_IN - FOOT_IN) / down,
        )
    )
    chart.draw(axes)
    figure.text(left / across, 1 - (top + 0.2) / down, chart.title, fontsize=12.5, weight="bold")
    figure.text(left / across, 1 - (top + 0.4) / down, chart.said, fontsize=9, color=FAINT)


def chart_svg(chart: Chart) -> str:
    """Return a chart as an SVG element, to stand in a page of HTML: with a title, and names that no other chart has."""
    figure = Figure(figsize=(chart.width, chart.height))
    _place(figure, chart, 0, 0)
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": chart.name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    document = buffer.getvalue()
    element = document[document.index("<svg") :]
    element = re.sub(r"\s*<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="', f'id="{chart.name}-', element)
    element = re.sub(r'(href="|url\()#', rf"\1#{chart.name}-", element)
    label = escape(f"{chart.title}: {chart.said}", quote=True)
    return element.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).strip()


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One page of a PDF: a heading, and charts or tables.

    Attributes:
        title, subtitle: the heading.
        charts: what is drawn, in rows.
        tables: used if there are no charts; of each its rows, headings first. See :func:`paginate`.
    """

    title: str
    subtitle: str
    charts: tuple[Chart, ...] = ()
    tables: tuple[Rows, ...] = ()


def pages_pdf(pages: Sequence[ReportPage], title: str) -> bytes:
    """Return pages as a PDF."""
    buffer = io.BytesIO()
    about = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None, "ModDate": None}
    with PdfPages(buffer, metadata=about) as printer:
        for number, page in enumerate(pages, 1):
            figure = Figure(figsize=PAGE_IN)
            figure.text(0.085, 0.955, page.title, fontsize=17, weight="bold", va="top")
            figure.text(0.085, 0.927, page.subtitle, fontsize=10, color=FAINT, va="top")
            figure.text(0.915, 0.025, f"{number} / {len(pages)}", fontsize=8.5, color=FAINT, ha="right")
            if page.charts:
                _lay_charts(figure, page.charts)
            down = 1.35
            for table in () if page.charts else page.tables:
                for line, row in enumerate(table):
                    _lay_row(figure, row, down, heading=line == 0)
                    down += LINE_IN
                down += 2 * LINE_IN
            printer.savefig(figure)
    return buffer.getvalue()


def _lay_charts(figure: Figure, charts: Sequence[Chart]) -> None:
    """Draw charts in rows of two, a wide one alone."""
    rows: list[list[Chart]] = []
    for chart in charts:
        if rows and not chart.wide and len(rows[-1]) == 1 and not rows[-1][0].wide:
            rows[-1].append(chart)
        else:
            rows.append([chart])
    top, spare = 1.25, PAGE_IN[1] - 1.25 - 0.6 - sum(max(chart.height for chart in row) for row in rows)
    for row in rows:
        for place, chart in enumerate(row):
            _place(figure, chart, MARGIN_IN + place * (chart.width + GUTTER_IN), top)
        top += max(chart.height for chart in row) + max(0.0, min(0.35, spare / len(rows)))


LINE_IN, LINES = 0.172, 56
"""Height of a line of a table, and lines on a page."""


def paginate(tables: Iterable[Rows]) -> list[tuple[Rows, ...]]:
    """Return tables cut into pages; what does not fit on one continues on the next, under its headings again."""
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


def _lay_row(figure: Figure, row: tuple[str, ...], down: float, *, heading: bool) -> None:
    """Draw one line: the first column to the left, the others to the right."""
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


@dataclass(frozen=True, slots=True)
class Chapter:
    """One party of a report.

    Attributes:
        account: its measures.
        differences: of the deck to the other one; empty if there is none.
    """

    account: Account
    differences: dict[str, MeasureDifference]


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The contents of a report.

    Attributes:
        title: of the deck.
        deck: the catalogue, as the user calls it, with the beginning of its hash.
        against: the other catalogue likewise; empty if there is none.
        seed: of the study.
        chapters: the parties.
    """

    title: str
    deck: str
    against: str
    seed: int
    chapters: tuple[Chapter, ...]

    @property
    def about(self) -> str:
        """Return what was studied, in a line."""
        compared = f", compared with {self.against}" if self.against else ""
        return f"{self.deck}{compared}; seed {self.seed}; intervals of {CONFIDENCE:.0%}"


# Tables


def tables_of(chapter: Chapter, against: str) -> Iterator[Rows]:
    """Yield the tables of a chapter, headings first."""
    account = chapter.account
    yield [("in a game", "mean", "interval"), *course_rows(account)]
    yield [SEAT_HEADS, *group_rows(account, account.seats)]
    if any(account.party.acts):
        yield [ACTION_HEADS, *group_rows(account, account.actions)]
    yield [("design, drawn early", "victories, % points", "points"), *design_rows(account)]
    if chapter.differences:
        rows = (row[:-1] for row in difference_rows(chapter.differences))
        yield [("this deck less the other", "this deck", against, "difference"), *rows]


# HTML

CSS = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 66rem; padding: 2.5rem 1.5rem 4rem; background: {PAPER}; color: {INK};
  font: 1.05rem/1.5 Alegreya, "Iowan Old Style", Palatino, Georgia, serif; font-variant-numeric: lining-nums; }}
h1 {{ font-size: 2.3rem; line-height: 1.15; margin: 0; }}
h2 {{ font-size: 1.6rem; margin: 3rem 0 1rem; padding-top: 1rem; border-top: 2px solid {INK}; }}
p.about {{ color: {FAINT}; margin: .3rem 0 0; overflow-wrap: anywhere; }}
nav a {{ color: {INK}; margin-right: 1.2rem; }}
.plots {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.6rem 2rem; }}
.plots figure {{ margin: 0; }}
.plots .wide {{ grid-column: 1 / -1; }}
svg {{ width: 100%; height: auto; display: block; }}
.scroll {{ overflow-x: auto; margin: 2rem 0; }}
table {{ border-collapse: collapse; min-width: 34rem; font-size: .95rem;
  font-variant-numeric: lining-nums tabular-nums; }}
th, td {{ text-align: right; padding: .22rem 0 .22rem 2rem; border-bottom: 1px solid {RULE}; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
thead th {{ border-bottom: 1px solid {INK}; }}
tbody th {{ font-weight: normal; }}
footer {{ color: {FAINT}; margin-top: 3rem; font-size: .95rem; }}
@media (max-width: 44rem) {{ .plots {{ grid-template-columns: minmax(0, 1fr); }} }}
@media print {{ body {{ max-width: none; padding: 0; }} figure, tr {{ break-inside: avoid; }} }}
"""

NOTES = (
    "Means have Student's interval, shares Wilson's. A star marks an interval that excludes 0, as it does by chance "
    "for one of twenty figures that are 0. A shared victory is divided equally. What a design is worth: "
    "the difference between drawing it in the first and in the second half of the pile, which the shuffle decides."
)


def _faces(fonts: Path) -> str:
    """Return the project's fonts as CSS, so that the page looks the same everywhere."""
    faces = ""
    for name, weight in (("Alegreya-Regular.ttf", 400), ("Alegreya-Bold.ttf", 700)):
        if (fonts / name).is_file():
            data = b64encode((fonts / name).read_bytes()).decode("ascii")
            faces += (
                f"@font-face {{ font-family: Alegreya; font-weight: {weight}; "
                f"src: url(data:font/ttf;base64,{data}) format('truetype'); }}\n"
            )
    return faces


def html_report(report: StudyReport, fonts: Path) -> bytes:
    """Return the report as one file of HTML."""
    with style(fonts):
        body = "".join(_html_parts(report))
    title = f"How {report.title} plays"
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_faces(fonts)}{CSS}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
        f'<p class="about">{escape(report.about)}</p>\n{body}'
        f"<footer>{escape(NOTES)}</footer>\n</body>\n</html>\n"
    ).encode()


def _html_parts(report: StudyReport) -> Iterator[str]:
    chapters = report.chapters
    if len(chapters) > 1:
        links = (f'<a href="#p{n}">{escape(chapter.account.party.title)}</a>' for n, chapter in enumerate(chapters, 1))
        yield f"<nav><p>{''.join(links)}</p></nav>\n"
        yield _figures([overview([chapter.account for chapter in chapters])])
    for number, chapter in enumerate(chapters, 1):
        account = chapter.account
        yield f'<h2 id="p{number}">{escape(account.party.title)}: {len(account.games):,} games</h2>\n'
        yield _figures(_charts(chapter, f"p{number}", report.against))
        for head, *rest in tables_of(chapter, report.against):
            columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
            lines = ""
            for first, *others in rest:
                cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
                lines += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>\n'
            body = f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{lines}</tbody>"
            yield f'<div class="scroll"><table>\n{body}</table></div>\n'


def _charts(chapter: Chapter, name: str, against: str) -> list[Chart]:
    charts = list(charts_of(chapter.account, name))
    if chapter.differences:
        charts.append(differences_chart(chapter.account, chapter.differences, name, against))
    return charts


def _figures(charts: Sequence[Chart]) -> str:
    figures = (f"<figure{' class=wide' if chart.wide else ''}>{chart_svg(chart)}</figure>\n" for chart in charts)
    return f'<div class="plots">\n{"".join(figures)}</div>\n'


# PDF


def pdf_report(report: StudyReport, fonts: Path) -> bytes:
    """Return the report as a PDF of A4 pages."""
    title = f"How {report.title} plays"
    with style(fonts):
        return pages_pdf(list(_pages(report)), title)


def _pages(report: StudyReport) -> Iterator[ReportPage]:
    if len(report.chapters) > 1:
        accounts = [chapter.account for chapter in report.chapters]
        yield ReportPage(f"How {report.title} plays", report.about, (overview(accounts),))
    for number, chapter in enumerate(report.chapters, 1):
        party = chapter.account.party.title
        title = f"{party[:1].upper()}{party[1:]}: {len(chapter.account.games):,} games"
        charts = _charts(chapter, f"p{number}", report.against)
        yield ReportPage(title, report.about, tuple(chart for chart in charts if not chart.wide))
        wide = [chart for chart in charts if chart.wide]
        yield ReportPage(title, report.about, tuple(chart for chart in wide if not chart.name.endswith("-differences")))
        if chapter.differences:
            yield ReportPage(title, report.about, (wide[-1],))
        for tables in paginate(tables_of(chapter, report.against)):
            yield ReportPage(title, report.about, tables=tables)
