"""Variants: only what differs from a catalogue, one YAML file each, and their merge into it.

::

    of: asterion                         the game whose catalogue is varied
    title: pocket deck                   what the deck is called beside the game's title
    tile_mm: 45                          and edition, minotaur, centre, counters, rules: each instead of the catalogue's
    copies: 2                            of every design for which nothing else is given here
    designs:                             colours likewise
      remove: [fork]
      change: {bend: {copies: 3}}
      add: {...}
    expect: {tiles: 60}                  instead of the catalogue's promises

What comes out is one document, with the data of a whole catalogue; it knows of each value in which of the two files it
stands. So a mistake or a finding in a varied catalogue is reported at the place where it is written.

A catalogue's promises are about its own deck. Where a variant changes the deck, only `equal_colours` is kept of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from asterion_press.catalogue.headers import OnlyColours, Symbol, Title
from asterion_press.catalogue.strict_yaml import Document, Location, joint_digest
from asterion_press.catalogue.validation import Identifier, Record, Rgb, validated
from asterion_press.errors import InputError, Mistake, Place, refuse, suggestion
from asterion_press.games.labyrinth.catalogue.records import (
    Centre,
    Colour,
    Count,
    CounterShape,
    Design,
    DesignPaths,
    Diameter,
    Expectation,
    Letter,
    Minotaur,
    Number,
    RuleOptions,
    TileSide,
)

WHOLE = ("edition", "tile_mm", "minotaur", "centre")
"""Values of a variant that stand instead of the catalogue's."""
BY_FIELD = ("counters", "rules")
"""Values of which each field that is written stands instead of the catalogue's."""
COUNTED = ("designs", "colours", "copies")
"""Keys that change the number of tiles, or the symbols on them."""


CopiesIfAny = Annotated[
    Count | dict[str, Count] | None, Meta(description="copies per colour, or a number for each colour")
]


class DesignChange(Record, frozen=True):
    """The changes of a design.

    Attributes:
        number: its number in each colour.
        paths: the paths of the tile.
    """

    number: Number | None = None
    paths: DesignPaths | None = None
    copies: CopiesIfAny = None
    colours: OnlyColours = None


class ColourChange(Record, frozen=True):
    """The changes of a colour.

    Attributes:
        letter: with which its tiles' ids begin.
        symbol: the sign that identifies the colour without ink.
        ink: its ink, as `#rrggbb`.
    """

    letter: Letter | None = None
    symbol: Symbol | None = None
    ink: Rgb | None = None


class CountersChange(Record, frozen=True):
    """The changes of the counters.

    Attributes:
        count: how many there are in all.
        diameter_mm: of each, across, in mm.
        shape: of each.
        symbol: the sign on them.
    """

    count: Count | None = None
    diameter_mm: Diameter | None = None
    shape: CounterShape | None = None
    symbol: Symbol | None = None


class DesignEntries(Record, frozen=True):
    """Designs that differ, by their ids.

    Attributes:
        remove: ids of designs that are left out.
        change: what differs in designs, by id.
        add: new designs, by id.
    """

    remove: tuple[Identifier, ...] = ()
    change: dict[Identifier, DesignChange] = field(default_factory=dict)
    add: dict[Identifier, Design] = field(default_factory=dict)


class ColourEntries(Record, frozen=True):
    """Colours that differ, by their ids.

    Attributes:
        remove: ids of colours that are left out.
        change: what differs in colours, by id.
        add: new colours, by id.
    """

    remove: tuple[Identifier, ...] = ()
    change: dict[Identifier, ColourChange] = field(default_factory=dict)
    add: dict[Identifier, Colour] = field(default_factory=dict)


class Variant(Record, frozen=True, kw_only=True):
    """The changes of a catalogue.

    Attributes:
        of: id of the game whose catalogue is varied.
        title: what the deck is called beside the game's title, as in "pocket deck".
        tile_mm: side of a tile's trim, in mm.
        copies: of every design that this file gives no copies of its own.
        edition: edition of the rules, if it is another one.
        minotaur: the minotaur's tile, if it is another one.
        centre: the piece in the middle of the table, if it is another one.
        counters: what differs in the counters.
        colours: colours that differ.
        designs: designs that differ.
        rules: options that differ.
        expect: what the varied deck promises.
    """

    of: Identifier
    title: Title
    edition: Identifier | None = None
    tile_mm: TileSide | None = None
    minotaur: Minotaur | None = None
    centre: Centre | None = None
    counters: CountersChange | None = None
    colours: ColourEntries = ColourEntries()
    designs: DesignEntries = DesignEntries()
    copies: CopiesIfAny = None
    rules: RuleOptions | None = None
    expect: Expectation | None = None


