"""What the page asks of the program: its commands, and a preview of the file that somebody edits."""

from __future__ import annotations

import errno
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn


def _link(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOTSUP, "a browser's files have no second names")


os.link = _link

from asterion_press.catalogue import library  # noqa: E402 - the program asks for links
from asterion_press.catalogue.files import ShelfFile  # noqa: E402
from asterion_press.cli.main import main  # noqa: E402
from asterion_press.errors import AsterionError, fact_lines  # noqa: E402
from asterion_press.games.kinds import read_game  # noqa: E402

_sources: dict[tuple[str, str, str], Any] = {}
"""The previews that were asked for, by file, game to compare with and theme: each draws again only what changes."""
_pages: list[Any] = []
"""The last page that was made, whose engine answers the trial table."""


class Printed(TextIOWrapper):
    """What a command prints, kept."""

    def __init__(self) -> None:
        super().__init__(BytesIO(), "utf-8", newline="")

    def text(self) -> str:
        """Return all of it."""
        self.flush()
        self.seek(0)
        return self.read()


def run(arguments: list[str]) -> dict[str, Any]:
    """Run a command, and return its status and all that it printed."""
    out, err, code = Printed(), Printed(), None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(arguments, prog_name="asterion")
        except SystemExit as done:
            code = done.code
    return {"code": code or 0, "out": out.text(), "err": err.text()}


def preview(path: str, against: str, theme: str) -> dict[str, Any]:
    """Return the page of a game's file beside a shipped game, and what is wrong with the file, a line each.

    There is no page of a file that cannot be read or drawn.
    """
    from asterion_press.making.preview import PreviewSource  # which who prints does without

    mine = ShelfFile("", Path(path), path)
    source = _sources.get((path, against, theme))
    if source is None:
        shipped = replace(library.game_file(against), name="as shipped")
        source = PreviewSource(mine, library.theme_file(theme), [shipped], live=True)
        _sources[path, against, theme] = source
    try:
        page, game = source.page(), read_game(mine, None)
    except AsterionError as error:
        return {"mistakes": fact_lines(error)}
    _pages[:] = [page]
    return {"html": page.html, "mistakes": [f"{one.place}: {one.message}" for one in game.findings()]}


def table(asked: str) -> str:
    """Return what the engine answers to a question of the trial table, both in JSON."""
    try:
        return json.dumps(_pages[0].answer(asked.encode()))
    except AsterionError as error:
        return json.dumps({"refused": str(error)})
