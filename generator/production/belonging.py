"""A folder keeps to its game and to its variant: no deck is lost unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.errors import PublishError

if TYPE_CHECKING:
    from generator.production.order import Order
    from generator.publishing import OutputFolder


def keep_apart(output: OutputFolder, order: Order) -> None:
    """See that what lies in the folder is what the order renews.

    Raises:
        PublishError: something else lies there.
    """
    previous = output.previous
    if previous is None:
        return
    held = previous.game, previous.settings.get("variant", "")
    wanted = order.game, order.variant.id if order.variant else ""
    said = (
        f"the game {held[0]!r}, not {wanted[0]!r}",
        f"{_deck(held[1])}, not {_deck(wanted[1])}",
    )
    for there, here, message in zip(held, wanted, said, strict=True):
        if there != here:
            raise PublishError(f"{output.name} holds {message}; choose another --out FOLDER, or delete that one")


def _deck(variant: object) -> str:
    return f"the variant {variant!r}" if variant else "the deck of the catalogue itself"
