"""The words of a language: form, keys, and what another language lacks."""

from __future__ import annotations

from pathlib import Path

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.words import around_number, load_words, with_missing_words, word_mistakes, words_of
from tests.support.refusals import refusal

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
GOOD = """language: English
fonts: {text: Alegreya, heading: Cinzel}
hyphenation: en_GB
colours: {red: red}
words:
  contents: Contents
  figure: Figure
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "words.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def complaints(folder: Path, text: str) -> list[str]:
    return refusal(load_words, ShelfFile("en", written(folder, text), "words.yaml"))


def test_every_shipped_language_has_the_words_of_english() -> None:
    languages = {path.name: words_of(path.name) for path in LOCALES.iterdir() if path.is_dir()}
    assert {tag: words.tag for tag, words in languages.items()} == {tag: tag for tag in languages}
    english = languages["en"]
    assert [tag for tag, one in languages.items() if one.untranslated] == []
    wrong = [f"{tag}: {mistake}" for tag, one in languages.items() for mistake in word_mistakes(one, english)]
    assert not wrong, "\n".join(wrong)


def test_words_are_read_with_their_fonts(tmp_path: Path) -> None:
    words = load_words(ShelfFile("en-GB", written(tmp_path, GOOD), "words.yaml"))
    assert (words.tag, words.word("figure"), words.word("nothing", "default")) == ("en-GB", "Figure", "default")
    assert (words.words.fonts.text, words.words.fonts.heading, words.words.fonts.fallback) == ("Alegreya", "Cinzel", ())
    assert words.words.line_breaking == "words"


def test_every_mistake_is_told_with_its_place(tmp_path: Path) -> None:
    text = GOOD.replace("Alegreya", "../Alegreya").replace("en_GB", "English") + "line_breaking: letters\nfont: x\n"
    lines = complaints(tmp_path, text)
    assert [line.split(" ", 1)[0].partition(":")[2] for line in lines] == ["2:15:", "3:14:", "8:16:", "9:1:"]
    assert lines[2] == "words.yaml:8:16: unknown value 'letters'; one of chinese, japanese, korean, traditional, words"
    assert lines[3].startswith("words.yaml:9:1: unknown key 'font'; did you mean 'fonts'?")


def test_a_word_that_every_booklet_needs_is_missed(tmp_path: Path) -> None:
    assert complaints(tmp_path, GOOD.replace("  figure: Figure\n", "")) == ["words.yaml:5:1: word 'figure' is missing"]


def test_words_beyond_those_of_english_are_told_and_missing_ones_are_english(tmp_path: Path) -> None:
    english = load_words(ShelfFile("en", written(tmp_path, GOOD + "  page: Page\n"), "en.yaml"))
    other = load_words(
        ShelfFile("de", written(tmp_path, GOOD.replace("red: red", "rot: rot") + "  pagina: Page\n"), "de.yaml")
    )
    assert list(map(str, word_mistakes(other, english))) == [
        "de.yaml:8:3: unknown key 'pagina' of 'words'; did you mean 'page'? one of contents, figure, page",
        "de.yaml:4:11: unknown key 'rot' of 'colours'; one of red",
    ]
    whole = with_missing_words(other, english)
    assert (whole.word("page"), whole.word("figure"), whole.words.colours["red"]) == ("Page", "Figure", "red")


def test_the_number_of_a_figure_may_stand_in_its_word(tmp_path: Path) -> None:
    english = load_words(ShelfFile("en", written(tmp_path, GOOD), "en.yaml"))
    other = load_words(
        ShelfFile("hu", written(tmp_path, GOOD.replace("figure: Figure", "figure: '{{number}}. ábra'")), "hu.yaml")
    )
    assert list(word_mistakes(other, english)) == []
    assert ["3".join(around_number(one.word("figure"))) for one in (english, other)] == ["Figure 3", "3. ábra"]


def test_values_in_words_are_those_of_english(tmp_path: Path) -> None:
    english = load_words(ShelfFile("en", written(tmp_path, GOOD + "  row: 'Row {{row}}: {{tiles}}'\n"), "en.yaml"))
    other = load_words(ShelfFile("de", written(tmp_path, GOOD + "  row: 'Reihe {{row}}: {{tile}}'\n"), "de.yaml"))
    assert list(map(str, word_mistakes(other, english))) == [
        "de.yaml:8:8: {{tiles}} is missing in word 'row'; en has it",
        "de.yaml:8:8: unknown value {{tile}} in word 'row'; did you mean 'tiles'? one of row, tiles",
    ]
