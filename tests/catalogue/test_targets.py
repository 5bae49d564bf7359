"""Files of targets: what is asked for, and what is told of a mistake."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.target_records import Effort, Metric, Play, Target, Targets, load_targets
from tests.support.refusals import refusal

SMALL = """\
targets:
  - {metric: impaled, wanted: 22, slack: 1}
"""


def loaded(tmp_path: Path, text: str) -> Targets:
    path = tmp_path / "targets.yaml"
    path.write_text(text, encoding="utf-8")
    return load_targets(ShelfFile("", path, "targets.yaml")).targets


def mistakes(tmp_path: Path, text: str) -> list[str]:
    return refusal(loaded, tmp_path, text)


def test_one_target_is_enough(tmp_path: Path) -> None:
    found = loaded(tmp_path, SMALL)
    assert found.targets == (Target("impaled", 22.0, 1.0),)
    assert found.play == Play()
    assert found.search == Effort()


def test_the_shipped_targets_are_sound() -> None:
    for path in (library.root() / "templates" / "targets").glob("*.yaml"):
        assert load_targets(path).targets.targets


@pytest.mark.parametrize(
    ("wanted", "value", "fault"),
    [(22.0, 22.0, 0.0), (22.0, 21.0, 0.5), (22.0, 26.0, 2.0), ((1.0, 3.0), 2.9, 0.0), ((1.0, 3.0), 0.0, 0.5)],
)
def test_a_fault_is_the_distance_in_slacks(wanted: float | tuple[float, ...], value: float, fault: float) -> None:
    assert Target("impaled", wanted, 2.0).fault(value) == fault


def test_every_mistake_of_form_is_told_at_its_place(tmp_path: Path) -> None:
    text = """\
play: {players: 5}
designs: {prisoners: [1, 2, 3], extras: no}
targets:
  - {metric: impald, wanted: 22, slack: 0}
  - {metric: ties, wanted: 2000, slack: 1, wait: 3}
search: {sets: 1}
"""
    beginnings = (
        "1:17: 5 is too large; write 4 or less",
        "2:22: expected at most 2 entries, found 3",
        "2:41: 'no' is not a whole number",
        "4:14: unknown value 'impald'; did you mean 'impaled'?",
        "4:41: 0 is too small; write more than 0",
        "5:28: 2000 is too large; write 1000 or less",
        "5:44: unknown key 'wait'",
        "6:16: 1 is too small; write 2 or more",
    )
    for line, beginning in zip(mistakes(tmp_path, text), beginnings, strict=True):
        assert line.startswith(f"targets.yaml:{beginning}")


def test_every_mistake_of_sense_is_told_at_its_place(tmp_path: Path) -> None:
    text = """\
play: {actions: true, edition: original, bot: 'tree:deals=3'}
totals: {wings: [6, 2]}
targets:
  - {metric: impaled, wanted: [22, 20], slack: 1}
  - {metric: impaled, wanted: 5, slack: 1}
search: {sets: 10, generation: 20, games: [100, 50]}
"""
    assert mistakes(tmp_path, text) == [
        "targets.yaml:1:17: the original edition has no actions; write false",
        "targets.yaml:1:47: the bot 'tree' takes no 'deals=3'; it takes nodes=NUMBER, ms=NUMBER, without=ACTION",
        "targets.yaml:2:17: the least, 6, is more than the most, 2; write [2, 6]",
        "targets.yaml:4:31: the least, 22, is more than the most, 20; write [20, 22]",
        "targets.yaml:5:14: metric 'impaled' is aimed at already, by target 1; one target each",
        "targets.yaml:6:32: a generation of 20 sets, but only 10 sets in all; write fewer",
        "targets.yaml:6:43: games [100, 50] do not grow; write the smallest number first",
    ]


@pytest.mark.parametrize("bot", ["random", "search:rounds=2,deals=8", "tree:nodes=500"])
def test_a_bot_may_have_its_budget(tmp_path: Path, bot: str) -> None:
    assert loaded(tmp_path, f"play: {{bot: '{bot}'}}\n{SMALL}").play.bot == bot


@pytest.mark.parametrize(
    ("bot", "reported"),
    [
        ("tree:ms=5", "a search is the same on every machine; count the bot's budget in nodes"),
        ("clever", "unknown bot 'clever'; one of random, greedy, search, tree"),
    ],
)
def test_a_bot_that_no_search_takes_is_told_at_its_place(tmp_path: Path, bot: str, reported: str) -> None:
    assert mistakes(tmp_path, f"play: {{bot: '{bot}'}}\n{SMALL}") == [f"targets.yaml:1:13: {reported}"]


def test_each_metric_has_a_line_in_the_documentation() -> None:
    text = (library.root() / "docs" / "study.md").read_text(encoding="utf-8")
    heads = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert [metric for metric in get_args(Metric) if not any(f"`{metric}`" in head for head in heads)] == []
