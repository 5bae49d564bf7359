"""The page's style: inks of the theme by day and by night, the language's own faces, and the style sheet.

Each face is brought along as a subset of what the page writes in it, once: some 15 KB for Latin letters, 25 for
Cyrillic ones, 200 for Chinese, Japanese and Korean ones, 80 for their bold ones. So the page looks as the booklet does,
wherever it is opened. Letters that the language's own face lacks, such as those of a name, come in another face of
that name, which says in its ``unicode-range`` what it is for.

Source of unicode-range: CSS Fonts Module Level 4, 4.5.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import unescape
from pathlib import Path

from generator.catalogue.themes import Theme
from generator.catalogue.words import Words
from generator.pdf.fonts import WORLD, Style, Typeface, font_file, load_typeface
from generator.rulebook.html.page_colours import page_inks
from generator.rulebook.html.web_fonts import subset
from generator.rulebook.typeset.shaper import NAME

SHEET = Path(__file__).parent / "page" / "style.css"
NUMBERS = " .0123456789"
"""What browsers write before the items of a list."""
BOLD = re.compile(r"<(h[1-6]|strong|b)\b.*?</\1>", re.DOTALL)
"""What is set in bold letters, or in those of headings."""
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


def style_text(theme: Theme, words: Words, body: str, fonts: Path, artwork: str) -> str:
    """Return the whole style of a page.

    Args:
        theme: whose inks the page has.
        words: of the language, for its fonts.
        body: the markup of the page.
        fonts: the folder of the fonts.
        artwork: the paints of the symbols.
    """
    return inks_text(theme) + faces_text(words, body, fonts) + SHEET.read_text(encoding="utf-8") + artwork


def inks_text(theme: Theme) -> str:
    """The inks as custom properties, by day and by night; paper is always by day."""
    inks = page_inks(theme)
    day = "".join(f"--{name}:{light};" for name, (light, _) in inks.items())
    night = "".join(f"--{name}:{dark};" for name, (_, dark) in inks.items())
    return f":root{{{day}--card:{inks['raised'][0]};}}{NIGHT}{{:root{{{night}}}}}"


def faces_text(words: Words, body: str, fonts: Path) -> str:
    """Return the rules that bring the language's faces along, and those of letters that these lack."""
    everything, bold = written(body), written(" ".join(found[0] for found in BOLD.finditer(body)))
    choice, rules, brought = words.fonts, list[str](), set[tuple[str, Path]]()
    for name, style, weight, slant in FACES:
        family = choice.heading if name == "rules-heading" else choice.text
        own = font_file(fonts, family, style)
        if (name, own) in brought or (name == "rules-heading" and family == choice.text):
            continue
        brought.add((name, own))
        characters = bold if weight == 700 or name == "rules-heading" else everything
        foreign = {} if name == "rules-heading" else foreign_letters(words, characters, style, fonts)
        others = set().union(*foreign.values())
        rules.append(_rule(name, weight, slant, own, characters - others))
        rules += [
            _rule(name, weight, slant, fonts / f"{font}.ttf", set(found), f";unicode-range:{_ranges(found)}")
            for font, found in foreign.items()
        ]
    return "".join(rules)


def written(markup: str) -> set[str]:
    """Return the characters that a page writes."""
    return set(filter(str.isprintable, unescape(TAG.sub(" ", markup)))) | set(NUMBERS)


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
        _sort_in(found, letters, load_typeface(fonts, WORLD[0]), style)
    _sort_in(found, lacking, typeface, style)
    return found


def _sort_in(found: dict[str, str], characters: set[str], typeface: Typeface, style: Style) -> None:
    """Add characters to those that are found by font: all to one that has all, or each to the first that has it."""
    together = typeface.font_for("".join(sorted(characters)), style)
    for character in sorted(characters):
        if font := together or typeface.font_for(character, style):
            found[font.name] = found.get(font.name, "") + character


def _ranges(characters: str) -> str:
    return ",".join(f"U+{ord(character):X}" for character in characters)


def _rule(name: str, weight: int, slant: str, path: Path, characters: set[str], ranges: str = "") -> str:
    """Return the rule that brings a font along with these characters only."""
    font = b64encode(subset(path, "".join(sorted(characters)))).decode()
    looks = f"font-family:{name};font-weight:{weight};font-style:{slant};src:url(data:font/ttf;base64,{font})"
    return f"@font-face{{{looks}{ranges}}}"
