"""The proof of an export: its files are those of its manifest, and what its inputs make, to the byte.

Data can break nothing in an export that making it again would not show; what the program itself writes is read back in
the tests (``tests/exports``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.errors import AsterionError
from asterion_press.exports.run import EXPORTS, context_of, given_settings
from asterion_press.exports.target import Option
from asterion_press.making.verify import OTHER_PROGRAM, compare, error_text, promise_of, theme_of
from asterion_press.publish import MANIFEST_NAME, OutputFolder
from asterion_press.verify import Report
from asterion_press.verify.files import (
    DEEP_NAME,
    Notes,
    UnfitFileError,
    check_unlisted,
    is_fit_name,
    read_file,
    read_listed,
    read_listing,
)

if TYPE_CHECKING:
    from asterion_press.games.game import Game
    from asterion_press.publish import Manifest


def verify_export(
    folder: Path, manifest: Manifest, game: Game, *, tell: Callable[[str], object] = lambda _: None
) -> Report:
    """Compare the files of an export with its manifest, make them again, and compare their bytes.

    Args:
        folder: what was exported.
        manifest: of the folder.
        game: that it should be made of.
        tell: is given the name of each file before it is read, and before it is made again.
    """
    notes = Notes()
    listing = read_listing(folder, promise_of(game).sha256, notes)
    if listing is None:
        return notes.report()
    files = {name: listed for name, listed in listing.files.items() if is_fit_name(name, notes, DEEP_NAME)}
    for name in files:
        stopping.look()
        tell(name)
        read_listed(folder, name, files, notes)
    check_unlisted(folder, files, notes, is_export=True)
    try:
        _make_again(folder, replace(manifest, files={name: manifest.files[name] for name in files}), game, notes, tell)
    except (AsterionError, LookupError, OSError, UnfitFileError, ValueError) as error:  # it may come from anybody
        notes.fault(MANIFEST_NAME, "not-rebuilt", f"what it says cannot be made again: {error_text(error)}")
    return notes.report()


def _make_again(folder: Path, manifest: Manifest, game: Game, notes: Notes, tell: Callable[[str], object]) -> None:
    """Make every file again that no fault was found in so far, and compare it with the one in the folder."""
    named = str(manifest.settings.get("export"))
    if named not in EXPORTS:
        raise AsterionError(f"no export is called {named[:40]!r}; one of {', '.join(EXPORTS)}")
    target, theme = EXPORTS[named], theme_of(str(manifest.settings.get("theme")))
    context = context_of(game, theme, OutputFolder(folder))
    lines = manifest.settings.get("wishes")
    words = dict(line.partition("=")[::2] for line in lines) if isinstance(lines, list) else {}
    values = {one.name: _value(one, words.get(one.name), folder) for one in target.options}
    is_other = manifest.settings.get("program") != context.program
    if is_other:
        notes.fact(MANIFEST_NAME, OTHER_PROGRAM)
    given = {one.name: words[one.name] for one in target.options if one.kind == "file" and one.name in words}
    if lines != given_settings(values | given):
        what = f"says other settings than {named!r} is made with here: {', '.join(given_settings(values | given))}"
        notes.fault(MANIFEST_NAME, "other-program" if is_other else "not-as-made", f"{what}; export it anew")
    known = {fault.file for fault in notes.faults}
    left = {name: one for name, one in manifest.files.items() if name not in known}
    made = (one for one in target.files(context, values) if one.name not in known)
    compare(folder, left, made, notes, same_program=not is_other, tell=tell)


def _value(option: Option, word: str | None, folder: Path) -> Any:
    """Return the value of an option from its word in the manifest, which is None if the option was not given.

    Raises:
        UnfitFileError: it is a file, whose copy is not in the folder.
        ValueError: no such value may be given.
    """
    if word is None:
        return option.default
    if option.kind == "file":
        read_file(folder, option.kept)
        return folder / option.kept
    value: Any = {"number": float, "whole": int}.get(option.kind, str)(word)
    shelves: Any = {"paper": library.papers, "cutter": library.cutters, "language": library.all_languages}
    if option.kind in shelves and word not in shelves[option.kind]():
        what = f"the manifest names the {option.kind} {word[:40]!r}, which is not at hand"
        raise ValueError(f"{what}; name its file with --{option.kind}")
    low, high = option.least, option.most
    if (option.choices and word not in option.choices) or (low is not None and not low <= value <= (high or value)):
        raise ValueError(f"{word[:40]!r} is no value of {option.name!r}")
    return value
