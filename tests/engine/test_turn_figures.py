"""Figures of the turns of a game: a table before each turn and one after it, as the engine plays them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from generator.catalogue import library
from generator.games.kinds import read_game
from generator.games.labyrinth.catalogue.position_records import Figure, LoadedFigures, Panel, load_figures
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.figures import prove_figures
from generator.games.labyrinth.figures import add_turns
from generator.games.labyrinth.game import LabyrinthGame


def turns_of(game: str) -> tuple[dict[str, Figure], LoadedFigures, Deck]:
    """The figures of the turns of a shipped game by id, all figures with them, and the deck."""
    read = read_game(library.game_file(game))
    assert isinstance(read, LabyrinthGame)
    found = add_turns(load_figures(library.figures()[game].path), read.deck)
    turns = {name: figure for name, figure in found.figures.figures.items() if name.startswith("step-")}
    return turns, found, read.deck


def lying(panel: Panel) -> set[tuple[str, tuple[int, int], int]]:
    return {(placed.tile, placed.at, placed.turns) for placed in panel.tiles}


@pytest.mark.parametrize("game", ["asterion", "asterion-original"])
def test_each_turn_goes_on_where_the_one_before_it_ended(game: str) -> None:
    turns, found, _ = turns_of(game)
    assert list(turns) == [f"step-{number}" for number, _ in enumerate(turns, 1)]
    for one, other in pairwise(turns.values()):
        assert lying(one.panels[1]) == lying(other.panels[0])
        assert one.panels[1].impaled == other.panels[0].impaled
    last = turns[f"step-{len(turns)}"].panels[1]
    counted = found.figures.figures["walk-count"].panels[0]
    assert lying(last) == lying(counted)
    assert set(last.impaled) == set(counted.impaled)


@pytest.mark.parametrize("game", ["asterion", "asterion-original"])
def test_the_turns_are_a_course_that_the_proof_of_figures_plays_again(game: str) -> None:
    turns, found, deck = turns_of(game)
    shown = {"setup": found.figures.figures["setup"], **turns}
    prove_figures(LoadedFigures(replace(found.figures, figures=shown), found.document), deck)
    assert [turn.panels[1].claims.turn for turn in turns.values() if turn.panels[1].claims] == [
        number for number, _ in enumerate(turns, 1)
    ]


def test_what_a_turn_did_is_marked_and_the_thread_leads_to_whom_it_impaled() -> None:
    turns, _, _ = turns_of("asterion")
    done = {name: [placed for placed in turn.panels[1].tiles if placed.mark] for name, turn in turns.items()}
    assert [(placed.tile, placed.mark) for placed in done["step-1"]] == [("Y12", "new")]
    assert {(placed.tile, placed.mark) for placed in done["step-8"]} == {("B12", "acted"), ("B15", "acted")}
    assert [turns[f"step-{number}"].panels[1].discards for number in (4, 5, 8, 11)] == [None, "Y07", "B02", "Y01"]
    assert [(arrow.from_, arrow.to) for arrow in turns["step-8"].panels[0].arrows] == [
        ((1, 0), (2, 0)),
        ((2, 0), (1, 0)),
    ]
    threads = {name: [named.tile for named in turn.panels[1].thread] for name, turn in turns.items()}
    assert set(threads.pop("step-4")) == {"minotaur", "B15", "Y04"}
    assert set(threads.pop("step-5")) == {"minotaur", "Y12", "B03"}, "not Y04, who was impaled a turn before"
    assert set(map(tuple, threads.values())) == {()}
