"""Bots for simulations: `random` and `greedy`, the weakest.

What looks further, `search` and `tree`, needs compiled code (``kernel/bots.py``). ``bot_names.py`` says how bots and
budgets are named.

Every game has its own seed, `game_seed`, so what is played depends neither on the other games nor on the number of
workers. Of the random generator only ``random()`` is used, the one method whose numbers Python promises to keep.
(Source: Python documentation, "random", notes on reproducibility.)

**random** places uniformly among all legal placements, turns that look alike among them. With actions it first tries
one with probability `TRIES_ACTION`: of a kind drawn uniformly, on tiles drawn uniformly from those it may act on, to a
turn or a cell and turn drawn uniformly; after `ATTEMPTS` illegal draws it places instead.

**greedy** looks one ply ahead. Of all legal placements it takes those with most points from impaling, of these those
with most treasure potential, of these any with equal chance. The potential is the treasure that it would have if the
game ended then, times the number of opponents, less theirs. With actions it takes one only if that gains at least
`WORTH_A_TILE` points more than the best placement: of those with most points any with equal chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import TypeAlias

from asterion_press.games.labyrinth.engine.bot_names import ACTION_NAMES, BotName, bot_settings
from asterion_press.games.labyrinth.engine.box import (
    FIELD,
    FIELD_MASK,
    LIVING_SHIFT,
    GameSet,
    PhysicalTile,
    coins_of,
    living_of,
    wings_of,
    xy_of,
)
from asterion_press.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, swap_of
from asterion_press.games.labyrinth.engine.position import (
    Lifted,
    Position,
    Turn,
    actors,
    apply_action,
    rotation_fault,
    swap_fault,
)
from asterion_press.games.labyrinth.engine.record import GameRecord
from asterion_press.games.labyrinth.engine.rules import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    WINGS_TO_FLY,
    MalformedError,
    Rules,
)
from asterion_press.games.labyrinth.engine.scoring import final
from asterion_press.geometry import QUARTER_TURNS

Bots: TypeAlias = BotName | Sequence[BotName]
"""The bots of a game: one for all seats, or one for each seat in order of play."""
Draw: TypeAlias = Callable[[], float]
"""Returns a number from 0 up to but not 1, as ``Random(7).random`` does."""
Acts: TypeAlias = tuple[type[Ply], ...]
"""The kinds of actions that a bot takes; none if it only places."""
Bot: TypeAlias = Callable[[Position, Acts, Draw], Turn]
"""Plays one ply of a position, with chance from the draw."""
ALL_ACTS: Acts = (Rotate, Swap, Move)
"""In the order of their names, `bot_names.ACTION_NAMES`."""

TRIES_ACTION = 0.25
ATTEMPTS = 4
WORTH_A_TILE = 2
"""Points that an action must gain over placing. Source: rules/asterion-designs.md, the measured bot."""
SEED_BYTES = 6
"""Seeds below 2 ** 48 survive every JSON reader. Source: RFC 8259, section 6."""


def game_seed(seed: int, index: int) -> int:
    """Return the seed of one game of a simulation."""
    return int.from_bytes(sha256(f"{seed}/{index}".encode()).digest()[:SEED_BYTES], "big")


def seats_for(box: GameSet, players: int) -> tuple[str, ...]:
    """Return the colours of that many players: the first ones of the catalogue.

    Raises:
        MalformedError: the game is not for so many.
    """
    most = min(MOST_PLAYERS, len(box.colours))
    if not FEWEST_PLAYERS <= players <= most:
        raise MalformedError(f"{players} players cannot play; from {FEWEST_PLAYERS} to {most} can")
    return box.colours[:players]


def bots_of(bot: Bots, seats: int) -> tuple[BotName, ...]:
    """Return the bot of each seat.

    Raises:
        MalformedError: an unknown bot or budget, or too few or too many.
    """
    bots: tuple[BotName, ...] = (bot,) * seats if isinstance(bot, str) else tuple(bot)
    for name in bots:
        if bot_settings(name).ms:
            raise MalformedError(f"a game needs a number of nodes instead of {name!r}")
    if len(bots) != seats:
        raise MalformedError(f"{len(bots)} bots for {seats} seats; give one for each, or one for all")
    return bots


def random_game(
    box: GameSet,
    rules: Rules,
    players: int | Sequence[str],
    seed: int,
    *,
    bot: Bots = "random",
    actions: bool | None = None,
    deck: str = "",
) -> GameRecord:
    """Play a whole game of bots.

    Args:
        box: the tiles of the game.
        rules: the rules of the game.
        players: how many, or the seats in order of play.
        seed: the game's own seed; see :func:`game_seed`.
        bot: the bot of all seats, or one for each seat.
        actions: whether the bots act too; None means if the rules allow it.
        deck: the catalogue's sha256, for the record.

    Raises:
        MalformedError: too few or too many players, a bot that is unknown or needs the compiled engine, or actions
            where there are none.
    """
    if actions and not rules.acts:
        raise MalformedError(f"there are no actions in this game ({rules.edition} edition)")
    seats = seats_for(box, players) if isinstance(players, int) else tuple(players)
    allowed = ALL_ACTS if rules.acts and actions is not False else ()
    playing = [_bot_of(name, allowed) for name in bots_of(bot, len(seats))]
    rng = Random(seed)  # noqa: S311 - chance of a game, nothing secret
    position = Position.shuffled(box, rules, seats, rng)
    turns = tuple(playing[seat](position, rng.random) for seat, _ in position.turns_of_play)
    return GameRecord(rules, deck, seed, seats, turns, final(position))


# random


def play_randomly(position: Position, acts: Acts, draw: Draw) -> Turn:
    """Play a ply as the bot `random` does."""
    labyrinth, piece = position.labyrinth, position.turns_of_play[position.ply][1]
    if acts and draw() < TRIES_ACTION:
        pieces = actors(labyrinth, piece.colour)
        kind = int(draw() * 3)
        draw_action = (_draw_rotation, _draw_swap, _draw_move)[kind]
        for _ in range(ATTEMPTS if pieces and ALL_ACTS[kind] in acts else 0):
            if ply := draw_action(labyrinth, piece.id, pieces, draw):
                return position.push(ply)
    border = labyrinth.border
    while True:
        cell, turns = border[int(draw() * len(border))], int(draw() * QUARTER_TURNS)
        if not labyrinth.traps(piece, turns, cell):
            return position.place(turns, cell)


def _draw_rotation(labyrinth: Labyrinth, discard: str, pieces: list[PhysicalTile], draw: Draw) -> Ply | None:
    piece, turns = pieces[int(draw() * len(pieces))], int(draw() * QUARTER_TURNS)
    fault = rotation_fault(labyrinth, labyrinth.without((piece.id,)), piece, turns)
    return None if fault else Rotate(discard, piece.id, turns)


def _draw_swap(labyrinth: Labyrinth, discard: str, pieces: list[PhysicalTile], draw: Draw) -> Ply | None:
    one, other = (pieces[int(draw() * len(pieces))] for _ in range(2))
    return None if one is other or swap_fault(labyrinth, one, other) else swap_of(discard, one.id, other.id)


def _draw_move(labyrinth: Labyrinth, discard: str, pieces: list[PhysicalTile], draw: Draw) -> Ply | None:
    lifted = Lifted(labyrinth, pieces[int(draw() * len(pieces))])
    cell, turns = lifted.rest.border[int(draw() * len(lifted.rest.border))], int(draw() * QUARTER_TURNS)
    return None if lifted.fault(turns, cell) else Move(discard, lifted.piece.id, *xy_of(cell), turns)


# greedy


def play_greedily(position: Position, acts: Acts, draw: Draw) -> Turn:
    """Play a ply as the bot `greedy` does."""
    placing = list(value_placements(position))
    best = max(value for value, _ in placing)
    choice: list[Ply] = [ply for value, ply in placing if value == best]
    if acts:
        acting = list(value_actions(position, best[0] + WORTH_A_TILE, acts))
        most = max((points for points, _ in acting), default=0)
        choice = [ply for points, ply in acting if points == most] or choice
    return position.push(choice[int(draw() * len(choice))])


def value_placements(position: Position) -> Iterator[tuple[tuple[int, int], Lay]]:
    """Yield every legal placement with its points and the treasure potential that it adds."""
    labyrinth, (_, hand) = position.labyrinth, position.turns_of_play[position.ply]
    for cell in sorted(labyrinth.border):
        xy = xy_of(cell)
        lost = sum(_potential(position, labyrinth.tally(root)) for root in set(labyrinth.around(cell)) if root > 0)
        for turns in range(QUARTER_TURNS):
            if not labyrinth.traps(hand, turns, cell):
                chambers = labyrinth.chambers_if(hand, turns, cell)
                killed = sum(tally >> LIVING_SHIFT for roots, tally in chambers if MINOTAUR in roots)
                gained = sum(_potential(position, tally) for roots, tally in chambers if MINOTAUR not in roots)
                yield (_points(position, killed), gained - lost), Lay(hand.id, *xy, turns)


def value_actions(position: Position, least: int, acts: Acts) -> Iterator[tuple[int, Ply]]:
    """Yield every legal action of these kinds that brings at least so many points, with its points.

    Nobody is impaled by a tile that is laid beside no mouth of the minotaur's chamber; such cells are passed over,
    unless an action that impales nobody would be good enough.
    """
    labyrinth, hand = position.labyrinth, position.turns_of_play[position.ply][1]
    pieces, beside_him = actors(labyrinth, hand.colour), set[str]()
    for piece in pieces:
        lifted = Lifted(labyrinth, piece)
        rest, home = lifted.rest, lifted.home
        for cell in sorted(rest.border):
            if least > 0 and MINOTAUR not in rest.around(cell):
                continue
            if cell == home:
                beside_him.add(piece.id)
            for turns in range(QUARTER_TURNS if (Rotate if cell == home else Move) in acts else 0):
                chambers = rest.chambers_if(piece, turns, cell)
                points = _points(position, sum(tally >> LIVING_SHIFT for roots, tally in chambers if MINOTAUR in roots))
                if points < least:
                    continue
                if cell == home and not rotation_fault(labyrinth, rest, piece, turns):
                    yield points, Rotate(hand.id, piece.id, turns)
                elif cell != home and not lifted.fault(turns, cell):
                    yield points, Move(hand.id, piece.id, *xy_of(cell), turns)
    if Swap in acts:
        pairs = (pair for pair in combinations(pieces, 2) if not beside_him.isdisjoint(piece.id for piece in pair))
        yield from _value_swaps(position, pairs, least)


def _value_swaps(
    position: Position, pairs: Iterable[tuple[PhysicalTile, PhysicalTile]], least: int
) -> Iterator[tuple[int, Ply]]:
    """Yield the legal swaps that bring at least so many points, with the points."""
    labyrinth, hand = position.labyrinth, position.turns_of_play[position.ply][1]
    for one, other in pairs:
        swap = swap_of(hand.id, one.id, other.id)
        points = _points(position, apply_action(labyrinth, swap).impale())
        if points >= least and not swap_fault(labyrinth, one, other):
            yield points, swap


def _points(position: Position, living: int) -> int:
    """Return what impaling these prisoners brings the player to play; own ones cost."""
    if not living or not position.rules.scores_impaled:
        return 0
    colour = position.turns_of_play[position.ply][1].colour
    return sum(position.box.by_colour(living).values()) - 2 * (living >> FIELD * colour & FIELD_MASK)


def _potential(position: Position, tally: int) -> int:
    """Return what a chamber would bring the player to play over the opponents, if the game ended now."""
    coins = coins_of(tally)
    if not coins or not (tally & FIELD_MASK or wings_of(tally) >= WINGS_TO_FLY):
        return 0
    own = living_of(tally, position.turns_of_play[position.ply][1].colour)
    everybody = sum(position.box.by_colour(tally >> LIVING_SHIFT).values())
    return coins * (own * len(position.seats) - everybody)


BOTS: dict[str, Bot] = {"random": play_randomly, "greedy": play_greedily}


def _bot_of(name: BotName, allowed: Acts) -> Callable[[Position, Draw], Turn]:
    """Return the bot of a name, which takes these actions."""
    settings = bot_settings(name)
    if settings.kind not in BOTS:
        raise MalformedError(f"the bot {settings.kind} plays in the compiled engine only, with the extra 'study'")
    named = zip(ALL_ACTS, ACTION_NAMES, strict=True)
    acts = tuple(kind for kind, name in named if kind in allowed and name not in settings.without)
    return lambda position, draw: BOTS[settings.kind](position, acts, draw)
