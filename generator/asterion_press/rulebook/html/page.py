"""The rules of a game in one language as an HTML page: its head, a masthead, the contents, the text, the imprint, and
the quiz: questions with their figures, answers folded, no script.

Headings are anchors, headers of tables say what they are headers of, a wide table scrolls in a frame of its own, and
every character of the text is escaped.
"""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import chain, groupby, pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from asterion_press import __version__, stopping
from asterion_press.catalogue.spreads import ChapterBand, LoadedSpreads
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import LoadedWords
from asterion_press.catalogue.words import Words as LanguageWords
from asterion_press.drawing.display_list import Drawing
from asterion_press.errors import Mistake, TypesettingError
from asterion_press.geometry import pt
from asterion_press.pdf.cjk_breaks import COUNTED
from asterion_press.pdf.fonts import Style, load_font, load_typeface
from asterion_press.rulebook.html.inline_svg import PREFIX, SvgPainter, SvgSymbols, Use
from asterion_press.rulebook.html.markup import Html, element, fill_template, join_markup
from asterion_press.rulebook.html.style import page_inks, style_text
from asterion_press.rulebook.text.document import (
    SECTION_LEVEL,
    Block,
    BlockQuote,
    Content,
    FigureBlock,
    Heading,
    Inline,
    LineBreak,
    Listing,
    NoteMark,
    Paragraph,
    PictureBlock,
    RulesText,
    StyledText,
    Symbol,
    TableBlock,
    begins_bold,
    contents_of,
    figures_of,
    plain_text,
    strip_links,
)
from asterion_press.rulebook.text.figures import (
    FigurePlan,
    FigureWords,
    Illustration,
    QuizQuestion,
    Subject,
    alt_text_of,
    quiz_questions,
)
from asterion_press.rulebook.text.strings import AltTextWords, localise_names, localise_number
from asterion_press.rulebook.text.typography import apply_spacing
from asterion_press.rulebook.typeset.blocks import UNBROKEN, column_align, is_picture
from asterion_press.rulebook.typeset.booklet import TitlePage, read_title_page
from asterion_press.rulebook.typeset.composed_pages import spread_mistakes
from asterion_press.rulebook.typeset.line_breaks import Glyphs, Line
from asterion_press.rulebook.typeset.shaper import SYMBOL_HEIGHT
from asterion_press.rulebook.typeset.styles import INK, MEASURE, TextStyle, latin_styles

FRAME = Path(__file__).parent / "page" / "frame.html"
"""All of a page but what fills its places: a file of data, with which the proof compares pages, too. It says what a
page may load and run: nothing but its own style, and what that holds. Source: CSP Level 3."""
NARROW_MM = (80.0, 90.0, 100.0)
"""Measures that are tried for a telephone, narrowest first; a figure that fits none is arranged as in the booklet."""
EM_PER_PT = 0.108
"""Size of figures where there is room: text that is as wide as a booklet's is 34 em wide."""
IN_QUIZ = "quiz:"
"""Before the name of a question, the name of its figure."""
FACE, OTHER_FACES = "Cinzel", ("Alegreya", "NotoSerif")
"""Font of letters and names in figures, which are the same in many languages, and those of letters that it lacks."""
PX_PER_PT = 1.84
"""Size of the project's pictures: that of figures, whose text is as wide as a booklet's, at a text of 17 pixels."""
HYPHENATED = re.compile(r"(?<!\S)(\S*\w-\w\S*)")
"""A word with a hyphen that is written."""
NUMBERED = re.compile(f"({COUNTED.pattern})")
"""A number of Japanese or Chinese with what it counts."""
QUIZ = f"{PREFIX}quiz"
"""Id of the heading of the quiz."""
NOTHING = Html()


