"""The rules of a game in one language as an HTML page: its head, a masthead, the contents, the text, the
quiz (questions with their figures, answers folded, no script), the imprint.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from generator import __version__, stopping
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords, Quiz
from generator.drawing.display_list import Drawing
from generator.errors import Mistake, TypesettingError
from generator.pdf.fonts import load_font, load_typeface
from generator.rulebook.html.content import BlockWriter, InlineWriter
from generator.rulebook.html.inline_svg import PREFIX, SvgPainter, SvgSymbols, Use
from generator.rulebook.html.markup import Html, element, fill_template, join_markup
from generator.rulebook.html.style import page_inks, style_text
from generator.rulebook.text.document import FigureBlock, Heading, RulesText, Symbol, strip_links, words_near_figures
from generator.rulebook.text.figures import FigurePlan, FigureWords, Illustration, Subject
from generator.rulebook.text.quiz import QuizQuestion, quiz_questions
from generator.rulebook.text.strings import AltTextWords, RulesStrings, localise_names, localise_number
from generator.rulebook.typeset.booklet import TitlePage, read_title_page
from generator.rulebook.typeset.composed_pages import spread_mistakes
from generator.rulebook.typeset.line_breaks import Glyphs, Line
from generator.rulebook.typeset.shaper import SYMBOL_HEIGHT
from generator.rulebook.typeset.styles import INK, MEASURE, TextStyle, latin_styles
from generator.units import pt

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


def write_rules_page(
    text: RulesText, words: LoadedWords, pictures: Pictures, theme: Theme, fonts: Path, version: str = __version__
) -> str:
    """Return the rules of a game in one language as an HTML file.

    Args:
        text: the rules, see :func:`~generator.rulebook.text.markdown.read_rules`.
        words: of the language.
        pictures: of the game.
        theme: with the inks of the page.
        fonts: the folder of the fonts.
        version: of the program; printed where the game has none of its own.

    Raises:
        TypesettingError: a word of the language, or of the text's head, asks for what is not there, or the composed
            pages of the game do not fit the text.
    """
    mistakes: list[Mistake] = []
    table = localise_names(pictures.subject.table, words.words.typography)
    table["version"] = pictures.subject.head.version or version
    strings = RulesStrings(text, words, table, mistakes.append)
    title = read_title_page(strings, pictures.subject)
    alt_words = AltTextWords(words, mistakes.append)
    asked = quiz_questions(pictures.subject, words, mistakes.append)
    spreads = pictures.subject.spreads_for(text)
    if spreads and (wrong := spread_mistakes(spreads, text)):
        raise TypesettingError(wrong)
    signs = [band.sign for band in spreads.bands().values()] if spreads else []
    album = pictures.album(
        text, None if pictures.subject.cover else pictures.subject.title_picture, alt_words.letters, signs, asked
    )
    writer = InlineWriter(words.words, album.symbol)
    figures, own_pictures = pictures.subject.figures, pictures.subject.pictures
    figure_word = strings.around_number("figure")
    blocks = BlockWriter(text, writer, alt_words, figures, album.figures, figure_word, own_pictures, spreads)
    quiz = quiz_html(asked, album.quiz, text, writer, alt_words)
    values: dict[str, object] = {
        "language": words.tag,
        "breaking": words.words.line_breaking,
        "version": version,
        "title": " – ".join(filter(None, (title.title, title.kind))),
        "description": _description(title),
        "author": title.designer,
        **_head_inks(theme),
        "stock": join_markup((album.artwork.symbols, album.defined)),
        "kind": title.kind,
        "masthead": _masthead(title, text.title, writer, album, pictures.subject.title_picture),
        "text": join_markup((blocks.sections(), quiz)),
        "contents": strings.word("contents"),
        "entries": blocks.contents(quiz_entry(words) if quiz else Html("")),
        "back": "_rules" if pictures.subject.summary_of(text) else "_contents",
        "imprint": _imprint(title),
    }
    if mistakes:
        raise TypesettingError(mistakes)
    frame = FRAME.read_text(encoding="utf-8")
    body = fill_template(frame, style="", **values).partition("<body>")[2]
    style = style_text(theme, words.words, body, fonts, album.artwork.styles)
    return fill_template(frame, style=Html(style), **values)


def _head_inks(theme: Theme) -> dict[str, str]:
    """Return the inks in the head of a page: of the browser's bar by day and by night, and of the icon."""
    inks = page_inks(theme)
    day, night = inks["band"]
    ground, ink = (inks[name][0].removeprefix("#") for name in ("raised", "accent"))
    return {"day": day, "night": night, "icon_ground": ground, "icon_ink": ink}


