"""Markdown becomes a document, and what cannot be printed is told with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.rulebook.text.document import (
    FigureBlock,
    Heading,
    Known,
    Listing,
    NoteMark,
    Paragraph,
    RulesText,
    StyledText,
    Symbol,
    TableBlock,
    contents_of,
    plain_text,
)
from asterion_press.rulebook.text.markdown import load_markdown, read_rules
from tests.support.refusals import refusal
from tests.support.texts import Reader, parse_rules, text_in, words_in

LOCALES = Path(__file__).parents[3] / "templates" / "locales"


def test_every_kind_of_block_is_read_with_its_line(read: Reader) -> None:
    text = read(
        "## Setup {#setup}\n\nA *b* **c**[^n].\n\n- one\n- two\n\n3. three\n\n"
        "| a | b |\n|---|--:|\n| ![coin](symbol:coin) | 2 |\n\n![A caption.](figure:tile)\n\n[^n]: A note.\n"
    )
    assert [type(block) for block in text.blocks] == [Heading, Paragraph, Listing, Listing, TableBlock, FigureBlock]
    assert [block.line for block in text.blocks] == [3, 5, 7, 10, 12, 16]
    blocks: Any = text.blocks
    heading, paragraph, bullets, numbers, table, figure = blocks
    assert (heading.id, heading.text, heading.level) == ("setup", "Setup", 2)
    assert paragraph.content == (
        StyledText("A ", 5, column=1),
        StyledText("b", 5, italic=True, column=4),
        StyledText(" ", 5, column=6),
        StyledText("c", 5, bold=True, column=9),
        NoteMark("n", 1, 5, column=12),
        StyledText(".", 5, column=16),
    )
    assert (bullets.start, numbers.start) == (None, 3)
    assert table.aligns == ("left", "right")
    assert table.rows[0].cells[0] == (Symbol("coin", "coin", 14, 3),)
    assert plain_text(figure.caption) == "A caption."
    assert plain_text(text.notes["n"].content) == "A note."


def test_numbers_come_from_the_deck(read: Reader, deck: Deck) -> None:
    promised = deck.catalogue.expect
    assert promised.per_colour
    each, three = promised.per_colour.tiles, 3 * (promised.per_colour.tiles or 0)
    text = read("{{deck.tiles}} {{deck.tiles_per_colour}} {{ deck.tile_mm }} {{deck.tiles_for_three}} {{version}}")
    assert words_in(text) == [f"{promised.tiles} {each} {deck.catalogue.tile_mm:g} {three} 1.2.3"]
    assert text.placeholders == {
        "deck.tiles": (3, 1),
        "deck.tiles_per_colour": (3, 16),
        "deck.tile_mm": (3, 42),
        "deck.tiles_for_three": (3, 61),
        "version": (3, 86),
    }


PROMISED = {
    "deck": "tiles designs colours prisoners coins wings counters pieces tile_mm walls minotaur crossroads",
    "deck..": "prisoner_each single_coins equal_colours",
    "deck.": "tiles_for_two tiles_for_three tiles_per_colour prisoners_per_colour coins_per_colour wings_per_colour",
    "credits": "design publisher",
    "catalogue": "hash",
    "fonts": "families",
    "rules": "direction wings_to_fly sides_free sides_with_tiles players_least players_most",
    "rules.": "points_impaled points_own points_own_lost points_coin",
}


def test_every_promised_placeholder_exists(known: Known) -> None:
    promised = {f"{kind.rstrip('.')}.{what}" for kind, names in PROMISED.items() for what in names.split()}
    claimed = {name for name in known.placeholders if name.startswith(("figure.", "ruling."))}
    assert promised | {"version"} == set(known.placeholders) - claimed
    assert "figure.impaling.points" in claimed or not known.figures


def test_an_unknown_placeholder_is_told_with_the_one_that_was_meant(read: Reader) -> None:
    assert refusal(read, "One line.\n\nThere are {{deck.tyles}}.")[0].startswith(
        "rules.md:5:11: unknown placeholder {{deck.tyles}}; did you mean 'deck.tiles'? one of deck.pieces, "
    )


def test_all_mistakes_come_at_once_in_the_order_of_lines(read: Reader) -> None:
    lines = refusal(
        read,
        "## Setup\n\n"  # 3
        "## Setup {#setup}\n\n"  # 5
        "## Again {#setup}\n\n"  # 7
        "![A](figure:tyle) and\n![c](symbol:con)\n<b>bold</b>\n\n"  # 9
        "![A](figure:tyle)\n\n"  # 13
        "- > quoted\n\n"  # 15
        "See [^gone], [there](#nowhere) and [web](https://example.org).\n\n"  # 17
        "[^spare]: Nobody marks this.\n",  # 19
    )
    assert [line.split(" ")[0] for line in lines] == [
        f"rules.md:{place}:"
        for place in (*("7:10", "9:1", "10:6", "11:1", "11:8", "13:6", "15:3"), *("17:5", "17:22", "17:42", "19:1"))
    ]


@pytest.mark.parametrize(
    ("markdown", "message"),
    [
        ("# Second {#second}", "rules.md:3:1: a second title; sections begin with '##'"),
        ("##", "rules.md:3:1: a heading without words; write some, or take the signs away"),
        ("#### Deep {#deep}", "rules.md:3:1: a heading of level 4; '###' is the lowest"),
        ("## Set up {#Set_up}", "rules.md:3:11: 'Set_up' is no id"),
        ("```\ncode\n```", "rules.md:3:1: a code block cannot stand here"),
        ("- a\n\n  ![x](figure:tile)", "rules.md:5:3: figure 'tile' stands in a list"),
        ("> a\n>\n> ![x](figure:tile)", "rules.md:5:3: figure 'tile' stands in a block quote"),
        ("> a\n>\n> > b", "rules.md:5:1: a block quote cannot stand here"),
        ("a[^n] b[^n]\n\n[^n]: note", "rules.md:3:8: footnote 'n' is marked a second time"),
        ("That is ~~old~~ news", "rules.md:3:9: '~~' cannot strike words out; "),
        ("See [j](javascript:x) here", "rules.md:3:7: '](' makes no link or picture here; "),
        ("![x](file:///etc/passwd)", "rules.md:3:4: '](' makes no link or picture here; "),
        ("| a | b |\n|---|---|\n| **c | d |", "rules.md:5:3: a '**' that begins or ends no bold text; "),
        ("That is ==new==", "rules.md:3:9: '==' cannot mark words; "),
        ("- [ ] shuffle", "rules.md:3:3: a box to tick is none here; "),
        ("1. deal\n2. [x] shuffle", "rules.md:4:4: a box to tick is none here; "),
        ("- deal\n  - [X]\n    all", "rules.md:4:5: a box to tick is none here; "),
        ("Term\n: meaning", "rules.md:4:1: a list of definitions is none here; "),
        ("Term\n\n:   meaning", "rules.md:5:1: a list of definitions is none here; "),
        ("> [!NOTE]\n> words", "rules.md:3:3: a kind of block quotes is none here; "),
        ("::: tip\nwords\n:::", "rules.md:5:1: a box around text is none here; "),
        ("[TOC]", "rules.md:3:1: the table of contents is made without it; "),
        ("[[_TOC_]]", "rules.md:3:1: the table of contents is made without it; "),
        ("| a | b |\n|---|---|---|\n| c | d |", "rules.md:4:1: no table: "),
        ("a | b\n:--|:-:|--:", "rules.md:4:1: no table: "),
        ("| a | b |\n|---|", "rules.md:4:1: no table: "),
        ("| a | b |\n|---|---|\n| 1 | 3 | LOST |", "rules.md:5:11: a cell more than the 2 of the table's head; "),
        ("a | b\n--|--\n1 | 3 | | 迷宮", "rules.md:5:11: a cell more than the 2 of the table's head; "),
        ("| a |\n|---|\n| 1 | 2 \\| 3 |", "rules.md:5:7: a cell more than the 1 of the table's head; "),
    ],
)
def test_markup_that_would_be_printed_as_it_stands_is_told_with_its_column(
    read: Reader, markdown: str, message: str
) -> None:
    reported = refusal(read, markdown)
    assert any(line.startswith(message) for line in reported), reported


FEW = Known({"deck.tiles": "64"}, ("tile",), ("coin",))
UNKNOWN = "unknown placeholder {{deck.tyles}}; did you mean 'deck.tiles'? one of deck.tiles"
WHERE = {
    "at the beginning": ("{{deck.tyles}} tiles", "3:1", UNKNOWN),
    "twice in a line": ("{{deck.tiles}} {{deck.tyles}} {{deck.tiles}}", "3:16", UNKNOWN),
    "in the second line": ("One line,\ntwo: {{deck.tyles}}.", "4:6", UNKNOWN),
    "in the third line, which is indented": ("One,\ntwo,\n   three {{deck.tyles}}.", "5:10", UNKNOWN),
    "after a broken line": ("One  \ntwo\\\nthree {{deck.tyles}}", "5:7", UNKNOWN),
    "inside emphasis": ("A *few **bold\n{{deck.tyles}}** words*", "4:1", UNKNOWN),
    "after emphasis and a link": ('A *b* [**c**](#title "d") {{deck.tyles}}', "3:27", UNKNOWN),
    "after signs with a backslash": ("1 \\* 2 &amp; 3 {{deck.tyles}}", "3:16", UNKNOWN),
    "after Japanese": ("迷宮の牛、*強い* {{deck.tyles}}", "3:11", UNKNOWN),
    "after letters beyond the first plane": ("𝄞𝄞 {{deck.tyles}}", "3:4", UNKNOWN),
    "in a list": ("- one\n- two\n  more {{deck.tyles}}", "5:8", UNKNOWN),
    "in a list within a list": ("- one\n  10. two {{deck.tyles}}", "4:11", UNKNOWN),
    "in a heading": ("## The {{deck.tyles}} tiles {#tiles}", "3:8", UNKNOWN),
    "in a heading that ends in hashes": ("##   A {{deck.tyles}} {#b} ##", "3:8", UNKNOWN),
    "in the second line of an underlined heading": ("The\n{{deck.tyles}} tiles {#b}\n---", "4:1", UNKNOWN),
    "in a cell": ("| a | b |\n|---|---|\n| c | {{deck.tyles}} |", "5:7", UNKNOWN),
    "in a cell after a pipe that is text": ("| a | b |\n|---|---|\n| c \\| d | {{deck.tyles}} |", "5:12", UNKNOWN),
    "in a cell that has one such": ("| a | b |\n|---|---|\n| c | d \\| {{deck.tyles}} |", "5:12", UNKNOWN),
    "in a table without outer pipes": ("a | b\n--|--\nc | {{deck.tyles}}", "5:5", UNKNOWN),
    "in the head of a table": ("| a | {{deck.tyles}} |\n|---|---|", "3:7", UNKNOWN),
    "in a footnote": ("a[^n]\n\n[^n]: one\n    two {{deck.tyles}}", "6:9", UNKNOWN),
    "in a caption": ("![One\n*two* {{deck.tyles}}](figure:tile)", "4:7", UNKNOWN),
    "after a symbol": ("![a **coin**](symbol:coin) {{deck.tyles}}", "3:28", UNKNOWN),
    "after a mark": ("a[^n] {{deck.tyles}}\n\n[^n]: note", "3:7", UNKNOWN),
    "a placeholder that does not end": ("迷宮\nas {{deck.tiles", "4:4", "a placeholder that does not end on its line"),
    "a figure": ("![A *tile*.](figure:tyle)", "3:14", "unknown figure 'tyle'; did you mean 'tile'? one of tile"),
    "a figure without a caption": ("  ![](figure:tile)", "3:3", "figure 'tile' has no caption"),
    "a figure in a line": ("so\n![a](figure:tile) here", "4:1", "a figure must stand alone in its paragraph"),
    "a symbol": ("- a ![c](symbol:con)", "3:10", "unknown symbol 'con'; did you mean 'coin'? one of coin"),
    "a picture": ("see\n迷宮 ![c](a.png)", "4:9", "a picture 'a.png'; write figure:<id>, symbol:<name>"),
    "HTML": ("one\n*two <br/>*", "4:6", "HTML is not allowed: '<br/>'"),
    "code": ("a `b` c", "3:3", "code cannot stand here; see templates/locales/README.md"),
    "a block in a list": ("- a\n- > b", "4:3", "a block quote cannot stand here; see templates/locales/README.md"),
    "a link": ("one\n[two](#three)", "4:7", "a link to the unknown heading 'three'; one of title"),
    "a mark without a note": ("one\n*two*[^n]", "4:6", "footnote 'n' has no text"),
    "a note within the line": ("so^[a note]", "3:3", "a footnote within the line"),
    "a note in a note": ("a[^n]\n\n[^n]: b\n    c[^m]\n\n[^m]: d", "6:6", "footnote 'n' has a footnote itself"),
    "bold text that does not end": ("迷宮\n| の **牛", "4:5", "a '**' that begins or ends no bold text"),
}


@pytest.mark.parametrize(("markdown", "place", "message"), WHERE.values(), ids=WHERE.keys())
def test_a_mistake_is_told_where_it_stands(markdown: str, place: str, message: str) -> None:
    for line_break in ("\n", "\r\n"):
        text = f"# T {{#title}}\n\n{markdown}\n".replace("\n", line_break)
        (line,) = refusal(parse_rules, text, FEW, "rules.md")
        assert line.startswith(f"rules.md:{place}: {message}"), f"with {line_break!r}"


def test_equal_mistakes_are_told_each_where_it_stands(known: Known) -> None:
    text = "# T {#t}\n\nx {{a}} *x {{a}}* ![x](symbol:a) ![x](symbol:a)\n**x {{a}}** x {{a}} [x](#a) [x](#a)"
    places = ["3:3", "3:12", "3:24", "3:39", "4:5", "4:15", "4:25", "4:33"]
    reported = refusal(parse_rules, text, known, "rules.md")
    assert [line.split(": ")[0] for line in reported] == [f"rules.md:{place}" for place in places]


def test_all_words_of_the_shipped_texts_stand_where_they_say(known: Known) -> None:
    wrong = [fault for tag in library.languages("asterion") for fault in words_astray(tag, known)]
    assert not wrong, "\n".join(wrong)


def words_astray(tag: str, known: Known) -> Iterator[str]:
    raw = text_in(tag, "asterion")
    raw = re.sub(r"(\{\{[^{}:]*):[^{}]*\}\}", r"\1}}", raw)  # plural forms have another length than what they print
    names = (*known.placeholders, *(f"figure.{figure}.number" for figure in known.figures))
    text = parse_rules(raw, replace(known, placeholders={name: f"{{{{{name}}}}}" for name in names}), tag)
    contents = [content for block in text.blocks for content in contents_of(block)]
    contents += [text.title.content, *(note.content for note in text.notes.values())]
    parts = [part for content in contents for part in content if isinstance(part, StyledText) and part.text.strip()]
    assert parts
    for one, other in (pair for content in contents for pair in pairwise(content)):
        if not (isinstance(one, StyledText) and isinstance(other, StyledText)):
            continue
        if (other.line, other.column) <= (one.line, one.column + len(one.text) - 1):
            yield f"{tag}: {other} does not follow {one}"
    for part in parts:
        there = raw.split("\n")[part.line - 1][part.column - 1 :]
        if not there.replace("{{", "((").replace("}}", "))").startswith(part.text):
            yield f"{tag}: {part} stands elsewhere"


def test_signs_of_markup_with_a_backslash_are_text(read: Reader) -> None:
    read("| a | b |\n|---|---|\n| 1 | 2 \\| 3 | |  |")
    for text in ("- \\[ ] box", "Term\n\\: x", "a \\== b", "a: b [x] ::: ["):
        read(text)
    output = "2 ** 3, ~~ and [a](b), 2 * 3 & bold*"
    assert words_in(read(r"2 \*\* 3, \~\~ and \[a\](b), 2 * 3 &amp; **bold\***")) == [output]


def test_a_file_that_is_not_utf_8_is_told_with_the_place(tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    file.write_bytes("\ufeff# Título {#t}\n\nseñ".encode() + "or".encode("utf-16"))
    assert refusal(load_markdown, file, "rules.md") == ["rules.md:3:4: not UTF-8; save the file as UTF-8"]


def test_headings_without_an_id_get_one_of_their_words(read: Reader) -> None:
    text = read(
        "## How to *play*[^n]\n\n## Don’t ![c](symbol:coin) stop!\n\n## The {{deck.tiles}} tiles\n\n## Préparation\n\n"
        "## 準備\n\n## Ход игры\n\n## ?\n\n### How to play\n\n## Setup {#how-to-play-2}\n\n"
        "### How to [play](#préparation)\n\nSee [there](#準備).\n\n[^n]: A note.\n"
    )
    assert text.ids() == [
        *("title", "how-to-play", "dont-stop", "the-tiles", "préparation", "準備", "ход-игры", "section"),
        *("how-to-play-3", "how-to-play-2", "how-to-play-4"),
    ]


def test_headings_of_a_translation_without_an_id_take_those_of_the_model_in_order(known: Known) -> None:
    model = parse_rules("# T\n\n## How to play\n\n## The end {#end}\n\n### Ties\n", known, "en.md")
    text, mistakes = read_rules(
        "# J\n\n## Comment jouer\n\nVoir [là](#ties).\n\n## Fin {#end}\n\n### Égalités\n", known, "fr.md", model.ids()
    )
    assert (text.ids(), mistakes) == (["t", "how-to-play", "end", "ties"], [])
    assert [text.title.text, *(block.text for block in text.blocks if isinstance(block, Heading))][3] == "Égalités"


def test_a_text_must_begin_with_its_title(known: Known) -> None:
    expected = "rules.md:1:1: the text must begin with its title, as in '# Asterion'"
    assert refusal(parse_rules, "Just words.\n", known, "rules.md") == [expected]


def test_what_looks_like_markup_of_the_press_stays_text(read: Reader) -> None:
    text = read("5 < 6 & 7 > 6, {braces} and &lt;b&gt; stay.")
    assert words_in(text) == ["5 < 6 & 7 > 6, {braces} and <b> stay."]


def test_a_symbols_name_may_run_over_two_lines(read: Reader) -> None:
    *_, content = read("Take a ![golden\ncoin](symbol:coin) now.").contents()
    assert [part.spoken for part in content if isinstance(part, Symbol)] == ["golden coin"]


@pytest.mark.parametrize(
    ("character", "reported"),
    [
        ("\u202e", "forbidden character U+202E RIGHT-TO-LEFT OVERRIDE; delete it"),
        ("\u2066", "forbidden character U+2066 LEFT-TO-RIGHT ISOLATE; delete it"),
        ("\x1b", "forbidden character U+001B ESCAPE; delete it"),
        ("\x07", "forbidden character U+0007 BELL; delete it"),
        ("\ufeff", "forbidden character U+FEFF ZERO WIDTH NO-BREAK SPACE; delete it"),
        ("\ue000", "forbidden character U+E000 PRIVATE USE; delete it"),
        ("\t", "a tab (U+0009 CHARACTER TABULATION) within the text; write a space"),
        ("\u2028", "a line break (U+2028 LINE SEPARATOR) within the text; write it on one line"),
        ("\x85", "a line break (U+0085 CONTROL) within the text; write it on one line"),
    ],
)
def test_a_character_that_hides_or_garbles_is_told_at_its_place(read: Reader, character: str, reported: str) -> None:
    line = len(read("Text.").source.lines)
    assert refusal(read, f"Text.\n\n- See{character}this.") == [f"rules.md:{line + 2}:6: {reported}"]


def test_mistakes_of_the_head_of_characters_and_of_the_text_come_at_once(known: Known) -> None:
    head = "---\nsubtitel: Horns\nplayers: {{deck.players}} players\n---\n"
    reported = refusal(parse_rules, f"{head}# T {{#t}}\n\nOne\x07 two ![x](symbol:con).\n", known, "rules.md")
    assert [line.split(";")[0] for line in reported] == [
        "rules.md:2:1: unknown key 'subtitel'",
        "rules.md:3:10: a value that begins with a placeholder needs quotes: players: '{{deck.players}} players'",
        "rules.md:7:4: forbidden character U+0007 BELL",
        "rules.md:7:15: unknown symbol 'con'",
    ]


def test_marks_of_an_unfinished_merge_are_told(read: Reader) -> None:
    line = len(read("Text.").source.lines)
    assert refusal(read, "<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other") == [
        f"rules.md:{line + more}:1: a mark of an unfinished merge, {mark!r}; keep one side and delete the marks"
        for more, mark in ((0, "<<<<<<<"), (4, ">>>>>>>"))
    ]


# the head of a rules text: what it says, where mistakes in it are told, and that languages agree on its keys


TILES = Known({"deck.tiles": "64"}, (), ())


def headed(head: str) -> RulesText:
    return parse_rules(f"{head}# A {{#a}}\n\nText {{{{deck.tiles}}}}.\n", TILES, "rules.md")


def test_the_head_is_what_the_title_page_says() -> None:
    for head, output in (
        ("---\nsubtitle: Horns\nplayers: 2 players\n---\n", ["Horns", "2 players", ""]),
        ("", [""] * 3),
    ):
        text = headed(head)
        assert [text.front.word(key) for key in ("subtitle", "players", "edition")] == output
        assert text.title.text == "A"


@pytest.mark.parametrize(
    ("head", "reported"),
    [
        ("subtitel: Horns\n", "rules.md:2:1: unknown key 'subtitel'; did you mean 'subtitle'?"),
        ("players: 2\nplayers: 3\n", "rules.md:3:1: key 'players'"),
        ("subtitle: ''\n", "rules.md:2:11: expected some text"),
        ("subtitle: Horns\n---\n# T\n\n{{deck.tile}}\n\n", "rules.md:6:1: unknown placeholder {{deck.tile}}"),
    ],
)
def test_a_mistake_in_the_head_or_below_is_told_where_it_stands(head: str, reported: str) -> None:
    assert refusal(headed, f"---\n{head}---\n")[0].startswith(reported)
