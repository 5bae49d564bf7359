"""The page's letters: subsets of the game's own fonts, embedded, so that the page needs no network and looks the same.

Titles have Cinzel, text Alegreya, as in the booklets. A subset holds the characters that the page uses and the ordinary
ones that its programs may write; what somebody types beyond that is shown in a serif of the system.

Both fonts are under the SIL Open Font License 1.1, which allows embedding in documents.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz

from generator.catalogue import library

ORDINARY = "".join(map(chr, range(32, 127))) + "–−×…·’“”→"
"""Characters that a page always has: printable ASCII, and what the page's programs write."""
TITLES = "".join(map(chr, range(65, 91))) + "0123456789 .,:;-&'’"
FACES = (
    ("Alegreya", 400, "Alegreya-Regular", False),
    ("Alegreya", 700, "Alegreya-Bold", False),
    ("Cinzel", 700, "Cinzel-Bold", True),
)
"""Family, weight, file, and whether only capitals are wanted: Cinzel has no small letters, titles are written large."""


def faces_css(text: str, title: str) -> str:
    """The rules that bring the fonts along.

    Args:
        text: all text of the page.
        title: all text that is set in the font of titles.
    """
    fonts = library.fonts_folder()
    words, titles = _sorted(ORDINARY + text), _sorted(TITLES + title.upper())
    return "".join(
        _rule(family, weight, subset(fonts / f"{file}.ttf", titles if for_titles else words))
        for family, weight, file, for_titles in FACES
    )


def _sorted(text: str) -> str:
    return "".join(sorted(filter(str.isprintable, set(text))))


@cache
def _face(path: Path) -> uharfbuzz.Face:
    return uharfbuzz.Face(uharfbuzz.Blob(path.read_bytes()))


@lru_cache(maxsize=16)
def subset(path: Path, characters: str) -> bytes:
    """A font with these characters only, kerning kept."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    return bytes(uharfbuzz.subset(_face(path), wanted).blob.data)


def _rule(family: str, weight: int, font: bytes) -> str:
    source = f"url(data:font/ttf;base64,{b64encode(font).decode()})"
    return f"@font-face{{font-family:{family};font-weight:{weight};font-display:swap;src:{source}}}"
