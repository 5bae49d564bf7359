"""Pieces as pictures, one a component, fronts and backs apart: what print services and other tables ask for.

::

    tiles/fronts/Y01.png ...     all of a lot equally large, to the pixel
    tiles/backs/back-yellow.png
    pieces.csv                   how often each is needed, and its back
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from generator.build.targets import Artefact
from generator.errors import AsterionError, LayoutError
from generator.exports.ground import art, reach
from generator.exports.items import items_of, pieces_table
from generator.exports.outlines import cut_out, outline_of
from generator.exports.target import Bench
from generator.layout.batches import Lot
from generator.pdf.drawing_pages import Laid
from generator.publish.os_errors import listed

MOST_PIXELS = 100_000_000
"""Pixels take three bytes each while they are drawn. Own choice: 300 MB."""
PIXELS_A_STEP = 300_000
"""So many pixels are about as much work as a drawing. Measured."""
ROUNDING = 0.01
"""Art is written to hundredths of a millimetre."""


class Format(Struct, frozen=True):
    """How large the pictures of a lot are.

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
        """Of the drawing, beyond its trim."""
        return self.bleed_px / self.scale


def pictures(bench: Bench, formats: dict[str, Format]) -> Iterator[Artefact]:
    """The pictures of the lots that have a format, by kind, and the table of what there is.

    Raises:
        LayoutError: the art is not drawn far enough for the bleed, or there would be too many pixels.
    """
    check_reach(bench, {kind: one.bleed_mm for kind, one in formats.items()})
    done: set[tuple[str, str]] = set()
    for item in items_of(bench.game):
        form = formats.get(item.lot.kind)
        for side, component in (("fronts", item.piece.id), ("backs", item.piece.back)):
            if form is None or not component or (side, component) in done:
                continue
            done.add((side, component))
            key = bench.key(form, components=(component,))
            effort = 1 + form.width * form.height // PIXELS_A_STEP
            yield Artefact(
                f"{form.folder}/{side}/{component}.png", key, partial(picture_of, bench, component, form), effort
            )
    folders = {kind: form.folder for kind, form in formats.items()}
    table = pieces_table(bench.game, folders)
    yield Artefact("pieces.csv", bench.key(table, components=()), table.encode)


def picture_of(bench: Bench, component: str, form: Format) -> bytes:
    """One picture."""
    from generator.exports.pixels import picture

    whole = bench.drawing(component)
    drawing = art(whole, form.bleed_mm + ROUNDING if form.bleed_px else 0.0)
    laid = Laid(drawing, form.bleed_px, form.bleed_px, form.scale)
    mask = cut_out(bench.game, whole) if form.cut_out else None
    outside = [Laid(mask, laid.x, laid.y, form.scale)] if mask else None
    return picture(form.width, form.height, [laid], form.dpi, cut_out=outside)


def check_pixels(lot: Lot, form: Format, remedy: str) -> Format:
    """The format, if a picture of it can be drawn.

    Raises:
        LayoutError: there would be too many pixels.
    """
    if form.width * form.height > MOST_PIXELS:
        raise LayoutError(f"{form.width} x {form.height} pixels for {lot.kind} are too many; {remedy}")
    return form


def bleeds_of(bench: Bench, wished: float | None) -> dict[str, float]:
    """Return how far each lot's pictures go beyond the cut, in mm, by the lot's kind.

    A lot that is not drawn as far as `wished` keeps the bleed that it has on the sheets; :func:`bleed_notes` says so.

    Args:
        bench: the game.
        wished: in mm; None: as on the sheets. Lots without a bleed stay without.

    Raises:
        AsterionError: no lot is drawn so far.
    """
    lots = tuple(dict.fromkeys(item.lot for item in items_of(bench.game)))
    if wished is None:
        return {lot.kind: lot.bleed for lot in lots}
    reaches = {lot.kind: _reach_of(bench, lot) for lot in lots if lot.bleed}
    far = [reach for reach in reaches.values() if reach >= wished - ROUNDING]
    if reaches and not far:
        most = int((max(reaches.values()) + ROUNDING) * 10) / 10
        raise AsterionError(f"no piece is drawn {wished:g} mm beyond its cut; give a bleed of at most {most:g} mm")
    return {lot.kind: wished if reaches.get(lot.kind, 0.0) >= wished - ROUNDING else lot.bleed for lot in lots}


def bleed_notes(bench: Bench, wished: float | None) -> Iterator[str]:
    """Say which lots keep their own bleed, as they are not drawn as far as `wished`, in mm."""
    bleeds = bleeds_of(bench, wished)
    for lot in dict.fromkeys(item.lot for item in items_of(bench.game)):
        if wished is not None and lot.bleed and bleeds[lot.kind] != wished:
            far = _reach_of(bench, lot)
            yield f"{lot.kind} keep a bleed of {lot.bleed:g} mm: they are drawn {far:.2f} mm beyond their cut"


def _reach_of(bench: Bench, lot: Lot) -> float:
    """Return how far the least of a lot's components is drawn beyond its cut, in mm."""
    sides = (side for piece in lot.pieces if piece.copies for side in (piece.id, piece.back))
    return min(_drawn_beyond(bench, component) for component in dict.fromkeys(filter(None, sides)))


def _drawn_beyond(bench: Bench, component: str) -> float:
    """How far a component is drawn beyond its cut; one with cut lines of its own bleeds as far as it says itself."""
    drawing = bench.drawing(component)
    if outline_of(bench.game, drawing).form == "path":
        return drawing.bleed
    return reach(drawing, is_round=bench.game.is_round(component))


def check_reach(bench: Bench, bleeds: dict[str, float]) -> None:
    """See that every piece is drawn as far beyond its trim as its kind is asked to bleed, in mm.

    Raises:
        AsterionError: some are not, with how far they are.
    """
    short: dict[str, float] = {}
    for item in items_of(bench.game):
        wanted = bleeds.get(item.lot.kind, 0.0)
        for component in filter(None, (item.piece.id, item.piece.back)) if wanted else ():
            if component not in short:
                there = _drawn_beyond(bench, component)
                if there < wanted - ROUNDING:
                    short[component] = max(there, 0.0)
    if short:
        far = min(short.values())
        raise AsterionError(
            f"a bleed of {max(bleeds.values()):.2f} mm is more than is drawn of {listed(sorted(short), 4)}: "
            f"{far:.2f} mm; give a bleed of at most {int(far * 10) / 10:g} mm"
        )
