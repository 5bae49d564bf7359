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

**Proposals** come from a genetic algorithm of Optuna's, NSGA-II: it crosses good sets, slot by slot, exchanges a slot
now and then, and keeps the best.
Each slot is a choice among the designs of the pool. A generation is proposed whole and judged whole, so it does not
matter which worker plays how fast. Judged by several numbers the algorithm looks for the front, by one for the best.

Source: K. Deb, A. Pratap, S. Agarwal, T. Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II",
IEEE Transactions on Evolutionary Computation 6 (2002). Optuna (MIT) is, of three optimisers that were looked at, the
smallest to install (about 50 MB beside numpy; pymoo and nevergrad bring 250 and more), well kept, and has ask and tell.

When a search is resumed, the optimiser starts again from the seed and gets the results in the ledger without playing
those games again. So an interrupted search ends exactly as an uninterrupted one.

What was found is reported three times: as text, as plain data, and as a catalogue for each set, which prints at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.errors import from_extra, plural
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, catalogue_text
from asterion_press.games.labyrinth.catalogue.records import spell_paths
from asterion_press.games.labyrinth.catalogue.target_records import Effort, Metric, Target, Targets
from asterion_press.games.labyrinth.deck.space import distance, survey
from asterion_press.games.labyrinth.deck.tiles import Composition, Deck, composition_of
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.simulation.games import Games, GamesExecutor, Party, Portion, portions_of
from asterion_press.games.labyrinth.simulation.ledger import Ledger
from asterion_press.games.labyrinth.simulation.measures import METRICS, Estimate, aimed_at, difference
from asterion_press.games.labyrinth.simulation.sets import (
    Chosen,
    Pool,
    SetEntry,
    arranged,
    deck_with,
    key_of,
    repaired,
    set_of_deck,
)
from asterion_press.games.report import table

with from_extra("search"):
    import optuna

PROMISING = 3
"""One of so many goes on to more games. Source: the usual factor of successive halving, K. Jamieson, A. Talwalkar,
"Non-stochastic best arm identification and hyperparameter optimization", 2016; L. Li et al., "Hyperband", 2018."""
FRESH = 1 << 32
"""Number of the first game that the search itself never plays."""
PROVEN = frozenset[Metric]({"design_worth"})
"""Metrics that are counted in the fresh games only: in the few of a race chance alone would decide."""


# Values against targets


def raced_for(targets: Sequence[Target]) -> list[Target]:
    """Return the targets that count in a race."""
    return [target for target in targets if target.metric not in PROVEN]


def judge(values: Sequence[float], targets: Sequence[Target]) -> tuple[tuple[float, ...], float]:
    """Return how many slacks each value is off, and all faults in one number: the sum of weight times fault squared."""
    faults = tuple(target.fault(value) for target, value in zip(targets, values, strict=True))
    return faults, sum(target.weight * fault * fault for target, fault in zip(targets, faults, strict=True))


def values_of(games: Games, targets: Sequence[Target]) -> tuple[float, ...]:
    """Return the values of the targets' metrics."""
    return tuple(aimed_at(target.metric, games).value for target in targets)


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one is nowhere worse and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


# Proposals

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
            self._study.tell(trial, values, state=optuna.trial.TrialState.FAIL if values is None else None)


def _kin(start: Sequence[int], designs: int, count: int, chance: Random) -> list[list[int]]:
    """Return a set, and others that differ from it in a few slots."""
    found = [list(start)]
    while len(found) < count:
        kin = list(start)
        for slot in chance.sample(range(len(kin)), chance.randint(1, min(MOST_EXCHANGED, len(kin)))):
            kin[slot] = chance.randrange(designs)
        found.append(kin)
    return found


# The search


