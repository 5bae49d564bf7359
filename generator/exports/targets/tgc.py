"""Pictures for The Game Crafter: each lot as the product of the service that is nearest to it in size.

A tile of 50 mm becomes a SmallSquareTile of two inches, 1.6 % larger. What no product comes near is left out, and said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.catalogue import library
from generator.errors import AsterionError
from generator.exports.target import Bench, Target, Wishes
from generator.publish.os_errors import listed

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.catalogue.services import Product, Service
    from generator.layout.batches import Lot

SERVICE = "the-game-crafter"
FARTHEST = 0.15
"""How much larger or smaller than its drawing a piece may be printed. Own choice: symbols stay as easy to read."""


class GameCrafter(Target):
    """The Game Crafter."""

    name = "tgc"
    about = "pictures for The Game Crafter: SmallSquareTile, 675 x 675 pixels at 300 dpi, and its square decks"

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:  # noqa: ARG002 - there are no options
        from generator.exports.prints import Format, pictures

        service = _service()
        formats = {}
        for lot, product in _products(bench, service).items():
            if product is not None:
                scale = (product.pixels - 2 * product.bleed) / lot.width
                side, dpi = product.pixels, service.dpi
                formats[lot.kind] = Format(product.name, side, side, scale, product.bleed, dpi)
        if not formats:
            products = listed([f"{one.name} {service.trim_mm(one):.1f} mm" for one in service.products], 4)
            raise AsterionError(f"no piece of {bench.game.head.game!r} has the size of a product ({products})")
        return pictures(bench, formats)

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:  # noqa: ARG002 - there are no options
        service = _service()
        for lot, product in _products(bench, service).items():
            size = f"{lot.width:g} mm" if lot.width == lot.height else f"{lot.width:g} x {lot.height:g} mm"
            if product is None:
                yield f"{lot.kind} of {size} have the size of no product and are left out; see `asterion export png`"
                continue
            trim = service.trim_mm(product)
            yield f"{lot.kind} of {size} become {product.name} of {trim:.1f} mm ({trim / lot.width - 1:+.1%})"
            yield from _unsafe(bench, lot, product, service)


def _service() -> Service:
    from generator.catalogue.services import load_service

    file = library.services()[SERVICE]
    return load_service(file.path, file.name)


def _products(bench: Bench, service: Service) -> dict[Lot, Product | None]:
    """The product of each lot, if one is near enough."""
    from generator.exports.items import items_of

    found: dict[Lot, Product | None] = {}
    for lot in dict.fromkeys(item.lot for item in items_of(bench.game)):
        near = min(service.products, key=lambda one: abs(service.trim_mm(one) / lot.width - 1))
        fits = lot.width == lot.height and abs(service.trim_mm(near) / lot.width - 1) <= FARTHEST
        found[lot] = near if fits else None
    return found


def _unsafe(bench: Bench, lot: Lot, product: Product, service: Service) -> Iterator[str]:
    """Signs that lie nearer to the cut than the service asks for."""
    from generator.exports.ground import unsafe
    from generator.exports.items import items_of

    scale = service.trim_mm(product) / lot.width
    safe = service.safe_mm(product)
    near: dict[str, tuple[float, list[str]]] = {}
    for item in items_of(bench.game):
        for component in filter(None, (item.piece.id, item.piece.back)) if item.lot == lot else ():
            for sign, mm in unsafe(bench.drawing(component), safe / scale).items():
                least, owners = near.get(sign, (mm, []))
                near[sign] = min(least, mm), owners if component in owners else [*owners, component]
    for sign, (mm, owners) in near.items():
        where = f"{sign!r} on {listed(owners, 4)}"
        yield f"{where} comes within {mm * scale:.1f} mm of the cut; {service.title} asks for {safe:.1f} mm"


TARGET = GameCrafter()
