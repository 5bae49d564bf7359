"""A catalogue of horns, judged: what its numbers must have to do with each other."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalogue.strict_yaml import Document, Location
from generator.catalogue.validation import validated
from generator.drawing.inks import LEAST_DISTANCE, distance
from generator.errors import InputError, Mistake
from generator.games.minotaurus.bull_head import bull_head
from generator.games.minotaurus.records import HornsCatalogue, Table
from generator.games.minotaurus.tossing import ROOM_MM, fall_of
from generator.wording import enumerated, plural


def judged(document: Document) -> HornsCatalogue:
    """The catalogue that a document describes.

    Raises:
        InputError: every mistake of its form, or if that is sound, every mistake of its sense.
    """
    catalogue = validated(document, HornsCatalogue)
    mistakes = [Mistake(document.value_place(at), message) for at, message in _mistakes(catalogue)]
    if mistakes:
        raise InputError(mistakes)
    return catalogue


def _mistakes(catalogue: HornsCatalogue) -> Iterator[tuple[Location, str]]:
    yield from _colour_mistakes(catalogue)
    yield from _repeated(catalogue.values, ("values",))
    players: dict[int, int] = {}
    for number, table in enumerate(catalogue.tables):
        at: Location = ("tables", number)
        if table.players in players:
            message = f"{table.players} players have a table already, the {players[table.players] + 1}. of the list"
            yield (*at, "players"), message
        players.setdefault(table.players, number)
        yield from _table_mistakes(catalogue, table, at)
    made = 2 * len(catalogue.colours) * len(catalogue.values)
    if made != catalogue.expect.pieces:
        counts = f"{plural(len(catalogue.colours), 'colour')} × {plural(len(catalogue.values), 'value')} × 2 horns"
        yield ("expect", "pieces"), f"{counts} make {made} pieces, not {catalogue.expect.pieces}"
    yield from _ring_mistakes(catalogue)


def _colour_mistakes(catalogue: HornsCatalogue) -> Iterator[tuple[Location, str]]:
    names = list(catalogue.colours)
    for number, name in enumerate(names):
        colour = catalogue.colours[name]
        for other in names[:number]:
            before = catalogue.colours[other]
            if colour.letter == before.letter:
                yield ("colours", name, "letter"), f"letter {colour.letter!r} belongs to {other!r} already"
            if colour.symbol == before.symbol:
                yield ("colours", name, "symbol"), f"symbol {colour.symbol!r} belongs to {other!r} already"
            apart = distance(colour.ink, before.ink)
            if apart < LEAST_DISTANCE:
                message = f"{colour.ink!r} looks like the ink of {other!r}: they are {apart:.0f} apart in CIE Lab"
                yield ("colours", name, "ink"), f"{message}; choose inks {LEAST_DISTANCE:.0f} or more apart"


def _table_mistakes(catalogue: HornsCatalogue, table: Table, at: Location) -> Iterator[tuple[Location, str]]:
    yield from _repeated(table.values, (*at, "values"))
    for number, value in enumerate(table.values):
        if value not in catalogue.values:
            there = enumerated(map(str, catalogue.values))
            yield (*at, "values", number), f"there are no pieces of value {value}; the values are {there}"
    pieces = 2 * len(catalogue.colours) * len(table.values)
    if table.columns * table.rows != pieces:
        message = f"{table.columns} × {table.rows} places for {pieces} pieces; columns × rows must be {pieces}"
        yield (*at, "columns"), message
    if len(table.values) != table.players:
        message = (
            f"{plural(len(table.values), 'value')} for {table.players} players; there must be a pair of each colour "
            "for everybody, so as many values as players"
        )
        yield (*at, "values"), message


def _repeated(values: tuple[int, ...], at: Location) -> Iterator[tuple[Location, str]]:
    for number, value in enumerate(values):
        if value in values[:number]:
            yield (*at, number), f"value {value} is named twice"


def _ring_mistakes(catalogue: HornsCatalogue) -> Iterator[tuple[Location, str]]:
    ring = catalogue.ring
    if ring.outer_mm - ring.inner_mm < 2 * ROOM_MM:
        yield (
            ("ring", "outer_mm"),
            f"the ring is less than {ROOM_MM:g} mm wide; write {ring.inner_mm + 2 * ROOM_MM:g} or more",
        )
    elif fall_of(bull_head(), ring.inner_mm, ring.outer_mm) < LEAST_FALL_MM:
        message = f"a ring of {ring.inner_mm:g} mm inside and {ring.outer_mm:g} mm outside does not stay over a horn"
        yield ("ring", "inner_mm"), f"{message}: it falls less than {LEAST_FALL_MM:g} mm below the tip"


LEAST_FALL_MM = 40.0
"""How far below the tip of a horn a ring must be able to lie. Own choice: the thin tip alone would let it off again."""
