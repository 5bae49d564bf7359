"""Processes that tests start heed signals, and end with their test."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.collector import ROOT
from tests.support.processes import ending

IGNORED = "from signal import *; print(*(one.name for one in Signals if getsignal(one) is SIG_IGN))"


def test_what_a_test_starts_heeds_signals() -> None:
    printed = subprocess.run([sys.executable, "-c", IGNORED], check=True, capture_output=True, text=True).stdout
    assert not {"SIGINT", "SIGTERM", "SIGHUP"} & set(printed.split())


def test_what_a_test_starts_heeds_signals_though_pytest_was_told_to_ignore_them() -> None:
    """As in the background, or under nohup; with a worker of pytest's, which inherits that."""
    here = f"tests/{__name__.rpartition('.')[2]}.py::{test_what_a_test_starts_heeds_signals.__name__}"
    line = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", here]
    shell = ["sh", "-c", "trap '' INT TERM HUP; exec \"$@\"", "sh", *line]
    done = subprocess.run(shell, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_what_a_test_started_ends_though_the_test_fails() -> None:
    endless = [sys.executable, "-c", "while True: pass"]
    with pytest.raises(ZeroDivisionError), ending(subprocess.Popen(endless)) as process:
        raise ZeroDivisionError
    assert process.returncode == -signal.SIGKILL


def test_whatever_a_test_starts_beside_itself_ends_with_it() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    started = {path: len(re.findall(r"\bPopen\(", text)) for path, text in texts.items() if path != Path(__file__)}
    ended = {path: len(re.findall(r"\bending\(\s*subprocess\.Popen\(", texts[path])) for path in started}
    assert any(started.values())
    assert started == ended
