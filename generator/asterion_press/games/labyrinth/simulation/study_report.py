"""The report of a study: its figures as text, as plain data, as a page of HTML that needs nothing else, and as a PDF.

What comes from a catalogue is escaped; there is no script, no link and no clock in a report.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.diagrams import charts
from asterion_press.games.labyrinth.diagrams.charts import WIDE, Chart, Columns, Dots, Parts, Sketch
from asterion_press.games.labyrinth.engine.bot_names import smaller_budgets
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.games import Ints
from asterion_press.games.labyrinth.simulation.measures import (
    CONFIDENCE,
    Account,
    Estimate,
    Form,
    Measure,
    MeasureDifference,
    compare_accounts,
    margins,
    scale_of,
)
from asterion_press.games.labyrinth.simulation.victories import SeatEffect
from asterion_press.games.report import json_text, table
from asterion_press.pdf.drawing_pages import Anchor, SheetPage, print_contact_sheet

Rows: TypeAlias = Sequence[tuple[str, ...]]

FORMAT = 3
STARS = "* the interval excludes 0, as it does by chance for one of twenty figures that are 0"
NARROWED = "worth × games: how many times as many games it would take without common random numbers."
NOT_SETTLED = "not settled"
DIGITS = 6
"""Digits after the point in the data; no study is surer than that."""


class StudiedDeck(NamedTuple):
    """A deck to study: its title, what the user calls it, its hash, its box, and its rules."""

    title: str
    name: str
    sha256: str
    box: GameSet
    rules: Rules

    def __str__(self) -> str:
        return f"{self.name} ({self.sha256[:8]})"


class Study(NamedTuple):
    """The study of one party: its account, and its account with another deck if there is one."""

    account: Account
    against: Account | None = None

    @property
    def differences(self) -> Mapping[str, MeasureDifference]:
        """Return the differences between the two decks."""
        return compare_accounts(self.account, self.against) if self.against else {}

    @property
    def title(self) -> str:
        """Return the party and how many games it has played."""
        return f"{self.account.party.title}: {len(self.account.games):,} games"


class StudyReport(Struct, frozen=True):
    """All that a study has found.

    Attributes:
        mine: the deck.
        other: the deck that it is compared with.
        seed: of the study.
        studies: of the parties.
    """

    mine: StudiedDeck
    other: StudiedDeck | None
    seed: int
    studies: tuple[Study, ...]

    @property
    def title(self) -> str:
        """Return what the report is called."""
        return f"How {self.mine.title} plays"

    @property
    def about(self) -> str:
        """Return what was studied, in a line."""
        compared = f", compared with {self.other}" if self.other else ""
        return f"{self.mine}{compared}; seed {self.seed}; intervals of {CONFIDENCE:.0%}"

    def text(self) -> str:
        """Return the tables for people."""
        parts = []
        for study in self.studies:
            texts = [_table(rows) for rows in tables_of(study.account)]
            parts.append("\n\n".join([f"{study.title}, intervals of {CONFIDENCE:.0%}", *texts, STARS]) + "\n")
            for rows in self.differences(study):
                heading = f"{study.account.party.title}: {self.mine.name} less {rows[0][2]}, game by game"
                parts.append(f"{heading}\n\n{_table(rows)}\n\n{STARS}\n{NARROWED}\n")
        return "\n".join(parts)

    def differences(self, study: Study) -> Iterator[Rows]:
        """Yield the table of both decks side by side, if there are two."""
        if self.other is not None:
            rows: list[tuple[str, ...]] = [("", self.mine.name, self.other.name, "difference", "worth × games")]
            for found in study.differences.values():
                if found.gap.is_known:
                    means = (format_estimate(mean, found.form, brief=True) for mean in (found.mine, found.other))
                    gap = format_estimate(found.gap, found.form, signed=True) + " *" * found.gap.excludes(0)
                    narrowed = f"{found.narrowing:.1f}" if math.isfinite(found.narrowing) else "–"
                    rows.append((found.title, *means, gap, narrowed))
            yield rows

    def data(self) -> str:
        """Return all figures as JSON."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "deck": self.mine.sha256,
            "edition": self.mine.rules.edition,
            "seed": self.seed,
            "confidence": CONFIDENCE,
            "parties": [account_data(study.account) for study in self.studies],
        }
        if self.other is not None:
            data["against"] = {
                "deck": self.other.sha256,
                "edition": self.other.rules.edition,
                "parties": [account_data(study.against) for study in self.studies if study.against is not None],
                "differences": [comparison_data(study.differences) for study in self.studies],
            }
        return json_text(data)


