"""Pictures of tables: everything lies where it lies, and is marked as the count tells it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

import pytest
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Patch, Scene, Shown
from asterion_press.drawing.inks import contrast
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, deck_of
from asterion_press.games.labyrinth.diagrams import placed
from asterion_press.games.labyrinth.diagrams.placed import Cell, ChamberFate, TileDrawings
from asterion_press.games.labyrinth.diagrams.table import (
    FIELD_WIDTH,
    TablePlan,
    TableView,
    best_plan,
    plan_table,
    table_scene,
)
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import Moment, moment_of
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import Explanation, chambers, explain_final, heading
from asterion_press.geometry import turned_point

A4 = (190.0, 277.0)
SEEDS = (1, 2, 3)
ARROW = 4.0
"""Radius of a disc within an arrow that leads outside, in units of a tile."""


def moment(box: GameSet, seed: int, number: int | None = None, players: int = 4) -> Moment:
    """A moment of a game that bots play; the end if no ply is named."""
    return moment_of(random_game(box, Rules(), players, seed), box, number)


def view_of(shown: Moment) -> TableView:
    return TableView("a game", shown.position, explain_final(shown.position) if shown.ended else None, shown)


def drawn(view: TableView, art: TileDrawings, room: tuple[float, float] = A4) -> tuple[Scene, TablePlan]:
    _, plan = best_plan(view, art, [room])
    return table_scene(view, art, plan), plan


class Ended(NamedTuple):
    """The end of a game, its count and its picture."""

    position: Position
    explained: Explanation
    scene: Scene
    plan: TablePlan


@pytest.fixture(scope="module", params=SEEDS)
def ended(request: pytest.FixtureRequest, box: GameSet, art: TileDrawings) -> Ended:
    view = view_of(moment(box, request.param))
    assert view.count is not None
    return Ended(view.position, view.count, *drawn(view, art))


def named(scene: Scene, name: str) -> list[Patch]:
    return [part for part in scene.parts if isinstance(part, Patch) and part.name == name]


def on_the_table(patch: Patch, plan: TablePlan, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
    """Where a point of a patch lies, in cells from the corner of the minotaur's."""
    u, v = patch.transform.apply(x, y)
    return (u - plan.table.left) / plan.cell + plan.columns.start, (v - plan.table.top) / plan.cell + plan.rows.start


def cell_of(patch: Patch, plan: TablePlan, x: float = 0.0, y: float = 0.0) -> Cell:
    u, v = on_the_table(patch, plan, x, y)
    return math.floor(u), math.floor(v)


def laid_in(position: Position) -> dict[Cell, tuple[str, int]]:
    laid = {xy_of(cell): (laid.piece.tile.id, laid.turns) for cell, laid in position.labyrinth.laid.items()}
    return {(0, 0): (MINOTAUR_ID, 0), **laid}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", [0, 1, 20, None])
def test_every_tile_lies_in_its_cell_turned_as_it_is(
    box: GameSet, art: TileDrawings, seed: int, number: int | None
) -> None:
    view = view_of(moment(box, seed, number))
    scene, plan = drawn(view, art)
    found = {}
    for patch in named(scene, "tile"):
        u, v = on_the_table(patch, plan, TILE / 2, TILE / 2)
        assert (u % 1, v % 1) == pytest.approx((0.5, 0.5), abs=1e-3), "the middle of a tile is that of its cell"
        (shown,) = patch.items
        assert isinstance(shown, Shown)
        turns = [(1, 0), (0, 1), (-1, 0), (0, -1)].index(
            (round(patch.transform.a * 50 / plan.cell), round(patch.transform.b * 50 / plan.cell))
        )
        found[math.floor(u), math.floor(v)] = (shown.drawing.id, turns)
    assert found == laid_in(view.position)


@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_a_counter_for_everybody_who_was_impaled(box: GameSet, art: TileDrawings, seed: int) -> None:
    for number in (10, 40, None):
        view = view_of(moment(box, seed, number))
        scene, _ = drawn(view, art)
        counters = [part for part in scene.parts if isinstance(part, Shown)]
        assert {part.drawing.id for part in counters} <= {"symbol-counter"}
        assert len(counters) == sum(view.position.labyrinth.dead_by_colour().values())


def test_chambers_bear_the_numbers_of_the_words_in_their_own_cells(ended: Ended) -> None:
    badges = named(ended.scene, "badge")
    for part in ended.explained.counted:
        cells = Counter(cell_of(badge, ended.plan) for badge in badges if badge.title == heading(part))
        holding = [spot for spot in part.chamber.spots if spot.prisoners or spot.coins or spot.wings]
        if not part.number:
            assert not cells
        elif part.pays:
            assert cells
            assert set(cells) <= {spot.cell for spot in part.chamber.spots}
        else:
            assert cells == Counter(spot.cell for spot in holding)


