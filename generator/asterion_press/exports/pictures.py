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

The renderer is pdfium, through the optional extra `export`; nothing else imports it. Drawings are printed on a page of
one point a pixel by the same code that prints the sheets, so that a picture shows what paper would.

Source of the chunks of PNG: ISO/IEC 15948, 11.3.3.2 and 11.3.3.5 for gAMA and sRGB.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Product, Service, load_service
from asterion_press.drawing.display_list import Drawing, Group, Shape, Transform, steps_of
from asterion_press.drawing.freehand import straightened
from asterion_press.errors import AsterionError, LayoutError
from asterion_press.exports.pieces import (
    folder_name,
    items_of,
    lots_of,
    outline_of,
    pieces_table,
    shapes_in,
    silhouette,
    without_cuts,
)
from asterion_press.exports.target import ExportContext, Option, OptionValues, Target
from asterion_press.geometry import MM_PER_INCH, Point, Rect, bounding_box
from asterion_press.layout.sheets import Lot
from asterion_press.making.artefacts import Artefact
from asterion_press.publish.file_operations import listed

if TYPE_CHECKING:
    from PIL.Image import Image

SRGB = b"\0"
"""The rendering intent of colours on screens: perceptual."""
SRGB_GAMMA = 45455
"""Gamma that ISO/IEC 15948 asks to be written beside sRGB, for readers that know gamma alone."""
COMPRESSION = 6
MOST_PIXELS = 100_000_000
"""Pixels take three bytes each while they are drawn. Own choice: 300 MB."""
PIXELS_A_STEP = 300_000
"""So many pixels are about as much work as a drawing. Measured."""
ROUNDING = 0.01
"""Art is written to hundredths of a millimetre."""

PlacedDrawing: TypeAlias = tuple[Drawing, float, float]
"""A drawing, cut at its bleed, and the top left corner of its trim in pixels."""


def render_png(
    width: int,
    height: int,
    placed: Sequence[PlacedDrawing],
    scale: float,
    dpi: float | None = None,
    mask: Drawing | None = None,
) -> bytes:
    """Draw a picture as a PNG file; what is bare is white.

    Args:
        width: in pixels.
        height: in pixels.
        placed: what is drawn.
        scale: pixels a millimetre of the drawings.
        dpi: pixels an inch, for printing, if that is not the scale.
        mask: the first drawing's outline in black; what lies outside of it is transparent. None: nothing is.

    Raises:
        MissingExtraError: the renderer is not installed.
    """
    from PIL.PngImagePlugin import PngInfo  # which the options of targets do without

    picture = _render(width, height, placed, scale)
    if mask is not None:
        outline = _render(width, height, [(mask, *placed[0][1:])], scale)
        picture.putalpha(outline.convert("L").point(lambda level: 255 - level))
    chunks = PngInfo()
    chunks.add(b"sRGB", SRGB)
    chunks.add(b"gAMA", SRGB_GAMMA.to_bytes(4))
    written, dpi = io.BytesIO(), dpi or scale * MM_PER_INCH
    picture.save(written, "PNG", compress_level=COMPRESSION, dpi=(dpi, dpi), pnginfo=chunks)
    return written.getvalue()


def _render(width: int, height: int, placed: Sequence[PlacedDrawing], scale: float) -> Image:
    """Return a picture in red, green and blue."""
    import pypdfium2  # a renderer that few commands need
    from PIL import Image

    from asterion_press.pdf.drawing_pages import print_plate  # ReportLab, which the options of targets do without

    document = pypdfium2.PdfDocument(print_plate(width, height, placed, scale))
    bitmap = document[0].render(scale=1, rev_byteorder=True)
    try:
        if (bitmap.width, bitmap.height, bitmap.n_channels) != (width, height, 3):
            raise AssertionError(f"{bitmap.width} x {bitmap.height} pixels of {bitmap.n_channels} channels")
        return Image.frombytes("RGB", (width, height), bytes(bitmap.buffer), "raw", "RGB", bitmap.stride)
    finally:
        bitmap.close()
        document.close()


