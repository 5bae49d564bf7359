"""Asterion's original edition: its rules text, its figures, and what it has in common with the revised one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.words import words_of
from asterion_press.errors import InputError
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.position_records import load_figures
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.making.rules import known_names
from asterion_press.rulebook.text.strings import localise_known
from tests.support.refusals import refusal, refusal_of, shelved, spoilt
from tests.support.texts import parse_rules, text_in

OWN = {
    *(
        "object",
        "material",
        "play",
        "placing",
        "scoring-impaled",
        "scoring",
        "ties",
        "walk",
        "walk-impale",
        "walk-count",
    ),
    *("walk-sum", "four-players", "editions", "glance-turn", "glance-points"),
    *(
        "pictures",
        "ruling-a1",
        "ruling-a12",
        "ruling-a13",
        "ruling-a14",
        "ruling-a24",
        *(f"turn-{turn}" for turn in range(1, 11)),
    ),
}
"""Sections that both editions have and that say something else in each."""


def sections(language: str, game: str) -> dict[str, str]:
    """The text of each section by its id, its heading included."""
    text = text_in(language, game)
    parts = re.split(r"(?m)^(?=#{1,3} .*\{#)", text)
    return {found[1]: part for part in parts if (found := re.search(r"\{#([a-z0-9-]+)\}", part))}


@pytest.fixture(scope="module")
def original() -> LabyrinthGame:
    game = read_game(library.game_file("asterion-original"))
    assert isinstance(game, LabyrinthGame)
    return game


def test_what_both_editions_tell_alike_they_tell_in_the_same_words() -> None:
    wrong = []
    languages = library.languages("asterion-original")
    for language in languages:
        ours, theirs = sections(language, "asterion-original"), sections(language, "asterion")
        both = [name for name in ours if name in theirs and name not in OWN]
        assert both, language
        wrong += [f"{language}: {name} differs" for name in both if ours[name] != theirs[name]]
        wrong += [f"{language}: {name} is the same" for name in OWN if ours[name] == theirs.get(name)]
    assert not wrong, "\n".join(wrong)


def test_it_is_told_in_no_language_in_which_the_revised_edition_is_not() -> None:
    reported = set(library.languages("asterion-original"))
    assert {"en", "es", "ja"} <= reported <= set(library.languages("asterion"))


def test_it_has_seventeen_tiles_a_colour_and_says_whose_the_seventeenth_is(original: LabyrinthGame) -> None:
    numbers = original.numbers()
    promised = original.loaded.catalogue.expect
    assert promised.per_colour
    assert numbers["deck.tiles"] == promised.tiles
    assert numbers["deck.tiles_per_colour"] == numbers["deck.designs"] == promised.per_colour.tiles == 17
    text = library.rules_file("en", "asterion-original").path.read_text(encoding="utf-8")
    assert "our seventeenth, with the number 17, is a design of our own" in " ".join(text.split())


def test_its_figures_are_proved_by_its_own_rules(original: LabyrinthGame, tmp_path: Path) -> None:
    file = library.figures()["asterion-original"]
    claims = original.figures(file).claims
    assert claims["figure.four-players.captured"] == "22"
    assert claims["figure.walk-impale.a.points"] == "0", "impaling brings no points"
    text = file.path.read_text(encoding="utf-8")
    text = spoilt(text, ("{turn: 9, impales: {blue: 1}, points: 0}", "{turn: 9, points: 1}"))
    output = "\n".join(refusal(original.figures, shelved(tmp_path, text, "figures.yaml")))
    assert "figure 'walk-impale' A: points: claimed 1; the engine finds 0" in output


def test_no_action_can_be_shown_where_there_are_none(original: LabyrinthGame) -> None:
    """The revised edition's sample game acts, so its turns cannot be played here."""
    with pytest.raises(InputError, match="walk-impale-rotate"):
        original.figures(library.figures()["asterion"])


def test_every_figure_is_shown_and_every_shown_figure_is_there(original: LabyrinthGame) -> None:
    file = library.figures()["asterion-original"]
    claimed = original.figures(file)
    begun = {figure.follows for figure in load_figures(file).figures.figures.values() if figure.follows}
    shown = {"cover"}
    for language in library.languages("asterion-original"):
        text = text_in(language, "asterion-original")
        parse_rules(text, localise_known(known_names(original, claimed), words_of(language)), language)
        shown |= set(re.findall(r"\(figure:([a-z0-9-]+)[.a-z]*[ )\n]", text))
    figures = {name.partition(".")[0] for name in claimed.ids}
    on_cards = {name for name in figures if name.startswith("card-")}
    assert shown <= figures
    first = {"dead-end", "tile"}  # projects that were begun with rules of the first revision show it
    assert figures - on_cards - begun - first <= shown, "or another one begins there"


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (("of: asterion", "of: asterio"), "7:5: no figures of 'asterio' to take; did you mean 'asterion'?"),
        (("dead-end,", "dead-ends,"), "8:21: no figure 'dead-ends' to take; did you mean 'dead-end'?"),
        (("dead-end,", "impaling,"), "8:21: figure 'impaling' is there already; keep one of the two"),
        (("dead-end,", "tile,"), "8:21: figure 'tile' is there already; keep one of the two"),
    ],
)
def test_figures_that_cannot_be_taken_are_told(tmp_path: Path, change: tuple[str, str], reported: str) -> None:
    text = spoilt(library.figures()["asterion-original"].path.read_text(encoding="utf-8"), change)
    assert refusal_of(load_figures, tmp_path, text, "figures.yaml")[0].startswith(f"figures.yaml:{reported}")


def test_a_mistake_in_a_figure_that_was_taken_stands_in_the_file_it_is_taken_from() -> None:
    figures = load_figures(ShelfFile("", library.figures()["asterion-original"].path, "own.yaml"))
    place = figures.document.value_place(("figures", "placement", "panels", 1, "verdict"))
    assert place.file == "templates/figures/asterion.yaml"
    assert figures.document.value_place(("figures", "walk-open")).file == "own.yaml"
