"""Questions about labyrinths: tables from games that are played at random, and what the engine finds in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

from msgspec.structs import replace

from generator.games.labyrinth.catalogue.exam_records import LabyrinthQuestion
from generator.games.labyrinth.catalogue.position_records import Figure, NamedPath, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.engine.box import cell_at, xy_of
from generator.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap, hand_of, swap_of
from generator.games.labyrinth.engine.position import Position
from generator.games.labyrinth.engine.rules import IllegalError
from generator.games.labyrinth.engine.scoring import Chamber, chambers, final
from generator.games.labyrinth.exam import Examiner
from generator.games.labyrinth.game import LabyrinthGame
from generator.geometry import QUARTER_TURNS

SEATS = (("yellow", "blue"), ("red", "green"), ("yellow", "red"), ("blue", "green"), ("yellow", "blue", "red"))
BROADEST = 5
"""Columns and rows of a table at most."""

Case = tuple[Figure | None, dict[str, Any], str]
"""A figure, the keys of the question, and its words."""
Maker = Callable[[Position, Random], Iterable[Case]]


# -- tables ------------------------------------------------------------------------------------------------------------


def play_some(examiner: Examiner, seats: Sequence[str], plies: int, chance: Random) -> Position:
    """Return the table after some turns at random, close together rather than in lines."""
    position = Position.shuffled(examiner.box, examiner.rules, seats, chance)
    for _ in range(plies):
        legal = list(position.legal_plies())
        actions = [ply for ply in legal if not isinstance(ply, Lay)]
        lays = [ply for ply in legal if isinstance(ply, Lay)]
        if actions and chance.random() < 0.25:
            position.push(chance.choice(actions))
            continue
        weights = [len(position.labyrinth.neighbours(cell_at(ply.x, ply.y))) ** 3 for ply in lays]
        position.push(chance.choices(lays, weights)[0])
    return position


def panel_of(position: Position, new: Lay | None = None) -> Panel:
    """Return what lies on the table, with a tile that is placed if there is one."""
    labyrinth = position.labyrinth
    tiles = [PlacedTile(MINOTAUR_ID, (0, 0))]
    tiles += (PlacedTile(laid.piece.id, xy_of(cell), laid.turns) for cell, laid in labyrinth.laid.items())
    if new:
        tiles.append(PlacedTile(new.tile, (new.x, new.y), new.turns, "new"))
    dead = (
        NamedPath(tile, path + 1)
        for tile, mask in labyrinth.impaled().items()
        for path in range(mask.bit_length())
        if mask >> path & 1
    )
    return Panel(tuple(tiles), impaled=tuple(dead))


def figure_of(position: Position, ply: Ply | None = None) -> Figure:
    """Return a table, or what a turn does to it, legal or not."""
    if ply is None or isinstance(ply, Lay):
        return Figure((panel_of(position, ply),))
    before = panel_of(position)
    lies = {placed.tile: placed for placed in before.tiles}
    tiles: list[PlacedTile] = []
    for placed in before.tiles:
        at, turns, mark = placed.at, placed.turns, None
        if isinstance(ply, Swap) and placed.tile in ply.tiles:
            other = ply.tiles[placed.tile == ply.tiles[0]]
            at, mark = lies[other].at, "acted"
        elif isinstance(ply, Rotate) and placed.tile == ply.tile:
            turns, mark = ply.turns, "acted"
        elif isinstance(ply, Move) and placed.tile == ply.tile:
            at, turns, mark = (ply.x, ply.y), ply.turns, "acted"
        tiles.append(PlacedTile(placed.tile, at, turns, mark))  # type: ignore[arg-type] # a literal either way
    return Figure((before, Panel(tuple(tiles), impaled=before.impaled, discards=hand_of(ply))))


def is_small(figure: Figure) -> bool:
    """Check whether a table is small enough to be read at a glance, and no two tiles lie upon each other."""
    for panel in figure.panels:
        cells = [placed.at for placed in panel.tiles]
        spans = [max(numbers) - min(numbers) for numbers in zip(*cells, strict=True)]
        if max(spans) >= BROADEST or len(set(cells)) < len(cells):
            return False
    return True


def fault_of(position: Position, ply: Ply) -> str:
    """Return the rule that forbids a turn; empty if it is legal."""
    try:
        position.check(ply)
    except IllegalError as error:
        return error.rule
    return ""


# -- turns -------------------------------------------------------------------------------------------------------------


def lays(position: Position, chance: Random) -> list[Lay]:
    """Return the ways to put the tile in hand beside the table or at its corners, legal or not."""
    labyrinth, hand = position.labyrinth, position.hand
    spots = {(0, 0), *map(xy_of, labyrinth.laid)}
    near = {(x + dx, y + dy) for x, y in spots for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - spots
    found = [Lay(hand.id, *cell, turns) for cell in sorted(near) for turns in range(QUARTER_TURNS)] if hand else []
    chance.shuffle(found)
    return found


def actions(position: Position, chance: Random) -> list[Ply]:
    """Return actions of the player to play on tiles of any colour, legal or not."""
    labyrinth, hand = position.labyrinth, position.hand
    if hand is None:
        return []
    tiles, border = sorted(labyrinth.where), sorted(labyrinth.border)
    found: list[Ply] = [Rotate(hand.id, tile, turns) for tile in tiles for turns in range(QUARTER_TURNS)]
    found += (swap_of(hand.id, one, other) for one, other in combinations(tiles, 2))
    found += (Move(hand.id, tile, *xy_of(cell), 0) for tile in tiles for cell in border)
    chance.shuffle(found)
    return found


def hero(position: Position) -> str:
    """Return the player to play, as texts write the name."""
    return (position.seat or "").capitalize()


def places(fault: str = "", least: int = 1) -> Maker:
    """Return a maker of placements that a rule forbids, or that are legal beside at least so many tiles."""

    def make(position: Position, chance: Random) -> Iterator[Case]:
        for ply in lays(position, chance):
            beside = len(position.labyrinth.neighbours(cell_at(ply.x, ply.y)))
            if fault_of(position, ply) == fault and (fault or beside >= least):
                words = f"May {hero(position)} place the framed tile, {ply.tile}, as shown?"
                yield figure_of(position, ply), {"find": "legal"}, words

    return make


def acts(kind: type[tuple[Any, ...]], fault: str = "", why: str = "") -> Maker:
    """Return a maker of actions of one kind that a rule forbids, for a reason whose words hold `why`, or legal ones."""

    def make(position: Position, chance: Random) -> Iterator[Case]:
        for ply in actions(position, chance):
            if isinstance(ply, kind) and fault_of(position, ply) == fault and why in _reason(position, ply):
                yield figure_of(position, ply), {"find": "legal"}, f"{_told(position, ply)} as shown, from A to B?"

    return make


def _reason(position: Position, ply: Ply) -> str:
    try:
        position.check(ply)
    except IllegalError as error:
        return error.reason
    return ""


def _told(position: Position, ply: Ply) -> str:
    done = {
        Rotate: lambda: f"turn {ply.tile}",  # type: ignore[union-attr]
        Swap: lambda: "exchange {} and {}".format(*ply.tiles),  # type: ignore[union-attr]
        Move: lambda: f"move {ply.tile}",  # type: ignore[union-attr]
    }[type(ply)]()
    return f"{hero(position)} discards {hand_of(ply)}. May {hero(position)} {done}"


def turns(
    find: str, ask: str, *, acting: bool = False, impaling: bool = False, other: bool = False, **more: Any
) -> Maker:
    """Return a maker of questions about what a legal turn brings.

    Args:
        find: what the engine is asked.
        ask: the question; `{player}` is the one who plays, `{other}` another one.
        acting: whether the turn is an action.
        impaling: whether somebody is impaled.
        other: whether another player is asked about than the one who plays.
        more: keys of the question.
    """

    def make(position: Position, chance: Random) -> Iterator[Case]:
        for ply in actions(position, chance) if acting else lays(position, chance):
            if fault_of(position, ply):
                continue
            rival = next(seat for seat in position.seats if seat != position.seat)
            after = position.copy()
            impaled = after.push(ply).impaled
            if (other and rival not in impaled) or (impaling and not impaled):
                continue
            asked = ask.format(player=hero(position), other=rival.capitalize())
            begin = f"{hero(position)} places the framed tile, {hand_of(ply)}."
            if acting:
                begin = f"{hero(position)} discards {hand_of(ply)} and acts, as shown from A to B."
            keys = {"find": find, "player": rival if other else position.seat, **more}
            yield figure_of(position, ply), keys, f"{begin} {asked}"

    return make


# -- tables without a turn ---------------------------------------------------------------------------------------------


def prisoners(position: Position) -> Iterator[tuple[NamedPath, Chamber]]:
    """Yield the living prisoners with their chambers."""
    for chamber in chambers(position.labyrinth):
        for spot in chamber.spots:
            if spot.prisoners and not spot.impaled:
                yield NamedPath(spot.tile, spot.path + 1), chamber


def of_prisoner(find: str, ask: str, only: Callable[[Chamber], bool] = lambda _: True) -> Maker:
    """Return a maker of questions about a living prisoner whose chamber is as wanted; `{tile}` stands for its tile."""

    def make(position: Position, chance: Random) -> Iterator[Case]:
        found = [path for path, chamber in prisoners(position) if only(chamber)]
        chance.shuffle(found)
        for path in found:
            yield figure_of(position), {"find": find, "path": path}, ask.format(tile=path.tile)

    return make


def connected(*, same_tile: bool, joined: bool) -> Maker:
    """Return a maker of questions whether a prisoner and a coin are connected."""

    def make(position: Position, chance: Random) -> Iterator[Case]:
        found = chambers(position.labyrinth)
        coins = [(spot, chamber) for chamber in found for spot in chamber.spots if spot.coins]
        pairs = [
            (path, NamedPath(spot.tile, spot.path + 1))
            for path, chamber in prisoners(position)
            for spot, other in coins
            if (chamber is other or chamber == other) == joined and (spot.tile == path.tile) == same_tile
        ]
        chance.shuffle(pairs)
        for path, to in pairs:
            words = f"Is the prisoner of {path.tile} connected to the coin of {to.tile}?"
            yield figure_of(position), {"find": "connected", "path": path, "to": to}, words

    return make


def of_player(find: str, ask: str, only: Callable[[Position, str], bool] = lambda _, __: True) -> Maker:
    """Return a maker of questions about a player, `{player}` in the words."""

    def make(position: Position, chance: Random) -> Iterator[Case]:
        for seat in chance.sample(position.seats, len(position.seats)):
            if only(position, seat):
                yield figure_of(position), {"find": find, "player": seat}, ask.format(player=seat.capitalize())

    return make


def ends(*, tied: bool, **more: Any) -> Maker:
    """Return a maker of questions who wins.

    Args:
        tied: whether the best have equally many points.
        more: keys of the question.
    """

    def make(position: Position, chance: Random) -> Iterator[Case]:
        names, treasure, scores = list(position.seats), final(position).treasure, position.rules.scores_impaled
        best = max(treasure.values())
        points = {seat: (best - treasure[seat] if tied else chance.randint(-1, 3)) * scores for seat in names}
        totals = sorted(treasure[seat] + points[seat] for seat in names)
        if (totals[-1] == totals[-2]) != tied or totals[-1] <= 0:
            return
        told = " and ".join(f"{name.capitalize()} {points[name]}" for name in names)
        begin = "The game ends with this table." + f" Points from impaling: {told}." * scores
        ask = "Who wins?"
        if "earlier" in more:
            order = ", then ".join(name.capitalize() for name in names)
            ask = f"The order of play was {order}. By the rule that the earlier seat wins ties, who wins?"
        kills = {"kills": points} if scores else {}
        yield figure_of(position), {"find": "winner", "seats": names, **kills, **more}, f"{begin} {ask}"

    return make


def number(key: str, ask: str) -> Maker:
    """Return a maker of one question about a number of the rules."""

    def make(position: Position, chance: Random) -> Iterator[Case]:  # noqa: ARG001 - as all makers
        yield None, {"number": key}, ask

    return make


def is_yes(answer: str) -> bool:
    """Accept yes."""
    return answer == "yes"


def is_no(answer: str) -> bool:
    """Accept no."""
    return answer == "no"


def is_any(answer: str) -> bool:  # noqa: ARG001 - whatever it is
    """Accept every answer."""
    return True


def counts(least: int, most: int) -> Callable[[str], bool]:
    """Return what accepts lists of so many."""
    return lambda answer: least <= (0 if answer == "none" else answer.count(",") + 1) <= most


def among(*numbers: int) -> Callable[[str], bool]:
    """Return what accepts these numbers."""
    return lambda answer: answer in set(map(str, numbers))


WAY_OUT = "The game ends with this table. Does the prisoner of {tile} escape?"
OUT = "Is the prisoner of {tile} connected to the outside?"
HELD = "How many coins is the prisoner of {tile} connected to?"
WHO = "On which tiles are prisoners impaled by this turn? Name the tiles."
LOSS = "How many points does {player} score by this turn? Write a loss as a negative number."
FREE = "The game ends with this table. Which prisoners of {player} escape? Name their tiles."
TREASURE = "The game ends with this table. How many points does {player} score for coins?"


LOSS_OF_OTHERS = "One of the prisoners impaled is {other}’s. How many points does {other} lose by this turn?"
NO_POINTS = "How many points does {player} score by this turn?"
ACTORS = "It is the turn of {player}. On which tiles may {player} act? Name the tiles."
GENTLER = "The gentler game is played. How many points does {player} score by this turn?"


def _one_way(chamber: Chamber) -> bool:
    return chamber.exits == 1 and len(chamber.spots) > 1 and chamber.wings < 2


def _wings(count: int) -> Callable[[Chamber], bool]:
    return lambda chamber: not chamber.exits and chamber.wings == count


def cut_off(position: Position, chance: Random) -> Iterator[Case]:
    """Yield questions who escapes of a player who has impaled prisoners in chambers that lead outside."""
    saved = [seat for chamber in chambers(position.labyrinth) if chamber.escapes for seat in chamber.impaled]
    yield from of_player("escaping", FREE, lambda _, seat: seat in saved)(position, chance)


Row = tuple[str, str, int, Maker, Callable[[str], bool]]
BOTH: tuple[Row, ...] = (
    (
        "two-players",
        "setup",
        0,
        number("deck.tiles_for_two", "How many labyrinth tiles do two players use together?"),
        is_any,
    ),
    (
        "turns-of-each",
        "play",
        0,
        number("deck.tiles_per_colour", "How many turns does each player have in a whole game?"),
        is_any,
    ),
    ("place-beside", "placing", 4, places(), is_yes),
    ("place-corner", "placing", 4, places("touch"), is_no),
    ("place-trap", "placing", 4, places("trap"), is_no),
    ("place-between", "placing", 7, places(least=3), is_yes),
    ("bridge", "terms", 6, connected(same_tile=True, joined=False), is_no),
    ("connected", "terms", 8, connected(same_tile=False, joined=True), is_yes),
    ("apart", "terms", 8, connected(same_tile=False, joined=False), is_no),
    ("coins-connected", "terms", 12, of_prisoner("coins", HELD, lambda chamber: len(chamber.spots) > 2), among(2, 3)),
    ("outside", "terms", 9, of_prisoner("outside", OUT, _one_way), is_yes),
    ("enclosed", "terms", 10, of_prisoner("outside", OUT, lambda chamber: not chamber.exits), is_no),
    ("impaled-one", "scoring-impaled", 6, turns("impaled", WHO), counts(1, 1)),
    ("impaled-several", "scoring-impaled", 8, turns("impaled", WHO), counts(2, 4)),
    ("escape-outside", "scoring", 8, of_prisoner("escapes", WAY_OUT, _one_way), is_yes),
    ("escape-wings", "scoring", 12, of_prisoner("escapes", WAY_OUT, _wings(2)), is_yes),
    ("escape-one-wing", "scoring", 10, of_prisoner("escapes", WAY_OUT, _wings(1)), is_no),
    (
        "escape-empty-handed",
        "scoring",
        8,
        of_prisoner("escapes", WAY_OUT, lambda chamber: chamber.exits == 1 and not chamber.coins),
        is_yes,
    ),
    ("escaping", "scoring", 9, of_player("escaping", FREE), counts(2, 3)),
    ("treasure", "scoring", 10, of_player("treasure", TREASURE), among(2)),
    ("treasure-shared", "scoring", 12, of_player("treasure", TREASURE), among(3, 4, 5, 6)),
    ("tie", "ties", 10, ends(tied=True), lambda answer: answer != "tie"),
    ("winner", "scoring", 10, ends(tied=False), is_any),
)
REVISED: tuple[Row, ...] = (
    ("points-one", "scoring-impaled", 6, turns("points", LOSS), among(1)),
    ("points-two", "scoring-impaled", 8, turns("points", LOSS), among(2, 3)),
    ("points-lost", "scoring-impaled", 8, turns("points", LOSS), among(-1, -2)),
    ("points-of-others", "scoring-impaled", 8, turns("points", LOSS_OF_OTHERS, other=True), among(0)),
    ("still-impaled", "scoring-impaled", 12, cut_off, counts(1, 3)),
    ("actors", "actions", 8, of_player("acts", ACTORS), counts(2, 3)),
    ("rotate", "rotate", 7, acts(Rotate), is_yes),
    ("rotate-walled-in", "actions", 10, acts(Rotate, "A15", "no free side"), is_no),
    ("rotate-impaled", "actions", 8, acts(Rotate, "A15", "no living prisoner"), is_no),
    ("swap", "swap", 7, acts(Swap), is_yes),
    ("swap-others", "swap", 7, acts(Swap, "A15", "no prisoner of the player"), is_no),
    ("move", "move", 6, acts(Move), is_yes),
    ("move-apart", "move", 6, acts(Move, "A17", "falls apart"), is_no),
    ("action-traps", "actions", 7, acts(tuple, "trap"), is_no),
    ("action-impales", "actions", 8, turns("points", LOSS, acting=True), among(1, 2)),
    ("earlier-seat", "variants", 10, ends(tied=True, earlier=True), is_any),
    ("gentler", "variants", 8, turns("points", GENTLER, impaling=True, gentler=True), among(0)),
)
ORIGINAL: tuple[Row, ...] = (
    (
        "three-players",
        "setup",
        0,
        number("deck.tiles_for_three", "How many labyrinth tiles do three players use together?"),
        is_any,
    ),
    (
        "coins",
        "symbols",
        0,
        number("deck.coins", "How many coins are there on all tiles of the game together?"),
        is_any,
    ),
    ("place-trap-again", "placing", 7, places("trap"), is_no),
    ("place-anywhere", "placing", 6, places(least=2), is_yes),
    ("place-corner-again", "placing", 6, places("touch"), is_no),
    ("one-coin", "terms", 9, of_prisoner("coins", HELD, lambda chamber: len(chamber.spots) > 2), among(1)),
    ("no-coin", "terms", 9, of_prisoner("coins", HELD, lambda chamber: len(chamber.spots) > 2), among(0)),
    ("connected-again", "terms", 10, connected(same_tile=False, joined=True), is_yes),
    ("impaled-none", "scoring-impaled", 6, turns("impaled", WHO), counts(0, 0)),
    ("impaled-points", "scoring-impaled", 8, turns("points", NO_POINTS, impaling=True), among(0)),
    ("impaled-again", "scoring-impaled", 10, turns("impaled", WHO), counts(1, 3)),
    ("escape-closed", "scoring", 10, of_prisoner("escapes", WAY_OUT, _wings(0)), is_no),
    ("escape-outside-again", "scoring", 10, of_prisoner("escapes", WAY_OUT, lambda chamber: chamber.outside), is_yes),
    ("escape-wings-shared", "ways", 14, of_player("escaping", FREE), counts(3, 5)),
    (
        "escaped",
        "ties",
        10,
        of_player("escaped", "The game ends with this table. How many prisoners of {player} escape?"),
        among(1, 2, 3),
    ),
    ("tie-again", "ties", 11, ends(tied=True), lambda answer: answer != "tie"),
    ("winner-again", "scoring", 12, ends(tied=False), is_any),
)
CHOICES = ("yellow", "blue", "red", "green")


def make_exam(game: LabyrinthGame) -> Iterator[tuple[str, Figure | None, LabyrinthQuestion]]:
    """Yield the questions of an exam, each with its figure.

    Raises:
        LookupError: no table was found for a question.
    """
    examiner = game.examiner()
    rows = (*BOTH, *(REVISED if examiner.rules.acts else ORIGINAL))
    for name, rule, plies, make, accept in rows:
        yield name, *_search(f"{game.head.game} {name}", examiner, rule, plies, make, accept)


def _search(
    seed: str, examiner: Examiner, rule: str, plies: int, make: Maker, accept: Callable[[str], bool]
) -> tuple[Figure | None, LabyrinthQuestion]:
    chance = Random(seed)
    for _ in range(4000):
        position = play_some(examiner, chance.choice(SEATS), plies, chance)
        for figure, keys, ask in list(islice(make(position, chance), 12)):
            if figure and not is_small(figure):
                continue
            question = LabyrinthQuestion(rule=rule, ask=ask, answer="-", **keys)
            answer = examiner.answer(figure, question)
            if accept(answer):
                choices = tuple(question.seats) if question.find == "winner" else ()
                return figure, replace(question, answer=answer, choices=choices)
    raise LookupError(f"no table for {seed}")
