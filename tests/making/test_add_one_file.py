"""A newcomer adds one thing by adding one file. Each test copies the project, adds files, and builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project_commands import copied_project

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without its history and its environment, with what Python has compiled, which is not made anew."""
    return copied_project(tmp_path / "project")


def run(copy: Path, *arguments: str, command: str = "build") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "asterion_press", command, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy / "generator")},
    )


def build(copy: Path, *arguments: str) -> Path:
    out = copy / "output" / "asterion"
    done = run(copy, *arguments)
    assert done.returncode == 0, done.stderr
    assert "proved" in done.stdout
    return out


def test_a_paper_is_one_file(copy: Path) -> None:
    (copy / "templates/papers/b4.yaml").write_text(
        "title: B4\nwidth_mm: 250\nheight_mm: 353\nsource: ISO 216\n"
        "margin_mm: {left: 10, right: 10, top: 10, bottom: 10}\n"
    )
    assert (build(copy, "--only", "sheets", "--paper", "b4") / "sheets-b4.pdf").is_file()


def test_a_theme_is_one_file(copy: Path) -> None:
    text = (copy / "templates/themes/knossos.yaml").read_text(encoding="utf-8")
    (copy / "templates/themes/night.yaml").write_text(text.replace("title: ", "title: Night after "), encoding="utf-8")
    assert (build(copy, "--only", "svg", "--theme", "night") / "svg" / "minotaur.svg").is_file()


def add_language(locales: Path, tag: str) -> None:
    """Add a language that says what German says."""
    shutil.copytree(locales / "de", locales / tag)
    for path in (locales / tag).glob("*.po"):
        text = path.read_text(encoding="utf-8").replace('"Language: de\\n"', f'"Language: {tag.replace("-", "_")}\\n"')
        path.write_text(text, encoding="utf-8")


def test_a_language_is_one_folder(copy: Path) -> None:
    locales = copy / "templates/locales"
    add_language(locales, "de-AT")
    words = (locales / "de-AT/words.yaml").read_text(encoding="utf-8").replace("language: Deutsch", "language: Wean")
    (locales / "de-AT/words.yaml").write_text(words, encoding="utf-8")
    would = run(copy, "--only", "rules", "--dry-run").stdout.split()
    assert {"output/asterion/rules-en.pdf", "output/asterion/rules-de-AT.pdf"} <= set(would)
    out = build(copy, "--only", "rules", "--language", "de-AT")
    assert [path.name for path in out.glob("rules-*.pdf")] == ["rules-de-AT.pdf"]


def test_a_layout_is_one_file(copy: Path) -> None:
    (copy / "templates/layouts/airy.yaml").write_text(
        "title: Far apart\ngutter_mm: {across: 12, down: 12}\nsource: own choice\n"
    )
    told = run(copy, "layouts", command="list").stdout
    assert "Far apart" in told
    assert (build(copy, "--only", "sheets", "--paper", "a4", "--layout", "airy") / "sheets-a4.pdf").is_file()


EXPORT = """\"\"\"A list of the pieces as plain text.\"\"\"

from __future__ import annotations

from collections.abc import Iterator

from asterion_press.making.artefacts import Artefact
from asterion_press.making.fingerprints import key_of
from asterion_press.exports.target import ExportContext, Option, OptionValues, Target


def listed(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    \"\"\"Yield one text with the id of each piece on a line.\"\"\"
    text = "".join(f"{values['mark']} {one}\\n" for one in context.game.component_ids())
    yield Artefact("pieces.txt", key_of(context.program, text), text.encode)


PLAIN = Target(
    "plain", "the ids of all pieces as plain text", (Option("mark", "Stands before each id.", "text", "-"),), listed
)
"""


def test_an_export_is_a_module_and_a_row(copy: Path) -> None:
    (copy / "generator/asterion_press/exports/plain.py").write_text(EXPORT)
    table = copy / "generator/asterion_press/exports/run.py"
    imported = "from asterion_press.exports.target"
    row = table.read_text().replace(imported, f"from asterion_press.exports.plain import PLAIN\n{imported}", 1)
    table.write_text(row.replace("(DXF, ", "(PLAIN, DXF, ", 1))
    assert "plain" in run(copy, "exports", command="list").stdout
    done = run(copy, "plain", "--set", "mark=*", command="export")
    assert done.returncode == 0, done.stderr
    listed = copy / "output/asterion-plain/pieces.txt"
    assert "* Y01\n" in listed.read_text()
    assert run(copy, "output/asterion-plain", command="verify").returncode == 0
    listed.write_text("")
    assert run(copy, "output/asterion-plain", command="verify").returncode == 1


COMMAND = """\"\"\"The command that greets.\"\"\"

import click


@click.command()
def greet() -> None:
    \"\"\"Greet the tokens.\"\"\"
    click.echo("good morning, tokens")
"""


def test_a_command_of_a_game_is_a_module_and_a_line(copy: Path) -> None:
    folder = copy / "generator/asterion_press/games/tokens/commands"
    folder.mkdir()
    lines = '{"play greet": "asterion_press.games.tokens.commands.greet:greet"}'
    (folder / "__init__.py").write_text(f"COMMANDS = {lines}\n")
    (folder / "greet.py").write_text(COMMAND)
    assert "greet     Greet the tokens.\n" in run(copy, "--help", command="play").stdout
    assert run(copy, "greet", command="play").stdout == "good morning, tokens\n"


