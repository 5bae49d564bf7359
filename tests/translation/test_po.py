"""PO as the whole road: what translators are told, new passages, whole texts, and what two texts share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
import pytest

from generator.catalogue import library
from generator.catalogue.tags import closest_language
from generator.rulebook.translation.glossary import Term, terms_in
from generator.rulebook.translation.language import load_language, load_model, pair_texts
from generator.rulebook.translation.po import import_po_files, po_text, sources_after
from generator.rulebook.translation.sources import write_sources
from tests.support.project_commands import change, good, run
from tests.support.shelf_copy import copied_shelf

PROJECT = Path(__file__).parents[2]
LOCALES = Path("templates/locales")
LANGUAGES = sorted(path.name for path in (PROJECT / LOCALES).iterdir() if path.is_dir() and path.name != "en")
SCRIPTS = ("el", "fr", "ja", "ko", "ru", "zh-Hant")
"""A language for each script; French has narrow spaces, too."""


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of what languages are made of, which the commands take for the shelf."""
    names = ("locales", "games", "figures", "variants", "spreads", "themes", "exams", "papers", "layouts")
    with copied_shelf(tmp_path, names, monkeypatch):
        yield tmp_path


def change_file(file: Path, *pairs: tuple[str, str]) -> None:
    change(str(file), *pairs)


def exported(language: str) -> dict[str, Path]:
    good("language", "export", language, "--out", "po", "--force")
    return {path.stem: path for path in Path("po").glob("*.po")}


def translate(file: Path, translations: dict[str, str]) -> None:
    """Translate entries by their contexts, as a program for translators does."""
    po = polib.pofile(str(file))
    for context, translation in translations.items():
        entry = next(one for one in po if one.msgctxt == context)
        entry.msgstr = translation
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    po.save()


def entry_of(file: Path, context: str) -> polib.POEntry:
    return next(one for one in polib.pofile(str(file)) if one.msgctxt == context)


def text_of(language: str, game: str) -> str:
    return (LOCALES / language / f"{game}.md").read_text(encoding="utf-8")


def test_an_entry_tells_its_kind_its_place_its_terms_and_its_picture() -> None:
    files = exported("de")
    figure = next(one for one in polib.pofile(str(files["asterion"])) if one.msgctxt.endswith("/figure-impaling"))
    assert "caption of a figure" in figure.comment
    assert "picture: rules-en.html#" in figure.comment
    assert "section: Impale and score" in figure.comment
    assert "term: impaled" in figure.comment
    assert figure.previous_msgid is None
    word = entry_of(files["words"], "words/told_right")
    assert "told instead of a figure to those who do not see it" in word.comment


def test_a_term_is_told_where_it_stands_in_either_number_and_not_within_another_word() -> None:
    terms = {"box": Term("Schachtel"), "piece": Term("Teil"), "tile": Term("Platte")}
    found = terms_in("Boxers put Pieces back into both boxes {{deck.tile}}.", terms)
    assert found == ["piece: Teil", "box: Schachtel"]


def test_a_doubtful_entry_has_the_english_of_before() -> None:
    before = next(one.msgid for one in polib.pofile(str(exported("de")["asterismo"])) if one.msgctxt == "end/heading")
    change_file(LOCALES / "en" / "asterismo.md", (f"## {before} {{#end}}", "## How it ends {#end}"))
    entry = entry_of(exported("de")["asterismo"], "end/heading")
    assert (entry.msgid, entry.previous_msgid, entry.fuzzy) == ("How it ends", before, True)
    good("language", "accept", "de")
    entry = entry_of(exported("de")["asterismo"], "end/heading")
    assert (entry.previous_msgid, entry.fuzzy) == (None, False)


