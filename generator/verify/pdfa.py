"""Checks of PDF/A-2u and PDF/UA-1: the clauses that a file of ours could break.

Fonts, damage, encryption and actions are checked for every PDF, see :mod:`~generator.verify.documents`. Here follow the
metadata, the output intent, the layers and the links. veraPDF's engine checks the rest, in the tests.

Source: ISO 19005-2:2011, 6.1.3 (ID), 6.2.3 and 6.2.4 (output intent, device colours), 6.3.2 (annotations), 6.6
(metadata), 6.9 (layers); ISO 14289-1:2014, clause 5; ICC.1, 7.2 (header of a profile).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.parsers import expat

import pikepdf

from generator.verify.documents import PdfProof
from generator.verify.pdf import as_dictionary, as_list, stream_bytes

SPACES = {
    "http://www.aiim.org/pdfa/ns/id/": "pdfaid",
    "http://www.aiim.org/pdfua/ns/id/": "pdfuaid",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
}
"""Namespaces of the metadata that are read, and their usual prefixes."""
INFO = {
    "dc:title": "/Title",
    "dc:creator": "/Author",
    "dc:description": "/Subject",
    "pdf:Keywords": "/Keywords",
    "pdf:Producer": "/Producer",
    "xmp:CreatorTool": "/Creator",
}
"""Properties that stand in the metadata and in the information dictionary alike."""
MAX_METADATA = 1 << 20
LATEST_PROFILE = 4
PRINTED, UNSEEN = 4, 1 | 2 | 32
"""Flags of an annotation: is printed; is invisible, hidden, not viewed. Source: ISO 32000-1, table 165."""
MAX_DEPTH = 20


def claims_archive(proof: PdfProof) -> bool:
    """Return whether the file says that it is PDF/A."""
    return b"pdfaid" in _metadata(proof)


def check_archive(proof: PdfProof, *, tagged: bool) -> None:
    """Check a file against PDF/A-2u and, if it is `tagged`, against the clauses of PDF/UA-1 on whole files.

    Raises:
        PdfFaultError: a part of it cannot be read.
    """
    found = _read_metadata(proof)
    wanted = {"pdfaid:part": "2", "pdfaid:conformance": "U"} | ({"pdfuaid:part": "1"} if tagged else {})
    for name, value in wanted.items():
        if found and found.get(name) != value:
            message = f"its metadata say {name} = {found.get(name, 'nothing')!r}; it must be {value!r}"
            proof.fault("archive-claim", message)
    if found:
        _check_info(proof, found)
    _check_intent(proof)
    parts = [bytes(part) for part in as_list(proof.pdf.trailer.get("/ID"))]
    if len(parts) != 2 or not all(parts):
        proof.fault("file-id", "has no ID that tells it from other files")
    _check_layers(proof)
    for number, page in enumerate(proof.pdf.pages, 1):
        for annotation in as_list(page.obj.get("/Annots")):
            if (kind := str(annotation.get("/Subtype"))) != "/Link":
                proof.fault("annotation", f"has an annotation {kind[:30]}; only links are ours", number)
            flags = int(annotation.get("/F", 0))
            if not flags & PRINTED or flags & UNSEEN:
                message = f"a link has the flags {flags}; it must be printed, and hidden nowhere"
                proof.fault("annotation", message, number)


def _metadata(proof: PdfProof) -> bytes:
    metadata = proof.pdf.Root.get("/Metadata")
    return stream_bytes(metadata)[:MAX_METADATA] if isinstance(metadata, pikepdf.Stream) else b""


def _read_metadata(proof: PdfProof) -> dict[str, str]:
    """Return the values of the metadata by name; statements about the names themselves are left out."""
    raw = _metadata(proof)
    if not raw:
        proof.fault("archive-claim", "has no metadata (XMP) that say which standard it keeps")
        return {}
    reader = _MetadataReader()
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    refuse: Callable[..., None] = _refuse
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, _UnwantedError) as error:
        proof.fault("archive-claim", f"its metadata cannot be read: {error}")
    return reader.values


class _UnwantedError(Exception):
    """Something that has no place in metadata."""


def _refuse(*_: object) -> None:
    raise _UnwantedError("they have a document type")


class _MetadataReader:
    """A reader that collects the text of each property; of a list, the text of its items."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self._open: list[str] = []

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self._open.append(f"{SPACES[space]}:{local}" if space in SPACES else "")

    def end(self, _: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        name = next((name for name in reversed(self._open) if name), "")
        if name and text.strip():
            self.values[name] = self.values.get(name, "") + text


def _check_info(proof: PdfProof, found: dict[str, str]) -> None:
    """Check that the metadata say the same as the information dictionary."""
    about = as_dictionary(proof.pdf.trailer.get("/Info"))
    for name, key in INFO.items():
        said = str(about.get(key, ""))
        if found.get(name, "") != said:
            message = f"its metadata say {name} = {found.get(name, '')[:60]!r}, {key} says {said[:60]!r}"
            proof.fault("metadata-differ", message)
    for name, date in (("xmp:CreateDate", "/CreationDate"), ("xmp:ModifyDate", "/ModDate")):
        digits = [re.sub(r"\D", "", text)[:14] for text in (found.get(name, ""), str(about.get(date, "")))]
        if digits[0] != digits[1]:
            proof.fault("metadata-differ", f"its metadata say {name} = {found.get(name)!r}, {date} is another moment")


def _check_intent(proof: PdfProof) -> None:
    """Check that there is one output intent, with a profile of the space that all inks are in."""
    intents = [as_dictionary(one) for one in as_list(proof.pdf.Root.get("/OutputIntents"))]
    ours = [intent for intent in intents if str(intent.get("/S")) == "/GTS_PDFA1"]
    if len(ours) != 1:
        proof.fault("output-intent", f"has {len(ours)} output intents of PDF/A; it must say once what its inks mean")
        return
    profile = ours[0].get("/DestOutputProfile")
    if not isinstance(profile, pikepdf.Stream):
        proof.fault("output-intent", "its output intent has no profile")
        return
    raw = stream_bytes(profile)
    kind, space, sign, version = raw[12:16], raw[16:20], raw[36:40], raw[8] if len(raw) > 8 else 0
    told = int.from_bytes(raw[:4], "big") == len(raw) and sign == b"acsp" and version <= LATEST_PROFILE
    if not told or kind not in {b"mntr", b"prtr"} or space != b"RGB " or int(profile.get("/N", 0)) != 3:
        proof.fault("output-intent", "the profile of its output intent is none of RGB, in which all inks are")


def _check_layers(proof: PdfProof) -> None:
    """Check that layers have names, stand in the list that a viewer shows, and that none switches by itself."""
    properties = as_dictionary(proof.pdf.Root.get("/OCProperties"))
    layers = as_list(properties.get("/OCGs"))
    for setting in [as_dictionary(properties.get("/D")), *map(as_dictionary, as_list(properties.get("/Configs")))]:
        if layers and not str(setting.get("/Name", "")).strip():
            proof.fault("layers", "its layers have a setting without a name")
        if setting.get("/AS") is not None:
            proof.fault("layers", "its layers are switched by events (/AS)")
    shown = {one.objgen for one in _flat(as_dictionary(properties.get("/D")).get("/Order"), 0)}
    for layer in layers:
        name = str(as_dictionary(layer).get("/Name", "")).strip()
        if not name:
            proof.fault("layers", "a layer has no name")
        if layer.objgen not in shown:
            proof.fault("layers", f"layer {name[:40]!r} is in no list that a viewer shows")


def _flat(order: Any, depth: int) -> list[Any]:
    if depth > MAX_DEPTH:
        return []
    if isinstance(order, pikepdf.Array):
        return [one for part in order for one in _flat(part, depth + 1)]
    return [order] if isinstance(order, pikepdf.Dictionary) else []