def test_a_variant_is_one_file(copy: Path) -> None:
    (copy / "templates/variants/tiny.yaml").write_text(
        "of: asterion\ntitle: tiny deck\ncolours: {remove: [red, green]}\ndesigns: {remove: [fork, bend]}\n"
    )
    build(copy, "--variant", "tiny", "--only", "sheets", "--paper", "a4")
    assert (copy / "output/asterion-tiny/sheets-a4.pdf").is_file()


def test_a_game_is_a_catalogue_and_a_rules_text(copy: Path) -> None:
    """Another game of square tiles: files only."""
    tiles = (copy / "tiles.yaml").read_text(encoding="utf-8")
    (copy / "templates/games").mkdir(exist_ok=True)
    (copy / "templates/games/daedalus.yaml").write_text(
        tiles.replace("game: asterion", "game: daedalus"), encoding="utf-8"
    )
    (copy / "templates/locales/en/daedalus.md").write_text("# Daedalus {#title}\n\nLay {{deck.tiles}} tiles.\n")
    build(copy, "daedalus")
    names = {path.name for path in (copy / "output/daedalus").iterdir()}
    assert names >= {"sheets-a4.pdf", "rules-en.pdf", "svg"}


SENSITIVE = (
    "tests/catalogue/test_layouts.py",
    "tests/catalogue/test_papers.py",
    "tests/catalogue/test_shelf.py",
    "tests/catalogue/test_words.py",
    "tests/catalogue/test_words_of_mistakes.py",
    "tests/cli/test_cli.py::test_a_mistake_in_the_words_ends_with_2_and_a_hint",
    "tests/games/test_shelf_of_games.py",
    "tests/translation/test_languages.py::test_columns_of_the_list_stand_one_below_the_other_on_a_terminal_whatever_the_letters",
    "tests/translation/test_languages.py::test_languages_are_listed_with_their_coverage",
    "tests/rulebook/booklet/test_booklet_languages.py",
)
"""Tests that list what lies on the shelf."""


def test_no_test_knows_what_is_shipped_today(copy: Path) -> None:
    """A paper, a theme, a language and a game more, by their files alone, turn no test red."""
    templates = copy / "templates"
    for kind, like in (("papers", "a4"), ("themes", "knossos")):
        text = (templates / kind / f"{like}.yaml").read_text(encoding="utf-8")
        (templates / kind / "added.yaml").write_text(text.replace("title: ", "title: Added to "), encoding="utf-8")
    add_language(templates / "locales", "gsw")
    (templates / "games" / "added.yaml").write_text(
        "game: added\nof: asterion\nvariant: pocket\ntitle: Added\n", encoding="utf-8"
    )
    shutil.copytree(PROJECT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT / "docs" / "guides", copy / "docs" / "guides")
    shutil.copy(PROJECT / "pyproject.toml", copy)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *SENSITIVE],
        check=False,
        capture_output=True,
        text=True,
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy / "generator")},
    )
    assert run.returncode == 0, run.stdout


WORTHIES = """\
kind: tokens
game: worthies
title: Worthies
edition: first
credits: {design: Nobody, publisher: nobody, artwork: our own}
shape: square
size_mm: 25
backs: colours
colours:
  amber: {symbol: sun, ink: '#d9a520'}
  slate: {symbol: shell, ink: '#3a4a63'}
tokens:
  crowd: {count: 20, value: 1}
  hero: {text: HECTOR}
expect: {pieces: 42, per_colour: 21}
"""
WORTHIES_RULES = """\
---
subtitle: A game that nobody plays
players: 2 players
duration: a minute
---
# Worthies {#title}

## Material {#material}

{{deck.pieces}} tokens of {{deck.size_mm}} mm, {{deck.colour.amber}} of them ![amber](symbol:emblem-amber).
Look for the hero, ![hero](symbol:slate-hero).
"""


def test_a_fifth_game_of_square_tokens_is_a_catalogue_and_a_rules_text(copy: Path) -> None:
    """The bar of the architecture: two files, and sheets, pictures, booklet and proof come of them."""
    program = {path: path.read_bytes() for path in (copy / "generator/asterion_press").rglob("*.py")}
    (copy / "templates/games/worthies.yaml").write_text(WORTHIES, encoding="utf-8")
    (copy / "templates/locales/en/worthies.md").write_text(WORTHIES_RULES, encoding="utf-8")
    build(copy, "worthies")
    out = copy / "output/worthies"
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    svg = {f"svg/{one}.svg" for one in ("amber-crowd", "amber-hero", "slate-crowd", "slate-hero")}
    assert names == svg | {
        *("svg/back-amber.svg", "svg/back-slate.svg", "sheets-a4.pdf", "sheets-letter.pdf", "rules-en.pdf"),
        *("start-a4.pdf", "start-letter.pdf"),
        *("rules-en.html", "check.txt", "check.json", "manifest.json"),
    }
    assert (
        "42 tokens; largest deviation: size 0.0000 mm, back 0.0000 mm" in run(copy, "worthies", command="verify").stdout
    )
    listed = run(copy, "games", command="list").stdout
    assert "42 square tokens of 25 mm in 2 colours" in listed
    assert "nothing to do" in run(copy, "worthies").stdout
    assert program == {path: path.read_bytes() for path in (copy / "generator/asterion_press").rglob("*.py")}
