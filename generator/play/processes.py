"""Processes that play beside this one, where the system lets there be any.

They are spawned, as forked ones would inherit threads and locks in the middle of their work. They share semaphores with
this process, which some containers do not allow: there is no ``/dev/shm``, or nobody may write to it. Nothing is the
matter with the games then, so one process plays them all.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any

from generator import stopping

NONE_TO_SHARE = "this system shares no semaphores between processes (is /dev/shm writable?); one process plays"


class _Worker(SpawnProcess):
    """A process that keeps signals waiting until it can ignore them, so that none ends it with a traceback."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, stopping.SIGNALS)  # a process inherits what is blocked
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    Process = _Worker


def _begin(begin: Callable[..., object], told: tuple[Any, ...]) -> None:
    """Make a process ready to work, which ends with the one that shares out and leaves all signals to it."""
    Thread(target=_end_with_parent, daemon=True).start()
    for number in stopping.SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, stopping.SIGNALS)
    begin(*told)


def _end_with_parent() -> None:
    """Wait until the process that shares out is gone, killed perhaps, and end."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def spawned(jobs: int, begin: Callable[..., object], told: tuple[Any, ...]) -> ProcessPoolExecutor | None:
    """A pool of processes; None where there can be none.

    Args:
        jobs: how many processes.
        begin: called in each of them first.
        told: what it is called with.
    """
    try:
        return ProcessPoolExecutor(jobs, _Context(), _begin, (begin, told))
    except (OSError, ImportError, NotImplementedError):
        return None
