"""Rules of Asterion bent on purpose; of each action alone, where they are the rules of several.

Source: rules/asterion.md; the ids of rulings stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from asterion_press.games.labyrinth.engine.box import (
    DOORS,
    FIELD,
    FIELD_MASK,
    LIVING_SHIFT,
    NO_LIVING,
    Corridor,
    PhysicalTile,
    TurnedTile,
    cell_at,
)
from asterion_press.games.labyrinth.engine.labyrinth import MINOTAUR, WALL, Labyrinth, Laid
from asterion_press.games.labyrinth.engine.plies import Move, Ply, Rotate, Swap
from asterion_press.games.labyrinth.engine.position import (
    PlyFault,
    Position,
    Turn,
    actor_fault,
    apply_action,
    swap_fault,
)
from asterion_press.games.labyrinth.engine.rules import FREE_SIDES_TO_ACT
from asterion_press.games.labyrinth.engine.scoring import Chamber
from tests.rules.bending import Bend, Part, always, other

ACTIONS = {"rotation": Rotate, "swap": Swap, "move": Move}
BESIDE = {2 * door for door in DOORS}
CORNERS = tuple(2 * (one + other) for one in DOORS[::2] for other in DOORS[1::2])


def by_action(sentence: str, *bend: tuple[str, Part], only: Iterable[str] = ACTIONS) -> dict[str, Bend]:
    """Return a bend for each action, in force while such an action is judged and played; ``{}`` stands for its name."""

    def alone(kind: type[Ply]) -> Iterator[tuple[str, Any]]:
        played: list[Ply] = []

        def in_force(change: Part) -> Part:
            def asked(part: Part, *args: Any, **named: Any) -> Any:
                return (change(part) if played and isinstance(played[-1], kind) else part)(*args, **named)

            return other(asked)

        @other
        def noting(part: Part, self: Position, ply: Ply) -> Any:
            played.append(ply)
            try:
                return part(self, ply)
            finally:
                played.pop()

        yield from ((name, in_force(change)) for name, change in bend)
        yield from (("Position.check", noting), ("Position.push", noting))

    return {sentence.format(name): tuple(alone(ACTIONS[name])) for name in only}


def agreed(**otherwise: Any) -> Bend:
    """Return the bend by which a game has other options."""
    return (("rules_of", other(lambda rules_of, catalogue, **asked: rules_of(catalogue, **(otherwise | asked)))),)


def allowing(word: str) -> Part:
    """Return the change by which a judge does not mind a fault whose reason has this word."""

    def judge(judged: Part, *args: Any) -> PlyFault | None:
        fault: PlyFault | None = judged(*args)
        return None if fault and word in fault.reason else fault

    return other(judge)


def forbidding(is_forbidden: Callable[..., bool]) -> Part:
    """Return the change by which a judge forbids more; both are asked the same."""
    return other(lambda judged, *args: PlyFault("bent", "forbidden") if is_forbidden(*args) else judged(*args))


def turned(self: Position, ply: Move | Rotate) -> int:
    """Return by how many quarters an action turns its tile."""
    return (ply.turns - self.labyrinth.laid[self.labyrinth.where[ply.tile]].turns) % 4


def is_far(self: Position, ply: Ply) -> bool:
    """Return whether tiles that are swapped or moved are carried farther than to a neighbouring space."""
    where = self.labyrinth.where
    ends = [where[tile] for tile in ply.tiles] if isinstance(ply, Swap) else []
    ends = [where[ply.tile], cell_at(ply.x, ply.y)] if isinstance(ply, Move) else ends
    return ends[0] - ends[1] not in BESIDE


def is_last_round(self: Position, _: Ply) -> bool:
    """Return whether it is the last turn of a player, in a course, which ends with its figure."""
    return len(self.turns_of_play) > 1 and len(self.turns_of_play) - self.ply <= len(self.seats)


def is_walled(labyrinth: Labyrinth, cell: int) -> bool:
    """Return whether a space has a wall on each of its four sides."""
    return labyrinth.around(cell) == [WALL] * 4


@other
def two_ways_out(_: Part, self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> bool:
    """Have the minotaur trapped as soon as he has a single way out."""
    twin = self.copy()
    twin.lay(piece, turns, cell)
    return twin.tally(MINOTAUR) & FIELD_MASK < 2


@other
def paths_joined(lay: Part, self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> None:
    """Connect all paths of a tile."""
    lay(self, piece, turns, cell)
    roots = sorted({self.root(cell, number) for number in range(len(piece.tile.paths))})
    for root in roots[1:]:
        self._parent[root] = roots[0]
        self._tally[roots[0]] += self._tally[root]


def half_of_the_gates(of: Any) -> Any:
    """Open the minotaur's tile to the north and south alone."""

    def changed(cls: Any, deck: Any) -> Any:
        box = of.__func__(cls, deck)
        return cls(box.deck, box.colours, box.pieces, (DOORS[0], DOORS[2]))

    return classmethod(changed)


