"""Boxes: whatever is packed, the nets fit their paper and fold to a tray in which all has room, and a lid over it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.errors import LayoutError
from asterion_press.layout.box import (
    BESIDE_MM,
    BLEED_MM,
    BOOKLET_MM,
    Box,
    BoxPanel,
    Net,
    Stack,
    fit_box,
    folded,
    free_area,
    lot_to_box,
    lots_in_box,
    net_of,
    parse_box,
    point_on_sheet,
)
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.making.request import DEFAULT_BOX
from asterion_press.verify.pdf_files import box_faults

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
        assert math.ceil(count / 4) * thickness > 32 or max(width, height) > 54, "four stacks fit any paper"
        return
    assert list(box_faults(box)) == []
    assert box.stack.pieces == count
    assert on_paper(box, paper)
    layers = math.ceil(box.stack.pieces / (box.stack.across * box.stack.down))
    wide, deep, high = box.stack.across * width, box.stack.down * height, layers * thickness
    assert box.width > max(wide, BOOKLET_MM[0])
    assert box.depth > max(deep + BESIDE_MM, BOOKLET_MM[1])
    assert box.height > high + BOOKLET_MM[2]
    assert box.wall < box.height


def on_paper(box: Box, paper: Paper) -> bool:
    left, top, right, bottom = free_area(paper)
    points = [point_on_sheet(box, net, point) for net in box.nets for panel in net.panels for point in panel.outline]
    slack = 1e-6 - BLEED_MM
    return all(left - slack <= x <= right + slack and top - slack <= y <= bottom + slack for x, y in points)


@given(st.integers(1, 120), st.integers(1, 5), st.integers(1, 5))
def test_stacks_side_by_side_are_as_high_as_their_share_of_the_pieces(pieces: int, across: int, down: int) -> None:
    one = Stack(pieces, 20, 30, 0.5, across, down)
    layers = next(count for count in range(1, pieces + 1) if count * across * down >= pieces)
    assert one.size == (20 * across, 30 * down, layers * 0.5)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("thickness", "height", "wall", "stacks"),
    [(0.3, 26, 20, (1, 1)), (0.5, 26, 20, (2, 1)), (1, 26, 20, (2, 2)), (1.9, 38.3, 22, (2, 2))],
)
def test_the_deck_of_asterion_goes_into_a_box_with_its_folded_rules(
    paper: str, thickness: float, height: float, wall: float, stacks: tuple[int, int]
) -> None:
    box = fit_box(lot(), thickness, PAPERS[paper])
    assert (box.width, box.depth, box.height, box.wall) == pytest.approx((110, 150.5, height, wall))
    assert (box.stack.across, box.stack.down) == stacks


def test_what_no_box_holds_is_told_with_the_paper_that_would_do() -> None:
    reported = r"no box for 65 tiles of 120 x 120 x 0.5 mm and the folded rules fits A4; .*A3.* would do"
    with pytest.raises(LayoutError, match=reported):
        fit_box(lot(65, 120, 120), 0.5, A4, [PAPERS["letter"], PAPERS["a3"], PAPERS["tabloid"]])


def test_what_no_paper_holds_is_told() -> None:
    with pytest.raises(LayoutError, match=r"no paper at hand would do; take thinner card"):
        fit_box(lot(1000, 185, 185), 4, A4, PAPERS.values())


def test_a_net_has_a_base_four_walls_and_four_tabs() -> None:
    net = net_of("bottom", 60, 90, 20)
    sizes = {p.name: (p.box[2] - p.box[0], p.box[3] - p.box[1]) for p in net.panels}
    walls = {"front": (60, 20), "back": (60, 20), "side-1": (20, 90), "side-2": (20, 90)}
    assert {name: size for name, size in sizes.items() if not name.startswith("tab")} == {"bottom": (60, 90)} | walls
    assert len(net.folds()) == len(net.panels) - 1 == 8
    glued = [(panel.parent, panel.glue) for panel in net.panels if panel.glue]
    assert sorted(glued) == [(side, end) for side in ("side-1", "side-2") for end in ("back", "front")]


def test_no_cut_runs_along_a_fold_and_the_cuts_of_a_net_go_around_it() -> None:
    net = net_of("bottom", 60, 90, 20)
    cuts = net.cuts()
    assert not set(cuts) & set(net.folds())
    ends = [point for cut in cuts for point in cut]
    odd = {point for point in ends if sum(math.dist(point, other) < 1e-9 for other in ends) % 2}
    assert not odd, "cuts join to closed lines"


def test_folding_raises_the_walls_and_lays_the_tabs_behind_front_and_back() -> None:
    space = folded(net_of("bottom", 60, 90, 20))
    assert {round(z, 6) for _, _, z in space["bottom"]} == {0}
    assert {round(z, 6) for _, _, z in space["front"]} == {0, 20}
    assert {round(x, 6) for x, _, _ in space["side-2"]} == {60}
    assert {round(y, 6) for _, y, _ in space["tab-side-2-front"]} == {90}
    assert min(x for x, _, _ in space["tab-side-2-front"]) == pytest.approx(48)


def spoilt(box: Box, part: int, name: str, change: Callable[[BoxPanel], BoxPanel]) -> Box:
    nets = list(box.nets)
    nets[part] = Net(tuple(change(panel) if panel.name == name else panel for panel in nets[part].panels))
    return replace(box, nets=tuple(nets))


def moved(panel: BoxPanel, dx: float) -> BoxPanel:
    return replace(panel, outline=tuple((x + dx, y) for x, y in panel.outline))


def stretched(panel: BoxPanel, dx: float = 0, dy: float = 0) -> BoxPanel:
    """The panel with its right and its lower edge elsewhere."""
    _, _, right, bottom = panel.box
    return replace(panel, outline=tuple((x + dx * (x == right), y + dy * (y == bottom)) for x, y in panel.outline))


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize(
    ("name", "change", "reported"),
    [
        ("front", partial(stretched, dy=2), "the edges of front and side-2 of the {} do not meet"),
        ("side-2", partial(stretched, dx=-3), "the edges of front and side-2 of the {} do not meet"),
        ("back", partial(stretched, dx=-1), "the edges of side-2 and back of the {} do not meet"),
        (
            "tab-side-1-back",
            partial(moved, dx=-40),
            "side-1-back of the {} does not lie on back, to which it is glued",
        ),
        ("tab-side-2-front", partial(stretched, dy=200), "tab-side-2-front of the {} does not lie on front"),
    ],
)
def test_a_net_that_does_not_close_is_found(
    part: int, name: str, change: Callable[[BoxPanel], BoxPanel], reported: str
) -> None:
    faults = list(box_faults(spoilt(fit_box(lot(), 0.5, A4), part, name, change)))
    assert any(reported.format(("lid", "tray")[part]) in fault for fault in faults), faults


def test_a_box_that_is_too_small_for_its_stack_is_found() -> None:
    box = fit_box(lot(), 0.5, A4)
    faults = list(box_faults(replace(box, stack=replace(box.stack, thickness=0.7))))
    reported = "is 110.00 x 150.50 x 26.00 mm inside; stacks, counters and folded rules take 108.00 x 148.50 x 27.10 mm"
    assert faults == [reported]


@pytest.mark.parametrize("lid", [(110, 150.5, 20), (112, 151, 20), (112, 152.5, 26)])
def test_a_lid_that_does_not_go_over_the_tray_is_found(lid: tuple[float, float, float]) -> None:
    box = fit_box(lot(), 0.5, A4)
    (fault,) = box_faults(replace(box, nets=(net_of("top", *lid), box.nets[1])))
    assert "which does not go over the tray of 110.00 x 150.50 x 26.00 mm" in fault


def test_the_lot_that_covers_most_paper_goes_into_the_box() -> None:
    small, board = Lot("counters", 12, 12, 1, (Piece("c", "c", 64),)), Lot("boards", 180, 230, 0, (Piece("b", "b"),))
    assert lot_to_box([small, lot(), board]) == lot()
    pages = Lot("panels", 140, 236, 0, (Piece("p", "p", 3),))
    assert lot_to_box([small, lot(), board, pages]) == lot()
    assert lot_to_box([board, pages]) is None
    assert lots_in_box([small, lot(), board, pages]) == [small, lot()]


def test_what_a_box_is_made_for_is_kept_as_words() -> None:
    assert parse_box(["a3", "0.25"]) == ("a3", 0.25)
    assert parse_box(DEFAULT_BOX) == ("a4", 0.5)
    for words in ([], ["a4"], ["a4", "thick"], ["a4", "nan"], ["a4", "40"], ["a4", "0"]):
        with pytest.raises(ValueError, match=r"."):
            parse_box(words)
