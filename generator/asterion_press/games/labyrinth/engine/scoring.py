"""Chambers as players see them, and the count at the end of a game: treasure, tie-break, winners, explained.

The explanation goes prisoner by prisoner, so that players can settle an argument by it.

Source: rule 4 and the rulings A1, A3, A11, A29 and A30.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from asterion_press.errors import plural
from asterion_press.games.labyrinth.engine.box import LIVING_SHIFT, coins_of, living_of, wings_of, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth, Laid
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import POINTS_COIN, WINGS_TO_FLY, TieBreak
from asterion_press.geometry import Side


class Spot(Struct, frozen=True):
    """One path of a laid tile.

    Attributes:
        tile: the tile's id.
        path: number of the path in the tile's canonical orientation, from 0.
        cell: where it lies, (x, y).
        exits: the sides where it leaves the tile, as the tile lies.
        colour: whose prisoners it holds.
        prisoners: how many, living or impaled.
        impaled: whether they are impaled.
        coins: how many.
        wings: how many.
    """

    tile: str
    path: int
    cell: tuple[int, int]
    exits: tuple[Side, ...]
    colour: str
    prisoners: int
    impaled: bool
    coins: int
    wings: int


class Chamber(Struct, frozen=True):
    """A connected piece of labyrinth.

    Attributes:
        spots: its paths, in the order in which their tiles were laid; the minotaur's tile is not among them.
        living: living prisoners by colour, without zeros.
        impaled: impaled prisoners by colour, without zeros; they never count (A13).
        coins: how many, each counted once (A30).
        wings: how many, each counted once (A30).
        exits: how many of its exits lead outside (A7).
        ways_out: the cells that they lead onto, from north to south.
        minotaur: whether it is the minotaur's.
    """

    spots: tuple[Spot, ...]
    living: dict[str, int]
    impaled: dict[str, int]
    coins: int
    wings: int
    exits: int
    ways_out: tuple[tuple[int, int], ...]
    minotaur: bool

    @property
    def escapes(self) -> bool:
        """Return whether living prisoners escape from it: by a way out, or by two wings (rule 4)."""
        return not self.minotaur and leads_out(outside=self.exits > 0, wings=self.wings)

    @property
    def pays(self) -> bool:
        """Return whether prisoners carry coins out of it."""
        return self.escapes and bool(self.living) and self.coins > 0


def leads_out(*, outside: bool, wings: int) -> bool:
    """Return whether the living escape from a chamber: by a way outside, or on two wings (rule 4)."""
    return outside or wings >= WINGS_TO_FLY


def payments(living: int, coins: int) -> tuple[int, ...]:
    """Return what prisoners of a colour who escape together bring: for each coin a point for each of them (A3, A30)."""
    return (living * POINTS_COIN,) * coins if living else ()


def chambers(labyrinth: Labyrinth) -> tuple[Chamber, ...]:
    """Return all chambers, the minotaur's first, then in the order in which their oldest tiles were laid."""
    spots: dict[int, list[Spot]] = {root: [] for root in labyrinth.roots()}
    for cell, laid in labyrinth.laid.items():
        for number in range(len(laid.piece.tile.paths)):
            spots[labyrinth.root(cell, number)].append(_spot(labyrinth, cell, laid, number))
    onto: dict[int, list[int]] = {root: [] for root in spots}
    for root, cell in labyrinth.ways_out():
        onto[root].append(cell)
    return tuple(
        Chamber(
            tuple(spots[root]),
            _counted(spots[root], impaled=False),
            _counted(spots[root], impaled=True),
            coins_of(labyrinth.tally(root)),
            wings_of(labyrinth.tally(root)),
            len(onto[root]),
            tuple(map(xy_of, sorted(set(onto[root])))),
            root == MINOTAUR,
        )
        for root in spots
    )


def _spot(labyrinth: Labyrinth, cell: int, laid: Laid, number: int) -> Spot:
    """Return a path of a laid tile as players see it."""
    tile, path = laid.piece.tile, laid.piece.tile.paths[number]
    contents = path.holds
    return Spot(
        laid.piece.id,
        number,
        xy_of(cell),
        tuple(sorted(side.turned(laid.turns) for side in path.exits)),
        tile.colour,
        contents["prisoner"],
        bool(labyrinth.impaled_paths(laid.piece.id) >> number & 1),
        contents["coin"],
        contents["wing"],
    )


def _counted(spots: list[Spot], *, impaled: bool) -> dict[str, int]:
    counts = Counter[str]()
    for spot in spots:
        if spot.prisoners and spot.impaled == impaled:
            counts[spot.colour] += spot.prisoners
    return dict(counts)


