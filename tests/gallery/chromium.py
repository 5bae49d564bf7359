"""A real browser without a window, and what it complains of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_CI = bool(os.environ.get("CI"))
NAMES = ("chromium", "chromium-browser", "google-chrome")


def missing(what: str) -> None:
    """Skip, except in CI, where a missing browser is a fault."""
    if IN_CI:
        pytest.fail(what)
    pytest.skip(what)


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser of this machine, driven by playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed; pip install '.[browser]'")
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        missing("no Chromium is installed; on Debian: apt-get install chromium")
    quiet = ["--disable-background-networking", "--disable-gpu", "--disable-dev-shm-usage"]
    caged = [] if os.geteuid() else ["--no-sandbox"]  # Chromium's own cage does not work for root
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=[*quiet, *caged])
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

    def __init__(self, browser: Browser, url: str, *, width: int = 1280, height: int = 900, **context: Any) -> None:
        self.complaints: list[str] = []
        self._context = browser.new_context(viewport={"width": width, "height": height}, **context)
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.goto(url)

    def _heard(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Close it; whatever was complained of is a fault."""
        self._context.close()
        assert not self.complaints, self.complaints
