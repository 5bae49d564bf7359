"""The game as the press sees it: a board in one piece or in panels, tokens, and what there is to say of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from generator.games.asterismo.board import HEXAGONS, SIZE
from generator.games.asterismo.layout import Layout, Panel
from generator.games.asterismo.records import Catalogue
from generator.games.game import Claimed, Game

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.papers import Paper
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.themes import Theme
    from generator.drawing.display_list import Drawing
    from generator.drawing.inks import Palette
    from generator.games.report import Finding
    from generator.layout.batches import Lot

BOARD = "board"
TOKEN = "token-"  # noqa: S105 - a piece of cardboard
EMBLEM = "emblem"
"""The picture of the title page, which is on no sheet."""


class HexGame(Game):
    """A game of tokens on hexagons.

    Attributes:
        catalogue: the records.
        layout: the board's measures.
    """

    kind = "hexes"

    def __init__(self, catalogue: Catalogue, document: Document) -> None:
        self.catalogue, self.document, self.head = catalogue, document, catalogue.head
        self.layout = Layout(catalogue.board.hexagon_mm)

    @property
    def letters(self) -> tuple[str, ...]:
        """How colours are written on a board of text."""
        return tuple(colour.letter for colour in self.catalogue.colours.values())

    # -- what is printed --

    @property
    def _panels(self) -> dict[str, Panel]:
        return {f"{BOARD}-{panel.letter.lower()}": panel for panel in self.layout.panels}

    def component_ids(self) -> tuple[str, ...]:
        return BOARD, *self._panels, *(TOKEN + colour for colour in self.catalogue.colours)

    def subject(self, component: str) -> object:
        colour = self.catalogue.colours.get(component.removeprefix(TOKEN))
        return (colour, self.catalogue.tokens.width_mm) if colour else (self.catalogue.board, self.catalogue.colours)

    def draw(self, component: str, theme: Theme) -> Drawing:
        sky = self.sky_palette(theme)
        if component == BOARD:
            from generator.games.asterismo.board_art import board_drawing

            return board_drawing(BOARD, f"The board of {self.head.title}", self.layout, sky)
        if component in self._panels:
            from generator.games.asterismo.panels import panel_drawing

            panel = self._panels[component]
            title = f"The board of {self.head.title}, panel {panel.letter}"
            return panel_drawing(component, title, self.layout, panel, sky)
        if component == EMBLEM:
            from generator.games.asterismo.table import emblem_drawing

            return emblem_drawing(EMBLEM, self.head.title, self.catalogue, theme)
        return self._token(component, theme)

    def _token(self, component: str, theme: Theme) -> Drawing:
        from generator.games.asterismo.tokens import token_drawing

        name = component.removeprefix(TOKEN)
        colour = self.catalogue.colours[name]
        return token_drawing(
            component, f"A {name} token", colour.sign, self.token_palette(name, theme), self._token_width
        )

    def sky_palette(self, theme: Theme) -> Palette:
        """What the board is painted with."""
        from generator.drawing.inks import palette

        return palette(theme, self.catalogue.board.ink)

    def token_palette(self, colour: str, theme: Theme) -> Palette:
        """What tokens of a colour are painted with."""
        from generator.drawing.inks import palette

        return palette(theme, self.catalogue.colours[colour].ink)

    @property
    def _token_width(self) -> float:
        return self.catalogue.tokens.width_mm

    def lots(self, paper: Paper) -> tuple[Lot, ...]:
        """The board, in one piece where the paper holds it and else in panels, and the tokens, alike on both sides."""
        from generator.games.asterismo.panels import promised_outlines
        from generator.games.asterismo.tokens import BLEED_MM, token_height
        from generator.layout.batches import Lot, Piece
        from generator.layout.grid import usable

        layout, (wide, high) = self.layout, usable(paper)
        if layout.height <= wide and layout.width <= high:
            turned = tuple(
                tuple((layout.height - y, x) for x, y in corners) for corners in layout.whole_within(0, layout.width)
            )
            whole = (Piece(BOARD, "the board", outlines=turned),)
            board = Lot("board", layout.height, layout.width, 0, whole, marked=False)
        else:
            pieces = tuple(
                Piece(
                    component,
                    f"panel {panel.letter} of the board",
                    label=f"panel {panel.letter}",
                    outlines=promised_outlines(layout, panel),
                )
                for component, panel in self._panels.items()
            )
            board = Lot("panels of the board", layout.panel_width, layout.height, 0, pieces, marked=False)
        tokens = tuple(
            Piece(TOKEN + name, f"a {name} token", self.catalogue.tokens.each, TOKEN + name, name, f"a {name} token")
            for name in self.catalogue.colours
        )
        width = self._token_width
        return board, Lot("tokens", width, token_height(width), BLEED_MM, tokens)

    # -- what is said of it --

    def findings(self) -> tuple[Finding, ...]:
        """Inks that can hardly be told apart, or from the sky."""
        from generator.drawing.inks import LEAST_DISTANCE, distance
        from generator.games.report import Finding, Level, in_order

        inks: dict[str, tuple[str, tuple[str, ...]]] = {"the sky": (self.catalogue.board.ink, ("board", "ink"))}
        inks |= {name: (colour.ink, ("colours", name, "ink")) for name, colour in self.catalogue.colours.items()}
        found = []
        for (one, (first, _)), (other, (second, at)) in combinations(inks.items(), 2):
            if (apart := distance(first, second)) < LEAST_DISTANCE:
                message = (
                    f"the ink {second} of {other} can hardly be told from that of {one}, {first}: {apart:.1f} apart in "
                    f"CIE Lab, at least {LEAST_DISTANCE:g} are wanted; choose a lighter, a darker or another ink"
                )
                found.append(Finding("similar-inks", Level.WARNING, message, self.place(*at)))
        return in_order(found)

    def headers(self) -> list[str]:
        return ["id", "copies", "width", "height", "sign"]

    def rows(self) -> list[list[object]]:
        from generator.games.asterismo.tokens import token_height

        width, layout = self._token_width, self.layout
        rows: list[list[object]] = [[BOARD, 1, round(layout.width, 2), round(layout.height, 2), ""]]
        for name, colour in self.catalogue.colours.items():
            size = [round(width, 2), round(token_height(width), 2)]
            rows.append([TOKEN + name, self.catalogue.tokens.each, *size, colour.sign])
        return rows

    def summary(self) -> str:
        each = self.catalogue.tokens.each
        return f"a board of {len(HEXAGONS)} hexagons, {each * len(self.catalogue.colours)} tokens"

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        from generator.games.asterismo import rules

        each, layout = self.catalogue.tokens.each, self.layout
        return {
            "tokens.all": each * len(self.catalogue.colours),
            "tokens.each": each,
            "tokens.width": self._token_width,
            "board.side": SIZE,
            "board.hexagons": len(HEXAGONS),
            "board.hexagon": self.catalogue.board.hexagon_mm,
            "board.panels": len(layout.panels),
            "alive.own": rules.OWN_NEIGHBOURS,
            "alive.any": rules.ANY_NEIGHBOURS,
            "goal.two": rules.EACH_COLOUR_FOR_TWO,
            "goal.two.all": rules.tokens_needed(2),
            "goal.three": rules.ONE_COLOUR_FOR_THREE,
        }

    @property
    def title_picture(self) -> str:
        return EMBLEM

    def symbol_names(self) -> tuple[str, ...]:
        return tuple(self.catalogue.colours)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        from generator.drawing.display_list import Drawing
        from generator.games.asterismo.tokens import token_groups, token_height

        width = 10.0
        groups = token_groups(self.catalogue.colours[name].sign, self.token_palette(name, theme), width, 0)
        return Drawing(f"symbol-{name}", f"{name} token", width, token_height(width), 0, groups)

    def figures(self, file: ShelfFile) -> Claimed:
        from generator.games.asterismo.figures import proved_figures

        return proved_figures(file, self)
