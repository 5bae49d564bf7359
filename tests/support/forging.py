"""Files that somebody forged and listed in the manifest anew, so that only making them again tells."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from asterion_press.making.artefacts import Artefact
from asterion_press.making.verify import compare
from asterion_press.publish import Entry, Manifest
from asterion_press.verify.files import Notes

PROGRAM = "p"


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Let the manifest of a folder say something else."""
    path = folder / "manifest.json"
    manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def sign(folder: Path) -> None:
    """Let the manifest of a folder tell the files as they are now, and none that is gone."""

    def change(manifest: dict[str, Any]) -> None:
        there = {name: folder / name for name in manifest["files"] if (folder / name).is_file()}
        read = {name: path.read_bytes() for name, path in there.items()}
        manifest["files"] = {
            name: manifest["files"][name] | {"sha256": hashlib.sha256(raw).hexdigest(), "size": len(raw)}
            for name, raw in read.items()
        }

    change_manifest(folder, change)


def codes_made_again(folder: Path, name: str, made: bytes, found: bytes) -> list[str]:
    """What `asterion verify` says of a file of which others lie in the folder than are made."""
    (folder / name).write_bytes(found)
    entry = Entry(hashlib.sha256(found).hexdigest(), len(found), "0" * 64)
    manifest = Manifest(
        version="1", game="any", catalogue_sha256="0" * 64, settings={"program": PROGRAM}, files={name: entry}
    )
    notes = Notes()
    compare(folder, manifest, [Artefact(name, entry.key, lambda: made)], notes, program=PROGRAM)
    return [fault.code for fault in notes.faults]
