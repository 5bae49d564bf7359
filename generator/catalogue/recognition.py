"""Recognition of a file of another kind than the one that was asked for, by the keys at its top."""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import fields

from generator.catalogue.library import schema_file

KINDS = {
    "catalogue": "a catalogue; name it as GAME",
    "reference": "a catalogue that refers to another; name it as GAME",
    "variant": "a variant; give it with --variant",
    "layout": "a layout; give it with --layout",
    "paper": "a paper; give it with --paper",
    "theme": "a theme; give it with --theme",
    "ink": "what a kind of printer takes of its inks; give it with --printer of `asterion printer ink`",
    "targets": "targets; give them with --target of `asterion play search`",
    "position": "a position; give it to `asterion play score`",
    "figures": "the figures of a game's rules; they belong into templates/figures",
    "spreads": "the composed pages of a game's rules; they belong into templates/spreads",
    "words": "the words of a language; they belong into its folder of templates/locales",
    "service": "a print service; it belongs into templates/services",
    "cutter": "a cutting machine; it belongs into templates/cutters",
    "printer": "what was saved of a printer; `asterion printer calibrate` writes and reads it",
}
"""Names of the kinds of files, and the folders where they belong."""

HEADING = {"game", "title", "edition", "credits"}
"""The keys that the catalogues of all kinds of games have."""


def mistaken_for(data: Mapping[str, object], model: type[Struct]) -> str:
    """Return the message for a file of another kind than the model's; empty if no other kind fits.

    The other kinds are known by their schemas, so that no kind of file has to be imported here.
    """
    keys = data.keys()
    required = {field.encode_name for field in fields(model) if field.required}
    if required <= keys <= {field.encode_name for field in fields(model)}:
        return ""
    known = {kind: _keys_of(kind) for kind in KINDS}
    found = [kind for kind, (needed, others) in known.items() if needed <= keys <= needed | others]
    if not found and 2 * len(keys & required) <= len(required):
        found = [kind for kind, (needed, _) in known.items() if keys >= needed]
        found = ["catalogue"] if keys >= HEADING else found
    if not found:
        return ""
    return f"this is {KINDS[max(found, key=lambda kind: len(keys & set().union(*known[kind])))]}"


def _keys_of(kind: str) -> tuple[set[str], set[str]]:
    """Return the keys that a kind of file needs, and the others that it may have."""
    schema = json.loads(schema_file(kind).read_bytes())
    record = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    needed = set(record.get("required", ()))
    return needed, set(record["properties"]) - needed
