"""Each mistake that was sown into sheets is found, by its own code: sizes, places, backs, marks, pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.forms import read_forms
from asterion_press.verify import folder as proving
from asterion_press.verify import forms
from tests.support.workshop import SHEETS, Folder, catalogue_in, form_of, good_folder, only, paper

PLACED = re.compile(r"q ([-\d. ]+) cm\s+(/FormXob\.C\d+) Do\s+Q")


def placed(text: str) -> list[re.Match[str]]:
    """The placements of a page's content."""
    return list(PLACED.finditer(text))


def replaced(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def with_matrix(text: str, index: int, change: Callable[[list[float]], list[float]]) -> str:
    """The content with another matrix at one placement."""
    match = placed(text)[index]
    numbers = " ".join(f"{value:.6f}" for value in change([float(part) for part in match[1].split()]))
    return replaced(text, match, f"q {numbers} cm {match[2]} Do Q")


# sizes and places


def test_a_page_scaled_to_97_percent_is_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: f"0.97 0 0 0.97 8 12 cm\n{text}")
    faults = folder.prove().faults
    said = [str(fault) for fault in faults]
    assert any(
        line == f"{SHEETS}, page 1: tile Y01 is 48.50 mm wide and 48.50 mm high; it must be 50.00 ± 0.01 mm; "
        "was the page scaled? [component-size]"
        for line in said
    ), said
    assert "ruler" in {fault.code for fault in faults}


def test_two_hundredths_of_a_millimetre_are_too_much_and_half_a_hundredth_is_not(folder: Folder) -> None:
    def grown(mm: float) -> Callable[[str], str]:
        factor = (50 + mm) / 50
        return lambda text: with_matrix(text, 0, lambda m: [m[0] * factor, *m[1:]])

    good = folder.files[SHEETS]
    folder.spoil_page(1, grown(0.005))
    assert folder.codes() == set()
    folder.write(SHEETS, good)
    folder.spoil_page(1, grown(0.02))
    assert "component-size" in folder.codes()


def test_a_tile_that_is_there_twice_is_found(folder: Folder) -> None:
    def change(text: str) -> str:
        first, second = placed(text)[1:3]
        return replaced(text, second, second[0].replace(second[2], first[2]))

    folder.spoil_page(1, change)
    assert [(fault.code, fault.message) for fault in folder.prove().faults] == [
        ("component-too-often", "tile Y01 is printed 3 times; the deck has it twice"),
        ("component-missing", "tile Y02 is printed never; the deck has it once"),
    ]


def test_a_lost_sheet_is_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[2:4]

    folder.spoil(SHEETS, change)
    assert only(folder).message == "the counter is printed never; the deck has it 9 times"


def test_exchanged_names_of_two_forms_are_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        one, two = form_of(pdf, "Y03"), form_of(pdf, "Y02")
        one["/AsterionComponent"], two["/AsterionComponent"] = pikepdf.String("Y02"), pikepdf.String("Y03")

    folder.spoil(SHEETS, change)
    assert folder.codes() == {"form-not-svg"}


def test_two_components_with_one_drawing_are_found(tmp_path: Path) -> None:
    folder = good_folder(tmp_path / "out", catalogue_in(tmp_path), {"a4": paper()}, svg=False)

    def change(pdf: pikepdf.Pdf) -> None:
        form_of(pdf, "Y03").write(form_of(pdf, "Y02").read_bytes())

    folder.spoil(SHEETS, change)
    assert only(folder).message == "tile Y02 and tile Y03 show the very same drawing"


def written(old: bytes, new: bytes) -> Callable[[Any], None]:
    """Other words in the content of a form."""
    return lambda form: form.write(form.read_bytes().replace(old, new))


def shows_itself(form: Any) -> None:
    form["/Resources"] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Me=form))
    form.write(form.read_bytes() + b" /Me Do")


