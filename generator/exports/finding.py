"""The targets there are, found by themselves: the modules of ``generator/exports/targets``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from generator.catalogue.files import entries_of
from generator.exports.target import Option, Target


@cache
def targets() -> tuple[str, ...]:
    """The names of all targets, in alphabetical order."""
    folder = Path(__file__).parent / "targets"
    return tuple(path.stem for path in entries_of(folder, ".py") if path.stem != "__init__")


def target_called(name: str) -> Target:
    """The target of that name, which is one of :func:`targets`."""
    found: Target = import_module(f"generator.exports.targets.{name}").TARGET
    return found


def all_options() -> dict[Option, tuple[str, ...]]:
    """Every option, and the names of the targets that can be told of it."""
    found: dict[Option, tuple[str, ...]] = {}
    for name in targets():
        for option in target_called(name).options:
            found[option] = (*found.get(option, ()), name)
    return found
