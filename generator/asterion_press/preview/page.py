"""The page as a whole: one HTML file that holds the parts of a preview, their drawings, its letters and its programs.

Nothing is fetched from anywhere: the page's own policy forbids it, and allows no program but those whose hash it names.
The pages of rules in it stand in frames of their own, in which no program runs. Drawings are made once: what did not
change since the last page is not drawn again.

Source of the policy: Content Security Policy Level 3, hashes of inline styles and scripts; a document in ``srcdoc``
keeps to the policy of the page around it.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from asterion_press.catalogue.headers import Credits
from asterion_press.catalogue.layouts import Marks
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Pen, number
from asterion_press.drawing.svg import path_text, svg_text
from asterion_press.layout.grid import shown_hexagon
from asterion_press.layout.sheets import Lot, Page, Placement
from asterion_press.pdf.sheets import DASH_MM, marks_of
from asterion_press.rulebook.html.inline_svg import SvgSymbols
from asterion_press.rulebook.html.markup import Html, element, fill_template, join_markup, json_data
from asterion_press.rulebook.html.style import faces_css, inks_css

MARK = '<meta name="generator" content="asterion gallery">'
"""By this the program knows a page of its own again."""
STYLE, PROGRAM = "style.css", "page.js"
LIVE = "live.js"
"""The program that renews the page while `asterion preview --watch` serves it."""
BEGIN = 'Page.begin();\nwindow.addEventListener("popstate", Page.begin);\n'
LETTERS = Html("<p>Letters: Alegreya and Cinzel, SIL Open Font License 1.1.</p>")
NONE, SELF = "'none'", "'self'"
FILES = Path(__file__).parent / "page"
"""The folder of the page's own files: HTML, CSS and JavaScript."""


@cache
def page_file(name: str, folder: Path = FILES) -> str:
    """Return the text of one of the page's own files."""
    return (folder / name).read_text(encoding="utf-8")


def fill(template: str, folder: Path = FILES, /, **values: object) -> Html:
    """Return a template of the page's own files with every place filled, see :func:`fill_template`."""
    return fill_template(page_file(template, folder), **values)


def chip(name: str, value: str, picture: Html = Html()) -> Html:  # noqa: B008 - markup does not change
    """Return a choice of a filter."""
    return fill("chip.html", name=name, value=value, icon=picture, word=value)


class PageDrawings:
    """The drawings of one page after another.

    Attributes:
        fresh: ids of what had to be drawn for the present page.
    """

    def __init__(self) -> None:
        self.fresh: list[str] = []
        self._last: dict[object, Drawing] = {}
        self._now: dict[object, Drawing] = {}
        self._theme: Theme | None = None

    def begin(self, theme: Theme) -> None:
        """Begin a page; only what the last one showed is kept, and nothing if the inks are others."""
        self._last = self._now if theme == self._theme else {}
        self._now, self._theme, self.fresh = {}, theme, []

    def drawn(self, name: str, key: object, draw: Callable[[Theme], Drawing]) -> Drawing:
        """Return a drawing; make it unless it was made before under the same key."""
        found = self._now.get(key) or self._last.get(key)
        if found is None:
            assert self._theme is not None, "a page is begun first"
            found = draw(self._theme)
            self.fresh.append(name)
        self._now[key] = found
        return found


class PreviewPage(Struct, frozen=True):
    """A page.

    Attributes:
        html: the file.
        version: a hash of all that it shows.
        policy: what it may load and run: nothing but what it holds.
        answer: to a question that a part of it asks, in JSON; None: it asks nothing.
    """

    html: str
    version: str
    policy: str
    answer: Callable[[bytes], Mapping[str, Any]] | None = None


class View(Struct, frozen=True):
    """A part of the page, which is shown alone.

    Attributes:
        id: of its element.
        link: as the navigation calls it.
        title: its heading.
        content: below the heading.
        badge: beside the link.
        styles: of framed documents in it.
    """

    id: str
    link: str
    title: str
    content: Html
    badge: Html = Html()
    styles: tuple[str, ...] = ()


