"""Translations of a project: as those of the shipped games, in its own folder, from whatever language it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.project_commands import bytes_in, change, good, run, see_that_it_goes_on
from tests.support.reading_back import page_texts


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


def test_a_project_begun_in_another_language_alone_is_not_english_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    faults = []
    for beginning, tag in (("blank", "fr"), ("tokens", "ja"), ("tokens", "sv")):
        good("init", f"in-{tag}", "--from", beginning, "--language", tag)
        monkeypatch.chdir(f"in-{tag}")
        pages = Path("out", f"rules-{tag}.html")
        told = run("build", "--only", "rules", "--only", "web", "--out", "out").stderr
        warned = [run(*words).output.count("[untranslated-passage]") for words in (("check",), ("verify", "out"))]
        if len(status()) != 7 or warned != [7, 7] or told.count("[untranslated-passage]") != 7:
            faults.append(f"{tag}: {status()}, {warned}, {told}")
        if (marks := pages.read_text(encoding="utf-8").count("[en] ")) < 7:
            faults.append(f"{tag}: {marks} marks")
        if not any(line.split()[:1] == [tag] and " 12 %" in line for line in good("list", "languages").splitlines()):
            faults.append(f"{tag}: {good('list', 'languages')}")
        Path(f"rules/{tag}.md").write_text("# Mon jeu\n\n## Règles\n\nUn jeu.\n", encoding="utf-8")
        if status() or "untranslated" in run("build", "--only", "rules", "--out", "out").output:
            faults.append(f"{tag}: {status()} though it is written anew")
        monkeypatch.chdir(tmp_path)
    good("init", "british", "--language", "en-GB")
    good("init", "swedish", "--from", "asterismo", "--language", "sv")
    if "[untranslated-passage]" in run("check", "british").stderr:
        faults.append("British English is English")
    if "0 % translated" not in run("check", "swedish").stderr:
        faults.append(f"swedish: {run('check', 'swedish').output}")
    assert not faults, "\n".join(faults)


def test_the_imprint_counts_words_around_the_text_that_are_not_translated() -> None:
    good("language", "new", "sv")
    change("rules/sv.md", *FRENCH)
    told = run("build", "--only", "rules", "--language", "sv", "--out", "out")
    assert told.exit_code == 0, told.output
    text = "\n".join(page_texts(Path("out/rules-sv.pdf").read_bytes()))
    marked = set(re.findall(r"^\[en\] (?:Contents|A game by|Rules of the game|Published by)", text, re.MULTILINE))
    assert len(marked) >= 3
    assert "Passages not translated yet, marked [en]: 10" in text, text


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


@pytest.mark.parametrize("tags", ["en fr", "en sv pl", "sv da", "fr de", "fr sv bg"])
def test_a_project_begun_in_several_languages_is_as_if_they_were_begun_one_by_one(
    tags: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("..")
    languages = [word for one in tags.split() for word in ("--language", one)]
    first, *others = tags.split()
    good("init", "all/x", *languages)
    good("init", "one/x", "--language", first)
    for one in others:
        good("language", "new", one, "--game", "one/x")
    whole, parts = (bytes_in(Path(folder)) for folder in ("all", "one"))
    assert {path.relative_to("all"): data for path, data in whole.items()} == {
        path.relative_to("one"): data for path, data in parts.items()
    }
    told = run("check", "all/x")
    assert told.exit_code == 0
    for one in others:
        assert f"rules/{one}.md: note: 0 % translated, 0 of " in told.stderr, "a language that was begun is named"
    assert f"rules/{first}.md: note" not in told.stderr
    built = run("build", "all/x", "--only", "rules", "--out", "out")
    assert f"left out, as more than a tenth is English still: {', '.join(sorted(others))}" in built.stderr
    good("init", "all/x", *languages)  # again, with nothing to change


def test_any_tag_of_a_language_written_from_the_left_begins_a_project() -> None:
    for tag in ("sv", "bg-BG", "sr-Latn", "vi", "gsw"):
        good("init", f"new-{tag}", "--language", tag)
        assert "sound, nothing to report" in good("check", f"new-{tag}")
        assert "made: " in good("build", f"new-{tag}", "--only", "rules", "--out", f"out-{tag}")
        assert Path(f"out-{tag}/rules-{tag}.pdf").exists()
    for tag in ("he", "pa-Arab", "english", "e", "../x", "EN_"):
        assert run("init", "no", "--language", tag).exit_code == 2
        assert not Path("no").exists()


def test_words_around_a_text_are_marked_as_long_as_they_are_english() -> None:
    good("language", "new", "sv", "--name", "Svenska")
    words = Path("words/sv.yaml").read_text(encoding="utf-8")

    def printed() -> str:
        good("build", "--only", "web", "--language", "sv", "--out", "out")
        return Path("out/rules-sv.html").read_text(encoding="utf-8")

    assert "[en] Contents" in printed()
    change("words/sv.yaml", ("contents: Contents", "contents: Innehåll"))
    found = printed()
    assert "[en] A game by" in found
    assert "Innehåll" in found
    assert "[en] Innehåll" not in found
    Path("words/sv.yaml").write_text(re.sub(r"  (designed_by|rules): .*\n", "", words), encoding="utf-8")
    assert "[en] A game by" in printed(), "a word that is missing"
    good("language", "accept", "sv", "--same")
    assert "[en] Contents" not in printed(), "accepted as it is"


def test_every_command_of_the_guide_to_translating_takes_a_project(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polib")
    monkeypatch.chdir("..")
    asked = ("--game", "game")
    good("language", "new", "fr", *asked)
    assert run("language", "status", "fr", *asked).exit_code == 1
    assert "Français" in good("list", "languages", *asked)
    assert "Deutsch" not in good("list", "languages", *asked)
    good("language", "export", "fr", *asked)
    good("language", "import", "fr", "po/game.po", *asked)
    assert "po/words.po" in run("language", "import", "fr", "po/words.po", *asked).output
    good("language", "accept", "fr", *asked, "--same")
    assert run("list", "tiles", *asked).exit_code == 2