class OverlayDocument(Document, frozen=True):
    """A catalogue's document with a variant's upon it. Its `file` is the catalogue's, its `sha256` covers both.

    Attributes:
        base: the catalogue's document.
        over: the variant's.
        grafts: where the values stand that do not stand at the same place of the catalogue.
    """

    base: Document
    over: Document
    grafts: dict[Location, tuple[Document, Location]]

    def value_place(self, location: Location) -> Place:
        document, inner = self._source(location)
        return document.value_place(inner)

    def key_place(self, location: Location) -> Place:
        document, inner = self._source(location)
        return document.key_place(inner)

    def _source(self, location: Location) -> tuple[Document, Location]:
        """Return in which file a value is written, and where there.

        The catalogue is sound: if all of its colours or designs are wrong together, what the variant adds to them is;
        and so is what the variant says under a key that the catalogue leaves out.
        """
        for length in range(len(location), 0, -1):
            if graft := self.grafts.get(location[:length]):
                document, inner = graft
                return document, (*inner, *location[length:])
        is_added = len(location) == 1 or (bool(location) and location[0] not in self.base.data)
        within = [graft for target, graft in self.grafts.items() if is_added and target[:1] == location[:1]]
        return within[-1] if within else (self.base, location)


def overlay(base: Document, over: Document) -> OverlayDocument:
    """Lay a variant upon the catalogue that it varies.

    Args:
        base: a sound catalogue.
        over: the variant.

    Raises:
        InputError: mistakes of the variant's form, or conflicts with the catalogue, each with both places.
    """
    validated(over, Variant)
    if over.data["of"] != base.data["game"]:
        message = f"varies the game {over.data['of']!r}, but {base.data['game']!r} is the game of {_at(base, 'game')}"
        raise InputError.at(over.value_place(("of",)), f"{message}; choose another variant or catalogue")
    laying = _Laying(base, over, dict(base.data))
    refuse(laying.mistakes())
    both = joint_digest(base.sha256, over.sha256)
    return OverlayDocument(base.file, laying.data, both, {}, {}, base, over, laying.grafts)


def _at(document: Document, *location: str | int) -> Place:
    return document.key_place(location)


