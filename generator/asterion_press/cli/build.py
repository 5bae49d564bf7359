"""The command that makes the files of a game, and what it shares with others that make files."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.printer_shelf import used_printer
from asterion_press.cli.options import (
    DEFAULT_THEME,
    PRINTED,
    base_folder,
    catalogue_file,
    chosen_variant,
    command,
    decimal,
    format_option,
    game_options,
    is_given,
    out_option,
    papers_for,
    print_run_options,
    publishing_options,
    strict_option,
    together,
)
from asterion_press.cli.terminal import Bar, coloured, confirm, say, warn
from asterion_press.cli.values import NO_PRINTER, DeckName, Number, OneOf, Pieces
from asterion_press.errors import Mistake, refuse
from asterion_press.geometry import THICKEST_PIECE_MM, THICKEST_SHEET_MM, THINNEST_PIECE_MM
from asterion_press.making.artefacts import Outcome
from asterion_press.making.build import build as run_build
from asterion_press.making.build import plan, previous_settings
from asterion_press.making.request import (
    DEFAULT_BOX,
    DEFAULT_FOLD,
    DEFAULT_PARTS,
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
from asterion_press.publish import OutputFolder
from asterion_press.publish.digests import DIGESTS


@command()
@game_options
@out_option("output/GAME, or output/GAME-VARIANT")
@together(*PRINTED.values())
@click.option(
    "--tiles",
    type=Pieces(),
    default=(),
    metavar="Y03,R11",
    help="Print these pieces alone, each as often as it is named; a name such as counters prints all of them.",
)
@click.option(
    "--only", "parts", type=OneOf([part.value for part in Part]), multiple=True, help="Make only these kinds."
)
@click.option(
    "--box", is_flag=True, help="Print a box, too, a lid and a tray; a setup card where no player cards show the rules."
)
@click.option(
    "--thickness",
    type=Number(0, THICKEST_PIECE_MM),
    metavar="MM",
    help="Of a piece in its box, or of a sheet of a booklet; with one of them alone.",
)
@click.option(
    "--only-changed",
    metavar="SINCE",
    type=DeckName(),
    help="Print only what a deck that you have lacks: a folder that was built, a catalogue, a game or a variant.",
)
@strict_option
@click.option(
    "--jobs",
    type=click.IntRange(0, 512),
    default=0,
    hidden=True,
    help="Processes that make and prove the rules, the same bytes with any number. Default: one a core.",
)
@click.option("--no-verify", is_flag=True, hidden=True, help="Do not read the files back before publishing them.")
@click.option("--open", "shown", is_flag=True, help="Open the page of the rules, or else the sheets, when all is made.")
@format_option()
@publishing_options
def build(parts: tuple[str, ...], only_changed: str | None, **options: Any) -> None:
    """Make the whole game: pictures, sheets, rules and check report, read back and published as one set.

    With --only, make a part of it: what else lies in the folder stays as it is, in its own languages; after a change of
    the catalogue or the look it is renewed, so that a folder never shows two decks. With --only-changed, print the
    sheets that make the deck SINCE the new one, and say which old tiles to take out.

    A booklet is printed on both sides and folded: lay the sheets upon one another as they come, staple through the
    marks on the first one, fold. A box is cut out of thin card, folded and glued; for its --thickness measure a pile of
    ten pieces and divide by ten.

    Examples:
        asterion build
        asterion build --paper a3 --paper tabloid --language es
        asterion build mine.yaml --out ~/prints/mine --theme ink-saver
        asterion build --only sheets --layout tight --flip short-edge
        asterion build --only booklet --paper letter     the rules to fold and staple
        asterion build --only box --thickness 0.5        a box for tiles of 0.5 mm card
        asterion build --tiles Y03,R11                   two tiles anew, into output/asterion-reprint
    """
    box, thickness, tiles = options.pop("box"), options.pop("thickness"), options["tiles"]
    wanted = frozenset(map(Part, parts))
    options |= print_run_options(*PRINTED)
    if only_changed is None and not tiles:
        wanted = (wanted or DEFAULT_PARTS) | ({Part.BOX} if box else frozenset())
        _fold_and_box(wanted, thickness, options)
        make(wanted, **options)
        return
    if box or thickness is not None:
        raise click.UsageError(f"a box is printed for a whole deck; leave out --{'box' if box else 'thickness'}")
    if only_changed and tiles:
        raise click.UsageError("--only-changed finds out itself what is printed; leave out --tiles")
    if wanted - {Part.SHEETS} or len(options["languages"]) > 1:
        what = "--tiles" if tiles else "--only-changed"
        raise click.UsageError(f"{what} prints sheets of tiles alone; leave out --only and all languages but one")
    if only_changed is None:
        make(frozenset({Part.SHEETS}), **options)
        return
    from asterion_press.games.labyrinth.commands.deck_names import deck_called  # the one kind of game that has updates

    old = deck_called(only_changed)
    options |= {"since": old.lines, "theme": options["theme"] or library.themes().get(old.theme)}
    make(frozenset({Part.SVG, Part.SHEETS}), **options)


def _fold_and_box(parts: frozenset[Part], thickness: float | None, options: dict[str, Any]) -> None:
    """Give the paper of the command to the booklet and the box, and its turn and thickness to the one made alone.

    What `print.yaml` says of the paper of booklets and boxes counts more, unless one of them is made alone.

    Raises:
        click.UsageError: a thickness without a booklet or a box, or one out of range.
    """
    paper = options["papers"][0].id if is_given("papers") else None
    alone = parts in ({Part.BOOKLET}, {Part.BOX})
    if parts == {Part.BOOKLET}:
        if thickness is not None and thickness > THICKEST_SHEET_MM:
            raise click.UsageError(f"--thickness: a sheet that is folded is at most {THICKEST_SHEET_MM:g} mm thick")
    elif thickness is not None and (Part.BOX not in parts or Part.BOOKLET in parts):
        raise click.UsageError("--thickness is that of a piece with a box, or of a sheet with --only booklet")
    elif thickness is not None and thickness < THINNEST_PIECE_MM:
        raise click.UsageError(f"--thickness: a piece is {THINNEST_PIECE_MM:g} to {THICKEST_PIECE_MM:g} mm thick")
    for part, key, usual in ((Part.BOOKLET, "fold", DEFAULT_FOLD), (Part.BOX, "box", DEFAULT_BOX)):
        if part in parts:
            first, *others, thick = options.get(key, (None,) * len(usual))
            options[key] = ((paper or first) if alone else (first or paper), *others, decimal(thickness) or thick)
    if parts == {Part.BOOKLET}:
        flip = options["flip"] if is_given("flip") else None
        if flip == "none":
            raise click.UsageError("--flip: a booklet is printed on both sides; give short-edge or long-edge")
        first, edge, thick = options["fold"]
        options |= {"flip": None, "fold": (first, flip or edge, thick)}


def output_folder(out: Path | None, game: str, variant: str, extent: str = "") -> Path:
    """Return where a game's files go: each variant has a folder of its own, and so has an update or a reprint."""
    return out or base_folder() / "output" / "-".join(filter(None, (game, variant, extent)))


