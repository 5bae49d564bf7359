"""Checks of every PDF of this program, sheets and booklets alike, and the tags of those that have some.

A text with a letter that a font lacks, or with something that is no text, a theme's or a language's font that is not
embedded, and names and links of a text that would run something or lead out of the file can break what is checked
here. The clauses of PDF/A and PDF/UA only the program can break: veraPDF's engine proves them in the suite.

Tags give the text in reading order, and tell where its pages break.

::

    page 3 -- sequence 7  <----  element P        the tree names the sequences of the page
           |- sequence 8  <----  element Figure   with an alternative text
           `- /Artifact                           a rule, a page number

A text can break a page where our own rule forbids it: no line of a paragraph stands alone on a page, and no heading at
its foot. That the tree itself is as PDF/UA wants it, veraPDF's engine proves in the suite.

Source: ISO 32000-1, 12.6.4 (actions), 14.7 and 14.8 (tags).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

import pikepdf
from msgspec import Struct

from asterion_press import stopping
from asterion_press.catalogue import bounds
from asterion_press.verify.files import Notes
from asterion_press.verify.pdf import (
    MAX_CONTENT,
    MM,
    UNIT,
    Box,
    FontInfo,
    Interpreter,
    Matrix,
    PageContent,
    PdfFaultError,
    as_dictionary,
    as_list,
    bad_characters,
    box_of,
    content_bytes,
    identity,
    page_matrix,
    read_font,
    reading,
    times,
)

MAX_LAYERS = 100
MOST_PLAYED = 20
"""For each byte of a file at most so many bytes of content are interpreted, and a million more. Our own pages are six
times as long as in the file. Without a bound a small file, whose pages share one stream, could take for ever."""
FORBIDDEN = re.compile(
    rb"/(JavaScript|JS|Launch|EmbeddedFiles?|EF|AF|RichMedia\w*|URI|GoToR|GoToE|SubmitForm|ImportData|ResetForm|AA|XFA"
    rb"|Movie|Sound|Rendition|AcroForm|Thread|Trans3D|3D)(?=[\s/<>\[\]()]|$)"
)
"""Names by which a PDF runs something, carries something or leads somewhere else."""
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
        size: of the file, in bytes, which bounds how much of it is played back.
        expected_pages: most that the pieces of the game can fill.
    """

    name: str
    pdf: pikepdf.Pdf
    notes: Notes
    size: int = 512 << 20
    expected_pages: int = 0
    fonts: dict[tuple[int, int], FontInfo] = {}
    _reported: set[tuple[object, ...]] = set()
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
        """Return what a page shows, as it comes out of the printer."""
        page = self.pdf.pages[number - 1].obj
        resources = as_dictionary(page.get("/Resources"))
        media = box_of(page, "/MediaBox")
        if media is None:
            raise PdfFaultError("it has no MediaBox")
        layers = {
            str(name): str(thing.get("/Name", ""))[:100]
            for name, thing in list(as_dictionary(resources.get("/Properties")).items())[:MAX_LAYERS]
            if str(thing.get("/Type")) == "/OCG"
        }
        content = self.play(page, number, times(page_matrix(media), comes_out), layers)
        scaled = int(page.get("/Rotate", 0)) % 360 != 0 or float(page.get("/UserUnit", 1)) != 1
        return PdfPage(number, media, box_of(page, "/BleedBox"), box_of(page, "/TrimBox"), scaled, content, resources)

    def play(self, holder: Any, number: int, matrix: Matrix, layers: Mapping[str, str] | None = None) -> PageContent:
        """Return the content of a page or of a form.

        Args:
            holder: the page or the form.
            number: of the page.
            matrix: from its own space to mm.
            layers: names of layers by their names in the resources.

        Raises:
            PdfFaultError: the file has shown more bytes than one of its size can hold.
        """
        listed = as_dictionary(as_dictionary(holder.get("/Resources")).get("/Font"))
        fonts = {name: self._font(font, number) for name, font in listed.items()}
        self._played += len(content_bytes(holder))
        most = 5 * MAX_CONTENT + MOST_PLAYED * self.size
        if self._played > most:
            raise PdfFaultError(f"its pages show more than {most} bytes of content; a file of its size has fewer")
        return Interpreter(matrix, fonts, layers).run(holder)

    def _font(self, font: Any, number: int) -> FontInfo:
        """Return what is known of a font; each is read, and its faults are noted, once."""
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
        if what not in self._reported:
            self._reported.add(what)
            self.fault(code, message, number)

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


MAX_ELEMENTS = 200_000
MAX_DEPTH = 60
MIN_LINES = 2
"""The fewest lines of a paragraph on each of the pages that it stands on."""
PARAGRAPHS = frozenset({"P", "LBody", "Caption"})
HEADING = re.compile(r"H([1-6])")
BLOCKS = frozenset({"P", "LBody", "Caption", "Figure", "TR", "TOCI"})
"""Elements that pages are filled with; those within them belong to them."""


