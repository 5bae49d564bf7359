"""Errors of the operating system as messages: one sentence that names the file or folder and says what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from generator.errors import PublishError

_ELSEWHERE = "choose another --out FOLDER"
_FULL = f"the disk is full; free some space or {_ELSEWHERE}"
_MOUNTED = "it is a mount point, or holds one, and cannot be exchanged; choose a folder below it with --out FOLDER"
_DENIED = f"there is no permission to write there and in the folder above it; {_ELSEWHERE}, or change the permissions"
_UNREADABLE = f"there is no permission to read it; change the permissions or {_ELSEWHERE}"
_TABLE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: f"your share of the disk is used up; free some space or {_ELSEWHERE}",
    errno.EFBIG: f"a file is larger than the system allows here; {_ELSEWHERE} or raise the limit (ulimit -f)",
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: f"the disk is read-only; {_ELSEWHERE}",
    errno.ENOTDIR: f"a part of that path is a file, not a folder; {_ELSEWHERE}",
    errno.EISDIR: f"a folder lies where a file should; move it away or {_ELSEWHERE}",
    errno.ELOOP: f"that path is a link that leads in a circle or to itself; {_ELSEWHERE}",
    errno.ENAMETOOLONG: f"that path is too long; {_ELSEWHERE}",
    errno.EBUSY: _MOUNTED,
    errno.EXDEV: _MOUNTED,
    errno.EIO: f"the disk reports a fault; look after it and {_ELSEWHERE}",
    errno.EMFILE: "too many files are open; close some programs or raise the limit (ulimit -n)",
    errno.ENFILE: "too many files are open; close some programs",
    errno.EEXIST: "another program wrote there at the same time; run the build again",
    errno.ENOTEMPTY: "another program wrote there at the same time; run the build again",
    errno.ENOENT: "another program removed a part of it at the same time; run the build again",
    errno.ENOSYS: f"the file system there cannot lock files; {_ELSEWHERE}",
}
ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})
"""Answers that say that no such file lies there; all others say only that it cannot be looked at."""


def shown(name: str) -> str:
    """Return the name as a message may print it: without line breaks or bytes that no terminal can show."""
    return name if name.isprintable() else ascii(name)


def listed(names: Iterable[str], most: int = 2) -> str:
    """Return some names for a sentence: ``a.txt, b.txt and 3 more``."""
    every = [shown(name) for name in names]
    more = len(every) - most
    return ", ".join(every[:most]) + (f" and {more} more" if more > 0 else "")


@contextmanager
def as_publish_error(name: str, elsewhere: str = _ELSEWHERE, *, reading: bool = False) -> Iterator[None]:
    """Raise each OSError of the block as a PublishError, which says what happened and what would help.

    Args:
        name: of the folder or file, as the user named it.
        elsewhere: how to write to another place.
        reading: whether it is being read, not written.

    Raises:
        PublishError: instead of every OSError.
    """
    try:
        yield
    except OSError as error:
        why = _TABLE.get(error.errno or 0, f"{error.strerror or error}; {_ELSEWHERE}")
        if reading and why is _DENIED:
            why = _UNREADABLE
        done = "cannot be read" if reading else "was not written"
        raise PublishError(f"{shown(name)} {done}: {why.replace(_ELSEWHERE, elsewhere)}") from error
