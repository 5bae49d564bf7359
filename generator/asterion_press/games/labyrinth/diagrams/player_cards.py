"""The player cards of a labyrinth: some figures of its rules, in the colours of each player.

The figures show the card of the first colour, and the engine has proved them. The other cards show the same pictures
with the colours passed on by one, two or three places, if their designs are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.display_list import Drawing, Part, Patch, Shown, Transform, moved
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
from asterion_press.games.labyrinth.diagrams.placed import SQUARE, TableTile, TileDrawings
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.rulebook.text.figures import CardRow, PlayerCard, ScenePanel
from asterion_press.rulebook.text.strings import AltTextWords

THEN = 22.0
"""Room for the arrow from what was before an action to what is after it."""
SHOWN_TILE = 3
"""Place in the deck of the tile that is shown as drawn, which other pictures show, pale too."""

Describe = Callable[[Figure, AltTextWords], str]
FirstRow = tuple[CardRow, Figure | None]
"""A row of the first colour's card, and the figure that it shows, if it shows one."""
Names = Mapping[str, str]


class CardMaker(Struct, frozen=True, dict=True):
    """A maker of the cards of one deck.

    Attributes:
        figures: by id.
        art: the deck's.
        describe: returns the alternative text of a figure.
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
        drawn = [name for name in (*CARD_FIGURES, *(ACTION_FIGURES if self._acts else ())) if name in self.figures]
        shown = {placed.tile for name in drawn for panel in self.figures[name].panels for placed in panel.tiles}
        sides = tuple(map(tuple, self._sides()))
        for place, (colour, made_of) in enumerate(deck.catalogue.colours.items()):
            names, inks = renamed_tiles(deck, place), palette(art.theme, made_of.ink)
            if shown <= names.keys():
                drawings = {one: art.drawing(f"tile:{names[one]}") for one in shown}
                drawings[BACK + deck.catalogue.colour_ids[0]] = art.drawing(f"piece:{BACK}{colour}")
                ground = mix_inks(inks.inks.floor, PAPER, 0.5)
                edge = inks.edge if inks.line_art else inks.field
                own = tuple(tuple(self._in_colour(row, names, drawings) for row in rows) for rows in sides)
                yield PlayerCard(colour, inks.field, edge, ground, inks.letters, own)

    def _in_colour(self, first: FirstRow, names: Names, drawings: Mapping[str, Drawing]) -> CardRow:
        """Return a row with other tiles of the same designs, by the ids of those that it shows."""
        row, figure = first
        pictures = tuple(
            replace(one, parts=tuple(_exreplace(part, drawings) for part in one.parts)) for one in row.pictures
        )
        if figure:
            figure = replace(figure, panels=tuple(rename_panel(panel, names) for panel in figure.panels))
        return replace(row, pictures=pictures, told=partial(self.describe, figure) if figure else None)

    def _sides(self) -> Iterator[Iterable[FirstRow]]:
        """Yield the rows of the sides of a card: what a player does with a tile, and what comes of it."""
        place = self._row("card-place", ("glance-turn", 0), ("glance-turn", 3), beside=True)
        impale, draw = self._row("card-impale", ("glance-turn", 1)), self._drawn(("glance-turn", 2))
        score = self._row("card-score", ("glance-points", 0))
        if self._acts:
            acts = enumerate(ACTION_FIGURES)
            yield place, *(self._row(name, ("glance-act", number), beside=not number) for number, name in acts)
            yield impale, draw, score
        else:
            yield place, impale, draw
            yield _one_by_one(*score)

    def _row(self, name: str, *words: tuple[str, int], beside: bool = False) -> FirstRow:
        """Return the pictures of a figure: of what scores one for each panel, else one of all panels.

        Of a figure that does not hold for the deck only the words are left.
        """
        if name not in self.figures:
            return CardRow(words=words), None
        figure = self.figures[name]  # what is before and after an action tells it without the arrows of other pictures
        scenes = [PanelScene.of(panel, None, self.art, self._box) for panel in figure.panels]
        if name != CARD_FIGURES[-1]:
            return CardRow((_side_by_side(scenes),), TILE, words, beside=beside), figure
        figure = replace(figure, panels=tuple(map(_threaded, figure.panels)))
        shown = (replace(scene, panel=panel) for scene, panel in zip(scenes, figure.panels, strict=True))
        return CardRow(tuple(_side_by_side([scene]) for scene in shown), TILE, words), figure

    def _drawn(self, *words: tuple[str, int]) -> FirstRow:
        """Return the picture of the tile that is drawn from a deck."""
        first = self.art.deck.catalogue.colour_ids[0]
        back = (Shown(self.art.drawing(f"piece:{BACK}{first}"), 0, 0, TILE),)
        deck = (Patch("back", back, Transform.placing(0, 4.0 - 2.0 * step), SQUARE) for step in range(3))
        tile = lying.tile(TableTile(self.art.deck.of_colour(first)[SHOWN_TILE].id, (0, 0), 0), self.art)
        hand = moved(tile, Transform.placing(TILE + THEN, 0))
        picture = ScenePanel((*deck, hand, _then(TILE, TILE / 2)), 2 * TILE + THEN, TILE + 4)
        return CardRow((picture,), TILE, words, beside=True), None


def _one_by_one(row: CardRow, figure: Figure | None) -> Iterator[FirstRow]:
    """Yield the pictures of a row one below the other, where they are larger; the first has its words."""
    if figure is None:
        yield row, None
        return
    for number, (picture, panel) in enumerate(zip(row.pictures, figure.panels, strict=True)):
        words = () if number else row.words
        yield replace(row, pictures=(picture,), words=words), replace(figure, panels=(panel,))


def _side_by_side(scenes: Sequence[PanelScene]) -> ScenePanel:
    """Draw panels side by side, with an arrow from each to the next."""
    top, bottom = min(one.box.top for one in scenes), max(one.box.bottom for one in scenes)
    parts: list[Part] = []
    right = 0.0
    for scene in scenes:
        if parts:
            parts.append(_then(right, TILE / 2 - top))
            right += THEN
        at = Transform.placing(right - scene.box.left, -top)
        parts += [moved(part, at) for part in scene.parts()]
        right += scene.box.right - scene.box.left
    return ScenePanel(tuple(parts), right, bottom - top, scenes[-1].panel.verdict)


def _threaded(panel: Panel) -> Panel:
    """Return a panel without the tiles beside its thread."""
    threaded = {path.tile for path in panel.thread}
    return replace(panel, tiles=tuple(placed for placed in panel.tiles if placed.tile in threaded))


def _then(x: float, y: float) -> Part:
    """Draw an arrow in the room right of x."""
    return Arrow(Tip(x + 3, y, 1, 0), Tip(x + THEN - 3, y, -1, 0), 3, 3, is_swap=False).patch()


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
