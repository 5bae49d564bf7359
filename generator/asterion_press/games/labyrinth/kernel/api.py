"""The kernel: the readable engine's rules and bots again, compiled, for studies that need many thousands of games.

The readable engine is the reference; the kernel agrees with it move for move, and from the same seed both play the same
game, so that it never matters which of the two was used::

    numba_adapter  compiling, and where machine code is kept
    rules          a box as arrays, chance, the labyrinth, plies, turns, the end, what a study counts (with pictures)
    bots           the bots, the exact end, whole games
    api            all that the rest of the program needs: :class:`Kernel`

Importing it needs numba (the optional extra `study`). Compiling takes a minute, once; :func:`prepare` does it and
says so before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import process_time

import numpy as np

from asterion_press.games.labyrinth.engine.bot_names import (
    ACTION_NAMES,
    BOT_NAMES,
    LARGEST_BUDGET,
    BotName,
    bot_settings,
    tree_name,
)
from asterion_press.games.labyrinth.engine.bots import Bots, bots_of, game_seed, seats_for
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Ply, Rotate, Swap
from asterion_press.games.labyrinth.engine.position import Turn
from asterion_press.games.labyrinth.engine.record import GameRecord
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import Final
from asterion_press.games.labyrinth.kernel.bots import ROOMS, SETTINGS, play_games
from asterion_press.games.labyrinth.kernel.numba_adapter import can_be_kept, compile_all, is_compiled, is_ready
from asterion_press.games.labyrinth.kernel.rules import (
    ACTIONS,
    CAPTURED,
    CELL,
    ESCAPED,
    GAIN,
    GATE_COINS,
    IMPALED,
    KILLS,
    KIND,
    MOVE,
    OTHER,
    OUTCOME,
    PLACE,
    PLAYED,
    ROTATE,
    ROW,
    SCORES,
    SEAT_BITS,
    SEAT_MASK,
    SWAP,
    TABLES,
    TIE,
    TILE,
    TREASURE,
    TURNS,
    WATCHED,
    WING_COINS,
    WINNERS,
    WORKSPACE,
    Ints,
    new_workspace,
    pieces_in_play,
    tables_of,
)

__all__ = ["Kernel", "Outcomes", "can_be_kept", "count_nodes", "is_compiled", "prepare"]

NO_DEAL, NO_BEGINNING = np.zeros(0, np.int64), np.zeros((0, PLAYED), np.int64)
NO_OUTCOMES, NO_PLIES = np.zeros((0, OUTCOME), np.int64), np.zeros((0, 0, PLAYED), np.int64)
NO_ROWS, NO_ORDERS = np.zeros((0, WATCHED), np.int32), np.zeros((0, 0), np.int8)

KINDS = tuple(zip((ROTATE, SWAP, MOVE), ACTION_NAMES, strict=True))
TRIED_NODES = (1_000, 4_000)
SHORTEST_MS = 0.01
LARGEST_SEED = (1 << 63) - 1
PATIENCE = "compiling the kernel: this takes a minute, once"


def prepare(tell: Callable[[str], object] = lambda _: None) -> None:
    """Compile whatever a kernel needs, or take it from the cache.

    Args:
        tell: is given `PATIENCE` if it is going to take long.
    """
    if is_ready():
        return
    if not is_compiled():
        tell(PATIENCE)
    compile_all(_call_all)


def _call_all() -> None:
    """Call the function that is called from outside once, on a game without seats and tiles."""
    tables, work, rooms = np.zeros(1, TABLES)[0], new_workspace(), np.zeros(ROOMS, WORKSPACE)
    none, bots = np.zeros(0, np.int64), np.zeros((0, SETTINGS), np.int64)
    play_games(tables, work, rooms, none, bots, none, NO_DEAL, NO_BEGINNING, NO_OUTCOMES, NO_PLIES, NO_ROWS, NO_ORDERS)


class Column:
    """A number of each game, or one of each game and seat: where it begins in the rows."""

    def __init__(self, first: int, *, by_seat: bool = False) -> None:
        self._first, self._by_seat = first, by_seat

    def __get__(self, games: Outcomes, _: type) -> Ints:
        return games.rows[:, self._first : self._first + games.seats] if self._by_seat else games.rows[:, self._first]


class Outcomes:
    """The results of many games, a row a game.

    Attributes:
        rows: as the compiled code has filled them in; see ``rules.py``.
        seats: how many played.
        scores: points from impaling and from treasure, by game and seat.
        kills: points from impaling.
        treasure: points from treasure.
        escaped: prisoners who escaped.
        tie_break: numbers that decide between equal scores.
        captured: prisoners impaled, by game.
        actions: plies that were actions.
        gate_coins: coins that pay for an escape by the outside.
        wing_coins: coins that pay only prisoners who are enclosed and escape by wings.
    """

    scores, kills, treasure = (Column(first, by_seat=True) for first in (SCORES, KILLS, TREASURE))
    escaped, tie_break = Column(ESCAPED, by_seat=True), Column(TIE, by_seat=True)
    captured, actions = Column(CAPTURED), Column(ACTIONS)
    gate_coins, wing_coins = Column(GATE_COINS), Column(WING_COINS)

    def __init__(self, rows: Ints, seats: int) -> None:
        self.rows, self.seats = rows, seats

    @property
    def winners(self) -> Ints:
        """Return whether a seat wins, alone or with others, by game and seat."""
        wins: Ints = self.rows[:, WINNERS, None] >> np.arange(self.seats) & 1 == 1
        return wins

    def final(self, game: int, seats: Sequence[str]) -> Final:
        """Return one game's outcome as a record of the readable engine."""
        tables = (self.scores, self.kills, self.treasure, self.escaped)
        scores, kills, treasure, escaped = (dict(zip(seats, map(int, table[game]), strict=True)) for table in tables)
        won = tuple(seat for seat, wins in zip(seats, self.winners[game], strict=True) if wins)
        return Final(scores, kills, treasure, escaped, int(self.captured[game]), won)


