"""Boxes: what is printed is proved, and each way in which a sheet can be spoilt is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import words_of
from asterion_press.drawing.display_list import Scene, Shown
from asterion_press.drawing.inks import palette
from asterion_press.errors import TypesettingError
from asterion_press.layout.box import fit_box, point_on_sheet
from asterion_press.layout.sheets import Lot, Piece
from asterion_press.pdf.box import BoxArt, BoxWords, Goods, print_box
from asterion_press.verify import Report
from tests.support.workshop import Change, any_folder, changed, replacing, rewritten, stand_in

SHA = "0" * 64
PIECES = tuple(Piece(f"p{number}", f"piece {number}", 16) for number in range(4))
PIECE = stand_in("p0", 50, 3)
LOT = Lot("tiles", 50, 50, 3, PIECES)
PAPERS = {paper.id: load_paper(paper.path) for paper in library.papers().values()}


def art(title: str = "Asterion", theme: str = "knossos") -> BoxArt:
    inks = load_theme(library.theme_file(theme).path)
    pieces = [stand_in(piece.id, 50, 3) for piece in PIECES]
    goods = Goods("64 ×", pieces[0]), Goods("1 ×", pieces[1]), Goods("1 ×", pieces[2], beside=pieces[3])
    scene = Scene("lid", "", "", 50, 50, (Shown(pieces[0], 0, 0, 50),))
    return BoxArt(title, goods, ("A. Nobody",), palette(inks, inks.inks.night), scene, pieces, library.fonts_folder())


def printed(thickness: float = 0.5, paper: str = "a4", title: str = "Asterion") -> bytes:
    return print_box(fit_box(LOT, thickness, PAPERS[paper]), art(title), SHA[:8])


def words_in(box: bytes) -> list[str]:
    with pypdfium2.PdfDocument(box) as pdf:
        return [line for page in pdf for line in page.get_textpage().get_text_range().splitlines()]


def proof_of(folder: Path, box: bytes, words: list[str]) -> Report:
    return any_folder(folder, {"box.pdf": box}, (LOT,), PAPERS, {"box": words}).prove()


def test_a_box_says_nothing_in_any_language_unless_one_is_named() -> None:
    two = words_in(printed(1))
    assert " ".join(two[0].split()) == f"Asterion · 64 × 1 mm · 1 / 2 · 110 × 150.5 × 26 mm {SHA[:8]}"
    assert set(re.findall(r"[^\W\d_]{2,}", "\n".join(two))) == {"Asterion", "mm"}


def test_a_box_is_titled_in_every_language(tmp_path: Path) -> None:
    wrong = []
    for language in library.all_languages():
        words = words_of(language)
        keys = "part", "inside", "cut", "fold", "glue"
        reported = BoxWords(language, words.words.typography.decimal, *map(words.word, keys))
        named = replace(art(), goods=(Goods(f"{words.word('tiles')}: 64", PIECE),), family=words.words.fonts.text)
        box = print_box(fit_box(LOT, 0.5, PAPERS["a4"]), named, SHA[:8], reported)
        shown = "\n".join(words_in(box))
        lacking = [word for word in map(words.word, (*keys, "tiles")) if word not in shown]
        wrong += [f"{language}: {fault}" for fault in (*lacking, *proof_of(tmp_path, box, ["a4", "0.5"]).lines())]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("thickness", [0.2, 0.5, 1, 1.9])
def test_a_box_as_it_is_printed_is_proved(thickness: float, paper: str, tmp_path: Path) -> None:
    report = proof_of(tmp_path, printed(thickness, paper), [paper, f"{thickness:g}"])
    assert report.lines() == []
    assert "glued edges meet" in report.facts[0].text


def test_the_same_box_gives_the_same_bytes() -> None:
    assert printed() == printed()


def light_at(page: Any, x: float, y: float) -> int:
    """How light a page of A4 is at a place in mm, 0 to 765."""
    pixels = page.render(scale=2).to_numpy()
    return int(pixels[int(y * pixels.shape[0] / 297), int(x * pixels.shape[1] / 210)][:3].sum())


def test_panels_are_inked_and_what_is_glued_is_bare() -> None:
    box = fit_box(LOT, 0.5, PAPERS["a4"])
    for net, page in zip(box.nets, pypdfium2.PdfDocument(printed()), strict=True):
        for panel in net.panels:
            left, top, right, bottom = panel.box
            if panel.glue:
                assert light_at(page, *point_on_sheet(box, net, ((left + right) / 2, (top + bottom) / 2))) > 500
            else:
                assert light_at(page, *point_on_sheet(box, net, (left + 1, top + 1))) < 200


def test_a_title_that_the_faces_lack_is_refused_and_one_that_another_face_has_is_set() -> None:
    printed(title="Αστερίων")
    printed(title="アステリオン")
    with pytest.raises(TypesettingError, match=r"nor another font has '☃' \(U\+2603\)"):
        printed(title="Maze ☃")


def on_lid(old: str, new: str) -> Change:
    return rewritten(1, replacing(old, new))


MISTAKES: dict[str, tuple[Change, set[str]]] = {
    "97 %": (on_lid(r"^(.*)$", r"q 0.97 0 0 0.97 9 12 cm \1 Q"), {"box-fold", "box-cut", "ruler"}),
    "a fold left out": (on_lid(r"(\[2 1.2\] 0 d) \S+ \S+ m \S+ \S+ l", r"\1"), {"box-fold"}),
    "a fold moved": (on_lid(r"(\[2 1.2\] 0 d \S+ \S+ m \S+) (\d+)", r"\1 9\2"), {"box-fold", "outside-printable"}),
    "paper turned": (lambda pdf: pdf.pages[0].rotate(90, relative=True), {"page-size"}),
    "a page too many": (lambda pdf: pdf.pages.extend(list(pdf.pages)), {"page-count"}),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_spoilt_is_found(mistake: str, tmp_path: Path) -> None:
    change, codes = MISTAKES[mistake]
    report = proof_of(tmp_path, changed(printed(), change), ["a4", "0.5"])
    assert {fault.code for fault in report.faults} == codes


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["a4", "1.5"], "box-fold"),
        (["letter", "0.5"], "page-size"),
        (["a4", "3"], "unknown-box"),
        (["napkin", "0.5"], "unknown-box"),
        (["a4", "77"], "unknown-box"),
        ([], "unknown-box"),
    ],
)
def test_a_box_that_was_made_for_something_else_is_found(words: list[str], code: str, tmp_path: Path) -> None:
    report = proof_of(tmp_path, printed(), words)
    assert code in {fault.code for fault in report.faults}
