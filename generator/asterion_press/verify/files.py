"""The files of an output folder against its manifest, and the report of a proof: faults, and facts that were seen.

The folder may come from anybody: names are held to a narrow alphabet, links are not followed, sizes are compared
before anything is read. What happened to a folder after it was built can break it.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import asdict

from asterion_press.catalogue import bounds
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import read_json, shortly, unreadable
from asterion_press.errors import MISTAKES_SHOWN
from asterion_press.layout.sheet_setup import PLAIN, SheetSetup

MANIFEST = "manifest.json"
MANIFEST_FORMAT = 1
EXPECTED = "give a folder that a build or an export made, or make it anew"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9][A-Za-z0-9._-]{0,99})?")
"""Names of a build, which has one level of folders."""
DEEP_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,2}")
"""Names of an export, which has two."""
OURS = re.compile(
    r"svg/[^/]+\.svg|(sheets|update|start|rules)-[^/]+\.pdf|rules-[^/]+\.html|check\.(txt|json)|update\.txt|box\.pdf|track\.pdf|cards?-[^/]+\.pdf"
)
"""Names that only files of this program have; one that the manifest does not list is a leftover or foreign."""
FOLDED = "-booklet.pdf"
"""Ends the name of a booklet to fold."""
RULES = re.compile(r"rules-([^/]+?)(?:-booklet\.pdf|(?<!-booklet)\.pdf|\.html)")
MAX_FILE = 512 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class ListedFile(Struct, frozen=True):
    """A file as the manifest has it."""

    sha256: str
    size: int


CHANGED = "damaged or changed since it was made; make it anew with --force"


class UnfitFileError(Exception):
    """A file that is not there, not a plain file or too large; the message says which."""


def language_of(name: str) -> str | None:
    """Return the language of a file of the rules; None if it is another file."""
    match = RULES.fullmatch(name)
    return match[1] if match else None


def read_file(folder: Path, name: str, limit: int = MAX_FILE) -> bytes:
    """Return the bytes of a regular file below `folder` that no link leads to.

    Raises:
        UnfitFileError: it cannot be read, or should not be.
    """
    path = folder / name
    try:
        if any((folder / above).is_symlink() for above in PurePath(name).parents if above.name):
            raise UnfitFileError("lies behind a link")
        descriptor = os.open(path, _FLAGS)
        with os.fdopen(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                raise UnfitFileError("is not a regular file")
            if about.st_size > limit:
                raise UnfitFileError(f"has {about.st_size} bytes; at most {limit} are read")
            return file.read(limit + 1)
    except FileNotFoundError:
        raise UnfitFileError("is missing") from None
    except OSError as error:
        raise UnfitFileError(unreadable(error)) from None


class FolderListing(Struct, frozen=True):
    """The content of a manifest.

    Attributes:
        files: by their names.
        since: for an update, the catalogue of the deck that it updates, in lines; None for a whole deck.
        fold: how booklets are folded; None if there are none.
        box: the box's contents and paper; None if there is none.
        laying: how its sheets are laid.
        tiles: the pieces of which alone sheets are printed; None: of all.
    """

    files: dict[str, ListedFile]
    since: list[str] | None = None
    fold: list[str] | None = None
    box: list[str] | None = None
    laying: SheetSetup = PLAIN
    tiles: list[str] | None = None


class LanguageFiles(Struct, frozen=True):
    """The rules in one language, of a folder that is proved.

    Attributes:
        folder: that was built.
        language: of all of them.
        files: as the manifest has them, by name.
        known: names of files that were proved before and whose bytes are the same.
        fold: how the booklet is to be folded.
        papers: by id.
        every: all files of the folder, as the manifest has them.
    """

    folder: Path
    language: str
    files: dict[str, ListedFile]
    known: frozenset[str]
    fold: list[str] | None
    papers: Mapping[str, Paper]
    every: Mapping[str, ListedFile]


def read_listing(folder: Path, catalogue_sha256: str, notes: Notes) -> FolderListing | None:
    """Return the content of the manifest; None if there is none that can be read, which is noted.

    Args:
        folder: the output folder.
        catalogue_sha256: of the catalogue that the folder should be built from.
        notes: for faults.
    """
    try:
        data = _object(read_json(read_file(folder, MANIFEST, bounds.MANIFEST_BYTES)))
        if data.get("format") != MANIFEST_FORMAT:
            raise ValueError(f"its format is {data.get('format')!r}, not {MANIFEST_FORMAT}")  # noqa: TRY301
        files: dict[str, ListedFile] = {}
        for name, entry in _object(data.get("files")).items():
            sha256, size = (_object(entry).get(key) for key in ("sha256", "size"))
            if not isinstance(sha256, str) or not isinstance(size, int):
                raise ValueError("a file lacks its sha256 or its size")  # noqa: TRY301, TRY004 - of a file
            files[name] = ListedFile(sha256, size)
        settings = _object(data.get("settings", {}))
        since, fold, box, tiles = (_lines(settings, name) for name in ("since", "booklet", "box", "tiles"))
        laying = _laying(settings["laying"]) if "laying" in settings else PLAIN
    except UnfitFileError as error:
        notes.fault(MANIFEST, "manifest-missing", f"the manifest {error}; {EXPECTED}")
        return None
    except ValueError as error:
        notes.fault(MANIFEST, "manifest-broken", f"the manifest cannot be understood: {error}")
        return None
    if data.get("catalogue_sha256") != catalogue_sha256:
        built = str(data.get("catalogue_sha256"))[:8]
        message = f"built from another catalogue: {built}, and the one at hand is {catalogue_sha256[:8]}"
        if isinstance(variant := settings.get("variant"), str):
            message += f"; it was built with --variant {variant[:40]!r}"
        notes.fault(MANIFEST, "other-catalogue", message)
    return FolderListing(files, since, fold, box, laying, tiles)


def _laying(value: object) -> SheetSetup:
    try:
        return msgspec.json.decode(value if isinstance(value, str) else "", type=SheetSetup)
    except msgspec.MsgspecError:
        raise ValueError(f"{shortly(value)} says no way in which sheets are laid") from None


def _lines(settings: Mapping[str, object], name: str) -> list[str] | None:
    """Return the lines that a manifest keeps under a name, or None."""
    if name not in settings:
        return None
    value = settings[name]
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise ValueError(f"{shortly(value)} stands where lines should")
    return value


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{shortly(value)} stands where names with values should")  # noqa: TRY004 - of a file
    return value


def is_fit_name(name: str, notes: Notes, pattern: re.Pattern[str] = NAME) -> bool:
    """Return whether a name of the manifest may be opened at all; note it if it may not."""
    if pattern.fullmatch(name):
        return True
    notes.fault(MANIFEST, "manifest-name", f"{name[:80]!r} is not a name of a file in this folder")
    return False


EXCHANGED = "file-exchanged"
"""Code of a file that holds the bytes of another one; all else that is wrong with it follows from that."""


def read_listed(folder: Path, name: str, files: Mapping[str, ListedFile], notes: Notes) -> bytes | None:
    """Return the bytes of a file, compared with the manifest; None if it cannot be read or is another, which is noted.

    Args:
        folder: where it lies.
        name: of the file.
        files: all files of the manifest, by name.
        notes: for faults.
    """
    try:
        raw = read_file(folder, name)
    except UnfitFileError as error:
        code = "file-missing" if str(error) == "is missing" else "file-unfit"
        notes.fault(name, code, f"named in the manifest, but it {error}")
        return None
    listed, found = files[name], hashlib.sha256(raw).hexdigest()
    if found == listed.sha256:
        return raw
    if other := next((one for one, file in files.items() if file.sha256 == found), None):
        notes.fault(name, EXCHANGED, f"holds what was made as {other}; give it that name again, or make both anew")
        return None
    if len(raw) != listed.size:
        notes.fault(name, "file-changed", f"{CHANGED}: it has {len(raw)} bytes; the manifest says {listed.size}")
    else:
        message = f"its sha256 is {found[:12]}…; the manifest says {listed.sha256[:12]}…"
        notes.fault(name, "file-changed", f"{CHANGED}: {message}")
    return raw


def check_unlisted(folder: Path, files: Mapping[str, ListedFile], notes: Notes, *, is_export: bool = False) -> None:
    """Note files that the manifest does not list and that are named like those of a build, or lie beside an export's.

    Args:
        folder: where they lie.
        files: as the manifest has them, by name.
        notes: for faults.
        is_export: whether it is one, beside whose files others with the same endings look like them.
    """
    endings = {Path(name).suffix for name in files}
    for place in sorted({str(Path(name).parent) for name in files} if is_export else {".", "svg"}):
        path = folder / place
        if not path.is_dir() or (path.is_symlink() and place != "."):
            continue
        for entry in sorted(os.listdir(path)):  # noqa: PTH208 - names, not paths, are wanted
            name = entry if place == "." else f"{place}/{entry}"
            is_beside = name != MANIFEST and not entry.startswith(".") and Path(entry).suffix in endings
            if name not in files and (is_beside if is_export else OURS.fullmatch(name)):
                notes.fault(name[:120], "file-unlisted", "lies in the folder, but the manifest does not name it")


FAULTS_KEPT = 200
"""Faults kept for one file, so that one that is wholly wrong does not bury the others. The rest is counted."""


class Fault(Struct, frozen=True):
    """A difference between a file and its promise.

    Attributes:
        file: name within the folder.
        page: counted from 1; None if it concerns the whole file.
        code: short and stable, for programs and tests.
        message: one plain sentence with the numbers.
    """

    file: str
    page: int | None
    code: str
    message: str

    def __str__(self) -> str:
        where = self.file if self.page is None else f"{self.file}, page {self.page}"
        return f"{where}: {self.message} [{self.code}]"


class Fact(Struct, frozen=True):
    """A fact that was seen in one file, in a few words."""

    file: str
    text: str


class Report(Struct, frozen=True):
    """The outcome of a proof: `faults` is empty if everything is as promised."""

    faults: tuple[Fault, ...]
    facts: tuple[Fact, ...]

    @property
    def proved(self) -> bool:
        """Return whether the proof found no fault."""
        return not self.faults

    def lines(self) -> list[str]:
        """Return a line for each of the first fifty faults."""
        shown = [str(fault) for fault in self.faults[:MISTAKES_SHOWN]]
        hidden = len(self.faults) - len(shown)
        return [*shown, f"and {hidden} more faults"] if hidden else shown


class Notes(Struct):
    """Faults and facts as the checks find them."""

    faults: list[Fault] = []
    facts: list[Fact] = []
    _per_file: Counter[str] = field(default_factory=Counter)

    def fault(self, file: str, code: str, message: str, page: int | None = None) -> None:
        """Keep a fault, unless its file has too many already."""
        self._per_file[file] += 1
        if self._per_file[file] <= FAULTS_KEPT:
            self.faults.append(Fault(file, page, code, message))

    def fact(self, file: str, text: str) -> None:
        """Keep a fact."""
        self.facts.append(Fact(file, text))

    def take_over(self, other: Notes) -> None:
        """Add faults and facts of other files."""
        self.faults += other.faults
        self.facts += other.facts
        self._per_file += other._per_file

    def is_full(self, file: str) -> bool:
        """Return whether further faults of the file would only be counted."""
        return self._per_file[file] >= FAULTS_KEPT

    def report(self) -> Report:
        """Return everything that was found."""
        hidden = [
            Fault(file, None, "more", f"{count - FAULTS_KEPT} more faults are not listed")
            for file, count in self._per_file.items()
            if count > FAULTS_KEPT
        ]
        return Report((*self.faults, *hidden), tuple(self.facts))


def report_text(report: Report) -> str:
    """Return the facts as an aligned list, the faults on a line each, and the verdict as the last line."""
    width = max((len(fact.file) for fact in report.facts), default=0)
    lines = [f"{fact.file:<{width}}  {fact.text}" for fact in report.facts]
    if report.faults:
        lines += ["", *report.lines()]
    return "\n".join([*lines, "", verdict(report), ""])


def verdict(report: Report) -> str:
    """Return ``proved``, or how many faults there are."""
    count = len(report.faults)
    return f"{count} fault{'s' * (count != 1)}" if count else "proved"


def report_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "format": 1,
        "proved": report.proved,
        "faults": list(map(asdict, report.faults)),
        "facts": list(map(asdict, report.facts)),
    }
