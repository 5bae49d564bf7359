"""Figures that follow one another are one game, and every ply of it is judged."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asterion_press.catalogue import library
from asterion_press.games.labyrinth.catalogue.position_records import load_figures

SHIPPED = library.figures()["asterion"].path.read_text(encoding="utf-8")

CUT_OFF = """game: asterion
figures:
  setup: {panels: [{tiles: [{tile: minotaur, at: [0, 0]}]}]}
  first:
    follows: setup
    seats: [yellow, blue]
    panels:
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y11, at: [1, 0], turns: 1, mark: new}
          - {tile: B14, at: [2, 0], turns: 2, mark: new}
        impaled: [{tile: B14, path: 1}]
        claims: {turn: 2, impales: {blue: 1}, points: -1, kills: {yellow: 0, blue: -1}}
  second:
    follows: first
    panels:
      - tiles:
          - {tile: minotaur, at: [0, 0]}
          - {tile: Y11, at: [1, 0], turns: 2, mark: acted}
          - {tile: B14, at: [2, 0], turns: 2}
        impaled: [{tile: B14, path: 1}]
      - tiles:
          - {tile: minotaur, at: [7, 7]}
          - {tile: Y11, at: [8, 7], turns: 2, mark: acted}
          - {tile: B14, at: [9, 7], turns: 2}
        impaled: [{tile: B14, path: 1}]
        discards: Y01
        claims:
          turn: 3
          points: 0
          played: {yellow: 2, blue: 1}
          kills: {yellow: 0, blue: -1}
          scores: {yellow: 0, blue: -1}
          winners: [yellow]
          count: {fork: {of: {tile: B14, path: 1}, living: {yellow: 1, blue: 0}}}
