"""The head of a rules text: what the title page says of a game in its language, between two lines of three hyphens.

::

    ---
    subtitle: The treasure, the wings and the beast in the dark
    players: 2–4 players
    duration: about 30 minutes
    ---
    # Asterion {#title}

It is read as every other YAML file. In the text that remains its lines are empty, so that all others keep their
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Struct
from msgspec.structs import asdict

from generator.catalogue.examples import visible
from generator.catalogue.strict_yaml import Document, parse_document
from generator.catalogue.validation import Record, validated
from generator.errors import Mistake, Place

FENCE = "---"
Text = Annotated[str, visible(200)]


class Front(Record, frozen=True):
    """What stands on the title page beside the title; what is left out is not printed.

    Attributes:
        subtitle: below the title.
        players: how many may play.
        duration: how long it takes.
        edition: instead of the language's word for the catalogue's edition.
    """

    subtitle: Text | None = None
    players: Text | None = None
    duration: Text | None = None
    edition: Text | None = None


class LoadedFront(Struct, frozen=True):
    """The head of a text, and where it stands; None for a text that has none."""

    front: Front = Front()
    document: Document | None = None

    def word(self, key: str) -> str:
        """What it says under a key; empty if it says nothing."""
        return getattr(self.front, key) or ""


NO_FRONT = LoadedFront()


def parted(text: str, name: str) -> tuple[LoadedFront, str]:
    """The head of a text called `name` in messages, and the text with the head's lines empty.

    Raises:
        InputError: every mistake in the head.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        return NO_FRONT, text
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        return NO_FRONT, text
    document = parse_document("\n".join(["", *lines[1:end]]).encode("utf-8", "surrogatepass"), name)
    return LoadedFront(validated(document, Front), document), "\n".join([*[""] * (end + 1), *lines[end + 1 :]])


def front_mistakes(front: LoadedFront, file: str, model: LoadedFront, model_file: str) -> Iterator[Mistake]:
    """Keys that the head of a language's text lacks or has beyond those of `model`, the head of the English one."""
    for key, wanted in asdict(model.front).items():
        have = getattr(front.front, key)
        if (wanted is None) != (have is None):
            place = front.document.key_place((key,)) if front.document else Place(file, 1, 1)
            message = f"is not in {model_file}" if have else f"is missing in the head of the text; {model_file} has it"
            yield Mistake(place, f"key {key!r} {message}")
