"""Lines: even spaces, hyphens, kerning, and the rules of Japanese line breaking."""

from __future__ import annotations

import re
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.pdf import cjk_breaks
from asterion_press.rulebook.text.document import LineBreak, StyledText
from asterion_press.rulebook.typeset.hyphens import load_dictionary
from asterion_press.rulebook.typeset.line_breaks import ENDING, Box, Glue, Glyphs, Item, Line, Unbroken
from asterion_press.rulebook.typeset.shaper import Typesetter
from asterion_press.rulebook.typeset.styles import TextStyle
from tests.support.texts import text_of_line

PLAIN = TextStyle(10, 13)
MEASURE = 200.0
ENGLISH = (
    "When Minos, king of Crete, asked for a house from which nobody could walk away, Daedalus built him one. "
    "It has no door to bar and no guard to bribe; incomprehensible labyrinthine corridors lead nowhere."
)
JAPANESE = (
    "クレタの王ミノスが「誰ひとり抜け出せない館を」と望んだとき、ダイダロスはそのとおりのものを建てた。"
    "閉じる扉もなければ、買収できる番人（ばんにん）もいない。『Asterion』は２〜４人用、print-and-playで公開中。"
    "「行き止まり」と「橋」、そして……牡牛の角。ちょっとした一枚が命取りだ！"
)


def japanese_lines(setter: Typesetter, text: str, measure: float) -> list[Line]:
    return setter.lines((StyledText(text, 1),), PLAIN, measure)


def test_justified_lines_end_at_the_measure_or_hang_a_little(latin_setter: Typesetter) -> None:
    lines = latin_setter.lines((StyledText(ENGLISH, 1),), PLAIN, MEASURE)
    assert len(lines) > 3
    for line in lines[:-1]:
        last = max(x + sum(piece.advances) for x, piece in line.pieces if isinstance(piece, Glyphs))
        assert MEASURE - 0.01 <= last <= MEASURE + 3, text_of_line(line)
        assert line.width == pytest.approx(MEASURE)
    assert lines[-1].width < MEASURE


def test_words_are_hyphenated_where_the_dictionary_allows(latin_setter: Typesetter) -> None:
    lines = latin_setter.lines((StyledText(ENGLISH, 1),), PLAIN, 90)
    broken = [line for line in lines if line.hyphenated]
    assert broken
    assert all(text_of_line(line).endswith("-") for line in broken)
    joined = "".join(text_of_line(line)[:-1] if line.hyphenated else text_of_line(line) + " " for line in lines)
    assert joined.split() == ENGLISH.split()


def test_no_break_changes_letters_and_only_languages_with_a_dictionary_have_breaks() -> None:
    hungarian = load_dictionary("hu_HU")
    found = {word: hungarian.positions(word) for word in ("vissza", "összefüggő", "könnyebb", "hosszú", "lapka")}
    assert found == {"vissza": [], "összefüggő": [5, 8], "könnyebb": [], "hosszú": [], "lapka": [3]}
    with pytest.raises(KeyError):
        load_dictionary("xx_XX")


ENDS = (
    (
        "Path. A passage on a tile. A tile may have several paths, and these are separate: on the tile itself, nothing "
        "on one path can be reached from another. Where two paths cross, one runs over the other on a bridge, and they "
        "remain separate."
    ),
    (
        "Fonts. Alegreya for the text and Cinzel for the headings, with Shippori Mincho and Noto Serif JP for "
        "Japanese; all are free under the SIL Open Font License 1.1."
    ),
    ENGLISH,
)


@pytest.mark.parametrize("text", ENDS)
def test_no_word_is_broken_before_the_last_line_nor_stands_there_short_and_alone(
    latin_setter: Typesetter, text: str
) -> None:
    style = TextStyle(10.4, 13.4)
    for measure in range(300, 330):
        lines = latin_setter.lines((StyledText(text, 1),), style, measure)
        assert len(lines) == 1 or not lines[-2].hyphenated, (measure, text_of_line(lines[-2]), text_of_line(lines[-1]))
        assert lines[-1].width > 1.5 * style.size, (measure, text_of_line(lines[-1]))


def test_headings_are_not_hyphenated(latin_setter: Typesetter) -> None:
    style = TextStyle(10, 13, align="left", hyphens=False)
    lines = latin_setter.lines((StyledText(ENGLISH, 1),), style, 90)
    assert not any(line.hyphenated for line in lines)


