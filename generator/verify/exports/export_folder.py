"""The proof of an export: its manifest, every file that it names, and what its target promises."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from msgspec import Struct

from generator import stopping
from generator.catalogue.papers import Paper
from generator.layout.batches import Lot, Piece
from generator.verify.expected import Promise
from generator.verify.files import DEEP_NAME, MANIFEST, ListedFile, fit_name, listed_bytes, manifest_of
from generator.verify.report import Notes, Report

TABLE = "pieces.csv"


class OptionError(ValueError):
    """An option of the target that the manifest does not give, or that is no number."""


class Exported(Struct, frozen=True):
    """An export's promise of what its files hold.

    Attributes:
        target: its name.
        options: what the target was told, as texts, by the names of its options.
        game: id of the game.
        promise: what the game promises of all its files.
        lots: all pieces, as they lie on the largest paper, where nothing is divided.
        papers: by id.
        is_round: whether a component is cut out as a circle.
        lines: how many cut lines and fold lines a component brings along; none if it is cut along its trim.
    """

    target: str
    options: Mapping[str, str]
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

    def option(self, name: str) -> str:
        """Return what the target was told.

        Raises:
            OptionError: the manifest does not say.
        """
        if name not in self.options:
            raise OptionError(f"the manifest does not say with which {name!r} the export was made; export it anew")
        return self.options[name]

    def number(self, name: str) -> float:
        """Return a number that the target was told.

        Raises:
            OptionError: the manifest does not say, or no positive number.
        """
        word = self.option(name)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,9})?", word):
            raise OptionError(f"the manifest says {word[:40]!r} for {name!r}, which is no number; export it anew")
        return float(word)


class ExportFiles(Struct, frozen=True):
    """The files of an export that could be read.

    Attributes:
        folder: where they lie.
        files: as the manifest has them.
        raw: their bytes, read when somebody asks; None if they cannot be read, which has been told.
        notes: for faults.
    """

    folder: Path
    files: Mapping[str, ListedFile]
    raw: Callable[[str], bytes | None]
    notes: Notes

    def expect(self, names: set[str]) -> None:
        """Note every file that should be there and is not, and every one that should not."""
        for name in sorted(names - self.files.keys()):
            self.notes.fault(name, "export-missing", "belongs to the export, and the manifest does not name it")
        for name in sorted(self.files.keys() - names):
            self.notes.fault(name, "export-foreign", "is no file of this export of the game")


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
        folder: what was exported.
        exported: what it promises.
        tell: is given the name of each file before it is read.

    Returns:
        Everything that is not as promised, and what was seen. Nothing in the folder makes this raise.
    """
    notes = Notes()
    listing = manifest_of(folder, None, exported.promise.sha256, notes)
    if listing is None:
        return notes.report()
    files = {name: listed for name, listed in listing.files.items() if fit_name(name, notes, DEEP_NAME)}
    found = ExportFiles(folder, files, _reader(folder, files, notes, tell), notes)
    prove = _proof_of(exported.target)
    if prove is None:
        notes.fault(MANIFEST, "export-unknown", f"no proof is known of the export {exported.target[:40]!r}")
    else:
        try:
            prove(exported, found)
        except OptionError as error:
            notes.fault(MANIFEST, "manifest-broken", str(error))
    for name in files:  # those that the proof did not ask for
        stopping.look()
        found.raw(name)
    _strangers(folder, files, notes)
    notes.fact(MANIFEST, f"{len(files)} files, the export {exported.target!r} of {exported.game!r}")
    return notes.report()


def _proof_of(target: str) -> Callable[[Exported, ExportFiles], None] | None:
    if target not in PROOFS:
        return None
    module = import_module(f"generator.verify.exports.{PROOFS[target]}")
    proof: Callable[[Exported, ExportFiles], None] = getattr(module, f"prove_{target}")
    return proof


def _reader(
    folder: Path, files: Mapping[str, ListedFile], notes: Notes, tell: Callable[[str], object]
) -> Callable[[str], bytes | None]:
    """Return what reads a file and compares it with the manifest, once for each name."""
    kept: dict[str, bytes | None] = {}

    def raw(name: str) -> bytes | None:
        if name not in kept:
            tell(name)
            kept[name] = listed_bytes(folder, name, files[name], notes)
        return kept[name]

    return raw


def _strangers(folder: Path, files: Mapping[str, ListedFile], notes: Notes) -> None:
    """Find files beside those of the export that look like them, and that the manifest does not name."""
    endings = {Path(name).suffix for name in files}
    for place in sorted({str(Path(name).parent) for name in files}):
        path = folder / place
        if not path.is_dir() or path.is_symlink():
            continue
        for entry in sorted(os.listdir(path)):  # noqa: PTH208 - names, not paths, are wanted
            name = entry if place == "." else f"{place}/{entry}"
            if name not in files and name != MANIFEST and Path(entry).suffix in endings and not entry.startswith("."):
                notes.fault(name[:120], "file-unlisted", "lies in the folder, but the manifest does not name it")
