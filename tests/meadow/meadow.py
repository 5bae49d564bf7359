"""A kind of game from outside: each player lays square tiles so that like lands touch; each such pair is a point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import GameHeader
from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.validation import Identifier, Record, Rgb
from asterion_press.drawing.display_list import Drawing, Group, Patch, Pen, Shape, Shown, Transform
from asterion_press.errors import InputError, Mistake, plural, suggestion
from asterion_press.games.game import Claimed, Component, Fault, Game, Kind, Score, compare
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.rulebook.text.figures import SceneFigure, ScenePanel

BACK = "back"
BLEED_MM = 3.0
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Tile(Record, frozen=True):
    """A tile: its lands in the north, east, south and west, and how often it is there."""

    edges: tuple[Identifier, Identifier, Identifier, Identifier]
    copies: Annotated[int, Meta(ge=1, le=99)] = 1


class MeadowCatalogue(GameHeader, frozen=True, kw_only=True):
    """A game of meadows: the side of a tile, inks of lands by id, tiles by id."""

    tile_mm: Annotated[float, Meta(ge=20, le=100)]
    lands: Annotated[dict[Identifier, Rgb], Meta(min_length=1)]
    tiles: Annotated[dict[Identifier, Tile], Meta(min_length=1)]


class LaidTile(Record, frozen=True):
    """A tile that lies in a cell, turned clockwise by quarters."""

    tile: Identifier
    at: tuple[int, int]
    turns: Annotated[int, Meta(ge=0, le=3)] = 0


Meadow = Annotated[tuple[LaidTile, ...], Meta(min_length=1)]


class MeadowFigure(Record, frozen=True):
    """A meadow and its points; `ask` is always null, as nothing is asked of this kind."""

    meadow: Meadow
    points: Annotated[int, Meta(ge=0, le=99)]
    ask: None = None


class MeadowFigures(Record, frozen=True):
    """All figures of a game, by id."""

    game: Identifier
    figures: dict[Identifier, MeadowFigure]


class MeadowEnd(Record, frozen=True):
    """The end of a game: the meadow of each player."""

    game: Identifier
    meadows: Annotated[dict[str, Meadow], Meta(min_length=1)]


class MeadowGame(Game):
    """A game of meadows."""

    kind = "meadow"
    model = MeadowCatalogue
    claims = "meadow:MeadowClaims"
    usual_frontispiece = BACK
    catalogue: MeadowCatalogue

    @staticmethod
    def mistakes(catalogue: MeadowCatalogue, document: Document) -> Iterator[Mistake]:
        for name, tile in catalogue.tiles.items():
            for side, land in enumerate(tile.edges):
                if land not in catalogue.lands:
                    place = document.value_place(("tiles", name, "edges", side))
                    yield Mistake(place, f"no land {land!r}; {suggestion(land, catalogue.lands)}")

    @property
    def components(self) -> Mapping[str, Component]:
        tiles, size, lands = self.catalogue.tiles, self.catalogue.tile_mm, self.catalogue.lands
        subjects = {name: (size, lands, tiles.get(name)) for name in (*tiles, BACK)}
        return {name: Component(("tiles",), one, partial(self._tile, name)) for name, one in subjects.items()}

    def _tile(self, component: str, theme: Theme) -> Drawing:
        size = self.catalogue.tile_mm
        edge, middle = BLEED_MM, size / 2
        corners = [(-edge, -edge), (size + edge, -edge), (size + edge, size + edge), (-edge, size + edge)]
        tile = self.catalogue.tiles.get(component)
        inks = [self.catalogue.lands[land] for land in tile.edges] if tile else [theme.inks.rock] * 4
        lands = (
            Shape(Pen().polygon(one, other, (middle, middle)).data, fill=ink)
            for ink, (one, other) in zip(inks, pairwise((*corners, corners[0])), strict=True)
        )
        return Drawing(component, component, size, size, BLEED_MM, (Group("lands", tuple(lands)),))

    def lots(self, paper: Paper) -> tuple[Lot, ...]:  # noqa: ARG002 - the same on every paper
        tiles = self.catalogue.tiles.items()
        pieces = tuple(Piece(name, f"tile {name}", tile.copies, BACK) for name, tile in tiles)
        return (Lot("tiles", self.catalogue.tile_mm, self.catalogue.tile_mm, BLEED_MM, pieces),)

    def headers(self) -> list[str]:
        return ["id", "edges", "copies"]

    def rows(self) -> list[list[object]]:
        return [[name, " ".join(tile.edges), tile.copies] for name, tile in self.catalogue.tiles.items()]

    def summary(self) -> str:
        return plural(sum(tile.copies for tile in self.catalogue.tiles.values()), "tile")

    def numbers(self) -> Mapping[str, int | float | str]:
        return {"deck.tiles": sum(tile.copies for tile in self.catalogue.tiles.values())}

    def count(self, meadow: tuple[LaidTile, ...]) -> int:
        """Return the points of a meadow; a ValueError says that a tile is not there, or that unlike lands touch."""
        lands: dict[tuple[int, int], tuple[str, ...]] = {}
        for laid in meadow:
            if laid.tile not in self.catalogue.tiles:
                raise ValueError(f"unknown tile {laid.tile!r}; {suggestion(laid.tile, self.catalogue.tiles)}")
            edges = self.catalogue.tiles[laid.tile].edges
            lands[laid.at] = edges[-laid.turns :] + edges[: -laid.turns] if laid.turns else edges
        points = 0
        for (x, y), own in lands.items():
            for side in (1, 2):  # each pair once, from its western or northern tile
                other = lands.get((x + STEPS[side][0], y + STEPS[side][1]))
                if other is not None and other[side - 2] != own[side]:
                    raise ValueError(f"{own[side]} touches {other[side - 2]} beside {x},{y}")
                points += other is not None
        return points

    def score(self, file: ShelfFile) -> Score:
        end, document = self.position(file, MeadowEnd)
        points: dict[str, int] = {}
        for player, meadow in end.meadows.items():
            try:
                points[player] = self.count(meadow)
            except ValueError as error:
                raise InputError.at(document.value_place(("meadows", player)), str(error)) from None
        explanation = "".join(f"{player}: {plural(count, 'pair')} of edges\n" for player, count in points.items())
        return Score(points, tuple(one for one in points if points[one] == max(points.values())), explanation)


class MeadowClaims(Claimed):
    """Figures that are meadows."""

    model = MeadowFigures
    game: MeadowGame

    def faults(self, _: str, figure: MeadowFigure) -> Iterator[Fault]:
        try:
            yield from compare(("points",), figure.points, self.game.count(figure.meadow))
        except ValueError as error:
            yield ("meadow",), str(error)

    def claims_of(self, figure: MeadowFigure) -> Iterator[tuple[int | None, str, str]]:
        yield None, "points", str(figure.points)

    def painter(self, theme: Theme) -> Callable[[MeadowFigure], SceneFigure]:
        def paint(figure: MeadowFigure) -> SceneFigure:
            size, xs, ys = self.game.catalogue.tile_mm, *zip(*(laid.at for laid in figure.meadow), strict=True)
            clip, middle = Pen().rectangle(0, 0, size, size).data, Transform(e=-size / 2, f=-size / 2)
            parts = []
            for laid in figure.meadow:
                x, y = ((at - least + 0.5) * size for at, least in zip(laid.at, (min(xs), min(ys)), strict=True))
                there = Transform.placing(x, y, angle_deg=90 * laid.turns) @ middle
                parts.append(Patch("tile", (Shown(self.game.draw(laid.tile, theme), 0, 0, size),), there, clip))
            across, down = (size * (max(one) - min(one) + 1) for one in (xs, ys))
            return SceneFigure((ScenePanel(tuple(parts), across, down),), size)

        return paint


KIND = Kind(
    "meadow",
    "tiles with a land at each edge",
    MeadowGame.read,
    {"meadow": MeadowCatalogue, "meadow-figures": MeadowFigures, "meadow-position": MeadowEnd},
)
