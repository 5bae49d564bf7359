"""Outputs do not depend on how a version of Python adds floats.

From 3.12 on, the built-in `sum` of floats makes up for lost digits; before, it does not. `math.fsum` is exact on all.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import generator
from generator.cli.main import main

OURS = str(Path(generator.__file__).parent)


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
        ["build", "asterion", "--box", "--paper", "a4", "--language", "ja"],
        ["build", "asterion-original", "--paper", "letter", "--language", "zh-Hans"],
        ["build", "minotaurus", "--paper", "a4", "--language", "de"],
        ["build", "asterismo", "--paper", "a3", "--language", "ko"],
        ["build", "--only", "booklet", "asterion", "--language", "en"],
        ["export", "dxf"],
        ["export", "vassal"],
        ["export", "pdf"],
    ],
    ids=" ".join,
)
def test_no_output_is_made_with_the_built_in_sum_of_floats(
    words: list[str], float_sums: set[str], tmp_path: Path
) -> None:
    result = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "out")], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert float_sums == set()
