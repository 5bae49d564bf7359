"""Games that bots play for tests of studies, and their accounts."""

from __future__ import annotations

from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.games import Games, Party, Portion, watch_games
from asterion_press.games.labyrinth.simulation.measures import Account


def played_by(party: Party, games: int | range, seed: int = 1) -> Games:
    """Play the games with these numbers."""
    return Games(party, *watch_games(Portion(party, seed, range(games) if isinstance(games, int) else games)))


def counted(
    box: GameSet, players: int, games: int, bot: BotName = "greedy", *, seed: int = 1, acts: bool = True
) -> Account:
    """Play games, and count everything in them."""
    return Account.of(played_by(Party.of(box, Rules(), players, bot, acts=acts), games, seed))
