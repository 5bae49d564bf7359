"""A game's catalogue, read and written: form, then sense, every mistake of either at once.

A catalogue may refer to another one: its game is then a variant of that game, with rules of its own.

::

    game: asterion-original     its own id: its output folder, its rules text, its figures
    of: asterion                the game whose catalogue it is
    variant: original           the variant that is applied to it
    title: original edition     what the deck is called beside the game's title, instead of what the variant says

What comes out is one document with the data of a whole catalogue, as of a variant; see
:mod:`~asterion_press.games.labyrinth.catalogue.variants`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, Struct

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import DEFAULT_KIND, Title, piece_mistakes
from asterion_press.catalogue.strict_yaml import Document, Location, Source, joint_digest, parse_document, read_document
from asterion_press.catalogue.validation import Identifier, Record, validated
from asterion_press.errors import InputError, Mistake, Place, refuse, suggestion
from asterion_press.games.labyrinth.catalogue.records import (
    NO_COUNTERS,
    Catalogue,
    Design,
    Expectation,
    Path,
    Paths,
    Totals,
    canonical_paths,
    spell_exits,
    spell_paths,
)
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.games.labyrinth.catalogue.variants import OverlayDocument, overlay
from asterion_press.games.report import colour_mistakes, shared_values
from asterion_press.geometry import Side

RESERVED = ("counter", "minotaur")
"""Ids of pieces that a centre of one's own cannot have."""


class Reference(Record, frozen=True):
    """A game that is a variant of another game.

    Attributes:
        game: id of this game.
        title: its title, if that is not the other game's.
    """

    game: Identifier
    of: Annotated[Identifier, Meta(description="id of a game, as `asterion list games` lists it")]
    variant: Annotated[Identifier, Meta(description="id of a variant, as `asterion list variants` lists it")]
    title: Title | None = None


def is_reference(document: Document) -> bool:
    """Return whether a document is a game that refers to another, rather than a variant or a catalogue."""
    return "of" in document.data and "game" in document.data


def resolve_reference(document: Document) -> Document:
    """Return the document itself, or if it refers to another, the whole catalogue that it stands for.

    Raises:
        InputError: mistakes in the reference, or in what it refers to.
    """
    if not is_reference(document):
        return document
    reference = validated(document, Reference)
    game = _found(document, ("of",), "game", reference.of, library.games())
    variant = _found(document, ("variant",), "variant", reference.variant, library.variants())
    base = read_document(game)
    if is_reference(base):
        raise InputError.at(
            document.value_place(("of",)), f"{reference.of!r} refers to another game itself; name that one"
        )
    if (kind := base.data.get("kind", DEFAULT_KIND)) != DEFAULT_KIND:
        message = f"{reference.of!r} is a game of the kind {kind!r}; only games of labyrinths have variants"
        raise InputError.at(document.value_place(("of",)), message)
    over = read_document(variant)
    if over.data.get("of") != base.data["game"]:
        message = f"{reference.variant!r} varies the game {over.data.get('of')!r}, not {reference.of!r}; name another"
        raise InputError.at(document.value_place(("variant",)), message)
    laid = overlay(validate_catalogue(base).document, over)
    grafts: dict[Location, tuple[Document, Location]] = {("game",): (document, ("game",))}
    data = {**laid.data, "game": reference.game}
    if reference.title is not None:
        grafts["variant",] = (document, ("title",))
        data["variant"] = reference.title
    both = joint_digest(document.sha256, laid.sha256)
    return OverlayDocument(document.file, data, both, {}, {}, laid, document, grafts)


def _found(document: Document, at: Location, what: str, wanted: str, there: dict[str, ShelfFile]) -> ShelfFile:
    if wanted in there:
        return there[wanted]
    raise InputError.at(document.value_place(at), f"unknown {what} {wanted!r}; {suggestion(wanted, there)}")


class LoadedCatalogue(Struct, frozen=True):
    """A catalogue, and the file it was read from.

    Attributes:
        catalogue: the records.
        document: the file, for places and for its hash.
        variant: id of the variant that is applied to it; empty for none.
        base: the unchanged catalogue, if a variant is applied to it.
    """

    catalogue: Catalogue
    document: Document
    variant: str = ""
    base: LoadedCatalogue | None = None

    def place(self, *location: str | int) -> Place:
        """Return where the value at `location` stands in the file."""
        return self.document.value_place(location)

    @property
    def short_hash(self) -> str:
        """Return the first eight hexadecimal digits of the file's sha256, as printed on the sheets."""
        return self.document.sha256[:8]


