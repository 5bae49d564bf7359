"""The page's engine says what the readable engine says: thousands of positions, both editions, strange decks."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bots import random_game
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.plies import Lay
from generator.games.labyrinth.engine.position import Position
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.preview.page import page_file
from tests.support.chromium import Window
from tests.support.decks_for_play import strange_box
from tests.support.judging import ASK, answer, deck_of_box, positions, question, rules_data

if TYPE_CHECKING:
    from playwright.sync_api import Page

Games: TypeAlias = Iterator[tuple[GameSet, Iterator[Position]]]

RULES = {
    "revised": Rules(),
    "gentle, coin_only": Rules(score_impaled=False, tie_break="coin_only"),
    "coinless, unbounded": Rules(tie_break="coinless", outside="unbounded"),
    "by seat": Rules(tie_break="seat"),
    "original": Rules(edition="original"),
    "original, unbounded": Rules(edition="original", outside="unbounded"),
}
THOROUGH = int(os.environ.get("THOROUGH", "1"))
"""How many times as many positions are compared as in everyday tests."""
COMPARED = {
    "revised": 450,
    "gentle, coin_only": 250,
    "coinless, unbounded": 75,
    "by seat": 100,
    "original": 250,
    "original, unbounded": 75,
}
"""Positions of the deck, and as many of strange decks. Unbounded ones cost the readable engine ten times as much."""


@pytest.fixture
def engine(show: Callable[..., Window]) -> Page:
    """An empty page with the engine's file and nothing else."""
    page = show("about:blank").page
    page.add_script_tag(content=page_file("engine.js"))
    return page


def games_of_the_deck(deck: Deck, rules: Rules) -> Games:
    box = GameSet.of(deck)
    return ((box, positions(box, rules, 2 + seed % 3, seed, every=5)) for seed in count())


def games_of_strange_decks(deck: Deck, rules: Rules) -> Games:
    """Walls, closed paths, several prisoners on a path, copies, a minotaur with fewer exits."""
    for seed in count():
        box = strange_box(deck, seed // 2)
        yield box, positions(box, rules, 2 + seed % 3, seed, every=3)


@pytest.mark.parametrize("games", [games_of_the_deck, games_of_strange_decks])
@pytest.mark.parametrize("name", RULES)
def test_positions_are_judged_alike(engine: Page, deck: Deck, name: str, games: Callable[[Deck, Rules], Games]) -> None:
    rules, wanted, rng = RULES[name], THOROUGH * COMPARED[name], Random(name)
    asked: list[tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]] = []
    said: list[dict[str, Any]] = []
    for box, game in games(deck, rules):
        questions = []
        for position in islice(game, wanted - len(said)):
            questions.append(question(position, rng))
            said.append(answer(position, questions[-1]))
        asked.append((deck_of_box(box), rules_data(rules), questions))
        if len(said) == wanted:
            break
    found = json.loads(engine.evaluate(ASK, json.dumps(asked)))
    for one, expected, there in zip(chain(*(some for *_, some in asked)), said, chain(*found), strict=True):
        assert there == expected, one
    assert sum(map(len, found)) == wanted


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_games_of_placements_are_played_alike(engine: Page, deck: Deck, rules: Rules) -> None:
    """Every ply's impaled and points, and the end."""
    box = GameSet.of(deck)
    for seed in range(THOROUGH):
        record = random_game(box, rules, 2 + seed % 3, seed, actions=False)
        placed = [turn.ply for turn in record.turns if isinstance(turn.ply, Lay)]
        plies = [[ply.tile, ply.x, ply.y, ply.turns] for ply in placed]
        found = engine.evaluate(
            """([deck, rules, seats, plies]) => {
              const { table, turns } = Engine.play(Engine.box(deck), rules, seats, plies);
              return { turns, final: Engine.final(table) };
            }""",
            [deck_of_box(box), rules_data(rules), list(record.seats), plies],
        )
        expected = [{"fault": None, "impaled": turn.impaled, "points": turn.points} for turn in record.turns]
        assert found["turns"] == expected
        assert record.final is not None
        assert found["final"]["scores"] == record.final.scores
        assert found["final"]["winners"] == list(record.final.winners)


def test_an_illegal_ply_is_laid_and_told_of_and_a_second_tile_on_a_cell_is_not_laid(engine: Page, deck: Deck) -> None:
    found = engine.evaluate(
        """([deck, plies]) => {
          const { table, turns } = Engine.play(Engine.box(deck), { edition: "revised" }, deck.colours, plies);
          return [turns.map((turn) => turn.fault), [...table.laid.keys()]];
        }""",
        [deck_of_box(GameSet.of(deck)), [["Y01", 5, 5, 0], ["Y02", 0, 1, 0], ["B01", 0, 1, 0], ["Y02", 1, 0, 0]]],
    )
    assert found == [["touch", None, "covered", "covered"], ["5,5", "0,1"]]
