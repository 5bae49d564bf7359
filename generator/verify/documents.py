"""Checks of every PDF of this program, sheets and booklets alike, and the clauses of PDF/A-2u and PDF/UA-1.

Fonts are embedded, every resource that is named is there, nothing runs, nothing leads out of the file, language and
title are given, and the text is text. Print dialogues neither scale the pages nor turn the sheets otherwise. Of the
archive's standards those clauses are checked that a file of ours could break: on metadata, output intent, layers and
links. veraPDF's engine checks the rest, in the tests.

Source: ISO 32000-1, 7.8.3 (resources), 12.6.4 (actions), 14.3 (metadata), 14.9.2 (language), 7.9.4 (dates). ISO
19005-2:2011, 6.1.3 (ID), 6.2.3 and 6.2.4 (output intent, device colours), 6.3.2 (annotations), 6.6 (metadata), 6.9
(layers); ISO 14289-1:2014, clause 5; ICC.1, 7.2 (header of a profile).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.parsers import expat

import pikepdf
from msgspec import Struct, field

from generator import bounds, stopping
from generator.layout.sheet_setup import Flip
from generator.verify.content_stream import UNIT, Interpreter, Need, PageContent, needs_of, page_matrix, times
from generator.verify.pdf import (
    MAX_CONTENT,
    MM,
    Box,
    FontInfo,
    Matrix,
    PdfFaultError,
    as_dictionary,
    as_list,
    bad_characters,
    box_of,
    content_bytes,
    digest_of,
    identity,
    read_font,
    reading,
    stream_bytes,
)
from generator.verify.report import Notes

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
MAX_FORM_DEPTH = 8
MAX_LAYERS = 100
MOST_PLAYED = 20
"""For each byte of a file at most so many bytes of content are interpreted, and a million more. Our own pages are six
times as long as in the file. Without a bound a small file, whose pages share one stream, could take for ever."""
FORBIDDEN = re.compile(
    rb"/(JavaScript|JS|Launch|EmbeddedFiles?|EF|AF|RichMedia\w*|URI|GoToR|GoToE|SubmitForm|ImportData|ResetForm|AA|XFA"
    rb"|Movie|Sound|Rendition|AcroForm|Thread|Trans3D|3D)(?=[\s/<>\[\]()]|$)"
)
"""Names by which a PDF runs something, carries something or leads somewhere else."""
DUPLEX = {Flip.LONG_EDGE: "/DuplexFlipLongEdge", Flip.SHORT_EDGE: "/DuplexFlipShortEdge", Flip.NONE: "/Simplex"}
"""Names of the edges along which print dialogues turn a sheet over. Source: ISO 32000-1, table 150."""
STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)


class PdfPage(Struct, frozen=True):
    """One page, read.

    Attributes:
        number: from 1.
        media: the MediaBox, in points.
        bleed, trim: the BleedBox and the TrimBox, in points, or None.
        scaled: whether the page is turned or has a unit of its own.
        content: everything on it.
        resources: the page's.
    """

    number: int
    media: Box
    bleed: Box | None
    trim: Box | None
    scaled: bool
    content: PageContent
    resources: Any

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height in mm."""
        left, bottom, right, top = self.media
        return (right - left) * MM, (top - bottom) * MM


