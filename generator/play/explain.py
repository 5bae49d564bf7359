"""The count of the end, told so that players can settle an argument: chamber by chamber, prisoner by prisoner.

Source: rule 4 and the rulings A1, A3, A13, A29 and A30.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.play.chambers import WINGS_TO_FLY, Chamber, Spot, chambers
from generator.play.position import Position
from generator.play.scoring import Final, escapes, final, tie_break
from generator.wording import plural


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of the prisoners of one path.

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


@dataclass(frozen=True, slots=True)
class Counted:
    """One chamber and what it brings.

    Attributes:
        name: a word or number by which the explanation calls it.
        chamber: what hangs together.
        fates: of all who are held there, in the order in which their tiles were laid.
        coins: the spots with coins.
        treasure: points by seat.
    """

    name: str
    chamber: Chamber
    fates: tuple[Fate, ...]
    coins: tuple[Spot, ...]
    treasure: dict[str, int]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The whole count.

    Attributes:
        counted: the chambers that hold anybody or anything.
        addends: for each seat one addend for each coin that brings it points: its living prisoners who are connected
            to that coin (A3), the smallest first.
        tie_breaks: for each seat the number that decides a tie (A1).
        final: the sums.
    """

    counted: tuple[Counted, ...]
    addends: dict[str, tuple[int, ...]]
    tie_breaks: dict[str, int]
    final: Final


def explain_final(position: Position) -> Explanation:
    """The count of the table as it lies, and every reason."""
    found = [chamber for chamber in chambers(position.labyrinth) if _holds_something(chamber)]
    names = _names(found)
    counted = tuple(_counted(name, chamber, position) for name, chamber in zip(names, found, strict=True))
    addends: dict[str, list[int]] = {seat: [] for seat in position.seats}
    for part in counted:
        for seat in position.seats:
            if part.treasure[seat]:
                addends[seat] += [part.chamber.living[seat]] * part.chamber.coins
    breaks = {seat: tie_break(position, escape) for seat, escape in escapes(position).items()}
    return Explanation(counted, {s: tuple(sorted(parts)) for s, parts in addends.items()}, breaks, final(position))


def _holds_something(chamber: Chamber) -> bool:
    return chamber.minotaur or bool(chamber.living or chamber.impaled or chamber.coins)


def _names(found: list[Chamber]) -> Iterator[str]:
    number = 0
    for chamber in found:
        number += not chamber.minotaur
        yield "the minotaur's chamber" if chamber.minotaur else f"chamber {number}"


def _counted(name: str, chamber: Chamber, position: Position) -> Counted:
    fates = tuple(_fate(chamber, spot) for spot in chamber.spots if spot.prisoners)
    treasure = {seat: sum(f.points for f in fates if f.spot.colour == seat) for seat in position.seats}
    return Counted(name, chamber, fates, tuple(spot for spot in chamber.spots if spot.coins), treasure)


def _fate(chamber: Chamber, spot: Spot) -> Fate:
    if spot.impaled:
        return Fate(spot, escapes=False, points=0, reason="impaled")
    if not chamber.escapes:
        return Fate(spot, escapes=False, points=0, reason=f"alive, but enclosed with {plural(chamber.wings, 'wing')}")
    by = [word for word, there in (("the outside", chamber.outside), (_wings(chamber), _flies(chamber))) if there]
    points = spot.prisoners * chamber.coins
    worth = f"{plural(points, 'point')} for {plural(chamber.coins, 'coin')}" if chamber.coins else "without a coin"
    return Fate(spot, escapes=True, points=points, reason=f"escapes by {' and '.join(by)}, {worth}")


def _flies(chamber: Chamber) -> bool:
    return chamber.wings >= WINGS_TO_FLY


def _wings(chamber: Chamber) -> str:
    return plural(chamber.wings, "wing")


def explained(explanation: Explanation) -> str:
    """The explanation as plain text, ending in a line break."""
    lines: list[str] = []
    for part in explanation.counted:
        lines += [_heading(part), *_details(part), ""]
    for seat, addends in explanation.addends.items():
        lines.append(_sum_line(seat, addends, explanation))
    lines += [f"impaled in all: {explanation.final.captured}", _verdict(explanation)]
    return "\n".join(lines) + "\n"


def _heading(part: Counted) -> str:
    chamber = part.chamber
    if chamber.minotaur:
        return f"{part.name}: all who are connected to him are impaled"
    where = [f"{x},{y}" for x, y in chamber.ways_out]
    out = f"leads outside at {'; '.join(where)}" if chamber.outside else "does not lead outside"
    return f"{part.name}: {out}; {plural(chamber.coins, 'coin')}, {plural(chamber.wings, 'wing')}"


def _details(part: Counted) -> Iterator[str]:
    for fate in part.fates:
        spot = fate.spot
        who = spot.colour if spot.prisoners == 1 else f"{spot.prisoners} × {spot.colour}"
        yield f"  prisoner {who} on {spot.tile} at {spot.cell[0]},{spot.cell[1]}: {fate.reason}"
    for spot in part.coins:
        connected = [f"{count} {colour}" for colour, count in part.chamber.living.items()]
        said = f"{', '.join(connected)} connected" if connected else "nobody alive is connected"
        yield f"  {plural(spot.coins, 'coin')} on {spot.tile} at {spot.cell[0]},{spot.cell[1]}: {said}"


def _sum_line(seat: str, addends: tuple[int, ...], explanation: Explanation) -> str:
    counted = explanation.final
    treasure = " + ".join(map(str, addends)) if addends else "0"
    equals = f" = {counted.treasure[seat]}" if len(addends) > 1 else ""
    kills = counted.kills[seat]
    return f"{seat}: treasure {treasure}{equals}, impaling {kills}, together {counted.scores[seat]}"


def _verdict(explanation: Explanation) -> str:
    counted, best = explanation.final, max(explanation.final.scores.values())
    tied = [seat for seat, score in counted.scores.items() if score == best]
    if len(tied) == 1:
        return f"{tied[0]} wins"
    numbers = ", ".join(f"{seat} {explanation.tie_breaks[seat]}" for seat in tied)
    verb = "wins" if len(counted.winners) == 1 else "share the victory"
    return f"a tie of {' and '.join(tied)}; escaped: {numbers}; {' and '.join(counted.winners)} {verb}"
