"""Pictures of a labyrinth as a model: of a table, under the name of its game and above the scores, and for a box.

On the lid of the box stands a labyrinth of the deck's own tiles, the minotaur in its middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Patch, Pen, Scene, Shape, Transform
from asterion_press.drawing.inks import mix_inks, palette
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile
from asterion_press.games.labyrinth.diagrams import model_view
from asterion_press.games.labyrinth.diagrams.placed import Cell, TableTile, TileDrawings
from asterion_press.games.labyrinth.diagrams.table import FIELD_HEIGHT, FIELD_WIDTH, TableView, laid_tiles, score_fields
from asterion_press.games.labyrinth.engine.figures import impaled_paths
from asterion_press.games.labyrinth.engine.scoring import explanation_text
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side
from asterion_press.pdf.fonts import Run, load_typeface, runs_advance, trace_runs

MARGIN_SHARE = 0.035
"""Of the picture's shorter side: the distance of the frame from its rim, and of everything from the frame."""
TITLE_SHARE = 0.042
"""Height of the title, as a part of the picture's shorter side."""
LYING = 1.15
"""So many times larger must a model be on upright paper to be drawn upright."""
GROUND_SHARE = 0.22
"""The share of stone in the ground's paper."""
GROUND_SHADE = 0.28
"""The share of shade in the shade of the slab."""


class ModelPlan(Struct, frozen=True):
    """The places of everything in a picture of a model, in mm.

    Attributes:
        width, height: of the picture.
        margin: the frame's distance from the rim.
        letters: height of the title.
        fields: scale of the scores.
        bottom: of the model.
        onto: where the plane of the floors lies.
        scale: of the model.
    """

    width: float
    height: float
    margin: float
    letters: float
    fields: float
    bottom: float
    onto: Transform
    scale: float


def plan_model(view: TableView, title: float, width: float, height: float) -> ModelPlan:
    """Return the plan of a picture of that size in mm, which is filled; the title is so many times as wide as high."""
    short = min(width, height)
    margin, seats = MARGIN_SHARE * short, len(view.position.seats)
    letters = min(TITLE_SHARE * short, (width - 6 * margin) / title)
    fields = min(short / 190, (width - 4 * margin) / (FIELD_WIDTH * seats))
    top, bottom = 3.2 * margin + letters, height - 3 * margin - FIELD_HEIGHT * fields
    left, high, right, low = model_view.extent(laid_tiles(view.position))
    scale = min((width - 4 * margin) / (right - left), (bottom - top) / (low - high))
    x, y = (width - (left + right) * scale) / 2, (top + bottom - (high + low) * scale) / 2
    onto = Transform.placing(x, y, scale=scale) @ model_view.floor_plane()
    return ModelPlan(width, height, margin, letters, fields, bottom, onto, scale)


def best_model_plan(view: TableView, art: TileDrawings, rooms: Sequence[tuple[float, float]]) -> tuple[int, ModelPlan]:
    """Return the number and the plan of the best of some rooms (width and height in mm): where the model is largest.

    A room on its side is preferred: there the model leaves less of the paper empty.
    """
    _, wide, _ = _title(art)
    plans = [plan_model(view, wide, *room) for room in rooms]
    return max(enumerate(plans), key=lambda plan: plan[1].scale * (LYING if plan[1].width > plan[1].height else 1))