class TagElement(Struct):
    """An element of the tree.

    Attributes:
        kind: its type.
        alt: its alternative text, or the text that it stands for.
        kids: elements, and the text of sequences, in reading order.
        sequences: its own ones: index of the page, and number.
    """

    kind: str
    alt: str
    kids: list[TagElement | str] = []
    sequences: list[tuple[int, int]] = []

    @property
    def text(self) -> str:
        """Return everything that is read of it: where there are words instead of it, those."""
        return self.alt or "".join(kid if isinstance(kid, str) else kid.text for kid in self.kids)


def read_tags(pdf: pikepdf.Pdf, pages: Sequence[PdfPage]) -> TagElement:
    """Return the top of a file's tree.

    Raises:
        PdfFaultError: it has none, or it cannot be read.
    """
    numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    left = iter(range(MAX_ELEMENTS))

    def sequence(element: TagElement, page: Any, number: int) -> str:
        index = numbers.get(tuple(as_dictionary(page).objgen))
        texts = pages[index].content.marked if index is not None else {}
        if index is None or number not in texts:
            raise PdfFaultError(f"an element of its tree has the sequence {number}, which is on no page")
        element.sequences.append((index, number))
        return texts[number]

    def read(thing: Any, depth: int) -> TagElement:
        if depth > MAX_DEPTH or next(left, None) is None:
            raise PdfFaultError("its tree of elements is beyond all bounds")
        text = str(thing.get("/Alt", "")).strip() or str(thing.get("/ActualText", ""))
        element = TagElement(str(thing.get("/S", "")).lstrip("/"), text)
        for kid in as_list(thing.get("/K")):
            if isinstance(kid, int):
                element.kids.append(sequence(element, thing.get("/Pg"), kid))
            elif kid.get("/Type") == "/MCR":
                element.kids.append(sequence(element, kid.get("/Pg", thing.get("/Pg")), int(kid.MCID)))
            elif kid.get("/Type") != "/OBJR":
                element.kids.append(read(kid, depth + 1))
        return element

    tops = [read(kid, 0) for kid in as_list(as_dictionary(pdf.Root.get("/StructTreeRoot")).get("/K"))]
    if len(tops) != 1:
        raise PdfFaultError(f"it has {len(tops)} trees of elements; it must have one")
    return tops[0]


def _blocks(element: TagElement) -> Iterator[TagElement]:
    """Yield the elements that hold text or a picture themselves, in reading order; notes are left out."""
    is_filled = all(isinstance(kid, str) or kid.kind not in {"P", "L"} for kid in element.kids)
    if is_filled and (element.kind in BLOCKS or HEADING.fullmatch(element.kind)):
        yield element
    elif element.kind != "Note":
        for kid in element.kids:
            if isinstance(kid, TagElement):
                yield from _blocks(kid)


def _sequences(element: TagElement) -> Iterator[tuple[int, int]]:
    """Yield page and number of each sequence of an element; those of notes are left out."""
    yield from element.sequences
    for kid in element.kids:
        if isinstance(kid, TagElement) and kid.kind != "Note":
            yield from _sequences(kid)


class Stretch(Struct, frozen=True):
    """A part of an element that stands on one page.

    Attributes:
        kind: the element's type.
        element: its number; a paragraph on two pages has two stretches.
        page: from 1.
        lines: how many lines of text.
        text: its words.
    """

    kind: str
    element: int
    page: int
    lines: int
    text: str


def stretches_of(top: TagElement, pages: Sequence[PdfPage]) -> Iterator[Stretch]:
    """Yield the parts of elements on pages, in reading order; footnotes are left out."""
    for number, element in enumerate(_blocks(top)):
        found: dict[int, tuple[set[float], list[str]]] = {}
        for page, sequence in _sequences(element):
            lines, texts = found.setdefault(page, (set(), []))
            lines |= pages[page].content.lines[sequence]
            texts.append(pages[page].content.marked[sequence])
        for page, (lines, texts) in found.items():
            yield Stretch(element.kind, number, pages[page].number, len(lines), "".join(texts))


def bad_breaks(stretches: Sequence[Stretch]) -> Iterator[tuple[str, str, int]]:
    """Yield code, message and page of each page break that leaves a line or a heading alone.

    Args:
        stretches: of paragraphs, list items and headings, in reading order; footnotes are not among them.
    """
    for _, parts in groupby(stretches, attrgetter("element")):
        first, *others = parts
        if first.kind in PARAGRAPHS and others:
            last = others[-1]
            if first.lines < MIN_LINES:
                yield "orphan", f"only the first line of a paragraph stands here: {first.text[:40]!r}", first.page
            if last.lines < MIN_LINES:
                yield "widow", f"only the last line of a paragraph stands here: {last.text[:40]!r}", last.page
    for stretch, following in pairwise(stretches):
        if stretch.kind.startswith("H") and following.page != stretch.page:
            yield "heading-at-foot", f"the heading {stretch.text[:40]!r} stands at the foot of the page", stretch.page
