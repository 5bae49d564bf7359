"""Languages against English: what is outdated, missing, left over; and PO files there and back."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.catalogue import library
from generator.cli.main import main
from generator.rulebook.text.revisions import outdated_languages
from generator.rulebook.translation.coverage import is_incomplete
from generator.rulebook.translation.new_language import is_right_to_left
from tests.support.project_commands import see_that_it_goes_on
from tests.support.shelf_copy import copied_shelf

PROJECT = Path(__file__).parents[2]
LOCALES = Path("templates/locales")
FIRST_REVISION = Path(__file__).parent / "first_revision"
"""The rules as they once were in some languages: texts that go on living nowhere else, for tests that change them."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of what languages are made of, which the commands take for the shelf."""
    with copied_shelf(tmp_path, ("locales", "games", "figures", "variants"), monkeypatch):
        shutil.copytree(FIRST_REVISION, tmp_path / LOCALES, dirs_exist_ok=True)
        yield tmp_path


def run(*words: str) -> Result:
    known = words and not words[0].startswith("-")
    return CliRunner().invoke(main, ["language", *words] if known else ["list", "languages", *words])


def good(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.output


def status(language: str) -> list[str]:
    result = run("status", language)
    return [] if result.exit_code == 0 else result.output.splitlines()


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def line_of(file: Path, what: str, after: int = 0) -> int:
    lines = enumerate(file.read_text(encoding="utf-8").split("\n"), 1)
    return next(number for number, line in lines if number > after and what in line)


@pytest.fixture
def english(project: Path) -> Path:
    return project / LOCALES / "en" / "asterion.md"


@pytest.fixture
def spanish(project: Path) -> Path:
    good("accept", "es", "--same")  # whatever English has changed since
    return project / LOCALES / "es" / "asterion.md"


def test_shipped_texts_are_up_to_date() -> None:
    for tag in library.languages("asterion"):
        if tag != "en" and not is_incomplete(tag, "asterion"):
            outdated = [game for game in library.games() if outdated_languages(game, [tag])]
            found = status(tag)
            assert len(found) == len(outdated), found
            assert all(f"/{game}.md:" in line for game, line in zip(sorted(outdated), found, strict=True))


def test_languages_are_listed_with_their_coverage(project: Path) -> None:
    assert project.is_dir()
    assert ["es", "Español", "100", "%", "100", "%"] in [row.split()[:6] for row in good().splitlines()]
    data = json.loads(good("--format", "json"))["languages"]
    assert {entry["language"] for entry in data} == set(library.all_languages())
    covered = next(entry["covered"] for entry in data if entry["language"] == "es")
    assert covered["asterion"][0] == covered["asterion"][1] > 0


def test_a_passage_that_english_has_changed_is_outdated_until_it_is_accepted(english: Path, spanish: Path) -> None:
    change(english, "Put the counters where everyone can reach them.", "Put the counters into the middle.")
    here, there = line_of(spanish, "5. ", line_of(spanish, "{#setup}")), line_of(english, "Put the counters")
    (line,) = status("es")
    assert line == (
        f"templates/locales/es/asterion.md:{here}:4: outdated: English has changed, at "
        f"templates/locales/en/asterion.md:{there}:4: the item 'Put the counters into the middle.'"
    )
    assert "passages accepted: " in good("accept", "es", "--game", "asterion", "--line", str(here))
    assert status("es") == []


def test_a_passage_that_english_adds_is_missing_and_moves_no_other(english: Path, spanish: Path) -> None:
    first = "1. Put the minotaur tile in the middle of the table."
    change(english, first, f"1. Clear the table.\n{first}")
    (line,) = status("es")
    heading = line_of(spanish, "{#setup}")
    assert line == (
        f"templates/locales/es/asterion.md:{heading}:4: missing: after this, the item 'Clear the table.', "
        f"which stands at templates/locales/en/asterion.md:{line_of(english, 'Clear the table')}:4"
    )
    lines = spanish.read_text(encoding="utf-8").split("\n")
    spanish.write_text(
        "\n".join([*lines[: heading + 1], "1. Despejad la mesa.", *lines[heading + 1 :]]), encoding="utf-8"
    )
    assert status("es") == [], "what is translated needs no word of that"


def test_a_passage_that_english_drops_is_left_over(english: Path, spanish: Path) -> None:
    change(english, "5. Put the counters where everyone can reach them.\n", "")
    here = line_of(spanish, "5. ", line_of(spanish, "{#setup}"))
    (line,) = status("es")
    assert line.startswith(f"templates/locales/es/asterion.md:{here}:4: leftover: the item ")


def test_a_word_that_english_changes_is_outdated(project: Path) -> None:
    change(project / LOCALES / "en" / "words.yaml", "contents: Contents", "contents: What is inside")
    (line,) = status("de")
    assert line.startswith("templates/locales/de/words.yaml:")
    assert "outdated" in line


def test_a_new_language_begins_as_english_all_untranslated(project: Path) -> None:
    assert "files written: templates/locales/sv" in good("new", "sv", "--name", "Svenska")
    folder = project / LOCALES / "sv"
    assert (folder / "asterion.md").read_bytes() == (project / LOCALES / "en" / "asterion.md").read_bytes()
    words = (folder / "words.yaml").read_text(encoding="utf-8")
    assert "language: Svenska\n" in words
    assert "hyphenation: sv\n" in words
    assert "  dead end: {term: dead end}\n" in (folder / "glossary.yaml").read_text(encoding="utf-8")
    assert ["sv", "Svenska", "0", "%", "0", "%"] in [row.split()[:6] for row in good().splitlines()]
    lines = status("sv")
    assert lines
    assert all(": untranslated: " in line for line in lines)
    assert is_incomplete("sv", "asterion")
    change(folder / "asterion.md", "## Setup {#setup}", "## Förberedelser {#setup}")
    assert len(status("sv")) == len(lines) - 1, "what is translated needs no word of that"
    english = project / LOCALES / "en" / "asterion.md"
    change(english, "## Setup {#setup}", "## Setting up {#setup}")
    change(english, "Put the counters where everyone can reach them.", "Put the counters into the middle.")
    outdated, *others = (line for line in status("sv") if line not in lines)
    assert "asterion.md" in outdated
    assert ": outdated: English has changed" in outdated
    assert all(": untranslated: " in line for line in others), "what it was begun with is English still"
    assert "passages accepted: templates/locales/sv/sources.yaml (1)" in good("accept", "sv")
    assert len(status("sv")) == len(lines) - 1
    good("accept", "sv", "--same")
    assert status("sv") == []
    assert not is_incomplete("sv", "asterion")


def test_a_new_language_begins_with_its_own_quotation_marks(project: Path) -> None:
    for tag, quotes in (("be", "[«», „“]"), ("sv", "[””, ’’]"), ("zh-HK", "[「」, 『』]")):
        good("new", tag, "--game", "minotaurus")
        assert f"quotes: {quotes}" in (project / LOCALES / tag / "words.yaml").read_text(encoding="utf-8")


def test_a_language_in_the_making_is_named_where_rules_are_made_and_nowhere_else(project: Path) -> None:
    good("new", "sv", "--name", "Svenska")
    for kind in ("papers", "themes", "layouts"):
        shutil.copytree(PROJECT / "templates" / kind, project / "templates" / kind)
    (project / "generator").mkdir()

    def told(*words: str) -> Result:
        return CliRunner().invoke(
            main, ["build", "asterion", "-n", "--paper", "a4", "--out", str(project / "out"), *words]
        )

    (left_out,) = told().stderr.splitlines()
    names, _, way_out = left_out.removeprefix("left out, as more than a tenth is English still: ").partition("; ")
    assert "sv" in names.split(", ")
    assert way_out == "--language prints them all the same"
    assert "rules-sv.pdf" not in told().stdout
    assert told("--language", "en").stderr == told("--only", "sheets").stderr == told("--only", "check").stderr == ""
    assert "rules-sv.pdf" in told("--language", "sv").stdout
    mistaken = project / "mine.yaml"
    mistaken.write_text("game: asterion\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["build", "--catalogue", str(mistaken)])
    assert (result.exit_code, "left out" in result.stderr) == (1, False), "it is no matter while nothing is made"


def test_a_language_that_is_there_is_not_begun_again_but_its_texts_are(project: Path) -> None:
    before = snapshot(project / LOCALES / "es")
    assert run("new", "es").exit_code == 2
    assert run("new", "../x").exit_code == 2
    assert snapshot(project / LOCALES / "es") == before
    if not (project / LOCALES / "ko" / "asterion.md").exists():
        good("new", "ko", "--game", "asterion")
        assert status("ko")[0].startswith("templates/locales/ko/asterion.md:2:11: untranslated: ")


@pytest.fixture
def exported(project: Path) -> Callable[[str], list[str]]:
    def export(language: str) -> list[str]:
        return good("export", language, "--out", str(project / "po")).split()

    return export


def test_po_files_that_say_something_else_are_replaced_only_by_force_and_all_together(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    first, *others = exported("es")
    mine = Path(first).read_text(encoding="utf-8") + "# three evenings of work\n"
    Path(first).write_text(mine, encoding="utf-8")
    Path(others[0]).unlink()
    (project / "po" / "notes.txt").write_text("mine", encoding="utf-8")
    before = snapshot(project / "po")
    refused = run("export", "es", "--out", str(project / "po"))
    assert refused.exit_code == 1
    assert refused.stderr.startswith(f"{first} would be replaced, and what was translated there since would be lost; ")
    assert "give --force to replace it" in refused.stderr
    assert snapshot(project / "po") == before
    good("export", "es", "--out", str(project / "po"), "--force")
    assert Path(first).read_text(encoding="utf-8") != mine
    assert Path(others[0]).exists()
    assert (project / "po" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert not list(project.glob(".po.*"))


@pytest.mark.parametrize("language", ["es", "ja"])
def test_po_there_and_back_is_the_identity(project: Path, language: str, exported: Callable[[str], list[str]]) -> None:
    good("accept", language, "--same")
    before = snapshot(project / LOCALES / language)
    files = exported(language)
    written = [Path(file).read_bytes() for file in files]
    good("import", language, *files)
    assert snapshot(project / LOCALES / language) == before
    assert [Path(file).read_bytes() for file in exported(language)] == written


def test_po_is_the_identity_for_what_is_outdated_untranslated_or_missing_too(
    project: Path, english: Path, exported: Callable[[str], list[str]]
) -> None:
    good("new", "sv")
    swedish = project / LOCALES / "sv"
    change(swedish / "asterion.md", "## Setup {#setup}", "## Förberedelser {#setup}")
    good("accept", "sv")
    change(english, "## Setup {#setup}", "## Setting up {#setup}")
    change(english, "## Scoring {#scoring}\n", "## Scoring {#scoring}\n\nOne more.\n")
    before, told = snapshot(swedish), status("sv")
    good("import", "sv", *exported("sv"))
    assert snapshot(swedish) == before
    assert status("sv") == told


def test_what_a_translator_writes_comes_back(project: Path, exported: Callable[[str], list[str]]) -> None:
    import polib

    good("new", "sv")
    file = next(name for name in exported("sv") if name.endswith("/asterion.po"))
    po = polib.pofile(file)
    po.find("Setup").msgstr = "Förberedelser"
    po.find("The terms").msgstr = "Begrepp"
    po.find("The terms").flags.append("fuzzy")
    po.save(file)
    assert "passages changed: templates/locales/sv/asterion.md (2)" in good("import", "sv", file)
    text = (project / LOCALES / "sv" / "asterion.md").read_text(encoding="utf-8")
    assert "## Förberedelser {#setup}" in text
    assert "### Begrepp {#terms}" in text
    lines = [line for line in status("sv") if "/sv/asterion.md:" in line]
    assert {line.split(": ")[1] for line in lines} == {"untranslated", "unaccepted"}
    assert not any("'Setup'" in line for line in lines)
    good("export", "sv", "--out", str(project / "again"))
    again = polib.pofile(str(project / "again" / Path(file).name))
    assert (again.find("Setup").fuzzy, again.find("The terms").fuzzy) == (False, True)


def test_translators_see_the_passages_of_every_deck_and_no_conditions(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    import polib

    def conditions() -> list[str]:
        text = (project / LOCALES / "es" / "asterion.md").read_text(encoding="utf-8")
        return re.findall(r"\{\{(?:if|else|end)\b.*\}\}", text)

    before = conditions()
    assert before == ["{{if deck.walls}}", "{{else}}", "{{end}}", "{{if deck.walls}}", "{{end}}"]
    file = next(name for name in exported("es") if name.endswith("/asterion.po"))
    po = polib.pofile(file)
    assert not any(re.search(r"\{\{(if|else|end)", entry.msgid) for entry in po)
    found = {entry.msgctxt: entry for entry in po}
    assert "meets a wall" in found["placing/paragraph-2"].msgid
    assert found["placing/paragraph-3"].msgid.startswith("Every side of every tile has an exit.")
    assert "ruling-a6/heading" in found
    found["placing/paragraph-3"].msgstr = "Todos los lados tienen una salida."
    po.save(file)
    assert "passages changed: templates/locales/es/asterion.md (1)" in good("import", "es", file)
    assert conditions() == before
    text = (project / LOCALES / "es" / "asterion.md").read_text(encoding="utf-8")
    assert "{{else}}\n\nTodos los lados tienen una salida.\n\n{{end}}\n" in text


def test_a_translation_cannot_bring_a_condition(exported: Callable[[str], list[str]]) -> None:
    file = next(name for name in exported("es") if name.endswith("/asterion.po"))
    text = Path(file).read_text(encoding="utf-8")
    at = text.index('msgstr "', text.index('msgctxt "setup/item-2"'))
    end = text.index("\n\n", at)
    Path(file).write_text(f'{text[:at]}msgstr "{{{{if deck.walls}}}}"{text[end:]}', encoding="utf-8")
    result = run("import", "es", file)
    assert result.exit_code == 1
    assert "{{if deck.walls}} is not in the source passage" in result.output


def test_a_condition_that_a_translation_lacks_is_missing(english: Path, spanish: Path) -> None:
    change(spanish, "{{else}}\n\n", "")
    (line,) = status("es")
    place = f"templates/locales/en/asterion.md:{line_of(english, '{{else}}')}:1"
    assert line.endswith(f": missing: after this, the condition '{{{{else}}}}', which stands at {place}")


@pytest.mark.usefixtures("spanish")
def test_a_translation_of_an_english_that_has_changed_since_is_outdated(
    english: Path, exported: Callable[[str], list[str]]
) -> None:
    file = next(name for name in exported("es") if name.endswith("/asterion.po"))
    change(english, "## Setup {#setup}", "## Setting up {#setup}")
    good("import", "es", file)
    (line,) = status("es")
    assert ": outdated: " in line


def test_mistakes_of_a_po_file_are_told_with_their_lines(exported: Callable[[str], list[str]]) -> None:
    file = next(name for name in exported("es") if name.endswith("/asterion.po"))
    text = Path(file).read_text(encoding="utf-8")
    spoilt = text.replace('msgctxt "title/heading"', 'msgctxt "title/nothing"').replace("(symbol:coin)", "(symbol:con)")
    Path(file).write_text(spoilt, encoding="utf-8")
    result = run("import", "es", file)
    assert result.exit_code == 1
    assert (
        f"{file}:{line_of(Path(file), 'title/nothing')}:10: no passage 'title/nothing' in the source text; "
        in result.output
    )
    assert "](symbol:con is not in the source passage" in result.output
    Path(file).write_text('msgid "a\n', encoding="utf-8")
    assert f"{file}:1:1: not a PO file" in run("import", "es", file).output
    assert run("import", "es", "nothing.po").output.startswith("nothing.po: no text 'nothing' in 'es'; ")


def translated(file: str, source: str, translation: str) -> None:
    """Write a translation into a PO file as a program for translators does."""
    import polib

    po = polib.pofile(file)
    entry = po.find(source, include_obsolete_entries=False) or next(one for one in po if one.msgctxt == source)
    entry.msgstr = translation
    if "fuzzy" in entry.flags:
        entry.flags.remove("fuzzy")
    po.save(file)


SPOILT = {
    "blank": "   ",
    "a rule": "---",
    "a heading": "# Begrepp",
    "a heading below": "Begrepp\n===",
    "code": "```",
    "a quotation": "> Begrepp",
    "an item": "- Begrepp",
    "a numbered item": "1. Begrepp",
    "an item below": "Begrepp\n- meer",
    "four spaces": "    Begrepp",
    "a space behind": "Begrepp ",
    "a table": "| Begrepp | meer |",
    "a footnote": "[^a]: Begrepp",
    "two paragraphs": "Begrepp\n\nmeer",
    "a line break": "Begrepp\nmeer",
    "a bell": "Begrepp\u0007",
    "a hidden order": "Begrepp\u202e",
    "a line separator": "Begrepp\u2028meer",
    "nothing to be seen": "\u200b\u3164",
    "markup": "<b>Begrepp</b>",
    "a placeholder": "{{deck.tiles}} Begrepp",
}
"""Translations that would change more than what a passage says."""
ONE_LINE = ("setup/heading", "HEAD/subtitle", "words/contents")
PLACES = ("setup/item-1", "setup/paragraph-1", *ONE_LINE)
HARMLESS_ON_ONE_LINE = {
    *("a rule", "a heading", "code", "a quotation", "an item", "a numbered item", "a table", "a footnote"),
    *("markup", "a placeholder"),
}
"""What begins no passage behind the mark of a heading, or in quotes."""


def text_with(key: str) -> str:
    return "words" if key.startswith("words/") else "asterion"


def brought(file: Path, key: str, translation: str) -> tuple[Result, int]:
    """Import a PO file in which one passage says something else; also return the line where it says so."""
    whole = file.read_bytes()
    translated(str(file), key, translation)
    line = line_of(file, "msgstr", line_of(file, f'msgctxt "{key}"'))
    result = run("import", "es", str(file))
    file.write_bytes(whole)
    return result, line


def write_back(folder: Path, before: dict[str, bytes]) -> None:
    for name, content in before.items():
        (folder / name).write_bytes(content)


def test_a_translation_that_changes_more_than_what_is_said_is_refused_at_its_place(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    files, folder = {Path(file).stem: Path(file) for file in exported("es")}, project / LOCALES / "es"
    before, wrong = snapshot(folder), []
    for key, (what, spoilt) in product(PLACES, SPOILT.items()):
        if key in ONE_LINE and what in HARMLESS_ON_ONE_LINE:
            continue
        file = files[text_with(key)]
        result, line = brought(file, key, spoilt)
        places = (f"{file}:{line}:", f"{file}:{line + 1}:")
        told = any(one.startswith(places) for one in result.stderr.splitlines())
        if result.exit_code != 1 or not told or snapshot(folder) != before:
            wrong.append(f"{what} as {key}: exit code {result.exit_code}, {result.output}")
            write_back(folder, before)
    assert not wrong, "\n".join(wrong)
    assert not list((project / LOCALES).glob(".*"))


def test_marks_in_a_passage_of_one_line_are_told_or_come_back_as_they_are(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    from generator.rulebook.translation.language import load_language

    files, folder = {Path(file).stem: Path(file) for file in exported("es")}, project / LOCALES / "es"
    before, wrong = snapshot(folder), []
    for key, what in product(ONE_LINE, sorted(HARMLESS_ON_ONE_LINE)):
        result, _ = brought(files[text_with(key)], key, SPOILT[what])
        passages = load_language("es").texts[text_with(key)].passages
        said = [one.text for one in passages if one.key == key]
        right = snapshot(folder) == before if result.exit_code else said == [SPOILT[what]]
        if not right:
            wrong.append(f"{what} as {key}: {said}, exit code {result.exit_code}, {result.output}")
        write_back(folder, before)
    assert not wrong, "\n".join(wrong)


def test_all_mistakes_of_all_po_files_are_told_at_once_and_nothing_is_brought(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    files = {Path(file).stem: file for file in exported("es")}
    before = snapshot(project / LOCALES / "es")
    translated(files["asterion"], "setup/item-1", "# uno")
    translated(files["asterion"], "setup/item-2", "> dos")
    translated(files["words"], "words/contents", "\u202e")
    translated(files["asterion-original"], "setup/heading", "Una buena preparación")
    result = run("import", "es", *files.values())
    assert result.exit_code == 1
    told = [line.split(":")[0] for line in result.stderr.splitlines() if line.startswith("/")]
    assert sorted(Path(one).stem for one in told) == ["asterion", "words"] or len(told) >= 2
    assert snapshot(project / LOCALES / "es") == before
    assert "is of the same text" in run("import", "es", files["words"], files["words"]).stderr
    good("import", "es", files["asterion-original"])
    assert "Una buena preparación" in (project / LOCALES / "es" / "asterion-original.md").read_text(encoding="utf-8")


def test_po_files_that_were_cut_off_are_refused_wherever_that_was(
    project: Path, exported: Callable[[str], list[str]]
) -> None:
    file = Path(next(file for file in exported("es") if file.endswith("/asterion-original.po")))
    whole, before = file.read_bytes(), snapshot(project / LOCALES / "es")
    last = whole.rstrip().rfind(b"\n\n")
    for end in (*range(len(whole) // 3, last, len(whole) // 40), whole.rfind(b"msgstr", 0, last) + 12):
        file.write_bytes(whole[:end])
        result = run("import", "es", str(file))
        assert result.exit_code == 1, (end, result.output)
        assert result.stderr.startswith(f"{file}:"), result.stderr
        assert snapshot(project / LOCALES / "es") == before


def test_a_new_language_replaces_nothing_and_comes_whole_or_not_at_all(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project / LOCALES / "sv"
    folder.mkdir()
    (folder / "glossary.yaml").write_text("mine", encoding="utf-8")
    refused = run("new", "sv")
    assert (refused.exit_code, snapshot(folder)) == (1, {"glossary.yaml": b"mine"})
    assert "glossary.yaml would be replaced; move that away first" in refused.stderr
    (folder / "glossary.yaml").unlink()
    folder.rmdir()
    assert run("new", "sv", "--name", "Sven\nska").exit_code == 2

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        full = run("new", "sv")
        assert "the disk is full" in full.stderr
    assert not folder.exists()
    good("new", "sv")
    assert "sv" in library.all_languages()


def test_a_new_language_that_was_stopped_between_two_folders_goes_on_when_it_is_begun_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / LOCALES / "passages.yaml").unlink()
    see_that_it_goes_on(monkeypatch, project / LOCALES, "language", "new", "sv")


@pytest.mark.parametrize(
    ("tag", "from_right"),
    [("he", True), ("fa-AF", True), ("pa-Arab-PK", True), ("ug-Latn", False), ("pa", False), ("el", False)],
)
def test_languages_that_are_written_from_right_to_left_are_known(tag: str, *, from_right: bool) -> None:
    assert is_right_to_left(tag) is from_right


def test_a_language_that_cannot_be_set_is_not_begun() -> None:
    result = run("new", "he")
    assert (result.exit_code, "he" in library.all_languages()) == (2, False)
    assert "'he' is written from right to left, which cannot be typeset yet" in result.stderr


def test_columns_of_the_list_stand_one_below_the_other_on_a_terminal_whatever_the_letters() -> None:
    def width(text: str) -> int:
        return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)

    rows = [line for line in run().stdout.splitlines() if "%" in line]
    assert {"ja", "ko", "zh-Hans", "zh-Hant"} <= {row.split()[0] for row in rows}
    assert len({width(row[: row.index(row.split(" %")[0].split()[-1] + " %")]) for row in rows}) == 1


@pytest.mark.parametrize("words", [["new", "sv"], ["accept", "de"], ["import", "de", "po/asterion.po"]], ids=" ".join)
def test_the_texts_of_an_installed_program_are_never_changed(words: list[str], project: Path) -> None:
    installed = project / "generator" / "shipped"
    (project / "po").mkdir()
    (project / "po" / "asterion.po").write_text("", encoding="utf-8")
    shutil.copytree(project / "templates", installed / "templates")
    before = {path: path.read_bytes() for path in installed.rglob("*") if path.is_file()}
    result = CliRunner().invoke(main, ["language", *words])
    assert result.exit_code == 1
    assert "the texts of an installed program are not changed" in result.stderr
    assert {path: path.read_bytes() for path in installed.rglob("*") if path.is_file()} == before
