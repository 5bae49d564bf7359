"""What may stand in no text is refused at every door through which a text comes in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from asterion_press.wording import MARKS_ON_A_LETTER


def change(name: str, old: str, new: str) -> Callable[[str], None]:
    """Return what puts some letter into a file of a project."""

    def put(letter: str) -> None:
        text = Path(name).read_text(encoding="utf-8") if Path(name).exists() else ""
        assert old in text
        Path(name).write_text(text.replace(old, new.format(letter), 1), encoding="utf-8")

    return put


def put_into_table(letter: str) -> None:
    """Put a letter into a table of tokens."""
    text = Path("game.yaml").read_text(encoding="utf-8")
    head, tokens, _ = text.partition("tokens:")
    Path("game.yaml").write_text(f"{head}{tokens} pieces.csv\n", encoding="utf-8")
    Path("pieces.csv").write_text(f"id,text\ncrowd,{letter}\n", encoding="utf-8")


def escaped(letter: str) -> str:
    return letter[0] + "".join(f"\\u{ord(mark):04x}" for mark in letter[1:])


DOORS: dict[str, Callable[[str], None]] = {
    "a YAML file": change("game.yaml", "title: T", "title: {}"),
    "escapes in a YAML file": lambda letter: change("game.yaml", "title: T", 'title: "{}"')(escaped(letter)),
    "a comment": change("game.yaml", "title: T", "title: T  # {}"),
    "a rules text": change("rules/en.md", "", "{}\n\n"),
    "a table": put_into_table,
}


def test_no_letter_bears_more_marks_than_can_be_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    message = f"more than {MARKS_ON_A_LETTER} marks on one letter"
    for number, (door, put) in enumerate(DOORS.items()):
        for marks in (MARKS_ON_A_LETTER, MARKS_ON_A_LETTER + 1, 50_000):
            monkeypatch.chdir(tmp_path)
            folder = f"{number}/{marks}/t"
            made = CliRunner().invoke(main, ["init", folder, "--from", "tokens"])
            assert made.exit_code == 0, made.output
            monkeypatch.chdir(folder)
            put("q" + "\u0301" * marks)  # no letter stands for q with an accent
            lines = CliRunner().invoke(main, ["check"]).output.splitlines()
            assert len([line for line in lines if message in line]) == (marks > MARKS_ON_A_LETTER), (door, marks, lines)
