"""One thing asked, one thing changed: a command that makes a part leaves the files of all other parts as they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support import project_commands
from tests.support.printed import ASTERISMO, Printed
from tests.support.project_commands import good

GAME = "asterismo"
SETS = {"in one language": ASTERISMO, "in two languages": (f"{ASTERISMO[0]} --language es", ASTERISMO[1])}
"""What lies in the folder: titles in a language, and in none."""


@pytest.fixture(params=SETS.values(), ids=list(SETS))
def folder(request: pytest.FixtureRequest, printed: Printed, tmp_path: Path) -> Path:
    """A folder with files of every part, to be changed."""
    return shutil.copytree(printed(*request.param), tmp_path / GAME)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: raw for name, raw in project_commands.contents(folder).items() if name != "manifest.json"}


COMMANDS = {
    "build --only svg --language de": r"svg/.*",
    "build --only sheets --language de --paper a4": r"sheets-a4\.pdf",
    "build --only sheets --paper letter --language de": r"(sheets|start)-(letter|a4)\.pdf",
    "build --only rules --only web --language de": r"rules-de\.(pdf|html)",
    "build --only web --language de": r"rules-de\.html",
    "build --only rules --language de": r"rules-de\.pdf",
    "build --only booklet --language de": r"rules-de(-booklet)?\.pdf",
    "build --only booklet --language en --paper letter": r"rules-en-booklet\.pdf",
    "build --only box --language de": r"box\.pdf|card-de\.pdf",
    "build --only box --language en --thickness 1": r"box\.pdf|card-..\.pdf|start-a4\.pdf",  # which draws the box
}
"""Commands, and the files that each may make anew."""


@pytest.mark.parametrize(("command", "own"), COMMANDS.items(), ids=list(COMMANDS))
def test_a_part_made_alone_leaves_all_other_files_as_they_are(folder: Path, command: str, own: str) -> None:
    before = contents(folder)
    words = (command, GAME, "--out", folder)
    planned = good(*words, "--dry-run").splitlines()
    foretold = {line.rpartition(f"{folder}/")[2] for line in planned if re.match(r"make\b", line)}
    good(*words)
    after = contents(folder)
    changed = {file for file in after.keys() | before.keys() if before.get(file) != after.get(file)}
    assert changed
    assert changed <= foretold
    assert not [file for file in foretold if not re.fullmatch(own, file)]


def test_a_part_made_alone_again_is_as_it_was(folder: Path) -> None:
    before = contents(folder)
    for parts in ("svg", "rules --only web --language en", "booklet --language en", "box --language en"):
        good(f"build --only {parts}", GAME, "--out", folder)
    after = contents(folder)
    assert [file for file in before.keys() | after.keys() if before.get(file) != after.get(file)] in ([], ["box.pdf"])


def test_each_part_keeps_its_own_language_through_the_next_commands(folder: Path) -> None:
    good("build --only svg --language de", GAME, "--out", folder)
    drawn = contents(folder)
    good("build --only sheets --language fr --paper a4", GAME, "--out", folder)
    good("build --only box --language it", GAME, "--out", folder)
    now = contents(folder)
    assert {file for file in drawn if drawn[file] != now[file]} == {"sheets-a4.pdf", "box.pdf"}
    assert "proved" in good("verify", folder, GAME, "--rebuild")
