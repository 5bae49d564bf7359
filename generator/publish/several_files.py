"""Several files of a folder that is the user's own, written in one step: all of them, or none.

::

    de/            asterion.md  sources.yaml  words.yaml       what lies there, as the caller has read it
    .de.stage-.../ asterion.md  sources.yaml                   the new ones are written here
                                              words.yaml       the others get a second name here
                   ONE exchange of the two folders, then a last look at what lay there, which undoes it if it changed

One file alone is written as any other, see :mod:`generator.publish.atomic_file`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from generator.errors import PublishError
from generator.publish import swap
from generator.publish.atomic_file import publish_file
from generator.publish.foreign_files import take_over_mode
from generator.publish.fsync import link_or_copy, read_regular, sync, sync_folder, write_new
from generator.publish.location import check_place, clear_leftovers, make_folder, resolved
from generator.publish.lock import locked
from generator.publish.names import listed, shown
from generator.publish.os_errors import told_plainly

MOST_BYTES = 64 << 20
"""No file that is written so is larger."""


def contents_of(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the bytes of those files of a folder that are there.

    Raises:
        PublishError: one is no regular file, or cannot be read.
    """
    found = {}
    for name in names:
        with told_plainly(str(folder / name), reading=True):
            try:
                data = read_regular(folder / name, MOST_BYTES)
            except FileNotFoundError:
                continue
            except IsADirectoryError:
                data = None
        if data is None:
            raise PublishError(f"{shown(str(folder / name))} is there already, and is no regular file; move it away")
        found[name] = data
    return found


def publish_together(
    path: Path,
    files: Mapping[str, bytes],
    known: Mapping[str, bytes],
    waiting: Callable[[], object] = lambda: None,
) -> tuple[str, ...]:
    """Write files into a folder in one step; those that say the same already are left alone.

    Args:
        path: the folder, which is made if it is not there.
        files: what they shall hold, by name.
        known: what lies there and may be replaced, as the caller has read it with :func:`contents_of`.
        waiting: called again and again while another program writes the folder; what it raises ends the wait.

    Returns:
        The names of the files that were written.

    Raises:
        PublishError: a file holds something else than is known, or the system refuses; all is as it was.
    """
    name, folder = shown(str(path)), resolved(path)
    new = {one: data for one, data in files.items() if known.get(one) != data}
    clear_leftovers(folder, name, _recover)
    if not new:
        return ()
    if len(new) == 1 and folder.is_dir():
        _check_known(folder, name, files, known)
        [(one, data)] = new.items()
        publish_file(path / one, data, force=one in known)
        return (one,)
    check_place(folder, name)
    make_folder(folder.parent, name)
    with locked(folder, name, waiting=waiting):
        _exchange(folder, name, new, known)
    return tuple(new)


def _exchange(folder: Path, name: str, new: Mapping[str, bytes], known: Mapping[str, bytes]) -> None:
    """Write the new files beside those that stay, and let them take the folder's place."""
    stage, old = swap.new_sibling(folder, "stage"), swap.new_sibling(folder, "old")

    def look_back(there: Path) -> None:
        _check_known(there, name, new, known)
        _carry(there, folder, new)

    try:
        with told_plainly(name):
            _recover(folder)
            swap.clean(folder)
            _check_known(folder, name, new, known)
            stage.mkdir()
            for one, data in new.items():
                write_new(stage / one, data)
                if one in known:
                    (stage / one).chmod((folder / one).stat().st_mode & 0o7777)
            copied: list[Path] = []
            if folder.is_dir():
                copied = _carry(folder, stage, new)
                take_over_mode(folder, stage)
            sync([*(stage / one for one in new), *copied], [stage, folder.parent])
            swap.swap(stage, folder, old, look_back)
    finally:
        with suppress(OSError):
            _recover(folder)
            swap.discard(stage)
            swap.discard(old)


def _check_known(folder: Path, name: str, names: Iterable[str], known: Mapping[str, bytes]) -> None:
    """See that files hold what is known of them.

    Raises:
        PublishError: somebody else has written them.
    """
    there = contents_of(folder, names)
    if changed := [one for one in names if there.get(one) != known.get(one)]:
        what = f"{name} was not written: files in it were changed meanwhile ({listed(changed, 5)})"
        raise PublishError(f"{what}, by hand or by another program; they are as they were left, give the command again")


def _carry(source: Path, target: Path, new: Mapping[str, bytes]) -> list[Path]:
    """Give every other file of a folder a second name in another one; return those that had to be copied.

    Raises:
        PublishError: the folder holds folders.
    """
    copied = []
    with os.scandir(source) as entries:
        others = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries if entry.name not in new)
    for one, is_folder in others:
        if os.path.lexists(target / one):
            continue
        if is_folder:
            what = f"{shown(str(source))} holds the folder {shown(one)}, so it cannot be exchanged as a whole"
            raise PublishError(f"{what}; move that away, or choose a folder that holds nothing but files")
        if (source / one).is_symlink():
            (target / one).symlink_to(os.readlink(source / one))  # noqa: PTH115 - the text of the link, not a path
        elif link_or_copy(source / one, target / one):
            copied.append(target / one)
    return copied


def _recover(folder: Path) -> None:
    """Put the folder back where a program was killed between two renames."""
    if not os.path.lexists(folder):
        for old in swap.siblings(folder, "old"):
            old.rename(folder)
            sync_folder(folder.parent)
            return
