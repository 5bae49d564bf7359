"""Errors as lines."""

from __future__ import annotations

import pytest

from asterion_press.errors import LONGEST_MESSAGE, InputError, Mistake, Place, VerifyError, fact_lines


def test_a_mistake_is_told_with_file_line_and_column() -> None:
    assert str(Mistake(Place("tiles.yaml", 3, 7), "unknown exit 'X'")) == "tiles.yaml:3:7: unknown exit 'X'"
    assert str(Mistake(Place("tiles.yaml"), "cannot be read")) == "tiles.yaml: cannot be read"


def test_a_very_long_value_does_not_fill_the_screen() -> None:
    line = str(Mistake(Place("a.yaml", 1, 1), repr("x" * 100_000) + " is not a number; write digits"))
    assert len(line) < LONGEST_MESSAGE + 20
    assert line.endswith("write digits"), "the remedy stays"


def test_mistakes_are_sorted_by_place_and_told_once() -> None:
    late, early = Mistake(Place("a.yaml", 9, 1), "b"), Mistake(Place("a.yaml", 2, 1), "c")
    assert InputError([late, early, late]).lines() == ["a.yaml:2:1: c", "a.yaml:9:1: b"]


def test_faults_of_the_proof_are_a_line_each() -> None:
    assert VerifyError(["one", "two"]).lines() == ["one", "two"]


class MetadataNotFoundError(FileNotFoundError):
    """An error of a package that reads what is written down of packages."""


MetadataNotFoundError.__module__ = "importlib_metadata"


@pytest.mark.parametrize(
    "error",
    [ModuleNotFoundError("No module named 'tabulate'", name="tabulate"), MetadataNotFoundError("nothing was found")],
)
def test_a_package_of_somebody_else_that_cannot_be_loaded_is_a_fact(error: Exception) -> None:
    (line,) = fact_lines(error)
    assert line.startswith(f"a package cannot be loaded: {error}")


def test_a_module_of_ours_that_is_missing_is_a_bug() -> None:
    assert (
        fact_lines(ModuleNotFoundError("No module named 'asterion_press.nowhere'", name="asterion_press.nowhere")) == []
    )
