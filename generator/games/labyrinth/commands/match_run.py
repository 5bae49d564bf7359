"""The work of `asterion play match`, which needs the extra `study`."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from generator.cli.terminal import Bar, say
from generator.games.labyrinth.commands.deck_names import deck_at_hand
from generator.games.labyrinth.commands.rules_options import asked_rules
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.kernel.api import count_nodes, prepare
from generator.games.labyrinth.simulation.executors import threads
from generator.games.labyrinth.simulation.intervals import CONFIDENCE
from generator.games.labyrinth.simulation.matches import Pairing, pairs_of, play_pairing, ratings
from generator.games.labyrinth.simulation.portions import watch_games
from generator.games.report import json_text, table
from generator.processes import cores

FORMAT = 1


def run_match(bots: tuple[str, ...], form: str, wishes: dict[str, Any]) -> None:
    """Play the games of a match, and print its tables.

    Args:
        bots: the bots, each once, the weakest first.
        form: `text` or `json`.
        wishes: the command's other options.
    """
    named = deck_at_hand()
    rules, box = asked_rules(named.loaded, **wishes), GameSet.of(named.deck)
    counts = dict.fromkeys(wishes["players"] or (2, 3, 4))
    prepare(partial(click.echo, err=True))
    bar = Bar(eta=True)
    bar.begin(len(pairs_of(bots)) * sum(_deals(wishes, players) * players for players in counts))
    found: dict[int, list[Pairing]] = {players: [] for players in counts}
    try:
        with threads(watch_games, wishes["jobs"] or cores()) as executor:
            for players in counts:
                counted = tuple(count_nodes(bot, box, rules, players) for bot in bots)
                for one, other in pairs_of(counted):
                    found[players].append(
                        play_pairing(
                            box,
                            rules,
                            players,
                            (one, other),
                            _deals(wishes, players),
                            wishes["seed"],
                            executor,
                            acts=wishes.get("actions") is not False,
                            on_progress=partial(bar.step, f"{players} players, {one} against {other}"),
                        )
                    )
    finally:
        bar.end()
    if form == "json":
        about = {"deck": named.loaded.document.sha256, "edition": rules.edition, "seed": wishes["seed"]}
        matches = [_data(players, pairings) for players, pairings in found.items()]
        say(json_text({"format": FORMAT, **about, "confidence": CONFIDENCE, "matches": matches}))
    else:
        say("\n".join(_text(players, pairings) for players, pairings in found.items()))


def _deals(wishes: dict[str, Any], players: int) -> int:
    return max(2, -(-int(wishes["games"]) // players))


def _data(players: int, pairings: list[Pairing]) -> dict[str, Any]:
    return {
        "players": players,
        "pairs": [
            {"one": pairing.one, "others": pairing.other, "games": pairing.games, "wins": pairing.wins._asdict()}
            for pairing in pairings
        ],
        "elo": {bot: round(elo, 1) for bot, elo in ratings(pairings, players).items()},
    }


def _text(players: int, pairings: list[Pairing]) -> str:
    rows: list[list[object]] = [
        [one.one, one.other, f"{100 * one.wins.value:.1f} ± {100 * one.wins.half:.1f}", one.games] for one in pairings
    ]
    rated = ", ".join(f"{bot} {elo:.0f}" for bot, elo in ratings(pairings, players).items())
    wins = table(rows, ["one", "against", "wins of one, %", "games"])
    return f"{players} players; an equal share is {100 / players:.0f} %\n\n{wins}\n\nElo: {rated}\n"