class TriedSet(Struct):
    """A set that was tried.

    Attributes:
        chosen: its designs.
        entries: the same, arranged.
        games: how many it has played; the ledger has them.
        values: by target that counts in a race.
        faults: of these values.
        loss: all faults in one number.
    """

    chosen: Chosen
    entries: tuple[SetEntry, ...]
    games: int
    values: tuple[float, ...]
    faults: tuple[float, ...]
    loss: float


class ProvenSet(Struct):
    """A set after its fresh games.

    Attributes:
        entries: its designs.
        deck: made of them.
        games: its fresh games.
        faults: by target.
        loss: all faults in one number.
        on_front: whether no other proven set is better in every respect.
    """

    entries: tuple[SetEntry, ...]
    deck: Deck
    games: Games
    faults: tuple[float, ...]
    loss: float
    on_front: bool = False


class SearchOutcome(Struct, frozen=True):
    """The outcome of a search.

    Attributes:
        found: sets, the one with the least loss first.
        own: the deck that it began with, played with the same fresh games.
        tried: every set that was tried, each once.
        games: that were played in all.
    """

    found: tuple[ProvenSet, ...]
    own: ProvenSet
    tried: tuple[TriedSet, ...]
    games: int


def most_games(effort: Effort) -> int:
    """Return how many games a search plays at most."""
    whole, rest = divmod(effort.sets, effort.generation)
    proof = (effort.keep + 1) * effort.proof
    return whole * _most_of_generation(effort, effort.generation) + _most_of_generation(effort, rest) + proof


def _most_of_generation(effort: Effort, count: int) -> int:
    """Return the games of so many sets of which none was tried before."""
    total = 0
    for first, stop in pairwise((0, *effort.games)):
        total += count * (stop - first)
        count = ceil(count / PROMISING)
    return total


