"""Layers of a PDF: parts of its pages that a viewer lists by name and can switch off.

Source: ISO 32000-1, 8.11 (optional content), 14.6 (marked content), table 100 (what the catalog says of it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from generator.pdf.reportlab import Canvas, LayeredCatalog, LayeredPage, PDFObject, document_of, pdfdoc, write

LAYERED = (1, 5)
"""The first version of PDF that knows layers."""


class _Layer(PDFObject):
    """An optional-content group that is seen and printed until somebody switches it off.

    It says nothing of its usage: pdfium would follow that, whatever is switched.
    """

    __RefOnly__ = 1

    def __init__(self, name: str) -> None:
        self.name = name

    def format(self, document: object) -> bytes:
        entries = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(self.name)}
        text: bytes = pdfdoc.PDFDictionary(entries).format(document)
        return text


class LayeredCanvas(Canvas):
    """A canvas whose pages may use layers.

    Args:
        layers: the names that viewers show, by a key of letters.
    """

    def __init__(self, *args: object, layers: Mapping[str, str], **more: object) -> None:
        more["pdfVersion"] = LAYERED if layers else None
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self._layers: dict[str, object] = {}
        if not layers:
            return
        document = document_of(self)
        self._layers = {_resource(key): document.Reference(_Layer(name)) for key, name in layers.items()}
        references = pdfdoc.PDFArray(list(self._layers.values()))
        default = pdfdoc.PDFDictionary({"Name": pdfdoc.PDFString("Marks"), "Order": references, "ON": references})
        document.Catalog.__class__ = LayeredCatalog
        document.Catalog.OCProperties = pdfdoc.PDFDictionary({"OCGs": references, "D": default})

    def _setXObjects(self, thing: object) -> None:
        """ReportLab's moment between a page's content and its resources."""
        super()._setXObjects(thing)  # type: ignore[misc]
        if self._layers and isinstance(thing, pdfdoc.PDFPage):
            page: Any = thing
            page.__class__ = LayeredPage
            page.layers = self._layers


@contextmanager
def on_layer(canvas: Canvas, key: str) -> Iterator[None]:
    """What is written inside lies on that layer."""
    write(canvas, f"/OC /{_resource(key)} BDC")
    yield
    write(canvas, "EMC")


def _resource(key: str) -> str:
    return f"L{key}"
