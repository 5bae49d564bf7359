"""A deck, its check, and what differs between two decks, as tables for people and plain data for programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from asterion_press.catalogue.strict_yaml import Location
from asterion_press.errors import Place, plural
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.records import (
    NO_COUNTERS,
    Catalogue,
    Design,
    canonical_paths,
    spell_exits,
    spell_paths,
)
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.games.labyrinth.deck.differences import Change, DesignPair, Difference, Reprint, copies_of
from asterion_press.games.labyrinth.deck.space import mirror_paths
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Composition, Deck, Tile, composition_of, compositions
from asterion_press.games.report import Finding, Level, finding_data, table, verdict

COLUMNS = Composition.__struct_fields__
"""Columns of the table of `asterion check`."""
TILE_COLUMNS: dict[str, Callable[[Tile], object]] = {
    "id": lambda tile: tile.id,
    "colour": lambda tile: tile.colour or "-",
    "design": lambda tile: tile.design,
    "copies": lambda tile: tile.copies,
    "paths": lambda tile: spell_paths(tile.paths),
}
"""Columns of `asterion list tiles`: their headings, and the values of a tile."""
FROM = "from"
"""The column of a tile's origins, and their key in the data; only where a variant is applied to the catalogue."""
DECK = "deck"
ARROW = " → "
IDS_IN_A_LINE = 16
PLACEABLE = (
    "placing: any tile can be placed at any time; every table has four outermost spaces or more, and the",
    "minotaur needs one way out.",
)
"""A theorem, and why it holds: a tile on an outermost space encloses no other one."""
DIGITS = 4
"""Digits of the branching that count."""


def tiles_headers(loaded: LoadedCatalogue) -> list[str]:
    """Return the headings of the columns of `asterion list tiles`."""
    return [*TILE_COLUMNS, *([FROM] if loaded.variant else [])]


def tiles_rows(deck: Deck, loaded: LoadedCatalogue) -> list[list[object]]:
    """Return a row for what lies in the middle and for each tile: its columns, and in a variant its origins."""
    return [
        [
            *(column(tile) for column in TILE_COLUMNS.values()),
            *([", ".join(map(str, origins(tile, loaded)))] if loaded.variant else []),
        ]
        for tile in filter(None, (deck.centre, *deck.tiles))
    ]


def tiles_data(deck: Deck, loaded: LoadedCatalogue | None = None) -> dict[str, Any]:
    """Return the deck as the record of games knows it: every physical tile, in canonical orientation.

    Where a variant is applied to the catalogue, each tile also says where it comes from.
    """
    size, varied = deck.catalogue.tile_mm, loaded if loaded and loaded.variant else None
    tiles = []
    for tile in deck.copies():
        data: dict[str, Any] = {"id": tile.id, "colour": tile.colour, "design": tile.design}
        data["paths"] = [
            {"exits": spell_exits(path.exits), **dict(zip(PLURALS, path.counts, strict=True))} for path in tile.paths
        ]
        if varied:
            places = origins(tile, varied)
            data[FROM] = [{"file": at.file, "line": at.line, "column": at.column} for at in places]
        tiles.append(data)
    return {
        "tile_mm": int(size) if size == int(size) else size,
        **({} if deck.centre is None else {"minotaur" if deck.has_minotaur else "centre": _centre_data(deck.centre)}),
        "tiles": tiles,
    }


def _centre_data(centre: Tile) -> dict[str, Any]:
    paths = {"paths": [{"exits": spell_exits(path.exits)} for path in centre.paths]}
    return paths if centre.id == MINOTAUR_ID else {"id": centre.id, "copies": centre.copies, **paths}


def check_data(deck: Deck, loaded: LoadedCatalogue, found: Sequence[Finding]) -> dict[str, Any]:
    """Return the composition and every finding, as plain data."""
    return {
        "game": deck.catalogue.game,
        **({"variant": loaded.variant} if loaded.variant else {}),
        "edition": deck.catalogue.edition,
        "catalogue_sha256": loaded.document.sha256,
        "sound": not any(finding.level is Level.ERROR for finding in found),
        "deck": _composition_data(composition_of(deck.tiles)),
        "colours": {colour: _composition_data(c) for colour, c in compositions(deck).items()},
        "findings": [finding_data(finding) for finding in found],
    }


