"""Composed pages: boxes hold their passages, figures keep their least size, and a page that is too full is refused."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from unittest.mock import Mock

import pikepdf
import pypdfium2
import pytest
import yaml

from asterion_press.catalogue.spreads import LoadedSpreads, Spreads
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.validation import validated
from asterion_press.geometry import pt
from asterion_press.pdf.document import Document
from asterion_press.pdf.tags import Element
from asterion_press.rulebook.typeset.composed_pages import spread_mistakes
from asterion_press.rulebook.typeset.painting import Painter
from tests.support.reading_back import opened, page_texts
from tests.support.refusals import refusal
from tests.support.texts import Printed, Reader

TEXT = """## First {#first}

Words of the first page.

### Left {#left}

Words at the left.

### Right {#right}

Words at the right, **bold** ones too.

> **Never** do this.

![Y04 alone.](figure:tile)

## Second {#second}

> A note upon its ground.

- apples
- pears
"""
SIDES = [{"heading": "left"}, {"heading": "right", "ground": True, "figure": "right"}]
PAGES: list[dict[str, Any]] = [
    {"band": "first", "ink": "#8f3a22", "sign": "coin", "rows": [[{"heading": "first"}], SIDES]},
    {"band": "second", "ink": "#1f4a6e", "rows": [[{"heading": "second", "columns": 2}]]},
]


def spreads(pages: list[dict[str, Any]], symbols: Collection[str] = ("coin",), **more: Any) -> LoadedSpreads:
    raw = yaml.safe_dump({"game": "asterion", "revision": 1, "pages": pages} | more).encode()
    document = parse_document(raw, "spreads.yaml")
    return LoadedSpreads(validated(document, Spreads), document, symbols)


@pytest.fixture
def composed(printed: Printed) -> Printed:
    """Print a booklet of the given Markdown on composed pages."""
    return lambda markdown, pages, **more: printed(markdown, spreads=spreads(pages, **more))


def test_passages_stand_on_the_pages_that_the_file_gives_them(composed: Printed) -> None:
    found = [" ".join(text.split()) for text in page_texts(composed(TEXT, PAGES))]
    assert len(found) == 3
    for words in ("First", "Words of the first page.", "Words at the left.", "Never do this.", "Y04 alone."):
        assert [words in page for page in found[1:]] == [True, False]
    for words in ("Second", "A note upon its ground.", "apples", "pears"):
        assert [words in page for page in found[1:]] == [False, True]


def test_boxes_of_a_row_stand_side_by_side(composed: Printed) -> None:
    page = pypdfium2.PdfDocument(composed(TEXT, PAGES))[1].get_textpage()
    places = {}
    for side in ("left", "right"):
        index, _ = page.search(f"Words at the {side}").get_next()
        places[side] = page.get_charbox(index)
    assert places["left"][0] + 150 < places["right"][0]
    assert abs(places["left"][1] - places["right"][1]) < 15


def test_headings_of_bands_are_in_the_outline(composed: Printed) -> None:
    with opened(composed(TEXT, PAGES)) as pdf, pdf.open_outline() as outline:
        assert [str(item.title) for item in outline.root] == ["Asterion", "First", "Second"]


def test_a_page_that_is_too_full_is_named_with_its_longest_passage(composed: Printed) -> None:
    long = TEXT.replace("Words at the left.", "Words at the left. " * 120)
    (reported,) = refusal(composed, long, PAGES)
    full = r"page 2 is \d+\.\d mm too full, about \d+ lines \(English, section 'left'\); .* rows shorter: 'first' "
    assert re.match(rf"rules\.md:7:1: {full}and 'left'", reported)


def test_figures_become_smaller_before_a_page_is_too_full_but_not_too_small(composed: Printed) -> None:
    figure = "\n\n![Position.](figure:escape-gate)"
    page = {"band": "first", "ink": "#8f3a22", "rows": [[{"heading": "first"}]], "smallest_mm": 20}
    words = "## First {#first}\n\n" + "Some words of a line. " * 75
    assert len(page_texts(composed(words + figure, [page]))) == 2
    assert refusal(composed, words + figure * 2, [page])
    assert len(page_texts(composed(words + figure * 2, [page | {"smallest_mm": 12}]))) == 2


def last_figure(pdf: bytes) -> float:
    """The height of the last figure of a booklet, as its tags tell it, in pt."""
    file = opened(pdf)
    kids: list[Any] = [file.Root.StructTreeRoot]
    found = 0.0
    for one in kids:
        if isinstance(one, pikepdf.Array):
            kids.extend(one)
        elif isinstance(one, pikepdf.Dictionary):
            kids.append(one.get("/K"))
            if one.get("/S") == "/Figure":
                found = float(one.A.BBox[3]) - float(one.A.BBox[1])
    return found


def test_a_figure_is_larger_where_its_page_has_room_up_to_a_limit(composed: Printed) -> None:
    page = {"band": "first", "ink": "#8f3a22", "rows": [[{"heading": "first"}]], "smallest_mm": 10}
    few, many = ("## First {#first}\n\n" + "Some words of a line. " * times for times in (1, 75))
    figure = "\n\n![Position.](figure:escape-gate)"
    large, small = (last_figure(composed(words + figure, [page])) for words in (few, many + figure))
    assert small < 2 * pt(24) < large


def test_headings_that_the_text_lacks_or_orders_otherwise_are_named(read: Reader) -> None:
    unknown = yaml.safe_load(yaml.safe_dump(PAGES).replace("heading: left\n", "heading: lefft\n"))
    # the last page shows a passage of the one before it once more, behind the last heading
    moved = [PAGES[1], {"band": "right", "ink": "#000000", "rows": [[{"heading": "right"}]]}]
    for pages, message in (
        (unknown, "no heading 'lefft' in rules.md; did you mean 'left'?"),
        (moved, "heading 'right' stands before"),
    ):
        found = spread_mistakes(spreads(pages), read(TEXT))
        assert message in found[0].message
        assert found[0].place.file == "spreads.yaml"


def test_a_summary_that_the_text_lacks_and_a_column_without_room_are_named(composed: Printed) -> None:
    (reported,) = refusal(lambda: composed(TEXT, PAGES, summary="last"))
    assert reported.endswith(": no heading 'last' in rules.md; one of first, left, right, second")
    narrow = PAGES[0] | {"rows": [[{"heading": "first"}], [{"heading": "left", "share": 0.1}, {"heading": "right"}]]}
    (reported,) = refusal(composed, TEXT, [narrow, PAGES[1]])
    assert reported.endswith(": a column of 11.0 mm; the narrowest has 15 mm")


def test_a_sign_that_is_no_symbol_is_named_with_its_place(read: Reader) -> None:
    pages = spreads(PAGES, symbols=["coil", "wings"])
    (mistake,) = spread_mistakes(pages, read(TEXT))
    assert mistake.message == "unknown symbol 'coin'; did you mean 'coil'? one of coil, wings"
    assert mistake.place == pages.document.value_place(("pages", 0, "sign"))


WEB = [{"heading": "second", "ink": "#1f4a6e", "sign": "coin"}]


def test_a_section_for_the_browser_is_not_printed(composed: Printed) -> None:
    found = page_texts(composed(TEXT, PAGES[:1], web=WEB))
    assert len(found) == 2
    assert "apples" not in " ".join(found)
    assert "Y04 alone." in found[1]


@pytest.mark.parametrize(
    ("old", "new", "web", "line", "message"),
    [
        ("", "", {"heading": "secnd"}, 0, "no section 'secnd' in rules.md; did you mean 'second'?"),
        ("", "", {"heading": "left"}, 0, "no section 'left' in rules.md; one of first, second"),
        ("", "", {"sign": "moon"}, 0, "unknown symbol 'moon'; one of coin"),
        ("Words at the left", "[Words](#second)", {}, 9, "leads to 'second', which is not printed; leave out the link"),
        ("- pears", "- pears[^1]\n\n[^1]: Not printed.", {}, 23, "a footnote in the section 'second', which is not"),
        ("", "", {"heading": "first"}, 0, "'first' stands in the section 'first', which `web` leaves out of the pages"),
    ],
)
def test_what_is_printed_does_without_sections_for_the_browser(
    old: str, new: str, web: dict[str, str], line: int, message: str, read: Reader
) -> None:
    text = read(TEXT.replace(old, new, 1) if old else TEXT)
    pages = PAGES if web.get("heading") == "first" else PAGES[:1]
    found = spread_mistakes(spreads(pages, web=[WEB[0] | web]), text)
    assert message in found[0].message
    assert found[0].place.file == ("rules.md" if line else "spreads.yaml")
    assert not line or found[0].place.line == line


def test_numbers_of_figures_that_are_printed_count_no_others(read: Reader) -> None:
    web, shown = "## Second {#second}\n\n![Y04.](figure:tile)\n\n", "![The table.](figure:setup)\n\n"
    printed = f"## First {{#first}}\n\nSee figure {{{{figure.setup.number}}}}.\n\n{shown}"
    file = spreads([PAGES[0] | {"rows": [[{"heading": "first"}]]}], web=WEB)
    assert spread_mistakes(file, read(printed + web)) == []
    reported = {mistake.message: mistake.place.line for mistake in spread_mistakes(file, read(web + printed))}
    assert reported["its number counts figures that are not printed; let the sections of `web` stand behind it"] == 11


def test_nothing_of_a_text_is_left_out_and_nothing_is_shown_twice(composed: Printed) -> None:
    first = PAGES[0] | {"rows": [[{"heading": "left"}], [{"heading": "right", "part": "words"}]]}
    second = PAGES[1] | {"rows": [[{"heading": "second"}, {"heading": "second"}]]}
    # the words below the heading in the band, and the figure beside the words
    never = [f"rules.md:{line}:1: this stands on none of the pages that spreads.yaml tells" for line in (5, 17)]
    twice = [f"rules.md:{line}:1: this stands 2 times on the pages that spreads.yaml tells" for line in (21, 23)]
    assert refusal(composed, TEXT, [first, second]) == [*never, *twice]


def test_cards_need_a_summary_and_figures_that_the_text_shows(read: Reader) -> None:
    wrong = spreads(PAGES, card={"figures": ["tile", "tiles"]})
    found = [(mistake.place.line, mistake.message) for mistake in spread_mistakes(wrong, read(TEXT))]
    reported = {message.split("; ")[0] for _, message in found}
    assert reported == {"cards hold the summary, and the file names none", f"no figure 'tiles' in {read(TEXT).file}"}
    assert all(line > 1 for line, _ in found), "where the file says it"
    assert spread_mistakes(spreads(PAGES, card={"figures": ["tile"]}, summary="second"), read(TEXT)) == []


def test_what_is_painted_in_spaces_of_their_own_has_its_place_on_the_page() -> None:
    root = Element("Document")
    canvas = Document((100, 100), "Spaces", root=root)
    painter = Painter(pt(100), Mock(), canvas=canvas, drawing=Mock())
    painter.mark(link := root.add("P").add("Link"))
    here = painter.box(30, 40, 35, 44)
    with painter.space(10, 20, 2), painter.space(5, 5, 0.5):  # its origin lies at (20, 30), and it is as large as life
        assert painter.box(10, 10, 15, 14) == here
        painter.destination("there", 22)
        painter.link(link, "away", "there", 10, 10, 15, 14)
    assert painter.box(30, 40, 35, 44) == here
    canvas.structure.end_page()
    with opened(canvas.finish()) as pdf:
        [annotation] = pdf.pages[0].Annots
        bottom = float(pdf.pages[0].MediaBox[3])
        assert [float(value) for value in annotation.Rect] == pytest.approx(
            [30, bottom - 44, 35, bottom - 40], abs=0.01
        )
        content = pdf.pages[0].Contents.read_bytes().decode()
    assert content.count("BDC") == content.count("EMC")
    assert content.split().count("q") == content.split().count("Q") == 2
