"""The booklet of one language: its text is set, cut into pages and painted, behind a title page and, where it runs from
page to page, the contents.

Such a text is cut where a page is full, between slabs that belong together as little as possible: a paragraph leaves no
line alone, a heading stands with what follows it, no word is broken over a page. A figure becomes a little smaller if
it fits then. Footnotes stand at the foot of the page of their marks.

Lengths are points, y down from the page's top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import fsum
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from asterion_press import __version__
from asterion_press.catalogue.spreads import LoadedSpreads
from asterion_press.catalogue.strict_yaml import Location
from asterion_press.catalogue.themes import Inks
from asterion_press.catalogue.words import LoadedWords, Typography
from asterion_press.drawing.display_list import Pen, Shown, Transform, transform_path
from asterion_press.drawing.inks import READABLE, make_readable, mix_inks
from asterion_press.errors import Mistake, TypesettingError
from asterion_press.geometry import pt
from asterion_press.layout.saddle_stitch import PAGE_MM
from asterion_press.pdf.borders import border_frame
from asterion_press.pdf.cjk_breaks import KINSOKU
from asterion_press.pdf.document import Document
from asterion_press.pdf.fonts import WORLD, load_typeface
from asterion_press.pdf.tags import FOOTER, HEADER, ORNAMENT, Element
from asterion_press.rulebook.text.document import (
    SECTION_LEVEL,
    FigureBlock,
    Heading,
    RulesText,
    Source,
    contents_of,
    strip_links,
)
from asterion_press.rulebook.text.figures import Subject
from asterion_press.rulebook.text.strings import AltTextWords, localise_names
from asterion_press.rulebook.typeset import styles as measures
from asterion_press.rulebook.typeset.blocks import NOTE_GAP, Flow, Slab, paint_notes, stack
from asterion_press.rulebook.typeset.composed_pages import WIDE, PageComposer, PaintPage, printed_part
from asterion_press.rulebook.typeset.hyphens import load_dictionary
from asterion_press.rulebook.typeset.line_breaks import Line
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.shaper import Typesetter, heading_target
from asterion_press.rulebook.typeset.styles import (
    ACCENT,
    INK,
    MEASURE,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    RULE,
    SOFT,
    TEXT_HEIGHT,
    TOP,
    TextStyle,
    composed_styles_for,
    styles_for,
)

SLACK = 0.01
CONTENTS_TOP = 46.0
"""Height of the heading of the contents."""
BAND = 11.5
"""Width of the band of the frame that holds the ornaments."""
OUTER_RULE, INNER_RULE = 1.1, 0.6
GAP = 3.5
"""Between the band and the rules on either side of it."""
FRAME_WIDTH = BAND + 2 * GAP
FRAME_MARGIN = 27.0
LEADER_GAP = 4.2
LEAST_SHARE = 0.6
"""Least size of a line of the title page that is set smaller to fit, as a part of its usual size."""
TITLE_Y, PICTURE_Y, FOOT_Y = 120.0, 186.0, 462.0
PICTURE = PAGE_WIDTH * 0.54
COVER_Y, COVER_END_Y = 168.0, 446.0
COVER_WIDTH = PAGE_WIDTH - 2 * (FRAME_MARGIN + FRAME_WIDTH + 3)
"""A cover is as wide as the frame lets it, and ends above the name of the designer."""
GLOW = ((1.0, 0.12), (0.86, 0.22), (0.72, 0.33), (0.57, 0.45), (0.42, 0.58))
"""Of the light behind a cover, rings: their radius as a part of the room, and the share of the light's ink."""
LIGHT_SHARE = 0.4
"""The share of gold in that ink; the rest is the ground's."""


class TitleInks(NamedTuple):
    """The inks of the title page."""

    ground: str
    ornament: str
    title: str
    text: str
    quiet: str


def title_inks(inks: Inks | None) -> TitleInks:
    """Return gold and horn on the dark ground of a theme; without a theme's inks, those of text on white."""
    if inks is None:
        return TitleInks("", ACCENT, INK, INK, SOFT)
    ground = inks.night
    return TitleInks(
        ground,
        make_readable(inks.gold, ground, READABLE),
        make_readable(inks.gold_light, ground, READABLE),
        make_readable(inks.horn, ground, READABLE),
        make_readable(mix_inks(inks.horn, ground, 0.25), ground, READABLE),
    )


