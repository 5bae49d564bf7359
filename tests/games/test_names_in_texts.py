"""Names in rules texts: tiles, turns, players and verbs agree with the figures beside them, or nothing is printed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.words import words_of
from asterion_press.games.kinds import read_game
from asterion_press.making.rules import RulesReader, reader_of

TEXT = """# Asterion {#title}

## A turn {#a}

Y05 is far from any figure, and may be named.

### Turn {{figure.walk-impale-rotate.b.turn}}: Yellow rotates {#walk-rotate}

Y07 is discarded, Y12 is turned. Pyrrhos is glad of it.

![Y12 points at B03.](figure:walk-impale-rotate.b)
"""


@pytest.fixture(scope="module")
def reader() -> RulesReader:
    return reader_of(read_game(library.game_file("asterion")))


def reported(reader: RulesReader, old: str = "", new: str = "", language: str = "en") -> list[str]:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT or old == new
    reading = reader.read_text(text, "rules.md", words_of("en"))._replace(words=words_of(language))
    return [str(mistake) for mistake in reader.claimed.text_mistakes(reading.text, reading.words)]


def test_names_that_agree_are_no_mistakes(reader: RulesReader) -> None:
    assert reported(reader) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "word"),
    [
        ("Y12 is turned", "Y13 is turned", "rules.md:9:19", "Y13 does not lie"),
        ("Y12 points", "R01 points", "rules.md:11:3", "R01 does not lie"),
        ("Pyrrhos", "Zosimos", "rules.md:9:34", "Zosimos is on no tile"),
        ("Yellow rotates", "Blue rotates", "rules.md:7:4", "yellow's turn"),
        ("rotates {", "swaps {", "rules.md:7:", "'rotate'"),
        ("walk-rotate}", "walk-move}", "rules.md:7:", "'rotate'"),
        (".b.turn", ".a.turn", "rules.md:7:", "blue's turn"),
    ],
)
def test_a_name_that_disagrees_is_a_mistake_with_its_place(
    reader: RulesReader, old: str, new: str, place: str, word: str
) -> None:
    found = reported(reader, old, new)
    assert found
    assert found[0].startswith(place)
    assert word in found[0]


def test_colours_are_known_in_every_language(reader: RulesReader) -> None:
    assert reported(reader, "Yellow rotates", "Gelb dreht", "de") == []
    assert reported(reader, "Yellow rotates", "Blau dreht", "de")
    assert reported(reader, "Yellow rotates", "青プレイヤーがタイルを回転", "ja")


def test_prisoners_are_known_in_every_language(reader: RulesReader) -> None:
    name = words_of("ja").words.words["prisoner_zosimos"]
    assert reported(reader, "Pyrrhos is glad", f"{name}は喜ぶ", "ja")
    assert reported(reader, "Pyrrhos is glad", "Zosimos is glad", "ja") == [], "no name in Japanese"


def test_a_prisoner_whose_name_is_written_small_is_known_by_that_alone(reader: RulesReader) -> None:
    words = words_of("en")
    small = replace(words.words, words={**words.words.words, "prisoner_zosimos": "zosimos"})
    reading = reader.read_text(TEXT.replace("Pyrrhos", "Zosimos"), "rules.md", words)
    assert list(reader.claimed.text_mistakes(reading.text, replace(words, words=small))) == []


def test_the_numbers_of_the_rules_are_those_of_the_engine() -> None:
    numbers = {game: read_game(library.game_file(game)).numbers() for game in ("asterion", "asterion-original")}
    assert [numbers[game]["rules.points_own"] for game in numbers] == ["\u22121", 0]
    assert {numbers[game]["rules.wings_to_fly"] for game in numbers} == {2}
    assert numbers["asterion"]["rules.sides_with_tiles"] == 3
