"""What the tests of publishing share: an output folder, build processes, file systems made for one test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from asterion_press.publish import location
from tests.support import builds
from tests.support.builds import build
from tests.support.processes import PATIENCE_S

PROGRAM = Path(builds.__file__)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An output folder that does not exist yet, in a parent that holds nothing else."""
    return tmp_path / "output" / "asterion"


@pytest.fixture
def built(folder: Path) -> Path:
    """An output folder with the first generation."""
    build(folder, 1)
    return folder


@pytest.fixture
def command() -> Callable[..., list[str]]:
    """The command line of a build in a process of its own."""

    def line(folder: Path, *arguments: object) -> list[str]:
        return [sys.executable, "-B", str(PROGRAM), str(folder), *map(str, arguments)]

    return line


@pytest.fixture
def run_build(command: Callable[..., list[str]]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a build in a process of its own to its end; ``before`` stands in front of the command line."""

    def run(folder: Path, *arguments: object, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        line = [*before, *command(folder, *arguments)]
        return subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    return run


@pytest.fixture
def injected(needs_program: Callable[[str], str]) -> Callable[..., tuple[str, ...]]:
    """What stands in front of a command line, so that a call of the system fails or kills."""

    def line(call: str, fault: str, when: str) -> tuple[str, ...]:
        wanted = ",".join(f"?{name}" for name in call.split(","))
        rule = f"inject={wanted}:{fault}:when={when}"
        words = (needs_program("strace"), "-f", "-qq", "-o", "/dev/null", "-e", f"trace={wanted}", "-e", rule)
        probe = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
        if "not permitted" in probe.stderr:
            pytest.skip("tracing is not permitted here")
        return words

    return line


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let a function of an owner fail, always or when its arguments say so."""

    def patch(owner: object, name: str, number: int, when: Callable[..., object] = lambda *_: True) -> None:
        real = getattr(owner, name)

        def failing(*words: Any, **named: Any) -> Any:
            if when(*words):
                raise OSError(number, os.strerror(number))
            return real(*words, **named)

        monkeypatch.setattr(owner, name, failing)

    return patch


@pytest.fixture(params=["exchange", "two renames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the system puts one folder in the place of another."""
    if request.param == "two renames":
        monkeypatch.setattr(location, "exchange", lambda _first, _second: False)
    return str(request.param)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of 1 MiB in memory; skipped where mounting is not allowed."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    place = Path(tempfile.mkdtemp(prefix="asterion-disk-"))
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=False, capture_output=True)
    if done.returncode:
        place.rmdir()
        pytest.skip("mounting is not permitted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)
    place.rmdir()


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A temporary folder that every user may enter (pytest's own are closed)."""
    place = Path(tempfile.mkdtemp(prefix="asterion-open-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)
