"""Straight quotes in rules texts become the marks of the language, wherever they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.catalogue.words import words_of
from asterion_press.rulebook.text.document import Known, StyledText, plain_text
from asterion_press.rulebook.text.strings import AltTextWords, localise_known, localise_names
from asterion_press.rulebook.text.typography import QUOTES, localise_quotes, quote_mistakes, quotes_of, turn_quotes
from tests.support.project_commands import run
from tests.support.reported import reported_in
from tests.support.texts import parse_rules

PAIRS = {tag: quotes_of(words_of(tag).words.typography) for tag in library.all_languages()}
PRINTED = """She said, "he cried 'now', didn't he?\""""


SAID_IN = {
    "She said, “he cried ‘now’, didn’t he?”": "en pt-BR nl ko zh-Hans",
    "She said, „he cried ‚now‘, didn’t he?“": "de cs",
    "She said, «he cried “now”, didn’t he?»": "es fr it pt ca el",
    "She said, „he cried «now», didn’t he?”": "pl",
    "She said, „he cried »now«, didn’t he?”": "hu",
    "She said, «he cried „now“, didn’t he?»": "ru uk",
    "She said, 「he cried 『now』, didn’t he?」": "ja zh-Hant",
}


def test_every_language_has_its_own_marks() -> None:
    wanted = {tag: printed for printed, tags in SAID_IN.items() for tag in tags.split()}
    assert {tag: turn_quotes(PRINTED, pairs) for tag, pairs in PAIRS.items()} == wanted


@pytest.mark.parametrize(
    ("tag", "text", "written"),
    [
        ("fr", 'L\'arc d\'un "lieu" qu\'"il" voit', "L’arc d’un «lieu» qu’«il» voit"),
        ("en", 'a "b "c" d" e', "a “b ‘c’ d” e"),
        ("en", "'Tis Ann's turn in the '90s", "’Tis Ann’s turn in the ’90s"),
        ("en", "the '90s, 'tis the players' turn, and '80s'", "the ’90s, ’tis the players’ turn, and ‘80s’"),
        ("en", "It's \"a 'note'\".", "It’s “a ‘note’”."),
        ("en", "'Go!' ('now')", "‘Go!’ (‘now’)"),
        ("en", "5'6\" by 5\" and 3'", "5′6″ by 5″ and 3′"),
        ("en", "the number '5', \"64\" and 1980's", "the number ‘5’, “64” and 1980’s"),
        ("en", 'open "and never closed', 'open "and never closed'),
        ("ja", '彼は"行く"と言った', "彼は「行く」と言った"),
        ("ko", '"가다"라고', "“가다”라고"),
        ("de", '("so")—"oder"', "(„so“)—„oder“"),
        ("en", "“so”, it’s 5′", "“so”, it’s 5′"),
    ],
)
def test_quotes_nest_and_apostrophes_and_primes_are_told_apart(tag: str, text: str, written: str) -> None:
    assert turn_quotes(text, PAIRS[tag]) == written


@given(text=st.text(st.sampled_from("a5 '\"(.,迷"), max_size=24))
def test_a_text_keeps_its_length_and_turns_once(text: str) -> None:
    for tag, pairs in PAIRS.items():
        turned = turn_quotes(text, pairs)
        assert [one for one in turned if one in "a5 (.,迷"] == [one for one in text if one in "a5 (.,迷"], tag
        assert len(turned) == len(text), tag
        assert "'" not in turned, tag


def test_quotes_are_turned_across_emphasis_and_symbols_in_every_part_of_a_text() -> None:
    words = words_of("de")
    known = localise_known(Known({"deck.tiles": "64"}, ("tile",), ("coin",)), words)
    text = parse_rules(
        '---\nsubtitle: \'Der "Schatz"\'\n---\n# Das "Spiel" {#t}\n\n'
        'Er sagt *"ja* und **"nein"** ![x](symbol:coin)" zu {{deck.tiles}} "Teilen"[^n], [geht\'s](#t).\n\n'
        "| \"a\" | b |\n|---|---|\n| c | 'd' |\n\n"
        '![Eine "Kachel".](figure:tile "Words that are \'told\'.")\n\n- \'e\'\n\n[^n]: "Note"\n',
        known,
        "de.md",
    )
    assert text.title.text == "Das „Spiel“"
    assert [plain_text(content) for content in text.contents()][1:] == [
        "Er sagt „ja und ‚nein‘ “ zu 64 „Teilen“, geht’s.",
        *("„a“", "b", "c", "‚d‘", "Eine „Kachel“.", "‚e‘", "„Note“"),
    ]
    (figure,) = (block for block in text.blocks if hasattr(block, "alt"))
    assert figure.alt == (StyledText("Words that are 'told'.", figure.line),), "what is told keeps what is written"
    assert list(quote_mistakes(text, words)) == []
    assert AltTextWords(words, lambda _: None).front(text, "subtitle") == "Der „Schatz“"


def test_a_quote_without_partner_is_told_where_it_stands() -> None:
    words = words_of("en")
    known = localise_known(Known({"deck.tiles": "64"}, (), ()), words)
    text = parse_rules('# T\n\nIt\'s {{deck.tiles}} "tiles" on a 5" "board.\n', known, "en.md")
    reported = 'en.md:3:37: " has no partner; write “…” or ‘…’, or ″ for inches'
    assert list(map(str, quote_mistakes(text, words))) == [reported]


# names of a catalogue are set with the marks of each language, and a mistake in one is told in the catalogue


TYPOGRAPHY = {tag: words_of(tag).words.typography for tag in library.all_languages()}
MARKS = st.text(st.sampled_from("ab1 '\"“”„«»「』’-("), max_size=20)


@pytest.mark.parametrize(
    ("tag", "text", "written"),
    [
        ("ja", "Miles O'Brien", "Miles O’Brien"),
        ("de", 'Jo "The Cat" Doe', "Jo „The Cat“ Doe"),
        ("en", "Jo 'The Cat' Doe", "Jo ‘The Cat’ Doe"),
        ("de", "Jo “The Cat“ Doe", "Jo “The Cat“ Doe"),
        ("en", "Jo «The Cat» Doe", "Jo “The Cat” Doe"),
        ("pl", "Jo 「The Cat」 Doe", "Jo „The Cat” Doe"),
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
    written = localise_names({"deck.tiles": "'", "credits.design": "'"}, TYPOGRAPHY["en"])
    assert written == {"deck.tiles": "'", "credits.design": "’"}


def rules_of(folder: Path, design: str, publisher: str) -> Result:
    """What the command says when it writes the rules of the shipped game with other credits."""
    text = library.game_file().path.read_text(encoding="utf-8")
    for key, held in (("design", design), ("publisher", publisher)):
        text = re.sub(rf"(?m)^  {key}: .*$", f"  {key}: {json.dumps(held, ensure_ascii=False)}", text)
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return run("build", folder / "mine.yaml", "--only", "rules", "--language", "de", "--out", folder / "out")


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
    assert "(U+05D2, hebrew letter gimel) (from {{credits.publisher}})" in done.output
    assert "templates/" not in done.output


def test_a_name_that_is_too_long_for_a_line_is_told_in_the_catalogue(tmp_path: Path) -> None:
    done = rules_of(tmp_path, "M" * 60, "Ada")
    assert done.exit_code == 1
    reported = [line for line in reported_in(done.output) if " too full" not in line]  # as the page with such a name is
    assert reported
    assert all(line.startswith(f"{tmp_path / 'mine.yaml'}:") for line in reported)
