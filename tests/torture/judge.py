"""Judging what a command left: the known good bytes of old and new, and how what lies there compares with them."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.torture.commands import Writing
from tests.torture.running import Ended, Place, forked
from tests.torture.small_project import EDITED, write_inputs

Snapshot = Mapping[str, str]
WRITTEN = ("out", "config", "project/templates/locales")
LEDGER = "games.sqlite"
"""Games that a search has played: it grows, and is no part of what is published."""
COMPILED_S = 1200.0
"""More than it takes to compile the kernel of a new project, once, on a busy machine."""
WRITTEN_ALL_THE_SAME = "is written, but"


def snapshot(folder: Path) -> dict[str, str]:
    """Return what lies in the folders that are written, as digests by name; folders as ``folder``."""
    found: dict[str, str] = {}
    for written in WRITTEN:
        for root, folders, files in os.walk(folder / written):
            here = os.path.relpath(root, folder)
            found |= {f"{here}/{name}": "folder" for name in folders}
            found |= {f"{here}/{name}": _digest(Path(root, name)) for name in files if not name.startswith(LEDGER)}
    return found


def _digest(path: Path) -> str:
    return f"-> {path.readlink()}" if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(slots=True)
class Case:
    """One command to be disturbed: the folder before it, what it makes, and how long that takes undisturbed."""

    writing: Writing
    version: int
    start: Path
    old: Snapshot
    new: Snapshot
    seconds: float

    @property
    def words(self) -> list[str]:
        return self.writing.words(self.version)


@dataclass(slots=True)
class Bench:
    """A folder in which cases are prepared, run and judged.

    Attributes:
        folder: for everything that is written.
        project: the small project.
    """

    folder: Path
    project: Path
    _cases: dict[tuple[str, int], Case] = field(default_factory=dict)

    def case(self, writing: Writing, version: int) -> Case:
        """Return a command's case, made by undisturbed runs when it is asked for first."""
        if (writing.name, version) not in self._cases:
            self._learn(writing)
        return self._cases[writing.name, version]

    def _learn(self, writing: Writing) -> None:
        """Run a command undisturbed, once for each version, and keep what lay there before and after."""
        place = self.place(writing, "learning")
        if place.project != self.project:
            shutil.copytree(self.project, place.project, ignore=shutil.ignore_patterns("fonts", "__pycache__"))
        for name in ("out", "config"):
            (place.folder / name).mkdir()
        write_inputs(place.folder / "in", 1)
        if writing.before:
            self._succeed(writing.before.split(), place)
        if writing.edits:
            path = place.project / EDITED
            path.write_text(path.read_text(encoding="utf-8").replace("with two", "that has two"), encoding="utf-8")
        for version in (1, 2) if writing.updates else (1,):
            write_inputs(place.folder / "in", version)
            start = self.folder / "start" / f"{writing.name}-{version}".replace(" ", "-")
            shutil.copytree(place.folder, start, symlinks=True)
            old, begun = snapshot(place.folder), time.monotonic()
            self._succeed(writing.words(version), place)
            seconds, made = time.monotonic() - begun, snapshot(place.folder)
            assert made != old, f"{writing.name} wrote nothing"
            self._cases[writing.name, version] = Case(writing, version, start, old, made, seconds)

    def place(self, writing: Writing, name: str = "case") -> Place:
        """Return an empty place for a command; those for languages have templates of their own to write in."""
        folder, log = self.folder / name, self.folder / "log"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        log.mkdir(exist_ok=True)
        own = writing.command.startswith("language")
        return Place(folder, folder / "project" if own else self.project, log)

    def _succeed(self, words: list[str], place: Place) -> None:
        ended = forked(words, place, limit_s=COMPILED_S)
        assert ended.status == 0, f"undisturbed, {words} ended with {ended.status}: {ended.err}"

    def ready(self, case: Case) -> Place:
        """Return a place that looks as before the command."""
        place = self.place(case.writing)
        self.fill(place, case)
        return place

    def fill(self, place: Place, case: Case) -> None:
        """Let a place look as before the command."""
        shutil.copytree(case.start, place.folder, symlinks=True, dirs_exist_ok=True)


