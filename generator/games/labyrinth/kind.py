"""Square tiles with paths, as a kind of game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.games.game import Kind
from generator.games.labyrinth import NAME
from generator.games.labyrinth.catalogue.loader import Reference, apply_variant, resolve_reference, validate_catalogue
from generator.games.labyrinth.catalogue.position_records import Figures
from generator.games.labyrinth.catalogue.records import Catalogue
from generator.games.labyrinth.catalogue.table_records import Table
from generator.games.labyrinth.catalogue.target_records import Targets
from generator.games.labyrinth.catalogue.variants import Variant
from generator.games.labyrinth.deck.tiles import deck_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.catalogue.library import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game
    from generator.preview.page import PreviewPage


class Labyrinths(Kind):
    """Square tiles with paths, a minotaur, counters."""

    name = NAME
    about = "square tiles with paths, a minotaur and counters"
    compares = True

    def models(self) -> dict[str, type[Record]]:
        return {
            "catalogue": Catalogue,
            "figures": Figures,
            "position": Table,
            "reference": Reference,
            "targets": Targets,
            "variant": Variant,
        }

    def page_maker(self) -> Callable[..., PreviewPage]:
        from generator.games.labyrinth.preview.page import labyrinths_page

        return labyrinths_page

    def whole(self, document: Document, path: Path) -> Document:  # noqa: ARG002 - it refers to games by their ids
        return resolve_reference(document)

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.labyrinth.game import LabyrinthGame  # with all drawings, which other kinds do without

        loaded = apply_variant(validate_catalogue(document), variant)
        return LabyrinthGame(loaded, deck_of(loaded.catalogue))


KIND = Labyrinths()
