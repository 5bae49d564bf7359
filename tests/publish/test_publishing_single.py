"""A single file that a user named: old or new, never half, and nobody's work lost."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from asterion_press.errors import PublishError
from asterion_press.publish import atomic_file
from asterion_press.publish.atomic_file import is_there, publish_file, writing
from tests.support.builds import beside
from tests.support.processes import PATIENCE_S, ending

Fail = Callable[..., None]
OLD, NEW = b"somebody's work", b"a new picture" * 1000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.svg"


def held(file: Path) -> bytes:
    """The bytes of the file, beside which nothing lies."""
    assert beside(file) == ["game.svg"]
    return file.read_bytes()


def test_a_new_file_holds_all_its_bytes_and_leaves_nothing_beside_it(file: Path) -> None:
    publish_file(file, NEW)
    assert held(file) == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_that_is_there_stays_unless_forced(file: Path) -> None:
    file.write_bytes(OLD)
    file.chmod(0o640)
    with pytest.raises(PublishError, match="is there already; give --force to replace it, or name another file"):
        publish_file(file, NEW)
    assert held(file) == OLD
    publish_file(file, NEW, force=True)
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640, "its permissions are kept"


def test_a_file_that_appears_in_the_meantime_stays_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the naming somebody else writes a file of that name."""

    def sync_both(files: list[Path], _: list[Path]) -> None:
        if files:
            file.write_bytes(OLD)

    monkeypatch.setattr(atomic_file, "sync", sync_both)
    with pytest.raises(PublishError, match="is there already"):
        publish_file(file, NEW)
    assert held(file) == OLD


def test_a_file_system_without_links_is_written_too(file: Path, fail: Fail) -> None:
    fail(os, "link", errno.EPERM)
    publish_file(file, NEW)
    assert held(file) == NEW
    with pytest.raises(PublishError, match="is there already"):
        publish_file(file, OLD)
    assert held(file) == NEW


def test_a_link_is_followed_to_where_it_leads(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    link = tmp_path / "link.svg"
    link.symlink_to(there / "game.svg")
    publish_file(link, NEW)
    assert (there / "game.svg").read_bytes() == NEW
    publish_file(link, OLD, force=True)
    assert (there / "game.svg").read_bytes() == OLD
    assert link.is_symlink()


def test_the_same_bytes_are_known(file: Path) -> None:
    assert not is_there(file, NEW)
    for there, same in ((NEW, True), (NEW + b"x", False), (NEW[:-1], False), (OLD, False)):
        file.write_bytes(there)
        assert is_there(file, NEW) == same
    file.unlink()
    file.mkdir()
    assert not is_there(file, NEW)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_regular_file_is_never_replaced(file: Path, make: object) -> None:
    assert callable(make)
    make(file)
    with pytest.raises(PublishError, match="no regular file; name another file"):
        publish_file(file, NEW, force=True)
    assert beside(file) == ["game.svg"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match=r"there is no folder .*pictures; make it first"):
        publish_file(tmp_path / "pictures" / "game.svg", NEW)


@pytest.mark.parametrize(("owner", "call"), [(os, "fsync"), (Path, "replace"), (Path, "open"), (Path, "chmod")])
def test_a_failing_system_call_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, fail: Fail, owner: object, call: str
) -> None:
    file.write_bytes(OLD)
    fail(owner, call, errno.ENOSPC)
    with pytest.raises(PublishError, match="the disk is full; free some space or name another file"):
        publish_file(file, NEW, force=True)
    monkeypatch.undo()
    assert held(file) == OLD


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.EACCES])
def test_a_file_that_cannot_be_read_is_told_as_that(file: Path, fail: Fail, number: int) -> None:
    file.write_bytes(NEW)
    fail(os, "open", number)
    with pytest.raises(PublishError, match=r"game.svg cannot be read: (?!.*--force)"):
        is_there(file, NEW)


def test_an_error_while_a_file_is_written_piece_by_piece_leaves_the_old_one(file: Path) -> None:
    file.write_bytes(OLD)
    with suppress(KeyError), writing(file, force=True) as write:
        write(NEW)
        raise KeyError
    assert held(file) == OLD


def test_a_disk_that_fills_up_while_a_file_is_written_piece_by_piece_is_told_and_nothing_stays(
    small_disk: Path,
) -> None:
    file = small_disk / "games.jsonl"

    def write_much() -> None:
        with writing(file) as write:
            for _ in range(300):
                write(bytes(10_000))

    with pytest.raises(PublishError, match="the disk is full"):
        write_much()
    assert not list(small_disk.iterdir())


KILLED = """
import os, signal, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from asterion_press.publish.atomic_file import writing
with writing(Path({file!r}), force=True) as write:
    write(b"half")
    {end}
"""


def other_writer(file: Path, end: str) -> str:
    return KILLED.format(root=str(Path(__file__).parents[2] / "generator"), file=str(file), end=end)


def test_what_a_killed_program_left_goes_with_the_next_that_writes_the_file(file: Path) -> None:
    file.write_bytes(OLD)
    subprocess.run([sys.executable, "-c", other_writer(file, "os.kill(os.getpid(), signal.SIGKILL)")], check=False)
    assert len(beside(file)) == 2
    mine = file.with_name(".game.svg.old")
    mine.write_text("mine")
    publish_file(file, NEW, force=True)
    assert (file.read_bytes(), beside(file)) == (NEW, [".game.svg.old", "game.svg"])


def test_what_another_program_is_writing_is_no_leftover(file: Path) -> None:
    code = other_writer(file, "print('ready', flush=True); sys.stdin.read()")
    line = [sys.executable, "-c", code]
    with ending(subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        publish_file(file, NEW)
        assert len(beside(file)) == 2
        other.stdin.close()
        assert other.wait(PATIENCE_S) == 0
    assert held(file) == b"half"


def test_what_a_killed_program_left_goes_when_there_is_nothing_to_write(file: Path) -> None:
    file.write_bytes(NEW)
    leftover = file.with_name(f".{file.name}.0123abcd")
    leftover.write_bytes(b"half")
    assert is_there(file, NEW)
    assert beside(file) == [file.name]
    leftover.write_bytes(b"half")
    with pytest.raises(PublishError, match="is there already"):
        publish_file(file, OLD)
    assert beside(file) == [file.name]


def test_a_name_that_may_not_last_is_told_as_written(file: Path, fail: Fail) -> None:
    fail(atomic_file, "sync", errno.EIO, lambda _, folders: folders)
    with pytest.raises(PublishError, match="is written, but may not outlast a power cut: input/output error"):
        publish_file(file, NEW)
    assert file.read_bytes() == NEW
