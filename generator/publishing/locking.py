"""One build at a time: the lock beside an output folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.errors import PublishError
from generator.publishing.names import shown
from generator.publishing.trouble import told_plainly


@contextmanager
def locked(folder: Path, name: str, wait_s: float) -> Iterator[None]:
    """Hold the folder's lock; the system lets go of it when the process ends, however it ends.

    The lock file is deleted while it is still locked: who got hold of the deleted one notices (it has no name any
    more) and tries again, which filelock does from version 4 on.

    Args:
        folder: resolved path of the folder; the lock file lies beside it.
        name: the folder as the user named it.
        wait_s: how long to wait for another build, in seconds.

    Raises:
        PublishError: another build holds it, or the system refused.
    """
    from filelock import FileLock, Timeout

    path = folder.with_name(f".{folder.name}.lock")
    lock = FileLock(path, timeout=wait_s, fallback_to_soft=False)
    with told_plainly(name):
        try:
            lock.acquire()
        except Timeout as error:
            raise PublishError(_busy(name, path)) from error
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        lock.release()


def _busy(name: str, lock: Path) -> str:
    remedy = f"wait for it or remove {shown(str(lock))} if none is running"
    return f"another build is writing {shown(name)}; {remedy}"