def _composition_data(composition: Composition) -> dict[str, Any]:
    return asdict(composition) | {"branching": round(composition.branching, DIGITS)}


def check_text(deck: Deck, loaded: LoadedCatalogue, found: Sequence[Finding]) -> str:
    """Return the composition as a table, what it promises for play, and every finding on a line."""
    catalogue = deck.catalogue
    counted = (*compositions(deck).items(), (DECK, composition_of(deck.tiles)))
    rows = [(name, *(getattr(one, column) for column in COLUMNS)) for name, one in counted]
    headers = ["", *(column.replace("_", " ") for column in COLUMNS)]
    counters = f", {catalogue.counters.count} counters" if catalogue.counters != NO_COUNTERS else ""
    heading = (
        f"{catalogue.full_title}, {catalogue.edition} edition: {plural(len(catalogue.designs), 'design')}, "
        f"tiles of {catalogue.tile_mm:g} mm{counters} ({loaded.short_hash})"
    )
    branching = ["branching: how readily a chamber grows from tile to tile"]
    if deck.has_minotaur:
        branching[0] += "; decks near 1.25 impale about a third of their"
        branching += ["prisoners, a higher number means a hungrier minotaur.", "", *PLACEABLE]
    return "\n".join(
        [
            heading,
            "",
            table(rows, headers),
            "",
            *branching,
            "",
            *(str(finding) for finding in found),
            verdict(found),
            "",
        ]
    )


def origins(tile: Tile, loaded: LoadedCatalogue) -> tuple[Place, ...]:
    """Return the places that a tile comes from: where its design stands, then what a variant changes, in order.

    What a variant says of its colour counts, too; what concerns every tile alike, such as their size, does not.
    """
    if not tile.colour:
        return (loaded.document.key_place(("minotaur" if tile.id == MINOTAUR_ID else "centre",)),)
    catalogue = loaded.catalogue
    design, colour = catalogue.designs[tile.design], catalogue.colours[tile.colour]
    entries: list[tuple[Location, tuple[str, ...]]] = [
        (("designs", tile.design), design.__struct_fields__),
        (("colours", tile.colour), colour.__struct_fields__),
    ]
    document = loaded.document
    varied: set[Place] = set()
    for at, keys in entries:
        places = [document.key_place(at)]
        if places[0].file == document.file:  # the entry is the catalogue's own; a variant may change parts of it
            places = [document.key_place((*at, key)) for key in keys]
        varied |= {place for place in places if place.file != document.file}
    first = document.key_place(entries[0][0])
    return (first, *sorted(varied - {first}))


class ComparedDeck(Struct, frozen=True):
    """One of the two decks that are compared.

    Attributes:
        name: what the user called it, and what that is.
        short_hash: of its catalogue and variant.
    """

    name: str
    short_hash: str


# -- text --------------------------------------------------------------------------------------------------------------


def difference_text(found: Difference, old: ComparedDeck, new: ComparedDeck, sheets: Mapping[str, int | None]) -> str:
    """Return the difference for people.

    Args:
        found: the difference.
        old: what the old deck is called.
        new: what the new deck is called.
        sheets: how many sheets an update takes, by the title of the paper; None if it does not fit that paper.
    """
    lines = [_heading("old", old, found.old), _heading("new", new, found.new), ""]
    if found.is_empty:
        return "\n".join([*lines, "the same deck", ""])
    width = max((len(pair.what) for pair in found.values), default=0)
    values = [f"{pair.what:<{width}}  {pair.old or 'none'}{ARROW}{pair.new or 'none'}" for pair in found.values]
    if _are_mirrored(found.old, found.new):
        values.append("each deck is the other's mirror image")
    reprint = list(_reprint_lines(found.reprint))
    if found.reprint.printed.total or found.reprint.printed.counters:
        counts = ", or ".join(f"{plural(count, 'sheet')} of {paper}" for paper, count in sheets.items() if count)
        small = (f"{paper} is too small" for paper, count in sheets.items() if count is None)
        reprint += ["", f"{'paper':<8}  {'; '.join(filter(None, [counts, *small]))}"]
    blocks = (values, _designs_block(found), _composition_block(found), reprint)
    for block in filter(None, blocks):
        lines += [*block, ""]
    return "\n".join(lines)