# Tables


def format_estimate(estimate: Estimate, form: Form, *, signed: bool = False, brief: bool = False) -> str:
    """Return a figure with its interval, such as ``28.31 (28.07 to 28.55)``, shares and parts in per cent."""
    if not estimate.is_known:
        return "–"
    scale, digits = scale_of(form), 2 if form == "number" else 1
    sign = "+" if signed else ""
    value, low, high = (f"{scale * number + 0.0:{sign}.{digits}f}" for number in estimate)
    unit = "" if form == "number" else " %"
    return f"{value}{unit}" if brief else f"{value}{unit} ({low} to {high})"


def _table(rows: Rows) -> str:
    head, *rest = rows
    return table(rest, head)


def tables_of(account: Account) -> Iterator[Rows]:
    """Yield the tables of one party, headings first; a star where an interval excludes 0."""

    def figure(measure: Measure, *, signed: bool = False) -> str:
        if measure.key in account.unsettled:
            return NOT_SETTLED
        return format_estimate(account.estimate(measure.key), measure.form, signed=signed)

    course = ((measure.title, *figure(measure).rstrip(")").split(" (")) for measure in account.course)
    yield [("in a game", "mean", f"{CONFIDENCE:.0%} interval"), *((*row, "")[:3] for row in course)]
    by_seat = ((name, *map(figure, some)) for name, some in account.by("seats").items())
    yield [("seat", "victories", "points", "treasure", "impaling", "escaped"), *by_seat]
    if any(account.party.acts):
        by_ply = ((name, *map(figure, some)) for name, some in account.by("actions").items())
        yield [("ply", "uses a player", "games with it", "points a use"), *by_ply]
    designs = account.by("designs")
    worth = (
        (name, *(figure(one, signed=True) + " *" * account.estimate(one.key).excludes(0) for one in designs[name]))
        for name in account.ranked_designs()
    )
    yield [("design, drawn early instead of late", "victories", "points"), *worth]
    if account.unsettled:
        moved = (
            (account.measures[key].title, *(format_estimate(one, account.measures[key].form) for one in found))
            for key, found in account.unsettled.items()
        )
        yield [(NOT_SETTLED, *smaller_budgets(account.party.bots[0]), account.party.who), *moved]


def seats_text(players: int, found: Sequence[SeatEffect]) -> str:
    """Return the effect of each rule on the seats as a table: shares of victories in per cent, and the widest gap."""
    bots = list(found[0].shares)
    rows: list[tuple[str, ...]] = [("", *bots, "widest gap")]
    for rule in found:
        shares = ("  ".join(f"{100 * share.value:.1f}" for share in rule.shares[bot]) for bot in bots)
        rows.append((rule.words, *shares, f"{100 * rule.gap:.1f}"))
    sure = max(share.half for rule in found for seats in rule.shares.values() for share in seats)
    return (
        f"{players} players: victories by seat in per cent\n\n{_table(rows)}\n\n"
        f"no share is less sure than ± {100 * sure:.1f}; level would be {100 / players:.1f} each\n"
    )


# Data


