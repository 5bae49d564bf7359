"""The command that pours tokens: a starting position from a seed, its picture, whether it can be won, and how often."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from asterion_press.catalogue import library
from asterion_press.cli.options import (
    chosen_game,
    command,
    format_option,
    game_at_hand,
    game_options,
    wrong_kind,
)
from asterion_press.cli.picture import (
    PAPER_OPTION,
    look_of,
    picture_options_for,
    picture_request,
    scene_picture,
    write_picture,
)
from asterion_press.cli.terminal import Bar, say
from asterion_press.errors import plural
from asterion_press.games.asterismo.game import HexGame
from asterion_press.games.asterismo.rules import HexPosition
from asterion_press.games.asterismo.setup import CONFIDENCE, Odds, Setup, pour, starting_position
from asterion_press.games.asterismo.solver import Solution
from asterion_press.games.asterismo.solver import solve as solve_position
from asterion_press.games.report import json_text

DEFAULT_SEED = 1
DEFAULT_STEPS = 20_000


@command()
@game_options
@click.option("--seed", type=click.IntRange(0), help=f"Same seed, same tokens. Default: {DEFAULT_SEED}.")
@click.option("--players", type=click.IntRange(2, 3), default=2, show_default=True, help="How many play.")
@click.option("--takes", metavar="A1,B2,…", help="Go on with these takes, one player after the other.")
@click.option("--solve", is_flag=True, help="Say whether the position can be won, and how.")
@click.option("--odds", type=click.IntRange(1, 1_000_000), metavar="N", help="Solve the setups of N seeds instead.")
@click.option(
    "--steps",
    hidden=True,
    type=click.IntRange(1),
    help=f"After how many steps a search gives up; with --solve or --odds. Default: {DEFAULT_STEPS}.",
)
@format_option()
@picture_options_for("the position", PAPER_OPTION)
def setup(
    seed: int | None,
    players: int,
    takes: str | None,
    solve: bool,
    odds: int | None,
    steps: int | None,
    form: str,
    draw: Path | None,
    **look: Any,
) -> None:
    """Pour the tokens of a game from a seed, and print the position in which it starts.

    With --takes it is the position after these. The solver finds out whether all players together can still win, or
    that they cannot; where its steps run out before, it says so. With --odds it does that for the seeds from --seed on.

    Examples:
        asterion play setup asterismo --seed 7
        asterion play setup asterismo --seed 7 --players 3 --draw setup.pdf
        asterion play setup asterismo --seed 7 --solve
        asterion play setup asterismo --seed 4 --takes g5,h8 --solve
        asterion play setup asterismo --odds 400
    """
    request = picture_request(draw, **look)
    if steps is not None and not (solve or odds):
        raise click.UsageError("--steps is about the solver; add --solve or --odds N")
    if odds and (takes or solve or draw):
        raise click.UsageError("--odds is about many setups; leave out --takes, --solve and --draw")
    found = _hexes()
    first, limit = DEFAULT_SEED if seed is None else seed, steps or DEFAULT_STEPS
    if odds:
        say(_odds(first, odds, players, limit, form))
        return
    words = takes.replace(",", " ").lower().split() if takes else []
    try:
        poured = Setup.of(found.catalogue, first, players, words)
    except ValueError as error:
        raise click.UsageError(f"--takes: {error}") from None
    solution = solve_position(poured.position, limit) if solve else None
    if form == "json":
        text = json_text(poured.data(solution))
    else:
        text = poured.text() + (f"\n{_verdict(solution, poured.position)}\n" if solution else "")
    say(text)
    if request is not None:
        theme, paper = look_of(request)
        scene = poured.scene(theme)
        write_picture(request, scene_picture(scene, found.head, paper, request.kind), scene.title, quiet=form == "json")


def _hexes() -> HexGame:
    """Return the game that was named, or else the first game of this kind.

    Raises:
        click.UsageError: it is of another kind.
    """
    game = None
    if chosen_game() is None:
        listed = library.games().items()
        game = next((name for name, file in listed if library.top_id(file, "kind") == HexGame.kind), None)
    found = game_at_hand(game)
    if not isinstance(found, HexGame):
        raise wrong_kind(found, HexGame.kind)
    return found


def _verdict(solution: Solution, position: HexPosition) -> str:
    """Return the solver's verdict in words."""
    steps = plural(solution.steps, "step")
    if solution.verdict == "undecided":
        return f"undecided after {steps}; allow more with --steps"
    if solution.verdict == "lost":
        return f"cannot be won, whatever the players do ({steps})"
    if not solution.line:
        return "the goal is met"
    players = position.players
    turns = [f"{(position.turn + number) % players + 1}:{take}" for number, take in enumerate(solution.line)]
    return f"can be won in {plural(len(turns), 'take')} ({steps}): {' '.join(turns)}"


def _odds(first: int, count: int, players: int, steps: int, form: str) -> str:
    """Return how often setups can be won, as text or as JSON."""
    counts = Counter[str]()
    bar = Bar(eta=True)
    bar.begin(count)
    try:
        for seed in range(first, first + count):
            counts[solve_position(starting_position(pour(seed), players), steps).verdict] += 1
            bar.step(f"seed {seed}", 1)
    finally:
        bar.end()
    odds = Odds(counts["won"], counts["lost"], counts["undecided"])
    low, high = odds.interval
    if form == "json":
        return json_text(
            {"players": players, "seeds": [first, first + count - 1], "steps": steps, **odds._asdict(),
             "confidence": CONFIDENCE, "interval": [round(low, 4), round(high, 4)]}
        )  # fmt: skip
    return (
        f"{plural(count, 'setup')} for {players} players, seeds {first} to {first + count - 1}: {odds.won} can be won, "
        f"{odds.lost} cannot, {odds.undecided} undecided after {plural(steps, 'step')}\n"
        f"so {low:.1%} to {high:.1%} of all setups can be won ({CONFIDENCE:.0%} interval after Wilson; undecided ones "
        "may be either)\n"
    )