def write_rules_page(
    text: RulesText, words: LoadedWords, pictures: Pictures, theme: Theme, fonts: Path, version: str = __version__
) -> str:
    """Return the rules of a game in one language as an HTML file.

    Args:
        text: the rules, see :func:`~asterion_press.rulebook.text.markdown.read_rules`.
        words: of the language.
        pictures: of the game.
        theme: with the inks of the page.
        fonts: the folder of the fonts.
        version: of the program; printed where the game has none of its own.

    Raises:
        TypesettingError: a word of the language, or of the text's head, asks for what is not there, or the composed
            pages of the game do not fit the text.
    """
    mistakes, subject = list[Mistake](), pictures.subject
    table = localise_names(subject.table, words.words.typography)
    table["version"] = subject.head.version or version
    strings = AltTextWords(words, mistakes.append, table)
    title = read_title_page(text, strings, subject)
    asked = quiz_questions(subject, words, mistakes.append)
    spreads = subject.spreads_for(text)
    if spreads and (wrong := spread_mistakes(spreads, text)):
        raise TypesettingError(wrong)
    bands = spreads.bands() if spreads else {}
    album = pictures.album(text, strings, (band.sign for band in bands.values()), asked)
    writer = PageWriter(text, words.words, strings, subject, album, strings.around_number("figure"), spreads, bands)
    quiz = writer.quiz(asked)
    inks, imprint = page_inks(theme), _paragraphs(title.notice, title.standing, title.foot)
    values: dict[str, object] = {
        "language": words.tag,
        "breaking": words.words.line_breaking,
        "version": version,
        "title": " – ".join(filter(None, (title.title, title.kind))),
        "description": _void("meta", name="description", content=title.subtitle) if title.subtitle else "",
        "author": title.designer,
        "day": inks["band"][0],
        "night": inks["band"][1],
        "icon_ground": inks["raised"][0].removeprefix("#"),
        "icon_ink": inks["accent"][0].removeprefix("#"),
        "stock": join_markup((album.artwork.symbols, album.defined)),
        "kind": title.kind,
        "masthead": writer.masthead(title),
        "text": join_markup((writer.sections(), quiz)),
        "contents": strings.word("contents"),
        "entries": writer.contents(bool(quiz)),
        "back": "_rules" if subject.summary_of(text) else "_contents",
        "imprint": element("footer", *imprint) if imprint else "",
    }
    if mistakes:
        raise TypesettingError(mistakes)
    frame = FRAME.read_text(encoding="utf-8")
    body = fill_template(frame, style="", **values).partition("<body>")[2]
    style = style_text(theme, words.words, body, fonts, album.artwork.styles)
    return fill_template(frame, style=Html(style), **values)


def _void(tag: str, **attributes: object) -> Html:
    """Return an element that holds nothing and has no end."""
    return Html(element(tag, **attributes).removesuffix(f"</{tag}>"))


def _paragraphs(*lines: str, look: str | None = None) -> list[Html]:
    """Return lines that say something as paragraphs."""
    return [element("p", line, class_=look) for line in lines if line]


