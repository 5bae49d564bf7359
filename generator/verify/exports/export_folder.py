"""The proof of an export: its manifest, every file that it lists, and the promise of its target."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from msgspec import Struct, field

from generator import stopping
from generator.catalogue.papers import Paper
from generator.layout.sheets import Lot, Piece
from generator.verify.expected import ExpectedFiles
from generator.verify.files import DEEP_NAME, MANIFEST, ListedFile, is_fit_name, read_listed, read_listing
from generator.verify.report import Notes, Report

TABLE = "pieces.csv"


class OptionError(ValueError):
    """An option of the target that is missing in the manifest, or not a number."""


class Exported(Struct, frozen=True):
    """An export's promise of what its files hold.

    Attributes:
        target: its name.
        options: with which the target was made: values as texts, by name.
        game: id of the game.
        promise: of the game.
        lots: all pieces, as they lie on the largest paper, where nothing is divided.
        papers: by id.
        is_round: whether a component is cut out as a circle.
        lines: how many cut lines and fold lines a component brings along; none if it is cut along its trim.
    """

    target: str
    options: Mapping[str, str]
    game: str
    promise: ExpectedFiles
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

    def option(self, name: str) -> str:
        """Return the value of an option, as text.

        Raises:
            OptionError: the manifest does not say.
        """
        if name not in self.options:
            raise OptionError(f"the manifest does not say with which {name!r} the export was made; export it anew")
        return self.options[name]

    def number(self, name: str) -> float:
        """Return the value of an option that is a number.

        Raises:
            OptionError: the manifest does not say, or no positive number.
        """
        word = self.option(name)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,9})?", word):
            raise OptionError(f"the manifest says {word[:40]!r} for {name!r}, which is no number; export it anew")
        return float(word)


class ExportFiles(Struct):
    """The files of an export.

    Attributes:
        folder: where they lie.
        files: as the manifest has them.
        notes: for faults.
        tell: is given the name of each file before it is read.
    """

    folder: Path
    files: Mapping[str, ListedFile]
    notes: Notes
    tell: Callable[[str], object]
    _read: dict[str, bytes | None] = field(default_factory=dict)

    def raw(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if the manifest lacks it, or if it cannot be read, which is noted."""
        if name not in self.files:
            return None
        if name not in self._read:
            self.tell(name)
            self._read[name] = read_listed(self.folder, name, self.files, self.notes)
        return self._read[name]

    def expect(self, names: set[str]) -> None:
        """Note every file that should be there and is not, and every one that should not."""
        for name in sorted(names - self.files.keys()):
            self.notes.fault(name, "export-missing", "belongs to the export, and the manifest does not name it")
        for name in sorted(self.files.keys() - names):
            self.notes.fault(name, "export-foreign", "is no file of this export of the game")

    def check_unlisted(self) -> None:
        """Note files beside those of the export that look like them, and that the manifest does not list."""
        endings = {Path(name).suffix for name in self.files}
        for place in sorted({str(Path(name).parent) for name in self.files}):
            path = self.folder / place
            if not path.is_dir() or path.is_symlink():
                continue
            for entry in sorted(os.listdir(path)):  # noqa: PTH208 - names, not paths, are wanted
                name = entry if place == "." else f"{place}/{entry}"
                if name in self.files or name == MANIFEST or entry.startswith("."):
                    continue
                if Path(entry).suffix in endings:
                    message = "lies in the folder, but the manifest does not name it"
                    self.notes.fault(name[:120], "file-unlisted", message)


PROOFS = {
    "png": "pictures",
    "table": "pictures",
    "tgc": "pictures",
    "pdf": "piece_pages",
    "tts": "saved_objects",
    "vassal": "vassal_module",
    "dxf": "cut_files",
    "svg": "cut_files",
}
"""In which module the proof of a target stands: ``prove_<target>``. A test holds that every target has one
(`test_every_target_is_proved_by_plain_verify_and_made_again_to_the_byte`)."""


def prove_export(folder: Path, exported: Exported, tell: Callable[[str], object] = lambda _: None) -> Report:
    """Read every file of an export back.

    Args:
        folder: that was exported.
        exported: its promise.
        tell: is given the name of each file before it is read.

    Returns:
        All faults, and facts that were seen. Nothing in the folder makes this raise.
    """
    notes = Notes()
    listing = read_listing(folder, None, exported.promise.sha256, notes)
    if listing is None:
        return notes.report()
    files = {name: listed for name, listed in listing.files.items() if is_fit_name(name, notes, DEEP_NAME)}
    found = ExportFiles(folder, files, notes, tell)
    target = exported.target
    if target not in PROOFS:
        notes.fault(MANIFEST, "export-unknown", f"no proof is known of the export {target[:40]!r}")
    else:
        module = import_module(f"generator.verify.exports.{PROOFS[target]}")
        prove_target: Callable[[Exported, ExportFiles], None] = getattr(module, f"prove_{target}")
        try:
            prove_target(exported, found)
        except OptionError as error:
            notes.fault(MANIFEST, "manifest-broken", str(error))
    for name in files:  # those that the proof did not ask for
        stopping.look()
        found.raw(name)
    found.check_unlisted()
    notes.fact(MANIFEST, f"{len(files)} files, the export {target!r} of {exported.game!r}")
    return notes.report()