def account_data(account: Account) -> dict[str, Any]:
    """Return one party's account as plain data."""
    party = account.party
    groups = {f"by_{what}": account.by(f"{what}s") for what in ("seat", "action", "design")}

    def figures(some: Sequence[Measure]) -> dict[str, Any]:
        return {one.key.split(".")[-1]: _estimate_data(account.estimate(one.key)) for one in some}

    return {
        "players": len(party.seats),
        "seats": list(party.seats),
        "bots": list(party.bots),
        "acts": any(party.acts),
        "games": len(account.games),
        "budgets": [*smaller_budgets(party.bots[0]), party.bots[0]],
        "unsettled": {key: list(map(_estimate_data, found)) for key, found in account.unsettled.items()},
        "measures": figures(account.course),
        **{what: {name: figures(some) for name, some in group.items()} for what, group in groups.items()},
    }


def comparison_data(differences: Mapping[str, MeasureDifference]) -> dict[str, Any]:
    """Return the differences as plain data."""
    return {
        key: {
            "mine": _estimate_data(found.mine),
            "other": _estimate_data(found.other),
            "difference": _estimate_data(found.gap),
            "narrowing": _rounded(found.narrowing),
        }
        for key, found in differences.items()
    }


def seats_data(players: int, found: Sequence[SeatEffect]) -> dict[str, Any]:
    """Return the effect of each rule on the seats as plain data."""
    return {
        "players": players,
        "rules": [
            {
                "rule": rule.rule.name,
                "head_start": list(rule.head_start),
                "shares": {bot: list(map(_estimate_data, seats)) for bot, seats in rule.shares.items()},
                "gap": _rounded(rule.gap),
            }
            for rule in found
        ],
    }


def _estimate_data(estimate: Estimate) -> dict[str, float | None]:
    return {name: _rounded(number) for name, number in zip(("mean", "low", "high"), estimate, strict=True)}


def _rounded(number: float) -> float | None:
    return round(number, DIGITS) + 0.0 if math.isfinite(number) else None


# Charts

MARGINS_SHOWN = 15
MOST_COLUMNS = 60


def charts_of(study: Study, against: StudiedDeck | None) -> Iterator[Chart]:
    """Yield the charts of one party, without those of measures that have not settled."""
    unsettled = study.account.unsettled
    for patterns, chart in _charts(study.account):
        if not any(fnmatchcase(key, pattern) for key in unsettled for pattern in patterns.split()):
            yield chart
    if against is not None:
        yield _differences_chart(study, against)


