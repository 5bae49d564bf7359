"""The one door to a PDF: a document is opened with its metadata, its boxes, its layers and its tags, and made bytes.

A viewer lists layers by name and can switch them off. A print dialogue that fits pages to the paper makes tiles of
48 mm: readers that obey the print settings print at 100 % unless the user chooses otherwise. A file that is marked as
PDF/A-2u, and as PDF/UA-1 if it has tags, says so in its metadata (XMP), and in an output intent that its inks are sRGB.
The rest of what PDF/A asks for is kept where it is made: fonts are embedded with their characters, nothing is
encrypted, nothing runs, nothing is transparent.

The ICC profile of sRGB, ``srgb.icc``, was computed from the numbers of the standard, so no licence of a copied profile
applies (`test_colours_are_those_of_little_cms_own_srgb`)::

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

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from asterion_press import __version__
from asterion_press.geometry import Rect, Size, pt
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf import reportlab_adapter as rl
from asterion_press.pdf.tags import Element, Structure

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
        self, size: Size, title: str, language: str = "en", *, author: str = "",
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
            group = rl.PDFDictionary({"Type": "/OCG", "Name": rl.PDFString(name)})
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

    def set_boxes(self, trim: Rect, bleed: Rect | None = None) -> None:
        """Set the boxes of the page at hand and of those after it, in mm; its crop box is all of it."""
        width, height = self._pagesize  # type: ignore[attr-defined]
        for name, (left, top, right, bottom) in (("trim", trim), ("bleed", bleed or trim)):
            self.setCropBox((pt(left), height - pt(bottom), pt(right), height - pt(top)), name)
        self.setCropBox((0, 0, width, height))

    @contextmanager
    def saved(self, operators: str) -> Iterator[None]:
        """Write operators that hold for what is written inside, and end with it."""
        rl.write_operators(self, f"q {operators}")
        yield
        rl.write_operators(self, "Q")

    @contextmanager
    def on_layer(self, key: str) -> Iterator[None]:
        """Put on a layer what is written inside."""
        rl.write_operators(self, f"/OC /L{key} BDC")
        yield
        rl.write_operators(self, "EMC")

    def add_intent(
        self, subtype: str, identifier: str, info: str, profile: bytes, channels: int, registry: str = ""
    ) -> None:
        """Add an output intent with an embedded ICC profile, and where its identifier is registered."""
        embedded = rl.PDFStream(rl.PDFDictionary({"N": channels}), profile, [rl.PDFZCompress])
        intent = {
            "Type": "/OutputIntent",
            "S": f"/{subtype}",
            "OutputConditionIdentifier": rl.PDFString(identifier),
            "Info": rl.PDFString(info),
            "DestOutputProfile": rl.document_of(self).Reference(embedded),
        }
        if registry:
            intent["RegistryName"] = rl.PDFString(registry)
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
        self.setProducer(info.creator)
        made = rl.document_of(self)._timeStamp.YMDhms  # noqa: SLF001 - it has no public name
        about = {f"/{entry}": getattr(info, entry.lower()) or "" for entry in INFO_ENTRIES}
        packet = write_xmp(about, made, self._language, tagged=self._is_tagged, archived=archived)
        entries = rl.PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"})
        rl.add_entries(catalog, Metadata=rl.PDFStream(entries, packet.encode("utf-8"), []))
        if archived:
            self.add_intent("GTS_PDFA1", PROFILE_NAME, PROFILE_NAME, srgb_profile(), 3)
            self.setViewerPreference("DisplayDocTitle", "true")
        if flip is not None:
            settings = {
                "DisplayDocTitle": "true",
                "PrintScaling": "/None",
                "Duplex": f"/{DUPLEX[flip]}",
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
ARCHIVED = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>"
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
PROFILE_NAME = "sRGB IEC61966-2.1"
"""Name of this space in ICC's registry of characterisations."""
INFO_ENTRIES = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")


def write_xmp(
    about: Mapping[str, str], made_at: Sequence[int], language: str, *, tagged: bool, archived: bool = True
) -> str:
    """Return the metadata of a file as XMP: the same as in its information dictionary, and the standards it keeps.

    Args:
        about: the entries of that dictionary, by their names with a slash.
        made_at: year, month, day, hours, minutes and seconds, UTC.
        language: of the file.
        tagged: whether it has tags.
        archived: whether it is marked as PDF/A-2u; another file claims no standard, and that nothing is trapped.
    """
    made = "{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}Z".format(*made_at)
    title, author, subject, words, creator, producer = (escape(about.get(f"/{entry}", "")) for entry in INFO_ENTRIES)
    spaces = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in SPACES.items() if prefix != "rdf")
    keywords = f"<pdf:Keywords>{words}</pdf:Keywords>\n" if words else ""
    return (
        f'<?xpacket begin="\ufeff" id="{PACKET_ID}"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{SPACES["rdf"]}">\n'
        f'<rdf:Description rdf:about="" {spaces}>\n'
        f"{ARCHIVED if archived else '<pdf:Trapped>False</pdf:Trapped>'}\n"
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
    """Return the ICC profile of sRGB."""
    return Path(__file__).with_name("srgb.icc").read_bytes()
