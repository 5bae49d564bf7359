"""One display list, two printers: the same numbers in the same order, in SVG and in PDF."""

from __future__ import annotations

import io
import math
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform, number
from asterion_press.drawing.svg import svg_text
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.geometry import mm_from_pt, pt, turned_point
from asterion_press.pdf.forms import (
    FormCache,
    define_form,
    group_operators,
    ink_text,
    make_form,
    path_text,
    place_form,
    placing_matrix,
    read_forms,
    stream_text,
)
from asterion_press.pdf.reportlab_adapter import Canvas
from tests.support.printed import ASTERION, ASTERISMO, Printed

SVG = "{http://www.w3.org/2000/svg}"


def raw_of(*drawings: Drawing) -> bytes:
    """A page of 200 x 300 mm with each drawing placed twice."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(pt(200), pt(300)), invariant=1)
    for index, drawing in enumerate(drawings):
        define_form(canvas, f"C{index}", drawing)
        place_form(canvas, f"C{index}", 10, 20, 300)
        place_form(canvas, f"C{index}", 100, 20, 300, turns=1)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def pdf_of(drawing: Drawing) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(raw_of(drawing)))


def operators_of(content: Any) -> Iterator[tuple[list[Any], str]]:
    """Operands and operator of each instruction of a page or form."""
    for instruction in pikepdf.parse_content_stream(content):
        yield list(instruction.operands), str(instruction.operator)


def form_of(drawing: Drawing) -> Any:
    with pdf_of(drawing) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        return [(list(map(str, operands)), operator) for operands, operator in operators_of(form)]


def svg_numbers(drawing: Drawing) -> list[float]:
    """The numbers of every path and transform of the SVG, in the order of the file."""
    found: list[float] = []
    for element in etree.fromstring(svg_text(drawing).encode()).iter(f"{SVG}g", f"{SVG}path"):
        text = element.get("d") if element.tag == f"{SVG}path" else element.get("transform")
        found += [float(digits) for digits in re.findall(r"-?\d*\.?\d+", text or "")]
    return found


def pdf_numbers(drawing: Drawing) -> list[float]:
    """The numbers of every path and matrix in the form's stream, in the order of the file."""
    return [
        float(operand)
        for operands, operator in form_of(drawing)
        if operator in {"m", "l", "c", "cm"}
        for operand in operands
    ]


def drawing_of(*groups: Group) -> Drawing:
    return Drawing("made-up", "Made up", 50, 50, 3, groups)


COORDINATES = st.floats(min_value=-60, max_value=110, allow_nan=False)


@st.composite
def shapes(draw_from: st.DrawFn) -> Shape:
    pen = Pen()
    for _ in range(draw_from(st.integers(1, 3))):
        pen.move(*(draw_from(COORDINATES) for _ in range(2)))
        pen.line(*(draw_from(COORDINATES) for _ in range(2)))
        pen.curve(*(draw_from(COORDINATES) for _ in range(6)))
        if draw_from(st.booleans()):
            pen.close()
    inks = st.sampled_from(["#000000", "#ffffff", "#d9a520", "#123456"])
    fill = draw_from(st.none() | inks)
    return Shape(
        pen.data,
        fill=fill,
        stroke=draw_from(st.none() | inks if fill else inks),
        width=draw_from(st.floats(0, 5)),
        cap=draw_from(st.sampled_from(["butt", "round", "square"])),
        join=draw_from(st.sampled_from(["miter", "round", "bevel"])),
        even_odd=draw_from(st.booleans()),
        dash=draw_from(st.sampled_from([(), (1.5, 0.5)])),
    )


TRANSFORMS = st.none() | st.builds(
    Transform.placing, COORDINATES, COORDINATES, scale=st.floats(0.1, 3), angle_deg=st.floats(-360, 360)
)
INNER = st.builds(Group, st.just("inner"), st.lists(shapes(), max_size=2).map(tuple), TRANSFORMS)
GROUPS = st.builds(Group, st.just("outer"), st.lists(shapes() | INNER, max_size=3).map(tuple), TRANSFORMS)
DRAWINGS = st.lists(GROUPS, min_size=1, max_size=2).map(lambda groups: drawing_of(*groups))