PLACING: dict[str, Bend] = {
    "tiles may touch at a corner": (
        ("Labyrinth.touches", other(lambda own, self, at: own(self, at) or any(self.covered(at + c) for c in CORNERS))),
    ),
    "a tile may lie apart": (("Labyrinth.touches", always(True)),),
    "a placed tile may not be turned": (("placement_fault", forbidding(lambda *at: at[2] > 0)),),
    "a placement may trap the minotaur": (("placement_fault", allowing("traps")),),
    "the minotaur must keep two ways out": (("Labyrinth.traps", two_ways_out),),
    "a hole walled on four sides may not be filled by a placement": (
        ("placement_fault", forbidding(lambda *at: is_walled(at[0], at[3]))),
    ),
    "a hole is not outside": agreed(outside="unbounded"),
    "all paths of a tile are connected": (("Labyrinth.lay", paths_joined),),
    "two sides of the minotaur's tile lead to him": (("GameSet.of", half_of_the_gates),),
}


# -- impaling ----------------------------------------------------------------------------------------------------------


def only_impaling(is_victim: Callable[[int, Laid, str], bool], most: int = 10**6) -> Bend:
    """Return the bend by which not all prisoners of the minotaur's chamber are impaled.

    Args:
        is_victim: whether those of a path of a laid tile on a cell are, when it is this seat's turn; it is empty
            while a table is laid as it is described.
        most: how many paths in one turn.
    """
    seats = [""]

    @other
    def completed(part: Part, position: Position, ply: Ply) -> Any:
        seats.append(position.seats[position.turns_of_play[position.ply][0]])
        turn = part(position, ply)
        seats.pop()
        return turn

    @other
    def impale(_: Part, labyrinth: Labyrinth) -> int:
        living = found = 0
        for cell, laid in labyrinth.laid.items():
            for number, path in enumerate(laid.piece.tile.paths):
                dead = labyrinth._impaled.get(laid.piece.id, 0)
                hit = path.holds["prisoner"] and labyrinth.root(cell, number) == MINOTAUR and not dead >> number & 1
                if hit and found < most and is_victim(cell, laid, seats[-1]):
                    labyrinth._impaled[laid.piece.id] = dead | 1 << number
                    living += path.holds["prisoner"] << FIELD * laid.piece.colour
                    found += 1
        labyrinth._tally[MINOTAUR] -= living << LIVING_SHIFT
        return living

    return (
        ("Labyrinth.impale", impale),
        ("Labyrinth._impaled_paths", other(lambda _, labyrinth, laid: labyrinth._impaled.get(laid.piece.id, 0))),
        ("Position._completed", completed),
    )


@other
def sparing(completed: Part, self: Position, ply: Ply) -> Any:
    """Have a ply impale nobody."""
    tally = self.labyrinth.tally(MINOTAUR)
    self.labyrinth._tally[MINOTAUR] &= NO_LIVING
    turn = completed(self, ply)
    self.labyrinth._tally[MINOTAUR] = max(tally & ~NO_LIVING, self.labyrinth.tally(MINOTAUR))
    return turn


def then(do: Callable[[Position, Turn], Turn | None]) -> tuple[str, Part]:
    """Return the change by which something more is done after a ply; it may return another turn."""

    def completed(part: Part, self: Position, ply: Ply) -> Turn:
        turn: Turn = part(self, ply)
        return do(self, turn) or turn

    return "Position._completed", other(completed)


def paying(pay: Callable[[Turn], int]) -> tuple[str, Part]:
    """Return the change by which a turn brings other points."""

    def paid_otherwise(self: Position, turn: Turn) -> Turn:
        self.kills[self.seats.index(turn.seat)] += pay(turn) - turn.points
        return turn._replace(points=pay(turn))

    return then(paid_otherwise)


