"""Old spellings of commands go on working, and name the new one once; the tree of commands stays small."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from generator.cli.main import all_commands, main
from generator.cli.old_spellings import RENAMED, respelt
from tests.torture.commands import all_commands as leaves

MOST_COMMANDS, MOST_OPTIONS = 12, 130

RESPELT = {
    "tiles minotaurus --format csv": "list tiles minotaurus --format csv",
    "games": "list games",
    "layouts --show tight": "list layouts tight",
    "layouts --show=tight": "list layouts tight",
    "games --show asterion": "list games asterion",
    "schema": "list schemas catalogue",
    "schema paper": "list schemas paper",
    "schema --list": "list schemas",
    "languages": "list languages",
    "languages --format json": "list languages --format json",
    "languages status de": "language status de",
    "export tgc": "export tgc",
    "draw -n": "build --only svg -n",
    "sheets --layout tight": "build --only sheets --layout tight",
    "booklet --paper letter": "build --only booklet --paper letter",
    "box --thickness 2": "build --only box --thickness 2",
    "rules": "build --only rules --only web",
    "rules --language ja --format html": "build --only web --language ja",
    "rules --format=pdf": "build --only rules",
    "gallery --against old.yaml": "preview --against old.yaml",
    "watch --port 8420": "preview --watch --port 8420",
    "calibrate --printer hall": "printer calibrate --printer hall",
    "calibrate --list": "printer list",
    "calibrate --show hall": "printer show hall",
    "calibrate --use none": "printer use none",
    "calibrate --delete hall": "printer delete hall",
    "ink --pages": "printer ink --pages",
    "ink --printer home-inkjet": "printer ink --ink home-inkjet",
    "play games.jsonl --all": "play replay games.jsonl --all",
    "play -": "play replay -",
    "play replay games.jsonl": "play replay games.jsonl",
    "play --help": "play --help",
    "score position.yaml": "play score position.yaml",
    "simulate --games 2": "play simulate --games 2",
    "study --seats": "play study --seats",
    "design --target targets.yaml --seed 7": "play search targets.yaml --seed 7",
    "designs --open-sides 1-4": "play designs --open-sides 1-4",
    "setup asterismo": "play setup asterismo",
    "build --only check": "build --only check",
}


KEPT = {"build", "export", "play"}
"""First words that are as they were."""


def test_an_old_spelling_is_the_new_one_and_names_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {}
    for old, new in RESPELT.items():
        found = " ".join(respelt(old.split(), all_commands()))
        told = capsys.readouterr().err.splitlines()
        renamed = old.split(maxsplit=1)[0] not in KEPT or (old != new and " replay " in f"{new} ")
        if (found, len(told)) != (new, renamed):
            wrong[old] = found, told
    assert wrong == {}


def test_every_old_command_is_tried_here() -> None:
    assert {old.split()[0] for old in RESPELT} >= {*RENAMED}


def test_an_old_command_runs() -> None:
    old, new = (CliRunner().invoke(main, words) for words in (["tiles"], ["list", "tiles"]))
    assert (old.exit_code, old.stdout) == (0, new.stdout)
    assert old.stderr == "`asterion tiles` is `asterion list tiles` now\n"
    assert new.stderr == ""


def test_the_tree_of_commands_is_small() -> None:
    shown = [name for name, command in main_commands().items() if not command.hidden]
    assert len(shown) <= MOST_COMMANDS
    options = [
        f"{name} --{param.name}"
        for name, command in leaves(main)
        for param in command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
        if isinstance(param, click.Option) and not param.hidden and "--help" not in param.opts
    ]
    assert len(options) <= MOST_OPTIONS, options


def main_commands() -> dict[str, click.Command]:
    """Return the commands and groups of the top by name."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "simulate", "--rule", "tiebreak=all"), "unknown rule 'tiebreak'; did you mean 'tie-break'?"),
        (("play", "simulate", "--rule", "tie-break=none"), "unknown tie-break 'none'; one of all, coinless"),
        (("play", "simulate", "--rule", "actions=true"), "unknown answer 'true'; one of yes, no"),
        (("play", "designs", "--limit", "coin=1"), "unknown limit 'coin'; did you mean 'coins'?"),
        (("play", "designs", "--limit", "coins=2-1"), "'2-1' is no range from a smaller to a larger number"),
        (("play", "designs", "--limit", "path-coins=9"), "9 is not in the range"),
        (("export", "png", "--set", "dpj=300"), "unknown setting 'dpj'; did you mean 'dpi'?"),
        (("export", "png", "--set", "dpi=1"), "1 is not in the range"),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) else "",
)
def test_a_wrong_name_or_value_is_told_with_what_would_be_right(words: tuple[str, ...], told: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert f"Invalid value for '{words[-2]}'" in result.stderr


def test_a_rule_by_its_name_and_value_is_the_old_option() -> None:
    game = ["play", "simulate", "--games", "2", "--players", "2", "--engine", "readable"]
    new, old = ["--rule", "actions=no", "--rule", "tie-break=seat"], ["--no-actions", "--tie-break", "seat"]
    by_name, by_option = (CliRunner().invoke(main, [*game, *words, "--record", "-"]) for words in (new, old))
    assert by_name.exit_code == 0
    assert by_name.stdout == by_option.stdout != CliRunner().invoke(main, [*game, "--record", "-"]).stdout
