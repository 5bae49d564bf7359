"""Passages that English has changed since: named, counted on the imprint, refused by ``--strict``."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.support.project_commands import change, good, run, translate

ENGLISH = """---
subtitle: A game
players: 2 players
---
# Game {#title}

## Play {#play}

You take “one” piece.

- Move it.
- Pass.

| piece | what it does |
|---|---|
| ![amber](symbol:emblem-amber) | moves |

> **Beware.** Nobody moves twice.

## End {#end}

Who moves last wins.
"""
FRENCH = {
    "HEAD/subtitle": "Un jeu",
    "HEAD/players": "2 joueurs",
    "title/heading": "Jeu",
    "play/heading": "Jouer",
    "play/paragraph-1": "Prenez « une » pièce.",
    "play/item-1": "Déplacez-la.",
    "play/item-2": "Passez.",
    "play/row-1": "| pièce | ce qu’elle fait |",
    "play/row-2": "| ![ambre](symbol:emblem-amber) | bouge |",
    "play/quote-1": "**Attention.** Personne ne joue deux fois.",
    "end/heading": "Fin",
    "end/paragraph-1": "Le dernier qui joue gagne.",
}
OF_WEBLATE = Path(__file__).with_name("weblate.po")
"""A file as Weblate leaves it: written by its library, translate-toolkit, after three passages were translated."""


@pytest.fixture(autouse=True)
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a project whose French rules are up to date."""
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens")
    monkeypatch.chdir("game")
    Path("rules/en.md").write_text(ENGLISH, encoding="utf-8")
    good("language", "new", "fr")
    translate("rules/fr.po", FRENCH)
    good("language", "update", "fr")
    good("check", "--strict")


def page(language: str = "fr") -> str:
    """Return the words of the page for the browser."""
    good("build", "--only", "web", "--out", "out")
    text = Path(f"out/rules-{language}.html").read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text.partition("<body>")[2]))


def test_a_changed_passage_is_named_everywhere_and_noted_on_the_imprint() -> None:
    assert "modifiés" not in page()
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    reported = (
        "rules/en.md:22:1: warning: the paragraph 'Who moves last loses.' has changed since it was translated into fr "
        "[outdated-passage]"
    )
    built = run("build", "--only", "rules", "--only", "web", "--out", "out")
    assert built.exit_code == 0
    assert reported in built.output
    assert reported in run("check").stderr
    assert "Passages modifiés depuis dans l’anglais : 1" in page().replace("\u202f", " ").replace("\xa0", " ")
    seen = run("verify", "out", "--format", "json")
    assert seen.exit_code == 0
    [fact] = [one for one in json.loads(seen.stdout)["facts"] if "[outdated-passage]" in one["text"]]
    assert fact["file"] == "rules/en.md:22:1"


@pytest.mark.parametrize(
    "words", [("build", "--only", "rules", "--out", "new"), ("check",), ("verify", "out")], ids=lambda words: words[0]
)
def test_strict_refuses_what_is_outdated(words: tuple[str, ...]) -> None:
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    good("build", "--only", "rules", "--out", "out")
    good(*words)
    refused = run(*words, "--strict")
    assert refused.exit_code == 1
    assert "has changed since it was translated into fr" in refused.output
    good("language", "accept", "fr")
    good(*words, "--strict")


def test_strict_asks_for_the_languages_that_are_printed_alone() -> None:
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    good("build", "--only", "rules", "--language", "en", "--strict", "--out", "english")


NEW = {
    "paragraph": ("You take “one” piece.", "You take “one” piece.\n\nIt is “yours” now."),
    "item": ("- Pass.\n", "- Pass.\n- Turn it.\n"),
    "row": ("| moves |\n", "| moves |\n| ![slate](symbol:emblem-slate) | stays |\n"),
    "quote": ("> **Beware.** Nobody moves twice.", "> **Beware.** Nobody moves twice.\n\n> **Wait.** Not yet."),
    "heading": ("## End {#end}", "## Middle {#middle}\n\nHalf is done.\n\n## End {#end}"),
    "head": ("players: 2 players", "players: 2 players\nage: ages 8 and up"),
}


