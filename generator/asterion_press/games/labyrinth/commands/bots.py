"""The commands that let bots play: simulate, match, study and search, with the rules that they may be told.

What needs an extra is done in ``studies.py`` and ``search_run.py``, which are imported when a command is called.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, get_args

import click
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.options import command, format_option, game_options, variant_option
from asterion_press.cli.terminal import may_replace, say
from asterion_press.cli.values import DeckName, FileEnding, FromShelf, IdOrFile, NamedValue, OneOf
from asterion_press.errors import AsterionError, MissingExtraError, from_extra, plural
from asterion_press.games.labyrinth.commands.deck_names import loaded_deck
from asterion_press.games.labyrinth.commands.play_options import (
    FEWER_GAMES,
    GAMES,
    MOST_GAMES,
    PlayOptions,
    asked_rules,
    bar_of,
)
from asterion_press.games.labyrinth.engine.bot_names import BOT_NAMES, bot_settings
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Edition, MalformedError, Outside, TieBreak
from asterion_press.games.labyrinth.simulation.executors import AHEAD, cut, processes
from asterion_press.games.labyrinth.simulation.tally import READABLE_S, Averages, Simulation
from asterion_press.processes import cores
from asterion_press.publish.atomic_file import writing


class BotOption(FromShelf):
    """A bot with its budget."""

    def __init__(self) -> None:
        super().__init__("bot", lambda: BOT_NAMES)

    def read(self, word: str) -> str:
        try:
            bot_settings(word)
        except MalformedError as error:
            raise ValueError(str(error)) from None
        return word


class YesOrNo(FromShelf):
    """Yes or no."""

    def read(self, word: str) -> bool:
        return bool(super().read(word) == "yes")


RULES: dict[str, click.ParamType[Any]] = {
    "edition": FromShelf("edition", lambda: get_args(Edition)),
    "score-impaled": YesOrNo("answer", lambda: ("yes", "no")),
    "tie-break": FromShelf("tie-break", lambda: get_args(TieBreak)),
    "outside": FromShelf("outside", lambda: get_args(Outside)),
    "actions": YesOrNo("answer", lambda: ("yes", "no")),
}
"""Rules that may be chosen, and their values.

Whose rules they are; whether impaling scores; which escaped prisoners break a tie, ``seat`` for none, where the earlier
seat wins; which uncovered cells are outside; whether the bots act, or only place.
"""

rules_option = click.option(
    "--rule",
    "rules",
    type=NamedValue("rule", RULES),
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule that is not as the catalogue says, as in tie-break=coinless; may be given several times. "
    f"Rules: {', '.join(RULES)}.",
)


seed_option = click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games."
)


class Workers(click.IntRange):
    """A number of processes or threads here, 0 for one a core, or the address of a Dask scheduler."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if "://" in str(value) else super().convert(value, param, ctx)


workers_option = click.option(
    "--jobs",
    type=Workers(0, 512),
    default=0,
    hidden=True,
    metavar="N|tcp://HOST:PORT",
    help="How many play at a time, one a core by default; or the Dask scheduler whose workers play, which needs the "
    "extra 'cluster'.",
)


# -- simulate ----------------------------------------------------------------------------------------------------------

PORTION, FAST_PORTION = 50, 500
"""Games that a process plays at a time, at most: enough to make handing them over cheap, few enough to see progress;
more where games are counted only."""
LOADING_S, COMPILING_S = 2.0, 60.0
"""Seconds of play by the readable engine from which it pays to look for the compiled kernel, and to compile it. Looking
takes 0.2 s, loading 0.5 s, compiling 48 s where the seconds of play were measured; the rest is for other machines."""


