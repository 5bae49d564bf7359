"""The calibration sheet in a language: its messages, and the font that has their letters."""

from __future__ import annotations

from generator.build.sheet_titles import title_face
from generator.catalogue import library
from generator.catalogue.library import ENGLISH
from generator.catalogue.messages import load_messages
from generator.catalogue.words import words_of
from generator.pdf.calibration import CalibrationWords
from generator.pdf.cjk_breaks import KINSOKU

OF_THE_SHEET = "calibration_"
"""Prefix of the keys of its messages."""


def said_on_calibration(language: str) -> CalibrationWords:
    """All that the sheet says; what the language lacks, it says in English.

    Raises:
        InputError: mistakes in the messages or the words of the language.
    """
    texts: dict[str, str] = {}
    for tag in (ENGLISH, language):
        file = library.messages_file(tag)
        if file.path.is_file():
            texts |= load_messages(file.path, file.name).messages
    words = words_of(language)
    return CalibrationWords(
        language=language,
        face=title_face(words).id,
        rules=KINSOKU.get(words.words.line_breaking),
        texts={key.removeprefix(OF_THE_SHEET): text for key, text in texts.items() if key.startswith(OF_THE_SHEET)},
    )
