"""The bots by name, from the weakest to the strongest; ``bots.py`` tells who they are. Light, for the help's sake."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

BotName: TypeAlias = Literal["random", "greedy", "search"]
BOT_NAMES: tuple[BotName, ...] = get_args(BotName)
