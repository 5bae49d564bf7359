"""The figures that ask, in words, in games whose program does not tell its figures itself: what a picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asterion_press.errors import enumerated
from asterion_press.games.asterismo.game import HexGame
from asterion_press.games.asterismo.records import Panel as Tree
from asterion_press.games.game import Game
from asterion_press.games.minotaurus.records import Hands


def tell(game: Game, figure: Any) -> str:
    """Return a figure in words."""
    return " ".join(_tree(figure.panels[0], game) if isinstance(game, HexGame) else _hands(figure.hands, game))


def _hands(hands: Hands, game: Game) -> Iterator[str]:
    for name, pairs in hands.holds.items():
        told = "; ".join(f"{_piece(left, game)} and {_piece(right, game)}" for left, right in pairs)
        yield f"{name} owns {told}."
    if hands.up:
        yield f"Turned up: {enumerated([_piece(piece, game) for piece in hands.up])}."


def _piece(name: str, game: Game) -> str:
    horn = "left" if name[2] == "L" else "right"
    colour = next(key for key, hue in game.catalogue.colours.items() if hue.letter == name[0])
    return f"a {colour} {horn} horn of value {name[1]}"


def _tree(panel: Tree, game: HexGame) -> Iterator[str]:
    for colour, words in panel.tokens.items():
        yield f"{colour.capitalize()} tokens lie on {', '.join(words).upper()}."
    for word in panel.ringed:
        yield f"The token on {word.upper()} is ringed."
    if panel.take:
        yield f"The token on {panel.take.upper()} is shown as a dashed outline."
    for player, harvest in enumerate(panel.harvests, 1):
        held = [f"{count} {colour}" for count, colour in zip(harvest, game.catalogue.colours, strict=True)]
        yield f"Player {player} has harvested {enumerated(held)} tokens."
