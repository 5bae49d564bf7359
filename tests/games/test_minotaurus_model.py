"""The bull's head of card: a closed solid, nets that are true to it, tabs that hold, a ring that fits."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.layouts import N_UP
from asterion_press.catalogue.themes import load_theme
from asterion_press.cli.main import main
from asterion_press.drawing.bull_head import (
    MIRRORED,
    Viewpoint,
    body,
    bull_head,
    enclosing_circle,
    faces_seen,
    ring_fall_mm,
)
from asterion_press.drawing.display_list import Group, Patch, Scene, Shape, Transform, steps_of
from asterion_press.drawing.inks import Palette, palette
from asterion_press.drawing.solid import (
    Edge,
    Solid,
    SolidFace,
    Vector,
    area_of,
    cross,
    distance_left,
    dot,
    edge,
    flattened,
    mean,
    minus,
    overlap,
    plus,
    sides,
    times,
    unit,
)
from asterion_press.games.game import COVER_ASPECT, LID_ASPECT
from asterion_press.games.kinds import read_game
from asterion_press.games.minotaurus import game as minotaurus
from asterion_press.games.minotaurus.cover_art import RING_DROP_MM, RING_LIES, TABLE, VIEW
from asterion_press.games.minotaurus.game import HornsGame
from asterion_press.games.minotaurus.model_art import marks_by_face
from asterion_press.games.minotaurus.net_sheets import (
    HEIGHT_MM,
    LETTERS,
    MOUNTAIN,
    SPOTS,
    VALLEY,
    WIDTH_MM,
    ModelNet,
    draw_sheet,
    laid_nets,
    nets,
    sheet_faults,
    sheet_width,
)
from asterion_press.layout import sheets
from asterion_press.layout.grid import usable_area
from asterion_press.layout.sheet_setup import SheetSetup
from asterion_press.layout.sheets import Face, Lot, impose
from asterion_press.making.targets import scene_on_lid
from tests.support.pictures import shapes_in
from tests.support.refusals import shelved
from tests.support.unfolding import contains, unfold

FLAT_MM = 0.02
"""How far a corner may lie off the plane of its face. Own choice: a fifth of a knife's cut."""
SHEETS = (1, 2, 3)
HEAD = bull_head()
FACES = {face.name: face for face in HEAD.faces}


def faults(solid: Solid) -> Iterator[str]:
    """Yield what keeps it from being a closed solid of flat faces, in words."""
    for face in solid.faces:
        corners, looks = solid.polygon(face), solid.normal(face)
        off = max(abs(dot(minus(corner, corners[0]), looks)) for corner in corners)
        if off > FLAT_MM:
            yield f"face {face.name!r} is not flat: a corner lies {off:.2f} mm off its plane"
        if not _convex(corners, looks):
            yield f"face {face.name!r} is not convex"
    walked = [side for face in solid.faces for side in face.sides]
    for side in sorted(set(walked)):
        if walked.count(side) > 1:
            yield f"side {'-'.join(side)} belongs to two faces that look opposite ways"
        if (side[1], side[0]) not in walked:
            yield f"side {'-'.join(side)} has no face on its other side: the solid is open there"
    if solid.volume() <= 0:
        yield "the faces look inwards"


def _convex(corners: tuple[Vector, ...], looks: Vector) -> bool:
    around = zip(corners, (*corners[1:], corners[0]), (*corners[2:], *corners[:2]), strict=True)
    return all(dot(cross(minus(b, a), minus(c, b)), looks) > 0 for a, b, c in around)


def stands_by(solid: Solid) -> float:
    """Return how far inside of the base the centre of mass lies, in mm; negative if the empty model falls over."""
    x, y, _ = middle_of_card(solid)
    base = [(u, -v) for u, v, _ in solid.polygon(FACES["base"])]  # as it is seen from below
    return min(distance_left(side, (x, -y)) for side in sides(base))


def middle_of_card(solid: Solid) -> Vector:
    """Return the centre of mass of the empty model: of its faces, since card weighs the same everywhere."""
    mass, moment = 0.0, (0.0, 0.0, 0.0)
    for face in solid.faces:
        first, *others = solid.polygon(face)
        for b, c in pairwise(others):
            area = math.hypot(*cross(minus(b, first), minus(c, first))) / 2
            mass, moment = mass + area, plus(moment, times(mean((first, b, c)), area))
    return times(moment, 1 / mass)


