"""What makes a PDF one for the archive: PDF/A-2u, and for tagged files PDF/UA-1.

A file says of itself which standards it keeps, in its metadata (XMP), and what its colours mean, in an output intent:
all our inks are sRGB. The rest is kept where it is made: fonts are embedded with their characters, nothing is
encrypted, nothing runs, nothing is transparent.

Source: ISO 19005-2:2011, 6.2.3 (output intent), 6.6 (metadata); ISO 14289-1:2014, clause 5 (identification); ISO
16684-1 (XMP); ISO 32000-1, 14.3.2 and 14.11.5.
"""

from __future__ import annotations

from html import escape

from msgspec import Struct

from generator.pdf import colour_profile
from generator.pdf.reportlab import (
    Canvas,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
    add_entries,
    document_of,
)

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
"""Names that are no addresses: nobody looks there."""
PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"
"""What every packet of XMP begins with. Source: ISO 16684-1, 7.3.2."""
TAGGED = """<pdfuaid:part>1</pdfuaid:part>
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
"""That a file is tagged as PDF/UA-1 asks, and, as PDF/A knows no such word, what the word means."""


class About(Struct, frozen=True):
    """What the information dictionary of a file says, and its metadata say once more.

    Attributes:
        made: year, month, day, hours, minutes and seconds, UTC.
    """

    title: str
    author: str
    subject: str
    keywords: str
    creator: str
    producer: str
    made: tuple[int, ...]


def archived(canvas: Canvas, language: str, *, tagged: bool = False) -> None:
    """Make a file one for the archive; called once, when title, author and all else are set.

    Args:
        canvas: before it is saved.
        language: of the title.
        tagged: whether the file has a structure that PDF/UA-1 asks for.
    """
    canvas.setProducer(document_of(canvas).info.creator)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    metadata = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}))
    info, made = document_of(canvas).info, document_of(canvas)._timeStamp.YMDhms  # noqa: SLF001 - it has no public name
    about = About(info.title, info.author, info.subject, info.keywords, info.creator, info.producer, made)
    metadata.content, metadata.filters = xmp(about, language, tagged=tagged).encode("utf-8"), []
    add_entries(document_of(canvas).Catalog, Metadata=metadata, OutputIntents=PDFArray([_intent(canvas)]))


def _intent(canvas: Canvas) -> PDFDictionary:
    """The output intent: inks are sRGB."""
    profile = PDFStream(PDFDictionary({"N": 3}))
    profile.content, profile.filters = colour_profile.srgb_profile(), [PDFZCompress]
    return PDFDictionary(
        {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": PDFString(colour_profile.NAME),
            "Info": PDFString(colour_profile.NAME),
            "DestOutputProfile": document_of(canvas).Reference(profile),
        }
    )


def xmp(info: About, language: str, *, tagged: bool) -> str:
    """The metadata of a file as XMP: the same as in its information dictionary, and which standards it keeps."""
    made = "{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}Z".format(*info.made)
    title, author, subject = (escape(text) for text in (info.title, info.author, info.subject))
    spaces = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in SPACES.items() if prefix != "rdf")
    keywords = f"<pdf:Keywords>{escape(info.keywords)}</pdf:Keywords>\n" if info.keywords else ""
    return (
        f'<?xpacket begin="\ufeff" id="{PACKET_ID}"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{SPACES["rdf"]}">\n'
        f'<rdf:Description rdf:about="" {spaces}>\n'
        "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>\n"
        f"{TAGGED if tagged else ''}"
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>\n'
        f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n"
        f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>\n'
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>\n"
        f"<xmp:CreateDate>{made}</xmp:CreateDate><xmp:ModifyDate>{made}</xmp:ModifyDate>\n"
        f"<xmp:CreatorTool>{escape(info.creator)}</xmp:CreatorTool>\n"
        f"<pdf:Producer>{escape(info.producer)}</pdf:Producer>\n{keywords}"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )
