"""The output folder on a good day, and whose files it holds."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePath

import pytest

from asterion_press.errors import PublishError
from asterion_press.publish import OutputFolder, location
from tests.support.builds import LASTING, alone_in, beside, build, files_of, generation_in, key_of, manifest_of

Fail = Callable[..., None]


@pytest.mark.usefixtures("way")
def test_each_build_leaves_its_complete_set_and_nothing_beside_it(folder: Path) -> None:
    for generation in (1, 2, 3, 1):
        output = build(folder, generation)
        assert alone_in(folder) == generation
        assert output.previous == OutputFolder(folder).previous


@pytest.mark.usefixtures("way")
def test_a_kept_file_is_the_same_file_on_the_disk(built: Path) -> None:
    before = (built / LASTING).stat()
    build(built, 2)
    after = (built / LASTING).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert after.st_nlink == 1


def test_a_file_is_kept_as_a_copy_where_links_are_not_possible(built: Path, fail: Fail) -> None:
    (built / "notes.txt").write_text("mine")
    inode = (built / LASTING).stat().st_ino
    fail(os, "link", errno.EPERM)
    build(built, 2)
    assert generation_in(built) == 2
    assert (built / LASTING).stat().st_ino != inode
    assert (built / "notes.txt").read_text() == "mine"


def test_a_folder_holds_a_file_only_for_its_key_and_while_it_is_intact(built: Path) -> None:
    output = OutputFolder(built)
    assert output.holds(LASTING, key_of(LASTING))
    assert not output.holds(LASTING, key_of("other"))
    assert not output.holds("unknown.txt", key_of(LASTING))
    (built / LASTING).write_bytes(b"for eve!\n")
    assert not output.holds(LASTING, key_of(LASTING))


@pytest.mark.parametrize("name", [LASTING, *map(str, PurePath(LASTING).parents[:-1])])
def test_a_link_to_the_same_bytes_is_not_intact(built: Path, name: str) -> None:
    (built / name).rename(built / "moved")
    (built / name).symlink_to(built / "moved")
    assert (built / LASTING).is_file()
    assert not OutputFolder(built).is_intact(LASTING)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, FileNotFoundError])
def test_whatever_is_raised_on_the_stage_comes_through_and_leaves_the_old_set(
    built: Path, error: type[BaseException]
) -> None:
    with pytest.raises(error), OutputFolder(built).stage() as stage:  # noqa: PT012 - a block is what is tested
        stage.write("a.txt", b"a", key_of("a"))
        raise error
    assert alone_in(built) == 1


def test_the_manifest_has_to_list_exactly_what_was_written(folder: Path) -> None:
    with OutputFolder(folder).stage() as stage:
        stage.write("a.txt", b"a", key_of("a"))
        with pytest.raises(ValueError, match="has to list"):
            stage.publish(manifest_of({}))
    assert beside(folder) == []


@pytest.mark.parametrize("name", ["../a", "/tmp/a", "manifest.json"])
def test_a_stage_refuses_bad_names_and_names_that_are_taken(folder: Path, name: str) -> None:
    with OutputFolder(folder).stage() as stage:
        stage.write("a.txt", b"a", key_of("a"))
        with pytest.raises(ValueError, match="not a name"):
            stage.write(name, b"", key_of("a"))
        with pytest.raises(ValueError, match="in the set already"):
            stage.write("a.txt", b"", key_of("a"))


def test_files_and_folders_have_the_modes_that_the_umask_says(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        build(folder, 1)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()} == {0o640}
    assert {path.stat().st_mode & 0o777 for path in (folder, folder / "svg")} == {0o750}


def test_the_mode_that_the_user_gave_the_folder_stays(built: Path) -> None:
    built.chmod(0o700)
    build(built, 2)
    assert built.stat().st_mode & 0o777 == 0o700


@pytest.mark.usefixtures("way")
def test_the_users_own_files_are_carried_over(built: Path) -> None:
    (built / "notes.txt").write_text("mine")
    (built / "svg" / "mine.svg").write_text("<svg/>")
    (built / "photos" / "empty").mkdir(parents=True)
    (built / "photos" / "table.jpg").write_text("jpg")
    (built / "photos").chmod(0o700)
    (built / "latest").symlink_to("svg/Y01.svg")
    (built / "broken").symlink_to("nowhere")
    os.mkfifo(built / "pipe")
    odd = os.fsdecode(b"caf\xe9\n")
    (built / odd).write_text("latin")
    inode = (built / "notes.txt").stat().st_ino
    build(built, 2)
    assert beside(built) == ["asterion"]
    assert {name: (built / name).read_bytes() for name in files_of(2)} == files_of(2)
    assert (built / "notes.txt").stat().st_ino == inode
    assert (built / "svg" / "mine.svg").read_text() == "<svg/>"
    assert (built / "photos" / "empty").is_dir()
    assert (built / "photos" / "table.jpg").read_text() == "jpg"
    assert (built / "photos").stat().st_mode & 0o777 == 0o700
    assert (built / "latest").readlink() == Path("svg/Y01.svg")
    assert (built / "broken").readlink() == Path("nowhere")
    assert (built / "pipe").is_fifo()
    assert (built / odd).read_text() == "latin"


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir])
def test_a_file_that_is_no_longer_made_goes_and_what_is_the_users_beside_it_stays(
    folder: Path, make: Callable[[Path], None]
) -> None:
    build(folder, 2)
    own = folder / "only" / "here" / "mine"
    make(own)
    build(folder, 3)
    assert list(own.parent.iterdir()) == [own]


def test_the_users_file_in_the_way_of_a_new_one_stops_the_build(built: Path) -> None:
    (built / "only" / "here" / "2-1.txt").write_text("mine")
    reported = r"only/here/2-1.txt in .*asterion is yours and has the name of a new file; rename"
    with pytest.raises(PublishError, match=reported):
        build(built, 2, force=True)
    assert (built / "only" / "here" / "2-1.txt").read_text() == "mine"
    assert alone_in(built) == 1


def test_what_the_user_saves_during_the_swap_is_carried_over_late(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (built / "photos").mkdir()
    exchange, synced = location.exchange, set[Path]()

    def just_before(first: Path, second: Path) -> bool:
        (built / "late.txt").write_text("late")
        (built / "photos" / "late.jpg").write_text("late")
        return exchange(first, second)

    monkeypatch.setattr(location, "exchange", just_before)
    monkeypatch.setattr("asterion_press.publish.folder.sync", lambda _, folders: synced.update(folders))
    build(built, 2)
    assert (built / "late.txt").read_text() == "late"
    assert (built / "photos" / "late.jpg").read_text() == "late"
    assert {built, built / "photos"} <= synced


def test_files_that_were_changed_by_hand_are_refused_by_name_until_forced(built: Path) -> None:
    (built / "svg" / "Y03.svg").write_text("mine")
    (built / "check.txt").unlink()
    (built / "check.txt").mkdir()
    (built / "sheets-a4.pdf").unlink()
    output = OutputFolder(built)
    with pytest.raises(PublishError, match=r"changed by hand since \(check.txt, svg/Y03.svg\); give --force"):
        output.check_ours()
    with pytest.raises(PublishError, match="changed by hand"):
        build(built, 2)
    assert (built / "svg" / "Y03.svg").read_text() == "mine"
    (built / "check.txt").rmdir()
    assert OutputFolder(built).check_ours(force=True) == ("svg/Y03.svg",)
    build(built, 2, force=True)
    assert generation_in(built) == 2


def test_a_published_file_that_the_user_deleted_is_simply_made_again(built: Path) -> None:
    (built / LASTING).unlink()
    build(built, 1)
    assert generation_in(built) == 1


@pytest.mark.parametrize("force", [False, True])
def test_somebody_elses_folder_is_refused_whatever_is_said(folder: Path, force: bool) -> None:
    folder.mkdir(parents=True)
    for name in ("e.txt", "a.txt", "d.txt", "b.txt", "c.txt"):
        (folder / name).write_text("mine")
    reported = (
        rf"{folder} holds files that are not ours \(a.txt, b.txt and 3 more\); choose another --out FOLDER or empty"
    )
    for take in (OutputFolder(folder).check_ours, partial(build, folder, 1)):
        with pytest.raises(PublishError, match=reported):
            take(force=force)
    assert len(list(folder.iterdir())) == 5
    assert beside(folder) == ["asterion"]


@pytest.mark.usefixtures("way")
def test_an_empty_folder_and_one_with_litter_only_are_taken(folder: Path) -> None:
    folder.mkdir(parents=True)
    build(folder, 1)
    assert generation_in(folder) == 1
    other = folder.with_name("other")
    other.mkdir()
    (other / ".gitkeep").touch()
    build(other, 1)
    assert (other / ".gitkeep").exists()


def test_a_link_to_a_folder_is_followed_and_stays_a_link(folder: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real"
    folder.parent.mkdir()
    folder.symlink_to(real)
    build(folder, 1)
    build(folder, 2)
    assert folder.is_symlink()
    assert generation_in(real) == 2
    assert beside(folder) == ["asterion"]
    assert beside(real) == ["real"]


def test_a_file_in_place_of_the_folder_or_above_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(PublishError, match="is a file, not a folder; choose another --out FOLDER"):
            build(place, 1)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_circle_of_links_and_a_path_that_is_too_long_are_told(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(PublishError, match="leads in a circle"):
        build(tmp_path / "round", 1)
    with pytest.raises(PublishError, match="too long"):
        build(tmp_path / ("x" * 300), 1)


def test_a_damaged_manifest_stops_the_build_and_nothing_is_touched(built: Path) -> None:
    text = (built / "manifest.json").read_text()
    (built / "manifest.json").write_text(text[:100])
    with pytest.raises(PublishError, match="is damaged"):
        build(built, 2)
    (built / "manifest.json").write_text(text)
    assert generation_in(built) == 1


def in_place(path: Path) -> None:
    path.write_text("edited in place")


def by_another_file(path: Path) -> None:
    """Save as most editors do."""
    other = path.with_name("other")
    other.write_text("edited")
    other.replace(path)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("edit", [in_place, by_another_file])
def test_what_is_edited_while_a_build_runs_is_never_lost(
    built: Path, edit: Callable[[Path], None], force: bool
) -> None:
    with OutputFolder(built).stage(force=force) as stage:
        stage.write("check.txt", b"new", key_of("new"))
        edit(built / "check.txt")
        (built / "svg" / "Y01.svg").unlink()  # a deleted file is no loss
        with pytest.raises(PublishError, match=r"were changed during the build \(check.txt\).* as you left them"):
            stage.publish(manifest_of(stage.entries))
    assert "edited" in (built / "check.txt").read_text()
    assert beside(built) == ["asterion"]
    with pytest.raises(PublishError, match="changed by hand"):
        build(built, 2)
    build(built, 2, force=True)
    assert generation_in(built) == 2


def test_a_kept_file_that_is_edited_while_a_build_runs_is_never_lost(built: Path) -> None:
    with OutputFolder(built).stage() as stage:
        stage.keep("check.txt", key_of("1/check.txt"))
        by_another_file(built / "check.txt")
        with pytest.raises(PublishError, match=r"changed during the build \(check.txt\)"):
            stage.publish(manifest_of(stage.entries))
    assert (built / "check.txt").read_text() == "edited"


def test_files_that_were_touched_or_are_edited_unlike_before_with_force_are_replaced(built: Path) -> None:
    (built / "check.txt").write_text("edited before")
    with OutputFolder(built).stage(force=True) as stage:
        stage.write("check.txt", b"new", key_of("new"))
        (built / "sheets-a4.pdf").touch()
        stage.publish(manifest_of(stage.entries))
    assert (built / "check.txt").read_text() == "new"


def test_the_folder_that_one_works_in_is_not_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    with pytest.raises(PublishError, match="is the folder you are working in"):
        build(Path(), 1)


def test_the_root_of_the_file_system_is_told_to_be_a_mount_point() -> None:
    with pytest.raises(PublishError, match="is a mount point, or holds one"):
        build(Path("/"), 1)


def test_folders_that_only_look_like_leftovers_stay(built: Path) -> None:
    mine = [".asterion.stage-mine", ".asterion.stage-12345678.bak", "asterion.old-12345678", ".b.stage-12345678"]
    for name in mine:
        built.with_name(name).mkdir()
    built.with_name(".asterion.stage-12345678").mkdir()
    built.with_name(".asterion.old-12345678").write_text("a file")
    build(built, 2)
    assert beside(built) == sorted(["asterion", ".asterion.old-12345678", *mine])


def test_a_new_folder_needs_neither_locks_nor_exchange_when_it_is_imported_or_read(built: Path) -> None:
    read = f"from pathlib import Path; OutputFolder(Path({str(built)!r})).check_ours()"
    code = f"import sys; from asterion_press.publish import OutputFolder; {read}; print(sorted(sys.modules))"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert not {"filelock", "ctypes", "shutil", "asyncio", "concurrent"} & set(eval(done.stdout))
