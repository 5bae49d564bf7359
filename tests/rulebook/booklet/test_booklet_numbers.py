"""Numbers: on one line with what they count, in every language, on paper and in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from asterion_press.catalogue.words import AS_IN_ENGLISH, words_of
from asterion_press.pdf.cjk_breaks import COUNTED
from asterion_press.rulebook.text.document import Inline, LineBreak, NoteMark, Source, StyledText, Symbol
from asterion_press.rulebook.text.typography import NARROW, NO_BREAK, apply_spacing
from asterion_press.rulebook.typeset.booklet import new_typesetter
from asterion_press.rulebook.typeset.styles import TextStyle
from tests.support.texts import text_of_line

TEMPLATES = Path(__file__).parents[3] / "templates"
LANGUAGES = sorted(file.parent.name for file in (TEMPLATES / "locales").glob("*/words.yaml"))
PLAIN = TextStyle(10, 13)
COUNTS = {
    "ja": "各色16枚、全部で64枚。囚人22人と翼2〜4枚を数え、第5手番に３つの金貨を取る。",
    "ko": "타일 64 장과 죄수 22 명, 날개 3 개와 금화 8 개로 2–4 명이 16 번씩 합니다.",
    "zh-Hans": "每色16张，共64张。数22名囚徒和2〜4只翅膀，第5回合取３枚金币。",
}
"""Texts with numbers; for all others, whose words do not matter, there is one."""
ELSEWHERE = "aa 64 bbbb cc 22 ddd e 3 fffff gg 8 hhh i 16 jjjj kk 2–4 llll m 10 nnn"


def spaced(*content: Inline) -> str:
    """Content with its spaces; what is no text is a star, a no-break space is a tilde."""
    parts = apply_spacing(content, AS_IN_ENGLISH, cjk=False)
    return "".join(part.text if isinstance(part, StyledText) else "*" for part in parts).replace(NO_BREAK, "~")


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("you have 16 turns", "you have 16~turns"),
        ("2–4 players, 1/3 of 64 tiles, ±2 points", "2–4~players, 1/3~of 64~tiles, ±2~points"),
        (f"10{NARROW}000 tiles of 1.5 mm", f"10{NARROW}000~tiles of 1.5~mm"),
        ("50 × 50 mm, 100 % of it", "50~× 50~mm, 100~% of it"),
        ("Y04 is the 4th tile of v1.0 and", "Y04 is the 4th tile of v1.0 and"),
        ("Nestor lives on tile 4. It", "Nestor lives on tile~4. It"),
        ("Turn 5: see figure 10, player 2 moves", "Turn~5: see figure~10, player 2~moves"),
        ("A: the bend. Not: this", "A:~the bend. Not: this"),
        ("3 + 3 = 6", "3 + 3 = 6"),
    ],
)
def test_a_number_is_tied_to_what_it_counts_or_to_its_name(written: str, printed: str) -> None:
    assert spaced(StyledText(written, 1)) == printed


def test_numbers_are_tied_across_emphasis_to_symbols_and_not_across_lines() -> None:
    bold = StyledText("2", 1, bold=True)
    assert spaced(bold, StyledText(" wings", 1)) == "2~wings"
    assert spaced(StyledText("take 2 ", 1), Symbol("wing", "wing", 1)) == "take 2~*"
    assert spaced(StyledText("take 2", 1), NoteMark("n", 1, 1), StyledText(" wings", 1)) == "take 2*~wings"
    assert spaced(StyledText("take 2", 1), LineBreak(1), StyledText("wings", 1)) == "take~2*wings"


def lines_of(tag: str) -> Iterator[list[str]]:
    """The lines of a text with numbers, in columns of many widths."""
    words = words_of(tag)
    setter = new_typesetter(Source("rules.md"), words, lambda _: 1.0, TEMPLATES / "fonts")
    for measure in range(60, 160, 7):
        yield list(map(text_of_line, setter.lines((StyledText(COUNTS.get(tag, ELSEWHERE), 1),), PLAIN, measure)))


def test_no_line_of_any_language_ends_between_a_number_and_what_it_counts() -> None:
    ends = {tag: [pair for lines in lines_of(tag) for pair in pairwise(lines)] for tag in LANGUAGES}
    assert all(ends.values()), "no line is broken"
    wrong = [
        f"{tag}: {before} / {after}"
        for tag, pairs in ends.items()
        for before, after in pairs
        if re.search(r"[\d〜第]\s*$", before) and after.lstrip()[0].isalnum()
    ]
    assert not wrong, "\n".join(wrong)


def test_what_a_browser_keeps_together_in_japanese_is_a_number_with_its_counter() -> None:
    found = COUNTED.findall("各色16枚、2〜4枚、第5手番、Y04と、３つ。7")
    assert found == ["16枚", "2〜4枚", "第5手", "３つ", "7"]
