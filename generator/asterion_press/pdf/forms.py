"""Display lists as form XObjects: each is written into a PDF once and placed as often as the sheets ask.

The form's own space is the drawing's: millimetres, y down, the origin at the top left corner of the trim. So the
numbers in the stream are the very text of the display list, and one matrix at the placement turns millimetres into
points and flips the page over. The form's box is the bleed box, to which PDF clips it. No resources are needed: the
inks are device RGB, and device grey where they are neutral.

A drawing that is shown smaller than it is has a form of its own for that scale, in which no line is thinner than a
press prints. Below `SMALL` such lines are left out: joints of stones and cracks would run together.

A painter of scenes paints what lies on one page; its callers count points from the page's top left corner, y down.

Source of the operators: ISO 32000-1, 8.4.4, 8.5 and 8.6.8; of form XObjects: 8.10.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    Part,
    PathData,
    Shape,
    Shown,
    Transform,
    number,
    numbers,
    point,
)
from asterion_press.geometry import PT_PER_MM, QUARTER_TURNS, Size, mm_from_pt, pt
from asterion_press.layout.grid import shown_hexagon
from asterion_press.pdf.reportlab_adapter import (
    Canvas,
    PDFObject,
    add_object,
    object_named,
    write_operators,
    xObjectName,
)

OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
COMPONENT_KEY = "AsterionComponent"
"""Key of a form's dictionary that names its component; other readers than ours ignore it.

Source: ISO 32000-1, 7.3.7 and annex E: private keys are allowed and ignored by those that do not know them.
"""
COMPRESSION = 5
"""Level of deflate. Own choice, measured: forms are 3.5 % smaller than at level 4; level 6 gains nothing."""
THINNEST_MM = 0.112
"""Width that every line has at least: 0.1 mm on pages that are printed at 0.9 to be folded, too.

Source: print shops ask for 0.25 pt, which is 0.09 mm."""
SMALL, DETAIL_MM, DETAIL = 0.4, 0.064, {"motif"}
"""Scale of a drawing below which thinner lines, and these groups, are left out. Own choice, looked at on pages."""
LEAST_SHARED = 0.18
STEP_MM = 0.05
"""Coordinates of what is not shown in its true size are rounded to about this as it is printed. Own choice."""
SCALES = (1.0, 0.8, 0.65, 0.5, 0.4, 0.35, 0.29, 0.23, 0.18, 0.13, 0.08, 0.05, 0.03, 0.02, 0.01, 0.0)
"""Drawings of scales between two of these share the form of the smaller: a file need not hold one for each figure."""
TURNED = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
"""Matrices a, b, c, d of 0 to 3 clockwise quarter turns, y down."""


class _FormObject(PDFObject):
    """A form XObject whose text is ready, and which remembers the size of its trim in mm."""

    __RefOnly__ = 1

    def __init__(self, drawing: PrintedForm) -> None:
        self.text = drawing.form
        self.trim_mm = drawing.width, drawing.height

    def format(self, document: object) -> bytes:  # noqa: ARG002 - ReportLab's signature
        return self.text


@lru_cache(maxsize=4096)
def ink_text(ink: str) -> str:
    """Return the three components of an ink ``#rrggbb`` as PDF writes them, each rounded to 0.001."""
    return " ".join(f"{int(ink[start : start + 2], 16) / 255:.3f}".rstrip("0").rstrip(".") for start in (1, 3, 5))


@lru_cache(maxsize=4096)
def colour_operator(ink: str, operator: Literal["rg", "RG"]) -> str:
    """Return what makes an ink that of fills or of lines; black and greys are black ink alone, which no press mixes."""
    red, green, blue = ink_text(ink).split()
    if red == green == blue:
        return f"{red} {'g' if operator == 'rg' else 'G'}"
    return f"{red} {green} {blue} {operator}"


