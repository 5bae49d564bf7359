"""A text whose words contradict a figure or a rule is not printed; the same sentence said otherwise is."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.po import _parse as parse
from asterion_press.catalogue.words import words_of
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.catalogue.position_records import Figure, NamedPath, Panel, PlacedTile
from asterion_press.games.labyrinth.catalogue.records import Exits, Path
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.engine.figures import facts_of
from asterion_press.making.rules import RulesReader, figures_of
from asterion_press.rulebook.translation.bound_words import translated_mistakes
from asterion_press.rulebook.translation.composed import _composed as composed
from asterion_press.rulebook.translation.language import load_text

FALSE = [
    ("Play goes **{{rules.direction}}**", "Play goes **clockwise**", "{{rules.direction}} is anticlockwise"),
    (
        "{{rules.wings_to_fly: one # carries; other # carry}} prisoners over",
        "Three carry prisoners over",
        "'Three carry prisoners' is typed",
    ),
    ("{{rules.wings_to_fly: one # wing; other # wings}}", "3 wings", "{{rules.wings_to_fly}} is 2"),
    ("Korinna on B05", "Melissa on B05", "Melissa is on no tile of the figure"),
    ("{{figure.walk-impale-rotate.b.discards}}", "Y08", "Y08 does not lie in the figure"),
    ("{{figure.walk-move.b.moved}}", "to the left", "{{figure.walk-move.b.moved}} is right"),
    ("{{figure.walk-move.b.turned}}", "a half turn", "{{figure.walk-move.b.turned}} is quarter"),
    ("{{figure.walk-impale-rotate.b.free.Y12:4}} side", "right side", "'right' is typed"),
    (
        "minotaur to Nestor on {{figure.walk-impale-rotate.a.impaled}}",
        "minotaur to Nestor on B03",
        "does not live on B03",
    ),
    ("outside, {{figure.four-players.count.gate.outside:3}},", "outside, at the bottom,", "gate.outside}} is above"),
    (
        "(B04) escape with the coin of {{figure.walk-count.count.a.coin_tiles}}",
        "(B04) escape with two coins",
        "two coins",
    ),
    (
        "{{figure.ruling-a29.a.count.ways.points.yellow: one # point; other # points}}. With",
        "Two points. With",
        "ways.points.yellow}} is 1",
    ),
    (
        "{{figure.ruling-a30.count.shared.points.yellow: one # point; other # points}}: each",
        "Four points: each",
        "shared.points.yellow}} is 6",
    ),
    ("{{rules.sides_free: one # free side; other # free sides}}", "two free sides", "{{rules.sides_free}} is 1"),
    ("The original edition has more tiles and", "The original edition has 16 tiles and", "'16 tiles' is typed"),
    (
        "{{figure.ruling-a11.answer}}. Only the player whose turn it is scores.",
        "Yes. Every player scores.",
        "{{figure.ruling-a11.answer}}, which is no",
    ),
    (
        "each with {{figure.walk-move.b.count.closed.coins: one # coin; other # coins}}",
        "each with three coins",
        "coins}} is 2",
    ),
    ("Y13 goes {{figure.step-7.from.B12:2}} B12", "Y13 goes to the left of B12", "from.B12}} is right"),
    ("**{{figure.walk-count.winner}} wins.**", "**Yellow wins.**", "winner}} is blue"),
    ("Its {{figure.impaling.b.path.Y13}} connects", "Its bend connects", "path.Y13}} is fork"),
    ("Mikon (Y10) and Pyrrhos (B12)", "Melissa (Y10) and Pyrrhos (B12)", "Melissa does not live on Y10"),
    ("**{{figure.four-players.winner}} wins.**", "**Green wins.**", "winner}} is yellow"),
    (
        "{{figure.card-score.a.coins.B04: one # coin; other # coins}}",
        "one coin",
        "'one coin' is typed",
    ),
]
"""Sentences of the English text, others that are not true, and what is said of those."""
MORE = [
    (
        "{{figure.walk-move.b.moved}} by {{figure.walk-move.b.spaces: one # space; other # spaces}}",
        "upwards by 1 space",
        "'upwards'",
    ),
    ("The {{figure.step-4.path.B15}} of B15", "The fork of B15", "path.B15}} is bend"),
    ("Pyrrhos is alive", "Pyrrhos of B03 is alive", "Pyrrhos does not live on B03"),
    ("{{figure.ruling-a7.answer}}. Every", "No. Every", "{{figure.ruling-a7.answer}}, which is yes"),
    ("Take these steps in order", "Take two turns in order", "'two turns' is typed"),
]


OTHERS = [
    ("minotaurus", "any two pieces", "any three pieces", "'three pieces' is typed"),
    ("minotaurus", "left for left, right for right", "left for right, or right for left", "'left' is typed"),
    ("minotaurus", "C: no pair, two left horns", "C: no pair, two right horns", "'right' is typed"),
    (
        "minotaurus",
        "{{figure.ruling-leaves.answer}}. They",
        "Yes. They",
        "{{figure.ruling-leaves.answer}}, which is no",
    ),
    ("minotaurus", "{{figure.challenge-won.b.points: one # point; other # points}}", "3 points", "points}} is 2"),
    ("asterismo", "Take **one token**", "Take **two tokens**", "'two tokens' is typed"),
    ("asterismo", "{{figure.ruling-4.answer}}. After", "Yes. After", "{{figure.ruling-4.answer}}, which is no"),
    ("asterismo", "{{alive.any}} of any", "two neighbours of any", "'two neighbours' is typed"),
]
"""The same of the texts of other games."""


@cache
def reader(game: str = "asterion") -> RulesReader:
    read = read_game(library.game_file(game))
    return RulesReader(read, figures_of(read))


def text_of(game: str = "asterion") -> str:
    return library.rules_file("en", game).path.read_text(encoding="utf-8")


def faults(raw: str, game: str = "asterion") -> list[str]:
    """What is wrong with an English text of a game."""
    words = words_of("en")
    found = reader(game).read_text(raw, f"{game}.md", words)
    return [str(one) for one in (*found.mistakes, *reader(game).typed_mistakes(found.text, words))]


@pytest.mark.parametrize("game", library.games())
def test_the_shipped_text_says_what_figures_and_rules_say(game: str) -> None:
    assert faults(text_of(game), game) == []


@pytest.mark.parametrize(
    ("game", "true", "false", "reported"), [*(("asterion", *one) for one in (*FALSE, *MORE)), *OTHERS]
)
def test_a_sentence_that_contradicts_a_figure_or_a_rule_is_no_text(
    game: str, true: str, false: str, reported: str
) -> None:
    raw = text_of(game)
    assert true in raw
    found = faults(raw.replace(true, false, 1), game)
    print(*found, sep="\n")  # pytest -rP
    assert any(reported in one for one in found)


TRANSLATED = [
    (
        "cs",
        "setup/item-5",
        "{{rules.direction}}",
        "po směru hodinových ručiček",
        "placeholder 'rules.direction' is missing",
    ),
    ("cs", "walk-move/paragraph-1", "{{figure.walk-move.b.moved}}", "doleva", "'doleva' is typed"),
    ("cs", "scoring-impaled/figure-impaling", "s Korinnou na B05", "s Melissou na B05", "Melissou is on no tile"),
    ("cs", "walk-count/paragraph-3", "Mikon (Y10)", "Melissa (Y10)", "Melissa does not live on Y10"),
    ("cs", "walk-rotate/paragraph-1", "k Myrto na", "k Nestorovi na", "Nestorovi does not live on B03"),
    ("cs", "walk-sum/paragraph-1", "{{figure.walk-count.winner}}", "Žlutý", "'figure.walk-count.winner' is missing"),
    ("cs", "walk-rotate/paragraph-1", "mincí z Y04", "mincí z Y12", "tile 'Y04' is missing"),
    ("ja", "setup/item-5", "{{rules.direction}}", "時計回り", "placeholder 'rules.direction' is missing"),
    ("ja", "walk-move/paragraph-1", "{{figure.walk-move.b.turned}}", "180度回転", "'180度回転' is typed"),
    ("ja", "scoring-impaled/figure-impaling", "B05のコリンナ", "B05のメリッサ", "メリッサ is on no tile"),
    ("ja", "ruling-a11/paragraph-1", "{{figure.ruling-a11.answer}}", "はい", "'figure.ruling-a11.answer' is missing"),
    ("ja", "walk-count/paragraph-3", "ミコン（Y10）", "メリッサ（Y10）", "メリッサ does not live on Y10"),
    ("ja", "turn-7/paragraph-1", "B12の{{figure.step-7.from.B12:2}}", "B12の左隣", "'左隣' is typed"),
    ("ru", "setup/item-5", "{{rules.direction}}", "по часовой стрелке", "placeholder 'rules.direction' is missing"),
    ("ru", "walk-count/paragraph-3", "Микон (Y10)", "Мелисса (Y10)", "does not live on Y10"),
    ("ru", "scoring-impaled/figure-impaling", "с Коринной на B05", "с Мелиссой на B05", "Мелиссой is on no tile"),
    ("ru", "ruling-a11/paragraph-1", "{{figure.ruling-a11.answer}}", "Да", "'figure.ruling-a11.answer' is missing"),
    ("ru", "walk-rotate/paragraph-1", "к Мирто на", "к Нестору на", "Нестору does not live on B03"),
]
"""Languages, passages, words of the translation, others that are not true, and what is said of those."""


def faults_of_translation(language: str, key: str, true: str, false: str) -> list[str]:
    """What is wrong with a translation of Asterion with other words in one passage."""
    file = library.rules_file(language, "asterion")
    english, english_words, words = load_text(library.rules_file("en", "asterion")), words_of("en"), words_of(language)
    raw = file.read().decode()
    begin = raw.index("msgstr", raw.index(f'msgctxt "{key}"'))
    assert true in raw[begin : raw.index("\n\n", begin)]
    catalogue = parse((raw[:begin] + raw[begin:].replace(true, false, 1)).encode(), file.name, language)
    text = composed(english, catalogue, "en")
    found = reader().read_text(text.text, text.name, words, english.ids)
    return [str(one) for one in (*text.mistakes, *translated_mistakes(text, english_words, words), *found.mistakes)]


@pytest.mark.parametrize(("language", "key", "true", "false", "reported"), TRANSLATED)
def test_a_translation_that_contradicts_a_figure_or_a_rule_is_no_text(
    language: str, key: str, true: str, false: str, reported: str
) -> None:
    found = faults_of_translation(language, key, true, false)
    print(*found, sep="\n")  # pytest -rP
    assert any(reported in one for one in found)


REWORDED = [
    ("Play goes **{{rules.direction}}**.", "You play **{{rules.direction}}**."),
    ("Never trap the minotaur.** After your turn", "Never trap the minotaur.** When your turn is over"),
    ("A single one is useless;", "Alone it is useless;"),
    (
        "connects the minotaur to Korinna on B05 and Myrto on G03",
        "leads the minotaur to Myrto on G03 and Korinna on B05",
    ),
    ("Pyrrhos now shares a chamber with", "Now Pyrrhos is in one chamber with"),
    ("Nobody is impaled, and Blue’s Pyrrhos, on B12, gains", "Pyrrhos (B12) gains, and nobody is impaled:"),
    ("There it touches B04, so the tiles still form one group.", "The tiles still form one group, as it touches B04."),
    ("its\nsecond wing: now Mikon (Y10) and Pyrrhos (B12) can fly", "a second\nwing to it, so both prisoners fly"),
    ("Mikon (Y10) and Pyrrhos (B12) fly off", "Pyrrhos (B12) and Mikon (Y10) fly away"),
    ("It has no coin: Melissa (B07) escapes with empty pockets.", "Melissa (B07) escapes, but finds no coin."),
    ("Theano (B15) and Doris (Y13) survive, but cannot escape.", "Doris (Y13) and Theano (B15) live, but stay inside."),
    ("**{{figure.walk-count.winner}} wins.**", "**The winner is {{figure.walk-count.winner}}.**"),
    ("So far, so good.", "All is well."),
    ("Both prisoners share one way outside.", "They share one way outside."),
    ("who has no pockets", "who cannot carry it"),
    ("{{figure.ruling-a7.answer}}. Every empty space is.", "{{figure.ruling-a7.answer}}, as every empty space is."),
    ("{{figure.ruling-a11.answer}}. Only the player", "{{figure.ruling-a11.answer}}: only the player"),
    ("Once impaled, always impaled.", "Who is impaled stays impaled."),
    ("Y13 goes {{figure.step-7.from.B12:2}} B12, and", "Yellow lays Y13 {{figure.step-7.from.B12:2}} B12, and"),
    ("Now the players count the living", "The living are counted now"),
]
"""Sentences of the English text, and the same said otherwise."""


@pytest.mark.parametrize(("before", "after"), REWORDED)
def test_the_same_said_otherwise_is_a_text(before: str, after: str) -> None:
    raw = text_of()
    assert before in raw
    assert faults(raw.replace(before, after, 1)) == []


def test_what_a_figure_shows_in_words_is_what_it_shows() -> None:
    """Turns and directions by hand; a path that does not leave its tile has no shape to tell."""
    deck = deck_of(load_catalogue(library.game_file("asterion")).catalogue)
    lying = (PlacedTile("minotaur", (0, 0)), PlacedTile("Y10", (1, 0)), PlacedTile("B04", (1, 1)))
    acted = (*lying[:2], PlacedTile("B04", (2, 0), 3, "acted"))
    thread = (NamedPath("Y10", 2), NamedPath("B04", 1))
    figure = Figure((Panel(lying), Panel(acted, discards="B07", thread=thread)))
    reported = {name: text for number, name, text in facts_of(figure, deck) if number}
    assert reported == {
        "tile": "B04", "player": "=blue", "discards": "B07", "from.Y10": "=right", "turned": "=quarter",
        "path.Y10": "=dead_end", "path.B04": "=corridor",
    }  # fmt: skip
    assert not {name for name in reported if name.startswith(("moved", "free"))}, "askew, with two free sides and more"
    closed = replace(deck, tiles=(replace(deck.tiles[0], paths=(Path(Exits(), prisoners=1),)),))
    one = Figure((Panel((PlacedTile(closed.tiles[0].id, (0, 0)),), thread=(NamedPath(closed.tiles[0].id, 1),)),))
    assert list(facts_of(one, closed)) == []