def test_no_number_covers_the_middle_of_a_symbol_or_another_number(ended: Ended, art: TileDrawings) -> None:
    places = [on_the_table(badge, ended.plan) for badge in named(ended.scene, "badge")]
    symbols = []
    for (x, y), (tile, turns) in laid_in(ended.position).items():
        for place in art.places(tile):
            u, v = turned_point(place.x, place.y, turns, TILE)
            symbols.append((x + u / TILE, y + v / TILE))
    for number, middle in enumerate(places):
        assert all(math.dist(middle, symbol) * TILE > 5.5 for symbol in symbols)
        assert all(math.dist(middle, other) * TILE > 9.5 for other in places[:number])


def test_scores_numbers_and_arrows_lie_beside_one_another_in_fifty_games(box: GameSet, art: TileDrawings) -> None:
    """A score is a disc that is drawn out across by half of its width; the others are discs."""
    count = 0
    for seed in range(50):
        scene, plan = drawn(view_of(moment(box, seed)), art)
        marks = [(placed.RADIUS, 0.0, on_the_table(patch, plan)) for patch in named(scene, "badge")]
        tip = placed.WAY_OUT_MIDDLE, 0.0
        marks += [(ARROW, 0.0, on_the_table(patch, plan, *tip)) for patch in named(scene, "way-out")]
        for patch in named(scene, "score-bubble"):
            (shown,) = patch.items
            assert isinstance(shown, Shown)
            radius = shown.height / 2
            drawn_out = shown.drawing.width / 2 - radius
            at = on_the_table(patch, plan, shown.x + drawn_out + radius, shown.y + radius)
            for other, half, (x, y) in marks:
                away = math.hypot(max(0.0, TILE * abs(at[0] - x) - drawn_out - half), TILE * (at[1] - y))
                assert away >= radius + other, (seed, patch.title, at)
            marks.append((radius, drawn_out, at))
            count += 1
    assert count > 300


def test_threads_run_through_the_minotaurs_chamber_and_through_those_that_pay(ended: Ended) -> None:
    shown = Counter(cell_of(patch, ended.plan, TILE / 2, TILE / 2) for patch in named(ended.scene, "thread"))
    his, *_ = chambers(ended.position.labyrinth)
    threaded = [his, *(part.chamber for part in ended.explained.counted if part.pays)]
    assert shown == Counter([(0, 0), *(spot.cell for chamber in threaded for spot in chamber.spots)])


@pytest.mark.parametrize("seed", SEEDS)
def test_before_the_end_the_minotaurs_chamber_alone_is_threaded(box: GameSet, art: TileDrawings, seed: int) -> None:
    before = view_of(moment(box, seed, 30))
    alone, _ = drawn(before, art)
    assert len(named(alone, "thread")) == 1 + len(chambers(before.position.labyrinth)[0].spots)
    assert not named(alone, "badge")


def test_an_arrow_leaves_wherever_a_counted_chamber_leads_outside(ended: Ended, box: GameSet) -> None:
    tips = Counter(cell_of(patch, ended.plan, TILE / 2 + 6, 0) for patch in named(ended.scene, "way-out"))
    expected = Counter[Cell]()
    for part in ended.explained.counted:
        exits = [(spot.cell, side) for spot in part.chamber.spots for side in spot.exits]
        if part.chamber.minotaur:
            exits += [((0, 0), side) for path in box.deck.minotaur.paths for side in path.exits]
        beyond = [(x + side.step[0], y + side.step[1]) for (x, y), side in exits]
        expected.update(cell for cell in beyond if cell not in laid_in(ended.position))
    assert tips == expected
    assert set(tips) == {cell for part in ended.explained.counted for cell in part.chamber.ways_out}


def plies_of(box: GameSet, kind: type) -> Iterable[Moment]:
    for seed in SEEDS:
        game = random_game(box, Rules(), 4, seed)
        for number, turn in enumerate(game.turns, 1):
            if isinstance(turn.ply, kind):
                yield moment(box, seed, number)
                break


@pytest.mark.parametrize(
    ("kind", "mark", "arrows"), [(Lay, "new", 0), (Rotate, "acted", 0), (Swap, "acted", 1), (Move, "acted", 1)]
)
def test_the_last_ply_is_marked(
    box: GameSet, art: TileDrawings, kind: type, mark: Literal["new", "acted"], arrows: int
) -> None:
    moments = list(plies_of(box, kind))
    assert moments
    for shown in moments:
        assert shown.turn is not None
        scene, plan = drawn(view_of(shown), art)
        (frame,) = named(scene, "frame")
        ply = shown.turn.ply
        acted = set(ply.tiles) if isinstance(ply, Swap) else {ply.tile}
        cells = [cell for cell, (tile, _) in laid_in(shown.position).items() if tile in acted]
        assert len(cells) == len(acted)
        assert frame.items == placed.frame(cells, mark).items
        assert len(named(scene, "arrow")) == arrows
        ghosts = [(cell_of(ghost, plan, TILE / 2, TILE / 2), ghost.items) for ghost in named(scene, "ghost")]
        assert [cell for cell, _ in ghosts] == ([shown.left] if kind is Move else [])
        if shown.left:
            (pale,) = ghosts[0][1]
            assert isinstance(pale, Shown)
            assert pale.drawing.id == f"pale-{acted.pop()}"
            assert shown.left[0] in plan.columns
            assert shown.left[1] in plan.rows


