"""Commands that read many files back show how far they are, and only to a person at a terminal."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from asterion_press.cli import terminal as drawn
from asterion_press.cli.terminal import Bar
from tests.support.printed import Printed
from tests.support.project_commands import run


@pytest.fixture(scope="module")
def built(printed: Printed) -> Path:
    return printed("build asterismo --language en --language de --paper a4")


@pytest.fixture(scope="module")
def exported(printed: Printed) -> Path:
    return printed("export svg asterismo")


class Watched:
    """What a bar is told while a command runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *words: object) -> None:
        self.ahead, self.steps, self.ends = list[int](), list[tuple[str, int]](), 0
        monkeypatch.setattr(Bar, "begin", lambda _, effort: self.ahead.append(effort))
        monkeypatch.setattr(Bar, "step", lambda _, what, effort: self.steps.append((what, effort)))
        monkeypatch.setattr(Bar, "end", lambda _: self._end())
        self.result = run(*words)

    def _end(self) -> None:
        self.ends += 1

    @property
    def files(self) -> list[str]:
        return [what for what, _ in self.steps]


def sizes(folder: Path) -> dict[str, int]:
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    return {name: entry["size"] for name, entry in files.items()}


@pytest.mark.parametrize("rebuild", [False, True])
@pytest.mark.parametrize("kind", ["built", "exported"])
def test_verify_tells_each_file_and_all_is_done_at_the_end(
    kind: str, rebuild: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder: Path = request.getfixturevalue(kind)
    watched = Watched(monkeypatch, "verify", folder, *(["--rebuild"] if rebuild else []))
    assert watched.result.exit_code == 0, watched.result.output
    there = sizes(folder)
    again = [name for name in there if rebuild or kind == "exported" or name.endswith(".html")]
    assert sorted(watched.files) == sorted([*there, *again])
    assert [effort for _, effort in watched.steps] == [there[name] for name in watched.files]
    assert (watched.ahead, watched.ends) == ([sum(effort for _, effort in watched.steps)], 1)


def test_ink_tells_each_file_that_it_draws(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdfium2")
    watched = Watched(monkeypatch, "printer", "ink", built)
    assert watched.result.exit_code == 0, watched.result.output
    first = [name for name in sizes(built) if name.endswith(".pdf") and "-de" not in name]
    assert watched.files == sorted(first), "texts in the first language alone"
    assert (watched.ahead, watched.ends) == ([len(watched.files)], 1)


def test_a_bar_ends_where_a_command_stops_at_a_mistake(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pypdfium2")
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "manifest.json").write_bytes((built / "manifest.json").read_bytes())
    watched = Watched(monkeypatch, "printer", "ink", folder)
    assert watched.result.exit_code == 1
    assert "cannot be read" in watched.result.stderr
    assert (len(watched.steps), watched.ends) == (1, 1)


def test_where_nobody_looks_no_bar_is_written(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "PATIENCE_S", -1.0)
    for words in (["verify", built], ["play", "setup", "asterismo", "--odds", "2", "--steps", "2"]):
        result = run(*words)
        assert (result.exit_code, result.stderr) == (0, "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_full_when_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "PATIENCE_S", -1.0)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    bar = Bar()
    bar.begin(4)
    bar.step("one", 1)
    bar.step("another", 3)
    assert "100%" not in terminal.getvalue()
    bar.end()
    assert terminal.getvalue().rstrip("\n").rsplit("\r", 1)[-1].count("100%") == 1
