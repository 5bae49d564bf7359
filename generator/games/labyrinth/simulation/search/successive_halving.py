"""The search: generation after generation is proposed, played and compared with the targets.

Each new set plays few games; the better third of a generation plays more, the better third of these more still
(successive halving). All play the games with the same numbers, so a set is not promising because its games were easy::

    numbers of games   0 .. 100    100 .. 400    400 .. 1600          2**32 .. 2**32 + 4000
    played by          every set   a third       a third of these     what is kept in the end, and the deck

The optimiser learns the loss alone. From each fault by itself it spread its sets along a front of five dimensions and
found none as good: in 960 sets for ``templates/targets/closing-example.yaml`` a best loss of 2.9 instead of 1.3. (The
deck has 16.1; a plain local search, which exchanges one to three tiles of the best six sets, came to 1.5.) The front is
drawn from all sets that were tried.

The values of chosen sets are too good, since they were chosen by them. So the sets that are kept at the
end, and the deck, play fresh games, and only these are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TypeVar

from generator.games.labyrinth.catalogue.target_records import Target, Targets
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.simulation.executors import cut
from generator.games.labyrinth.simulation.games import Conditions, SearchResults
from generator.games.labyrinth.simulation.measures import estimate
from generator.games.labyrinth.simulation.portions import GamesExecutor, Portion
from generator.games.labyrinth.simulation.search.ledger import Ledger
from generator.games.labyrinth.simulation.search.optimiser import Optimiser
from generator.games.labyrinth.simulation.search.sets import (
    Chosen,
    Pool,
    SetEntry,
    arranged,
    deck_with,
    key_of,
    repaired,
    set_of_deck,
)

T = TypeVar("T")

PROMISING = 3
"""One of so many goes on to more games. Source: the usual factor of successive halving, K. Jamieson, A. Talwalkar,
"Non-stochastic best arm identification and hyperparameter optimization", 2016; L. Li et al., "Hyperband", 2018."""
FRESH = 1 << 32
"""Number of the first game that the search itself never plays."""
PORTION = 400
"""Games of a portion at most: a second or less, so that little is lost by a kill."""


# Values against targets


def faults_of(results: SearchResults, targets: Sequence[Target]) -> tuple[float, ...]:
    """Return for each target how many slacks the games are off."""
    return tuple(target.fault(estimate(target.metric, results).value) for target in targets)


def loss_of(faults: Sequence[float], targets: Sequence[Target]) -> float:
    """Return all faults in one number: the sum of weight times fault squared."""
    return sum(target.weight * fault * fault for target, fault in zip(targets, faults, strict=True))


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one is nowhere worse and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def front_of(judged: Sequence[tuple[T, Sequence[float]]]) -> list[T]:
    """Return the items that no other dominates, in the order given."""
    return [item for item, faults in judged if not any(dominates(others, faults) for _, others in judged)]


# The search


@dataclass(slots=True)
class TriedSet:
    """A set that was tried.

    Attributes:
        chosen: its designs.
        entries: the same, arranged.
        results: of its games.
        faults: by target.
        loss: all faults in one number.
    """

    chosen: Chosen
    entries: tuple[SetEntry, ...]
    results: SearchResults
    faults: tuple[float, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class ProvenSet:
    """A set after its fresh games.

    Attributes:
        entries: its designs.
        deck: made of them.
        results: of its fresh games.
        faults: by target.
        loss: all faults in one number.
        on_front: whether no other proven set is better in every respect.
    """

    entries: tuple[SetEntry, ...]
    deck: Deck
    results: SearchResults
    faults: tuple[float, ...]
    loss: float
    on_front: bool


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The outcome of a search.

    Attributes:
        found: sets, the one with the least loss first.
        own: the deck that it began with, played with the same fresh games.
        tried: different sets.
        games: that were played in all.
    """

    found: tuple[ProvenSet, ...]
    own: ProvenSet
    tried: int
    games: int


