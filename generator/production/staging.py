"""Files brought onto a stage: kept as they lie there, or made anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.production.artefacts import Artefact
    from generator.production.run import Progress
    from generator.publishing import OutputFolder, Stage


def fill(stage: Stage, output: OutputFolder, wanted: Iterable[Artefact], progress: Progress) -> tuple[str, ...]:
    """Bring every wanted file onto the stage, kept or made; returns the names of those that were made."""
    made = []
    for artefact in wanted:
        progress.step(artefact.name, artefact.effort)
        if output.holds(artefact.name, artefact.key):
            stage.keep(artefact.name, artefact.key)
        else:
            stage.write(artefact.name, artefact.make(), artefact.key)
            made.append(artefact.name)
    return tuple(made)
