"""The laying of sheets, made from options and files, which a manifest keeps as JSON."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from generator.build.request import SheetOptions
from generator.catalogue.layouts import load_layout
from generator.catalogue.library import ShelfFile
from generator.catalogue.printers import load_printer
from generator.catalogue.strict_yaml import read_document
from generator.errors import InputError, Place
from generator.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from generator.publish import MANIFEST_NAME


def laying_with(options: SheetOptions) -> SheetSetup:
    """Return how sheets are laid by these options.

    Raises:
        InputError: mistakes in a file.
    """
    laying = laying_of(options.kept)
    if options.flip:
        laying = replace(laying, flip=Flip(options.flip))
    if options.layout is not None:
        laying = replace(laying, layout=load_layout(options.layout.path, options.layout.name))
    if options.skip is not None:
        laying = replace(laying, skip=options.skip)
    back, correction = options.back_mm or laying.moved, Correction()
    if options.printer is not None:
        found = load_printer(options.printer)
        drift = found.back_mm
        correction = Correction(options.printer.id, found.width, found.height, drift.across, drift.down)
    if back is not None:
        correction = Correction(correction.printer, correction.width, correction.height, *back)
    return replace(laying, correction=correction, moved=back)


def layout_place(layout: ShelfFile | None, location: tuple[str | int, ...]) -> Place:
    """Return where a layout says something; if it is that of the folder, its file is not at hand."""
    if layout is None:
        return Place("the layout of this folder")
    return read_document(layout.path, layout.name).value_place(location)


def laying_of(text: str) -> SheetSetup:
    """Return the laying that a text says; the plain one for an empty text.

    Raises:
        InputError: the text, of a manifest that somebody changed, says none.
    """
    try:
        return msgspec.json.decode(text, type=SheetSetup) if text else PLAIN
    except msgspec.MsgspecError as error:
        raise InputError.at(Place(MANIFEST_NAME), f"'laying' says no way in which sheets are laid: {error}") from None


def laying_text(laying: SheetSetup) -> str:
    """Return a laying as JSON, for a manifest; an empty text for the plain one."""
    return "" if laying == PLAIN else msgspec.json.encode(laying).decode()