def print_booklet(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, version: str = __version__
) -> bytes:
    """Return the booklet of one language as the bytes of a PDF.

    Args:
        text: the rules, see :func:`~asterion_press.rulebook.text.markdown.read_rules`.
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
    """Return the booklet on these composed pages, or running from page to page."""
    head, title = subject.head, text.title.text
    table = localise_names(subject.table, words.words.typography) | {"version": head.version or version}
    typesetter = typesetter_for(text, words, subject, fonts, table)
    whole, text = text, printed_part(text, spreads) if spreads else text
    styles = (composed_styles_for if spreads else styles_for)(words.words.line_breaking)
    strings = AltTextWords(words, typesetter.mistakes.append, table, typesetter.check)
    alt_words, figure_word = AltTextWords(words, typesetter.mistakes.append), strings.around_number("figure")
    root = Element("Document")
    cover = root.add("Sect")
    measure = WIDE if spreads else MEASURE
    flow = Flow(text, typesetter, styles, subject, alt_words, root, figure_word, measure)
    composer = PageComposer(whole, spreads, flow) if spreads else _ColumnPages(flow, strings, root.add("Sect"))
    pages = list(composer.pages())
    typesetter.items(text.title.content, styles.title)  # reports what of the title cannot be printed
    front = read_title_page(text, strings, subject)
    strings.word("contents")  # printed only when pages are known: its letters are looked up now, with all others
    typesetter.refuse()
    canvas = Document(
        PAGE_MM,
        " – ".join(filter(None, (title, strings.word("rules")))),
        words.tag,
        author=head.credits.design,
        subject=f"{head.title}, {head.edition}, {words.words.language}",
        root=root,
    )
    canvas.set_boxes((0, 0, *PAGE_MM))
    canvas.showOutline()
    canvas.addPageLabel(0, style="ARABIC", start=1)
    painter = Painter(PAGE_HEIGHT, subject.forms, canvas=canvas, drawing=subject.drawing)
    title_page: PaintPage = partial(_paint_title_page, front, subject, flow, cover)
    for paint in (title_page, *pages):
        paint(painter)
        canvas.structure.end_page()
    typesetter.refuse()
    return canvas.finish()


def letter_mistakes(text: RulesText, words: LoadedWords, table: Mapping[str, str], fonts: Path) -> list[Mistake]:
    """Return every letter of a text and of its head that cannot be printed, found without setting the text.

    Raises:
        TypesettingError: there are no such fonts, or no such dictionary of hyphens.
    """
    typesetter = new_typesetter(text.source, words, lambda _: 1.0, fonts)
    typesetter.values = {name: table[name] for name in text.placeholders if name in table}
    styles = styles_for(words.words.line_breaking)
    strings = AltTextWords(words, typesetter.mistakes.append, table, typesetter.check)
    for key in text.front.front.texts():
        strings.front(text, key)
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
    """Return a typesetter of one language; see :class:`~asterion_press.rulebook.typeset.shaper.Typesetter`.

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
    hyphens = None
    if words.words.hyphenation:
        try:
            hyphens = load_dictionary(words.words.hyphenation)
        except KeyError:
            place = words.document.value_place(("hyphenation",))
            message = f"pyphen has no dictionary {words.words.hyphenation!r}"
            raise TypesettingError.at(place, message) from None
    rules = KINSOKU.get(words.words.line_breaking)
    return Typesetter(source, faces, aspect, hyphens, rules, words.words.typography, words.words.language)


# -- a text that runs from page to page --------------------------------------------------------------------------------


class PageText(Struct, frozen=True):
    """The slabs of a page with the y of their tops from the top of the text area, and the page's footnotes."""

    slabs: tuple[tuple[float, Slab], ...]
    notes: tuple[str, ...]

    def headings(self) -> list[Heading]:
        """Return the headings on the page."""
        return [slab.heading for _, slab in self.slabs if slab.heading]


def break_pages(
    slabs: Sequence[Slab], height: float, note_heights: Mapping[str, float], note_gap: float
) -> tuple[list[PageText], list[Slab]]:
    """Return the pages, and the slabs that are too high for a page together with their footnotes.

    Args:
        slabs: the column.
        height: of a page.
        note_heights: of each footnote, by its name.
        note_gap: between text and footnotes.
    """

    def page(start: int, end: int, share: float = 0.0) -> tuple[PageText, float]:
        """Return the page of some slabs, and the height that is left of it."""
        again = slabs[start].again
        places, high = stack([*([again] if again else []), *slabs[start:end]], share)
        notes = tuple(name for _, slab in places for name in slab.notes)
        foot = fsum(note_heights[name] for name in notes) + (note_gap if notes else 0.0)
        return PageText(tuple(places), notes), height - high - foot

    if too_high := [slab for at, slab in enumerate(slabs) if page(at, at + 1, 1.0)[1] < -SLACK]:
        return [], too_high
    pages: list[PageText] = []
    start = 0
    while start < len(slabs):
        end = start + 1
        while end < len(slabs) and page(start, end + 1, 1.0)[1] >= -SLACK:
            end += 1
        good = (at for at in range(end, start, -1) if at == len(slabs) or not (slabs[at].kept or slabs[at - 1].heading))
        end = next(good, end)
        found, room = page(start, end)
        if room < -SLACK:  # figures are reduced as far as is needed
            found, _ = page(start, end, room / (room - page(start, end, 1.0)[1]))
        pages.append(found)
        start = end
    return pages, []


