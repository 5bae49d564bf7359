"""Files that somebody forged and listed in the manifest anew, so that only making them again tells."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from asterion_press.making.artefacts import Artefact
from asterion_press.making.verify import compare
from asterion_press.publish import Entry
from asterion_press.verify.files import Notes


@contextmanager
def forged(folder: Path) -> Iterator[dict[str, Any]]:
    """Give the manifest of a folder to be changed, and write it."""
    path = folder / "manifest.json"
    manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    yield manifest
    path.write_text(json.dumps(manifest), encoding="utf-8")


def sign(folder: Path, **settings: object) -> None:
    """Let the manifest of a folder tell the files as they are now, and none that is gone, and change its settings."""
    with forged(folder) as manifest:
        manifest["files"] = {name: entry for name, entry in manifest["files"].items() if (folder / name).is_file()}
        for name, entry in manifest["files"].items():
            raw = (folder / name).read_bytes()
            entry |= {"sha256": hashlib.sha256(raw).hexdigest(), "size": len(raw)}
        manifest["settings"] |= settings


def codes_made_again(folder: Path, name: str, made: bytes, found: bytes) -> list[str]:
    """What `asterion verify` says of a file of which others lie in the folder than are made."""
    (folder / name).write_bytes(found)
    entry = Entry(hashlib.sha256(found).hexdigest(), len(found), "0" * 64)
    notes = Notes()
    compare(folder, {name: entry}, [Artefact(name, entry.key, lambda: made)], notes, same_program=True)
    return [fault.code for fault in notes.faults]
