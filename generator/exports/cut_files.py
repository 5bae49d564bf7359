"""Cut files, one a sheet, and the sheets that they belong to; formats differ only in how a cut is written."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from generator import __version__
from generator.catalogue import library
from generator.exports.target import Bench, Option, Target, Wishes
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from generator.build.targets import Artefact
    from generator.exports.cut_sheets import Layout
    from generator.exports.outlines import Outline
    from generator.layout.sheets import Page, Placement

PAPER = Option("paper", "Paper of the sheets.", "paper", "a4")
CUTTER = Option("cutter", "Machine, which says what marks and what room it needs.", "cutter", "silhouette")
RADIUS = Option("corner-radius", "Radius of the corners of square pieces, in mm.", "number", 0.0, (), 0, 100)
PICTURE_DPI = 300
SHEETS_EFFORT, PICTURE_EFFORT = 40, 20


class Cut(Struct, frozen=True):
    """A piece to be cut out: its outline, and where the top left corner of its trim lies, in mm."""

    component: str
    outline: Outline
    x: float
    y: float


class CutSheet(Struct, frozen=True):
    """One sheet for the knife.

    Attributes:
        number: as in the sheet's title.
        width, height: of the paper, in mm.
        cuts: in the order of the pieces on the front.
        layout: for the registration marks.
    """

    number: int
    width: float
    height: float
    cuts: tuple[Cut, ...]
    layout: Layout


class CutFiles(Target):
    """Cut files of one format."""

    options = (PAPER, CUTTER, RADIUS)

    @abstractmethod
    def cut_file(self, sheet: CutSheet, title: str) -> bytes:
        """One sheet in the target's format."""

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.build.targets import Artefact
        from generator.catalogue.cutters import load_cutter

        file = library.cutters()[str(wishes["cutter"])]
        pictures = load_cutter(file.path, file.name).pictures
        layout = _layout(bench, wishes)
        paper, title = str(wishes["paper"]), bench.game.head.full_title
        told = layout, sorted(wishes.items())
        if pictures:
            yield from _picture_files(bench, layout)
        else:
            make = partial(_print, bench, layout)
            yield Artefact(f"sheets-{paper}.pdf", bench.key(told), make, SHEETS_EFFORT)
        for sheet in cut_sheets(bench, layout, float(wishes["corner-radius"])):
            name = f"cut-{sheet.number:02d}.{self.name}"
            yield Artefact(name, bench.key(self.name, sheet, title), partial(self.cut_file, sheet, title))

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:
        yield from _layout(bench, wishes).left_out


def _layout(bench: Bench, wishes: Wishes) -> Layout:
    from generator.catalogue.cutters import load_cutter
    from generator.catalogue.papers import load_paper
    from generator.exports.cut_sheets import layout_of

    paper, cutter = library.paper_file(str(wishes["paper"])), library.cutters()[str(wishes["cutter"])]
    return layout_of(bench.game, load_paper(paper.path, paper.name), load_cutter(cutter.path, cutter.name))


def cut_sheets(bench: Bench, layout: Layout, radius: float) -> Iterator[CutSheet]:
    """What is to be cut of each front.

    Raises:
        LayoutError: the radius does not fit a piece.
    """
    from generator.exports.outlines import outline_of

    outlines: dict[str, Outline] = {}
    for page in layout.pages[::2]:
        cuts = []
        for one in _pieces_on(page):
            if one.component not in outlines:
                outlines[one.component] = outline_of(bench.game, bench.drawing(one.component), radius)
            cuts.append(Cut(one.component, outlines[one.component], one.x, one.y))
        yield CutSheet(page.sheet, layout.paper.width_mm, layout.paper.height_mm, tuple(cuts), layout)


def _pieces_on(page: Page) -> list[Placement]:
    from generator.exports.cut_sheets import MARKS

    return [one for one in page.placements if one.component != MARKS]


def _print(bench: Bench, layout: Layout) -> bytes:
    """The sheets as PDF, with the marks on their fronts."""
    from generator.build.preflight import placed_titles
    from generator.exports.cut_sheets import MARKS
    from generator.pdf.forms import inked
    from generator.pdf.sheets import print_sheets

    game = bench.game
    shown = dict.fromkeys(one.component for page in layout.pages for one in page.placements if one.component != MARKS)
    inks = {one: inked(bench.drawing(one)) for one in game.component_ids() if one in shown}
    if layout.marks is not None:
        inks[MARKS] = inked(layout.marks)
    with placed_titles(game):
        return print_sheets(game.head, layout.pages, inks, game.short_hash, __version__, library.fonts_folder())


def _picture_files(bench: Bench, layout: Layout) -> Iterator[Artefact]:
    """Fronts and backs as pictures as large as the machine's area."""
    from generator.build.targets import Artefact

    for page in layout.pages:
        if page.placements:
            components = tuple(one.component for one in page.placements)
            name = f"{page.face}-{page.sheet:02d}.png"
            key = bench.key(page, components=components)
            yield Artefact(name, key, partial(_picture, bench, layout, page), PICTURE_EFFORT)


def _picture(bench: Bench, layout: Layout, page: Page) -> bytes:
    from generator.exports.ground import art
    from generator.exports.pixels import picture
    from generator.pdf.drawing_pages import Laid

    scale = PICTURE_DPI / MM_PER_INCH
    drawings = {one.component: art(bench.drawing(one.component)) for one in page.placements}
    laid = [Laid(drawings[one.component], one.x * scale, one.y * scale, scale) for one in page.placements]
    width, height = round(layout.paper.width_mm * scale), round(layout.paper.height_mm * scale)
    return picture(width, height, laid, PICTURE_DPI)
