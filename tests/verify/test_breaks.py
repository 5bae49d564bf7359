"""Lines that are left alone, and headings without their text, are found in what was printed."""

from __future__ import annotations

import pytest

from asterion_press.verify.documents import Stretch, bad_breaks


def reported(*stretches: tuple[str, int, int, int]) -> list[tuple[str, int]]:
    """Codes and pages of what is wrong; a stretch is kind, element, page and lines."""
    return [(code, page) for code, _, page in bad_breaks([Stretch(*one, "words") for one in stretches])]


@pytest.mark.parametrize(
    ("stretches", "wrong"),
    [
        ([("P", 0, 1, 2), ("P", 0, 2, 2)], []),
        ([("P", 0, 1, 1), ("P", 1, 2, 1)], []),
        ([("P", 0, 1, 1), ("P", 0, 2, 2)], [("orphan", 1)]),
        ([("LBody", 0, 1, 5), ("LBody", 0, 2, 1)], [("widow", 2)]),
        ([("P", 0, 1, 1), ("P", 0, 2, 1)], [("orphan", 1), ("widow", 2)]),
        ([("P", 0, 1, 2), ("P", 0, 2, 1), ("P", 0, 3, 2)], []),
        ([("TR", 0, 1, 1), ("TR", 0, 2, 1)], []),
        ([("H2", 0, 1, 1), ("P", 1, 1, 1)], []),
        ([("H2", 0, 1, 1), ("P", 1, 2, 1)], [("heading-at-foot", 1)]),
        ([("H2", 0, 1, 1), ("H3", 1, 1, 1), ("Figure", 2, 2, 0)], [("heading-at-foot", 1)]),
        ([("P", 0, 1, 3), ("H2", 1, 1, 1)], []),
    ],
)
def test_what_is_parted_is_told(stretches: list[tuple[str, int, int, int]], wrong: list[tuple[str, int]]) -> None:
    assert reported(*stretches) == wrong


def test_the_words_that_stand_alone_are_told() -> None:
    stretches = [Stretch("P", 0, 3, 1, "It begins"), Stretch("P", 0, 4, 3, "and goes on")]
    assert list(bad_breaks(stretches)) == [("orphan", "only the first line of a paragraph stands here: 'It begins'", 3)]
