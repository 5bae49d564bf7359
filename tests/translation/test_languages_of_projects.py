"""Translations of a project: as those of the shipped games, in its own folder, from whatever language it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.project_commands import bytes_in, change, good, messages, run, status, translate
from tests.support.reading_back import page_texts
from tests.support.reported import reported_in


@pytest.fixture(autouse=True)
def in_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in a game of tokens with English rules and names."""
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens")
    Path("game/words").mkdir()
    Path("game/words/en.yaml").write_text("colours: {amber: amber}\nwords: {hero: hero}\n", encoding="utf-8")
    monkeypatch.chdir("game")


FRENCH = {
    "HEAD/subtitle": "Un jeu",
    "HEAD/players": "2 joueurs",
    "HEAD/duration": "un quart d'heure",
    "game/heading": "Jeu",
    "what-is-in-the-box/heading": "Matériel",
    "how-to-play/heading": "Règle du jeu",
}
FRENCH_WORDS = {"colours/amber": "ambre", "words/hero": "héros"}


def french() -> None:
    """Translate all of the rules and the names into French, some of it in the same words."""
    for file, translations in (("rules/fr.po", FRENCH), ("words/fr.po", FRENCH_WORDS)):
        translate(file, {key: one.msgid for key, one in messages(file).items()} | translations)


def test_what_is_translated_counts_as_translated_and_is_printed() -> None:
    assert good("language", "new", "fr").splitlines() == ["words/fr.po", "rules/fr.po"]
    lines = status("fr")
    assert len(lines) == 8 + len(FRENCH_WORDS)
    assert all(": untranslated: English still, at " in line for line in lines)
    reported = run("build", "--only", "rules", "--out", "out")
    assert "left out, as more than a tenth is still to be translated: fr" in reported.stderr
    assert not Path("out/rules-fr.pdf").exists()
    french()
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
        reported = run("build", "--only", "rules", "--only", "web", "--out", "out").stderr
        warned = [run(*words).output.count("[untranslated-passage]") for words in (("check",), ("verify", "out"))]
        if len(status()) != 7 or warned != [7, 7] or reported.count("[untranslated-passage]") != 7:
            faults.append(f"{tag}: {status()}, {warned}, {reported}")
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


PHRASES = {
    "Rules of the game": "Spelets regler",
    "A game by": "Ett spel av",
    "Published by": "Utgivet av",
    "Revised edition": "Ny utgåva",
    "Original edition": "Första utgåvan",
    "Passages that English has changed since": "Ändrade stycken",
    "Passages not translated yet, marked": "Ej översatta, märkta",
}


def test_words_around_a_text_in_a_language_alone_are_marked_as_long_as_they_are_english() -> None:
    good("init", "in-sv", "--language", "sv")
    pages, words = Path("out/rules-sv.html"), Path("in-sv/words/sv.yaml")

    def printed() -> str:
        good("build", "in-sv", "--only", "web", "--out", "out")
        return pages.read_text(encoding="utf-8")

    found = printed()
    assert [word for word in ("A game by", "Rules of the game", "Contents") if f"[en] {word}" not in found] == []
    text = words.read_text(encoding="utf-8")
    for phrase, own in PHRASES.items():
        assert phrase in text
        text = text.replace(phrase, own)
    words.write_text(text, encoding="utf-8")
    found = printed()
    assert "Ett spel av" in found
    assert not re.search(r"\[en\] (Ett|Spelets|Contents|Version)", found), "a word alone may be the same"


@pytest.mark.parametrize(("first", "second"), [("de", "fr"), ("sv", "da"), ("fr", "sv")])
def test_what_a_project_was_begun_with_is_marked_as_english_in_every_language(first: str, second: str) -> None:
    good("init", "y", "--language", first, "--language", second)
    good("build", "y", "--only", "rules", "--language", first, "--language", second, "--out", "out")
    source = Path("y/rules", f"{first}.md")
    for tag in (first, second):
        text = "\n".join(page_texts(Path(f"out/rules-{tag}.pdf").read_bytes()))
        assert "[en] How to play" in text
        assert f"[{first}]" not in text
    source.write_text(source.read_text(encoding="utf-8").replace("How to play", "Comme on joue"), encoding="utf-8")
    good("build", "y", "--only", "rules", "--language", second, "--out", "out")
    text = "\n".join(page_texts(Path(f"out/rules-{second}.pdf").read_bytes()))
    assert f"[{first}] Comme on joue" in text
    assert " ".join(sorted(("[en]", f"[{first}]"))) in text, "the imprint names both"


