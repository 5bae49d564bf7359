"""Passages that English has changed since: named, counted on the imprint, refused by ``--strict``."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.support.project_commands import change, good, run

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
FRENCH = """---
subtitle: Un jeu
players: 2 joueurs
---
# Jeu {#title}

## Jouer {#play}

Prenez « une » pièce.

- Déplacez-la.
- Passez.

| pièce | ce qu’elle fait |
|---|---|
| ![ambre](symbol:emblem-amber) | bouge |

> **Attention.** Personne ne joue deux fois.

## Fin {#end}

Le dernier qui joue gagne.
"""
OF_WEBLATE = Path(__file__).with_name("weblate.po")
"""A file as Weblate leaves it: written by its library, translate-toolkit, after three passages were translated."""


@pytest.fixture(autouse=True)
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a project whose French rules are up to date."""
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens")
    monkeypatch.chdir("game")
    good("language", "new", "fr")
    Path("rules/en.md").write_text(ENGLISH, encoding="utf-8")
    Path("rules/fr.md").write_text(FRENCH, encoding="utf-8")
    good("language", "accept", "fr", "--same")
    good("check", "--strict")


def page(language: str = "fr") -> str:
    """Return the words of the page for the browser."""
    good("build", "--only", "web", "--out", "out")
    text = Path(f"out/rules-{language}.html").read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text.partition("<body>")[2]))


def test_a_changed_passage_is_named_everywhere_and_noted_on_the_imprint() -> None:
    assert "modifiés" not in page()
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    told = (
        "rules/en.md:22:1: warning: the paragraph 'Who moves last loses.' has changed since it was translated into fr "
        "[outdated-passage]"
    )
    built = run("build", "--only", "rules", "--only", "web", "--out", "out")
    assert built.exit_code == 0
    assert told in built.output
    assert told in run("check").stderr
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
    "item": ("- Move it.\n", "- Move it.\n- Turn it.\n"),
    "row": ("|---|---|\n", "|---|---|\n| ![slate](symbol:emblem-slate) | stays |\n"),
    "quote": ("> **Beware.** Nobody", "> **Wait.** Not yet.\n\n> **Beware.** Nobody"),
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
    change("rules/fr.md", ("Le dernier", "{{deck.nichts}} Le dernier"))
    line = Path("rules/fr.md").read_text("utf-8").split("\n").index("{{deck.nichts}} Le dernier qui joue gagne.") + 1
    refused = run("build", "--only", "web", "--out", "out")
    assert refused.exit_code == 1
    assert f"rules/fr.md:{line}:1: unknown placeholder {{{{deck.nichts}}}}" in refused.output


def test_a_section_that_was_changed_by_hand_is_not_completed() -> None:
    change("rules/en.md", NEW["paragraph"])
    change("rules/fr.md", ("- Passez.\n", "- Passez.\n- Dormez.\n"))
    refused = run("build", "--only", "web", "--out", "out")
    assert refused.exit_code == 1, "which of them is missing is not certain"
    assert "stands where paragraph-2 should stand" in refused.output


def test_a_word_that_is_not_translated_yet_is_english() -> None:
    Path("words").mkdir(exist_ok=True)
    Path("words/en.yaml").write_text("words: {amber: amber}\n", encoding="utf-8")
    Path("words/fr.yaml").write_text("words: {}\n", encoding="utf-8")
    told = run("check")
    assert "words/en.yaml:1:16: warning: the word 'amber' is not translated into fr" in told.stderr
    good("build", "--only", "rules", "--out", "out")


def test_a_file_of_weblate_comes_back() -> None:
    change("rules/en.md", ("- Pass.\n", "- Pass.\n- Sleep well.\n"))
    change("rules/en.md", ("Who moves last wins.", "Who moves last loses."))
    shutil.copy(OF_WEBLATE, "game.po")
    assert "(3, 1 of them added)" in good("language", "import", "fr", "game.po")
    text = Path("rules/fr.md").read_text(encoding="utf-8")
    assert "- Passez.\n- Dormez bien : « zzz ».\n" in text
    assert "Le dernier qui joue perd." in text
    assert "Prenez une seule pièce" in text
    told = run("language", "status", "fr").stdout.splitlines()
    assert [line.split(": ")[1] for line in told] == ["unaccepted"], "what Weblate marks as needing an edit"
