"""What other systems lack or refuse does not stop a build: Windows and macOS, seen from here.

No Windows and no macOS was at hand; their refusals are played.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.processes import python
from tests.support.project_commands import good
from tests.support.reported import reported_in

LACKING = """\
import os, runpy, signal, sys
import filelock, multiprocessing.util, tempfile  # Windows has their like under other names

sys.modules["fcntl"] = None
for lacking in ("fork", "forkpty", "statvfs", "sched_getaffinity", "getuid", "geteuid",
                "O_DIRECTORY", "killpg", "mkfifo"):
    if hasattr(os, lacking):
        delattr(os, lacking)
for lacking in ("SIGHUP", "pthread_sigmask"):
    delattr(signal, lacking)


def refused(*_, **__):
    raise OSError(22, "a required privilege is not held by the client")


os.symlink = os.link = refused
sys.argv = ["asterion", *sys.argv[1:]]
runpy.run_module("asterion_press", run_name="__main__", alter_sys=True)
"""
"""A program that takes away what is only there on POSIX, or needs a right, and then runs the command."""


@pytest.fixture
def strict_fsync(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let `fsync` refuse what is open for reading only, as Windows does; what was synced, as its access modes."""
    plain, synced = os.fsync, []

    def refusing(descriptor: int) -> None:
        access = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
        is_folder = os.path.isdir(f"/proc/self/fd/{descriptor}")  # noqa: PTH112 - a descriptor's own name
        if access == os.O_RDONLY and not is_folder:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        synced.append(access)
        plain(descriptor)

    monkeypatch.setattr(os, "fsync", refusing)
    return synced


@pytest.mark.parametrize(
    "words",
    [
        ["build", "--only", "svg", "--out", "out"],
        ["init", "mine"],
        ["play", "simulate", "--games", "2", "--record", "out.jsonl"],
        ["printer", "calibrate", "--out", "out.pdf"],
        ["preview", "--out", "out.html"],
    ],
    ids=lambda words: words[0],
)
def test_files_are_synced_through_descriptors_that_can_write(
    words: list[str],
    strict_fsync: list[int],
    small: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    good(*words, *([small()] if words[0] in {"build", "preview"} else []))
    assert strict_fsync, "nothing was synced, so nothing was tried"


def test_a_build_needs_nothing_that_only_posix_has(small: Callable[..., Path], tmp_path: Path) -> None:
    program = tmp_path / "lacking.py"
    program.write_text(LACKING, encoding="utf-8")
    words = "build", str(small()), "--paper", "a4", "--only", "svg", "--only", "sheets", "--out", "out"

    first, second = (python(program, *words, cwd=tmp_path) for _ in range(2))
    assert (first.returncode, reported_in(first.stderr)) == (0, []), first.stderr
    assert "proved" in first.stdout
    assert (second.returncode, reported_in(second.stderr)) == (0, []), second.stderr
    assert "nothing to do" in second.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"lacking.py", "small.yaml", "out"}
