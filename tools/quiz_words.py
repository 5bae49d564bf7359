"""The figures that ask in words, for readers without pictures: no more and no less than a picture shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from asterion_press.games.asterismo.game import HexGame
from asterion_press.games.asterismo.records import Panel as Tree
from asterion_press.games.game import Game
from asterion_press.games.labyrinth.catalogue.position_records import Panel as Table
from asterion_press.games.labyrinth.catalogue.position_records import PlacedTile
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Tile
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.minotaurus.records import Hands
from asterion_press.geometry import SIDES, Side
from asterion_press.wording import enumerated, plural

SIDE_NAMES = dict(zip(SIDES, ("top", "right", "bottom", "left"), strict=True))
LABYRINTH = "A tile is named by the letter of its colour and a number: Y is Yellow, B Blue, R Red, G Green."
LABYRINTH_WORDS = """
In words: a table is told row by row from above, each row from the left, so that columns with the same number stand
below each other. Of each tile its paths are told as they lie: the sides to which they lead, and what is on them."""
MINOTAURUS = """\
The figures show the pairs of some players, each the left horn first, a row for each player: A is Ariadne,
B Bion, C Chloris. Where three players are shown they are all who play; where two are, they are two of five."""
ASTERISMO = """Hexagons are named by the letter of their column and the number of their row, as on the board: a row runs
from the left to the right, a column from above down to the right. Letters and numbers stand on empty hexagons at the
edge of a picture."""
ASTERISMO_WORDS = """
In words: each row begins half a hexagon further to the right than the one above it. So the hexagons that touch F6 are
E6 and G6 beside it, F5 and G5 above, E7 and F7 below; all others follow the same pattern."""


def notes(game: Game, *, in_words: bool) -> str:
    """Return what a reader has to know of the figures of a game."""
    plain, reported = {
        "labyrinth": (LABYRINTH, LABYRINTH_WORDS),
        "horns": (MINOTAURUS, ""),
        "hexes": (ASTERISMO, ASTERISMO_WORDS),
    }[game.kind]
    return f"{plain}{reported * in_words}\n"


def tell(game: Game, figure: Any) -> str:
    """Return a figure in words."""
    if isinstance(game, LabyrinthGame):
        tiles = {tile.id: tile for tile in game.deck.all_tiles}
        panels = [_table(panel, tiles) for panel in figure.panels]
        return panels[0] if len(panels) == 1 else f"A, before:\n\n{panels[0]}\n\nB, after:\n\n{panels[1]}"
    return "\n".join(_tree(figure.panels[0], game) if isinstance(game, HexGame) else _hands(figure.hands, game))


def _table(panel: Table, tiles: dict[str, Tile]) -> str:
    by_cell = {placed.at: placed for placed in panel.tiles}
    columns, rows = ([number for number, _ in by_cell], [number for _, number in by_cell])
    lines = []
    for y in range(min(rows), max(rows) + 1):
        lines.append(f"- Row {y - min(rows) + 1}:")
        for x in range(min(columns), max(columns) + 1):
            reported = _tile(by_cell[x, y], panel, tiles) if (x, y) in by_cell else "empty"
            lines.append(f"  - Column {x - min(columns) + 1}: {reported}")
    return "\n".join(lines)


def _tile(placed: PlacedTile, panel: Table, tiles: dict[str, Tile]) -> str:
    if placed.tile == MINOTAUR_ID:
        return "the minotaur tile; one path to all four sides, the minotaur on it"
    dead = {(path.tile, path.path - 1) for path in panel.impaled}
    paths = []
    for number, path in enumerate(tiles[placed.tile].paths):
        sides = _sides([side.turned(placed.turns) for side in path.exits])
        contents = [
            "an impaled prisoner (a counter lies on it)" if name == "prisoner" and (placed.tile, number) in dead
            else f"a living {tiles[placed.tile].colour} prisoner" if name == "prisoner"
            else plural(count, name)
            for name, count in path.holds.items()
            if count
        ]  # fmt: skip
        what = f"a dead end at the {sides}" if len(path.exits) == 1 else f"a path {sides}"
        paths.append(what + (f" with {enumerated(contents)}" if contents else ""))
    framed = {"new": ", framed", "acted": ", framed", None: ""}[placed.mark]
    return f"{placed.tile}{framed}: {'; '.join(paths)}"


def _sides(exits: Sequence[Side]) -> str:
    names = [SIDE_NAMES[side] for side in sorted(exits)]
    return names[0] if len(names) == 1 else f"between {enumerated(names)}"


def _hands(hands: Hands, game: Game) -> Iterator[str]:
    for name, pairs in hands.holds.items():
        reported = "; ".join(f"{_piece(left, game)} and {_piece(right, game)}" for left, right in pairs)
        yield f"- {name} owns {reported}."
    if hands.up:
        yield f"- Turned up: {enumerated([_piece(piece, game) for piece in hands.up])}."


def _piece(name: str, game: Game) -> str:
    horn = "left" if name[2] == "L" else "right"
    colour = next(key for key, hue in game.catalogue.colours.items() if hue.letter == name[0])
    return f"a {colour} {horn} horn of value {name[1]}"


def _tree(panel: Tree, game: HexGame) -> Iterator[str]:
    for colour, words in panel.tokens.items():
        yield f"- {colour.capitalize()} tokens lie on {', '.join(words).upper()}."
    for word in panel.ringed:
        yield f"- The token on {word.upper()} is ringed."
    if panel.take:
        yield f"- The token on {panel.take.upper()} is shown as a dashed outline."
    for player, harvest in enumerate(panel.harvests, 1):
        contents = [f"{count} {colour}" for count, colour in zip(harvest, game.catalogue.colours, strict=True)]
        yield f"- Player {player} has harvested {enumerated(contents)} tokens."