def test_the_imprint_counts_words_around_the_text_that_are_not_translated() -> None:
    good("language", "new", "sv")
    there = messages("rules/sv.po")
    translate("rules/sv.po", {key: one.msgid for key, one in there.items()} | FRENCH)
    reported = run("build", "--only", "rules", "--language", "sv", "--out", "out")
    assert reported.exit_code == 0, reported.output
    text = "\n".join(page_texts(Path("out/rules-sv.pdf").read_bytes()))
    marked = set(re.findall(r"^\[en\] (?:Contents|A game by|Rules of the game|Published by)", text, re.MULTILINE))
    assert len(marked) >= 3
    assert "Passages not translated yet, marked [en]: 10" in text, text


def test_a_line_is_sought_in_the_text_that_is_meant() -> None:
    Path("words/en.yaml").unlink()  # so that there are none to translate
    good("language", "new", "fr")
    assert good("language", "accept", "fr", "--game", "words", "--line", "3") == "passages accepted: fr (0)\n"
    refused = run("language", "accept", "fr", "--line", "9998", "--line", "9999")
    assert refused.exit_code == 1
    assert reported_in(refused.stderr) == [f"rules/en.md:{line}:1: no passage in this line" for line in (9998, 9999)]


def test_a_project_is_translated_from_the_language_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("rules/en.md").rename("rules/es.md")
    change("rules/es.md", ("# Game", "# Juego"))
    change("rules/es.md", ("How to play", "Cómo se juega"))
    monkeypatch.chdir("..")
    assert good("language", "new", "fr", "--game", "game").splitlines() == ["game/rules/fr.po"]
    lines = status("fr", "--game", "game")
    assert lines[3].endswith("untranslated: Español still, at game/rules/es.md:6:3: the heading 'Juego'")
    assert run("language", "new", "es", "--game", "game").exit_code == 2
    assert run("list", "tiles", "--game", "game").exit_code == 2
    assert "Français" in good("list", "languages", "game")
    assert "Deutsch" not in good("list", "languages", "game")
    translate("game/rules/fr.po", {"juego/heading": "Jeu"})
    good("build", "game", "--only", "web", "--language", "fr", "--out", "out")
    page = Path("out/rules-fr.html").read_text(encoding="utf-8")
    assert "<h1" in page
    assert "Jeu" in page
    assert "[es] Cómo se juega" in page
    assert "[en] What is in the box" in page


def test_words_around_a_text_are_marked_as_long_as_they_are_english() -> None:
    made = good("language", "new", "sv", "--name", "Svenska").splitlines()
    assert made == ["words/sv.yaml", "words/sv.po", "rules/sv.po"]
    words = Path("words/sv.yaml").read_text(encoding="utf-8")
    assert "language: Svenska\n" in words
    assert "fonts: " in words
    assert "Contents" not in words, "those of English are translated in the catalogue"

    def printed() -> str:
        good("build", "--only", "web", "--language", "sv", "--out", "out")
        return Path("out/rules-sv.html").read_text(encoding="utf-8")

    assert "[en] Contents" in printed()
    translate("words/sv.po", {"words/contents": "Innehåll"})
    assert [line for line in status("sv") if "'Contents'" in line] == []
    found = printed()
    assert "[en] A game by" in found
    assert "Innehåll" in found
    assert "[en] Innehåll" not in found
    good("language", "accept", "sv", "--same")
    assert "[en] Contents" not in printed(), "accepted as it is"


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
    reported = run("check", "all/x")
    assert reported.exit_code == 0
    for one in others:
        assert f"rules/{one}.po: note: 0 % translated, 0 of " in reported.stderr, "a language that was begun is named"
    assert f"rules/{first}.md: note" not in reported.stderr
    built = run("build", "all/x", "--only", "rules", "--out", "out")
    assert f"to be translated: {', '.join(sorted(others))}" in built.stderr
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