@dataclass(slots=True)
class Struck:
    """How a disturbed command ended, and what lay there then.

    Attributes:
        place: where it ran.
        ended: how it ended.
        how: what disturbed it.
        allowed: with which statuses it may have ended.
        may_litter: whether something may lie there beside what is published.
        now: what lay there.
    """

    place: Place
    ended: Ended
    how: str
    allowed: Collection[int] = (0, 1)
    may_litter: bool = False
    now: Snapshot = field(init=False)

    def __post_init__(self) -> None:
        self.now = snapshot(self.place.folder)


def judge(case: Case, struck: Struck, where: str, counts: Counts) -> None:
    """Note what is wrong with what a disturbed command left and told, and with the same command once more."""
    ended = struck.ended
    faults = [
        *faults_of_state(case, struck.now, litter=not struck.may_litter),
        *faults_of_verdict(case, ended, struck.now, struck.allowed),
        *faults_after_another_run(case, struck.place),
    ]
    line = f"{where}: {' '.join(case.words)}: {struck.how}, version {case.version}, exit {ended.status}"
    counts.note(case.writing.name, faults, f"{line}: {end_of_errors(ended)}")


def faults_of_state(case: Case, now: Snapshot, *, litter: bool) -> Iterator[str]:
    """Yield what is wrong with what lies there after a disturbed command.

    Args:
        case: what was disturbed.
        now: what lies there.
        litter: whether nothing may lie there beside what is published.
    """
    names = {*case.old, *case.new}
    if case.writing.piecewise:
        odd = any(now.get(name) not in {case.old.get(name), case.new.get(name), None} for name in names)
        if odd or any(name in case.old and name in case.new and name not in now for name in names):
            yield "torn"
    elif not _is(case.old, case, now) and not _is(case.new, case, now):
        yield "torn"
    if litter and not names >= now.keys():
        yield "litter"


def _is(wanted: Snapshot, case: Case, now: Snapshot) -> bool:
    """Tell whether all files that are published, old or new, are as wanted; folders may be there already."""
    names = {*case.old, *case.new}
    return all(now.get(name) == wanted.get(name) for name in names if "folder" not in {now.get(name), wanted.get(name)})


def faults_of_verdict(case: Case, ended: Ended, now: Snapshot, allowed: Collection[int]) -> Iterator[str]:
    """Yield what is wrong with what a disturbed command said: its status, a traceback, or success without the set."""
    if ended.status is None:
        yield "hung"
    elif ended.status not in allowed:
        yield "wrong verdict"
    if ended.has_traceback:
        yield "traceback"
    if ended.status == 0 and not _is(case.new, case, now):
        yield "damaged"
    is_reported = case.writing.piecewise or WRITTEN_ALL_THE_SAME in ended.err
    if ended.status == 1 and not is_reported and not _is(case.old, case, now):
        yield "wrong verdict"
    if ended.status == 1 and (not ended.err.strip() or "changed by hand" in ended.err):
        yield "wrong verdict"


def faults_after_another_run(case: Case, place: Place) -> Iterator[str]:
    """Yield what is wrong after the same command has run once more, undisturbed."""
    now = snapshot(place.folder)
    if _is(case.new, case, now) and not case.writing.updates:
        return  # it would be refused, rightly: what it makes or deletes is made or deleted
    ended = forked(case.words, place)
    now = snapshot(place.folder)
    if ended.status is None:
        yield "hung"
    if ended.has_traceback:
        yield "traceback"
    if ended.status != 0 or not _is(case.new, case, now):
        yield "damaged"
    if not case.new.keys() >= now.keys():
        yield "litter"


@dataclass(slots=True)
class Counts:
    """How many cases were tried and what was found, by command."""

    tried: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def note(self, command: str, faults: list[str], line: str) -> None:
        """Count a case, and keep the line that tells how to see its faults again."""
        self.tried[command] += 1
        self.found.update(faults)
        if faults:
            self.lines.append(f"{', '.join(faults)}: {line}")


def end_of_errors(ended: Ended) -> str:
    """Return the end of what a command said, on one line; of a traceback the program's own frames."""
    lines = ended.err.strip().splitlines()
    if ended.has_traceback:
        frames = [line.split("generator/")[-1] for line in lines if "generator/" in line]
        lines = [*frames[-4:], *lines[-1:]]
    return " | ".join(lines[-5:])[-400:]