@given(DRAWINGS)
def test_svg_and_pdf_hold_the_same_numbers_in_the_same_order(drawing: Drawing) -> None:
    assert pdf_numbers(drawing) == svg_numbers(drawing)


def test_a_whole_line_after_a_dashed_one_is_whole() -> None:
    data = Pen().move(0, 0).line(9, 9).data
    looks = ((), (1.5, 0.5), (), (2, 1, 0.5))
    shapes = [Shape(data, stroke="#000000", width=1, dash=dash) for dash in looks]
    dashes = [
        operands[0] for operands, operator in form_of(drawing_of(Group("lines", tuple(shapes)))) if operator == "d"
    ]
    assert [re.findall(r"\d[\d.]*", dash) for dash in dashes] == [["1.5", "0.5"], [], ["2", "1", "0.5"]]


def test_a_group_on_a_page_is_whole_whatever_was_dashed_before_it() -> None:
    whole = Group("lines", (Shape(Pen().move(0, 0).line(9, 9).data, stroke="#000000", width=1),))
    assert "[] 0 d" in group_operators(whole)
    assert "[] 0 d" not in stream_text(drawing_of(whole)), "a form begins whole"


@given(DRAWINGS)
def test_what_a_group_changes_ends_with_the_group(drawing: Drawing) -> None:
    depth = 0
    for _, operator in form_of(drawing):
        depth += {"q": 1, "Q": -1}.get(operator, 0)
        assert depth >= 0
    assert depth == 0


def states_of(drawing: Drawing) -> list[tuple[str, dict[str, list[str]]]]:
    """What each painting operator finds set, as a reader of the PDF computes it."""
    state: dict[str, list[str]] = {}
    saved: list[dict[str, list[str]]] = []
    found = []
    for operands, operator in form_of(drawing):
        if operator == "q":
            saved.append(dict(state))
        elif operator == "Q":
            state = saved.pop()
        elif operator in {"g", "G"}:
            state[f"r{operator}".replace("rG", "RG")] = operands * 3
        elif operator in {"rg", "RG", "w", "J", "j"}:
            state[operator] = operands
        elif operator in {"f", "f*", "B", "B*", "S"}:
            found.append((operator, dict(state)))
    return found


def all_shapes(items: tuple[Group | Shape, ...]) -> list[Shape]:
    found: list[Shape] = []
    for item in items:
        found += [item] if isinstance(item, Shape) else all_shapes(item.items)
    return found


@given(DRAWINGS)
def test_every_shape_is_painted_with_its_own_inks_and_pen(drawing: Drawing) -> None:
    shapes_in = all_shapes(drawing.groups)
    states = states_of(drawing)
    assert len(states) == len(shapes_in)
    for shape, (operator, state) in zip(shapes_in, states, strict=True):
        painted = "S" if not shape.fill else "B" if shape.stroke else "f"
        assert operator == painted + "*" * (shape.even_odd and shape.fill is not None)
        if shape.fill:
            assert [float(part) for part in state["rg"]] == [float(part) for part in ink_text(shape.fill).split()]
        if shape.stroke:
            assert [float(part) for part in state["RG"]] == [float(part) for part in ink_text(shape.stroke).split()]
            assert float(state["w"][0]) >= float(number(shape.width))  # a thin line is widened
            assert state["J"] == [str(["butt", "round", "square"].index(shape.cap))]
            assert state["j"] == [str(["miter", "round", "bevel"].index(shape.join))]


def test_a_shape_without_ink_leaves_no_trace() -> None:
    data = Pen().move(0, 0).line(1, 1).data
    assert stream_text(drawing_of(Group("none", (Shape(data),)))) == ""