class PageWriter(Struct):
    """The text of a game in one language, written as HTML.

    Attributes:
        text: the rules.
        words: of the language.
        alt_words: words for the alternative texts of figures.
        subject: the game.
        album: its pictures on this page.
        figure_word: what stands before the number of a figure, such as ``Figure``, and behind it.
        spreads: composed pages that the text is made for. Its summary stands first, the other sections are folded under
            bands, and so are the parts of those that are not printed, one of them open; None leaves all as it is.
        bands: of their sections, by the ids of headings.
    """

    text: RulesText
    words: LanguageWords
    alt_words: AltTextWords
    subject: Subject
    album: Album
    figure_word: tuple[str, str]
    spreads: LoadedSpreads | None
    bands: Mapping[str, ChapterBand]
    _heading: str = ""

    def html(self, content: Content) -> Html:
        """Return inline content as HTML."""
        found = []
        parts = apply_spacing(content, self.words.typography, cjk=self.words.cjk)
        for link, run in groupby(parts, lambda part: part.link if isinstance(part, StyledText) else ""):
            inner = join_markup(self._parts(run))
            found.append(element("a", inner, href=f"#{link}") if link else inner)
        return join_markup(found)

    def _parts(self, run: Iterable[Inline]) -> Iterator[Html]:
        # what a browser must not break as it would, and its class: a number of Japanese, a hyphenated word
        special, name = NUMBERED if self.words.cjk else HYPHENATED, "whole"
        if not self.words.cjk and self.words.typography.hyphen_breaks:
            name = "hard"
        for look, parts in groupby(
            run, lambda part: (part.bold, part.italic) if isinstance(part, StyledText) else None
        ):
            if look is not None:
                written = "".join(part.text for part in parts if isinstance(part, StyledText))
                cut = enumerate(Html(escape(one, quote=False)) for one in special.split(written))
                text = join_markup(element("span", one, class_=name) if odd % 2 else one for odd, one in cut)
                text = element("em", text) if look[1] else text
                yield element("strong", text) if look[0] else text
                continue
            for part in parts:
                match part:
                    case Symbol():
                        yield self.album.symbol(part.name, part.spoken)
                    case NoteMark(number=number):
                        to_note = {"href": f"#{PREFIX}note{number}", "id": f"{PREFIX}mark{number}"}
                        yield element("sup", element("a", number, **to_note, role="doc-noteref"))
                    case LineBreak():
                        yield Html("<br>")

    def masthead(self, title: TitlePage) -> Html:
        """Return the title page's words; its picture is an ornament without alternative text."""
        heading, picture = self.text.title, self.album.cover
        if not picture:
            drawing = self.album.drawings[self.subject.title_picture]
            box = {"viewBox": f"0 0 {drawing.width:g} {drawing.height:g}", "aria_hidden": "true", "focusable": "false"}
            picture = element("svg", self.album.use(self.subject.title_picture), class_="title drawn", **box)
        return join_markup(
            (
                element("h1", self.html(heading.content), id=heading.id),
                *_paragraphs(title.subtitle, look="subtitle"),
                picture,
                element("p", title.designer, class_="designer"),
                *_paragraphs(*title.facts, look="facts"),
            )
        )

    def contents(self, has_quiz: bool) -> Html:
        """Return the contents: sections, and within each its parts, rulings left out; and the quiz at the end."""
        entries: list[tuple[Heading, list[Html]]] = []
        for heading in chain.from_iterable(self._sections()):
            if isinstance(heading, Heading) and not heading.is_ruling:
                if heading.level == SECTION_LEVEL or not entries:
                    entries.append((heading, []))
                else:
                    entries[-1][1].append(element("li", self._link(heading)))
        listed = [element("li", self._link(one), element("ol", *parts) if parts else "") for one, parts in entries]
        if has_quiz and self.words.quiz:
            listed.append(element("li", element("a", self.words.quiz.heading, href=f"#{QUIZ}")))
        return element("ol", *listed)

    def _link(self, heading: Heading) -> Html:
        return element("a", self.html(strip_links(heading.content)), href=f"#{heading.id}")

    def sections(self) -> Html:
        """Return the whole text below its title; what stands before the first section is a section, too."""
        self._heading = self.text.title.id
        return join_markup(map(self._section, self._sections()))

    def _sections(self) -> list[list[Block]]:
        """Return the sections as they stand on the page: the summary first."""
        sections: list[list[Block]] = []
        for block in self.text.blocks:
            if not sections or (isinstance(block, Heading) and block.level == SECTION_LEVEL):
                sections.append([])
            sections[-1].append(block)
        return sorted(sections, key=self._is_folded)

    def _is_folded(self, blocks: list[Block]) -> bool:
        """Return True for a section that is folded, since the page begins with a summary."""
        summary = self.spreads.spreads.summary if self.spreads else None
        return summary is not None and isinstance(blocks[0], Heading) and blocks[0].id != summary

    def _section(self, blocks: list[Block]) -> Html:
        heading = blocks[0]
        if not isinstance(heading, Heading):
            return element("section", self._blocks(blocks), self._notes(blocks))
        band = self.bands.get(heading.id)
        look = f"c{band.ink.removeprefix('#')}" if band else ""
        if self.spreads and any(heading.id == section.heading for section in self.spreads.spreads.web):
            cuts = [at for at, block in enumerate(blocks) if at == 0 or isinstance(block, Heading)]
            first, *others = (blocks[at:end] for at, end in pairwise([*cuts, len(blocks)]))
            parts = join_markup(self._folded(part, name=f"{PREFIX}parts-{heading.id}") for part in others)
            return self._folded(first, parts, class_=f"{look} web".lstrip())
        notes = self._notes(blocks)
        if self._is_folded(blocks):
            return self._folded(blocks, notes, class_=look or None)
        return element("section", self._blocks(blocks), notes, class_=look or None)

    def _folded(self, blocks: list[Block], behind: Html = NOTHING, **attributes: str | None) -> Html:
        """Return blocks folded under the first of them, a heading; a link to it opens them, as its id lies within."""
        heading, *others = blocks
        assert isinstance(heading, Heading)
        self._heading = heading.id
        title = element(f"h{heading.level}", self._words(heading), self._sign(heading))
        inner = element("div", self._blocks(others), behind, id=heading.id)
        return element("details", element("summary", title), inner, **attributes)

    def _words(self, heading: Heading) -> Html:
        """Return the words of a heading as one piece of its band, which sets its pieces apart."""
        words = self.html(heading.content)
        return element("span", words) if "<" in words else words

    def _sign(self, heading: Heading) -> Html:
        band = self.bands.get(heading.id) if heading.level == SECTION_LEVEL else None
        return self.album.symbol(band.sign, "") if band and band.sign else NOTHING

    def _blocks(self, blocks: list[Block]) -> Html:
        ruling = False
        parts: list[Html] = []
        for block in blocks:
            if isinstance(block, Heading):
                ruling = block.is_ruling
                self._heading = block.id
            parts.append(self._block(block, ruling=ruling))
        return join_markup(parts)

    def _block(self, block: Block, *, ruling: bool = False) -> Html:
        kind = "answer" if ruling else None
        match block:
            case Heading():
                look = "question" if block.is_ruling else None
                title = self._words(block) if block.level == SECTION_LEVEL else self.html(block.content)
                return element(f"h{block.level}", title, self._sign(block), id=block.id, class_=look)
            case Paragraph():
                return element("p", self.html(block.content), class_=kind)
            case Listing(items=items, start=start):
                listed = join_markup(
                    element("li", self.html(item[0].content))  # text alone needs no paragraph
                    if len(item) == 1 and isinstance(item[0], Paragraph)
                    else element("li", *map(self._block, item))
                    for item in items
                )
                if start is None:
                    return element("ul", listed, class_=kind)
                return element("ol", listed, class_=kind, start=start if start != 1 else None)
            case BlockQuote(blocks=blocks):
                return element(
                    "blockquote", *map(self._block, blocks), class_="warning" if begins_bold(blocks[0]) else None
                )
            case TableBlock():
                return self._table(block)
            case FigureBlock():
                return self._figure(block)
            case PictureBlock():
                return self._picture(block)

    def _table(self, table: TableBlock) -> Html:
        """Return a table in a frame that scrolls, whose name is the heading above it.

        A row whose first cell is empty goes on with the row above, whose header is the header of both.
        """
        aligns = [column_align(table, column) for column in range(len(table.aligns))]

        def cell(tag: str, content: Content, column: int, scope: str | None = None, rows: int = 1) -> Html:
            names: list[str] = [aligns[column]] if aligns[column] != "left" else []
            names += ["signs"] if is_picture(content) else []
            names += ["whole"] if self.words.cjk and 0 < len(plain_text(content)) < UNBROKEN else []
            span = rows if rows > 1 else None
            return element(tag, self.html(content), scope=scope, rowspan=span, class_=" ".join(names) or None)

        body = []
        for number, row in enumerate(table.rows):
            first, *others = row.cells
            begun = cell("td", first, 0) if number == 0 else Html()
            if first:
                rows = 1 + sum(1 for _ in takewhile(lambda below: not below.cells[0], table.rows[number + 1 :]))
                begun = cell("th", first, 0, "row" if rows == 1 else "rowgroup", rows)
            body.append(element("tr", begun, *(cell("td", other, column) for column, other in enumerate(others, 1))))
        heads = enumerate(table.header.cells)
        titles = [cell("th", one, at, "col") if one else cell("td", one, at) for at, one in heads]
        head = element("thead", element("tr", *titles)) if any(table.header.cells) else ""
        inner = element("table", head, element("tbody", *body))
        return element("div", inner, class_="scroll", role="group", aria_labelledby=self._heading, tabindex="0")

    def _figure(self, block: FigureBlock) -> Html:
        place, _ = figures_of(self.text)[block.line]
        description_id = f"{PREFIX}told{place}"
        words = alt_text_of(self.subject.figures[block.figure], block, self.alt_words)
        large = f"{PREFIX}large{place}"  # a popover that is seen when it is closed, too; opened, it fills the window
        label, lens_id = str(place).join(self.figure_word), f"{PREFIX}lens{place}"
        names = {"aria_labelledby": lens_id, "aria_describedby": description_id}
        picture = element("div", self.album.figures[block.line], role="img", **names)
        lens = element("button", popovertarget=large, aria_label=label, id=lens_id)
        shown = element("div", picture, lens, class_="picture", id=large, popover="auto")
        is_numbered = not self.spreads or self.text.refers_to(block.figure)
        number = (element("b", label), " ") if is_numbered else ()
        below = element("figcaption", *number, self.html(block.caption))
        return element("figure", shown, element("p", words, id=description_id, hidden=""), below)

    def _picture(self, block: PictureBlock) -> Html:
        picture = self.subject.pictures[block.file]
        source = f"data:image/png;base64,{b64encode(picture.png).decode()}"
        size = {"width": round(picture.width * PX_PER_PT), "height": round(picture.height * PX_PER_PT)}
        return element("figure", _void("img", src=source, alt=block.alt, **size))

    def _notes(self, blocks: list[Block]) -> Html:
        """Return the footnotes that are marked in some blocks, each with a link back to its mark."""
        notes = []
        for part in (part for block in blocks for content in contents_of(block) for part in content):
            if isinstance(part, NoteMark):
                note = self.text.notes[part.name]
                back = element("a", note.number, href=f"#{PREFIX}mark{note.number}", role="doc-backlink")
                text = self.html(note.content)
                notes.append(element("li", back, " ", text, id=f"{PREFIX}note{note.number}", value=note.number))
        return element("ol", *notes, class_="notes") if notes else NOTHING

    def quiz(self, asked: Sequence[QuizQuestion]) -> Html:
        """Return the quiz, a part of the page that says of itself that it is not printed; empty without questions."""
        quiz, headings = self.words.quiz, self.text.headings
        if quiz is None or not asked:
            return NOTHING
        players = {colour: self.alt_words.player(colour) for colour in self.words.colours}
        own, marks = {"yes": quiz.yes, "no": quiz.no, "none": quiz.none} | players, self.words.typography
        parts = list[Html]()
        for number, question in enumerate(asked, 1):
            label = element("b", number), " ", question.text.ask
            if question.figure is None:
                parts.append(element("p", *label))
            else:
                name = str(number).join(self.figure_word)
                shown = element("div", self.album.figures[question.name], class_="picture", role="img", aria_label=name)
                alt = element("p", question.text.told or question.figure.alt_text(self.alt_words), class_="told")
                parts.append(element("figure", shown, alt, element("figcaption", *label)))
            answers = question.answer.split(", ")
            said = self.words.listed(own.get(one, localise_number(one, marks)) for one in answers)
            answer: list[object] = [said[0].upper() + said[1:]]
            if heading := headings.get(question.rule):
                answer += [marks.separator, self._link(heading)]
            parts.append(element("details", element("summary", f"{quiz.answer} {number}"), element("p", *answer)))
        title = element("summary", element("h2", quiz.heading, id=QUIZ))
        return element("details", title, *parts, class_="web")


