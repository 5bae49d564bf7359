"""The proof of an output folder: find its game, read its files back, make them again and compare.

Equal inputs make equal bytes, so whatever differs is damaged, or was made from something else::

    the bytes are the same                      sound
    they differ, and the keys are the same      damaged: the file is not what its inputs make
    they differ, and the program is another     that is said
    they differ, and so do the keys             its inputs changed since it was built
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import sound_papers
from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import AsterionError, InputError, Place, PublishError
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.making.artefacts import Artefact
from asterion_press.making.fingerprints import program_key
from asterion_press.making.project import load_project
from asterion_press.making.request import BuildRequest, BuildSettings
from asterion_press.making.rules import translation_findings
from asterion_press.making.targets import artefacts
from asterion_press.processes import Shared
from asterion_press.publish import MANIFEST_NAME, Entry, Manifest, read_manifest
from asterion_press.publish.manifest import describe_set
from asterion_press.verify import Report, prove
from asterion_press.verify.expected import ExpectedFiles
from asterion_press.verify.files import LanguageFiles, Notes, UnfitFileError, read_file
from asterion_press.verify.folder import prove_in_turn, prove_language
from asterion_press.verify.pdf import stream_digest

PAGE = ".html"
OTHER_PROGRAM = "made by another version of the program, its libraries or Python, or with another SOURCE_DATE_EPOCH"


def verified(
    folder: Path,
    game: Game,
    catalogue: ShelfFile,
    variant: ShelfFile | None,
    *,
    rebuild: bool,
    strict: bool = False,
    tell: Callable[[str], object] = lambda _: None,
) -> Report:
    """Read a folder back, make its pages of rules or all its files again, and compare.

    Args:
        folder: what was built.
        game: that it should be built from.
        catalogue: the game's file.
        variant: the variant that is applied to it.
        rebuild: compare all files. Else pages alone, whose pictures and frames nothing else proves; those of another
            program are left out.
        strict: whether outdated and missing passages of rules are faults; else they are facts.
        tell: is given the name of each file before it is proved, and before it is made again.
    """
    proof = proof_of(folder, game, tell=tell)
    notes = Notes()
    try:
        manifest = read_manifest(folder)
        if manifest is None or manifest.game != game.head.game:
            return proof  # which has reported it
        files = {name: entry for name, entry in manifest.files.items() if rebuild or name.endswith(PAGE)}
        request = request_of(replace(manifest, files=files), catalogue, variant)
        same_program = manifest.settings.get("program") == program_key()
        if request.parts and not same_program:
            left = "" if rebuild else "; its pages were not compared with what their inputs make, --rebuild does that"
            notes.fact(MANIFEST_NAME, f"{OTHER_PROGRAM}{left}")
        if request.parts and (rebuild or same_program):
            made, what = artefacts(load_project(request)), "files" if rebuild else "pages"
            compare(folder, files, made, notes, what, same_program=same_program, tell=tell)
        printed = request_of(manifest, catalogue, variant).languages_wanted()
        for one in translation_findings(game.head.game, printed):
            if strict:
                notes.fault(str(one.place), one.code, one.message)
            else:
                notes.fact(str(one.place), f"{one.message} [{one.code}]")
    except PublishError as error:
        if proof.proved:  # else the proof has reported it
            notes.fault(MANIFEST_NAME, "manifest-broken", str(error))
    except (AsterionError, LookupError, OSError, ValueError) as error:  # the folder may come from anybody
        notes.fault(MANIFEST_NAME, "not-rebuilt", f"what it says cannot be made again: {error_text(error)}")
    found = notes.report()
    return Report((*proof.faults, *found.faults), (*proof.facts, *found.facts))


def proof_of(
    folder: Path,
    game: Game,
    known: frozenset[str] = frozenset(),
    known_ink: Mapping[str, bytes] | None = None,
    tell: Callable[[str], object] = lambda _: None,
    pool: ProcessPoolExecutor | None = None,
) -> Report:
    """Return what reading a folder back finds, with the papers that its sheets name.

    Args:
        folder: what was built.
        game: that it was built from.
        known: names of files that were proved before, and are only compared.
        known_ink: streams of forms that were proved before, by component.
        tell: is given the name of each file before it is proved.
        pool: processes that prove the rules, too.
    """
    forms = frozenset((component, stream_digest(stream)) for component, stream in (known_ink or {}).items())

    def share(texts: list[LanguageFiles]) -> Callable[[int], Notes]:
        return Shared(pool, prove_language, prove_language, texts).result if pool else prove_in_turn(texts)

    promise, papers = promise_of(game), sound_papers()
    return prove(folder, promise, papers=papers, known=known, known_forms=forms, tell=tell, share=share)


def promise_of(game: Game) -> ExpectedFiles:
    """Return what a game promises of its files."""
    titles = (game.head.full_title, game.short_hash)
    return ExpectedFiles(
        game.document.sha256,
        game.short_hash,
        titles,
        game.lots,
        lambda since: promise_of(game.update(since)),
        game.lines,
    )


def request_of(manifest: Manifest, catalogue: ShelfFile, variant: ShelfFile | None) -> BuildRequest:
    """Return the request that made the files of a manifest, with a catalogue to which a variant is applied.

    Raises:
        InputError: the manifest names what is not here.
    """
    settings = BuildSettings.from_manifest(manifest.settings)
    request = BuildRequest(
        catalogue=catalogue,
        theme=theme_of(settings.theme),
        papers=(),
        languages=(),
        parts=frozenset(),
        unsound=True,
        variant=variant,
        settings=settings,
    )
    return request.including(manifest.files)


def theme_of(named: str) -> ShelfFile:
    """Return the theme that a manifest names.

    Raises:
        InputError: it is not at hand.
    """
    if (theme := library.themes().get(named)) is None:
        what = f"names the theme {named[:40]!r}, which is not at hand; name its file with --theme"
        raise InputError.at(Place(MANIFEST_NAME), what)
    return theme


def compare(
    folder: Path,
    files: Mapping[str, Entry],
    made: Iterable[Artefact],
    notes: Notes,
    what: str = "files",
    *,
    same_program: bool,
    tell: Callable[[str], object] = lambda _: None,
) -> None:
    """Make files again, and compare them with those that lie in a folder.

    Args:
        folder: what was built or exported.
        files: of its manifest.
        made: all that is made of the inputs at hand.
        notes: for faults, and for how many are the same.
        what: they are called.
        same_program: whether the program that made them is this one.
        tell: is given the name of each file before it is made.
    """
    listed, alike = dict(files), 0
    for artefact in made:
        stopping.look()
        if (entry := listed.pop(artefact.name, None)) is not None:
            tell(artefact.name)
            alike += _is_alike(folder, artefact, entry, notes, same_program=same_program)
        else:
            notes.fault(artefact.name, "not-built", "is made of the inputs at hand, and the folder lacks it")
    for name in listed:
        notes.fault(name, "not-made", "is not made of the inputs at hand")
    notes.fact(MANIFEST_NAME, f"{alike} {what} made again, and the same to the byte")


def _is_alike(folder: Path, artefact: Artefact, entry: Entry, notes: Notes, *, same_program: bool) -> bool:
    """Return whether a file is what its inputs make; note why not."""
    name = artefact.name
    try:
        found, made = read_file(folder, name), artefact.make()
    except UnfitFileError:
        return False  # the proof has reported it
    except (AsterionError, LookupError, ValueError) as error:
        notes.fault(name, "not-rebuilt", f"cannot be made again: {error_text(error)}")
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


def error_text(error: Exception) -> str:
    """Return what went wrong, in one line."""
    return error.lines()[0] if isinstance(error, AsterionError) else str(error)


class AtHand(NamedTuple):
    """A game, and the files that it was read from."""

    game: Game
    catalogue: ShelfFile
    variant: ShelfFile | None


def game_of(
    manifest: Manifest, place: Place, given: ShelfFile | None, here: ShelfFile | None, variant: ShelfFile | None
) -> AtHand:
    """Return the game of a folder: the one that the user named, or one whose catalogue has the same sha256.

    Args:
        manifest: of the folder.
        place: the manifest's file, for messages.
        given: the catalogue that the user named.
        here: the catalogue in the user's own folder, if there is one.
        variant: that the user named; without one, the manifest's.

    Raises:
        InputError: it is not at hand, is of another game, or has mistakes.
    """
    variant = variant or _variant(manifest, place)
    shipped = library.games().get(manifest.game)
    candidates = [given] if given else [file for file in (here, shipped) if file and file.id == manifest.game]
    if given and given.id != manifest.game:
        message = f"tells of {describe_set(manifest)}, and the catalogue is of {given.id!r}; name another one, or none"
        raise InputError.at(place, message)
    found = [AtHand(read_game(file, variant), file, variant) for file in candidates]
    if not found:
        message = f"tells of {describe_set(manifest)}, whose catalogue is not at hand; name it behind the folder"
        raise InputError.at(place, message)
    equal = (one for one in found if one.game.document.sha256 == manifest.catalogue_sha256)
    return next(equal, found[0])


def _variant(manifest: Manifest, place: Place) -> ShelfFile | None:
    """Return the variant that a manifest names.

    Raises:
        InputError: it is not at hand.
    """
    named = manifest.settings.get("variant", "")
    if not isinstance(named, str) or not named:
        return None
    if named in library.variants():
        return library.variants()[named]
    own = Path(f"{named}.yaml")
    if re.fullmatch(library.IDENTIFIER, named) and own.is_file():
        return library.file_at(own)
    message = f"names the variant {named[:40]!r}, which is not at hand; name it with --variant FILE"
    raise InputError.at(place, message)
