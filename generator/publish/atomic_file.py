"""A single file that a user named: all of it or what was there before, never half, and nobody's work lost.

The bytes go into a temporary file beside it and onto the disk; then one step gives that file the name. Who writes the
temporary file holds a lock on it, which ends with the process; so what a killed one left is known, and deleted by the
next that writes a file of that name.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from generator import stopping
from generator.errors import PublishError
from generator.publish.fsync import read_regular, sync
from generator.publish.names import shown
from generator.publish.os_errors import ABSENT, told_plainly

ELSEWHERE = "name another file"
_NO_FILE = ABSENT | {errno.EISDIR, errno.ENXIO}
"""Answers of ``open`` that say that no regular file lies there."""


def is_there(path: Path, data: bytes) -> bool:
    """Tell whether the file lies there with these very bytes, so that nothing is to be done.

    Then what killed programs left beside it is deleted, since nobody else will write a file of that name.

    Raises:
        PublishError: what lies there cannot be read.
    """
    target = Path(os.path.realpath(path))
    with told_plainly(str(path), ELSEWHERE, reading=True):
        try:
            if read_regular(target, len(data)) != data:
                return False
        except OSError as error:
            if error.errno in _NO_FILE:
                return False
            raise
    with suppress(OSError):
        _clear_leftovers(target)
    return True


def publish_file(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file; a link is followed to where it leads.

    Args:
        path: as the user named it.
        data: all that it shall hold.
        force: replace a file that is there.

    Raises:
        PublishError: something is there and `force` is not given, it is no regular file, or the system refuses.
        Stopped: a signal has come; what was there stays.
    """
    with writing(path, force=force) as write:
        write(data)


@contextmanager
def writing(path: Path, *, force: bool = False) -> Iterator[Callable[[bytes], None]]:
    """Give what writes a file piece by piece; the file has its name when the block ends, unless that ends in an error.

    Args:
        path: as the user named it; a link is followed to where it leads.
        force: replace a file that is there.

    Raises:
        PublishError: something is there and `force` is not given, it is no regular file, or the system refuses.
    """
    name, target = shown(str(path)), Path(os.path.realpath(path))
    with told_plainly(name, ELSEWHERE):
        if not target.parent.is_dir():
            raise PublishError(f"{name} was not written: there is no folder {shown(str(path.parent))}; make it first")
        mode = _mode_of(target, name)
        if mode is not None and not force:
            raise PublishError(_refusal(name))
        _clear_leftovers(target)
        temporary, file = _temporary_for(target)

    def write(data: bytes) -> None:
        with told_plainly(name, ELSEWHERE):
            file.write(data)

    try:
        yield write
        with told_plainly(name, ELSEWHERE):
            file.flush()
            if mode is not None:
                temporary.chmod(mode)
            sync([temporary], [])
            if os.name != "posix":  # where a file that is open cannot be renamed, none that is open can be deleted
                file.close()
            stopping.look()
            if force:
                temporary.replace(target)
            else:
                _name(temporary, target, name)
        _sync_name(target, name)
    finally:
        if os.name != "posix":  # there only what is closed can be deleted; elsewhere it is held until it is gone
            file.close()
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        with suppress(OSError):
            file.close()


def _sync_name(target: Path, name: str) -> None:
    """Bring a file's new name onto the disk for good; who is told that this failed has the file all the same."""
    try:
        sync([], [target.parent])
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PublishError(f"{name} is written, but may not outlast a power cut: {why}; look after the disk") from error


def remove_file(path: Path, name: str, elsewhere: str) -> None:
    """Delete a file of ours.

    Args:
        path: where it is; it may be gone already.
        name: what messages call it.
        elsewhere: what to do if the system refuses.

    Raises:
        PublishError: the system refused.
    """
    with told_plainly(name, elsewhere):
        path.unlink(missing_ok=True)


def _temporary_for(target: Path) -> tuple[Path, BinaryIO]:
    """Make a new file beside another one, and hold it."""
    while True:
        temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}")
        file = temporary.open("xb")
        if _is_held(file.fileno()):
            return temporary, file
        file.close()  # another program took it for a leftover before it was held


def _clear_leftovers(target: Path) -> None:
    """Delete the temporary files that killed programs left beside a file."""
    if os.name != "posix":
        return
    pattern = re.compile(re.escape(f".{target.name[:80]}.") + "[0-9a-f]{8}")
    with os.scandir(target.parent) as entries:
        found = [entry.path for entry in entries if pattern.fullmatch(entry.name) and entry.is_file()]
    for leftover in found:
        with suppress(OSError):
            descriptor = os.open(leftover, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if _is_held(descriptor, otherwise=False):
                    Path(leftover).unlink(missing_ok=True)
            finally:
                os.close(descriptor)


def _is_held(descriptor: int, *, otherwise: bool = True) -> bool:
    """Lock an open file; tell whether it is now held by us and has a name still.

    Args:
        descriptor: of the file.
        otherwise: the answer where the system cannot lock files.
    """
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return otherwise
    return os.fstat(descriptor).st_nlink > 0


def _mode_of(target: Path, name: str) -> int | None:
    """Return the permissions of the file that is there, None if there is none."""
    try:
        about = target.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(about.st_mode):
        raise PublishError(f"{name} is there already, and is no regular file; {ELSEWHERE}")
    return stat.S_IMODE(about.st_mode)


def _name(temporary: Path, target: Path, name: str) -> None:
    """Give a file its name, unless somebody else took it in the meantime."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise PublishError(_refusal(name)) from None
    except OSError:  # a file system without links; nothing was there a moment ago
        temporary.replace(target)


def _refusal(name: str) -> str:
    return f"{name} is there already; give --force to replace it, or {ELSEWHERE}"
