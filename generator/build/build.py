"""The run of the press, in order::

    order -> one key for all ------------------------- unchanged and intact: nothing to do
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

Until the swap the last build lies in the folder as it was; whatever stops a build leaves it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from generator.build.fingerprints import file_hash, order_key, program_key
from generator.build.kept_ink import earlier_ink
from generator.build.order import TEXTS, Order, Part, part_of
from generator.build.rules_fit import NO_RULES, misfit_of, see_rules, without_rules
from generator.build.same_deck import keep_apart
from generator.build.sheet_settings import laying_text
from generator.build.stage import fill, manifest_of, plan_files
from generator.errors import InputError, Mistake, Place, VerifyError
from generator.publish import Manifest, OutputFolder, Stage

PROOF_EFFORT = 150
"""In drawings, as :attr:`~generator.build.targets.Artefact.effort`: reading back takes about as long."""

FEWEST_TEXTS = 6
"""Texts that are worth a second process, which takes as long to begin as two booklets take. Measured on two cores."""

READING_BACK = "reading back"
"""The step that makes no file."""

if TYPE_CHECKING:
    from generator.build.targets import Artefact, Materials
    from generator.build.workers import Workers
    from generator.games.game import Game
    from generator.games.report import Finding
    from generator.layout.sheet_setup import Laying


class Progress(Protocol):
    """Follow a build step by step, to show it to a user."""

    def begin(self, effort: int) -> None:
        """So much work is ahead."""

    def step(self, what: str, effort: int) -> None:
        """The next step begins; `what` is the file that it makes, `effort` how much work it is."""

    def end(self) -> None:
        """All is made, or something went wrong."""


class Silence:
    """Nobody is told."""

    def begin(self, effort: int) -> None:
        """Say nothing."""

    def step(self, what: str, effort: int) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a build.

    Attributes:
        folder: where the files are.
        made: names of the files that were made anew.
        kept: names of the files that were already right.
        removed: names of files of the last build that are gone.
        proof: what reading back found, as text; empty if nothing was read back.
        notes: findings of the check that did not stop the build.
    """

    folder: Path
    made: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    proof: str = ""
    notes: tuple[str, ...] = ()


def build(
    order: Order,
    folder: Path | OutputFolder,
    progress: Progress | None = None,
    *,
    force: bool = False,
    jobs: int = 1,
) -> Outcome:
    """Make what the order asks for and publish it as one set.

    Args:
        order: what is wanted.
        folder: the game's output folder, or what is known of it already.
        progress: who is told.
        force: whether files that somebody changed by hand are replaced.
        jobs: how many processes work at it, the same bytes with any number; 0: one a core.

    Raises:
        InputError: mistakes in the files, a deck that is not sound, or one that does not fit its paper.
        TypesettingError: a text that cannot be printed.
        VerifyError: what was printed is not what it should be.
        PublishError: the folder cannot be written.
    """
    output = _opened(folder)
    output.check_ours(force=force)
    whole = _whole(order, output)
    if (names := _unchanged(output, order_key(whole))) is not None:
        output.clear_leftovers()
        return Outcome(Path(output.name), kept=names)
    materials, notes = read_materials(whole)
    see_rules(order, materials.misfit)
    with output.stage(force=force) as stage:
        if (now := _whole(order, output)) != whole:  # another build has published meanwhile
            materials, notes = read_materials(now)
        return _make(stage, output, materials, notes, progress or Silence(), jobs)


def _make(
    stage: Stage, output: OutputFolder, materials: Materials, notes: tuple[str, ...], progress: Progress, jobs: int
) -> Outcome:
    """Fill the stage, prove it and publish it."""
    wanted = list(_artefacts(materials))
    texts = [one for one in wanted if part_of(one.name)[0] in TEXTS and not output.holds(one.name, one.key)]
    with _pool(materials, len(texts), jobs) as pool:
        if any(part_of(one.name)[0] is Part.SHEETS and not output.holds(one.name, one.key) for one in wanted):
            materials.studio.earlier = earlier_ink(output, materials.studio)
        progress.begin(sum(artefact.effort for artefact in wanted) + PROOF_EFFORT)
        try:
            made = fill(stage, output, pool.made_by_all(wanted, texts) if pool else wanted, progress)
            removed = tuple(name for name in output.remaining() if name not in stage.entries)
            manifest = _manifest(materials, stage)
            stage.describe(manifest)
            progress.step(READING_BACK, PROOF_EFFORT)
            kept = tuple(name for name in stage.entries if name not in made)
            proof = _prove(stage, materials, kept, pool) if materials.order.verify else ""
            stage.publish(manifest)
        finally:
            progress.end()
    return Outcome(Path(output.name), made, kept, removed, proof, notes)


def _pool(materials: Materials, texts: int, jobs: int) -> AbstractContextManager[Workers | None]:
    """Give processes that help with so many texts, if it pays."""
    if jobs == 1 or texts < FEWEST_TEXTS:
        return nullcontext()
    from generator.build.workers import workers

    return workers(materials.order, materials.laying, jobs)


def _opened(folder: Path | OutputFolder) -> OutputFolder:
    """Return the folder, as it is if it was opened before: then it knows which of its files are intact."""
    return folder if isinstance(folder, OutputFolder) else OutputFolder(folder)


