"""What holds for the list of mutants without trying them; `make mutants` tries them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.mutants.mutants import Mutant, find_place, read_mutants, read_program
from tests.support.collector import Collector


def faults(mutant: Mutant, program: dict[Path, str], collected: Collector) -> Iterator[str]:
    """Yield what is wrong with an entry."""
    try:
        find_place(mutant, program)
    except LookupError as error:
        yield str(error)
    if mutant.old == mutant.new:
        yield f"{mutant.name}: changes nothing"
    if not mutant.sentence.endswith("."):
        yield f"{mutant.name}: {mutant.sentence!r} is no sentence"
    if not (mutant.tests or mutant.equivalent):
        yield f"{mutant.name}: names no test"
    yield from (f"{mutant.name}: pytest collects no {test}" for test in mutant.tests if not collected.has(test))


def test_every_mutant_has_a_name_of_its_own() -> None:
    names = [mutant.name for mutant in read_mutants()]
    assert names
    assert len(set(names)) == len(names)


def test_every_mutant_still_has_its_place_and_the_tests_that_notice_it(collected: Collector) -> None:
    program = read_program()
    assert [fault for mutant in read_mutants() for fault in faults(mutant, program, collected)] == []
