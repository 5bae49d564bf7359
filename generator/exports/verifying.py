"""Reading an export back, and making its files again to compare the bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.build.fingerprints import export_key, file_hash
from generator.build.rebuild import compare, told
from generator.build.verify import promise_of
from generator.catalogue import library
from generator.catalogue.themes import load_theme
from generator.errors import AsterionError
from generator.exports.finding import target_called, targets
from generator.exports.ground import CUT, shapes_in
from generator.exports.items import largest_paper
from generator.exports.outlines import FOLD
from generator.exports.target import Bench, Option, Target
from generator.publish import MANIFEST_NAME, OutputFolder
from generator.verify import Report
from generator.verify.report import Notes

if TYPE_CHECKING:
    from generator.games.game import Game
    from generator.publish import Manifest


def verified_export(
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
    from generator.catalogue.papers import load_paper
    from generator.verify.exports.exported import Exported
    from generator.verify.exports.proving import prove_export

    exported = Exported(
        str(manifest.settings.get("export")),
        _wishes(manifest),
        game.head.game,
        promise_of(game),
        game.lots(largest_paper()),
        {paper.id: load_paper(paper.path, paper.name) for paper in library.papers().values()},
        game.is_round,
        _own_lines(game, manifest),
    )
    proof = prove_export(folder, exported, tell)
    if not rebuild:
        return proof
    notes = Notes()
    try:
        target = target_called(exported.target) if exported.target in targets() else None
        if target is not None:
            bench = _bench(folder, manifest, game)
            made = target.files(bench, _typed(target, exported.wishes))
            compare(folder, manifest, made, notes, program=bench.program, tell=tell)
    except (AsterionError, LookupError, OSError, ValueError) as error:  # the folder may come from anybody
        notes.fault(MANIFEST_NAME, "not-rebuilt", f"what it says cannot be made again: {told(error)}")
    found = notes.report()
    return Report((*proof.faults, *found.faults), (*proof.facts, *found.facts))


def _wishes(manifest: Manifest) -> dict[str, str]:
    """Return what the target was told, as texts by name."""
    lines = manifest.settings.get("wishes", [])
    pairs = (line.partition("=") for line in lines if isinstance(lines, list))
    return {name: value for name, _, value in pairs}


def _bench(folder: Path, manifest: Manifest, game: Game) -> Bench:
    file = library.theme_file(str(manifest.settings.get("theme")))
    theme = load_theme(file.path, file.name)
    return Bench(game, theme, file_hash(file.path, file.name), export_key(), OutputFolder(folder))


def _typed(target: Target, wishes: Mapping[str, str]) -> dict[str, Any]:
    """Return what a target was told as its options have it.

    Raises:
        AsterionError: it was told of a file, which is not in the folder.
        ValueError: a number is none.
    """
    return {
        option.name: _value(option, wishes[option.name]) if option.name in wishes else option.default
        for option in target.options
    }


def _value(option: Option, word: str) -> Any:
    if option.kind == "file":
        if option.name == "lock":
            return None  # the folder's own lock has the numbers of the one that was given
        raise AsterionError(f"it was made with --{option.name} {word[:60]!r}, which is not in the folder")
    return {"number": float, "whole": int}.get(option.kind, str)(word)


def _own_lines(game: Game, manifest: Manifest) -> Callable[[str], tuple[int, int]]:
    """Return what counts the cut lines and the fold lines that a component's drawing brings along."""
    named = str(manifest.settings.get("theme"))
    file = library.themes().get(named) or next(iter(library.themes().values()))
    theme = load_theme(file.path, file.name)

    @cache
    def lines(component: str) -> tuple[int, int]:
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

    return lines