FORMS: dict[str, tuple[Callable[[Any], None], str, str]] = {
    "a number": (written(b"53 -3 l", b"53 -2.9 l"), "form-not-svg", "number 4 is -2.9, in the SVG -3"),
    "filled": (written(b"\nS", b"\nf"), "form-not-svg", "the paths differ from operator"),
    "no bleed": (lambda form: form.__setitem__("/BBox", pikepdf.Array([0, 0, 50, 50])), "form-box", "form of tile Y02"),
    "showing itself": (shows_itself, "form-not-svg", ""),
    **{
        f"without {name}": (written(b"\nS", b"\nS\n" + name.encode()), "form-not-svg", "")
        for name in ("/G1 gs", "/S1 sh", "/Cs1 cs", "/P1 scn", "/I1 Do")
    },
}


@pytest.mark.parametrize("what", FORMS)
def test_a_form_that_is_changed_is_found(folder: Folder, what: str) -> None:
    change, code, told = FORMS[what]
    folder.spoil(SHEETS, lambda pdf: change(form_of(pdf, "Y02")))
    fault = only(folder)
    assert fault.code == code
    assert told in fault.message


K = 72 / 25.4
PAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "a tile in a mirror": (
        lambda text: with_matrix(text, 0, lambda m: [-K, 0, 0, -K, m[4] + 50 * K, m[5]]), "component-mirrored",
    ),
    "tiles that overlap": (lambda text: with_matrix(text, 0, lambda m: [*m[:4], m[4] + 5 * K, m[5]]), "bleed-overlap"),
    "a text beyond the margin": (
        lambda text: re.sub(r"BT 1 0 0 1 (4[\d.]+) ([\d.]+) Tm", r"BT 1 0 0 1 540 \2 Tm", text, count=1),
        "outside-printable",
    ),
    "marks too thin": (lambda text: text.replace("0.2 w", "0.05 w"), "mark-width"),
}  # fmt: skip


@pytest.mark.parametrize("what", PAGES)
def test_a_page_that_is_changed_is_found(folder: Folder, what: str) -> None:
    change, code = PAGES[what]
    folder.spoil_page(1, change)
    assert code in folder.codes()


def test_a_component_that_the_deck_does_not_know_is_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        form_of(pdf, "minotaur")["/AsterionComponent"] = pikepdf.String("X99")

    folder.spoil(SHEETS, change)
    assert folder.codes() == {"foreign-component", "component-missing", "back-extra"}


def test_a_back_on_a_front_is_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages.append(pdf.pages[1])
        pdf.pages.append(pdf.pages[1])

    folder.spoil(SHEETS, change)
    assert "wrong-face" in folder.codes()


# backs


def test_a_back_shifted_by_two_hundredths_is_found(folder: Folder) -> None:
    folder.spoil_page(2, lambda text: with_matrix(text, 0, lambda m: [*m[:4], m[4] + 0.02 * 72 / 25.4, m[5]]))
    faults = {fault.code: fault.message for fault in folder.prove().faults}
    assert set(faults) == {"back-misplaced", "crop-marks"}
    assert re.match(
        r"the back of tile Y01 is off by \+0\.020, [-+]0\.000 mm; it must be exactly", faults["back-misplaced"]
    )


def test_a_back_of_the_wrong_colour_is_found(folder: Folder) -> None:
    def change(text: str) -> str:
        first = placed(text)[0]
        other = next(match for match in placed(text) if match[2] != first[2])
        return replaced(text, first, first[0].replace(first[2], other[2]))

    folder.spoil_page(2, change)
    fault = only(folder)
    assert (fault.code, fault.message) == ("back-wrong", "behind tile Y01 lies back 'blue', not back 'yellow'")


# marks, titles, pages