class PdfProof(Struct):
    """The proof of one file.

    Attributes:
        name: of the file.
        pdf: open.
        notes: for faults.
        plain: digests of streams that are known to name no resource; files of the same folder share them.
        size: of the file, in bytes, which bounds how much of it is played back.
        expected_pages: most that the pieces of the game can fill.
    """

    name: str
    pdf: pikepdf.Pdf
    notes: Notes
    plain: set[bytes] = field(default_factory=set)
    size: int = 512 << 20
    expected_pages: int = 0
    fonts: dict[tuple[int, int], FontInfo] = field(default_factory=dict)
    _forms: set[tuple[int, int]] = field(default_factory=set)
    _told: set[tuple[object, ...]] = field(default_factory=set)
    _played: int = 0

    def fault(self, code: str, message: str, page: int | None = None) -> None:
        """Note a fault of this file."""
        self.notes.fault(self.name, code, message, page)

    def pages(self, comes_out: Callable[[int], Matrix] | None = None) -> Iterator[PdfPage]:
        """Yield the pages, each read and checked by itself.

        Args:
            comes_out: returns the matrix by which a printer changes the page of a number, from mm to mm.

        Raises:
            PdfFaultError: a page cannot be read, or there are too many.
        """
        count, most = len(self.pdf.pages), max(bounds.PDF_PAGES, self.expected_pages)
        if count > most:
            raise PdfFaultError(f"it has {count} pages; at most {most} are read")
        for number in range(1, count + 1):
            stopping.look()
            try:
                with reading():
                    page = self._page(number, comes_out(number) if comes_out else UNIT)
            except PdfFaultError as error:
                raise PdfFaultError(f"page {number} cannot be read: {error}") from None
            if bad := bad_characters(page.content.text):
                self.fault("bad-text", f"shows characters that are no text: {', '.join(bad[:5])}", number)
            yield page

    def _page(self, number: int, comes_out: Matrix) -> PdfPage:
        page = self.pdf.pages[number - 1].obj
        resources = as_dictionary(page.get("/Resources"))
        media = box_of(page, "/MediaBox")
        if media is None:
            raise PdfFaultError("it has no MediaBox")
        fonts = {name: self._font(font, number) for name, font in as_dictionary(resources.get("/Font")).items()}
        self._check_length(page)
        layers = {
            str(name): str(thing.get("/Name", ""))[:100]
            for name, thing in list(as_dictionary(resources.get("/Properties")).items())[:MAX_LAYERS]
            if str(thing.get("/Type")) == "/OCG"
        }
        content = Interpreter(times(page_matrix(media), comes_out), fonts, layers).run(page)
        self._check_resources(content.needs, resources, number, "the page", 0)
        scaled = int(page.get("/Rotate", 0)) % 360 != 0 or float(page.get("/UserUnit", 1)) != 1
        return PdfPage(number, media, box_of(page, "/BleedBox"), box_of(page, "/TrimBox"), scaled, content, resources)

    def play_form(self, form: Any, number: int, matrix: Matrix) -> PageContent:
        """Return the content of a form; `matrix` leads from its own space to mm."""
        fonts = as_dictionary(as_dictionary(form.get("/Resources")).get("/Font"))
        self._check_length(form)
        return Interpreter(matrix, {name: self._font(font, number) for name, font in fonts.items()}).run(form)

    def _check_length(self, holder: Any) -> None:
        """Count the bytes that are about to be played back.

        Raises:
            PdfFaultError: it is more than a file of this size can hold.
        """
        self._played += len(content_bytes(holder))
        most = 5 * MAX_CONTENT + MOST_PLAYED * self.size
        if self._played > most:
            raise PdfFaultError(f"its pages show more than {most} bytes of content; a file of its size has fewer")

    def _font(self, font: Any, number: int) -> FontInfo:
        key = identity(font)
        if key is not None and key in self.fonts:
            return self.fonts[key]
        info = read_font(font)
        if not info.embedded:
            self._fault_once(("font", info.name), "font-not-embedded", f"font {info.name!r} is not embedded", number)
        elif info.characters is None:
            message = f"font {info.name!r} does not say which characters it shows (/ToUnicode)"
            self._fault_once(("font", info.name), "font-no-characters", message, number)
        self.fonts[key or (-1, len(self.fonts))] = info
        return info

    def _fault_once(self, what: tuple[object, ...], code: str, message: str, number: int) -> None:
        if what not in self._told:
            self._told.add(what)
            self.fault(code, message, number)

    def _check_resources(self, needs: set[Need], resources: Any, number: int, owner: str, depth: int) -> None:
        """Check that every named resource is there, and so in the forms among them."""
        for part, name in sorted(needs):
            found = as_dictionary(resources.get(f"/{part}")).get(name)
            if found is None:
                message = f"{owner} uses {name[:40]} of {part}, which its resources lack; it would vanish in print"
                self._fault_once((owner, part, name), "resource-missing", message, number)
            elif part == "Font":
                self._font(found, number)
            elif part == "XObject" and str(found.get("/Subtype")) == "/Form":
                self._check_form(found, name, number, depth + 1)

    def _check_form(self, form: Any, name: str, number: int, depth: int) -> None:
        if depth > MAX_FORM_DEPTH:
            raise PdfFaultError(f"forms are nested more than {MAX_FORM_DEPTH} deep")
        key = identity(form)
        if key is not None and key in self._forms:
            return
        digest, needs = digest_of(form), set[Need]()
        if digest not in self.plain:
            if b"/" in content_bytes(form):  # a name needs a slash
                needs = needs_of(form)
            else:
                self.plain.add(digest)
        if key is not None:
            self._forms.add(key)
        self._check_resources(needs, as_dictionary(form.get("/Resources")), number, f"form {name[:40]}", depth)

    def check_objects(self) -> None:
        """Check that no object of the file, shown or not, runs something, and that all fonts are embedded."""
        for thing in (*self.pdf.objects, self.pdf.trailer):
            value = thing.stream_dict if isinstance(thing, pikepdf.Stream) else thing
            if not isinstance(value, pikepdf.Dictionary | pikepdf.Array):
                continue
            text = STRINGS.sub(b"()", value.unparse(resolved=True))
            for name in sorted(set(FORBIDDEN.findall(text))):
                message = f"holds /{name.decode()}: nothing may run in a file of ours, or lead out of it"
                self._fault_once(("forbidden", name), "forbidden-content", message, 0)
            is_font = b"/FontFile" not in text and b"/Font " in text and value.get("/Type") == "/Font"
            if is_font and not str(value.get("/Subtype", "")).startswith("/CIDFont"):
                self._font(value, 0)

    def check_metadata(self) -> str | None:
        """Check language, title and damages; return the date of making, if there is one."""
        if not str(self.pdf.Root.get("/Lang", "")).strip():
            self.fault("no-language", "does not say its language (/Lang), which readers aloud need")
        about = as_dictionary(self.pdf.trailer.get("/Info"))
        if not str(about.get("/Title", "")).strip():
            self.fault("no-title", "has no title in its metadata")
        if warnings := self.pdf.get_warnings():
            self.fault("pdf-damaged", f"is damaged: {str(warnings[0]).splitlines()[0][-160:]}")
        date = about.get("/CreationDate")
        return None if date is None else str(date)


def check_print_settings(proof: PdfProof, flip: Flip) -> None:
    """Check the settings by which print dialogues neither shrink the pages nor turn the sheets otherwise.

    Args:
        proof: of the file.
        flip: how its sheets are turned over; `NONE` if one side is printed.

    Raises:
        PdfFaultError: the settings cannot be read.
    """
    found = as_dictionary(proof.pdf.Root.get("/ViewerPreferences"))
    wanted = {"/PrintScaling": "/None", "/Duplex": DUPLEX[flip], "/PickTrayByPDFSize": "True"}
    for name, value in wanted.items():
        there = str(found.get(name, "nothing"))
        if there != value:
            proof.fault("print-settings", f"asks print dialogues for {name} {there}; it must ask for {value}")


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
    return {k: v.strip() for k, v in reader.values.items()}


class _UnwantedError(Exception):
    """Content that metadata must not have."""


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
        if name:
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