class Search(Struct):
    """One search.

    Attributes:
        deck: to begin with, and to compare with.
        targets: what is wanted.
        pool: the designs that sets are made of.
        ledger: games that were played before.
        party: who plays with the deck, and in its place with every set.
        seed: games' own seeds follow from it and their numbers; so does what is proposed.
        executor: plays portions of games.
        on_progress: called with the best so far in words, and the number of games more that are done; of
            :func:`most_games`.
        known: every set that was tried.
    """

    deck: Deck
    targets: Targets
    pool: Pool
    ledger: Ledger
    party: Party
    seed: int
    executor: GamesExecutor
    on_progress: Callable[[str, int], object] = lambda _, __: None
    known: dict[Chosen, TriedSet] = {}

    def run(self) -> SearchOutcome:
        """Run the search to its end, and return the outcome."""
        effort, start = self.targets.search, set_of_deck(self.deck, self.pool)
        slots, designs = self.pool.per_colour, len(self.pool.designs)
        optimiser = Optimiser(slots, designs, 1, effort.generation, self.seed, start)
        asked = 0
        while asked < effort.sets:
            count = min(effort.generation, effort.sets - asked)
            proposed = [repaired(slots, self.pool) for slots in optimiser.ask(count)]
            racing, played = [chosen for chosen in dict.fromkeys(proposed) if chosen is not None], 0
            for first, stop in pairwise((0, *effort.games)):  # the promising sets go on to more and more games
                played += self._try_sets(racing, stop) * (stop - first)
                racing.sort(key=lambda chosen: (self.known[chosen].loss, chosen))
                racing = racing[: ceil(len(racing) / PROMISING)]
            self.on_progress(self._best_so_far(), _most_of_generation(effort, count) - played)
            optimiser.tell([None if chosen is None else (self.known[chosen].loss,) for chosen in proposed])
            asked += count
        return self._prove_best()

    def _best_so_far(self) -> str:
        best = min((candidate.loss for candidate in self.known.values()), default=float("nan"))
        return f"{len(self.known)} sets, best loss {best:.2f}"

    def _try_sets(self, racing: Iterable[Chosen], games: int) -> int:
        """Let sets play up to so many games, unless they have; return how many had not."""
        wanted = [c for c in racing if c not in self.known or self.known[c].games < games]
        entries = {
            chosen: self.known[chosen].entries if chosen in self.known else arranged(chosen, self.pool, self.deck)
            for chosen in wanted
        }
        decks = [(key_of(entries[chosen]), deck_with(entries[chosen], self.deck)) for chosen in wanted]
        steps = [range(first, stop) for first, stop in pairwise((0, *self.targets.search.games)) if stop <= games]
        targets = raced_for(self.targets.targets)
        for chosen, played in zip(wanted, self._games_of(decks, steps), strict=True):
            values = values_of(played, targets)
            self.known[chosen] = TriedSet(chosen, entries[chosen], games, values, *judge(values, targets))
        return len(wanted)

    def _games_of(self, decks: Sequence[tuple[str, Deck]], steps: Sequence[range]) -> Iterator[Games]:
        """Yield the games with each of several decks, from the ledger or played now.

        Args:
            decks: with their names in the ledger.
            steps: numbers of games, one step of the race after another; all but the last were played before.
        """
        best, parts = self._best_so_far(), [part for step in steps for part in portions_of(self.party, step)]
        there: dict[tuple[str, int], Games] = {}
        missing: list[tuple[str, Portion]] = []
        for key, deck in decks:
            party = replace(self.party, box=GameSet.of(deck))
            for part in parts:
                found = self.ledger.read(key, party, part)
                if found is None:
                    missing.append((key, Portion(party, self.seed, part)))
                else:
                    there[key, part.start] = found
        self.on_progress(best, len(decks) * len(steps[-1]) - sum(len(portion.games) for _, portion in missing))
        played = self.executor([portion for _, portion in missing])
        for (key, portion), arrays in zip(missing, played, strict=True):
            games = there[key, portion.games.start] = Games(portion.party, *arrays)
            self.ledger.write(key, portion.games, games)
            self.on_progress(best, len(portion.games))
        for key, _ in decks:
            yield Games.joined([there.pop((key, part.start)) for part in parts])

    def _prove_best(self) -> SearchOutcome:
        """Let the best sets play fresh games, together with the deck."""
        effort, targets = self.targets.search, self.targets.targets
        most = max(candidate.games for candidate in self.known.values())
        raced = [c for c in self.known.values() if c.games == most]
        own = set_of_deck(self.deck, self.pool)
        front = [c for c in raced if c.chosen != own and not any(dominates(one.faults, c.faults) for one in raced)]
        front.sort(key=lambda candidate: (candidate.loss, candidate.chosen))
        kept = [candidate.entries for candidate in front[: effort.keep]]
        decks = [*((key_of(entries), deck_with(entries, self.deck)) for entries in kept), ("deck", self.deck)]
        played = self._games_of(decks, [range(FRESH, FRESH + effort.proof)])
        found = [
            ProvenSet(entries, deck, games, *judge(values_of(games, targets), targets))
            for entries, (_, deck), games in zip([*kept, ()], decks, played, strict=True)
        ]
        for one in found:
            one.on_front = not any(dominates(other.faults, one.faults) for other in found[:-1])
        *proven, deck = found
        proven.sort(key=lambda one: one.loss)
        games = sum(one.games for one in self.known.values()) + sum(len(one.games) for one in found)
        return SearchOutcome(tuple(proven), deck, tuple(self.known.values()), games)


SHOWN = tuple(name for name in Composition.__struct_fields__ if name != "branching")


