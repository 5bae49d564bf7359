"""The page's engine says what the readable engine says: thousands of positions, both editions, strange decks."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import chain, count, islice, product
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from msgspec import to_builtins

from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, play_randomly, random_game
from asterion_press.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from asterion_press.games.labyrinth.engine.plies import Lay
from asterion_press.games.labyrinth.engine.position import Position, placement_fault
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import Chamber, chambers, final
from asterion_press.games.labyrinth.preview.page import page_file
from asterion_press.geometry import QUARTER_TURNS, Side
from tests.support.chromium import Window
from tests.support.decks_for_play import random_box

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROBES = 8


def deck_of_box(box: GameSet) -> dict[str, Any]:
    """A box as the page's engine takes it."""
    return {
        "colours": list(box.colours),
        "minotaur": [int(side) for side in Side if any(side in path.exits for path in box.deck.minotaur.paths)],
        "tiles": [
            {
                "id": tile.id,
                "colour": tile.colour,
                "copies": tile.copies,
                "paths": [
                    {"exits": list(map(int, p.exits)), **{f"{name}s": count for name, count in p.holds.items()}}
                    for p in tile.paths
                ],
            }
            for tile in box.deck.tiles
        ],
    }


def question(position: Position, rng: Random) -> dict[str, Any]:
    """A position as somebody describes it to the page's engine, and what it is asked about it."""
    labyrinth = position.labyrinth
    found = chambers(labyrinth)
    buried = [[s.tile, s.path] for c in found if not c.minotaur for s in c.spots if s.impaled]
    xs, ys = zip((0, 0), *map(xy_of, labyrinth.laid), strict=True)
    probes = [
        [rng.randint(min(xs) - 2, max(xs) + 2), rng.randint(min(ys) - 2, max(ys) + 2), rng.randrange(QUARTER_TURNS)]
        for _ in range(PROBES)
    ]
    return {
        "seats": list(position.seats),
        "laid": [[laid.piece.id, *xy_of(cell), laid.turns] for cell, laid in labyrinth.laid.items()],
        "impaled": buried,
        "kills": dict(zip(position.seats, position.kills, strict=True)),
        "hand": position.hand.id if position.hand else None,
        "probes": probes,
    }


def answer(position: Position, asked: dict[str, Any]) -> dict[str, Any]:
    """What the readable engine says."""
    labyrinth, hand = position.labyrinth, position.hand
    faults = [placement_fault(labyrinth, hand, t, cell_at(x, y)) for x, y, t in asked["probes"]] if hand else []
    spots = product(sorted(labyrinth.border), range(QUARTER_TURNS)) if hand else ()
    return {
        "legal": [[*xy_of(cell), turns] for cell, turns in spots if hand and not labyrinth.traps(hand, turns, cell)],
        "faults": [fault.rule if fault else None for fault in faults],
        "chambers": [chamber_data(chamber) for chamber in chambers(labyrinth)],
        "final": to_builtins(final(position)),
    }


def chamber_data(chamber: Chamber) -> dict[str, Any]:
    reported: dict[str, Any] = to_builtins(chamber)
    return reported | {
        "waysOut": reported.pop("ways_out"),
        "outside": reported.pop("exits") > 0,
        "escapes": chamber.escapes,
    }


ASK = """(all) => JSON.stringify(JSON.parse(all).map(([deck, rules, questions]) => {
  const box = Engine.box(deck);
  return questions.map((one) => {
    const table = Engine.read(box, rules, one.seats, one);
    const { tie, ...final } = Engine.final(table);
    return {
      legal: one.hand ? Engine.placements(table, one.hand) : [],
      faults: one.hand ? one.probes.map(([x, y, turns]) => Engine.fault(table, one.hand, turns, x, y)) : [],
      chambers: Engine.chambers(table),
      final,
    };
  });
}))"""
"""What the page's engine says to many [deck, rules, questions] at once; as text: the driver is slow with values."""


def positions(box: GameSet, rules: Rules, players: int, seed: int, every: int) -> Iterator[Position]:
    """Positions of a game that the bot `random` plays, with actions if there are any; the last one is the end."""
    rng = Random(seed)
    position = Position.shuffled(box, rules, box.colours[:players], rng)
    for number in range(len(position.turns_of_play)):
        if (number + seed) % every == 0:
            yield position
        play_randomly(position, ALL_ACTS if rules.acts else (), rng.random)
    yield position


Games: TypeAlias = Iterator[tuple[GameSet, Iterator[Position]]]

RULES = {
    "revised": (Rules(), 450),
    "gentle, coin_only": (Rules(score_impaled=False, tie_break="coin_only"), 250),
    "coinless, unbounded": (Rules(tie_break="coinless", outside="unbounded"), 75),
    "by seat": (Rules(tie_break="seat"), 100),
    "original": (Rules(edition="original"), 250),
    "original, unbounded": (Rules(edition="original", outside="unbounded"), 75),
}
"""Rules, and how many positions of the deck are compared by them, and as many of strange decks.

Unbounded ones cost the readable engine ten times as much.
"""
THOROUGH = int(os.environ.get("THOROUGH", "1"))
"""How many times as many positions are compared as in everyday tests."""


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
        box = random_box(deck, seed // 2)
        yield box, positions(box, rules, 2 + seed % 3, seed, every=3)


@pytest.mark.parametrize("games", [games_of_the_deck, games_of_strange_decks])
@pytest.mark.parametrize("name", RULES)
def test_positions_are_judged_alike(engine: Page, deck: Deck, name: str, games: Callable[[Deck, Rules], Games]) -> None:
    (rules, most), rng = RULES[name], Random(name)
    wanted = THOROUGH * most
    asked: list[tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]] = []
    output: list[dict[str, Any]] = []
    for box, game in games(deck, rules):
        questions = []
        for position in islice(game, wanted - len(output)):
            questions.append(question(position, rng))
            output.append(json.loads(json.dumps(answer(position, questions[-1]))))
        asked.append((deck_of_box(box), to_builtins(rules), questions))
        if len(output) == wanted:
            break
    found = json.loads(engine.evaluate(ASK, json.dumps(asked)))
    for one, expected, there in zip(chain(*(some for *_, some in asked)), output, chain(*found), strict=True):
        assert there == expected, one
    assert sum(map(len, found)) == wanted


@pytest.mark.parametrize("name", RULES)
def test_games_of_placements_are_played_alike(engine: Page, deck: Deck, name: str) -> None:
    """Every ply's impaled and points, and the end."""
    box, (rules, _) = GameSet.of(deck), RULES[name]
    for seed in range(THOROUGH):
        record = random_game(box, rules, 2 + seed % 3, seed, actions=False)
        placed = [turn.ply for turn in record.turns if isinstance(turn.ply, Lay)]
        plies = [[ply.tile, ply.x, ply.y, ply.turns] for ply in placed]
        found = engine.evaluate(
            """([deck, rules, seats, plies]) => {
              const { table, turns } = Engine.play(Engine.box(deck), rules, seats, plies);
              return { turns, final: Engine.final(table) };
            }""",
            [deck_of_box(box), to_builtins(rules), list(record.seats), plies],
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
