"""PO files brought back into a language: its texts, and what is written down of where those came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalogue.library import UNTRANSLATED
from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.validation import validated
from generator.errors import InputError, Mistake
from generator.rulebook.translation.passages import Passage, passages_of
from generator.rulebook.translation.po import Brought, brought
from generator.rulebook.translation.rereading import at_translations, text_mistakes
from generator.rulebook.translation.sources import WORD_PARTS, Sources, recorded, sources_text
from generator.rulebook.translation.workspace import Language, pairs_of


def brought_back(files: Mapping[str, tuple[str, str]], language: Language, english: Language) -> dict[str, Brought]:
    """Return what PO files bring to each text of a language, read again.

    Args:
        files: by text (a game, or ``words``, or ``messages``) what messages call the file, and what it holds.
        language: whose texts they are.
        english: what those were made from.

    Raises:
        InputError: every mistake of all files.
    """
    found: dict[str, Brought] = {}
    mistakes: list[Mistake] = []
    pairs = pairs_of(language, english)
    for text, (name, po) in files.items():
        try:
            found[text] = one = brought(po, name, language.texts[text], pairs[text])
        except InputError as error:
            mistakes += error.mistakes
            continue
        wrong = text_mistakes(text, one.text, language.texts[text], one.changes, language.tag)
        mistakes += at_translations(wrong, passages_after(text, one, language), one.places)
    if mistakes:
        raise InputError(mistakes)
    return found


def passages_after(text: str, one: Brought, language: Language) -> Sequence[Passage]:
    """Return the passages of a text as a PO file leaves it, with their lines; words stay in their lines."""
    return language.texts[text].passages if text in WORD_PARTS else passages_of(one.text)


def sources_after(found: Mapping[str, Brought], language: Language, english: Language) -> str:
    """Return the file of sources with what was brought.

    Raises:
        InputError: it could not be read again.
    """
    pairs = pairs_of(language, english)
    entries = {}
    for text, one in found.items():
        before = {pair.other.key: pair.source or _own(pair.english) for pair in pairs[text] if pair.other is not None}
        hashes = {**before, **one.sources}
        entries[text] = [(passage, hashes[passage.key]) for passage in language.texts[text].passages]
    written = sources_text(recorded(language.sources, entries))
    validated(parse_document(written.encode(), "sources.yaml"), Sources)
    return written


def _own(english: Passage | None) -> str:
    """What is written down of a passage that nothing was written down of."""
    return UNTRANSLATED if english is None or english.has_words else english.hash
