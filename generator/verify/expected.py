"""A game's promise of its sheets: components with their sizes, numbers and backs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.equipment import Paper
from generator.layout.sheets import Lot, Outline, Room, choose_pieces

ROUNDED = 0.0051
"""Drawings and boxes are written to 0.01 mm, so a size may be off by half of that."""


class ExpectedPart(Struct, frozen=True):
    """One component.

    Attributes:
        id: of the component.
        name: as messages call it, such as ``tile Y07``.
        trim: side of the trim, or the diameter, in mm; its width, if it is no square.
        bleed: art beyond it on each side, in mm.
        fronts: how often it lies on fronts.
        behind: the component behind it; empty for one that only lies on backs, or has nothing behind it.
        tall: height of the trim, in mm, if it is no square.
        marked: whether crop marks point along its cuts.
        kind: of components, in the plural, such as ``tiles``.
        outlines: corners of shapes that must be found at their places, in mm from the trim's top left corner.
        hexagonal: whether it is a hexagon that stands on a corner.
        room: part of it that must hold nothing, in mm from the trim's top left corner; others may lie there.
        round: whether it is cut out as a circle.
    """

    id: str
    name: str
    trim: float
    bleed: float
    fronts: int
    behind: str
    tall: float | None = None
    marked: bool = True
    kind: str = ""
    outlines: tuple[Outline, ...] = ()
    room: Room | None = None
    hexagonal: bool = False
    round: bool = False

    @property
    def height(self) -> float:
        """Return the height of the trim, in mm."""
        return self.trim if self.tall is None else self.tall


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

    def all_parts(self, papers: Iterable[Paper]) -> dict[str, ExpectedPart]:
        """Return every component on sheets of any paper, by id."""
        return {part_id: part for paper in papers for part_id, part in self.parts(paper).items()}


def expected_parts(lots: Iterable[Lot]) -> dict[str, ExpectedPart]:
    """Return every component of some lots, by id."""
    parts: dict[str, ExpectedPart] = {}
    backs: dict[str, ExpectedPart] = {}
    for lot in lots:
        tall = None if lot.width == lot.height else lot.height
        size = lot.width, lot.bleed
        for piece in lot.pieces:
            part = ExpectedPart(
                piece.id, piece.name, *size, piece.copies, piece.back, tall, lot.marked, lot.kind, piece.outlines,
                piece.room, lot.hexagonal, lot.round,
            )  # fmt: skip
            parts[piece.id] = part
            if piece.back:
                back = {"id": piece.back, "name": piece.back_name, "fronts": 0, "behind": ""}
                backs[piece.back] = replace(part, **back, outlines=(), room=None)
    return {**backs, **parts}