def _charts(account: Account) -> Iterator[tuple[str, Chart]]:
    """Yield every chart, after patterns of the measures without which it shows nothing."""
    games, party, estimate = account.games, account.party, account.estimate

    def brief(key: str, form: Form = "number") -> str:
        return format_estimate(estimate(key), form, brief=True)

    quarter, three = np.quantile(games.captured, [0.25, 0.75])
    caption = f"{format_estimate(estimate('impaled'), 'number')}; half of the games {quarter:.0f} to {three:.0f}"
    form = _columns({"": (charts.CLAY, games.captured)}, "prisoners in a game", estimate("impaled").value)
    yield "impaled", Chart("Prisoners impaled", caption, form)

    level, inks = 1 / games.seats, party.box.deck.catalogue.colours
    wins = [
        (seat, estimate(f"seats.{seat}.wins"), inks[colour].ink)
        for seat, colour in zip(account.by("seats"), party.seats, strict=True)
    ]
    caption = (
        ", ".join(f"{100 * share.value:.0f}" for _, share, _ in wins) + f" %; level would be {100 * level:.0f} % each"
    )
    rows = [(f"seat {seat}", share, ink, "") for seat, share, ink in wins]
    yield "seats.*.wins", Chart("Victories by seat", caption, Dots(rows, "share of victories", level, percent=True))

    caption = f"a player {estimate('score').value:.1f}, the winner {estimate('best_score').value:.1f}"
    points = {"every player": (charts.STONE, games.scores), "the winner": (charts.GOLD, games.scores.max(axis=1))}
    yield "score best_score", Chart("Points", caption, _columns(points, "points at the end"))

    caption = f"{brief('margin')} points; {brief('ties_before', 'share')} ties, {brief('ties', 'share')} shared"
    shown = np.minimum(margins(games), MARGINS_SHOWN).astype(np.int64)
    words: dict[float, str] = {0: "tie", 5: "5", 10: "10", MARGINS_SHOWN: f"{MARGINS_SHOWN}+"}
    form = Columns(
        {"": (charts.GOLD, list(_shares(shown, MARGINS_SHOWN)))}, "points between the first and the second", words=words
    )
    yield "margin ties_before ties", Chart("Margin of the winner", caption, form)

    caption = "all prisoners and all coins of the tiles in play"
    yield "escaped_* impaled coins_*", Chart("What became of them", caption, _fates(account))

    settled = np.ceil(account.measures["settled"].values * 20).astype(np.int64)
    shares = list(np.cumsum(_shares(settled, 20)))
    words = {part / 20: f"{5 * part}%" for part in range(0, 21, 5)}
    form = Columns({"": (charts.SEA, shares)}, "part of the game that has been played", step=1 / 20, words=words)
    yield (
        "lead_changes settled",
        Chart("Games with their leader", f"{brief('lead_changes')} changes of the lead in a game", form),
    )

    if any(party.acts):
        acting = ("rotate", "swap", "move")
        rows = [(kind, estimate(f"actions.{kind}.uses"), charts.SEA, "") for kind in acting]
        yield "", Chart("Actions", "how often a player uses each in a game", Dots(rows, "uses", 0))
        placing = estimate("actions.place.points")
        rows = [(kind, estimate(f"actions.{kind}.points"), charts.CLAY, "") for kind in acting]
        caption = f"points from impaling by a use; by a placement {placing.value:.2f}"
        yield "actions.place.points", Chart("What an action brings", caption, Dots(rows, "points", placing.value))

    for what, title, label in (
        ("wins", "What a design is worth: victories", "drawn early, less drawn late: percentage points"),
        ("points", "What a design is worth: points", "drawn early, less drawn late"),
    ):
        rows = [
            (name, (found := estimate(f"designs.{name}.{what}")), _sign(found), "") for name in account.ranked_designs()
        ]
        caption = "of who draws it in the first half of the pile, and in the second"
        yield "", Chart(title, caption, Dots(rows, label, 0, percent=what == "wins"))


def _shares(values: Ints, most: int) -> Ints:
    return np.bincount(values, minlength=most + 1) / len(values)


def _columns(series: Mapping[str, tuple[str, Ints]], label: str, mean: float | None = None) -> Columns:
    """Return how often each number occurs in some series, several numbers a column if there are many."""
    every = np.concatenate([values.ravel() for _, values in series.values()])
    low, high = int(every.min()), int(every.max())
    step = 1 + (high - low) // MOST_COLUMNS
    edges = np.arange(low, high + step + 1, step)
    shares = {name: (ink, list(np.histogram(values, edges)[0] / values.size)) for name, (ink, values) in series.items()}
    return Columns(shares, label, low + (step - 1) / 2, step, mean=mean)


def _fates(account: Account) -> Parts:
    """Return the parts of all prisoners and coins that escaped one way or another, or were impaled."""
    party, rows = account.party, {}
    paths = [path for seat in party.seats for piece in party.box.of_colour(seat) for path in piece.tile.paths]
    for kind, keys in (
        ("prisoner", {"out by the gate": "escaped_gate", "out by wings": "escaped_wings", "impaled": "impaled"}),
        ("coin", {"out by the gate": "coins_by_gate", "out by wings": "coins_by_wings"}),
    ):
        whole = sum(path.holds[kind] for path in paths)
        shares = {what: account.estimate(key).value / whole for what, key in keys.items()} if whole else {}
        rows[f"{kind}s ({whole})"] = shares
    return Parts(rows, {"out by the gate": charts.LEAF, "out by wings": charts.SEA, "impaled": charts.CLAY}, "neither")


def _sign(found: Estimate) -> str:
    """Return the ink of a difference: pale if its interval has 0 in it."""
    return charts.STONE if not found.excludes(0) else charts.LEAF if found.value > 0 else charts.CLAY