def model_scene(view: TableView, art: TileDrawings, plan: ModelPlan) -> Scene:
    """Draw the model of a table under the name of its game and above the scores, as it was planned."""
    inks, margin = palette(art.theme, art.theme.inks.night), plan.margin
    line = inks.inks.outline if inks.line_art else inks.inks.clay_dark
    ground = inks.inks.paper if inks.line_art else mix_inks(inks.inks.paper, inks.inks.stones[0], GROUND_SHARE)
    frames = (
        Shape(
            Pen().rectangle(at, at, plan.width - 2 * at, plan.height - 2 * at).data, stroke=line, width=w, join="miter"
        )
        for at, w in ((margin, 0.12 * margin), (1.3 * margin, 0.035 * margin))
    )
    sheet = Shape(Pen().rectangle(0, 0, plan.width, plan.height).data, fill=ground)
    title, wide, size = _title(art)
    letters = trace_runs(title, -wide * plan.letters / 2, plan.letters / 2, size * plan.letters)
    table, impaled = laid_tiles(view.position), impaled_paths(view.position)
    fields = score_fields(view, art)
    left = (plan.width - FIELD_WIDTH * len(fields) * plan.fields) / 2
    row = Transform.placing(left, plan.bottom + 0.8 * margin, scale=plan.fields)
    parts = (
        Patch("sheet", (sheet, *frames)),
        Patch("title", (Shape(letters, fill=line),), Transform(e=plan.width / 2, f=2.4 * margin + plan.letters / 2)),
        model_view.slab_shade(table, plan.onto, mix_inks(ground, model_view.SHADE_INK, GROUND_SHADE)),
        *model_view.model_parts(table, impaled, art, plan.onto),
        *(replace(field, transform=row @ field.transform) for field in fields),
    )
    description = "" if view.count is None else explanation_text(view.count)
    return Scene("model", view.title, description, round(plan.width, 2), round(plan.height, 2), parts)


def _title(art: TileDrawings) -> tuple[list[Run], float, float]:
    """Return the title of the game, widely spaced, its width and its size for letters of height 1."""
    typeface = load_typeface(library.fonts_folder(), "Cinzel", ("Alegreya",))
    runs = typeface.printable_runs(" ".join(art.deck.catalogue.head.title.upper()), "bold", "title")
    cap_height = runs[0][0].cap_height
    return runs, runs_advance(runs) / cap_height, 1000 / cap_height


# -- the lid of the box ------------------------------------------------------------------------------------------------

ACROSS, DOWN = 2, 1
"""Cells on each side of the minotaur. Own choice: seen at a slant, they are half as wide again as high."""
STRIDE = 0.618
"""Own choice: tiles are offered in strides of the golden section, so that the colours mix."""


def lid_scene(deck: Deck, theme: Theme) -> Scene | None:
    """Return the scene; None for a deck without the minotaur, or with too few tiles."""
    if not deck.has_minotaur or len(deck.tiles) < (2 * ACROSS + 1) * (2 * DOWN + 1) - 1:
        return None
    table = {laid.at: laid for laid in laid_for_lid(deck)}
    model = model_view.model_of(table, (), TileDrawings(deck, theme))
    return Scene("lid", deck.catalogue.head.title, "", round(model.width, 2), round(model.height, 2), model.parts)


def laid_for_lid(deck: Deck) -> Iterator[TableTile]:
    """Yield the minotaur's tile in the middle; for each further cell, near ones first, the tile that goes on best."""
    cells = [(x, y) for y in range(-DOWN, DOWN + 1) for x in range(-ACROSS, ACROSS + 1)]
    centre = deck.tile(MINOTAUR_ID)
    pool = sorted(deck.tiles, key=lambda tile: deck.tiles.index(tile) * STRIDE % 1)
    openings: dict[Cell, frozenset[Side]] = {}
    for cell in sorted(cells, key=lambda cell: (cell[0] ** 2 + cell[1] ** 2, cell)):
        offers = [centre] if centre and cell == (0, 0) else pool
        tile, turns = max(
            ((tile, turns) for tile in offers for turns in range(QUARTER_TURNS)),
            key=lambda offer: _joined(_open(*offer), cell, openings),
        )
        openings[cell] = _open(tile, turns)
        if tile in pool:
            pool.remove(tile)
        yield TableTile(tile.id, cell, turns)


def _open(tile: Tile, turns: int) -> frozenset[Side]:
    return frozenset(side.turned(turns) for path in tile.paths for side in path.exits)


def _joined(sides: frozenset[Side], cell: Cell, openings: dict[Cell, frozenset[Side]]) -> int:
    """Return on how many sides a tile goes on as its neighbours do, less those where it does not."""
    near = [(side, openings.get(side.beyond(cell))) for side in SIDES]
    return sum(1 if (side in sides) == (side.opposite in there) else -1 for side, there in near if there is not None)