def test_letters_are_kerned(latin_setter: Typesetter) -> None:
    font = latin_setter.font(PLAIN)
    assert font.advances("AV")[0] < font.width("A") - 10
    (line,) = latin_setter.lines((StyledText("AVATAR", 1),), PLAIN, MEASURE)
    assert line.width < sum(map(font.width, "AVATAR")) * PLAIN.size / 1000 - 1


def test_no_ligature_takes_the_place_of_letters(latin_setter: Typesetter) -> None:
    assert len(latin_setter.font(PLAIN).advances("official")) == len("official")


def test_a_line_broken_by_hand_is_not_stretched(latin_setter: Typesetter) -> None:
    lines = latin_setter.lines((StyledText("one two", 1), LineBreak(1), StyledText("three", 2)), PLAIN, MEASURE)
    assert [text_of_line(line) for line in lines] == ["one two", "three"]
    assert lines[0].width < MEASURE / 2


def test_a_missing_glyph_is_told_word_for_word_and_once(latin_setter: Typesetter) -> None:
    latin_setter.mistakes.clear()
    latin_setter.lines((StyledText("a ☃ and a ☃", 12),), PLAIN, MEASURE)
    found = list(map(str, latin_setter.mistakes))
    latin_setter.mistakes.clear()
    assert found == ["rules.md:12:1: font Alegreya-Regular has no glyph for '☃' (U+2603, snowman)"]


@pytest.mark.parametrize("measure", [70.0, 83.0, 90.0, 101.0, 117.0, 130.0, 205.0])
def test_no_japanese_line_begins_or_ends_with_a_forbidden_character(cjk_setter: Typesetter, measure: float) -> None:
    lines = [text_of_line(line) for line in japanese_lines(cjk_setter, JAPANESE, measure)]
    assert "".join(lines).replace(" ", "") == JAPANESE.replace(" ", "")
    for line in lines:
        assert line[0] not in cjk_breaks.NO_START, lines
        assert line[-1] not in cjk_breaks.NO_END, lines


HELD_BY_THE_ONE_BEFORE = {
    "closing brackets": "’”）〕］｝〉》」』】",
    "dividing punctuation marks": "！？‼⁇⁈⁉",
    "middle dots": "・：；",
    "full stops and commas": "。．、，",
    "iteration marks": "ヽヾゝゞ々〻",
    "prolonged sound mark": "ー",
    "small kana": "ぁぃぅぇぉァィゥェォっゃゅょゎゕゖッャュョヮヵヶ",
}
OPENING_BRACKETS = "‘“（〔［｛〈《「『【"
"""Held by the character after.

Source: W3C, "Requirements for Japanese Text Layout" (JLREQ), appendix A; written down, not read from the code."""


def test_no_line_may_begin_or_end_with_what_a_character_beside_it_holds() -> None:
    pairs = [("漢", one) for one in "".join(HELD_BY_THE_ONE_BEFORE.values())] + [
        (one, "漢") for one in OPENING_BRACKETS
    ]
    parted = {name: [pair for pair in pairs if rules.may_part(*pair)] for name, rules in cjk_breaks.KINSOKU.items()}
    assert parted == {name: [] for name in cjk_breaks.KINSOKU}


@given(st.lists(st.sampled_from("、。」』（「『あ漢ーっ！…a1"), min_size=1, max_size=60).map("".join))
def test_kinsoku_holds_for_any_text_that_can_be_broken(cjk_setter: Typesetter, text: str) -> None:
    text = f"漢字{'かな'.join(text)}漢字"
    lines = japanese_lines(cjk_setter, text, 80)
    assert "".join(map(text_of_line, lines)) == text
    for before, after in pairwise(lines):
        assert text_of_line(after)[0] not in cjk_breaks.NO_START
        assert text_of_line(before)[-1] not in cjk_breaks.NO_END


def test_latin_words_are_not_broken_in_japanese(cjk_setter: Typesetter) -> None:
    for measure in range(90, 200, 7):
        lines = [text_of_line(line) for line in japanese_lines(cjk_setter, JAPANESE, measure)]
        assert any("Asterion" in line for line in lines), lines
        assert any("print-and-play" in line for line in lines), lines


