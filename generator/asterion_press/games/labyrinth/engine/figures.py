"""The proof of figures: each panel is laid on the engine's table, and what it shows is compared with what it finds.

A panel may show its cells anywhere on the page; here the minotaur lies at (0, 0), and paths count from 0.

Source of what is counted: rules 3 and 4, rulings A1, A3, A11 and A30.

The rules are those of the catalogue whose deck is shown.

A panel shows more than tiles. Counters say who is impaled; a tick or a cross says whether a ply is legal; a tile
marked ``new`` was just placed; tiles marked ``acted`` in two panels were rotated, swapped or moved between them; a
thread says what is connected; and `claims` say the outcome in numbers. All of this the engine must confirm.

Panels without the minotaur are excerpts: nothing about them can be claimed.

Figures that follow one another are a *course*: their turns are played as one game, and each panel is held against its
table. The first figure of a course names the seats, and follows a figure whose last panel shows the table before the
game. The panels show which tile was in hand; the engine finds whether such a game can be
played. The panels of any other figure are proved by themselves.

A figure that asks shows a table as players see it before they judge the last turn; the engine answers. A tile that is
marked ``new`` was just placed, legally or not, and nobody was impaled by it yet; two panels show a table before and
after an action. The counters must lie where the engine finds them before that turn.

Figures of the turns of a sample game show the table before each turn, and after it. The game is the course that begins
with a figure that has `turns`; the engine plays it, so nothing has to be written a second time. The thread leads from
the minotaur to whom the turn impaled, the shortest way. Such figures count from 1::

    turns: step      step-1, step-2, step-3, ...     A: before the turn     B: after it

Texts take what a figure shows in words, who moved what where, who wins, which way a chamber leads outside, as
placeholders, whose words stand in the ``words.yaml`` of their language: ``{{figure.walk.b.moved}}`` is `to the right`.
A value that begins with :data:`~asterion_press.catalogue.words.BOUND` is the key of such a word.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue.strict_yaml import Location
from asterion_press.catalogue.words import BOUND
from asterion_press.errors import plural, refuse, sum_of
from asterion_press.games.game import Answer, Fault, Wrong, compare, find_wrong, in_words, telling
from asterion_press.games.labyrinth.catalogue.position_records import (
    Cell,
    Claims,
    Figure,
    LoadedFigures,
    NamedPath,
    Panel,
    PlacedTile,
    PlayArrow,
    TableAsk,
    TableQuestion,
)
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile
from asterion_press.games.labyrinth.engine.box import GameSet, cell_at, xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, hand_of, spell_ply, swap_of
from asterion_press.games.labyrinth.engine.position import Position, Turn, actors, placement_fault
from asterion_press.games.labyrinth.engine.rules import (
    DIRECTION,
    POINTS_COIN,
    POINTS_IMPALED,
    POINTS_OWN,
    IllegalError,
    MalformedError,
    PlayError,
    Rules,
    rules_of,
)
from asterion_press.games.labyrinth.engine.scoring import Chamber, Spot, addends_of, chambers, escapes, final
from asterion_press.geometry import QUARTER_TURNS, SIDES, Side


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
    if unknown := [placed.tile for placed in acted if placed.tile not in lay]:
        raise MalformedError(f"{unknown[0]} is marked as acted on, but does not lie in the panel before")
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
        (("tiles",), f"{tile} {here} here; after the turns before, the engine finds that it {now}")
        for tile in sorted({*shown, *lying})
        for here, now in [(_lies(shown.get(tile)), _lies(lying.get(tile)))]
        if here != now
    ]


def _lies(place: tuple[tuple[int, int], int] | None) -> str:
    return f"lies at {[*place[0]]} with turns {place[1]}" if place else "does not lie"


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


def chamber_of(labyrinth: Labyrinth, path: NamedPath) -> Chamber | None:
    """Return the chamber of a path; None if its tile does not lie there."""
    return next((chamber for chamber in chambers(labyrinth) if holds(chamber, path.tile, path.path)), None)


def chambers_shown(panel: Panel, box: GameSet, rules: Rules) -> dict[str, Chamber]:
    """Return the chambers that the thread of a whole table follows, by the names that claims give them, or `*1`.

    Those of an excerpt without the minotaur are not known.
    """
    if not (panel.thread and shows_minotaur(panel)):
        return {}
    position = Position.arranged(box, rules, box.colours, laid_of(panel), impaled=impaled_of(panel))
    named = panel.claims.count or {} if panel.claims else {}
    return {
        next(
            (name for name, claim in named.items() if holds(chamber, claim.of.tile, claim.of.path)), f"*{number}"
        ): chamber
        for number, chamber in enumerate(threaded(panel, position.labyrinth))
    }


def free_spots(chamber: Chamber) -> list[Spot]:
    """Return the paths whose prisoners escape."""
    return [spot for spot in chamber.spots if spot.prisoners and not spot.impaled] if chamber.escapes else []


def prisoner_scores(panel: Panel, before: Panel | None, box: GameSet, rules: Rules) -> dict[tuple[str, int], str]:
    """Return what each prisoner brings by whom the panel's claims count, in digits, by tile and path, from 0.

    Whoever was impaled by the last ply brings its player a point, or costs one; whoever escapes from a chamber that is
    counted, one for each coin; whoever escapes without a coin, none.
    """
    claims = panel.claims
    if claims is None:
        return {}
    found: dict[tuple[str, int], str] = {}
    if claims.impales and rules.scores_impaled:
        *_, last = (placed.tile for placed in panel.tiles if placed.mark)
        colour = box.piece(last).tile.colour
        for named in panel.impaled:
            if named in panel.thread and not (before and named in before.impaled):
                is_own = box.piece(named.tile).tile.colour == colour
                found[named.tile, named.path - 1] = f"{POINTS_OWN if is_own else POINTS_IMPALED:+}"
    if claims.count and not marked(panel, "acted"):  # after an action nobody counts yet
        position = Position.arranged(box, rules, box.colours, laid_of(panel), impaled=impaled_of(panel))
        counted = [count.of for count in claims.count.values()]
        for chamber in chambers(position.labyrinth):
            coins = [str(POINTS_COIN)] * chamber.coins
            if chamber.escapes and (not coins or any(holds(chamber, path.tile, path.path) for path in counted)):
                found |= {(spot.tile, spot.path): "+".join(coins) or "0" for spot in free_spots(chamber)}
    return found


def numbers_of(position: Position, turn: Turn | None, *, course: bool) -> dict[str, object]:
    """Return what claims may say, by their names; None for what cannot be known.

    Args:
        position: the table.
        turn: the last ply that led to it, or None.
        course: whether all turns before it are known.
    """
    known: dict[str, object] = {
        **asdict(final(position)),
        "coinless": {seat: escape.without_coins for seat, escape in escapes(position).items()},
        "turn": position.ply,
        "played": dict(Counter(position.seats[seat] for seat, _ in position.turns_of_play[: position.ply])),
        "over": position.is_over,
        "impales": turn.impaled if turn else None,
        "points": turn.points if turn else None,
    }
    if course:
        return known
    # a table that stands by itself may tell its points, and that all tiles lie there
    points = () if any(position.kills) else ("kills", "scores")
    all_lie = len(position.labyrinth.laid) == sum(len(position.box.of_colour(seat)) for seat in position.seats)
    return known | dict.fromkeys(("turn", "played", *points)) | {"over": True if all_lie else None}


def claim_faults(panel: Panel, position: Position, turn: Turn | None, *, course: bool = False) -> Iterator[Fault]:
    """Yield every number that the panel claims and the engine does not find; see :func:`numbers_of`."""
    if panel.claims is None:
        return
    for what, engine in numbers_of(position, turn, course=course).items():
        claimed, at = getattr(panel.claims, what), ("claims", what)
        if claimed is None or (isinstance(engine, tuple) and {*claimed} == {*engine}):
            continue
        if engine is None:
            is_of_a_ply = what in {"impales", "points"}
            why = "no ply leads to this panel" if is_of_a_ply else "this figure follows no other that tells the turns"
            yield at, f"{what}: claimed {in_words(claimed)}; {why}"
        elif isinstance(engine, dict) and what != "impales":  # a claim may leave colours out
            yield from compare(at, claimed, {colour: engine[colour] for colour in claimed if colour in engine})
        else:
            yield from compare(at, claimed, engine)
    yield from _count_faults(panel, position)


def _count_faults(panel: Panel, position: Position) -> Iterator[Fault]:
    """Yield what is claimed of chambers and the engine does not find."""
    followed = threaded(panel, position.labyrinth)
    for name, claim in (panel.claims.count or {}).items() if panel.claims else ():
        chamber = chamber_of(position.labyrinth, claim.of)
        if chamber is None:  # the tile does not lie where it is shown, which is reported already
            continue
        at: Location = ("claims", "count", name)
        for what in ("coins", "exits", "wings"):
            yield from compare((*at, what), getattr(claim, what), getattr(chamber, what))
        for colour, living in (claim.living or {}).items():
            yield from compare((*at, "living", colour), living, chamber.living.get(colour, 0))
        for colour, payments in (claim.payments or {}).items():
            paid = addends_of(chamber, colour)
            for where, message, *_ in compare((*at, "payments", colour), sum_of(payments), sum_of(paid)):
                yield where, message, paid
        if followed and chamber not in followed and not chamber.minotaur:
            yield (*at, "of"), f"chamber {name!r} is counted, but the thread does not follow it"


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


TABLE = ("tiles", "impaled")
"""The parts of a panel that describe the table, from which the figure that follows goes on."""


def find_wrong_figures(loaded: LoadedFigures, deck: Deck) -> dict[str, list[Wrong]]:
    """Return by figure what the rules do not confirm; those that ask are proved by :func:`find_answer`."""
    figures = telling(loaded.figures.figures)
    if not deck.has_minotaur:
        return find_wrong(loaded.document, figures, _excerpt_faults)
    box, rules = GameSet.of(deck), rules_of(deck.catalogue)
    astray: set[str] = set()

    def faults_of(figure_id: str, figure: Figure) -> Iterator[Fault]:
        if figure.follows in astray:
            astray.add(figure_id)  # of what goes on from there nothing more can be said
            return
        proof = course_faults(box, rules, figures, figure_id) if figure.follows else _panel_faults(box, rules, figure)
        for number, (where, *said) in list(proof) or sum_faults(figure):
            yield (("panels", number, *where), *said)
            if where[0] in TABLE:
                astray.add(figure_id)

    return find_wrong(loaded.document, figures, faults_of)


def prove_figures(loaded: LoadedFigures, deck: Deck) -> None:
    """Check every figure by the rules.

    Raises:
        InputError: every claim that the engine does not confirm: what is shown, and what the engine finds.
    """
    refuse(one.mistake for some in find_wrong_figures(loaded, deck).values() for one in some)


def _excerpt_faults(_: str, figure: Figure) -> Iterator[Fault]:
    """Yield what a figure of a labyrinth without a minotaur claims, which the engine can say nothing about."""
    why = "of which the rules of Asterion say nothing without a minotaur; leave it out"
    if figure.follows is not None:
        yield ("follows",), f"it tells turns, {why}"
    for number, panel in enumerate(figure.panels):
        for what in ("claims", "impaled", "verdict"):
            if getattr(panel, what):
                yield ("panels", number, what), f"{what!r}, {why}"


# Figures that follow no other


def _panel_faults(box: GameSet, rules: Rules, figure: Figure) -> Iterator[tuple[int, Fault]]:
    """Yield what the engine does not confirm of panels that stand by themselves, with their numbers."""
    for number, (panel, before) in enumerate(zip(figure.panels, (None, *figure.panels), strict=False)):
        if shows_minotaur(panel):
            try:
                yield from ((number, fault) for fault in _one_panel_faults(box, rules, panel, before))
            except PlayError as error:
                yield number, (("tiles",), str(error))
        elif panel.claims or panel.impaled or panel.verdict:
            yield number, (("tiles",), "claims something, but shows no minotaur; add his tile")


def _table(
    box: GameSet, rules: Rules, panel: Panel, without: Iterable[str] = (), hand: str = "", *,
    counters: bool = False, seats: Sequence[str] = (), kills: Mapping[str, int] | None = None,
) -> Position:  # fmt: skip
    """Return a panel as a position of some seats, or of all colours; with a tile in `hand` its colour is to play it."""
    impaled = impaled_of(panel) if counters else []
    own = box.piece(hand).tile.colour if hand else ""
    order = sorted(seats or box.colours, key=lambda colour: bool(own) and colour != own)
    piles = {own: [hand]} if hand else {}
    return Position.arranged(box, rules, order, laid_of(panel, *without), impaled=impaled, piles=piles, kills=kills)


def _one_panel_faults(box: GameSet, rules: Rules, panel: Panel, before: Panel | None) -> Iterator[Fault]:
    """Yield what the engine does not confirm of a panel by itself, which stands beside the panel before it.

    Raises:
        PlayError: there is no such table, or a tile was acted on that did not lie there.
    """
    if panel.play:
        shown, played = _turned_about(panel.play, panel.tiles[0].at), DIRECTION.removeprefix(BOUND)
        if shown != played:
            yield ("play",), f"the arrow leads {shown}; play goes {played}"
    table = _table(box, rules, panel, counters=True, kills=panel.claims.kills if panel.claims else None)
    is_wrong = panel.verdict == "wrong"
    # what was just placed could be placed, as the verdict says
    new = placements_of(panel)
    for placed in new:
        rest = _table(box, rules, panel, {placed.tile})
        fault = placement_fault(rest.labyrinth, box.piece(placed.tile), placed.turns, cell_at(placed.x, placed.y))
        if fault and not is_wrong:
            yield ("tiles",), f"{placed.tile} is shown as placed, but {fault.reason} [{fault.rule}]"
        if not fault and is_wrong:
            yield ("verdict",), f"the placement of {placed.tile} is shown as wrong; the engine finds it legal"
    # the counters lie on all whom the minotaur reaches, and the thread runs as it should
    if not is_wrong:
        dead = impaled_paths(_table(box, rules, panel))
        yield from _impaled_faults(panel, dead, "is connected to the minotaur", "it apart from the minotaur")
    yield from thread_faults(panel, table.labyrinth)
    # the action, or else the first placement, brings what is claimed
    turn = None
    if before and marked(panel, "acted"):
        ply = action_of(panel, before, panel.discards or _any_discard(box, panel, before))
        position = _table(box, rules, before, hand=hand_of(ply), counters=True)
        if is_wrong:
            yield from _wrong_faults(position, ply)
        else:
            position.check(ply)
            turn = position.push(ply)
            yield from lie_faults(panel, position.labyrinth)
    elif new and not is_wrong:
        turn = _table(box, rules, panel, {new[0].tile}, new[0].tile).push(new[0])
    yield from claim_faults(panel, table, turn)


def _turned_about(arrow: PlayArrow, cell: Cell) -> str:
    """Return which way round an arrow leads about the middle of a cell."""
    x, y = cell[0] + 0.5, cell[1] + 0.5
    (x1, y1), (x2, y2) = arrow.from_, arrow.to
    return "clockwise" if (x1 - x) * (y2 - y) > (y1 - y) * (x2 - x) else "anticlockwise"


def _any_discard(box: GameSet, panel: Panel, before: Panel) -> str:
    """Return a tile that may pay for an action whose figure names none: any of its colour will do that does not lie."""
    lying = {placed.tile for placed in (*panel.tiles, *before.tiles)}
    colour = box.piece(marked(panel, "acted")[0].tile).tile.colour
    return next(piece.id for piece in box.of_colour(colour) if piece.id not in lying)


def _wrong_faults(position: Position, ply: Ply) -> Iterator[Fault]:
    """Yield a fault if a ply that is shown as wrong is legal.

    Raises:
        MalformedError: it is no ply of this game.
    """
    try:
        position.check(ply)
    except IllegalError:
        return
    yield ("verdict",), f"{spell_ply(ply)} is shown as wrong; the engine finds it legal"


def impaled_paths(position: Position) -> set[tuple[str, int]]:
    """Return the tiles and paths, from 0, whose prisoners have been impaled."""
    masks = position.labyrinth.impaled()
    return {(tile, path) for tile, mask in masks.items() for path in range(mask.bit_length()) if mask >> path & 1}


def _impaled_faults(panel: Panel, found: set[tuple[str, int]], missing: str, unknown: str) -> Iterator[Fault]:
    """Check that the counters lie on all whom the engine finds impaled, and on nobody else.

    Args:
        panel: has the counters.
        found: the tiles and paths, from 0, that the engine finds.
        missing: words about those that show no counter.
        unknown: words about those that show one and should not.
    """
    shown = set(impaled_of(panel))
    for tile, path in sorted(found - shown):
        yield ("tiles",), f"path {path + 1} of {tile} {missing}; list it under 'impaled'"
    for tile, path in sorted(shown - found):
        yield ("impaled",), f"path {path + 1} of {tile} is shown impaled; the engine finds {unknown}"


# Figures that follow one another


class CourseStep(Struct, frozen=True):
    """A panel of a course, with the plies that lead to it; `trouble` says why it cannot be played."""

    figure: str
    number: int
    panel: Panel
    plies: tuple[Ply, ...] = ()
    trouble: str = ""


def course_faults(
    box: GameSet, rules: Rules, figures: Mapping[str, Figure], figure_id: str
) -> Iterator[tuple[int, Fault]]:
    """Yield what the engine does not confirm of a figure that follows another, each with the number of its panel.

    The figures before it have been proved; if one of them shows a table that does not come of its turns, nothing can be
    said of this one.
    """
    try:
        position, steps = begin_course(box, rules, figures, figure_id)
    except PlayError as error:
        yield 0, (("tiles",), f"the game cannot begin: {error}")
        return
    for step in steps:
        try:
            if step.trouble:
                raise MalformedError(step.trouble)
            if step.panel.verdict == "wrong" and step.plies:
                _play(position, step.plies[:-1])
                yield from ((step.number, fault) for fault in _wrong_faults(position, step.plies[-1]))
                return  # with an illegal ply the game goes no further
            turn = _play(position, step.plies)
        except PlayError as error:
            yield step.number, (("tiles",), str(error))
            return
        if step.figure == figure_id:
            for fault in _step_faults(step.panel, position, turn):
                yield step.number, fault


def begin_course(
    box: GameSet, rules: Rules, figures: Mapping[str, Figure], figure_id: str
) -> tuple[Position, list[CourseStep]]:
    """Return the table before the game that a figure goes on with, and the steps from there to that figure.

    Raises:
        PlayError: the game cannot begin on that table.
    """
    names = [figure_id]
    while not figures[names[0]].seats:  # from the figure that names the seats to this one
        names.insert(0, figures[names[0]].follows or "")
    seats = figures[names[0]].seats
    before = figures[figures[names[0]].follows or ""].panels[-1]
    steps = list(_steps(figures, names, before))
    hands = [hand_of(ply) for step in steps for ply in step.plies]
    piles = {seat: [hand for hand in hands if box.piece(hand).tile.colour == seat] for seat in seats}
    laid = laid_of(before) if shows_minotaur(before) else {}
    return Position.arranged(box, rules, seats, laid, impaled=impaled_of(before), piles=piles), steps


def _steps(figures: Mapping[str, Figure], names: Sequence[str], before: Panel) -> Iterator[CourseStep]:
    """Yield the panels of a course up to the first that cannot be played."""
    used = {placed.tile for placed in before.tiles}
    for name in names:
        for number, panel in enumerate(figures[name].panels):
            try:
                plies = _plies(number, panel, before, used)
            except MalformedError as error:
                yield CourseStep(name, number, panel, trouble=str(error))
                return
            yield CourseStep(name, number, panel, plies)
            before = panel


def _plies(number: int, panel: Panel, before: Panel, used: set[str]) -> tuple[Ply, ...]:
    """Return the plies that the marks of a panel record; the first panel may mark the target of an action.

    Raises:
        MalformedError: they cannot be played, or with a tile that was `used` before.
    """
    if not shows_minotaur(panel) or not shows_minotaur(before):
        raise MalformedError("turns are told, but no minotaur is shown; add his tile")
    plies: list[Ply] = [*placements_of(panel)]
    if number and marked(panel, "acted"):
        if panel.discards is None:
            raise MalformedError("an action is told, but not what it was paid with; add it, as in `discards: Y05`")
        plies.append(action_of(panel, before, panel.discards))
    for hand in map(hand_of, plies):
        if hand in used:
            raise MalformedError(f"{hand} has been played before; every turn uses up another tile")
        used.add(hand)
    return tuple(plies)


def _play(position: Position, plies: Sequence[Ply]) -> Turn | None:
    """Play plies on the table and return the last turn.

    Raises:
        PlayError: it is another player's turn, or a rule forbids a ply.
    """
    turn = None
    for ply in plies:
        colour, whose = position.box.piece(hand_of(ply)).tile.colour, position.seats[position.ply % len(position.seats)]
        if colour != whose:
            raise MalformedError(f"{hand_of(ply)} is {colour}'s, but it is {whose}'s turn")
        position.check(ply)
        turn = position.push(ply)
    return turn


def _step_faults(panel: Panel, position: Position, turn: Turn | None) -> Iterator[Fault]:
    yield from lie_faults(panel, position.labyrinth)
    yield from _impaled_faults(panel, impaled_paths(position), "has been impaled by now", "that nobody there has been")
    yield from thread_faults(panel, position.labyrinth)
    yield from claim_faults(panel, position, turn, course=True)


class Case(NamedTuple):
    """A question with the table that it is about."""

    box: GameSet
    rules: Rules
    figure: Figure
    ask: TableAsk

    def ply(self) -> Ply | None:
        """Return the last turn that the figure shows, or None."""
        last = self.figure.panels[-1]
        if len(self.figure.panels) > 1:
            return action_of(last, self.figure.panels[0], last.discards or "")
        return next(iter(placements_of(last)), None)

    def before(self) -> Position:
        """Return the table before the last turn, that player to play."""
        panel, ply, ask = self.figure.panels[0], self.ply(), self.ask
        new = {placed.tile for placed in marked(panel, "new")}
        hand = hand_of(ply) if ply else ""
        lying = {self.box.piece(tile).tile.colour for tile, _ in laid_of(panel, *new).values()}
        lying.add(self.box.piece(hand).tile.colour if hand else ask.player or self.box.colours[0])
        seats = ask.seats or [colour for colour in self.box.colours if colour in lying]
        return _table(self.box, self.rules, panel, new, hand, counters=True, seats=seats, kills=ask.kills)

    def after(self) -> tuple[Position, Turn | None]:
        """Return the table after the last turn, and what it brought.

        Raises:
            PlayError: a rule forbids it.
        """
        position, ply = self.before(), self.ply()
        if ply is None:
            return position, None
        position.check(ply)
        return position, position.push(ply)

    def turn(self) -> Turn:
        """Return the last turn.

        Raises:
            PlayError: there is none, or a rule forbids it.
        """
        turn = self.after()[1]
        if turn is None:
            raise MalformedError("the figure shows no turn; mark a tile as new, or show an action")
        return turn

    def chamber(self, path: NamedPath | None) -> Chamber:
        """Return the chamber of a path.

        Raises:
            MalformedError: the question names no path that lies there.
        """
        if path is not None and (chamber := chamber_of(self.after()[0].labyrinth, path)) is not None:
            return chamber
        raise MalformedError(f"no path {path} in the figure; name one, as in `path: {{tile: Y04, path: 1}}`")

    @property
    def player(self) -> str:
        """Return the player that the question is about.

        Raises:
            MalformedError: it names none.
        """
        if self.ask.player not in self.box.colours:
            raise MalformedError(f"no player {self.ask.player!r}; one of {', '.join(self.box.colours)}")
        return self.ask.player


def _legal(case: Case) -> bool:
    try:
        case.turn()
    except IllegalError:
        return False
    return True


def _points(case: Case) -> int:
    turn = case.turn()
    return turn.points if case.player == turn.seat else 0


def _impaled(case: Case) -> list[str]:
    before, (after, _) = impaled_paths(case.before()), case.after()
    return [tile for tile, _ in impaled_paths(after) - before]


def _escapes(case: Case) -> bool:
    path, chamber = case.ask.path, case.chamber(case.ask.path)
    return path is not None and (path.tile, path.path - 1) in {(spot.tile, spot.path) for spot in free_spots(chamber)}


def _escaping(case: Case) -> list[str]:
    free = (spot for chamber in chambers(case.after()[0].labyrinth) for spot in free_spots(chamber))
    return [spot.tile for spot in free if spot.colour == case.player]


def _winner(case: Case) -> str:
    winners = final(case.after()[0]).winners
    return winners[0] if len(winners) == 1 else "tie"


FINDERS: dict[TableQuestion, Callable[[Case], Answer]] = {
    "acts": lambda case: [one.id for one in actors(case.before().labyrinth, case.box.colours.index(case.player))],
    "connected": lambda case: case.chamber(case.ask.path) == case.chamber(case.ask.to),
    "escapes": _escapes,
    "escaping": _escaping,
    "impaled": _impaled,
    "legal": _legal,
    "points": _points,
    "winner": _winner,
}


def find_answer(figure: Figure, deck: Deck) -> Answer:
    """Return the answer that the engine finds to a figure that asks.

    Raises:
        PlayError: the question makes no sense, or the figure shows more or less than players see.
    """
    if not deck.has_minotaur or figure.ask is None:
        raise MalformedError("nothing can be asked of a labyrinth without a minotaur")
    case = Case(GameSet.of(deck), rules_of(deck.catalogue), figure, figure.ask)
    found = impaled_paths(case.before())
    for panel in figure.panels:
        if panel.claims or panel.verdict or panel.thread:
            raise MalformedError("a figure that asks shows no claims, verdicts or threads")
        if set(impaled_of(panel)) != found:
            listed = ", ".join(f"path {path + 1} of {tile}" for tile, path in sorted(found))
            where = "counters lie elsewhere than the engine finds them before this turn"
            raise MalformedError(f"{where}: {listed or 'nowhere'}")
    return FINDERS[figure.ask.find](case)


# Figures of the turns of a game


def turn_figures(box: GameSet, rules: Rules, figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return a figure of each turn of the games that have `turns`, by id; the figures are proved already."""
    found: dict[str, Figure] = {}
    for figure_id, figure in figures.items():
        if figure.turns:
            last = figure_id
            for other_id, other in figures.items():
                last = other_id if other.follows == last else last
            position, steps = begin_course(box, rules, figures, last)
            before = figure.follows
            for number, ply in enumerate((ply for step in steps for ply in step.plies), 1):
                name = f"{figure.turns}-{number}"
                seats = figure.seats if number == 1 else ()
                found[name] = Figure(_panels(position, ply), follows=before, seats=seats)
                before = name
    return found


