"""Each mistake that was sown into sheets is found, by its own code: sizes, places, backs, marks, pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.forms import read_forms
from asterion_press.verify import folder as proving
from asterion_press.verify import forms
from tests.support.workshop import (
    SHEETS,
    Change,
    Folder,
    catalogue_in,
    form_of,
    good_folder,
    only,
    paper,
    replacing,
    rewritten,
)

PLACED = re.compile(r"q ([-\d. ]+) cm\s+(/FormXob\.C\d+) Do\s+Q")
PT = 72 / 25.4


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


def exchanged(text: str, index: int, other: int) -> str:
    """The content with the form of another placement at one."""
    one = placed(text)[index]
    return replaced(text, one, one[0].replace(one[2], placed(text)[other][2]))


def first_moved(page: int, change: Callable[[list[float]], list[float]]) -> Change:
    return rewritten(page, lambda text: with_matrix(text, 0, change))


def grown(mm: float) -> Change:
    return first_moved(1, lambda m: [m[0] * (50 + mm) / 50, *m[1:]])


def named(component: str, name: str) -> Change:
    """A form that says that it is another component."""
    return lambda pdf: form_of(pdf, component).__setitem__("/AsterionComponent", pikepdf.String(name))


def both(*changes: Change) -> Change:
    return lambda pdf: [change(pdf) for change in changes]


def not_mirrored(text: str) -> str:
    """A back on which the columns did not change places."""

    def moved(match: re.Match[str]) -> str:
        *m, e, f = match[1].split()
        return f"q {' '.join(m)} {(210 - 50) * PT - float(e):.6f} {f} cm {match[2]} Do Q"

    return PLACED.sub(moved, text)


RULER = re.compile(r"([\d.]+) ([\d.]+) m ([\d.]+) \2 l (?=\1 \2 m)")


def shorter_ruler(text: str) -> str:
    return RULER.sub(lambda found: f"{found[1]} {found[2]} m {float(found[3]) - 1:g} {found[2]} l ", text, count=1)


def tick_for_mark(text: str) -> str:
    """One crop mark is missing, where the ruler has a tick."""
    ruler = RULER.search(text)
    assert ruler is not None
    left, y, right = (float(part) for part in ruler.groups())
    tick = next(
        mark
        for mark in re.finditer(r"([\d.]+) ([\d.]+) m \1 ([\d.]+) l ", text)
        if left < float(mark[1]) < right and y > float(mark[2]) > y / 2
    )
    text = text.replace(ruler[0], f"{ruler[0]}{tick[1]} {y:g} m {tick[1]} {y - 1:g} l ")
    return text.replace(tick[0], "")


def box(key: str, value: Any) -> Change:
    """Another entry of the first page."""
    return lambda pdf: pdf.pages[0].obj.__setitem__(key, value)


class Mistake(NamedTuple):
    """A change of the sheets, the codes of all that must be found, and what must be said."""

    change: Change
    codes: str
    reported: str = ""


MISTAKES = {
    "a page at 97 %": Mistake(
        rewritten(1, lambda text: f"0.97 0 0 0.97 8 12 cm\n{text}"), "component-size ruler ...",
        r"page 1: tile Y01 is 48\.50 mm wide and 48\.50 mm high; it must be 50\.00 ± 0\.01 mm; was the page scaled\? ",
    ),
    "half a hundredth too wide": Mistake(grown(0.005), ""),
    "two hundredths too wide": Mistake(grown(0.02), "component-size ..."),
    "a tile twice": Mistake(
        rewritten(1, lambda text: exchanged(text, 2, 1)), "component-too-often component-missing",
        "tile Y01 is printed 3 times; the deck has it twice.*tile Y02 is printed never; the deck has it once",
    ),
    "a missing tile": Mistake(
        rewritten(1, lambda text: replaced(text, placed(text)[0], "")), "component-missing back-extra",
        "tile Y01 is printed once; the deck has it twice",
    ),
    "a lost sheet": Mistake(
        lambda pdf: pdf.pages.__delitem__(slice(2, 4)), "component-missing",
        "the counter is printed never; the deck has it 9 times",
    ),
    "a lost back": Mistake(lambda pdf: pdf.pages.__delitem__(3), "page-count"),
    "names exchanged": Mistake(both(named("Y03", "x"), named("Y02", "Y03"), named("x", "Y02")), "form-not-svg"),
    "a tile in a mirror": Mistake(
        first_moved(1, lambda m: [-PT, 0, 0, -PT, m[4] + 50 * PT, m[5]]), "component-mirrored ..."
    ),
    "a tile on its side": Mistake(
        first_moved(1, lambda m: [0, -PT, -PT, 0, m[4] + 50 * PT, m[5]]), "component-turned",
        "tile Y01 does not stand upright",
    ),
    "tiles that overlap": Mistake(first_moved(1, lambda m: [*m[:4], m[4] + 5 * PT, m[5]]), "bleed-overlap ..."),
    "a tile beyond the margin": Mistake(
        first_moved(1, lambda m: [*m[:4], 5 * PT, m[5]]), "outside-printable ...",
        r"tile Y01 with its bleed reaches from 2\.00,",
    ),
    "a text beyond the margin": Mistake(
        rewritten(1, replacing(r"BT 1 0 0 1 (4[\d.]+) ([\d.]+) Tm", r"BT 1 0 0 1 540 \2 Tm")), "outside-printable ..."
    ),
    "an unknown component": Mistake(named("minotaur", "X99"), "foreign-component component-missing back-extra"),
    "a back on a front": Mistake(lambda pdf: pdf.pages.extend([pdf.pages[1]] * 2), "wrong-face ..."),
    "a back shifted by two hundredths": Mistake(
        first_moved(2, lambda m: [*m[:4], m[4] + 0.02 * PT, m[5]]), "back-misplaced crop-marks",
        r"the back of tile Y01 is off by \+0\.020, [-+]0\.000 mm; it must be exactly",
    ),
    "a back of the wrong colour": Mistake(
        rewritten(2, lambda text: exchanged(text, 0, 5)), "back-wrong",
        "behind tile Y01 lies back 'blue', not back 'yellow'",
    ),
    "a missing back": Mistake(rewritten(2, lambda text: replaced(text, placed(text)[0], "")), "back-missing"),
    "backs that were not mirrored": Mistake(rewritten(2, not_mirrored), "back-wrong ..."),
    "a ruler of 99 mm": Mistake(
        rewritten(1, shorter_ruler), "ruler ...", r"page 1: has a ruler of 99\.00 mm; it must be 100 ± 0\.01 mm"
    ),
    "a missing crop mark": Mistake(rewritten(1, tick_for_mark), "crop-marks", r"crop marks: x = [\d.]+ mm below \["),
    "missing crop marks": Mistake(
        rewritten(1, replacing(r"(w 0 J\s+)[^S]+S", r"\1")), "crop-marks",
        r"lacks crop marks: x = [\d.]+ mm above, x = [\d.]+ mm below",
    ),
    "marks too thin": Mistake(rewritten(1, lambda text: text.replace("0.2 w", "0.05 w")), "mark-width"),
    "a line on the art": Mistake(rewritten(1, lambda text: f"{text} q 0.5 w 200 300 m 200 500 l S Q"), "mark-on-art"),
    "no title": Mistake(
        rewritten(1, lambda text: re.sub(r"BT .*? ET", "", text, flags=re.DOTALL)), "title-missing",
        r"'Small game' does not stand on the page.*'[0-9a-f]{8}' does not stand on the page",
    ),
    "a page of another size": Mistake(box("/MediaBox", pikepdf.Array([0, 0, 612, 792])), "page-size ..."),
    "a page with a unit of its own": Mistake(box("/UserUnit", 2), "page-size ..."),
    "a page that is turned": Mistake(box("/Rotate", 90), "page-size ..."),
    "a trim beyond the bleed": Mistake(box("/TrimBox", pikepdf.Array([0, 0, 590, 830])), "page-boxes ..."),
    "a bleed beyond the paper": Mistake(box("/BleedBox", pikepdf.Array([-20, 0, 595, 830])), "page-boxes ..."),
}  # fmt: skip
"""By what is wrong; codes that end with dots may have others beside them."""


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_in_sheets_is_found(folder: Folder, what: str) -> None:
    mistake = MISTAKES[what]
    folder.spoil(SHEETS, mistake.change)
    faults, wanted = folder.prove().faults, set(mistake.codes.split())
    found = {fault.code for fault in faults} | (wanted & {"..."})
    assert wanted <= found if "..." in wanted else wanted == found
    assert re.search(mistake.reported, "\n".join(map(str, faults)), re.DOTALL)


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
        for name in ("/G1 gs", "/S1 sh", "/Cs1 cs", "/P1 scn", "/I1 Do", "BT /F1 8 Tf ET")
    },
}


@pytest.mark.parametrize("what", FORMS)
def test_a_form_that_is_changed_is_found(folder: Folder, what: str) -> None:
    change, code, reported = FORMS[what]
    folder.spoil(SHEETS, lambda pdf: change(form_of(pdf, "Y02")))
    fault = only(folder)
    assert fault.code == code
    assert reported in fault.message


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


def test_sheets_for_the_other_flip_are_found(tmp_path: Path) -> None:
    folder = good_folder(tmp_path / "out", catalogue_in(tmp_path), {"a4": paper()}, Flip.SHORT_EDGE)
    assert folder.codes() == set()
    folder.settings = {}
    folder.sign()
    assert {"back-missing", "back-extra"} <= folder.codes()
