"""The forms of a sheets PDF: each component's drawing, compared with its SVG.

Both printers copy the texts of one display list, so a form's stream has the numbers of the SVG, in the same order, and
the same operators. What sets inks and widths is left out: PDF says it once and SVG at every path.

Source: ISO 32000-1, 8.10 (form XObjects), annex A (operators).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from msgspec import Struct, field

from generator.verify.documents import PdfProof
from generator.verify.expected import ROUNDED, Part
from generator.verify.pdf import Box, Matrix, content_bytes, digest_of, identity, numbers
from generator.verify.svg import Geometry, Svg

COMPONENT_KEY = "/AsterionComponent"
SETTINGS = re.compile(
    r"(?:(?<=\s)|^)(?:(?:[-+.\d]+\s+){1,4}(?:rg|RG|g|G|k|K|w|J|j|M|i)|\[[-+.\d\s]*\]\s*[-+.\d]+\s+d)(?=\s|$)"
)
"""What sets inks, widths, ends, corners and dashes."""
SETTING_LINES = re.compile(r"^(?:[-+.\d ]+ (?:rg|RG|w|J|j)|\[[-+.\d ]*\] [-+.\d]+ d)$", re.MULTILINE)
"""The same where each stands on a line of its own, as the press writes it: ten times faster."""
LETTERS = str.maketrans(dict.fromkeys("0123456789.-+ \t\r\n"))
NO_LETTERS = str.maketrans(dict.fromkeys("qcmlhfSBQ*", " "))


class Form(Struct, frozen=True):
    """A form of a file.

    Attributes:
        component: what it says it is; empty if it says nothing.
        box: its BBox.
        matrix: its Matrix.
    """

    component: str
    box: Box
    matrix: Matrix


class FormShelf(Struct):
    """The forms of one file, each read once.

    Attributes:
        proof: of the file.
        parts: what the deck promises.
        svg: the SVG of a component, if there is one.
        alike: components with the digests of streams that were found equal to their drawing; files of the same folder
            share them.
        may_be_twins: whether two components may show the very same drawing, as no SVG says whether they do.
    """

    proof: PdfProof
    parts: dict[str, Part]
    svg: Callable[[str], Svg | None]
    alike: set[tuple[str, bytes]]
    may_be_twins: bool = False
    _read: dict[tuple[int, int], Form] = field(default_factory=dict)
    _streams: dict[bytes, str] = field(default_factory=dict)
    _told: set[tuple[str, str]] = field(default_factory=set)

    def form(self, thing: Any, page: int) -> Form | None:
        """The form behind a name of a page's resources; None if it is no form."""
        if thing is None or str(thing.get("/Subtype")) != "/Form":
            return None
        key = identity(thing)
        if key is not None and key in self._read:
            return self._read[key]
        a, b, c, d = numbers(thing.get("/BBox"), 4)
        component = str(thing.get(COMPONENT_KEY, ""))
        form = Form(component, (a, b, c, d), _matrix(thing))
        if component in self.parts:
            self._judge(form, thing, page)
        if key is not None:
            self._read[key] = form
        return form

    def _judge(self, form: Form, thing: Any, page: int) -> None:
        part = self.parts[form.component]
        bleed, far, low = -part.bleed, part.trim + part.bleed, part.height + part.bleed
        if max(abs(x - y) for x, y in zip(form.box, (bleed, bleed, far, low), strict=True)) > ROUNDED:
            message = (
                f"the form of {part.name} is cut to {' '.join(f'{v:g}' for v in form.box)} mm; "
                f"it must be {bleed:g} {bleed:g} {far:g} {low:g}: the trim and its bleed"
            )
            self.proof.fault("form-box", message, page)
        digest = digest_of(thing)
        self._twins(part, digest, page)
        if (part.id, digest) in self.alike:
            return
        self._outlines(part, thing, page)
        stream = content_bytes(thing)
        self._twins(part, hashlib.sha256(stream).digest(), page)
        svg = self.svg(form.component)
        if svg is None:
            return
        if difference := geometry_difference(stream, svg.geometry):
            message = f"the form of {part.name} is not the drawing in svg/{part.id}.svg: {difference}"
            self.proof.fault("form-not-svg", message, page)
        else:
            self.alike.add((part.id, digest))

    def _outlines(self, part: Part, thing: Any, page: int) -> None:
        """The shapes that must be found at their places, such as the hexagons of a board."""
        from generator.verify.outlines import missing_outlines

        if part.outlines and (missing := missing_outlines(thing, part.outlines)):
            corners = ", ".join(f"{x:.2f} {y:.2f}" for x, y in missing[0])
            count = len(part.outlines)
            message = (
                f"{part.name} shows {count - len(missing)} of its {count} outlines in place; one at {corners} is not"
            )
            self.proof.fault("outline-missing", message, page)

    def _twins(self, part: Part, digest: bytes, page: int) -> None:
        """Two components with the same stream, or with the same content: whoever packs it otherwise is found, too."""
        other = self._streams.setdefault(digest, part.id)
        if self.may_be_twins or other == part.id or (part.id, other) in self._told:
            return
        self._told.add((part.id, other))
        svg, other_svg = self.svg(part.id), self.svg(other)
        if svg is None or other_svg is None or svg.look != other_svg.look:
            message = f"{self.parts[other].name} and {part.name} show the very same drawing"
            self.proof.fault("form-twins", message, page)


def _matrix(thing: Any) -> Matrix:
    value = thing.get("/Matrix")
    return (1, 0, 0, 1, 0, 0) if value is None else numbers(value, 6)  # type: ignore[return-value]


def geometry_of(stream: bytes, settings: re.Pattern[str] = SETTINGS) -> Geometry:
    """The numbers and operators of a form's stream, without what sets inks and widths."""
    text = settings.sub("", stream.decode("latin-1"))
    return Geometry(" ".join(text.translate(NO_LETTERS).split()), text.translate(LETTERS))


def geometry_difference(stream: bytes, drawn: Geometry) -> str | None:
    """The first difference between a form and an SVG; None if there is none."""
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
