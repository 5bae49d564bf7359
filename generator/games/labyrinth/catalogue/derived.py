"""A catalogue that refers to another: a game that is a variant of one on the shelf, and has rules of its own.

::

    game: asterion-original     its own id: its output folder, its rules text, its figures
    of: asterion                the game whose catalogue it is
    variant: original           with this variant of the shelf laid upon it
    title: original edition     what the deck is called beside the game's title, instead of what the variant says

What comes out is one document with the data of a whole catalogue, as of a variant; see
:mod:`~generator.games.labyrinth.catalogue.variants`.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

from msgspec import Meta

from generator.catalogue import library
from generator.catalogue.headers import DEFAULT_KIND, Title
from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, Location, read_document
from generator.catalogue.validation import Identifier, Record, validated
from generator.errors import InputError
from generator.wording import suggestion


class Reference(Record, frozen=True):
    """A game that is a variant of another game."""

    game: Identifier
    of: Annotated[Identifier, Meta(description="id of a game on the shelf")]
    variant: Annotated[Identifier, Meta(description="id of a variant on the shelf")]
    title: Title | None = None


def is_reference(document: Document) -> bool:
    """Whether a document is a game that refers to another, rather than a variant or a catalogue."""
    return "of" in document.data and "game" in document.data


def whole(document: Document) -> Document:
    """The document itself, or if it refers to another, the whole catalogue that it stands for.

    Raises:
        InputError: mistakes in the reference, or in what it refers to.
    """
    if not is_reference(document):
        return document
    from generator.games.labyrinth.catalogue.loader import judged
    from generator.games.labyrinth.catalogue.variants import Overlaid, laid_upon

    reference = validated(document, Reference)
    game = _found(document, ("of",), "game", reference.of, library.games())
    variant = _found(document, ("variant",), "variant", reference.variant, library.variants())
    base = read_document(game.path, game.name)
    if is_reference(base):
        raise InputError.at(
            document.value_place(("of",)), f"{reference.of!r} refers to another game itself; name that one"
        )
    if (kind := base.data.get("kind", DEFAULT_KIND)) != DEFAULT_KIND:
        message = f"{reference.of!r} is a game of the kind {kind!r}; only games of labyrinths have variants"
        raise InputError.at(document.value_place(("of",)), message)
    over = read_document(variant.path, variant.name)
    if over.data.get("of") != base.data["game"]:
        message = f"{reference.variant!r} varies the game {over.data.get('of')!r}, not {reference.of!r}; name another"
        raise InputError.at(document.value_place(("variant",)), message)
    laid = laid_upon(judged(base).document, over)
    grafts: dict[Location, tuple[Document, Location]] = {("game",): (document, ("game",))}
    data = {**laid.data, "game": reference.game}
    if reference.title is not None:
        grafts["variant",] = (document, ("title",))
        data["variant"] = reference.title
    both = hashlib.sha256(f"{document.sha256}{laid.sha256}".encode()).hexdigest()
    return Overlaid(document.file, data, both, {}, {}, laid, document, grafts)


def _found(document: Document, at: Location, what: str, wanted: str, there: dict[str, ShelfFile]) -> ShelfFile:
    if wanted in there:
        return there[wanted]
    raise InputError.at(document.value_place(at), f"unknown {what} {wanted!r}; {suggestion(wanted, there)}")
