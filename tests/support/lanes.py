"""The two lanes of the suite, and what may be skipped under CI: a plugin of pytest that reads `tests/lanes.yaml`."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
import yaml

LIST = Path(__file__).parents[1] / "lanes.yaml"
IN_CI = bool(os.environ.get("CI"))


def read_list(name: str) -> tuple[str, ...]:
    """Return the tests of a list, `slow` or `skipped`.

    Raises:
        KeyError: an entry does not say why it is there.
    """
    entries = yaml.safe_load(LIST.read_text(encoding="utf-8"))[name]
    return tuple(test for entry in entries if entry["because"] for test in entry["tests"])


def is_among(test: str, listed: tuple[str, ...]) -> bool:
    """Return True if a list names a test, its function, its module or its folder."""
    return test in listed or test.startswith(tuple(f"{name}{mark}" for name in listed for mark in "[:/"))


class Lanes:
    """Marks what is slow, and has a test fail under CI that was skipped without being listed."""

    def __init__(self) -> None:
        self.slow, self.skipped = read_list("slow"), read_list("skipped")

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Mark a test."""
        if is_among(item.nodeid, self.slow):
            item.add_marker("slow")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Refuse a skip of a test."""
        report = yield
        if IN_CI and report.skipped and not is_among(item.nodeid, self.skipped):
            report.outcome = "failed"
            report.longrepr = f"skipped, and not listed in {LIST.name}: {report.longrepr}"
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Refuse a skip of a whole module."""
        report = yield
        if IN_CI and report.skipped:
            report.outcome = "failed"
            report.longrepr = f"skipped as a whole: {report.longrepr}"
        return report