def bad_breaks(pages: Sequence[PageText]) -> Iterator[tuple[int, Slab, str]]:
    """Yield page (from 0), slab and message of each bad break that could not be avoided."""
    for number, (page, following) in enumerate(pairwise(pages)):
        last, first = page.slabs[-1][1], following.slabs[0][1]
        if last.heading:
            yield number, last, "a heading stands at the foot of a page"
        elif first.continues and first.kept:
            yield number, first, "a line of a paragraph stands alone on a page"


class _ColumnPages(Struct, frozen=True):
    """The pages of a text that runs from page to page, and of its contents, which are kids of `contents`."""

    flow: Flow
    strings: AltTextWords
    contents: Element

    def pages(self) -> Iterator[PaintPage]:
        """Yield the painters of the pages; reports what does not fit."""
        typesetter, slabs = self.flow.typesetter, self.flow.set_column(self.flow.text.blocks, MEASURE)
        if typesetter.mistakes:  # the contents would report mistakes of headings again
            return
        heights = {name: note.height for name, note in self.flow.notes.items()}
        pages, too_high = break_pages(slabs, TEXT_HEIGHT, heights, NOTE_GAP)
        for slab in too_high:
            what = "with its footnotes " if slab.notes else ""
            typesetter.report(slab.line, f"what stands here is {what}higher than a page")
        heading, entries = self.contents.add("H2"), self.contents.add("TOC")
        first = 2 + len(self._contents(pages, 0, entries))
        for number, slab, what in bad_breaks(pages):
            remedy = "write what stands before it a little longer or shorter"
            typesetter.report(slab.line, f"{what}, {first + number}{typesetter.passage(slab.line)}; {remedy}")
        for number, page in enumerate(self._contents(pages, first, entries), 2):
            yield partial(self._paint_contents, heading, page, number)
        open_section: Heading | None = None  # where a page begins
        for number, page in enumerate(pages, first):
            sections = [one for one in page.headings() if one.level == SECTION_LEVEL]
            begins = sections and (open_section is None or page.slabs[0][1].heading is sections[0])
            shown = sections[0] if begins else open_section
            yield partial(self._paint_page, page, number, shown if shown and number % 2 else self.flow.text.title)
            open_section = sections[-1] if sections else open_section

    def _contents(self, pages: Sequence[PageText], first: int, home: Element) -> list[PageText]:
        """Return the contents of pages from that number on, with parts of sections if one page has room for them."""
        entries = [
            self._entry(one, number, home)
            for number, page in enumerate(pages, first)
            for one in page.headings()
            if not one.is_ruling
        ]
        room = TEXT_HEIGHT - CONTENTS_TOP
        if stack(entries)[1] > room:
            entries = [slab for slab in entries if slab.heading and slab.heading.level == SECTION_LEVEL]
        return break_pages(entries, room, {}, 0)[0]

    def _entry(self, heading: Heading, page: int, home: Element) -> Slab:
        """Return an entry of the contents, a line or more, which becomes a kid of `home` when it is painted."""
        is_part = heading.level > SECTION_LEVEL
        style = self.flow.styles.contents_part if is_part else self.flow.styles.contents
        left = 14.0 if is_part else 0.0
        lines = self.flow.typesetter.lines(strip_links(heading.content), style, MEASURE - left - 40)
        number = self.flow.typesetter.plain(f"\u00a0{page}", style)  # with a space, for text that is copied
        height = len(lines) * style.leading

        def paint(painter: Painter, x: float, y: float) -> None:
            link = home.add("TOCI").add("Reference").add("Link")
            painter.mark(link)
            for index, line in enumerate(lines):
                painter.line(line, x + left, y + (index + 0.72) * style.leading)
            baseline = y + (len(lines) - 0.28) * style.leading
            painter.line(number, x + MEASURE - number.width, baseline)
            painter.mark(ORNAMENT)
            start, end = x + left + lines[-1].width + 7, x + MEASURE - number.width - 6
            if end - start > 3 * LEADER_GAP:  # dots, aligned from the right over all lines
                painter.enter(end, baseline - 1.4, 1)
                count = int((end - start) / LEADER_GAP)
                painter.stroke(Pen().move(0, 0).line(-count * LEADER_GAP, 0).data, RULE, 0.9, (0, LEADER_GAP))
                painter.leave()
            painter.link(link, heading.text, heading_target(heading.id), x, y, x + MEASURE, y + height)

        return Slab(height, paint, 0.0 if is_part else 1.5, heading=heading, line=heading.line)

    def _paint_contents(self, heading: Element, page: PageText, number: int, painter: Painter) -> None:
        left, top = left_edge(number), TOP
        if number == 2:
            name = self.strings.word("contents")
            painter.destination("contents", 0)
            painter.canvas.addOutlineEntry(name, "contents", level=0)
            painter.mark(heading)
            painter.line(self.flow.typesetter.plain(name, self.flow.styles.section), left, TOP + 14)
            top += CONTENTS_TOP
        for y, slab in page.slabs:
            slab.paint(painter, left, top + y)
        self._paint_folio(number, painter)

    def _paint_page(self, page: PageText, number: int, shown: Heading, painter: Painter) -> None:
        """Paint one page of the text: in its head the game on left pages, the section on right ones."""
        left = left_edge(number)
        for y, slab in page.slabs:
            if one := slab.heading:
                painter.canvas.addOutlineEntry(one.text, heading_target(one.id), level=one.level - 2, closed=True)
            slab.paint(painter, left, TOP + y)
        if page.notes:
            notes = [self.flow.notes[name] for name in page.notes]
            paint_notes(painter, notes, self.flow.styles, left, TOP + TEXT_HEIGHT)
        baseline = pt(measures.HEAD_MM)
        painter.mark(HEADER)
        line = self.flow.typesetter.fitted(shown.text, self.flow.styles.head, MEASURE, "the head of a page", shown.line)
        painter.line(line, _outer_edge(number, line), baseline)
        painter.rule(left, baseline + 5.5, left + MEASURE, baseline + 5.5, 0.35, RULE)
        self._paint_folio(number, painter)

    def _paint_folio(self, number: int, painter: Painter) -> None:
        """Paint the page number at the foot."""
        line = self.flow.typesetter.plain(str(number), self.flow.styles.folio)
        painter.mark(FOOTER)
        painter.line(line, _outer_edge(number, line), PAGE_HEIGHT - pt(measures.FOOT_MM))


