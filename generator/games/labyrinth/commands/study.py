"""The command that studies a deck: bots play thousands of games, and every figure has its interval."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.catalogue import library
from generator.cli.options import DeckName, catalogue_option, examples, say
from generator.cli.picture import may_replace
from generator.cli.progress import Bar
from generator.errors import AsterionError, from_extra
from generator.games.labyrinth.commands.deck_names import NamedDeck, deck_at_hand, deck_called
from generator.games.labyrinth.commands.rules_options import asked_rules, rules_options
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.rules import BOT_NAMES, Rules
from generator.games.report import json_text
from generator.processes import cores
from generator.publish.atomic_file import is_there, publish_file

if TYPE_CHECKING:
    from generator.games.labyrinth.simulation.games import Games, Party
    from generator.games.labyrinth.simulation.measures import Account, MeasureDifference
    from generator.games.labyrinth.simulation.portions import GamesExecutor

GAMES, SEARCHED_GAMES = 10_000, 1_000
"""Games of a party, unless told; fewer where a bot searches, which takes fifty times as long."""
REPORTS = (".html", ".pdf")
MOST_GAMES = 1_000_000
"""As many as fit into a gigabyte of memory."""


class ReportFile(click.Path):
    """A file whose ending says what kind of report it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if path.suffix.lower() not in REPORTS:
            self.fail(f"{str(value)!r} is no report; end its name in {' or '.join(REPORTS)}", param, ctx)
        return path


class Study(NamedTuple):
    """The findings about one party: its account, and the differences of the other deck."""

    account: Account
    against: Account | None
    differences: dict[str, MeasureDifference]


