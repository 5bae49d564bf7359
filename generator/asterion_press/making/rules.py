"""The rules of a game in every language that was asked for: read once, held against English, printed on demand.

A passage that is not translated is printed in English, and told. English stands here for the source language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import NamedTuple

from msgspec.structs import replace

from asterion_press import __version__
from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.catalogue.files import PICTURES
from asterion_press.catalogue.library import WORDS
from asterion_press.catalogue.spreads import LoadedSpreads, load_spreads
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import (
    FRAME_WORDS,
    LoadedWords,
    QuizText,
    with_marks,
    with_missing_words,
    word_mistakes,
    words_of,
)
from asterion_press.drawing.display_list import Drawing
from asterion_press.drawing.emblems import MOTIF, chapter_sign, chapter_signs
from asterion_press.errors import InputError, Mistake, Place, TypesettingError, enumerated, gathered, refuse
from asterion_press.games.game import Claimed, Game
from asterion_press.games.report import Finding, Level
from asterion_press.layout.saddle_stitch import parse_fold
from asterion_press.making.drawing_cache import DrawingCache
from asterion_press.making.fingerprints import fonts_key, hashes_of, key_of, reader_versions
from asterion_press.making.request import BuildRequest, Part
from asterion_press.making.sheet_laying import placed_at
from asterion_press.pdf.pictures import Picture, load_picture
from asterion_press.rulebook.html.page import Pictures, write_rules_page
from asterion_press.rulebook.text.document import Known, PictureBlock, RulesText, Standing
from asterion_press.rulebook.text.figures import MOST_HEIGHT, PlayerCard, QuizQuestion, Subject
from asterion_press.rulebook.text.markdown import read_rules
from asterion_press.rulebook.text.strings import localise_known
from asterion_press.rulebook.text.typography import quote_mistakes
from asterion_press.rulebook.translation.bound_words import english_mistakes, translated_mistakes
from asterion_press.rulebook.translation.composed import ComposedText, Gap, compose_text, list_gaps
from asterion_press.rulebook.translation.language import (
    Passage,
    Text,
    load_language,
    load_source,
    load_text,
    pair_passages,
    revision_of,
    shown_passage,
)
from asterion_press.rulebook.translation.omissions import find_omissions, with_empty_headings, without_passages
from asterion_press.rulebook.translation.update import forbidden_words, load_glossary
from asterion_press.rulebook.typeset.booklet import letter_mistakes, print_booklet
from asterion_press.rulebook.typeset.cards import COLUMNS, SECTIONS, CardPrinter
from asterion_press.rulebook.typeset.composed_pages import spread_mistakes
from asterion_press.rulebook.typeset.styles import MEASURE

LEFT_OUT = "figure-left-out"
"""The code of the finding about a figure that does not hold for a deck."""
TURN = re.compile(r"-[0-9]+$")
"""The end of the id of a figure that is made of a turn of a game."""


class RulebookBuilder:
    """Reads texts, words and figures when a booklet or a page is to be made, and no earlier.

    Attributes:
        request: which game and languages.
        game: what the numbers come from.
        drawings: for the theme, and for the keys of the pieces that the figures show.
    """

    def __init__(self, request: BuildRequest, game: Game, drawings: DrawingCache, *, all_read: bool = True) -> None:
        """Read nothing yet; `all_read` as in :func:`~asterion_press.making.project.load_project`."""
        self.request, self.game, self.drawings = request, game, drawings
        self._all_read = all_read
        self._printed: dict[str, bytes] = {}
        self._keys: dict[str, str] = {}

    def key(self, language: str) -> str:
        """Return the key of a booklet: its text, English as its model, and what it says and shows of the game."""
        if language not in self._keys:
            own = hashes_of(self.request.text_files(language))
            self._keys[language] = key_of(own, self._shared_key)
        return self._keys[language]

    def key_on(self, part: Part, language: str, *more: object) -> str:
        """Return the key of what a part makes of a text, perhaps on a paper of its own."""
        return key_of(part, self.key(language), hashes_of(self.request.read_files(part)), more)

    @cached_property
    def _shared_key(self) -> str:
        """The key of what the text of every language is made with: the source, figures, and what they show."""
        files = self.request.shared_files()
        hashes = hashes_of(files)
        texts = b"\n".join(file.read() for file in files if file.path.suffix.lower() not in PICTURES)
        shown = {*re.findall(r"[\w-]+", texts.decode("utf-8", "replace")), self.game.frontispiece}
        pictures = [
            self.drawings.key(component) for component in self.drawings.game.component_ids() if component in shown
        ]
        printed_hash = self.game.document.sha256 if b"{{catalogue.hash}}" in texts else ""
        facts = (self.game.head, *self.game.facts(), printed_hash)
        versions = reader_versions(files)
        return key_of(self.drawings.program, fonts_key(), hashes, versions, pictures, facts, self.drawings.theme_hash)

    def booklet(self, language: str) -> bytes:
        """Return the booklet of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        if language in self._printed:
            return self._printed.pop(language)
        with self._reading(language) as (text, words, subject):
            printed = print_booklet(text, subject, words, library.fonts_folder())
        if Part.BOOKLET in self.request.parts:  # it is asked for once more, to be folded
            self._printed[language] = printed
        return printed

    def folded(self, language: str) -> bytes:
        """Return the booklet of one language on sheets to fold.

        Raises:
            InputError: mistakes in texts, words or figures, or a paper that is too small.
        """
        fold = parse_fold(self.request.fold)
        file = library.paper_file(fold.paper)
        with placed_at(file):
            # with pikepdf, which other texts do without
            from asterion_press.pdf.saddle_stitch import print_folded_booklet

            return print_folded_booklet(self.booklet(language), load_paper(file), fold)

    def page(self, language: str) -> bytes:
        """Return the page of one language.

        Raises:
            InputError: mistakes in texts, words or figures, of this language and of English.
        """
        with self._reading(language) as (text, words, _):
            return write_rules_page(text, words, self._pictures, self.drawings.theme, library.fonts_folder()).encode()

    @cached_property
    def _pictures(self) -> Pictures:
        headings = self._reader.read(self._reader.model).text.headings
        asked = tuple(one for one in quiz_of(self.figures, self.drawings.theme) if one.rule in headings)
        unasked = self.figures.figures.keys() - {one.name for one in asked}
        asking = replace(self._subject, quiz=asked, unasked=unasked)
        return Pictures(asking, library.fonts_folder())

    @cached_property
    def has_card_figures(self) -> bool:
        """Whether there are figures that player cards are made of.

        Raises:
            InputError: mistakes in the file of the figures.
        """
        file = library.figures().get(self.request.game)
        return file is not None and self.game.has_card_figures(file)

    def count_player_cards(self) -> int:
        """Return how many player cards there are: in pictures, or with the summary of a text that has one.

        Raises:
            InputError: mistakes in the files of the figures or of the composed pages.
        """
        if self.has_card_figures:
            return int(self.game.numbers()["deck.colours"])
        spreads = spreads_of(self.game)
        if spreads is None or spreads.spreads.card is None:
            return 0
        fit = revision_of(self._model_text.text) == spreads.spreads.revision
        return fit * COLUMNS * spreads.spreads.card.rows

    @cached_property
    def _model_text(self) -> Text:
        return load_text(library.rules_file(library.model_language(self.request.game), self.request.game))

    def player_cards(self, language: str) -> bytes:
        """Return the player cards of one language, on the paper of the box.

        Raises:
            InputError: mistakes in texts, words or figures, or a heading that is too long for a card.
        """
        paper = load_paper(library.paper_file(self.request.box[0]))
        with self._reading(language) as (text, words, subject):
            printer = CardPrinter(text, subject, words, library.fonts_folder())
            return printer.pictured(self._cards, paper) if self.has_card_figures else printer.summary(paper)

    @cached_property
    def _cards(self) -> tuple[PlayerCard, ...]:  # the same in all languages
        return self.figures.player_cards(self.drawings.theme)

    def has_setup_card(self) -> bool:
        """Return whether a box has a setup card: the rules have its parts, and no player cards show them."""
        return not self.has_card_figures and not set(SECTIONS).isdisjoint(self._model_text.ids)

    def setup_card(self, language: str, paper: Paper, size: tuple[float, float]) -> bytes:
        """Return the setup card of one language, so large that it fits the box.

        Raises:
            LayoutError: it does not fit the paper.
        """
        with self._reading(language) as (text, words, subject):
            return CardPrinter(text, subject, words, library.fonts_folder()).setup(paper, size)

    def read(self, language: str) -> tuple[RulesText, LoadedWords, Subject]:
        """Return the text and the words of one language, and what they are about.

        Raises:
            InputError: mistakes in texts, words or figures, of all languages that were asked for.
        """
        if mistakes := self._reader.mistakes(self.request.languages if self._all_read else (language,)):
            raise TypesettingError(mistakes)
        text, words, _ = self._reader.read(language)
        return text, words, self._subject

    @contextmanager
    def _reading(self, language: str) -> Iterator[tuple[RulesText, LoadedWords, Subject]]:
        """Read a language, and raise mistakes at the lines of its file, whatever was added to it from English."""
        found = self.read(language)
        try:
            yield found
        except TypesettingError as error:
            raise TypesettingError(self._reader.moved(language, error.mistakes)) from None

    @cached_property
    def _reader(self) -> RulesReader:
        return RulesReader(self.game, self.figures)

    def omissions(self) -> list[Finding]:
        """Return what of the shipped rules is left out; see :meth:`RulesReader.omissions`."""
        return self._reader.omissions()

    @cached_property
    def _subject(self) -> Subject:  # one for all languages, so that what they show is drawn once
        subject = subject_of(self.game, self.figures, self.drawings.theme, pictures=self._reader.pictures)
        model = self._reader.read(self._reader.model).text
        fits = not self._reader.omitted or not subject.spreads or not spread_mistakes(subject.spreads, model)
        return subject if fits else replace(subject, spreads=None)

    @cached_property
    def figures(self) -> Claimed:
        """The figures of the rules, all of them proved by the game's own engine.

        Raises:
            InputError: they are not true of this game.
        """
        return figures_of(self.game)


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
        model: the language that the others are translated from.
    """

    def __init__(self, game: Game, claimed: Claimed) -> None:
        self.game, self.claimed = game, claimed
        self.model = library.model_language(game.head.game)
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
            if language != self.model:
                model = self.read(self.model)
                wrong += () if model.mistakes else composed.mistakes  # of which many would follow from those
                words = with_missing_words(words, model.words)
                wrong += word_mistakes(words, model.words)
                if self.game.head.game in load_glossary(library.ENGLISH).typed:
                    wrong += translated_mistakes(composed, model.words, words)
            self._composed[language] = composed
            found = self.read_text(composed.text, composed.name, words, composed.english.ids, self.omitted)
            if language == self.model and not found.mistakes:
                wrong += composed.move(self.typed_mistakes(found.text, words))
            marked = sum(words.words.words.get(key) != spoken.get(key) for key in FRAME_WORDS)
            tags = "] [".join(sorted(composed.tags | ({library.ENGLISH} if marked else set())))
            text = replace(found.text, standing=Standing(composed.outdated, composed.missing, tags, marked))
            self._found[language] = RulesReading(text, words, (*composed.move(found.mistakes), *wrong))
        return self._found[language]

    @cached_property
    def omitted(self) -> Mapping[str, Passage]:
        """The passages that do not hold for this deck, by their keys."""
        claimed, words, game = self.claimed, with_marks(words_of(self.model)), self.game.head.game
        english, lacking = compose_text(self.model, game).english, "|".join(map(re.escape, self._lacking))
        lacks = re.compile(rf"(?<!\w)(?:{lacking or '$.'})", re.IGNORECASE)
        lists = re.compile("|".join(map(re.escape, claimed.lists)) or "$.")
        gone = find_omissions(
            english.passages,
            lambda name: not claimed.left_out.keys().isdisjoint({name, TURN.sub("", name)}),
            lambda text: bool(lacks.search(lists.sub("", text))) or claimed.is_foreign(text, words),
            lambda text: claimed.tells(text, words),
        )
        while gone and not library.own_rules(game):  # what is wrong with the others follows from the deck, too
            found = self.read_text(english.text, english.file, words, gone=gone).mistakes
            lines = {mistake.place.line for mistake in found}
            wrong = {one.key for one in english.passages if not lines.isdisjoint(range(one.first, one.last + 1))}
            if wrong <= gone:
                break
            gone = with_empty_headings(english.passages, gone | wrong)
        return {one.key: one for one in english.passages if one.key in gone}

    @cached_property
    def _lacking(self) -> list[str]:
        """The beginnings of words for what this deck does not have."""
        numbers = placeholders(self.game)
        return [begin for name, begins in self.claimed.needs.items() if numbers.get(name) == "0" for begin in begins]

    def omissions(self) -> list[Finding]:
        """Return what of the rules does not hold for this deck: figures, numbers in them, passages, questions."""
        claimed, level = self.claimed, Level.NOTE if self._lacking else Level.WARNING
        reasons: dict[Mistake, list[str]] = {}
        asked = {name: wrong[0].mistake for name, wrong in claimed.wrong_answers.items()}
        for name, why in (claimed.left_out | asked).items():
            reasons.setdefault(why, []).append(repr(name))
        figures = [
            Finding(LEFT_OUT, level, f"{why.message}; left out of the rules: {enumerated(names)}", why.place)
            for why, names in reasons.items()
        ]
        file = library.rules_file(self.model, self.game.head.game).name
        notes = [("figure", f"{one.message}, which is printed", one.place) for one in claimed.numbers_found()]
        gone = self.omitted.values()
        notes += [
            ("passage-left-out", f"{shown_passage(one)} is left out", Place(file, one.first, one.column))
            for one in gone
        ]
        return [*figures, *(Finding(code, Level.NOTE, message, place) for code, message, place in notes)]

    def typed_mistakes(self, text: RulesText, words: LoadedWords) -> list[Mistake]:
        """Return what a shipped English text types, though a figure or a rule decides it."""
        game, glossary = self.game.head.game, load_glossary(library.ENGLISH)
        if library.own_rules(game) or game not in glossary.typed:
            return []
        table = placeholders(self.game) | self.claimed.claims
        return list(english_mistakes(text, words, table, glossary.typed[game]))

    def read_text(
        self, raw: str, name: str, words: LoadedWords, model_ids: Sequence[str] = (), gone: Collection[str] = ()
    ) -> RulesReading:
        """Return a text, called `name` in messages, with the ids that its headings have in the text it translates.

        The passages with the keys `gone` are left out of it.

        Raises:
            TypesettingError: it has marks of an unfinished merge.
        """
        known = localise_known(known_names(self.game, self.claimed), words)
        known = replace(known, gone=frozenset(key.partition("/")[0] for key in gone if key.endswith("/heading")))
        text, mistakes = read_rules(without_passages(raw, gone, model_ids), known, name, model_ids)
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
        others = set(languages) - {self.model}
        for language in dict.fromkeys((*([self.model] if others else ()), *languages)):
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
        of_model = found.pop(self.model, [])
        known = {(one.place.file, one.message) for one in of_model}  # which passages that are English still have, too
        return [
            *of_model,
            *(one for some in found.values() for one in some if (one.place.file, one.message) not in known),
        ]


def rules_findings(game: Game) -> list[Finding]:
    """Return the mistakes in the rules texts of the project at hand as findings; none if they do not fit the deck."""
    name = game.head.game
    if game.variant or game.misfits():
        return []
    try:
        reader = reader_of(game)
    except InputError as error:  # a build says so and makes the rest
        message = "{}; no booklets are made"
        return [Finding("figure", Level.WARNING, message.format(one.message), one.place) for one in error.mistakes]
    mistakes = reader.mistakes(library.own_rules(name), letters=True)
    return [Finding("rules-text", Level.ERROR, mistake.message, mistake.place) for mistake in sorted(set(mistakes))]


def figures_of(game: Game) -> Claimed:
    """Return the figures of the rules of a game, proved by its own engine.

    Raises:
        InputError: they are not true of this game.
    """
    file = library.figures().get(game.head.game)
    return game.figures(file, fitted=True) if file else Claimed(game, game.document, {})


def reader_of(game: Game) -> RulesReader:
    """Return a reader of the rules of a game.

    Raises:
        InputError: the figures of the rules are not true of this game.
    """
    return RulesReader(game, figures_of(game))


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
    return Known(table, claimed.ids, _symbols_of(game), pictures=own)


def spreads_of(game: Game) -> LoadedSpreads | None:
    """Return the composed pages of a game's rules; None if there are none.

    Raises:
        InputError: mistakes in their file.
    """
    file = library.spreads().get(game.head.game)
    return load_spreads(file, _symbols_of(game)) if file else None


def _symbols_of(game: Game) -> tuple[str, ...]:
    """Return the names of the symbols that texts and spreads may show."""
    return (*game.symbol_names(), *chapter_signs())


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
            if symbol == name:
                drawn[name] = game.draw(name, theme)
            else:
                own = symbol.startswith(MOTIF)
                drawn[name] = chapter_sign(symbol, theme) if own else game.draw_symbol(symbol, theme)
        return drawn[name]

    illustrations = claimed.illustrations(theme)
    places = {f"credits.{key}": game.place("credits", key) for key in ("design", "publisher")}
    table = placeholders(game, version)
    cover = None if game.head.frontispiece else claimed.cover(theme)  # a catalogue that names a piece gets that
    return Subject(
        game.head, table, illustrations, drawing, game.frontispiece, places, pictures or {}, cover,
        None if theme.line_art else theme.inks, game.frame, spreads=spreads_of(game),
    )  # fmt: skip


def quiz_of(claimed: Claimed, theme: Theme) -> tuple[QuizQuestion, ...]:
    """Return the questions that the figures of a game ask, with pictures in a theme."""
    return tuple(
        QuizQuestion(name, ask.rule, QuizText(ask.text, ask.told), ask.answer, figure)
        for name, (ask, figure) in claimed.questions(theme).items()
    )


# -- translations -----------------------------------------------------------------------------------------------------

SENTENCES = {
    "outdated": "{} has changed since it was translated into {}",
    "unaccepted": "{} is marked as fuzzy in {}",
    "missing": "{} is not translated into {}, and is printed as it is",
    "untranslated": "{} is not translated into {}, and is printed as it is",
}
"""By the state of a passage, what is said of it and of its languages."""


def translation_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each English passage of a game that is outdated or missing in some of the languages.

    Raises:
        InputError: mistakes in the words or the catalogues of a language.
    """
    languages = [one for one in languages if one != library.ENGLISH]
    found: dict[Gap, list[str]] = {}
    mistakes: list[Mistake] = []
    for language in languages:
        for gap in gathered(mistakes, partial(_gaps_in, language, game)) or ():
            found.setdefault(gap, []).append(language)
    refuse(mistakes)
    return [
        Finding(f"{gap.state}-passage", Level.WARNING, SENTENCES[gap.state].format(gap.shown, tags), gap.place)
        for gap, tags in ((gap, enumerated(found[gap])) for gap in sorted(found))
    ]


def term_findings(game: str, languages: Iterable[str]) -> list[Finding]:
    """Return a warning for each word of a game's texts that the glossary of its language forbids.

    Raises:
        InputError: mistakes in a glossary or in words.
    """
    found = []
    for language in languages:
        text = compose_text(language, game)
        wrong = text.move(forbidden_words(text.text, text.name, load_glossary(language), game))
        found += [Finding("other-term", Level.WARNING, one.message, one.place) for one in wrong]
    return sorted(found, key=lambda finding: finding.place)


def _gaps_in(language: str, game: str) -> tuple[Gap, ...]:
    """Return the passages of a game, and the words, that are outdated or missing in a language."""
    words, source = load_language(language, ()).catalogues.get(WORDS), load_source(language, ()).texts.get(WORDS)
    of_words = list_gaps(pair_passages(source, words), source) if words and source else ()
    return *compose_text(language, game).gaps, *of_words
