"""The list of mutants: faults of one line, planted on purpose, that the tests named with them must notice.

An entry names no file: its `old` text stands exactly once in the whole program, so that it is found again when modules
are renamed or moved.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("mutants.yaml")
SOURCES = ("*.py", "*.js", "*.html", "*.css")


class Mutant(NamedTuple):
    """One fault.

    Attributes:
        name: unique, in kebab-case.
        sentence: what would be wrong.
        old, new: the text that is exchanged.
        tests: what pytest is to run, such as ``tests/engine/test_play_rulings.py::test_...``.
        equivalent: why no test can notice it; empty if one must.
    """

    name: str
    sentence: str
    old: str
    new: str
    tests: tuple[str, ...]
    equivalent: str = ""


def read_mutants() -> list[Mutant]:
    """Read the list.

    Raises:
        TypeError: an entry has a key that it should not have, or lacks one.
    """
    entries = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    return [Mutant(**{**entry, "tests": tuple(entry["tests"].split())}) for entry in entries]


def read_program(root: Path = ROOT) -> dict[Path, str]:
    """Return the text of each file of the program and of each of its drawings, by its path."""
    files = sorted(path for pattern in SOURCES for path in (root / "generator/asterion_press").rglob(pattern))
    files += sorted((root / "templates" / "art").glob("*.svg"))
    return {path: path.read_text(encoding="utf-8") for path in files}


def find_place(mutant: Mutant, program: dict[Path, str]) -> Path:
    """Return the only file in which the mutant's old text stands, once.

    Raises:
        LookupError: it stands nowhere, or more than once.
    """
    places = [path for path, text in program.items() for _ in range(text.count(mutant.old))]
    if len(places) != 1:
        names = ", ".join(path.name for path in places) or "nowhere"
        raise LookupError(f"{mutant.name}: {mutant.old!r} must stand once in the program; it stands in: {names}")
    return places[0]
