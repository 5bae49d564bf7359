"""The work of `asterion play study`, which needs the extra `study`."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator.catalogue import library
from generator.cli.terminal import Bar, may_replace, say
from generator.errors import AsterionError
from generator.games.labyrinth.commands.deck_names import NamedDeck, deck_at_hand, deck_called
from generator.games.labyrinth.commands.rules_options import GAMES, SEARCHED_GAMES, asked_rules
from generator.games.labyrinth.engine.bot_names import BOT_NAMES, BUDGETS, bot_settings, smaller_budgets
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.kernel.api import count_nodes, prepare
from generator.games.labyrinth.simulation.executors import threads
from generator.games.labyrinth.simulation.games import Games, Party
from generator.games.labyrinth.simulation.intervals import CONFIDENCE
from generator.games.labyrinth.simulation.measures import Account, MeasureDifference, compare_accounts
from generator.games.labyrinth.simulation.portions import GamesExecutor, study_games, watch_games
from generator.games.labyrinth.simulation.report_tables import (
    FORMAT,
    account_data,
    account_text,
    comparison_data,
    comparison_text,
    seats_data,
    seats_text,
)
from generator.games.labyrinth.simulation.seats import PLAYS, measure_rules, party_for
from generator.games.report import json_text
from generator.processes import cores
from generator.publish.atomic_file import is_there, publish_file


class Study(NamedTuple):
    """The result of a study of one party: its account, and the differences of the other deck."""

    account: Account
    against: Account | None
    differences: dict[str, MeasureDifference]


def run_study(against: str | None, form: str, report: Path | None, wishes: dict[str, Any], *, force: bool) -> None:
    """Play the games that a study asks for, print its tables, and write its report.

    Args:
        against: the name of another deck.
        form: `table` or `json`.
        report: file of the report.
        wishes: the command's other options.
        force: whether the report's file is replaced unasked.
    """
    mine = _deck(deck_at_hand(), wishes)
    other = _deck(deck_called(against), wishes) if against else None
    prepare(partial(click.echo, err=True))
    if wishes["seats"]:
        if against or report:
            raise click.UsageError("--seats measures one deck, and tells it as a table or as JSON only")
        say(_seats(mine, form, wishes))
        return
    with _executor(wishes) as executor:
        studies = [
            _studied(mine, other, players, bot, executor, wishes)
            for bot in wishes["bots"] or ("greedy",)
            for players in wishes["players"] or (4,)
        ]
    say(_json(studies, mine, other, wishes["seed"]) if form == "json" else _text(studies, mine, other))
    if report is not None:  # written last: nothing that fails after it can call a written report a failure
        _write_report(report, studies, mine, other, wishes["seed"], force=force)


class StudiedDeck(NamedTuple):
    """A deck to study: its title, its file's name and hash, its box, and its rules."""

    title: str
    name: str
    sha256: str
    box: Any
    rules: Rules


def _deck(named: NamedDeck, wishes: dict[str, Any]) -> StudiedDeck:
    loaded, rules = named.loaded, asked_rules(named.loaded, **wishes)
    return StudiedDeck(loaded.catalogue.full_title, named.name, loaded.document.sha256, GameSet.of(named.deck), rules)


def _executor(wishes: dict[str, Any]) -> AbstractContextManager[GamesExecutor]:
    if isinstance(wishes["jobs"], str):
        from generator.games.labyrinth.simulation.cluster import cluster

        return cluster(wishes["jobs"])
    return threads(watch_games, wishes["jobs"] or cores())


# Playing


def _studied(
    mine: StudiedDeck,
    other: StudiedDeck | None,
    players: int,
    bot: Any,
    executor: GamesExecutor,
    wishes: dict[str, Any],
) -> Study:
    games = _games(bot, wishes)
    bot = count_nodes(bot, mine.box, mine.rules, players)
    parties = [_party(deck, players, bot, wishes) for deck in (mine, other) if deck is not None]
    first, *rest = (_account(party, games, executor, wishes) for party in parties)
    return Study(first, rest[0], compare_accounts(first, rest[0])) if rest else Study(first, None, {})


def _party(deck: StudiedDeck, players: int, bot: Any, wishes: dict[str, Any]) -> Party:
    return Party.of(deck.box, deck.rules, players, bot, acts=wishes.get("actions") is not False)


