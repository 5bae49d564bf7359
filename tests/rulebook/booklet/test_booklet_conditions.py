"""Conditions: passages that are printed for some decks only, and the rule about walls, which is one of them."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec import structs
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.making.rules import RulesReader, reader_of
from asterion_press.rulebook.text.document import FigureBlock, Known, Listing
from tests.support.refusals import refusal
from tests.support.texts import parse_rules, words_in

KNOWN = Known({"deck.walls": "4", "deck.wings": "0"}, ("tile", "end"), ("coin",))
OPEN = replace(KNOWN, placeholders={"deck.walls": "0", "deck.wings": "0"})
TEXT = """\
# T {#t}

Before, with a mark.[^after] See {{figure.end.number}}.

{{if deck.walls}}

Walls, with a mark.[^walls]

![Walls.](figure:tile)

### A question {#ruling-walls}

- one

[^walls]: Of walls.

{{else}}

No walls. ![coin](symbol:coin)

{{ end }}

![The end.](figure:end)

1. first

{{if deck.walls}}

2. second

{{end}}

3. third

[^after]: Of what comes before.
"""


def test_passages_are_printed_if_the_number_is_not_0_and_others_if_it_is() -> None:
    walled, unwalled = (parse_rules(TEXT, known, "rules.md") for known in (KNOWN, OPEN))
    assert words_in(walled) == [
        *("Before, with a mark. See 2.", "Walls, with a mark.", "Walls.", "A question", "one", "The end."),
        *("first", "second", "third"),
    ]
    assert words_in(unwalled) == ["Before, with a mark. See 1.", "No walls.", "The end.", "first", "third"]
    assert (walled.ids(), unwalled.ids()) == (["t", "ruling-walls"], ["t"])


def test_footnotes_figures_and_items_are_counted_as_they_are_printed_and_keep_their_lines() -> None:
    walled, unwalled = (parse_rules(TEXT, known, "rules.md") for known in (KNOWN, OPEN))
    assert [(note.name, note.number, note.line) for note in walled.notes.values()] == [
        *(("after", 1, 35), ("walls", 2, 15))
    ]
    assert [(note.name, note.number, note.line) for note in unwalled.notes.values()] == [("after", 1, 35)]
    for text, items in ((walled, 3), (unwalled, 2)):
        figure, listing = text.blocks[-2:]
        assert isinstance(figure, FigureBlock)
        assert isinstance(listing, Listing)
        assert (figure.line, len(listing.items), listing.start) == (23, items, 1)


BESIDE = "beside other words; write it in a line of its own"
ALONE = "without an {{if …}} of its own"
MISTAKES = {
    "an unknown number": ("{{if deck.wals}}\n\na\n\n{{end}}", "3:1", "unknown placeholder {{deck.wals}}"),
    "no number": ("{{if}}\n\na\n\n{{end}}", "3:1", "unknown placeholder {{}}; one of deck.walls, deck.wings"),
    "no end": ("a\n\n{{if deck.walls}}\n\nb\n\n{{else}}\n\nc", "5:1", "a condition without an end"),
    "an end alone": ("a\n\n{{end}}", "5:1", f"{{{{end}}}} {ALONE}"),
    "else twice": (
        "{{if deck.walls}}\n\na\n\n{{else}}\n\nb\n\n{{else}}\n\nc\n\n{{end}}",
        "11:1",
        "{{else}} without an",
    ),
    "one in another": ("{{if deck.walls}}\n\na\n\n{{if deck.wings}}\n\nb\n\n{{end}}", "7:1", "a condition within"),
    "in a line of words": ("{{if deck.walls}}\n\na {{end}}", "5:3", f"{{{{end}}}} {BESIDE}"),
    "in an item": ("- a\n\n  {{if deck.walls}}\n\n  b\n\n{{end}}", "5:3", f"{{{{if deck.walls}}}} {BESIDE}"),
    "below words": ("a\n{{if deck.walls}}\n\nb\n\n{{end}}", "4:1", f"{{{{if deck.walls}}}} {BESIDE}"),
    "above words": ("{{if deck.walls}}\n\na\n\n{{end}}\nb", "7:1", f"{{{{end}}}} {BESIDE}"),
}


@pytest.mark.parametrize(("markdown", "place", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_in_a_condition_is_told_alone_whatever_the_deck(markdown: str, place: str, message: str) -> None:
    for known in (KNOWN, OPEN):
        (line,) = refusal(parse_rules, f"# T {{#t}}\n\n{markdown}\n", known, "rules.md")
        assert line.startswith(f"rules.md:{place}: {message}"), known.placeholders


def test_a_link_to_what_is_not_printed_is_a_mistake() -> None:
    text = TEXT.replace("Before,", "Before, [there](#ruling-walls),")
    assert parse_rules(text, KNOWN, "rules.md").ids() == ["t", "ruling-walls"]
    (reported,) = refusal(parse_rules, text, OPEN, "rules.md")
    assert reported.startswith("rules.md:3:17: a link to the unknown heading 'ruling-walls'")


# -- the rule about walls ----------------------------------------------------------------------------------------------

RULES = {
    "en": (
        "A path that meets a side without an exit leads nowhere there",
        "Must paths fit?",
        "Every side of a tile has an exit in its middle",
    ),
    "de": (
        "Ein Gang, der auf eine Mauer trifft",
        "Müssen Gänge aneinanderpassen?",
        "Jedes Plättchen hat in der Mitte jeder Seite einen Ausgang",
    ),
}
"""By language, words of the rule, of its question, and of what is printed instead."""


def game_of(game: str, *, walled: bool) -> LabyrinthGame:
    """The shipped game, or with one more tile, of which two sides or three have no exit."""
    found = read_game(library.game_file(game))
    assert isinstance(found, LabyrinthGame)
    corridor = structs.replace(found.deck.tiles[2], id="Y99", paths=found.deck.tiles[2].paths[:1])
    tiles = (*found.deck.tiles, corridor) if walled else found.deck.tiles
    return LabyrinthGame(found.loaded, Deck(found.deck.catalogue, tiles, found.deck.centre))


@cache
def reader(game: str, *, walled: bool) -> RulesReader:
    """What reads each text of a game once for all tests."""
    return reader_of(game_of(game, walled=walled))


def test_walls_are_sides_without_an_exit_in_all_copies_and_the_middle() -> None:
    game = game_of("asterion", walled=True)
    assert game.numbers()["deck.walls"] == 2
    tiles = (*game.deck.tiles[:-1], structs.replace(game.deck.tiles[-1], copies=3))
    middle = structs.replace(game.deck.minotaur, paths=game.deck.tiles[-1].paths)
    deck = Deck(game.deck.catalogue, tiles, middle)
    assert LabyrinthGame(game.loaded, deck).numbers()["deck.walls"] == 3 * 2 + 2


@pytest.mark.parametrize("game", ["asterion", "asterion-original"])
@pytest.mark.parametrize("walled", [False, True], ids=["shipped", "walled"])
def test_every_language_asks_about_walls_where_there_are_some(game: str, *, walled: bool) -> None:
    texts, languages = reader(game, walled=walled), library.languages(game)
    assert (texts.game.numbers()["deck.walls"] != 0) is walled
    mistakes = list(map(str, texts.mistakes(languages, letters=True)))
    assert not mistakes, "\n".join(mistakes)
    assert [one for one in languages if ("ruling-a6" in texts.read(one).text.ids()) is not walled] == []
    for language, sentences in RULES.items():
        reported = " ".join(words_in(texts.read(language).text))
        assert tuple(sentence in reported for sentence in sentences) == (walled, walled, not walled), language
