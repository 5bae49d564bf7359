"""Lots, which are pieces of one size, and the sheets that they are printed on: fronts and backs.

::

    Lot -- kind                     what titles call it, such as tiles
        |- width, height, bleed     of each of its pieces, in mm
        `- pieces -- Piece          id, how often, what is behind it

A piece is placed by its bounding rectangle, whatever its outline. A lot whose pieces fill a page each,
such as the pages of a board, holds their own cut lines in its drawings and asks for no crop marks.

Where a layout asks for the fewest sheets, each lot is laid in the first of a few ways that needs least of them, pieces
of a label lie on as few sheets as possible, and a lot of few small pieces that hold their own cut lines lies below the
pieces of the sheet before it, or in the room that a piece leaves free::

    +--------------+   +--------------+   +--------------+   15 places a sheet, 16 yellow tiles, 16 blue ones,
    | Y  Y  Y  ... |   | B  B  B  ... |   | Y  B  m      |   the minotaur, 24 counters
    | Y  Y  Y      |   | B  B  B      |   | ............ |
    | Y  Y  Y      |   | B  B  B      |   | ............ |
    +--------------+   +--------------+   +--------------+

Pages alternate front, back, front, back, as a duplex printer wants them. The back of a sheet is seen after it was
turned over: along the long edge of an upright sheet columns change places, along the short edge rows do. A sheet that
is folded instead holds both on one page.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import N_UP, Gutter, Layout
from asterion_press.errors import LayoutError
from asterion_press.geometry import Point, Rect, Size
from asterion_press.layout.grid import (
    RULER_LABEL_MM,
    RULER_MM,
    Grid,
    Honeycomb,
    Places,
    grid_on,
    honeycomb_on,
    places_on,
    reserved_room,
    usable_area,
)
from asterion_press.layout.sheet_setup import PLAIN, Flip, SheetSetup

Outline: TypeAlias = tuple[Point, ...]
"""The corners of a closed shape, in order."""


class Piece(Struct, frozen=True):
    """One component, and how often it lies on fronts.

    Attributes:
        id: of the component.
        name: as messages call it, such as ``tile Y07``.
        copies: how often it is printed.
        back: id of the component behind it; empty if the back of the sheet stays blank there.
        label: its name in the sheet's title, such as its colour; the lot's kind is used if no piece has one.
        back_name: as messages call the component behind it.
        outlines: corners of shapes whose place on the piece matters, in mm from its trim's top left corner, such as the
            hexagons of a board; the proof looks for each of them on paper.
        room: part of the piece that holds nothing, in mm from its trim's top left corner, so that a lot of few small
            pieces may lie there.
        layers: of so many copies one thing is glued.
    """

    id: str
    name: str
    copies: int = 1
    back: str = ""
    label: str = ""
    back_name: str = ""
    outlines: tuple[Outline, ...] = ()
    room: Rect | None = None
    layers: int = 1


class Lot(Struct, frozen=True):
    """Pieces of one size, which share sheets.

    Attributes:
        kind: what they are, in the plural.
        width, height: of the trim, in mm.
        bleed: art beyond the trim on each side, in mm.
        pieces: in the order in which they are laid.
        gathered: whether few pieces form a block that is about square, instead of filling rows.
        marked: whether crop marks point along the cuts.
        shared: whether neighbours share their edges in any layout, as one cut parts two of them.
        hexagonal: whether they are hexagons that stand on a corner, which make a honeycomb where edges are shared.
        round: whether they are cut out as circles.
        whole: id of the component that shows what is glued of all its pieces, such as a board; empty if nothing is.
    """

    kind: str
    width: float
    height: float
    bleed: float
    pieces: tuple[Piece, ...]
    gathered: bool = False
    marked: bool = True
    shared: bool = False
    hexagonal: bool = False
    round: bool = False
    whole: str = ""

    @property
    def count(self) -> int:
        """Return the number of pieces on fronts."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def has_backs(self) -> bool:
        """Return whether anything is printed behind one of its pieces."""
        return any(piece.back for piece in self.pieces)


def lot_grid(lot: Lot, paper: Paper, what: str = "piece", layout: Layout = N_UP, *, room: Size | None = None) -> Grid:
    """Return the grid for a lot, whose pieces messages call `what`; see :func:`~asterion_press.layout.grid.grid_on`.

    Raises:
        LayoutError: they do not fit the paper.
    """
    wanted = max(1, lot.count) if lot.gathered else None
    if lot.shared:
        layout = replace(layout, bleed_mm=0.0, gutter_mm=Gutter())
    side, band = reserved_room(layout)
    tight = RULER_MM + RULER_LABEL_MM <= usable_area(paper, side, band)[0] < lot.width
    if tight and not (lot.marked or room) and layout.captions_at == "ends":
        room = usable_area(paper, 0.0, band)  # no marks stand beside its pieces
    return grid_on(paper, lot.width, lot.bleed, wanted, what, tall=lot.height, room=room, layout=layout)


