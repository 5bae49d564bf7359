"""Markdown becomes a document, and what cannot be printed is told with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import InputError, TypesettingError
from generator.press.booklet.document import (
    FigureBlock,
    Heading,
    Listing,
    NoteMark,
    Paragraph,
    RulesText,
    Symbol,
    Table,
    Words,
    plain_text,
)
from generator.press.booklet.reading import Known, parse_rules, read_rules

Reader = Callable[[str], RulesText]


def complaints(read: Reader, markdown: str) -> list[str]:
    with pytest.raises(TypesettingError) as caught:
        read(markdown)
    return caught.value.lines()


def test_every_kind_of_block_is_read_with_its_line(read: Reader) -> None:
    text = read(
        "## Setup {#setup}\n\nA *b* **c**[^n].\n\n- one\n- two\n\n3. three\n\n"
        "| a | b |\n|---|--:|\n| ![coin](symbol:coin) | 2 |\n\n![A caption.](figure:tile)\n\n[^n]: A note.\n"
    )
    assert [type(block) for block in text.blocks] == [Heading, Paragraph, Listing, Listing, Table, FigureBlock]
    assert [block.line for block in text.blocks] == [3, 5, 7, 10, 12, 16]
    heading, paragraph, bullets, numbers, table, figure = text.blocks
    assert isinstance(heading, Heading)
    assert (heading.id, heading.text, heading.level) == ("setup", "Setup", 2)
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content == (
        Words("A ", 5),
        Words("b", 5, italic=True),
        Words(" ", 5),
        Words("c", 5, bold=True),
        NoteMark("n", 1, 5),
        Words(".", 5),
    )
    assert isinstance(bullets, Listing)
    assert bullets.start is None
    assert isinstance(numbers, Listing)
    assert numbers.start == 3
    assert isinstance(table, Table)
    assert table.aligns == ("left", "right")
    assert table.rows[0].cells[0] == (Symbol("coin", "coin", 14),)
    assert isinstance(figure, FigureBlock)
    assert plain_text(figure.caption) == "A caption."
    assert plain_text(text.notes["n"].content) == "A note."


def test_numbers_come_from_the_deck(read: Reader) -> None:
    text = read("{{deck.tiles}} {{deck.tiles_per_colour}} {{ deck.tile_mm }} {{deck.tiles_for_three}} {{version}}")
    (paragraph,) = text.blocks
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.content) == "64 16 50 48 1.2.3"
    assert text.placeholders == {
        "deck.tiles": 3,
        "deck.tiles_per_colour": 3,
        "deck.tile_mm": 3,
        "deck.tiles_for_three": 3,
        "version": 3,
    }


def test_every_promised_placeholder_exists(known: Known) -> None:
    promised = {
        *(f"deck.{what}" for what in ("tiles", "designs", "colours", "prisoners", "coins", "wings", "counters")),
        *(f"deck.{what}_per_colour" for what in ("tiles", "prisoners", "coins", "wings")),
        *("deck.tile_mm", "deck.tiles_for_two", "deck.tiles_for_three", "credits.design", "credits.publisher"),
        *("catalogue.hash", "version"),
    }
    claimed = {name for name in known.placeholders if name.startswith("figure.")}
    assert promised == set(known.placeholders) - claimed
    assert "figure.impaling.points" in claimed or not known.figures


def test_an_unknown_placeholder_is_told_with_the_one_that_was_meant(read: Reader) -> None:
    assert complaints(read, "One line.\n\nThere are {{deck.tyles}}.")[0].startswith(
        "rules.md:5:1: unknown placeholder {{deck.tyles}}; did you mean 'deck.tiles'? one of deck.tiles, "
    )


def test_all_mistakes_come_at_once_in_the_order_of_lines(read: Reader) -> None:
    lines = complaints(
        read,
        "## Setup\n\n"  # 3
        "## Setup {#setup}\n\n"  # 5
        "## Again {#setup}\n\n"  # 7
        "![A](figure:tyle) and\n![c](symbol:con)\n<b>bold</b>\n\n"  # 9
        "![A](figure:tyle)\n\n"  # 13
        "> quoted\n\n"  # 15
        "See [^gone], [there](#nowhere) and [web](https://example.org).\n\n"  # 17
        "[^spare]: Nobody marks this.\n",  # 19
    )
    assert [":".join(line.split(":")[:2]) for line in lines] == [
        f"rules.md:{number}" for number in (3, 7, 9, 10, 11, 11, 13, 15, 17, 17, 17, 19)
    ]
    text = "\n".join(lines)
    for part in (
        "heading without an id; write it at the end of the line, as in '## Setup {#setup}'",
        "id 'setup' belongs to the heading in line 5 already",
        "a figure must stand alone in its paragraph",
        "unknown symbol 'con'; did you mean 'coin'?",
        "HTML is not allowed: '<b>'",
        "HTML is not allowed: '</b>'",
        "unknown figure 'tyle'; did you mean 'tile'?",
        "a block quote cannot stand here; see templates/locales/README.md",
        "footnote 'gone' has no text; write [^gone]: at the end of the section",
        "a link to the unknown heading 'nowhere'; one of title, setup",
        "a link to 'https://example.org'; only ids of headings can be linked",
        "footnote 'spare' is marked nowhere in the text",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("markdown", "message"),
    [
        ("# Second {#second}", "rules.md:3:1: a second title; sections begin with '##'"),
        ("#### Deep {#deep}", "rules.md:3:1: a heading of level 4; '###' is the lowest"),
        ("## Set up {#Set_up}", "rules.md:3:1: 'Set_up' is no id"),
        ("{{deck.tiles", "rules.md:3:1: a placeholder that does not end on its line; write {{name}}"),
        ("a `code` b", "rules.md:3:1: code cannot stand here"),
        ("```\ncode\n```", "rules.md:3:1: a code block cannot stand here"),
        ("- a\n\n  ![x](figure:tile)", "rules.md:5:1: figure 'tile' stands in a list"),
        ("![](figure:tile)", "rules.md:3:1: figure 'tile' has no caption"),
        ("![x](photo.png)", "rules.md:3:1: a picture 'photo.png'; write figure:<id> or symbol:<name>"),
        ("a[^n] b[^n]\n\n[^n]: note", "rules.md:3:1: footnote 'n' is marked a second time"),
        ("a[^n]\n\n[^n]: note[^m]\n\n[^m]: other", "rules.md:5:1: footnote 'n' has a footnote itself"),
    ],
)
def test_a_mistake_names_its_line_and_its_remedy(read: Reader, markdown: str, message: str) -> None:
    assert any(line.startswith(message) for line in complaints(read, markdown)), complaints(read, markdown)


@pytest.mark.parametrize(
    ("markdown", "message"),
    [
        ("First line\nhas **unclosed words", "rules.md:4:5: a '**' that begins or ends no bold text; "),
        ("That is ~~old~~ news", "rules.md:3:9: '~~' cannot strike words out; "),
        ("See [j](javascript:x) here", "rules.md:3:7: '](' makes no link or picture here; "),
        ("![x](file:///etc/passwd)", "rules.md:3:4: '](' makes no link or picture here; "),
        ("| a | b |\n|---|---|\n| **c | d |", "rules.md:5:3: a '**' that begins or ends no bold text; "),
        ("a <b>bold</b> word", "rules.md:3:3: HTML is not allowed: '<b>'"),
    ],
)
def test_markup_that_would_be_printed_as_it_stands_is_told_with_its_column(
    read: Reader, markdown: str, message: str
) -> None:
    assert any(line.startswith(message) for line in complaints(read, markdown)), complaints(read, markdown)


def test_signs_of_markup_with_a_backslash_are_text(read: Reader) -> None:
    (paragraph,) = read(r"2 \*\* 3, \~\~ and \[a\](b), 2 * 3 &amp; **bold\***").blocks
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.content) == "2 ** 3, ~~ and [a](b), 2 * 3 & bold*"


def test_a_file_that_is_not_utf_8_is_told_with_the_place(tmp_path: Path, known: Known) -> None:
    file = tmp_path / "rules.md"
    file.write_bytes("\ufeff# Título {#t}\n\nseñ".encode() + "or".encode("utf-16"))
    with pytest.raises(InputError) as caught:
        read_rules(file, known, "rules.md")
    assert caught.value.lines() == ["rules.md:3:4: not UTF-8; save the file as UTF-8"]


def test_a_text_must_begin_with_its_title(known: Known) -> None:
    with pytest.raises(TypesettingError) as caught:
        parse_rules("Just words.\n", known, "rules.md")
    expected = "rules.md:1:1: the text must begin with its title, as in '# Asterion {#asterion}'"
    assert caught.value.lines() == [expected]


def test_what_looks_like_markup_of_the_press_stays_text(read: Reader) -> None:
    text = read("5 < 6 & 7 > 6, {braces} and &lt;b&gt; stay.")
    (paragraph,) = text.blocks
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.content) == "5 < 6 & 7 > 6, {braces} and <b> stay."
