"""One export from beginning to end: read, drawn, published as one set.

An export lies in a folder of its own and keeps to the rules of a build: the folder holds the complete last set or the
complete new one, what somebody changed by hand is not replaced unasked, and unchanged files are not made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from asterion_press.catalogue.files import ShelfFile
from asterion_press.drawing.art import load_look
from asterion_press.errors import PublishError
from asterion_press.exports.cut_files import DXF, SVG
from asterion_press.exports.pictures import PNG, TABLE, TGC
from asterion_press.exports.pieces_pdf import PDF
from asterion_press.exports.target import ExportContext, OptionValues, Target
from asterion_press.exports.tts import TTS
from asterion_press.exports.vassal import VASSAL
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from asterion_press.making.artefacts import Outcome, Progress, fill, manifest_of, plan_files
from asterion_press.making.fingerprints import export_key, look_hash
from asterion_press.publish import OutputFolder
from asterion_press.publish.manifest import REMEDY, describe_set

EXPORTS = {target.name: target for target in (DXF, PDF, PNG, SVG, TABLE, TGC, TTS, VASSAL)}
"""All exports, by their names."""


class ExportRequest(Struct, frozen=True):
    """Everything that an export is made from.

    Attributes:
        target: the format.
        catalogue: of the game.
        variant: that is applied to it, if there is one.
        theme: of the drawings.
        values: of the target's options.
        unsound: whether a deck with errors is exported all the same.
    """

    target: Target
    catalogue: ShelfFile
    variant: ShelfFile | None
    theme: ShelfFile
    values: OptionValues
    unsound: bool = False


def export(
    request: ExportRequest, folder: OutputFolder, progress: Progress | None = None, *, force: bool = False
) -> Outcome:
    """Make an export and publish it as one set.

    Raises:
        InputError: mistakes in the files, or a deck that is not sound.
        PublishError: the folder cannot be written, or holds something else.
        AsterionError: the game cannot be exported so.
    """
    folder.check_ours(force=force)
    context, notes = _read_context(request, folder)
    wanted = list(request.target.files(context, request.values))
    notes = (*notes, *request.target.notes(context, request.values))
    planned = dict(plan_files(wanted, folder))
    gone = tuple(name for name, what in planned.items() if what == "remove")
    if set(planned.values()) <= {"keep"}:
        folder.clear_leftovers()
        return Outcome(Path(folder.name), kept=tuple(planned), notes=notes)
    watch = progress or Progress()
    settings: dict[str, str | list[str]] = {
        "export": request.target.name,
        "program": context.program,
        "wishes": given_settings(request.values),
    }
    if context.game.variant:
        settings["variant"] = context.game.variant
    try:
        with folder.stage(force=force) as stage:
            watch.begin(sum(one.effort for one in wanted))
            made = fill(stage, folder, wanted, watch)
            stage.publish(manifest_of(context.game, request.theme, settings, stage))
    finally:
        watch.end()
    return Outcome(Path(folder.name), made, tuple(one.name for one in wanted if one.name not in made), gone, "", notes)


def given_settings(values: OptionValues) -> list[str]:
    """Return the values of options as a manifest keeps them; of a file its name."""
    given = ((name, value) for name, value in sorted(values.items()) if value is not None)
    return [f"{name}={value.name if isinstance(value, Path) else value}" for name, value in given]


def plan(request: ExportRequest, folder: OutputFolder, *, force: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the name of each file with what an export would do: ``make``, ``keep`` or ``remove``. Write nothing.

    Raises:
        AsterionError: whatever would stop the export itself before it writes.
    """
    folder.check_ours(force=force)
    context, _ = _read_context(request, folder)
    yield from plan_files(list(request.target.files(context, request.values)), folder)


def _read_context(request: ExportRequest, folder: OutputFolder) -> tuple[ExportContext, tuple[str, ...]]:
    """Read every input before anything is written; return remarks that stop nothing, too."""
    game = read_game(request.catalogue, request.variant)
    _require_same_export(folder, request.target.name, game)
    found = game.require_sound(unsound=request.unsound)
    return context_of(game, request.theme, folder), tuple(map(str, found))


def context_of(game: Game, theme: ShelfFile, folder: OutputFolder) -> ExportContext:
    """Return a game to be exported in a theme.

    Raises:
        InputError: mistakes in the theme.
    """
    return ExportContext(game, load_look(theme), look_hash(theme), export_key(), folder)


def _require_same_export(folder: OutputFolder, target: str, game: Game) -> None:
    """Check that the folder is empty or holds an earlier export of the same kind, of the same game.

    Raises:
        PublishError: something else lies there.
    """
    previous = folder.previous
    if previous is None:
        return
    there = previous.settings.get("export", ""), previous.game, previous.settings.get("variant", "")
    if there != (target, game.head.game, game.variant):
        whose = f" with the variant {there[2]!r}" if there[2] else ""
        raise PublishError(f"{folder.name} holds {describe_set(previous)}{whose}; {REMEDY}")