def plan(order: Order, folder: Path | OutputFolder, *, force: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the name of each file, with what a build would do with it: ``make``, ``keep`` or ``remove``. Write nothing.

    Raises:
        AsterionError: what the build itself would say before it writes.
    """
    output = _opened(folder)
    output.check_ours(force=force)
    whole = _whole(order, output)
    materials, _ = read_materials(whole)
    see_rules(order, materials.misfit)
    yield from plan_files(list(_artefacts(materials)), output)


def _unchanged(output: OutputFolder, key: str) -> tuple[str, ...] | None:
    """The names of all files, if the last build was of this very order and nothing was lost since."""
    previous = output.previous
    if previous is None or previous.settings.get("order") != key:
        return None
    return tuple(previous.files) if all(map(output.is_intact, previous.files)) else None


def judge(game: Game, *, unsound: bool) -> tuple[Finding, ...]:
    """Return the findings of a game that may be printed.

    Raises:
        InputError: it is not sound and `unsound` is not given, or it cannot be drawn at all.
    """
    from generator.games.report import UNDRAWABLE, Level

    found = game.findings()
    errors = [finding for finding in found if finding.level is Level.ERROR]
    undrawable = [finding for finding in errors if finding.code == UNDRAWABLE]
    if undrawable or (errors and not unsound):
        remedy = "" if undrawable else "the deck is not sound; --unsound prints it all the same"
        raise InputError([Mistake(f.place, f"{f.message} [{f.code}]") for f in errors], remedy)
    return found


def read_materials(order: Order, kept: Laying | None = None) -> tuple[Materials, tuple[str, ...]]:
    """Read every input and find every mistake before anything is written.

    Args:
        order: what is wanted.
        kept: how sheets are laid, whatever the order says of it.

    Returns:
        What was read, and remarks that stop nothing.

    Raises:
        InputError: mistakes in the files, a deck that is not sound, or one that does not fit its paper.
    """
    from generator.build.drawing_cache import Studio
    from generator.build.naming import names_in
    from generator.build.preflight import layout_mistakes
    from generator.build.targets import Materials
    from generator.catalogue.papers import load_paper
    from generator.catalogue.themes import load_theme
    from generator.games.kinds import read_game

    game = read_game(order.catalogue, order.variant)
    if game.head.game != order.game:
        what = f"the file names the game {game.head.game!r}, which it did not seem to at first sight"
        raise InputError.at(game.place("game"), f"{what}; write `game: {game.head.game}` on one line, once")
    found = judge(game, unsound=order.unsound)
    theme = load_theme(order.theme.path, order.theme.name)
    papers = {paper: load_paper(paper.path, paper.name) for paper in order.papers_wanted()}
    laying = kept or order.make_ready.laying()
    printed = game if order.since is None else game.update(order.since)
    if mistakes := list(layout_mistakes(printed, papers, laying, order)):
        raise InputError(mistakes)
    theme_hash = file_hash(order.theme.path, order.theme.name)
    names = names_in(printed, order.titles_of(Part.SVG))
    studio = Studio(printed, theme, theme_hash, program_key(), Part.SHEETS in order.parts, names)
    by_id = {paper.id: record for paper, record in papers.items()}
    misfit = misfit_of(order, game)
    materials = Materials(order, game, printed, found, by_id, studio, laying, misfit)
    return materials, (*map(str, found), *without_rules(order, misfit))


def _whole(order: Order, output: OutputFolder) -> Order:
    """The order with what lies in the folder.

    Raises:
        InputError: nothing but rules is asked for, and the game has none.
        PublishError: another game's files lie there.
    """
    if order.parts <= TEXTS and not order.languages:
        raise InputError.at(_place_of_game(order), NO_RULES.format(order.game))
    whole = order.with_what_is_there(output.remaining())  # who deletes a file wants it no more
    keep_apart(output, whole)
    return whole


def _place_of_game(order: Order) -> Place:
    """Return the place where the catalogue names its game."""
    from generator.catalogue.strict_yaml import read_document

    return read_document(order.catalogue.path, order.catalogue.name).value_place(("game",))


def _artefacts(materials: Materials) -> Iterator[Artefact]:
    from generator.build.targets import artefacts

    return artefacts(materials)


def _manifest(materials: Materials, stage: Stage) -> Manifest:
    settings: dict[str, str | list[str]] = {
        "order": order_key(materials.order),
        "program": materials.studio.program,
        "proved": materials.studio.program if materials.order.verify else "",
    }
    if materials.order.variant is not None:
        settings["variant"] = materials.order.variant.id
    if any(titles := materials.order.titles):
        settings["titles"] = titles[0] if len(set(titles)) == 1 else list(titles)
    if Part.BOOKLET in materials.order.parts:
        settings["booklet"] = list(materials.order.fold)
    if materials.order.grey:
        settings["grey"] = "yes"
    if Part.BOX in materials.order.parts:
        settings["box"] = list(materials.order.box)
    if materials.order.since is not None:
        settings["since"] = list(materials.order.since)
    if materials.order.tiles:
        settings["tiles"] = list(materials.order.tiles)
    if kept := laying_text(materials.laying):
        settings["laying"] = kept
    return manifest_of(materials.game, materials.order.theme, settings, stage)


def _prove(stage: Stage, materials: Materials, kept: tuple[str, ...], workers: Workers | None) -> str:
    """Read the stage back. What the last build proved, by this very program, and what is kept of it, is compared only.

    Raises:
        VerifyError: a file does not hold what it promises.
    """
    from generator.build.verify import proof_of
    from generator.verify import report_text
    from generator.verify.folder import prove_in_turn

    proved = stage.previous is not None and stage.previous.settings.get("proved") == program_key()
    known = frozenset(kept if proved else ())
    ink = {one: ink.stream for one, ink in materials.studio.earlier.items() if f"svg/{one}.svg" in known}
    share = workers.proved_by_all if workers else prove_in_turn
    report = proof_of(stage.path, materials.game, known, ink, share=share)
    if report.faults:
        raise VerifyError(str(fault) for fault in report.faults)
    return report_text(report)
