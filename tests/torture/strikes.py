"""Kills, interrupts, full disks and failing system calls at random moments of every command that writes."""

from __future__ import annotations

import errno
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.torture.commands import Writing
from tests.torture.failing import ERRORS, Failing, calls_of
from tests.torture.judge import Bench, Case, Counts, Struck, judge
from tests.torture.running import Ended, by_script, forked

STATUSES = {
    signal.SIGKILL: {0, -signal.SIGKILL},
    signal.SIGINT: {0, 130, -signal.SIGINT},
    signal.SIGTERM: {0, 143, -signal.SIGTERM},
}
"""How a command may end: done already, or as shells tell of the signal."""
SCRIPT_SHARE = 0.08
SCRIPT_START_S = 0.6
STRACE_SHARE = 0.06
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
PAGE = 4096
ROOM = "64m"
NEEDED_PAGES = {"export": 120, "build": 90, "preview": 90, "play": 60}
"""About how many pages of a disk a command needs; more is no harm, then the disk is not full."""


@contextmanager
def kill(bench: Bench, case: Case, chance: random.Random) -> Iterator[Struck]:
    """Run a command and send it a signal."""
    sent = chance.choice(tuple(STATUSES))
    scripted = chance.random() < SCRIPT_SHARE
    moment_s = chance.random() * (1.05 * case.seconds + SCRIPT_START_S * scripted)
    if scripted and chance.random() < 0.3:
        moment_s = chance.random() * 0.15
    place = bench.ready(case)

    def act(child: int) -> None:
        time.sleep(moment_s)
        with suppress(ProcessLookupError):
            (os.kill if sent == signal.SIGKILL else os.killpg)(child, sent)

    ended = (by_script if scripted else forked)(case.words, place, act=act)
    if scripted and is_of_the_interpreter(ended):
        ended = replace(ended, status=-signal.SIGINT, err="")
    how = f"{sent.name} after {moment_s:.3f} s{' of the script' * scripted}"
    yield Struck(place, ended, how, STATUSES[sent], may_litter=sent == signal.SIGKILL)


def is_of_the_interpreter(ended: Ended) -> bool:
    """Tell whether an interrupt came while Python itself was starting, or was loading what signals are heeded with."""
    frames = [line for line in ended.err.splitlines() if "generator/" in line]
    if frames and not ("import signal" in ended.err and all("__main__.py" in line for line in frames)):
        return False
    return ended.err.rstrip().endswith("KeyboardInterrupt")


@contextmanager
def fault(bench: Bench, case: Case, chance: random.Random) -> Iterator[Struck]:
    """Run a command one of whose system calls fails, in Python or, of a share, below everything that Python does."""
    if chance.random() < STRACE_SHARE and shutil.which("strace"):
        call = chance.choice(tuple(STRACED))
        error = chance.choice(STRACED[call])
        when = f"{chance.choice((1, 1, 2, 3, 5, 8, 13))}{chance.choice(('', '+')) if error != 'EINTR' else ''}"
        wanted = ",".join(f"?{name}" for name in call.split(","))
        place = bench.ready(case)
        how = f"inject={wanted}:error={error}:when={when}"
        paths = ("-P", str(place.folder / "out")) if call == "write" else ()
        strace = ("strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", *paths, "-e", f"trace={wanted}", "-e", how)
        ended = by_script(case.words, place, before=strace)
    else:
        calls = calls_of(bench, case)
        kind = chance.choice(sorted(set(calls)))
        at = chance.choice([index for index, name in enumerate(calls, 1) if name == kind])
        error, lasting = chance.choice(ERRORS[kind]), chance.random() < 0.4
        place = bench.ready(case)
        ended = forked(case.words, place, prepare=Failing(at, getattr(errno, error), lasting=lasting).install)
        how = f"{kind} {at} {error}{' from then on' * lasting}"
    yield Struck(place, ended, how, may_litter=True)  # what cannot be unlinked has to stay; the next run takes it away


@contextmanager
def disk(bench: Bench, case: Case, chance: random.Random) -> Iterator[Struck]:
    """Run a command on a disk, or with a limit on files, that it may be too large for."""
    place = bench.place(case.writing)
    if not can_mount(bench.folder / "probe"):
        bench.fill(place, case)
        most = int(10 ** chance.uniform(0, 5.5))
        ended = forked(case.words, place, prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        yield Struck(place, ended, f"files of {most} bytes at most")
        return
    mount(place.folder, ROOM)
    try:
        bench.fill(place, case)
        room = os.statvfs(place.folder)
        pages = room.f_blocks - room.f_bfree + chance.randrange(0, NEEDED_PAGES.get(case.words[0], 30))
        mount(place.folder, str(pages * PAGE), "remount")
        struck = Struck(place, forked(case.words, place), f"{pages} pages")
        mount(place.folder, ROOM, "remount")
        yield struck
    finally:
        unmount(place.folder)


@cache
def can_mount(folder: Path) -> bool:
    """Tell whether this process may make file systems."""
    if os.geteuid() != 0:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    if mount(folder, ROOM).returncode != 0:
        return False
    unmount(folder)
    return True


def mount(folder: Path, size: str, *more: str) -> subprocess.CompletedProcess[bytes]:
    """Make a file system, or change one."""
    options = ",".join((*more, f"size={size}"))
    return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False, capture_output=True)


def unmount(folder: Path) -> None:
    """Take a file system away."""
    subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


Strike = Callable[[Bench, Case, random.Random], AbstractContextManager[Struck]]
STRIKES: dict[str, Strike] = {"kills": kill, "faults": fault, "disks": disk}


def strike(part: str, bench: Bench, writings: tuple[Writing, ...], number: int, seed: int, counts: Counts) -> None:
    """Run one command while it is disturbed; note what comes of it."""
    chance = random.Random(f"{part} {seed} {number}")
    writing = writings[number % len(writings)]
    case = bench.case(writing, chance.choice((1, 2, 2)) if writing.updates else 1)
    with STRIKES[part](bench, case, chance) as struck:
        judge(case, struck, f"seed {seed} case {number}", counts)
