"""A small print shop for the tests of the proof: good folders, and hands that spoil them.

Its drawings are stand-ins, a few paths each, so that a whole folder is made in a moment; sheets come from the real
press. What is spoilt in a PDF is spoilt with pikepdf, and the manifest is written anew, so that only the one mistake
is left to be found.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pikepdf

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Margins, Paper, load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import Credits, Head
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.drawing.svg import svg_text
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.game import LabyrinthGame, lots_of
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import Lot, impose
from asterion_press.making.sheet_laying import laying_text
from asterion_press.making.verify import promise_of
from asterion_press.pdf.forms import make_form
from asterion_press.pdf.sheets import print_sheets
from asterion_press.verify import Fault, Report, prove
from asterion_press.verify.expected import ExpectedFiles, expected_parts
from asterion_press.verify.pdf import stream_digest

SHEETS = "sheets-a4.pdf"
CATALOGUE = """\
game: small
title: Small game
edition: test
tile_mm: {tile_mm}
colours:
  yellow: {{letter: Y, symbol: sun, ink: '#d9a520'}}
  blue: {{letter: B, symbol: wave, ink: '#1f5fa8'}}
minotaur:
  paths: [{{exits: NESW}}]
counters: {{count: {counters}, diameter_mm: {diameter_mm}}}
designs:
  one: {{number: 1, paths: [{{exits: NESW}}], copies: {copies}}}
  two: {{number: 2, paths: [{{exits: NE}}]}}
  three: {{number: 3, paths: [{{exits: NES}}]}}
  four: {{number: 4, paths: [{{exits: NS}}]}}
credits: {{design: Somebody, publisher: Nobody, artwork: Anybody}}
"""


def catalogue_in(
    folder: Path, *, tile_mm: float = 50, counters: int = 9, diameter_mm: float = 12, copies: int = 2
) -> LoadedCatalogue:
    """A small catalogue, written and read."""
    path = folder / "small.yaml"
    path.write_text(
        CATALOGUE.format(tile_mm=tile_mm, counters=counters, diameter_mm=diameter_mm, copies=copies), encoding="utf-8"
    )
    return load_catalogue(ShelfFile("", path, "small.yaml"))


def paper(paper_id: str = "a4") -> Paper:
    """A paper of the shelf."""
    return load_paper(library.paper_file(paper_id).path)


def paper_of(width: float, height: float, margin: float = 0, title: str = "Any") -> Paper:
    """A paper of any size, with one margin on all sides."""
    return Paper(title, width, height, Margins(left=margin, right=margin, top=margin, bottom=margin), "test")


def stand_in(component: str, trim: float, bleed: float, tall: float | None = None) -> Drawing:
    """A drawing with every kind of path, different for each component."""
    height = trim if tall is None else tall
    seed = int.from_bytes(hashlib.sha256(component.encode()).digest()[:3], "big") / (1 << 24)
    ground = Shape(
        Pen().rectangle(-bleed, -bleed, trim + 2 * bleed, height + 2 * bleed).data, fill="#e8d8b0", even_odd=True
    )
    inner = Group(
        "sign",
        (
            Shape(Pen().circle(0, 0, trim / 4).data, fill="#a02010", stroke="#000000", width=0.3),
            Shape(Pen().move(-1, 0).line(1, seed).data, stroke="#202020", width=0.25),
        ),
        Transform.placing(trim / 2 + seed, trim / 2 - 2 * seed, scale=0.9, angle_deg=30 + seed),
    )
    return Drawing(component, component, trim, height, bleed, (Group("ground", (ground, inner)),))


Change: TypeAlias = Callable[[pikepdf.Pdf], object]


def changed(raw: bytes, change: Change) -> bytes:
    """A PDF after a change."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        change(pdf)
        buffer = io.BytesIO()
        pdf.save(buffer, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return buffer.getvalue()


def rewritten(number: int, change: Callable[[str], str]) -> Change:
    """Another text of a page's content; the test fails if it is the same."""

    def rewrite(pdf: pikepdf.Pdf) -> None:
        contents: Any = pdf.pages[number - 1].obj["/Contents"]
        parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        before = b"\n".join([part.read_bytes() for part in parts]).decode("latin-1")
        after = change(before)
        assert after != before, "the mistake was not made"
        pdf.pages[number - 1].obj["/Contents"] = pdf.make_stream(after.encode("latin-1"))

    return rewrite


def replacing(old: str, new: str) -> Callable[[str], str]:
    """The change of a text in which the first match of a pattern is replaced."""
    return lambda text: re.sub(old, new, text, count=1, flags=re.DOTALL)


@dataclass
class Folder:
    """An output folder that can be spoilt and proved.

    Attributes:
        path: where it is.
        promise: what lies in it.
        papers: what its sheets are printed on.
        loaded: the catalogue that it is built from, if it is.
    """

    path: Path
    promise: ExpectedFiles
    papers: dict[str, Paper]
    loaded: Any = None
    catalogue_sha256: str = "0" * 64
    files: dict[str, bytes] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    def write(self, name: str, data: bytes) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        self.files[name] = data

    def sign(self) -> None:
        """Write a manifest that is true of every file that was written."""
        files = {
            name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data), "key": "0" * 64}
            for name, data in self.files.items()
        }
        manifest = {"format": 1, "catalogue_sha256": self.catalogue_sha256, "files": files, "settings": self.settings}
        (self.path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

    def prove(self, known: frozenset[str] = frozenset(), known_ink: dict[str, bytes] | None = None) -> Report:
        forms = frozenset((component, stream_digest(stream)) for component, stream in (known_ink or {}).items())
        papers = self.papers or {"a4": paper()}
        return prove(self.path, self.promise, papers=papers, known=known, known_forms=forms)

    def codes(self) -> set[str]:
        """The codes of all faults."""
        return {fault.code for fault in self.prove().faults}

    def spoil(self, name: str, change: Change) -> None:
        """Change a PDF, and tell the manifest."""
        self.write(name, changed(self.files[name], change))
        self.sign()

    def spoil_page(self, number: int, change: Callable[[str], str], name: str = SHEETS) -> None:
        """Change the text of one page's content."""
        self.spoil(name, rewritten(number, change))


def form_of(pdf: pikepdf.Pdf, component: str) -> Any:
    """The form of a component."""
    return next(
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream) and str(thing.get("/AsterionComponent", "")) == component
    )


