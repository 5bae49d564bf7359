"""Digests that are known again: only of files that are as they were, and from no file that was damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from asterion_press.publish import digests
from asterion_press.publish.digests import FOLDERS, TICK_NS, Digests
from tests.support.project_commands import run

OLD = 1_700_000_000.25
"""A time in whole seconds and a quarter."""


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that was written some time ago, as the clock tells."""
    path = tmp_path / "file"
    path.write_bytes(b"one")
    now = time.time_ns()
    monkeypatch.setattr(digests, "time_ns", lambda: now + 10_000_000_000)
    return path


def remembered(file: Path, name: str = "out") -> None:
    known = Digests()
    with known.kept_for(file.with_name(name)):
        known.remember(file, file.stat(), digest(file.read_bytes()))


def known_of(file: Path, name: str = "out") -> str | None:
    known = Digests()
    with known.kept_for(file.with_name(name)):
        return known.of(file, file.stat())


def test_a_file_as_it_was_is_known_to_the_next_process(file: Path) -> None:
    remembered(file)
    assert known_of(file) == digest(b"one")
    assert known_of(file, "other") is None


def test_other_bytes_of_the_same_length_and_time_are_not(file: Path) -> None:
    about = file.stat()
    remembered(file)
    time.sleep(0.02)  # a tick of the file system's clock
    file.write_bytes(b"two")
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert file.stat().st_mtime_ns == about.st_mtime_ns
    assert known_of(file) is None


def test_another_file_in_its_place_is_not(file: Path) -> None:
    remembered(file)
    file.with_name("new").write_bytes(b"two")
    file.with_name("new").replace(file)
    assert known_of(file) is None


@pytest.mark.parametrize(("past_ns", "whole"), [(TICK_NS, False), (2_000_000_000, True)])
def test_what_was_written_less_than_a_tick_ago_is_not_remembered(
    file: Path, monkeypatch: pytest.MonkeyPatch, past_ns: int, whole: bool
) -> None:
    """A clock of whole seconds, as its times show, ticks every other second."""
    written = file.stat().st_ctime_ns
    monkeypatch.setattr(digests, "time_ns", lambda: written + past_ns)
    if whole:
        os.utime(file, ns=(0, written // 1_000_000_000 * 1_000_000_000))
    remembered(file)
    assert known_of(file) is None


@pytest.mark.parametrize("position", [0, 30, 100, -2])
def test_a_cache_that_was_damaged_is_none(file: Path, cache: Path, position: int) -> None:
    remembered(file)
    (kept,) = (cache / "asterion-press/digests").iterdir()
    raw = bytearray(kept.read_bytes())
    raw[position] ^= 1
    for damaged in (raw, b""):
        kept.write_bytes(damaged)
        assert known_of(file) is None
    remembered(file)
    assert known_of(file) == digest(b"one")


def test_a_cache_that_cannot_be_written_is_none(file: Path, cache: Path) -> None:
    cache.write_text("a file")
    remembered(file)
    assert known_of(file) is None


def test_folders_that_were_built_long_ago_are_forgotten(file: Path, cache: Path) -> None:
    for number in range(FOLDERS + 3):
        remembered(file, f"out-{number}")
    assert len(list((cache / "asterion-press/digests").iterdir())) == FOLDERS
    assert known_of(file, f"out-{FOLDERS + 2}") == digest(b"one")


LISTENING = """
import json, sys
opened = []
sys.addaudithook(lambda event, told: opened.append(str(told[0])) if event == "open" else None)
sys.argv = ["asterion", "build", "--only", "sheets", "--quiet", "--out", sys.argv[1]]
from asterion_press.cli.main import main
try:
    main()
except SystemExit:
    json.dump(opened, sys.stdout)
"""


def test_an_unchanged_build_reads_none_of_its_files_again(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def opened() -> list[str]:
        command = [sys.executable, "-c", LISTENING, str(out)]
        found = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ})
        return [name for name in json.loads(found.stdout) if name.endswith((".pdf", ".ttf", ".otf"))]

    opened()
    time.sleep(0.2)  # until the files are older than a tick
    assert [name for name in opened() if name.endswith(".pdf")]
    assert opened() == []
    out.joinpath("sheets-a4.pdf").write_bytes(b"%PDF-1.7\n")
    assert run("verify", out).exit_code == 1
