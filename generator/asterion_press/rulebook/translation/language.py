"""The passages of a rules text; a language with its catalogues beside the text that they translate, and the status of
each passage; how one begins.

Passages are found by the parser that reads rules texts, with the lines that they stand in, so that one can be exchanged
and no other changes. A passage's text is on one line: what was wrapped in the file is unwrapped.

English stands here for the language that a game is written in: in a project without English rules it is another one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from typing import Literal, TypeAlias

from markdown_it import MarkdownIt
from msgspec import Struct

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import WORDS, catalogue_file
from asterion_press.catalogue.po import Catalogue, Message, read_catalogue, updated
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.words import words_of
from asterion_press.errors import Place, has_words
from asterion_press.rulebook.text.markdown import CONDITION, derive_ids, front_end, load_markdown, new_parser

Kind: TypeAlias = Literal["head", "heading", "paragraph", "item", "row", "quote", "figure", "note", "condition", "word"]

HEAD = "HEAD"
"""The section before the first heading; ids of headings have small letters."""
HEAD_LINE = re.compile(r"(\w+:[ ]+)(\S.*)")
HEADING_ID = re.compile(r"(.*?)(?<! )[ ]*\{#([^{}]*)\}")
FIGURE = re.compile(r"!\[.*\]\(figure:([^()\s]*)(?:\s+\"(?:[^\"\\]|\\.)*\")?\)")
REVISION = re.compile(r"revision:[ ]+([0-9]{1,9})[ ]*(?:#.*)?")
PLAIN = re.compile(r"[^\W_][^:#{}\[\],&*?|>!%@`'\"]*(?<!\s)")
"""A scalar of YAML that needs no quotes; others may need none, but are given them."""
RESERVED = frozenset({"true", "false", "yes", "no", "on", "off", "null"})


class Passage(Struct, frozen=True):
    """One passage.

    Attributes:
        section: id of the heading above it.
        kind: of block.
        name: within its section, such as ``item-2``.
        text: on one line, without what makes the block.
        first, last: its lines, from 1; the last is included.
        prefix: the rest of its first line before the text: hashes, a bullet, the name of a note.
        suffix: the rest behind the text: a heading's id.
    """

    section: str
    kind: Kind
    name: str
    text: str
    first: int
    last: int
    prefix: str = ""
    suffix: str = ""

    @property
    def key(self) -> str:
        """Return the passage's name in the whole text, such as ``setup/item-2``."""
        return f"{self.section}/{self.name}"

    @property
    def column(self) -> int:
        """Return where the text begins in its first line, from 1."""
        return len(self.prefix) + 1

    @property
    def has_words(self) -> bool:
        """Return whether the passage has text to translate."""
        return has_words(self.text)


def split_passages(text: str, model_ids: Sequence[str] = ()) -> list[Passage]:
    """Return all passages of a rules text, in its order.

    Args:
        text: as it is written.
        model_ids: ids of the headings of the text that it is a translation of.
    """
    lines = text.split("\n")
    passages, begins = _front_passages(lines)
    section, counts = HEAD, Counter[str]()
    parser_lines = "\n".join([""] * begins + lines[begins:]).replace("\r", " ")  # as many lines as the text has
    tokens = _parser().parse(parser_lines)
    contents = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    marked = ((HEADING_ID.fullmatch(reduce(join_lines, raw.split("\n"))), raw) for raw in contents)
    sections = iter(derive_ids([(one[1], one[2]) if one else (raw, "") for one, raw in marked], model_ids))
    quotes = 0
    for index, token in enumerate(tokens):
        quotes += (token.type == "blockquote_open") - (token.type == "blockquote_close")
        if token.map is None or token.type not in {"heading_open", "paragraph_open", "tr_open"}:
            continue
        first, last = token.map
        line, before = lines[first], tokens[max(0, index - 1)]
        content = line.strip() if token.type == "tr_open" else tokens[index + 1].content
        prefix = line[: max(0, line.find(content.partition("\n")[0]))]
        content, suffix, name = reduce(join_lines, content.split("\n")), "", ""
        kind: Kind
        if token.type == "tr_open":
            kind, last = "row", first + 1
        elif token.type == "heading_open":
            kind, name = "heading", "heading"
            counts.clear()
            section = next(sections)
            if found := HEADING_ID.fullmatch(content):
                content = found[1]
            suffix = line[len(prefix) + len(content) :]
            prefix = prefix or f"{'#' * int(token.tag[1:])} "  # of one that is underlined
        elif before.type == "footnote_reference_open":
            kind, name = "note", f"note-{before.meta['label']}"
        elif before.type == "list_item_open":
            kind = "item"
        elif quotes:
            kind = "quote"
        else:
            kind, name = _paragraph_kind(content)
        counts[kind] += 1
        name = name or f"{kind}-{counts[kind]}"
        counts[f"/{name}"] += 1
        if (number := counts[f"/{name}"]) > 1:  # a figure that a section shows again
            name = f"{name}-{number}"
        passages.append(Passage(section, kind, name, content, first + 1, last, prefix, suffix))
    return passages


