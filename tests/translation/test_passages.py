"""Passages: every block of a text is one, and exchanging one changes nothing else."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from generator.rulebook.text.revisions import revision_of
from generator.rulebook.translation.language import Text
from generator.rulebook.translation.passages import (
    Passage,
    has_words,
    plain_scalar,
    section_ids,
    split_passages,
    text_hash,
    write_scalar,
)
from generator.rulebook.translation.splice import check_translation, exchange_passages, reread_passage, write_passage

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
TEXTS = sorted(path for path in LOCALES.glob("*/*.md") if path.stem != "glossary" and path.parent != LOCALES)

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
"""


def text_of(markdown: str) -> Text:
    return Text("rules.md", markdown, tuple(split_passages(markdown)))


def test_each_paragraph_of_a_block_quote_is_a_passage() -> None:
    markdown = "# T {#t}\n\n> One\n> quoted.\n>\n> Two.\n>\n> - Three\n\nFour.\n"
    found = split_passages(markdown)
    assert [(p.name, p.text, p.first, p.last) for p in found[1:]] == [
        *(("quote-1", "One quoted.", 3, 4), ("quote-2", "Two.", 6, 6), ("item-1", "Three", 8, 8)),
        ("paragraph-1", "Four.", 10, 10),
    ]
    long = "Eins, " * 40 + "zwei."
    changed = exchange_passages(text_of(markdown), {"t/quote-1": long, "t/item-1": long})
    assert [(p.name, p.text) for p in split_passages(changed)][1:4] == [
        *(("quote-1", long), ("quote-2", "Two."), ("item-1", long)),
    ]
    assert all(line.startswith(">") for line in changed.split("\n")[2:5])
    assert list(check_translation(found[1], "Eins > zwei.")) == []
    assert "would not be read as one quote" in next(check_translation(found[1], "> Eins"))


def test_sections_of_a_translation_without_ids_are_those_of_the_model() -> None:
    model = "# Game\n\n## How to *play*\n\nWords.\n\n## End {#end}\n"
    translated = "# Jeu\n\n## Règle du jeu\n\nMots.\n\n## Fin {#end}\n"
    wanted = ["game/heading", "how-to-play/heading", "how-to-play/paragraph-1", "end/heading"]
    assert [passage.key for passage in split_passages(model)] == wanted
    assert [passage.key for passage in split_passages(translated, section_ids(model))] == wanted


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
    ]


def test_a_figure_may_be_told_besides() -> None:
    (found,) = split_passages('![A caption (short).](figure:tile\n"Told: a tile, {{deck.tiles}}.")\n')
    assert (found.key, found.last) == ("HEAD/figure-tile", 2)


def test_chinese_lines_are_joined_without_a_space_and_korean_ones_with() -> None:
    assert [p.text for p in split_passages("迷宫\n里的路\n\n미궁\n속의 길\n")] == ["迷宫里的路", "미궁 속의 길"]


def test_what_translators_need_not_touch_has_no_words() -> None:
    assert not has_words("| A | {{figure.walk.points}} | 12 | ![](symbol:coin) |")
    assert not has_words("{{deck.tiles}} × 50, Y04")
    assert has_words("| A | living |")
    assert has_words("迷")


@cache
def shipped() -> dict[str, Text]:
    """Every shipped text, by its language and file."""
    return {f"{path.parent.name}/{path.name}": text_of(path.read_text(encoding="utf-8")) for path in TEXTS}


def test_every_word_of_a_shipped_text_is_in_a_passage() -> None:
    assert shipped()
    wrong = []
    for name, text in shipped().items():
        lines = {number for passage in text.passages for number in range(passage.first, passage.last + 1)}
        for number, line in enumerate(text.text.split("\n"), 1):
            if number not in lines and line.strip("-|: ") and not line.startswith("revision: "):
                wrong.append(f"{name}:{number}: {line}")
        keys = Counter(passage.key for passage in text.passages)
        wrong += [f"{name}: {key} stands {count} times" for key, count in keys.items() if count > 1]
    assert not wrong, "\n".join(wrong)


def test_a_passage_that_is_written_anew_reads_the_same() -> None:
    wrong = []
    for name, text in shipped().items():
        for passage in text.passages:
            again = [(one.text, one.kind) for one in reread_passage(passage, passage.text)]
            if passage.kind != "head" and again != [(passage.text, passage.kind)]:
                wrong.append(f"{name}:{passage.first}: {again}")
    assert not wrong, "\n".join(wrong)


def test_what_is_exchanged_changes_nothing_else() -> None:
    text = text_of(MARKDOWN)
    assert exchange_passages(text, {}) == exchange_passages(text, {p.key: p.text for p in text.passages}) == MARKDOWN
    changes = {"setup/item-1": "Erstens, *dann* mehr.", "HEAD/subtitle": "Der Schatz: alles", "setup/heading": "Aufbau"}
    found = exchange_passages(text, changes)
    assert [line for line in found.split("\n") if line not in MARKDOWN.split("\n")] == [
        "subtitle: 'Der Schatz: alles'",
        "## Aufbau {#setup}",
        "1. Erstens, *dann* mehr.",
    ]
    assert found.split("\n")[17:] == MARKDOWN.split("\n")[18:], "one line less, the rest as it was"


def test_no_wrapped_line_begins_a_block_of_its_own() -> None:
    for mark in ("- ", "1. ", "12. ", "# ", "* "):
        passage = Passage("s", "paragraph", "paragraph-1", "", 1, 1)
        lines = write_passage(passage, "word " * 23 + f"word {mark}" + "word " * 30)
        assert len(split_passages("\n".join(lines))) == 1


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
    .map(str.strip)
    .filter(bool)
)
@example("\u0a36")  # which NFC takes apart
def test_a_value_of_yaml_is_read_as_it_was_written(text: str) -> None:
    from generator.catalogue.strict_yaml import parse_document

    if any(c in text for c in "\ufeff\u0085\ufffe\uffff") or not text.isprintable():
        return
    read = parse_document(f"key: {write_scalar(text)}\n".encode(), "x.yaml").data
    assert read == {"key": unicodedata.normalize("NFC", text)}, "files are read in NFC"
    assert plain_scalar(write_scalar(text)) == text


def test_a_hash_does_not_see_how_lines_are_wrapped() -> None:
    assert text_hash("one  two\nthree") == text_hash("one two three") != text_hash("one two")


def test_a_box_is_a_warning_where_that_of_english_is_one() -> None:
    """A box that begins in bold is red."""
    texts = {name: text.text for name, text in shipped().items()}
    models = {name: texts[f"en/{name.partition('/')[2]}"] for name in texts}
    current = [name for name, text in texts.items() if revision_of(text) == revision_of(models[name])]
    assert any(map(warnings_of, models.values()))
    assert [name for name in current if warnings_of(texts[name]) != warnings_of(models[name])] == []


def warnings_of(text: str) -> list[bool]:
    """Of each block quote, whether it begins in bold."""
    lines = ["", *text.split("\n")]
    return [line.startswith("> **") for before, line in pairwise(lines) if line.startswith("> ") and before[:1] != ">"]
