"""Outputs do not depend on how a Python adds floats, nor on the order of its sets.

From 3.12 on, the built-in `sum` of floats makes up for lost digits; before, it does not. `math.fsum` is exact on all.
A set has another order where a hash has 32 bits.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import asterion_press
from tests.support.processes import PROJECT, python
from tests.support.project_commands import good
from tests.support.shuffled_sets import SHUFFLED

OURS = str(Path(asterion_press.__file__).parent)


@pytest.fixture
def float_sums(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Collect the places of our code in which the built-in `sum` adds floats."""
    found: set[str] = set()
    plain = builtins.sum

    def watched(values: Iterable[Any], /, start: Any = 0) -> Any:
        items = list(values)
        caller = sys._getframe(1)
        if caller.f_code.co_filename.startswith(OURS) and any(isinstance(item, float) for item in (start, *items)):
            found.add(f"{caller.f_code.co_filename.removeprefix(OURS)}:{caller.f_lineno}")
        return plain(items, start)

    monkeypatch.setattr(builtins, "sum", watched)
    return found


@pytest.mark.parametrize(
    "words",
    [
        "build asterion --box --paper a4 --language ja",
        "build asterion-original --paper letter --language zh-Hans",
        "build minotaurus --paper a4 --language de",
        "build asterismo --paper a3 --language ko",
        "build --only booklet asterion --language en",
        "export dxf",
        "export vassal",
        "export pdf",
    ],
)
def test_no_output_is_made_with_the_built_in_sum_of_floats(words: str, float_sums: set[str], tmp_path: Path) -> None:
    good(words, "--out", tmp_path / "out")
    assert float_sums == set()


@pytest.mark.parametrize(
    "words",
    [
        ["build", "--only", "svg", "asterion"],
        ["build", "asterion", "--box", "--paper", "a4", "--language", "en"],
        ["build", "minotaurus", "--paper", "a4", "--language", "ja"],
        ["build", "asterismo", "--box", "--paper", "a4", "--language", "en"],
        ["export", "dxf"],
    ],
    ids=["svg", "asterion", "minotaurus", "asterismo", "dxf"],
)
def test_no_output_depends_on_the_order_of_a_set(words: list[str], tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed / "out"
        done = python("-m", "tests.support.shuffled_sets", seed, *words, "--out", folder, cwd=PROJECT)
        assert done.returncode == 0, done.stderr
        made.append({path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert made[0]
    assert {name for name in made[0] if made[0][name] != made[1][name]} == set()


def test_sets_that_shuffle_are_sets() -> None:
    kind = SHUFFLED["set"]
    one = kind(range(50))
    assert list(one) != list(one)
    assert one == set(range(50))
    assert one & {1, 2} == {1, 2}
    assert type(one | {1}) is type(one - {1}) is type({1} | one) is kind
