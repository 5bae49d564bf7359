"""Charts in three forms: columns, dots with their intervals, and parts of a whole.

A chart is drawn as a page of a contact sheet is: shapes in a display list, and lines of text. So it stands in a page of
HTML as SVG with real letters, and on a page of a PDF, in the same inks and type::

    Title                              Title                          Title
    what it shows, in a line           what it shows                  what it shows

    20% |    __                        seat 1   |   --o--             prisoners  [####|==|......]
        |  _|  |_                      seat 2   |  --o--              coins      [##|========...]
      0 |_|______|_                             +---------            0%        50%       100%
         1 2 3 4 5                             20%   30%              # by the gate  = by wings

Millimetres from the top left corner.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.drawing.display_list import Drawing, Group, Pen, Point, Shape, Transform, number
from asterion_press.drawing.svg import svg_text
from asterion_press.geometry import mm_from_pt
from asterion_press.pdf.drawing_pages import Anchor, SheetPage, TextLine, text_width
from asterion_press.pdf.fonts import Style

PAPER, INK, FAINT, RULE = "#fdf9ef", "#2b1b14", "#7d6a57", "#e4d8bf"
CLAY, GOLD, SEA, STONE, LEAF = "#b5532b", "#d79a1e", "#1f4a73", "#cdb98f", "#6f9f80"
"""Inks of the plots, after those of the tiles (templates/themes/knossos.yaml)."""
WIDE, GUTTER = 174.6, 12.6
"""Width of a wide chart, and between two narrow ones."""
HEAD, FOOT, AIR = 15.0, 9.0, 2.0
"""Above the axes for the title and what is said, below them for the scale, and beside them."""
DASH = (1.2, 0.9)


class Sketch:
    """Shapes and lines of text, as they are drawn."""

    def __init__(self) -> None:
        self.shapes: list[Shape | Group] = []
        self.lines: list[TextLine] = []

    def box(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """Fill a rectangle."""
        self.shapes.append(Shape(Pen().rectangle(x, y, width, height).data, fill=ink))

    def dot(self, x: float, y: float, radius: float, ink: str) -> None:
        """Fill a disc."""
        self.shapes.append(Shape(Pen().circle(x, y, radius).data, fill=ink, stroke=PAPER, width=0.25))

    def rule(
        self, start: Point, *others: Point, ink: str = RULE, width: float = 0.2, dash: Sequence[float] = ()
    ) -> None:
        """Draw a line from point to point."""
        path = Pen().lines(start, *others).data
        self.shapes.append(Shape(path, stroke=ink, width=width, cap="butt", join="miter", dash=tuple(dash)))

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 9,
        *,
        ink: str = INK,
        anchor: Anchor = "start",
        style: Style = "regular",
        room: float = WIDE,
    ) -> None:
        """Write a line of text, smaller if it would be wider than there is room."""
        if text:
            size *= min(1, room / text_width(text, size, style, library.fonts_folder()))
            self.lines.append(TextLine(text, x, y, size, style, ink=ink, anchor=anchor))

    def add(self, part: Sketch, x: float, y: float) -> None:
        """Draw what was drawn elsewhere, its top left corner here."""
        self.shapes.append(Group("part", tuple(part.shapes), Transform.placing(x, y)))
        self.lines += [replace(line, x=line.x + x, y=line.y + y) for line in part.lines]

    def page(self, width: float, height: float, title: str) -> SheetPage:
        """Return what was drawn as a page of that size."""
        ground = Shape(Pen().rectangle(0, 0, width, height).data, fill=PAPER)
        groups = (Group("drawing", (ground, *self.shapes)),)
        return SheetPage(Drawing("chart", title, width, height, 0, groups), tuple(self.lines))


class Scale(NamedTuple):
    """The numbers from `low` to `high`, which lie from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    percent: bool = False

    def at(self, value: float) -> float:
        """Return where a number lies."""
        return self.start + (value - self.low) / (self.high - self.low or 1) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Return round numbers of the scale, about so many."""
        rough = (self.high - self.low) / most or 1
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(times * unit for times in (1, 2, 5, 10) if times * unit >= rough)
        return [step * n for n in range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1)]

    def word(self, value: float) -> str:
        """Return a number as it is written."""
        return f"{100 * value:.4g}%" if self.percent else f"{value:.4g}"


def _write_scale(sketch: Sketch, scale: Scale, bottom: float, label: str, words: Mapping[float, str]) -> None:
    """Write numbers below the axes, or words for some of them."""
    for tick, word in (words or {tick: scale.word(tick) for tick in scale.ticks(5)}).items():
        sketch.write(word, scale.at(tick), bottom + 4, anchor="middle")
    sketch.write(label, (scale.start + scale.end) / 2, bottom + 8, 8.5, ink=FAINT, anchor="middle")


def _label_width(labels: Iterable[str]) -> float:
    """Return the room that labels take beside the axes."""
    return max((text_width(label, 9, "regular", library.fonts_folder()) for label in labels), default=0) + 2


class Columns(Struct, frozen=True):
    """How often each number occurs.

    Attributes:
        series: by name an ink, and the share of each number; the first is filled, others are lines above it.
        label: what the numbers are.
        first, step: the first number, and from one to the next.
        words: by number what is written below it; empty for a scale.
        mean: a number that is marked.
    """

    series: Mapping[str, tuple[str, Sequence[float]]]
    label: str
    first: float = 0
    step: float = 1
    words: Mapping[float, str] = {}
    mean: float | None = None

    @property
    def height(self) -> float:
        """Return the height of the axes."""
        return 44

    def draw(self, sketch: Sketch, width: float) -> None:
        """Draw the chart below its heading."""
        (ink, filled), *others = self.series.values()
        top, bottom, left, right = HEAD, HEAD + self.height, 11, width - AIR
        up = Scale(0, max(max(shares) for _, shares in self.series.values()), bottom, top, percent=True)
        along = Scale(self.first - self.step / 2, self.first + (len(filled) - 0.5) * self.step, left, right)
        pitch = (right - left) / len(filled)
        for tick in up.ticks(4):
            sketch.rule((left, up.at(tick)), (right, up.at(tick)))
            sketch.write(up.word(tick), left - 1.5, up.at(tick) + 1, anchor="end")
        for place, share in enumerate(filled):
            sketch.box(left + (place + 0.07) * pitch, up.at(share), 0.86 * pitch, bottom - up.at(share), ink)
        for other, shares in others:
            sides = [
                (left + (place + side) * pitch, up.at(shares[place])) for place in range(len(shares)) for side in (0, 1)
            ]
            sketch.rule((left, bottom), *sides, (right, bottom), ink=other, width=0.5)
        if self.mean is not None:
            sketch.rule((along.at(self.mean), top), (along.at(self.mean), bottom), ink=INK, width=0.4)
        _write_scale(sketch, along, bottom, self.label, self.words)
        for row, (name, (other, _)) in enumerate(self.series.items() if others else ()):
            sketch.box(right - 24, top + 4.5 * row, 2.5, 2.5, other)
            sketch.write(name, right - 20.5, top + 4.5 * row + 2.2)


class Dots(Struct, frozen=True):
    """Figures with their intervals, one below the other.

    Attributes:
        rows: of each figure its label, the figure with the ends of its interval, its ink, and a note beside it; a
            figure that is not known, NaN, leaves its row empty.
        label: what the figures are.
        line: a number that they are compared with.
        percent: whether they are shares.
    """

    rows: Sequence[tuple[str, tuple[float, float, float], str, str]]
    label: str
    line: float | None = None
    percent: bool = False

    @property
    def pitch(self) -> float:
        """Return the height of a row: a few may stand apart."""
        return 8 if len(self.rows) < 6 else 5.2

    @property
    def height(self) -> float:
        """Return the height of the axes."""
        return self.pitch * len(self.rows) + 1

    def draw(self, sketch: Sketch, width: float) -> None:
        """Draw the chart below its heading."""
        known = [end for _, figure, *_ in self.rows for end in figure if math.isfinite(end)]
        known += [self.line] if self.line is not None else []
        least, most = min(known, default=0), max(known, default=1)
        air = (most - least or 1) * 0.06
        left = min(_label_width(row[0] for row in self.rows), width / 2)
        right = width - AIR - _label_width(row[3] for row in self.rows)
        scale = Scale(least - air, most + air, left, right, self.percent)
        top, bottom = HEAD, HEAD + self.height
        for tick in scale.ticks(5):
            sketch.rule((scale.at(tick), top), (scale.at(tick), bottom))
        _write_scale(sketch, scale, bottom, self.label, {})
        if self.line is not None:
            sketch.rule((scale.at(self.line), top), (scale.at(self.line), bottom), ink=FAINT, width=0.35, dash=DASH)
        for row, (label, (value, low, high), ink, note) in enumerate(self.rows):
            y = top + self.pitch * (row + 0.55)
            sketch.write(label, scale.start - 2, y + 1, anchor="end", room=scale.start - 2)
            sketch.write(note, right + 2, y + 1, 8.5, ink=FAINT if ink == STONE else INK)
            if math.isfinite(value):
                sketch.rule((scale.at(low), y), (scale.at(high), y), ink=ink, width=0.75)
                sketch.dot(scale.at(value), y, 1.15, ink)


class Parts(Struct, frozen=True):
    """Wholes and their parts, as bars.

    Attributes:
        rows: by label the share of each part.
        inks: by part its ink; what no part has is pale.
        rest: what is said of the rest.
    """

    rows: Mapping[str, Mapping[str, float]]
    inks: Mapping[str, str]
    rest: str

    @property
    def height(self) -> float:
        """Return the height of the axes."""
        return 11 * len(self.rows) + 12

    def draw(self, sketch: Sketch, width: float) -> None:
        """Draw the chart below its heading."""
        scale = Scale(0, 1, _label_width(self.rows), width - AIR - 3, percent=True)
        top, bottom = HEAD, HEAD + self.height - 12
        for row, (label, shares) in enumerate(self.rows.items()):
            y, x = top + 11 * row + 1.5, 0.0
            sketch.write(label, scale.start - 2, y + 5, anchor="end")
            for part, share in (*shares.items(), ("", 1 - sum(shares.values()))):
                sketch.box(scale.at(x), y, scale.at(share) - scale.start, 8, self.inks.get(part, RULE))
                if part and share > 0.07:
                    sketch.write(
                        f"{share:.0%}", scale.at(x + share / 2), y + 5, ink=PAPER, anchor="middle", style="bold"
                    )
                x += share
        _write_scale(sketch, scale, bottom, "", {})
        x = 0.0
        for part, ink in (*self.inks.items(), (self.rest, RULE)):
            sketch.box(x, bottom + 8, 2.5, 2.5, ink)
            sketch.write(part, x + 3.5, bottom + 10.2, 8.5)
            x += 5.5 + text_width(part, 8.5, "regular", library.fonts_folder())


class Chart(Struct, frozen=True):
    """One chart.

    Attributes:
        title: what it is about.
        sentence: what it shows, in a sentence, also for people who cannot see it.
        form: what is drawn.
        wide: whether it takes the whole width of a page, or half of it.
    """

    title: str
    sentence: str
    form: Columns | Dots | Parts
    wide: bool = False

    @property
    def width(self) -> float:
        """Return its width."""
        return WIDE if self.wide else (WIDE - GUTTER) / 2

    @property
    def height(self) -> float:
        """Return its height."""
        return HEAD + self.form.height + FOOT

    def sketch(self) -> Sketch:
        """Draw it, with its heading."""
        sketch = Sketch()
        sketch.write(self.title, 0, 4.5, 12.5, style="bold", room=self.width)
        sketch.write(self.sentence, 0, 9.5, ink=FAINT, room=self.width)
        self.form.draw(sketch, self.width)
        return sketch


def chart_svg(chart: Chart) -> str:
    """Return a chart as an SVG element that stands in a page of HTML, with its letters as text and without any name."""
    page = chart.sketch().page(chart.width, chart.height, chart.title)
    drawn = svg_text(page.art)
    element = re.sub(r' id="[^"]*"', "", drawn[drawn.index("<svg") :])
    label = escape(f"{chart.title}: {chart.sentence}", quote=True)
    words = "".join(
        f'<text x="{number(line.x)}" y="{number(line.y)}" font-size="{number(mm_from_pt(line.size_pt))}" '
        f'fill="{line.ink}" text-anchor="{line.anchor}" font-weight="{line.style.replace("regular", "normal")}">'
        f"{escape(line.text)}</text>"
        for line in page.lines
    )
    return element.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).replace("</svg>", f"{words}</svg>")