class PageContent(Struct, frozen=True):
    """The content of a page.

    Attributes:
        title: of the game.
        subtitles: what it is, in a line or two.
        crest: the picture beside the title.
        artwork: the drawings.
        pieces: what its pieces are called, in the plural.
        views: the parts; the first is shown first.
        closing: at the foot of the page.
        data: for its programs.
        choice: between the decks, if there are several.
        buttons: further ones in the closer look.
        programs: further ones, the last of which begins; none begins by itself.
        style: further style.
    """

    title: str
    subtitles: Html
    crest: Drawing
    artwork: SvgSymbols
    pieces: str
    views: Sequence[View]
    closing: Html
    data: Mapping[str, Any]
    choice: Html = Html()
    buttons: Html = Html()
    programs: tuple[str, ...] = (BEGIN,)
    style: str = ""


def page_of(content: PageContent, theme: Theme, *, live: bool) -> PreviewPage:
    """Return the page of some content.

    Args:
        content: what it shows.
        theme: its inks.
        live: whether the page renews itself, as one that is served does.
    """
    icon = svg_text(content.crest).partition("\n")[2].strip()
    values = {
        "title": content.title,
        "subtitles": content.subtitles,
        "icon": Html("data:image/svg+xml," + quote(icon, safe="/:=,' ()")),
        "artwork": content.artwork.symbols,
        "crest": content.artwork.id_of(content.crest),
        "pieces": content.pieces,
        "first": content.views[0].id,
        "links": join_markup(element("a", view.link, view.badge, href=f"#{view.id}") for view in content.views),
        "choice": content.choice,
        "views": join_markup(map(_view, content.views)),
        "closing": content.closing,
        "buttons": content.buttons,
        "data": json_data({**content.data, "pieces": content.pieces}),
    }
    programs = "\n".join((page_file(PROGRAM), *content.programs, *([page_file(LIVE)] if live else [])))
    text = "".join((page_file("page.html"), *map(str, values.values()), programs))
    style = inks_css(theme) + faces_css(text, content.title) + page_file(STYLE) + content.style
    style += content.artwork.styles
    version = hashlib.sha256(f"{text}\x00{style}".encode()).hexdigest()[:16]
    framed = [style for view in content.views for style in view.styles]
    policy = policy_of(style, programs, framed, live=live)
    html = fill("page.html", **values, style=Html(style), script=Html(programs), policy=policy, version=version)
    return PreviewPage(html, version, policy)


def _view(view: View) -> Html:
    heading = element("h2", view.title, id=f"{view.id}-title")
    return element("section", heading, view.content, class_="view", id=view.id, aria_labelledby=f"{view.id}-title")


def choice_of(names: Sequence[str]) -> Html:
    """Return the choice between several decks; nothing for one."""
    if len(names) < 2:
        return Html()
    chips = (fill("deck.html", number=number, name=name) for number, name in enumerate(names))
    return element("fieldset", element("legend", "Deck"), *chips, class_="choice", id="choice")


def credits_of(whose: Credits) -> Html:
    """Return who made a game, as far as its catalogue says."""
    parts = {"Design": whose.design, "Publisher": whose.publisher, "Artwork": whose.artwork}
    listed = " ".join(f"{what}: {who}." for what, who in parts.items() if who)
    return element("p", listed) if listed else Html()


def waiting_page() -> PreviewPage:
    """Return the page that is served as long as there has been no good one; it shows the mistakes."""
    style, programs = page_file("waiting.css"), page_file(LIVE)
    policy = policy_of(style, programs, live=True)
    return PreviewPage(fill("waiting.html", style=Html(style), script=Html(programs), policy=policy), "", policy)


