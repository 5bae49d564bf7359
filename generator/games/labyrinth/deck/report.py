"""The deck and its check as things to read: tables for people, plain data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from generator.games.findings import Finding, Level
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.catalogue.records import Paths, spelled_exits, spelled_paths
from generator.games.labyrinth.deck.composition import Composition, composition_of, compositions
from generator.games.labyrinth.deck.origins import origins
from generator.games.labyrinth.deck.tiles import Deck, Tile
from generator.games.report import finding_data, table, verdict
from generator.wording import plural

COLUMNS = ("tiles", "prisoners", "coins", "wings", "exits", "chambers", "dead_ends", "branching")


TILES_HEADERS = ["id", "colour", "design", "copies", "paths"]
FROM = "from"
"""What is told of each tile where a variant is laid upon its catalogue."""


def tiles_headers(loaded: LoadedCatalogue) -> list[str]:
    """What each column of the rows holds."""
    return [*TILES_HEADERS, *([FROM] if loaded.variant else [])]


def tiles_rows(deck: Deck, loaded: LoadedCatalogue | None = None) -> list[list[object]]:
    """A row for the minotaur and for each tile: id, colour, design, copies, paths; of a variant, its origins."""
    return [
        [
            *(tile.id, tile.colour or "-", tile.design, tile.copies, spelled_paths(tile.paths)),
            *([", ".join(map(str, origins(tile, loaded)))] if loaded and loaded.variant else []),
        ]
        for tile in (deck.minotaur, *deck.tiles)
    ]


def _from(tile: Tile, loaded: LoadedCatalogue | None) -> dict[str, Any]:
    if loaded is None or not loaded.variant:
        return {}
    return {FROM: [{"file": at.file, "line": at.line, "column": at.column} for at in origins(tile, loaded)]}


def tiles_data(deck: Deck, loaded: LoadedCatalogue | None = None) -> dict[str, Any]:
    """The deck as the record of games knows it: every physical tile, in canonical orientation.

    Where a variant is laid upon the catalogue, each tile also says where it comes from.
    """
    return {
        "tile_mm": _plain(deck.catalogue.tile_mm),
        "minotaur": {"paths": [{"exits": spelled_exits(path.exits)} for path in deck.minotaur.paths]},
        "tiles": [
            {
                "id": tile.id,
                "colour": tile.colour,
                "design": tile.design,
                "paths": _paths_data(tile.paths),
                **_from(tile, loaded),
            }
            for tile in deck.copies()
        ],
    }


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _paths_data(paths: Paths) -> list[dict[str, Any]]:
    return [
        {
            "exits": spelled_exits(path.exits),
            "prisoners": path.prisoners,
            "coins": path.coins,
            "wings": path.wings,
        }
        for path in paths
    ]


def check_data(deck: Deck, loaded: LoadedCatalogue, found: Sequence[Finding]) -> dict[str, Any]:
    """The composition and every finding, as plain data."""
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
    data = asdict(composition)
    data["branching"] = round(composition.branching, 4)
    return data


def check_text(deck: Deck, loaded: LoadedCatalogue, found: Sequence[Finding]) -> str:
    """The composition as a table, what it promises for play, and every finding on a line."""
    catalogue = deck.catalogue
    rows: list[list[object]] = [[colour, *_cells(c)] for colour, c in compositions(deck).items()]
    rows.append(["deck", *_cells(composition_of(deck.tiles))])
    headers = ["", *(column.replace("_", " ") for column in COLUMNS)]
    heading = (
        f"{catalogue.full_title}, {catalogue.edition} edition: {plural(len(catalogue.designs), 'design')}, "
        f"tiles of {catalogue.tile_mm:g} mm, {catalogue.counters.count} counters ({loaded.short_hash})"
    )
    return "\n".join(
        [
            heading,
            "",
            table(rows, headers),
            "",
            "branching: how readily a chamber grows from tile to tile; decks near 1.25 impale about a third of their",
            "prisoners, a higher number means a hungrier minotaur.",
            "",
            *(str(finding) for finding in found),
            verdict(found),
            "",
        ]
    )


def _cells(composition: Composition) -> list[object]:
    return [getattr(composition, column) for column in COLUMNS]
