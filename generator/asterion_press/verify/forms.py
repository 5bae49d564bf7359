"""The forms of a sheets PDF: each component's drawing, compared with its SVG, and the outlines on it.

Both printers copy the texts of one display list, so a form's stream has the numbers of the SVG, in the same order, and
the same operators. Inks and widths are left out: PDF sets them once and SVG at every path. Outlines, such as the
hexagons of a board, are looked for among all straight lines of a form in its own space, millimetres from the trim's top
left corner: stroked or the edge of something filled, in either direction. Data that can break it: the designs, their
turns and colours, and the sizes of pieces and bleed.

Source: ISO 32000-1, 8.10 (form XObjects), annex A (operators).
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from asterion_press.layout.sheets import Outline
from asterion_press.verify.documents import PdfProof
from asterion_press.verify.expected import ROUNDED, ExpectedPart
from asterion_press.verify.pdf import (
    UNIT,
    Box,
    Interpreter,
    Matrix,
    content_bytes,
    digest_of,
    identity,
    max_difference,
    numbers,
)
from asterion_press.verify.svg import Geometry, Svg

COMPONENT_KEY = "/AsterionComponent"
SETTINGS = re.compile(
    r"(?:(?<=\s)|^)(?:(?:[-+.\d]+\s+){1,4}(?:rg|RG|g|G|k|K|w|J|j|M|i)|\[[-+.\d\s]*\]\s*[-+.\d]+\s+d)(?=\s|$)"
)
"""Operators that set inks, widths, ends, corners and dashes, with their operands."""
SETTING_LINES = re.compile(r"^(?:[-+.\d ]+ (?:rg|RG|g|G|w|J|j)|\[[-+.\d ]*\] [-+.\d]+ d)$", re.MULTILINE)
"""The same where each stands on a line of its own, as sheets are written: ten times faster."""
OUTLINE_ROUNDED = 2 * ROUNDED
"""Corners of outlines and the matrix before them are both written to 0.01 mm."""
LETTERS = str.maketrans(dict.fromkeys("0123456789.-+ \t\r\n"))
NO_LETTERS = str.maketrans(dict.fromkeys("qcmlhfSBQ*", " "))


class Form(Struct, frozen=True):
    """A form of a file.

    Attributes:
        component: id of the component that it says it is; empty if it does not.
        box: its BBox.
        matrix: its Matrix.
    """

    component: str
    box: Box
    matrix: Matrix


class SheetForms(Struct):
    """The forms of one file, each read once.

    Attributes:
        proof: of the file.
        parts: components of the game, by id.
        svg: the SVG of a component, if there is one.
        alike: components with the digests of streams that were found equal to their drawing; files of the same folder
            share them.
    """

    proof: PdfProof
    parts: dict[str, ExpectedPart]
    svg: Callable[[str], Svg | None]
    alike: set[tuple[str, bytes]]
    _read: dict[tuple[int, int], Form] = {}
    _streams: dict[bytes, str] = {}
    _reported: set[tuple[str, str]] = set()

    def form(self, thing: Any, page: int) -> Form | None:
        """Return the form behind a name of a page's resources; None if it is no form."""
        if thing is None or str(thing.get("/Subtype")) != "/Form":
            return None
        key = identity(thing)
        if key is not None and key in self._read:
            return self._read[key]
        a, b, c, d = numbers(thing.get("/BBox"), 4)
        component = str(thing.get(COMPONENT_KEY, ""))
        matrix = thing.get("/Matrix")
        form = Form(component, (a, b, c, d), UNIT if matrix is None else numbers(matrix, 6))  # type: ignore[arg-type]
        if component in self.parts:
            self._check(form, thing, page)
        if key is not None:
            self._read[key] = form
        return form

    def _check(self, form: Form, thing: Any, page: int) -> None:
        """Check a form: its box, and that it paints what the file of its component does."""
        part = self.parts[form.component]
        piece = part.piece
        bleed, far, low = -part.lot.bleed, part.lot.width + part.lot.bleed, part.lot.height + part.lot.bleed
        if max_difference(form.box, (bleed, bleed, far, low)) > ROUNDED:
            message = (
                f"the form of {piece.name} is cut to {' '.join(f'{v:g}' for v in form.box)} mm; "
                f"it must be {bleed:g} {bleed:g} {far:g} {low:g}: the trim and its bleed"
            )
            self.proof.fault("form-box", message, page)
        digest = digest_of(thing)
        self._check_twins(part, digest, page)
        if (piece.id, digest) in self.alike:
            return
        if piece.outlines and (missing := missing_outlines(thing, piece.outlines)):
            corners = ", ".join(f"{x:.2f} {y:.2f}" for x, y in missing[0])
            count = len(piece.outlines)
            message = (
                f"{piece.name} shows {count - len(missing)} of its {count} outlines in place; one at {corners} is not"
            )
            self.proof.fault("outline-missing", message, page)
        if piece.room and not _is_empty(thing, piece.room):
            message = f"{piece.name} is drawn in the room that it must leave free for other pieces"
            self.proof.fault("room-taken", message, page)
        stream = content_bytes(thing)
        self._check_twins(part, hashlib.sha256(stream).digest(), page)
        svg = self.svg(form.component)
        if svg is None:
            return
        if difference := geometry_difference(stream, svg.geometry):
            message = f"the form of {piece.name} is not the drawing in svg/{piece.id}.svg: {difference}"
            self.proof.fault("form-not-svg", message, page)
        else:
            self.alike.add((piece.id, digest))

    def _check_twins(self, part: ExpectedPart, digest: bytes, page: int) -> None:
        """Check that no two components have the same stream, or the same content packed in another way."""
        other = self._streams.setdefault(digest, part.piece.id)
        if other == part.piece.id or (part.piece.id, other) in self._reported:
            return
        self._reported.add((part.piece.id, other))
        svg, other_svg = self.svg(part.piece.id), self.svg(other)
        if svg is None or other_svg is None or svg.look != other_svg.look:
            message = f"{self.parts[other].piece.name} and {part.piece.name} show the very same drawing"
            self.proof.fault("form-twins", message, page)


