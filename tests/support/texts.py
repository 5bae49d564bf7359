"""The shipped rules as they are printed: English, and what each catalogue makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from asterion_press.catalogue import library
from asterion_press.errors import TypesettingError
from asterion_press.rulebook.text.document import Known, RulesText, contents_of, plain_text
from asterion_press.rulebook.text.markdown import read_rules
from asterion_press.rulebook.translation.composed import compose_text
from asterion_press.rulebook.typeset.line_breaks import Glyphs, Line
from asterion_press.rulebook.typeset.shaper import Typesetter

Reader: TypeAlias = Callable[[str], RulesText]
Printed: TypeAlias = Callable[..., bytes]
SetterOf: TypeAlias = Callable[[str], Typesetter]
"""What fixtures of rules texts do: read Markdown, print a booklet, return the typesetter of a language."""


@cache
def text_in(language: str, game: str) -> str:
    """Return the text of a game in a language."""
    return compose_text(language, game).text


def texts_in(language: str) -> list[str]:
    """Return the texts of all games that are there in a language."""
    return [text_in(language, game) for game in library.games() if language in library.languages(game)]


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield language, game and text of all that are shipped."""
    for game in library.games():
        for language in library.languages(game):
            yield language, game, text_in(language, game)


def parse_rules(text: str, known: Known, name: str) -> RulesText:
    """Read a rules text, and raise every mistake in it."""
    found, mistakes = read_rules(text, known, name)
    if mistakes:
        raise TypesettingError(mistakes)
    return found


def words_in(text: RulesText) -> list[str]:
    """Return the words of each paragraph, item, cell or heading of a text below its title."""
    return [plain_text(content) for block in text.blocks for content in contents_of(block)]


def text_of_line(line: Line) -> str:
    """Return the text of a line that is set."""
    return "".join(piece.text for _, piece in line.pieces if isinstance(piece, Glyphs))
