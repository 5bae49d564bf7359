"""Positions as the readable engine judges them, in the words of the page's engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from generator.games.labyrinth.engine.bots import ALL_ACTS, play_randomly
from generator.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from generator.games.labyrinth.engine.position import Position, placement_fault, placements
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.engine.scoring import Chamber, Spot, chambers, final
from generator.geometry import QUARTER_TURNS, Side

PROBES = 8


def deck_of_box(box: GameSet) -> dict[str, Any]:
    """A box as the page's engine takes it."""
    return {
        "colours": list(box.colours),
        "minotaur": [int(side) for side in Side if any(side in path.exits for path in box.deck.minotaur.paths)],
        "tiles": [
            {
                "id": tile.id,
                "colour": tile.colour,
                "copies": tile.copies,
                "paths": [
                    {"exits": list(map(int, p.exits)), **{f"{name}s": count for name, count in p.holds.items()}}
                    for p in tile.paths
                ],
            }
            for tile in box.deck.tiles
        ],
    }


def rules_data(rules: Rules) -> dict[str, Any]:
    return {
        "edition": rules.edition,
        "score_impaled": rules.score_impaled,
        "outside": rules.outside,
        "tie_break": rules.tie_break,
    }


def question(position: Position, rng: Random) -> dict[str, Any]:
    """A position as somebody describes it to the page's engine, and what it is asked about it."""
    labyrinth = position.labyrinth
    found = chambers(labyrinth)
    buried = [[s.tile, s.path] for c in found if not c.minotaur for s in c.spots if s.impaled]
    xs, ys = zip((0, 0), *map(xy_of, labyrinth.laid), strict=True)
    probes = [
        [rng.randint(min(xs) - 2, max(xs) + 2), rng.randint(min(ys) - 2, max(ys) + 2), rng.randrange(QUARTER_TURNS)]
        for _ in range(PROBES)
    ]
    return {
        "seats": list(position.seats),
        "laid": [[laid.piece.id, *xy_of(cell), laid.turns] for cell, laid in labyrinth.laid.items()],
        "impaled": buried,
        "kills": dict(zip(position.seats, position.kills, strict=True)),
        "hand": position.hand.id if position.hand else None,
        "probes": probes,
    }


def answer(position: Position, asked: dict[str, Any]) -> dict[str, Any]:
    """What the readable engine says."""
    labyrinth, hand = position.labyrinth, position.hand
    faults = [placement_fault(labyrinth, hand, t, cell_at(x, y)) for x, y, t in asked["probes"]] if hand else []
    return {
        "legal": [[ply.x, ply.y, ply.turns] for ply in placements(labyrinth, hand)] if hand else [],
        "faults": [fault.rule if fault else None for fault in faults],
        "trapped": labyrinth.is_trapped(),
        "together": labyrinth.is_connected(),
        "chambers": [chamber_data(chamber) for chamber in chambers(labyrinth)],
        "final": final_data(position),
    }


def chamber_data(chamber: Chamber) -> dict[str, Any]:
    return {
        "spots": [spot_data(spot) for spot in chamber.spots],
        "living": chamber.living,
        "impaled": chamber.impaled,
        "coins": chamber.coins,
        "wings": chamber.wings,
        "waysOut": [list(cell) for cell in chamber.ways_out],
        "outside": chamber.exits > 0,
        "minotaur": chamber.minotaur,
        "escapes": chamber.escapes,
    }


def spot_data(spot: Spot) -> dict[str, Any]:
    data = {name: getattr(spot, name) for name in Spot.__slots__}
    return {**data, "cell": list(spot.cell), "exits": list(map(int, spot.exits))}


def final_data(position: Position) -> dict[str, Any]:
    counted = asdict(final(position))
    return {**counted, "winners": list(counted["winners"])}


ASK = """(all) => JSON.stringify(JSON.parse(all).map(([deck, rules, questions]) => {
  const box = Engine.box(deck);
  return questions.map((one) => {
    const table = Engine.read(box, rules, one.seats, one);
    const { tie, ...final } = Engine.final(table);
    return {
      legal: one.hand ? Engine.placements(table, one.hand) : [],
      faults: one.hand ? one.probes.map(([x, y, turns]) => Engine.fault(table, one.hand, turns, x, y)) : [],
      trapped: Engine.isTrapped(table),
      together: Engine.hangsTogether(table),
      chambers: Engine.chambers(table),
      final,
    };
  });
}))"""
"""What the page's engine says to many [deck, rules, questions] at once; as text: the driver is slow with values."""


def positions(box: GameSet, rules: Rules, players: int, seed: int, every: int) -> Iterator[Position]:
    """Positions of a game that the bot `random` plays, with actions if there are any; the last one is the end."""
    rng = Random(seed)
    position = Position.shuffled(box, rules, box.colours[:players], rng)
    for number in range(len(position.turns_of_play)):
        if (number + seed) % every == 0:
            yield position
        play_randomly(position, ALL_ACTS if rules.acts else (), rng.random)
    yield position
