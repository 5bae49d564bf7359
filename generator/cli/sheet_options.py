"""Options of the commands that print sheets: layout, flip, and correction for a printer."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import click
from click.shell_completion import CompletionItem

from generator.build.request import SheetOptions
from generator.catalogue.library import layouts, top_value
from generator.catalogue.library import papers as shelf_papers
from generator.catalogue.printer_shelf import MOST_MM, NOBODY, printers
from generator.cli.options import ShelvedFile, together
from generator.wording import suggestion

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


class PrinterName(click.ParamType[str]):
    """One of this user's printers, or none."""

    name = "printer"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value != NOBODY and value not in (there := printers()):
            known = suggestion(value, [*there, NOBODY])
            self.fail(f"unknown printer {value!r}; {known}; `asterion printer calibrate` makes one", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        with suppress(OSError):  # a shell that completes has no room for an error
            return [CompletionItem(name) for name in (*printers(), NOBODY) if name.startswith(incomplete)]
        return []


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
        type=ShelvedFile("layout", layouts),
        metavar="NAME|FILE",
        help="How pieces lie on a sheet, see `asterion list layouts`. Default: as in the folder, else n-up.",
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
        type=PrinterName(),
        metavar="NAME",
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


def papers_for(sheet_options: SheetOptions, papers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the given papers, or else those of the layout."""
    ctx, layout = click.get_current_context(silent=True), sheet_options.layout
    source = ctx.get_parameter_source("papers") if ctx else None
    if layout is not None and source is not click.core.ParameterSource.COMMANDLINE:
        named = top_value(layout, "papers")
        if isinstance(named, list) and (there := [paper for paper in named if paper in shelf_papers()]):
            return tuple(there)
    return tuple(dict.fromkeys(papers))
