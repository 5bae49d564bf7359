"""Reading a game's catalogue: form, then sense, every mistake of either at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

from msgspec import Struct

from generator.catalogue.records import Catalogue, Design, Paths, canonical_paths, spelled_paths
from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import validated
from generator.errors import InputError, Mistake, Place
from generator.geometry import Side
from generator.wording import suggestion


class LoadedCatalogue(Struct, frozen=True):
    """A catalogue, and the file it was read from.

    Attributes:
        catalogue: the records.
        document: the file, for places and for its hash.
    """

    catalogue: Catalogue
    document: Document

    def place(self, *location: str | int) -> Place:
        """Where the value at `location` stands in the file."""
        return self.document.value_place(location)

    @property
    def short_hash(self) -> str:
        """The first eight hexadecimal digits of the file's sha256, as printed on the sheets."""
        return self.document.sha256[:8]


def load_catalogue(path: FilePath, name: str | None = None) -> LoadedCatalogue:
    """Read and judge a catalogue, called `name` in messages.

    Raises:
        InputError: every mistake of the file's form, or if that is sound, every mistake of its sense.
    """
    document = read_document(path, name)
    catalogue = validated(document, Catalogue)
    mistakes = list(_mistakes(catalogue, document))
    if mistakes:
        raise InputError(mistakes)
    return LoadedCatalogue(catalogue, document)


def _mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    yield from _colour_mistakes(catalogue, document)
    yield from _path_mistakes("the minotaur", catalogue.minotaur.paths, document, ("minotaur",))
    numbers: dict[int, str] = {}
    taken = {design.number for design in catalogue.designs.values()}
    for design_id, design in catalogue.designs.items():
        at: Location = ("designs", design_id)
        if (owner := numbers.setdefault(design.number, design_id)) != design_id:
            place = document.value_place((*at, "number"))
            free = next(number for number in range(1, len(taken) + 2) if number not in taken)
            yield Mistake(place, f"number {design.number} belongs to design {owner!r} already; {free} is free")
        path_mistakes = list(_path_mistakes(f"design {design_id!r}", design.paths, document, at))
        yield from path_mistakes or _turn_mistakes(design_id, design, document)
        yield from _design_colour_mistakes(design, catalogue, document, at)


def _colour_mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    for what in ("letter", "symbol", "ink"):
        seen: dict[str, str] = {}
        for colour_id, colour in catalogue.colours.items():
            value = getattr(colour, what)
            if (owner := seen.setdefault(value, colour_id)) != colour_id:
                place = document.value_place(("colours", colour_id, what))
                yield Mistake(place, f"{what} {value!r} belongs to {owner!r} already; each colour needs its own")


def _path_mistakes(owner: str, paths: Paths, document: Document, at: Location) -> Iterator[Mistake]:
    taken: dict[Side, int] = {}
    for number, path in enumerate(paths):
        for side in path.exits:
            if side in taken:
                place = document.value_place((*at, "paths", number, "exits"))
                yield Mistake(
                    place,
                    f"exit {side.name!r} of {owner} is taken by path {taken[side] + 1} already; a side has one exit",
                )
            taken.setdefault(side, number)


def _turn_mistakes(design_id: str, design: Design, document: Document) -> Iterator[Mistake]:
    right = canonical_paths(design.paths)
    if right != design.paths:
        place = document.value_place(("designs", design_id, "paths"))
        yield Mistake(
            place,
            f"design {design_id!r} is not in its canonical orientation: {spelled_paths(design.paths)}; "
            f"write {spelled_paths(right)}",
        )


def _design_colour_mistakes(
    design: Design, catalogue: Catalogue, document: Document, at: Location
) -> Iterator[Mistake]:
    listed = list(_listed_colour_mistakes(design, catalogue, document, at))
    yield from listed
    known = list(catalogue.colour_ids)
    for colour, count in design.copies.items() if isinstance(design.copies, dict) else ():
        place = document.key_place((*at, "copies", colour))
        if colour not in known:
            yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, known)}")
        elif count and not design.copies_in(colour) and not listed:
            only = " and ".join(design.colours or ()) or "none"
            yield Mistake(place, f"copies for {colour!r}, but 'colours' lists only {only}")


def _listed_colour_mistakes(
    design: Design, catalogue: Catalogue, document: Document, at: Location
) -> Iterator[Mistake]:
    known = list(catalogue.colour_ids)
    for index, colour in enumerate(design.colours or ()):
        if colour not in known:
            place = document.value_place((*at, "colours", index))
            yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, known)}")
        elif colour in (design.colours or ())[:index]:
            yield Mistake(document.value_place((*at, "colours", index)), f"colour {colour!r} appears twice")
