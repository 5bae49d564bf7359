"""The report of a search: each set with the values of its targets, its designs, and how it differs from the deck.

The same three times: as text, as plain data, and as a catalogue for each set, which prints at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from msgspec import Struct

from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, catalogue_text
from asterion_press.games.labyrinth.catalogue.records import spell_paths
from asterion_press.games.labyrinth.catalogue.target_records import Target, Targets
from asterion_press.games.labyrinth.deck.space import distance, survey
from asterion_press.games.labyrinth.deck.tiles import Composition, Deck, composition_of
from asterion_press.games.labyrinth.simulation.measures import METRICS, Estimate, aimed_at, difference
from asterion_press.games.labyrinth.simulation.search import ProvenSet, SearchOutcome, raced_for
from asterion_press.games.labyrinth.simulation.sets import Pool, SetEntry
from asterion_press.games.report import table
from asterion_press.wording import plural

SHOWN = tuple(name for name in Composition.__struct_fields__ if name != "branching")


class OutcomeReport(Struct, frozen=True):
    """The outcome of a search in words and numbers.

    Attributes:
        outcome: what was found.
        loaded: the catalogue of the deck that the search began with.
        pool: the designs that sets are made of.
        wishes: what was wanted, and who played.
    """

    outcome: SearchOutcome
    loaded: LoadedCatalogue
    pool: Pool
    wishes: Targets

    # Text

    def text(self) -> str:
        """Return the whole outcome as text."""
        outcome = self.outcome
        rows = [
            ["wanted", *(_wanted(target) for target in self.wishes.targets), "", ""],
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
            table(rows, ["", *(target.metric for target in self.wishes.targets), "loss", "changed"]),
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
        play = self.wishes.play
        acting = "" if play.actions is None else ", with actions" if play.actions else ", placing only"
        return f"{play.players} {play.bot} players{acting}"

    def _values(self, proven: ProvenSet) -> list[str]:
        """Return the values of the targets, then the loss."""
        values = [aimed_at(target.metric, proven.games).value for target in self.wishes.targets]
        return [f"{value:.2f}" for value in (*values, proven.loss)]

    def _reached(self) -> list[list[object]]:
        """Return a row for each target: how far the sets that were tried come, how many meet it, and what it costs."""
        tried, targets = self.outcome.tried, raced_for(self.wishes.targets)
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
            for target in self.wishes.targets
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
                for target, fault in zip(self.wishes.targets, proven.faults, strict=True)
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
