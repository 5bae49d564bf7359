"""System calls that fail at random points of every command that writes.

Most fail in a forked child, where the functions of ``os`` and ``io`` are replaced and an audit hook stops the others;
a share is made to fail by strace, below everything that Python does.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import random
import shutil
import sys
from collections.abc import Callable
from typing import Any

from tests.torture.commands import Writing
from tests.torture.judge import (
    Bench,
    Case,
    Counts,
    faults_after_another_run,
    faults_of_state,
    faults_of_verdict,
    snapshot,
    told,
)
from tests.torture.running import Place, by_script, forked

_WRITING = ("ENOSPC", "EIO", "EDQUOT")
_NAMING = ("EACCES", "EIO", "ENOSPC", "EROFS", "EDQUOT")
ERRORS = {
    "open": ("EACCES", "EIO", "EMFILE", "ENFILE"),
    "open to write": (*_NAMING, "EMFILE"),
    "write": (*_WRITING, "EFBIG"),
    "read": ("EIO",),
    "fsync": ("EIO", "ENOSPC"),
    "stat": ("EACCES", "EIO"),
    "lstat": ("EACCES", "EIO"),
    "os.rename": (*_NAMING, "EBUSY"),
    "os.remove": ("EACCES", "EIO", "EROFS"),
    "os.rmdir": ("EACCES", "EIO", "EROFS"),
    "os.mkdir": _NAMING,
    "os.link": (*_NAMING, "EMLINK", "EPERM"),
    "os.scandir": ("EACCES", "EIO", "EMFILE"),
    "os.listdir": ("EACCES", "EIO", "EMFILE"),
    "os.chmod": ("EPERM", "EIO", "EROFS"),
    "os.utime": ("EPERM", "EIO", "EROFS"),
    "fcntl.flock": ("ENOLCK", "EIO", "ENOSYS"),
}
STRACED = {
    "write": ("ENOSPC", "EIO", "EINTR", "EDQUOT"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "renameat2": ("EACCES", "EIO", "EBUSY", "ENOSPC"),
    "rename,renameat": ("EACCES", "EIO", "ENOSPC"),
    "mkdir,mkdirat": ("EDQUOT", "ENOSPC", "EROFS", "EACCES"),
    "link,linkat": ("EIO", "ENOSPC", "EMLINK"),
    "unlink,unlinkat": ("EIO", "EACCES", "EROFS"),
    "flock": ("EINTR", "ENOLCK", "EIO"),
    "fchmod,chmod,fchmodat": ("EPERM", "EIO"),
}
STRACE_SHARE = 0.06


class Failing:
    """Counts the calls of a command, and lets one of them fail, or all of its kind from then on."""

    def __init__(self, at: int = 0, error: int = 0, *, lasting: bool = False) -> None:
        self.at, self.error, self.lasting = at, error, lasting
        self.names: list[str] = []
        self.failed = ""

    def passes(self, name: str) -> None:
        """Count a call; raise in its place if it is its turn."""
        self.names.append(name)
        if len(self.names) == self.at or (self.lasting and self.failed == name):
            self.failed = name
            raise OSError(self.error, os.strerror(self.error))

    def install(self) -> None:
        """Put itself before all calls of this process."""
        sys.addaudithook(self._audited)
        for name in ("fsync", "stat", "lstat"):
            setattr(os, name, self._before(name, getattr(os, name)))
        os.read = self._before("read", os.read)
        os.write = self._before("write", os.write)
        io.open = builtins.open = self._opened

    def _before(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def fails_or_calls(*words: Any, **named: Any) -> Any:
            self.passes(name)
            return call(*words, **named)

        return fails_or_calls

    def _audited(self, event: str, words: tuple[Any, ...]) -> None:
        if (
            event == "open"
            and isinstance(words[0], (str, bytes))
            and not str(words[0]).endswith((".py", ".pyc", ".so"))
        ):
            flags = words[2] if isinstance(words[2], int) else 0
            self.passes("open to write" if flags & (os.O_WRONLY | os.O_RDWR) else "open")
        elif event in ERRORS and event != "open":
            self.passes(event)

    def _opened(self, file: Any, mode: str = "r", *words: Any, **named: Any) -> Any:
        if "+" in mode or not set(mode) & set("wxa") or isinstance(file, int):
            return _OPEN(file, mode, *words, **named)
        raw = _FailingFile(file, mode.replace("b", "").replace("t", ""))
        raw.failing = self
        stream = io.BufferedWriter(raw)
        text = {name: value for name, value in named.items() if name in {"encoding", "errors", "newline"}}
        return stream if "b" in mode else io.TextIOWrapper(stream, **text)


_OPEN = io.open


class _FailingFile(io.FileIO):
    failing: Failing | None = None

    def write(self, data: Any) -> int:
        if self.failing is not None:
            self.failing.passes("write")
        return super().write(data)


_points: dict[tuple[str, int], list[str]] = {}


def _points_of(bench: Bench, case: Case) -> list[str]:
    """Return the calls of an undisturbed run, in their order."""
    key = case.writing.name, case.version
    if key not in _points:
        place, failing = bench.ready(case), Failing()
        names = place.log / "names"

        def prepare() -> None:
            failing.install()
            leave = os._exit

            def told(status: int) -> None:
                found = list(failing.names)
                with _OPEN(names, "w", encoding="utf-8") as file:
                    file.write("\n".join(found))
                leave(status)

            os._exit = told  # type: ignore[assignment]

        ended = forked(case.words, place, prepare=prepare)
        assert ended.status == 0, ended
        _points[key] = names.read_text(encoding="utf-8").splitlines()
    return _points[key]


def disturb(bench: Bench, writings: tuple[Writing, ...], number: int, seed: int, counts: Counts) -> None:
    """Run one command while a call of it fails; note what comes of it."""
    chance = random.Random(f"fault {seed} {number}")
    writing = writings[number % len(writings)]
    case = bench.case(writing, chance.choice((1, 2, 2)) if writing.updates else 1)
    if chance.random() < STRACE_SHARE and shutil.which("strace"):
        _by_strace(bench, case, chance, number, seed, counts)
        return
    points = _points_of(bench, case)
    kind = chance.choice(sorted(set(points)))
    at = chance.choice([index for index, name in enumerate(points, 1) if name == kind])
    error, lasting = chance.choice(ERRORS[kind]), chance.random() < 0.4
    place = bench.ready(case)
    failing = Failing(at, getattr(errno, error), lasting=lasting)
    ended = forked(case.words, place, prepare=failing.install)
    _judge(case, place, ended, f"{kind} {at} {error}{' from then on' * lasting}", number, seed, counts)


def _judge(case: Case, place: Place, ended: Any, how: str, number: int, seed: int, counts: Counts) -> None:
    now = snapshot(place.folder)
    faults = [
        *faults_of_state(case, now, litter=False),  # what cannot be unlinked has to stay; the next run takes it away
        *faults_of_verdict(case, ended, now, frozenset({0, 1})),
        *faults_after_another_run(case, place),
    ]
    line = f"seed {seed} case {number}: {' '.join(case.words)}: {how}, version {case.version}, exit {ended.status}"
    counts.note(case.writing.name, faults, f"{line}: {told(ended)}")


def _by_strace(bench: Bench, case: Case, chance: random.Random, number: int, seed: int, counts: Counts) -> None:
    call = chance.choice(tuple(STRACED))
    error = chance.choice(STRACED[call])
    when = f"{chance.choice((1, 1, 2, 3, 5, 8, 13))}{chance.choice(('', '+')) if error != 'EINTR' else ''}"
    wanted = ",".join(f"?{name}" for name in call.split(","))
    place = bench.ready(case)
    rule = f"inject={wanted}:error={error}:when={when}"
    paths = ("-P", str(place.folder / "out")) if call == "write" else ()
    line = ("strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", *paths, "-e", f"trace={wanted}", "-e", rule)
    ended = by_script(case.words, place, before=line)
    _judge(case, place, ended, f"strace {rule}", number, seed, counts)
