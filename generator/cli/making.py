"""The common part of the commands that make files: turn options into a request, run it and report on it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from generator.catalogue import library
from generator.catalogue.library import ShelfFile, sources_of
from generator.catalogue.printer_shelf import used_printer
from generator.cli.options import DEFAULT_THEME, base_folder, catalogue_file, chosen_variant, confirm
from generator.cli.progress import Bar
from generator.cli.sheet_options import NO_PRINTER, papers_for
from generator.making.artefacts import Outcome
from generator.making.build import build as run_build
from generator.making.build import plan, previous_settings
from generator.making.request import (
    DEFAULT_BOX,
    DEFAULT_FOLD,
    IN_LANGUAGES,
    TITLED,
    UPDATE_TEXT,
    BuildRequest,
    BuildSettings,
    Part,
    SheetOptions,
    classify,
    plain_layout,
)
from generator.publish import OutputFolder
from generator.publish.digests import DIGESTS


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """The options of a command that makes files; None for an option that was not given, whose value the folder keeps.

    Attributes:
        out, theme, papers, languages, tiles, grey: as the options of these names.
        since: the catalogue of the deck of which an update is made, as lines of a manifest.
        fold: paper, flip and thickness of booklets to fold.
        box: paper, and thickness of a piece.
        layout, flip, back_mm, printer, skip: how sheets are laid, see :class:`SheetOptions`.
        jobs, strict, unsound, no_verify, force, dry_run, quiet, verbose: as the options of these names.
    """

    out: Path | None
    theme: ShelfFile | None
    papers: tuple[ShelfFile, ...]
    languages: tuple[str, ...] = ()
    since: tuple[str, ...] | None = None
    fold: tuple[str | None, ...] = (None,) * len(DEFAULT_FOLD)
    box: tuple[str | None, ...] = (None,) * len(DEFAULT_BOX)
    grey: bool | None = None
    layout: ShelfFile | None = None
    flip: str | None = None
    back_mm: tuple[float, float] | None = None
    printer: ShelfFile | None = None
    skip: tuple[tuple[int, int], ...] | None = None
    tiles: tuple[str, ...] = ()
    jobs: int = 0
    strict: bool = False
    unsound: bool
    no_verify: bool
    force: bool
    dry_run: bool
    quiet: bool
    verbose: bool


def output_folder(out: Path | None, game: str, variant: str = "", extent: str = "") -> Path:
    """Return where a game's files go: each variant has a folder of its own, and so has an update or a reprint."""
    return out or base_folder() / "output" / "-".join(filter(None, (game, variant, extent)))


def make(parts: frozenset[Part], **told: Any) -> None:
    """Build the requested files, show the progress, and report the outcome.

    Args:
        parts: kinds of files.
        told: fields of :class:`BuildOptions`.
    """
    options = BuildOptions(**told)
    file, variant = catalogue_file(), chosen_variant()
    extent = "update" if options.since is not None else "reprint" if options.tiles else ""
    named = file.id, variant.id if variant else ""
    folder = OutputFolder(output_folder(options.out, *named, extent))
    previous = kept = previous_settings(folder)
    if extent == "reprint" and options.out is None:
        kept = _look_of_deck(OutputFolder(output_folder(None, *named))) or kept
    in_languages = IN_LANGUAGES & parts and not extent
    languages, begun = wanted_languages(file.id, options.languages) if in_languages else ((), ())
    request, printer = request_of(options, parts, kept, languages)
    if options.strict and IN_LANGUAGES & parts:
        from generator.making.rules import refuse_outdated  # with the parser of texts

        refuse_outdated(file.id, languages)
    if folder.previous is not None and not options.quiet:
        _tell_new_look(folder.name, previous, request.kept_settings())
    if options.dry_run:
        show_plan(plan(request, folder, force=options.force), folder, quiet=options.quiet)
        _tell_left_out(begun, parts, quiet=options.quiet)
        return
    run = partial(run_build, jobs=options.jobs)
    outcome = carry_out(run, request, folder, force=options.force, quiet=options.quiet, verbose=options.verbose)
    _tell_left_out(begun, parts, quiet=options.quiet)
    _tell_next_steps(outcome, request, printer, quiet=options.quiet)


