"""The words of a language, `templates/locales/<tag>/words.yaml`: what the program itself prints, and in which fonts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.po import read_catalogue
from asterion_press.catalogue.strict_yaml import Document, parse_document, read_document
from asterion_press.catalogue.validation import Identifier, Record, matching, validated, visible
from asterion_press.errors import Mistake, refuse, suggestion

LineBreaking: TypeAlias = Literal["words", "korean", "japanese", "chinese", "traditional"]

NEEDED_WORDS = ("contents", "figure")
"""Words that every booklet prints, whatever its text says."""
FRAME_WORDS = (*NEEDED_WORDS, "rules", "edition_revised", "edition_original", "designed_by",
               "published_by", "version", "imprint_outdated", "imprint_missing")  # fmt: skip
"""Words that stand around the text of a booklet, on lines of their own or before a number."""

Family = Annotated[
    str,
    matching(
        r"^[A-Za-z0-9]{1,40}$",
        "is no family of fonts; write its name as files of templates/fonts have it, as in Alegreya",
        "Alegreya",
    ),
]
Text = Annotated[str, visible(400)]


class FontChoice(Record, frozen=True):
    """Families in ``templates/fonts``.

    Attributes:
        text: for everything that is read.
        heading: for titles and headings.
        fallback: families that fill in for characters which those lack.
    """

    text: Family
    heading: Family
    fallback: tuple[Family, ...] = ()

    def names(self) -> tuple[str, ...]:
        """Return the families as people write them, each once: ``NotoSerifJP`` as ``Noto Serif JP``."""
        families = dict.fromkeys((self.text, self.heading, *self.fallback))
        return tuple(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", family) for family in families)


Marks = Annotated[str, Meta(max_length=40)]
Pair = Annotated[
    str, matching(r"^[^ -~][^ -~]$", "is no pair of quotation marks; write the two, none of ASCII, as in “”", "“”")
]
TiedWord = Annotated[str, matching(r"^[^ -@[-`{-~]{1,6}$", "is no short word; write up to six letters, as in w", "w")]


class Typography(Record, frozen=True):
    """The typography of a language. A key that is left out is as in English.

    Attributes:
        quotes: pairs of quotation marks that the text may use; every other one is a mistake. None allows all. Straight
            quotes become the first pair, and within it the second one.
        space_before: marks that a narrow no-break space parts from the word before them, as in French.
        space_after: marks that one parts from the word after them.
        tied_words: short words that never end a line, as the Polish ‘w’; capitals count as small letters.
        tied_marks: marks with spaces around them that never begin a line, such as the Russian dash.
        decimal: stands before the fraction of a number.
        thousands: stands between groups of three digits of a number that has five or more.
        hyphen_breaks: whether a line may end with a hyphen that is written; not where it would be repeated in the next.
        separator: stands between facts on one line.
        panels: letters of the panels of a figure, one after the other; after the last of them come Latin ones.
    """

    quotes: tuple[Pair, ...] | None = None
    space_before: Marks = ""
    space_after: Marks = ""
    tied_words: tuple[TiedWord, ...] = ()
    tied_marks: Marks = ""
    decimal: Literal[".", ","] = "."
    thousands: Literal["", ",", ".", " "] = ","
    hyphen_breaks: bool = True
    separator: Annotated[str, visible(8)] = "  ·  "
    panels: Annotated[str, visible(26)] = ascii_uppercase


AS_IN_ENGLISH = Typography()
VALUE = re.compile(r"\{\{([\w.]+)\}\}")
PLACE_OF_NUMBER = "{{number}}"
"""Stands in a word where its number stands, as in the Hungarian ``{{number}}. ábra``."""
NUMBERED = {"figure": {"number"}, "sheet": {"number"}}
"""Words that have a number behind them, and may have it in another place."""
"""A value that stands in a word."""


class QuizText(Record, frozen=True):
    """A question of a quiz in one language.

    Attributes:
        ask: the question.
        told: its figure in words, for those who do not see it; left out where the game itself can tell it.
    """

    ask: Text
    told: Text = ""


class Quiz(Record, frozen=True):
    """The words of the quizzes at the end of the pages of rules.

    Attributes:
        heading: stands above the questions.
        answer: unfolds an answer.
        yes, no, none: answers; `none` is a list without members.
        questions: by the ids of their game and of the figure that asks; left out in English, in which figures ask.
    """

    heading: Text
    answer: Text
    yes: Text
    no: Text
    none: Text
    questions: dict[Identifier, dict[Identifier, QuizText]] = field(default_factory=dict)


class Words(Record, frozen=True, kw_only=True):
    """The words of one language.

    Attributes:
        language: the language's own name for itself.
        hyphenation: a dictionary of pyphen, or None where words are not hyphenated.
        line_breaking: between words; so in Korean, whose lines are not justified and whose letters are larger; or
            between any two characters, with the rules of Japanese, those of Chinese, or those of traditional Chinese,
            as it is printed in Taiwan.
        typography: how it is written.
        colours: the names of the deck's colours, by id. A translation has them, and the words, in its catalogue.
        words: the words by key.
        fonts: the families in which it is printed.
        quiz: the words of the quizzes; a language without them, or without the questions of a game, has no quiz of it.
    """

    language: Text
    fonts: FontChoice
    hyphenation: (
        Annotated[
            str,
            matching(
                r"^[a-z]{2,3}(_[A-Za-z]{2,4})?$",
                "is no dictionary of hyphens; write its language, as in de_DE",
                "de_DE",
            ),
        ]
        | None
    ) = None
    line_breaking: LineBreaking = "words"
    typography: Typography = AS_IN_ENGLISH
    colours: dict[Identifier, Text] = field(default_factory=dict)
    words: dict[str, Text] = field(default_factory=dict)
    quiz: Quiz | None = None

    @property
    def cjk(self) -> bool:
        """Return whether the language is written without spaces, with marks as wide as its letters."""
        return self.line_breaking in {"japanese", "chinese", "traditional"}

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts of a sentence as a list: with the language's comma between them."""
        return ("、" if self.cjk else ", ").join(parts)


