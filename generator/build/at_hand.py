"""The game that an output folder was made of, found by what its manifest says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.build.same_deck import kind_of
from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.errors import InputError, Place
from generator.games.kinds import read_game

if TYPE_CHECKING:
    from generator.games.game import Game
    from generator.publish import Manifest


class AtHand(NamedTuple):
    """A game, and the files that it was read from."""

    game: Game
    catalogue: ShelfFile
    variant: ShelfFile | None


def game_of(
    manifest: Manifest, place: Place, told: ShelfFile | None, here: ShelfFile | None, variant: ShelfFile | None
) -> AtHand:
    """Return the game that a folder was made of: as told, or that of a catalogue at hand with the same sha256.

    Args:
        manifest: of the folder.
        place: the manifest's file, for messages.
        told: the catalogue that the user named.
        here: the catalogue in the user's own folder, if there is one.
        variant: that the user named; without one, the manifest's.

    Raises:
        InputError: it is not at hand, is of another game, or has mistakes.
    """
    variant = variant or _variant(manifest, place)
    shipped = library.games().get(manifest.game)
    candidates = [told] if told else [file for file in (here, shipped) if file and file.id == manifest.game]
    if told and told.id != manifest.game:
        message = f"tells of {kind_of(manifest)}, and the catalogue is of {told.id!r}; name another one, or none"
        raise InputError.at(place, message)
    found = list(_read(candidates, variant))
    if not found:
        message = f"tells of {kind_of(manifest)}, whose catalogue is not at hand; name it with --catalogue FILE"
        raise InputError.at(place, message)
    equal = (one for one in found if one.game.document.sha256 == manifest.catalogue_sha256)
    return next(equal, found[0])


def _read(files: Iterable[ShelfFile], variant: ShelfFile | None) -> Iterable[AtHand]:
    for file in files:
        yield AtHand(read_game(file, variant), file, variant)


def _variant(manifest: Manifest, place: Place) -> ShelfFile | None:
    """Return the variant that a manifest names.

    Raises:
        InputError: it is not at hand.
    """
    named = manifest.settings.get("variant", "")
    if not isinstance(named, str) or not named:
        return None
    if named in library.variants():
        return library.variant_file(named)
    own = Path(f"{named}.yaml")
    if re.fullmatch(library.IDENTIFIER, named) and own.is_file():
        return ShelfFile(named, own, str(own))
    message = f"names the variant {named[:40]!r}, which is not at hand; name it with --variant FILE"
    raise InputError.at(place, message)
