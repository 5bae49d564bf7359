"""The command that lets bots play: options to rules, games to processes, counts to words."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import stopping
from generator.cli.options import catalogue_option, examples, loaded_deck, say
from generator.cli.picture import may_replace
from generator.cli.rules_options import asked_rules, rules_options
from generator.errors import AsterionError, MissingExtraError, from_extra
from generator.games.labyrinth.engine.rules import BOT_NAMES
from generator.wording import plural

if TYPE_CHECKING:
    from generator.games.labyrinth.simulation.simulation import Played, Player, Simulation

PORTION, FAST_PORTION = 50, 500
"""Games that a process plays at a time, at most: enough to make handing them over cheap, few enough to see progress;
more where games are counted only."""
SOON_S = 10.0
"""For games that the readable engine has played within so many seconds nobody waits until the kernel is compiled, which
takes a minute. Own choice."""
PORTIONS_AHEAD = 4
"""Portions a process that are given out before the first one is asked for: nobody waits, and memory stays bounded."""


@click.command(
    epilog=examples(
        "asterion simulate --games 1000",
        "asterion simulate --players 2 --bot greedy --seed 7 --record games.jsonl",
        "asterion simulate --games 100000 --jobs 0 --tie-break coinless",
    )
)
@catalogue_option
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@click.option("--bot", type=click.Choice(BOT_NAMES), default="random", show_default=True, help="Who plays.")
@rules_options
@click.option(
    "--engine",
    type=click.Choice(["readable", "compiled"]),
    help="Which engine plays; the games are the same. The compiled one is faster and needs the extra 'study'. "
    "Default: compiled, where that is installed; for a few games only if it need not be made first, for a minute.",
)
@click.option(
    "--jobs", type=click.IntRange(0, 512), default=1, show_default=True, help="Processes that play; 0: one a core."
)
@click.option("--record", type=click.Path(path_type=Path, allow_dash=True), help="Write every game there, a line each.")
@click.option("--force", is_flag=True, help="Replace the file of --record if it is there, without asking.")
def simulate(catalogue: Path | None, games: int, jobs: int, record: Path | None, *, force: bool, **wishes: Any) -> None:
    """Let bots play whole games. The same seed gives the same games, for any number of jobs.

    A game by other rules than its edition's alone says so in its record, and `asterion play` judges it by them.
    """
    simulation = _simulation(catalogue, games, recorded=record is not None, **wishes)
    to_stdout = str(record) == "-"
    from generator.processes import cores

    jobs = jobs or cores()
    portions = _portions(simulation, games, jobs)
    played_by_portion = _in_processes(simulation, portions, jobs)
    if sys.stderr.isatty() and not (to_stdout and sys.stdout.isatty()):
        played_by_portion = _watched(played_by_portion, portions)
    tally: Counter[str] = Counter()
    with _writing(record, force=force) as write:
        for played in played_by_portion:
            tally.update(played.counts)
            write("".join(f"{line}\n" for line in played.lines))
    if not to_stdout:
        say(summary(tally, games))


@contextmanager
def _writing(record: Path | None, *, force: bool) -> Iterator[Callable[[str], object]]:
    """Give what writes the games down: to a file, to standard output, or nowhere."""
    if record is None:
        yield lambda _: None
    elif str(record) == "-":
        yield say
    else:
        from generator.publish.atomic_file import writing

        with writing(record, force=force or may_replace(record)) as write:
            yield lambda lines: write(lines.encode())


def _simulation(catalogue: Path | None, games: int, *, recorded: bool, **wishes: Any) -> Simulation:
    """What the options ask for."""
    loaded, deck = loaded_deck(catalogue)
    from generator.games.labyrinth.engine.box import Box
    from generator.games.labyrinth.simulation.simulation import Simulation

    asked = Simulation(
        box=Box.of(deck),
        rules=asked_rules(loaded, **wishes),
        players=wishes["players"],
        seed=wishes["seed"],
        bot=wishes["bot"],
        acts=wishes["actions"],
        deck=loaded.document.sha256,
        engine=wishes["engine"] or "readable",
        recorded=recorded,
    )
    return asked if wishes["engine"] == "readable" else _compiled(asked, games, must=wishes["engine"] is not None)


def _compiled(asked: Simulation, games: int, *, must: bool) -> Simulation:
    """Return the same simulation on the compiled engine; as it was, if that cannot play it and need not.

    Where machine code cannot be kept it would be made anew for a minute each time: nobody gets that unasked. Nor is it
    made for a few games.

    Raises:
        AsterionError: it must, and the extra is missing or the game does not fit.
    """
    compiled = replace(asked, engine="compiled")
    try:
        with from_extra("study"):
            from generator.games.labyrinth.kernel.api import can_be_kept, is_compiled, prepare
        if not must and not (can_be_kept() and (asked.readable_s(games) > SOON_S or is_compiled())):
            return asked
        prepare(partial(click.echo, err=True))
        compiled.player()  # which tells what does not fit
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


# Sharing out


def _portions(simulation: Simulation, games: int, jobs: int) -> list[range]:
    """The numbers of the games in portions, several for each process if there are enough."""
    most = FAST_PORTION if simulation.engine == "compiled" and not simulation.recorded else PORTION
    size = max(1, min(most, games // (PORTIONS_AHEAD * jobs)))
    return [range(first, min(games, first + size)) for first in range(0, games, size)]


def _in_processes(simulation: Simulation, portions: Iterable[range], jobs: int) -> Iterator[Played]:
    """What came of each portion, in their order."""
    if jobs == 1:
        yield from _here(simulation.player(), portions)
        return
    from generator.games.labyrinth.simulation.ahead import NONE_TO_SHARE, kept_ahead
    from generator.processes import result_of, spawned

    player = simulation.player()  # what cannot be played is told here, where no process breaks
    beside = spawned(jobs, _sit_down, (simulation,))
    if beside is None:
        click.echo(NONE_TO_SHARE, err=True)
        yield from _here(player, portions)
        return
    with (
        beside as pool,
        kept_ahead((pool.submit(_play_here, one) for one in portions), PORTIONS_AHEAD * jobs) as futures,
    ):
        for future in futures:
            try:
                yield result_of(future)
            except BrokenExecutor:
                raise AsterionError("a process that played was killed; run the command again") from None


def _here(player: Player, portions: Iterable[range]) -> Iterator[Played]:
    """Play in this process."""
    for portion in portions:
        stopping.look()  # the compiled engine plays a portion without looking
        yield player(portion)


_SEATED: list[Player] = []
"""The engine of a worker process, made once."""


def _sit_down(simulation: Simulation) -> None:
    _SEATED[:] = [simulation.player()]


def _play_here(portion: range) -> Played:
    return _SEATED[0](portion)


def _watched(played: Iterator[Played], portions: list[range]) -> Iterator[Played]:
    """The same, with a bar that grows."""
    from generator.cli.progress import Bar

    bar = Bar(eta=True)
    bar.begin(sum(map(len, portions)))
    try:
        for portion in portions:
            bar.step("", len(portion))
            yield next(played)
    finally:
        bar.end()


def summary(tally: Counter[str], games: int) -> str:
    """The counts in words, each by game or by player."""
    seats = [name for name in sorted(tally) if name.startswith("wins")]
    lines = [
        f"{plural(games, 'game')}",
        f"impaled in a game          {tally['impaled'] / games:8.2f}",
        f"actions in a game          {tally['actions'] / games:8.2f}",
        f"treasure of a player       {tally['treasure'] / tally['seats']:8.2f}",
        f"points from impaling       {tally['kills'] / tally['seats']:8.2f}",
        f"escaped prisoners          {tally['escaped'] / tally['seats']:8.2f}",
        f"shared victories           {tally['shared'] / games:8.1%}",
        *(f"{name:27}{tally[name] / games:8.1%}" for name in seats),
    ]
    return "\n".join(lines) + "\n"
