"""Simulations: many games of bots by either engine, and their counts.

A game depends on the simulation's seed and the game's number only, so the same simulation gives the same games and the
same counts, by either engine, in any portions.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from asterion_press import stopping
from asterion_press.games.labyrinth.engine.bot_names import BotName, bot_settings
from asterion_press.games.labyrinth.engine.bots import game_seed, random_game, seats_for
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay
from asterion_press.games.labyrinth.engine.record import GameRecord, record_line
from asterion_press.games.labyrinth.engine.rules import Rules

if TYPE_CHECKING:
    from asterion_press.games.labyrinth.kernel.api import Kernel, Outcomes

EngineName: TypeAlias = Literal["readable", "compiled"]

READABLE_S: dict[str, float] = {"random": 0.0037, "greedy": 0.135}
"""CPU seconds of a game of `USUAL_TILES` tiles by the readable engine. Measured on the machine on which compiling the
kernel took 48 s and loading it 0.5 s; what matters is how they compare."""
USUAL_TILES = 64


class Tally(Struct, frozen=True):
    """Counts and records of some games.

    Attributes:
        counts: sums over the games: `impaled`, `actions` and `shared` (victories) by game; `treasure`, `kills` (points
            from impaling), `escaped` and `seats` by seat; ``wins of seat 1`` and so on, in order of play.
        lines: their records, a line each; empty if no record is wanted.
    """

    counts: Counter[str]
    lines: tuple[str, ...]


class Averages(Struct, frozen=True):
    """The averages of simulated games of Asterion.

    Attributes:
        games: how many were played.
        impaled: prisoners impaled in a game.
        actions: actions in a game.
        treasure: points of a player from treasure.
        kills: points of a player from impaling.
        escaped: prisoners of a player that escaped.
        shared: part of the games whose victory was shared, from 0 to 1.
        wins: part of the games that each seat won or shared, in the order of play.
    """

    games: int
    impaled: float
    actions: float
    treasure: float
    kills: float
    escaped: float
    shared: float
    wins: tuple[float, ...]

    @classmethod
    def of(cls, counts: Counter[str], games: int) -> Averages:
        """Return the averages of the sums over some games."""
        by_game = {name: counts[name] / games for name in ("impaled", "actions", "shared")}
        by_player = {name: counts[name] / counts["seats"] for name in ("treasure", "kills", "escaped")}
        seats = sorted(name for name in counts if name.startswith("wins"))
        return cls(games=games, **by_game, **by_player, wins=tuple(counts[seat] / games for seat in seats))


class Simulation(Struct, frozen=True):
    """Games to be played.

    Attributes:
        box: the tiles of the game.
        rules: the rules of the game.
        players: how many; they have the first colours of the box.
        seed: the simulation's; see :func:`~asterion_press.games.labyrinth.engine.bots.game_seed`.
        bot: the bot of all seats.
        acts: whether the bots act too; None means if the rules allow it.
        deck: the catalogue's sha256, for the records.
        engine: the engine that plays; the compiled one needs numba.
        recorded: whether the records are wanted; without them the compiled engine only counts, which is much faster.
    """

    box: GameSet
    rules: Rules
    players: int
    seed: int
    bot: BotName = "random"
    acts: bool | None = None
    deck: str = ""
    engine: EngineName = "readable"
    recorded: bool = False

    def readable_s(self, games: int) -> float:
        """Return about how many seconds the readable engine takes: each ply has as many choices as there are tiles.

        Raises:
            MalformedError: the game is not for so many players.
        """
        tiles = sum(len(self.box.of_colour(seat)) for seat in seats_for(self.box, self.players))
        return games * READABLE_S[bot_settings(self.bot).kind] * (tiles / USUAL_TILES) ** 2

    def play(self, games: range) -> Tally:
        """Play the games with these numbers.

        Raises:
            AsterionError: the game does not fit the engine, or numba is missing.
        """
        if self.engine == "compiled" and not self.recorded:
            return Tally(count_outcomes(self.kernel().simulate(self.seed, games, self.bot, actions=self.acts)), ())
        counts: Counter[str] = Counter()
        lines = []
        for index in games:
            stopping.look()
            seed = game_seed(self.seed, index)
            if self.engine == "compiled":
                game = self.kernel().record(seed, self.bot, actions=self.acts, deck=self.deck)
            else:
                game = random_game(
                    self.box, self.rules, self.players, seed, bot=self.bot, actions=self.acts, deck=self.deck
                )
            counts.update(count_game(game))
            if self.recorded:
                lines.append(record_line(game))
        return Tally(counts, tuple(lines))

    @lru_cache(maxsize=1)  # noqa: B019 - one simulation a process is played, and then ends with it
    def kernel(self) -> Kernel:
        """Return a kernel that is ready to play, made once in each process.

        Raises:
            AsterionError: the game does not fit the kernel, or numba is missing.
        """
        from asterion_press.games.labyrinth.kernel.api import Kernel

        return Kernel(self.box, self.rules, seats_for(self.box, self.players))


def count_game(game: GameRecord) -> Counter[str]:
    """Return the counts of one game; none if it was broken off."""
    end = game.final
    if end is None:
        return Counter()
    counts = Counter({"impaled": end.captured, "shared": int(len(end.winners) > 1), "seats": len(game.seats)})
    for number, seat in enumerate(game.seats, 1):
        counts[f"wins of seat {number}"] += seat in end.winners
    for name, by_seat in (("treasure", end.treasure), ("kills", end.kills), ("escaped", end.escaped)):
        counts[name] += sum(by_seat.values())
    counts["actions"] += sum(not isinstance(turn.ply, Lay) for turn in game.turns)
    return counts


def count_outcomes(ends: Outcomes) -> Counter[str]:
    """Return the counts of many games that the compiled engine has played."""
    counts = Counter({"impaled": int(ends.captured.sum()), "seats": ends.winners.size})
    counts["shared"] += int((ends.winners.sum(axis=1) > 1).sum())
    for number, wins in enumerate(ends.winners.sum(axis=0), 1):
        counts[f"wins of seat {number}"] += int(wins)
    for name, by_seat in (("treasure", ends.treasure), ("kills", ends.kills), ("escaped", ends.escaped)):
        counts[name] += int(by_seat.sum())
    counts["actions"] += int(ends.actions.sum())
    return counts
