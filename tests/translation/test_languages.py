"""The commands for translators in a clone: begin, share, take over a changed English, accept."""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from asterion_press.catalogue import library
from asterion_press.catalogue.library import closest_language
from asterion_press.rulebook.translation.composed import CURVED, compose_text
from asterion_press.rulebook.translation.language import is_incomplete, is_right_to_left
from asterion_press.rulebook.translation.update import Term, terms_in
from tests.support.project_commands import (
    WHOLE,
    bytes_in,
    change,
    good,
    messages,
    run,
    status,
    translate,
)
from tests.support.reported import reported_in

PROJECT = Path(__file__).parents[2]


LOCALES = Path("templates/locales")
LANGUAGES = sorted(path.name for path in (PROJECT / LOCALES).iterdir() if path.is_dir() and path.name != "en")
ENGLISH = LOCALES / "en" / "asterismo.md"
GERMAN = LOCALES / "de" / "asterismo.po"


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of what languages are made of, which the commands take for the shelf."""
    for name in ("locales", "games", "figures", "variants", "spreads", "themes", "papers", "layouts"):
        shutil.copytree(PROJECT / "templates" / name, tmp_path / "templates" / name)
    for name in ("art", "fonts"):
        (tmp_path / "templates" / name).symlink_to(PROJECT / "templates" / name)
    shutil.copy(PROJECT / "tiles.yaml", tmp_path)
    library.root.cache_clear()
    monkeypatch.setattr(library, "PACKAGE", tmp_path / "generator/asterion_press")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    library.root.cache_clear()


def end_anew() -> None:
    change(str(ENGLISH), ("## The end {#end}", "## How it ends {#end}"))


def test_shipped_texts_are_up_to_date() -> None:
    assert good("language", "status") == WHOLE


def test_languages_are_listed_with_their_coverage() -> None:
    listed = good("list", "languages").splitlines()
    assert ["es", "Español", "100", "%", "100", "%"] in [row.split()[:6] for row in listed]
    data = json.loads(good("list", "languages", "--format", "json"))["languages"]
    assert {entry["language"] for entry in data} == set(library.all_languages())
    covered = next(entry["covered"] for entry in data if entry["language"] == "es")
    assert covered["asterion"][0] == covered["asterion"][1] > 0


def test_a_passage_that_english_has_changed_is_outdated_until_it_is_accepted() -> None:
    end_anew()
    line = next(number for number, one in enumerate(ENGLISH.read_text("utf-8").split("\n"), 1) if "{#end}" in one)
    reported = run("language", "status", "de").stdout.splitlines()
    share, section, remark = reported
    assert share.startswith(f"{GERMAN}: ")
    assert section.startswith("  end: ")
    assert remark.partition(": ")[2] == (
        f"outdated: English has changed, at {ENGLISH}:{line}:4: the heading 'How it ends'"
    )
    assert messages(GERMAN)["end/heading"].msgid == "The end", "a status writes nothing"
    assert good("language", "update", "de") == f"{GERMAN}\n"
    entry = messages(GERMAN)["end/heading"]
    assert (entry.fuzzy, entry.msgid, entry.previous_msgid) == (True, "How it ends", "The end")
    assert run("language", "status", "de").stdout.splitlines()[2].partition(": ")[2] == remark.partition(": ")[2]
    assert good("language", "accept", "de") == f"{GERMAN}\npassages accepted: de (1)\n"
    entry = messages(GERMAN)["end/heading"]
    assert (entry.fuzzy, entry.previous_msgid, entry.msgstr) == (False, None, "Spielende")
    assert good("language", "status", "de") == WHOLE
    assert good("language", "update", "de") == "", "there is nothing to write"


def test_what_english_adds_is_empty_and_what_it_drops_is_kept_and_comes_back() -> None:
    section = "## The middle {#middle}\n\nHalf is done.\n\n"
    change(str(ENGLISH), ("## The end {#end}", f"{section}## The end {{#end}}"))
    assert {line.split(": ")[1] for line in status("de")} == {"missing"}
    good("language", "update")
    assert {line.split(": ")[1] for line in status()} == {"untranslated"}
    assert len(status()) == 2 * len(LANGUAGES)
    translate(GERMAN, {"middle/heading": "Die Mitte", "middle/paragraph-1": "Die Hälfte."})
    assert status("de") == []
    change(str(ENGLISH), (section, ""))
    assert [line.split(": ")[1] for line in status("de")] == ["leftover"] * 2
    good("language", "update", "de")
    assert status("de") == []
    assert '#~ msgstr "Die Hälfte."' in GERMAN.read_text("utf-8")
    change(str(ENGLISH), ("## The end {#end}", f"{section.replace('Half', 'Most')}## The end {{#end}}"))
    good("language", "update", "de")
    assert [line.split(": ")[1] for line in status("de")] == ["outdated"]
    assert messages(GERMAN)["middle/paragraph-1"].previous_msgid == "Half is done."


def test_a_word_that_english_changes_or_adds_is_told() -> None:
    new = ("contents: Contents", "contents: What is inside"), ("  figure: Figure\n", "  figure: Figure\n  new: New\n")
    change(str(LOCALES / "en" / "words.yaml"), *new)
    reported = status("de")
    assert [line.split(": ")[1] for line in reported] == ["outdated", "missing"]
    assert reported[0].startswith("templates/locales/de/words.po:")
    good("language", "update", "de")
    translate(LOCALES / "de" / "words.po", {"words/new": "Neu", "words/contents": "Was drin ist"})
    assert status("de") == []


def test_a_new_language_is_empty_and_only_what_is_translated_counts() -> None:
    written = good("language", "new", "sv", "--name", "Svenska").splitlines()
    folder, files = LOCALES / "sv", ["words.yaml", "glossary.yaml", "words.po"]
    assert written == [f"{folder}/{name}" for name in (*files, *(f"{game}.po" for game in library.games()))]
    words = (folder / "words.yaml").read_text(encoding="utf-8")
    assert "language: Svenska\n" in words
    assert "hyphenation: sv\n" in words
    assert "Contents" not in words
    assert "  dead end: {term: dead end}\n" in (folder / "glossary.yaml").read_text(encoding="utf-8")
    listed = good("list", "languages").splitlines()
    assert ["sv", "Svenska", "0", "%", "0", "%"] in [row.split()[:6] for row in listed]
    reported = run("language", "status", "sv", "--game", "asterion").stdout.splitlines()
    assert reported[0].startswith("templates/locales/sv/asterion.po: 0 of ")
    assert len([line for line in reported if ": untranslated: English still" in line]) == 10
    assert reported[-1].startswith("... and ")
    assert is_incomplete("sv", "asterion")
    translate(folder / "asterion.po", {"setup/heading": "Förberedelser"})
    assert "  setup: 1 of " in run("language", "status", "sv", "--game", "asterion").stdout
    good("language", "accept", "sv", "--same")
    assert status("sv"), "quotation marks are each language's own"
    for one in messages(folder / "asterion.po").values():
        assert bool(one.msgstr) != bool(CURVED.search(one.msgid)) or "without words" in one.comment, one.msgid
    assert not is_incomplete("sv", "asterion")
    assert messages(folder / "asterion.po")["setup/heading"].msgstr == "Förberedelser"


def test_a_new_language_begins_with_its_own_quotation_marks() -> None:
    for tag, quotes in (("be", "[«», „“]"), ("sv", "[””, ’’]"), ("zh-HK", "[「」, 『』]")):
        good("language", "new", tag, "--game", "minotaurus")
        assert f"quotes: {quotes}" in (LOCALES / tag / "words.yaml").read_text(encoding="utf-8")


def test_a_language_begins_with_the_texts_of_another_one_all_to_be_looked_at() -> None:
    good("language", "new", "de-AT", "--from", "de", "--name", "Österreichisch")
    folder = LOCALES / "de-AT"
    assert "language: Österreichisch" in (folder / "words.yaml").read_text("utf-8")
    assert (folder / "glossary.yaml").read_bytes() == (LOCALES / "de" / "glossary.yaml").read_bytes()
    german, austrian = (messages(LOCALES / tag / "asterion.po") for tag in ("de", "de-AT"))
    assert {key: one.msgstr for key, one in austrian.items()} == {key: one.msgstr for key, one in german.items()}
    assert all(one.fuzzy for one in austrian.values() if one.msgstr)
    reported = status("de-AT")
    assert {line.split(": ")[1] for line in reported} == {"unaccepted"}
    assert is_incomplete("de-AT", "asterion")
    good("language", "accept", "de-AT", "--same")
    assert status("de-AT") == []


def test_a_language_in_the_making_is_named_where_rules_are_made_and_nowhere_else(shelf: Path) -> None:
    good("language", "new", "sv", "--name", "Svenska")
    (shelf / "generator/asterion_press").mkdir(parents=True)

    def reported(*words: str) -> Result:
        return run("build", "asterion", "-n", "--paper", "a4", "--out", str(shelf / "out"), *words)

    (left_out,) = reported_in(reported().stderr)
    why = "more than a tenth is still to be translated"
    assert left_out == f"warning: left out, as {why}: sv; --language prints them all the same"
    assert "rules-sv.pdf" not in reported().stdout
    assert (
        reported("--language", "en").stderr
        == reported("--only", "sheets").stderr
        == reported("--only", "check").stderr
        == ""
    )
    assert "rules-sv.pdf" in reported("--language", "sv").stdout


def test_a_language_that_is_there_is_not_begun_again_but_its_texts_are() -> None:
    before = bytes_in(LOCALES)
    assert run("language", "new", "es").exit_code == 2
    assert run("language", "new", "../x").exit_code == 2
    assert run("language", "new", "nb", "--name", "Nor\nsk").exit_code == 2
    assert bytes_in(LOCALES) == before
    (LOCALES / "ko" / "asterion.po").unlink()
    assert good("language", "new", "ko") == "templates/locales/ko/asterion.po\n"


def test_an_entry_tells_its_kind_its_place_its_terms_and_its_picture() -> None:
    figure = next(one for key, one in messages(LOCALES / "de/asterion.po").items() if key.endswith("/figure-impaling"))
    assert "caption of a figure" in figure.comment
    assert "picture: rules-en.html#" in figure.comment
    assert "section: Impale and score" in figure.comment
    assert "term: impaled" in figure.comment
    word = messages(LOCALES / "de/words.po")["words/told_right"]
    assert "told instead of a figure to those who do not see it" in word.comment
    assert good("language", "update") == "", "shipped catalogues are as they are written"


def test_a_term_is_told_where_it_stands_in_either_number_and_not_within_another_word() -> None:
    terms = {"box": Term("Schachtel"), "piece": Term("Teil"), "tile": Term("Platte")}
    found = terms_in("Boxers put Pieces back into both boxes {{deck.tile}}.", terms)
    assert found == ["piece: Teil", "box: Schachtel"]


def test_translators_see_the_passages_of_every_deck_and_no_conditions() -> None:
    found = messages(LOCALES / "es" / "asterion.po")
    assert not any("{{if" in one.msgid or "{{end" in one.msgid for one in found.values())
    assert "meets a side without an exit" in found["placing/paragraph-2"].msgid
    assert found["placing/paragraph-3"].msgid.startswith("Every side of a tile has an exit")
    assert "ruling-a6/heading" in found


def test_accept_takes_a_line_of_english_or_punctuation_in_all_languages() -> None:
    english = LOCALES / "en" / "asterion-original.md"
    change(str(english), ("All at once.{{ruling.a12}}", "All, at once!{{ruling.a12}}"))
    assert len(status()) == len(LANGUAGES)
    reported = good("language", "accept", "--punctuation")
    assert reported.count("(1)") == len(LANGUAGES)
    assert status() == []
    change(str(english), ("All, at once!{{ruling.a12}}", "All of them at once.{{ruling.a12}}"))
    assert all("(0)" in line for line in good("language", "accept", "--punctuation").splitlines() if "accepted" in line)
    assert run("language", "accept").exit_code == 2, "everything in all languages is not taken unseen"
    assert run("language", "accept", "--line", "4").exit_code == 2
    line = english.read_text("utf-8").split("\n").index("All of them at once.{{ruling.a12}}") + 1
    refused = run("language", "accept", "--game", "asterion-original", "--line", str(line + 1))
    assert (refused.exit_code, reported_in(refused.stderr)) == (1, [f"{english}:{line + 1}:1: no passage in this line"])
    assert len(status()) == len(LANGUAGES)
    good("language", "accept", "--game", "asterion-original", "--line", str(line))
    assert status() == []


def test_a_translation_that_no_longer_fits_is_printed_in_english_and_not_accepted() -> None:
    english, german = LOCALES / "en" / "asterion.md", LOCALES / "de" / "asterion.po"
    key, was = next((key, one.msgid) for key, one in messages(german).items() if "item" in key and "{{" in one.msgid)
    now = re.sub(r"\{\{[^{}]*\}\}", "some", was)
    change(str(english), (was, now))
    text = compose_text("de", "asterion")
    assert not text.mistakes
    assert [gap.state for gap in text.gaps] == ["outdated"]
    assert rf"\[en\] {now}" in text.text
    reported = run("language", "accept", "de", "--game", "asterion")
    assert reported.exit_code == 1
    assert "passages accepted: de (0)" in reported.stdout
    wrong = rf"{german}:\d+:\d+: placeholder '.*' does not stand in this passage in .*"
    assert all(re.fullmatch(wrong, line) for line in reported_in(reported.stderr))
    assert messages(german)[key].fuzzy


def test_where_the_english_of_before_stands_now_is_told() -> None:
    english = LOCALES / "en" / "asterion-original.md"
    text = english.read_text("utf-8")
    one, other = re.findall(r"^- (.{40,})$", text, re.MULTILINE)[:2]
    change(str(english), (f"- {one}\n", "- HERE\n"), (f"- {other}\n", f"- {one}\n"), ("- HERE\n", f"- {other}\n"))
    reported = [line for line in status("de") if "outdated" in line]
    assert len(reported) == 2
    assert all(re.search(r"; what it said before is '[\w-]+/item-\d+' now$", line) for line in reported)


def test_words_that_a_glossary_forbids_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert library.root() == Path.cwd()
    # of which files that are made have a key
    monkeypatch.setattr(library, "PACKAGE", PROJECT / "generator/asterion_press")
    translate(GERMAN, {"end/heading": "Kacheln am Ende"})
    reported = run("check", "asterismo")
    line = next(n for n, one in enumerate(GERMAN.read_text("utf-8").split("\n"), 1) if "Kacheln am Ende" in one)
    assert (
        f"{GERMAN}:{line}:9: warning: 'Kacheln' is not the term for it; the glossary has 'Plättchen'" in reported.stderr
    )
    assert (reported.exit_code, run("check", "asterismo", "--strict").exit_code) == (0, 1)


def test_remarks_of_translators_stand_at_the_headings_of_english() -> None:
    glossary = LOCALES / "de" / "glossary.yaml"
    text = glossary.read_text("utf-8")
    remark = "\nremarks:\n  - {where: 'asterismo end', remark: Who?}\n"
    glossary.write_text(text[: text.index("\nremarks:")] + remark, "utf-8")
    line = next(n for n, one in enumerate(ENGLISH.read_text("utf-8").split("\n"), 1) if "{#end}" in one)
    assert f"{ENGLISH}:{line}:1: de: Who?\n" in good("language", "status", "en", "--game", "asterismo")


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        *(("pt_BR", "pt-BR"), ("pt_PT", "pt"), ("pt-AO", "pt"), ("zh_TW", "zh-Hant"), ("zh-HK", "zh-Hant")),
        *(("zh_CN.UTF-8", "zh-Hans"), ("es_MX", "es"), ("es-419", "es"), ("DE", "de"), ("nb", None), ("../de", None)),
    ],
)
def test_regional_tags_find_their_language(tag: str, found: str | None) -> None:
    assert closest_language(tag, ["en", *LANGUAGES]) == found


def test_a_command_takes_a_regional_tag() -> None:
    assert good("language", "accept", "zh_TW") == "passages accepted: zh-Hant (0)\n"
    refused = run("language", "status", "nb_NO")
    assert (refused.exit_code, "unknown language 'nb_NO'" in refused.output) == (2, True)


def test_a_file_that_another_program_changes_meanwhile_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    end_anew()
    real = library.catalogue_file("de", "asterismo").path

    def saved(*_: object) -> str:
        real.write_bytes(real.read_bytes() + b"# mine\n")
        return "new\n"

    monkeypatch.setattr("asterion_press.cli.projects.updated_catalogue", saved)
    refused = run("language", "update", "de", "--game", "asterismo")
    assert refused.exit_code == 1
    assert "changed meanwhile; give the command again" in refused.stderr
    assert real.read_bytes().endswith(b"# mine\n")


@pytest.mark.parametrize(
    ("tag", "from_right"),
    [("he", True), ("fa-AF", True), ("pa-Arab-PK", True), ("ug-Latn", False), ("pa", False), ("el", False)],
)
def test_languages_that_are_written_from_right_to_left_are_known(tag: str, *, from_right: bool) -> None:
    assert is_right_to_left(tag) is from_right


def test_a_language_that_cannot_be_set_is_not_begun() -> None:
    result = run("language", "new", "he")
    assert (result.exit_code, "he" in library.all_languages()) == (2, False)
    assert "'he' is written from right to left, which cannot be typeset yet" in result.stderr


def test_columns_of_the_list_stand_one_below_the_other_on_a_terminal_whatever_the_letters() -> None:
    def width(text: str) -> int:
        return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)

    rows = [line for line in good("list", "languages").splitlines() if "%" in line]
    assert {"ja", "ko", "zh-Hans", "zh-Hant"} <= {row.split()[0] for row in rows}
    assert len({width(row[: row.index(row.split(" %")[0].split()[-1] + " %")]) for row in rows}) == 1


@pytest.mark.parametrize("words", [["new", "sv"], ["accept", "de"], ["update", "de"]], ids=" ".join)
def test_the_texts_of_an_installed_program_are_never_changed(words: list[str], shelf: Path) -> None:
    installed = shelf / "generator/asterion_press" / "shipped"
    shutil.copytree(shelf / "templates", installed / "templates")
    before = bytes_in(installed)
    result = run("language", *words)
    assert result.exit_code == 1
    assert "the texts of an installed program are not changed" in result.stderr
    assert bytes_in(installed) == before
