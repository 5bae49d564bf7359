"""Numbers that a text takes from its figures: what was claimed, and under which number a figure stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.position_records import load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.figures import Positions
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.rulebook.text.document import Counts, Known, needed_categories
from asterion_press.rulebook.text.strings import figure_numbers
from tests.support.refusals import refusal
from tests.support.texts import Reader, parse_rules, words_in

CLAIMS = """game: asterion
figures:
  end:
    panels:
      - tiles: [{tile: Y01, at: [0, 0]}]
        claims: {captured: 1, treasure: {yellow: 2, red: 0}}
      - tiles: [{tile: Y01, at: [0, 0]}]
        claims:
          captured: 3
          points: -2
          winners: [yellow]
          count:
            gate:
              of: {tile: Y01, path: 1}
              living: {yellow: 1}
              coins: 2
              payments: {yellow: [1, 4], red: []}
  alone:
    panels:
      - tiles: [{tile: Y01, at: [0, 0]}]
        claims: {turn: 7}
"""


@pytest.fixture
def table(tmp_path: Path, loaded: LoadedCatalogue, deck: Deck) -> dict[str, str]:
    path = tmp_path / "figures.yaml"
    path.write_text(CLAIMS, encoding="utf-8")
    return Positions(LabyrinthGame(loaded, deck), load_figures(path)).claims


def test_every_number_that_a_figure_claims_has_a_name(table: dict[str, str]) -> None:
    plain = {name: text for name, text in table.items() if not name.startswith(("figure.end.a.", "figure.end.b."))}
    assert plain == {
        "figure.end.captured": "3",
        "figure.end.treasure.yellow": "2",
        "figure.end.treasure.red": "0",
        "figure.end.points": "−2",
        "figure.end.count.gate.living.yellow": "1",
        "figure.end.count.gate.coins": "2",
        "figure.end.count.gate.payments.yellow": "1 + 4",
        "figure.end.count.gate.payments.red": "0",
        "figure.end.count.gate.points.yellow": "5",
        "figure.end.count.gate.points.red": "0",
        "figure.alone.turn": "7",
    }


def test_what_one_of_several_panels_claims_has_its_letter_too(table: dict[str, str]) -> None:
    assert [table[f"figure.end.{panel}captured"] for panel in ("a.", "b.", "")] == ["1", "3", "3"]
    assert table["figure.end.b.count.gate.payments.yellow"] == "1 + 4"
    assert "figure.end.b.treasure.yellow" not in table
    assert "figure.alone.a.turn" not in table


def test_a_figure_s_number_is_its_place_among_the_figures_of_the_text() -> None:
    shown = ("tile", "walk-swap", "tile", "unknown", "move")
    text = "\n\n".join(f"![Of\n{figure}](figure:{figure})" for figure in shown)
    assert figure_numbers(text, ("walk-swap", "tile", "move", "never-shown")) == {
        "figure.walk-swap.number": "2",
        "figure.tile.number": "1",
        "figure.move.number": "5",
    }


def test_a_text_names_a_figure_by_its_number_before_it_shows_it(read: Reader) -> None:
    text = read("See {{figure.placement.number}}.\n\n![A](figure:tile)\n\n![B](figure:placement)")
    assert words_in(text)[0] == "See 2."


def test_a_figure_that_the_text_does_not_show_has_no_number(read: Reader) -> None:
    (line,) = refusal(read, "See {{figure.walk-swap.number}}.")
    assert line.startswith("rules.md:3:5: unknown placeholder {{figure.walk-swap.number}}; ")


def test_a_message_about_a_number_of_a_figure_lists_the_numbers_of_that_figure(read: Reader) -> None:
    (line,) = refusal(read, "{{figure.walk-place.a.point}}")
    points = "figure.walk-place.a.points"
    assert f"did you mean {points!r}? one of {points}, figure.walk-place.a.turn" in line
    (deck,) = refusal(read, "{{deck.tyles}}")
    assert "figure." not in deck
    assert "deck.wings_per_colour" in deck, "these are few enough to be listed all"


def test_a_message_about_a_misspelt_figure_lists_what_is_most_alike_and_no_more(read: Reader) -> None:
    (line,) = refusal(read, "{{figure.walk-palce.points}}")
    assert "'figure.walk-place.points'?" in line
    assert line.count("figure.") < 10


# plural forms: the words beside a number of the deck, as each language counts


RUSSIAN = "one # плитка; few # плитки; many # плиток"
CZECH = "one # dílek; few # dílky; other # dílků"
TILE_OR_TILES = "one # tile; other # tiles"


@pytest.mark.parametrize(
    ("language", "forms", "number", "output"),
    [
        ("en", TILE_OR_TILES, "1", "1 tile"),
        ("en", TILE_OR_TILES, "0", "0 tiles"),
        ("en", TILE_OR_TILES, "−1", "−1 tile"),
        ("en", TILE_OR_TILES, "1.5", "1.5 tiles"),
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
def test_the_form_is_that_of_the_number(language: str, forms: str, number: str, output: str) -> None:
    counts = Counts(language, {"deck.tiles": number})
    assert counts.form("deck.tiles", forms, number) == (output, "")


@pytest.mark.parametrize(
    ("forms", "reported"),
    [
        ("one # tile", "plural form 'other' of 'deck.tiles' is missing; en counts by one and other"),
        ("one # tile; others # tiles", "unknown plural form 'others' of 'deck.tiles'; did you mean 'other'? "),
    ],
)
def test_forms_that_a_language_lacks_or_does_not_know_are_mistakes(forms: str, reported: str) -> None:
    form, wrong = Counts("en", {"deck.tiles": "64"}).form("deck.tiles", forms, "64")
    assert form == ""
    assert wrong.startswith(reported)


def test_a_text_prints_the_form_and_a_mistake_stands_at_its_place() -> None:
    known = Known({"deck.tiles": "64", "deck.name": "x"}, (), (), counts=Counts("ru", {"deck.tiles": "64"}))
    text = parse_rules(f"# Игра\n\n**{{{{deck.tiles: {RUSSIAN}}}}}** всего.\n", known, "ru.md")
    assert words_in(text) == ["64 плитки всего."]
    assert list(text.placeholders) == ["deck.tiles"]
    for wrong in ("deck.tiles: one # плитка", "deck.name: one x; few y; many z"):
        reported = refusal(parse_rules, f"# Игра\n\nВсего {{{{{wrong}}}}}.\n", known, "ru.md")
        assert reported[0].startswith("ru.md:3:7: ")


def test_languages_need_the_categories_of_their_whole_numbers() -> None:
    assert needed_categories("uk") == needed_categories("pl") == ("one", "few", "many")
    assert needed_categories("cs") == ("one", "few", "other")
    assert needed_categories("zh-Hant") == ("other",)
    assert needed_categories("xx") == needed_categories("en") == ("one", "other")
