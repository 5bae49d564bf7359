"""Strangers: what lies in an output folder without being published there, such as the user's own notes.

They are never deleted. Before the swap each is carried over into the new set: a file by a second name for the same
bytes, a folder with all that is in it, a link as a link::

    asterion/                      .asterion.stage-.../
      notes.txt        --link-->     notes.txt
      svg/                           svg/
        Y01.svg  (published)           Y01.svg  (new)
        mine.svg       --link-->       mine.svg
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.publish.fsync import link_or_copy
from generator.publish.names import MANIFEST_NAME, folders_of

LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"})
"""What systems and git leave in an otherwise empty folder. It does not make a folder somebody's."""


def strangers(folder: Path, published: Iterable[str]) -> Iterator[str]:
    """The topmost entries of the folder, in sorted order, that are neither published nor hold published files."""
    ours = {MANIFEST_NAME, *published}
    yield from _strangers(folder, "", ours, folders_of(ours))


def _strangers(folder: Path, inside: str, files: set[str], folders: set[str]) -> Iterator[str]:
    with os.scandir(folder / inside) as entries:
        found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    for base, is_folder in found:
        name = f"{inside}/{base}" if inside else base
        if is_folder and name in folders:
            yield from _strangers(folder, name, files, folders)
        elif is_folder or name not in files:
            yield name


class InTheWayError(Exception):
    """A stranger has the name of a file of the new set."""


class Carrier:
    """Carries strangers from one set into another.

    Attributes:
        copied: files that could not be linked and have to be brought onto the disk.
        made: folders that were made.
    """

    def __init__(self, source: Path, target: Path, *, skip_existing: bool = False) -> None:
        self._source = source
        self._target = target
        self._skip_existing = skip_existing
        self.copied: list[Path] = []
        self.made: list[Path] = []

    def carry(self, name: str) -> None:
        """Take one entry over, a folder with everything in it.

        Raises:
            InTheWayError: the target has something else of that name.
            OSError: the system refused.
        """
        source, target = self._source / name, self._target / name
        if source.is_dir() and not source.is_symlink():
            self._carry_folder(name)
        elif os.path.lexists(target):
            if not self._skip_existing:
                raise InTheWayError(name)
        else:
            self._carry_file(source, target)

    def _carry_folder(self, name: str) -> None:
        source, target = self._source / name, self._target / name
        is_new = not os.path.lexists(target)
        if is_new:
            target.mkdir(parents=True)
            self.made.append(target)
        elif target.is_symlink() or not target.is_dir():
            raise InTheWayError(name)
        for child in sorted(os.listdir(source)):  # noqa: PTH208 - names are wanted
            self.carry(f"{name}/{child}")
        if is_new:
            take_over_mode(source, target)

    def _carry_file(self, source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            target.symlink_to(os.readlink(source))  # noqa: PTH115 - the text of the link, not a path
        elif link_or_copy(source, target):
            self.copied.append(target)


def take_over_mode(source: Path, target: Path) -> None:
    """Give a new folder the mode and the attributes of the one whose place it takes."""
    import shutil

    shutil.copystat(source, target)
