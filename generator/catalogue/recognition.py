"""Which kind of file was given instead of the one that was asked for, told by the keys at its top."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import fields

KINDS = {
    "catalogue": "a catalogue; give it with --catalogue",
    "reference": "a catalogue that refers to another; give it with --catalogue",
    "variant": "a variant; give it with --variant",
    "layout": "a layout; give it with --layout",
    "paper": "a paper; give it with --paper",
    "theme": "a theme; give it with --theme",
    "ink": "what a kind of printer takes of its inks; give it with --printer of `asterion ink`",
    "targets": "targets; give them with --target of `asterion design`",
    "position": "a position; give it to `asterion score`",
    "figures": "the figures of a game's rules; they belong into templates/figures",
    "words": "the words of a language; they belong into its folder of templates/locales",
    "messages": "the messages of a language; they belong into its folder of templates/locales",
    "service": "a print service; it belongs into templates/services",
    "cutter": "a cutting machine; it belongs into templates/cutters",
    "printer": "what was saved of a printer; `asterion calibrate` writes and reads it",
}
"""What each kind of file is called, and where it belongs."""

HEADING = {"game", "title", "edition", "credits"}
"""What the catalogues of all kinds of games say."""


def mistaken_for(data: Mapping[str, object], model: type[Struct]) -> str:
    """Return what is told of a file that is not the model's, but another kind's; an empty text if it is no other's."""
    from generator.catalogue.schemas import MODELS

    keys = data.keys()
    if _is_of(keys, model):
        return ""
    others = [kind for kind in KINDS if MODELS[kind] is not model]
    found = [kind for kind in others if _is_of(keys, MODELS[kind])]
    if not found and 2 * len(keys & _keys(model, required=True)) <= len(_keys(model, required=True)):
        found = [kind for kind in others if keys >= _keys(MODELS[kind], required=True)]
        found = ["catalogue"] if keys >= HEADING else found
    if not found:
        return ""
    return f"this is {KINDS[max(found, key=lambda kind: len(keys & _keys(MODELS[kind])))]}"


def _is_of(keys: AbstractSet[str], model: type[Struct]) -> bool:
    """Return whether a model knows all of the keys and misses none."""
    return _keys(model, required=True) <= keys <= _keys(model)


def _keys(model: type[Struct], *, required: bool = False) -> AbstractSet[str]:
    return {field.encode_name for field in fields(model) if field.required or not required}