def owners_lose(self: Position, turn: Turn) -> None:
    """Take a point from every other player for each of their prisoners who are impaled."""
    for colour, count in turn.impaled.items():
        if colour != turn.seat and colour in self.seats:
            self.kills[self.seats.index(colour)] -= count


def never_negative(self: Position, _: Turn) -> None:
    """Have no score fall below zero."""
    self.kills = [max(0, points) for points in self.kills]


def relaid(labyrinth: Labyrinth, *, impaled: bool) -> Labyrinth:
    """Return a labyrinth laid anew, tile by tile, with all that are impaled or with nobody impaled."""
    twin = Labyrinth(labyrinth.box, labyrinth.outside)
    twin._impaled = labyrinth.impaled() if impaled else {}
    for cell, laid in labyrinth.laid.items():
        twin.lay(laid.piece, laid.turns, cell)
    return twin


def lay_anew(self: Position, _: Turn) -> None:
    """Lay the table anew, so that what another rule does to the impaled takes effect."""
    self.labyrinth = relaid(self.labyrinth, impaled=True)


@other
def saved_when_cut_off(without: Part, self: Labyrinth, tiles: Sequence[str]) -> Labyrinth:
    """Have those live again who are connected to the minotaur no more."""
    rest: Labyrinth = without(self, tiles)
    rest._impaled = {}
    rest = relaid(rest, impaled=False)
    rest.impale()
    return rest


@other
def impaled_score(escapes: Part, position: Position) -> Any:
    """Count the impaled like the living, wherever they lie."""
    twin = position.copy()
    twin.labyrinth = relaid(position.labyrinth, impaled=False)
    return escapes(twin)


@other
def emptied(corridors: Part, self: Labyrinth, piece: PhysicalTile, face: TurnedTile) -> tuple[Corridor, ...]:
    """Take coins and wings from the paths of the impaled."""
    dead = self._impaled.get(piece.id, 0)
    paths = corridors(self, piece, face)
    return tuple(path._replace(contents=0) if dead >> n & 1 else path for n, path in enumerate(paths))


