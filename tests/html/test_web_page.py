"""Pages of rules as a parser sees them: whole, true to the text, the same each time, and nothing from elsewhere."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest
import uharfbuzz
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.words import LoadedWords, Typography, around_number, words_of
from asterion_press.errors import Mistake, TypesettingError
from asterion_press.making.rules import RulebookBuilder
from asterion_press.pdf.greyscale import grey_page
from asterion_press.rulebook.html.inline_svg import SvgPainter
from asterion_press.rulebook.html.page import PageWriter, Pictures, write_rules_page
from asterion_press.rulebook.text.document import (
    Block,
    FigureBlock,
    Heading,
    Known,
    RulesText,
    Symbol,
    contents_of,
)
from asterion_press.rulebook.text.figures import Subject, alt_text_of
from asterion_press.rulebook.text.strings import AltTextWords
from tests.support.readings import EVERY, GAMES, THOROUGH, Pages, finished, rulebook_of, text_of
from tests.support.texts import parse_rules

EXAMPLES = [("asterion", "ja"), ("asterion", "el"), ("minotaurus", "en"), ("asterismo", "en")]
"""A page of each kind of game, another script, and the longest text: one program writes the markup of all pages."""
POINTERS = ("aria-labelledby", "aria-describedby")
ADDRESS = re.compile(r"https?:|//|@import|url\((?!#|\"?data:)")


@dataclass(frozen=True)
class Shown:
    """A page as its parser sees it, and what it was made from."""

    page: Any
    rulebook: RulebookBuilder
    language: str

    def read(self) -> tuple[RulesText, LoadedWords, Subject]:
        return self.rulebook.read(self.language)

    def blocks(self) -> list[Block]:
        """The blocks in the order of the page: the summary stands first."""
        text, _, subject = self.read()
        summary, sections = subject.summary_of(text), list[list[Block]]()
        for block in text.blocks:
            if not sections or (isinstance(block, Heading) and block.level == 2):
                sections.append([])
            sections[-1].append(block)
        first = [one for one in sections if isinstance(one[0], Heading) and one[0].id == summary]
        return [block for one in (*first, *(one for one in sections if one not in first)) for block in one]


@pytest.fixture(scope="module", params=EVERY if THOROUGH else EXAMPLES, ids="-".join)
def shown(pages: Pages, request: pytest.FixtureRequest) -> Shown:
    """One page after the other; each is parsed once for all tests."""
    game, language = request.param
    return Shown(pages.read(game, language), pages.rulebook(game), language)


def refused(mistake: Mistake) -> None:
    raise AssertionError(str(mistake))


# the whole page


def test_ids_are_unique_and_whatever_leads_to_one_arrives(shown: Shown) -> None:
    page = shown.page
    ids = Counter(page.xpath("//@id"))
    assert [name for name, count in ids.items() if count > 1] == []
    targets = [href.removeprefix("#") for href in page.xpath("//a/@href | //*[local-name()='use']/@href")]
    targets += [name for pointer in POINTERS for reported in page.xpath(f"//@{pointer}") for name in reported.split()]
    targets += re.findall(r"url\(#([^)]+)\)", " ".join(page.xpath("//@clip-path")))
    assert targets
    assert [name for name in targets if name not in ids] == []


def test_headings_go_down_step_by_step_and_each_is_an_anchor(shown: Shown) -> None:
    page = shown.page
    text, _, _ = shown.read()
    headings = page.xpath("//h1 | //h2 | //h3 | //h4 | //h5 | //h6")
    levels = [int(heading.tag[1]) for heading in headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    found = page.xpath("//header//h1 | //main//h2[@id!='_quiz' or not(@id)] | //main//h3")
    ids = [heading.get("id") or heading.getparent().getnext().get("id") for heading in found]
    assert all(heading.getparent().tag == "summary" for heading in found if not heading.get("id"))
    assert ids == [text.title.id, *(block.id for block in shown.blocks() if isinstance(block, Heading))]


def test_a_page_says_its_language_and_has_a_title_landmarks_and_a_way_past_them(shown: Shown) -> None:
    page = shown.page
    text, words, _ = shown.read()
    assert page.get("lang") == shown.language
    assert page.findtext(".//title") == f"{text.title.text} – {words.word('rules')}"
    assert [len(page.xpath(f"//{landmark}")) for landmark in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    skip = page.xpath("//body/a[1]")[0]
    assert skip.get("href") == f"#{page.xpath('//main/@id')[0]}"
    entries = [link.get("href") for link in page.xpath("//nav//a[@href!='#_quiz']")]
    assert entries == [f"#{b.id}" for b in shown.blocks() if isinstance(b, Heading) and not b.is_ruling]


def test_the_frame_of_a_page_says_and_hides_nothing_of_its_own(shown: Shown) -> None:
    page = shown.page
    subject = shown.read()[2]
    (body,) = page.xpath("/html/body")
    assert [part.tag for part in body] == ["svg", "a", "header", "nav", "main", "footer", "a"]
    assert "".join((body.text or "", *(part.tail or "" for part in body))).strip() == ""
    reported = {meta.get("name"): meta.get("content") for meta in page.xpath("//head/meta[@name]")}
    assert set(reported) == {"viewport", "generator", "description", "author", "color-scheme", "theme-color"}
    assert "".join(reported["description"].split()) in text_of(page.xpath("//header")[0])
    assert reported["author"].endswith(subject.head.credits.design)
    links = page.xpath("//nav//a")
    assert text_of(page.xpath("//nav")[0]) == "".join(map(text_of, (page.xpath("//nav/h2")[0], *links)))
    headed = {href: text_of(page.xpath(f"//*[@id='{href}']")[0]) for href in (link.get("href")[1:] for link in links)}
    heads = page.xpath("//summary/*[self::h2 or self::h3]")
    folded = {one.getparent().getnext().get("id"): text_of(one) for one in heads}
    assert [text_of(link) for link in links] == [folded.get(href, text) for href, text in headed.items()]
    named = page.xpath("//figure//*[@role='img']/@aria-describedby")
    hidden = page.xpath("//*[@hidden]")
    assert [one.get("id") for one in hidden] == named
    assert all(one.getparent().tag == "figure" for one in hidden)
    changed = "@style or @dir or @inert or @contenteditable or @title or @target or @opacity"
    assert page.xpath(f"//body//*[{changed}] | //body//*[@aria-hidden and not(local-name()='svg')]") == []


def test_nothing_comes_from_elsewhere_and_nothing_runs(shown: Shown) -> None:
    page = shown.page
    assert page.xpath("//script | //img | //iframe | //object | //form | //base") == []
    assert page.xpath("//@*[starts-with(name(), 'on')] | //@style | //@src") == []
    links = [value for value in page.xpath("//@href") if not value.startswith("#")]
    assert [value.partition(",")[0] for value in links] == ["data:image/svg+xml"], "the icon"
    style = re.sub(r"data:[^)\"]*", "data:", page.findtext(".//style"))
    assert ADDRESS.findall(style) == []
    assert "default-src 'none'" in page.xpath("//meta[@http-equiv]/@content")[0]


def test_every_picture_has_a_name_or_is_an_ornament(shown: Shown) -> None:
    page = shown.page
    ids = {element.get("id"): element for element in page.xpath("//*[@id]")}
    pictures = page.xpath("//*[@role='img']")
    named = [one.get("aria-label") or ids[one.get("aria-labelledby")].get("aria-label") for one in pictures]
    assert all(named)
    others = page.xpath("//svg[not(ancestor::svg) and not(@role='img')]")
    assert all(one.get("aria-hidden") == "true" for one in others)
    contents = [content for block in shown.blocks() for content in contents_of(block)]
    spoken = [part.spoken for content in contents for part in content if isinstance(part, Symbol)]
    assert page.xpath("//main//svg[@role='img']/@aria-label") == spoken


def test_every_figure_is_there_with_what_the_booklet_tells_of_it(shown: Shown) -> None:
    page = shown.page
    text, words, subject = shown.read()
    telling = AltTextWords(words, refused)
    blocks = [block for block in shown.blocks() if isinstance(block, FigureBlock)]
    summary = subject.summary_of(text)
    figures = page.xpath(FIGURES)
    assert len(figures) == len(blocks)
    places = {line: number for number, line in enumerate(sorted(block.line for block in blocks), 1)}
    for block, figure in zip(blocks, figures, strict=True):
        assert figure.findtext("p") == alt_text_of(subject.figures[block.figure], block, telling)
        assert figure.xpath("p/@id") == figure.xpath(".//div/@aria-describedby")
        is_numbered = not summary or text.refers_to(block.figure)
        assert figure.xpath(".//button/@popovertarget") == figure.xpath("div[@popover]/@id")
        named = str(places[block.line]).join(around_number(words.word("figure")))
        assert figure.xpath(".//button/@aria-label") == [named]
        assert figure.findtext("figcaption/b") == (named if is_numbered else None)
        drawn = figure.xpath(".//div[@role='img']/svg")
        assert all(svg.xpath(".//use | .//path") for svg in drawn)
        assert 1 <= len(drawn) <= 2


def test_each_chapter_has_the_ink_and_the_sign_of_its_page_in_the_booklet(shown: Shown) -> None:
    page, (text, _, subject) = shown.page, shown.read()
    spreads = subject.spreads_for(text)
    assert spreads is not None
    inks = dict(re.findall(r"\.(c[0-9a-f]{6})\{--chapter:(#[0-9a-f]{6})\}", page.findtext(".//style")))
    titles = {heading.get("id") or heading.getparent().getnext().get("id"): heading for heading in page.xpath("//h2")}
    bands = [one for one in spreads.spreads.pages if one.band in titles]
    assert bands
    for band in bands:
        title = titles[band.band]
        [chapter] = title.xpath("ancestor::section | ancestor::details")
        assert inks[chapter.get("class")] == band.ink
        assert len(title.xpath("svg")) == bool(band.sign)


def test_a_sample_game_is_told_a_turn_at_a_time_before_and_after_each(pages: Pages) -> None:
    for game in ("asterion", "asterion-original"):
        [walk] = pages.read(game, "en").xpath("//details[contains(@class, ' web')]")
        turns = walk.xpath("div/details")
        reported = [name for name in pages.rulebook(game).read("en")[0].ids() if name.startswith("turn-")]
        assert len(turns) == len(reported) > 0
        assert len({turn.get("name") for turn in turns}) == 1, "one of them is open at a time"
        for number, turn in enumerate(turns, 1):
            output = text_of(turn.find("summary"))
            who = "Yellow" if number % 2 else "Blue"
            assert re.fullmatch(rf"Turn{number}:{who}(places|rotates|swaps|moves)[YB]\d\d(and[YB]\d\d)?", output)
            [panels] = turn.xpath(".//figure/p")
            assert "A: " in panels.text
            assert "B: " in panels.text


# its drawings

FIGURES = "//main//figure[not(parent::details[@class='web'])]"


def listed(element: Any, depth: int = 0) -> Iterator[str]:
    """Yield a line for each element of a drawing, with its attributes."""
    yield "  " * depth + " ".join((element.tag, *(f'{name}="{value}"' for name, value in element.items())))
    for kid in element:
        yield from listed(kid, depth + 1)


def test_the_drawings_of_a_page_are_what_was_approved(pages: Pages, golden: Callable[[str, str], None]) -> None:
    """Compare two figures, which together have all kinds of shapes, ends, corners, dashes, clips and letters.

    After a change, look at these pages in a browser, run this test with `--update-goldens`, and read the difference.
    """
    asterismo, tiles = (Shown(pages.read(game, "en"), pages.rulebook(game), "en") for game in ("asterismo", "asterion"))
    style = asterismo.page.findtext(".//style")
    inks = re.findall(r"^\.drawn, .*$|\._k\d+\{.*?\}", style, re.MULTILINE)
    stock = asterismo.page.xpath("//svg[@class='stock']")[0]
    [goals] = drawn(asterismo, "goals")
    [impaling] = drawn(tiles, "impaling")
    named = set(re.findall(r"#(_[cn]\w+)", " ".join(impaling.xpath(".//@href | .//@clip-path"))))
    used = [one for one in tiles.page.xpath("//svg[@class='stock']/*") if one.get("id") in named]
    assert len(used) == len(named) > 2
    others = "\n".join(line for one in (impaling, *used) for line in listed(one))
    lines = [*inks, *listed(stock), *listed(goals), re.sub(r"#_t\d+", "#_t", others)]
    golden("page-drawings.txt", "\n".join(lines) + "\n")


def drawn(shown: Shown, figure: str) -> list[Any]:
    """The drawings of a figure, one for each arrangement."""
    names = [block.figure for block in shown.blocks() if isinstance(block, FigureBlock)]
    found: list[Any] = shown.page.xpath(FIGURES)[names.index(figure)].xpath(".//div[@role='img']/svg")
    return found


# what it is made of


def test_pages_are_the_same_whichever_others_are_made(pages: Pages) -> None:
    for game, language in (("asterion", "ja"), ("minotaurus", "es")):
        assert rulebook_of(game, language).page(language) == pages.file(game, language).read_bytes()


def test_figures_are_painted_once_for_all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[object] = []
    monkeypatch.setattr(SvgPainter, "parts", lambda self, *_: painted.append(self))
    rulebook = rulebook_of("asterismo", "en", "es", "ja")
    rulebook.page("en")
    first = len(painted)
    assert first
    rulebook.page("es")
    rulebook.page("ja")
    assert len(painted) == first


def test_a_figure_that_is_too_wide_for_a_telephone_is_arranged_a_second_time(pages: Pages) -> None:
    found = pages.read("asterion", "en").xpath("//div[svg[contains(@class, 'narrow')]]")
    assert found
    for picture in found:
        wide, narrow = (float(svg.get("viewbox").split()[2]) for svg in picture.xpath("svg"))
        assert narrow < 0.85 * wide


@pytest.mark.parametrize("game", GAMES)
def test_a_page_brings_along_every_letter_that_it_writes_and_each_font_once(pages: Pages, game: str) -> None:
    for language in finished(game):
        page = pages.file(game, language).read_text(encoding="utf-8")
        faces = re.findall(r"@font-face\{font-family:rules-text;font-weight:(400|700);[^}]*base64,([^)]*)\)", page)
        everything = re.findall(r"base64,([^)]*)\)", page)
        assert len(set(everything)) == len(everything)
        body = page.partition("<body>")[2]
        bold = " ".join(found[0] for found in re.findall(r"(<(h[1-6]|strong|b)\b.*?</\2>)", body, re.DOTALL))
        for weight, markup in (("400", body), ("700", bold)):
            held = set().union(*(held_by(font) for found, font in faces if found == weight))
            shown = set(unescape(re.sub("<[^>]*>", " ", markup)))
            assert {one for one in shown if one.isprintable()} <= held, (language, weight)
        assert sum(map(len, everything)) < 450_000
        assert len(page.encode()) < 1_850_000


def held_by(font: str) -> set[str]:
    """The characters that a font has, as a page holds it."""
    return set(map(chr, uharfbuzz.Face(uharfbuzz.Blob(b64decode(font))).unicodes))


def test_a_grey_page_is_grey_and_leads_where_it_led(asterismo: RulebookBuilder) -> None:
    coloured = asterismo.page("en")
    grey = grey_page(coloured)
    inks = re.compile(rb'[:"]#([0-9a-f]{6})\b(?=[;}"])')
    assert any(ink[:2] != ink[2:4] for ink in inks.findall(coloured))
    assert all(ink[:2] == ink[2:4] == ink[4:] for ink in inks.findall(grey))
    assert grey_page(b'<a href="#facade">#facade</a><i fill="#facade">') == (
        b'<a href="#facade">#facade</a><i fill="#d7d7d7">'
    )


# single things


ROWS = (
    '<tr><th scope="rowgroup" rowspan="2">one</th><td class="center">1</td></tr><tr><td class="center">2</td></tr>'
    '<tr><th scope="row">two</th><td class="center">3</td></tr>'
)
HEAD = '<thead><tr><td></td><th scope="col" class="center">x</th></tr></thead>'
NOTE = '<li id="_note1" value="1"><a href="#_mark1" role="doc-backlink">1</a> First.</li></ol></section><section><h2'
JAPANESE = {"line_breaking": "japanese"}
ELEMENTS: list[tuple[str, dict[str, Any], str]] = [
    # text is escaped
    ('A < B & "C"', {}, '<p>A &lt; B &amp; "C"</p>'),
    ("\\<script>alert(1)\\</script> & more", {}, "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>"),
    # emphasis, links and numbers
    ("See **{{n}} *coins*** in", {}, "<strong>7\u00a0</strong><strong><em>coins</em></strong> in"),
    ("[*that*\npart](#a), ![gold](symbol:coin).", {}, '<a href="#a"><em>that</em> part</a>, '),
    # a footnote leads there and back, and stands at the end of its section
    ("One.[^x]\n\n[^x]: A.", {}, '<sup><a href="#_note1" id="_mark1" role="doc-noteref">1</a></sup>'),
    ("One.[^x]\n\n## B {#b}\n\nThree.[^y]\n\n[^x]: First.\n\n[^y]: Second.", {}, NOTE),
    ("One.[^x]\n\n## B {#b}\n\nThree.[^y]\n\n[^x]: First.\n\n[^y]: Second.", {}, '<li id="_note2" value="2">'),
    # lists keep their numbers and what they hold, as block quotes do
    ("3. Three\n4. Four\n   - inner", {}, '<ol start="3"><li>Three</li><li><p>Four</p><ul><li>inner</li></ul></li>'),
    ("4. Four\n   - inner\n\n     more", {}, "<ul><li><p>inner</p><p>more</p></li></ul></li>"),
    ("> one\n> *two*\n>\n> - three", {}, "<blockquote><p>one <em>two</em></p><ul><li>three</li></ul></blockquote>"),
    # the cells of a table know what heads them
    ("| | x |\n|---|---|\n| one | 1 |\n| | 2 |\n| two | 3 |", {}, f"<table>{HEAD}<tbody>{ROWS}</tbody></table></div>"),
    ("| | x |\n|---|---|", {}, '<div class="scroll" role="group" aria-labelledby="a" tabindex="0"><table>'),
    # a language has its own spaces, and keeps hyphenated words where it must
    ("Où ? à Rome", {"typography": Typography(space_before="?", tied_words=("à",))}, "<p>Où\u202f? à\u00a0Rome</p>"),
    ("biało-czarny, kot", {"typography": Typography(hyphen_breaks=False)}, '<span class="whole">biało-czarny,</span>'),
    ("black-and-white & “mouse”", {}, '<p><span class="hard">black-and-white</span> &amp; “mouse”</p>'),
    ("各色16枚です", JAPANESE, '<p>各色<span class="whole">16枚</span>です</p>'),
    # a band sets its pieces apart
    ("## 3つの例 {#b}\n\nA", JAPANESE, '<h2 id="b"><span><span class="whole">3つ</span>の例</span></h2>'),
    # Japanese has no space where a line ends, and no short cell in two
    ("迷宮\n迷宮", JAPANESE, "<p>迷宮迷宮</p>"),
    ("| 名 | 意味 |\n|---|---|\n| コイン | これは長い説明です |", JAPANESE,
     '<th scope="row" class="whole">コイン</th><td>これは長い説明です</td>'),
    # a question is told from a part of a section
    ("### Why? {#ruling-a1}\n\nSo.\n\n- so", {},
     '<h3 id="ruling-a1" class="question">Why?</h3><p class="answer">So.</p><ul class="answer">'),
    ("### Why? {#ruling-a1}\n\nSo.\n\n### Part {#part}\n\nText.", {}, '<h3 id="part">Part</h3><p>Text.</p>'),
]  # fmt: skip


@pytest.mark.parametrize(("markdown", "words", "html"), ELEMENTS)
def test_a_block_becomes_its_element(markdown: str, words: dict[str, Any], html: str) -> None:
    text = parse_rules(f"# Title {{#title}}\n\n## A {{#a}}\n\n{markdown}", Known({"n": "7"}, (), ("coin",)), "x.md")
    english = words_of("en")
    own, album = replace(english.words, **words), Mock(symbol=lambda name, spoken: f"[{name}:{spoken}]")
    writer = PageWriter(text, own, AltTextWords(english, refused), Mock(), album, ("Figure ", ""), None, {})
    assert html in writer.sections()


def test_words_that_ask_for_what_is_not_there_are_mistakes(asterismo: RulebookBuilder) -> None:
    text, words, subject = asterismo.read("en")
    wrong = replace(words, words=replace(words.words, words={**words.words.words, "rules": "{{vision}}"}))
    fonts = library.fonts_folder()
    with pytest.raises(TypesettingError, match=r"unknown placeholder \{\{vision\}\}"):
        write_rules_page(text, wrong, Pictures(subject, fonts), asterismo.drawings.theme, fonts)


def test_the_head_of_a_page_shows_the_cover_of_its_game(pages: Pages) -> None:
    for game in ("asterion", "asterion-original", "minotaurus", "asterismo"):
        page = pages.file(game, "en").read_text(encoding="utf-8")
        assert set(re.findall(r'class="(cover|title) drawn"', page)) == {"cover"}
