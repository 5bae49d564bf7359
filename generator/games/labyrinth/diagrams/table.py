"""A picture of a table: every tile as it lies, who is impaled, the minotaur's chamber, and where everything is.

Along all four edges stand the coordinates of the notation. With the count of an end of game the chambers bear the
numbers that the words give them, and those that pay are threaded with gold. There are no words in it, so that it serves
every language.

::

           -1   0   1
       +----------------+
    -1 |     tiles      | -1       coordinates in bands around the table
     0 |                |  0
       +----------------+
           -1   0   1
     12/64  Y07@0,-1^3             the moment of a recorded game
     the scores of the seats
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import Pen, Shape, Transform
from generator.drawing.lettering import lettered
from generator.drawing.scene import Part, Patch, Scene, moved
from generator.errors import LayoutError
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.diagrams import placed
from generator.games.labyrinth.diagrams.chamber_marks import (
    FILLS,
    MINOTAUR_RED,
    Table,
    numbers,
    outcome_of,
    threads,
    ways_out,
)
from generator.games.labyrinth.diagrams.placed import INK, Cell, LaidTile
from generator.games.labyrinth.diagrams.scores import FIELD_WIDTH, Score, score_parts
from generator.games.labyrinth.diagrams.table_plan import LEAST_MM, TablePlan, coordinates, grid, plan_table
from generator.games.labyrinth.diagrams.tile_cache import UNITS, Artwork
from generator.games.labyrinth.engine.box import xy_of
from generator.games.labyrinth.engine.chambers import chambers
from generator.games.labyrinth.engine.explain import Explanation, explained
from generator.games.labyrinth.engine.moments import Moment
from generator.games.labyrinth.engine.notation import spelled
from generator.games.labyrinth.engine.plies import Move, Place, Swap
from generator.games.labyrinth.engine.position import Position
from generator.geometry import Side

GROUND = "#ffffff"
CAPTION_HIGH = 2.8
CUT = Pen().rectangle(-0.12, -0.12, UNITS + 0.24, UNITS + 0.24).data
"""A tile's trim and a hair beyond, so that no light shines through between neighbours."""


class View(Struct, frozen=True):
    """What is to be seen.

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


def best_plan(view: View, art: Artwork, rooms: Sequence[tuple[float, float]]) -> tuple[int, TablePlan]:
    """In which of some rooms, each a width and a height in mm, the tiles are largest, and how; the first of equals.

    Raises:
        LayoutError: the table has so many cells that tiles would vanish in all of them.
    """
    cells = [*_table(view.position), *([view.moment.left] if view.moment and view.moment.left else [])]
    seats, size = len(view.position.seats), art.deck.catalogue.tile_mm
    plans = [plan_table(cells, seats, size, *room, captioned=view.moment is not None) for room in rooms]
    found = [(number, plan) for number, plan in enumerate(plans) if plan is not None]
    if not found:
        xs, ys = zip(*cells, strict=True)
        sizes = f"{max(xs) - min(xs) + 1} x {max(ys) - min(ys) + 1}"
        room = " x ".join(f"{length:g}" for length in rooms[0])
        message = f"a table of {sizes} cells does not fit {room} mm, even with tiles of {LEAST_MM:g} mm"
        raise LayoutError(f"{message}; choose a larger --paper")
    return max(found, key=lambda plan: plan[1].cell)


def table_scene(view: View, art: Artwork, plan: TablePlan) -> Scene:
    """The picture as it was planned."""
    parts: list[Part] = [_lines("ground", Shape(Pen().rectangle(0, 0, plan.width, plan.height).data, fill=GROUND))]
    parts += [grid(plan), *coordinates(plan)]
    x, y = plan.left - plan.columns.start * plan.cell, plan.top - plan.rows.start * plan.cell
    parts += [moved(part, x, y, plan.cell / UNITS) for part in _shown(view, _table(view.position), art)]
    y = plan.bottom + plan.band
    if view.moment is not None:
        parts.append(_lines("moment", _caption(view.moment, plan.left, y + plan.caption / 2)))
    scores = _scores(view)
    x = (plan.width - FIELD_WIDTH * len(scores) * plan.scores) / 2
    parts += [moved(part, x, y + plan.caption, plan.scores) for part in score_parts(scores, art)]
    description = "" if view.count is None else explained(view.count)
    return Scene("table", view.title, description, plan.width, plan.height, tuple(parts))


def _lines(name: str, *shapes: Shape) -> Patch:
    return Patch(name, shapes, Transform())


def _table(position: Position) -> dict[Cell, LaidTile]:
    """Every tile by its cell, the minotaur's first."""
    laid = {xy_of(cell): (laid.piece.id, laid.turns) for cell, laid in position.labyrinth.laid.items()}
    tiles = {(0, 0): (MINOTAUR_ID, 0), **laid}
    return {at: LaidTile(tile, at, turns) for at, (tile, turns) in tiles.items()}


