"""How sheets are laid: their setup, made from options and files, and what of a game does not fit so on its papers.

A manifest keeps the setup as JSON, under the key `laying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.layouts import COMPACT, load_layout
from asterion_press.catalogue.printers import load_printer
from asterion_press.catalogue.strict_yaml import read_document
from asterion_press.errors import InputError, LayoutError, Mistake, Place, TypesettingError, enumerated, suggestion
from asterion_press.games.game import Game
from asterion_press.layout.grid import PatternError
from asterion_press.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Lot, SkipError, choose_pieces, impose
from asterion_press.making.request import BuildRequest, SheetOptions
from asterion_press.publish import MANIFEST_NAME


def laying_with(options: SheetOptions) -> SheetSetup:
    """Return the sheet setup of these options.

    Raises:
        InputError: mistakes in a file.
    """
    laying = laying_of(options.kept)
    if options.flip:
        laying = replace(laying, flip=Flip(options.flip))
    if options.layout is not None:
        laying = replace(laying, layout=load_layout(options.layout))
    if options.skip is not None:
        laying = replace(laying, skip=options.skip)
    back = options.back_offset_mm or laying.moved
    corrections = [Correction()]
    if options.printer is not None:
        corrections = [
            Correction(options.printer.id, one.width, one.height, one.back_mm.across, one.back_mm.down, one.paper_mm)
            for one in load_printer(options.printer).readings
        ]
    if back is not None:
        corrections = [replace(one, across=back[0], down=back[1]) for one in corrections]
    return replace(laying, correction=corrections[0], others=tuple(corrections[1:]), moved=back)


def layout_place(layout: ShelfFile | None, location: tuple[str | int, ...]) -> Place:
    """Return the place of a key of a layout; the layout of a folder has no file to point to."""
    if layout is None:
        return Place("the layout of this folder")
    return read_document(layout).value_place(location)


def laying_of(text: str) -> SheetSetup:
    """Return the sheet setup of a manifest's text; the default one for an empty text.

    Raises:
        InputError: the text is no sheet setup; somebody changed the manifest.
    """
    try:
        return msgspec.json.decode(text, type=SheetSetup) if text else PLAIN
    except msgspec.MsgspecError as error:
        raise InputError.at(Place(MANIFEST_NAME), f"'laying' says no way in which sheets are laid: {error}") from None


def laying_text(laying: SheetSetup) -> str:
    """Return a sheet setup as JSON, for a manifest; an empty text for the default one."""
    return "" if laying == PLAIN else msgspec.json.encode(laying).decode()


def layout_mistakes(
    game: Game, papers: Mapping[ShelfFile, Paper], laying: SheetSetup, request: BuildRequest
) -> Iterator[Mistake]:
    """Yield what of a game cannot be laid so on its papers."""
    layout, tiles = laying.layout, request.settings.tiles
    if layout == COMPACT and not tiles:
        plain = list(game.fitting_mistakes(papers))
        yield from plain
        if plain or laying == PLAIN:
            return
    for file, paper in papers.items():
        if layout.papers and file.id not in layout.papers:
            message = (
                f"it is for {enumerated(layout.papers)}, not for {file.id}; name the paper, and another --out FOLDER"
            )
            yield Mistake(layout_place(request.layout, ("papers",)), message)
            continue
        try:
            impose(wanted_lots(game, tiles, paper), paper, laying.on(paper))
        except PatternError as error:
            yield Mistake(layout_place(request.layout, error.location), str(error))
        except SkipError as error:
            yield Mistake(Place("--skip"), str(error))
        except LayoutError as error:
            correction = laying.on(paper).correction
            message = f"{error}; the printer's correction needs room, too: --printer none prints without it"
            place = Place(file.name) if layout == COMPACT else layout_place(request.layout, ())
            yield Mistake(place, message if correction.has_shift or correction.has_scale else str(error))


@contextmanager
def placed_titles(game: Game) -> Iterator[None]:
    """Raise what cannot be printed of the sheets' titles at the catalogue's title, from which they are made.

    Raises:
        InputError: a title is too long, or its face lacks a letter of it.
    """
    place = game.place("title")
    try:
        yield
    except LayoutError as error:
        raise InputError.at(place, str(error)) from None
    except TypesettingError as error:
        raise TypesettingError(Mistake(place, mistake.message) for mistake in error.mistakes) from None


@contextmanager
def placed_at(file: ShelfFile) -> Iterator[None]:
    """Raise what does not fit on a paper at the line of its file that gives its size.

    Raises:
        InputError: instead of every LayoutError.
    """
    try:
        yield
    except LayoutError as error:
        place = read_document(file).value_place(error.location)
        raise InputError.at(place, str(error)) from None


def wanted_lots(game: Game, tiles: Sequence[str], paper: Paper) -> tuple[Lot, ...]:
    """Return the lots for a paper: of these pieces alone, or of all if none is named.

    Raises:
        InputError: the game has no piece of a name.
    """
    lots = game.lots(paper)
    try:
        return choose_pieces(lots, tiles) if tiles else lots
    except LookupError as error:
        name, there = error.args
        message = f"{game.head.game!r} has no piece {name!r}; {suggestion(name, there)}"
        raise InputError.at(Place("--tiles"), message) from None