class OwnWords(Record, frozen=True, kw_only=True):
    """The words in which a project differs from the shipped ones of a language.

    Attributes:
        colours: names of colours, by id.
        words: names of pieces, and other words, by key.
    """

    colours: dict[Identifier, Text] = field(default_factory=dict)
    words: dict[str, Text] = field(default_factory=dict)


BOUND = "="
"""Begins the value of a placeholder that is a word of the language: its key behind ``bound_``, ``=right``."""


class LoadedWords(Struct, frozen=True):
    """A language's words.

    Attributes:
        tag: of the language.
        words: those of a project merged into the shipped ones.
        document: the file that they were read from; of a translation its catalogue.
        own: keys of the project's own, which other languages need not have.
        untranslated: keys of words that are English, as the language has none yet.
    """

    tag: str
    words: Words
    document: Document
    own: frozenset[str] = frozenset()
    untranslated: frozenset[str] = frozenset()

    def word(self, key: str, default: str = "") -> str:
        """Return the word with that key."""
        return self.words.words.get(key, default)

    def forms(self, value: str) -> tuple[str, ...]:
        """Return the forms of a bound word, as `right`, of a list, as `and:Y04,B15`, or a word of another key."""
        key, _, names = value.partition(":")
        if key == "word":
            return (self.word(names),)
        if names:
            *first, last = names.split(",")
            both = self.word("bound_and").replace("{{one}}", self.words.listed(first)).replace("{{other}}", last)
            return (both if first else last,)
        return tuple(form.strip() for form in self.word(f"bound_{key}", key).split("|"))


def load_words(file: ShelfFile) -> LoadedWords:
    """Read the words of the language whose tag is the file's id.

    Raises:
        InputError: every mistake in the file.
    """
    return _words_of_file(file.read(), file.name, file.id)


@lru_cache(maxsize=64)  # each text asks for those of its language and for English several times
def _words_of_file(raw: bytes, name: str, tag: str) -> LoadedWords:
    return words_in(parse_document(raw, name), tag)


def words_in(document: Document, tag: str) -> LoadedWords:
    """Return the words of the language `tag` that a document holds.

    Raises:
        InputError: every mistake in it.
    """
    words = validated(document, Words)
    refuse(
        Mistake(document.key_place(("words",)), f"word {key!r} is missing")
        for key in NEEDED_WORDS
        if tag == library.ENGLISH and key not in words.words
    )
    return LoadedWords(tag, words, document)


