"""The one door to a PDF: a document is opened with its metadata, its boxes, its layers and its tags, and made bytes.

A viewer lists layers by name and can switch them off. A print dialogue that fits pages to the paper makes tiles of
48 mm: readers that obey the print settings print at 100 % unless the user chooses otherwise. A file that is marked as
PDF/A-2u, and as PDF/UA-1 if it has tags, says so in its metadata (XMP), and in an output intent that its inks are sRGB.
The rest of what PDF/A asks for is kept where it is made: fonts are embedded with their characters, nothing is
encrypted, nothing runs, nothing is transparent.

The ICC profile of sRGB is computed from the numbers of the standard, so that no licence of a copied profile applies::

    header  128 bytes
    tags    how many; then name, place and length of each
    data    desc cprt   words                      wtpt        white of the profile's space, D50
            rXYZ gXYZ bXYZ   the primaries seen in D50         chad   how D65 was turned into D50
            rTRC gTRC bTRC   one curve for all three

Source: ISO 32000-1, 8.11 (optional content), 12.2, table 150 (viewer preferences), 14.3.2, 14.11.2 (boxes), 14.11.5
(output intents); ISO 19005-2:2011, 6.2.3 (output intent), 6.6 (metadata); ISO 14289-1:2014, clause 5 (identification);
ISO 16684-1 (XMP). IEC 61966-2-1:1999 (primaries, white, curve of sRGB); ICC.1:2004-10, profile version 4.2, which
ISO 19005-2, 6.2.4.2 allows (header 7.2, tags 9.2, types 10); K. M. Lam's matrix for adaptation, called Bradford, as in
ICC.1 annex E.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from math import fsum
from typing import Any, TypeAlias

from asterion_press import __version__
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf import reportlab_adapter as rl
from asterion_press.pdf.tags import Element, Structure
from asterion_press.units import pt

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in mm from the top left corner of a page."""
LAYERED, TAGGED = (1, 5), (1, 7)
"""The versions of PDF of files with layers, and with tags: /Lang, /Alt and trim boxes are older than the second."""


class Document(rl.Canvas):
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
        document = rl.document_of(self)
        for key, name in (layers or {}).items():
            # it says nothing of its usage: pdfium would follow that, whatever is switched
            group = rl.PDFDictionary({"Type": rl.PDFName("OCG"), "Name": rl.PDFString(name)})
            self.layers[f"L{key}"] = document.Reference(group, f"layer-{key}")
        if self.layers:
            groups = rl.PDFArray(list(self.layers.values()))
            shown = rl.PDFDictionary({"Name": rl.PDFString("Marks"), "Order": groups, "ON": groups})
            rl.add_entries(document.Catalog, OCProperties=rl.PDFDictionary({"OCGs": groups, "D": shown}))

    def _setXObjects(self, thing: object) -> None:
        """Give a page its layers; ReportLab calls this between a page's content and its resources."""
        super()._setXObjects(thing)  # type: ignore[misc]
        if self.layers and isinstance(thing, rl.pdfdoc.PDFPage):
            page: Any = thing
            page.__class__ = rl.LayeredPage
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
        rl.write_operators(self, f"/OC /L{key} BDC")
        yield
        rl.write_operators(self, "EMC")

    def add_intent(self, subtype: str, identifier: str, info: str, profile: bytes, channels: int) -> None:
        """Add an output intent with an embedded ICC profile."""
        embedded = rl.PDFStream(rl.PDFDictionary({"N": channels}))
        embedded.content, embedded.filters = profile, [rl.PDFZCompress]
        intent = {
            "Type": rl.PDFName("OutputIntent"),
            "S": rl.PDFName(subtype),
            "OutputConditionIdentifier": rl.PDFString(identifier),
            "Info": rl.PDFString(info),
            "DestOutputProfile": rl.document_of(self).Reference(embedded),
        }
        rl.add_entries(rl.document_of(self).Catalog, OutputIntents=rl.PDFArray([rl.PDFDictionary(intent)]))

    def finish(self, flip: Flip | None = None, *, archived: bool = True) -> bytes:
        """Return the file.

        Args:
            flip: how sheets are turned over, `NONE` for one side only: asks for printing at 100 %, on the paper that is
                as large as the pages. None for a file that is read.
            archived: whether it is marked as PDF/A-2u, with inks in sRGB.
        """
        catalog, info = rl.document_of(self).Catalog, rl.document_of(self).info
        if self._is_tagged:
            self.structure.finish()
        if archived:
            self.setProducer(info.creator)
            made = rl.document_of(self)._timeStamp.YMDhms  # noqa: SLF001 - it has no public name
            about = {f"/{entry}": getattr(info, entry.lower()) for entry in INFO_ENTRIES}
            metadata = rl.PDFStream(rl.PDFDictionary({"Type": rl.PDFName("Metadata"), "Subtype": rl.PDFName("XML")}))
            metadata.filters = []
            metadata.content = write_xmp(about, made, self._language, tagged=self._is_tagged).encode("utf-8")
            self.add_intent("GTS_PDFA1", PROFILE_NAME, PROFILE_NAME, srgb_profile(), 3)
            rl.add_entries(catalog, Metadata=metadata)
            self.setViewerPreference("DisplayDocTitle", "true")
        if flip is not None:
            settings = {
                "DisplayDocTitle": "true",
                "PrintScaling": rl.PDFName("None"),
                "Duplex": rl.PDFName(DUPLEX[flip]),
                "PickTrayByPDFSize": "true",
            }
            rl.add_entries(catalog, ViewerPreferences=rl.PDFDictionary(settings))
        raw: bytes = self.getpdfdata()  # type: ignore[no-untyped-call]
        return raw


SPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
}
"""Namespaces, which are names and no addresses."""
PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"
"""The id of every packet of XMP. Source: ISO 16684-1, 7.3.2."""
XMP_OF_TAGGED = """<pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that the file keeps</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
"""
"""The mark of a file that is tagged as PDF/UA-1 asks, and its definition, as PDF/A does not know it."""
DUPLEX = {Flip.LONG_EDGE: "DuplexFlipLongEdge", Flip.SHORT_EDGE: "DuplexFlipShortEdge", Flip.NONE: "Simplex"}
"""Values of ``/Duplex`` by how sheets are turned over."""
Vector: TypeAlias = Sequence[float]
Matrix: TypeAlias = Sequence[Vector]
PROFILE_NAME = "sRGB IEC61966-2.1"
"""Name of this space in ICC's registry of characterisations."""
PRIMARIES = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
"""Chromaticities x, y of red, green and blue."""
D65: Vector = (0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290)
"""The white of sRGB as X, Y, Z; from its chromaticity 0.3127, 0.3290."""
D50: Vector = (0.9642, 1.0, 0.8249)
"""The white of every profile's space. Source: ICC.1, 7.2.16."""
BRADFORD: Matrix = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""g, a, b, c, d of the curve of type 3: (aX + b)^g from d on, cX below."""
PROFILE_COPYRIGHT = "No copyright is claimed: computed from IEC 61966-2-1"
PROFILE_DATE = (2000, 1, 1, 0, 0, 0)
"""A constant, so that the profile has the same bytes at every run."""
HEADER_SIZE = 128


INFO_ENTRIES = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")


def write_xmp(about: Mapping[str, str], made_at: Sequence[int], language: str, *, tagged: bool) -> str:
    """Return the metadata of a file as XMP: the same as in its information dictionary, and the standards it keeps.

    Args:
        about: the entries of that dictionary, by their names with a slash.
        made_at: year, month, day, hours, minutes and seconds, UTC.
        language: of the file.
        tagged: whether it has tags.
    """
    made = "{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}Z".format(*made_at)
    title, author, subject, words, creator, producer = (escape(about.get(f"/{entry}", "")) for entry in INFO_ENTRIES)
    spaces = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in SPACES.items() if prefix != "rdf")
    keywords = f"<pdf:Keywords>{words}</pdf:Keywords>\n" if words else ""
    return (
        f'<?xpacket begin="\ufeff" id="{PACKET_ID}"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{SPACES["rdf"]}">\n'
        f'<rdf:Description rdf:about="" {spaces}>\n'
        "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>\n"
        f"{XMP_OF_TAGGED if tagged else ''}"
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>\n'
        f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n"
        f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>\n'
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>\n"
        f"<xmp:CreateDate>{made}</xmp:CreateDate><xmp:ModifyDate>{made}</xmp:ModifyDate>\n"
        f"<xmp:CreatorTool>{creator}</xmp:CreatorTool>\n"
        f"<pdf:Producer>{producer}</pdf:Producer>\n{keywords}"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )


@cache
def srgb_profile() -> bytes:
    """Return the profile, some 600 bytes: header, table and data, equal data once, each at a place that 4 divides."""
    seen, wanted = _apply(BRADFORD, D65), _apply(BRADFORD, D50)
    scaled = [[value * there / here for value in row] for row, here, there in zip(BRADFORD, seen, wanted, strict=True)]
    adaptation = _multiply(_invert(BRADFORD), scaled)  # from what is seen under D65 to what looks alike under D50
    # from R, G, B to X, Y, Z under D65: the columns, which are the primaries, are scaled to make white
    matrix = list(zip(*((x / y, 1.0, (1 - x - y) / y) for x, y in PRIMARIES), strict=True))
    shares = _apply(_invert(matrix), D65)
    primaries = [[value * share for value, share in zip(row, shares, strict=True)] for row in matrix]
    red, green, blue = zip(*_multiply(adaptation, primaries), strict=True)
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + b"".join(map(_fixed, CURVE))
    tags = {
        b"desc": _text_tag(PROFILE_NAME),
        b"cprt": _text_tag(PROFILE_COPYRIGHT),
        b"wtpt": _xyz_tag(D50),
        b"chad": b"sf32\0\0\0\0" + b"".join(_fixed(value) for row in adaptation for value in row),
        b"rXYZ": _xyz_tag(red),
        b"gXYZ": _xyz_tag(green),
        b"bXYZ": _xyz_tag(blue),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    place = HEADER_SIZE + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    places: dict[bytes, int] = {}
    for name, value in tags.items():
        if value not in places:
            places[value] = place + len(data)
            data += value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", name, places[value], len(value))
    size = place + len(data)
    header = struct.pack(">I4sI4s4s4s6H4s", size, b"", 0x04200000, b"mntr", b"RGB ", b"XYZ ", *PROFILE_DATE, b"acsp")
    header += struct.pack(">4sIIIQI", b"", 0, 0, 0, 0, 0) + b"".join(map(_fixed, D50))
    return header.ljust(HEADER_SIZE, b"\0") + table + data


def _text_tag(text: str) -> bytes:
    """Return a text of one language as a tag. Source: ICC.1, 10.13 (multiLocalizedUnicodeType)."""
    raw = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">III2s2sII", 0, 1, 12, b"en", b"US", len(raw), 28) + raw


def _xyz_tag(vector: Vector) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, vector))


def _fixed(value: float) -> bytes:
    """Return a number in 65536ths. Source: ICC.1, 4.6 (s15Fixed16Number)."""
    return struct.pack(">i", round(value * 65536))


def _apply(m: Matrix, v: Vector) -> Vector:
    return [fsum(a * b for a, b in zip(row, v, strict=True)) for row in m]


def _multiply(m: Matrix, n: Matrix) -> Matrix:
    return [_apply(list(zip(*n, strict=True)), row) for row in m]


def _invert(m: Matrix) -> Matrix:
    """Return the inverse by Cramer's rule."""
    (a, b, c), (d, e, f), (g, h, i) = m
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return [[value / whole for value in row] for row in rows]
