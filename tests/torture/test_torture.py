"""A short form of ``make torture``: the same classes with few cases, the same ones each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.torture.parts import run_part

CASES = {"kills": 7, "faults": 10, "disks": 5, "hostile": 45, "fuzz": 2000}
QUICK = "build svg,preview,calibrate save,simulate,score,language update,language new,init"
"""Commands that write in each of the ways there are: a set, a file, readings, a record, a picture, texts, a folder."""


@pytest.mark.parametrize("part", CASES)
def test_what_is_disturbed_or_hostile_leaves_nothing_torn_and_shows_no_traceback(part: str, tmp_path: Path) -> None:
    tried, _, lines = run_part(part, 13, range(CASES[part]), tmp_path, processes=1, only=QUICK)
    assert not lines, "\n".join(lines)
    assert tried.total() == CASES[part]
