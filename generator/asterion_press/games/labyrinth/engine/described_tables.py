"""Tables that players wrote down, checked against what a game can bring about.

The mistakes are what no game by these rules produces: tiles that the deck lacks or whose colour nobody plays, a table
in parts, a trapped minotaur, more tiles than turns, impossible impaled prisoners, points that these cannot bring. A
table without such mistakes need not have come of a game.

Source: rules 2, 2a, 2b and 3, and the rulings A5, A10, A14, A15, A17 and A22.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from asterion_press.errors import InputError, Mistake, plural, suggestion
from asterion_press.games.labyrinth.catalogue.position_records import LoadedTable
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules


def arranged_table(loaded: LoadedTable, box: GameSet, rules: Rules) -> Position:
    """Return the position that a file describes.

    Points from impaling are left out where impaling brings none.

    Raises:
        InputError: no game by these rules produces it; every reason, each at its place in the file.
    """
    table, document = loaded.table, loaded.document
    pieces, seats = [*_piece_mistakes(loaded, box)], [*_seat_mistakes(loaded, box)]
    mistakes = [*pieces, *seats]
    if not pieces:
        tiles = {tile.at: (tile.tile, tile.turns) for tile in table.tiles}
        left, top = next(cell for cell, (tile, _) in tiles.items() if tile == MINOTAUR_ID)
        laid = {(x - left, y - top): what for (x, y), what in tiles.items() if (x, y) != (left, top)}
        impaled = [(path.tile, path.path - 1) for path in table.impaled]  # the engine counts from 0
        try:
            labyrinth = Labyrinth.of(box, laid, impaled, rules.outside)
        except MalformedError as error:  # a cell is further away than the engine can count
            raise InputError.at(document.value_place(("tiles",)), str(error)) from None
        mistakes += _labyrinth_mistakes(loaded, labyrinth, rules)
        if not mistakes:
            mistakes += _turn_mistakes(loaded, box, rules)
            mistakes += _points_mistakes(loaded, labyrinth.dead_by_colour()) if rules.scores_impaled else []
    if mistakes:
        raise InputError(mistakes)
    kills = table.kills if rules.scores_impaled else {}
    return Position.arranged(box, rules, table.seats, laid, impaled=impaled, kills=kills)


def _piece_mistakes(loaded: LoadedTable, box: GameSet) -> Iterator[Mistake]:
    """Yield what can lie on no table: tiles, each where it is written, and impaled prisoners."""
    table, place = loaded.table, loaded.document.value_place
    cells: dict[tuple[int, int], str] = {}
    lying: set[str] = set()
    for number, laid in enumerate(table.tiles):
        # a tile is one of the deck, lies there once, and no other one lies in its cell
        if laid.tile != MINOTAUR_ID and laid.tile not in box.pieces:
            message = f"unknown tile {laid.tile!r}; `asterion list tiles` lists the deck"
            yield Mistake(place(("tiles", number, "tile")), message)
        elif laid.tile in lying:
            second = f"{laid.tile}-2"
            remedy = f"; write {second!r} for the second copy" if second in box.pieces else ""
            yield Mistake(place(("tiles", number, "tile")), f"tile {laid.tile!r} lies on the table already{remedy}")
        if laid.at in cells:
            message = f"cell {list(laid.at)} is taken by tile {cells[laid.at]!r} already"
            yield Mistake(place(("tiles", number, "at")), message)
        lying.add(laid.tile)
        cells.setdefault(laid.at, laid.tile)
    if MINOTAUR_ID not in lying:
        message = f"no tile {MINOTAUR_ID!r}; write where he lies, as in {{tile: minotaur, at: [0, 0]}}"
        yield Mistake(place(("tiles",)), message)
    for number, path in enumerate(table.impaled):
        # a prisoner is impaled once, and there is one on that path of a tile that lies there
        if path in table.impaled[:number]:
            message = f"the prisoner on path {path.path} of tile {path.tile!r} is impaled already"
            yield Mistake(place(("impaled", number)), message)
        if path.tile not in lying & box.pieces.keys():
            yield Mistake(place(("impaled", number, "tile")), f"tile {path.tile!r} does not lie on the table")
        elif not box.pieces[path.tile].prisoners >> path.path - 1 & 1:
            message = f"path {path.path} of tile {path.tile!r} holds no prisoner who could be impaled"
            yield Mistake(place(("impaled", number, "path")), message)


def _seat_mistakes(loaded: LoadedTable, box: GameSet) -> Iterator[Mistake]:
    """Yield unknown seats, seats that are taken twice, and points and tiles of colours without a seat."""
    table, document = loaded.table, loaded.document
    for number, seat in enumerate(table.seats):
        place = document.value_place(("seats", number))
        if seat not in box.colours:
            yield Mistake(place, f"unknown colour {seat!r}; {suggestion(seat, box.colours)}")
        elif seat in table.seats[:number]:
            yield Mistake(place, f"{seat} sits at the table already")
    for seat in table.kills:
        if seat not in table.seats:
            message = f"points for {seat!r}, who has no seat; {suggestion(seat, table.seats)}"
            yield Mistake(document.key_place(("kills", seat)), message)
    if len({*table.seats} & {*box.colours}) < len(table.seats):
        return  # a wrong seat would be reported at each tile, too
    for number, laid in enumerate(table.tiles):
        # tiles of colours that nobody plays stay in the box (rule 1)
        colour = box.pieces[laid.tile].tile.colour if laid.tile in box.pieces else None
        if colour is not None and colour not in table.seats:
            seats = ", ".join(table.seats)
            message = f"tile {laid.tile!r} is {colour}, and {colour} has no seat; the seats are {seats}"
            yield Mistake(document.value_place(("tiles", number, "tile")), message)


def _labyrinth_mistakes(loaded: LoadedTable, labyrinth: Labyrinth, rules: Rules) -> Iterator[Mistake]:
    """Yield a trapped minotaur (rule 2a), parts of the table apart from him (A17), and impaled away from him (A14)."""
    numbers = {laid.tile: number for number, laid in enumerate(loaded.table.tiles)}
    place = loaded.document.value_place
    if labyrinth.is_trapped():
        message = "the minotaur is trapped, which is forbidden; no path leads from him to the outside"
        yield Mistake(place(("tiles", numbers[MINOTAUR_ID])), message)
    for start, count in Counter(labyrinth.pieces_apart().values()).items():
        if start != MINOTAUR:
            tile = labyrinth.laid[start].piece.id
            what = f"tile {tile!r} does" if count == 1 else f"tile {tile!r} and {count - 1} more beside it do"
            message = f"{what} not hang together with the minotaur's tile, side by side"
            yield Mistake(place(("tiles", numbers[tile], "at")), message)
    for number, path in enumerate(() if rules.acts else loaded.table.impaled):  # without actions all tiles stay
        if labyrinth.root(labyrinth.where[path.tile], path.path - 1) != MINOTAUR:
            message = f"path {path.path} of tile {path.tile!r} is not connected to the minotaur; without actions no "
            yield Mistake(place(("impaled", number)), f"{message}impaled prisoner comes away from him")


def _turn_mistakes(loaded: LoadedTable, box: GameSet, rules: Rules) -> Iterator[Mistake]:
    """Yield tiles beyond those that a player can have played when the others have played theirs.

    Players take turns until their tiles are used up, and each turn uses one tile. Who has discarded tiles to act has
    laid fewer; but an action needs a tile of one's own that lies (A15).
    """
    table = loaded.table
    laid: dict[str, list[int]] = {seat: [] for seat in table.seats}
    for number, tile in enumerate(table.tiles):
        if tile.tile != MINOTAUR_ID:
            laid[box.pieces[tile.tile].tile.colour].append(number)
    for place, seat in enumerate(table.seats):
        for other_place, other in enumerate(table.seats):
            fewer = len(laid[other])
            most = fewer + (place < other_place)
            free = fewer == len(box.of_colour(other)) or (rules.acts and fewer)
            if not free and len(laid[seat]) > most:
                why = "who has none on the table cannot act" if rules.acts else "there are no actions in this game"
                have = f"{seat} has laid {plural(len(laid[seat]), 'tile')}, and {other} {fewer or 'none'}"
                message = f"{have}; players take turns, and {why}, so {seat} can have laid {most or 'none'}"
                yield Mistake(loaded.document.value_place(("tiles", laid[seat][most], "tile")), message)
                break


def _points_mistakes(loaded: LoadedTable, dead: Mapping[str, int]) -> Iterator[Mistake]:
    """Yield points that the impaled cannot have brought; nothing if no points are written down.

    Each of the impaled brought one point to another player, or cost its own player one (A11).
    """
    table, document = loaded.table, loaded.document
    everybody, single = sum(dead.values()), False
    for seat, points in table.kills.items():
        mine = dead.get(seat, 0)
        if not -mine <= points <= everybody - mine:
            whose, count = ("others", everybody - mine) if points > 0 else ("its own", mine)
            lie = f"{plural(count, 'impaled prisoner')} of {whose} can {'bring' if points > 0 else 'cost'} one each"
            yield Mistake(document.value_place(("kills", seat)), f"{points} points for {seat}, but only {lie}")
            single = True
    if (
        table.kills
        and not single
        and not _can_be([(table.kills.get(seat, 0), dead.get(seat, 0)) for seat in table.seats])
    ):
        there = f"{plural(everybody, 'prisoner is', 'prisoners are')} impaled"
        message = f"no game brings these points: {there}, and each brings another player one point or costs its own one"
        yield Mistake(document.key_place(("kills",)), message)


def _can_be(seats: list[tuple[int, int]]) -> bool:
    """Return whether the impaled can be shared out so that they bring these points.

    Args:
        seats: for each its points, and how many of its prisoners are impaled.

    If `own` prisoners were impaled by their own players, all points together are the impaled less twice `own`. The
    other prisoners go to those who need them for their points; no seat can take its own. By Hall's theorem that works
    if no seat needs more, together with what it has to give, than there are.
    """
    everybody = sum(dead for _, dead in seats)
    own, odd = divmod(everybody - sum(points for points, _ in seats), 2)
    lost = sum(max(0, -points) for points, _ in seats)
    return not odd and lost <= own <= everybody and all(points + dead <= everybody - own for points, dead in seats)
