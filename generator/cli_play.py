"""Commands that know the rules: replay and judge games, count an end of game, let bots play."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli_options import catalogue_option, examples, loaded_deck, say
from generator.errors import InputError, Mistake, Place
from generator.wording import plural, suggestion

if TYPE_CHECKING:
    from generator.catalogue.positions import LoadedTable
    from generator.catalogue.strict_yaml import Location
    from generator.play.box import Box
    from generator.play.record import Record
    from generator.play.rules import Rules

CHUNK = 50
"""Games that a worker plays at a time: enough to make handing them over cheap, few enough to see progress."""


@click.command(epilog=examples("asterion play game.jsonl", "asterion simulate --games 9 --record - | asterion play -"))
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@catalogue_option
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def play(record: Path, catalogue: Path | None, quiet: bool) -> None:
    """Replay recorded games, one JSON object a line, and judge every ply, capture, point and winner.

    Exit status 1 if a record breaks a rule or claims what the engine does not find.
    """
    from generator.play.box import Box

    loaded, deck = loaded_deck(catalogue)
    box = Box.of(deck)
    mistakes = []
    for number, line in _lines(record):
        try:
            said = _judged(line, box, loaded.document.sha256)
        except InputError as error:
            mistakes += [Mistake(Place(str(record), number, 1), fault.message) for fault in error.mistakes]
        else:
            if not quiet:
                say(f"{record}:{number}: {said}\n")
    if mistakes:
        raise InputError(mistakes)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a record that hold something, with their numbers."""
    if str(path) == "-":
        text = sys.stdin.read()
    else:
        from generator.catalogue.files import read_bytes

        try:
            text = read_bytes(path, str(path), limit=1 << 30).decode("utf-8")
        except UnicodeDecodeError as error:
            sound = error.object[: error.start].decode("utf-8")
            place = Place(str(path), sound.count("\n") + 1, len(sound) - sound.rfind("\n"))
            raise InputError.at(place, "not UTF-8; save the file as UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line


def _judged(line: str, box: Box, deck_hash: str) -> str:
    """What became of a game that is true in everything it claims.

    Raises:
        InputError: what is wrong with it.
    """
    from generator.play.errors import PlayError
    from generator.play.record import read, replay
    from generator.play.scoring import final

    try:
        record = read(line)
        position = replay(record, box, deck=deck_hash)
    except PlayError as error:
        raise InputError.at(Place(""), str(error)) from None
    if not position.is_over:
        return f"{plural(len(record.turns), 'ply', 'plies')}, broken off; every claim is true"
    counted = final(position)
    scores = ", ".join(f"{seat} {score}" for seat, score in counted.scores.items())
    won = f"{' and '.join(counted.winners)} won"
    plies = plural(len(record.turns), "ply", "plies")
    return f"{plies}, {counted.captured} impaled; {scores}; {won}; every claim is true"


@click.command(epilog=examples("asterion score position.yaml", "asterion score position.yaml --catalogue mine.yaml"))
@click.argument("position", type=click.Path(path_type=Path, dir_okay=False))
@catalogue_option
def score(position: Path, catalogue: Path | None) -> None:
    """Count the end of a game from a position file, and explain each chamber, prisoner by prisoner."""
    from generator.catalogue.positions import load_table
    from generator.play.box import Box
    from generator.play.errors import MalformedError
    from generator.play.explain import explain_final, explained
    from generator.play.position import Position
    from generator.play.rules import Rules

    _, deck = loaded_deck(catalogue)
    loaded = load_table(position, str(position))
    table = loaded.table
    rules = Rules(table.edition, table.score_impaled, table.tie_break, table.outside)
    box = Box.of(deck)
    if mistakes := [*_tile_mistakes(loaded, box), *_player_mistakes(loaded, box)]:
        raise InputError(mistakes)
    impaled = [(path.tile, path.path - 1) for path in table.impaled]
    try:
        arranged = Position.arranged(box, rules, table.seats, _laid(loaded), impaled=impaled, kills=table.kills)
    except MalformedError as error:
        raise InputError.at(loaded.document.value_place(("tiles",)), str(error)) from None
    say(explained(explain_final(arranged)))


def _tile_mistakes(loaded: LoadedTable, box: Box) -> Iterator[Mistake]:
    """Tiles that can lie on no table, each where it is written."""
    from generator.deck.tiles import MINOTAUR_ID

    table, place = loaded.table, loaded.document.value_place
    cells: dict[tuple[int, int], str] = {}
    for number, laid in enumerate(table.tiles):
        at: Location = ("tiles", number)
        if laid.tile != MINOTAUR_ID and laid.tile not in box.pieces:
            message = f"unknown tile {laid.tile!r}; `asterion tiles` lists the deck"
            yield Mistake(place((*at, "tile")), message)
        if laid.tile in cells.values():
            yield Mistake(place((*at, "tile")), f"tile {laid.tile!r} lies on the table already")
        if laid.at in cells:
            yield Mistake(place((*at, "at")), f"cell {list(laid.at)} is taken by tile {cells[laid.at]!r} already")
        cells.setdefault(laid.at, laid.tile)
    if MINOTAUR_ID not in (laid.tile for laid in table.tiles):
        message = f"no tile {MINOTAUR_ID!r}; write where he lies, as in {{tile: minotaur, at: [0, 0]}}"
        yield Mistake(place(("tiles",)), message)


def _player_mistakes(loaded: LoadedTable, box: Box) -> Iterator[Mistake]:
    """Seats that there are none of, and prisoners who can lie impaled nowhere."""
    table, place = loaded.table, loaded.document.value_place
    pieces = {laid.tile: box.pieces[laid.tile] for laid in table.tiles if laid.tile in box.pieces}
    for number, seat in enumerate(table.seats):
        if seat not in box.colours:
            yield Mistake(place(("seats", number)), f"unknown colour {seat!r}; {suggestion(seat, box.colours)}")
        elif seat in table.seats[:number]:
            yield Mistake(place(("seats", number)), f"{seat} sits at the table already")
    for number, path in enumerate(table.impaled):
        if path.tile not in pieces:
            yield Mistake(place(("impaled", number, "tile")), f"tile {path.tile!r} does not lie on the table")
        elif not pieces[path.tile].prisoners >> path.path - 1 & 1:
            message = f"path {path.path} of tile {path.tile!r} holds no prisoner who could be impaled"
            yield Mistake(place(("impaled", number, "path")), message)


def _laid(loaded: LoadedTable) -> dict[tuple[int, int], tuple[str, int]]:
    """What lies in which cell, counted from the minotaur's."""
    from generator.deck.tiles import MINOTAUR_ID

    tiles = {tile.at: (tile.tile, tile.turns) for tile in loaded.table.tiles}
    [(left, top)] = [cell for cell, (tile, _) in tiles.items() if tile == MINOTAUR_ID]
    return {(x - left, y - top): what for (x, y), what in tiles.items() if (x, y) != (left, top)}


@click.command(
    epilog=examples(
        "asterion simulate --games 1000",
        "asterion simulate --players 2 --bot greedy --seed 7 --record games.jsonl",
    )
)
@catalogue_option
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@click.option("--bot", type=click.Choice(["random", "greedy"]), default="random", show_default=True, help="Who plays.")
@click.option("--edition", type=click.Choice(["revised", "original"]), default="revised", show_default=True)
@click.option("--no-actions", is_flag=True, help="Let the bots only place.")
@click.option(
    "--engine",
    type=click.Choice(["readable", "compiled"]),
    default="readable",
    show_default=True,
    help="Which engine plays; the games are the same. The compiled one is faster and needs the extra 'study'.",
)
@click.option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, help="Processes that play.")
@click.option("--record", type=click.Path(path_type=Path, allow_dash=True), help="Write every game there, a line each.")
def simulate(catalogue: Path | None, games: int, jobs: int, record: Path | None, seed: int, **wishes: Any) -> None:
    """Let bots play whole games. The same seed gives the same games, for any number of jobs."""
    loaded, deck = loaded_deck(catalogue)
    from generator.play.box import Box
    from generator.play.rules import Rules

    rules = Rules(edition=wishes["edition"])
    actions = False if wishes["no_actions"] else None
    play_some = _play_compiled if wishes["engine"] == "compiled" else _play_readable
    if play_some is _play_compiled:
        from generator.play.kernel import prepare

        prepare(partial(click.echo, err=True))
    bot, deck_hash = wishes["bot"], loaded.document.sha256
    work = partial(play_some, Box.of(deck), rules, wishes["players"], seed, bot, actions, deck_hash)
    tally: Counter[str] = Counter()
    to_stdout = str(record) == "-"
    with click.open_file(str(record), "w", "utf-8", atomic=not to_stdout) if record else nullcontext() as file:
        for played in _in_jobs(work, games, jobs):
            for line, counted in played:
                tally.update(counted)
                if file is not None:
                    file.write(line + "\n")
    if not to_stdout:
        say(_summary(tally, games))


