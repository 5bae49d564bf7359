"""JSON Schemas of the files that all games share: so editors complete and check while one types.

Each is derived from the records that judge the file in earnest, and committed under ``templates/schema``.
"""

from __future__ import annotations

import json

from asterion_press.catalogue.equipment import Cutter, InkUse, Paper, Service
from asterion_press.catalogue.layouts import Layout
from asterion_press.catalogue.printers import Printer, PrintRun
from asterion_press.catalogue.spreads import Spreads
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.validation import Record, json_schema
from asterion_press.catalogue.words import Words

MODELS: dict[str, type[Record]] = {
    "cutter": Cutter,
    "ink": InkUse,
    "layout": Layout,
    "paper": Paper,
    "print": PrintRun,
    "printer": Printer,
    "service": Service,
    "spreads": Spreads,
    "theme": Theme,
    "words": Words,
}


def schema_of(model: type[Record]) -> str:
    """Return the JSON Schema of a record, draft 2020-12, as text."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **json_schema(model)}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
