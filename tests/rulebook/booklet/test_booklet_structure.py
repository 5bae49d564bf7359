"""What a booklet means to those who hear it: its tree, read back by the proof, which shares nothing with the press."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest

from asterion_press.catalogue.words import LoadedWords
from asterion_press.geometry import mm_from_pt
from asterion_press.verify.documents import PdfProof, TagElement, read_tags
from asterion_press.verify.files import Notes
from tests.support.reading_back import opened
from tests.support.refusals import refusal
from tests.support.texts import Printed, text_in

TEMPLATES = Path(__file__).parents[3] / "templates"

EVERYTHING = """\
## Setup {#setup}

Each player takes a ![small coin](symbol:coin) and reads [the end](#end).[^why]

[^why]: Because it is short.

1. First.
2. Second:
   - one,
   - another.

| | Yellow | Blue |
|---|---|---|
| Coins | 1 | 2 |

![Two dead ends.](figure:dead-end)

## End {#end}

### May I stop? {#ruling-stop}

Yes.
"""


def tree_of(pdf: pikepdf.Pdf) -> TagElement:
    """The tree of a file without faults."""
    notes = Notes()
    proof = PdfProof("rules-en.pdf", pdf, notes)
    tree = read_tags(pdf, list(proof.pages()))
    assert notes.faults == []
    return tree


def walk(element: TagElement) -> Iterator[TagElement]:
    """An element and everything within it, in reading order."""
    yield element
    for kid in element.kids:
        if isinstance(kid, TagElement):
            yield from walk(kid)


def reported_of(element: TagElement) -> str:
    """An element in a line: its type, its words, and in brackets what is within it."""
    kids = [reported_of(kid) for kid in element.kids if isinstance(kid, TagElement)]
    words = element.alt or " ".join("".join(kid for kid in element.kids if isinstance(kid, str)).split())
    return " ".join(filter(None, (element.kind, words, f"({', '.join(kids)})" if kids else "")))


def sections_of(pdf: pikepdf.Pdf) -> list[list[str]]:
    """The elements of each section of a booklet."""
    sections = [kid for kid in tree_of(pdf).kids if isinstance(kid, TagElement)]
    return [
        [reported_of(kid) for kid in one.kids if isinstance(kid, TagElement)] for one in sections if one.kind == "Sect"
    ]


def test_every_part_of_a_text_is_an_element_in_reading_order(printed: Printed) -> None:
    with opened(printed(EVERYTHING)) as pdf:
        cover, contents, setup, end = sections_of(pdf)
    assert cover[0] == "H1 Asterion"
    assert contents == ["H2 Contents", "TOC (TOCI (Reference (Link Setup 3)), TOCI (Reference (Link End 3)))"]
    figure = setup.pop()
    assert figure.startswith("Div (Figure The table")
    assert figure.endswith(", Caption Figure 1 Two dead ends.)")
    inner = "L (LI (Lbl •, LBody one,), LI (Lbl •, LBody another.))"
    assert setup == [
        "H2 Setup",
        "P Each player takes a and reads . (Figure small coin, Link the end, Reference (Link 1))",
        "Note Because it is short. (Lbl (Link 1))",
        f"L (LI (Lbl 1., LBody First.), LI (Lbl 2., LBody (P Second:, {inner})))",
        "Table (TR (TD, TH Yellow, TH Blue), TR (TH Coins, TD 1, TD 2))",
    ]
    assert end == ["H2 End", "H3 May I stop?", "P Yes."]


def test_a_block_quote_is_an_element_and_stands_apart(printed: Printed) -> None:
    with opened(printed("## A {#a}\n\nBefore.\n\n> One\n> quoted.\n>\n> - Two\n\nAfter.")) as pdf:
        *_, reported = sections_of(pdf)
        page = list(PdfProof("rules-en.pdf", pdf, Notes()).pages())[-1]
    assert reported[1:] == ["P Before.", "BlockQuote (P One quoted., L (LI (Lbl •, LBody Two)))", "P After."]
    lefts = {run.text.strip(): run.x0 for run in page.content.runs}
    (quote,) = (left for text, left in lefts.items() if text.startswith("One"))
    assert quote - lefts["Before."] == pytest.approx(mm_from_pt(18.0), abs=0.1)


def test_a_paragraph_is_one_element_on_two_pages_and_over_a_symbol(printed: Printed) -> None:
    words = " ".join(f"word{number}" for number in range(700))
    with opened(printed(f"## Long {{#long}}\n\n{words} ![coin](symbol:coin) last")) as pdf:
        (paragraph,) = [one for one in walk(tree_of(pdf)) if one.kind == "P" and "word1" in one.text]
        assert len(pdf.pages) > 4
    assert "".join(paragraph.text.split()).replace("\u00ad", "") == "".join(words.split()) + "coinlast"
    figures = [kid for kid in paragraph.kids if isinstance(kid, TagElement) and kid.kind == "Figure"]
    assert [figure.alt for figure in figures] == ["coin"]


def test_a_link_over_two_lines_is_one_element_with_two_places_to_click(printed: Printed) -> None:
    words = " ".join(["word"] * 8)
    with opened(printed(f"## End {{#end}}\n\n{words} [{words} here](#end) {words}")) as pdf:
        assert len([one for one in walk(tree_of(pdf)) if one.kind == "Link" and "here" in one.text]) == 1
        links = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Link"]
        places = [[kid for kid in link.K if isinstance(kid, pikepdf.Dictionary) and "/Obj" in kid] for link in links]
        assert max(map(len, places)) == 2


def test_running_heads_and_page_numbers_are_no_text(english: bytes) -> None:
    with opened(english) as pdf:
        tree = tree_of(pdf)
        proof = PdfProof("rules-en.pdf", pdf, Notes())
        pages = list(proof.pages())
    written = "".join(page.content.text for page in pages)
    read = "".join(kid for one in walk(tree) for kid in one.kids if isinstance(kid, str))
    furniture = len("".join(written.split())) - len("".join(read.split()))
    assert 0 < furniture < 0.05 * len(written)


@pytest.mark.parametrize("tag", ["en", "es", "ja"])
def test_a_figure_is_told_in_the_language(printed: Printed, words: Callable[[str], LoadedWords], tag: str) -> None:
    with opened(printed("![Caption.](figure:placement)", tag)) as pdf:
        (figure,) = [one for one in walk(tree_of(pdf)) if one.kind == "Figure"]
    reported = words(tag)
    assert figure.alt.startswith(reported.word("told_table"))
    assert f"B09 180°{'、' if tag == 'ja' else ', '}{reported.word('minotaur')}" in figure.alt
    for key in ("told_right", "told_wrong", "told_new"):
        assert reported.word(key) in figure.alt


def test_what_is_told_is_what_lies_on_the_table(printed: Printed) -> None:
    with opened(printed("![Caption.](figure:walk-move)")) as pdf:
        (figure,) = [one for one in walk(tree_of(pdf)) if one.kind == "Figure"]
    _, panel_a, panel_b = figure.alt.replace(" B: ", "|").replace(" A: ", "|").split("|")
    assert panel_a == (
        "Row 1: 1 empty, Y10 (just placed). Row 2: 1 empty, Y04, B04 270° (just placed). "
        "Row 3: minotaur, B12 180°, B15 270°, Y13. Impaled prisoners lie on Y04."
    ), "the part that is drawn"
    assert panel_b.startswith("Row 1: 2 empty, Y10 90° (acted on). Row 2:")
    assert "An arrow leads from the empty cell in row 1, column 2 to Y10" in panel_b


def test_a_text_may_tell_a_figure_itself_with_numbers_of_the_deck(printed: Printed) -> None:
    with opened(printed('![Caption.](figure:dead-end "Two of {{deck.tiles}} tiles\nside by side.")')) as pdf:
        (figure,) = [one for one in walk(tree_of(pdf)) if one.kind == "Figure"]
    assert " ".join(figure.alt.split()) == "Two of 64 tiles side by side."
    (reported,) = refusal(printed, '## A {#a}\n\n![Caption.](figure:dead-end\n"Two of {{deck.tilez}} tiles.")')
    assert reported.startswith("rules.md:6:9: unknown placeholder {{deck.tilez}};")


def test_every_shipped_figure_is_told_otherwise_than_by_its_caption(english: bytes, japanese: bytes) -> None:
    for language, raw in (("en", english), ("ja", japanese)):
        text = text_in(language, "asterion")
        with opened(raw) as pdf:
            parts = [one for one in walk(tree_of(pdf)) if one.kind == "Div"]
        assert len(parts) == text.count("](figure:") - text.count("](figure:step-") > 0  # turns are not printed
        for part in parts:
            figure, caption = (kid for kid in part.kids if isinstance(kid, TagElement))
            assert figure.alt
            assert figure.alt not in caption.text


LONG_WORDS = """When Minos asked for a house from which nobody could walk away, Daedalus built him one. It has no lock
to pick and no guard to bribe.

You lead the prisoners of one colour. Tile by tile you build the labyrinth around the minotaur: winding ways for your
own people towards gold, daylight or a pair of wings, and short straight ones for everybody else’s, towards the horns.
"""


def test_words_at_the_ends_of_lines_are_read_as_they_are_written(
    printed: Printed, needs_program: Callable[[str], str], tmp_path: Path
) -> None:
    """Poppler reads the tree: no two words are one, and none is broken by a hyphen that only its line asks for."""
    (tmp_path / "rules.pdf").write_bytes(printed(f"## A {{#a}}\n\n{LONG_WORDS}"))
    command = [needs_program("pdfinfo"), "-struct-text", str(tmp_path / "rules.pdf")]
    read = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert "asked for a house from which nobody could walk away, Daedalus built him one. It has no lock" in read
    assert "day-light" not in read


def test_a_text_is_read_as_if_it_had_no_lines(printed: Printed) -> None:
    words = " ".join(
        random.Random(7).choices(["incomprehensible", "labyrinthine", "well-known", "a", "few,", "of", "words."], k=300)
    )
    with opened(printed(f"## A {{#a}}\n\n{words}")) as pdf:
        (paragraph,) = [one for one in walk(tree_of(pdf)) if one.kind == "P" and "labyrinthine" in one.text]
    assert "\u00ad" in paragraph.text
    assert paragraph.text.replace("\u00ad", "") == words
