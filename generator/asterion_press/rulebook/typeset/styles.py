"""The measures of the booklet: its page, and how each kind of text looks.

Lengths are points unless the name says millimetres. The measures are own choice after the usual practice for small
books: lines of 60 to 70 letters, an inner margin a little narrower than the outer one, more room at the foot than at
the head. Japanese is set smaller and with wider leading than Latin, on a measure of whole characters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.words import LineBreaking
from asterion_press.geometry import pt
from asterion_press.layout.saddle_stitch import PAGE_MM
from asterion_press.rulebook.typeset.line_breaks import Align

INNER_MM, OUTER_MM, TOP_MM, BOTTOM_MM = 17.0, 19.0, 22.0, 23.0
HEAD_MM = 13.5
"""Baseline of the running head, from the top of the page."""
FOOT_MM = 12.0
"""Baseline of the page number, from the foot of the page."""

PAGE_WIDTH, PAGE_HEIGHT = pt(PAGE_MM[0]), pt(PAGE_MM[1])
MEASURE = pt(PAGE_MM[0] - INNER_MM - OUTER_MM)
TOP = pt(TOP_MM)
TEXT_HEIGHT = pt(PAGE_MM[1] - TOP_MM - BOTTOM_MM)

INK = "#1a1a1a"
ACCENT = "#8f3a22"
"""Terracotta, for headings and ornaments; dark enough to be read in grey."""
SOFT = "#666666"
RULE = "#b9ab97"

COMPOSED = 0.94
"""Size of the text of composed pages, as a part of that of running text."""

Face: TypeAlias = Literal["text", "heading", "names"]


class TextStyle(Struct, frozen=True):
    """The look of a kind of text.

    Attributes:
        indent: of the first line.
        tracking: added after every letter, in em.
        hyphens: whether words may be broken.
        hanging: whether marks at the ends of lines hang into the margin.
    """

    size: float
    leading: float
    face: Face = "text"
    bold: bool = False
    italic: bool = False
    ink: str = INK
    align: Align = "justify"
    indent: float = 0.0
    tracking: float = 0.0
    hyphens: bool = True
    hanging: bool = True


class Styles(Struct, frozen=True):
    """Every kind of text of a booklet."""

    body: TextStyle
    first: TextStyle
    item: TextStyle
    note: TextStyle
    caption: TextStyle
    cell: TextStyle
    cell_head: TextStyle
    section: TextStyle
    part: TextStyle
    question: TextStyle
    answer: TextStyle
    answer_first: TextStyle
    contents: TextStyle
    contents_part: TextStyle
    head: TextStyle
    folio: TextStyle
    title: TextStyle
    edition: TextStyle
    small: TextStyle
    label: TextStyle = TextStyle(7.0, 9, align="left", hyphens=False)
    tile_name: TextStyle = TextStyle(5.8, 7, face="heading", bold=True, align="left", hyphens=False)


def composed_styles_for(line_breaking: LineBreaking) -> Styles:
    """Return the styles of composed pages: a little smaller, with small headings; ragged where lines break by word."""
    styles, ragged = styles_for(line_breaking), line_breaking in {"words", "korean"}
    size, leading = styles.body.size * COMPOSED, styles.body.leading * COMPOSED
    body = replace(styles.item, size=size, leading=leading, align="left" if ragged else "justify")
    return replace(
        styles,
        body=body,
        first=body,
        item=body,
        note=replace(styles.note, align=body.align),
        answer=replace(styles.answer_first, align=body.align),
        answer_first=replace(styles.answer_first, align=body.align),
        section=replace(styles.section, size=12.6, leading=16),
        part=replace(styles.part, size=10.6),
        caption=replace(styles.caption, size=styles.caption.size * 0.94, leading=styles.caption.leading * 0.94),
    )


def scaled(style: TextStyle, scale: float) -> TextStyle:
    """Return the same style with larger or smaller type."""
    return replace(style, size=style.size * scale, leading=style.leading * scale)


def scaled_styles(styles: Styles, scale: float) -> Styles:
    """Return the same styles with larger or smaller type."""
    return Styles(**{name: scaled(getattr(styles, name), scale) for name in styles.__struct_fields__})


def latin_styles() -> Styles:
    """Return the styles of languages whose lines break between words."""
    size, leading = 10.4, 13.4
    return Styles(
        body=TextStyle(size, leading, indent=1.2 * size),
        first=TextStyle(size, leading),
        item=TextStyle(size, leading),
        note=TextStyle(8.4, 10.4),
        caption=TextStyle(9, 11.4, italic=True, align="center", ink=SOFT, hyphens=False),
        cell=TextStyle(9.4, 11.8, align="left", hyphens=False),
        cell_head=TextStyle(9.0, 11.6, italic=True, ink=SOFT, align="left", hyphens=False),
        section=TextStyle(15, 18, face="heading", ink=ACCENT, align="left", hyphens=False, tracking=0.03),
        part=TextStyle(10.6, 13.4, face="heading", bold=True, align="left", hyphens=False, tracking=0.02),
        question=TextStyle(9.8, 12.2, bold=True, italic=True, ink=ACCENT, align="left", hyphens=False),
        answer=TextStyle(9.8, 12.4, indent=11),
        answer_first=TextStyle(9.8, 12.4),
        contents=TextStyle(10.4, 14.6, align="left", hyphens=False),
        contents_part=TextStyle(9.4, 12.2, align="left", ink=SOFT, hyphens=False),
        head=TextStyle(7.6, 10, face="heading", ink=SOFT, tracking=0.09, align="left", hyphens=False),
        folio=TextStyle(9.6, 12, ink=SOFT),
        title=TextStyle(33, 40, face="heading", align="center", tracking=0.1, hyphens=False),
        edition=TextStyle(12.5, 17, italic=True, align="center", ink=SOFT, hyphens=False),
        small=TextStyle(9.6, 13, align="center", ink=SOFT, hyphens=False),
    )


def styles_for(line_breaking: LineBreaking) -> Styles:
    """Return the styles of a language by how its lines break."""
    makers = {"words": latin_styles, "korean": korean_styles, "japanese": cjk_styles}
    return makers.get(line_breaking, chinese_styles)()


def korean_styles() -> Styles:
    """Return the styles of Korean: as Japanese, but larger, in ragged lines that are broken between words.

    Source: W3C, "Requirements for Hangul Text Layout" (KLREQ), 3: lines that break by word are better left ragged.
    """
    styles, text = cjk_styles(), TextStyle(9.2, 15, align="left")
    return replace(
        styles,
        body=replace(text, indent=text.size),
        first=text,
        item=text,
        note=TextStyle(7.6, 11.2, align="left"),
        caption=replace(styles.caption, size=8.2, leading=12.4),
        section=replace(styles.section, tracking=0.02),
        part=replace(styles.part, size=10.6, tracking=0),
        question=replace(styles.question, size=text.size),
        answer=replace(styles.answer, align="left"),
        answer_first=replace(styles.answer_first, align="left"),
        head=replace(styles.head, size=7.2, tracking=0.06),
        title=replace(styles.title, tracking=0.1),
    )


def chinese_styles() -> Styles:
    """Return the styles of Chinese: as Japanese, but every paragraph is indented by two characters."""
    styles = cjk_styles()
    indent = 2 * styles.body.size
    return replace(
        styles,
        body=replace(styles.body, indent=indent),
        first=replace(styles.first, indent=indent),
        answer=replace(styles.answer, indent=2 * styles.answer.size),
    )


def cjk_styles() -> Styles:
    """Return the styles of Japanese and Chinese: a measure of 34 characters."""
    size = MEASURE / 34
    leading = 15.4
    return Styles(
        body=TextStyle(size, leading, indent=size),
        first=TextStyle(size, leading, indent=size),
        item=TextStyle(size, leading),
        note=TextStyle(7.4, 10.8),
        caption=TextStyle(8, 12.2, align="center", ink=SOFT),
        cell=TextStyle(8.4, 12.6, align="left"),
        cell_head=TextStyle(8, 12, ink=SOFT, align="left"),
        section=TextStyle(15, 20, face="heading", bold=True, ink=ACCENT, align="left", tracking=0.06),
        part=TextStyle(10.4, 15, face="heading", bold=True, align="left", tracking=0.03),
        question=TextStyle(size, 14, bold=True, ink=ACCENT, align="left"),
        answer=TextStyle(8.8, 14.2, indent=8.8),
        answer_first=TextStyle(8.8, 14.2),
        contents=TextStyle(9.6, 16, align="left"),
        contents_part=TextStyle(8.6, 13.4, align="left", ink=SOFT),
        head=TextStyle(7, 10, face="heading", ink=SOFT, tracking=0.12, align="left"),
        folio=TextStyle(9, 12, ink=SOFT),
        title=TextStyle(30, 42, face="heading", bold=True, align="center", tracking=0.14),
        edition=TextStyle(11.5, 18, align="center", ink=SOFT),
        small=TextStyle(9, 14, align="center", ink=SOFT),
    )
