"""The command that shows a game on a page: one file, or served while the game is edited."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from threading import Event, Thread
from traceback import format_exception_only

import click

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.options import (
    DEFAULT_THEME,
    base_folder,
    catalogue_file,
    chosen_game,
    chosen_variant,
    command,
    game_options,
    papers_for,
    print_run_options,
    project_catalogue,
)
from asterion_press.cli.terminal import complain, say
from asterion_press.cli.values import THEME, FileEnding, GameName
from asterion_press.errors import AsterionError, fact_lines, plural
from asterion_press.making.preview import PreviewSource
from asterion_press.preview.page import MARK, waiting_page
from asterion_press.preview.serving import LivePage, Server, watch
from asterion_press.publish.atomic_file import ELSEWHERE, is_there, publish_file
from asterion_press.publish.location import make_folder


@command()
@game_options
@click.option(
    "--against",
    type=GameName(),
    multiple=True,
    help="Another game to compare with: its catalogue, its folder or its id; may be given several times.",
)
@click.option("--theme", type=THEME, help=f"How the pieces look. Default: as in print.yaml, else {DEFAULT_THEME}.")
@click.option(
    "--out",
    type=FileEnding("page", ".html", ".htm"),
    metavar="FILE",
    help="The page. Default: output/GAME[-VARIANT]-gallery.html.",
)
@click.option("--force", is_flag=True, help="Replace a file that is no such page, without asking.")
@click.option("-q", "--quiet", is_flag=True, help="Print only mistakes.")
@click.option("--watch", is_flag=True, help="Serve the page on this machine, and renew it after every change.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port on 127.0.0.1, with --watch. Default: any free one.")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser, and --watch.")
def preview(
    against: tuple[str, ...],
    out: Path | None,
    force: bool,
    quiet: bool,
    watch: bool,
    port: int | None,
    browse: bool,
    theme: ShelfFile | None,
) -> None:
    """Write one HTML file that shows a game: its pieces, its sheets and its rules. A click on a piece names its line.

    Of a labyrinth it also has charts and a comparison of decks. The page holds all that it needs, loads nothing from a
    network, and may be sent or hosted anywhere. Sheets are shown as `print.yaml` says.

    With --watch the page is served until Ctrl-C: it renews itself after every change of the catalogue, the rules, the
    words or the theme, and compares a deck with what it was when the watch began, or with --against. Mistakes are shown
    in the page with file, line and column; the last good page stays. A labyrinth has a table there, to try positions on
    and to play. Only this machine can reach the page, and only by the address that is shown here.

    Examples:
        asterion preview
        asterion preview mine.yaml --out mine.html
        asterion preview --against old.yaml        old beside new, for every design that differs
        asterion preview --open                    in the browser, renewed while the catalogue is edited
    """
    watch |= browse
    if watch and (out or force or quiet):
        raise click.UsageError("a page that is served is no file; leave out --out, --force and --quiet")
    if not watch and port is not None:
        raise click.UsageError("--port is about a page that is served; add --watch")
    source = _source(against, theme, live=watch)
    if watch:
        _serve(source, theme, port or 0, browse=browse)
    else:
        _choose(source, theme)
        _write(source, out, force=force, quiet=quiet)


def _write(source: PreviewSource, out: Path | None, *, force: bool, quiet: bool) -> None:
    """Write the page, unless the file has the same content already."""
    html = source.page().html.encode()
    if out is None:
        variant = chosen_variant()
        ids = (catalogue_file().id, *([variant.id] if variant else []))
        out = base_folder() / "output" / f"{'-'.join(ids)}-gallery.html"
        make_folder(out.parent, str(out), ELSEWHERE)
    unchanged = is_there(out, html)
    if not unchanged:
        publish_file(out, html, force=force or _is_ours(out))
    if not quiet:
        say(f"{out}: {len(html) / 1024:.0f} KiB{', unchanged' if unchanged else ''}\n")


def _source(against: tuple[str, ...], theme: ShelfFile | None, *, live: bool) -> PreviewSource:
    """Return the source of the page; mistakes in a catalogue are reported when the page is made."""
    named = chosen_game()
    own = named if isinstance(named, Path) else None if named or chosen_variant() else project_catalogue()
    there = {one: library.game_file(one) for one in against if one in library.games() and not os.path.lexists(one)}
    others = [there.get(one) or ShelfFile("", Path(one), one) for one in against]
    mine = catalogue_file() if own is None else ShelfFile("", own, str(own))
    theme = theme or library.theme_file(DEFAULT_THEME)
    return PreviewSource(mine, theme, others, variant=chosen_variant(), live=live)


def _choose(source: PreviewSource, theme: ShelfFile | None) -> None:
    """Take the look of the page as `print.yaml` says now, and the theme that was named.

    Raises:
        InputError: mistakes in `print.yaml`.
    """
    run = print_run_options("theme", "papers", "layout", "languages")
    papers, layout = papers_for(run.get("layout"), run.get("papers", ())), run.get("layout")
    look = theme or run.get("theme") or library.theme_file(DEFAULT_THEME)
    source.choose(look, next(iter(papers), None), layout, run.get("languages", ()))


def _is_ours(file: Path) -> bool:
    """Return whether the file is a preview, which may be replaced."""
    try:
        with file.open("rb") as there:
            return MARK.encode() in there.read(4096)
    except OSError:
        return False


def _serve(source: PreviewSource, theme: ShelfFile | None, port: int, *, browse: bool) -> None:
    """Serve the page until a signal comes."""
    with suppress(AsterionError):  # the page tells it
        copy_context().run(_choose, source, theme)
    stage = LivePage(waiting_page())
    server = Server(stage, port)
    server.start()
    say(f"{server.url}\n")
    if browse:
        webbrowser.open(server.url)
    try:
        _look_on(lambda renew, stop: watch(source.files, renew, stop), lambda: _renew(source, theme, stage))
    finally:
        server.stop()
    say("the watch has ended\n")


def _look_on(watch: Callable[[Callable[[], None], Event], None], renew: Callable[[], None]) -> None:
    """Renew the page in a thread, so that a signal ends the watch however long a page takes."""
    stop, errors, context = Event(), list[BaseException](), click.get_current_context()

    def turn() -> None:
        with context.scope(cleanup=False):
            copy_context().run(renew)  # files that an earlier print.yaml named are forgotten

    def work() -> None:
        try:
            watch(turn, stop)
        except BaseException as error:  # noqa: BLE001 - raised again after the thread has ended
            errors.append(error)

    worker = Thread(target=copy_context().run, args=(work,), daemon=True)  # with the project at hand
    worker.start()
    try:
        while worker.is_alive() and not stopping.is_asked():
            worker.join(stopping.POLL_S)
    finally:
        stop.set()
    if errors and not stopping.is_asked():
        raise errors[0]


def _renew(source: PreviewSource, theme: ShelfFile | None, stage: LivePage) -> None:
    """Make a page of the files as they are, or show what is wrong with them."""
    try:
        _choose(source, theme)
        page = source.page()
    except Exception as error:  # noqa: BLE001 - whatever ends this turn, the next may go well
        lines = fact_lines(error) or [line.rstrip() for line in format_exception_only(error)]
        stage.complain(lines)
        complain(lines)
        return
    fresh = source.drawings.fresh
    stage.show(page, fresh)
    say(f"{plural(len(fresh), 'picture')} drawn\n")
