"""Making the files of an output folder again, to compare them with those that lie there.

Equal inputs make equal bytes, so whatever differs is damaged, or was made from something else::

    the bytes are the same                      sound
    they differ, and the keys are the same      damaged: the file is not what its inputs make
    they differ, and the program is another     that is said
    they differ, and so do the keys             its inputs changed since it was built
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator import stopping
from generator.build.build import read_materials
from generator.build.fingerprints import program_key
from generator.build.order import USUAL_BOX, USUAL_FOLD, Order, titles_told
from generator.build.sheet_settings import kept_laying
from generator.build.verify import proof_of
from generator.catalogue import library
from generator.errors import AsterionError, InputError, Place, PublishError
from generator.publish import MANIFEST_NAME, Manifest, read_manifest
from generator.verify import Report
from generator.verify.files import UnfitFileError, read_plain
from generator.verify.report import Notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from generator.build.targets import Artefact
    from generator.catalogue.library import ShelfFile
    from generator.games.game import Game
    from generator.publish import Entry

PAGE = ".html"
OTHER_PROGRAM = "made by another version of the program, its libraries or Python, or with another SOURCE_DATE_EPOCH"


def verified(
    folder: Path,
    game: Game,
    catalogue: ShelfFile,
    variant: ShelfFile | None = None,
    *,
    rebuild: bool = False,
    tell: Callable[[str], object] = lambda _: None,
) -> Report:
    """Read a folder back, and hold its pages of rules, or all its files, against what their inputs make.

    Args:
        folder: what was built.
        game: that it should be built from.
        catalogue: the game's file.
        variant: what is laid upon it.
        rebuild: compare all files. Else pages alone, whose pictures nothing in the folder proves, and those of another
            program are left out.
        tell: is given the name of each file before it is proved, and before it is made again.
    """
    proof = proof_of(folder, game, tell=tell)
    notes = Notes()
    try:
        manifest = read_manifest(folder)
        if manifest is None or manifest.game != game.head.game:
            return proof  # which has told it
        order = order_of(manifest, catalogue, variant, rebuild=rebuild)
        _compare(folder, manifest, order, notes, tell, rebuild=rebuild)
    except PublishError as error:
        if proof.proved:  # it is told once
            notes.fault(MANIFEST_NAME, "manifest-broken", str(error))
    except (AsterionError, LookupError, OSError, ValueError) as error:  # the folder may come from anybody
        notes.fault(MANIFEST_NAME, "not-rebuilt", f"what it says cannot be made again: {told(error)}")
    found = notes.report()
    return Report((*proof.faults, *found.faults), (*proof.facts, *found.facts))


def order_of(manifest: Manifest, catalogue: ShelfFile, variant: ShelfFile | None, *, rebuild: bool = True) -> Order:
    """Return the order that made a folder, but for the laying of its sheets.

    Args:
        manifest: of the folder.
        catalogue: the game's file.
        variant: what is laid upon it.
        rebuild: all files; else the pages alone.

    Raises:
        InputError: the manifest names what is not here.
    """
    settings = manifest.settings
    order = Order(
        game=manifest.game,
        catalogue=catalogue,
        theme=library.theme_file(str(settings.get("theme"))),
        papers=(),
        languages=(),
        parts=frozenset(),
        unsound=True,
        variant=variant,
        since=_words(settings, "since", None) if "since" in settings else None,
        sources=library.sources_of(catalogue),
        titles=_titles(settings.get("titles", "")),
        fold=_words(settings, "booklet", USUAL_FOLD),
        box=_words(settings, "box", USUAL_BOX),
        grey=settings.get("grey") == "yes",
        tiles=_words(settings, "tiles", None),
    )
    return order.with_what_is_there(name for name in manifest.files if rebuild or name.endswith(PAGE))


def _titles(setting: object) -> tuple[str, ...]:
    """Return the languages of titles that a setting tells."""
    if (titles := titles_told(setting)) is None:
        raise InputError.at(Place(MANIFEST_NAME), f"{setting!r} is not what 'titles' says; build the folder anew")
    return titles


def _words(settings: Mapping[str, str | list[str]], name: str, usual: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the words of a setting; as many as usual, if that is given."""
    words = settings.get(name, list(usual or ()))
    if not isinstance(words, list) or (usual is not None and len(words) != len(usual)):
        raise InputError.at(Place(MANIFEST_NAME), f"{words!r} is not what {name!r} says; build the folder anew")
    return tuple(words)


