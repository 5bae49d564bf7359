"""Where only the packages of constraints.txt are installed, every command works or names the extra that it needs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from asterion_press.catalogue import library
from asterion_press.cli.main import main
from asterion_press.errors import MissingExtraError, from_extra, install_words
from asterion_press.exports.run import EXPORTS
from tests.support.project_commands import written
from tests.support.small_games import SMALL
from tests.torture.commands import all_commands

PROJECT = Path(__file__).resolve().parent.parent.parent
PROGRAM = PROJECT / "generator/asterion_press"
TARGETS = library.root() / "templates" / "targets" / "closing-example.yaml"
POSITION = """\
game: asterion
seats: [yellow, blue]
tiles:
  - {tile: minotaur, at: [0, 0]}
  - {tile: Y03, at: [1, 0]}
"""
HEROES = """\
kind: tokens
game: heroes
title: Heroes
edition: first
credits: {design: A, publisher: B, artwork: C}
size_mm: 30
colours: {yellow: {symbol: sun, ink: '#d9a520'}}
tokens: heroes.xlsx
"""
FEW = (
    HEROES.replace("heroes\n", "few\n", 1)
    .replace("heroes.xlsx", "{one: {count: 3, value: 1, colours: [yellow]}}")
    .replace("size_mm: 30", "size_mm: 50")
)
"""Exports draw pieces of every kind of game by the same code: those of a small one take a moment."""
RAN = (
    ("init mine", ""),
    ("build --paper a4 --language en", ""),
    ("build --only sheets --paper a4", ""),
    ("build --only svg", ""),
    ("build --only web --language en", ""),
    ("build --only booklet --language en", ""),
    ("build --only box --language en", ""),
    ("verify", ""),
    ("verify --rebuild", ""),
    ("printer ink --file sheets-a4.pdf", ""),
    ("list tiles", ""),
    ("check", ""),
    ("check heroes.yaml", "spreadsheet"),
    ("list games", ""),
    ("list layouts", ""),
    ("list schemas catalogue", ""),
    ("completion bash", ""),
    ("printer calibrate", ""),
    ("printer list", ""),
    ("preview", ""),
    ("diff output/asterion", ""),
    ("diff asterion original --draw diff.svg", ""),
    ("diff asterion original --draw diff.png", "picture"),
    ("tidy small.yaml", ""),
    ("play designs", ""),
    ("play designs --draw space.pdf", ""),
    ("play setup asterismo --solve", ""),
    ("play setup asterismo --draw setup.png", "picture"),
    ("play setup asterismo --odds 2", ""),
    ("play simulate --games 2 --record games.jsonl", ""),
    ("play simulate --games 2 --jobs 2", ""),
    ("play simulate --games 2 --engine compiled", "study"),
    ("play replay games.jsonl", ""),
    ("play replay games.jsonl --game 1 --draw end.svg", ""),
    ("play replay games.jsonl --game 1 --draw end.png", "picture"),
    ("play score position.yaml", ""),
    ("play score position.yaml --draw position.pdf", ""),
    ("play score position.yaml --draw position.png", "picture"),
    ("play match greedy search", "study"),
    ("play study", "study"),
    ("play study --seats", "study"),
    ("play study --report study.html", "study"),
    ("play study --jobs tcp://127.0.0.1:8786", "study"),
    ("play search targets.yaml", "study"),
    ("play search targets.yaml --jobs tcp://127.0.0.1:8786", "study"),
    ("list languages", ""),
    ("language status fr --game asterismo", ""),
    ("list targets", ""),
    ("list exports", ""),
    ("export png few.yaml", ""),
    ("export pdf few.yaml", ""),
    ("export svg few.yaml", ""),
    ("export table few.yaml", ""),
    ("export tgc few.yaml", ""),
    ("export tts few.yaml --set base-url=https://example.org/", ""),
    ("export vassal few.yaml", ""),
    ("export dxf few.yaml", "export"),
)
"""What is run, one after another, and the extra that it needs; none if it works without."""
NOT_RUN = {
    "language new": "writes a language",
    "language accept": "writes what was translated",
    "language update": "writes what English has changed",
    "printer show": "a printer of this user's",
    "printer use": "writes this user's settings",
    "printer delete": "writes this user's settings",
}
"""Commands that write where no test writes; they import what `language status` and `printer list` do."""

HIDING = """\
import importlib.machinery, sys
hidden = {}

