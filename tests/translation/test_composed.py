"""The text of a language: English's passages in its words, and each mistake at its place in the catalogue."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from asterion_press.catalogue.bounds import RULES_BYTES
from asterion_press.catalogue.po import Catalogue, translation
from asterion_press.catalogue.po import _parse as parse
from asterion_press.errors import Mistake, Place
from asterion_press.rulebook.translation.composed import ComposedText, _composed, compose_text
from asterion_press.rulebook.translation.language import Text, split_passages
from asterion_press.rulebook.translation.update import catalogue_of
from tests.support.project_commands import good
from tests.support.texts import texts

ENGLISH = """---
subtitle: A game
players: 2 players
revision: 2
---
# Game {#title}

Setext
------

You take “one” piece.\\
Then pass.[^n]

[^n]: A note.

1. Move {{deck.tiles}} tiles.
   - Pass.

| piece | what |
|:--|--:|
| ![amber](symbol:amber) | moves |

> **Beware.** Nobody
> moves [twice](#title).

{{if deck.walls}}

![A tile.](figure:tile "Told: a tile.")

{{end}}

![Once more.](figure:tile "Told: a tile.")
"""
KEYS = [
    *("HEAD/subtitle", "HEAD/players", "title/heading", "setext/heading", "setext/paragraph-1", "setext/note-n"),
    *("setext/item-1", "setext/item-2", "setext/row-1", "setext/row-2", "setext/quote-1"),
    *("setext/figure-tile", "setext/figure-tile-2"),
]


def english(text: str = ENGLISH) -> Text:
    return Text("en.md", text, tuple(split_passages(text)))


def composed(translations: dict[str, str], text: str = ENGLISH) -> ComposedText:
    raw = catalogue_of("de", "words", english(text), translations, fuzzy=False)
    return _composed(english(text), parse(raw.encode(), "de.po", "de"), "en")


def test_each_passage_of_english_has_a_key_of_its_own() -> None:
    assert [one.key for one in english().passages if one.kind != "condition"] == KEYS


def test_a_text_with_the_words_of_english_reads_as_english_does() -> None:
    found = composed({one.key: one.text for one in english().passages})
    assert not found.mistakes
    assert not found.gaps
    wanted = [(one.key, one.kind, one.text) for one in english().passages]
    assert [(one.key, one.kind, one.text) for one in split_passages(found.text, english().ids)] == wanted


def test_what_is_not_translated_is_english_and_marked_and_what_has_no_words_is_not() -> None:
    found = composed({"setext/item-1": "Bewegt {{deck.tiles}} Teile."})
    wanted = ENGLISH
    for old, new in (
        ("A game", "'[en] A game'"),
        ("2 players", "'[en] 2 players'"),
        ("# Game", "# \\[en\\] Game"),
        ("Setext\n------", "## \\[en\\] Setext"),
        ("You take “one”", '\\[en\\] You take "one"'),
        ("]: A note", "]: \\[en\\] A note"),
        ("- Pass.", "- \\[en\\] Pass."),
        ("Move {{deck.tiles}} tiles.", "Bewegt {{deck.tiles}} Teile."),
        ("| piece", "| \\[en\\] piece"),
        ("| ![amber]", "| \\[en\\] ![amber]"),
        ("**Beware.** Nobody\n> moves", "**\\[en\\] Beware.** Nobody moves"),
        ("![A tile", "![\\[en\\] A tile"),
        ("![Once", "![\\[en\\] Once"),
    ):
        assert old in wanted
        wanted = wanted.replace(old, new)
    assert found.text == wanted
    assert (found.missing, found.outdated) == (len(KEYS) - 1, 0)


SPOILT = {
    "blank": "   ",
    "a rule": "---",
    "a heading": "# Begriff",
    "a heading below": "Begriff\n===",
    "code": "```",
    "a quotation": "> Begriff",
    "an item": "- Begriff",
    "a numbered item": "1. Begriff",
    "an item below": "Begriff\n- mehr",
    "four spaces": "    Begriff",
    "a space behind": "Begriff ",
    "a table": "| Begriff | mehr |",
    "a footnote": "[^a]: Begriff",
    "two paragraphs": "Begriff\n\nmehr",
    "a condition": "{{if deck.walls}}",
    "a tab": "Be\tgriff",
    "nothing to be seen": "\u200b\u3164",
}
"""Translations that would change more than what a passage says."""
ON_ONE_LINE = {*("a rule", "a heading", "code", "a quotation", "an item", "a numbered item", "a table", "a footnote")}
"""What begins no passage behind the mark of a heading, or in quotes."""


def test_a_translation_that_changes_more_than_what_is_said_is_refused_at_its_place() -> None:
    wrong = []
    plain = {one.key: one for one in english().passages}
    for key, (what, text) in product(KEYS, SPOILT.items()):
        if plain[key].kind in {"head", "heading"} and what in ON_ONE_LINE:
            continue
        if plain[key].kind in {"row", "item", "note"} and what == "a table":  # one line of bars is none
            continue
        found = composed({key: text})
        places = {one.place.line for one in found.mistakes}
        assert found.catalogue
        if not places or min(places) < found.catalogue.place(key).line:
            wrong.append(f"{what} as {key}: {[*map(str, found.mistakes)]}")
    assert not wrong, "\n".join(wrong)


def test_all_mistakes_of_a_catalogue_are_told_at_once() -> None:
    found = composed({"setext/item-2": "# eins", "setext/quote-1": "> zwei", "setext/paragraph-1": "eins\n\nzwei"})
    assert len({one.place.line for one in found.mistakes}) == 3


@pytest.mark.parametrize(
    ("key", "text", "reported"),
    [
        ("item-1", "Bewegt alle.", "0: placeholder 'deck.tiles' is missing in this passage; it stands in en.md:16"),
        ("item-1", "{{deck.tiles}}{{deck.no}}", "14: placeholder 'deck.no' does not stand in this passage in en.md"),
        ("row-2", "| ![Bernstein](symbol:coin) | geht |", "13: symbol 'coin' does not stand in this passage in"),
        ("row-2", "| ![Bernstein](symbol:amber) |", "0: 2 bars in a row of a table; en.md:21:1 has 3"),
        ("quote-1", "**Halt.** [Nie](#end) zweimal.", "14: link '#end' does not stand in this passage in en.md:23:3"),
        ("paragraph-1", "Nehmt es.", "0: footnote 'n' is missing in this passage; it stands in en.md:11:1"),
        ("figure-tile", "![Ein Teil.](figure:tile)", "0: the figure lacks words for those who do not see it; en.md:2"),
        ("figure-tile", '![Ein.](figure:other "Ein.")', "6: figure 'other' does not stand in this passage in en.md"),
    ],
)
def test_a_passage_names_what_english_names(key: str, text: str, reported: str) -> None:
    column, _, message = reported.partition(": ")
    found = composed({f"setext/{key}": text})
    (place,) = {one.place for one in found.mistakes if message in one.message}
    assert place.column == int(column) + len('msgstr "') + 1


def test_blanks_in_braces_take_no_time() -> None:
    text = "{{" + " " * 3000 + "x" * 3000 + "{{" * 3000
    assert composed({"setext/item-2": text}).text


def test_a_text_that_nothing_could_read_back_is_refused_at_its_longest_translation() -> None:
    found = composed({"setext/item-2": "Passt." * (RULES_BYTES // 6), "setext/heading": "Anfang"})
    (wrong,) = found.mistakes
    assert f"bytes; at most {RULES_BYTES} are read" in wrong.message
    assert wrong.place.line > 20


def test_a_mistake_of_the_text_is_told_in_the_file_that_says_so() -> None:
    found = composed({"setext/paragraph-1": "Nehmt „ein“ Teil.\\\nDann passt.[^n]", "setext/item-1": "{{deck.tiles}}"})
    lines = found.text.split("\n")
    at = next(number for number, line in enumerate(lines, 1) if line == "Dann passt.[^n]")
    moved = found.move([Mistake(Place("de.po", at, 6), "x"), Mistake(Place("de.po", at + 2, 3), "y")])
    first, second = (one.place for one in moved)
    catalogue = found.catalogue
    assert catalogue is not None
    assert first == catalogue.place("setext/paragraph-1", len("Nehmt „ein“ Teil.\\\n") + 5)
    assert second.file == "en.md"
    assert found.move([Mistake(Place("other.yaml", 1, 1), "z")])[0].place.file == "other.yaml"


def test_a_fuzzy_translation_is_printed_and_told() -> None:
    text = english()
    messages = {"setext/item-2": translation("setext/item-2", "Pass.", "Passt.", "Passed.", fuzzy=True)}
    found = _composed(text, Catalogue("de.po", ("",) * 9, messages), "en")
    assert "   - Passt." in found.text
    assert [gap.state for gap in found.gaps].count("outdated") == found.outdated == 1


def test_every_shipped_text_has_the_passages_of_english_and_no_mistakes() -> None:
    models: dict[str, list[tuple[str, str]]] = {}
    for language, game, text in texts():
        found = compose_text(language, game)
        keys = [(one.key, one.kind) for one in split_passages(text, found.english.ids)]
        assert models.setdefault(game, [(one.key, one.kind) for one in found.english.passages]) == keys, language
        assert (found.mistakes, found.gaps) == ((), ()), (language, game)


def test_headings_without_ids_have_those_of_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good("init", "game", "--from", "tokens", "--language", "ru")
    Path("game/rules/ru.md").write_text("# Игра\n\n## Правила\n\nСм. [тут](#правила).\n", encoding="utf-8")
    good("language", "new", "de", "--game", "game")
    good("language", "accept", "de", "--same", "--game", "game")
    good("build", "game", "--only", "web", "--language", "de", "--out", "out")
    assert 'id="правила"' in Path("out/rules-de.html").read_text(encoding="utf-8")
