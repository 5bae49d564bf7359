"""Pages read back by the proof: a good one is good, and each mistake is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.catalogue import shelf
from generator.production.order import Order, Part, part_of
from generator.production.rules import RulesDesk
from generator.production.run import build
from generator.proof.report import Notes, Report
from generator.proof.web import prove_page, said_by
from generator.publishing import OutputFolder

NAME = "rules-en.html"


@pytest.fixture(scope="module")
def said(horns: RulesDesk) -> list[str]:
    return said_by("rules-en.pdf", horns.booklet("en"))


@pytest.fixture(scope="module")
def good(horns: RulesDesk) -> str:
    return horns.page("en").decode()


def proved(page: str | bytes, said: Sequence[str] | None) -> Report:
    notes = Notes()
    prove_page(NAME, "en", page.encode() if isinstance(page, str) else page, said, notes)
    return notes.report()


def test_a_good_page_says_what_its_booklet_says(good: str, said: list[str], horns: RulesDesk) -> None:
    report = proved(good, said)
    assert report.faults == ()
    assert len(said) > 100
    text, words, subject = horns.read("en")
    assert {text.title.text, words.word("rules")} <= {part.partition(" · ")[0] for part in said}
    assert subject.head.credits.design in " ".join(said)


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        (' lang="en"', "", "page-language", "it should be in 'en'"),
        ('<h2 id="setup">', '<h2 id="material">', "page-ids", "2 elements have the id 'material'"),
        ('href="#setup"', 'href="#set-up"', "page-link", "leads to 'set-up', which is nowhere"),
        ('aria-labelledby="_told1"', 'aria-labelledby="_told99"', "page-link", "leads to '_told99'"),
        ("url(#_c", "url(#_C", "page-link", "leads to '_C"),
        ('<a href="#setup"', '<a href="https://example.org/"', "page-leads-out", "'https://example.org/'"),
        ("body { margin: 0;", "body { background: url(//example.org/a.png);", "page-leads-out", "url(//example.org"),
        ("<footer>", '<footer><img src="#" alt="">', "page-foreign", "<img>"),
        ("<footer>", "<footer><script></script>", "page-foreign", "<script>"),
        ("<footer>", '<footer onclick="alert()">', "page-foreign", "<footer>"),
        ("<footer>", "<footer><h4>Deep</h4>", "page-headings", ""),
        ("<footer>", "<footer><h1>Twice</h1>", "page-headings", "has 2 titles"),
        ("<footer>", '<footer><svg viewBox="0 0 1 1"></svg>', "page-untold", "<svg>"),
        ('role="img" aria-labelledby="_told1"', 'role="img"', "page-untold", "<div>"),
        ("</main>", "", "page-broken", "ends what did not begin"),
        ("</body></html>", "", "page-broken", "never ends"),
    ],
)
def test_a_page_that_is_wrong_by_itself_is_found(
    good: str, said: list[str], old: str, new: str, code: str, told: str
) -> None:
    assert old in good
    faults = proved(good.replace(old, new, 1), said).faults
    assert code in {fault.code for fault in faults}, faults
    assert any(told in fault.message for fault in faults if fault.code == code)


@pytest.mark.parametrize(
    "part", ["<h1", "<h2", "<h3", "<p>", "<li>", "<td", "<th", "<figcaption", '<p id="_told', 'doc-backlink">1</a']
)
def test_a_passage_that_is_missing_or_says_another_number_is_found(good: str, said: list[str], part: str) -> None:
    begin = good.index(part, good.index("<main") if part != "<h1" else 0) + len(part) - 1
    found = re.compile(r">([^<]*\w[^<]*)<").search(good, begin)
    assert found is not None
    for instead in (f"7{found[1]}", ""):
        faults = proved(good[: found.start(1)] + instead + good[found.end(1) :], said).faults
        assert "page-lacks" in {fault.code for fault in faults} <= {"page-lacks", "page-adds"}


def test_a_symbol_that_is_not_told_is_found(good: str, said: list[str]) -> None:
    name = 'class="symbol" width="'
    assert name in good
    start = good.index('aria-label="', good.index(name)) + len('aria-label="')
    assert {fault.code for fault in proved(good[:start] + "x" + good[start:], said).faults} == {
        "page-lacks",
        "page-adds",
    }


def test_bytes_that_are_no_text_are_found(good: str) -> None:
    assert [fault.code for fault in proved(good.encode("utf-16"), None).faults] == ["page-broken"]


def order(*parts: Part, **wishes: object) -> Order:
    file = shelf.game_file("minotaurus")
    inks = shelf.theme_file("knossos")
    return Order("minotaurus", file, inks, (), ("en",), frozenset(parts), sources=shelf.sources_of(file), **wishes)  # type: ignore[arg-type]


def test_a_build_holds_pages_against_their_booklets_also_against_those_that_it_keeps(tmp_path: Path) -> None:
    both = order(Part.RULES, Part.WEB)
    first = build(both, tmp_path)
    assert set(first.made) == {"rules-en.pdf", NAME}
    assert "passages, as in its booklet" in first.proof
    (tmp_path / NAME).unlink()
    again = build(both, OutputFolder(tmp_path), force=True)
    assert again.made == (NAME,)
    assert "rules-en.pdf   unchanged since it was proved" in again.proof
    assert "passages, as in its booklet" in again.proof
    assert build(both, tmp_path).made == ()


def test_pages_alone_are_a_part_and_stay_one_when_the_folder_is_renewed(tmp_path: Path) -> None:
    alone = build(order(Part.WEB), tmp_path)
    assert alone.made == (NAME,)
    assert "booklet" not in alone.proof
    more = build(order(Part.CHECK), tmp_path)
    assert set(more.made) == {"check.txt", "check.json"}
    assert more.kept == (NAME,)
    grey = build(order(Part.WEB, grey=True), tmp_path)
    assert NAME in grey.made


def test_names_of_pages_are_known() -> None:
    assert part_of("rules-pt-BR.html") == (Part.WEB, "pt-BR")
    assert part_of("gallery.html") == (None, "")
