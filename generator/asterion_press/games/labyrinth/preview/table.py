"""What the engine answers to the trial table of a page: a table laid freely, or a game played by its rules.

The page keeps nothing but what was done. It asks with the whole of it each time, so that what is shown never depends on
how it came about::

    {"deck": 0, "rules": {"edition": "revised"}, "seats": ["yellow", "blue"], "seed": null,
     "plies": [["place", "Y07", 0, -1, 3], ["rotate", "B03", "Y07", 1]], "hand": "B01", "bot": "", "until_end": false}

Without a seed tiles are laid in any order; what is illegal is laid all the same and told, but on a covered cell nothing
is. With one, it shuffles the piles of a game, the tile in hand is the engine's, and what is illegal is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Struct, to_builtins

from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, Bot, play_greedily, play_randomly
from asterion_press.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Ply, check_place, spell_ply, swap_of
from asterion_press.games.labyrinth.engine.position import Position, Turn, placement_fault
from asterion_press.games.labyrinth.engine.record import DO, GameRecord, name_of, record_line
from asterion_press.games.labyrinth.engine.rules import IllegalError, MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import chambers, explain_final, explanation_text
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.geometry import QUARTER_TURNS

BOTS: dict[str, Bot] = {"greedy": play_greedily, "random": play_randomly}


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page asks.

    Attributes:
        rules: by which the table is judged.
        seats: the colours in order of play.
        plies: what was done, each as its name in a record and its values.
        hand: the tile whose places are asked for, if it is not that of a game; empty for none.
        seed: of the piles of a game; None: tiles are laid freely.
        bot: that plays on; empty for none. Freely laid tiles are laid by chance, whichever it is.
        until_end: whether it plays to the end, not only the next ply.
        chance: decides what a bot draws.
        deck: number of the deck on the page.
    """

    rules: Rules
    seats: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    plies: list[list[str | int]] = []
    hand: str = ""
    seed: int | None = None
    bot: str = ""
    until_end: bool = False
    chance: int = 0
    deck: int = 0


def answer(games: Sequence[LabyrinthGame], written: bytes) -> dict[str, Any]:
    """Return the table after some plies, with all that the page shows of it; or why the last ply is refused.

    Args:
        games: those of the page.
        written: the question, in JSON.

    Raises:
        MalformedError: what is asked is none, or about no tile, seat or ply of the deck.
    """
    try:
        asked = msgspec.json.decode(written, type=Question)
        game = games[asked.deck]
    except (msgspec.DecodeError, IndexError) as error:
        raise MalformedError(f"this is no question: {error}") from None
    box = GameSet.of(game.deck)
    plies = list(map(_read_ply, asked.plies))
    played = _lay_freely if asked.seed is None else _play
    try:
        position, turns, faults = played(asked, box, plies)
        if asked.bot and (more := _continue(asked, position, plies)):
            plies += more
            position, turns, faults = played(asked, box, plies)
    except IllegalError as error:
        return {"refused": error.reason}
    labyrinth, hand, counted = position.labyrinth, position.hand, explain_final(position)
    piece = box.piece(asked.hand) if asked.hand else hand
    border = sorted(map(xy_of, labyrinth.border), key=lambda xy: xy[::-1])
    places = [(x, y, turns) for x, y in border for turns in range(QUARTER_TURNS)] if piece else []
    found: dict[str, Any] = {
        "plies": [_written(ply) for ply in plies],
        "turns": [
            {**turn._asdict(), "ply": spell_ply(turn.ply), "fault": fault}
            for turn, fault in zip(turns, faults, strict=True)
        ],
        "laid": [[laid.piece.id, *xy_of(cell), laid.turns] for cell, laid in labyrinth.laid.items()],
        "border": border,
        "legal": [at for at in places if piece and not labyrinth.traps(piece, at[2], cell_at(at[0], at[1]))],
        "chambers": [
            to_builtins(one) | {"outside": one.exits > 0, "escapes": one.escapes} for one in chambers(labyrinth)
        ],
        "rules": {"scoresImpaled": asked.rules.scores_impaled, "tieBreak": asked.rules.breaks_tie},
        "final": to_builtins(counted.final),
        "explained": explanation_text(counted),
    }
    if asked.seed is not None:
        end = counted.final if position.is_over else None
        record = GameRecord(asked.rules, game.loaded.document.sha256, asked.seed, asked.seats, tuple(turns), end)
        found["record"] = record_line(record)
        found["toPlay"] = {"seat": position.seat, "tile": hand.id, "of": len(position.turns_of_play)} if hand else None
    return found


