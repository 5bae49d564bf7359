"""Pictures for The Game Crafter: each lot as the product of the service that is nearest to it in size.

A tile of 50 mm becomes a SmallSquareTile of two inches, 1.6 % larger. What no product comes near is left out, and said.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalogue import library
from generator.catalogue.equipment import Product, Service, load_service
from generator.errors import AsterionError
from generator.exports.piece_images import PictureSize, picture_files, unsafe_signs
from generator.exports.pieces import lots_of
from generator.exports.target import ExportContext, OptionValues, Target
from generator.layout.sheets import Lot
from generator.making.artefacts import Artefact
from generator.publish.file_operations import listed

SERVICE = "the-game-crafter"
FARTHEST = 0.15
"""Largest part by which a piece may be printed larger or smaller than drawn. Own choice: symbols stay easy to read."""


class GameCrafter(Target):
    """The Game Crafter."""

    name = "tgc"
    about = "pictures for The Game Crafter: SmallSquareTile, 675 x 675 pixels at 300 dpi, and its square decks"

    def files(self, context: ExportContext, values: OptionValues) -> Iterator[Artefact]:  # noqa: ARG002 - no options
        service, products = _products(context)
        formats = {}
        for lot, product in products.items():
            if product is not None:
                scale = (product.pixels - 2 * product.bleed) / lot.width
                side, dpi = product.pixels, service.dpi
                formats[lot.kind] = PictureSize(product.name, side, side, scale, product.bleed, dpi)
        if not formats:
            there = listed([f"{one.name} {service.trim_mm(one):.1f} mm" for one in service.products], 4)
            raise AsterionError(f"no piece of {context.game.head.game!r} has the size of a product ({there})")
        return picture_files(context, formats)

    def notes(self, context: ExportContext, values: OptionValues) -> Iterator[str]:  # noqa: ARG002 - no options
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
    service = load_service(file.path, file.name)
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


TARGET = GameCrafter()