def make(
    parts: frozenset[Part],
    *,
    out: Path | None,
    languages: tuple[str, ...] = (),
    jobs: int,
    strict: bool,
    form: str,
    shown: bool,
    force: bool,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
    **asked: Any,
) -> None:
    """Build the files of some kinds, as options say, show the progress, and report the outcome.

    What else is asked is for :func:`request_of`.
    """
    begun_s, quiet = time.monotonic(), quiet or form == "json"
    file, variant = catalogue_file(), chosen_variant()
    extent = "update" if asked.get("since") is not None else "reprint" if asked.get("tiles") else ""
    named = file.id, variant.id if variant else ""
    folder = OutputFolder(output_folder(out, *named, extent))
    kept = old = previous_settings(folder)
    if extent == "reprint" and out is None:
        deck = OutputFolder(output_folder(None, *named))
        if deck.previous is not None:  # pieces that are printed anew match it
            whole = previous_settings(deck)
            kept = BuildSettings(theme=whole.theme, grey=whole.grey, laying=whole.laying)
    spoken, begun = wanted_languages(file.id, languages) if IN_LANGUAGES & parts else ((), ())
    request, printer = request_of(parts, kept, spoken, titles=languages, **asked)
    if strict and spoken:
        from asterion_press.making.rules import translation_findings  # with the parser of texts

        found = translation_findings(file.id, spoken)
        refuse(Mistake(one.place, f"{one.message} [{one.code}]") for one in found)
    new = request.kept_settings()
    if folder.previous is not None and not quiet and (old.theme, old.grey) != (new.theme, new.grey):
        was, now = (f"theme {one.theme}, {'grey' if one.grey else 'in colour'}" for one in (old, new))
        warn(f"all of {folder.name} is made anew: {now}; it was {was}. --out FOLDER keeps both")
    if begun and not quiet:
        end = "--language prints them all the same"
        warn(f"left out, as more than a tenth is still to be translated: {', '.join(begun)}; {end}")
    if dry_run:
        show_plan(plan(request, folder, force=force), folder, form, quiet=quiet)
        return
    outcome = carry_out(partial(run_build, jobs=jobs), request, folder, force=force, quiet=quiet, verbose=verbose)
    if form == "json":
        lists = {"made": outcome.made, "unchanged": outcome.kept, "removed": outcome.removed, "notes": outcome.notes}
        _say_data({"folder": str(outcome.folder), **lists})
    if not quiet:
        _tell_next_steps(outcome, request, printer)
        click.echo(f"done in {time.monotonic() - begun_s:.1f} s", err=True)
    if shown:
        _open(outcome)