def _panels(position: Position, ply: Ply) -> tuple[Panel, Panel]:
    """Play a ply; return the tables before it and after it."""
    before = _panel(position)
    turn = position.push(ply)
    after, acted = _panel(position), ply.tiles if isinstance(ply, Swap) else (ply.tile,)
    newly = {(named.tile, named.path) for named in after.impaled} - {(one.tile, one.path) for one in before.impaled}
    mark = "new" if isinstance(ply, Lay) else "acted"
    tiles = tuple(replace(placed, mark=mark) if placed.tile in acted else placed for placed in after.tiles)
    return before, replace(
        after,
        tiles=tiles,
        thread=tuple(_thread(position.labyrinth, newly)),
        discards=None if isinstance(ply, Lay) else hand_of(ply),
        claims=Claims(turn=position.ply, impales=turn.impaled, points=turn.points),
    )


def _panel(position: Position) -> Panel:
    """Return a table as a panel, its tiles in the order in which they came to lie there."""
    laid = [PlacedTile(laid.piece.id, xy_of(cell), laid.turns) for cell, laid in position.labyrinth.laid.items()]
    dead = sorted(impaled_paths(position))
    impaled = (NamedPath(tile, path + 1) for placed in laid for tile, path in dead if tile == placed.tile)
    return Panel((PlacedTile(MINOTAUR_ID, (0, 0)), *laid), impaled=tuple(impaled))


