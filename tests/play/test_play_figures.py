"""Figures that the rules contradict are not printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalogue import shelf
from generator.catalogue.figures import LoadedFigures, load_figures
from generator.deck.tiles import Deck
from generator.errors import InputError
from generator.play.figures import prove_figures

SHIPPED = shelf.figures_file("asterion")
TEXT = SHIPPED.path.read_text(encoding="utf-8")


def figures(tmp_path: Path, *changes: tuple[str, str]) -> LoadedFigures:
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "figures.yaml"
    path.write_text(text, encoding="utf-8")
    return load_figures(path, "figures.yaml")


def mistake(tmp_path: Path, deck: Deck, *changes: tuple[str, str]) -> str:
    """What is said about the one changed figure, without its place."""
    with pytest.raises(InputError) as caught:
        prove_figures(figures(tmp_path, *changes), deck)
    return " / ".join(found.message for found in caught.value.mistakes)


def test_the_shipped_figures_are_true(deck: Deck) -> None:
    prove_figures(load_figures(SHIPPED.path), deck)


def test_the_closing_example_of_four_players_has_its_numbers() -> None:
    """22 impaled, and without the points for impaling 10, 8, 8 and 10. Source: rules/asterion.md, figure 4."""
    claims = load_figures(SHIPPED.path).figures.figures["four-players"].panels[0].claims
    assert claims is not None
    assert (claims.captured, claims.treasure) == (22, {"yellow": 10, "blue": 8, "red": 8, "green": 10})


def test_a_false_number_is_told_with_its_place(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(InputError) as caught:
        prove_figures(figures(tmp_path, ("{impales: {blue: 1, green: 1}, points: 2}", "{points: 3}")), deck)
    line = TEXT[: TEXT.index("points: 2")].count("\n") + 1
    expected = f"figures.yaml:{line}:17: figure 'impaling' B: points 3 is claimed; the engine finds 2"
    assert caught.value.lines() == [expected]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("impales: {red: 1, blue: 1}", "impales: {red: 2}", "impales red 2 is claimed; the engine finds"),
        ("claims: {treasure: {yellow: 2}}", "claims: {treasure: {yellow: 1}}", "treasure yellow 1 is claimed"),
        ("captured: 22", "captured: 21", "captured 21 is claimed; the engine finds 22"),
        ("escaped: {yellow: 3, blue: 4}", "escaped: {yellow: 4, blue: 4}", "the engine finds yellow 3, blue 4"),
        (", chambers: 2}", "}", "the thread should follow 1 chamber; the engine finds that it runs through 2"),
        (
            "          - {tile: B05, path: 1}\n",
            "",
            "path 1 of B05 is connected to the minotaur; list it under 'impaled'",
        ),
        ("verdict: wrong", "verdict: right", "Y08 is shown as placed, but"),
        ("verdict: right", "verdict: wrong", "the placement of Y08 is shown as wrong; the engine finds it legal"),
        ("{tile: Y08, at: [1, 0], turns: 3, mark: acted}", "{tile: Y08, at: [1, 0], turns: 1, mark: acted}", "[A18]"),
    ],
)
def test_what_the_engine_does_not_confirm_is_a_mistake(
    tmp_path: Path, deck: Deck, old: str, new: str, said: str
) -> None:
    assert said in mistake(tmp_path, deck, (old, new))


def test_counters_on_the_living_are_a_mistake(tmp_path: Path, deck: Deck) -> None:
    change = (
        "        thread:\n          - {tile: Y15, path: 1}\n          - {tile: Y03, path: 1}\n",
        "        impaled:\n          - {tile: Y03, path: 1}\n        thread:\n          - {tile: Y15, path: 1}\n",
    )
    assert "path 1 of Y03 is shown impaled; the engine finds it apart" in mistake(tmp_path, deck, change)


def test_an_excerpt_cannot_claim_anything(tmp_path: Path, deck: Deck) -> None:
    change = (
        "          - {tile: Y04, at: [0, 0]}\n",
        "          - {tile: Y04, at: [0, 0]}\n        claims: {captured: 0}\n",
    )
    assert "claims something, but shows no minotaur" in mistake(tmp_path, deck, change)
