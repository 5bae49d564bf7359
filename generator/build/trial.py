"""A rules text at hand read as a build reads it, before it lies where builds find it."""

from __future__ import annotations

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.words import LoadedWords, words_of
from generator.errors import Mistake, TypesettingError
from generator.games.booklet import known_names
from generator.games.game import Game, NoFigures
from generator.games.kinds import read_game
from generator.rulebook.text.compare import compare_with_model
from generator.rulebook.text.document import RulesText
from generator.rulebook.text.markdown import parse_rules
from generator.rulebook.text.typography import check_quotes, localise_known


class RulesTrial:
    """Reads texts of one game."""

    def __init__(self, game: str) -> None:
        """Read the game, its figures and its English text.

        Raises:
            InputError: mistakes in them.
        """
        self._game: Game = read_game(library.game_file(game))
        there = library.figures()
        self._figures = self._game.figures(there[game]) if game in there else NoFigures()
        english = library.rules_file(library.ENGLISH, game)
        text = read_bytes(english.path, english.name).decode("utf-8")
        self._english, _ = self._read(text, english.name, words_of(library.ENGLISH))

    def mistakes(self, text: str, name: str, words: LoadedWords) -> list[Mistake]:
        """Return what a build would say of a text, called `name`, in the language of some words."""
        try:
            found, mistakes = self._read(text, name, words)
        except TypesettingError as error:
            return list(error.mistakes)
        return mistakes or list(compare_with_model(found, self._english))

    def _read(self, text: str, name: str, words: LoadedWords) -> tuple[RulesText, list[Mistake]]:
        known = localise_known(known_names(self._game, self._figures), words)
        found = parse_rules(text, known, name)
        return found, list(check_quotes(found, words))
