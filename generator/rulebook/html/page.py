"""The page as a whole: its head, a masthead like the booklet's title page, the contents, the text, the imprint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator import __version__
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake, TypesettingError
from generator.rulebook.html.blocks import BlockWriter
from generator.rulebook.html.inlines import InlineWriter
from generator.rulebook.html.markup import Html, element, filled, joined
from generator.rulebook.html.page_colours import page_inks
from generator.rulebook.html.pictures import Album, Pictures
from generator.rulebook.html.style import style_text
from generator.rulebook.text.alt_text import Telling
from generator.rulebook.text.document import FigureBlock, RulesText, Symbol, contents_of
from generator.rulebook.text.facts import names_written
from generator.rulebook.text.names import named_tiles
from generator.rulebook.text.strings import Said
from generator.rulebook.typeset.title_page import TitlePage, title_page
from generator.rulebook.typeset.title_page import joined as facts_joined

FRAME = Path(__file__).parent / "page" / "frame.html"
"""All of a page but what fills its places: a file of data, against which the proof holds pages, too. What a page may
load and run is said there: nothing but its own style, and what that holds. Source: CSP Level 3."""


def rules_page(
    text: RulesText, words: LoadedWords, pictures: Pictures, theme: Theme, fonts: Path, version: str = __version__
) -> str:
    """The rules of a game in one language as an HTML file.

    Args:
        text: the rules, see :func:`~generator.rulebook.text.markdown.read_rules`.
        words: of the language.
        pictures: of the game.
        theme: whose inks the page has.
        fonts: the folder of the fonts.
        version: of the program, as it is printed.

    Raises:
        TypesettingError: a word of the language, or of the text's head, asks for what is not there.
    """
    mistakes: list[Mistake] = []
    table = names_written(pictures.subject.table, words.words.typography)
    said = Said(text, words, {**table, "version": version}, mistakes.append)
    title = title_page(said, pictures.subject)
    album = _album(text, pictures, title)
    writer = InlineWriter(words.words, album.symbol)
    telling = Telling(words, mistakes.append)
    blocks = BlockWriter(text, writer, telling, pictures.subject.figures, album.figures, said.word("figure"))
    values = _values(title, blocks, album, said, theme) | {
        "language": words.tag,
        "breaking": words.words.line_breaking,
        "version": version,
    }
    if mistakes:
        raise TypesettingError(mistakes)
    frame = FRAME.read_text(encoding="utf-8")
    body = filled(frame, style="", **values).partition("<body>")[2]
    style = style_text(theme, words.words, body, fonts, album.artwork.styles)
    return filled(frame, style=Html(style), **values)


def _album(text: RulesText, pictures: Pictures, title: TitlePage) -> Album:
    figures = [block.figure for block in text.blocks if isinstance(block, FigureBlock)]
    symbols = dict.fromkeys(f"symbol:{name}" for name in _symbols(text))
    return pictures.shown(zip(figures, named_tiles(text), strict=True), (title.picture, *symbols))


def _symbols(text: RulesText) -> Iterator[str]:
    """Every symbol of the text, in the order of the file."""
    blocks = (content for block in text.blocks for content in contents_of(block))
    notes = (note.content for note in text.notes.values())
    for content in (text.title.content, *blocks, *notes):
        yield from (part.name for part in content if isinstance(part, Symbol))


def _values(title: TitlePage, blocks: BlockWriter, album: Album, said: Said, theme: Theme) -> dict[str, object]:
    """Return what fills the places of the frame, but for the language and the style."""
    inks = page_inks(theme)
    about = element("meta", name="description", content=title.subtitle).removesuffix("</meta>")
    text = blocks.sections()
    return {
        "title": " – ".join(filter(None, (title.title, title.kind))),
        "description": Html(about) if title.subtitle else "",
        "author": title.designer,
        "day": inks["band"][0],
        "night": inks["band"][1],
        "icon_ground": inks["raised"][0].removeprefix("#"),
        "icon_ink": inks["accent"][0].removeprefix("#"),
        "stock": joined((album.artwork.symbols, album.defined)),
        "kind": title.kind,
        "masthead": _masthead(title, blocks, album),
        "contents": said.word("contents"),
        "entries": blocks.contents(),
        "text": text,
        "imprint": element("footer", element("p", title.foot)) if title.foot else "",
    }


def _masthead(title: TitlePage, blocks: BlockWriter, album: Album) -> Html:
    """The title page's words; its picture is an ornament and tells nothing."""
    drawing = album.drawings[title.picture]
    box = {"viewBox": f"0 0 {drawing.width:g} {drawing.height:g}", "aria_hidden": "true", "focusable": "false"}
    typography = blocks.writer.words.typography
    facts = (facts_joined(typography, title.kind, title.edition), title.facts)
    heading = blocks.text.title
    return joined(
        (
            element("h1", blocks.writer.html(heading.content), id=heading.id),
            element("p", title.subtitle, class_="subtitle") if title.subtitle else "",
            element("svg", album.use(title.picture), class_="title drawn", **box),
            element("p", title.designer, class_="designer"),
            *(element("p", fact, class_="facts") for fact in facts if fact),
        )
    )
