"""A language tells what English tells, in the same order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.rulebook.text.compare import compare_with_model
from generator.rulebook.text.document import Known, RulesText
from generator.rulebook.text.markdown import draft_rules, parse_rules
from generator.rulebook.text.revisions import outdated_languages

LOCALES = Path(__file__).parents[3] / "templates" / "locales"
ENGLISH = """# Asterion {#title}

## Setup {#setup}

There are {{deck.tiles}} tiles.

![One tile.](figure:tile)

### Dealing {#dealing}

## Scoring {#scoring}

| a | b |
|---|---|
| 1 | 2 |
"""


def found(known: Known, other: str) -> list[str]:
    text, model = parse_rules(other, known, "es.md"), parse_rules(ENGLISH, known, "en.md")
    return [str(mistake) for mistake in compare_with_model(text, model)]


def test_a_text_has_parity_with_itself(known: Known) -> None:
    assert found(known, ENGLISH) == []


def test_a_missing_section_is_told_after_the_one_before_it(known: Known) -> None:
    assert found(known, ENGLISH.replace("### Dealing {#dealing}\n\n", "")) == [
        "es.md:3:1: section 'dealing' is missing after 'setup'; it stands in en.md:9"
    ]


def test_an_extra_section_is_told_where_it_stands(known: Known) -> None:
    assert found(known, ENGLISH + "\n## More {#more}\n") == ["es.md:17:9: section 'more' is not in en.md"]


def test_sections_in_another_order_are_told_once(known: Known) -> None:
    other = ENGLISH.replace("{#dealing}", "{#x}").replace("{#scoring}", "{#dealing}").replace("{#x}", "{#scoring}")
    other = other.replace("### Dealing", "## Dealing").replace("## Scoring", "### Scoring")
    assert found(known, other) == ["es.md:9:12: section 'scoring' stands where 'dealing' should stand"]


def test_a_section_of_another_level_is_told(known: Known) -> None:
    assert found(known, ENGLISH.replace("### Dealing", "## Dealing")) == [
        "es.md:9:1: section 'dealing' is of level 2; 3 in en.md:9"
    ]


def test_a_missing_figure_is_told_at_its_section(known: Known) -> None:
    assert found(known, ENGLISH.replace("![One tile.](figure:tile)\n\n", "")) == [
        "es.md:3:1: figure 'tile' is missing in section 'setup'; it stands in en.md:7"
    ]


def test_an_extra_figure_is_told_where_it_stands(known: Known) -> None:
    assert found(known, ENGLISH + "\n![More.](figure:setup)\n") == [
        "es.md:17:10: figure 'setup' stands in section 'scoring', but not so in en.md"
    ]


def test_a_missing_placeholder_is_told(known: Known) -> None:
    assert found(known, ENGLISH.replace("{{deck.tiles}}", "64")) == [
        "es.md:5:1: placeholder 'deck.tiles' is missing in this passage; it stands in en.md:5"
    ]


def test_an_extra_placeholder_is_told_where_it_stands(known: Known) -> None:
    assert found(known, ENGLISH.replace("There are", "There\nare {{deck.coins}} *in*")) == [
        "es.md:6:5: placeholder 'deck.coins' does not stand in this passage in en.md:5"
    ]


def test_differences_of_several_sections_come_at_once(known: Known) -> None:
    other = ENGLISH.replace("There are {{deck.tiles}} tiles.", "Many tiles.\n\n- More")
    other = other.replace("### Dealing {#dealing}", "### Dealing {#dealing}\n\nMore.").replace("| 1 | 2 |\n", "")
    assert found(known, other) == [
        "es.md:17:1: a table of 2 columns and 0 rows; 2 and 1 in en.md:13",
        "es.md:7:3: item-1 stands where figure-tile should stand, as in en.md:7",
        "es.md:13:1: a passage too many, paragraph-1; section 'dealing' has ended in en.md",
    ]


def test_a_passage_with_a_mistake_of_its_own_is_not_compared(known: Known) -> None:
    text, mistakes = draft_rules(ENGLISH.replace("{{deck.tiles}}", "{{deck.tyles}}"), known, "es.md")
    assert [str(mistake.place) for mistake in mistakes] == ["es.md:5:11"]
    assert compare_with_model(text, parse_rules(ENGLISH, known, "en.md"), mistakes) == []


def test_headings_that_are_matched_in_order_are_counted(known: Known) -> None:
    text, mistakes = draft_rules(
        "# A\n\n## Uno\n\n{{deck.tiles}}\n", known, "es.md", parse_rules(ENGLISH, known, "en.md").ids()
    )
    assert (text.ids(), mistakes) == (["title", "setup"], [])
    assert "es.md:1:1: 2 headings; en.md has 4, and those without an id are matched in order" in map(
        str, compare_with_model(text, parse_rules(ENGLISH, known, "en.md"))
    )


def test_a_table_that_lacks_a_row_is_told(known: Known) -> None:
    assert found(known, ENGLISH.replace("| 1 | 2 |\n", "")) == [
        "es.md:13:1: a table of 2 columns and 0 rows; 2 and 1 in en.md:13"
    ]


def test_every_shipped_language_tells_what_english_tells(known: Known) -> None:
    def text_in(tag: str) -> RulesText:
        counts = known.counts._replace(language=tag)
        raw = (LOCALES / tag / "asterion.md").read_text(encoding="utf-8")
        return parse_rules(raw, replace(known, counts=counts), tag)

    languages = {path.parent.name for path in LOCALES.glob("*/asterion.md")}
    model = text_in("en")
    current = languages - {"en", *outdated_languages("asterion", languages)}
    assert current
    wrong = [str(mistake) for tag in sorted(current) for mistake in compare_with_model(text_in(tag), model)]
    assert not wrong, "\n".join(wrong)


PRINTED_AS_WRITTEN = re.compile(
    r"\{\{.*?\}\}"  # numbers that the rules engine has confirmed
    r"|\{#[\w-]+\}|\]\([\w#:.-]+\)"  # ids
    r"|\b[YBRG]\d\d"  # names of tiles
    r"|^\d\.",  # the steps of a list
    re.MULTILINE,
)


def sample_game(tag: str) -> str:
    """The sections of the sample game as they are written, without what is not printed or not counted."""
    text = (LOCALES / tag / "asterion.md").read_text(encoding="utf-8")
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    games = [one for one in sections if re.match(r"## .*\{#(walk|walk-count|four-players)\}", one)]
    assert games
    return PRINTED_AS_WRITTEN.sub("", "".join(games))


@pytest.mark.parametrize("tag", ["en", "es"])
def test_in_the_sample_game_no_number_is_typed(tag: str) -> None:
    assert re.findall(r".*\d.*", sample_game(tag)) == []


def test_in_the_japanese_sample_game_no_points_are_typed() -> None:
    """Digits stand in many Japanese words, such as 1人ずつ and 90度; never before points, or turns."""
    assert re.findall(r".*\d\s*(?:点|手番).*", sample_game("ja")) == []
    assert re.findall(r".*(?:\d\s*\+|\+\s*\d).*", sample_game("ja")) == []
