"""What holds for every PDF of this program, sheets and booklets alike.

Fonts are embedded, every resource that is named is there, nothing runs, nothing leads out of the file, language and
title are told, the date is not that of the printing, and the text is text.

Source: ISO 32000-1, 7.8.3 (resources), 12.6.4 (actions), 14.3 (metadata), 14.9.2 (language), 7.9.4 (dates).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
from msgspec import Struct, field

from generator import stopping
from generator.verify.content_stream import UNIT, Need, Seen, Walker, needs_of, page_matrix, times
from generator.verify.fonts import FontSeen, bad_characters, font_seen
from generator.verify.layers import layers_named
from generator.verify.pdf import (
    MAX_CONTENT,
    MM,
    Box,
    Matrix,
    PdfFaultError,
    as_dictionary,
    box_of,
    content_bytes,
    digest_of,
    identity,
    reading,
)
from generator.verify.report import Notes

MAX_FORM_DEPTH = 8
MOST_PLAYED = 20
"""So many bytes of content are played back for each byte of a file, and a million more. Pages that are printed here are
deflated to a sixth; a file whose pages share one stream, or are deflated to nothing, would take for ever."""
FORBIDDEN = re.compile(
    rb"/(JavaScript|JS|Launch|EmbeddedFiles?|EF|AF|RichMedia\w*|URI|GoToR|GoToE|SubmitForm|ImportData|ResetForm|AA|XFA"
    rb"|Movie|Sound|Rendition|AcroForm|Thread|Trans3D|3D)(?=[\s/<>\[\]()]|$)"
)
"""Names by which a PDF runs something, carries something or leads somewhere else."""
STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)


class PageSeen(Struct, frozen=True):
    """One page, read.

    Attributes:
        number: from 1.
        media: the MediaBox, in points.
        bleed, trim: the BleedBox and the TrimBox, in points, or None.
        scaled: whether the page is turned or has a unit of its own.
        seen: everything on it.
        resources: the page's.
    """

    number: int
    media: Box
    bleed: Box | None
    trim: Box | None
    scaled: bool
    seen: Seen
    resources: Any

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
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
    """

    name: str
    pdf: pikepdf.Pdf
    notes: Notes
    plain: set[bytes] = field(default_factory=set)
    size: int = 512 << 20
    fonts: dict[tuple[int, int], FontSeen] = field(default_factory=dict)
    _forms: dict[tuple[int, int], set[Need]] = field(default_factory=dict)
    _told: set[tuple[object, ...]] = field(default_factory=set)
    _played: int = 0

    def fault(self, code: str, message: str, page: int | None = None) -> None:
        """Note a fault of this file."""
        self.notes.fault(self.name, code, message, page)

    def pages(self, comes_out: Callable[[int], Matrix] | None = None) -> Iterator[PageSeen]:
        """Read page after page, and judge what holds for each by itself.

        Args:
            comes_out: what a printer makes of the page of that number, from mm to mm; nothing else if left out.

        Raises:
            PdfFaultError: a page cannot be read.
        """
        for number in range(1, len(self.pdf.pages) + 1):
            stopping.look()
            with _at_page(number), reading():
                page = self._page(number, comes_out(number) if comes_out else UNIT)
            if bad := bad_characters(page.seen.text):
                self.fault("bad-text", f"shows characters that are no text: {', '.join(bad[:5])}", number)
            yield page

    def _page(self, number: int, comes_out: Matrix) -> PageSeen:
        page = self.pdf.pages[number - 1].obj
        resources = as_dictionary(page.get("/Resources"))
        media = box_of(page, "/MediaBox")
        if media is None:
            raise PdfFaultError("it has no MediaBox")
        fonts = {name: self._font(font, number) for name, font in as_dictionary(resources.get("/Font")).items()}
        self._bound(page)
        seen = Walker(times(page_matrix(media), comes_out), fonts, layers_named(resources)).walk(page)
        self._resolve(seen.needs, resources, number, "the page", 0)
        scaled = int(page.get("/Rotate", 0)) % 360 != 0 or float(page.get("/UserUnit", 1)) != 1
        return PageSeen(number, media, box_of(page, "/BleedBox"), box_of(page, "/TrimBox"), scaled, seen, resources)

    def walked(self, form: Any, number: int, matrix: Matrix) -> Seen:
        """What a form shows, if `matrix` leads from its own space to mm."""
        fonts = as_dictionary(as_dictionary(form.get("/Resources")).get("/Font"))
        self._bound(form)
        return Walker(matrix, {name: self._font(font, number) for name, font in fonts.items()}).walk(form)

    def _bound(self, holder: Any) -> None:
        """Count what is about to be played back.

        Raises:
            PdfFaultError: it is more than a file of this size can hold.
        """
        self._played += len(content_bytes(holder))
        most = MAX_CONTENT + MOST_PLAYED * self.size
        if self._played > most:
            raise PdfFaultError(f"its pages show more than {most} bytes of content; a file of its size has fewer")

    def _font(self, font: Any, number: int) -> FontSeen:
        key = identity(font)
        if key is not None and key in self.fonts:
            return self.fonts[key]
        seen = font_seen(font)
        if not seen.embedded:
            self._once(("font", seen.name), "font-not-embedded", f"font {seen.name!r} is not embedded", number)
        elif seen.characters is None:
            message = f"font {seen.name!r} does not say which characters it shows (/ToUnicode)"
            self._once(("font", seen.name), "font-no-characters", message, number)
        self.fonts[key or (-1, len(self.fonts))] = seen
        return seen

    def _once(self, what: tuple[object, ...], code: str, message: str, number: int) -> None:
        if what not in self._told:
            self._told.add(what)
            self.fault(code, message, number)

    def _resolve(self, needs: set[Need], resources: Any, number: int, owner: str, depth: int) -> None:
        """Find every named resource, and look into the forms among them."""
        for part, name in sorted(needs):
            found = as_dictionary(resources.get(f"/{part}")).get(name)
            if found is None:
                message = f"{owner} uses {name[:40]} of {part}, which its resources lack; it would vanish in print"
                self._once((owner, part, name), "resource-missing", message, number)
            elif part == "Font":
                self._font(found, number)
            elif part == "XObject" and str(found.get("/Subtype")) == "/Form":
                self._form(found, name, number, depth + 1)

    def _form(self, form: Any, name: str, number: int, depth: int) -> None:
        if depth > MAX_FORM_DEPTH:
            raise PdfFaultError(f"forms are nested more than {MAX_FORM_DEPTH} deep")
        key = identity(form)
        if key is None or key not in self._forms:
            needs = self._needs_of(form)
            if key is not None:
                self._forms[key] = needs
            self._resolve(needs, as_dictionary(form.get("/Resources")), number, f"form {name[:40]}", depth)

    def _needs_of(self, form: Any) -> set[Need]:
        digest = digest_of(form)
        if digest in self.plain:
            return set()
        if b"/" in content_bytes(form):  # a name needs a slash
            return needs_of(form)
        self.plain.add(digest)
        return set()

    def objects(self) -> None:
        """Look through every object of the file, shown or not, for what runs, and for fonts that are not embedded."""
        for thing in (*self.pdf.objects, self.pdf.trailer):
            value = thing.stream_dict if isinstance(thing, pikepdf.Stream) else thing
            if not isinstance(value, pikepdf.Dictionary | pikepdf.Array):
                continue
            text = STRINGS.sub(b"()", value.unparse(resolved=True))
            for name in sorted(set(FORBIDDEN.findall(text))):
                message = f"holds /{name.decode()}: nothing may run in a file of ours, or lead out of it"
                self._once(("forbidden", name), "forbidden-content", message, 0)
            if b"/FontFile" not in text and b"/Font " in text and value.get("/Type") == "/Font":
                self._loose_font(value)

    def _loose_font(self, font: Any) -> None:
        if not str(font.get("/Subtype", "")).startswith("/CIDFont"):
            self._font(font, 0)

    def description(self) -> str | None:
        """Judge language, title and damages; returns the date of making, if there is one."""
        if not str(self.pdf.Root.get("/Lang", "")).strip():
            self.fault("no-language", "does not say its language (/Lang), which readers aloud need")
        about = as_dictionary(self.pdf.trailer.get("/Info"))
        if not str(about.get("/Title", "")).strip():
            self.fault("no-title", "has no title in its metadata")
        if warnings := self.pdf.get_warnings():
            self.fault("pdf-damaged", f"is damaged: {str(warnings[0]).splitlines()[0][-160:]}")
        date = about.get("/CreationDate")
        return None if date is None else str(date)


