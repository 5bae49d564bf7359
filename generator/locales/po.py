"""Translations as PO files, for Poedit, Weblate and their kin, and back. Both ways together change nothing.

An entry is a passage: its key is the context, English the source. A translation of an English that has changed since
is fuzzy. What comes back is taken as made from the English that the file holds, so that a passage which English has
changed in the meantime is outdated at once.

Source of the format: GNU gettext manual, 10 "Editing PO Files"; read and written by polib.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import polib

from generator.catalogue.shelf import ENGLISH, UNTRANSLATED
from generator.errors import InputError, Mistake, Place
from generator.locales.desk import Language
from generator.locales.exchanging import exchanged
from generator.locales.passages import Passage, text_hash
from generator.locales.standing import Pair, Text

FUZZY = "fuzzy"
NAMED = re.compile(r"\{\{\s*(.*?)\s*\}\}|\]\(([^()\s]*)|\[\^([^\]\s]+)\]")
"""What a translation must name as English does: placeholders, symbols, figures, links, footnotes."""
LINE = re.compile(r"line (\d+)")
KINDS = {
    "head": "on the title page",
    "heading": "heading",
    "paragraph": "paragraph",
    "item": "item of a list",
    "row": "row of a table; keep the bars",
    "figure": "caption of a figure",
    "note": "footnote",
    "word": "word of the press, or message of the command",
}


def po_text(language: Language, pairs: list[Pair], english: Text) -> str:
    """A text with its translation as a PO file."""
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": "asterion-press",
        "Language": language.tag.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    found = {pair.english.key: pair for pair in pairs if pair.english is not None}
    for passage in english.passages:
        if passage.has_words:
            file.append(_entry(passage, found.get(passage.key), english.file))
    return str(file) + "\n"


def _entry(passage: Passage, pair: Pair | None, file: str) -> polib.POEntry:
    state = pair.state if pair else "missing"
    other = pair.other.text if pair and pair.other else ""
    return polib.POEntry(
        msgctxt=passage.key,
        msgid=passage.text,
        msgstr="" if state in {"untranslated", "missing"} else other,
        comment=KINDS[passage.kind],
        occurrences=[(file, str(passage.first))],
        flags=[FUZZY] if state in {"outdated", "unaccepted"} else [],
    )


@dataclass(frozen=True, slots=True)
class Brought:
    """What a PO file brings.

    Attributes:
        text: the whole file of the language's text.
        sources: for its passages, by key, the hash of the English that each was made from, or ``untranslated``.
        changed: how many passages are other than before.
    """

    text: str
    sources: Mapping[str, str] = field(default_factory=dict)
    changed: int = 0


def brought(po: str, name: str, text: Text, pairs: list[Pair]) -> Brought:
    """A text of a language with what a PO file says of it.

    Args:
        po: the file's text.
        name: what messages call it.
        text: of the language, which has a passage for each of English.
        pairs: its passages beside those of English.

    Raises:
        InputError: every mistake of the file.
    """
    file = _parsed(po, name)
    by_key = {pair.english.key: pair for pair in pairs if pair.english is not None}
    changes: dict[str, str] = {}
    sources: dict[str, str] = {}
    mistakes: list[Mistake] = []
    for entry in file:
        if entry.obsolete or not entry.msgstr:
            continue
        place = Place(name, entry.linenum, 1)
        pair = by_key.get(entry.msgctxt or "")
        mistakes += [Mistake(place, message) for message in _faults(entry, pair)]
        if mistakes or pair is None or pair.other is None:
            continue
        changes[pair.other.key] = entry.msgstr
        if not entry.fuzzy:
            sources[pair.other.key] = text_hash(entry.msgid)
        elif pair.other.text != entry.msgstr and pair.source in {"", UNTRANSLATED}:
            sources[pair.other.key] = UNTRANSLATED
    if mistakes:
        raise InputError(mistakes)
    changed = sum(passage.text != changes.get(passage.key, passage.text) for passage in text.passages)
    return Brought(exchanged(text, changes), sources, changed)


def _parsed(po: str, name: str) -> polib.POFile:
    place = Place(name, 1, 1)
    try:
        file = polib.pofile(f"{po}\n")  # with a line break it cannot be taken for a file's name
        if any(entry.msgctxt for entry in file):
            return file
    except (OSError, ValueError, IndexError) as error:
        found = LINE.search(str(error))
        place = Place(name, int(found[1]), 1) if found else place
    raise InputError.at(place, "not a PO file with passages; export it again with `asterion languages export`")


def _faults(entry: polib.POEntry, pair: Pair | None) -> list[str]:
    """What is wrong with an entry."""
    if pair is None or pair.english is None:
        return [f"no passage {entry.msgctxt!r} in {ENGLISH}; export the file again, its translations are kept"]
    if pair.other is None:
        return [f"passage {entry.msgctxt!r} is missing in the text; write it there first, in English if need be"]
    wanted, have = (sorted(found[0] for found in NAMED.finditer(text)) for text in (pair.english.text, entry.msgstr))
    missing, spare = sorted(set(wanted) - set(have)), sorted(set(have) - set(wanted))
    faults = [f"{what} is missing in the translation" for what in missing]
    faults += [f"{what} is not in the English passage" for what in spare]
    if pair.english.kind == "row" and _bars(pair.english.text) != _bars(entry.msgstr):
        faults.append(f"{_bars(entry.msgstr)} bars in a row of a table; English has {_bars(pair.english.text)}")
    return faults


def _bars(text: str) -> int:
    return len(re.findall(r"(?<!\\)\|", text))