class OutcomeReport(Struct, frozen=True):
    """The outcome of a search in words and numbers.

    Attributes:
        outcome: what was found.
        loaded: the catalogue of the deck that the search began with.
        pool: the designs that sets are made of.
        aims: what was wanted, and who played.
    """

    outcome: SearchOutcome
    loaded: LoadedCatalogue
    pool: Pool
    aims: Targets

    # Text

    def text(self) -> str:
        """Return the whole outcome as text."""
        outcome = self.outcome
        rows = [
            ["wanted", *(_wanted(target) for target in self.aims.targets), "", ""],
            ["this deck", *self._values(outcome.own), ""],
        ]
        for number, proven in enumerate(outcome.found, 1):
            changed = f"{len(self._changes(proven.entries))}"
            rows.append([f"set {number}{'' if proven.on_front else ' *'}", *self._values(proven), changed])
        tried, tiles = plural(len(outcome.tried), "set"), plural(self.pool.per_colour, "tile")
        lines = [
            f"{tried} of {tiles} tried in {plural(outcome.games, 'game')}",
            f"the pool has {plural(len(self.pool.designs), 'design')}: {self.pool.limits}",
            f"{self._players()}; {plural(len(outcome.own.games), 'fresh game')} each, with 95 % intervals",
            "",
            table(rows, ["", *(target.metric for target in self.aims.targets), "loss", "changed"]),
            "",
            "All sets that were tried. A target's cost: how much more the others lose, at least, in sets that meet it.",
            "",
            table(self._reached(), ["", "wanted", "least", "median", "most", "sets that meet it", "cost"]),
            "",
        ]
        for number, proven in enumerate(outcome.found, 1):
            lines += [*self._set(number, proven), ""]
        if not outcome.found:
            lines += ["no set was better than this deck in any respect; try more sets, or allow other designs", ""]
        return "\n".join(lines)

    def _players(self) -> str:
        play = self.aims.play
        acting = "" if play.actions is None else ", with actions" if play.actions else ", placing only"
        return f"{play.players} {play.bot} players{acting}"

    def _values(self, proven: ProvenSet) -> list[str]:
        """Return the values of the targets, then the loss."""
        values = [aimed_at(target.metric, proven.games).value for target in self.aims.targets]
        return [f"{value:.2f}" for value in (*values, proven.loss)]

    def _reached(self) -> list[list[object]]:
        """Return a row for each target: how far the sets that were tried come, how many meet it, and what it costs."""
        tried, targets = self.outcome.tried, raced_for(self.aims.targets)
        rows: list[list[object]] = []
        for place, target in enumerate(targets):
            values = sorted(one.values[place] for one in tried)
            others = [one.loss - target.weight * one.faults[place] ** 2 for one in tried]
            meeting = [loss for one, loss in zip(tried, others, strict=True) if not one.faults[place]]
            reached = [f"{value:.2f}" for value in (values[0], median(values), values[-1])]
            cost = f"{min(meeting) - min(others):.1f}" if meeting else "-"
            rows.append([target.metric, _wanted(target), *reached, len(meeting), cost])
        return rows

    def _set(self, number: int, proven: ProvenSet) -> Iterator[str]:
        """Yield the lines about a set: its values beside those of the deck, and its designs."""
        yield f"Set {number}: loss {proven.loss:.2f}; this deck {self.outcome.own.loss:.2f}"
        if not proven.on_front:
            yield "* in fresh games another set was at least as good in every respect"
        mine, own = proven.games, self.outcome.own.games
        rows = [
            [
                _titled(target),
                _wanted(target),
                *(_interval(aimed_at(target.metric, games)) for games in (mine, own)),
                _interval(difference(target.metric, mine, own), signed=True),
            ]
            for target in self.aims.targets
        ]
        yield table(rows, ["", "wanted", "this set", "this deck", "difference"])
        yield f"a colour: {_composed(proven.deck)}"
        yield f"instead of {_composed(self.outcome.own.deck)}"
        repeats = survey(proven.deck, self.pool.limits).repeats
        yield f"pairs of designs that nearly repeat each other: {len(repeats)}"
        yield from self._changes(proven.entries)

    def _changes(self, entries: Sequence[SetEntry]) -> list[str]:
        """Return a line for each design that is new or gone, and for the one that it replaces."""
        own = {tile.design: tile for tile in self.outcome.own.deck.of_first_colour}
        kept = {entry.id for entry in entries if entry.id in own}
        replaced = {entry.instead for entry in entries if entry.instead}
        lines = []
        for entry in entries:
            new = f"{entry.number:02d} {spell_paths(entry.paths)}{f' (x {entry.copies})' * (entry.copies > 1)}"
            if entry.instead:
                old = own[entry.instead].paths
                steps = distance(old, entry.paths)
                how = "other paths" if steps is None else f"{plural(steps, 'symbol')} changed"
                lines.append(f"  {new}   instead of {entry.instead}, {spell_paths(old)}: {how}")
            elif entry.id not in own:
                lines.append(f"  {new}   new")
        lines += [
            f"  {tile.number:02d} {name}, {spell_paths(tile.paths)}   gone"
            for name, tile in own.items()
            if name not in kept | replaced
        ]
        return lines

    # Data

    def data(self) -> dict[str, Any]:
        """Return the whole outcome as plain data."""
        outcome = self.outcome
        return {
            "game": self.outcome.own.deck.catalogue.game,
            "catalogue_sha256": self.loaded.document.sha256,
            "tried": len(outcome.tried),
            "games": outcome.games,
            "fresh_games": len(outcome.own.games),
            "pool": len(self.pool.designs),
            "deck": self._proven_data(outcome.own),
            "sets": [
                {
                    **self._proven_data(proven),
                    "designs": [
                        entry._asdict() | {"paths": spell_paths(entry.paths), "instead": entry.instead or None}
                        for entry in proven.entries
                    ],
                }
                for proven in outcome.found
            ],
        }

    def _proven_data(self, proven: ProvenSet) -> dict[str, Any]:
        """Return a set as plain data, each target with its value and its fault."""
        return {
            "loss": round(proven.loss, 6),
            "on_front": proven.on_front,
            "targets": [
                {
                    "metric": target.metric,
                    "wanted": list(target.span),
                    "fault": round(fault, 6),
                    **(_numbers(aimed_at(target.metric, proven.games)) or {}),
                    "over_the_deck": _numbers(difference(target.metric, proven.games, self.outcome.own.games)),
                }
                for target, fault in zip(self.aims.targets, proven.faults, strict=True)
            ],
        }

    # Catalogues

    def catalogues(self) -> dict[str, str]:
        """Return the text of a catalogue for each set, by the name of its file."""
        title, count, texts = self.outcome.own.deck.catalogue.title, len(self.outcome.found), dict[str, str]()
        for number, proven in enumerate(self.outcome.found, 1):
            found_by = f"found by `asterion play search`; catalogue {self.loaded.short_hash}"
            comments = [
                f"{title}: set {number} of {count}, {found_by}",
                f"{self._players()}; {plural(len(proven.games), 'fresh game')}, with 95 % intervals",
                "",
                *(line for part in self._set(number, proven) for line in part.splitlines()),
            ]
            texts[f"set-{number}.yaml"] = catalogue_text(proven.deck.catalogue, comments)
        return texts


def _titled(target: Target) -> str:
    metric = METRICS[target.metric]
    return metric.title if metric.form == "number" else f"{metric.title}, %"


def _wanted(target: Target) -> str:
    least, most = target.span
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def _interval(found: Estimate | None, *, signed: bool = False) -> str:
    if found is None:
        return "-"
    form = "+.2f" if signed else ".2f"
    return f"{found.value:{form}} [{found.low:{form}}, {found.high:{form}}]"


def _numbers(found: Estimate | None) -> dict[str, float] | None:
    return found and {name: round(number, 6) for name, number in found._asdict().items()}


def _composed(deck: Deck) -> str:
    composition = composition_of(deck.of_first_colour)
    counts = ", ".join(f"{getattr(composition, what)} {what.replace('_', ' ')}" for what in SHOWN)
    return f"{counts}, branching {composition.branching:.2f}"
