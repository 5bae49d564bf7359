"""Booklets of a labyrinth as the tests print them: of a deck at hand, with figures that nobody has proved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator import __version__
from generator.catalogue.spreads import LoadedSpreads
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.catalogue.position_records import LoadedFigures
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.figures import Positions
from generator.games.labyrinth.game import LabyrinthGame
from generator.making import rules
from generator.rulebook.text.document import Known, RulesText
from generator.rulebook.typeset import booklet as typeset


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
