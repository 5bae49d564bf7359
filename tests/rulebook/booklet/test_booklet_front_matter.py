"""The head of a rules text: what it says, where mistakes in it are told, and that languages agree on its keys."""

from __future__ import annotations

import pytest

from generator.errors import TypesettingError
from generator.rulebook.text.document import Known, RulesText
from generator.rulebook.text.markdown import parse_rules

KNOWN = Known({"deck.tiles": "64"}, (), ())


def read(head: str, name: str = "rules.md") -> RulesText:
    return parse_rules(
        f"---\n{head}---\n# A {{#a}}\n\nText {{{{deck.tilez}}}}.\n".replace("tilez", "tiles"), KNOWN, name
    )


def test_the_head_is_what_the_title_page_says() -> None:
    text = read("subtitle: Horns\nplayers: 2 players\n")
    assert [text.front.word(key) for key in ("subtitle", "players", "duration", "edition")] == [
        "Horns",
        "2 players",
        "",
        "",
    ]
    assert text.title.text == "A"


def test_lines_below_the_head_keep_their_numbers() -> None:
    with pytest.raises(TypesettingError) as caught:
        parse_rules("---\nsubtitle: Horns\n---\n# A {#a}\n\n{{deck.tile}}\n", KNOWN, "rules.md")
    assert caught.value.lines()[0].startswith("rules.md:6:1: unknown placeholder {{deck.tile}}")


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("subtitel: Horns\n", "rules.md:2:1: unknown key 'subtitel'; did you mean 'subtitle'?"),
        ("players: 2\nplayers: 3\n", "rules.md:3:1: key 'players'"),
        ("subtitle: ''\n", "rules.md:2:11: expected some text"),
    ],
)
def test_a_mistake_in_the_head_is_told_where_it_stands(head: str, told: str) -> None:
    with pytest.raises(TypesettingError) as caught:
        read(head)
    assert caught.value.lines()[0].startswith(told)


def test_a_text_may_have_no_head() -> None:
    text = parse_rules("# A {#a}\n", KNOWN, "rules.md")
    assert text.front.word("subtitle") == ""
