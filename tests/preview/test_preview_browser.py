"""The page in a real browser: filters, the closer look, the comparison, and how it fits windows, eyes and paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, composition_of, deck_of
from tests.support.chromium import Window, axe_finds_nothing

Look = Callable[..., Window]
PARTS = ("tiles", "composition", "compare")
A_GAME = "laid=Y09@1,0;B09@-1,0;R09@0,-1^3;G05@2,0^1;Y01@3,0;B15@3,1^2;R02@4,0;G13@5,0"
A_FEW = "laid=Y08@1,0;B08@-1,0;R05@0,-1^3;G05@2,0^1;Y01@3,0"


def visible_cards(window: Window) -> list[str]:
    shown = "[...document.querySelectorAll('.card')].filter((c) => c.checkVisibility()).map((c) => c.dataset.tile)"
    found: list[str] = window.page.evaluate(shown)
    return found


def go(window: Window, part: str) -> None:
    """Go to another part of the page that is shown, as by its address."""
    window.page.evaluate(
        """(part) => new Promise((done) => {
          addEventListener("hashchange", () => setTimeout(done), { once: true });
          if (location.hash === `#${part}`) done();
          location.hash = part;
        })""",
        part,
    )


def holds(tile: Tile, kind: str) -> bool:
    return any(getattr(path, f"{kind}s") for path in tile.paths)


def has_exits(tile: Tile, count: int) -> bool:
    return any(len(path.exits) == count for path in tile.paths)


# Tiles


def test_filters_show_just_the_tiles_that_fit(look: Look, deck: Deck) -> None:
    window = look()
    page = window.page
    assert visible_cards(window) == [tile.id for tile in deck.tiles]

    def fitting(fits: Callable[[Tile], bool]) -> list[str]:
        return [tile.id for tile in deck.tiles if fits(tile)]

    page.get_by_label("blue", exact=True).first.check()
    page.get_by_label("red", exact=True).first.check()
    assert visible_cards(window) == fitting(lambda tile: tile.colour in {"blue", "red"})
    page.get_by_label("wing", exact=True).check()
    assert visible_cards(window) == fitting(lambda tile: tile.colour in {"blue", "red"} and holds(tile, "wing"))
    page.get_by_label("3", exact=True).check()
    wanted = fitting(lambda t: t.colour in {"blue", "red"} and holds(t, "wing") and has_exits(t, 3))
    assert visible_cards(window) == wanted
    assert page.locator("#count").inner_text() == f"{len(wanted)} of {len(deck.tiles)} tiles"
    page.get_by_role("searchbox").fill("B12")
    assert visible_cards(window) == ["B12"]
    page.wait_for_function("() => location.hash.includes('q=B12')")
    page.reload()
    assert visible_cards(window) == ["B12"], "the address keeps the wishes"
    page.get_by_role("searchbox").fill("b12 nothing-like-that")
    assert visible_cards(window) == []
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("() => !document.querySelector('#count').innerText.includes('of')")
    assert visible_cards(window) == [tile.id for tile in deck.tiles]


def test_the_address_filters(look: Look, deck: Deck) -> None:
    window = look()
    for kind in ("prisoner", "coin", "wing"):
        go(window, f"tiles?holds={kind}")
        assert visible_cards(window) == [tile.id for tile in deck.tiles if holds(tile, kind)]
    for count in (1, 2, 3, 4):
        go(window, f"tiles?exits={count}")
        assert visible_cards(window) == [tile.id for tile in deck.tiles if has_exits(tile, count)]


def test_free_text_finds_paths_and_names(look: Look, deck: Deck) -> None:
    window = look()
    for text, design in (("NES:w", "winged-fork-and-cell"), ("coin bridge", "coin-bridge")):
        window.page.get_by_role("searchbox").fill(text)
        assert visible_cards(window) == [tile.id for tile in deck.tiles if tile.design == design]


def test_the_closer_look_by_keyboard_alone(look: Look) -> None:
    window = look("#tiles?colour=green")
    page = window.page
    page.locator(".card:visible .look").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#closer-title").inner_text().startswith("G01")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    assert page.locator("#closer-title").inner_text().startswith("G02")
    assert page.locator("#closer-tile").get_attribute("data-turns") == "1"
    line = 1 + library.game_file().path.read_text(encoding="utf-8").splitlines().index("  winged-crossroads:")
    assert page.locator("#closer-source").inner_text() == f"tiles.yaml:{line}"
    assert "N, E, S and W with a prisoner and a wing" in page.locator("#closer-paths").inner_text()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('.card').dataset.tile") == "G02"


def test_the_other_deck_can_be_shown(look: Look) -> None:
    window = look()
    window.page.get_by_label("other.yaml", exact=True).check()
    assert "Y17" in visible_cards(window)
    assert "Y14" not in visible_cards(window)
    assert "68 tiles" in window.page.locator(".masthead").inner_text()


# Comparison


@pytest.fixture(scope="module")
def other(other_catalogue: ShelfFile) -> Deck:
    return deck_of(load_catalogue(other_catalogue.path).catalogue)


def table_of(window: Window, within: str) -> dict[str, list[str]]:
    rows: list[list[str]] = window.page.evaluate(
        f"[...document.querySelectorAll('{within} tbody tr')].map((r) => [...r.cells].map((cell) => cell.innerText))"
    )
    return {name: cells for name, *cells in rows}


def test_designs_that_differ_are_shown_old_beside_new(look: Look, deck: Deck, other: Deck) -> None:
    window = look("#compare?")
    changes: list[list[Any]] = window.page.evaluate(
        "[...document.querySelectorAll('.change')].map((c) => [c.dataset.number, c.classList[1], c.innerText])"
    )
    kinds = {number: kind for number, kind, _ in changes}
    assert kinds == {"1": "changed", "4": "changed", "14": "added", "17": "removed"}  # from the other to the shipped
    words = {number: text for number, _, text in changes}
    assert "EW:cc" in words["4"]
    assert "coins −4" in words["4"]
    assert "tiles −4" in words["1"]
    counted = table_of(window, "#compare-result")
    for what in ("tiles", "prisoners", "coins", "wings", "exits", "chambers"):
        old, new = (getattr(composition_of(one.tiles), what) for one in (other, deck))
        step = "" if old == new else f"{'−' if new < old else '+'}{abs(new - old)}"
        assert counted[what] == [str(old), str(new), step]
    reprinted = window.page.locator(".reprint").inner_text()
    assert reprinted == "To print: Y04, Y14, B04, B14, R04, R14, G04, G14"


def test_two_decks_are_chosen_by_clicking(look: Look) -> None:
    window = look("#compare?")
    page = window.page
    shipped = page.get_by_role("button", name="tiles.yaml")
    shipped.click()
    assert page.locator("#compare-result").inner_text() == "Choose another deck."
    shipped.click()
    reprinted = page.locator(".reprint").inner_text()
    assert reprinted == "To print: Y04, Y14, B04, B14, R04, R14, G04, G14"
    page.get_by_role("button", name="other.yaml").click()
    page.get_by_role("button", name="other.yaml").click()
    turned = page.locator(".reprint").inner_text()
    assert turned == "To print: Y01, Y04, Y17, B01, B04, B17, R01, R04, R17, G01, G04, G17"


# Windows, eyes, paper


def test_nothing_is_wider_than_a_small_telephone(look: Look) -> None:
    window = look(width=360, height=740)
    wide = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, window.innerWidth)"
    found = {}
    for part in PARTS:
        go(window, f"{part}?{A_GAME}")
        found[part] = window.page.evaluate(wide)
    go(window, "tiles")
    window.page.locator(".look").first.click()
    found["closer"] = window.page.evaluate(wide)
    assert set(found.values()) == {360}, found


@pytest.mark.parametrize(
    ("scheme", "width", "only"), [("light", 1280, {}), ("dark", 360, {"runOnly": ["color-contrast"]})]
)
def test_axe_finds_nothing(look_at_few: Look, scheme: str, width: int, only: dict[str, list[str]]) -> None:
    window = look_at_few(width=width, color_scheme=scheme)
    page = window.page
    for part in PARTS:
        go(window, f"{part}?{A_FEW}")
        assert page.locator(f"#{part}").is_visible()
        axe_finds_nothing(window, **only)
    go(window, "tiles")
    page.locator(".look").first.click()
    axe_finds_nothing(window, **only)


def test_axe_finds_nothing_among_all_the_tiles(look: Look) -> None:
    axe_finds_nothing(look())


def test_light_and_dark_can_be_chosen_and_are_kept(look: Look) -> None:
    window = look(color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    by_day = window.page.evaluate(ground)
    lamp = window.page.locator("#lamp")
    lamp.click()
    assert window.page.evaluate(ground) == by_day
    lamp.click()
    by_night = window.page.evaluate(ground)
    assert by_night != by_day
    window.page.wait_for_function("() => location.hash.includes('lamp=dark')")
    window.page.reload()
    assert window.page.evaluate(ground) == by_night


def test_without_programs_everything_is_there(look: Look, deck: Deck) -> None:
    window = look(java_script_enabled=False)
    page = window.page
    assert page.locator(".card:visible").count() == len(deck.tiles)
    assert page.locator(".chart:visible").count() == 4


def test_on_paper_there_are_tiles_and_no_controls(look: Look, deck: Deck) -> None:
    window = look()
    window.page.emulate_media(media="print")
    assert not window.page.locator("#filters").is_visible()
    assert not window.page.locator("nav").is_visible()
    lefts = "(n) => new Set([...document.querySelectorAll('.card')].slice(0, n).map((c) => c.offsetLeft)).size"
    assert window.page.evaluate(lefts, len(deck.tiles)) == 3
    assert len(window.page.pdf()) > 20_000
