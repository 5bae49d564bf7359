"""Streams that are missing or full, limits, homes and folders: the command does its work or says in a line why not."""

from __future__ import annotations

import errno
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.cli import values
from asterion_press.cli.main import main
from asterion_press.errors import AsterionError, fact_lines
from tests.support.project_commands import bad, good, run, written
from tests.support.reported import reported_in
from tests.torture.commands import all_commands

PROJECT = Path(__file__).parents[2]
LINUX = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
SHEETS = ("build", "--quiet", "--only", "sheets", "--paper", "a4", "--out")


COMMANDS = {tuple(name.split()): command for name, command in all_commands(main)}

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "build": ("--only", "check", "--out", "out"),
    "check": ("asterismo",),
    "completion": ("bash",),
    "diff": ("asterion", "asterion-original"),
    "export": ("svg", "--dry-run"),
    "list": ("tiles",),
    "play replay": ("-",),
    "play simulate": ("--games", "1", "--engine", "readable"),
    "printer list": (),
}
"""What a command is called with; others, and those to come, show their help."""

STATES = {
    "all closed": "<&- >&- 2>&-",
    "input closed": "<&-",
    "input not readable": "0>/dev/null",
    "output full": ">/dev/full",
    "output not writable": "1</dev/null",
    "output not read": "| true",
    "errors full": "2>/dev/full",
    "errors closed": "2>&-",
}
FOR_HELP = ("all closed", "output full")
"""States in which help is shown, each by every other command, for all show it by the same code; THOROUGH=1: all by all.
"""


def states_of(words: tuple[str, ...]) -> dict[str, str]:
    """Return the states of the streams in which a command is run."""
    if " ".join(words) in ARGUMENTS or "THOROUGH" in os.environ:
        return STATES
    state = FOR_HELP[list(COMMANDS).index(words) % 2]
    return {state: STATES[state]}


