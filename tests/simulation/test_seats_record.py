"""The record of rules that level the seats: it can be played again, and whatever is printed of it is what it says."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, cast

import pytest

from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import BOT_NAMES, BotName, Rules
from generator.games.labyrinth.simulation.games import Games, Order, Party
from generator.games.labyrinth.simulation.intervals import wilson
from generator.games.labyrinth.simulation.portions import Portion, watch_games
from generator.games.labyrinth.simulation.seats import SEAT_RULES, victories

ROOT = Path(__file__).resolve().parents[2]
RECORD: dict[str, Any] = json.loads((ROOT / "templates" / "measured" / "seats.json").read_text(encoding="utf-8"))
LINES: list[dict[str, Any]] = RECORD["lines"]
PLAYERS = (2, 3, 4)
OFFERED, USUAL = "tie_seat", "as_it_is"
LANGUAGES = sorted(path.parent.name for path in (ROOT / "templates" / "locales").glob("*/asterion.md"))


def line(players: int, bot: str, rule: str) -> dict[str, Any]:
    [found] = [one for one in LINES if (one["players"], one["bot"], one["rule"]) == (players, bot, rule)]
    return found


def per_cent(players: int, bot: str, rule: str, digits: str = "1") -> list[str]:
    """The seats' shares of victories as they are printed: rounded half up."""
    found = line(players, bot, rule)
    whole = found["games"] * RECORD["parts"]
    return [str((Decimal(100 * won) / whole).quantize(Decimal(digits), ROUND_HALF_UP)) for won in found["twelfths"]]


def gap(players: int, rule: str) -> float:
    """The widest gap of any seat with any bot, in per cent."""
    shares = [
        won / RECORD["parts"] / found["games"]
        for bot in BOT_NAMES
        for found in [line(players, bot, rule)]
        for won in found["twelfths"]
    ]
    return 100.0 * max(abs(float(share) - 1 / players) for share in shares)


def half_width(bot: str) -> float:
    """Half the interval of the least sure of a bot's printed shares, in per cent."""
    lines = [line(players, bot, rule) for players in PLAYERS for rule in (USUAL, OFFERED)]
    shares = [(won / RECORD["parts"] / one["games"], one["games"]) for one in lines for won in one["twelfths"]]
    return 100 * max(wilson(share, games).half for share, games in shares)


# The record


def test_the_record_has_every_rule_with_every_bot() -> None:
    expected = {(players, bot, rule.name) for players in PLAYERS for bot in BOT_NAMES for rule in SEAT_RULES}
    assert len(LINES) == len(expected)
    assert {(one["players"], one["bot"], one["rule"]) for one in LINES} == expected
    assert all(sum(one["twelfths"]) == one["games"] * RECORD["parts"] for one in LINES)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bot", BOT_NAMES)
def test_the_first_games_of_the_record_come_out_as_it_says(players: int, bot: BotName, box: GameSet) -> None:
    """Where the kernel, a bot or the deck has changed on purpose: ``python tools/seats.py``, then the booklets."""
    played: dict[Order, Games] = {}
    for rule in SEAT_RULES:
        recorded = line(players, bot, rule.name)
        count = recorded["first"]["games"]
        if rule.order not in played:
            party = replace(Party.of(box, Rules(**RECORD["rules"]), players, bot), order=rule.order)
            played[rule.order] = Games(party, *watch_games(Portion(party, RECORD["seed"], range(count))))
        halves = [round(2 * points) for points in recorded["head_start"]]
        parts = RECORD["parts"] * victories(played[rule.order], rule.tie, halves)
        assert parts.sum(axis=0).round().tolist() == recorded["first"]["twelfths"], rule.name


# The rule that is offered


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rule_that_is_offered_is_the_smallest_that_levels_the_seats(players: int) -> None:
    """Rules stand from the smallest to the largest; those before it leave wider gaps."""
    names = [rule.name for rule in SEAT_RULES]
    assert all(gap(players, name) > gap(players, OFFERED) for name in names[: names.index(OFFERED)])
    assert gap(players, OFFERED) <= 4 < gap(players, USUAL)


def test_far_sighted_players_gain_nothing_by_it_where_three_or_four_play() -> None:
    for players in (3, 4):
        usual, offered = (line(players, "search", rule)["twelfths"] for rule in (USUAL, OFFERED))
        assert max(offered) == offered[0]
        assert round(100 * offered[0] / sum(offered)) >= round(100 * usual[-1] / sum(usual))


# What is printed


def section(language: str) -> str:
    text = (ROOT / "templates" / "locales" / language / "asterion.md").read_text(encoding="utf-8")
    found = re.search(r"^### [^\n]*\{#level-seats\}\n(.*?)^##", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def table_cells(language: str) -> Iterator[list[str]]:
    rows = [row for row in section(language).splitlines() if row.startswith("|")]
    for row in rows[2:]:
        yield [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklets_table_is_the_record(language: str) -> None:
    printed = [
        (cells[0], *(re.findall(r"\d+(?:[.,]\d+)?", cell) for cell in cells[2:])) for cells in table_cells(language)
    ]
    assert printed == [
        (str(players) * (bot == BOT_NAMES[0]), per_cent(players, bot, USUAL), per_cent(players, bot, OFFERED))
        for players in PLAYERS
        for bot in BOT_NAMES
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_beside_the_table_is_the_records(language: str) -> None:
    words = "\n".join(row for row in section(language).splitlines() if not row.startswith("|"))
    joined = re.sub(r"(?<=\d)[\u00a0\u202f,.](?=\d{3})", "", words)
    printed = [int(number) for number in re.findall(r"\d+(?!\d|人|種類)", joined)]
    games = {line(players, bot, USUAL)["games"] for players in PLAYERS for bot in ("random", "greedy")}
    expected = [
        *(round(100 / players) for players in PLAYERS),
        *games,
        line(2, "search", USUAL)["games"],
        math.ceil(max(half_width("random"), half_width("greedy"))),
        math.ceil(half_width("search")),
        95,
        *(round(max(gap(players, rule) for players in PLAYERS)) for rule in (USUAL, OFFERED)),
    ]
    assert sorted(printed) == sorted(expected)


def test_the_table_of_the_documentation_is_the_record() -> None:
    told = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    words = {rule.name: rule.words for rule in SEAT_RULES}
    for players in PLAYERS:
        for name, said in words.items():
            shares = [" ".join(per_cent(players, bot, name, "0.1")) for bot in BOT_NAMES]
            start = cast("list[float]", line(players, "random", name)["head_start"])
            rule = f"{said}: {', '.join(f'{points:g}' for points in start)}" if start else said
            assert f"| {players} | {rule} | {' | '.join(shares)} | {gap(players, name):.1f} |" in told