def _differences_chart(study: Study, against: StudiedDeck) -> Chart:
    """Return the chart of two decks, in standard deviations, so that all measures have one scale."""
    account, found = study.account, study.differences
    keys = [one.key for one in account.course if one.key in found and found[one.key].gap.half > 0]
    rows = []
    for key in (*keys, *(f"seats.{seat}.wins" for seat in account.by("seats"))):
        one, spread = found[key], float(account.measures[key].values.std())
        gap = Estimate(*(number / spread if spread else 0.0 for number in one.gap))
        rows.append((one.title, gap, _sign(gap), format_estimate(one.gap, one.form, signed=True, brief=True)))
    caption = "differences in standard deviations of single games; intervals of paired games"
    return Chart(f"Less {against}", caption, Dots(rows, "standard deviations", 0), wide=True)


def _overview(accounts: Sequence[Account]) -> Chart:
    """Return the chart of the seats of all parties."""
    rows = []
    for account in accounts:
        colours = account.party.box.deck.catalogue.colours
        for seat, colour in zip(account.by("seats"), account.party.seats, strict=True):
            more = Estimate(*(share - 1 / account.games.seats for share in account.estimate(f"seats.{seat}.wins")))
            rows.append((f"{account.party.title}: seat {seat}", more, colours[colour].ink, ""))
    form = Dots(rows, "percentage points", 0, percent=True)
    return Chart(
        "Victories by seat, all parties",
        "shares of victories, less what each would be if all were level",
        form,
        wide=True,
    )


# HTML

FRAME = Path(__file__).with_suffix(".html")
"""The page, with a `$name` for each part."""
NOTES = (
    "Means have Student's interval, shares Wilson's. A star marks an interval that excludes 0, as it does by chance "
    "for one of twenty figures that are 0. A shared victory is divided equally. What a design is worth: "
    "the difference between drawing it in the first and in the second half of the pile, which the shuffle decides."
)


def html_report(report: StudyReport) -> bytes:
    """Return the report as one file of HTML, with the project's fonts in it, so that it looks the same everywhere."""
    faces = ""
    for name, weight in (("Alegreya-Regular.ttf", 400), ("Alegreya-Bold.ttf", 700)):
        font = b64encode((library.fonts_folder() / name).read_bytes()).decode("ascii")
        source = f"src: url(data:font/ttf;base64,{font}) format('truetype')"
        faces += f"@font-face {{ font-family: Alegreya; font-weight: {weight}; {source}; }}\n"
    inks = {"paper": charts.PAPER, "ink": charts.INK, "faint": charts.FAINT, "rule": charts.RULE}
    words = {"title": escape(report.title), "about": escape(report.about), "notes": escape(NOTES)}
    frame = Template(FRAME.read_text(encoding="utf-8"))
    return frame.substitute(inks, **words, faces=faces, parts="".join(_html_parts(report))).encode()


def _html_parts(report: StudyReport) -> Iterator[str]:
    """Yield the parts of the page: links to the parties, then the charts and tables of each."""
    accounts = [study.account for study in report.studies]
    if len(accounts) > 1:
        links = (f'<a href="#p{n}">{escape(account.party.title)}</a>' for n, account in enumerate(accounts, 1))
        yield f"<nav><p>{''.join(links)}</p></nav>\n{_figures([_overview(accounts)])}"
    for number, study in enumerate(report.studies, 1):
        yield f'<h2 id="p{number}">{escape(study.title)}</h2>\n{_figures(charts_of(study, report.other))}'
        for head, *rest in (*tables_of(study.account), *report.differences(study)):
            columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
            lines = ""
            for first, *others in rest:
                cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
                lines += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>\n'
            body = f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{lines}</tbody>"
            yield f'<div class="scroll"><table>\n{body}</table></div>\n'


def _figures(shown: Iterable[Chart]) -> str:
    figures = (f"<figure{' class=wide' if chart.wide else ''}>{charts.chart_svg(chart)}</figure>\n" for chart in shown)
    return f'<div class="plots">\n{"".join(figures)}</div>\n'


