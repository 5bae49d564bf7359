"""What is counted of many games: the same by either engine, with records or without, in any portions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.engine.bot_names import LARGEST_BUDGET, bot_settings
from asterion_press.games.labyrinth.engine.bots import BOTS, game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay
from asterion_press.games.labyrinth.engine.record import read_record
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.simulation.tally import Simulation, count_game

GAMES = 12


def together(counts: Iterable[Counter[str]]) -> Counter[str]:
    """Sums, of which some may be negative."""
    total: Counter[str] = Counter()
    for part in counts:
        total.update(part)
    return total


def test_a_game_is_counted_as_its_record_says(box: GameSet) -> None:
    game = next(
        game
        for seed in range(99)
        if len((game := random_game(box, Rules(), 3, seed)).final.winners) == 2  # type: ignore[union-attr]
    )
    counts, end = count_game(game), game.final
    assert end
    assert (counts["shared"], counts["seats"], counts["impaled"]) == (1, 3, end.captured)
    assert counts["treasure"] == sum(end.treasure.values())
    assert counts["kills"] == sum(end.kills.values()) == sum(turn.points for turn in game.turns)
    assert counts["escaped"] == sum(end.escaped.values())
    assert counts["actions"] == sum(not isinstance(turn.ply, Lay) for turn in game.turns) > 0
    won = [number for number, seat in enumerate(game.seats, 1) if seat in end.winners]
    assert [number for number in range(1, 4) if counts[f"wins of seat {number}"]] == won
    assert not count_game(replace(game, final=None))


def test_records_are_told_only_if_they_are_wanted(box: GameSet) -> None:
    wanted = Simulation(box, Rules(), 2, 5, deck="ab", recorded=True)
    reported, silent = wanted.play(range(3)), replace(wanted, recorded=False).play(range(3))
    assert reported.counts == silent.counts == together(count_game(read_record(line)) for line in reported.lines)
    assert silent.lines == ()
    assert [read_record(line) for line in reported.lines] == [
        random_game(box, Rules(), 2, game_seed(5, index), deck="ab") for index in range(3)
    ]


@pytest.mark.parametrize(
    ("players", "rules", "options"),
    [
        (2, Rules(), {}),
        (3, Rules(tie_break="coin_only"), {"acts": False, "bot": "greedy"}),
        (4, Rules("original", actions=True, outside="unbounded"), {}),
        (4, Rules("original", score_impaled=True), {}),
    ],
)
def test_the_compiled_engine_counts_the_same_without_records(
    box: GameSet, players: int, rules: Rules, options: dict[str, Any]
) -> None:
    pytest.importorskip("numba")
    asked = Simulation(box, rules, players, 8, **options)
    expected = asked.play(range(GAMES)).counts
    compiled = replace(asked, engine="compiled")
    fast, full = compiled.play, replace(compiled, recorded=True).play
    assert fast(range(GAMES)).counts == expected == full(range(GAMES)).counts
    assert {type(count) for count in fast(range(GAMES)).counts.values()} == {int}
    parts = [fast(range(5, GAMES)), fast(range(5))]
    assert together(part.counts for part in parts) == expected
    assert not any(part.lines for part in parts)


def test_the_compiled_engine_builds_no_record_that_nobody_wants(box: GameSet, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from asterion_press.games.labyrinth.kernel.api import Kernel

    monkeypatch.delattr(Kernel, "record")
    wanted = Simulation(box, Rules(), 2, 1, engine="compiled", recorded=True)
    assert replace(wanted, recorded=False).play(range(2)).counts["seats"] == 4
    with pytest.raises(AttributeError, match="record"):
        wanted.play(range(2))


def test_what_cannot_be_played_is_told_before_the_first_game(box: GameSet) -> None:
    pytest.importorskip("numba")
    with pytest.raises(AsterionError, match="5 players cannot play"):
        Simulation(box, Rules(), 5, 1, engine="compiled").kernel()


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("wise", "unknown bot 'wise'; one of random, greedy, search, tree"),
        ("greedy:nodes=5", "the bot 'greedy' takes no 'nodes=5'; it takes without=ACTION"),
        ("tree:rounds=2", "the bot 'tree' takes no 'rounds=2'; it takes nodes=NUMBER, ms=NUMBER, without=ACTION"),
        ("search:", "the bot 'search' takes no ''; it takes rounds=NUMBER, deals=NUMBER, without=ACTION"),
        ("search:deals=2,deals=3", "deals stands twice in 'search:deals=2,deals=3'"),
        ("tree:nodes=0", f"'0' is no number of nodes; from 1 to {LARGEST_BUDGET}"),
        ("tree:nodes=many", "'many' is no number of nodes"),
        ("tree:nodes=5,ms=5", "a budget is counted in nodes or in ms, not in both"),
        ("random:without=swap+jump", "unknown action 'jump'; one of rotate, swap, move, joined by +"),
    ],
)
def test_a_bad_budget_is_told(name: str, reported: str) -> None:
    with pytest.raises(MalformedError) as error:
        bot_settings(name)
    assert reported in str(error.value)


def test_the_readable_engine_says_who_plays_what_looks_further(box: GameSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(BOTS, "search", raising=False)  # as other tests may have it
    for bot in ("search", "tree"):
        with pytest.raises(MalformedError, match=f"the bot {bot} plays in the compiled engine only"):
            random_game(box, Rules(), 2, 1, bot=bot)
