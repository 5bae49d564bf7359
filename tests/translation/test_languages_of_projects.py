"""Translations of a project: as those of the shipped games, in its own folder, from whatever language it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.project_commands import change, good, run, see_that_it_goes_on


@pytest.fixture(autouse=True)
def in_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a game of tokens with English rules and names."""
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens")
    Path("game/words").mkdir()
    Path("game/words/en.yaml").write_text("colours: {amber: amber}\nwords: {hero: hero}\n", encoding="utf-8")
    monkeypatch.chdir("game")


def status(*words: str) -> list[str]:
    result = run("language", "status", *words)
    assert result.exit_code in {0, 1}, result.output
    return result.output.splitlines() if result.exit_code else []


FRENCH = (
    ("A game in the making", "Un jeu"),
    ("players: 2 players", "players: 2 joueurs"),
    ("a quarter of an hour", "un quart d'heure"),
    ("# Game", "# Jeu"),
    ("## What is in the box", "## Matériel"),
    ("## How to play", "## Règle du jeu"),
    ("tokens of {{", "jetons de {{"),
    ("Write here what players do.", "Ici les règles."),
)
FRENCH_WORDS = (("amber: amber", "amber: ambre"), ("hero: hero", "hero: héros"))


def test_what_is_translated_counts_as_translated_and_is_printed() -> None:
    assert good("language", "new", "fr").splitlines() == ["rules/fr.md", "words/fr.yaml", "rules/fr.sources.yaml"]
    lines = status("fr")
    assert len(lines) == len(FRENCH) + len(FRENCH_WORDS)
    assert all(": untranslated: English still, at " in line for line in lines)
    told = run("build", "--only", "rules", "--out", "out")
    assert "left out, as more than a tenth is English still: fr" in told.stderr
    assert not Path("out/rules-fr.pdf").exists()
    change("rules/fr.md", *FRENCH)
    change("words/fr.yaml", *FRENCH_WORDS)
    assert status("fr") == status() == []
    listed = good("list", "languages").splitlines()
    assert [line.split() for line in listed if line.startswith("fr")] == [["fr", "Français", "100", "%", "100", "%"]]
    good("build", "--only", "rules", "--out", "out")
    assert Path("out/rules-fr.pdf").exists()


def test_a_new_language_that_was_stopped_between_rules_and_names_goes_on_when_it_is_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    see_that_it_goes_on(monkeypatch, Path(), "language", "new", "fr")


def test_only_what_the_source_has_changed_since_is_to_be_accepted() -> None:
    good("language", "new", "fr")
    change("rules/fr.md", *FRENCH)
    good("language", "accept", "fr", "--same")
    change("rules/en.md", ("Write here what players do.", "Write here what the players do."))
    (line,) = status("fr")
    assert line.startswith("rules/fr.md:15:1: outdated: English has changed, at rules/en.md:15:1: the paragraph ")
    assert good("language", "accept", "fr") == "passages accepted: rules/fr.sources.yaml (1)\n"
    assert status("fr") == []


def test_a_text_written_without_any_command_is_compared_passage_by_passage() -> None:
    text = Path("rules/en.md").read_text(encoding="utf-8")
    Path("rules/fr.md").write_text(text, encoding="utf-8")
    assert len(status("fr")) == 8
    change("rules/fr.md", *FRENCH)
    assert status("fr") == []


def test_po_files_go_there_and_back() -> None:
    pytest.importorskip("polib")
    good("language", "new", "fr")
    assert good("language", "export", "fr").splitlines() == ["po/words.po", "po/game.po"]
    change("po/game.po", ('msgid "How to play"\nmsgstr ""', 'msgid "How to play"\nmsgstr "Règle du jeu"'))
    change("po/words.po", ('msgid "hero"\nmsgstr ""', 'msgid "hero"\nmsgstr "héros"'))
    told = good("language", "import", "fr", "po/game.po", "po/words.po")
    assert told.splitlines() == ["passages changed: rules/fr.md (1)", "passages changed: words/fr.yaml (1)"]
    assert "## Règle du jeu\n" in Path("rules/fr.md").read_text(encoding="utf-8")
    assert "hero: héros" in Path("words/fr.yaml").read_text(encoding="utf-8")
    assert len(status("fr")) == 8


def test_a_project_is_translated_from_the_language_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("rules/en.md").rename("rules/de.md")
    change("rules/de.md", ("# Game", "# Spiel"))
    monkeypatch.chdir("..")
    assert good("language", "new", "fr", "--game", "game").splitlines() == [
        "game/rules/fr.md",
        "game/rules/fr.sources.yaml",
    ]
    lines = status("fr", "--game", "game")
    assert lines[3] == "game/rules/fr.md:6:3: untranslated: Deutsch still, at game/rules/de.md:6:3: the heading 'Spiel'"
    assert run("language", "new", "de", "--game", "game").exit_code == 2


def test_a_language_without_shipped_words_begins_with_all_of_them() -> None:
    good("language", "new", "sv", "--name", "Svenska")
    words = Path("words/sv.yaml").read_text(encoding="utf-8")
    assert "language: Svenska\n" in words
    assert "fonts: " in words
    change("words/sv.yaml", ("contents: Contents", "contents: Innehåll"))
    assert [line for line in status("sv") if "'Contents'" in line] == []
    assert good("build", "--only", "rules", "--language", "sv", "--out", "out")
    assert Path("out/rules-sv.pdf").exists()
