"""Replaying recorded games and judging every claim; a moment of one can be drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from generator import stopping
from generator.bounds import MISTAKES
from generator.catalogue.files import opened, read_lines
from generator.cli.options import catalogue_option, examples, say
from generator.cli.picture import picture_options, wish_of
from generator.errors import InputError, Mistake, Place, refuse
from generator.games.labyrinth.commands.deck_names import loaded_deck
from generator.games.labyrinth.commands.pictures import draw_picture, view_of
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.record import Moment, moment_of, read_record, replay
from generator.games.labyrinth.engine.rules import PlayError
from generator.games.labyrinth.engine.scoring import final
from generator.wording import plural


@click.command(
    epilog=examples(
        "asterion play game.jsonl",
        "asterion simulate --games 9 --record - | asterion play -",
        "asterion play game.jsonl --draw end.pdf",
        "asterion play games.jsonl --game 3 --ply 20 --draw ply-20.png",
    )
)
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@catalogue_option
@picture_options
@click.option("--game", type=click.IntRange(1), metavar="K", help="Draw the K-th game of the record.")
@click.option("--ply", type=click.IntRange(0), metavar="N", help="Draw the table after ply N; 0 is the beginning.")
@click.option("--all", "every", is_flag=True, help="Tell every false claim, not only the first of each game.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def play(
    record: Path,
    catalogue: Path | None,
    draw: Path | None,
    game: int | None,
    ply: int | None,
    every: bool,
    quiet: bool,
    **look: Any,
) -> None:
    """Replay recorded games, one JSON object a line, and judge every ply, capture, point and winner.

    Exit status 1 if a record breaks a rule or claims what the engine does not find; then nothing is drawn. With --all
    every game is judged to its end, or to the ply that breaks a rule, and all that is wrong is told.
    """
    wish = wish_of(draw, game=game, ply=ply, **look)

    loaded, deck = loaded_deck(catalogue)
    box = GameSet.of(deck)
    games, chosen = _judge(record, box, loaded.document.sha256, game or 1, every=every, quiet=quiet)
    if wish is not None:
        _choose(record, games, game)

        draw_picture(wish, view_of(_moment(chosen, box, ply)), deck, quiet=quiet)


def _judge(record: Path, box: GameSet, deck_hash: str, wanted: int, *, every: bool, quiet: bool) -> tuple[int, str]:
    """Judge every game, say what became of each, and return how many there are, and the line of the wanted one.

    Raises:
        InputError: what is wrong with them; of each game the first, unless `every` mistake is told as it is found.
    """
    games, chosen, is_false, mistakes = 0, "", False, list[Mistake]()
    try:
        for number, line in _lines(record):
            games += 1
            if games == wanted:
                chosen = line
            said, faults = _judged(line, box, deck_hash, every=every)
            found = [Mistake(Place(str(record), number, 1), fault) for fault in faults]
            if every:
                is_false = is_false or bool(found)
                for mistake in found:
                    click.secho(str(mistake), fg="red", err=True)
            else:
                mistakes += found
            if len(mistakes) > MISTAKES:
                break
            if not (faults or quiet):
                say(f"{record}:{number}: {said}\n")
    except InputError as error:  # the rest cannot be read
        mistakes += error.mistakes
    refuse(mistakes)
    if is_false:
        click.get_current_context().exit(1)
    return games, chosen


def _choose(record: Path, games: int, game: int | None) -> None:
    """Hold the game that is to be drawn against those that there are.

    Raises:
        InputError: the record holds none.
        click.UsageError: that is not said, or there is none of that number.
    """
    if not games:
        raise InputError.at(Place(str(record)), "holds no game that could be drawn")
    if game is None and games > 1:
        raise click.UsageError(f"{record} holds {games} games; say which is to be drawn with --game 1 to {games}")
    if game is not None and game > games:
        raise click.UsageError(f"{record} holds {plural(games, 'game')}; give --game 1{f' to {games}' * (games > 1)}")


def _moment(line: str, box: GameSet, ply: int | None) -> Moment:
    """Return a moment of a game that was judged true.

    Raises:
        click.UsageError: the game has no such ply.
    """
    record = read_record(line)
    if ply is not None and ply > len(record.turns):
        raise click.UsageError(
            f"the game has {plural(len(record.turns), 'ply', 'plies')}; give --ply 0 to {len(record.turns)}"
        )
    return moment_of(record, box, ply)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a record that hold something, with their numbers; a record may be longer than the memory."""
    if str(path) == "-":
        with stopping.at_once():  # nobody knows when the next line comes
            yield from read_lines(sys.stdin.buffer, "-")
        return
    with opened(path, str(path)) as file:
        yield from read_lines(file, str(path))


def _judged(line: str, box: GameSet, deck_hash: str, *, every: bool) -> tuple[str, list[str]]:
    """Return what became of a game, and what is wrong with it: the first fault, or `every` one.

    Nothing is judged after a ply that breaks a rule.
    """
    faults: list[str] = []
    try:
        record = read_record(line)
        differs = (lambda error: faults.append(str(error))) if every else None
        position = replay(record, box, deck=deck_hash, differs=differs)
    except PlayError as error:
        faults.append(str(error))
        return "", faults
    plies = plural(len(record.turns), "ply", "plies")
    if not position.is_over:
        return f"{plies}, broken off; every claim is true", faults
    counted = final(position)
    scores = ", ".join(f"{seat} {score}" for seat, score in counted.scores.items())
    won = f"{' and '.join(counted.winners)} won"
    return f"{plies}, {counted.captured} impaled; {scores}; {won}; every claim is true", faults
