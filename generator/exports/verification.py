"""Reading an export back, and making its files again to compare the bytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.catalogue import library
from generator.catalogue.papers import sound_papers
from generator.catalogue.themes import load_theme
from generator.errors import AsterionError
from generator.exports.outlines import CUT, FOLD, shapes_in
from generator.exports.pieces import largest_paper
from generator.exports.target import ExportContext, Option, load_target, target_names
from generator.making.fingerprints import export_key, file_hash
from generator.making.stage import promise_of
from generator.making.verify import compare, theme_of, told
from generator.publish import MANIFEST_NAME, OutputFolder
from generator.verify import Report
from generator.verify.exports.export_folder import Exported, prove_export
from generator.verify.report import Notes

if TYPE_CHECKING:
    from generator.games.game import Game
    from generator.publish import Manifest


def verify_export(
    folder: Path,
    manifest: Manifest,
    game: Game,
    *,
    rebuild: bool = False,
    tell: Callable[[str], object] = lambda _: None,
) -> Report:
    """Read an export back, and if asked, hold all of its files against what their inputs make.

    Args:
        folder: what was exported.
        manifest: of the folder.
        game: that it should be made of.
        rebuild: make every file again, and compare the bytes.
        tell: is given the name of each file before it is proved, and before it is made again.
    """
    lines = manifest.settings.get("wishes", [])
    pairs = (line.partition("=") for line in lines if isinstance(lines, list))
    exported = Exported(
        str(manifest.settings.get("export")),
        {name: value for name, _, value in pairs},
        game.head.game,
        promise_of(game),
        game.lots(largest_paper()),
        sound_papers(),
        game.is_round,
        _line_counter(game, manifest),
    )
    proof = prove_export(folder, exported, tell)
    if not rebuild:
        return proof
    notes = Notes()
    try:
        if exported.target in target_names():
            target = load_target(exported.target)
            file = theme_of(str(manifest.settings.get("theme")))
            theme, theme_hash = load_theme(file.path, file.name), file_hash(file.path, file.name)
            context = ExportContext(game, theme, theme_hash, export_key(), OutputFolder(folder))
            values = {one.name: _value(one, exported.options.get(one.name)) for one in target.options}
            files = target.files(context, values)
            compare(folder, manifest, files, notes, program=context.program, tell=tell)
    except (AsterionError, LookupError, OSError, ValueError) as error:  # the folder may come from anybody
        notes.fault(MANIFEST_NAME, "not-rebuilt", f"what it says cannot be made again: {told(error)}")
    found = notes.report()
    return Report((*proof.faults, *found.faults), (*proof.facts, *found.facts))


def _value(option: Option, word: str | None) -> Any:
    """Return the value of an option from its word in the manifest, which is None if the option was not given.

    Raises:
        AsterionError: it names a file, which is not in the folder.
        ValueError: it is no number, where it should be one.
    """
    if word is None:
        return option.default
    if option.kind == "file":
        if option.name == "lock":
            return None  # the folder's own lock has the numbers of the one that was given
        raise AsterionError(f"it was made with --{option.name} {word[:60]!r}, which is not in the folder")
    return {"number": float, "whole": int}.get(option.kind, str)(word)


def _line_counter(game: Game, manifest: Manifest) -> Callable[[str], tuple[int, int]]:
    """Return a function that counts the cut lines and the fold lines that a component's drawing brings along."""
    named = str(manifest.settings.get("theme"))
    file = library.themes().get(named) or next(iter(library.themes().values()))
    theme = load_theme(file.path, file.name)

    @cache
    def count_lines(component: str) -> tuple[int, int]:
        if game.is_round(component):
            return 0, 0
        cuts, folds = (
            sum(
                command == "M"
                for shape, _ in shapes_in([group for group in game.draw(component, theme).groups if group.name == name])
                for command, _ in shape.data
            )
            for name in (CUT, FOLD)
        )
        return (cuts, folds) if cuts else (0, 0)

    return count_lines
