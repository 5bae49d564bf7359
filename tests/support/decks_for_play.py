"""Small decks, and tables described by notation, for the tests of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

from msgspec.structs import replace

from asterion_press.catalogue.validation import record_of
from asterion_press.games.labyrinth.catalogue.records import Catalogue, Path, sort_paths
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, deck_of
from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, swap_of
from asterion_press.games.labyrinth.engine.position import Lifted, Position, actors, rotation_fault, swap_fault
from asterion_press.games.labyrinth.engine.rules import IllegalError, Rules
from asterion_press.games.labyrinth.engine.scoring import Chamber, chambers
from asterion_press.geometry import Side

COLOURS = {
    "yellow": {"letter": "Y", "symbol": "sun", "ink": "#e9b32e"},
    "blue": {"letter": "B", "symbol": "wave", "ink": "#1f4a73"},
    "red": {"letter": "R", "symbol": "flame", "ink": "#ad3f1f"},
    "green": {"letter": "G", "symbol": "leaf", "ink": "#6f9f80"},
}

FIGURES = (
    "NESW:p",  # 01 crossroads
    "NS:p | EW",  # 02 bridge
    "NS:p",  # 03 corridor between walls
    "N:p",  # 04 cell
    "NS:c",  # 05 corridor with a coin and nobody
    "NS:ww",  # 06 corridor with two wings
    "NS:pp",  # 07 two prisoners
    "NE:p",  # 08 bend
    "NESW",  # 09 empty crossroads
    "N:pc",  # 10 cell with a coin
    "NS:w",  # 11 corridor with one wing
    "N:p | S:p",  # 12 two cells back to back
    "NS",  # 13 empty corridor
    "N:pcww",  # 14 cell with a coin and two wings
    "N:p | ES",  # 15 cell and an empty bend
)
"""Designs 1, 2, 3 … of the figures' deck; three copies each, so Y01, Y01-2 and Y01-3."""


def paths_of(spelled: str) -> list[dict[str, object]]:
    paths: list[dict[str, object]] = []
    for path in spelled.split(" | "):
        exits, _, letters = path.partition(":")
        counts = {"prisoners": letters.count("p"), "coins": letters.count("c"), "wings": letters.count("w")}
        paths.append({"exits": exits, **{name: count for name, count in counts.items() if count}})
    return paths


def deck_with(designs: Sequence[str], *, copies: int = 1, minotaur: str = "NESW", colours: int = 4) -> Deck:
    data = {
        "game": "asterion",
        "title": "Asterion",
        "edition": "revised",
        "tile_mm": 50,
        "colours": dict(list(COLOURS.items())[:colours]),
        "minotaur": {"paths": paths_of(minotaur)},
        "counters": {"count": 40, "diameter_mm": 12},
        "designs": {
            f"design-{number}": {"number": number, "paths": paths_of(paths), "copies": copies}
            for number, paths in enumerate(designs, 1)
        },
        "credits": {"design": "d", "publisher": "p", "artwork": "a"},
    }
    return deck_of(record_of(data, Catalogue))


def box_with(designs: Sequence[str], *, copies: int = 1, minotaur: str = "NESW", colours: int = 4) -> GameSet:
    return GameSet.of(deck_with(designs, copies=copies, minotaur=minotaur, colours=colours))


def read_ply(text: str) -> Ply:
    """The ply that is spelled so."""
    discard, _, spelled = text.rpartition(": ")
    verb, *words = spelled.split() if discard else ("", spelled)
    tile, *numbers = re.split("[@,^]", words[0])
    there = list(map(int, numbers))
    if verb == "swap":
        return swap_of(discard, *words)
    return (
        Rotate(discard, tile, *there)
        if verb == "rotate"
        else Move(discard, tile, *there)
        if verb
        else Lay(tile, *there)
    )