def _description(title: TitlePage) -> Html:
    """Return what searches for the page show of it."""
    about = element("meta", name="description", content=title.subtitle).removesuffix("</meta>")
    return Html(about if title.subtitle else "")


def _imprint(title: TitlePage) -> Html:
    """Return the foot of a page: whose edition this is, and which version."""
    lines = [element("p", line) for line in (title.notice, title.standing, title.foot) if line]
    return element("footer", *lines) if lines else Html("")


def _masthead(title: TitlePage, heading: Heading, writer: InlineWriter, album: Album, drawn: str) -> Html:
    """Return the title page's words; its picture is an ornament without alternative text."""
    if album.cover:
        picture = album.cover
    else:
        drawing = album.drawings[drawn]
        box = {"viewBox": f"0 0 {drawing.width:g} {drawing.height:g}", "aria_hidden": "true", "focusable": "false"}
        picture = element("svg", album.use(drawn), class_="title drawn", **box)
    return join_markup(
        (
            element("h1", writer.html(heading.content), id=heading.id),
            element("p", title.subtitle, class_="subtitle") if title.subtitle else "",
            picture,
            element("p", title.designer, class_="designer"),
            *(element("p", fact, class_="facts") for fact in title.facts if fact),
        )
    )


class Arrangement(Struct, frozen=True):
    """A painted figure: pieces of markup, and what they use by name, in a box of points."""

    pieces: tuple[str | Use, ...]
    defined: Mapping[str, str]
    box: tuple[float, float, float, float]


class ShownFigure(NamedTuple):
    """A figure with the names of pieces that stand upon it, and the letters of its panels in order."""

    figure: str
    names: frozenset[str]
    letters: str


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
        self._written: dict[tuple[int, ShownFigure], Html] = {}

    def album(
        self,
        text: RulesText,
        title_picture: str | None,
        letters: str,
        signs: Iterable[str] = (),
        quiz: Sequence[QuizQuestion] = (),
    ) -> Album:
        """Return the pictures of the page of a text: its figures, its symbols and the picture of its title.

        Args:
            text: of the rules.
            title_picture: name of a drawing; None for the game's cover.
            letters: of panels, in the language of the text.
            signs: names of symbols in the bands of its sections; empty ones are left out.
            quiz: questions whose figures stand on the page, too.
        """
        parts = (part for content in text.contents() for part in content)
        names = chain((part.name for part in parts if isinstance(part, Symbol)), filter(None, signs))
        symbols = (f"symbol:{name}" for name in names)
        drawings = {
            name: self.subject.drawing(name) for name in dict.fromkeys((*filter(None, [title_picture]), *symbols))
        }
        figures = (block.figure for block in text.blocks if isinstance(block, FigureBlock))
        asked = tuple(
            ShownFigure(figure, self.subject.figures[figure].names & near, letters)
            for figure, near in zip(figures, words_near_figures(text), strict=True)
        )
        told = {one.name: ShownFigure(f"{IN_QUIZ}{one.name}", one.figure.names, letters) for one in quiz if one.figure}
        asked += tuple(told.values())
        arrangements = [arrangement for one in dict.fromkeys(asked) for arrangement in self._arrange(one)]
        if cover := self._cover if title_picture is None else None:
            arrangements.append(cover)
        key = (*asked, *drawings)
        if key not in self._symbols:
            used = (piece.drawing for one in arrangements for piece in one.pieces if isinstance(piece, Use))
            self._symbols[key] = SvgSymbols([*drawings.values(), *used], PREFIX)
        artwork = self._symbols[key]
        defined = {name: markup for one in arrangements for name, markup in one.defined.items()}
        pictures = tuple(self._markup(artwork, one) for one in asked[: len(asked) - len(told)])
        of_quiz = tuple(self._markup(artwork, told[one.name]) if one.name in told else Html("") for one in quiz)
        front = _svg(cover, artwork, "cover drawn") if cover else Html("")
        return Album(pictures, drawings, artwork, Html("".join(defined.values())), front, of_quiz)

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
        )
        figure.paint(painter, plan, words, 0, 0)
        left = min(place.x for place in plan.places)
        right = max(place.x + place.width for place in plan.places)
        return Arrangement(tuple(painter.pieces), painter.defined, (left - 1, -1, right - left + 2, plan.height + 2))

    def _line(self, text: str, style: TextStyle) -> Line:
        if not text:
            return Line((), 0.0)
        font = load_typeface(self._fonts, FACE, OTHER_FACES).font_for(text, "bold")
        if font is None:
            font = load_font(self._fonts, FACE, "bold")
        advances = tuple(advance * style.size / 1000 for advance in font.advances(text))
        return Line(((0.0, Glyphs(text, font, style.size, INK, advances)),), math.fsum(advances))

    def _markup(self, artwork: SvgSymbols, asked: ShownFigure) -> Html:
        key = (id(artwork), asked)
        if key not in self._written:
            found = self._arrange(asked)
            kinds = ("drawn wide", "drawn narrow") if len(found) > 1 else ("drawn",)
            self._written[key] = Html("".join(_svg(one, artwork, kind) for one, kind in zip(found, kinds, strict=True)))
        return self._written[key]


