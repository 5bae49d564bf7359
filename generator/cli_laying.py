"""What commands that print sheets have in common: how the sheets are laid, turned over, and set right for a printer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from generator.catalogue.printer_shelf import MOST_MM, NOBODY, printers, used_printer
from generator.catalogue.shelf import ShelfFile
from generator.cli_options import together
from generator.production.make_ready import MakeReady
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.publishing import OutputFolder

FLIPS = ("long-edge", "short-edge", "none")
_LENGTH = re.compile(r"\s*([+-]?\d{1,4}(?:\.\d{1,4})?)\s*")


class Lengths(click.ParamType[tuple[float, float]]):
    """Two lengths in mm with a comma between them."""

    name = "lengths"

    def __init__(self, example: str, least: float, most: float) -> None:
        self.example, self.least, self.most = example, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        found = [_LENGTH.fullmatch(part) for part in str(value).split(",")]
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
            self.fail(f"unknown printer {value!r}; {known}; `asterion calibrate` makes one", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return [CompletionItem(name) for name in (*printers(), NOBODY) if name.startswith(incomplete)]


back_offset = Lengths("1.3,-0.4", -MOST_MM, MOST_MM)
flip_option = click.option(
    "--flip",
    type=click.Choice(FLIPS),
    help="Edge along which the printer turns sheets over; none: backs are not mirrored. Default: as in the folder, "
    "else long-edge.",
)
laying_options = together(
    flip_option,
    click.option(
        "--back-offset",
        "back_mm",
        type=back_offset,
        metavar="X,Y",
        help="Move backs by so many mm to the right and down, instead of what the printer's file says.",
    ),
    click.option(
        "--printer",
        type=PrinterName(),
        metavar="NAME",
        help="Printer to make up for, see `asterion calibrate`; none for none. Default: the one that was saved last.",
    ),
)


LAYING = ("flip", "back_mm", "printer")


def laid(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a command, those that say how sheets are laid gathered under ``laying``."""
    others = {name: value for name, value in options.items() if name not in LAYING}
    return others | {"laying": {name: options[name] for name in LAYING}}


def make_ready_of(
    folder: OutputFolder,
    flip: str | None = None,
    back_mm: tuple[float, float] | None = None,
    printer: str | None = None,
) -> MakeReady:
    """What the options wish, upon what the folder has."""
    previous = folder.previous
    kept = previous.settings.get("laying", "") if previous else ""
    return MakeReady(flip, back_mm, _printer(printer), kept if isinstance(kept, str) else "")


def _printer(name: str | None) -> ShelfFile | None:
    return used_printer() if name is None else printers().get(name)
