"""Signals that ask the program to stop: a flag, which is checked wherever no work is half done.

A handler that raised could do so anywhere: inside a callback of a C library, which swallows the exception, or during
the import of an extension, which aborts. So the first signal only sets the flag, and :func:`look` raises
:class:`Stopped` between artefacts, pages and games, and during waits. A second signal ends the process at once, as a
kill would: no set is left half written, and the next build removes the remains of the stage.

Until :func:`install` is called, by the command's entry alone, signals act as in any Python program.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Ctrl-C, `kill`, and a terminal that is closed, for which Windows has no signal."""
SAME_S = 0.5
"""Signals within so many seconds count as one: a service manager sends two at once."""
POLL_S = 0.1
"""Seconds between two looks at the flag while waiting."""


class Stopped(BaseException):
    """A signal asked the program to stop.

    It is not an :class:`Exception`, so that code which catches errors does not catch it.

    Attributes:
        number: of the signal.
        message: the one line that is printed.
    """

    message = "stopped"

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"stopped by {signal.Signals(number).name}")

    @property
    def exit_status(self) -> int:
        """Return the status that shells give to a process which a signal ended: 130 after Ctrl-C, 143 after `kill`."""
        return 128 + self.number


class _Flag:
    """The signal that has come so far.

    Attributes:
        number: the signal that came first, 0 for none.
        since: when it came, in seconds of a clock that only goes on.
        at_once: whether a signal raises where it comes.
        leaves: whether a signal ends the process where it comes.
    """

    number = 0
    since = 0.0
    at_once = False
    leaves = False


_FLAG = _Flag()


def install() -> None:
    """Let signals set the flag. A signal that the parent process ignores stays ignored, as `nohup` requires."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _heed)


def is_asked() -> bool:
    """Return whether a signal has asked to stop."""
    return _FLAG.number != 0


def look() -> None:
    """Raise if a signal has asked to stop.

    Raises:
        Stopped: a signal has come.
    """
    if _FLAG.number:
        raise Stopped(_FLAG.number)


@contextmanager
def at_once() -> Iterator[None]:
    """Let a signal interrupt the wait inside at once, such as that for an answer at a prompt.

    Raises:
        Stopped: a signal has come.
    """
    _FLAG.at_once = True
    try:
        look()
        yield
    finally:
        _FLAG.at_once = False


@contextmanager
def leaving() -> Iterator[None]:
    """Let a signal end the process inside at once, for long work that leaves nothing harmful behind.

    Raises:
        Stopped: a signal has come.
    """
    look()
    _FLAG.leaves = True
    try:
        yield
    finally:
        _FLAG.leaves = False


def _heed(number: int, _: FrameType | None) -> None:
    """Note a signal; end at once at a second one, or where nothing has to be put in order."""
    now = time.monotonic()
    if not _FLAG.number:
        _FLAG.number, _FLAG.since = number, now
    elif now - _FLAG.since > SAME_S:
        _end_at_once()
    if _FLAG.leaves:
        with suppress(OSError):
            os.write(2, f"{Stopped.message}\n".encode())
        _end_at_once()
    if _FLAG.at_once:
        raise Stopped(_FLAG.number)


def _end_at_once() -> None:
    """End this process and those that it started, without another step of Python."""
    processes: Any = sys.modules.get("multiprocessing.process")
    for child in processes.active_children() if processes else ():
        child.kill()
    os._exit(128 + _FLAG.number)
