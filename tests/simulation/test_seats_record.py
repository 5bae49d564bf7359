"""The record of rules that level the seats: it can be played again, and whatever is printed of it is what it says."""

from __future__ import annotations

import json
import math
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("numba")

from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.games import Games, Party
from asterion_press.games.labyrinth.simulation.measures import wilson
from asterion_press.games.labyrinth.simulation.victories import SEAT_RULES, Play, party_for, victories
from tests.support.played import played_by

ROOT = Path(__file__).resolve().parents[2]
RECORD: dict[str, Any] = json.loads((ROOT / "templates" / "measured" / "seats.json").read_text(encoding="utf-8"))
LINES: list[dict[str, Any]] = RECORD["lines"]
PLAYERS = (2, 3, 4)
OFFERED, USUAL = "tie_seat", "as_it_is"
BOTS = ("random", "greedy", "search")
TREES = ("tree:nodes=125", "tree:nodes=500", "tree:nodes=2000")
RULES = {BOTS: SEAT_RULES, TREES: tuple(rule for rule in SEAT_RULES if rule.play[0] == "round")}
"""Bots of each table, and the rules that they played by."""


def line(players: int, bot: str, rule: str) -> dict[str, Any]:
    [found] = [one for one in LINES if (one["players"], one["bot"], one["rule"]) == (players, bot, rule)]
    return found


def per_cent(players: int, bot: str, rule: str, digits: str = "1") -> list[str]:
    """The seats' shares of victories as they are printed: rounded half up."""
    found = line(players, bot, rule)
    whole = found["games"] * RECORD["parts"]
    return [str((Decimal(100 * won) / whole).quantize(Decimal(digits), ROUND_HALF_UP)) for won in found["twelfths"]]


def gap(players: int, rule: str, bots: tuple[str, ...] = BOTS) -> float:
    """The widest gap of any seat with any of these bots, in per cent."""
    shares = [
        won / RECORD["parts"] / found["games"]
        for bot in bots
        for found in [line(players, bot, rule)]
        for won in found["twelfths"]
    ]
    return 100.0 * max(abs(float(share) - 1 / players) for share in shares)


def half_width(bots: tuple[str, ...], *, start: bool) -> str:
    """Half the interval of the least sure of the bots' shares, in per cent, rounded up: of head starts, or the rest."""
    lines = [one for one in LINES if one["bot"] in bots and bool(one["head_start"]) == start]
    shares = [(won / RECORD["parts"] / one["games"], one["games"]) for one in lines for won in one["twelfths"]]
    return f"{math.ceil(1000 * max(wilson(share, games).half for share, games in shares)) / 10:.1f}"


# The record


def test_the_record_has_every_rule_with_every_bot() -> None:
    expected = {
        (players, bot, rule.name)
        for bots, rules in RULES.items()
        for players, bot, rule in product(PLAYERS, bots, rules)
    }
    assert len(LINES) == len(expected)
    assert {(one["players"], one["bot"], one["rule"]) for one in LINES} == expected
    assert all(sum(one["twelfths"]) == one["games"] * RECORD["parts"] for one in LINES)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bot", [*BOTS, *TREES])
def test_the_first_games_of_the_record_come_out_as_it_says(players: int, bot: BotName, box: GameSet) -> None:
    """Where the kernel, a bot or the deck has changed on purpose: ``python tools/seats.py``, then docs/study.md."""
    played: dict[Play, Games] = {}
    for rule in RULES[BOTS if bot in BOTS else TREES]:
        recorded = line(players, bot, rule.name)
        count = recorded["first"]["games"]
        if rule.play not in played:
            party = party_for(rule.play, Party.of(box, Rules(**RECORD["rules"]), players, bot))
            played[rule.play] = played_by(party, count, RECORD["seed"])
        halves = [round(2 * points) for points in recorded["head_start"]]
        parts = RECORD["parts"] * victories(played[rule.play], rule.tie, halves)
        assert parts.sum(axis=0).round().tolist() == recorded["first"]["twelfths"], rule.name


# The rule that is offered


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rule_that_is_offered_is_the_smallest_that_levels_the_seats(players: int) -> None:
    """Rules stand from the smallest to the largest; those before it leave wider gaps."""
    names = [rule.name for rule in SEAT_RULES]
    assert all(gap(players, name) > gap(players, OFFERED) for name in names[: names.index(OFFERED)])
    assert gap(players, OFFERED) <= 4 < gap(players, USUAL)


# What is printed


def test_the_table_of_the_documentation_is_the_record() -> None:
    reported = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    for bots, rules in RULES.items():
        for players, rule in product(PLAYERS, rules):
            shares = [" ".join(per_cent(players, bot, rule.name, "0.1")) for bot in bots]
            start = cast("list[float]", line(players, bots[0], rule.name)["head_start"])
            words = f"{rule.words}: {', '.join(f'{points:g}' for points in start)}" if start else rule.words
            assert f"| {players} | {words} | {' | '.join(shares)} | {gap(players, rule.name, bots):.1f} |" in reported


def test_every_number_beside_the_table_of_the_documentation_is_the_records() -> None:
    reported = " ".join((ROOT / "docs" / "study.md").read_text(encoding="utf-8").split())
    quick, slow = ("random", "greedy"), ("search",)
    games = {bot: {line(players, bot, USUAL)["games"] for players in PLAYERS} for bot in BOTS}
    [most], [fewest] = games["random"] | games["greedy"], games["search"]
    assert f"played {most:,} games each, `search` {fewest:,}, with seed {RECORD['seed']}." in reported
    without, with_start = ([half_width(bots, start=start) for bots in (quick, slow)] for start in (False, True))
    assert f"The intervals are at most ±{without[0]}, with `search` ±{without[1]} (95%)." in reported
    assert f"judged on the other, with intervals of at most ±{with_start[0]} and ±{with_start[1]}." in reported
    [played] = {line(players, bot, USUAL)["games"] for players in PLAYERS for bot in TREES}
    widths = [half_width(TREES, start=start) for start in (False, True)]
    assert (
        f"{played:,} games each. The intervals are at most ±{widths[0]}, those of head starts ±{widths[1]}." in reported
    )
    assert f"`--rule tie-break={RECORD['rules']['tie_break']}`" in reported
