"""The place of an output folder: its path, its lock, the exchange of two sets, and leftovers of killed programs.

One complete set takes the place of another in one step::

    1  no folder yet         rename(stage, folder)
    2  Linux, macOS          exchange(stage, folder)           the old set now lies where the stage was
    3  neither               rename(folder, old)               a kill here leaves no folder ...
                             rename(stage, folder)             ... and `recover` puts the old set back

Each way can be undone, for the case that the last fsync fails. Source: renameat2(2) (Linux 3.15), renamex_np(2)
(macOS 10.12).
"""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from asterion_press import stopping
from asterion_press.errors import PublishError
from asterion_press.publish.file_operations import (
    as_publish_error,
    mount_in,
    remove_tree,
    sha256_of,
    shown,
    sync_folder,
)
from asterion_press.publish.manifest import MANIFEST_NAME, read_manifest

LOOK_AGAIN_S = 0.1
"""Seconds between two attempts to take a lock that another build holds. Own choice."""
_AT_FDCWD = -100
_RENAME_EXCHANGE = 1 << 1
"""Source: linux/fs.h."""
_RENAME_SWAP = 0x2
"""Source: sys/stdio.h of macOS."""
_CANNOT = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)})
"""Answers that say that the kernel or the file system knows no exchange."""


def lock_of(folder: Path) -> Path:
    """Return the lock file of an output folder, which lies beside it."""
    return folder.with_name(f".{folder.name}.lock")


@contextmanager
def locked(folder: Path, name: str, waiting: Callable[[], object]) -> Iterator[None]:
    """Hold the folder's lock; the system releases it when the process ends, however it ends.

    The holder is therefore alive, and waiting for it is right, however long that takes. The lock file is deleted while
    it is still locked: a process that gets the lock of the deleted file notices that it has no name any more and tries
    again, as filelock does from version 4 on. Where releasing or deleting fails, the end of the process and the next
    build do it.

    Args:
        folder: resolved path of the folder; the lock file lies beside it.
        name: the folder as the user named it.
        waiting: called again and again while another build holds it; an exception from it ends the wait.

    Raises:
        PublishError: the system refused.
        Stopped: a signal has come.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(lock_of(folder), fallback_to_soft=False)
    is_locked = False
    with as_publish_error(name):
        while True:
            stopping.look()
            with suppress(Timeout):
                lock.acquire(timeout=0)
                break
            _check_lockable(folder, name)
            if is_locked:  # one try may fail because the other build was just ending
                waiting()
            is_locked = True
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
        with suppress(OSError):  # who works in a folder that is gone does not work in this one
            if Path.cwd().is_relative_to(folder):
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

    def give_up() -> None:
        raise PublishError("another build is writing it, and cleans up")

    with suppress(PublishError, OSError):
        if os.path.lexists(lock_of(folder)) or siblings(folder, "stage") or siblings(folder, "old"):
            with locked(folder, name, give_up):
                recover(folder)
                clean(folder)


# -- the exchange of two sets ------------------------------------------------------------------------------------------


def new_sibling(folder: Path, kind: str) -> Path:
    """Return a fresh name beside the folder: ``.asterion.stage-1f00ba12``."""
    return folder.with_name(f".{folder.name}.{kind}-{os.urandom(4).hex()}")


def siblings(folder: Path, kind: str) -> list[Path]:
    """Return the folders of that kind that builds left beside the folder, sorted."""
    pattern = re.compile(re.escape(f".{folder.name}.{kind}-") + "[0-9a-f]{8}")
    with os.scandir(folder.parent) as entries:
        return sorted(
            folder.with_name(entry.name)
            for entry in entries
            if pattern.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
        )


def recover(folder: Path) -> None:
    """Put a complete set in its place where a killed build left no folder: the old one, else the new one."""
    if os.path.lexists(folder):
        return
    for kind in ("old", "stage"):
        for candidate in siblings(folder, kind):
            if _is_whole(candidate, is_new=kind == "stage"):
                candidate.rename(folder)
                sync_folder(folder.parent)
                return


def clean(folder: Path) -> None:
    """Delete leftovers of killed builds beside the folder; only while holding the lock."""
    for leftover in (*siblings(folder, "stage"), *siblings(folder, "old")):
        discard(leftover)


def discard(set_: Path) -> None:
    """Delete a set that is no longer wanted, its manifest first, so that a half deleted one never looks complete."""
    if mount_in(set_) is None:
        remove_tree(set_, first=MANIFEST_NAME)


def swap(stage: Path, folder: Path, old: Path, settle: Callable[[Path], None] = lambda _: None) -> None:
    """Put the stage in the folder's place, for good.

    Args:
        stage: the new set.
        folder: the place of the old set, if there is one.
        old: where the old set may lie for a moment.
        settle: called with the new place of the old set, for a last look at it; an exception from it undoes the swap.

    Raises:
        OSError: the system refused; everything is as it was.
        BaseException: an error of `settle`; the swap has been undone.
    """
    previous: Path | None
    undo: Callable[[], object]
    if not os.path.lexists(folder):
        stage.rename(folder)
        previous, undo = None, lambda: folder.rename(stage)
    elif exchange(stage, folder):
        previous, undo = stage, lambda: exchange(stage, folder)
    else:
        _rename_both(stage, folder, old)
        previous, undo = old, lambda: _rename_both(old, folder, stage)
    try:
        if previous is not None:
            settle(previous)
        sync_folder(folder.parent)
    except BaseException:
        undo()
        raise


def _rename_both(stage: Path, folder: Path, old: Path) -> None:
    """Swap two folders by renaming, where the system cannot exchange them at once."""
    folder.rename(old)
    try:
        stage.rename(folder)
    except OSError:
        old.rename(folder)
        raise


def exchange(first: Path, second: Path) -> bool:
    """Exchange two folders in one atomic step; return False if that is not possible here.

    Raises:
        OSError: it is possible, but the system refused.
    """
    import ctypes

    call = _exchange_call(ctypes.CDLL(None, use_errno=True)) if os.name == "posix" else None
    if call is None or call(os.fsencode(first), os.fsencode(second)) == 0:
        return call is not None
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), str(first), None, str(second))


def _exchange_call(libc: object) -> Callable[[bytes, bytes], int] | None:
    """Return the function of the system's C library that exchanges two folders; None if it has none."""
    if sys.platform == "darwin":
        swap_names = getattr(libc, "renamex_np", None)
        return swap_names and (lambda first, second: swap_names(first, second, _RENAME_SWAP))
    rename = getattr(libc, "renameat2", None)
    return rename and (lambda first, second: rename(_AT_FDCWD, first, _AT_FDCWD, second, _RENAME_EXCHANGE))


def _is_whole(set_: Path, *, is_new: bool) -> bool:
    """Return whether a set has a manifest; of a new one every file must be there, as the manifest says."""
    try:
        manifest = read_manifest(set_)
        files = manifest.files.items() if manifest and is_new else ()
        return manifest is not None and all(sha256_of(set_ / name) == entry.sha256 for name, entry in files)
    except (OSError, PublishError):
        return False
