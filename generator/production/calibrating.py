"""What the calibration sheet says, in a language: its messages, and the face that has the letters."""

from __future__ import annotations

from generator.catalogue import shelf
from generator.catalogue.messages import load_messages
from generator.catalogue.words import load_words
from generator.press.calibration import Said
from generator.production.sheet_titles import title_face

ENGLISH = "en"
OF_THE_SHEET = "calibration_"
"""How the keys of its messages begin."""
UNPARTED = ("japanese", "chinese")
"""How lines of those languages break whose words are not parted by spaces."""


def said_on_calibration(language: str) -> Said:
    """All that the sheet says; what the language lacks, it says in English.

    Raises:
        InputError: mistakes in the messages or the words of the language.
    """
    texts: dict[str, str] = {}
    for tag in (ENGLISH, language):
        file = shelf.messages_file(tag)
        if file.path.is_file():
            texts |= load_messages(file.path, file.name).messages
    words_file = shelf.words_file(language)
    words = load_words(words_file.path, language, words_file.name)
    return Said(
        language=language,
        face=title_face(words).id,
        parted=words.words.line_breaking not in UNPARTED,
        texts={key.removeprefix(OF_THE_SHEET): text for key, text in texts.items() if key.startswith(OF_THE_SHEET)},
    )
