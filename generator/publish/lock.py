"""One build at a time: the lock beside an output folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator import stopping
from generator.errors import PublishError
from generator.publish.names import shown
from generator.publish.os_errors import told_plainly

LOOK_AGAIN_S = 0.1
"""How often a lock is tried that another build holds. Source: our own choice."""


def lock_of(folder: Path) -> Path:
    """Return the lock file of an output folder, which lies beside it."""
    return folder.with_name(f".{folder.name}.lock")


@contextmanager
def locked(
    folder: Path, name: str, wait_s: float | None = None, waiting: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Hold the folder's lock; the system lets go of it when the process ends, however it ends.

    So who holds it is alive, and waiting for it is right, however long that takes. The lock file is deleted while it is
    still locked: who got hold of the deleted one notices (it has no name any more) and tries again, which filelock does
    from version 4 on. Where it cannot be let go of or deleted, the process's end and the next build see to that.

    Args:
        folder: resolved path of the folder; the lock file lies beside it.
        name: the folder as the user named it.
        wait_s: how long to wait for another build, in seconds; None: as long as it takes.
        waiting: called again and again while another build holds it; what it raises ends the wait.

    Raises:
        PublishError: another build holds it after that time, or the system refused.
        Stopped: a signal has come.
    """
    from filelock import FileLock

    lock = FileLock(lock_of(folder), fallback_to_soft=False)
    with told_plainly(name):
        _acquire(lock, folder, name, wait_s, waiting)
    try:
        yield
    finally:
        with suppress(OSError):
            lock_of(folder).unlink(missing_ok=True)
        with suppress(OSError):
            lock.release()


def _acquire(lock: Any, folder: Path, name: str, wait_s: float | None, waiting: Callable[[], object]) -> None:
    """Try the lock until it is ours."""
    from filelock import Timeout

    end = None if wait_s is None else time.monotonic() + wait_s
    is_held = False
    while True:
        stopping.look()
        try:
            lock.acquire(timeout=0)
        except Timeout:
            _check_lockable(folder, name)
        else:
            return
        if end is not None and time.monotonic() >= end:
            raise PublishError(f"another build is writing {shown(name)}; run this one again when that one has ended")
        if is_held:  # one try may fail because the other build was just ending
            waiting()
        is_held = True
        time.sleep(LOOK_AGAIN_S)


def _check_lockable(folder: Path, name: str) -> None:
    """See that there is a lock that another build may hold, and not a place where no files can be made.

    Raises:
        PublishError: there can be no lock.
        OSError: the system says why.
    """
    try:
        os.close(os.open(lock_of(folder), os.O_RDWR | os.O_CREAT, 0o666))
    except FileNotFoundError:
        where = shown(str(folder.parent))
        raise PublishError(
            f"{shown(name)} was not written: no files can be made in {where}; choose another --out FOLDER"
        ) from None