@pytest.mark.parametrize("kind", NEW)
def test_a_new_passage_is_printed_in_english_and_marked(kind: str) -> None:
    change("rules/en.md", NEW[kind])
    text = page()
    count, more = (2, 1) if kind == "heading" else (1, 0)
    assert text.count("[en]") == count + more + 1, "each passage, a heading in the contents, too, and the imprint"
    assert f"marqués [en] : {count}" in text.replace("\u202f", " ").replace("\xa0", " ")
    for words in ("Prenez", "Déplacez-la", "bouge", "Attention", "Fin", "gagne"):
        assert words in text
    assert "is not translated into fr" in run("check").stderr
    assert "[en]" not in page("en")
    good("build", "--only", "rules", "--out", "out")
    good("verify", "out")


def test_quotation_marks_of_a_new_passage_are_those_of_the_language() -> None:
    change("rules/en.md", NEW["paragraph"])
    assert "«yours»" in re.sub(r"\s", "", page())


def test_a_passage_that_english_dropped_is_not_printed_any_more() -> None:
    change("rules/en.md", ("- Pass.\n", ""))
    assert "Passez" not in page()
    assert "leftover" in run("language", "status", "fr").output


def test_mistakes_are_told_in_the_lines_of_the_files() -> None:
    change("rules/en.md", NEW["paragraph"])
    translate("rules/fr.po", {"end/paragraph-1": "Le {{deck.nichts}} dernier."})
    line = next(n for n, one in enumerate(Path("rules/fr.po").read_text("utf-8").split("\n"), 1) if "nichts" in one)
    refused = run("build", "--only", "web", "--out", "out")
    assert refused.exit_code == 1
    assert f"rules/fr.po:{line}:12: placeholder 'deck.nichts' does not stand in this passage in" in refused.output
    translate("rules/fr.po", {"end/paragraph-1": "Le &#x202e; dernier \U0001f600."})
    refused = run("check")
    for column, reported in ((12, "U+202E"), (29, "grinning face")):
        (one,) = [one for one in refused.stdout.splitlines() if reported in one]
        assert one.startswith(f"rules/fr.po:{line}:{column}: error: "), one
    translate("rules/fr.po", {"end/paragraph-1": "Fin.", "end/heading": "F" * 5000})
    refused = run("check", "--all-languages")
    assert refused.exit_code == 1
    assert "rules/fr.po:" in refused.stdout


def test_a_word_that_is_not_translated_yet_is_english() -> None:
    Path("words").mkdir(exist_ok=True)
    Path("words/en.yaml").write_text("words: {amber: amber}\n", encoding="utf-8")
    good("language", "new", "fr")
    reported = run("check")
    assert "words/en.yaml:1:16: warning: the word 'amber' is not translated into fr" in reported.stderr
    good("build", "--only", "rules", "--out", "out")
    assert Path("out/rules-fr.pdf").exists(), "it is no tenth of all"


def test_what_a_program_marks_as_fuzzy_is_printed_and_told() -> None:
    translate("rules/fr.po", {"end/heading": "La fin"}, fuzzy=True)
    assert "La fin" in page()
    reported = "rules/en.md:20:4: warning: the heading 'End' is marked as fuzzy in fr [unaccepted-passage]"
    assert reported in run("check").stderr
    assert run("check", "--strict").exit_code == 1


def test_a_file_of_weblate_is_read_as_it_is() -> None:
    change("rules/en.md", ("- Pass.\n", "- Pass.\n- Sleep well.\n"))
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    shutil.copy(OF_WEBLATE, "rules/fr.po")
    text = page()
    for words in ("Passez", "Dormez bien", "perd.", "Prenez une seule pièce"):
        assert words in text
    reported = run("language", "status", "fr").stdout.splitlines()
    assert [line.split(": ")[1] for line in reported if "/en.md" in line] == ["unaccepted"], "what is to be edited"
    good("language", "update", "fr")
    assert "X-Generator" not in Path("rules/fr.po").read_text(encoding="utf-8")
    assert text == page()