def _thread(labyrinth: Labyrinth, ends: Collection[tuple[str, int]]) -> Iterator[NamedPath]:
    """Yield the paths of the shortest ways from the minotaur to the paths of his chamber that are the ends."""
    his, *_ = chambers(labyrinth)
    doors = {(spot.cell, side): spot for spot in his.spots for side in spot.exits}
    came: dict[Spot, Spot | None] = {spot: None for (cell, side), spot in doors.items() if side.beyond(cell) == (0, 0)}
    queue = deque(came)
    while queue:
        spot = queue.popleft()
        for side in spot.exits:
            beyond = doors.get((side.beyond(spot.cell), side.opposite))
            if beyond is not None and beyond not in came:
                came[beyond] = spot
                queue.append(beyond)
    shown: dict[NamedPath, None] = {NamedPath(MINOTAUR_ID, 1): None} if ends else {}
    for end in came:
        way: Spot | None = end if (end.tile, end.path + 1) in ends else None
        while way is not None:
            shown[NamedPath(way.tile, way.path + 1)] = None
            way = came[way]
    yield from shown


SIDE_WORDS = {Side.N: "=above", Side.E: "=right", Side.S: "=below", Side.W: "=left"}
TURNS = {1: "=quarter", 2: "=half", 3: "=quarter"}
PATHS = {1: "=dead_end", 3: "=fork", 4: "=crossroads"}


