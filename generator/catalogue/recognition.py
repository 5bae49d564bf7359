"""Which kind of file was given instead of the one that was asked for, told by the keys at its top."""

from __future__ import annotations

from collections.abc import Mapping

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
    if 2 * len(data.keys() & _required(model)) > len(_required(model)):
        return ""
    found = [KINDS["catalogue"]] if data.keys() >= HEADING else list(_fitting(data, model))
    return f"this is {found[0]}" if found else ""


def _fitting(data: Mapping[str, object], model: type[Struct]) -> list[str]:
    """Return the other kinds that most keys belong to, the one with the most of them first."""
    from generator.catalogue.schemas import MODELS

    known = {kind: len(data.keys() & {field.encode_name for field in fields(other)}) for kind, other in MODELS.items()}
    others = (kind for kind, other in MODELS.items() if other is not model and data.keys() >= _required(other))
    fitting = (kind for kind in others if 2 * known[kind] > len(data))
    return [KINDS[kind] for kind in sorted(fitting, key=known.__getitem__, reverse=True)]


def _required(model: type[Struct]) -> set[str]:
    return {field.encode_name for field in fields(model) if field.required}