def layer(name: str, theme: str = "knossos") -> tuple[Shape | Group, ...]:
    """Return what a layer of all sheets holds."""
    groups = (group for sheet in SHEETS for group in draw_sheet(f"bull-{sheet}", sheet, night_of(theme)).groups)
    return tuple(item for group in groups if group.name == name for item in group.items)


def night_of(theme: str) -> Palette:
    found = load_theme(library.theme_file(theme).path)
    return palette(found, found.inks.night)


def test_the_head_is_a_closed_solid_of_flat_faces() -> None:
    assert list(faults(HEAD)) == []
    assert len(HEAD.vertices) - len(HEAD.meeting()) + len(HEAD.faces) == 2, "Euler: a solid without holes"
    assert {len(faces) for faces in HEAD.meeting().values()} == {2}


def test_no_edge_of_the_head_goes_through_one_of_its_faces() -> None:
    for side in HEAD.meeting():
        a, b = (HEAD.vertices[corner] for corner in side)
        for face in HEAD.faces:
            if not set(side) & set(face.corners):
                assert not pierces(a, b, HEAD.polygon(face)), f"{side} goes through {face.name}"


def pierces(a: Vector, b: Vector, polygon: tuple[Vector, ...]) -> bool:
    """Whether a line from a to b crosses a convex polygon."""
    looks = unit(cross(minus(polygon[1], polygon[0]), minus(polygon[2], polygon[0])))
    high, low = dot(minus(a, polygon[0]), looks), dot(minus(b, polygon[0]), looks)
    if (high > 0) == (low > 0):
        return False
    there = plus(a, times(minus(b, a), high / (high - low)))
    return is_within(there, polygon, looks)


def is_within(point: Vector, polygon: tuple[Vector, ...], looks: Vector, slack: float = 0.0) -> bool:
    """Whether a point of its plane lies in a convex polygon, or outside by less than `slack`."""
    around_it = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return all(dot(cross(minus(q, p), minus(point, p)), looks) > -slack * math.dist(p, q) for p, q in around_it)


def test_left_and_right_are_mirror_images() -> None:
    for name, (x, y, z) in HEAD.vertices.items():
        other = name.removesuffix(MIRRORED) if name.endswith(MIRRORED) else name + MIRRORED
        assert HEAD.vertices[other] == (-x, y, z)


def test_the_empty_head_stands_firmly() -> None:
    """Even tilted until a line from the centre of mass at 15 degrees meets the edge of its base."""
    assert stands_by(HEAD) > middle_of_card(HEAD)[2] * math.tan(math.radians(15))


def test_every_face_of_a_net_is_congruent_with_its_face_in_space() -> None:
    for net in nets().values():
        assert set(net.faces) == {face.name for face in HEAD.faces if face.part == net.part}, net.part
        for name, flat in net.faces.items():
            there = HEAD.polygon(FACES[name])
            pairs = list(combinations(range(len(flat)), 2))
            sides = [math.dist(there[i], there[j]) for i, j in pairs]
            assert [math.dist(flat[i], flat[j]) for i, j in pairs] == pytest.approx(sides, abs=1e-6), (net.part, name)
            assert area_of(flat) > 0, f"{name} of {net.part} is laid with its inside up"


def flat_side(net: ModelNet, face: str, side: Edge) -> float:
    """The length of a side as it is printed."""
    corners = FACES[face].corners
    a, b = (net.faces[face][corners.index(corner)] for corner in side)
    return math.dist(a, b)


def test_every_glued_pair_of_edges_has_equal_length() -> None:
    tabs = {tab.number: (net, tab) for net in nets().values() for tab in net.tabs}
    bare = {number: (net, face, side) for net in nets().values() for face, side, number in net.bare}
    assert sorted(tabs) == sorted(bare) == list(range(1, len(tabs) + 1)), "each number once on a tab, once on an edge"
    for number, (net, tab) in tabs.items():
        other, face, side = bare[number]
        assert side == tab.side
        assert face != tab.face
        long = math.dist(tab.corners[0], tab.corners[-1])
        assert flat_side(net, tab.face, side) == pytest.approx(long, abs=1e-6)
        assert flat_side(other, face, side) == pytest.approx(long, abs=1e-6)
        assert HEAD.length(*side) == pytest.approx(long, abs=1e-6)


