"""Pieces as pictures, one a component, fronts and backs apart, as print services and virtual tables ask for them.

::

    tiles/fronts/Y01.png ...     all of a lot equally large, to the pixel
    tiles/backs/back-yellow.png
    pieces.csv                   how often each is needed, and its back

How far art goes beyond the cut, and what is drawn too near to it, is read off the display list::

    +-- bleed ------------------+    the ground, one filled area, goes at least so far
    |  +-- trim: the knife --+  |
    |  |  +-- safe zone --+  |  |    a sign within the trim has to stay within the safe zone,
    |  |  |               |  |  |    as a cut may be off by that much
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from generator.drawing.display_list import Drawing, Group, Point, Shape, Transform, steps_of
from generator.errors import AsterionError, LayoutError
from generator.exports.outlines import (
    flattened,
    outline_of,
    shapes_in,
    silhouette,
    without_cuts,
)
from generator.exports.pieces import items_of, lots_of, pieces_table
from generator.exports.pixels import render_png
from generator.exports.target import ExportContext
from generator.layout.sheets import Lot
from generator.making.artefacts import Artefact
from generator.publish.file_operations import listed

MOST_PIXELS = 100_000_000
"""Pixels take three bytes each while they are drawn. Own choice: 300 MB."""
PIXELS_A_STEP = 300_000
"""So many pixels are about as much work as a drawing. Measured."""
ROUNDING = 0.01
"""Art is written to hundredths of a millimetre."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in mm."""


class PictureSize(Struct, frozen=True):
    """The size of the pictures of a lot.

    Attributes:
        folder: that they lie in.
        width, height: in pixels, bleed included.
        scale: pixels a millimetre of the drawing.
        bleed_px: beyond the trim on each side.
        dpi: pixels an inch of what is printed.
        cut_out: whether what lies beside a round piece is transparent.
    """

    folder: str
    width: int
    height: int
    scale: float
    bleed_px: float
    dpi: float
    cut_out: bool = False

    @property
    def bleed_mm(self) -> float:
        """Return the bleed of the drawing in mm."""
        return self.bleed_px / self.scale


def picture_files(context: ExportContext, formats: dict[str, PictureSize]) -> Iterator[Artefact]:
    """Yield the pictures of the lots that have a format, by kind, and the table of what there is.

    Raises:
        LayoutError: the art is not drawn far enough for the bleed.
    """
    _check_bleed(context, {kind: one.bleed_mm for kind, one in formats.items()})
    done: set[tuple[str, str]] = set()
    for item in items_of(context.game):
        form = formats.get(item.lot.kind)
        for side, component in (("fronts", item.piece.id), ("backs", item.piece.back)):
            if form is None or not component or (side, component) in done:
                continue
            done.add((side, component))
            key = context.key(form, components=(component,))
            effort = 1 + form.width * form.height // PIXELS_A_STEP
            make = partial(_render_component, context, component, form)
            yield Artefact(f"{form.folder}/{side}/{component}.png", key, make, effort)
    table = pieces_table(context.game, {kind: form.folder for kind, form in formats.items()})
    yield Artefact("pieces.csv", context.key(table, components=()), table.encode)


def _render_component(context: ExportContext, component: str, form: PictureSize) -> bytes:
    whole = context.drawing(component)
    drawing = without_cuts(whole, form.bleed_mm + ROUNDING if form.bleed_px else 0.0)
    shape = silhouette(context.game, whole) if form.cut_out else None
    placed = [(drawing, form.bleed_px, form.bleed_px)]
    mask = [(shape, form.bleed_px, form.bleed_px)] if shape else None
    return render_png(form.width, form.height, placed, form.scale, form.dpi, mask=mask)


def check_pixels(lot: Lot, form: PictureSize, remedy: str) -> PictureSize:
    """Return the format, if a picture of it can be drawn.

    Raises:
        LayoutError: there would be too many pixels.
    """
    if form.width * form.height > MOST_PIXELS:
        raise LayoutError(f"{form.width} x {form.height} pixels for {lot.kind} are too many; {remedy}")
    return form


# -- bleed -------------------------------------------------------------------------------------------------------------


def bleeds_of(context: ExportContext, wished: float | None) -> dict[str, float]:
    """Return how far each lot's pictures go beyond the cut, in mm, by the lot's kind.

    A lot that is not drawn as far as `wished` keeps its bleed of the sheets, which :func:`bleed_notes` reports.

    Args:
        context: the game.
        wished: in mm; None: as on the sheets. Lots without a bleed stay without.

    Raises:
        AsterionError: no lot is drawn so far.
    """
    lots = lots_of(context.game)
    if wished is None:
        return {lot.kind: lot.bleed for lot in lots}
    drawn = {lot.kind: _drawn_beyond_lot(context, lot) for lot in lots if lot.bleed}
    if drawn and max(drawn.values()) < wished - ROUNDING:
        most = int((max(drawn.values()) + ROUNDING) * 10) / 10
        raise AsterionError(f"no piece is drawn {wished:g} mm beyond its cut; give a bleed of at most {most:g} mm")
    return {lot.kind: wished if drawn.get(lot.kind, 0.0) >= wished - ROUNDING else lot.bleed for lot in lots}


