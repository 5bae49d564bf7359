"""The adapter of ReportLab: all other modules take ReportLab's names from here.

At its import ReportLab runs ``reportlab_settings.py`` and ``reportlab_mods.py`` from anywhere on the path, so also from
beside a foreign catalogue, reads files of these names in the home folder, asks for the working folder, which may be
gone, and obeys ``RL_*`` variables of the environment. Here all of them are switched off first. Then it is set to
write the same bytes at every run, to open no files or addresses, to evaluate no colours as code, and to begin no page
with a font that is not embedded. A ``SOURCE_DATE_EPOCH`` that is no time is refused before, as ReportLab would end in a
traceback.

Seen with reportlab 5.1.0. Platypus is not used: the booklet has its own typesetter.
"""

from __future__ import annotations

import os
import re
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from asterion_press.errors import InputError, Place, without_ssl
from asterion_press.geometry import Rect

SETTINGS_MODULES = ("reportlab_settings", "reportlab.local_rl_settings", "reportlab_mods", "reportlab.local_rl_mods")
"""Modules that ReportLab executes if it finds them; it looks into the home folder for those that it does not find.
Source: reportlab/rl_config.py, `_defaults_init`; reportlab/__init__.py."""


LAST_SECOND = 253_402_300_799
"""The end of the year 9999, after which PDF has no dates."""


def _check_epoch() -> None:
    """Refuse a time of making that ReportLab would stumble over at its import, or print as nonsense.

    Raises:
        InputError: ``SOURCE_DATE_EPOCH`` is set, and not a whole number of seconds up to the year 9999.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if given and not (re.fullmatch("[0-9]{1,12}", given) and int(given) <= LAST_SECOND):
        what = "is no number of seconds since 1970; unset it or give digits"
        late = f"is later than the year 9999; give at most {LAST_SECOND}"
        message = f"{given[:40]!r} {late if re.fullmatch('[0-9]+', given) else what}"
        raise InputError.at(Place("SOURCE_DATE_EPOCH"), message)


@contextmanager
def _nowhere() -> Iterator[None]:
    """Hide the working folder, where ReportLab would look for fonts."""
    ask = os.getcwd
    os.getcwd = lambda: os.sep
    try:
        yield
    finally:
        os.getcwd = ask


for _name in [name for name in os.environ if name.upper().startswith("RL_")]:
    del os.environ[_name]
sys.modules.update((name, types.ModuleType(name)) for name in SETTINGS_MODULES)
_check_epoch()

with without_ssl(), _nowhere():  # only after the settings are switched off
    from reportlab import rl_config
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfdoc, pdfmetrics
    from reportlab.pdfbase.pdfdoc import (
        PDFArray,
        PDFDictionary,
        PDFName,
        PDFObject,
        PDFStream,
        PDFString,
        PDFZCompress,
        xObjectName,
    )
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas


class LayeredPage(pdfdoc.PDFPage):
    """A page whose resources name layers."""

    layers: dict[str, object]

    def check_format(self, document: object) -> None:
        super().check_format(document)
        self.Resources.Properties = dict(self.layers)


class _Nameless:
    """The typeface of :class:`_NoFont`."""

    name = b"no-font"
    ascent = descent = 0


class _NoFont:
    """The font with which a canvas begins: it counts as set, and leaves no trace in the file.

    A canvas opens every page by selecting its first font, Helvetica unless told otherwise, which then stands in the
    file without being embedded. Dynamic fonts are spared that. Drawing text with this one fails, as it should.
    """

    fontName = "no-font"  # noqa: N815 - ReportLab's name
    face = _Nameless()
    _dynamicFont = True  # noqa: N815
    _multiByte = True  # noqa: N815


def _set_up() -> None:
    """Make ReportLab write the same bytes at every run, end streams with a line, and begin pages without a font."""
    plain, end = PDFStream.format, b"endstream\n"

    def format_with_line(self: PDFStream, document: object) -> bytes:
        """Put an end of line before ``endstream``, left out after deflated data. Source: ISO 19005-2, 6.1.7.1."""
        text: bytes = plain(self, document)
        return text.removesuffix(end) + b"\n" + end

    PDFStream.format = format_with_line  # type: ignore[method-assign]
    pdfmetrics.registerFont(_NoFont())
    settings = {
        "invariant": 1,
        "trustedHosts": [],
        "trustedSchemes": [],
        "toColorCanUse": None,
        "useA85": 0,
        "canvas_basefontname": _NoFont.fontName,
    }
    for name, value in settings.items():
        setattr(rl_config, name, value)


_set_up()


def new_truetype(name: str, raw: bytes) -> Any:
    """Return ReportLab's reading of a TrueType file, to be called `name`.

    ReportLab would open the file by itself, and its error does not say why it cannot.
    """
    return TTFont(name, BytesIO(raw), asciiReadable=False)


def document_of(canvas: Canvas) -> Any:
    """Return the PDF document that a canvas writes; ReportLab has no public name for it."""
    return canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001


def add_object(canvas: Canvas, name: str, value: object) -> None:
    """Put an object of our own making into the file, under a name of our own."""
    document_of(canvas).Reference(value, name)


def object_named(canvas: Canvas, name: str) -> Any:
    """Return the object that was added under that name."""
    return document_of(canvas).idToObject[name]


def add_entries(thing: Any, **entries: object) -> None:
    """Add entries to a catalogue or a page, also those that ReportLab does not know."""
    known = thing.__NoDefault__
    thing.__NoDefault__ = [*known, *(key for key in entries if key not in known)]
    for key, value in entries.items():
        setattr(thing, key, value)


def draw_image(canvas: Canvas, png: bytes, x: float, y: float, width: float, height: float) -> None:
    """Paint the pixels of a PNG file with their lower left corner at (x, y), in points from the page's."""
    canvas.drawImage(ImageReader(BytesIO(png)), x, y, width, height)


PRINTED = 4
"""The flag of an annotation that is printed, and hidden nowhere. Source: ISO 32000-1, 12.5.3."""


def add_link(canvas: Canvas, name: str, rect: Rect, target: str, **entries: object) -> PDFObject:
    """Put a link to a destination onto the page at hand, without a border.

    Args:
        canvas: with the page.
        name: of the annotation, not used before.
        rect: left, bottom, right, top, in points from the page's lower left corner.
        target: name of the destination, which may still come.
        entries: further entries of the annotation.
    """
    link = PDFDictionary(
        {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Rect": PDFArray([round(value, 2) for value in rect]),
            "Border": "[0 0 0]",
            "Dest": canvas._bookmarkReference(target),  # type: ignore[attr-defined]  # noqa: SLF001
            "F": PRINTED,
            **entries,
        }
    )
    canvas._addAnnotation(link, name)  # type: ignore[attr-defined]  # noqa: SLF001
    return link


def operators_of(canvas: Canvas) -> list[str]:
    """Return the content stream of the page at hand, to look at its end, and to take operators back."""
    operators: list[str] = canvas._code  # type: ignore[attr-defined]  # noqa: SLF001
    return operators


def write_operators(canvas: Canvas, *operators: str) -> None:
    """Append operators to the page's content stream."""
    canvas._code.extend(operators)  # type: ignore[attr-defined]  # noqa: SLF001
