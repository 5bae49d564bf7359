"""Make the picture of the page that prints: ``python -m tools.page_picture``, after ``make page``.

Needs Chromium and Playwright. It shows the page with a mistake, with a game, and on a telephone after it has made PDFs.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools.serving import served

PROJECT = Path(__file__).resolve().parent.parent
PICTURE = PROJECT / "docs" / "page.png"
WIDE, HIGH, NARROW, GAP = 1180, 760, 390, 16
BESIDE = 380
"""Width of the telephone in the picture, as high as two of the others."""


def shot(page: Page, within: str = "") -> Image.Image:
    """Return what is seen, from an element on."""
    if within:
        page.evaluate(
            "(id) => scrollTo(0, document.getElementById(id).getBoundingClientRect().top + scrollY - 40)", within
        )
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def make(page: Page, button: str, seen: str) -> None:
    """Press a button, as soon as it may be pressed, and wait for something to be seen."""
    page.locator(f"{button}:not([disabled])").click()
    page.locator(seen).first.wait_for()


def main() -> None:
    """Write the picture into docs/."""
    program = shutil.which("chromium") or sys.exit("no Chromium is installed")
    caged = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as driver, served(PROJECT / "output" / "page") as url:
        browser = driver.chromium.launch(executable_path=program, args=caged)
        size = {"width": NARROW, "height": 2 * HIGH * NARROW // BESIDE}
        narrow = browser.new_page(viewport=size, color_scheme="dark")
        narrow.goto(url)
        make(narrow, "#print", "#files li")
        phone = shot(narrow)
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        page.goto(url)
        make(page, "#change", "#preview[src]")
        page.wait_for_timeout(2000)
        text = page.input_value("#catalogue")
        page.fill("#catalogue", text.replace("exits: NE", "exits: NX", 1))
        page.locator("#mistakes button").click()
        mistake = shot(page, "editor")
        page.fill("#catalogue", text)
        page.locator("#mistakes").wait_for(state="hidden")
        table = page.frame_locator("#preview")
        page.click("#play")
        table.get_by_role("button", name="Play a game").click()
        for turn in range(1, 5):
            table.locator("#board .cell.legal").last.click()
            table.locator(f"#plies li:nth-child({4 * turn}):last-child").wait_for()
        game = shot(page, "editor")
        browser.close()
    both = Image.new("RGB", (WIDE + GAP + BESIDE, 2 * HIGH + GAP), "white")
    both.paste(mistake, (0, 0))
    both.paste(game, (0, HIGH + GAP))
    both.paste(phone.resize((BESIDE, round(phone.height * BESIDE / NARROW))), (WIDE + GAP, 0))
    both.quantize(128, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
