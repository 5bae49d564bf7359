"""The rules of a game in every language that was asked for: read once, held against English, printed on demand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from msgspec import Struct, field

from generator import __version__
from generator.catalogue import library
from generator.catalogue.equipment import Paper
from generator.catalogue.spreads import LoadedSpreads, load_spreads
from generator.catalogue.themes import Theme
from generator.catalogue.words import (
    FRAME_WORDS,
    LoadedWords,
    QuizText,
    with_marks,
    with_missing_words,
    word_mistakes,
    words_of,
)
from generator.drawing.display_list import Drawing
from generator.errors import InputError, Mistake, TypesettingError
from generator.games.claims import Claimed, NoFigures
from generator.games.game import Game
from generator.games.report import Finding, Level
from generator.making.drawing_cache import DrawingCache
from generator.making.fingerprints import file_hash, fonts_key, key_of, reader_versions
from generator.making.request import BuildRequest, Part
from generator.pdf.forms import FormCache
from generator.pdf.pictures import Picture, load_picture
from generator.rulebook.html.page import Pictures, write_rules_page
from generator.rulebook.text.document import Known, PictureBlock, RulesText, Standing
from generator.rulebook.text.figures import MOST_HEIGHT, PlayerCard, QuizQuestion, Subject
from generator.rulebook.text.markdown import draft_rules
from generator.rulebook.text.strings import localise_known
from generator.rulebook.text.typography import quote_mistakes
from generator.rulebook.translation.composed import ComposedText, compose_text
from generator.rulebook.translation.language import load_text, revision_of
from generator.rulebook.typeset.booklet import letter_mistakes, print_booklet
from generator.rulebook.typeset.cards import CardPrinter, coarse_form
from generator.rulebook.typeset.styles import MEASURE


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
    _cards: tuple[PlayerCard, ...] | None = None
    _card_forms: FormCache = field(default_factory=lambda: FormCache(coarse_form))
    _printed: dict[str, bytes] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)
    _of_all: str = ""
    _reader: RulesReader | None = None
    _pictured: bool | None = None

    def key(self, language: str) -> str:
        """Return the key of a booklet: its text, English as its model, and what it says and shows of the game."""
        if language not in self._keys:
            self._keys[language] = self._key(language)
        return self._keys[language]

    @property
    def _model(self) -> str:
        return library.model_language(self.request.game)

    def page_key(self, language: str) -> str:
        """Return the key of a page, which is made from what its booklet is made from."""
        return key_of("page", self.key(language))

    def _key(self, language: str) -> str:
        self._of_all = self._of_all or self._key_of_all()
        own = [file_hash(file.path, file.name, file.limit) for file in self.request.rules_files(language)]
        return key_of(own, self._of_all)

    def _key_of_all(self) -> str:
        """Return the key of what the text of every language is made with: the source, figures, and what they show."""
        texts, figures = self.request.rules_files(self._model), self.request.figures_files()
        others = (*figures, *self.request.spreads_files(), *self.request.picture_files())
        hashes = [file_hash(file.path, file.name, file.limit) for file in (*texts, *others)]
        hashes += reader_versions(others)
        source, raw = (b"\n".join(file.read() for file in files) for files in (texts, (*figures, *texts)))
        shown = {*re.findall(r"[\w-]+", raw.decode("utf-8", "replace")), self.game.frontispiece}
        pictures = [self.studio.key(component) for component in self.studio.component_ids() if component in shown]
        printed_hash = self.game.document.sha256 if b"{{catalogue.hash}}" in source else ""
        facts = (self.game.head, *self.game.facts(), printed_hash)
        return key_of(self.studio.program, fonts_key(), hashes, pictures, facts, self.studio.theme_hash)

    def booklet(self, language: str) -> bytes:
        """Return the booklet of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        if language in self._printed:
            return self._printed.pop(language)

        text, words, subject = self.read(language)
        with self._own_lines(language):
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
        if self._pictures is None:  # only pages ask
            own = any(file.path.parent == library.project() for file in self.request.figures_files()[:1])
            asking = replace(subject, quiz=quiz_of(self.figures(), self.studio.theme, own=own))
            self._pictures = Pictures(asking, library.fonts_folder())
        with self._own_lines(language):
            return write_rules_page(text, words, self._pictures, self.studio.theme, library.fonts_folder()).encode()

    @property
    def has_card_figures(self) -> bool:
        """Return whether there are figures that player cards are made of.

        Raises:
            InputError: mistakes in the file of the figures.
        """
        if self._pictured is None:
            self._pictured = any(map(self.game.has_card_figures, self.request.figures_files()[:1]))
        return self._pictured

    def has_player_cards(self) -> bool:
        """Return whether there are player cards: in pictures, or with the summary of a text that has one.

        Raises:
            InputError: mistakes in the files of the figures or of the composed pages.
        """
        if self.has_card_figures:
            return True
        spreads = spreads_of(self.game)
        if spreads is None or spreads.spreads.card is None:
            return False
        text = load_text(library.rules_file(self._model, self.request.game)).text
        return revision_of(text) == spreads.spreads.revision

    def player_cards(self, language: str, paper: Paper) -> bytes:
        """Return the player cards of one language.

        Raises:
            InputError: mistakes in texts, words or figures, or a heading that is too long for a card.
        """
        text, words, subject = self.read(language)
        printer = CardPrinter(text, subject, words, library.fonts_folder(), self._card_forms)
        with self._own_lines(language):
            if not self.has_card_figures:
                return printer.summary(paper)
            if self._cards is None:  # the same in all languages
                self._cards = self.figures().player_cards(self.studio.theme)
            return printer.pictured(self._cards, paper)

    @contextmanager
    def _own_lines(self, language: str) -> Iterator[None]:
        """Raise mistakes of a text at the lines of its file, whatever was added to it from English."""
        try:
            yield
        except TypesettingError as error:
            if self._reader is None:
                raise
            raise TypesettingError(self._reader.moved(language, error.mistakes)) from None

    def read(self, language: str) -> tuple[RulesText, LoadedWords, Subject]:
        """Return the text and the words of one language, and what they are about.

        Raises:
            InputError: mistakes in texts, words or figures, of all languages that were asked for.
        """
        text, words = self._read(language)
        if self._subject is None:  # one for all languages, so that what they show is drawn once
            own = self._reader.pictures if self._reader else {}
            self._subject = subject_of(self.game, self.figures(), self.studio.theme, pictures=own)
        return text, words, self._subject

    def figures(self) -> Claimed:
        """Return the figures of the rules, all of them proved by the game's own engine.

        Raises:
            InputError: they are not true of this game.
        """
        if self._figures is None:
            files = self.request.figures_files()
            self._figures = self.game.figures(files[0]) if files else NoFigures()
        return self._figures

    def _read(self, language: str) -> tuple[RulesText, LoadedWords]:
        """Return the text and the words of one language.

        Raises:
            TypesettingError: every mistake of all languages that are read, letters that no font has among them.
        """
        if self._reader is None:
            self._reader = RulesReader(self.game, self.figures())
        if mistakes := self._reader.mistakes(self.request.languages if self.all_read else (language,)):
            raise TypesettingError(mistakes)
        return self._reader.read(language)[:2]


