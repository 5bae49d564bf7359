"""Reports: everything in one file, the same bytes, nothing from outside, nothing that runs."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from itertools import product
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

pytest.importorskip("numba")

from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation import study_report
from asterion_press.games.labyrinth.simulation.study_report import Study, StudyReport
from tests.support.played import counted

EVIL = '<script src="https://example.org">&'


def report_of(*studies: Study, title: str = "Asterion", name: str = "mine.yaml") -> StudyReport:
    deck = study_report.StudiedDeck(title, name, "abcdef12" * 8, studies[0].account.party.box, Rules())
    other = deck._replace(name="other.yaml") if studies[0].against else None
    return StudyReport(deck, other, 1, studies)


@pytest.fixture(scope="module")
def report(box: GameSet) -> StudyReport:
    studies = (Study(counted(box, players, 60), counted(box, players, 60, seed=9)) for players in (2, 4))
    return report_of(*studies)


@pytest.fixture(scope="module")
def page(report: StudyReport) -> str:
    return study_report.html_report(report).decode()


@pytest.fixture(scope="module")
def short_report(report: StudyReport) -> StudyReport:
    """Of one party, which has every kind of plot and table."""
    return replace(report, studies=report.studies[:1])


@pytest.fixture(scope="module")
def pdf(short_report: StudyReport) -> bytes:
    return study_report.pdf_report(short_report)


class Reader(HTMLParser):
    """The tags of a page, and the text of its tables by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in {"td", "th"} and data.strip():
            self.rows[-1][-1] += data


def test_the_same_study_gives_the_same_bytes(
    report: StudyReport, short_report: StudyReport, page: str, pdf: bytes
) -> None:
    assert study_report.html_report(report).decode() == page
    assert study_report.pdf_report(short_report) == pdf


def test_the_page_needs_nothing_from_outside_and_runs_nothing(page: str) -> None:
    tags = Reader(page).tags
    assert not {tag for tag, _ in tags} & {"script", "link", "iframe", "img", "object", "base", "form"}
    references = [value for _, attrs in tags for name, value in attrs.items() if name in {"href", "src", "xlink:href"}]
    assert references
    assert all((value or "").startswith("#") for value in references)
    assert not [value for value in re.findall(r"url\(([^)]*)\)", page) if not value.startswith(("data:font/ttf", "#"))]
    assert not [name for _, attrs in tags for name in attrs if name.startswith("on")]


def test_every_plot_stands_alone_in_the_page(page: str) -> None:
    elements = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert len(elements) == 1 + 2 * 11  # the overview; of each party ten charts and the differences
    assert " id=" not in "".join(elements)
    for element in elements:
        root = ET.fromstring(element)
        assert len(root.get("aria-label") or "") > 20
        assert (root.get("aria-label") or "").startswith(f"{root.findtext('{*}text')}: ")


def test_the_tables_have_every_figure_in_either_form(report: StudyReport, page: str) -> None:
    rows = Reader(page).rows
    with pypdfium2.PdfDocument(study_report.pdf_report(report)) as opened:
        letters = re.sub(r"\s", "", "".join(sheet.get_textpage().get_text_range() for sheet in opened))
    for study in report.studies:
        for table in (*study_report.tables_of(study.account), *report.differences(study)):
            for row in table:
                assert list(row) in rows
                assert re.sub(r"\s", "", "".join(row)) in letters


def test_names_of_a_catalogue_are_text(deck: Deck) -> None:
    tiles = tuple(replace(tile, design=EVIL) if tile.design == "bridge" else tile for tile in deck.tiles)
    report = report_of(Study(counted(GameSet.of(replace(deck, tiles=tiles)), 2, 60)), title=EVIL, name=EVIL)
    found = study_report.html_report(report).decode()
    assert "<script" not in found
    assert "&lt;script" in found
    assert study_report.pdf_report(report)


def test_the_pdf_has_its_pages_and_letters(pdf: bytes) -> None:
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len(opened.pages) > 4
        for sheet in opened.pages:
            assert [round(float(x)) for x in sheet.mediabox] == [0, 0, 595, 842]
            for font in sheet.Resources.Font.values():
                assert str(font.BaseFont).endswith(("Alegreya-Regular", "Alegreya-Bold"))


def test_parties_that_only_place_have_no_panel_of_actions(box: GameSet) -> None:
    found = study_report.html_report(report_of(Study(counted(box, 2, 60, acts=False)))).decode()
    assert len(re.findall("<svg ", found)) == 8
    assert "points a use" not in found


def test_long_tables_go_on_overleaf_under_their_headings(report: StudyReport) -> None:
    study = report.studies[0]
    account = replace(study.account, measures=dict(study.account.measures))
    for name, what in product(range(150), ("wins", "points")):
        key, same = f"designs.design-{name}.{what}", f"designs.bridge.{what}"
        account.measures[key] = replace(account.measures[same], key=key)
        account.estimates[key] = account.estimates[same]
    with pypdfium2.PdfDocument(study_report.pdf_report(report_of(Study(account)))) as opened:
        texts = [sheet.get_textpage().get_text_range() for sheet in opened]
    tables = [text for text in texts if re.search(r"design-\d+ +[+-]", text)]
    assert len(tables) > 2
    assert all("drawn early instead of late" in text for text in tables)
    assert [int(n) for text in tables for n in re.findall(r"design-(\d+) +[+-]", text)] == list(range(150))