def load_catalogue(file: Source, variant: ShelfFile | None = None, *, any_turn: bool = False) -> LoadedCatalogue:
    """Read and judge a catalogue, and the variant that is applied to it.

    Args:
        file: the catalogue.
        variant: what differs from it.
        any_turn: take designs in any orientation.

    Raises:
        InputError: every mistake of a file's form, or if that is sound, every mistake of its sense.
    """
    return apply_variant(
        validate_catalogue(resolve_reference(read_document(file)), any_turn=any_turn), variant, any_turn=any_turn
    )


def apply_variant(base: LoadedCatalogue, variant: ShelfFile | None, *, any_turn: bool = False) -> LoadedCatalogue:
    """Return a catalogue with a variant applied to it, if there is one.

    Raises:
        InputError: every mistake of the variant, and of what it makes of the catalogue.
    """
    if variant is None:
        return base
    document = overlay(base.document, read_document(variant))
    return validate_catalogue(document, any_turn=any_turn, variant=variant.id, base=base)


def validate_catalogue(
    document: Document, *, any_turn: bool = False, variant: str = "", base: LoadedCatalogue | None = None
) -> LoadedCatalogue:
    """Return the catalogue that a document holds.

    Raises:
        InputError: every mistake of its form, or if that is sound, every mistake of its sense.
    """
    if (kind := document.data.get("kind", DEFAULT_KIND)) != DEFAULT_KIND:
        message = f"a game of the kind {kind!r}, not a labyrinth; what was asked for is known of labyrinths alone"
        raise InputError.at(document.value_place(("kind",)), message)
    catalogue = validated(document, Catalogue)
    refuse(_mistakes(catalogue, document, any_turn=any_turn))
    return LoadedCatalogue(catalogue, document, variant, base)


def _mistakes(catalogue: Catalogue, document: Document, *, any_turn: bool) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of a catalogue whose form is sound."""
    yield from colour_mistakes(document, catalogue.colours, "letter", "symbol", "ink")
    yield from _centre_mistakes(catalogue, document)
    yield from _number_mistakes(catalogue, document)
    for design_id, design in catalogue.designs.items():
        at: Location = ("designs", design_id)
        path_mistakes = list(_path_mistakes(f"design {design_id!r}", design.paths, document, at))
        yield from path_mistakes
        if not (path_mistakes or any_turn) and (right := canonical_paths(design.paths)) != design.paths:
            is_, should = spell_paths(design.paths), spell_paths(right)
            message = f"design {design_id!r} is not in its canonical orientation: {is_}; write {should}"
            yield Mistake(document.value_place((*at, "paths")), message)
        yield from _design_colour_mistakes(design, catalogue, document, at)
    tiles = sum(design.copies_in(colour) for design in catalogue.designs.values() for colour in catalogue.colours)
    yield from piece_mistakes(tiles, "tiles", document.key_place(("designs",)))


def _centre_mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    """Yield what is wrong with what lies in the middle of the table."""
    if catalogue.minotaur is not None:
        yield from _path_mistakes("the minotaur", catalogue.minotaur.paths, document, ("minotaur",))
    if (centre := catalogue.centre) is None:
        return
    yield from _path_mistakes(f"the centre {centre.name!r}", centre.paths, document, ("centre",))
    if catalogue.minotaur is not None:
        yield Mistake(document.key_place(("centre",)), "the minotaur lies in the middle already; keep one of the two")
    if centre.name in {*RESERVED, *catalogue.colours, *catalogue.designs} or centre.name.startswith("back-"):
        place = document.value_place(("centre", "name"))
        yield Mistake(place, f"{centre.name!r} is the name of something else; choose another")


def _number_mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    taken = {design.number for design in catalogue.designs.values()}
    free = next(number for number in range(1, len(taken) + 2) if number not in taken)
    yield from shared_values(document, "designs", catalogue.designs, "number", f"{free} is free", "design ")


def _path_mistakes(owner: str, paths: Paths, document: Document, at: Location) -> Iterator[Mistake]:
    """Yield exits that two paths of a tile share."""
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


def _design_colour_mistakes(
    design: Design, catalogue: Catalogue, document: Document, at: Location
) -> Iterator[Mistake]:
    """Yield colours of a design that the catalogue does not have, and colours named twice."""
    known, before, sound = list(catalogue.colour_ids), set[str](), True
    for index, colour in enumerate(design.colours or ()):
        place = document.value_place((*at, "colours", index))
        if colour not in known:
            sound = False
            yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, known)}")
        elif colour in before:
            sound = False
            yield Mistake(place, f"colour {colour!r} appears twice")
        before.add(colour)
    for colour, count in design.copies.items() if isinstance(design.copies, dict) else ():
        place = document.key_place((*at, "copies", colour))
        if colour not in known:
            yield Mistake(place, f"unknown colour {colour!r}; {suggestion(colour, known)}")
        elif count and not design.copies_in(colour) and sound:
            only = " and ".join(design.colours or ()) or "none"
            yield Mistake(place, f"copies for {colour!r}, but 'colours' lists only {only}")


def load_kept_catalogue(lines: Iterable[str], name: str) -> LoadedCatalogue:
    """Return the catalogue in lines of text; places of mistakes count these lines.

    Raises:
        InputError: they say none.
    """
    return validate_catalogue(parse_document("\n".join(lines).encode("utf-8", "surrogatepass"), name), any_turn=True)


# -- writing -----------------------------------------------------------------------------------------------------------


def catalogue_text(catalogue: Catalogue, comments: Iterable[str] = ()) -> str:
    """Return the text of a catalogue file, with lines of comment on top; what is read from it is equal.

    Layout and order are those of the shipped ``tiles.yaml``. Whatever somebody may have chosen freely stands in quotes.
    Source: YAML 1.1, 9.1.2 "Single Quoted": only the quote itself is doubled; YAML 1.2, 1.3: JSON is YAML.
    """
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += ["# yaml-language-server: $schema=templates/schema/catalogue.schema.json"] * (not lines)
    lines += [
        "",
        f"game: {catalogue.game}",
        f"title: {_quoted(catalogue.title)}",
        f"edition: {catalogue.edition}",
        f"tile_mm: {catalogue.tile_mm:g}",
        *(f"{key}: {_quoted(value)}" for key in ("version", "frontispiece") if (value := getattr(catalogue, key))),
        "",
        "colours:",
    ]
    lines += [
        f"  {name}: {{letter: {colour.letter}, symbol: {colour.symbol}, ink: {_quoted(colour.ink)}}}"
        for name, colour in catalogue.colours.items()
    ]
    if catalogue.minotaur is not None:
        lines += ["", "minotaur:", "  paths:", *_paths(catalogue.minotaur.paths, 4)]
    if (centre := catalogue.centre) is not None:
        lines += ["", "centre:", f"  name: {centre.name}", f"  symbol: {centre.symbol}", f"  count: {centre.count}"]
        lines += ["  paths:", *_paths(centre.paths, 4)]
    if (counters := catalogue.counters) != NO_COUNTERS:
        sizes = f"count: {counters.count}, diameter_mm: {counters.diameter_mm:g}, shape: {counters.shape}"
        sign = f", symbol: {counters.symbol}" if counters.symbol else ""
        lines += ["", f"counters: {{{sizes}{sign}}}"]
    lines += ["", "designs:"]
    for name, design in catalogue.designs.items():
        lines += _design(name, design)
    credits_ = catalogue.credits
    lines += ["", *_expect(catalogue.expect)]
    lines += [
        "credits:",
        f"  design: {_quoted(credits_.design)}",
        f"  publisher: {_quoted(credits_.publisher)}",
        f"  artwork: {_quoted(credits_.artwork)}",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text in single quotes; no value of a file holds a line break."""
    return "'" + text.replace("'", "''") + "'"


