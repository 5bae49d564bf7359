"""A picture of a table: every tile as it lies, who is impaled, the minotaur's chamber, and where everything is.

Along all four edges stand the coordinates of the notation. With the count of an end of game the chambers bear the
numbers that the words give them, and those that pay are threaded with gold. There are no words in it, so that it serves
every language. Millimetres from the picture's top left corner, x to the right, y down.

::

           -1   0   1
       +----------------+
    -1 |     tiles      | -1       coordinates in bands around the table
     0 |                |  0
       +----------------+
           -1   0   1
     the scores of the seats
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.display_list import Part, Patch, Pen, Scene, Shape, Shown, Transform, moved
from asterion_press.drawing.lettering import letter_path, width_of
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams import placed
from asterion_press.games.labyrinth.diagrams.arrows import arrows
from asterion_press.games.labyrinth.diagrams.label_room import rim, score_bubbles
from asterion_press.games.labyrinth.diagrams.placed import INK, Box, Cell, Table, TableTile, TileDrawings
from asterion_press.games.labyrinth.engine.box import xy_of
from asterion_press.games.labyrinth.engine.figures import impaled_paths
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Swap
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import Moment
from asterion_press.games.labyrinth.engine.scoring import Explanation, chambers, explanation_text
from asterion_press.geometry import Side

FIELD_WIDTH, FIELD_HEIGHT = 46.0, 11.0
GOLD_LINE = "#c8941a"
SIGN, SMALL_SIGN = 7.6, 4.6
FIGURES_HIGH, TOTAL_HIGH = 2.8, 4.2
SIGN_AT, FIRST_AT, STEP, EQUALS_AT, TOTAL_AT = 1.8, 11.4, 10.4, 33.8, 36.8
"""Left edges of a field's parts, from the field's own."""


def _field(view: TableView, number: int, art: TileDrawings) -> Patch:
    """Draw the points of a seat; those for coins are counted at the end of the game."""
    seat, left, middle = view.position.seats[number], number * FIELD_WIDTH, FIELD_HEIGHT / 2
    impaling, treasure, won = view.position.kills[number], None, False
    if view.count is not None:
        final = view.count.final
        impaling, treasure, won = final.kills[seat], final.treasure[seat], seat in final.winners
    total = impaling + (treasure or 0)
    words = [f"{seat}:", *([] if treasure is None else [f"treasure {treasure},"])]
    title = " ".join([*words, f"impaling {impaling}, total {total}", *(["(won)"] if won else [])])
    signs = [Shown(art.drawing(f"symbol:emblem-{seat}"), left + SIGN_AT, middle - SIGN / 2, SIGN)]
    figures: list[Shape] = []
    x = left + FIRST_AT
    for symbol, points in (("coin", treasure), ("counter", impaling)):
        if points is not None:
            signs.append(Shown(art.drawing(f"symbol:{symbol}"), x, middle - SMALL_SIGN / 2, SMALL_SIGN))
            figures.append(_figures(str(points), x + SMALL_SIGN + 0.7, middle, FIGURES_HIGH, 0.42))
            x += STEP
    if treasure is not None:
        figures.append(_figures("=", left + EQUALS_AT, middle, FIGURES_HIGH, 0.35))
        figures.append(_figures(str(total), left + TOTAL_AT, middle, TOTAL_HIGH, 0.85))
    frame = Pen().rectangle(left + 0.4, 0, FIELD_WIDTH - 0.8, FIELD_HEIGHT).data
    border = [Shape(frame, stroke=GOLD_LINE, width=1.2), Shape(frame, stroke=INK, width=0.3)] if won else []
    return Patch("score", (*border, *signs, *figures), Transform(), title=title)


def _figures(text: str, left: float, middle: float, height: float, width: float) -> Shape:
    """Draw a number that begins at `left`."""
    return Shape(letter_path(text, height, left=left, middle=middle), stroke=INK, width=width)


LEAST_MM, STEP_MM = 1.0, 0.1
"""The least size of a tile, and the step in which sizes are tried: whole steps make matrices exact."""
MARGIN_MM = 2.0
"""Around the whole picture."""
BAND_SHARE, LEAST_BAND_MM = 0.44, 4.0
"""The band of coordinates as a part of a tile, and its least width."""
COORDINATE_SHARE, ARROWS_SHARE = 0.3, 0.6
"""The height of a coordinate, and its distance from the table, as parts of its band; nearer stand arrows."""
SIDE_AIR_MM = 0.8
GRID = "#d3cbbe"
GRID_LINE_MM = 0.15


class TablePlan(Struct, frozen=True):
    """The cells that are shown, and the size of everything.

    Attributes:
        columns: numbers of the columns.
        rows: numbers of the rows.
        cell: side of a cell.
        scores: scale of the scores.
        inner: width within the margins.

    Width and height are those of the picture.
    """

    columns: range
    rows: range
    cell: float
    scores: float
    inner: float = 0.0

    @property
    def band(self) -> float:
        """Return the height of the bands above and below the table."""
        return max(LEAST_BAND_MM, BAND_SHARE * self.cell)

    @property
    def digits(self) -> float:
        """Return the height of a coordinate."""
        return COORDINATE_SHARE * self.band

    @property
    def side(self) -> float:
        """Return the width beside the table, which holds the longest coordinate of a row."""
        longest = max(width_of(str(row), self.digits) for row in self.rows)
        return ARROWS_SHARE * self.band + longest + SIDE_AIR_MM

    @property
    def width(self) -> float:
        return round(self.inner + 2 * MARGIN_MM, 2)

    @property
    def height(self) -> float:
        return round(self.table.bottom + self.band + FIELD_HEIGHT * self.scores + MARGIN_MM, 2)

    @property
    def table(self) -> Box:
        """Return the edges of the table in the picture."""
        left = round(MARGIN_MM + (self.inner - len(self.columns) * self.cell) / 2, 2)
        top = round(MARGIN_MM + self.band, 2)
        return Box(left, top, left + len(self.columns) * self.cell, top + len(self.rows) * self.cell)


def plan_table(cells: Collection[Cell], seats: int, tile_mm: float, width: float, height: float) -> TablePlan | None:
    """Return the largest plan that fits, with tiles no larger than they are; None if tiles would vanish.

    Args:
        cells: all that must be seen.
        seats: how many have scores.
        tile_mm: the true size of a tile.
        width: of the room.
        height: of the room.
    """
    xs, ys = zip(*cells, strict=True)
    columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    room = width - 2 * MARGIN_MM
    scores = min(1.0, room / (FIELD_WIDTH * seats))
    for step in range(round(tile_mm / STEP_MM), round(LEAST_MM / STEP_MM) - 1, -1):
        plan = TablePlan(columns, rows, step * STEP_MM, scores)
        wide = len(columns) * plan.cell + 2 * plan.side
        if wide <= room and plan.height <= height:
            return replace(plan, inner=max(wide, FIELD_WIDTH * seats * scores))
    return None


def grid(plan: TablePlan) -> Patch:
    """Draw the sides of all cells."""
    pen, (left, top, right, bottom) = Pen(), plan.table
    for x in (left + number * plan.cell for number in range(len(plan.columns) + 1)):
        pen.move(x, top).line(x, bottom)
    for y in (top + number * plan.cell for number in range(len(plan.rows) + 1)):
        pen.move(left, y).line(right, y)
    return Patch("grid", (Shape(pen.data, stroke=GRID, width=GRID_LINE_MM),))


GROUND = "#ffffff"
CUT = Pen().rectangle(-0.12, -0.12, TILE + 0.24, TILE + 0.24).data
"""A tile's trim and a hair beyond, so that no light shines through between neighbours."""


