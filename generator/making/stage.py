"""The work of a build: inputs are read, files made, kept and proved on a staging folder, and published as one set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from generator.catalogue.equipment import sound_papers
from generator.errors import VerifyError
from generator.games.game import Game
from generator.making.artefacts import Artefact, fill, manifest_of, plan_files
from generator.making.drawing_cache import reusable_ink
from generator.making.fingerprints import program_key, request_key
from generator.making.outcome import READING_BACK, Outcome, Progress
from generator.making.preflight import require_rules
from generator.making.project import Project, load_project
from generator.making.request import TEXTS, BuildRequest, Part, classify
from generator.making.targets import artefacts
from generator.making.workers import Workers, workers
from generator.publish import OutputFolder, Stage
from generator.verify import Report, prove, report_text
from generator.verify.expected import ExpectedFiles
from generator.verify.folder import Share, prove_in_turn
from generator.verify.pdf import stream_digest

PROOF_EFFORT = 150
"""In drawings, as :attr:`~generator.making.artefacts.Artefact.effort`: reading back takes about as long."""
FEWEST_TEXTS = 6
"""Texts that are worth a second process, which takes as long to begin as two booklets take. Measured on two cores."""


def read_checked(request: BuildRequest, whole: BuildRequest) -> tuple[Project, tuple[str, ...]]:
    """Return what :func:`~generator.making.project.load_project` reads.

    Args:
        request: what was asked for, whose rules must hold if nothing else was.
        whole: the same with what lies in the folder.

    Raises:
        InputError: mistakes in the files, or rules that do not hold.
    """
    context, notes = load_project(whole)
    require_rules(request, context.mismatch)
    return context, notes


def plan_set(request: BuildRequest, whole: BuildRequest, output: OutputFolder) -> Iterator[tuple[str, str]]:
    """Yield the name of each file, with what a build would do with it; the arguments are those of a build.

    Raises:
        InputError: mistakes in the files, or rules that do not hold.
    """
    context, _ = read_checked(request, whole)
    yield from plan_files(list(artefacts(context)), output)


def make_set(
    stage: Stage, output: OutputFolder, context: Project, notes: tuple[str, ...], progress: Progress, jobs: int
) -> Outcome:
    """Fill the stage, prove it and publish it.

    Raises:
        VerifyError: a file does not hold what it promises.
    """
    request, studio = context.request, context.studio
    wanted = list(artefacts(context))
    to_make = [one for one in wanted if not output.holds(one.name, one.key)]
    texts = texts_of(to_make)
    with _helpers(request, len(texts), jobs) as pool:
        if any(classify(one.name)[0] is Part.SHEETS for one in to_make):
            studio.earlier = reusable_ink(output, studio)
        progress.begin(sum(artefact.effort for artefact in wanted) + PROOF_EFFORT * request.verify)
        try:
            made = fill(stage, output, pool.made_by_all(wanted, texts) if pool else wanted, progress)
            removed = tuple(name for name in output.remaining() if name not in stage.entries)
            facts = {"order": request_key(request), "program": studio.program}
            proved = {"proved": studio.program if request.verify else ""}
            settings = {**facts, **proved, **request.kept_settings().to_manifest()}
            manifest = manifest_of(context.game, request.theme, settings, stage)
            stage.describe(manifest)
            if request.verify:
                progress.step(READING_BACK, PROOF_EFFORT)
            kept = tuple(name for name in stage.entries if name not in made)
            proof = _prove(stage, context, kept, pool) if request.verify else ""
            stage.publish(manifest)
        finally:
            progress.end()
    return Outcome(Path(output.name), made, kept, removed, proof, notes)


def texts_of(made: Iterable[Artefact]) -> list[Artefact]:
    """Return the files of a language that other processes can make; score sheets have none."""
    kinds = ((one, *classify(one.name)) for one in made)
    return [one for one, part, language in kinds if part in {*TEXTS, Part.CARDS} and language]


def _helpers(request: BuildRequest, texts: int, jobs: int) -> AbstractContextManager[Workers | None]:
    """Return processes that help with so many texts, if it pays."""
    return nullcontext() if jobs == 1 or texts < FEWEST_TEXTS else workers(request, jobs)


def _prove(stage: Stage, context: Project, kept: tuple[str, ...], pool: Workers | None) -> str:
    """Read the stage back. What the last build proved, by this very program, and what is kept of it, is compared only.

    Raises:
        VerifyError: a file does not hold what it promises.
    """
    proved = stage.previous is not None and stage.previous.settings.get("proved") == program_key()
    known = frozenset(kept if proved else ())
    ink = {one: ink.stream for one, ink in context.studio.earlier.items() if f"svg/{one}.svg" in known}
    share = pool.proved_by_all if pool else prove_in_turn
    report = proof_of(stage.path, context.game, known, ink, share=share)
    if report.faults:
        raise VerifyError(str(fault) for fault in report.faults)
    return report_text(report)


def proof_of(
    folder: Path,
    game: Game,
    known: frozenset[str] = frozenset(),
    known_ink: Mapping[str, bytes] | None = None,
    tell: Callable[[str], object] = lambda _: None,
    share: Share = prove_in_turn,
) -> Report:
    """Return what reading a folder back finds, with the papers that its sheets name.

    Args:
        folder: what was built.
        game: that it was built from.
        known: names of files that were proved before, and are only compared.
        known_ink: streams of forms that were proved before, by component.
        tell: is given the name of each file before it is proved.
        share: proves the rules, in several processes perhaps.
    """
    forms = frozenset((component, stream_digest(stream)) for component, stream in (known_ink or {}).items())
    return prove(
        folder, promise_of(game), papers=sound_papers(), known=known, known_forms=forms, tell=tell, share=share
    )


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