def _are_mirrored(one: Deck, other: Deck) -> bool:
    """Return whether the tiles of a deck are, colour by colour, the mirror images of those of another deck."""
    mirrored, own, others = (
        Counter((tile.colour, change(tile.paths)) for tile in deck.copies())
        for change, deck in ((mirror_paths, one), (canonical_paths, one), (canonical_paths, other))
    )
    return mirrored == others != own


def _heading(which: str, side: ComparedDeck, deck: Deck) -> str:
    catalogue = deck.catalogue
    tiles = sum(tile.copies for tile in deck.tiles)
    counts = f"{plural(len(catalogue.designs), 'design')}, {plural(tiles, 'tile')} of {catalogue.tile_mm:g} mm"
    return f"{which}  {side.name} ({side.short_hash}): {catalogue.full_title}, {counts}"


def _designs_block(found: Difference) -> list[str]:
    """Return the lines about designs: a row for each that is not the same."""
    pairs = [pair for pair in found.designs if pair.changes != (Change.SAME,)]
    same = len(found.designs) - len(pairs)
    if not pairs:
        return [f"designs: the same {same}"]

    def copies(_: str, design: Design, catalogue: Catalogue) -> str:
        counts = copies_of(design, catalogue)
        if len(set(counts.values())) == 1:
            return f"{next(iter(counts.values()))} each"
        return ", ".join(f"{count} {colour}" for colour, count in counts.items())

    columns: tuple[Callable[[str, Design, Catalogue], str], ...] = (
        lambda _, design, __: f"{design.number}",
        lambda name, _, __: name,
        lambda _, design, __: spell_paths(canonical_paths(design.paths)),
        copies,
    )
    rows = [(", ".join(pair.changes), *(_joined(pair, column, found) for column in columns)) for pair in pairs]
    return [f"designs: {same} the same, {len(pairs)} not", "", table(rows, ["", "no.", "design", "paths", "copies"])]


def _joined(pair: DesignPair, text_of: Callable[[str, Design, Catalogue], str], found: Difference) -> str:
    """Return what is said of a design, once if it is the same in both decks."""
    both = ((pair.old_id, pair.old, found.old.catalogue), (pair.new_id, pair.new, found.new.catalogue))
    texts = dict.fromkeys(text_of(name, design, catalogue) for name, design, catalogue in both if design is not None)
    return ARROW.join(texts)


def _composition_block(found: Difference) -> list[str]:
    """Return the table of both compositions, a single column for all colours that changed alike."""
    whole = _compositions(found)
    if all(old == new for old, new in whole.values()):
        return ["composition: the same"]
    colours = [both for name, both in whole.items() if name != DECK]
    if len(colours) > 1 and all(both == colours[0] for both in colours):
        whole = {"each colour": colours[0], DECK: whole[DECK]}

    def cell(before: Any, after: Any) -> str:
        form = ".2f" if isinstance(before, float) else ""
        before, after = round(before, 2), round(after, 2)
        if before == after:
            return f"{before:{form}}"
        return f"{before:{form}}{ARROW}{after:{form}} ({after - before:+{form}})"

    rows = [
        [column.replace("_", " "), *(cell(getattr(old, column), getattr(new, column)) for old, new in whole.values())]
        for column in COLUMNS
    ]
    return [table(rows, ["", *whole])]


def _compositions(found: Difference) -> dict[str, tuple[Composition, Composition]]:
    """Return the composition of each colour of either deck, and of the whole, before and after."""
    old, new = compositions(found.old), compositions(found.new)
    nothing = composition_of(())
    colours = {name: (old.get(name, nothing), new.get(name, nothing)) for name in {**old, **new}}
    return {**colours, DECK: (composition_of(found.old.tiles), composition_of(found.new.tiles))}


