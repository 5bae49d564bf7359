"""The door to ReportLab: a time of making that ReportLab would stumble over is refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from asterion_press.errors import AsterionError
try:
    import asterion_press.pdf.reportlab_adapter
except AsterionError as error:
    print(error.lines()[0])
else:
    print("opened")
"""


def opened_with(epoch: str) -> str:
    """What a new process says of the door when ``SOURCE_DATE_EPOCH`` is set so."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "SOURCE_DATE_EPOCH": epoch},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.parametrize("epoch", ["abc", "-5", "1.5", "1_000", "٣", "0x10"])
def test_a_source_date_epoch_that_is_no_whole_number_is_refused(epoch: str) -> None:
    expected = f"SOURCE_DATE_EPOCH: {epoch!r} is no number of seconds since 1970; unset it or give digits"
    assert opened_with(epoch) == expected


@pytest.mark.parametrize("epoch", ["253402300800", "99999999999999999", "9" * 5000])
def test_a_source_date_epoch_after_the_year_9999_is_refused(epoch: str) -> None:
    assert opened_with(epoch).endswith("is later than the year 9999; give at most 253402300799")


@pytest.mark.parametrize("epoch", ["", "0", " 12 ", "1700000000", "253402300799"])
def test_a_source_date_epoch_of_the_years_1970_to_9999_opens_the_door(epoch: str) -> None:
    assert opened_with(epoch) == "opened"


def test_a_font_that_cannot_be_read_is_told_with_what_the_system_says(tmp_path: Path) -> None:
    from asterion_press.pdf.fonts import Font

    with pytest.raises(FileNotFoundError, match="No such file"):
        Font(tmp_path / "none.ttf")
