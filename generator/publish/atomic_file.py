"""Files that a user named, one or several of a folder: all of them or what was there before, never half.

One file: the bytes go into a temporary file beside it and onto the disk; then one step gives that file the name. The
writer holds a lock on the temporary file, which ends with the process; so what a killed one left is known, and deleted
by the next that writes a file of that name.

Several files, in one step::

    de/            asterion.md  sources.yaml  words.yaml       the files there, as the caller has read them
    .de.stage-.../ asterion.md  sources.yaml                   the new ones are written here
                                              words.yaml       the others get a second name here
                   ONE exchange of the two folders, then a last look at the old files, which undoes it if they changed
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from generator import stopping
from generator.errors import PublishError
from generator.publish import swap
from generator.publish.file_operations import (
    ABSENT,
    as_publish_error,
    copy_attributes,
    link_or_copy,
    listed,
    read_regular,
    shown,
    sync,
    sync_folder,
    write_new,
)
from generator.publish.location import check_place, clear_leftovers, locked, make_folder, resolved

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
        mode = _mode_of(target, name)
        if mode is not None and not force:
            raise PublishError(_refusal(name))
        _clear_leftovers(target)
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
            why = (error.strerror or str(error)).lower()
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
"""The largest file that is written together with others."""


def read_files(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the bytes of those files of a folder that are there.

    Raises:
        PublishError: one is no regular file, or cannot be read.
    """
    found = {}
    for name in names:
        with as_publish_error(str(folder / name), reading=True):
            try:
                data = read_regular(folder / name, MOST_BYTES)
            except FileNotFoundError:
                continue
            except IsADirectoryError:
                data = None
        if data is None:
            raise PublishError(f"{shown(str(folder / name))} is there already, and is no regular file; move it away")
        found[name] = data
    return found


def publish_files(
    path: Path,
    files: Mapping[str, bytes],
    known: Mapping[str, bytes],
    waiting: Callable[[], object] = lambda: None,
) -> tuple[str, ...]:
    """Write files into a folder of the user's own in one step; those that hold the same already are left alone.

    Args:
        path: the folder, which is made if it is not there.
        files: their new bytes, by name.
        known: files there that may be replaced, as the caller has read them with :func:`read_files`.
        waiting: called again and again while another program writes the folder; an exception from it ends the wait.

    Returns:
        The names of the files that were written.

    Raises:
        PublishError: a file holds something else than is known, or the system refuses; all is as it was.
    """
    name, folder = shown(str(path)), resolved(path)
    new = {one: data for one, data in files.items() if known.get(one) != data or not is_there(folder / one, data)}
    clear_leftovers(folder, name, _recover)
    if not new:
        return ()
    if len(new) == 1 and folder.is_dir():
        _check_known(folder, name, files, known)
        [(one, data)] = new.items()
        publish_file(path / one, data, force=one in known)
        return (one,)
    check_place(folder, name)
    make_folder(folder.parent, name)
    with locked(folder, name, waiting=waiting):
        _exchange(folder, name, new, known)
    return tuple(new)


def _exchange(folder: Path, name: str, new: Mapping[str, bytes], known: Mapping[str, bytes]) -> None:
    """Write the new files beside those that stay, and let them take the folder's place."""
    stage, old = swap.new_sibling(folder, "stage"), swap.new_sibling(folder, "old")

    def look_back(there: Path) -> None:
        _check_known(there, name, new, known)
        _carry(there, folder, new)

    try:
        with as_publish_error(name):
            _recover(folder)
            swap.clean(folder)
            _check_known(folder, name, new, known)
            stage.mkdir()
            for one, data in new.items():
                write_new(stage / one, data)
                if one in known:
                    (stage / one).chmod((folder / one).stat().st_mode & 0o7777)
            copied: list[Path] = []
            if folder.is_dir():
                copied = _carry(folder, stage, new)
                copy_attributes(folder, stage)
            sync([*(stage / one for one in new), *copied], [stage, folder.parent])
            swap.swap(stage, folder, old, look_back)
    finally:
        with suppress(OSError):
            _recover(folder)
            swap.discard(stage)
            swap.discard(old)


def _check_known(folder: Path, name: str, names: Iterable[str], known: Mapping[str, bytes]) -> None:
    """Check that files still hold the known bytes.

    Raises:
        PublishError: they were changed meanwhile.
    """
    there = read_files(folder, names)
    if changed := [one for one in names if there.get(one) != known.get(one)]:
        what = f"{name} was not written: files in it were changed meanwhile ({listed(changed, 5)})"
        raise PublishError(f"{what}, by hand or by another program; they are as they were left, give the command again")


def _carry(source: Path, target: Path, new: Mapping[str, bytes]) -> list[Path]:
    """Give every other file of a folder a second name in another one; return those that had to be copied.

    Raises:
        PublishError: the folder holds folders.
    """
    copied = []
    with os.scandir(source) as entries:
        others = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries if entry.name not in new)
    for one, is_folder in others:
        if os.path.lexists(target / one):
            continue
        if is_folder:
            what = f"{shown(str(source))} holds the folder {shown(one)}, so it cannot be exchanged as a whole"
            raise PublishError(f"{what}; move that away, or choose a folder that holds nothing but files")
        if (source / one).is_symlink():
            (target / one).symlink_to(os.readlink(source / one))  # noqa: PTH115 - the text of the link, not a path
        elif link_or_copy(source / one, target / one):
            copied.append(target / one)
    return copied


def _recover(folder: Path) -> None:
    """Put the folder back where a program was killed between two renames."""
    if not os.path.lexists(folder):
        for old in swap.siblings(folder, "old"):
            old.rename(folder)
            sync_folder(folder.parent)
            return
