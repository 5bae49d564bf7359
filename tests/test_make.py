"""The first minute: `make` finds a Python that is new enough, or says in one sentence what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
OLD = 'case "$1" in --version) echo "Python 3.10.4";; *) exit 1;; esac'
BARE = 'case "$2" in venv) exit 1;; esac'
GOOD = 'case "$2" in venv) mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; : > "$4/made-by-$(basename "$0")";; esac'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the Makefile, and programs of its own in which no Python is."""
    (tmp_path / "bin").mkdir()
    for name in ("sh", "make", "mkdir", "cp", "basename", "touch", "cat"):
        found = shutil.which(name)
        assert found, name
        (tmp_path / "bin" / name).symlink_to(found)
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(PROJECT / name, tmp_path / name)
    return tmp_path


def install(place: Path, name: str, text: str) -> None:
    program = place / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    program.chmod(0o755)


def make(place: Path, *words: str) -> tuple[int, list[str]]:
    """Set up; return the exit status and what was told, without what make itself says of it."""
    command, env = ["make", "--silent", ".venv/.set-up", *words], {"PATH": str(place / "bin"), "HOME": str(place)}
    done = subprocess.run(command, cwd=place, env=env, check=False, capture_output=True, text=True)
    return done.returncode, [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]


def test_without_a_python_one_sentence_says_so(place: Path) -> None:
    message = "Python 3.11 or later is needed; no Python was found; 'make PYTHON=/path/to/python' names another"
    assert make(place) == (2, [message])


def test_a_python_that_is_too_old_is_named(place: Path) -> None:
    install(place, "bin/python3", OLD)
    older = "Python 3.11 or later is needed; python3 is Python 3.10.4; 'make PYTHON=/path/to/python' names another"
    assert make(place) == (2, [older])
    assert not (place / ".venv").exists()


def test_a_python_without_venv_is_named(place: Path) -> None:
    install(place, "bin/python3", BARE)
    message = "python3 makes no environment; on Debian and Ubuntu 'apt-get install python3-venv' mends that"
    assert make(place) == (2, [message])


def test_the_first_python_that_is_new_enough_makes_the_environment(place: Path) -> None:
    install(place, "bin/python3.11", BARE)
    install(place, "bin/python3", OLD)
    install(place, "bin/python3.13", GOOD)
    assert make(place) == (0, [])
    assert (place / ".venv" / "made-by-python3.13").exists()


def test_a_python_that_is_asked_for_is_the_only_one_tried(place: Path) -> None:
    install(place, "bin/python3", GOOD)
    install(place, "bin/python3.10", OLD)
    assert make(place, "PYTHON=python3.10")[0] == 2
    assert make(place, f"PYTHON={place}{os.sep}bin{os.sep}python3") == (0, [])


def test_an_environment_of_an_older_python_is_made_anew(place: Path) -> None:
    install(place, ".venv/bin/python", OLD)
    install(place, "bin/python3", GOOD)
    assert make(place) == (0, [])
    assert (place / ".venv" / "made-by-python3").exists()


def test_an_environment_that_serves_is_kept(place: Path) -> None:
    install(place, ".venv/bin/python", "")
    install(place, "bin/python3", GOOD)
    assert make(place) == (0, [])
    assert not (place / ".venv" / "made-by-python3").exists()
