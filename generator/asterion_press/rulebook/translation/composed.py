"""The text of a language: that of English, with each passage in the words of its translation.

So a translation has the passages of English, in its order and of its kinds, and a passage that is not translated stops
nothing: it is printed in English, marked as such. What a translation must not say in the place of a passage is a
mistake at its line and column of the catalogue. English stands here for the language that a game is written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from asterion_press.catalogue import bounds, library
from asterion_press.catalogue.po import Catalogue, read_catalogue
from asterion_press.errors import Mistake, Place, forbidden_places, refusal_of, shows_something
from asterion_press.rulebook.translation.language import (
    Passage,
    PassagePair,
    State,
    Text,
    begun_passages,
    load_text,
    pair_passages,
    shown_passage,
    split_passages,
    write_scalar,
)

NAMED = re.compile(
    r"\{\{(?P<placeholder>[^{}:\n]*)(?::[^{}\n]*)?\}\}|\[\^(?P<footnote>[^\[\]\s]+)\]"
    r"|\]\((?:symbol:(?P<symbol>[^()\s]*)|figure:(?P<figure>[^()\s]*)|(?P<link>[^()\s]*))"
    r"|(?<![A-Za-z0-9])(?P<tile>[A-Z][0-9]{2,4})(?![A-Za-z0-9])"
)
"""Names that a translation must have as English does."""
DESCRIBED = re.compile(r"\]\(figure:[^()\s]*\s+\"")
"""The beginning of the words for those who do not see a figure."""
BARS = re.compile(r"(?<!\\)\|")
ONE_LINE = frozenset({"head", "heading", "row"})
"""Kinds of passages that always stand on one line."""
NOTE_INDENT = "    "
DOUBLE = "“”„«»"
CURVED = re.compile(f"[{DOUBLE}‘’‚‹›]")
MOST_BROKEN = 20
"""Number of translations that are told because they break the text, which is read again without each."""
FIRST_CELL = re.compile(r"\|\s*")


class Gap(NamedTuple):
    """An English passage that has changed since it was translated, or is not translated.

    Attributes:
        place: of it.
        state: of its translation.
        shown: its kind and its beginning.
    """

    place: Place
    state: State
    shown: str


class Origin(NamedTuple):
    """Where a line of a composed text comes from.

    Attributes:
        line: of the English text.
        key: of the message whose translation it is; empty for English.
        offset: of its first character in the translation.
        indent: the number of characters before that.
    """

    line: int
    key: str = ""
    offset: int = 0
    indent: int = 0


class ComposedText(Struct, frozen=True):
    """A text as it is printed.

    Attributes:
        text: of the language.
        english: the file that it is made from.
        catalogue: of its translations; None for the text itself.
        gaps: passages that are outdated or not translated.
        mistakes: of the translations.
        origins: of its lines.
        tags: of the languages in which passages that are not translated stand.
    """

    text: str
    english: Text
    catalogue: Catalogue | None = None
    gaps: tuple[Gap, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    origins: tuple[Origin, ...] = ()
    tags: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """Return the name of its file in messages."""
        return self.catalogue.name if self.catalogue else self.english.file

    @property
    def outdated(self) -> int:
        """Return how many passages follow an earlier English text."""
        return len(self.gaps) - self.missing

    @property
    def missing(self) -> int:
        """Return how many passages are not translated."""
        return sum(gap.state in {"missing", "untranslated"} for gap in self.gaps)

    def move(self, mistakes: Iterable[Mistake]) -> list[Mistake]:
        """Return mistakes in the text at the lines of the files it is made of."""
        return [Mistake(self._moved(one.place), one.message) for one in mistakes]

    def _moved(self, place: Place) -> Place:
        """Return the place in the file of translations, or in the source, for a place in the composed text."""
        if place.file != self.name or not 1 < place.line <= len(self.origins):
            return place  # of the whole text
        line, key, offset, indent = self.origins[place.line - 1]
        if self.catalogue and key:
            return self.catalogue.place(key, offset + max(0, place.column - 1 - indent))
        return Place(self.english.file, line, place.column)


def compose_text(language: str, game: str) -> ComposedText:
    """Return the text of a game in a language, and what of it is outdated or not translated.

    Raises:
        InputError: the text or the catalogue cannot be read.
    """
    model = library.model_language(game)
    english = load_text(library.rules_file(model, game))
    if language == model:
        return _marked_where_begun(english, language)
    return _composed(english, read_catalogue(library.rules_file(language, game)), model)


def _marked_where_begun(text: Text, tag: str) -> ComposedText:
    """Return a source text with marks where it is what a project was begun with, and so not in its language."""
    if not (begun := begun_passages(text, tag)):
        return ComposedText(text.text, text)
    own = dict.fromkeys(one.key for one in text.passages if one not in begun)
    lines, origins = zip(*_lines(text, own, library.ENGLISH), strict=True)
    gaps = tuple(Gap(text.place(one), "untranslated", shown_passage(one)) for one in begun)
    return ComposedText("\n".join(lines), text, gaps=gaps, origins=origins, tags=frozenset({library.ENGLISH}))


@lru_cache(maxsize=128)
def _composed(english: Text, catalogue: Catalogue, tag: str) -> ComposedText:
    """Return the text of a catalogue, made from a text in the language `tag`."""
    pairs, mistakes = pair_passages(english, catalogue), list[Mistake]()
    own: dict[str, str] = {}
    for pair in pairs:
        if pair.english is None or pair.message is None or not (text := pair.message.msgstr):
            continue
        wrong = list_faults(pair.english, text, catalogue, english)
        if not wrong:
            own[pair.english.key] = text
        elif pair.state == "translated":  # else it is told as a gap, and printed in English: English has gone on
            mistakes += wrong
    size = sum(len(text.encode()) for text in own.values())
    if size > bounds.RULES_BYTES:
        longest = max(own, key=lambda key: len(own[key]))
        message = f"with this the translations have {size} bytes; at most {bounds.RULES_BYTES} are read"
        mistakes.append(Mistake(catalogue.place(longest), message))
        own = {}
    for _ in range(MOST_BROKEN):
        lines, origins = zip(*_lines(english, own, tag), strict=True)
        text = "\n".join(lines)
        if (broken := _broken_passage(english, own, text)) is None:
            break
        del own[broken.key]
        marks = "such as #, -, 1., |, ---, {{if}} or a line break"
        message = f"would not be read as one {broken.kind}; take out what begins another passage, {marks}"
        mistakes.append(Mistake(catalogue.place(broken.key), message))
    gaps, begun = list_gaps(pairs, english), begun_passages(english, tag)
    left = [one for one in english.passages if one.key not in own and one.has_words]
    tags = frozenset(library.ENGLISH if one in begun else tag for one in left)
    return ComposedText(text, english, catalogue, gaps, tuple(mistakes), origins, tags)


def list_gaps(pairs: Iterable[PassagePair], english: Text) -> tuple[Gap, ...]:
    """Return those English passages of some pairs that are outdated, doubtful or not translated."""
    return tuple(
        Gap(english.place(pair.english), state, shown_passage(pair.english))
        for pair in pairs
        if pair.english is not None and (state := pair.state) != "translated"
    )


def _lines(english: Text, own: Mapping[str, str | None], tag: str) -> Iterator[tuple[str, Origin]]:
    """Yield the lines of a text with the translations by key, each with where it comes from.

    What has no translation is marked; a passage whose translation is None stays as it is.
    """
    model, done, begun = english.text.split("\n"), 0, begun_passages(english, tag)
    for passage in english.passages:
        for number in range(done + 1, passage.first):
            yield model[number - 1], Origin(number)
        if own.get(passage.key, "") is None:
            yield from ((model[number - 1], Origin(number)) for number in range(passage.first, passage.last + 1))
        elif text := own.get(passage.key):
            written, offset = write_passage(passage, text), 0
            for line, part in zip(written, text.split("\n"), strict=True):
                yield line, Origin(passage.first, passage.key, offset, max(0, line.find(part)))
                offset += len(part) + 1
        else:
            for line in marked_lines(passage, library.ENGLISH if passage in begun else tag):
                yield line, Origin(passage.first)
        done = passage.last
    for number in range(done + 1, len(model) + 1):
        yield model[number - 1], Origin(number)


def write_passage(passage: Passage, text: str) -> list[str]:
    """Return the lines of a passage that says `text`, one for each that it has by hand."""
    if passage.kind == "heading":
        return [passage.prefix + text + passage.suffix]
    if passage.kind == "head":
        return [passage.prefix + write_scalar(text)]
    indents = {"note": NOTE_INDENT, "quote": passage.prefix}
    indent = indents.get(passage.kind, " " * len(passage.prefix))
    return [f"{indent if number else passage.prefix}{part}" for number, part in enumerate(text.split("\n"))]


def marked_lines(passage: Passage, tag: str) -> list[str]:
    """Return the lines of an English passage that says in which language it is, as ``[en]`` before its words."""
    if passage.kind == "condition" or not passage.has_words:
        return write_passage(passage, passage.text)
    mark = f"[{tag}] " if passage.kind == "head" else rf"\[{tag}\] "
    text, begin = _straight_quotes(passage), 0
    if passage.kind == "row" and (found := FIRST_CELL.match(text)):
        begin = found.end()
    elif passage.kind == "figure":
        begin = len("![")
    elif text.startswith("**"):  # a block quote that begins in bold is a warning
        begin = len("**")
    return write_passage(passage, text[:begin] + mark + text[begin:])


def _straight_quotes(passage: Passage) -> str:
    """Return a passage with quotation marks that become those of the language; what is told of a figure stays."""
    caption, bracket, rest = passage.text.partition("](figure:") if passage.kind == "figure" else (passage.text, "", "")
    return CURVED.sub(lambda found: '"' if found[0] in DOUBLE else "'", caption) + bracket + rest


def list_faults(passage: Passage, text: str, catalogue: Catalogue, english: Text) -> list[Mistake]:
    """Return why a translation in a catalogue cannot stand in the place of a passage."""
    found = _faults(passage, text, str(english.place(passage)))
    return [Mistake(catalogue.place(passage.key, at), message) for message, at in found]


def _faults(passage: Passage, text: str, there: str) -> Iterator[tuple[str, int]]:
    """Yield why a translation cannot stand in the place of a passage, which is `there`, and where in it."""
    if (at := next(forbidden_places(text.replace("\n", " ")), None)) is not None:
        yield refusal_of(text[at]), at
    elif not shows_something(text):
        yield "blank; leave it empty where nothing is translated yet", 0
    elif text != text.strip():
        yield "begins or ends with a space or a line break; take that out", 0
    elif passage.kind in ONE_LINE and "\n" in text:
        yield f"a line break in a {passage.kind}; write it on one line", text.index("\n")
    have, wanted = ({_name(found): found.start() for found in NAMED.finditer(one)} for one in (text, passage.text))
    yield from ((f"{name} is missing in this passage; it stands in {there}", 0) for name in wanted if name not in have)
    spare = [name for name in have if name not in wanted]
    yield from ((f"{name} does not stand in this passage in {there}", have[name]) for name in spare)
    bars, right = (len(BARS.findall(one)) for one in (text, passage.text))
    if passage.kind == "row" and bars != right:
        yield f"{bars} bars in a row of a table; {there} has {right}", 0
    if passage.kind == "figure" and bool(DESCRIBED.search(text)) != bool(DESCRIBED.search(passage.text)):
        what, other = ("has", "none") if DESCRIBED.search(text) else ("lacks", "them")
        yield f"the figure {what} words for those who do not see it; {there} has {other}", 0


def _name(found: re.Match[str]) -> str:
    """Return a name that a passage has, with its kind."""
    kind = str(found.lastgroup)
    return f"{kind} {found[kind].strip()!r}"


def _broken_passage(english: Text, own: dict[str, str], text: str) -> Passage | None:
    """Return the translation that makes a composed text be read otherwise than it is written; None if none does.

    That is the last one before the first passage that is another one than was written there.
    """
    found = [(one.key, one.kind, _single_spaced(one.text)) for one in split_passages(text, english.ids)]
    last = None
    for at, passage in enumerate(english.passages):
        wanted = ""  # of what is not translated only key and kind are compared
        if passage.key in own:
            last, wanted = passage, _single_spaced(own[passage.key])
        if at >= len(found) or found[at][:2] != (passage.key, passage.kind) or (wanted and found[at][2] != wanted):
            return last
    return last if len(found) > len(english.passages) else None


def _single_spaced(text: str) -> str:
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n"))
