"""Commands as a user runs them in a project, and changes of its files."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli.main import main


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