def left_edge(page: int) -> float:
    """Return the x of the text area: right pages are odd and have their inner margin on the left."""
    return pt(measures.INNER_MM if page % 2 else measures.OUTER_MM)


def _outer_edge(number: int, line: Line) -> float:
    """Return the x of a line that stands at the outer edge of a page."""
    return left_edge(number) + (MEASURE - line.width if number % 2 else 0.0)


# -- the title page ----------------------------------------------------------------------------------------------------


class TitlePage(Struct, frozen=True):
    """The words of the title page; empty ones are left out.

    Attributes:
        facts: lines about the game.
        standing: what of a translation is not up to date.
    """

    title: str
    subtitle: str
    kind: str
    designer: str
    facts: tuple[str, str]
    notice: str
    standing: str
    foot: str


def read_title_page(text: RulesText, strings: AltTextWords, subject: Subject) -> TitlePage:
    """Return the words of the title page of a game."""
    named, typography, standing = subject.head.credits, strings.words.words.typography, text.standing
    word, front = strings.word, partial(strings.front, text)
    notice, kind = front("notice"), word("rules")
    publisher = word("published_by") if named.publisher and not notice else ""
    edition = front("edition") or word(f"edition_{subject.head.edition}")
    facts = join_facts(typography, front("players"), front("duration"), front("age"))
    outdated = word("imprint_outdated", count=standing.outdated) if standing.outdated else ""
    count = standing.missing + standing.words
    missing = word("imprint_missing", count=count, tag=standing.model) if count else ""
    return TitlePage(
        title=text.title.text,
        subtitle=front("subtitle"),
        kind=kind,
        designer=word("designed_by") or named.design,
        facts=(join_facts(typography, kind, edition), facts),
        notice=notice,
        standing=join_facts(typography, outdated, missing),
        foot=join_facts(typography, publisher, "" if "version" in text.placeholders else word("version")),
    )


def join_facts(typography: Typography, *words: str) -> str:
    """Return facts on one line, with the language's own mark between them."""
    return typography.separator.join(word for word in words if word)


