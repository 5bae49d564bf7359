"""Recorded games, replayed and every claim judged; ends of games that players wrote down, counted; pictures of both."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from asterion_press import stopping
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import opened, read_lines
from asterion_press.catalogue.themes import Theme
from asterion_press.cli.options import command, game_options
from asterion_press.cli.picture import (
    DPI,
    PAPER_OPTION,
    PictureFormat,
    PictureRequest,
    look_of,
    picture_file,
    picture_options_for,
    picture_request,
    write_picture,
)
from asterion_press.cli.terminal import say
from asterion_press.cli.values import OneOf
from asterion_press.errors import MISTAKES, InputError, Mistake, Place, plural, refuse
from asterion_press.games.labyrinth.catalogue.position_records import load_table
from asterion_press.games.labyrinth.commands.deck_names import loaded_deck
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.model_pictures import best_model_plan, model_scene
from asterion_press.games.labyrinth.diagrams.placed import TileDrawings
from asterion_press.games.labyrinth.diagrams.table import TableView, best_plan, table_scene
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.described_tables import arranged_table
from asterion_press.games.labyrinth.engine.plies import spell_ply
from asterion_press.games.labyrinth.engine.record import Moment, moment_of, read_record, replay
from asterion_press.games.labyrinth.engine.rules import PlayError, rules_of
from asterion_press.games.labyrinth.engine.scoring import explain_final, explanation_text, final

VIEWS = ("table", "model")
VIEW_OPTION = click.option(
    "--view",
    type=OneOf(VIEWS),
    hidden=True,
    help="Draw the table from above, or as a model with standing walls that fills the paper. Default: table.",
)
table_options = picture_options_for("the table", PAPER_OPTION, VIEW_OPTION)


@command("replay")
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@game_options
@table_options
@click.option("--game", type=click.IntRange(1), metavar="K", help="Draw the K-th game of the record.")
@click.option("--ply", type=click.IntRange(0), metavar="N", help="Draw the table after ply N; 0 is the beginning.")
@click.option("-q", "--quiet", is_flag=True, help="Print only what is wrong.")
def replay_games(
    record: Path, draw: Path | None, game: int | None, ply: int | None, view: str | None, quiet: bool, **look: Any
) -> None:
    """Replay recorded games, one JSON object a line, and judge every ply, capture, point and winner.

    Exit status 1 if a record breaks a rule or makes a claim that the engine does not confirm; then nothing is drawn.

    Examples:
        asterion play replay game.jsonl
        asterion play simulate --games 9 --record - | asterion play replay -
        asterion play replay game.jsonl --draw end.pdf
        asterion play replay games.jsonl --game 3 --ply 20 --draw ply-20.png
        asterion play replay game.jsonl --draw poster.pdf --view model --paper a2
    """
    request = picture_request(draw, game=game, ply=ply, view=view, **look)

    loaded, deck = loaded_deck()
    box = GameSet.of(deck)
    games, chosen = _judge(record, box, loaded.document.sha256, game or 1, quiet=quiet)
    if request is not None:
        _choose(record, games, game)

        draw_picture(request, view_of(_moment(chosen, box, ply)), deck, view, quiet=quiet)


def _judge(record: Path, box: GameSet, deck_hash: str, wanted: int, *, quiet: bool) -> tuple[int, str]:
    """Judge every game, print the verdict on each, and return their number and the line of the wanted one.

    Raises:
        InputError: the mistakes, the first of each game.
    """
    games, chosen, mistakes = 0, "", list[Mistake]()
    try:
        for number, line in _lines(record):
            games += 1
            if games == wanted:
                chosen = line
            try:
                outcome = _judged(line, box, deck_hash)
            except PlayError as error:
                mistakes.append(Mistake(Place(str(record), number, 1), str(error)))
                if len(mistakes) > MISTAKES:
                    break
            else:
                say("" if quiet else f"{record}:{number}: {outcome}\n")
    except InputError as error:  # the rest cannot be read
        mistakes += error.mistakes
    refuse(mistakes)
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


def _judged(line: str, box: GameSet, deck_hash: str) -> str:
    """Return what became of a game.

    Raises:
        PlayError: it breaks a rule, or claims what the engine does not confirm.
    """
    record = read_record(line)
    position = replay(record, box, deck=deck_hash)
    plies = plural(len(record.turns), "ply", "plies")
    if not position.is_over:
        return f"{plies}, broken off; every claim is true"
    counted = final(position)
    scores = ", ".join(f"{seat} {score}" for seat, score in counted.scores.items())
    won = f"{' and '.join(counted.winners)} won"
    return f"{plies}, {counted.captured} impaled; {scores}; {won}; every claim is true"


# -- pictures of tables ------------------------------------------------------------------------------------------------

LEGEND = (
    "in the picture: numbers are the chambers above, gold threads pay, dark numbers are enclosed, arrows lead outside, "
    "the beaded thread is the minotaur's chamber\n"
)


def view_of(moment: Moment) -> TableView:
    """Return the view of a moment of a recorded game, with its count if the game is over."""
    count = explain_final(moment.position) if moment.ended else None
    if moment.turn is None:
        return TableView("the beginning of a game", moment.position, None, moment)
    last = f"after ply {moment.number} of {moment.plies}, {spell_ply(moment.turn.ply)}"
    return TableView(f"the end of a game, {last}" if count else f"a game {last}", moment.position, count, moment)


def table_picture(
    view: TableView,
    deck: Deck,
    theme: Theme,
    paper: Paper,
    kind: PictureFormat,
    dpi: int = DPI,
    *,
    as_model: bool = False,
) -> bytes:
    """Draw a table.

    Args:
        view: what is drawn.
        deck: its tiles are drawn.
        theme: the inks.
        paper: upright or lying, whichever gives larger tiles; SVG and PNG are as large as the picture on it.
        kind: the file's format.
        dpi: pixels an inch of a PNG.
        as_model: whether the walls stand and the picture fills the paper.

    Raises:
        LayoutError: the table is too large for the paper, or the picture has too many pixels.
        AsterionError: what draws pixels is not installed.
    """
    art = TileDrawings(deck, theme)
    margins, (wide, high) = paper.margin_mm, (paper.width_mm, paper.height_mm)
    room = wide - margins.left - margins.right, high - margins.top - margins.bottom
    rooms = room, room[::-1]
    if as_model:
        lying, model_plan = best_model_plan(view, art, rooms)
        scene = model_scene(view, art, model_plan)
    else:
        lying, plan = best_plan(view, art, rooms)
        scene = table_scene(view, art, plan)
    return picture_file(scene, deck.catalogue.head, (high, wide) if lying else (wide, high), kind, dpi)


def draw_picture(
    request: PictureRequest, view: TableView, deck: Deck, drawn_as: str | None, *, quiet: bool = False
) -> None:
    """Draw a table as one of the views, write the picture, and say so unless `quiet`.

    Raises:
        AsterionError: it cannot be drawn, or not be written.
    """
    data = table_picture(view, deck, *look_of(request), request.kind, as_model=drawn_as == "model")
    write_picture(request, data, view.title, quiet=quiet)


# -- ends of games that players wrote down -----------------------------------------------------------------------------


@command()
@click.argument("position", type=click.Path(path_type=Path, dir_okay=False))
@game_options
@table_options
def score(position: Path, draw: Path | None, view: str | None, **look: Any) -> None:
    """Count the end of a game from a position file, and explain each chamber, prisoner by prisoner.

    A table that no game can bring about is refused, with every reason at its place in the file. A picture of it bears
    the same numbers of chambers, and the same coordinates along its edges.

    Examples:
        asterion play score position.yaml
        asterion play score position.yaml --draw position.pdf
        asterion play score position.yaml mine.yaml --draw position.png
    """
    request = picture_request(draw, view=view, **look)
    whole, deck = loaded_deck()
    loaded = load_table(position)
    table = loaded.table
    rules = rules_of(whole.catalogue, **table.agreed)
    if table.game != (game := whole.catalogue.game):
        message = f"a position of the game {table.game!r}, counted as one of {game!r}; write {game!r} here, "
        place = loaded.document.value_place(("game",))
        raise InputError.at(place, message + "or name its catalogue behind the position")
    arranged = arranged_table(loaded, GameSet.of(deck), rules)
    if any(table.kills.values()) and not rules.scores_impaled:
        place = loaded.document.key_place(("kills",))
        click.secho(f"{place}: left out; impaling brings no points in this game", fg="yellow", err=True)
    count = explain_final(arranged)
    say(explanation_text(count))
    if request is not None:
        if view != "model":
            say(f"\n{LEGEND}")
        draw_picture(request, TableView("the end of a game", arranged, count), deck, view)
