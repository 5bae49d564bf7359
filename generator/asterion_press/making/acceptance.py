"""What the engine finds, written into the figures of a project in the place of what they claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from asterion_press.catalogue import library
from asterion_press.catalogue.edits import edited
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import Document, Location
from asterion_press.errors import InputError, Place
from asterion_press.games.game import Claimed, Game, in_words
from asterion_press.publish.atomic_file import publish_file

ROUNDS = 4
"""So often new numbers may bring others to light."""


def accept_figures(game: Game) -> list[str]:
    """Write the engine's numbers and answers into the project's own figures of a game.

    What is no claim stays as it is, and is wrong as before.

    Returns:
        A line for each that was written, with its place.

    Raises:
        InputError: the project has no figures of its own, or mistakes in their form.
        PublishError: the file cannot be written.
    """
    file = library.figures().get(game.head.game)
    if file is None or file.path.parent != library.project():
        message = "no figures of the project's own; --accept writes into its figures.yaml alone"
        raise InputError.at(Place(file.name if file else game.document.file), message)
    written: list[str] = []
    for _ in range(ROUNDS):
        text, told = edited(file.read().decode(), dict(_edits(game.claimed(file), file)))
        if not told:
            break
        written += told
        publish_file(file.path, text.encode(), force=True)
    return written


def _edits(claimed: Claimed, file: ShelfFile) -> Iterator[tuple[Place, str]]:
    """Yield where the engine finds something else than is claimed, and how that is written."""
    for name, some in (claimed.find_wrong() | claimed.wrong_answers).items():
        for one in some:
            if one.found is not None and one.mistake.place.file == file.name:
                yield from _values(claimed.document, ("figures", name, *one.at), one.found)


def _values(document: Document, at: Location, found: object) -> Iterator[tuple[Place, str]]:
    """Yield the places of a value and how it is written; of a mapping in lines those of its values."""
    if (
        isinstance(found, Mapping)
        and document.value_place((*at, *list(found)[:1])).line > document.value_place(at).line
    ):
        for key, value in found.items():
            yield from _values(document, (*at, key), value)
    else:
        yield document.value_place(at), _spelled(found)


def _spelled(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {one}' for key, one in value.items())}}}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(str, value))}]"
    words = in_words(value)
    return f'"{words}"' if isinstance(value, str) and words in {"yes", "no"} else words
