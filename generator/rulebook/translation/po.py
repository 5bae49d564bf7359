"""Translations as PO files, for Poedit, Weblate and similar programs, and back. Both ways together change nothing.

An entry is a passage: its key is the context, English the source. A translation of an English passage that has changed
since is fuzzy. What comes back is taken as made from the English that the file holds, so that a passage which English
has changed in the meantime is outdated at once.

Source of the format: GNU gettext manual, 10 "Editing PO Files"; read and written by polib.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING

from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.translation_sources import UNTRANSLATED
from generator.catalogue.validation import validated
from generator.characters import FORBIDDEN, refusal_of
from generator.errors import InputError, Mistake, Place, from_extra
from generator.rulebook.translation.language import (
    FUZZY,
    WORD_PARTS,
    Language,
    PassagePair,
    Sources,
    Text,
    pair_texts,
    record_sources,
    write_sources,
)
from generator.rulebook.translation.passages import Passage, split_passages, text_hash
from generator.rulebook.translation.splice import (
    BARS,
    check_text,
    check_translation,
    exchange_passages,
    move_to_translations,
)

if TYPE_CHECKING:
    import polib

NAMED = re.compile(r"\{\{\s*(.*?)\s*\}\}|\]\(([^()\s]*)|\[\^([^\]\s]+)\]")
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


def po_text(language: Language, pairs: list[PassagePair], english: Text) -> str:
    """Return a text with its translation as a PO file."""
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
    for passage in english.passages:
        if passage.has_words:
            pair = found.get(passage.key)
            state = pair.state if pair else "missing"
            other = pair.other.text if pair and pair.other else ""
            file.append(
                polib.POEntry(
                    msgctxt=passage.key,
                    msgid=passage.text,
                    msgstr="" if state in {"untranslated", "missing"} else other,
                    comment=KINDS[passage.kind],
                    occurrences=[(english.file, str(passage.first))],
                    flags=[FUZZY] if state in {"outdated", "unaccepted"} else [],
                )
            )
    return str(file) + "\n"


@dataclass(frozen=True, slots=True)
class PoImport:
    """A text of a language with the translations of a PO file.

    Attributes:
        text: the whole file of the language's text.
        sources: for its passages, by key, the hash of the English that each was made from, or ``untranslated``.
        changes: the new texts of changed passages, by key.
        places: of those in the PO file.
    """

    text: str
    sources: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


def import_po(po: str, name: str, text: Text, pairs: list[PassagePair]) -> PoImport:
    """Return a text of a language with the translations of a PO file.

    Args:
        po: the file's text.
        name: of the file, in messages.
        text: of the language, which has a passage for each of English.
        pairs: its passages beside those of English.

    Raises:
        InputError: every mistake of the file.
    """
    file = _parse(po, name)
    by_key = {pair.english.key: pair for pair in pairs if pair.english is not None}
    changes: dict[str, str] = {}
    sources: dict[str, str] = {}
    places: dict[str, Place] = {}
    mistakes: list[Mistake] = []
    lines = po.split("\n")
    for entry in file:
        if entry.obsolete or not entry.msgstr:
            continue
        pair = by_key.get(entry.msgctxt or "")
        has_place = pair is not None and pair.english is not None and pair.other is not None
        place = Place(name, entry.linenum, 1)
        if has_place:  # where the translation begins, behind its quotation mark
            numbers = range(entry.linenum, len(lines) + 1)
            begin = next((number for number in numbers if lines[number - 1].startswith("msgstr")), None)
            place = Place(name, begin, lines[begin - 1].find('"') + 2) if begin else place
        mistakes += [Mistake(place, message) for message in _faults(entry, pair)]
        if mistakes or pair is None or pair.other is None:
            continue
        if pair.other.text != entry.msgstr:
            places[pair.other.key] = place
        changes[pair.other.key] = entry.msgstr
        if not entry.fuzzy:
            sources[pair.other.key] = text_hash(entry.msgid)
        elif pair.other.text != entry.msgstr and pair.source.partition("-")[0] in {"", UNTRANSLATED}:
            sources[pair.other.key] = FUZZY
    if mistakes:
        raise InputError(mistakes)
    changes = {key: changes[key] for key in places}
    return PoImport(exchange_passages(text, changes), sources, changes, places)


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
        return [f"passage {entry.msgctxt!r} is missing in the text; write it there first, untranslated if need be"]
    wanted, have = (sorted(found[0] for found in NAMED.finditer(text)) for text in (pair.english.text, entry.msgstr))
    missing, spare = sorted(set(wanted) - set(have)), sorted(set(have) - set(wanted))
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

    Args:
        files: by text (a game, or ``words``, or ``messages``) the file's name in messages, and its content.
        language: of the texts.
        english: from which those were made.

    Raises:
        InputError: every mistake of all files.
    """
    found: dict[str, PoImport] = {}
    mistakes: list[Mistake] = []
    pairs = pair_texts(language, english)
    for text, (name, po) in files.items():
        try:
            found[text] = one = import_po(po, name, language.texts[text], pairs[text])
        except InputError as error:
            mistakes += error.mistakes
            continue
        wrong = check_text(text, one.text, language.texts[text], one.changes, language.tag)
        mistakes += move_to_translations(wrong, passages_after(text, one, language), one.places)
    if mistakes:
        raise InputError(mistakes)
    return found


def passages_after(text: str, one: PoImport, language: Language) -> Sequence[Passage]:
    """Return the passages of a text as a PO file leaves it, with their lines; words stay in their lines."""
    before = language.texts[text]
    return before.passages if text in WORD_PARTS else split_passages(one.text, before.model_ids)


def write_sources_after(found: Mapping[str, PoImport], language: Language, english: Language) -> str:
    """Return the file of sources after an import.

    Raises:
        InputError: it could not be read again.
    """
    pairs = pair_texts(language, english)
    entries = {}
    for text, one in found.items():
        hashes = {}
        for pair in pairs[text]:
            if pair.other is not None:
                hashes[pair.other.key] = pair.record
        hashes.update(one.sources)
        entries[text] = [(passage, hashes[passage.key]) for passage in language.texts[text].passages]
    written = write_sources(record_sources(language.sources, entries, language.texts))
    validated(parse_document(written.encode(), "sources.yaml"), Sources)
    return written
