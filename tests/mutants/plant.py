"""``make mutants``: plant one fault at a time in a copy of the project, and print those that no test notices.

``ONLY`` chooses mutants by their names, with ``*`` for any letters; ``FROM`` goes on with the one of that name.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

from tests.mutants.mutants import ROOT, Mutant, find_place, read_mutants, read_program

LIMIT_S = 600
"""Tests that take longer have noticed, too: a fault may make a loop endless."""
FAILED = 1
"""What pytest ends with if a test failed. Source: pytest, "Exit codes"."""


def main() -> int:
    """Try the mutants that are asked for, and return 1 if one survives."""
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--only", default="*")
    parser.add_argument("--from", dest="first", default="")
    asked = parser.parse_args()
    listed = read_mutants()
    names = [mutant.name for mutant in listed]
    if asked.first:
        listed = listed[names.index(asked.first) :]
    patterns = asked.only.split()
    chosen = [one for one in listed if not one.equivalent and any(fnmatchcase(one.name, only) for only in patterns)]
    with tempfile.TemporaryDirectory(prefix="asterion-mutants-") as folder:
        copy = copy_project(Path(folder) / "project")
        tests = sorted({test for mutant in chosen for test in mutant.tests})
        if code := run_tests(copy, tests, loud=True):
            print(f"the tests fail without any fault (pytest ended with {code}); mend them first")
            return 1
        survivors = [mutant for mutant in chosen if not notice(mutant, copy)]
    print(f"{len(chosen)} mutants, {len(survivors)} survivors")
    print(*(f"  {mutant.name}: {mutant.sentence}" for mutant in survivors), sep="\n")
    return int(bool(survivors) or not chosen)


def copy_project(target: Path) -> Path:
    """Copy what git knows of, and new files that it does not ignore, as they lie in the working folder."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def notice(mutant: Mutant, copy: Path) -> bool:
    """Plant the fault, run its tests, take it out again; return True if a test failed."""
    program = read_program(copy)
    place = find_place(mutant, program)
    write(place, program[place].replace(mutant.old, mutant.new))
    try:
        code = run_tests(copy, mutant.tests)
    finally:
        write(place, program[place])
    noticed = code == FAILED
    odd = "" if code in {0, FAILED} else f"(pytest ended with {code})"
    print("noticed " if noticed else "SURVIVES", mutant.name, odd, flush=True)
    return noticed


def write(place: Path, text: str) -> None:
    """Write a file of the copy, and remove what Python compiled of it: a change within a second looks like none."""
    place.write_text(text, encoding="utf-8")
    if place.suffix == ".py":
        Path(importlib.util.cache_from_source(str(place))).unlink(missing_ok=True)


def run_tests(copy: Path, tests: list[str] | tuple[str, ...], *, loud: bool = False) -> int:
    """Run tests in the copy until the first one fails; return what pytest ends with. `loud` shows what failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", *tests]
    surroundings = os.environ | {"PYTHONPATH": str(copy / "generator")}
    try:
        run = subprocess.run(
            command, cwd=copy, env=surroundings, check=False, capture_output=True, text=True, timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return FAILED
    if run.returncode and (loud or run.returncode != FAILED):
        print(run.stdout, run.stderr, sep="\n")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
