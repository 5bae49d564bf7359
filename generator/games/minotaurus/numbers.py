"""What a rules text may take from the catalogue of a game of horns, and from the solid of its bull's head."""

from __future__ import annotations

from generator.games.minotaurus.bull_head import bull_head
from generator.games.minotaurus.game import MODEL_SHEETS
from generator.games.minotaurus.outcome import TIE_TOSSES
from generator.games.minotaurus.records import HornsCatalogue
from generator.games.minotaurus.tossing import fall_of


def numbers_of(catalogue: HornsCatalogue) -> dict[str, int | float | str]:
    """Placeholders and what they stand for."""
    solid, ring = bull_head(), catalogue.ring
    found: dict[str, int | float | str] = {
        "deck.pieces": 2 * len(catalogue.colours) * len(catalogue.values),
        "deck.colours": len(catalogue.colours),
        "deck.values": len(catalogue.values),
        "deck.highest": max(catalogue.values),
        "deck.piece_mm": catalogue.piece_mm,
        "deck.fewest_players": min(table.players for table in catalogue.tables),
        "deck.most_players": max(table.players for table in catalogue.tables),
        "model.sheets": MODEL_SHEETS,
        "model.parts": len({face.part for face in solid.faces}),
        "model.faces": len(solid.faces),
        "model.height_mm": round(max(corner[2] for corner in solid.vertices.values())),
        "ring.inner_mm": ring.inner_mm,
        "ring.outer_mm": ring.outer_mm,
        "ring.layers": ring.copies,
        "ring.falls_mm": round(fall_of(solid, ring.inner_mm, ring.outer_mm)),
        "tie.tosses": TIE_TOSSES,
    }
    for table in catalogue.tables:
        whose = f"players.{table.players}"
        found[f"{whose}.values"] = ", ".join(map(str, table.values))
        found[f"{whose}.pieces"] = table.columns * table.rows
        found[f"{whose}.columns"], found[f"{whose}.rows"] = table.columns, table.rows
    return found
