"""Letters of panels: those with which a language counts, below the figures, in captions and in what is told of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from string import ascii_uppercase

from generator.catalogue import library
from generator.catalogue.words import words_of
from generator.errors import Mistake
from generator.rulebook.text.strings import AltTextWords
from tests.support.texts import text_in

LETTERED = {
    "asterion": {"placement": 2, "impaling": 2, "walk-impale-rotate": 3, "walk-swap": 2, "walk-move": 2},
    "asterion-original": {"placement": 2, "impaling": 2, "walk-impale": 2},
    "asterismo": {"alive": 3, "goals": 2, "takes": 3},
    "minotaurus": {"pairs": 4},
}
"""Figures whose captions speak of their panels, with the number of panels."""
LANGUAGES = sorted(library.all_languages())


def letters_of(language: str, report: Callable[[Mistake], None]) -> str:
    return AltTextWords(words_of(language), report).letters


def test_captions_name_the_panels_by_the_letters_below_them() -> None:
    mistakes: list[Mistake] = []
    wrong = []
    for language, (game, figures) in product(LANGUAGES, LETTERED.items()):
        letters = letters_of(language, mistakes.append)
        text = text_in(language, game)
        for figure, count in figures.items():
            captions = re.findall(rf"!\[((?:(?!!\[).)*?)\]\(figure:{figure}[ )\n]", text, re.DOTALL)
            for letter, caption in product(letters[:count], captions):
                if not re.search(rf"(?<!\w){letter}\s?[:：]", caption):
                    wrong.append(f"{language}, {game}, {figure}: no {letter} in {caption!r}")
    assert not [*wrong, *mistakes], "\n".join(map(str, [*wrong, *mistakes]))


def test_a_language_has_letters_of_its_own_and_latin_ones_after_the_last() -> None:
    mistakes: list[Mistake] = []
    assert letters_of("en", mistakes.append) == ascii_uppercase
    assert letters_of("el", mistakes.append) == "ΑΒΓΔΕΖΗΘ" + ascii_uppercase[8:]
    assert letters_of("ru", mistakes.append)[:4] == "АБВГ"
    assert letters_of("uk", mistakes.append)[:8] == "АБВГДЕЖИ", "Ґ, Є, З and others count nothing in Ukrainian lists"
