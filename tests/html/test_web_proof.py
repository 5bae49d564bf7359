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

from generator.catalogue import library
from generator.catalogue.library import sources_of
from generator.making.build import build
from generator.making.request import BuildRequest, BuildSettings, Part, classify
from generator.making.rules import RulebookBuilder
from generator.publish import OutputFolder
from generator.verify.files import Notes, Report
from generator.verify.html_page import MOST_TOKENS, HtmlPage, prove_page, read_passages
from tests.support.forging import codes_made_again

NAME = "rules-en.html"


@pytest.fixture(scope="module")
def said(hexes: RulebookBuilder) -> list[str]:
    return read_passages("rules-en.pdf", hexes.booklet("en"))


@pytest.fixture(scope="module")
def good(hexes: RulebookBuilder) -> str:
    return hexes.page("en").decode()


def proved(page: str | bytes, said: Sequence[str] | None) -> Report:
    notes = Notes()
    prove_page(NAME, page.encode() if isinstance(page, str) else page, said, notes)
    return notes.report()


def test_a_good_page_says_what_its_booklet_says(good: str, said: list[str], hexes: RulebookBuilder) -> None:
    report = proved(good, said)
    assert report.faults == ()
    assert said
    text, words, subject = hexes.read("en")
    assert {text.title.text, words.word("rules")} <= {part.partition(" · ")[0] for part in said}
    assert subject.head.credits.design in " ".join(said)


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
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
    good: str, said: list[str], old: str, new: str, code: str, told: str
) -> None:
    assert old in good
    faults = proved(good.replace(old, new, 1), said).faults
    assert code in {fault.code for fault in faults}, faults
    assert any(told in fault.message for fault in faults if fault.code == code)


@pytest.mark.parametrize("part", ["<h1", "<h2", "<h3", "<p>", "<li>", "<td", "<th", "<figcaption", '<p id="_told'])
def test_a_passage_that_is_missing_or_says_another_number_is_found(good: str, said: list[str], part: str) -> None:
    begin = good.index(part, good.index("<main") if part != "<h1" else 0) + len(part) - 1
    found = re.compile(r">([^<]*\w[^<]*)<").search(good, begin)
    assert found is not None
    for instead in (f"7{found[1]}", ""):
        faults = proved(good[: found.start(1)] + instead + good[found.end(1) :], said).faults
        assert "page-lacks" in {fault.code for fault in faults} <= {"page-lacks", "page-adds"}


def test_a_footnote_that_is_missing_or_says_something_else_is_found(noted: Path) -> None:
    page = (noted / NAME).read_text(encoding="utf-8")
    said = read_passages("rules-en.pdf", (noted / "rules-en.pdf").read_bytes())
    assert proved(page, said).faults == ()
    note = re.search(r'(doc-backlink">)1(</a>)([^<]*\w[^<]*)<', page)
    assert note is not None
    for instead in (f"{note[1]}1{note[2]}7{note[3]}<", f"{note[1]}1{note[2]}<"):
        assert proved(page.replace(note[0], instead, 1), said).faults


POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
FORGERIES: dict[str, tuple[str, str]] = {
    # by itself
    "no language": (' lang="en"', ""),
    "two of an id": ('<h3 id="lost">', '<h3 id="material">'),
    "a link to nowhere": ('href="#setup"', 'href="#set-up"'),
    "words of a picture that are nowhere": ('aria-labelledby="_told1"', 'aria-labelledby="_told99"'),
    "a button for nothing": ('popovertarget="_large1"', 'popovertarget="_large99"'),
    "a table that is closed": ('class="scroll" role', 'class="scroll" popover="auto" role'),
    "a clip that is nowhere": ("url(#_c", "url(#_C"),
    "a picture of nothing": ("<footer>", '<footer><img src="#" alt="">'),
    "a level left out": ("<footer>", "<footer><h4>Deep</h4>"),
    "a second title": ("<footer>", "<footer><h1>Twice</h1>"),
    "a picture without a name": ("<footer>", '<footer><svg viewBox="0 0 1 1"></svg>'),
    "a figure without a name": ('role="img" aria-labelledby="_told1"', 'role="img"'),
    # the head
    "a weaker policy": ("style-src 'unsafe-inline'", "style-src *"),
    "a policy that lets programs run": ("form-action 'none'", "form-action 'none'; script-src *"),
    "a policy for another thing": ("Content-Security-Policy", "X-Policy"),
    "a way to another site": ("</title>", '</title><meta http-equiv="refresh" content="0;url=https://example.org">'),
    "another title": ("<title>", "<title>Not "),
    "another description": ('name="description" content="', 'name="description" content="Not '),
    "another author": ('name="author" content="', 'name="author" content="Not '),
    "another generator": ("asterion-press ", "other-press "),
    "another picture of the tab": ("M3 29V3h26v26H9V9h14v14h-8v-8", "M3 29z"),
    "a base": ("</title>", '</title><base href="https://example.org/">'),
    "a style sheet of others": ("<style>", '<link rel="stylesheet" href="data:text/css,p%7B%7D"><style>'),
    "a second style": ("<style>", "<style>p{display:none}</style><style>"),
    "a remark": ("</title>", "</title><!-- x -->"),
    "another doctype": ("<!doctype html>", ""),
    "another language": ('lang="en"', 'lang="en" dir="rtl"'),
    # the style
    "passages that are not shown": ("</style>", "p{display:none}</style>"),
    "words behind passages": ("</style>", "p::after{content:' not'}</style>"),
    "a text that is not seen": ("<style>", "<style>main{visibility:hidden}"),
    "letters of no size": ("body { margin: 0;", "body { margin: 0; font-size: 0;"),
    "an ink that is none": ("--ink:#", "--ink:transparent;--x:#"),
    "a face of other letters": ("@font-face{", "@font-face{unicode-range:U+30-39;"),
    "another rule for telephones": ("@media print {", "@media all {"),
    "a paint that hides": ("._k0{", "._k0{display:none;"),
    "an ink of passages": ("</style>", ".caabbcc{color:#ffffff}</style>"),
    "another way back": ('class="back" href="#_rules"', 'class="back" href="#setup"'),
    "a paint of passages": ("._k0{", ".answer{fill:none}._k0{"),
    # around the text
    "a passage before the text": ("<main", "<p>Not so.</p><main"),
    "a passage behind the text": ("</main>", "</main><p>Not so.</p>"),
    "words before the text": ("<main", "Not so.<main"),
    "a second text": ("</main>\n", "</main>\n<main><p>Not so.</p></main>\n"),
    "a passage behind all": ("</body>", "<p>Not so.</p></body>"),
    "words behind the end": ("</html>", "</html>Not so."),
    "a passage in the stock": ("<symbol ", "<p>Not so.</p><symbol "),
    "words in the stock": ("<symbol ", "Not so.<symbol "),
    "a passage that ends the stock": ("<symbol ", "</svg><p>Not so.</p><svg><symbol "),
    "a passage behind the stock": ('<a class="skip"', '<p>Not so.</p><a class="skip"'),
    "a passage in the contents": ("</ol></nav>", "</ol><p>Not so.</p></nav>"),
    "a heading of the contents": ("</ol></nav>", '</ol><h2 id="_more">Not so.</h2></nav>'),
    "an entry too many": ("</ol></nav>", '<li><a href="#setup">Not so.</a></li></ol></nav>'),
    "an entry that says something else": ('<li><a href="#setup">', '<li><a href="#setup">Not '),
    "an entry that leads elsewhere": ('<li><a href="#setup">', '<li><a href="#material">'),
    "words between entries": ("</ol></nav>", "<li>Not so.</li></ol></nav>"),
    "a passage in the masthead": ("</header>", "<p>Not so.</p></header>"),
    "a passage in the imprint": ("</footer>", "<p>Not so.</p></footer>"),
}
"""What stands around a text, and what is put in its place."""
WITHIN: dict[str, tuple[str, str]] = {
    "a passage that is hidden": ("<p>", '<p hidden="">'),
    "a section that is hidden": ("<section ", '<section hidden="" '),
    "a passage with a style": ("<p>", '<p style="display:none">'),
    "a passage with the look of what is not seen": ("<p>", '<p class="skip">'),
    "a passage that is not heard": ("<p>", '<p aria-hidden="true">'),
    "a passage that nobody can reach": ("<p>", '<p inert="">'),
    "a passage from right to left": ("<p>", '<p dir="rtl">'),
    "a passage that can be written": ("<p>", '<p contenteditable="">'),
    "a passage with words of its own": ("<p>", '<p title="Not so.">'),
    "a passage in a stock": ("<p>", '<p class="stock">'),
    "a passage of another element": ("<p>", "<dialog></dialog><p>"),
    "a template": ("<p>", "<template></template><p>"),
    "a field": ("<p>", '<input value="Not so."><p>'),
    "a text field": ("<p>", "<textarea>Not so.</textarea><p>"),
    "a remark": ("<p>", "<!-- Not so. --><p>"),
    "data": ("<p>", "<![CDATA[Not so.]]><p>"),
    "a style": ("<p>", "<style>p{display:none}</style><p>"),
    "an element in capitals": ("<p>", "<P><p>"),
    "an attribute without quotes": ("<p>", "<p hidden>"),
    "a figure's path that is empty": (' d="', ' d="" x="'),
    "a figure's path that is gone": ("<path ", "<path/><g "),
    "a figure's piece that leads nowhere": ('<use href="#', '<use href="" x="#'),
    "a figure that is hidden": ('class="drawn', 'hidden="" class="drawn'),
    "a figure for telephones alone": ('class="drawn', 'class="drawn narrow" id="x'),
    "a figure with words": ("</svg>", "<text>Not so.</text></svg>"),
    "a figure with loose words": ("</svg>", "Not so.</svg>"),
    "a figure with another page": ("</svg>", "<foreignObject><p>Not so.</p></foreignObject></svg>"),
    "a figure that moves": ("</svg>", '<animate attributeName="d"></animate></svg>'),
    "a figure that is set aside": ("<g ", '<g opacity="0" '),
    "a link that opens another window": ('<a href="', '<a target="_blank" href="'),
}
"""What stands in a text, and what is put in its place."""