def request_of(
    parts: frozenset[Part],
    kept: BuildSettings,
    languages: tuple[str, ...],
    *,
    papers: tuple[ShelfFile, ...],
    theme: ShelfFile | None,
    titles: tuple[str, ...] = (),
    fold: tuple[str | None, ...] = (None,) * len(DEFAULT_FOLD),
    box: tuple[str | None, ...] = (None,) * len(DEFAULT_BOX),
    grey: bool | None = None,
    printer: ShelfFile | None = None,
    tiles: tuple[str, ...] = (),
    since: tuple[str, ...] | None = None,
    unsound: bool = True,
    no_verify: bool = True,
    **laying: Any,
) -> tuple[BuildRequest, ShelfFile | None]:
    """Return the build of the game at hand that some options ask for, and the printer that it makes up for.

    What is None was not told: the folder's files stay as they are `kept` in this. `languages` are those of the rules,
    `titles` those that were asked for: sheets that are asked for without one have titles in none, and so has what is
    made with them. `since` is the catalogue of the deck of which an update is made, as lines of a manifest; `fold` and
    `box` are as in :class:`BuildSettings`, and `laying` is what else :class:`SheetOptions` takes.

    Raises:
        InputError: mistakes in a file of the laying.
    """
    file, printer = catalogue_file(), used_printer() if printer is None else printer
    printer = None if printer is NO_PRINTER else printer
    sheets = SheetOptions(printer=printer, kept=kept.laying, **laying)
    if sheets.layout is None and not kept.laying:
        sheets = sheets._replace(layout=plain_layout())
    asked = titles[0] if len(titles) == 1 else "" if Part.SHEETS in parts else None
    had = zip(TITLED, kept.titles, strict=True)
    settings = BuildSettings(
        titles=tuple(asked if part in parts and asked is not None else title for part, title in had),
        booklet=_given_or_kept(fold, kept.booklet, DEFAULT_FOLD),
        box=_given_or_kept(box, kept.box, DEFAULT_BOX),
        grey=kept.grey if grey is None else grey,
        laying=_laying_text(sheets),
        tiles=tiles,
        since=since,
    )
    request = BuildRequest(
        catalogue=file,
        theme=theme or known_theme(kept),
        papers=papers_for(sheets.layout, papers),
        languages=languages,
        parts=parts,
        unsound=unsound,
        verify=not no_verify,
        variant=chosen_variant(),
        layout=sheets.layout,
        settings=settings,
    )
    return request, printer


def _laying_text(options: SheetOptions) -> str:
    """Return the sheet setup as a manifest keeps it; read no file for the default one.

    Raises:
        InputError: mistakes in a file.
    """
    if options._replace(layout=None) == SheetOptions() and options.layout in {None, plain_layout()}:
        return ""
    from asterion_press.making.sheet_laying import laying_text, laying_with

    return laying_text(laying_with(options))


def _given_or_kept(
    given: tuple[str | None, ...], kept: tuple[str, ...] | None, usual: tuple[str, ...]
) -> tuple[str, ...]:
    """Return each value from the options, else from the folder, else the default; the first value is a paper.

    The folder's values are ignored if its paper no longer exists.
    """
    there = kept if kept is not None and kept[0] in library.papers() else usual
    return tuple(one or other for one, other in zip(given, there, strict=True))


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
        outcome = run(request, folder, None if quiet else Bar(), force=force or may_replace_changes(folder))
    if not quiet:
        _tell(outcome, verbose)
    return outcome


def announce_waiting(folder: str) -> Callable[[], None]:
    """Return a function that says, at its first call, that another build is writing the folder."""
    return cache(partial(click.echo, f"another build is writing {folder}; waiting for it", err=True))