class Final(Struct, frozen=True):
    """The counts at the end; every map has every seat.

    Attributes:
        scores: points from impaling and from treasure.
        kills: points from impaling.
        treasure: points from treasure.
        escaped: prisoners who escaped, with coins or without, whatever the tie-break option.
        captured: prisoners impaled in the whole game.
        winners: in order of play; several share the victory.
    """

    scores: dict[str, int]
    kills: dict[str, int]
    treasure: dict[str, int]
    escaped: dict[str, int]
    captured: int
    winners: tuple[str, ...]


class Escape(Struct):
    """The treasure and the escaped prisoners of one colour at the end."""

    treasure: int = 0
    with_coins: int = 0
    without_coins: int = 0


def escapes(position: Position) -> dict[str, Escape]:
    """Return for each seat its treasure and its escaping prisoners.

    A living prisoner escapes by the outside or by two wings, and then has one point for every coin that it is connected
    to, once (A29), however many share the coin (A30).
    """
    labyrinth, colours = position.labyrinth, position.box.colours
    found = {seat: Escape() for seat in position.seats}
    outside = {root for root, _ in labyrinth.ways_out()}
    for root in labyrinth.roots():
        tally = labyrinth.tally(root)
        if tally >> LIVING_SHIFT and leads_out(outside=root in outside, wings=wings_of(tally)):
            coins = coins_of(tally)
            for seat, escape in found.items():
                living = living_of(tally, colours.index(seat))
                escape.treasure += sum(payments(living, coins))
                escape.with_coins += living if coins else 0
                escape.without_coins += 0 if coins else living
    return found


def tie_break(position: Position, seat: str, escape: Escape) -> int:
    """Return the number that decides between equal scores (A1); the greater one wins."""
    counts = {
        "all": escape.with_coins + escape.without_coins,
        "coinless": escape.without_coins,
        "coin_only": escape.with_coins,
        "seat": -position.seats.index(seat),
    }
    return counts[position.rules.breaks_tie]


def final(position: Position) -> Final:
    """Count the game as the table lies now."""
    found = escapes(position)
    kills = dict(zip(position.seats, position.kills, strict=True))
    scores = {seat: kills[seat] + escape.treasure for seat, escape in found.items()}
    ranks = {seat: (scores[seat], tie_break(position, seat, escape)) for seat, escape in found.items()}
    return Final(
        scores,
        kills,
        {seat: escape.treasure for seat, escape in found.items()},
        {seat: escape.with_coins + escape.without_coins for seat, escape in found.items()},
        position.captured,
        leading(ranks),
    )