def in_shell(
    words: tuple[str, ...], redirection: str, cwd: Path, before: str = "", env: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    line = f'{before} "$@" {redirection}; ' + ("" if "|" in redirection else "exit $?")
    return subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, "-m", "asterion_press", *words],
        cwd=cwd,
        env={**env, "PYTHONPATH": str(PROJECT / "generator")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


@LINUX
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_bears_every_state_of_its_streams(words: tuple[str, ...], tmp_path: Path) -> None:
    whole = (*words, *ARGUMENTS.get(" ".join(words), ("--help",)))
    usual = CliRunner().invoke(main, whole)
    assert usual.exit_code in {0, 1}, usual.stderr
    for state, redirection in states_of(words).items():
        done = in_shell(whole, redirection, tmp_path)
        assert "Traceback" not in done.stdout + done.stderr, state
        assert "Exception ignored" not in done.stdout + done.stderr, state
        assert done.returncode in {0, 1}, state
        if state in {"output full", "output not writable"} and usual.stdout:
            assert done.returncode == 1, state
            assert done.stderr.count("standard output cannot be written: ") == 1, state
        elif state in {"all closed", "input closed", "errors full", "errors closed"}:
            assert done.returncode == usual.exit_code, state


@LINUX
@pytest.mark.parametrize("state", STATES)
def test_a_build_is_published_whoever_listens(state: str, tmp_path: Path) -> None:
    in_shell(("build", *ARGUMENTS["build"]), STATES[state], tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert (tmp_path / "out" / "manifest.json").exists()


def test_input_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    done = in_shell(("play", "replay", "-", "asterion"), "0>/dev/null", tmp_path)
    assert (done.returncode, done.stderr) == (1, "standard input cannot be read: bad file descriptor\n")


def test_a_file_never_gets_the_number_of_a_stream_that_is_missing(tmp_path: Path) -> None:
    probe = (
        "import os; from asterion_press.cli import streams; streams.prepare()\n"
        "print(os.open('x', os.O_CREAT) > 2, file=open('y', 'w'))"
    )
    subprocess.run(
        ["sh", "-c", '"$0" -c "$1" <&- >&- 2>&-', sys.executable, probe],
        cwd=tmp_path,
        check=True,
        env=os.environ | {"PYTHONPATH": str(PROJECT / "generator")},
    )
    assert (tmp_path / "y").read_text() == "True\n"


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict", "latin-1"])
def test_whatever_letters_a_stream_has_nothing_breaks(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(b"{}\n\xff\n")
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    for words, status in ((("play", "replay", "-"), 1), (("list", "games"), 0), (("check", "\udcff.yaml"), 1)):
        done = in_shell(words, "<record", tmp_path, env=env)
        assert "Traceback" not in done.stderr
        assert done.returncode == status, done.stderr
    assert ":2:1: not UTF-8" in in_shell(("play", "replay", "-"), "<record", tmp_path, env=env).stderr


def test_deep_json_is_told_without_a_traceback() -> None:
    wrong = {}
    for depth in (100, 900, 950, *range(970, 1000, 3), 1010, 1100, 5000, 100_000):
        for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
            if "recursion" in (reported := bad("play replay", written("record", text))):
                wrong[depth, text[0]] = reported
    assert wrong == {}


def test_a_lock_with_half_a_character_is_refused() -> None:
    lock = written("gpids.json", '{"next": 1, "pieces": {"\\ud800": 0}}')
    reported = bad("export vassal asterion --out out --set", f"lock={lock}")
    assert reported.startswith(f"{lock}:1:27: a backslash that begins no escape; ")


# Numbers


NO_NUMBERS = ("nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e999")


def numbers_in(value: Any) -> list[float]:
    return [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, float)]


def test_no_option_takes_a_number_that_is_none() -> None:
    params = [(words, command, param) for words, command in COMMANDS.items() for param in command.params]
    numbers = [each for each in params if isinstance(each[2].type, click.types.FloatParamType | click.FloatRange)]
    assert numbers
    assert [(words, param.name) for words, _, param in numbers if not isinstance(param.type, values.Number)] == []
    taken = []
    for words, command, param in params:
        for text in (*NO_NUMBERS, *(f"{one},{one}" for one in NO_NUMBERS)):
            try:
                value = param.type.convert(text, param, click.Context(command))
            except (click.UsageError, AsterionError):
                continue
            if not all(map(math.isfinite, numbers_in(value))):
                taken.append((words, param.name, text))
    assert taken == []


# Surroundings


def built(cwd: Path, out: Path, environment: Mapping[str, str]) -> bytes:
    done = in_shell((*SHEETS, str(out)), "", cwd, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return (out / "sheets-a4.pdf").read_bytes() + (out / "manifest.json").read_bytes()


def test_no_environment_home_or_settings_of_others_change_a_byte(tmp_path: Path) -> None:
    usual = built(tmp_path, tmp_path / "usual", os.environ)
    home, folder = tmp_path / "home", tmp_path / "folder"
    for room in (home, folder):
        room.mkdir()
        for name in ("reportlab_settings", "reportlab_mods"):
            for file in (f".{name}", f"{name}.py"):
                (room / file).write_text("import sys\ninvariant = 0\npageCompression = 0\nsys.exit('was run')\n")
    settings = {"RL_invariant": "0", "RL_pageCompression": "0", "RL_defaultPageSize": "nonsense"}
    assert built(tmp_path, tmp_path / "none", {}) == usual
    assert built(tmp_path, tmp_path / "null", {"HOME": os.devnull}) == usual
    assert built(folder, tmp_path / "hostile", {"HOME": str(home), **settings}) == usual
    again = in_shell((*(word for word in SHEETS if word != "--quiet"), "usual"), "", tmp_path, env={})
    assert again.stdout.startswith("nothing to do")


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is used cannot be deleted there")
def test_a_working_folder_that_is_gone_is_none_of_the_business_of_a_build_elsewhere(tmp_path: Path) -> None:
    for words, status in (((*SHEETS, str(tmp_path / "out")), 0), ((*SHEETS, "out"), 1), (("check", "asterion"), 0)):
        (tmp_path / "gone").mkdir()
        done = in_shell(words, "", tmp_path, before="cd gone && rmdir ../gone &&")
        assert (done.returncode, len(reported_in(done.stderr))) == (status, status), done.stderr


def test_a_folder_that_cannot_be_looked_at_is_not_taken_for_one_without_a_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(path: Path, before: Any = Path.lstat) -> os.stat_result:
        if str(path) == "tiles.yaml":
            raise PermissionError(errno.EACCES, "Permission denied")
        found: os.stat_result = before(path)
        return found

    monkeypatch.setattr(Path, "lstat", refuse)
    why = "cannot be looked for here: permission denied; go to another folder, or name a game or a catalogue"
    for words in ("check", "preview", "build", "list tiles"):
        assert bad(words) == f"tiles.yaml: {why}\n"
    good("list tiles asterion")


@LINUX
@pytest.mark.parametrize("kilobytes", [40_000, 100_000, 200_000])
def test_too_little_memory_is_told_in_a_line(kilobytes: int, tmp_path: Path) -> None:
    done = in_shell((*SHEETS, "out"), "", tmp_path, before=f"ulimit -v {kilobytes} &&")
    assert done.returncode == 1
    assert done.stderr == "there is not enough memory; close other programs, or raise the limit (ulimit -v)\n"
    # What was begun may lie there still, if memory ended while it was removed; the next build takes it away.
    assert all(path.name.startswith(".out.stage-") for path in tmp_path.iterdir())
    good(*SHEETS, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


NO_THREADS = "the system allows no more threads; close other programs, or raise the limits (ulimit -u, ulimit -v)"


def test_facts_of_the_machine_are_told_and_bugs_keep_their_traceback() -> None:
    facts: list[tuple[Exception, list[str]]] = [
        (AsterionError("so it is"), ["so it is"]),
        (OSError(errno.ENOSPC, "No space left on device", "x"), ["x: no space left on device"]),
        (OSError(errno.EMFILE, "Too many open files"), ["too many open files"]),
        (PermissionError(errno.EACCES, "Permission denied", "x"), ["x: permission denied"]),
        (RuntimeError("can't start new thread"), [NO_THREADS]),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "x"), []),
        (RecursionError("maximum recursion depth exceeded"), []),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"), []),
        (RuntimeError("no"), []),
        (ImportError("no module"), []),
        (KeyError("x"), []),
    ]
    assert [(error, fact_lines(error)) for error, _ in facts] == facts


def test_a_file_that_ends_too_soon_is_no_answer_at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*_: object) -> None:
        raise EOFError

    monkeypatch.setattr(library, "games", end)
    with pytest.raises(RuntimeError, match="ended too soon"):
        run("list games")