@click.command(
    epilog=examples(
        "asterion study",
        "asterion study --players 2 --players 4 --bot greedy --bot search --report study.html",
        "asterion study --seats",
        "asterion study --catalogue mine.yaml --against tiles.yaml --format json",
        "asterion study --variant original --against asterion",
    )
)
@catalogue_option
@click.option(
    "--against",
    type=DeckName(),
    metavar="DECK",
    help="Another deck, compared with on the same random numbers: a catalogue, a game, a variant, a built folder.",
)
@click.option(
    "--players", type=click.IntRange(2, 4), multiple=True, help="How many. Default: 4; of --seats: 2, 3 and 4."
)
@click.option(
    "--bot",
    "bots",
    type=click.Choice(BOT_NAMES),
    multiple=True,
    help="Who plays all seats. Default: greedy; of --seats: all of them.",
)
@click.option("--seats", is_flag=True, help="Measure rules that would level the seats, instead of everything else.")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    help=f"Games of each party. Default: {GAMES}, with searching bots {SEARCHED_GAMES}.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@rules_options
@click.option("--jobs", type=click.IntRange(0, 512), default=0, help="Threads that play. Default: one a core.")
@click.option(
    "--scheduler",
    metavar="tcp://HOST:PORT",
    help="Play on the workers of this Dask scheduler, instead of threads here. Needs the extra 'cluster'.",
)
@click.option(
    "--report",
    type=ReportFile(),
    metavar="FILE",
    help="Write tables and plots there too: a .html or .pdf file.",
)
@click.option("--force", is_flag=True, help="Replace the report's file, without asking.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@from_extra("study")
def study(
    catalogue: Path | None, against: str | None, form: str, report: Path | None, force: bool, **wishes: Any
) -> None:
    """Find out how a deck plays: bots play thousands of games, every figure is told with its interval.

    --players and --bot may be given several times; each bot plays with each number of players. The same seed gives the
    same figures, for any number of jobs. Needs the extra 'study'.
    """
    if wishes["scheduler"] and wishes["jobs"]:
        raise click.UsageError("--jobs counts threads here; with --scheduler the workers play")
    mine = _deck(deck_at_hand(catalogue), wishes)
    other = _deck(deck_called(against, catalogue), wishes) if against else None
    from generator.games.labyrinth.kernel.api import prepare

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

    loaded = named.loaded
    rules = asked_rules(loaded, **wishes)
    return StudiedDeck(loaded.catalogue.full_title, named.name, loaded.document.sha256, Box.of(named.deck), rules)


def _executor(wishes: dict[str, Any]) -> AbstractContextManager[GamesExecutor]:
    from generator.games.labyrinth.simulation.portions import watch_games

    if wishes["scheduler"]:
        from generator.games.labyrinth.simulation.cluster import cluster

        return cluster(wishes["scheduler"], watch_games)
    from generator.games.labyrinth.simulation.executors import threads

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
    from generator.games.labyrinth.simulation.games import Party
    from generator.games.labyrinth.simulation.measures import compare_accounts

    games = _games(bot, wishes)
    acts = wishes["actions"] is not False
    parties = [Party.of(deck.box, deck.rules, players, bot, acts=acts) for deck in (mine, other) if deck is not None]
    first, *rest = (_account(party, games, executor, wishes) for party in parties)
    return Study(first, rest[0], compare_accounts(first, rest[0])) if rest else Study(first, None, {})


def _account(party: Party, games: int, executor: GamesExecutor, wishes: dict[str, Any]) -> Account:
    from generator.games.labyrinth.simulation.measures import Account

    return Account.of(_played(party, games, executor, wishes))


def _played(party: Party, games: int, executor: GamesExecutor, wishes: dict[str, Any]) -> Games:
    from generator.games.labyrinth.simulation.portions import study_games

    with _progress(party.title, games) as tell:
        return study_games(party, wishes["seed"], games, executor, tell)


def _games(bot: Any, wishes: dict[str, Any]) -> int:
    return int(wishes["games"] or (SEARCHED_GAMES if bot == "search" else GAMES))


def _seats(mine: StudiedDeck, form: str, wishes: dict[str, Any]) -> str:
    """Measure the rules that would level the seats, and return what they do."""
    from generator.games.labyrinth.simulation.games import ORDERS, Party
    from generator.games.labyrinth.simulation.report_tables import FORMAT, seats_data, seats_text
    from generator.games.labyrinth.simulation.seats import measure_rules

    bots, found = wishes["bots"] or BOT_NAMES, {}
    with _executor(wishes) as executor:
        for players in wishes["players"] or (2, 3, 4):
            parties = {
                bot: Party.of(mine.box, mine.rules, players, bot, acts=wishes["actions"] is not False) for bot in bots
            }
            played = {
                order: {
                    bot: _played(replace(party, order=order), _games(bot, wishes), executor, wishes)
                    for bot, party in parties.items()
                }
                for order in ORDERS
            }
            found[players] = measure_rules(played)
    if form == "table":
        return "\n".join(seats_text(players, rules) for players, rules in found.items())
    data = [seats_data(players, rules) for players, rules in found.items()]
    return json_text({"format": FORMAT, "deck": mine.sha256, "seed": wishes["seed"], "seats": data})


class _progress(AbstractContextManager["Callable[[int], object]"]):  # noqa: N801 - used as a function is
    """A bar that grows while games are played, for a person at a terminal."""

    def __init__(self, title: str, games: int) -> None:

        self._title, self._bar = title, Bar(eta=True) if sys.stderr.isatty() else None
        if self._bar is not None:
            self._bar.begin(games)

    def __enter__(self) -> Callable[[int], object]:
        return self._tell

    def _tell(self, games: int) -> None:
        if self._bar is not None:
            self._bar.step(self._title, games)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.end()


# Telling


def _text(studies: list[Study], mine: StudiedDeck, other: StudiedDeck | None) -> str:
    from generator.games.labyrinth.simulation.report_tables import account_text, comparison_text

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
    from generator.games.labyrinth.simulation.intervals import CONFIDENCE
    from generator.games.labyrinth.simulation.report_tables import FORMAT, account_data, comparison_data

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
        from generator.games.labyrinth.simulation.pages import Chapter, StudyReport, html_report, pdf_report

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
