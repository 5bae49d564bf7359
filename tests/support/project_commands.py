"""Commands as a user runs them in a project, and changes of its files."""

from __future__ import annotations

import itertools
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.publish.atomic_file import publish_files
from generator.stopping import Stopped


def run(*words: str) -> Result:
    """Run a command; a bug in it is raised."""
    result = CliRunner().invoke(main, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def good(*words: str) -> str:
    """Run a command that has to succeed, and return what it prints."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def begin_translated(name: str, *languages: str, like: str = "blank") -> None:
    """Begin a project in English that has the same text in other languages, as if written there by hand."""
    good("init", name, "--from", like)
    text = Path(name, "rules/en.md").read_bytes()
    for language in languages:
        Path(name, "rules", f"{language}.md").write_bytes(text)


def change(file: str, *changes: tuple[str, str]) -> None:
    """Replace texts of a file, each once."""
    text = Path(file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    Path(file).write_text(text, encoding="utf-8")


def names_in(folder: str) -> set[str]:
    """Return the names of all files below a folder."""
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def bytes_in(folder: Path) -> dict[Path, bytes]:
    """Return the content of all files below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def see_that_it_goes_on(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> None:
    """See that a command makes the same files if it is stopped between two folders and then given again."""
    before = bytes_in(folder)
    good(*words)
    made = bytes_in(folder)
    for path in made.keys() - before.keys():
        path.unlink()
    calls = itertools.count()

    def stopped_at_the_second(*given: Any) -> object:
        if next(calls):
            raise Stopped(signal.SIGINT)
        return publish_files(*given)

    with monkeypatch.context() as patch:
        patch.setattr("generator.cli.languages.publish_files", stopped_at_the_second)
        with pytest.raises(Stopped):
            run(*words)
    assert before.keys() < bytes_in(folder).keys() < made.keys()
    good(*words)
    assert bytes_in(folder) == made
