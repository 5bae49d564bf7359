"""A game of tokens on hexagons: its board in one piece or in panels, its tokens, and what its rules text may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Scene
from asterion_press.drawing.inks import palette
from asterion_press.errors import InputError
from asterion_press.games.asterismo import piece_art, rules
from asterion_press.games.asterismo.board import HEXAGONS, SIZE, BoardLayout, BoardPanel
from asterion_press.games.asterismo.cover_art import draw_cover
from asterion_press.games.asterismo.piece_art import draw_emblem
from asterion_press.games.asterismo.records import Catalogue, Figures, HexEnd, catalogue_mistakes
from asterion_press.games.asterismo.setup import harvests_text
from asterion_press.games.game import Component, Game, Kind, Score, inked
from asterion_press.games.report import ON_PAPER, Finding, similar_inks, sort_findings
from asterion_press.layout.grid import usable_area
from asterion_press.layout.sheets import Lot, Piece

BOARD, LEVEL = "board", "board-level"
"""The board as it lies on upright paper, and as it lies before the players, which is on no sheet."""
TOKEN = "token-"  # noqa: S105 - a piece of cardboard
EMBLEM = "emblem"
"""The picture of the title page, which is on no sheet."""


class HexGame(Game):
    """A game of tokens on hexagons.

    Attributes:
        layout: the board's measures.
    """

    kind = "hexes"
    model = Catalogue
    mistakes = staticmethod(catalogue_mistakes)
    claims = "asterion_press.games.asterismo.figures:HexClaims"
    frame = "stars"
    unprinted = ("bag",)

    catalogue: Catalogue

    def __init__(self, catalogue: Catalogue, document: Document) -> None:
        super().__init__(catalogue, document)
        self.layout = BoardLayout(catalogue.board.hexagon_mm)

    # -- what is printed --

    @cached_property
    def components(self) -> Mapping[str, Component]:
        catalogue, layout, sky = self.catalogue, self.layout, self.catalogue.board.ink
        title, width = f"The board of {self.head.title}", catalogue.tokens.width_mm
        place, subject = ("board",), (catalogue.board, catalogue.colours)
        found = {BOARD: Component(place, subject, inked(sky, piece_art.draw_board, BOARD, title, layout))}
        for name, panel in self._panels.items():
            draw = inked(sky, piece_art.draw_panel, name, f"{title}, panel {panel.letter}", layout, panel)
            found[name] = Component(place, subject, draw)
        for name, colour in catalogue.colours.items():
            token = TOKEN + name
            draw = inked(colour.ink, piece_art.draw_token, token, f"A {name} token", colour.sign, width)
            found[token] = Component(("colours", name), (colour, width), draw)
        draw = partial(draw_emblem, EMBLEM, self.head.title, catalogue)
        level = partial(piece_art.draw_board, LEVEL, title, layout, turned=False)
        found[LEVEL] = Component(place, subject, inked(sky, level), printed=False)
        found[EMBLEM] = Component(place, subject, draw, printed=False)
        return found

    @property
    def _panels(self) -> dict[str, BoardPanel]:
        return {f"{BOARD}-{panel.letter.lower()}": panel for panel in self.layout.panels}

    def lots(self, paper: Paper) -> tuple[Lot, ...]:
        """Return the board, in one piece where the paper holds it and else in panels, and the tokens."""
        layout, (wide, high) = self.layout, usable_area(paper)
        if layout.height <= wide and layout.width <= high:
            turned = tuple(
                tuple((layout.height - y, x) for x, y in corners) for corners in layout.whole_within(0, layout.width)
            )
            whole = (Piece(BOARD, "the board", outlines=turned),)
            board = Lot("board", layout.height, layout.width, 0, whole, marked=False, whole=LEVEL)
        else:
            pieces = tuple(
                Piece(
                    component,
                    f"panel {panel.letter} of the board",
                    label=f"panel {panel.letter}",
                    outlines=piece_art.promised_outlines(layout, panel),
                )
                for component, panel in self._panels.items()
            )
            board = Lot("panels of the board", layout.panel_width, layout.height, 0, pieces, marked=False, whole=LEVEL)
        tokens = tuple(
            Piece(TOKEN + name, f"a {name} token", self.catalogue.tokens.each, TOKEN + name, name, f"a {name} token")
            for name in self.catalogue.colours
        )
        size = self.catalogue.tokens.width_mm, piece_art.token_height(self.catalogue.tokens.width_mm)
        return board, Lot("tokens", *size, piece_art.BLEED_MM, tokens, marked=False, hexagonal=True)

    # -- findings and lists --

    def findings(self) -> tuple[Finding, ...]:
        """Return findings for inks that are hard to distinguish from one another or from the sky."""
        grounds = {**ON_PAPER, "the sky": self.catalogue.board.ink}
        return sort_findings(similar_inks(self.document, self.catalogue.colours, grounds))

    def headers(self) -> list[str]:
        return ["id", "copies", "width", "height", "sign"]

    def rows(self) -> list[list[object]]:
        width, layout = self.catalogue.tokens.width_mm, self.layout
        rows: list[list[object]] = [[BOARD, 1, round(layout.width, 2), round(layout.height, 2), ""]]
        for name, colour in self.catalogue.colours.items():
            size = [round(width, 2), round(piece_art.token_height(width), 2)]
            rows.append([TOKEN + name, self.catalogue.tokens.each, *size, colour.sign])
        return rows

    def summary(self) -> str:
        each = self.catalogue.tokens.each
        return f"a board of {len(HEXAGONS)} hexagons, {each * len(self.catalogue.colours)} tokens"

    # -- the booklet --

    def numbers(self) -> Mapping[str, int | float | str]:
        each, layout = self.catalogue.tokens.each, self.layout
        colours = len(self.catalogue.colours)
        return {
            "deck.pieces": each * colours,
            "deck.colours": colours,
            "tokens.all": each * colours,
            "tokens.each": each,
            "tokens.width": self.catalogue.tokens.width_mm,
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
    def usual_frontispiece(self) -> str:
        return EMBLEM

    def cover_scene(self, theme: Theme, aspect: float) -> Scene:
        return draw_cover(self.catalogue, theme, aspect)

    def symbol_names(self) -> tuple[str, ...]:
        return tuple(self.catalogue.colours)

    def draw_symbol(self, name: str, theme: Theme) -> Drawing:
        width = 10.0
        colour = self.catalogue.colours[name]
        groups = piece_art.token_groups(colour.sign, palette(theme, colour.ink), width, 0)
        return Drawing(f"symbol-{name}", f"{name} token", width, piece_art.token_height(width), 0, groups)

    def score(self, file: ShelfFile) -> Score:
        """Return how many tokens each player has; all of them win together, or nobody."""
        end, document = self.position(file, HexEnd)
        for colour, taken in zip(self.catalogue.colours, map(sum, zip(*end.harvests, strict=True)), strict=True):
            if taken > (each := self.catalogue.tokens.each):
                message = f"{taken} {colour} tokens, and there are {each}"
                raise InputError.at(document.value_place(("harvests",)), message)
        totals = {f"player {number}": sum(harvest) for number, harvest in enumerate(end.harvests, 1)}
        harvested = harvests_text(rules.HexPosition((0, 0, 0), end.harvests), tuple(self.catalogue.colours))
        return Score(totals, tuple(totals) if rules.goal_met(end.harvests) else (), f"{harvested}\n")


KIND = Kind(
    "hexes",
    "tokens in three colours on a board of hexagons",
    HexGame.read,
    {"hexes": Catalogue, "hexes-figures": Figures, "hexes-position": HexEnd},
)
