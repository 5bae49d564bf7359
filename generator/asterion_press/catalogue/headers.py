"""The keys that begin every catalogue, whatever its kind: game, title, edition and credits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from asterion_press.catalogue.bounds import PIECES
from asterion_press.catalogue.validation import Identifier, Record, visible
from asterion_press.errors import Mistake, Place

Title = Annotated[str, visible(60)]
Version = Annotated[str, visible(20)]
Frontispiece = Annotated[str, visible(60)]

Symbol: TypeAlias = Literal["sun", "wave", "flame", "leaf", "dolphin", "amphora", "lily", "shell"]
"""The signs that distinguish players without colour; each is drawn in ``drawing/emblems.py``."""

OnlyColours = Annotated[tuple[str, ...] | None, Meta(description="only in these colours; all if left out")]


class Credits(Record, frozen=True):
    """The credits of the game and of its drawings.

    Attributes:
        design: who designed the game; empty if that is not known.
        publisher: who published it; empty if that is not known.
        artwork: who drew it.
    """

    design: Annotated[str, visible(200)]
    publisher: Annotated[str, visible(200, or_none=True)]
    artwork: Annotated[str, visible(200, or_none=True)]


DEFAULT_KIND = "labyrinth"
"""The kind of a catalogue that names none."""


class GameHeader(Record, frozen=True, kw_only=True):
    """The keys that begin every catalogue; a kind's record goes on from here.

    Attributes:
        kind: the kind of game, which says what else the file holds.
        game: id of the game; names the output folder and the rules text.
        title: as printed.
        edition: which of its editions.
        credits: the people behind it.
        version: of the game, as printed; if left out, that of the program.
        frontispiece: id of the piece on the title page and on the box.
    """

    kind: Identifier
    game: Identifier
    title: Title
    edition: Identifier
    credits: Credits
    version: Version | None = None
    frontispiece: Frontispiece | None = None

    @property
    def head(self) -> Head:
        """Return the fields that are printed."""
        version, piece = self.version or "", self.frontispiece or ""
        return Head(self.game, self.title, self.title, self.edition, self.credits, version, piece)


def piece_mistakes(count: int, what: str, place: Place) -> Iterator[Mistake]:
    """Yield the mistake of a game that is made of too many pieces.

    Args:
        count: how many it is made of, copies included.
        what: what they are called.
        place: where they are listed.
    """
    if count > PIECES:
        yield Mistake(place, f"{count} {what}, copies included; a game has at most {PIECES}, write fewer copies")


class Head(Struct, frozen=True):
    """The name of a game and its credits.

    Attributes:
        game: its id.
        title: as printed.
        full_title: the title, and what the deck is called if it is not the usual one.
        edition: id of the edition.
        credits: whose it is.
        version: of the game; empty if its catalogue names none.
        frontispiece: id of the piece on the title page; empty if its catalogue names none.
    """

    game: str
    title: str
    full_title: str
    edition: str
    credits: Credits
    version: str = ""
    frontispiece: str = ""
