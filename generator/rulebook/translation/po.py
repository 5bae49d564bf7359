"""Translations as PO files, for Poedit, Weblate and similar programs, and back. Both ways together change nothing.

An entry is a passage: its key is the context, English the source. A translation of an English passage that has changed
since is fuzzy. What comes back is taken as made from the English that the file holds, so that a passage which English
has changed in the meantime is outdated at once.

Source of the format: GNU gettext manual, 10 "Editing PO Files"; read and written by polib.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.translation_sources import UNTRANSLATED
from generator.catalogue.words import PLACE_OF_NUMBER
from generator.characters import FORBIDDEN, refusal_of
from generator.errors import InputError, Mistake, Place, from_extra
from generator.rulebook.translation.completion import complete_with_english
from generator.rulebook.translation.glossary import Term, terms_in
from generator.rulebook.translation.language import (
    FUZZY,
    Language,
    PassagePair,
    Text,
    outdated_texts,
    pair_texts,
    words_text,
)
from generator.rulebook.translation.passages import Passage, split_passages, text_hash
from generator.rulebook.translation.sources import WORDS, Sources, record_sources
from generator.rulebook.translation.splice import (
    BARS,
    check_text,
    check_translation,
    exchange_passages,
    insert_word,
    move_to_translations,
)

if TYPE_CHECKING:
    import polib

NAMED = re.compile(r"\{\{([^{}:\n]*)(?::[^{}\n]*)?\}\}|\]\(([^()\s]*)|\[\^([^\[\]\s]+)\]")
"""Names that a translation must have as English does: placeholders, symbols, figures, links, footnotes."""
LINE = re.compile(r"line (\d+)")
COUNT = "X-Passages"
"""The entry in the head of a file that counts its passages, so that a file which was cut off is recognised."""
PO_LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s+)?"([^"\\]|\\.)*"\s*)?')
"""A whole line of a PO file. Source: GNU gettext manual, 3.1 "The Format of PO Files"."""
CUT_LINE = "not a PO file in this line, as a text in it has no end; it was cut off or is damaged, get the whole of it"
KINDS = {
    "head": "on the title page",
    "heading": "heading",
    "paragraph": "paragraph",
    "item": "item of a list",
    "row": "row of a table; keep the bars",
    "quote": "paragraph of a block quote",
    "figure": "caption of a figure",
    "note": "footnote",
    "word": "word or message that the program prints",
}


def _polib() -> ModuleType:
    """Return the library that reads and writes PO files.

    Raises:
        MissingExtraError: it is not installed.
    """
    with from_extra("translate"):
        import polib
    return polib  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class TranslatorNotes:
    """Notes for translators on the passages of a text.

    Attributes:
        earlier: English passages by their hashes, as they were.
        terms: of the game's glossary, by their English.
        translated: passages of other texts by the hash of their English: what two texts share is translated once.
        words: where the words stand that the program prints, by key.
    """

    earlier: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    translated: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def comment(self, passage: Passage, title: str) -> str:
        """Return the comment of a passage in the section with this title."""
        lines = [KINDS[passage.kind]]
        if passage.kind == "word":
            lines += [self.words[passage.name]] if passage.name in self.words else []
        elif passage.kind != "head":
            lines.append(f"section: {title}")
        if passage.kind == "figure":
            lines.append(f"picture: rules-en.html#{passage.section}, figure {passage.name.removeprefix('figure-')}")
        lines += (f"term: {term}" for term in terms_in(passage.text, self.terms))
        return "\n".join(lines)


def po_text(
    language: Language,
    pairs: Sequence[PassagePair],
    english: Text,
    notes: TranslatorNotes = TranslatorNotes(),
) -> str:
    """Return a text with its translation as a PO file.

    Args:
        language: of the translation.
        pairs: its passages beside those of English; none for a text that is not begun, or was of an earlier revision.
        english: from which it is made.
        notes: for translators.
    """
    polib = _polib()
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": "asterion-press",
        "Language": language.tag.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        COUNT: str(sum(passage.has_words for passage in english.passages)),
    }
    found = {pair.english.key: pair for pair in pairs if pair.english is not None}
    titles = {one.section: one.text for one in english.passages if one.kind == "heading"}
    for passage in english.passages:
        if not passage.has_words:
            continue
        pair = found.get(passage.key, PassagePair(passage, None))
        is_doubtful = pair.state in {"outdated", "unaccepted"}
        is_begun = pair.other is not None and pair.state != "untranslated"
        file.append(
            polib.POEntry(
                msgctxt=passage.key,
                msgid=passage.text,
                msgstr=pair.other.text if is_begun and pair.other else notes.translated.get(passage.hash, ""),
                previous_msgid=notes.earlier.get(pair.source) if pair.state == "outdated" else None,
                comment=notes.comment(passage, titles.get(passage.section, "")),
                occurrences=[(english.file, str(passage.first))],
                flags=[FUZZY] if is_doubtful else [],
            )
        )
    return str(file) + "\n"


@dataclass(frozen=True, slots=True)
class PoImport:
    """A text of a language with the translations of a PO file.

    Attributes:
        text: the whole file of the language's text.
        before: the text without the translations: with all passages of English, in English where it lacked them.
        sources: for its passages, by key, the hash of the English that each was made from, or ``untranslated``.
        changes: the new texts of changed passages, by key.
        places: of those in the PO file.
        added: keys of passages that the text lacked.
    """

    text: str
    before: Text
    sources: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    added: frozenset[str] = frozenset()

    @property
    def untranslated(self) -> int:
        """Return how many passages are still English."""
        return sum(source.startswith(UNTRANSLATED) for source in self.sources.values())

    @property
    def added_translated(self) -> int:
        """Return how many passages were added with their translation."""
        return len(self.added & self.changes.keys())


def import_po(po: str, name: str, text: Text, pairs: Sequence[PassagePair], english: Text) -> PoImport:
    """Return a text of a language with the translations of a PO file.

    Passages that the text lacks are added with their translations; others that it lacks come with them in English, so
    that each stands in its place.

    Args:
        po: the file's text.
        name: of the file, in messages.
        text: of the language; without passages if it is begun by this.
        pairs: its passages beside those of English.
        english: from which it is made.

    Raises:
        InputError: every mistake of the file.
    """
    file = _parse(po, name)
    mistakes: list[Mistake] = []
    wanted = [entry for entry in file if not entry.obsolete and entry.msgstr]
    missing = {pair.english.key for pair in pairs if pair.english is not None and pair.other is None}
    added: frozenset[str] = frozenset()
    if not text.passages or any(entry.msgctxt in missing for entry in wanted):
        added = frozenset(missing) if text.passages else frozenset(passage.key for passage in english.passages)
        text, pairs = _completed(text, pairs, english)
    by_key = {pair.english.key: pair for pair in pairs if pair.english is not None}
    changes: dict[str, str] = {}
    sources = {pair.other.key: pair.record for pair in pairs if pair.other is not None}
    places: dict[str, Place] = {}
    lines = po.split("\n")
    for entry in wanted:
        pair = by_key.get(entry.msgctxt or "")
        what = "msgctxt" if pair is None else "msgstr"  # where the translation begins, behind its quotation mark
        numbers = range(entry.linenum, len(lines) + 1)
        begin = next((number for number in numbers if lines[number - 1].startswith(what)), entry.linenum)
        place = Place(name, begin, lines[begin - 1].find('"') + 2)
        mistakes += [Mistake(place, message) for message in _faults(entry, pair)]
        if mistakes or pair is None or pair.other is None:
            continue
        if pair.other.text != entry.msgstr:
            places[pair.other.key] = place
        changes[pair.other.key] = entry.msgstr
        if not entry.fuzzy:
            sources[pair.other.key] = text_hash(entry.msgid)
        elif pair.other.text != entry.msgstr and pair.state in {"translated", "untranslated"}:
            sources[pair.other.key] = FUZZY
    if mistakes:
        raise InputError(mistakes)
    changes = {key: changes[key] for key in places}
    return PoImport(exchange_passages(text, changes), text, sources, changes, places, added)


def _completed(text: Text, pairs: Sequence[PassagePair], english: Text) -> tuple[Text, list[PassagePair]]:
    """Return a text with all passages of English, and its passages beside those."""
    sources = {id(pair.english): pair.record for pair in pairs if pair.other is not None}
    if text.passages and text.passages[0].kind == "word":
        whole = _with_all_words(text, english)
        by_key = {passage.key: passage for passage in whole.passages}
        return whole, [PassagePair(one, by_key.get(one.key), sources.get(id(one), "")) for one in english.passages]
    whole = complete_with_english(text, english, pairs)
    matched = zip(english.passages, whole.passages, strict=True)
    return whole, [PassagePair(one, other, sources.get(id(one), "")) for one, other in matched]


def _with_all_words(text: Text, english: Text) -> Text:
    """Return the words of a language with those of English that it lacks, behind the words that they follow there."""
    last: dict[str, Passage] = {}
    for passage in english.passages:
        own = {one.key: one for one in text.passages}
        if passage.key not in own and passage.section in last:
            text = words_text(insert_word(text.text, last[passage.section], passage.name, passage.text), text.file)
            own = {one.key: one for one in text.passages}
        if passage.key in own:
            last[passage.section] = own[passage.key]
    return text


def _parse(po: str, name: str) -> polib.POFile:
    """Parse a PO file.

    Raises:
        InputError: it has forbidden characters, or was cut off, or is no PO file with passages.
    """
    place, lines = Place(name, 1, 1), po.split("\n")
    wrong = [
        Mistake(Place(name, number, found.start() + 1), refusal_of(found[0]))
        for number, line in enumerate(lines, 1)
        for found in FORBIDDEN.finditer(line)
    ]
    cut = (number for number, line in enumerate(lines, 1) if not PO_LINE.fullmatch(line))
    if mistakes := wrong or [Mistake(Place(name, number, 1), CUT_LINE) for number in cut]:
        raise InputError(mistakes)
    try:
        file = _polib().pofile(f"{po}\n")  # with a line break it cannot be taken for a file's name
        if any(entry.msgctxt for entry in file):
            wanted, there = file.metadata.get(COUNT, ""), len(file)
            if wanted.isdecimal() and there < int(wanted):
                message = f"the file ends with {there} of its {wanted} passages; it was cut off, get the whole of it"
                raise InputError.at(Place(name, len(lines), 1), message)
            return file
    except (OSError, ValueError, IndexError) as error:
        found = LINE.search(str(error))
        place = Place(name, int(found[1]), 1) if found else place
    raise InputError.at(place, "not a PO file with passages; export it again with `asterion language export`")


def _faults(entry: polib.POEntry, pair: PassagePair | None) -> list[str]:
    """Return the messages about what is wrong with an entry."""
    if pair is None or pair.english is None:
        return [f"no passage {entry.msgctxt!r} in the source text; export the file again, its translations are kept"]
    if pair.other is None:
        return [f"passage {entry.msgctxt!r} is missing in the text, and so is what stands before it; write it there"]
    wanted, have = (
        sorted(f"{{{{{found[1].strip()}}}}}" if found[1] else found[0] for found in NAMED.finditer(text))
        for text in (pair.english.text, entry.msgstr)
    )
    optional = {PLACE_OF_NUMBER} if pair.english.kind == "word" else set()
    missing, spare = sorted(set(wanted) - set(have)), sorted(set(have) - set(wanted) - optional)
    faults = [f"{what} is missing in the translation" for what in missing]
    faults += [f"{what} is not in the source passage" for what in spare]
    there, right = (len(BARS.findall(one)) for one in (entry.msgstr, pair.english.text))
    if pair.english.kind == "row" and there != right:
        faults.append(f"{there} bars in a row of a table; the source has {right}")
    if entry.msgstr != pair.other.text:
        faults += check_translation(pair.other, entry.msgstr)
    return faults


def import_po_files(files: Mapping[str, tuple[str, str]], language: Language, english: Language) -> dict[str, PoImport]:
    """Return each text of a language with the translations of its PO file, read again.

    A passage that another text shares is changed there, too, unless that has a translation of its own.

    Args:
        files: by text (a game, or ``words``) the file's name in messages, and its content.
        language: of the texts; those that it has not begun are empty.
        english: from which those were made.

    Raises:
        InputError: every mistake of all files.
    """
    found: dict[str, PoImport] = {}
    mistakes: list[Mistake] = []
    pairs = pair_texts(language, english)
    outdated = {name for name in outdated_texts(language, english) if language.texts[name].passages}
    for text, (name, po) in files.items():
        own = language.texts[text]
        begun = replace(own, text="", passages=()) if text in outdated else own
        try:
            one = import_po(po, name, begun, pairs.get(text, ()), english.texts[text])
        except InputError as error:
            mistakes += error.mistakes
            continue
        if text in outdated and (left := one.untranslated):
            message = f"{left} passages are not translated yet; until all are, the text of the earlier revision stays"
            mistakes.append(Mistake(Place(name), message))
            continue
        found[text] = one
        wrong = check_text(text, one.text, one.before, one.changes, language.tag)
        mistakes += move_to_translations(wrong, passages_after(text, one), one.places)
    if mistakes:
        raise InputError(mistakes)
    return found | _shared(found, pairs, language)


def _shared(
    found: Mapping[str, PoImport], pairs: Mapping[str, Sequence[PassagePair]], language: Language
) -> dict[str, PoImport]:
    """Return the texts whose translations change with those of other texts, as they had the same ones."""
    english = {pair.english.hash for some in pairs.values() for pair in some if pair.english is not None}
    new: dict[tuple[str, str], str] = {}
    for one in found.values():
        before = {passage.key: passage.text for passage in one.before.passages}
        for key, text in one.changes.items():
            if (source := one.sources.get(key, "")) in english:
                new[source, before[key]] = text
    shared = {}
    for name, some in pairs.items():
        changes = {
            pair.other.key: new[pair.english.hash, pair.other.text]
            for pair in some
            if name not in found and pair.english and pair.other and (pair.english.hash, pair.other.text) in new
        }
        if changes and name != WORDS:
            whole = language.texts[name]
            sources = {
                pair.other.key: pair.english.hash if pair.english and pair.other.key in changes else pair.record
                for pair in some
                if pair.other
            }
            shared[name] = PoImport(exchange_passages(whole, changes), whole, sources, changes)
    return shared


def passages_after(text: str, one: PoImport) -> Sequence[Passage]:
    """Return the passages of a text as a PO file leaves it, with their lines; words stay in their lines."""
    return one.before.passages if text == WORDS else split_passages(one.text, one.before.model_ids)


def sources_after(found: Mapping[str, PoImport], language: Language) -> Sources:
    """Return the sources of a language after an import."""
    entries = {
        name: [(passage, one.sources[passage.key]) for passage in one.before.passages] for name, one in found.items()
    }
    return record_sources(language.sources, entries, {name: one.text for name, one in found.items()})


def shared_translations(language: Language, english: Language) -> dict[str, str]:
    """Return the translated passages of all texts of a language by the hash of their English.

    Those of a text of an earlier revision are among them, as far as English says the same today.
    """
    found: dict[str, str] = {}
    for name in outdated_texts(language, english):
        sections = language.sources.texts.get(name, {})
        for section, passages in language.texts[name].sections().items():
            if len(hashes := sections.get(section, ())) == len(passages):
                found |= {source: passage.text for source, passage in zip(hashes, passages, strict=True)}
    for name, pairs in pair_texts(language, english).items():
        for pair in pairs if name != WORDS else ():
            if pair.english and pair.other and pair.state == "translated":
                found[pair.english.hash] = pair.other.text
    return found


def places_of_words() -> dict[str, str]:
    """Return where the words stand that the program prints, by key, as the README of the languages tells."""
    file = library.root() / "templates" / "locales" / "README.md"
    text = read_bytes(file, file.name).decode("utf-8", "replace") if file.is_file() else ""
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", text, re.MULTILINE)
    return {key: where for keys, where in rows for key in re.findall(r"`(\w+)`", keys)}