LEAST_BLEED_MM = 2.0
"""Bleed where paper is saved. Source: rules for printing, 2 to 3 mm."""
SHORT_GAP_MM, SHORT_MARK_MM = 0.5, 2.2
"""Crop marks where paper is saved: so short that five tiles of 50 mm fit the printable height of Letter."""
BESIDE_MM = 1.0
"""Distance of a lot from the crop marks of the one whose sheet it shares. Own choice."""


def lot_pattern(lot: Lot, paper: Paper, layout: Layout, flip: Flip = Flip.LONG_EDGE) -> Grid | Places:
    """Return the places of a lot's pieces. Pieces without backs are not folded.

    Raises:
        LayoutError: they do not fit the paper, or there are no places for them.
    """
    backs = lot.has_backs
    if layout.positions:
        return places_on(paper, layout, (lot.width, lot.height), lot.bleed, lot.kind, flip if backs else None)
    if layout.fold != "none" and not backs:
        layout = replace(layout, fold="none")
    if lot.hexagonal and (comb := _honeycomb(lot, paper, layout)):
        return comb
    what = f"piece ({lot.kind})"
    found = [lot_grid(lot, paper, what, layout)]
    for thrifty in _thrifty(layout) if layout.fewest_sheets else ():
        with suppress(LayoutError):
            found.append(lot_grid(lot, paper, what, thrifty))
    return min(found, key=lambda grid: math.ceil(lot.count / grid.places))  # the first of those that need fewest


def _honeycomb(lot: Lot, paper: Paper, layout: Layout) -> Honeycomb | None:
    """Return the honeycomb of a lot, if the layout has neighbours share their edges and the paper holds it."""
    if layout.fold != "none" or layout.gutter_mm != Gutter() or not (layout.fewest_sheets or layout.bleed_mm == 0):
        return None
    groups = [sum(one.copies for one in group) for _, group in groupby(lot.pieces, key=lambda one: one.label)]
    return honeycomb_on(paper, layout, (lot.width, lot.height), lot.bleed, groups)


def _thrifty(layout: Layout) -> Iterator[Layout]:
    """Yield the layouts that save paper, the best to cut first: less bleed, captions at the sides, shared edges."""
    crop = replace(layout.marks.crop, gap_mm=SHORT_GAP_MM, length_mm=SHORT_MARK_MM)
    inner = LEAST_BLEED_MM if layout.bleed_mm is None else min(layout.bleed_mm, LEAST_BLEED_MM)
    outer = LEAST_BLEED_MM if layout.outer_bleed_mm is None else min(layout.outer_bleed_mm, LEAST_BLEED_MM)
    less = replace(layout, outer_bleed_mm=outer, captions_at="sides", marks=replace(layout.marks, crop=crop))
    yield replace(less, bleed_mm=inner)
    yield replace(less, bleed_mm=0.0, gutter_mm=Gutter())


def choose_pieces(lots: Iterable[Lot], names: Sequence[str]) -> tuple[Lot, ...]:
    """Return the lots reduced to the wanted pieces.

    Args:
        lots: everything.
        names: ids of pieces, each as often as it is wanted, or kinds of lots, which are wanted as a whole.

    Raises:
        LookupError: there is nothing of a name; it is the error's argument.
    """
    everything = tuple(lots)
    known = {piece.id for lot in everything for piece in lot.pieces} | {lot.kind for lot in everything}
    for name in names:
        if name not in known:
            raise LookupError(name, sorted(known))
    wanted = Counter(names)
    left = []
    for lot in everything:
        whole = wanted[lot.kind]
        pieces = tuple(
            replace(piece, copies=whole * piece.copies + wanted[piece.id])
            for piece in lot.pieces
            if (whole and piece.copies) or wanted[piece.id]
        )
        left += [replace(lot, pieces=pieces)] if pieces else []
    return tuple(left)


class SkipError(LayoutError):
    """An error in the places to leave free: one does not exist, or none would be left."""


class Face(StrEnum):
    """A side of a sheet, or what a side holds that is to be folded."""

    FRONT = "front"
    BACK = "back"
    FOLDED = "front and back"


