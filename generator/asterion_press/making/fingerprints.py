"""Keys: a hash of everything that a file is made from. Equal keys, equal bytes, nothing to do.

A build first compares one key for all its inputs, so that an unchanged project is found unchanged without reading a
line of YAML. Only then does each file get a key of its own, so that one changed tile redraws one tile.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from asterion_press.catalogue import library
from asterion_press.catalogue.bounds import FILE_BYTES
from asterion_press.catalogue.files import ShelfFile, entries_of, read_bytes
from asterion_press.making.request import BuildRequest, Part
from asterion_press.publish.digests import DIGESTS
from asterion_press.publish.file_operations import digest_of

LIBRARIES = (
    "reportlab", "svgwrite", "uharfbuzz", "pyphen", "markdown_it_py", "mdit_py_plugins", "msgspec", "pikepdf",
    "pillow", "babel", "polib", "pyyaml", "tabulate",
)  # fmt: skip
"""Libraries whose version may change a byte of what is built."""
EXPORTING = ("pypdfium2", "ezdxf")
"""Libraries of extras whose version may change a byte of an export; a build is the same with and without them."""
READERS = {".svg": "resvg_py", ".xlsx": "openpyxl"}
"""Libraries of extras that read a file of one's own, by its suffix: they belong to the key of what has such a file."""


def key_of(*values: object) -> str:
    """Return a key for values that their `repr` describes completely."""
    return hashlib.sha256("\x00".join(map(repr, values)).encode()).hexdigest()


def file_hash(path: str | Path, name: str, limit: int = FILE_BYTES) -> str:
    """Return the sha256 of a file, which is read unless it is known from before.

    Raises:
        InputError: it cannot be read.
    """
    try:
        about = os.stat(path)  # noqa: PTH116 - hundreds of files
    except OSError:
        return digest_of(read_bytes(Path(path), name, limit))  # which raises the error with its reason
    if (known := DIGESTS.of(path, about)) is not None:
        return known
    found = digest_of(read_bytes(Path(path), name, limit))
    DIGESTS.remember(path, about, found)
    return found


def hash_of(file: ShelfFile) -> str:
    """Return the sha256 of a file of a shelf, as :func:`file_hash` does."""
    return file_hash(file.path, file.name, file.limit)


def hashes_of(files: Iterable[ShelfFile]) -> list[str]:
    """Return the sha256 of each file.

    Raises:
        InputError: one cannot be read.
    """
    return list(map(hash_of, files))


@cache
def program_key() -> str:
    """Return a key for this program, its drawings, the libraries that print, and the date that PDFs bear."""
    page = os.path.join(library.PACKAGE, "rulebook", "html", "page")  # noqa: PTH118 - hundreds of files
    files = sorted(
        (entry.path, entry.name)
        for entry in _files_below(str(library.PACKAGE))
        if entry.name.endswith((".py", ".json", ".xml", ".icc")) or os.path.dirname(entry.path) == page  # noqa: PTH120 - the same
    )
    hashes = [(name, file_hash(path, name)) for path, name in files]
    hashes += [(file.id, hash_of(file)) for file in library.shipped_art().values()]
    return key_of(hashes, _library_versions(LIBRARIES), os.environ.get("SOURCE_DATE_EPOCH", ""))


def look_hash(theme: ShelfFile) -> str:
    """Return a key for how pieces look: of a theme and the project's own drawings."""
    files = (theme, *library.own_art().values())
    return key_of([(file.id, hash_of(file)) for file in files])


@cache
def export_key() -> str:
    """Return a key for this program, the libraries that exports need beside those that print, and zlib."""
    return key_of(program_key(), _library_versions(EXPORTING), zlib.ZLIB_RUNTIME_VERSION)


def _files_below(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the files below a folder. ``Path.rglob`` skips unreadable folders, which would change the key."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield entry
            elif entry.name != "__pycache__":
                yield from _files_below(entry.path)


@cache
def fonts_key() -> str:
    """Return a key for all fonts: a name in a title or in the credits may need any of them."""
    paths = sorted(library.fonts_folder().iterdir())
    return key_of([(path.name, file_hash(path, path.name)) for path in paths])


def _library_versions(libraries: tuple[str, ...]) -> list[str]:
    """Return the names of distributions' metadata folders, which hold the versions; asking importlib is slower."""
    found = find_spec("reportlab")
    site = Path(found.origin).parent.parent if found and found.origin else library.PACKAGE
    names = (entry.name for entry in entries_of(site, ".dist-info"))
    return sorted(name for name in names if name.lower().startswith(libraries))


def reader_versions(files: Iterable[ShelfFile]) -> list[str]:
    """Return the versions of the libraries of extras that read the files, none for files that need no extra."""
    readers = tuple(READERS[suffix] for suffix in {file.path.suffix.lower() for file in files} if suffix in READERS)
    return _library_versions(readers) if readers else []


def request_key(request: BuildRequest) -> str:
    """Return the key of a whole build: program, inputs and settings. Folders do not count, the names of files do.

    If the rules do not fit the deck, a deck of the user's is made without booklets, and a shipped one is refused.
    """
    files = request.inputs()
    inputs = [(Path(file.name).name, file.id, hash_of(file)) for file in files]
    fonts = fonts_key() if {Part.SHEETS, Part.START, Part.BOX} & request.parts or request.languages_wanted() else ""
    readers = reader_versions(files)
    asked = request.game, sorted(request.languages), sorted(request.parts), sorted(request.texts or ())
    how = request.kept_settings(), request.unsound, request.verify, request.own_deck
    return key_of(program_key(), fonts, sorted(inputs), readers, asked, how)
