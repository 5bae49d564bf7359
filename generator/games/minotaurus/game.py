"""A game of horns as the press sees it: what is printed, what is said of it, what its rules may name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.games.game import Claimed, Game
from generator.games.minotaurus.pieces import Piece, pieces_of
from generator.games.minotaurus.records import HornsCatalogue, Hue

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.papers import Paper
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing
    from generator.layout.batches import Lot

BACK, RING, TITLE = "back", "ring", "pair"
BULL, CARD = "bull-", "card-"
MODEL_SHEETS = 3
"""Sheets of card that hold the nets of the bull's head; see :mod:`~generator.games.minotaurus.model_pages`."""
SYMBOL_MM = 12.0


def read_horns(document: Document) -> HornsGame:
    """The game that a catalogue defines.

    Raises:
        InputError: every mistake in the file.
    """
    from generator.games.minotaurus.loading import judged

    return HornsGame(document, judged(document))


class HornsGame(Game):
    """Pieces, a bull's head of card, a ring, layout cards.

    Attributes:
        catalogue: what it is made from.
        pieces: by id, in the order of the catalogue.
    """

    kind = "horns"

    def __init__(self, document: Document, catalogue: HornsCatalogue) -> None:
        self.document, self.catalogue, self.head = document, catalogue, catalogue.head
        self.pieces: dict[str, Piece] = {
            self.id_of(piece): piece for piece in pieces_of(catalogue.colours, sorted(catalogue.values))
        }

    def id_of(self, piece: Piece) -> str:
        """The id of a piece: letter of its colour, value, letter of its horn, such as ``B3L``."""
        return f"{self.catalogue.colours[piece.colour].letter}{piece.value}{piece.horn.value}"

    # -- what is printed --

    def component_ids(self) -> tuple[str, ...]:
        bulls = (f"{BULL}{sheet}" for sheet in range(1, MODEL_SHEETS + 1))
        cards = (f"{CARD}{table.players}" for table in self.catalogue.tables)
        return (*self.pieces, BACK, *bulls, RING, *cards)

    def subject(self, component: str) -> object:
        piece = self.pieces.get(component)
        if piece is not None:
            return self.catalogue.piece_mm, piece.value, piece.horn, self.catalogue.colours[piece.colour]
        if component == BACK:
            return self.catalogue.piece_mm
        if component == RING:
            return self.catalogue.ring
        return [table for table in self.catalogue.tables if component == f"{CARD}{table.players}"]

    def draw(self, component: str, theme: Theme) -> Drawing:
        from generator.drawing.inks import palette
        from generator.games.minotaurus.cards import card_drawing, ring_drawing
        from generator.games.minotaurus.piece_art import back_drawing

        night, size = palette(theme, theme.inks.night), self.catalogue.piece_mm
        if component in self.pieces:
            return self._front(component, theme)
        if component == BACK:
            return back_drawing(BACK, "Back of every piece", night, size)
        if component == RING:
            return ring_drawing(RING, self.catalogue.ring, night)
        if component == TITLE:
            return self._title(theme)
        if component.startswith(BULL):
            from generator.games.minotaurus.model_pages import sheet_drawing

            return sheet_drawing(component, int(component.removeprefix(BULL)), night)
        table = {f"{CARD}{table.players}": table for table in self.catalogue.tables}[component]
        return card_drawing(component, table, night)

    def _front(self, component: str, theme: Theme) -> Drawing:
        from generator.drawing.inks import palette
        from generator.games.minotaurus.piece_art import front_drawing

        piece = self.pieces[component]
        colour = self.hue(piece)
        title = f"{piece.colour.capitalize()} {piece.value}, {piece.horn.name.lower()} horn"
        size = self.catalogue.piece_mm
        return front_drawing(component, title, piece.value, piece.horn, colour.symbol, palette(theme, colour.ink), size)

    def _title(self, theme: Theme) -> Drawing:
        from generator.drawing.inks import palette
        from generator.games.minotaurus.model_view import portrait

        return portrait(TITLE, palette(theme, theme.inks.night))

    def hue(self, piece: Piece) -> Hue:
        """The colour of a piece."""
        return self.catalogue.colours[piece.colour]

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        from generator.games.minotaurus.sheets import lots_of

        return lots_of(self)

    def lines(self, component: str) -> Mapping[str, Sequence[float]]:
        if not component.startswith(BULL):
            return {}
        from generator.games.minotaurus.model_pages import lines_of

        return lines_of(int(component.removeprefix(BULL)))

    # -- what is said of it --

    def headers(self) -> list[str]:
        return ["id", "colour", "symbol", "value", "horn", "players"]

    def rows(self) -> list[list[object]]:
        return [
            [
                name,
                piece.colour,
                self.hue(piece).symbol,
                piece.value,
                piece.horn.name.lower(),
                self._players(piece.value),
            ]
            for name, piece in self.pieces.items()
        ]

    def _players(self, value: int) -> str:
        """With how many players a value is in play."""
        return ", ".join(str(table.players) for table in self.catalogue.tables if value in table.values)

    def composition(self) -> tuple[list[str], list[list[object]]]:
        headers = ["players", "values", "pieces", "layout", "pairs of a colour"]
        rows: list[list[object]] = [
            [
                table.players,
                ", ".join(map(str, table.values)),
                2 * len(self.catalogue.colours) * len(table.values),
                f"{table.columns} x {table.rows}",
                len(table.values),
            ]
            for table in self.catalogue.tables
        ]
        return headers, rows

    def summary(self) -> str:
        cards = len(self.catalogue.tables)
        return (
            f"{len(self.pieces)} pieces, a bull's head on {MODEL_SHEETS} sheets of card, a ring, {cards} layout cards"
        )

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        from generator.games.minotaurus.numbers import numbers_of

        return numbers_of(self.catalogue)

    @property
    def title_picture(self) -> str:
        return TITLE

    def symbol_names(self) -> tuple[str, ...]:
        emblems = (f"emblem-{name}" for name in self.catalogue.colours)
        return (*emblems, "bull", "fold-mountain", "fold-valley", "cut")

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        from generator.games.minotaurus.symbols import symbol_drawing

        return symbol_drawing(name, self.catalogue, theme)

    def figures(self, file: ShelfFile) -> Claimed:
        from generator.games.minotaurus.figures import proved_figures

        return proved_figures(file, self)

    def data(self) -> dict[str, Any]:
        found = super().data()
        return found | {"tables": [dict(_fields(table)) for table in self.catalogue.tables]}


def _fields(record: Any) -> Iterator[tuple[str, Any]]:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        yield name, list(value) if isinstance(value, tuple) else value
