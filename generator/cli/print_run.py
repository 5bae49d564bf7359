"""The print run of a project, ``print.yaml``, as options of a command, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.catalogue import library
from generator.catalogue.library import PRINT_RUN, YAML, ShelfFile
from generator.cli.values import LAYOUT, PAPER, THEME, IdOrFile
from generator.errors import InputError, Mistake, Place, refuse
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.catalogue.print_run import PrintRun


def print_run_options(context: click.Context) -> dict[str, Any]:
    """Return the options that the project's `print.yaml` gives, and the command does not.

    Raises:
        InputError: mistakes in the file.
    """
    if (loaded := _load_project_run()) is None:
        return {}
    folder, run, place_of = loaded
    found, mistakes = dict[str, Any](), list[Mistake]()
    params = {str(param.name): param for param in context.command.params}

    def read(param: str, value: object, *location: str) -> Any:
        """Return what an option makes of a value; files lie beside the print run."""
        try:
            return params[param].type_cast_value(context, _beside(folder, value))
        except click.BadParameter as error:
            mistakes.append(Mistake(place_of(*location), error.message))

    told = {"papers": run.papers, "theme": run.theme, "languages": run.languages, "grey": run.grey,
            "layout": run.layout, "printer": run.printer, "flip": run.flip, "back_mm": run.back_offset_mm,
            "skip": run.skip}  # fmt: skip
    given = (name for name in params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    for name in params.keys() & told.keys() - set(given):
        if (value := told[name]) is not None:
            found[name] = read(name, value, "back_offset_mm" if name == "back_mm" else name)
    fold, box = (
        None if one.paper is None else read("papers", (one.paper,), key, "paper")
        for key, one in (("booklet", run.booklet), ("box", run.box))
    )
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
    from generator.catalogue import print_run  # which reads YAML, and an unchanged build need not

    file = ShelfFile("print", folder / PRINT_RUN, str(folder / PRINT_RUN))
    return folder, print_run.load_print_run(file), lambda *location: print_run.value_place(file, location)


def check_print_run() -> list[Mistake]:
    """Return what is wrong with the project's print run: its form, and names of what is not there.

    The files that it names by their paths are found by their ids, too, from now on.
    """
    try:
        loaded = _load_project_run()
    except InputError as error:
        return list(error.mistakes)
    if loaded is None:
        return []
    folder, run, place_of = loaded
    mistakes = list[Mistake]()
    named: list[tuple[IdOrFile, tuple[str | int, ...], str | None]] = [
        (THEME, ("theme",), run.theme),
        (LAYOUT, ("layout",), run.layout),
        *((PAPER, ("papers", index), paper) for index, paper in enumerate(run.papers or ())),
        *((PAPER, (key, "paper"), one.paper) for key, one in (("booklet", run.booklet), ("box", run.box))),
    ]
    for kind, location, word in named:
        try:
            file = None if word is None else kind.convert(_beside(folder, word), None, None)
        except click.BadParameter as error:
            mistakes.append(Mistake(place_of(*location), error.message))
            continue
        if file is not None and not file.path.is_file():
            mistakes.append(Mistake(place_of(*location), f"there is no file {str(file.path)!r}"))
    there = library.languages(game) if (game := library.own_game()) else {}
    for index, language in enumerate(run.languages or ()):
        if language not in there:
            message = f"there are no rules in {language!r}; {suggestion(language, there)}"
            mistakes.append(Mistake(place_of("languages", index), message))
    return mistakes


def _beside(folder: Path, value: Any) -> Any:
    """Return a value with the names of files as they are called from here, not from the folder of the print run."""
    if isinstance(value, tuple):
        return tuple(_beside(folder, one) for one in value)
    return str(folder / value) if isinstance(value, str) and Path(value).suffix in YAML else value


def decimal(value: float | None) -> str | None:
    """Return a length of an option as a manifest keeps it."""
    return None if value is None else f"{value:g}"
