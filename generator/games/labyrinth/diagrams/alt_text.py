"""Positions told in words, so that somebody who does not see a figure can lay it with the deck.

A panel is told row by row from above, each row from the left, with the id and the quarter turns of each tile; then what
is marked on it: the thread, the impaled, the arrows. The words are in the languages' ``words.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from generator.games.labyrinth.catalogue.figure_records import Cell, Figure, NamedPath, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.rulebook.text.strings import Telling

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def told_figure(figure: Figure, telling: Telling) -> str:
    """All panels of a figure, lettered if there are several."""
    count = len(figure.panels)
    parts = (
        []
        if all(len(panel.tiles) == 1 for panel in figure.panels)
        else [telling.sentences([telling.word("told_table")])]
    )
    letters: dict[frozenset[tuple[str, Cell, int]], str] = {}
    for letter, panel in zip(LETTERS, figure.panels, strict=False):
        lying = frozenset((placed.tile, placed.at, placed.turns) for placed in panel.tiles)
        told = told_panel(panel, telling, letters.get(lying, ""))
        letters.setdefault(lying, letter)
        parts.append(_head(letter, panel, telling) + told if count > 1 else told)
    return ("" if telling.cjk else " ").join(parts)


def _head(letter: str, panel: Panel, telling: Telling) -> str:
    """A panel's letter, and whether it is right or wrong."""
    verdict = _aside(telling.word(f"told_{panel.verdict}"), telling) if panel.verdict else ""
    return f"{letter}{verdict}{'：' if telling.cjk else ': '}"


def _aside(text: str, telling: Telling) -> str:
    return f"（{text}）" if telling.cjk else f" ({text})"


def told_panel(panel: Panel, telling: Telling, same: str = "") -> str:
    """What lies on the table, or the letter of the panel before in which the same lies, and what is marked on it."""
    if same:
        rows = [telling.word("told_same", panel=same)]
    elif len(panel.tiles) == 1:
        rows = [_tile(panel.tiles[0], telling)]
    else:
        rows = [telling.word("told_row", row=number, tiles=row) for number, row in enumerate(_rows(panel, telling), 1)]
    return telling.sentences([*rows, *_marks(panel, telling)])


def _rows(panel: Panel, telling: Telling) -> Iterator[str]:
    """The rows of the table from the topmost to the lowest, also those in which nothing lies."""
    by_cell = {placed.at: placed for placed in panel.tiles}
    left, top, right = min(x for x, _ in by_cell), min(y for _, y in by_cell), max(x for x, _ in by_cell)
    for y in range(top, max(y for _, y in by_cell) + 1):
        ends = max((x for x, row in by_cell if row == y), default=right)
        yield telling.listed(_places([by_cell.get((x, y)) for x in range(left, ends + 1)], telling))


def _places(row: Iterable[PlacedTile | None], telling: Telling) -> Iterator[str]:
    for empty, places in groupby(row, lambda placed: placed is None):
        found = list(places)
        if empty:
            yield telling.word("told_empty", count=len(found))
        else:
            yield from (_tile(placed, telling) for placed in found if placed)


def _tile(placed: PlacedTile, telling: Telling) -> str:
    """A tile's name, how it is turned, and its frame."""
    turned = f" {90 * placed.turns}°" if placed.turns else ""
    framed = _aside(telling.word(f"told_{placed.mark}"), telling) if placed.mark else ""
    return f"{_name(placed.tile, telling)}{turned}{framed}"


def _name(tile: str, telling: Telling) -> str:
    return telling.word("minotaur") if tile == MINOTAUR_ID else tile


def _marks(panel: Panel, telling: Telling) -> Iterator[str]:
    if panel.thread:
        yield telling.word("told_thread", tiles=_tiles_of(panel.thread, telling))
    if panel.impaled:
        yield telling.word("told_impaled", tiles=_tiles_of(panel.impaled, telling))
    for arrow in panel.arrows:
        begin, end = (_place(cell, panel, telling) for cell in (arrow.from_, arrow.to))
        yield telling.word("told_arrow", begin=begin, end=end)


def _tiles_of(paths: Iterable[NamedPath], telling: Telling) -> str:
    return telling.listed(dict.fromkeys(_name(path.tile, telling) for path in paths))


def _place(cell: Cell, panel: Panel, telling: Telling) -> str:
    """What lies in a cell, or which empty one it is."""
    lying = next((placed.tile for placed in panel.tiles if placed.at == cell), None)
    if lying is not None:
        return _name(lying, telling)
    left, top = min(placed.at[0] for placed in panel.tiles), min(placed.at[1] for placed in panel.tiles)
    return telling.word("told_place", row=cell[1] - top + 1, column=cell[0] - left + 1)
