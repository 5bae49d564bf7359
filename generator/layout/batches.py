"""Lots: pieces of one size, which are laid on sheets together, of whatever game.

::

    Lot -- kind                     what titles call it, such as tiles
        |- width, height, bleed     of each of its pieces, in mm
        `- pieces -- Piece          id, how often, what is behind it

A piece is laid by the rectangle around it, whatever outline its drawing shows. A lot whose pieces fill a page each,
such as the pages of a board, holds their own cut lines in its drawings and asks for no crop marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.layouts import N_UP, Layout
from generator.catalogue.papers import Paper
from generator.layout.fixed_positions import Places, places_on
from generator.layout.grid import Grid, grid_on
from generator.layout.sheet_setup import Flip

Outline: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a closed shape, in order."""


class Piece(Struct, frozen=True):
    """One component, and how often it lies on fronts.

    Attributes:
        id: of the component.
        name: as messages call it, such as ``tile Y07``.
        copies: how often it is printed.
        back: id of the component behind it; empty if the back of the sheet stays blank there.
        label: its name in the sheet's title, such as its colour; the lot's kind is used if no piece has one.
        back_name: as messages call the component behind it.
        outlines: corners of shapes whose place on the piece matters, in mm from its trim's top left corner, such as the
            hexagons of a board; the proof looks for each of them on paper.
    """

    id: str
    name: str
    copies: int = 1
    back: str = ""
    label: str = ""
    back_name: str = ""
    outlines: tuple[Outline, ...] = ()


class Lot(Struct, frozen=True):
    """Pieces of one size, which share sheets.

    Attributes:
        kind: what they are, in the plural.
        width, height: of the trim, in mm.
        bleed: art beyond the trim on each side, in mm.
        pieces: in the order in which they are laid.
        gathered: whether few pieces form a block that is about square, instead of filling rows.
        marked: whether crop marks point along the cuts.
    """

    kind: str
    width: float
    height: float
    bleed: float
    pieces: tuple[Piece, ...]
    gathered: bool = False
    marked: bool = True

    @property
    def count(self) -> int:
        """Return the number of pieces on fronts."""
        return sum(piece.copies for piece in self.pieces)


def lot_grid(
    lot: Lot, paper: Paper, what: str = "piece", layout: Layout = N_UP, *, room: tuple[float, float] | None = None
) -> Grid:
    """Return the grid for a lot, whose pieces messages call `what`; see :func:`~generator.layout.grid.grid_on`.

    Raises:
        LayoutError: they do not fit the paper.
    """
    wanted = max(1, lot.count) if lot.gathered else None
    return grid_on(paper, lot.width, lot.bleed, wanted, what, tall=lot.height, room=room, layout=layout)


def lot_pattern(lot: Lot, paper: Paper, layout: Layout, flip: Flip = Flip.LONG_EDGE) -> Grid | Places:
    """Return the places of a lot's pieces. Pieces without backs are not folded.

    Raises:
        LayoutError: they do not fit the paper, or there are no places for them.
    """
    backs = any(piece.back for piece in lot.pieces)
    if layout.positions:
        return places_on(paper, layout, (lot.width, lot.height), lot.bleed, lot.kind, flip if backs else None)
    if layout.fold != "none" and not backs:
        layout = replace(layout, fold="none")
    return lot_grid(lot, paper, f"piece ({lot.kind})", layout)


def choose_pieces(lots: Iterable[Lot], names: Sequence[str]) -> tuple[Lot, ...]:
    """Return what is left of some lots if only these pieces are wanted.

    Args:
        lots: everything.
        names: ids of pieces, each as often as it is wanted, or kinds of lots, which are wanted as a whole.

    Raises:
        LookupError: there is nothing of a name; it is the error's argument.
    """
    everything = tuple(lots)
    known = {piece.id for lot in everything for piece in lot.pieces} | {lot.kind for lot in everything}
    for name in names:
        if name not in known:
            raise LookupError(name, sorted(known))
    wanted = Counter(names)
    left = []
    for lot in everything:
        whole = wanted[lot.kind]
        pieces = tuple(
            replace(piece, copies=whole * piece.copies + wanted[piece.id])
            for piece in lot.pieces
            if (whole and piece.copies) or wanted[piece.id]
        )
        left += [replace(lot, pieces=pieces)] if pieces else []
    return tuple(left)
