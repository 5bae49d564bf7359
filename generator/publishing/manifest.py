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
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from generator import bounds
from generator.errors import PublishError
from generator.publishing.disk import read_regular
from generator.publishing.names import MANIFEST_NAME, check_name, check_names

__all__ = ["FORMAT", "MANIFEST_NAME", "Entry", "Manifest", "Settings", "check_name", "read_manifest"]

FORMAT = 1
"""The newest form of the manifest that this program reads and writes."""
PROGRAM = "asterion-press"
"""Tells our manifest from the files of the same name that web sites and other tools have."""

Settings = dict[str, str | list[str]]

_SHA256 = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(r"[0-9a-f]{8,128}")


T = TypeVar("T")


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
    def from_json(cls, text: str) -> Manifest:
        """The manifest that :meth:`to_json` wrote.

        Raises:
            ValueError: the text is no manifest of this format; the message says why.
        """
        import json

        try:
            plain = _object(json.loads(text, object_pairs_hook=_once))
            files = {name: _made(Entry, _object(entry)) for name, entry in _object(plain.pop("files")).items()}
            if plain.pop("program") != PROGRAM:
                raise ValueError("another program wrote it")
            return _made(cls, {"files": files, **plain})
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError(f"it is incomplete or has unknown parts ({error})") from error


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
    if sum(map((raw or b"").count, (b"[", b"{", b":"))) > bounds.MANIFEST_PARTS:
        what = f"is damaged (it has more than {bounds.MANIFEST_PARTS} parts)"
        raise PublishError(f"{folder / MANIFEST_NAME} {what}; delete that folder, or choose another --out FOLDER")
    try:
        return Manifest.from_json((raw or b"").decode())
    except ValueError as error:
        _refuse(folder, raw, error)


def _refuse(folder: Path, raw: bytes | None, error: ValueError) -> NoReturn:
    """Say which of three things is wrong with a manifest that cannot be read."""
    elsewhere = "choose another --out FOLDER"
    loose = _loosely(raw)
    if loose is None:
        what = f"is damaged; if nothing in {folder} is yours, delete that folder, or {elsewhere}"
    elif loose.get("program") != PROGRAM:
        what = f"was written by another program; {elsewhere}"
    elif isinstance(loose.get("format"), int) and loose["format"] > FORMAT:
        what = f"comes from a newer version of this program (format {loose['format']}); update it, or {elsewhere}"
    else:
        what = f"is damaged ({error}); if nothing in {folder} is yours, delete that folder, or {elsewhere}"
    raise PublishError(f"{folder / MANIFEST_NAME} {what}") from error


def _loosely(raw: bytes | None) -> dict[str, Any] | None:
    """The object in the text, whatever is in it; None where there is none."""
    import json

    try:
        plain = json.loads((raw or b"").decode())
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} stands where an object should")
    return value


def _made(kind: type[T], plain: dict[str, Any]) -> T:
    """Return a record of these values.

    Raises:
        ValueError: a key is missing or unknown, or a value is none of its field.
    """
    shape: Any = kind
    wanted = {one.name: one.default is MISSING and one.default_factory is MISSING for one in fields(shape)}
    for key in plain:
        if key not in wanted:
            raise ValueError(f"it has the unknown key {key!r}")
    for key, required in wanted.items():
        if required and key not in plain:
            raise ValueError(f"its key {key!r} is missing")
    return kind(**plain)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different, or a ValueError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _check_texts(values: list[Any]) -> None:
    for value in values:
        if not isinstance(value, str):
            raise TypeError(f"a manifest holds texts, not {value!r}")
        value.encode()  # half of a surrogate pair is a UnicodeEncodeError, which is a ValueError
