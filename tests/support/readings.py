"""Pages of rules and how they are read: by an HTML parser that is none of ours, and as text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html
from lxml.etree import _Element

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.games.kinds import read_game
from asterion_press.making.drawing_cache import DrawingCache
from asterion_press.making.request import BuildRequest, Part
from asterion_press.making.rules import RulebookBuilder
from asterion_press.rulebook.translation.language import is_incomplete

GAMES = tuple(game for game in library.games() if library.languages(game))


def finished(game: str) -> list[str]:
    """The languages in which the rules of a game are, those that are being translated left out."""
    return [language for language in library.languages(game) if not is_incomplete(language, game)]


EVERY = [(game, language) for game in GAMES for language in finished(game)]
"""Every game with every language that has its rules."""
ONE_OF_EACH = [("asterion", language) for language in finished("asterion")] + [
    (game, "en") for game in GAMES if game != "asterion"
]
"""Every language once, and every game."""


def rulebook_of(game: str, *languages: str, theme: str = "knossos") -> RulebookBuilder:
    """The rules of a game in some languages, or in all."""
    file, inks = library.game_file(game), library.theme_file(theme)
    request = BuildRequest(file, inks, (), languages or tuple(finished(game)), frozenset({Part.WEB}))
    found = read_game(file)
    return RulebookBuilder(request, found, DrawingCache(found, load_theme(inks.path), "", "", keep_ink=False))


PAINTED = re.compile(r"<(?:path|use)\b[^>]*/>|<use\b[^>]*></use>")


THOROUGH = bool(os.environ.get("THOROUGH"))
ALL = EVERY if THOROUGH else ONE_OF_EACH


class Pages:
    """Pages of all games, each written once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rulebooks: dict[str, RulebookBuilder] = {}

    def rulebook(self, game: str) -> RulebookBuilder:
        """The rules of a game in all languages."""
        if game not in self._rulebooks:
            self._rulebooks[game] = rulebook_of(game)
        return self._rulebooks[game]

    def file(self, game: str, language: str) -> Path:
        """The file of a page."""
        path = self._folder / f"{game}-{language}.html"
        if not path.exists():
            path.write_bytes(self.rulebook(game).page(language))
        return path

    def without_pictures(self, game: str, language: str) -> Path:
        """The file of a page whose pictures are as large as ever, and blank: a browser shows it in no time."""
        path = self._folder / f"{game}-{language}-blank.html"
        if not path.exists():
            html = self.file(game, language).read_text(encoding="utf-8")
            path.write_text(PAINTED.sub("", html), encoding="utf-8")
        return path

    def read(self, game: str, language: str) -> _Element:
        """A page as its parser sees it."""
        parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
        root: _Element = lxml.html.document_fromstring(self.file(game, language).read_bytes(), parser)
        return root


def text_of(element: _Element) -> str:
    """Text without spaces; of pictures, what is read aloud."""
    return "".join("".join(_output(element)).split())


def _output(element: _Element) -> Iterator[str]:
    if element.get("role") == "img":
        yield element.get("aria-label", "")
    elif element.tag != "style":
        yield element.text or ""
        for kid in element:
            yield from _output(kid)
    yield element.tail or ""
