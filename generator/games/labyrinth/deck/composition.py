"""What a deck is made of, in numbers: totals, and the same for each colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from generator.games.labyrinth.catalogue.records import Path
from generator.games.labyrinth.deck.tiles import Deck, Tile


class Composition(Struct, frozen=True):
    """Counts over some tiles, copies included.

    Attributes:
        tiles: tiles.
        prisoners, coins, wings: what lies on their paths.
        exits: sides where a path leaves its tile.
        chambers: paths, each a piece of labyrinth of its own until tiles are joined.
        dead_ends: paths with a single exit.
        branching: how readily a chamber grows; see :func:`branching`.
    """

    tiles: int
    prisoners: int
    coins: int
    wings: int
    exits: int
    chambers: int
    dead_ends: int
    branching: float


def composition_of(tiles: Iterable[Tile]) -> Composition:
    """Count over tiles; a tile with copies counts as often as it is printed."""
    all_tiles = list(tiles)
    printed = sum(tile.copies for tile in all_tiles)
    paths = Counter[Path]()
    for tile in all_tiles:
        for path in tile.paths:
            paths[path] += tile.copies
    return Composition(
        tiles=printed,
        prisoners=sum(path.prisoners * copies for path, copies in paths.items()),
        coins=sum(path.coins * copies for path, copies in paths.items()),
        wings=sum(path.wings * copies for path, copies in paths.items()),
        exits=sum(len(path.exits) * copies for path, copies in paths.items()),
        chambers=paths.total(),
        dead_ends=sum(copies for path, copies in paths.items() if len(path.exits) == 1),
        branching=branching(paths, printed),
    )


def branching(paths: Mapping[Path, int], tiles: int) -> float:
    """How many further exits an exit leads to on average, times the share of sides that are open.

    ``b = ports / 4 * sum k (k - 1) n_k / sum k n_k`` with n_k paths of k exits and `ports` exits a tile on average: the
    mean offspring of a branching process that walks from tile to tile. Over 14,800 random decks it ranked them by
    prisoners impaled with a Spearman correlation of 0.957; decks in which about 22 of 64 are impaled have 1.2 to 1.3.

    Source: the project's own measurements with greedy players; the formula is the mean excess degree, M. Newman,
    "Networks", 2010, chapter 13.
    """
    exits = Counter[int]()
    for path, copies in paths.items():
        exits[len(path.exits)] += copies
    ends = sum(k * n for k, n in exits.items())
    if not ends or not tiles:
        return 0.0
    return ends / tiles / 4 * sum(k * (k - 1) * n for k, n in exits.items()) / ends


def compositions(deck: Deck) -> dict[str, Composition]:
    """The composition of each colour, by its id, in the order of the catalogue."""
    return {colour: composition_of(deck.of_colour(colour)) for colour in deck.catalogue.colours}
