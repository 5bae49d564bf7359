"""What the documents say can be done."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from commands import all_commands

from generator.catalogue.words import load_words
from generator.cli.main import main

PROJECT = Path(__file__).resolve().parent.parent
DOCUMENTS = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "templates/locales/README.md")]


def commands_in(text: str) -> set[tuple[str, ...]]:
    """Every `asterion ...` line of a console block, as words before a comment."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = [line.split("#")[0].split() for block in blocks for line in block.splitlines()]
    return {tuple(line[1:]) for line in lines if line and line[0] == "asterion"}


HELP_OPTIONS = ["-h", "--help"]
"""As the program has them: a command keeps those of the first context that it meets, for other tests, too."""
COMMANDS = dict(all_commands(main))
README_COMMANDS = sorted(commands_in(DOCUMENTS[0].read_text(encoding="utf-8")))


def test_the_readme_shows_every_command() -> None:
    shown = {words[0] for words in README_COMMANDS}
    assert {name.split()[0] for name in COMMANDS} <= shown


@pytest.mark.parametrize("words", README_COMMANDS, ids=" ".join)
def test_commands_of_the_readme_are_understood(words: tuple[str, ...]) -> None:
    for part in " ".join(words).split(" | asterion "):
        first = part.split()
        command = COMMANDS.get(first[0]) or COMMANDS[" ".join(first[:2])]
        context = click.Context(command, help_option_names=HELP_OPTIONS)
        known = {option for parameter in command.get_params(context) for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_an_example(name: str) -> None:
    command = COMMANDS[name]
    text = command.get_help(click.Context(command, help_option_names=HELP_OPTIONS))
    assert "Examples:" in text
    assert f"asterion {name}" in text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_links_and_pictures_of_the_documents_exist(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert not [target for target in targets if not (document.parent / target).exists()]


def test_files_named_in_contributing_exist() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:generator|templates|tools|tests|bench|\.ci)/[\w./-]+)`", text)
    assert named
    assert not [name for name in named if not (PROJECT / name).exists()]


def test_make_knows_the_targets_that_the_documents_name() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    named = {
        word
        for document in DOCUMENTS
        for line in re.findall(r"^make ([a-z ]+)", document.read_text(encoding="utf-8"), re.MULTILINE)
        for word in line.split()
    }
    assert {"test", "lint", "types", "contracts"} <= named
    assert not [target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_the_variant_of_the_readme_makes_the_difference_that_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = DOCUMENTS[0].read_text(encoding="utf-8")
    (variant,) = re.findall(r"```yaml\n# longer\.yaml\n(.*?)```", text, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("longer.yaml").write_text(variant, encoding="utf-8")
    result = CliRunner().invoke(main, ["diff", "asterion", "longer.yaml"])
    assert shown in result.stdout
    assert CliRunner().invoke(main, ["check", "--variant", "longer.yaml"]).exit_code == 0


def test_each_word_of_a_language_stands_in_the_table_of_its_readme() -> None:
    folder = PROJECT / "templates" / "locales"
    words = load_words(folder / "en" / "words.yaml").words.words
    table = re.findall(r"`([a-z_]+)(?:<id>|…)?`", (folder / "README.md").read_text(encoding="utf-8"))
    beginnings = tuple(name for name in table if name.endswith("_"))
    assert [word for word in words if word not in table and not word.startswith(beginnings)] == []
