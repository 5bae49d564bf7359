"""One export from beginning to end: read, drawn, published as one set.

An export lies in a folder of its own and keeps to the rules of a build: the folder holds the complete last set or the
complete new one, what somebody changed by hand is not replaced unasked, and unchanged files are not made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.build.build import Outcome, Progress, Silence, judge
from generator.build.fingerprints import export_key, file_hash
from generator.build.same_deck import REMEDY, is_search, kind_of
from generator.build.stage import fill, manifest_of
from generator.build.targets import Artefact
from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import load_theme
from generator.errors import PublishError
from generator.exports.target import Bench, Target, Wishes
from generator.games.kinds import read_game
from generator.publish import Manifest, OutputFolder, Stage


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is wanted.

    Attributes:
        target: what is made.
        catalogue: of the game.
        variant: that is laid upon it, if there is one.
        theme: of the drawings.
        wishes: what the target was told.
        unsound: whether a deck with errors is exported all the same.
    """

    target: Target
    catalogue: ShelfFile
    variant: ShelfFile | None
    theme: ShelfFile
    wishes: Wishes
    unsound: bool = False


def export(
    order: ExportOrder, folder: OutputFolder, progress: Progress | None = None, *, force: bool = False
) -> Outcome:
    """Make an export and publish it as one set.

    Raises:
        InputError: mistakes in the files, or a deck that is not sound.
        PublishError: the folder cannot be written, or holds something else.
        AsterionError: the game cannot be exported so.
    """
    folder.check_ours(force=force)
    bench, notes = _set_up(order, folder)
    wanted = list(order.target.files(bench, order.wishes))
    notes = (*notes, *order.target.notes(bench, order.wishes))
    gone = tuple(_removed(folder, wanted))
    if not gone and all(folder.holds(one.name, one.key) for one in wanted):
        folder.clear_leftovers()
        return Outcome(Path(folder.name), kept=tuple(one.name for one in wanted), notes=notes)
    watch = progress or Silence()
    try:
        with folder.stage(force=force) as stage:
            watch.begin(sum(one.effort for one in wanted))
            made = fill(stage, folder, wanted, watch)
            stage.publish(_manifest(order, bench, stage))
    finally:
        watch.end()
    return Outcome(Path(folder.name), made, tuple(one.name for one in wanted if one.name not in made), gone, "", notes)


def plan(order: ExportOrder, folder: OutputFolder, *, force: bool = False) -> Iterator[tuple[str, str]]:
    """What an export would do: each file's name, and ``make``, ``keep`` or ``remove``. Writes nothing.

    Raises:
        AsterionError: what the export itself would say before it writes.
    """
    folder.check_ours(force=force)
    bench, _ = _set_up(order, folder)
    wanted = list(order.target.files(bench, order.wishes))
    for one in wanted:
        yield one.name, "keep" if folder.holds(one.name, one.key) else "make"
    for name in _removed(folder, wanted):
        yield name, "remove"


def _set_up(order: ExportOrder, folder: OutputFolder) -> tuple[Bench, tuple[str, ...]]:
    """Read every input before anything is written."""
    game = read_game(order.catalogue, order.variant)
    _keep_apart(folder, order.target.name, game.head.game, game.variant)
    found = judge(game, unsound=order.unsound)
    theme = load_theme(order.theme.path, order.theme.name)
    bench = Bench(game, theme, file_hash(order.theme.path, order.theme.name), export_key(), folder)
    return bench, tuple(map(str, found))


def _keep_apart(folder: OutputFolder, target: str, game: str, variant: str) -> None:
    """See that what lies there is an earlier export of the same kind, of the same game.

    Raises:
        PublishError: something else lies there.
    """
    previous = folder.previous
    if previous is None:
        return
    held = previous.settings.get("export", ""), previous.game, previous.settings.get("variant", "")
    if held != (target, game, variant) or is_search(previous):
        whose = f" with the variant {held[2]!r}" if held[2] else ""
        raise PublishError(f"{folder.name} holds {kind_of(previous)}{whose}; {REMEDY}")


def _removed(folder: OutputFolder, wanted: list[Artefact]) -> Iterator[str]:
    names = {one.name for one in wanted}
    yield from (name for name in folder.remaining() if name not in names)


def _manifest(order: ExportOrder, bench: Bench, stage: Stage) -> Manifest:
    game = bench.game
    told = {name: Path(value).name if isinstance(value, Path) else value for name, value in order.wishes.items()}
    settings: dict[str, str | list[str]] = {
        "export": order.target.name,
        "program": bench.program,
        "wishes": [f"{name}={value}" for name, value in sorted(told.items()) if value is not None],
    }
    if game.variant:
        settings["variant"] = game.variant
    return manifest_of(game, order.theme, settings, stage)
