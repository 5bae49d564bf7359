"""Disks that get full at a random byte of every command that writes."""

from __future__ import annotations

import os
import random
import resource
import subprocess
from pathlib import Path

from tests.torture.commands import Writing
from tests.torture.judge import (
    Bench,
    Counts,
    faults_after_another_run,
    faults_of_state,
    faults_of_verdict,
    fill,
    snapshot,
    told,
)
from tests.torture.running import forked

PAGE = 4096
_ROOM = "64m"


def can_mount(folder: Path) -> bool:
    """Tell whether this process may make file systems."""
    if os.geteuid() != 0:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    if _mount(folder, _ROOM).returncode != 0:
        return False
    _unmount(folder)
    return True


def _mount(folder: Path, size: str, *more: str) -> subprocess.CompletedProcess[bytes]:
    options = ",".join((*more, f"size={size}"))
    return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False, capture_output=True)


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


def disturb(
    bench: Bench, writings: tuple[Writing, ...], number: int, seed: int, counts: Counts, *, mounts: bool = True
) -> None:
    """Run one command on a disk, or with a limit on files, that it may be too large for; note what comes of it."""
    chance = random.Random(f"disk {seed} {number}")
    writing = writings[number % len(writings)]
    case = bench.case(writing, chance.choice((1, 2, 2)) if writing.updates else 1)
    place = bench.place(writing)
    if mounts:
        _mount(place.folder, _ROOM)
    try:
        fill(place, case)
        if mounts:
            room = os.statvfs(place.folder)
            pages = room.f_blocks - room.f_bfree + chance.randrange(0, _needed(writing))
            _mount(place.folder, str(pages * PAGE), "remount")
            how = f"{pages} pages"
            ended = forked(case.words, place)
            now = snapshot(place.folder)
            _mount(place.folder, _ROOM, "remount")
        else:
            most = int(10 ** chance.uniform(0, 5.5))
            how = f"files of {most} bytes at most"
            ended = forked(case.words, place, prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
            now = snapshot(place.folder)
        faults = [
            *faults_of_state(case, now, litter=True),
            *faults_of_verdict(case, ended, now, frozenset({0, 1})),
            *faults_after_another_run(case, place),
        ]
    finally:
        if mounts:
            _unmount(place.folder)
    line = f"seed {seed} case {number}: {' '.join(case.words)}: {how}, version {case.version}, exit {ended.status}"
    counts.note(writing.name, faults, f"{line}: {told(ended)}")


def _needed(writing: Writing) -> int:
    """Return about how many pages a command needs; more is no harm, then the disk is not full."""
    return {"export": 120, "build": 90, "preview": 90, "play": 60}.get(writing.words[0], 30)
