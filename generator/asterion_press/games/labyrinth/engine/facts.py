"""What a figure shows in words: who moved what where, who wins, which way a chamber leads outside.

Texts take it as placeholders, whose words stand in the ``words.yaml`` of their language: ``{{figure.walk.b.moved}}`` is
`to the right`. A value that begins with :data:`~asterion_press.catalogue.words.BOUND` is the key of such a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from asterion_press.games.labyrinth.catalogue.position_records import Figure, Panel, PlacedTile
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.figures import chamber_of, impaled_of, laid_of, marked, shows_minotaur
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import rules_of
from asterion_press.games.labyrinth.engine.scoring import Chamber, chambers
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side

SIDE_WORDS = {Side.N: "=above", Side.E: "=right", Side.S: "=below", Side.W: "=left"}
TURNS = {1: "=quarter", 2: "=half", 3: "=quarter"}
PATHS = {1: "=dead_end", 3: "=fork", 4: "=crossroads"}


def facts_of(figure: Figure, deck: Deck) -> Iterator[tuple[int, str, str]]:
    """Yield what each panel of a figure shows: the number of the panel, a name, and a text or the key of a word."""
    for number, panel in enumerate(figure.panels):
        before = figure.panels[number - 1] if number else None
        for name, text in (*_ply_facts(panel, before, deck), *_path_facts(panel, deck), *_end_facts(panel, deck)):
            yield number, name, text


def _ply_facts(panel: Panel, before: Panel | None, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield what the last turn of a panel did."""
    acted, new = marked(panel, "acted"), marked(panel, "new")
    done = acted or new[-1:]
    if not done:
        return
    yield "tile", done[0].tile
    if (hand := deck.tile(panel.discards if acted and panel.discards else done[0].tile)) and hand.colour:
        yield "player", f"={hand.colour}"
    if acted and panel.discards:
        yield "discards", panel.discards
    for side, other in _beside(panel, done[0].at) if len(done) == 1 else ():
        yield f"from.{other.tile}", SIDE_WORDS[side.opposite]
    if before is not None:
        if impaled := [tile for tile, _ in impaled_of(panel) if tile not in dict(impaled_of(before))]:
            yield "impaled", listed(impaled)
        yield from _action_facts(acted, before)


def _action_facts(acted: Sequence[PlacedTile], before: Panel) -> Iterator[tuple[str, str]]:
    """Yield how tiles were turned and moved, and the side of each that was free, if one alone was."""
    lay = {placed.tile: placed for placed in before.tiles}
    for placed in (one for one in acted if one.tile in lay):
        was = lay[placed.tile]
        taken = {side for side, _ in _beside(before, was.at)}
        if len(free := [side for side in SIDES if side not in taken]) == 1:
            yield f"free.{placed.tile}", SIDE_WORDS[free[0]]
        if turns := (placed.turns - was.turns) % QUARTER_TURNS:
            yield "turned", TURNS[turns]
        across, down = placed.at[0] - was.at[0], placed.at[1] - was.at[1]
        if len(acted) == 1 and bool(across) != bool(down):
            way = next(side for side in SIDES if side.step == ((across > 0) - (across < 0), (down > 0) - (down < 0)))
            yield from (("moved", SIDE_WORDS[way]), ("spaces", str(abs(across + down))))


def _beside(panel: Panel, at: tuple[int, int]) -> Iterator[tuple[Side, PlacedTile]]:
    """Yield the tiles that touch a cell, each with the side of the cell that it touches."""
    lying = {placed.at: placed for placed in panel.tiles}
    for side in SIDES:
        if (other := lying.get((at[0] + side.step[0], at[1] + side.step[1]))) is not None:
            yield side, other


def _path_facts(panel: Panel, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield the shape of each path of the thread, by its tile; of a tile with two such paths none."""
    named = [path.tile for path in panel.thread]
    for path in panel.thread:
        tile = deck.tile(path.tile)
        if named.count(path.tile) == 1 and tile and tile.colour and tile.paths[path.path - 1].exits:
            yield f"path.{path.tile}", path_word(tile, path.path)


def path_word(tile: Tile, path: int) -> str:
    """Return the key of the word for the shape of a path, which counts from 1 and leaves its tile."""
    first, *others = tile.paths[path - 1].exits
    return PATHS.get(1 + len(others)) or ("=corridor" if others == [first.opposite] else "=bend")


def _end_facts(panel: Panel, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield who wins, and of each chamber that is counted where it leads and what lies on which tiles."""
    claims = panel.claims
    if claims is None or not shows_minotaur(panel):
        return
    if claims.winners and len(claims.winners) == 1:
        yield "winner", f"={claims.winners[0]}"
    if claims.treasure and claims.coinless and (first := _first(claims.treasure, claims.coinless)):
        yield "first_in_treasure", f"={first}"
    if claims.count:
        box, rules = GameSet.of(deck), rules_of(deck.catalogue)
        table = Position.arranged(box, rules, box.colours, laid_of(panel), impaled=impaled_of(panel)).labyrinth
        for name, count in claims.count.items():
            if (chamber := chamber_of(table, count.of)) is not None:
                yield from ((f"count.{name}.{what}", text) for what, text in _chamber_facts(chamber))
        living = ((one, spot) for one in chambers(table) for spot in one.spots if spot.prisoners and not spot.impaled)
        yield from ((f"coins.{spot.tile}", str(chamber.coins)) for chamber, spot in living)


def _first(*counts: Mapping[str, int]) -> str | None:
    """Return who has most in the first of some counts, of those who tie in the next, and so on; None for a tie."""
    left = list(counts[0])
    for count in counts:
        most = max(count.get(colour, 0) for colour in left)
        left = [colour for colour in left if count.get(colour, 0) == most]
    return left[0] if len(left) == 1 else None


def _chamber_facts(chamber: Chamber) -> Iterator[tuple[str, str]]:
    ways = {
        side
        for spot in chamber.spots
        for side in spot.exits
        if (spot.cell[0] + side.step[0], spot.cell[1] + side.step[1]) in chamber.ways_out
    }
    if len(ways) == 1:
        yield "outside", SIDE_WORDS[ways.pop()]
    for what, tiles in (
        ("coin_tiles", [spot.tile for spot in chamber.spots if spot.coins]),
        ("wing_tiles", [spot.tile for spot in chamber.spots if spot.wings]),
        ("living_tiles", [spot.tile for spot in chamber.spots if spot.prisoners and not spot.impaled]),
    ):
        if tiles:
            yield what, listed(tiles)


def listed(tiles: Iterable[str]) -> str:
    """Return a list of tiles as texts take it, in the order in which they are named."""
    return f"=and:{','.join(sorted(dict.fromkeys(tiles)))}"