def policy_of(style: str, programs: str, framed: Sequence[str] = (), *, live: bool) -> str:
    """Return the policy of a page with that style and these programs; a live one may ask its own server."""
    styles = " ".join(f"'{_hash(text)}'" for text in dict.fromkeys((style, *framed)))
    return (
        f"default-src 'none'; style-src {styles}; script-src '{_hash(programs)}'; "
        f"font-src data:; img-src data:; connect-src {SELF if live else NONE}; base-uri {NONE}; form-action {NONE}"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


# -- the sheets and the rules of a game, as parts of the page ----------------------------------------------------------
# A sheet is shown as it is printed, to scale: the drawings of its pieces with the bleed that is kept of each, and the
# marks; its title and its ruler are left out. The rules are the pages for the telephone that a build makes.

RULES_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class RulesPage(Struct, frozen=True):
    """The rules in one language: its tag, its own name, and the page."""

    language: str
    name: str
    html: str


class Printed(Struct, frozen=True):
    """All that is printed of a game.

    Attributes:
        lots: the pieces, as they lie on that paper.
        drawings: of everything on the sheets, by id.
        pages: of the sheets, in printing order.
        marks: on the sheets.
        paper: what messages call the paper.
        rules: a page for each language.
        note: why there are no rules; empty if there are some.
    """

    lots: tuple[Lot, ...] = ()
    drawings: Mapping[str, Drawing] = {}
    pages: tuple[Page, ...] = ()
    marks: Marks = Marks()
    paper: str = ""
    rules: tuple[RulesPage, ...] = ()
    note: str = ""


def printed_views(printed: Printed, artwork: SvgSymbols) -> Iterator[View]:
    """Yield the parts of a page that show sheets and rules; none of a game of which nothing is printed.

    Args:
        printed: what is shown.
        artwork: holds all its drawings.
    """
    if printed.pages:
        sheets = (_sheet(page, printed, artwork) for page in printed.pages)
        yield View("sheets", "Sheets", f"Sheets on {printed.paper}", element("div", *sheets, class_="sheets"))
    if printed.rules or printed.note:
        styles = tuple(style for rules in printed.rules for style in RULES_STYLE.findall(rules.html))
        content = join_markup(_rules(rules, is_open=index == 0) for index, rules in enumerate(printed.rules))
        note = element("p", printed.note, class_="hint") if printed.note else ""
        yield View("rules", "Rules", "Rules", join_markup((note, content)), styles=styles)


def _sheet(page: Page, printed: Printed, artwork: SvgSymbols) -> Html:
    """Return a side of a sheet as a figure."""
    paper = page.grid.paper
    pieces = (
        _piece(one, printed.drawings[one.component], artwork, f"shown-{page.sheet}-{page.face.name.lower()}-{index}")
        for index, one in enumerate(page.placements)
    )
    marks = (
        element(
            "path",
            d=path_text(data),
            fill="none",
            stroke=mark.colour,
            stroke_width=number(mark.width_mm),
            stroke_dasharray=" ".join(map(number, DASH_MM)) if kind == "fold" else None,
        )
        for kind, mark, data in marks_of(page, printed.marks)
    )
    kinds = filter(None, (", ".join(page.colours) or page.kind, page.also))
    shown = ", ".join(kinds) if page.placements else "blank"
    words = f"Sheet {page.sheet}, {page.face.value}: {shown}"
    size = f"0 0 {number(paper.width_mm)} {number(paper.height_mm)}"
    drawn = element("svg", *pieces, *marks, viewBox=size, role="img", aria_label=words)
    return element("figure", drawn, element("figcaption", words), class_="sheet")


def _piece(one: Placement, drawing: Drawing, artwork: SvgSymbols, name: str) -> Html:
    """Return a piece at its place, with as much of its bleed as is kept there; `name` is for what it is clipped to."""
    width, height = drawing.width, drawing.height
    kept, clip = one.kept if one.kept is not None else (drawing.bleed,) * 4, None
    if len(kept) == 6:
        outline = path_text(Pen().polygon(*shown_hexagon(width, height, kept)).data)
        kept, clip = (drawing.bleed,) * 4, element("clipPath", element("path", d=outline), id=name)
    left, above, right, below = kept
    box = [number(value) for value in (-left, -above, width + left + right, height + above + below)]
    shown = element(
        "use",
        href=f"#{artwork.id_of(drawing)}",
        width=number(width),
        height=number(height),
        clip_path=clip and f"url(#{name})",
    )
    x, y, wide, high = box
    window = element("svg", clip or "", shown, x=x, y=y, width=wide, height=high, viewBox=" ".join(box))
    turned = f" rotate({90 * one.turns} {number(width / 2)} {number(height / 2)})" if one.turns else ""
    return element("g", window, transform=f"translate({number(one.x)} {number(one.y)}){turned}")


def _rules(rules: RulesPage, *, is_open: bool) -> Html:
    """Return the rules in one language, which may be folded away; no program runs in their frame."""
    page = rules.html.replace("&", "&amp;").replace("'", "&#39;")
    frame = Html(f'<iframe class="framed" sandbox title="Rules: {rules.language}" srcdoc=\'{page}\'></iframe>')
    summary = element("summary", rules.name, lang=rules.language)
    return element("details", summary, frame, open="" if is_open else None)
