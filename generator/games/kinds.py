"""The kinds of games there are, found by themselves, and catalogues read as their kinds read them.

What a file plainly says is seen at a glance, without reading it as YAML: so a build that has nothing to do imports no
kind at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.catalogue.files import entries_of
from generator.catalogue.headers import DEFAULT_KIND
from generator.catalogue.library import ShelfFile
from generator.catalogue.schemas import MODELS, schema_of
from generator.catalogue.strict_yaml import Document, parse_document, read_document
from generator.catalogue.validation import Record
from generator.errors import InputError
from generator.games.game import Game, Kind
from generator.wording import suggestion


@cache
def _packages() -> dict[str, str]:
    """Return the packages beside this module that have a kind in their module ``kind``, by their `NAME`."""
    beside = entries_of(Path(__file__).parent)  # iter_modules takes a folder that cannot be read for an empty one
    found = [f"generator.games.{path.name}" for path in beside if (path / "kind.py").is_file()]
    return {import_module(package).NAME: package for package in found}


def kinds() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return tuple(sorted(_packages()))


@cache
def kind_called(name: str) -> Kind:
    """Return the kind of that name, which is one of :func:`kinds`; no other one is imported."""
    kind: Kind = import_module(f"{_packages()[name]}.kind").KIND
    return kind


def kind_of(document: Document) -> Kind:
    """Return the kind of game that a catalogue defines.

    Raises:
        InputError: it names none that there is.
    """
    said: Any = document.data.get("kind", DEFAULT_KIND)
    if said in kinds():
        return kind_called(said)
    raise InputError.at(document.value_place(("kind",)), f"unknown kind {said!r}; {suggestion(str(said), kinds())}")


def read_game(file: ShelfFile, variant: ShelfFile | None = None) -> Game:
    """Return the game that a catalogue defines, with a variant applied to it.

    Raises:
        InputError: every mistake of a file's form, or if that is sound, every mistake of its sense.
    """
    document = read_document(file.path, file.name)
    kind = kind_of(document)
    game = kind.read(kind.whole(document, file.path), variant)
    if (wanted := game.head.frontispiece) and wanted not in (there := game.component_ids()):
        message = f"there is no piece {wanted!r} to show on the title page; {suggestion(wanted, there)}"
        raise InputError.at(game.place("frontispiece"), message)
    return game


def kept_game(lines: Iterable[str], name: str) -> Game:
    """Return the game in the lines of a manifest, called `name` in messages; places of mistakes count these lines.

    Raises:
        InputError: they say none.
    """
    document = parse_document("\n".join(lines).encode("utf-8", "surrogatepass"), name)
    return kind_of(document).read(document)


def models() -> dict[str, type[Record]]:
    """Return the record of each kind of file, those of the kinds of games included, by the name of its schema."""
    return {**MODELS, **{name: model for kind in kinds() for name, model in kind_called(kind).models().items()}}


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file, draft 2020-12, as text."""
    return schema_of(models()[name])