def test_every_edge_is_folded_or_glued() -> None:
    folded = [side for net in nets().values() for side, _ in net.folds]
    glued = [tab.side for net in nets().values() for tab in net.tabs]
    assert Counter([*folded, *glued]) == Counter(list(HEAD.meeting()))


def test_a_net_hangs_together_and_folds_where_its_faces_meet() -> None:
    assert [net.part for net in nets().values() if len(net.folds) != len(net.faces) - 1] == []
    apart = []
    for net in nets().values():
        for side, _ in net.folds:
            names = [face.name for face in HEAD.meeting()[side]]
            for corner in side:
                ends = [net.faces[name][FACES[name].corners.index(corner)] for name in names]
                if math.dist(*ends) >= 1e-6:
                    apart.append(f"{net.part}: {names} at {corner}")
    assert not apart, "\n".join(apart)


def test_no_point_of_a_net_belongs_to_two_faces_or_tabs() -> None:
    """By points at random, not by the test for overlaps that laid the net."""
    shared = set()
    for net in nets().values():
        chance = random.Random(1)
        polygons = [polygon if area_of(polygon) > 0 else polygon[::-1] for polygon in net.polygons()]
        for number, polygon in enumerate(polygons):
            for _ in range(40):
                shares = [chance.random() for _ in polygon]
                x, y = (sum(s * p[axis] for s, p in zip(shares, polygon, strict=True)) / sum(shares) for axis in (0, 1))
                others = (at for at in range(len(polygons)) if at != number)
                shared |= {(net.part, number, at) for at in others if contains(polygons[at], (x, y), -0.1)}
    assert shared == set()


def test_every_tab_is_hidden_behind_the_face_that_it_is_glued_to() -> None:
    """Folded in space: each corner of a tab lies in the other face, and the tab is deep enough to hold glue."""
    for net in nets().values():
        for tab in net.tabs:
            a, b, c, d = tab.corners
            other = next(face for face in HEAD.meeting()[tab.side] if face.name != tab.face)
            start = net.faces[tab.face][FACES[tab.face].corners.index(tab.side[0])]
            foot, head = tab.side if math.dist(a, start) < 1e-6 else tab.side[::-1]
            long, depth = math.dist(a, d), abs(distance_left((a, d), b))
            assert depth >= 3.0, f"tab {tab.number} is {depth:.1f} mm deep"
            along = unit(minus(HEAD.vertices[head], HEAD.vertices[foot]))
            inwards = cross(HEAD.normal(other), along)
            middle = minus(HEAD.polygon(other)[_third(other, tab.side)], HEAD.vertices[foot])
            inwards = inwards if dot(inwards, middle) > 0 else times(inwards, -1)
            for corner in (b, c):
                share = ((corner[0] - a[0]) * (d[0] - a[0]) + (corner[1] - a[1]) * (d[1] - a[1])) / long
                there_in_space = plus(HEAD.vertices[foot], plus(times(along, share), times(inwards, depth)))
                assert is_within(there_in_space, HEAD.polygon(other), HEAD.normal(other), 0.1), (
                    f"tab {tab.number} shows beside {other.name}"
                )


def _third(face: SolidFace, side: Edge) -> int:
    return next(at for at, corner in enumerate(face.corners) if corner not in side)


def test_ridges_are_mountains_and_grooves_are_valleys() -> None:
    """By the volume of the four corners about an edge, not by its angle."""
    for net in nets().values():
        for side, angle in net.folds:
            one, other = HEAD.meeting()[side]
            a, b = (HEAD.vertices[corner] for corner in side)
            p, q = (HEAD.polygon(face)[_third(face, side)] for face in (one, other))
            walked = side in one.sides
            volume = dot(cross(minus(b, a), minus(p, a)), minus(q, a)) * (1 if walked else -1)
            assert (volume < 0) == (angle > 0) or abs(angle) < 1e-6
            assert angle == pytest.approx(HEAD.fold_deg(side))
    assert HEAD.fold_deg(edge("nose", "nose*")) > 20
    assert min(HEAD.fold_deg(side) for side in HEAD.meeting()) < -20


