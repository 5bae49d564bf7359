"""The place of a folder that is exchanged as a whole: whether it can be, and what killed programs left beside it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from generator.errors import PublishError
from generator.publish import swap
from generator.publish.fsync import mount_in
from generator.publish.lock import lock_of, locked
from generator.publish.names import shown
from generator.publish.os_errors import told_plainly


def resolved(path: Path) -> Path:
    """Return the folder itself, links resolved.

    Raises:
        PublishError: its links lead in a circle.
    """
    with told_plainly(shown(str(path))):
        try:
            return path.resolve()
        except RuntimeError as error:  # a circle of links, up to Python 3.12
            raise OSError(errno.ELOOP, "circle of links") from error


def check_place(folder: Path, name: str) -> None:
    """See that a folder, which need not be there yet, can be exchanged.

    Args:
        folder: resolved.
        name: as the user named it.

    Raises:
        PublishError: it is a mount point, or the folder that the user works in, or write-protected.
    """
    with told_plainly(name):
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
    """Make a folder and those above it, as far as they are not there.

    Args:
        folder: to be made.
        name: what is written there, as the user named it.
        elsewhere: how to write to another place; by default by ``--out``.

    Raises:
        PublishError: the system refused.
    """
    with told_plainly(name, *filter(None, [elsewhere])):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(errno.ENOTDIR, "a file lies on the way") from error


def clear_leftovers(folder: Path, name: str, recover: Callable[[Path], object] = swap.recover) -> None:
    """Delete what killed programs left beside a folder, unless somebody is writing it; never fails.

    Args:
        folder: resolved; it need not be there.
        name: as the user named it.
        recover: called before, to put the folder back where a killed program left none.
    """
    with suppress(PublishError, OSError):
        if os.path.lexists(lock_of(folder)) or swap.siblings(folder, "stage") or swap.siblings(folder, "old"):
            with locked(folder, name, wait_s=0.0):
                recover(folder)
                swap.clean(folder)


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:
        return Path("/")
