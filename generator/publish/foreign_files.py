"""Foreign files: entries of an output folder that are not published there, such as the user's own notes.

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

from generator.publish.file_operations import copy_attributes, link_or_copy
from generator.publish.manifest import MANIFEST_NAME, folders_of

OS_JUNK = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"})
"""Files that systems and git leave in an otherwise empty folder."""


def find_foreign(folder: Path, published: Iterable[str]) -> Iterator[str]:
    """Yield the topmost entries of the folder, sorted, that are neither published nor hold published files."""
    files = {MANIFEST_NAME, *published}
    folders = folders_of(files)

    def find(inside: str) -> Iterator[str]:
        with os.scandir(folder / inside) as entries:
            found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
        for base, is_folder in found:
            name = f"{inside}/{base}" if inside else base
            if is_folder and name in folders:
                yield from find(name)
            elif is_folder or name not in files:
                yield name

    return find("")


class NameTakenError(Exception):
    """A foreign file has the name of a file of the new set."""


class CarriedOver:
    """Foreign files that were carried over from one set into another.

    Attributes:
        copied: files that could not be linked and have to be brought onto the disk.
        added: names of all that was put there; those of folders end with a slash.
    """

    def __init__(self, source: Path, target: Path, *, skip_existing: bool = False) -> None:
        self._source = source
        self._target = target
        self._skip_existing = skip_existing
        self.copied: list[Path] = []
        self.added: list[str] = []

    def add(self, name: str) -> None:
        """Carry one entry over, a folder with everything in it.

        Raises:
            NameTakenError: the target has something else of that name.
            OSError: the system refused.
        """
        source, target = self._source / name, self._target / name
        if source.is_dir() and not source.is_symlink():
            self._add_folder(name)
        elif os.path.lexists(target):
            if not self._skip_existing:
                raise NameTakenError(name)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.added.append(name)
            if source.is_symlink():
                target.symlink_to(os.readlink(source))  # noqa: PTH115 - the text of the link, not a path
            elif link_or_copy(source, target):
                self.copied.append(target)

    def _add_folder(self, name: str) -> None:
        source, target = self._source / name, self._target / name
        is_new = not os.path.lexists(target)
        if is_new:
            target.mkdir(parents=True)
            self.added.append(f"{name}/")
        elif target.is_symlink() or not target.is_dir():
            raise NameTakenError(name)
        for child in sorted(os.listdir(source)):  # noqa: PTH208 - names are wanted
            self.add(f"{name}/{child}")
        if is_new:
            copy_attributes(source, target)
