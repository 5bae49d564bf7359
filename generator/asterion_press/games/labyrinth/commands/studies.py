"""The work of `asterion play match` and `asterion play study`, which need the extra `study`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from asterion_press.cli.terminal import may_replace, say
from asterion_press.games.labyrinth.commands.deck_names import NamedDeck, deck_at_hand, deck_called
from asterion_press.games.labyrinth.commands.play_options import (
    PlayOptions,
    asked_rules,
    bar_of,
    executor_of,
    usual_games,
)
from asterion_press.games.labyrinth.engine.bot_names import BOT_NAMES, BotName, smaller_budgets
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.kernel.api import count_nodes
from asterion_press.games.labyrinth.simulation import study_report, victories
from asterion_press.games.labyrinth.simulation.games import Games, Party, study_games
from asterion_press.games.labyrinth.simulation.measures import CONFIDENCE, Account
from asterion_press.games.labyrinth.simulation.study_report import StudiedDeck, Study, StudyReport
from asterion_press.games.labyrinth.simulation.victories import Pairing, party_for, ratings
from asterion_press.games.report import json_text, table
from asterion_press.publish.atomic_file import is_there, publish_file

Play = Callable[[Party], Games]
"""Plays the games that are asked for of a party."""
MATCH_FORMAT = 1


def _deck(named: NamedDeck, options: PlayOptions) -> StudiedDeck:
    loaded, rules = named.loaded, asked_rules(named.loaded, **dict(options.rules))
    return StudiedDeck(loaded.catalogue.full_title, named.name, loaded.document.sha256, GameSet.of(named.deck), rules)


def _party(deck: StudiedDeck, players: int, bot: BotName, options: PlayOptions) -> Party:
    """Return the party of a bot; its milliseconds are counted as nodes."""
    counted = count_nodes(bot, deck.box, deck.rules, players)
    return Party.of(deck.box, deck.rules, players, counted, acts=dict(options.rules).get("actions") is not False)


# -- study -------------------------------------------------------------------------------------------------------------


def run_study(options: PlayOptions, against: str | None, form: str, report: Path | None, *, force: bool) -> None:
    """Play the games that a study asks for, print its tables, and write its report.

    Args:
        options: the command's other options.
        against: the name of another deck.
        form: `text` or `json`.
        report: file of the report.
        force: whether the report's file is replaced unasked.
    """
    mine = _deck(deck_at_hand(), options)
    other = _deck(deck_called(against), options) if against else None
    if options.seats and (against or report):
        raise click.UsageError("--seats measures one deck, and tells it as a table or as JSON only")
    with executor_of(options.jobs) as executor:

        def play(party: Party) -> Games:
            games = options.games or usual_games(party.bots)
            with bar_of(games) as step:
                return study_games(party, options.seed, games, executor, partial(step, party.title))

        if options.seats:
            say(_seats(mine, form, options, play))
            return
        studies = []
        for bot in options.bots or ("greedy",):
            for players in options.players or (4,):
                parties = [_party(mine, players, bot, options)]
                if other is not None:
                    parties.append(_party(other, players, parties[0].bots[0], options))
                studies.append(Study(*(_account(party, play) for party in parties)))
    found = StudyReport(mine, other, options.seed, tuple(studies))
    say(found.data() if form == "json" else found.text())
    if report is not None:  # written last: nothing that fails after it can call a written report a failure
        data = study_report.html_report(found) if report.suffix.lower() == ".html" else study_report.pdf_report(found)
        if not is_there(report, data):
            publish_file(report, data, force=force or may_replace(report))
        click.echo(f"{report}: {found.about}", err=True)


def _account(party: Party, play: Play) -> Account:
    """Play the games of a party, and those with smaller budgets that tell which figures have settled."""
    bots = (*smaller_budgets(party.bots[0]), party.bots[0])
    *smaller, account = (Account.of(play(replace(party, bots=(bot,) * len(party.seats)))) for bot in bots)
    if smaller:
        account.settle(smaller)
    return account


def _seats(mine: StudiedDeck, form: str, options: PlayOptions, play: Play) -> str:
    """Return the tables of rules that would level the seats."""
    found = {}
    for players in options.players or (2, 3, 4):
        parties = {bot: _party(mine, players, bot, options) for bot in options.bots or BOT_NAMES[:-1]}
        played = {way: {bot: play(party_for(way, party)) for bot, party in parties.items()} for way in victories.PLAYS}
        found[players] = victories.measure_rules(played)
    if form == "text":
        return "\n".join(study_report.seats_text(players, rules) for players, rules in found.items())
    data = [study_report.seats_data(players, rules) for players, rules in found.items()]
    return json_text({"format": study_report.FORMAT, "deck": mine.sha256, "seed": options.seed, "seats": data})


# -- match -------------------------------------------------------------------------------------------------------------


def run_match(options: PlayOptions, form: str) -> None:
    """Play the games of a match, and print its tables.

    Args:
        options: the command's options.
        form: `text` or `json`.
    """
    deck = _deck(deck_at_hand(), options)
    pairs, counts = victories.pairs_of(options.bots), dict.fromkeys(options.players or (2, 3, 4))
    deals = {players: max(2, -(-(options.games or 1) // players)) for players in counts}
    found: dict[int, list[Pairing]] = {players: [] for players in counts}
    games = len(pairs) * sum(players * count for players, count in deals.items())
    with bar_of(games) as step, executor_of(options.jobs) as executor:
        for players in counts:
            parties = {bot: _party(deck, players, bot, options) for bot in options.bots}
            for one, other in pairs:
                what = f"{players} players, {parties[one].who} against {parties[other].who}"
                tell = partial(step, what)
                found[players].append(
                    victories.play_pairing(parties[one], parties[other], deals[players], options.seed, executor, tell)
                )
    if form == "json":
        about = {"deck": deck.sha256, "edition": deck.rules.edition, "seed": options.seed, "confidence": CONFIDENCE}
        matches = [_match_data(players, pairings) for players, pairings in found.items()]
        say(json_text({"format": MATCH_FORMAT, **about, "matches": matches}))
    else:
        say("\n".join(_match_text(players, pairings) for players, pairings in found.items()))


def _match_data(players: int, pairings: list[Pairing]) -> dict[str, Any]:
    """Return the pairings of one number of players as plain data."""
    return {
        "players": players,
        "pairs": [
            {"one": pairing.one, "others": pairing.other, "games": pairing.games, "wins": pairing.wins._asdict()}
            for pairing in pairings
        ],
        "elo": {bot: round(elo, 1) for bot, elo in ratings(pairings, players).items()},
    }


def _match_text(players: int, pairings: list[Pairing]) -> str:
    """Return the pairings of one number of players as a table."""
    rows: list[list[object]] = [
        [one.one, one.other, f"{100 * one.wins.value:.1f} ± {100 * one.wins.half:.1f}", one.games] for one in pairings
    ]
    rated = ", ".join(f"{bot} {elo:.0f}" for bot, elo in ratings(pairings, players).items())
    wins = table(rows, ["one", "against", "wins of one, %", "games"])
    return f"{players} players; an equal share is {100 / players:.0f} %\n\n{wins}\n\nElo: {rated}\n"
