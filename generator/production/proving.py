"""Reading an output folder back, with the papers that its sheets name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalogue import shelf
from generator.catalogue.loading import LoadedCatalogue
from generator.deck.tiles import Deck

if TYPE_CHECKING:
    from generator.proof import Report


def proof_of(folder: Path, loaded: LoadedCatalogue, deck: Deck, known: frozenset[str] = frozenset()) -> Report:
    """What reading the folder back finds; PDFs that are `known` were proved before and are only compared."""
    from generator.catalogue.papers import load_paper
    from generator.proof import prove

    papers = {paper.id: load_paper(paper.path, paper.name) for paper in shelf.papers().values()}
    return prove(folder, loaded, deck, papers=papers, known=known)