class _Laying(Struct):
    """The merge of one variant into one catalogue."""

    base: Document
    over: Document
    data: dict[str, Any]
    grafts: dict[Location, tuple[Document, Location]] = {}
    copied: set[Location] = set()

    def mistakes(self) -> Iterator[Mistake]:
        """Merge the two, and yield the mistakes in what is merged."""
        self._put(("variant",), ("title",))
        for key in WHOLE:
            if key in self.over.data:
                self._put((key,), (key,))
        for key in BY_FIELD:
            for name in self._under(key):
                self._put((key, name), (key, name))
        yield from self._entries("colours", "colour")
        yield from self._entries("designs", "design")
        self._forget_colours()
        yield from self._copies()
        if "expect" in self.over.data:
            self._put(("expect",), ("expect",))
        elif any(self.over.data.get(key) for key in COUNTED):
            promised: Any = self.base.data.get("expect", {})
            self.data["expect"] = {key: promised[key] for key in ("equal_colours",) if key in promised}

    def _under(self, key: str) -> dict[str, Any]:
        """Return what the variant says under a key."""
        given: Any = self.over.data.get(key, {})
        return dict(given)

    def _put(self, target: Location, source: Location) -> None:
        """Let what the variant says stand in the catalogue's data."""
        given: Any = self.over.data
        for step in source:
            given = given[step]
        self._set(target, given)
        self.grafts[target] = (self.over, source)

    def _set(self, target: Location, value: object) -> None:
        """Write a value; whatever holds it is copied first, since the catalogue's own data stay as they are."""
        holder: Any = self.data
        for length, step in enumerate(target[:-1], 1):
            if target[:length] not in self.copied:
                self.copied.add(target[:length])
                holder[step] = dict(holder.get(step, {}))
            holder = holder[step]
        holder[target[-1]] = value

    # -- designs and colours --

    def _entries(self, kind: str, noun: str) -> Iterator[Mistake]:
        """Apply what a variant says of designs or colours; yield what cannot be."""
        given = self._under(kind)
        removed = yield from self._removed(kind, noun, given.get("remove", []))
        yield from self._change(kind, noun, removed)
        yield from self._add(kind, noun, removed)
        self.data[kind] = {name: record for name, record in self.data[kind].items() if name not in removed}
        if not self.data[kind]:
            what = f"every {noun} of {_at(self.base, kind)} is removed and none is added; keep one"
            yield Mistake(self.over.key_place((kind, "remove")), what)

    def _removed(self, kind: str, noun: str, names: list[str]) -> Generator[Mistake, None, dict[str, Place]]:
        """Yield names to be removed that are not there; return the others, with their places."""
        removed: dict[str, Place] = {}
        for index, name in enumerate(names):
            place = self.over.value_place((kind, "remove", index))
            if name in removed:
                yield Mistake(place, f"{noun} {name!r} is removed twice, first at {removed[name]}")
            elif name not in self.data[kind]:
                yield Mistake(place, self._unknown(kind, noun, name, "remove"))
            else:
                removed[name] = place
        return removed

    def _unknown(self, kind: str, noun: str, name: str, verb: str) -> str:
        where = f"{_at(self.base, kind)} has these"
        return f"no {noun} {name!r} to {verb}; {suggestion(name, self.data[kind])}; {where}"

    def _change(self, kind: str, noun: str, removed: dict[str, Place]) -> Iterator[Mistake]:
        """Change entries; yield those that are not there, or are removed."""
        given = self._under(kind)
        for name, fields in given.get("change", {}).items():
            place = self.over.key_place((kind, "change", name))
            if name in removed:
                message = f"{noun} {name!r} is changed here and removed at {removed[name]}; keep one of the two"
                yield Mistake(place, message)
            elif name in self.base.data[kind]:
                if not fields:
                    there = _at(self.base, kind, name)
                    yield Mistake(place, f"nothing of {noun} {name!r} is changed; write what differs from {there}")
                for key in fields:
                    self._put((kind, name, key), (kind, "change", name, key))
            elif name in given.get("add", {}):
                there = self.over.key_place((kind, "add", name))
                message = f"{noun} {name!r} is changed here and added at {there}; write it there as it shall be"
                yield Mistake(place, message)
            else:
                yield Mistake(place, self._unknown(kind, noun, name, "change"))

    def _add(self, kind: str, noun: str, removed: dict[str, Place]) -> Iterator[Mistake]:
        """Add entries; yield those that are there already."""
        for name in self._under(kind).get("add", {}):
            place = self.over.key_place((kind, "add", name))
            if name in removed:
                yield Mistake(place, f"{noun} {name!r} is added here and removed at {removed[name]}; change it instead")
            elif name in self.base.data[kind]:
                there = _at(self.base, kind, name)
                yield Mistake(place, f"{noun} {name!r} is there already, at {there}; change it, or choose another id")
            else:
                self._put((kind, name), (kind, "add", name))

    # -- what depends on them --

    def _forget_colours(self) -> None:
        """Take colours that are gone out of the catalogue's own designs."""
        known = self.data["colours"]
        if all(colour in known for colour in self.base.data["colours"]):
            return
        for name, design in self._untouched("colours"):
            kept = [(index, one) for index, one in enumerate(design["colours"]) if one in known]
            self._set(("designs", name, "colours"), [one for _, one in kept])
            for index, (before, _) in enumerate(kept):
                self.grafts["designs", name, "colours", index] = self.base, ("designs", name, "colours", before)
        for name, design in self._untouched("copies"):
            if isinstance(design["copies"], dict):
                copies = {colour: count for colour, count in design["copies"].items() if colour in known}
                self._set(("designs", name, "copies"), copies)

    def _untouched(self, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield designs whose value of that key is the catalogue's own."""
        for name, design in self.data["designs"].items():
            if key in design and ("designs", name) not in self.grafts and ("designs", name, key) not in self.grafts:
                yield name, design

    def _copies(self) -> Iterator[Mistake]:
        """Give every design the copies that the variant wants of all of them."""
        wanted: Any = self.over.data.get("copies")
        if wanted is None:
            return
        known = self.data["colours"]
        for colour in wanted if isinstance(wanted, dict) else ():
            if colour not in known:
                place = self.over.key_place(("copies", colour))
                yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, known)}")
        for name, design in self.data["designs"].items():
            at: Location = ("designs", name)
            if "copies" not in design or not (at in self.grafts or (*at, "copies") in self.grafts):
                only = design.get("colours", known)
                fitting = {c: n for c, n in wanted.items() if c in only} if isinstance(wanted, dict) else wanted
                self._set(("designs", name, "copies"), fitting)
                self.grafts["designs", name, "copies"] = self.over, ("copies",)
