"""The proof of an export: its manifest, every file that it names, and what its target promises."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from generator import stopping
from generator.verify.exports.exported import Exported, Found, WishError
from generator.verify.files import DEEP_NAME, MANIFEST, Listed, fit_name, listed_bytes, manifest_of
from generator.verify.report import Notes, Report

PROOFS = {
    "png": "pictures",
    "table": "pictures",
    "tgc": "pictures",
    "pdf": "piece_pages",
    "tts": "saved_objects",
    "vassal": "modules",
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
    found = Found(folder, files, _reader(folder, files, notes, tell), notes)
    prove = _proof_of(exported.target)
    if prove is None:
        notes.fault(MANIFEST, "export-unknown", f"no proof is known of the export {exported.target[:40]!r}")
    else:
        try:
            prove(exported, found)
        except WishError as error:
            notes.fault(MANIFEST, "manifest-broken", str(error))
    for name in files:  # those that the proof did not ask for
        stopping.look()
        found.raw(name)
    _strangers(folder, files, notes)
    notes.fact(MANIFEST, f"{len(files)} files, the export {exported.target!r} of {exported.game!r}")
    return notes.report()


def _proof_of(target: str) -> Callable[[Exported, Found], None] | None:
    if target not in PROOFS:
        return None
    module = import_module(f"generator.verify.exports.{PROOFS[target]}")
    proof: Callable[[Exported, Found], None] = getattr(module, f"prove_{target}")
    return proof


def _reader(
    folder: Path, files: Mapping[str, Listed], notes: Notes, tell: Callable[[str], object]
) -> Callable[[str], bytes | None]:
    """Return what reads a file and compares it with the manifest, once for each name."""
    kept: dict[str, bytes | None] = {}

    def raw(name: str) -> bytes | None:
        if name not in kept:
            tell(name)
            kept[name] = listed_bytes(folder, name, files[name], notes)
        return kept[name]

    return raw


def _strangers(folder: Path, files: Mapping[str, Listed], notes: Notes) -> None:
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
