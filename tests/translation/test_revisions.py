"""Texts of an earlier revision than English: printed as they are, told once, and never compared with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.rulebook.text.revisions import revision_of
from tests.support.project_commands import change, good, run

NEW = """---
subtitle: A game, told anew
revision: 2
---
# Game {#title}

## The whole game {#whole}

All {{deck.pieces}} pieces are yours.
"""
NOTE = (
    "rules/en.md:3:11: warning: this is revision 2; the rules in fr follow an earlier text, and are printed as they are"
)


@pytest.fixture(autouse=True)
def rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a project whose English rules are new, and whose French ones are not."""
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens")
    monkeypatch.chdir("game")
    good("language", "new", "fr")
    change("rules/fr.md", ("## How to play", "## Règle du jeu"), ("Write here what players do.", "Ici les règles."))
    good("language", "accept", "fr", "--same")
    Path("rules/en.md").write_text(NEW, encoding="utf-8")


def test_a_text_of_an_earlier_revision_is_printed_and_told_once() -> None:
    result = run("build", "--only", "rules", "--out", "out")
    assert result.exit_code == 0, result.output
    assert [line for line in result.output.splitlines() if "revision" in line] == [f"{NOTE} [outdated-text]"]
    assert {path.name for path in Path("out").glob("*.pdf")} == {"rules-en.pdf", "rules-fr.pdf"}
    checked = run("check")
    assert f"{NOTE} [outdated-text]" in checked.stderr
    assert checked.stdout.endswith("sound, nothing to report\n")
    english = run("build", "--only", "rules", "--language", "en", "--out", "english")
    assert "revision" not in english.output, "it is no matter where French is not made"


def test_mistakes_of_its_own_are_mistakes_still() -> None:
    change("rules/fr.md", ("Ici les règles.", "Ici les {{deck.regles}}."))
    result = run("build", "--only", "rules", "--out", "out")
    assert (result.exit_code, Path("out/rules-fr.pdf").exists()) == (1, False)
    assert "unknown placeholder {{deck.regles}}" in result.output


def test_a_revision_beyond_that_of_english_is_a_mistake() -> None:
    change("rules/fr.md", ("---\nsubtitle", "---\nrevision: 3\nsubtitle"))
    result = run("check")
    assert result.exit_code == 1
    assert "rules/fr.md:2:11: error: revision 3; rules/en.md has 2, and no translation is ahead of it" in result.output
    change("rules/fr.md", ("revision: 3", "revision: 0"))
    assert "rules/fr.md:2:11: error: " in run("check").output


def test_a_text_that_says_the_same_revision_is_compared_again() -> None:
    change("rules/fr.md", ("---\nsubtitle", "---\nrevision: 2\nsubtitle"))
    assert "3 headings; rules/en.md has 2" in run("check").output


def test_sources_of_an_earlier_revision_say_nothing_of_a_text_that_is_carried_over() -> None:
    head = "---\nsubtitle: {}\n{}---\n# {} {{#title}}\n\n## {} {{#play}}\n\n"
    Path("rules/en.md").write_text(head.format("A", "", "Game", "Play") + "First.\n\n- Keep.\n", encoding="utf-8")
    Path("rules/fr.md").write_text(head.format("Un", "", "Jeu", "Jouer") + "Un.\n\n- Garder.\n", encoding="utf-8")
    good("language", "accept", "fr")
    again = "revision: 2\n"
    Path("rules/en.md").write_text(head.format("A", again, "Game", "Play") + "- Keep.\n\nSecond.\n", encoding="utf-8")
    Path("rules/fr.md").write_text(head.format("Un", again, "Jeu", "Jouer") + "- Garder.\n\nDeux.\n", encoding="utf-8")
    good("language", "status", "fr")
    good("language", "accept", "fr")
    assert "revisions:\n  game: 2\n" in Path("rules/fr.sources.yaml").read_text("utf-8")
    change("rules/en.md", ("Second.", "Third."))
    assert "rules/fr.md:11:1: outdated: English has changed" in run("language", "status", "fr").output


def test_translators_are_told_what_to_do_and_nothing_is_lost() -> None:
    pytest.importorskip("polib")
    told = run("language", "status", "fr")
    (line,) = told.output.splitlines()
    assert told.exit_code == 1
    assert line.startswith("rules/fr.md:1:1: outdated: revision 1 with 8 passages; rules/en.md has revision 2: ")
    listed = next(row for row in good("list", "languages").splitlines() if row.startswith("fr"))
    assert listed.endswith(" 0 %")
    sources = Path("rules/fr.sources.yaml").read_bytes()
    accepted = run("language", "accept", "fr")
    assert (accepted.exit_code, accepted.stderr.splitlines()) == (0, [line])
    assert Path("rules/fr.sources.yaml").read_bytes() == sources
    before = Path("rules/fr.md").read_bytes()
    good("language", "export", "fr")
    imported = run("language", "import", "fr", "po/game.po")
    assert imported.exit_code == 1
    assert "until all are, the text of the earlier revision stays" in imported.stderr
    assert (Path("rules/fr.md").read_bytes(), Path("rules/fr.sources.yaml").read_bytes()) == (before, sources)


def test_a_text_that_is_carried_over_is_up_to_date() -> None:
    new = NEW.replace("told anew", "autrement").replace("The whole game", "Tout").replace("All {{", "Toutes les {{")
    Path("rules/fr.md").write_text(new.replace("pieces are yours", "pièces").replace("# Game", "# Jeu"), "utf-8")
    good("language", "accept", "fr")
    assert good("language", "status", "fr") == "every passage is translated from the source as it stands\n"
    assert good("check").endswith("sound, nothing to report\n")


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("---\nplayers: 2\nrevision: 12 # since May\n---\n# A\n", 12),
        ("---\nrevision: two\n---\n# A\n", 1),
        ("---\nplayers: 2\n---\nrevision: 5\n", 1),
        ("revision: 5\n", 1),
        ("", 1),
    ],
)
def test_the_revision_is_read_from_the_head_alone(text: str, revision: int) -> None:
    assert revision_of(text) == revision
