"""Layouts: how pieces lie on a sheet, and which marks lie there with them; one file each in ``templates/layouts``.

::

    fewest sheets                          compact              bleed, bands and edges give way to save paper
    bleed between neighbours, gutter       n-up, tight          as many as fit, in rows and columns
    columns, rows                          one-up               so many at most
    fold                                   gutter-fold          fronts and backs on one side, a fold between them
    positions                              die-cut, stickers    places given in mm

What a layout leaves out is as in n-up. A build that names none takes compact. All in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta

from asterion_press.catalogue.equipment import Margins
from asterion_press.catalogue.library import papers
from asterion_press.catalogue.strict_yaml import Document, Source, read_document
from asterion_press.catalogue.validation import Identifier, Record, Rgb, validated, visible
from asterion_press.errors import Mistake, refuse, suggestion

Away = Annotated[float, Meta(ge=0, le=50)]
Measure = Annotated[float, Meta(ge=1, le=1000)]
At = Annotated[float, Meta(ge=0, le=2000)]
Count = Annotated[int, Meta(ge=1, le=100)]
Sides = Literal["none", "fronts", "backs", "both"]
Fold = Literal["none", "level", "upright"]
CaptionsAt = Literal["ends", "sides"]

MARK_LAYERS = {"crop": "Crop marks", "registration": "Registration marks", "fold": "Fold lines", "cut": "Cutting lines"}
"""The layer of each kind of :class:`Marks`, by the name that viewers show."""
OUTER_MARKS = ("crop", "registration")
"""The kinds of marks that stand outside of the art. A sheet keeps room for them, and they may touch no piece."""


class Gutter(Record, frozen=True):
    """The gutter between the bleeds of neighbours, in mm.

    Attributes:
        across, down: in mm.
    """

    across: Away = 0.0
    down: Away = 0.0


class Die(Record, frozen=True):
    """Places of one size.

    Attributes:
        width_mm: of each place; its diameter, if it is round.
        height_mm: of each place, if it is no square and not round.
        shape: its outline.
        at: the top left corner of each, or of the square around it, from the paper's top left corner; in the order in
            which they are filled.
    """

    width_mm: Measure
    at: Annotated[tuple[tuple[At, At], ...], Meta(min_length=1, max_length=500)]
    height_mm: Measure | None = None
    shape: Literal["rectangle", "round"] = "rectangle"

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of a place."""
        return self.width_mm, self.width_mm if self.height_mm is None else self.height_mm


class Mark(Record, frozen=True):
    """One kind of marks.

    Attributes:
        sides: of the sheets on which they lie.
        width_mm: of the lines; a thinner one may vanish in print.
        length_mm: of marks that stand outside of the art; a line that runs along has none of its own.
        gap_mm: from the bleed to the mark.
        colour: of the lines.
    """

    sides: Sides = "none"
    width_mm: Annotated[float, Meta(ge=0.15, le=2)] = 0.2
    length_mm: Annotated[float, Meta(ge=1, le=10)] = 4.0
    gap_mm: Annotated[float, Meta(ge=0.5, le=5)] = 1.0
    colour: Rgb = "#000000"


class Marks(Record, frozen=True):
    """The marks of a sheet, each kind on a layer of its own.

    Attributes:
        crop: short lines outside of the art that point along each cut.
        registration: a ring and a cross at each corner of the block, to see whether the sides align.
        fold: the line along which a sheet is folded that holds fronts and backs.
        cut: lines along each cut, for scissors.
    """

    crop: Mark = Mark(sides="both")
    registration: Mark = Mark()
    fold: Mark = Mark(sides="both")
    cut: Mark = Mark(width_mm=0.15, colour="#808080")


OF_BLOCKS = ("bleed_mm", "outer_bleed_mm", "gutter_mm", "columns", "rows", "fold", "fewest_sheets", "captions_at")
"""The fields of a :class:`Layout` that say how a block of rows and columns is laid."""


