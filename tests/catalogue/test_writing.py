"""A catalogue that is written and read again is the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.errors import shows_something
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, catalogue_text, load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Catalogue, Expectation, Totals


def again(catalogue: Catalogue, folder: Path) -> Catalogue:
    path = folder / "written.yaml"
    path.write_text(catalogue_text(catalogue, ["a comment", "", "# another: 1"]), encoding="utf-8")
    return load_catalogue(path).catalogue


def test_the_shipped_catalogue(loaded: LoadedCatalogue, tmp_path: Path) -> None:
    assert again(loaded.catalogue, tmp_path) == loaded.catalogue


def test_designs_of_some_colours_copies_and_promises(small: Callable[..., Path], tmp_path: Path) -> None:
    plain = load_catalogue(small()).catalogue
    catalogue = replace(plain, expect=Expectation(tiles=4, per_colour=replace(Totals(), coins=0)), tile_mm=62.5)
    assert catalogue.designs["bridge"].colours == ("yellow", "blue")
    assert again(catalogue, tmp_path) == catalogue
    fork = replace(catalogue.designs["fork"], copies=3)
    several = replace(catalogue, designs={**catalogue.designs, "fork": fork})
    assert again(several, tmp_path) == several


@pytest.mark.parametrize("text", ["it's 'quoted'", "a: b # c", "- x", "no", "*a &b !c", 'say "so"', ""])
def test_free_words_come_back(text: str, small: Callable[..., Path], tmp_path: Path) -> None:
    plain = load_catalogue(small()).catalogue
    catalogue = replace(plain, credits=replace(plain.credits, artwork=text))
    assert again(catalogue, tmp_path) == catalogue


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=30).filter(shows_something))
def test_any_printable_words_come_back(small: Callable[..., Path], tmp_path: Path, text: str) -> None:
    plain = load_catalogue(small()).catalogue
    text = normalize("NFC", text)  # letters with marks are read as one character
    catalogue = replace(plain, credits=replace(plain.credits, design=text))
    assert again(catalogue, tmp_path) == catalogue
