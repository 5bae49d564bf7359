"""The page that prints: the program in a browser makes the bytes that it makes at home, and helps whoever uses it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from tests.support.chromium import Window, axe_finds_nothing
from tests.support.printed import PROJECT, Printed
from tests.support.processes import PATIENCE_S
from tools.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

THOROUGH = bool(os.environ.get("THOROUGH"))
"""Whether files of all languages are compared, as before a release, or English ones."""
MOST_BYTES = 10_000_000
"""What a browser may load before the first English PDF."""

MAKE = """async ([orders, parts]) => {
  const worker = new Worker("worker.js", { type: "module" });
  const answers = [];
  const hash = async (of) => btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", of))));
  orders.forEach((argv, id) => worker.postMessage({ id, does: "run", parts, argv, folder: argv.at(-1) }));
  await new Promise((does) => {
    worker.onmessage = ({ data }) => {
      if ("stage" in data) return;
      answers[data.id] = data.answer ?? data;
      if (data.id === orders.length - 1) does();
    };
  });
  worker.terminate();
  for (const answer of answers) {
    for (const [name, of] of Object.entries(answer.files ?? {})) answer.files[name] = await hash(of);
  }
  return answers;
}"""
"""Run commands in a worker, and hash the files that they made."""


@pytest.fixture(scope="session")
def folder(printed: Printed) -> Path:
    """The folder of the page, made once for all processes."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed; on Debian: apt-get install npm")
    made = printed.root / "page"
    with FileLock(f"{made}.lock"):
        if not made.exists():
            subprocess.run([sys.executable, "-m", "tools.page", made], cwd=PROJECT, check=True)
    return made


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as url:
        yield url


def wait_until(page: Page, script: str) -> None:
    """Wait for what a script says; asked from here, since the page's policy forbids to evaluate text in it."""
    for _ in range(int(20 * PATIENCE_S)):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{script}: {page.inner_text('.notice')}")


@pytest.fixture
def ready(show: Callable[..., Window], address: str) -> Callable[..., Window]:
    """Show the page, and wait until Python has begun."""

    def begin(**kind: object) -> Window:
        window = show(address, **kind)
        wait_until(window.page, "!document.getElementById('print').disabled")
        return window

    return begin


def test_a_browser_makes_the_bytes_that_the_program_makes(
    show: Callable[..., Window], address: str, folder: Path, printed: Printed
) -> None:
    """Python of 32 bits there, of 64 here: what leans on the order of a set, or on a system's sines, differs."""
    games = ("asterion", "asterion-original", "minotaurus", "asterismo")
    spoken, choices = ["en"], json.loads((folder / "choices.json").read_bytes())["languages"]
    if THOROUGH:
        spoken = [one["language"] for one in choices]
    languages = " ".join(f"--language {one}" for one in spoken)
    orders = [f"build {game} --box --paper a4 {languages}" for game in games]
    asked = [[*order.split(), "--no-verify", "--out", game] for game, order in zip(games, orders, strict=True)]
    parts = sorted({part for one in choices for part in one["parts"]}) if THOROUGH else []
    answers = show(f"{address}minotaur.svg").page.evaluate(MAKE, [asked, parts])
    for order, found in zip(orders, answers, strict=True):
        there = printed(order)
        assert found.get("code") == 0, found
        expected = {path.relative_to(there).as_posix(): path.read_bytes() for path in there.rglob("*.*")}
        del expected["manifest.json"], found["files"]["manifest.json"]  # which names Python's own version
        assert {name: b64encode(sha256(data).digest()).decode() for name, data in expected.items()} == found["files"]
        assert len(expected) > 10


def test_a_maker_prints(ready: Callable[..., Window]) -> None:
    window = ready(width=390, height=800)
    page = window.page
    axe_finds_nothing(window)
    page.select_option("#paper", "a4")
    page.uncheck("text=rules >> input")
    page.check("text=player cards >> input")
    page.click("summary")
    page.click("#calibrate")
    wait_until(page, "document.querySelectorAll('#files li').length === 1")
    assert page.inner_text("#how").startswith("calibration.pdf: print both sides")
    page.fill("#offset-x", "1.3")
    page.focus("#print")
    page.keyboard.press("Enter")
    wait_until(page, "document.querySelectorAll('#files li').length === 4")
    names = page.locator("#files a[target]").all_inner_texts()
    assert sorted(names) == ["cards-en.pdf", "pad.pdf", "sheets-a4.pdf", "track.pdf"]
    assert "both sides at actual size (100 %)" in page.inner_text("#how")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    axe_finds_nothing(window)
    page.fill("#tiles", "y03, R11")
    page.click("#print")
    wait_until(page, "document.querySelectorAll('#files li').length === 1")
    assert page.locator("#files a[target]").all_inner_texts() == ["sheets-a4.pdf"]
    page.fill("#tiles", "Y99")
    page.click("#print")
    wait_until(page, "document.getElementById('stage').textContent.startsWith('Nothing was made')")
    assert "Y99" in page.inner_text(".notice")