def bleed_notes(context: ExportContext, wished: float | None) -> Iterator[str]:
    """Report the lots that keep their own bleed, as they are not drawn as far as `wished`, in mm."""
    bleeds = bleeds_of(context, wished)
    for lot in lots_of(context.game):
        if wished is not None and lot.bleed and bleeds[lot.kind] != wished:
            far = _drawn_beyond_lot(context, lot)
            yield f"{lot.kind} keep a bleed of {lot.bleed:g} mm: they are drawn {far:.2f} mm beyond their cut"


def _drawn_beyond_lot(context: ExportContext, lot: Lot) -> float:
    """Return how far the least of a lot's components is drawn beyond its cut, in mm."""
    sides = (side for piece in lot.pieces if piece.copies for side in (piece.id, piece.back))
    return min(_drawn_beyond(context, component) for component in dict.fromkeys(filter(None, sides)))


def _drawn_beyond(context: ExportContext, component: str) -> float:
    """Return how far a component is drawn beyond its cut, in mm; one with cut lines of its own has its own bleed."""
    drawing = context.drawing(component)
    if outline_of(context.game, drawing).form == "path":
        return drawing.bleed
    return drawn_beyond_trim(drawing, is_round=context.game.is_round(component))


def _check_bleed(context: ExportContext, bleeds: dict[str, float]) -> None:
    """Check that every piece is drawn as far beyond its trim as its kind is asked to bleed, in mm.

    Raises:
        AsterionError: some are not, with how far they are.
    """
    short: dict[str, float] = {}
    for item in items_of(context.game):
        wanted = bleeds.get(item.lot.kind, 0.0)
        for component in filter(None, (item.piece.id, item.piece.back)) if wanted else ():
            if component not in short:
                there = _drawn_beyond(context, component)
                if there < wanted - ROUNDING:
                    short[component] = max(there, 0.0)
    if short:
        far = min(short.values())
        raise AsterionError(
            f"a bleed of {max(bleeds.values()):.2f} mm is more than is drawn of {listed(sorted(short), 4)}: "
            f"{far:.2f} mm; give a bleed of at most {int(far * 10) / 10:g} mm"
        )


def drawn_beyond_trim(drawing: Drawing, *, is_round: bool = False) -> float:
    """Return how far the ground goes beyond the trim on every side, in mm; negative if it stays within.

    The ground is one filled rectangle, or for a round piece one filled circle about its middle.
    """
    found = [-math.inf]
    for shape, transform in shapes_in(without_cuts(drawing).groups):
        commands = "".join(command for command, _ in shape.data)
        if not shape.fill or commands not in {"MLLLZ", "MCCCCZ"}:
            continue
        points = [transform.apply(x, y) for _, own in steps_of(shape.data) for x, y in own]
        if commands == "MLLLZ":
            left, top, right, bottom = _box_of(points)
            edges = (min(abs(x - left), abs(x - right)) + min(abs(y - top), abs(y - bottom)) for x, y in points)
            if all(off < 0.01 for off in edges):
                found.append(min(-left, -top, right - drawing.width, bottom - drawing.height))
        elif is_round:  # as a pen records a circle, the ends of its four curves are its outermost points
            middle = drawing.width / 2, drawing.height / 2
            radius = min(math.dist(point, middle) for point in points[::3])
            found.append(radius - max(drawing.width, drawing.height) / 2)
    return max(found)


# -- the safe zone -----------------------------------------------------------------------------------------------------


def unsafe_signs(drawing: Drawing, safe: float) -> dict[str, float]:
    """Return the signs that a cut which is off by `safe` mm would touch, by their groups' names: mm from the cut.

    A sign is a group with a place of its own that lies wholly within the trim; what crosses the trim is ground, which
    may be cut anywhere.
    """
    found: dict[str, float] = {}
    for name, box in _signs(without_cuts(drawing).groups, Transform()):
        left, top, right, bottom = box
        near = min(left, top, drawing.width - right, drawing.height - bottom)
        if 0 <= near < safe - 0.005:
            found[name] = min(near, found.get(name, math.inf))
    return found


def _signs(items: Iterable[Group | Shape], outer: Transform) -> Iterator[tuple[str, Box]]:
    """Yield the groups that are placed and hold no placed ones, with the rectangle around each."""
    for item in items:
        if isinstance(item, Group):
            here = outer @ item.transform if item.transform else outer
            inner = list(_signs(item.items, here))
            if inner:
                yield from inner
            elif item.transform and (points := _inked_points(item.items, here)):
                yield item.name, _box_of(points)


def _inked_points(items: Iterable[Group | Shape], outer: Transform) -> list[Point]:
    found = []
    for shape, transform in shapes_in(items, outer):
        half = shape.width / 2 * math.hypot(transform.a, transform.b) if shape.stroke else 0.0
        for x, y in (point for chain, _ in flattened(shape.data, transform) for point in chain):
            found += [(x - half, y - half), (x + half, y + half)]
    return found


def _box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
