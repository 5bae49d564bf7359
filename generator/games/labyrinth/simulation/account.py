"""The account of a party: everything that was counted, with intervals; and two decks compared game by game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.games.labyrinth.simulation.games import Games
from generator.games.labyrinth.simulation.intervals import Estimate, mean_of, narrowing
from generator.games.labyrinth.simulation.measures import Form, Measure, action_measures, course_measures, seat_measures
from generator.games.labyrinth.simulation.party import Party
from generator.games.labyrinth.simulation.worth import worth_measures


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What the games of one party come to.

    Attributes:
        games: what was played.
        course: measures of whole games.
        seats, actions, designs: by seat (its number from 1), kind of ply and design its measures.
        estimates: by measure its mean with an interval.
    """

    games: Games
    course: tuple[Measure, ...]
    seats: dict[str, tuple[Measure, ...]]
    actions: dict[str, tuple[Measure, ...]]
    designs: dict[str, tuple[Measure, ...]]
    estimates: dict[str, Estimate] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Games) -> Account:
        """Count everything."""
        seats, actions, designs = (_grouped(by(games)) for by in (seat_measures, action_measures, worth_measures))
        account = cls(games, tuple(course_measures(games)), seats, actions, designs)
        account.estimates.update((key, measure.estimate()) for key, measure in account.measures().items())
        return account

    @property
    def party(self) -> Party:
        """Who played."""
        return self.games.party

    def measures(self) -> dict[str, Measure]:
        """Every measure by its key."""
        groups = (self.seats, self.actions, self.designs)
        whole = [*self.course, *(measure for group in groups for some in group.values() for measure in some)]
        return {measure.key: measure for measure in whole}

    def estimate(self, key: str) -> Estimate:
        """The mean of the measure with that key."""
        return self.estimates[key]


def _grouped(found: Iterable[tuple[str, Measure]]) -> dict[str, tuple[Measure, ...]]:
    groups: dict[str, tuple[Measure, ...]] = {}
    for name, measure in found:
        groups[name] = (*groups.get(name, ()), measure)
    return groups


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of two decks, this one and another.

    Attributes:
        title, form: as of the measure.
        mine, other: its means.
        gap: this deck's less the other's, game by game.
        narrowing: how many times as many games it would take without common random numbers.
    """

    title: str
    form: Form
    mine: Estimate
    other: Estimate
    gap: Estimate
    narrowing: float


def compared(mine: Account, other: Account) -> dict[str, Difference]:
    """The differences of all measures that both have.

    Game i of both was played from the same seed. While the decks and the plies are alike, so are the piles and the
    draws; the difference of two such games varies less than that of any two.
    """
    theirs = other.measures()
    return {
        key: Difference(
            measure.title,
            measure.form,
            mine.estimate(key),
            other.estimate(key),
            mean_of(measure.values - theirs[key].values),
            narrowing(measure.values, theirs[key].values),
        )
        for key, measure in mine.measures().items()
        if key in theirs
    }