def _is_empty(form: Any, room: Box) -> bool:
    """Return whether no line of a form, filled or not, lies in a rectangle of its own space.

    Raises:
        PdfFaultError: the form cannot be read.
    """
    left, top, right, bottom = room
    for line in Interpreter(UNIT, {}).run(form).strokes:
        (x0, y0, x1, y1), half = line.box, line.width / 2
        if x1 + half > left and x0 - half < right and y1 + half > top and y0 - half < bottom:
            return False
    return True


def geometry_of(stream: bytes, settings: re.Pattern[str] = SETTINGS) -> Geometry:
    """Return the numbers and operators of a form's stream, without those that set inks and widths."""
    text = settings.sub("", stream.decode("latin-1"))
    return Geometry(" ".join(text.translate(NO_LETTERS).split()), text.translate(LETTERS))


def geometry_difference(stream: bytes, drawn: Geometry) -> str | None:
    """Return the first difference between a form and an SVG; None if there is none."""
    if geometry_of(stream, SETTING_LINES) == drawn:
        return None
    form = geometry_of(stream)
    pairs = zip_longest(form.numbers.split(), drawn.numbers.split(), fillvalue="nothing")
    for index, (ours, theirs) in enumerate(pairs, 1):
        if ours != theirs and _value(ours) != _value(theirs):
            return f"number {index} is {ours[:20]}, in the SVG {theirs[:20]}"
    if form.operators != drawn.operators:
        index = next(i for i, (a, b) in enumerate(zip_longest(form.operators, drawn.operators), 1) if a != b)
        return f"the paths differ from operator {index} on"
    return None


def _value(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def missing_outlines(form: Any, outlines: tuple[Outline, ...]) -> list[Outline]:
    """Return the outlines of which a side is not found at its place.

    Raises:
        PdfFaultError: the form cannot be read.
    """
    lines: dict[tuple[int, int], list[tuple[float, ...]]] = defaultdict(list)  # by the square mm that they begin in
    for stroke in Interpreter(UNIT, {}).run(form).strokes:
        for line in (stroke.ends, (*stroke.ends[2:], *stroke.ends[:2])):
            lines[round(line[0]), round(line[1])].append(line)

    def is_there(side: tuple[float, ...]) -> bool:
        x, y = side[:2]
        off = (-OUTLINE_ROUNDED, OUTLINE_ROUNDED)
        squares = {(round(x + dx), round(y + dy)) for dx in off for dy in off}
        return any(
            all(abs(wanted - found) <= OUTLINE_ROUNDED for wanted, found in zip(side, line, strict=True))
            for square in squares
            for line in lines.get(square, ())
        )

    return [
        outline
        for outline in outlines
        if not all(is_there((*one, *other)) for one, other in zip(outline, outline[1:] + outline[:1], strict=True))
    ]