class TableView(Struct, frozen=True):
    """A view of a table.

    Attributes:
        title: what it is, in a few words.
        position: how the table lies.
        count: the count of the end; None while the game goes on.
        moment: which moment of a recorded game it is; None for a position by itself.
    """

    title: str
    position: Position
    count: Explanation | None
    moment: Moment | None = None


def best_plan(view: TableView, art: TileDrawings, rooms: Sequence[tuple[float, float]]) -> tuple[int, TablePlan]:
    """Return in which of some rooms (width and height in mm) the tiles are largest, and the plan; the first of equals.

    Raises:
        LayoutError: the table has so many cells that tiles would vanish in all of them.
    """
    cells = [*laid_tiles(view.position), *([view.moment.left] if view.moment and view.moment.left else [])]
    seats, size = len(view.position.seats), art.deck.catalogue.tile_mm
    plans = [plan_table(cells, seats, size, *room) for room in rooms]
    found = [(number, plan) for number, plan in enumerate(plans) if plan is not None]
    if not found:
        xs, ys = zip(*cells, strict=True)
        sizes = f"{max(xs) - min(xs) + 1} x {max(ys) - min(ys) + 1}"
        room = " x ".join(f"{length:g}" for length in rooms[0])
        message = f"a table of {sizes} cells does not fit {room} mm, even with tiles of {LEAST_MM:g} mm"
        raise LayoutError(f"{message}; choose a larger --paper")
    return max(found, key=lambda plan: plan[1].cell)


