r"""The manifest: the files of a published set, and what each was made from.

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

Names of published files are relative POSIX paths that mean the same file on every system, and never one elsewhere::

    svg/Y01.svg        fine
    ../x  /x  a//b     leave the folder, or have two spellings
    a\b  a:b   con     mean something else on Windows
    Y01.svg y01.svg    one file on macOS and Windows, so a set may hold only one of them
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import object_with, read_json, shortly
from asterion_press.errors import PublishError
from asterion_press.publish.file_operations import read_regular

MANIFEST_NAME = "manifest.json"
"""The file that describes the set; no published file may have this name."""

_FORBIDDEN = frozenset('\\<>:"|?*')
_DEVICES = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)})
"""Source: learn.microsoft.com, "Naming Files, Paths, and Namespaces"."""
_LONGEST = 255
"""Bytes of one part of a path. Source: NAME_MAX of ext4, APFS and NTFS."""


def check_name(name: str) -> None:
    """Check the name of a file of a set.

    Raises:
        ValueError: it could leave the folder, or is not the same name everywhere.
    """
    if name.casefold() == MANIFEST_NAME or not all(_is_plain(part) for part in name.split("/")):
        raise ValueError(f"{name!r} is not a name for a published file")


def check_names(names: Iterable[str]) -> None:
    """Check the names of one set: each one good, and no two of them in each other's way.

    Raises:
        ValueError: a name is bad, two differ only in case, or one is a folder of another.
    """
    folded: list[str] = []
    for name in names:
        check_name(name)
        folded.append(name.casefold())
    for first, second in pairwise(sorted(folded, key=lambda name: name.split("/"))):
        if first == second or second.startswith(f"{first}/"):
            raise ValueError(f"{first!r} and {second!r} cannot both be published")


def folders_of(names: Iterable[str]) -> set[str]:
    """Return every folder, relative to the set, that one of the names lies in."""
    found: set[str] = set()
    for name in names:
        while (name := name.rpartition("/")[0]) and name not in found:
            found.add(name)
    return found


def _is_plain(part: str) -> bool:
    """Return whether a part of a name means the same file on every system."""
    return (
        part.isprintable()
        and part not in {"", ".", ".."}
        and part[-1] not in " ."
        and len(part.encode()) <= _LONGEST
        and _FORBIDDEN.isdisjoint(part)
        and part.partition(".")[0].rstrip().casefold() not in _DEVICES
        and unicodedata.is_normalized("NFC", part)  # macOS may hand back another Unicode form than it was given
    )


FORMAT = 1
"""The newest form of the manifest that this program reads and writes."""
PROGRAM = "asterion-press"
"""Marks our manifest among the files of the same name that web sites and other tools have."""

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
        settings: of the build, by name; no paths, no times.
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
        """Return the text of ``manifest.json``: sorted, indented, with a line break at the end."""
        plain = asdict(self) | {"program": PROGRAM}
        return json.dumps(plain, ensure_ascii=False, indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Manifest:
        """Return the manifest that :meth:`to_json` wrote.

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
    """Return the manifest of a published set, or None where there is none.

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
        elsewhere = "choose another --out FOLDER"
        plain = None
        with suppress(ValueError):
            plain = read_json(raw or b"")
        if isinstance(plain, dict) and plain.get("program") != PROGRAM:
            what = f"was written by another program; {elsewhere}"
        elif isinstance(plain, dict) and isinstance(plain.get("format"), int) and plain["format"] > FORMAT:
            what = f"comes from a newer version of this program (format {plain['format']}); update it, or {elsewhere}"
        else:
            what = f"is damaged ({error}); if nothing in {folder} is yours, delete that folder, or {elsewhere}"
        raise PublishError(f"{folder / MANIFEST_NAME} {what}") from error


def _check_texts(values: Iterable[object]) -> None:
    for value in values:
        if not isinstance(value, str):
            raise ValueError(f"a manifest holds texts, not {shortly(value)}")  # noqa: TRY004 - of a file
        if not value.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ValueError(f"{shortly(value)} holds half of a character")


KINDS = {"export": "the export {export!r} of {game!r}", "search": "what a search found for {game!r}"}
"""Sets that are no build, by the setting that marks them."""


REMEDY = "choose another --out FOLDER, or delete that one"
"""The end of a message about a folder that holds another set."""


def describe_set(manifest: Manifest) -> str:
    """Return what kind of set a manifest describes, for a sentence."""
    text = next((text for key, text in KINDS.items() if key in manifest.settings), "a build of {game!r}")
    return text.format(game=manifest.game, export=manifest.settings.get("export"))
