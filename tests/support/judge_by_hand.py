"""A judge of recorded games who knows nothing of the engine: turns, claims and the end, by ``asterion_by_hand.py``.

All that it is given is what the command prints, so it judges games from anywhere::

    asterion list tiles --format json > deck.json
    asterion play simulate --games 500 --record games.jsonl
    python -m tests.support.judge_by_hand deck.json games.jsonl

First written from the rules and the record's format alone (rules/asterion.md), before a look at the engine.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.asterion_by_hand import (
    Cell,
    Table,
    beginning,
    beside,
    count,
    impale,
    may_act_on,
    sight,
    together,
    trapped,
)

Data = dict[str, Any]
"""What a line of JSON says: a record, or one of its plies."""

PLACED = {"x", "y", "turns"}
PLY_KEYS = {
    "place": {"tile", *PLACED},
    "rotate": {"discard", "tile", "turns"},
    "swap": {"discard", "tiles"},
    "move": {"discard", "tile", *PLACED},
}
HEAD_KEYS = {"format", "game", "edition", "deck", "seed", "seats", "plies", "final"}


class BrokenRuleError(Exception):
    """A ply that a rule forbids."""


class Judge:
    """A game on the table; seats without tiles are passed over."""

    def __init__(self, deck: Data, record: Data) -> None:
        self.tiles, self.table = beginning(deck)
        self.dead: frozenset[tuple[str, int]] = frozenset()
        self.seats: list[str] = record["seats"]
        self.unplayed = {seat: {tile["id"] for tile in deck["tiles"] if tile["colour"] == seat} for seat in self.seats}
        revised, agreed = record["edition"] == "revised", record.get("rules", {})
        self.acts, self.scores = agreed.get("actions", revised), agreed.get("score_impaled", revised)
        self.outside, self.tie_break = agreed.get("outside", "any"), agreed.get("tie_break", "all")
        self.kills = dict.fromkeys(self.seats, 0)
        self.captured = 0
        self.seat = self.seats[0]

    @property
    def is_over(self) -> bool:
        return not any(self.unplayed.values())

    def table_after(self, ply: Data) -> Table:
        """The table after a ply, before anybody is impaled; BrokenRuleError if it is not allowed."""
        if self.is_over:
            raise BrokenRuleError("the game is over")
        if ply["seat"] != self.seat:
            raise BrokenRuleError("out of turn")
        if paid(ply) not in self.unplayed[self.seat]:
            raise BrokenRuleError("not in hand")
        after = self._placed(ply) if ply["do"] == "place" else self._acted(ply)
        if not together(after):
            raise BrokenRuleError("falls apart")
        if trapped(after, self.outside):
            raise BrokenRuleError("trapped")
        return after

    def _placed(self, ply: Data) -> Table:
        return {**self.table, free(self.table, ply): (self.tiles[ply["tile"]], ply["turns"])}

    def _acted(self, ply: Data) -> Table:
        if not self.acts:
            raise BrokenRuleError("no actions")
        allowed = {self.table[cell][0]["id"]: cell for cell in may_act_on(self.table, self.dead, self.seat)}
        wanted = ply["tiles"] if ply["do"] == "swap" else [ply["tile"]]
        if not set(wanted) <= set(allowed):
            raise BrokenRuleError("may not be acted on")
        if ply["do"] == "swap":
            one, other = (allowed[tile] for tile in wanted)
            after = {**self.table, one: self.table[other], other: self.table[one]}
        else:
            home = allowed[ply["tile"]]
            after = {cell: lies for cell, lies in self.table.items() if cell != home}
            to = home if ply["do"] == "rotate" else free(after, ply)
            if ply["do"] == "move" and to == home:
                raise BrokenRuleError("where it was")
            after[to] = (self.tiles[ply["tile"]], ply["turns"])
        if sight(after, self.dead) == sight(self.table, self.dead):
            raise BrokenRuleError("changes nothing")
        return after

    def play(self, ply: Data) -> tuple[dict[str, int], int]:
        """Play; whom it impales by colour, and the points."""
        self.table = self.table_after(ply)
        self.unplayed[self.seat] = self.unplayed[self.seat] - {paid(ply)}
        self.dead, hit = impale(self.table, self.dead)
        points = sum(-n if colour == self.seat else n for colour, n in hit.items()) if self.scores else 0
        self.kills[self.seat] += points
        self.captured += sum(hit.values())
        at = self.seats.index(self.seat)
        self.seat = next((s for s in self.seats[at + 1 :] + self.seats[: at + 1] if self.unplayed[s]), self.seat)
        return hit, points

    def final(self) -> Data:
        """The end: all who escape are counted, those of the tie-break only decide."""
        treasure, found = count(self.table, self.dead, self.outside)
        rich, poor = ({seat: found.get(seat, [0, 0])[n] for seat in self.seats} for n in (0, 1))
        escaped = {seat: rich[seat] + poor[seat] for seat in self.seats}
        scores = {seat: treasure.get(seat, 0) + self.kills[seat] for seat in self.seats}
        early = {seat: -place for place, seat in enumerate(self.seats)}
        tie = {"all": escaped, "coinless": poor, "coin_only": rich, "seat": early}[self.tie_break]
        best = [seat for seat in self.seats if scores[seat] == max(scores.values())]
        return {
            "scores": scores,
            "kills": self.kills,
            "treasure": {seat: treasure.get(seat, 0) for seat in self.seats},
            "escaped": escaped,
            "captured": self.captured,
            "winners": [seat for seat in best if tie[seat] == max(tie[other] for other in best)],
        }


def paid(ply: Data) -> str:
    """The tile that a ply uses up."""
    return str(ply["tile"] if ply["do"] == "place" else ply["discard"])


def free(table: Table, ply: Data) -> Cell:
    """The cell that a ply names, on which a tile may be laid but for the trap."""
    cell = (ply["x"], ply["y"])
    if cell in table:
        raise BrokenRuleError("covered")
    if not any(there in table for there in beside(cell)):
        raise BrokenRuleError("touches nothing")
    return cell


def disagreements(deck: Data, record: Data) -> list[str]:
    """Everything in which a record of a whole game is not true, up to the first ply that is not allowed."""
    wrong = []
    keys = HEAD_KEYS | (set() if record["format"] == 1 else {"rules"})
    has_options = record["format"] != 3 or "tie_break" in record.get("rules", {})
    if set(record) != keys or record["format"] not in {1, 2, 3} or record["game"] != "asterion" or not has_options:
        wrong.append("the head")
    judge = Judge(deck, record)
    for number, ply in enumerate(record["plies"], 1):
        if set(ply) != {"seat", "do", "impaled", "points", *PLY_KEYS[ply["do"]]}:
            wrong.append(f"ply {number}: keys")
        try:
            impaled, points = judge.play(ply)
        except BrokenRuleError as broken:
            return [*wrong, f"ply {number}: {broken}"]
        for name, found in (("impaled", impaled), ("points", points)):
            if ply[name] != found:
                wrong.append(f"ply {number}: {name} {ply[name]}, found {found}")
    if not judge.is_over:
        return [*wrong, "broken off"]
    claimed, end = record["final"], judge.final()
    names = [*end, *(name for name in claimed if name not in end)]
    false = [name for name in names if claimed.get(name) != end.get(name)]
    return wrong + [f"final {name}: {claimed.get(name)}, found {end.get(name)}" for name in false]


def main() -> None:
    deck = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    games = false = 0
    for name in sys.argv[2:]:
        for number, line in enumerate(Path(name).read_text(encoding="utf-8").splitlines(), 1):
            games += 1
            found = disagreements(deck, json.loads(line))
            false += bool(found)
            print("".join(f"{name}:{number}: {sentence}\n" for sentence in found), end="")
    print(f"{games} games, {false} of them not true")
    sys.exit(bool(false))


if __name__ == "__main__":
    main()
