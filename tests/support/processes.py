"""Processes that tests start, and waits for what they do."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, AnyStr

PATIENCE_S = 300.0
"""For what comes in time on the busiest machine, and never if something is broken."""
PROJECT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PROJECT / "generator")}


def python(
    *words: object, root: Path = PROJECT, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with the program of a folder; it does not wait for ever, as on a FIFO."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(root / "generator"), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE_S,
    )


def apart(*words: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as :func:`python` does."""
    return python("-m", "asterion_press", *words, **how)


@contextmanager
def ending(process: subprocess.Popen[AnyStr]) -> Iterator[subprocess.Popen[AnyStr]]:
    """Kill what is left of a process at the end, whatever has failed meanwhile, and of its session if it leads one."""
    with process:
        try:
            yield process
        finally:
            process.kill()
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)


def wait_until(comes: Callable[[], object]) -> None:
    """Wait for what is to come, and fail if it does not."""
    end = time.monotonic() + PATIENCE_S
    while not comes():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def at_a_terminal(*arguments: str, answer: str = "", **environment: str) -> tuple[int, str]:
    """Exit status and screen of the command in a process of its own, with somebody at its terminal."""
    ours, its = os.openpty()
    line = [sys.executable, "-m", "asterion_press", *arguments]
    env = {**ENVIRONMENT, "TERM": "xterm", **environment}
    env = env if "NO_COLOR" in environment else {name: value for name, value in env.items() if name != "NO_COLOR"}
    with ending(subprocess.Popen(line, stdin=its, stdout=its, stderr=its, env=env)) as process:
        os.close(its)
        os.write(ours, answer.encode())
        screen = b""
        with suppress(OSError):  # Linux's way to say that the other end was closed
            while select.select([ours], [], [], PATIENCE_S)[0] and (part := os.read(ours, 4096)):
                screen += part
        os.close(ours)
        return process.wait(PATIENCE_S), screen.decode()