class RulesReading(NamedTuple):
    """A rules text as far as it could be read, the words of its language, and the mistakes in both."""

    text: RulesText
    words: LoadedWords
    mistakes: tuple[Mistake, ...]


class RulesReader:
    """A reader of the rules texts of one game, which finds all mistakes of a text at once.

    Attributes:
        game: what the numbers come from.
        claimed: the figures of the rules.
        pictures: of the project that the texts show, by their files.
    """

    def __init__(self, game: Game, claimed: Claimed) -> None:
        self.game, self.claimed = game, claimed
        self._model = library.model_language(game.head.game)
        self._found: dict[str, RulesReading] = {}
        self._composed: dict[str, ComposedText] = {}
        self.pictures: dict[str, Picture] = {}

    def read(self, language: str) -> RulesReading:
        """Return the text of one language.

        Raises:
            InputError: its file cannot be read, or mistakes in its words.
            TypesettingError: it has marks of an unfinished merge.
        """
        if language not in self._found:
            composed, words = compose_text(language, self.game.head.game), words_of(language)
            spoken, words, wrong = words.words.words, with_marks(words), list[Mistake]()
            if language != self._model:
                model = self.read(self._model)
                wrong += () if model.mistakes else composed.mistakes  # of which many would follow from those
                words = with_missing_words(words, model.words)
                wrong += word_mistakes(words, model.words)
            self._composed[language] = composed
            found = self.read_text(composed.text, composed.name, words, composed.english.ids)
            marked = sum(words.words.words.get(key) != spoken.get(key) for key in FRAME_WORDS)
            tags = "] [".join(sorted(composed.tags | ({library.ENGLISH} if marked else set())))
            text = replace(found.text, standing=Standing(composed.outdated, composed.missing, tags, marked))
            self._found[language] = RulesReading(text, words, (*composed.move(found.mistakes), *wrong))
        return self._found[language]

    def read_text(self, raw: str, name: str, words: LoadedWords, model_ids: Sequence[str] = ()) -> RulesReading:
        """Return a text, called `name` in messages, with the ids that its headings have in the text it translates.

        Raises:
            TypesettingError: it has marks of an unfinished merge.
        """
        known = localise_known(known_names(self.game, self.claimed), words)
        text, mistakes = draft_rules(raw, known, name, model_ids)
        mistakes += quote_mistakes(text, words)
        mistakes += self._load_pictures(text)
        mistakes += self.claimed.text_mistakes(text, words)
        return RulesReading(text, words, tuple(mistakes))

    def moved(self, language: str, mistakes: Iterable[Mistake]) -> list[Mistake]:
        """Return mistakes of a text that was read at the lines of the files that it was composed from."""
        return self._composed[language].move(mistakes)

    def _load_pictures(self, text: RulesText) -> list[Mistake]:
        """Load the pictures that a text shows; return the mistakes in them.

        Raises:
            MissingExtraError: one is an SVG file, and the renderer is not installed.
        """
        mistakes: list[Mistake] = []
        there = library.pictures()
        for block in text.blocks:
            if isinstance(block, PictureBlock) and block.file in there and block.file not in self.pictures:
                try:
                    self.pictures[block.file] = load_picture(library.inside(there[block.file]), MEASURE, MOST_HEIGHT)
                except InputError as error:
                    mistakes += error.mistakes
        return mistakes

    def mistakes(self, languages: Iterable[str], *, letters: bool = False) -> list[Mistake]:
        """Return every mistake in the texts of some languages, and in the model if it is compared with.

        Args:
            languages: of the texts.
            letters: whether letters that no font has are looked for in sound texts, too. Whoever prints a text finds
                them as well; they are looked for anyway if some text has mistakes.
        """
        found: dict[str, list[Mistake]] = {}
        read: list[RulesReading] = []
        others = set(languages) - {self._model}
        for language in dict.fromkeys((*([self._model] if others else ()), *languages)):
            try:
                read.append(self.read(language))
                found[language] = list(read[-1].mistakes)
            except InputError as error:
                found[language] = list(error.mistakes)
        if letters or any(found.values()):
            table = placeholders(self.game)
            for text, words, _ in read:
                wrong = letter_mistakes(text, words, table, library.fonts_folder())
                found[words.tag] += self.moved(words.tag, wrong)
        told = found.pop(self._model, [])
        known = {(one.place.file, one.message) for one in told}  # which passages that are English still have, too
        return [*told, *(one for some in found.values() for one in some if (one.place.file, one.message) not in known)]