class PictureSize(Struct, frozen=True):
    """The size of the pictures of a lot.

    Attributes:
        folder: that they lie in.
        width, height: in pixels, bleed included.
        scale: pixels a millimetre of the drawing.
        bleed_px: beyond the trim on each side.
        dpi: pixels an inch of what is printed, if that is not the scale.
        cut_out: whether what lies beside a round piece is transparent.
    """

    folder: str
    width: int
    height: int
    scale: float
    bleed_px: float = 0.0
    dpi: float | None = None
    cut_out: bool = False

    @property
    def bleed_mm(self) -> float:
        """Return the bleed of the drawing in mm."""
        return self.bleed_px / self.scale


def picture_files(context: ExportContext, formats: dict[str, PictureSize]) -> Iterator[Artefact]:
    """Yield the pictures of the lots that have a format, by kind, and the table of what there is."""
    done: set[tuple[str, str]] = set()
    for item in items_of(context.game):
        form = formats.get(item.lot.kind)
        for side, component in (("fronts", item.piece.id), ("backs", item.piece.back)):
            if form is None or not component or (side, component) in done:
                continue
            done.add((side, component))
            key = context.key(form, components=(component,))
            effort = 1 + form.width * form.height // PIXELS_A_STEP
            make = partial(render_component, context, component, form)
            yield Artefact(f"{form.folder}/{side}/{component}.png", key, make, effort)
    table = pieces_table(context.game, {kind: form.folder for kind, form in formats.items()})
    yield Artefact("pieces.csv", context.key(table, components=()), table.encode)


def render_component(context: ExportContext, component: str, form: PictureSize) -> bytes:
    """Draw one component as a PNG file."""
    whole = context.drawing(component)
    drawing = without_cuts(whole, form.bleed_mm + ROUNDING if form.bleed_px else 0.0)
    shape = silhouette(context.game, whole) if form.cut_out else None
    placed = [(drawing, form.bleed_px, form.bleed_px)]
    return render_png(form.width, form.height, placed, form.scale, form.dpi, shape)


# -- bleed -------------------------------------------------------------------------------------------------------------


def bleeds_of(context: ExportContext, asked_mm: float | None) -> dict[str, float]:
    """Return how far each lot's pictures go beyond the cut, in mm, by the lot's kind.

    A lot that is not drawn as far as `asked_mm` keeps its bleed of the sheets, which :func:`bleed_notes` reports.

    Args:
        context: the game.
        asked_mm: how far; None: as on the sheets. Lots without a bleed stay without.

    Raises:
        AsterionError: no lot is drawn so far.
    """
    lots = lots_of(context.game)
    if asked_mm is None:
        return {lot.kind: lot.bleed for lot in lots}
    drawn = {lot.kind: _drawn_beyond_lot(context, lot) for lot in lots if lot.bleed}
    if drawn and max(drawn.values()) < asked_mm - ROUNDING:
        most = int((max(drawn.values()) + ROUNDING) * 10) / 10
        raise AsterionError(f"no piece is drawn {asked_mm:g} mm beyond its cut; give a bleed of at most {most:g} mm")
    return {lot.kind: asked_mm if drawn.get(lot.kind, 0.0) >= asked_mm - ROUNDING else lot.bleed for lot in lots}


def bleed_notes(context: ExportContext, asked_mm: float | None) -> Iterator[str]:
    """Report the lots that keep their own bleed, as they are not drawn as far as `asked_mm`, in mm."""
    bleeds = bleeds_of(context, asked_mm)
    for lot in lots_of(context.game):
        if asked_mm is not None and lot.bleed and bleeds[lot.kind] != asked_mm:
            far = _drawn_beyond_lot(context, lot)
            yield f"{lot.kind} keep a bleed of {lot.bleed:g} mm: they are drawn {far:.2f} mm beyond their cut"


