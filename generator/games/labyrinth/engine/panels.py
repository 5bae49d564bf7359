"""A panel of a figure as the engine's table, and the numbers that it claims, held against what the engine counts.

A panel may show its cells anywhere on the page; here the minotaur lies at (0, 0), and paths count from 0.

Source of what is counted: rules 3 and 4, rulings A1, A3, A11 and A30.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalogue.strict_yaml import Location
from generator.games.claims import Fault, compare, in_words
from generator.games.labyrinth.catalogue.position_records import ChamberCount, Claims, Figure, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.engine.box import GameSet, xy_of
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, swap_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import (
    POINTS_COIN,
    POINTS_IMPALED,
    POINTS_OWN,
    MalformedError,
    Rules,
)
from generator.games.labyrinth.engine.scoring import Chamber, addends_of, chambers, escapes, final
from generator.wording import plural, sum_of


def shows_minotaur(panel: Panel) -> bool:
    """Return whether the panel is a whole table, not an excerpt."""
    return any(placed.tile == MINOTAUR_ID for placed in panel.tiles)


def cell_of(panel: Panel, placed: PlacedTile) -> tuple[int, int]:
    """Return where a tile of the panel lies, counted from the minotaur."""
    [(left, top)] = [other.at for other in panel.tiles if other.tile == MINOTAUR_ID]
    return placed.at[0] - left, placed.at[1] - top


def laid_of(panel: Panel, *without: str) -> dict[tuple[int, int], tuple[str, int]]:
    """Return by cell each tile with its turns, the minotaur's tile and those `without` left out."""
    left_out = {MINOTAUR_ID, *without}
    return {
        cell_of(panel, placed): (placed.tile, placed.turns) for placed in panel.tiles if placed.tile not in left_out
    }


def impaled_of(panel: Panel) -> list[tuple[str, int]]:
    """Return the paths whose prisoners are shown impaled."""
    return [(named.tile, named.path - 1) for named in panel.impaled]


def marked(panel: Panel, mark: str) -> list[PlacedTile]:
    """Return the tiles with that mark, in the order in which they are listed."""
    return [placed for placed in panel.tiles if placed.mark == mark]


def placements_of(panel: Panel) -> list[Lay]:
    """Return the placements that the marks record, in the order in which the tiles are listed."""
    return [Lay(placed.tile, *cell_of(panel, placed), placed.turns) for placed in marked(panel, "new")]


def action_of(panel: Panel, before: Panel, discard: str) -> Ply:
    """Return the action that the marks of two panels record.

    Raises:
        MalformedError: a tile was acted on that did not lie there before.
    """
    lay = {placed.tile: placed for placed in before.tiles}
    acted = marked(panel, "acted")
    if strange := [placed.tile for placed in acted if placed.tile not in lay]:
        raise MalformedError(f"{strange[0]} is marked as acted on, but does not lie in the panel before")
    if len(acted) > 1:
        return swap_of(discard, acted[0].tile, acted[1].tile)
    [placed] = acted
    cell = cell_of(panel, placed)
    if cell_of(before, lay[placed.tile]) == cell:
        return Rotate(discard, placed.tile, placed.turns)
    return Move(discard, placed.tile, *cell, placed.turns)


def lie_faults(panel: Panel, labyrinth: Labyrinth) -> list[Fault]:
    """Return where the panel's tiles do not lie as the turns before it leave them."""
    shown = {tile: (cell, turns) for cell, (tile, turns) in laid_of(panel).items()}
    lying = {tile: (xy_of(cell), labyrinth.laid[cell].turns) for tile, cell in labyrinth.where.items()}
    return [
        (("tiles",), f"{tile} {_lies(shown.get(tile))} here; after the turns before, the engine finds that it {now}")
        for tile in sorted({*shown, *lying})
        if shown.get(tile) != lying.get(tile)
        for now in [_lies(lying.get(tile))]
    ]


def _lies(place: tuple[tuple[int, int], int] | None) -> str:
    if place is None:
        return "does not lie"
    (x, y), turns = place
    return f"lies at [{x}, {y}] with turns {turns}"


def thread_faults(panel: Panel, labyrinth: Labyrinth) -> list[Fault]:
    """Check that the thread follows as many chambers as it should."""
    if not panel.thread:
        return []
    followed = threaded(panel, labyrinth)
    wanted = panel.claims.chambers if panel.claims and panel.claims.chambers is not None else 1
    follows = f"the thread should follow {plural(wanted, 'chamber')}"
    found = f"the engine finds that it runs through {len(followed)}"
    return [(("thread",), f"{follows}; {found}")] if len(followed) != wanted else []


def threaded(panel: Panel, labyrinth: Labyrinth) -> list[Chamber]:
    """Return the chambers that the thread follows."""
    named = [(path.tile, path.path) for path in panel.thread]
    return [chamber for chamber in chambers(labyrinth) if any(holds(chamber, *path) for path in named)]


def holds(chamber: Chamber, tile: str, path: int) -> bool:
    """Return whether a path, counted from 1 as figures do, belongs to the chamber."""
    if tile == MINOTAUR_ID:
        return chamber.minotaur
    return any((spot.tile, spot.path + 1) == (tile, path) for spot in chamber.spots)