@dataclass(slots=True)
class Search:
    """One search.

    Attributes:
        deck: to begin with, and to compare with.
        targets: what is wanted.
        pool: the designs that sets are made of.
        ledger: games that were played before.
        conditions: of all games; what is proposed follows from their seed, too.
        executor: plays portions of games, by `play_games`.
        on_progress: called with the best so far in words, and the number of games more that are done;
            :meth:`most_games` returns how many there are.
        known: every set that was tried.
    """

    deck: Deck
    targets: Targets
    pool: Pool
    ledger: Ledger
    conditions: Conditions
    executor: GamesExecutor
    on_progress: Callable[[str, int], object] = lambda _, __: None
    known: dict[Chosen, TriedSet] = field(default_factory=dict)

    def most_games(self) -> int:
        """Return how many games are played at most."""
        effort = self.targets.search
        whole, rest = divmod(effort.sets, effort.generation)
        proof = (effort.keep + 1) * effort.proof
        return whole * self._most_games_of(effort.generation) + self._most_games_of(rest) + proof

    def _most_games_of(self, sets: int) -> int:
        """Return the games of a generation of which no set was tried before."""
        total, first = 0, 0
        for games in self.targets.search.games:
            total += sets * (games - first)
            sets, first = ceil(sets / PROMISING), games
        return total

    def run(self) -> SearchOutcome:
        """Run the search to its end, and return the outcome."""
        effort, start = self.targets.search, set_of_deck(self.deck, self.pool)
        slots, designs, seed = self.pool.per_colour, len(self.pool.designs), self.conditions.seed
        optimiser = Optimiser(slots, designs, 1, effort.generation, seed, start)
        asked = 0
        while asked < effort.sets:
            count = min(effort.generation, effort.sets - asked)
            proposed = [repaired(slots, self.pool) for slots in optimiser.ask(count)]
            racing, first, played = [chosen for chosen in dict.fromkeys(proposed) if chosen is not None], 0, 0
            for games in effort.games:  # the promising sets go on to more and more games
                played += self._try_sets(racing, range(first, games)) * (games - first)
                racing.sort(key=lambda chosen: (self.known[chosen].loss, chosen))
                racing, first = racing[: ceil(len(racing) / PROMISING)], games
            self.on_progress(self._best_so_far(), self._most_games_of(count) - played)
            optimiser.tell([None if chosen is None else (self.known[chosen].loss,) for chosen in proposed])
            asked += count
        return self._prove_best()

    def _best_so_far(self) -> str:
        best = min((candidate.loss for candidate in self.known.values()), default=float("nan"))
        return f"{len(self.known)} sets, best loss {best:.2f}"

    def _try_sets(self, racing: Iterable[Chosen], games: range) -> int:
        """Let sets play games, unless they have; return how many had not."""
        wanted = [c for c in racing if c not in self.known or len(self.known[c].results) < games.stop]
        entries = {
            chosen: self.known[chosen].entries if chosen in self.known else arranged(chosen, self.pool, self.deck)
            for chosen in wanted
        }
        decks = [(key_of(entries[chosen]), deck_with(entries[chosen], self.deck)) for chosen in wanted]
        for chosen, results in zip(wanted, self._results_of(decks, games), strict=True):
            before = [self.known[chosen].results] if chosen in self.known else []
            whole = SearchResults.joined([*before, results])
            faults = faults_of(whole, self.targets.targets)
            loss = loss_of(faults, self.targets.targets)
            self.known[chosen] = TriedSet(chosen, entries[chosen], whole, faults, loss)
        return len(wanted)

    def _results_of(self, decks: Sequence[tuple[str, Deck]], games: range) -> list[SearchResults]:
        """Return the results of games with several decks, from the ledger or played now."""
        parts, best = cut(games, PORTION), self._best_so_far()
        there: dict[tuple[str, int], SearchResults] = {}
        missing: list[tuple[str, Portion]] = []
        for key, deck in decks:
            found = {part: self.ledger.read(key, part.start, len(part)) for part in parts}
            there |= {(key, part.start): results for part, results in found.items() if results is not None}
            if None in found.values():
                party = self.conditions.party(deck)
                missing += [
                    (key, Portion(party, self.conditions.seed, part))
                    for part, results in found.items()
                    if results is None
                ]
        self.on_progress(best, len(decks) * len(games) - sum(len(portion.games) for _, portion in missing))
        played = self.executor.map([portion for _, portion in missing])
        for (key, portion), (rows,) in zip(missing, played, strict=True):
            results = SearchResults(rows)
            self.ledger.write(key, portion.games.start, results)
            there[key, portion.games.start] = results
            self.on_progress(best, len(portion.games))
        return [SearchResults.joined([there[key, part.start] for part in parts]) for key, _ in decks]

    def _prove_best(self) -> SearchOutcome:
        """Let the best sets play fresh games, together with the deck."""
        effort, targets = self.targets.search, self.targets.targets
        most = max(len(candidate.results) for candidate in self.known.values())
        raced = [c for c in self.known.values() if len(c.results) == most]
        own = set_of_deck(self.deck, self.pool)
        front = [c for c in front_of([(one, one.faults) for one in raced]) if c.chosen != own]
        front.sort(key=lambda candidate: (candidate.loss, candidate.chosen))
        kept = [candidate.entries for candidate in front[: effort.keep]]
        decks = [(key_of(entries), deck_with(entries, self.deck)) for entries in kept]
        *played, mine = self._results_of([*decks, ("deck", self.deck)], range(FRESH, FRESH + effort.proof))
        judged = [(number, faults_of(results, targets)) for number, results in enumerate(played)]
        best = set(front_of(judged))
        proven = [
            ProvenSet(kept[number], decks[number][1], played[number], faults, loss_of(faults, targets), number in best)
            for number, faults in judged
        ]
        proven.sort(key=lambda one: one.loss)
        faults = faults_of(mine, targets)
        on_front = not any(dominates(one.faults, faults) for one in proven)
        deck = ProvenSet((), self.deck, mine, faults, loss_of(faults, targets), on_front)
        games = sum(len(candidate.results) for candidate in self.known.values())
        games += sum(len(one.results) for one in (*proven, deck))
        return SearchOutcome(tuple(proven), deck, len(self.known), games)
