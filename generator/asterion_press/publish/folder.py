"""The output folder: what it holds, whether that is ours, and the stage in which the next set grows.

::

    folder = OutputFolder(Path("output/asterion"))
    if all(folder.holds(name, key) for name, key in wanted):  nothing to do, no lock taken
    with folder.stage() as stage:                             lock; the previous set is read again
        stage.keep(name, key)  or  stage.write(name, data, key)
        ... prove what lies in stage.path ...
        stage.publish(Manifest(..., files=stage.entries))     one atomic step, or an error and the old set
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from asterion_press import stopping
from asterion_press.errors import PublishError
from asterion_press.publish import location
from asterion_press.publish.digests import DIGESTS
from asterion_press.publish.file_operations import (
    ABSENT,
    as_publish_error,
    copy_attributes,
    digest_of,
    link_or_copy,
    listed,
    sha256_of,
    shown,
    state_of,
    sync,
    write_new,
)
from asterion_press.publish.location import check_place, clear_leftovers, locked, make_folder, resolved
from asterion_press.publish.manifest import MANIFEST_NAME, Entry, Manifest, check_name, folders_of, read_manifest

OS_JUNK = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"})
"""Files that systems and git leave in an otherwise empty folder."""


class OutputFolder:
    """A folder that holds one published set, or none yet.

    Attributes:
        name: the folder as the user named it, for messages.
        path: the folder itself, links resolved.
        waiting: called again and again while another build writes the folder; an exception from it ends the wait.
    """

    def __init__(self, path: Path, spared: Iterable[str] = ()) -> None:
        """Describe a folder; nothing is read yet.

        Args:
            path: as the user named it.
            spared: names of files that are not foreign where nothing is published, beside those that systems leave.
        """
        self.name = shown(str(path))
        self._spared = OS_JUNK.union(spared)
        self.path = resolved(path)
        self.waiting: Callable[[], object] = lambda: None
        self._previous: Manifest | None = None
        self._is_read = False
        self._proven: dict[str, tuple[object, ...]] = {}

    @property
    def previous(self) -> Manifest | None:
        """Return the set that the folder holds, as it was read first or when the stage was set up.

        Raises:
            PublishError: the manifest is damaged, not ours, or of a newer program.
        """
        if not self._is_read:
            with as_publish_error(self.name, reading=True):
                self._previous = read_manifest(self.path)
            self._is_read = True
        return self._previous

    @property
    def _published(self) -> dict[str, Entry]:
        """Return the files of the set, by name."""
        return self.previous.files if self.previous else {}

    def is_intact(self, name: str) -> bool:
        """Return whether the file lies there as the manifest says: a regular file, no link on the way, the same bytes.

        Raises:
            PublishError: it cannot be looked at.
        """
        entry = self._published.get(name)
        if entry is None:
            return False
        parts = name.split("/")[:-1]
        above = ("/".join(parts[: number + 1]) for number in range(len(parts)))
        if any(os.path.islink(f"{self.path}/{folder}") for folder in above):  # noqa: PTH114 - thousands of files
            return False
        with as_publish_error(f"{self.name}/{name}", reading=True):
            try:
                return self._matches(name, entry)
            except OSError as error:
                if error.errno in ABSENT:
                    return False
                raise

    def holds(self, name: str, key: str) -> bool:
        """Return whether the file is intact and has this key, so that it can be kept."""
        entry = self._published.get(name)
        return entry is not None and entry.key == key and self.is_intact(name)

    def changed_by_hand(self) -> tuple[str, ...]:
        """Return the published files that are there, but not as they were published; sorted.

        Raises:
            PublishError: one cannot be looked at.
        """
        return tuple(
            name for name in sorted(self._published) if not self.is_intact(name) and os.path.lexists(self.path / name)
        )

    def remaining(self) -> tuple[str, ...]:
        """Return the names of published files that are still there, in the manifest's order.

        Raises:
            PublishError: one cannot be looked at.
        """
        with as_publish_error(self.name, reading=True):
            return tuple(name for name in self._published if (self.path / name).is_file())

    def foreign_files(self) -> tuple[str, ...]:
        """Return the entries of the folder that are not published: files, and folders as a whole; sorted."""
        with as_publish_error(self.name, reading=True):
            return tuple(find_foreign(self.path, self._published)) if os.path.lexists(self.path) else ()

    def check_ours(self, *, force: bool = False) -> tuple[str, ...]:
        """Check that publishing replaces no work of the user's.

        Args:
            force: accept that files which were changed by hand are overwritten.

        Returns:
            The published files that were changed by hand.

        Raises:
            PublishError: the folder holds foreign files alone, or files were changed by hand and force is not given.
        """
        if self.previous is None and (foreign := [name for name in self.foreign_files() if name not in self._spared]):
            remedy = "choose another --out FOLDER or empty it"
            raise PublishError(f"{self.name} holds files that are not ours ({listed(foreign)}); {remedy}")
        changed = self.changed_by_hand()
        if changed and not force:
            what = f"holds published files that were changed by hand since ({listed(changed, 5)})"
            raise PublishError(f"{self.name} {what}; give --force to overwrite them, or rename them to keep them")
        return changed

    @contextmanager
    def stage(self, *, force: bool = False) -> Iterator[Stage]:
        """Set up the stage for the next set, alone: the folder is locked until the block ends.

        Args:
            force: overwrite files that were changed by hand.

        Raises:
            PublishError: the folder is not ours, or cannot be written.
        """
        check_place(self.path, self.name)
        make_folder(self.path.parent, self.name)
        with locked(self.path, self.name, self.waiting):
            with as_publish_error(self.name):
                location.recover(self.path)
                location.clean(self.path)
            self._is_read = False
            with as_publish_error(self.name, reading=True):
                before = {name: state_of(f"{self.path}/{name}") for name in self._published}
            self.check_ours(force=force)
            stage = Stage(self, before)
            try:
                with as_publish_error(self.name):
                    stage.path.mkdir()
                yield stage
            finally:
                stage.clear()

    def clear_leftovers(self) -> None:
        """Delete leftovers of killed builds beside the folder, unless a build is running; never fails."""
        clear_leftovers(self.path, self.name)

    def note_published(self, manifest: Manifest) -> None:
        """Remember the set that was just published."""
        self._previous, self._is_read = manifest, True

    def _matches(self, name: str, entry: Entry) -> bool:
        """Return whether a file has the bytes of its entry; read it unless its digest is cached for this state."""
        path = f"{self.path}/{name}"
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size != entry.size:
            return False
        proof = (about.st_dev, about.st_ino, about.st_mtime_ns, about.st_ctime_ns, entry.sha256)
        if self._proven.get(name) == proof:
            return True
        found = DIGESTS.of(path, about)
        if found != entry.sha256:
            found = sha256_of(path)
            DIGESTS.remember(path, about, found)
        if found == entry.sha256:
            self._proven[name] = proof
        return found == entry.sha256


class Stage:
    """The folder in which the next set grows, beside the published one.

    Attributes:
        path: the folder, so that its content can be proved.
        entries: files that were written and kept so far, by name: the manifest's ``files``.
    """

    def __init__(self, folder: OutputFolder, before: dict[str, tuple[int, ...] | None]) -> None:
        """Begin a stage.

        Args:
            folder: where it will be published.
            before: the states of the published files when they were found to be as they should be.
        """
        self._folder = folder
        self._before = before
        self._old = location.new_sibling(folder.path, "old")
        self._fresh: list[Path] = []
        self._made: set[str] = set()
        self._is_described = False
        self.entries: dict[str, Entry] = {}
        self.path = location.new_sibling(folder.path, "stage")

    @property
    def previous(self) -> Manifest | None:
        """Return the published set, which no other build can change now."""
        return self._folder.previous

    def write(self, name: str, data: bytes, key: str) -> Entry:
        """Write a file of the new set.

        Args:
            name: relative POSIX path.
            data: its bytes.
            key: digest of everything that it was made from.

        Raises:
            PublishError: the system refused.
            Stopped: a signal has come.
            ValueError: a bad name, or one that is taken.
        """
        stopping.look()
        self._check_free(name)
        entry = Entry(digest_of(data), len(data), key)
        with as_publish_error(self._folder.name):
            self._make_folders_above(name)
            write_new(self.path / name, data)
        self._fresh.append(self.path / name)
        self.entries[name] = entry
        return entry

    def keep(self, name: str, key: str) -> Entry:
        """Take an unchanged file over from the previous set: the same bytes on the disk, by a second name.

        Raises:
            PublishError: it is not there any more as it was, or the system refused.
            Stopped: a signal has come.
            ValueError: a bad name, or one that is taken.
        """
        stopping.look()
        self._check_free(name)
        if self.previous is None or not self._folder.holds(name, key):
            what = f"{shown(name)} in {self._folder.name} was changed during the build"
            raise PublishError(f"{what}, by another build or by hand; run this build again")
        with as_publish_error(self._folder.name):
            self._make_folders_above(name)
            if link_or_copy(self._folder.path / name, self.path / name):
                self._fresh.append(self.path / name)
        return self.entries.setdefault(name, self.previous.files[name])

    def describe(self, manifest: Manifest) -> None:
        """Write the manifest onto the stage, so that the whole set can be proved before it is published.

        Raises:
            PublishError: the system refused.
            ValueError: the manifest lists other files than the stage holds.
        """
        if manifest.files != self.entries:
            raise ValueError("the manifest has to list what was written and kept, all of it and nothing else")
        with as_publish_error(self._folder.name):
            write_new(self.path / MANIFEST_NAME, manifest.to_json().encode())
        self._is_described = True

    def publish(self, manifest: Manifest) -> None:
        """Put the new set in the place of the old one, which is deleted, in one atomic step.

        Raises:
            PublishError: the system refused, or the user's own files are in the way; the old set stays.
            Stopped: a signal has come; the old set stays. One that comes after the step changes nothing.
            ValueError: the manifest lists other files than the stage holds.
        """
        if not self._is_described:
            self.describe(manifest)
        with as_publish_error(self._folder.name):
            carried = CarriedOver(self._folder, self._folder.path, self.path)
            for name in self._folder.foreign_files():
                carried.add(name)
            self._fresh += carried.copied
            if self._folder.path.is_dir():
                copy_attributes(self._folder.path, self.path)
            folders = [self.path / name for name in ("", *folders_of([*self.entries, *carried.added]))]
            sync([*self._fresh, self.path / MANIFEST_NAME], [*folders, self.path.parent])
            stopping.look()
            location.swap(self.path, self._folder.path, self._old, self._look_back)
        self._folder.note_published(manifest)

    def clear(self) -> None:
        """Remove the stage, or the old set that lies there after the swap; never fails."""
        if not os.path.lexists(self._folder.path) and os.path.lexists(self._old):
            with suppress(OSError):  # interrupted between two renames
                self._old.rename(self._folder.path)
        for leftover in (self.path, self._old):
            with suppress(OSError):
                location.discard(leftover)

    def _check_free(self, name: str) -> None:
        check_name(name)
        if name in self.entries:
            raise ValueError(f"{name} is in the set already")

    def _make_folders_above(self, name: str) -> None:
        above = name.rpartition("/")[0]
        if above not in self._made:
            (self.path / above).mkdir(parents=True, exist_ok=True)
            self._made.add(above)

    def _look_back(self, old: Path) -> None:
        """Check that the user changed nothing in the old set while the new one grew, and carry over what was added.

        Raises:
            PublishError: a published file was changed since it was looked at.
            OSError: the system refused.
        """
        changed = [name for name, state in self._before.items() if self._is_changed(old, name, state)]
        if changed:
            what = f"published files in {self._folder.name} were changed during the build ({listed(changed, 5)})"
            raise PublishError(f"{what}, by hand or by another program; they are as you left them, build again")
        carried = CarriedOver(self._folder, old, self._folder.path, skip_existing=True)
        for name in find_foreign(old, self._before):
            carried.add(name)
        sync(carried.copied, [self._folder.path / name for name in ("", *folders_of(carried.added))])

    def _is_changed(self, old: Path, name: str, before: tuple[int, ...] | None) -> bool:
        """Return whether a file of the old set was changed; a deleted file does not count."""
        now = state_of(old / name)
        if now is None or now == before or now == state_of(self._folder.path / name):  # the last is one that was kept
            return False
        assert self.previous is not None, "what was published has a manifest"
        return not (stat.S_ISREG(now[2]) and sha256_of(old / name) == self.previous.files[name].sha256)


# -- foreign files: entries that are not published, such as the user's own notes ---------------------------------------
# They are never deleted. Before the swap each is carried over into the new set: a file by a second name for the same
# bytes, a folder with all that is in it, a link as a link.


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


class CarriedOver:
    """Foreign files that were carried over from one set into another.

    Attributes:
        copied: files that could not be linked and have to be brought onto the disk.
        added: names of all that was put there; those of folders end with a slash.
    """

    def __init__(self, folder: OutputFolder, source: Path, target: Path, *, skip_existing: bool = False) -> None:
        self._folder = folder
        self._source = source
        self._target = target
        self._skip_existing = skip_existing
        self.copied: list[Path] = []
        self.added: list[str] = []

    def add(self, name: str) -> None:
        """Carry one entry over, a folder with everything in it.

        Raises:
            PublishError: the target has something else of that name.
            OSError: the system refused.
        """
        source, target = self._source / name, self._target / name
        is_folder, is_new = _is_folder(source), not os.path.lexists(target)
        if not (is_new or (_is_folder(target) if is_folder else self._skip_existing)):
            what = f"{shown(name)} in {self._folder.name} is yours and has the name of a new file"
            raise PublishError(f"{what}; rename it, or choose another --out FOLDER")
        if is_new:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.added.append(f"{name}/" if is_folder else name)
        if is_folder:
            target.mkdir(exist_ok=True)
            for child in sorted(os.listdir(source)):  # noqa: PTH208 - names are wanted
                self.add(f"{name}/{child}")
            if is_new:
                copy_attributes(source, target)
        elif is_new and source.is_symlink():
            target.symlink_to(os.readlink(source))  # noqa: PTH115 - the text of the link, not a path
        elif is_new and link_or_copy(source, target):
            self.copied.append(target)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
