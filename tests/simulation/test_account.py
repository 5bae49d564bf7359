"""What is counted over many games, what a design is worth, and two decks compared."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

import numpy as np
from msgspec.structs import replace

from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bot_names import smaller_budgets
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation import study_report
from asterion_press.games.labyrinth.simulation.measures import Account, Estimate, compare_accounts
from asterion_press.games.labyrinth.simulation.study_report import StudiedDeck, Study, StudyReport
from tests.support.played import counted, lucky


@pytest.fixture(scope="module")
def account(box: GameSet) -> Account:
    return counted(box, 4, 400)


def test_parts_make_up_their_sums(account: Account) -> None:
    def mean(key: str) -> float:
        return account.estimate(key).value

    assert mean("escaped") == pytest.approx(mean("escaped_gate") + mean("escaped_wings"))
    assert mean("score") == pytest.approx(mean("treasure") + mean("impaling"))
    assert mean("score") == pytest.approx(np.mean([mean(f"seats.{seat}.score") for seat in "1234"]))
    assert sum(mean(f"seats.{seat}.wins") for seat in "1234") == pytest.approx(1)
    assert 4 * sum(mean(f"actions.{kind}.uses") for kind in account.by("actions")) == pytest.approx(mean("plies"))
    points = sum(mean(f"actions.{kind}.uses") * mean(f"actions.{kind}.points") for kind in account.by("actions"))
    assert points == pytest.approx(mean("impaling"))
    assert mean("best_score") - mean("score") > mean("margin") / 2
    assert mean("ties") <= mean("ties_before") < 1
    assert mean("escaped") == pytest.approx(mean("escaped_with_coin") + mean("escaped_without_coin"))
    assert mean("escaped_ratio") == pytest.approx(mean("escaped_with_coin") / mean("escaped_without_coin"))


def test_more_games_are_surer(box: GameSet, account: Account) -> None:
    few = counted(box, 4, 40)
    for key in ("impaled", "score", "seats.1.wins", "actions.swap.points", "designs.crossroads.wins"):
        assert account.estimate(key).half < few.estimate(key).half


def test_intervals_hold_what_other_games_show(box: GameSet, account: Account) -> None:
    """Games of another seed: intervals of equal length overlap nearly always."""
    other = counted(box, 4, 400, seed=2)
    apart = [
        key
        for key, found in account.estimates.items()
        if found.low > other.estimate(key).high or found.high < other.estimate(key).low
    ]
    assert len(apart) <= 2, apart


# Worth of designs


def test_a_design_is_worth_what_it_brings_who_draws_it_early(box: GameSet) -> None:
    games = lucky(box, 4000, {"crossroads": 1.5, "bridge": -1.0})
    account = Account.of(games)
    for design, own, other in (("crossroads", 1.5, -1.0), ("bridge", -1.0, 1.5)):
        worth = own - other / 15  # who draws one of 16 tiles early draws each other one early a little less often
        found = account.estimate(f"designs.{design}.points")
        assert found.low < 1000 * worth < found.high
        assert account.estimate(f"designs.{design}.wins").excludes(0)
    others = [name for name in account.by("designs") if name not in {"crossroads", "bridge"}]
    misled = [name for name in others if account.estimate(f"designs.{name}.points").excludes(0)]
    assert len(others) == 14
    assert len(misled) <= 3


def test_worth_is_the_difference_of_two_means(box: GameSet) -> None:
    """With piles of even size and many games the weighted mean is the plain difference, seat by seat."""
    games = lucky(box, 4000, {"crossroads": 1.5})
    drawn, differences = games.drawn_at(), []
    for tile, (seat, design) in enumerate(games.tiles()):
        if design == "crossroads":
            early = drawn[:, tile] < 8
            differences.append(games.victory[early, seat].mean() - games.victory[~early, seat].mean())
    worth = Account.of(games).estimate("designs.crossroads.wins").value
    assert worth == pytest.approx(np.mean(differences), abs=0.002)


# Two decks


def with_coins(deck: Deck) -> Deck:
    """One more coin on every crossroads."""
    tiles = tuple(
        replace(tile, paths=(replace(tile.paths[0], coins=1),)) if tile.design == "crossroads" else tile
        for tile in deck.tiles
    )
    return replace(deck, tiles=tiles)


def test_a_deck_differs_in_nothing_from_itself(box: GameSet, account: Account) -> None:
    for found in compare_accounts(account, counted(box, 4, 400)).values():
        if found.mine.is_known:
            assert found.gap == Estimate(0, 0, 0)


def test_more_coins_bring_more_treasure(deck: Deck, account: Account) -> None:
    richer = counted(GameSet.of(with_coins(deck)), 4, 400)
    found = compare_accounts(richer, account)
    assert found["treasure"].gap.low > 0
    assert found["treasure"].gap.value == pytest.approx(found["treasure"].mine.value - found["treasure"].other.value)
    value, low, high = found["treasure"].gap
    assert compare_accounts(account, richer)["treasure"].gap == pytest.approx((-value, -high, -low))


def test_paired_games_vary_less_where_games_go_together(box: GameSet, deck: Deck) -> None:
    """Random bots place the same tiles in the same cells, whatever coins lie on them: most of the luck is common."""
    boxes = (box, GameSet.of(with_coins(deck)))
    found = compare_accounts(*(counted(some, 2, 300, "random", acts=False) for some in boxes))
    assert found["impaled"].gap == Estimate(0, 0, 0)
    assert found["escaped"].gap == Estimate(0, 0, 0)
    assert found["treasure"].narrowing > 1.5


# Telling


def text_of(account: Account, against: Account | None = None) -> str:
    mine = StudiedDeck("Asterion", "mine.yaml", "0" * 64, account.party.box, Rules())
    other = mine._replace(name="other.yaml") if against else None
    return StudyReport(mine, other, 1, (Study(account, against),)).text()


def test_an_account_is_told_with_intervals(account: Account) -> None:
    text = text_of(account)
    assert text.startswith("4 players, greedy: 400 games, intervals of 95%\n")
    impaled = account.estimate("impaled")
    [line] = [line for line in text.splitlines() if line.startswith("prisoners impaled")]
    value, low, high = (f"{number:.2f}" for number in impaled)
    assert line.split() == ["prisoners", "impaled", value, low, "to", high]
    assert all(f"\n{design}" in text for design in account.by("designs"))


def test_the_data_hold_every_figure(account: Account) -> None:
    data = json.loads(json.dumps(study_report.account_data(account), allow_nan=False))
    assert (data["players"], data["games"], data["bots"]) == (4, 400, ["greedy"] * 4)
    assert data["measures"]["impaled"]["mean"] == pytest.approx(account.estimate("impaled").value, abs=1e-6)
    assert set(data["by_seat"]) == {"1", "2", "3", "4"}
    assert set(data["by_action"]) == {"place", "rotate", "swap", "move"}
    assert len(data["by_design"]) == 16
    assert data["by_design"]["bridge"]["wins"]["low"] < data["by_design"]["bridge"]["wins"]["high"]


def test_a_comparison_is_told(deck: Deck, account: Account) -> None:
    richer = counted(GameSet.of(with_coins(deck)), 4, 400)
    *_, text = text_of(richer, account).partition("4 players, greedy: mine.yaml less other.yaml, game by game\n")
    [line] = [line for line in text.splitlines() if line.startswith("treasure of a player")]
    assert "*" in line
    data = json.loads(json.dumps(study_report.comparison_data(compare_accounts(richer, account)), allow_nan=False))
    assert data["treasure"]["difference"]["low"] > 0


# Figures that move with the budget of a bot


def test_what_a_larger_budget_moves_is_given_no_number(box: GameSet) -> None:
    small, smaller = counted(box, 2, 120, "random"), counted(box, 2, 120, "random")
    account = counted(box, 2, 120)
    impaled = account.estimate("impaled")
    account.settle([smaller, small])
    assert account.unsettled["impaled"] == (smaller.estimate("impaled"), small.estimate("impaled"), impaled)
    assert not account.estimate("impaled").is_known
    assert study_report.account_data(account)["measures"]["impaled"] == {"mean": None, "low": None, "high": None}
    [moved] = [line for line in text_of(account).splitlines() if line.startswith("prisoners impaled  ")][:1]
    assert "not settled" in moved
    assert f"{impaled.value:.2f}" not in moved
    assert "plies" not in account.unsettled


def test_the_same_games_have_settled(box: GameSet) -> None:
    account = counted(box, 2, 120)
    account.settle([counted(box, 2, 120, "random"), counted(box, 2, 120)])
    assert account.unsettled == {}
    assert "not settled" not in text_of(account)


def test_a_study_plays_with_a_sixteenth_and_a_quarter_of_the_nodes() -> None:
    assert smaller_budgets("tree:nodes=2000") == ("tree:nodes=125", "tree:nodes=500")
    assert smaller_budgets("tree:nodes=16") == ("tree:nodes=1", "tree:nodes=4")
    for bot in ("tree:nodes=15", "search:deals=16", "greedy", "random"):
        assert smaller_budgets(bot) == ()


def test_charts_of_what_has_not_settled_are_left_out(box: GameSet) -> None:
    account = counted(box, 2, 120)
    whole = [chart.title for chart in study_report.charts_of(Study(account), None)]
    account.unsettled.update({key: (account.estimate(key),) * 3 for key in ("seats.2.wins", "lead_changes")})
    left = [chart.title for chart in study_report.charts_of(Study(account), None)]
    assert [title for title in whole if title not in left] == ["Victories by seat", "Games with their leader"]