class _at_page:  # noqa: N801 - reads as a word in a with statement
    """Adds the page to what is said of it."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, PdfFaultError):
            raise PdfFaultError(f"page {self._number} cannot be read: {error}") from None


def prove_booklet(proof: PdfProof) -> list[PageSeen]:
    """A booklet: pages of one size, and text on them; returns them.

    Raises:
        PdfFaultError: it cannot be read.
    """
    characters, first = 0, (0.0, 0.0)
    pages = list(proof.pages())
    for page in pages:
        characters += len(page.seen.text)
        size = page.size
        if page.number == 1:
            first = size
        elif max(abs(a - b) for a, b in zip(size, first, strict=True)) > 0.01:
            message = f"is {size[0]:.2f} x {size[1]:.2f} mm; the first page is {first[0]:.2f} x {first[1]:.2f} mm"
            proof.fault("page-sizes-differ", message, page.number)
    count = len(proof.pdf.pages)
    proof.notes.fact(
        proof.name,
        f"{count} pages of {first[0]:g} x {first[1]:g} mm, {characters} characters, {len(proof.fonts)} fonts embedded"
        if all(font.embedded for font in proof.fonts.values())
        else f"{count} pages of {first[0]:g} x {first[1]:g} mm, {characters} characters",
    )
    return pages
