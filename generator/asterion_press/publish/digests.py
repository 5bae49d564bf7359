"""Digests of files that were read before, known again by size, times and inode, as git's index knows files.

They are kept in the user's cache folder, one file for each output folder. An output folder itself holds no times, so
that two builds have the same bytes. The proof of a file reads it and does not use this cache.

A file that was written just before it was read may be written once more without a change of its times. Its digest is
not kept: times must be older than a tick of the clock by which the file system writes them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time_ns

from asterion_press.publish.file_operations import digest_of

TICK_NS = 100_000_000
"""More than a tick of the kernel's clock, which is 10 ms at most. Source: time(7), "The software clock"."""
COARSE_NS = 2_500_000_000
"""More than a tick where times are whole seconds, as on FAT, which counts in twos."""
FOLDERS = 64
"""Folders of output for which digests are kept; those that were built longest ago are forgotten."""
_FORMAT = b"asterion-press digests 1"


class Digests:
    """Digests of files, by their paths."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes] = {}
        self._is_new = False

    def of(self, path: str | Path, about: os.stat_result) -> str | None:
        """Return the SHA-256 of a file in that state; None if it was not read in that state."""
        state, _, digest = self._known.get(_name(path), b"").rpartition(b" ")
        return digest.decode() if state == _state(about) else None

    def remember(self, path: str | Path, about: os.stat_result, digest: str) -> None:
        """Keep a digest.

        Args:
            path: of a file.
            about: its state before it was read.
            digest: SHA-256 of its bytes.
        """
        written, is_coarse = max(about.st_mtime_ns, about.st_ctime_ns), about.st_mtime_ns % 1_000_000_000 == 0
        if time_ns() - written > (COARSE_NS if is_coarse else TICK_NS):
            self._known[_name(path)] = b"%b %b" % (_state(about), digest.encode())
            self._is_new = True

    @contextmanager
    def kept_for(self, folder: Path) -> Iterator[None]:
        """Load the digests that earlier processes kept for an output folder; at the end keep them for later ones.

        A cache that cannot be read or written is ignored.
        """
        file = _file_of(folder)
        self._known.update(_read(file))
        self._is_new = False
        yield
        if self._is_new and file is not None:
            with suppress(OSError):
                _write(file, self._known)


DIGESTS = Digests()
"""The digests of this process."""


def _file_of(folder: Path) -> Path | None:
    """Return the file that keeps digests for a folder; None where the user has no folder for caches."""
    try:
        home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(home) / "asterion-press" / "digests" / digest_of(_name(folder))[:16]


def _name(path: str | Path) -> bytes:
    name = os.fsencode(path)
    return name if os.path.isabs(name) else os.path.abspath(name)  # noqa: PTH100, PTH117 - hundreds of files


def _state(about: os.stat_result) -> bytes:
    states = about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
    return b"%d:%d:%d:%d:%d" % states


def _sealed(body: bytes) -> bytes:
    """Return the content of a cache file: its format, a digest that proves that it is whole, and the digests."""
    return b"%b\n%b\n%b" % (_FORMAT, digest_of(body).encode(), body)


def _read(file: Path | None) -> dict[bytes, bytes]:
    """Return state and digest by name; nothing if the file is not there, or was damaged."""
    try:
        raw = file.read_bytes() if file else b""
    except OSError:
        return {}
    body = raw.split(b"\n", 2)[-1]
    if raw != _sealed(body):
        return {}
    parts = (line.split(b" ", 2) for line in body.split(b"\n") if line)
    return {name: b"%b %b" % (state, digest) for state, digest, name in parts}


def _write(file: Path, known: dict[bytes, bytes]) -> None:
    """Write the digests of a folder, and forget those of the folders that were longest unused."""
    body = b"".join(b"%b %b\n" % (line, name) for name, line in known.items() if b"\n" not in name)
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        others = sorted(file.parent.iterdir(), key=lambda other: other.stat().st_mtime_ns, reverse=True)
        for other in others[FOLDERS - 1 :]:
            other.unlink()
    new = file.with_suffix(".new")
    new.write_bytes(_sealed(body))
    new.replace(file)
