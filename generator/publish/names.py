r"""Names of published files: relative POSIX paths that mean the same file on every system, and never one elsewhere.

::

    svg/Y01.svg        fine
    ../x  /x  a//b     leave the folder, or have two spellings
    a\b  a:b   con     mean something else on Windows
    Y01.svg y01.svg    one file on macOS and Windows, so a set may hold only one of them
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

MANIFEST_NAME = "manifest.json"
"""The file that describes the set; no published file may have this name."""

_FORBIDDEN = frozenset('\\<>:"|?*')
_DEVICES = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)})
"""Source: learn.microsoft.com, "Naming Files, Paths, and Namespaces"."""
_LONGEST = 255
"""Bytes of one part of a path. Source: NAME_MAX of ext4, APFS and NTFS."""


def check_name(name: str) -> None:
    """Accept the name of a file of a set.

    Raises:
        ValueError: it could leave the folder, or is not the same name everywhere.
    """
    if name.casefold() == MANIFEST_NAME or not all(_is_plain(part) for part in name.split("/")):
        raise ValueError(f"{name!r} is not a name for a published file")


def check_names(names: Iterable[str]) -> None:
    """Accept the names of one set: each one good, and no two of them in each other's way.

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
    """Every folder, relative to the set, that one of the names lies in."""
    found: set[str] = set()
    for name in names:
        while (name := name.rpartition("/")[0]) and name not in found:
            found.add(name)
    return found


def shown(name: str) -> str:
    """The name as a message may print it: without line breaks or bytes that no terminal can show."""
    return name if name.isprintable() else ascii(name)


def listed(names: Iterable[str], most: int = 2) -> str:
    """Some names for a sentence: ``a.txt, b.txt and 3 more``."""
    every = [shown(name) for name in names]
    more = len(every) - most
    return ", ".join(every[:most]) + (f" and {more} more" if more > 0 else "")


def _is_plain(part: str) -> bool:
    return (
        part.isprintable()
        and part not in {"", ".", ".."}
        and part[-1] not in " ."
        and len(part.encode()) <= _LONGEST
        and _FORBIDDEN.isdisjoint(part)
        and part.partition(".")[0].rstrip().casefold() not in _DEVICES
        and (part.isascii() or _is_composed(part))
    )


def _is_composed(part: str) -> bool:
    """One spelling only: macOS may hand back another Unicode form than it was given."""
    import unicodedata

    return unicodedata.is_normalized("NFC", part)
