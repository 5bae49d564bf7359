"""The setup of sheets, made from options and files; a manifest keeps it as JSON, under the key `laying`."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from generator.catalogue.layouts import load_layout
from generator.catalogue.library import ShelfFile
from generator.catalogue.printers import load_printer
from generator.catalogue.strict_yaml import read_document
from generator.errors import InputError, Place
from generator.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from generator.making.request import SheetOptions
from generator.publish import MANIFEST_NAME


def laying_with(options: SheetOptions) -> SheetSetup:
    """Return the sheet setup of these options.

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
    return read_document(layout.path, layout.name).value_place(location)


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