def _paragraph_kind(content: str) -> tuple[Kind, str]:
    """Return the kind of a paragraph that stands alone, and its name if that is not its number."""
    if found := FIGURE.fullmatch(content):
        return "figure", f"figure-{found[1]}"
    return "condition" if CONDITION.fullmatch(content) else "paragraph", ""


@cache
def _parser() -> MarkdownIt:
    """Return a parser of blocks alone, which leaves footnotes where they stand."""
    parser = new_parser()
    parser.core.ruler.disable(["inline", "footnote_tail", "text_join"])
    return parser


def _front_passages(lines: Sequence[str]) -> tuple[list[Passage], int]:
    """Return the passages of the text's head, and the index of the first line after it."""
    passages, begins = list[Passage](), front_end(lines)
    for number, line in enumerate(map(str.rstrip, lines[1 : max(begins, 1) - 1]), 2):
        if (found := HEAD_LINE.fullmatch(line)) and not REVISION.fullmatch(line):
            key, value = found[1].rstrip(": "), plain_scalar(found[2])
            passages.append(Passage(HEAD, "head", key, value, number, number, found[1]))
    return passages, begins


def revision_of(text: str) -> int:
    """Return the revision that the head of a text says; the first if it says none, or no number."""
    lines = text.split("\n")
    head = (REVISION.fullmatch(line.rstrip()) for line in lines[: front_end(lines)])
    return next((int(found[1]) for found in head if found), 1)


def plain_scalar(raw: str) -> str:
    """Return the value of a scalar of YAML on one line, in quotes or without."""
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw[1:-1] if len(raw) > 1 and raw[0] == raw[-1] == '"' and "\\" not in raw else raw


def write_scalar(text: str) -> str:
    """Return a text as a scalar of YAML on one line."""
    if PLAIN.fullmatch(text) and text.lower() not in RESERVED:
        return text
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def join_lines(text: str, line: str) -> str:
    """Return a text and the line that continues it as one line; a break made by hand is kept."""
    if text.endswith(("\\", "  ")):
        return f"{text.rstrip(' ')}\n{line.strip()}" if text.endswith("\\") else f"{text.rstrip()}\\\n{line.strip()}"
    line = line.strip()
    return f"{text.rstrip()}{'' if has_wide(text.rstrip()[-1:]) and has_wide(line[:1]) else ' '}{line}"


def has_wide(text: str) -> bool:
    """Return whether a text has Japanese or Chinese letters, which no spaces part."""
    return any(not "\uac00" <= one <= "\ud7a3" and unicodedata.east_asian_width(one) in {"W", "F"} for one in text)


# -- languages ---------------------------------------------------------------------------------------------------------

