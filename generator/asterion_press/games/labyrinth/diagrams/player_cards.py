"""The player cards of a labyrinth: the figures whose ids begin with ``card-``, in the colours of each player.

The figures show the card of the first colour, and the engine has proved them. The other cards show the same pictures
with the colours passed on by one, two or three places, if their designs are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.display_list import Drawing, Part, Patch, Pen, Shape, Shown, Transform, moved
from asterion_press.drawing.inks import PAPER, mix_inks, palette
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.components import BACK
from asterion_press.games.labyrinth.catalogue.position_records import (
    ACTION_FIGURES,
    CARD_FIGURES,
    Figure,
    NamedPath,
    Panel,
)
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from asterion_press.games.labyrinth.diagrams import placed as lying
from asterion_press.games.labyrinth.diagrams.arrows import Arrow, Tip
from asterion_press.games.labyrinth.diagrams.panels import PanelScene
from asterion_press.games.labyrinth.diagrams.placed import SQUARE, Box, TableTile, TileDrawings
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.rulebook.text.figures import CardPanel, PlayerCard, ScenePanel, Verdict
from asterion_press.rulebook.text.strings import AltTextWords

AROUND, SCORE_AROUND = 18.0, 12.0
"""What is seen of the tiles around those that a picture is about; less where no arrow leads around them."""
HIGH = 78.0
"""Height of the pictures of a tile that is drawn or discarded, as of one tile with some of its neighbours."""
SHOWN_TILE = 3
"""Place in the deck of the tile that is shown as drawn and as discarded, which other pictures show, pale too."""
LEFT, LEFT_EDGE = "#eee9e0", "#b9ae9b"
"""Inks of the place that a tile has left. Own choice."""
THIRD, HALF = 1 / 3, 1 / 2

Describe = Callable[[Panel, AltTextWords], str]
FirstPanel = tuple[CardPanel, Panel | None]
"""A panel of the first colour's card, and the panel of a figure that it shows, if it shows one."""
Names = Mapping[str, str]


class CardMaker(Struct, frozen=True, dict=True):
    """A maker of the cards of one deck.

    Attributes:
        figures: by id.
        art: the deck's.
        describe: returns the alternative text of a panel.
    """

    figures: Mapping[str, Figure]
    art: TileDrawings
    describe: Describe

    @cached_property
    def _box(self) -> GameSet:
        return GameSet.of(self.art.deck)

    @property
    def _acts(self) -> bool:
        return set(ACTION_FIGURES) <= self.figures.keys()

    def cards(self) -> Iterator[PlayerCard]:
        """Yield a card for each colour whose tiles can show what those of the first one show."""
        deck, art = self.art.deck, self.art
        if not set(CARD_FIGURES) <= self.figures.keys():
            return
        drawn = (*CARD_FIGURES, *(ACTION_FIGURES if self._acts else ()))
        shown = {placed.tile for name in drawn for panel in self.figures[name].panels for placed in panel.tiles}
        rows = tuple(self._rows())
        for place, (colour, made_of) in enumerate(deck.catalogue.colours.items()):
            names, inks = renamed_tiles(deck, place), palette(art.theme, made_of.ink)
            if shown <= names.keys():
                drawings = {one: art.drawing(f"tile:{names[one]}") for one in shown}
                drawings[BACK + deck.catalogue.colour_ids[0]] = art.drawing(f"piece:{BACK}{colour}")
                ground = mix_inks(inks.inks.floor, PAPER, 0.5)
                edge = inks.edge if inks.line_art else inks.field
                own = tuple(tuple(self._in_colour(one, names, drawings) for one in row) for row in rows)
                yield PlayerCard(colour, inks.field, edge, ground, inks.letters, own)

    def _in_colour(self, first: FirstPanel, names: Names, drawings: Mapping[str, Drawing]) -> CardPanel:
        """Return a panel with other tiles of the same designs, by the ids of those that it shows."""
        card, panel = first
        shown = replace(card.picture, parts=tuple(_exreplace(part, drawings) for part in card.picture.parts))
        describe = partial(self.describe, rename_panel(panel, names)) if panel else None
        return replace(card, picture=shown, describe=describe)

    def _rows(self) -> Iterator[tuple[FirstPanel, ...]]:
        """Yield the rows of a card: place, act if there are actions, impale and draw, and what scores at the end."""
        share = THIRD if self._acts else HALF
        placing = [
            self._panel("card-place", 0, share, "placing", step=1),
            self._panel("card-place", 1, share, about=MINOTAUR_ID),
        ]
        if self._acts:
            yield *placing, (CardPanel(self._discarded(), THIRD, "actions", joined=True), None)
            acting = ("rotate", 1), ("swap", 0), ("move", 1)
            yield tuple(self._panel(f"card-{what}", number, THIRD, what) for what, number in acting)
        else:
            yield tuple(placing)
        yield (
            self._panel("card-impale", 0, 2 * THIRD, "impaling", step=2),
            (CardPanel(self._drawn(), THIRD, step=3, item=2), None),
        )
        shares = 0.42, 0.58  # two tiles beside three
        yield tuple(
            self._panel("card-score", number, share, "" if number else "scoring") for number, share in enumerate(shares)
        )

    def _panel(
        self, name: str, number: int, share: float, heading: str = "", *, step: int = 0, about: str = ""
    ) -> FirstPanel:
        """Return a panel of a figure.

        Args:
            name: of the figure.
            number: of its panel.
            share: width of the panel, as a part of its row.
            heading: id of the section whose heading stands above it.
            step: of a turn that begins here.
            about: the tile that the picture is about; if empty, those that are marked or moved, else all.
        """
        panels = self.figures[name].panels
        panel = panels[number]
        scene = PanelScene.of(panel, panels[number - 1] if number else None, self.art, self._box)
        window = _window(scene, about, name)
        parts = tuple(map(_without_ghost, scene.parts()))
        picture = _picture(parts, window, panel.verdict)
        return CardPanel(picture, share, heading, step), panel

    def _drawn(self) -> ScenePanel:
        """Draw the tile that is drawn from a deck."""
        colour = self.art.deck.catalogue.colour_ids[0]
        back = (Shown(self.art.drawing(f"piece:{BACK}{colour}"), 0, 0, TILE),)
        deck = (Patch("back", back, Transform.placing(0, -2.0 * step), SQUARE) for step in range(3))
        hand = moved(self._shown_tile(), Transform.placing(TILE + 30, 0))
        arrow = Arrow(Tip(TILE + 4, TILE / 2, 1, 0), Tip(TILE + 27, TILE / 2, -1, 0), 8, 8, is_swap=False)
        return _picture((*deck, hand, arrow.patch()), Box(-9, -(HIGH - TILE) / 2, 2 * TILE + 39, (HIGH + TILE) / 2))

    def _discarded(self) -> ScenePanel:
        """Draw the tile that is given for an action."""
        arrow = Arrow(Tip(TILE / 2, TILE + 2, 0, 1), Tip(TILE / 2, TILE + 25, 0, -1), 4, 4, is_swap=False)
        return _picture((self._shown_tile(), arrow.patch()), Box(0, -3, TILE, TILE + 28))

    def _shown_tile(self) -> Patch:
        first = self.art.deck.catalogue.colour_ids[0]
        return lying.tile(TableTile(self.art.deck.of_colour(first)[SHOWN_TILE].id, (0, 0), 0), self.art)


