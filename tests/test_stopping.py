"""Signals stop the program between two steps: nothing damaged is published, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from asterion_press.catalogue import library
from asterion_press.pdf import fonts
from asterion_press.pdf.fonts import trace_text
from tests.support.processes import ENVIRONMENT, PATIENCE_S, PROJECT, ending, python, wait_until
from tests.support.project_commands import bytes_in
from tests.support.reported import reported_in

Started: TypeAlias = Callable[..., subprocess.Popen[str]]

MANY_GAMES = ("play", "simulate", "asterion", "--games", "1000000", "--engine", "readable", "--jobs", "2")
ONE_PAGE = ("build", "asterion", "--only", "web", "--language", "en", "--out", "out")


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Start the command in a process of its own, which first runs a few lines of Python."""

    def start(prelude: str, *arguments: str) -> subprocess.Popen[str]:
        begin = f"import os, signal, sys\n{prelude}\nfrom asterion_press.__main__ import run\n"
        line = [sys.executable, "-uc", f"{begin}sys.argv[0] = 'asterion'\nrun()\n", *arguments]
        pipe = subprocess.PIPE
        streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": pipe, "stderr": pipe, "text": True}
        return stack.enter_context(
            ending(subprocess.Popen(line, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True, **streams))
        )

    with ExitStack() as stack:
        yield start


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit status, and what stands on standard error."""
    _, message = process.communicate(timeout=PATIENCE_S)
    return process.returncode, "".join(f"{line}\n" for line in reported_in(message))


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def hanging(tmp_path: Path, started: Started) -> Callable[..., subprocess.Popen[str]]:
    """Start the command, and wait until it is at a place of the program, such as ``module:name``, which never ends."""

    def start(place: str, *arguments: str) -> subprocess.Popen[str]:
        module, _, name = place.partition(":")
        hang = "def hang(*_, **__):\n    open('hanging', 'x').close()\n    while True:\n        pass\n"
        process = started(f"import {module} as place\n{hang}place.{name} = hang\n", *arguments)
        wait_until((tmp_path / "hanging").exists)
        return process

    return start


AT_A_LETTER = """
from asterion_press.pdf import fonts
def struck(self, *points, note=fonts._Recorder._note):
    os.kill(os.getpid(), signal.{name})
    note(self, *points)
fonts._Recorder._note = struck
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_while_letters_are_drawn_publishes_nothing(name: str, tmp_path: Path, started: Started) -> None:
    assert ended(started(AT_A_LETTER.format(name=name), *ONE_PAGE)) == (128 + signal.Signals[name], "stopped\n")
    assert left_in(tmp_path) == []


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_that_is_ignored_from_the_start_stays_ignored(name: str, started: Started) -> None:
    """As Ctrl-C in the background of a script, and a closed terminal under nohup."""
    ignored = f"signal.signal(signal.{name}, signal.SIG_IGN)"
    assert ended(started(ignored + AT_A_LETTER.format(name=name), *ONE_PAGE)) == (0, "")


def test_a_signal_while_letters_are_drawn_leaves_the_old_set_as_it_was(tmp_path: Path, started: Started) -> None:
    assert ended(started("", *ONE_PAGE)) == (0, "")
    assert (before := bytes_in(tmp_path))
    other = started(AT_A_LETTER.format(name="SIGINT"), *ONE_PAGE, "--grey", "--quiet")
    assert ended(other) == (130, "stopped\n")
    assert bytes_in(tmp_path) == before


def test_what_is_raised_in_a_callback_of_a_c_library_is_raised_by_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fonts._Recorder, "_note", struck)
    with pytest.raises(KeyboardInterrupt):
        trace_text(fonts.load_font(library.fonts_folder(), "Cinzel", "bold"), "A", 0, 0, 4)