""".replace("turns: 2, mark: acted}", "turns: 1, mark: acted}", 1)
"""Blue impales a prisoner of its own; Yellow turns the fork away, and cuts it off from the minotaur (A14)."""


DEAD, PAID, ROW = "impaled: [{tile: B14, path: 1}]", "discards: Y01", "          - {tile: "
LAST_TILE = f"{ROW}B14, at: [9, 7], turns: 2}}\n"
BOTH = "".join(line for line in CUT_OFF.splitlines(keepends=True) if "mark: new" in line)


Messages = Callable[..., list[str]]


def last(old: str, new: str, text: str = CUT_OFF) -> str:
    """The text with the last `old` made `new`."""
    assert old in text, old
    return new.join(text.rsplit(old, 1))


def test_a_course_is_played_as_one_game(messages_of: Messages) -> None:
    assert messages_of(CUT_OFF) == []


def test_the_shipped_course_tells_every_turn_of_a_whole_game() -> None:
    """Each kind of turn is among them, and both players have used up as many tiles."""
    figures = load_figures(library.figures()["asterion"].path).figures.figures
    walk = [figure for name, figure in figures.items() if figure.follows and name.startswith("walk-")]
    panels = [panel for figure in walk for panel in figure.panels]
    placed = [placed.tile for panel in panels for placed in panel.tiles if placed.mark == "new"]
    discarded = [panel.discards for panel in panels if panel.discards]
    assert [len(placed), len(discarded)] == [9, 3]
    last = next(panel.claims for panel in reversed(panels) if panel.claims and panel.claims.turn)
    assert (last.turn, last.played) == (12, {"yellow": 6, "blue": 6})


@pytest.mark.parametrize(
    ("what", "claimed", "found"),
    [
        ("turn: 3", "turn: 4", "turn: claimed 4; the engine finds 3"),
        ("played: {yellow: 2, blue: 1}", "played: {yellow: 1, blue: 1}", "the engine finds yellow 2, blue 1"),
        ("kills: {yellow: 0, blue: -1}", "kills: {blue: 1}", "kills: claimed blue 1; the engine finds blue -1"),
        ("scores: {yellow: 0, blue: -1}", "scores: {blue: 0}", "scores: claimed blue 0; the engine finds blue -1"),
        ("winners: [yellow]", "winners: [yellow, blue]", "winners: claimed yellow, blue; the engine finds yellow"),
        ("kills: {yellow: 0, blue: -1}", "kills: {red: 0}", "kills: claimed red 0; the engine finds none"),
    ],
)
def test_what_a_course_claims_is_held_against_the_game(
    messages_of: Messages, what: str, claimed: str, found: str
) -> None:
    (line,) = messages_of(last(what, claimed))
    row = CUT_OFF[: CUT_OFF.rindex(what)].count("\n") + 1
    column = len(f"          {claimed.split(':', maxsplit=1)[0]}: ") + 1
    assert line.startswith(f"figures.yaml:{row}:{column}: figure 'second' B: ")
    assert line.endswith(found)


@pytest.mark.parametrize(
    ("old", "new", "output"),
    [
        ("discards: Y01", "discards: B01", "figure 'second' B: B01 is blue's, but it is yellow's turn"),
        ("discards: Y01", "discards: R01", "figure 'second' B: R01 is red's, but it is yellow's turn"),
        ("discards: Y01", "discards: Y11", "'second' B: Y11 has been played before; every turn uses up another tile"),
        (f"        {PAID}\n", "", "an action is told, but not what it was paid with; add it, as in `discards: Y05`"),
        ("at: [8, 7], turns: 2", "at: [8, 7], turns: 1", "turning Y11 at 1,0 from 1 to 1 changes nothing [A18]"),
        ("at: [9, 7], turns: 2", "at: [9, 7], turns: 1", "B14 lies at [2, 0] with turns 1 here; "),
        (f"{LAST_TILE}        {DEAD}\n", "", "B14 does not lie"),
        ("          - {tile: minotaur, at: [7, 7]}\n", "", "turns are told, but no minotaur is shown; add his tile"),
        (f"{DEAD}\n        {PAID}", PAID, "path 1 of B14 has been impaled by now; list it under 'imp"),
        (DEAD, f"{DEAD[:-1]}, {{tile: Y11, path: 2}}]", "path 2 of Y11 is shown impaled; the engine finds that nobody"),
        ("[2, 0], turns: 2, mark: n", "[3, 0], mark: n", "'first': the cell 3,0 shares no side with a tile [touch"),
        (BOTH, "".join(reversed(BOTH.splitlines(keepends=True))), "'first': B14 is blue's, but it is yellow's turn"),
        ("mark: new}\n", f"mark: new}}\n{ROW}B01, at: [3, 0], mark: new}}\n", "B01 is blue's, but it is yellow's turn"),
        ("[yellow, blue]", "[yellow, purple]", "the game cannot begin: unknown seat 'purple'; one of yellow, blue"),
    ],
)
def test_a_panel_that_does_not_come_of_the_turns_before_is_a_mistake(
    messages_of: Messages, old: str, new: str, output: str
) -> None:
    text = CUT_OFF[: CUT_OFF.index("          count: ")]
    assert any(output in line for line in messages_of(last(old, new, text)))


def test_a_chamber_of_a_tile_that_does_not_lie_there_is_not_counted(messages_of: Messages) -> None:
    more = (LAST_TILE, f"{LAST_TILE}{ROW}B01, at: [10, 7]}}\n")
    (line,) = messages_of(CUT_OFF, more, ("of: {tile: B14, path: 1}", "of: {tile: B01, path: 1}"))
    assert "B01 lies at [3, 0] with turns 0 here; after the turns before, the engine finds that it does not lie" in line


def test_a_false_table_is_told_once_and_a_false_number_hides_no_other(messages_of: Messages) -> None:
    turned = ("{tile: B15, at: [1, 0], turns: 3, mark: new}", "{tile: B15, at: [1, 0], turns: 1, mark: new}")
    assert {line.split("'")[1] for line in messages_of(last(*turned, SHIPPED))} == {"ruling-a11"}
    lines = messages_of(CUT_OFF, ("claims: {turn: 2, ", "claims: {turn: 1, "), ("turn: 3", "turn: 2"))
    assert [line.split("'")[1] for line in lines] == ["first", "second"]


def test_a_course_may_begin_from_a_table_that_is_laid_already(messages_of: Messages) -> None:
    """What was impaled before the game still is, and costs nobody points."""
    text = CUT_OFF.replace(DEAD, f"{DEAD[:-1]}, {{tile: R01, path: 1}}]")
    bare, laid = "{tile: minotaur, at: [0, 0]}", "{tile: minotaur, at: [0, 0]}, {tile: R01, at: [0, -1]}"
    text = text.replace(f"[{bare}]}}]", f"[{laid}], impaled: [{{tile: R01, path: 1}}]}}]")
    text = text.replace(f"{ROW}Y11, at: [1, 0]", f"{ROW}R01, at: [0, -1]}}\n{ROW}Y11, at: [1, 0]")
    assert messages_of(text, (f"{ROW}Y11, at: [8, 7]", f"{ROW}R01, at: [7, 6]}}\n{ROW}Y11, at: [8, 7]")) == []


def test_another_game_may_begin_where_one_has_ended(messages_of: Messages) -> None:
    """Its seats are its own; who was impaled, and cut off since, still is, and what lies cannot be played."""
    panel = CUT_OFF[CUT_OFF.rindex("          - {tile: minotaur") : CUT_OFF.rindex("        discards")]
    third = f"  third:\n    follows: second\n    seats: [red]\n    panels:\n      - tiles:\n{panel}"
    claims = "        claims: {turn: 1, played: {red: 1}, points: 0}\n"
    placed = third.replace("turns: 2}\n", "turns: 2}\n          - {tile: R01, at: [7, 8], mark: new}\n", 1)
    placed = placed.replace("impaled: [", "impaled: [{tile: R01, path: 1}, ").replace(", mark: acted", "")
    assert messages_of(CUT_OFF + placed + claims.replace("points: 0", "points: -1")) == []
    again = placed.replace("tile: Y11", "tile: R02").replace("R01", "Y11")
    (line,) = messages_of(CUT_OFF + again, ("seats: [red]", "seats: [yellow]"))
    assert line.endswith("figure 'third': Y11 has been played before; every turn uses up another tile")


def test_the_thread_follows_as_many_chambers_as_it_should(messages_of: Messages) -> None:
    start = SHIPPED[: SHIPPED.index("  walk-count:")]
    (line,) = messages_of(last("- {tile: B12, path: 2}", "- {tile: B12, path: 1}", start))
    assert line.endswith("'walk-move' B: the thread should follow 1 chamber; the engine finds that it runs through 2")


def test_the_marks_of_a_first_panel_may_tell_what_comes_next(messages_of: Messages) -> None:
    """In the shipped figures tiles are new in the panel in which others are about to be acted on."""
    change = ("{tile: B15, at: [1, 0], turns: 3}", "{tile: B15, at: [1, 0], turns: 3, mark: acted}")
    start = SHIPPED.index("  walk-swap:")
    assert messages_of(SHIPPED[:start] + SHIPPED[start:].replace(*change, 1)) == []


def test_a_course_may_end_in_an_action_that_is_shown_as_wrong(messages_of: Messages) -> None:
    """To turn Y11 is legal; to leave it as it lies is not."""
    again = CUT_OFF[: CUT_OFF.index("        claims:\n          turn: 3")] + "        verdict: wrong\n"
    (line,) = messages_of(again)
    assert line.endswith("figure 'second' B: Y01: rotate Y11^2 is shown as wrong; the engine finds it legal")
    assert messages_of(again.replace("turns: 2, mark: acted}", "turns: 1, mark: acted}")) == []


def test_a_game_is_over_when_the_last_tile_has_been_played(messages_of: Messages) -> None:
    assert messages_of(CUT_OFF, ("          turn: 3\n", "          turn: 3\n          over: true\n")) == []
    (line,) = messages_of(CUT_OFF, ("          turn: 3\n", "          turn: 3\n          over: false\n"))
    assert line.endswith("over: claimed no; the engine finds yes")