@other
def blocked(lay: Part, self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> None:
    """Close the paths of the impaled at every exit."""
    dead = self._impaled.get(piece.id, 0)
    face = piece.faces[turns]
    left = [path._replace(doors=(), sides=()) if dead >> n & 1 else path for n, path in enumerate(face.corridors)]
    walls = [door for n, path in enumerate(face.corridors) if dead >> n & 1 for door in path.doors]
    faces = (TurnedTile(tuple(left), (*face.walls, *walls)),) * len(piece.faces)
    lay(self, PhysicalTile(piece.id, piece.colour, piece.tile, faces, piece.prisoners) if dead else piece, turns, cell)


IMPALING: dict[str, Bend] = {
    "one's own prisoners are spared": only_impaling(lambda _, laid, seat: laid.piece.tile.colour != seat),
    "only prisoners beside the minotaur's tile are impaled": only_impaling(lambda cell, *_: cell in BESIDE),
    "one prisoner is impaled in a turn": only_impaling(lambda *_: True, most=1),
    "the path of an impaled prisoner is blocked": (("Labyrinth.lay", blocked), then(lay_anew)),
}
POINTS: dict[str, Bend] = {
    "impaling an opposing prisoner brings nothing": (("POINTS_IMPALED", 0),),
    "impaling an opposing prisoner brings 2 points": (("POINTS_IMPALED", 2),),
    "impaling one's own prisoner costs nothing": (("POINTS_OWN", 0),),
    "impaling one's own prisoner brings a point": (("POINTS_OWN", 1),),
    "owners of the impaled lose a point": (then(owners_lose),),
    "a score stays at zero": (then(never_negative),),
    "a turn brings 2 points at most": (paying(lambda turn: min(turn.points, 2)),),
}


# -- acting ------------------------------------------------------------------------------------------------------------


@other
def free_afterwards(table_fault: Part, self: Position, ply: Move) -> PlyFault | None:
    """Ask for a free side after a move instead of before it; other actions leave the free sides as they are."""
    fault: PlyFault | None = table_fault(self, ply)
    if fault and "free side" not in fault.reason:
        return fault
    after = apply_action(self.labyrinth, ply)
    is_free = after.free_sides(after.where[ply.tile]) >= FREE_SIDES_TO_ACT
    return None if is_free else PlyFault("A15", "no free side afterwards")


def one_is_enough(word: str) -> Bend:
    """Return the bend by which one of two swapped tiles may have a fault whose reason has this word."""

    def table_fault(part: Part, self: Position, ply: Ply) -> PlyFault | None:
        fault: PlyFault | None = part(self, ply)
        if not fault or not isinstance(ply, Swap):
            return fault
        pieces = [self.box.pieces[tile] for tile in ply.tiles]
        colour = self.box.pieces[ply.discard].colour
        faults = [one for piece in pieces if (one := actor_fault(self.labyrinth, colour, piece))]
        return swap_fault(self.labyrinth, *pieces) if len(faults) == 1 and word in faults[0].reason else fault

    return (("Position._table_fault", other(table_fault)),)


@other
def turns_exchanged(_: Part, labyrinth: Labyrinth, ply: Swap) -> Labyrinth:
    """Have each of two swapped tiles take the turn of the other."""
    (one, to), (two, fro) = ((labyrinth.laid[labyrinth.where[tile]], labyrinth.where[tile]) for tile in ply.tiles)
    after = labyrinth.without(ply.tiles)
    after.lay(one.piece, two.turns, fro)
    after.lay(two.piece, one.turns, to)
    return after


@other
def discard_returns(push: Part, self: Position, ply: Ply) -> Any:
    """Put the tile that pays for an action under its deck."""
    self.turns_of_play = (*self.turns_of_play, self.turns_of_play[self.ply])
    return push(self, ply)


def free_sides(counted: Callable[[int, Labyrinth, int], int]) -> tuple[str, Part]:
    """Return the change by which a space has other free sides than the engine counts."""
    return "Labyrinth.free_sides", other(lambda own, self, cell: counted(own(self, cell), self, cell))


ACTING: dict[str, Bend] = {
    "who is cut off from the minotaur lives again": (("Labyrinth.without", saved_when_cut_off),),
    "an impaled prisoner scores like the living": (("escapes", impaled_score),),
    "coins and wings on the path of an impaled prisoner are lost": (
        ("Labyrinth._corridors", emptied),
        then(lay_anew),
    ),
    **by_action("there is no {}", ("Position._turn_fault", always(PlyFault("bent", "forbidden")))),
    **by_action("there is no {} in the last round", ("Position._turn_fault", forbidding(is_last_round)),
                only=("rotation", "move")),
    **by_action("the tile that pays for a {} goes under the deck", ("Position.push", discard_returns)),
    **by_action(
        "a {} needs a prisoner of any player",
        ("actor_fault", other(lambda fault, labyrinth, _, piece: fault(labyrinth, piece.colour, piece))),
    ),
    **by_action("a {} needs no living prisoner", ("actor_fault", allowing("no living prisoner"))),
    **by_action("a {} needs no free side", free_sides(lambda *_: 4)),
    **by_action("a {} needs two free sides", free_sides(lambda own, *_: own - 1)),
    **by_action(
        "for a {} the side towards the minotaur is free",
        free_sides(lambda own, _, cell: own + (cell in BESIDE)),
    ),
    **by_action(
        "for a {} a side is free if any of eight neighbours is missing",
        free_sides(lambda _, self, cell: sum(not self.covered(cell + step) for step in (*BESIDE, *CORNERS))),
    ),
    **by_action("a {} needs a free side afterwards", ("Position._table_fault", free_afterwards), only=("move",)),
    "one tile of a swap is the player's": one_is_enough("player's colour"),
    "one tile of a swap needs a living prisoner": one_is_enough("no living prisoner"),
    "one tile of a swap needs a free side": one_is_enough("no free side"),
    "a rotation may change nothing": (("rotation_fault", allowing("changes nothing")),),
    "a swap may change nothing": (("swap_fault", allowing("changes nothing")),),
    **by_action("a {} may trap the minotaur", ("Labyrinth.traps", always(False))),
    **by_action("a {} impales nobody", ("Position._completed", sparing)),
    **by_action("a {} impales without points", paying(lambda _: 0)),
    **by_action(
        "one's own prisoners cost nothing when impaled by a {}",
        paying(lambda turn: turn.points + turn.impaled.get(turn.seat, 0)),
    ),
    **by_action("a {} is by a quarter clockwise", ("Position._table_fault", forbidding(lambda *at: turned(*at) != 1)),
                only=("rotation",)),
    **by_action("a {} keeps the turn of its tile", ("Position._table_fault", forbidding(lambda *at: turned(*at) > 0)),
                only=("move",)),
    **by_action("each tile of a {} takes the turn of the other", ("apply_action", turns_exchanged), only=("swap",)),
    **by_action("a {} is to the next space", ("Position._table_fault", forbidding(is_far)), only=("swap", "move")),
    "after a move the tiles may fall apart": (("Lifted.cell_fault", allowing("falls apart")),),
    "a hole walled on four sides may not be filled by a move": (
        ("Lifted.cell_fault", forbidding(lambda self, cell: is_walled(self.rest, cell))),
    ),
}  # fmt: skip


# -- the end -----------------------------------------------------------------------------------------------------------


def paid(addends: Callable[[tuple[int, ...], Chamber], tuple[int, ...]]) -> Bend:
    """Return the bend by which a chamber pays otherwise than the engine finds."""
    return (("addends_of", other(lambda own, chamber, colour: addends(own(chamber, colour), chamber))),)


def crowded(room: Callable[[Chamber], int]) -> Bend:
    """Return the bend by which nobody escapes from a chamber that holds more of the living than there is room for."""
    return paid(lambda own, chamber: own if sum(chamber.living.values()) <= room(chamber) else ())


def ranked(rank: Callable[[int, int], tuple[int, int]]) -> Bend:
    """Return the bend by which the points and the number for ties of a seat count otherwise."""
    return (("leading", other(lambda leading, ranks: leading({seat: rank(*found) for seat, found in ranks.items()}))),)


def escaping(leads: Callable[[Part, bool, int], bool]) -> Bend:
    """Return the bend by which the living escape otherwise; the engine's own answer can be asked."""
    return (("leads_out", other(lambda own, *, outside, wings: leads(own, outside, wings))),)


SCORING: dict[str, Bend] = {
    "a way outside and wings are needed": escaping(lambda own, out, wings: out and own(outside=False, wings=wings)),
    "a way outside is of no use": escaping(lambda own, _, wings: own(outside=False, wings=wings)),
    "wings are of no use": escaping(lambda own, out, _: own(outside=out, wings=0)),
    "one wing is enough": (("WINGS_TO_FLY", 1),),
    "three wings are needed": (("WINGS_TO_FLY", 3),),
    "each exit lets out one prisoner": crowded(lambda chamber: chamber.exits or chamber.wings),
    "two wings carry one prisoner": crowded(lambda chamber: 999 if chamber.exits else chamber.wings // 2),
    "a coin brings 2 points": (("POINTS_COIN", 2),),
    "a prisoner scores one coin at most": (
        ("payments", other(lambda payments, living, coins: payments(living, min(coins, 1)))),
    ),
    "an escape brings a point": (
        ("payments", other(lambda payments, living, coins: (*payments(living, coins), living) if living else ())),
    ),
    "coins pay once for each way to escape": paid(
        lambda own, chamber: own * (1 + (chamber.exits > 0 and chamber.wings >= 2))
    ),
    "each coin pays one prisoner": (("payments", other(lambda _, living, coins: (1,) * coins if living else ())),),
    "the fewest points win": ranked(lambda score, number: (-score, number)),
    "all who are tied win": ranked(lambda score, _: (score, 0)),
}
TIES: dict[str, Bend] = {
    key: agreed(tie_break=key) for key in ("all", "coinless", "coin_only", "seat")
}  # by the names of the options

REVISED = {
    **PLACING,
    **IMPALING,
    **POINTS,
    **ACTING,
    **SCORING,
    "points from impaling are not added": (
        ("final", other(lambda final, position: replace((own := final(position)), scores=own.treasure))),
    ),
    "nobody scores for impaling": agreed(score_impaled=False),
    **{f"ties are broken by {key}": bend for key, bend in TIES.items() if key != "coinless"},
}
ORIGINAL = {
    **PLACING,
    **IMPALING,
    "impaling brings and costs points": agreed(score_impaled=True),
    "a tile may pay for an action": agreed(actions=True),
    **SCORING,
    **{f"ties are broken by {key}": bend for key, bend in TIES.items() if key != "all"},
}
