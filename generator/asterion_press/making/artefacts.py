"""The files of a set, of a build or of an export: planned, kept or made on a stage, listed in a manifest, reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from asterion_press import __version__
from asterion_press.publish import Manifest, OutputFolder, Stage

if TYPE_CHECKING:
    from asterion_press.catalogue.files import ShelfFile
    from asterion_press.games.game import Game
    from asterion_press.publish.manifest import Settings

READING_BACK = "reading back"
"""The step that makes no file."""


class Progress:
    """Follow a build step by step, to show it to a user; this one shows nothing."""

    def begin(self, effort: int) -> None:
        """Receive the effort of the whole build."""

    def step(self, what: str, effort: int) -> None:
        """Begin the next step: `what` is the file that it makes, `effort` how much work it is."""

    def end(self) -> None:
        """End, when all is made or something went wrong."""


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


class Artefact(NamedTuple):
    """A file to be.

    Attributes:
        name: below the output folder, with ``/``.
        key: of all that it is made from.
        make: makes its bytes.
        effort: how much work that is, about, in drawings; for those who wait.
    """

    name: str
    key: str
    make: Callable[[], bytes]
    effort: int = 1


def fill(stage: Stage, output: OutputFolder, wanted: Iterable[Artefact], progress: Progress) -> tuple[str, ...]:
    """Bring every wanted file onto the stage, kept or made, and return the names of those that were made."""
    made = []
    for artefact in wanted:
        progress.step(artefact.name, artefact.effort)
        if output.holds(artefact.name, artefact.key):
            stage.keep(artefact.name, artefact.key)
        else:
            stage.write(artefact.name, artefact.make(), artefact.key)
            made.append(artefact.name)
    return tuple(made)


def plan_files(wanted: Sequence[Artefact], output: OutputFolder) -> Iterator[tuple[str, str]]:
    """Yield the name of each file with what is to be done with it: ``make``, ``keep`` or ``remove``."""
    for artefact in wanted:
        yield artefact.name, "keep" if output.holds(artefact.name, artefact.key) else "make"
    names = {artefact.name for artefact in wanted}
    yield from ((name, "remove") for name in output.remaining() if name not in names)


def manifest_of(game: Game, theme: ShelfFile, settings: Settings, stage: Stage) -> Manifest:
    """Return the manifest of a stage.

    Args:
        game: whose files are on it.
        theme: how they look.
        settings: what else was asked for, by name.
        stage: with all files.
    """
    own: Settings = {"deck": game.kept_lines(), "edition": game.head.edition, "theme": theme.id}
    return Manifest(
        version=__version__,
        game=game.head.game,
        catalogue_sha256=game.document.sha256,
        settings={**own, **settings},
        files=stage.entries,
    )
