"""Commands as a user runs them in a project, and changes of its files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polib
from click.testing import CliRunner, Result

from asterion_press.catalogue import library
from asterion_press.cli.main import main

PROJECT = Path(__file__).resolve().parents[2]

STATES = {"outdated", "unaccepted", "untranslated", "missing", "leftover"}
WHOLE = "every passage is translated from the source as it stands\n"


def run(*words: object, text: str | None = None) -> Result:
    """Run a command, whose first words may be one text, with another text on its input; a bug in it is raised."""
    first, *others = map(str, words) if words else [""]
    result = CliRunner().invoke(main, [*first.split(), *others], input=text, prog_name="asterion")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def good(*words: object, text: str | None = None) -> str:
    """Run a command that has to succeed, and return what it prints."""
    result = run(*words, text=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def bad(*words: object, status: int = 1, text: str | None = None) -> str:
    """Run a command that has to end with a status, and return all that it says."""
    result = run(*words, text=text)
    assert result.exit_code == status, result.output
    return result.output


def written(name: Path | str, text: str) -> str:
    """Write a file, in a folder that is made if it is not there, and return its name."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return str(name)


def status(*words: str) -> list[str]:
    """Return the remarks of a status of translations."""
    result = run("language", "status", *words)
    assert (result.exit_code == 0) == (result.stdout == WHOLE), result.output
    return [line for line in result.stdout.splitlines() if line.partition(": ")[2].partition(": ")[0] in STATES]


def begin_translated(name: str, *languages: str, like: str = "blank") -> None:
    """Begin a project in English that says the same in other languages, on purpose."""
    good("init", name, "--from", like, *(word for one in ("en", *languages) for word in ("--language", one)))
    if languages:
        good("language", "accept", *languages, "--same", "--game", name)


def translate(file: Path | str, translations: Mapping[str, str], *, fuzzy: bool = False) -> None:
    """Translate messages of a catalogue by their contexts, as a program for translators does."""
    po = polib.pofile(str(file), wrapwidth=78)
    for context, text in translations.items():
        entry = next(one for one in po if one.msgctxt == context)
        entry.msgstr, entry.previous_msgid = text, entry.previous_msgid if fuzzy else None
        entry.flags = ["fuzzy"] if fuzzy else []
    po.save()


def messages(file: Path | str) -> dict[str, polib.POEntry]:
    """Return the messages of a catalogue by their contexts, without obsolete ones."""
    return {one.msgctxt: one for one in polib.pofile(str(file)) if not one.obsolete}


def change(file: Path | str, *changes: tuple[str, str]) -> None:
    """Replace texts of a file, each once."""
    text = Path(file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    Path(file).write_text(text, encoding="utf-8")


def shipped(*changes: tuple[str, str]) -> str:
    """Return the shipped catalogue with some changes."""
    text = library.game_file().path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def settings_in(folder: Path | str) -> dict[str, Any]:
    """Return the settings that the manifest of a folder keeps."""
    found: dict[str, Any] = json.loads(Path(folder, "manifest.json").read_text(encoding="utf-8"))["settings"]
    return found


def names_in(folder: Path | str) -> set[str]:
    """Return the names of all files below a folder."""
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of all files below a folder by their names in it."""
    return {path.relative_to(folder).as_posix(): data for path, data in bytes_in(folder).items()}


def bytes_in(folder: Path) -> dict[Path, bytes]:
    """Return the content of all files below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copied_project(folder: Path) -> Path:
    """Copy the program with all that it reads, but not its tests."""
    for name in ("generator", "templates"):
        shutil.copytree(PROJECT / name, folder / name)
    shutil.copy(PROJECT / "tiles.yaml", folder)
    return folder