def test_mountains_are_dashed_and_valleys_dashed_and_dotted() -> None:
    drawn: Counter[tuple[float, ...]] = Counter()
    for shape in shapes_in(layer("fold", "ink-saver")):
        drawn[shape.dash] += sum(command == "L" for command, _ in shape.data)
    ridges = sum(HEAD.fold_deg(side) > 0 for side in HEAD.meeting())
    assert drawn == {MOUNTAIN: ridges, VALLEY: len(HEAD.meeting()) - ridges}


def test_polygons_overlap_unless_they_only_touch() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert not overlap(square, [(x + 2, y + 1) for x, y in square])
    assert overlap(square, [(x + 1.9, y + 1.9) for x, y in square])
    assert not overlap(square, ((2.2, 0.0), (4.0, 1.0), (2.2, 2.0)))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_nets_of_a_sheet_fit_a4_and_letter(sheet: int) -> None:
    assert list(sheet_faults(laid_nets(sheet), sheet_width(sheet))) == []
    for name in ("a4", "letter"):
        wide, high = usable_area(load_paper(library.paper_file(name).path))
        assert wide >= WIDTH_MM
        assert high >= HEIGHT_MM


def test_every_part_lies_on_one_sheet_with_a_letter_of_its_own() -> None:
    laid = [net for sheet in SHEETS for net in laid_nets(sheet)]
    assert sorted(net.net.part for net in laid) == sorted(nets()) == sorted(SPOTS)
    assert sorted(net.letter for net in laid) == sorted(LETTERS)


def test_nets_that_overlap_or_leave_the_sheet_are_told() -> None:
    one, *others = laid_nets(1)
    beyond = replace(one, at=Transform(e=-160) @ one.at)
    assert "leaves the sheet" in next(sheet_faults([beyond], WIDTH_MM))
    moved = [replace(one, at=others[0].at), *others]
    assert any("overlap" in fault for fault in sheet_faults(moved, WIDTH_MM))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_model_and_ring_lie_on_three_sheets_the_ring_where_no_net_is(paper: str, game: HornsGame) -> None:
    _, _, bulls, ring = game.lots(loaded := load_paper(library.paper_file(paper).path))
    fronts = [page for page in impose((bulls, ring), loaded) if page.face is Face.FRONT]
    shown = [[one.component for one in page.placements] for page in fronts]
    assert shown == [["bull-1"], ["bull-2"], ["bull-3", "ring", "ring"]]
    sheet, *layers = fronts[-1].placements
    taken = [net.polygon(polygon) for net in laid_nets(3) for polygon in net.net.polygons()]
    for one in layers:
        left, top = one.x - sheet.x - ring.bleed, one.y - sheet.y - ring.bleed
        right, bottom = left + ring.width + 2 * ring.bleed, top + ring.height + 2 * ring.bleed
        square = ((left, top), (right, top), (right, bottom), (left, bottom))
        assert not any(overlap(square, polygon) for polygon in taken)
        assert max(right - WIDTH_MM, bottom - HEIGHT_MM, -left, -top) <= 0
    across, down = abs(layers[0].x - layers[1].x), abs(layers[0].y - layers[1].y)
    assert max(across, down) > ring.width + ring.bleed


def test_a_net_in_the_room_of_the_ring_and_a_ring_beyond_it_are_not_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("build", "minotaurus", "--only", "sheets", "--paper", "a4", "--out", str(tmp_path / "out"))
    monkeypatch.setattr(minotaurus, "ROOM_LEFT_MM", 60.0)
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 1
    assert "sheet 3 of the bull's head is drawn in the room that it must leave free for other pieces" in found.stderr
    monkeypatch.undo()
    true = sheets._grid_on_sheet_before

    def moved(*given: Any) -> Any:
        there = true(*given)
        return there and replace(there, left=there.left - 3)

    monkeypatch.setattr(sheets, "_grid_on_sheet_before", moved)
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 1
    assert "bleed of sheet 3 of the bull's head and the trim of the ring overlap" in found.stderr


