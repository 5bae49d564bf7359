"""The record of a game, one JSON object a line: written, read strictly, judged by the engine, and its moments.

Source: rules/asterion.md, "The record of a game". A game that was broken off has no `final`.

That is format 1, which knows the edition and no option beside it. Records are written in format 3, which has one key
more: ``"rules": {"tie_break": "coinless"}`` names the tie-break, always, every other option in which the rules depart
from those of the edition, and nothing else. Formats 1 and 2 are older than the revised edition's own tie-break (ruling
A1): where they name none, all who escape break a tie, in both editions. Format 2 has `rules` only where something
departs from that. `escaped` counts all prisoners who escape, whichever of them break a tie.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import asdict

from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, check_place, hand_of, swap_of
from asterion_press.games.labyrinth.engine.position import Position, Turn
from asterion_press.games.labyrinth.engine.rules import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    DisagreementError,
    IllegalError,
    MalformedError,
    Rules,
)
from asterion_press.games.labyrinth.engine.scoring import Final, final

FORMAT = 3
FORMATS = (1, 2, FORMAT)
GAME = "asterion"
DO: dict[str, type[Ply]] = {"place": Lay, "rotate": Rotate, "swap": Swap, "move": Move}


class GameRecord(Struct, frozen=True):
    """A game as it was played.

    Attributes:
        rules: by which rules.
        deck: sha256 of the catalogue that the deck is made from.
        seed: the game's own seed.
        seats: the colours in order of play.
        turns: every ply, and what is claimed to have come of it.
        final: what is claimed to have been counted; None if the game was broken off.
    """

    rules: Rules
    deck: str
    seed: int
    seats: tuple[str, ...]
    turns: tuple[Turn, ...]
    final: Final | None


# Writing


def name_of(ply: Ply) -> str:
    """Return what records call a ply of its kind."""
    return next(name for name, kind in DO.items() if isinstance(ply, kind))


def record_line(record: GameRecord) -> str:
    """Return the record as one line, without its line break."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": GAME,
        "edition": record.rules.edition,
        "rules": {"tie_break": record.rules.breaks_tie, **record.rules.departures},
        "deck": record.deck,
        "seed": record.seed,
        "seats": list(record.seats),
        "plies": [
            {
                "seat": turn.seat,
                "do": name_of(turn.ply),
                **turn.ply._asdict(),
                "impaled": turn.impaled,
                "points": turn.points,
            }
            for turn in record.turns
        ],
    }
    if record.final is not None:
        data["final"] = asdict(record.final)
    return json.dumps(data, ensure_ascii=False)


# Reading


