"""What may stand in no text is refused at every door through which a text comes in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.errors import MARKS_ON_A_LETTER
from tests.support.project_commands import change, good, run, written


def put(name: str, old: str, new: str) -> Callable[[str], None]:
    """Return what puts some letter into a file of a project."""
    return lambda letter: change(name, (old, new.format(letter)))


def put_into_table(letter: str) -> None:
    """Put a letter into a table of tokens."""
    head, tokens, _ = Path("game.yaml").read_text(encoding="utf-8").partition("tokens:")
    written("game.yaml", f"{head}{tokens} pieces.csv\n")
    written("pieces.csv", f"id,text\ncrowd,{letter}\n")


def escaped(letter: str) -> str:
    return letter[0] + "".join(f"\\u{ord(mark):04x}" for mark in letter[1:])


DOORS: dict[str, Callable[[str], None]] = {
    "a YAML file": put("game.yaml", "title: T", "title: {}"),
    "escapes in a YAML file": lambda letter: put("game.yaml", "title: T", 'title: "{}"')(escaped(letter)),
    "a comment": put("game.yaml", "title: T", "title: T  # {}"),
    "a rules text": put("rules/en.md", "", "{}\n\n"),
    "a table": put_into_table,
}


def test_no_letter_bears_more_marks_than_can_be_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    message = f"more than {MARKS_ON_A_LETTER} marks on one letter"
    for number, (door, put_letter) in enumerate(DOORS.items()):
        for marks in (MARKS_ON_A_LETTER, MARKS_ON_A_LETTER + 1, 50_000):
            monkeypatch.chdir(tmp_path)
            folder = f"{number}/{marks}/t"
            good("init", folder, "--from", "tokens")
            monkeypatch.chdir(folder)
            put_letter("q" + "\u0301" * marks)  # no letter stands for q with an accent
            lines = run("check").output.splitlines()
            assert len([line for line in lines if message in line]) == (marks > MARKS_ON_A_LETTER), (door, marks, lines)