def request_of(
    options: BuildOptions, parts: frozenset[Part], kept: BuildSettings, languages: tuple[str, ...]
) -> tuple[BuildRequest, ShelfFile | None]:
    """Return the build of the game at hand that some options ask for, and the printer that it makes up for.

    Args:
        options: of a command.
        parts: kinds of files.
        kept: how the files of the folder are made.
        languages: of the rules.

    Raises:
        InputError: mistakes in a file of the laying.
    """
    file, sheets = catalogue_file(), _sheet_options(options, kept)
    request = BuildRequest(
        game=file.id,
        catalogue=file,
        theme=options.theme or known_theme(kept),
        papers=papers_for(sheets, options.papers),
        languages=languages,
        parts=parts,
        unsound=options.unsound,
        verify=not options.no_verify,
        variant=chosen_variant(),
        sources=sources_of(file),
        layout=sheets.layout,
        settings=_settings(options, kept, parts, sheets),
    )
    return request, sheets.printer


def _look_of_deck(folder: OutputFolder) -> BuildSettings | None:
    """Return how a whole deck is drawn and laid, so that pieces printed anew match it; None if there is no deck."""
    if folder.previous is None:
        return None
    deck = previous_settings(folder)
    return BuildSettings(theme=deck.theme, grey=deck.grey, laying=deck.laying)


def _tell_new_look(folder: str, old: BuildSettings, new: BuildSettings) -> None:
    """Say that the files of a folder get another look, if they do; who wants both decks needs another folder."""
    if (old.theme, old.grey) == (new.theme, new.grey):
        return
    looks = [f"theme {one.theme}, {'grey' if one.grey else 'in colour'}" for one in (old, new)]
    message = f"all of {folder} is made anew: {looks[1]}; it was {looks[0]}. --out FOLDER keeps both"
    click.secho(message, fg="yellow", err=True)


def _settings(
    options: BuildOptions, kept: BuildSettings, parts: frozenset[Part], sheets: SheetOptions
) -> BuildSettings:
    """Return how files are made: as the options say, else as the folder has it, else as usual.

    Sheets that are asked for without a language have titles in none, and so has what is made with them.
    """
    language = options.languages[0] if len(options.languages) == 1 else None
    asked = language or ("" if Part.SHEETS in parts else None)
    titles = zip(TITLED, kept.titles, strict=True)
    return BuildSettings(
        titles=tuple(asked if part in parts and asked is not None else title for part, title in titles),
        booklet=_told_or_kept(options.fold, kept.booklet, DEFAULT_FOLD),
        box=_told_or_kept(options.box, kept.box, DEFAULT_BOX),
        grey=kept.grey if options.grey is None else options.grey,
        laying=_laying_told(sheets),
        tiles=options.tiles,
        since=options.since,
    )


def _laying_told(options: SheetOptions) -> str:
    """Return the sheet setup as a manifest keeps it; read no file for the default one.

    Raises:
        InputError: mistakes in a file.
    """
    if options._replace(layout=None) == SheetOptions() and options.layout in {None, plain_layout()}:
        return ""
    from generator.making.sheet_laying import laying_text, laying_with

    return laying_text(laying_with(options))


def _told_or_kept(
    told: tuple[str | None, ...], kept: tuple[str, ...] | None, usual: tuple[str, ...]
) -> tuple[str, ...]:
    """Return each value from the options, else from the folder, else the default; the first value is a paper.

    The folder's values are ignored if its paper no longer exists.
    """
    there = kept if kept is not None and kept[0] in library.papers() else usual
    return tuple(one or other for one, other in zip(told, there, strict=True))


def _sheet_options(options: BuildOptions, kept: BuildSettings) -> SheetOptions:
    layout = plain_layout() if options.layout is None and not kept.laying else options.layout
    printer = used_printer() if options.printer is None else options.printer
    return SheetOptions(
        flip=options.flip,
        back_mm=options.back_mm,
        printer=None if printer is NO_PRINTER else printer,
        layout=layout,
        skip=options.skip,
        kept=kept.laying,
    )


