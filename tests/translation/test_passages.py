"""Passages: every block of a text is one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import FORBIDDEN, forbidden_in_line, has_words
from asterion_press.rulebook.translation.composed import compose_text, write_passage
from asterion_press.rulebook.translation.language import (
    plain_scalar,
    revision_of,
    split_passages,
    write_scalar,
)
from tests.support.texts import texts

MARKDOWN = """\
---
subtitle: The treasure
players: '2: or more'
---
# Asterion {#title}

Some words that go on
in another line.[^one]

[^one]: A note
    in two lines.

## Setup {#setup}

1. First,
   *then* more.
2. Second.
   - Inner - dash.

- A bullet
- Another

| a | b |
|---|:-:|
| 1 | {{deck.tiles}} |

![A caption
in two lines.](figure:tile)

> One
> quoted.
>
> Two.
>
> - Three

![Again (short).](figure:tile
"Told: a tile, {{deck.tiles}}.")

迷宫
里的路

미궁
속의 길
"""


def test_sections_of_a_translation_without_ids_are_those_of_the_model() -> None:
    model = "# Game\n\n## How to *play*\n\nWords.\n\n## End {#end}\n"
    translated = "# Jeu\n\n## Règle du jeu\n\nMots.\n\n## Fin {#end}\n"
    wanted = ["game/heading", "how-to-play/heading", "how-to-play/paragraph-1", "end/heading"]
    assert [passage.key for passage in split_passages(model)] == wanted
    ids = ("game", "how-to-play", "end")
    assert [passage.key for passage in split_passages(translated, ids)] == wanted


def test_every_block_is_a_passage_with_its_lines() -> None:
    found = [(p.key, p.text, p.first, p.last, p.column) for p in split_passages(MARKDOWN)]
    assert found == [
        ("HEAD/subtitle", "The treasure", 2, 2, 11),
        ("HEAD/players", "2: or more", 3, 3, 10),
        ("title/heading", "Asterion", 5, 5, 3),
        ("title/paragraph-1", "Some words that go on in another line.[^one]", 7, 8, 1),
        ("title/note-one", "A note in two lines.", 10, 11, 9),
        ("setup/heading", "Setup", 13, 13, 4),
        ("setup/item-1", "First, *then* more.", 15, 16, 4),
        ("setup/item-2", "Second.", 17, 17, 4),
        ("setup/item-3", "Inner - dash.", 18, 18, 6),
        ("setup/item-4", "A bullet", 20, 20, 3),
        ("setup/item-5", "Another", 21, 21, 3),
        ("setup/row-1", "| a | b |", 23, 23, 1),
        ("setup/row-2", "| 1 | {{deck.tiles}} |", 25, 25, 1),
        ("setup/figure-tile", "![A caption in two lines.](figure:tile)", 27, 28, 1),
        ("setup/quote-1", "One quoted.", 30, 31, 3),
        ("setup/quote-2", "Two.", 33, 33, 3),
        ("setup/item-6", "Three", 35, 35, 5),
        ("setup/figure-tile-2", '![Again (short).](figure:tile "Told: a tile, {{deck.tiles}}.")', 37, 38, 1),
        ("setup/paragraph-1", "迷宫里的路", 40, 41, 1),
        ("setup/paragraph-2", "미궁 속의 길", 43, 44, 1),
    ]


def test_what_translators_need_not_touch_has_no_words() -> None:
    assert not has_words("| A | {{figure.walk.points}} | 12 | ![](symbol:coin) |")
    assert not has_words("{{deck.tiles}} × 50, Y04")
    assert has_words("| A | living |")
    assert has_words("迷")


def test_an_empty_message_without_words_begins_no_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text.po"
    monkeypatch.setattr(library, "catalogue_file", lambda *_: ShelfFile("sv", path, path.name))
    for text, begins in (('"| A | {{n}} |"', False), ('""\n"| {{n}} "\n"| 12 |"', False), ('"| A | living |"', True)):
        path.write_text(f'msgid ""\nmsgstr ""\n"Language: sv\\n"\n\nmsgid {text}\nmsgstr ""\n', encoding="utf-8")
        assert library.may_be_begun("sv", "asterion") is begins
    path.write_text('#, fuzzy\nmsgid "12"\nmsgstr "13"\n', encoding="utf-8")
    assert library.may_be_begun("sv", "asterion")


def test_every_word_of_a_shipped_text_is_in_a_passage() -> None:
    wrong = []
    for language, game, text in texts():
        passages = split_passages(text)
        lines = {number for passage in passages for number in range(passage.first, passage.last + 1)}
        for number, line in enumerate(text.split("\n"), 1):
            if number not in lines and line.strip("-|:> ") and not line.startswith("revision: "):
                wrong.append(f"{language}, {game}:{number}: {line}")
        keys = Counter(passage.key for passage in passages)
        wrong += [f"{language}, {game}: {key} stands {count} times" for key, count in keys.items() if count > 1]
    assert not wrong, "\n".join(wrong)


def test_an_underlined_heading_is_written_with_its_level() -> None:
    found = split_passages("Title\n=====\n\nSection\n---\n")
    assert [write_passage(one, one.text) for one in found] == [["# Title"], ["## Section"]]


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
    .map(str.strip)
    .filter(bool)
)
@example("\u0a36")  # which NFC takes apart
def test_a_value_of_yaml_is_read_as_it_was_written(text: str) -> None:
    from asterion_press.catalogue.strict_yaml import parse_document

    if forbidden_in_line(text) or FORBIDDEN.search(text) or not text.isprintable():
        return
    read = parse_document(f"key: {write_scalar(text)}\n".encode(), "x.yaml").data
    assert read == {"key": unicodedata.normalize("NFC", text)}, "files are read in NFC"
    assert plain_scalar(write_scalar(text)) == text


def test_a_box_is_a_warning_where_that_of_english_is_one() -> None:
    """A box that begins in bold is red."""
    assert any(warnings_of(text) for _, _, text in texts())
    for language, game, text in texts():
        assert warnings_of(text) == warnings_of(compose_text("en", game).text), (language, game)


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


def warnings_of(text: str) -> list[bool]:
    """Of each block quote, whether it begins in bold."""
    lines = ["", *text.split("\n")]
    return [line.startswith("> **") for before, line in pairwise(lines) if line.startswith("> ") and before[:1] != ">"]
