"""A ply as a line of text.

::

    Y07@0,-1^3                 place Y07 on the cell x 0, y -1, turned three quarters clockwise
    B03: rotate B07^2          discard B03, turn B07 to two quarters
    R01: swap R02 R05          discard R01, exchange R02 and R05
    G09: move G02@3,1^0        discard G09, lay G02 on the cell x 3, y 1, not turned

``@`` says where, ``^`` how it is turned, ``:`` what it costs. The full notation needs no position, and parsing what was
printed gives the same ply. In a position the tile in hand and the turns may be left out: ``@0,-1``, ``rotate B07``;
such a short notation must fit one legal ply, where plies that would look alike on the table count as one, the one with
the fewest turns.
"""

from __future__ import annotations

import re
from typing import NoReturn

from generator.games.labyrinth.engine.errors import AmbiguousError, IllegalError, MalformedError
from generator.games.labyrinth.engine.legality import legal_plies
from generator.games.labyrinth.engine.plies import Move, Place, Ply, Rotate, Swap, hand_of, known_place, swap_of
from generator.games.labyrinth.engine.position import Position

_TILE = r"[A-Z][0-9]{2,4}(?:-[0-9]{1,3})?"
_WHERE = r"@(?P<x>0|-?[1-9][0-9]{0,3}),(?P<y>0|-?[1-9][0-9]{0,3})"
_TURNS = r"(?:\^(?P<turns>[0-3]))?"
_COST = rf"(?:(?P<discard>{_TILE}): )?"
_PLACE = re.compile(rf"(?P<tile>{_TILE})?{_WHERE}{_TURNS}")
_ROTATE = re.compile(rf"{_COST}rotate (?P<tile>{_TILE}){_TURNS}")
_SWAP = re.compile(rf"{_COST}swap (?P<tile>{_TILE}) (?P<other>{_TILE})")
_MOVE = re.compile(rf"{_COST}move (?P<tile>{_TILE}){_WHERE}{_TURNS}")
_FORMS: tuple[tuple[type[Ply], re.Pattern[str]], ...] = (
    (Place, _PLACE),
    (Rotate, _ROTATE),
    (Swap, _SWAP),
    (Move, _MOVE),
)
EXAMPLES = "Y07@0,-1^3, B03: rotate B07^2, R01: swap R02 R05, G09: move G02@3,1^0"


def spelled(ply: Ply) -> str:
    """The full notation of a ply."""
    match ply:
        case Place(tile, x, y, turns):
            return f"{tile}@{x},{y}^{turns}"
        case Rotate(discard, tile, turns):
            return f"{discard}: rotate {tile}^{turns}"
        case Swap(discard, (one, other)):
            return f"{discard}: swap {one} {other}"
        case Move(discard, tile, x, y, turns):
            return f"{discard}: move {tile}@{x},{y}^{turns}"


def parsed(text: str) -> Ply:
    """The ply that a full notation says, whether legal or not.

    Raises:
        MalformedError: it is none.
    """
    kind, said = _form(text)
    needed = ("discard", "turns") if kind in {Rotate, Move} else ("discard",) if kind is Swap else ("tile", "turns")
    if any(said.get(part) is None for part in needed):
        raise MalformedError(f"{text!r} leaves something out; write all of it, as in {EXAMPLES}")
    return _built(kind, said)


def understood(text: str, position: Position) -> Ply:
    """The ply that a notation, full or short, says in a position.

    Raises:
        MalformedError: it is none.
        IllegalError: a rule forbids it here.
        AmbiguousError: it fits several plies.
    """
    kind, said = _form(text)
    try:
        ply = parsed(text)
    except MalformedError:
        return _only(text, position, kind, said)
    position.check(ply)
    return ply


def _only(text: str, position: Position, kind: type[Ply], said: dict[str, str | None]) -> Ply:
    fitting = [ply for ply in legal_plies(position) if type(ply) is kind and _fits(ply, said)]
    looks: dict[object, Ply] = {}
    for ply in fitting:
        looks.setdefault(_look(position, ply), ply)
    if not looks:
        _refuse(text, position, kind, said)
    if len(looks) > 1:
        raise AmbiguousError(text, [spelled(ply) for ply in looks.values()])
    return next(iter(looks.values()))


def _refuse(text: str, position: Position, kind: type[Ply], said: dict[str, str | None]) -> NoReturn:
    """Say which rule forbids what a short notation says."""
    hand = position.hand.id if position.hand else ""
    cost = "tile" if kind is Place else "discard"
    own: dict[str, str | None] = {cost: said[cost] or hand}
    if hand:
        position.check(_built(kind, said | own))
    raise IllegalError("over" if not hand else "trap", f"no legal ply fits {text!r}", str(position))


def _look(position: Position, ply: Ply) -> object:
    """What a ply makes of the table, as far as eyes can tell."""
    if isinstance(ply, Swap):
        return ply
    dead = position.labyrinth.impaled().get(ply.tile, 0)
    return *ply[:-1], position.box.pieces[ply.tile].look(ply.turns, dead)


def _form(text: str) -> tuple[type[Ply], dict[str, str | None]]:
    for kind, form in _FORMS:
        if found := form.fullmatch(text):
            return kind, found.groupdict()
    raise MalformedError(f"{text!r} is no ply; write it as in {EXAMPLES}")


def _built(kind: type[Ply], said: dict[str, str | None]) -> Ply:
    def number(part: str) -> int:
        return int(said.get(part) or 0)

    tile, discard = said["tile"] or "", said.get("discard") or ""
    x, y, turns = number("x"), number("y"), number("turns")
    known_place(x, y, turns)
    if kind is Place:
        return Place(tile, x, y, turns)
    if kind is Rotate:
        return Rotate(discard, tile, turns)
    if kind is Swap:
        if tile == said["other"]:
            raise MalformedError(f"a swap takes two tiles, not {tile} alone")
        return swap_of(discard, tile, said["other"] or "")
    return Move(discard, tile, x, y, turns)


def _fits(ply: Ply, said: dict[str, str | None]) -> bool:
    """Whether a ply is what a short notation says, as far as it says anything."""
    if isinstance(ply, Swap):
        return {said["tile"], said["other"]} == set(ply.tiles) and said["discard"] in {None, ply.discard}
    parts = ply._asdict() | {"discard": hand_of(ply)}
    return all(value is None or str(parts[part]) == value for part, value in said.items())
