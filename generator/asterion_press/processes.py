"""Processes that work beside this one, where the system lets there be any.

They are spawned, as forked ones would inherit threads and locks in the middle of their work. They share semaphores with
this process, which some containers do not allow: there is no ``/dev/shm``, or nobody may write to it. Nothing is the
matter with the work then, so one process does it all.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any, Generic, TypeVar

from asterion_press import stopping

Task = TypeVar("Task")
Result = TypeVar("Result")


class _Worker(SpawnProcess):
    """A process that blocks signals until it can ignore them, so that none ends it with a traceback."""

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


def _begin(begin: Callable[..., object], arguments: tuple[Any, ...], rubbish: tuple[int, int, int]) -> None:
    """Make a process ready to work, which ends with the one that shares out and leaves all signals to it."""
    gc.set_threshold(*rubbish)
    Thread(target=_end_with_parent, daemon=True).start()
    for number in stopping.SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, stopping.SIGNALS)
    begin(*arguments)


def _end_with_parent() -> None:
    """Wait until the parent process has ended, perhaps killed, and exit."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spawned(jobs: int, begin: Callable[..., object], arguments: tuple[Any, ...]) -> ProcessPoolExecutor | None:
    """Return a pool of processes; None where there can be none.

    Args:
        jobs: how many processes.
        begin: called in each of them first.
        arguments: its arguments.
    """
    try:
        return ProcessPoolExecutor(jobs, _Context(), _begin, (begin, arguments, gc.get_threshold()))
    except (OSError, ImportError, NotImplementedError):
        return None


def result_of(future: Future[Result]) -> Result:
    """Return the result of work in another process, and check the flag of `stopping` while waiting.

    Raises:
        Stopped: a signal has come.
        BaseException: whatever the work raised.
    """
    while not future.done():
        stopping.look()
        wait([future], timeout=stopping.POLL_S)
    try:
        return future.result()
    except BrokenExecutor:
        stopping.look()  # a signal to the whole group ends the workers, too
        raise


class Shared(Generic[Task, Result]):
    """Tasks that this process shares with a pool.

    A task that a process could not do, as it was killed or as the task raised an error, is done here once more: so
    errors are raised here, and are the same without a pool.
    """

    def __init__(
        self,
        pool: ProcessPoolExecutor,
        there: Callable[[Task], Result],
        here: Callable[[Task], Result],
        tasks: Sequence[Task],
    ) -> None:
        """Share the tasks out.

        Args:
            pool: the processes.
            there: does a task in one of them, a function of a module.
            here: does a task in this process.
            tasks: what is to be done, the first first.
        """
        self._here, self._tasks = here, tasks
        self._futures: dict[int, Future[Result]] = {}
        self._found: dict[int, Result] = {}
        for number, task in enumerate(tasks):
            try:
                self._futures[number] = pool.submit(there, task)
            except (BrokenExecutor, OSError):
                break

    def result(self, number: int) -> Result:
        """Return the result of a task, once. While another process does it, this one does tasks that have not begun.

        Raises:
            Stopped: a signal has come.
            Exception: the task raised it.
        """
        while number not in self._found:
            stopping.look()
            future = self._futures.get(number)
            if future is None or future.cancel():  # which succeeds only where no process has begun the task
                self._do(number)
                continue
            other = None if future.done() else self._withdrawn_after(number)
            if other is not None:
                self._do(other)
                continue
            try:
                self._found[number] = result_of(future)
            except Exception:  # noqa: BLE001 - whatever it is, it is raised here again if the task is to blame
                self._do(number)
        return self._found.pop(number)

    def _withdrawn_after(self, first: int) -> int | None:
        """Return the number of a later task that no process has begun, and that none will begin."""
        for number in range(first + 1, len(self._tasks)):
            if number not in self._found and (number not in self._futures or self._futures[number].cancel()):
                return number
        return None

    def _do(self, number: int) -> None:
        self._found[number] = self._here(self._tasks[number])
