"""Executors distribute tasks: in this process, among its threads, or among other processes.

All of them do the same work on each task and give the results in the order of the tasks. A game depends on a seed and
its own number only, and nothing is summed up before results are in order; so any executor gives the same, bit for bit.
The fourth executor, of the workers of a Dask cluster, is in ``cluster.py``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any, Generic, Protocol, TypeVar

from generator import stopping
from generator.errors import AsterionError
from generator.processes import result_of, spawned

NONE_TO_SHARE = "this system shares no semaphores between processes (is /dev/shm writable?); one process plays"
AHEAD = 4
"""Tasks a job that are under way before the first result is asked for: no worker waits, and memory stays bounded."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)


class Cancellable(Protocol):
    """A future, of this program's pools or of a cluster's."""

    def cancel(self) -> object: ...


F = TypeVar("F", bound=Cancellable)


class Executor(Protocol[Task_contra, Result_co]):
    """An executor of one kind of work on many tasks."""

    def map(self, tasks: Sequence[Task_contra]) -> Iterator[Result_co]:
        """Yield the result of each task, in their order."""


def cut(games: range, size: int) -> list[range]:
    """Cut numbers of games into portions of that size; the last one may be smaller."""
    return [range(first, min(games.stop, first + size)) for first in range(games.start, games.stop, size)]


@contextmanager
def prefetch(futures: Iterable[F], ahead: int) -> Iterator[Iterator[F]]:
    """Give futures in their order; cancel those at last that were begun and not taken.

    Args:
        futures: begins one piece of work whenever the next is taken.
        ahead: how many are under way beside the one that is given.
    """

    def going() -> Generator[F, None, None]:
        waiting: deque[F] = deque()
        try:
            for future in futures:
                stopping.look()
                waiting.append(future)
                if len(waiting) > ahead:
                    yield waiting.popleft()
            while waiting:
                stopping.look()
                yield waiting.popleft()
        finally:
            for future in waiting:
                future.cancel()

    with closing(going()) as given:
        yield given


class SerialExecutor(Generic[Task, Result]):
    """An executor in this process."""

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self._work = work

    def map(self, tasks: Sequence[Task]) -> Iterator[Result]:
        for task in tasks:
            stopping.look()  # the compiled kernel plays a portion without looking
            yield self._work(task)


class PoolExecutor(Generic[Task, Result]):
    """An executor in a pool of threads or processes."""

    def __init__(self, submit: Callable[[Task], Future[Result]], jobs: int, killed: str = "") -> None:
        """Make ready.

        Args:
            submit: hands a task to the pool.
            jobs: how many work in the pool.
            killed: the error if one of its processes is killed.
        """
        self._submit, self._jobs, self._killed = submit, jobs, killed

    def map(self, tasks: Sequence[Task]) -> Iterator[Result]:
        with prefetch(map(self._submit, tasks), AHEAD * self._jobs) as futures:
            for future in futures:
                try:
                    yield result_of(future)
                except BrokenExecutor:
                    raise AsterionError(self._killed) from None


@contextmanager
def threads(work: Callable[[Task], Result], jobs: int) -> Iterator[Executor[Task, Result]]:
    """Make an executor of threads, for work of the compiled kernel, which releases Python's lock while it plays."""
    with ThreadPoolExecutor(jobs, thread_name_prefix="study") as pool:
        yield PoolExecutor(lambda task: pool.submit(work, task), jobs)


@contextmanager
def processes(
    work: Callable[[Task], Result], jobs: int, say: Callable[[str], object], remedy: str
) -> Iterator[Executor[Task, Result]]:
    """Make an executor of processes; of this one alone for one job, and where the system allows no others.

    Args:
        work: is sent to each process once, so it has to be a function of a module or a method of plain data.
        jobs: how many processes.
        say: is told if there can be no others.
        remedy: what the user can do if a process is killed.
    """
    pool = spawned(jobs, _begin, (work,)) if jobs > 1 else None
    if pool is None:
        if jobs > 1:
            say(NONE_TO_SHARE)
        yield SerialExecutor(work)
        return
    with pool as beside:
        try:
            yield PoolExecutor(
                lambda task: beside.submit(_do, task), jobs, f"a process that played was killed; {remedy}"
            )
        finally:
            beside.shutdown(wait=True, cancel_futures=True)


_WORK: list[Callable[[Any], Any]] = []
"""The work of a spawned process."""


def _begin(work: Callable[[Any], Any]) -> None:
    _WORK[:] = [work]


def _do(task: Any) -> Any:
    return _WORK[0](task)