class Album(Struct, frozen=True):
    """The pictures of one page.

    Attributes:
        figures: the markup of each, in the order of the text.
        drawings: symbols and the picture of the title, by name.
        artwork: the symbols of all of them.
        defined: clip paths and names that the figures use.
        cover: the markup of the title's scene; empty if a drawing stands there.
        quiz: the markup of the figure of each question; empty if it has none.
    """

    figures: tuple[Html, ...]
    drawings: Mapping[str, Drawing]
    artwork: SvgSymbols
    defined: Html
    cover: Html = Html("")
    quiz: tuple[Html, ...] = ()

    def use(self, name: str) -> Html:
        """Return a drawing that fills the element around it."""
        return _use(self.artwork, self.drawings[name], width="100%", height="100%")

    def symbol(self, name: str, spoken: str) -> Html:
        """Return a symbol in a line of text, with the words that are read aloud for it."""
        drawing = self.drawings[f"symbol:{name}"]
        width = SYMBOL_HEIGHT * drawing.width / drawing.height
        told = {"role": "img", "aria_label": spoken} if spoken else {"aria_hidden": "true"}
        size = {"width": f"{width:.2f}em", "height": f"{SYMBOL_HEIGHT:.2f}em"}
        return element("svg", self.use(f"symbol:{name}"), class_="symbol", **size, **told)


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


QUIZ = f"{PREFIX}quiz"
"""Id of its heading."""


def quiz_entry(words: LoadedWords) -> Html:
    """Return the entry of the quiz in the contents."""
    heading = words.words.quiz.heading if words.words.quiz else ""
    return element("li", element("a", heading, href=f"#{QUIZ}"))


def quiz_html(
    asked: Sequence[QuizQuestion],
    pictures: Sequence[Html],
    text: RulesText,
    writer: InlineWriter,
    telling: AltTextWords,
) -> Html:
    """Return the quiz, a part of the page that says of itself that it is not printed; empty without questions.

    Args:
        asked: the questions, in the language of the page.
        pictures: the markup of the figure of each question; empty if it has none.
        text: the rules, to whose headings the answers lead.
        writer: of their content.
        telling: words of the language.
    """
    quiz, headings = telling.words.words.quiz, {one.id: one for one in text.blocks if isinstance(one, Heading)}
    if quiz is None or not asked:
        return Html("")
    first = 1 + sum(isinstance(block, FigureBlock) for block in text.blocks)
    parts = []
    for number, (question, picture) in enumerate(zip(asked, pictures, strict=True)):
        label = element("b", f"{number + 1}"), " ", question.text.ask
        if question.figure is None:
            parts.append(element("p", *label))
        else:
            told = f"{PREFIX}told{first + number}"
            shown = element("div", picture, class_="picture", role="img", aria_labelledby=told)
            alt = element("p", question.text.told or question.figure.alt_text(telling), id=told, hidden="")
            parts.append(element("figure", shown, alt, element("figcaption", *label)))
        answer: list[Html | str] = [_answer(question.answer, quiz, telling)]
        if heading := headings.get(question.rule):
            answer.append(telling.words.words.typography.separator)
            answer.append(element("a", writer.html(strip_links(heading.content)), href=f"#{heading.id}"))
        parts.append(element("details", element("summary", quiz.answer), element("p", *answer)))
    title = element("summary", element("h2", quiz.heading, id=QUIZ))
    return element("details", title, *parts, class_="web")


def _answer(answer: str, quiz: Quiz, telling: AltTextWords) -> str:
    """Return an answer in the words of the language."""
    own = {"yes": quiz.yes, "no": quiz.no, "none": quiz.none} | telling.words.words.colours
    typography = telling.words.words.typography
    return telling.listed(own.get(one, localise_number(one, typography)) for one in answer.split(", "))