class Arrangement(Struct, frozen=True):
    """A painted figure: pieces of markup, and what they use by name, in a box of points."""

    pieces: tuple[str | Use, ...]
    defined: Mapping[str, str]
    box: tuple[float, float, float, float]


class ShownFigure(NamedTuple):
    """A figure with the names of pieces that stand upon it, the letters of its panels in order, and its labels.

    These are pairs of what the figure calls a word and of the word, and the families of the language's fonts.
    """

    figure: str
    names: frozenset[str]
    letters: str
    labels: tuple[tuple[str, str], ...] = ()
    families: tuple[str, ...] = ()


class Pictures:
    """The pictures of one game in one theme, painted once for all pages on which they look alike.

    A figure is arranged twice where that makes a difference: for a page that is as wide as a booklet's, and for
    a telephone, on which fewer panels stand in a row, each is larger, and no page ends; the style sheet shows one of
    them. What many figures show is a symbol, written once.

    Args:
        subject: the game.
        fonts: the folder of the fonts.
    """

    def __init__(self, subject: Subject, fonts: Path) -> None:
        self.subject = subject
        asked = {question.name: question.figure for question in subject.quiz if question.figure}
        self._figures = {**subject.figures, **{f"{IN_QUIZ}{name}": figure for name, figure in asked.items()}}
        self._fonts = fonts
        self._painted: dict[ShownFigure, tuple[Arrangement, ...]] = {}
        self._symbols: dict[tuple[object, ...], SvgSymbols] = {}

    def album(
        self, text: RulesText, strings: AltTextWords, signs: Iterable[str], quiz: Sequence[QuizQuestion]
    ) -> Album:
        """Return the pictures of the page of a text: its figures, its symbols and the picture of its title.

        Args:
            text: of the rules.
            strings: the words of the language.
            signs: names of symbols in the bands of its sections; empty ones are left out.
            quiz: questions whose figures stand on the page, too.
        """
        parts = (part for content in text.contents() for part in content)
        names = chain((part.name for part in parts if isinstance(part, Symbol)), filter(None, signs))
        symbols = (f"symbol:{name}" for name in names)
        cover = self._cover
        drawings = {
            name: self.subject.drawing(name)
            for name in dict.fromkeys((*([] if cover else [self.subject.title_picture]), *symbols))
        }
        near = figures_of(text)
        asked: dict[int | str, ShownFigure] = {
            one.line: self._shown(one.figure, near[one.line][1], strings)
            for one in text.blocks
            if isinstance(one, FigureBlock)
        }
        in_quiz = {one.name: one.figure.names for one in quiz if one.figure}
        asked |= {name: ShownFigure(f"{IN_QUIZ}{name}", names, strings.letters) for name, names in in_quiz.items()}
        arrangements = [arrangement for one in dict.fromkeys(asked.values()) for arrangement in self._arrange(one)]
        if cover:
            arrangements.append(cover)
        key = (*asked.values(), *drawings)
        if key not in self._symbols:
            used = (piece.drawing for one in arrangements for piece in one.pieces if isinstance(piece, Use))
            self._symbols[key] = SvgSymbols([*drawings.values(), *used], PREFIX)
        artwork = self._symbols[key]
        defined = {name: markup for one in arrangements for name, markup in one.defined.items()}
        pictures = {place: self._markup(artwork, one) for place, one in asked.items()}
        front = _svg(cover, artwork, "cover drawn") if cover else NOTHING
        return Album(pictures, drawings, artwork, Html("".join(defined.values())), front)

    def _shown(self, name: str, near: frozenset[str], strings: AltTextWords) -> ShownFigure:
        """Return a figure with what is written upon it, where the text near it names these pieces."""
        figure, fonts = self.subject.figures[name], strings.words.words.fonts
        labels = tuple((one, strings.words.forms(one)[0]) for one in figure.labels)
        families = (fonts.text, *fonts.fallback) if labels else ()
        return ShownFigure(name, figure.names & near, strings.letters, labels, families)

    @cached_property
    def _cover(self) -> Arrangement | None:
        """Return the scene of the title page."""
        if (scene := self.subject.cover) is None:
            return None
        painter, unit = SvgPainter(), MEASURE / scene.width
        painter.parts(scene.parts, 0, 0, unit)
        return Arrangement(tuple(painter.pieces), painter.defined, (0, 0, MEASURE, scene.height * unit))

    def _arrange(self, asked: ShownFigure) -> tuple[Arrangement, ...]:
        """Return the wide arrangement, and the narrow one if its panels stand in other rows."""
        if asked not in self._painted:
            stopping.look()
            shown = self._figures[asked.figure]
            wide = shown.plan(MEASURE)
            narrow = next((plan for mm in NARROW_MM if (plan := shown.plan(pt(mm), math.inf))), None)
            differ = (
                wide and narrow and [place.line for place in wide.places] != [place.line for place in narrow.places]
            )
            plans = [wide, narrow] if differ else [wide or narrow]
            self._painted[asked] = tuple(self._paint(shown, plan, asked) for plan in plans if plan)
        return self._painted[asked]

    def _paint(self, figure: Illustration, plan: FigurePlan, asked: ShownFigure) -> Arrangement:
        painter, styles, count = SvgPainter(), latin_styles(), len(plan.places)
        letters = asked.letters[:count] if count > 1 else ("",)
        words = FigureWords(
            tuple(self._line(letter, styles.part) for letter in letters),
            {name: self._line(name, styles.tile_name) for name in sorted(asked.names)},
            {one: self._line(text, styles.label, asked.families) for one, text in asked.labels},
        )
        figure.paint(painter, plan, words, 0, 0)
        left = min(place.x for place in plan.places)
        right = max(place.x + place.width for place in plan.places)
        return Arrangement(tuple(painter.pieces), painter.defined, (left - 1, -1, right - left + 2, plan.height + 2))

    def _line(self, text: str, style: TextStyle, families: Sequence[str] = ()) -> Line:
        """Return a line in bold letters of names, or in the families of a language."""
        if not text:
            return Line((), 0.0)
        family, *others = families or (FACE, *OTHER_FACES)
        look: Style = "regular" if families else "bold"
        own = load_typeface(self._fonts, family, tuple(others)).font_for(text, look)
        font = own or load_font(self._fonts, family, look)
        advances = tuple(advance * style.size / 1000 for advance in font.advances(text))
        return Line(((0.0, Glyphs(text, font, style.size, INK, advances)),), math.fsum(advances))

    def _markup(self, artwork: SvgSymbols, asked: ShownFigure) -> Html:
        found = self._arrange(asked)
        kinds = ("drawn wide", "drawn narrow") if len(found) > 1 else ("drawn",)
        return Html("".join(_svg(one, artwork, kind) for one, kind in zip(found, kinds, strict=True)))


