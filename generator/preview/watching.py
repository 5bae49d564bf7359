"""Watching files: a new page after every change, the last good one while something is wrong.

The folders of the files are watched, not the files: editors put a new file in the place of the old one. What counts is
whether the files themselves look different, so that no change is missed before the first watch, or on a disk that
reports no changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event

import watchfiles

LOOK_AGAIN_MS = 1000
"""Milliseconds after which the files are looked at even if no change was reported. Own choice."""
QUIET_MS = 50
"""Milliseconds without a change before a page is made: an editor writes several times. Own choice."""

Looks = tuple[tuple[Path, tuple[int, ...] | None], ...]


def watch(files: Callable[[], Sequence[Path]], renew: Callable[[], None], stop: Event) -> None:
    """Renew now, and again whenever a file looks different, until `stop` is set.

    Args:
        files: returns what is looked at; they need not exist. A file that comes later is seen within a second.
        renew: makes and shows a page.
        stop: ends the watch.
    """
    seen: Looks | None = None
    for _ in _changes({Path(os.path.realpath(file)).parent for file in files()}, stop):
        now = tuple((file, _look(file)) for file in files())
        if now != seen:
            seen = now
            renew()


def _look(file: Path) -> tuple[int, ...] | None:
    """Return when a file was written, its size, and which file it is; None if there is none."""
    try:
        about = file.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size, about.st_ino


def _changes(folders: set[Path], stop: Event) -> Iterator[None]:
    """Yield at once, whenever something in the folders has changed, and now and then."""
    yield
    while not stop.is_set():
        there = sorted(folder for folder in folders if os.access(folder, os.R_OK))
        with suppress(OSError):  # a folder went, or may not be watched: what is there is looked at all the same
            for _ in watchfiles.watch(
                *there,
                watch_filter=None,
                debounce=10 * QUIET_MS,
                step=QUIET_MS,
                stop_event=stop,
                rust_timeout=LOOK_AGAIN_MS,
                yield_on_timeout=True,
                raise_interrupt=True,
                recursive=False,
            ):
                yield
        stop.wait(LOOK_AGAIN_MS / 1000)
        yield
