"""Executors distribute tasks: in this process, among its threads, or among other processes.

An executor is a function that takes tasks and yields the result of each, in their order. All of them do the same work.
A game depends on a seed and its own number only, and nothing is summed up before results are in order; so any executor
gives the same, bit for bit. The fourth executor, of the workers of a Dask cluster, is in ``cluster.py``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from asterion_press import stopping
from asterion_press.errors import AsterionError
from asterion_press.processes import result_of, spawned

NONE_TO_SHARE = "this system shares no semaphores between processes (is /dev/shm writable?); one process plays"
AHEAD = 4
"""Tasks a job that are under way before the first result is asked for: no worker waits, and memory stays bounded."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Executor: TypeAlias = Callable[[Sequence[Task]], Iterator[Result]]
"""Yields the result of each task, in their order."""


def cut(games: range, size: int) -> list[range]:
    """Cut numbers of games into portions of that size; the last one may be smaller."""
    return [range(first, min(games.stop, first + size)) for first in range(games.start, games.stop, size)]


def prefetch(futures: Iterable[Any], ahead: int, read: Callable[[Any], Result]) -> Generator[Result, None, None]:
    """Yield the results of futures in their order; cancel those at last that were begun and not taken.

    Args:
        futures: of this program's pools or of a cluster's; begins one piece of work whenever the next is taken.
        ahead: how many are under way beside the one that is given.
        read: waits for a result.
    """
    waiting: deque[Any] = deque()
    try:
        for future in futures:
            stopping.look()
            waiting.append(future)
            if len(waiting) > ahead:
                yield read(waiting.popleft())
        while waiting:
            stopping.look()
            yield read(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()


def in_turn(work: Callable[[Task], Result]) -> Executor[Task, Result]:
    """Return an executor of this process alone."""

    def play(tasks: Sequence[Task]) -> Iterator[Result]:
        for task in tasks:
            stopping.look()  # the compiled kernel plays a portion without looking
            yield work(task)

    return play


@contextmanager
def threads(work: Callable[[Task], Result], jobs: int) -> Iterator[Executor[Task, Result]]:
    """Make an executor of threads, for work of the compiled kernel, which releases Python's lock while it plays."""
    with ThreadPoolExecutor(jobs, thread_name_prefix="study") as pool:
        yield lambda tasks: prefetch((pool.submit(work, task) for task in tasks), AHEAD * jobs, result_of)


@contextmanager
def processes(
    work: Callable[[Task], Result], jobs: int, say: Callable[[str], object]
) -> Iterator[Executor[Task, Result]]:
    """Make an executor of processes; of this one alone for one job, and where the system allows no others.

    Args:
        work: is sent to each process once, so it has to be a function of a module or a method of plain data.
        jobs: how many processes.
        say: is told if there can be no others.
    """
    pool = spawned(jobs, _begin, (work,)) if jobs > 1 else None
    if pool is None:
        if jobs > 1:
            say(NONE_TO_SHARE)
        yield in_turn(work)
        return
    with pool as beside:
        try:
            yield lambda tasks: prefetch((beside.submit(_do, task) for task in tasks), AHEAD * jobs, result_of)
        except BrokenExecutor:
            raise AsterionError("a process that played was killed; run the command again") from None
        finally:
            beside.shutdown(wait=True, cancel_futures=True)


_WORK: list[Callable[[Any], Any]] = []
"""The work of a spawned process."""


def _begin(work: Callable[[Any], Any]) -> None:
    _WORK[:] = [work]


def _do(task: Any) -> Any:
    return _WORK[0](task)