def test_coordinates_stand_along_all_four_edges(ended: Ended) -> None:
    places = [on_the_table(patch, ended.plan) for patch in named(ended.scene, "coordinate")]
    columns, rows = ended.plan.columns, ended.plan.rows
    above, below = [x for x, y in places if y < rows.start], [x for x, y in places if y > rows.stop]
    left, right = [y for x, y in places if x < columns.start], [y for x, y in places if x > columns.stop]
    assert above == below == pytest.approx([column + 0.5 for column in columns])
    assert left == right == pytest.approx([row + 0.5 for row in rows])
    assert len(places) == 2 * len(columns) + 2 * len(rows)


@pytest.mark.parametrize("room", [A4, (277.0, 190.0), (100.0, 80.0)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_fits_its_room_and_hardly_smaller(
    box: GameSet, art: TileDrawings, room: tuple[float, float], players: int
) -> None:
    view = view_of(moment(box, 1, players=players))
    scene, plan = drawn(view, art, room)
    assert scene.width <= room[0]
    assert scene.height <= room[1]
    assert scene.width > 0.97 * room[0] or scene.height > 0.97 * room[1]
    for patch in (*named(scene, "coordinate"), *named(scene, "badge")):
        assert 0 < patch.transform.e < scene.width
        assert 0 < patch.transform.f < scene.height
    assert plan.table.left >= 0
    assert len(named(scene, "score")) == players


def test_tiles_are_never_larger_than_they_are(box: GameSet, art: TileDrawings) -> None:
    view = view_of(moment(box, 1, 0))
    scene, plan = drawn(view, art, (2000, 2000))
    assert plan.cell == box.deck.catalogue.tile_mm
    (tile,) = named(scene, "tile")
    assert (tile.transform.a, tile.transform.d) == (1, 1)


def test_of_two_rooms_the_one_with_larger_tiles_is_taken(box: GameSet, art: TileDrawings) -> None:
    view = view_of(moment(box, 1, 0))
    cells = [(x, 0) for x in range(12)]
    upright, lying = (plan_table(cells, 2, 50, *room) for room in (A4, A4[::-1]))
    assert upright is not None
    assert lying is not None
    assert lying.cell > upright.cell
    number, plan = best_plan(view, art, [(60, 60), A4, (70, 70)])
    assert (number, plan) == (1, best_plan(view, art, [A4])[1])


def test_a_table_beyond_all_paper_is_refused_with_a_remedy(box: GameSet, art: TileDrawings) -> None:
    view = view_of(moment(box, 1))
    with pytest.raises(LayoutError, match=r"a table of \d+ x \d+ cells does not fit 12 x 12 mm.*larger --paper"):
        best_plan(view, art, [(12, 12)])


def test_scores_tell_who_won_and_are_bare_before_the_end(ended: Ended, box: GameSet, art: TileDrawings) -> None:
    final = ended.explained.final
    for seat, patch in zip(ended.position.seats, named(ended.scene, "score"), strict=True):
        words = f"{seat}: treasure {final.treasure[seat]}, impaling {final.kills[seat]}, total {final.scores[seat]}"
        assert patch.title == words + (" (won)" if seat in final.winners else "")
        assert patch.transform.a * FIELD_WIDTH * 4 <= ended.scene.width
    before, _ = drawn(view_of(moment(box, 2, 30)), art)
    assert all("treasure" not in patch.title and "won" not in patch.title for patch in named(before, "score"))


def test_copies_of_a_tile_look_like_it(deck: Deck, knossos: Theme) -> None:
    """A deck with two copies of each design: Y01 and Y01-2 are different pieces and the same drawing."""
    catalogue = deck.catalogue
    designs = {name: replace(design, copies=2) for name, design in list(catalogue.designs.items())[:3]}
    doubled = deck_of(replace(catalogue, designs=designs))
    box = GameSet.of(doubled)
    position = Position.arranged(box, Rules(), ("yellow", "blue"), {(1, 0): ("Y01", 0), (2, 0): ("Y01-2", 1)})
    art = TileDrawings(doubled, knossos)
    scene, plan = drawn(TableView("", position, explain_final(position)), art)
    shown = {cell_of(p, plan, TILE / 2, TILE / 2): p.items[0] for p in named(scene, "tile")}
    one, other = shown[1, 0], shown[2, 0]
    assert isinstance(one, Shown)
    assert isinstance(other, Shown)
    assert one.drawing.id == other.drawing.id == "Y01"


@pytest.mark.parametrize("outcome", ChamberFate)
def test_numbers_can_be_read_in_grey(outcome: ChamberFate) -> None:
    assert contrast(*outcome.value) > 7
