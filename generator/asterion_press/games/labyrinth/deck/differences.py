"""Differences between two decks, in the deck's own terms, and the update that makes one of the other.

A design is known again by its shape: its paths up to a turn. So a design that is only turned, renumbered or renamed is
the same one. Of designs whose shapes are found in one deck only, two with the same id, or else with the same number,
are one design that was changed; the rest were added or removed.

What is to be printed follows from the tiles themselves. A tile in the drawer is of use in the new deck if nothing that
is printed on it differs: its id, its paths up to a turn, its colour's letter, sign and ink, its size. What the new deck
has more of such tiles is printed, what it has fewer is taken out.

The update is a deck like any other, so that whatever prints or proves decks prints and proves it, too: its tiles have
as many copies as are missing, the piece in the middle none if the old one can stay, its catalogue counts the missing
counters and is called an update in its title.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.games.labyrinth.catalogue.records import (
    NO_COUNTERS,
    Catalogue,
    Centre,
    Colour,
    Design,
    Minotaur,
    Paths,
    canonical_paths,
)
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile


@lru_cache(maxsize=1 << 15)
def shape_of(paths: Paths) -> Paths:
    """Return what is the same of a design in all of its turns; kept, as it is asked for many times."""
    return canonical_paths(paths)


class Change(StrEnum):
    """A change of a design. The first three exclude all others."""

    ADDED = "added"
    REMOVED = "removed"
    SAME = "same"
    CHANGED = "changed"
    RENUMBERED = "renumbered"
    RENAMED = "renamed"
    TURNED = "turned"
    COPIES = "copies"


class DesignPair(Struct, frozen=True):
    """A design in the old and in the new deck; on one side it may be missing.

    Attributes:
        old_id, new_id: the design's ids.
        old, new: the design.
        changes: what happened to it.
    """

    old_id: str
    new_id: str
    old: Design | None
    new: Design | None
    changes: tuple[Change, ...]


class ValuePair(Struct, frozen=True):
    """Another value that differs, and how it is written in the old and in the new deck; '' if missing."""

    what: str
    old: str
    new: str


class Counts(Struct, frozen=True):
    """The numbers of tiles by id, in the order of the deck, and of counters."""

    tiles: dict[str, int]
    counters: int

    @property
    def total(self) -> int:
        """Return how many tiles there are."""
        return sum(self.tiles.values())


class Reprint(Struct, frozen=True):
    """The pieces that a drawer with the old deck needs to become the new deck.

    Attributes:
        printed: what is printed, by the ids of the new deck.
        taken_out: what is taken out, by the ids of the old deck.
        kept: how many tiles stay, the piece in the middle among them.
    """

    printed: Counts
    taken_out: Counts
    kept: int


class Difference(Struct, frozen=True):
    """All that differs between two decks.

    Attributes:
        old, new: the decks.
        designs: every design of either, in the order of the new deck, those that are gone at the end.
        values: what else differs.
        reprint: what is to be printed.
    """

    old: Deck
    new: Deck
    designs: tuple[DesignPair, ...]
    values: tuple[ValuePair, ...]
    reprint: Reprint

    @property
    def is_empty(self) -> bool:
        """Return whether the decks are the same in everything."""
        return not self.values and all(pair.changes == (Change.SAME,) for pair in self.designs)


def difference(old: Deck, new: Deck) -> Difference:
    """Return all that differs between two decks."""
    return Difference(
        old,
        new,
        tuple(design_pairs(old.catalogue, new.catalogue)),
        tuple(_values(old.catalogue, new.catalogue)),
        reprint(old, new),
    )


# -- designs -----------------------------------------------------------------------------------------------------------


def design_pairs(old: Catalogue, new: Catalogue) -> Iterator[DesignPair]:
    """Yield every design of the new deck with its old form, if it has one, and then those that are gone."""
    before, after = dict(old.designs), dict(new.designs)
    found: dict[str, str] = {}
    likenesses: tuple[Callable[[str, Design], object], ...] = (
        lambda name, design: (shape_of(design.paths), name),
        lambda _, design: (shape_of(design.paths), design.number),
        lambda _, design: shape_of(design.paths),
        lambda name, _: name,
        lambda _, design: design.number,
    )
    for likeness in likenesses:  # the surest first; each is for what those before it have left over
        waiting: dict[object, list[str]] = {}
        for name, design in before.items():
            waiting.setdefault(likeness(name, design), []).append(name)
        for name, design in list(after.items()):
            if names := waiting.get(likeness(name, design)):
                found[name] = names.pop(0)
                del before[found[name]], after[name]
    for name, design in _by_number(new):
        if name in found:
            was = old.designs[found[name]]
            yield DesignPair(found[name], name, was, design, _changes(found[name], was, name, design, old, new))
        else:
            yield DesignPair("", name, None, design, (Change.ADDED,))
    for name, design in _by_number(old):
        if name in before:
            yield DesignPair(name, "", design, None, (Change.REMOVED,))


def _by_number(catalogue: Catalogue) -> list[tuple[str, Design]]:
    return sorted(catalogue.designs.items(), key=lambda item: item[1].number)


def _changes(
    old_id: str, old: Design, new_id: str, new: Design, before: Catalogue, after: Catalogue
) -> tuple[Change, ...]:
    """Return what happened to a design that is in both decks."""
    facts = {
        Change.CHANGED: shape_of(old.paths) != shape_of(new.paths),
        Change.RENUMBERED: old.number != new.number,
        Change.RENAMED: old_id != new_id,
        Change.TURNED: old.paths != new.paths and shape_of(old.paths) == shape_of(new.paths),
        Change.COPIES: copies_of(old, before, after) != copies_of(new, after, before),
    }
    return tuple(change for change, is_so in facts.items() if is_so) or (Change.SAME,)


def copies_of(design: Design, catalogue: Catalogue, other: Catalogue | None = None) -> dict[str, int]:
    """Return the copies for each colour of the deck; of colours of both decks only, if there is another deck."""
    colours = catalogue.colour_ids if other is None else [c for c in catalogue.colour_ids if c in other.colours]
    return {colour: design.copies_in(colour) for colour in colours}


# -- everything else ---------------------------------------------------------------------------------------------------


def _values(old: Catalogue, new: Catalogue) -> Iterator[ValuePair]:
    """Yield all but designs that differs between two catalogues."""

    def rule(catalogue: Catalogue, what: str) -> str:
        value = getattr(catalogue.rules, what)
        return {None: "as in the edition", True: "yes", False: "no"}.get(value, str(value))

    rows: list[tuple[str, str, str]] = [
        ("title", old.full_title, new.full_title),
        ("edition", old.edition, new.edition),
        *((f"rule {what}", rule(old, what), rule(new, what)) for what in old.rules.__struct_fields__),
        ("tile size", f"{old.tile_mm:g} mm", f"{new.tile_mm:g} mm"),
        ("minotaur", _spelled(old.minotaur), _spelled(new.minotaur)),
        ("centre", _centre(old.centre), _centre(new.centre)),
        ("counters", _counters(old), _counters(new)),
        *((f"colour {name}", _colour(old, name), _colour(new, name)) for name in {**old.colours, **new.colours}),
    ]
    yield from (ValuePair(what, before, after) for what, before, after in rows if before != after)


def _spelled(middle: Minotaur | Centre | None) -> str:
    return " | ".join(map(str, shape_of(middle.paths))) if middle else ""


def _centre(centre: Centre | None) -> str:
    return f"{centre.count} {centre.name}, {centre.symbol}, {_spelled(centre)}" if centre else ""


def _counters(catalogue: Catalogue) -> str:
    counters = catalogue.counters
    if counters == NO_COUNTERS:
        return ""
    sign = f", {counters.symbol}" if counters.symbol else ""
    return f"{counters.count} of {counters.diameter_mm:g} mm, {counters.shape}{sign}"


def _colour(catalogue: Catalogue, name: str) -> str:
    colour: Colour | None = catalogue.colours.get(name)
    return f"{colour.letter}, {colour.symbol}, {colour.ink}" if colour else ""


# -- what is printed ---------------------------------------------------------------------------------------------------


class PrintedPiece(Struct, frozen=True):
    """A tile as it lies in the drawer: of two equal pieces each can stand for the other."""

    id: str
    paths: Paths
    letter: str
    symbol: str
    ink: str
    tile_mm: float


def pieces(deck: Deck) -> Counter[PrintedPiece]:
    """Count every physical tile of a deck, and what lies in the middle, by what is printed on it."""
    colours, size = deck.catalogue.colours, deck.catalogue.tile_mm

    def piece(tile: Tile) -> PrintedPiece:
        paths = shape_of(tile.paths)
        if (colour := colours.get(tile.colour)) is None:
            centre = deck.catalogue.centre
            return PrintedPiece(tile.id, paths, "", centre.symbol if centre else "", "", size)
        return PrintedPiece(tile.id, paths, colour.letter, colour.symbol, colour.ink, size)

    counted: Counter[PrintedPiece] = Counter()
    for tile in deck.all_tiles:
        counted[piece(tile)] += tile.copies
    return counted


def reprint(old: Deck, new: Deck) -> Reprint:
    """Return what has to be printed and taken out so that the old deck becomes the new one."""
    before, after = pieces(old), pieces(new)
    had, wanted = old.catalogue.counters, new.catalogue.counters
    alike = (had.diameter_mm, had.symbol, old.has_minotaur) == (wanted.diameter_mm, wanted.symbol, new.has_minotaur)
    stay = min(had.count, wanted.count) if alike else 0
    printed, taken_out = (dict(Counter(p.id for p in some.elements())) for some in (after - before, before - after))
    kept = (before & after).total()
    return Reprint(Counts(printed, wanted.count - stay), Counts(taken_out, had.count - stay), kept)


UPDATE = "update"


def update_of(old: Deck, new: Deck) -> Deck:
    """Return what of the new deck is printed if the old one is there."""
    return missing(new, reprint(old, new))


def missing(new: Deck, what: Reprint) -> Deck:
    """Return the part of a deck that is to be printed."""
    printed = what.printed.tiles
    tiles = tuple(replace(tile, copies=printed[tile.id]) for tile in new.tiles if tile.id in printed)
    catalogue, variant = new.catalogue, new.catalogue.variant
    called = replace(
        catalogue,
        variant=f"{variant}, {UPDATE}" if variant else UPDATE,
        counters=replace(catalogue.counters, count=what.printed.counters),
    )
    centre = new.centre and replace(new.centre, copies=printed.get(new.centre.id, 0))
    return Deck(called, tiles, centre)


def is_empty(update: Deck) -> bool:
    """Return whether nothing is to be printed."""
    return not (sum(tile.copies for tile in update.all_tiles) or update.catalogue.counters.count)