@command()
@game_options
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@seed_option
@click.option(
    "--bot", type=BotOption(), default="random", show_default=True, help=f"Who plays: {', '.join(BOT_NAMES)}."
)
@rules_option
@click.option(
    "--engine",
    hidden=True,
    type=OneOf(["readable", "compiled"]),
    help="Which engine plays; the games are the same. The compiled one is faster and needs the extra 'study'. "
    "Default: whichever is done first; to make the compiled one takes a minute, once.",
)
@click.option(
    "--jobs",
    hidden=True,
    type=click.IntRange(0, 512),
    default=1,
    show_default=True,
    help="Processes that play; 0: one a core.",
)
@click.option("--record", type=click.Path(path_type=Path, allow_dash=True), help="Write every game there, a line each.")
@click.option("--force", is_flag=True, hidden=True, help="Replace the file of --record if it is there, without asking.")
def simulate(
    games: int, jobs: int, record: Path | None, rules: tuple[Any, ...], *, force: bool, **options: Any
) -> None:
    """Let bots play whole games. The same seed gives the same games, for any number of jobs.

    A game by other rules than its edition's alone says so in its record, and `asterion play replay` judges it by them.

    Examples:
        asterion play simulate --games 1000
        asterion play simulate --players 2 --bot greedy --seed 7 --record games.jsonl
        asterion play simulate --games 100000 --rule tie-break=coinless
    """
    jobs = jobs or cores()
    simulation = _simulation(games, jobs, recorded=record is not None, **options | dict(rules))
    to_stdout = str(record) == "-"
    is_watched = sys.stderr.isatty() and not (to_stdout and sys.stdout.isatty())
    most = FAST_PORTION if simulation.engine == "compiled" and not simulation.recorded else PORTION
    portions = cut(range(games), max(1, min(most, games // (AHEAD * jobs))))  # several for each process, if enough
    tally: Counter[str] = Counter()
    with (
        _writing(record, force=force) as write,
        processes(simulation.play, jobs, partial(click.echo, err=True)) as executor,
        bar_of(games) as step,
    ):
        for portion, played in zip(portions, executor(portions), strict=True):
            if is_watched:
                step("", len(portion))
            tally.update(played.counts)
            write("".join(f"{line}\n" for line in played.lines))
    if not to_stdout:
        say(summary(Averages.of(tally, games)))


@contextmanager
def _writing(record: Path | None, *, force: bool) -> Iterator[Callable[[str], object]]:
    """Give what writes the games down: to a file, to standard output, or nowhere."""
    if record is None:
        yield lambda _: None
    elif str(record) == "-":
        yield say
    else:
        with writing(record, force=force or may_replace(record)) as write:
            yield lambda lines: write(lines.encode())


def _simulation(games: int, jobs: int, *, recorded: bool, **options: Any) -> Simulation:
    """Return the simulation that the options ask for."""
    loaded, deck = loaded_deck()
    asked = Simulation(
        box=GameSet.of(deck),
        rules=asked_rules(loaded, **options),
        players=options["players"],
        seed=options["seed"],
        bot=options["bot"],
        acts=options.get("actions"),
        deck=loaded.document.sha256,
        engine=options["engine"] or "readable",
        recorded=recorded,
    )
    if options["engine"] == "readable":
        return asked
    must = options["engine"] is not None or bot_settings(asked.bot).kind not in READABLE_S
    seconds = inf if must else asked.readable_s(games) / min(jobs, games, cores())
    return _compiled(asked, seconds, must=must) if seconds > LOADING_S else asked


def _compiled(asked: Simulation, seconds: float, *, must: bool) -> Simulation:
    """Return the same simulation on the compiled engine; as it was, if that cannot play it and need not.

    Where machine code cannot be cached, compiling takes a minute each time and is done only on request. It is not done
    either where the readable engine has played the games in less, about `seconds`.

    Raises:
        AsterionError: it must, and the extra is missing or the game does not fit.
    """
    compiled = replace(asked, engine="compiled")
    try:
        with from_extra("study"):
            from asterion_press.games.labyrinth.kernel.api import can_be_kept, count_nodes, is_compiled, prepare
        if not must and not (can_be_kept() and (seconds > COMPILING_S or is_compiled())):
            return asked
        prepare(partial(click.echo, err=True))
        compiled = replace(compiled, bot=count_nodes(asked.bot, asked.box, asked.rules, asked.players))
        compiled.kernel()  # raises what does not fit
    except MissingExtraError:
        if must:
            raise
        return asked
    except AsterionError as error:
        if must:
            raise
        click.echo(f"{error}; the readable engine plays, which is slower", err=True)
        return asked
    return compiled


def summary(found: Averages) -> str:
    """Return the averages in words."""
    lines = [
        f"{plural(found.games, 'game')}",
        f"impaled in a game          {found.impaled:8.2f}",
        f"actions in a game          {found.actions:8.2f}",
        f"treasure of a player       {found.treasure:8.2f}",
        f"points from impaling       {found.kills:8.2f}",
        f"escaped prisoners          {found.escaped:8.2f}",
        f"shared victories           {found.shared:8.1%}",
        *(f"{f'wins of seat {seat}':27}{won:8.1%}" for seat, won in enumerate(found.wins, 1)),
    ]
    return "\n".join(lines) + "\n"


# -- match, study, search ----------------------------------------------------------------------------------------------


@command()
@click.argument("bots", metavar="BOT BOT...", type=BotOption(), nargs=-1, required=True)
@variant_option
@click.option("--players", type=click.IntRange(2, 4), multiple=True, help="How many play. Default: 2, 3 and 4.")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=120,
    show_default=True,
    help="Games of each pair of bots, at least.",
)
@seed_option
@rules_option
@workers_option
@format_option()
@from_extra("study")
def match(form: str, **options: Any) -> None:
    """Let bots play against each other, and tell how often each one wins.

    Each bot sits alone among others of each bot named before it, once in each seat with the same deal. Its victories
    have 95 % intervals, and all together give ratings (Elo; 400 points more are ten times the chance to win). Bots:
    random, greedy, search:rounds=1,deals=2 and tree:nodes=20000, with other numbers too. Needs the extra 'study'.

    Examples:
        asterion play match search tree
        asterion play match greedy search:rounds=2,deals=8 tree:nodes=5000 --players 2 --games 400
    """
    asked = PlayOptions(**options)
    if len(set(asked.bots)) < max(2, len(asked.bots)):
        raise click.UsageError("name two bots or more, each once, the weakest first")
    from asterion_press.games.labyrinth.commands.studies import run_match  # needs the extra

    run_match(asked, form)


@command()
@game_options
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
    type=BotOption(),
    multiple=True,
    help="Who plays all seats. Default: greedy; of --seats: random, greedy and search.",
)
@click.option("--seats", is_flag=True, help="Measure rules that would level the seats, instead of everything else.")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    help=f"Games of each party. Default: {GAMES}, with searching bots {FEWER_GAMES}.",
)
@seed_option
@rules_option
@workers_option
@click.option(
    "--report",
    type=FileEnding("report", ".html", ".pdf"),
    metavar="FILE",
    help="Write tables and plots there too: a .html or .pdf file.",
)
@click.option("--force", is_flag=True, help="Replace the report's file, without asking.")
@format_option()
@from_extra("study")
def study(against: str | None, form: str, report: Path | None, force: bool, **options: Any) -> None:
    """Find out how a deck plays: bots play thousands of games, and every figure has its interval.

    --players and --bot may be given several times; each bot plays with each number of players. The same seed gives the
    same figures, for any number of jobs. Needs the extra 'study'.

    Examples:
        asterion play study
        asterion play study --players 2 --players 4 --bot greedy --bot search --report study.html
        asterion play study --seats
        asterion play study mine.yaml --against tiles.yaml --format json
        asterion play study --variant original --against asterion
    """
    from asterion_press.games.labyrinth.commands.studies import run_study  # needs the extra

    run_study(PlayOptions(**options), against, form, report, force=force)


@command()
@click.argument("target", type=IdOrFile("target", "targets", library.targets))
@game_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the games played and the sets found. Default: output/GAME-design.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same sets.")
@workers_option
@click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking.")
@click.option("-q", "--quiet", is_flag=True, help="Print only mistakes.")
@from_extra("search")
def search(target: ShelfFile, out: Path | None, seed: int, jobs: int | str, *, force: bool, quiet: bool) -> None:
    """Search for sets of designs that play as a file of targets asks, and write a catalogue for each of the best.

    TARGET is that file, or the id of one in `targets/`; `asterion list schemas targets` describes it.

    A search that was stopped goes on by the same command, and ends as if it had not been. The same seed gives the same
    sets for any number of jobs, and for any cluster.

    Examples:
        asterion play search targets.yaml
        asterion play search targets.yaml --seed 7 --out output/bolder
        asterion build output/asterion-design/set-1.yaml --only sheets --out output/set-1
    """
    from asterion_press.games.labyrinth.commands.search_run import run_search  # needs the extra

    run_search(target, out, seed, jobs, force=force, quiet=quiet)
