"""The pool of designs that sets are made of, and the sets.

The pool has the designs within the limits of the targets that can be drawn. A set is the tiles of one colour, by the
numbers of their designs in the pool, in rising order.

A proposal of the optimiser need not be a set that the targets allow. It is *repaired*: as long as something is wrong
with its sums, or too many tiles are alike, that one tile is exchanged which sets most right, for the nearest design.

A set is *arranged* like the deck: designs that the deck has keep their number and id, the others take the numbers that
became free, the nearest design first. So a catalogue differs from the deck's only where the set does, and games of the
two deal corresponding tiles at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import add, sub
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.records import (
    Design,
    Expectation,
    Paths,
    Totals,
    spell_exits,
    spell_paths,
)
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.games.labyrinth.catalogue.target_records import LoadedTargets, span_of
from asterion_press.games.labyrinth.deck.space import (
    Content,
    Limits,
    change_limits,
    content,
    designs,
    distance,
    limits_of,
)
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, composition_of, deck_of

FAR = 8
"""Steps between designs whose paths differ, where a number is needed. Own choice: more than symbols have ways."""


class Pool:
    """The designs that sets are made of.

    Attributes:
        designs: in the order of their spellings; a set names them by their numbers here.
        limits: that they keep.
        per_colour: tiles of a colour.
        alike: the most tiles of a colour with the same design.
        loads: the least and the most symbols of each kind that a colour has, in the order of their table.
    """

    def __init__(self, deck: Deck, loaded: LoadedTargets, drawable: Callable[[Paths], bool]) -> None:
        """Choose the designs.

        Args:
            deck: its limits hold where the targets name none.
            loaded: the targets.
            drawable: returns whether a design can be drawn, which nothing here knows.

        Raises:
            InputError: there are none, or too few for a set.
        """
        allowed = loaded.targets.designs
        named = {name: value for name in Limits.__struct_fields__ if (value := getattr(allowed, name)) is not None}
        spans = {name: value if name.startswith("path_") else span_of(value) for name, value in named.items()}
        self.limits = change_limits(limits_of(deck), spans)
        self.designs = tuple(filter(drawable, designs(self.limits)))
        self.per_colour = allowed.per_colour or sum(tile.copies for tile in deck.of_first_colour)
        self.alike = allowed.alike
        totals, most = loaded.targets.totals, 99 * self.per_colour
        self.loads = tuple(span_of(getattr(totals, kind) or (0, most)) for kind in PLURALS)
        if len(self.designs) * self.alike < self.per_colour:
            place = loaded.document.value_place(("designs",))
            raise InputError.at(
                place,
                f"{len(self.designs)} designs have {self.limits}; too few for {self.per_colour} tiles of at most "
                f"{self.alike} alike; widen the limits or raise 'alike'",
            )

    @cached_property
    def contents(self) -> tuple[Content, ...]:
        """Return what each design holds."""
        return tuple(content(design) for design in self.designs)

    @cached_property
    def numbers(self) -> dict[Paths, int]:
        """Return the number of each design."""
        return {design: number for number, design in enumerate(self.designs)}

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """Return for each design all others, the nearest first."""
        count = range(len(self.designs))
        return tuple(
            tuple(sorted(count, key=lambda other: (steps_between(self.designs[one], self.designs[other]), other)))
            for one in count
        )


def steps_between(one: Paths, other: Paths) -> int:
    """Return how far two designs are apart, `FAR` if their paths differ."""
    steps = distance(one, other)
    return FAR if steps is None else steps


# Sets

Chosen: TypeAlias = tuple[int, ...]
"""Numbers of designs, a number as often as the design is printed in a colour, in rising order."""


def wrong_with(chosen: Sequence[int], pool: Pool) -> int:
    """Return how much is wrong: what sums lack or have too much, and tiles that are alike too often."""
    too_many = sum(max(0, count - pool.alike) for count in Counter(chosen).values())
    return too_many + _wrong_sums(_sums(chosen, pool), pool)


def _sums(chosen: Sequence[int], pool: Pool) -> Content:
    contents = [pool.contents[number] for number in chosen]
    return tuple(map(sum, zip(*contents, strict=True)))


def _wrong_sums(sums: Content, pool: Pool) -> int:
    return sum(max(0, least - total, total - most) for total, (least, most) in zip(sums, pool.loads, strict=True))


def repaired(proposed: Sequence[int], pool: Pool) -> Chosen | None:
    """Return the set that a proposal stands for; None if exchanging one tile after another leads to none."""
    chosen = list(proposed)
    wrong = wrong_with(chosen, pool)
    while wrong:
        left, _, place, number = min(_exchanges(chosen, pool, wrong))
        if left >= wrong:
            return None
        chosen[place], wrong = number, left
    return tuple(sorted(chosen))


def _exchanges(chosen: list[int], pool: Pool, wrong: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield every exchange of one tile: faults afterwards, distance of the designs, the place, the design."""
    counts, sums = Counter(chosen), _sums(chosen, pool)
    wrong_sums = _wrong_sums(sums, pool)
    for place, number in enumerate(chosen):
        gone = pool.contents[number]
        rest = tuple(map(sub, sums, gone))
        alike = counts[number] > pool.alike
        for steps, other in enumerate(pool.nearest[number]):
            if other != number:
                come = pool.contents[other]
                then = _wrong_sums(tuple(map(add, rest, come)), pool)
                yield wrong - wrong_sums + then - alike + (counts[other] >= pool.alike), steps, place, other