def _drawn_beyond_lot(context: ExportContext, lot: Lot) -> float:
    """Return how far the least of a lot's components is drawn beyond its cut, in mm."""
    found, game = [], context.game
    for component in {side for piece in lot.pieces if piece.copies for side in (piece.id, piece.back) if side}:
        drawing = context.drawing(component)
        has_own_cut = outline_of(game, drawing).form == "path"  # then it has its own bleed, too
        found.append(drawing.bleed if has_own_cut else drawn_beyond_trim(drawing, is_round=game.is_round(component)))
    return min(found)


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
            left, top, right, bottom = bounding_box(points)
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


def _signs(items: Iterable[Group | Shape], outer: Transform) -> Iterator[tuple[str, Rect]]:
    """Yield the groups that are placed and hold no placed ones, with the rectangle around each."""
    for item in items:
        if isinstance(item, Group):
            here = outer @ item.transform if item.transform else outer
            inner = list(_signs(item.items, here))
            if inner:
                yield from inner
            elif item.transform and (points := _inked_points(item.items, here)):
                yield item.name, bounding_box(points)


def _inked_points(items: Iterable[Group | Shape], outer: Transform) -> list[Point]:
    """Return the corners of squares that hold all that is painted."""
    found = []
    for shape, transform in shapes_in(items, outer):
        half = shape.width / 2 * math.hypot(transform.a, transform.b) if shape.stroke else 0.0
        for x, y in (point for chain, _ in straightened(shape.data, transform) for point in chain):
            found += [(x - half, y - half), (x + half, y + half)]
    return found


# -- for any print service, for virtual tables ------------------------------------------------------------------------

BLEED = Option("bleed", "Art beyond the cut, in mm. Default: as on the sheets.", "number", None, (), 0, 20)
DPI = Option("dpi", "Pixels an inch.", "whole", 300, (), 50, 1200)
PIXELS = Option("pixels", "Longer side of a picture, in pixels.", "whole", 1024, (), 16, 8192)


