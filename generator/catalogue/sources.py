"""The files that a catalogue refers to: another game and a variant of it, or a table of its pieces."""

from __future__ import annotations

import re
from pathlib import Path

from generator.catalogue import library
from generator.catalogue.files import lies_within, read_bytes
from generator.catalogue.library import ShelfFile


def sources_of(catalogue: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the existing files that a catalogue refers to, found without parsing its YAML.

    Raises:
        InputError: it cannot be read.
    """
    folder, game, variant = catalogue.path.parent, library.top_id(catalogue, "of"), library.top_id(catalogue, "variant")
    named = (library.games().get(game), library.variants().get(variant)) if game and variant else ()
    tables = (file for file in tables_of(catalogue) if lies_within(file.path, folder) and file.path.is_file())
    return (*(file for file in named if file is not None), *tables)


TABLE_ENDINGS = (".csv", ".tsv", ".xlsx")
_TABLE = re.compile(
    r"""^[a-z_]+:[ \t]+(["']?)([^\s"'#{\[][^"'#\r\n]*\.(?:csv|tsv|xlsx))\1[ \t]*(?:#.*)?\r?$""",
    re.MULTILINE | re.IGNORECASE,
)


def tables_of(catalogue: ShelfFile) -> tuple[ShelfFile, ...]:
    """Return the tables that a catalogue names on lines of its top-level keys, by the names that it gives them.

    Raises:
        InputError: it cannot be read.
    """
    text = read_bytes(catalogue.path, catalogue.name).decode("utf-8-sig", "replace")
    beside = Path(catalogue.name).parent
    names = dict.fromkeys(found[2] for found in _TABLE.finditer(text))
    return tuple(ShelfFile(name, catalogue.path.parent / name, (beside / name).as_posix()) for name in names)
