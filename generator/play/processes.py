"""Processes that play beside this one, where the system lets there be any.

They are spawned, as forked ones would inherit threads and locks in the middle of their work. They share semaphores with
this process, which some containers do not allow: there is no ``/dev/shm``, or nobody may write to it. Nothing is the
matter with the games then, so one process plays them all.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

NONE_TO_SHARE = "this system shares no semaphores between processes (is /dev/shm writable?); one process plays"


def spawned(jobs: int, begin: Callable[..., object], told: tuple[Any, ...]) -> ProcessPoolExecutor | None:
    """A pool of processes; None where there can be none.

    Args:
        jobs: how many processes.
        begin: called in each of them first.
        told: what it is called with.
    """
    try:
        return ProcessPoolExecutor(jobs, get_context("spawn"), begin, told)
    except (OSError, ImportError, NotImplementedError):
        return None