def facts_of(figure: Figure, deck: Deck, followed: Figure | None = None) -> Iterator[tuple[int, str, str]]:
    """Yield what each panel of a figure shows: the number of the panel, a name, and a text or the key of a word."""
    earlier = (followed.panels[-1] if followed else None, *figure.panels)
    for number, (panel, before) in enumerate(zip(figure.panels, earlier, strict=False)):
        for name, text in (*_ply_facts(panel, before, deck), *_path_facts(panel, deck), *_end_facts(panel, deck)):
            yield number, name, text


def _ply_facts(panel: Panel, before: Panel | None, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield what the last turn of a panel did."""
    acted, new = marked(panel, "acted"), marked(panel, "new")
    done = acted or new[-1:]
    if not done:
        return
    yield "tile", done[0].tile
    if (hand := deck.tile(panel.discards if acted and panel.discards else done[0].tile)) and hand.colour:
        yield "player", f"={hand.colour}"
    if acted and panel.discards:
        yield "discards", panel.discards
    for side, other in _beside(panel, done[0].at) if len(done) == 1 else ():
        yield f"from.{other.tile}", SIDE_WORDS[side.opposite]
    if before is not None:
        if impaled := [tile for tile, _ in impaled_of(panel) if tile not in dict(impaled_of(before))]:
            yield "impaled", listed(impaled)
        yield from _action_facts(acted, before)


def _action_facts(acted: Sequence[PlacedTile], before: Panel) -> Iterator[tuple[str, str]]:
    """Yield how tiles were turned and moved, and the side of each that was free, if one alone was."""
    lay = {placed.tile: placed for placed in before.tiles}
    for placed in (one for one in acted if one.tile in lay):
        was = lay[placed.tile]
        taken = {side for side, _ in _beside(before, was.at)}
        if len(free := [side for side in SIDES if side not in taken]) == 1:
            yield f"free.{placed.tile}", SIDE_WORDS[free[0]]
        if turns := (placed.turns - was.turns) % QUARTER_TURNS:
            yield "turned", TURNS[turns]
        across, down = placed.at[0] - was.at[0], placed.at[1] - was.at[1]
        if len(acted) == 1 and bool(across) != bool(down):
            way = next(side for side in SIDES if side.step == ((across > 0) - (across < 0), (down > 0) - (down < 0)))
            yield from (("moved", SIDE_WORDS[way]), ("spaces", str(abs(across + down))))


def _beside(panel: Panel, at: tuple[int, int]) -> Iterator[tuple[Side, PlacedTile]]:
    """Yield the tiles that touch a cell, each with the side of the cell that it touches."""
    lying = {placed.at: placed for placed in panel.tiles}
    for side in SIDES:
        if (other := lying.get(side.beyond(at))) is not None:
            yield side, other


def _path_facts(panel: Panel, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield the shape of each path of the thread, by its tile; of a tile with two such paths none."""
    named = [path.tile for path in panel.thread]
    for path in panel.thread:
        tile = deck.tile(path.tile)
        if named.count(path.tile) == 1 and tile and tile.colour and tile.paths[path.path - 1].exits:
            yield f"path.{path.tile}", path_word(tile, path.path)


def path_word(tile: Tile, path: int) -> str:
    """Return the key of the word for the shape of a path, which counts from 1 and leaves its tile."""
    first, *others = tile.paths[path - 1].exits
    return PATHS.get(1 + len(others)) or ("=corridor" if others == [first.opposite] else "=bend")


def _end_facts(panel: Panel, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield who wins, and of each chamber that is counted where it leads and what lies on which tiles."""
    claims = panel.claims
    if claims is None or not shows_minotaur(panel):
        return
    if claims.winners and len(claims.winners) == 1:
        yield "winner", f"={claims.winners[0]}"
    if claims.count:
        box, rules = GameSet.of(deck), rules_of(deck.catalogue)
        table = Position.arranged(box, rules, box.colours, laid_of(panel), impaled=impaled_of(panel)).labyrinth
        yield "paying", str(sum(chamber.pays for chamber in chambers(table)))
        for name, count in claims.count.items():
            if (chamber := chamber_of(table, count.of)) is not None:
                yield from ((f"count.{name}.{what}", text) for what, text in _chamber_facts(chamber))
        living = ((one, spot) for one in chambers(table) for spot in one.spots if spot.prisoners and not spot.impaled)
        yield from ((f"coins.{spot.tile}", str(chamber.coins)) for chamber, spot in living)


def _chamber_facts(chamber: Chamber) -> Iterator[tuple[str, str]]:
    """Yield the one side at which a chamber leads outside, and the tiles of what it holds."""
    ways = {side for spot in chamber.spots for side in spot.exits if side.beyond(spot.cell) in chamber.ways_out}
    if len(ways) == 1:
        yield "outside", SIDE_WORDS[ways.pop()]
    for what, tiles in (
        ("coin_tiles", [spot.tile for spot in chamber.spots if spot.coins]),
        ("wing_tiles", [spot.tile for spot in chamber.spots if spot.wings]),
        ("living_tiles", [spot.tile for spot in chamber.spots if spot.prisoners and not spot.impaled]),
    ):
        if tiles:
            yield what, listed(tiles)


def listed(tiles: Iterable[str]) -> str:
    """Return a list of tiles as texts take it, in the order in which they are named."""
    return f"=and:{','.join(sorted(dict.fromkeys(tiles)))}"
