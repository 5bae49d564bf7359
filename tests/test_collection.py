"""Every test that is written is collected, and what names a test names one that is."""

from __future__ import annotations

import subprocess

from tests.support.collector import ROOT, Collector
from tests.support.lanes import read_list


def test_every_module_of_tests_that_git_knows_is_collected(collected: Collector) -> None:
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "tests"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    written = {name for name in names if name.endswith(".py") and name.rpartition("/")[2].startswith("test_")}
    assert written
    assert {name for name in written if (ROOT / name).exists()} - collected.modules == set()


def test_what_is_listed_as_slow_or_skipped_is_collected(collected: Collector) -> None:
    listed = [*read_list("slow"), *read_list("skipped")]
    assert [name for name in listed if not collected.has(name)] == []
    assert len(set(listed)) == len(listed)