class Placement(Struct, frozen=True):
    """A component at its place.

    Attributes:
        component: the component's id.
        x, y: top left corner of the trim, in mm from the paper's top left corner.
        turns: clockwise quarter turns; 2 for a back that is folded behind its front.
        kept: what is shown of its bleed to the left, above, to the right and below, or beyond the six sides of a
            hexagon, clockwise from the upper right one, in mm; None: all of it.
        marked: whether crop marks point along its cuts.
        round: whether it is cut out as a circle.
    """

    component: str
    x: float
    y: float
    turns: int = 0
    kept: tuple[float, ...] | None = None
    marked: bool = True
    round: bool = False


class Page(Struct, frozen=True):
    """One side of a sheet.

    Attributes:
        kind: what is on it, such as ``tiles`` or ``counters``.
        face: front or back.
        sheet: number of the sheet, from 1.
        colours: labels of what is on it, such as ids of colours, in order; empty for counters.
        grid: the places.
        placements: what lies on them; nothing on a back that stays blank.
        also: what lies below that, such as ``counters``; empty for nothing.
        title: what is printed beside the game's title; empty for the number of the sheet and its side, in no language.
        title_face: the font of its title, one of ``templates/fonts``; empty for the usual one.
    """

    kind: str
    face: Face
    sheet: int
    colours: tuple[str, ...]
    grid: Grid | Places
    placements: tuple[Placement, ...]
    also: str = ""
    title: str = ""
    title_face: str = ""

    @property
    def number(self) -> str:
        """Return the number of its sheet, and its side in no language: A is the front."""
        return f"{self.sheet} {'A' if self.face is Face.FRONT else 'B'}"

    @property
    def name(self) -> str:
        """Return its title, without that of the game."""
        return self.title or self.number


def lot_pages(
    lot: Lot,
    grid: Grid | Places,
    sheet: int = 1,
    flip: Flip = Flip.LONG_EDGE,
    skip: tuple[tuple[int, int], ...] = (),
    *,
    together: bool = False,
) -> tuple[Page, ...]:
    """Return fronts and backs of a lot in duplex order.

    Args:
        lot: what is laid.
        grid: where.
        sheet: number of the first sheet.
        flip: how sheets are turned over, if they are not folded.
        skip: sheets and their places that are left free, both from 1.
        together: whether pieces of a label lie on as few sheets as possible.

    Raises:
        SkipError: a sheet has no such place, or none that is not left free.
    """
    pages: list[Page] = []
    over = grid.turned_over(flip)

    def room(index: int) -> int:
        return len(_free(grid, sheet + index, skip))

    pieces = [piece for piece in lot.pieces for _ in range(piece.copies)]
    for number, group in enumerate(_dealt_together(pieces, room) if together else _dealt(pieces, room), sheet):
        free = _free(grid, number, skip)
        labels = tuple(dict.fromkeys(piece.label for piece in group if piece.label))
        lying = [(piece, grid.trim_corner(index)) for index, piece in zip(free, group, strict=False)]
        place = partial(Placement, marked=lot.marked, round=lot.round)
        fronts = [place(piece.id, *at) for piece, at in lying]
        turns = 2 if grid.layout.fold == "level" else 0  # below a level fold backs lie upside down
        backs = [place(piece.back, *grid.behind(*at, flip), turns) for piece, at in lying if piece.back]
        sides = [(Face.FRONT, grid, fronts), (Face.BACK, over, backs)]
        if grid.layout.fold != "none":
            sides = [(Face.FOLDED, grid, fronts + backs)]
        for face, places, placed in sides:
            shown = _with_kept_bleeds(placed, places, lot.bleed)
            pages.append(Page(lot.kind, face, number, labels, places, shown))
    return tuple(pages)


def _dealt(pieces: Sequence[Piece], room: Callable[[int], int], first: int = 0) -> list[list[Piece]]:
    """Return what lies on each sheet, from the sheet `first` on, if each is filled in turn."""
    left, sheets = list(pieces), list[list[Piece]]()
    while left:
        places = room(first + len(sheets))
        sheets.append(left[:places])
        del left[:places]
    return sheets


def _dealt_together(pieces: Sequence[Piece], room: Callable[[int], int]) -> list[list[Piece]]:
    """Return what lies on each sheet if pieces of a label lie on as few sheets as possible, without a sheet more.

    Sheets full of one label come first. What is left of each label lies on one sheet if that needs no more sheets, else
    it follows in turn.
    """
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.label)]
    sheets: list[list[Piece]] = []
    while full := next((group for group in groups if group and len(group) >= room(len(sheets))), None):
        places = room(len(sheets))
        sheets.append(full[:places])
        del full[:places]
    groups = [group for group in groups if group]
    in_turn = sheets + _dealt([piece for group in groups for piece in group], room, len(sheets))
    while groups:
        sheet: list[Piece] = []
        for group in list(groups):
            if len(sheet) + len(group) <= room(len(sheets)):
                sheet += group
                groups.remove(group)
        if not sheet or len(sheets) == len(in_turn):
            return in_turn
        sheets.append(sheet)
    return sheets


