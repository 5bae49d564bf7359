"""Make-ready: what is wished for the laying of sheets, in the words of the command, and what comes of it.

What is not said stays as the folder at hand has it, and is plain in a new folder. A printer is none of that: its file
says what it does today, so it is read anew each time.

Source of the name: to a press's crew, make-ready is all that is set up before a run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from generator.catalogue.library import ShelfFile, layouts
from generator.errors import Place

if TYPE_CHECKING:
    from generator.layout.sheet_setup import Laying

PLAIN_LAYOUT = "n-up"


class MakeReady(NamedTuple):
    """What is wished; None where nothing is said.

    Attributes:
        flip: how sheets are turned over.
        back_mm: by how much backs are moved to the right and down, instead of what the printer's file says.
        printer: the file of the printer.
        layout: the file of the layout.
        skip: places that are left free: number of the sheet, and of the place on it.
        kept: how the sheets of the folder were laid, as its manifest has it; empty for a plain laying.
    """

    flip: str | None = None
    back_mm: tuple[float, float] | None = None
    printer: ShelfFile | None = None
    layout: ShelfFile | None = None
    skip: tuple[tuple[int, int], ...] | None = None
    kept: str = ""

    def said(self) -> str:
        """Return the laying that comes of it as a manifest keeps it: the same whether a wish was told or kept.

        Nothing is read if nothing is wished but the plain layout, which this program knows.

        Raises:
            InputError: mistakes in a file.
        """
        if self._replace(layout=None) == PLAINLY and self.layout in {None, plain_layout()}:
            return ""
        return laying_text(self.laying())

    def sides(self) -> str:
        """Return how sheets are printed: ``long_edge`` and ``short_edge`` on both sides, ``one_side``.

        Raises:
            InputError: mistakes in a file.
        """
        if not self.said():
            return "long_edge"
        laying = self.laying()
        return "one_side" if laying.folded or laying.flip == "none" else laying.flip.replace("-", "_")

    def laying(self) -> Laying:
        """What comes of it.

        Raises:
            InputError: mistakes in a file.
        """
        from msgspec.structs import replace

        from generator.layout.sheet_setup import PLAIN, Flip

        base = kept_laying(self.kept) if self.kept else PLAIN
        wishes: dict[str, object] = {"flip": Flip(self.flip)} if self.flip else {}
        if self.layout is not None:
            from generator.catalogue.layouts import load_layout

            wishes["layout"] = load_layout(self.layout.path, self.layout.name)
        if self.skip is not None:
            wishes["skip"] = self.skip
        return replace(base, **wishes, **self._correction(base))

    def place(self, location: tuple[str | int, ...]) -> Place:
        """Where the layout says something; if it is that of the folder, its file is not at hand."""
        if self.layout is None:
            return Place("the layout of this folder")
        from generator.catalogue.strict_yaml import read_document

        return read_document(self.layout.path, self.layout.name).value_place(location)

    def _correction(self, base: Laying) -> dict[str, object]:
        from generator.layout.sheet_setup import Correction

        back, known = self.back_mm or base.moved, Correction()
        if self.printer is not None:
            from generator.catalogue.printers import load_printer

            found = load_printer(self.printer)
            drift = found.back_mm
            known = Correction(self.printer.id, found.width, found.height, drift.across, drift.down)
        if back is not None:
            known = Correction(known.printer, known.width, known.height, *back)
        return {"correction": known, "moved": back}


def plain_layout() -> ShelfFile:
    """Return the file of the layout that sheets have unless told otherwise."""
    return layouts()[PLAIN_LAYOUT]


PLAINLY = MakeReady()
"""Nothing is wished."""


def kept_laying(text: str) -> Laying:
    """The laying that a manifest keeps.

    Raises:
        ValueError: the text says none.
    """
    import msgspec

    from generator.layout.sheet_setup import Laying

    try:
        return msgspec.json.decode(text, type=Laying)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None


def laying_text(laying: Laying) -> str:
    """A laying as a manifest keeps it; empty for a plain one."""
    import msgspec

    from generator.layout.sheet_setup import PLAIN

    return "" if laying == PLAIN else msgspec.json.encode(laying).decode()
