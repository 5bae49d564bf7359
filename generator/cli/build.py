"""Ordering a build, watching it, and saying what came out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.build.order import SPOKEN, TITLED, UNTITLED, USUAL_BOX, USUAL_FOLD, Order, Part, part_of, titles_told
from generator.catalogue import library
from generator.cli.messages import closed, columns, said, spoken_language
from generator.cli.options import DEFAULT_PAPERS, DEFAULT_THEME, catalogue_file, chosen_variant, confirm, deck_called
from generator.cli.sheet_options import make_ready_of, papers_for

if TYPE_CHECKING:
    from generator.build.build import Outcome
    from generator.publish import OutputFolder


FOLD_WORDS = ("paper", "flip", "thickness")
"""What :data:`~generator.build.order.USUAL_FOLD` is made of."""
BOX_WORDS = ("paper", "thickness")
"""What :data:`~generator.build.order.USUAL_BOX` is made of."""


def output_folder(out: Path | None, game: str, variant: str = "", extent: str = "") -> Path:
    """Where a game's files go: each variant has a folder of its own, and so has an update or a reprint."""
    return out or Path("output") / "-".join(filter(None, (game, variant, extent)))


def make(
    game: str | None,
    parts: frozenset[Part],
    *,
    catalogue: Path | None,
    out: Path | None,
    theme: str | None,
    papers: tuple[str, ...] = DEFAULT_PAPERS,
    languages: tuple[str, ...] = (),
    titles: str | None = None,
    since: tuple[str, ...] | None = None,
    fold: Mapping[str, str | None] | None = None,
    box: Mapping[str, str | None] | None = None,
    grey: bool | None = None,
    laying: Mapping[str, Any] | None = None,
    tiles: tuple[str, ...] = (),
    jobs: int = 0,
    unsound: bool,
    no_verify: bool,
    force: bool,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Order a build, watch it and say what came out."""
    from generator.publish import OutputFolder

    file, variant = catalogue_file(catalogue, game), chosen_variant()
    extent = "update" if since is not None else "reprint" if tiles else ""
    folder = OutputFolder(output_folder(out, file.id, variant.id if variant else "", extent))
    make_ready = make_ready_of(folder, **(laying or {}))
    wanted, begun = ((), ()) if since is not None or tiles else _languages(file.id, languages)
    order = Order(
        game=file.id,
        catalogue=file,
        theme=library.theme_file(theme or theme_of(folder)),
        papers=tuple(library.paper_file(paper) for paper in papers_for(make_ready, papers)),
        languages=wanted,
        parts=parts,
        unsound=unsound,
        verify=not no_verify,
        variant=variant,
        since=since,
        sources=library.sources_of(file),
        fold=_words_of(folder, "booklet", USUAL_FOLD, FOLD_WORDS, fold or {}),
        grey=_is_grey(folder) if grey is None else grey,
        box=_words_of(folder, "box", USUAL_BOX, BOX_WORDS, box or {}),
        make_ready=make_ready,
        tiles=tiles,
        titles=_titles_of(folder, parts, titles or (languages[0] if len(languages) == 1 else None)),
    )
    from generator.build.build import build, plan

    if dry_run:
        foretell(plan(order, folder, force=force), folder, quiet=quiet)
        _tell_left_out(begun, parts, quiet=quiet)
        return
    outcome = carried_out(partial(build, jobs=jobs), order, folder, force=force, quiet=quiet, verbose=verbose)
    _tell_left_out(begun, parts, quiet=quiet)
    _tell_next_steps(outcome, order, quiet=quiet)


def carried_out(
    run: Callable[..., Outcome], order: object, folder: OutputFolder, *, force: bool, quiet: bool, verbose: bool
) -> Outcome:
    """Run an order, of a build or of an export, watched by who waits for it, and say what came out."""
    from generator.publish.digests import DIGESTS

    folder.waiting = teller_of_waiting(folder.name)
    with DIGESTS.kept_for(folder.path):
        outcome = run(order, folder, watcher(quiet), force=force or may_replace_changes(folder))
    if not quiet:
        _tell(outcome, verbose)
    return outcome


def teller_of_waiting(folder: str) -> Callable[[], None]:
    """Return what says once that another build writes the folder, which is waited for as long as it takes."""
    lines = iter([said("waiting", folder=folder)])

    def tell() -> None:
        for line in lines:
            click.echo(line, err=True)

    return tell


def _titles_of(folder: OutputFolder, parts: frozenset[Part], language: str | None) -> tuple[str, ...]:
    """Return the languages of titles: as told for the parts that are asked for, as in the folder for all others.

    Sheets that are asked for without a language have titles in none, and so has what is made with them.
    """
    kept = titles_told(folder.previous.settings.get("titles", "")) if folder.previous else None
    asked = language or ("" if Part.SHEETS in parts else None)
    there = zip(TITLED, kept or UNTITLED, strict=True)
    return tuple(asked if part in parts and asked is not None else title for part, title in there)


def _languages(game: str, asked: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the languages that are asked for, or those whose text is translated, and those left out for not being."""
    if asked:
        return tuple(dict.fromkeys(asked)), ()
    all_there = tuple(library.languages(game))
    begun = tuple(language for language in all_there if library.in_the_making(language, game))
    return tuple(language for language in all_there if language not in begun), begun


def _tell_left_out(begun: tuple[str, ...], parts: frozenset[Part], *, quiet: bool) -> None:
    """Name the languages in the making, if anything was made in languages."""
    if begun and parts & SPOKEN and not quiet:
        click.secho(said("left_out", languages=", ".join(begun)), fg="yellow", err=True)


def _tell_update(folder: Path) -> None:
    """Say what is to be done with the tiles."""
    from generator.build.update import UPDATE_TEXT

    click.echo()
    click.echo((folder / UPDATE_TEXT).read_text(encoding="utf-8").rstrip())


def make_update(game: str | None, since: str, *, catalogue: Path | None, theme: str | None, **options: Any) -> None:
    """Order what a deck lacks that the user has, in the look of that deck."""
    from generator.catalogue.serialise import kept_lines

    old = deck_called(since, catalogue, game)
    look = theme or (old.theme if old.theme in library.themes() else None)
    lines = tuple(kept_lines(old.loaded.document))
    parts = frozenset({Part.SVG, Part.SHEETS})
    make(game, parts, catalogue=catalogue, theme=look, since=lines, **options)


def theme_of(folder: OutputFolder) -> str:
    """The theme of the files that lie there, so that a part made alone looks like the rest."""
    previous = folder.previous
    theme = previous.settings.get("theme") if previous else None
    return theme if isinstance(theme, str) and theme in library.themes() else DEFAULT_THEME


def _is_grey(folder: OutputFolder) -> bool:
    """Whether the files that lie there are grey, so that a part made alone looks like the rest."""
    return folder.previous is not None and folder.previous.settings.get("grey") == "yes"


def _words_of(
    folder: OutputFolder, what: str, usual: tuple[str, ...], names: tuple[str, ...], wishes: Mapping[str, str | None]
) -> tuple[str, ...]:
    """How booklets are folded, or what a box is made for: as is wished, else as what lies there, else as usual."""
    kept = folder.previous.settings.get(what) if folder.previous else None
    there = kept if isinstance(kept, list) and len(kept) == len(usual) and kept[0] in library.papers() else usual
    return tuple(wishes.get(name) or word for name, word in zip(names, there, strict=True))


def foretell(planned: Iterable[tuple[str, str]], folder: OutputFolder, *, quiet: bool) -> None:
    """Say what would be made, kept and removed."""
    steps = list(planned)
    if quiet:
        return
    verbs = columns({verb: said(verb) for verb in ("make", "keep", "remove")})
    for name, what in steps:
        click.echo(f"{verbs[what]}{Path(folder.name) / name}")
    click.echo(said("foretold", **{verb: sum(what == verb for _, what in steps) for verb in verbs}))


def may_replace_changes(folder: OutputFolder) -> bool:
    """Ask whether files that were changed by hand may go, where somebody can answer."""
    changed = folder.changed_by_hand() if sys.stdin.isatty() and sys.stderr.isatty() else []
    if not changed:
        return False
    click.echo(said("changed_by_hand", files=", ".join(changed)), err=True)
    return confirm(said("replace_them"))


def watcher(quiet: bool) -> Any:
    """Who shows how far the work is: a bar for a person at a terminal, else nobody."""
    if quiet or not sys.stderr.isatty():
        return None
    from generator.build.build import READING_BACK
    from generator.cli.progress import Bar

    return Bar({READING_BACK: said("reading_back")})


def _tell(outcome: Outcome, verbose: bool) -> None:
    """Say what came out."""
    for note in outcome.notes:
        click.secho(note, fg="yellow", err=True)
    if verbose:
        verbs = columns({verb: said(f"was_{verb}") for verb in ("made", "kept", "removed")})
        for verb, names in (("made", outcome.made), ("kept", outcome.kept), ("removed", outcome.removed)):
            for name in names:
                click.echo(f"{verbs[verb]}{outcome.folder / name}")
    if outcome.proof and outcome.made:
        click.echo(closed(outcome.proof, "proved").rstrip() if verbose else said("proved"))
    if not outcome.made and not outcome.removed:
        click.echo(said("nothing_to_do", folder=outcome.folder))
    else:
        numbers = {"made": len(outcome.made), "kept": len(outcome.kept), "removed": len(outcome.removed)}
        click.echo(said("made", folder=outcome.folder, **numbers))


def _tell_next_steps(outcome: Outcome, order: Order, *, quiet: bool) -> None:
    """Say which old tiles to take out, which files to print, with which settings, and where the rules are."""
    if quiet:
        return
    if order.since is not None:
        _tell_update(outcome.folder)
    names = {*outcome.made, *outcome.kept}
    if Part.SHEETS in order.parts:
        key = f"print_{order.make_ready.sides()}"
        for name in sorted(name for name in names if part_of(name)[0] is Part.SHEETS):
            click.echo(said(key, file=outcome.folder / name))
    rules = f"rules-{spoken_language()}.pdf"
    if Part.RULES in order.parts and (there := sorted(name for name in names if part_of(name)[0] is Part.RULES)):
        click.echo(said("rules_to_read", file=outcome.folder / (rules if rules in there else there[0])))
