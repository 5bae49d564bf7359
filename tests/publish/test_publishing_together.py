"""Several files of the user's own folder in one step: all of them or none, and nobody's work lost."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.errors import PublishError
from generator.publish import swap
from generator.publish.atomic_file import publish_files, read_files

OLD = {"a.po": b"old a", "b.po": b"old b"}
NEW = {"a.po": b"new a", "b.po": b"new b", "c.po": b"new c"}


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A folder with files, one of which is nobody's business."""
    folder = tmp_path / "po"
    folder.mkdir()
    for name, data in {**OLD, "mine.txt": b"mine"}.items():
        (folder / name).write_bytes(data)
    return folder


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def beside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.iterdir())


@pytest.fixture(params=["exchange", "two renames"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "two renames":
        monkeypatch.setattr(swap, "exchange", lambda _first, _second: False)


@pytest.mark.usefixtures("_way")
def test_all_files_are_written_and_the_others_stay(there: Path) -> None:
    (there / "b.po").chmod(0o640)
    (there / "link").symlink_to("mine.txt")
    assert publish_files(there, NEW, OLD) == ("a.po", "b.po", "c.po")
    assert held(there) == {**NEW, "mine.txt": b"mine", "link": b"mine"}
    assert (there / "link").is_symlink()
    assert (there / "b.po").stat().st_mode & 0o777 == 0o640
    assert beside(there) == ["po"]
    assert publish_files(there, NEW, read_files(there, NEW)) == ()


def test_a_folder_that_is_not_there_is_made_whole(tmp_path: Path) -> None:
    publish_files(tmp_path / "new" / "po", NEW, {})
    assert held(tmp_path / "new" / "po") == NEW
    assert beside(tmp_path / "new" / "po") == ["po"]


@pytest.mark.parametrize("names", [["a.po"], ["a.po", "b.po", "c.po"]])
def test_what_is_not_known_is_not_replaced(there: Path, names: list[str]) -> None:
    before = held(there)
    for known in ({}, {"a.po": b"other"}, {**OLD, "c.po": b"gone"}):
        if known.get("a.po") == OLD["a.po"] and "c.po" not in names:
            continue
        with pytest.raises(PublishError, match="po was not written: files in it were changed meanwhile"):
            publish_files(there, {name: NEW[name] for name in names}, known)
    assert held(there) == before
    assert beside(there) == ["po"]


@pytest.mark.usefixtures("_way")
def test_what_is_changed_while_it_is_written_undoes_all(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = swap.swap

    def edited_before(stage: Path, folder: Path, *more: object) -> None:
        (folder / "a.po").write_bytes(b"my evening")
        real(stage, folder, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(swap, "swap", edited_before)
    with pytest.raises(PublishError, match=r"changed meanwhile \(a.po\)"):
        publish_files(there, NEW, OLD)
    assert held(there) == {**OLD, "a.po": b"my evening", "mine.txt": b"mine"}
    assert beside(there) == ["po"]


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("call", ["fsync", "rename", "link", "scandir", "mkdir"])
def test_a_failing_system_call_leaves_all_as_it_was(there: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    before = held(there)

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, call, fail)
    if call == "rename":
        monkeypatch.setattr(swap, "exchange", fail)
    with pytest.raises(PublishError, match="po was not written: the disk reports a fault"):
        publish_files(there, NEW, OLD)
    monkeypatch.undo()
    assert held(there) == before
    publish_files(there, NEW, OLD)
    assert beside(there) == ["po"], "and what could not be removed goes with the next"


@pytest.mark.parametrize("way", ["exchange", "two renames"])
@pytest.mark.parametrize("kill_at", ["sync", "swap", "copy_attributes", "_carry", "rename", "discard"])
def test_after_a_kill_all_is_old_or_new_and_the_next_call_clears_what_it_left(
    there: Path, kill_at: str, way: str
) -> None:
    code = f"""
import os, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from generator.publish import swap, atomic_file as together
if {way!r} == "two renames":
    swap.exchange = lambda *_: False
rename, renames = Path.rename, []
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
def die_at_second(path, target):
    renames.append(path)
    if len(renames) == 2:
        die()
    return rename(path, target)
if {kill_at!r} == "rename":
    Path.rename = die_at_second
elif {kill_at!r} == "discard":
    swap.discard = die
elif {kill_at!r} == "swap":
    swap.swap = die
else:
    setattr(together, {kill_at!r}, die)
together.publish_files(Path({str(there)!r}), {NEW!r}, {OLD!r})
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode in {-signal.SIGKILL, 0}, done.stderr
    assert done.returncode or (kill_at, way) == ("rename", "exchange")
    publish_files(there, {}, {})
    old, new = {**OLD, "mine.txt": b"mine"}, {**NEW, "mine.txt": b"mine"}
    assert held(there) in (old, new)
    assert beside(there) == ["po"]
    publish_files(there, NEW, read_files(there, NEW))
    assert held(there) == new


def test_what_a_killed_program_left_goes_when_its_file_need_not_be_written(there: Path) -> None:
    (there / ".a.po.0123abcd").write_bytes(b"half")
    assert publish_files(there, OLD, OLD) == ()
    assert held(there) == {**OLD, "mine.txt": b"mine"}


def test_a_folder_that_cannot_be_exchanged_is_told(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (there / "deep").mkdir()
    with pytest.raises(PublishError, match="holds the folder deep, so it cannot be exchanged as a whole; move that"):
        publish_files(there, NEW, OLD)
    (there / "deep").rmdir()
    monkeypatch.chdir(there)
    with pytest.raises(PublishError, match="is the folder you are working in"):
        publish_files(Path(), NEW, OLD)
    assert publish_files(Path(), {**OLD, "a.po": b"one alone"}, OLD) == ("a.po",)
    assert held(there) == {**OLD, "a.po": b"one alone", "mine.txt": b"mine"}


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("mine.txt")])
def test_what_is_no_regular_file_is_refused(there: Path, make: object) -> None:
    assert callable(make)
    make(there / "c.po")
    with pytest.raises(PublishError, match="is no regular file; move it away"):
        read_files(there, NEW)


def test_a_full_disk_leaves_all_as_it_was(small_disk: Path) -> None:
    folder = small_disk / "po"
    publish_files(folder, OLD, {})
    with pytest.raises(PublishError, match="po was not written: the disk is full"):
        publish_files(folder, {"a.po": bytes(700_000), "b.po": bytes(700_000)}, OLD)
    assert held(folder) == OLD
    assert beside(folder) == ["po"]