@lru_cache(maxsize=8192)
def path_text(data: PathData, step: int = 1) -> str:
    """Return path data as PDF writes it: numbers first, then the operator. Tiles have most of their paths in common.

    Args:
        data: of the path.
        step: in hundredths, to which its points are rounded; what is the same point then is left out.
    """
    coarse = data if step == 1 else _rounded(data, step)
    return " ".join([numbers(hundredths) + OPERATORS[command] for command, hundredths in coarse])


def _rounded(data: PathData, step: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the commands of a path whose points are rounded to steps; those that lead nowhere are left out."""
    half, begun = step // 2, False
    here: tuple[int, ...] = ()
    for command, hundredths in data:
        there = tuple([(value + half) // step * step for value in hundredths])
        if command == "M" or set(zip(there[::2], there[1::2], strict=True)) != {here}:
            yield command, there
        elif begun:
            yield "L", (here[0] + 1, here[1])  # a dot
        here, begun = there[-2:] or here, command == "M"


def millimetre_space(height_mm: float) -> str:
    """Return the operators that begin a space in mm, y down, on a page of that height; ``Q`` ends it."""
    return f"q {PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {pt(height_mm):z.6f} cm"


def stream_text(drawing: Drawing, scale: float = 1.0, *, small: bool = False) -> str:
    """Return the content stream of a drawing's form, as it is shown at a scale."""
    lines: list[str] = []
    _write_groups(drawing.groups, {}, lines, scale, (DETAIL_MM if small else 0.0) if scale < 1 else None)
    return "\n".join(lines)


def group_operators(group: Group, unit: float = 1.0) -> list[str]:
    """Return the operators of a group in the space at hand, its unit so many mm, whatever was painted before it."""
    lines: list[str] = []
    _write_groups((group,), {"dash": None}, lines, unit)
    return lines


def dash_text(dash: Sequence[float]) -> str:
    """Return the lengths of a dashed line as PDF writes them."""
    return f"[{' '.join(f'{length:g}' for length in dash)}] 0 d"


def line_width(width: float, unit: float) -> str:
    """Return the width of a line as PDF writes it, in a space whose unit is so many mm; none is too thin to print."""
    text = number(width)
    return text if float(text) * unit >= THINNEST_MM else f"{THINNEST_MM / unit:.4g}"


def _write_groups(
    items: tuple[Group | Shape, ...], state: dict[str, object], lines: list[str], unit: float, thin: float | None = None
) -> None:
    """Append the operators of `items`; `state` holds the text that last set each part of the graphics state.

    A unit is printed so many mm long; lines thinner than `thin` are left out, None: all is in its true size.
    """
    most = 1.0 if thin is None else 100 * STEP_MM / unit
    step = max((1, *(step for step in (2, 5, 10, 20, 50) if step <= most)))
    for item in items:
        if isinstance(item, Shape):
            _write_shape(item, state, lines, unit, thin, step)
        elif thin and item.name in DETAIL:
            continue
        elif (t := item.transform) is None:
            _write_groups(item.items, state, lines, unit, thin)
        else:
            lines.append(f"q {t.text} cm")
            _write_groups(item.items, dict(state), lines, unit * stretches(t)[0], thin)
            lines.append("Q")


def _write_shape(
    shape: Shape, state: dict[str, object], lines: list[str], unit: float, thin: float | None, step: int
) -> None:
    """Append the operators of a shape; only what differs from the graphics state is set."""
    stroke = shape.stroke if thin is None or shape.width * unit >= thin else None
    if not (shape.fill or stroke):
        return
    if shape.fill and state.get("fill") != shape.fill:
        state["fill"] = shape.fill
        lines.append(colour_operator(shape.fill, "rg"))
    pen = stroke, shape.width, shape.cap, shape.join, shape.dash, unit
    if stroke and state.get("pen") != pen:
        state["pen"] = pen
        wanted = {
            "stroke": colour_operator(stroke, "RG"),
            "width": f"{line_width(shape.width, unit)} w",
            "cap": f"{CAPS[shape.cap]} J",
            "join": f"{JOINS[shape.join]} j",
        }
        if shape.dash or "dash" in state:
            wanted["dash"] = dash_text(shape.dash)
        lines += [text for what, text in wanted.items() if state.get(what) != text]
        state.update(wanted)
    lines.append(path_text(shape.data, step))
    operator = "B" if shape.fill and stroke else "f" if shape.fill else "S"
    lines.append(operator + "*" if shape.even_odd and shape.fill else operator)


def stretches(t: Transform) -> tuple[float, float]:
    """Return how long becomes what is 1 long, in the directions in which that is shortest and longest."""
    turned, mirrored = math.hypot(t.a + t.d, t.b - t.c), math.hypot(t.a - t.d, t.b + t.c)
    return abs(turned - mirrored) / 2, (turned + mirrored) / 2


class PrintedForm(Struct, frozen=True):
    """A drawing turned into a form, ready for as many files as want it.

    Attributes:
        width, height: of the trim, in mm.
        form: the form XObject as it stands in a file, dictionary and deflated stream.
    """

    width: float
    height: float
    form: bytes

    @property
    def stream(self) -> bytes:
        """Return the form's content, deflated."""
        return self.form[self.form.index(b"stream\n") + 7 : -len(_FORM_END)]


def make_form(drawing: Drawing, scale: float = 1.0, *, small: bool = False) -> PrintedForm:
    """Turn a display list into a form, once for all files that show it at that scale, perhaps without its detail.

    A component's id needs no escape in its dictionary.
    """
    stream = zlib.compress(stream_text(drawing, scale, small=small).encode("ascii"), COMPRESSION)
    bleed = drawing.bleed
    box = numbers((*point(-bleed, -bleed), *point(drawing.width + bleed, drawing.height + bleed)))
    head = (
        f"<< /Type /XObject /Subtype /Form /FormType 1 /BBox [ {box} ] /Matrix [ 1 0 0 1 0 0 ] /Resources << >> "
        f"/{COMPONENT_KEY} ({drawing.id}) /Filter /FlateDecode /Length {len(stream)} >>\nstream\n"
    )
    left, top, right, bottom = map(float, box.split())  # as :func:`read_forms` finds it, to the last digit
    return PrintedForm(right + left, bottom + top, head.encode("ascii") + stream + _FORM_END)


class FormCache(Struct):
    """Forms of drawings, kept for the next file that shows the very same drawings at the same scale."""

    _kept: dict[tuple[str, float, bool], tuple[Drawing, PrintedForm]] = {}

    def form(self, drawing: Drawing, scale: float = 1.0, *, small: bool = False) -> PrintedForm:
        """Return the form of a drawing; of drawings with one id the last is kept."""
        what = drawing.id, scale, small
        known = self._kept.get(what)
        if known is None or known[0] is not drawing:
            known = self._kept[what] = drawing, make_form(drawing, scale, small=small)
        return known[1]


_FORM_END = b"\nendstream\n"
_FORM_HEAD = re.compile(
    rb"<< /Type /XObject /Subtype /Form /FormType 1 /BBox \[ (\S+) (\S+) (\S+) (\S+) \] /Matrix \[ 1 0 0 1 0 0 \] "
    rb"/Resources << >> /%s \(([\w-]+)\) /Filter /FlateDecode /Length (\d+) >>\nstream\n" % COMPONENT_KEY.encode()
)
"""The dictionary that :func:`make_form` writes."""


def read_forms(pdf: bytes) -> dict[str, PrintedForm]:
    """Return the forms of a file that this program printed, by component, ready to be printed again.

    Args:
        pdf: the file, unchanged since.
    """
    found = {}
    for head in _FORM_HEAD.finditer(pdf):
        left, top, right, bottom = map(float, head.groups()[:4])
        end = head.end() + int(head[6]) + len(_FORM_END)
        found[head[5].decode("ascii")] = PrintedForm(right + left, bottom + top, pdf[head.start() : end])
    return found


def define_form(canvas: Canvas, name: str, drawing: Drawing | PrintedForm) -> None:
    """Put a drawing into the file as the form `name`, a name of our own such as ``C12``, never one from a file."""
    form = _FormObject(make_form(drawing) if isinstance(drawing, Drawing) else drawing)
    add_object(canvas, xObjectName(name), form)


def place_form(
    canvas: Canvas, name: str, x_mm: float, y_mm: float, page_height_mm: float, turns: int = 0, scale: float = 1.0,
    kept: tuple[float, ...] | None = None,
) -> None:  # fmt: skip
    """Show the form with the top left corner of its trim, after the turns, at (x, y) mm from the page's top left.

    Its bleed is clipped to what a :class:`~asterion_press.layout.sheets.Placement` keeps of it; None: all of it.
    """
    width, height = trim_mm(canvas, name)
    clip = ""
    if kept and len(kept) == 4:
        left, above, right, below = kept
        box = x_mm - left, page_height_mm - y_mm - height - below, left + width + right, above + height + below
        clip = f"{' '.join(f'{pt(value):z.6f}' for value in box)} re W n "
    elif kept:
        corners = shown_hexagon(width, height, kept)
        path = " ".join(
            f"{pt(x_mm + across):z.6f} {pt(page_height_mm - y_mm - down):z.6f} {'l' if number else 'm'}"
            for number, (across, down) in enumerate(corners)
        )
        clip = f"{path} W n "
    show_form(canvas, name, f"{clip}{placing_matrix((width, height), x_mm, y_mm, page_height_mm, turns, scale)} cm")


def show_form(canvas: Canvas, name: str, state: str) -> None:
    """Show a form after some operators that hold for it alone."""
    write_operators(canvas, f"q {state}")
    canvas.doForm(name)
    write_operators(canvas, "Q")


def trim_mm(canvas: Canvas, name: str) -> Size:
    """Return width and height of a defined form's trim, in mm."""
    form: _FormObject = object_named(canvas, xObjectName(name))
    return form.trim_mm


def placing_matrix(
    size: Size, x_mm: float, y_mm: float, page_height_mm: float, turns: int = 0, scale: float = 1.0
) -> str:
    """Return the matrix that puts a form of trim `size` on the page; to a millionth, so 50 mm are true to 0.0001 mm."""
    width, height = size
    turns %= QUARTER_TURNS
    a, b, c, d = (value * scale for value in TURNED[turns])
    e = x_mm + scale * (0, height, width, 0)[turns]
    f = y_mm + scale * (0, 0, height, width)[turns]
    numbers = (a, -b, c, -d, e, page_height_mm - f)
    return " ".join(f"{value * PT_PER_MM:z.6f}".rstrip("0").rstrip(".") for value in numbers)


class ScenePainter(Struct):
    """A painter of scenes and paths on one page after the other.

    Attributes:
        canvas: ReportLab's.
        height: of the page, pt.
        kept: forms that other files of the game have shown.
        one_form_below: at all scales below this, a drawing has one form, that of `LEAST_SHARED`.
        _units: of the space at hand and of those around it, in mm, where it is shortest and where it is longest.
    """

    canvas: Canvas
    height: float
    kept: FormCache
    one_form_below: float = 0.0
    _forms: dict[tuple[str, float, bool], str] = {}
    _units: list[tuple[float, float]] = field(default_factory=lambda: [(1 / PT_PER_MM, 1 / PT_PER_MM)])

    def parts(self, parts: Iterable[Part], x: float, y: float, unit: float) -> None:
        """Paint parts of a scene whose origin lies at (x, y), its unit `unit` pt long."""
        for part in parts:
            if isinstance(part, Shown):
                self.form(part.drawing, x + part.x * unit, y + part.y * unit, part.height * unit)
                continue
            self.enter(x, y, unit, part.transform)
            if part.clip is not None:
                self.clip(part.clip)
            if part.through is not None:
                self.clip(part.through, holes=False)
            for item in part.items:
                self._item(item)
            self.leave()

    def _item(self, item: Shape | Group | Shown) -> None:
        """Paint an item."""
        match item:
            case Shown():
                self.show(item)
            case Group():
                write_operators(self.canvas, *group_operators(item, self._units[-1][0]))
            case Shape(data=data):
                if item.fill:
                    self.fill(data, item.fill, even_odd=item.even_odd)
                if item.stroke:
                    self.stroke(data, item.stroke, item.width, item.dash, cap=CAPS[item.cap], join=JOINS[item.join])

    def form(self, drawing: Drawing, x: float, y: float, height: float) -> None:
        """Paint a drawing with the top left corner of its trim at (x, y), in the given height."""
        scale = height / PT_PER_MM / drawing.height
        form = self.define(drawing, scale * PT_PER_MM)
        place_form(self.canvas, form, mm_from_pt(x), mm_from_pt(y), mm_from_pt(self.height), scale=scale)

    def show(self, shown: Shown) -> None:
        """Paint a drawing at its place in the space at hand, whose dashes its form would inherit."""
        scale = shown.height / shown.drawing.height
        form = self.define(shown.drawing, scale)
        show_form(self.canvas, form, f"{scale:.6f} 0 0 {scale:.6f} {number(shown.x)} {number(shown.y)} cm [] 0 d")

    def define(self, drawing: Drawing, scale: float) -> str:
        """Return the name of the form of a drawing that is shown at that scale in the space at hand."""
        least, most = self._units[-1]
        shared, small = next(step for step in SCALES if step <= scale * least), scale * most < SMALL
        if scale * most < self.one_form_below:
            shared, small = min(shared, LEAST_SHARED), True
        form = self._forms.get((drawing.id, shared, small))
        if form is None:
            form = self._forms[drawing.id, shared, small] = f"D{len(self._forms)}"
            define_form(self.canvas, form, self.kept.form(drawing, shared, small=small))
        return form

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: str) -> None:
        """Draw a straight line."""
        top, bottom = self.height - y1, self.height - y2
        pen = f"{colour_operator(ink, 'RG')} {self._width(width)} w 0 J"
        write_operators(self.canvas, f"q {pen} {x1:z.3f} {top:z.3f} m {x2:z.3f} {bottom:z.3f} l S Q")

    def enter(self, x: float, y: float, unit: float, transform: Transform | None = None) -> None:
        """Begin a space of its own: its origin at (x, y), y down, its unit `unit` pt; :meth:`leave` ends it.

        A transform, in those units, says where in that space a space within it lies, which then is the one at hand.
        """
        t = Transform(unit, 0, 0, -unit, x, self.height - y) @ (transform or Transform())
        numbers = (t.a, t.b, t.c, t.d, t.e, t.f)
        text = " ".join(f"{value:z.6f}".rstrip("0").rstrip(".") for value in numbers)
        write_operators(self.canvas, f"q {text} cm")
        self._enlarge(*stretches(t))

    def _enlarge(self, least: float, most: float) -> None:
        """Count with a unit that is so many times as long."""
        self._units.append((self._units[-1][0] * least, self._units[-1][1] * most))

    def leave(self) -> None:
        """End the last space."""
        write_operators(self.canvas, "Q")
        self._units.pop()

    def fill(self, data: PathData, ink: str, *, even_odd: bool = False) -> None:
        """Fill a path in the space at hand."""
        write_operators(self.canvas, f"{colour_operator(ink, 'rg')} {path_text(data)} f{'*' * even_odd}")

    def stroke(
        self, data: PathData, ink: str, width: float, dash: Sequence[float] = (), *, cap: int = 1, join: int = 1
    ) -> None:
        """Draw along a path in the space at hand, with round joins and round ends unless told otherwise."""
        pen = f"{colour_operator(ink, 'RG')} {self._width(width)} w {cap} J {join} j {dash_text(dash)}"
        write_operators(self.canvas, f"{pen} {path_text(data)} S")

    def _width(self, width: float) -> str:
        return f"{max(width, THINNEST_MM / self._units[-1][0]):.4g}"

    def clip(self, data: PathData, *, holes: bool = True) -> None:
        """Show only what lies within the path from here to the end of the space; overlaps are holes, or not."""
        write_operators(self.canvas, f"{path_text(data)} {'W*' if holes else 'W'} n")