def leading(ranks: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Return the seats that win: of all who have the most points, those with the greatest number for the tie-break."""
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


class Fate(Struct, frozen=True):
    """The fate of the prisoners of one path.

    Attributes:
        spot: the path that holds them.
        escapes: whether they are alive and escape.
        points: what they bring their player: a point for each coin, for each of them.
        reason: in words.
    """

    spot: Spot
    escapes: bool
    points: int
    reason: str


class Counted(Struct, frozen=True):
    """One chamber and the points that it brings.

    Attributes:
        number: its number in the explanation, from 1; 0 for the minotaur's.
        chamber: the connected paths.
        fates: of all its prisoners, in the order in which their tiles were laid.
        treasure: points by seat.
    """

    number: int
    chamber: Chamber
    fates: tuple[Fate, ...]
    treasure: dict[str, int]

    @property
    def name(self) -> str:
        """Return the chamber's name in the explanation."""
        return f"chamber {self.number}" if self.number else "the minotaur's chamber"

    @property
    def pays(self) -> bool:
        """Return whether any player gets points for it."""
        return any(self.treasure.values())


class Explanation(Struct, frozen=True):
    """The whole count.

    Attributes:
        counted: the chambers that hold anybody or anything.
        tie_break: which prisoners decide a tie (A1).
        tie_breaks: for each seat their number, or the number that stands for its place in the order of play.
        final: the sums.
    """

    counted: tuple[Counted, ...]
    tie_break: TieBreak
    tie_breaks: dict[str, int]
    final: Final


def explain_final(position: Position) -> Explanation:
    """Count the table as it lies, with every reason."""
    found = [
        chamber
        for chamber in chambers(position.labyrinth)
        if chamber.minotaur or chamber.living or chamber.impaled or chamber.coins
    ]
    counted = []
    for number, chamber in enumerate(found):
        fates = tuple(_fate(chamber, spot) for spot in chamber.spots if spot.prisoners)
        treasure = {seat: sum(fate.points for fate in fates if fate.spot.colour == seat) for seat in position.seats}
        counted.append(Counted(number, chamber, fates, treasure))
    breaks = {seat: tie_break(position, seat, escape) for seat, escape in escapes(position).items()}
    return Explanation(tuple(counted), position.rules.breaks_tie, breaks, final(position))


def addends_of(chamber: Chamber, colour: str) -> tuple[int, ...]:
    """Return a chamber's payments to a colour: for each coin the living prisoners who escape with it (A3), if any."""
    return payments(chamber.living.get(colour, 0), chamber.coins) if chamber.escapes else ()


def _fate(chamber: Chamber, spot: Spot) -> Fate:
    """Return what becomes of the prisoners of a path, and why."""
    if spot.impaled:
        return Fate(spot, escapes=False, points=0, reason="impaled" if chamber.minotaur else "impaled earlier")
    if not chamber.escapes:
        reason = f"alive, but enclosed: no way outside, and {chamber.wings} of {WINGS_TO_FLY} wings"
        return Fate(spot, escapes=False, points=0, reason=reason)
    ways = ["outside"] if chamber.exits else []
    if chamber.wings >= WINGS_TO_FLY:
        ways.append(f"on {plural(chamber.wings, 'wing')}")
    points = sum(payments(spot.prisoners, chamber.coins))
    worth = f"{plural(points, 'point')} for {plural(chamber.coins, 'coin')}" if chamber.coins else "without a coin"
    return Fate(spot, escapes=True, points=points, reason=f"escapes {' and '.join(ways)}, {worth}")


# As text

PREFACE = "cells are x,y, counted from the minotaur at 0,0: x to the east, y to the south"
DECIDES = {"all": "escaped", "coinless": "escaped without a coin", "coin_only": "escaped with a coin"}


def explanation_text(explanation: Explanation) -> str:
    """Return the explanation as plain text, ending in a line break."""
    lines = [PREFACE, ""]
    for part in explanation.counted:
        lines += [heading(part), *_details(part), ""]
    counted = explanation.final
    for seat in counted.scores:
        addends = []
        for part in explanation.counted:
            if points := part.treasure[seat]:  # a point for each of its prisoners, for each coin (A3)
                coins, living = part.chamber.coins, part.chamber.living[seat]
                both = f": {plural(living, 'prisoner')} × {plural(coins, 'coin')}" if coins > 1 and living > 1 else ""
                addends.append(f"{points} ({part.name}{both})")
        equals = f" = {counted.treasure[seat]}" if len(addends) > 1 else ""
        treasure, kills = " + ".join(addends) or "0", counted.kills[seat]
        lines.append(f"{seat}: treasure {treasure}{equals}, impaling {kills}, total {counted.scores[seat]}")
    lines += [f"impaled in all: {counted.captured}", _verdict(explanation)]
    return "\n".join(lines) + "\n"


def heading(part: Counted) -> str:
    """Return a chamber in one line: where it leads, and what it holds."""
    chamber = part.chamber
    if chamber.minotaur:
        return f"{part.name}: all who are connected to him are impaled"
    where = _listed([f"{x},{y}" for x, y in chamber.ways_out])
    out = f"leads outside onto {where}" if chamber.exits else "does not lead outside"
    return f"{part.name}: {out}; {plural(chamber.coins, 'coin')}, {plural(chamber.wings, 'wing')}"


def _details(part: Counted) -> Iterator[str]:
    """Yield a line for each prisoner, coin and wing of a chamber."""
    chamber = part.chamber
    for fate in part.fates:
        spot = fate.spot
        who = spot.colour if spot.prisoners == 1 else f"{spot.prisoners} × {spot.colour}"
        yield f"  prisoner {who} on {_place(spot)}: {fate.reason}"
    connected = _listed([f"{count} {colour}" for colour, count in chamber.living.items()])
    if not connected or chamber.minotaur:
        paid = "pays nobody: nobody alive is connected"
    else:
        paid = f"pays {connected}" if chamber.escapes else f"pays nobody: enclosed with {connected}"
    yield from (f"  {plural(one.coins, 'coin')} on {_place(one)}: {paid}" for one in chamber.spots if one.coins)
    yield from (f"  {plural(one.wings, 'wing')} on {_place(one)}" for one in chamber.spots if one.wings)


def _place(spot: Spot) -> str:
    return f"{spot.tile} at {spot.cell[0]},{spot.cell[1]}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _verdict(explanation: Explanation) -> str:
    """Return the line that says who wins, and by what."""
    counted, best = explanation.final, max(explanation.final.scores.values())
    tied = [seat for seat, score in counted.scores.items() if score == best]
    if len(tied) == 1:
        return f"{tied[0]} wins"
    if explanation.tie_break == "seat":
        return f"a tie of {_listed(tied)}; {counted.winners[0]} plays before the others and wins"
    numbers = ", ".join(f"{seat} {explanation.tie_breaks[seat]}" for seat in tied)
    verb = "wins" if len(counted.winners) == 1 else "share the victory"
    return f"a tie of {_listed(tied)}; {DECIDES[explanation.tie_break]}: {numbers}; {_listed(counted.winners)} {verb}"
