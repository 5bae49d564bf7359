"""Tuck boxes: whatever is packed, the net fits its paper and folds to a box in which the stack has room."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.build.request import DEFAULT_BOX
from generator.catalogue import library
from generator.catalogue.papers import Paper, load_paper
from generator.errors import LayoutError
from generator.layout.sheets import Lot, Piece
from generator.layout.tuck_box import (
    BLEED_MM,
    BoxPanel,
    Net,
    Stack,
    TuckBox,
    fit_box,
    free_area,
    lot_to_box,
    nets_of,
    parse_box,
    point_on_sheet,
)
from generator.verify.box import box_faults, folded

PAPERS = {paper.id: load_paper(paper.path) for paper in library.papers().values()}
A4 = PAPERS["a4"]


def lot(count: int = 65, width: float = 50, height: float = 50) -> Lot:
    return Lot("tiles", width, height, 3, (Piece("a", "a", count),))


@given(st.integers(2, 120), st.floats(12, 80), st.floats(12, 80), st.floats(0.1, 2.5), st.sampled_from(sorted(PAPERS)))
def test_every_box_that_is_made_fits_its_paper_and_holds_its_stack(
    count: int, width: float, height: float, thickness: float, paper_id: str
) -> None:
    paper = PAPERS[paper_id]
    try:
        box = fit_box(lot(count, width, height), thickness, paper)
    except LayoutError:
        assert count * width * height * thickness > 400_000, "a box of half a litre fits any paper"
        return
    assert list(box_faults(box)) == []
    assert box.boxes * box.stack.pieces >= count
    assert on_paper(box, paper)
    layers = math.ceil(box.stack.pieces / (box.stack.across * box.stack.down))
    needed = sorted((box.stack.across * width, box.stack.down * height, layers * thickness))
    assert all(a < b for a, b in zip(needed, sorted((box.width, box.depth, box.height)), strict=True))


def on_paper(box: TuckBox, paper: Paper) -> bool:
    left, top, right, bottom = free_area(paper)
    points = [point_on_sheet(box, net, point) for net in box.nets for panel in net.panels for point in panel.outline]
    slack = 1e-6 - BLEED_MM
    return all(left - slack <= x <= right + slack and top - slack <= y <= bottom + slack for x, y in points)


@given(st.integers(1, 120), st.integers(1, 5), st.integers(1, 5))
def test_stacks_side_by_side_are_as_high_as_their_share_of_the_pieces(pieces: int, across: int, down: int) -> None:
    one = Stack(pieces, 20, 30, 0.5, across, down)
    layers = next(count for count in range(1, pieces + 1) if count * across * down >= pieces)
    assert one.size == (20 * across, 30 * down, layers * 0.5)


@pytest.mark.parametrize(
    ("thickness", "size", "parts"),
    [(0.3, (51.5, 21, 51.5), 1), (0.5, (51.5, 34, 51.5), 1), (1, (51.5, 34.5, 101.5), 1), (2, (51.5, 51.5, 131.5), 2)],
)
def test_the_deck_of_asterion_goes_into_a_box_on_a4(thickness: float, size: tuple[float, ...], parts: int) -> None:
    box = fit_box(lot(), thickness, A4)
    assert (box.width, box.depth, box.height) == pytest.approx(size)
    assert (box.boxes, len(box.nets)) == (1, parts)


def test_what_no_box_holds_is_told_with_the_paper_that_would_do() -> None:
    with pytest.raises(LayoutError, match=r"no box for 65 tiles of 185 x 185 x 1 mm fits A4.*; A3 or Tabloid would do"):
        fit_box(lot(65, 185, 185), 1, A4, [PAPERS["letter"], PAPERS["a3"], PAPERS["tabloid"]])


def test_what_no_paper_holds_is_told() -> None:
    with pytest.raises(LayoutError, match=r"no paper at hand would do; take thinner card"):
        fit_box(lot(1000, 185, 185), 4, A4, PAPERS.values())


def test_thick_decks_go_into_several_boxes_if_one_does_not_fit() -> None:
    box = fit_box(lot(200, 60, 60), 3, A4)
    assert box.boxes > 1
    assert box.boxes * box.stack.pieces >= 200


def panel_of(net: Net, name: str) -> BoxPanel:
    return next(panel for panel in net.panels if panel.name == name)


@pytest.mark.parametrize("parts", [1, 2])
def test_the_net_of_a_cuboid_has_its_faces_and_its_folds(parts: int) -> None:
    nets = nets_of(60, 20, 90, parts)
    sizes = {p.name: (p.box[2] - p.box[0], p.box[3] - p.box[1]) for net in nets for p in net.panels}
    pairs = (("front", "back", (60, 90)), ("side-1", "side-2", (20, 90)), ("lid", "bottom", (60, 20)))
    assert all(sizes[one] == sizes[other] == pytest.approx(size) for one, other, size in pairs)
    joined = sum(len(net.panels) for net in nets) - len(nets)
    assert sum(len(net.folds()) for net in nets) == joined
    glued = {panel.name: panel.glue for net in nets for panel in net.panels if panel.glue}
    assert glued == {"tab": "side-2", "base": "bottom", "base-side-1": "bottom", "base-side-2": "bottom"} | (
        {"tab-front": "side-1"} if parts == 2 else {}
    )


@pytest.mark.parametrize("parts", [1, 2])
def test_no_cut_runs_along_a_fold_and_the_cuts_of_a_net_go_around_it(parts: int) -> None:
    for net in nets_of(60, 20, 90, parts):
        cuts = net.cuts()
        assert not set(cuts) & set(net.folds())
        ends = [point for cut in cuts for point in cut]
        odd = {point for point in ends if sum(math.dist(point, other) < 1e-9 for other in ends) % 2}
        assert not odd, "cuts join to closed lines"


def test_folding_lays_the_lid_upon_the_wall_and_the_tongue_behind_the_front() -> None:
    (net,) = nets_of(60, 20, 90)
    space = folded(net)
    assert {round(y, 6) for _, y, _ in space["lid"]} == {0}
    assert {round(y, 6) for _, y, _ in space["bottom"]} == {90}
    assert {round(z, 6) for _, _, z in space["back"]} == {20}
    assert {round(z, 6) for _, _, z in space["tongue"]} == {0}


def spoilt(box: TuckBox, name: str, change: Callable[[BoxPanel], BoxPanel]) -> TuckBox:
    nets = tuple(Net(tuple(change(panel) if panel.name == name else panel for panel in net.panels)) for net in box.nets)
    return replace(box, nets=nets)


def stretched(dx: float, dy: float) -> Callable[[BoxPanel], BoxPanel]:
    """Moves the right and the lower edge of a panel."""

    def change(panel: BoxPanel) -> BoxPanel:
        _, _, right, bottom = panel.box
        outline = tuple((x + dx * (x == right), y + dy * (y == bottom)) for x, y in panel.outline)
        return replace(panel, outline=outline)

    return change


def moved(dx: float) -> Callable[[BoxPanel], BoxPanel]:
    return lambda panel: replace(panel, outline=tuple((x + dx, y) for x, y in panel.outline))


@pytest.mark.parametrize("thickness", [0.5, 2])
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("side-2", stretched(0, -1), "side-2"),
        ("side-1", stretched(0, 2), "instead of"),
        ("side-2", stretched(-3, 0), "to which it is glued|do not meet"),
        ("lid", stretched(2, 0), "above one another"),
        ("bottom", stretched(0, 3), "above one another"),
        ("base", stretched(0, 40), "base does not lie on bottom"),
        ("tab", moved(-40), "tab does not lie on"),
        ("tongue", stretched(9, 0), "tongue does not lie behind front"),
        ("dust-side-1", stretched(9, 0), "dust-side-1 does not lie behind lid"),
    ],
)  # fmt: skip
def test_a_net_that_does_not_close_is_found(
    thickness: float, name: str, change: Callable[[BoxPanel], BoxPanel], told: str
) -> None:
    faults = list(box_faults(spoilt(fit_box(lot(), thickness, A4), name, change)))
    assert any(part in fault for fault in faults for part in told.split("|")), faults


def test_a_box_that_is_too_small_for_its_stack_is_found() -> None:
    box = fit_box(lot(), 0.5, A4)
    faults = list(box_faults(replace(box, stack=replace(box.stack, thickness=0.6))))
    assert faults == ["is 51.50 x 51.50 x 34.00 mm inside; the stack is 50.00 x 50.00 x 39.00 mm"]


def test_the_lot_that_covers_most_paper_goes_into_the_box() -> None:
    small, board = Lot("counters", 12, 12, 1, (Piece("c", "c", 64),)), Lot("boards", 180, 230, 0, (Piece("b", "b"),))
    assert lot_to_box([small, lot(), board]) == lot()
    pages = Lot("panels", 140, 236, 0, (Piece("p", "p", 3),))
    assert lot_to_box([small, lot(), board, pages]) == lot()
    assert lot_to_box([board, pages]) is None


def test_what_a_box_is_made_for_is_kept_as_words() -> None:
    assert parse_box(["a3", "0.25"]) == ("a3", 0.25)
    assert parse_box(DEFAULT_BOX) == ("a4", 0.5)
    for words in ([], ["a4"], ["a4", "thick"], ["a4", "nan"], ["a4", "40"], ["a4", "0"]):
        with pytest.raises(ValueError, match=r"."):
            parse_box(words)