def legal_plies(position: Position) -> list[Ply]:
    """Every legal ply, placements first; turns that look alike are different plies."""
    if position.is_over:
        return []
    table, hand = position.labyrinth, position.turns_of_play[position.ply][1]
    spots = product(sorted(table.border), range(4))
    placing = [Lay(hand.id, *xy_of(cell), turns) for cell, turns in spots if not table.traps(hand, turns, cell)]
    pieces = actors(table, hand.colour) if position.rules.acts else []
    rotating, moving = list[Ply](), list[Ply]()
    for piece in pieces:
        lifted = Lifted(table, piece)
        legal = (turns for turns in range(4) if not rotation_fault(table, lifted.rest, piece, turns))
        rotating += [Rotate(hand.id, piece.id, turns) for turns in legal]
        spots = product(sorted(lifted.rest.border), range(4))
        moving += [Move(hand.id, piece.id, *xy_of(c), turns) for c, turns in spots if not lifted.fault(turns, c)]
    pairs = [pair for pair in combinations(pieces, 2) if not swap_fault(table, *pair)]
    return [*placing, *rotating, *(swap_of(hand.id, one.id, other.id) for one, other in pairs), *moving]


def after(position: Position, ply: Ply) -> Position:
    """The position after a ply, which is judged before."""
    position.check(ply)
    following = position.copy()
    following.push(ply)
    return following


def is_legal(position: Position, ply: Ply) -> bool:
    try:
        position.check(ply)
    except IllegalError:
        return False
    return True


def piles_of(position: Position) -> dict[str, list[str]]:
    """For each seat all tiles of its pile, in the order in which it draws them."""
    piles: dict[str, list[str]] = {seat: [] for seat in position.seats}
    for number, piece in position.turns_of_play:
        piles[position.seats[number]].append(piece.id)
    return piles


def laid(places: str) -> dict[tuple[int, int], tuple[str, int]]:
    """A table written as placements, such as ``Y01@0,-1^0 B03@1,0^2``."""
    found = {}
    for word in places.split():
        ply = read_ply(word)
        assert isinstance(ply, Lay)
        found[ply.x, ply.y] = (ply.tile, ply.turns)
    return found


def chamber_of(labyrinth: Labyrinth, tile: str, path: int) -> Chamber:
    """The chamber of a laid tile's path, counted from 0."""
    found = chambers(labyrinth)
    return next(chamber for chamber in found if any((s.tile, s.path) == (tile, path) for s in chamber.spots))


def arranged(
    box: GameSet,
    places: str,
    *,
    hands: Mapping[str, Sequence[str]] | None = None,
    rules: Rules | None = None,
    impaled: Iterable[tuple[str, int]] = (),
    seats: Sequence[str] = ("yellow", "blue"),
    kills: Mapping[str, int] | None = None,
) -> Position:
    piles = {seat: (hands or {}).get(seat, ()) for seat in seats}
    return Position.arranged(box, rules or Rules(), seats, laid(places), impaled=impaled, piles=piles, kills=kills)


def random_box(deck: Deck, seed: int) -> GameSet:
    """Few tiles of every kind that the catalogue allows."""
    rng = Random(seed)
    tiles = [
        Tile(f"{letter}{number:02d}", colour, "made-up", random_paths(rng), rng.choice((1, 1, 1, 2, 3)))
        for colour, letter in zip(deck.catalogue.colour_ids, "YBRG", strict=True)
        for number in rng.sample(range(1, 130), rng.randint(2, 6))
    ]
    gates = tuple(side for side in Side if rng.random() < 0.6) or (Side.E,)
    minotaur = replace(deck.minotaur, paths=(record_of({"exits": "".join(side.name for side in gates)}, Path),))
    return GameSet.of(Deck(deck.catalogue, tuple(tiles), minotaur))


def random_paths(rng: Random) -> tuple[Path, ...]:
    """Paths that part the four sides among them; some sides are walls, some paths are closed."""
    owner = {side: rng.randrange(5) for side in Side}
    groups = ["".join(side.name for side in Side if owner[side] == number) for number in range(4)]  # 4: a wall
    exits = [group for group in groups if group] + [""] * (rng.random() < 0.2)
    paths = [
        {
            "exits": word,
            "prisoners": rng.choice((0, 1, 1, 3)),
            "coins": rng.choice((0, 0, 1, 2)),
            "wings": rng.randrange(3),
        }
        for word in exits or [""]
    ]
    return sort_paths(record_of(path, Path) for path in paths)
