"""Options of the commands that print sheets: layout, flip, and correction for a printer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from generator.catalogue.library import ShelfFile, top_value
from generator.catalogue.library import papers as shelf_papers
from generator.catalogue.printer_shelf import MOST_MM, NAME_LENGTH, NOBODY, is_name, printers
from generator.cli.options import together
from generator.cli.values import LAYOUT, IdOrFile
from generator.making.request import SheetOptions

FLIPS = ("long-edge", "short-edge", "none")
_PLACE = r"\s*(?:([1-9]\d{0,4}):)?([1-9]\d{0,4})\s*"
_LENGTH = r"\s*([+-]?\d{1,4}(?:\.\d{1,4})?)\s*"


class Lengths(click.ParamType[tuple[float, float]]):
    """Two lengths in mm with a comma between them."""

    name = "lengths"

    def __init__(self, example: str, least: float, most: float) -> None:
        self.example, self.least, self.most = example, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        found = [re.fullmatch(_LENGTH, part) for part in str(value).split(",")]
        if len(found) != 2 or not all(found):
            self.fail(f"{value!r} is not two lengths in mm; write them with a comma, as in {self.example}", param, ctx)
        across, down = (float(one[1]) for one in found if one)
        for length in (across, down):
            if not self.least <= length <= self.most:
                self.fail(f"{length:g} mm is not between {self.least:g} and {self.most:g} mm", param, ctx)
        return across, down


NO_PRINTER = ShelfFile(NOBODY, Path(), NOBODY)
"""The file that stands for none."""


class PrinterFile(IdOrFile):
    """One of this user's printers, none, or a file such as `asterion printer show` prints."""

    def __init__(self) -> None:
        super().__init__("printer", "printers", lambda: {**printers(), NOBODY: NO_PRINTER})

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ShelfFile:
        file = super().convert(value, param, ctx)
        if file is not NO_PRINTER and not is_name(file.id):
            what = f"{file.id!r} would stand on every sheet; give the file a name of at most {NAME_LENGTH} letters"
            self.fail(what, param, ctx)
        return file


back_offset = Lengths("1.3,-0.4", -MOST_MM, MOST_MM)
flip_option = click.option(
    "--flip",
    type=click.Choice(FLIPS),
    help="Edge along which the printer turns sheets over; none: backs are not mirrored. Default: as in the folder, "
    "else long-edge.",
)


class Skipped(click.ParamType[tuple[tuple[int, int], ...]]):
    """Places that are left free: ``3,7`` of the first sheet, ``2:5`` of another one."""

    name = "places"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[int, int], ...]:
        if isinstance(value, tuple):
            return value
        if value == NOBODY:
            return ()
        found = [re.fullmatch(_PLACE, part) for part in str(value).split(",")]
        if not all(found):
            self.fail(f"{value!r} names no places; write 3,7 for the first sheet, 2:5 for another one", param, ctx)
        return tuple(sorted({(int(one[1] or 1), int(one[2])) for one in found if one}))


laying_options = together(
    click.option(
        "--layout",
        type=LAYOUT,
        help="How pieces lie on a sheet, see `asterion list layouts`. Default: as in the folder, else compact.",
    ),
    flip_option,
    click.option(
        "--back-offset",
        "back_mm",
        hidden=True,
        type=back_offset,
        metavar="X,Y",
        help="Move backs by so many mm to the right and down, instead of what the printer's file says.",
    ),
    click.option(
        "--printer",
        type=PrinterFile(),
        help="Saved printer to correct for, see `asterion printer calibrate`, or none. Default: the one in use.",
    ),
    click.option(
        "--skip",
        hidden=True,
        type=Skipped(),
        metavar="3,7",
        help="Places of the first sheet to leave free, counted along rows; 2:5 is place 5 of sheet 2, none is none.",
    ),
)


class Pieces(click.ParamType[tuple[str, ...]]):
    """Ids of pieces with commas between them."""

    name = "pieces"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        found = tuple(part.strip() for part in str(value).split(","))
        if not all(found) or len(found) > MOST_PIECES:
            self.fail(f"{value[:60]!r} names no pieces; write their ids, as in Y03,R11", param, ctx)
        return found


MOST_PIECES = 1000
tiles_option = click.option(
    "--tiles",
    type=Pieces(),
    default=(),
    metavar="Y03,R11",
    help="Print these pieces alone, each as often as it is named; a name such as counters prints all of them.",
)


def papers_for(sheet_options: SheetOptions, papers: tuple[ShelfFile, ...]) -> tuple[ShelfFile, ...]:
    """Return the given papers, or else those of the layout.

    Raises:
        click.UsageError: two different papers have the same id, after which their sheets are called.
    """
    ctx, layout = click.get_current_context(silent=True), sheet_options.layout
    source = ctx.get_parameter_source("papers") if ctx else None
    if layout is not None and source is not click.core.ParameterSource.COMMANDLINE:
        named, there = top_value(layout, "papers"), shelf_papers()
        if isinstance(named, list) and (known := [there[paper] for paper in named if paper in there]):
            return tuple(known)
    found = {paper.id: paper for paper in papers}
    for paper in papers:
        if found[paper.id] != paper:
            names = f"{paper.name} and {found[paper.id].name}"
            raise click.UsageError(f"{names} are both called {paper.id!r}; print one of them into another --out FOLDER")
    return tuple(found.values())
