"""The frame of a page of HTML, and the elements that a page may have.

The frame and the style sheet are files of data. A page is the frame with its places filled; here it is compared with
the same file, byte for byte, and each filling with a pattern of its place::

    <!doctype html> ... <title>{{title}}</title> ... <style>inks, faces, style.css, paints</style>
    <header>{{masthead}}</header> <nav>{{entries}}</nav> <main>{{text}}</main> {{imprint}} ... </html>

The elements of the body are listed with their attributes and patterns of their values. So nothing is there that could
hide a passage, lay something over it, or say something that is not text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from types import MappingProxyType

FILES = Path(__file__).parent.parent / "rulebook" / "html" / "page"
"""Data that the pages are made of; no code that writes them is run here."""
PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
SHOWN = 60
UNSPOKEN = "\u00ad\u200b\u2060"
"""Marks that are not seen."""

HEX = "#[0-9a-f]{6}"
WORDS = '[^<>"]*'
NUMBER = r"-?[\d.]+(?:e[-+]?\d+)?"
DATA = r"[MmLlCcZzHhVv0-9 .-]+"
MATRIX = rf"matrix\({NUMBER}(?: {NUMBER}){{5}}\)"
SIZE = rf"{NUMBER}(?:em|%)?"
HELD = {
    name: re.compile(pattern)
    for name, pattern in {
        "language": "[A-Za-z0-9-]+",
        "breaking": "[a-z]+",
        "title": WORDS,
        "version": r"[\w.+-]+",
        "description": f'(?:<meta name="description" content="{WORDS}">)?',
        "author": WORDS,
        "day": HEX,
        "night": HEX,
        "icon_ground": "[0-9a-f]{6}",
        "icon_ink": "[0-9a-f]{6}",
        "kind": WORDS,
        "contents": WORDS,
        "back": "_contents|_rules",
        "imprint": "(?:<footer>(?:<p>[^<>]*</p>){1,3}</footer>)?",
    }.items()
}
"""Patterns of fillings by the places of the frame; other places are checked element by element, or as style."""
_INKS = rf":root\{{(?:--[a-z-]+:{HEX};)+\}}"
_FACE = (
    r"@font-face\{font-family:rules-(?:text|heading);font-weight:(?:400|700);font-style:(?:normal|italic);"
    r"src:url\(data:font/ttf;base64,[A-Za-z0-9+/]+=*\)(?:;unicode-range:U\+[0-9A-F]+(?:,U\+[0-9A-F]+)*)?\}"
)
BEFORE = re.compile(rf"{_INKS}@media screen and \(prefers-color-scheme:dark\)\{{{_INKS}\}}(?:{_FACE})*")
"""The style before the style sheet: inks by day and by night, and faces."""
AFTER = re.compile(
    rf"(?:\._k\d+\{{fill:(?:none|{HEX})(?:;stroke:{HEX};stroke-width:[\d.]+)?(?:;stroke-linecap:[a-z]+)?"
    rf"(?:;stroke-linejoin:[a-z]+)?(?:;fill-rule:evenodd)?\}})*(?:\.c[0-9a-f]{{6}}\{{--chapter:{HEX}\}})*"
)
"""The style behind it: paints of drawings, and inks of chapters."""
PLAIN_PATH = re.compile(
    rf'<path(?=[^<>]* d=")(?: (?:class="_k\d+"|d="{DATA}"|fill="(?:none|{HEX})"|stroke="{HEX}"|stroke-width="{NUMBER}"'
    r'|stroke-linecap="[a-z]+"|stroke-linejoin="[a-z]+"|stroke-dasharray="[\d. ]+"|fill-rule="evenodd"'
    r'|clip-rule="(?:evenodd|nonzero)"))*/>'
)
"""Most of a page's elements: paths that say nothing but how they look. They are left out before it is read."""

PICTURES = "pictures.css"
"""A sheet behind it that not all pages have."""

