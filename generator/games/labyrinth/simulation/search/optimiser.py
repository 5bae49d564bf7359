"""The adapter of Optuna: which sets to try next.

A genetic algorithm, NSGA-II: it crosses good sets, slot by slot, exchanges a slot now and then, and keeps the best.
Each slot is a choice among the designs of the pool. A generation is proposed whole and judged whole, so it does not
matter which worker plays how fast. Judged by several numbers the algorithm looks for the front, by one for the best.

Source: K. Deb, A. Pratap, S. Agarwal, T. Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II",
IEEE Transactions on Evolutionary Computation 6 (2002). Optuna (MIT) is, of three optimisers that were looked at, the
smallest to install (about 50 MB beside numpy; pymoo and nevergrad bring 250 and more), well kept, and has ask and tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from generator.errors import from_extra

with from_extra("search"):
    import optuna

FAMILIAR = 0.5
"""Part of the first generation that is the deck's own set with some tiles exchanged. Own choice."""
MOST_EXCHANGED = 6
"""Tiles that are exchanged at most in these. Own choice."""


class Optimiser:
    """An optimiser that proposes sets, one generation after another."""

    def __init__(
        self, slots: int, designs: int, objectives: int, generation: int, seed: int, start: Sequence[int] | None
    ) -> None:
        """Begin a search.

        Args:
            slots: tiles of a set.
            designs: choices for each.
            objectives: how many numbers, each the better the smaller, a set is judged by.
            generation: how many sets are proposed at a time.
            seed: what is proposed follows from it, and from what is told.
            start: a set to begin with; the first proposal, and the kin of some others of the first generation.
        """
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.NSGAIISampler(population_size=generation, seed=seed)
        self._study = optuna.create_study(directions=["minimize"] * objectives, sampler=sampler)
        self._names = [f"slot {slot:02d}" for slot in range(slots)]
        choice = optuna.distributions.CategoricalDistribution(list(range(designs)))
        self._choices: dict[str, Any] = dict.fromkeys(self._names, choice)
        self._asked: list[optuna.Trial] = []
        if start is not None:
            for known in _kin(start, designs, max(1, int(generation * FAMILIAR)), Random(seed)):  # noqa: S311 - no secret
                self._study.enqueue_trial(dict(zip(self._names, known, strict=True)))

    def ask(self, count: int) -> list[tuple[int, ...]]:
        """Propose the next generation: for each set the design in each slot."""
        self._asked = [self._study.ask(self._choices) for _ in range(count)]
        return [tuple(trial.params[name] for name in self._names) for trial in self._asked]

    def tell(self, judged: Sequence[Sequence[float] | None]) -> None:
        """Learn how far off the proposed sets are, in their order; None for a proposal that is no set."""
        for trial, values in zip(self._asked, judged, strict=True):
            if values is None:
                self._study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                self._study.tell(trial, list(values))


def _kin(start: Sequence[int], designs: int, count: int, chance: Random) -> list[list[int]]:
    """Return a set, and others that differ from it in a few slots."""
    found = [list(start)]
    while len(found) < count:
        kin = list(start)
        for slot in chance.sample(range(len(kin)), chance.randint(1, min(MOST_EXCHANGED, len(kin)))):
            kin[slot] = chance.randrange(designs)
        found.append(kin)
    return found
