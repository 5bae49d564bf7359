"""The engine's games before a judge who does not know it, and the judge's games before the engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from asterion_press.games.labyrinth.deck.report import tiles_data
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay, Ply, swap_of
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import DO, read_record, record_line, replay
from asterion_press.games.labyrinth.engine.rules import Rules
from tests.support.asterion_by_hand import actions, beside, placements
from tests.support.decks_for_play import deck_with, is_legal, legal_plies
from tests.support.judge_by_hand import BrokenRuleError, Data, Judge, disagreements

WALLED = ("NS:p | EW:p", "N:p | ESW:c", "NE:pw", "N:ppc | S:w", "NESW:p", "E:p", "NS:cw", "NEW:p", "NES:pp | W:ww")
"""Walls, dead ends, paths that hold several things; a bridge that a turn changes only if one of two is impaled."""

# The engine's games

PLAYED: list[tuple[int, Rules, BotName, bool | None, int]] = [
    *((players, Rules(edition), "random", None, 5) for players in (2, 3, 4) for edition in ("revised", "original")),
    *((players, Rules(edition), "greedy", False, 3) for players in (2, 3, 4) for edition in ("revised", "original")),
    *((players, Rules(), "greedy", True, 2) for players in (2, 3, 4)),
    (2, Rules(tie_break="coin_only"), "random", None, 6),
    (3, Rules(tie_break="all"), "random", None, 6),
    (3, Rules("original", tie_break="coinless"), "random", None, 6),
    (4, Rules("original", tie_break="seat"), "random", None, 6),
    (4, Rules(outside="unbounded", score_impaled=False), "random", None, 2),
    (3, Rules("original", actions=True, score_impaled=True), "random", None, 3),
]


@pytest.mark.parametrize(
    ("players", "rules", "bot", "acts", "games"),
    PLAYED,
    ids=[f"{p}-{r.edition}{r.departures or ''}-{b}{'' if a is None else a}" for p, r, b, a, _ in PLAYED],
)
def test_the_judge_agrees_with_every_capture_point_and_winner(
    deck: Deck, players: int, rules: Rules, bot: BotName, acts: bool | None, games: int
) -> None:
    kinds, tiles = Counter[str](), 0
    for some_deck, seed in product((deck, deck_with(WALLED, minotaur="NE")), range(games)):
        box = GameSet.of(some_deck)
        line = record_line(random_game(box, rules, players, seed, bot=bot, actions=acts, deck="ab"))
        assert disagreements(tiles_data(some_deck), json.loads(line)) == []
        kinds.update(ply["do"] for ply in json.loads(line)["plies"])
        tiles += len(box.of_colour("yellow")) * players
    assert kinds.total() == tiles
    assert (kinds["place"] < kinds.total()) == (rules.acts and acts is not False)


# The judge's games


def any_ply(rng: random.Random, judge: Judge, hand: str) -> Data:
    """A ply that could be asked about, allowed or not."""
    lies = [tile["id"] for tile, _ in judge.table.values() if tile["id"] != "minotaur"]
    own = [tile for tile in lies if judge.tiles[tile]["colour"] == judge.seat]
    kind = rng.choice(("place", "place", "rotate", "swap", "move")) if own else "place"
    cells = sorted({there for cell in judge.table for there in (cell, *beside(cell))})
    x, y = rng.choice(cells) if rng.random() < 0.9 else (rng.randint(-9, 9), rng.randint(-9, 9))
    spot = {"x": x, "y": y, "turns": rng.randrange(4)}
    tile = rng.choice(own if rng.random() < 0.9 else lies) if own else hand
    ply: dict[str, Data] = {
        "place": {"tile": hand, **spot},
        "rotate": {"discard": hand, "tile": tile, "turns": spot["turns"]},
        "swap": {"discard": hand, "tiles": sorted((tile, rng.choice(lies or [hand])))},
        "move": {"discard": hand, "tile": tile, **spot},
    }
    return {"seat": judge.seat, "do": kind, **ply[kind]}


def as_ply(output: Data) -> Ply:
    if output["do"] == "swap":
        return swap_of(output["discard"], *output["tiles"])
    return DO[output["do"]](**{name: value for name, value in output.items() if name not in {"seat", "do"}})


def why_not(judge: Judge, ply: Data) -> str:
    try:
        judge.table_after(ply)
    except BrokenRuleError as broken:
        return str(broken)
    return ""


def legal_by_hand(judge: Judge, hand: str) -> set[Ply]:
    placing: set[Ply] = {Lay(hand, *where) for where in placements(judge.table, judge.tiles[hand], judge.outside)}
    acting = actions(judge.table, judge.dead, judge.seat, judge.outside) if judge.acts else {}
    return placing | {swap_of(hand, *what) if verb == "swap" else DO[verb](hand, *what) for verb, *what in acting}


def judged_game(deck: Deck, rules: Rules, seed: int, *, wholly: bool) -> tuple[Data, Counter[str]]:
    """A game in which every ply that is thought of is judged by both; its record as the judge keeps it, and why not.

    If `wholly`, both find the same plies legal in each position, whichever are thought of.
    """
    rng, box, reasons = random.Random(seed), GameSet.of(deck), Counter[str]()
    seats = rng.sample(box.colours, rng.randint(2, len(box.colours)))
    position = Position.shuffled(box, rules, seats, rng)
    head: Data = {"format": 3, "game": "asterion", "edition": rules.edition, "deck": "ab", "seed": seed, "seats": seats}
    head["rules"] = {"tie_break": rules.breaks_tie, **rules.departures}
    judge, plies = Judge(tiles_data(deck), head), []
    while not judge.is_over:
        assert position.hand
        output = any_ply(rng, judge, position.hand.id)
        if output["do"] == "swap" and len(set(output["tiles"])) == 1:
            continue  # no ply at all, which the reader of records says
        reason = why_not(judge, output)
        assert is_legal(position, as_ply(output)) == (reason == ""), (output, reason)
        reasons[reason] += 1
        if not reason:
            legal = legal_plies(position) if wholly else []
            assert not wholly or (
                set(legal) == legal_by_hand(judge, position.hand.id) and len(set(legal)) == len(legal)
            )
            position.push(as_ply(output))
            impaled, points = judge.play(output)
            plies.append({**output, "impaled": impaled, "points": points})
    return head | {"plies": plies, "final": judge.final()}, reasons


@pytest.mark.parametrize("walled", [False, True], ids=["shipped", "walled"])
def test_engine_and_judge_allow_and_refuse_the_same(deck: Deck, walled: bool) -> None:
    some_deck = deck_with(WALLED, minotaur="NE") if walled else deck
    box, data, reasons = GameSet.of(some_deck), tiles_data(some_deck), Counter[str]()
    options = [Rules(), Rules("original"), Rules(outside="unbounded", tie_break="all"), Rules(score_impaled=False)]
    for seed in range(40):
        record, reported = judged_game(some_deck, options[seed % 4], seed, wholly=walled and seed < 4)
        assert replay(read_record(json.dumps(record)), box, deck="ab").is_over
        assert disagreements(data, record) == []
        reasons.update(reported)
    expected = "no actions|may not be acted on|covered|touches nothing|where it was|changes nothing|falls apart"
    assert {*expected.split("|"), ""} <= {*reasons}
    assert reasons["trapped"] or not walled


# The judge himself


SPOILT: dict[str, tuple[Callable[[Data], object], str]] = {
    "format": (lambda r: r.update(format=4), "the head"),
    "no tie-break": (lambda r: r["rules"].pop("tie_break"), "the head"),
    "rules in format 1": (lambda r: r.update(format=1), "the head"),
    "note": (lambda r: r.update(note=""), "the head"),
    "seats": (lambda r: r["seats"].reverse(), "ply 1: out of turn"),
    "hand": (lambda r: r["plies"][2].update(tile=r["plies"][0]["tile"]), "ply 3: not in hand"),
    "points": (lambda r: r["plies"][8].update(points=3), "ply 9: points 3, found"),
    "impaled": (lambda r: r["plies"][7].update(impaled={"yellow": 9}), "ply 8: impaled {'yellow': 9}, found"),
    "keys": (lambda r: r["plies"][4].update(x2=1), "ply 5: keys"),
    "cell": (lambda r: r["plies"][1].update(x=9), "ply 2: touches nothing"),
    "home": (lambda r: r["plies"][0].update(x=0, y=0), "ply 1: covered"),
    "unfinished": (lambda r: r["plies"].pop(), "broken off"),
    "too long": (lambda r: r["plies"].append(r["plies"][-1]), "the game is over"),
    "edition": (lambda r: r.update(edition="original"), "points"),
    "winners": (lambda r: r["final"].update(winners=[]), "final winners: [], found"),
    "captured": (lambda r: r["final"].update(captured=-1), "final captured: -1, found"),
    "more": (lambda r: r["final"].update(more=1), "final more: 1, found None"),
    "scores": (lambda r: r["final"]["scores"].update(yellow=99), "final scores: "),
    "kills": (lambda r: r["final"]["kills"].update(yellow=99), "final kills: "),
    "treasure": (lambda r: r["final"]["treasure"].update(yellow=99), "final treasure: "),
    "escaped": (lambda r: r["final"]["escaped"].update(yellow=99), "final escaped: "),
}


@pytest.mark.parametrize("name", SPOILT)
def test_the_judge_finds_what_is_false(deck: Deck, name: str) -> None:
    record: dict[str, Any] = json.loads(record_line(random_game(GameSet.of(deck), Rules(), 3, 5, actions=False)))
    assert disagreements(tiles_data(deck), record) == []
    spoil, words = SPOILT[name]
    spoil(record)
    assert any(words in sentence for sentence in disagreements(tiles_data(deck), record))
