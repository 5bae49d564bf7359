"""The swap: one complete set takes the place of another in one step.

::

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
from collections.abc import Callable
from pathlib import Path

from generator.errors import PublishError
from generator.publish.file_operations import mount_in, remove_tree, sha256_of, sync_folder
from generator.publish.manifest import MANIFEST_NAME, read_manifest

_AT_FDCWD = -100
_RENAME_EXCHANGE = 1 << 1
"""Source: linux/fs.h."""
_RENAME_SWAP = 0x2
"""Source: sys/stdio.h of macOS."""
_CANNOT = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)})
"""Answers that say that the kernel or the file system knows no exchange."""


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
    candidates = [*siblings(folder, "old"), *(stage for stage in siblings(folder, "stage") if _is_whole(stage))]
    for candidate in candidates:
        if _is_published(candidate):
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


def _is_published(set_: Path) -> bool:
    try:
        return read_manifest(set_) is not None
    except (OSError, PublishError):
        return False


def _is_whole(set_: Path) -> bool:
    """Return whether every file that the manifest names is there, as the manifest says."""
    try:
        manifest = read_manifest(set_)
        files = manifest.files.items() if manifest else ()
        return all(sha256_of(set_ / name) == entry.sha256 for name, entry in files)
    except (OSError, PublishError):
        return False
