"""The place of an output folder: its path, its lock, whether it can be exchanged, and leftovers of killed programs."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator import stopping
from generator.errors import PublishError
from generator.publish import swap
from generator.publish.file_operations import as_publish_error, mount_in, shown

LOOK_AGAIN_S = 0.1
"""Seconds between two attempts to take a lock that another build holds. Own choice."""


def lock_of(folder: Path) -> Path:
    """Return the lock file of an output folder, which lies beside it."""
    return folder.with_name(f".{folder.name}.lock")


@contextmanager
def locked(
    folder: Path, name: str, wait_s: float | None = None, waiting: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Hold the folder's lock; the system releases it when the process ends, however it ends.

    The holder is therefore alive, and waiting for it is right, however long that takes. The lock file is deleted while
    it is still locked: a process that gets the lock of the deleted file notices that it has no name any more and tries
    again, as filelock does from version 4 on. Where releasing or deleting fails, the end of the process and the next
    build do it.

    Args:
        folder: resolved path of the folder; the lock file lies beside it.
        name: the folder as the user named it.
        wait_s: how long to wait for another build, in seconds; None: as long as it takes.
        waiting: called again and again while another build holds it; an exception from it ends the wait.

    Raises:
        PublishError: another build holds it after that time, or the system refused.
        Stopped: a signal has come.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(lock_of(folder), fallback_to_soft=False)
    end = None if wait_s is None else time.monotonic() + wait_s
    is_held = False
    with as_publish_error(name):
        while True:
            stopping.look()
            with suppress(Timeout):
                lock.acquire(timeout=0)
                break
            _check_lockable(folder, name)
            if end is not None and time.monotonic() >= end:
                remedy = "run this one again when that one has ended"
                raise PublishError(f"another build is writing {shown(name)}; {remedy}")
            if is_held:  # one try may fail because the other build was just ending
                waiting()
            is_held = True
            time.sleep(LOOK_AGAIN_S)
    try:
        yield
    finally:
        with suppress(OSError):
            lock_of(folder).unlink(missing_ok=True)
        with suppress(OSError):
            lock.release()


def _check_lockable(folder: Path, name: str) -> None:
    """Check that there is a lock that another build may hold, and not a place where no files can be made.

    Raises:
        PublishError: no files can be made there.
        OSError: the system says why.
    """
    try:
        os.close(os.open(lock_of(folder), os.O_RDWR | os.O_CREAT, 0o666))
    except FileNotFoundError:
        where = shown(str(folder.parent))
        raise PublishError(
            f"{shown(name)} was not written: no files can be made in {where}; choose another --out FOLDER"
        ) from None


def resolved(path: Path) -> Path:
    """Return the folder itself, links resolved.

    Raises:
        PublishError: its links lead in a circle.
    """
    with as_publish_error(shown(str(path))):
        try:
            return path.resolve()
        except RuntimeError as error:  # a circle of links, up to Python 3.12
            raise OSError(errno.ELOOP, "circle of links") from error


def check_place(folder: Path, name: str) -> None:
    """Check that a folder, which need not be there yet, can be exchanged.

    Args:
        folder: resolved.
        name: as the user named it.

    Raises:
        PublishError: it is a mount point, or the folder that the user works in, or write-protected.
    """
    with as_publish_error(name):
        if not folder.name or mount_in(folder):
            what = "is a mount point, or holds one, and cannot be exchanged as a whole"
            raise PublishError(f"{name} {what}; choose a folder below it, such as --out {name}/asterion")
        if not os.path.lexists(folder):
            return
        if not os.access(folder, os.W_OK | os.X_OK) and folder.is_dir():
            is_disk = hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY
            raise OSError(errno.EROFS if is_disk else errno.EACCES, "write-protected")
        if _current_folder().is_relative_to(folder):
            what = "is the folder you are working in, which would be replaced under your feet"
            raise PublishError(f"{name} {what}; go to the folder above it first")


def make_folder(folder: Path, name: str, elsewhere: str | None = None) -> None:
    """Make a folder and its missing parents.

    Args:
        folder: to be made.
        name: of the file or folder to be written there, as the user named it.
        elsewhere: how to write to another place; by default by ``--out``.

    Raises:
        PublishError: the system refused.
    """
    with as_publish_error(name, *filter(None, [elsewhere])):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(errno.ENOTDIR, "a file lies on the way") from error


def clear_leftovers(folder: Path, name: str) -> None:
    """Delete leftovers of killed programs beside a folder, unless a program is writing it; never fails.

    Args:
        folder: resolved; it need not be there.
        name: as the user named it.
    """
    with suppress(PublishError, OSError):
        if os.path.lexists(lock_of(folder)) or swap.siblings(folder, "stage") or swap.siblings(folder, "old"):
            with locked(folder, name, wait_s=0.0):
                swap.recover(folder)
                swap.clean(folder)


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:
        return Path("/")
