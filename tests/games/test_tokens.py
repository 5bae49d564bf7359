"""Games of tokens: judged, drawn, laid on sheets, counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Group, Shape
from asterion_press.drawing.svg import svg_text
from asterion_press.games.game import Game
from asterion_press.games.kinds import kinds, read_game
from asterion_press.games.tokens.game import DISC, WORD_ROOM
from asterion_press.verify.svg import read_svg, size_fault
from tests.support.refusals import refusal, shelved, spoilt
from tests.support.small_games import kept_again
from tests.support.workshop import paper

HEROES = """\
kind: tokens
game: heroes
title: Four heroes
edition: first
credits: {design: Nobody, publisher: nobody, artwork: our own}
size_mm: 30
colours:
  yellow: {symbol: sun, ink: '#d9a520'}
  blue: {symbol: wave, ink: '#1f5fa8'}
tokens:
  one: {count: 3, value: 1}
  hero: {text: THESEUS}
  thread: {symbol: shell, value: 5, text: THREAD, colours: [blue]}
"""
KINDS = f"one of {', '.join(kinds())}"
Heroes = Callable[..., Game]


@pytest.fixture
def heroes(tmp_path: Path) -> Heroes:
    """The game with changes: texts that stand in it once, and what replaces each."""

    def read(*changes: tuple[str, str]) -> Game:
        return read_game(shelved(tmp_path, spoilt(HEROES, *changes), "heroes.yaml"))

    return read


def counts(game: Game) -> dict[str, int]:
    (lot,) = game.lots(paper())
    return {piece.id: piece.copies for piece in lot.pieces}


def test_every_token_is_laid_as_often_as_the_catalogue_says(heroes: Heroes) -> None:
    wanted = {"yellow-one": 3, "yellow-hero": 1, "blue-one": 3, "blue-hero": 1, "blue-thread": 1}
    assert counts(heroes()) == wanted
    heroless = counts(heroes(("hero: {text", "hero: {count: 0, text")))
    assert heroless.keys() == wanted.keys() - {"yellow-hero", "blue-hero"}


@pytest.mark.parametrize(
    ("backs", "wanted"), [("alike", {"back"}), ("colours", {"back-yellow", "back-blue"}), ("blank", set[str]())]
)
def test_backs_give_away_what_they_are_told_to(heroes: Heroes, backs: str, wanted: set[str]) -> None:
    game = heroes(("size_mm: 30", f"size_mm: 30\nbacks: {backs}"))
    (lot,) = game.lots(paper())
    assert {piece.back for piece in lot.pieces if piece.back} == wanted
    assert {one for one in game.component_ids() if one.startswith("back")} == wanted


@pytest.mark.parametrize("shape", ["square", "round"])
@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
def test_every_component_is_drawn_in_true_size(heroes: Heroes, shape: str, theme: str) -> None:
    game = heroes(("size_mm: 30", f"size_mm: 22.5\nshape: {shape}"))
    inks = load_theme(library.theme_file(theme).path)
    texts = {component: svg_text(game.draw(component, inks)) for component in game.component_ids()}
    for text in texts.values():
        assert size_fault(read_svg(text.encode()), 22.5, 22.5) is None
        assert ('id="cut"' in text) == (shape == "round")
    looks = {read_svg(text.encode()).look for text in texts.values()}
    assert len(looks) == len(texts), "no two look the same"


def test_what_changes_a_drawing_changes_its_subject(heroes: Heroes) -> None:
    before = heroes()
    for change in (("value: 1}", "value: 2}"), ("size_mm: 30", "size_mm: 31"), ("'#d9a520'", "'#d9a521'")):
        assert repr(heroes(change).subject("yellow-one")) != repr(before.subject("yellow-one"))
    assert repr(heroes(("THESEUS", "ARIADNE")).subject("yellow-one")) == repr(before.subject("yellow-one"))


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("symbol: wave", "symbol: sun", "9:18: symbol 'sun' belongs to 'yellow' already; each colour needs its own"),
        ("[blue]", "[bleu]", "13:61: unknown colour 'bleu'; did you mean 'blue'? one of yellow, blue"),
        ("[blue]", "[blue, blue]", "13:67: colour 'blue' appears twice"),
        ("  blue:", "  back:", "9:3: 'back' is the name of the backs; give this colour another"),
        ("kind: tokens", "kind: tokns", f"1:7: unknown kind 'tokns'; did you mean 'tokens'? {KINDS}"),
    ],
)
def test_a_mistake_is_told_with_its_place(heroes: Heroes, old: str, new: str, reported: str) -> None:
    assert f"heroes.yaml:{reported}" in refusal(heroes, (old, new))


def test_promises_are_compared(heroes: Heroes) -> None:
    game = heroes(("size_mm: 30", "size_mm: 30\nexpect: {pieces: 9, per_colour: 4}"))
    (finding,) = game.findings()
    output = "blue has 5 tokens, the file promises 4; change counts, or the promise"
    assert str(finding) == f"heroes.yaml:7:33: error: {output} [broken-promise]"
    assert "not sound: 1 error" in game.check_text(game.findings())
    assert game.check_data(game.findings())["sound"] is False


@pytest.mark.parametrize("name", ["{sun}", "{sum}"])
def test_a_name_in_braces_is_told_since_a_text_shows_no_signs(heroes: Heroes, name: str) -> None:
    (finding,) = heroes(("THESEUS", f"'3 {name}'")).findings()
    output = f"{name!r} is printed letter by letter, as texts show no signs; name a sign as symbol"
    assert str(finding) == f"heroes.yaml:12:16: warning: {output} [name-in-text]"
    assert heroes(("THESEUS", "'{{deck}}'")).findings()
    assert not list(heroes(("THESEUS", "'{ 3 } {}'")).findings())


def test_a_game_that_is_kept_is_the_same_game(heroes: Heroes) -> None:
    game = heroes()
    kept = kept_again(game)
    assert kept.rows() == game.rows()
    assert kept.head == game.head


def test_symbols_are_emblems_and_the_tokens_themselves(heroes: Heroes) -> None:
    game, inks = heroes(), load_theme(library.theme_file("knossos").path)
    for name in game.symbol_names():
        assert game.draw_symbol(name, inks).bleed == 0
    with pytest.raises(KeyError):
        game.draw_symbol("emblem-pink", inks)
    with pytest.raises(KeyError):
        game.draw("yellow-thread", inks)


@pytest.mark.parametrize("word", ["CLÉ", "ключ", "ΚΛΕΙΔΊ", "鍵", "カギ穴", "열쇠", "Schlüsselgut", "a & b"])
def test_words_are_written_in_letters_of_any_font(heroes: Heroes, word: str) -> None:
    inks = load_theme(library.theme_file("knossos").path)
    (art,) = heroes(("text: THESEUS", f"text: {word}")).draw("yellow-hero", inks).groups
    (letters,) = (part for part in art.items if isinstance(part, Group) and part.name == "word")
    (shape,) = (part for part in letters.items if isinstance(part, Shape))
    across, down = ([one / 100 for _, points in shape.data for one in points[which::2]] for which in (0, 1))
    assert -WORD_ROOM / 2 - 0.1 < min(across) < max(across) < WORD_ROOM / 2 + 0.1
    assert abs(min(across) + max(across)) < 0.8, "in the middle"
    assert 2 < min(down) < max(down) < DISC, "below the sign, on the disc"


def test_every_letter_that_no_font_has_is_told(heroes: Heroes) -> None:
    assert refusal(heroes, ("text: THESEUS", "text: Aกข🗝"), ("text: THREAD", "text: ᚠ")) == [
        "heroes.yaml:12:16: no font has 'ก' (U+0E01 THAI CHARACTER KO KAI); write it otherwise",
        "heroes.yaml:12:16: no font has 'ข' (U+0E02 THAI CHARACTER KHO KHAI); write it otherwise",
        "heroes.yaml:12:16: no font has '🗝' (U+1F5DD OLD KEY); write it otherwise",
        "heroes.yaml:13:43: no font has 'ᚠ' (U+16A0 RUNIC LETTER FEHU FEOH FE F); write it otherwise",
    ]
