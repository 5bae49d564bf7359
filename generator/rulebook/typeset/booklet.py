"""The booklet from its text to its bytes: set, cut into pages, painted."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generator import __version__
from generator.catalogue.strict_yaml import Location
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake, TypesettingError
from generator.pdf.cjk_breaks import KINSOKU
from generator.pdf.document_info import mark_as_pdfa
from generator.pdf.fonts import WORLD, load_typeface
from generator.pdf.reportlab import Canvas
from generator.pdf.tags import FOOTER, HEADER, Element, Structure
from generator.rulebook.text.document import Heading, RulesText, Source
from generator.rulebook.text.figures import Subject
from generator.rulebook.text.strings import AltTextWords, RulesStrings
from generator.rulebook.text.typography import localise_names
from generator.rulebook.typeset import styles as measures
from generator.rulebook.typeset.blocks import NOTE_GAP, Flow, NoteText, paint_notes, set_notes
from generator.rulebook.typeset.page_breaks import SECTION_LEVEL, PageText, Slab, bad_breaks, break_pages
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter, heading_target
from generator.rulebook.typeset.styles import MEASURE, PAGE_HEIGHT, PAGE_WIDTH, TEXT_HEIGHT, TOP, Styles, styles_for
from generator.rulebook.typeset.title_page import Entry, TitlePage, contents_slabs, paint_title_page, read_title_page
from generator.units import mm_from_pt, pt

PDF_VERSION = (1, 7)
"""Source: ISO 32000-1; /Lang, /Alt and trim boxes are older, and every reader knows them."""
NEARLY_EMPTY = 0.4
"""A last page that is filled less than this is spared if it can be."""
PAGE_COST = 500.0
"""What a page more costs against empty room at the foot of pages, once it comes to sparing one."""
CONTENTS_LEADINGS = (1.0, 0.94, 0.88)
"""The contents are set closer, if that brings them onto one page; else they list sections alone."""


class _Tree:
    """The elements of a booklet: the title page, the contents, and after them the sections of the text."""

    def __init__(self) -> None:
        self.root = Element("Document")
        self.cover = self.root.add("Sect")
        contents = self.root.add("Sect")
        self.contents_heading = contents.add("H2")
        self.contents = contents.add("TOC")


@dataclass(slots=True)
class _Booklet:
    """What the steps of the printing share; `height` is that of the text area, `first` the number of its first page."""

    text: RulesText
    words: LoadedWords
    subject: Subject
    setter: Typesetter
    styles: Styles
    notes: dict[str, NoteText]
    said: RulesStrings
    tree: _Tree = field(default_factory=_Tree)
    height: float = TEXT_HEIGHT
    first: int = 2


def print_booklet(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, version: str = __version__
) -> bytes:
    """The booklet of one language as the bytes of a PDF.

    Args:
        text: the rules, see :func:`~generator.rulebook.text.markdown.read_rules`.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
        version: of the program, as it is printed.

    Raises:
        TypesettingError: everything in the text that cannot be printed.
    """
    table = {**localise_names(subject.table, words.words.typography), "version": version}
    setter = typesetter_for(text, words, subject, fonts)
    setter.values = {name: table[name] for name in text.placeholders if name in table}
    setter.places = subject.places
    styles = styles_for(words.words.line_breaking)
    notes = set_notes(text, setter, styles)
    said = RulesStrings(text, words, table, setter.mistakes.append, setter.check)
    booklet = _Booklet(text, words, subject, setter, styles, notes, said)
    flow = Flow(
        text,
        setter,
        styles,
        subject.figures,
        booklet.said.word("figure"),
        notes,
        AltTextWords(words, setter.mistakes.append),
        booklet.tree.root,
    )
    slabs = flow.slabs()
    if not setter.mistakes:  # else nothing will be printed, and the contents would tell mistakes of headings again
        booklet.first = 2 + len(_contents_pages(booklet, list(_entries(slabs, 0))))
    pages = _cut(slabs, booklet)
    front = _title_page(booklet)
    booklet.said.word("contents")  # printed only when pages are known: its letters are looked up now, with all others
    _refuse(setter)
    return _painted(booklet, front, pages)


def typesetter_for(text: RulesText, words: LoadedWords, subject: Subject, fonts: Path) -> Typesetter:
    """Who sets that text, in the fonts and the manner of its language.

    Raises:
        TypesettingError: the language names fonts or hyphenation that there are none of.
    """
    return new_typesetter(text.source, words, subject.aspect, fonts)


def new_typesetter(source: Source, words: LoadedWords, aspect: Callable[[str], float], fonts: Path) -> Typesetter:
    """What sets a text in a language; see :class:`~generator.rulebook.typeset.shaper.Typesetter`.

    Raises:
        TypesettingError: there are no such fonts, or no such dictionary of hyphens.
    """
    choice = words.words.fonts
    _refuse_unknown_families(words, fonts)
    faces = {
        "text": load_typeface(fonts, choice.text, choice.fallback),
        "heading": load_typeface(fonts, choice.heading, (choice.text, *choice.fallback)),
    }
    if words.words.line_breaking != "words":
        faces["names"] = load_typeface(fonts, WORLD[0])
    hyphenator = None
    if words.words.hyphenation:
        from generator.rulebook.typeset.hyphenation import load_dictionary

        try:
            hyphenator = load_dictionary(words.words.hyphenation)
        except KeyError:
            place = words.document.value_place(("hyphenation",))
            message = f"pyphen has no dictionary {words.words.hyphenation!r}"
            raise TypesettingError.at(place, message) from None
    typography, language = words.words.typography, words.words.language
    rules = KINSOKU.get(words.words.line_breaking)
    return Typesetter(source, faces, aspect, hyphenator, rules, typography, language)


def _refuse_unknown_families(words: LoadedWords, fonts: Path) -> None:
    """See that there are fonts of every family that a language names.

    Raises:
        TypesettingError: each that there are none of.
    """
    choice = words.words.fonts
    named: list[tuple[Location, str]] = [(("text",), choice.text), (("heading",), choice.heading)]
    named += [(("fallback", number), family) for number, family in enumerate(choice.fallback)]
    mistakes: list[Mistake] = []
    for key, family in named:
        try:
            load_typeface(fonts, family)
        except TypesettingError as error:
            place = words.document.value_place(("fonts", *key))
            mistakes += [Mistake(place, mistake.message) for mistake in error.mistakes]
    if mistakes:
        raise TypesettingError(mistakes)


def _refuse(setter: Typesetter) -> None:
    if setter.mistakes:
        raise TypesettingError(setter.mistakes)


def _cut(slabs: list[Slab], booklet: _Booklet) -> list[PageText]:
    """The pages; all of them one line longer, if that spares a last page that would be nearly empty."""
    heights = {name: note.height for name, note in booklet.notes.items()}
    pages, too_high = break_pages(slabs, TEXT_HEIGHT, heights, NOTE_GAP, first=booklet.first)
    for slab in too_high:
        what = "with its footnotes " if slab.notes else ""
        booklet.setter.report(slab.line, f"what stands here is {what}higher than a page")
    if pages and _depth(pages[-1]) < NEARLY_EMPTY * TEXT_HEIGHT:
        longer = TEXT_HEIGHT + booklet.styles.body.leading
        fewer, _ = break_pages(slabs, longer, heights, NOTE_GAP, PAGE_COST, booklet.first)
        if len(fewer) < len(pages) and not any(bad_breaks(fewer)):
            booklet.height = longer
            return fewer
    for number, slab, what in bad_breaks(pages):
        remedy = "write what stands before it a little longer or shorter"
        passage = booklet.setter.passage(slab.line)
        booklet.setter.report(slab.line, f"{what}, {booklet.first + number}{passage}; {remedy}")
    return pages


def _depth(page: PageText) -> float:
    y, last = page.slabs[-1]
    return y + last.height


def _title_page(booklet: _Booklet) -> TitlePage:
    """The words of the title page; what cannot be shown of them is told with all other mistakes."""
    booklet.setter.items(booklet.text.title.content, booklet.styles.title)
    return read_title_page(booklet.said, booklet.subject)


def _entries(slabs: Iterable[Slab], page: int) -> Iterator[Entry]:
    """The headings among the slabs of a page, rulings left out."""
    return (Entry(slab.heading, page) for slab in slabs if slab.heading and not slab.heading.is_ruling)


def _painted(booklet: _Booklet, front: TitlePage, pages: list[PageText]) -> bytes:
    """The whole PDF."""
    buffer = io.BytesIO()
    box = (0, 0, PAGE_WIDTH, PAGE_HEIGHT)
    canvas = Canvas(
        buffer, pagesize=(PAGE_WIDTH, PAGE_HEIGHT), pageCompression=1, trimBox=box, bleedBox=box, cropBox=box,
        lang=booklet.words.tag, pdfVersion=PDF_VERSION,
    )  # fmt: skip
    _describe(canvas, booklet)
    structure = Structure(canvas, booklet.tree.root)
    painter = Painter(canvas, PAGE_HEIGHT, booklet.subject.drawing, structure, make_form=booklet.subject.forms.form)
    numbered = enumerate(pages, booklet.first)
    contents = _contents_pages(
        booklet, [entry for number, page in numbered for entry in _entries((slab for _, slab in page.slabs), number)]
    )
    paint_title_page(painter, front, booklet.setter, booklet.styles, booklet.tree.cover)
    _refuse(booklet.setter)
    canvas.addOutlineEntry(booklet.text.title.text, _destination(painter, "title"), level=0)
    structure.end_page()
    for offset, page in enumerate(contents):
        _paint_contents(painter, booklet, page, 2 + offset, first=offset == 0)
        structure.end_page()
    section = ""
    for offset, page in enumerate(pages):
        section = _paint_page(painter, booklet, page, booklet.first + offset, section)
        structure.end_page()
    _refuse(booklet.setter)
    structure.finish()
    mark_as_pdfa(canvas, booklet.words.tag, tagged=True)
    canvas.save()
    return buffer.getvalue()


def _describe(canvas: Canvas, booklet: _Booklet) -> None:
    """Metadata and page labels."""
    head = booklet.subject.head
    canvas.setTitle(" – ".join(filter(None, (booklet.text.title.text, booklet.said.word("rules")))))
    canvas.setAuthor(head.credits.design)
    canvas.setSubject(f"{head.title}, {head.edition}, {booklet.words.words.language}")
    canvas.setCreator(f"asterion-press {booklet.said.table['version']}")
    canvas.showOutline()
    canvas.addPageLabel(0, style="ARABIC", start=1)


def _destination(painter: Painter, name: str) -> str:
    painter.destination(name, 0)
    return name


def _contents_pages(booklet: _Booklet, entries: list[Entry]) -> list[PageText]:
    """The contents on one page, parts of sections too if these have room."""
    for leading in CONTENTS_LEADINGS:
        pages = _contents_set(booklet, entries, leading)
        if len(pages) <= 1:
            return pages
    return _contents_set(booklet, [entry for entry in entries if entry.heading.level == SECTION_LEVEL], 1.0)


def _contents_set(booklet: _Booklet, entries: list[Entry], leading: float) -> list[PageText]:
    slabs = contents_slabs(entries, booklet.setter, booklet.styles.with_contents(leading), booklet.tree.contents)
    return break_pages(slabs, TEXT_HEIGHT - 46, {}, 0)[0]


def _paint_contents(painter: Painter, booklet: _Booklet, page: PageText, number: int, *, first: bool) -> None:
    left = left_edge(number)
    top = TOP
    if first:
        name = booklet.said.word("contents")
        painter.canvas.addOutlineEntry(name, _destination(painter, "contents"), level=0)
        line = booklet.setter.plain(name, booklet.styles.section)
        painter.mark(booklet.tree.contents_heading)
        painter.line(line, left, TOP + 14)
        top += 46
    for y, slab in page.slabs:
        slab.paint(painter, left, top + y)
    _paint_folio(painter, booklet, number)


def left_edge(page: int) -> float:
    """The x of the text area: right pages are odd and have their inner margin on the left."""
    return pt(measures.INNER_MM if page % 2 else measures.OUTER_MM)


def _paint_page(painter: Painter, booklet: _Booklet, page: PageText, number: int, section: str) -> str:
    """One page of the text; the section that is open at its end is returned."""
    left = left_edge(number)
    sections = [slab.heading.text for _, slab in page.slabs if slab.heading and slab.heading.level == 2]
    first = page.slabs[0][1].heading
    opens = first is not None and first.level == 2
    shown = sections[0] if sections and (opens or not section) else section or booklet.text.title.text
    for y, slab in page.slabs:
        if slab.heading:
            _outline(painter, slab.heading)
        slab.paint(painter, left, TOP + y)
    if page.notes:
        notes = [booklet.notes[name] for name in page.notes]
        paint_notes(painter, notes, booklet.styles, left, TOP + booklet.height)
    _paint_head(painter, booklet, number, shown if number % 2 else booklet.text.title.text)
    _paint_folio(painter, booklet, number)
    return sections[-1] if sections else section


def _outline(painter: Painter, heading: Heading) -> None:
    painter.canvas.addOutlineEntry(heading.text, heading_target(heading.id), level=heading.level - 2, closed=True)


def _paint_head(painter: Painter, booklet: _Booklet, number: int, text: str) -> None:
    """The running head: the game on left pages, the section on right ones, at the outer edge."""
    left, baseline = left_edge(number), pt(measures.HEAD_MM)
    painter.mark(HEADER)
    line = booklet.setter.plain(text, booklet.styles.head)
    if line.width > MEASURE:
        source = booklet.text
        there = next((h.line for h in (source.title, *source.blocks) if isinstance(h, Heading) and h.text == text), 1)
        message = f"{text!r} is {mm_from_pt(line.width - MEASURE):.1f} mm too long for the head of a page"
        booklet.setter.report(there, message + booklet.setter.passage(there))
    painter.line(line, left if number % 2 == 0 else left + MEASURE - line.width, baseline)
    painter.rule(left, baseline + 5.5, left + MEASURE, baseline + 5.5, 0.35, measures.RULE)


def _paint_folio(painter: Painter, booklet: _Booklet, number: int) -> None:
    """The page number at the foot, at the outer edge."""
    line = booklet.setter.plain(str(number), booklet.styles.folio)
    left = left_edge(number)
    x = left if number % 2 == 0 else left + MEASURE - line.width
    painter.mark(FOOTER)
    painter.line(line, x, PAGE_HEIGHT - pt(measures.FOOT_MM))
