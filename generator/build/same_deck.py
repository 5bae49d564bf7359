"""A folder keeps to its game, to its variant, and to being a whole deck or an update: no deck is lost unasked."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from generator.errors import PublishError

if TYPE_CHECKING:
    from generator.build.order import Order
    from generator.publish import Manifest, OutputFolder

REMEDY = "choose another --out FOLDER, or delete that one"


def keep_apart(output: OutputFolder, order: Order) -> None:
    """See that what lies in the folder is what the order renews.

    Raises:
        PublishError: something else lies there.
    """
    previous = output.previous
    if previous is None:
        return
    if previous.settings.keys() & {"export", "search"}:
        raise PublishError(f"{output.name} holds {kind_of(previous)}; {REMEDY}")
    held = previous.game, previous.settings.get("variant", ""), _extent(previous.settings)
    wanted = order.game, order.variant.id if order.variant else "", _wanted(order)
    said = (
        f"the game {held[0]!r}, not {wanted[0]!r}",
        f"{_deck(held[1])}, not {_deck(wanted[1])}",
        f"{held[2]}, not {wanted[2]}",
    )
    for there, here, message in zip(held, wanted, said, strict=True):
        if there != here:
            raise PublishError(f"{output.name} holds {message}; {REMEDY}")


def kind_of(manifest: Manifest) -> str:
    """Return what kind of set a manifest describes, for a sentence."""
    target = manifest.settings.get("export")
    kind = f"the export {target!r}" if target else "what a search found for" if is_search(manifest) else "a build"
    return f"{kind} {'' if is_search(manifest) else 'of '}{manifest.game!r}"


def is_search(manifest: Manifest) -> bool:
    """Tell whether a set is what a search has found."""
    return "search" in manifest.settings


def _deck(variant: object) -> str:
    return f"the variant {variant!r}" if variant else "the deck of the catalogue itself"


def _extent(settings: Container[str]) -> str:
    return "an update" if "since" in settings else "a reprint of some pieces" if "tiles" in settings else "a whole deck"


def _wanted(order: Order) -> str:
    return _extent({"since"} if order.since is not None else {"tiles"} if order.tiles else ())
