"""A build: what was asked for is compared with what lies in the folder, and what differs is made as one set::

    request -> one key for all ---------------------- unchanged and intact: nothing to do
       |
    catalogue -> deck -> findings -------------------- errors: stop, unless told otherwise
       |
    lock, staging folder
       |-- svg/<id>.svg         drawn, or kept from the last build if its key is the same
       |-- sheets-<paper>.pdf   printed, or kept
       |-- rules-<language>.pdf printed, or kept
       |-- rules-<language>.html written, or kept
       |-- check.txt, check.json
       |
    read back and prove ------------------------------ faults: stop, the last build stays
       |
    manifest.json, swap

Until the swap the last build lies in the folder as it was; whatever stops a build leaves it there. This module finds
out whether anything is to be done, and imports little; :mod:`asterion_press.making.stage` does the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from asterion_press.errors import InputError, PublishError
from asterion_press.making.artefacts import Outcome, Progress, plan_files
from asterion_press.making.fingerprints import request_key
from asterion_press.making.request import NO_RULES, TEXTS, BuildRequest, BuildSettings
from asterion_press.publish import OutputFolder
from asterion_press.publish.manifest import KINDS, REMEDY, describe_set


def build(
    request: BuildRequest,
    folder: Path | OutputFolder,
    progress: Progress | None = None,
    *,
    force: bool = False,
    jobs: int = 1,
) -> Outcome:
    """Make what is asked for and publish it as one set.

    Args:
        request: what is wanted.
        folder: the game's output folder, or what is known of it already.
        progress: is told each step.
        force: whether files that somebody changed by hand are replaced.
        jobs: how many processes work at it, the same bytes with any number; 0: one a core.

    Raises:
        InputError: mistakes in the files, a deck that is not sound, or one that does not fit its paper.
        TypesettingError: a text that cannot be printed.
        VerifyError: what was printed is not what it should be.
        PublishError: the folder cannot be written.
    """
    output = folder if isinstance(folder, OutputFolder) else OutputFolder(folder)
    output.check_ours(force=force)
    whole = _including_what_is_there(request, output)
    previous = output.previous
    if previous and previous.settings.get("order") == request_key(whole) and all(map(output.is_intact, previous.files)):
        output.clear_leftovers()
        return Outcome(Path(output.name), kept=tuple(previous.files))
    from asterion_press.making.stage import make_set, read_checked

    project = read_checked(request, whole)
    with output.stage(force=force) as stage:
        if (now := _including_what_is_there(request, output)) != whole:  # another build has published meanwhile
            project = read_checked(request, now)
        return make_set(stage, output, project, progress or Progress(), jobs)


def plan(request: BuildRequest, folder: Path | OutputFolder, *, force: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the name of each file, with what a build would do with it: ``make``, ``keep`` or ``remove``. Write nothing.

    Raises:
        AsterionError: what the build itself would say before it writes.
    """
    from asterion_press.making.stage import read_checked
    from asterion_press.making.targets import artefacts

    output = folder if isinstance(folder, OutputFolder) else OutputFolder(folder)
    output.check_ours(force=force)
    project = read_checked(request, _including_what_is_there(request, output))
    yield from plan_files(list(artefacts(project)), output)


def _including_what_is_there(request: BuildRequest, output: OutputFolder) -> BuildRequest:
    """Return the request with what lies in the folder.

    Raises:
        InputError: nothing but rules is asked for, and the game has none.
        PublishError: another game's files lie there.
    """
    if request.parts <= TEXTS and not request.languages:
        from asterion_press.catalogue.strict_yaml import read_document

        document = read_document(request.catalogue)
        raise InputError.at(document.value_place(("game",)), NO_RULES.format(request.game))
    whole = request.including(output.remaining())  # who deletes a file wants it no more
    require_same_target(output, whole)
    return whole


def previous_settings(output: OutputFolder) -> BuildSettings:
    """Return how the files of a folder were made; new settings for a new folder, or one whose manifest was changed."""
    try:
        return BuildSettings.from_manifest(output.previous.settings if output.previous else {})
    except InputError:
        return BuildSettings()


def require_same_target(output: OutputFolder, request: BuildRequest) -> None:
    """Check that what lies in the folder is what the request renews, so that no deck is lost unasked.

    Raises:
        PublishError: something else lies there.
    """
    previous = output.previous
    if previous is None:
        return
    if previous.settings.keys() & KINDS.keys():
        raise PublishError(f"{output.name} holds {describe_set(previous)}; {REMEDY}")
    there, here = previous_settings(output), request.kept_settings()
    for kept, wanted in (
        (f"the game {previous.game!r}", f"the game {request.game!r}"),
        (_deck(there), _deck(here)),
        (_extent(there), _extent(here)),
    ):
        if kept != wanted:
            raise PublishError(f"{output.name} holds {kept}, not {wanted.removeprefix('the game ')}; {REMEDY}")


def _deck(settings: BuildSettings) -> str:
    return f"the variant {settings.variant!r}" if settings.variant else "the deck of the catalogue itself"


def _extent(settings: BuildSettings) -> str:
    return (
        "an update" if settings.since is not None else "a reprint of some pieces" if settings.tiles else "a whole deck"
    )
