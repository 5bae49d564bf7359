"""The booklet of one language: its text is set, cut into pages and painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from generator import __version__
from generator.catalogue.spreads import LoadedSpreads
from generator.catalogue.strict_yaml import Location
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake, TypesettingError
from generator.layout.saddle_stitch import PAGE_MM
from generator.pdf.cjk_breaks import KINSOKU
from generator.pdf.document import Document
from generator.pdf.fonts import WORLD, load_typeface
from generator.pdf.tags import FOOTER, HEADER, Element
from generator.rulebook.text.document import FigureBlock, Heading, RulesText, Source, contents_of
from generator.rulebook.text.figures import Subject
from generator.rulebook.text.spreads import printed_part
from generator.rulebook.text.strings import AltTextWords, RulesStrings, localise_names
from generator.rulebook.typeset import styles as measures
from generator.rulebook.typeset.blocks import NOTE_GAP, Flow, NoteText, paint_notes, set_notes
from generator.rulebook.typeset.composed_pages import WIDE, PageComposer
from generator.rulebook.typeset.line_breaks import Line, load_dictionary
from generator.rulebook.typeset.page_breaks import SECTION_LEVEL, PageText, Slab, bad_breaks, break_pages
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter, heading_target
from generator.rulebook.typeset.styles import (
    MEASURE,
    PAGE_HEIGHT,
    TEXT_HEIGHT,
    TOP,
    Styles,
    composed_styles_for,
    styles_for,
)
from generator.rulebook.typeset.title_page import (
    ContentsEntry,
    TitlePage,
    contents_slab,
    paint_title_page,
    read_title_page,
)
from generator.units import pt

PaintPage: TypeAlias = Callable[[Painter], None]
NEARLY_EMPTY = 0.4
"""A last page that is filled less than this is spared if it can be."""
PAGE_COST = 500.0
"""Cost of a page against empty room at the foot of pages, where a page may be spared."""
CONTENTS_LEADINGS = (1.0, 0.94, 0.88)
"""The contents are set closer, if that brings them onto one page; else they list sections alone."""


@dataclass(slots=True)
class _Booklet:
    """A booklet in the making.

    Attributes:
        version: of the program.
        root: the element of all; its kids are the title page, the contents, and then the sections of the text.
        height: of the text area.
        first: number of the first page of the text.
    """

    text: RulesText
    words: LoadedWords
    subject: Subject
    typesetter: Typesetter
    styles: Styles
    notes: dict[str, NoteText]
    strings: RulesStrings
    version: str
    root: Element = field(default_factory=lambda: Element("Document"))
    cover: Element = field(init=False)
    contents_heading: Element = field(init=False)
    contents: Element = field(init=False)
    height: float = TEXT_HEIGHT
    first: int = 2

    def __post_init__(self) -> None:
        self.cover = self.root.add("Sect")

    def open_contents(self) -> None:
        """Add the elements of the contents."""
        contents = self.root.add("Sect")
        self.contents_heading, self.contents = contents.add("H2"), contents.add("TOC")

    def cut(self, slabs: list[Slab]) -> list[PageText]:
        """Return the pages; each is one line longer if that avoids a nearly empty last page."""
        heights = {name: note.height for name, note in self.notes.items()}
        pages, too_high = break_pages(slabs, TEXT_HEIGHT, heights, NOTE_GAP, first=self.first)
        for slab in too_high:
            what = "with its footnotes " if slab.notes else ""
            self.typesetter.report(slab.line, f"what stands here is {what}higher than a page")
        if pages:
            y, last = pages[-1].slabs[-1]
            if y + last.height < NEARLY_EMPTY * TEXT_HEIGHT:
                longer = TEXT_HEIGHT + self.styles.body.leading
                fewer, _ = break_pages(slabs, longer, heights, NOTE_GAP, PAGE_COST, self.first)
                if len(fewer) < len(pages) and not any(bad_breaks(fewer)):
                    self.height = longer
                    return fewer
        for number, slab, what in bad_breaks(pages):
            remedy = "write what stands before it a little longer or shorter"
            passage = self.typesetter.passage(slab.line)
            self.typesetter.report(slab.line, f"{what}, {self.first + number}{passage}; {remedy}")
        return pages

    def contents_pages(self, entries: list[ContentsEntry]) -> list[PageText]:
        """Return the contents on one page, with parts of sections if these have room."""

        def pages_of(listed: list[ContentsEntry], leading: float) -> list[PageText]:
            styles = self.styles.with_contents(leading)
            slabs = [contents_slab(entry, self.typesetter, styles, self.contents) for entry in listed]
            return break_pages(slabs, TEXT_HEIGHT - 46, {}, 0)[0]

        for leading in CONTENTS_LEADINGS:
            pages = pages_of(entries, leading)
            if len(pages) <= 1:
                return pages
        return pages_of([entry for entry in entries if entry.heading.level == SECTION_LEVEL], 1.0)

    def paint(self, front: TitlePage, pages: Iterable[PaintPage]) -> bytes:
        """Return the whole PDF: the title page, and other pages."""
        head, title = self.subject.head, self.text.title.text
        canvas = Document(
            PAGE_MM,
            " – ".join(filter(None, (title, self.strings.word("rules")))),
            self.words.tag,
            author=head.credits.design,
            subject=f"{head.title}, {head.edition}, {self.words.words.language}",
            root=self.root,
        )
        canvas.set_boxes((0, 0, *PAGE_MM))
        canvas.showOutline()
        canvas.addPageLabel(0, style="ARABIC", start=1)
        painter = Painter(canvas, PAGE_HEIGHT, self.subject.drawing, make_form=self.subject.forms.form)
        title_page: PaintPage = partial(self._paint_title, front)
        for paint in (title_page, *pages):
            paint(painter)
            canvas.structure.end_page()
        self.typesetter.refuse()
        return canvas.finish()

    def _paint_title(self, front: TitlePage, painter: Painter) -> None:
        paint_title_page(painter, front, self.typesetter, self.styles, self.cover)
        painter.destination("title", 0)
        painter.canvas.addOutlineEntry(self.text.title.text, "title", level=0)

    def column_pages(self, slabs: list[Slab]) -> Iterator[PaintPage]:
        """Yield the painters of the contents and of the pages of a text that runs from page to page."""
        pages = self.cut(slabs)
        if self.typesetter.mistakes:  # the contents would report mistakes of headings again
            return
        numbered = enumerate(pages, self.first)
        contents = self.contents_pages(
            [entry for number, page in numbered for entry in _entries((slab for _, slab in page.slabs), number)]
        )
        for number, page in enumerate(contents, 2):
            yield partial(self._paint_contents, page, number)
        section = ""
        for number, page in enumerate(pages, self.first):
            yield partial(self._paint_page, page, number, section)
            section = next((one.text for one in reversed(_sections(page))), section)

    def _paint_contents(self, page: PageText, number: int, painter: Painter) -> None:
        left, top = left_edge(number), TOP
        if number == 2:
            name = self.strings.word("contents")
            painter.destination("contents", 0)
            painter.canvas.addOutlineEntry(name, "contents", level=0)
            line = self.typesetter.plain(name, self.styles.section)
            painter.mark(self.contents_heading)
            painter.line(line, left, TOP + 14)
            top += 46
        for y, slab in page.slabs:
            slab.paint(painter, left, top + y)
        self._paint_folio(painter, number)

    def _paint_page(self, page: PageText, number: int, section: str, painter: Painter) -> None:
        """Paint one page of the text, at whose beginning that section is open."""
        left = left_edge(number)
        sections = _sections(page)
        first = page.slabs[0][1].heading
        opens = first is not None and first.level == 2
        shown = sections[0].text if sections and (opens or not section) else section or self.text.title.text
        for y, slab in page.slabs:
            if one := slab.heading:
                painter.canvas.addOutlineEntry(one.text, heading_target(one.id), level=one.level - 2, closed=True)
            slab.paint(painter, left, TOP + y)
        if page.notes:
            notes = [self.notes[name] for name in page.notes]
            paint_notes(painter, notes, self.styles, left, TOP + self.height)
        baseline = pt(measures.HEAD_MM)
        text = shown if number % 2 else self.text.title.text  # the game on left pages, the section on right ones
        painter.mark(HEADER)
        headings = (one for one in (self.text.title, *self.text.blocks) if isinstance(one, Heading))
        there = next((one.line for one in headings if one.text == text), 1)
        line = self.typesetter.fitted(text, self.styles.head, MEASURE, "the head of a page", there)
        painter.line(line, _outer_edge(number, line), baseline)
        painter.rule(left, baseline + 5.5, left + MEASURE, baseline + 5.5, 0.35, measures.RULE)
        self._paint_folio(painter, number)

    def _paint_folio(self, painter: Painter, number: int) -> None:
        """Paint the page number at the foot."""
        line = self.typesetter.plain(str(number), self.styles.folio)
        painter.mark(FOOTER)
        painter.line(line, _outer_edge(number, line), PAGE_HEIGHT - pt(measures.FOOT_MM))


def print_booklet(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, version: str = __version__
) -> bytes:
    """Return the booklet of one language as the bytes of a PDF.

    Args:
        text: the rules, see :func:`~generator.rulebook.text.markdown.read_rules`.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
        version: of the program; printed where the game has none of its own.

    A text with English passages runs from page to page where they do not fit on composed pages.

    Raises:
        TypesettingError: everything in the text that cannot be printed.
    """
    spreads = subject.spreads_for(text)
    try:
        return _print_booklet(text, subject, words, fonts, version, spreads)
    except TypesettingError:
        if spreads is None or not text.standing.missing:
            raise
        return _print_booklet(text, subject, words, fonts, version, None)


def _print_booklet(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, version: str, spreads: LoadedSpreads | None
) -> bytes:
    """Return the booklet on these composed pages, or running from page to page.

    Raises:
        TypesettingError: everything in the text that cannot be printed.
    """
    table = localise_names(subject.table, words.words.typography) | {"version": subject.head.version or version}
    typesetter = typesetter_for(text, words, subject, fonts, table)
    whole, text = text, printed_part(text, spreads) if spreads else text
    styles = (composed_styles_for if spreads else styles_for)(words.words.line_breaking)
    notes = set_notes(text, typesetter, styles, WIDE if spreads else MEASURE)
    strings = RulesStrings(text, words, table, typesetter.mistakes.append, typesetter.check)
    booklet = _Booklet(text, words, subject, typesetter, styles, notes, strings, version)
    alt_words = AltTextWords(words, typesetter.mistakes.append)
    if not spreads:
        booklet.open_contents()
    flow = Flow(
        text,
        typesetter,
        styles,
        subject.figures,
        strings.around_number("figure"),
        notes,
        alt_words,
        booklet.root,
        subject.pictures,
    )
    pages = list(_composed_pages(whole, flow, spreads) if spreads else _column_pages(booklet, flow))
    typesetter.items(text.title.content, styles.title)  # reports what of the title cannot be printed
    front = read_title_page(strings, subject)
    strings.word("contents")  # printed only when pages are known: its letters are looked up now, with all others
    typesetter.refuse()
    return booklet.paint(front, pages)


def _column_pages(booklet: _Booklet, flow: Flow) -> Iterator[PaintPage]:
    """Return the painters of the pages of a text that runs from page to page."""
    slabs = flow.slabs()
    if not flow.typesetter.mistakes:
        booklet.first = 2 + len(booklet.contents_pages(list(_entries(slabs, 0))))
    return booklet.column_pages(slabs)


def _composed_pages(text: RulesText, flow: Flow, spreads: LoadedSpreads) -> Iterator[PaintPage]:
    """Yield the painters of composed pages."""
    composer = PageComposer(text, spreads, flow)
    for number, page in enumerate(composer.pages(), 2):
        yield partial(composer.paint, page, number)


def _sections(page: PageText) -> list[Heading]:
    return [slab.heading for _, slab in page.slabs if slab.heading and slab.heading.level == SECTION_LEVEL]


def letter_mistakes(text: RulesText, words: LoadedWords, table: Mapping[str, str], fonts: Path) -> list[Mistake]:
    """Return every letter of a text and of its head that cannot be printed, found without setting the text.

    Raises:
        TypesettingError: there are no such fonts, or no such dictionary of hyphens.
    """
    typesetter = new_typesetter(text.source, words, lambda _: 1.0, fonts)
    typesetter.values = {name: table[name] for name in text.placeholders if name in table}
    styles = styles_for(words.words.line_breaking)
    strings = RulesStrings(text, words, table, typesetter.mistakes.append, typesetter.check)
    for key in text.front.front.texts():
        strings.front(key)
    looks = {FigureBlock: styles.caption, Heading: styles.section}
    for block in text.blocks:
        for content in contents_of(block):
            typesetter.items(content, looks.get(type(block), styles.body))
    typesetter.items(text.title.content, styles.title)
    for note in text.notes.values():
        typesetter.items(note.content, styles.note)
    return typesetter.mistakes


def typesetter_for(
    text: RulesText, words: LoadedWords, subject: Subject, fonts: Path, table: Mapping[str, str]
) -> Typesetter:
    """Return a typesetter of a text in the fonts and the manner of its language; `table` are its placeholders.

    Raises:
        TypesettingError: there are no such fonts, or no such dictionary of hyphens.
    """
    typesetter = new_typesetter(text.source, words, subject.aspect, fonts)
    typesetter.values = {name: table[name] for name in text.placeholders if name in table}
    typesetter.places = subject.places
    return typesetter


def new_typesetter(source: Source, words: LoadedWords, aspect: Callable[[str], float], fonts: Path) -> Typesetter:
    """Return a typesetter of one language; see :class:`~generator.rulebook.typeset.shaper.Typesetter`.

    Raises:
        TypesettingError: there are no such fonts, or no such dictionary of hyphens.
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
    faces = {
        "text": load_typeface(fonts, choice.text, choice.fallback),
        "heading": load_typeface(fonts, choice.heading, (choice.text, *choice.fallback)),
    }
    if words.words.line_breaking != "words":
        faces["names"] = load_typeface(fonts, WORLD[0])
    hyphenator = None
    if words.words.hyphenation:
        try:
            hyphenator = load_dictionary(words.words.hyphenation)
        except KeyError:
            place = words.document.value_place(("hyphenation",))
            message = f"pyphen has no dictionary {words.words.hyphenation!r}"
            raise TypesettingError.at(place, message) from None
    rules = KINSOKU.get(words.words.line_breaking)
    return Typesetter(source, faces, aspect, hyphenator, rules, words.words.typography, words.words.language)


def _entries(slabs: Iterable[Slab], page: int) -> Iterator[ContentsEntry]:
    """Return the headings among the slabs of a page, rulings left out."""
    return (ContentsEntry(slab.heading, page) for slab in slabs if slab.heading and not slab.heading.is_ruling)


def left_edge(page: int) -> float:
    """Return the x of the text area: right pages are odd and have their inner margin on the left."""
    return pt(measures.INNER_MM if page % 2 else measures.OUTER_MM)


def _outer_edge(number: int, line: Line) -> float:
    """Return the x of a line that stands at the outer edge of a page."""
    return left_edge(number) + (MEASURE - line.width if number % 2 else 0.0)
