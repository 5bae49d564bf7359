"""A file that a user named: all of it or what was there before, never half.

The bytes go into a temporary file beside it and onto the disk; then one step gives that file the name. The
writer holds a lock on the temporary file, which ends with the process; so what a killed one left is known, and deleted
by the next that writes a file of that name.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from asterion_press import stopping
from asterion_press.errors import PublishError, reason_of
from asterion_press.publish.file_operations import ABSENT, as_publish_error, read_regular, shown, sync

ELSEWHERE = "name another file"
_NO_FILE = ABSENT | {errno.EISDIR, errno.ENXIO}
"""Answers of ``open`` that say that no regular file lies there."""


def is_there(path: Path, data: bytes) -> bool:
    """Return whether the file lies there with these very bytes, so that nothing is to be done.

    If so, leftovers of killed programs beside it are deleted, since no other call will write a file of that name.

    Raises:
        PublishError: the file there cannot be read.
    """
    target = Path(os.path.realpath(path))
    with as_publish_error(str(path), ELSEWHERE, reading=True):
        try:
            if read_regular(target, len(data)) != data:
                return False
        except OSError as error:
            if error.errno in _NO_FILE:
                return False
            raise
    clear_leftovers(target)
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
    """Yield a function that writes a file piece by piece; the file has its name when the block ends without an error.

    Args:
        path: as the user named it; a link is followed to where it leads.
        force: replace a file that is there.

    Raises:
        PublishError: something is there and `force` is not given, it is no regular file, or the system refuses.
    """
    name, target = shown(str(path)), Path(os.path.realpath(path))
    with as_publish_error(name, ELSEWHERE):
        if not target.parent.is_dir():
            raise PublishError(f"{name} was not written: there is no folder {shown(str(path.parent))}; make it first")
        clear_leftovers(target)
        mode = _mode_of(target, name)
        if mode is not None and not force:
            raise PublishError(_refusal(name))
        temporary, file = _temporary_for(target)

    def write(data: bytes) -> None:
        with as_publish_error(name, ELSEWHERE):
            file.write(data)

    try:
        yield write
        with as_publish_error(name, ELSEWHERE):
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
                _give_name(temporary, target, name)
        try:
            sync([], [target.parent])
        except OSError as error:  # the file is there all the same
            why = reason_of(error)
            what = f"{name} is written, but may not outlast a power cut"
            raise PublishError(f"{what}: {why}; look after the disk") from error
    finally:
        if os.name != "posix":  # there only what is closed can be deleted; elsewhere it is held until it is gone
            file.close()
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        with suppress(OSError):
            file.close()


def remove_file(path: Path, name: str, elsewhere: str) -> None:
    """Delete a file of ours.

    Args:
        path: where it is; it may be gone already.
        name: of the file, for messages.
        elsewhere: the remedy if the system refuses.

    Raises:
        PublishError: the system refused.
    """
    with as_publish_error(name, elsewhere):
        path.unlink(missing_ok=True)


def _temporary_for(target: Path) -> tuple[Path, BinaryIO]:
    """Make a new file beside another one, and lock it."""
    while True:
        temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}")
        file = temporary.open("xb")
        if _lock(file.fileno()):
            return temporary, file
        file.close()  # another program took it for a leftover before it was held


def clear_leftovers(target: Path) -> None:
    """Delete the temporary files that killed programs left beside a file: it may have its name already."""
    if os.name != "posix":
        return
    pattern = re.compile(re.escape(f".{target.name[:80]}.") + "[0-9a-f]{8}")
    found: list[str] = []
    with suppress(OSError), os.scandir(target.parent) as entries:
        found = [entry.path for entry in entries if pattern.fullmatch(entry.name) and entry.is_file()]
    for leftover in found:
        with suppress(OSError):
            descriptor = os.open(leftover, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if _lock(descriptor, otherwise=False):
                    Path(leftover).unlink(missing_ok=True)
            finally:
                os.close(descriptor)


def _lock(descriptor: int, *, otherwise: bool = True) -> bool:
    """Lock an open file; return whether it is now held by us and has a name still.

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
    """Return the permissions of the existing file; None if there is none."""
    try:
        about = target.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(about.st_mode):
        raise PublishError(f"{name} is there already, and is no regular file; {ELSEWHERE}")
    return stat.S_IMODE(about.st_mode)


def _give_name(temporary: Path, target: Path, name: str) -> None:
    """Give a file its name, unless another program took it in the meantime."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise PublishError(_refusal(name)) from None
    except OSError:  # a file system without links; nothing was there a moment ago
        temporary.replace(target)


def _refusal(name: str) -> str:
    return f"{name} is there already; give --force to replace it, or {ELSEWHERE}"


MOST_BYTES = 64 << 20
"""The largest file of a user's own that is read to be replaced."""


def read_files(paths: Iterable[Path]) -> dict[Path, bytes]:
    """Return the bytes of those of some files that are there.

    Raises:
        PublishError: one is no regular file, or cannot be read.
    """
    found = {}
    for path in paths:
        with as_publish_error(str(path), reading=True):
            try:
                data = read_regular(path, MOST_BYTES)
            except FileNotFoundError:
                continue
            except IsADirectoryError:
                data = None
        if data is None:
            raise PublishError(f"{shown(str(path))} is there already, and is no regular file; move it away")
        found[path] = data
    return found
