"""The page as a whole: its head, a masthead like the booklet's title page, the contents, the text, the imprint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from generator import __version__
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords
from generator.errors import Mistake, TypesettingError
from generator.gallery.inks import page_inks
from generator.gallery.markup import Html, element, joined
from generator.press.booklet.document import FigureBlock, RulesText, Symbol, contents_of
from generator.press.booklet.front import TitlePage, title_page
from generator.press.booklet.front import joined as facts_joined
from generator.press.booklet.said import Said
from generator.press.booklet.telling import Telling
from generator.press.booklet.tile_names import named_tiles
from generator.web.blocks import BlockWriter
from generator.web.inlines import InlineWriter
from generator.web.pictures import Album, Pictures
from generator.web.style import style_text
from generator.web.svg import PREFIX

CONTENTS, RULES = f"{PREFIX}contents", f"{PREFIX}rules"
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
)
"""What the page may load and run: nothing but its own style, and what that holds. Source: CSP Level 3."""
LIST = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h.1M7 4h11M2 10h.1M7 10h11M2 16h.1M7 16h11"/></svg>'
"""The sign of a list, on what leads back to the contents."""
TAG = re.compile(r"<[^>]*>")


def rules_page(
    text: RulesText, words: LoadedWords, pictures: Pictures, theme: Theme, fonts: Path, version: str = __version__
) -> str:
    """The rules of a game in one language as an HTML file.

    Args:
        text: the rules, see :func:`~generator.press.booklet.reading.read_rules`.
        words: of the language.
        pictures: of the game.
        theme: whose inks the page has.
        fonts: the folder of the fonts.
        version: of the program, as it is printed.

    Raises:
        TypesettingError: a word of the language, or of the text's head, asks for what is not there.
    """
    mistakes: list[Mistake] = []
    said = Said(text, words, {**pictures.subject.table, "version": version}, mistakes.append)
    title = title_page(said, pictures.subject)
    album = _album(text, pictures, title)
    writer = InlineWriter(words.words, album.symbol)
    telling = Telling(words, mistakes.append)
    blocks = BlockWriter(text, writer, telling, pictures.subject.figures, album.figures, said.word("figure"))
    body = _body(title, blocks, album, said)
    if mistakes:
        raise TypesettingError(mistakes)
    style = style_text(theme, words.words.fonts, TAG.sub(" ", body), fonts, album.artwork.styles)
    head = _head(title, theme, Html(style), version)
    page = element("html", head, body, lang=words.tag, class_=words.words.line_breaking)
    return f"<!doctype html>\n{page}\n"


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


def _head(title: TitlePage, theme: Theme, style: Html, version: str) -> Html:
    inks = page_inks(theme)
    return element(
        "head",
        Html('\n<meta charset="utf-8">'),
        element("title", " – ".join(filter(None, (title.title, title.kind)))),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        _meta("generator", f"asterion-press {version}"),
        _meta("description", title.subtitle) if title.subtitle else "",
        _meta("author", title.designer),
        _meta("color-scheme", "light dark"),
        *(
            Html(f'<meta name="theme-color" content="{ink}" media="(prefers-color-scheme:{scheme})">')
            for ink, scheme in zip(inks["band"], ("light", "dark"), strict=True)
        ),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Html(f'<link rel="icon" href="{_icon(inks["accent"][0], inks["raised"][0])}">'),
        Html(f"<style>{style}</style>\n"),
    )


def _meta(name: str, content: str) -> Html:
    return Html(element("meta", name=name, content=content).removesuffix("</meta>"))


def _icon(ink: str, ground: str) -> str:
    """A small picture of a labyrinth, for the browser's tab."""
    way = "M3 29V3h26v26H9V9h14v14h-8v-8"
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path fill='{ground}' d='M0 0h32v32H0z'/>"
        f"<path fill='none' stroke='{ink}' stroke-width='3' d='{way}'/></svg>"
    )
    return "data:image/svg+xml," + quote(svg, safe="/:=,' ()")


def _body(title: TitlePage, blocks: BlockWriter, album: Album, said: Said) -> Html:
    contents = said.word("contents")
    text = blocks.sections()
    nav = element("nav", element("h2", contents, id=CONTENTS), blocks.contents(), aria_labelledby=CONTENTS)
    return element(
        "body",
        "\n",
        element("svg", album.artwork.symbols, album.defined, class_="stock", width=0, height=0, aria_hidden="true"),
        element("a", title.kind, class_="skip", href=f"#{RULES}"),
        "\n",
        _masthead(title, blocks, album),
        "\n",
        nav,
        "\n",
        element("main", text, id=RULES, tabindex="-1"),
        "\n",
        element("footer", element("p", title.foot)) if title.foot else "",
        element("a", Html(LIST), class_="back", href=f"#{CONTENTS}", aria_label=contents),
        "\n",
    )


def _masthead(title: TitlePage, blocks: BlockWriter, album: Album) -> Html:
    """The title page's words; its picture is an ornament and tells nothing."""
    drawing = album.drawings[title.picture]
    box = {"viewBox": f"0 0 {drawing.width:g} {drawing.height:g}", "aria_hidden": "true", "focusable": "false"}
    typography = blocks.writer.words.typography
    facts = (facts_joined(typography, title.kind, title.edition), title.facts)
    heading = blocks.text.title
    return element(
        "header",
        element("h1", blocks.writer.html(heading.content), id=heading.id),
        element("p", title.subtitle, class_="subtitle") if title.subtitle else "",
        element("svg", album.use(title.picture), class_="title drawn", **box),
        element("p", title.designer, class_="designer"),
        joined(element("p", fact, class_="facts") for fact in facts if fact),
    )
