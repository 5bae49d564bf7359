"""A newcomer adds one thing by adding one file. Each test copies the project, adds files, and builds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import apart, python
from tests.support.project_commands import change, copied_project, shipped, written

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without its history and its environment, with what Python has compiled, which is not made anew."""
    return copied_project(tmp_path / "project")


def run(copy: Path, *arguments: str, command: str = "build") -> subprocess.CompletedProcess[str]:
    return apart(command, *arguments, root=copy, cwd=copy)


def build(copy: Path, *arguments: str) -> Path:
    out = copy / "output" / "asterion"
    done = run(copy, *arguments)
    assert done.returncode == 0, done.stderr
    assert "proved" in done.stdout
    return out


def test_a_paper_is_one_file(copy: Path) -> None:
    text = "title: B4\nwidth_mm: 250\nheight_mm: 353\nsource: ISO 216\n"
    written(copy / "templates/papers/b4.yaml", f"{text}margin_mm: {{left: 10, right: 10, top: 10, bottom: 10}}\n")
    assert (build(copy, "--only", "sheets", "--paper", "b4") / "sheets-b4.pdf").is_file()


def test_a_theme_is_one_file(copy: Path) -> None:
    text = (copy / "templates/themes/knossos.yaml").read_text(encoding="utf-8")
    written(copy / "templates/themes/night.yaml", text.replace("title: ", "title: Night after "))
    assert (build(copy, "--only", "svg", "--theme", "night") / "svg" / "minotaur.svg").is_file()


def add_language(locales: Path, tag: str) -> None:
    """Add a language that says what German says."""
    shutil.copytree(locales / "de", locales / tag)
    for path in (locales / tag).glob("*.po"):
        change(path, ('"Language: de\\n"', f'"Language: {tag.replace("-", "_")}\\n"'))


def test_a_language_is_one_folder(copy: Path) -> None:
    locales = copy / "templates/locales"
    add_language(locales, "de-AT")
    change(locales / "de-AT/words.yaml", ("language: Deutsch", "language: Wean"))
    would = run(copy, "--only", "rules", "--dry-run").stdout.split()
    assert {"output/asterion/rules-en.pdf", "output/asterion/rules-de-AT.pdf"} <= set(would)
    out = build(copy, "--only", "rules", "--language", "de-AT")
    assert [path.name for path in out.glob("rules-*.pdf")] == ["rules-de-AT.pdf"]


def test_a_layout_is_one_file(copy: Path) -> None:
    text = "title: Far apart\ngutter_mm: {across: 12, down: 12}\nsource: own choice\n"
    written(copy / "templates/layouts/airy.yaml", text)
    assert "Far apart" in run(copy, "layouts", command="list").stdout
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
    written(copy / "generator/asterion_press/exports/plain.py", EXPORT)
    imported = "from asterion_press.exports.target"
    ours = f"from asterion_press.exports.plain import PLAIN\n{imported}"
    change(copy / "generator/asterion_press/exports/run.py", (imported, ours), ("(DXF, ", "(PLAIN, DXF, "))
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
    lines = '{"play greet": "asterion_press.games.tokens.commands.greet:greet"}'
    written(folder / "__init__.py", f"COMMANDS = {lines}\n")
    written(folder / "greet.py", COMMAND)
    assert "greet     Greet the tokens.\n" in run(copy, "--help", command="play").stdout
    assert run(copy, "greet", command="play").stdout == "good morning, tokens\n"


def test_a_variant_is_one_file(copy: Path) -> None:
    text = "of: asterion\ntitle: tiny deck\ncolours: {remove: [red, green]}\ndesigns: {remove: [fork, bend]}\n"
    written(copy / "templates/variants/tiny.yaml", text)
    build(copy, "--variant", "tiny", "--only", "sheets", "--paper", "a4")
    assert (copy / "output/asterion-tiny/sheets-a4.pdf").is_file()


def test_a_game_is_a_catalogue_and_a_rules_text(copy: Path) -> None:
    """Another game of square tiles: files only."""
    written(copy / "templates/games/daedalus.yaml", shipped(("game: asterion", "game: daedalus")))
    written(copy / "templates/locales/en/daedalus.md", "# Daedalus {#title}\n\nLay {{deck.tiles}} tiles.\n")
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
        written(templates / kind / "added.yaml", text.replace("title: ", "title: Added to "))
    add_language(templates / "locales", "gsw")
    written(templates / "games" / "added.yaml", "game: added\nof: asterion\nvariant: pocket\ntitle: Added\n")
    shutil.copytree(PROJECT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT / "docs" / "guides", copy / "docs" / "guides")
    shutil.copy(PROJECT / "pyproject.toml", copy)
    words = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *SENSITIVE)
    done = python(*words, root=copy, cwd=copy)
    assert done.returncode == 0, done.stdout


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
    written(copy / "templates/games/worthies.yaml", WORTHIES)
    written(copy / "templates/locales/en/worthies.md", WORTHIES_RULES)
    build(copy, "worthies")
    out = copy / "output/worthies"
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    svg = {f"svg/{one}.svg" for one in ("amber-crowd", "amber-hero", "slate-crowd", "slate-hero")}
    assert names == svg | {
        *("svg/back-amber.svg", "svg/back-slate.svg", "sheets-a4.pdf", "sheets-letter.pdf", "rules-en.pdf"),
        *("start-a4.pdf", "start-letter.pdf"),
        *("rules-en.html", "check.txt", "check.json", "manifest.json"),
    }
    reported = run(copy, "worthies", command="verify").stdout
    assert "42 tokens; largest deviation: size 0.0000 mm, back 0.0000 mm" in reported
    listed = run(copy, "games", command="list").stdout
    assert "42 square tokens of 25 mm in 2 colours" in listed
    assert "nothing to do" in run(copy, "worthies").stdout
    assert program == {path: path.read_bytes() for path in (copy / "generator/asterion_press").rglob("*.py")}