def around_number(word: str) -> tuple[str, str]:
    """Return what stands before a number and behind it: of ``Figure``, or of ``{{number}}. ábra``, that word."""
    before, found, behind = word.partition(PLACE_OF_NUMBER)
    return (before, behind) if found else (f"{before} ", "")


def words_of(language: str) -> LoadedWords:
    """Return the words of a language, with those of the project at hand; what it lacks is English.

    Raises:
        InputError: every mistake in a file.
    """
    file, own_file = library.words_file(language), library.own_words_file(language)
    found = load_words(file)
    english = found if language == library.ENGLISH else load_words(library.words_file(library.ENGLISH))
    layers, own, document = [OwnWords(colours=found.words.colours, words=found.words.words)], set[str](), found.document
    for catalogue in library.words_catalogues(language):
        document = read_catalogue(catalogue).words()
        layers.append(validated(document, OwnWords))
        own |= {*layers[-1].colours, *layers[-1].words} - {*english.words.colours, *english.words.words}
    if own_file is not None and own_file != file:
        layers.append(validated(read_document(own_file), OwnWords))
        own |= {*layers[-1].colours, *layers[-1].words}
    words = {key: word for layer in layers for key, word in layer.words.items()}
    colours = {key: word for layer in layers for key, word in layer.colours.items()}
    untranslated = frozenset(english.words.words.keys() - words.keys()) | _copied(found, english, words)
    words, colours = english.words.words | words, english.words.colours | colours
    return LoadedWords(
        language, replace(found.words, words=words, colours=colours), document, frozenset(own), untranslated
    )


def _copied(found: LoadedWords, english: LoadedWords, words: Mapping[str, str]) -> set[str]:
    """Return the keys of words around a text that a file has from English; none if no phrase is among them.

    A word alone may be the same in a language, as *Version* is.
    """
    there = english.words.words if found.tag != library.ENGLISH else {}
    same = {key for key in FRAME_WORDS if key in there and found.word(key) == words.get(key) == there[key]}
    return same if any(" " in VALUE.sub("", there[key]).strip() for key in same) else set()


def with_missing_words(words: LoadedWords, model: LoadedWords) -> LoadedWords:
    """Return words with the names that `model`, from which they are made, has of its own and they lack."""
    own, others = words.words, model.words
    return replace(words, words=replace(own, words=others.words | own.words, colours=others.colours | own.colours))


def with_marks(words: LoadedWords) -> LoadedWords:
    """Return words of which those around a text that are English still have its tag, as passages of the text have."""
    if words.tag.partition("-")[0] == library.ENGLISH:
        return words
    there = words.words.words
    marked = {key: f"[{library.ENGLISH}] {there[key]}" for key in FRAME_WORDS if key in words.untranslated}
    return replace(words, words=replace(words.words, words=there | marked))


def word_mistakes(words: LoadedWords, model: LoadedWords) -> Iterator[Mistake]:
    """Yield the keys that `words` has beyond those of `model`, which is English, and values that are not as there."""
    for part in ("words", "colours"):
        have, wanted = list(getattr(words.words, part)), list(getattr(model.words, part))
        for key in have:
            if key not in wanted and key not in words.own:  # in a file of words; a catalogue may have more
                place = words.document.key_place((part, key))
                yield Mistake(place, f"unknown key {key!r} of {part!r}; {suggestion(key, wanted)}")
    for key, english in model.words.words.items():
        if key in words.own | model.own:
            continue
        values, expected = (set(VALUE.findall(word)) for word in (words.word(key, english), english))
        place = words.document.value_place(("words", key))  # a word that is missing has the values of English
        for value in sorted(expected - values):
            yield Mistake(place, f"{{{{{value}}}}} is missing in word {key!r}; {model.tag} has it")
        for value in sorted(values - expected - NUMBERED.get(key, set())):
            remedy = suggestion(value, sorted(expected))
            yield Mistake(place, f"unknown value {{{{{value}}}}} in word {key!r}; {remedy}")
