"""Booklets of a labyrinth as the tests print them: of a deck at hand, with figures that nobody has proved."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from asterion_press import __version__
from asterion_press.catalogue.spreads import LoadedSpreads
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import LoadedWords
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.catalogue.position_records import LoadedFigures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.figures import Positions
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.making import rules
from asterion_press.rulebook.text.document import Known, RulesText
from asterion_press.rulebook.typeset import booklet as typeset


def known_names(loaded: LoadedCatalogue, deck: Deck, figures: LoadedFigures, version: str = __version__) -> Known:
    """What a rules text of this deck may name."""
    game = LabyrinthGame(loaded, deck)
    return rules.known_names(game, Positions(game, figures), version)


def print_booklet(
    text: RulesText, loaded: LoadedCatalogue, deck: Deck, theme: Theme, words: LoadedWords, figures: LoadedFigures,
    fonts: Path, version: str = __version__, spreads: LoadedSpreads | None = None,
) -> bytes:  # fmt: skip
    """The booklet of one language."""
    game = LabyrinthGame(loaded, deck)
    subject = rules.subject_of(game, Positions(game, figures), theme, version)
    if spreads:
        subject = replace(subject, spreads=spreads)
    return typeset.print_booklet(text, subject, words, fonts, version)
