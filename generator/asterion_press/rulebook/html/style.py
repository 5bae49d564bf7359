"""The style of a page: inks of the theme by day and by night, embedded fonts, and the style sheet.

By day the ground is the theme's paper and letters have its outline; by night it is the other way round. Where a theme's
inks are too close to one another to be read, the lighter one is made lighter and the darker one darker.

Each face is embedded as a subset of what the page writes in it: some 15 KB for Latin letters, 25 for Cyrillic ones, 200
for Chinese, Japanese and Korean ones, 80 for their bold ones. So the page needs no network and looks as the booklet
does. Letters that the language's own face lacks, such as those of a name, come in another face of that name, whose
``unicode-range`` says what it is for. All fonts are under the SIL Open Font License 1.1, which allows embedding.

Source of contrast and its least value: WCAG 2.2, 1.4.3 and the definition of relative luminance; of unicode-range: CSS
Fonts Module Level 4, 4.5.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, lru_cache
from html import unescape
from pathlib import Path

import uharfbuzz

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import Words
from asterion_press.drawing.inks import BLACK, WHITE, make_readable, mix_inks
from asterion_press.pdf.fonts import WORLD, Style, Typeface, font_file, load_typeface
from asterion_press.rulebook.typeset.shaper import NAME

SHEET = Path(__file__).parent / "page" / "style.css"
PICTURES = SHEET.with_name("pictures.css")
"""A sheet that only pages with pictures of a project's own need."""
CHAPTER = re.compile(r'<(?:section|details) class="c([0-9a-f]{6})\b')
"""A chapter whose class is its ink."""
UNWRITTEN = " .0123456789+–"
"""Characters that browsers write before the items of a list, and the style sheet beside chapters."""
BOLD = re.compile(r"<(h[1-6]|strong|b)\b.*?</\1>", re.DOTALL)
"""Elements in bold letters, or in those of headings."""
TAG = re.compile(r"<[^>]*>")
FACES: tuple[tuple[str, Style, int, str], ...] = (
    ("rules-text", "regular", 400, "normal"),
    ("rules-text", "italic", 400, "italic"),
    ("rules-text", "bold", 700, "normal"),
    ("rules-text", "bold-italic", 700, "italic"),
    ("rules-heading", "regular", 400, "normal"),
    ("rules-heading", "bold", 700, "normal"),
)
"""Names within the page, with the style of the font's file, its weight and its slant."""
NIGHT = "@media screen and (prefers-color-scheme:dark)"
ORDINARY = "".join(map(chr, range(32, 127))) + "–−×…·’“”→"
"""Characters that the preview always has: printable ASCII, and what its programs write."""
TITLES = "".join(map(chr, range(65, 91))) + "0123456789 .,:;-&'’"
PREVIEW_FACES = (
    ("Alegreya", 400, "Alegreya-Regular", False),
    ("Alegreya", 700, "Alegreya-Bold", False),
    ("Cinzel", 700, "Cinzel-Bold", True),
)
"""Family, weight, file, and whether only capitals are wanted: Cinzel has no small letters, titles are written large."""
READABLE = 7.0
"""Least contrast of letters. WCAG asks for 4.5 (AA) and 7 (AAA)."""
DIMMED = 0.45
"""Part of the mortar in the ground of figures by night: not glaring, and dark lines and letters are read on it."""
SEEN = 4.5
"""Least contrast of words in a second ink."""


def style_text(theme: Theme, words: Words, body: str, fonts: Path, artwork: str) -> str:
    """Return the whole style of a page; paper is always by day.

    Args:
        theme: with the inks of the page.
        words: of the language, for its fonts.
        body: the markup of the page.
        fonts: the folder of the fonts.
        artwork: the paints of the symbols.
    """
    inks = page_inks(theme)
    day = "".join(f"--{name}:{light};" for name, (light, _) in inks.items())
    night = "".join(f"--{name}:{dark};" for name, (_, dark) in inks.items())
    dimmed = mix_inks(theme.inks.paper, theme.inks.mortar, DIMMED)
    colours = f":root{{{day}--card:{inks['raised'][0]};}}{NIGHT}{{:root{{{night}--card:{dimmed};}}}}"
    sheets = (SHEET, PICTURES) if "<img " in body else (SHEET,)
    written = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    chapters = "".join(f".c{ink}{{--chapter:#{ink}}}" for ink in dict.fromkeys(CHAPTER.findall(body)))
    return colours + faces_text(words, body, fonts) + written + artwork + chapters


def faces_text(words: Words, body: str, fonts: Path) -> str:
    """Return the rules that embed the language's faces, and those of letters that these lack."""
    everything, bold = _characters(body), _characters(" ".join(found[0] for found in BOLD.finditer(body)))
    choice, rules, embedded = words.fonts, list[str](), set[tuple[str, Path]]()
    for name, style, weight, slant in FACES:
        family = choice.heading if name == "rules-heading" else choice.text
        own = font_file(fonts, family, style)
        if (name, own) in embedded or (name == "rules-heading" and family == choice.text):
            continue
        embedded.add((name, own))
        characters = bold if weight == 700 or name == "rules-heading" else everything
        foreign = {} if name == "rules-heading" else foreign_letters(words, characters, style, fonts)
        others = set().union(*foreign.values())
        looks = f"{weight};font-style:{slant}"
        rules.append(_face_rule(name, looks, own, characters - others))
        for font, found in foreign.items():
            ranges = ",".join(f"U+{ord(character):X}" for character in found)
            rules.append(_face_rule(name, looks, fonts / f"{font}.ttf", set(found), f";unicode-range:{ranges}"))
    return "".join(rules)