def bled_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield every front and back with its bleed.

    Raises:
        LayoutError: there would be too many pixels.
    """
    formats: dict[str, PictureSize] = {}
    dpi = int(values["dpi"])
    bleeds = bleeds_of(context, values["bleed"])
    for lot in lots_of(context.game):
        bleed = bleeds[lot.kind]
        width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in (lot.width, lot.height))
        scale = dpi / MM_PER_INCH
        form = PictureSize(folder_name(lot.kind), width, height, scale, bleed * scale)
        if width * height > MOST_PIXELS:
            raise LayoutError(f"{width} x {height} pixels for {lot.kind} are too many; give a smaller --dpi")
        formats[lot.kind] = form
    return picture_files(context, formats)


def trimmed_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:
    """Yield pictures cut at the trim, all of a kind exactly equally large."""
    formats = {lot.kind: trimmed_size(lot, int(values["pixels"]), cut_out=True) for lot in lots_of(context.game)}
    return picture_files(context, formats)


def trimmed_size(lot: Lot, pixels: int, *, cut_out: bool = False) -> PictureSize:
    """Return the size of pictures that are cut at the trim and whose longer side has so many pixels."""
    scale = pixels / max(lot.width, lot.height)
    width, height = (max(1, round(side * scale)) for side in (lot.width, lot.height))
    return PictureSize(folder_name(lot.kind), width, height, scale, cut_out=cut_out)


PNG = Target(
    "png",
    "every front and back as PNG with bleed, for any print service",
    (DPI, BLEED),
    bled_files,
    lambda context, values: bleed_notes(context, values["bleed"]),
)
TABLE = Target(
    "table",
    "every front and back as PNG without bleed, all equally large, for virtual tables such as Tabletopia",
    (PIXELS,),
    trimmed_files,
)


# -- for The Game Crafter ---------------------------------------------------------------------------------------------
# Each lot is the product of the service that is nearest to it in size: a tile of 50 mm becomes a SmallSquareTile of two
# inches, 1.6 % larger. What no product comes near is left out, and said.

SERVICE = "the-game-crafter"
FARTHEST = 0.15
"""Largest part by which a piece may be printed larger or smaller than drawn. Own choice: symbols stay easy to read."""


def crafted_files(context: ExportContext, values: OptionValues) -> Iterator[Artefact]:  # noqa: ARG001 - none
    """Yield the pictures of the products of the service.

    Raises:
        AsterionError: nothing has the size of a product, or is not drawn as far beyond its cut as that needs.
    """
    service, products = _products(context)
    formats = {}
    for lot, product in products.items():
        if product is not None:
            scale = (product.pixels - 2 * product.bleed) / lot.width
            side, dpi = product.pixels, service.dpi
            form = PictureSize(product.name, side, side, scale, product.bleed, dpi)
            if (far := _drawn_beyond_lot(context, lot)) < form.bleed_mm - ROUNDING:
                asked = f"{service.title} asks for {form.bleed_mm:.2f} mm; see `asterion export png`"
                raise AsterionError(f"{lot.kind} are drawn {far:.2f} mm beyond their cut, and {asked}")
            formats[lot.kind] = form
    if not formats:
        there = listed([f"{one.name} {service.trim_mm(one):.1f} mm" for one in service.products], 4)
        raise AsterionError(f"no piece of {context.game.head.game!r} has the size of a product ({there})")
    return picture_files(context, formats)


def crafted_notes(context: ExportContext, values: OptionValues) -> Iterator[str]:  # noqa: ARG001 - none
    """Say which product each lot becomes, and which signs lie too near to the cut."""
    service, products = _products(context)
    for lot, product in products.items():
        size = f"{lot.width:g} mm" if lot.width == lot.height else f"{lot.width:g} x {lot.height:g} mm"
        if product is None:
            yield f"{lot.kind} of {size} have the size of no product and are left out; see `asterion export png`"
            continue
        trim = service.trim_mm(product)
        yield f"{lot.kind} of {size} become {product.name} of {trim:.1f} mm ({trim / lot.width - 1:+.1%})"
        yield from _safety_notes(context, lot, product, service)


def _products(context: ExportContext) -> tuple[Service, dict[Lot, Product | None]]:
    """Return the service, and its product for each lot, if one is near enough."""
    file = library.services()[SERVICE]
    service = load_service(file)
    found: dict[Lot, Product | None] = {}
    for lot in lots_of(context.game):
        near = min(service.products, key=lambda one: abs(service.trim_mm(one) / lot.width - 1))
        fits = lot.width == lot.height and abs(service.trim_mm(near) / lot.width - 1) <= FARTHEST
        found[lot] = near if fits else None
    return service, found


def _safety_notes(context: ExportContext, lot: Lot, product: Product, service: Service) -> Iterator[str]:
    """Name the signs that lie nearer to the cut than the service asks for."""
    scale = service.trim_mm(product) / lot.width
    safe = service.safe_mm(product)
    near: dict[str, tuple[float, list[str]]] = {}
    for piece in lot.pieces:
        for component in filter(None, (piece.id, piece.back)) if piece.copies else ():
            for sign, mm in unsafe_signs(context.drawing(component), safe / scale).items():
                least, owners = near.get(sign, (mm, []))
                near[sign] = min(least, mm), owners if component in owners else [*owners, component]
    for sign, (mm, owners) in near.items():
        where = f"{sign!r} on {listed(owners, 4)}"
        yield f"{where} comes within {mm * scale:.1f} mm of the cut; {service.title} asks for {safe:.1f} mm"


TGC = Target(
    "tgc",
    "pictures for The Game Crafter: SmallSquareTile, 675 x 675 pixels at 300 dpi, and its square decks",
    (),
    crafted_files,
    crafted_notes,
)