class Album(Struct, frozen=True):
    """The pictures of one page.

    Attributes:
        figures: the markup of each, by its line in the text, or the name of its question.
        drawings: symbols and the picture of the title, by name.
        artwork: the symbols of all of them.
        defined: clip paths and names that the figures use.
        cover: the markup of the title's scene; empty if a drawing stands there.
    """

    figures: Mapping[int | str, Html]
    drawings: Mapping[str, Drawing]
    artwork: SvgSymbols
    defined: Html
    cover: Html

    def use(self, name: str) -> Html:
        """Return a drawing that fills the element around it."""
        return _use(self.artwork, self.drawings[name], width="100%", height="100%")

    def symbol(self, name: str, spoken: str) -> Html:
        """Return a symbol in a line of text, with the words that are read aloud for it."""
        drawing = self.drawings[f"symbol:{name}"]
        width = SYMBOL_HEIGHT * drawing.width / drawing.height
        names = {"role": "img", "aria_label": spoken} if spoken else {"aria_hidden": "true"}
        size = {"width": f"{width:.2f}em", "height": f"{SYMBOL_HEIGHT:.2f}em"}
        return element("svg", self.use(f"symbol:{name}"), class_="symbol", **size, **names)


def _svg(arrangement: Arrangement, artwork: SvgSymbols, kind: str) -> Html:
    pieces = (
        _use(artwork, piece.drawing, x=piece.x or None, y=piece.y or None, width=piece.width, height=piece.height)
        if isinstance(piece, Use)
        else piece
        for piece in arrangement.pieces
    )
    box = " ".join(f"{value:.4g}" for value in arrangement.box)
    return element(
        "svg", Html("".join(pieces)), class_=kind, viewBox=box, width=f"{arrangement.box[2] * EM_PER_PT:.1f}em",
        aria_hidden="true", focusable="false",
    )  # fmt: skip


def _use(artwork: SvgSymbols, drawing: Drawing, **box: object) -> Html:
    return element("use", href=f"#{artwork.id_of(drawing)}", **box)