def test_a_small_drawing_is_printed_as_one_would_write_it_by_hand() -> None:
    square = Shape(Pen().rectangle(1, 2, 3, 4.5).data, fill="#ff0000")
    line = Shape(Pen().move(0, 0).line(5, 5).data, stroke="#0000ff", width=0.4)
    drawing = drawing_of(Group("a", (square, square)), Group("b", (line,), Transform(e=10, f=20)))
    assert stream_text(drawing).splitlines() == [
        "1 0 0 rg",
        "1 2 m 4 2 l 4 6.5 l 1 6.5 l h",
        "f",
        "1 2 m 4 2 l 4 6.5 l 1 6.5 l h",
        "f",
        "q 1 0 0 1 10 20 cm",
        "0 0 1 RG",
        "0.4 w",
        "1 J",
        "1 j",
        "0 0 m 5 5 l",
        "S",
        "Q",
    ]


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_an_ink_reads_back_as_itself(red: int, green: int, blue: int) -> None:
    parts = [round(float(part) * 255) for part in ink_text(f"#{red:02x}{green:02x}{blue:02x}").split()]
    assert parts == [red, green, blue]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10_000.0, -1e300])
def test_what_is_no_length_on_a_tile_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="is not a length on a tile"):
        number(value)
    with pytest.raises(ValueError, match="is not a length on a tile"):
        Pen().move(0, 0).line(value, 0)
    with pytest.raises(ValueError, match="is not a length on a tile"):
        stream_text(drawing_of(Group("a", (Shape(Pen().move(0, 0).data, stroke="#000000", width=value),))))
    with pytest.raises(ValueError, match="is not a length on a tile"):
        stream_text(drawing_of(Group("a", (), Transform(e=value))))


def test_a_number_is_rounded_to_a_hundredth_without_idle_digits() -> None:
    written = {0: "0", -0.001: "0", 1.5: "1.5", -2: "-2", 0.126: "0.13", 100: "100", 12.30: "12.3", 9999.99: "9999.99"}
    assert {value: number(value) for value in written} == written


@given(st.floats(min_value=-9999, max_value=9999))
def test_a_number_is_never_written_with_an_exponent_and_is_true_to_0_005(value: float) -> None:
    assert re.fullmatch(r"-?\d+(\.\d{1,2})?", number(value))
    assert abs(float(number(value)) - value) <= 0.005 + 1e-9


def test_the_form_is_the_bleed_box_in_millimetres_and_names_its_component() -> None:
    drawing = Drawing("Y07", "A tile", 50, 40, 3, (Group("a", (Shape(Pen().circle(5, 5, 2).data, fill="#000000"),)),))
    with pdf_of(drawing) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        assert [float(value) for value in form.BBox] == [-3, -3, 53, 43]
        assert [float(value) for value in form.Matrix] == [1, 0, 0, 1, 0, 0]
        assert str(form.AsterionComponent) == "Y07"
        assert form.Subtype == "/Form"
        assert form.read_bytes().decode() == stream_text(drawing)


def test_the_ink_of_a_file_is_read_back_as_it_was_printed() -> None:
    one = Drawing("Y07", "A tile", 50, 40, 3, (Group("a", (Shape(Pen().circle(5, 5, 2).data, fill="#000000"),)),))
    two = Drawing(
        "back-red", "A back", 12.5, 12.5, 1.25, (Group("a", (Shape(Pen().dot(5, 5).data, stroke="#123456"),)),)
    )
    assert read_forms(raw_of(one, two)) == {"Y07": make_form(one), "back-red": make_form(two)}
    assert zlib.decompress(make_form(one).stream).decode() == stream_text(one)


def through(matrix: str, x: float, y: float, page_height: float) -> tuple[float, float]:
    """Where a point of the form lands, in mm from the page's top left corner."""
    a, b, c, d, e, f = map(float, matrix.split())
    return mm_from_pt(a * x + c * y + e), page_height - mm_from_pt(b * x + d * y + f)


