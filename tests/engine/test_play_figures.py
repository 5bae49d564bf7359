"""Figures that the rules contradict are not printed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.catalogue.position_records import (
    Figure,
    LoadedFigures,
    Panel,
    load_figures,
    moves_to,
)
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.figures import prove_figures
from asterion_press.games.labyrinth.figures import add_turns
from asterion_press.games.labyrinth.game import LabyrinthGame

SHIPPED = library.figures()["asterion"]
TEXT = SHIPPED.path.read_text(encoding="utf-8")

ACTIONS = """game: asterion
figures:
  rotate:
    panels:
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y08, at: [1, 0], turns: 1, mark: acted}
          - {tile: R09, at: [0, -1]}
          - {tile: B16, at: [1, -1], turns: 2}
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y08, at: [1, 0], turns: 3, mark: acted}
          - {tile: R09, at: [0, -1]}
          - {tile: B16, at: [1, -1], turns: 2}
        impaled: [{tile: B16, path: 1}, {tile: R09, path: 2}]
        claims: {impales: {red: 1, blue: 1}, points: 2}
  swap:
    panels:
      - tiles:
          - {tile: minotaur, at: [5, 5]}
          - {tile: R09, at: [5, 4]}
          - {tile: Y03, at: [6, 5]}
          - {tile: Y06, at: [6, 4], turns: 3, mark: acted}
          - {tile: Y15, at: [7, 4], turns: 1, mark: acted}
          - {tile: B10, at: [7, 5], turns: 1}
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: R09, at: [0, -1]}
          - {tile: Y03, at: [1, 0]}
          - {tile: Y15, at: [1, -1], turns: 1, mark: acted}
          - {tile: Y06, at: [2, -1], turns: 3, mark: acted}
          - {tile: B10, at: [2, 0], turns: 1}
        discards: Y01
        claims: {points: 0, treasure: {yellow: 2}}
  move:
    panels:
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y10, at: [1, 0]}
          - {tile: Y16, at: [0, -1], mark: acted}
          - {tile: R06, at: [1, -1]}
          - {tile: B15, at: [2, -1], turns: 1}
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y10, at: [1, 0]}
          - {tile: R06, at: [1, -1]}
          - {tile: B15, at: [2, -1], turns: 1}
          - {tile: Y16, at: [2, 0], turns: 3, mark: acted}
        claims: {points: 0, treasure: {yellow: 2}}