def test_a_ring_too_large_for_its_room_and_one_of_another_layout_lie_on_a_sheet_of_their_own(game: HornsGame) -> None:
    paper = load_paper(library.paper_file("a4").path)
    _, _, bulls, ring = game.lots(paper)
    wide = Lot(ring.kind, 110, 110, ring.bleed, ring.pieces, gathered=True, marked=False)
    assert len(impose((bulls, wide), paper)) == len(impose((bulls, ring), paper, SheetSetup(layout=N_UP))) == 8
    assert len(impose((bulls, ring), paper)) == 6


def test_no_ornament_runs_through_a_number() -> None:
    """On a face with ornaments the same number lies below each, wider and in the ink of the face."""
    night = night_of("knossos")
    painted = {name for name, marks in marks_by_face(night).items() if marks}
    wanted = sum(name in painted for net in nets().values() for name, side, _ in net.bare if HEAD.length(*side) > 3)
    doubled = [(below, above) for below, above in pairwise(shapes_in(layer("numbers"))) if below.data == above.data]
    assert len(doubled) == wanted > 0
    assert all(below.width > above.width + 0.8 for below, above in doubled)
    assert {below.stroke for below, _ in doubled} <= {body(face, night) for face in HEAD.faces}


def lines_of(name: str) -> list[float]:
    """The lengths of the straight lines of a layer, from the numbers that are printed."""
    found: list[float] = []
    for shape in shapes_in(layer(name)):
        here = (0.0, 0.0)
        for command, [there] in steps_of(shape.data):
            found += [math.dist(here, there)] if command == "L" else []
            here = there
    return found


def test_the_lines_on_the_sheets_have_the_lengths_of_the_edges() -> None:
    """Read back from the drawings: what is folded, once; what is glued, once as a fold and once as a cut."""
    edges = sorted(HEAD.length(*side) for side in HEAD.meeting())
    assert sorted(lines_of("fold")) == pytest.approx(edges, abs=0.02)
    glued = [HEAD.length(*tab.side) for net in nets().values() for tab in net.tabs]
    left = sorted(lines_of("cut"))
    for long in sorted(glued):
        near = min(left, key=lambda found: abs(found - long))
        assert abs(near - long) < 0.02
        left.remove(near)
    assert len(left) == 3 * len(glued), "what is left are the free sides of the tabs"


def test_the_ring_falls_far_over_a_horn_but_not_if_it_is_small_or_wide() -> None:
    assert ring_fall_mm(72, 96) > 50
    assert ring_fall_mm(20, 44) < 35 < ring_fall_mm(40, 64)
    assert ring_fall_mm(72, 178) < ring_fall_mm(72, 96)
    falls = [ring_fall_mm(inner, inner + 24) for inner in range(24, 90, 6)]
    assert falls == sorted(falls)


def test_a_small_circle_holds_all_points() -> None:
    chance = random.Random(2)
    points = [(chance.uniform(-9, 9), chance.uniform(-9, 9)) for _ in range(50)]
    middle, radius = enclosing_circle(points)
    assert all(math.dist(middle, point) <= radius + 1e-9 for point in points)
    assert radius <= max(math.dist(a, b) for a, b in combinations(points, 2)) / math.sqrt(3) * 1.02
    assert enclosing_circle([(0, 0), (10, 0)])[1] == pytest.approx(5, rel=0.02)


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
def test_what_is_painted_stays_on_its_face(theme: str) -> None:
    night = night_of(theme)
    painted = {name for name, marks in marks_by_face(night).items() if marks}
    assert {"forehead", "socket", "socket*", "lid", "chest", "ear-front", "wall-1"} <= painted
    for face in HEAD.faces:
        flat = flattened(HEAD, face)
        for mark in marks_by_face(night)[face.name]:
            assert all(contains(flat, point, 0.05) for point in mark.points), face.name


def test_a_view_shows_the_near_faces_last() -> None:
    front = Viewpoint(0, 0)
    every = {face.part for face in HEAD.faces}
    shown = [face.name for face, _ in faces_seen(HEAD, front, every)]
    assert "nose" in shown
    assert "back" not in shown
    assert shown.index("chest") < shown.index("nose")
    assert front.seen((10, 0, 0))[0] < 0, "the bull's right is on the reader's left"


