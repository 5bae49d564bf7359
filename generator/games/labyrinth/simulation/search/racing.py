"""The search itself: generation after generation is proposed, played and judged.

Each new set plays few games; the better third of a generation plays more, the better third of these more still. All
play the games with the same numbers, so a set is not promising because its games were easy::

    numbers of games   0 .. 100    100 .. 400    400 .. 1600          2**32 .. 2**32 + 4000
    played by          every set   a third       a third of these     what is kept in the end, and the deck

The optimiser is told the loss alone. Told each fault by itself, it spread its sets along a front of five dimensions and
found none as good: in 960 sets for ``templates/targets/closing-example.yaml`` a best loss of 2.9 instead of 1.3. (The
deck has 16.1; a plain local search, which exchanges one to three tiles of the best six sets, came to 1.5.) The front is
drawn from all sets that were tried.

The values of chosen sets are too good, since they were chosen by them. So what is kept at the end, and the deck, play
fresh games, and only these are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil

from generator.games.labyrinth.catalogue.target_records import Effort, Targets
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.simulation.evaluation import Plays
from generator.games.labyrinth.simulation.search.aims import dominates, faults_of, front_of, loss_of
from generator.games.labyrinth.simulation.search.ledger import Ledger
from generator.games.labyrinth.simulation.search.optimiser import Optimiser
from generator.games.labyrinth.simulation.search.players import Players, cut
from generator.games.labyrinth.simulation.search.pool import Pool
from generator.games.labyrinth.simulation.search.sets import (
    Chosen,
    Entry,
    arranged,
    deck_with,
    key_of,
    repaired,
    set_of_deck,
)

PROMISING = 3
"""One of so many goes on to more games. Source: the usual factor of successive halving, K. Jamieson, A. Talwalkar,
"Non-stochastic best arm identification and hyperparameter optimization", 2016; L. Li et al., "Hyperband", 2018."""
FRESH = 1 << 32
"""Number of the first game that the search itself never plays."""


@dataclass(slots=True)
class Candidate:
    """A set that was tried.

    Attributes:
        chosen: its designs.
        entries: the same, arranged.
        plays: its games.
        faults: by target.
        loss: all faults in one number.
    """

    chosen: Chosen
    entries: tuple[Entry, ...]
    plays: Plays
    faults: tuple[float, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class Proven:
    """A set after its fresh games.

    Attributes:
        entries: its designs.
        deck: made of them.
        plays: the fresh games.
        faults: by target.
        loss: all faults in one number.
        on_front: whether no other proven set is better in every respect.
    """

    entries: tuple[Entry, ...]
    deck: Deck
    plays: Plays
    faults: tuple[float, ...]
    loss: float
    on_front: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search has found.

    Attributes:
        found: sets, the one with the least loss first.
        own: the deck that it began with, played with the same fresh games.
        tried: different sets.
        games: that were played in all.
    """

    found: tuple[Proven, ...]
    own: Proven
    tried: int
    games: int


