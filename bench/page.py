"""Prints what the page that prints costs in a browser: ``python -m bench.page``, after ``make page``.

Megabytes that are loaded, and seconds of the clock: until Python and the program are ready, until the first PDFs are
there, in English, and from a key to the tiles drawn anew. Each is the least of several visits, each by another browser.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.costs import PROJECT

VISITS = 3
FIGURES = ("MB loaded", "s until it is ready", "s until the first PDFs", "s after a key")


class Counted(SimpleHTTPRequestHandler):
    """A server of files that adds up what it sends, and prints nothing."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        Counted.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def visit(browser: Browser, url: str) -> tuple[float, float, float, float]:
    """Return the megabytes and the seconds of one visit."""
    page = browser.new_context(service_workers="block").new_page()
    Counted.sent, begun = 0, time.perf_counter()
    page.goto(url)
    page.locator("#print:not([disabled])").wait_for()
    ready = time.perf_counter() - begun
    page.click("#print")
    page.locator("#files li").first.wait_for()
    printed, loaded = time.perf_counter() - begun, Counted.sent / 1e6
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
    handler = partial(Counted, directory=str(PROJECT / "output" / "page"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    caged, visits = [] if os.geteuid() else ["--no-sandbox"], []
    with sync_playwright() as driver:
        for _ in range(VISITS):
            browser = driver.chromium.launch(executable_path=program, args=caged)
            visits.append(visit(browser, f"http://127.0.0.1:{server.server_port}/"))
            browser.close()
    for what, values in zip(FIGURES, zip(*visits, strict=True), strict=True):
        print(f"{min(values):6.1f} {what}")


if __name__ == "__main__":
    main()
