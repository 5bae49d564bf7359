"""The rules of a game in every language that was asked for: read once, held against English, printed on demand."""

from __future__ import annotations

import re

from msgspec import Struct, field

from generator import __version__
from generator.build.drawing_cache import DrawingCache
from generator.build.fingerprints import file_hash, fonts_key, key_of
from generator.build.request import BuildRequest, Part
from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.themes import Theme
from generator.catalogue.words import LoadedWords, word_mistakes, words_of
from generator.drawing.display_list import Drawing
from generator.errors import Mistake, TypesettingError
from generator.games.game import Claimed, Game, NoFigures
from generator.games.kinds import read_game
from generator.rulebook.html.page import Pictures, write_rules_page
from generator.rulebook.text.compare import compare_with_model
from generator.rulebook.text.document import Known, RulesText
from generator.rulebook.text.figures import Subject
from generator.rulebook.text.markdown import parse_rules, read_rules
from generator.rulebook.text.strings import check_quotes, localise_known
from generator.rulebook.typeset.booklet import print_booklet


class RulebookBuilder(Struct):
    """Reads texts, words and figures when a booklet or a page is to be made, and no earlier.

    Attributes:
        request: which game and languages.
        game: what the numbers come from.
        studio: for the theme, and for the keys of the pieces that the figures show.
        all_read: whether all languages are read before the first is printed, to tell all mistakes at once.
    """

    request: BuildRequest
    game: Game
    studio: DrawingCache
    all_read: bool = True
    _figures: Claimed | None = None
    _subject: Subject | None = None
    _pictures: Pictures | None = None
    _printed: dict[str, bytes] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)
    _texts: dict[str, tuple[RulesText, LoadedWords]] = field(default_factory=dict)

    def key(self, language: str) -> str:
        """Return the key of a booklet: its text, English as its model, and what it says and shows of the game."""
        if language not in self._keys:
            self._keys[language] = self._key(language)
        return self._keys[language]

    @property
    def _model(self) -> str:
        return library.model_language(self.request.game)

    def page_key(self, language: str) -> str:
        """Return the key of a page: all that its booklet is made from."""
        return key_of("page", self.key(language))

    def _key(self, language: str) -> str:
        files = (*self.request.rules_files(language), *self.request.rules_files(self._model))
        figures = self.request.figures_files()
        hashes = [file_hash(file.path, file.name) for file in (*files, *figures)]
        raw = b"\n".join(read_bytes(file.path, file.name) for file in (*figures, *self.request.rules_files(language)))
        shown = {*re.findall(r"[\w-]+", raw.decode("utf-8", "replace")), self.game.title_picture}
        pictures = [self.studio.key(component) for component in self.studio.component_ids() if component in shown]
        facts = (self.game.head, *self.game.facts(), self._hash_if_printed(language))
        return key_of(self.studio.program, fonts_key(), hashes, pictures, facts, self.studio.theme_hash)

    def _hash_if_printed(self, language: str) -> str:
        raw = [read_bytes(file.path, file.name) for file in self.request.rules_files(language)]
        return self.game.document.sha256 if any(b"{{catalogue.hash}}" in text for text in raw) else ""

    def booklet(self, language: str) -> bytes:
        """Return the booklet of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        if language in self._printed:
            return self._printed.pop(language)

        text, words, subject = self.read(language)
        printed = print_booklet(text, subject, words, library.fonts_folder())
        if Part.BOOKLET in self.request.parts:  # it is asked for once more, to be folded
            self._printed[language] = printed
        return printed

    def page(self, language: str) -> bytes:
        """Return the page of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        text, words, subject = self.read(language)
        if self._pictures is None:
            self._pictures = Pictures(subject, library.fonts_folder())
        return write_rules_page(text, words, self._pictures, self.studio.theme, library.fonts_folder()).encode()

    def read(self, language: str) -> tuple[RulesText, LoadedWords, Subject]:
        """Return the text and the words of one language, and what they are about.

        Raises:
            InputError: mistakes in texts, words or figures, of all languages that were asked for.
        """
        if self.all_read:
            self._read_all()
        if self._subject is None:  # one for all languages, so that what they show is drawn once
            self._subject = subject_of(self.game, self._read_figures(), self.studio.theme)
        return *self._read(language), self._subject

    def _read_figures(self) -> Claimed:
        if self._figures is None:
            self._figures = proved_figures(self.request, self.game)
        return self._figures

    def _read_all(self) -> None:
        """Read every language before the first is printed, so that all mistakes of all languages come at once."""
        mistakes: list[Mistake] = []
        for language in self.request.languages:
            try:
                self._read(language)
            except TypesettingError as error:
                mistakes.extend(error.mistakes)
        if mistakes:
            raise TypesettingError(mistakes)

    def _read(self, language: str) -> tuple[RulesText, LoadedWords]:
        if language not in self._texts:
            found = self._read_alone(language)
            if language != self._model:
                self._compare(found, self._read(self._model))
            self._texts[language] = found
        return self._texts[language]

    def _read_alone(self, language: str) -> tuple[RulesText, LoadedWords]:
        text_file = library.rules_file(language, self.request.game)
        words = words_of(language)
        known = localise_known(known_names(self.game, self._read_figures()), words)
        text = read_rules(text_file.path, known, text_file.name)
        if mistakes := list(check_quotes(text, words)):
            raise TypesettingError(mistakes)
        return text, words

    def _compare(self, found: tuple[RulesText, LoadedWords], model: tuple[RulesText, LoadedWords]) -> None:
        mistakes: list[Mistake] = [*compare_with_model(found[0], model[0]), *word_mistakes(found[1], model[1])]
        if mistakes:
            raise TypesettingError(mistakes)


def proved_figures(request: BuildRequest, game: Game) -> Claimed:
    """Return the figures of the rules, all of them proved by the game's own engine.

    Raises:
        InputError: they are not true of this game.
    """
    for file in request.figures_files():
        return game.figures(file)
    return NoFigures()


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


# -- a game as its booklet sees it -------------------------------------------------------------------------------------


def placeholders(game: Game, version: str = __version__) -> dict[str, str]:
    """Return what each placeholder of a rules text stands for, those of figures aside."""
    whose = game.head.credits
    table: dict[str, int | float | str] = {
        **game.numbers(),
        "credits.design": whose.design,
        "credits.publisher": whose.publisher,
        "catalogue.hash": game.short_hash,
        "version": version,
    }
    return {name: f"{value:g}" if isinstance(value, int | float) else value for name, value in table.items()}


def known_names(game: Game, claimed: Claimed, version: str = __version__) -> Known:
    """Return the names that a rules text of this game may use."""
    table = placeholders(game, version) | dict(claimed.claims)
    return Known(table, claimed.ids, game.symbol_names())


def subject_of(game: Game, claimed: Claimed, theme: Theme, version: str = __version__) -> Subject:
    """Return what a booklet of this game shows and prints of it."""
    drawn: dict[str, Drawing] = {}

    def drawing(name: str) -> Drawing:
        if name not in drawn:
            symbol = name.removeprefix("symbol:")
            drawn[name] = game.draw(name, theme) if symbol == name else game.draw_symbol(symbol, theme)
        return drawn[name]

    illustrations = claimed.illustrations(theme)
    places = {f"credits.{key}": game.place("credits", key) for key in ("design", "publisher")}
    table = placeholders(game, version)
    return Subject(game.head, table, illustrations, drawing, game.title_picture, places)
