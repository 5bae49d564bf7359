"""Reports: everything in one file, the same bytes, nothing from outside, nothing that runs."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree as ET

import pikepdf
import pytest
from msgspec.structs import replace

pytest.importorskip("numba")

from generator.catalogue import library
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.simulation.games import Games, Party
from generator.games.labyrinth.simulation.measures import Account, compare_accounts
from generator.games.labyrinth.simulation.portions import Portion, watch_games
from generator.games.labyrinth.simulation.study_report import (
    LINES,
    Chapter,
    StudyReport,
    html_report,
    paginate,
    pdf_report,
    tables_of,
)

EVIL = '<script src="https://example.org">&'


def account_of(box: GameSet, players: int, seed: int = 1, *, acts: bool = True) -> Account:
    party = Party.of(box, Rules(), players, "greedy", acts=acts)
    return Account.of(Games(party, *watch_games(Portion(party, seed, range(60)))))


@pytest.fixture(scope="module")
def report(box: GameSet) -> StudyReport:
    two, four = account_of(box, 2), account_of(box, 4)
    chapters = (
        Chapter(two, compare_accounts(two, account_of(box, 2, 9))),
        Chapter(four, compare_accounts(four, account_of(box, 4, 9))),
    )
    return StudyReport("Asterion", "mine.yaml (abcdef12)", "other.yaml (12345678)", 1, chapters)


@pytest.fixture(scope="module")
def page(report: StudyReport) -> str:
    return html_report(report, library.fonts_folder()).decode()


@pytest.fixture(scope="module")
def short_report(report: StudyReport) -> StudyReport:
    """Of one party, which has every kind of plot and table."""
    return dataclasses.replace(report, chapters=report.chapters[:1])


@pytest.fixture(scope="module")
def pdf(short_report: StudyReport) -> bytes:
    return pdf_report(short_report, library.fonts_folder())


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
    assert html_report(report, library.fonts_folder()).decode() == page
    assert pdf_report(short_report, library.fonts_folder()) == pdf


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
    assert len(elements) == 1 + 2 * 9  # the overview; six narrow and two wide ones and the differences, for each party
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for element in elements:
        root = ET.fromstring(element)
        own = {node.get("id") for node in root.iter()}
        used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', element)
        assert {one or other for one, other in used} <= own
        assert len(root.get("aria-label") or "") > 20


def test_the_tables_have_every_figure(report: StudyReport, page: str) -> None:
    rows = Reader(page).rows
    for chapter in report.chapters:
        for table in tables_of(chapter, report.against):
            for row in table:
                assert list(row) in rows


def test_names_of_a_catalogue_are_text(deck: Deck) -> None:
    tiles = tuple(replace(tile, design=EVIL) if tile.design == "bridge" else tile for tile in deck.tiles)
    account = account_of(GameSet.of(replace(deck, tiles=tiles)), 2)
    found = html_report(StudyReport(EVIL, EVIL, EVIL, 1, (Chapter(account, {}),)), library.fonts_folder()).decode()
    assert "<script" not in found
    assert "&lt;script" in found


def test_dollars_in_names_are_no_formulas(deck: Deck) -> None:
    tiles = tuple(replace(tile, design=r"a $\frac{$ b_2") if tile.design == "bridge" else tile for tile in deck.tiles)
    account = account_of(GameSet.of(replace(deck, tiles=tiles)), 2)
    assert pdf_report(StudyReport("$x^", "$", "", 1, (Chapter(account, {}),)), library.fonts_folder())


def test_the_pdf_has_its_pages_and_letters(pdf: bytes) -> None:
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len(opened.pages) > 4
        for sheet in opened.pages:
            assert [round(float(x)) for x in sheet.mediabox] == [0, 0, 595, 842]
            for font in sheet.Resources.Font.values():
                assert str(font.BaseFont).endswith(("Alegreya-Regular", "Alegreya-Bold"))
        assert "CreationDate" not in str(opened.docinfo)


def test_parties_that_only_place_have_no_panel_of_actions(box: GameSet) -> None:
    account = account_of(box, 2, acts=False)
    found = html_report(StudyReport("Asterion", "x", "", 1, (Chapter(account, {}),)), library.fonts_folder()).decode()
    assert len(re.findall("<svg ", found)) == 7
    assert "points a use" not in found


def test_long_tables_go_on_overleaf_under_their_headings() -> None:
    tables = [[("a", "b"), *((str(n), "x") for n in range(count))] for count in (5, 20, 150, 1)]
    pages = paginate(tables)
    assert len(pages) > 3
    for sheet in pages:
        assert sum(len(table) + 1 for table in sheet) <= LINES + 1
        assert all(table[0] == ("a", "b") for table in sheet)
    numbers = [row[0] for sheet in pages for table in sheet for row in table[1:]]
    assert numbers == [str(n) for count in (5, 20, 150, 1) for n in range(count)]
