"""What pytest collected: the only word on which tests there are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Collector:
    """A plugin of pytest that remembers what was found, before a lane or an option leaves tests out.

    Attributes:
        modules: files of tests, such as ``tests/test_units.py``, those too that say at once that they must be skipped.
        tests: ids, such as ``tests/test_units.py::test_a_point_is_a_72nd_of_an_inch``, with parameters in brackets.
    """

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.tests: set[str] = set()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember a module."""
        if report.nodeid.endswith(".py"):
            self.modules.add(report.nodeid)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Remember a test."""
        self.tests.add(item.nodeid)

    def has(self, test: str) -> bool:
        """Return True if a name as pytest takes it names a folder, a module, a function or a case that was found."""
        module, _, name = test.partition("::")
        if not name:
            return any(f"{one}/".startswith(f"{module}/") for one in self.modules)
        found = any(f"{one}[".startswith((f"{test}[", f"{test}::")) for one in self.tests)
        return found or (module in self.modules and name.partition("[")[0] in self._skipped(module))

    def names(self) -> set[str]:
        """Return the names of all functions."""
        found = {test.partition("[")[0].rpartition("::")[2] for test in self.tests}
        return found.union(*map(self._skipped, self.modules))

    def _skipped(self, module: str) -> list[str]:
        """Return the functions of a module that was skipped as a whole, as where an extra is not installed.

        Under CI nothing is.
        """
        if any(one.startswith(f"{module}::") for one in self.tests):
            return []
        return re.findall(r"^def (test_\w+)", (ROOT / module).read_text(encoding="utf-8"), re.MULTILINE)


def collect_apart() -> Collector:
    """Return what a run over all tests collects, in a process of its own: for runs over a part of them."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--no-header", "-p", "no:cacheprovider", "tests"]
    printed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    found = Collector()
    found.tests = {line for line in printed.splitlines() if re.match(r"tests/\S+\.py::", line)}
    found.modules = set(re.findall(r"tests/[\w/]+\.py", printed))
    return found