def _compare(
    folder: Path, manifest: Manifest, order: Order, notes: Notes, tell: Callable[[str], object], *, rebuild: bool
) -> None:
    """Make what the order asks for, and compare it with the files that lie in the folder."""
    if not order.parts:
        return
    from generator.build.targets import artefacts

    same_program = manifest.settings.get("program") == program_key()
    if not same_program:
        left = "" if rebuild else "; its pages were not compared with what their inputs make, --rebuild does that"
        notes.fact(MANIFEST_NAME, f"{OTHER_PROGRAM}{left}")
        if not rebuild:
            return
    laying = manifest.settings.get("laying")
    materials, _ = read_materials(order, kept_laying(str(laying)) if laying else None)
    made = artefacts(materials)
    compare(folder, manifest, made, notes, program=program_key(), pages_alone=not rebuild, tell=tell)


def compare(
    folder: Path,
    manifest: Manifest,
    made: Iterable[Artefact],
    notes: Notes,
    *,
    program: str,
    pages_alone: bool = False,
    tell: Callable[[str], object] = lambda _: None,
) -> None:
    """Make files again, and compare them with those that lie in a folder.

    Args:
        folder: what was built or exported.
        manifest: of the folder.
        made: all that is made of the inputs at hand.
        notes: for faults, and for how many are the same.
        program: the key of the program that makes them.
        pages_alone: leave out what is no page of rules.
        tell: is given the name of each file before it is made.
    """
    same_program = manifest.settings.get("program") == program
    listed = {name: entry for name, entry in manifest.files.items() if name.endswith(PAGE) or not pages_alone}
    alike = 0
    for artefact in made:
        stopping.look()
        if (entry := listed.pop(artefact.name, None)) is not None:
            tell(artefact.name)
            alike += _is_alike(folder, artefact, entry, notes, same_program=same_program)
        elif not pages_alone:
            notes.fault(artefact.name, "not-built", "is made of the inputs at hand, and the folder lacks it")
    for name in listed:
        notes.fault(name, "not-made", "is not made of the inputs at hand")
    what = "pages" if pages_alone else "files"
    notes.fact(MANIFEST_NAME, f"{alike} {what} made again, and the same to the byte")


def _is_alike(folder: Path, artefact: Artefact, entry: Entry, notes: Notes, *, same_program: bool) -> bool:
    """Return whether a file is what its inputs make; note why not."""
    name = artefact.name
    try:
        found, made = read_plain(folder, name), artefact.make()
    except UnfitFileError:
        return False  # the proof has told it
    except (AsterionError, LookupError, ValueError) as error:
        notes.fault(name, "not-rebuilt", f"cannot be made again: {told(error)}")
        return False
    if found == made:
        return True
    if entry.key == artefact.key:
        pairs = enumerate(zip(found, made, strict=False))
        at = next((at for at, (one, other) in pairs if one != other), min(len(found), len(made)))
        message = f"is damaged: it is not what its inputs make, from byte {at} on; delete it and build the folder anew"
        notes.fault(name, "not-as-made", message)
    elif same_program:
        notes.fault(name, "inputs-changed", "its inputs have changed since it was built; build the folder anew")
    else:
        notes.fault(name, "other-program", f"is not what its inputs make here; it was {OTHER_PROGRAM}")
    return False


def told(error: Exception) -> str:
    """Return what went wrong, in one line."""
    return error.lines()[0] if isinstance(error, AsterionError) else str(error)
