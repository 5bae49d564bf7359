"""What holds for the list of mutants without trying them; `make mutants` tries them."""

from __future__ import annotations

import re

import pytest
from mutants import ROOT, Mutant, find_place, read_mutants, read_program

MUTANTS, PROGRAM = read_mutants(), read_program()


def test_there_are_at_least_eighty_mutants_with_names_of_their_own() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 80


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_every_mutant_still_has_its_place_and_the_tests_that_notice_it(mutant: Mutant) -> None:
    find_place(mutant, PROGRAM)
    assert mutant.old != mutant.new
    assert mutant.sentence.endswith(".")
    assert mutant.tests or mutant.equivalent
    for test in mutant.tests:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), test
        defined = re.compile(rf"^def {re.escape(name.partition('[')[0])}\(", re.MULTILINE)
        assert not name or defined.search((ROOT / path).read_text(encoding="utf-8")), test
