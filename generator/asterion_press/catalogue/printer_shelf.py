"""The files of this user's printers, one for each, and the one in use.

::

    <configuration folder of the user>/asterion-press/
      printers.yaml              used: hall      the printer that is used unless another one is named
      printers/hall.yaml         width, height, back_mm

The library platformdirs finds that folder on each system. Nothing is read as YAML here, so that a build
that has nothing to do stays quick.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from asterion_press.catalogue.files import ShelfFile, entries_of
from asterion_press.catalogue.library import IDENTIFIER, top_id
from asterion_press.errors import InputError, Place, suggestion

APPLICATION = "asterion-press"
NAME_LENGTH = 16
"""Longest name of a printer: it stands on every sheet, beside the ruler. Own choice."""
NOBODY = "none"
"""The word that means no printer; no printer may have this name."""
READ_ACROSS_MM, READ_DOWN_MM = 160.0, 220.0
"""Lengths on a calibration sheet that are measured. Own choice: as long as fits A4 and Letter alike."""
MOST_MM = 20.0
"""Farthest that backs may be moved. Own choice: users report 3 to 4 mm."""


def profiles_folder() -> Path:
    """Return the folder of this user's settings; it need not be there."""
    from platformdirs import user_config_path

    return user_config_path(APPLICATION, appauthor=False)


def _surely_none() -> bool:
    """Return whether the settings folder certainly does not exist, without asking platformdirs, which takes 5 ms.

    Source: XDG Base Directory Specification 0.8, ``XDG_CONFIG_HOME`` and its default, which platformdirs follows.
    """
    if sys.platform != "linux":
        return False
    base = os.environ.get("XDG_CONFIG_HOME", "").strip() or "~/.config"
    try:
        os.lstat(os.path.join(os.path.expanduser(base), APPLICATION))  # noqa: PTH111, PTH118 - quick
    except FileNotFoundError:
        return True
    except OSError:  # it may be there: who reads it will be told why it cannot be read
        pass
    return False


def printers() -> dict[str, ShelfFile]:
    """Return this user's printers by name, in alphabetical order; files with other names are left out.

    Raises:
        OSError: the folder is there and cannot be read. To take it for an empty one would print without corrections.
    """
    files = entries_of(profiles_folder() / "printers", ".yaml")
    found = {path.stem: ShelfFile(path.stem, path, f"printers/{path.name}") for path in files}
    return {name: file for name, file in found.items() if is_name(name)}


def is_name(word: str) -> bool:
    """Return whether a printer may be called so."""
    return bool(IDENTIFIER.fullmatch(word)) and len(word) <= NAME_LENGTH and word != NOBODY


def printer_file(name: str) -> ShelfFile:
    """Return one printer.

    Raises:
        InputError: this user has none of that name.
    """
    there = printers()
    if name in there:
        return there[name]
    raise InputError.at(Place("printers"), f"unknown printer {name!r}; {suggestion(name, [*there, NOBODY])}")


def used_printer() -> ShelfFile | None:
    """Return the printer that is used unless another one is named; None if there is none, or its file is gone."""
    if _surely_none() or not (used := profiles_folder() / "printers.yaml").is_file():
        return None
    name = top_id(ShelfFile("used", used, used.name), "used")
    return printers().get(name or "")