def rules_findings(game: Game) -> list[Finding]:
    """Return the mistakes in the rules texts of the project at hand as findings; none if they do not fit the deck."""
    name = game.head.game
    if game.variant or game.misfits():
        return []
    try:
        reader = reader_of(game)
    except InputError as error:  # a build says so and makes the rest
        told = "{}; no booklets are made"
        return [Finding("figure", Level.WARNING, told.format(one.message), one.place) for one in error.mistakes]
    mistakes = reader.mistakes(library.own_rules(name), letters=True)
    return [Finding("rules-text", Level.ERROR, mistake.message, mistake.place) for mistake in sorted(set(mistakes))]


def reader_of(game: Game) -> RulesReader:
    """Return a reader of the rules of a game.

    Raises:
        InputError: the figures of the rules are not true of this game.
    """
    there = library.figures()
    name = game.head.game
    return RulesReader(game, game.figures(there[name]) if name in there else NoFigures())


# -- a game as its booklet sees it -------------------------------------------------------------------------------------


def placeholders(game: Game, version: str = __version__) -> dict[str, str]:
    """Return what each placeholder of a rules text stands for, those of figures aside."""
    whose = game.head.credits
    table: dict[str, int | float | str] = {
        **game.numbers(),
        "credits.design": whose.design,
        "credits.publisher": whose.publisher,
        "catalogue.hash": game.short_hash,
        "version": game.head.version or version,
    }
    return {name: f"{value:g}" if isinstance(value, int | float) else value for name, value in table.items()}


def known_names(game: Game, claimed: Claimed, version: str = __version__) -> Known:
    """Return the names that a rules text of this game may use."""
    table = placeholders(game, version) | dict(claimed.claims)
    own = tuple(library.pictures()) if library.own_rules(game.head.game) else ()
    return Known(table, claimed.ids, game.symbol_names(), pictures=own)


def spreads_of(game: Game) -> LoadedSpreads | None:
    """Return the composed pages of a game's rules; None if there are none.

    Raises:
        InputError: mistakes in their file.
    """
    file = library.spreads().get(game.head.game)
    return load_spreads(file.path, file.name, game.symbol_names()) if file else None


def subject_of(
    game: Game,
    claimed: Claimed,
    theme: Theme,
    version: str = __version__,
    pictures: Mapping[str, Picture] | None = None,
) -> Subject:
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
    cover = None if game.head.frontispiece else claimed.cover(theme)  # a catalogue that names a piece gets that
    return Subject(
        game.head, table, illustrations, drawing, game.frontispiece, places, pictures or {}, cover, game.frame,
        spreads=spreads_of(game),
    )  # fmt: skip


def quiz_of(claimed: Claimed, theme: Theme, *, own: bool) -> tuple[QuizQuestion, ...]:
    """Return the questions that the figures of a game ask; none if those of shipped figures are not true of this deck.

    Args:
        claimed: the figures.
        theme: of the pictures.
        own: whether the figures are a project's own.

    Raises:
        InputError: mistakes in the questions of a project.
    """
    try:
        asked = claimed.questions(theme)
    except InputError:
        if own:
            raise
        return ()
    return tuple(
        QuizQuestion(name, ask.rule, QuizText(ask.text, ask.told), ask.answer, figure)
        for name, (ask, figure) in asked.items()
    )