def test_a_shipped_game_begun_in_two_languages_is_translated_from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("..")
    for first, second in (("de", "fr"), ("en", "ja")):
        name = f"{first}-{second}"
        good("init", name, "--from", "asterismo", "--language", first, "--language", second)
        assert {path.name for path in Path(name, "rules").iterdir()} == {f"{first}.md", f"{second}.po"}
        assert status("--game", name) == []
        good("build", name, "--only", "web", "--out", f"out-{name}")
        shipped = good("build", "asterismo", "--only", "web", "--language", second, "--out", f"shipped-{name}")
        assert "proved" in shipped


# -- projects of before ------------------------------------------------------------------------------------------------

OLD = """---
subtitle: Un jeu
players: 2 joueurs
duration: un quart d'heure
---
# Jeu

"""


def in_french(english: str) -> str:
    """Return an old French text with the passages of the English one, half of them translated."""
    return (
        english.replace("A game in the making", "Un jeu").replace("# Game", "# Jeu").replace("2 players", "2 joueurs")
    )


def test_an_old_translation_is_taken_over_all_of_it_to_be_looked_at() -> None:
    english = Path("rules/en.md").read_text(encoding="utf-8")
    Path("rules/fr.md").write_text(in_french(english), encoding="utf-8")
    Path("rules/fr.sources.yaml").write_text("words: {}\ncolours: {}\ntexts: {}\n", encoding="utf-8")
    before = bytes_in(Path())
    for words in (("build",), ("check",), ("language", "status"), ("language", "update"), ("list", "languages")):
        refused = run(*words)
        assert (refused.exit_code, bytes_in(Path())) == (1, before), words
        assert "rules/fr.md: a translation is a PO file; `asterion language new fr` makes it" in refused.output, words
    good("language", "new", "fr")
    found = messages("rules/fr.po")
    assert (found["HEAD/subtitle"].msgstr, found["HEAD/subtitle"].fuzzy) == ("Un jeu", True)
    assert found["how-to-play/heading"].msgstr == ""
    assert run("check").exit_code == 1, "there is one truth"
    Path("rules/fr.md").unlink()
    assert {line.partition(": ")[2].partition(": ")[0] for line in status("fr")} == {"unaccepted", "untranslated"}


def test_an_old_translation_with_other_passages_is_refused_by_name_and_the_folder_untouched() -> None:
    english = Path("rules/en.md").read_text(encoding="utf-8")
    for spoilt, reported in (
        (
            in_french(english).replace("## How to play", "## Comment jouer\n\nTexte.\n\n## Encore"),
            "10 passages; rules/en.md has",
        ),
        (
            in_french(english).replace("## How to play", "- Encore"),
            "rules/fr.md:13:3: item-1 stands where heading should",
        ),
        (in_french(english) + "\nEncore une chose.\n", "passages; rules/en.md has"),
        (OLD.replace("---\n#", "revision: 1\n---\n#"), "rules/fr.md:"),
    ):
        Path("rules/fr.md").write_text(spoilt, encoding="utf-8")
        before = bytes_in(Path())
        refused = run("language", "new", "fr")
        assert (refused.exit_code, reported in refused.output) == (1, True), refused.output
        assert bytes_in(Path()) == before


def test_a_project_whose_first_language_is_spanish_keeps_it() -> None:
    Path("rules/en.md").rename("rules/es.md")
    Path("rules/de.md").write_bytes(Path("rules/es.md").read_bytes())
    Path("rules/de.sources.yaml").write_text("texts: {}\n", encoding="utf-8")
    refused = run("build")
    assert "rules/de.md: a translation is a PO file" in refused.output
    assert "rules/es.md:" not in refused.output
    Path("rules/de.md").unlink()
    good("build", "--only", "rules", "--out", "out")
    assert Path("out/rules-es.pdf").exists()
    Path("rules/es.po").write_text("", encoding="utf-8")
    good("check")


def test_a_file_of_names_of_before_is_read_still() -> None:
    good("language", "new", "fr", "--game", "words")
    Path("words/fr.po").unlink()
    Path("words/fr.yaml").write_text("colours: {amber: ambre}\nwords: {hero: héros}\n", encoding="utf-8")
    assert good("language", "new", "fr").splitlines() == ["rules/fr.po"]
    french_rules = messages("rules/fr.po")
    translate("rules/fr.po", {key: one.msgid for key, one in french_rules.items()})
    good("build", "--only", "rules", "--out", "out")
