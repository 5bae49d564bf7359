"""Prints what the page that prints costs in a browser: ``python -m bench.page``, after ``make page``.

Megabytes that are loaded, and seconds of the clock: until Python and the program are ready, until the first PDFs are
there, in English, and from a key to the tiles drawn anew. Each is the least of several visits, each by another browser.
"""

from __future__ import annotations

import os
import shutil
import sys
import time

from playwright.sync_api import Browser, sync_playwright

from bench.costs import PROJECT
from tools.serving import Files, served

VISITS = 3
FIGURES = ("MB loaded", "s until it is ready", "s until the first PDFs", "s after a key")


def visit(browser: Browser, url: str) -> tuple[float, float, float, float]:
    """Return the megabytes and the seconds of one visit."""
    page = browser.new_context(service_workers="block").new_page()
    Files.sent, begun = 0, time.perf_counter()
    page.goto(url)
    page.locator("#print:not([disabled])").wait_for()
    ready = time.perf_counter() - begun
    page.click("#print")
    page.locator("#files li").first.wait_for()
    printed, loaded = time.perf_counter() - begun, Files.sent / 1e6
    page.click("#change")
    page.frame_locator("#preview").locator(".card").first.wait_for()
    page.wait_for_timeout(3000)
    text = page.input_value("#catalogue")
    typed = time.perf_counter()
    page.fill("#catalogue", text.replace("coins: 1", "coins: 2", 1))
    page.frame_locator("#preview").locator("#differing:has-text('1')").wait_for()
    drawn = time.perf_counter() - typed
    page.context.close()
    return loaded, ready, printed, drawn


def main() -> None:
    """Visit several times and print the least of each figure."""
    program = shutil.which("chromium") or sys.exit("no Chromium is installed")
    caged, visits = [] if os.geteuid() else ["--no-sandbox"], []
    with sync_playwright() as driver, served(PROJECT / "output" / "page") as url:
        for _ in range(VISITS):
            browser = driver.chromium.launch(executable_path=program, args=caged)
            visits.append(visit(browser, url))
            browser.close()
    for what, values in zip(FIGURES, zip(*visits, strict=True), strict=True):
        print(f"{min(values):6.1f} {what}")


if __name__ == "__main__":
    main()
