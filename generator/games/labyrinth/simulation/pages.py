"""A report of a study: tables and plots as one page of HTML that needs nothing else, or as a PDF.

What comes from a catalogue is escaped; there is no script, no link and no clock in it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from generator.games.labyrinth.simulation.charts import charts_of, differences_chart, overview
from generator.games.labyrinth.simulation.intervals import CONFIDENCE
from generator.games.labyrinth.simulation.measures import Account, MeasureDifference
from generator.games.labyrinth.simulation.plots import (
    FAINT,
    INK,
    PAPER,
    RULE,
    Chart,
    ReportPage,
    Rows,
    chart_svg,
    pages_pdf,
    paginate,
    style,
)
from generator.games.labyrinth.simulation.report_tables import (
    ACTION_HEADS,
    SEAT_HEADS,
    course_rows,
    design_rows,
    difference_rows,
    group_rows,
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