def _design(name: str, design: Design) -> Iterator[str]:
    """Yield the lines of a design."""
    yield f"  {name}:"
    yield f"    number: {design.number}"
    if isinstance(design.copies, dict):
        yield f"    copies: {{{', '.join(f'{colour}: {count}' for colour, count in design.copies.items())}}}"
    elif design.copies != 1:
        yield f"    copies: {design.copies}"
    if design.colours is not None:
        yield f"    colours: [{', '.join(design.colours)}]"
    yield "    paths:"
    yield from _paths(design.paths, 6)


def _paths(paths: Iterable[Path], indent: int) -> Iterator[str]:
    for path in paths:
        contents = [f"{what}: {count}" for what in PLURALS if (count := getattr(path, what))]
        exits = f"exits: {spell_exits(path.exits) or _quoted('')}"
        yield f"{' ' * indent}- {{{', '.join([exits, *contents])}}}"


def _expect(expect: Expectation) -> Iterator[str]:
    """Yield the lines of what a deck promises."""
    if expect == Expectation():
        return
    yield "expect:"
    for what, count in _totals(expect):
        yield f"  {what}: {count}"
    if expect.per_colour is not None:
        totals = ", ".join(f"{what}: {count}" for what, count in _totals(expect.per_colour))
        yield f"  per_colour: {{{totals}}}"
    if expect.equal_colours:
        yield "  equal_colours: true"
    yield ""


def _totals(totals: Totals) -> Iterator[tuple[str, object]]:
    for what in dict.fromkeys(("tiles", *PLURALS, *totals.__struct_fields__)):
        promised = getattr(totals, what)
        if what not in {"per_colour", "equal_colours"} and promised is not None:
            yield what, list(promised) if isinstance(promised, tuple) else promised