def _reprint_lines(what: Reprint) -> Iterator[str]:
    """Yield the lines that say what to take out, print and keep."""
    for verb, counts in (("take out", what.taken_out), ("print", what.printed)):
        parts = [plural(counts.total, "tile")] if counts.total else []
        parts += [plural(counts.counters, "counter")] if counts.counters else []
        yield f"{verb:<8}  {' and '.join(parts) or 'nothing'}"
        words = list(_runs(counts.tiles))
        for first in range(0, len(words), IDS_IN_A_LINE):
            yield " " * 10 + " ".join(words[first : first + IDS_IN_A_LINE])
    yield f"{'keep':<8}  {plural(what.kept, 'tile')}"


def _runs(tiles: Mapping[str, int]) -> Iterator[str]:
    """Yield ids of tiles; three or more in a row, with as many copies each, as ``Y01-Y16``."""

    def step(before: str, after: str) -> bool:
        both = re.fullmatch(r"([A-Z])(\d+) ([A-Z])(\d+)", f"{before} {after}")
        in_row = both is not None and both[1] == both[3] and int(both[4]) == int(both[2]) + 1
        return in_row and tiles[before] == tiles[after]

    runs: list[list[str]] = []
    for tile in tiles:
        if runs and step(runs[-1][-1], tile):
            runs[-1].append(tile)
        else:
            runs.append([tile])
    for run in runs:
        words = [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
        yield from (f"{word} x {tiles[run[0]]}" if tiles[run[0]] > 1 else word for word in words)


def update_text(what: Reprint, new: Deck) -> str:
    """Return what is done with the tiles of an update once they are cut out."""
    lines = [f"{new.catalogue.full_title}: update of the deck that is there", "", *_reprint_lines(what), ""]
    if both := [tile for tile in what.printed.tiles if tile in what.taken_out.tiles]:
        some = f"{', '.join(both[:3])}{' ...' * (len(both) > 3)}"
        lines += [f"Take the old tiles out before the new ones go in: {some} are the names of both.", ""]
    return "\n".join(lines)


# -- data --------------------------------------------------------------------------------------------------------------


def difference_data(
    found: Difference, old: ComparedDeck, new: ComparedDeck, sheets: Mapping[str, int | None]
) -> dict[str, Any]:
    """Return the difference as plain data; arguments as of :func:`difference_text`."""

    def side(deck: Deck, called: ComparedDeck) -> dict[str, Any]:
        return {
            "name": called.name,
            "hash": called.short_hash,
            "title": deck.catalogue.full_title,
            "edition": deck.catalogue.edition,
            "tile_mm": deck.catalogue.tile_mm,
            "tiles": sum(tile.copies for tile in deck.tiles),
        }

    def compared(before: float, after: float) -> dict[str, float]:
        numbers = {"old": before, "new": after, "difference": after - before}
        return {name: round(value, DIGITS) for name, value in numbers.items()}

    return {
        "format": 1,
        "same": found.is_empty,
        "mirrored": _are_mirrored(found.old, found.new),
        "old": side(found.old, old),
        "new": side(found.new, new),
        "values": [{"what": pair.what, "old": pair.old or None, "new": pair.new or None} for pair in found.values],
        "designs": [_pair_data(pair, found) for pair in found.designs],
        "composition": {
            name: {column: compared(getattr(before, column), getattr(after, column)) for column in COLUMNS}
            for name, (before, after) in _compositions(found).items()
        },
        "reprint": {
            "print": asdict(found.reprint.printed),
            "take_out": asdict(found.reprint.taken_out),
            "keep": found.reprint.kept,
            "sheets": dict(sheets),
        },
    }


def _pair_data(pair: DesignPair, found: Difference) -> dict[str, Any]:
    """Return a design of either deck as plain data."""

    def side(name: str, design: Design | None, catalogue: Catalogue) -> dict[str, Any] | None:
        if design is None:
            return None
        paths = spell_paths(canonical_paths(design.paths))
        return {"id": name, "number": design.number, "paths": paths, "copies": copies_of(design, catalogue)}

    return {
        "changes": [change.value for change in pair.changes],
        "old": side(pair.old_id, pair.old, found.old.catalogue),
        "new": side(pair.new_id, pair.new, found.new.catalogue),
    }
