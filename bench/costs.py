"""The cost of a process, as the kernel counts it."""

from __future__ import annotations

import compileall
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Cost:
    """The resources that one process took.

    Attributes:
        cpu_s: CPU time in seconds, user and system, of the processes that it began, too.
        peak_kib: peak resident memory, in KiB, of the largest process.
        wall_s: time until its end, in seconds.
    """

    cpu_s: float
    peak_kib: int
    wall_s: float


def cost_of(arguments: Sequence[str]) -> Cost:
    """Run a Python process to its end and ask the kernel what it took."""
    begun = time.perf_counter()
    process = os.posix_spawn(
        sys.executable, [sys.executable, *arguments], os.environ | {"PYTHONPATH": str(PROJECT / "generator")}
    )
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"failed: python {' '.join(arguments)}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, time.perf_counter() - begun)


def least(runs: list[Cost]) -> Cost:
    """Return the run that was disturbed least."""
    return min(runs, key=lambda cost: cost.cpu_s)


def compile_all() -> None:
    """Compile once, as the first run of any user does, even where Python was told to keep no bytecode."""
    for folder in ("generator", "bench"):
        compileall.compile_dir(PROJECT / folder, quiet=1)
