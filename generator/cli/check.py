"""The command that checks a game."""

from __future__ import annotations

import sys

import click

from generator.build.lettering import letter_findings
from generator.build.outdated import outdated_findings
from generator.catalogue import library
from generator.cli.options import coloured, command, examples, format_option, game_at_hand, game_options, say
from generator.cli.print_run import check_print_run
from generator.games.game import Game
from generator.games.report import Finding, Level, json_text, sort_findings


@command(epilog=examples("asterion check", "asterion check minotaurus", "asterion check mine.yaml --format json"))
@game_options
@format_option()
def check(form: str) -> None:
    """Count what the game is made of and find what is wrong with it.

    In a project the rules texts and `print.yaml` are read, too. Exit status 1 if there is an error.
    """
    found = game_at_hand()
    others = (*letter_findings(found), *_rules_findings(found), *_print_run_findings())
    told = sort_findings((*found.findings(), *others))
    data = found.check_data(told)
    for name in library.shadowed():
        click.secho(f"{name}: note: comes before the shipped file of that name", fg="cyan", err=True)
    name = found.head.game
    for remark in outdated_findings(name, library.languages(name)) if library.own_rules(name) else ():
        click.secho(str(remark), fg="cyan", err=True)
    say(json_text(data) if form == "json" else coloured(found.check_text(told)))
    if not data["sound"]:
        sys.exit(1)


def _print_run_findings() -> list[Finding]:
    """Return what is wrong with the print run of a project."""
    return [Finding("print-run", Level.ERROR, one.message, one.place) for one in check_print_run()]


def _rules_findings(game: Game) -> list[Finding]:
    """Return what is wrong with the rules texts of a project."""
    if not library.own_rules(game.head.game):
        return []
    from generator.build.rules import rules_findings  # with all that prints booklets, which a shipped game needs not

    return rules_findings(game)
