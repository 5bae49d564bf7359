"""The report of a study: tables and charts as one page of HTML that needs nothing else, or as a PDF.

A chart is a function that draws on axes: it shows one thing, and the line below its title has the figure that matters.
Paper, inks and letters are those of the game; matplotlib makes SVG and PDF of them, always the same bytes. What comes
from a catalogue is escaped; there is no script, no link and no clock in a report.
"""

from __future__ import annotations

import io
import re
import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from generator.games.labyrinth.simulation.games import Floats
from generator.games.labyrinth.simulation.intervals import CONFIDENCE, Estimate
from generator.games.labyrinth.simulation.measures import Account, MeasureDifference, margins
from generator.games.labyrinth.simulation.report_tables import (
    ACTION_HEADS,
    SEAT_HEADS,
    course_rows,
    design_rows,
    difference_rows,
    format_estimate,
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


MARGINS_SHOWN = 15
ACTING = ("rotate", "swap", "move")


MEASURES_SHOWN = {
    "impaled": ("impaled",),
    "seats": ("seats.*.wins",),
    "points": ("score", "best_score"),
    "margin": ("margin", "ties_before", "ties"),
    "fates": ("escaped_*", "impaled", "coins_*"),
    "lead": ("lead_changes", "settled"),
    "actions": ("actions.place.points",),
    "designs": (),
}
"""By chart the measures without which it shows nothing. A row without a measure is empty in the last two."""


def charts_of(account: Account, name: str) -> Iterator[Chart]:
    """Yield the charts of one party, without those of measures that have not settled; their names begin with a name."""
    for chart in (*_outcome_charts(account, name), *_course_charts(account, name), *_wide_charts(account, name)):
        shown = MEASURES_SHOWN[chart.name.removeprefix(f"{name}-")]
        if not any(fnmatchcase(key, pattern) for key in account.unsettled for pattern in shown):
            yield chart


def _outcome_charts(account: Account, name: str) -> Iterator[Chart]:
    estimate = account.estimate
    middle = np.quantile(account.games.captured, [0.25, 0.75])
    yield Chart(
        f"{name}-impaled",
        "Prisoners impaled",
        f"{format_estimate(estimate('impaled'), 'number')}; half of the games {middle[0]:.0f} to {middle[1]:.0f}",
        partial(_draw_impaled, account=account),
    )
    seats = [estimate(f"seats.{seat}.wins") for seat in account.seats]
    yield Chart(
        f"{name}-seats",
        "Victories by seat",
        ", ".join(f"{100 * seat.value:.0f}" for seat in seats) + f" %; level would be {100 / len(seats):.0f} % each",
        partial(_draw_seats, account=account),
        inset=0.5,
    )
    yield Chart(
        f"{name}-points",
        "Points",
        f"a player {estimate('score').value:.1f}, the winner {estimate('best_score').value:.1f}",
        partial(_draw_points, account=account),
    )


def _course_charts(account: Account, name: str) -> Iterator[Chart]:
    estimate = account.estimate
    yield Chart(
        f"{name}-margin",
        "Margin of the winner",
        f"{format_estimate(estimate('margin'), 'number', brief=True)} points; "
        f"{format_estimate(estimate('ties_before'), 'share', brief=True)} ties, "
        f"{format_estimate(estimate('ties'), 'share', brief=True)} shared",
        partial(_draw_margin, account=account),
    )
    yield Chart(
        f"{name}-fates",
        "What became of them",
        "all prisoners and all coins of the tiles in play",
        partial(_draw_fates, account=account),
        inset=0.98,
    )
    yield Chart(
        f"{name}-lead",
        "When the lead settles",
        f"{format_estimate(estimate('lead_changes'), 'number', brief=True)} changes of the lead in a game",
        partial(_draw_lead, account=account),
        inset=0.6,
    )


def _wide_charts(account: Account, name: str) -> Iterator[Chart]:
    if any(account.party.acts):
        yield Chart(
            f"{name}-actions",
            "Actions",
            "how often a player uses each, and what a use brings",
            partial(_draw_actions, account=account),
            height=2.6,
            wide=True,
            inset=0.5,
        )
    yield Chart(
        f"{name}-designs",
        "What a design is worth",
        "victories of who draws it in the first half of the pile, less those of who draws it in the second half",
        partial(_draw_designs, account=account),
        height=1.3 + 0.2 * len(account.designs),
        wide=True,
        inset=_room(account.designs),
    )


def _room(labels: Iterable[str]) -> float:
    """Return about how many inches the longest of these labels takes."""
    return 0.12 + 0.066 * max(map(len, labels), default=0)


# Distributions


def _only_across(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.xaxis.grid(visible=False)


def _draw_impaled(axes: Axes, account: Account) -> None:
    values = account.games.captured
    low, high = int(values.min()), int(values.max())
    step = max(1, round((high - low) / 40))  # wider bars if there are many numbers
    edges = np.arange(low, high + step + 1, step)
    counts, _ = np.histogram(values, bins=edges)
    axes.bar(edges[:-1], counts / values.size, width=step * 0.86, align="edge", color=CLAY, linewidth=0)
    mean = account.estimate("impaled").value
    axes.axvline(mean, color=INK, linewidth=1.2)
    axes.set_xlabel("prisoners in a game")
    _only_across(axes)


def _draw_points(axes: Axes, account: Account) -> None:
    scores = account.games.scores
    top = int(np.quantile(scores.max(axis=1), 0.995))
    bottom = int(np.quantile(scores, 0.001))
    edges = np.arange(bottom, top + 2) - 0.5
    for values, colour, label in ((scores.ravel(), STONE, "every player"), (scores.max(axis=1), GOLD, "the winner")):
        counts, _ = np.histogram(values, bins=edges)
        axes.stairs(counts / values.size, edges, color=colour, fill=True, alpha=0.55)
        axes.stairs(counts / values.size, edges, color=colour, linewidth=1.4, label=label)
    axes.legend(loc="upper right", handlelength=1)
    axes.set_xlabel("points at the end")
    _only_across(axes)


def _draw_margin(axes: Axes, account: Account) -> None:
    values = np.minimum(margins(account.games), MARGINS_SHOWN)
    shares = np.bincount(values.astype(np.int64), minlength=MARGINS_SHOWN + 1) / len(values)
    colours = [SEA, *[GOLD] * (MARGINS_SHOWN - 1), STONE]
    axes.bar(range(MARGINS_SHOWN + 1), shares, width=0.86, color=colours, linewidth=0)
    ticks = [0, 5, 10, MARGINS_SHOWN]
    axes.set_xticks(ticks, ["tie", "5", "10", f"{MARGINS_SHOWN}+"])
    axes.set_xlabel("points between the first and the second")
    _only_across(axes)


def _draw_lead(axes: Axes, account: Account) -> None:
    settled, games = np.unique(account.measures()["settled"].values, return_counts=True)
    shares = np.cumsum(games) / games.sum()
    axes.fill_between(settled, shares, color=SEA, alpha=0.16, linewidth=0, step="post")
    axes.step(settled, shares, color=SEA, where="post")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("part of the game that has been played")
    axes.set_ylabel("games with their leader")


# Figures with intervals


def _whiskers(axes: Axes, at: float, found: Estimate, colour: str, *, size: float = 6.5) -> None:
    """Draw a figure as a dot and its interval as a line."""
    if found.is_known:
        axes.plot([found.low, found.high], [at, at], color=colour, linewidth=2, alpha=0.55)
        axes.plot([found.value], [at], "o", color=colour, markersize=size, markeredgecolor=PAPER, markeredgewidth=0.8)


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Label rows from the top."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.yaxis.grid(visible=False)


def _draw_seats(axes: Axes, account: Account) -> None:
    inks = account.party.box.deck.catalogue.colours
    seats = account.party.seats
    axes.axvline(1 / len(seats), color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    for number, colour in enumerate(seats):
        _whiskers(axes, number, account.estimate(f"seats.{number + 1}.wins"), inks[colour].ink, size=9)
    _rows(axes, [f"seat {number}" for number in account.seats])
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 0.8 / len(seats)), max(high, 1.2 / len(seats)))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("share of victories")


def _draw_fates(axes: Axes, account: Account) -> None:
    paths = [
        path for seat in account.party.seats for piece in account.party.box.of_colour(seat) for path in piece.tile.paths
    ]
    prisoners, coins = (sum(path.holds[kind] for path in paths) for kind in ("prisoner", "coin"))

    def mean(key: str) -> float:
        return account.estimate(key).value

    rows = [
        ("prisoners", prisoners, [("gate", "escaped_gate"), ("wings", "escaped_wings"), ("impaled", "impaled")]),
        ("coins", coins, [("gate", "coins_by_gate"), ("wings", "coins_by_wings")]),
    ]
    inks = {"gate": LEAF, "wings": SEA, "impaled": CLAY}
    for at, (_, whole, parts) in enumerate(rows):
        left = 0.0
        for what, key in parts if whole else []:
            share = mean(key) / whole
            axes.barh(at, share, left=left, color=inks[what], height=0.62, linewidth=0)
            if share > 0.07:
                axes.text(
                    left + share / 2,
                    at,
                    f"{share:.0%}",
                    color=PAPER,
                    ha="center",
                    va="center",
                    fontsize=9,
                    weight="bold",
                )
            left += share
        axes.barh(at, 1 - left, left=left, color=RULE, height=0.62, linewidth=0)
    for what, colour in (*inks.items(), ("neither", RULE)):
        label = {"gate": "out by the gate", "wings": "out by wings"}.get(what, what)
        axes.bar(0, 0, color=colour, label=label)
    axes.legend(
        ncols=4,
        loc="upper center",
        bbox_to_anchor=(0.3, -0.14),
        handlelength=0.8,
        handletextpad=0.4,
        columnspacing=0.9,
        fontsize=8.5,
    )
    _rows(axes, [f"{name} ({whole})" for name, whole, _ in rows])
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def _draw_actions(axes: Axes, account: Account) -> None:
    axes.axis("off")
    left, right = axes.inset_axes((0, 0, 0.46, 1)), axes.inset_axes((0.54, 0, 0.46, 1))
    for at, kind in enumerate(ACTING):
        uses = account.estimate(f"actions.{kind}.uses")
        left.barh(at, uses.value, color=STONE, height=0.62, linewidth=0)
        _whiskers(left, at, uses, INK, size=4)
        _whiskers(right, at, account.estimate(f"actions.{kind}.points"), CLAY)
    _rows(left, ACTING)
    _rows(right, [""] * len(ACTING))
    left.set_xlim(left=0)
    left.set_xlabel("uses by a player in a game")
    placing = account.estimate("actions.place.points").value
    right.axvline(placing, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    right.annotate(
        "a placement", (placing, -0.55), color=FAINT, fontsize=8.5, xytext=(4, 0), textcoords="offset points", va="top"
    )
    right.set_xlim(left=min(0, placing - 0.2))
    right.set_xlabel("points from impaling by a use")


def _draw_designs(axes: Axes, account: Account) -> None:
    axes.axis("off")
    left, right = axes.inset_axes((0, 0, 0.58, 1)), axes.inset_axes((0.64, 0, 0.36, 1))
    ranked = account.ranked_designs()
    for side, what, scale, label in (
        (left, "wins", 100.0, "victories, percentage points"),
        (right, "points", 1.0, "points"),
    ):
        side.axvline(0, color=FAINT, linewidth=1)
        for at, name in enumerate(ranked):
            found = Estimate(*(scale * number for number in account.estimate(f"designs.{name}.{what}")))
            colour = STONE if not found.excludes(0) else LEAF if found.value > 0 else CLAY
            _whiskers(side, at, found, colour)
        side.set_xlabel(label)
    _rows(left, ranked)
    _rows(right, [""] * len(ranked))


# Several parties, two decks


def overview(accounts: Sequence[Account]) -> Chart:
    """Return the chart of all parties' seats, one block for each number of players."""
    return Chart(
        "overview",
        "Victories by seat, all parties",
        "dashed: what each seat would have if all were level",
        partial(_draw_overview, accounts=accounts),
        height=3.2,
        wide=True,
    )


def _draw_overview(axes: Axes, accounts: Sequence[Account]) -> None:
    axes.axis("off")
    counts = sorted({len(account.party.seats) for account in accounts})
    inks = dict(zip(("random", "greedy", "search"), (STONE, GOLD, SEA), strict=True))
    width = 1 / len(counts)
    for block, players in enumerate(counts):
        side = axes.inset_axes((block * width, 0, width * 0.86, 0.94))
        side.axhline(1 / players, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for account in (account for account in accounts if len(account.party.seats) == players):
            found = [account.estimate(f"seats.{seat}.wins") for seat in account.seats]
            places = np.arange(1, players + 1, dtype=float)
            errors: Floats = np.array([[one.value - one.low, one.high - one.value] for one in found]).T
            colour = inks.get(account.party.who, INK)
            side.errorbar(
                places,
                [one.value for one in found],
                errors,
                color=colour,
                marker="o",
                markersize=6,
                label=account.party.who,
            )
        side.set_title(f"{players} players", fontsize=10, pad=4)
        side.set_xticks(range(1, players + 1))
        side.set_xlim(0.6, players + 0.4)
        side.set_xlabel("seat")
        _only_across(side)
        if block == 0:
            side.legend(loc="upper left")


def differences_chart(account: Account, differences: dict[str, MeasureDifference], name: str, against: str) -> Chart:
    """Return the chart of the differences of two decks, each measure in standard deviations of single games."""
    course = [measure.key for measure in account.course if measure.key in differences]
    keys = [key for key in course if differences[key].gap.half > 0]
    keys += [f"seats.{seat}.wins" for seat in account.seats]
    return Chart(
        f"{name}-differences",
        f"Less {against}",
        "differences in standard deviations of single games; intervals of paired games",
        partial(_draw_differences, account=account, differences=differences, keys=keys),
        height=1.3 + 0.2 * len(keys),
        wide=True,
        inset=_room([differences[key].title for key in keys]),
        outset=0.6,
    )


def _draw_differences(
    axes: Axes, account: Account, differences: dict[str, MeasureDifference], keys: Sequence[str]
) -> None:
    measures = account.measures()
    axes.axvline(0, color=FAINT, linewidth=1)
    for at, key in enumerate(keys):
        spread = float(measures[key].values.std())
        gap = Estimate(*(number / spread if spread else 0.0 for number in differences[key].gap))
        colour = STONE if not gap.excludes(0) else LEAF if gap.value > 0 else CLAY
        _whiskers(axes, at, gap, colour)
        axes.annotate(
            format_estimate(differences[key].gap, differences[key].form, signed=True, brief=True),
            (1.0, at),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            color=INK if gap.excludes(0) else FAINT,
            annotation_clip=False,
        )
    _rows(axes, [differences[key].title for key in keys])


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
