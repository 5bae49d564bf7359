"""Machine code that is kept is taken; what is missing is made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE_S

pytest.importorskip("numba")

TINY = """
from asterion_press.games.labyrinth.kernel import numba_adapter as door

@door.entry
def double(number):
    return 2 * number

print(door.is_compiled())
door.compile_all(lambda: print(double(21), sum(double.stats.cache_hits.values())))
print(door.is_compiled())
double(0.5)
door.compile_all(lambda: double(0.5))
"""
MADE, TAKEN = "42 0", "42 1"


def reported(folder: Path, before: str = "") -> list[str]:
    """Return the lines of a program with a tiny kernel, whose machine code is kept in a folder."""
    script = folder / "tiny.py"
    script.write_text(before + TINY, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True, env=environment, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_machine_code_is_made_once_and_what_is_missing_again(tmp_path: Path) -> None:
    assert reported(tmp_path) == ["False", MADE, "True"]
    assert reported(tmp_path) == ["True", TAKEN, "True"]
    for name, expected in (
        ("*.nbi", ["True", MADE, "True"]),
        ("*.nbc", ["True", MADE, "True"]),
        ("complete", ["False", TAKEN, "True"]),
    ):
        for victim in list(tmp_path.rglob(name)):
            victim.unlink()
        assert reported(tmp_path) == expected


def test_machine_code_is_made_where_files_cannot_be_locked(tmp_path: Path) -> None:
    no_locks = (
        "import errno, fcntl\n\ndef flock(*_):\n    raise OSError(errno.ENOSYS, 'no locks')\n\nfcntl.flock = flock\n"
    )
    assert reported(tmp_path, no_locks) == ["False", MADE, "True"]
    assert reported(tmp_path, no_locks) == ["True", TAKEN, "True"], "the file of the lock is there by now"


def test_who_waits_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from asterion_press.games.labyrinth.kernel import api

    monkeypatch.setattr(api, "compile_all", lambda _: None)
    monkeypatch.setattr(api, "is_ready", lambda: False)
    for compiled, expected in ((True, []), (False, [api.PATIENCE])):
        monkeypatch.setattr(api, "is_compiled", lambda compiled=compiled: compiled)
        words: list[str] = []
        api.prepare(words.append)
        assert words == expected