def read_record(line: str) -> GameRecord:
    """Read a record from its line.

    Raises:
        MalformedError: it is none; the message says where and why.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            times = Counter(key for key, _ in pairs)
            raise MalformedError(f"key {next(key for key in found if times[key] > 1)!r} is there twice")
        return found

    def refuse(name: str) -> NoReturn:
        raise MalformedError(f"{name} is no number of this format")

    try:
        data = json.loads(line, object_pairs_hook=once, parse_constant=refuse)
    except RecursionError:
        raise MalformedError("the record holds lists or objects within each other, too deep to be read") from None
    except json.JSONDecodeError as error:
        at = f"column {error.colno}, at {line[error.pos : error.pos + 20]!r}" if line[error.pos :] else "its end"
        raise MalformedError(f"the record is no JSON from {at}; write one object of JSON in each line") from None
    except ValueError:
        raise MalformedError("the record has a number of thousands of digits; no number of a game is so long") from None
    keys = {"format": int, "game": str, "edition": str, "deck": str, "seed": int, "seats": list, "plies": list}
    whole = _object(data, "the record", keys, optional={"rules": dict, "final": dict})
    _one_of(whole["format"], FORMATS, "format")
    _one_of(whole["game"], (GAME,), "game")
    rules = _read_rules(whole)
    seats = _read_seats(whole["seats"])
    turns = tuple(_read_turn(ply, f"ply {number}", seats) for number, ply in enumerate(whole["plies"], 1))
    claimed = _read_final(whole["final"], seats) if "final" in whole else None
    return GameRecord(rules, whole["deck"], whole["seed"], seats, turns, claimed)


def _object(
    data: object, where: str, keys: Mapping[str, type], *, optional: Mapping[str, type] | None = None
) -> dict[str, Any]:
    """Return plain data as an object that has all of its keys, no other ones, and values of the right kind."""
    if not isinstance(data, dict):
        raise MalformedError(f"{where}: expected an object, not {_shown(data)}")
    kinds = {**keys, **(optional or {})}
    if missing := [key for key in keys if key not in data]:
        raise MalformedError(f"{where}: {missing[0]!r} is missing")
    if unknown := [key for key in data if key not in kinds]:
        raise MalformedError(f"{where}: unknown key {unknown[0]!r}; expected {', '.join(kinds)}")
    for key, value in data.items():
        if type(value) is not kinds[key]:
            raise MalformedError(f"{where}: {key}: expected {_KINDS[kinds[key]]}, not {_shown(value)}")
    return data


_KINDS = {bool: "true or false", int: "a whole number", str: "text", list: "a list", dict: "an object"}


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "lists or objects within each other, too deep to be shown"
    return text if len(text) <= 60 else f"{text[:57]}…"


def _one_of(value: object, allowed: tuple[object, ...], where: str) -> None:
    if value not in allowed:
        raise MalformedError(f"{where}: {_shown(value)} is not one of {', '.join(map(str, allowed))}")


_OPTIONS = {"score_impaled": bool, "tie_break": str, "outside": str, "actions": bool}


def _read_rules(whole: Mapping[str, Any]) -> Rules:
    """Return the rules that a record names: those of its edition, but for the options that it tells."""
    given, written = whole.get("rules", {}), whole["format"]
    if ("rules" in whole) == (written == 1):
        raise MalformedError("the record: 'rules' stands in formats 2 and 3, always, and not in format 1")
    agreed = _object(given, "rules", {"tie_break": str} if written == FORMAT else {}, optional=_OPTIONS)
    rules = Rules(whole["edition"], **{"tie_break": "all", **agreed})
    expected = {"tie_break": rules.breaks_tie, **rules.departures}
    if written != FORMAT and rules.breaks_tie == "all":
        del expected["tie_break"]
    if given != expected:
        raise MalformedError(
            f"rules: {_shown(given)}: name what departs from the {rules.edition} edition, nothing else"
        )
    if written == 2 and not given:
        raise MalformedError(f"rules: nothing departs from the {rules.edition} edition; write format 1")
    return rules


def _read_seats(data: list[Any]) -> tuple[str, ...]:
    if not all(isinstance(seat, str) for seat in data) or len(set(data)) != len(data):
        raise MalformedError(f"seats: expected different colours, not {_shown(data)}")
    if not FEWEST_PLAYERS <= len(data) <= MOST_PLAYERS:
        raise MalformedError(f"seats: {len(data)} players cannot play; from {FEWEST_PLAYERS} to {MOST_PLAYERS} can")
    return tuple(data)


_PLACED = {"x": int, "y": int, "turns": int}
_PLY_KEYS: dict[str, dict[str, type]] = {
    "place": {"tile": str, **_PLACED},
    "rotate": {"discard": str, "tile": str, "turns": int},
    "swap": {"discard": str, "tiles": list},
    "move": {"discard": str, "tile": str, **_PLACED},
}


def _read_turn(data: object, where: str, seats: tuple[str, ...]) -> Turn:
    """Return a turn from plain data."""
    name = data.get("do") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in DO:
        raise MalformedError(f"{where}: do: {_shown(name)} is not one of {', '.join(DO)}")
    keys = {"seat": str, "do": str, **_PLY_KEYS[name], "impaled": dict, "points": int}
    turn = _object(data, where, keys)
    _one_of(turn["seat"], seats, f"{where}: seat")
    for colour, count in turn["impaled"].items():
        if colour not in seats or type(count) is not int or count < 1:
            raise MalformedError(f"{where}: impaled: {_shown({colour: count})} is no colour of a seat and its number")
    try:
        ply = _read_ply(name, turn)
    except MalformedError as error:
        raise MalformedError(f"{where}: {error}") from None
    return Turn(turn["seat"], ply, turn["impaled"], turn["points"])


def _read_ply(name: str, given: dict[str, Any]) -> Ply:
    """Return a ply from plain data, by its name."""
    if name == "swap":
        tiles = given["tiles"]
        if len(tiles) != 2 or not all(isinstance(tile, str) for tile in tiles) or tiles[0] == tiles[1]:
            raise MalformedError(f"tiles: a swap takes two tiles, not {_shown(tiles)}")
        return swap_of(given["discard"], *tiles)
    check_place(given.get("x", 0), given.get("y", 0), given["turns"])
    return DO[name](**{key: given[key] for key in _PLY_KEYS[name]})


_FINAL_KEYS = {"scores": dict, "kills": dict, "treasure": dict, "escaped": dict, "captured": int, "winners": list}


def _read_final(data: object, seats: tuple[str, ...]) -> Final:
    """Return the count at the end from plain data."""
    found = _object(data, "final", _FINAL_KEYS)
    for name in ("scores", "kills", "treasure", "escaped"):
        _object(found[name], f"final: {name}", dict.fromkeys(seats, int))
    for winner in found["winners"]:
        _one_of(winner, seats, "final: winners")
    return Final(**{**found, "winners": tuple(found["winners"])})


# Judging


def replay(
    record: GameRecord,
    box: GameSet,
    *,
    deck: str | None = None,
    each: Callable[[Position, Turn], None] | None = None,
) -> Position:
    """Return the position after the last ply of a record that is true in everything it claims.

    Args:
        record: what is claimed.
        box: the tiles of the game.
        deck: sha256 of the catalogue that the box is made from; None trusts that it is the record's.
        each: called after every ply with the position and what the engine found.

    Raises:
        MalformedError: a seat or a tile that the deck does not have.
        IllegalError: a ply that a rule forbids; the message has the ply's number.
        DisagreementError: the first claim that the engine does not confirm.
    """
    if deck is not None:
        _compare(0, "deck", record.deck, deck)
    position = Position.start(box, record.rules, _piles(record, box))
    for number, turn in enumerate(record.turns, 1):
        try:
            _check_turn(turn, position)
            position.check(turn.ply)
        except IllegalError as error:
            raise IllegalError(error.rule, f"ply {number}: {error.reason}", error.state) from None
        except MalformedError as error:
            raise MalformedError(f"ply {number}: {error}") from None
        found = position.push(turn.ply)
        _compare(number, "impaled", turn.impaled, found.impaled)
        _compare(number, "points", turn.points, found.points)
        if each is not None:
            each(position, found)
    claimed, ends = record.final, ("broken off", "played to its end")
    _compare(0, "final", ends[claimed is not None], ends[position.is_over])
    if claimed is not None and position.is_over:
        counted = final(position)
        for name in _FINAL_KEYS:
            _compare(0, f"final.{name}", getattr(claimed, name), getattr(counted, name))
    return position


def _check_turn(turn: Turn, position: Position) -> None:
    """Check that the seat may play now, and that tile; piles come from the record, so any own unused tile fits."""
    hand = position.hand
    if hand is None:
        return
    if turn.seat != position.seat:
        raise IllegalError("seat", f"{turn.seat} plays out of turn", str(position))
    tile = hand_of(turn.ply)
    if tile in position.box.pieces and tile != hand.id:
        own = position.box.pieces[tile].colour == hand.colour
        why = "was used before" if own else f"is not {turn.seat}'s"
        raise IllegalError("hand", f"{tile} {why}", str(position))


def _piles(record: GameRecord, box: GameSet) -> dict[str, list[str]]:
    """Return the piles of a record: each seat's tiles in the order in which they were used, then the rest.

    A tile that is used twice or by the wrong seat is left out, so that the ply that uses it is found illegal.
    """
    piles: dict[str, list[str]] = {}
    for seat in record.seats:
        own = dict.fromkeys(piece.id for piece in box.of_colour(seat)) if seat in box.colours else {}
        used = dict.fromkeys(hand_of(turn.ply) for turn in record.turns if turn.seat == seat)
        known = [tile for tile in used if tile in own]
        piles[seat] = known + [tile for tile in own if tile not in used]
    return piles


def _compare(ply: int, what: str, claimed: object, found: object) -> None:
    """Compare a claim with what the engine finds."""
    if claimed != found:
        raise DisagreementError(ply, what, claimed, found)


# Moments


class Moment(Struct, frozen=True):
    """The table after a ply.

    Attributes:
        position: how it lies.
        number: how many plies have been played.
        plies: how many the record has.
        turn: the last of those that were played; None at the beginning.
        left: the cell that a moved tile left, (x, y); None if the ply moved nothing.
        turned: the clockwise quarter turns with which it lay there.
        ended: whether the game is over.
    """

    position: Position
    number: int
    plies: int
    turn: Turn | None
    left: tuple[int, int] | None
    ended: bool
    turned: int = 0


def moment_of(record: GameRecord, box: GameSet, number: int | None = None) -> Moment:
    """Return the moment after that many plies of a record that is true in everything it claims.

    Args:
        record: what is claimed; all of it is judged, whichever moment is asked for.
        box: the tiles of the game.
        number: how many plies have been played; None for all.

    Raises:
        MalformedError: the record has fewer plies.
        PlayError: the record is false, see :func:`~asterion_press.games.labyrinth.engine.record.replay`.
    """
    plies = len(record.turns)
    wanted = plies if number is None else number
    seen = {0: Position.start(box, record.rules, dict.fromkeys(record.seats, ()))}
    turns: list[Turn] = []

    def remember(position: Position, turn: Turn) -> None:
        turns.append(turn)
        if len(turns) in {wanted - 1, wanted}:
            seen[len(turns)] = position.copy()

    replay(record, box, each=remember)
    if not 0 <= wanted <= plies:
        raise MalformedError(f"there is no ply {wanted}; the game has plies 1 to {plies}, and 0 is its beginning")
    turn = turns[wanted - 1] if wanted else None
    left, turned = None, 0
    if turn and isinstance(turn.ply, Move):
        before = seen[wanted - 1].labyrinth
        cell = before.where[turn.ply.tile]
        left, turned = xy_of(cell), before.laid[cell].turns
    return Moment(seen[wanted], wanted, plies, turn, left, bool(wanted) and seen[wanted].is_over, turned)