WORD_PARTS = (WORDS, "colours")
"""The parts of a file of words that are translated."""
State: TypeAlias = Literal["translated", "unaccepted", "outdated", "untranslated", "missing", "leftover"]
SHOWN = 40
"""Number of characters of a passage that are shown."""
MOST_BEGUN = 0.1
"""A language is printed unasked if no more of it than this share is still to be translated. Own choice."""


class Text(Struct, frozen=True):
    """A text that is translated, with its passages.

    Attributes:
        file: its name in messages.
        text: the whole file.
        passages: in order.
    """

    file: str
    text: str
    passages: tuple[Passage, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of its headings, which those of its translations are."""
        return tuple(passage.section for passage in self.passages if passage.kind == "heading")

    def place(self, passage: Passage) -> Place:
        """Return where a passage begins."""
        return Place(self.file, passage.first, passage.column)


class PassagePair(Struct, frozen=True):
    """An English passage and its message, or one without the other."""

    english: Passage | None
    message: Message | None

    @property
    def state(self) -> State:
        """Return the status of the translation."""
        if self.english is None:
            return "leftover"
        if self.message is None or not self.message.msgstr:
            if not self.english.has_words:
                return "translated"
            return "missing" if self.message is None else "untranslated"
        new = updated(self.message, self.english.key, self.english.text, "")
        if not new.fuzzy:
            return "translated"
        return "outdated" if new.previous_msgid else "unaccepted"


def pair_passages(text: Text, catalogue: Catalogue) -> list[PassagePair]:
    """Return every passage of a text beside its message, and then the messages of passages that it has not."""
    keys = {passage.key for passage in text.passages}
    return [
        *(PassagePair(one, catalogue.messages.get(one.key)) for one in text.passages if one.kind != "condition"),
        *(PassagePair(None, message) for key, message in catalogue.messages.items() if key not in keys),
    ]


def list_remarks(text: Text, catalogue: Catalogue, name: str) -> Iterator[tuple[State, str]]:
    """Yield what is left to do in a catalogue, each with its place; `name` is that of the language of the text."""
    reasons = {"outdated": f"{name} has changed", "unaccepted": "fuzzy; mend it, or accept it"}
    keys = {one.text: one.key for one in text.passages}
    for pair in pair_passages(text, catalogue):
        state, message, english = pair.state, pair.message, pair.english
        if state == "translated":
            continue
        place = Place(catalogue.name, 1, 1) if message is None else catalogue.place(message.msgctxt)
        if english is not None:
            remark = f"{reasons.get(state, f'{name} still')}, at {text.place(english)}: {shown_passage(english)}"
            earlier = updated(message, english.key, english.text, "").previous_msgid if message else None
            if moved_to := keys.get(earlier or "") if state == "outdated" else None:
                remark += f"; what it said before is {moved_to!r} now"
        elif message is not None:
            remark = f"{text.file} has no passage {message.msgctxt!r}"
        yield state, f"{place}: {state}: {remark}"


def shown_passage(passage: Passage) -> str:
    """Return the kind of a passage and its beginning."""
    text = passage.text if len(passage.text) <= SHOWN else f"{passage.text[: SHOWN - 2]} …"
    return f"the {passage.kind} {text!r}"


class Language(Struct, frozen=True):
    """A language with its catalogues by text: a game, or ``words``."""

    tag: str
    name: str
    catalogues: Mapping[str, Catalogue]


class SourceTexts(Struct, frozen=True):
    """The language that others are made from, with its texts: of games, and ``words``."""

    tag: str
    name: str
    texts: Mapping[str, Text]


def source_language() -> str:
    """Return the language from which the others are made: English, or that of the project at hand."""
    own = library.own_game()
    return library.ENGLISH if own is None else library.model_language(own)


def text_names() -> list[str]:
    """Return the names of what is translated: words, and the rules of each game, or of the project's own."""
    return [WORDS, *([own] if (own := library.own_game()) else library.games())]


def load_language(tag: str, games: Sequence[str] | None = None) -> Language:
    """Read the catalogues of a language: those of the project at hand, or the shipped ones.

    Args:
        tag: of the language.
        games: whose texts are read; all by default.

    Raises:
        InputError: mistakes in its words or catalogues.
    """
    files = {name: catalogue_file(tag, name) for name in (text_names() if games is None else (WORDS, *games))}
    there = {name: read_catalogue(file) for name, file in files.items() if file.path.is_file()}
    return Language(tag, words_of(tag).words.language, there)


def load_source(tag: str, games: Sequence[str] | None = None) -> SourceTexts:
    """Read the texts that another language, `tag`, is made from: those of some games, or of all.

    In a project, words of a language without shipped ones are made from the shipped English ones.

    Raises:
        InputError: mistakes in words, or a text that is not UTF-8.
    """
    source = source_language()
    texts: dict[str, Text] = {}
    own = library.own_words_file(source) if library.own_game() is not None else library.words_file(source)
    shipped = library.words_file(tag)
    if library.own_game() is not None and (shipped == library.own_words_file(tag) or not shipped.path.is_file()):
        own = library.words_file(library.ENGLISH)
    if own is not None:
        texts[WORDS] = words_text(own.read(), own.name)
    for game in text_names()[1:] if games is None else games:
        if (file := library.own_rules(game).get(source) or library.languages(game).get(source)) is not None:
            texts[game] = load_text(file)
    return SourceTexts(source, words_of(source).words.language, texts)


def load_text(file: ShelfFile) -> Text:
    """Return a rules text with its passages.

    Raises:
        InputError: it cannot be read, or is not UTF-8.
    """
    return _text(load_markdown(file.path, file.name).replace("\r\n", "\n"), file.name)


@lru_cache(maxsize=8)
def _text(raw: str, name: str) -> Text:
    return Text(name, raw, tuple(split_passages(raw)))


@lru_cache(maxsize=8)
def words_text(raw: bytes, name: str) -> Text:
    """Return the words and names of colours of a words.yaml, called `name` in messages, as passages.

    Raises:
        InputError: it is no YAML.
    """
    document = parse_document(raw, name)
    passages = []
    for part in WORD_PARTS:
        found = document.data.get(part)
        for key, word in found.items() if isinstance(found, dict) else ():
            place = document.value_place((part, key))
            passages.append(Passage(part, "word", key, str(word), place.line, place.line, " " * (place.column - 1)))
    return Text(name, "", tuple(passages))


def begun_passages(text: Text, tag: str) -> list[Passage]:
    """Return the passages of a source text that are English though its language is not, as a project begins with them.

    The title is none of them.
    """
    passages = () if tag.partition("-")[0] == library.ENGLISH else text.passages
    return [one for one in passages if one.has_words and one.text in _beginnings()]


@cache
def _beginnings() -> frozenset[str]:
    passages = (one for file in library.beginnings() for one in load_text(file).passages)
    return frozenset(one.text for one in passages if one.prefix.strip() != "#")


def coverage_of(language: Language, source: SourceTexts) -> dict[str, tuple[int, int]]:
    """Return by text how many of its passages are translated and up to date, and how many it has with words.

    A text for which the language has no catalogue is left out.
    """
    found = {}
    for name, text in source.texts.items():
        if language.tag == source.tag:
            count = sum(passage.has_words for passage in text.passages)
            found[name] = count - len(begun_passages(text, language.tag)), count
        elif name in language.catalogues:
            states = list(states_of(pair_passages(text, language.catalogues[name])))
            found[name] = states.count("translated"), len(states)
    return found


def states_of(pairs: Iterable[PassagePair]) -> Iterator[State]:
    """Yield the status of each passage that is to be translated."""
    return (pair.state for pair in pairs if pair.english is not None and pair.english.has_words)


def is_incomplete(tag: str, game: str) -> bool:
    """Return whether more than a tenth of a text and of its language's words is still to be translated or looked at.

    Raises:
        InputError: mistakes in words or catalogues, or a text that is not UTF-8.
    """
    if tag == library.model_language(game) or not library.may_be_begun(tag, game):
        return False
    language, source = load_language(tag, (game,)), load_source(tag, (game,))
    states = [
        state
        for name, catalogue in language.catalogues.items()
        if name in source.texts
        for state in states_of(pair_passages(source.texts[name], catalogue))
    ]
    begun = sum(state in {"untranslated", "unaccepted", "missing"} for state in states)
    return begun > MOST_BEGUN * len(states)


GLOSSARY = """\
# Terms of the rules in this language, by their English: one term for each thing, in every text.
# `asterion check` finds the words under `not` in the texts, as in  tile: {{term: Plättchen, gender: n, not: [Kachel*]}}
terms:
{rows}
games: {{}}
style: []      # sentences, for the next translator
remarks: []    # on the English text, for its editor: {{where: asterion setup, remark: ...}}
"""
TRANSLATED = re.compile(r"^(?:colours|words):.*\n(?:[ \t].*\n|\n)*", re.MULTILINE)
"""The parts of a file of words that are translated in a catalogue."""
TERMS = (
    "tile", "labyrinth tile", "minotaur tile", "counter", "deck", "hand", "prisoner", "coin, treasure", "wing",
    "emblem", "path", "exit", "dead end", "bridge", "chamber", "connected to", "outside", "living, impaled",
    "to impale", "turn (of a player)", "quarter turn", "direction of a tile", "to draw", "to discard", "to place",
    "to act, action", "to rotate, to swap, to move", "free side", "side by side", "gap", "to trap the minotaur",
    "to escape", "points, to score", "tie", "sample game", "variant", "crop marks",
)  # fmt: skip
"""Terms of the shipped rules that want one word each."""
QUOTES = {
    **dict.fromkeys(("bg", "cs", "et", "hr", "is", "lt", "mk", "sk", "sl", "sr"), "„“, ‚‘"),
    **dict.fromkeys(("fi", "sv"), "””, ’’"),
    **dict.fromkeys(("nb", "nn", "no"), "«», ‘’"),
    **dict.fromkeys(("be", "uk"), "«», „“"),
    "hu": "„”, »«",
    "ro": "„”, «»",
    "zh": "「」, 『』",
}
"""Quotation marks of languages that do not have those of English. Source: Unicode CLDR, delimiters."""
SCRIPT_LETTERS = 4
"""A part of a tag with so many letters names a script. Source: BCP 47, 2.2.3."""
FROM_RIGHT_LANGUAGES = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
FROM_RIGHT_SCRIPTS = frozenset(["adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"])
"""Languages, and scripts named in a tag, that are written from right to left. Source: Unicode CLDR, scriptMetadata."""


def is_right_to_left(tag: str) -> bool:
    """Return whether a tag is of a language written from right to left, as ``he`` and ``pa-Arab`` are."""
    language, *others = tag.lower().split("-")
    script = next((part for part in others if len(part) == SCRIPT_LETTERS), "")
    return script in FROM_RIGHT_SCRIPTS if script else language in FROM_RIGHT_LANGUAGES


def new_glossary() -> str:
    """Return the glossary of a new language, with the terms of English."""
    return GLOSSARY.format(rows="\n".join(f"  {write_scalar(term)}: {{term: {write_scalar(term)}}}" for term in TERMS))


def new_words(tag: str, name: str, model: str, *, own: bool = True, translated: bool = True) -> str:
    """Return the file of words of another language: its name, and how it is written.

    Args:
        tag: of the language.
        name: of it.
        model: the file of words of the language that it is begun from.
        translated: whether its words are those of a catalogue, not of this file.
        own: whether it has its own quotation marks, and hyphens if pyphen has a dictionary.
    """
    import pyphen

    text = TRANSLATED.sub("", model) if translated else model
    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", text, flags=re.MULTILINE)
    if not own:
        return text
    if quotes := QUOTES.get(tag.partition("-")[0]):
        text = re.sub(r"quotes: \[[^]]*\]", f"quotes: [{quotes}]", text)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)
