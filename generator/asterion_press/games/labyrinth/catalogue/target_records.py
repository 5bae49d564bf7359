"""Targets of a search for sets of designs: how games shall go, and which sets are considered.

::

    play:                            who plays, by which rules; all may be left out
      players: 4
      bot: greedy
      actions: false
    designs:                         which designs a set is made of; what is left out is as in the deck
      per_colour: 16
      extras: [0, 1]                 coins and wings of a tile, together
    totals: {prisoners: 16, coins: 2, wings: [5, 7]}      of a colour
    targets:                         a number, or the least and the most; how far off is one step; how much it counts
      - {metric: impaled, wanted: 22, slack: 1, weight: 2}
      - {metric: ties, wanted: [0, 4], slack: 1}
    search: {sets: 480, generation: 24, games: [100, 400, 1600], proof: 4000, keep: 6}

A value outside of what is wanted is at fault by its distance from it, counted in slacks. The *loss* of a set is the sum
of weight times fault squared over all targets.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from asterion_press.catalogue.strict_yaml import Document, Source, read_document
from asterion_press.catalogue.validation import Record, validated
from asterion_press.errors import Mistake, refuse
from asterion_press.games.labyrinth.catalogue.records import with_symbols
from asterion_press.games.labyrinth.catalogue.symbol_table import MOST_ON_PATH
from asterion_press.games.labyrinth.engine.bot_names import BotName, bot_settings
from asterion_press.games.labyrinth.engine.rules import MalformedError

Metric: TypeAlias = Literal[
    "impaled",
    "coins_in_play",
    "coins_by_gate",
    "coins_by_wings",
    "escaped",
    "escaped_with_coin",
    "escaped_without_coin",
    "escaped_ratio",
    "treasure",
    "impaling",
    "best_score",
    "margin",
    "ties_before",
    "ties",
    "first_seat",
    "last_seat",
    "seat_gap",
    "rotate_used",
    "swap_used",
    "move_used",
    "design_worth",
]
"""Metrics that can be aimed at, each by one target of a file; ``METRICS`` says how each one is counted. It stands in
``simulation/measures.py``, as reading targets must not import NumPy."""

Amount = Annotated[int, Meta(ge=0, le=99)]
Amounts = Amount | Annotated[tuple[Amount, ...], Meta(min_length=2, max_length=2)]
"""A number, or the least and the most. The length of the tuple is a constraint, as msgspec 0.22 crashes on a choice
between a number with bounds and a tuple of fixed length."""
Value = Annotated[float, Meta(ge=-1000, le=1000)]
Values = Value | Annotated[tuple[Value, ...], Meta(min_length=2, max_length=2)]
Span: TypeAlias = tuple[int, int]


class Play(Record, frozen=True):
    """The players of the games and their rules.

    Attributes:
        players: how many play.
        bot: who plays all seats: a bot with its budget, such as `tree:nodes=500`.
        actions: whether the bots act; else as in the edition.
        edition: whose rules; else as the catalogue says.
        score_impaled: whether impaling scores; else as in the edition.
        tie_break: which escaped prisoners break a tie; else as in the edition.
        outside: which uncovered cells are outside.
    """

    players: Annotated[int, Meta(ge=2, le=4)] = 4
    bot: BotName = "greedy"
    actions: bool | None = None
    edition: Literal["revised", "original"] | None = None
    score_impaled: bool | None = None
    tie_break: Literal["all", "coinless", "coin_only", "seat"] | None = None
    outside: Literal["any", "unbounded"] = "any"


@with_symbols(Amounts | None, None)
class _AllowedTiles(Record, frozen=True):
    """Limits of the tiles of a set."""

    per_colour: Annotated[int, Meta(ge=1, le=30)] | None = None
    alike: Annotated[int, Meta(ge=1, le=30)] = 1
    open_sides: Amounts | None = None


@with_symbols(Annotated[int, Meta(ge=0, le=MOST_ON_PATH)] | None, None, prefix="path_")
class Allowed(_AllowedTiles, frozen=True):
    """Limits of the designs of a set; a key that is left out is as in the deck.

    Attributes:
        per_colour: tiles of a colour.
        alike: the most tiles of a colour that may have the same design.
        open_sides: open sides of a tile.
        prisoners, coins, wings: how many a tile holds: a number, or the least and the most.
        extras: coins and wings of a tile together.
        path_prisoners, path_coins, path_wings: the most of them on one path.
    """

    extras: Amounts | None = None


@with_symbols(Amounts | None, None)
class Sums(Record, frozen=True):
    """Limits of the sums over the tiles of a colour; a key that is left out sets no limit.

    Attributes:
        prisoners, coins, wings: how many the tiles of a colour hold: a number, or the least and the most.
    """


class Target(Record, frozen=True):
    """One target: a metric and its wanted value.

    Attributes:
        wanted: the value, or the least and the most.
        slack: how far off counts as one step.
        weight: how much it counts among the others.
        metric: what is measured; docs/study.md has a line about each.
    """

    metric: Metric
    wanted: Values
    slack: Annotated[float, Meta(gt=0, le=1000)]
    weight: Annotated[float, Meta(gt=0, le=1000)] = 1.0

    @property
    def span(self) -> tuple[float, float]:
        """Return the least and the most that is wanted."""
        least, most = self.wanted if isinstance(self.wanted, tuple) else (self.wanted, self.wanted)
        return least, most

    def fault(self, value: float) -> float:
        """Return by how many slacks a value is off."""
        least, most = self.span
        return max(0.0, least - value, value - most) / self.slack


class Effort(Record, frozen=True):
    """The effort of a search, in sets and games.

    Attributes:
        sets: sets that are tried.
        generation: sets that are proposed at a time.
        games: of each set; the more promising ones go on to the next number.
        proof: fresh games, at the end, of each set that is kept, and of the deck.
        keep: sets that are kept at most.
    """

    sets: Annotated[int, Meta(ge=2, le=100_000)] = 480
    generation: Annotated[int, Meta(ge=2, le=1000)] = 24
    games: Annotated[tuple[Annotated[int, Meta(ge=10, le=100_000)], ...], Meta(min_length=1, max_length=8)] = (
        100,
        400,
        1600,
    )
    proof: Annotated[int, Meta(ge=100, le=1_000_000)] = 4000
    keep: Annotated[int, Meta(ge=1, le=50)] = 6


class Targets(Record, frozen=True, kw_only=True):
    """A whole file of targets.

    Attributes:
        play: who plays, by which rules.
        designs: which designs a set is made of.
        totals: what the tiles of a colour hold together.
        targets: what is wished for.
        search: how much is played.
    """

    play: Play = Play()
    designs: Allowed = Allowed()
    totals: Sums = Sums()
    targets: Annotated[tuple[Target, ...], Meta(min_length=1, max_length=len(get_args(Metric)))]
    search: Effort = field(default_factory=Effort)


class LoadedTargets(Struct, frozen=True):
    """Targets, and the file that they were read from."""

    targets: Targets
    document: Document


def span_of(amounts: int | tuple[int, ...]) -> Span:
    """Return the least and the most."""
    least, most = amounts if isinstance(amounts, tuple) else (amounts, amounts)
    return least, most


def load_targets(file: Source) -> LoadedTargets:
    """Read targets.

    Raises:
        InputError: every mistake of the file's form, or if that is sound, every mistake of its sense.
    """
    document = read_document(file)
    targets = validated(document, Targets)
    refuse(_mistakes(targets, document))
    return LoadedTargets(targets, document)


def _mistakes(targets: Targets, document: Document) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of targets whose form is sound."""
    yield from _target_mistakes(targets, document)
    for section in ("designs", "totals"):
        record = getattr(targets, section)
        for name in record.__struct_fields__:
            value = getattr(record, name)
            if isinstance(value, tuple) and value[0] > value[1]:
                yield Mistake(document.value_place((section, name)), _turned_round(*value))
    search = targets.search
    place = document.value_place(("search", "games"))
    if any(one >= other for one, other in pairwise(search.games)):
        yield Mistake(place, f"games {list(search.games)} do not grow; write the smallest number first")
    if search.generation > search.sets:
        message = f"a generation of {search.generation} sets, but only {search.sets} sets in all; write fewer"
        yield Mistake(document.value_place(("search", "generation")), message)
    try:
        if bot_settings(targets.play.bot).ms:
            message = "a search is the same on every machine; count the bot's budget in nodes"
            yield Mistake(document.value_place(("play", "bot")), message)
    except MalformedError as error:
        yield Mistake(document.value_place(("play", "bot")), str(error))
    if targets.play.actions and targets.play.edition == "original":
        yield Mistake(document.value_place(("play", "actions")), "the original edition has no actions; write false")


def _target_mistakes(targets: Targets, document: Document) -> Iterator[Mistake]:
    """Yield metrics that are aimed at twice, and spans that are turned round."""
    seen: dict[str, int] = {}
    for number, target in enumerate(targets.targets):
        at = ("targets", number)
        if (first := seen.setdefault(target.metric, number)) != number:
            message = f"metric {target.metric!r} is aimed at already, by target {first + 1}; one target each"
            yield Mistake(document.value_place((*at, "metric")), message)
        least, most = target.span
        if least > most:
            yield Mistake(document.value_place((*at, "wanted")), _turned_round(least, most))


def _turned_round(least: float, most: float) -> str:
    return f"the least, {least:g}, is more than the most, {most:g}; write [{most:g}, {least:g}]"
