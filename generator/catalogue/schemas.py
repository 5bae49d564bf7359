"""JSON Schemas of the files that all games share, and of labyrinths: so editors complete and check while one types.

Each is derived from the records that judge the file in earnest, and committed under ``templates/schema``.
"""

from __future__ import annotations

import json

from generator.catalogue.cutters import Cutter
from generator.catalogue.ink_use import InkUse
from generator.catalogue.layouts import Layout
from generator.catalogue.messages import Messages
from generator.catalogue.papers import Paper
from generator.catalogue.printers import Printer
from generator.catalogue.services import Service
from generator.catalogue.themes import Theme
from generator.catalogue.validation import Record, json_schema
from generator.catalogue.words import Words
from generator.games.labyrinth.catalogue.loader import Reference
from generator.games.labyrinth.catalogue.position_records import Figures, Table
from generator.games.labyrinth.catalogue.records import Catalogue
from generator.games.labyrinth.catalogue.target_records import Targets
from generator.games.labyrinth.catalogue.variants import Variant

MODELS: dict[str, type[Record]] = {
    "catalogue": Catalogue,
    "cutter": Cutter,
    "figures": Figures,
    "ink": InkUse,
    "layout": Layout,
    "messages": Messages,
    "paper": Paper,
    "position": Table,
    "printer": Printer,
    "reference": Reference,
    "service": Service,
    "targets": Targets,
    "theme": Theme,
    "variant": Variant,
    "words": Words,
}


def schema_of(model: type[Record]) -> str:
    """Return the JSON Schema of a record, draft 2020-12, as text."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **json_schema(model),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