class Kernel:
    """A compiled game of one box, by one set of rules, for certain seats.

    One thread at a time may use it; the compiled code itself holds no lock.

    Attributes:
        box: what is played with.
        rules: what is played by.
        seats: the colours in order of play.
        tiles: ids of the tiles in play, in the order of the kernel's numbers.
    """

    def __init__(self, box: GameSet, rules: Rules, seats: Sequence[str], order: Sequence[int] | None = None) -> None:
        """Make the arrays.

        Args:
            box: what is played with.
            rules: what is played by.
            seats: the colours in order of play.
            order: for each ply of the game the number of the seat that plays; None means round after round. Other
                orders are for studies of what else could be played; no rule knows them.

        Raises:
            AsterionError: the game does not fit the kernel's integers, or the order is none of these piles.
        """
        self.box, self.rules, self.seats = box, rules, tuple(seats)
        self.tiles = tuple(piece.id for piece in pieces_in_play(box, self.seats))
        self._tables, self._work = tables_of(box, rules, self.seats, order), new_workspace()
        self._rooms = np.zeros(ROOMS, WORKSPACE)

    def play(self, seeds: Iterable[int], bot: Bots = "random", *, actions: bool | None = None) -> Outcomes:
        """Play whole games, each from its own seed: the same ones as ``bots.random_game`` plays.

        Args:
            seeds: the games' seeds, from 0 to 2**63 - 1.
            bot: the bot of all seats, or one for each seat.
            actions: whether the bots act too; None means if the rules allow it.
        """
        numbers = np.array([_known_seed(seed) for seed in seeds], np.int64)
        rows = np.zeros((len(numbers), OUTCOME), np.int64)
        self._play(numbers, *self._players(bot, actions), outcomes=rows)
        return Outcomes(rows, len(self.seats))

    def simulate(self, seed: int, games: range, bot: Bots = "random", *, actions: bool | None = None) -> Outcomes:
        """Play the games of a simulation with these numbers; any division among workers gives the same ones."""
        return self.play((game_seed(seed, index) for index in games), bot, actions=actions)

    def watch(self, seed: int, games: range, bot: Bots = "random", *, acts: Sequence[bool]) -> tuple[Ints, Ints]:
        """Play the same games as :meth:`simulate`, watched for a study.

        Args:
            seed: the simulation's.
            games: the numbers of the games.
            bot: the bot of all seats, or one for each seat.
            acts: by seat whether the bot acts too.

        Returns:
            for each game a row of `WATCHED` numbers (int32; see ``rules.py``), and for each game and ply the
            number of the tile in hand (int8; see `tiles`).
        """
        bots, kinds = self._players(bot, any(acts))
        seeds = np.array([game_seed(seed, index) for index in games], np.int64)
        rows = np.zeros((len(seeds), WATCHED), np.int32)
        orders = np.zeros((len(seeds), len(self.tiles)), np.int8)
        self._play(seeds, bots, kinds * np.array(acts), rows=rows, orders=orders)
        return rows, orders

    def record(self, seed: int, bot: Bots = "random", *, actions: bool | None = None, deck: str = "") -> GameRecord:
        """Play one whole game with all its plies recorded, the same as ``bots.random_game`` plays."""
        outcomes, seeds = np.zeros((1, OUTCOME), np.int64), np.array([_known_seed(seed)], np.int64)
        plies = np.zeros((1, len(self.tiles), PLAYED), np.int64)
        orders = np.zeros((1, len(self.tiles)), np.int8)
        self._play(seeds, *self._players(bot, actions), outcomes=outcomes, plies=plies, orders=orders)
        turns = tuple(self._turn(row, self.tiles[hand]) for row, hand in zip(plies[0], orders[0], strict=True))
        end = Outcomes(outcomes, len(self.seats)).final(0, self.seats)
        return GameRecord(self.rules, deck, seed, self.seats, turns, end)

    def _turn(self, row: Ints, hand: str) -> Turn:
        """Return what a row of integers says of a player with that tile in hand."""
        counts = {seat: int(row[IMPALED]) >> SEAT_BITS * number & SEAT_MASK for number, seat in enumerate(self.seats)}
        impaled = {colour: counts[colour] for colour in self.box.colours if counts.get(colour)}
        return Turn(self.box.colours[self.box.pieces[hand].colour], self._ply(row, hand), impaled, int(row[GAIN]))

    def _ply(self, row: Ints, hand: str) -> Ply:
        """Return the ply that a row of integers describes, of a player with that tile in hand."""
        kind, tile, turns = int(row[KIND]), self.tiles[row[TILE]], int(row[TURNS])
        cell_y, cell_x = divmod(int(row[CELL]), ROW)
        x, y = cell_x - ROW // 2, cell_y - ROW // 2
        if kind == PLACE:
            return Lay(tile, x, y, turns)
        if kind == ROTATE:
            return Rotate(hand, tile, turns)
        if kind == SWAP:
            return Swap(hand, (tile, self.tiles[row[OTHER]]))
        return Move(hand, tile, x, y, turns)

    def _play(
        self,
        seeds: Ints,
        bots: Ints,
        acts: Ints,
        *,
        deal: Ints = NO_DEAL,
        begun: Ints = NO_BEGINNING,
        outcomes: Ints = NO_OUTCOMES,
        plies: Ints = NO_PLIES,
        rows: Ints = NO_ROWS,
        orders: Ints = NO_ORDERS,
    ) -> None:
        play_games(self._tables, self._work, self._rooms, seeds, bots, acts, deal, begun, outcomes, plies, rows, orders)

    def _players(self, bot: Bots, actions: bool | None) -> tuple[Ints, Ints]:
        """Return by seat the settings of its bot, and the actions that it takes, one bit for each kind."""
        named = [bot_settings(name) for name in bots_of(bot, len(self.seats))]
        bots = [[BOT_NAMES.index(one.kind), one.rounds, one.deals, one.nodes] for one in named]
        if actions and not self.rules.acts:
            raise MalformedError(f"there are no actions in this game ({self.rules.edition} edition)")
        acts = self.rules.acts if actions is None else actions
        kinds = [sum(1 << kind for kind, name in KINDS if acts and name not in one.without) for one in named]
        return np.array(bots, np.int64), np.array(kinds, np.int64)


def count_nodes(bot: BotName, box: GameSet, rules: Rules, players: int) -> BotName:
    """Return a bot with as many nodes as take its milliseconds of CPU time a ply here; any other as it is.

    Two games tell by how much a ply takes longer with more nodes.
    """
    settings = bot_settings(bot)
    if not settings.ms:
        return bot
    kernel, taken = Kernel(box, rules, seats_for(box, players)), []
    for nodes in TRIED_NODES:
        began = process_time()
        kernel.play([0], tree_name(settings, nodes))
        taken.append(1000 * (process_time() - began) / len(kernel.tiles))
    (fewer, more), (sooner, later) = TRIED_NODES, taken
    nodes = more + round((settings.ms - later) * (more - fewer) / max(later - sooner, SHORTEST_MS))
    return tree_name(settings, min(max(1, nodes), LARGEST_BUDGET))


def _known_seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise MalformedError(f"seed {seed} is out of range; the kernel takes seeds from 0 to {LARGEST_SEED}")
    return seed