def _in_jobs(work: Any, games: int, jobs: int) -> Iterator[list[tuple[str, Counter[str]]]]:
    """The games in their order, played by that many processes."""
    chunks = [range(first, min(games, first + CHUNK)) for first in range(0, games, CHUNK)]
    if jobs == 1:
        yield from map(work, chunks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, chunks)


def _play_readable(
    box: Box, rules: Rules, players: int, seed: int, bot: Any, actions: bool | None, deck: str, games: range
) -> list[tuple[str, Counter[str]]]:
    """Some games: each as a line of record, and what is counted of it."""
    from generator.play.bots import game_seed, random_game

    seeds = (game_seed(seed, index) for index in games)
    return [_told(random_game(box, rules, players, one, bot=bot, actions=actions, deck=deck)) for one in seeds]


def _play_compiled(
    box: Box, rules: Rules, players: int, seed: int, bot: Any, actions: bool | None, deck: str, games: range
) -> list[tuple[str, Counter[str]]]:
    """The very same games, played by the compiled engine."""
    from generator.play.bots import game_seed, seats_for
    from generator.play.kernel import Kernel

    kernel = Kernel(box, rules, seats_for(box, players))
    return [_told(kernel.record(game_seed(seed, index), bot, actions=actions, deck=deck)) for index in games]


def _told(game: Record) -> tuple[str, Counter[str]]:
    from generator.play.record import written

    return written(game), _counted(game)


def _counted(game: Record) -> Counter[str]:
    counted = game.final
    if counted is None:
        return Counter()
    counts = Counter({"impaled": counted.captured, "shared": len(counted.winners) > 1})
    for number, seat in enumerate(game.seats, 1):
        counts[f"wins of seat {number}"] += seat in counted.winners
        counts["treasure"] += counted.treasure[seat]
        counts["kills"] += counted.kills[seat]
        counts["escaped"] += counted.escaped[seat]
        counts["seats"] += 1
    counts["actions"] += sum(type(turn.ply).__name__ != "Place" for turn in game.turns)
    return counts


def _summary(tally: Counter[str], games: int) -> str:
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
