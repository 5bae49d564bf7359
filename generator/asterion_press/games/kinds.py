"""The kinds of games there are, and catalogues read as their kinds read them.

Kinds that the program brings are in a table. Any other is found by an entry point of an installed package, which is
called as the kind is and is the place of a `Kind`::

    [project.entry-points."asterion_press.kinds"]
    meadow = "meadow:KIND"

What a file plainly says is seen at a glance, without reading it as YAML: so a build that has nothing to do imports no
kind at all, and any other command the kinds of its games alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import DEFAULT_KIND
from asterion_press.catalogue.schemas import MODELS, schema_of
from asterion_press.catalogue.strict_yaml import Document, read_document
from asterion_press.catalogue.validation import Record
from asterion_press.errors import InputError, Place, suggestion
from asterion_press.games.game import Game, Kind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "asterion_press.kinds"
SHIPPED = {
    "hexes": "asterion_press.games.asterismo.game",
    "horns": "asterion_press.games.minotaurus.game",
    "labyrinth": "asterion_press.games.labyrinth.game",
    "tokens": "asterion_press.games.tokens.game",
}
"""The modules that have a `KIND`, by its name."""


def kinds() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return tuple(sorted({*SHIPPED, *_others().names}))


def _others() -> EntryPoints:
    """Look for the kinds of other packages."""
    from importlib.metadata import entry_points  # which takes longer to import than a whole build without work

    return entry_points(group=GROUP)


def kind_called(name: str) -> Kind:
    """Return the kind of that name.

    Raises:
        KeyError: there is none.
    """
    kind: Kind = import_module(SHIPPED[name]).KIND if name in SHIPPED else _others()[name].load()
    return kind


def kind_of(document: Document) -> Kind:
    """Return the kind of game that a catalogue defines.

    Raises:
        InputError: it names none that there is.
    """
    given: Any = document.data.get("kind", DEFAULT_KIND)
    if given in SHIPPED or given in kinds():
        return kind_called(given)
    raise InputError.at(document.value_place(("kind",)), f"unknown kind {given!r}; {suggestion(str(given), kinds())}")


def read_game(file: ShelfFile, variant: ShelfFile | None = None) -> Game:
    """Return the game that a catalogue defines, with a variant applied to it.

    Raises:
        InputError: every mistake of a file's form, or if that is sound, every mistake of its sense.
    """
    document = read_document(file)
    kind = kind_of(document)
    document = kind.whole(document, file.path)
    if variant is None:
        game = kind.read(document)
    elif kind.vary is not None:
        game = kind.vary(document, variant)
    else:
        message = f"is a game of {kind.about}, of which there are no variants; leave out --variant"
        raise InputError.at(Place(document.file), message)
    if (wanted := game.head.frontispiece) and wanted not in (there := game.component_ids()):
        message = f"there is no piece {wanted!r} to show on the title page; {suggestion(wanted, there)}"
        raise InputError.at(game.place("frontispiece"), message)
    return game


def models() -> dict[str, type[Record]]:
    """Return the record of each kind of file, those of the kinds of games included, by the name of its schema."""
    return {**MODELS, **{name: model for kind in kinds() for name, model in kind_called(kind).models.items()}}


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file, draft 2020-12, as text."""
    return schema_of(models()[name])
