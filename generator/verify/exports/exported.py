"""What an export promises: the pieces of the game, and what the target was told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from generator.catalogue.papers import Paper
from generator.layout.batches import Lot, Piece
from generator.verify.expected import Promise
from generator.verify.files import Listed
from generator.verify.report import Notes

TABLE = "pieces.csv"


class WishError(ValueError):
    """Something that the target must have been told, and that the manifest does not say."""


class Exported(Struct, frozen=True):
    """What an export promises.

    Attributes:
        target: its name.
        wishes: what the target was told, as texts, by the names of its options.
        game: id of the game.
        promise: what the game promises of all its files.
        lots: all pieces, as they lie on the largest paper, where nothing is divided.
        papers: by id.
        is_round: whether a component is cut out as a circle.
        lines: how many cut lines and fold lines a component brings along; none if it is cut along its trim.
    """

    target: str
    wishes: Mapping[str, str]
    game: str
    promise: Promise
    lots: tuple[Lot, ...]
    papers: Mapping[str, Paper]
    is_round: Callable[[str], bool]
    lines: Callable[[str], tuple[int, int]]

    def pieces(self) -> Iterator[tuple[Lot, Piece]]:
        """Return every piece that is printed, with its lot, in the order of printing."""
        for lot in self.lots:
            for piece in lot.pieces:
                if piece.copies:
                    yield lot, piece

    def wish(self, name: str) -> str:
        """Return what the target was told.

        Raises:
            WishError: the manifest does not say.
        """
        if name not in self.wishes:
            raise WishError(f"the manifest does not say with which {name!r} the export was made; export it anew")
        return self.wishes[name]

    def number(self, name: str) -> float:
        """Return a number that the target was told.

        Raises:
            WishError: the manifest does not say, or no positive number.
        """
        word = self.wish(name)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,9})?", word):
            raise WishError(f"the manifest says {word[:40]!r} for {name!r}, which is no number; export it anew")
        return float(word)


class Found(Struct, frozen=True):
    """The files of an export that could be read.

    Attributes:
        folder: where they lie.
        files: as the manifest has them.
        raw: their bytes, read when somebody asks; None if they cannot be read, which has been told.
        notes: for faults.
    """

    folder: Path
    files: Mapping[str, Listed]
    raw: Callable[[str], bytes | None]
    notes: Notes

    def expect(self, names: set[str]) -> None:
        """Note every file that should be there and is not, and every one that should not."""
        for name in sorted(names - self.files.keys()):
            self.notes.fault(name, "export-missing", "belongs to the export, and the manifest does not name it")
        for name in sorted(self.files.keys() - names):
            self.notes.fault(name, "export-foreign", "is no file of this export of the game")
