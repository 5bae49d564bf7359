"""The manifest: what a published set consists of, and what it was made from.

::

    {
      "catalogue_sha256": "...",           the catalogue's bytes
      "files": {
        "svg/Y01.svg": {
          "key": "...",                    digest of all that the file was made from: unchanged key, unchanged file
          "sha256": "...", "size": 9120    what lies on the disk
        }
      },
      "format": 1, "game": "asterion", "program": "asterion-press",
      "settings": {"theme": "knossos"},    what was asked for, in words that depend on no language and no machine
      "version": "0.1.0"
    }

It holds no time and no path of a machine, and its text is sorted, so that equal sets have equal manifests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from generator import bounds
from generator.catalogue.plain_json import object_with, read_json, shortly
from generator.errors import PublishError
from generator.publish.fsync import read_regular
from generator.publish.names import MANIFEST_NAME, check_name, check_names

__all__ = ["FORMAT", "MANIFEST_NAME", "Entry", "Manifest", "Settings", "check_name", "read_manifest"]

FORMAT = 1
"""The newest form of the manifest that this program reads and writes."""
PROGRAM = "asterion-press"
"""Tells our manifest from the files of the same name that web sites and other tools have."""

Settings = dict[str, str | list[str]]

_PARTS = {
    **dict.fromkeys(("catalogue_sha256", "game", "program", "version"), str),
    "files": dict,
    "format": int,
    "settings": dict,
}
_OF_A_FILE = {"key": str, "sha256": str, "size": int}
_SHA256 = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(r"[0-9a-f]{8,128}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One published file.

    Attributes:
        sha256: of its bytes, in lower-case hexadecimal.
        size: in bytes.
        key: digest, in lower-case hexadecimal, of everything that the file was made from.
    """

    sha256: str
    size: int
    key: str

    def __post_init__(self) -> None:
        if not (_SHA256.fullmatch(self.sha256) and _KEY.fullmatch(self.key) and type(self.size) is int):
            raise ValueError(f"an entry needs two digests and a size, not {self!r}")
        if self.size < 0:
            raise ValueError(f"a file cannot have {self.size} bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A published set.

    Attributes:
        version: of the program.
        game: id of the game.
        catalogue_sha256: of the catalogue's bytes.
        settings: what was asked for, by name; no paths, no times.
        files: every file but the manifest, by its name.
        format: of the manifest itself.
    """

    version: str
    game: str
    catalogue_sha256: str
    settings: Settings = field(default_factory=dict)
    files: dict[str, Entry] = field(default_factory=dict)
    format: int = FORMAT

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise ValueError(f"this program writes manifests of format {FORMAT}, not {self.format}")
        if not _SHA256.fullmatch(self.catalogue_sha256):
            raise ValueError(f"the catalogue's digest is {self.catalogue_sha256!r}")
        _check_texts([self.version, self.game, *self.settings])
        for value in self.settings.values():
            _check_texts(value if isinstance(value, list) else [value])
        check_names(self.files)

    def to_json(self) -> str:
        """The text of ``manifest.json``: sorted, indented, with a line break at the end."""
        import json

        plain = asdict(self) | {"program": PROGRAM}
        return json.dumps(plain, ensure_ascii=False, indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Manifest:
        """The manifest that :meth:`to_json` wrote.

        Raises:
            ValueError: the text is no manifest of this format; the message says why.
        """
        plain = object_with(read_json(text), "the manifest", _PARTS)
        entries = {name: object_with(one, f"the entry of {name!r}", _OF_A_FILE) for name, one in plain["files"].items()}
        files = {name: Entry(**entry) for name, entry in entries.items()}
        if plain.pop("program") != PROGRAM:
            raise ValueError("another program wrote it")
        return cls(**plain | {"files": files})


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a published set, or None where there is none.

    Raises:
        PublishError: it is damaged, not ours, or of a newer program; the message says what to do.
        OSError: the folder cannot be read.
    """
    try:
        raw = read_regular(folder / MANIFEST_NAME, bounds.MANIFEST_BYTES)
    except FileNotFoundError:
        return None
    try:
        return Manifest.from_json(raw or b"")
    except ValueError as error:
        _refuse(folder, raw, error)


def _refuse(folder: Path, raw: bytes | None, error: ValueError) -> NoReturn:
    """Say which of three things is wrong with a manifest that cannot be read."""
    elsewhere = "choose another --out FOLDER"
    loose = _loosely(raw)
    if loose is not None and loose.get("program") != PROGRAM:
        what = f"was written by another program; {elsewhere}"
    elif loose is not None and isinstance(loose.get("format"), int) and loose["format"] > FORMAT:
        what = f"comes from a newer version of this program (format {loose['format']}); update it, or {elsewhere}"
    else:
        what = f"is damaged ({error}); if nothing in {folder} is yours, delete that folder, or {elsewhere}"
    raise PublishError(f"{folder / MANIFEST_NAME} {what}") from error


def _loosely(raw: bytes | None) -> dict[str, Any] | None:
    """Return the object in the text, whatever is in it; None where there is none."""
    try:
        plain = read_json(raw or b"")
    except ValueError:
        return None
    return plain if isinstance(plain, dict) else None


def _check_texts(values: Iterable[object]) -> None:
    for value in values:
        if not isinstance(value, str):
            raise ValueError(f"a manifest holds texts, not {shortly(value)}")  # noqa: TRY004 - of a file
        if not value.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ValueError(f"{shortly(value)} holds half of a character")