AT_AN_IMPORT = """
class Finder:
    def find_spec(self, name, *_):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""


def test_a_signal_while_the_program_is_loaded_shows_no_traceback(started: Started) -> None:
    assert ended(started(AT_AN_IMPORT.format(module="click"), "check")) == (130, "stopped\n")


def test_a_signal_before_the_flag_is_there_ends_the_process_without_a_word(started: Started) -> None:
    assert ended(started(AT_AN_IMPORT.format(module="asterion_press.stopping"), "check")) == (-signal.SIGINT, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_compiling_of_the_kernel_at_once(number: signal.Signals, hanging: Started) -> None:
    pytest.importorskip("numba")
    words = "play", "simulate", "asterion", "--games", "1", "--engine", "compiled"
    process = hanging("asterion_press.games.labyrinth.kernel.api:_call_all", *words)
    process.send_signal(number)
    status, message = ended(process)
    assert (status, message.splitlines()[-1]) == (128 + number, "stopped")


def test_little_is_loaded_before_signals_are_heeded() -> None:
    probe = (
        "import sys; before = {*sys.modules}; import asterion_press.__main__; print(*sorted({*sys.modules} - before))"
    )
    done = python("-c", probe)
    ours = [name for name in done.stdout.split() if name.startswith("asterion_press")]
    assert ours == ["asterion_press", "asterion_press.__main__", "asterion_press.stopping"]
    assert "click" not in done.stdout.split()


MAKING = "asterion_press.making.stage:make_set"


def test_a_second_signal_ends_what_does_not_look_at_the_first(
    tmp_path: Path, started: Started, hanging: Started
) -> None:
    process = hanging(MAKING, *ONE_PAGE)
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)

    def ends() -> bool:
        process.send_signal(signal.SIGINT)  # one that comes soon after the first counts as the same
        return process.poll() is not None

    wait_until(ends)
    assert ended(process) == (130, "")
    assert not (tmp_path / "out").exists()
    assert ended(started("", *ONE_PAGE)) == (0, "")
    assert left_in(tmp_path) == ["hanging", "out"]


def test_who_is_asked_can_answer_with_ctrl_c() -> None:
    ours, its = os.openpty()
    code = "from asterion_press import stopping\nfrom asterion_press.cli import terminal\nstopping.install()\n"
    code += "try:\n terminal.confirm('Go on?')\n"
    code += "except stopping.Stopped as stop:\n raise SystemExit(stop.exit_status)\n"
    line = [sys.executable, "-c", code]
    with ending(subprocess.Popen(line, cwd=PROJECT, stdin=its, stdout=its, stderr=its)) as process:
        os.close(its)
        screen = b""
        while b"Go on?" not in screen:
            screen += os.read(ours, 100)
        time.sleep(0.2)  # click asks, then reads; a signal that comes between does the same
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    os.close(ours)


def test_who_waits_for_another_build_can_be_stopped(started: Started, hanging: Started) -> None:
    hanging(MAKING, *ONE_PAGE)
    second = started("", *ONE_PAGE)
    assert second.stderr is not None
    assert second.stderr.readline() == "another build is writing out; waiting for it\n"
    second.send_signal(signal.SIGTERM)
    assert ended(second) == (143, "stopped\n")


def workers_of(process: subprocess.Popen[str]) -> list[Path]:
    """Wait until two processes play and a third one counts semaphores; return where the system tells of each."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(children.read_text().split()) > 2)
    return [Path("/proc", child) for child in children.read_text().split()]


@pytest.mark.parametrize(("name", "to_all"), [("SIGINT", True), ("SIGTERM", True), ("SIGTERM", False)])
def test_games_in_several_processes_stop_together(name: str, to_all: bool, started: Started) -> None:
    number = signal.Signals[name]
    process = started("", *MANY_GAMES)
    workers = workers_of(process)
    if to_all:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    assert ended(process) == (128 + number, "stopped\n")
    wait_until(lambda: not any(worker.exists() for worker in workers))


def test_processes_that_play_end_with_the_one_that_was_killed(started: Started) -> None:
    process = started("", *MANY_GAMES)
    workers = workers_of(process)
    process.kill()
    process.communicate()
    wait_until(lambda: not any(worker.exists() for worker in workers))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_watch_obeys_whatever_it_is_at(number: signal.Signals, hanging: Started) -> None:
    process = hanging("asterion_press.making.preview:PreviewSource.page", "preview", "asterion", "--watch")
    process.send_signal(number)
    assert ended(process) == (0, "")


def test_a_watch_that_was_begun_in_the_background_goes_on_at_ctrl_c_and_ends_at_kill(
    tmp_path: Path, started: Started
) -> None:
    process = started("signal.signal(signal.SIGINT, signal.SIG_IGN)", "preview", "asterion", "--watch")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline().endswith(" pictures drawn\n")
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (0, "")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    assert left_in(tmp_path) == []
