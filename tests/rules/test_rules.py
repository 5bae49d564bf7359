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
        "nothing: no two tiles of a player look alike": ("a swap may change nothing",),
        "nothing: every side of a tile has an exit": (
            "a hole walled on four sides may not be filled by a placement",
            "a hole walled on four sides may not be filled by a move",
        ),
    },
    "asterion-original": {
        "nothing: every side of a tile has an exit": ("a hole walled on four sides may not be filled by a placement",)
    },
}
"""Bends that no example of such a deck can show, each under the reason."""


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
