"""JSON Schemas of every kind of file, so that editors complete and check while one types.

Each is derived from the records that judge the file in earnest, and committed under ``templates/schema``.
"""

from __future__ import annotations

import json

from generator.catalogue.figures import Figures
from generator.catalogue.papers import Paper
from generator.catalogue.positions import Table
from generator.catalogue.records import Catalogue
from generator.catalogue.targets import Targets
from generator.catalogue.themes import Theme
from generator.catalogue.validation import Record, json_schema
from generator.catalogue.variants import Variant
from generator.catalogue.words import Words

MODELS: dict[str, type[Record]] = {
    "catalogue": Catalogue,
    "figures": Figures,
    "paper": Paper,
    "position": Table,
    "targets": Targets,
    "theme": Theme,
    "variant": Variant,
    "words": Words,
}
KINDS = tuple(MODELS)


def schema_text(kind: str) -> str:
    """The JSON Schema of one kind of file, draft 2020-12, as text."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **json_schema(MODELS[kind]),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
