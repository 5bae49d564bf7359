"""Make the picture of the pages of rules: ``python tools/pages_picture.py``.

Needs Chromium and the extra `browser`. It shows three telephones: the title by day, a figure by night, and a table in
another script. The pixels are the browser's and differ from one version to the next; the picture is reduced to a
palette, so that the repository stays small.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from asterion_press.catalogue import library
from asterion_press.making.build import build
from asterion_press.making.request import BuildRequest, Part

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pages.png"
GAME = "asterion"
WIDE, HIGH, GAP = 360, 700, 20
SHOTS: tuple[tuple[str, str, Literal["light", "dark"]], ...] = (
    ("en", "title", "light"),
    ("es", "move", "dark"),
    ("ja", "symbols", "light"),
)
"""Language, where the page is opened, and whether by day or by night."""


def shot(browser: Browser, file: Path, part: str, scheme: Literal["light", "dark"]) -> Image.Image:
    """Return a page as a telephone shows it."""
    size = {"width": WIDE, "height": HIGH}
    page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{file.as_uri()}#{part}")
    if part == "title":
        page.evaluate("scrollTo(0, 0)")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return image


def main() -> None:
    """Write the picture into docs/."""
    program = shutil.which("chromium") or sys.exit("no Chromium is installed")
    caged = [] if os.geteuid() else ["--no-sandbox"]
    picture = Image.new("RGB", (len(SHOTS) * (WIDE + GAP) - GAP, HIGH), "white")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        languages = tuple(language for language, _, _ in SHOTS)
        theme, parts = library.theme_file("knossos"), frozenset({Part.WEB})
        build(BuildRequest(library.game_file(GAME), theme, (), languages, parts), Path(folder))
        browser = driver.chromium.launch(executable_path=program, args=caged)
        for number, (language, part, scheme) in enumerate(SHOTS):
            file = Path(folder) / f"rules-{language}.html"
            picture.paste(shot(browser, file, part, scheme), (number * (WIDE + GAP), 0))
        browser.close()
    picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
