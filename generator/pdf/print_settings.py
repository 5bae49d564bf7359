"""What a file asks of a print dialogue: true size, its own paper, and how to turn the sheets over.

A dialogue that fits pages to the paper makes tiles of 48 mm. Readers that obey the settings print at 100 % unless
somebody chooses otherwise.

Source: ISO 32000-1, 12.2, table 150.
"""

from __future__ import annotations

from generator.layout.sheet_setup import Flip
from generator.pdf.reportlab import Canvas, PDFDictionary, PDFName, add_entries, document_of

DUPLEX = {Flip.LONG_EDGE: "DuplexFlipLongEdge", Flip.SHORT_EDGE: "DuplexFlipShortEdge", Flip.NONE: "Simplex"}
"""Values of ``/Duplex`` by how sheets are turned over."""


def set_print_settings(canvas: Canvas, flip: Flip) -> None:
    """Ask for printing at 100 %, on the paper that is as large as the pages.

    Args:
        canvas: before it is saved; settings that were made before are replaced.
        flip: how sheets are turned over; `NONE` prints one side only.
    """
    settings = {
        "DisplayDocTitle": "true",
        "PrintScaling": PDFName("None"),
        "Duplex": PDFName(DUPLEX[flip]),
        "PickTrayByPDFSize": "true",
    }
    add_entries(document_of(canvas).Catalog, ViewerPreferences=PDFDictionary(settings))