def _with_kept_bleeds(placed: list[Placement], grid: Grid | Places, bleed: float) -> tuple[Placement, ...]:
    """Return placements of pieces of a bleed, with what the places keep of that if they do not keep all of it."""
    kept = grid.kept_bleeds([(one.x, one.y) for one in placed], bleed)
    if set(kept.values()) <= {(bleed,) * 4}:
        return tuple(placed)
    return tuple(replace(one, kept=kept[one.x, one.y]) for one in placed)


def _free(grid: Grid | Places, sheet: int, skip: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the places of a sheet that are not left free, in their order."""
    skipped = {place for number, place in skip if number == sheet}
    if beyond := [place for place in sorted(skipped) if place > grid.places]:
        raise SkipError(f"sheet {sheet} has {grid.places} places; there is no place {beyond[0]} to skip")
    free = [index for index in range(grid.places) if index + 1 not in skipped]
    if not free:
        raise SkipError(f"all {grid.places} places of sheet {sheet} are skipped; begin with another sheet")
    return free


def _grid_on_sheet_before(pages: Sequence[Page], before: Lot, lot: Lot, layout: Layout) -> Grid | None:
    """Return the places of a lot of few small pieces on the sheet of the lot before it, if they fit there."""
    front, grid = pages[0], pages[0].grid
    if lot.marked or not lot.gathered or not lot.count or isinstance(grid, Places) or front.face is not Face.FRONT:
        return None
    if grid.layout.fold != "none" or layout.fold != "none":
        return None
    if any(one.marked for one in front.placements):
        left, bottom, right = grid.left, grid.bottom, grid.right
        top = max(one.y for one in front.placements) + grid.height + grid.edge + grid.reach + BESIDE_MM
        layout = replace(layout, outer_bleed_mm=LEAST_BLEED_MM, captions_at=grid.layout.captions_at)
    elif len(front.placements) == 1 and not pages[1].placements and (room := _room_of(front.placements[0], before)):
        left, top, right, bottom = room
    else:
        return None
    try:
        found = lot_grid(lot, grid.paper, layout=layout, room=(right - left, bottom - top))
    except LayoutError:
        return None
    if found.places < lot.count:
        return None
    wide, high = found.right - found.left, found.bottom - found.top
    return replace(found, left=left + (right - left - wide) / 2, top=top + (bottom - top - high) / 2)


def _room_of(one: Placement, lot: Lot) -> Rect | None:
    """Return the room that a piece leaves free where it lies, in mm from the paper's top left corner."""
    room = next((piece.room for piece in lot.pieces if piece.id == one.component), None)
    return room and (one.x + room[0], one.y + room[1], one.x + room[2], one.y + room[3])


def impose(lots: Iterable[Lot], paper: Paper, laying: SheetSetup = PLAIN) -> tuple[Page, ...]:
    """Return all pages of a game on one paper; folded ones print on one side only.

    Each lot lies on sheets of its own, unless the layout asks for the fewest sheets.

    Raises:
        LayoutError: the pieces of a lot do not fit the paper, or what the printer needs leaves of it.
    """
    pages: tuple[Page, ...] = ()
    sheet, few = 1, laying.layout.fewest_sheets
    before: Lot | None = None
    for lot in lots:
        pattern = lot_pattern(lot, laying.room(paper, backs=lot.has_backs), laying.layout, laying.flip)
        joins = few and pages and (not lot.has_backs or laying.room(paper) == pages[-1].grid.paper)
        if joins and before and (there := _grid_on_sheet_before(pages[-2:], before, lot, laying.layout)):
            added = lot_pages(lot, there, sheet - 1, laying.flip)
            shared = zip(pages[-2:], added, strict=True)
            joined = (replace(one, also=more.kind, placements=one.placements + more.placements) for one, more in shared)
            pages = (*pages[:-2], *joined)
            continue
        laid = lot_pages(lot, pattern, sheet, laying.flip, laying.skip, together=few)
        pages += tuple(page for page in laid if not (laying.is_folded and page.face is Face.BACK))
        before, sheet = lot, pages[-1].sheet + 1 if pages else 1
    for number, place in laying.skip:
        if number >= sheet:
            raise SkipError(f"there is no sheet {number}, whose place {place} is to be skipped; there are {sheet - 1}")
    return pages