def test_new_passages_come_in_by_po_and_those_not_translated_stay_english() -> None:
    english = LOCALES / "en" / "asterismo.md"
    change_file(
        english,
        ("## The end {#end}", "## The middle {#middle}\n\nHalf is done.\n\n- Breathe.\n- Go on.\n\n## The end {#end}"),
    )
    file = exported("de")["asterismo"]
    translate(file, {"middle/heading": "Die Mitte", "middle/item-2": "Weiter."})
    assert "(2, 2 of them added)" in good("language", "import", "de", str(file))
    assert "## Die Mitte {#middle}\n\nHalf is done.\n\n- Breathe.\n- Weiter.\n\n##" in text_of("de", "asterismo")
    told = run("language", "status", "de").stdout.splitlines()
    assert [line.split(": ")[1] for line in told] == ["untranslated", "untranslated"]
    file = exported("de")["asterismo"]
    translate(file, {"middle/paragraph-1": "Die Hälfte ist geschafft.", "middle/item-1": "Durchatmen."})
    good("language", "import", "de", str(file))
    good("language", "status", "de")


def test_a_new_word_comes_in_by_po_in_both_parts() -> None:
    change_file(LOCALES / "en" / "words.yaml", ("purple: purple}", "purple: purple, orange: orange}"))
    change_file(LOCALES / "en" / "words.yaml", ("  figure: Figure\n", "  figure: Figure\n  picture: Picture\n"))
    file = exported("de")["words"]
    translate(file, {"colours/orange": "orange (Farbe)", "words/picture": "Bild"})
    good("language", "import", "de", str(file))
    words = (LOCALES / "de" / "words.yaml").read_text("utf-8")
    assert "  picture: Bild\n" in words
    assert ", orange: orange (Farbe)}" in words
    good("language", "status", "de")


def test_a_text_that_a_language_lacks_is_begun_by_po() -> None:
    (LOCALES / "de" / "asterismo.md").unlink()
    good("language", "accept", "de")
    file = exported("de")["asterismo"]
    translate(file, {"title/heading": "asterismo!"})
    good("language", "import", "de", str(file))
    text = text_of("de", "asterismo")
    assert "# asterismo! {#title}" in text
    assert text.count("\n") == (LOCALES / "en" / "asterismo.md").read_text("utf-8").count("\n")


def test_a_text_is_carried_to_a_new_revision_once_all_of_it_is_translated() -> None:
    english = LOCALES / "en" / "asterismo.md"
    change_file(english, ("revision: 2", "revision: 3"), ("## The end {#end}", "## How it ends {#end}"))
    file = exported("de")["asterismo"]
    left = [one.msgctxt for one in polib.pofile(str(file)) if not one.msgstr]
    assert left == ["end/heading"], "what says the same is translated already"
    before = text_of("de", "asterismo")
    refused = run("language", "import", "de", str(file))
    assert refused.exit_code == 1
    assert "1 passages are not translated yet; until all are, the text of the earlier revision stays" in refused.output
    assert text_of("de", "asterismo") == before
    translate(file, {"end/heading": "So endet es"})
    good("language", "import", "de", str(file))
    assert "revision: 3" in text_of("de", "asterismo")
    assert "## So endet es {#end}" in text_of("de", "asterismo")
    good("language", "status", "de")


def test_what_two_texts_share_is_translated_once() -> None:
    file = exported("de")["asterion"]
    context = next(one.msgctxt for one in polib.pofile(str(file)) if one.msgctxt == "ruling-a12/paragraph-1")
    assert text_of("de", "asterion-original").count("Alle zugleich.†") == 1
    translate(file, {context: "Alle auf einmal.†"})
    told = good("language", "import", "de", str(file))
    assert "asterion-original.md (1)" in told
    assert "Alle auf einmal.†" in text_of("de", "asterion")
    assert "Alle auf einmal.†" in text_of("de", "asterion-original")
    good("language", "status", "de")


def test_accept_takes_a_line_of_english_or_punctuation_in_all_languages() -> None:
    english = LOCALES / "en" / "asterion-original.md"
    change_file(english, ("All at once.†", "All, at once!†"))
    outdated = run("language", "status").stdout.splitlines()
    assert len(outdated) == len(LANGUAGES)
    assert "(1)" in good("language", "accept", "--punctuation")
    good("language", "status")
    change_file(english, ("All, at once!†", "All of them at once.†"))
    assert all("(0)" in line for line in good("language", "accept", "--punctuation").splitlines())
    assert run("language", "accept").exit_code == 2, "everything in all languages is not taken unseen"
    line = english.read_text("utf-8").split("\n").index("All of them at once.†") + 1
    good("language", "accept", "--game", "asterion-original", "--line", str(line))
    good("language", "status")


