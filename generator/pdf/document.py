"""The one door to a PDF: a document is opened with its metadata, its boxes, its layers and its tags, and made bytes.

A viewer lists layers by name and can switch them off. A print dialogue that fits pages to the paper makes tiles of
48 mm: readers that obey the print settings print at 100 % unless the user chooses otherwise. A file that is marked as
PDF/A-2u, and as PDF/UA-1 if it has tags, says so in its metadata, and that its inks are sRGB.

Source: ISO 32000-1, 8.11 (optional content), 12.2, table 150 (viewer preferences), 14.11.2 (boxes), 14.11.5 (output
intents).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from generator import __version__
from generator.layout.sheet_setup import Flip
from generator.pdf.document_info import DUPLEX, PROFILE_NAME, InfoEntries, srgb_profile, write_xmp
from generator.pdf.reportlab_adapter import (
    Canvas,
    LayeredPage,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
    add_entries,
    document_of,
    pdfdoc,
    write_operators,
)
from generator.pdf.tags import Element, Structure
from generator.units import pt

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in mm from the top left corner of a page."""
LAYERED, TAGGED = (1, 5), (1, 7)
"""The versions of PDF of files with layers, and with tags: /Lang, /Alt and trim boxes are older than the second."""


class Document(Canvas):
    """A PDF in the making: a canvas whose pages may use layers.

    Args:
        size: width and height of a page, in mm.
        title: of the file.
        language: of the title, and of all text.
        author, subject, keywords: what else its metadata tell; what is empty is left out.
        layers: names of layers, by a key of letters.
        root: the element that holds all that is read; None for a file without tags.

    Attributes:
        layers: the layers as objects of the file, by ``L`` and their key.
        structure: the tags.
    """

    def __init__(
        self, size: tuple[float, float], title: str, language: str = "en", *, author: str = "",
        subject: str = "", keywords: str = "", layers: Mapping[str, str] | None = None, root: Element | None = None,
    ) -> None:  # fmt: skip
        needed = TAGGED if root else LAYERED if layers else None
        super().__init__("", pagesize=(pt(size[0]), pt(size[1])), invariant=1, lang=language, pdfVersion=needed)
        self._language = language
        about = {"Title": title, "Author": author, "Subject": subject, "Keywords": keywords}
        for entry, text in (about | {"Creator": f"asterion-press {__version__}"}).items():
            if text:
                getattr(self, f"set{entry}")(text)
        self.layers: dict[str, object] = {}
        self.structure = Structure(self, root or Element("Document"))
        self._is_tagged = root is not None
        document = document_of(self)
        for key, name in (layers or {}).items():
            # it says nothing of its usage: pdfium would follow that, whatever is switched
            group = PDFDictionary({"Type": PDFName("OCG"), "Name": PDFString(name)})
            self.layers[f"L{key}"] = document.Reference(group, f"layer-{key}")
        if self.layers:
            groups = PDFArray(list(self.layers.values()))
            shown = PDFDictionary({"Name": PDFString("Marks"), "Order": groups, "ON": groups})
            add_entries(document.Catalog, OCProperties=PDFDictionary({"OCGs": groups, "D": shown}))

    def _setXObjects(self, thing: object) -> None:
        """Give a page its layers; ReportLab calls this between a page's content and its resources."""
        super()._setXObjects(thing)  # type: ignore[misc]
        if self.layers and isinstance(thing, pdfdoc.PDFPage):
            page: Any = thing
            page.__class__ = LayeredPage
            page.layers = self.layers

    def set_boxes(self, trim: Box, bleed: Box | None = None) -> None:
        """Set the boxes of the page at hand and of those after it; its crop box is all of it."""
        width, height = self._pagesize  # type: ignore[attr-defined]
        for name, (left, top, right, bottom) in (("trim", trim), ("bleed", bleed or trim)):
            self.setCropBox((pt(left), height - pt(bottom), pt(right), height - pt(top)), name)
        self.setCropBox((0, 0, width, height))

    @contextmanager
    def on_layer(self, key: str) -> Iterator[None]:
        """Put on a layer what is written inside."""
        write_operators(self, f"/OC /L{key} BDC")
        yield
        write_operators(self, "EMC")

    def add_intent(self, subtype: str, identifier: str, info: str, profile: bytes, channels: int) -> None:
        """Add an output intent with an embedded ICC profile."""
        embedded = PDFStream(PDFDictionary({"N": channels}))
        embedded.content, embedded.filters = profile, [PDFZCompress]
        intent = {
            "Type": PDFName("OutputIntent"),
            "S": PDFName(subtype),
            "OutputConditionIdentifier": PDFString(identifier),
            "Info": PDFString(info),
            "DestOutputProfile": document_of(self).Reference(embedded),
        }
        add_entries(document_of(self).Catalog, OutputIntents=PDFArray([PDFDictionary(intent)]))

    def finish(self, flip: Flip | None = None, *, archived: bool = True) -> bytes:
        """Return the file.

        Args:
            flip: how sheets are turned over, `NONE` for one side only: asks for printing at 100 %, on the paper that is
                as large as the pages. None for a file that is read.
            archived: whether it is marked as PDF/A-2u, with inks in sRGB.
        """
        catalog, info = document_of(self).Catalog, document_of(self).info
        if self._is_tagged:
            self.structure.finish()
        if archived:
            self.setProducer(info.creator)
            made = document_of(self)._timeStamp.YMDhms  # noqa: SLF001 - it has no public name
            entries = InfoEntries(
                info.title, info.author, info.subject, info.keywords, info.creator, info.producer, made
            )
            metadata = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}))
            metadata.filters = []
            metadata.content = write_xmp(entries, self._language, tagged=self._is_tagged).encode("utf-8")
            self.add_intent("GTS_PDFA1", PROFILE_NAME, PROFILE_NAME, srgb_profile(), 3)
            add_entries(catalog, Metadata=metadata)
            self.setViewerPreference("DisplayDocTitle", "true")
        if flip is not None:
            settings = {
                "DisplayDocTitle": "true",
                "PrintScaling": PDFName("None"),
                "Duplex": PDFName(DUPLEX[flip]),
                "PickTrayByPDFSize": "true",
            }
            add_entries(catalog, ViewerPreferences=PDFDictionary(settings))
        raw: bytes = self.getpdfdata()  # type: ignore[no-untyped-call]
        return raw
