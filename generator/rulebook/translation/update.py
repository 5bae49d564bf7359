"""Catalogues written for the text as it stands, so that nothing which was translated is lost.

A passage that was rewritten keeps its translation, fuzzy, with its former text; one that is new is empty; what the text
has no more becomes obsolete, and comes back with its passage. Messages are found by their keys alone: no translation
goes over to another passage, however alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import WORDS
from generator.catalogue.po import Catalogue, Message, translation, write_catalogue
from generator.catalogue.po import updated as updated_message
from generator.errors import Mistake
from generator.rulebook.translation.composed import CURVED, list_faults
from generator.rulebook.translation.glossary import Term, load_glossary, terms_in
from generator.rulebook.translation.language import Text, pair_passages
from generator.rulebook.translation.passages import Passage

NO_WORD = re.compile(r"[^\w{}()#−+-]+")
"""Punctuation; signs, placeholders and links count as words."""
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


def updated_catalogue(tag: str, name: str, text: Text, catalogue: Catalogue | None = None) -> str:
    """Return a catalogue for a text as it stands.

    Args:
        tag: of the language.
        name: of the text: a game, or ``words``.
        text: that is translated.
        catalogue: as it is; None for a new one.
    """
    messages = dict(catalogue.messages) if catalogue else {}
    obsolete = list(catalogue.obsolete) if catalogue else []
    notes = _notes(tag, name, text)
    keys = {passage.key for passage in text.passages}
    for one in obsolete[:]:
        if one.msgctxt in keys and one.msgctxt not in messages:
            messages[one.msgctxt] = one
            obsolete.remove(one)
    live = [
        updated_message(messages.get(passage.key), passage.key, passage.text, notes(passage))
        for passage in text.passages
        if passage.kind != "condition"
    ]
    gone = [message for key, message in messages.items() if key not in keys and message.msgstr]
    return write_catalogue(tag, live, [*gone, *obsolete], catalogue.header if catalogue else "")


def catalogue_of(tag: str, name: str, text: Text, translations: Mapping[str, str], *, fuzzy: bool) -> str:
    """Return a new catalogue with translations by key, which are fuzzy if they are to be looked at."""
    messages = {
        one.key: translation(one.key, one.text, translations[one.key], fuzzy=fuzzy)
        for one in text.passages
        if one.key in translations and (one.has_words or translations[one.key] != one.text)
    }
    return updated_catalogue(tag, name, text, Catalogue("", (), messages))


def accepted_catalogue(
    text: Text, catalogue: Catalogue, chosen: Callable[[Passage, Message], bool], *, same: bool
) -> tuple[Catalogue, int, list[Mistake]]:
    """Return a catalogue with translations taken as up to date, their number, and why others cannot be taken.

    Args:
        text: that is translated.
        catalogue: as it is.
        chosen: says whether a passage is meant, by its message as it is.
        same: take passages that are empty as translated by the words of the text, such as names; not those with
            quotation marks, which each language has of its own.
    """
    messages, count, refused = dict(catalogue.messages), 0, list[Mistake]()
    for pair in pair_passages(text, catalogue):
        if pair.english is None or pair.state == "translated":
            continue
        message = pair.message or translation(pair.english.key, pair.english.text)
        new = message.msgstr or (pair.english.text if same and not CURVED.search(pair.english.text) else "")
        if not new or not chosen(pair.english, message):
            continue
        if message.msgstr and (wrong := list_faults(pair.english, new, catalogue, text)):
            refused += wrong
        else:
            messages[pair.english.key] = one = translation(pair.english.key, pair.english.text, new)
            one.tcomment, count = message.tcomment, count + 1
    return Catalogue(catalogue.name, (), messages, catalogue.obsolete, catalogue.header), count, refused


def differs_in_punctuation(passage: Passage, message: Message) -> bool:
    """Return whether a passage has the same words and numbers as the text that its translation was made from."""
    before = (message.previous_msgid if message.fuzzy else None) or message.msgid
    return bool(before != passage.text) and NO_WORD.sub(" ", before).split() == NO_WORD.sub(" ", passage.text).split()


def _notes(tag: str, name: str, text: Text) -> Callable[[Passage], str]:
    """Return a function that returns the comment of a passage for translators."""
    terms: dict[str, Term] = load_glossary(tag).of_game(name)
    places = places_of_words() if name == WORDS else {}
    titles = {one.section: one.text for one in text.passages if one.kind == "heading"}
    page = f"rules-{library.model_language(name)}.html" if name != WORDS else ""

    def comment(passage: Passage) -> str:
        lines = [KINDS[passage.kind]]
        if passage.kind == "word":
            lines += [places[passage.name]] if passage.name in places else []
        elif passage.kind != "head":
            lines.append(f"section: {titles.get(passage.section, '')}")
        if not passage.has_words:
            lines.append("without words; leave it empty where it reads the same")
        if passage.kind == "figure":
            lines.append(f"picture: {page}#{passage.section}, figure {passage.name.removeprefix('figure-')}")
        lines += (f"term: {term}" for term in terms_in(passage.text, terms))
        return "\n".join(lines)

    return comment


def places_of_words() -> dict[str, str]:
    """Return where the words stand that the program prints, by key, as the README of the languages tells."""
    file = library.root() / "templates" / "locales" / "README.md"
    text = read_bytes(file, file.name).decode("utf-8", "replace") if file.is_file() else ""
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", text, re.MULTILINE)
    return {key: where for keys, where in rows for key in re.findall(r"`(\w+)`", keys)}
