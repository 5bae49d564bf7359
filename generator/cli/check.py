"""The command that checks a game."""

from __future__ import annotations

import sys

import click

from generator.catalogue import library
from generator.cli.options import (
    coloured,
    command,
    examples,
    format_option,
    game_at_hand,
    game_options,
    say,
    strict_option,
)
from generator.cli.print_run import check_print_run
from generator.errors import InputError
from generator.games.game import Game
from generator.games.report import Finding, Level, json_text, sort_findings
from generator.making.lettering import letter_findings
from generator.making.translations import term_findings, translation_findings
from generator.rulebook.translation.coverage import is_incomplete


@command(
    epilog=examples(
        "asterion check",
        "asterion check minotaurus",
        "asterion check mine.yaml --format json",
        "asterion check asterion --teach    which examples show which rule",
    )
)
@game_options
@format_option()
@strict_option
@click.option("--teach", is_flag=True, help="List the rules and the examples of the rules text that show each.")
def check(form: str, *, strict: bool, teach: bool) -> None:
    """Count what the game is made of and find what is wrong with it.

    In a project the rules texts and `print.yaml` are read, too. Passages that English has changed since they were
    translated, those not translated yet, and words that the glossary of a language forbids are named. Exit status 1 if
    there is an error, or with `--strict` one of these.

    With `--teach`, each rule of the game is tried otherwise, in one or more ways, and the figures of the rules text are
    proved again: those that come out otherwise show the rule. So do questions whose answer is a position among the
    figures with the id of the question's heading, as `ruling-a7`. For a rule that no example shows, the engine searches
    a small position that would. Exit status 1 if there is such a rule.
    """
    found = game_at_hand()
    if teach:
        _teach(found, library.model_language(found.head.game), form)
        return
    others = (*letter_findings(found), *_rules_findings(found), *_print_run_findings())
    told = sort_findings((*found.findings(), *others))
    data = found.check_data(told)
    for name in library.shadowed():
        click.secho(f"{name}: note: comes before the shipped file of that name", fg="cyan", err=True)
    name = found.head.game
    spoken = [language for language in library.languages(name) if not is_incomplete(language, name)]
    remarks = [*translation_findings(name, spoken), *term_findings(name, spoken)]
    for remark in remarks:
        click.secho(str(remark), fg="yellow", err=True)
    say(json_text(data) if form == "json" else coloured(found.check_text(told)))
    if not data["sound"] or (strict and remarks):
        sys.exit(1)


def _teach(game: Game, language: str, form: str) -> None:
    """Print which examples of a rules text show which rules.

    Raises:
        InputError: mistakes in the text or its figures.
    """
    from generator.games.teaching import teach, teaching_data, teaching_text
    from generator.making.rules import reader_of  # as below

    name = game.head.game
    play = game.rules_of_play()
    if play is None or name not in library.figures():
        raise click.UsageError(
            f"--teach is for games whose rules the program plays and whose text has figures; {name!r} is no such game"
        )
    reader = reader_of(game)
    if mistakes := reader.mistakes([language]):
        raise InputError(mistakes)
    told = teach(game, play, library.figures()[name], reader.read(language).text)
    say(json_text(teaching_data(told)) if form == "json" else coloured(teaching_text(told)))
    if not told.is_sound:
        sys.exit(1)


def _print_run_findings() -> list[Finding]:
    """Return what is wrong with the print run of a project."""
    return [Finding("print-run", Level.ERROR, one.message, one.place) for one in check_print_run()]


def _rules_findings(game: Game) -> list[Finding]:
    """Return what is wrong with the rules texts of a project."""
    if not library.own_rules(game.head.game):
        return []
    from generator.making.rules import rules_findings  # with all that prints booklets, which a shipped game needs not

    return rules_findings(game)
