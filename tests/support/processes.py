"""Processes that tests start, and waits for what they do."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import AnyStr

PATIENCE_S = 300.0
"""For what comes in time on the busiest machine, and never if something is broken."""


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