class SetEntry(NamedTuple):
    """A design as a catalogue has it.

    Attributes:
        id: of the design.
        number: the digits of the tiles' ids.
        paths: the design.
        copies: tiles of each colour.
        instead: id of the deck's design whose number it took; empty if the deck has it, or if the number is new.
    """

    id: str
    number: int
    paths: Paths
    copies: int
    instead: str = ""


def arranged(chosen: Chosen, pool: Pool, deck: Deck) -> tuple[SetEntry, ...]:
    """Return a set's designs with numbers and ids, in the order of their numbers."""
    wanted = Counter({pool.designs[number]: count for number, count in Counter(chosen).items()})
    entries, free = [], []
    for tile in deck.of_first_colour:
        if copies := wanted.pop(tile.paths, 0):
            entries.append(SetEntry(tile.design, tile.number, tile.paths, copies))
        else:
            free.append(tile)
    taken = {entry.number for entry in entries}
    ids = set(deck.catalogue.designs)
    while wanted:
        newcomer, place = _next_pair(list(wanted), free)
        gone = free.pop(place) if free else None
        number = gone.number if gone else next(n for n in range(1, len(taken) + 2) if n not in taken)
        taken.add(number)
        exits = "-".join(spell_exits(path.exits) for path in newcomer)
        name = f"{exits.lower()}-{number:02d}"  # such as ns-e-w-09
        name = name if name not in ids else f"new-{name}"
        ids.add(name)
        entries.append(SetEntry(name, number, newcomer, wanted.pop(newcomer), gone.design if gone else ""))
    return tuple(sorted(entries, key=lambda entry: entry.number))


def _next_pair(newcomers: list[Paths], free: list[Tile]) -> tuple[Paths, int]:
    """Return the newcomer and the free number whose design is nearest to it; of equally near ones the first."""
    pairs = [
        (steps_between(newcomer, tile.paths), order, place)
        for order, newcomer in enumerate(newcomers)
        for place, tile in enumerate(free)
    ]
    _, order, place = min(pairs, default=(0, 0, 0))
    return newcomers[order], place


def deck_with(entries: Sequence[SetEntry], deck: Deck) -> Deck:
    """Return the deck that has these designs in every colour, and all else from another; it promises what they hold."""
    designs = {e.id: Design(number=e.number, paths=e.paths, copies=e.copies) for e in entries}
    catalogue = replace(deck.catalogue, designs=designs, expect=Expectation())
    found = deck_of(catalogue)
    whole, colour = (
        {what: getattr(composition_of(tiles), what) for what in ("tiles", *PLURALS)}
        for tiles in (found.tiles, found.of_first_colour)
    )
    expect = Expectation(**whole, per_colour=Totals(**colour), equal_colours=True)
    return deck_of(replace(catalogue, expect=expect))


def key_of(entries: Sequence[SetEntry]) -> str:
    """Return a set's name in the ledger: the spelling of its designs, by number."""
    return "; ".join(f"{e.number} {spell_paths(e.paths)}{f' x{e.copies}' * (e.copies > 1)}" for e in entries)


def set_of_deck(deck: Deck, pool: Pool) -> Chosen | None:
    """Return the deck's own set; None if it is not made of the pool's designs, or not allowed."""
    numbers = [pool.numbers.get(tile.paths) for tile in deck.of_first_colour for _ in range(tile.copies)]
    known = tuple(sorted(number for number in numbers if number is not None))
    whole = len(known) == len(numbers) == pool.per_colour
    return known if whole and not wrong_with(known, pool) else None


def check_possible(pool: Pool, deck: Deck, loaded: LoadedTargets) -> None:
    """Refuse targets that no set can meet.

    Raises:
        InputError: no set of the pool's designs has the sums that are asked for.
    """
    some = tuple(place % len(pool.designs) for place in range(pool.per_colour))
    if set_of_deck(deck, pool) is None and repaired(some, pool) is None:
        sums = ", ".join(
            f"{least} to {most} {what}" if least < most else f"{most} {what}"
            for what, (least, most) in zip(PLURALS, pool.loads, strict=True)
        )
        message = (
            f"no {pool.per_colour} designs with {pool.limits} hold {sums} together; change the totals or the limits"
        )
        raise InputError.at(loaded.document.value_place(("totals",)), message)