# The cover of Minotaurus: the ring about a horn, pieces upon the table and beside the head.


THEME = load_theme(library.theme_file("knossos").path)


@pytest.fixture(scope="module")
def game() -> HornsGame:
    found = read_game(library.game_file("minotaurus"))
    assert isinstance(found, HornsGame)
    return found


@pytest.fixture(scope="module", params=[COVER_ASPECT, LID_ASPECT])
def scene(request: pytest.FixtureRequest, game: HornsGame) -> Scene:
    return game.cover_scene(THEME, request.param)


def test_the_horn_goes_through_the_hole_of_the_ring(game: HornsGame) -> None:
    middle = minus(HEAD.vertices["tip" + MIRRORED], (0.0, 0.0, RING_DROP_MM))
    crossings = []
    for side, faces in HEAD.meeting().items():
        start, end = (HEAD.vertices[corner] for corner in side)
        a, b = (dot(minus(corner, middle), RING_LIES) for corner in (start, end))
        if (a < 0) != (b < 0) and any(face.part.startswith("horn-left") for face in faces):
            crossings.append(plus(start, times(minus(end, start), a / (a - b))))
    assert len(crossings) > 2
    assert all(math.dist(point, middle) < game.catalogue.ring.inner_mm / 2 for point in crossings)


def test_the_far_half_of_the_ring_is_painted_before_the_head_and_the_near_one_after(scene: Scene) -> None:
    order = [part.name for part in scene.parts if isinstance(part, Patch)]
    rings = [number for number, name in enumerate(order) if name == "ring"]
    head = order.index("head")
    assert min(rings) < head < max(rings)


def test_pieces_lie_on_the_table_apart_from_one_another_and_from_the_head(scene: Scene, game: HornsGame) -> None:
    size, (right, forward) = game.catalogue.piece_mm, (VIEW.seen((1.0, 0.0, 0.0)), VIEW.seen((0.0, 1.0, 0.0)))
    turn = right[0] * forward[1] - right[1] * forward[0]
    pieces = [part for part in scene.parts if isinstance(part, Patch) and part.name == "piece"]
    head = next(part.transform for part in scene.parts if isinstance(part, Patch) and part.name == "head")
    middles = []
    for piece in pieces:
        x, y = piece.transform.apply(size / 2, size / 2)
        x, y = x - head.e, y - head.f
        middles.append(((x * forward[1] - y * forward[0]) / turn, (y * right[0] - x * right[1]) / turn))
    assert pieces
    assert all(math.hypot(x, y) + size / 2 < TABLE * scene.width for x, y in middles)
    foot = [(x, y) for x, y, z in HEAD.vertices.values() if z == 0]
    assert all(max(abs(x - u), abs(y - v)) > size / 2 for (x, y), (u, v) in product(middles, foot))
    assert all(max(abs(a - c), abs(b - d)) > size - 0.01 for (a, b), (c, d) in combinations(middles, 2))


def test_the_lid_shows_the_scene_unless_the_catalogue_names_a_piece(game: HornsGame, tmp_path: Path) -> None:
    assert scene_on_lid(game, THEME).id == "cover"
    text = library.game_file("minotaurus").path.read_text(encoding="utf-8")
    named = read_game(shelved(tmp_path, f"frontispiece: ring\n{text}"))
    assert scene_on_lid(named, THEME).title == game.draw("ring", THEME).title


def test_the_nets_of_the_head_are_found_again() -> None:
    for net, found in zip(nets().values(), unfold(HEAD), strict=True):
        assert net.part == found.part
        assert [*net.faces] == [*found.faces]
        assert [[side for side, _ in one.folds] for one in (net, found)] == [[side for side, _ in net.folds]] * 2
        assert [angle for _, angle in net.folds] == pytest.approx([angle for _, angle in found.folds])
        assert net.bare == found.bare
        assert [(tab.number, tab.face, tab.side) for tab in net.tabs] == [
            (tab.number, tab.face, tab.side) for tab in found.tabs
        ]
        for point, other in zip(net.points(), found.points(), strict=True):
            assert point == pytest.approx(other, abs=1e-9)
