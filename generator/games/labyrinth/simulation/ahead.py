"""Work in its order that others do: some of it under way ahead of what is waited for, the rest not yet asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Protocol, TypeVar

from generator import stopping


class Cancellable(Protocol):
    """A future, of this program's pools or of a cluster's."""

    def cancel(self) -> object: ...


NONE_TO_SHARE = "this system shares no semaphores between processes (is /dev/shm writable?); one process plays"

F = TypeVar("F", bound=Cancellable)


@contextmanager
def kept_ahead(futures: Iterable[F], ahead: int) -> Iterator[Iterator[F]]:
    """Futures in their order; what was asked for and is not wanted any more is cancelled in the end.

    Args:
        futures: asks for one piece of work whenever the next is taken.
        ahead: how many are under way beside the one that is given out.
    """
    with closing(_ahead(futures, ahead)) as going:
        yield going


def _ahead(futures: Iterable[F], ahead: int) -> Generator[F, None, None]:
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