def _account(party: Party, games: int, executor: GamesExecutor, wishes: dict[str, Any]) -> Account:
    """Play the games of a party, and those with smaller budgets that tell which figures have settled."""
    smaller = [
        Account.of(_played(replace(party, bots=(bot,) * len(party.seats)), games, executor, wishes))
        for bot in smaller_budgets(party.bots[0])
    ]
    account = Account.of(_played(party, games, executor, wishes))
    if smaller:
        account.settle(smaller)
    return account


def _played(party: Party, games: int, executor: GamesExecutor, wishes: dict[str, Any]) -> Games:
    """Play games, with a bar that grows for a person at a terminal."""
    if not sys.stderr.isatty():
        return study_games(party, wishes["seed"], games, executor)
    bar = Bar(eta=True)
    bar.begin(games)
    try:
        return study_games(party, wishes["seed"], games, executor, partial(bar.step, party.title))
    finally:
        bar.end()


def _games(bot: Any, wishes: dict[str, Any]) -> int:
    return int(wishes["games"] or (SEARCHED_GAMES if bot_settings(bot).kind in BUDGETS else GAMES))


def _seats(mine: StudiedDeck, form: str, wishes: dict[str, Any]) -> str:
    """Return the tables of rules that would level the seats."""
    bots, found = wishes["bots"] or BOT_NAMES[:-1], {}
    with _executor(wishes) as executor:
        for players in wishes["players"] or (2, 3, 4):
            parties = {
                bot: _party(mine, players, count_nodes(bot, mine.box, mine.rules, players), wishes) for bot in bots
            }
            played = {
                play: {
                    bot: _played(party_for(play, party), _games(bot, wishes), executor, wishes)
                    for bot, party in parties.items()
                }
                for play in PLAYS
            }
            found[players] = measure_rules(played)
    if form == "text":
        return "\n".join(seats_text(players, rules) for players, rules in found.items())
    data = [seats_data(players, rules) for players, rules in found.items()]
    return json_text({"format": FORMAT, "deck": mine.sha256, "seed": wishes["seed"], "seats": data})


# Telling


def _text(studies: list[Study], mine: StudiedDeck, other: StudiedDeck | None) -> str:
    parts = []
    for found in studies:
        parts.append(account_text(found.account))
        if other is not None:
            parts.append(
                f"{found.account.party.title}: {mine.name} less {other.name}, game by game\n\n"
                + comparison_text(found.differences, mine.name, other.name)
            )
    return "\n".join(parts)


def _json(studies: list[Study], mine: StudiedDeck, other: StudiedDeck | None, seed: int) -> str:
    data: dict[str, Any] = {
        "format": FORMAT,
        "deck": mine.sha256,
        "edition": mine.rules.edition,
        "seed": seed,
        "confidence": CONFIDENCE,
        "parties": [account_data(found.account) for found in studies],
    }
    if other is not None:
        data["against"] = {
            "deck": other.sha256,
            "edition": other.rules.edition,
            "parties": [account_data(found.against) for found in studies if found.against is not None],
            "differences": [comparison_data(found.differences) for found in studies],
        }
    return json_text(data)


def _write_report(
    file: Path, studies: list[Study], mine: StudiedDeck, other: StudiedDeck | None, seed: int, *, force: bool
) -> None:
    names = [f"{deck.name} ({deck.sha256[:8]})" if deck is not None else "" for deck in (mine, other)]
    try:
        from generator.games.labyrinth.simulation.study_report import Chapter, StudyReport, html_report, pdf_report

        chapters = tuple(Chapter(found.account, found.differences) for found in studies)
        report = StudyReport(mine.title, names[0], names[1], seed, chapters)
        made = html_report if file.suffix.lower() == ".html" else pdf_report
        data = made(report, library.fonts_folder())
    except (OSError, ValueError) as error:  # matplotlib keeps settings in a folder and a list of fonts, where it can
        if isinstance(error, ValueError) and "Failed to find font" not in str(error):
            raise
        raise AsterionError(f"the report's plots cannot be drawn: {error}") from error
    if not is_there(file, data):
        publish_file(file, data, force=force or may_replace(file))
    click.echo(f"{file}: {report.about}", err=True)
