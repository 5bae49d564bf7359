"""The rules once more, written differently: flood fill from mouth to mouth over plain data, everything tried out.

It knows nothing of the engine. A table is a dict of cells to (tile, turns), where a tile is what ``asterion list tiles
--format json`` prints; the dead are a set of (tile id, number of the path).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

Cell = tuple[int, int]
Table = dict[Cell, tuple[dict[str, Any], int]]
Dead = frozenset[tuple[str, int]]

LETTERS = "NESW"
OVER = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}


def beginning(deck: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], Table]:
    """The tiles by id, and the table before the first turn; the minotaur's exits are all one chamber (A8)."""
    exits = "".join(path["exits"] for path in deck["minotaur"]["paths"])
    tiles = {tile["id"]: tile for tile in deck["tiles"]}
    return tiles, {(0, 0): ({"id": "minotaur", "paths": [{"exits": exits}]}, 0)}


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy, _ in OVER.values()]


def mouths(path: dict[str, Any], turns: int) -> set[str]:
    return {LETTERS[(LETTERS.index(letter) + turns) % 4] for letter in path["exits"]}


def flood(table: Table, start: tuple[Cell, int]) -> tuple[set[tuple[Cell, int]], set[Cell]]:
    """The paths that hang together with one, and the uncovered cells that they lead onto."""
    seen, waiting, out = {start}, [start], set()
    while waiting:
        cell, number = waiting.pop()
        tile, turns = table[cell]
        for mouth in mouths(tile["paths"][number], turns):
            dx, dy, back = OVER[mouth]
            there = (cell[0] + dx, cell[1] + dy)
            if there not in table:
                out.add(there)
                continue
            other, other_turns = table[there]
            for k, path in enumerate(other["paths"]):
                if back in mouths(path, other_turns) and (there, k) not in seen:
                    seen.add((there, k))
                    waiting.append((there, k))
    return seen, out


def outside_cells(table: Table, wanted: set[Cell], option: str) -> set[Cell]:
    if option == "any":
        return wanted
    far = 2 + max(abs(n) for cell in table for n in cell)
    seen, waiting = {(far, far)}, [(far, far)]
    while waiting:
        for cell in beside(waiting.pop()):
            if cell not in seen and cell not in table and max(map(abs, cell)) <= far:
                seen.add(cell)
                waiting.append(cell)
    return wanted & seen


def trapped(table: Table, option: str) -> bool:
    return not outside_cells(table, flood(table, ((0, 0), 0))[1], option)


def together(table: Table) -> bool:
    seen, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        for cell in beside(waiting.pop()):
            if cell in table and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return len(seen) == len(table)


def sight(table: Table, dead: Dead) -> frozenset[Any]:
    """What a photograph of the table shows."""
    shown = set()
    for cell, (tile, turns) in table.items():
        for number, path in enumerate(tile["paths"]):
            counts = (path.get("prisoners", 0), path.get("coins", 0), path.get("wings", 0))
            grave = (tile.get("id"), number) in dead
            shown.add((cell, tile.get("colour"), frozenset(mouths(path, turns)), counts, grave))
    return frozenset(shown)


def impale(table: Table, dead: Dead) -> tuple[Dead, dict[str, int]]:
    fresh: set[tuple[str, int]] = set()
    counts: dict[str, int] = {}
    for cell, number in flood(table, ((0, 0), 0))[0]:
        tile = table[cell][0]
        prisoners = tile["paths"][number].get("prisoners", 0)
        if prisoners and (tile["id"], number) not in dead:
            fresh.add((tile["id"], number))
            counts[tile["colour"]] = counts.get(tile["colour"], 0) + prisoners
    return dead | fresh, counts


def placements(table: Table, tile: dict[str, Any], option: str) -> set[tuple[Any, ...]]:
    cells = {there for cell in table for there in beside(cell)} - set(table)
    tried = [(x, y, turns) for x, y in cells for turns in range(4)]
    return {(x, y, t) for x, y, t in tried if not trapped({**table, (x, y): (tile, t)}, option)}


def may_act_on(table: Table, dead: Dead, colour: str) -> list[Cell]:
    found = []
    for cell, (tile, _) in table.items():
        living = any(path.get("prisoners") and (tile["id"], n) not in dead for n, path in enumerate(tile["paths"]))
        if tile.get("colour") == colour and living and any(there not in table for there in beside(cell)):
            found.append(cell)
    return found


def actions(table: Table, dead: Dead, colour: str, option: str) -> dict[tuple[Any, ...], Table]:
    """Every legal action and the table after it."""
    tried: dict[tuple[Any, ...], Table] = {}
    mine = may_act_on(table, dead, colour)
    for cell in mine:
        tile, _ = table[cell]
        rest = {other: lies for other, lies in table.items() if other != cell}
        for turns in range(4):
            tried["rotate", tile["id"], turns] = {**rest, cell: (tile, turns)}
            for x, y in {there for other in rest for there in beside(other)} - set(table):
                tried["move", tile["id"], x, y, turns] = {**rest, (x, y): (tile, turns)}
    for one, other in combinations(mine, 2):
        pair = sorted((table[one][0]["id"], table[other][0]["id"]))
        tried["swap", *pair] = {**table, one: table[other], other: table[one]}
    before = sight(table, dead)
    return {
        action: after
        for action, after in tried.items()
        if together(after) and not trapped(after, option) and sight(after, dead) != before
    }


def count(table: Table, dead: Dead, option: str) -> tuple[dict[str, int], dict[str, list[int]]]:
    """Treasure by colour; and by colour how many escape with coins and without."""
    treasure: dict[str, int] = {}
    escaped: dict[str, list[int]] = {}
    for cell, (tile, _) in table.items():
        for number, path in enumerate(tile["paths"]):
            prisoners = path.get("prisoners", 0)
            if not prisoners or (tile["id"], number) in dead:
                continue
            chamber, out = flood(table, (cell, number))
            paths = [table[there][0]["paths"][k] for there, k in chamber]
            coins = sum(other.get("coins", 0) for other in paths)
            wings = sum(other.get("wings", 0) for other in paths)
            if outside_cells(table, out, option) or wings >= 2:
                treasure[tile["colour"]] = treasure.get(tile["colour"], 0) + prisoners * coins
                escaped.setdefault(tile["colour"], [0, 0])[0 if coins else 1] += prisoners
    return treasure, escaped