def _read_ply(written: list[str | int]) -> Ply:
    """Return a ply from its name and its values.

    Raises:
        MalformedError: it is none.
    """
    name, *values = written or [""]
    try:
        return swap_of(*values) if name == "swap" else DO[str(name)](*values)  # type: ignore[arg-type]
    except (KeyError, TypeError):
        raise MalformedError(f"{written!r} is no ply") from None


def _written(ply: Ply) -> list[str | int]:
    return [name_of(ply), *(value for part in ply for value in (part if isinstance(part, tuple) else (part,)))]


Played = tuple[Position, list[Turn], list[str | None]]
"""A position, what came of each ply, and the rule that each of them broke."""


def _play(asked: Question, box: GameSet, plies: list[Ply]) -> Played:
    """Play a game; all of its plies are legal."""
    position = Position.shuffled(box, asked.rules, asked.seats, Random(asked.seed))  # noqa: S311 - no secret
    turns = []
    for ply in plies:
        position.check(ply)
        turns.append(position.push(ply))
    return position, turns, [None] * len(turns)


def _lay_freely(asked: Question, box: GameSet, plies: list[Ply]) -> Played:
    """Lay tiles in the order in which they come; each is laid by the player of its colour."""
    table = Position(box, asked.rules, box.colours, {}, Labyrinth(box, asked.rules.outside))
    turns, faults = list[Turn](), list[str | None]()
    for ply in plies:
        if not isinstance(ply, Lay):
            raise MalformedError(f"{spell_ply(ply)}: on a table that is laid freely no actions are played")
        check_place(ply.x, ply.y, ply.turns)
        piece, cell = box.piece(ply.tile), cell_at(ply.x, ply.y)
        fault = placement_fault(table.labyrinth, piece, ply.turns, cell)
        if ply.tile in table.labyrinth.where or (fault and fault.rule == "covered"):
            turns.append(Turn(piece.tile.colour, ply, {}, 0))
            faults.append("covered")
            continue
        table.turns_of_play, table.ply = ((piece.colour, piece),), 0
        turns.append(table.place(ply.turns, cell))
        faults.append(fault.rule if fault else None)
    position = Position(box, asked.rules, asked.seats, {}, table.labyrinth)
    position.kills = [table.kills[box.colours.index(seat)] for seat in asked.seats]
    position.captured = table.captured
    return position, turns, faults


def _continue(asked: Question, position: Position, plies: list[Ply]) -> list[Ply]:
    """Return what a bot plays next: in a game the player whose turn it is, else by chance whoever comes next."""
    bot: Bot = play_randomly
    acts = ALL_ACTS[:0]
    if asked.seed is None:
        position = _piles_by_chance(asked, position, len(plies))
    else:
        bot, acts = BOTS.get(asked.bot, bot), ALL_ACTS if asked.rules.acts else acts
    draw = Random(asked.chance).random  # noqa: S311 - no secret
    more: list[Ply] = []
    while not position.is_over and (asked.until_end or not more):
        more.append(bot(position, acts, draw).ply)
    return more


def _piles_by_chance(asked: Question, position: Position, laid: int) -> Position:
    """Return the table with what does not lie in shuffled piles; the tile in hand is laid first."""
    box, seats = position.box, asked.seats
    first = box.piece(asked.hand).tile.colour if asked.hand else seats[laid % len(seats)]
    order = seats[seats.index(first) :] + seats[: seats.index(first)] if first in seats else (first, *seats)
    left = {seat: [one.id for one in box.of_colour(seat) if one.id not in position.labyrinth.where] for seat in order}
    chance = Random(asked.chance)  # noqa: S311 - no secret
    piles = {seat: sorted(pile, key=lambda tile: (tile != asked.hand, chance.random())) for seat, pile in left.items()}
    return Position(box, asked.rules, order, piles, position.labyrinth.copy())