ANY = ".*"
IMAGE = "data:image/png;base64,[A-Za-z0-9+/]+=*"
"""The pixels of a picture, within the page."""
_ALIGNED = "(?:center|right)?(?:(?:^| )signs)?(?:(?:^| )whole)?"
ALLOWED: dict[str, dict[str, str]] = {
    "section": {"class": "c[0-9a-f]{6}"},
    "details": {"class": "(?:c[0-9a-f]{6}|web|c[0-9a-f]{6} web)", "name": r"_parts-[\w-]+"},
    "button": {"popovertarget": r"_large\d+", "aria-label": ANY},
    **{f"h{level}": {"id": ANY, "class": "question"} for level in range(1, 7)},
    "p": {"class": "answer|subtitle|designer|facts", "id": r"_told\d+", "hidden": ""},
    "ol": {"class": "answer|notes", "start": r"\d+"},
    "ul": {"class": "answer"},
    "li": {"id": r"_note\d+", "value": r"\d+"},
    "a": {
        "href": "#.*",
        "id": r"_mark\d+",
        "role": "doc-noteref|doc-backlink",
    },
    **{tag: {} for tag in ("b", "em", "strong", "sup", "br", "figure", "summary", "table", "thead", "tbody", "tr")},
    "blockquote": {"class": "warning"},
    "img": {"src": IMAGE, "alt": ANY, "width": r"\d+", "height": r"\d+"},
    "span": {"class": "hard|whole"},
    "figcaption": {},
    "div": {
        "class": "picture|scroll",
        "role": "img|group",
        "aria-labelledby": ANY,
        "tabindex": "0",
        "id": ANY,
        "popover": "auto",
    },
    "th": {"class": _ALIGNED, "scope": "col|row|rowgroup", "rowspan": r"\d+"},
    "td": {"class": _ALIGNED, "rowspan": r"\d+"},
    "svg": {
        "class": "symbol|drawn|drawn wide|drawn narrow|title drawn|cover drawn",
        "viewBox": rf"{NUMBER}(?: {NUMBER}){{3}}",
        "width": SIZE,
        "height": SIZE,
        "aria-hidden": "true",
        "focusable": "false",
        "role": "img",
        "aria-label": ANY,
    },
    "g": {"id": r"_a\d+", "transform": MATRIX, "clip-path": r"url\(#_c[0-9a-f]+\)"},
    "symbol": {"id": r"_t\d+", "viewBox": rf"0 0 {NUMBER} {NUMBER}"},
    "clipPath": {"id": "_c[0-9a-f]+"},
    "path": {"id": "_n[0-9a-f]+", "d": DATA, "fill": HEX, "class": r"_k\d+"},
    "use": {
        "href": "#_[a-z0-9]+",
        "transform": MATRIX,
        "fill": HEX,
        **dict.fromkeys(("x", "y", "width", "height"), SIZE),
    },
}
"""The elements of a page's body, with their attributes and patterns of their values."""
PAINTED = frozenset({"g", "path", "use", "symbol", "clipPath"})
"""The elements that stand in pictures, and nowhere else."""
LISTED = frozenset({"h2", "ol", "li", "a", "b", "em", "strong", "br", "span", "svg"}) | PAINTED
"""The elements of the contents."""
ATTRIBUTE = re.compile(r' ([a-zA-Z:-]+)="([^"]*)"')
BEGUN = re.compile(r' [a-zA-Z:-]+="')
"""The beginning of an attribute."""
ELEMENTS, LONGEST = 1 << 13, 1000
"""How many elements are remembered, since pages of a game in other languages have the same pictures, and the length of
the attributes of the longest of them, which bounds the memory. All pages of Asterion have 4,300 different ones."""
NEEDED = {"path": "d", "use": "href", "img": "src"}
"""The attribute that an element must have."""


def unspaced(text: str) -> str:
    """Return text without spaces and without marks that are not seen."""
    return "".join(text.split()).translate(dict.fromkeys(map(ord, UNSPOKEN)))


def attributes_of(written: str) -> Mapping[str, str]:
    """Return the attributes of an element."""
    return _remembered_attributes(written) if len(written) <= LONGEST else _attributes(written)


def _attributes(written: str) -> Mapping[str, str]:
    return MappingProxyType({name: unescape(value) for name, value in ATTRIBUTE.findall(written)})


def unknown_part(tag: str, written: str, *, in_picture: bool, in_contents: bool) -> str:
    """Return the part of an element that no page of rules has, as it is written there; empty if there is none.

    Args:
        tag: of the element.
        written: its attributes as they are written, each once.
        in_picture: whether it stands within an ``svg``.
        in_contents: whether it stands in the contents.
    """
    find = _remembered_part if len(written) <= LONGEST else _unknown_part
    return find(tag, written, in_picture=in_picture, in_contents=in_contents)


def _unknown_part(tag: str, written: str, *, in_picture: bool, in_contents: bool) -> str:
    attributes, allowed = attributes_of(written), ALLOWED.get(tag)
    if in_picture != (tag in PAINTED) or (in_contents and tag not in LISTED):
        return written or " "
    if (
        allowed is None
        or len(BEGUN.findall(written)) != len(attributes)
        or NEEDED.get(tag, "") not in {"", *attributes}
    ):
        return written or " "
    for name, value in attributes.items():
        if name not in allowed or not re.fullmatch(allowed[name], value):
            return f" {name}={value!r}"
    return ""


_remembered_attributes, _remembered_part = lru_cache(ELEMENTS)(_attributes), lru_cache(ELEMENTS)(_unknown_part)


def frame_faults(text: str, title: str, passages: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield codes and messages of faults around a page's text, which must be as this program writes it.

    Args:
        text: the page.
        title: text of its title, without spaces.
        passages: of its text, without spaces.
    """
    values: dict[str, str] = {}
    literals = PLACE.split(_file("frame.html"))
    at = len(literals[0]) if text.startswith(literals[0]) else -1
    for name, literal in zip(literals[1::2], literals[2::2], strict=True):
        end = text.find(literal, at) if at >= 0 else -1
        if end < 0:
            message = (
                f"around its text it is not what this program writes: {literal[:SHOWN]!r} does not follow {name!r}"
            )
            yield "page-frame", message
            return
        value = text[at:end]
        if values.setdefault(name, value) != value or not _may_fill(name, value):
            yield "page-frame", f"{value[:SHOWN]!r} is not what this program writes as {name!r} of a page"
        at = end + len(literal)
    if at != len(text):
        yield "page-frame", f"goes on after its end: {text[at : at + SHOWN]!r}"
    kind = unspaced(unescape(values["kind"]))
    if unspaced(unescape(values["title"])) != "–".join(filter(None, (title, kind))):
        yield "page-frame", f"is called {values['title'][:SHOWN]!r}, which is not what its title says"
    contents = re.findall('content="([^"]*)"', values["description"])
    for said in (*contents, values["author"]):
        if said and unspaced(unescape(said)) not in passages:
            yield "page-frame", f"its head says {said[:SHOWN]!r}, and its title does not"


def _may_fill(name: str, value: str) -> bool:
    """Return whether a text may fill a place of the frame."""
    if name == "style":
        before, sheet, after = value.partition(_file("style.css"))
        return bool(sheet and BEFORE.fullmatch(before) and AFTER.fullmatch(after.removeprefix(_file(PICTURES))))
    return name not in HELD or HELD[name].fullmatch(value) is not None


@cache
def _file(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")