def known_theme(kept: BuildSettings) -> ShelfFile:
    """Return the theme of a folder's files, so that a part made later looks like the rest.

    Raises:
        click.UsageError: it is a file that is not at hand.
    """
    if (theme := library.themes().get(kept.theme or DEFAULT_THEME)) is None:
        what = f"the files there were made in the theme {kept.theme!r}, which is not at hand"
        raise click.UsageError(f"{what}; name its file, or another theme, with --theme")
    return theme


def carry_out(
    run: Callable[..., Outcome], request: object, folder: OutputFolder, *, force: bool, quiet: bool, verbose: bool
) -> Outcome:
    """Run a build or an export with a progress bar, and report the outcome."""
    folder.waiting = announce_waiting(folder.name)
    with DIGESTS.kept_for(folder.path):
        outcome = run(request, folder, bar_for(quiet), force=force or may_replace_changes(folder))
    if not quiet:
        _tell(outcome, verbose)
    return outcome


def announce_waiting(folder: str) -> Callable[[], None]:
    """Return a function that says, at its first call, that another build is writing the folder."""
    lines = iter([f"another build is writing {folder}; waiting for it"])

    def tell() -> None:
        for line in lines:
            click.echo(line, err=True)

    return tell


def wanted_languages(game: str, asked: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the requested languages, or else the translated ones, and then those left out as incomplete."""
    if asked:
        return tuple(dict.fromkeys(asked)), ()
    all_there = tuple(library.languages(game))
    begun = tuple(language for language in all_there if _is_incomplete(language, game))
    return tuple(language for language in all_there if language not in begun), begun


def _is_incomplete(language: str, game: str) -> bool:
    if not library.may_be_begun(language, game):
        return False
    from generator.rulebook.translation.language import is_incomplete  # with a parser, which few builds need for this

    return is_incomplete(language, game)


def _tell_left_out(begun: tuple[str, ...], parts: frozenset[Part], *, quiet: bool) -> None:
    """Name the incomplete languages that were left out, if anything was made in languages."""
    if begun and parts & IN_LANGUAGES and not quiet:
        begin, end = "left out, as more than a tenth is still to be translated", "--language prints them all the same"
        what = f"{begin}: {', '.join(begun)}; {end}"
        click.secho(what, fg="yellow", err=True)


def _tell_update(folder: Path) -> None:
    """Print which tiles to take out and to put in."""
    click.echo()
    click.echo((folder / UPDATE_TEXT).read_text(encoding="utf-8").rstrip())


def make_update(since: str, *, theme: ShelfFile | None, **options: Any) -> None:
    """Make sheets of the tiles that the user's deck lacks, in the theme of that deck."""
    from generator.games.labyrinth.commands.deck_names import deck_called  # the one kind of game that has updates

    old = deck_called(since)
    look = theme or library.themes().get(old.theme)
    parts = frozenset({Part.SVG, Part.SHEETS})
    make(parts, theme=look, since=old.lines, **options)


def show_plan(planned: Iterable[tuple[str, str]], folder: OutputFolder, *, quiet: bool) -> None:
    """Print what would be made, kept and removed."""
    steps = list(planned)
    if quiet:
        return
    for name, what in steps:
        click.echo(f"{what:<8}{Path(folder.name) / name}")
    counts = Counter(what for _, what in steps)
    click.echo(f"to make: {counts['make']}, to keep: {counts['keep']}, to remove: {counts['remove']}")


def may_replace_changes(folder: OutputFolder) -> bool:
    """Ask whether files that were changed by hand may be replaced; return False if there is no terminal."""
    changed = folder.changed_by_hand() if sys.stdin.isatty() and sys.stderr.isatty() else []
    if not changed:
        return False
    click.echo(f"changed by hand since they were made: {', '.join(changed)}", err=True)
    return confirm("replace them?")


def bar_for(quiet: bool) -> Any:
    """Return a bar for a person at a terminal, else nothing."""
    if quiet or not sys.stderr.isatty():
        return None
    return Bar()


def _turn_of(laying: str) -> str:
    """Return the flip of a sheet setup: ``long-edge``, ``short-edge`` or ``none``."""
    if not laying:
        return "long-edge"
    from generator.making.sheet_laying import laying_of

    found = laying_of(laying)
    return "none" if found.is_folded else str(found.flip)


def _corrected(request: BuildRequest, paper: ShelfFile, printer: ShelfFile) -> str:
    """Return whether sheets of a paper make up for a printer, for the end of a line."""
    from generator.catalogue.equipment import load_paper
    from generator.making.sheet_laying import laying_of

    if laying_of(request.settings.laying).on(load_paper(paper.path, paper.name)).correction.printer:
        return f"; corrected for the printer {printer.id!r}"
    remedy = f"`asterion printer calibrate --paper {paper.id}` prints the sheet to read"
    return f"; not corrected, as {printer.id!r} was calibrated on another paper; {remedy}"


def print_advice(flip: str) -> str:
    """Return how sheets are to be printed: ``long-edge`` and ``short-edge`` on both sides, ``none`` on one."""
    if flip in {"long-edge", "short-edge"}:
        return f"print both sides in actual size (100 %), turned over along the {flip.replace('-', ' ')}"
    return "print one side in actual size (100 %)"


def _tell(outcome: Outcome, verbose: bool) -> None:
    """Report the outcome."""
    for note in outcome.notes:
        click.secho(note, fg="yellow", err=True)
    if verbose:
        for verb, names in (("made", outcome.made), ("kept", outcome.kept), ("removed", outcome.removed)):
            for name in names:
                click.echo(f"{verb:<8}{outcome.folder / name}")
    if outcome.proof and outcome.made:
        click.echo(outcome.proof.rstrip() if verbose else "proved")
    if not outcome.made and not outcome.removed:
        click.echo(f"nothing to do, all is as it should be: {outcome.folder}")
    else:
        made, kept, removed = (len(names) for names in (outcome.made, outcome.kept, outcome.removed))
        click.echo(f"made: {made}, unchanged: {kept}, removed: {removed}: {outcome.folder}")


def _tell_next_steps(outcome: Outcome, request: BuildRequest, printer: ShelfFile | None, *, quiet: bool) -> None:
    """Say which old tiles to take out, which files to print, with which settings, and where the rules are."""
    if quiet:
        return
    if request.settings.since is not None:
        _tell_update(outcome.folder)
    names = {*outcome.made, *outcome.kept}
    if Part.SHEETS in request.parts:
        advice = print_advice(_turn_of(request.settings.laying))
        asked = {paper.id: paper for paper in request.papers}
        sheets = sorted((classify(name)[1] not in asked, name) for name in names if classify(name)[0] is Part.SHEETS)
        starts = sorted(name for name in names if classify(name)[0] is Part.START and classify(name)[1] in asked)
        for name in starts:
            click.echo(f"{outcome.folder / name}: how to print and cut, in pictures")
        for is_older, name in sheets:
            told = "for a paper of an earlier build" if is_older else advice
            told += _corrected(request, asked[classify(name)[1]], printer) if printer and not is_older else ""
            click.echo(f"{outcome.folder / name}: {told}")
    if Part.BOOKLET in request.parts:
        booklets = sorted(name for name in names if classify(name)[0] is Part.BOOKLET)
        more = f" (and {len(booklets) - 1} more)" if len(booklets) > 1 else ""
        click.echo(f"{outcome.folder / booklets[0]}{more}: {print_advice(request.fold[1])}; fold and staple")
    if Part.BOX in request.parts:
        click.echo(f"{outcome.folder / 'box.pdf'}: {print_advice('none')} on thin card; cut, fold and glue")
    rules = f"rules-{library.ENGLISH}.pdf"
    if Part.RULES in request.parts and (there := sorted(name for name in names if classify(name)[0] is Part.RULES)):
        click.echo(f"{outcome.folder / (rules if rules in there else there[0])}: the rules")
