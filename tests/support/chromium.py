"""A real browser without a window, and what it complains of."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.support.processes import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
REBOUND = "rebound.test"
"""A name of the web that leads to this machine, as an attacker's would; the top level `test` is nobody's (RFC 2606)."""
OPTIONS = (
    "--disable-background-networking",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # containers often have a /dev/shm that is too small
    f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1",
)
PATIENCE_MS = 1000 * PATIENCE_S


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser of this machine, driven by playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("playwright is not installed")
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium is installed; on Debian: apt-get install chromium")
    with sync_playwright() as driver:  # it does without Chromium's own cage, which does not work for root
        browser = driver.chromium.launch(executable_path=program, args=OPTIONS, timeout=PATIENCE_MS)
        try:
            yield browser
        finally:
            browser.close()


class Window:
    """A window of the browser, and everything that went wrong in it.

    Attributes:
        page: the page in it.
        complaints: errors and warnings of the console, errors that nobody caught, requests to anywhere.
    """

    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        self.page = page
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def _heard(self, message: Any) -> None:
        # from Chromium 150 on, its tools load the page itself anew when they are asked for its fonts, and complain
        own = re.match(r"Unsafe attempt to load URL (file:\S+) from frame with URL \1\. ", message.text)
        if message.type in {"error", "warning"} and not own:
            self.complaints.append(f"{message.type}: {message.text}")

    def leave(self) -> None:
        """Leave the page; whatever was complained of is a fault."""
        self.page.goto("about:blank")
        complaints, self.complaints = self.complaints, []
        assert not complaints, complaints


class Windows:
    """A browser's windows. A window is opened once and then shows one page after another: that halves the time."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._opened: dict[str, Window] = {}

    def show(
        self,
        url: str,
        *,
        width: int = 1280,
        height: int = 900,
        color_scheme: Literal["light", "dark"] = "light",
        **context: Any,
    ) -> Window:
        """A page, loaded anew, in a window of that kind."""
        kind = repr(sorted(context.items()))
        if kind not in self._opened:
            self._opened[kind] = Window(self._browser.new_context(**context).new_page())
        window = self._opened[kind]
        window.page.set_viewport_size({"width": width, "height": height})
        window.page.emulate_media(media="screen", color_scheme=color_scheme)
        window.page.mouse.move(0, 0)
        window.page.goto(url)
        return window

    def new_page(self, *, width: int, height: int) -> Page:
        """A page of nobody's, of whose complaints nothing is kept."""
        return self._browser.new_page(viewport={"width": width, "height": height})

    def leave(self) -> None:
        """Leave all pages; whatever was complained of is a fault."""
        for window in self._opened.values():
            window.leave()


def axe_finds_nothing(window: Window, **only: list[str]) -> None:
    """See that axe-core finds nothing on the page that a window shows."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(window.page, options={"resultTypes": ["violations"], **only})
    assert found.violations_count == 0, found.generate_report()