@dataclass(slots=True)
class Search:
    """One search.

    Attributes:
        deck: to begin with, and to compare with.
        targets: what is wanted.
        pool: what sets are made of.
        ledger: games that were played before.
        players: who plays.
        seed: what is proposed follows from it.
        tell: is told what is best so far, and how many games more are done; :meth:`effort` says how many there are.
        known: every set that was tried.
    """

    deck: Deck
    targets: Targets
    pool: Pool
    ledger: Ledger
    players: Players
    seed: int
    tell: Callable[[str, int], object] = lambda _, __: None
    known: dict[Chosen, Candidate] = field(default_factory=dict)

    @property
    def _effort(self) -> Effort:
        return self.targets.search

    def effort(self) -> int:
        """Games that are played at most."""
        whole, rest = divmod(self._effort.sets, self._effort.generation)
        proof = (self._effort.keep + 1) * self._effort.proof
        return whole * self._most_games(self._effort.generation) + self._most_games(rest) + proof

    def _most_games(self, sets: int) -> int:
        """Games of a generation of which no set was tried before."""
        total, first = 0, 0
        for games in self._effort.games:
            total += sets * (games - first)
            sets, first = ceil(sets / PROMISING), games
        return total

    def run(self) -> Outcome:
        """Search."""
        effort, start = self._effort, set_of_deck(self.deck, self.pool)
        optimiser = Optimiser(self.pool.per_colour, len(self.pool.designs), 1, effort.generation, self.seed, start)
        asked = 0
        while asked < effort.sets:
            count = min(effort.generation, effort.sets - asked)
            proposed = [repaired(slots, self.pool) for slots in optimiser.ask(count)]
            played = self._judge([chosen for chosen in dict.fromkeys(proposed) if chosen is not None])
            self.tell(self._told(), self._most_games(count) - played)
            optimiser.tell([None if chosen is None else (self.known[chosen].loss,) for chosen in proposed])
            asked += count
        return self._proven()

    def _told(self) -> str:
        best = min((candidate.loss for candidate in self.known.values()), default=float("nan"))
        return f"{len(self.known)} sets, best loss {best:.2f}"

    def _judge(self, generation: Sequence[Chosen]) -> int:
        """Let a generation play, the promising ones more and more; how many games that took."""
        racing, first, played = list(generation), 0, 0
        for games in self._effort.games:
            played += self._play(racing, range(first, games)) * (games - first)
            racing.sort(key=lambda chosen: (self.known[chosen].loss, chosen))
            racing, first = racing[: ceil(len(racing) / PROMISING)], games
        return played

    def _play(self, racing: Iterable[Chosen], games: range) -> int:
        """Let sets play games, unless they have; how many sets had not."""
        wanted = [c for c in racing if c not in self.known or self.known[c].plays.games < games.stop]
        entries = {
            chosen: self.known[chosen].entries if chosen in self.known else arranged(chosen, self.pool, self.deck)
            for chosen in wanted
        }
        played = self._games([entries[chosen] for chosen in wanted], games)
        for chosen, plays in zip(wanted, played, strict=True):
            before = [self.known[chosen].plays] if chosen in self.known else []
            whole = Plays.joined([*before, plays])
            faults = faults_of(whole, self.targets.targets)
            loss = loss_of(faults, self.targets.targets)
            self.known[chosen] = Candidate(chosen, entries[chosen], whole, faults, loss)
        return len(wanted)

    def _games(self, sets: Sequence[Sequence[Entry]], games: range) -> list[Plays]:
        """The games of several sets, from the ledger or played now."""
        decks = [(key_of(entries), deck_with(entries, self.deck)) for entries in sets]
        return self._games_of(decks, games)

    def _games_of(self, decks: Sequence[tuple[str, Deck]], games: range) -> list[Plays]:
        portions = [cut(key, deck, games) for key, deck in decks]
        flat = [portion for some in portions for portion in some]
        there = {
            (p.key, p.first): plays for p in flat if (plays := self.ledger.read(p.key, p.first, p.games)) is not None
        }
        missing = [portion for portion in flat if (portion.key, portion.first) not in there]
        self.tell(self._told(), sum(p.games for p in flat) - sum(p.games for p in missing))
        for portion, plays in zip(missing, self.players.play_all(missing), strict=True):
            self.ledger.write(portion.key, portion.first, plays)
            there[portion.key, portion.first] = plays
            self.tell(self._told(), portion.games)
        return [Plays.joined([there[p.key, p.first] for p in some]) for some in portions]

    def _proven(self) -> Outcome:
        """Let the best play fresh games, together with the deck."""
        most = max(candidate.plays.games for candidate in self.known.values())
        raced = [c for c in self.known.values() if c.plays.games == most]
        own = set_of_deck(self.deck, self.pool)
        front = [c for c in front_of([(one, one.faults) for one in raced]) if c.chosen != own]
        front.sort(key=lambda candidate: (candidate.loss, candidate.chosen))
        kept = [candidate.entries for candidate in front[: self._effort.keep]]
        decks = [(key_of(entries), deck_with(entries, self.deck)) for entries in kept]
        fresh = range(FRESH, FRESH + self._effort.proof)
        *played, mine = self._games_of([*decks, ("deck", self.deck)], fresh)
        judged = [(number, faults_of(plays, self.targets.targets)) for number, plays in enumerate(played)]
        best = set(front_of(judged))
        proven = [
            self._proof(kept[number], decks[number][1], played[number], faults, number in best)
            for number, faults in judged
        ]
        proven.sort(key=lambda one: one.loss)
        faults = faults_of(mine, self.targets.targets)
        deck = self._proof((), self.deck, mine, faults, not any(dominates(one.faults, faults) for one in proven))
        games = sum(candidate.plays.games for candidate in self.known.values())
        return Outcome(tuple(proven), deck, len(self.known), games + sum(one.plays.games for one in (*proven, deck)))

    def _proof(
        self, entries: tuple[Entry, ...], deck: Deck, plays: Plays, faults: tuple[float, ...], on_front: bool
    ) -> Proven:
        return Proven(entries, deck, plays, faults, loss_of(faults, self.targets.targets), on_front)
