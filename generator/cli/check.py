"""The command that checks a game."""

from __future__ import annotations

import sys

import click

from generator.catalogue import library
from generator.cli.making import BuildOptions, request_of, wanted_languages
from generator.cli.options import (
    DEFAULT_PAPERS,
    coloured,
    command,
    examples,
    format_option,
    game_at_hand,
    game_options,
    say,
    strict_option,
)
from generator.cli.print_run import print_run_options
from generator.errors import Mistake, gathered
from generator.games.game import Game
from generator.games.report import Finding, Level, json_text, sort_findings
from generator.making.request import DEFAULT_PARTS, BuildSettings, Part
from generator.making.rules import term_findings, translation_findings
from generator.rulebook.translation.language import coverage_of, is_incomplete, load_language, load_source


@command(
    epilog=examples(
        "asterion check",
        "asterion check minotaurus",
        "asterion check mine.yaml --format json",
    )
)
@game_options
@format_option()
@strict_option
@click.option("--all-languages", is_flag=True, help="Set the texts of all languages, not of the first one alone.")
def check(form: str, *, strict: bool, all_languages: bool) -> None:
    """Count what the game is made of and find what is wrong with it.

    All is read that a build reads, by the same readers: in a project its rules texts, pictures and `print.yaml`, too.
    The files of the first language are made, and thrown away. Passages that English has changed since they were
    translated, those not translated yet, and words that the glossary of a language forbids are named, and so are
    languages that were begun, with their share. Exit status 1 if there is an error, or with `--strict` a passage or
    word of these.
    """
    found = game_at_hand()
    told = sort_findings((*found.findings(), *_project_findings(found, every=all_languages)))
    data = found.check_data(told)
    for name in library.shadowed():
        click.secho(f"{name}: note: comes before the shipped file of that name", fg="cyan", err=True)
    name = found.head.game
    spoken = [language for language in library.languages(name) if not is_incomplete(language, name)]
    for language in sorted(library.languages(name).keys() - set(spoken)):
        click.secho(_share(language, name), fg="cyan", err=True)
    remarks = [*translation_findings(name, spoken), *term_findings(name, spoken)]
    for remark in remarks:
        click.secho(str(remark), fg="yellow", err=True)
    say(json_text(data) if form == "json" else coloured(found.check_text(told)))
    if not data["sound"] or (strict and remarks):
        sys.exit(1)


def _share(language: str, game: str) -> str:
    """Return how far a language is that was begun, and is left out of a build."""
    counted = coverage_of(load_language(language, (game,)), load_source(language, (game,)))
    done, wanted = map(sum, zip(*counted.values(), strict=True))
    told = f"{100 * done // wanted} % translated, {done} of {wanted} passages; left out of a build without --language"
    return f"{library.rules_file(language, game).name}: note: {told} {language}"


def _project_findings(game: Game, *, every: bool) -> tuple[Finding, ...]:
    """Return what a build of the game would say, with the options that its `print.yaml` gives.

    Args:
        game: at hand.
        every: whether files are made in all languages, not in the first one alone.
    """
    from generator.making.checking import check_project  # with all that prints

    found, mistakes = tuple[Finding, ...](), list[Mistake]()
    name = game.head.game
    run = gathered(mistakes, print_run_options) or {}
    usual = {"papers": tuple(map(library.paper_file, DEFAULT_PAPERS)), "theme": None}
    options = BuildOptions(**{**usual, **run}, out=None, unsound=True, no_verify=True, force=False, dry_run=True,
                           quiet=True, verbose=False)  # fmt: skip
    languages, _ = wanted_languages(name, options.languages)
    parts = DEFAULT_PARTS | {Part.BOX} | ({Part.BOOKLET} if any(run.get("fold", ())) else set())
    asked = gathered(mistakes, lambda: request_of(options, parts, BuildSettings(), languages))
    if asked:
        model = library.model_language(name)
        first = model if model in languages else next(iter(languages), "")
        found = check_project(game, asked[0], tuple(library.languages(name)) if every else (first,))
    return *(Finding("print-run", Level.ERROR, one.message, one.place) for one in mistakes), *found