def _paint_title_page(page: TitlePage, subject: Subject, flow: Flow, home: Element, painter: Painter) -> None:
    """Paint the title page, whose words become kids of `home`. The picture is an ornament without alternative text."""
    styles, middle, inks = flow.styles, PAGE_WIDTH / 2, title_inks(subject.inks)

    def paint(text: str, style: TextStyle, margin: float, baseline: float) -> None:
        room = PAGE_WIDTH - 2 * (FRAME_MARGIN + margin)
        line = flow.typesetter.fitted(text, style, room, "its line of the title page", 1, LEAST_SHARE)
        painter.line(line, (PAGE_WIDTH - line.width) / 2, baseline)

    width, height = PAGE_WIDTH - 2 * FRAME_MARGIN, PAGE_HEIGHT - 2 * FRAME_MARGIN
    painter.mark(ORNAMENT)
    painter.enter(FRAME_MARGIN, FRAME_MARGIN, 1)
    if inks.ground:
        painter.fill(Pen().rectangle(0, 0, width, height).data, inks.ground)
        _paint_glow(inks, width, painter)
    painter.stroke(Pen().rectangle(0, 0, width, height).data, inks.ornament, OUTER_RULE)
    inner = Pen().rectangle(FRAME_WIDTH, FRAME_WIDTH, width - 2 * FRAME_WIDTH, height - 2 * FRAME_WIDTH)
    painter.stroke(inner.data, inks.ornament, INNER_RULE)
    border = border_frame(subject.frame, width - 2 * GAP, height - 2 * GAP, BAND, inks.ornament)
    data = transform_path(border.data, Transform(e=GAP, f=GAP))
    if border.fill:
        painter.fill(data, border.fill)
    else:
        painter.stroke(data, inks.ornament, border.width, cap=2)
    painter.leave()
    painter.mark(home.add("H1"))
    paint(page.title, replace(styles.title, bold=True, ink=inks.title), 34, TITLE_Y)
    painter.mark(ORNAMENT)
    painter.rule(middle - 26, TITLE_Y + 15, middle + 26, TITLE_Y + 15, 0.8, inks.ornament)
    italic, foot = replace(styles.edition, ink=inks.quiet), PAGE_HEIGHT - FRAME_MARGIN
    small = replace(styles.small, ink=inks.quiet, size=styles.small.size * 0.78)
    fact = replace(italic, size=italic.size * 0.88)
    for text, style, baseline in (
        (page.subtitle, italic, TITLE_Y + 37),
        (page.designer, replace(italic, italic=False, ink=inks.text), FOOT_Y),
        (page.facts[0], fact, FOOT_Y + 18),
        (page.facts[1], fact, FOOT_Y + 33),
        (page.standing, small, foot - (53 if page.notice else 42)),
        (page.notice, small, foot - 42),
        (page.foot, small, foot - 31),
    ):
        if text:
            painter.mark(home.add("P"))
            paint(text, style, 26, baseline)
    painter.mark(ORNAMENT)
    if (cover := subject.cover) is not None:
        unit = min(COVER_WIDTH / cover.width, (COVER_END_Y - COVER_Y) / cover.height)
        top = (COVER_Y + COVER_END_Y - cover.height * unit) / 2
        painter.parts(cover.parts, middle - cover.width * unit / 2, top, unit)
    else:
        painter.enter(middle - PICTURE / 2, PICTURE_Y, 1)
        painter.clip(Pen().rectangle(0, 0, PICTURE, PICTURE).data)
        painter.show(Shown(painter.drawing(subject.title_picture), 0, 0, PICTURE))
        painter.leave()
        painter.enter(middle - PICTURE / 2 - 5, PICTURE_Y - 5, 1)
        painter.stroke(Pen().rectangle(0, 0, PICTURE + 10, PICTURE + 10).data, inks.ornament, 0.7)
        painter.leave()
    painter.destination("title", 0)
    painter.canvas.addOutlineEntry(page.title, "title", level=0)


def _paint_glow(inks: TitleInks, width: float, painter: Painter) -> None:
    """Paint the light behind the picture, in flat rings: a printer that mixes no colours shows it, too."""
    light = mix_inks(inks.ground, inks.ornament, LIGHT_SHARE)
    x, y = width / 2, (COVER_Y + COVER_END_Y) / 2 - FRAME_MARGIN
    across = x - FRAME_WIDTH
    for reach, share in GLOW:
        ring = Pen().circle(0, 0, across * reach).data
        painter.fill(transform_path(ring, Transform(d=0.92, e=x, f=y)), mix_inks(inks.ground, light, share))