class Layout(Record, frozen=True):
    """The arrangement of pieces on a sheet.

    Attributes:
        papers: ids of those it is made for; none given: for all.
        bleed_mm: most of the bleed that is kept towards a neighbour; left out: all of it.
        outer_bleed_mm: most of the bleed that is kept at the edge of the block; left out: all of it.
        gutter_mm: between the bleeds of neighbours.
        columns, rows: at most so many.
        fold: ``level``: fronts above, backs below upside down, folded along a level line; ``upright``: side by side.
        positions: places given in mm, instead of rows and columns.
        fewest_sheets: whether less bleed, captions at the sides and then shared edges are taken where that saves a
            sheet, hexagons make a honeycomb, few small pieces share the sheet of others, and a colour lies on as few
            sheets as possible.
        captions: whether title and ruler are printed.
        captions_at: the ends of the sheet, above and below the block, or its sides, left and right of it.
        margin_mm: what the printer does not reach, if that differs from the paper's file.
        source: where the numbers come from.
        title: as lists show it.
        marks: the marks that are printed, and how.
    """

    title: Annotated[str, visible(60)]
    source: Annotated[str, visible(400)]
    papers: Annotated[tuple[Identifier, ...], Meta(max_length=50)] = ()
    bleed_mm: Away | None = None
    outer_bleed_mm: Away | None = None
    gutter_mm: Gutter = Gutter()
    columns: Count | None = None
    rows: Count | None = None
    fold: Fold = "none"
    positions: Annotated[tuple[Die, ...], Meta(max_length=20)] = ()
    fewest_sheets: bool = False
    captions: bool = True
    captions_at: CaptionsAt = "ends"
    margin_mm: Margins | None = None
    marks: Marks = Marks()


N_UP = Layout(
    title="As many as fit, with bleed", source="own choice; a bleed for each piece, so that no cut shows its neighbour"
)
"""The defaults of a layout; the same as ``templates/layouts/n-up.yaml``."""
COMPACT = Layout(
    title="As few sheets as possible",
    source="own choice; 15 tiles of 50 mm on an A4, three by five, with a bleed of 2 mm; on Letter with shared edges",
    fewest_sheets=True,
    marks=Marks(crop=Mark(sides="both", length_mm=4.0, gap_mm=0.5)),
)
"""The layout of a build that names none; the same as ``templates/layouts/compact.yaml``."""


def load_layout(file: Source) -> Layout:
    """Read one layout.

    Raises:
        InputError: every mistake of its form, or if that is sound, every mistake of its sense.
    """
    document = read_document(file)
    layout = validated(document, Layout)
    refuse(_mistakes(layout, document))
    return layout


def _mistakes(layout: Layout, document: Document) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of a layout whose form is sound."""
    known = papers()
    for index, paper in enumerate(layout.papers):
        if paper not in known:
            place = document.value_place(("papers", index))
            yield Mistake(place, f"unknown paper {paper!r}; {suggestion(paper, known)}")
    if layout.positions:
        for key in OF_BLOCKS:
            if getattr(layout, key) != getattr(N_UP, key):
                place = document.key_place((key,))
                yield Mistake(place, f"{key!r} means nothing where positions are given; leave out one of them")
    marks = document.data.get("marks")
    if layout.fold == "none" and isinstance(marks, dict) and "fold" in marks:
        place = document.key_place(("marks", "fold"))
        yield Mistake(place, "nothing is folded; write `fold: level` or leave it out")
    for number, die in enumerate(layout.positions):
        yield from _die_mistakes(die, number, document)


def _die_mistakes(die: Die, number: int, document: Document) -> Iterator[Mistake]:
    """Yield the mistakes of places of one size, such as two that overlap.

    Places of two sizes may overlap, as a sheet holds pieces of one size only.
    """
    width, height = die.size
    if die.shape == "round" and die.height_mm is not None:
        place = document.value_place(("positions", number, "height_mm"))
        yield Mistake(place, "a round place has no height; width_mm is its diameter")
    for (one, (x, y)), (other, (u, v)) in combinations(enumerate(die.at), 2):
        if abs(x - u) < width - 1e-6 and abs(y - v) < height - 1e-6:
            place = document.value_place(("positions", number, "at", other))
            yield Mistake(place, f"place {other + 1} overlaps place {one + 1}, at {x:g}, {y:g} mm")
            return
