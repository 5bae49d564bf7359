"""The figures of a rules text, `templates/figures/<game>.yaml`: positions on the table, in one or more panels.

Cells are (x, y), x to the east, y to the south. A path is named by its number on the tile, counted from 1 in the
order of the catalogue, whatever the turns.

::

    Figures -- figures  id -> Figure -- panels -- Panel -- tiles    tile, at, turns, mark
                                                       |- impaled  tile, path: all prisoners of that path are dead
                                                       |- thread   tile, path: the connection that is spoken of
                                                       `- arrows   from, to: what moved where
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import Identifier, Record, validated
from generator.errors import InputError, Mistake
from generator.wording import suggestion

Coordinate = Annotated[int, Meta(ge=-50, le=50)]
Cell: TypeAlias = tuple[Coordinate, Coordinate]
"""A cell of the table as (x, y)."""


class PlacedTile(Record, frozen=True):
    """A tile on the table; `turns` are clockwise quarter turns."""

    tile: str
    at: Cell
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    mark: Literal["new", "acted"] | None = None


class NamedPath(Record, frozen=True):
    """A path of a tile that lies in the panel."""

    tile: str
    path: Annotated[int, Meta(ge=1, le=8)]


class Arrow(Record, frozen=True):
    """From the middle of one cell to that of another."""

    from_: Cell = field(name="from")
    to: Cell


Number = Annotated[int, Meta(ge=-999, le=999)]
ByColour: TypeAlias = dict[Identifier, Number]


class Claims(Record, frozen=True):
    """What a panel claims in numbers; the rules engine must find the same, or nothing is printed.

    Attributes:
        impales: prisoners impaled by the ply that led here, by colour.
        points: what that ply brought its player.
        captured: all impaled prisoners on the table.
        treasure: points for coins, if the game ended here, by colour.
        escaped: prisoners who escape, with coins or without, by colour.
        chambers: how many chambers the thread follows; 1 if left out.
    """

    impales: ByColour | None = None
    points: Number | None = None
    captured: Number | None = None
    treasure: ByColour | None = None
    escaped: ByColour | None = None
    chambers: Number | None = None


class Panel(Record, frozen=True):
    """One position."""

    tiles: Annotated[tuple[PlacedTile, ...], Meta(min_length=1, max_length=100)]
    verdict: Literal["right", "wrong"] | None = None
    impaled: tuple[NamedPath, ...] = ()
    thread: tuple[NamedPath, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    claims: Claims | None = None


class Figure(Record, frozen=True):
    """One or more panels with one caption."""

    panels: Annotated[tuple[Panel, ...], Meta(min_length=1, max_length=8)]


class Figures(Record, frozen=True):
    """All figures of a game."""

    game: Identifier
    figures: dict[Identifier, Figure]


class LoadedFigures(Struct, frozen=True):
    """The figures of a game, and the file they were read from."""

    figures: Figures
    document: Document


def load_figures(path: Path, name: str | None = None) -> LoadedFigures:
    """Read the figures of a game.

    Raises:
        InputError: every mistake of the file's form, or if that is sound, every mistake of its sense; whether the
            tiles exist is another matter, see :func:`check_figures`.
    """
    document = read_document(path, name)
    loaded = LoadedFigures(validated(document, Figures), document)
    mistakes = [mistake for at, panel in _panels(loaded) for mistake in _panel_mistakes(document, at, panel)]
    if mistakes:
        raise InputError(mistakes)
    return loaded


def check_figures(loaded: LoadedFigures, paths_of: Mapping[str, int]) -> None:
    """Hold the figures against a deck.

    Args:
        loaded: the figures.
        paths_of: how many paths each tile of the deck has, by the tile's id.

    Raises:
        InputError: every tile or path that the deck does not have.
    """
    mistakes: list[Mistake] = []
    for at, panel in _panels(loaded):
        for number, placed in enumerate(panel.tiles):
            if placed.tile not in paths_of:
                place = loaded.document.value_place((*at, "tiles", number, "tile"))
                mistakes.append(Mistake(place, f"unknown tile {placed.tile!r}; {_close(placed.tile, paths_of)}"))
        for part in ("impaled", "thread"):
            for number, named in enumerate(getattr(panel, part)):
                count = paths_of.get(named.tile, named.path)
                if named.path > count:
                    place = loaded.document.value_place((*at, part, number, "path"))
                    mistakes.append(
                        Mistake(place, f"tile {named.tile!r} has no path {named.path}; its paths are 1 to {count}")
                    )
    if mistakes:
        raise InputError(mistakes)


def _close(word: str, ids: Mapping[str, int]) -> str:
    """The tile that was probably meant; a whole deck is not listed."""
    close = difflib.get_close_matches(word, ids, n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else "`asterion tiles` lists the deck"


def _panels(loaded: LoadedFigures) -> Iterator[tuple[Location, Panel]]:
    for figure_id, figure in loaded.figures.figures.items():
        for number, panel in enumerate(figure.panels):
            yield ("figures", figure_id, "panels", number), panel


def _panel_mistakes(document: Document, at: Location, panel: Panel) -> Iterator[Mistake]:
    def mistake(message: str, *location: str | int) -> Mistake:
        return Mistake(document.value_place((*at, *location)), message)

    yield from _tile_mistakes(panel, mistake)
    ids = {placed.tile for placed in panel.tiles}
    for part in ("impaled", "thread"):
        named_before: set[NamedPath] = set()
        for number, named in enumerate(getattr(panel, part)):
            if named.tile not in ids:
                yield mistake(
                    f"tile {named.tile!r} does not lie in this panel; {suggestion(named.tile, sorted(ids))}",
                    part,
                    number,
                )
            elif named in named_before:
                yield mistake(f"path {named.path} of tile {named.tile!r} is named twice", part, number)
            named_before.add(named)
    for number, arrow in enumerate(panel.arrows):
        if arrow.from_ == arrow.to:
            yield mistake(f"an arrow from cell {list(arrow.to)} to itself", "arrows", number)


def _tile_mistakes(panel: Panel, mistake: Callable[..., Mistake]) -> Iterator[Mistake]:
    cells: dict[Cell, str] = {}
    seen: set[str] = set()
    for number, placed in enumerate(panel.tiles):
        if placed.at in cells:
            yield mistake(
                f"cell {list(placed.at)} is taken by tile {cells[placed.at]!r} already", "tiles", number, "at"
            )
        if placed.tile in seen:
            yield mistake(f"tile {placed.tile!r} lies in this panel already", "tiles", number, "tile")
        cells.setdefault(placed.at, placed.tile)
        seen.add(placed.tile)