def table_scene(view: TableView, art: TileDrawings, plan: TablePlan) -> Scene:
    """Draw the picture as it was planned."""
    ground = Shape(Pen().rectangle(0, 0, plan.width, plan.height).data, fill=GROUND)
    coordinates = rim(plan.columns, plan.rows, plan.table, plan.digits, ARROWS_SHARE * plan.band)
    parts: list[Part] = [Patch("ground", (ground,)), grid(plan), *coordinates]
    left, top, _, bottom = plan.table
    x, y = left - plan.columns.start * plan.cell, top - plan.rows.start * plan.cell
    on_table = Transform.placing(x, y, scale=plan.cell / TILE)
    parts += [moved(part, on_table) for part in _shown(view, laid_tiles(view.position), art)]
    fields = score_fields(view, art)
    x = (plan.width - FIELD_WIDTH * len(fields) * plan.scores) / 2
    below = Transform.placing(x, bottom + plan.band, scale=plan.scores)
    parts += [moved(field, below) for field in fields]
    description = "" if view.count is None else explanation_text(view.count)
    return Scene("table", view.title, description, plan.width, plan.height, tuple(parts))


def score_fields(view: TableView, art: TileDrawings) -> list[Patch]:
    """Draw the scores of all seats, side by side."""
    return [_field(view, number, art) for number in range(len(view.position.seats))]


def laid_tiles(position: Position) -> dict[Cell, TableTile]:
    """Return every tile by its cell, the minotaur's first."""
    laid = ((xy_of(cell), one) for cell, one in position.labyrinth.laid.items())
    tiles = (TableTile(MINOTAUR_ID, (0, 0), 0), *(TableTile(one.piece.id, at, one.turns) for at, one in laid))
    return {tile.at: tile for tile in tiles}


def _shown(view: TableView, table: Table, art: TileDrawings) -> Iterator[Part]:
    """Yield everything that lies on the table or is marked there."""
    counted = view.count.counted if view.count else ()
    his, *_ = chambers(view.position.labyrinth)
    for laid in table.values():
        name, (x, y) = art.drawing(f"tile:{laid.tile}").title, laid.at
        yield replace(placed.tile(laid, art), clip=CUT, title=f"{name}; at {x},{y}, turned {laid.turns}")
    below, above = _marks_of_ply(view.moment, table, art)
    yield from below
    yield from placed.threads(his, [part.chamber for part in counted if part.pays], table, art)
    dead = sorted(impaled_paths(view.position))
    for laid in table.values():
        for path in (path for tile, path in dead if tile == laid.tile):
            yield from placed.counters(laid, path, art)
    yield from above
    gates = [side for side in Side if any(side in path.exits for path in art.tile(MINOTAUR_ID).paths)]
    ways = [*placed.ways_out(his, placed.MINOTAUR_RED, gates, table)]
    for part in counted:
        if part.number and part.chamber.exits:
            ways += placed.ways_out(part.chamber, placed.outcome_of(part).value[0], (), table)
    numbers = [*placed.numbers(counted, table, art)]
    yield from (*ways, *numbers)
    scores = {  # one coin has a sign, so that nobody takes it for the number of a chamber
        (fate.spot.tile, fate.spot.path): f"{'+'.join('1' * part.chamber.coins):+>2}"
        for part in counted
        for fate in part.fates
        if fate.points
    }
    marks = [one.transform.apply(placed.WAY_OUT_MIDDLE, 0) for one in ways] + [
        one.transform.apply(0, 0) for one in numbers
    ]
    seen = [placed.Obstacle(*at, placed.REACH, placed.BADGE_COST) for at in marks]
    yield from (patch for _, patch in score_bubbles(scores, table.values(), art, seen, final=True))


def _marks_of_ply(moment: Moment | None, table: Table, art: TileDrawings) -> tuple[list[Patch], list[Patch]]:
    """Draw the marks of the last ply: what a moved tile left and a frame, dashed but for a new tile; and its arrow."""
    if moment is None or moment.turn is None:
        return [], []
    ply, below, pairs = moment.turn.ply, list[Patch](), list[tuple[Cell, Cell]]()
    tiles = ply.tiles if isinstance(ply, Swap) else (ply.tile,)
    acted = [at for tile in tiles for at, laid in table.items() if laid.tile == tile]
    if isinstance(ply, Move) and moment.left is not None:
        below.append(placed.ghost(TableTile(ply.tile, moment.left, moment.turned), art))
        pairs = [(moment.left, acted[0])]
    elif isinstance(ply, Swap):
        pairs = list(permutations(acted, 2))
    below.append(placed.frame(acted, "new" if isinstance(ply, Lay) else "acted"))
    symbols = [spot for laid in table.values() if laid.tile != MINOTAUR_ID for spot in placed.symbol_spots(laid, art)]
    return below, [arrow.patch() for arrow in arrows(pairs, table, symbols)]
