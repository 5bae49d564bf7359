"""A game's promise of its sheets: components with their sizes, numbers and backs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.layout.sheets import Lot, Piece, choose_pieces

ROUNDED = 0.0051
"""Drawings and boxes are written to 0.01 mm, so a size may be off by half of that."""


class ExpectedPart(Struct, frozen=True):
    """One component: a piece of a lot, or what lies behind one, which lies on no front."""

    piece: Piece
    lot: Lot


class ExpectedFiles(Struct, frozen=True):
    """A game's promise of what its files hold.

    Attributes:
        sha256: of its catalogue.
        short_hash: as printed on the sheets.
        titles: texts that must stand on each page of its sheets.
        lots: returns the lots on sheets of a paper.
        update: the promise of an update, for a deck that the lines of a manifest give.
        lines: lengths in mm of the straight lines that a component's drawing must hold, by layer; empty if any will do.
    """

    sha256: str
    short_hash: str
    titles: tuple[str, ...]
    lots: Callable[[Paper], tuple[Lot, ...]]
    update: Callable[[Sequence[str]], ExpectedFiles]
    lines: Callable[[str], Mapping[str, Sequence[float]]] = lambda _: {}

    def of(self, tiles: Sequence[str]) -> ExpectedFiles:
        """Return the promise of a set that holds only these pieces.

        Raises:
            LookupError: there is nothing of a name.
        """
        return replace(self, lots=lambda paper: choose_pieces(self.lots(paper), tiles))

    def parts(self, paper: Paper) -> dict[str, ExpectedPart]:
        """Return every component on sheets of a paper, by id."""
        return expected_parts(self.lots(paper))


def expected_parts(lots: Iterable[Lot]) -> dict[str, ExpectedPart]:
    """Return every component of some lots, by id."""
    parts = [ExpectedPart(piece, lot) for lot in lots for piece in lot.pieces]
    backs = [ExpectedPart(Piece(p.piece.back, p.piece.back_name, 0), p.lot) for p in parts if p.piece.back]
    return {part.piece.id: part for part in (*backs, *parts)}
