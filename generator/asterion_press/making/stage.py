"""The work of a build: inputs are read, files made, kept and proved on a staging folder, and published as one set.

The texts are made and proved by several processes at once: a booklet takes longer than all sheets together. Each
process reads the inputs itself. It makes a file only if the file's key is the requested one, so that an input which
changes meanwhile cannot lead to a set that is half old and half new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from asterion_press.catalogue import library
from asterion_press.errors import InputError, Place, VerifyError
from asterion_press.making.artefacts import READING_BACK, Artefact, Outcome, Progress, fill, manifest_of
from asterion_press.making.drawing_cache import reusable_ink
from asterion_press.making.fingerprints import program_key, request_key
from asterion_press.making.project import Project, load_project
from asterion_press.making.request import TEXTS, BuildRequest, Part, classify
from asterion_press.making.targets import artefacts, greyed, rules_files
from asterion_press.publish import OutputFolder, Stage

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

PROOF_EFFORT = 150
"""In drawings, as :attr:`~asterion_press.making.artefacts.Artefact.effort`: reading back takes about as long."""
FEWEST_TEXTS = 6
"""Texts that are worth a second process, which takes as long to begin as two booklets take. Measured on two cores."""
MOST = 8
"""Processes that make texts; each takes some 120 MB of memory."""


def read_checked(request: BuildRequest, whole: BuildRequest) -> Project:
    """Return what :func:`~asterion_press.making.project.load_project` reads.

    Args:
        request: what was asked for, whose rules must hold if nothing else was.
        whole: the same with what lies in the folder.

    Raises:
        InputError: mistakes in the files, or rules that do not hold.
    """
    project = load_project(whole)
    if request.parts <= TEXTS and project.mismatch is not None:
        raise project.mismatch
    return project


def make_set(stage: Stage, output: OutputFolder, project: Project, progress: Progress, jobs: int) -> Outcome:
    """Fill the stage, prove it and publish it.

    Raises:
        VerifyError: a file does not hold what it promises.
    """
    request, drawings, notes = project.request, project.drawings, tuple(project.notes())
    wanted = list(artefacts(project))
    to_make = [one for one in wanted if not output.holds(one.name, one.key)]
    texts = texts_of(to_make)
    with _workers(request, jobs if len(texts) >= FEWEST_TEXTS else 1) as pool:
        if any(classify(one.name)[0] is Part.SHEETS for one in to_make):
            drawings.earlier = reusable_ink(output, drawings)
        progress.begin(sum(artefact.effort for artefact in wanted) + PROOF_EFFORT * request.verify)
        try:
            made = fill(stage, output, sharing_texts(pool, wanted, texts) if pool else wanted, progress)
            removed = tuple(name for name in output.remaining() if name not in stage.entries)
            facts = {"order": request_key(request), "program": drawings.program}
            proved = {"proved": drawings.program if request.verify else ""}
            settings = {**facts, **proved, **request.kept_settings().to_manifest()}
            manifest = manifest_of(project.game, request.theme, settings, stage)
            stage.describe(manifest)
            kept = tuple(name for name in stage.entries if name not in made)
            proof = ""
            if request.verify:
                progress.step(READING_BACK, PROOF_EFFORT)
                proof = _prove(stage, project, kept, pool)
            stage.publish(manifest)
        finally:
            progress.end()
    return Outcome(Path(output.name), made, kept, removed, proof, notes)


def texts_of(made: Iterable[Artefact]) -> list[Artefact]:
    """Return the files of a language that other processes can make; score sheets have none."""
    kinds = ((one, *classify(one.name)) for one in made)
    return [one for one, part, language in kinds if part in {*TEXTS, Part.CARDS} and language]


def _prove(stage: Stage, project: Project, kept: tuple[str, ...], pool: ProcessPoolExecutor | None) -> str:
    """Read the stage back. What the last build proved, by this very program, and what is kept of it, is compared only.

    Raises:
        VerifyError: a file does not hold what it promises.
    """
    # All that reads files back, which --no-verify does without.
    from asterion_press.making import verify
    from asterion_press.verify import report_text

    proved = stage.previous is not None and stage.previous.settings.get("proved") == program_key()
    known = frozenset(kept if proved else ())
    ink = {one: ink.stream for one, ink in project.drawings.earlier.items() if f"svg/{one}.svg" in known}
    report = verify.proof_of(stage.path, project.game, known, ink, pool=pool)
    if report.faults:
        raise VerifyError(str(fault) for fault in report.faults)
    return report_text(report)


# -- several processes -------------------------------------------------------------------------------------------------


@contextmanager
def _workers(request: BuildRequest, jobs: int) -> Iterator[ProcessPoolExecutor | None]:
    """Give a pool of processes that make and prove texts; None if all work stays in this process.

    Args:
        request: what is made.
        jobs: how many processes work at it, this one included; 0: one a core.
    """
    pool = None
    if jobs != 1:
        from asterion_press.processes import cores, spawned  # multiprocessing, which one process does without

        beside = min(jobs or cores(), MOST) - 1
        pool = spawned(beside, _begin, (request, library.entered())) if beside else None
    try:
        yield pool
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


def sharing_texts(pool: ProcessPoolExecutor, wanted: Sequence[Artefact], texts: Sequence[Artefact]) -> list[Artefact]:
    """Hand texts to the pool, the longest first; return the wanted artefacts, of which a text waits for its result."""
    from asterion_press.processes import Shared

    makers = {(one.name, one.key): one.make for one in sorted(texts, key=lambda one: -one.effort)}
    shared = Shared(pool, _make, lambda task: makers[task](), list(makers))
    numbers = {name: number for number, (name, _) in enumerate(makers)}
    return [
        one._replace(make=partial(shared.result, numbers[one.name])) if one.name in numbers else one for one in wanted
    ]


_SHARED: list[BuildRequest] = []
"""The request that a worker process was given."""


def _begin(request: BuildRequest, project: library.OwnFiles) -> None:
    library.enter(project)
    _SHARED[:] = [request]


@cache
def _artefacts() -> dict[str, Artefact]:
    project = load_project(_SHARED[0], all_read=False)
    found = rules_files(project)
    return {one.name: greyed(one) if project.request.settings.grey else one for one in found}


def _make(task: tuple[str, str]) -> bytes:
    name, key = task
    found = _artefacts().get(name)
    if found is None or found.key != key:
        raise InputError.at(Place(name), "its inputs have changed")
    return found.make()
