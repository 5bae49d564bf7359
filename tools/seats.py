"""Measure the rules that would level the seats, for the record ``templates/measured/seats.json``.

``docs/study.md`` prints what this record says; tests hold it to that, and play the first games of every line again
(`test_the_table_of_the_documentation_is_the_record`, `test_the_first_games_of_the_record_come_out_as_it_says`). It
takes about an hour of one core: ``python tools/seats.py``, with the extra `study`.

Victories are counted in twelfths, so that one which is shared by two, three or four stays a whole number.
"""

from __future__ import annotations

import json
import os
from itertools import product
from pathlib import Path
from typing import Any

from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import rules_of
from asterion_press.games.labyrinth.kernel.api import prepare
from asterion_press.games.labyrinth.simulation.executors import threads
from asterion_press.games.labyrinth.simulation.games import Games, Party, study_games, watch_games
from asterion_press.games.labyrinth.simulation.victories import (
    PLAYS,
    Play,
    SeatEffect,
    measure_rules,
    party_for,
    victories,
)

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "templates" / "measured" / "seats.json"
SEED = 1
BOTS: dict[BotName, int] = {"random": 20_000, "greedy": 20_000, "search": 4_000}
TREES: dict[BotName, int] = {f"tree:nodes={nodes}": 1_000 for nodes in (125, 500, 2_000)}
TABLES = ((BOTS, PLAYS), (TREES, tuple(play for play in PLAYS if play[0] == "round")))
"""Bots, how many games they play, and in which ways: trees take turns as usual only."""
FIRST: dict[BotName, int] = dict(zip((*BOTS, *TREES), (500, 500, 20, 6, 4, 2), strict=True))
"""Games that a test plays again."""
PARTS = 12


def twelfths(games: Games, rule: SeatEffect, first: int, stop: int) -> list[int]:
    """Return the victories of each seat in some of the games."""
    halves = [round(2 * points) for points in rule.head_start]
    parts = PARTS * victories(games, rule.rule.tie, halves)[first:stop]
    return [round(count) for count in parts.sum(axis=0).tolist()]


def _line(games: Games, bot: BotName, rule: SeatEffect) -> dict[str, Any]:
    counted = (len(games) // 2 if rule.head_start else 0, len(games))
    return {
        "players": len(games.party.seats),
        "bot": bot,
        "rule": rule.rule.name,
        "head_start": list(rule.head_start),
        "games": counted[1] - counted[0],
        "twelfths": twelfths(games, rule, *counted),
        "first": {"games": FIRST[bot], "twelfths": twelfths(games, rule, 0, FIRST[bot])},
    }


def main() -> None:
    """Play, and write the record."""
    prepare(print)
    loaded = load_catalogue(ROOT / "tiles.yaml")
    box, rules, lines = GameSet.of(deck_of(loaded.catalogue)), rules_of(loaded.catalogue), []
    with threads(watch_games, os.cpu_count() or 1) as executor:
        for (bots, plays), players in product(TABLES, (2, 3, 4)):
            found: dict[Play, dict[BotName, Games]] = {play: {} for play in plays}
            for (bot, games), play in product(bots.items(), plays):
                party = party_for(play, Party.of(box, rules, players, bot))
                found[play][bot] = study_games(party, SEED, games, executor)
                print(party.title, flush=True)
            effects = measure_rules(found)
            lines += [_line(found[effect.rule.play][bot], bot, effect) for effect in effects for bot in bots]
    about = {
        "command": "python tools/seats.py",
        "deck": loaded.catalogue.game,
        "rules": {"edition": rules.edition, "tie_break": rules.breaks_tie},
        "seed": SEED,
        "parts": PARTS,
    }
    rows = ",\n".join(f"    {json.dumps(line)}" for line in lines)
    RECORD.write_text(json.dumps(about, indent=2)[:-2] + f',\n  "lines": [\n{rows}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
