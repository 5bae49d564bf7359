"""A scene on a page: what the SVG shows, number for number and pixel for pixel."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from lxml import etree
from PIL import Image

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Patch, Pen, Scene, Shape, Shown, Transform
from asterion_press.drawing.svg import png_bytes, scene_text
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.model_pictures import best_model_plan, model_scene
from asterion_press.games.labyrinth.diagrams.placed import TileDrawings
from asterion_press.games.labyrinth.diagrams.table import TableView, best_plan, table_scene
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.record import moment_of
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import explain_final
from asterion_press.geometry import mm_from_pt
from asterion_press.pdf.drawing_pages import print_pictures

SVG = "{http://www.w3.org/2000/svg}"
PAGE = (210.0, 297.0)
ENDS = {"f", "f*", "S", "s", "B", "B*", "b", "b*", "n"}


@pytest.fixture(scope="module", params=["knossos", "ink-saver", "model"])
def scene(deck: Deck, request: pytest.FixtureRequest) -> Scene:
    """A whole game of four, counted."""
    as_model = request.param == "model"
    box, file = GameSet.of(deck), library.theme_file("knossos" if as_model else request.param)
    end = moment_of(random_game(box, Rules(), 4, 3), box)
    view = TableView("the end of a game", end.position, explain_final(end.position), end)
    art = TileDrawings(deck, load_theme(file))
    if as_model:
        return model_scene(view, art, best_model_plan(view, art, [(190.0, 277.0)])[1])
    return table_scene(view, art, best_plan(view, art, [(190.0, 277.0)])[1])


def printed(scene: Scene, page: tuple[float, float] = PAGE) -> bytes:
    return print_pictures([scene], page, "Asterion", "Asterion, revised edition", "N. N.")


def svg_paths(scene: Scene) -> Iterator[list[float]]:
    """The numbers of every path that a scene has outside of its definitions, twice if it is filled and stroked."""
    root = etree.fromstring(scene_text(scene).encode())
    for path in root.iter(f"{SVG}path"):
        if not any(above.tag == f"{SVG}defs" for above in path.iterancestors()):
            numbers = [float(digits) for digits in re.findall(r"-?\d*\.?\d+", path.get("d", ""))]
            yield from [numbers] * ((path.get("fill") != "none") + (path.get("stroke") is not None))


def pdf_paths(pdf: bytes) -> Iterator[list[float]]:
    """The numbers of every path on the page that is painted."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        numbers: list[float] = []
        for instruction in pikepdf.parse_content_stream(document.pages[0]):
            operator = str(instruction.operator)
            if operator in {"m", "l", "c"}:
                numbers += [float(operand) for operand in instruction.operands]
            elif operator in ENDS:
                if operator != "n":
                    yield numbers
                numbers = []


def test_svg_and_pdf_of_a_scene_paint_the_same_paths_in_the_same_order(scene: Scene) -> None:
    paths = list(pdf_paths(printed(scene)))
    assert paths
    assert paths == list(svg_paths(scene))


def pixels(png: Image.Image) -> npt.NDArray[np.int64]:
    return np.asarray(png.convert("RGB")).astype(np.int64)


def test_pdf_and_png_show_the_same(scene: Scene) -> None:
    """On a page of the picture's own size; 2 x 2 pixels are taken together, as two renderers soften edges otherwise."""
    dpi = 200
    png = Image.open(io.BytesIO(png_bytes(scene_text(scene), scene.width, scene.height, dpi)))
    page = pypdfium2.PdfDocument(printed(scene, (scene.width, scene.height)))[0].render(scale=dpi / 72).to_pil()
    half = png.width // 2, png.height // 2
    away = np.abs(pixels(png.resize(half)) - pixels(page.resize(half)))
    assert away.mean() < 5
    assert (away.max(axis=2) > 96).mean() < 0.002, "no part is missing, moved or of another ink"


def test_the_page_has_its_size_its_words_and_neither_fonts_nor_pixels(scene: Scene) -> None:
    with pikepdf.open(io.BytesIO(printed(scene))) as pdf:
        assert len(pdf.pages) == 1
        box = [mm_from_pt(float(value)) for value in pdf.pages[0].mediabox]
        assert box == pytest.approx([0, 0, *PAGE], abs=0.01)
        assert str(pdf.docinfo["/Title"]) == "Asterion: the end of a game"
        assert str(pdf.docinfo["/Subject"]) == "Asterion, revised edition"
        assert str(pdf.docinfo["/Author"]) == "N. N."
        resources = pdf.pages[0].Resources
        assert not resources.get("/Font")
        forms = list(resources.XObject.values())
        assert {str(form.Subtype) for form in forms} == {"/Form"}
        components = [str(form.AsterionComponent) for form in forms]
        assert max(Counter(components).values()) <= 3, "each is drawn once for a scale"
        shown = {name.removeprefix("floor-") for name in components}  # a model shows floors, and walls by themselves
        assert {"minotaur", "Y01", "symbol-counter", "symbol-emblem-yellow"} <= shown


def test_the_same_scene_gives_the_same_bytes(scene: Scene) -> None:
    assert printed(scene) == printed(scene)


def test_everything_that_a_patch_can_hold_is_printed() -> None:
    """A group after dashes is whole; a shown drawing lies in its patch's space; holes stay holes, but overlaps show."""
    square = Pen().rectangle(1, 1, 8, 8).data
    dashed = Shape(square, stroke="#000000", width=0.5, dash=(1, 1), join="bevel", cap="butt")
    ring = Shape(Pen().circle(5, 5, 3).circle(5, 5, 1).data, fill="#ff0000", even_odd=True)
    inner = Group("inner", (Shape(square, stroke="#0000ff", width=1),), Transform.placing(20, 0))
    drawing = Drawing("made-up", "", 10, 10, 0, (Group("all", (Shape(square, fill="#00ff00"),)),))
    patch = Patch("all", (dashed, inner, ring, Shown(drawing, 40, 0, 20)), Transform.placing(5, 5))
    clipped = Patch("clipped", (ring,), Transform.placing(5, 40), Pen().rectangle(0, 0, 5, 10).data)
    overlapping = Pen().circle(3, 5, 2.5).circle(6, 5, 2.5).data
    filled = Shape(square, fill="#ff00ff")
    through = Patch("through", (filled,), Transform.placing(40, 40), square, through=overlapping)
    scene = Scene("made-up", "", "", 100, 60, (patch, clipped, through))
    pdf = print_pictures([scene], (100, 60), "", "", "")
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    colours = {
        (10, 10): "#ffffff", (12, 10): "#ff0000", (47, 13): "#00ff00", (51, 21): "#00ff00", (57, 7): "#00ff00",
        (26, 12): "#0000ff", (8, 45): "#ff0000", (12, 45): "#ffffff",
        (44, 45): "#ff00ff", (41, 45): "#ff00ff", (47, 45): "#ff00ff", (49, 45): "#ffffff", (41, 48): "#ffffff",
    }  # fmt: skip
    found = {(x, y): "#" + bytes(page.getpixel((x * 10 + 1, y * 10 + 1))).hex() for x, y in colours}
    assert found == colours