def _scores(view: View) -> list[Score]:
    seats, position = view.position.seats, view.position
    if view.count is None:
        return [Score(seat, points, None, won=False) for seat, points in zip(seats, position.kills, strict=True)]
    final = view.count.final
    return [Score(seat, final.kills[seat], final.treasure[seat], won=seat in final.winners) for seat in seats]


def _caption(moment: Moment, left: float, middle: float) -> Shape:
    """How many plies have been played, and the last one."""
    words = [f"{moment.number}/{moment.plies}", *([spelled(moment.turn.ply)] if moment.turn else [])]
    return Shape(lettered("  ".join(words), CAPTION_HIGH, left, middle), stroke=INK, width=0.35)


def _shown(view: View, table: Table, art: Artwork) -> Iterator[Part]:
    """Everything that lies on the table or is marked there."""
    labyrinth, count = view.position.labyrinth, view.count
    counted = count.counted if count else ()
    his, *_ = chambers(labyrinth)
    for laid in table.values():
        yield replace(placed.tile(laid, art), clip=CUT, title=_told(laid, art))
    yield from threads(his, [part.chamber for part in counted if part.pays], table, art)
    yield from _ply(view.moment, table)
    for laid in table.values():
        if laid.tile != MINOTAUR_ID:
            dead = labyrinth.impaled_paths(laid.tile)
            for path in range(dead.bit_length()):
                if dead >> path & 1:
                    yield from placed.counters(laid, path, art)
    gates = [side for side in Side if any(side in path.exits for path in art.tile(MINOTAUR_ID).paths)]
    yield from ways_out(his, MINOTAUR_RED, gates, table)
    for part in counted:
        if part.number and part.chamber.outside:
            yield from ways_out(part.chamber, FILLS[outcome_of(part)], (), table)
    yield from numbers(counted, table, art)


def _told(laid: LaidTile, art: Artwork) -> str:
    x, y = laid.at
    name = art.drawing(f"tile:{laid.tile}").title
    return f"{name}; at {x},{y}, turned {laid.turns}"


def _ply(moment: Moment | None, table: Table) -> Iterator[Patch]:
    """The marks of the last ply: a frame around what was placed, a dashed one around what was acted on, arrows."""
    if moment is None or moment.turn is None:
        return
    ply = moment.turn.ply
    by_id = {laid.tile: laid for laid in table.values()}
    acted = ply.tiles if isinstance(ply, Swap) else (ply.tile,)
    for tile in acted:
        yield placed.frame(by_id[tile], "new" if isinstance(ply, Place) else "acted")
    if isinstance(ply, Move) and moment.left is not None:
        yield placed.arrow(moment.left, by_id[ply.tile].at)
    if isinstance(ply, Swap):
        one, other = (by_id[tile].at for tile in ply.tiles)
        yield placed.arrow(one, other)
        yield placed.arrow(other, one)
