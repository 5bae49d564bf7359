"""The tree of commands stays small, and a wrong name is told with the right one."""

from __future__ import annotations

import click
import pytest

from asterion_press.catalogue.printers import PrintRun
from asterion_press.cli.main import main
from asterion_press.cli.options import PRINTED, together
from tests.support.project_commands import bad
from tests.torture.commands import all_commands as leaves

MOST_COMMANDS, MOST_OPTIONS = 12, 130


def test_what_a_print_run_may_say_is_an_option_of_the_same_name() -> None:
    assert {*PRINTED, "booklet", "box"} == set(PrintRun.__struct_fields__)
    rows = click.command()(together(*PRINTED.values())(lambda **_: None)).params
    assert [row.name for row in rows] == list(PRINTED)


def test_a_wrong_command_is_told_with_the_one_that_is_meant() -> None:
    for words, meant in (("bulid", "build"), ("play simulat", "simulate"), ("language statsu", "status")):
        assert f"no command {words.split()[-1]!r}; did you mean {meant!r}? one of " in bad(words, status=2)


def test_the_tree_of_commands_is_small() -> None:
    context = click.Context(main)
    there = [main.get_command(context, name) for name in main.list_commands(context)]
    assert len([command for command in there if command and not command.hidden]) <= MOST_COMMANDS
    options = [
        f"{name} --{param.name}"
        for name, command in leaves(main)
        for param in command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
        if isinstance(param, click.Option) and not param.hidden and "--help" not in param.opts
    ]
    assert len(options) <= MOST_OPTIONS, options


@pytest.mark.parametrize(
    ("words", "reported"),
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
def test_a_wrong_name_or_value_is_told_with_what_would_be_right(words: tuple[str, ...], reported: str) -> None:
    output = bad(*words, status=2)
    assert reported in output
    assert f"Invalid value for '{words[-2]}'" in output