@given(st.integers(0, 200), st.integers(0, 300), st.integers(-4, 8), st.integers(0, 50), st.integers(0, 50))
def test_a_placement_moves_and_turns_about_the_middle_and_flips_the_page(
    left: int, top: int, turns: int, x: int, y: int
) -> None:
    matrix = placing_matrix((50, 50), left, top, 297, turns)
    turned_x, turned_y = turned_point(x, y, turns, 50)
    assert through(matrix, x, y, 297) == pytest.approx((left + turned_x, top + turned_y), abs=1e-3)


@given(st.integers(0, 7), st.sampled_from([0.25, 0.5, 1, 2]))
def test_a_placement_keeps_the_corner_of_what_is_not_square(turns: int, scale: float) -> None:
    matrix = placing_matrix((40, 30), 7, 9, 297, turns, scale)
    corners = [through(matrix, x, y, 297) for x in (0, 40) for y in (0, 30)]
    width, height = (40, 30) if turns % 2 == 0 else (30, 40)
    assert (min(x for x, _ in corners), min(y for _, y in corners)) == pytest.approx((7, 9), abs=1e-3)
    far = (7 + width * scale, 9 + height * scale)
    assert (max(x for x, _ in corners), max(y for _, y in corners)) == pytest.approx(far, abs=1e-3)


def test_fifty_millimetres_are_true_to_a_ten_thousandth() -> None:
    matrix = placing_matrix((50, 50), 24, 39.5, 297)
    (x0, y0), (x1, y1) = through(matrix, 0, 0, 297), through(matrix, 50, 50, 297)
    assert (x1 - x0, y1 - y0) == pytest.approx((50, 50), abs=1e-4)


def test_a_form_cache_keeps_the_form_of_the_very_drawing_and_of_no_other() -> None:
    square, wide = (Drawing("one", "One", width, 5, 0, ()) for width in (5, 9))
    cache = FormCache()
    first = cache.form(square)
    assert cache.form(square) is first
    assert first == make_form(square)
    assert cache.form(wide) == make_form(wide)  # another drawing of the same id
    assert cache.form(square) == first


@pytest.mark.parametrize("component", ["Y04", "B13", "minotaur", "back-red", "back-minotaur", "counter"])
def test_svg_and_pdf_of_a_shipped_component_hold_the_same_numbers(deck: Deck, component: str) -> None:
    theme = library.theme_file("knossos")
    drawing = draw(component, deck, load_theme(theme))
    numbers = svg_numbers(drawing)
    assert numbers
    assert pdf_numbers(drawing) == numbers


def test_a_component_is_known_for_every_placement(deck: Deck) -> None:
    assert {"Y01", "G16", "minotaur", "back-yellow", "back-minotaur", "counter"} <= set(component_ids(deck))


@pytest.mark.parametrize(
    ("ink", "expected"),
    [("#000000", "0 0 0"), ("#ffffff", "1 1 1"), ("#ff8000", "1 0.502 0"), ("#123456", "0.071 0.204 0.337")],
)
def test_an_ink_is_three_parts_of_one(ink: str, expected: str) -> None:
    assert ink_text(ink) == expected


def test_path_text_puts_the_operator_last() -> None:
    data = Pen().move(1, 2).curve(1, 2, 3, 4, 5, 6).close().data
    assert path_text(data) == "1 2 m 1 2 3 4 5 6 c h"


def test_a_form_is_defined_once_and_placed_as_often_as_asked() -> None:
    drawing = drawing_of(Group("a", (Shape(Pen().circle(5, 5, 2).data, fill="#000000"),)))
    with pdf_of(drawing) as pdf:
        forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        operators = [operator for _, operator in operators_of(pdf.pages[0])]
        assert operators.count("Do") == 2


def test_no_number_is_a_negative_zero(printed: Printed) -> None:
    """What is nearly zero has a sign that depends on the system's own sines."""
    for file in sorted(path for orders in (ASTERION, ASTERISMO) for path in printed(*orders).glob("*.pdf")):
        with pikepdf.open(file) as pdf:
            streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Length1" not in one]
            found = [re.search(rb"(?<![\w.-])-0(\.0*)?[ \n]", one.read_bytes()) for one in streams]
        assert len(streams) > 1
        assert not any(found), file.name
