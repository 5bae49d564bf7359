"""The trial table in a real browser: laying by mouse, finger and keyboard; what is shown is what the engine says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay, spell_ply
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import chambers, final
from tests.support.chromium import Window, axe_finds_nothing

LEAST_PIXELS = 40
"""Of the side of a tile."""
Look = Callable[..., Window]
CLOSED = "laid=Y09@1,0;B09@-1,0;R09@0,-1^3"
"""The minotaur's ways to the east, west and north lead into dead ends; only the south is open."""


@pytest.fixture
def look(look_at_table: Look) -> Look:
    """Show the table of a page that the program serves."""
    return look_at_table


def settle(window: Window) -> None:
    """Wait until the engine has answered."""
    window.page.wait_for_selector("#board:not([aria-busy]) .cell")


def cell(x: int, y: int) -> str:
    return f'#board .cell[data-x="{x}"][data-y="{y}"]'


def laid(window: Window) -> list[str]:
    settle(window)
    found: list[str] = window.page.evaluate("[...document.querySelectorAll('#plies code')].map((c) => c.innerText)")
    return found


def scores(window: Window) -> dict[str, list[int]]:
    """By seat: impaling, treasure, together, escaped."""
    settle(window)
    rows = window.page.evaluate(
        "[...document.querySelectorAll('#score tr[data-seat]')]"
        ".map((row) => [row.dataset.seat, [...row.querySelectorAll('td')].map((c) => c.innerText)])"
    )
    return {seat: [int(value.replace("−", "-")) for value in cells] for seat, cells in rows}


def expected_scores(position: Position) -> dict[str, list[int]]:
    counted = final(position)
    maps = (counted.kills, counted.treasure, counted.scores, counted.escaped)
    return {seat: [one[seat] for one in maps] for seat in position.seats}


def printed(window: Window) -> str:
    settle(window)
    return str(window.page.locator("#said").inner_text())


def test_a_tile_is_dragged_onto_the_table(look: Look) -> None:
    window = look("#table?")
    page = window.page
    page.locator('.tray-tile[data-tile="Y03"]').drag_to(page.locator(cell(0, -1)))
    assert laid(window) == ["Y03@0,-1"]
    assert printed(window) == "Y03 laid at 0,-1: 1 yellow impaled; Yellow gets −1."
    assert scores(window)["yellow"] == [-1, 0, -1, 0]
    page.locator(cell(0, -1)).drag_to(page.locator(cell(1, 0)))
    assert laid(window) == ["Y03@1,0"]
    page.locator(cell(1, 0)).drag_to(page.locator(".masthead"))
    assert laid(window) == ["Y03@1,0"], "dropped beside the table it lies where it lay"
    page.get_by_role("button", name="Undo").click()
    assert laid(window) == ["Y03@0,-1"]


def test_a_tile_is_laid_by_two_clicks_or_two_taps(look: Look) -> None:
    window = look("#table?", has_touch=True, width=360, height=740)
    page = window.page
    page.locator('.tray-tile[data-tile="Y07"]').tap()
    page.get_by_role("button", name=re.compile("^Turn R")).tap()
    page.locator(cell(1, 0)).tap()
    assert laid(window) == ["Y07@1,0^1"]
    page.locator("#tray").get_by_label("Blue", exact=True).check(force=True)
    page.locator('.tray-tile[data-tile="B01"]').click()
    page.locator(cell(-1, 0)).click()
    assert laid(window) == ["Y07@1,0^1", "B01@-1,0"]