def prisoner_scores(panel: Panel, box: GameSet, rules: Rules) -> dict[tuple[str, int], tuple[int, ...]]:
    """Return what each prisoner brings by whom the panel's claims count: addends by tile and path, from 0.

    Whoever was impaled by the last ply brings its player a point, or costs one; whoever escapes from a chamber that is
    counted, one for each coin.
    """
    claims = panel.claims
    if claims is None:
        return {}
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    if claims.impales and rules.scores_impaled:
        [colour] = {box.piece(placed.tile).tile.colour for placed in panel.tiles if placed.mark}
        for named in panel.impaled:
            if named in panel.thread:
                found[named.tile, named.path - 1] = (
                    POINTS_OWN if box.piece(named.tile).tile.colour == colour else POINTS_IMPALED,
                )
    if claims.count:
        position = Position.arranged(box, rules, box.colours, laid_of(panel), impaled=impaled_of(panel))
        counted = [count.of for count in claims.count.values()]
        for chamber in chambers(position.labyrinth):
            if chamber.escapes and any(holds(chamber, path.tile, path.path) for path in counted):
                living = (spot for spot in chamber.spots if spot.prisoners and not spot.impaled)
                found |= {(spot.tile, spot.path): (POINTS_COIN,) * chamber.coins for spot in living if chamber.coins}
    return found


OF_A_PLY = ("impales", "points")
OF_A_COURSE = ("turn", "played", "kills", "scores", "over")


@dataclass(frozen=True, slots=True)
class Found:
    """The findings of the engine for a panel.

    Attributes:
        position: the table.
        turn: the last ply that led to it, or None.
        course: whether all turns before it are known.
    """

    position: Position
    turn: Turn | None
    course: bool = False

    def numbers(self) -> dict[str, object]:
        """Return what claims may say, by their names; None for what cannot be known."""
        position, counted = self.position, final(self.position)
        known: dict[str, object] = {
            "captured": position.captured,
            "treasure": counted.treasure,
            "escaped": counted.escaped,
            "coinless": {seat: escape.without_coins for seat, escape in escapes(position).items()},
            "winners": counted.winners,
            "turn": position.ply,
            "played": dict(Counter(position.seats[seat] for seat, _ in position.turns_of_play[: position.ply])),
            "kills": counted.kills,
            "scores": counted.scores,
            "over": position.is_over,
            "impales": self.turn.impaled if self.turn else None,
            "points": self.turn.points if self.turn else None,
        }
        return known if self.course else known | dict.fromkeys(OF_A_COURSE)


def claim_faults(panel: Panel, found: Found) -> Iterator[Fault]:
    """Yield every number that the panel claims and the engine does not find."""
    if panel.claims is None:
        return
    for what, engine in found.numbers().items():
        yield from _number_faults(panel.claims, what, engine)
    yield from _count_faults(panel, found.position)


def _number_faults(claims: Claims, what: str, engine: object) -> Iterator[Fault]:
    claimed = getattr(claims, what)
    if claimed is None:
        return
    if engine is None:
        reason = (
            "no ply leads to this panel" if what in OF_A_PLY else "this figure follows no other that tells the turns"
        )
        yield ("claims", what), f"{what}: claimed {in_words(claimed)}; {reason}"
        return
    if isinstance(claimed, dict) and isinstance(engine, dict) and what != "impales":
        engine = {colour: engine[colour] for colour in claimed if colour in engine}
    if not isinstance(engine, tuple) or set(claimed) != set(engine):
        yield from compare(("claims", what), claimed, engine)


def _count_faults(panel: Panel, position: Position) -> Iterator[Fault]:
    """Yield what is claimed of chambers and the engine does not find."""
    found = chambers(position.labyrinth)
    followed = threaded(panel, position.labyrinth)
    for name, claim in (panel.claims.count or {}).items() if panel.claims else ():
        chamber = next((one for one in found if holds(one, claim.of.tile, claim.of.path)), None)
        if chamber is None:  # the tile does not lie where it is shown, which is reported already
            continue
        yield from _chamber_faults(claim, chamber, ("claims", "count", name))
        if followed and chamber not in followed and not chamber.minotaur:
            yield ("claims", "count", name, "of"), f"chamber {name!r} is counted, but the thread does not follow it"


def _chamber_faults(claim: ChamberCount, chamber: Chamber, at: Location) -> Iterator[Fault]:
    for what in ("coins", "exits", "wings"):
        yield from compare((*at, what), getattr(claim, what), getattr(chamber, what))
    for colour, living in (claim.living or {}).items():
        yield from compare((*at, "living", colour), living, chamber.living.get(colour, 0))
    for colour, payments in (claim.payments or {}).items():
        yield from compare((*at, "payments", colour), sum_of(payments), sum_of(addends_of(chamber, colour)))


def sum_faults(figure: Figure) -> Iterator[tuple[int, Fault]]:
    """Check that the chambers that a figure counts bring all the treasure that it claims, so that a table adds up.

    Yields:
        The number of the panel that claims the treasure, and the fault.
    """
    counted = [chamber for panel in figure.panels if panel.claims for chamber in (panel.claims.count or {}).values()]
    paid = [chamber.payments for chamber in counted if chamber.payments]
    for number, panel in enumerate(figure.panels):
        for colour, points in (panel.claims.treasure or {}).items() if panel.claims and paid else ():
            brought = sum(sum(payments.get(colour, ())) for payments in paid)
            if brought != points:
                message = f"treasure.{colour}: claimed {points}; the payments of the chambers counted bring {brought}"
                yield number, (("claims", "treasure", colour), message)
