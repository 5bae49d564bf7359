"""Plural forms: the words beside a number of the deck, as each language counts."""

from __future__ import annotations

import pytest

from generator.errors import TypesettingError
from generator.rulebook.text.document import Counts, Known, needed_categories
from generator.rulebook.text.markdown import parse_rules

RUSSIAN = "one # плитка; few # плитки; many # плиток"
CZECH = "one # dílek; few # dílky; other # dílků"
ENGLISH = "one # tile; other # tiles"


@pytest.mark.parametrize(
    ("language", "forms", "number", "said"),
    [
        ("en", ENGLISH, "1", "1 tile"),
        ("en", ENGLISH, "0", "0 tiles"),
        ("en", ENGLISH, "−1", "−1 tile"),
        ("en", ENGLISH, "1.5", "1.5 tiles"),
        ("ru", RUSSIAN, "1", "1 плитка"),
        ("ru", RUSSIAN, "4", "4 плитки"),
        ("ru", RUSSIAN, "11", "11 плиток"),
        ("ru", RUSSIAN, "21", "21 плитка"),
        ("ru", RUSSIAN, "64", "64 плитки"),
        ("ru", RUSSIAN, "2.5", "2.5 плиток"),
        ("ru", f"{RUSSIAN}; other # плитки", "2.5", "2.5 плитки"),
        ("cs", CZECH, "3", "3 dílky"),
        ("cs", CZECH, "64", "64 dílků"),
        ("ja", "other タイル#枚", "64", "タイル64枚"),
        ("hu", "one # lapka; other # lapka", "8", "8 lapka"),
        ("pt-BR", "one # peça; other # peças", "0", "0 peça"),
    ],
)
def test_the_form_is_that_of_the_number(language: str, forms: str, number: str, said: str) -> None:
    counts = Counts(language, {"deck.tiles": number})
    assert counts.form("deck.tiles", forms, number) == (said, "")


@pytest.mark.parametrize(
    ("forms", "told"),
    [
        ("one # tile", "plural form 'other' of 'deck.tiles' is missing; en counts by one and other"),
        ("one # tile; others # tiles", "unknown plural form 'others' of 'deck.tiles'; did you mean 'other'? "),
    ],
)
def test_forms_that_a_language_lacks_or_does_not_know_are_mistakes(forms: str, told: str) -> None:
    form, wrong = Counts("en", {"deck.tiles": "64"}).form("deck.tiles", forms, "64")
    assert form == ""
    assert wrong.startswith(told)


def test_a_text_prints_the_form_and_a_mistake_stands_at_its_place() -> None:
    known = Known({"deck.tiles": "64", "deck.name": "x"}, (), (), counts=Counts("ru", {"deck.tiles": "64"}))
    text = parse_rules(f"# Игра\n\n**{{{{deck.tiles: {RUSSIAN}}}}}** всего.\n", known, "ru.md")
    assert "64 плитки" in "".join(part.text for content in text.contents() for part in content)  # type: ignore[union-attr]
    assert list(text.placeholders) == ["deck.tiles"]
    for wrong in ("deck.tiles: one # плитка", "deck.name: one x; few y; many z"):
        with pytest.raises(TypesettingError) as caught:
            parse_rules(f"# Игра\n\nВсего {{{{{wrong}}}}}.\n", known, "ru.md")
        assert caught.value.lines()[0].startswith("ru.md:3:7: ")


def test_languages_need_the_categories_of_their_whole_numbers() -> None:
    assert needed_categories("uk") == ("one", "few", "many")
    assert needed_categories("pl") == ("one", "few", "many")
    assert needed_categories("cs") == ("one", "few", "other")
    assert needed_categories("zh-Hant") == ("other",)
    assert needed_categories("xx") == needed_categories("en") == ("one", "other")
