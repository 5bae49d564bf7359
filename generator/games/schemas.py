"""JSON Schemas of every kind of file, those that kinds of games bring along among them, for editors and checkers."""

from __future__ import annotations

from generator.catalogue.schemas import MODELS, schema_of
from generator.catalogue.validation import Record
from generator.games.kinds import kind_called, kinds


def models() -> dict[str, type[Record]]:
    """Return the record that judges each kind of file, by the schema's name."""
    return {**MODELS, **{name: model for kind in kinds() for name, model in kind_called(kind).models().items()}}


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file, draft 2020-12, as text."""
    return schema_of(models()[name])
