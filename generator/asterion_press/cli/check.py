"""The commands that check: a game before it is made, and finished files."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from asterion_press.catalogue import library
from asterion_press.cli.build import output_folder, request_of, wanted_languages
from asterion_press.cli.options import (
    DEFAULT_PAPERS,
    catalogue_file,
    chosen_game,
    chosen_variant,
    command,
    folder_or_game,
    format_option,
    game_at_hand,
    game_options,
    print_run_options,
    strict_option,
    together,
)
from asterion_press.cli.terminal import bar_over, coloured, say
from asterion_press.cli.values import CUTTER, PAPER, THEME
from asterion_press.errors import InputError, Mistake, Place, PublishError, gathered
from asterion_press.exports.verification import verify_export
from asterion_press.games.game import Game
from asterion_press.games.report import Finding, Level, json_text, sort_findings
from asterion_press.making.acceptance import accept_figures
from asterion_press.making.request import DEFAULT_PARTS, BuildSettings, Part
from asterion_press.making.rules import LEFT_OUT, term_findings, translation_findings
from asterion_press.making.verify import PAGE, game_of, verified
from asterion_press.publish import read_manifest
from asterion_press.rulebook.translation.language import coverage_of, load_language, load_source
from asterion_press.verify import Fault, Report, report_data, report_text
from asterion_press.verify.files import EXPECTED, MANIFEST


@command()
@game_options
@format_option()
@strict_option
@click.option("--all-languages", is_flag=True, help="Set the texts of all languages, not of the first one alone.")
@click.option("--accept", is_flag=True, help="Before that, write the engine's numbers into the project's own figures.")
def check(form: str, *, strict: bool, all_languages: bool, accept: bool) -> None:
    """Count what the game is made of and find what is wrong with it.

    All is read that a build reads, by the same readers: in a project its rules texts, pictures and `print.yaml`, too.
    The files of the first language are made, and thrown away. Passages that English has changed since they were
    translated, those not translated yet, and words that the glossary of a language forbids are named, and so are
    languages that were begun, with their share. Figures and passages of the shipped rules that do not hold for this
    deck are named, too: a build leaves them out. Exit status 1 if there is an error, or with `--strict` a passage,
    word or figure of these.

    Examples:
        asterion check
        asterion check minotaurus
        asterion check mine.yaml --format json
    """
    found = game_at_hand()
    for line in accept_figures(found) if accept else ():
        click.echo(line, err=True)
    findings = sort_findings(_project_findings(found, every=all_languages))
    data = found.check_data(findings)
    for name in library.shadowed():
        click.echo(coloured(f"{name}: note: comes before the shipped file of that name"), err=True)
    name = found.head.game
    spoken, begun = wanted_languages(name, ())
    for language in begun:
        click.echo(coloured(_share(language, name)), err=True)
    remarks = [*translation_findings(name, spoken), *term_findings(name, spoken)]
    for remark in remarks:
        click.echo(coloured(str(remark)), err=True)
    say(json_text(data) if form == "json" else coloured(found.check_text(findings)))
    if not data["sound"] or (strict and (remarks or any(one.code == LEFT_OUT for one in findings))):
        sys.exit(1)


def _share(language: str, game: str) -> str:
    """Return how far a language is that was begun, and is left out of a build."""
    counted = coverage_of(load_language(language, (game,)), load_source(language, (game,)))
    done, wanted = map(sum, zip(*counted.values(), strict=True))
    share = f"{100 * done // wanted} % translated, {done} of {wanted} passages; left out of a build without --language"
    return f"{library.rules_file(language, game).name}: note: {share} {language}"


def _project_findings(game: Game, *, every: bool) -> list[Finding]:
    """Return what is wrong with the game, and what a build would say, with the options that its `print.yaml` gives.

    Args:
        game: at hand.
        every: whether files are made in all languages, not in the first one alone.
    """
    from asterion_press.making.checking import check_project  # with all that prints

    mistakes = list[Mistake]()
    run = gathered(mistakes, print_run_options) or {}
    asked = {"papers": tuple(map(library.paper_file, DEFAULT_PAPERS)), "theme": None, **run}
    titles = asked.pop("languages", ())
    languages, _ = wanted_languages(game.head.game, titles)
    parts = DEFAULT_PARTS | {Part.BOX} | ({Part.BOOKLET} if any(run.get("fold", ())) else set())
    request = gathered(mistakes, lambda: request_of(parts, BuildSettings(), languages, titles=titles, **asked))
    found = check_project(game, request[0], every=every) if request else game.findings()
    return [*(Finding("print-run", Level.ERROR, one.message, one.place) for one in mistakes), *found]


def report_on(folder: Path | None, *, rebuild: bool, strict: bool) -> Report:
    """Read a folder back as the build or the export that its manifest names.

    Args:
        folder: the folder, or the id of a game; None for the folder of the current game.
        rebuild: make every file again, too.
        strict: whether outdated and missing passages of rules are faults.

    Raises:
        InputError: the game of the folder cannot be found, or has mistakes.
        UsageError: a file was named, not a folder.
    """
    folder, game = folder_or_game(folder)
    if folder is None:
        here = game_at_hand(game)
        folder = output_folder(None, here.head.game, here.variant)
    if folder.is_file():
        raise click.UsageError(f"{str(folder)!r} is a file; {EXPECTED}")
    try:
        manifest = read_manifest(folder)
    except (PublishError, OSError):  # what is wrong with it is reported
        found, file, variant = game_at_hand(game), catalogue_file(game), chosen_variant()
        return verified(folder, found, file, variant, rebuild=rebuild, strict=strict)
    if manifest is None:
        what = "is missing" if folder.is_dir() else "is missing, as the folder is"
        return Report((Fault(MANIFEST, None, "manifest-missing", f"{what}; {EXPECTED}"),), ())
    named = game is not None or chosen_game() is not None
    given = catalogue_file(game) if named else None
    own = catalogue_file() if not named and library.find_project() is not None else None
    found, file, variant = game_of(manifest, Place(str(folder / MANIFEST)), given, own, chosen_variant())
    is_export = "export" in manifest.settings
    sizes = {name: entry.size for name, entry in manifest.files.items()}
    again = sum(size for name, size in sizes.items() if rebuild or is_export or name.endswith(PAGE))
    with bar_over(sizes, again) as tell:  # over all files, and then those made again; large ones take longer
        if is_export:
            return verify_export(folder, manifest, found, tell=tell)
        return verified(folder, found, file, variant, rebuild=rebuild, strict=strict, tell=tell)


named_files = together(
    *(
        click.option(f"--{kind.name}", type=kind, multiple=True, expose_value=False, hidden=True)
        for kind in (PAPER, THEME, CUTTER)
    )
)
"""Files that a build or an export was given by their paths; named again, they are found by their ids."""


@command()
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path))
@game_options
@format_option()
@named_files
@click.option("--rebuild", is_flag=True, help="Make every file again, and compare the bytes; of an export always.")
@strict_option
def verify(folder: Path | None, form: str, *, rebuild: bool, strict: bool) -> None:
    """Read the files of a folder, or of a game's own folder, back and prove that they hold what they promise.

    The folder's manifest says which game, variant or export it holds; GAME names a catalogue that is not at hand.

    Examples:
        asterion verify
        asterion verify --rebuild                     is every file, to the byte, what its inputs make?
        asterion verify ~/prints/mine mine.yaml
    """
    with suppress(InputError):  # so that its files are known; what is wrong with it is for `asterion check` to say
        print_run_options()
    report = report_on(folder, rebuild=rebuild, strict=strict)
    say(json_text(report_data(report)) if form == "json" else report_text(report))
    if report.faults:
        sys.exit(1)