def test_a_ruler_of_99_millimetres_is_found(folder: Folder) -> None:
    def change(text: str) -> str:
        match = re.search(r"([\d.]+) ([\d.]+) m ([\d.]+) \2 l (?=\1 \2 m)", text)
        assert match is not None
        return replaced(text, match, f"{match[1]} {match[2]} m {float(match[3]) - 1:g} {match[2]} l ")

    folder.spoil_page(1, change)
    faults = folder.prove().faults
    assert f"{SHEETS}, page 1: has a ruler of 99.00 mm; it must be 100 ± 0.01 mm [ruler]" in map(str, faults)


def test_one_missing_crop_mark_is_found_even_where_the_ruler_has_a_tick(folder: Folder) -> None:
    def change(text: str) -> str:
        ruler = re.search(r"([\d.]+) ([\d.]+) m ([\d.]+) \2 l (?=\1 \2 m)", text)
        assert ruler is not None
        left, y, right = (float(part) for part in ruler.groups())
        tick = next(
            mark
            for mark in re.finditer(r"([\d.]+) ([\d.]+) m \1 ([\d.]+) l ", text)
            if left < float(mark[1]) < right and y > float(mark[2]) > y / 2
        )
        text = text.replace(ruler[0], f"{ruler[0]}{tick[1]} {y:g} m {tick[1]} {y - 1:g} l ")
        return text.replace(tick[0], "")

    folder.spoil_page(1, change)
    assert re.fullmatch(r"lacks crop marks: x = [\d.]+ mm below", only(folder).message)


def test_a_page_without_its_title_is_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: re.sub(r"BT .*? ET", "", text, flags=re.DOTALL))
    assert [fault.message for fault in folder.prove().faults] == [
        "'Small game' does not stand on the page",
        f"{folder.loaded.short_hash!r} does not stand on the page",
    ]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("/MediaBox", [0, 0, 612, 792], "page-size"),
        ("/UserUnit", 2, "page-size"),
        ("/Rotate", 90, "page-size"),
        ("/TrimBox", [0, 0, 590, 830], "page-boxes"),
        ("/BleedBox", [-20, 0, 595, 830], "page-boxes"),
    ],
)
def test_a_page_with_wrong_boxes_is_found(folder: Folder, key: str, value: Any, code: str) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj[key] = pikepdf.Array(value) if isinstance(value, list) else value

    folder.spoil(SHEETS, change)
    assert code in folder.codes()


# what was proved before


def known_of(folder: Folder) -> tuple[frozenset[str], dict[str, bytes]]:
    """All drawings and all ink of a folder that was proved."""
    ink = {component: ink.stream for component, ink in read_forms(folder.files[SHEETS]).items()}
    return frozenset(name for name in folder.files if name.startswith("svg/")), ink


def test_ink_that_was_proved_before_is_not_read_again(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    known = known_of(folder)
    full = folder.prove()
    monkeypatch.setattr(forms, "content_bytes", None)
    monkeypatch.setattr(proving, "read_svg", None)
    assert folder.prove(*known) == full


@pytest.mark.parametrize("theirs", ["B03", "nobody"])
def test_what_was_proved_before_hides_no_mistake_made_since(folder: Folder, theirs: str) -> None:
    known = known_of(folder)

    def change(pdf: pikepdf.Pdf) -> None:
        packed = form_of(pdf, theirs).read_raw_bytes() if theirs != "nobody" else zlib.compress(b"0 0 m 5 5 l S")
        form_of(pdf, "Y02").write(packed, filter=pikepdf.Name.FlateDecode)

    folder.spoil(SHEETS, change)
    assert "form-not-svg" in {fault.code for fault in folder.prove(*known).faults}


def test_a_known_stream_that_is_packed_otherwise_is_read(folder: Folder) -> None:
    known = known_of(folder)

    def change(pdf: pikepdf.Pdf) -> None:
        form = form_of(pdf, "Y02")
        form.write(form.read_raw_bytes(), filter=pikepdf.Name.FlateDecode, decode_parms=pikepdf.Dictionary(Columns=3))

    folder.spoil(SHEETS, change)
    assert folder.prove(*known).faults == folder.prove().faults


def test_a_back_that_holds_nothing_is_blank_and_a_line_on_it_is_found(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["build", "minotaurus", "--only", "sheets", "--paper", "a4", "--out", str(tmp_path / "out")]
    )
    assert done.exit_code == 0, done.output
    path = tmp_path / "out" / SHEETS
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        bare = [page for page in pdf.pages[1::2] if not page.Resources.get("/XObject")]
        assert bare
        assert not any(re.search(rb"\b(Tj|TJ|S|f|Do)\b", page.Contents.read_bytes()) for page in bare)
        bare[-1].contents_add(b"0 0 0 RG 1 w 100 100 m 200 100 l S")
        pdf.save(path)
    assert "so nothing may be printed on it" in CliRunner().invoke(main, ["verify", str(tmp_path / "out")]).output


def test_a_missing_tile_is_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: replaced(text, placed(text)[0], ""))
    faults = folder.prove().faults
    assert {fault.code for fault in faults} == {"component-missing", "back-extra"}
    assert any("tile Y01 is printed once; the deck has it twice" in fault.message for fault in faults)


