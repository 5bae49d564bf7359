"""Print services: one file each in ``templates/services``, with the products into which pieces may be made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from generator.catalogue.examples import matching, visible
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.errors import InputError, Mistake
from generator.units import MM_PER_INCH

Pixels = Annotated[int, Meta(ge=1, le=10_000)]


class Product(Record, frozen=True):
    """One square product of a service, in pixels of the service's resolution.

    Attributes:
        name: as the service calls it.
        pixels: side of the picture, bleed included.
        bleed: beyond the trim on each side.
        safe: from the picture's edge to the safe zone.
    """

    name: Annotated[
        str,
        matching(
            r"^[A-Za-z0-9]+$",
            "is no name of a product; write letters and digits, as in SquareCard",
            "SquareCard",
            max_length=40,
        ),
    ]
    pixels: Pixels
    bleed: Annotated[float, Meta(ge=0, le=1000)]
    safe: Annotated[int, Meta(ge=0, le=1000)]


class Service(Record, frozen=True):
    """A print service.

    Attributes:
        dpi: pixels an inch.
        products: the first one is taken of those that fit equally well.
        source: where the numbers come from.
        title: as lists show it.
    """

    title: Annotated[str, visible(60)]
    dpi: Annotated[int, Meta(ge=72, le=2400)]
    products: Annotated[tuple[Product, ...], Meta(min_length=1)]
    source: Annotated[str, visible(400)]

    def trim_mm(self, product: Product) -> float:
        """Side of a product when it is cut."""
        return (product.pixels - 2 * product.bleed) / self.dpi * MM_PER_INCH

    def safe_mm(self, product: Product) -> float:
        """Return the distance that signs must keep from the cut."""
        return (product.safe - product.bleed) / self.dpi * MM_PER_INCH


def load_service(path: Path, name: str | None = None) -> Service:
    """Read one service.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(path, name)
    service = validated(document, Service)
    if mistakes := [
        Mistake(
            document.value_place(("products", index, "safe")),
            f"{one.safe} is not between the bleed, {one.bleed:g}, and the middle, {one.pixels / 2:g}",
        )
        for index, one in enumerate(service.products)
        if not one.bleed <= one.safe < one.pixels / 2
    ]:
        raise InputError(mistakes)
    return service
