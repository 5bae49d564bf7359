"""Reading an output folder back, with the papers that its sheets name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalogue import shelf
from generator.catalogue.loading import LoadedCatalogue
from generator.deck.tiles import Deck

if TYPE_CHECKING:
    from generator.proof import Report


def proof_of(
    folder: Path,
    loaded: LoadedCatalogue,
    deck: Deck,
    known: frozenset[str] = frozenset(),
    known_ink: Mapping[str, bytes] | None = None,
) -> Report:
    """What reading the folder back finds.

    Args:
        folder: what was built.
        loaded: the catalogue that it was built from.
        deck: the deck of that catalogue.
        known: names of files that were proved before, and are only compared.
        known_ink: streams of forms that were proved before, by component.
    """
    from generator.catalogue.papers import load_paper
    from generator.proof import prove
    from generator.proof.pdf import stream_digest

    papers = {paper.id: load_paper(paper.path, paper.name) for paper in shelf.papers().values()}
    forms = frozenset((component, stream_digest(stream)) for component, stream in (known_ink or {}).items())
    return prove(folder, loaded, deck, papers=papers, known=known, known_forms=forms)