def wanted_languages(game: str, asked: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the requested languages, or else the translated ones, and then those left out as incomplete."""
    if asked:
        return tuple(dict.fromkeys(asked)), ()
    all_there = tuple(library.languages(game))
    begun = tuple(language for language in all_there if library.may_be_begun(language, game))
    if begun:
        from asterion_press.rulebook.translation import language as texts  # with a parser, which few builds need here

        begun = tuple(language for language in begun if texts.is_incomplete(language, game))
    return tuple(language for language in all_there if language not in begun), begun


def show_plan(planned: Iterable[tuple[str, str]], folder: OutputFolder, form: str = "text", *, quiet: bool) -> None:
    """Print what would be made, kept and removed."""
    steps = list(planned)
    if form == "json":
        listed = {f"to {verb}": [name for name, what in steps if what == verb] for verb in ("make", "keep", "remove")}
        _say_data({"folder": folder.name, **listed})
    if quiet:
        return
    for name, what in steps:
        click.echo(f"{what:<8}{Path(folder.name) / name}")
    counts = Counter(what for _, what in steps)
    click.echo(f"to make: {counts['make']}, to keep: {counts['keep']}, to remove: {counts['remove']}")


def may_replace_changes(folder: OutputFolder) -> bool:
    """Ask whether files that were changed by hand may be replaced; return False if there is no terminal."""
    changed = folder.changed_by_hand() if sys.stdin.isatty() and sys.stderr.isatty() else []
    if changed:
        click.echo(f"changed by hand since they were made: {', '.join(changed)}", err=True)
    return bool(changed) and confirm("replace them?")


def _turn_of(laying: str) -> str:
    """Return the flip of a sheet setup: ``long-edge``, ``short-edge`` or ``none``."""
    if not laying:
        return "long-edge"
    from asterion_press.making.sheet_laying import laying_of

    found = laying_of(laying)
    return "none" if found.is_folded else str(found.flip)


def _corrected(request: BuildRequest, paper: ShelfFile, printer: ShelfFile) -> str:
    """Return whether sheets of a paper make up for a printer, for the end of a line."""
    from asterion_press.catalogue.equipment import load_paper
    from asterion_press.making.sheet_laying import laying_of

    if laying_of(request.settings.laying).on(load_paper(paper)).correction.printer:
        return f"; corrected for the printer {printer.id!r}"
    remedy = f"`asterion printer calibrate --paper {paper.id}` prints the sheet to read"
    return f"; not corrected, as {printer.id!r} was calibrated on another paper; {remedy}"


def print_advice(flip: str) -> str:
    """Return how sheets are to be printed: ``long-edge`` and ``short-edge`` on both sides, ``none`` on one."""
    if flip in {"long-edge", "short-edge"}:
        return f"print both sides at actual size (100 %), turned over along the {flip.replace('-', ' ')}"
    return "print one side at actual size (100 %)"


def _tell(outcome: Outcome, verbose: bool) -> None:
    """Report the outcome."""
    for note in outcome.notes:
        click.echo(coloured(note), err=True)
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


def _tell_next_steps(outcome: Outcome, request: BuildRequest, printer: ShelfFile | None) -> None:
    """Say which old tiles to take out, which files to print, with which settings, and where the rules are."""
    if request.settings.since is not None:
        click.echo(f"\n{(outcome.folder / UPDATE_TEXT).read_text(encoding='utf-8').rstrip()}")
    files = defaultdict[Part | None, dict[str, str]](dict)
    for name in sorted((*outcome.made, *outcome.kept)):
        part, what = classify(name)
        files[part][name] = what
    if Part.SHEETS in request.parts:
        advice = print_advice(_turn_of(request.settings.laying))
        asked = {paper.id: paper for paper in request.papers}
        for name, paper in files[Part.START].items():
            if paper in asked:
                click.echo(f"{outcome.folder / name}: how to print and cut, in pictures")
        for name, paper in sorted(files[Part.SHEETS].items(), key=lambda one: one[1] not in asked):
            remedy = advice if paper in asked else "for a paper of an earlier build"
            remedy += _corrected(request, asked[paper], printer) if printer and paper in asked else ""
            click.echo(f"{outcome.folder / name}: {remedy}")
    if Part.BOOKLET in request.parts:
        booklets = list(files[Part.BOOKLET])
        more = f" (and {len(booklets) - 1} more)" if len(booklets) > 1 else ""
        click.echo(f"{outcome.folder / booklets[0]}{more}: {print_advice(request.fold[1])}; fold and staple")
    if Part.BOX in request.parts:
        click.echo(f"{outcome.folder / 'box.pdf'}: {print_advice('none')} on thin card; cut, fold and glue")
    rules = f"rules-{library.ENGLISH}.pdf"
    if Part.RULES in request.parts and (there := files[Part.RULES]):
        click.echo(f"{outcome.folder / (rules if rules in there else min(there))}: the rules")


def _open(outcome: Outcome) -> None:
    """Open what was built in the system's viewer: the page of the rules, English if it is there, else the sheets."""
    names = sorted((*outcome.made, *outcome.kept))
    page = f"rules-{library.ENGLISH}.html"
    found = [one for part in (Part.WEB, Part.SHEETS, Part.BOOKLET) for one in names if classify(one)[0] is part]
    for name in [page] if page in names else found[:1] or names[:1]:
        click.launch(str(outcome.folder / name))


def _say_data(data: dict[str, Any]) -> None:
    """Print data for programs."""
    from asterion_press.games.report import json_text  # with msgspec, which a build that has nothing to do goes without

    say(json_text(data))
