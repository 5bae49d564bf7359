"""The page's engine says what the readable engine says: thousands of positions, both editions, strange decks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from decks_for_play import strange_box
from judging import ASK, answer, deck_of_box, positions, question, rules_data

from generator.deck.tiles import Deck
from generator.gallery.markup import page_file
from generator.play.bots import random_game
from generator.play.box import Box
from generator.play.plies import Place
from generator.play.rules import Rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RULES = {
    "revised": Rules(),
    "gentle, coin_only": Rules(score_impaled=False, tie_break="coin_only"),
    "coinless, unbounded": Rules(tie_break="coinless", outside="unbounded"),
    "original": Rules(edition="original"),
    "original, unbounded": Rules(edition="original", outside="unbounded"),
}


@pytest.fixture(scope="module")
def engine(browser: Browser) -> Iterator[Page]:
    """An empty page with the engine's file and nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=page_file("engine.js"))
    yield page
    page.close()


THOROUGH = int(os.environ.get("THOROUGH", "1"))
"""How many times as many positions are compared as in everyday tests; 8 makes some 2,500."""


def agree(engine: Page, box: Box, rules: Rules, games: range, every: int) -> int:
    """Ask both about positions of some games; how many."""
    rng = Random(games.start)
    asked: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    for seed in games:
        for position in positions(box, rules, 2 + seed % 3, seed, every):
            asked.append(question(position, rng))
            said.append(answer(position, asked[-1]))
    found = json.loads(engine.evaluate(ASK, [deck_of_box(box), json.dumps(asked)]))
    for one, expected, there in zip(asked, said, found, strict=True):
        assert there == expected, one
    return len(asked)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_positions_of_the_deck_are_judged_alike(engine: Page, deck: Deck, rules: Rules) -> None:
    games = range(THOROUGH) if rules.outside == "unbounded" else range(4 * THOROUGH)
    assert agree(engine, Box.of(deck), rules, games, every=3) > 15 * len(games)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_positions_of_strange_decks_are_judged_alike(engine: Page, deck: Deck, rules: Rules) -> None:
    """Walls, closed paths, several prisoners on a path, copies, a minotaur with fewer exits."""
    asked = sum(
        agree(engine, strange_box(deck, seed), rules, range(seed, seed + 2), every=2) for seed in range(2 * THOROUGH)
    )
    assert asked > 25 * THOROUGH


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_games_of_placements_are_played_alike(engine: Page, deck: Deck, rules: Rules) -> None:
    """Every ply's impaled and points, and the end."""
    box = Box.of(deck)
    for seed in range(THOROUGH):
        record = random_game(box, rules, 2 + seed % 3, seed, actions=False)
        placed = [turn.ply for turn in record.turns if isinstance(turn.ply, Place)]
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
        [deck_of_box(Box.of(deck)), [["Y01", 5, 5, 0], ["Y02", 0, 1, 0], ["B01", 0, 1, 0], ["Y02", 1, 0, 0]]],
    )
    assert found == [["touch", None, "covered", "covered"], ["5,5", "0,1"]]
