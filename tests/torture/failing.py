"""Calls of the system that fail in a forked command.

The functions of ``os`` and ``io`` are replaced, and an audit hook stops the others.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.torture.judge import COMPILED_S, Bench, Case
from tests.torture.running import forked

_NAMING = ("EACCES", "EIO", "ENOSPC", "EROFS", "EDQUOT")
ERRORS = {
    "open": ("EACCES", "EIO", "EMFILE", "ENFILE"),
    "open to write": (*_NAMING, "EMFILE"),
    "write": ("ENOSPC", "EIO", "EDQUOT", "EFBIG"),
    "read": ("EIO",),
    "fsync": ("EIO", "ENOSPC"),
    "os.rename": (*_NAMING, "EBUSY"),
    "os.mkdir": _NAMING,
    "os.link": (*_NAMING, "EMLINK", "EPERM"),
    "fcntl.flock": ("ENOLCK", "EIO", "ENOSYS"),
    **dict.fromkeys(("stat", "lstat"), ("EACCES", "EIO")),
    **dict.fromkeys(("os.remove", "os.rmdir"), ("EACCES", "EIO", "EROFS")),
    **dict.fromkeys(("os.scandir", "os.listdir"), ("EACCES", "EIO", "EMFILE")),
    **dict.fromkeys(("os.chmod", "os.utime"), ("EPERM", "EIO", "EROFS")),
}
_OPEN = io.open


class Failing:
    """Counts the calls of a command, and lets one of them fail, or all of its kind from then on."""

    def __init__(self, at: int = 0, error: int = 0, *, lasting: bool = False, log: Path | None = None) -> None:
        self.at, self.error, self.lasting = at, error, lasting
        self.log = _OPEN(log or os.devnull, "w", encoding="utf-8", buffering=1)
        self.count, self.failed = 0, ""

    def passes(self, name: str) -> None:
        """Count a call; raise in its place if it is its turn."""
        self.count += 1
        print(name, file=self.log)
        if self.count == self.at or (self.lasting and self.failed == name):
            self.failed = name
            raise OSError(self.error, os.strerror(self.error))

    def install(self) -> None:
        """Put itself before all calls of this process."""
        sys.addaudithook(self._audited)
        for name in ("fsync", "stat", "lstat", "read", "write"):
            setattr(os, name, self._before(name, getattr(os, name)))
        io.open = builtins.open = self._opened

    def _before(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def fails_or_calls(*words: Any, **named: Any) -> Any:
            self.passes(name)
            return call(*words, **named)

        return fails_or_calls

    def _audited(self, event: str, words: tuple[Any, ...]) -> None:
        if event == "open":
            if isinstance(words[0], str | bytes) and not str(words[0]).endswith((".py", ".pyc", ".so")):
                flags = words[2] if isinstance(words[2], int) else 0
                self.passes("open to write" if flags & (os.O_WRONLY | os.O_RDWR) else "open")
        elif event in ERRORS:
            self.passes(event)

    def _opened(self, file: Any, mode: str = "r", *words: Any, **named: Any) -> Any:
        if "+" in mode or not set(mode) & set("wxa") or isinstance(file, int):
            return _OPEN(file, mode, *words, **named)
        stream = io.BufferedWriter(_FailingFile(file, mode.replace("b", "").replace("t", ""), self))
        text = {name: value for name, value in named.items() if name in {"encoding", "errors", "newline"}}
        return stream if "b" in mode else io.TextIOWrapper(stream, **text)


class _FailingFile(io.FileIO):
    def __init__(self, file: Any, mode: str, failing: Failing) -> None:
        super().__init__(file, mode)
        self.failing = failing

    def write(self, data: Any) -> int:
        self.failing.passes("write")
        return super().write(data)


_calls: dict[tuple[str, int], list[str]] = {}


def calls_of(bench: Bench, case: Case) -> list[str]:
    """Return the calls of an undisturbed run, in their order."""
    key = case.writing.name, case.version
    if key not in _calls:
        place = bench.ready(case)
        names = place.log / "names"
        ended = forked(case.words, place, prepare=lambda: Failing(log=names).install(), limit_s=COMPILED_S)
        assert ended.status == 0, ended
        _calls[key] = names.read_text(encoding="utf-8").splitlines()
    return _calls[key]