def test_a_designer_sees_mistakes_at_their_place_and_what_a_change_does(ready: Callable[..., Window]) -> None:
    page = ready().page
    page.click("#change")
    wait_until(page, "document.getElementById('preview').src.startsWith('blob:')")
    shipped, before = page.input_value("#catalogue"), page.get_attribute("#preview", "src")
    assert shipped == (PROJECT / "tiles.yaml").read_text(encoding="utf-8")
    page.fill("#catalogue", shipped.replace("exits: NE", "exits: NX", 1))
    wait_until(page, "!document.getElementById('mistakes').hidden")
    row = shipped[: shipped.index("exits: NE")].count("\n") + 1
    assert page.inner_text("#mistakes button").startswith(f"tiles.yaml:{row}:")
    assert page.get_attribute("#preview", "src") == before  # the last good one stays
    page.click("#mistakes button")
    area = "document.getElementById('catalogue')"
    numbers, text = page.locator("#lines"), page.locator("#catalogue")
    assert str(numbers.text_content()).split() == [str(at + 1) for at in range(shipped.count("\n") + 1)]
    assert numbers.evaluate("one => one.scrollTop") == text.evaluate("one => one.scrollTop") > 0
    marked = page.evaluate(f"{area}.value.slice({area}.selectionStart, {area}.selectionEnd)")
    assert marked in {"N", "X"}
    page.fill("#catalogue", shipped.replace("coins: 1", "coins: 2", 1))
    wait_until(page, f"document.getElementById('preview').src !== {before!r}")
    assert "the file promises 2" in page.inner_text("#mistakes")
    assert page.frame_locator("#preview").locator("#differing").inner_text().strip() == "1"
    page.click("#changed")
    wait_until(page, "document.getElementById('stage').textContent === 'Nothing was made.'")
    assert "although it is not sound" in page.inner_text("#mistakes")
    page.check("#unsound")
    page.click("#changed")
    wait_until(page, "!document.getElementById('made').hidden")
    assert page.locator("#files a[target]").all_inner_texts() == ["update-letter.pdf"]
    assert "take out  4 tiles" in page.text_content("#how")
    page.fill("#catalogue", shipped.replace("coins: 1", "coins: 2"))
    page.click("#changed")
    wait_until(page, "document.getElementById('how').textContent.includes('take out  8 tiles')")


def test_a_game_is_played_before_it_is_printed(ready: Callable[..., Window]) -> None:
    page = ready().page
    page.click("#play")
    table = page.frame_locator("#preview")
    table.get_by_role("button", name="Play a game").click()
    table.locator("#hand-words:has-text('Yellow plays ply 1 of 64')").wait_for()
    for turn in range(1, 3):
        table.locator("#board .cell.legal").first.click()
        table.locator(f"#plies li:nth-child({4 * turn}):last-child").wait_for()
    table.get_by_role("button", name="Undo").click()
    table.locator("#plies li:nth-child(4):last-child").wait_for()
    assert "yellow: treasure" in str(table.locator("#explained").text_content())


def test_the_page_works_offline_after_the_first_visit(folder: Path, show: Callable[..., Window]) -> None:
    with served(folder) as url:
        page = show(url, service_workers="allow").page
        wait_until(page, "!document.getElementById('print').disabled")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    wait_until(page, "!document.getElementById('print').disabled")
    page.click("#print")
    wait_until(page, "!document.getElementById('made').hidden")


def test_the_page_is_small(folder: Path) -> None:
    """What is fetched before the first English PDF, and for each language what that alone needs."""
    parts = {one["language"]: one["parts"] for one in json.loads((folder / "choices.json").read_bytes())["languages"]}
    assert parts["en"] == []
    assert parts["de"] == ["de"]
    assert set(parts["ja"]) == {"ja", "ShipporiMincho", "NotoSerifJP"}
    later = {f"{one}.tar.xz" for some in parts.values() for one in some}
    first = [path for path in folder.rglob("*.*") if path.name not in later]
    assert sum(path.stat().st_size for path in first) < MOST_BYTES
