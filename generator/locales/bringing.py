"""A PO file brought back into a language: its text, and what is written down of where that came from."""

from __future__ import annotations

from generator.catalogue.shelf import UNTRANSLATED
from generator.locales.desk import Language, pairs_of
from generator.locales.passages import Passage
from generator.locales.po import brought
from generator.locales.sources import recorded, sources_text


def brought_back(po: str, name: str, language: Language, english: Language, text: str) -> tuple[str, str, int]:
    """The file of a text and that of the sources with what a PO file says, and how many passages it changes.

    Args:
        po: what the file holds.
        name: what messages call it.
        language: whose text it is.
        english: what that was made from.
        text: name of the text: a game, or ``words``, or ``messages``.

    Raises:
        InputError: every mistake of the file.
    """
    pairs = pairs_of(language, english)[text]
    found = brought(po, name, language.texts[text], pairs)
    before = {pair.other.key: pair.source or _own(pair.english) for pair in pairs if pair.other is not None}
    hashes = {**before, **found.sources}
    entries = [(passage, hashes[passage.key]) for passage in language.texts[text].passages]
    return found.text, sources_text(recorded(language.sources, {text: entries})), found.changed


def _own(english: Passage | None) -> str:
    """What is written down of a passage that nothing was written down of."""
    return UNTRANSLATED if english is None or english.has_words else english.hash
