"""Figures that follow one another are one game, and every ply of it is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.position_records import load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.figures import prove_figures

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


DEAD = "impaled: [{tile: B14, path: 1}]"
BOTH = "".join(line for line in CUT_OFF.splitlines(keepends=True) if "mark: new" in line)


def prove(tmp_path: Path, deck: Deck, text: str) -> None:
    path = tmp_path / "figures.yaml"
    path.write_text(text, encoding="utf-8")
    prove_figures(load_figures(path, "figures.yaml"), deck)


def complaints(tmp_path: Path, deck: Deck, old: str, new: str, text: str = CUT_OFF) -> list[str]:
    """What is said about the text with the last `old` made `new`."""
    assert old in text, old
    head, _, tail = text.rpartition(old)
    with pytest.raises(InputError) as caught:
        prove(tmp_path, deck, head + new + tail)
    return caught.value.lines()


def test_a_course_is_played_as_one_game(tmp_path: Path, deck: Deck) -> None:
    prove(tmp_path, deck, CUT_OFF)


def test_the_shipped_course_tells_every_turn_of_a_whole_game(deck: Deck) -> None:
    """Each kind of turn is among them, and both players have used up as many tiles."""
    figures = load_figures(library.figures()["asterion"].path).figures.figures
    walk = [figure for name, figure in figures.items() if figure.follows and name.startswith("walk-")]
    panels = [panel for figure in walk for panel in figure.panels]
    placed = [placed.tile for panel in panels for placed in panel.tiles if placed.mark == "new"]
    discarded = [panel.discards for panel in panels if panel.discards]
    assert [len(placed), len(discarded)] == [9, 3]
    last = next(panel.claims for panel in reversed(panels) if panel.claims and panel.claims.turn)
    assert (last.turn, last.played) == (12, {"yellow": 6, "blue": 6})
    prove_figures(load_figures(library.figures()["asterion"].path), deck)


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
    tmp_path: Path, deck: Deck, what: str, claimed: str, found: str
) -> None:
    (line,) = complaints(tmp_path, deck, what, claimed)
    row = CUT_OFF[: CUT_OFF.rindex(what)].count("\n") + 1
    column = len(f"          {claimed.split(':', maxsplit=1)[0]}: ") + 1
    assert line.startswith(f"figures.yaml:{row}:{column}: figure 'second' B: ")
    assert line.endswith(found)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("discards: Y01", "discards: B01", "figure 'second' B: B01 is blue's, but it is yellow's turn"),
        ("discards: Y01", "discards: R01", "figure 'second' B: R01 is red's, but it is yellow's turn"),
        (
            "discards: Y01",
            "discards: Y11",
            "figure 'second' B: Y11 has been played before; every turn uses up another tile",
        ),
        (
            "        discards: Y01\n",
            "",
            "an action is told, but not what it was paid with; add it, as in `discards: Y05`",
        ),
        ("at: [8, 7], turns: 2", "at: [8, 7], turns: 1", "turning Y11 at 1,0 from 1 to 1 changes nothing [A18]"),
        ("at: [9, 7], turns: 2", "at: [9, 7], turns: 1", "B14 lies at [2, 0] with turns 1 here; "),
        (
            "          - {tile: B14, at: [9, 7], turns: 2}\n        impaled: [{tile: B14, path: 1}]\n",
            "",
            "B14 does not lie",
        ),
        ("          - {tile: minotaur, at: [7, 7]}\n", "", "turns are told, but no minotaur is shown; add his tile"),
        (
            f"        {DEAD}\n        discards",
            "        discards",
            "path 1 of B14 has been impaled by now; list it under 'imp",
        ),
        (DEAD, f"{DEAD[:-1]}, {{tile: Y11, path: 2}}]", "path 2 of Y11 is shown impaled; the engine finds that nobody"),
        (
            "[2, 0], turns: 2, mark: new",
            "[3, 0], turns: 2, mark: new",
            "'first': the cell 3,0 shares no side with a tile [t",
        ),
        (BOTH, "".join(reversed(BOTH.splitlines(keepends=True))), "'first': B14 is blue's, but it is yellow's turn"),
        (
            "mark: new}\n",
            "mark: new}\n          - {tile: B01, at: [3, 0], mark: new}\n",
            "B01 is blue's, but it is yellow's turn",
        ),
        ("[yellow, blue]", "[yellow, purple]", "the game cannot begin: unknown seat 'purple'; one of yellow, blue"),
    ],
)
def test_a_panel_that_does_not_come_of_the_turns_before_is_a_mistake(
    tmp_path: Path, deck: Deck, old: str, new: str, said: str
) -> None:
    text = CUT_OFF[: CUT_OFF.index("          count: ")]
    assert any(said in line for line in complaints(tmp_path, deck, old, new, text))


def test_a_chamber_of_a_tile_that_does_not_lie_there_is_not_counted(tmp_path: Path, deck: Deck) -> None:
    shown = "          - {tile: B14, at: [9, 7], turns: 2}\n          - {tile: B01, at: [10, 7]}\n"
    old = "          - {tile: B14, at: [9, 7], turns: 2}\n"
    text = CUT_OFF.replace("of: {tile: B14, path: 1}", "of: {tile: B01, path: 1}")
    (line,) = complaints(tmp_path, deck, old, shown, text)
    assert "B01 lies at [3, 0] with turns 0 here; after the turns before, the engine finds that it does not lie" in line


def test_a_false_table_is_told_once_and_a_false_number_hides_no_other(tmp_path: Path, deck: Deck) -> None:
    turned = ("{tile: B15, at: [1, 0], turns: 3, mark: new}", "{tile: B15, at: [1, 0], turns: 1, mark: new}")
    lines = complaints(tmp_path, deck, *turned, SHIPPED)
    assert {line.split("'")[1] for line in lines} == {"walk-impale-rotate"}
    numbers = CUT_OFF.replace("claims: {turn: 2, ", "claims: {turn: 1, ")
    lines = complaints(tmp_path, deck, "turn: 3", "turn: 2", numbers)
    assert [line.split("'")[1] for line in lines] == ["first", "second"]


def test_a_course_may_begin_from_a_table_that_is_laid_already(tmp_path: Path, deck: Deck) -> None:
    """What was impaled before the game still is, and costs nobody points."""
    laid = (
        "  setup: {panels: [{tiles: [{tile: minotaur, at: [0, 0]}, {tile: R01, at: [0, -1]}],"
        " impaled: [{tile: R01, path: 1}]}]}\n"
    )
    row = "          - {tile: R01, at: [0, -1]}\n"
    text = CUT_OFF.replace("  setup: {panels: [{tiles: [{tile: minotaur, at: [0, 0]}]}]}\n", laid)
    text = text.replace("          - {tile: Y11, at: [1, 0]", f"{row}          - {{tile: Y11, at: [1, 0]")
    text = text.replace(
        "          - {tile: Y11, at: [8, 7]", row.replace("[0, -1]", "[7, 6]") + "          - {tile: Y11, at: [8, 7]"
    )
    text = text.replace("impaled: [{tile: B14, path: 1}]", "impaled: [{tile: B14, path: 1}, {tile: R01, path: 1}]")
    prove(tmp_path, deck, text)


def test_another_game_may_begin_where_one_has_ended(tmp_path: Path, deck: Deck) -> None:
    """Its seats are its own; who was impaled, and cut off since, still is, and what lies cannot be played."""
    panel = CUT_OFF[CUT_OFF.rindex("          - {tile: minotaur") : CUT_OFF.rindex("        discards")]
    third = f"  third:\n    follows: second\n    seats: [red]\n    panels:\n      - tiles:\n{panel}"
    claims = "        claims: {turn: 1, played: {red: 1}, points: 0}\n"
    placed = third.replace("turns: 2}\n", "turns: 2}\n          - {tile: R01, at: [7, 8], mark: new}\n", 1)
    placed = placed.replace("impaled: [", "impaled: [{tile: R01, path: 1}, ").replace(", mark: acted", "")
    prove(tmp_path, deck, CUT_OFF + placed + claims.replace("points: 0", "points: -1"))
    again = placed.replace("tile: Y11", "tile: R02").replace("R01", "Y11")
    (line,) = complaints(tmp_path, deck, "seats: [red]", "seats: [yellow]", CUT_OFF + again)
    assert line.endswith("figure 'third': Y11 has been played before; every turn uses up another tile")


def test_the_thread_follows_as_many_chambers_as_it_should(tmp_path: Path, deck: Deck) -> None:
    start = SHIPPED[: SHIPPED.index("  walk-count:")]
    (line,) = complaints(tmp_path, deck, "- {tile: B12, path: 2}", "- {tile: B12, path: 1}", start)
    assert line.endswith(
        "figure 'walk-move' B: the thread should follow 1 chamber; the engine finds that it runs through 2"
    )


def test_the_marks_of_a_first_panel_may_tell_what_comes_next(tmp_path: Path, deck: Deck) -> None:
    """In the shipped figures tiles are new in the panel in which others are about to be acted on."""
    change = ("{tile: B15, at: [1, 0], turns: 3}", "{tile: B15, at: [1, 0], turns: 3, mark: acted}")
    start = SHIPPED.index("  walk-swap:")
    prove(tmp_path, deck, SHIPPED[:start] + SHIPPED[start:].replace(*change, 1))


def test_a_course_may_end_in_an_action_that_is_shown_as_wrong(tmp_path: Path, deck: Deck) -> None:
    """To turn Y11 is legal; to leave it as it lies is not."""
    again = CUT_OFF[: CUT_OFF.index("        claims:\n          turn: 3")] + "        verdict: wrong\n"
    (line,) = complaints(tmp_path, deck, "verdict: wrong", "verdict: wrong", again)
    assert line.endswith("figure 'second' B: Y01: rotate Y11^2 is shown as wrong; the engine finds it legal")
    prove(tmp_path, deck, again.replace("turns: 2, mark: acted}", "turns: 1, mark: acted}"))


def test_a_game_is_over_when_the_last_tile_has_been_played(tmp_path: Path, deck: Deck) -> None:
    prove(tmp_path, deck, CUT_OFF.replace("          turn: 3\n", "          turn: 3\n          over: true\n"))
    (line,) = complaints(tmp_path, deck, "          turn: 3\n", "          turn: 3\n          over: false\n")
    assert line.endswith("over: claimed no; the engine finds yes")