class OnlyWhatIsInstalled:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition('.')[0] in hidden:
            return None
        return importlib.machinery.PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [OnlyWhatIsInstalled if one is importlib.machinery.PathFinder else one for one in sys.meta_path]
"""
"""What Python does first of all, in processes that the program starts, too."""
RUNNER = """\
import json, sys
from click.testing import CliRunner
from asterion_press.cli.main import main

told = []
for words in json.load(sys.stdin):
    result = CliRunner().invoke(main, words.split())
    bug = '' if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
    told.append((result.exit_code, result.output, bug))
print(json.dumps(told))
"""


def hidden_packages() -> list[str]:
    """Return the names that code imports of all packages here which the deck does not need."""
    text = (PROJECT / "constraints.txt").read_text(encoding="utf-8")
    needed = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)} | {"asterion-press"}
    return [name for name, found in packages_distributions().items() if not needed & set(map(canonicalize_name, found))]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """What each command said: its exit status, its output, and the exception that is a bug."""
    folder = tmp_path_factory.mktemp("bare")
    files = {"position.yaml": POSITION, "heroes.yaml": HEROES, "few.yaml": FEW, "heroes.xlsx": "", "small.yaml": SMALL}
    files |= {"targets.yaml": TARGETS.read_text("utf-8"), "hiding/sitecustomize.py": HIDING.format(hidden_packages())}
    for name, text in files.items():
        written(folder / name, text)
    commands = [words for words, _ in RAN]
    found = os.pathsep.join(filter(None, [str(folder / "hiding"), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", RUNNER], check=False, cwd=folder, env={**os.environ, "PYTHONPATH": found},
        capture_output=True, text=True, input=json.dumps(commands),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(zip(commands, map(tuple, json.loads(done.stdout.splitlines()[-1])), strict=True))


@pytest.mark.parametrize(("words", "extra"), RAN)
def test_a_command_works_without_extras_or_names_the_extra_that_it_needs(
    words: str, extra: str, reported: dict[str, tuple[int, str, str]]
) -> None:
    status, output, bug = reported[words]
    assert not bug
    assert "Traceback" not in output
    if not extra:
        assert status == 0, output
        return
    assert status == 1, output
    assert output.count(f"the extra {extra!r} brings it: {install_words(extra)}") == 1


def test_no_message_and_no_document_installs_the_project_by_its_name_from_an_index() -> None:
    files = [*PROGRAM.rglob("*.py"), *(PROJECT / "docs").rglob("*.md"), PROJECT / "README.md"]
    wrong = re.compile(r"(pip install|pipx install|uv tool install|uvx)\b[^\n]*?[ '\"]asterion-press\b")
    assert not [str(file) for file in files if wrong.search(file.read_text(encoding="utf-8"))]


def test_every_command_is_run_without_extras() -> None:
    known = {name for name, _ in all_commands(main, groups=True)}
    ran = {known_one for known_one in known for words, _ in RAN if f"{words} ".startswith(f"{known_one} ")}
    assert known - ran == set(NOT_RUN)


def test_every_target_of_an_export_is_run_without_extras() -> None:
    assert {f"export {name}" for name in EXPORTS} <= {" ".join(words.split()[:2]) for words, _ in RAN}


def test_the_packages_of_every_extra_are_hidden_and_no_other_extra_is_named() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"numpy", "numba", "optuna", "resvg_py", "ezdxf"} <= set(hidden_packages())
    named = re.findall(r"from_extra\(\"(\w+)\"", "".join(map(Path.read_text, PROGRAM.rglob("*.py"))))
    assert set(named) == set(extras) - {"all"}


def test_a_package_that_cannot_be_loaded_is_told_with_the_reason() -> None:
    with pytest.raises(MissingExtraError) as raised, from_extra("study"):
        raise ImportError("needs NumPy 2.3 or less", name="numba")
    assert str(raised.value).startswith("numba cannot be loaded: needs NumPy 2.3 or less; the extra 'study' brings it")


def test_a_bug_and_a_lack_of_memory_are_no_missing_extra() -> None:
    bug = ImportError("cannot import name 'x'", name="asterion_press.games.labyrinth.engine")
    for error in (bug, ImportError("x: cannot allocate memory")):
        with pytest.raises(ImportError) as raised, from_extra("study"):
            raise error
        assert raised.value is error
