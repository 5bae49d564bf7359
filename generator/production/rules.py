"""The rules of a game in every language that was asked for: read once, held against English, printed on demand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import asdict

from generator.catalogue import shelf
from generator.catalogue.files import read_bytes
from generator.catalogue.loading import LoadedCatalogue
from generator.deck.composition import composition_of, compositions
from generator.deck.tiles import Deck
from generator.errors import InputError, Mistake, TypesettingError
from generator.production.keys import file_hash, fonts_key, key_of
from generator.production.order import REFERENCE_LANGUAGE, Order

if TYPE_CHECKING:
    from generator.catalogue.figures import LoadedFigures
    from generator.catalogue.words import LoadedWords
    from generator.press.booklet.document import RulesText
    from generator.production.studio import Studio

FIGURES_REMEDY = (
    "the figures of the rules do not fit this deck; change what they show and claim, "
    "or leave the rules out, in a folder that holds none: --only svg --only sheets --only check"
)


class RulesDesk(Struct):
    """Reads texts, words and figures when a booklet is to be made, and no earlier.

    Attributes:
        order: which game and languages.
        loaded, deck: what the numbers come from.
        studio: for the theme, and for the keys of the tiles that the figures show.
    """

    order: Order
    loaded: LoadedCatalogue
    deck: Deck
    studio: Studio
    _figures: LoadedFigures | None = None
    _texts: dict[str, tuple[RulesText, LoadedWords]] = field(default_factory=dict)

    def key(self, language: str) -> str:
        """The key of a booklet: its text, English as its model, and what of the deck it speaks of and shows."""
        files = (*self.order.rules_files(language), *self.order.rules_files(REFERENCE_LANGUAGE))
        figures = shelf.figures_file(self.order.game)
        hashes = [file_hash(file.path, file.name) for file in (*files, figures)]
        shown = set(re.findall(r"[\w-]+", read_bytes(figures.path, figures.name).decode("utf-8", "replace")))
        pictures = [self.studio.key(component) for component in self.studio.component_ids() if component in shown]
        facts = (self._deck_facts(), self._hash_if_printed(language))
        return key_of(self.studio.program, fonts_key(), hashes, pictures, facts, self.studio.theme_hash)

    def _deck_facts(self) -> tuple[object, ...]:
        """What placeholders may say of the deck, the hash of its file aside."""
        catalogue = self.deck.catalogue
        counts = {colour: asdict(composition) for colour, composition in compositions(self.deck).items()}
        head = (catalogue.game, catalogue.title, catalogue.edition, catalogue.tile_mm, len(catalogue.designs))
        return (
            *head,
            catalogue.colours,
            catalogue.counters,
            catalogue.credits,
            composition_of(self.deck.tiles),
            counts,
        )

    def _hash_if_printed(self, language: str) -> str:
        raw = [read_bytes(file.path, file.name) for file in self.order.rules_files(language)]
        return self.loaded.document.sha256 if any(b"{{catalogue.hash}}" in text for text in raw) else ""

    def booklet(self, language: str) -> bytes:
        """The booklet of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        from generator.press.booklet import print_booklet

        self._read_all()
        text, words = self._texts[language]
        figures = self._read_figures()
        return print_booklet(text, self.loaded, self.deck, self.studio.theme, words, figures, shelf.fonts_folder())

    def _read_figures(self) -> LoadedFigures:
        if self._figures is None:
            self._figures = proved_figures(self.order, self.deck)
        return self._figures

    def _read_all(self) -> None:
        """Read every language before the first is printed, so that all mistakes of all languages come at once."""
        mistakes: list[Mistake] = []
        for language in self.order.languages:
            try:
                self._read(language)
            except TypesettingError as error:
                mistakes.extend(error.mistakes)
        if mistakes:
            raise TypesettingError(mistakes)

    def _read(self, language: str) -> tuple[RulesText, LoadedWords]:
        if language not in self._texts:
            found = self._read_alone(language)
            if language != REFERENCE_LANGUAGE:
                self._compare(found, self._read(REFERENCE_LANGUAGE))
            self._texts[language] = found
        return self._texts[language]

    def _read_alone(self, language: str) -> tuple[RulesText, LoadedWords]:
        from generator.catalogue.words import load_words
        from generator.press.booklet import read_text

        text_file, words_file = self.order.rules_files(language)
        figures = self._read_figures()
        text = read_text(text_file.path, self.loaded, self.deck, figures, name=text_file.name)
        return text, load_words(words_file.path, language, words_file.name)

    def _compare(self, found: tuple[RulesText, LoadedWords], model: tuple[RulesText, LoadedWords]) -> None:
        from generator.catalogue.words import word_mistakes
        from generator.press.booklet import parity_mistakes

        mistakes: list[Mistake] = [*parity_mistakes(found[0], model[0]), *word_mistakes(found[1], model[1])]
        if mistakes:
            raise TypesettingError(mistakes)


def proved_figures(order: Order, deck: Deck) -> LoadedFigures:
    """The figures of the rules, all of them true of the deck.

    Raises:
        InputError: they are not.
    """
    from generator.catalogue.figures import load_figures
    from generator.play.figures import prove_figures
    from generator.press.booklet import check_figure_tiles

    file = shelf.figures_file(order.game)
    figures = load_figures(file.path, file.name)
    try:
        check_figure_tiles(figures, deck)
        prove_figures(figures, deck)
    except InputError as error:
        raise InputError(error.mistakes, FIGURES_REMEDY) from None
    return figures
