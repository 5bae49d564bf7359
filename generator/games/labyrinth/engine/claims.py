"""The numbers that a panel of a figure claims, held against what the engine counts.

Source of what is counted: rules 3 and 4, rulings A1, A3, A11 and A30.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.games.labyrinth.catalogue.position_records import ChamberCount, Claims, Figure, Panel
from generator.games.labyrinth.engine.chambers import Chamber, chambers
from generator.games.labyrinth.engine.explain import addends_of
from generator.games.labyrinth.engine.panels import Fault, holds, threaded
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.scoring import final
from generator.wording import sum_of

OF_A_PLY = ("impales", "points")
OF_A_COURSE = ("turn", "played", "kills", "scores")


@dataclass(frozen=True, slots=True)
class Found:
    """What the engine found for a panel.

    Attributes:
        position: the table.
        turn: the last ply that led to it, or None.
        course: whether all turns before it are known.
    """

    position: Position
    turn: Turn | None
    course: bool = False

    def numbers(self) -> dict[str, object]:
        """What claims may say, by their names; None for what cannot be known."""
        position, counted = self.position, final(self.position)
        known: dict[str, object] = {
            "captured": position.captured,
            "treasure": counted.treasure,
            "escaped": counted.escaped,
            "winners": counted.winners,
            "turn": position.ply,
            "played": dict(Counter(position.seats[seat] for seat, _ in position.turns_of_play[: position.ply])),
            "kills": counted.kills,
            "scores": counted.scores,
            "impales": self.turn.impaled if self.turn else None,
            "points": self.turn.points if self.turn else None,
        }
        return known if self.course else known | dict.fromkeys(OF_A_COURSE)


def claim_faults(panel: Panel, found: Found) -> Iterator[Fault]:
    """Every number that the panel claims and the engine does not find."""
    if panel.claims is None:
        return
    for what, engine in found.numbers().items():
        if fault := _number_fault(panel.claims, what, engine):
            yield ("claims", what), fault
    yield from _count_faults(panel, found.position)


def _number_fault(claims: Claims, what: str, engine: object) -> str | None:
    claimed = getattr(claims, what)
    if claimed is None:
        return None
    if engine is None:
        reason = (
            "no ply leads to this panel" if what in OF_A_PLY else "this figure follows no other that tells the turns"
        )
        return f"{what} {_told(claimed)} is claimed; {reason}"
    if isinstance(claimed, dict) and isinstance(engine, dict) and what != "impales":
        engine = {colour: engine[colour] for colour in claimed if colour in engine}
    same = set(claimed) == set(engine) if isinstance(engine, tuple) else claimed == engine
    return None if same else f"{what} {_told(claimed)} is claimed; the engine finds {_told(engine)}"


def _count_faults(panel: Panel, position: Position) -> Iterator[Fault]:
    """What is claimed of chambers."""
    found = chambers(position.labyrinth)
    followed = threaded(panel, position.labyrinth)
    for name, claim in (panel.claims.count or {}).items() if panel.claims else ():
        chamber = next((one for one in found if holds(one, claim.of.tile, claim.of.path)), None)
        if chamber is None:  # the tile does not lie where it is shown, which is told already
            continue
        for where, message in _chamber_faults(claim, chamber):
            yield ("claims", "count", name, *where), f"chamber {name!r}: {message}"
        if followed and chamber not in followed and not chamber.minotaur:
            yield ("claims", "count", name, "of"), f"chamber {name!r} is counted, but the thread does not follow it"


def _chamber_faults(claim: ChamberCount, chamber: Chamber) -> Iterator[Fault]:
    for what in ("coins", "exits", "wings"):
        claimed, engine = getattr(claim, what), getattr(chamber, what)
        if claimed is not None and claimed != engine:
            yield (what,), f"{what} {claimed} is claimed; the engine finds {engine}"
    for colour, living in (claim.living or {}).items():
        if living != chamber.living.get(colour, 0):
            engine = chamber.living.get(colour, 0)
            yield ("living", colour), f"living {colour} {living} is claimed; the engine finds {engine}"
    for colour, payments in (claim.payments or {}).items():
        if payments != addends_of(chamber, colour):
            paid = sum_of(addends_of(chamber, colour))
            yield ("payments", colour), f"payments to {colour} {sum_of(payments)} is claimed; the engine finds {paid}"


def sum_faults(figure: Figure) -> Iterator[tuple[int, Fault]]:
    """Whether the chambers that a figure counts bring all the treasure that it claims, so that a table of them adds up.

    Yields:
        The number of the panel that claims the treasure, and the fault.
    """
    counted = [chamber for panel in figure.panels if panel.claims for chamber in (panel.claims.count or {}).values()]
    paid = [chamber.payments for chamber in counted if chamber.payments]
    for number, panel in enumerate(figure.panels):
        for colour, points in (panel.claims.treasure or {}).items() if panel.claims and paid else ():
            brought = sum(sum(payments.get(colour, ())) for payments in paid)
            if brought != points:
                message = f"treasure {colour} {points} is claimed; the payments of the chambers counted bring {brought}"
                yield number, (("claims", "treasure", colour), message)


def _told(value: object) -> str:
    """A number, numbers by colour, or colours, in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
