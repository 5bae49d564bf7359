"""Pages read back by the proof: a good one is good, and what a text can break is found.

What stands around the text no text can break, so the proof of a build does not look at it; the suite does, with lxml,
Chromium and axe. `asterion verify` makes pages again, so whatever is forged is found by its bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.making.build import build
from asterion_press.making.request import BuildRequest, BuildSettings, Part, classify
from asterion_press.making.rules import RulebookBuilder
from asterion_press.publish import OutputFolder
from asterion_press.verify.files import Notes, Report
from asterion_press.verify.html_page import MOST_TOKENS, HtmlPage, prove_page, read_passages
from tests.support.forging import codes_made_again
from tests.support.project_commands import good as succeed
from tests.support.project_commands import run

NAME = "rules-en.html"


@pytest.fixture(scope="module")
def words_said(asterismo: RulebookBuilder) -> list[str]:
    return read_passages("rules-en.pdf", asterismo.booklet("en"))


@pytest.fixture(scope="module")
def good(asterismo: RulebookBuilder) -> str:
    return asterismo.page("en").decode()


def proved(page: str | bytes, words_said: Sequence[str] | None) -> Report:
    notes = Notes()
    prove_page(NAME, page.encode() if isinstance(page, str) else page, words_said, notes)
    return notes.report()


def test_a_good_page_says_what_its_booklet_says(good: str, words_said: list[str], asterismo: RulebookBuilder) -> None:
    report = proved(good, words_said)
    assert report.faults == ()
    assert words_said
    text, words, subject = asterismo.read("en")
    assert {text.title.text, words.word("rules")} <= {part.partition(" · ")[0] for part in words_said}
    assert subject.head.credits.design in " ".join(words_said)


@pytest.mark.parametrize(
    ("old", "new", "code", "reported"),
    [
        ('<a href="#setup"', '<a href="https://example.org/"', "page-leads-out", "'https://example.org/'"),
        ("body { margin: 0;", "body { background: url(//example.org/a.png);", "page-leads-out", "url(//example.org"),
        ("<footer>", "<footer><script></script>", "page-foreign", "<script>"),
        ("<footer>", '<footer onclick="alert()">', "page-foreign", "<footer>"),
        ("<footer>", '<footer><img src="https://example.org/a.png" alt="">', "page-leads-out", "<img>"),
        ("<footer>", "<footer><p>More.</p>", "page-adds", "'More.'"),
        ("</main>", "", "page-broken", "ends what did not begin"),
        ("</body></html>", "", "page-broken", "never ends"),
    ],
)
def test_a_page_that_is_wrong_by_itself_is_found(
    good: str, words_said: list[str], old: str, new: str, code: str, reported: str
) -> None:
    assert old in good
    faults = proved(good.replace(old, new, 1), words_said).faults
    assert code in {fault.code for fault in faults}, faults
    assert any(reported in fault.message for fault in faults if fault.code == code)


@pytest.mark.parametrize("part", ["<h1", "<h2", "<h3", "<p>", "<li>", "<td", "<th", "<figcaption", '<p id="_told'])
def test_a_passage_that_is_missing_or_says_another_number_is_found(good: str, words_said: list[str], part: str) -> None:
    begin = good.index(part, good.index("<main") if part != "<h1" else 0) + len(part) - 1
    found = re.compile(r">([^<]*\w[^<]*)<").search(good, begin)
    assert found is not None
    for instead in (f"7{found[1]}", ""):
        faults = proved(good[: found.start(1)] + instead + good[found.end(1) :], words_said).faults
        assert "page-lacks" in {fault.code for fault in faults} <= {"page-lacks", "page-adds"}


def test_a_footnote_that_is_missing_or_says_something_else_is_found(noted: Path) -> None:
    page = (noted / NAME).read_text(encoding="utf-8")
    words_said = read_passages("rules-en.pdf", (noted / "rules-en.pdf").read_bytes())
    assert proved(page, words_said).faults == ()
    note = re.search(r'(doc-backlink">)1(</a>)([^<]*\w[^<]*)<', page)
    assert note is not None
    for instead in (f"{note[1]}1{note[2]}7{note[3]}<", f"{note[1]}1{note[2]}<"):
        assert proved(page.replace(note[0], instead, 1), words_said).faults


AROUND: dict[str, tuple[str, str]] = {
    "a level left out": ("<footer>", "<footer><h4>Deep</h4>"),
    "a second title": ("<footer>", "<footer><h1>Twice</h1>"),
    "a base": ("</title>", '</title><base href="https://example.org/">'),
    "a second text": ("</main>\n", "</main>\n<main><p>Not so.</p></main>\n"),
    "a passage in the masthead": ("</header>", "<p>Not so.</p></header>"),
    "a passage in the imprint": ("</footer>", "<p>Not so.</p></footer>"),
}
"""What stands around a text, and what is put in its place."""
WITHIN: dict[str, tuple[str, str]] = {
    "a field": ("<p>", '<input value="Not so."><p>'),
    "a text field": ("<p>", "<textarea>Not so.</textarea><p>"),
    "a remark": ("<p>", "<!-- Not so. --><p>"),
    "data": ("<p>", "<![CDATA[Not so.]]><p>"),
    "an element in capitals": ("<p>", "<P><p>"),
    "an attribute without quotes": ("<p>", "<p hidden>"),
    "a figure with loose words": ("</svg>", "Not so.</svg>"),
    "a figure with another page": ("</svg>", "<foreignObject><p>Not so.</p></foreignObject></svg>"),
}
"""What stands in a text, and what is put in its place: what runs, loads or says something, as if not escaped."""


@pytest.mark.parametrize("what", [*AROUND, *WITHIN])
def test_what_runs_loads_or_says_something_is_found_by_reading_and_by_making_it_again(
    good: str, words_said: list[str], what: str, tmp_path: Path
) -> None:
    begin, (old, new) = (good.index("<main"), WITHIN[what]) if what in WITHIN else (0, AROUND[what])
    assert old in good[begin:]
    forged = good[:begin] + good[begin:].replace(old, new, 1)
    assert proved(forged, words_said).faults
    assert codes_made_again(tmp_path, NAME, good.encode(), forged.encode()) == ["not-as-made"]


def test_a_page_that_was_not_forged_is_as_it_is_made(good: str, tmp_path: Path) -> None:
    assert codes_made_again(tmp_path, NAME, good.encode(), good.encode()) == []


GIANTS = {
    "elements": "<b>" * 1_300_000,
    "brackets": "<" * 4_000_000,
    "attributes": "<p x=" * 800_000,
    "remarks": "<!--" * 1_000_000,
    "characters": "&" * 4_000_000,
    "bytes": "x" * 60_000_000,
}


@pytest.mark.parametrize("page", GIANTS.values(), ids=GIANTS)
def test_a_giant_page_is_read_no_further_than_its_bounds(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    begun = 0
    start = HtmlPage._start

    def counted(seen: HtmlPage, *reported: Any) -> None:
        nonlocal begun
        begun += 1
        start(seen, *reported)

    monkeypatch.setattr(HtmlPage, "_start", counted)
    assert {fault.code for fault in proved(page, ["words"]).faults} & {"page-broken", "page-size", "page-lacks"}
    assert begun <= MOST_TOKENS


def test_a_page_that_was_shaken_is_judged_without_a_traceback(good: str) -> None:
    chance = random.Random(5)
    parts = re.findall(r"<[^>]*>|[^<]+", re.sub(r"<symbol.*</symbol>", "", good))
    for _ in range(200):
        shaken = list(parts)
        for _ in range(chance.randint(1, 6)):
            at, other = chance.randrange(len(shaken)), chance.randrange(len(shaken))
            if chance.random() < 0.4:
                shaken[at] = ""
            elif chance.random() < 0.7:
                shaken[at] += shaken[other]
            else:
                cut = chance.randrange(len(shaken[at]) + 1)
                shaken[at] = shaken[at][:cut] + chance.choice('<>"&;=/ \0') + shaken[at][cut:]
        proved("".join(shaken), [])


def test_a_symbol_that_is_not_told_is_found(good: str, words_said: list[str]) -> None:
    name = 'role="img" aria-label="'
    assert name in good
    start = good.index(name) + len(name)
    assert {fault.code for fault in proved(good[:start] + "x" + good[start:], words_said).faults} == {
        "page-lacks",
        "page-adds",
    }


def test_bytes_that_are_no_text_are_found(good: str) -> None:
    assert [fault.code for fault in proved(good.encode("utf-16"), None).faults] == ["page-broken"]


def request(*parts: Part, **options: object) -> BuildRequest:
    file = library.game_file("minotaurus")
    inks = library.theme_file("knossos")
    return BuildRequest(file, inks, (), ("en",), frozenset(parts), **options)  # type: ignore[arg-type]


def test_a_build_holds_pages_against_their_booklets_also_against_those_that_it_keeps(tmp_path: Path) -> None:
    both = request(Part.RULES, Part.WEB)
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
    alone = build(request(Part.WEB), tmp_path)
    assert alone.made == (NAME,)
    assert "booklet" not in alone.proof
    more = build(request(Part.CHECK), tmp_path)
    assert set(more.made) == {"check.txt", "check.json"}
    assert more.kept == (NAME,)
    grey = build(request(Part.WEB, settings=BuildSettings(grey=True)), tmp_path)
    assert NAME in grey.made


def test_names_of_pages_are_known() -> None:
    assert classify("rules-pt-BR.html") == (Part.WEB, "pt-BR")
    assert classify("gallery.html") == (None, "")


def test_a_section_that_is_not_printed_is_counted_apart(good: str, words_said: list[str]) -> None:
    inner = '<summary><h2>More</h2></summary><div id="more"><p>Not printed.</p></div>'
    more = f'<details class="caabbcc web">{inner}</details>'
    entry = '<li><a href="#more">More</a></li>'
    page = good.replace("</main>", f"{more}</main>").replace("</ol></nav>", f"{entry}</ol></nav>")
    report = proved(page, words_said)
    assert report.faults == ()
    before, after = (int(found.facts[-1].text.split()[-6]) for found in (proved(good, words_said), report))
    assert after == before + 2, "those of the quiz are counted before, too"
    printed = proved(page.replace(' web">', '">'), words_said).faults
    assert {fault.code for fault in printed} == {"page-adds"}


# `asterion build --only rules --only web --format`: booklets, pages, or both


PDF, HTML = "rules-en.pdf", NAME


BUILD = "build minotaurus --language en --out"


def planned(out: Path, *parts: str) -> dict[str, str]:
    """What the command would do with each file."""
    reported = succeed(BUILD, out, *(word for part in parts for word in ("--only", part)), "--dry-run")
    steps = [line.split(None, 1) for line in reported.splitlines()[:-1]]
    return {Path(path).name: verb for verb, path in steps}


def test_rules_are_made_in_the_format_that_is_asked_for_and_else_as_pages_too(tmp_path: Path) -> None:
    wanted = {("rules", "web"): {PDF, HTML}, ("rules",): {PDF}, ("web",): {HTML}}
    assert {parts: set(planned(tmp_path / "out", *parts)) for parts in wanted} == wanted
    assert HTML in planned(tmp_path / "out")


def test_a_page_that_lies_there_is_renewed_with_the_rest_and_read_by_verify(tmp_path: Path) -> None:
    out = tmp_path / "out"
    succeed(BUILD, out, "--only", "web")
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", HTML]
    assert planned(out, "rules") == {PDF: "make", HTML: "keep"}
    assert "152 passages" in succeed("verify", out, "minotaurus")
    (out / HTML).write_bytes((out / HTML).read_bytes().replace(b"<p>", b"<p>!", 1))
    assert "file-changed" in run("verify", out, "minotaurus").output
    refused = run(BUILD, out, "--only", "rules", "--only", "web")
    assert refused.exit_code == 1
    assert HTML in refused.output
