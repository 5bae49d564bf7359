"""The printed examples of the English rules show each rule that the engines play by: another rule would not do."""

from __future__ import annotations

from functools import cache

import pytest

from asterion_press.games.labyrinth.engine import rules
from tests.rules import asterismo, labyrinths, minotaurus
from tests.rules.bending import Bend, Examples, bent

BENDS: dict[str, dict[str, Bend]] = {
    "asterion": labyrinths.REVISED,
    "asterion-original": labyrinths.ORIGINAL,
    "asterismo": asterismo.BENDS,
    "minotaurus": minotaurus.BENDS,
}
NOT_SHOWN: dict[str, dict[str, tuple[str, ...]]] = {
    "asterion": {
        "a swap that impales three opposing prisoners": (
            "a swap impales nobody",
            "a swap impales without points",
            "a turn brings 2 points at most",
        ),
        "a move that impales": ("a move impales nobody", "a move impales without points"),
        "an action that impales one's own prisoner": (
            "one's own prisoners cost nothing when impaled by a rotation",
            "one's own prisoners cost nothing when impaled by a swap",
            "one's own prisoners cost nothing when impaled by a move",
        ),
        "a swap that would trap": ("a swap may trap the minotaur",),
        "a move that would trap": ("a move may trap the minotaur",),
        "a swap of two tiles that look alike": ("a swap may change nothing",),
        "a swap of tiles that do not touch": ("a swap is to the next space",),
        "a rotation and a move of a tile of another player, and of one whose prisoner is impaled": (
            "a rotation needs a prisoner of any player",
            "a rotation needs no living prisoner",
            "a move needs a prisoner of any player",
            "a move needs no living prisoner",
        ),
        "a swap of a tile beside the minotaur that has no free side": (
            "a swap needs no free side",
            "one tile of a swap needs a free side",
            "for a swap the side towards the minotaur is free",
            "for a swap a side is free if any of eight neighbours is missing",
        ),
        "a move of a tile beside the minotaur that has no free side": (
            "a move needs no free side",
            "for a move the side towards the minotaur is free",
            "for a move a side is free if any of eight neighbours is missing",
        ),
        "a move of a tile with one free side": ("a move needs two free sides",),
        "a swap or a move with the last tile of a deck": (
            "the tile that pays for a swap goes under the deck",
            "the tile that pays for a move goes under the deck",
        ),
        "a hole walled on four sides that is filled": (
            "a hole walled on four sides may not be filled by a placement",
            "a hole walled on four sides may not be filled by a move",
        ),
    },
    "asterion-original": {
        "a hole walled on four sides that is filled": ("a hole walled on four sides may not be filled by a placement",)
    },
}
"""Bends that no printed example shows, each under the one that would."""


@cache
def examples_of(name: str) -> Examples:
    return Examples(name)


@pytest.mark.parametrize("name", BENDS)
def test_every_other_rule_is_shown_to_be_wrong_by_a_printed_example_but_for_those_listed(name: str) -> None:
    examples = examples_of(name)
    shown_by = {sentence: examples.noticing(bend) for sentence, bend in BENDS[name].items()}
    print(*(f"{sentence}: {', '.join(sorted(by))}" for sentence, by in shown_by.items()), sep="\n")  # pytest -rP
    listed = [sentence for sentences in NOT_SHOWN.get(name, {}).values() for sentence in sentences]
    assert {sentence for sentence, by in shown_by.items() if not by} == set(listed)
    assert len(set(listed)) == len(listed)
    assert examples.unasked == set(), "positions of questions that the text does not ask"


def test_a_question_that_is_not_asked_and_a_number_that_is_not_printed_show_nothing() -> None:
    """The original edition shows who is impaled in figures that claim 0 points, but only an answer says so."""
    original, revised = examples_of("asterion-original"), Examples("asterion")
    assert original.noticing(labyrinths.ORIGINAL["impaling brings and costs points"]) == {"ruling-a5"}
    bend = labyrinths.REVISED["a rotation may change nothing"]
    assert revised.noticing(bend) == {"ruling-a18"}
    revised.questions.remove("ruling-a18")
    assert revised.noticing(bend) == set()


def test_a_bend_ends_with_its_block() -> None:
    before = rules.POINTS_OWN
    with bent("asterion_press.games.labyrinth", [("POINTS_OWN", 7)]):
        assert before != rules.POINTS_OWN
    with (
        pytest.raises(AssertionError, match="knows 'NO_SUCH'"),
        bent("asterion_press.games.labyrinth", [("NO_SUCH", 8)]),
    ):
        pass
    assert before == rules.POINTS_OWN