def test_a_tile_is_laid_turned_and_taken_up_by_keyboard_alone(look: Look) -> None:
    window = look("#table?")
    page = window.page
    page.locator('.tray-tile[data-tile="Y16"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert laid(window) == ["Y16@1,0^1"]
    page.keyboard.press("Enter")
    assert page.locator("#chosen").is_visible()
    page.keyboard.press("r")
    assert laid(window) == ["Y16@1,0^2"]
    page.keyboard.press("Delete")
    assert laid(window) == []
    assert page.locator("#held").get_attribute("data-tile") == "Y16"
    page.keyboard.press("Escape")
    settle(window)
    assert page.locator("#held").get_attribute("data-tile") == ""


def test_what_is_forbidden_is_shown_and_refused(look: Look) -> None:
    window = look(f"#table?{CLOSED}")
    page = window.page
    page.locator("#tray").get_by_label("Green", exact=True).check(force=True)
    page.locator('.tray-tile[data-tile="G09"]').click()
    page.get_by_role("button", name=re.compile("^Turn R")).click()
    assert "turnable" in str(page.locator(cell(0, 1)).get_attribute("class"))
    page.locator(cell(0, 1)).click()
    assert printed(window) == "G09 may not be laid at 0,1 as it is turned; turn it: the minotaur would be trapped."
    assert len(laid(window)) == 3
    page.locator("#held").drag_to(page.locator(cell(0, 1)))
    assert len(laid(window)) == 3
    page.keyboard.press("r")
    page.locator(cell(0, 1)).click()
    assert laid(window)[3] == "G09@0,1^2"
    page.locator(cell(0, 1)).click()
    page.locator("#chosen-turn").click()
    assert "could not have been laid: the minotaur would be trapped" in printed(window)
    assert "wrong" in str(page.locator(cell(0, 1)).get_attribute("class"))


@pytest.mark.parametrize("edition", ["revised", "original"])
def test_the_score_shown_is_the_engines(look: Look, deck: Deck, edition: str) -> None:
    box, rules = GameSet.of(deck), Rules(edition="revised" if edition == "revised" else "original")
    window = look("#table?")
    for seed in range(6):
        record = random_game(box, rules, 2 + seed % 3, seed, actions=False)
        plies = [turn.ply for turn in record.turns if isinstance(turn.ply, Lay)][: 12 + 9 * seed]
        piles = {seat: [p.tile for p in plies if box.pieces[p.tile].tile.colour == seat] for seat in record.seats}
        position = Position.start(box, rules, piles)
        for ply in plies:
            position.push(ply)
        laid_so = f"laid={';'.join(map(spell_ply, plies))}&seats={','.join(record.seats)}&edition={edition}"
        window.page.evaluate("(hash) => { location.hash = hash; }", f"#table?{laid_so}")
        window.page.wait_for_selector(f"#plies li:nth-child({len(plies)}):last-child")
        assert scores(window) == expected_scores(position)
        caption = window.page.locator("#score caption").inner_text()
        assert caption.lower() == f"impaled in all: {position.captured}"
        assert window.page.locator("#board .counters use").count() == position.captured
        listed = [c for c in chambers(position.labyrinth) if c.minotaur or c.living or c.impaled or c.coins]
        assert window.page.locator("#chambers .chamber").count() == len(listed)


def test_everything_laid_at_random_is_legal_and_counts_alike_on_the_command_line(
    look: Look, tmp_path: Path, deck: Deck
) -> None:
    window = look("#table?outside=unbounded&tie=coinless")
    page = window.page
    page.get_by_role("button", name="Lay all at random").click()
    assert len(laid(window)) == len(deck.tiles)
    assert page.locator("#plies .wrong").count() == 0
    assert page.locator("#board .wrong").count() == 0
    page.get_by_role("button", name="Copy as position.yaml").click()
    file = tmp_path / "position.yaml"
    file.write_text(page.locator("textarea").input_value(), encoding="utf-8")
    done = CliRunner().invoke(main, ["play", "score", str(file)])
    assert done.exit_code == 0, done.output
    for seat, (impaling, _, together, _) in scores(window).items():
        assert re.search(rf"^{seat}: treasure .*, impaling {impaling}, total {together}$", done.output, re.MULTILINE)
    page.get_by_role("button", name="Clear").click()
    page.wait_for_selector("#plies li", state="detached")
    page.get_by_role("button", name="Undo").click()
    assert len(laid(window)) == len(deck.tiles)


def test_the_address_keeps_the_table(look: Look) -> None:
    window = look(f"#table?{CLOSED}&edition=original&seats=yellow,blue,red")
    before = scores(window)
    window.page.reload()
    window.page.wait_for_selector("#board .cell")
    assert scores(window) == before
    assert list(before) == ["yellow", "blue", "red"]
    assert len(laid(window)) == 3


def test_a_chamber_is_lit_when_it_is_pointed_at(look: Look) -> None:
    window = look(f"#table?{CLOSED}")
    window.page.locator("#chambers .chamber").nth(1).hover()
    assert window.page.locator(".thread.lit").count() == 1


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_table_is_as_wide_as_the_page_and_its_tiles_are_large_once_all_lie(
    look: Look, width: int, height: int
) -> None:
    page = look("#table?", width=width, height=height).page
    page.get_by_role("button", name="Lay all at random").click()
    page.wait_for_selector("#tray:has-text('All of them lie')")
    page.evaluate("scrollTo(0, 0)")
    field, trial, minotaur = (
        page.locator(part).evaluate("one => one.getBoundingClientRect().toJSON()")
        for part in ("#field", "#trial", cell(0, 0))
    )
    assert field["width"] == trial["width"] > 0.92 * width
    assert field["bottom"] <= height
    assert minotaur["width"] >= LEAST_PIXELS
    assert all(field[least] < minotaur[least] for least in ("left", "top")), "he is among what is seen"
    assert all(minotaur[most] < field[most] for most in ("right", "bottom"))
    line = page.locator(".legend .enclosed").evaluate("one => getComputedStyle(one, '::before').borderTopColor")
    assert line == "rgb(255, 255, 255)", "dark in a light casing, which is seen by night"


def test_a_game_is_played_against_the_program_and_its_record_replays(look: Look, tmp_path: Path) -> None:
    window = look("#table?seats=yellow,blue")
    page = window.page
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_selector("#hand-words:has-text('Yellow plays ply 1 of 32')")
    assert not page.locator("#tray").is_visible()
    for turn in range(1, 4):
        page.locator("#board .cell.legal").first.click()
        page.wait_for_selector(f"#plies li:nth-child({2 * turn}):last-child")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("#plies li:nth-child(4):last-child")
    own = page.locator("#board .cell.laid[data-tile^=Y]").first
    own.click()
    page.locator("#chosen-round").click()
    assert re.search("rotate Y|changes nothing|no free side|no living prisoner|laid at", printed(window))
    page.get_by_role("button", name="Play to the end").click()
    page.wait_for_selector("#plies li:nth-child(32):last-child")
    assert page.locator("#score .wins").first.inner_text() == "wins"
    assert "total" in str(page.locator("#explained").text_content())
    page.get_by_role("button", name="Copy the record").click()
    file = tmp_path / "game.jsonl"
    file.write_text(page.locator("textarea").input_value() + "\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["play", "replay", str(file)])
    assert done.exit_code == 0, done.output
    assert "every claim is true" in done.output


@pytest.mark.parametrize(
    ("scheme", "width", "only"), [("light", 1280, {}), ("dark", 360, {"runOnly": ["color-contrast"]})]
)
def test_axe_finds_nothing_on_the_table(look: Look, scheme: str, width: int, only: dict[str, list[str]]) -> None:
    window = look(f"#table?{CLOSED}", width=width, color_scheme=scheme)
    page = window.page
    page.locator(".tray-tile").first.click()
    page.locator(".rules summary").click()
    page.locator(".cell.laid").first.click()
    axe_finds_nothing(window, **only)
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_selector("#trial.game")
    axe_finds_nothing(window, **only)