"""
"""Actions in figures that stand by themselves: before and after."""


Messages = Callable[..., list[str]]


def place(what: str, after: str = "") -> str:
    """Line and column of a word in the shipped file, the first one behind `after`."""
    index = TEXT.index(what, TEXT.index(after))
    return f"figures.yaml:{TEXT.count(chr(10), 0, index) + 1}:{index - TEXT.rfind(chr(10), 0, index)}"


def test_the_shipped_figures_are_true(deck: Deck) -> None:
    prove_figures(load_figures(SHIPPED.path), deck)


def test_the_closing_example_of_four_players_has_its_numbers() -> None:
    """22 impaled, and without the points for impaling 1 + 1 + 4 + 4, and so on; in the tie Yellow wins by 5 against 4.

    Source: rules/asterion.md, figure 4 and A1.
    """
    claims = load_figures(SHIPPED.path).figures.figures["four-players"].panels[0].claims
    assert claims is not None
    assert claims.count is not None
    assert (claims.captured, claims.treasure) == (22, {"yellow": 10, "blue": 8, "red": 8, "green": 10})
    gate, wings = claims.count["gate"].payments, claims.count["wings"].payments
    assert gate == {"yellow": (1, 1), "blue": (1, 1), "red": (4, 4), "green": (5, 5)}
    assert wings == {"yellow": (4, 4), "blue": (3, 3), "red": (), "green": ()}
    assert claims.coinless is not None
    assert (claims.coinless["yellow"], claims.coinless["green"], claims.winners) == (5, 4, ("yellow",))


def test_a_false_number_is_told_with_its_place(messages_of: Messages) -> None:
    line = TEXT[: TEXT.index("points: 2")].count("\n") + 1
    expected = f"figures.yaml:{line}:26: figure 'impaling' B: points: claimed 3; the engine finds 2"
    assert messages_of(TEXT, ("{impales: {blue: 1, green: 1}, points: 2}", "{points: 3}")) == [expected]


GATE = "            gate:\n              of: {tile: B06, path: 1}\n              coins: "
HIS = "{tile: minotaur, path: 1}\n              coins: "
FALSE = [
    ("impales: {blue: 1, green: 1}", "impales: {green: 2}", "impales: claimed green 2; the engine finds"),
    ("treasure: {blue: 1, red: 2}", "treasure: {blue: 2}", "treasure: claimed blue 2; the engine finds blue 1"),
    ("treasure: {blue: 1, red: 2}", "points: 0", "points: claimed 0; no ply leads to this panel"),
    ("captured: 22", "captured: 21", "captured: claimed 21; the engine finds 22"),
    ("escaped: {yellow: 2, blue: 3}", "escaped: {yellow: 3, blue: 3}", "the engine finds yellow 2, blue 3"),
    ("coinless: {yellow: 0, blue: 1}", "coinless: {yellow: 1, blue: 1}", "the engine finds yellow 0, blue 1"),
    ("winners: [yellow]", "winners: [green]", "winners: claimed green; the engine finds yellow"),
    ("          chambers: 3\n", "", "the thread should follow 1 chamber; the engine finds that it runs through 3"),
    ("          - {tile: B05, path: 1}\n", "", "path 1 of B05 is connected to the minotaur; list it under 'impaled'"),
    ("{tile: B04, path: 1}\n", "{tile: R16, path: 1}\n", "path 1 of R16 is shown impaled"),
    ("verdict: wrong", "verdict: right", "Y08 is shown as placed, but"),
    ("verdict: right", "verdict: wrong", "the placement of Y08 is shown as wrong; the engine finds it legal"),
    ("Y04, at: [0, 0]}\n", "Y04, at: [0, 0]}\n        claims: {captured: 0}\n", "shows no minotaur; add his tile"),
    ("red: [4, 4]", "red: [4, 4, 4]", "figure 'four-players': count.gate.payments.red: claimed 4 + 4 + 4; the engine"),
    ("red: [4, 4]", "red: [8]", "count.gate.payments.red: claimed 8; the engine finds 4 + 4"),
    ("red: []", "red: [1]", "count.wings.payments.red: claimed 1; the engine finds 0"),
    ("green: [5, 5]", "green: []", "count.gate.payments.green: claimed 0; the engine finds 5 + 5"),
    (f"{GATE}2", f"{GATE}3", "coins: claimed 3"),
    ("scores: {yellow: 16, blue: 13", "scores: {yellow: 16, blue: 12", "scores: claimed yellow 16, blue 12"),
    (f"{GATE}2\n              exits: 1", f"{GATE}2\n              exits: 2", "exits: claimed 2"),
    ("living: {yellow: 0, blue: 1}", "living: {yellow: 1, blue: 1}", "living.yellow: claimed 1"),
    ("living: {yellow: 0, blue: 1}", "living: {blue: 2}", "living.blue: claimed 2; the engine finds 1"),
    ("wings: 2\n              payments", "wings: 1\n              payments", "wings: claimed 1"),
    ("exits: 2\n", "exits: 0\n", "exits: claimed 0; the engine finds 2"),
    ("B07, path: 1}\n              liv", "Y10, path: 2}\n              liv", "the thread does not follow it"),
    (f"{HIS}4", f"{HIS}3", "count.minotaur.coins"),
]


@pytest.mark.parametrize(("old", "new", "output"), FALSE)
def test_what_the_engine_does_not_confirm_is_a_mistake(messages_of: Messages, old: str, new: str, output: str) -> None:
    assert output in " / ".join(messages_of(TEXT, (old, new)))


# Actions in figures that stand by themselves


def test_actions_are_proved_from_panel_to_panel(messages_of: Messages) -> None:
    assert messages_of(ACTIONS) == []


@pytest.mark.parametrize(
    ("old", "new", "output"),
    [
        ("turns: 3, mark: acted}", "turns: 1, mark: acted}", "[A18]"),
        ("points: 2}", "points: 1}", "points: claimed 1; the engine finds 2"),
        ("discards: Y01", "discards: B01", "[A15]"),
        ("discards: Y01", "discards: Y03", "tile 'Y03' lies on the table and is still to be played"),
        ("[2, -1], turns: 3", "[2, -1], turns: 1", "turns 1 here; after the turns before, the engine finds that it l"),
        ("at: [2, 0], turns: 3, mark: acted", "at: [3, 0], turns: 3, mark: acted", "[touch]"),
        ("Y16, at: [2", "Y11, at: [2", "'move' B: Y11 is marked as acted on, but does not lie in the panel before"),
        ("claims: {impales", "claims: {turn: 1, impales", "turn: claimed 1; this figure follows no other"),
    ],
)
def test_an_action_that_cannot_have_led_there_is_a_mistake(
    messages_of: Messages, old: str, new: str, output: str
) -> None:
    assert output in " / ".join(messages_of(ACTIONS, (old, new)))


def test_a_false_payment_is_told_at_its_own_place(messages_of: Messages) -> None:
    reported = "count.wings.payments.blue: claimed 3 + 4; the engine finds 3 + 3"
    expected = [f"{place('[3, 3]', 'captured: 22')}: figure 'four-players': {reported}"]
    assert messages_of(TEXT, ("blue: [3, 3]", "blue: [3, 4]")) == expected


def test_payments_that_leave_a_chamber_of_treasure_out_are_a_mistake(messages_of: Messages) -> None:
    start = TEXT.index("            wings:\n", TEXT.index(GATE))
    wings = TEXT[start : TEXT.index("            minotaur:\n", start)]
    expected = "treasure.yellow: claimed 10; the payments of the chambers counted bring 2"
    lines = messages_of(TEXT, (wings, ""))
    assert lines[0] == f"{place('10', 'captured: 22')}: figure 'four-players': {expected}"
    assert [line.rsplit(" ", 1)[1] for line in lines] == ["2", "2"], "yellow and blue; red and green still add up"


def test_an_action_that_is_shown_as_wrong_must_be_illegal(messages_of: Messages) -> None:
    wrong = ("        claims: {impales: {red: 1, blue: 1}, points: 2}", "        verdict: wrong")
    (reported,) = messages_of(ACTIONS, wrong)
    assert reported.endswith("'rotate' B: Y01: rotate Y08^3 is shown as wrong; the engine finds it legal")
    assert messages_of(ACTIONS, ("turns: 3, mark: acted}", "turns: 1, mark: acted}"), wrong) == []


# Figures of the turns of a game: a table before each turn and one after it, as the engine plays them.


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
    before, after = turns["step-8"].panels
    assert sorted(moves_to(after, before)) == [((1, 0), (2, 0)), ((2, 0), (1, 0))]
    threads = {name: [named.tile for named in turn.panels[1].thread] for name, turn in turns.items()}
    assert set(threads.pop("step-4")) == {"minotaur", "B15", "Y04"}
    assert set(threads.pop("step-5")) == {"minotaur", "Y12", "B03"}, "not Y04, who was impaled a turn before"
    assert set(map(tuple, threads.values())) == {()}
