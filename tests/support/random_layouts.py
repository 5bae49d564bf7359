"""Random layouts: papers, pieces, and ways to lay them, most of which can be laid."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st
from msgspec import Struct

from asterion_press.catalogue.equipment import Margins, Paper
from asterion_press.catalogue.layouts import CaptionsAt, Die, Fold, Gutter, Layout, Mark, Marks, Sides
from asterion_press.layout.sheet_setup import Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Lot, Piece


class Job(Struct, frozen=True):
    """Something to lay."""

    lots: tuple[Lot, ...]
    paper: Paper
    laying: SheetSetup


def lengths(least: float, most: float, step: float = 0.5) -> st.SearchStrategy[float]:
    """Lengths that stand on a ruler, so that what fails can be drawn by hand."""
    return st.integers(round(least / step), round(most / step)).map(lambda n: n * step)


SIDES: st.SearchStrategy[Sides] = st.sampled_from(get_args(Sides))
FOLDS: st.SearchStrategy[Fold] = st.sampled_from((*get_args(Fold), "none"))
LABELS = st.sampled_from(("", "red", "green"))
COLOURS = st.sampled_from(("#000000", "#ff0000", "#0060a0", "#808080"))


@st.composite
def marks(draw: st.DrawFn, *, folded: bool) -> Marks:
    def mark(sides: st.SearchStrategy[Sides]) -> Mark:
        width = draw(lengths(0.15, 0.6, 0.05))
        return Mark(draw(sides), round(width, 2), draw(lengths(1, 6)), draw(lengths(0.5, 2)), draw(COLOURS))

    return Marks(mark(SIDES), mark(SIDES), mark(SIDES) if folded else Mark(sides="both"), mark(SIDES))


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    side = lengths(0, 12)
    margins = Margins(left=draw(side), right=draw(side), top=draw(side), bottom=draw(side))
    return Paper("Any", draw(lengths(170, 330)), draw(lengths(170, 330)), margins, "hypothesis")


@st.composite
def random_lots(draw: st.DrawFn) -> tuple[Lot, ...]:
    lots = []
    for number in range(draw(st.integers(1, 2))):
        backs = draw(st.sampled_from(("own", "shared", "none", "same")))
        pieces = []
        for index in range(draw(st.integers(1, 4))):
            name = f"{'ab'[number]}{index}"
            back = {"own": f"back-{name}", "shared": f"back-{number}", "none": "", "same": name}[backs]
            pieces.append(Piece(name, name, draw(st.integers(1, 9)), back, draw(LABELS), f"the back of {name}"))
        size = draw(lengths(8, 60))
        height = draw(st.one_of(st.just(size), lengths(8, 60)))
        bleed, gathered, marked, shared = draw(lengths(0, 4)), *(draw(st.booleans()) for _ in range(3))
        kind = ("tiles", "counters")[number]
        lots.append(Lot(kind, size, height, bleed, tuple(pieces), gathered, marked, shared))
    return tuple(lots)


@st.composite
def grids(draw: st.DrawFn) -> Layout:
    fold = draw(FOLDS)
    return Layout(
        title="Any",
        source="hypothesis",
        bleed_mm=draw(st.one_of(st.none(), lengths(0, 5))),
        outer_bleed_mm=draw(st.one_of(st.none(), lengths(0, 5))),
        gutter_mm=Gutter(draw(lengths(0, 8)), draw(lengths(0, 8))),
        columns=draw(st.one_of(st.none(), st.integers(1, 4))),
        rows=draw(st.one_of(st.none(), st.integers(1, 4))),
        fold=fold,
        fewest_sheets=draw(st.booleans()),
        captions=draw(st.booleans()),
        captions_at=draw(st.sampled_from(get_args(CaptionsAt))),
        marks=draw(marks(folded=fold != "none")),
    )


@st.composite
def dies(draw: st.DrawFn, lots: tuple[Lot, ...], paper: Paper) -> Layout:
    """Places for all pieces, in rows that are shifted against each other."""
    found, shift = {}, draw(lengths(0, 4))
    margins = paper.margin_mm
    for lot in lots:
        step_x, step_y = lot.width + draw(lengths(0, 9)), lot.height + draw(lengths(0, 9))
        free_x = paper.width_mm - margins.left - margins.right - lot.width - shift
        free_y = paper.height_mm - margins.top - margins.bottom - lot.height
        columns, rows = int(free_x // step_x) + 1, int(free_y // step_y) + 1
        at = [
            (margins.left + column * step_x + shift * (row % 2), margins.top + row * step_y)
            for row in range(min(rows, 6))
            for column in range(min(columns, 6))
        ]
        found[lot.width, lot.height] = Die(lot.width, tuple(at), lot.height)
    none = Mark()
    shown = Marks(none, none, Mark(sides="both"), draw(marks(folded=False)).cut)
    return Layout("Any", "hypothesis", positions=tuple(found.values()), captions=False, marks=shown)


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """A job; one that does not fit raises a LayoutError when it is laid."""
    lots, paper = draw(random_lots()), draw(papers())
    layout = draw(st.one_of(grids(), grids(), dies(lots, paper)))
    correction = Correction()
    if draw(st.booleans()):
        scale, shift = st.sampled_from((0.99, 0.9975, 1.0, 1.004)), lengths(-4, 4, 0.1)
        correction = Correction("any", draw(scale), draw(scale), round(draw(shift), 1), round(draw(shift), 1))
    skip = draw(st.lists(st.integers(1, 4), max_size=2, unique=True))
    flip = draw(st.sampled_from(Flip))
    return Job(lots, paper, SheetSetup(flip, correction, layout, tuple((1, place) for place in sorted(skip))))
