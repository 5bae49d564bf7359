"""Old or new, never half: kills, failing system calls, full and write-protected disks, builds at the same time."""

from __future__ import annotations

import errno
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from asterion_press.errors import PublishError
from asterion_press.publish import OutputFolder, location
from tests.support.builds import LASTING, alone_in, beside, build, generation_in, key_of
from tests.support.processes import PATIENCE_S, ending, wait_until

Run = Callable[..., subprocess.CompletedProcess[str]]
Command = Callable[..., list[str]]
NOBODY = 65534
ONLY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
Injected = Callable[..., tuple[str, ...]]
Fail = Callable[..., None]


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence of a build that ended with a refusal, not with a traceback."""
    assert (done.returncode, done.stderr) == (1, ""), done
    return done.stdout.removeprefix("ready\n").strip()


@pytest.mark.parametrize("count", [1, 2])
def test_a_kill_between_the_two_renames_is_recovered_with_the_users_files(
    built: Path, run_build: Run, count: int
) -> None:
    (built / "notes.txt").write_text("mine")
    assert run_build(built, 2, "--no-exchange", "--die-at-rename", count).returncode == -9
    assert built.exists() == (count == 1)
    with OutputFolder(built).stage() as stage:
        assert stage.previous is not None
        assert stage.previous.settings == {"generation": "1"}
    assert (alone_in(built), (built / "notes.txt").read_text()) == (1, "mine")


def test_a_first_set_that_was_complete_when_its_build_was_killed_is_recovered(folder: Path, run_build: Run) -> None:
    assert run_build(folder, 2, "--die-at-rename", 1).returncode == -9
    assert not folder.exists()
    with OutputFolder(folder).stage():
        assert generation_in(folder) == 2


def test_a_damaged_stage_is_never_recovered(folder: Path, run_build: Run) -> None:
    assert run_build(folder, 2, "--die-at-rename", 1).returncode == -9
    [stage] = folder.parent.glob(".asterion.stage-*")
    (stage / "svg" / "Y05.svg").write_bytes(b"")
    with OutputFolder(folder).stage():
        assert not folder.exists()
    assert beside(folder) == []


def test_a_failing_second_rename_puts_the_old_set_back(
    built: Path, monkeypatch: pytest.MonkeyPatch, fail: Fail
) -> None:
    monkeypatch.setattr(location, "exchange", lambda _first, _second: False)
    fail(Path, "rename", errno.EACCES, lambda path, _: ".stage-" in path.name)
    with pytest.raises(PublishError, match="no permission"):
        build(built, 2)
    assert alone_in(built) == 1


def test_a_swap_that_fails_leaves_the_folder_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(location, "exchange", lambda _first, _second: False)
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileNotFoundError):
        location.swap(tmp_path / "no stage", tmp_path / "folder", tmp_path / "old")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_everything_new_is_on_the_disk_before_the_swap_and_the_swap_is_after_it(
    folder: Path, command: Command, needs_program: Callable[[str], str], tmp_path: Path
) -> None:
    build(folder, 2)
    (folder / "photos" / "empty").mkdir(parents=True)
    (folder / "only" / "here" / "mine.txt").write_text("mine")
    log = tmp_path / "calls"
    line = [needs_program("strace"), "-f", "-qq", "-y", "-o", str(log), "-e", "trace=fsync,renameat2"]
    subprocess.run([*line, *command(folder, 3)], check=True, capture_output=True)
    before, _, after = log.read_text().partition("renameat2(")
    linked = {LASTING, "only/here/mine.txt"}
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")} - linked
    synced = re.findall(r"fsync\(\d+<(.*?)>", before)
    stage = next(path for path in synced if path.endswith("/manifest.json")).removesuffix("/manifest.json")
    assert sorted(synced) == sorted([str(folder.parent), stage, *(f"{stage}/{name}" for name in names)])
    assert re.findall(r"fsync\(\d+<(.*?)>", after) == [str(folder), str(folder.parent)]


def test_a_half_deleted_set_has_no_manifest_and_so_never_comes_back(
    built: Path, run_build: Run, injected: Injected
) -> None:
    done = run_build(built, 2, before=injected("unlink,unlinkat", "signal=KILL", "2"))
    assert done.returncode != 0
    [half] = built.parent.glob(".asterion.stage-*")
    assert (half / "check.txt").exists()
    assert not (half / "manifest.json").exists()


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("first", [True, False])
def test_a_fault_after_the_swap_undoes_it(folder: Path, fail: Fail, first: bool) -> None:
    if not first:
        build(folder, 1)
    fail(location, "sync_folder", errno.EIO)
    with pytest.raises(PublishError, match="the disk reports a fault"):
        build(folder, 2)
    assert beside(folder) == ([] if first else ["asterion"])
    assert first or generation_in(folder) == 1


CALLS = [
    *(("fsync", "error=EIO", when, "the disk reports a fault") for when in ("1", "1+", "2+")),  # counted in each thread
    *(("write", "error=ENOSPC", when, "the disk is full") for when in ("1", "2", "9")),
    ("renameat2", "error=EACCES", "1", "no permission"),
    ("renameat2", "error=EBUSY", "1", "is a mount point"),
    ("mkdir", "error=EDQUOT", "1+", "your share of the disk"),
    ("link,linkat", "error=EIO", "1", "the disk reports a fault"),
]


@pytest.mark.parametrize(("call", "fault", "when", "reported"), CALLS)
def test_a_failing_system_call_leaves_the_old_set_and_is_told_in_a_sentence(
    built: Path, run_build: Run, injected: Injected, call: str, fault: str, when: str, reported: str
) -> None:
    done = run_build(built, 2, before=injected(call, fault, when))
    assert reported in refused(done)
    assert str(built) in done.stdout
    assert alone_in(built) == 1


def test_a_rename_that_fails_leaves_no_first_set(folder: Path, run_build: Run, injected: Injected) -> None:
    done = run_build(folder, 2, before=injected("rename,renameat,renameat2", "error=EACCES", "1+"))
    assert "no permission" in refused(done)
    assert beside(folder) == []


@pytest.mark.parametrize("answer", ["ENOSYS", "EINVAL", "EOPNOTSUPP"])
def test_where_the_kernel_knows_no_exchange_two_renames_do(
    built: Path, run_build: Run, injected: Injected, answer: str
) -> None:
    assert run_build(built, 2, before=injected("renameat2", f"error={answer}", "1+")).returncode == 0
    assert alone_in(built) == 2


KILLED_AT = ("mkdir", "write", "link,linkat", "fsync", "rename,renameat,renameat2", "unlink,unlinkat", "rmdir,unlinkat")


@pytest.mark.parametrize("call", KILLED_AT)
def test_a_kill_at_a_chosen_system_call_leaves_one_generation(
    built: Path, run_build: Run, injected: Injected, way: str, call: str
) -> None:
    more = ["--no-exchange"] if way == "two renames" else []
    assert run_build(built, 2, *more, before=injected(call, "signal=KILL", "1")).returncode != 0
    assert generation_in(built) == (2 if "unlink" in call else 1)
    build(built, 3)
    assert alone_in(built) == 3


def test_a_full_disk_leaves_the_old_set(small_disk: Path) -> None:
    folder = small_disk / "asterion"
    build(folder, 1)
    with pytest.raises(PublishError, match="asterion was not written: the disk is full; free some space or choose"):
        build(folder, 2, size=100_000)
    assert alone_in(folder) == 1
    build(folder, 2)
    assert alone_in(folder) == 2


def test_a_limit_on_the_size_of_files_leaves_the_old_set(built: Path, run_build: Run) -> None:
    assert "larger than the system allows" in refused(run_build(built, 2, "--largest-file", 10_000))
    assert alone_in(built) == 1


def test_a_write_protected_disk_leaves_the_old_set(small_disk: Path) -> None:
    folder = small_disk / "asterion"
    build(folder, 1)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(PublishError, match="the disk is read-only; choose another --out FOLDER"):
        build(folder, 2)
    assert generation_in(folder) == 1


def test_a_mount_point_is_told_with_the_folder_below_it_as_the_remedy(small_disk: Path) -> None:
    with pytest.raises(PublishError, match=f"choose a folder below it, such as --out {small_disk}/asterion"):
        build(small_disk, 1)
    assert not list(small_disk.iterdir())


def test_a_folder_that_is_mounted_inside_the_output_is_never_emptied(small_disk: Path) -> None:
    folder = small_disk / "asterion"
    build(folder, 1)
    (small_disk / "notes").mkdir()
    (small_disk / "notes" / "n.txt").write_text("mine")
    (folder / "my notes").mkdir()
    subprocess.run(["mount", "--bind", small_disk / "notes", folder / "my notes"], check=True)
    try:
        with pytest.raises(PublishError, match="is a mount point, or holds one"):
            build(folder, 2)
    finally:
        subprocess.run(["umount", folder / "my notes"], check=True)
    assert (small_disk / "notes" / "n.txt").read_text() == "mine"


@ONLY_ROOT
@pytest.mark.parametrize("protected", ["parent", "folder"])
def test_without_permission_the_old_set_stays(open_place: Path, run_build: Run, protected: str) -> None:
    folder = open_place / "output" / "asterion"
    build(folder, 1)
    if protected == "folder":
        folder.parent.chmod(0o777)
    reported = refused(run_build(folder, 2, "--uid", NOBODY))
    assert reported.startswith(f"{folder} was not written: there is no permission")
    assert alone_in(folder) == 1


@ONLY_ROOT
def test_an_ordinary_user_can_publish_again_over_folders_that_are_write_protected(
    open_place: Path, run_build: Run
) -> None:
    folder = open_place / "output" / "asterion"
    folder.parent.mkdir()
    os.chown(folder.parent, NOBODY, NOBODY)
    assert run_build(folder, 1, "--uid", NOBODY).returncode == 0
    (folder / "svg").chmod(0o555)
    assert run_build(folder, 2, "--uid", NOBODY).returncode == 0
    assert alone_in(folder) == 2


def test_builds_at_once_publish_one_after_the_other(folder: Path, run_build: Run) -> None:
    with ThreadPoolExecutor() as pool:
        outcomes = list(pool.map(lambda generation: run_build(folder, *[generation] * 3), (1, 2, 3, 4)))
    assert [(done.stdout, done.returncode) for done in outcomes] == [("ready\n", 0)] * 4
    assert generation_in(folder) in {1, 2, 3, 4}
    assert beside(folder) == ["asterion"]


@contextmanager
def held_by_another(folder: Path, command: Command) -> Iterator[subprocess.Popen[bytes]]:
    """Let a build in another process hold the lock."""
    line = command(folder, 2, "--pause", 2 * PATIENCE_S)
    with ending(subprocess.Popen(line, stdout=subprocess.DEVNULL)) as child:
        wait_until(lambda: list(folder.parent.glob(".asterion.stage-*")))
        yield child


def test_a_build_waits_for_another_one_as_long_as_that_takes(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        time.sleep(0.001)

    monkeypatch.setattr(location, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: now))  # a clock that runs fast
    output = OutputFolder(folder)
    with held_by_another(folder, command) as child:
        looks = itertools.count(1)

        def count() -> None:
            if next(looks) == 1000:
                child.kill()

        output.waiting = count
        with output.stage() as stage:
            assert stage.previous is None
    assert next(looks) > 1000
    assert now > 90, "longer than it was waited for once"
    assert beside(folder) == []


def test_a_wait_can_be_ended(folder: Path, command: Command) -> None:
    class EndedError(Exception):
        pass

    def end() -> None:
        raise EndedError

    output = OutputFolder(folder)
    output.waiting = end
    with held_by_another(folder, command):
        with pytest.raises(EndedError), output.stage():
            pass
        assert any(name.endswith(".lock") for name in beside(folder)), "the lock is the other one's"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux")
def test_where_nothing_can_ever_be_locked_nobody_waits() -> None:
    with pytest.raises(PublishError, match=r"/proc/x was not written: no files can be made in /proc; choose another"):
        build(Path("/proc/x"), 1)


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOLCK, errno.ENOSYS])
@pytest.mark.parametrize("call", ["flock", "unlink"])
def test_a_lock_that_cannot_be_let_go_of_spoils_nothing_and_goes_with_the_next_build(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fail: Fail, call: str, number: int
) -> None:
    fcntl = pytest.importorskip("fcntl")
    if call == "flock":
        fail(fcntl, call, number, lambda _, what: what == fcntl.LOCK_UN)
    else:
        fail(Path, call, number, lambda path: path.name.endswith(".lock"))
    build(folder, 1)
    monkeypatch.undo()
    assert generation_in(folder) == 1
    OutputFolder(folder).clear_leftovers()  # what a build does that has nothing to do
    assert beside(folder) == ["asterion"]


def test_a_lock_that_a_kill_left_goes_with_the_next_build_that_has_nothing_to_do(built: Path) -> None:
    built.with_name(".asterion.lock").touch()
    OutputFolder(built).clear_leftovers()
    assert beside(built) == ["asterion"]


FAULTS = {
    errno.EIO: "the disk reports a fault",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.EACCES: "there is no permission to read it",
    errno.ESTALE: "tale file handle",
}


@pytest.mark.parametrize("number", FAULTS)
@pytest.mark.parametrize(
    ("call", "name"), [("open", "svg/Y03.svg"), ("lstat", "svg/Y03.svg"), ("open", "manifest.json")]
)
def test_a_file_that_cannot_be_looked_at_is_never_told_as_changed_by_hand(
    built: Path, monkeypatch: pytest.MonkeyPatch, fail: Fail, number: int, call: str, name: str
) -> None:
    fail(os, call, number, lambda path, *_: str(path).endswith(f"asterion/{name}"))
    output = OutputFolder(built)
    for look in (output.check_ours, lambda: build(built, 2), lambda: build(built, 2, force=True)):
        with pytest.raises(PublishError, match=f"cannot be read: .*{FAULTS[number]}") as refusal:
            look()
        assert "--force" not in str(refusal.value)
        assert "by hand" not in str(refusal.value)
    monkeypatch.undo()
    assert alone_in(built) == 1


@pytest.mark.usefixtures("way")
def test_a_fault_in_the_last_look_at_the_old_set_undoes_the_swap(
    built: Path, monkeypatch: pytest.MonkeyPatch, fail: Fail
) -> None:
    (built / "mine.txt").write_text("mine")
    fail(os, "scandir", errno.EIO, lambda path: ".stage-" in str(path) or ".old-" in str(path))
    with pytest.raises(PublishError, match="was not written: the disk reports a fault"):
        build(built, 2)
    monkeypatch.undo()
    assert (generation_in(built), (built / "mine.txt").read_text()) == (1, "mine")
    build(built, 2)
    assert beside(built) == ["asterion"]


def test_a_file_that_another_build_replaced_meanwhile_is_not_kept(built: Path) -> None:
    output = OutputFolder(built)
    name, key = "svg/Y01.svg", key_of("1/svg/Y01.svg")
    assert output.holds(name, key)
    build(built, 2)
    with output.stage() as stage:
        assert not output.holds(name, key)
        with pytest.raises(PublishError, match="by another build or by hand; run this build again"):
            stage.keep(name, key)
    assert generation_in(built) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the files under /proc are Linux")
def test_the_lock_is_let_go_when_the_block_ends_in_an_error(folder: Path) -> None:
    for _ in range(3):
        with pytest.raises(RuntimeError), OutputFolder(folder).stage():
            raise RuntimeError
    build(folder, 1)
    opened = [os.path.realpath(descriptor) for descriptor in Path("/proc/self/fd").iterdir()]
    assert not [name for name in opened if name.startswith(str(folder.parent))]
