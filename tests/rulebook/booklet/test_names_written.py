"""Names of a catalogue are set with the marks of each language, and a mistake in one is told in the catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from generator.catalogue import library
from generator.catalogue.words import words_of
from generator.cli.main import main
from generator.rulebook.text.quotes import QUOTES, localise_quotes
from generator.rulebook.text.strings import localise_names

TYPOGRAPHY = {tag: words_of(tag).words.typography for tag in library.all_languages()}
MARKS = st.text(st.sampled_from("ab1 '\"“”„«»「』’-("), max_size=20)


@pytest.mark.parametrize(
    ("tag", "text", "written"),
    [
        ("en", "Miles O'Brien", "Miles O’Brien"),
        ("de", "Miles O'Brien", "Miles O’Brien"),
        ("ja", "Miles O'Brien", "Miles O’Brien"),
        ("en", 'Jo "The Cat" Doe', "Jo “The Cat” Doe"),
        ("de", 'Jo "The Cat" Doe', "Jo „The Cat“ Doe"),
        ("fr", 'Jo "The Cat" Doe', "Jo «The Cat» Doe"),
        ("ja", 'Jo "The Cat" Doe', "Jo 「The Cat」 Doe"),
        ("en", "Jo 'The Cat' Doe", "Jo ‘The Cat’ Doe"),
        ("de", "Jo “The Cat“ Doe", "Jo “The Cat“ Doe"),
        ("en", "Jo «The Cat» Doe", "Jo “The Cat” Doe"),
        ("pl", "Jo 「The Cat」 Doe", "Jo „The Cat” Doe"),
        ("en", "5'6\" Studios", "5′6″ Studios"),
        ("de", "the 90's", "the 90’s"),
        ("en", '"Catch 22"', "“Catch 22”"),
    ],
)
def test_marks_of_a_name_are_those_of_the_language(tag: str, text: str, written: str) -> None:
    assert localise_quotes(text, TYPOGRAPHY[tag]) == written


@given(text=MARKS)
def test_no_language_finds_a_foreign_mark_in_a_name(text: str) -> None:
    for tag, typography in TYPOGRAPHY.items():
        foreign = QUOTES - frozenset("".join(typography.quotes or ("“”",)))
        written = localise_quotes(text, typography)
        assert not foreign & set(written), tag
        assert localise_quotes(written, typography) == written, tag
        assert [one for one in written if one.isalnum()] == [one for one in text if one.isalnum()], tag


def test_only_names_are_written_so() -> None:
    assert localise_names({"deck.tiles": "'", "credits.design": "'"}, TYPOGRAPHY["en"]) == {
        "deck.tiles": "'",
        "credits.design": "’",
    }


def rules_of(folder: Path, design: str, publisher: str) -> Result:
    """What the command says when it writes the rules of the shipped game with other credits."""
    text = library.game_file().path.read_text(encoding="utf-8")
    for key, held in (("design", design), ("publisher", publisher)):
        text = re.sub(rf"(?m)^  {key}: .*$", f"  {key}: {json.dumps(held, ensure_ascii=False)}", text)
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    words = ["build", str(path), "--only", "rules", "--language", "de", "--out", str(folder / "out")]
    return CliRunner().invoke(main, words, catch_exceptions=False)


def test_a_booklet_shows_the_names_with_the_marks_of_its_language(tmp_path: Path) -> None:
    done = rules_of(tmp_path, "Miles O'Brien", '5\'6" "The Cat"')
    assert done.exit_code == 0, done.output
    with pikepdf.open(tmp_path / "out" / "rules-de.pdf") as file:
        assert str(file.docinfo["/Author"]) == "Miles O'Brien"


def test_a_letter_of_a_name_that_no_font_has_is_told_in_the_catalogue(tmp_path: Path) -> None:
    done = rules_of(tmp_path, "Ada", "\u05d2")
    line = next(
        n for n, one in enumerate((tmp_path / "mine.yaml").read_text("utf-8").splitlines(), 1) if "\u05d2" in one
    )
    assert done.exit_code == 1
    assert done.output.startswith(f"{tmp_path / 'mine.yaml'}:{line}:14: font ")
    assert "U+05D2" in done.output
    assert "templates/" not in done.output


def test_a_name_that_is_too_long_for_a_line_is_told_in_the_catalogue(tmp_path: Path) -> None:
    done = rules_of(tmp_path, "M" * 60, "Ada")
    assert done.exit_code == 1
    told = [line for line in done.output.splitlines() if " too full" not in line]  # as the page with such a name is
    assert told
    assert all(line.startswith(f"{tmp_path / 'mine.yaml'}:") for line in told)
