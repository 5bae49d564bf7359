"""Machine code that is kept: it is taken as it was written, or made anew."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE_S

pytest.importorskip("numba")

TINY = """
from generator.games.labyrinth.kernel import numba_adapter as door

@door.entry
def double(number):
    return 2 * number

print(door.is_compiled(), door.is_damaged())
door.compile_all(lambda: print(double(21), sum(double.stats.cache_hits.values())))
print(door.is_compiled(), door.is_damaged())
double(0.5)
door.compile_all(lambda: double(0.5))
"""
MADE, TAKEN = "42 0", "42 1"
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[:-1],
    "random": lambda data: bytes(n * 73 % 251 for n in range(len(data))),
    "another bit": lambda data: data[:-40] + bytes([data[-40] ^ 4]) + data[-39:],
}


def told(folder: Path, before: str = "") -> list[str]:
    """Return the lines of a program with a tiny kernel, whose machine code is kept in a folder."""
    script = folder / "tiny.py"
    script.write_text(before + TINY, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True, env=environment, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    assert told(folder) == ["False False", MADE, "True False"]
    assert told(folder) == ["True False", TAKEN, "True False"]
    return folder


VICTIMS = list(itertools.product(DAMAGES, (".nbi", ".nbc")))
SOME = (
    VICTIMS if "THOROUGH" in os.environ else [VICTIMS[number + number // 2 % 2] for number in range(0, len(VICTIMS), 2)]
)
"""Each damage to one kind of file; with THOROUGH=1 to both."""


@pytest.mark.parametrize(("damage", "suffix"), SOME)
def test_machine_code_that_is_damaged_is_made_anew(kept: Path, suffix: str, damage: str) -> None:
    (victim,) = kept.rglob(f"*{suffix}")
    victim.write_bytes(DAMAGES[damage](victim.read_bytes()))
    assert told(kept) == ["False True", MADE, "True False"]
    if damage == "another bit":  # what was made is taken, whatever had been there; so of one damage this is asked
        assert told(kept) == ["True False", TAKEN, "True False"]


@pytest.mark.parametrize("name", ["*.nbi", "*.nbc", "complete"])
def test_machine_code_of_which_a_part_is_missing_is_made_anew(kept: Path, name: str) -> None:
    (victim,) = kept.rglob(name)
    victim.unlink()
    assert told(kept) == ["False False" if name == "complete" else "False True", MADE, "True False"]


@pytest.mark.parametrize("data", [b"", b"\xff\x00", b"0 kernel.nbi\n"])
def test_sums_that_are_damaged_make_it_anew_too(kept: Path, data: bytes) -> None:
    (sums,) = kept.rglob("complete")
    sums.write_bytes(data)
    assert told(kept) == ["False True", MADE, "True False"]


def test_machine_code_is_made_where_files_cannot_be_locked(tmp_path: Path) -> None:
    no_locks = (
        "import errno, fcntl\n\ndef flock(*_):\n    raise OSError(errno.ENOSYS, 'no locks')\n\nfcntl.flock = flock\n"
    )
    assert told(tmp_path, no_locks) == ["False False", MADE, "True False"]
    assert told(tmp_path, no_locks) == ["True False", TAKEN, "True False"], "the file of the lock is there by now"


def test_who_waits_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.games.labyrinth.kernel import api

    monkeypatch.setattr(api, "compile_all", lambda _: None)
    monkeypatch.setattr(api, "is_ready", lambda: False)
    for compiled, damaged, expected in (
        (True, False, []),
        (False, False, [api.PATIENCE]),
        (False, True, [api.DAMAGED, api.PATIENCE]),
    ):
        monkeypatch.setattr(api, "is_compiled", lambda compiled=compiled: compiled)
        monkeypatch.setattr(api, "is_damaged", lambda damaged=damaged: damaged)
        words: list[str] = []
        api.prepare(words.append)
        assert words == expected
