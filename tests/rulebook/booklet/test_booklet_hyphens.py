"""Hyphens: the same as pyphen finds, for every dictionary and every word of the booklets."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pyphen
import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.words import load_words
from asterion_press.rulebook.typeset.hyphens import Dictionary, load_dictionary
from tests.support.texts import text_in, texts_in

LOCALES = Path(__file__).parents[3] / "templates" / "locales"
SOME = ("af_ZA", "cs_CZ", "hu_HU", "nl_NL", "sv", "th_TH")
"""Dictionaries with patterns that change letters, with zeros, and with letters of several bytes."""
HYPHENATED = sorted(
    file.parent.name for file in LOCALES.glob("*/words.yaml") if "\nhyphenation:" in file.read_text(encoding="utf-8")
)


def in_full(word: str, name: str) -> list[int]:
    """What pyphen itself says, without the breaks that would change letters."""
    return plain_places(pyphen.Pyphen(lang=name), word)


def plain_places(hyphenator: pyphen.Pyphen, word: str) -> list[int]:
    """The places of a word that pyphen breaks as it is written."""
    return [int(place) for place in hyphenator.positions(word) if place.data is None]


def words_of(*texts: str) -> list[str]:
    """Every word of some texts, once."""
    return sorted({word for text in texts for word in re.findall(r"[^\W\d_]+", text)})


def test_every_word_of_the_booklets_breaks_where_pyphen_breaks_it() -> None:
    wrong = []
    for tag in HYPHENATED:
        name = load_words(ShelfFile(tag, LOCALES / tag / "words.yaml", "")).words.hyphenation
        assert name
        words = words_of(*texts_in(tag))
        broken = {word: load_dictionary(name).positions(word) for word in words}
        wrong += [f"{tag}: {word} at {found}" for word, found in broken.items() if found != in_full(word, name)]
        assert any(broken.values()), tag
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", SOME if "THOROUGH" not in os.environ else sorted(pyphen.LANGUAGES))
def test_every_dictionary_is_read_as_pyphen_reads_it(name: str) -> None:
    own, words = load_dictionary(name), words_of(text_in("en", "asterion"), text_in("ru", "asterion"))
    patterns = sorted(pyphen.Pyphen(lang=name).hd.patterns)[::97]
    for word in [*words[::5], *(pattern.strip(".") for pattern in patterns)]:
        assert own.positions(word) == in_full(word, name), word


def test_a_dictionary_may_have_zeros_comments_settings_changes_and_codes(tmp_path: Path) -> None:
    file = tmp_path / "hyph_test.dic"
    lines = ["ISO8859-1", "% 1a1b", "LEFTHYPHENMIN 2", "a1b", "a0b", "b2c1d", "0e1f0", "^^e91g ", "h1i/h=i,1,2"]
    lines += ["", "j1k"]
    file.write_bytes("\n".join(lines).encode("latin-1"))
    for word in ("aaabbb", "xbcdx", "xefx", "xxégxx", "xxhixx", "xxjkxx", "xABx"):
        expected = plain_places(pyphen.Pyphen(filename=str(file), cache=False), word)
        assert Dictionary(file).positions(word) == expected, word
    assert Dictionary(file).positions("aaabbb") == [3]
    assert Dictionary(file).positions("abxx") == [], "two letters stand before a break at least"