def _characters(markup: str) -> set[str]:
    """Return the characters that are shown of some markup."""
    return set(filter(str.isprintable, unescape(TAG.sub(" ", markup)))) | set(UNWRITTEN)


def foreign_letters(words: Words, characters: set[str], style: Style, fonts: Path) -> dict[str, str]:
    """Return the characters that a language's own font lacks, by the name of the font that has them.

    Where text is written in other letters than those of Latin, no name is set in two faces: if one letter of Latin is
    lacking, then all come from a font that has them.
    """
    typeface = load_typeface(fonts, words.fonts.text, words.fonts.fallback)
    own = typeface.font(style)
    lacking = {character for character in characters if not own.covers(character)}
    found: dict[str, str] = {}
    if words.line_breaking != "words" and any(map(NAME.fullmatch, lacking)):
        letters = {character for character in characters if NAME.fullmatch(character)}
        lacking -= letters
        _add_by_font(found, letters, load_typeface(fonts, WORLD[0]), style)
    _add_by_font(found, lacking, typeface, style)
    return found


def _add_by_font(found: dict[str, str], characters: set[str], typeface: Typeface, style: Style) -> None:
    """Add characters to those found by font: all to a font that has all, or each to the first that has it."""
    together = typeface.font_for("".join(sorted(characters)), style)
    for character in sorted(characters):
        if font := together or typeface.font_for(character, style):
            found[font.name] = found.get(font.name, "") + character


def _face_rule(name: str, looks: str, path: Path, characters: set[str], ranges: str = "") -> str:
    """Return the rule that embeds a font with these characters only; `looks` are its weight and what follows it."""
    font = b64encode(subset_font(path, "".join(sorted(characters)))).decode()
    return f"@font-face{{font-family:{name};font-weight:{looks};src:url(data:font/ttf;base64,{font}){ranges}}}"


def page_inks(theme: Theme) -> dict[str, tuple[str, str]]:
    """Return the page's inks by name, each for day and for night."""
    inks = theme.inks
    day, night = mix_inks(inks.paper, WHITE, 0.25), mix_inks(mix_inks(inks.outline, inks.night, 0.5), BLACK, 0.35)
    raised = mix_inks(inks.paper, WHITE, 0.7), mix_inks(inks.outline, inks.night, 0.4)
    sunk = mix_inks(inks.paper, inks.stones[1], 0.2), mix_inks(night, BLACK, 0.3)
    ink = make_readable(inks.outline, sunk[0], READABLE), make_readable(inks.horn, raised[1], READABLE)
    band = mix_inks(inks.night, BLACK, 0.25)
    return {
        "ground": (day, night),
        "raised": raised,
        "sunk": sunk,
        "ink": ink,
        "quiet": (make_readable(inks.mortar, sunk[0], SEEN), make_readable(inks.stones[0], raised[1], SEEN)),
        "line": (mix_inks(inks.paper, inks.mortar, 0.35), mix_inks(night, inks.stones[2], 0.45)),
        "accent": (make_readable(inks.clay_dark, sunk[0], SEEN), make_readable(inks.clay_light, raised[1], SEEN)),
        "on-accent": (WHITE, night),
        "gold": (inks.gold, inks.gold),
        "band": (band, mix_inks(night, BLACK, 0.35)),
        "on-band": (make_readable(inks.horn, band, READABLE),) * 2,
        "band-gold": (make_readable(inks.gold_light, band, SEEN),) * 2,
        "danger": (make_readable("#a02418", sunk[0], SEEN), make_readable("#ff9a86", raised[1], SEEN)),
        "good": (make_readable("#2f6b3c", sunk[0], SEEN), make_readable("#9ccf9f", raised[1], SEEN)),
    }


def inks_css(theme: Theme) -> str:
    """Return the inks as custom properties of the preview, each with its ink by day and by night."""
    declared = "".join(f"--{name}:light-dark({day},{night});" for name, (day, night) in page_inks(theme).items())
    return f":root{{{declared}}}"


def faces_css(text: str, title: str) -> str:
    """Return the rules that embed the fonts of the preview.

    Args:
        text: all text of the page.
        title: all text that is set in the font of titles.
    """
    fonts, rules = library.fonts_folder(), []
    for family, weight, file, for_titles in PREVIEW_FACES:
        wanted = TITLES + title.upper() if for_titles else ORDINARY + text
        characters = set(filter(str.isprintable, wanted))
        rules.append(_face_rule(family, f"{weight};font-display:swap", fonts / f"{file}.ttf", characters))
    return "".join(rules)


@cache
def _face(path: Path) -> uharfbuzz.Face:
    return uharfbuzz.Face(uharfbuzz.Blob(path.read_bytes()))


@lru_cache(maxsize=16)
def subset_font(path: Path, characters: str) -> bytes:
    """Return a font with these characters only, kerning kept."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    return bytes(uharfbuzz.subset(_face(path), wanted).blob.data)