READ_BACK = {
    **{name: FORGERIES[name] for name in ("a base", "a second text", "a passage in the masthead")},
    **{name: FORGERIES[name] for name in ("a passage in the imprint", "a level left out", "a second title")},
    **{name: WITHIN[name] for name in ("a field", "a text field", "a remark", "data")},
    **{name: WITHIN[name] for name in ("an element in capitals", "an attribute without quotes")},
    **{name: WITHIN[name] for name in ("a figure with loose words", "a figure with another page")},
}
"""What runs, loads or says something, as a text would that was not escaped."""


def forged(good: str, old: str, new: str, *, within: bool) -> str:
    begin = good.index("<main") if within else 0
    assert old in good[begin:]
    return good[:begin] + good[begin:].replace(old, new, 1)


def test_what_is_forged_on_a_page_is_found_by_making_it_again(good: str, tmp_path: Path) -> None:
    raw = good.encode()
    assert codes_made_again(tmp_path, NAME, raw, raw) == []
    pages = {
        "a policy that is gone": POLICY.sub("", good),
        **{what: forged(good, *texts, within=False) for what, texts in FORGERIES.items()},
        **{f"{what} in the text": forged(good, *texts, within=True) for what, texts in WITHIN.items()},
    }
    assert len(pages) == 1 + len(FORGERIES) + len(WITHIN)
    found = {what: codes_made_again(tmp_path, NAME, raw, page.encode()) for what, page in pages.items()}
    assert {what: codes for what, codes in found.items() if codes != ["not-as-made"]} == {}


@pytest.mark.parametrize("what", READ_BACK)
def test_what_runs_loads_or_says_something_is_found_by_reading(good: str, said: list[str], what: str) -> None:
    assert proved(forged(good, *READ_BACK[what], within=what in WITHIN), said).faults


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

    def counted(seen: HtmlPage, *told: Any) -> None:
        nonlocal begun
        begun += 1
        start(seen, *told)

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


def test_a_symbol_that_is_not_told_is_found(good: str, said: list[str]) -> None:
    name = 'role="img" aria-label="'
    assert name in good
    start = good.index(name) + len(name)
    assert {fault.code for fault in proved(good[:start] + "x" + good[start:], said).faults} == {
        "page-lacks",
        "page-adds",
    }


def test_bytes_that_are_no_text_are_found(good: str) -> None:
    assert [fault.code for fault in proved(good.encode("utf-16"), None).faults] == ["page-broken"]


def request(*parts: Part, **wishes: object) -> BuildRequest:
    file = library.game_file("minotaurus")
    inks = library.theme_file("knossos")
    sources = sources_of(file)
    return BuildRequest("minotaurus", file, inks, (), ("en",), frozenset(parts), sources=sources, **wishes)  # type: ignore[arg-type]


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


def test_a_section_that_is_not_printed_is_counted_apart(good: str, said: list[str]) -> None:
    inner = '<summary><h2>More</h2></summary><div id="more"><p>Not printed.</p></div>'
    more = f'<details class="caabbcc web">{inner}</details>'
    entry = '<li><a href="#more">More</a></li>'
    page = good.replace("</main>", f"{more}</main>").replace("</ol></nav>", f"{entry}</ol></nav>")
    report = proved(page, said)
    assert report.faults == ()
    before, after = (int(found.facts[-1].text.split()[-6]) for found in (proved(good, said), report))
    assert after == before + 2, "those of the quiz are counted before, too"
    printed = proved(page.replace(' web">', '">'), said).faults
    assert {fault.code for fault in printed} == {"page-adds"}