def test_a_lost_back_is_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[3]

    folder.spoil(SHEETS, change)
    assert only(folder).code == "page-count"


def test_a_turned_tile_is_found(folder: Folder) -> None:
    k = 72 / 25.4

    def turned(m: list[float]) -> list[float]:
        return [0, -k, -k, 0, m[4] + 50 * k, m[5]]

    folder.spoil_page(1, lambda text: with_matrix(text, 0, turned))
    fault = only(folder)
    assert (fault.code, fault.message) == ("component-turned", "tile Y01 does not stand upright")


def test_a_tile_outside_of_the_printable_area_is_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: with_matrix(text, 0, lambda m: [*m[:4], 5 * 72 / 25.4, m[5]]))
    faults = folder.prove().faults
    assert any("tile Y01 with its bleed reaches from 2.00," in fault.message for fault in faults)
    assert "outside-printable" in {fault.code for fault in faults}


def test_backs_that_were_not_mirrored_are_found(folder: Folder) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[1]
        width = float(page.mediabox[2])
        k = 72 / 25.4

        def mirrored(match: re.Match[str]) -> str:
            *m, e, f = match[1].split()
            return f"q {' '.join(m)} {width - float(e) - 50 * k:.6f} {f} cm {match[2]} Do Q"

        text = PLACED.sub(mirrored, page.Contents.read_bytes().decode("latin-1"))
        page.Contents = pdf.make_stream(text.encode("latin-1"))

    folder.spoil(SHEETS, change)
    assert folder.codes() == {"back-wrong"} | (folder.codes() & {"back-missing", "back-extra"})


def test_sheets_for_the_other_flip_are_found(tmp_path: Path) -> None:
    folder = good_folder(tmp_path / "out", catalogue_in(tmp_path), {"a4": paper()}, Flip.SHORT_EDGE)
    assert folder.codes() == set()
    folder.settings = {}
    folder.sign()
    assert {"back-missing", "back-extra"} <= folder.codes()


def test_a_missing_back_is_found(folder: Folder) -> None:
    folder.spoil_page(2, lambda text: replaced(text, placed(text)[0], ""))
    assert only(folder).code == "back-missing"


def test_missing_crop_marks_are_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: re.sub(r"(w 0 J\s+)[^S]+S", r"\1", text, count=1))
    fault = only(folder)
    assert fault.code == "crop-marks"
    assert re.match(r"lacks crop marks: x = [\d.]+ mm above, x = [\d.]+ mm below", fault.message)


def test_a_line_through_the_art_is_found(folder: Folder) -> None:
    folder.spoil_page(1, lambda text: text + " q 0.5 w 200 300 m 200 500 l S Q ")
    assert only(folder).code == "mark-on-art"
