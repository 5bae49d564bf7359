"""Make the picture of the preview: ``python tools/gallery_picture.py``.

Needs Chromium and the extra `browser`. It shows two parts of the page, by day and by night: the tiles, and a position
after some plies that a bot played, always the same. The pixels are the browser's and differ from one version to the
next; the picture is reduced to a palette, so that the repository stays small.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import spell_ply
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.making.preview import PreviewSource
from asterion_press.preview.serving import LivePage, Server

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "gallery.png"
SEED, PLIES = 8, 30
WIDE, HIGH, GAP = 760, 860, 16


def position() -> str:
    """Some plies of a game, as the page's address writes them."""
    deck = deck_of(load_catalogue(ShelfFile("", library.game_file().path, "tiles.yaml")).catalogue)
    game = random_game(GameSet.of(deck), Rules(), 4, SEED, actions=False)
    return ";".join(spell_ply(turn.ply) for turn in game.turns[:PLIES])


def shot(browser: Browser, url: str, scheme: str) -> Image.Image:
    """Return the page at an address as the browser shows it."""
    page = browser.new_page(
        viewport={"width": WIDE, "height": HIGH}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page.goto(url)
    if "#table" in url:
        page.wait_for_selector("#board .cell.laid")
        page.evaluate("scrollTo(0, document.getElementById('table').getBoundingClientRect().top + scrollY)")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return image


def main() -> None:
    """Write the picture into docs/."""
    program = shutil.which("chromium") or sys.exit("no Chromium is installed")
    stage = LivePage(PreviewSource(library.game_file(), library.theme_file("knossos"), live=True).page())
    server = Server(stage)
    server.start()
    caged = [] if os.geteuid() else ["--no-sandbox"]
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=program, args=caged)
            left = shot(browser, server.url, "light")
            right = shot(browser, f"{server.url}#table?laid={position()}", "dark")
            browser.close()
    finally:
        server.stop()
    both = Image.new("RGB", (2 * WIDE + GAP, HIGH), "white")
    both.paste(left, (0, 0))
    both.paste(right, (WIDE + GAP, 0))
    both.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