def test_a_language_begins_with_the_texts_of_another_one() -> None:
    good("language", "new", "de-AT", "--from", "de", "--name", "Österreichisch")
    folder = LOCALES / "de-AT"
    assert text_of("de-AT", "asterion") == text_of("de", "asterion")
    assert "language: Österreichisch" in (folder / "words.yaml").read_text("utf-8")
    assert (folder / "glossary.yaml").read_bytes() == (LOCALES / "de" / "glossary.yaml").read_bytes()
    told = run("language", "status", "de-AT").stdout.splitlines()
    assert told
    assert all(": untranslated: " in line for line in told)
    change_file(folder / "asterismo.md", ("## Spielende {#end}", "## Aus {#end}"))
    assert len(run("language", "status", "de-AT").stdout.splitlines()) == len(told) - 1
    good("language", "accept", "de-AT", "--same")
    good("language", "status", "de-AT")


def test_words_that_a_glossary_forbids_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert library.root() == Path.cwd()
    monkeypatch.setattr(library, "PACKAGE", PROJECT / "generator")  # of which files that are made have a key
    change_file(LOCALES / "de" / "asterismo.md", ("## Spielende {#end}", "## Kacheln am Ende {#end}"))
    told = run("check", "asterismo")
    line = text_of("de", "asterismo").split("\n").index("## Kacheln am Ende {#end}") + 1
    assert (
        f"de/asterismo.md:{line}:4: warning: 'Kacheln' is not the term for it; the glossary has 'Plättchen'"
        in told.stderr
    )
    assert (told.exit_code, run("check", "asterismo", "--strict").exit_code) == (0, 1)


def test_remarks_of_translators_stand_at_the_headings_of_english() -> None:
    glossary = LOCALES / "de" / "glossary.yaml"
    text = glossary.read_text("utf-8")
    glossary.write_text(
        text[: text.index("\nremarks:")] + "\nremarks:\n  - {where: 'asterismo end', remark: Who?}\n", "utf-8"
    )
    line = next(n for n, one in enumerate(text_of("en", "asterismo").split("\n"), 1) if "{#end}" in one)
    assert f"templates/locales/en/asterismo.md:{line}:1: de: Who?\n" in good(
        "language", "status", "en", "--game", "asterismo"
    )


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
    assert "templates/locales/zh-Hant/sources.yaml" in good("language", "accept", "zh_TW")
    refused = run("language", "status", "nb_NO")
    assert (refused.exit_code, "unknown language 'nb_NO'" in refused.output) == (2, True)


@pytest.mark.parametrize("language", SCRIPTS)
def test_files_come_back_from_the_programs_of_gettext_as_they_were(
    language: str, tmp_path: Path, needs_program: Callable[[str], str]
) -> None:
    loaded, english = load_language(language), load_model(language)
    pairs = pair_texts(loaded, english)
    files = {}
    for name, text in english.texts.items():
        file = tmp_path / f"{name}.po"
        file.write_text(po_text(loaded, pairs[name], text), encoding="utf-8")
        template = file.with_suffix(".pot")
        for words in (
            ("msgattrib", "--empty", "--clear-fuzzy", str(file), "-o", str(template)),
            ("msgmerge", "--quiet", "--previous", "--update", "--backup=none", str(file), str(template)),
            ("msgcat", "--width=60", "--sort-output", str(file), "-o", str(file)),
        ):
            subprocess.run([needs_program(words[0]), *words[1:]], check=True, capture_output=True)
        files[name] = (file.name, file.read_text(encoding="utf-8"))
    found = import_po_files(files, loaded, english)
    assert {name: one.text for name, one in found.items()} == {name: one.text for name, one in loaded.texts.items()}
    assert write_sources(sources_after(found, loaded)) == write_sources(loaded.sources)
