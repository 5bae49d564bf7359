"""English passages as they were when languages were made from them, by their hashes.

So a translator sees what English has changed. The commands of `asterion language` write the file: all passages of
today, and those that the sources of some language still name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.translation_sources import translators_file
from generator.rulebook.translation.language import Language, PassagePair
from generator.rulebook.translation.sources import Sources

NO_WORD = re.compile(r"[^\w{}()#−+-]+")
"""Punctuation; signs, placeholders and links count as words."""
HEADER = """\
# English passages by the hashes that sources.yaml of the languages name, those of earlier texts among them.
# Written by `asterion language`; do not edit by hand.
"""


def earlier_file() -> ShelfFile:
    """Return the file of earlier passages, that of the project at hand or the shipped one; it need not exist."""
    return translators_file("passages", "passages.yaml", "passages.yaml")


def load_earlier() -> dict[str, str]:
    """Return passages by their hashes; none if they were never written.

    Raises:
        InputError: mistakes in the file.
    """
    file = earlier_file()
    if not file.path.is_file():
        return {}
    return {str(key): str(text) for key, text in read_document(file.path, file.name).data.items()}


def differs_in_punctuation(pair: PassagePair, earlier: Mapping[str, str]) -> bool:
    """Return whether an English passage has the same words and numbers as that which its translation was made from."""
    if pair.english is None or pair.source not in earlier:
        return False
    before, now = (NO_WORD.sub(" ", text).split() for text in (earlier[pair.source], pair.english.text))
    return before == now


def write_earlier(english: Language, sources: Iterable[Sources]) -> str:
    """Return the text of the file: what `english` says today, and what the sources of the languages still name.

    Raises:
        InputError: mistakes in the file as it is.
    """
    today = {one.hash: one.text for text in english.texts.values() for one in text.passages if one.has_words}
    named = {part for one in sources for source in one.hashes() for part in source.split("-")}
    found = {key: text for key, text in load_earlier().items() if key in named} | today
    return HEADER + "".join(f'"{key}": {json.dumps(text, ensure_ascii=False)}\n' for key, text in sorted(found.items()))