# PDF

PAGE = 210, 297
"""A4 upright. Source: ISO 216."""
LEFT, TOP, BOTTOM = (PAGE[0] - WIDE) / 2, 32, 282
LINE = 4.4
"""Height of a line of a table."""


def pdf_report(report: StudyReport) -> bytes:
    """Return the report as a PDF of A4 pages."""
    pages = _Pages(report.about)
    accounts = [study.account for study in report.studies]
    if len(accounts) > 1:
        pages.begin(report.title)
        pages.add_charts([_overview(accounts)])
    for study in report.studies:
        pages.begin(study.title[:1].upper() + study.title[1:])
        pages.add_charts(charts_of(study, report.other))
        for rows in (*tables_of(study.account), *report.differences(study)):
            pages.add_table(rows)
    return print_contact_sheet(pages.finished(report.title), report.title, library.fonts_folder())


class _Pages:
    """Pages that are filled from the top; what does not fit goes on overleaf, under the same title."""

    def __init__(self, about: str) -> None:
        self._about, self._title, self._y = about, "", 0.0
        self._pages: list[Sketch] = []

    def begin(self, title: str) -> None:
        """Begin a page."""
        self._title, self._y = title, TOP
        self._pages.append(Sketch())
        self._pages[-1].write(title, LEFT, 18, 17, style="bold", room=WIDE)
        self._pages[-1].write(self._about, LEFT, 24, 10, ink=charts.FAINT, room=WIDE)

    def _take(self, height: float) -> tuple[Sketch, float]:
        """Return where so much height is left, and take it."""
        if self._y + height > BOTTOM and self._y > TOP:
            self.begin(self._title)
        self._y += height
        return self._pages[-1], self._y - height

    def add_charts(self, shown: Iterable[Chart]) -> None:
        """Draw charts in rows of two, a wide one alone."""
        rows: list[list[Chart]] = []
        for chart in shown:
            if rows and len(rows[-1]) == 1 and not (chart.wide or rows[-1][0].wide):
                rows[-1].append(chart)
            else:
                rows.append([chart])
        for row in rows:
            sketch, y = self._take(max(chart.height for chart in row) + 4)
            for place, chart in enumerate(row):
                sketch.add(chart.sketch(), LEFT + place * (chart.width + charts.GUTTER), y)

    def add_table(self, rows: Rows) -> None:
        """Write a table: the first column to the left, the others to the right; its headings again on each page."""
        head, *rest = rows
        self._take(3 * LINE if self._y + 5 * LINE > BOTTOM else LINE)
        for number, row in enumerate(rest):
            if number == 0 or self._y + LINE > BOTTOM:
                if number:
                    self.begin(self._title)
                self._write_row(head, heading=True)
            self._write_row(row, heading=False)

    def _write_row(self, row: tuple[str, ...], *, heading: bool) -> None:
        """Write a row of a table, with a line below it."""
        sketch, y = self._take(LINE)
        step = min(48, 124 / max(1, len(row) - 1))
        for column, text in enumerate(row):
            right = LEFT + WIDE - (len(row) - 1 - column) * step
            where, room = (right, step - 2) if column else (LEFT, WIDE - (len(row) - 1) * step)
            anchor: Anchor = "end" if column else "start"
            sketch.write(text, where, y, anchor=anchor, style="bold" if heading else "regular", room=room)
        sketch.rule((LEFT, y + 1.4), (LEFT + WIDE, y + 1.4), ink=charts.FAINT if heading else charts.RULE, width=0.2)

    def finished(self, title: str) -> list[SheetPage]:
        """Return the pages with their numbers."""
        for number, sketch in enumerate(self._pages, 1):
            sketch.write(f"{number} / {len(self._pages)}", LEFT + WIDE, 290, 8.5, ink=charts.FAINT, anchor="end")
        return [sketch.page(*PAGE, title) for sketch in self._pages]
