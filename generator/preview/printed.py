"""The sheets and the rules of a game, as parts of the page.

A sheet is shown as it is printed, to scale: the drawings of its pieces with the bleed that is kept of each, and the
marks; its title and its ruler are left out. The rules are the pages for the telephone that a build makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.catalogue.layouts import Marks
from generator.drawing.display_list import Drawing, Pen, number
from generator.drawing.svg import path_text
from generator.layout.grid import shown_hexagon
from generator.layout.sheets import Lot, Page, Placement
from generator.pdf.sheets import DASH_MM, marks_of
from generator.preview.page import View
from generator.rulebook.html.inline_svg import SvgSymbols
from generator.rulebook.html.markup import Html, element, join_markup

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


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
        styles = tuple(style for rules in printed.rules for style in STYLE.findall(rules.html))
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
