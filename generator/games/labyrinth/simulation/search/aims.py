"""Values against targets: how far off each one is, what that costs together, and which sets no other one beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from generator.games.labyrinth.catalogue.target_records import Target
from generator.games.labyrinth.simulation.evaluation import Plays, estimate

T = TypeVar("T")


def faults_of(plays: Plays, targets: Sequence[Target]) -> tuple[float, ...]:
    """For each target how many slacks the games are off."""
    return tuple(target.fault(estimate(target.metric, plays).value) for target in targets)


def loss_of(faults: Sequence[float], targets: Sequence[Target]) -> float:
    """All faults in one number: the sum of weight times fault squared."""
    return sum(target.weight * fault * fault for target, fault in zip(targets, faults, strict=True))


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether one is nowhere worse and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def front_of(judged: Sequence[tuple[T, Sequence[float]]]) -> list[T]:
    """What no other dominates, in the order given."""
    return [item for item, faults in judged if not any(dominates(others, faults) for _, others in judged)]