def test_japanese_lines_are_justified_and_stops_end_within_them(cjk_setter: Typesetter) -> None:
    ended = short = 0
    for measure in range(90, 200, 5):
        for line in japanese_lines(cjk_setter, JAPANESE, measure)[:-1]:
            if line.width < measure - 0.01:
                short += 1
                continue
            assert line.width == pytest.approx(measure)
            x, last = line.pieces[-1]
            assert isinstance(last, Glyphs)
            if last.text in cjk_breaks.STOPS:
                ended += 1
                assert x == pytest.approx(measure - last.size / 2), "printers do not reach far into the margin"
    assert ended > 3
    assert short <= 6, "only where letters would stand far apart, in the narrowest measures"


def test_brackets_side_by_side_share_their_space_and_only_letters_and_digits_keep_a_small_distance_from_kanji() -> None:
    brackets = {"」「": 0.5, "」、": 0, "（「": 0, "。あ": 0.5}
    spaces = brackets | {"枚A": cjk_breaks.LATIN_GAP, "4枚": cjk_breaks.LATIN_GAP, "m、": 0, "2〜": 0}
    assert {pair: cjk_breaks.JAPANESE.space_between(*pair) for pair in spaces} == spaces


def test_a_line_feed_of_the_file_is_no_space_in_japanese_and_one_in_english(
    cjk_setter: Typesetter, latin_setter: Typesetter
) -> None:
    for setter, words, shown in ((cjk_setter, "迷宮 の橋", "迷宮の橋"), (latin_setter, "the bridge ", "the bridge")):
        content = [StyledText(word, 1) for word in words.replace(" ", "|\n|", 1).split("|")]
        (line,) = setter.lines(tuple(content), PLAIN, MEASURE)
        assert text_of_line(line) == shown


@given(st.lists(st.floats(1, 40), min_size=1, max_size=40), st.floats(50, 200))
def test_every_box_is_set_once_and_no_line_is_longer_than_its_measure(widths: list[float], measure: float) -> None:
    items: list[Item] = []
    for number, width in enumerate(widths):
        items += [Box(width, None, note=str(number)), Glue(4, 2, 1)]
    lines = Unbroken([*items[:-1], *ENDING]).lines(measure)
    assert [note for line in lines for note in line.notes] == list(map(str, range(len(widths))))
    assert all(line.width <= measure + 0.02 for line in lines if not line.overfull)


@pytest.mark.parametrize("pair", ["1/3", "2–4", "2-4"])
def test_no_line_ends_between_two_figures(latin_setter: Typesetter, pair: str) -> None:
    for words in range(3, 12):
        lines = latin_setter.lines((StyledText("word " * words + f"the pair {pair} and no other", 1),), PLAIN, 90)
        assert any(pair in text_of_line(line) for line in lines)


def test_a_line_may_end_after_a_dash_or_a_stroke_between_words(latin_setter: Typesetter) -> None:
    texts = ("labyrinth/minotaur", "labyrinth–minotaur")
    ends = {
        text_of_line(line)[-1]
        for text in texts
        for words in range(3, 14)
        for line in latin_setter.lines((StyledText("word " * words + text, 1),), PLAIN, 90)[:-1]
    }
    assert {"/", "–"} <= ends


def test_a_compound_breaks_at_the_hyphen_that_is_written_and_nowhere_else(latin_setter: Typesetter) -> None:
    ends: set[str] = set()
    for measure in range(70, 140):
        text = StyledText("a labyrinthine-incomprehensible corridor of labyrinthine-incomprehensible walls", 1)
        for line in latin_setter.lines((text,), PLAIN, measure)[:-1]:
            assert not line.hyphenated or not re.search(r"\b(lab|inc)\w*-$", text_of_line(line)), text_of_line(line)
            ends.add(text_of_line(line).split()[-1])
    assert "labyrinthine-" in ends


def test_no_more_than_two_lines_in_a_row_end_within_a_word(latin_setter: Typesetter) -> None:
    in_a_row, text = set(), "incomprehensible labyrinthine corridors everywhere " * 6
    for align in ("justify", "left"):
        for measure in range(85, 140):
            lines = latin_setter.lines((StyledText(text, 1),), replace(PLAIN, align=align), measure)
            in_a_row |= {len(list(run)) for broken, run in groupby(lines, lambda line: line.hyphenated) if broken}
    assert in_a_row == {1, 2}