def print_stand_ins(head: Head, lots: tuple[Lot, ...], on: Paper, laying: SheetSetup, short_hash: str) -> bytes:
    """Sheets of stand-in drawings."""
    parts = expected_parts(lots).values()
    inks = {p.piece.id: make_form(stand_in(p.piece.id, p.lot.width, p.lot.bleed, p.lot.height)) for p in parts}
    return print_sheets(head, impose(lots, on, laying), inks, short_hash, library.fonts_folder(), laying)


def good_folder(
    path: Path, loaded: LoadedCatalogue, papers: dict[str, Paper], flip: Flip = Flip.LONG_EDGE, *, svg: bool = True
) -> Folder:
    """A folder in which everything is as promised."""
    path.mkdir(parents=True, exist_ok=True)
    deck = deck_of(loaded.catalogue)
    folder = Folder(path, promise_of(LabyrinthGame(loaded, deck)), papers, loaded, loaded.document.sha256)
    folder.settings = settings_of(SheetSetup(flip))
    for part in expected_parts(lots_of(deck)).values() if svg else ():
        drawing = stand_in(part.piece.id, part.lot.width, part.lot.bleed)
        folder.write(f"svg/{part.piece.id}.svg", svg_text(drawing).encode())
    for paper_id, on in papers.items():
        sheets = print_stand_ins(deck.catalogue.head, lots_of(deck), on, SheetSetup(flip), loaded.short_hash)
        folder.write(f"sheets-{paper_id}.pdf", sheets)
    folder.sign()
    return folder


def settings_of(laying: SheetSetup) -> dict[str, Any]:
    """What a manifest says of sheets that are laid so."""
    return {"laying": text} if (text := laying_text(laying)) else {}


def any_folder(
    path: Path, files: dict[str, bytes], lots: tuple[Lot, ...], papers: dict[str, Paper], settings: dict[str, Any]
) -> Folder:
    """A folder with some files of a game of some lots."""
    path.mkdir(parents=True, exist_ok=True)
    promise = ExpectedFiles("0" * 64, "00000000", ("Any", "00000000"), lambda _: lots, lambda _: promise)
    folder = Folder(path, promise, papers, settings=settings)
    for name, data in files.items():
        folder.write(name, data)
    folder.sign()
    return folder


def laid_folder(path: Path, lots: tuple[Lot, ...], on: Paper, laying: SheetSetup) -> Folder:
    """A folder with sheets of stand-ins, laid so on paper `a4`, whatever its size; everything is as promised."""
    head = Head("any", "Any", "Any", "test", Credits(design="A", publisher="B", artwork="C"))
    sheets = print_stand_ins(head, lots, on, laying, "00000000")
    return any_folder(path, {SHEETS: sheets}, lots, {"a4": on}, settings_of(laying))


def only(folder: Folder) -> Fault:
    """The one fault of a folder; the test fails if there are more, or none."""
    faults = folder.prove().faults
    assert len(faults) == 1, [str(fault) for fault in faults]
    return faults[0]
