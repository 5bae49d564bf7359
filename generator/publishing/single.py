"""A single file that a user named: all of it or what was there before, never half, and nobody's work lost.

The bytes go into a temporary file beside it and onto the disk; then one step gives that file the name.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from generator.errors import PublishError
from generator.publishing.disk import read_regular, sync, write_new
from generator.publishing.names import shown
from generator.publishing.trouble import told_plainly

ELSEWHERE = "name another file"


def is_there(path: Path, data: bytes) -> bool:
    """Whether the file lies there with these very bytes, so that nothing is to be done."""
    try:
        return read_regular(Path(os.path.realpath(path)), len(data)) == data
    except OSError:
        return False


def publish_file(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file; a link is followed to where it leads.

    Args:
        path: as the user named it.
        data: all that it shall hold.
        force: replace a file that is there.

    Raises:
        PublishError: something is there and `force` is not given, it is no regular file, or the system refuses.
    """
    name, target = shown(str(path)), Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise PublishError(f"{name} was not written: there is no folder {shown(str(path.parent))}; make it first")
    with told_plainly(name, ELSEWHERE):
        mode = _mode_of(target, name)
        if mode is not None and not force:
            raise PublishError(_refusal(name))
        temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}")
        try:
            write_new(temporary, data)
            if mode is not None:
                temporary.chmod(mode)
            sync([temporary], [])
            if force:
                temporary.replace(target)
            else:
                _name(temporary, target, name)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
        sync([], [target.parent])


def _mode_of(target: Path, name: str) -> int | None:
    """The permissions of the file that is there, None if there is none."""
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
