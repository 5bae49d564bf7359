"""Pages of rules in a real browser: on a telephone, in the dark, on paper, by keys, and for those who hear them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.chromium import Window, axe_finds_nothing
from tests.support.readings import ALL, EVERY, GAMES, THOROUGH, Pages

if TYPE_CHECKING:
    from playwright.sync_api import Page

Show = Callable[..., Window]
EXAMPLES = [("asterion", "en"), ("asterion", "ja"), ("minotaurus", "en"), ("asterismo", "en")]
"""A page of each kind of game, and another script: the markup of all pages is the same."""
SMALLEST = 24
"""Least height of what is touched, in pixels, links within text aside. Source: WCAG 2.2, 2.5.8."""
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.name = ''; one.open = true; })"
PHONE, MOST_SCREENS = (360, 740), 10
"""A small telephone, in CSS pixels, and the most screens of it that a page takes as it opens."""


@pytest.fixture
def page(show: Show, pages: Pages) -> Show:
    """Show a page of a game in a language."""
    return lambda game="minotaurus", language="en", **options: show(pages.file(game, language).as_uri(), **options)


@pytest.fixture
def blank(show: Show, pages: Pages) -> Show:
    """Show a page whose pictures are as large as ever, and blank."""
    return lambda game, language, **options: show(pages.without_pictures(game, language).as_uri(), **options)


def test_nothing_is_wider_than_a_small_telephone(blank: Show) -> None:
    wide = """[...document.querySelectorAll("main *, header *, nav *")].filter((one) => !one.closest("svg, .scroll")
      && one.getBoundingClientRect().right > 360.5).map((one) => one.outerHTML.slice(0, 80))"""
    cut = "[...document.querySelectorAll('.scroll')].filter((one) => one.getBoundingClientRect().right > 360.5).length"
    found = {}
    for game, language in ALL:
        window = blank(game, language, width=360, height=740).page
        width = window.evaluate("document.documentElement.scrollWidth")
        found[game, language] = (width, window.evaluate(wide), window.evaluate(cut))
    wrong = [f"{page}: {what}" for page, what in found.items() if what != (360, [], 0)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
@pytest.mark.parametrize(("game", "language"), EVERY if THOROUGH else EXAMPLES)
def test_axe_finds_nothing(blank: Show, game: str, language: str, scheme: str, width: int) -> None:
    window = blank(game, language, width=width, color_scheme=scheme)
    window.page.evaluate(OPEN_ALL)
    axe_finds_nothing(window)


@pytest.mark.parametrize(("game", "language"), EXAMPLES)
def test_every_word_is_seen_and_none_is_added_by_a_style(blank: Show, game: str, language: str) -> None:
    unseen = """[...document.querySelectorAll("header *, nav *, main *, footer *")].filter((one) =>
      [...one.childNodes].some((kid) => kid.nodeType == 3 && kid.data.trim()) && !one.closest("[hidden], svg")
      && (!one.checkVisibility({opacityProperty: true, visibilityProperty: true}) || !one.getClientRects().length
          || parseFloat(getComputedStyle(one).fontSize) < 8 || getComputedStyle(one).color.includes(", 0)")))
      .map((one) => one.outerHTML.slice(0, 80))"""
    added = """[...document.querySelectorAll("body, body *")].flatMap((one) => ["::before", "::after"].map((part) =>
      getComputedStyle(one, part).content)).filter((one) => /".*[a-z]/i.test(one))"""
    window = blank(game, language).page
    window.evaluate(OPEN_ALL)
    assert (window.evaluate(unseen), window.evaluate(added)) == ([], [])


def test_nobody_is_asked_for_anything(page: Show) -> None:
    asked: list[str] = []
    window = page()
    window.page.on("request", lambda request: asked.append(request.url))
    window.page.reload()
    window.page.evaluate("document.fonts.ready.then(() => 0)")
    assert [url for url in asked if not url.startswith("data:")] == [window.page.url]


def test_on_paper_there_is_the_text_and_nothing_to_click(page: Show) -> None:
    window = page(color_scheme="dark").page
    for way in ("nav", ".back", ".skip"):
        assert window.locator(way).count() == 1
    assert window.locator("nav").is_visible()
    window.emulate_media(media="print", color_scheme="dark")
    assert not any(window.locator(way).is_visible() for way in ("nav", ".back", ".skip"))
    assert window.locator("main section").first.is_visible()
    assert window.evaluate("getComputedStyle(document.querySelector('main a')).textDecorationLine") == "none"
    assert window.evaluate("getComputedStyle(document.querySelector('figure')).breakInside") == "avoid"
    assert window.evaluate("getComputedStyle(document.querySelector('h2')).breakAfter") == "avoid"
    ink = "getComputedStyle(document.querySelector('main p')).color"
    on_paper = window.evaluate(ink)
    window.emulate_media(media="screen", color_scheme="light")
    assert window.evaluate(ink) == on_paper, "the inks of paper are those of the day"


def test_by_night_figures_lie_on_paper_that_does_not_glare_and_dark_lines_are_read_on_it(page: Show) -> None:
    window = page(color_scheme="dark").page
    card = luminance(window.evaluate("getComputedStyle(document.querySelector('.picture')).backgroundColor"))
    paper = luminance(window.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    lines = luminance("rgb(43, 27, 20)")
    assert paper < 0.05
    assert card < 0.5
    assert (card + 0.05) / (lines + 0.05) > 4.5
    window.emulate_media(color_scheme="light")
    assert window.evaluate("getComputedStyle(document.querySelector('.picture')).backgroundColor") == "rgba(0, 0, 0, 0)"


def luminance(colour: str) -> float:
    """The relative luminance of a colour as CSS computes it. Source: WCAG 2.2."""
    shares = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("width", "shown"), [(360, "narrow"), (1280, "wide")])
def test_each_figure_is_shown_once_in_the_arrangement_that_fits(page: Show, width: int, shown: str) -> None:
    window = page("asterion", width=width).page
    seen = """(shown) => [...document.querySelectorAll(".picture")].map((picture) => {
      const drawn = [...picture.querySelectorAll(".drawn")].filter((one) => one.checkVisibility());
      return drawn.length === 1 && (drawn[0].matches(`.${shown}`) || drawn[0].parentNode.children.length === 1)
        && drawn[0].getBoundingClientRect().width > 90;
    })"""
    window.evaluate(OPEN_ALL)
    found = window.evaluate(seen, shown)
    assert found
    assert all(found)


def test_with_keys_one_comes_past_the_contents_first(page: Show) -> None:
    window = page(width=360).page
    window.keyboard.press("Tab")
    skip = window.locator(".skip")
    assert skip.evaluate("(one) => one === document.activeElement")
    box = skip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert skip.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    window.keyboard.press("Enter")
    assert window.evaluate("document.activeElement.tagName") == "MAIN"


@pytest.mark.parametrize(("width", "touched"), [(360, "summary, .back"), (1280, "nav a")])
def test_what_is_touched_is_large_enough(page: Show, width: int, touched: str) -> None:
    window = page("asterismo", width=width).page
    heights = """(all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility())
      .map((one) => one.offsetHeight)"""
    found = window.evaluate(heights, touched)
    assert found
    assert min(found) >= SMALLEST
    back = window.evaluate("document.querySelector('.back').offsetHeight")
    assert back >= 44 or (width > 360 and not back), "where the contents stand beside the text, nothing leads back"


@pytest.mark.parametrize("game", GAMES)
def test_as_it_opens_a_page_takes_ten_screens_of_a_telephone_at_most(page: Show, game: str) -> None:
    window = page(game, width=PHONE[0], height=PHONE[1]).page
    as_it_opens = window.evaluate("document.documentElement.scrollHeight")
    assert as_it_opens <= MOST_SCREENS * PHONE[1]
    assert window.locator("main > :first-child:is(section)").count() == 1, "the summary is open, and stands first"
    window.evaluate(OPEN_ALL)
    assert window.evaluate("document.documentElement.scrollHeight") > 2 * as_it_opens


def test_a_chapter_is_opened_by_click_by_key_and_by_a_link_into_it(page: Show) -> None:
    window = page("asterion", width=360).page
    opened = "[...document.querySelectorAll('details[open]')].map((one) => one.querySelector('h2').textContent)"
    assert window.evaluate(opened) == []
    window.locator("summary").first.click()
    window.locator("summary").nth(1).focus()
    window.keyboard.press("Enter")
    assert window.evaluate(opened) == ["Object of the game", "Setup"]
    window.set_viewport_size({"width": 1280, "height": 900})
    for way, chapter in (("#play", "Your turn"), ("#ruling-a11", "Questions and answers")):
        window.evaluate("(way) => { location.hash = way; }", way)
        assert window.evaluate(opened)[-1] == chapter
    window.locator("nav a[href='#actions']").click()
    assert "Actions" in window.evaluate(opened)
    assert window.locator("#actions > p").first.is_visible()


def test_one_turn_of_the_sample_game_is_open_at_a_time(page: Show) -> None:
    window = page("asterion", width=360).page
    opened = "[...document.querySelectorAll('.web details[open] h3')].map((one) => one.textContent)"
    window.evaluate("location.hash = '#turn-5'")
    assert window.evaluate(opened) == ["Turn\u00a05: Yellow rotates Y12"]
    assert window.locator("#turn-5 .picture").is_visible()
    window.locator(".web summary", has_text="Turn 8").click()
    assert window.evaluate(opened) == ["Turn\u00a08: Blue swaps B12 and B15"]


def test_on_paper_all_chapters_are_open(page: Show) -> None:
    window = page("asterion").page
    passage = window.locator("#scoring > p").first
    assert not passage.is_visible()
    window.emulate_media(media="print")
    assert passage.is_visible()
    assert window.locator("details").count()
    assert window.evaluate("[...document.querySelectorAll('details > div > p')].every((one) => one.offsetHeight > 0)")


@pytest.mark.parametrize(("width", "least"), [(360, 600), (1280, 850)])
def test_a_figure_is_enlarged_and_closed_by_click_and_by_keys(page: Show, width: int, least: int) -> None:
    window = page("asterion", width=width, height=900).page
    window.evaluate("document.querySelector('#placing').closest('details').open = true")
    figure = window.locator("#placing ~ figure").first
    button, picture = figure.locator("button"), figure.locator(".picture")
    wide = "(one) => [...one.querySelectorAll('.drawn')].find((svg) => svg.checkVisibility()).getBoundingClientRect()"
    before = picture.evaluate(wide)["width"]
    for by_keys in (False, True):
        if by_keys:
            button.press("Enter")
        else:
            button.click()
        assert picture.evaluate("(one) => one.matches(':popover-open')")
        assert picture.evaluate("(one) => one.getBoundingClientRect().width") >= width - 20
        assert picture.evaluate(wide)["width"] > max(least, 1.3 * before)
        if by_keys:
            window.keyboard.press("Escape")
        else:
            button.click()
        assert not picture.evaluate("(one) => one.matches(':popover-open')")
        assert picture.evaluate(wide)["width"] == before


def test_a_footnote_is_reached_and_left(show: Show, noted: Path) -> None:
    window = show((noted / "rules-en.html").as_uri(), width=360).page
    window.locator("a[role=doc-noteref]").first.click()
    assert window.evaluate("location.hash") == "#_note1"
    assert window.locator("#_note1").is_visible()
    window.locator("#_note1 a[role=doc-backlink]").click()
    assert window.evaluate("location.hash") == "#_mark1"


def test_lines_break_as_the_language_asks(page: Show) -> None:
    window = page().page
    look = """(kind) => { document.documentElement.className = kind;
      const style = getComputedStyle(document.querySelector("main p"));
      return [style.wordBreak, style.lineBreak, style.hyphens]; }"""
    assert window.evaluate(look, "words") == ["normal", "auto", "auto"]
    assert window.evaluate(look, "korean")[0] == "keep-all"
    assert {window.evaluate(look, kind)[1] for kind in ("japanese", "chinese", "traditional")} == {"strict"}


def test_who_wants_no_motion_has_none(page: Show) -> None:
    window = page().page
    motion = "getComputedStyle(document.documentElement).scrollBehavior"
    window.emulate_media(reduced_motion="no-preference")
    assert window.evaluate(motion) == "smooth"
    window.emulate_media(reduced_motion="reduce")
    assert window.evaluate(motion) == "auto"
    window.emulate_media(reduced_motion="null")


def test_larger_letters_of_the_reader_make_all_larger(page: Show) -> None:
    window = page(width=360).page
    size = "parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"
    before = window.evaluate(size)
    window.add_style_tag(content=":root { font-size: 200% !important }")
    assert window.evaluate(size) > 1.8 * before
    assert window.evaluate("document.documentElement.scrollWidth") == 360


def test_no_letter_is_set_in_a_font_of_the_machine(blank: Show) -> None:
    found = {one: fonts_of(blank(*one, width=360).page) for one in ALL}
    assert all(found.values())
    wrong = [f"{page}: {fonts}" for page, fonts in found.items() if any(name.startswith("foreign ") for name in fonts)]
    assert not wrong, "\n".join(wrong)


def fonts_of(window: Page) -> dict[str, int]:
    """The fonts in which the words of a page are set, with the number of their letters."""
    window.evaluate(OPEN_ALL)
    window.evaluate("document.fonts.ready.then(() => 0)")
    tools = window.context.new_cdp_session(window)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    fonts: dict[str, int] = {}
    for node in tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body *:not(svg, svg *)"})["nodeIds"]:
        for font in tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            name = f"{'' if font['isCustomFont'] else 'foreign '}{font['familyName']}"
            fonts[name] = fonts.get(name, 0) + int(font["glyphCount"])
    tools.detach()
    return fonts


def test_a_figure_looks_as_in_the_booklet(page: Show, tmp_path: Path) -> None:
    """The tile of the first figure is not blank: symbols, clips and paints were found."""
    from PIL import Image

    window = page("asterismo", width=1280).page
    window.evaluate(OPEN_ALL)
    window.locator("figure .drawn").first.screenshot(path=str(tmp_path / "tile.png"))
    with Image.open(tmp_path / "tile.png") as image:
        colours = image.convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 200
