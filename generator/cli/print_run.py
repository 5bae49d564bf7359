"""The print run of a project, ``print.yaml``, as options of a command, and what is wrong with it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.catalogue import library
from generator.catalogue.library import PRINT_RUN, YAML, ShelfFile
from generator.cli.options import grey_option, language_option, paper_option, theme_option
from generator.cli.sheet_options import NO_PRINTER, laying_options
from generator.errors import Mistake, Place, refuse
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.catalogue.printers import PrintRun


@click.command()
@paper_option
@language_option
@theme_option
@grey_option
@laying_options
def _printing(**_: Any) -> None:
    """Take every option that a print run may give."""


def print_run_options(context: click.Context | None = None) -> dict[str, Any]:  # noqa: C901
    """Return the options that the project's `print.yaml` gives, and a command does not.

    The files that it names by their paths are found by their ids, too, from now on.

    Args:
        context: of the command, whose options are looked at; None for all that there are.

    Raises:
        InputError: mistakes in the file, and names of what is not there.
    """
    if (loaded := _load_project_run()) is None:
        return {}
    folder, run, place_of = loaded
    context = context or click.Context(_printing)
    found, mistakes = dict[str, Any](), list[Mistake]()
    kinds = {str(param.name): param for param in _printing.params}
    taken = {str(param.name) for param in context.command.params}

    def read(param: str, value: object, *location: str | int) -> Any:
        """Return what an option makes of a value; files lie beside the print run."""
        try:
            made = kinds[param].type_cast_value(context, _beside(folder, value))
        except click.BadParameter as error:
            mistakes.append(Mistake(place_of(*location), error.message))
            return None
        for file in made if isinstance(made, tuple) else (made,):
            if isinstance(file, ShelfFile) and file is not NO_PRINTER and not file.path.is_file():
                mistakes.append(Mistake(place_of(*location), f"there is no file {str(file.path)!r}"))
        return made

    def read_each(param: str, values: tuple[str, ...]) -> tuple[Any, ...]:
        made = (read(param, (value,), param, index) or () for index, value in enumerate(values))
        return tuple(itertools.chain.from_iterable(made))

    told: dict[str, Any] = {"papers": run.papers, "theme": run.theme, "languages": run.languages, "grey": run.grey,
            "layout": run.layout, "printer": run.printer, "flip": run.flip, "back_mm": run.back_offset_mm,
            "skip": run.skip}  # fmt: skip
    given = {name for name in taken if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    for name in sorted(taken & told.keys() - given):
        if (value := told[name]) is not None:
            several = name in {"papers", "languages"}
            location = "back_offset_mm" if name == "back_mm" else name
            found[name] = read_each(name, value) if several else read(name, value, location)
    fold, box = (
        None if one.paper is None else read("papers", (one.paper,), key, "paper")
        for key, one in (("booklet", run.booklet), ("box", run.box))
    )
    there = library.languages(game) if (game := library.own_game()) else {}
    for index, language in enumerate(run.languages or ()):
        if language in found.get("languages", ()) and language not in there:
            message = f"there are no rules in {language!r}; {suggestion(language, there)}"
            mistakes.append(Mistake(place_of("languages", index), message))
    refuse(mistakes)
    found["fold"] = (fold[0].id if fold else None, run.booklet.flip, decimal(run.booklet.thickness_mm))
    found["box"] = (box[0].id if box else None, decimal(run.box.thickness_mm))
    return found


def _load_project_run() -> tuple[Path, PrintRun, Callable[..., Place]] | None:
    """Return the project's folder and print run, and a function that returns the place of a value; None if it has none.

    Raises:
        InputError: every mistake in the file.
    """
    folder = library.project()
    if folder is None or not (folder / PRINT_RUN).is_file():
        return None
    from generator.catalogue import printers  # which reads YAML, and an unchanged build need not

    file = ShelfFile("print", folder / PRINT_RUN, str(folder / PRINT_RUN))
    return folder, printers.load_print_run(file), lambda *location: printers.value_place(file, location)


def _beside(folder: Path, value: Any) -> Any:
    """Return a value with the names of files as they are called from here, not from the folder of the print run."""
    if isinstance(value, tuple):
        return tuple(_beside(folder, one) for one in value)
    return str(folder / value) if isinstance(value, str) and Path(value).suffix in YAML else value


def decimal(value: float | None) -> str | None:
    """Return a length of an option as a manifest keeps it."""
    return None if value is None else f"{value:g}"
