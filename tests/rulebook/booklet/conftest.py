"""What the tests of the booklet share: a short rules text, a setter for each way of breaking lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.catalogue.words import LoadedWords, words_of
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.position_records import LoadedFigures, load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.figures import add_turns
from asterion_press.pdf.cjk_breaks import JAPANESE
from asterion_press.pdf.fonts import load_typeface
from asterion_press.rulebook.text.document import Known, RulesText, Source
from asterion_press.rulebook.text.strings import localise_known
from asterion_press.rulebook.typeset.hyphens import load_dictionary
from asterion_press.rulebook.typeset.shaper import Typesetter
from tests.support.labyrinth_booklets import known_names, print_booklet
from tests.support.texts import Printed, Reader, parse_rules, text_in

ROOT = Path(__file__).parents[3]
TEMPLATES = ROOT / "templates"
FONTS = TEMPLATES / "fonts"

TITLE = "# Asterion {#title}\n\n"


@pytest.fixture(scope="session")
def theme() -> Theme:
    return load_theme(TEMPLATES / "themes" / "knossos.yaml")


@pytest.fixture(scope="session")
def figures(deck: Deck) -> LoadedFigures:
    return add_turns(load_figures(ShelfFile("", TEMPLATES / "figures" / "asterion.yaml", "asterion.yaml")), deck)


@pytest.fixture(scope="session")
def known(
    loaded: LoadedCatalogue, deck: Deck, figures: LoadedFigures, words: Callable[[str], LoadedWords],
) -> Known:  # fmt: skip
    """What English texts may name."""
    return localise_known(known_names(loaded, deck, figures, "1.2.3"), words("en"))


@pytest.fixture(scope="session")
def words() -> Callable[[str], LoadedWords]:
    return words_of


@pytest.fixture(scope="session")
def read(known: Known) -> Reader:
    """Read a rules text that consists of a title and the given Markdown."""
    return lambda markdown: parse_rules(TITLE + markdown, known, "rules.md")


@pytest.fixture(scope="session")
def printed(
    loaded: LoadedCatalogue,
    deck: Deck,
    theme: Theme,
    figures: LoadedFigures,
    words: Callable[[str], LoadedWords],
    read: Reader,
) -> Printed:
    """Print a booklet of the given Markdown, or text, in a language."""

    def build(markdown: str | RulesText, tag: str = "en", own_words: LoadedWords | None = None, **more: Any) -> bytes:
        text, shown = read(markdown) if isinstance(markdown, str) else markdown, more.pop("figures", figures)
        return print_booklet(text, loaded, deck, theme, own_words or words(tag), shown, FONTS, "1.2.3", **more)

    return build


@pytest.fixture(scope="session")
def english(printed: Printed, known: Known) -> bytes:
    """The shipped English booklet."""
    text = (TEMPLATES / "locales" / "en" / "asterion.md").read_text(encoding="utf-8")
    return printed(parse_rules(text, known, "asterion.md"))


@pytest.fixture(scope="session")
def japanese(printed: Printed, loaded: LoadedCatalogue, deck: Deck, figures: LoadedFigures) -> bytes:
    """The shipped Japanese booklet."""
    known = localise_known(known_names(loaded, deck, figures, "1.2.3"), words_of("ja"))
    return printed(parse_rules(text_in("ja", "asterion"), known, "asterion.md"), "ja")


@pytest.fixture(scope="session")
def latin_setter() -> Typesetter:
    faces = {"text": load_typeface(FONTS, "Alegreya"), "heading": load_typeface(FONTS, "Cinzel", ("Alegreya",))}
    return Typesetter(Source("rules.md"), faces, lambda _: 1.0, load_dictionary("en_GB"))


@pytest.fixture(scope="session")
def cjk_setter() -> Typesetter:
    mincho = load_typeface(FONTS, "ShipporiMincho", ("NotoSerifJP",))
    return Typesetter(Source("rules.md"), {"text": mincho, "heading": mincho}, lambda _: 1.0, kinsoku=JAPANESE)