def _exreplace(part: Part, drawings: Mapping[str, Drawing]) -> Part:
    """Return a part that shows other drawings, given by the ids of those that it shows."""
    if isinstance(part, Shown):
        return replace(part, drawing=drawings.get(part.drawing.id, part.drawing))
    items = (
        replace(item, drawing=drawings.get(item.drawing.id, item.drawing)) if isinstance(item, Shown) else item
        for item in part.items
    )
    return replace(part, items=tuple(items))


def renamed_tiles(deck: Deck, places: int) -> Names:
    """Return the ids of tiles of the same designs, by those of a deck, colours passed on by some places."""
    colours = deck.catalogue.colour_ids
    names = {MINOTAUR_ID: MINOTAUR_ID}
    for number, colour in enumerate(colours):
        others = {one.design: one for one in deck.of_colour(colours[(number + places) % len(colours)])}
        for one in deck.of_colour(colour):
            if one.design in others and others[one.design].paths == one.paths:
                names[one.id] = others[one.design].id
    return names


def rename_panel(panel: Panel, names: Names) -> Panel:
    """Return a panel with other tiles of the same designs, and without its claims."""

    def renamed(paths: tuple[NamedPath, ...]) -> tuple[NamedPath, ...]:
        return tuple(replace(path, tile=names[path.tile]) for path in paths)

    tiles = tuple(replace(placed, tile=names[placed.tile]) for placed in panel.tiles)
    return replace(panel, tiles=tiles, impaled=renamed(panel.impaled), thread=renamed(panel.thread), claims=None)


def _without_ghost(part: Part) -> Part:
    """Return the empty place of a tile that was moved instead of the pale tile; any other part as it is."""
    if not (isinstance(part, Patch) and part.name == "ghost"):
        return part
    left = Shape(Pen().rectangle(0, 0, TILE, TILE).data, fill=LEFT, stroke=LEFT_EDGE, width=0.8)
    return replace(part, items=(left,))


def _window(scene: PanelScene, about: str, name: str) -> Box:
    """Return what is seen of a panel."""
    panel, whole = scene.panel, scene.box
    cells = [placed.at for placed in panel.tiles if placed.tile == about]
    if not cells and name in {"card-rotate", "card-swap", "card-move", "card-score"}:
        cells = [placed.at for placed in panel.tiles if placed.mark] + [ghost.at for ghost in scene.ghosts]
        cells += [cell for arrow in panel.arrows for cell in (arrow.from_, arrow.to)]
        threaded = {path.tile for path in panel.thread}
        cells += [placed.at for placed in panel.tiles if placed.tile in threaded]
    if not cells:
        return whole
    (left, top), (right, bottom) = (tuple(pick(cell[axis] for cell in cells) for axis in (0, 1)) for pick in (min, max))
    around = SCORE_AROUND if name == "card-score" else AROUND
    return Box(left * TILE - around, top * TILE - around, (right + 1) * TILE + around, (bottom + 1) * TILE + around)


def _picture(parts: tuple[Part, ...], window: Box, verdict: Verdict | None = None) -> ScenePanel:
    at = Transform.placing(-window.left, -window.top)
    return ScenePanel(
        tuple(moved(part, at) for part in parts), window.right - window.left, window.bottom - window.top, verdict
    )
