"""The page's style: inks of the theme by day and by night, the language's own faces, and the style sheet.

A face is brought along as a subset of what the page writes, if that is small: some 15 KiB for Latin letters, 25 for
Cyrillic ones, and then the page looks as the booklet does, wherever it is opened. Faces of Chinese, Japanese and Korean
would be many times as large as all else; every telephone of those who read them has good ones of its own.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from generator.catalogue.themes import Theme
from generator.catalogue.words import FontChoice
from generator.gallery.faces import subset
from generator.gallery.inks import page_inks
from generator.press.fonts import Style, font_file

SHEET = Path(__file__).parent / "page" / "style.css"
MOST_BYTES = 40_000
"""The largest subset that a page brings along. Own choice."""
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


def style_text(theme: Theme, choice: FontChoice, text: str, fonts: Path, artwork: str) -> str:
    """The whole style of a page.

    Args:
        theme: whose inks the page has.
        choice: the fonts of the language.
        text: all that the page writes.
        fonts: the folder of the fonts.
        artwork: the paints of the symbols.
    """
    return inks_text(theme) + faces_text(choice, text, fonts) + SHEET.read_text(encoding="utf-8") + artwork


def inks_text(theme: Theme) -> str:
    """The inks as custom properties, by day and by night; paper is always by day."""
    inks = page_inks(theme)
    day = "".join(f"--{name}:{light};" for name, (light, _) in inks.items())
    night = "".join(f"--{name}:{dark};" for name, (_, dark) in inks.items())
    return f":root{{{day}--card:{inks['raised'][0]};}}{NIGHT}{{:root{{{night}}}}}"


def faces_text(choice: FontChoice, text: str, fonts: Path) -> str:
    """The rules that bring the language's faces along, those that are small."""
    characters = "".join(sorted(set(filter(str.isprintable, text)) | {" "}))
    return "".join(
        f"@font-face{{font-family:{family};font-weight:{weight};font-style:{slant};src:url({source})}}"
        for family, style, weight, slant in FACES
        if (source := _source(font_file(fonts, _family(choice, family), style), characters))
    )


def _family(choice: FontChoice, name: str) -> str:
    return choice.heading if name == "rules-heading" else choice.text


def _source(path: Path, characters: str) -> str:
    """A font with these characters only, as an address that holds it; nothing if it is large."""
    font = subset(path, characters)
    return f"data:font/ttf;base64,{b64encode(font).decode()}" if len(font) <= MOST_BYTES else ""
