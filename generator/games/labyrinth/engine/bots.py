"""Players for simulations: `random`, `greedy` and `search`, from the weakest to the strongest.

Every game has its own seed, `game_seed`, so what is played depends neither on the other games nor on the number of
workers. Of the random generator only ``random()`` is used, the one method whose numbers Python promises to keep.
(Source: Python documentation, "random", notes on reproducibility.)

**random** places uniformly among all legal placements, turns that look alike among them. With actions it first tries
one with probability `TRIES_ACTION`: of a kind drawn uniformly, on tiles drawn uniformly from those it may act on, to a
turn or a cell and turn drawn uniformly; after `ATTEMPTS` illegal draws it places instead.

**greedy** is told in ``greed.py``, **search** in ``search.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeAlias

from generator.games.labyrinth.engine.actions import Lifted, actors, rotation_fault, swap_fault
from generator.games.labyrinth.engine.bot_names import BOT_NAMES, BotName
from generator.games.labyrinth.engine.box import Box, Piece, xy_of
from generator.games.labyrinth.engine.errors import MalformedError
from generator.games.labyrinth.engine.greed import Draw, play_greedily
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Move, Ply, Rotate, swap_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.record import Record
from generator.games.labyrinth.engine.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules
from generator.games.labyrinth.engine.scoring import final
from generator.games.labyrinth.engine.search import play_with_foresight
from generator.geometry import QUARTER_TURNS

Bots: TypeAlias = BotName | Sequence[BotName]
"""Who plays: one for all seats, or one for each seat in order of play."""
Bot: TypeAlias = Callable[[Position, bool, Draw], Turn]
"""Plays one ply of a position, acting only if that is true, with chance from the draw."""

TRIES_ACTION = 0.25
ATTEMPTS = 4
SEED_BYTES = 6
"""Seeds below 2 ** 48 survive every JSON reader. Source: RFC 8259, section 6."""


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of a simulation."""
    return int.from_bytes(sha256(f"{seed}/{index}".encode()).digest()[:SEED_BYTES], "big")


def seats_for(box: Box, players: int) -> tuple[str, ...]:
    """The colours of that many players: the first ones of the catalogue.

    Raises:
        MalformedError: the game is not for so many.
    """
    most = min(MOST_PLAYERS, len(box.colours))
    if not FEWEST_PLAYERS <= players <= most:
        raise MalformedError(f"{players} players cannot play; from {FEWEST_PLAYERS} to {most} can")
    return box.colours[:players]


def bots_of(bot: Bots, seats: int) -> tuple[BotName, ...]:
    """The bot of each seat.

    Raises:
        MalformedError: an unknown bot, or too few or too many.
    """
    bots: tuple[BotName, ...] = (bot,) * seats if isinstance(bot, str) else tuple(bot)
    if unknown := [name for name in bots if name not in BOT_NAMES]:
        raise MalformedError(f"unknown bot {unknown[0]!r}; one of {', '.join(BOT_NAMES)}")
    if len(bots) != seats:
        raise MalformedError(f"{len(bots)} bots for {seats} seats; give one for each, or one for all")
    return bots


def random_game(
    box: Box,
    rules: Rules,
    players: int | Sequence[str],
    seed: int,
    *,
    bot: Bots = "random",
    actions: bool | None = None,
    deck: str = "",
) -> Record:
    """A whole game.

    Args:
        box: what is played with.
        rules: what is played by.
        players: how many, or the seats in order of play.
        seed: the game's own seed; see :func:`game_seed`.
        bot: who plays: all seats, or one for each seat.
        actions: whether the bots act too; None means if the rules allow it.
        deck: the catalogue's sha256, for the record.

    Raises:
        MalformedError: too few or too many players, an unknown bot, or actions where there are none.
    """
    if actions and not rules.acts:
        raise MalformedError(f"there are no actions in this game ({rules.edition} edition)")
    seats = seats_for(box, players) if isinstance(players, int) else tuple(players)
    playing = [BOTS[name] for name in bots_of(bot, len(seats))]
    rng = Random(seed)  # noqa: S311 - chance of a game, nothing secret
    position = Position.shuffled(box, rules, seats, rng)
    acts = rules.acts if actions is None else actions
    turns = tuple(playing[seat](position, acts, rng.random) for seat, _ in position.turns_of_play)
    return Record(rules, deck, seed, seats, turns, final(position))


def play_randomly(position: Position, acts: bool, draw: Draw) -> Turn:
    """The ply of the bot `random`."""
    if acts and draw() < TRIES_ACTION and (ply := _random_action(position, draw)):
        return position.push(ply)
    labyrinth, piece = position.labyrinth, position.turns_of_play[position.ply][1]
    border = labyrinth.border
    while True:
        cell, turns = border[int(draw() * len(border))], int(draw() * QUARTER_TURNS)
        if not labyrinth.traps(piece, turns, cell):
            return position.place(turns, cell)


def _random_action(position: Position, draw: Draw) -> Ply | None:
    labyrinth, hand = position.labyrinth, position.turns_of_play[position.ply][1]
    pieces = actors(labyrinth, hand.colour)
    kind = (_random_rotation, _random_swap, _random_move)[int(draw() * 3)]
    attempts = (kind(labyrinth, hand.id, pieces, draw) for _ in range(ATTEMPTS if pieces else 0))
    return next((ply for ply in attempts if ply), None)


def _random_rotation(labyrinth: Labyrinth, discard: str, pieces: list[Piece], draw: Draw) -> Ply | None:
    piece, turns = pieces[int(draw() * len(pieces))], int(draw() * QUARTER_TURNS)
    fault = rotation_fault(labyrinth, labyrinth.without((piece.id,)), piece, turns)
    return None if fault else Rotate(discard, piece.id, turns)


def _random_swap(labyrinth: Labyrinth, discard: str, pieces: list[Piece], draw: Draw) -> Ply | None:
    one, other = (pieces[int(draw() * len(pieces))] for _ in range(2))
    return None if one is other or swap_fault(labyrinth, one, other) else swap_of(discard, one.id, other.id)


def _random_move(labyrinth: Labyrinth, discard: str, pieces: list[Piece], draw: Draw) -> Ply | None:
    lifted = Lifted(labyrinth, pieces[int(draw() * len(pieces))])
    cell, turns = lifted.rest.border[int(draw() * len(lifted.rest.border))], int(draw() * QUARTER_TURNS)
    return None if lifted.fault(turns, cell) else Move(discard, lifted.piece.id, *xy_of(cell), turns)


BOTS: dict[BotName, Bot] = {"random": play_randomly, "greedy": play_greedily, "search": play_with_foresight}
