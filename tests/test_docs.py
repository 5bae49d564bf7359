"""What the documents say can be done."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.words import load_words
from asterion_press.cli.main import main
from tests.support.project_commands import bad, change, good, written
from tests.test_console_lines import steps
from tests.torture.commands import all_commands

PROJECT = Path(__file__).resolve().parent.parent
SITE = sorted((PROJECT / "docs").rglob("*.md"))
DOCUMENTS = [*(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "templates/locales/README.md")), *SITE]


COMMANDS = dict(all_commands(main))
SHOWN = [
    words
    for path in DOCUMENTS
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
    for words in steps(line)
]


def test_the_documents_show_every_command() -> None:
    shown = {" ".join(words[:length]) for words in SHOWN for length in (1, 2)}
    assert set(COMMANDS) - {f"printer {name}" for name in ("show", "use", "delete")} - {"language new"} <= shown


def unknown_in(words: list[str]) -> set[str]:
    """The options that a command does not have, or the command itself."""
    command = COMMANDS.get(words[0]) or COMMANDS.get(" ".join(words[:2]))
    known = {"--help"}.union(*(parameter.opts for parameter in command.params)) if command else set()
    return {word for word in words if word.startswith("--")} - known if command else set(words[:2])


def test_commands_of_the_documents_are_understood() -> None:
    assert {shlex.join(words): unknown for words in SHOWN if (unknown := unknown_in(words))} == {}


def test_links_and_pictures_of_the_documents_exist() -> None:
    lost = []
    for document in DOCUMENTS:
        text = re.sub("`[^`\n]*`", "", document.read_text(encoding="utf-8"))  # examples name files of others
        targets = re.findall(r"\]\(([^)#:]+)\)", text)
        lost += [f"{document}: {target}" for target in targets if not (document.parent / target).exists()]
    assert not lost, "\n".join(lost)


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


def test_the_variant_of_the_guide_makes_the_difference_that_the_guide_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PROJECT / "docs" / "guides" / "variants.md").read_text(encoding="utf-8")
    (variant,) = re.findall(r"```yaml\n# longer\.yaml\n(.*?)```", text, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    assert shown in good("diff asterion", written("longer.yaml", variant))
    good("check --variant longer.yaml")


def test_each_word_of_a_language_stands_in_the_table_of_its_readme() -> None:
    folder = PROJECT / "templates" / "locales"
    words = load_words(ShelfFile("en", folder / "en" / "words.yaml", "words.yaml")).words.words
    table = re.findall(r"`([a-z_]+)(?:<id>|…)?`", (folder / "README.md").read_text(encoding="utf-8"))
    beginnings = tuple(name for name in table if name.endswith("_"))
    assert [word for word in words if word not in table and not word.startswith(beginnings)] == []


def test_the_change_of_the_tutorial_has_the_consequences_that_the_tutorial_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PROJECT / "docs" / "tutorials" / "change.md").read_text(encoding="utf-8")
    (design,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    mistake, difference, left_out = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    mine = written("mine.yaml", good("list games asterion"))
    change(mine, (design.replace(", coins: 1", ""), design))
    assert mistake in bad("check", mine)
    change(mine, ("  coins: 8\n", "  coins: 12\n"), ("prisoners: 16, coins: 2", "prisoners: 16, coins: 3"))
    assert "sound: 1 warning, 10 notes" in good("check", mine)
    assert left_out in good("check", mine)
    assert difference in good("diff asterion", mine)


def test_the_pieces_of_the_tutorial_are_those_that_a_project_begins_with() -> None:
    text = (PROJECT / "docs" / "tutorials" / "make.md").read_text(encoding="utf-8")
    pieces = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0]
    shipped = (PROJECT / "templates" / "projects" / "tokens" / "game.yaml").read_text(encoding="utf-8")
    assert set(pieces.splitlines()) <= set(shipped.splitlines())


def test_what_the_documents_say_a_booklet_calls_so_is_called_so_there() -> None:
    rules = "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "templates/locales/en").glob("*.md"))
    named = [
        (path.name, title)
        for path in [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
        for title in re.findall(r"\bbooklets?\b[^.]*?\(\*([^*]+)\*\)", path.read_text(encoding="utf-8"))
    ]
    assert named
    assert not [(name, title) for name, title in named if title not in rules]


def test_the_readme_offers_the_page_as_soon_as_it_has_an_address() -> None:
    urls = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert ("## Print it without installing" in readme) is ("Page" in urls)
    assert urls.get("Page", "") in readme
